//! Programs that read text and put it out changed, counted, compared or coded. A table.

use super::Row;
use super::shorthand::{exact, gnu, program};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{
    Effect, Flag, Language, Layout, Script, Slot, Style, Table, all, does, first, flag, glued, takes, with, with_glued,
};

pub(super) const ROWS: &[Row] = &[
    ("sed", &SED),
    ("gsed", &SED),
    ("awk", &AWK),
    ("gawk", &AWK),
    ("mawk", &AWK),
    ("nawk", &AWK),
    ("jq", &JQ),
    ("yq", &YQ),
    ("sort", &SORT),
    ("uniq", &UNIQ),
    ("cut", &CUT),
    ("paste", &PASTE),
    ("join", &JOIN),
    ("comm", &COMM),
    ("tr", &TR),
    ("head", &HEAD),
    ("tail", &TAIL),
    ("cat", &CAT),
    ("tac", &TAC),
    ("look", &LOOK),
    ("nl", &NL),
    ("wc", &WC),
    ("rev", &BARE),
    ("pr", &PR),
    ("fold", &FOLD),
    ("fmt", &FOLD),
    ("column", &COLUMN),
    ("expand", &EXPAND),
    ("unexpand", &EXPAND),
    ("split", &SPLIT),
    ("csplit", &CSPLIT),
    ("tsort", &BARE),
    ("shuf", &SHUF),
    ("seq", &SEQ),
    ("diff", &DIFF),
    ("cmp", &CMP),
    ("patch", &PATCH),
    ("xxd", &XXD),
    ("od", &OD),
    ("hexdump", &HEXDUMP),
    ("strings", &STRINGS),
    ("base64", &BASE),
    ("base32", &BASE),
    ("iconv", &ICONV),
    ("md5sum", &SUM),
    ("sha1sum", &SUM),
    ("sha224sum", &SUM),
    ("sha256sum", &SUM),
    ("sha384sum", &SUM),
    ("sha512sum", &SUM),
    ("b2sum", &SUM),
    ("cksum", &SUM),
    ("shasum", &SHASUM),
    ("less", &LESS),
    ("more", &MORE),
    ("bat", &BAT),
    ("batcat", &BAT),
    ("man", &MAN),
    ("envsubst", &ENVSUBST),
];

const FILES: Layout = all(Slot::Read);

const SED: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-e", "--expression"], Effect::ScriptFirst(Script::Sed)),
            with(&["-f", "--file"], Effect::RunsFileFirst),
            with_glued(&["-i", "--in-place"], Effect::Edits),
            flag(&["-n", "--quiet", "--silent"]),
            flag(&["-E", "-r", "--regexp-extended"]),
            takes(&["-l", "--line-length"]),
            flag(&["-s", "--separate"]),
            flag(&["-u", "--unbuffered"]),
            flag(&["-z", "--null-data"]),
            flag(&["-b", "--binary"]),
            flag(&["--posix"]),
            flag(&["--debug"]),
            flag(&["--sandbox"]),
            flag(&["--follow-symlinks"]),
        ],
    ],
    first(&[Slot::Script(Script::Sed)], Slot::Read),
);

const AWK: Table = program(
    Style { stops: true, ..Style::GNU },
    &[
        COMMON,
        &[
            takes(&["-F", "--field-separator"]),
            takes(&["-v", "--assign"]),
            with(&["-f", "--file"], Effect::RunsFileFirst),
            with(&["-E", "--exec"], Effect::RunsFileFirst),
            with(&["-e", "--source"], Effect::ScriptFirst(Script::Awk)),
            with(&["-i", "--include"], Effect::RunsFile),
            with(&["-l", "--load"], Effect::RunsFile),
            with_glued(&["-o", "--pretty-print"], Effect::Writes),
            with_glued(&["-p", "--profile"], Effect::Writes),
            with_glued(&["-d", "--dump-variables"], Effect::Writes),
            with_glued(&["-D", "--debug"], Effect::Interactive),
            flag(&["-b", "--characters-as-bytes"]),
            flag(&["-c", "--traditional"]),
            flag(&["-C", "--copyright"]),
            flag(&["-h"]),
            glued(&["-L", "--lint"]),
            flag(&["-M", "--bignum"]),
            flag(&["-n", "--non-decimal-data"]),
            flag(&["-N", "--use-lc-numeric"]),
            flag(&["-O", "--optimize"]),
            flag(&["-P", "--posix"]),
            flag(&["-r", "--re-interval"]),
            flag(&["-s", "--no-optimize"]),
            flag(&["-S", "--sandbox"]),
            flag(&["-t", "--lint-old"]),
            flag(&["-V"]),
        ],
    ],
    first(&[Slot::Script(Script::Awk)], Slot::Read),
);

const JQ: Table = exact(
    &[
        COMMON,
        &[
            with(&["-f", "--from-file"], Effect::ReadsFirst),
            with(&["-L"], Effect::Reads),
            words(&["--arg"], 2, Effect::Harmless),
            words(&["--argjson"], 2, Effect::Harmless),
            words(&["--slurpfile"], 2, Effect::Reads),
            words(&["--rawfile"], 2, Effect::Reads),
            flag(&["--args"]),
            flag(&["--jsonargs"]),
            takes(&["--indent"]),
            flag(&["--tab"]),
            flag(&["-n", "--null-input"]),
            flag(&["-R", "--raw-input"]),
            flag(&["-s", "--slurp"]),
            flag(&["-c", "--compact-output"]),
            flag(&["-r", "--raw-output"]),
            flag(&["--raw-output0"]),
            flag(&["-j", "--join-output"]),
            flag(&["-a", "--ascii-output"]),
            flag(&["-S", "--sort-keys"]),
            flag(&["-C", "--color-output"]),
            flag(&["-M", "--monochrome-output"]),
            flag(&["--unbuffered"]),
            flag(&["--stream"]),
            flag(&["--stream-errors"]),
            flag(&["--seq"]),
            flag(&["-e", "--exit-status"]),
            flag(&["-b", "--binary"]),
            flag(&["-h"]),
            flag(&["-V"]),
        ],
    ],
    first(&[Slot::Script(Script::Jq)], Slot::Read),
);

const fn words(spellings: &'static [&'static str], count: u8, effect: Effect) -> Flag {
    Flag { spellings, takes: crate::command::table::Takes::Words(count), effect, beside: None }
}

const YQ: Table = exact(
    &[
        COMMON,
        &[
            does(&["-i", "--inplace"], Effect::Edits),
            with(&["-s", "--split-exp"], Effect::Writes),
            with(&["--from-file"], Effect::ReadsFirst),
            flag(&["-n", "--null-input"]),
            flag(&["-N", "--no-doc"]),
            takes(&["-o", "--output-format"]),
            takes(&["-p", "--input-format"]),
            flag(&["-P", "--prettyPrint"]),
            flag(&["-r", "--unwrapScalar"]),
            flag(&["-e", "--exit-status"]),
            flag(&["-C", "--colors"]),
            flag(&["-M", "--no-colors"]),
            takes(&["-I", "--indent"]),
            flag(&["-j", "--tojson"]),
            flag(&["-v", "--verbose"]),
            flag(&["-V"]),
        ],
    ],
    first(&[Slot::Data], Slot::Read),
);

const SORT: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-o", "--output"], Effect::Writes),
            with(&["--compress-program"], Effect::Words),
            with(&["-T", "--temporary-directory"], Effect::Writes),
            with(&["--files0-from"], Effect::Reads),
            with(&["--random-source"], Effect::Reads),
            takes(&["-k", "--key"]),
            takes(&["-t", "--field-separator"]),
            takes(&["-S", "--buffer-size"]),
            takes(&["--batch-size"]),
            takes(&["--parallel"]),
            glued(&["--sort"]),
            glued(&["--check"]),
            flag(&["-b", "--ignore-leading-blanks"]),
            flag(&["-d", "--dictionary-order"]),
            flag(&["-f", "--ignore-case"]),
            flag(&["-g", "--general-numeric-sort"]),
            flag(&["-i", "--ignore-nonprinting"]),
            flag(&["-M", "--month-sort"]),
            flag(&["-h", "--human-numeric-sort"]),
            flag(&["-n", "--numeric-sort"]),
            flag(&["-R", "--random-sort"]),
            flag(&["-r", "--reverse"]),
            flag(&["-V", "--version-sort"]),
            flag(&["-c"]),
            flag(&["-C"]),
            flag(&["-m", "--merge"]),
            flag(&["-s", "--stable"]),
            flag(&["-u", "--unique"]),
            flag(&["-z", "--zero-terminated"]),
            flag(&["--debug"]),
        ],
    ],
    FILES,
);

/// The second operand is the output.
const UNIQ: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-c", "--count"]),
            flag(&["-d", "--repeated"]),
            flag(&["-D"]),
            glued(&["--all-repeated"]),
            glued(&["--group"]),
            takes(&["-f", "--skip-fields"]),
            takes(&["-s", "--skip-chars"]),
            takes(&["-w", "--check-chars"]),
            flag(&["-i", "--ignore-case"]),
            flag(&["-u", "--unique"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    first(&[Slot::Read], Slot::Write),
);

const CUT: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-b", "--bytes"]),
            takes(&["-c", "--characters"]),
            takes(&["-d", "--delimiter"]),
            takes(&["-f", "--fields"]),
            takes(&["--output-delimiter"]),
            flag(&["-n"]),
            flag(&["-s", "--only-delimited"]),
            flag(&["--complement"]),
            flag(&["-z", "--zero-terminated"]),
            flag(&["-w"]),
        ],
    ],
    FILES,
);

const PASTE: Table =
    gnu(&[COMMON, &[takes(&["-d", "--delimiters"]), flag(&["-s", "--serial"]), flag(&["-z", "--zero-terminated"])]], FILES);

const JOIN: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-a"]),
            takes(&["-e"]),
            takes(&["-j"]),
            takes(&["-o"]),
            takes(&["-t"]),
            takes(&["-v"]),
            takes(&["-1"]),
            takes(&["-2"]),
            flag(&["-i", "--ignore-case"]),
            flag(&["--check-order"]),
            flag(&["--nocheck-order"]),
            flag(&["--header"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    FILES,
);

const COMM: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-1"]),
            flag(&["-2"]),
            flag(&["-3"]),
            flag(&["-i"]),
            flag(&["--check-order"]),
            flag(&["--nocheck-order"]),
            takes(&["--output-delimiter"]),
            flag(&["--total"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    FILES,
);

const TR: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-c", "-C", "--complement"]),
            flag(&["-d", "--delete"]),
            flag(&["-s", "--squeeze-repeats"]),
            flag(&["-t", "--truncate-set1"]),
            flag(&["-u"]),
        ],
    ],
    all(Slot::Data),
);

const HEAD: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-n", "--lines"]),
            takes(&["-c", "--bytes"]),
            flag(&["-#"]),
            flag(&["-q", "--quiet", "--silent"]),
            flag(&["-v", "--verbose"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    FILES,
);

const TAIL: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-n", "--lines"]),
            takes(&["-c", "--bytes"]),
            flag(&["-#"]),
            flag(&["-f"]),
            glued(&["--follow"]),
            flag(&["-F"]),
            flag(&["-r"]),
            flag(&["--retry"]),
            takes(&["--pid"]),
            takes(&["-s", "--sleep-interval"]),
            takes(&["--max-unchanged-stats"]),
            flag(&["-q", "--quiet", "--silent"]),
            flag(&["-v", "--verbose"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    FILES,
);

const CAT: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-A", "--show-all"]),
            flag(&["-b", "--number-nonblank"]),
            flag(&["-e"]),
            flag(&["-E", "--show-ends"]),
            flag(&["-n", "--number"]),
            flag(&["-s", "--squeeze-blank"]),
            flag(&["-t"]),
            flag(&["-T", "--show-tabs"]),
            flag(&["-u"]),
            flag(&["-v", "--show-nonprinting"]),
        ],
    ],
    FILES,
);

const LOOK: Table = gnu(&[COMMON, &[flag(&["-d"]), flag(&["-f"]), flag(&["-a"]), takes(&["-t"])]], first(&[Slot::Data], Slot::Read));

const TAC: Table = gnu(&[COMMON, &[flag(&["-b", "--before"]), flag(&["-r", "--regex"]), takes(&["-s", "--separator"])]], FILES);

const NL: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-b", "--body-numbering"]),
            takes(&["-d", "--section-delimiter"]),
            takes(&["-f", "--footer-numbering"]),
            takes(&["-h", "--header-numbering"]),
            takes(&["-i", "--line-increment"]),
            takes(&["-l", "--join-blank-lines"]),
            takes(&["-n", "--number-format"]),
            flag(&["-p", "--no-renumber"]),
            takes(&["-s", "--number-separator"]),
            takes(&["-v", "--starting-line-number"]),
            takes(&["-w", "--number-width"]),
        ],
    ],
    FILES,
);

const WC: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-c", "--bytes"]),
            flag(&["-m", "--chars"]),
            flag(&["-l", "--lines"]),
            flag(&["-L", "--max-line-length"]),
            flag(&["-w", "--words"]),
            takes(&["--total"]),
            with(&["--files0-from"], Effect::Reads),
        ],
    ],
    FILES,
);

const BARE: Table = gnu(&[COMMON], FILES);

const PR: Table = gnu(
    &[COMMON, &[flag(&["-t", "--omit-header"]), flag(&["-m", "--merge"]), takes(&["-l", "--length"]), takes(&["-w", "--width"])]],
    FILES,
);

const FOLD: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-b", "--bytes"]),
            flag(&["-s", "--spaces"]),
            takes(&["-w", "--width"]),
            flag(&["-u", "--uniform-spacing"]),
            flag(&["-t", "--tagged-paragraph"]),
            flag(&["-#"]),
        ],
    ],
    FILES,
);

const COLUMN: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-t", "--table"]),
            takes(&["-s", "--separator"]),
            takes(&["-o", "--output-separator"]),
            takes(&["-c", "--output-width"]),
            takes(&["-N", "--table-columns"]),
            takes(&["-R", "--table-right"]),
            takes(&["-T", "--table-truncate"]),
            takes(&["-H", "--table-hide"]),
            takes(&["-n", "--table-name"]),
            flag(&["-J", "--json"]),
            flag(&["-x", "--fillrows"]),
            flag(&["-e", "--table-header-repeat"]),
            flag(&["-L", "--keep-empty-lines"]),
        ],
    ],
    FILES,
);

const EXPAND: Table =
    gnu(&[COMMON, &[takes(&["-t", "--tabs"]), flag(&["-i", "--initial"]), flag(&["-a", "--all"]), flag(&["--first-only"])]], FILES);

/// Writes files whose names it makes.
const SPLIT: Table = gnu(
    &[
        COMMON,
        &[
            with(&["--filter"], Effect::Shell),
            takes(&["-a", "--suffix-length"]),
            takes(&["--additional-suffix"]),
            takes(&["-b", "--bytes"]),
            takes(&["-C", "--line-bytes"]),
            flag(&["-d"]),
            glued(&["--numeric-suffixes"]),
            flag(&["-x"]),
            glued(&["--hex-suffixes"]),
            flag(&["-e", "--elide-empty-files"]),
            takes(&["-l", "--lines"]),
            takes(&["-n", "--number"]),
            takes(&["-t", "--separator"]),
            flag(&["-u", "--unbuffered"]),
            flag(&["--verbose"]),
            flag(&["-#"]),
        ],
    ],
    first(&[Slot::Read], Slot::Write),
)
.doing(Does::Writes);

const CSPLIT: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-b", "--suffix-format"]),
            with(&["-f", "--prefix"], Effect::Writes),
            flag(&["-k", "--keep-files"]),
            takes(&["-n", "--digits"]),
            flag(&["-s", "--quiet"]),
            flag(&["-z", "--elide-empty-files"]),
        ],
    ],
    first(&[Slot::Read], Slot::Data),
)
.doing(Does::Writes);

const SHUF: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-o", "--output"], Effect::Writes),
            with(&["--random-source"], Effect::Reads),
            flag(&["-e", "--echo"]),
            takes(&["-i", "--input-range"]),
            takes(&["-n", "--head-count"]),
            flag(&["-r", "--repeat"]),
            flag(&["-z", "--zero-terminated"]),
        ],
    ],
    FILES,
)
.beside(&[(&["-e"], all(Slot::Data))]);

const SEQ: Table = gnu(
    &[COMMON, &[takes(&["-f", "--format"]), takes(&["-s", "--separator"]), flag(&["-w", "--equal-width"]), flag(&["-#"])]],
    all(Slot::Data),
);

const DIFF: Table = gnu(
    &[
        COMMON,
        &[
            does(&["-r", "--recursive"], Effect::Recurses),
            does(&["-l", "--paginate"], Effect::Runs),
            with(&["-X", "--exclude-from"], Effect::Reads),
            with(&["--from-file"], Effect::Reads),
            with(&["--to-file"], Effect::Reads),
            takes(&["-x", "--exclude"]),
            takes(&["-I", "--ignore-matching-lines"]),
            takes(&["-F", "--show-function-line"]),
            takes(&["-S", "--starting-file"]),
            takes(&["-W", "--width"]),
            takes(&["-D", "--ifdef"]),
            takes(&["-L", "--label"]),
            takes(&["-U"]),
            takes(&["-C"]),
            glued(&["--unified"]),
            glued(&["--context"]),
            glued(&["--color"]),
            takes(&["--palette"]),
            takes(&["--tabsize"]),
            takes(&["--horizon-lines"]),
            takes(&["--GTYPE-group-format", "--changed-group-format"]),
            takes(&["--unchanged-group-format"]),
            takes(&["--line-format"]),
            takes(&["--old-line-format"]),
            takes(&["--new-line-format"]),
            takes(&["--unchanged-line-format"]),
            flag(&["-u"]),
            flag(&["-c"]),
            flag(&["-#"]),
            flag(&["-q", "--brief"]),
            flag(&["-s", "--report-identical-files"]),
            flag(&["-e", "--ed"]),
            flag(&["-n", "--rcs"]),
            flag(&["-y", "--side-by-side"]),
            flag(&["--left-column"]),
            flag(&["--suppress-common-lines"]),
            flag(&["-p", "--show-c-function"]),
            flag(&["-t", "--expand-tabs"]),
            flag(&["-T", "--initial-tab"]),
            flag(&["--no-dereference"]),
            flag(&["-N", "--new-file"]),
            flag(&["-P", "--unidirectional-new-file"]),
            flag(&["-i", "--ignore-case"]),
            flag(&["-E", "--ignore-tab-expansion"]),
            flag(&["-Z", "--ignore-trailing-space"]),
            flag(&["-b", "--ignore-space-change"]),
            flag(&["-w", "--ignore-all-space"]),
            flag(&["-B", "--ignore-blank-lines"]),
            flag(&["-a", "--text"]),
            flag(&["--strip-trailing-cr"]),
            flag(&["--normal"]),
            flag(&["-d", "--minimal"]),
            flag(&["-H", "--speed-large-files"]),
        ],
    ],
    FILES,
);

const CMP: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-b", "--print-bytes"]),
            takes(&["-i", "--ignore-initial"]),
            flag(&["-l", "--verbose"]),
            takes(&["-n", "--bytes"]),
            flag(&["-s", "--quiet", "--silent"]),
        ],
    ],
    first(&[Slot::Read, Slot::Read], Slot::Data),
);

/// What it writes is named in the patch.
const PATCH: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-i", "--input"], Effect::Reads),
            with(&["-o", "--output"], Effect::Writes),
            with(&["-r", "--reject-file"], Effect::Writes),
            with(&["-d", "--directory"], Effect::Folder),
            does(&["-e", "--ed"], Effect::Runs),
            with(&["-g", "--get"], Effect::Runs),
            takes(&["-p", "--strip"]),
            takes(&["-F", "--fuzz"]),
            takes(&["-D", "--ifdef"]),
            takes(&["-B", "--prefix"]),
            takes(&["-Y", "--basename-prefix"]),
            takes(&["-z", "--suffix"]),
            takes(&["-V", "--version-control"]),
            flag(&["-R", "--reverse"]),
            flag(&["-N", "--forward"]),
            flag(&["-b", "--backup"]),
            flag(&["-c", "--context"]),
            flag(&["-u", "--unified"]),
            flag(&["-n", "--normal"]),
            flag(&["-f", "--force"]),
            flag(&["-t", "--batch"]),
            flag(&["-l", "--ignore-whitespace"]),
            flag(&["-s", "--quiet", "--silent"]),
            flag(&["-E", "--remove-empty-files"]),
            flag(&["--dry-run"]),
            flag(&["--verbose"]),
            flag(&["--binary"]),
            flag(&["--posix"]),
        ],
    ],
    first(&[Slot::Write], Slot::Read),
)
.doing(Does::Writes);

/// `xxd in out` writes.
const XXD: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[&[
        flag(&["-a", "-autoskip"]),
        flag(&["-b", "-bits"]),
        takes(&["-c", "-cols"]),
        flag(&["-C", "-capitalize"]),
        flag(&["-d"]),
        flag(&["-e"]),
        flag(&["-E", "-EBCDIC"]),
        takes(&["-g", "-groupsize"]),
        flag(&["-h", "-help"]),
        flag(&["-i", "-include"]),
        takes(&["-l", "-len"]),
        takes(&["-n", "-name"]),
        takes(&["-o"]),
        flag(&["-p", "-ps", "-postscript", "-plain"]),
        flag(&["-r", "-revert"]),
        takes(&["-R"]),
        takes(&["-s", "-seek"]),
        flag(&["-u"]),
        flag(&["-v", "-version"]),
    ]],
    first(&[Slot::Read], Slot::Write),
);

const OD: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-A", "--address-radix"]),
            takes(&["--endian"]),
            takes(&["-j", "--skip-bytes"]),
            takes(&["-N", "--read-bytes"]),
            takes(&["-t", "--format"]),
            glued(&["-S", "--strings"]),
            glued(&["-w", "--width"]),
            flag(&["-v", "--output-duplicates"]),
            flag(&["-a"]),
            flag(&["-b"]),
            flag(&["-c"]),
            flag(&["-d"]),
            flag(&["-o"]),
            flag(&["-s"]),
            flag(&["-x"]),
        ],
    ],
    FILES,
);

const HEXDUMP: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-b"]),
            flag(&["-c"]),
            flag(&["-C", "--canonical"]),
            flag(&["-d"]),
            flag(&["-o"]),
            flag(&["-v", "--no-squeezing"]),
            flag(&["-x"]),
            takes(&["-e", "--format"]),
            with(&["-f", "--format-file"], Effect::Reads),
            takes(&["-n", "--length"]),
            takes(&["-s", "--skip"]),
        ],
    ],
    FILES,
);

const STRINGS: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-a", "--all"]),
            flag(&["-f", "--print-file-name"]),
            takes(&["-n", "--bytes"]),
            takes(&["-t", "--radix"]),
            takes(&["-e", "--encoding"]),
            flag(&["-#"]),
            flag(&["-o"]),
        ],
    ],
    FILES,
);

const BASE: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-d", "-D", "--decode"]),
            flag(&["-i", "--ignore-garbage"]),
            takes(&["-w", "--wrap"]),
            takes(&["-b", "--break"]),
            with(&["-o", "--output"], Effect::Writes),
        ],
    ],
    FILES,
);

const ICONV: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-f", "--from-code"]),
            takes(&["-t", "--to-code"]),
            with(&["-o", "--output"], Effect::Writes),
            flag(&["-l", "--list"]),
            flag(&["-c"]),
            flag(&["-s", "--silent"]),
        ],
    ],
    FILES,
);

const SUM: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-b", "--binary"]),
            flag(&["-c", "--check"]),
            flag(&["--tag"]),
            flag(&["-t", "--text"]),
            flag(&["-z", "--zero"]),
            flag(&["--ignore-missing"]),
            flag(&["--quiet"]),
            flag(&["--status"]),
            flag(&["--strict"]),
            flag(&["-w", "--warn"]),
            takes(&["-l", "--length"]),
        ],
    ],
    FILES,
);

const SHASUM: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-a", "--algorithm"]),
            flag(&["-b", "--binary"]),
            flag(&["-c", "--check"]),
            flag(&["-t", "--text"]),
            flag(&["-s", "--status"]),
            flag(&["-w", "--warn"]),
        ],
    ],
    FILES,
);

/// `+cmd` runs its commands, a shell's among them.
const LESS: Table = gnu(
    &[
        COMMON,
        &[
            with(&["+*"], Effect::Code(Language::Vim)),
            with(&["-o", "--log-file"], Effect::Writes),
            with(&["-O", "--LOG-FILE"], Effect::Writes),
            with(&["-k", "--lesskey-file"], Effect::RunsFile),
            with(&["--lesskey-src"], Effect::RunsFile),
            with(&["--lesskey-content"], Effect::Runs),
            takes(&["-p", "--pattern"]),
            takes(&["-P", "--prompt"]),
            takes(&["-x", "--tabs"]),
            takes(&["-y", "--max-forw-scroll"]),
            takes(&["-j", "--jump-target"]),
            flag(&["-e", "--quit-at-eof"]),
            flag(&["-E", "--QUIT-AT-EOF"]),
            flag(&["-F", "--quit-if-one-screen"]),
            flag(&["-g", "--hilite-search"]),
            flag(&["-G", "--HILITE-SEARCH"]),
            flag(&["-i", "--ignore-case"]),
            flag(&["-I", "--IGNORE-CASE"]),
            flag(&["-J", "--status-column"]),
            flag(&["-L", "--no-lessopen"]),
            flag(&["-m", "--long-prompt"]),
            flag(&["-M", "--LONG-PROMPT"]),
            flag(&["-n", "--line-numbers"]),
            flag(&["-N", "--LINE-NUMBERS"]),
            flag(&["-q", "--quiet", "--silent"]),
            flag(&["-r", "--raw-control-chars"]),
            flag(&["-R", "--RAW-CONTROL-CHARS"]),
            flag(&["-s", "--squeeze-blank-lines"]),
            flag(&["-S", "--chop-long-lines"]),
            flag(&["-u", "--underline-special"]),
            flag(&["-V"]),
            flag(&["-w", "--hilite-unread"]),
            flag(&["-X", "--no-init"]),
        ],
    ],
    FILES,
);

const MORE: Table = gnu(
    &[
        COMMON,
        &[
            with(&["+*"], Effect::Code(Language::Vim)),
            flag(&["-#"]),
            flag(&["-d", "--silent"]),
            flag(&["-f", "--logical"]),
            flag(&["-l", "--no-pause"]),
            flag(&["-c", "--print-over"]),
            flag(&["-p", "--clean-print"]),
            flag(&["-s", "--squeeze"]),
            flag(&["-u", "--plain"]),
            takes(&["-n", "--lines"]),
        ],
    ],
    FILES,
);

const BAT: Table = exact(
    &[
        COMMON,
        &[
            with(&["--pager"], Effect::Shell),
            flag(&["-P", "--no-paging"]),
            takes(&["--paging"]),
            takes(&["-l", "--language"]),
            takes(&["-r", "--line-range"]),
            takes(&["-H", "--highlight-line"]),
            takes(&["--style"]),
            takes(&["--theme"]),
            takes(&["--color"]),
            takes(&["--decorations"]),
            takes(&["--wrap"]),
            takes(&["--tabs"]),
            takes(&["--terminal-width"]),
            takes(&["--file-name"]),
            takes(&["-m", "--map-syntax"]),
            flag(&["-A", "--show-all"]),
            flag(&["-p", "--plain"]),
            flag(&["-n", "--number"]),
            flag(&["-d", "--diff"]),
            flag(&["-u", "--unbuffered"]),
            flag(&["-f", "--force-colorization"]),
            flag(&["-L", "--list-languages"]),
            flag(&["--list-themes"]),
        ],
    ],
    FILES,
);

const MAN: Table = gnu(
    &[
        COMMON,
        &[
            with(&["-P", "--pager"], Effect::Shell),
            with_glued(&["-H", "--html"], Effect::Shell),
            with(&["-C", "--config-file"], Effect::RunsFile),
            with(&["-p", "--preprocessor"], Effect::Runs),
            with_glued(&["-X", "--gxditview"], Effect::Runs),
            with_glued(&["-T", "--troff-device"], Effect::Runs),
            does(&["-t", "--troff"], Effect::Runs),
            does(&["-Z", "--ditroff"], Effect::Runs),
            does(&["-l", "--local-file"], Effect::RunsFile),
            with(&["-M", "--manpath"], Effect::RunsFile),
            with(&["-m", "--systems"], Effect::Runs),
            flag(&["-k", "--apropos"]),
            flag(&["-f", "--whatis"]),
            flag(&["-a", "--all"]),
            flag(&["-d", "--debug"]),
            flag(&["-i", "--ignore-case"]),
            flag(&["-I", "--match-case"]),
            flag(&["-K", "--global-apropos"]),
            flag(&["-u", "--update"]),
            flag(&["-w", "--where", "--path", "--location"]),
            flag(&["-W", "--where-cat"]),
            flag(&["-c", "--catman"]),
            flag(&["-7", "--ascii"]),
            flag(&["--regex"]),
            flag(&["--wildcard"]),
            flag(&["--names-only"]),
            flag(&["--no-subpages"]),
            flag(&["--nh", "--no-hyphenation"]),
            flag(&["--nj", "--no-justification"]),
            takes(&["-e", "--extension"]),
            takes(&["-E", "--encoding"]),
            takes(&["-L", "--locale"]),
            takes(&["-s", "-S", "--sections"]),
            takes(&["-r", "--prompt"]),
        ],
    ],
    all(Slot::Data),
);

const ENVSUBST: Table = gnu(&[COMMON, &[flag(&["-v", "--variables"])]], all(Slot::Data));
