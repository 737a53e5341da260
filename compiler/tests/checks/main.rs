//! The ordered checks on a policy written in the language: what each row decides, and where it lets pass.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

mod approvals;
mod facts;
mod law;
mod offered;
mod results;
mod rows;
mod turn;
mod world;
