//! Short ways to write a row of a table. No data.

use crate::command::reading::Does;
use crate::command::table::{Flag, Grammar, Input, Layout, Style, Subcommand, Table};

/// Options and operands, nothing else.
pub(super) const fn grammar(options: &'static [&'static [Flag]], operands: Layout) -> Grammar {
    let mut grammar = Grammar::NONE;
    grammar.options = options;
    grammar.operands = operands;
    grammar
}

/// A program of this style.
pub(super) const fn program(style: Style, options: &'static [&'static [Flag]], operands: Layout) -> Table {
    Table { style, grammar: grammar(options, operands) }
}

/// A program with GNU's habits.
pub(super) const fn gnu(options: &'static [&'static [Flag]], operands: Layout) -> Table {
    program(Style::GNU, options, operands)
}

/// A program whose long options are spelled out.
pub(super) const fn exact(options: &'static [&'static [Flag]], operands: Layout) -> Table {
    program(Style::EXACT, options, operands)
}

/// A program of subcommands and their grammars.
pub(super) const fn family(style: Style, options: &'static [&'static [Flag]], subcommands: &'static [Subcommand]) -> Table {
    let mut table = program(style, options, crate::command::table::all(crate::command::table::Slot::Data));
    table.grammar.subcommands = subcommands;
    table
}

/// A subcommand.
pub(super) const fn sub(names: &'static [&'static str], options: &'static [&'static [Flag]], operands: Layout) -> Subcommand {
    Subcommand { names, grammar: grammar(options, operands) }
}

/// A subcommand of subcommands, which it may do without.
pub(super) const fn group(
    names: &'static [&'static str],
    options: &'static [&'static [Flag]],
    subcommands: &'static [Subcommand],
) -> Subcommand {
    let mut group = sub(names, options, crate::command::table::all(crate::command::table::Slot::Data));
    group.grammar.subcommands = subcommands;
    group.grammar.subcommand_optional = true;
    group
}

/// What every grammar may say on top.
impl Grammar {
    pub(super) const fn doing(mut self, does: Does) -> Self {
        self.does = does;
        self
    }

    pub(super) const fn plainly(mut self) -> Self {
        self.plain = true;
        self
    }

    pub(super) const fn beside(mut self, rows: &'static [(&'static [&'static str], Layout)]) -> Self {
        self.operands_beside = rows;
        self
    }

    pub(super) const fn taking(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    pub(super) const fn redefining(mut self) -> Self {
        self.redefines = true;
        self
    }
}

impl Table {
    pub(super) const fn doing(mut self, does: Does) -> Self {
        self.grammar = self.grammar.doing(does);
        self
    }

    pub(super) const fn plainly(mut self) -> Self {
        self.grammar = self.grammar.plainly();
        self
    }

    pub(super) const fn beside(mut self, rows: &'static [(&'static [&'static str], Layout)]) -> Self {
        self.grammar = self.grammar.beside(rows);
        self
    }

    pub(super) const fn taking(mut self, input: Input) -> Self {
        self.grammar = self.grammar.taking(input);
        self
    }

    pub(super) const fn redefining(mut self) -> Self {
        self.grammar = self.grammar.redefining();
        self
    }
}

impl Subcommand {
    pub(super) const fn doing(mut self, does: Does) -> Self {
        self.grammar = self.grammar.doing(does);
        self
    }

    pub(super) const fn plainly(mut self) -> Self {
        self.grammar = self.grammar.plainly();
        self
    }

    pub(super) const fn beside(mut self, rows: &'static [(&'static [&'static str], Layout)]) -> Self {
        self.grammar = self.grammar.beside(rows);
        self
    }
}
