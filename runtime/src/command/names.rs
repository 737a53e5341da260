//! Names of variables: which change nothing that runs, and which run code.
//!
//! A name on neither list is simply not known: a permission takes it only where its pattern names it.

/// Sorted: they change nothing that any program runs, reads or sends.
const HARMLESS: &[&str] = &[
    "CARGO_INCREMENTAL",
    "CARGO_TERM_COLOR",
    "CARGO_TERM_PROGRESS_WHEN",
    "CARGO_TERM_QUIET",
    "CARGO_TERM_VERBOSE",
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "GREP_COLOR",
    "GREP_COLORS",
    "LANG",
    "LANGUAGE",
    "LC_ADDRESS",
    "LC_ALL",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_IDENTIFICATION",
    "LC_MEASUREMENT",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NAME",
    "LC_NUMERIC",
    "LC_PAPER",
    "LC_TELEPHONE",
    "LC_TIME",
    "LINES",
    "LS_COLORS",
    "MANWIDTH",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
];

/// Sorted: programs take commands, options, code or the folders of code from them.
const RUNS: &[&str] = &[
    "AR",
    "AS",
    "AWKLIBPATH",
    "AWKPATH",
    "AWS_CONFIG_FILE",
    "AWS_SHARED_CREDENTIALS_FILE",
    "BASHOPTS",
    "BASH_ENV",
    "BAT_CONFIG_PATH",
    "BAT_PAGER",
    "BROWSER",
    "BUNDLE_GEMFILE",
    "BUN_OPTIONS",
    "CARGO",
    "CARGO_HOME",
    "CC",
    "CDPATH",
    "CFLAGS",
    "CLASSPATH",
    "COMPILER_PATH",
    "COMPOSER_HOME",
    "CORECLR_PROFILER",
    "CORECLR_PROFILER_PATH",
    "COVERAGE_PROCESS_START",
    "CPP",
    "CPPFLAGS",
    "CURL_HOME",
    "CVS_RSH",
    "CXX",
    "CXXFLAGS",
    "DELTA_PAGER",
    "DEVELOPER_DIR",
    "DJANGO_SETTINGS_MODULE",
    "DOCKER_CONFIG",
    "DOTNET_STARTUP_HOOKS",
    "EDITOR",
    "ELECTRON_RUN_AS_NODE",
    "ELIXIR_ERL_OPTIONS",
    "EMACSLOADPATH",
    "ENV",
    "ERL_AFLAGS",
    "ERL_FLAGS",
    "ERL_ZFLAGS",
    "EXINIT",
    "FC",
    "FLASK_APP",
    "FZF_DEFAULT_COMMAND",
    "FZF_DEFAULT_OPTS",
    "GCC_EXEC_PREFIX",
    "GCONV_PATH",
    "GEM_HOME",
    "GEM_PATH",
    "GH_BROWSER",
    "GH_EDITOR",
    "GH_PAGER",
    "GNUMAKEFLAGS",
    "GOBIN",
    "GOENV",
    "GOFLAGS",
    "GOPATH",
    "GOROOT",
    "GOTOOLCHAIN",
    "GRADLE_OPTS",
    "GREP_OPTIONS",
    "GTK_MODULES",
    "HELM_PLUGINS",
    "HGEDITOR",
    "HGRCPATH",
    "HOME",
    "IFS",
    "INPUTRC",
    "IPYTHONDIR",
    "JAVA_HOME",
    "JAVA_OPTS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "JULIA_LOAD_PATH",
    "KUBECONFIG",
    "KUBECTL_EXTERNAL_DIFF",
    "KUBE_EDITOR",
    "LD",
    "LDFLAGS",
    "LESS",
    "LESSCLOSE",
    "LESSOPEN",
    "LUA_CPATH",
    "LUA_INIT",
    "LUA_PATH",
    "MAKEFILES",
    "MAKEFLAGS",
    "MANPAGER",
    "MAVEN_ARGS",
    "MAVEN_OPTS",
    "MFLAGS",
    "NIX_PATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "OPENSSL_MODULES",
    "PAGER",
    "PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "PKG_CONFIG",
    "PROMPT_COMMAND",
    "PS4",
    "PSQLRC",
    "PSQL_EDITOR",
    "PSQL_PAGER",
    "PYTEST_ADDOPTS",
    "PYTEST_PLUGINS",
    "PYTHONBREAKPOINT",
    "PYTHONEXECUTABLE",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PYTHONUSERBASE",
    "PYTHONWARNINGS",
    "QT_PLUGIN_PATH",
    "RIPGREP_CONFIG_PATH",
    "RSYNC_CONNECT_PROG",
    "RSYNC_RSH",
    "RUBYLIB",
    "RUBYOPT",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "R_ENVIRON",
    "R_PROFILE",
    "R_PROFILE_USER",
    "SBT_OPTS",
    "SHELL",
    "SHELLOPTS",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "SVN_EDITOR",
    "SVN_SSH",
    "SWIFT_EXEC",
    "SYSTEMD_EDITOR",
    "SYSTEMD_PAGER",
    "TAR_OPTIONS",
    "TF_CLI_CONFIG_FILE",
    "VIMINIT",
    "VIMRUNTIME",
    "VISUAL",
    "WGETRC",
    "XDG_CONFIG_DIRS",
    "XDG_CONFIG_HOME",
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
    "ZDOTDIR",
    "_JAVA_OPTIONS",
];

/// Every name that begins so does as well.
const RUNS_BEGIN: &[&str] = &[
    "ANSIBLE_",
    "BASH_FUNC_",
    "CARGO_ALIAS_",
    "CARGO_BUILD_",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "DYLD_",
    "GIT_",
    "LD_",
    "NPM_CONFIG_",
    "PIP_",
    "TF_CLI_ARGS",
    "UV_",
    "YARN_",
    "npm_config_",
];

/// Sorted: programs run the value itself, as shell text or as words.
const COMMANDS: &[&str] = &[
    "AR",
    "AS",
    "BAT_PAGER",
    "BROWSER",
    "CC",
    "CPP",
    "CVS_RSH",
    "CXX",
    "DELTA_PAGER",
    "EDITOR",
    "FC",
    "FZF_DEFAULT_COMMAND",
    "GH_BROWSER",
    "GH_EDITOR",
    "GH_PAGER",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "GIT_SEQUENCE_EDITOR",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "HGEDITOR",
    "KUBECTL_EXTERNAL_DIFF",
    "KUBE_EDITOR",
    "LD",
    "LESSCLOSE",
    "LESSOPEN",
    "MANPAGER",
    "PAGER",
    "PKG_CONFIG",
    "PROMPT_COMMAND",
    "PSQL_EDITOR",
    "PSQL_PAGER",
    "RSYNC_CONNECT_PROG",
    "RSYNC_RSH",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "SVN_EDITOR",
    "SVN_SSH",
    "SYSTEMD_EDITOR",
    "SYSTEMD_PAGER",
    "VISUAL",
];

/// Sorted: the value is expanded by a shell that starts or traces.
const EXPANDED: &[&str] = &["BASH_ENV", "ENV", "PS0", "PS1", "PS2", "PS4"];

/// Sorted: the value is words that a program puts before its own.
const OPTIONS: &[(&str, &str)] = &[
    ("GNUMAKEFLAGS", "make"),
    ("GREP_OPTIONS", "grep"),
    ("LESS", "less"),
    ("MAKEFLAGS", "make"),
    ("NODE_OPTIONS", "node"),
    ("TAR_OPTIONS", "tar"),
];

/// Whether programs run the variable's value.
pub fn is_command(name: &str) -> bool {
    COMMANDS.binary_search(&name).is_ok() || name.starts_with("GIT_CONFIG_VALUE_")
}

/// Whether a shell expands the variable's value by itself.
pub fn is_expanded(name: &str) -> bool {
    EXPANDED.binary_search(&name).is_ok()
}

/// The program whose words the variable's value is.
pub fn options_of(name: &str) -> Option<&'static str> {
    OPTIONS.iter().find(|(known, _)| *known == name).map(|(_, program)| *program)
}

/// The names that change nothing that runs, sorted.
pub fn harmless() -> &'static [&'static str] {
    HARMLESS
}

/// The names that run code, sorted, and what other such names begin with.
pub fn running() -> (&'static [&'static str], &'static [&'static str]) {
    (RUNS, RUNS_BEGIN)
}

/// Whether an assignment of the name changes nothing that runs.
pub fn is_harmless(name: &str) -> bool {
    HARMLESS.binary_search(&name).is_ok()
}

/// Whether the name is known to make programs run code that its value names.
pub fn runs_code(name: &str) -> bool {
    RUNS.binary_search(&name).is_ok() || RUNS_BEGIN.iter().any(|begin| name.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_no_name_is_on_both() {
        for list in [HARMLESS, RUNS, RUNS_BEGIN] {
            assert!(list.is_sorted(), "{list:?}");
        }
        assert!(COMMANDS.is_sorted() && COMMANDS.iter().all(|name| runs_code(name)));
        assert!(!HARMLESS.iter().any(|name| runs_code(name)));
    }

    #[test]
    fn names_that_steer_programs_run_code_and_names_of_looks_do_not() {
        for name in [
            "PATH",
            "NODE_OPTIONS",
            "PYTHONPATH",
            "BASH_ENV",
            "GIT_SSH_COMMAND",
            "EDITOR",
            "LD_PRELOAD",
            "DYLD_INSERT_LIBRARIES",
            "BASH_FUNC_x%%",
        ] {
            assert!(runs_code(name) && !is_harmless(name), "{name}");
        }
        for name in ["LANG", "LC_ALL", "TZ", "CI", "NO_COLOR", "TERM"] {
            assert!(is_harmless(name) && !runs_code(name), "{name}");
        }
        assert!(!is_harmless("FOO") && !runs_code("FOO"));
    }
}
