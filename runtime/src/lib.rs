//! Decides tool calls from a signed snapshot.
//!
//! Bytes of a call become a [`Call`], bytes of a snapshot become a compiled policy behind its signature, and a decision is a pure function
//! of the two. Whatever cannot be evaluated is denied with its cause and a next step.
//!
//! This crate never reads a clock, a file, the network or the environment, holds no global state, and panics on no input. Its only
//! constructor of a snapshot checks the signature. It knows nothing of the language that policies are written in.
//!
//! | to read | start at |
//! |---|---|
//! | calls | [`json`], [`call`], [`path`], [`digest`], [`refusal`] |
//! | commands | [`shell`], [`command`] |
//! | checks | [`mod@judge`], [`checks`] |
//! | snapshots | [`mod@file`], [`envelope`], [`payload`], [`trust`], [`opening`], [`open_error`] |
//! | other formats | [`listing`], [`receipt`], [`revocations`], [`format_error`] |
//! | values | [`decimal`], [`text`], [`instant`], [`automaton`], [`escape`] |
//! | bounds | [`limits`] |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod automaton;
mod bound;
pub mod call;
pub mod cbor;
pub mod checks;
pub mod command;
pub mod compiled;
pub mod decide;
pub mod decimal;
pub mod digest;
pub mod domain;
pub mod envelope;
pub mod escape;
mod evaluate;
pub mod explain;
pub mod file;
pub mod format_error;
pub mod functions;
pub mod indexed;
pub mod instant;
pub mod json;
pub mod judge;
pub mod layout;
pub mod limits;
pub mod listing;
pub mod matching;
pub mod moves;
pub mod open_error;
pub mod opening;
pub mod path;
pub mod payload;
mod reason;
pub mod receipt;
pub mod refusal;
pub mod revocations;
mod shape;
pub mod shell;
mod signed;
pub mod snapshot;
pub mod spine;
pub mod state;
pub mod steps;
pub mod text;
pub mod trust;

pub use call::Call;
pub use checks::Check;
pub use decide::{Decision, Reported, Scratch, Word};
pub use judge::{Answer, Host, ResultOf, Results, Ruling};
pub use moves::{Outcome, Yes};
pub use refusal::{Cause, Refusal};
pub use snapshot::Snapshot;
pub use state::{State, States};
pub use trust::Trust;
