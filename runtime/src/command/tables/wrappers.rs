//! Programs that run the command behind them on this machine. A table.

use super::Row;
use super::shorthand::{grammar, program};
use crate::command::reading::{Does, Layer};
use crate::command::table::{
    Effect, Flag, Grammar, Input, Layout, Slot, Style, Subcommand, Table, Takes, all, does, first, flag, glued, takes, with,
};

pub(super) const ROWS: &[Row] = &[
    ("time", &TIME),
    ("gtime", &TIME),
    ("nice", &NICE),
    ("timeout", &TIMEOUT),
    ("gtimeout", &TIMEOUT),
    ("nohup", &NOHUP),
    ("ssh-agent", &SSH_AGENT),
    ("ionice", &IONICE),
    ("stdbuf", &STDBUF),
    ("setsid", &SETSID),
    ("chrt", &CHRT),
    ("taskset", &TASKSET),
    ("caffeinate", &CAFFEINATE),
    ("unbuffer", &UNBUFFER),
    ("chronic", &CHRONIC),
    ("env", &ENV),
    ("genv", &ENV),
    ("sudo", &SUDO),
    ("doas", &DOAS),
    ("pkexec", &PKEXEC),
    ("su", &SU),
    ("runuser", &RUNUSER),
    ("setpriv", &SETPRIV),
    ("chroot", &CHROOT),
    ("unshare", &UNSHARE),
    ("nsenter", &NSENTER),
    ("fakeroot", &FAKEROOT),
    ("bwrap", &BWRAP),
    ("firejail", &FIREJAIL),
    ("proot", &UNKNOWN_WRAPPER),
    ("xvfb-run", &UNKNOWN_WRAPPER),
    ("dbus-run-session", &UNKNOWN_WRAPPER),
    ("systemd-inhibit", &SYSTEMD_INHIBIT),
    ("torsocks", &TORSOCKS),
    ("torify", &TORSOCKS),
    ("proxychains", &CHANGING),
    ("proxychains4", &CHANGING),
    ("rlwrap", &UNKNOWN_WRAPPER),
    ("setarch", &SETARCH),
    ("linux32", &CHANGING),
    ("linux64", &CHANGING),
    ("arch", &ARCH),
    ("numactl", &NUMACTL),
    ("cgexec", &UNKNOWN_WRAPPER),
    ("prlimit", &PRLIMIT),
    ("systemd-run", &SYSTEMD_RUN),
    ("xargs", &XARGS),
    ("gxargs", &XARGS),
    ("parallel", &PARALLEL),
    ("watch", &WATCH),
    ("flock", &FLOCK),
    ("script", &SCRIPT),
    ("strace", &STRACE),
    ("ltrace", &STRACE),
    ("entr", &ENTR),
    ("busybox", &BUSYBOX),
    ("toybox", &BUSYBOX),
    ("ifne", &IFNE),
    ("valgrind", &FIREJAIL),
    ("gdb", &GDB),
    ("catchsegv", &CHANGING),
    ("ld.so", &UNKNOWN_WRAPPER),
    ("ld-linux-x86-64.so.2", &UNKNOWN_WRAPPER),
    ("ld-linux-aarch64.so.1", &UNKNOWN_WRAPPER),
    ("perf", &PERF),
    ("hyperfine", &HYPERFINE),
    ("faketime", &FAKETIME),
    ("start-stop-daemon", &START_STOP_DAEMON),
    ("setuidgid", &ONE_BEFORE),
    ("chpst", &UNKNOWN_WRAPPER),
    ("gosu", &ONE_BEFORE),
    ("su-exec", &ONE_BEFORE),
    ("direnv", &DIRENV),
];

/// Options of most GNU programs.
pub(super) const COMMON: &[Flag] = &[flag(&["--help"]), flag(&["--version"])];

pub(super) const COMMAND: Layout = all(Slot::Command);

/// A wrapper that changes nothing.
const fn plain(options: &'static [&'static [Flag]], operands: Layout) -> Table {
    let mut table = program(Style::GNU, options, operands);
    table.grammar.layer = Layer::Plain;
    table
}

/// A wrapper that changes something.
const fn changing(options: &'static [&'static [Flag]], operands: Layout) -> Table {
    program(Style::GNU, options, operands)
}

const CHANGING: Table = changing(&[COMMON], COMMAND);
/// Its options are not listed: the first one makes the text unreadable.
const UNKNOWN_WRAPPER: Table = changing(&[COMMON], COMMAND);

/// Its commands reach a shell, and what is behind `--args` runs.
const GDB: Table = program(
    Style { single_dash: true, stops: true, ..Style::EXACT },
    &[
        COMMON,
        &[
            flag(&["--args", "-args"]),
            flag(&["--batch", "-batch"]),
            flag(&["-q", "--quiet", "-quiet"]),
            takes(&["-p", "--pid"]),
            with(&["-c", "--core", "-core"], Effect::Reads),
            with(&["-s", "--symbols", "-e", "--exec"], Effect::Reads),
            with(&["-d", "--directory"], Effect::Reads),
            flag(&["-n", "-nx", "--nx", "-nh", "--nh"]),
            with(&["-ex", "-iex", "--eval-command", "--init-eval-command"], Effect::Code(crate::command::table::Language::Sql)),
            with(&["-x", "--command"], Effect::RunsFile),
        ],
    ],
    COMMAND,
);

const ONE_BEFORE: Table = changing(&[COMMON], first(&[Slot::Data], Slot::Command));

const TIME: Table = plain(
    &[
        COMMON,
        &[
            flag(&["-p", "--portability"]),
            flag(&["-v", "--verbose"]),
            flag(&["-q", "--quiet"]),
            flag(&["-a", "--append"]),
            flag(&["-l"]),
            takes(&["-f", "--format"]),
            with(&["-o", "--output"], Effect::Writes),
        ],
    ],
    COMMAND,
);

const NICE: Table = plain(&[COMMON, &[takes(&["-n", "--adjustment"]), flag(&["-#"])]], COMMAND);

const TIMEOUT: Table = plain(
    &[
        COMMON,
        &[
            takes(&["-s", "--signal"]),
            takes(&["-k", "--kill-after"]),
            flag(&["--preserve-status"]),
            flag(&["--foreground"]),
            flag(&["-f"]),
            flag(&["-p"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    first(&[Slot::Data], Slot::Command),
);

const SSH_AGENT: Table = changing(
    &[&[
        flag(&["-s"]),
        flag(&["-c"]),
        flag(&["-k"]),
        flag(&["-D"]),
        flag(&["-d"]),
        takes(&["-t"]),
        takes(&["-O"]),
        with(&["-a"], Effect::Writes),
        with(&["-P"], Effect::Runs),
    ]],
    COMMAND,
);

const NOHUP: Table = plain(&[COMMON], COMMAND);

const IONICE: Table = plain(
    &[
        COMMON,
        &[
            takes(&["-c", "--class"]),
            takes(&["-n", "--classdata"]),
            flag(&["-t", "--ignore"]),
            takes(&["-p", "--pid"]),
            takes(&["-P", "--pgid"]),
            takes(&["-u", "--uid"]),
        ],
    ],
    COMMAND,
);

const STDBUF: Table = plain(&[COMMON, &[takes(&["-i", "--input"]), takes(&["-o", "--output"]), takes(&["-e", "--error"])]], COMMAND);

const SETSID: Table = plain(&[COMMON, &[flag(&["-c", "--ctty"]), flag(&["-f", "--fork"]), flag(&["-w", "--wait"])]], COMMAND);

const CHRT: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-b", "--batch"]),
            flag(&["-d", "--deadline"]),
            flag(&["-f", "--fifo"]),
            flag(&["-i", "--idle"]),
            flag(&["-o", "--other"]),
            flag(&["-r", "--rr"]),
            flag(&["-a", "--all-tasks"]),
            flag(&["-m", "--max"]),
            flag(&["-p", "--pid"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    first(&[Slot::Data], Slot::Command),
)
.beside(&[(&["-m", "-p"], all(Slot::Data))]);

const TASKSET: Table = changing(
    &[COMMON, &[flag(&["-a", "--all-tasks"]), flag(&["-c", "--cpu-list"]), flag(&["-p", "--pid"])]],
    first(&[Slot::Data], Slot::Command),
)
.beside(&[(&["-p"], all(Slot::Data))]);

const SYSTEMD_INHIBIT: Table = changing(
    &[
        COMMON,
        &[
            takes(&["--what"]),
            takes(&["--who"]),
            takes(&["--why"]),
            takes(&["--mode"]),
            flag(&["--list", "--no-pager", "--no-legend", "--no-ask-password"]),
        ],
    ],
    COMMAND,
);

const NUMACTL: Table = changing(
    &[
        COMMON,
        &[
            takes(&["-N", "--cpunodebind"]),
            takes(&["-C", "--physcpubind"]),
            takes(&["-m", "--membind"]),
            takes(&["-i", "--interleave"]),
            takes(&["-p", "--preferred"]),
            flag(&["-l", "--localalloc"]),
            flag(&["-b", "--balancing"]),
            flag(&["-s", "--show"]),
            flag(&["-H", "--hardware"]),
        ],
    ],
    COMMAND,
);

/// Every limit is glued to its option.
const PRLIMIT: Table = changing(
    &[
        COMMON,
        &[
            takes(&["-p", "--pid"]),
            takes(&["-o", "--output"]),
            flag(&["--noheadings", "--raw", "--verbose"]),
            glued(&["-c", "--core"]),
            glued(&["-d", "--data"]),
            glued(&["-e", "--nice"]),
            glued(&["-f", "--fsize"]),
            glued(&["-i", "--sigpending"]),
            glued(&["-l", "--memlock"]),
            glued(&["-m", "--rss"]),
            glued(&["-n", "--nofile"]),
            glued(&["-q", "--msgqueue"]),
            glued(&["-r", "--rtprio"]),
            glued(&["-s", "--stack"]),
            glued(&["-t", "--cpu"]),
            glued(&["-u", "--nproc"]),
            glued(&["-v", "--as"]),
            glued(&["-x", "--locks"]),
            glued(&["-y", "--rttime"]),
        ],
    ],
    COMMAND,
);

const TORSOCKS: Table = changing(
    &[
        COMMON,
        &[
            takes(&["-u", "--user"]),
            takes(&["-p", "--pass"]),
            takes(&["-a", "--address"]),
            takes(&["-P", "--port"]),
            with(&["-c", "--config-file"], Effect::RunsFile),
            flag(&["-i", "--isolate"]),
            flag(&["-d", "--debug"]),
            flag(&["-q", "--quiet"]),
            does(&["--shell"], Effect::Interactive),
        ],
    ],
    COMMAND,
);

const CHRONIC: Table = plain(&[COMMON, &[flag(&["-v"]), flag(&["-e"])]], COMMAND);
const IFNE: Table = changing(&[COMMON, &[flag(&["-n"])]], COMMAND);

/// Mounts take two words, most others one.
const BWRAP: Table = changing(
    &[
        COMMON,
        &[
            pair(&["--bind", "--ro-bind", "--dev-bind", "--bind-try", "--ro-bind-try", "--dev-bind-try"]),
            pair(&["--symlink", "--setenv", "--file", "--bind-data", "--ro-bind-data", "--chmod"]),
            takes(&["--dev", "--proc", "--tmpfs", "--mqueue", "--dir", "--unsetenv", "--chdir", "--remount-ro", "--perms", "--size"]),
            takes(&["--uid", "--gid", "--hostname", "--cap-add", "--cap-drop", "--lock-file", "--sync-fd", "--block-fd", "--info-fd"]),
            takes(&["--seccomp", "--add-seccomp-fd", "--exec-label", "--file-label", "--userns", "--pidns"]),
            flag(&["--unshare-all", "--unshare-user", "--unshare-user-try", "--unshare-ipc", "--unshare-pid", "--unshare-net"]),
            flag(&["--unshare-uts", "--unshare-cgroup", "--unshare-cgroup-try", "--share-net", "--die-with-parent", "--new-session"]),
            flag(&["--as-pid-1", "--clearenv"]),
        ],
    ],
    COMMAND,
);

/// An option and the two words behind it.
const fn pair(spellings: &'static [&'static str]) -> Flag {
    Flag { spellings, takes: Takes::Words(2), effect: Effect::Harmless, beside: None }
}

/// Every option is one word: one that is not listed takes none behind it.
const FIREJAIL: Table = program(Style { glues: true, ..Style::GNU }, &[COMMON], COMMAND);

const CAFFEINATE: Table =
    plain(&[&[flag(&["-d"]), flag(&["-i"]), flag(&["-m"]), flag(&["-s"]), flag(&["-u"]), takes(&["-t"]), takes(&["-w"])]], COMMAND);

const UNBUFFER: Table = plain(&[&[flag(&["-p"])]], COMMAND);

const ENV: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-i", "--ignore-environment"]),
            flag(&["-0", "--null"]),
            takes(&["-u", "--unset"]),
            with(&["-C", "--chdir"], Effect::Folder),
            with(&["-S", "--split-string"], Effect::Splits),
            flag(&["-v", "--debug"]),
            takes(&["-P"]),
            takes(&["-a", "--argv0"]),
            glued(&["--block-signal"]),
            glued(&["--default-signal"]),
            glued(&["--ignore-signal"]),
            flag(&["--list-signal-handling"]),
            flag(&["-"]),
        ],
    ],
    all(Slot::AssignedCommand),
);

const SUDO_OPTIONS: &[Flag] = &[
    flag(&["-A", "--askpass"]),
    flag(&["-b", "--background"]),
    flag(&["-B", "--bell"]),
    takes(&["-C", "--close-from"]),
    with(&["-D", "--chdir"], Effect::Folder),
    flag(&["-E"]),
    glued(&["--preserve-env"]),
    takes(&["-g", "--group"]),
    flag(&["-H", "--set-home"]),
    does(&["-h"], Effect::Unknown),
    takes(&["--host"]),
    does(&["-i", "--login"], Effect::CodeInput),
    does(&["-s", "--shell"], Effect::CodeInput),
    flag(&["-K", "--remove-timestamp"]),
    flag(&["-k", "--reset-timestamp"]),
    flag(&["-l", "--list"]),
    flag(&["-N", "--no-update"]),
    flag(&["-n", "--non-interactive"]),
    flag(&["-P", "--preserve-groups"]),
    takes(&["-p", "--prompt"]),
    takes(&["-r", "--role"]),
    takes(&["-t", "--type"]),
    with(&["-R", "--chroot"], Effect::Unknown),
    flag(&["-S", "--stdin"]),
    takes(&["-T", "--command-timeout"]),
    takes(&["-U", "--other-user"]),
    takes(&["-u", "--user"]),
    flag(&["-V"]),
    flag(&["-v", "--validate"]),
    does(&["-e", "--edit"], Effect::Edits),
];

const SUDO: Table = changing(&[COMMON, SUDO_OPTIONS], all(Slot::AssignedCommand)).beside(&[(&["-e"], all(Slot::Read))]);

const DOAS: Table = changing(
    &[&[takes(&["-u"]), flag(&["-n"]), flag(&["-L"]), does(&["-s"], Effect::CodeInput), takes(&["-a"]), with(&["-C"], Effect::Reads)]],
    all(Slot::AssignedCommand),
);

const PKEXEC: Table = changing(&[COMMON, &[takes(&["-u", "--user"]), flag(&["--disable-internal-agent"]), flag(&["--keep-cwd"])]], COMMAND);

const SU_OPTIONS: &[Flag] = &[
    with(&["-c", "--command"], Effect::Shell),
    with(&["--session-command"], Effect::Shell),
    flag(&["-l", "--login"]),
    flag(&["-m", "-p", "--preserve-environment"]),
    with(&["-s", "--shell"], Effect::Runs),
    takes(&["-g", "--group"]),
    takes(&["-G", "--supp-group"]),
    flag(&["-f", "--fast"]),
    flag(&["-P", "--pty"]),
    takes(&["-w", "--whitelist-environment"]),
];

const SU: Table = Table {
    style: Style::GNU,
    grammar: Grammar { input: Input::Code(crate::command::table::Language::Shell), ..grammar(&[COMMON, SU_OPTIONS], all(Slot::Data)) },
};

const RUNUSER: Table = changing(&[COMMON, SU_OPTIONS, &[takes(&["-u", "--user"])]], all(Slot::Data)).beside(&[(&["-u"], COMMAND)]);

const SETPRIV: Table = changing(
    &[
        COMMON,
        &[
            takes(&["--reuid"]),
            takes(&["--regid"]),
            takes(&["--ruid"]),
            takes(&["--euid"]),
            takes(&["--rgid"]),
            takes(&["--egid"]),
            takes(&["--groups"]),
            flag(&["--clear-groups"]),
            flag(&["--init-groups"]),
            flag(&["--keep-groups"]),
            flag(&["--no-new-privs", "--nnp"]),
            takes(&["--bounding-set"]),
            takes(&["--inh-caps"]),
            takes(&["--ambient-caps"]),
            flag(&["--reset-env"]),
        ],
    ],
    COMMAND,
);

const CHROOT: Table =
    remote(&[COMMON, &[takes(&["--userspec"]), takes(&["--groups"]), flag(&["--skip-chdir"])]], first(&[Slot::Data], Slot::Command));

/// A wrapper whose command sees other files.
pub(super) const fn remote(options: &'static [&'static [Flag]], operands: Layout) -> Table {
    let mut table = program(Style::GNU, options, operands);
    table.grammar.layer = Layer::Remote;
    table
}

const NAMESPACES: &[Flag] = &[
    glued(&["-m", "--mount"]),
    glued(&["-u", "--uts"]),
    glued(&["-i", "--ipc"]),
    glued(&["-n", "--net"]),
    glued(&["-p", "--pid"]),
    glued(&["-U", "--user"]),
    glued(&["-C", "--cgroup"]),
    glued(&["-T", "--time"]),
];

const UNSHARE: Table = changing(
    &[
        COMMON,
        NAMESPACES,
        &[
            flag(&["-f", "--fork"]),
            flag(&["-r", "--map-root-user"]),
            flag(&["-c", "--map-current-user"]),
            flag(&["--map-auto"]),
            takes(&["--map-user"]),
            takes(&["--map-group"]),
            glued(&["--kill-child"]),
            glued(&["--mount-proc"]),
            takes(&["--propagation"]),
            takes(&["--setgroups"]),
            takes(&["-S", "--setuid"]),
            takes(&["-G", "--setgid"]),
            with(&["-R", "--root"], Effect::Unknown),
            with(&["-w", "--wd"], Effect::Folder),
            flag(&["--keep-caps"]),
        ],
    ],
    COMMAND,
);

const NSENTER: Table = remote(
    &[
        COMMON,
        NAMESPACES,
        &[
            flag(&["-a", "--all"]),
            takes(&["-t", "--target"]),
            takes(&["-S", "--setuid"]),
            takes(&["-G", "--setgid"]),
            glued(&["-r", "--root"]),
            glued(&["-w", "--wd"]),
            flag(&["-F", "--no-fork"]),
            flag(&["-Z", "--follow-context"]),
            flag(&["--preserve-credentials"]),
        ],
    ],
    COMMAND,
);

const FAKEROOT: Table = changing(
    &[
        COMMON,
        &[
            with(&["-l", "--lib"], Effect::Runs),
            with(&["--faked"], Effect::Runs),
            with(&["-s"], Effect::Writes),
            with(&["-i"], Effect::Reads),
            flag(&["-u"]),
            takes(&["-b"]),
        ],
    ],
    COMMAND,
);

const SETARCH: Table = changing(
    &[COMMON, &[flag(&["-R", "--addr-no-randomize"]), flag(&["-v", "--verbose"]), flag(&["-3", "--3gb"]), flag(&["-L"]), flag(&["-X"])]],
    first(&[Slot::Data], Slot::Command),
);

/// On a Mac a wrapper; without a command it tells the machine's kind.
const ARCH: Table = program(
    Style::SINGLE,
    &[
        COMMON,
        &[
            flag(&["-x86_64"]),
            flag(&["-arm64"]),
            flag(&["-arm64e"]),
            flag(&["-i386"]),
            takes(&["-arch"]),
            takes(&["-e"]),
            takes(&["-d"]),
            flag(&["-c"]),
        ],
    ],
    COMMAND,
);

const SYSTEMD_RUN: Table = changing(
    &[
        COMMON,
        &[
            flag(&["--user"]),
            flag(&["--system"]),
            flag(&["--scope"]),
            takes(&["-u", "--unit"]),
            with(&["-p", "--property"], Effect::Unknown),
            takes(&["--description"]),
            takes(&["--slice"]),
            flag(&["-r", "--remain-after-exit"]),
            flag(&["--send-sighup"]),
            takes(&["--service-type"]),
            takes(&["--uid"]),
            takes(&["--gid"]),
            takes(&["--nice"]),
            with(&["--working-directory"], Effect::Folder),
            flag(&["-d", "--same-dir"]),
            with(&["-E", "--setenv"], Effect::Unknown),
            flag(&["-t", "--pty"]),
            flag(&["-P", "--pipe"]),
            flag(&["-q", "--quiet"]),
            flag(&["-G", "--collect"]),
            flag(&["--wait"]),
            flag(&["--no-block"]),
            flag(&["--no-ask-password"]),
            does(&["-S", "--shell"], Effect::CodeInput),
            takes(&["--on-active"]),
            takes(&["--on-boot"]),
            takes(&["--on-calendar"]),
            takes(&["--on-unit-active"]),
            with(&["-M", "--machine"], Effect::Unknown),
            with(&["-H", "--host"], Effect::Unknown),
        ],
    ],
    COMMAND,
);

const XARGS: Table = Table {
    style: Style::GNU,
    grammar: Grammar {
        appends: true,
        ..grammar(
            &[
                COMMON,
                &[
                    flag(&["-0", "--null"]),
                    with(&["-a", "--arg-file"], Effect::Reads),
                    takes(&["-d", "--delimiter"]),
                    takes(&["-E"]),
                    glued(&["-e", "--eof"]),
                    with(&["-I"], Effect::Placeholder),
                    Flag { spellings: &["-i", "--replace"], takes: Takes::Glued, effect: Effect::Placeholder, beside: None },
                    with(&["-J"], Effect::Placeholder),
                    takes(&["-L"]),
                    glued(&["-l", "--max-lines"]),
                    takes(&["-n", "--max-args"]),
                    takes(&["-P", "--max-procs"]),
                    flag(&["-p", "--interactive"]),
                    flag(&["-o", "--open-tty"]),
                    takes(&["-R"]),
                    takes(&["-S"]),
                    takes(&["--process-slot-var"]),
                    flag(&["-r", "--no-run-if-empty"]),
                    takes(&["-s", "--max-chars"]),
                    flag(&["--show-limits"]),
                    flag(&["-t", "--verbose"]),
                    flag(&["-x", "--exit"]),
                ],
            ],
            COMMAND,
        )
    },
};

const PARALLEL: Table = Table {
    style: Style::GNU,
    grammar: Grammar {
        does: Does::Runs,
        ..grammar(
            &[
                COMMON,
                &[
                    takes(&["-j", "--jobs", "--max-procs", "-P"]),
                    flag(&["-k", "--keep-order"]),
                    flag(&["-0", "--null"]),
                    flag(&["-v", "--verbose"]),
                    flag(&["-t"]),
                    flag(&["--bar", "--progress", "--eta"]),
                    flag(&["-u", "--ungroup", "--line-buffer", "--lb"]),
                    flag(&["-q", "--quote"]),
                    flag(&["--dry-run", "--dryrun"]),
                    flag(&["--will-cite"]),
                    flag(&["-X", "-m"]),
                    takes(&["-n", "--max-args", "-N"]),
                    takes(&["-I"]),
                    takes(&["-C", "--colsep"]),
                    takes(&["-d", "--delimiter"]),
                    takes(&["--halt"]),
                    takes(&["--timeout", "--delay", "--retries"]),
                    flag(&["--pipe", "--pipepart"]),
                    takes(&["--block"]),
                    with(&["-a", "--arg-file"], Effect::Reads),
                    with(&["--joblog", "--results"], Effect::Writes),
                    flag(&["--resume", "--tag"]),
                    with(&["-S", "--sshlogin"], Effect::Sends),
                ],
            ],
            all(Slot::ShellText),
        )
    },
};

const WATCH: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-b", "--beep"]),
            flag(&["-c", "--color"]),
            flag(&["-C", "--no-color"]),
            glued(&["-d", "--differences"]),
            flag(&["-e", "--errexit"]),
            flag(&["-g", "--chgexit"]),
            takes(&["-q", "--equexit"]),
            takes(&["-n", "--interval"]),
            flag(&["-p", "--precise"]),
            flag(&["-r", "--no-rerun"]),
            flag(&["-t", "--no-title"]),
            flag(&["-w", "--no-wrap"]),
            flag(&["-x", "--exec"]),
        ],
    ],
    all(Slot::ShellText),
)
.beside(&[(&["-x"], COMMAND)]);

const FLOCK: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-s", "--shared"]),
            flag(&["-x", "-e", "--exclusive"]),
            flag(&["-u", "--unlock"]),
            flag(&["-n", "--nonblock", "--nb"]),
            takes(&["-w", "--timeout", "--wait"]),
            flag(&["-o", "--close"]),
            takes(&["-E", "--conflict-exit-code"]),
            flag(&["-F", "--no-fork"]),
            flag(&["--verbose"]),
            with(&["-c", "--command"], Effect::Shell),
        ],
    ],
    first(&[Slot::Write], Slot::Command),
);

const SCRIPT: Table = Table {
    style: Style::GNU,
    grammar: Grammar {
        input: Input::Code(crate::command::table::Language::Shell),
        ..grammar(
            &[
                COMMON,
                &[
                    with(&["-c", "--command"], Effect::Shell),
                    flag(&["-a", "--append"]),
                    flag(&["-e", "--return"]),
                    flag(&["-f", "--flush"]),
                    flag(&["--force"]),
                    flag(&["-q", "--quiet"]),
                    takes(&["-E", "--echo"]),
                    takes(&["-m", "--logging-format"]),
                    takes(&["-o", "--output-limit"]),
                    with(&["-I", "--log-in"], Effect::Writes),
                    with(&["-O", "--log-out"], Effect::Writes),
                    with(&["-B", "--log-io"], Effect::Writes),
                    with(&["-T", "--log-timing"], Effect::Writes),
                    Flag { spellings: &["-t", "--timing"], takes: Takes::Glued, effect: Effect::Writes, beside: None },
                ],
            ],
            first(&[Slot::Write], Slot::Command),
        )
    },
};

const STRACE: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-f", "--follow-forks"]),
            flag(&["-ff"]),
            flag(&["-c", "--summary-only"]),
            flag(&["-C", "--summary"]),
            flag(&["-d", "--debug"]),
            flag(&["-i"]),
            flag(&["-k", "--stack-traces"]),
            flag(&["-q", "--quiet"]),
            flag(&["-r"]),
            flag(&["-t"]),
            flag(&["-T"]),
            flag(&["-v"]),
            flag(&["-w"]),
            flag(&["-x"]),
            flag(&["-y"]),
            flag(&["-Y"]),
            takes(&["-e", "--trace"]),
            takes(&["-E", "--env"]),
            with(&["-o", "--output"], Effect::Writes),
            takes(&["-p", "--attach"]),
            takes(&["-P", "--trace-path"]),
            takes(&["-s", "--string-limit"]),
            takes(&["-S"]),
            takes(&["-u", "--user"]),
            takes(&["-a", "--columns"]),
            takes(&["-b"]),
            takes(&["-I"]),
            takes(&["-O"]),
            flag(&["-D"]),
            flag(&["-n"]),
            flag(&["-z"]),
            flag(&["-Z"]),
        ],
    ],
    COMMAND,
);

const ENTR: Table = changing(
    &[&[
        flag(&["-a"]),
        flag(&["-c"]),
        flag(&["-d"]),
        flag(&["-n"]),
        flag(&["-p"]),
        flag(&["-r"]),
        flag(&["-x"]),
        flag(&["-z"]),
        does(&["-s"], Effect::Runs),
    ]],
    COMMAND,
)
.beside(&[(&["-s"], first(&[Slot::Shell], Slot::Data))]);

const BUSYBOX: Table =
    changing(&[&[flag(&["--list"]), flag(&["--list-full"]), flag(&["--help"]), with(&["--install"], Effect::Writes)]], COMMAND);

const PERF: Table = super::shorthand::family(
    Style::GNU,
    &[COMMON],
    &[
        Subcommand { names: &["stat"], grammar: PERF_RUN },
        Subcommand { names: &["record"], grammar: PERF_RUN },
        Subcommand { names: &["trace"], grammar: PERF_RUN },
        Subcommand { names: &["bench", "list", "report", "annotate", "diff", "evlist"], grammar: Grammar::NONE },
    ],
);

const PERF_RUN: Grammar = grammar(
    &[&[
        takes(&["-e", "--event"]),
        with(&["-o", "--output"], Effect::Writes),
        takes(&["-p", "--pid"]),
        takes(&["-F", "--freq"]),
        takes(&["-r", "--repeat"]),
        flag(&["-g"]),
        flag(&["-a", "--all-cpus"]),
        flag(&["-d", "--detailed"]),
        flag(&["-v", "--verbose"]),
        takes(&["--call-graph"]),
        flag(&["-s"]),
    ]],
    COMMAND,
);

const HYPERFINE: Table = program(
    Style::EXACT,
    &[
        COMMON,
        &[
            takes(&["-w", "--warmup"]),
            takes(&["-m", "--min-runs"]),
            takes(&["-M", "--max-runs"]),
            takes(&["-r", "--runs"]),
            with(&["-s", "--setup"], Effect::Shell),
            with(&["-p", "--prepare"], Effect::Shell),
            with(&["-c", "--cleanup"], Effect::Shell),
            with(&["-C", "--conclude"], Effect::Shell),
            takes(&["-n", "--command-name"]),
            takes(&["-u", "--time-unit"]),
            takes(&["--style"]),
            flag(&["-i", "--ignore-failure"]),
            flag(&["--show-output"]),
            flag(&["-N"]),
            with(&["--export-json"], Effect::Writes),
            with(&["--export-markdown"], Effect::Writes),
            with(&["--export-csv"], Effect::Writes),
        ],
    ],
    all(Slot::Shell),
);

const FAKETIME: Table = changing(&[COMMON, &[flag(&["-f"]), flag(&["-m"]), flag(&["-p"])]], first(&[Slot::Data], Slot::Command));

const START_STOP_DAEMON: Table = changing(
    &[
        COMMON,
        &[
            flag(&["-S", "--start"]),
            flag(&["-K", "--stop"]),
            flag(&["-T", "--status"]),
            with(&["-x", "--exec"], Effect::Words),
            with(&["-a", "--startas"], Effect::Words),
            with(&["-p", "--pidfile"], Effect::Writes),
            flag(&["-b", "--background"]),
            flag(&["-m", "--make-pidfile"]),
            takes(&["-c", "--chuid"]),
            takes(&["-u", "--user"]),
            takes(&["-n", "--name"]),
            takes(&["-s", "--signal"]),
            takes(&["-R", "--retry"]),
            with(&["-d", "--chdir"], Effect::Folder),
            flag(&["-q", "--quiet"]),
            flag(&["-o", "--oknodo"]),
        ],
    ],
    all(Slot::Data),
);

const DIRENV: Table = super::shorthand::family(
    Style::GNU,
    &[COMMON],
    &[
        Subcommand { names: &["exec"], grammar: grammar(&[], first(&[Slot::Data], Slot::Command)) },
        Subcommand { names: &["status", "version"], grammar: Grammar::NONE },
        Subcommand { names: &["allow", "permit", "grant"], grammar: Grammar { does: Does::Runs, ..Grammar::NONE } },
    ],
);
