//! Random programs and calls for property tests: small alphabets, so that everything meets everything; one seed, one case.
//!
//! Not a fuzzer of texts: programs are well typed enough to compile, calls are well formed enough to be read, and what is awkward in them
//! is awkward on purpose.

mod alphabet;
mod call;
mod condition;
mod dice;
mod history;
mod program;
mod remembering;
mod shrink;

pub use call::call;
pub use dice::Dice;
pub use history::{Fate, Happening, history};
pub use program::program;
pub use remembering::{Form, form, remembering};
pub use shrink::{shrunk, shrunk_history};
