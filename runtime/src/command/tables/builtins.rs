//! What the shell does itself, and the small programs that stand beside it. A table.
//!
//! `eval`, `exec`, `command`, `trap`, `source` and their like run other text and are in the families of wrappers and shells.

use super::Row;
use super::shorthand::{exact, gnu, program};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{Effect, Slot, Style, Table, all, does, first, flag, takes, with};

pub(super) const ROWS: &[Row] = &[
    ("echo", &ECHO),
    ("printf", &PRINTF),
    ("test", &TEST),
    ("[", &TEST),
    ("[[", &TEST),
    ("true", &NOTHING),
    ("false", &NOTHING),
    (":", &NOTHING),
    ("pwd", &PWD),
    ("cd", &CD),
    ("pushd", &PUSHD),
    ("popd", &POPD),
    ("dirs", &POPD),
    ("date", &DATE),
    ("sleep", &SLEEP),
    ("export", &EXPORT),
    ("declare", &DECLARE),
    ("typeset", &DECLARE),
    ("local", &DECLARE),
    ("readonly", &DECLARE),
    ("read", &READ),
    ("mapfile", &MAPFILE),
    ("readarray", &MAPFILE),
    ("unset", &UNSET),
    ("alias", &ALIAS),
    ("unalias", &ALIAS),
    ("hash", &HASH),
    ("enable", &ENABLE),
    ("set", &SET),
    ("shopt", &SHOPT),
    ("type", &TYPE),
    ("wait", &WAIT),
    ("jobs", &JOBS),
    ("fg", &NOTHING),
    ("bg", &NOTHING),
    ("disown", &JOBS),
    ("exit", &NOTHING),
    ("return", &NOTHING),
    ("break", &NOTHING),
    ("continue", &NOTHING),
    ("shift", &NOTHING),
    ("let", &LET),
    ("getopts", &GETOPTS),
    ("umask", &UMASK),
    ("ulimit", &ULIMIT),
    ("times", &NOTHING),
    ("logout", &NOTHING),
    ("help", &HELP),
    ("history", &HISTORY),
    ("yes", &TEXTS),
    ("expr", &TEXTS),
    ("printenv", &PRINTENV),
    ("tty", &QUIET),
    ("clear", &QUIET),
    ("factor", &QUIET),
    ("numfmt", &NUMFMT),
];

const ECHO: Table = program(Style::TEXT, &[&[flag(&["-n"]), flag(&["-e"]), flag(&["-E"])]], all(Slot::Data));

/// `-v` sets a variable; a subscript in its name runs what it holds.
const PRINTF: Table = program(Style { no_end: false, ..Style::TEXT }, &[&[with(&["-v"], Effect::Runs)]], all(Slot::Data));

/// `-v` and `-eq` look into names and subscripts, which may run what they hold.
const TEST: Table = program(Style::TEXT, &[&[with(&["-v"], Effect::Name), with(&["-R"], Effect::Name)]], all(Slot::Data));

const LET: Table = program(Style::TEXT, &[], all(Slot::Name));
const GETOPTS: Table = program(Style::TEXT, &[], first(&[Slot::Data, Slot::Name], Slot::Data));

const NOTHING: Table = program(Style::TEXT, &[], all(Slot::Data));

const TEXTS: Table = program(Style::TEXT, &[], all(Slot::Data));

const PWD: Table = exact(&[&[flag(&["-L", "--logical"]), flag(&["-P", "--physical"])]], all(Slot::Data)).plainly();

const CD: Table = exact(&[&[flag(&["-L"]), flag(&["-P"]), flag(&["-e"]), flag(&["-@"])]], all(Slot::Folder));

const PUSHD: Table = exact(&[&[flag(&["-n"]), flag(&["-#"])]], all(Slot::Folder));

const POPD: Table = exact(&[&[flag(&["-n"]), flag(&["-#"]), flag(&["-c"]), flag(&["-l"]), flag(&["-p"]), flag(&["-v"])]], all(Slot::Data));

const DATE: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-d", "--date"]),
            with(&["-f", "--file"], Effect::Reads),
            with(&["-r", "--reference"], Effect::Reads),
            with(&["-s", "--set"], Effect::Writes),
            flag(&["--debug"]),
            crate::command::table::glued(&["-I", "--iso-8601"]),
            flag(&["-R", "--rfc-email"]),
            takes(&["--rfc-3339"]),
            flag(&["-u", "--utc", "--universal"]),
            flag(&["-j"]),
            flag(&["-n"]),
        ],
    ],
    all(Slot::Data),
);

const SLEEP: Table = gnu(&[COMMON], all(Slot::Data));

const EXPORT: Table =
    program(Style { stops: false, ..Style::EXACT }, &[&[does(&["-f"], Effect::Runs), flag(&["-n"]), flag(&["-p"])]], all(Slot::Variable));

const DECLARE: Table = exact(
    &[&[
        flag(&["-a"]),
        flag(&["-A"]),
        flag(&["-f"]),
        flag(&["-F"]),
        flag(&["-g"]),
        does(&["-i"], Effect::Runs),
        flag(&["-I"]),
        flag(&["-l"]),
        does(&["-n"], Effect::Runs),
        flag(&["-p"]),
        flag(&["-r"]),
        flag(&["-t"]),
        flag(&["-u"]),
        flag(&["-x"]),
    ]],
    all(Slot::Variable),
);

const READ: Table = exact(
    &[&[
        flag(&["-r"]),
        flag(&["-s"]),
        flag(&["-e"]),
        flag(&["-E"]),
        with(&["-a"], Effect::Name),
        takes(&["-d"]),
        takes(&["-i"]),
        takes(&["-n"]),
        takes(&["-N"]),
        takes(&["-p"]),
        takes(&["-t"]),
        takes(&["-u"]),
    ]],
    all(Slot::Name),
);

const MAPFILE: Table = exact(
    &[&[
        with(&["-C"], Effect::Shell),
        takes(&["-c"]),
        takes(&["-d"]),
        takes(&["-n"]),
        takes(&["-O"]),
        takes(&["-s"]),
        takes(&["-u"]),
        flag(&["-t"]),
    ]],
    all(Slot::Name),
);

const UNSET: Table = exact(&[&[flag(&["-f"]), flag(&["-v"]), flag(&["-n"])]], all(Slot::Name));

const ALIAS: Table = exact(&[&[flag(&["-p"]), flag(&["-a"])]], all(Slot::Definition)).redefining();

/// `-p` binds a name to another file.
const HASH: Table =
    exact(&[&[flag(&["-r"]), flag(&["-l"]), flag(&["-d"]), flag(&["-t"]), with(&["-p"], Effect::Runs)]], all(Slot::Data)).redefining();

const ENABLE: Table = exact(
    &[&[flag(&["-a"]), flag(&["-d"]), flag(&["-n"]), flag(&["-p"]), flag(&["-s"]), with(&["-f"], Effect::RunsFile)]],
    all(Slot::Data),
)
.redefining();

const SET: Table = program(
    Style { lenient: true, ..Style::EXACT },
    &[&[
        flag(&["-e"]),
        flag(&["-u"]),
        flag(&["-x"]),
        flag(&["-v"]),
        flag(&["-f"]),
        flag(&["-n"]),
        flag(&["-C"]),
        flag(&["-a"]),
        flag(&["-b"]),
        flag(&["-E"]),
        flag(&["-T"]),
        takes(&["-o"]),
    ]],
    all(Slot::Data),
);

const SHOPT: Table = exact(&[&[flag(&["-s"]), flag(&["-u"]), flag(&["-q"]), flag(&["-p"]), flag(&["-o"])]], all(Slot::Data)).redefining();

const TYPE: Table = exact(&[&[flag(&["-a"]), flag(&["-f"]), flag(&["-P"]), flag(&["-p"]), flag(&["-t"])]], all(Slot::Data));

const WAIT: Table = exact(&[&[flag(&["-f"]), flag(&["-n"]), takes(&["-p"])]], all(Slot::Data));

const JOBS: Table =
    exact(&[&[flag(&["-l"]), flag(&["-n"]), flag(&["-p"]), flag(&["-r"]), flag(&["-s"]), flag(&["-a"]), flag(&["-h"])]], all(Slot::Data));

const UMASK: Table = exact(&[&[flag(&["-p"]), flag(&["-S"])]], all(Slot::Data));

const ULIMIT: Table = exact(
    &[&[
        flag(&["-a"]),
        flag(&["-c"]),
        flag(&["-d"]),
        flag(&["-f"]),
        flag(&["-H"]),
        flag(&["-l"]),
        flag(&["-m"]),
        flag(&["-n"]),
        flag(&["-p"]),
        flag(&["-s"]),
        flag(&["-S"]),
        flag(&["-t"]),
        flag(&["-u"]),
        flag(&["-v"]),
    ]],
    all(Slot::Data),
);

const HELP: Table = exact(&[&[flag(&["-d"]), flag(&["-m"]), flag(&["-s"])]], all(Slot::Data));

const HISTORY: Table = exact(
    &[&[
        does(&["-c"], Effect::Writes),
        with(&["-d"], Effect::Writes),
        does(&["-a"], Effect::Writes),
        does(&["-w"], Effect::Writes),
        does(&["-n"], Effect::Reads),
        does(&["-r"], Effect::Reads),
        does(&["-s"], Effect::Writes),
        flag(&["-p"]),
    ]],
    all(Slot::Data),
)
.doing(Does::Writes);

const PRINTENV: Table = gnu(&[COMMON, &[flag(&["-0", "--null"])]], all(Slot::Data));

const QUIET: Table = gnu(&[COMMON, &[flag(&["-s", "--silent", "--quiet"]), flag(&["-x"])]], all(Slot::Data));

const NUMFMT: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["--from"]),
            takes(&["--to"]),
            takes(&["--field"]),
            takes(&["--format"]),
            takes(&["--padding"]),
            takes(&["-d", "--delimiter"]),
            takes(&["--suffix"]),
            takes(&["--round"]),
        ],
    ],
    all(Slot::Data),
);
