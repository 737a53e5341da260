//! A typed test call as the published call: what a host would have sent.

use straza_language::core::Catalog;
use straza_language::tests::{Json, SeenPaths, SeenTexts, TestCall, World};
use straza_runtime::call::CALL_VERSION;
use straza_runtime::instant::Instant;

/// The call's JSON text. Its server is the very one that a catalog of that name is for: a test is not about an impostor.
pub fn call_text(call: &TestCall, catalogs: &[Catalog]) -> String {
    Json::Object(parts(call, catalogs)).to_string()
}

fn parts(call: &TestCall, catalogs: &[Catalog]) -> Vec<(String, Json)> {
    let world = &call.world;
    let catalog = catalogs.iter().find(|catalog| catalog.server == call.function.server);
    let identity = catalog.and_then(|catalog| catalog.identity.as_deref()).map(text);
    let function =
        object([("server", Some(text(&call.function.server))), ("name", Some(text(&call.function.name))), ("identity", identity)]);
    let named = [
        ("straza-call", Some(Json::Number(CALL_VERSION.to_string()))),
        ("event", Some(text(call.event.as_deref().unwrap_or("tool.pre")))),
        ("by", Some(object([("kind", Some(text(if call.event.is_some() { "session" } else { "model" })))]))),
        ("function", Some(function)),
        ("arguments", call.arguments.clone()),
        ("principal", Some(world.principal.clone())),
        ("agent", Some(world.agent.clone())),
        ("session", Some(world.session.clone())),
        ("job", Some(world.job.clone())),
        ("tree", Some(world.tree.clone())),
        ("paths", world.paths.as_ref().map(paths)),
        ("hosts", world.hosts.as_ref().map(texts)),
        ("recipients", world.recipients.as_ref().map(texts)),
        ("facts", Some(facts(world))),
        ("now", world.now.map(|now| Json::Text(Instant(now).to_string()))),
    ];
    members(named)
}

/// An unknown fact is left out by its name as well as by being missing; this says it.
fn facts(world: &World) -> Json {
    let granted = world.granted.map(Json::Boolean);
    let named = world.facts.iter().map(|(name, value)| (name.as_str(), value.clone()));
    let members = [("granted", granted)].into_iter().chain(named).map(|(name, value)| (name.to_owned(), fact(value)));
    Json::Object(members.collect())
}

fn fact(value: Option<Json>) -> Json {
    match value {
        Some(value) => object([("known", Some(value))]),
        None => text("unknown"),
    }
}

fn texts(list: &SeenTexts) -> Json {
    let seen = list.seen.iter().map(|one| text(one)).collect();
    object([("seen", Some(Json::List(seen))), ("open", Some(Json::Boolean(list.open)))])
}

fn paths(paths: &SeenPaths) -> Json {
    let seen = paths
        .seen
        .iter()
        .map(|path| object([("path", Some(text(&path.path))), ("use", Some(text(if path.write { "write" } else { "read" })))]));
    object([("seen", Some(Json::List(seen.collect()))), ("open", Some(Json::Boolean(paths.open)))])
}

fn object<const N: usize>(named: [(&str, Option<Json>); N]) -> Json {
    Json::Object(members(named))
}

fn members<const N: usize>(named: [(&str, Option<Json>); N]) -> Vec<(String, Json)> {
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}
