//! Policy texts to typed items, incrementally, and typed items to a signed snapshot.
//!
//! ```text
//! workspace   texts in; findings, program, tests and places out (over `queries`, the only user of salsa)
//! index       program to core: pools, branch code, function groups, spines
//! hosts       what a host lacks, what that makes of a program, and the program that is compiled for it
//! expression  regular expression to table        zone  time zone to offsets
//! compile     program, core, payload, file       sign  envelope, signing again       keys  key material
//! ```
//!
//! This crate reads no disk, no clock and no environment: callers bring texts, times and secrets.

pub mod codes;
pub mod compile;
pub mod config;
mod db;
pub mod examples;
pub mod expression;
pub mod hosts;
pub mod index;
pub mod keys;
mod queries;
pub mod reading;
pub mod sign;
pub mod workspace;
pub mod zone;
