//! Commands, read: layers, arguments, what is opened, what could not be known.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

mod dump;
mod hostile;
mod reading;
