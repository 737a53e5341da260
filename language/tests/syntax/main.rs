//! The syntax half seen from outside: a file's text in, its items and findings out.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

mod commands;
mod constructs;
mod examples;
mod literate;
mod mistakes;
mod order;
mod properties;
mod read;
mod samples;
mod speed;
mod values;
