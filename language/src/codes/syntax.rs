//! Codes of the syntax half, S0001–S0099: cutting a file into items and reading one.
//!
//! A published number keeps its meaning; a retired one is not given again.

codes! {
    STRAY_TEXT = 1, "text that starts no item";
    INDENTED_ITEM = 2, "an item does not start at the first column";
    SECOND_ITEM_ON_LINE = 3, "two items on one line";
    FILE_TOO_LARGE = 4, "a file is larger than the limit";
    TOO_DEEP = 5, "brackets or `not`s are nested too deeply";
    MISPLACED_DOC = 6, "a documentation comment documents nothing";
    HASH_COMMENT = 7, "a comment starts with `#`";
    INVISIBLE = 8, "a character that shows nothing";
    COMMENT_END = 9, "a comment that seems to go on behind its end";

    UNEXPECTED = 10, "something else was expected here";
    OPEN_TEXT = 11, "a string is not closed";
    OPEN_BLOCK = 12, "a block is not closed";
    ESCAPE = 13, "an escape that does not exist";
    NAME = 14, "a name is not kebab-case";
    NAME_TOO_LONG = 15, "a name is longer than the limit";

    OPERATOR_WORD = 20, "an operator of another language";
    CLAUSE_WORD = 21, "a clause word of another language";
    QUOTES = 22, "a string in foreign quotes";
    PUNCTUATION = 23, "a sign that is not needed";
    PEOPLE_COMMA = 24, "people are joined by a comma";
    STEPS_JOIN = 25, "steps are joined by something else than `and`";
    CONSTANT_WORD = 26, "a constant of another language";
    BARE_STEPS = 27, "steps without `require` or `allow after`";
    NOT_AN_OUTCOME_WORD = 28, "an expectation repeats the words of a rule";
    AT_LEAST = 29, "`at least` and `require` are exchanged";

    NUMBER = 30, "a number is not written exactly";
    DURATION = 31, "a duration that does not exist";
    INSTANT = 32, "a date or time that does not exist";
    VERSION = 33, "a version that cannot be compared";
    WINDOW = 34, "a weekly window that does not exist";
    OPTION_WORD = 35, "an option takes another word";
    WHOSE = 36, "it is not said whose the count or the time is";
    TIME_COMMA = 37, "a time stands without its comma";

    CLAUSE_ORDER = 40, "a clause is out of order";
    CLAUSE_TWICE = 41, "a clause stands twice";
    CLAUSE_PLACE = 42, "it is not clear what a clause belongs to";
    CHAINED_COMPARISON = 43, "comparisons are chained";
    OUTCOME_PLACE = 44, "an item does not take this outcome";

    HALF_PATTERN = 50, "a function pattern without its server";
    EFFECT_COMMA = 51, "effect words are joined by a comma";
    LEVELS = 52, "levels are not joined by `<`";
    ARGUMENT_PATH = 53, "an argument is not written `args.NAME`";

    PATTERN_EMPTY = 60, "a command pattern that says nothing";
    PATTERN_QUOTES = 61, "quotes or backticks of a command pattern are not closed, or are none";
    PATTERN_BRACES = 62, "alternatives of a command pattern that cannot be read";
    PATTERN_STAR = 63, "`*` or `**` where it stands for nothing";
    PATTERN_FLAG = 64, "a flag of a command pattern that cannot be read";
    PATTERN_SIGN = 65, "a sign of the shell in a command pattern";
    PATTERN_PIPE = 66, "a pipe of a command pattern without two commands";
    PATTERN_PROGRAM = 67, "a command pattern without its program";
    PATTERN_LIMIT = 68, "a command pattern is larger than the limit";
    EXCEPT_COMMA = 69, "a comma beside an `except`";
}
