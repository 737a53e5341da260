//! Generated programs that remember: limits, duties, sequences, labels, origins, agents, and what items do beside a decision, lowered as the
//! compiler lowers them, over few functions, so that a short history meets them.

use straza_language::core::{
    ArgumentSchema, Atom, Attribute, Bind, Catalog, CatalogFunction, Comparison, Condition, CoreItem, Counter, Decimal, DefaultRow, Duty,
    Effect, Effects, Feed, FunctionName, FunctionPattern, FunctionSelector, Glob, ItemId, ItemKind, JsonTypes, Literal, Mark, Measure,
    Memory, Move, OnUnknown, Operand, Owner, PolicySet, Pool, Program, Quantifier, Reading, Restriction, Root, RowHead, Sequence, Source,
    Step, Target, Terms,
};

use super::alphabet::*;
use super::condition::condition;
use super::dice::Dice;
use super::program;

/// A form of item that remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `limit`
    Limit,
    /// `duty`
    Duty,
    /// `sequence`
    Sequence,
    /// `label`, with what clears it.
    Label,
    /// A floor that asks about labels.
    Floor,
    /// `origin`
    Origin,
    /// `agent` and `routine`
    Agent,
    /// `fill`, `stub`, reports, results, unknown outcomes.
    Beside,
    /// A rule on hosts and recipients.
    Lists,
}

impl Form {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Limit,
        Self::Limit,
        Self::Duty,
        Self::Sequence,
        Self::Sequence,
        Self::Label,
        Self::Label,
        Self::Floor,
        Self::Origin,
        Self::Origin,
        Self::Agent,
        Self::Agent,
        Self::Beside,
        Self::Lists,
    ];
}

/// A program of one or two sets, most of whose items remember.
pub fn remembering(dice: &mut Dice) -> Program {
    let mut sets: Vec<PolicySet> = SETS.iter().take(1 + dice.below(2)).map(|name| set(dice, name)).collect();
    sets.sort();
    let mut items: Vec<CoreItem> = sets.iter().flat_map(|set| items_of(dice, set)).collect();
    items.sort_by(|a, b| (&a.id.set, a.order, a.part).cmp(&(&b.id.set, b.order, b.part)));
    let catalogs = dice.some(60, &["crm", "mail"]).into_iter().map(|server| catalog(dice, server)).collect();
    Program { sets, items, catalogs }
}

/// One item that remembers, as core items under this name.
pub fn form(dice: &mut Dice, form: Form, set: &PolicySet, order: u32, name: &str) -> Vec<CoreItem> {
    let guard = guard(dice);
    let mut maker = Maker { dice, set, order, name, guard };
    match form {
        Form::Limit => maker.limit(),
        Form::Duty => maker.duty(),
        Form::Sequence => maker.sequence(),
        Form::Label => maker.label(),
        Form::Floor => maker.floor(),
        Form::Origin => maker.origin(),
        Form::Agent => maker.agent(),
        Form::Beside => maker.beside(),
        Form::Lists => maker.lists(),
    }
}

fn set(dice: &mut Dice, name: &str) -> PolicySet {
    let row = DefaultRow { head: RowHead::Everything, steps: Some(Vec::new()), because: None };
    PolicySet {
        name: name.to_owned(),
        priority: dice.pick(&[0, 5]),
        over: vec![FunctionPattern { server: Glob("*".to_owned()), name: Glob("*".to_owned()) }],
        applies: if dice.chance(80) { Condition::True } else { guard(dice) },
        defaults: if dice.chance(80) { vec![row] } else { Vec::new() },
        commands: Default::default(),
    }
}

fn items_of(dice: &mut Dice, set: &PolicySet) -> Vec<CoreItem> {
    let names = ITEMS.iter().take(2 + dice.below(7));
    let remembering: Vec<CoreItem> = (0u32..)
        .zip(names)
        .flat_map(|(order, name)| {
            let which = Form::ALL.get(dice.below(Form::ALL.len())).copied().unwrap_or(Form::Limit);
            form(dice, which, set, order, name)
        })
        .collect();
    let others: Vec<CoreItem> = (0u32..)
        .zip(["other-a", "other-b"])
        .take(dice.below(3))
        .flat_map(|(place, name)| program::surface_item(dice, set, 100 + place, name))
        .collect();
    [remembering, others].concat()
}

/// Mostly nothing, often a question about one argument, sometimes any.
fn guard(dice: &mut Dice) -> Condition {
    match dice.below(10) {
        0..=4 => Condition::True,
        5..=7 => Condition::atom(is_value(dice)),
        8 => Condition::atom(has_label(dice)),
        _ => condition(dice, 1),
    }
}

fn is_value(dice: &mut Dice) -> Atom {
    let op = if dice.chance(70) { Comparison::Equal } else { Comparison::Greater };
    Atom::Compare { left: argument("n"), op, right: Operand::Literal(Literal::Number(decimal(&dice.word(&["1", "2"])))) }
}

fn has_label(dice: &mut Dice) -> Atom {
    let root = if dice.chance(70) { Root::Job } else { Root::Tree };
    Atom::Has { list: attribute(root, "labels"), value: Operand::Literal(Literal::Text(dice.word(LABELS))) }
}

struct Maker<'m> {
    dice: &'m mut Dice,
    set: &'m PolicySet,
    order: u32,
    name: &'m str,
    guard: Condition,
}

impl Maker<'_> {
    fn id(&self) -> ItemId {
        ItemId { set: self.set.name.clone(), name: self.name.to_owned() }
    }

    fn item(&self, kind: ItemKind, on: Vec<Target>, condition: Condition, effect: Effect) -> CoreItem {
        CoreItem {
            id: self.id(),
            kind,
            order: self.order,
            part: 0,
            on,
            condition,
            effect,
            shadow: false,
            is_final: false,
            starts: None,
            expires: None,
            because: None,
            command: None,
        }
    }

    /// A restriction that asks the memory: `for`, the item's guard, the question.
    fn asking(&mut self, kind: ItemKind, on: Vec<Target>, question: Condition) -> CoreItem {
        let condition = Condition::all([self.set.applies.clone(), self.guard.clone(), question]);
        let effect = Effect::Restrict(restriction(self.dice));
        self.item(kind, on, condition, effect)
    }

    /// The parts numbered; now and then in shadow, or with dates.
    fn whole(&mut self, mut items: Vec<CoreItem>) -> Vec<CoreItem> {
        let shadow = self.dice.chance(6);
        let expires = self.dice.chance(6).then_some(DAY + 60);
        for (part, item) in (0u16..).zip(&mut items) {
            *item = CoreItem { part, shadow, expires, ..item.clone() };
        }
        items
    }

    fn limit(&mut self) -> Vec<CoreItem> {
        let measure = match self.dice.below(3) {
            0 => Measure::Count,
            1 => Measure::Sum,
            _ => Measure::SameCall,
        };
        let counter = Counter { item: self.id(), owner: owner(self.dice), window: window(self.dice), measure };
        let amount = (measure == Measure::Sum).then(|| argument("amount"));
        let on = targets(self.dice);
        let moved = Effect::Move(Move::Count { counter: counter.clone(), amount: amount.clone() });
        let mut items = vec![self.item(ItemKind::Limit, on.clone(), self.guard.clone(), moved)];
        for _ in 0..=self.dice.below(2) {
            let bound = decimal(&self.dice.word(if measure == Measure::Sum { &["2.5", "3", "100"] } else { &["1", "2", "3"] }));
            let above = Memory::Above { counter: counter.clone(), amount: amount.clone(), bound };
            let mut asking = self.asking(ItemKind::Limit, on.clone(), Condition::atom(Atom::Memory(above)));
            if measure == Measure::SameCall && self.dice.chance(40) {
                asking.effect = Effect::Report;
            }
            items.push(asking);
        }
        self.whole(items)
    }

    fn duty(&mut self) -> Vec<CoreItem> {
        let owner = if self.dice.chance(70) { Owner::Person } else { Owner::Agent };
        let duty = Duty { item: self.id(), owner, window: window(self.dice) };
        let same: Vec<Attribute> = (0..self.dice.below(3)).map(|place| marked(self.dice, if place == 0 { "id" } else { "n" })).collect();
        let mut items = Vec::new();
        for side in 0..2 {
            let on = targets(self.dice);
            let moved = Effect::Move(Move::Duty { duty: duty.clone(), side, same: same.clone() });
            items.push(self.item(ItemKind::Duty, on.clone(), self.guard.clone(), moved));
            let asked = Memory::Duty { duty: duty.clone(), side, same: same.clone() };
            items.push(self.asking(ItemKind::Duty, on, Condition::atom(Atom::Memory(asked))));
        }
        self.whole(items)
    }

    fn sequence(&mut self) -> Vec<CoreItem> {
        let steps = u8::try_from(2 + self.dice.below(3)).unwrap_or(2);
        let owner = if self.dice.chance(60) { Owner::Job } else { Owner::Tree };
        let variables = u8::try_from(self.dice.below(3)).unwrap_or(0);
        let sequence = Sequence { item: self.id(), owner, window: window(self.dice), steps, variables };
        let places: Vec<Attribute> = (0..variables).map(|place| marked(self.dice, if place == 0 { "id" } else { "n" })).collect();
        // Each value is shared by two steps at least.
        let free: Vec<u8> = (0..variables).map(|_| u8::try_from(self.dice.below(usize::from(steps))).unwrap_or(0)).collect();
        let mut items = Vec::new();
        for step in 0..steps {
            let has = |variable: &u8| steps == 2 || free.get(usize::from(*variable)) != Some(&step);
            let all = (0..variables).zip(&places).filter(|(variable, _)| has(variable));
            let binds = all.map(|(variable, place)| Bind { variable, attribute: place.clone() }).collect();
            let on = targets(self.dice);
            self.guard = guard(self.dice);
            items.push(if step + 1 < steps {
                let moved = Effect::Move(Move::Step { sequence: sequence.clone(), step, binds });
                self.item(ItemKind::Sequence, on, self.guard.clone(), moved)
            } else {
                let asked = Memory::Sequence { sequence: sequence.clone(), binds };
                self.asking(ItemKind::Sequence, on, Condition::atom(Atom::Memory(asked)))
            });
        }
        self.whole(items)
    }

    fn label(&mut self) -> Vec<CoreItem> {
        let label = self.dice.word(LABELS);
        let taints = self.dice.chance(50);
        let mut items = Vec::new();
        for _ in 0..=self.dice.below(2) {
            let moved = Effect::Move(Move::Label { label: label.clone(), taints });
            let (on, guard) = (targets(self.dice), guard(self.dice));
            items.push(self.item(ItemKind::Label, on, guard, moved));
        }
        if self.dice.chance(40) {
            let pool = Pool { deciders: vec![self.dice.word(&["cfo", "lead"])], count: 1 };
            let on = targets(self.dice);
            let list = attribute(Root::Job, "labels");
            let has = Atom::Has { list, value: Operand::Literal(Literal::Text(label.clone())) };
            let mut asks = self.asking(ItemKind::Label, on.clone(), Condition::atom(has));
            asks.effect = Effect::Restrict(Restriction::Steps(vec![Step::Approve { pool: pool.clone(), terms: Terms::PLAIN }]));
            items.push(asks);
            items.push(self.item(ItemKind::Label, on, self.guard.clone(), Effect::Move(Move::Clear { label, pool })));
        }
        self.whole(items)
    }

    fn floor(&mut self) -> Vec<CoreItem> {
        let has = Condition::atom(has_label(self.dice));
        let question = match self.dice.below(4) {
            0 => has.negate(),
            1 => quantified(self.dice, Root::Job, "labels", LABELS),
            _ => has,
        };
        let on = targets(self.dice);
        let asking = self.asking(ItemKind::Floor, on, question);
        self.whole(vec![asking])
    }

    fn origin(&mut self) -> Vec<CoreItem> {
        let argument = {
            let key = self.dice.word(&["id", "id", "to", "amount"]);
            marked(self.dice, &key)
        };
        let mut sources = vec![source(self.dice)];
        if self.dice.chance(40) {
            sources.push(source(self.dice));
        }
        sources.sort();
        sources.dedup();
        let from = Memory::From { argument, only: self.dice.chance(50), sources };
        let question = Condition::atom(Atom::Memory(from)).negate();
        let on = targets(self.dice);
        let asking = self.asking(ItemKind::Origin, on, question);
        self.whole(vec![asking])
    }

    fn agent(&mut self) -> Vec<CoreItem> {
        let whole = || vec![target("*", "*")];
        let is_agent = equals(attribute(Root::Agent, "name"), &self.dice.word(&["x", "y"]));
        let children = Atom::Compare {
            left: attribute(Root::Job, "children"),
            op: Comparison::Less,
            right: Operand::Literal(Literal::Number(decimal(&self.dice.word(&["1", "2"])))),
        };
        let mut used = targets(self.dice);
        for target in &mut used {
            target.effects.write = self.dice.chance(50).then(|| self.dice.chance(50));
            target.effects.open_world = self.dice.chance(50).then(|| self.dice.chance(50));
        }
        let uses = Condition::atom(Atom::Function(used));
        let starts = || Condition::atom(Atom::StartsChild);
        let flow = equals(attribute(Root::Flow, "name"), "x");
        let question = match self.dice.below(4) {
            0 => Condition::all([is_agent, uses.negate()]),
            1 => Condition::all([starts(), Condition::atom(children).negate()]),
            2 => Condition::all([is_agent, starts(), flow]),
            _ => uses,
        };
        let mut asking = self.item(ItemKind::Agent, whole(), question, Effect::Restrict(Restriction::Deny));
        if self.dice.chance(50) {
            asking.effect = Effect::Restrict(restriction(self.dice));
        }
        self.whole(vec![asking])
    }

    fn beside(&mut self) -> Vec<CoreItem> {
        let value = || "{\"id\":\"x\"}".to_owned();
        let effect = match self.dice.below(7) {
            0 => Effect::Fill { argument: vec![self.dice.word(&["n", "id"])], value: "1".to_owned() },
            1 => Effect::Stub { result: value() },
            2 => Effect::Report,
            3 => Effect::Unknown(OnUnknown::FailJob),
            4 => Effect::Redact { regex: "x".to_owned(), with: "y".to_owned() },
            5 => Effect::Restrict(Restriction::StopJob),
            _ => Effect::Withhold,
        };
        let about_result = matches!(effect, Effect::Withhold | Effect::Redact { .. });
        let question = match about_result && self.dice.chance(70) {
            true if self.dice.chance(50) => equals(attribute(Root::Result, "id"), "x"),
            true => {
                let list = attribute(Root::Result, "labels");
                Condition::atom(Atom::Has { list, value: Operand::Literal(Literal::Text(self.dice.word(LABELS))) })
            }
            false => self.guard.clone(),
        };
        let on = targets(self.dice);
        let item = self.item(ItemKind::Rule, on, Condition::all([self.set.applies.clone(), question]), effect);
        self.whole(vec![item])
    }

    fn lists(&mut self) -> Vec<CoreItem> {
        let question = match self.dice.below(6) {
            0 | 1 => quantified(self.dice, Root::Hosts, "", &["a.b", "c.d"]),
            2 | 3 => quantified(self.dice, Root::Recipients, "", &["x", "y"]),
            4 => Condition::atom(Atom::Holds(attribute(if self.dice.chance(50) { Root::Hosts } else { Root::Recipients }, "open"))),
            _ => Condition::atom(Atom::Has { list: attribute(Root::Recipients, ""), value: Operand::Attribute(argument("id")) }),
        };
        let on = targets(self.dice);
        let asking = self.asking(ItemKind::Rule, on, question);
        self.whole(vec![asking])
    }
}

fn quantified(dice: &mut Dice, root: Root, key: &str, words: &[&str]) -> Condition {
    let quantifier = match dice.below(3) {
        0 => Quantifier::Any,
        1 => Quantifier::Every,
        _ => Quantifier::AnySeen,
    };
    let body = equals(attribute(Root::Element(0), ""), &dice.word(words));
    Condition::atom(Atom::Quantified { quantifier, list: attribute(root, key), body })
}

fn source(dice: &mut Dice) -> Source {
    if dice.chance(30) { Source::Principal } else { Source::Function(one_target(dice)) }
}

fn restriction(dice: &mut Dice) -> Restriction {
    match dice.below(8) {
        0 | 1 => Restriction::Deny,
        2 => Restriction::StopJob,
        3 => Restriction::Park,
        _ => Restriction::Steps(program::steps(dice)),
    }
}

fn owner(dice: &mut Dice) -> Owner {
    match dice.below(5) {
        0 => Owner::Tree,
        1 => Owner::Person,
        2 => Owner::Agent,
        _ => Owner::Job,
    }
}

fn window(dice: &mut Dice) -> Option<u32> {
    dice.chance(55).then(|| dice.pick(&[60, 60, 3_600]))
}

fn targets(dice: &mut Dice) -> Vec<Target> {
    (0..=dice.below(2)).map(|_| one_target(dice)).collect()
}

fn one_target(dice: &mut Dice) -> Target {
    let (server, name) = dice.pick(&[("crm", "read"), ("crm", "write"), ("mail", "write"), ("crm", "*"), ("*", "write"), ("*", "*")]);
    let key = |dice: &mut Dice| if dice.chance(5) { vec![dice.word(&["id", "to"])] } else { Vec::new() };
    let write = dice.chance(10).then(|| dice.chance(50));
    Target {
        effects: FunctionSelector { write, ..FunctionSelector::default() },
        having: key(dice),
        lacking: key(dice),
        ..target(server, name)
    }
}

fn target(server: &str, name: &str) -> Target {
    let pattern = FunctionPattern { server: Glob(server.to_owned()), name: Glob(name.to_owned()) };
    Target { pattern, effects: FunctionSelector::default(), having: Vec::new(), lacking: Vec::new(), event: None }
}

/// Functions whose arguments feed the call's lists.
fn catalog(dice: &mut Dice, server: &str) -> Catalog {
    let function = |dice: &mut Dice, name: &str| CatalogFunction {
        function: FunctionName { server: server.to_owned(), name: name.to_owned() },
        effects: Effects { write: name == "write", destructive: false, idempotent: true, open_world: dice.chance(50) },
        arguments: Some(arguments(dice)),
    };
    Catalog {
        server: server.to_owned(),
        identity: dice.chance(50).then(|| "https://one.example".to_owned()),
        functions: dice.some(80, &["read", "write"]).into_iter().map(|name| function(dice, name)).collect(),
        listings: Vec::new(),
        digest: [0; 32],
    }
}

fn arguments(dice: &mut Dice) -> ArgumentSchema {
    let fed = |dice: &mut Dice, feed| ArgumentSchema { feed: dice.chance(70).then_some(feed), ..ArgumentSchema::default() };
    let members = vec![
        ("file".to_owned(), fed(dice, Feed::Writes)),
        ("id".to_owned(), ArgumentSchema::default()),
        ("to".to_owned(), fed(dice, Feed::Recipients)),
        ("url".to_owned(), fed(dice, Feed::Hosts)),
    ];
    ArgumentSchema { types: JsonTypes(JsonTypes::OBJECT), members, ..ArgumentSchema::default() }
}

/// The argument, read as it stands or by a mark.
fn marked(dice: &mut Dice, key: &str) -> Attribute {
    let reading = match dice.below(5) {
        0 => Reading::Marked(Mark::Fold),
        1 => Reading::Marked(Mark::Alnum),
        _ => Reading::Plain,
    };
    Attribute { reading, ..argument(key) }
}

fn argument(key: &str) -> Attribute {
    attribute(Root::Args, key)
}

fn attribute(root: Root, key: &str) -> Attribute {
    let path = if key.is_empty() { Vec::new() } else { vec![key.to_owned()] };
    Attribute { root, path, reading: Reading::Plain, otherwise: None }
}

fn equals(left: Attribute, text: &str) -> Condition {
    Condition::atom(Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(Literal::Text(text.to_owned())) })
}

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or(Decimal { coefficient: 0, exponent: 0 })
}
