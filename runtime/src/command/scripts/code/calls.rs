//! Which names start commands, in which language. A table.

use crate::command::table::Language;

/// What the arguments of a call are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text for a shell, or a program and its arguments.
    Shell,
    /// A program and its arguments.
    Program,
    /// A program, the name it is told, and its arguments.
    Renamed,
    /// Names, one of which may be a command because of a pipe sign.
    Opens,
    /// A path that is deleted, with all below it where the code says `recursive`.
    Deletes,
    /// A path that is deleted with all below it.
    DeletesBelow,
    /// The command stands between backticks.
    Quoted,
    /// The command stands in `%x( … )`.
    Percent,
    /// The command stands in brackets of any kind.
    Bracketed,
}

/// A name that starts commands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    names: &'static [&'static str],
    /// What must stand directly before the name; any of them, or nothing is asked.
    behind: &'static [&'static str],
    /// What must stand somewhere in the code.
    beside: &'static str,
    pub(super) kind: Kind,
}

const fn row(kind: Kind, names: &'static [&'static str]) -> Call {
    Call { names, behind: &[], beside: "", kind }
}

impl Call {
    const fn behind(mut self, behind: &'static [&'static str]) -> Self {
        self.behind = behind;
        self
    }

    const fn beside(mut self, beside: &'static str) -> Self {
        self.beside = beside;
        self
    }
}

const PYTHON: &[Call] = &[
    row(Kind::Shell, &["system", "popen", "getoutput", "getstatusoutput", "create_subprocess_shell", "Popen"]),
    row(Kind::Shell, &["check_output", "check_call"]),
    row(Kind::Shell, &["run", "call"]).beside("subprocess"),
    row(Kind::Shell, &["spawn"]).beside("pty"),
    row(Kind::Program, &["create_subprocess_exec"]),
    row(Kind::Renamed, &["execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "execlpe"]),
    row(Kind::Renamed, &["spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe"]),
    row(Kind::Renamed, &["posix_spawn", "posix_spawnp"]),
    row(Kind::DeletesBelow, &["rmtree"]),
    row(Kind::Deletes, &["remove", "unlink", "rmdir", "removedirs"]).behind(&["os."]),
];

const JAVASCRIPT: &[Call] = &[
    row(Kind::Shell, &["execSync"]),
    row(Kind::Shell, &["exec"]).beside("child_process"),
    row(Kind::Shell, &["shell"]),
    row(Kind::Program, &["execFile", "execFileSync", "spawnSync"]),
    row(Kind::Program, &["spawn"]).beside("child_process"),
    row(Kind::Program, &["spawn"]).behind(&["Bun."]),
    row(Kind::Program, &["Command"]).behind(&["Deno."]),
    row(Kind::Quoted, &["$"]),
    row(Kind::Deletes, &["rmSync", "rmdirSync", "unlinkSync"]),
    row(Kind::Deletes, &["rm", "unlink", "rmdir"]).behind(&["fs.", "promises.", "fs').", "fs\").", "promises').", "promises\")."]),
    row(Kind::DeletesBelow, &["rimraf", "rimrafSync", "removeSync", "emptyDirSync"]),
];

const PERL: &[Call] = &[
    row(Kind::Shell, &["system", "exec", "readpipe"]),
    row(Kind::Bracketed, &["qx"]),
    row(Kind::Opens, &["open"]),
    row(Kind::Quoted, &["`"]),
    row(Kind::Deletes, &["unlink", "rmdir"]),
    row(Kind::DeletesBelow, &["rmtree", "remove_tree"]),
];

const RUBY: &[Call] = &[
    row(Kind::Shell, &["system", "exec", "spawn", "popen", "popen2", "popen2e", "popen3"]),
    row(Kind::Shell, &["capture2", "capture2e", "capture3"]),
    row(Kind::Opens, &["open"]),
    row(Kind::Quoted, &["`"]),
    row(Kind::Percent, &["%"]),
    row(Kind::DeletesBelow, &["rm_rf", "rm_r", "rmtree", "remove_dir", "remove_entry", "remove_entry_secure"]),
    row(Kind::Deletes, &["rm", "rm_f", "unlink", "delete"]).behind(&["FileUtils.", "File."]),
];

const PHP: &[Call] = &[
    row(Kind::Shell, &["system", "exec", "shell_exec", "passthru", "popen", "proc_open"]),
    row(Kind::Program, &["pcntl_exec"]),
    row(Kind::Quoted, &["`"]),
    row(Kind::Deletes, &["unlink", "rmdir"]),
];

const LUA: &[Call] = &[row(Kind::Shell, &["execute", "popen", "system"]), row(Kind::Deletes, &["remove"]).behind(&["os."])];

const R: &[Call] = &[
    row(Kind::Shell, &["system", "shell", "pipe"]),
    row(Kind::Program, &["system2"]),
    row(Kind::DeletesBelow, &["unlink"]),
    row(Kind::Deletes, &["file.remove"]),
];

const APPLESCRIPT: &[Call] = &[row(Kind::Shell, &["script"]).behind(&["shell "])];

const VIM: &[Call] = &[
    row(Kind::Shell, &["system", "systemlist"]),
    row(Kind::Shell, &["execute"]).behind(&["os."]),
    row(Kind::DeletesBelow, &["delete"]).behind(&["call "]),
];

const SQL: &[Call] = &[row(Kind::Shell, &["program", "PROGRAM"]), row(Kind::Shell, &["system"]).behind(&["call ", "print ", "expr "])];

const OTHER: &[Call] = &[
    row(Kind::Shell, &["system", "popen", "shell_exec", "execSync", "shell", "sh"]),
    row(Kind::Shell, &["cmd"]).behind(&["os:", "System."]),
    row(Kind::Shell, &["exec"]).behind(&["getRuntime().", "Runtime.getRuntime()."]),
    row(Kind::Shell, &["execute", "become", "reload"]),
    row(Kind::Shell, &["shell-command"]),
    row(Kind::Bracketed, &["%"]),
    row(Kind::Quoted, &["`"]),
];

/// The names of a language.
fn calls_of(language: Language) -> &'static [Call] {
    match language {
        Language::Python => PYTHON,
        Language::JavaScript => JAVASCRIPT,
        Language::Perl => PERL,
        Language::Ruby => RUBY,
        Language::Php => PHP,
        Language::Lua => LUA,
        Language::R => R,
        Language::AppleScript => APPLESCRIPT,
        Language::Vim => VIM,
        Language::Sql => SQL,
        Language::Shell | Language::PowerShell | Language::Tcl | Language::Makefile | Language::Schedule => &[],
        Language::Bang | Language::Other => OTHER,
    }
}

/// What of the whole code a row may ask for, looked for once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside {
    found: [bool; WORDS.len()],
}

const WORDS: [&str; 3] = ["subprocess", "pty", "child_process"];

impl Beside {
    pub(super) fn of(code: &str) -> Self {
        Self { found: WORDS.map(|word| code.contains(word)) }
    }

    fn holds(self, word: &str) -> bool {
        word.is_empty() || WORDS.iter().zip(self.found).any(|(known, found)| found && *known == word)
    }
}

/// The call that a name begins, by what stands before it and beside it.
pub(super) fn call(language: Language, name: &str, before: &str, beside: Beside) -> Option<&'static Call> {
    calls_of(language)
        .iter()
        .filter(|call| call.names.contains(&name))
        .find(|call| (call.behind.is_empty() || call.behind.iter().any(|end| before.ends_with(end))) && beside.holds(call.beside))
}
