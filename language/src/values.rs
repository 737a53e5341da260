//! The values of a call beside its arguments: one table of name, type, whether it may be absent, and who supplies it.
//!
//! Typing, diagnostics, tests and the documentation's table all read it. A member that the host leaves out is *unknown*; one that may be
//! absent is sent as `null` then.

use crate::core::Root;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// Text.
    Text,
    /// `true`, `false`
    Boolean,
    /// A number.
    Number,
    /// A point in time.
    Instant,
    /// A version.
    Version,
    /// A path of the machine.
    Path,
    /// One of some words; where ordered, from least to most.
    Enum {
        /// The words.
        values: &'static [&'static str],
        /// Whether `<` and its kin compare them.
        ordered: bool,
    },
    /// A list of declared roles.
    Roles,
    /// A list of paths.
    Paths,
    /// A list of declared labels.
    Labels,
    /// A list of host names.
    Hosts,
    /// A list of addresses, compared without case.
    Recipients,
    /// A list of texts.
    Texts,
    /// A list of some words.
    Words {
        /// The words.
        values: &'static [&'static str],
    },
    /// What a call returned; nothing says its type.
    Result,
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueRow {
    /// As a policy writes it.
    pub name: &'static str,
    /// Where it starts.
    pub root: Root,
    /// Its key there; empty for the root itself.
    pub key: &'static str,
    /// Its type.
    pub kind: ValueType,
    /// Whether a host may know that there is none.
    pub may_be_absent: bool,
    /// Who supplies it.
    pub source: &'static str,
}

const PRINCIPAL_TYPES: ValueType = ValueType::Enum { values: &["human", "agent", "service"], ordered: false };
const AGENCIES: ValueType = ValueType::Enum { values: &["interactive", "supervised", "autonomous"], ordered: false };
const ATTESTATIONS: ValueType = ValueType::Enum { values: &["none", "advisory", "managed", "sandboxed"], ordered: true };

/// Who supplies the paths of a call.
const FILES: &str = "file tools from their arguments, else the host";

/// Who keeps labels.
const STATE: &str = "the state of the job and its tree";
/// Who supplies what a call contacts.
const CONTACTS: &str = "arguments that a catalog marks, the host";
/// Who reads commands.
const READER: &str = "the runtime, from the command of a `shell.exec` call";
/// Who finds signals.
const MATCHED: &str = "the runtime, of the matched parts; read in `command` items only";
/// What is conspicuous about a command.
const SIGNALS: ValueType = ValueType::Words {
    values: &["pipe-into-shell", "decode-then-execute", "encoded-powershell", "nested-evaluation", "shell-from-code", "fork-bomb"],
};
/// Who supplies results.
const RESULTS: &str = "hosts that see results; read in `result` items only";

const fn row(name: &'static str, root: Root, key: &'static str, kind: ValueType, source: &'static str) -> ValueRow {
    ValueRow { name, root, key, kind, may_be_absent: false, source }
}

const fn maybe(name: &'static str, root: Root, key: &'static str, kind: ValueType, source: &'static str) -> ValueRow {
    ValueRow { name, root, key, kind, may_be_absent: true, source }
}

/// Every value but `args`, whose names and types the catalogs give.
pub const TABLE: &[ValueRow] = &[
    row("function.server", Root::Function, "server", ValueType::Text, "every host"),
    row("function.name", Root::Function, "name", ValueType::Text, "every host"),
    row("principal.user", Root::Principal, "user", ValueType::Text, "hosts that know the person"),
    row("principal.roles", Root::Principal, "roles", ValueType::Roles, "hosts that know the directory"),
    row("principal.type", Root::Principal, "type", PRINCIPAL_TYPES, "hosts that know the person"),
    row("principal.agency", Root::Principal, "agency", AGENCIES, "hosts that know whether a person is there"),
    maybe("principal.swarm", Root::Principal, "swarm", ValueType::Text, "job hosts"),
    maybe("principal.sponsor", Root::Principal, "sponsor", ValueType::Text, "job hosts"),
    maybe("agent.name", Root::Agent, "name", ValueType::Text, "harnesses with named agents, job hosts"),
    row("session.harness", Root::Session, "harness", ValueType::Text, "every harness"),
    row("session.version", Root::Session, "version", ValueType::Version, "harnesses that tell their version"),
    row("session.permission-mode", Root::Session, "permission-mode", ValueType::Text, "harnesses that have modes"),
    row("session.attestation", Root::Session, "attestation", ATTESTATIONS, "managed machines"),
    row("session.workspace", Root::Session, "workspace", ValueType::Path, "harnesses that run in a directory"),
    row("session.cwd", Root::Session, "cwd", ValueType::Path, "harnesses that run in a directory"),
    row("session.home", Root::Session, "home", ValueType::Path, "harnesses that run on a person's machine"),
    row("session.terminal", Root::Session, "terminal", ValueType::Boolean, "harnesses that run in a terminal"),
    maybe("job.routine", Root::Job, "routine", ValueType::Text, "job hosts"),
    row("job.shadow", Root::Job, "shadow", ValueType::Boolean, "job hosts"),
    row("job.quarantine", Root::Job, "quarantine", ValueType::Boolean, "job hosts"),
    row("job.depth", Root::Job, "depth", ValueType::Number, "job hosts"),
    row("job.children", Root::Job, "children", ValueType::Number, "job hosts"),
    row("job.labels", Root::Job, "labels", ValueType::Labels, STATE),
    row("tree.labels", Root::Tree, "labels", ValueType::Labels, STATE),
    row("paths", Root::Paths, "", ValueType::Paths, FILES),
    row("paths.open", Root::Paths, "open", ValueType::Boolean, FILES),
    row("reads", Root::Reads, "", ValueType::Paths, FILES),
    row("reads.open", Root::Reads, "open", ValueType::Boolean, FILES),
    row("writes", Root::Writes, "", ValueType::Paths, FILES),
    row("writes.open", Root::Writes, "open", ValueType::Boolean, FILES),
    row("hosts", Root::Hosts, "", ValueType::Hosts, CONTACTS),
    row("hosts.open", Root::Hosts, "open", ValueType::Boolean, CONTACTS),
    row("recipients", Root::Recipients, "", ValueType::Recipients, CONTACTS),
    row("recipients.open", Root::Recipients, "open", ValueType::Boolean, CONTACTS),
    row("command.text", Root::Command, "text", ValueType::Text, READER),
    row("command.length", Root::Command, "length", ValueType::Number, READER),
    row("command.programs", Root::Command, "programs", ValueType::Texts, READER),
    row("command.signals", Root::Command, "signals", SIGNALS, READER),
    row("command.open", Root::Command, "open", ValueType::Boolean, READER),
    row("signals", Root::Signals, "", SIGNALS, MATCHED),
    row("result", Root::Result, "", ValueType::Result, RESULTS),
    row("result.labels", Root::Result, "labels", ValueType::Labels, RESULTS),
    row("now", Root::Now, "", ValueType::Instant, "every host with a clock"),
];

/// Members that a host may send and no condition reads, in tests.
pub const IDENTIFIERS: &[&str] = &["session.id", "job.id"];

/// The row of a name.
pub fn row_of(name: &str) -> Option<&'static ValueRow> {
    TABLE.iter().find(|row| row.name == name)
}

/// Whether a word is a value of an enum of the table.
pub fn is_enum_value(word: &str) -> bool {
    TABLE.iter().any(|row| matches!(row.kind, ValueType::Enum { values, .. } if values.contains(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rows_name_is_its_root_and_key() {
        for row in TABLE {
            let root = format!("{:?}", row.root).to_lowercase();
            let expected = if row.key.is_empty() { root } else { format!("{root}.{}", row.key) };
            assert_eq!(row.name, expected);
        }
    }
}
