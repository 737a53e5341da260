//! The typed program as bytes, and its digests: equal meaning, equal bytes, on every machine.
//!
//! In: sets, defaults, items with their names and reasons, and of catalogs what decides. Out: places, `///` docs, comments, file names, the
//! order of files, a catalog's file digest and the texts a schema lists (they serve diagnostics only).
//! An item's own bytes leave out its place among its neighbours, so that adding an item changes no other item's digest.
//!
//! The shapes are fixed by golden vectors below; a change of shape is a change of [`DOMAIN`].

mod cbor;
mod command;
mod tracked;

use sha2::{Digest, Sha256};

use crate::core::{
    ArgumentSchema, Atom, Attribute, Binding, Catalog, CatalogFunction, CommandDefaults, Comparison, Condition, CoreItem, Decimal,
    DefaultRow, Effect, Effects, Feed, FunctionName, FunctionPattern, FunctionSelector, ListKind, Literal, Mark, OnUnknown, Operand,
    PathAnchor, PathLiteral, PathText, PolicySet, Pool, Program, Quantifier, Reading, Reason, ReasonPart, Restriction, Root, RowHead, Step,
    Target, Terms, Window,
};

use cbor::Cbor;

/// What is digested, and in which version of these shapes.
pub const DOMAIN: &str = "straza/v1/policy";
/// The same for one item.
pub const ITEM_DOMAIN: &str = "straza/v1/item";

/// What separates the digest of a set from every other use of the hash.
pub const SET_DOMAIN: &str = "straza/v1/set";

/// SHA-256 over the domain, a zero byte and the encoding of the sorted program.
pub fn policy_digest(program: &Program) -> [u8; 32] {
    digest(DOMAIN, &encode_program(program))
}

/// SHA-256 over the domain, a zero byte and [`encode_item`].
pub fn item_digest(item: &CoreItem) -> [u8; 32] {
    digest(ITEM_DOMAIN, &encode_item(item))
}

/// SHA-256 of what a set gives without its items: remit, `for`, defaults with their reasons left out.
pub fn set_digest(given: &PolicySet) -> [u8; 32] {
    let silent = |row: &DefaultRow| DefaultRow { because: None, ..row.clone() };
    let defaults = given.defaults.iter().map(silent).collect();
    let silent = PolicySet { defaults, commands: command::silent(&given.commands), priority: 0, ..given.clone() };
    digest(SET_DOMAIN, &set(&silent).into_bytes())
}

/// The program's bytes; its vectors may stand in any order.
pub fn encode_program(program: &Program) -> Vec<u8> {
    let items = program.items.iter().map(|item| Cbor::array([text(&item.id.set), Cbor::unsigned(item.order.into()), core_item(item)]));
    Cbor::map([
        ("catalogs", sorted(program.catalogs.iter().map(catalog))),
        ("items", sorted(items)),
        ("sets", sorted(program.sets.iter().map(set))),
    ])
    .into_bytes()
}

/// The item's bytes, without `order`.
pub fn encode_item(item: &CoreItem) -> Vec<u8> {
    core_item(item).into_bytes()
}

fn digest(domain: &str, bytes: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(domain.as_bytes());
    hash.update([0]);
    hash.update(bytes);
    hash.finalize().into()
}

fn sorted(values: impl Iterator<Item = Cbor>) -> Cbor {
    let mut encoded: Vec<Cbor> = values.collect();
    encoded.sort_by(|left, right| left.bytes().cmp(right.bytes()));
    Cbor::array(encoded)
}

fn text(value: &str) -> Cbor {
    Cbor::text(value)
}

fn texts(values: &[String]) -> Cbor {
    Cbor::array(values.iter().map(|value| text(value)))
}

/// A word that names a form, then its parts.
fn form<const N: usize>(word: &str, parts: [Cbor; N]) -> Cbor {
    Cbor::array([text(word)].into_iter().chain(parts))
}

fn time(second: Option<i64>) -> Cbor {
    Cbor::option(second.map(|second| Cbor::integer(second.into())))
}

/// What a command item matches is left out of the others.
fn core_item(item: &CoreItem) -> Cbor {
    let entries = [
        ("because", Cbor::option(item.because.as_ref().map(reason))),
        ("condition", condition(&item.condition)),
        ("effect", effect(&item.effect)),
        ("expires", time(item.expires)),
        ("final", Cbor::boolean(item.is_final)),
        ("kind", Cbor::unsigned(u64::from(item.kind as u8))),
        ("name", text(&item.id.name)),
        ("on", Cbor::array(item.on.iter().map(target))),
        ("part", Cbor::unsigned(item.part.into())),
        ("set", text(&item.id.set)),
        ("shadow", Cbor::boolean(item.shadow)),
        ("starts", time(item.starts)),
    ];
    let command = item.command.as_ref().map(|command| ("command", command::matched(command)));
    Cbor::map_of(entries.into_iter().chain(command))
}

/// What is said of commands is left out where nothing is.
fn set(set: &PolicySet) -> Cbor {
    let entries = [
        ("defaults", Cbor::array(set.defaults.iter().map(row))),
        ("for", condition(&set.applies)),
        ("name", text(&set.name)),
        ("over", sorted(set.over.iter().map(pattern))),
        ("priority", Cbor::integer(set.priority.into())),
    ];
    let commands = (set.commands != CommandDefaults::default()).then(|| ("commands", command::defaults(&set.commands)));
    Cbor::map_of(entries.into_iter().chain(commands))
}

fn row(row: &DefaultRow) -> Cbor {
    let head = match &row.head {
        RowHead::Effects(effects) => form("effects", [selector(effects)]),
        RowHead::Granted => form("granted", []),
        RowHead::Everything => form("everything", []),
    };
    Cbor::map([
        ("because", Cbor::option(row.because.as_ref().map(reason))),
        ("head", head),
        ("steps", Cbor::option(row.steps.as_ref().map(|steps| Cbor::array(steps.iter().map(step))))),
    ])
}

fn target(target: &Target) -> Cbor {
    Cbor::map([
        ("effects", selector(&target.effects)),
        ("event", Cbor::option(target.event.as_deref().map(text))),
        ("having", texts(&target.having)),
        ("lacking", texts(&target.lacking)),
        ("pattern", pattern(&target.pattern)),
    ])
}

fn pattern(pattern: &FunctionPattern) -> Cbor {
    Cbor::array([text(&pattern.server.0), text(&pattern.name.0)])
}

fn selector(selector: &FunctionSelector) -> Cbor {
    let words = [selector.write, selector.destructive, selector.idempotent, selector.open_world];
    Cbor::array(words.into_iter().map(|word| Cbor::option(word.map(Cbor::boolean))))
}

fn effect(effect: &Effect) -> Cbor {
    match effect {
        Effect::Permit => form("permit", []),
        Effect::Restrict(Restriction::Deny) => form("deny", []),
        Effect::Restrict(Restriction::Steps(steps)) => form("steps", [self::steps(steps)]),
        Effect::Restrict(Restriction::Park) => form("park", []),
        Effect::Restrict(Restriction::StopJob) => form("stop-job", []),
        Effect::Move(change) => tracked::change(change),
        Effect::Fill { argument, value } => form("fill", [texts(argument), text(value)]),
        Effect::Stub { result } => form("stub", [text(result)]),
        Effect::Report => form("report", []),
        Effect::Withhold => form("withhold", []),
        Effect::Redact { regex, with } => form("redact", [text(regex), text(with)]),
        Effect::Unknown(OnUnknown::Ask(steps)) => form("ask-unknown", [self::steps(steps)]),
        Effect::Unknown(OnUnknown::FailJob) => form("fail-job", []),
    }
}

fn steps(steps: &[Step]) -> Cbor {
    Cbor::array(steps.iter().map(step))
}

fn step(step: &Step) -> Cbor {
    match step {
        Step::Classify => form("classify", []),
        Step::ServerCheck => form("server-check", []),
        Step::Confirm => form("confirm", []),
        Step::Approve { pool, terms } => form("approve", [self::pool(pool), self::terms(terms)]),
        Step::Notify(who) => form("notify", [text(who)]),
    }
}

fn pool(pool: &Pool) -> Cbor {
    Cbor::array([Cbor::unsigned(pool.count.into()), texts(&pool.deciders)])
}

fn terms(terms: &Terms) -> Cbor {
    let seconds = |time: Option<u32>| Cbor::option(time.map(|seconds| Cbor::unsigned(seconds.into())));
    let bind = match terms.bind {
        Binding::Call => "call",
        Binding::Tool => "tool",
    };
    Cbor::map([
        ("allowance", Cbor::boolean(terms.allowance)),
        ("bind", text(bind)),
        ("distinct", Cbor::boolean(terms.distinct)),
        ("grant", seconds(terms.grant)),
        ("hold", seconds(terms.hold)),
        ("recheck", seconds(terms.recheck)),
        ("retry", seconds(terms.retry)),
        ("self-approval", Cbor::boolean(terms.self_approval)),
        ("ticket", seconds(terms.ticket)),
    ])
}

fn reason(reason: &Reason) -> Cbor {
    Cbor::array(reason.parts.iter().map(|part| match part {
        ReasonPart::Text(text) => Cbor::text(text),
        ReasonPart::Value(place) => attribute(place),
    }))
}

fn condition(condition: &Condition) -> Cbor {
    match condition {
        Condition::True => Cbor::boolean(true),
        Condition::False => Cbor::boolean(false),
        Condition::All(parts) => form("all", [Cbor::array(parts.iter().map(self::condition))]),
        Condition::Any(parts) => form("any", [Cbor::array(parts.iter().map(self::condition))]),
        Condition::Not(inner) => form("not", [self::condition(inner)]),
        Condition::Atom(atom) => self::atom(atom),
    }
}

fn atom(atom: &Atom) -> Cbor {
    match atom {
        Atom::Holds(place) => form("holds", [attribute(place)]),
        Atom::Compare { left, op, right } => form(comparison(*op), [attribute(left), operand(right)]),
        Atom::In { left, list } => form("in", [attribute(left), list_kind(list)]),
        Atom::Has { list, value } => form("has", [attribute(list), operand(value)]),
        Atom::Like { text, glob } => form("like", [attribute(text), Cbor::text(glob)]),
        Atom::LikePath { path, pattern } => form("like-path", [attribute(path), path_literal(pattern)]),
        Atom::Matches { text, regex } => form("matches", [attribute(text), Cbor::text(regex)]),
        Atom::Contains { text, part } => form("contains", [attribute(text), Cbor::text(part)]),
        Atom::StartsWith { text, part } => form("starts-with", [attribute(text), Cbor::text(part)]),
        Atom::EndsWith { text, part } => form("ends-with", [attribute(text), Cbor::text(part)]),
        Atom::Under { path, base } => form("under", [attribute(path), path_text(base)]),
        Atom::Within { time, window } => form("within", [attribute(time), self::window(window)]),
        Atom::Exists(place) => form("exists", [attribute(place)]),
        Atom::Quantified { quantifier, list, body } => form(quantifier_word(*quantifier), [attribute(list), condition(body)]),
        Atom::Function(targets) => form("function", [Cbor::array(targets.iter().map(target))]),
        Atom::StartsChild => form("starts-child", []),
        Atom::Memory(memory) => tracked::memory(memory),
    }
}

fn comparison(op: Comparison) -> &'static str {
    match op {
        Comparison::Equal => "==",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn quantifier_word(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Any => "any-in",
        Quantifier::Every => "every-in",
        Quantifier::AnySeen => "any-seen-in",
    }
}

fn operand(operand: &Operand) -> Cbor {
    match operand {
        Operand::Literal(constant) => form("constant", [literal(constant)]),
        Operand::Attribute(place) => attribute(place),
    }
}

fn list_kind(list: &ListKind) -> Cbor {
    match list {
        ListKind::Literals(constants) => form("constants", [Cbor::array(constants.iter().map(literal))]),
        ListKind::Attribute(place) => attribute(place),
    }
}

fn path_text(base: &PathText) -> Cbor {
    match base {
        PathText::Literal(constant) => path_literal(constant),
        PathText::Attribute(place) => attribute(place),
    }
}

fn attribute(place: &Attribute) -> Cbor {
    let reading = match place.reading {
        Reading::Plain => "plain",
        Reading::Marked(Mark::Fold) => "fold",
        Reading::Marked(Mark::Alnum) => "alnum",
        Reading::Path => "path",
    };
    form("value", [root(place.root), texts(&place.path), text(reading), Cbor::option(place.otherwise.as_ref().map(literal))])
}

fn attributes(places: &[Attribute]) -> Cbor {
    Cbor::array(places.iter().map(attribute))
}

fn root(root: Root) -> Cbor {
    text(match root {
        Root::Args => "args",
        Root::Function => "function",
        Root::Principal => "principal",
        Root::Agent => "agent",
        Root::Session => "session",
        Root::Job => "job",
        Root::Paths => "paths",
        Root::Reads => "reads",
        Root::Writes => "writes",
        Root::Hosts => "hosts",
        Root::Recipients => "recipients",
        Root::Command => "command",
        Root::Signals => "signals",
        Root::Tree => "tree",
        Root::Flow => "flow",
        Root::Result => "result",
        Root::Now => "now",
        Root::Element(depth) => return Cbor::unsigned(depth.into()),
    })
}

fn literal(literal: &Literal) -> Cbor {
    match literal {
        Literal::Null => Cbor::null(),
        Literal::Boolean(value) => Cbor::boolean(*value),
        Literal::Number(number) => decimal(*number),
        Literal::Text(value) => text(value),
        Literal::Instant(second) => form("instant", [Cbor::integer((*second).into())]),
        Literal::Version(numbers) => form("version", [Cbor::array(numbers.iter().map(|number| Cbor::unsigned((*number).into())))]),
        Literal::Path(path) => path_literal(path),
    }
}

/// `[coefficient, exponent]`, normalised, so that equal numbers are equal bytes.
fn decimal(number: Decimal) -> Cbor {
    Cbor::array([Cbor::integer(number.coefficient), Cbor::integer(number.exponent.into())])
}

fn path_literal(path: &PathLiteral) -> Cbor {
    let anchor = match path.anchor {
        PathAnchor::Root => "root",
        PathAnchor::Home => "home",
        PathAnchor::Workspace => "workspace",
        PathAnchor::Bare => "bare",
    };
    form("path", [text(anchor), text(&path.text)])
}

fn window(window: &Window) -> Cbor {
    Cbor::array([
        Cbor::unsigned(window.days.into()),
        Cbor::unsigned(window.from.into()),
        Cbor::unsigned(window.to.into()),
        text(&window.zone),
    ])
}

/// Listings are left out where a catalog has none.
fn catalog(catalog: &Catalog) -> Cbor {
    let functions = sorted(catalog.functions.iter().map(catalog_function));
    let (identity, server) = (Cbor::option(catalog.identity.as_deref().map(text)), text(&catalog.server));
    if catalog.listings.is_empty() {
        return Cbor::map([("functions", functions), ("identity", identity), ("server", server)]);
    }
    let listings = sorted(catalog.listings.iter().map(|(name, digest)| Cbor::array([text(name), Cbor::byte_string(digest)])));
    Cbor::map([("functions", functions), ("identity", identity), ("listings", listings), ("server", server)])
}

fn catalog_function(function: &CatalogFunction) -> Cbor {
    Cbor::map([
        ("arguments", Cbor::option(function.arguments.as_ref().map(schema))),
        ("effects", effects(function.effects)),
        ("function", function_name(&function.function)),
    ])
}

fn function_name(function: &FunctionName) -> Cbor {
    Cbor::array([text(&function.server), text(&function.name)])
}

fn effects(effects: Effects) -> Cbor {
    Cbor::array([effects.write, effects.destructive, effects.idempotent, effects.open_world].map(Cbor::boolean))
}

fn schema(schema: &ArgumentSchema) -> Cbor {
    let mark = schema.mark.map(|mark| match mark {
        Mark::Fold => text("fold"),
        Mark::Alnum => text("alnum"),
    });
    let feed = schema.feed.map(|feed| match feed {
        Feed::Recipients => text("recipients"),
        Feed::Hosts => text("hosts"),
        Feed::Reads => text("reads"),
        Feed::Writes => text("writes"),
    });
    Cbor::map([
        ("closed", Cbor::boolean(schema.closed)),
        ("element", Cbor::option(schema.element.as_deref().map(self::schema))),
        ("feed", Cbor::option(feed)),
        ("mark", Cbor::option(mark)),
        ("members", Cbor::array(schema.members.iter().map(|(name, member)| Cbor::array([text(name), self::schema(member)])))),
        ("required", texts(&schema.required)),
        ("types", Cbor::unsigned(schema.types.0.into())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Repository;

    const SET: &str = "policy refunds {\n over payments.*, file.*\n for principal.type == human\n priority 5\n}\n";
    const CATALOG: &str = "role cfo\n\ncatalog payments from \"payments.json\" {\n server \"https://pay\"\n mark iban alnum\n}\n";
    const DEFAULTS: &str = "defaults {\n read+closed-world allow\n granted allow after approve by sponsor\n * deny because \"No.\"\n}\n";
    const RULES: &str = r#"rule large {
    on payments.refund, payments.create having args.iban
    require approve by 2 of cfo or sponsor, ticket 8h, grant 1h and notify cfo because "Ask."
    expires 2027-01-31
}

rule paths {
    on file.*
    deny when any paths like "/**/.env*" or any paths not under "~/x" because "{session.cwd}"
    allow when every p in writes ( p under session.workspace ) and session.version >= v2.1 and now within mon-fri 07:00..19:00 in "UTC"
}

rule amounts {
    on payments.refund
    deny when args.amount > 12345678901234567890123456789012.75 or not exists args.note or args.currency else "EUR" != "EUR"
}
"#;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn program(parts: &[&str]) -> Program {
        let repository = Repository::one(&parts.join("\n"));
        assert_eq!(repository.errors(), Vec::<String>::new());
        repository.program()
    }

    fn sample() -> Program {
        program(&[SET, CATALOG, DEFAULTS, RULES])
    }

    /// Change it only together with [`DOMAIN`].
    #[test]
    fn the_digest_of_the_sample_is_the_published_one() {
        assert_eq!(hex(&policy_digest(&sample())), "61ad39d630f0a7c8ca74d3635b2dec6276bbc52eb344bf1dbf4941bf622ba8a3");
        let items: Vec<String> = sample().items.iter().map(|item| hex(&item_digest(item)).chars().take(16).collect()).collect();
        assert_eq!(items, ["12a8c31109467b85", "d58eeb249117a87b", "1a8c2ba80c9d24d8", "fe1e1a241d11a9c6"]);
    }

    #[test]
    fn one_items_bytes_are_the_published_ones() {
        let program = program(&["policy p {\n over x.*\n}\n", "rule r {\n on x.y\n deny when args.a? == 1.50 because \"no\"\n}\n"]);
        let item = program.items.first().unwrap();
        let expected = concat!(
            "ac626f6e81a5656576656e74f666686176696e6780676566666563747384f6f6f6f6676c61636b696e6780677061747465726e826178617963736574",
            "6170646b696e6401646e616d6561726470617274006566696e616cf466656666656374816464656e7966736861646f77f466737461727473f6676265",
            "636175736581626e6f6765787069726573f669636f6e646974696f6e8263616c6c828266657869737473856576616c7565646172677381616165706c",
            "61696ef683623d3d856576616c7565646172677381616165706c61696ef68268636f6e7374616e74820f20",
        );
        assert_eq!(hex(&encode_item(item)), expected);
    }

    #[test]
    fn comments_docs_and_layout_change_nothing_and_names_reasons_and_meaning_do() {
        let digest = |text: &str| policy_digest(&program(&["policy p {\n over x.*\n}\n", text]));
        let plain = digest("rule r {\n on x.y\n deny when args.a == 1\n}\n");
        let same = [
            "/// doc\nrule r {\n   on   x.y // why\n deny when args.a == 1.0\n}\n",
            "rule r {\n on x.y\n deny when ( args.a == 1e0 )\n}\n",
        ];
        for text in same.iter().filter(|text| !text.contains("1e0")) {
            assert_eq!(digest(text), plain, "{text}");
        }
        let others = [
            "rule s {\n on x.y\n deny when args.a == 1\n}\n",
            "rule r {\n on x.y\n deny when args.a == 2\n}\n",
            "rule r {\n on x.y\n deny when args.a == \"1\"\n}\n",
            "rule r {\n on x.y\n deny when args.a == 1 because \"no\"\n}\n",
            "rule r {\n on x.y\n deny when args.a == 1\n shadow\n}\n",
            "rule r {\n on x.*\n deny when args.a == 1\n}\n",
        ];
        for text in others {
            assert_ne!(digest(text), plain, "{text}");
        }
    }

    #[test]
    fn the_order_of_a_programs_vectors_changes_nothing() {
        let (sorted, mut turned) = (sample(), sample());
        turned.items.reverse();
        turned.sets.reverse();
        turned.catalogs.iter_mut().for_each(|catalog| catalog.functions.reverse());
        assert_eq!(policy_digest(&sorted), policy_digest(&turned));
    }

    #[test]
    fn an_item_before_it_changes_no_items_digest() {
        let alone = program(&["policy p {\n over x.*\n}\n", "rule r {\n on x.y\n deny\n}\n"]);
        let second = program(&["policy p {\n over x.*\n}\n", "rule q {\n on x.y\n deny\n}\n\nrule r {\n on x.y\n deny\n}\n"]);
        assert_eq!(item_digest(&alone.items[0]), item_digest(&second.items[1]));
        assert_ne!(alone.items[0].order, second.items[1].order);
    }
}
