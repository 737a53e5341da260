//! Recordings: calls, what was decided of them and what became of them, as JSON Lines; read strictly and one line at a time.
//!
//! The first line is the header, every other one a call with its expectation, a result, or an event of the session. Version 1 knows calls
//! alone, and nothing of what became of them. Nothing is skipped: a line that cannot be read ends the reading
//! with an error that names it. Deciding the calls again is the runner's.

mod error;
mod line;
mod read;

pub use error::{RecordingError, RecordingProblem};
pub use line::{
    CallEntry, Entry, Expectation, Fate, Header, Kind, Line, Owner, Redaction, ResultEntry, ResultExpectation, Semantics, Yes, header_text,
    line_text,
};
pub use read::{LINE_BYTES, Recording};
