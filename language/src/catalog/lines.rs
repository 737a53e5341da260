//! The lines of a `catalog` item over its file: `server`, `trust`, `effect`, `mark`, `open`.

use super::{CatalogFile, Hints, ListedFunction, TypedCatalog};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, Catalog, CatalogFunction, Effects, Feed, FunctionName, FunctionSelector, Glob, JsonTypes, Mark};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::{RESERVED_NAMESPACES, is_reserved};
use crate::meaning::effect_words;
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::{CatalogLine, CatalogTree, Name};

/// The longest name of a server, in bytes.
const MAX_SERVER: usize = 128;
/// Hints that `trust` may name.
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
/// The marks.
const MARKS: [&str; 6] = ["fold", "alnum", "email", "url", "path read", "path write"];

/// What a mark says: how text is compared, and which list of the call it belongs to.
type Marking = (Option<Mark>, Option<Feed>);

pub(super) fn typed(tree: &CatalogTree, file: Option<&CatalogFile>) -> TypedCatalog {
    let mut diagnostics = Vec::new();
    check_name(&tree.name, &mut diagnostics);
    check_file(tree, file, &mut diagnostics);
    let listed = file.map_or(&[][..], |file| &file.functions);
    let mut lines = Lines { listed, diagnostics };
    let identity = lines.identity(tree);
    let trusted = lines.trusted(tree);
    let stated = lines.stated_effects(tree);
    let open = lines.open(tree);
    let mut functions: Vec<CatalogFunction> = listed
        .iter()
        .zip(stated)
        .zip(open)
        .map(|((function, stated), open)| {
            described(&tree.name.value, function, effects(stated, trusted_hints(function.hints, &trusted)), open)
        })
        .collect();
    lines.marks(tree, &mut functions);
    let digest = file.map_or([0; 32], |file| file.digest);
    let catalog = Catalog { server: tree.name.value.clone(), identity, functions, listings: Vec::new(), digest };
    TypedCatalog { catalog, diagnostics: lines.diagnostics }
}

fn check_name(name: &Name, diagnostics: &mut Vec<Diagnostic>) {
    if is_reserved(&name.value) {
        let message = format!("`{}` is a namespace of the local tools; no server may have that name", name.value);
        diagnostics.push(
            Diagnostic::error(code::RESERVED_SERVER, name.span, message).help(format!("reserved are {}", RESERVED_NAMESPACES.join(", "))),
        );
    }
    if name.value.is_empty() || name.value.len() > MAX_SERVER {
        let message = format!("a server's name has 1 to {MAX_SERVER} bytes");
        diagnostics.push(Diagnostic::error(code::CATALOG_FUNCTION, name.span, message).help("write the name that calls carry"));
    }
}

fn check_file(tree: &CatalogTree, file: Option<&CatalogFile>, diagnostics: &mut Vec<Diagnostic>) {
    match (&tree.file, file) {
        (_, Some(_)) => {}
        (Some(path), None) => {
            let message = format!("the catalog's file `{}` is not there", path.value);
            diagnostics
                .push(Diagnostic::error(code::CATALOG_FILE, path.span, message).help("save the server's answer to `tools/list` there"));
        }
        (None, None) => {
            let message = format!("catalog `{}` names no file", tree.name.value);
            diagnostics.push(Diagnostic::error(code::CATALOG_FILE, tree.name.span, message).help("write `from \"catalogs/NAME.json\"`"));
        }
    }
}

fn described(server: &str, listed: &ListedFunction, effects: Effects, open: bool) -> CatalogFunction {
    let arguments = ArgumentSchema { closed: listed.arguments.closed && !open, ..listed.arguments.clone() };
    let function = FunctionName { server: server.to_owned(), name: listed.name.clone() };
    CatalogFunction { function, effects, arguments: Some(arguments) }
}

/// Only what is trusted.
fn trusted_hints(hints: Hints, trusted: &[String]) -> Hints {
    let keep = |name: &str, hint: Option<bool>| hint.filter(|_| trusted.iter().any(|trusted| trusted == name));
    Hints {
        read_only: keep("readOnlyHint", hints.read_only),
        destructive: keep("destructiveHint", hints.destructive),
        idempotent: keep("idempotentHint", hints.idempotent),
        open_world: keep("openWorldHint", hints.open_world),
    }
}

/// A line first, then a trusted hint, then what MCP assumes of a missing one: not read-only, destructive unless read-only, open world.
fn effects(stated: FunctionSelector, hints: Hints) -> Effects {
    let write = stated.write.or(hints.read_only.map(|read_only| !read_only)).unwrap_or(true);
    Effects {
        write,
        destructive: write && stated.destructive.or(hints.destructive).unwrap_or(true),
        idempotent: stated.idempotent.or(hints.idempotent).unwrap_or(false),
        open_world: stated.open_world.or(hints.open_world).unwrap_or(true),
    }
}

/// Reads the lines and collects what is wrong with them.
struct Lines<'a> {
    listed: &'a [ListedFunction],
    diagnostics: Vec<Diagnostic>,
}

impl Lines<'_> {
    fn identity(&mut self, tree: &CatalogTree) -> Option<String> {
        let mut identity: Option<&Spanned<String>> = None;
        for line in &tree.lines {
            let CatalogLine::Server(named) = &line.value else { continue };
            match identity {
                Some(first) => self.diagnostics.push(
                    Diagnostic::error(code::IDENTITY_TWICE, named.span, "a catalog is for one server")
                        .also(first.span, "named here already")
                        .help("give the other server a catalog of its own"),
                ),
                None => identity = Some(named),
            }
        }
        identity.map(|named| named.value.clone())
    }

    fn trusted(&mut self, tree: &CatalogTree) -> Vec<String> {
        let named = tree.lines.iter().filter_map(|line| match &line.value {
            CatalogLine::Trust(names) => Some(names),
            _ => None,
        });
        let mut trusted = Vec::new();
        for name in named.flatten() {
            if HINTS.contains(&name.value.as_str()) {
                trusted.push(name.value.clone());
            } else {
                self.word(name, "is no hint", &HINTS);
            }
        }
        trusted
    }

    fn word(&mut self, name: &Name, what: &str, known: &[&str]) {
        let help = suggestion::help(&name.value, known.iter().copied(), &format!("known are {}", known.join(", ")));
        self.diagnostics.push(Diagnostic::error(code::CATALOG_WORD, name.span, format!("`{}` {what}", name.value)).help(help));
    }

    /// Functions that the globs match, as indices; a glob that matches none is reported.
    fn selected(&mut self, globs: &[Spanned<String>]) -> Vec<usize> {
        let mut selected = Vec::new();
        for named in globs {
            let pattern = Glob(named.value.clone());
            let before = selected.len();
            selected.extend(self.listed.iter().enumerate().filter(|(_, listed)| glob::matches(&pattern, &listed.name)).map(|(at, _)| at));
            if selected.len() == before && !self.listed.is_empty() {
                let help = suggestion::help(
                    &named.value,
                    self.listed.iter().map(|listed| listed.name.as_str()),
                    "the line says nothing; remove it",
                );
                let message = format!("the catalog has no function `{}`", named.value);
                self.diagnostics.push(Diagnostic::warning(code::LINE_WITHOUT_USE, named.span, message).help(help));
            }
        }
        selected.sort_unstable();
        selected.dedup();
        selected
    }

    /// What the `effect` lines state of each function; two that disagree are reported once a pair of lines.
    fn stated_effects(&mut self, tree: &CatalogTree) -> Vec<FunctionSelector> {
        let mut stated: Vec<Vec<(FunctionSelector, Span)>> = vec![Vec::new(); self.listed.len()];
        for line in &tree.lines {
            let CatalogLine::Effect { functions, words } = &line.value else { continue };
            let selector = effect_words::selector(words, &mut self.diagnostics);
            for at in self.selected(functions) {
                if let Some(statements) = stated.get_mut(at) {
                    statements.push((selector, line.span));
                }
            }
        }
        let mut reported: Vec<(Span, Span)> = Vec::new();
        let listed = self.listed;
        listed.iter().zip(stated).map(|(function, statements)| self.joined(&function.name, &statements, &mut reported)).collect()
    }

    fn joined(&mut self, name: &str, statements: &[(FunctionSelector, Span)], reported: &mut Vec<(Span, Span)>) -> FunctionSelector {
        let mut all = FunctionSelector::default();
        let mut from: Option<Span> = None;
        for (selector, span) in statements {
            match (effect_words::both(all, *selector), from) {
                (Some(joined), _) => all = joined,
                (None, first) => {
                    let first = first.unwrap_or(*span);
                    if !reported.contains(&(first, *span)) {
                        reported.push((first, *span));
                        let message = format!("two lines disagree about the effect of `{name}`");
                        self.diagnostics.push(
                            Diagnostic::error(code::EFFECTS_DISAGREE, *span, message)
                                .also(first, "stated here otherwise")
                                .help("narrow one of the two"),
                        );
                    }
                }
            }
            from = from.or(Some(*span));
        }
        all
    }

    fn open(&mut self, tree: &CatalogTree) -> Vec<bool> {
        let mut open = vec![false; self.listed.len()];
        for line in &tree.lines {
            let CatalogLine::Open(functions) = &line.value else { continue };
            let selected = if functions.is_empty() { (0..open.len()).collect() } else { self.selected(functions) };
            for at in selected {
                if let Some(cell) = open.get_mut(at) {
                    *cell = true;
                }
            }
        }
        open
    }

    fn marks(&mut self, tree: &CatalogTree, functions: &mut [CatalogFunction]) {
        for line in &tree.lines {
            let CatalogLine::Mark { arguments, mark } = &line.value else { continue };
            let Some(mark) = self.mark(mark) else { continue };
            for argument in arguments {
                self.mark_one(argument, mark, functions);
            }
        }
    }

    fn mark(&mut self, words: &[Name]) -> Option<Marking> {
        let (word, options) = words.split_first()?;
        let options: Vec<&str> = options.iter().map(|option| option.value.as_str()).collect();
        match (word.value.as_str(), options.as_slice()) {
            ("fold", []) => Some((Some(Mark::Fold), None)),
            ("alnum", []) => Some((Some(Mark::Alnum), None)),
            ("email", []) => Some((Some(Mark::Fold), Some(Feed::Recipients))),
            ("url", []) => Some((None, Some(Feed::Hosts))),
            ("path", ["read"]) => Some((None, Some(Feed::Reads))),
            ("path", ["write"]) => Some((None, Some(Feed::Writes))),
            _ => {
                let span = words.last().map_or(word.span, |last| word.span.to(last.span));
                let written = words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" ");
                self.word(&Name::new(written, span), "is no mark", &MARKS);
                None
            }
        }
    }

    fn mark_one(&mut self, argument: &Spanned<Vec<String>>, mark: Marking, functions: &mut [CatalogFunction]) {
        let schemas = functions.iter_mut().filter_map(|function| function.arguments.as_mut());
        let outcomes: Vec<Marked> = schemas.map(|schema| put(schema, &argument.value, mark)).collect();
        let name = argument.value.join(".");
        let misfit = |message: String, help: &str| Diagnostic::error(code::MARK_MISFIT, argument.span, message).help(help);
        if outcomes.contains(&Marked::NoText) {
            self.diagnostics.push(misfit(format!("`{name}` is not text, so it cannot carry a mark"), "marks say how text is compared"));
        }
        if outcomes.contains(&Marked::Otherwise) {
            self.diagnostics.push(misfit(format!("`{name}` has another mark already"), "keep one of the two"));
        }
        if !self.listed.is_empty() && outcomes.iter().all(|outcome| *outcome == Marked::NotThere) {
            let known = self.listed.iter().flat_map(|listed| listed.arguments.members.iter().map(|(name, _)| name.as_str()));
            let help = suggestion::help(&name, known, "the line says nothing; remove it");
            let message = format!("no function of the catalog has an argument `{name}`");
            self.diagnostics.push(Diagnostic::error(code::LINE_WITHOUT_USE, argument.span, message).help(help));
        }
    }
}

/// What became of a mark in one schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marked {
    Done,
    NotThere,
    NoText,
    Otherwise,
}

/// Puts the mark at the end of the path; lists on the way and at the end stand for their elements.
fn put(schema: &mut ArgumentSchema, path: &[String], mark: Marking) -> Marked {
    if schema.types.0 == JsonTypes::LIST {
        return schema.element.as_deref_mut().map_or(Marked::NotThere, |element| put(element, path, mark));
    }
    let Some((first, rest)) = path.split_first() else { return put_here(schema, mark) };
    let member = schema.members.iter_mut().find(|(name, _)| name == first);
    member.map_or(Marked::NotThere, |(_, member)| put(member, rest, mark))
}

fn put_here(schema: &mut ArgumentSchema, mark: Marking) -> Marked {
    let admits = |bit: u8| schema.types.0 == 0 || schema.types.0 & bit != 0;
    if !admits(JsonTypes::TEXT) {
        return Marked::NoText;
    }
    let earlier = (schema.mark, schema.feed);
    if earlier != (None, None) && earlier != mark {
        return Marked::Otherwise;
    }
    (schema.mark, schema.feed) = mark;
    if let Some(element) = schema.element.as_deref_mut() {
        (element.mark, element.feed) = mark;
    }
    Marked::Done
}
