//! Conditions to branch code: negation pushed to the atoms, then one forward-jumping program that both rails run.

use std::collections::HashMap;

use straza_language::core::{Atom, Comparison, Condition, ItemId, ListKind, Operand, PathText, Quantifier, Window};
use straza_language::core::{Literal, Mark, PathLiteral, Reading};
use straza_runtime::layout::*;
use straza_runtime::text::{Folding, fold_pattern, folded};

use super::{BuildErrorKind, Builder};

/// Programs and atoms written so far.
#[derive(Debug, Default)]
pub(super) struct Code {
    programs: HashMap<Condition, u32>,
    atoms: HashMap<AtomRecord, u32>,
    automata: HashMap<(String, bool), u32>,
    windows: HashMap<Window, u32>,
}

/// An instruction before its place is known: targets are [`ACCEPT`], [`REJECT`] or places in creation order.
struct Draft {
    atom: DraftAtom,
    on_true: u32,
    on_false: u32,
    negated: bool,
}

enum DraftAtom {
    Ready(u32),
    /// A quantifier whose body's entry is still a draft place.
    Quantifier {
        record: AtomRecord,
        body: u32,
    },
}

impl Code {
    /// The entry of a condition's program, written once for equal conditions.
    pub(super) fn program(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, condition: &Condition) -> u32 {
        if let Some(entry) = self.programs.get(condition) {
            return *entry;
        }
        let mut drafts = Vec::new();
        let entry = self.branch(builder, item, &mut drafts, condition, false, ACCEPT, REJECT);
        let entry = self.place(builder, drafts, entry);
        self.programs.insert(condition.clone(), entry);
        entry
    }

    /// Drafts were created back to front (continuations first), so reversed every jump goes forward and bodies lie behind their quantifier.
    fn place(&mut self, builder: &mut Builder<'_>, drafts: Vec<Draft>, entry: u32) -> u32 {
        let base = builder.count(Section::Code);
        let last = u32::try_from(drafts.len()).unwrap_or(u32::MAX).wrapping_sub(1);
        let target = |draft: u32| if draft == ACCEPT || draft == REJECT { draft } else { base + (last - draft) };
        for draft in drafts.into_iter().rev() {
            let atom = match draft.atom {
                DraftAtom::Ready(atom) => atom,
                DraftAtom::Quantifier { record, body } => self.atom_record(builder, AtomRecord { right: target(body), ..record }),
            };
            let instruction =
                Instruction { atom, on_true: target(draft.on_true), on_false: target(draft.on_false), negated: u32::from(draft.negated) };
            builder.sections.push(Section::Code, |out| instruction.write(out));
        }
        target(entry)
    }

    #[expect(clippy::too_many_arguments, reason = "one recursive walk; bundling its labels would hide what they are")]
    fn branch(
        &mut self,
        builder: &mut Builder<'_>,
        item: Option<&ItemId>,
        drafts: &mut Vec<Draft>,
        condition: &Condition,
        negated: bool,
        on_true: u32,
        on_false: u32,
    ) -> u32 {
        match condition {
            Condition::True if negated => on_false,
            Condition::True => on_true,
            Condition::False if negated => on_true,
            Condition::False => on_false,
            Condition::Not(inner) => self.branch(builder, item, drafts, inner, !negated, on_true, on_false),
            // De Morgan: a negated disjunction is a conjunction of negated parts.
            Condition::All(parts) if !negated => {
                parts.iter().rev().fold(on_true, |next, part| self.branch(builder, item, drafts, part, negated, next, on_false))
            }
            Condition::Any(parts) if negated => {
                parts.iter().rev().fold(on_true, |next, part| self.branch(builder, item, drafts, part, negated, next, on_false))
            }
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().rev().fold(on_false, |next, part| self.branch(builder, item, drafts, part, negated, on_true, next))
            }
            Condition::Atom(atom) => {
                let atom = self.draft_atom(builder, item, drafts, atom);
                drafts.push(Draft { atom, on_true, on_false, negated });
                u32::try_from(drafts.len()).unwrap_or(u32::MAX).wrapping_sub(1)
            }
        }
    }

    fn draft_atom(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, drafts: &mut Vec<Draft>, atom: &Atom) -> DraftAtom {
        if let Atom::Quantified { quantifier, list, body } = atom {
            let record = AtomRecord {
                op: match quantifier {
                    Quantifier::Any => op::ANY,
                    Quantifier::Every => op::EVERY,
                    Quantifier::AnySeen => op::ANY_SEEN,
                },
                left: builder.pools.attribute(list),
                ..AtomRecord::default()
            };
            let body = self.branch(builder, item, drafts, body, false, ACCEPT, REJECT);
            return DraftAtom::Quantifier { record, body };
        }
        let record = self.record(builder, item, atom);
        DraftAtom::Ready(self.atom_record(builder, record))
    }

    fn atom_record(&mut self, builder: &mut Builder<'_>, record: AtomRecord) -> u32 {
        *self.atoms.entry(record).or_insert_with(|| builder.sections.push(Section::Atoms, |out| record.write(out)))
    }

    fn record(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, atom: &Atom) -> AtomRecord {
        let pools = &mut builder.pools;
        let text = |builder: &mut Builder<'_>, op: u8, text: &straza_language::core::Attribute, part: &str| AtomRecord {
            op,
            left: builder.pools.attribute(text),
            right: builder.pools.literal(&Literal::Text(part.to_owned())),
            ..AtomRecord::default()
        };
        match atom {
            Atom::Holds(attribute) => AtomRecord { op: op::HOLDS, left: pools.attribute(attribute), ..AtomRecord::default() },
            Atom::Exists(attribute) => AtomRecord { op: op::EXISTS, left: pools.attribute(attribute), ..AtomRecord::default() },
            Atom::Compare { left, op, right } => binary(builder, comparison(*op), left, right),
            Atom::Has { list, value } => binary(builder, op::HAS, list, value),
            Atom::In { left, list: ListKind::Attribute(list) } => AtomRecord {
                op: op::IN,
                flags: op::ATTRIBUTE,
                left: pools.attribute(left),
                right: pools.attribute(list),
                ..AtomRecord::default()
            },
            Atom::In { left, list: ListKind::Literals(literals) } => {
                let indices: Vec<u32> = literals.iter().map(|literal| pools.literal(literal)).collect();
                AtomRecord { op: op::IN, left: pools.attribute(left), list: pools.list(&indices), ..AtomRecord::default() }
            }
            // Written as the runtime compares them: folded once, here.
            Atom::Like { text: left, glob } => text(builder, op::LIKE, left, &fold_pattern(glob, folding(left.reading))),
            Atom::Contains { text: left, part } => text(builder, op::CONTAINS, left, &folded(part, folding(left.reading))),
            Atom::StartsWith { text: left, part } => text(builder, op::STARTS_WITH, left, part),
            Atom::EndsWith { text: left, part } => text(builder, op::ENDS_WITH, left, part),
            Atom::LikePath { path, pattern } => path_atom(builder, op::LIKE_PATH, path, pattern),
            Atom::Under { path, base: PathText::Literal(base) } => path_atom(builder, op::UNDER, path, base),
            Atom::Under { path, base: PathText::Attribute(base) } => AtomRecord {
                op: op::UNDER,
                flags: op::ATTRIBUTE,
                left: pools.attribute(path),
                right: pools.attribute(base),
                ..AtomRecord::default()
            },
            Atom::Matches { text, regex } => {
                let left = pools.attribute(text);
                AtomRecord { op: op::MATCHES, left, right: self.automaton(builder, item, regex), ..AtomRecord::default() }
            }
            Atom::Within { time, window } => {
                let left = pools.attribute(time);
                AtomRecord { op: op::WITHIN, left, right: self.window(builder, item, window), ..AtomRecord::default() }
            }
            Atom::Function(targets) => {
                let mut tracked = std::mem::take(&mut builder.tracked);
                let list = tracked.targets(builder, targets);
                builder.tracked = tracked;
                AtomRecord { op: op::FUNCTION, list, ..AtomRecord::default() }
            }
            Atom::StartsChild => AtomRecord { op: op::STARTS_CHILD, ..AtomRecord::default() },
            Atom::Memory(memory) => {
                let mut tracked = std::mem::take(&mut builder.tracked);
                let right = tracked.memory(builder, memory);
                builder.tracked = tracked;
                AtomRecord { op: op::MEMORY, right, ..AtomRecord::default() }
            }
            // Handled where bodies are drafted.
            Atom::Quantified { list, .. } => {
                AtomRecord { op: op::ANY, left: pools.attribute(list), right: REJECT, ..AtomRecord::default() }
            }
        }
    }

    pub(super) fn automaton(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, expression: &str) -> u32 {
        self.table(builder, item, expression, false)
    }

    /// The automaton that finds an expression.
    pub(super) fn search(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, expression: &str) -> u32 {
        self.table(builder, item, expression, true)
    }

    fn table(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, expression: &str, finds: bool) -> u32 {
        if let Some(index) = self.automata.get(&(expression.to_owned(), finds)) {
            return *index;
        }
        let table = if finds { builder.compiled.search(expression) } else { builder.compiled.automaton(expression) };
        let bytes = match table {
            Ok(bytes) => bytes,
            Err(why) => {
                builder.error(item, BuildErrorKind::Expression { expression: expression.to_owned(), why });
                Vec::new()
            }
        };
        let start = builder.count(Section::AutomatonBytes);
        let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        builder.sections.data(Section::AutomatonBytes).extend(bytes);
        let index = builder.sections.push(Section::Automata, |out| NameRecord { text: Run { start, len } }.write(out));
        self.automata.insert((expression.to_owned(), finds), index);
        index
    }

    fn window(&mut self, builder: &mut Builder<'_>, item: Option<&ItemId>, window: &Window) -> u32 {
        if let Some(index) = self.windows.get(window) {
            return *index;
        }
        let transitions = match builder.compiled.transitions(&window.zone) {
            Ok(transitions) => transitions,
            Err(why) => {
                builder.error(item, BuildErrorKind::Zone { zone: window.zone.clone(), why });
                Vec::new()
            }
        };
        let start = builder.count(Section::Transitions);
        let len = u32::try_from(transitions.len()).unwrap_or(u32::MAX);
        for (from, offset) in transitions {
            builder.sections.push(Section::Transitions, |out| Transition { from, offset }.write(out));
        }
        let record =
            WindowRecord { days: window.days, from: window.from, to: window.to, zone: Run { start, len }, ..WindowRecord::default() };
        let index = builder.sections.push(Section::Windows, |out| record.write(out));
        self.windows.insert(window.clone(), index);
        index
    }
}

fn binary(builder: &mut Builder<'_>, op: u8, left: &straza_language::core::Attribute, right: &Operand) -> AtomRecord {
    let left = builder.pools.attribute(left);
    match right {
        Operand::Literal(literal) => AtomRecord { op, left, right: builder.pools.literal(literal), ..AtomRecord::default() },
        Operand::Attribute(attribute) => {
            AtomRecord { op, flags: op::ATTRIBUTE, left, right: builder.pools.attribute(attribute), ..AtomRecord::default() }
        }
    }
}

fn path_atom(builder: &mut Builder<'_>, op: u8, path: &straza_language::core::Attribute, literal: &PathLiteral) -> AtomRecord {
    AtomRecord {
        op,
        left: builder.pools.attribute(path),
        right: builder.pools.literal(&Literal::Path(as_compared(path, literal))),
        ..AtomRecord::default()
    }
}

/// The pattern of text that is no path of this machine, folded once, here: such text is compared component by component, so letters and digits alone
/// ignore case and nothing else.
pub(super) fn as_compared(path: &straza_language::core::Attribute, literal: &PathLiteral) -> PathLiteral {
    match path.reading {
        Reading::Marked(_) => PathLiteral { text: folded(&literal.text, Folding::Fold), ..literal.clone() },
        Reading::Plain | Reading::Path => literal.clone(),
    }
}

pub(super) fn folding(reading: Reading) -> Folding {
    match reading {
        Reading::Marked(Mark::Fold) => Folding::Fold,
        Reading::Marked(Mark::Alnum) => Folding::Alnum,
        Reading::Plain | Reading::Path => Folding::Plain,
    }
}

fn comparison(op: Comparison) -> u8 {
    match op {
        Comparison::Equal => op::EQUAL,
        Comparison::Less => op::LESS,
        Comparison::LessOrEqual => op::LESS_OR_EQUAL,
        Comparison::Greater => op::GREATER,
        Comparison::GreaterOrEqual => op::GREATER_OR_EQUAL,
    }
}
