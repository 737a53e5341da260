//! One policy that uses every construct, and calls built from their parts.

use std::sync::OnceLock;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::checks::Check;
use straza_runtime::judge::{Finding, ResultOf, Rows, Traced, Visit};
use straza_runtime::opening::Expectation;
use straza_runtime::{Answer, Call, Host, Ruling, Scratch, Snapshot, States, json};

pub const POLICY: &str = r##"policy desk {
    over  desk.*, crm.*, flows.*, file.*, shell.exec, task.spawn
}

role lead, cfo, security

levels public < internal < secret

catalog desk from "desk.json" {
    effect  get, search  read, closed-world
    effect  fetch        read, open-world
    effect  pay, post, never, create, release, share  write, open-world
}

defaults {
    read  allow
    *     allow
}

rule never {
    on    desk.never
    deny  because "Never."
}

rule large {
    on       desk.pay
    when     args.amount > 100
    require  approve by lead or cfo, ticket 8h, grant 1h  because "Payments above 100 need a lead."
}

rule huge {
    on    desk.pay
    when  args.amount > 1000
    deny  because "Too much."
}

rule personal {
    on       desk.post
    when     args.amount > 100
    require  confirm
}

rule pair {
    on       desk.share
    when     args.amount > 100
    require  approve by 2 of lead, ticket 8h, grant 1h
}

rule two {
    on       desk.share
    when     args.amount > 1000
    require  approve by cfo, ticket 8h, grant 1h, distinct
}

rule quiet {
    on      desk.pay
    deny when args.amount == 50
    shadow
}

command wipe {
    match  `rm -r /`
    deny   because "This deletes everything."
}

rule sensitive {
    on       file.read
    when     any paths under "/secret"
    require  approve by lead, ticket 8h, grant 1h
}

floor tainted {
    on        desk.post
    when      job.labels has untrusted
    at least  approve by security
}

floor seal-shared {
    on    desk.share
    when  job.labels has sealed
    at least confirm
}

rule closed {
    on    desk.create
    deny when args.amount > 1000
}

limit again {
    on    desk.search
    count same call per job, 1h
    above 1
    stop job
}

limit often {
    on    desk.fetch
    count same call per job, 1h
    above 1
    report
}

origin payee {
    on    desk.pay
    arg   args.to
    only from principal
    deny  because "The payee comes from a person."
}

sequence read-then-share {
    step  crm.export
    step  desk.share
    within tree
    deny  because "What was exported is not shared."
}

duty maker-checker {
    pair  desk.create, desk.release
    same  args.id
    per   person, 90d
    deny  because "Whoever creates does not release."
}

label untrusted {
    from  desk.fetch
    taints
}

label hidden {
    from   desk.post
    level  secret
}

label sealed {
    from crm.seal
}

label left {
    from crm.left
}

label right {
    from crm.right
}

wall sides {
    left | right
}

agent triage {
    uses desk.*, crm.*, flows.*, file.read, task.spawn
    clearance internal
    max depth 3, children 2
    on unknown require approve by lead
}

agent strict {
    uses desk.*
    on unknown fail job
}

routine nightly {
    only desk.get, desk.search
}

fill {
    on   desk.create
    arg  args.budget else 2.00
}

stub {
    on      desk.pay
    result  { paid: false }
}

result mask {
    on  crm.read
    redact matches r"\b[A-Z]{2}[0-9]{4}\b" as "[iban]"
}

result keep {
    on  crm.raw
    withhold
}

kill retired {
    on       crm.retired
    because  "An incident."
}

kill pausing {
    on       crm.paused
    park until 2026-01-02
    because  "A pause."
}
"##;

/// What the server lists.
pub const CATALOG: &str = r#"{"tools": [
    {"name": "get", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}},
    {"name": "search", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}},
    {"name": "fetch", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}},
    {"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}, "to": {"type": "string"}}, "required": ["amount"]}},
    {"name": "post", "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}},
    {"name": "never", "inputSchema": {"type": "object", "properties": {}}},
    {"name": "create", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "amount": {"type": "number"}, "budget": {"type": "number"}}, "required": ["id", "amount"]}},
    {"name": "release", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}},
    {"name": "share", "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}}
]}"#;

/// The policy, signed and opened.
pub fn desk() -> &'static Snapshot {
    static DESK: OnceLock<Snapshot> = OnceLock::new();
    DESK.get_or_init(|| snapshot(POLICY))
}

/// A policy beside the catalog.
pub fn snapshot(policy: &str) -> Snapshot {
    compiled(policy, "desk.json", CATALOG)
}

/// A policy beside another catalog.
pub fn compiled(policy: &str, path: &str, catalog: &str) -> Snapshot {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", policy.to_owned());
    workspace.set_catalog(path, catalog.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let key = SigningKey::from_secret(&[3; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap_or_else(|problems| panic!("{problems:#?}"));
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

/// A call in parts, each JSON text.
#[derive(Debug, Clone)]
pub struct Given {
    pub function: String,
    pub arguments: Option<String>,
    pub principal: String,
    pub agent: String,
    pub job: String,
    pub by: Option<String>,
    pub stage: Option<String>,
    pub origins: Option<String>,
    pub now: Option<String>,
    pub facts: Vec<(String, String)>,
}

/// What a host with everything says of an ordinary call.
const ORDINARY: &[(&str, &str)] = &[
    ("withdrawn", "false"),
    ("installed", "true"),
    ("may-ask", "false"),
    ("budget-argument", "null"),
    ("turn", "[]"),
    ("grant", r#"{"function": null, "inventory": null, "setup": null}"#),
    ("plugin", r#"{"providers": ["desk"]}"#),
    ("hooks", "[]"),
    ("result-hooks", "[]"),
    ("unasked-hook", "false"),
    ("approvals", "[]"),
    ("quota", r#"{"starter": true, "tree": true, "budget": true}"#),
    ("envelope", "null"),
    ("audit", r#""written""#),
    ("revoked", "false"),
    ("draining", "false"),
    ("killed", "false"),
    ("secrets", r#""clean""#),
    ("egress", "null"),
    ("sandbox", "null"),
    ("placeholders", "[]"),
    ("outcome", r#""made""#),
    ("overdue", "false"),
    ("flow", "null"),
    ("tool", r#"{"up": true, "listed": true, "flow": false}"#),
    ("hook-call", r#"{"plugin": true, "caller": true, "place": true, "input": true, "header": true}"#),
];

/// An ordinary call of a model: everything is known, nothing stands against it.
pub fn call(function: &str, arguments: &str) -> Given {
    let given = plain(function, arguments);
    match Call::read(given.text().as_bytes()).ok().and_then(|call| desk().listing(&call)) {
        Some(listing) => given.fact("listing-digest", &format!("\"{}\"", hex(&listing))),
        None => given,
    }
}

fn plain(function: &str, arguments: &str) -> Given {
    Given {
        function: function.to_owned(),
        arguments: Some(arguments.to_owned()),
        principal: PERSON.to_owned(),
        agent: r#"{"name": "triage"}"#.to_owned(),
        job: r#"{"id": "j1", "routine": null, "shadow": false, "quarantine": false, "depth": 0, "children": 0}"#.to_owned(),
        by: Some(r#"{"kind": "model"}"#.to_owned()),
        stage: None,
        origins: None,
        now: Some("2026-01-01T12:00Z".to_owned()),
        facts: ORDINARY.iter().map(|(name, value)| ((*name).to_owned(), format!(r#"{{"known": {value}}}"#))).collect(),
    }
}

pub const PERSON: &str = r#"{"user": "dana", "roles": [], "type": "human", "agency": "interactive", "swarm": null, "sponsor": null}"#;

impl Given {
    /// With a fact known.
    pub fn fact(self, name: &str, value: &str) -> Self {
        self.told(name, Some(format!(r#"{{"known": {value}}}"#)))
    }

    /// With a fact told to be unknown.
    pub fn unknown(self, name: &str) -> Self {
        self.told(name, Some(r#""unknown""#.to_owned()))
    }

    /// With nothing said of a fact.
    pub fn untold(self, name: &str) -> Self {
        self.told(name, None)
    }

    fn told(mut self, name: &str, value: Option<String>) -> Self {
        self.facts.retain(|(other, _)| other != name);
        self.facts.extend(value.map(|value| (name.to_owned(), value)));
        self
    }

    pub fn job(self, job: &str) -> Self {
        Self { job: job.to_owned(), ..self }
    }

    pub fn agent(self, name: &str) -> Self {
        Self { agent: format!(r#"{{"name": "{name}"}}"#), ..self }
    }

    pub fn by(self, by: &str) -> Self {
        Self { by: Some(by.to_owned()), ..self }
    }

    pub fn stage(self, stage: &str) -> Self {
        Self { stage: Some(format!(r#"["{stage}"]"#)), ..self }
    }

    pub fn principal(self, principal: &str) -> Self {
        Self { principal: principal.to_owned(), ..self }
    }

    pub fn origins(self, origins: &str) -> Self {
        Self { origins: Some(origins.to_owned()), ..self }
    }

    /// The digest that a yes to it is bound to, in hexadecimal.
    pub fn digest(&self) -> String {
        hex(&self.read().digest())
    }

    pub fn read(&self) -> Call {
        let text = self.text();
        Call::read(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
    }

    pub fn text(&self) -> String {
        let (server, name) = self.function.split_once('.').unwrap();
        let local = ["shell", "file", "net", "task", "other"].contains(&server);
        let plugin = if local { "" } else { r#", "plugin": "desk""# };
        let facts: Vec<String> = self.facts.iter().map(|(name, value)| format!(r#""{name}": {value}"#)).collect();
        let part = |key: &str, value: &Option<String>| value.as_ref().map_or(String::new(), |value| format!(r#", "{key}": {value}"#));
        let now = self.now.as_ref().map(|now| format!(r#""{now}""#));
        format!(
            r#"{{"straza-call": 1, "event": "tool.pre", "function": {{"server": "{server}", "name": "{name}"{plugin}}},
            "principal": {}, "agent": {}, "job": {}, "tree": {{"id": "t1"}}, "facts": {{{}}}{}{}{}{}{}}}"#,
            self.principal,
            self.agent,
            self.job,
            facts.join(", "),
            part("arguments", &self.arguments),
            part("by", &self.by),
            part("stage", &self.stage),
            part("origins", &self.origins),
            part("now", &now),
        )
    }

    /// The same call without its own marks: for comparing what a fact changes.
    pub fn judged(&self, states: &States, host: &Host<'_>) -> Ruling<'static> {
        let core = desk();
        core.judge(&self.read(), states, host, &mut Scratch::new(core))
    }

    /// What one row finds, where a host owns that row alone.
    pub fn at(&self, row: &str, states: &States) -> Finding<'static> {
        self.found(row, states, &Host::JOB_RUNTIME.only(Rows::of(&[row])), None)
    }

    /// What one row finds at a host.
    pub fn found(&self, row: &str, states: &States, host: &Host<'_>, result: Option<&ResultOf<'_>>) -> Finding<'static> {
        let (core, call) = (desk(), self.read());
        let (_, trace) = match result {
            Some(of) => core.examine_result(&call, of, states, host),
            None => core.examine(&call, states, host),
        };
        let check = Check::numbered(row).unwrap();
        let Traced { visit, .. } = trace.into_iter().find(|traced| traced.check == check).unwrap();
        match visit {
            Visit::Found(finding) => finding,
            other => panic!("row {row} did not run: {other:?}"),
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn value(text: &str) -> json::Value {
    json::read(text.as_bytes()).unwrap()
}

/// The answer and the row that gave it; what is only recorded goes on.
pub fn answer(ruling: &Ruling<'_>) -> (Answer, &'static str) {
    if ruling.answer == Answer::Record {
        return (Answer::Pass, "");
    }
    (ruling.answer, ruling.check.map_or("", |check| check.number))
}
