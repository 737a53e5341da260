//! What a command item makes of an example: `hits`, `asks`, `misses`.
//!
//! The item stands alone, in a set for everyone, in the world in which tests start, so that an example says something of the item and of
//! nothing else. It is decided as everything is, by the runtime from a snapshot's bytes.

use straza_language::core::{Condition, CoreItem, Effect, FunctionPattern, Glob, PolicySet, Program, Restriction};
use straza_language::meaning::CommandExamples;
use straza_language::span::Spanned;
use straza_language::tests::Json;
use straza_runtime::call::Call;
use straza_runtime::command::Command;
use straza_runtime::decide::Word;
use straza_runtime::matching::{PartReport, Role, explain};
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::state::States;

use crate::compile::{CompileOptions, compile};
use crate::keys::{KeyKind, SigningKey};
use crate::sign::trust_in;

/// What an example says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Saying {
    /// The item certainly matches it; a permission covers all of it.
    Hits,
    /// The item may match it.
    Asks,
    /// The item certainly does not match it; a permission does not cover all of it.
    Misses,
}

impl Saying {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hits => "hits",
            Self::Asks => "asks",
            Self::Misses => "misses",
        }
    }
}

/// The examples of an item with what each says, in text order of each kind.
pub fn said(examples: &CommandExamples) -> impl Iterator<Item = (Saying, &Spanned<String>)> {
    let hits = examples.hits.iter().map(|example| (Saying::Hits, example));
    let asks = examples.asks.iter().map(|example| (Saying::Asks, example));
    hits.chain(asks).chain(examples.misses.iter().map(|example| (Saying::Misses, example)))
}

/// A command item alone.
#[derive(Debug)]
pub struct Alone {
    snapshot: Snapshot,
    /// It permits: then only what it denies speaks beside that.
    permits: bool,
    /// Which of its core items deny.
    denying: Vec<u16>,
}

/// What came out of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What is so.
    pub saying: Saying,
    /// How the command was read.
    pub command: Command,
}

impl Alone {
    /// Of the core items of one item, the set's own condition taken away; nothing where they do not compile.
    pub fn of(items: &[CoreItem], applies: &Condition) -> Option<Self> {
        let name = &items.first()?.id.set;
        let items = items.iter().map(|item| CoreItem {
            condition: without(&item.condition, applies),
            shadow: false,
            starts: None,
            expires: None,
            ..item.clone()
        });
        let items: Vec<CoreItem> = items.collect();
        let over = vec![FunctionPattern { server: Glob("shell".to_owned()), name: Glob("exec".to_owned()) }];
        let set = PolicySet {
            name: name.clone(),
            priority: 0,
            over,
            applies: Condition::True,
            defaults: Vec::new(),
            commands: Default::default(),
        };
        let permits = items.iter().any(|item| item.effect == Effect::Permit);
        let denies =
            |item: &&CoreItem| matches!(&item.effect, Effect::Restrict(restriction) if !matches!(restriction, Restriction::Steps(_)));
        let denying = items.iter().filter(denies).map(|item| item.part).collect();
        let program = Program { sets: vec![set], items, catalogs: Vec::new() };
        // Nobody trusts the key but these lines.
        let key = SigningKey::from_secret(&[0; 32], KeyKind::Development);
        let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).ok()?;
        let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).ok()?, &Expectation::default()).ok()?;
        Some(Self { snapshot, permits, denying })
    }

    /// Whether it permits.
    pub fn permits(&self) -> bool {
        self.permits
    }

    /// The parts of a command that the item as a permission does not cover by themselves, and how many there are.
    pub fn uncovered(&self, text: &str) -> (Vec<u32>, usize) {
        let Ok(call) = Call::read(call_text(text).as_bytes()) else { return (Vec::new(), 0) };
        let reports = explain(&self.snapshot, &call, &States::EMPTY);
        let is_covered = |report: &PartReport| report.items.iter().any(|item| item.role == Role::Permits);
        (reports.iter().filter(|report| !is_covered(report)).map(|report| report.part).collect(), reports.len())
    }

    /// What the item makes of a command; nothing where no call can carry it.
    pub fn found(&self, text: &str) -> Option<Found> {
        let call = Call::read(call_text(text).as_bytes()).ok()?;
        let command = call.command()?.clone();
        let explanation = self.snapshot.explain(&call, &States::EMPTY);
        let denies = |item: u32| self.snapshot.item(item).is_some_and(|view| self.denying.contains(&view.part));
        let restricts =
            |certain: bool| explanation.fired.iter().any(|fired| fired.certain >= certain && (!self.permits || denies(fired.item)));
        // Nothing but the item itself can let it through.
        let is_covered = explanation.decision.word() != Word::Deny && !explanation.permitted.is_empty();
        let saying = match (restricts(true) || is_covered, restricts(false)) {
            (true, _) => Saying::Hits,
            (false, true) => Saying::Asks,
            (false, false) => Saying::Misses,
        };
        Some(Found { saying, command })
    }
}

/// The condition without that of its set, with which every item of the set begins.
fn without(condition: &Condition, applies: &Condition) -> Condition {
    let parts = |condition: &Condition| match condition {
        Condition::True => Vec::new(),
        Condition::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let (all, own) = (parts(condition), parts(applies));
    all.strip_prefix(own.as_slice()).map_or_else(|| condition.clone(), |rest| Condition::all(rest.to_vec()))
}

/// A person in the world in which tests start.
fn call_text(command: &str) -> String {
    let text = |text: &str| Json::Text(text.to_owned());
    let object = |members: &[(&str, Json)]| Json::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect());
    let person = [("user", text("tester")), ("roles", Json::List(Vec::new())), ("type", text("human")), ("agency", text("interactive"))];
    let folders = [("workspace", text("/workspace")), ("cwd", text("/workspace")), ("home", text("/home/tester"))];
    let call = object(&[
        ("straza-call", Json::Number("1".to_owned())),
        ("event", text("tool.pre")),
        ("function", object(&[("server", text("shell")), ("name", text("exec"))])),
        ("arguments", object(&[("command", text(command))])),
        ("principal", object(&person)),
        ("session", object(&folders)),
        ("now", text("2026-01-01T00:00:00Z")),
    ]);
    call.to_string()
}
