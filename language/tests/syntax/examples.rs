//! The examples of the syntax half's codes: each has its finding and no other, the mended text has none.

use straza_language::codes::examples::EXAMPLES;
use straza_language::codes::syntax;

use crate::read::{file, findings};

#[test]
fn a_wrong_example_has_its_code_and_the_right_one_has_no_finding() {
    let of_syntax = EXAMPLES.iter().filter(|example| syntax::TABLE.iter().any(|(code, _)| *code == example.code));
    for example in of_syntax {
        let wrong = example.wrong_files();
        let codes: Vec<_> = policies(&wrong).flat_map(|text| file(text).diagnostics).map(|diagnostic| diagnostic.code).collect();
        assert!(codes.contains(&example.code), "{codes:?} in {}", example.wrong);
        assert!(codes.iter().all(|code| *code == example.code || *code == syntax::OPERATOR_WORD), "{codes:?} in {}", example.wrong);
        for text in policies(&example.right_files()) {
            assert_eq!(findings(text), "", "in {}", example.right);
        }
    }
}

fn policies(files: &[(String, String)]) -> impl Iterator<Item = &str> {
    files.iter().filter(|(path, _)| path.ends_with(".straza")).map(|(_, text)| text.as_str())
}
