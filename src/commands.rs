//! One file a subcommand. Each has its arguments and a `run`; what they share stands beside them, in rooms of its own.

pub mod check;
pub mod compile;
pub mod completions;
pub mod decide;
pub mod doc;
pub mod explain;
pub mod explain_command;
pub mod fmt;
pub mod inspect;
pub mod key;
pub mod new;
mod parts;
pub mod sign;
pub mod test;
pub mod tour;
pub mod verify;
