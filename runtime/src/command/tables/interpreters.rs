//! Interpreters of other languages: what carries their code. A table.

use super::Row;
use super::shorthand::grammar;
use crate::command::reading::Does;
use crate::command::table::{
    Effect, Flag, Grammar, Input, Language, Layout, Slot, Style, Table, Takes, all, digits, does, first, flag, takes, with, with_glued,
};

pub(super) const ROWS: &[Row] = &[
    ("python", &PYTHON),
    ("python2", &PYTHON),
    ("python3", &PYTHON),
    ("python3.8", &PYTHON),
    ("python3.9", &PYTHON),
    ("python3.10", &PYTHON),
    ("python3.11", &PYTHON),
    ("python3.12", &PYTHON),
    ("python3.13", &PYTHON),
    ("python3.14", &PYTHON),
    ("pypy", &PYTHON),
    ("pypy3", &PYTHON),
    ("ipython", &PYTHON),
    ("perl", &PERL),
    ("ruby", &RUBY),
    ("irb", &REPL),
    ("node", &NODE),
    ("nodejs", &NODE),
    ("bun", &BUN),
    ("deno", &DENO),
    ("ts-node", &NODE),
    ("tsx", &NODE),
    ("php", &PHP),
    ("lua", &LUA),
    ("luajit", &LUA),
    ("Rscript", &R),
    ("R", &REPL),
    ("osascript", &OSASCRIPT),
    ("pwsh", &POWERSHELL),
    ("powershell", &POWERSHELL),
    ("powershell.exe", &POWERSHELL),
    ("pwsh.exe", &POWERSHELL),
    ("julia", &JULIA),
    ("elixir", &JULIA),
    ("erl", &ERL),
    ("iex", &REPL),
    ("ghci", &REPL),
    ("groovy", &JULIA),
    ("jshell", &REPL),
    ("scala", &JULIA),
    ("tclsh", &TCL),
    ("expect", &EXPECT),
    ("guile", &GUILE),
    ("gnuplot", &JULIA),
    ("octave", &JULIA),
    ("octave-cli", &JULIA),
    ("ghc", &JULIA),
    ("rake", &JULIA),
];

const FILE: Layout = first(&[Slot::RunFile], Slot::Data);
const STYLE: Style = Style { stops: true, ..Style::EXACT };

/// An interpreter: options, then a file; without one its input is code.
const fn interpreter(language: Language, options: &'static [&'static [Flag]], operands: Layout) -> Table {
    let mut grammar = grammar(options, operands);
    grammar.input = Input::Code(language);
    Table { style: STYLE, grammar }
}

const PYTHON: Table = interpreter(
    Language::Python,
    &[&[
        with(&["-c"], Effect::CodeFirst(Language::Python)),
        with(&["-m"], Effect::CodeFirst(Language::Other)),
        does(&["-i"], Effect::Interactive),
        flag(&["-u"]),
        flag(&["-B"]),
        flag(&["-b"]),
        flag(&["-d"]),
        flag(&["-E"]),
        flag(&["-I"]),
        flag(&["-O"]),
        flag(&["-P"]),
        flag(&["-q"]),
        flag(&["-s"]),
        flag(&["-S"]),
        flag(&["-v"]),
        flag(&["-x"]),
        flag(&["-V", "--version"]),
        flag(&["-h", "--help"]),
        takes(&["-W"]),
        takes(&["-X"]),
        takes(&["--check-hash-based-pycs"]),
    ]],
    FILE,
)
.beside(&[(&["-m"], all(Slot::Data)), (&["-c"], all(Slot::Data)), (&["-V", "-h"], all(Slot::Data))]);

const PERL: Table = interpreter(
    Language::Perl,
    &[&[
        with(&["-e"], Effect::CodeFirst(Language::Perl)),
        with(&["-E"], Effect::CodeFirst(Language::Perl)),
        Flag { spellings: &["-i"], takes: Takes::Glued, effect: Effect::Edits, beside: None },
        flag(&["-n"]),
        flag(&["-p"]),
        flag(&["-a"]),
        flag(&["-c"]),
        flag(&["-w"]),
        flag(&["-W"]),
        flag(&["-T"]),
        flag(&["-t"]),
        flag(&["-s"]),
        flag(&["-u"]),
        flag(&["-v"]),
        flag(&["-h"]),
        flag(&["--help", "--version"]),
        digits(&["-0"]),
        digits(&["-l"]),
        digits(&["-C"]),
        takes(&["-F"]),
        with(&["-I"], Effect::Runs),
        with_glued(&["-M"], Effect::Runs),
        with_glued(&["-m"], Effect::Runs),
        with_glued(&["-d"], Effect::Runs),
        with_glued(&["-x"], Effect::Harmless),
    ]],
    FILE,
)
.beside(&[(&["-e", "-E"], all(Slot::Read)), (&["-v", "-h"], all(Slot::Data))]);

const RUBY: Table = interpreter(
    Language::Ruby,
    &[&[
        with(&["-e"], Effect::CodeFirst(Language::Ruby)),
        Flag { spellings: &["-i"], takes: Takes::Glued, effect: Effect::Edits, beside: None },
        flag(&["-n"]),
        flag(&["-p"]),
        flag(&["-a"]),
        flag(&["-c"]),
        flag(&["-w"]),
        flag(&["-l"]),
        flag(&["-s"]),
        flag(&["-v"]),
        flag(&["--version", "--help"]),
        takes(&["-F"]),
        takes(&["-E"]),
        with(&["-r"], Effect::Runs),
        with(&["-I"], Effect::Runs),
        with(&["-C"], Effect::Folder),
    ]],
    FILE,
)
.beside(&[(&["-e"], all(Slot::Read)), (&["--version"], all(Slot::Data))]);

const NODE_OPTIONS: &[Flag] = &[
    with(&["-e", "--eval"], Effect::CodeFirst(Language::JavaScript)),
    with(&["-p", "--print"], Effect::CodeFirst(Language::JavaScript)),
    does(&["-i", "--interactive"], Effect::Interactive),
    flag(&["-c", "--check"]),
    flag(&["-v", "--version"]),
    flag(&["-h", "--help"]),
    with(&["-r", "--require"], Effect::Runs),
    with(&["--import"], Effect::Runs),
    with(&["--loader", "--experimental-loader"], Effect::Runs),
    with(&["--env-file"], Effect::Reads),
    takes(&["--input-type"]),
    flag(&["--no-warnings"]),
    flag(&["--enable-source-maps"]),
    flag(&["--trace-warnings"]),
    takes(&["--max-old-space-size"]),
    takes(&["-C", "--conditions"]),
    with(&["-T"], Effect::Harmless),
];

const NODE: Table = interpreter(
    Language::JavaScript,
    &[NODE_OPTIONS, &[does(&["--test"], Effect::Runs), does(&["--watch"], Effect::Runs), with(&["--run"], Effect::Runs)]],
    FILE,
)
.beside(&[(&["-e", "-p"], all(Slot::Data)), (&["-v", "-h", "--test", "--run"], all(Slot::Data)), (&["-c"], all(Slot::Read))]);

/// What bun and deno do beside running a file is not known: their subcommands are files here.
const BUN: Table = NODE.doing(Does::Runs);
const DENO: Table = interpreter(Language::JavaScript, &[NODE_OPTIONS], all(Slot::Data)).doing(Does::Runs);

const PHP: Table = interpreter(
    Language::Php,
    &[&[
        with(&["-r", "--run"], Effect::CodeFirst(Language::Php)),
        with(&["-R", "--process-code"], Effect::CodeFirst(Language::Php)),
        with(&["-B", "--process-begin"], Effect::CodeFirst(Language::Php)),
        with(&["-E", "--process-end"], Effect::CodeFirst(Language::Php)),
        with(&["-f", "--file"], Effect::RunsFileFirst),
        with(&["-F", "--process-file"], Effect::RunsFileFirst),
        does(&["-a", "--interactive"], Effect::Interactive),
        with(&["-S", "--server"], Effect::Interactive),
        with(&["-t", "--docroot"], Effect::Reads),
        with(&["-c", "--php-ini"], Effect::RunsFile),
        with(&["-d", "--define"], Effect::Runs),
        with(&["-z", "--zend-extension"], Effect::Runs),
        flag(&["-n", "--no-php-ini"]),
        flag(&["-l", "--syntax-check"]),
        flag(&["-i", "--info"]),
        flag(&["-m", "--modules"]),
        flag(&["-v", "--version"]),
        flag(&["-h", "--help"]),
        flag(&["-q", "--no-header"]),
    ]],
    FILE,
)
.beside(&[(&["-r", "-R"], all(Slot::Data)), (&["-l"], all(Slot::Read)), (&["-i", "-m", "-v", "-h"], all(Slot::Data))]);

const LUA: Table = interpreter(
    Language::Lua,
    &[&[
        with(&["-e"], Effect::CodeFirst(Language::Lua)),
        with(&["-l"], Effect::Runs),
        does(&["-i"], Effect::Interactive),
        flag(&["-v"]),
        flag(&["-W"]),
        flag(&["-E"]),
    ]],
    FILE,
)
.beside(&[(&["-v"], all(Slot::Data))]);

const R: Table = interpreter(
    Language::R,
    &[&[
        with(&["-e"], Effect::CodeFirst(Language::R)),
        flag(&["--vanilla"]),
        flag(&["--verbose"]),
        flag(&["--version"]),
        flag(&["--help"]),
    ]],
    FILE,
)
.beside(&[(&["-e", "--version", "--help"], all(Slot::Data))]);

const OSASCRIPT: Table = interpreter(
    Language::AppleScript,
    &[&[with(&["-e"], Effect::CodeFirst(Language::AppleScript)), takes(&["-l"]), takes(&["-s"]), does(&["-i"], Effect::Interactive)]],
    FILE,
)
.beside(&[(&["-e"], all(Slot::Data))]);

const POWERSHELL: Table = Table {
    style: Style { stops: true, ..Style::SINGLE },
    grammar: Grammar {
        input: Input::Code(Language::PowerShell),
        operands_beside: &[(&["-v"], all(Slot::Data))],
        ..grammar(
            &[&[
                with(&["-Command", "-command", "-c", "-C"], Effect::CodeFirst(Language::PowerShell)),
                with(
                    &[
                        "-EncodedCommand",
                        "-encodedcommand",
                        "-Encodedcommand",
                        "-enc",
                        "-Enc",
                        "-ENC",
                        "-e",
                        "-E",
                        "-ec",
                        "-EC",
                        "-en",
                        "-enco",
                        "-encod",
                        "-encode",
                        "-encoded",
                        "-encodedc",
                        "-encodedcom",
                        "-encodedcomm",
                    ],
                    Effect::CodeFirst(Language::PowerShell),
                ),
                with(&["-File", "-file", "-f"], Effect::RunsFileFirst),
                flag(&["-NoProfile", "-noprofile", "-nop", "-NoP"]),
                flag(&["-NonInteractive", "-noninteractive", "-noni", "-NonI"]),
                flag(&["-NoLogo", "-nologo"]),
                does(&["-NoExit", "-noexit"], Effect::Interactive),
                takes(&["-ExecutionPolicy", "-executionpolicy", "-ep", "-ex"]),
                takes(&["-WindowStyle", "-windowstyle", "-w"]),
                takes(&["-InputFormat", "-inputformat"]),
                takes(&["-OutputFormat", "-outputformat"]),
                with(&["-WorkingDirectory", "-workingdirectory", "-wd"], Effect::Folder),
                flag(&["-v", "-Version", "-version", "--version"]),
            ]],
            FILE,
        )
    },
};

const JULIA: Table = interpreter(
    Language::Other,
    &[&[
        with(&["-e", "--eval"], Effect::CodeFirst(Language::Other)),
        with(&["-E", "--print"], Effect::CodeFirst(Language::Other)),
        flag(&["-v", "--version"]),
        flag(&["-h", "--help"]),
        does(&["-i"], Effect::Interactive),
    ]],
    FILE,
)
.beside(&[(&["-e", "-E", "-v", "-h"], all(Slot::Data))]);

const REPL: Table =
    interpreter(Language::Other, &[&[flag(&["--version"]), flag(&["--help"]), with(&["-e"], Effect::CodeFirst(Language::Other))]], FILE);

const ERL: Table = Table {
    style: Style { single_dash: true, ..STYLE },
    ..interpreter(
        Language::Other,
        &[&[with(&["-eval", "-run", "-s"], Effect::CodeFirst(Language::Other)), flag(&["-noshell", "-noinput"])]],
        all(Slot::Data),
    )
};

const TCL: Table = interpreter(Language::Tcl, &[&[takes(&["-encoding"])]], FILE);

const EXPECT: Table = interpreter(
    Language::Tcl,
    &[&[
        with(&["-c"], Effect::Code(Language::Tcl)),
        with(&["-f"], Effect::RunsFileFirst),
        flag(&["-d"]),
        flag(&["-n"]),
        flag(&["-N"]),
        does(&["-i"], Effect::Interactive),
    ]],
    FILE,
);

const GUILE: Table = interpreter(
    Language::Other,
    &[&[
        with(&["-c"], Effect::CodeFirst(Language::Other)),
        with(&["-s"], Effect::RunsFileFirst),
        with(&["-l"], Effect::RunsFile),
        takes(&["-e"]),
        flag(&["-v", "--version"]),
    ]],
    FILE,
);
