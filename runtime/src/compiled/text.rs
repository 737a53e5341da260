//! The text part: names and reasons, read only to explain. A text that does not check is no text; decisions stand without it.

use alloc::vec::Vec;

use super::{Core, Place};
use crate::layout::*;

/// Checked names and reasons.
#[derive(Debug, Clone)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    places: [Place; TextSection::ALL.len()],
}

impl Texts {
    /// Reads and checks the part; `None` where anything is off.
    pub(super) fn read(bytes: &[u8], core: &Core) -> Option<Self> {
        let texts = Self { places: places(bytes)?, bytes: bytes.to_vec() };
        let characters = texts.bytes_of(Run { start: 0, len: texts.count(TextSection::Characters) })?;
        core::str::from_utf8(characters).ok()?;
        for index in 0..texts.count(TextSection::Entries) {
            let entry = texts.entry(index)?;
            texts.text(entry.set)?;
            texts.text(entry.name)?;
            texts.pieces(entry.reason)?;
        }
        for index in 0..texts.count(TextSection::Pieces) {
            let piece = texts.piece(index)?;
            texts.text(piece.text)?;
            if piece.attribute != NONE {
                core.attribute(piece.attribute)?;
            }
        }
        Some(texts)
    }

    fn count(&self, section: TextSection) -> u32 {
        self.place(section).count
    }

    fn place(&self, section: TextSection) -> Place {
        self.places.get(section as usize - 1).copied().unwrap_or_default()
    }

    fn record<const WIDTH: usize>(&self, section: TextSection, index: u32) -> Option<&[u8; WIDTH]> {
        let place = self.place(section);
        (index < place.count).then_some(())?;
        self.bytes.get(place.start + index as usize * WIDTH..)?.first_chunk()
    }

    fn bytes_of(&self, run: Run) -> Option<&[u8]> {
        let place = self.place(TextSection::Characters);
        (u64::from(run.start) + u64::from(run.len) <= u64::from(place.count)).then_some(())?;
        self.bytes.get(place.start + run.start as usize..place.start + run.start as usize + run.len as usize)
    }

    /// Names and reason of an item, set or row.
    pub(crate) fn entry(&self, index: u32) -> Option<TextEntry> {
        self.record::<{ TextEntry::WIDTH }>(TextSection::Entries, index).map(TextEntry::read)
    }

    fn piece(&self, index: u32) -> Option<Piece> {
        self.record::<{ Piece::WIDTH }>(TextSection::Pieces, index).map(Piece::read)
    }

    /// The pieces of a reason.
    pub(crate) fn pieces(&self, run: Run) -> Option<Vec<Piece>> {
        (u64::from(run.start) + u64::from(run.len) <= u64::from(self.count(TextSection::Pieces))).then_some(())?;
        run.range().map(|index| self.piece(index as u32)).collect()
    }

    /// Text of the part.
    pub(crate) fn text(&self, run: Run) -> Option<&str> {
        core::str::from_utf8(self.bytes_of(run)?).ok()
    }
}

fn places(bytes: &[u8]) -> Option<[Place; TextSection::ALL.len()]> {
    let mut rest = bytes;
    (u32::take(&mut rest) as usize == TextSection::ALL.len()).then_some(())?;
    let mut expected = 4 + TextSection::ALL.len() * SectionEntry::WIDTH;
    let mut out = [Place::default(); TextSection::ALL.len()];
    for (place, &section) in out.iter_mut().zip(TextSection::ALL) {
        let (head, tail) = rest.split_first_chunk()?;
        rest = tail;
        let entry = SectionEntry::read(head);
        let right = entry.id == section as u16 && entry.width as usize == section.width() && entry.offset as usize == expected;
        right.then_some(())?;
        expected = expected.checked_add((entry.count as usize).checked_mul(section.width())?)?;
        *place = Place { start: entry.offset as usize, count: entry.count };
    }
    (expected == bytes.len()).then_some(out)
}
