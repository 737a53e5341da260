//! Each construct's text and what its tree holds, told in one line an item.

use straza_language::tree::{
    ClearTree, ExpectedResult, ExpectedVerdict, Expression, ExpressionKind, GivenTree, GroundTree, ItemTree, KillTarget, LineTree,
    MeasureTree, Name, OutcomeTree, OwnerTree, PathTree, SourceTree, StatementTree, StepKind, StepTree, TailTree, TargetTree, Value,
    ValueKind, VerdictTree,
};

use crate::read::{file, findings};
use crate::samples::DESK;

fn words(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn joined<T>(parts: &[T], told: impl Fn(&T) -> String) -> String {
    parts.iter().map(told).collect::<Vec<_>>().join(",")
}

fn maybe<T>(word: &str, part: Option<&T>, told: impl Fn(&T) -> String) -> String {
    part.map(|part| format!("{word}={}", told(part))).unwrap_or_default()
}

fn name(name: &Name) -> String {
    name.value.clone()
}

fn condition(condition: &Expression) -> String {
    match &condition.kind {
        ExpressionKind::Path(path) => place(path),
        ExpressionKind::Relation { left, .. } => value(left),
        ExpressionKind::And(all) => joined(all, self::condition),
        other => format!("{other:?}").split([' ', '(', '{']).next().unwrap_or("").to_owned(),
    }
}

fn value(value: &Value) -> String {
    match &value.kind {
        ValueKind::Path(path) => place(path),
        ValueKind::Number(number) => format!("{}e{}", number.coefficient, number.exponent),
        ValueKind::Word(word) | ValueKind::Text(word) => word.clone(),
        other => format!("{other:?}"),
    }
}

fn place(path: &PathTree) -> String {
    let mut told = path.head.value.clone();
    path.segments.iter().for_each(|segment| told += &format!(".{}", segment.value));
    match &path.otherwise {
        Some(otherwise) => format!("{told}|{}", value(otherwise)),
        None => told,
    }
}

fn target(target: &TargetTree) -> String {
    let mut told = target.pattern.as_ref().map(|pattern| format!("{}.{}", pattern.server, pattern.name)).unwrap_or_default();
    target.effects.iter().for_each(|effect| told += &format!("+{}", effect.value));
    told
}

fn ground(ground: &GroundTree) -> String {
    let on = joined(&ground.on, target);
    words([on, maybe("when", ground.when.as_ref(), condition), maybe("unless", ground.unless.as_ref(), condition)])
}

fn step(step: &StepTree) -> String {
    match &step.kind {
        StepKind::Approve { count, deciders } => {
            format!("approve{}:{}", count.as_ref().map(|count| count.value.to_string()).unwrap_or_default(), joined(deciders, name))
        }
        StepKind::Notify(who) => format!("notify:{}", who.value),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn outcome(outcome: &OutcomeTree) -> String {
    let verdict = match &outcome.verdict {
        VerdictTree::Require(steps) => format!("require({})", joined(steps, step)),
        VerdictTree::AtLeast(steps) => format!("at-least({})", joined(steps, step)),
        other => format!("{other:?}").to_lowercase(),
    };
    words([
        verdict,
        maybe("when", outcome.when.as_ref(), condition),
        maybe("unless", outcome.unless.as_ref(), condition),
        maybe("because", outcome.because.as_ref(), |reason| reason.value.len().to_string()),
    ])
}

fn outcomes(outcomes: &[OutcomeTree]) -> String {
    joined(outcomes, |one| format!("[{}]", outcome(one)))
}

fn tail(tail: &TailTree) -> String {
    let date = |date: &straza_language::span::Spanned<i64>| (date.value / 86_400).to_string();
    let flag = |word: &str, is: bool| if is { word.to_owned() } else { String::new() };
    words([
        maybe("starts", tail.starts.as_ref(), date),
        maybe("expires", tail.expires.as_ref(), date),
        flag("shadow", tail.shadow.is_some()),
        flag("final", tail.is_final.is_some()),
    ])
}

fn owner(owner: &OwnerTree) -> String {
    let window = owner.window.as_ref().map(|window| window.value.map_or("ever".to_owned(), |seconds| seconds.to_string()));
    format!("{}/{}", owner.owner.value, window.unwrap_or_default())
}

fn measure(measure: &MeasureTree) -> String {
    match measure {
        MeasureTree::Sum(path, whose) => format!("sum({}) {}", place(path), whose.as_ref().map(owner).unwrap_or_default()),
        MeasureTree::Count(whose) => words(["count".to_owned(), whose.as_ref().map(owner).unwrap_or_default()]),
        MeasureTree::SameCall(whose) => words(["same-call".to_owned(), whose.as_ref().map(owner).unwrap_or_default()]),
    }
}

fn line(line: &LineTree) -> String {
    format!("[{}]", ground(&line.ground))
}

fn clear(clear: &ClearTree) -> String {
    format!("{}after({})", line(&clear.line), joined(&clear.after, step))
}

fn source(source: &SourceTree) -> String {
    match source {
        SourceTree::Principal(_) => "principal".to_owned(),
        SourceTree::Function(function) => target(function),
    }
}

fn stops(stops: &KillTarget) -> String {
    match stops {
        KillTarget::Functions(functions) => joined(functions, target),
        KillTarget::Agent(agent) => format!("agent:{}", agent.value),
        KillTarget::Principal(person) => format!("principal:{}", person.value),
        KillTarget::All(_) => "all".to_owned(),
    }
}

/// An item of the constructs beside rules, in one line; nothing for the others.
fn told(item: &ItemTree) -> String {
    match item {
        ItemTree::Levels(levels) => format!("levels {}", joined(levels, name)),
        ItemTree::Wall(wall) => format!("wall {} {}", wall.name.value, joined(&wall.sides, name)),
        ItemTree::Include(path) => format!("include {}", joined(path, name)),
        ItemTree::Floor(floor) => words([
            format!("floor {} {}", floor.name.value, joined(&floor.on, target)),
            maybe("when", floor.when.as_ref(), condition),
            maybe("unless", floor.unless.as_ref(), condition),
            outcomes(&floor.outcomes),
            tail(&TailTree {
                starts: floor.starts.clone(),
                expires: floor.expires.clone(),
                shadow: floor.shadow,
                is_final: floor.is_final,
            }),
        ]),
        ItemTree::Limit(limit) => words([
            format!("limit {} {}", limit.name.value, ground(&limit.ground)),
            limit.measure.as_ref().map(|told| measure(&told.value)).unwrap_or_default(),
            maybe("above", limit.above.as_ref(), value),
            outcomes(&limit.outcomes),
            tail(&limit.tail),
        ]),
        ItemTree::Label(label) => words([
            format!("label {} from {}", label.name.value, joined(&label.from, line)),
            label.taints.map(|_| "taints".to_owned()).unwrap_or_default(),
            maybe("level", label.level.as_ref(), name),
            joined(&label.clears, clear),
            tail(&label.tail),
        ]),
        ItemTree::Origin(origin) => words([
            format!("origin {} {} arg {}", origin.name.value, ground(&origin.ground), joined(&origin.arguments, place)),
            format!("{}from {}", if origin.only.is_some() { "only " } else { "" }, joined(&origin.sources, source)),
            outcomes(&origin.outcomes),
            tail(&origin.tail),
        ]),
        ItemTree::Duty(duty) => words([
            format!("duty {} {}", duty.name.value, joined(&duty.pair, target)),
            maybe("when", duty.when.as_ref(), condition),
            maybe("unless", duty.unless.as_ref(), condition),
            format!("same {}", joined(&duty.same, place)),
            maybe("per", duty.per.as_ref(), owner),
            outcomes(&duty.outcomes),
            tail(&duty.tail),
        ]),
        ItemTree::Sequence(sequence) => words([
            format!("sequence {} {}", sequence.name.value, joined(&sequence.steps, line)),
            maybe("within", sequence.within.as_ref(), owner),
            outcomes(&sequence.outcomes),
            tail(&sequence.tail),
        ]),
        other => told_of_agents(other),
    }
}

fn told_of_agents(item: &ItemTree) -> String {
    match item {
        ItemTree::Agent(agent) => words([
            format!("agent {}", agent.name.value),
            maybe("uses", agent.uses.as_ref(), |uses| format!("({})", joined(&uses.value, target))),
            maybe("flow", agent.own_flow.as_ref(), name),
            maybe("clearance", agent.clearance.as_ref(), name),
            maybe("depth", agent.depth.as_ref(), |depth| depth.value.to_string()),
            maybe("children", agent.children.as_ref(), |children| children.value.to_string()),
            maybe("loop", agent.on_loop.as_ref(), outcome),
            maybe("unknown", agent.on_unknown.as_ref(), outcome),
        ]),
        ItemTree::Routine(routine) => {
            words([format!("routine {}", routine.name.value), maybe("only", routine.only.as_ref(), |only| joined(&only.value, target))])
        }
        ItemTree::Fill(fill) => words([
            format!("fill {} {}", fill.name.as_ref().map_or("-", |name| &name.value), ground(&fill.ground)),
            maybe("arg", fill.argument.as_ref(), place),
        ]),
        ItemTree::Stub(stub) => words([
            format!("stub {} {}", stub.name.as_ref().map_or("-", |name| &name.value), ground(&stub.ground)),
            maybe("result", stub.result.as_ref(), |result| format!("{:?}", result.value).split(['(', ' ']).next().unwrap_or("").to_owned()),
        ]),
        ItemTree::Result(result) => words([
            format!("result {} {}", result.name.as_ref().map_or("-", |name| &name.value), ground(&result.ground)),
            joined(&result.redact, |redact| format!("{}->{}", redact.regex.value, redact.with.value)),
            outcomes(&result.withhold),
            tail(&result.tail),
        ]),
        ItemTree::Kill(kill) => words([
            format!("kill {}", kill.name.value),
            maybe("stops", kill.stops.as_ref(), stops),
            maybe("until", kill.until.as_ref(), |until| until.value.to_string()),
            maybe("because", kill.because.as_ref(), |reason| reason.value.clone()),
            tail(&kill.tail),
        ]),
        ItemTree::Exception(exception) => words([
            format!(
                "exception {} to {}",
                exception.name.value,
                joined(&exception.to, |item| item.iter().map(name).collect::<Vec<_>>().join("."))
            ),
            maybe("when", exception.when.as_ref(), condition),
            maybe("unless", exception.unless.as_ref(), condition),
            maybe("instead", exception.instead.as_ref(), |steps| joined(&steps.value, step)),
            maybe("because", exception.because.as_ref(), |reason| reason.value.clone()),
            tail(&exception.tail),
        ]),
        _ => String::new(),
    }
}

fn statement(statement: &StatementTree) -> String {
    match statement {
        StatementTree::As(tree) => format!("as {}", tree.name.as_ref().map(name).unwrap_or_default()),
        StatementTree::Given(facts) => format!("given {}", joined(facts, |fact| given(&fact.value))),
        StatementTree::Call(call) => {
            let verdict = call.expected.as_ref().map(|expected| verdict(&expected.verdict)).unwrap_or_default();
            format!("call {}.{} {verdict}", call.function.server, call.function.name)
        }
        StatementTree::Each(each) => format!("each {} ({})", each.rows.len(), joined(&each.statements, self::statement)),
        StatementTree::Job(block) => format!("job ({})", joined(&block.statements, self::statement)),
        StatementTree::Turn(block) => format!("turn ({})", joined(&block.statements, self::statement)),
        StatementTree::Result(result) => words([
            "result".to_owned(),
            if result.value.is_some() {
                "value"
            } else if result.failed {
                "failed"
            } else {
                "unknown"
            }
            .to_owned(),
            joined(&result.labels, name),
            maybe("expected", result.expected.as_ref(), |expected| match expected.value {
                ExpectedResult::Withheld => "withheld".to_owned(),
                ExpectedResult::Passed(_) => "passed".to_owned(),
                ExpectedResult::AsIs => "as-is".to_owned(),
            }),
        ]),
        StatementTree::Answer(answer) => words([format!("answer {}", answer.yes), maybe("by", answer.by.as_ref(), name)]),
        StatementTree::Event(event) => words([
            format!("event {}", event.event.value),
            event.arguments.as_ref().map(|_| "payload".to_owned()).unwrap_or_default(),
            maybe("expected", event.expected.as_ref(), |expected| verdict(&expected.verdict)),
        ]),
    }
}

fn given(fact: &GivenTree) -> String {
    match fact {
        GivenTree::Labels(whose, labels) => format!("{}.labels[{}]", whose.value, joined(labels, name)),
        GivenTree::List { list, open, .. } => format!("{}{}", list.value, if *open { " open" } else { "" }),
        GivenTree::Fact(fact, _) => format!("fact:{}", fact.value),
        GivenTree::Part(part, _) => part.value.clone(),
        GivenTree::Unknown(path) => format!("{} unknown", path.iter().map(name).collect::<Vec<_>>().join(".")),
        GivenTree::Now(_) => "now".to_owned(),
        GivenTree::Granted(_) => "granted".to_owned(),
        GivenTree::Paths { .. } => "paths".to_owned(),
    }
}

fn verdict(verdict: &ExpectedVerdict) -> String {
    match verdict {
        ExpectedVerdict::Steps(steps) => joined(steps, step),
        other => format!("{other:?}").to_lowercase(),
    }
}

#[test]
fn a_test_holds_its_statements_and_their_blocks() {
    let items = file(DESK).items;
    let ItemTree::Test(test) = &items.last().unwrap().kind else { panic!() };
    let told: Vec<String> = test.statements.iter().map(statement).collect();
    assert_eq!(
        told,
        [
            "as dana",
            "given job.labels[outside,deal-a],tree.labels[],hosts,recipients open",
            "given fact:weather,fact:queue.length,now",
            "job (call ledger.get_supplier allow,result value outside,call bank.pay approve:vault,answer true by=erin,result failed,\
             call post.read allow,result value expected=passed,result value expected=withheld,result value expected=as-is,\
             turn (call a.b allow,call c.d deny),given job,call task.spawn hold,answer false,result unknown,call bank.pay stopjob,\
             each 1 (call post.send stub),event session.start payload expected=notify:desk,event prompt.submit)",
            "turn (call a.b deny)",
        ]
    );
}

#[test]
fn a_broken_statement_in_a_block_leaves_the_others_of_the_block() {
    let text = "test \"t\" {\n    job {\n        call a.b => allow\n        answer maybe\n        turn {\n            call c.d => dney\n            call e.f => deny\n        }\n    }\n    call g.h => deny\n}";
    let found = file(text);
    assert_eq!(found.diagnostics.len(), 2);
    let ItemTree::Test(test) = &found.items[0].kind else { panic!() };
    assert!(!found.items[0].complete);
    assert_eq!(joined(&test.statements, statement), "job (call a.b allow,turn (call e.f deny)),call g.h deny");
}

#[test]
fn words_of_clauses_are_names_everywhere_else() {
    let text = r#"role job, step, person
levels above < level < taints

rule step {
    on from.to, arg.sum, step.x, only.own, *.redact
    when args.from == args.step.above and args.max == step and job.labels has from
    require approve by job or step, ticket 8h
}

label from { from from.from when args.from.to level level }
agent max { uses uses.uses own flow flow clearance above max depth 1 }
sequence within { step step.step when now within office step to.to, within.x within job, 1h deny }
kill all { agent agent because "x" }
exception to { to to.to, instead.instead instead approve by to because "x" expires 2027-01-01 }
result result { on result.result redact matches "redact" as "as" }
"#;
    assert_eq!(findings(text), "");
}

#[test]
fn a_construct_holds_what_was_written() {
    let told: Vec<String> = file(DESK).items.iter().map(|item| told(&item.kind)).filter(|told| !told.is_empty()).collect();
    assert_eq!(told, EXPECTED.lines().collect::<Vec<_>>());
}

const EXPECTED: &str = r"levels open,inside,sealed
include lib,egress
wall deals deal-a,deal-b,deal-c
floor tainted +open-world when=job.labels,tree.labels unless=principal.roles [at-least(approve:vault,head-of-vault,notify:desk) because=31],[atleastdeny when=args.amount because=9] starts=20819 expires=20999 shadow final
limit a-day bank.pay when=args.currency unless=args.internal sum(args.amount|0e0) person/86400 above=5e2 [require(approve:vault) when=args.amount],[deny because=14] expires=20999
limit mails post.send count tree/ever above=cap [require(confirm)]
limit loops *.* same-call agent/3600 above=2e1 [report when=function.server],[stopjob]
limit bare-loops *.* same-call above=5e0
limit counted *.* count above=5e0 [deny]
label outside from [web.*,mail.read],[net.fetch when=args.url unless=args.pinned] taints level=sealed [people.review when=args.done]after(approve:vault),[people.check]after(approve2:vault) starts=20819
origin payee bank.pay when=args.amount unless=principal.roles arg args.iban,args.to.account only from principal,ledger.get_supplier,+read+closed-world [require(confirm) when=args.amount],[deny because=45]
origin note bank.pay arg args.note from ledger.* [require(confirm)]
duty maker-checker bank.pay,bank.release when=args.amount unless=args.own same args.invoice,args.year per=person/7776000 [deny because=29] shadow
duty by-agent bank.pay,+write same args.id per=agent/ever [deny]
sequence read-then-send [people.export_* when=args.table],[post.send,+open-world when=QuantifiedBody,args.id unless=args.safe] within=tree/1800 [deny because=44]
sequence short [a.b],[c.d when=args.urgent] within=job/ [deny]
sequence plain [a.b when=args.x],[c.d] [require(confirm)]
agent triage uses=(github.*,file.*,+read) flow=triage clearance=inside depth=2 children=4 loop=require(approve:vault) because=19 unknown=failjob
agent Night Desk uses=() children=1 loop=stopjob unknown=require(confirm)
agent watcher depth=1 loop=report
routine nightly only=github.list_issues,ledger.get_*
routine Sunday run only=file.read
fill - flows.* arg=args.budget|2e0
fill currency bank.pay arg=args.currency|EUR
stub - github.create_issue when=args.title unless=args.real result=Object
stub nothing *.* result=Null
result - people.* when=args.table unless=principal.roles [A-Z]{2}\d{20}->[iban],\d{16}->[card] [withhold when=result.labels unless=result.labels because=7],[withhold] expires=20999
result mails post.read x->
kill stop-posting stops=post.*,+open-world until=1814342400 because=The mail account was taken over.
kill stop-agent stops=agent:triage because=It spends too much.
kill stop-named stops=agent:Night Desk because=No.
kill stop-person stops=principal:eve because=Left.
kill stop-all stops=all because=Fire.
exception migration to payouts.a-day,std.guard.self,payouts.Night Desk when=args.batch unless=args.live instead=approve:vault,notify:desk because=The old books are moved in February. expires=20878
exception early to payouts.payee because=Audit. starts=20819 expires=20850";
