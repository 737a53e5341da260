//! Programs that run a command on another machine or in a container. A table.

use super::Row;
use super::shorthand::{family, grammar, sub};
use super::wrappers::COMMON;
use crate::command::reading::{Does, Layer};
use crate::command::table::{
    Effect, Flag, Grammar, Input, Language, Layout, Slot, Style, Subcommand, Table, all, does, first, flag, last, takes, with,
};

pub(super) const ROWS: &[Row] = &[
    ("ssh", &SSH),
    ("autossh", &SSH),
    ("mosh", &MOSH),
    ("rsh", &SSH),
    ("docker", &DOCKER),
    ("podman", &DOCKER),
    ("nerdctl", &DOCKER),
    ("docker-compose", &COMPOSE),
    ("kubectl", &KUBECTL),
    ("oc", &KUBECTL),
    ("k3s", &K3S),
    ("lxc", &LXC),
    ("incus", &LXC),
    ("toolbox", &TOOLBOX),
    ("distrobox-enter", &TOOLBOX),
    ("machinectl", &LXC),
    ("vagrant", &VAGRANT),
];

/// What ssh, scp and sftp take behind `-o`.
pub(super) const SSH_SETTINGS: &[(&str, Effect)] = &[
    ("proxycommand", Effect::Shell),
    ("localcommand", Effect::Shell),
    ("knownhostscommand", Effect::Shell),
    ("remotecommand", Effect::Shell),
    ("include", Effect::RunsFile),
    ("pkcs11provider", Effect::Runs),
    ("securitykeyprovider", Effect::Runs),
    ("permitlocalcommand", Effect::Harmless),
    ("proxyjump", Effect::Contacts),
    ("hostname", Effect::Contacts),
    ("identityfile", Effect::Reads),
    ("certificatefile", Effect::Reads),
    ("userknownhostsfile", Effect::Writes),
    ("controlpath", Effect::Writes),
    ("localforward", Effect::Sends),
    ("remoteforward", Effect::Sends),
    ("dynamicforward", Effect::Sends),
    ("sendenv", Effect::Sends),
    ("setenv", Effect::Sends),
    ("*", Effect::Harmless),
];

const SSH: Table = Table {
    style: Style::EXACT,
    grammar: Grammar {
        layer: Layer::Remote,
        input: Input::Code(Language::Shell),
        ..grammar(
            &[&[
                flag(&["-4"]),
                flag(&["-6"]),
                flag(&["-A"]),
                flag(&["-a"]),
                flag(&["-C"]),
                does(&["-f"], Effect::Harmless),
                flag(&["-G"]),
                does(&["-g"], Effect::Sends),
                flag(&["-K"]),
                flag(&["-k"]),
                does(&["-M"], Effect::Unknown),
                does(&["-N"], Effect::Interactive),
                flag(&["-n"]),
                flag(&["-q"]),
                does(&["-s"], Effect::Unknown),
                flag(&["-T"]),
                flag(&["-t"]),
                flag(&["-V"]),
                flag(&["-v"]),
                flag(&["-X"]),
                flag(&["-x"]),
                flag(&["-Y"]),
                flag(&["-y"]),
                takes(&["-B"]),
                takes(&["-b"]),
                takes(&["-c"]),
                with(&["-D"], Effect::Sends),
                with(&["-E"], Effect::Writes),
                takes(&["-e"]),
                with(&["-F"], Effect::RunsFile),
                with(&["-I"], Effect::Runs),
                with(&["-i"], Effect::Reads),
                with(&["-J"], Effect::Contacts),
                with(&["-L"], Effect::Sends),
                takes(&["-l"]),
                takes(&["-m"]),
                takes(&["-O"]),
                with(&["-o"], Effect::Setting(SSH_SETTINGS, Does::Unknown)),
                takes(&["-P"]),
                takes(&["-p"]),
                takes(&["-Q"]),
                with(&["-R"], Effect::Sends),
                with(&["-S"], Effect::Writes),
                with(&["-W"], Effect::Sends),
                with(&["-w"], Effect::Sends),
            ]],
            first(&[Slot::Host], Slot::ShellText),
        )
    },
};

const MOSH: Table = Table {
    style: Style::GNU,
    grammar: Grammar {
        layer: Layer::Remote,
        input: Input::Always,
        ..grammar(
            &[COMMON, &[with(&["--ssh"], Effect::Words), takes(&["-p", "--port"]), takes(&["--server"])]],
            first(&[Slot::Host], Slot::Command),
        )
    },
};

/// Options that say which daemon: none of them is harmless.
const DOCKER_GLOBAL: &[Flag] = &[
    with(&["--config"], Effect::RunsFile),
    with(&["-c", "--context"], Effect::Sends),
    with(&["-H", "--host"], Effect::Sends),
    with(&["--url"], Effect::Sends),
    with(&["--connection"], Effect::Sends),
    does(&["-r", "--remote"], Effect::Sends),
    flag(&["-D", "--debug"]),
    takes(&["-l", "--log-level"]),
    flag(&["--tls", "--tlsverify"]),
    with(&["--tlscacert", "--tlscert", "--tlskey"], Effect::Reads),
    flag(&["-v", "--version"]),
    flag(&["--help"]),
];

const EXEC_OPTIONS: &[Flag] = &[
    flag(&["-d", "--detach"]),
    flag(&["-i", "--interactive"]),
    flag(&["-t", "--tty"]),
    with(&["-e", "--env"], Effect::Unknown),
    with(&["--env-file"], Effect::Reads),
    does(&["--privileged"], Effect::Unknown),
    takes(&["-u", "--user"]),
    takes(&["-w", "--workdir"]),
    takes(&["--detach-keys"]),
    flag(&["-T", "--no-TTY", "--no-tty"]),
    takes(&["--index"]),
];

const RUN_OPTIONS: &[Flag] = &[
    flag(&["--rm"]),
    flag(&["--init"]),
    flag(&["--no-healthcheck"]),
    flag(&["--read-only"]),
    flag(&["-q", "--quiet"]),
    takes(&["--name"]),
    takes(&["-h", "--hostname"]),
    takes(&["-l", "--label"]),
    takes(&["--platform"]),
    takes(&["--pull"]),
    takes(&["-m", "--memory"]),
    takes(&["--cpus"]),
    takes(&["--cpu-shares", "-c"]),
    takes(&["--memory-swap"]),
    takes(&["--pids-limit"]),
    takes(&["--ulimit"]),
    takes(&["--restart"]),
    takes(&["--stop-signal"]),
    takes(&["--stop-timeout"]),
    takes(&["--cidfile"]),
    takes(&["--log-driver"]),
    takes(&["--log-opt"]),
    with(&["--entrypoint"], Effect::Words),
    with(&["-v", "--volume"], Effect::Writes),
    with(&["--mount"], Effect::Unknown),
    with(&["--volumes-from"], Effect::Unknown),
    with(&["--device"], Effect::Writes),
    with(&["--tmpfs"], Effect::Harmless),
    with(&["-p", "--publish"], Effect::Sends),
    does(&["-P", "--publish-all"], Effect::Sends),
    with(&["--network", "--net"], Effect::Sends),
    with(&["--network-alias"], Effect::Harmless),
    with(&["--dns"], Effect::Sends),
    with(&["--add-host"], Effect::Sends),
    with(&["--link"], Effect::Sends),
    with(&["--expose"], Effect::Harmless),
    with(&["--cap-add"], Effect::Unknown),
    takes(&["--cap-drop"]),
    with(&["--security-opt"], Effect::Unknown),
    with(&["--pid"], Effect::Unknown),
    with(&["--ipc"], Effect::Unknown),
    with(&["--uts"], Effect::Unknown),
    with(&["--userns"], Effect::Unknown),
    with(&["--group-add"], Effect::Unknown),
    with(&["--gpus"], Effect::Harmless),
    with(&["--shm-size"], Effect::Harmless),
    with(&["--runtime"], Effect::Runs),
    flag(&["--build"]),
    flag(&["--no-deps"]),
    flag(&["--service-ports"]),
];

/// A container, then the command in it.
const IN_CONTAINER: Layout = first(&[Slot::Data], Slot::Command);

const fn inside(options: &'static [&'static [Flag]], operands: Layout) -> Grammar {
    let mut grammar = grammar(options, operands);
    grammar.layer = Layer::Remote;
    grammar
}

const EXEC: Subcommand = Subcommand { names: &["exec"], grammar: inside(&[EXEC_OPTIONS], IN_CONTAINER) };
const RUN: Subcommand = Subcommand { names: &["run", "create"], grammar: inside(&[EXEC_OPTIONS, RUN_OPTIONS], IN_CONTAINER) };

const KUBECTL_RUN: &[Flag] = &[
    takes(&["--image"]),
    takes(&["--port"]),
    takes(&["--restart"]),
    takes(&["-c", "--container"]),
    takes(&["--copy-to"]),
    takes(&["--set-image"]),
    takes(&["--profile"]),
    takes(&["--labels"]),
    takes(&["--overrides"]),
    takes(&["--dry-run"]),
    flag(&["--expose", "--attach", "--share-processes", "--replace", "--quiet"]),
];

const LISTING: &[Flag] = &[
    flag(&["-a", "--all"]),
    flag(&["-q", "--quiet"]),
    flag(&["-n", "--last"]),
    flag(&["-l", "--latest"]),
    flag(&["-s", "--size"]),
    flag(&["--no-trunc"]),
    flag(&["--digests"]),
    flag(&["--no-stream"]),
    flag(&["--services"]),
    takes(&["-f", "--filter"]),
    takes(&["--format"]),
    takes(&["--since"]),
    takes(&["--until"]),
    takes(&["--tail"]),
    flag(&["-t", "--timestamps"]),
    flag(&["--follow"]),
    flag(&["--details"]),
];

const DATA: Layout = all(Slot::Data);

const LIST: Subcommand = sub(&["ps", "images", "ls", "list"], &[LISTING], DATA);
const SHOW: Subcommand =
    sub(&["inspect", "top", "port", "diff", "history", "stats", "events", "info", "version", "search"], &[LISTING], DATA);
const LOGS: Subcommand = sub(&["logs"], &[&[flag(&["-f", "--follow"]), takes(&["-n", "--tail"])], LISTING], DATA);
const CHANGE: Subcommand = sub(
    &["start", "stop", "restart", "kill", "rm", "rmi", "pause", "unpause", "rename", "tag", "wait", "prune", "update", "down"],
    &[&[
        flag(&["-f", "--force"]),
        flag(&["-a", "--all"]),
        flag(&["-v", "--volumes"]),
        flag(&["-l", "--link"]),
        takes(&["-t", "--time"]),
        takes(&["-s", "--signal"]),
        takes(&["--filter"]),
        flag(&["-i", "--interactive"]),
        flag(&["--remove-orphans"]),
        takes(&["--rmi"]),
    ]],
    DATA,
);
const COPY: Subcommand = sub(
    &["cp"],
    &[&[flag(&["-a", "--archive"]), flag(&["-L", "--follow-link"]), flag(&["-q", "--quiet"])]],
    last(Slot::HostOrRead, Slot::HostOrWrite),
);
const TRANSFER: Subcommand = sub(
    &["pull", "push", "login", "logout", "export", "import", "save", "load", "commit"],
    &[&[
        with(&["-o", "--output"], Effect::Writes),
        with(&["-i", "--input"], Effect::Reads),
        flag(&["-q", "--quiet"]),
        flag(&["-a", "--all-tags"]),
        takes(&["--platform"]),
        takes(&["-m", "--message"]),
        takes(&["-u", "--username"]),
        takes(&["-p", "--password"]),
        flag(&["--password-stdin"]),
    ]],
    DATA,
)
.doing(Does::Sends);
const BUILD: Subcommand = sub(
    &["build"],
    &[&[
        with(&["-f", "--file"], Effect::Reads),
        takes(&["-t", "--tag"]),
        takes(&["--target"]),
        takes(&["--build-arg"]),
        takes(&["--platform"]),
        takes(&["--progress"]),
        flag(&["--no-cache"]),
        flag(&["--pull"]),
        flag(&["-q", "--quiet"]),
        flag(&["--load"]),
        with(&["-o", "--output"], Effect::Writes),
        with(&["--secret"], Effect::Unknown),
        with(&["--ssh"], Effect::Unknown),
    ]],
    all(Slot::ReadBelow),
)
.doing(Does::Runs);

const CONTAINER: &[Subcommand] = &[EXEC, RUN, LIST, SHOW, LOGS, CHANGE, COPY, TRANSFER];

const COMPOSE_OPTIONS: &[Flag] = &[
    with(&["-f", "--file"], Effect::RunsFile),
    takes(&["-p", "--project-name"]),
    takes(&["--profile"]),
    with(&["--project-directory"], Effect::Folder),
    with(&["--env-file"], Effect::Reads),
    takes(&["--ansi"]),
];

const COMPOSE_COMMANDS: &[Subcommand] = &[
    EXEC,
    RUN,
    LIST,
    SHOW,
    LOGS,
    CHANGE,
    COPY,
    BUILD,
    sub(&["config"], &[LISTING, &[flag(&["--quiet"]), flag(&["--volumes"]), with(&["-o", "--output"], Effect::Writes)]], DATA),
    sub(&["pull", "push"], &[LISTING], DATA).doing(Does::Sends),
    sub(
        &["up"],
        &[&[
            flag(&["-d", "--detach"]),
            flag(&["--build"]),
            flag(&["--force-recreate"]),
            flag(&["--no-deps"]),
            flag(&["--remove-orphans"]),
            flag(&["--wait"]),
            takes(&["--scale"]),
            takes(&["-t", "--timeout"]),
        ]],
        DATA,
    )
    .doing(Does::Runs),
];

const COMPOSE: Table = family(Style::EXACT, &[COMPOSE_OPTIONS, COMMON], COMPOSE_COMMANDS);

const DOCKER: Table = family(
    Style::EXACT,
    &[DOCKER_GLOBAL],
    &[
        EXEC,
        RUN,
        LIST,
        SHOW,
        LOGS,
        CHANGE,
        COPY,
        TRANSFER,
        BUILD,
        sub(&["attach"], &[], DATA).doing(Does::Runs),
        Subcommand { names: &["container"], grammar: nested(CONTAINER, &[]) },
        Subcommand {
            names: &["image", "volume", "network", "system", "builder", "context", "manifest"],
            grammar: nested(&[LIST, SHOW, CHANGE, TRANSFER, BUILD, sub(&["df"], &[LISTING], DATA)], &[]),
        },
        Subcommand { names: &["buildx"], grammar: nested(&[BUILD, LIST, SHOW], &[]) },
        Subcommand { names: &["compose"], grammar: nested(COMPOSE_COMMANDS, &[COMPOSE_OPTIONS]) },
    ],
);

const fn nested(subcommands: &'static [Subcommand], options: &'static [&'static [Flag]]) -> Grammar {
    let mut grammar = grammar(options, DATA);
    grammar.subcommands = subcommands;
    grammar
}

const KUBECTL_GLOBAL: &[Flag] = &[
    takes(&["-n", "--namespace"]),
    takes(&["--context"]),
    takes(&["--cluster"]),
    takes(&["--user"]),
    with(&["--kubeconfig"], Effect::RunsFile),
    with(&["-s", "--server"], Effect::Contacts),
    with(&["--token"], Effect::Sends),
    takes(&["--as"]),
    takes(&["--as-group"]),
    takes(&["--request-timeout"]),
    takes(&["-v"]),
    does(&["--insecure-skip-tls-verify"], Effect::Sends),
    flag(&["-h", "--help"]),
];

const KUBECTL_SHOW: &[Flag] = &[
    takes(&["-o", "--output"]),
    takes(&["-l", "--selector"]),
    flag(&["-A", "--all-namespaces"]),
    flag(&["-w", "--watch"]),
    flag(&["--show-labels"]),
    flag(&["--no-headers"]),
    flag(&["--client"]),
    takes(&["--field-selector"]),
    takes(&["--sort-by"]),
    takes(&["-c", "--container"]),
    flag(&["--all-containers"]),
    flag(&["-f", "--follow"]),
    flag(&["-p", "--previous"]),
    takes(&["--since"]),
    takes(&["--tail"]),
    flag(&["--timestamps"]),
    flag(&["--recursive"]),
    takes(&["--for"]),
    takes(&["--timeout"]),
    flag(&["--containers"]),
    flag(&["--minify"]),
    flag(&["--raw"]),
];

const KUBECTL_CHANGE: &[Flag] = &[
    with(&["-f", "--filename"], Effect::Reads),
    with(&["-k", "--kustomize"], Effect::RunsFile),
    flag(&["-R", "--recursive"]),
    takes(&["--dry-run"]),
    takes(&["--grace-period"]),
    flag(&["--force"]),
    flag(&["--all"]),
    flag(&["--now"]),
    flag(&["--wait"]),
    takes(&["--cascade"]),
    takes(&["--replicas"]),
    takes(&["-p", "--patch"]),
    takes(&["--type"]),
    flag(&["--overwrite"]),
    flag(&["--server-side"]),
    flag(&["--prune"]),
    takes(&["--image"]),
    takes(&["--from-literal"]),
    with(&["--from-file"], Effect::Reads),
    with(&["--from-env-file"], Effect::Reads),
    flag(&["--ignore-daemonsets"]),
    flag(&["--delete-emptydir-data"]),
    flag(&["--ignore-not-found"]),
];

const KUBECTL_EXEC: Grammar = inside(
    &[&[
        flag(&["-i", "--stdin"]),
        flag(&["-t", "--tty"]),
        takes(&["-c", "--container"]),
        flag(&["-q", "--quiet"]),
        takes(&["--pod-running-timeout"]),
        with(&["-f", "--filename"], Effect::Reads),
    ]],
    IN_CONTAINER,
);

const KUBECTL: Table = family(
    Style::NESTED,
    &[KUBECTL_GLOBAL],
    &[
        Subcommand { names: &["exec"], grammar: KUBECTL_EXEC },
        Subcommand {
            names: &["run", "debug"],
            grammar: inside(
                &[
                    RUN_OPTIONS,
                    EXEC_OPTIONS,
                    KUBECTL_CHANGE,
                    &[flag(&["-i", "--stdin"]), flag(&["--command"]), takes(&["--target"])],
                    KUBECTL_RUN,
                ],
                IN_CONTAINER,
            ),
        },
        sub(
            &[
                "get",
                "describe",
                "logs",
                "top",
                "explain",
                "events",
                "version",
                "cluster-info",
                "api-resources",
                "api-versions",
                "wait",
                "diff",
                "completion",
            ],
            &[KUBECTL_SHOW, &[with(&["--filename"], Effect::Reads)]],
            DATA,
        ),
        sub(
            &[
                "apply",
                "create",
                "delete",
                "replace",
                "patch",
                "edit",
                "scale",
                "autoscale",
                "label",
                "annotate",
                "set",
                "expose",
                "drain",
                "cordon",
                "uncordon",
                "taint",
            ],
            &[KUBECTL_CHANGE, KUBECTL_SHOW],
            DATA,
        )
        .doing(Does::Sends),
        Subcommand {
            names: &["rollout"],
            grammar: nested(
                &[
                    sub(&["status", "history"], &[KUBECTL_SHOW], DATA),
                    sub(&["restart", "undo", "pause", "resume"], &[KUBECTL_CHANGE], DATA).doing(Does::Sends),
                ],
                &[],
            ),
        },
        Subcommand {
            names: &["config"],
            grammar: nested(
                &[
                    sub(&["view", "get-contexts", "get-clusters", "get-users", "current-context"], &[KUBECTL_SHOW], DATA),
                    sub(
                        &["use-context", "set", "set-context", "set-cluster", "set-credentials", "unset", "delete-context"],
                        &[KUBECTL_SHOW],
                        DATA,
                    )
                    .doing(Does::Writes),
                ],
                &[],
            ),
        },
        Subcommand { names: &["auth"], grammar: nested(&[sub(&["can-i", "whoami"], &[KUBECTL_SHOW], DATA)], &[]) },
        sub(&["cp"], &[&[takes(&["-c", "--container"]), flag(&["--no-preserve"])]], last(Slot::HostOrRead, Slot::HostOrWrite)),
        Subcommand {
            names: &["port-forward", "proxy", "attach"],
            grammar: Grammar { input: Input::Always, ..grammar(&[KUBECTL_SHOW, &[takes(&["--address"]), takes(&["--port"])]], DATA) },
        },
    ],
);

const K3S: Table = family(Style::NESTED, &[COMMON], &[Subcommand { names: &["kubectl"], grammar: KUBECTL.grammar }]);

const LXC: Table = family(
    Style::GNU,
    &[COMMON],
    &[
        Subcommand {
            names: &["exec", "shell"],
            grammar: inside(
                &[&[takes(&["--env"]), takes(&["--user"]), takes(&["--cwd"]), takes(&["--mode"]), flag(&["-t"]), flag(&["-T"])]],
                IN_CONTAINER,
            ),
        },
        sub(&["list", "info", "image", "config", "version", "status"], &[LISTING], DATA),
    ],
);

const TOOLBOX: Table = family(
    Style::EXACT,
    &[COMMON],
    &[Subcommand {
        names: &["run"],
        grammar: inside(&[&[takes(&["-c", "--container"]), takes(&["-d", "--distro"]), takes(&["-r", "--release"])]], all(Slot::Command)),
    }],
);

const VAGRANT: Table = family(
    Style::GNU,
    &[COMMON],
    &[
        Subcommand {
            names: &["ssh"],
            grammar: Grammar {
                input: Input::Waits,
                ..inside(&[&[with(&["-c", "--command"], Effect::Shell), flag(&["-t", "--tty"]), flag(&["-p", "--plain"])]], DATA)
            },
        },
        sub(&["status", "global-status", "version"], &[], DATA),
        sub(&["up", "halt", "reload", "provision", "destroy"], &[&[flag(&["-f", "--force"])]], DATA).doing(Does::Runs),
    ],
);
