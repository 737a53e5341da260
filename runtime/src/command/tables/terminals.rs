//! Programs that hand a command to a terminal, a later time or another system of this machine. A table.

use super::Row;
use super::shorthand::{exact, family, program, sub};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{Effect, Flag, Input, Language, Slot, Style, Subcommand, Table, Takes, all, does, first, flag, takes, with};

pub(super) const ROWS: &[Row] = &[
    ("tmux", &TMUX),
    ("screen", &SCREEN),
    ("xterm", &TERMINAL),
    ("uxterm", &TERMINAL),
    ("urxvt", &TERMINAL),
    ("konsole", &TERMINAL),
    ("alacritty", &TERMINAL),
    ("xfce4-terminal", &TERMINAL),
    ("x-terminal-emulator", &TERMINAL),
    ("terminator", &TERMINAL),
    ("lxterminal", &TERMINAL),
    ("at", &AT),
    ("batch", &AT),
    ("crontab", &CRONTAB),
    ("cmd", &CMD),
    ("cmd.exe", &CMD),
    ("wsl", &WSL),
    ("wsl.exe", &WSL),
    ("winpty", &COMMAND),
    ("wine", &COMMAND),
    ("nix-shell", &NIX_SHELL),
    ("fzf", &FZF),
    ("tcpdump", &TCPDUMP),
    ("lldb", &LLDB),
    ("rpm", &RPM),
    ("rpmbuild", &RPM),
    ("dc", &DC),
    ("bc", &DC),
    ("sshpass", &SSHPASS),
    ("tini", &COMMAND),
    ("dumb-init", &COMMAND),
    ("run0", &COMMAND),
    ("systemd-cat", &SYSTEMD_CAT),
    ("choom", &CHOOM),
];

/// A wrapper with hardly any options.
const COMMAND: Table = program(Style::GNU, &[COMMON], all(Slot::Command));

const TMUX: Table = family(
    Style::EXACT,
    &[&[
        takes(&["-L"]),
        takes(&["-S"]),
        with(&["-f"], Effect::RunsFile),
        with(&["-c"], Effect::Shell),
        flag(&["-2"]),
        flag(&["-u"]),
        flag(&["-V"]),
    ]],
    TMUX_COMMANDS,
);

const TMUX_COMMANDS: &[Subcommand] = &[
    sub(
        &[
            "new",
            "new-session",
            "neww",
            "new-window",
            "splitw",
            "split-window",
            "respawnp",
            "respawn-pane",
            "respawnw",
            "respawn-window",
            "popup",
            "display-popup",
        ],
        &[PLACES],
        all(Slot::ShellText),
    ),
    sub(&["send", "send-keys"], &[PLACES], all(Slot::ShellText)),
    sub(&["run", "run-shell", "pipe-pane", "pipep"], &[PLACES], all(Slot::Shell)),
    sub(&["if", "if-shell"], &[PLACES], first(&[Slot::Shell], Slot::Data)).doing(Does::Runs),
    sub(&["source", "source-file"], &[PLACES], all(Slot::Read)).doing(Does::Runs),
    sub(&["bind", "bind-key"], &[PLACES], first(&[Slot::Data], Slot::ShellText)),
    sub(&["a", "attach", "attach-session"], &[PLACES], all(Slot::Data)).doing(Does::Runs),
    sub(
        &[
            "ls",
            "list-sessions",
            "lsw",
            "list-windows",
            "lsp",
            "list-panes",
            "has",
            "has-session",
            "info",
            "capture-pane",
            "capturep",
            "display",
            "display-message",
            "show-options",
        ],
        &[PLACES],
        all(Slot::Data),
    ),
    sub(&["kill-session", "kill-server", "kill-pane", "kill-window"], &[PLACES], all(Slot::Data)).doing(Does::Writes),
];

const PLACES: &[Flag] = &[
    takes(&["-t"]),
    takes(&["-s"]),
    takes(&["-n"]),
    with(&["-c"], Effect::Folder),
    takes(&["-e"]),
    takes(&["-x"]),
    takes(&["-y"]),
    takes(&["-F"]),
    takes(&["-S"]),
    takes(&["-T"]),
    flag(&["-d"]),
    flag(&["-A"]),
    flag(&["-D"]),
    flag(&["-E"]),
    flag(&["-P"]),
    flag(&["-a"]),
    flag(&["-b"]),
    flag(&["-h"]),
    flag(&["-v"]),
    flag(&["-k"]),
    flag(&["-p"]),
    flag(&["-r"]),
    flag(&["-q"]),
    flag(&["-H"]),
    flag(&["-R"]),
    flag(&["-J"]),
];

const SCREEN: Table = program(
    Style { single_dash: true, stops: true, ..Style::EXACT },
    &[&[
        flag(&["-ls", "-list"]),
        takes(&["-S"]),
        takes(&["-t"]),
        takes(&["-T"]),
        takes(&["-e"]),
        takes(&["-p"]),
        takes(&["-h"]),
        with(&["-c"], Effect::RunsFile),
        with(&["-s"], Effect::Runs),
        with(&["-Logfile"], Effect::Writes),
        flag(&["-d"]),
        flag(&["-m"]),
        flag(&["-D"]),
        flag(&["-r"]),
        flag(&["-R"]),
        flag(&["-x"]),
        flag(&["-X"]),
        flag(&["-L"]),
        flag(&["-U"]),
        flag(&["-a"]),
        flag(&["-A"]),
        flag(&["-q"]),
        flag(&["-v"]),
        flag(&["-w"]),
    ]],
    all(Slot::Command),
)
.beside(&[(&["-X"], first(&[Slot::Data], Slot::ShellText)), (&["-ls", "-r", "-R", "-x"], all(Slot::Data))]);

/// What stands behind `-e` or `-x` is a command, or the text of one.
const TERMINAL: Table = program(
    Style { single_dash: true, stops: true, ..Style::EXACT },
    &[
        COMMON,
        &[
            flag(&["-e", "-x", "--execute", "--command"]),
            flag(&["--new-tab", "--fullscreen", "--daemon"]),
            flag(&["-hold", "--hold"]),
            flag(&["--noclose"]),
            flag(&["--window", "--tab"]),
            takes(&["-T", "-title", "-t", "--title"]),
            takes(&["-geometry", "--geometry"]),
            takes(&["-class", "-name", "--class"]),
            takes(&["-fa", "-fs", "-fg", "-bg"]),
            with(&["--working-directory", "--workdir"], Effect::Folder),
            with(&["--config-file", "--config"], Effect::RunsFile),
        ],
    ],
    all(Slot::Data),
)
.beside(&[(&["-e", "-x", "--execute", "--command"], all(Slot::ShellText))]);

const AT: Table = exact(
    &[&[
        with(&["-f"], Effect::CodeFile(Language::Shell)),
        takes(&["-q"]),
        takes(&["-t"]),
        flag(&["-l"]),
        flag(&["-m"]),
        flag(&["-M"]),
        flag(&["-b"]),
        flag(&["-v"]),
        flag(&["-V"]),
        flag(&["-c"]),
        does(&["-d", "-r"], Effect::Writes),
    ]],
    all(Slot::Data),
)
.taking(Input::Code(Language::Shell));

/// A file operand becomes the table of jobs; without one it is the input.
const CRONTAB: Table = exact(
    &[&[
        takes(&["-u"]),
        flag(&["-l"]),
        flag(&["-T"]),
        flag(&["-n"]),
        does(&["-e"], Effect::Runs),
        does(&["-r"], Effect::Writes),
        flag(&["-i"]),
        flag(&["-s"]),
    ]],
    first(&[Slot::RunFile], Slot::Data),
)
.beside(&[(&["-l", "-e", "-r"], all(Slot::Data))])
.taking(Input::Code(Language::Schedule));

/// `/c` and the rest.
const CMD: Table = program(Style::TEXT, &[], first(&[Slot::Data], Slot::ShellText)).taking(Input::Waits);

const WSL: Table = program(
    Style { stops: true, ..Style::EXACT },
    &[&[
        flag(&["-e", "--exec"]),
        takes(&["-d", "--distribution"]),
        takes(&["-u", "--user"]),
        with(&["--cd"], Effect::Folder),
        takes(&["--shell-type"]),
        flag(&["--system"]),
        flag(&["-l", "--list", "--status", "--version", "--shutdown", "--update"]),
    ]],
    all(Slot::Command),
)
.taking(Input::Waits);

const NIX_SHELL: Table = exact(
    &[
        COMMON,
        &[
            with(&["--run", "--command"], Effect::Shell),
            does(&["-p", "--packages"], Effect::Runs),
            flag(&["--pure"]),
            with(&["-E", "--expr"], Effect::Runs),
            with(&["-I"], Effect::Runs),
            takes(&["-A", "--attr"]),
            takes(&["-j", "--max-jobs"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs)
.taking(Input::Waits);

/// Its bindings and previews run.
const FZF: Table = exact(
    &[
        COMMON,
        &[
            with(&["--preview"], Effect::Shell),
            with(&["--bind"], Effect::Code(Language::Other)),
            flag(&["-m", "--multi"]),
            flag(&["-i"]),
            flag(&["-e", "--exact"]),
            flag(&["-0", "--exit-0"]),
            flag(&["-1", "--select-1"]),
            flag(&["--reverse", "--ansi", "--no-sort", "--print0", "--read0"]),
            takes(&["-q", "--query"]),
            takes(&["-f", "--filter"]),
            takes(&["--height", "--prompt", "--header", "--layout", "--border", "--preview-window"]),
            takes(&["-d", "--delimiter"]),
            takes(&["-n", "--nth", "--with-nth"]),
        ],
    ],
    all(Slot::Data),
);

/// `-z` is a program, run on each file that is full.
const TCPDUMP: Table = exact(
    &[
        COMMON,
        &[
            with(&["-z"], Effect::Words),
            with(&["-w"], Effect::Writes),
            with(&["-r"], Effect::Reads),
            with(&["-F"], Effect::Reads),
            with(&["-V"], Effect::Reads),
            takes(&["-i", "--interface"]),
            takes(&["-c"]),
            takes(&["-C"]),
            takes(&["-G"]),
            takes(&["-W"]),
            takes(&["-s"]),
            takes(&["-y"]),
            takes(&["-Z"]),
            flag(&["-n"]),
            flag(&["-l"]),
            flag(&["-v"]),
            flag(&["-A"]),
            flag(&["-X"]),
            flag(&["-e"]),
            flag(&["-q"]),
            flag(&["-t"]),
            flag(&["-D"]),
        ],
    ],
    all(Slot::Data),
);

/// Its commands reach a shell.
const LLDB: Table = exact(
    &[
        COMMON,
        &[
            with(&["-o", "--one-line"], Effect::Code(Language::Sql)),
            with(&["-O", "--one-line-before-file"], Effect::Code(Language::Sql)),
            with(&["-s", "--source"], Effect::RunsFile),
            with(&["-f", "--file"], Effect::Reads),
            with(&["-c", "--core"], Effect::Reads),
            takes(&["-p", "--attach-pid"]),
            takes(&["-n", "--attach-name"]),
            flag(&["-b", "--batch"]),
        ],
    ],
    all(Slot::Command),
)
.taking(Input::Waits);

/// `%( … )` in what is evaluated runs.
const RPM: Table = exact(
    &[
        COMMON,
        &[
            with(&["-E", "--eval"], Effect::Code(Language::Other)),
            with(&["-D", "--define"], Effect::Code(Language::Other)),
            flag(&["-q", "--query"]),
            flag(&["-a", "--all"]),
            flag(&["-l", "--list"]),
            flag(&["-V", "--verify"]),
            does(&["-i", "--install"], Effect::Runs),
            does(&["-U", "--upgrade"], Effect::Runs),
            does(&["-e", "--erase"], Effect::Runs),
            does(&["-F", "--freshen"], Effect::Runs),
        ],
    ],
    all(Slot::Data),
);

/// A calculator whose `!` runs a command.
const DC: Table = exact(
    &[
        COMMON,
        &[
            with(&["-e", "--expression"], Effect::Code(Language::Bang)),
            with(&["-f", "--file"], Effect::CodeFile(Language::Bang)),
            flag(&["-l", "--mathlib"]),
            flag(&["-q", "--quiet"]),
            flag(&["-i", "--interactive"]),
        ],
    ],
    first(&[Slot::RunFile], Slot::Data),
)
.taking(Input::Code(Language::Bang));

const SSHPASS: Table = program(
    Style { stops: true, ..Style::EXACT },
    &[&[
        takes(&["-p"]),
        with(&["-f"], Effect::Reads),
        takes(&["-d"]),
        takes(&["-P"]),
        flag(&["-v"]),
        Flag { spellings: &["-e"], takes: Takes::Glued, effect: Effect::Harmless, beside: None },
    ]],
    all(Slot::Command),
);

const SYSTEMD_CAT: Table = program(
    Style::GNU,
    &[COMMON, &[takes(&["-t", "--identifier"]), takes(&["-p", "--priority"]), takes(&["--stderr-priority"])]],
    all(Slot::Command),
);

const CHOOM: Table = program(Style::GNU, &[COMMON, &[takes(&["-n", "--adjust"]), takes(&["-p", "--pid"])]], all(Slot::Command));
