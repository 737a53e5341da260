//! What is known of the function that a call names, and which items are on it.

use straza_language::core::{
    ArgumentSchema, CoreItem, Effect, Effects, FunctionName, FunctionPattern, FunctionSelector, Move, Program, Target,
};
use straza_language::local_tools::local_tool;

use super::call::Seen;
use super::glob;
use super::truth::Truth;

/// A call's function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    known: Option<Known>,
    server: Server,
}

/// What a catalog, or the table of local tools, says of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    effects: Effects,
    arguments: Option<ArgumentSchema>,
}

/// Whether the call's server is the one that the function's catalog is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Server {
    /// It is, or the catalog is for any.
    Meant,
    /// The call does not say which it is.
    Unsaid,
    /// It is another of that name.
    Other,
}

impl Function {
    /// The function that the call names.
    pub fn of(program: &Program, call: &Seen) -> Self {
        Self::on(program, &call.server, &call.name, call.identity.as_deref())
    }

    /// The function of a name, on the server that its catalog is for.
    pub fn named(program: &Program, server: &str, name: &str) -> Self {
        Self { server: Server::Meant, ..Self::on(program, server, name, None) }
    }

    /// The function of a name, on the server of an identity.
    fn on(program: &Program, on_server: &str, name: &str, identity: Option<&str>) -> Self {
        let name = FunctionName { server: on_server.to_owned(), name: name.to_owned() };
        for catalog in &program.catalogs {
            if let Some(function) = catalog.functions.iter().find(|function| function.function == name) {
                let known = Known { effects: function.effects, arguments: function.arguments.clone() };
                return Self { known: Some(known), server: server(catalog.identity.as_deref(), identity) };
            }
        }
        let local = local_tool(&name).map(|tool| Known { effects: tool.effects, arguments: tool.arguments });
        Self { known: local, server: Server::Meant }
    }

    /// Which server it is on.
    pub fn server(&self) -> Server {
        self.server
    }

    /// Whether it has these effects. Where it is not certain that the catalog speaks of it, it may have those of the catalog or the worst.
    pub fn has_effects(&self, selector: FunctionSelector) -> Truth {
        let stated = self.known.as_ref().map_or(Effects::UNSTATED, |known| known.effects);
        match (selector.selects(stated), selector.selects(Effects::UNSTATED), self.server) {
            (stated, _, Server::Meant) => stated.into(),
            (_, assumed, Server::Other) => assumed.into(),
            (stated, assumed, Server::Unsaid) if stated == assumed => stated.into(),
            (_, _, Server::Unsaid) => Truth::Unknown,
        }
    }

    /// Whether one of the targets selects the function of this name, whatever the event: as far as it is certain that the catalog speaks of it.
    /// What asks for arguments does not select a function without a shape.
    pub fn is_among(&self, targets: &[Target], server: &str, name: &str) -> Truth {
        let named = targets.iter().filter(|target| names(&target.pattern, server, name));
        Truth::any(named.map(|target| self.has_effects(target.effects).min(self.has_arguments(target))))
    }

    fn has_arguments(&self, target: &Target) -> Truth {
        let asks = !target.having.is_empty() || !target.lacking.is_empty();
        match has_arguments(target, false, self.arguments()) {
            true if asks && self.server == Server::Unsaid => Truth::Unknown,
            has => has.into(),
        }
    }

    /// The shape of its arguments; a server that may be the one must keep to it as well.
    pub fn arguments(&self) -> Option<&ArgumentSchema> {
        self.known.as_ref().filter(|_| self.server != Server::Other)?.arguments.as_ref()
    }

    /// Whether the item is on it. Where it is not certain that the catalog speaks of it, an item is on it with what the catalog says and without.
    pub fn meets(&self, item: &CoreItem, call: &Seen) -> bool {
        let by = |known: Option<&Known>| item.on.iter().any(|target| selects(target, &item.effect, call, known));
        by(self.known.as_ref()) || self.server != Server::Meant && by(None)
    }
}

/// Whether a call hangs on the answer to the event; the others are only looked at.
pub fn is_decided(event: &str) -> bool {
    matches!(event, "tool.pre" | "permission.request")
}

/// Whether one of the patterns names the call's function.
pub fn is_within(patterns: &[FunctionPattern], call: &Seen) -> bool {
    patterns.iter().any(|pattern| names(pattern, &call.server, &call.name))
}

fn server(pinned: Option<&str>, said: Option<&str>) -> Server {
    match (pinned, said) {
        (None, _) => Server::Meant,
        (Some(_), None) => Server::Unsaid,
        (Some(pinned), Some(said)) => {
            if pinned == said {
                Server::Meant
            } else {
                Server::Other
            }
        }
    }
}

/// Whether what the effect does must be certain: it permits, or takes a restriction away, or answers in the call's place.
pub fn needs_certainty(effect: &Effect) -> bool {
    matches!(effect, Effect::Permit | Effect::Move(Move::Clear { .. }) | Effect::Fill { .. } | Effect::Stub { .. })
}

fn selects(target: &Target, effect: &Effect, call: &Seen, known: Option<&Known>) -> bool {
    is_on_event(target, &call.event)
        && names(&target.pattern, &call.server, &call.name)
        && target.effects.selects(known.map_or(Effects::UNSTATED, |known| known.effects))
        && has_arguments(target, !needs_certainty(effect), known.and_then(|known| known.arguments.as_ref()))
}

fn is_on_event(target: &Target, event: &str) -> bool {
    match &target.event {
        Some(named) => named == event,
        None => is_decided(event),
    }
}

/// `having` and `lacking`; where no schema says which arguments there are, a restriction stays and a permission does not reach the function.
fn has_arguments(target: &Target, stays: bool, schema: Option<&ArgumentSchema>) -> bool {
    let Some(schema) = schema else {
        return target.having.is_empty() && target.lacking.is_empty() || stays;
    };
    let has = |name: &String| schema.members.iter().any(|(member, _)| member == name);
    target.having.iter().all(has) && !target.lacking.iter().any(has)
}

fn names(pattern: &FunctionPattern, server: &str, name: &str) -> bool {
    glob::matches(&pattern.server.0, server) && glob::matches(&pattern.name.0, name)
}
