//! Lints that need the whole program: what no item shows by itself.

use std::collections::BTreeMap;

use super::defaults::denies;
use super::effect_words::every_effect;
use crate::codes::meaning as code;
use crate::core::{CoreItem, Effect, FunctionPattern, ItemId, PolicySet, Restriction, Step, Target};
use crate::diagnostic::Diagnostic;
use crate::glob::{exact_text, matches, overlaps_pattern};
use crate::span::Span;

/// A finding about one core item; its place is [`super::Typed::places`] at `part` of the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFinding {
    /// The item.
    pub id: ItemId,
    /// Which of its core items.
    pub part: u16,
    /// What was found, without a place.
    found: Diagnostic,
}

impl ProgramFinding {
    /// The diagnostic at a place of the item.
    pub fn diagnostic(&self, place: Span) -> Diagnostic {
        Diagnostic { span: place, ..self.found.clone() }
    }
}

/// Lints over all sets and items, in the order of the items.
pub fn lint_program(sets: &[PolicySet], items: &[CoreItem]) -> Vec<ProgramFinding> {
    let permissions = items.iter().filter(|item| item.effect == Effect::Permit && !item.shadow);
    let permitted = Meeting::of(permissions.flat_map(|item| &item.on).map(|target| (&target.pattern, target.event.as_deref())));
    let remits = Meeting::of(sets.iter().flat_map(|set| set.over.iter().map(move |over| (over, set))));
    items.iter().filter(|item| never_asks(item, &permitted, &remits)).map(finding).collect()
}

fn finding(item: &CoreItem) -> ProgramFinding {
    let message = format!("the steps of `{}` are never asked: nothing permits these functions, and the default denies them", item.id);
    let found = Diagnostic::warning(code::NEVER_ASKS, Span::default(), message).help("write `allow after` instead of `require`");
    ProgramFinding { id: item.id.clone(), part: item.part, found }
}

/// Steps whose functions no permission can reach, where every default that may speak for them denies.
fn never_asks(item: &CoreItem, permitted: &Meeting<'_, Option<&str>>, remits: &Meeting<'_, &PolicySet>) -> bool {
    let Effect::Restrict(Restriction::Steps(steps)) = &item.effect else { return false };
    let asks = steps.iter().any(|step| !matches!(step, Step::Notify(_)));
    asks && !item.on.is_empty() && item.on.iter().all(|target| denied(target, permitted, remits))
}

fn denied(target: &Target, permitted: &Meeting<'_, Option<&str>>, remits: &Meeting<'_, &PolicySet>) -> bool {
    let selected = || every_effect().filter(|effects| target.effects.selects(*effects));
    let speaks = |set: &&PolicySet| selected().any(|effects| !denies(&set.defaults, effects));
    !permitted.any(&target.pattern, |event| *event == target.event.as_deref()) && !remits.any(&target.pattern, speaks)
}

/// Patterns with something attached, filed by the server and the name that they spell out, so that not every one is compared.
struct Meeting<'p, T> {
    servers: BTreeMap<String, Server<'p, T>>,
    /// Patterns over several servers.
    wild: Vec<(&'p FunctionPattern, T)>,
}

/// The patterns of one server.
struct Server<'p, T> {
    names: BTreeMap<String, Vec<T>>,
    /// Patterns over several of its functions.
    wild: Vec<(&'p FunctionPattern, T)>,
}

impl<'p, T: PartialEq> Meeting<'p, T> {
    fn of(patterns: impl Iterator<Item = (&'p FunctionPattern, T)>) -> Self {
        let mut meeting = Self { servers: BTreeMap::new(), wild: Vec::new() };
        for (pattern, attached) in patterns {
            let Some(server) = exact_text(&pattern.server) else {
                meeting.wild.push((pattern, attached));
                continue;
            };
            let server = meeting.servers.entry(server).or_insert_with(|| Server { names: BTreeMap::new(), wild: Vec::new() });
            match exact_text(&pattern.name) {
                None => server.wild.push((pattern, attached)),
                Some(name) => {
                    let here = server.names.entry(name).or_default();
                    if !here.contains(&attached) {
                        here.push(attached);
                    }
                }
            }
        }
        meeting
    }

    /// Whether a pattern that meets this one has such an attachment.
    fn any(&self, pattern: &FunctionPattern, like: impl Fn(&T) -> bool) -> bool {
        let meets = |(other, attached): &(&FunctionPattern, T)| like(attached) && overlaps_pattern(other, pattern);
        let on_server = |server: &Server<'_, T>| server.named(pattern, &like) || server.wild.iter().any(meets);
        self.wild.iter().any(meets)
            || match exact_text(&pattern.server) {
                Some(server) => self.servers.get(&server).is_some_and(on_server),
                None => self.servers.iter().any(|(name, server)| matches(&pattern.server, name) && on_server(server)),
            }
    }
}

impl<T> Server<'_, T> {
    fn named(&self, pattern: &FunctionPattern, like: impl Fn(&T) -> bool) -> bool {
        match exact_text(&pattern.name) {
            Some(name) => self.names.get(&name).is_some_and(|here| here.iter().any(like)),
            None => self.names.iter().any(|(name, here)| matches(&pattern.name, name) && here.iter().any(&like)),
        }
    }
}
