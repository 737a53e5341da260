//! The settings of a repository that compilation depends on, already read: this module knows no file and no TOML.

/// Settings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Config {
    /// The edition of the language.
    pub edition: u32,
    /// Pairs of sets whose remits may overlap, in either order: their owners agreed.
    pub shared_remits: Vec<(String, String)>,
    /// Most steps of work that one decision may cost in the worst case, text and list elements not counted.
    pub work: u64,
    /// The modules of `std` that apply, such as `std.commands`.
    pub std: Vec<String>,
}

impl Config {
    /// The edition that this compiler reads.
    pub const EDITION: u32 = 1;
    /// Most steps of work in the worst case, where the repository says nothing.
    pub const WORK: u64 = 1_000_000;
}

impl Default for Config {
    fn default() -> Self {
        Self { edition: Self::EDITION, shared_remits: Vec::new(), work: Self::WORK, std: Vec::new() }
    }
}
