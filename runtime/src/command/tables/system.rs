//! Processes, services and facts of the machine; clients of databases and clouds. A table.

use super::Row;
use super::shorthand::{exact, family, gnu, group, program, sub};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{Effect, Flag, Input, Language, Slot, Style, Table, all, does, first, flag, takes, with};

pub(super) const ROWS: &[Row] = &[
    ("kill", &KILL),
    ("pkill", &PKILL),
    ("pgrep", &PGREP),
    ("killall", &KILLALL),
    ("ps", &PS),
    ("pstree", &FACTS),
    ("top", &TOP),
    ("htop", &TOP),
    ("id", &FACTS),
    ("whoami", &WHOAMI),
    ("groups", &FACTS),
    ("who", &FACTS),
    ("w", &FACTS),
    ("users", &FACTS),
    ("uname", &FACTS),
    ("hostname", &HOSTNAME),
    ("nproc", &NPROC),
    ("uptime", &FACTS),
    ("free", &FACTS),
    ("vmstat", &FACTS),
    ("lscpu", &FACTS),
    ("lsblk", &FACTS),
    ("lsof", &LSOF),
    ("netstat", &FACTS),
    ("ss", &SS),
    ("ifconfig", &INTERFACE),
    ("ip", &INTERFACE),
    ("getent", &GETENT),
    ("locale", &FACTS),
    ("dmesg", &DMESG),
    ("journalctl", &JOURNALCTL),
    ("systemctl", &SYSTEMCTL),
    ("service", &SERVICE),
    ("launchctl", &SERVICE),
    ("shutdown", &SHUTDOWN),
    ("reboot", &SHUTDOWN),
    ("halt", &SHUTDOWN),
    ("poweroff", &SHUTDOWN),
    ("useradd", &ACCOUNTS),
    ("userdel", &ACCOUNTS),
    ("usermod", &ACCOUNTS),
    ("passwd", &ACCOUNTS),
    ("visudo", &ACCOUNTS),
    ("iptables", &ACCOUNTS),
    ("sysctl", &ACCOUNTS),
    ("insmod", &ACCOUNTS),
    ("modprobe", &ACCOUNTS),
    ("sqlite3", &SQLITE),
    ("psql", &PSQL),
    ("mysql", &MYSQL),
    ("mariadb", &MYSQL),
    ("pg_dump", &DUMP),
    ("mysqldump", &DUMP),
    ("redis-cli", &REDIS),
    ("terraform", &TERRAFORM),
    ("tofu", &TERRAFORM),
    ("aws", &AWS),
    ("helm", &HELM),
    ("open", &OPEN),
    ("xdg-open", &OPEN),
    ("pbcopy", &CLIPBOARD),
    ("pbpaste", &CLIPBOARD),
    ("code", &CODE),
];

/// Signals are numbers and names behind a dash.
const SIGNALS: &[Flag] = &[
    flag(&["-#"]),
    flag(&["-KILL", "-SIGKILL"]),
    flag(&["-TERM", "-SIGTERM"]),
    flag(&["-HUP", "-SIGHUP"]),
    flag(&["-INT", "-SIGINT"]),
    flag(&["-QUIT", "-SIGQUIT"]),
    flag(&["-USR1", "-SIGUSR1"]),
    flag(&["-USR2", "-SIGUSR2"]),
    flag(&["-STOP", "-SIGSTOP"]),
    flag(&["-CONT", "-SIGCONT"]),
    takes(&["-s", "--signal"]),
];

const KILL: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[COMMON, SIGNALS, &[flag(&["-l", "--list"]), flag(&["-L"]), takes(&["-n"]), takes(&["-q"])]],
    all(Slot::Data),
);

const MATCHING: &[Flag] = &[
    flag(&["-f", "--full"]),
    flag(&["-i", "--ignore-case"]),
    flag(&["-x", "--exact"]),
    flag(&["-n", "--newest"]),
    flag(&["-o", "--oldest"]),
    flag(&["-v", "--inverse"]),
    flag(&["-c", "--count"]),
    flag(&["-l", "--list-name"]),
    flag(&["-a", "--list-full"]),
    flag(&["-e", "--echo"]),
    takes(&["-u", "--euid"]),
    takes(&["-U", "--uid"]),
    takes(&["-g", "--pgroup"]),
    takes(&["-G", "--group"]),
    takes(&["-P", "--parent"]),
    takes(&["-s", "--session"]),
    takes(&["-t", "--terminal"]),
    takes(&["-O", "--older"]),
    takes(&["-d", "--delimiter"]),
    with(&["-F", "--pidfile"], Effect::Reads),
];

const PKILL: Table =
    program(Style { single_dash: true, ..Style::EXACT }, &[COMMON, &[takes(&["--signal"])], MATCHING, SIGNALS], all(Slot::Expression));

const PGREP: Table = exact(&[COMMON, MATCHING], all(Slot::Expression));

/// With `-r` its operands are expressions.
const KILLALL: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[
        COMMON,
        SIGNALS,
        &[
            flag(&["-e", "--exact"]),
            flag(&["-I", "--ignore-case"]),
            flag(&["-g", "--process-group"]),
            flag(&["-i", "--interactive"]),
            flag(&["-l", "--list"]),
            flag(&["-q", "--quiet"]),
            flag(&["-r", "--regexp"]),
            flag(&["-v", "--verbose"]),
            flag(&["-w", "--wait"]),
            flag(&["-m"]),
            takes(&["-u", "--user"]),
            takes(&["-o", "--older-than"]),
            takes(&["-y", "--younger-than"]),
        ],
    ],
    all(Slot::Data),
)
.beside(&[(&["-r"], all(Slot::Expression)), (&["-m"], all(Slot::Expression))]);

const PS: Table = program(
    Style { first_bundle: false, lenient: false, ..Style::EXACT },
    &[
        COMMON,
        &[
            flag(&["-e"]),
            flag(&["-A"]),
            flag(&["-a"]),
            flag(&["-d"]),
            flag(&["-f"]),
            flag(&["-F"]),
            flag(&["-l"]),
            flag(&["-j"]),
            flag(&["-H", "--forest"]),
            flag(&["-L"]),
            flag(&["-T"]),
            flag(&["-m"]),
            flag(&["-M"]),
            flag(&["-w"]),
            flag(&["-x"]),
            flag(&["-r"]),
            takes(&["-o", "--format"]),
            takes(&["-O"]),
            takes(&["-p", "--pid"]),
            takes(&["--ppid"]),
            takes(&["-u", "--user"]),
            takes(&["-U", "--User"]),
            takes(&["-C"]),
            takes(&["-g", "--group"]),
            takes(&["-t", "--tty"]),
            takes(&["-s", "--sid"]),
            takes(&["--sort"]),
            takes(&["--cols", "--columns", "--width"]),
            flag(&["--no-headers", "--no-heading"]),
            flag(&["--headers"]),
        ],
    ],
    all(Slot::Data),
);

/// Programs that only tell: every short option shows something else.
const FACTS: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-a", "--all"]),
            flag(&["-b", "--bytes"]),
            flag(&["-c"]),
            flag(&["-d"]),
            flag(&["-e"]),
            flag(&["-f"]),
            flag(&["-g", "--group"]),
            flag(&["-G", "--groups"]),
            flag(&["-h", "--human"]),
            flag(&["-i"]),
            flag(&["-k", "--kibi"]),
            flag(&["-l"]),
            flag(&["-m", "--mebi"]),
            flag(&["-n", "--name"]),
            flag(&["-o"]),
            flag(&["-p"]),
            flag(&["-q"]),
            flag(&["-r", "--real"]),
            flag(&["-s"]),
            flag(&["-t"]),
            flag(&["-u", "--user"]),
            flag(&["-v"]),
            flag(&["-w", "--wide"]),
            flag(&["-x"]),
            flag(&["-z", "--zero"]),
            flag(&["--pretty"]),
            flag(&["--json"]),
        ],
    ],
    all(Slot::Data),
);

const TOP: Table = exact(
    &[&[
        flag(&["-b"]),
        takes(&["-n"]),
        takes(&["-d"]),
        takes(&["-p"]),
        takes(&["-u"]),
        takes(&["-o"]),
        takes(&["-l"]),
        flag(&["-c"]),
        flag(&["-H"]),
        flag(&["-1"]),
    ]],
    all(Slot::Data),
);

const WHOAMI: Table = gnu(&[COMMON], all(Slot::Data)).plainly();

const NPROC: Table = gnu(&[COMMON, &[flag(&["--all"]), takes(&["--ignore"])]], all(Slot::Data)).plainly();

/// With an operand it sets the name.
const HOSTNAME: Table = exact(
    &[
        COMMON,
        &[
            flag(&["-f", "--fqdn"]),
            flag(&["-s", "--short"]),
            flag(&["-i", "--ip-address"]),
            flag(&["-I", "--all-ip-addresses"]),
            flag(&["-d", "--domain"]),
            with(&["-F", "--file"], Effect::Writes),
        ],
    ],
    all(Slot::Unknown),
);

const LSOF: Table = exact(
    &[&[
        takes(&["-i"]),
        takes(&["-p"]),
        takes(&["-u"]),
        takes(&["-c"]),
        takes(&["-s"]),
        with(&["-D"], Effect::Writes),
        with(&["-m"], Effect::Reads),
        flag(&["-t"]),
        flag(&["-n"]),
        flag(&["-P"]),
        flag(&["-a"]),
        flag(&["-l"]),
    ]],
    all(Slot::Data),
);

const SS: Table = exact(
    &[
        COMMON,
        &[
            with(&["-F", "--filter"], Effect::Reads),
            with(&["-D", "--diag"], Effect::Writes),
            does(&["-K", "--kill"], Effect::Writes),
            flag(&["-n", "--numeric"]),
            flag(&["-a", "--all"]),
            flag(&["-l", "--listening"]),
            flag(&["-p", "--processes"]),
            flag(&["-t", "--tcp"]),
            flag(&["-u", "--udp"]),
            flag(&["-x", "--unix"]),
            flag(&["-s", "--summary"]),
            flag(&["-4", "--ipv4"]),
            flag(&["-6", "--ipv6"]),
            flag(&["-H", "--no-header"]),
            flag(&["-e", "--extended"]),
            flag(&["-o", "--options"]),
            flag(&["-m", "--memory"]),
            flag(&["-i", "--info"]),
        ],
    ],
    all(Slot::Data),
);

/// They show and change interfaces by operands alone.
const INTERFACE: Table = exact(
    &[&[flag(&["-4"]), flag(&["-6"]), flag(&["-a"]), flag(&["-s"]), flag(&["-c"]), flag(&["-j"]), flag(&["-o"]), flag(&["-d"])]],
    all(Slot::Unknown),
)
.doing(Does::Writes);

const GETENT: Table = gnu(&[COMMON], all(Slot::Data));

const DMESG: Table = gnu(
    &[
        COMMON,
        &[
            does(&["-C", "--clear"], Effect::Writes),
            does(&["-c", "--read-clear"], Effect::Writes),
            with(&["-F", "--file"], Effect::Reads),
            does(&["-H", "--human"], Effect::Runs),
            takes(&["-l", "--level"]),
            takes(&["-f", "--facility"]),
            flag(&["-T", "--ctime"]),
            flag(&["-k", "--kernel"]),
            flag(&["-w", "--follow"]),
            flag(&["-x", "--decode"]),
            flag(&["-P", "--nopager"]),
        ],
    ],
    all(Slot::Data),
);

const JOURNALCTL: Table = gnu(
    &[
        COMMON,
        &[
            does(&["--rotate"], Effect::Writes),
            does(&["--flush"], Effect::Writes),
            with(&["--vacuum-size"], Effect::Writes),
            with(&["--vacuum-time"], Effect::Writes),
            with(&["--vacuum-files"], Effect::Writes),
            with(&["-D", "--directory"], Effect::Reads),
            with(&["--file"], Effect::Reads),
            with(&["--cursor-file"], Effect::Writes),
            takes(&["-u", "--unit"]),
            takes(&["-t", "--identifier"]),
            takes(&["-p", "--priority"]),
            takes(&["-S", "--since"]),
            takes(&["-U", "--until"]),
            takes(&["-o", "--output"]),
            takes(&["-g", "--grep"]),
            takes(&["-n", "--lines"]),
            crate::command::table::glued(&["-b", "--boot"]),
            flag(&["-f", "--follow"]),
            flag(&["-r", "--reverse"]),
            flag(&["-e", "--pager-end"]),
            flag(&["-x", "--catalog"]),
            flag(&["-k", "--dmesg"]),
            flag(&["-q", "--quiet"]),
            flag(&["--no-pager"]),
            flag(&["--user"]),
            flag(&["--system"]),
            flag(&["--disk-usage"]),
            flag(&["--list-boots"]),
        ],
    ],
    all(Slot::Data),
);

const SYSTEMCTL: Table = family(
    Style { inherits: true, ..Style::GNU },
    &[
        COMMON,
        &[
            with(&["-H", "--host"], Effect::Contacts),
            with(&["-M", "--machine"], Effect::Runs),
            with(&["--root"], Effect::Writes),
            does(&["-f", "--force"], Effect::Writes),
            does(&["--now"], Effect::Runs),
            takes(&["-t", "--type"]),
            takes(&["--state"]),
            takes(&["-p", "--property"]),
            takes(&["-n", "--lines"]),
            takes(&["-o", "--output"]),
            takes(&["-s", "--signal"]),
            flag(&["-a", "--all"]),
            flag(&["-l", "--full"]),
            flag(&["-q", "--quiet"]),
            flag(&["--failed"]),
            flag(&["--user"]),
            flag(&["--system"]),
            flag(&["--no-pager"]),
            flag(&["--no-legend"]),
            flag(&["--plain"]),
            flag(&["--value"]),
        ],
    ],
    &[
        sub(
            &[
                "status",
                "show",
                "cat",
                "list-units",
                "list-unit-files",
                "list-timers",
                "list-sockets",
                "list-dependencies",
                "list-jobs",
                "is-active",
                "is-enabled",
                "is-failed",
                "is-system-running",
                "get-default",
                "show-environment",
                "help",
            ],
            &[],
            all(Slot::Data),
        ),
        sub(
            &[
                "start",
                "stop",
                "restart",
                "reload",
                "try-restart",
                "reload-or-restart",
                "kill",
                "isolate",
                "enable",
                "disable",
                "reenable",
                "preset",
                "mask",
                "unmask",
                "link",
                "revert",
                "edit",
                "set-property",
                "set-default",
                "daemon-reload",
                "daemon-reexec",
                "reset-failed",
                "set-environment",
                "unset-environment",
                "import-environment",
            ],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
        sub(
            &["reboot", "poweroff", "halt", "suspend", "hibernate", "kexec", "rescue", "emergency", "exit", "switch-root"],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const SERVICE: Table = exact(&[COMMON, &[flag(&["--status-all"])]], all(Slot::Data)).doing(Does::Runs);

const SHUTDOWN: Table = exact(
    &[
        COMMON,
        &[
            does(&["-h"], Effect::Writes),
            does(&["-r"], Effect::Writes),
            does(&["-f", "--force"], Effect::Writes),
            does(&["-P"], Effect::Writes),
            does(&["-H"], Effect::Writes),
            flag(&["-c"]),
            flag(&["-k"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

/// They change the machine by their operands; their options are not known.
const ACCOUNTS: Table = exact(&[COMMON], all(Slot::Unknown)).doing(Does::Writes);

/// A database is opened for writing; its statements and commands may do anything to it.
const SQLITE: Table = program(
    Style { single_dash: true, bundles: false, ..Style::EXACT },
    &[&[
        with(&["-init", "--init"], Effect::RunsFile),
        with(&["-cmd", "--cmd"], Effect::Code(Language::Sql)),
        with(&["-vfs", "--vfs"], Effect::Runs),
        takes(&["-separator", "--separator"]),
        takes(&["-nullvalue", "--nullvalue"]),
        takes(&["-newline", "--newline"]),
        flag(&["-readonly", "--readonly"]),
        flag(&["-safe", "--safe"]),
        flag(&["-batch", "--batch"]),
        flag(&["-bail", "--bail"]),
        flag(&["-column", "--column"]),
        flag(&["-csv", "--csv"]),
        flag(&["-json", "--json"]),
        flag(&["-line", "--line"]),
        flag(&["-list", "--list"]),
        flag(&["-header", "--header", "-headers"]),
        flag(&["-noheader", "--noheader"]),
        flag(&["-html", "--html"]),
        flag(&["-markdown", "--markdown"]),
        flag(&["-table", "--table"]),
        flag(&["-box", "--box"]),
        flag(&["-echo", "--echo"]),
        flag(&["-version", "--version"]),
        flag(&["-help", "--help"]),
    ]],
    first(&[Slot::ReadWrite], Slot::Code(Language::Sql)),
)
.taking(Input::Code(Language::Sql));

const PSQL: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-c", "--command"], Effect::CodeFirst(Language::Sql)),
            with(&["-f", "--file"], Effect::RunsFile),
            with(&["-o", "--output"], Effect::Writes),
            with(&["-L", "--log-file"], Effect::Writes),
            with(&["-h", "--host"], Effect::Contacts),
            takes(&["-d", "--dbname"]),
            takes(&["-p", "--port"]),
            takes(&["-U", "--username"]),
            takes(&["-v", "--set", "--variable"]),
            takes(&["-F", "--field-separator"]),
            takes(&["-R", "--record-separator"]),
            takes(&["-P", "--pset"]),
            flag(&["-l", "--list"]),
            flag(&["-X", "--no-psqlrc"]),
            flag(&["-1", "--single-transaction"]),
            flag(&["-a", "--echo-all"]),
            flag(&["-A", "--no-align"]),
            flag(&["-e", "--echo-queries"]),
            flag(&["-E", "--echo-hidden"]),
            flag(&["-n", "--no-readline"]),
            flag(&["-q", "--quiet"]),
            flag(&["-t", "--tuples-only"]),
            flag(&["-w", "--no-password"]),
            flag(&["-W", "--password"]),
            flag(&["-x", "--expanded"]),
            flag(&["-H", "--html"]),
            flag(&["--csv"]),
            flag(&["-V"]),
        ],
    ],
    all(Slot::Unknown),
)
.doing(Does::Sends)
.taking(Input::Code(Language::Sql));

const MYSQL: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-e", "--execute"], Effect::CodeFirst(Language::Sql)),
            with(&["--init-command"], Effect::Code(Language::Sql)),
            with(&["--pager"], Effect::Shell),
            with(&["--tee"], Effect::Writes),
            with(&["--defaults-file"], Effect::RunsFile),
            with(&["--defaults-extra-file"], Effect::RunsFile),
            with(&["--plugin-dir"], Effect::Runs),
            with(&["-h", "--host"], Effect::Contacts),
            takes(&["-D", "--database"]),
            takes(&["-P", "--port"]),
            takes(&["-u", "--user"]),
            crate::command::table::glued(&["-p", "--password"]),
            flag(&["-A", "--no-auto-rehash"]),
            flag(&["-B", "--batch"]),
            flag(&["-N", "--skip-column-names"]),
            flag(&["-s", "--silent"]),
            flag(&["-t", "--table"]),
            flag(&["-E", "--vertical"]),
            flag(&["-v", "--verbose"]),
            flag(&["-r", "--raw"]),
            flag(&["-f", "--force"]),
            flag(&["-V"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Sends)
.taking(Input::Code(Language::Sql));

const DUMP: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-f", "--file", "-r", "--result-file"], Effect::Writes),
            with(&["-h", "--host"], Effect::Contacts),
            takes(&["-d", "--dbname"]),
            takes(&["-p", "--port"]),
            takes(&["-U", "--username"]),
            takes(&["-u", "--user"]),
            takes(&["-t", "--table"]),
            takes(&["-n", "--schema"]),
            takes(&["-F", "--format"]),
            flag(&["-s", "--schema-only"]),
            flag(&["-a", "--data-only"]),
            flag(&["-v", "--verbose"]),
            flag(&["-c", "--clean"]),
            flag(&["-O", "--no-owner"]),
            flag(&["--no-data"]),
            flag(&["--single-transaction"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Sends);

/// Its operands are commands to the server.
const REDIS: Table = exact(
    &[
        COMMON,
        &[
            with(&["-h"], Effect::Contacts),
            with(&["-u"], Effect::Contacts),
            with(&["--eval"], Effect::RunsFile),
            with(&["--rdb"], Effect::Writes),
            takes(&["-p"]),
            takes(&["-n"]),
            with(&["-a"], Effect::Sends),
            flag(&["--raw"]),
            flag(&["--no-raw"]),
            flag(&["--scan"]),
            flag(&["--stat"]),
            takes(&["--pattern"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Sends)
.taking(Input::Waits);

const TERRAFORM_OPTIONS: &[Flag] = &[
    with(&["-chdir", "--chdir"], Effect::Folder),
    with(&["-out", "--out"], Effect::Writes),
    with(&["-state", "--state"], Effect::Writes),
    with(&["-state-out", "--state-out"], Effect::Writes),
    with(&["-backup", "--backup"], Effect::Writes),
    with(&["-plugin-dir", "--plugin-dir"], Effect::Runs),
    with(&["-from-module", "--from-module"], Effect::Runs),
    with(&["-backend-config", "--backend-config"], Effect::Sends),
    with(&["-var-file", "--var-file"], Effect::Reads),
    takes(&["-var", "--var"]),
    takes(&["-target", "--target"]),
    takes(&["-replace", "--replace"]),
    takes(&["-lock", "--lock"]),
    takes(&["-lock-timeout", "--lock-timeout"]),
    takes(&["-parallelism", "--parallelism"]),
    takes(&["-refresh", "--refresh"]),
    takes(&["-input", "--input"]),
    does(&["-auto-approve", "--auto-approve"], Effect::Runs),
    does(&["-destroy", "--destroy"], Effect::Runs),
    does(&["-upgrade", "--upgrade"], Effect::Runs),
    does(&["-reconfigure", "--reconfigure"], Effect::Writes),
    does(&["-migrate-state", "--migrate-state"], Effect::Writes),
    does(&["-force", "--force"], Effect::Writes),
    flag(&["-json", "--json"]),
    flag(&["-raw", "--raw"]),
    flag(&["-no-color", "--no-color"]),
    flag(&["-compact-warnings", "--compact-warnings"]),
    flag(&["-detailed-exitcode", "--detailed-exitcode"]),
    flag(&["-check", "--check"]),
    flag(&["-diff", "--diff"]),
    flag(&["-recursive", "--recursive"]),
    flag(&["-help", "--help", "-h"]),
    flag(&["-version", "--version", "-v"]),
];

const TERRAFORM: Table = family(
    Style { inherits: true, ..Style::SINGLE },
    &[TERRAFORM_OPTIONS],
    &[
        sub(&["version", "validate", "graph", "output", "show", "providers", "console", "metadata", "get"], &[], all(Slot::Data))
            .doing(Does::Runs),
        sub(&["fmt"], &[], all(Slot::ReadWrite)).beside(&[(&["-check"], all(Slot::Read))]).doing(Does::Writes),
        sub(
            &["init", "plan", "apply", "destroy", "refresh", "import", "taint", "untaint", "force-unlock", "test", "login", "logout"],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
        group(
            &["state", "workspace"],
            &[],
            &[
                sub(&["list", "show", "pull"], &[], all(Slot::Data)).doing(Does::Runs),
                sub(&["rm", "mv", "push", "replace-provider", "new", "select", "delete"], &[], all(Slot::Data)).doing(Does::Runs),
            ],
        ),
    ],
);

/// Services and operations are operands; what is not told apart here is not known.
const AWS: Table = exact(
    &[&[
        with(&["--endpoint-url"], Effect::Contacts),
        with(&["--ca-bundle"], Effect::Reads),
        with(&["--cli-input-json"], Effect::SendsText),
        with(&["--cli-input-yaml"], Effect::SendsText),
        takes(&["--profile"]),
        takes(&["--region"]),
        takes(&["--output"]),
        takes(&["--query"]),
        takes(&["--color"]),
        takes(&["--max-items"]),
        takes(&["--page-size"]),
        takes(&["--starting-token"]),
        flag(&["--no-paginate"]),
        flag(&["--no-cli-pager"]),
        flag(&["--no-sign-request"]),
        flag(&["--human-readable"]),
        flag(&["--summarize"]),
        flag(&["--dryrun"]),
        does(&["--recursive"], Effect::Writes),
        does(&["--delete"], Effect::Writes),
        does(&["--force"], Effect::Writes),
        flag(&["--version"]),
    ]],
    all(Slot::Unknown),
)
.doing(Does::Sends);

const HELM_OPTIONS: &[Flag] = &[
    with(&["--post-renderer"], Effect::Words),
    with(&["--kubeconfig"], Effect::RunsFile),
    with(&["--kube-apiserver"], Effect::Contacts),
    with(&["--repo"], Effect::Contacts),
    with(&["-f", "--values"], Effect::Reads),
    with(&["--set-file"], Effect::Reads),
    with(&["--output-dir"], Effect::Writes),
    with(&["-d", "--destination"], Effect::Writes),
    takes(&["-n", "--namespace"]),
    takes(&["--kube-context"]),
    takes(&["--set"]),
    takes(&["--set-string"]),
    takes(&["--set-json"]),
    takes(&["--version"]),
    takes(&["--timeout"]),
    takes(&["-o", "--output"]),
    flag(&["--create-namespace"]),
    flag(&["--dry-run"]),
    flag(&["-A", "--all-namespaces"]),
    flag(&["-a", "--all"]),
    flag(&["--wait"]),
    flag(&["--atomic"]),
    does(&["--force"], Effect::Sends),
    flag(&["--install", "-i"]),
    flag(&["--debug"]),
    flag(&["-h", "--help"]),
];

const HELM: Table = family(
    Style::NESTED,
    &[HELM_OPTIONS],
    &[
        sub(
            &[
                "list",
                "ls",
                "status",
                "history",
                "get",
                "show",
                "search",
                "version",
                "env",
                "template",
                "lint",
                "verify",
                "dependency",
                "completion",
            ],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Sends),
        sub(
            &[
                "install",
                "upgrade",
                "uninstall",
                "delete",
                "rollback",
                "test",
                "push",
                "pull",
                "repo",
                "package",
                "create",
                "plugin",
                "registry",
            ],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

/// Starts whatever is registered for a file or URL.
const OPEN: Table = exact(
    &[&[
        with(&["-a"], Effect::Runs),
        with(&["-b"], Effect::Runs),
        flag(&["-e"]),
        flag(&["-t"]),
        flag(&["-g"]),
        flag(&["-n"]),
        flag(&["-R"]),
        flag(&["-W"]),
    ]],
    all(Slot::Unknown),
)
.doing(Does::Runs);

const CLIPBOARD: Table = exact(&[&[takes(&["-pboard"]), takes(&["-Prefer"])]], all(Slot::Data));

const CODE: Table = exact(
    &[
        COMMON,
        &[
            with(&["--install-extension"], Effect::Runs),
            with(&["--extensions-dir"], Effect::Runs),
            with(&["--user-data-dir"], Effect::Runs),
            flag(&["-r", "--reuse-window"]),
            flag(&["-n", "--new-window"]),
            flag(&["-w", "--wait"]),
            flag(&["-d", "--diff"]),
            takes(&["-g", "--goto"]),
            flag(&["--list-extensions"]),
        ],
    ],
    all(Slot::Read),
)
.doing(Does::Runs);
