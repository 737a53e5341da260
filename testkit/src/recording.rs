//! Recordings: calls and what was decided of them, as JSON Lines; read strictly and one line at a time.
//!
//! The first line is the header, every other one a call with its expectation. Nothing is skipped: a line that cannot be read ends the reading
//! with an error that names it. Deciding the calls again is the runner's.

mod error;
mod line;
mod read;

pub use error::{RecordingError, RecordingProblem};
pub use line::{Expectation, Header, Kind, Line, Redaction, Semantics, header_text, line_text};
pub use read::{LINE_BYTES, Recording};
