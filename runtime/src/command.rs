//! What a shell command comes to: every program that it starts, layer by layer, with options and operands told apart, what is read, written
//! and contacted, and what could not be known.
//!
//! [`Command::read`] goes from a text (or an argument vector) over [`crate::shell`] and the tables of programs to [`Part`]s. No policy is
//! known here: what a part means to a rule is [`crate::decide`]'s business.

mod args;
mod constants;
mod expand;
mod flows;
mod folders;
mod globs;
mod guess;
mod hosts;
mod input;
mod level;
mod meaning;
pub mod names;
mod reading;
mod scripts;
pub mod table;
mod tables;
mod working;
mod written;

pub use folders::Folders;
pub use reading::{
    Arg, ArgKind, Assignment, Certainty, Command, Does, Flow, FlowKind, Layer, Part, PartFlags, Program, Signal, Spelled, Text, Touch,
    TouchKind,
};
pub use working::Scratch;
