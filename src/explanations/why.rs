//! Why each code is reported: what would go wrong otherwise. One table over the codes of all crates; a code without a row of its own is covered by
//! what its group says.

use straza_language::diagnostic::Code;

/// Why the code is reported.
pub fn why(code: Code) -> &'static str {
    let row = WHY.binary_search_by_key(&code.0, |(number, _)| *number).ok().and_then(|at| WHY.get(at));
    row.map_or_else(|| group(code).why, |(_, why)| why)
}

/// A hundred of codes that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// What it is about, for the list.
    pub name: &'static str,
    why: &'static str,
}

/// The group of a code.
pub fn group(code: Code) -> Group {
    let (name, why) = match code.0 / 100 {
        0 => {
            ("reading a text", "A text that can be read in two ways, or in none, is not guessed at: a wrong guess would be a wrong policy.")
        }
        1 => ("names", "A name that stands for nothing, or for two things, leaves open what the policy says."),
        2 => ("values and types", "A comparison that cannot mean what it says would be unknown for every call, or true for none."),
        3 => ("sets, defaults and items", "What an item can do is settled before it is signed, so that no call finds out later."),
        4 => ("catalogs", "Catalogs say which functions and arguments there are; everything else is checked against them."),
        5 => {
            ("compiling", "A snapshot holds what the runtime can decide within its bounds; what it cannot hold is refused, never left out.")
        }
        6 => ("straza.toml and files", "What is compiled must be what lies in the repository, for everybody who compiles it."),
        _ => ("tests", "A test that cannot fail, or that asks something else than it says, would be green for nothing."),
    };
    Group { name, why }
}

/// By number.
const WHY: &[(u16, &str)] = &[
    (1, "Text that belongs to no item is never skipped: it may be a rule whose first word is misspelt, and that rule would be missing."),
    (2, "An item begins where its word stands in the first column. This is how a mistake in one item cannot swallow the next."),
    (3, "An item begins a line. Where two stand on one, the second is easily overlooked by readers."),
    (4, "Reading is bounded in every way, so that no text can keep a machine busy."),
    (5, "Reading is bounded in every way, so that no text can keep a machine busy. What is nested this deeply nobody reads either."),
    (6, "`///` documents the item after it: on the pages of `straza doc` and in explanations. Here no item follows."),
    (7, "`#` begins no comment here, and text that is neither item nor comment is not skipped."),
    (8, "A character that nobody sees makes two texts that look alike differ. A value that is compared with one may never match."),
    (9, "Some viewers begin a new line there and show as policy what is still a comment."),
    (10, "What stands here is not what can stand at this place, so the clause has no meaning that could be relied on."),
    (11, "Everything behind an open quotation mark would be text, not policy."),
    (12, "Without its closing brace nobody can say where the item ends."),
    (13, "An escape that is not known could be meant as itself or as something else."),
    (14, "One spelling for names, kebab-case, so that two names never differ only in how they are written."),
    (15, "Names stand in reasons and logs, which are cut; a name beyond the limit would no longer be told apart."),
    (
        20,
        "The slip from another language has one reading, and the help names it. It is still written in this language's words, so that all policies read alike.",
    ),
    (
        21,
        "The slip from another language has one reading, and the help names it. It is still written in this language's words, so that all policies read alike.",
    ),
    (22, "Texts stand in straight double quotes only; other quotes are often pasted from documents and hide where a text ends."),
    (23, "Clauses need no sign between word and value, nor at their end."),
    (24, "In an outcome a comma begins an option, so people are joined by `or`: any of them may decide."),
    (25, "All steps are asked for, and they run in a fixed order whichever way they are written. `and` says so."),
    (26, "Constants are written as the language writes them; a bare word in another case would be a name."),
    (27, "Steps alone do not say whether the function is permitted: `require` only restricts, `allow after` permits, too."),
    (28, "A test says what is decided, not how a rule says it."),
    (30, "Numbers are exact decimals. A spelling that other readers take for octal, or round, is refused."),
    (31, "A duration has one unit, a letter, so that `90s` and `1m30s` do not stand for the same."),
    (32, "A date that is in no calendar would be moved to another day by whoever reads it."),
    (33, "Versions are compared number by number; a part that is no number has no order."),
    (34, "A window needs days, hours and a zone that exists, or nobody can say when it is open."),
    (35, "An option that is not understood is not left out: what was meant as a restriction would be missing."),
    (40, "Clauses have one order, so that whoever has read one rule can read all. `--fix` puts them in place."),
    (41, "Of two clauses of one kind only one could count, and readers would not agree on which."),
    (
        42,
        "`when` and `unless` guard the item before the first outcome, and one outcome behind it. Here both readings are possible, and they differ.",
    ),
    (43, "`a < b < c` reads like two comparisons and would be something else in many languages."),
    (50, "A function is a server and a name; the same name on another server is another function."),
    (51, "A comma separates entries of `on`, any of which is enough. Words that must all hold are joined by `+`."),
    (69, "An exception that belongs to another pattern than was meant lets through what nobody wanted."),
    (101, "A role with two declarations could have two names in the directory, and only one of them would be asked."),
    (102, "Which of both values a condition means would depend on the order of the files."),
    (103, "Two sets of one name would give two items one name in every explanation."),
    (104, "A function is described once: two descriptions could disagree about its effects or its arguments."),
    (105, "An item's name is how tests, explanations and logs speak of it, so it stands for one item."),
    (106, "Names that the file was to bring would stand for nothing."),
    (107, "Files that need each other have no first one, so nobody can say what their names mean."),
    (108, "A constant that nothing reads is often one that a condition should read: look whether a rule still has the value itself."),
    (109, "A role that nothing names is often misspelt elsewhere, or what is left of a rule that is gone."),
    (110, "A name that is a word of the language would change what clauses mean."),
    (111, "A bare word would have two meanings, and which one counts would depend on what stands on the left."),
    (112, "A bare word is a role, a value of an enum, or a `let`; a text stands in quotes. This is none of them, so it might be a slip."),
    (113, "Without a type on the left nobody can say whether the word is a role, a value or a text."),
    (114, "A pool or condition with a role that nobody has would ask nobody, or never hold."),
    (115, "A condition on a value that no call has would be unknown for every call."),
    (116, "A `let` is one value for every call, so that its meaning does not depend on where it is used."),
    (201, "The operator has no meaning for values of this type, so the condition would be unknown for every call."),
    (202, "Values of two types are never equal, so the condition would be unknown for every call."),
    (203, "The schema lists the texts that the value can have. A condition on another one never holds."),
    (
        204,
        "The catalog declares the arguments. A condition on one that is not declared would never see a value, and a call with it is refused.",
    ),
    (205, "Names of arguments are compared with their case. The condition would read an argument that no call has."),
    (
        206,
        "Where the value is absent, the condition is unknown: a restriction then applies, a permission does not. Say which of both you want.",
    ),
    (207, "On a function without the argument the condition would be unknown for every call."),
    (208, "One condition on values of two types would have two meanings."),
    (
        209,
        "`args.x?` makes a comparison false where the value is absent, and the negation makes that true: the restriction would apply to calls without it, or not, by accident.",
    ),
    (210, "Only numbers, instants, versions and some enums have an order."),
    (211, "`has`, `any` and `every` look through a list; this value is none."),
    (212, "`null` has no order and no length; every other question about it is unknown."),
    (213, "A list is not equal to one of its elements. Say whether any or every element is meant."),
    (214, "Each level of a quantifier multiplies the work of a decision, and the bound is two."),
    (215, "Paths are compared in full. What can match no full path would be a restriction that never applies."),
    (216, "A comparison that reads nothing of the call is the same for all of them, so it decides nothing."),
    (217, "The comparison has one answer, whatever the call says, so it decides nothing."),
    (218, "Text that is composed in another way looks alike and is not equal; the runtime compares what it gets."),
    (219, "Patterns are compiled before they are signed, so that their cost is known. A pattern from the call could be anything."),
    (220, "A value that is never absent needs no stand-in; the clause suggests a case that does not exist."),
    (221, "Only a boolean is a condition by itself. `exists` asks whether a value is there."),
    (222, "Constants are bounded, because each comparison is work that the signed bound must cover."),
    (223, "`any seen` looks only at what was seen. Under a negation it would permit a call for what nobody has looked at."),
    (224, "A condition that is the same for every call decides nothing, or hides what was meant."),
    (301, "Rules belong to a set: its name stands in reasons, its remit says where they may permit."),
    (302, "A file is one set, so that everybody who opens it knows whose rules these are."),
    (303, "Which of two tables is read first would depend on the order in the file."),
    (
        304,
        "In the shared part two owners decide about one function, and their defaults join. That is to be agreed, with a reason, in straza.toml.",
    ),
    (305, "A set permits only inside its remit (`over`): nobody can open what others look after."),
    (306, "Without a remit a set may restrict, and nothing else."),
    (307, "Rows are read from the top, and every call that this row speaks of is settled above it."),
    (308, "A row says what holds where no permission does: `allow`, `allow after …` or `deny`, without a condition."),
    (309, "No function has both effects, so nothing would be selected."),
    (310, "An effect word that does not exist selects nothing."),
    (311, "No host sends an event of this name, so the item would never be asked."),
    (312, "When this event is reported, what it tells of has already happened: nothing can be denied or asked any more."),
    (
        313,
        "The server's catalog has no such function, so the item would never be asked. Where it is misspelt, the function that was meant goes unguarded.",
    ),
    (314, "Names of functions are compared with their case. The item would be on a function that nobody can call."),
    (315, "Effects, `having` and `lacking` leave no function over, so the entry is without effect."),
    (316, "What a command line does is not a matter of its text alone; a rule over it cannot see quotes, variables and scripts."),
    (317, "An option on a step that does not know it would promise something that nobody keeps."),
    (318, "Waiting and granting are bounded: a yes that stands for ever is none that anybody remembers."),
    (319, "A yes that is bound to the function alone holds for any arguments. It needs a time, and an item that reads no arguments."),
    (320, "`classify` reads a command. Where there is none, there is nothing to classify, and every call would be refused."),
    (321, "`require` restricts and permits nothing, so the default still denies and nobody is ever asked. `allow after` is what asks."),
    (322, "Every call takes the first outcome too, so what the second one says hardly ever shows."),
    (323, "An item without functions is never asked, one without an outcome decides nothing."),
    (324, "It is over before it begins, so it never has an effect."),
    (325, "The agent would read the braces instead of the value."),
    (326, "Free text in a reason is written by whoever made the call, and the agent reads the reason. `!` says that this is wanted."),
    (327, "Reasons are cut at a limit; what is cut cannot help anybody."),
    (328, "What the call carries as free text may hold instructions. In a reason they would be read as the policy's own words."),
    (329, "No function of the pattern has the argument, so `having` selects none and `lacking` all."),
    (
        342,
        "What a restriction looks for and what a permission accounts for are not the same; a pattern that only one can read says nothing in the other.",
    ),
    (346, "What may be a refused command, or cannot be read, would run."),
    (347, "The earlier item decides those commands, so that the stricter one is never heard."),
    (401, "A catalog is what the server answers to `tools/list`, whole. With a page missing, functions would be missing."),
    (402, "A function without a name of its own cannot be described or decided."),
    (403, "Where the schema is not understood, any value passes it, and conditions on it are not typed."),
    (404, "Local tools have names that no server may take: a rule about them would otherwise concern a server's function."),
    (405, "A word that is not understood is not left out: a trusted hint or an effect would be missing."),
    (406, "Effects choose defaults and items, so a function has one set of them."),
    (407, "A line that concerns no function is often a misspelt one, whose function then keeps the worst effects."),
    (408, "The mark says how text is compared; what is no text cannot carry it."),
    (409, "Without its file nothing is known of the server's functions."),
    (410, "A catalog is of one server, told by its identity. With two, either would be taken for it."),
    (411, "Readers of JSON differ in which of both they take, so the description could be read in two ways."),
    (412, "A server may take both keys for one. A condition on the one would not see the other."),
    (413, "Every call would be refused: the argument is required, and it is not declared."),
    (414, "A hint that another one contradicts is not believed; what is worse counts."),
    (501, "What is no expression matches nothing, and a restriction with it would never apply."),
    (502, "Expressions are bounded, because compiling them is work."),
    (503, "Where a word of Unicode letters ends cannot be told byte by byte, which is how tables are walked."),
    (
        504,
        "Expressions become tables that are walked once per character. One whose table is beyond the limit would make the snapshot heavy for every call.",
    ),
    (505, "All tables are part of the snapshot, which is read before every decision on some hosts."),
    (506, "A zone that does not exist has no hours, so the window would never be open, or always."),
    (508, "Such a variable starts other programs than the command names, so any value of it is any command."),
    (510, "Steps of the items on one list of functions are kept as bits of one word, so that any number of items is decided alike fast."),
    (511, "Every list that a function lies on is looked through on each call of it."),
    (512, "Each step into an argument is work on every call, and the bound is part of the snapshot's format."),
    (513, "Counts of a snapshot are bounded, so that one that is damaged cannot ask for any amount of memory."),
    (520, "The repository sets how much a decision may cost at worst. Something in the policy is tried on every call."),
    (521, "The worst case is signed, and no runtime opens a snapshot whose worst case is beyond its own bound."),
    (
        522,
        "Other items are found by a value of the call. These are looked at one by one, so each makes every call of these functions a little slower.",
    ),
    (
        590,
        "What is handed out was read back first. It differs from what was meant, which is a fault of straza, and so nothing is handed out.",
    ),
    (600, "Nothing of the file can be relied on where it is not TOML."),
    (601, "A key that is not known is not left out: it may be a misspelt one, whose setting would be missing."),
    (602, "The setting has no default that would be right for everybody."),
    (603, "A value of another type would be turned into something, and readers would not agree on what."),
    (604, "The value means nothing here, so the setting would be missing."),
    (605, "An overlap is agreed between sets. With a name that is no set, the agreement is with nobody."),
    (606, "The recordings that were to be replayed are not: a test run would be green without them."),
    (607, "Policies are UTF-8. Other encodings would give the same bytes different letters."),
    (608, "A rule that is not read restricts nothing. Where the file is meant to be a policy, it is missing."),
    (609, "Files are read by their ending, and its case counts. Where the file is meant to be a policy, it is missing."),
    (610, "The item says when it ends, and that is past: it has no effect any more and only looks as if it had."),
    (611, "When a restriction ends, calls that it held back go through. That should happen on purpose."),
    (
        620,
        "Without it the item cannot decide as it was written. Whether it denies there or is left out is for people to say, never for a default.",
    ),
    (621, "A skip of an item that is not there leaves nothing out: the item that was meant would go on denying."),
    (622, "A skip says that the host goes without the item. Where nothing is missing, that is a hole and not a way around one."),
    (
        623,
        "Some items protect what nobody could get back: without them a result would reach the model, or an exception would open more than it says.",
    ),
    (624, "The host hands over nothing that the item is about, so there it only looks like protection."),
    (625, "A permission counts only where it is certain. What a host never says is certain on no call."),
    (626, "A step that nobody can make is never made, so the call never runs."),
    (627, "What is unknown restricts. On a host that never says it, the condition no longer chooses between calls."),
    (701, "The world of a test is made of what hosts supply. A fact that none does would change nothing."),
    (702, "A host sends this fact as another type, so the test would ask about a call that cannot be."),
    (703, "A call names one function. A pattern is no function, and one that no catalog has cannot be called."),
    (704, "The table has no such column, so the calls would lack the value."),
    (705, "No decision is reported by this name, so the expectation could not hold."),
    (706, "Such a call is refused before any rule. If that is what the test is about, it says `because schema`."),
    (707, "Tests are run on every change, so their number is bounded."),
    (708, "A word in a call's data is a `let`; a text stands in quotes."),
    (709, "Two tables within each other hide how many calls there are."),
    (710, "A test without a call is green whatever the policy says."),
    (711, "No call is refused for this cause, so the expectation could not hold."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_ascend_and_each_is_of_a_code_that_exists() {
        assert!(WHY.is_sorted_by(|left, right| left.0 < right.0));
        let known: Vec<u16> = crate::explanations::every_code().map(|(code, _)| code.0).collect();
        let strangers: Vec<u16> = WHY.iter().map(|(number, _)| *number).filter(|number| !known.contains(number)).collect();
        assert_eq!(strangers, Vec::<u16>::new());
    }

    #[test]
    fn the_reason_is_a_sentence_for_every_code() {
        for (code, _) in crate::explanations::every_code() {
            assert!(why(code).ends_with('.') && why(code).starts_with(|c: char| c.is_uppercase() || c == '`'), "{code}: {}", why(code));
        }
    }
}
