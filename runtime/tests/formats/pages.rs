//! The pages that describe the formats: their bounds and domains are those of the code.

use straza_runtime::domain::Domain;
use straza_runtime::envelope::content_type;
use straza_runtime::limits::*;
use straza_runtime::revocations::LAST_INSTANT;

const CDDL: &str = include_str!("../../../docs/straza.cddl");
const PAGE: &str = include_str!("../../../docs/formats.md");

#[test]
fn the_bounds_of_the_cddl_are_the_limits() {
    for line in [
        format!("identifier = tstr .size (1..{IDENTIFIER_BYTES})"),
        format!("server = tstr .size (1..{SERVER_BYTES})"),
        format!("function = tstr .size (1..{FUNCTION_BYTES})"),
        format!("6: [0*{CATALOGS} digest]"),
        format!("7: [0*{COEFFICIENTS} uint]"),
        format!("8: tstr .size (0..{COMPILER_BYTES})"),
        format!("7: [0*{ORIGINS} protected-argument]"),
        format!("8: [0*{RECEIPT_SEQUENCES} sequence-progress]"),
        format!("argument-path = [1*{PATH_STEPS} tstr .size (0..{KEY_BYTES})]"),
        format!("values = [0*{ORIGIN_VALUES} value-origin]"),
        format!("[digest, [0*{ORIGIN_SOURCES} source], open, tainted]"),
        format!("item = tstr .size (1..{ITEM_NAME_BYTES})"),
        format!("positions = [0*{RECEIPT_POSITIONS} position]"),
        format!("4: [0*{REVOCATIONS} revocation]"),
        format!("until = (0..{}) / nil", LAST_INSTANT.0),
        format!("reason = tstr .size (1..{REASON_BYTES})"),
    ] {
        assert!(CDDL.contains(&line), "{line}");
    }
    for domain in [Domain::Snapshot, Domain::Receipt, Domain::Revocations] {
        assert!(CDDL.contains(&format!(
            "{}-header = {{ 1: -19, 3: \"{}\", 4: key-id, -70001: seconds }}",
            domain.name(),
            content_type(domain)
        )));
    }
}

#[test]
fn the_page_lists_every_domain_in_order() {
    let listed: Vec<&str> = PAGE.lines().filter_map(|line| line.strip_prefix("| `straza/v1/")?.split('`').next()).collect();
    let domains: Vec<&str> = Domain::ALL.iter().map(|(domain, _)| domain.name()).collect();
    assert_eq!(listed, domains);
}
