//! The same rules and calls for straza and its peers, and a way to time single decisions.
//!
//! Every engine decides the same calls and must give the same answers before it is timed. Nothing here is shipped.

pub mod command_lines;
pub mod engines;
pub mod spelled;
pub mod timing;
pub mod workload;
