//! Sections that grow record by record, and the bytes they end in.

use straza_runtime::layout::{Field, MUST_UNDERSTAND, Section, SectionEntry, TextSection};

/// The sections of a core.
#[derive(Debug)]
pub(super) struct Sections {
    data: [Vec<u8>; Section::ALL.len()],
}

impl Default for Sections {
    fn default() -> Self {
        Self { data: std::array::from_fn(|_| Vec::new()) }
    }
}

impl Sections {
    /// The bytes of a section, to append to.
    pub(super) fn data(&mut self, section: Section) -> &mut Vec<u8> {
        let index = (section as usize - 1).min(Section::ALL.len() - 1);
        #[expect(clippy::indexing_slicing, reason = "the index is cut to the array's length")]
        &mut self.data[index]
    }

    /// Appends a record and gives its index.
    pub(super) fn push(&mut self, section: Section, write: impl FnOnce(&mut Vec<u8>)) -> u32 {
        let index = self.count(section);
        write(self.data(section));
        index
    }

    /// Overwrites a record.
    pub(super) fn replace(&mut self, section: Section, index: u32, write: impl FnOnce(&mut Vec<u8>)) {
        let mut record = Vec::with_capacity(section.width());
        write(&mut record);
        let start = index as usize * section.width();
        if let Some(place) = self.data(section).get_mut(start..start + section.width()) {
            place.copy_from_slice(&record);
        }
    }

    /// Records so far.
    pub(super) fn count(&self, section: Section) -> u32 {
        let bytes = self.data.get(section as usize - 1).map_or(0, Vec::len);
        u32::try_from(bytes / section.width()).unwrap_or(u32::MAX)
    }

    /// Table and sections, back to back; the name of a section that is too large.
    pub(super) fn bytes(self) -> Result<Vec<u8>, &'static str> {
        let parts = Section::ALL.iter().zip(self.data).map(|(&section, data)| (section as u16, section.width(), section.name(), data));
        container(parts.collect())
    }
}

/// The bytes of a text part.
pub(super) fn text_container(characters: Vec<u8>, entries: Vec<u8>, pieces: Vec<u8>) -> Vec<u8> {
    let data = [characters, entries, pieces];
    let parts = TextSection::ALL.iter().zip(data).map(|(&section, data)| (section as u16, section.width(), "text", data));
    // A text that is too large is left empty: decisions stand without it.
    container(parts.collect()).unwrap_or_default()
}

fn container(parts: Vec<(u16, usize, &'static str, Vec<u8>)>) -> Result<Vec<u8>, &'static str> {
    let mut out = Vec::new();
    u32::try_from(parts.len()).unwrap_or(u32::MAX).put(&mut out);
    let mut offset = 4 + parts.len() * SectionEntry::WIDTH;
    for (id, width, name, data) in &parts {
        let narrow = |value: usize| u32::try_from(value).map_err(|_| *name);
        let entry = SectionEntry {
            id: *id,
            flags: MUST_UNDERSTAND,
            width: narrow(*width)?,
            offset: narrow(offset)?,
            count: narrow(data.len() / width)?,
        };
        entry.write(&mut out);
        offset += data.len();
    }
    for (_, _, _, data) in parts {
        out.extend(data);
    }
    Ok(out)
}
