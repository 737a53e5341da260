//! The facts that only a host knows, by the names that a published call gives them.

/// Each fact, and whether it is a boolean.
pub const HOST_FACTS: &[(&str, bool)] = &[
    ("granted", true),
    ("withdrawn", true),
    ("installed", true),
    ("may-ask", true),
    ("budget-argument", false),
    ("turn", false),
    ("grant", false),
    ("hooks", false),
    ("approvals", false),
    ("quota", false),
    ("envelope", false),
    ("audit", false),
    ("revoked", true),
    ("draining", true),
    ("listing-digest", false),
    ("killed", true),
    ("secrets", false),
    ("egress", false),
    ("placeholders", false),
    ("outcome", false),
    ("offered", false),
    ("flow", false),
];
