//! The text part: names and reasons, apart from what decides.

use std::collections::HashMap;

use straza_language::core::{Reason, ReasonPart};
use straza_runtime::layout::{NONE, Piece, Run, TextEntry};

use super::Builder;
use super::container::text_container;

/// Names and reasons written so far.
#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    characters: Vec<u8>,
    runs: HashMap<String, Run>,
    entries: Vec<u8>,
    count: u32,
    pieces: Vec<u8>,
    piece_count: u32,
}

impl TextBuilder {
    fn text(&mut self, text: &str) -> Run {
        if let Some(run) = self.runs.get(text) {
            return *run;
        }
        let narrow = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        let run = Run { start: narrow(self.characters.len()), len: narrow(text.len()) };
        self.characters.extend_from_slice(text.as_bytes());
        self.runs.insert(text.to_owned(), run);
        run
    }

    /// Adds an entry and gives its index.
    pub(super) fn entry(&mut self, builder: &mut Builder<'_>, set: &str, name: &str, reason: Option<&Reason>) -> u32 {
        let entry = TextEntry { set: self.text(set), name: self.text(name), reason: self.reason(builder, reason) };
        entry.write(&mut self.entries);
        self.count += 1;
        self.count - 1
    }

    fn reason(&mut self, builder: &mut Builder<'_>, reason: Option<&Reason>) -> Run {
        let start = self.piece_count;
        for part in reason.into_iter().flat_map(|reason| &reason.parts) {
            let piece = match part {
                ReasonPart::Text(text) => Piece { attribute: NONE, text: self.text(text) },
                ReasonPart::Value(attribute) => Piece { attribute: builder.pools.attribute(attribute), text: Run::default() },
            };
            piece.write(&mut self.pieces);
            self.piece_count += 1;
        }
        Run { start, len: self.piece_count - start }
    }

    /// The part's bytes.
    pub(super) fn bytes(self) -> Vec<u8> {
        text_container(self.characters, self.entries, self.pieces)
    }
}
