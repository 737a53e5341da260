//! The codes of the command itself, S0600–S0699. A code once published keeps its meaning for ever.

pub mod examples;

straza_language::codes! {
    NOT_TOML = 600, "`straza.toml` is not TOML";
    UNKNOWN_KEY = 601, "a key that this edition does not know";
    MISSING_KEY = 602, "a key that must be there is missing";
    WRONG_TYPE = 603, "a value of another type";
    WRONG_VALUE = 604, "a value that is not known or out of range";
    UNKNOWN_SET = 605, "an overlap names a policy set that is not there";
    NO_RECORDING = 606, "a pattern of recordings finds no file";
    NOT_UTF8 = 607, "a policy file is not UTF-8";
    HIDDEN_POLICY = 608, "a policy file that `.gitignore` hides is not read";
    ENDING = 609, "a file whose ending is almost `.straza` is not read";

    EXPIRED = 610, "an item has expired by today's clock";
    EXPIRES_SOON = 611, "a restriction expires within 14 days";

    HOST_UNDECIDED = 620, "a host lacks what an item needs, and nothing says what is decided there";
    UNKNOWN_SKIP = 621, "a skipped item that is not there";
    NEEDLESS_SKIP = 622, "a skipped item that needs nothing which the host lacks";
    NO_SKIP = 623, "an item that cannot be skipped";
    HOST_NEVER_CALLED = 624, "an item that a host never asks about";
    HOST_NEVER_FIRES = 625, "what gives nothing at a host, because what it asks is never known there";
    HOST_NEVER_SATISFIED = 626, "steps that nobody can make at a host";
    HOST_ALWAYS_APPLIES = 627, "a restriction that applies to every call at a host, because what it asks is never known there";
}
