//! Abstract rules and calls, drawn from a fixed seed. One rule in ten denies; a deny overrides; nothing allowed is denied.

/// Which shape the rules have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Each rule on a function of its own, for one of 16 roles.
    OneFunctionEach,
    /// All rules on one function: a third by a path's start, a third by a bound on an amount, a third by an environment's name.
    AllOnOne,
}

impl Shape {
    /// Both.
    pub const ALL: [Self; 2] = [Self::OneFunctionEach, Self::AllOnOne];

    /// For the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneFunctionEach => "one function each",
            Self::AllOnOne => "all on one function",
        }
    }
}

/// What a rule asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The principal has the role.
    Role(String),
    /// `path` starts so.
    PathStart(String),
    /// `amount` is above.
    AmountAbove(i64),
    /// `env` is this.
    Env(String),
}

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The function's name.
    pub tool: String,
    /// Its condition.
    pub test: Test,
    /// Whether it denies; else it allows.
    pub denies: bool,
}

/// One call.
#[derive(Debug, Clone)]
pub struct CallSpec {
    /// The function's name.
    pub tool: String,
    /// The principal's role.
    pub role: String,
    /// Arguments.
    pub path: String,
    /// Arguments.
    pub amount: i64,
    /// Arguments.
    pub env: String,
}

/// The rules of a shape.
pub fn rules(shape: Shape, count: usize) -> Vec<Rule> {
    let rule = |index: usize| {
        let denies = index.is_multiple_of(10);
        match shape {
            Shape::OneFunctionEach => Rule { tool: format!("tool{index}"), test: Test::Role(format!("role{}", index % 16)), denies },
            Shape::AllOnOne => {
                let test = match index % 3 {
                    0 => Test::PathStart(format!("/srv/p{index}/")),
                    1 => Test::AmountAbove(1_000_000 + index as i64),
                    _ => Test::Env(format!("env{index}")),
                };
                Rule { tool: String::from("bash"), test, denies }
            }
        }
    };
    (0..count).map(rule).collect()
}

/// Calls that meet rules of all kinds, nine in ten with the role that fits.
pub fn calls(shape: Shape, rules: usize, count: usize) -> Vec<CallSpec> {
    let mut random = Random(0x5EED_1234_ABCD_0001);
    let mut call = || {
        let (tool, path, env) = (random.below(rules), random.below(rules), random.below(rules));
        let role = if random.below(10) == 0 { tool + 1 } else { tool };
        CallSpec {
            tool: if shape == Shape::OneFunctionEach { format!("tool{tool}") } else { String::from("bash") },
            role: format!("role{}", role % 16),
            path: format!("/srv/p{}/data/file.txt", path / 3 * 3),
            amount: 1_000_000 + random.below(12) as i64,
            env: format!("env{}", env / 3 * 3 + 2),
        }
    };
    (0..count).map(|_| call()).collect()
}

/// What the rules say of a call, by looking at each.
pub fn expected(rules: &[Rule], call: &CallSpec) -> bool {
    let applies = |rule: &&Rule| {
        rule.tool == call.tool
            && match &rule.test {
                Test::Role(role) => *role == call.role,
                Test::PathStart(start) => call.path.starts_with(start.as_str()),
                Test::AmountAbove(bound) => call.amount > *bound,
                Test::Env(env) => *env == call.env,
            }
    };
    let (denies, allows): (Vec<&Rule>, Vec<&Rule>) = rules.iter().filter(applies).partition(|rule| rule.denies);
    denies.is_empty() && !allows.is_empty()
}

/// A small generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}
