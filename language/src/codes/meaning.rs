//! Codes of the meaning half: names S01xx, types S02xx, sets and items S03xx, catalogs S04xx, tests S07xx.
//!
//! A published number keeps its meaning; a retired one is not given again.

codes! {
    ROLE_TWICE = 101, "a role is declared twice";
    LET_TWICE = 102, "a `let` is visible twice in a file";
    SET_TWICE = 103, "a policy set is declared twice";
    SERVER_TWICE = 104, "a server has two catalogs";
    ITEM_TWICE = 105, "two items of a set have one name";
    UNKNOWN_MODULE = 106, "a `use` names no file of the repository";
    USE_CIRCLE = 107, "files use each other in a circle";
    UNUSED_LET = 108, "a `let` is never used";
    UNUSED_ROLE = 109, "a role is never used";
    RESERVED_NAME = 110, "a declared name is a word of the language";
    AMBIGUOUS_LET = 111, "a `let` has the name of a role or of an enum value";
    UNKNOWN_WORD = 112, "a bare word stands for nothing";
    UNTYPED_WORD = 113, "a bare word stands where the left side has no type";
    UNKNOWN_ROLE = 114, "a role is not declared";
    UNKNOWN_VALUE = 115, "no value of the call has this name";
    LET_READS_CALL = 116, "a `let` holds something that is no constant";

    WRONG_OPERATOR = 201, "an operator does not fit the left side's type";
    WRONG_VALUE = 202, "the right side has another type than the left";
    NOT_A_VALUE = 203, "text that the enum or schema does not list";
    UNKNOWN_ARGUMENT = 204, "the schema declares no such argument";
    ARGUMENT_CASE = 205, "an argument's key differs from the schema's in case";
    UNGUARDED = 206, "a value that may be absent is read without `?`, `else` or a guard";
    MISSING_IN_SOME = 207, "some of the item's functions lack the argument";
    SCHEMAS_DISAGREE = 208, "the item's functions disagree about an argument";
    OPTIONAL_NEGATED = 209, "`?` under a negation in a restriction";
    NO_ORDER = 210, "an order over values that have none";
    NO_LIST = 211, "a list is needed";
    NULL_COMPARED = 212, "null stands where only equality can ask for it";
    LIST_WHOLE = 213, "a list is compared as if it were one value";
    TOO_DEEP = 214, "quantifiers are nested more than twice";
    IMPOSSIBLE_PATH = 215, "a path or pattern that no absolute path can match";
    TWO_CONSTANTS = 216, "a comparison reads nothing of the call";
    NEVER_TRUE = 217, "a comparison that has one answer for every call";
    NOT_NORMAL = 218, "text that is not in Unicode's composed form";
    NOT_CONSTANT = 219, "the right side must be a constant";
    MISPLACED_ELSE = 220, "`else` or `?` behind a value that is never absent";
    NOT_BOOLEAN = 221, "a value alone stands for a condition but is no boolean";
    TOO_LONG = 222, "a constant is longer than the limit";
    SEEN_NEGATED = 223, "`any seen` where nothing seen makes the condition true";
    CONSTANT_CONDITION = 224, "a condition that is the same for every call";

    NO_HEADER = 301, "rules or defaults without a policy set";
    TWO_HEADERS = 302, "two policy sets in one file";
    TWO_DEFAULTS = 303, "two tables of defaults in one set";
    OVERLAPPING_REMITS = 304, "the remits of two sets overlap";
    OUTSIDE_REMIT = 305, "a permission outside the set's remit";
    NO_REMIT = 306, "a permission or defaults in a set without a remit";
    UNREACHABLE_ROW = 307, "a row of defaults that no call reaches";
    ROW_OUTCOME = 308, "a row of defaults with something else than one plain outcome";
    EFFECT_CLASH = 309, "effect words that contradict each other";
    UNKNOWN_EFFECT = 310, "an effect word that does not exist";
    UNKNOWN_EVENT = 311, "an event that does not exist";
    UNENFORCEABLE = 312, "an outcome that the event cannot enforce";
    UNKNOWN_FUNCTION = 313, "a pattern that matches no function of its server's catalog";
    FUNCTION_CASE = 314, "a function differs from the catalog's in case";
    SELECTS_NOTHING = 315, "an entry of `on` that selects no function";
    COMMAND_PERMISSION = 316, "a rule permits commands";
    STEP_OPTION = 317, "an option that does not fit its step";
    STEP_LIMIT = 318, "a duration or count outside its bounds";
    BIND_TOOL = 319, "`bind tool` without a grant or on an item that reads arguments";
    NO_COMMAND = 320, "`classify` where functions carry no command";
    NEVER_ASKS = 321, "steps that are never asked, because the default denies";
    SHADOWED_OUTCOME = 322, "an outcome without a guard before another";
    NO_OUTCOME = 323, "a rule without `on` or without an outcome";
    NEVER_LIVE = 324, "an item that expires before it starts";
    REASON_NAME = 325, "a reason names something that cannot be printed";
    REASON_FREE_TEXT = 326, "a reason prints free text without `!`";
    REASON_LIMIT = 327, "a reason is longer than the limit";
    REASON_INJECTION = 328, "a reason prints free text of the call";
    UNKNOWN_SELECTED = 329, "`having` or `lacking` names an argument that no function has";

    CATALOG_FORM = 401, "a catalog's file is no answer of `tools/list`";
    CATALOG_FUNCTION = 402, "a function of a catalog cannot be used";
    CATALOG_SCHEMA = 403, "a part of an input schema is read as anything";
    RESERVED_SERVER = 404, "a catalog for a reserved namespace";
    CATALOG_WORD = 405, "an unknown word in a catalog";
    EFFECTS_DISAGREE = 406, "two `effect` lines disagree about a function";
    LINE_WITHOUT_USE = 407, "a line of a catalog that concerns no function";
    MARK_MISFIT = 408, "a mark on an argument that cannot carry it";
    CATALOG_FILE = 409, "a catalog's file is missing";
    IDENTITY_TWICE = 410, "a catalog names two identities";
    CATALOG_KEY_TWICE = 411, "an object of a catalog's file has a key twice";
    SCHEMA_CASE = 412, "two keys of an input schema differ only in case";
    SCHEMA_REQUIRED = 413, "an input schema requires what it does not declare";
    HINTS_CONTRADICT = 414, "hints of a function that contradict each other";

    UNKNOWN_FACT = 701, "a fact that no host supplies";
    FACT_TYPE = 702, "a fact of the wrong type";
    TEST_FUNCTION = 703, "a test calls something that is no one function";
    TEST_COLUMN = 704, "a column that the table of `each` does not have";
    TEST_EXPECTATION = 705, "a call without an expectation that can hold";
    TEST_ARGUMENTS = 706, "a test's arguments do not fit the function's schema";
    TEST_SIZE = 707, "a test expands to too many calls";
    TEST_VALUE = 708, "a word in a test's data stands for nothing";
    TEST_NESTING = 709, "`each` inside `each`";
    TEST_EMPTY = 710, "a test, or an `each`, that calls nothing";
    TEST_CAUSE = 711, "a cause that a call cannot be denied for";
}
