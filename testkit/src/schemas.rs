//! The published JSON Schemas (draft 2020-12): of a call, an answer and a line of a recording. A version once published keeps its meaning.

/// A schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// What it describes.
    pub name: &'static str,
    /// Its version.
    pub version: u32,
    /// Its identifier, by which the others refer to it.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// A call.
pub const CALL: Schema = Schema { name: "call", version: 1, id: "urn:straza:call:v1", text: include_str!("../schemas/call.v1.json") };
/// An answer.
pub const ANSWER: Schema =
    Schema { name: "answer", version: 1, id: "urn:straza:answer:v1", text: include_str!("../schemas/answer.v1.json") };
/// A line of a recording.
pub const RECORDING: Schema =
    Schema { name: "recording", version: 2, id: "urn:straza:recording:v2", text: include_str!("../schemas/recording.v2.json") };
/// A line of a recording of calls alone; still read.
pub const RECORDING_V1: Schema =
    Schema { name: "recording", version: 1, id: "urn:straza:recording:v1", text: include_str!("../schemas/recording.v1.json") };

/// All of them.
pub const ALL: [Schema; 4] = [CALL, ANSWER, RECORDING, RECORDING_V1];
