//! Permissions that take what a refusal is there for: what a refusal `hits`, alone and put behind what a permission `hits`, must not be permitted.
//!
//! A refusal wins where both are asked, the edition's own as well. But whoever writes `rm -rf **` into a permission has not seen that `rm -rf /`
//! is one, and it would be open on the day on which the refusal is taken off. A refusal that an `exception` names is taken off on purpose.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use straza_language::core::{Condition, CoreItem, Effect, ItemId, TextPiece, WordPattern};
use straza_language::diagnostic::Diagnostic;
use straza_language::meaning::Typed;
use straza_language::names::name_span;
use straza_runtime::command::{Command, Folders};
use straza_runtime::shell::Dialect;

use super::Workspace;
use super::check::FileDiagnostic;
use super::program::Assembled;
use crate::codes;
use crate::db::{Name, SourceFile};
use crate::examples::{Alone, Saying};
use crate::queries::includes::{items_of_set, set_libraries};
use crate::queries::items::{Item, file_items, parsed_item};
use crate::queries::typed::{included_item, set_context, typed_item};
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
    id: ItemId,
    items: Vec<CoreItem>,
    applies: &'db Condition,
    hits: Vec<Hit>,
    /// Made where it is needed: most permissions are about programs that no refusal hits.
    alone: OnceCell<Option<Alone>>,
}

impl Workspace {
    /// Permissions that take what a refusal of the repository or of the edition is there for.
    pub(super) fn grafts(&self, assembled: &Assembled<'_>) -> Vec<FileDiagnostic> {
        let (mut permissions, mut refusals) = (Vec::new(), Vec::new());
        for file in self.sources() {
            let Some(set) = set_context(&self.db, file).as_ref() else { continue };
            for (item, typed) in self.items_under(file) {
                permissions.extend(Told::of(item, typed, &set.applies, |item| item.effect == Effect::Permit));
                refusals.extend(Told::of(
                    item,
                    typed,
                    &set.applies,
                    |item| matches!(&item.effect, Effect::Restrict(restriction) if restriction.denies()),
                ));
            }
        }
        refusals.retain(|refusal| !assembled.links.exceptions.iter().any(|exception| exception.to.contains(&refusal.id)));
        permissions.iter().filter_map(|permission| self.taken(permission, &refusals)).collect()
    }

    /// The items of a set, those of the libraries that it includes among them.
    fn items_under(&self, set: SourceFile) -> Vec<(Item<'_>, &Typed)> {
        let own = file_items(&self.db, set).items.iter().map(|item| (*item, typed_item(&self.db, *item)));
        let mut items: Vec<(Item<'_>, &Typed)> = own.collect();
        for library in set_libraries(&self.db, set) {
            let module = Name::new(&self.db, library.module.clone());
            let included = items_of_set(&self.db, library.file);
            items.extend(included.map(|item| (item, included_item(&self.db, item, set, module))));
        }
        items
    }

    /// The first that the permission takes.
    fn taken(&self, permission: &Told<'_>, refusals: &[Told<'_>]) -> Option<FileDiagnostic> {
        let programs = permission.programs();
        let takes = |refusal: &Told<'_>| {
            let near = refusal.hits.iter().filter(|refused| programs.as_ref().is_none_or(|programs| programs.contains(&refused.program)));
            let mut grafted = near.flat_map(|refused| {
                let same = permission.hits.iter().filter(|own| own.program == refused.program);
                let behind = same.map(|own| format!("{} {}", own.text, refused.words));
                core::iter::once(refused.text.clone()).chain(behind)
            });
            grafted.find_map(|text| {
                let found = permission.alone()?.found(&text).filter(|found| found.saying == Saying::Hits)?;
                let is_refused = refusal.alone()?.found(&text)?.saying == Saying::Hits;
                is_refused.then_some((text, found))
            })
        };
        let (refusal, (text, found)) = refusals.iter().find_map(|refusal| Some((refusal, takes(refusal)?)))?;
        let span = name_span(&parsed_item(&self.db, permission.item).item, &permission.id.name);
        let message = format!("this permission covers `{text}`, which `{}` refuses", refusal.shown_beside(permission));
        let diagnostic = Diagnostic::error(codes::PERMISSION_TAKES_REFUSED, span, message)
            .label(format!("read as {}", reading::line(&found.command)))
            .help("name fewer words, exclude an option as in `!-r`, or take it out with `except`");
        Some(self.in_item(permission.item, diagnostic))
    }
}

impl<'db> Told<'db> {
    /// The part of an item that is wanted; nothing where there is none.
    fn of(item: Item<'db>, typed: &'db Typed, applies: &'db Condition, is_wanted: impl Fn(&CoreItem) -> bool) -> Option<Self> {
        let items: Vec<CoreItem> = typed.items.iter().filter(|item| item.command.is_some() && is_wanted(item)).cloned().collect();
        let id = items.first()?.id.clone();
        let hits = typed.examples.hits.iter().filter_map(|hit| self::hit(&hit.value)).collect();
        Some(Self { item, id, items, applies, hits, alone: OnceCell::new() })
    }

    fn alone(&self) -> Option<&Alone> {
        self.alone.get_or_init(|| Alone::of(&self.items, self.applies)).as_ref()
    }

    /// The programs that its patterns name; nothing where one may be about any.
    fn programs(&self) -> Option<BTreeSet<String>> {
        let mut programs = BTreeSet::new();
        for pattern in self.items.iter().filter_map(|item| item.command.as_ref()).flat_map(|command| &command.patterns) {
            let Some(WordPattern::Of(texts)) = pattern.pattern.stages.first().and_then(|stage| stage.program.as_ref()) else { return None };
            for text in texts {
                let [TextPiece::Text(text)] = text.pieces.as_slice() else { return None };
                programs.insert(text.rsplit('/').next().unwrap_or(text).to_owned());
            }
        }
        Some(programs)
    }

    /// Its name; with its set where that is another one.
    fn shown_beside(&self, other: &Self) -> String {
        if self.id.set == other.id.set { self.id.name.clone() } else { self.id.to_string() }
    }
}

/// An example as one command of one program; what it is not is left out.
fn hit(text: &str) -> Option<Hit> {
    let folders = Folders { cwd: Some("/workspace"), home: Some("/home/tester"), workspace: Some("/workspace") };
    let command = Command::read(text, Dialect::Bash, &folders);
    let [part] = command.parts.as_slice() else { return None };
    let end = usize::try_from(part.program.text.span.end).ok()?;
    let words = text.get(end..)?.trim().to_owned();
    let program = command.cooked(&part.program.base).to_owned();
    (!program.is_empty() && command.unreadable.is_empty() && !part.flags.redirects).then_some(Hit { text: text.to_owned(), program, words })
}
