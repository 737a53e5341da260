//! Hosts that are known by name, with what each carries. A repository adds what its own setup knows beside.
//!
//! The three hooks are what the harnesses hand to a command that they run before a tool: the session is the job, the workspace's sessions are
//! the tree. Who the person is, none of them says; an enrolment does, and then `straza.toml` adds `principal`.

use straza_runtime::call::Event;
use straza_runtime::checks::TABLE as CHECKS;
use straza_runtime::judge::{Host as Runtime, Rows};

use super::{Host, Results, Servers};

/// A host that is known by name.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it stands for.
    pub what: &'static str,
    /// What it carries.
    pub carries: &'static [&'static str],
    /// What it does with results.
    pub results: Results,
    /// A person can be asked.
    pub asks: bool,
    /// Events that it does not send.
    pub silent: &'static [Event],
    /// Whether the harness's own tools come by.
    pub local_tools: bool,
    /// The ordered checks that it runs.
    pub rows: Rows,
}

/// Every preset, by name.
pub const TABLE: &[Preset] = &[
    Preset {
        name: "claude-code-hook",
        what: "Claude Code's hooks; it can put a call before the person at the terminal",
        carries: &[
            "agent",
            "job.state",
            "now",
            "paths",
            "person",
            "reads",
            "session.cwd",
            "session.harness",
            "session.permission-mode",
            "session.workspace",
            "tree",
            "writes",
        ],
        results: Results::Observe,
        asks: true,
        silent: &[],
        local_tools: true,
        rows: Runtime::HOOK.rows,
    },
    Preset {
        name: "codex-hook",
        what: "Codex's hooks; it cannot ask: a call that a hook wants asked about would run",
        carries: &[
            "agent",
            "job.state",
            "now",
            "paths",
            "person",
            "reads",
            "session.cwd",
            "session.harness",
            "session.permission-mode",
            "session.workspace",
            "tree",
            "writes",
        ],
        results: Results::Observe,
        asks: false,
        silent: &[],
        local_tools: true,
        rows: Runtime::HOOK.rows,
    },
    Preset {
        name: "gemini-hook",
        what: "Gemini CLI's hooks; it names no agent and has no documented way to ask",
        carries: &["job.state", "now", "paths", "person", "reads", "session.cwd", "session.harness", "session.workspace", "tree", "writes"],
        results: Results::Observe,
        asks: false,
        silent: &[Event::PermissionRequest, Event::SubagentStart, Event::SubagentStop],
        local_tools: true,
        rows: Runtime::HOOK.rows,
    },
    Preset {
        name: "job-runtime",
        what: "a runtime of jobs that sees a call from the model's proposal to its result",
        carries: &[
            "agent",
            "flow",
            "granted",
            "hosts",
            "job",
            "now",
            "paths",
            "person",
            "principal",
            "reads",
            "receipts",
            "recipients",
            "server",
            "tree",
            "writes",
        ],
        results: Results::Withhold,
        asks: true,
        silent: &[],
        local_tools: true,
        rows: Runtime::JOB_RUNTIME.rows,
    },
    Preset {
        name: "mcp-gateway",
        what: "a gateway in front of MCP servers that authenticates who calls; the connection is the job",
        carries: &["job.state", "now", "person", "principal.roles", "principal.type", "principal.user", "server"],
        results: Results::Withhold,
        asks: false,
        silent: &[
            Event::PermissionRequest,
            Event::SessionStart,
            Event::PromptSubmit,
            Event::SubagentStart,
            Event::SubagentStop,
            Event::SessionEnd,
            Event::CompactPre,
        ],
        local_tools: false,
        rows: Runtime::GATEWAY.rows,
    },
];

/// The preset of a name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    TABLE.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// The events that it sends.
    pub fn events(&self) -> impl Iterator<Item = &'static str> {
        Event::ALL.iter().filter(|(event, _)| !self.silent.contains(event)).map(|(_, name)| *name)
    }

    /// A host that is nothing more.
    pub fn host(&'static self, name: impl Into<String>) -> Host {
        Host {
            preset: Some(self.name),
            carries: self.carries.iter().map(|word| (*word).to_owned()).collect(),
            results: self.results,
            asks: self.asks,
            events: self.events().collect(),
            servers: if self.local_tools { Servers::All } else { Servers::Remote },
            rows: self.rows,
            ..Host::bare(name)
        }
    }
}

/// The numbers of checks as a list of spans: `2, 4-6, H1`.
pub fn spans(rows: Rows) -> String {
    let mut spans: Vec<(&str, &str)> = Vec::new();
    let mut before = None;
    for check in rows.iter() {
        match spans.last_mut().filter(|_| before == check.index().checked_sub(1) && before.is_some()) {
            Some(span) => span.1 = check.number,
            None => spans.push((check.number, check.number)),
        }
        before = Some(check.index());
    }
    let words = spans.iter().map(|(from, to)| if from == to { (*from).to_owned() } else { format!("{from}-{to}") });
    words.collect::<Vec<_>>().join(", ")
}

/// The numbers of all checks.
pub fn numbers() -> Vec<&'static str> {
    CHECKS.iter().map(|check| check.number).collect()
}

#[cfg(test)]
mod tests {
    use super::super::carried;
    use super::*;

    #[test]
    fn presets_are_sorted_and_carry_words_of_the_list() {
        assert!(TABLE.is_sorted_by_key(|preset| preset.name));
        let words = carried::words();
        for preset in TABLE {
            assert!(preset.carries.is_sorted(), "{}", preset.name);
            assert!(preset.carries.iter().all(|word| words.contains(word)), "{}", preset.name);
        }
    }

    #[test]
    fn checks_next_to_each_other_are_one_span() {
        assert_eq!(spans(Rows::of(&["2", "4", "5", "6", "H1"])), "2, 4-6, H1");
        assert_eq!((spans(Rows::NONE).as_str(), spans(Rows::of(&["1", "2"])).as_str()), ("", "1-2"));
    }
}
