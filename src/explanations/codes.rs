//! The pages of diagnostic codes: what the code says, why, and each example with the finding that it has.

use straza_language::codes::examples::{self as texts, Setting};
use straza_language::diagnostic::Code;

use super::tried::{self, TriedFiles};
use super::why::{group, why};
use super::{Example, Page, Shown, Topic, cut};
use crate::codes::examples as repositories;
use crate::exit::Broken;
use crate::render::text_finding;
use crate::sources::SourceDiagnostic;

/// Codes that no short text can have, and why.
const UNSHOWN: &[(Code, &str)] = &[
    (straza_compiler::codes::EXPRESSION_TOO_LONG, "No example: a constant of this length is reported as S0222 first."),
    (straza_compiler::codes::ALL_EXPRESSIONS_TOO_LARGE, "No example: it takes hundreds of large expressions."),
    (straza_compiler::codes::UNKNOWN_ZONE, "No example: a zone that does not exist is reported as S0034 first."),
    (straza_compiler::codes::PATH_TOO_DEEP, "No example: such a path is reported as S0222 first."),
    (straza_compiler::codes::EXAMPLE_UNCARRIED, "No example: it takes a command longer than a page."),
    (straza_compiler::codes::TOO_LARGE, "No example: it takes more items than a page can show."),
    (straza_compiler::codes::OVER_FUEL, "No example: it takes more items than a page can show; S0520 comes long before it."),
    (straza_compiler::codes::TRIED_ON_EVERY_CALL, "No example: it takes more items than a page can show."),
    (straza_compiler::codes::SELF_CHECK, "No example: no policy is known that has it. Please report the one that you have."),
];

/// An example before it is tried.
struct Untried {
    around: &'static str,
    wrong: Text,
    right: Text,
}

/// What a page shows of a text, and the files that it stands for.
struct Text {
    shown: Shown,
    files: TriedFiles,
}

/// The page of a code.
pub fn page(topic: &Topic, code: Code) -> Result<Page, Broken> {
    let examples = untried(code).map(|untried| tried(code, untried)).collect::<Result<Vec<_>, _>>()?;
    let unshown = UNSHOWN.iter().find(|(known, _)| *known == code).map(|(_, why)| (*why).to_owned());
    Ok(Page { topic: topic.clone(), why: why(code).to_owned(), next: None, note: unshown, examples })
}

/// The name of the group that a code belongs to.
pub fn group_name(code: Code) -> &'static str {
    group(code).name
}

/// The first finding of the code in the wrong text, as it is drawn.
fn tried(code: Code, untried: Untried) -> Result<Example, Broken> {
    let found = tried::findings(&untried.wrong.files)?;
    let answer = found.iter().find(|finding| finding.diagnostic.code == code).map(drawn).unwrap_or_default();
    Ok(Example { around: untried.around, wrong: untried.wrong.shown, answer, right: untried.right.shown })
}

fn drawn(finding: &SourceDiagnostic) -> String {
    let drawn = text_finding(finding, false);
    drawn.lines().map(cut).collect::<Vec<_>>().join("\n")
}

fn untried(code: Code) -> impl Iterator<Item = Untried> {
    let of_language = texts::EXAMPLES.iter().chain(straza_compiler::codes::examples::EXAMPLES).filter(move |example| example.code == code);
    let of_command = repositories::EXAMPLES.iter().filter(move |example| example.code == code);
    of_language.map(of_text).chain(of_command.map(of_repository))
}

fn of_text(example: &texts::Example) -> Untried {
    let text = |shown: &str| {
        let files = example.setting.files(shown).into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        Text { shown: vec![(None, shown.trim_end().to_owned())], files }
    };
    Untried { around: around(example.setting), wrong: text(example.wrong), right: text(example.right) }
}

fn of_repository(example: &repositories::RepositoryExample) -> Untried {
    let text = |files: &[repositories::ExampleFile]| Text {
        shown: files.iter().map(|(path, bytes)| (Some((*path).to_owned()), String::from_utf8_lossy(bytes).trim_end().to_owned())).collect(),
        files: files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect(),
    };
    Untried { around: "files of a repository", wrong: text(example.wrong), right: text(example.right) }
}

fn around(setting: Setting) -> &'static str {
    match setting {
        Setting::File => "a policy file",
        Setting::Files => "policy files, each behind its path",
        Setting::Items => "items behind the examples' header",
        Setting::Clauses => "clauses of a rule on `payments.refund`, behind the examples' header",
        Setting::Statements => "statements of a test, behind the examples' header and a rule that allows refunds",
        Setting::Catalog => "lines of the catalog of the examples' server",
        Setting::Listing => "the file of a catalog",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::explanations::every_code;

    #[test]
    fn every_code_has_an_example_or_says_why_it_has_none() {
        let bare: Vec<String> = every_code()
            .filter(|(code, _)| untried(*code).next().is_none() != UNSHOWN.iter().any(|(unshown, _)| unshown == code))
            .map(|(code, title)| format!("{code} {title}"))
            .collect();
        assert_eq!(bare, Vec::<String>::new(), "write an example, or say in UNSHOWN why there is none");
    }

    #[test]
    fn every_wrong_text_is_found_by_a_check_and_the_mended_one_has_no_error() {
        let mut failures = Vec::new();
        for (code, _) in every_code() {
            for untried in untried(code) {
                let wrong = tried::findings(&untried.wrong.files).unwrap();
                if wrong.iter().all(|finding| finding.diagnostic.code != code) {
                    failures.push(format!("{code} is not found in {:?}, but {:?}", untried.wrong.shown, said(&wrong)));
                }
                let right = tried::findings(&untried.right.files).unwrap();
                if right.iter().any(|finding| finding.diagnostic.code == code || finding.is_error() && code.0 >= 100) {
                    failures.push(format!("{code}: {:?} still has {:?}", untried.right.shown, said(&right)));
                }
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }

    fn said(found: &[SourceDiagnostic]) -> Vec<String> {
        found.iter().map(|finding| format!("{} {}", finding.diagnostic.code, finding.diagnostic.message)).collect()
    }
}
