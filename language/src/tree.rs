//! The owned syntax tree of one item: what was written, nothing resolved. Spans are relative to the item.
//!
//! A part that could not be read is missing here and has its diagnostic; what could be read is here, so that later checks still see it.

use crate::core::{Comparison, Decimal};
use crate::span::{Span, Spanned};

/// A declared or used name, kebab-case.
pub type Name = Spanned<String>;

/// One item of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Text of the `///` lines before it, without the slashes.
    pub doc: Option<String>,
    /// What it is.
    pub kind: ItemTree,
    /// Whether every part was read: nothing was skipped by recovery.
    pub complete: bool,
}

/// The constructs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "an item's tree is held once, and most items are rules")]
pub enum ItemTree {
    /// `policy NAME { … }`
    Policy(PolicyTree),
    /// `role A, B = "directory name"`
    Role(Vec<RoleTree>),
    /// `use a.b`
    Use(Vec<Name>),
    /// `let NAME = VALUE`
    Let(LetTree),
    /// `catalog NAME from "file" { … }`
    Catalog(CatalogTree),
    /// `defaults { … }`
    Defaults(Vec<RowTree>),
    /// `rule NAME { … }`
    Rule(RuleTree),
    /// `test "name" { … }`
    Test(TestTree),
    /// A construct of the language that this edition does not build yet; reported, never read.
    NotInThisEdition(Spanned<String>),
    /// Nothing could be read.
    Broken,
}

/// `policy`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyTree {
    /// Its name.
    pub name: Name,
    /// `over`
    pub over: Vec<PatternTree>,
    /// `for`
    pub applies: Option<Expression>,
    /// `priority`
    pub priority: Option<Spanned<i32>>,
}

/// One role of a `role` item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleTree {
    /// Its name here.
    pub name: Name,
    /// The directory's own name.
    pub directory: Option<Spanned<String>>,
}

/// `let`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetTree {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Value,
}

/// `catalog`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogTree {
    /// The server's name: a word or quoted.
    pub name: Name,
    /// The file, relative to the repository.
    pub file: Option<Spanned<String>>,
    /// The block, in order.
    pub lines: Vec<Spanned<CatalogLine>>,
}

/// A line of a catalog's block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogLine {
    /// `server "identity"`
    Server(Spanned<String>),
    /// `trust readOnlyHint, …`
    Trust(Vec<Name>),
    /// `effect lookup_*, get_*  read, closed-world`: names, then effect words.
    Effect {
        /// Globs over names of this server.
        functions: Vec<Spanned<String>>,
        /// Effect words.
        words: Vec<Name>,
    },
    /// `mark iban, to.account  alnum`: argument paths, then the mark.
    Mark {
        /// Argument paths (without `args.`), over every function of the server that has them.
        arguments: Vec<Spanned<Vec<String>>>,
        /// The mark with its options (`path read`).
        mark: Vec<Name>,
    },
    /// `open refund, …`: undeclared arguments of these functions are not refused.
    Open(Vec<Spanned<String>>),
}

/// A row of `defaults`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowTree {
    /// `read`, `read+closed-world`, `granted`, `*`: the words.
    pub head: Vec<Name>,
    /// What follows.
    pub outcome: OutcomeTree,
    /// The whole row.
    pub span: Span,
}

/// `rule`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleTree {
    /// Its name.
    pub name: Name,
    /// `on`
    pub on: Vec<TargetTree>,
    /// `when` of the item
    pub when: Option<Expression>,
    /// `unless` of the item
    pub unless: Option<Expression>,
    /// Its outcomes, in order.
    pub outcomes: Vec<OutcomeTree>,
    /// `starts`
    pub starts: Option<Spanned<i64>>,
    /// `expires`
    pub expires: Option<Spanned<i64>>,
    /// `shadow`
    pub shadow: Option<Span>,
    /// `final`
    pub is_final: Option<Span>,
}

/// A function pattern. `*` alone is `*`.`*`; a quoted half is taken as it stands (its characters are still glob characters only where unquoted).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternTree {
    /// Glob over the server, already escaped where it was quoted.
    pub server: String,
    /// Glob over the name, already escaped where it was quoted.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// An entry of `on`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetTree {
    /// A pattern; `None` for `effect …` alone or `event …`.
    pub pattern: Option<PatternTree>,
    /// Words after `effect`.
    pub effects: Vec<Name>,
    /// `having args.x, …`
    pub having: Vec<Spanned<Vec<String>>>,
    /// `lacking args.x, …`
    pub lacking: Vec<Spanned<Vec<String>>>,
    /// `event prompt.submit`
    pub event: Option<Name>,
    /// Its place.
    pub span: Span,
}

/// `allow`, `allow after …`, `require …`, `deny`, with guards and reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeTree {
    /// Which.
    pub verdict: VerdictTree,
    /// Its own `when`.
    pub when: Option<Expression>,
    /// Its own `unless`.
    pub unless: Option<Expression>,
    /// Its reason, as written (escapes resolved, `{…}` kept; `{{` is a brace).
    pub because: Option<Spanned<String>>,
    /// Its place.
    pub span: Span,
}

/// The word of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerdictTree {
    /// `allow`
    Allow,
    /// `allow after STEPS`
    AllowAfter(Vec<StepTree>),
    /// `require STEPS`
    Require(Vec<StepTree>),
    /// `deny`
    Deny,
}

/// A step with its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTree {
    /// `classify`, `server-check`, `confirm`, `approve by …`, `notify WHO`.
    pub kind: StepKind,
    /// Its options, in order.
    pub options: Vec<Spanned<StepOption>>,
    /// Its place.
    pub span: Span,
}

/// The word of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepKind {
    /// `classify`
    Classify,
    /// `server-check`
    ServerCheck,
    /// `confirm`
    Confirm,
    /// `approve by [N of] WHO or WHO`
    Approve {
        /// `2 of`
        count: Option<Spanned<u8>>,
        /// People.
        deciders: Vec<Name>,
    },
    /// `notify WHO`
    Notify(Name),
}

/// An option of `approve`. Durations are seconds; `None` where the word stands alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOption {
    /// `hold 90s`
    Hold(Option<u64>),
    /// `retry 60s`
    Retry(Option<u64>),
    /// `ticket 24h`
    Ticket(Option<u64>),
    /// `grant 1h`
    Grant(Option<u64>),
    /// `bind call`, `bind tool`
    Bind(Name),
    /// `self-approval`
    SelfApproval,
    /// `distinct`
    Distinct,
    /// `recheck 1h`
    Recheck(Option<u64>),
    /// `allowance job`
    Allowance(Name),
}

/// A condition as written. `a and b and c` is one flat node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Its place.
    pub span: Span,
}

/// The forms of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// `… or …`, at least two
    Or(Vec<Expression>),
    /// `… and …`, at least two
    And(Vec<Expression>),
    /// `not …`
    Not(Box<Expression>),
    /// `exists args.x`
    Exists(PathTree),
    /// A path alone: a boolean.
    Path(PathTree),
    /// `true`, `false`
    Constant(bool),
    /// `left OP right`
    Relation {
        /// Left side.
        left: Value,
        /// Operator, with `not` where written (`not in`, `not like`, …; `!=` is `Equal` negated).
        relation: Relation,
        /// Right side.
        right: Value,
    },
    /// `any|every|any seen LIST OP RIGHT`
    QuantifiedRelation {
        /// Which.
        quantifier: QuantifierTree,
        /// The list.
        list: PathTree,
        /// Operator.
        relation: Relation,
        /// Right side.
        right: Value,
    },
    /// `any|every|any seen NAME in LIST ( … )`
    QuantifiedBody {
        /// Which.
        quantifier: QuantifierTree,
        /// The element's name in the body.
        binder: Name,
        /// The list.
        list: PathTree,
        /// The body.
        body: Box<Expression>,
    },
    /// Could not be read; has its diagnostic.
    Broken,
}

/// The quantifier words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantifierTree {
    /// `any`
    Any,
    /// `every`
    Every,
    /// `any seen`
    AnySeen,
}

/// An operator and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// The operator.
    pub operator: Operator,
    /// `not` before it, or `!=`.
    pub negated: bool,
    /// Its place.
    pub span: Span,
}

/// The operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `== != < <= > >=`
    Compare(Comparison),
    /// `in`
    In,
    /// `has`
    Has,
    /// `like`
    Like,
    /// `matches`
    Matches,
    /// `contains`
    Contains,
    /// `starts with`
    StartsWith,
    /// `ends with`
    EndsWith,
    /// `under`
    Under,
    /// `within`
    Within,
}

/// A dotted path with its suffixes: `args.a."b c".d?`, `args["-i"]`, `f.size else 0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTree {
    /// The first word: a root (`args`, `principal`, …) or a binder's name.
    pub head: Name,
    /// What follows it.
    pub segments: Vec<Name>,
    /// `?`
    pub optional: Option<Span>,
    /// `else V`
    pub otherwise: Option<Box<Value>>,
    /// Its place, suffixes included.
    pub span: Span,
}

/// A value or a place where one is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// What it is.
    pub kind: ValueKind,
    /// Its place.
    pub span: Span,
}

/// The forms of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueKind {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// An exact number.
    Number(Decimal),
    /// Text.
    Text(String),
    /// A duration in seconds.
    Duration(u64),
    /// An instant in Unix seconds.
    Instant(i64),
    /// `v2.1.163`
    Version(Vec<u32>),
    /// `[ … ]`
    List(Vec<Value>),
    /// `mon-fri 07:00..19:00 in "Europe/Zurich"`, right of `within`.
    Window(crate::core::Window),
    /// A bare word: role, enum value, level or `let`, by the left side's type.
    Word(String),
    /// A place in the call: a word with segments, or a root alone (`paths`, `now`).
    Path(PathTree),
}

/// `test`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestTree {
    /// Its name.
    pub name: Spanned<String>,
    /// Its statements, in order.
    pub statements: Vec<StatementTree>,
}

/// A statement of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementTree {
    /// `as user "dana" roles [a, b]`, `as agent "nightly" …`: replaces the earlier one.
    As(AsTree),
    /// `given …`: facts from here on.
    Given(Vec<Spanned<GivenTree>>),
    /// `call … => …`
    Call(CallTree),
    /// `each [row, …] { call … }`: the statements once per row, `{name}` of a row's object filled in. See `EachTree`.
    Each(EachTree),
    /// `job { … }`, `turn { … }`, `result …`, `event …`: constructs of a later edition.
    NotInThisEdition(Spanned<String>),
}

/// `as`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsTree {
    /// `as agent`: an autonomous principal; `as user`: a person.
    pub agent: bool,
    /// The quoted name.
    pub name: Option<Spanned<String>>,
    /// `roles [...]`
    pub roles: Option<Vec<Name>>,
    /// Its place.
    pub span: Span,
}

/// One fact of a `given`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenTree {
    /// `now 2027-01-31T10:00Z`
    Now(i64),
    /// `granted`, `not granted`
    Granted(bool),
    /// `session { … }`, `principal { … }`, `agent { … }`, `job { … }`: members replace or add to the part's members.
    Part(Name, Spanned<Json>),
    /// `paths [ … ]`, `paths open [ … ]`: what the call reads and writes, as the host saw it.
    Paths {
        /// The list may be incomplete.
        open: bool,
        /// Paths, or objects `{ path, use }`.
        seen: Spanned<Json>,
    },
    /// `principal.roles unknown`, `now unknown`, `arguments unknown`, `paths unknown`: that part is taken away.
    Unknown(Vec<Name>),
}

/// `call F { … } => …`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallTree {
    /// The exact function.
    pub function: PatternTree,
    /// Its arguments; `None` where no object was written: not observed is said with `given arguments unknown`, so this is `{}`.
    pub arguments: Option<Spanned<Json>>,
    /// What follows `=>`.
    pub expected: Option<ExpectedTree>,
    /// Its place.
    pub span: Span,
}

/// What a test expects: the whole outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedTree {
    /// `allow`, `deny`, or steps.
    pub verdict: ExpectedVerdict,
    /// `via ITEM`: `item`, `set.item`, or `default of SET`.
    pub via: Option<ViaTree>,
    /// `because unknown`
    pub because_unknown: Option<Span>,
    /// `because schema`, `because case` …: the word, whichever it is.
    pub because: Option<Name>,
    /// Its place.
    pub span: Span,
}

/// The word after `=>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// `allow`
    Allow,
    /// `deny`
    Deny,
    /// `approve by … and confirm …`
    Steps(Vec<StepTree>),
}

/// What decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViaTree {
    /// `via item`, `via set.item`
    Item(Vec<Name>),
    /// `via default of SET`, `via default` (no set gave one)
    Default(Option<Name>),
}

/// `each [ {a: 1}, {a: 2} ] { call f { x: $a } => deny … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EachTree {
    /// One object a row.
    pub rows: Vec<Spanned<Json>>,
    /// The statements; a word `$name` in their JSON stands for the row's member.
    pub statements: Vec<StatementTree>,
    /// Its place.
    pub span: Span,
}

/// JSON as a test writes it: keys may be bare, numbers keep their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// The number's own text (a JSON number).
    Number(String),
    /// Text.
    Text(String),
    /// `[ … ]`
    List(Vec<Json>),
    /// `{ … }` in written order (duplicates kept: a test may want to send them).
    Object(Vec<(String, Json)>),
    /// `$name`: a column of the enclosing `each`.
    Column(String),
    /// A bare word: a `let`.
    Word(Name),
}
