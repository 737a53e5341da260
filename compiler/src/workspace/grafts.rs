//! Permissions that take what a refusal is there for: what a refusal `hits`, put behind what a permission `hits`, must not be permitted.
//!
//! A refusal wins where both are asked. But whoever writes `rm -rf dist **` into a permission has not seen that `rm -rf dist /` is one.

use straza_language::core::{CoreItem, Effect};
use straza_language::diagnostic::Diagnostic;
use straza_language::meaning::CommandExamples;
use straza_language::names::name_span;

use super::Workspace;
use super::check::FileDiagnostic;
use crate::codes;
use crate::examples::{Alone, Saying};
use crate::queries::items::{Item, file_items, parsed_item};
use crate::queries::typed::{set_context, typed_item};
use crate::reading;

/// What an example that hits comes to: one command, told apart.
struct Hit {
    /// All of it.
    text: String,
    /// Its program.
    program: String,
    /// Its words behind the program.
    words: String,
}

/// A command item and what it hits.
struct Told<'db> {
    item: Item<'db>,
    name: String,
    alone: Alone,
    hits: Vec<Hit>,
}

impl Workspace {
    /// Permissions that take what a refusal of the repository is there for.
    pub(super) fn grafts(&self) -> Vec<FileDiagnostic> {
        let (mut permissions, mut refusals) = (Vec::new(), Vec::new());
        for file in self.sources() {
            let Some(set) = set_context(&self.db, file).as_ref() else { continue };
            for item in &file_items(&self.db, file).items {
                let typed = typed_item(&self.db, *item);
                let told = |is_wanted: fn(&CoreItem) -> bool| {
                    if !typed.items.iter().any(is_wanted) || typed.examples == CommandExamples::default() {
                        return None;
                    }
                    let items: Vec<CoreItem> = typed.items.iter().filter(|item| is_wanted(item)).cloned().collect();
                    let alone = Alone::of(&items, &set.applies)?;
                    let hits = typed.examples.hits.iter().filter_map(|hit| self::hit(&alone, &hit.value)).collect();
                    Some(Told { item: *item, name: items.first()?.id.name.clone(), alone, hits })
                };
                permissions.extend(told(|item| item.effect == Effect::Permit));
                refusals.extend(told(|item| matches!(&item.effect, Effect::Restrict(restriction) if restriction.denies())));
            }
        }
        permissions.iter().filter_map(|permission| self.taken(permission, &refusals)).collect()
    }

    /// The first that the permission takes.
    fn taken(&self, permission: &Told<'_>, refusals: &[Told<'_>]) -> Option<FileDiagnostic> {
        let takes = |refusal: &Told<'_>| {
            let grafted = refusal.hits.iter().flat_map(|refused| {
                let same = permission.hits.iter().filter(|own| own.program == refused.program);
                same.flat_map(|own| [refused.text.clone(), format!("{} {}", own.text, refused.words)])
            });
            grafted.into_iter().find_map(|text| {
                let found = permission.alone.found(&text).filter(|found| found.saying == Saying::Hits)?;
                let is_refused = refusal.alone.found(&text)?.saying == Saying::Hits;
                is_refused.then_some((text, found))
            })
        };
        let (refusal, (text, found)) = refusals.iter().find_map(|refusal| Some((refusal, takes(refusal)?)))?;
        let span = name_span(&parsed_item(&self.db, permission.item).item, &permission.name);
        let message = format!("this permission covers `{text}`, which `{}` refuses", refusal.name);
        let diagnostic = Diagnostic::error(codes::PERMISSION_TAKES_REFUSED, span, message)
            .label(format!("read as {}", reading::line(&found.command)))
            .help("name fewer words, or take it out with `except`");
        Some(self.in_item(permission.item, diagnostic))
    }
}

/// An example as one command of one program; what it is not is left out.
fn hit(alone: &Alone, text: &str) -> Option<Hit> {
    let command = alone.found(text).filter(|found| found.saying == Saying::Hits)?.command;
    let [part] = command.parts.as_slice() else { return None };
    let end = usize::try_from(part.program.text.span.end).ok()?;
    let words = text.get(end..)?.trim().to_owned();
    let program = command.cooked(&part.program.base).to_owned();
    (!program.is_empty() && command.unreadable.is_empty() && !part.flags.redirects).then_some(Hit { text: text.to_owned(), program, words })
}
