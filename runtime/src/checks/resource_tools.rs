//! That no tool lists or reads the resources of servers.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let named = NAMES.iter().any(|name| j.call.name().eq_ignore_ascii_case(name));
    if named && j.call.function().is_local() {
        return Finding::refuse("Resources of servers are not read here: a session is offered functions only.");
    }
    Finding::pass()
}

/// Names under which harnesses have them. Add one here when a harness names another.
const NAMES: &[&str] = &[
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
    "ListMcpResources",
    "ReadMcpResource",
    "ListMcpResourceTemplates",
    "list_mcp_resources",
    "list_mcp_resource_templates",
    "read_mcp_resource",
];
