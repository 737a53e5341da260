//! Patterns that meet other patterns, without comparing each with each.

use std::collections::BTreeMap;

use crate::core::FunctionPattern;
use crate::glob::{exact_text, matches, overlaps_pattern};

/// Patterns with something attached, filed by the server and the name that they spell out, so that not every one is compared.
pub(super) struct Meeting<'p, T> {
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
    pub(super) fn of(patterns: impl Iterator<Item = (&'p FunctionPattern, T)>) -> Self {
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
    pub(super) fn any(&self, pattern: &FunctionPattern, like: impl Fn(&T) -> bool) -> bool {
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
