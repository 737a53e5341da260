//! The result of reading a command. Indices refer to the arenas of the same command.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::path::PathPattern;
use crate::shell::{Dialect, Span, Unreadable};

/// How much is known of a text that the shell makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Spelled out: quotes, escapes and brace lists removed.
    Literal,
    /// Known from the text or the session (`$HOME`, `~`, a constant set earlier): certain for a restriction, dynamic for a permission.
    Expanded,
    /// The text is a known beginning; what follows is not known.
    Prefix,
    /// The text is a folder's path: it, or a path below it that begins with it as spelled.
    Below,
    /// Nothing is known.
    Dynamic,
}

/// A text of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// In [`Command::cooked`]: the text, the known beginning, or nothing.
    pub cooked: Range<u32>,
    /// How much of it is known.
    pub certainty: Certainty,
    /// Whether unknown text may become several words or none.
    pub splits: bool,
    /// Whether it is an unquoted glob: a name that the shell would look up; cooked holds it as spelled and it counts as [`Certainty::Prefix`]
    /// up to its first glob character.
    pub glob: bool,
    /// Where it is spelled in the text that the caller gave: all of the holding word for text inside code strings.
    pub span: Span,
}

/// How the program's name is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelled {
    /// A bare name.
    Bare,
    /// A path in a folder that only the system writes: `/bin`, `/usr/bin`, `/sbin`, `/usr/sbin`, `/usr/local/bin`, `/opt/homebrew/bin`.
    Trusted,
    /// Any other path.
    Elsewhere,
    /// Computed, wholly or in part, or not ASCII.
    Computed,
    /// No program: assignments, redirections or arithmetic alone.
    Nothing,
}

/// Which program a part starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// As it is given.
    pub text: Text,
    /// Its last component, in [`Command::cooked`]; empty where it is computed.
    pub base: Range<u32>,
    /// How it is spelled.
    pub spelled: Spelled,
    /// Its options are known.
    pub known: bool,
}

/// How an outer part runs an inner one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Neither user, host, root nor environment change (`time`, `nice`, `timeout`, a trusted shell's `-c` or `-lc`): covered with the inner part.
    Plain,
    /// It changes something: its own permission must cover it (`sudo`, `env`, `xargs`, `find -exec`, `git -c`, `tar --to-command`, `sh -c` with more).
    Changing,
    /// As [`Layer::Changing`], and the inner part runs on another machine or in a container: no sub-calls, only command items look inside.
    Remote,
    /// Literal text that foreign code hands to a shell (`os.system("…")`): refusals join, permissions do not count.
    Mentioned,
}

/// What an option does, beyond being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Nothing that matters: it runs, writes and sends nothing.
    Harmless,
    /// It reads a file (a sub-call).
    Reads,
    /// It writes a file, or makes the program write.
    Writes,
    /// It sends something, or names another destination.
    Sends,
    /// It runs a program or code.
    Runs,
    /// The table does not know it, or there is no table.
    Unknown,
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgKind {
    /// In its place behind global options, where the program's table knows subcommands.
    Subcommand,
    /// Anything that is no option, `-` included.
    Operand,
    /// One flag: a bundle gives several, an abbreviation its full name. Where no table says what a bundle is, each letter of it is a flag
    /// with [`Arg::bundled`] beside the whole word as a flag without it.
    Flag,
    /// `--`
    EndOfOptions,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arg {
    /// What it is.
    pub kind: ArgKind,
    /// An operand's text; a flag's canonical name with its dashes (the long spelling where there is one).
    pub text: Text,
    /// A flag's value, glued or in the next word.
    pub value: Option<Text>,
    /// What a flag does.
    pub does: Does,
    /// It stands behind `--`.
    pub behind_end: bool,
    /// A letter out of a word that may be one flag or a bundle: a restriction takes it for a flag, a permission looks at the whole word.
    pub bundled: bool,
    /// A dynamic word that might become an option, several words or none, in a place where that matters.
    pub may_be_option: bool,
    /// An operand that carries code (`-` or the value of `-c` of an interpreter): a permission must name it.
    pub code: bool,
    /// An operand that is a regular expression over names (`pkill -f`): it may mean every name that it matches somewhere.
    pub expression: bool,
    /// A word of the command that this one runs, which is a part of its own: a restriction may name it here, a permission leaves it out.
    pub passed: bool,
}

/// An assignment in front of a program or alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// In [`Command::cooked`].
    pub name: Range<u32>,
    /// Its value.
    pub value: Text,
    /// On the standard list of names that change nothing that runs.
    pub harmless: bool,
}

/// What is so of a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PartFlags {
    /// The text redefines commands before it: no permission covers it.
    pub redefined: bool,
    /// It runs code that was not read and that a shell would read: it may match any refusal.
    pub unread_code: bool,
    /// It runs foreign code (`python -c`): a permission must name the option or `-` that carries it.
    pub foreign_code: bool,
    /// It waits for commands from elsewhere (an interactive shell, a REPL, a listening channel): no permission covers it.
    pub interactive: bool,
    /// It runs on another machine or in a container.
    pub remote: bool,
    /// Only mentioned: see [`Layer::Mentioned`].
    pub mentioned: bool,
    /// It may be no command at all: what matches it is not certain (words behind a program that no table knows).
    pub doubted: bool,
    /// Its arguments behind some place are not known (more words than the table can place).
    pub tail_unknown: bool,
    /// It writes by a redirection.
    pub redirects: bool,
    /// There may be other paths than its touches.
    pub open_paths: bool,
    /// There may be other hosts than its touches.
    pub open_hosts: bool,
}

/// One layer of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The program.
    pub program: Program,
    /// In [`Command::args`].
    pub args: Range<u32>,
    /// In [`Command::assignments`].
    pub assignments: Range<u32>,
    /// The part that runs it, with how.
    pub outer: Option<(u32, Layer)>,
    /// What is so of it.
    pub flags: PartFlags,
    /// The folder it runs in after the `cd`s before it: in [`Command::cooked`], cleaned; none where it is the session's, empty where unknown.
    pub folder: Option<Range<u32>>,
    /// Where it is spelled.
    pub span: Span,
}

/// What a part does with a path or host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchKind {
    /// It reads a file.
    Read,
    /// It reads every file below a folder.
    ReadBelow,
    /// It writes a file.
    Write,
    /// It goes to a folder (`cd`): one of its paths, but no call of its own.
    Enter,
    /// It contacts a host; the text is a lower-case host name.
    Contact,
}

/// A path or host that a part reads, writes or contacts: a sub-call; or the folder that it goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The part.
    pub part: u32,
    /// What it does.
    pub kind: TouchKind,
    /// The path as the command spells it (expanded), or the host.
    pub text: Text,
    /// The absolute, cleaned path in [`Command::cooked`]; none where it is not known.
    pub path: Option<Range<u32>>,
    /// Where the path is not known: the pattern of the paths that it may be, in [`Command::cooked`], where that is known.
    pub pattern: Option<PathPattern<Range<u32>>>,
    /// By a redirection.
    pub redirection: bool,
    /// The path, or a folder above it, is linked in the same text: the resolved path is not known.
    pub linked: bool,
}

/// How output reaches another part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowKind {
    /// By a pipe: it is the input.
    Pipe,
    /// By `<( … )` or `>( … )`.
    File,
    /// By `$( … )` inside code that the part runs.
    Code,
}

/// Output of one part that reaches another's input or code, directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flow {
    /// Whose output.
    pub from: u32,
    /// Who gets it.
    pub to: u32,
    /// How.
    pub kind: FlowKind,
}

/// What `classify` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Signal {
    /// Output of something is the input of a shell or an interpreter that takes it for code, or comes from the network into its code or a file
    /// that it runs.
    PipeIntoShell,
    /// Decoded text is executed.
    DecodeThenExecute,
    /// PowerShell with an encoded command.
    EncodedPowershell,
    /// A shell inside a shell's code, an `eval` of an `eval`.
    NestedEvaluation,
    /// Foreign code that reaches for a shell.
    ShellFromCode,
    /// A function that starts itself twice at once.
    ForkBomb,
}

impl Signal {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 6] = [
        Self::PipeIntoShell,
        Self::DecodeThenExecute,
        Self::EncodedPowershell,
        Self::NestedEvaluation,
        Self::ShellFromCode,
        Self::ForkBomb,
    ];

    /// Its name in policies and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PipeIntoShell => "pipe-into-shell",
            Self::DecodeThenExecute => "decode-then-execute",
            Self::EncodedPowershell => "encoded-powershell",
            Self::NestedEvaluation => "nested-evaluation",
            Self::ShellFromCode => "shell-from-code",
            Self::ForkBomb => "fork-bomb",
        }
    }

    /// What it says of a part.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::PipeIntoShell => {
                "output is the input of a shell or of an interpreter that takes it for code, or comes from the network into its code or into a file \
                 that it runs"
            }
            Self::DecodeThenExecute => "decoded text is executed",
            Self::EncodedPowershell => "PowerShell is given an encoded command",
            Self::NestedEvaluation => "a shell is started in a shell's code, or `eval` in what `eval` runs",
            Self::ShellFromCode => "code of another language reaches for a shell",
            Self::ForkBomb => "a function starts itself twice at once",
        }
    }
}

/// A command, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    /// The text as it was given; of an argument vector its words as a shell would quote them.
    pub text: String,
    /// Whose grammar.
    pub dialect: Dialect,
    /// Texts of everything below.
    pub cooked: String,
    /// Every layer of every command, outer before inner, in the order of the text.
    pub parts: Vec<Part>,
    /// Arguments.
    pub args: Vec<Arg>,
    /// Assignments.
    pub assignments: Vec<Assignment>,
    /// Sub-calls.
    pub touches: Vec<Touch>,
    /// Direct flows.
    pub flows: Vec<Flow>,
    /// Signals with the part that shows them.
    pub signals: Vec<(Signal, u32)>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    /// Parts outside the tables, opaque code or dynamic words: there may be other paths, hosts than the touches.
    pub open_paths: bool,
    /// The same for hosts.
    pub open_hosts: bool,
}

impl Command {
    /// A text of the command.
    pub fn cooked(&self, range: &Range<u32>) -> &str {
        self.cooked.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Known text: all of it, or its beginning.
    pub fn known(&self, text: &Text) -> &str {
        self.cooked(&text.cooked)
    }

    /// A part's arguments.
    pub fn args_of(&self, part: &Part) -> &[Arg] {
        self.args.get(part.args.start as usize..part.args.end as usize).unwrap_or_default()
    }

    /// A part's assignments.
    pub fn assignments_of(&self, part: &Part) -> &[Assignment] {
        self.assignments.get(part.assignments.start as usize..part.assignments.end as usize).unwrap_or_default()
    }

    /// What is spelled at a place of the text.
    pub fn spelled(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}
