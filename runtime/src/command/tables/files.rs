//! Programs that list, copy, move, delete and change files and disks. A table.

use super::Row;
use super::shorthand::{exact, gnu, program};
use super::wrappers::COMMON;
use crate::command::reading::Does;
use crate::command::table::{
    Effect, Flag, Input, Language, Layout, Slot, Style, Table, all, does, first, flag, glued, last, takes, with, with_glued,
};

pub(super) const ROWS: &[Row] = &[
    ("ls", &LS),
    ("dir", &LS),
    ("vdir", &LS),
    ("exa", &EZA),
    ("eza", &EZA),
    ("tree", &TREE),
    ("stat", &STAT),
    ("file", &FILE),
    ("du", &DU),
    ("df", &DF),
    ("cp", &CP),
    ("mv", &MV),
    ("rm", &RM),
    ("unlink", &UNLINK),
    ("mkdir", &MKDIR),
    ("rmdir", &RMDIR),
    ("touch", &TOUCH),
    ("ln", &LN),
    ("link", &LINK),
    ("chmod", &CHMOD),
    ("chown", &CHOWN),
    ("chgrp", &CHOWN),
    ("chattr", &CHATTR),
    ("setfacl", &SETFACL),
    ("dd", &DD),
    ("tee", &TEE),
    ("truncate", &TRUNCATE),
    ("shred", &SHRED),
    ("srm", &SHRED),
    ("wipe", &SHRED),
    ("install", &INSTALL),
    ("mktemp", &MKTEMP),
    ("readlink", &READLINK),
    ("realpath", &REALPATH),
    ("basename", &BASENAME),
    ("dirname", &DIRNAME),
    ("mkfifo", &MKFIFO),
    ("mknod", &MKNOD),
    ("sync", &SYNC),
    ("mount", &MOUNT),
    ("umount", &UMOUNT),
    ("mkfs", &MKFS),
    ("mkfs.ext2", &MKFS),
    ("mkfs.ext3", &MKFS),
    ("mkfs.ext4", &MKFS),
    ("mkfs.xfs", &MKFS),
    ("mkfs.btrfs", &MKFS),
    ("mkfs.vfat", &MKFS),
    ("mkfs.fat", &MKFS),
    ("mkfs.ntfs", &MKFS),
    ("mke2fs", &MKFS),
    ("mkswap", &MKFS),
    ("wipefs", &WIPEFS),
    ("blkdiscard", &MKFS),
    ("fdisk", &PARTITION),
    ("sfdisk", &PARTITION),
    ("gdisk", &PARTITION),
    ("parted", &PARTITION),
    ("vim", &VIM),
    ("vi", &VIM),
    ("nvim", &VIM),
    ("view", &VIM),
    ("ex", &VIM),
    ("ed", &ED),
    ("red", &ED),
    ("nano", &NANO),
    ("pico", &NANO),
    ("emacs", &EMACS),
    ("emacsclient", &EMACS),
];

const FILES: Layout = all(Slot::Read);
const WRITTEN: Layout = all(Slot::Write);

const LS: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-a", "--all"]),
            flag(&["-A", "--almost-all"]),
            flag(&["--author"]),
            flag(&["-b", "--escape"]),
            takes(&["--block-size"]),
            flag(&["-B", "--ignore-backups"]),
            flag(&["-c"]),
            flag(&["-C"]),
            glued(&["--color"]),
            flag(&["-d", "--directory"]),
            flag(&["-D", "--dired"]),
            flag(&["-e"]),
            flag(&["-f"]),
            glued(&["-F", "--classify"]),
            takes(&["--format"]),
            flag(&["--full-time"]),
            flag(&["-g"]),
            flag(&["--group-directories-first"]),
            flag(&["-G", "--no-group"]),
            flag(&["-h", "--human-readable"]),
            flag(&["--si"]),
            flag(&["-H", "--dereference-command-line"]),
            takes(&["--hide"]),
            glued(&["--hyperlink"]),
            takes(&["--indicator-style"]),
            flag(&["-i", "--inode"]),
            takes(&["-I", "--ignore"]),
            flag(&["-k", "--kibibytes"]),
            flag(&["-l"]),
            flag(&["-L", "--dereference"]),
            flag(&["-m"]),
            flag(&["-n", "--numeric-uid-gid"]),
            flag(&["-N", "--literal"]),
            flag(&["-o"]),
            flag(&["-O"]),
            flag(&["-p"]),
            flag(&["-q", "--hide-control-chars"]),
            flag(&["--show-control-chars"]),
            flag(&["-Q", "--quote-name"]),
            takes(&["--quoting-style"]),
            flag(&["-r", "--reverse"]),
            flag(&["-R", "--recursive"]),
            flag(&["-s", "--size"]),
            flag(&["-S"]),
            takes(&["--sort"]),
            takes(&["--time"]),
            takes(&["--time-style"]),
            flag(&["-t"]),
            takes(&["-T", "--tabsize"]),
            flag(&["-u"]),
            flag(&["-U"]),
            flag(&["-v"]),
            takes(&["-w", "--width"]),
            flag(&["-x"]),
            flag(&["-X"]),
            flag(&["-Z", "--context"]),
            flag(&["--zero"]),
            flag(&["-1"]),
        ],
    ],
    FILES,
);

const EZA: Table = exact(
    &[
        COMMON,
        &[
            flag(&["-a", "--all"]),
            flag(&["-l", "--long"]),
            flag(&["-1", "--oneline"]),
            flag(&["-R", "--recurse"]),
            flag(&["-T", "--tree"]),
            flag(&["-d", "--list-dirs"]),
            flag(&["-D", "--only-dirs"]),
            flag(&["-r", "--reverse"]),
            flag(&["-h", "--header"]),
            flag(&["-g", "--group"]),
            takes(&["-L", "--level"]),
            takes(&["-s", "--sort"]),
            takes(&["-I", "--ignore-glob"]),
            flag(&["--git-ignore"]),
            flag(&["--git"]),
            flag(&["--group-directories-first"]),
        ],
    ],
    FILES,
);

const TREE: Table = program(
    Style::EXACT,
    &[
        COMMON,
        &[
            with(&["-o"], Effect::Writes),
            does(&["-R"], Effect::Writes),
            flag(&["--fromfile"]),
            with(&["--gitfile"], Effect::Reads),
            with(&["--infofile"], Effect::Reads),
            takes(&["-L"]),
            takes(&["-P"]),
            takes(&["-I"]),
            takes(&["-H"]),
            takes(&["-T"]),
            takes(&["--charset"]),
            takes(&["--filelimit"]),
            takes(&["--timefmt"]),
            takes(&["--sort"]),
            flag(&["--gitignore"]),
            flag(&["--prune"]),
            flag(&["--dirsfirst"]),
            flag(&["--filesfirst"]),
            flag(&["--noreport"]),
            flag(&["--du"]),
            flag(&["--si"]),
            flag(&["--inodes"]),
            flag(&["--device"]),
            flag(&["--ignore-case"]),
            flag(&["--matchdirs"]),
            flag(&["--metafirst"]),
            flag(&["-a"]),
            flag(&["-d"]),
            flag(&["-l"]),
            flag(&["-f"]),
            flag(&["-x"]),
            flag(&["-q"]),
            flag(&["-N"]),
            flag(&["-Q"]),
            flag(&["-p"]),
            flag(&["-u"]),
            flag(&["-g"]),
            flag(&["-s"]),
            flag(&["-h"]),
            flag(&["-D"]),
            flag(&["-F"]),
            flag(&["-v"]),
            flag(&["-t"]),
            flag(&["-c"]),
            flag(&["-U"]),
            flag(&["-r"]),
            flag(&["-i"]),
            flag(&["-A"]),
            flag(&["-S"]),
            flag(&["-n"]),
            flag(&["-C"]),
            flag(&["-X"]),
            flag(&["-J"]),
        ],
    ],
    FILES,
);

const STAT: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-L", "--dereference"]),
            flag(&["-f", "--file-system"]),
            takes(&["--cached"]),
            takes(&["-c", "--format"]),
            takes(&["--printf"]),
            flag(&["-t", "--terse"]),
            flag(&["-x"]),
            flag(&["-s"]),
            flag(&["-n"]),
        ],
    ],
    FILES,
);

const FILE: Table = gnu(
    &[
        COMMON,
        &[
            does(&["-C", "--compile"], Effect::Writes),
            with(&["-m", "--magic-file"], Effect::Reads),
            with(&["-f", "--files-from"], Effect::Reads),
            takes(&["-F", "--separator"]),
            takes(&["-P", "--parameter"]),
            takes(&["-e", "--exclude"]),
            flag(&["-b", "--brief"]),
            flag(&["-c", "--checking-printout"]),
            flag(&["--apple"]),
            flag(&["--extension"]),
            flag(&["-h", "--no-dereference"]),
            flag(&["-i", "--mime"]),
            flag(&["-I"]),
            flag(&["--mime-type"]),
            flag(&["--mime-encoding"]),
            flag(&["-k", "--keep-going"]),
            flag(&["-L", "--dereference"]),
            flag(&["-l", "--list"]),
            flag(&["-N", "--no-pad"]),
            flag(&["-n", "--no-buffer"]),
            flag(&["-p", "--preserve-date"]),
            flag(&["-r", "--raw"]),
            flag(&["-s", "--special-files"]),
            flag(&["-v"]),
            flag(&["-0", "--print0"]),
        ],
    ],
    FILES,
);

const DU: Table = gnu(
    &[
        COMMON,
        &[
            with(&["--files0-from"], Effect::Reads),
            with(&["-X", "--exclude-from"], Effect::Reads),
            takes(&["--exclude"]),
            takes(&["-d", "--max-depth"]),
            takes(&["-B", "--block-size"]),
            takes(&["-t", "--threshold"]),
            glued(&["--time"]),
            takes(&["--time-style"]),
            flag(&["-0", "--null"]),
            flag(&["-a", "--all"]),
            flag(&["--apparent-size"]),
            flag(&["-b", "--bytes"]),
            flag(&["-c", "--total"]),
            flag(&["-D", "--dereference-args"]),
            flag(&["-H"]),
            flag(&["-h", "--human-readable"]),
            flag(&["--inodes"]),
            flag(&["-k"]),
            flag(&["-L", "--dereference"]),
            flag(&["-l", "--count-links"]),
            flag(&["-m"]),
            flag(&["-P", "--no-dereference"]),
            flag(&["-S", "--separate-dirs"]),
            flag(&["--si"]),
            flag(&["-s", "--summarize"]),
            flag(&["-x", "--one-file-system"]),
        ],
    ],
    FILES,
);

const DF: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-a", "--all"]),
            takes(&["-B", "--block-size"]),
            flag(&["-h", "--human-readable"]),
            flag(&["-H", "--si"]),
            flag(&["-i", "--inodes"]),
            flag(&["-k"]),
            flag(&["-l", "--local"]),
            flag(&["-m"]),
            flag(&["--no-sync"]),
            glued(&["--output"]),
            flag(&["-P", "--portability"]),
            flag(&["--total"]),
            takes(&["-t", "--type"]),
            flag(&["-T", "--print-type"]),
            takes(&["-x", "--exclude-type"]),
        ],
    ],
    FILES,
);

/// Options of all that put files somewhere.
const PLACING: &[Flag] = &[
    with(&["-t", "--target-directory"], Effect::Target),
    flag(&["-T", "--no-target-directory"]),
    flag(&["-b"]),
    glued(&["--backup"]),
    takes(&["-S", "--suffix"]),
    flag(&["-f", "--force"]),
    flag(&["-i", "--interactive"]),
    flag(&["-n", "--no-clobber"]),
    flag(&["-v", "--verbose"]),
    flag(&["--debug"]),
    glued(&["-Z", "--context"]),
];

const CP: Table = gnu(
    &[
        COMMON,
        PLACING,
        &[
            does(&["-r", "-R", "--recursive"], Effect::Recurses),
            does(&["-a", "--archive"], Effect::Recurses),
            flag(&["-d"]),
            flag(&["-c"]),
            flag(&["-X"]),
            flag(&["-H"]),
            flag(&["-l", "--link"]),
            flag(&["-L", "--dereference"]),
            flag(&["-P", "--no-dereference"]),
            flag(&["-p"]),
            glued(&["--preserve"]),
            takes(&["--no-preserve"]),
            flag(&["--parents"]),
            glued(&["--reflink"]),
            flag(&["--remove-destination"]),
            takes(&["--sparse"]),
            flag(&["--strip-trailing-slashes"]),
            flag(&["-s", "--symbolic-link"]),
            flag(&["--attributes-only"]),
            flag(&["--copy-contents"]),
            flag(&["-u"]),
            glued(&["--update"]),
            flag(&["-x", "--one-file-system"]),
        ],
    ],
    last(Slot::Read, Slot::Write),
)
.beside(&[(&["-t"], FILES)]);

const MV: Table = gnu(
    &[
        COMMON,
        PLACING,
        &[flag(&["-u"]), glued(&["--update"]), flag(&["--strip-trailing-slashes"]), flag(&["--no-copy"]), flag(&["--exchange"])],
    ],
    last(Slot::ReadWrite, Slot::Write),
)
.beside(&[(&["-t"], all(Slot::ReadWrite))]);

const RM: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-r", "-R", "--recursive"]),
            flag(&["-f", "--force"]),
            flag(&["-i"]),
            flag(&["-I"]),
            glued(&["--interactive"]),
            flag(&["-d", "--dir"]),
            flag(&["-v", "--verbose"]),
            flag(&["--one-file-system"]),
            flag(&["--no-preserve-root"]),
            glued(&["--preserve-root"]),
            flag(&["-P"]),
            flag(&["-W"]),
            flag(&["-x"]),
        ],
    ],
    WRITTEN,
);

const UNLINK: Table = gnu(&[COMMON], WRITTEN);

const MKDIR: Table = gnu(
    &[COMMON, &[flag(&["-p", "--parents"]), takes(&["-m", "--mode"]), flag(&["-v", "--verbose"]), flag(&["-Z"]), glued(&["--context"])]],
    WRITTEN,
);

const RMDIR: Table =
    gnu(&[COMMON, &[flag(&["-p", "--parents"]), flag(&["-v", "--verbose"]), flag(&["--ignore-fail-on-non-empty"])]], WRITTEN);

const TOUCH: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-a"]),
            flag(&["-c", "--no-create"]),
            takes(&["-d", "--date"]),
            flag(&["-f"]),
            flag(&["-h", "--no-dereference"]),
            flag(&["-m"]),
            with(&["-r", "--reference"], Effect::Reads),
            takes(&["-t"]),
            takes(&["--time"]),
        ],
    ],
    WRITTEN,
);

/// A link reads and writes what it leads to.
const LN: Table = gnu(
    &[
        COMMON,
        PLACING,
        &[
            flag(&["-s", "--symbolic"]),
            flag(&["-r", "--relative"]),
            flag(&["-L", "--logical"]),
            flag(&["-P", "--physical"]),
            flag(&["-d", "-F", "--directory"]),
            flag(&["-h", "--no-dereference"]),
        ],
    ],
    last(Slot::ReadWrite, Slot::Write),
)
.beside(&[(&["-t"], all(Slot::ReadWrite))]);

const LINK: Table = gnu(&[COMMON], last(Slot::ReadWrite, Slot::Write));

/// A mode may look like options.
const CHMOD: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-R", "--recursive"]),
            flag(&["-c", "--changes"]),
            flag(&["-f", "--silent", "--quiet"]),
            flag(&["-v", "--verbose"]),
            flag(&["-h", "--no-dereference"]),
            flag(&["--dereference"]),
            flag(&["--no-preserve-root"]),
            flag(&["--preserve-root"]),
            with(&["--reference"], Effect::ReadsFirst),
            does(&["-x"], Effect::GivesFirst),
            does(&["-w"], Effect::GivesFirst),
            does(&["-r"], Effect::GivesFirst),
            does(&["-s"], Effect::GivesFirst),
            does(&["-t"], Effect::GivesFirst),
        ],
    ],
    first(&[Slot::Data], Slot::Write),
);

const CHOWN: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-R", "--recursive"]),
            flag(&["-c", "--changes"]),
            flag(&["-f", "--silent", "--quiet"]),
            flag(&["-v", "--verbose"]),
            flag(&["-h", "--no-dereference"]),
            flag(&["--dereference"]),
            takes(&["--from"]),
            flag(&["--no-preserve-root"]),
            flag(&["--preserve-root"]),
            flag(&["-H"]),
            flag(&["-L"]),
            flag(&["-P"]),
            with(&["--reference"], Effect::ReadsFirst),
        ],
    ],
    first(&[Slot::Data], Slot::Write),
);

const CHATTR: Table = exact(
    &[&[
        flag(&["-R"]),
        flag(&["-V"]),
        flag(&["-f"]),
        takes(&["-v"]),
        takes(&["-p"]),
        does(&["-i"], Effect::GivesFirst),
        does(&["-a"], Effect::GivesFirst),
    ]],
    first(&[Slot::Data], Slot::Write),
);

const SETFACL: Table = gnu(
    &[
        COMMON,
        &[
            takes(&["-m", "--modify"]),
            takes(&["-x", "--remove"]),
            with(&["-M", "--modify-file"], Effect::Reads),
            with(&["-X", "--remove-file"], Effect::Reads),
            flag(&["-b", "--remove-all"]),
            flag(&["-k", "--remove-default"]),
            flag(&["-R", "--recursive"]),
            flag(&["-d", "--default"]),
        ],
    ],
    WRITTEN,
);

const DD: Table = program(Style::TEXT, &[COMMON], all(Slot::Setting(&[("if", Slot::Read), ("of", Slot::Write)])));

const TEE: Table =
    gnu(&[COMMON, &[flag(&["-a", "--append"]), flag(&["-i", "--ignore-interrupts"]), flag(&["-p"]), glued(&["--output-error"])]], WRITTEN);

const TRUNCATE: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-c", "--no-create"]),
            flag(&["-o", "--io-blocks"]),
            with(&["-r", "--reference"], Effect::Reads),
            takes(&["-s", "--size"]),
        ],
    ],
    WRITTEN,
);

const SHRED: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-f", "--force"]),
            takes(&["-n", "--iterations"]),
            with(&["--random-source"], Effect::Reads),
            takes(&["-s", "--size"]),
            flag(&["-u"]),
            glued(&["--remove"]),
            flag(&["-v", "--verbose"]),
            flag(&["-x", "--exact"]),
            flag(&["-z", "--zero"]),
            flag(&["-r"]),
        ],
    ],
    WRITTEN,
);

const INSTALL: Table = gnu(
    &[
        COMMON,
        PLACING,
        &[
            does(&["-s", "--strip"], Effect::Runs),
            with(&["--strip-program"], Effect::Words),
            flag(&["-c"]),
            flag(&["-C", "--compare"]),
            flag(&["-d", "--directory"]),
            flag(&["-D"]),
            takes(&["-m", "--mode"]),
            takes(&["-o", "--owner"]),
            takes(&["-g", "--group"]),
            flag(&["-p", "--preserve-timestamps"]),
        ],
    ],
    last(Slot::Read, Slot::Write),
)
.beside(&[(&["-d"], WRITTEN), (&["-t"], FILES)]);

const MKTEMP: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-d", "--directory"]),
            flag(&["-u", "--dry-run"]),
            flag(&["-q", "--quiet"]),
            takes(&["--suffix"]),
            with(&["-p"], Effect::Writes),
            with_glued(&["--tmpdir"], Effect::Writes),
            flag(&["-t"]),
        ],
    ],
    WRITTEN,
)
.plainly();

const READLINK: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-f", "--canonicalize"]),
            flag(&["-e", "--canonicalize-existing"]),
            flag(&["-m", "--canonicalize-missing"]),
            flag(&["-n", "--no-newline"]),
            flag(&["-q", "-s", "--quiet", "--silent"]),
            flag(&["-v", "--verbose"]),
            flag(&["-z", "--zero"]),
        ],
    ],
    all(Slot::Data),
);

const REALPATH: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-e", "--canonicalize-existing"]),
            flag(&["-m", "--canonicalize-missing"]),
            flag(&["-L", "--logical"]),
            flag(&["-P", "--physical"]),
            flag(&["-q", "--quiet"]),
            takes(&["--relative-to"]),
            takes(&["--relative-base"]),
            flag(&["-s", "--strip", "--no-symlinks"]),
            flag(&["-z", "--zero"]),
        ],
    ],
    all(Slot::Data),
);

const BASENAME: Table =
    gnu(&[COMMON, &[flag(&["-a", "--multiple"]), takes(&["-s", "--suffix"]), flag(&["-z", "--zero"])]], all(Slot::Data));

const DIRNAME: Table = gnu(&[COMMON, &[flag(&["-z", "--zero"])]], all(Slot::Data));

const MKFIFO: Table = gnu(&[COMMON, &[takes(&["-m", "--mode"]), flag(&["-Z"])]], WRITTEN);

const MKNOD: Table = gnu(&[COMMON, &[takes(&["-m", "--mode"]), flag(&["-Z"])]], first(&[Slot::Write], Slot::Data));

const SYNC: Table = gnu(&[COMMON, &[flag(&["-d", "--data"]), flag(&["-f", "--file-system"])]], FILES);

const MOUNT: Table = gnu(
    &[
        COMMON,
        &[
            flag(&["-l", "--show-labels"]),
            does(&["-a", "--all"], Effect::Writes),
            with(&["-o", "--options"], Effect::Writes),
            does(&["-B", "--bind"], Effect::Writes),
            does(&["-R", "--rbind"], Effect::Writes),
            does(&["-M", "--move"], Effect::Writes),
            flag(&["-r", "--read-only"]),
            does(&["-w", "--rw", "--read-write"], Effect::Writes),
            takes(&["-t", "--types"]),
            flag(&["-v", "--verbose"]),
            takes(&["-L", "--label"]),
            takes(&["-U", "--uuid"]),
        ],
    ],
    last(Slot::ReadWrite, Slot::Write),
);

const UMOUNT: Table = gnu(
    &[
        COMMON,
        &[
            does(&["-a", "--all"], Effect::Writes),
            flag(&["-f", "--force"]),
            flag(&["-l", "--lazy"]),
            flag(&["-R", "--recursive"]),
            flag(&["-r", "--read-only"]),
            flag(&["-v", "--verbose"]),
            takes(&["-t", "--types"]),
        ],
    ],
    WRITTEN,
);

/// Each writes its device; further options are not known.
const WIPEFS: Table = gnu(
    &[
        COMMON,
        &[
            does(&["-a", "--all"], Effect::Writes).beside(&["-n", "--no-act"], Effect::Harmless),
            takes(&["-o", "--offset"]),
            flag(&["-n", "--no-act"]),
            does(&["-f", "--force"], Effect::Harmless),
            does(&["-b", "--backup"], Effect::Writes),
            flag(&["-i", "--noheadings"]),
            flag(&["-J", "--json"]),
            flag(&["-p", "--parsable"]),
            flag(&["-q", "--quiet"]),
            takes(&["-O", "--output"]),
            takes(&["-t", "--types"]),
            glued(&["--lock"]),
        ],
    ],
    FILES,
)
.beside(&[(&["-n"], FILES), (&["-a", "-o"], WRITTEN)]);

const MKFS: Table = exact(
    &[
        COMMON,
        &[
            with(&["-t", "--type"], Effect::Writes),
            takes(&["-L"]),
            takes(&["-n"]),
            does(&["-a", "--all"], Effect::Writes),
            does(&["-f", "--force"], Effect::Writes),
            does(&["-F"], Effect::Writes),
            flag(&["-q"]),
            flag(&["-v"]),
        ],
    ],
    WRITTEN,
);

const PARTITION: Table =
    gnu(&[COMMON, &[flag(&["-l", "--list"]), does(&["-s", "--script"], Effect::Writes)]], first(&[Slot::Write], Slot::Data))
        .taking(Input::Waits);

const VIM: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[
        COMMON,
        &[
            with(&["+*"], Effect::Code(Language::Vim)),
            with(&["-c"], Effect::Code(Language::Vim)),
            with(&["--cmd"], Effect::Code(Language::Vim)),
            with(&["-S"], Effect::CodeFile(Language::Vim)),
            with(&["-s"], Effect::RunsFile),
            with(&["-u"], Effect::RunsFile),
            with(&["-U"], Effect::RunsFile),
            with(&["-i"], Effect::RunsFile),
            with(&["-w"], Effect::Writes),
            with(&["-W"], Effect::Writes),
            flag(&["-R"]),
            flag(&["-es"]),
            flag(&["-Es"]),
            flag(&["-n"]),
            flag(&["-e"]),
            flag(&["-E"]),
            flag(&["-d"]),
        ],
    ],
    all(Slot::ReadWrite),
)
.taking(Input::Listens(Language::Vim));

/// `-s` tells of nothing, or names a program that checks spelling.
const ED: Table =
    exact(&[COMMON, &[flag(&["-s"]), flag(&["-v"]), flag(&["-G"]), flag(&["-l"]), flag(&["-r"]), takes(&["-p"])]], all(Slot::ReadWrite))
        .doing(Does::Runs)
        .taking(Input::Listens(Language::Bang));

const NANO: Table = exact(
    &[COMMON, &[with(&["-s", "--speller"], Effect::Shell), does(&["+*"], Effect::Harmless), with(&["-f", "--rcfile"], Effect::RunsFile)]],
    all(Slot::ReadWrite),
)
.doing(Does::Runs)
.taking(Input::Always);

const EMACS: Table = program(
    Style { single_dash: true, ..Style::EXACT },
    &[
        COMMON,
        &[
            does(&["+*"], Effect::Harmless),
            flag(&["-Q", "--quick", "-quick"]),
            flag(&["-batch", "--batch"]),
            flag(&["-nw", "--no-window-system"]),
            with(&["-eval", "--eval", "-e", "--execute"], Effect::Code(Language::Other)),
            with(&["-l", "--load", "-load", "--script", "-script"], Effect::RunsFile),
            with(&["-f", "--funcall", "-funcall"], Effect::Runs),
        ],
    ],
    all(Slot::ReadWrite),
)
.doing(Does::Runs)
.taking(Input::Always);
