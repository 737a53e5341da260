//! The command from outside: folders, files, exit codes, what is printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

mod check;
mod decide;
mod doc;
mod examples;
mod explain;
mod explain_command;
mod fmt;
mod hosts;
mod keys;
mod new;
mod output;
mod readme;
mod reproducible;
mod sandbox;
mod snapshot;
mod test;
