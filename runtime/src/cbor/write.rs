//! The writer: heads in their shortest form; the order of map keys is the caller's duty.

use alloc::vec::Vec;

use sha2::{Digest as _, Sha256};

/// Takes bytes: a buffer, or a digest that needs none.
pub trait Sink {
    /// Appends.
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl Sink for Sha256 {
    fn put(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

/// Writes values one after the other into a sink.
#[derive(Debug, Default)]
pub struct Writer<S> {
    sink: S,
}

impl<S: Sink> Writer<S> {
    /// Writes into `sink`.
    pub fn new(sink: S) -> Self {
        Self { sink }
    }

    /// The sink, with all that was written.
    pub fn finish(self) -> S {
        self.sink
    }

    /// An integer from 0.
    pub fn unsigned(&mut self, value: u64) -> &mut Self {
        self.head(0, value)
    }

    /// An integer between -2^64 and 2^64 - 1; false, and nothing written, where it is not.
    pub fn integer(&mut self, value: i128) -> bool {
        let (major, argument) = if value < 0 { (1, -1 - value) } else { (0, value) };
        u64::try_from(argument).is_ok_and(|argument| {
            self.head(major, argument);
            true
        })
    }

    /// A byte string.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.head(2, bytes.len() as u64).raw(bytes)
    }

    /// A text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.head(3, text.len() as u64).raw(text.as_bytes())
    }

    /// The head of an array: `count` values follow.
    pub fn array(&mut self, count: usize) -> &mut Self {
        self.head(4, count as u64)
    }

    /// The head of a map: `count` keys, each with its value, follow, ascending by their encoded bytes.
    pub fn map(&mut self, count: usize) -> &mut Self {
        self.head(5, count as u64)
    }

    /// `false` or `true`.
    pub fn boolean(&mut self, value: bool) -> &mut Self {
        self.raw(&[if value { 0xF5 } else { 0xF4 }])
    }

    /// `null`
    pub fn null(&mut self) -> &mut Self {
        self.raw(&[0xF6])
    }

    /// The head of a tag: one value follows.
    pub fn tag(&mut self, tag: u64) -> &mut Self {
        self.head(6, tag)
    }

    fn head(&mut self, major: u8, argument: u64) -> &mut Self {
        let major = major << 5;
        let bytes = argument.to_be_bytes();
        let [.., b4, b5, b6, b7] = bytes;
        match argument {
            0..=23 => self.raw(&[major | b7]),
            24..=0xFF => self.raw(&[major | 24, b7]),
            0x100..=0xFFFF => self.raw(&[major | 25, b6, b7]),
            0x1_0000..=0xFFFF_FFFF => self.raw(&[major | 26, b4, b5, b6, b7]),
            _ => self.raw(&[major | 27]).raw(&bytes),
        }
    }

    fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.sink.put(bytes);
        self
    }
}
