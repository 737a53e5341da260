//! How a policy is indexed, for `check --explain-index` and `inspect`.

/// So many items of one list of functions may be tried on every call before that is worth a word.
pub const TRIED_ON_EVERY_CALL: usize = 64;

/// The index of the whole policy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexReport {
    /// One for each list of functions that items share, by its first item's set and name.
    pub groups: Vec<GroupReport>,
    /// Functions known by name.
    pub functions: usize,
    /// Patterns that other functions are tried against.
    pub patterns: usize,
}

/// The index of items with equal functions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupReport {
    /// The functions, as written.
    pub on: String,
    /// Items in it.
    pub items: usize,
    /// Items that no condition of theirs could file: evaluated on every call of these functions, by `set.item`.
    pub residual: Vec<String>,
    /// The largest number of items behind one value.
    pub largest_leaf: usize,
    /// The attributes items are filed under, as written, with how many items.
    pub filed: Vec<(String, usize)>,
}

impl IndexReport {
    /// Lists of functions of which more items than the bound are tried on every call.
    pub fn heavy(&self) -> impl Iterator<Item = &GroupReport> {
        self.groups.iter().filter(|group| group.residual.len() > TRIED_ON_EVERY_CALL)
    }
}
