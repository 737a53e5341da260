//! The tables of programs: one file a family of programs, and the sorted list of all.
//!
//! Data only. What a row means is said in [`super::table`].

use super::table::Table;

mod archives;
mod builds;
mod builtins;
mod files;
mod git;
mod interpreters;
mod network;
mod remote;
mod search;
mod shells;
mod shorthand;
mod system;
mod terminals;
mod text;
mod wrappers;

/// A base name and its table; names of one program are several rows.
type Row = (&'static str, &'static Table);

/// The families.
const FAMILIES: &[&[Row]] = &[
    archives::ROWS,
    builds::ROWS,
    builtins::ROWS,
    files::ROWS,
    git::ROWS,
    interpreters::ROWS,
    network::ROWS,
    remote::ROWS,
    search::ROWS,
    shells::ROWS,
    system::ROWS,
    terminals::ROWS,
    text::ROWS,
    wrappers::ROWS,
];

/// The families by what their programs do, for readers.
pub(super) const NAMED: &[(&str, &[Row])] = &[
    ("Run a command on this machine", wrappers::ROWS),
    ("Shells, and builtins that run, read or redefine commands", shells::ROWS),
    ("Builtins and small programs", builtins::ROWS),
    ("Files and disks", files::ROWS),
    ("Text", text::ROWS),
    ("Search", search::ROWS),
    ("git", git::ROWS),
    ("Packages, builds, tests", builds::ROWS),
    ("Archives", archives::ROWS),
    ("The network", network::ROWS),
    ("Other machines and containers", remote::ROWS),
    ("Processes, services, databases, clouds", system::ROWS),
    ("Terminals, schedulers, sandboxes", terminals::ROWS),
    ("Interpreters of other languages", interpreters::ROWS),
];

/// All tables by base name, sorted when the runtime is built.
pub(super) static PROGRAMS: &[Row] = &SORTED;

#[expect(clippy::indexing_slicing, reason = "evaluated while compiling, where a wrong index is a compile error")]
const COUNT: usize = {
    let (mut family, mut count) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

#[expect(clippy::indexing_slicing, reason = "evaluated while compiling, where a wrong index is a compile error")]
const SORTED: [Row; COUNT] = {
    let mut rows = [FAMILIES[0][0]; COUNT];
    let (mut family, mut count) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            let mut at = count;
            while at > 0 && is_less(FAMILIES[family][row].0.as_bytes(), rows[at - 1].0.as_bytes()) {
                rows[at] = rows[at - 1];
                at -= 1;
            }
            rows[at] = FAMILIES[family][row];
            count += 1;
            row += 1;
        }
        family += 1;
    }
    rows
};

#[expect(clippy::indexing_slicing, reason = "only used while compiling; both indices are below the lengths")]
const fn is_less(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

#[cfg(test)]
mod tests;
