//! Decisions in the language's own words, as a test would expect them: `approve by finance-lead or cfo, ticket 8h`.
//!
//! What stands for itself is left out: `approve by X` alone means `hold 90s, retry 60s`.

use straza_language::core::{Binding, Pool, Step, Terms};

use crate::interpreter::{Reported, Verdict};

/// A decision.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Deny => "deny".to_owned(),
        Verdict::Steps(steps) if steps.is_empty() => "allow".to_owned(),
        Verdict::Steps(steps) => steps.iter().map(step).collect::<Vec<_>>().join(" and "),
    }
}

/// A step.
pub fn step(step: &Step) -> String {
    match step {
        Step::Classify => "classify".to_owned(),
        Step::ServerCheck => "server-check".to_owned(),
        Step::Confirm => "confirm".to_owned(),
        Step::Notify(who) => format!("notify {who}"),
        Step::Approve { pool, terms } => {
            [format!("approve by {}", self::pool(pool))].into_iter().chain(options(terms)).collect::<Vec<_>>().join(", ")
        }
    }
}

/// What a decision is reported by, as `via` names it; nothing where a test names nothing.
pub fn via(reported: &Reported) -> Option<String> {
    match reported {
        Reported::Item { id, .. } => Some(id.to_string()),
        Reported::DefaultRow { set, .. } => Some(format!("default of {set}")),
        Reported::Commands { set, clause, .. } => Some(format!("{} of {set}", clause.as_str())),
        Reported::NoDefault => Some("default".to_owned()),
        Reported::Border(_) | Reported::Recorded => None,
    }
}

/// A span of time in its largest whole unit; days only beyond one.
pub fn duration(seconds: u32) -> String {
    match seconds {
        0 => "0s".to_owned(),
        days if days % 86_400 == 0 && days > 86_400 => format!("{}d", days / 86_400),
        hours if hours % 3_600 == 0 => format!("{}h", hours / 3_600),
        minutes if minutes % 60 == 0 && minutes > 60 => format!("{}m", minutes / 60),
        seconds => format!("{seconds}s"),
    }
}

/// People of whom some must approve.
pub fn pool(pool: &Pool) -> String {
    let people = pool.deciders.join(" or ");
    if pool.count == 1 { people } else { format!("{} of {people}", pool.count) }
}

/// What an approval says beyond `hold 90s, retry 60s`.
pub fn options(terms: &Terms) -> Vec<String> {
    let timed = |word: &str, seconds: Option<u32>| seconds.map(|seconds| format!("{word} {}", duration(seconds)));
    let unless_plain = |seconds: Option<u32>, plain: Option<u32>| if seconds == plain { None } else { seconds };
    let worded = |word: &str, holds: bool| holds.then(|| word.to_owned());
    [
        timed("hold", unless_plain(terms.hold, Terms::PLAIN.hold)),
        timed("retry", unless_plain(terms.retry, Terms::PLAIN.retry)),
        timed("ticket", terms.ticket),
        timed("grant", terms.grant),
        worded("bind tool", terms.bind == Binding::Tool),
        worded("self-approval", terms.self_approval),
        worded("distinct", terms.distinct),
        timed("recheck", terms.recheck),
        worded("allowance job", terms.allowance),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn approve(deciders: &[&str], count: u8, terms: Terms) -> Step {
        Step::Approve { pool: Pool { deciders: deciders.iter().map(|&decider| decider.to_owned()).collect(), count }, terms }
    }

    #[test]
    fn a_decision_reads_as_a_test_writes_it() {
        assert_eq!(verdict(&Verdict::ALLOW), "allow");
        assert_eq!(verdict(&Verdict::Deny), "deny");
        let ticket = Terms { hold: None, retry: None, ticket: Some(8 * 3600), ..Terms::PLAIN };
        let steps = vec![Step::Confirm, approve(&["cfo", "finance-lead"], 1, ticket)];
        assert_eq!(verdict(&Verdict::Steps(steps)), "confirm and approve by cfo or finance-lead, ticket 8h");
    }

    #[test]
    fn options_that_say_nothing_new_are_left_out() {
        assert_eq!(step(&approve(&["a"], 1, Terms::PLAIN)), "approve by a");
        let terms = Terms { hold: Some(300), grant: Some(3600), bind: Binding::Tool, distinct: true, ..Terms::PLAIN };
        assert_eq!(step(&approve(&["a", "b"], 2, terms)), "approve by 2 of a or b, hold 5m, grant 1h, bind tool, distinct");
    }

    #[test]
    fn durations_take_their_largest_whole_unit() {
        assert_eq!([90, 60, 120, 3600, 86_400, 172_800, 0].map(duration), ["90s", "60s", "2m", "1h", "24h", "2d", "0s"]);
    }
}
