//! Functions, patterns over them, and what is stated about their effects.

/// A function: the raw pair of server and name. `a.b.c` in a policy is server `a`, name `b.c`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionName {
    /// The server, or a reserved namespace (`shell`, `file`, `net`, `task`, `other`).
    pub server: String,
    /// The function's name on that server.
    pub name: String,
}

/// A glob over one half of a function's pair, as Python's `fnmatchcase`: `*`, `?`, `[seq]`, `[!seq]`; a text without these is itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glob(pub String);

impl Glob {
    /// Whether the pattern has no special character, so that it matches exactly its own text.
    pub fn is_exact(&self) -> bool {
        !self.0.contains(['*', '?', '['])
    }
}

/// A pattern over the pair. `*` alone is `*`.`*`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionPattern {
    /// Over the server.
    pub server: Glob,
    /// Over the name.
    pub name: Glob,
}

/// What a function does. A function whose effect nothing states is [`Effects::UNSTATED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effects {
    /// It changes something; not `write` is `read`.
    pub write: bool,
    /// It may destroy.
    pub destructive: bool,
    /// Doing it twice is doing it once.
    pub idempotent: bool,
    /// It reaches the outside; not `open_world` is `closed-world`.
    pub open_world: bool,
}

impl Effects {
    /// Nothing is known: the worst is assumed.
    pub const UNSTATED: Self = Self { write: true, destructive: true, idempotent: false, open_world: true };
}

/// Words after `effect`: each `Some` must be equal to the function's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionSelector {
    /// `write` (true) or `read` (false).
    pub write: Option<bool>,
    /// `destructive`.
    pub destructive: Option<bool>,
    /// `idempotent`.
    pub idempotent: Option<bool>,
    /// `open-world` (true) or `closed-world` (false).
    pub open_world: Option<bool>,
}

impl FunctionSelector {
    /// Whether a function with these effects is selected.
    pub fn selects(&self, effects: Effects) -> bool {
        self.write.is_none_or(|w| w == effects.write)
            && self.destructive.is_none_or(|d| d == effects.destructive)
            && self.idempotent.is_none_or(|i| i == effects.idempotent)
            && self.open_world.is_none_or(|o| o == effects.open_world)
    }
}

/// One entry of an item's `on`.
///
/// It matches a *known* function (one that a catalog or the built-in table describes) when the pattern matches, the selector selects its
/// effects, it has every argument in `having` and none in `lacking` (top-level arguments of its schema).
/// It matches any *other* function when the pattern matches, the selector selects [`Effects::UNSTATED`], and either `having` and `lacking` are
/// empty or the item restricts: nothing is known of its arguments, so a restriction stays and a permission does not reach it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// Which pairs.
    pub pattern: FunctionPattern,
    /// Which effects.
    pub effects: FunctionSelector,
    /// Arguments the schema must have.
    pub having: Vec<String>,
    /// Arguments the schema must lack.
    pub lacking: Vec<String>,
    /// `on event NAME`: the item is on that event instead of `tool.pre` and `permission.request`.
    pub event: Option<String>,
}
