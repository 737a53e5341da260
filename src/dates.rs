//! What today's clock says of dated items: warnings of `check`, and of nothing else. Neither compiling nor testing looks at a clock.

use std::collections::BTreeMap;

use straza_compiler::workspace::SourceMap;
use straza_language::core::{CoreItem, Effect, ItemId, ItemKind};
use straza_language::diagnostic::Diagnostic;
use straza_language::link::Exception;
use straza_runtime::instant::Instant;

use crate::codes::{EXPIRED, EXPIRES_SOON};

/// How long before its end a restriction is announced, in seconds.
const AHEAD: i64 = 14 * 24 * 60 * 60;

/// A warning about an item: the file, and the finding with its place there.
pub type Dated = (String, Diagnostic);

/// What holds of an item until its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Until {
    Restricts,
    TakesBack,
    Other,
}

/// Items that have expired, and restrictions and exceptions that will soon; one warning an item.
pub fn warnings(items: &[CoreItem], exceptions: &[Exception], map: &SourceMap, now: i64) -> Vec<Dated> {
    let dated = items.iter().filter_map(|item| Some((&item.id, until(item)?, item.expires?)));
    let exceptions = exceptions.iter().map(|exception| (&exception.id, Until::TakesBack, exception.expires));
    let mut ends: BTreeMap<&ItemId, (Until, i64)> = BTreeMap::new();
    for (id, until, expires) in dated.chain(exceptions) {
        let end = ends.entry(id).or_insert((until, expires));
        *end = (*end).min((until, expires));
    }
    let placed = ends.into_iter().filter_map(|(id, (until, expires))| {
        let place = map.items.get(id)?;
        let diagnostic = warning(id, until, expires, now)?;
        Some((place.path.clone(), Diagnostic { span: place.span, ..diagnostic }))
    });
    placed.collect()
}

/// What happened is remembered whatever the date, and what an exception asks instead ends with the exception.
fn until(item: &CoreItem) -> Option<Until> {
    match item.effect {
        Effect::Move(_) => None,
        _ if item.kind == ItemKind::Exception => None,
        Effect::Restrict(_) | Effect::Withhold | Effect::Redact { .. } if !item.shadow => Some(Until::Restricts),
        _ => Some(Until::Other),
    }
}

fn warning(id: &ItemId, until: Until, expires: i64, now: i64) -> Option<Diagnostic> {
    let (name, end) = (&id.name, Instant(expires));
    let nowhere = straza_language::span::Span::default();
    if expires <= now {
        let expired = Diagnostic::warning(EXPIRED, nowhere, format!("`{name}` has been without effect since {end}"));
        return Some(expired.help("take it away, or move `expires`"));
    }
    if expires.saturating_sub(now) > AHEAD {
        return None;
    }
    let (what, help) = match until {
        Until::Restricts => ("restriction", "what is to hold afterwards is an item with `starts`; move `expires` if it should go on"),
        Until::TakesBack => ("exception", "what it takes back holds again then; ask for a longer one now, or mend what needed it"),
        Until::Other => return None,
    };
    Some(Diagnostic::warning(EXPIRES_SOON, nowhere, format!("the {what} `{name}` ends at {end}")).help(help))
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
        warnings(&items, &workspace.exceptions(), &workspace.source_map(), now)
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

    #[test]
    fn an_exception_is_announced_and_a_label_that_is_remembered_all_the_same_is_not() {
        let text = "policy desk {\n}\n\nrule freeze {\n    on    a.b\n    deny\n}\n\nlabel seen {\n    from     a.b\n    taints\n    expires  2027-01-04\n}\n\n\
                    exception thaw {\n    to       freeze\n    instead  confirm\n    expires  2027-01-04\n    because  \"move\"\n}\n";
        let mut workspace = Workspace::new();
        workspace.set_file("desk.straza", text.to_owned());
        let items = workspace.program().map(|program| program.items).unwrap_or_default();
        let end = straza_runtime::instant::parse("2027-01-04T00:00Z").unwrap_or_default();
        let shown = |now: i64| -> Vec<String> {
            let found = warnings(&items, &workspace.exceptions(), &workspace.source_map(), now);
            found.into_iter().map(|(_, found)| format!("{} {}", found.code, found.message)).collect()
        };
        assert_eq!(shown(end - DAY), ["S0611 the exception `thaw` ends at 2027-01-04T00:00Z"]);
        assert_eq!(shown(end), ["S0610 `thaw` has been without effect since 2027-01-04T00:00Z"]);
    }
}
