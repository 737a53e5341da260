//! The table of limits as a document.

use straza_runtime::limits::TABLE;

#[test]
fn every_row_says_what_it_limits_and_what_happens_beyond() {
    for row in TABLE {
        assert!(row.value > 0 && row.what.ends_with('.') && !row.unit.is_empty() && !row.beyond.is_empty(), "{row:?}");
    }
    let mut names: Vec<_> = TABLE.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TABLE.len());
}
