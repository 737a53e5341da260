//! The two forms of what a command prints, where there are only two.

/// Forms of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs; documented in docs/json.md
    Json,
}
