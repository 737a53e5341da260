//! The owned syntax tree of one item: what was written, nothing resolved. Spans are relative to the item.
//!
//! A part that could not be read is missing here and has its diagnostic; what could be read is here, so that later checks still see it.

use crate::core::{Comparison, Decimal, WordPattern};
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
    /// `floor NAME { … }`: the clauses of a rule, its outcomes `at least …`.
    Floor(RuleTree),
    /// `limit NAME { … }`
    Limit(LimitTree),
    /// `label NAME { … }`
    Label(LabelTree),
    /// `levels a < b < c`: lowest first.
    Levels(Vec<Name>),
    /// `wall NAME { a | b }`
    Wall(WallTree),
    /// `origin NAME { … }`
    Origin(OriginTree),
    /// `duty NAME { … }`
    Duty(DutyTree),
    /// `sequence NAME { … }`
    Sequence(SequenceTree),
    /// `agent NAME { … }`
    Agent(AgentTree),
    /// `routine NAME { only … }`
    Routine(RoutineTree),
    /// `fill [NAME] { … }`
    Fill(FillTree),
    /// `stub [NAME] { … }`
    Stub(StubTree),
    /// `result [NAME] { … }`
    Result(ResultTree),
    /// `kill NAME { … }`
    Kill(KillTree),
    /// `exception NAME { … }`
    Exception(ExceptionTree),
    /// `include a.b`
    Include(Vec<Name>),
    /// `command NAME { … }`
    Command(CommandTree),
    /// `commands { … }`
    Commands(CommandsTree),
    /// `test "name" { … }`
    Test(TestTree),
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

/// What ends the items that decide: dates and words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TailTree {
    /// `starts`
    pub starts: Option<Spanned<i64>>,
    /// `expires`
    pub expires: Option<Spanned<i64>>,
    /// `shadow`
    pub shadow: Option<Span>,
    /// `final`
    pub is_final: Option<Span>,
}

/// `on`, `when`, `unless` at the head of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundTree {
    /// `on`
    pub on: Vec<TargetTree>,
    /// `when`
    pub when: Option<Expression>,
    /// `unless`
    pub unless: Option<Expression>,
}

/// `per job|tree|person|agent` or `within job|tree`, and the time behind the comma: `None` where none is written, `Some(None)` for `ever`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerTree {
    /// The word.
    pub owner: Name,
    /// `, 24h`, `, ever`
    pub window: Option<Spanned<Option<u64>>>,
}

/// `limit`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitTree {
    /// Its name.
    pub name: Name,
    /// `on`, `when`, `unless`
    pub ground: GroundTree,
    /// `sum …` or `count …`
    pub measure: Option<Spanned<MeasureTree>>,
    /// `above N`, a number or a `let`.
    pub above: Option<Value>,
    /// `require …`, `deny`; `report`, `stop job` for loops. None: what the agent's `on loop` says.
    pub outcomes: Vec<OutcomeTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// What a limit adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeasureTree {
    /// `sum PATH per OWNER, TIME`
    Sum(PathTree, Option<OwnerTree>),
    /// `count per OWNER, TIME`
    Count(Option<OwnerTree>),
    /// `count same call per OWNER, TIME`
    SameCall(Option<OwnerTree>),
}

/// `label`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelTree {
    /// Its name.
    pub name: Name,
    /// `from TARGET, … [when …] [unless …]`, one a line.
    pub from: Vec<LineTree>,
    /// `taints`
    pub taints: Option<Span>,
    /// `level L`
    pub level: Option<Name>,
    /// `clears TARGET, … [when …] [unless …] after approve by …`
    pub clears: Vec<ClearTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// A `from` or `step` line: targets and their own guards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTree {
    /// `on` of the line, `when`, `unless`.
    pub ground: GroundTree,
    /// The whole line.
    pub span: Span,
}

/// A `clears` line of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClearTree {
    /// Which calls take the label off.
    pub line: LineTree,
    /// `after STEPS`: one `approve by …`.
    pub after: Vec<StepTree>,
}

/// `wall`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallTree {
    /// Its name.
    pub name: Name,
    /// Labels on its sides, at least two.
    pub sides: Vec<Name>,
}

/// `origin`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginTree {
    /// Its name.
    pub name: Name,
    /// `on`, `when`, `unless`
    pub ground: GroundTree,
    /// `arg args.x, args.y`
    pub arguments: Vec<PathTree>,
    /// `only` before `from`
    pub only: Option<Span>,
    /// `from principal, erp.get_supplier`
    pub sources: Vec<SourceTree>,
    /// `require …`, `deny`
    pub outcomes: Vec<OutcomeTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// A source of an origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceTree {
    /// `principal`
    Principal(Span),
    /// A function pattern or `effect …`.
    Function(TargetTree),
}

/// `duty`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DutyTree {
    /// Its name.
    pub name: Name,
    /// `pair A, B`: two entries.
    pub pair: Vec<TargetTree>,
    /// `when`
    pub when: Option<Expression>,
    /// `unless`
    pub unless: Option<Expression>,
    /// `same args.x, args.y`
    pub same: Vec<PathTree>,
    /// `per person, 90d`
    pub per: Option<OwnerTree>,
    /// `require …`, `deny`
    pub outcomes: Vec<OutcomeTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// `sequence`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceTree {
    /// Its name.
    pub name: Name,
    /// `step TARGET, … [when …] [unless …]`, in order. `step1.args.x` in a later guard is that step's argument.
    pub steps: Vec<LineTree>,
    /// `within job|tree, TIME`
    pub within: Option<OwnerTree>,
    /// `require …`, `deny`
    pub outcomes: Vec<OutcomeTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// `agent`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentTree {
    /// The agent's name: a word or quoted.
    pub name: Name,
    /// `uses github.*, file.*`; `Some` of an empty list where only the word stands.
    pub uses: Option<Spanned<Vec<TargetTree>>>,
    /// `own flow NAME`
    pub own_flow: Option<Name>,
    /// `clearance LEVEL`
    pub clearance: Option<Name>,
    /// `max depth N`
    pub depth: Option<Spanned<u32>>,
    /// `max children N`
    pub children: Option<Spanned<u32>>,
    /// `on loop report | require STEPS | stop job`
    pub on_loop: Option<OutcomeTree>,
    /// `on unknown require STEPS | fail job`
    pub on_unknown: Option<OutcomeTree>,
}

/// `routine`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineTree {
    /// The routine's name: a word or quoted.
    pub name: Name,
    /// `only TARGET, …`
    pub only: Option<Spanned<Vec<TargetTree>>>,
}

/// `fill`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillTree {
    /// Its name, where it has one.
    pub name: Option<Name>,
    /// `on` (no guards: it runs before anything decides)
    pub ground: GroundTree,
    /// `arg args.x else V`: the path's `otherwise` is the value.
    pub argument: Option<PathTree>,
}

/// `stub`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StubTree {
    /// Its name, where it has one.
    pub name: Option<Name>,
    /// `on`, `when`, `unless`
    pub ground: GroundTree,
    /// `result { … }`
    pub result: Option<Spanned<Json>>,
}

/// `result`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultTree {
    /// Its name, where it has one.
    pub name: Option<Name>,
    /// `on`, `when`, `unless`
    pub ground: GroundTree,
    /// `redact matches r"…" as "[x]"`, in order.
    pub redact: Vec<RedactTree>,
    /// `withhold [when …] [unless …] [because …]`: an outcome whose verdict is [`VerdictTree::Withhold`].
    pub withhold: Vec<OutcomeTree>,
    /// Dates and words.
    pub tail: TailTree,
}

/// A `redact` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactTree {
    /// `matches r"…"`
    pub regex: Spanned<String>,
    /// `as "…"`
    pub with: Spanned<String>,
}

/// `kill`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KillTree {
    /// Its name.
    pub name: Name,
    /// What it stops.
    pub stops: Option<KillTarget>,
    /// `park until INSTANT`
    pub until: Option<Spanned<i64>>,
    /// `because`
    pub because: Option<Spanned<String>>,
    /// Dates and words.
    pub tail: TailTree,
}

/// What a kill switch stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KillTarget {
    /// `on TARGET, …`
    Functions(Vec<TargetTree>),
    /// `agent NAME`
    Agent(Name),
    /// `principal NAME`
    Principal(Name),
    /// `all`
    All(Span),
}

/// `exception`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExceptionTree {
    /// Its name.
    pub name: Name,
    /// `to set.item, std.commands.wipe`: dotted names.
    pub to: Vec<Vec<Name>>,
    /// `when`
    pub when: Option<Expression>,
    /// `unless`
    pub unless: Option<Expression>,
    /// `instead STEPS`
    pub instead: Option<Spanned<Vec<StepTree>>>,
    /// `because`, mandatory
    pub because: Option<Spanned<String>>,
    /// Dates and words; `expires` is mandatory.
    pub tail: TailTree,
}

/// `command`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandTree {
    /// Its name.
    pub name: Name,
    /// The patterns of all its `match` lines, in order.
    pub matches: Vec<MatchTree>,
    /// `when`
    pub when: Option<Expression>,
    /// `unless`
    pub unless: Option<Expression>,
    /// `through sudo, …`: wrappers by program name.
    pub through: Vec<Name>,
    /// `after NAME, …`: items of the set, dotted where a library brought them.
    pub after: Vec<Spanned<String>>,
    /// Its outcomes, in order.
    pub outcomes: Vec<OutcomeTree>,
    /// Command lines that it certainly matches.
    pub hits: Vec<Spanned<String>>,
    /// Command lines that it may match.
    pub asks: Vec<Spanned<String>>,
    /// Command lines that it does not match.
    pub misses: Vec<Spanned<String>>,
    /// Dates and words.
    pub tail: TailTree,
}

/// One pattern of a `match`, with its exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchTree {
    /// What matches.
    pub pattern: CommandPatternTree,
    /// `except …`
    pub except: Vec<CommandPatternTree>,
}

/// What stands between backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPatternTree {
    /// The patterns that it stands for: several where alternatives are no words of one kind. None where it could not be read.
    pub spellings: Vec<Vec<StageTree>>,
    /// Its place, backticks included.
    pub span: Span,
}

/// A command of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageTree {
    /// `… |` stands before it.
    pub through_others: bool,
    /// In order.
    pub words: Vec<Spanned<CommandWordTree>>,
    /// Its place.
    pub span: Span,
}

/// A word of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandWordTree {
    /// `NAME=VALUE` before the program.
    Assignment(String, WordPattern),
    /// The program.
    Program(WordPattern),
    /// A subcommand or an operand.
    Operand(WordPattern),
    /// `**`
    Rest,
    /// `-r`, `--context {staging}`, `--context=staging`
    Flag(String, Option<WordPattern>),
    /// `!--context`
    NoFlag(String),
    /// `--`
    EndOfOptions,
    /// `>PATH`: a path pattern as `like` takes it.
    Writes(String),
}

/// `commands`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandsTree {
    /// `otherwise OUTCOME`
    pub otherwise: Option<OutcomeTree>,
    /// `unsure STEPS`, `unsure deny`
    pub unsure: Option<OutcomeTree>,
    /// `unreadable STEPS`, `unreadable deny`
    pub unreadable: Option<OutcomeTree>,
    /// `first-match`
    pub first_match: Option<Span>,
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
    /// `at least STEPS`, the word of floors
    AtLeast(Vec<StepTree>),
    /// `at least deny`
    AtLeastDeny,
    /// `report`, of loops
    Report,
    /// `stop job`, of loops
    StopJob,
    /// `fail job`, of `on unknown`
    FailJob,
    /// `withhold`, of results
    Withhold,
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
    /// `job { … }`: state is carried from call to call.
    Job(BlockTree),
    /// `turn { … }`: the calls are decided together.
    Turn(BlockTree),
    /// `result { … } labels [ … ]`, `result failed`, `result unknown`: of the call before it, in a `job`.
    Result(ResultStatement),
    /// `answer yes`, `answer no`, `answer yes by "dana"`: what the people asked by the call before it say; yes where nothing is written.
    Answer(AnswerTree),
    /// `event session.start { … }`: something happens.
    Event(EventTree),
}

/// A block of statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockTree {
    /// In order.
    pub statements: Vec<StatementTree>,
    /// Its place.
    pub span: Span,
}

/// `result`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultStatement {
    /// What came back; `None`: `failed` or `unknown`.
    pub value: Option<Spanned<Json>>,
    /// `failed`
    pub failed: bool,
    /// `labels [ … ]`, what the host found in it.
    pub labels: Vec<Name>,
    /// `=> withhold`, `=> redact { … }`, `=> as is`: what the result checks answer.
    pub expected: Option<Spanned<ExpectedResult>>,
    /// Its place.
    pub span: Span,
}

/// What the checks make of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedResult {
    /// `=> withhold`
    Withheld,
    /// `=> result { … }`: it reaches the model as this.
    Passed(Json),
    /// `=> as is`
    AsIs,
}

/// `answer`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerTree {
    /// `yes`
    pub yes: bool,
    /// `by "dana"`
    pub by: Option<Spanned<String>>,
    /// Its place.
    pub span: Span,
}

/// `event`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventTree {
    /// `prompt.submit`
    pub event: Name,
    /// Its payload, as arguments.
    pub arguments: Option<Spanned<Json>>,
    /// `=> allow`, `=> notify X`.
    pub expected: Option<ExpectedTree>,
    /// Its place.
    pub span: Span,
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
    /// `job labels [ … ]`, `tree labels [ … ]`: the word `job` or `tree`, and labels that it has.
    Labels(Name, Vec<Name>),
    /// `hosts [ … ]`, `recipients open [ … ]`: the list, and what the host saw.
    List {
        /// `hosts` or `recipients`.
        list: Name,
        /// It may be incomplete.
        open: bool,
        /// Texts.
        seen: Spanned<Json>,
    },
    /// `fact NAME VALUE`: a fact of the host, as the published call gives it.
    Fact(Name, Spanned<Json>),
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
    /// `stub`: a shadow run answers with its stub.
    Stub,
    /// `hold`: parked.
    Hold,
    /// `stop job`
    StopJob,
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
