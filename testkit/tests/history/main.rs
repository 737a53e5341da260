//! What the interpreter remembers, definition by definition: small programs of core items, short histories, and the value of one question.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod build;
mod duties;
mod effects;
mod functions;
mod labels;
mod limits;
mod lists;
mod origins;
mod owners;
mod sequences;
