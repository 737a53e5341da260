//! Reading a recording line by line, with a bound on each.

use std::io::{BufRead, Read};

use straza_runtime::json::{JsonCause, Value, read_within};

use super::error::{RecordingError, RecordingProblem};
use super::line::{Entry, Header, Line};

/// A line may have this many bytes, its end not counted.
pub const LINE_BYTES: usize = 16 << 20;

/// A recording that is being read: an iterator over its lines, which ends after the first error.
#[derive(Debug)]
pub struct Recording<R> {
    header: Header,
    reader: R,
    number: usize,
    seq: u64,
    is_over: bool,
}

/// A line's bytes, and whether the file went on behind it.
struct Raw {
    bytes: Vec<u8>,
    is_ended: bool,
}

impl<R: BufRead> Recording<R> {
    /// Reads the header.
    pub fn open(mut reader: R) -> Result<Self, RecordingError> {
        let at_first = |problem| RecordingError { line: 1, problem };
        let raw = raw_line(&mut reader).map_err(at_first)?.ok_or_else(|| at_first(RecordingProblem::Empty))?;
        let header = value(&raw).and_then(|value| Header::read(&value)).map_err(at_first)?;
        Ok(Self { header, reader, number: 1, seq: 0, is_over: false })
    }

    /// What the recording is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn line(&mut self) -> Result<Option<Line>, RecordingProblem> {
        let Some(raw) = raw_line(&mut self.reader)? else { return Ok(None) };
        let line = Line::read(self.number, self.header.version, &value(&raw)?)?;
        if line.seq != self.seq.saturating_add(1) {
            return Err(RecordingProblem::Order { seq: line.seq, after: self.seq });
        }
        if let Entry::Result(result) = &line.entry
            && result.of >= line.seq
        {
            return Err(RecordingProblem::Shape(format!("`for` {} is no earlier call", result.of)));
        }
        self.seq = line.seq;
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for Recording<R> {
    type Item = Result<Line, RecordingError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        self.number += 1;
        let line = self.line().map_err(|problem| RecordingError { line: self.number, problem }).transpose();
        self.is_over = !matches!(line, Some(Ok(_)));
        line
    }
}

fn raw_line(reader: &mut impl BufRead) -> Result<Option<Raw>, RecordingProblem> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LINE_BYTES).unwrap_or(u64::MAX).saturating_add(2);
    reader.take(limit).read_until(b'\n', &mut bytes).map_err(RecordingProblem::Io)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let is_ended = bytes.last() == Some(&b'\n');
    if is_ended {
        bytes.pop();
    }
    if bytes.len() > LINE_BYTES { Err(RecordingProblem::TooLong) } else { Ok(Some(Raw { bytes, is_ended })) }
}

/// What cannot be read and has no end was cut.
fn value(raw: &Raw) -> Result<Value, RecordingProblem> {
    read_within(&raw.bytes, LINE_BYTES).map_err(|error| match error.cause {
        JsonCause::TooLarge => RecordingProblem::TooLong,
        _ if !raw.is_ended => RecordingProblem::Cut,
        _ => RecordingProblem::Json(error.to_string()),
    })
}
