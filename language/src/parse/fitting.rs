//! Which outcomes an item takes: the word of another item is read as the one that is meant, or reported.

use super::outcome::{Head, Place};
use super::reader::Reader;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::tree::VerdictTree;

/// The verdict as this place takes it; `None` where it takes none such.
pub(super) fn verdict(reader: &mut Reader<'_>, verdict: VerdictTree, head: &Head, place: Place) -> Option<VerdictTree> {
    match (place, verdict) {
        (Place::Floor, VerdictTree::Require(steps)) => {
            Some(mended(reader, head, "at least", "a floor raises", VerdictTree::AtLeast(steps)))
        }
        (Place::Floor, VerdictTree::Deny) => Some(mended(reader, head, "at least deny", "a floor raises", VerdictTree::AtLeastDeny)),
        (Place::Rule | Place::Row | Place::Limit | Place::Restriction | Place::Doubt, VerdictTree::AtLeast(steps)) => {
            Some(mended(reader, head, "require", "only a floor raises", VerdictTree::Require(steps)))
        }
        (Place::Rule | Place::Row | Place::Limit | Place::Restriction | Place::Doubt, VerdictTree::AtLeastDeny) => {
            Some(mended(reader, head, "deny", "only a floor raises", VerdictTree::Deny))
        }
        (Place::Result, VerdictTree::Deny) => {
            if head.own {
                let message = "a result is not denied: it is withheld";
                let found = Diagnostic::error(codes::CLAUSE_WORD, head.span, message).help("write `withhold`");
                reader.report(found.fix("write `withhold`", head.span, "withhold", true));
            }
            Some(VerdictTree::Withhold)
        }
        (place, verdict) if takes(place, &verdict) => Some(verdict),
        (place, verdict) => {
            let message = format!("{} has no outcome `{}`", name(place), word(&verdict));
            reader.broken(Diagnostic::error(codes::OUTCOME_PLACE, head.span, message).help(help(place, &verdict)));
            None
        }
    }
}

/// `require` for `at least` and the other way round.
fn mended(reader: &mut Reader<'_>, head: &Head, word: &str, says: &str, verdict: VerdictTree) -> VerdictTree {
    // A word of another language is already said to be written so.
    if head.own {
        let title = format!("write `{word}`");
        let message = format!("{says}: here this is `{word}`");
        reader.report(Diagnostic::error(codes::AT_LEAST, head.span, message).help(title.clone()).fix(title, head.span, word, true));
    }
    verdict
}

fn takes(place: Place, verdict: &VerdictTree) -> bool {
    use VerdictTree::{Allow, AllowAfter, AtLeast, AtLeastDeny, Deny, FailJob, Report, Require, StopJob, Withhold};
    match place {
        Place::Rule | Place::Row => matches!(verdict, Allow | AllowAfter(_) | Require(_) | Deny),
        Place::Floor => matches!(verdict, AtLeast(_) | AtLeastDeny),
        Place::Limit => matches!(verdict, Require(_) | Deny | Report | StopJob),
        Place::Restriction | Place::Doubt => matches!(verdict, Require(_) | Deny),
        Place::Result => matches!(verdict, Withhold),
        Place::Loop => matches!(verdict, Report | Require(_) | StopJob),
        Place::Unknown => matches!(verdict, Require(_) | FailJob),
    }
}

fn name(place: Place) -> &'static str {
    match place {
        Place::Rule => "a rule",
        Place::Row => "a default",
        Place::Floor => "a floor",
        Place::Limit => "a limit",
        Place::Restriction => "this item",
        Place::Result => "a result",
        Place::Loop => "`on loop`",
        Place::Unknown => "`on unknown`",
        Place::Doubt => "doubt about a command",
    }
}

fn word(verdict: &VerdictTree) -> &'static str {
    match verdict {
        VerdictTree::Allow => "allow",
        VerdictTree::AllowAfter(_) => "allow after",
        VerdictTree::Require(_) => "require",
        VerdictTree::Deny => "deny",
        VerdictTree::AtLeast(_) => "at least",
        VerdictTree::AtLeastDeny => "at least deny",
        VerdictTree::Report => "report",
        VerdictTree::StopJob => "stop job",
        VerdictTree::FailJob => "fail job",
        VerdictTree::Withhold => "withhold",
    }
}

fn help(place: Place, verdict: &VerdictTree) -> &'static str {
    match (place, verdict) {
        (Place::Floor, VerdictTree::Allow | VerdictTree::AllowAfter(_)) => {
            "a floor only raises, with `at least STEPS` or `at least deny`: write the permission in a rule"
        }
        (Place::Limit | Place::Restriction, VerdictTree::Allow | VerdictTree::AllowAfter(_)) => {
            "it only restricts, with `require STEPS` or `deny`: write the permission in a rule"
        }
        (Place::Doubt, VerdictTree::Allow | VerdictTree::AllowAfter(_)) => {
            "what may match a refusal, or cannot be read, is never allowed: write steps such as `confirm`, or `deny`"
        }
        (Place::Doubt, _) => "write steps such as `confirm`, or `deny`",
        (Place::Rule | Place::Row, _) => "outcomes are `allow`, `allow after STEPS`, `require STEPS` and `deny`",
        (Place::Floor, _) => "outcomes are `at least STEPS` and `at least deny`",
        (Place::Limit, _) => "outcomes are `require STEPS` and `deny`; of a `count same call` also `report` and `stop job`",
        (Place::Restriction, _) => "outcomes are `require STEPS` and `deny`",
        (Place::Result, _) => "what comes back is changed by `redact matches r\"…\" as \"…\"` or kept back by `withhold`",
        (Place::Loop, _) => "write `report`, `require STEPS` or `stop job`",
        (Place::Unknown, _) => "write `require STEPS` or `fail job`",
    }
}
