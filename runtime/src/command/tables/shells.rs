//! Shells, and the builtins of a shell that run, read or redefine commands. A table.

use super::Row;
use super::shorthand::{grammar, program};
use crate::command::reading::Layer;
use crate::command::table::{Effect, Flag, Grammar, Input, Language, Layout, Slot, Style, Table, all, does, first, flag, takes, with};

pub(super) const ROWS: &[Row] = &[
    ("sh", &SHELL),
    ("bash", &SHELL),
    ("rbash", &SHELL),
    ("dash", &SHELL),
    ("ash", &SHELL),
    ("ksh", &SHELL),
    ("mksh", &SHELL),
    ("zsh", &SHELL),
    ("fish", &FOREIGN_SHELL),
    ("csh", &FOREIGN_SHELL),
    ("tcsh", &FOREIGN_SHELL),
    ("nu", &FOREIGN_SHELL),
    ("xonsh", &FOREIGN_SHELL),
    ("eval", &EVAL),
    (".", &SOURCE),
    ("source", &SOURCE),
    ("exec", &EXEC),
    ("command", &COMMAND),
    ("builtin", &BUILTIN),
    ("trap", &TRAP),
];

/// `-c` makes the first operand the code: it may stand anywhere in a bundle.
const SHELL_OPTIONS: &[Flag] = &[
    does(&["-c"], Effect::Runs),
    does(&["-s"], Effect::CodeInput),
    does(&["-i", "--interactive"], Effect::Interactive),
    flag(&["-l", "--login"]),
    does(&["-n"], Effect::GivesFirst),
    flag(&["-e"]),
    flag(&["-u"]),
    flag(&["-x"]),
    flag(&["-v", "--verbose"]),
    flag(&["-a"]),
    flag(&["-b"]),
    flag(&["-f"]),
    flag(&["-h"]),
    flag(&["-k"]),
    flag(&["-m"]),
    flag(&["-p"]),
    flag(&["-r", "--restricted"]),
    flag(&["-B"]),
    flag(&["-C"]),
    flag(&["-E"]),
    flag(&["-H"]),
    flag(&["-P"]),
    flag(&["-T"]),
    takes(&["-o", "+o"]),
    takes(&["-O", "+O"]),
    flag(&["+e", "+u", "+x", "+m", "+H", "+B"]),
    flag(&["--norc", "--no-rcs"]),
    flag(&["--noprofile"]),
    flag(&["--noediting"]),
    flag(&["--posix"]),
    flag(&["--version"]),
    flag(&["--help"]),
    with(&["--rcfile", "--init-file"], Effect::RunsFile),
];

const FILE: Layout = first(&[Slot::RunFile], Slot::Data);

const SHELL: Table = Table {
    style: Style { stops: true, ..Style::EXACT },
    grammar: Grammar {
        input: Input::Code(Language::Shell),
        layer: Layer::Plain,
        operands_beside: &[(&["-n"], all(Slot::Read)), (&["-c"], first(&[Slot::Shell], Slot::Data))],
        ..grammar(&[SHELL_OPTIONS], FILE)
    },
};

/// Shells of another grammar: their code is not read.
const FOREIGN_SHELL: Table = Table {
    style: Style { stops: true, ..Style::EXACT },
    grammar: Grammar {
        input: Input::Code(Language::Other),
        ..grammar(
            &[&[
                with(&["-c", "--command", "--commands"], Effect::CodeFirst(Language::Other)),
                with(&["-C", "--init-command"], Effect::Code(Language::Other)),
                does(&["-i", "--interactive"], Effect::Interactive),
                flag(&["-l", "--login"]),
                flag(&["-n", "--no-execute"]),
                flag(&["-N", "--no-config"]),
                flag(&["-P", "--private"]),
                flag(&["-v", "--version"]),
                flag(&["-h", "--help"]),
                flag(&["-e"]),
                flag(&["-f"]),
            ]],
            FILE,
        )
    },
};

const EVAL: Table = program(Style::EXACT, &[], all(Slot::ShellText));

const SOURCE: Table = Table {
    style: Style { stops: true, ..Style::EXACT },
    grammar: Grammar { redefines: true, input: Input::Code(Language::Shell), ..grammar(&[&[takes(&["-p"])]], FILE) },
};

const EXEC: Table = program(Style::EXACT, &[&[takes(&["-a"]), flag(&["-c"]), flag(&["-l"])]], all(Slot::Command));

const COMMAND: Table = Table {
    style: Style::EXACT,
    grammar: Grammar {
        layer: Layer::Plain,
        operands_beside: &[(&["-v", "-V"], all(Slot::Data))],
        ..grammar(&[&[flag(&["-p"]), flag(&["-v"]), flag(&["-V"])]], all(Slot::Command))
    },
};

const BUILTIN: Table = Table { style: Style::EXACT, grammar: Grammar { layer: Layer::Plain, ..grammar(&[], all(Slot::Command)) } };

const TRAP: Table = program(Style::EXACT, &[&[flag(&["-l"]), flag(&["-p"]), flag(&["-P"])]], first(&[Slot::Shell], Slot::Data));
