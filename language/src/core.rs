//! The core calculus: the one lowered form that the interpreter, the index and the solver consume.
//!
//! Every surface construct becomes [`CoreItem`]s: on-patterns, one condition, one effect. A rule with two outcomes is two
//! items; `allow after STEPS` is a permission and a restriction; `for`, `when` and `unless` are folded into the condition.
//! `a != b` is `not (a == b)`, `a? op v` is `exists a and a op v`, `any xs op v` is a quantifier with a body, so that
//! nothing behind this module knows the surface.
//!
//! What each atom means, three-valued, is written at the atom. Nothing here evaluates anything.

mod command;
mod condition;
mod folding;
mod function;
mod item;
mod literal;
mod outcome;
mod schema;
mod tracked;

pub use command::{
    CommandDefaults, CommandMatch, CommandOutcome, CommandPattern, MatchPattern, PatternWord, StagePattern, TextPattern, TextPiece,
    WordPattern,
};
pub use condition::{Atom, Attribute, Comparison, Condition, ListKind, Operand, PathText, Quantifier, Reading, Root, Window};
pub use folding::folded;
pub use function::{Effects, FunctionName, FunctionPattern, FunctionSelector, Glob, Target};
pub use item::{CoreItem, DefaultRow, ItemId, ItemKind, PolicySet, Program, Reason, ReasonPart, RowHead};
pub use literal::{Decimal, Literal, PathAnchor, PathLiteral};
pub use outcome::{Binding, Effect, OnUnknown, Pool, Restriction, Step, Terms};
pub use schema::{ArgumentSchema, Catalog, CatalogFunction, Feed, JsonTypes, Mark};
pub use tracked::{Bind, Counter, Duty, Measure, Memory, Move, Owner, Sequence, Source};
