//! How a core is indexed, for listings: the tables of each group of items, and what no table finds. Nothing here decides.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::compiled::Core;
use crate::layout::*;

/// How the items on one list of functions are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupIndex {
    /// Items.
    pub items: u32,
    /// The tables in which they are looked up first.
    pub tables: Vec<TableIndex>,
    /// Items with a condition that are tried on every call.
    pub residual: Vec<u32>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableIndex {
    /// The place in the call, and how it is compared.
    pub by: String,
    /// Values, pieces or bounds.
    pub entries: u32,
    /// The most items behind one of them that are listed there.
    pub largest: u32,
}

impl Core {
    /// How many lists of groups there are that functions known by name lie on: functions with one list are decided alike.
    pub fn class_count(&self) -> usize {
        let functions = (0..self.count(Section::Functions)).filter_map(|index| self.function(index));
        let mut classes: Vec<(Run, Run)> = functions.map(|function| (function.groups, function.remits)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    }

    /// How the items of each group are found.
    pub fn group_indices(&self) -> Vec<GroupIndex> {
        (0..self.count(Section::Groups)).filter_map(|index| self.group(index)).map(|group| self.group_index(&group)).collect()
    }

    fn group_index(&self, group: &Group) -> GroupIndex {
        let mut out = GroupIndex { items: group.items.len, tables: Vec::new(), residual: Vec::new() };
        for node in [group.restrict, group.permit].into_iter().filter_map(|node| self.node(node)) {
            let rest = self.leaf(node.rest).map(|leaf| leaf.items).unwrap_or_default();
            let conditional = |item: &u32| self.item_record(*item).is_some_and(|item| item.entry != ACCEPT);
            out.residual.extend(self.list(rest).filter(conditional));
            let accesses = node.accesses.range().filter_map(|index| self.access(index as u32));
            out.tables.extend(accesses.map(|access| self.table_index(&access)));
        }
        out
    }

    fn table_index(&self, access: &Access) -> TableIndex {
        let by = format!("{} {}", self.attribute_name(access.attribute), kind_name(access.kind));
        if access::is_bound(access.kind) {
            return TableIndex { by, entries: access.table.len, largest: 1 };
        }
        let slots = access.table.range().filter_map(|index| self.slot(index as u32)).filter(|slot| slot.leaf != NONE);
        let sizes = slots.filter_map(|slot| self.leaf(slot.leaf)).map(|leaf| leaf.items.len);
        let (entries, largest) = sizes.fold((0, 0), |(count, largest): (u32, u32), size| (count + 1, largest.max(size)));
        TableIndex { by, entries, largest }
    }

    fn attribute_name(&self, index: u32) -> String {
        let Some(attribute) = self.attribute(index) else { return String::new() };
        let keys = attribute.path.range().filter_map(|key| self.text_of(self.name(key as u32)?.text));
        keys.fold(String::from(root_name(attribute.root)), |name, key| format!("{name}.{key}"))
    }
}

fn kind_name(kind: u8) -> &'static str {
    match kind {
        access::EQUAL => "==",
        access::ELEMENT => "has",
        access::PREFIX | access::ELEMENT_PREFIX => "starts with",
        access::SUFFIX | access::ELEMENT_SUFFIX => "ends with",
        access::PART | access::ELEMENT_PART => "contains",
        access::RANGE => "between",
        access::ABOVE => ">",
        _ => "<",
    }
}

fn root_name(root: u8) -> &'static str {
    match root {
        root::ARGS => "args",
        root::FUNCTION => "function",
        root::PRINCIPAL => "principal",
        root::AGENT => "agent",
        root::SESSION => "session",
        root::JOB => "job",
        root::PATHS => "paths",
        root::READS => "reads",
        root::WRITES => "writes",
        root::NOW => "now",
        root::HOSTS => "hosts",
        root::RECIPIENTS => "recipients",
        root::TREE => "tree",
        root::FLOW => "flow",
        root::RESULT => "result",
        _ => "element",
    }
}
