//! Abstract rules and calls, drawn from a fixed seed. One rule in ten denies; a deny overrides; nothing allowed is denied.

/// Which shape the rules have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Each rule on a function of its own, for one of 16 roles.
    OneFunctionEach,
    /// All rules on one function: a third by a path's start, a third by a bound on an amount, a third by an environment's name.
    AllOnOne,
    /// Globs over functions, exact functions with a role and a bound, roles with an environment and a bound.
    Mixed,
    /// All on one function, each for one value.
    Equality,
    /// All on one function, each for a range of amounts.
    Range,
    /// All on one function, each for a path's start.
    Prefix,
    /// All on one function, each for a path glob.
    Glob,
    /// All on one function, each for a regular expression.
    Expression,
    /// All on one function, each for a part of the path.
    Substring,
    /// Every rule applies to every call.
    EverythingApplies,
    /// As [`Shape::AllOnOne`], and no call says anything.
    EverythingMissing,
    /// All on one function, for one of 16 roles, one of 4 environments and one of 10 bounds.
    LowSelectivity,
    /// 100 groups of 100 rules on one server; a call meets a tenth of them.
    Budget,
}

impl Shape {
    /// All.
    pub const ALL: [Self; 13] = [
        Self::OneFunctionEach,
        Self::AllOnOne,
        Self::Mixed,
        Self::Equality,
        Self::Range,
        Self::Prefix,
        Self::Glob,
        Self::Expression,
        Self::Substring,
        Self::EverythingApplies,
        Self::EverythingMissing,
        Self::LowSelectivity,
        Self::Budget,
    ];

    /// For the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneFunctionEach => "one function each",
            Self::AllOnOne => "all on one function",
            Self::Mixed => "mixed",
            Self::Equality => "one function: equality",
            Self::Range => "one function: ranges",
            Self::Prefix => "one function: prefixes",
            Self::Glob => "one function: globs",
            Self::Expression => "one function: expressions",
            Self::Substring => "one function: substrings",
            Self::EverythingApplies => "everything applies",
            Self::EverythingMissing => "everything missing",
            Self::LowSelectivity => "low selectivity",
            Self::Budget => "a tenth applies",
        }
    }

    /// The shape of a word on a command line.
    pub fn of_word(word: &str) -> Option<Self> {
        let plain = |text: &str| text.chars().filter(|character| character.is_alphanumeric()).collect::<String>();
        Self::ALL.into_iter().find(|shape| plain(shape.name()) == plain(word))
    }

    /// How large a policy of the shape may be: the tables of all expressions together have a limit.
    pub fn most(self) -> usize {
        if self == Self::Expression { 5_000 } else { usize::MAX }
    }
}

/// What a rule asks for; all of it must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The principal has the role.
    Role(String),
    /// `path` starts so.
    PathStart(String),
    /// `path` has this start and this end.
    PathGlob(String, String),
    /// The same as an expression.
    PathExpression(String, String),
    /// `path` contains this.
    PathPart(String),
    /// `amount` is above.
    AmountAbove(i64),
    /// `amount` is below.
    AmountBelow(i64),
    /// `env` is this.
    Env(String),
}

impl Test {
    /// Whether it holds of a call; a call that says nothing meets no test.
    pub fn holds(&self, call: &CallSpec) -> bool {
        !call.silent
            && match self {
                Self::Role(role) => *role == call.role,
                Self::PathStart(start) => call.path.starts_with(start.as_str()),
                Self::PathGlob(start, end) | Self::PathExpression(start, end) => {
                    call.path.len() >= start.len() + end.len() && call.path.starts_with(start.as_str()) && call.path.ends_with(end.as_str())
                }
                Self::PathPart(part) => call.path.contains(part.as_str()),
                Self::AmountAbove(bound) => call.amount > *bound,
                Self::AmountBelow(bound) => call.amount < *bound,
                Self::Env(env) => *env == call.env,
            }
    }
}

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The function's name; `*` at its start or end stands for anything.
    pub tool: String,
    /// Its conditions.
    pub tests: Vec<Test>,
    /// Whether it denies; else it allows.
    pub denies: bool,
}

impl Rule {
    /// Whether it is on the call's function.
    pub fn is_on(&self, tool: &str) -> bool {
        match (self.tool.strip_suffix('*'), self.tool.strip_prefix('*')) {
            (Some(start), _) => tool.starts_with(start),
            (_, Some(end)) => tool.ends_with(end),
            _ => self.tool == tool,
        }
    }
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
    /// It names its function and nothing else.
    pub silent: bool,
}

/// The rules of a shape.
pub fn rules(shape: Shape, count: usize) -> Vec<Rule> {
    (0..count).map(|index| rule(shape, index)).collect()
}

fn rule(shape: Shape, index: usize) -> Rule {
    let (role, whole) = (Test::Role(format!("role{}", index % 16)), index as i64);
    let on = |tool: String, tests: Vec<Test>| Rule { tool, tests, denies: index.is_multiple_of(10) };
    let one = |test: Test| on(String::from("bash"), vec![test]);
    match shape {
        Shape::OneFunctionEach => on(format!("tool{index}"), vec![role]),
        Shape::AllOnOne | Shape::EverythingMissing => one(match index % 3 {
            0 => Test::PathStart(format!("/srv/p{index}/")),
            1 => Test::AmountAbove(1_000_000 + whole),
            _ => Test::Env(format!("env{index}")),
        }),
        Shape::Mixed => match index % 4 {
            0 => on(format!("srv{index}-*"), vec![]),
            1 => on(format!("srv{}-read", index - 1), vec![role, Test::AmountAbove(whole % 1_000)]),
            2 => on(format!("*-delete{index}"), vec![role]),
            _ => on(format!("srv{}-*", index - 3), vec![Test::Env(format!("env{}", index % 5)), Test::AmountAbove(whole % 1_000)]),
        },
        Shape::Equality => one(Test::Env(format!("env{index}"))),
        Shape::Range => on(String::from("bash"), vec![Test::AmountAbove(10 * whole - 1), Test::AmountBelow(10 * whole + 10)]),
        Shape::Prefix => one(Test::PathStart(format!("/srv/p{index}/"))),
        Shape::Glob => one(Test::PathGlob(format!("/srv/p{index}/"), String::from(".txt"))),
        Shape::Expression => one(Test::PathExpression(format!("/srv/p{index}/"), String::from(".txt"))),
        Shape::Substring => one(Test::PathPart(format!("/p{index}/"))),
        Shape::EverythingApplies => one(Test::AmountAbove(0)),
        Shape::LowSelectivity => {
            on(String::from("bash"), vec![role, Test::Env(format!("env{}", index / 16 % 4)), Test::AmountAbove(1_000_000 + whole % 10)])
        }
        Shape::Budget => on(format!("tool{}", index % 10), vec![Test::AmountAbove(whole % 100)]),
    }
}

/// Calls that meet rules of all kinds, nine in ten with the role that fits.
pub fn calls(shape: Shape, rules: usize, count: usize) -> Vec<CallSpec> {
    let mut random = Random(0x5EED_1234_ABCD_0001);
    (0..count).map(|_| call(shape, rules, &mut random)).collect()
}

fn call(shape: Shape, rules: usize, random: &mut Random) -> CallSpec {
    let (tool, path, env) = (random.below(rules), random.below(rules), random.below(rules));
    let role = if random.below(10) == 0 { tool + 1 } else { tool };
    let third = matches!(shape, Shape::AllOnOne | Shape::EverythingMissing);
    let (path, env) = if third { (path / 3 * 3, env / 3 * 3 + 2) } else { (path, env) };
    let amount = match shape {
        Shape::Range => random.below(10 * rules) as i64,
        Shape::Mixed | Shape::Budget => 1 + random.below(1_000) as i64,
        _ => 1_000_000 + random.below(12) as i64,
    };
    CallSpec {
        tool: match shape {
            Shape::OneFunctionEach => format!("tool{tool}"),
            Shape::Mixed if random.below(3) == 0 => format!("srv{}-delete{}", tool / 4 * 4, path / 4 * 4 + 2),
            Shape::Mixed => format!("srv{}-read", tool / 4 * 4),
            Shape::Budget => format!("tool{}", tool % 10),
            _ => String::from("bash"),
        },
        role: format!("role{}", role % 16),
        path: format!("/srv/p{path}/data/file.txt"),
        amount,
        env: match shape {
            Shape::Mixed => format!("env{}", env % 5),
            Shape::LowSelectivity => format!("env{}", env % 4),
            _ => format!("env{env}"),
        },
        silent: shape == Shape::EverythingMissing,
    }
}

/// What the rules say of a call, by looking at each. What a call does not say lets no restriction go.
pub fn expected(rules: &[Rule], call: &CallSpec) -> bool {
    let on = |rule: &&Rule| rule.is_on(&call.tool);
    let holds = |rule: &Rule| rule.tests.iter().all(|test| test.holds(call));
    let denied = rules.iter().filter(on).any(|rule| rule.denies && (call.silent || holds(rule)));
    !denied && rules.iter().filter(on).any(|rule| !rule.denies && holds(rule))
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
