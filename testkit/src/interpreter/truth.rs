//! Kleene's three values and their connectives. Nothing here knows a call.

/// A value of three-valued logic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// Certainly not.
    #[default]
    False,
    /// It cannot be said.
    Unknown,
    /// Certainly.
    True,
}

impl Truth {
    /// True and false change places.
    pub fn negated(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }

    /// The least of all; true where there is none.
    pub fn all(values: impl IntoIterator<Item = Self>) -> Self {
        values.into_iter().min().unwrap_or(Self::True)
    }

    /// The greatest of all; false where there is none.
    pub fn any(values: impl IntoIterator<Item = Self>) -> Self {
        values.into_iter().max().unwrap_or(Self::False)
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl From<Option<bool>> for Truth {
    /// Nothing is unknown.
    fn from(value: Option<bool>) -> Self {
        value.map_or(Self::Unknown, Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{self, False, True, Unknown};

    #[test]
    fn a_false_part_decides_a_conjunction_and_a_true_part_a_disjunction() {
        assert_eq!(Truth::all([True, Unknown, False]), False);
        assert_eq!(Truth::all([True, Unknown]), Unknown);
        assert_eq!(Truth::all([]), True);
        assert_eq!(Truth::any([False, Unknown, True]), True);
        assert_eq!(Truth::any([False, Unknown]), Unknown);
        assert_eq!(Truth::any([]), False);
    }

    #[test]
    fn negation_keeps_unknown() {
        assert_eq!([False, Unknown, True].map(Truth::negated), [True, Unknown, False]);
    }
}
