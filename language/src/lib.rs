//! Text to resolved, typed items and diagnostics.
//!
//! The way of a file: [`split`] cuts it into items, [`parse`] reads one into a [`tree`], [`meaning`] types it into [`core`] items with what
//! [`names`] and [`catalog`] know; [`canonical`] digests the whole.
//! This crate never reads a file, a clock or the environment, and knows nothing of the runtime.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic, reason = "a test that panics has failed")
)]

mod brackets;
pub mod canonical;
pub mod catalog;
mod clause_order;
pub mod codes;
pub mod core;
pub mod diagnostic;
mod disguise;
pub mod fix;
pub mod format;
pub mod glob;
mod lexer;
pub mod link;
pub mod local_tools;
pub mod meaning;
pub mod names;
pub mod parse;
pub mod reach;
pub mod span;
pub mod split;
pub mod standard;
pub mod suggestion;
#[cfg(test)]
mod testing;
pub mod tests;
pub mod tree;
pub mod values;
pub mod words;
