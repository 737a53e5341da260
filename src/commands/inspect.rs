//! `straza inspect`: what a snapshot holds. It is verified first; what does not open is not listed.

use std::path::PathBuf;

use straza_runtime::Snapshot;

use crate::exit::{Ending, Exit};
use crate::hex::Hex;
use crate::sealed;
use crate::sources::plural;
use crate::terminal::Terminal;
use crate::trust_file;

/// List what a snapshot holds
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The snapshot
    file: PathBuf,
    /// Whose signatures count
    #[arg(long, value_name = "TRUSTFILE")]
    trust: PathBuf,
}

/// Opens and lists.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let trust = trust_file::read(&arguments.trust)?;
    let snapshot = sealed::open(&arguments.file, &trust)?;
    let payload = snapshot.payload();
    terminal.result(format_args!("id             {}", Hex(&snapshot.id())));
    terminal.result(format_args!("policy digest  {}", Hex(&snapshot.policy_digest())));
    terminal.result(format_args!(
        "compiled by    {}, format {}, for runtime {} or newer",
        payload.compiler, payload.format, payload.least_runtime
    ));
    terminal.result(format_args!("signed by      key {}, serial {}", snapshot.key_id(), snapshot.serial()));
    terminal.result(format_args!("catalogs       {}", payload.catalogs.len()));
    costs(&snapshot, terminal);
    sets(&snapshot, terminal);
    items(&snapshot, terminal);
    index(&snapshot, terminal);
    sizes(&snapshot, terminal);
    Ok(Exit::Fine)
}

/// The bound is a polynomial in what the call brings; three sizes of call say more than its coefficients.
fn costs(snapshot: &Snapshot, terminal: &Terminal) {
    let cost = snapshot.cost();
    for (bytes, elements) in [(0, 1), (1_000, 10), (100_000, 100)] {
        let work = cost.fuel(bytes, elements);
        terminal.result(format_args!("worst case     {work} steps of work for {bytes} bytes of text and lists of {elements}"));
    }
}

fn sets(snapshot: &Snapshot, terminal: &Terminal) {
    terminal.result(format_args!("\nsets ({})", snapshot.set_count()));
    for set in (0..snapshot.set_count()).filter_map(|index| snapshot.set_view(index)) {
        terminal.result(format_args!("  {:<28}priority {}, {} rows of defaults", set.name, set.priority, set.rows));
    }
}

fn items(snapshot: &Snapshot, terminal: &Terminal) {
    terminal.result(format_args!("\nitems ({})", snapshot.item_count()));
    for item in (0..snapshot.item_count()).filter_map(|index| snapshot.item(index)) {
        let name = format!("{}.{}", item.set, item.name);
        let effect = if item.permits { "permits" } else { "restricts" };
        let dates = if item.starts.is_some() || item.expires.is_some() { ", dated" } else { "" };
        let shadow = if item.shadow { ", shadow" } else { "" };
        terminal.result(format_args!("  {name:<40}part {:<3}{effect}{dates}{shadow}", item.part));
    }
}

/// Which tables find the items of each list of functions, and which items are tried on every call.
fn index(snapshot: &Snapshot, terminal: &Terminal) {
    let groups = snapshot.group_indices();
    terminal.result(format_args!("\nindex ({} lists of functions, {} classes of functions by name)", groups.len(), snapshot.class_count()));
    for (place, group) in groups.iter().enumerate() {
        terminal.result(format_args!("  list {place}: {}", plural(group.items as usize, "item")));
        for table in &group.tables {
            terminal.result(format_args!("    by {}: {} values, at most {} items behind one", table.by, table.entries, table.largest));
        }
        for item in group.residual.iter().filter_map(|item| snapshot.item(*item)) {
            terminal.result(format_args!("    tried on every call: {}.{}", item.set, item.name));
        }
    }
}

fn sizes(snapshot: &Snapshot, terminal: &Terminal) {
    terminal.result("\nsections");
    for size in snapshot.sizes() {
        terminal.result(format_args!("  {:<20}{:>8} records {:>10} bytes", size.name, size.records, size.bytes));
    }
}
