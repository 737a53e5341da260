//! What a table of a program says: its options and what each does, its subcommands, what its operands are, and whether it runs others.
//!
//! Tables are constant data in [`super::tables`], nothing is built at start-up. Here are their types and the look-ups; what a line of words
//! comes to by them is [`super::args`]' business. Where a program has no table nothing is known of its options.

use super::reading::{Does, Layer};

/// A foreign language whose code a program takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Shell text: it is read as such.
    Shell,
    /// Python.
    Python,
    /// Perl.
    Perl,
    /// Ruby.
    Ruby,
    /// JavaScript and TypeScript.
    JavaScript,
    /// PHP.
    Php,
    /// Lua.
    Lua,
    /// R.
    R,
    /// PowerShell; an encoded command is base64.
    PowerShell,
    /// AppleScript.
    AppleScript,
    /// vim's commands.
    Vim,
    /// SQL, and the own commands of clients and debuggers.
    Sql,
    /// Lines of an editor or client in which `!` stands before a command.
    Bang,
    /// Tcl and Expect.
    Tcl,
    /// A makefile.
    Makefile,
    /// A table of times and commands (`crontab`).
    Schedule,
    /// Anything else.
    Other,
}

/// A small language that is scanned for what runs, reads and writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// sed
    Sed,
    /// awk
    Awk,
    /// jq
    Jq,
}

/// What an option's value is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// It has none.
    Nothing,
    /// One: glued (`-ofile`, `--output=file`) or the next word.
    One,
    /// One, or none: only glued.
    Glued,
    /// Digits, or none: what is glued behind them are more options (`perl -l0ne`).
    Digits,
    /// One, which is the next word if that is no option (`-i`, `-i 5`).
    Optional,
    /// So many next words.
    Words(u8),
}

/// What an option does with its value, or by being there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    /// Nothing that matters.
    Harmless,
    /// It reads the path; without a value, something that is not spelled.
    Reads,
    /// It reads all below the path.
    ReadsBelow,
    /// It writes the path; without a value, something that is not spelled.
    Writes,
    /// It may write any path.
    WritesAnywhere,
    /// The operands that the program reads are written as well (`sed -i`).
    Edits,
    /// The operands that the program reads are read with all below them (`grep -r`). Harmless.
    Recurses,
    /// The value is a [`Slot::Name`].
    Name,
    /// It sends something or changes where to.
    Sends,
    /// The value is a host, `host:port` or URL that is contacted.
    Contacts,
    /// The value is sent; `@path` in front reads that path (`curl -d`). `@-` is the input.
    SendsText,
    /// As [`Effect::SendsText`], `@path` or `<path` behind the first `=` (`curl -F`, `gh api -F`).
    SendsField,
    /// The value names a path that is read and sent (`curl -T`).
    SendsFile,
    /// It runs something that is not spelled on the line.
    Runs,
    /// It reads the path and runs what is there.
    RunsFile,
    /// The value is shell text: a layer.
    Shell,
    /// The value is a program and its words, split at blanks without a shell (`rsync -e`, `tar --use-compress-program`): a layer.
    Words,
    /// As [`Effect::Words`], and the words behind it are more of it (`env -S`).
    Splits,
    /// The words up to `;` or `+` are a command: a layer (`find -exec`). `{}` in it stands for a path that is not known.
    Argv,
    /// The value is code of this language: opaque, or read if it is shell text.
    Code(Language),
    /// The value is a script: scanned.
    Script(Script),
    /// The value is `key=value`: the first row whose key matches (globs with `*`) says what the value does; otherwise the last field.
    Setting(&'static [(&'static str, Effect)], Does),
    /// The value, or what stands behind a leading `!`, is shell text; without a `!` it is harmless (`git -c alias.x=!cmd`).
    ShellBehindBang,
    /// The value begins with this word; what stands behind it is shell text, else as [`Effect::Runs`] says no (`--checkpoint-action=exec=`).
    ShellBehind(&'static str),
    /// The program waits for commands from elsewhere.
    Interactive,
    /// The value is the folder in which the program works: relative operands are below it (`git -C`).
    Folder,
    /// The value is the folder or file that is written instead of the last operand (`cp -t`).
    Target,
    /// The value stands for what is put in its place in the wrapped command (`xargs -I`).
    Placeholder,
    /// One of [`Layout::first`] is given by this option (`grep -e`): it is no operand then. The value is data.
    GivesFirst,
    /// As [`Effect::GivesFirst`], and the value is a path that is read (`grep -f`).
    ReadsFirst,
    /// As [`Effect::GivesFirst`], and the value is a script (`sed -e`).
    ScriptFirst(Script),
    /// As [`Effect::GivesFirst`], and the value is a path of a script that is run (`sed -f`, `awk -f`): it runs and writes what is not known.
    RunsFileFirst,
    /// The value is a path of code of this language that is run; `-` is the input (`make -f`).
    CodeFile(Language),
    /// As [`Effect::GivesFirst`], and the value is code (`python -c`, `perl -e`): no operand is a file of code.
    CodeFirst(Language),
    /// The input is code (`bash -s`): no operand is a file of code.
    CodeInput,
    /// Nothing is known of it, as if it were not in the table.
    Unknown,
}

/// An option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flag {
    /// As it is spelled, with dashes; `-#` is a dash and digits, `+x` begins with a plus, `+*` is every word that does, its value what stands behind. The first long one is the canonical name, else the first.
    pub spellings: &'static [&'static str],
    /// What its value is like.
    pub takes: Takes,
    /// What it does.
    pub effect: Effect,
    /// Beside one of these options (any spelling) it does this instead (`tar -f` with `-c` writes).
    pub beside: Option<(&'static [&'static str], Effect)>,
}

impl Flag {
    /// The canonical name.
    pub fn name(&self) -> &'static str {
        let long = self.spellings.iter().find(|spelling| spelling.starts_with("--"));
        long.or(self.spellings.first()).copied().unwrap_or_default()
    }

    /// Whether it has this spelling. Most differ in length or in the last byte, which is cheaper than comparing all.
    fn is_spelled(&self, spelling: &str) -> bool {
        let last = spelling.as_bytes().last();
        self.spellings.iter().any(|known| known.len() == spelling.len() && known.as_bytes().last() == last && *known == spelling)
    }

    /// The same option, doing something else beside one of these.
    pub const fn beside(mut self, others: &'static [&'static str], effect: Effect) -> Self {
        self.beside = Some((others, effect));
        self
    }
}

/// A harmless option without a value.
pub const fn flag(spellings: &'static [&'static str]) -> Flag {
    does(spellings, Effect::Harmless)
}

/// A harmless option with a value.
pub const fn takes(spellings: &'static [&'static str]) -> Flag {
    with(spellings, Effect::Harmless)
}

/// A harmless option whose value can only be glued.
pub const fn glued(spellings: &'static [&'static str]) -> Flag {
    Flag { spellings, takes: Takes::Glued, effect: Effect::Harmless, beside: None }
}

/// A harmless option that takes digits, or nothing.
pub const fn digits(spellings: &'static [&'static str]) -> Flag {
    Flag { spellings, takes: Takes::Digits, effect: Effect::Harmless, beside: None }
}

/// An option without a value.
pub const fn does(spellings: &'static [&'static str], effect: Effect) -> Flag {
    Flag { spellings, takes: Takes::Nothing, effect, beside: None }
}

/// An option with a value.
pub const fn with(spellings: &'static [&'static str], effect: Effect) -> Flag {
    Flag { spellings, takes: Takes::One, effect, beside: None }
}

/// An option whose value can only be glued.
pub const fn with_glued(spellings: &'static [&'static str], effect: Effect) -> Flag {
    Flag { spellings, takes: Takes::Glued, effect, beside: None }
}

/// What an operand is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slot {
    /// Text, a number, a name: nothing is opened.
    Data,
    /// A regular expression over names (`pkill -f`): it may mean any name that it matches.
    Expression,
    /// A path that is read; `-` is the input.
    Read,
    /// A path that is read with all below it.
    ReadBelow,
    /// A path that is written.
    Write,
    /// A path that is read and written (`mv`'s first, `ln`'s).
    ReadWrite,
    /// A host, `host:port`, `user@host` or URL.
    Host,
    /// `host:path` contacts, anything else is a path that is read (`scp`, `rsync`).
    HostOrRead,
    /// `host:path` contacts, anything else is a path that is written.
    HostOrWrite,
    /// `key=value`, the value being what its row says; anything else is data (`dd if=`).
    Setting(&'static [(&'static str, Slot)]),
    /// Here begins the argument vector of another command; nothing behind it is this program's.
    Command,
    /// As [`Slot::Command`], and words in front of it that are `NAME=VALUE` are its assignments (`env`, `sudo`).
    AssignedCommand,
    /// This and all behind it, joined with blanks, are shell text (`eval`, `watch`, `ssh host`).
    ShellText,
    /// This one is shell text.
    Shell,
    /// Code of this language.
    Code(Language),
    /// A script that is scanned.
    Script(Script),
    /// A file of code that is read and run; what stands behind it are its arguments, none of them this program's.
    RunFile,
    /// A folder that the shell goes to (`cd`).
    Folder,
    /// `NAME` or `NAME=VALUE`: variables that are set for what follows (`export`).
    Variable,
    /// The name of a variable that is set or looked at, or arithmetic: its subscripts are evaluated (`read`, `let`, `test -v`).
    Name,
    /// The value of the setting that the operand before names, by its row (`git config core.pager …`).
    SettingOf(&'static [(&'static str, Effect)]),
    /// `NAME=TEXT`: shell text that the name stands for later (`alias`).
    Definition,
    /// A revision or a path of git.
    Revision,
    /// What is not known: it may be anything (a path, a host).
    Unknown,
}

/// What the operands of a program are, by place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// The first ones; left out from the front where an option gives them.
    pub first: &'static [Slot],
    /// All others.
    pub rest: Slot,
    /// The last one, if there are more than [`Layout::first`] and it is not alone (`cp`).
    pub last: Option<Slot>,
    /// What stands for an absent [`Layout::rest`] (`.`).
    pub absent: Option<&'static str>,
}

/// All operands of a kind.
pub const fn all(rest: Slot) -> Layout {
    Layout { first: &[], rest, last: None, absent: None }
}

/// So many first ones, then all of a kind.
pub const fn first(first: &'static [Slot], rest: Slot) -> Layout {
    Layout { first, rest, last: None, absent: None }
}

/// All of a kind but the last one.
pub const fn last(rest: Slot, last: Slot) -> Layout {
    Layout { first: &[], rest, last: Some(last), absent: None }
}

/// What the input is where no operand (or `-`) says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Data, or not read.
    Data,
    /// Code of this language where neither an operand nor an option gives it; from a terminal it is interactive.
    Code(Language),
    /// Without an operand it waits for commands (`ssh host`, `su`, `ftp`, `gdb`).
    Waits,
    /// Whatever it gets, it waits for commands or listens.
    Always,
    /// As [`Input::Always`], and what the text gives it is code of this language.
    Listens(Language),
}

/// Options, subcommands and operands of a program or a subcommand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grammar {
    /// Groups of rows, looked through in order.
    pub options: &'static [&'static [Flag]],
    /// Subcommands: the first operand is looked up here. One that is not here makes everything behind it unknown.
    pub subcommands: &'static [Subcommand],
    /// The first operand may be no subcommand: it is then an operand of this grammar.
    pub subcommand_optional: bool,
    /// What operands are.
    pub operands: Layout,
    /// Beside one of these options operands are this instead; the first row that applies.
    pub operands_beside: &'static [(&'static [&'static str], Layout)],
    /// How it covers the command that it runs.
    pub layer: Layer,
    /// None of the words that it puts out begins with `-`.
    pub plain: bool,
    /// What its input is.
    pub input: Input,
    /// It does this whatever its options are ([`Does::Harmless`]: nothing more than its operands and options say). Not harmless ones make
    /// neither layer nor touch, they only open the lists: `Runs` a program that is not spelled (`make`), `Sends` to hosts not spelled (`git push`).
    pub does: Does,
    /// Operands that are not known are put behind the wrapped command (`xargs`).
    pub appends: bool,
    /// It redefines commands for what follows (`alias`, `source`, `enable`, `hash`): later parts are outside permissions.
    pub redefines: bool,
}

impl Grammar {
    /// No options, no subcommands, operands that are data.
    pub const NONE: Self = Self {
        options: &[],
        subcommands: &[],
        subcommand_optional: false,
        operands: all(Slot::Data),
        operands_beside: &[],
        layer: Layer::Changing,
        plain: false,
        input: Input::Data,
        does: Does::Harmless,
        appends: false,
        redefines: false,
    };

    /// An option by its spelling, with its dashes and without a value.
    pub fn flag(&self, spelling: &str) -> Option<&'static Flag> {
        self.options.iter().flat_map(|group| group.iter()).find(|flag| flag.is_spelled(spelling))
    }

    /// The only long option that begins so, or the one that is all of it.
    pub fn abbreviated(&self, spelling: &str) -> Option<&'static Flag> {
        let exact = self.flag(spelling);
        if exact.is_some() || spelling.len() < 3 || !spelling.starts_with("--") {
            return exact;
        }
        let mut found: Option<&'static Flag> = None;
        for flag in self.options.iter().flat_map(|group| group.iter()) {
            if flag.spellings.iter().any(|known| known.starts_with(spelling)) {
                if found.is_some_and(|other| other != flag) {
                    return None;
                }
                found = Some(flag);
            }
        }
        found
    }

    /// A subcommand by its name.
    pub fn subcommand(&self, name: &str) -> Option<&'static Subcommand> {
        self.subcommands.iter().find(|subcommand| subcommand.names.contains(&name))
    }
}

/// A subcommand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Subcommand {
    /// Its names.
    pub names: &'static [&'static str],
    /// Its grammar, subcommands of its own included.
    pub grammar: Grammar,
}

/// How a program reads its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// `--outp` stands for `--output` where only that begins so.
    pub abbreviates: bool,
    /// `-rf` is `-r -f`; else a word with one dash is one option.
    pub bundles: bool,
    /// A word with one dash may be a long option (`find -name`, `java -jar`); looked up before it is taken for a bundle.
    pub single_dash: bool,
    /// The first word is a bundle even without a dash (`tar xf`).
    pub first_bundle: bool,
    /// Options end at the first operand (`env`, `bash`, `git` before its subcommand).
    pub stops: bool,
    /// A word that looks like an option and is not in the table is an operand (`echo`, `test`).
    pub lenient: bool,
    /// Options of outer levels are known behind a subcommand as well (`kubectl get -n x`).
    pub inherits: bool,
    /// A long option that the table does not have takes no word behind it.
    pub glues: bool,
    /// `--` is no end of options but an operand (`echo`, `test`).
    pub no_end: bool,
}

impl Style {
    /// GNU: abbreviations, bundles, options anywhere.
    pub const GNU: Self = Self {
        abbreviates: true,
        bundles: true,
        single_dash: false,
        first_bundle: false,
        stops: false,
        lenient: false,
        inherits: false,
        glues: false,
        no_end: false,
    };
    /// Bundles, long options by their whole names, options anywhere.
    pub const EXACT: Self = Self { abbreviates: false, ..Self::GNU };
    /// As [`Style::EXACT`], and options of outer levels are known behind a subcommand.
    pub const NESTED: Self = Self { inherits: true, ..Self::EXACT };
    /// As [`Style::GNU`], and options end at the first operand: wrappers.
    pub const WRAPPER: Self = Self { stops: true, ..Self::GNU };
    /// A word with one dash is one long option.
    pub const SINGLE: Self = Self { bundles: false, single_dash: true, abbreviates: false, ..Self::GNU };
    /// Operands but for the few options that the table has.
    pub const TEXT: Self = Self { lenient: true, no_end: true, stops: true, abbreviates: false, ..Self::GNU };
}

/// The table of a program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table {
    /// How it reads its words.
    pub style: Style,
    /// What the words mean.
    pub grammar: Grammar,
}

/// Every program that has a table, by what programs do, in the order of the tables.
pub fn programs() -> impl Iterator<Item = (&'static str, impl Iterator<Item = (&'static str, &'static Table)>)> {
    super::tables::NAMED.iter().map(|(family, rows)| (*family, rows.iter().copied()))
}

/// A program by its base name.
pub fn table(program: &str) -> Option<&'static Table> {
    let rows = super::tables::PROGRAMS;
    let at = rows.binary_search_by(|(name, _)| (*name).cmp(program)).ok()?;
    rows.get(at).map(|(_, table)| *table)
}

/// The grammar that holds behind these subcommands of a program, with the program's own options.
pub fn grammar_of<'a>(program: &str, words: impl IntoIterator<Item = &'a str>) -> Option<(&'static Table, &'static Grammar)> {
    let table = table(program)?;
    let mut grammar = &table.grammar;
    for word in words {
        let Some(subcommand) = grammar.subcommand(word) else { break };
        grammar = &subcommand.grammar;
    }
    Some((table, grammar))
}
