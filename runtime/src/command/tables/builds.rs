//! Package managers, compilers, test runners and linters. A table.
//!
//! Building and testing runs the project's own code, installing the packages': that is what a permission of them permits. Options that take
//! code, programs or configuration from elsewhere are told apart.

use super::Row;
use super::shorthand::{exact, family, gnu, grammar, group, program, sub};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{
    Effect, Flag, Grammar, Language, Layout, Slot, Style, Subcommand, Table, all, does, first, flag, glued, takes, with, with_glued,
};

pub(super) const ROWS: &[Row] = &[
    ("npm", &NPM),
    ("npx", &NPX),
    ("pnpm", &PNPM),
    ("pnpx", &NPX),
    ("yarn", &YARN),
    ("bunx", &NPX),
    ("pip", &PIP),
    ("pip3", &PIP),
    ("uv", &UV),
    ("uvx", &UVX),
    ("pipx", &PIPX),
    ("poetry", &POETRY),
    ("pipenv", &POETRY),
    ("cargo", &CARGO),
    ("rustc", &COMPILER),
    ("rustup", &RUSTUP),
    ("go", &GO),
    ("gofmt", &GOFMT),
    ("make", &MAKE),
    ("gmake", &MAKE),
    ("ninja", &NINJA),
    ("cmake", &CMAKE),
    ("gcc", &COMPILER),
    ("g++", &COMPILER),
    ("cc", &COMPILER),
    ("clang", &COMPILER),
    ("clang++", &COMPILER),
    ("pytest", &PYTEST),
    ("py.test", &PYTEST),
    ("mypy", &MYPY),
    ("ruff", &RUFF),
    ("black", &FORMATTER),
    ("isort", &FORMATTER),
    ("flake8", &CHECKER),
    ("pylint", &CHECKER),
    ("tsc", &TSC),
    ("eslint", &ESLINT),
    ("prettier", &PRETTIER),
    ("jest", &JEST),
    ("vitest", &JEST),
    ("mocha", &JEST),
    ("mvn", &MAVEN),
    ("gradle", &GRADLE),
    ("gradlew", &GRADLE),
    ("xcodebuild", &XCODEBUILD),
    ("brew", &BREW),
    ("apt", &APT),
    ("apt-get", &APT),
    ("shellcheck", &SHELLCHECK),
    ("composer", &COMPOSER),
    ("bundle", &BUNDLE),
    ("gem", &GEM),
    ("dotnet", &DOTNET),
];

const NPM_OPTIONS: &[Flag] = &[
    with(&["--script-shell"], Effect::Words),
    with(&["--node-options"], Effect::Runs),
    with(&["--userconfig"], Effect::RunsFile),
    with(&["--globalconfig"], Effect::RunsFile),
    with(&["--init-module"], Effect::RunsFile),
    with(&["--editor"], Effect::Runs),
    with(&["--viewer"], Effect::Runs),
    with(&["--git"], Effect::Runs),
    with(&["--shell"], Effect::Runs),
    with(&["--registry"], Effect::Contacts),
    with(&["--proxy"], Effect::Contacts),
    with(&["--https-proxy"], Effect::Contacts),
    with(&["-C", "--prefix", "--dir"], Effect::Folder),
    with(&["--cwd"], Effect::Folder),
    with(&["--cache"], Effect::Writes),
    takes(&["-w", "--workspace"]),
    takes(&["-F", "--filter"]),
    takes(&["--omit"]),
    takes(&["--include"]),
    takes(&["--loglevel"]),
    takes(&["--depth"]),
    takes(&["--tag"]),
    takes(&["--access"]),
    takes(&["--otp"]),
    takes(&["--reporter"]),
    flag(&["--workspaces"]),
    flag(&["-r", "--recursive"]),
    flag(&["--if-present"]),
    flag(&["--ignore-scripts"]),
    flag(&["-g", "--global"]),
    flag(&["-D", "--save-dev", "--dev"]),
    flag(&["-P", "--save-prod", "--prod", "--production"]),
    flag(&["-O", "--save-optional"]),
    flag(&["-E", "--save-exact"]),
    flag(&["-S", "--save"]),
    flag(&["--no-save"]),
    flag(&["--no-audit"]),
    flag(&["--no-fund"]),
    flag(&["--no-optional"]),
    flag(&["--legacy-peer-deps"]),
    flag(&["--prefer-offline"]),
    flag(&["--offline"]),
    flag(&["--frozen-lockfile"]),
    flag(&["--no-frozen-lockfile"]),
    flag(&["--immutable"]),
    flag(&["-s", "-q", "--silent", "--quiet"]),
    flag(&["-d", "--verbose"]),
    flag(&["--json"]),
    flag(&["--long", "-l"]),
    flag(&["-a", "--all"]),
    flag(&["-p", "--parseable"]),
    flag(&["--dry-run"]),
    does(&["-f", "--force"], Effect::Runs),
    flag(&["-y", "--yes"]),
    flag(&["-h", "--help"]),
    flag(&["-v", "--version"]),
    flag(&["--no-color"]),
    flag(&["--color"]),
    flag(&["--parallel"]),
    flag(&["--stream"]),
];

const EXECUTED: Grammar = {
    let mut executed = grammar(&[NPM_EXEC, NPM_OPTIONS], all(Slot::Command));
    executed.does = Does::Runs;
    executed
};

const NPM_EXEC: &[Flag] = &[
    with(&["-c", "--call"], Effect::Shell),
    with(&["-p", "--package"], Effect::Runs),
    flag(&["-y", "--yes"]),
    flag(&["--no", "--no-install"]),
];

/// What every package manager of JavaScript has.
const NPM_COMMANDS: &[Subcommand] = &[
    sub(
        &["run", "run-script", "rum", "urn", "test", "t", "tst", "start", "stop", "restart", "build", "lint", "dev"],
        &[NPM_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Runs),
    sub(
        &[
            "install",
            "i",
            "add",
            "in",
            "ins",
            "isntall",
            "ci",
            "clean-install",
            "install-test",
            "it",
            "update",
            "up",
            "upgrade",
            "uninstall",
            "remove",
            "rm",
            "un",
            "r",
            "rebuild",
            "dedupe",
            "prune",
            "link",
            "ln",
            "init",
            "create",
            "import",
            "fetch",
            "deploy",
            "set",
            "patch",
            "patch-commit",
            "approve-builds",
        ],
        &[NPM_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Runs),
    Subcommand { names: &["exec", "x", "dlx"], grammar: EXECUTED },
    sub(
        &[
            "ls",
            "list",
            "la",
            "ll",
            "root",
            "prefix",
            "bin",
            "why",
            "explain",
            "fund",
            "licenses",
            "query",
            "help",
            "completion",
            "explore",
        ],
        &[NPM_OPTIONS],
        all(Slot::Data),
    ),
    sub(
        &["view", "info", "show", "v", "search", "outdated", "audit", "ping", "whoami", "doctor", "docs", "bugs", "repo", "pkg"],
        &[NPM_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Sends),
    sub(&["version", "pack", "config", "c", "cache", "shrinkwrap", "edit"], &[NPM_OPTIONS], all(Slot::Data)).doing(Does::Writes),
    sub(
        &[
            "publish",
            "unpublish",
            "deprecate",
            "dist-tag",
            "owner",
            "access",
            "login",
            "adduser",
            "logout",
            "token",
            "team",
            "org",
            "hook",
            "profile",
            "star",
        ],
        &[NPM_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Sends),
];

const NPM: Table = family(Style::NESTED, &[NPM_OPTIONS], NPM_COMMANDS);

const PNPM: Table = scripts(family(Style::NESTED, &[NPM_OPTIONS], NPM_COMMANDS));

/// `yarn` alone installs, `yarn NAME` runs the script of that name.
const YARN: Table = scripts(family(Style::NESTED, &[NPM_OPTIONS], NPM_COMMANDS));

const fn scripts(mut table: Table) -> Table {
    table.grammar.subcommand_optional = true;
    table.grammar.does = Does::Runs;
    table
}

const NPX: Table = program(Style::WRAPPER, &[NPM_EXEC, NPM_OPTIONS], all(Slot::Command)).doing(Does::Runs);

const PIP_OPTIONS: &[Flag] = &[
    with(&["-i", "--index-url"], Effect::Contacts),
    with(&["--extra-index-url"], Effect::Contacts),
    with(&["--proxy"], Effect::Contacts),
    with(&["-f", "--find-links"], Effect::Runs),
    with(&["--trusted-host"], Effect::Sends),
    with(&["-r", "--requirement"], Effect::Reads),
    with(&["-c", "--constraint"], Effect::Reads),
    with(&["-e", "--editable"], Effect::Runs),
    with(&["-t", "--target"], Effect::Writes),
    with(&["--prefix"], Effect::Writes),
    with(&["--root"], Effect::Writes),
    with(&["-d", "--dest"], Effect::Writes),
    with(&["-w", "--wheel-dir"], Effect::Writes),
    with(&["--log"], Effect::Writes),
    with(&["--python"], Effect::Runs),
    with(&["--config-settings"], Effect::Runs),
    takes(&["--platform"]),
    takes(&["--timeout"]),
    takes(&["--retries"]),
    takes(&["--format"]),
    takes(&["--only-binary"]),
    takes(&["--no-binary"]),
    takes(&["--exclude"]),
    takes(&["--upgrade-strategy"]),
    flag(&["-U", "--upgrade"]),
    flag(&["--user"]),
    flag(&["--no-deps"]),
    flag(&["--pre"]),
    flag(&["--no-cache-dir"]),
    flag(&["--disable-pip-version-check"]),
    flag(&["--no-input"]),
    flag(&["--dry-run"]),
    flag(&["--force-reinstall"]),
    flag(&["--break-system-packages"]),
    flag(&["--require-virtualenv"]),
    flag(&["--outdated", "-o"]),
    flag(&["-l", "--local"]),
    flag(&["--not-required"]),
    flag(&["--files"]),
    flag(&["-y", "--yes"]),
    flag(&["-q", "--quiet"]),
    flag(&["-v", "--verbose"]),
    flag(&["-h", "--help"]),
    flag(&["-V", "--version"]),
];

const PIPS: &[Subcommand] = &[
    sub(&["list", "show", "freeze", "check", "inspect", "debug", "help", "completion"], &[PIP_OPTIONS], all(Slot::Data)),
    sub(&["install", "download", "wheel", "uninstall", "sync", "compile", "tree"], &[PIP_OPTIONS], all(Slot::Data)).doing(Does::Runs),
    sub(&["search", "index"], &[PIP_OPTIONS], all(Slot::Data)).doing(Does::Sends),
    sub(&["config", "cache"], &[PIP_OPTIONS], all(Slot::Data)).doing(Does::Writes),
    sub(&["hash"], &[PIP_OPTIONS], all(Slot::Read)),
];

const PIP: Table = family(Style { abbreviates: true, ..Style::NESTED }, &[PIP_OPTIONS], PIPS);

const UV_OPTIONS: &[Flag] = &[
    with(&["--index-url", "-i"], Effect::Contacts),
    with(&["--default-index"], Effect::Contacts),
    with(&["--index"], Effect::Contacts),
    with(&["--with"], Effect::Runs),
    with(&["--with-editable"], Effect::Runs),
    with(&["--with-requirements"], Effect::Reads),
    with(&["--from"], Effect::Runs),
    with(&["--python", "-p"], Effect::Runs),
    with(&["--directory"], Effect::Folder),
    with(&["--project"], Effect::Folder),
    with(&["--config-file"], Effect::RunsFile),
    with(&["--env-file"], Effect::RunsFile),
    with(&["-r", "--requirements"], Effect::Reads),
    with(&["-c", "--constraints"], Effect::Reads),
    with(&["-m", "--module"], Effect::Runs),
    takes(&["--extra"]),
    takes(&["--group"]),
    takes(&["--package"]),
    flag(&["--all-extras"]),
    flag(&["--all-groups"]),
    flag(&["--dev"]),
    flag(&["--no-dev"]),
    flag(&["--frozen"]),
    flag(&["--locked"]),
    flag(&["--no-sync"]),
    flag(&["--offline"]),
    flag(&["--no-cache"]),
    flag(&["-U", "--upgrade"]),
    flag(&["-q", "--quiet"]),
    flag(&["-v", "--verbose"]),
    flag(&["--system"]),
    flag(&["--isolated"]),
    flag(&["-h", "--help"]),
    flag(&["-V", "--version"]),
];

const UV: Table = family(
    Style::NESTED,
    &[UV_OPTIONS],
    &[
        sub(&["run"], &[UV_OPTIONS], all(Slot::Command)).doing(Does::Runs),
        group(&["pip"], &[], PIPS),
        group(
            &["tool"],
            &[],
            &[
                sub(&["run"], &[UV_OPTIONS], all(Slot::Command)).doing(Does::Runs),
                sub(&["list", "dir"], &[UV_OPTIONS], all(Slot::Data)),
                sub(&["install", "uninstall", "upgrade"], &[UV_OPTIONS], all(Slot::Data)).doing(Does::Runs),
            ],
        ),
        group(
            &["python"],
            &[],
            &[
                sub(&["list", "find", "dir"], &[UV_OPTIONS], all(Slot::Data)),
                sub(&["install", "uninstall", "pin"], &[UV_OPTIONS], all(Slot::Data)).doing(Does::Writes),
            ],
        ),
        sub(&["tree", "version", "help", "export"], &[UV_OPTIONS, &[with(&["-o", "--output-file"], Effect::Writes)]], all(Slot::Data)),
        sub(&["add", "remove", "sync", "lock", "build", "init", "venv", "cache", "self"], &[UV_OPTIONS], all(Slot::Data)).doing(Does::Runs),
        sub(&["publish"], &[UV_OPTIONS], all(Slot::Read)).doing(Does::Sends),
    ],
);

const UVX: Table = program(Style { abbreviates: false, ..Style::WRAPPER }, &[UV_OPTIONS], all(Slot::Command)).doing(Does::Runs);

const PIPX: Table = family(
    Style::EXACT,
    &[COMMON],
    &[
        sub(
            &["run"],
            &[&[with(&["--spec"], Effect::Runs), with(&["--python"], Effect::Runs), with(&["--pip-args"], Effect::Runs)]],
            all(Slot::Command),
        )
        .doing(Does::Runs),
        sub(&["list", "environment"], &[&[flag(&["--json"]), flag(&["--short"])]], all(Slot::Data)),
        sub(&["install", "inject", "upgrade", "upgrade-all", "uninstall", "reinstall", "ensurepath"], &[], all(Slot::Data))
            .doing(Does::Runs),
    ],
);

const POETRY: Table = family(
    Style::NESTED,
    &[
        COMMON,
        &[
            with(&["-C", "--directory"], Effect::Folder),
            with(&["-P", "--project"], Effect::Folder),
            flag(&["-n", "--no-interaction"]),
            flag(&["-q", "--quiet"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    &[
        sub(&["run"], &[], all(Slot::Command)).doing(Does::Runs),
        sub(
            &["show", "check", "version", "about", "env", "list"],
            &[&[flag(&["--tree"]), flag(&["-l", "--latest"]), flag(&["-o", "--outdated"])]],
            all(Slot::Data),
        ),
        sub(
            &["install", "add", "remove", "update", "lock", "build", "init", "new", "self", "sync", "shell", "config"],
            &[&[
                flag(&["--no-root"]),
                flag(&["--dry-run"]),
                takes(&["--with"]),
                takes(&["--without"]),
                takes(&["-G", "--group"]),
                flag(&["--all-extras"]),
            ]],
            all(Slot::Data),
        )
        .doing(Does::Runs),
        sub(&["publish"], &[], all(Slot::Data)).doing(Does::Sends),
    ],
);

const CARGO_OPTIONS: &[Flag] = &[
    with(&["--config"], Effect::Runs),
    with(&["-Z"], Effect::Runs),
    with(&["-C"], Effect::Folder),
    with(&["--manifest-path"], Effect::RunsFile),
    with(&["--target-dir"], Effect::Writes),
    with(&["--artifact-dir", "--out-dir"], Effect::Writes),
    with(&["--registry"], Effect::Sends),
    with(&["--index"], Effect::Contacts),
    with(&["--git"], Effect::Contacts),
    with(&["--path"], Effect::RunsFile),
    with(&["--root"], Effect::Writes),
    with(&["--token"], Effect::Sends),
    does(&["--fix"], Effect::Writes),
    takes(&["-p", "--package"]),
    takes(&["--exclude"]),
    takes(&["-F", "--features"]),
    takes(&["-j", "--jobs"]),
    takes(&["--profile"]),
    takes(&["--target"]),
    takes(&["--message-format"]),
    takes(&["--color"]),
    takes(&["--bin"]),
    takes(&["--example"]),
    takes(&["--test"]),
    takes(&["--bench"]),
    takes(&["--format-version"]),
    takes(&["--filter-platform"]),
    takes(&["-e", "--edges"]),
    takes(&["-i", "--invert"]),
    takes(&["--depth"]),
    takes(&["--prefix"]),
    takes(&["--limit"]),
    takes(&["--branch"]),
    takes(&["--tag"]),
    takes(&["--rev"]),
    glued(&["--timings"]),
    flag(&["--workspace"]),
    flag(&["-r", "--release"]),
    flag(&["--all"]),
    flag(&["--all-features"]),
    flag(&["--no-default-features"]),
    flag(&["--all-targets"]),
    flag(&["--lib"]),
    flag(&["--bins"]),
    flag(&["--examples"]),
    flag(&["--tests"]),
    flag(&["--benches"]),
    flag(&["--doc"]),
    flag(&["--no-run"]),
    flag(&["--no-fail-fast"]),
    flag(&["--keep-going"]),
    flag(&["--no-deps"]),
    flag(&["--document-private-items"]),
    flag(&["--open"]),
    flag(&["--check"]),
    flag(&["--allow-dirty"]),
    flag(&["--allow-staged"]),
    flag(&["--dry-run", "-n"]),
    flag(&["--locked"]),
    flag(&["--offline"]),
    flag(&["--frozen"]),
    flag(&["--future-incompat-report"]),
    flag(&["-d", "--duplicates"]),
    flag(&["--dev"]),
    flag(&["--build"]),
    flag(&["--optional"]),
    flag(&["-f", "--force"]),
    flag(&["-q", "--quiet"]),
    flag(&["-v", "--verbose"]),
    flag(&["-h", "--help"]),
    flag(&["-V", "--version"]),
];

const CARGOS: &[Subcommand] = &[
    sub(
        &[
            "build", "b", "check", "c", "clippy", "test", "t", "run", "r", "bench", "doc", "d", "rustc", "rustdoc", "nextest", "miri",
            "fix", "llvm-cov",
        ],
        &[CARGO_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Runs),
    sub(&["fmt"], &[CARGO_OPTIONS], all(Slot::Data)).doing(Does::Writes),
    sub(
        &["tree", "metadata", "pkgid", "locate-project", "verify-project", "read-manifest", "version", "help", "report"],
        &[CARGO_OPTIONS],
        all(Slot::Data),
    ),
    sub(
        &["clean", "add", "remove", "rm", "update", "generate-lockfile", "fetch", "vendor", "new", "init", "package"],
        &[CARGO_OPTIONS],
        all(Slot::Data),
    )
    .doing(Does::Writes),
    sub(&["install", "uninstall"], &[CARGO_OPTIONS], all(Slot::Data)).doing(Does::Runs),
    sub(&["search", "info", "publish", "yank", "owner", "login", "logout"], &[CARGO_OPTIONS], all(Slot::Data)).doing(Does::Sends),
    sub(&["audit", "deny", "outdated", "udeps", "machete"], &[CARGO_OPTIONS], all(Slot::Data)).doing(Does::Sends),
];

const CARGO: Table =
    family(Style::NESTED, &[&[does(&["+*"], Effect::Runs), flag(&["--list"]), takes(&["--explain"])], CARGO_OPTIONS], CARGOS);

const RUSTUP: Table = family(
    Style::EXACT,
    &[COMMON, &[flag(&["-v", "--verbose"]), flag(&["-q", "--quiet"])]],
    &[
        sub(&["show", "check", "which", "doc", "man", "completions"], &[&[takes(&["--toolchain"])]], all(Slot::Data)),
        sub(&["run"], &[&[flag(&["--install"])]], first(&[Slot::Data], Slot::Command)).doing(Does::Runs),
        sub(
            &["update", "default", "toolchain", "target", "component", "override", "self", "install", "uninstall", "set"],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Writes),
    ],
);

/// A compiler reads and writes what its many options say; those that load code are told apart, others are not known.
const COMPILER: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[
        COMMON,
        &[
            with(&["-o"], Effect::Writes),
            with(&["-fplugin"], Effect::Runs),
            with(&["-wrapper"], Effect::Words),
            with(&["-B"], Effect::Runs),
            with(&["-specs"], Effect::Runs),
            with(&["-C"], Effect::Runs),
            with(&["-include"], Effect::Reads),
            takes(&["--edition"]),
            takes(&["--crate-type"]),
            takes(&["--crate-name"]),
            takes(&["--emit"]),
            takes(&["--print"]),
            takes(&["-I"]),
            takes(&["-L"]),
            takes(&["-l"]),
            takes(&["-D"]),
            takes(&["-U"]),
            takes(&["-x"]),
            takes(&["-arch"]),
            takes(&["-target", "--target"]),
            glued(&["-std", "--std"]),
            glued(&["-W"]),
            glued(&["-O"]),
            glued(&["-g"]),
            flag(&["-c"]),
            flag(&["-S"]),
            flag(&["-E"]),
            flag(&["-v"]),
            flag(&["-V"]),
            flag(&["-w"]),
            flag(&["-s"]),
            flag(&["-pthread"]),
            flag(&["-shared"]),
            flag(&["-static"]),
            flag(&["-fPIC"]),
            flag(&["-fsyntax-only"]),
            flag(&["-pedantic"]),
            flag(&["-dumpversion"]),
            flag(&["-dumpmachine"]),
        ],
    ],
    all(Slot::Read),
)
.doing(Does::Writes);

const GO_OPTIONS: &[Flag] = &[
    with(&["-toolexec", "--toolexec"], Effect::Words),
    with(&["-exec", "--exec"], Effect::Words),
    with(&["-vettool", "--vettool"], Effect::Words),
    with(&["-ldflags", "--ldflags"], Effect::Runs),
    with(&["-gcflags", "--gcflags"], Effect::Runs),
    with(&["-asmflags", "--asmflags"], Effect::Runs),
    with(&["-gccgoflags", "--gccgoflags"], Effect::Runs),
    with(&["-overlay", "--overlay"], Effect::RunsFile),
    with(&["-modfile", "--modfile"], Effect::RunsFile),
    with(&["-compiler", "--compiler"], Effect::Runs),
    with(&["-pkgdir", "--pkgdir"], Effect::Runs),
    with(&["-C"], Effect::Folder),
    with(&["-o"], Effect::Writes),
    with(&["-outputdir", "--outputdir"], Effect::Writes),
    with(&["-coverprofile", "--coverprofile"], Effect::Writes),
    with(&["-cpuprofile", "--cpuprofile"], Effect::Writes),
    with(&["-memprofile", "--memprofile"], Effect::Writes),
    with(&["-blockprofile", "--blockprofile"], Effect::Writes),
    with(&["-mutexprofile", "--mutexprofile"], Effect::Writes),
    with(&["-trace", "--trace"], Effect::Writes),
    does(&["-w"], Effect::Writes),
    does(&["-u"], Effect::Runs),
    takes(&["-run", "--run"]),
    takes(&["-skip", "--skip"]),
    takes(&["-bench", "--bench"]),
    takes(&["-benchtime", "--benchtime"]),
    takes(&["-fuzz", "--fuzz"]),
    takes(&["-fuzztime", "--fuzztime"]),
    takes(&["-count", "--count"]),
    takes(&["-timeout", "--timeout"]),
    takes(&["-parallel", "--parallel"]),
    takes(&["-cpu", "--cpu"]),
    takes(&["-tags", "--tags"]),
    takes(&["-mod", "--mod"]),
    takes(&["-p"]),
    takes(&["-covermode", "--covermode"]),
    takes(&["-coverpkg", "--coverpkg"]),
    takes(&["-shuffle", "--shuffle"]),
    takes(&["-vet", "--vet"]),
    takes(&["-f"]),
    takes(&["-buildmode", "--buildmode"]),
    glued(&["-json", "--json"]),
    flag(&["-a"]),
    flag(&["-n"]),
    flag(&["-v"]),
    flag(&["-x"]),
    flag(&["-m"]),
    flag(&["-i"]),
    flag(&["-e"]),
    flag(&["-d"]),
    flag(&["-l"]),
    flag(&["-s"]),
    flag(&["-race", "--race"]),
    flag(&["-msan", "--msan"]),
    flag(&["-cover", "--cover"]),
    flag(&["-short", "--short"]),
    flag(&["-failfast", "--failfast"]),
    flag(&["-benchmem", "--benchmem"]),
    flag(&["-trimpath", "--trimpath"]),
    flag(&["-c"]),
    flag(&["-deps", "--deps"]),
    flag(&["-test", "--test"]),
    flag(&["-all"]),
    flag(&["-diff"]),
    flag(&["-help", "--help", "-h"]),
];

const GO: Table = family(
    Style::SINGLE,
    &[&[with(&["-C"], Effect::Folder)]],
    &[
        sub(&["build", "test", "vet", "run", "generate", "install", "get", "tool"], &[GO_OPTIONS], all(Slot::Data)).doing(Does::Runs),
        sub(&["fmt", "fix", "clean", "work"], &[GO_OPTIONS], all(Slot::Data)).doing(Does::Writes),
        sub(&["list", "version", "doc", "help", "bug"], &[GO_OPTIONS], all(Slot::Data)),
        sub(
            &["env"],
            &[&[does(&["-w"], Effect::Writes), does(&["-u"], Effect::Writes), flag(&["-json"]), flag(&["-changed"])]],
            all(Slot::Data),
        ),
        group(
            &["mod"],
            &[],
            &[
                sub(&["graph", "verify", "why"], &[GO_OPTIONS], all(Slot::Data)),
                sub(&["tidy", "download", "vendor", "init", "edit"], &[GO_OPTIONS], all(Slot::Data)).doing(Does::Writes),
            ],
        ),
    ],
);

const GOFMT: Table = program(
    Style::SINGLE,
    &[&[
        does(&["-w"], Effect::Edits),
        flag(&["-l"]),
        flag(&["-d"]),
        flag(&["-s"]),
        flag(&["-e"]),
        takes(&["-r"]),
        with(&["-cpuprofile"], Effect::Writes),
    ]],
    all(Slot::Read),
);

/// Variables may name programs: `SHELL` and those of the built-in recipes do.
const MAKE_VARIABLES: &[(&str, Slot)] = &[
    ("SHELL", Slot::Shell),
    ("MAKE", Slot::Shell),
    ("CC", Slot::Shell),
    ("CXX", Slot::Shell),
    ("CPP", Slot::Shell),
    ("LD", Slot::Shell),
    ("AR", Slot::Shell),
    ("AS", Slot::Shell),
    ("RM", Slot::Shell),
    ("MAKEFLAGS", Slot::Unknown),
    ("CFLAGS", Slot::Unknown),
    ("CXXFLAGS", Slot::Unknown),
    ("LDFLAGS", Slot::Unknown),
];

const MAKE: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-C", "--directory"], Effect::Folder),
            with(&["-f", "--file", "--makefile"], Effect::CodeFile(Language::Makefile)),
            with(&["-E", "--eval"], Effect::Code(Language::Makefile)),
            with(&["-I", "--include-dir"], Effect::RunsFile),
            takes(&["-o", "--old-file", "--assume-old"]),
            takes(&["-W", "--what-if", "--new-file", "--assume-new"]),
            glued(&["-j", "--jobs"]),
            glued(&["-l", "--load-average", "--max-load"]),
            glued(&["-O", "--output-sync"]),
            glued(&["--debug"]),
            flag(&["-B", "--always-make"]),
            flag(&["-b"]),
            flag(&["-m"]),
            flag(&["-d"]),
            does(&["-e", "--environment-overrides"], Effect::Runs),
            flag(&["-i", "--ignore-errors"]),
            flag(&["-k", "--keep-going"]),
            flag(&["-L", "--check-symlink-times"]),
            flag(&["-n", "--just-print", "--dry-run", "--recon"]),
            flag(&["-p", "--print-data-base"]),
            flag(&["-q", "--question"]),
            flag(&["-r", "--no-builtin-rules"]),
            flag(&["-R", "--no-builtin-variables"]),
            flag(&["-s", "--silent", "--quiet"]),
            flag(&["-S", "--no-keep-going", "--stop"]),
            flag(&["-t", "--touch"]),
            flag(&["--trace"]),
            flag(&["-v"]),
            flag(&["-w", "--print-directory"]),
            flag(&["--no-print-directory"]),
            flag(&["--warn-undefined-variables"]),
        ],
    ],
    all(Slot::Setting(MAKE_VARIABLES)),
)
.doing(Does::Runs);

const NINJA: Table = exact(
    &[
        COMMON,
        &[
            with(&["-C"], Effect::Folder),
            with(&["-f"], Effect::RunsFile),
            takes(&["-j"]),
            takes(&["-k"]),
            takes(&["-l"]),
            takes(&["-t"]),
            takes(&["-d"]),
            flag(&["-n"]),
            flag(&["-v", "--verbose"]),
            flag(&["--quiet"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

const CMAKE: Table = exact(
    &[
        COMMON,
        &[
            with(&["-S"], Effect::Folder),
            with(&["-B"], Effect::Writes),
            with(&["--build"], Effect::Writes),
            with(&["--install"], Effect::Runs),
            with(&["-C"], Effect::RunsFile),
            with(&["-P"], Effect::RunsFile),
            with(&["-E"], Effect::Runs),
            with(&["-D"], Effect::Runs),
            with(&["--toolchain"], Effect::RunsFile),
            takes(&["-G"]),
            takes(&["-t", "--target"]),
            takes(&["--config"]),
            takes(&["--preset"]),
            glued(&["-j", "--parallel"]),
            flag(&["-v", "--verbose"]),
            flag(&["-N"]),
            flag(&["-L"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

const PYTEST: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-p"], Effect::Runs),
            with(&["-c", "--config-file"], Effect::RunsFile),
            with(&["-o", "--override-ini"], Effect::Runs),
            with(&["-W", "--pythonwarnings"], Effect::Runs),
            with(&["--rootdir"], Effect::RunsFile),
            with(&["--confcutdir"], Effect::RunsFile),
            with(&["--basetemp"], Effect::Writes),
            with(&["--junit-xml", "--junitxml"], Effect::Writes),
            with(&["--log-file"], Effect::Writes),
            with(&["--pastebin"], Effect::Sends),
            does(&["--pdb"], Effect::Interactive),
            does(&["--trace"], Effect::Interactive),
            with(&["--pdbcls"], Effect::Runs),
            with_glued(&["--debug"], Effect::Writes),
            with_glued(&["--cov-report"], Effect::Writes),
            glued(&["--cov"]),
            takes(&["-k"]),
            takes(&["-m"]),
            takes(&["-n", "--numprocesses"]),
            takes(&["-r"]),
            takes(&["--tb"]),
            takes(&["--maxfail"]),
            takes(&["--durations"]),
            takes(&["--color"]),
            takes(&["--capture"]),
            takes(&["--show-capture"]),
            takes(&["--deselect"]),
            takes(&["--ignore"]),
            takes(&["--ignore-glob"]),
            takes(&["--import-mode"]),
            takes(&["--timeout"]),
            takes(&["--log-level"]),
            takes(&["--log-cli-level"]),
            flag(&["-v", "--verbose"]),
            flag(&["-q", "--quiet"]),
            flag(&["-x", "--exitfirst"]),
            flag(&["-s"]),
            flag(&["-l", "--showlocals"]),
            flag(&["--lf", "--last-failed"]),
            flag(&["--ff", "--failed-first"]),
            flag(&["--nf", "--new-first"]),
            flag(&["--sw", "--stepwise"]),
            flag(&["--co", "--collect-only"]),
            flag(&["--setup-show"]),
            flag(&["--fixtures"]),
            flag(&["--markers"]),
            flag(&["--no-header"]),
            flag(&["--no-summary"]),
            flag(&["--strict-markers"]),
            flag(&["--strict-config"]),
            flag(&["--cache-clear"]),
            flag(&["--cache-show"]),
            flag(&["--no-cov"]),
            flag(&["--disable-warnings", "--disable-pytest-warnings"]),
            flag(&["-h"]),
            flag(&["-V"]),
        ],
    ],
    all(Slot::Read),
)
.doing(Does::Runs);

const MYPY: Table = exact(
    &[
        COMMON,
        &[
            with(&["--config-file"], Effect::RunsFile),
            with(&["--python-executable"], Effect::Words),
            with(&["--html-report"], Effect::Writes),
            with(&["--junit-xml"], Effect::Writes),
            with(&["--cache-dir"], Effect::Writes),
            does(&["--install-types"], Effect::Runs),
            takes(&["-p", "--package"]),
            takes(&["-m", "--module"]),
            takes(&["--python-version"]),
            takes(&["--exclude"]),
            flag(&["--strict"]),
            flag(&["--ignore-missing-imports"]),
            flag(&["--show-error-codes"]),
            flag(&["--no-error-summary"]),
            flag(&["--pretty"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    all(Slot::Read),
)
.doing(Does::Runs);

const RUFF_OPTIONS: &[Flag] = &[
    with(&["--config"], Effect::Reads),
    with(&["-o", "--output-file"], Effect::Writes),
    with(&["--cache-dir"], Effect::Writes),
    does(&["--fix"], Effect::Edits),
    does(&["--unsafe-fixes"], Effect::Edits),
    does(&["--fix-only"], Effect::Edits),
    does(&["--add-noqa"], Effect::Edits),
    takes(&["--select"]),
    takes(&["--extend-select"]),
    takes(&["--ignore"]),
    takes(&["--exclude"]),
    takes(&["--output-format"]),
    takes(&["--line-length"]),
    takes(&["--target-version"]),
    flag(&["--check"]),
    flag(&["--diff"]),
    flag(&["--statistics"]),
    flag(&["--show-files"]),
    flag(&["--show-settings"]),
    flag(&["--no-cache"]),
    flag(&["--no-fix"]),
    flag(&["--preview"]),
    flag(&["--isolated"]),
    flag(&["-e", "--exit-zero"]),
    flag(&["-q", "--quiet"]),
    flag(&["-v", "--verbose"]),
    flag(&["-s", "--silent"]),
];

const RUFF: Table = family(
    Style::EXACT,
    &[COMMON, RUFF_OPTIONS],
    &[
        sub(&["check"], &[RUFF_OPTIONS], BELOW),
        sub(&["format"], &[RUFF_OPTIONS], all(Slot::ReadWrite)).beside(&[(&["--check"], BELOW), (&["--diff"], BELOW)]).doing(Does::Writes),
        sub(&["rule", "config", "linter", "version", "help"], &[RUFF_OPTIONS], all(Slot::Data)),
        sub(&["clean"], &[RUFF_OPTIONS], all(Slot::Data)).doing(Does::Writes),
    ],
);

const BELOW: Layout = Layout { first: &[], rest: Slot::ReadBelow, last: None, absent: Some(".") };

const FORMATTER: Table = exact(
    &[
        COMMON,
        &[
            with(&["--config", "--settings-path"], Effect::Reads),
            with(&["-c", "--code"], Effect::Runs),
            takes(&["-l", "--line-length"]),
            takes(&["-t", "--target-version"]),
            takes(&["--profile"]),
            takes(&["--exclude"]),
            takes(&["--include"]),
            flag(&["--check", "--check-only"]),
            flag(&["--diff"]),
            flag(&["--color"]),
            flag(&["-q", "--quiet"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    all(Slot::ReadWrite),
)
.beside(&[(&["--check"], BELOW), (&["--diff"], BELOW)]);

/// They run the plugins that the project names.
const CHECKER: Table = exact(
    &[
        COMMON,
        &[
            with(&["--config", "--rcfile"], Effect::RunsFile),
            with(&["--load-plugins"], Effect::Runs),
            with(&["--init-hook"], Effect::Code(Language::Python)),
            with(&["--output-file", "--output"], Effect::Writes),
            takes(&["--select"]),
            takes(&["--ignore"]),
            takes(&["--exclude"]),
            takes(&["--max-line-length"]),
            takes(&["--format"]),
            takes(&["-d", "--disable"]),
            takes(&["-e", "--enable"]),
            takes(&["-j", "--jobs"]),
            flag(&["--count"]),
            flag(&["--statistics"]),
            flag(&["--show-source"]),
            flag(&["-q", "--quiet"]),
            flag(&["-v", "--verbose"]),
        ],
    ],
    BELOW,
)
.doing(Does::Runs);

const TSC: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[&[
        with(&["-p", "--project", "-project"], Effect::Reads),
        with(&["--outDir", "--outdir"], Effect::Writes),
        with(&["--outFile"], Effect::Writes),
        with(&["--declarationDir"], Effect::Writes),
        with(&["--tsBuildInfoFile"], Effect::Writes),
        with(&["--generateTrace"], Effect::Writes),
        with(&["--generateCpuProfile"], Effect::Writes),
        does(&["--init"], Effect::Writes),
        flag(&["--noEmit", "--noemit"]),
        flag(&["-w", "--watch"]),
        does(&["-b", "--build"], Effect::Writes),
        takes(&["-t", "--target"]),
        takes(&["-m", "--module"]),
        takes(&["--moduleResolution"]),
        takes(&["--lib"]),
        takes(&["--jsx"]),
        takes(&["--pretty"]),
        flag(&["--strict"]),
        flag(&["--skipLibCheck"]),
        flag(&["--esModuleInterop"]),
        flag(&["--incremental"]),
        flag(&["--listFiles"]),
        flag(&["--showConfig"]),
        flag(&["-v", "--version"]),
        flag(&["-h", "--help"]),
    ]],
    all(Slot::Read),
)
.doing(Does::Writes);

const ESLINT: Table = exact(
    &[
        COMMON,
        &[
            with(&["-c", "--config"], Effect::RunsFile),
            with(&["--resolve-plugins-relative-to"], Effect::RunsFile),
            with(&["--rulesdir"], Effect::RunsFile),
            with(&["--plugin"], Effect::Runs),
            with(&["--parser"], Effect::Runs),
            with(&["-f", "--format"], Effect::Runs),
            with(&["-o", "--output-file"], Effect::Writes),
            with(&["--cache-location"], Effect::Writes),
            with(&["--cache-file"], Effect::Writes),
            does(&["--fix"], Effect::Edits),
            does(&["--init"], Effect::Writes),
            with(&["--ignore-path"], Effect::Reads),
            takes(&["--ext"]),
            takes(&["--rule"]),
            takes(&["--env"]),
            takes(&["--global"]),
            takes(&["--ignore-pattern"]),
            takes(&["--max-warnings"]),
            flag(&["--cache"]),
            flag(&["--fix-dry-run"]),
            flag(&["--no-eslintrc"]),
            flag(&["--no-config-lookup"]),
            flag(&["--no-ignore"]),
            flag(&["--no-inline-config"]),
            flag(&["--report-unused-disable-directives"]),
            flag(&["--no-error-on-unmatched-pattern"]),
            flag(&["--quiet"]),
            flag(&["--color"]),
            flag(&["--no-color"]),
            flag(&["--debug"]),
            flag(&["-v"]),
        ],
    ],
    all(Slot::ReadBelow),
)
.doing(Does::Runs);

const PRETTIER: Table = exact(
    &[
        COMMON,
        &[
            with(&["--config"], Effect::RunsFile),
            with(&["--plugin"], Effect::Runs),
            with(&["--cache-location"], Effect::Writes),
            with(&["--ignore-path"], Effect::Reads),
            does(&["-w", "--write"], Effect::Edits),
            flag(&["-c", "--check"]),
            flag(&["-l", "--list-different"]),
            flag(&["--no-config"]),
            flag(&["--cache"]),
            takes(&["--parser"]),
            takes(&["--log-level"]),
            takes(&["--tab-width"]),
            takes(&["--print-width"]),
            takes(&["--stdin-filepath"]),
        ],
    ],
    all(Slot::ReadBelow),
)
.doing(Does::Runs);

const JEST: Table = exact(
    &[
        COMMON,
        &[
            with(&["-c", "--config"], Effect::RunsFile),
            with(&["-r", "--require"], Effect::RunsFile),
            with(&["--setupFiles"], Effect::RunsFile),
            with(&["--globalSetup"], Effect::RunsFile),
            with(&["--reporters", "--reporter"], Effect::Runs),
            with(&["--coverageDirectory"], Effect::Writes),
            with(&["--outputFile"], Effect::Writes),
            does(&["-u", "--updateSnapshot", "--update"], Effect::Writes),
            with(&["--rootDir", "--root", "--dir"], Effect::RunsFile),
            takes(&["-t", "--testNamePattern"]),
            takes(&["--testPathPattern", "--testPathPatterns"]),
            takes(&["--maxWorkers"]),
            takes(&["--testTimeout"]),
            takes(&["-g", "--grep"]),
            takes(&["--timeout"]),
            takes(&["--project"]),
            flag(&["-i", "--runInBand"]),
            flag(&["--watch"]),
            flag(&["--watchAll"]),
            flag(&["--ci"]),
            flag(&["--coverage"]),
            flag(&["--verbose"]),
            flag(&["--silent"]),
            flag(&["--bail"]),
            flag(&["--run"]),
            flag(&["--passWithNoTests"]),
            flag(&["--onlyChanged", "-o"]),
            flag(&["--detectOpenHandles"]),
            flag(&["--forceExit"]),
            flag(&["--listTests"]),
            flag(&["--no-cache"]),
            flag(&["--no-coverage"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

const MAVEN: Table = exact(
    &[
        COMMON,
        &[
            with(&["-f", "--file"], Effect::RunsFile),
            with(&["-s", "--settings"], Effect::RunsFile),
            with(&["-D", "--define"], Effect::Runs),
            takes(&["-P", "--activate-profiles"]),
            takes(&["-T", "--threads"]),
            flag(&["-q", "--quiet"]),
            flag(&["-o", "--offline"]),
            flag(&["-B", "--batch-mode"]),
            flag(&["-X", "--debug"]),
            flag(&["-e", "--errors"]),
            flag(&["-U", "--update-snapshots"]),
            flag(&["-v"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

const GRADLE: Table = exact(
    &[
        COMMON,
        &[
            with(&["-b", "--build-file"], Effect::RunsFile),
            with(&["-I", "--init-script"], Effect::RunsFile),
            with(&["-c", "--settings-file"], Effect::RunsFile),
            with(&["-p", "--project-dir"], Effect::Folder),
            with(&["-D", "--system-prop"], Effect::Runs),
            with(&["-P", "--project-prop"], Effect::Runs),
            takes(&["--tests"]),
            takes(&["-x", "--exclude-task"]),
            flag(&["-q", "--quiet"]),
            flag(&["-i", "--info"]),
            flag(&["--debug"]),
            flag(&["-s", "--stacktrace"]),
            flag(&["--offline"]),
            flag(&["--no-daemon"]),
            flag(&["--daemon"]),
            flag(&["--parallel"]),
            flag(&["--build-cache"]),
            flag(&["--continue"]),
            flag(&["-v"]),
        ],
    ],
    all(Slot::Data),
)
.doing(Does::Runs);

const XCODEBUILD: Table = program(
    Style::SINGLE,
    &[&[
        flag(&["-list"]),
        flag(&["-version"]),
        flag(&["-showsdks"]),
        flag(&["-showBuildSettings"]),
        flag(&["-showdestinations"]),
        flag(&["-json"]),
        flag(&["-quiet"]),
        flag(&["-verbose"]),
        flag(&["-help"]),
        flag(&["-allTargets", "-alltargets"]),
        flag(&["-skipPackagePluginValidation"]),
        takes(&["-scheme"]),
        takes(&["-target"]),
        takes(&["-configuration"]),
        takes(&["-sdk"]),
        takes(&["-arch"]),
        takes(&["-destination"]),
        takes(&["-jobs"]),
        takes(&["-only-testing"]),
        takes(&["-skip-testing"]),
        with(&["-project"], Effect::RunsFile),
        with(&["-workspace"], Effect::RunsFile),
        with(&["-xcconfig"], Effect::RunsFile),
        with(&["-toolchain"], Effect::Runs),
        with(&["-derivedDataPath"], Effect::Writes),
        with(&["-resultBundlePath"], Effect::Writes),
        with(&["-archivePath"], Effect::Writes),
        with(&["-exportPath"], Effect::Writes),
        with(&["-exportOptionsPlist"], Effect::Reads),
    ]],
    all(Slot::Data),
)
.doing(Does::Runs);

const BREW: Table = family(
    Style::EXACT,
    &[COMMON, &[flag(&["-v", "--verbose"]), flag(&["-q", "--quiet"])]],
    &[
        sub(
            &["list", "ls", "info", "deps", "uses", "leaves", "config", "doctor", "--prefix", "desc", "cat", "log"],
            &[&[
                flag(&["--cask"]),
                flag(&["--formula"]),
                flag(&["--json"]),
                flag(&["--versions"]),
                flag(&["-1"]),
                flag(&["--tree"]),
                flag(&["--installed"]),
            ]],
            all(Slot::Data),
        ),
        sub(&["search", "outdated", "home"], &[&[flag(&["--cask"]), flag(&["--formula"])]], all(Slot::Data)).doing(Does::Sends),
        sub(
            &[
                "install",
                "reinstall",
                "upgrade",
                "update",
                "uninstall",
                "remove",
                "tap",
                "untap",
                "link",
                "unlink",
                "cleanup",
                "services",
                "bundle",
            ],
            &[&[flag(&["--cask"]), flag(&["--formula"]), flag(&["-f", "--force"])]],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const APT: Table = family(
    Style::NESTED,
    &[
        COMMON,
        &[
            with(&["-o", "--option"], Effect::Runs),
            with(&["-c", "--config-file"], Effect::RunsFile),
            takes(&["-t", "--target-release"]),
            flag(&["-y", "--yes", "--assume-yes"]),
            flag(&["-q", "--quiet"]),
            flag(&["-s", "--simulate", "--dry-run"]),
            flag(&["--no-install-recommends"]),
            flag(&["--installed"]),
            flag(&["--upgradable"]),
            flag(&["-a", "--all-versions"]),
        ],
    ],
    &[
        sub(&["list", "show", "search", "policy", "depends", "rdepends"], &[], all(Slot::Data)),
        sub(&["update", "download", "source", "changelog"], &[], all(Slot::Data)).doing(Does::Writes),
        sub(
            &[
                "install",
                "reinstall",
                "remove",
                "purge",
                "upgrade",
                "full-upgrade",
                "dist-upgrade",
                "autoremove",
                "build-dep",
                "clean",
                "autoclean",
                "edit-sources",
                "satisfy",
            ],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const SHELLCHECK: Table = exact(
    &[
        COMMON,
        &[
            with(&["-P", "--source-path"], Effect::Reads),
            with(&["--rcfile"], Effect::Reads),
            takes(&["-e", "--exclude"]),
            takes(&["-i", "--include"]),
            takes(&["-f", "--format"]),
            takes(&["-s", "--shell"]),
            takes(&["-S", "--severity"]),
            takes(&["-o", "--enable"]),
            takes(&["-W", "--wiki-link-count"]),
            glued(&["-C", "--color"]),
            flag(&["-a", "--check-sourced"]),
            flag(&["-x", "--external-sources"]),
            flag(&["--norc"]),
            flag(&["-V"]),
        ],
    ],
    all(Slot::Read),
);

const COMPOSER: Table = family(
    Style::NESTED,
    &[
        COMMON,
        &[
            with(&["-d", "--working-dir"], Effect::Folder),
            flag(&["-n", "--no-interaction"]),
            flag(&["-q", "--quiet"]),
            flag(&["--no-scripts"]),
            flag(&["--no-plugins"]),
            flag(&["--no-dev"]),
        ],
    ],
    &[
        sub(&["show", "info", "licenses", "validate", "status", "why", "depends"], &[], all(Slot::Data)).doing(Does::Runs),
        sub(
            &["install", "update", "require", "remove", "dump-autoload", "run-script", "run", "create-project", "global", "exec"],
            &[],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const BUNDLE: Table = family(
    Style::EXACT,
    &[COMMON],
    &[
        sub(&["exec", "e"], &[], all(Slot::Command)).doing(Does::Runs),
        sub(&["list", "show", "info", "outdated", "platform", "version"], &[], all(Slot::Data)).doing(Does::Runs),
        sub(
            &["install", "update", "add", "remove", "config", "check", "clean", "lock", "init"],
            &[&[takes(&["-j", "--jobs"]), flag(&["--local"]), flag(&["--quiet"])]],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const GEM: Table = family(
    Style::EXACT,
    &[COMMON],
    &[
        sub(
            &["list", "env", "environment", "contents", "dependency", "specification", "which", "query"],
            &[&[flag(&["-l", "--local"]), flag(&["-a", "--all"])]],
            all(Slot::Data),
        ),
        sub(&["search", "info", "outdated", "fetch"], &[], all(Slot::Data)).doing(Does::Sends),
        sub(
            &["install", "uninstall", "update", "build", "push", "exec", "cleanup"],
            &[&[takes(&["-v", "--version"]), flag(&["--no-document"])]],
            all(Slot::Data),
        )
        .doing(Does::Runs),
    ],
);

const DOTNET: Table = family(
    Style::EXACT,
    &[COMMON, &[flag(&["--info"]), flag(&["--list-sdks"]), flag(&["--list-runtimes"])]],
    &[sub(
        &["build", "test", "run", "restore", "publish", "clean", "pack", "format", "add", "remove", "new", "tool", "list", "nuget", "sln"],
        &[&[
            with(&["-o", "--output"], Effect::Writes),
            takes(&["-c", "--configuration"]),
            takes(&["-f", "--framework"]),
            takes(&["-r", "--runtime"]),
            takes(&["-v", "--verbosity"]),
            takes(&["--filter"]),
            flag(&["--no-build"]),
            flag(&["--no-restore"]),
            flag(&["--nologo"]),
        ]],
        all(Slot::Data),
    )
    .doing(Does::Runs)],
);
