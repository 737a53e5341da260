//! What can be wrong with a recording, and in which line.

use std::fmt;

/// A line that cannot be read.
#[derive(Debug)]
pub struct RecordingError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordingProblem,
}

/// What is wrong.
#[derive(Debug)]
pub enum RecordingProblem {
    /// The file ends where the header should be.
    Empty,
    /// The file could not be read.
    Io(std::io::Error),
    /// More bytes than a line may have.
    TooLong,
    /// The last line ends before its JSON does: the recording was cut.
    Cut,
    /// No strict JSON.
    Json(String),
    /// A version that is not known here.
    Version(String),
    /// Not of the published shape.
    Shape(String),
    /// Its number does not follow the one before: a line is missing, or stands twice.
    Order {
        /// This line's.
        seq: u64,
        /// The one before.
        after: u64,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            RecordingProblem::Empty => f.write_str("a recording begins with its header, and here is nothing"),
            RecordingProblem::Io(error) => write!(f, "cannot be read: {error}"),
            RecordingProblem::TooLong => write!(f, "longer than {} MiB", super::LINE_BYTES >> 20),
            RecordingProblem::Cut => f.write_str("cut: the file ends inside it"),
            RecordingProblem::Json(error) => f.write_str(error),
            RecordingProblem::Version(found) => write!(f, "version {found} of recordings is not known here, only 1 and 2 are"),
            RecordingProblem::Shape(error) => f.write_str(error),
            RecordingProblem::Order { seq, after } => write!(f, "`seq` {seq} does not follow {after}"),
        }
    }
}

impl std::error::Error for RecordingError {}
