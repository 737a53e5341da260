//! What keeps a policy honest: the reference interpreter, the test runner, recordings, the published schemas.
//!
//! - [`interpreter`]: a program and a call to a decision, slow and obvious; [`agreement`] puts the runtime's answers in the same terms.
//! - [`runner`]: tests and recordings on an opened snapshot, to a [`report`]; [`world`] makes a typed test call a published one.
//! - [`recording`]: calls and what was decided of them, as JSON Lines.
//! - [`answer`], [`published`], [`schemas`]: the published forms; [`wording`]: decisions in the language's own words.
//! - [`generate`]: random programs and calls over small alphabets, and their shrinking, for property tests and benches.

pub mod agreement;
pub mod answer;
pub mod generate;
pub mod interpreter;
pub mod json_text;
pub mod published;
pub mod recording;
pub mod report;
pub mod runner;
pub mod schemas;
pub mod wording;
pub mod world;
