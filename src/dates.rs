//! What today's clock says of dated items: warnings of `check`, and of nothing else. Neither compiling nor testing looks at a clock.

use std::collections::BTreeMap;

use straza_compiler::workspace::SourceMap;
use straza_language::core::{CoreItem, Effect, ItemId};
use straza_language::diagnostic::Diagnostic;
use straza_runtime::instant::Instant;

use crate::codes::{EXPIRED, EXPIRES_SOON};

/// How long before its end a restriction is announced, in seconds.
const AHEAD: i64 = 14 * 24 * 60 * 60;

/// A warning about an item: the file, and the finding with its place there.
pub type Dated = (String, Diagnostic);

/// Items that have expired, and restrictions that will soon; one warning an item.
pub fn warnings(items: &[CoreItem], map: &SourceMap, now: i64) -> Vec<Dated> {
    let mut found: BTreeMap<&ItemId, Dated> = BTreeMap::new();
    for item in items {
        let Some(place) = map.items.get(&item.id) else { continue };
        if let Some(diagnostic) = item.expires.and_then(|expires| warning(item, expires, now)) {
            found.entry(&item.id).or_insert((place.path.clone(), Diagnostic { span: place.span, ..diagnostic }));
        }
    }
    found.into_values().collect()
}

fn warning(item: &CoreItem, expires: i64, now: i64) -> Option<Diagnostic> {
    let (name, end) = (&item.id.name, Instant(expires));
    let nowhere = straza_language::span::Span::default();
    if expires <= now {
        let expired = Diagnostic::warning(EXPIRED, nowhere, format!("`{name}` has been without effect since {end}"));
        return Some(expired.help("take it away, or move `expires`"));
    }
    let restricts = matches!(item.effect, Effect::Restrict(_)) && !item.shadow;
    let soon = restricts && expires.saturating_sub(now) <= AHEAD;
    soon.then(|| {
        let soon = Diagnostic::warning(EXPIRES_SOON, nowhere, format!("the restriction `{name}` ends at {end}"));
        soon.help("what is to hold afterwards is an item with `starts`; move `expires` if it should go on")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use straza_compiler::workspace::Workspace;

    const DAY: i64 = 24 * 60 * 60;

    fn check(now: i64) -> Vec<String> {
        let text = "policy desk {\n    over  a.*\n}\n\nrule freeze {\n    on       a.b\n    deny\n    expires  2027-01-04\n}\n\n\
                    rule free {\n    on       a.b\n    allow\n    expires  2027-01-04\n}\n";
        let mut workspace = Workspace::new();
        workspace.set_file("desk.straza", text.to_owned());
        let items = workspace.program().map(|program| program.items).unwrap_or_default();
        assert_eq!(items.len(), 2);
        warnings(&items, &workspace.source_map(), now)
            .into_iter()
            .map(|(path, found)| format!("{path}: {} {}", found.code, found.message))
            .collect()
    }

    #[test]
    fn a_restriction_is_announced_a_fortnight_ahead_and_everything_once_expired() {
        let end = straza_runtime::instant::parse("2027-01-04T00:00Z").unwrap_or_default();
        assert_eq!(check(end - 15 * DAY), Vec::<String>::new());
        assert_eq!(check(end - 14 * DAY), ["desk.straza: S0611 the restriction `freeze` ends at 2027-01-04T00:00Z"]);
        assert_eq!(
            check(end),
            [
                "desk.straza: S0610 `free` has been without effect since 2027-01-04T00:00Z",
                "desk.straza: S0610 `freeze` has been without effect since 2027-01-04T00:00Z"
            ]
        );
    }
}
