//! Whether a receipt speaks of this call. Signature and form are checked before, by [`Receipt::open`]; the verdict comes after, from the
//! entries.

use core::fmt;

use super::{ArgumentPath, ProtectedArgument, Receipt, SequenceProgress};

/// What the place that reads a receipt knows itself.
#[derive(Debug, Clone, Copy)]
pub struct Due<'a> {
    /// The digest of the call at hand.
    pub call: &'a [u8; 32],
    /// The job that calls.
    pub job: &'a str,
    /// The id of the snapshot that the receipt must have been made with; `None` where one made with another counts too.
    pub snapshot: Option<&'a [u8; 32]>,
    /// The digest of the items that it must have been made with; `None` where one made with others counts too.
    pub items: Option<&'a [u8; 32]>,
    /// The arguments that this place's own snapshot protects.
    pub protected: &'a [ArgumentPath],
}

/// A receipt that speaks of the call, for deciding again.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'r> {
    receipt: &'r Receipt,
}

/// Why a receipt proves nothing for this call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReceiptMismatch {
    /// Made for another call.
    Call,
    /// Made for another job.
    Job,
    /// Made with another snapshot.
    Snapshot,
    /// Made with other items.
    Items,
    /// A protected argument that it does not have.
    Missing(ArgumentPath),
}

/// Compares a receipt with the call. The entries are handed out only where everything agrees.
pub fn verify_receipt<'r>(receipt: &'r Receipt, due: &Due<'_>) -> Result<Evidence<'r>, ReceiptMismatch> {
    if receipt.call != *due.call {
        return Err(ReceiptMismatch::Call);
    }
    if receipt.job != due.job {
        return Err(ReceiptMismatch::Job);
    }
    if due.snapshot.is_some_and(|snapshot| *snapshot != receipt.snapshot) {
        return Err(ReceiptMismatch::Snapshot);
    }
    if due.items.is_some_and(|items| *items != receipt.items) {
        return Err(ReceiptMismatch::Items);
    }
    let evidence = Evidence { receipt };
    match due.protected.iter().find(|path| evidence.argument(path).is_none()) {
        Some(missing) => Err(ReceiptMismatch::Missing(missing.clone())),
        None => Ok(evidence),
    }
}

impl<'r> Evidence<'r> {
    /// The entry of a protected argument.
    pub fn argument(&self, path: &ArgumentPath) -> Option<&'r ProtectedArgument> {
        self.receipt.arguments.iter().find(|argument| argument.path == *path)
    }

    /// The progress of an item under this definition; `None` where the receipt says nothing of it, which is unknown.
    pub fn sequence(&self, item: &str, definition: &[u8; 32]) -> Option<&'r SequenceProgress> {
        self.receipt.sequences.iter().find(|sequence| sequence.item == item && sequence.definition == *definition)
    }

    /// All entries of protected arguments.
    pub fn arguments(&self) -> &'r [ProtectedArgument] {
        &self.receipt.arguments
    }

    /// All sequences.
    pub fn sequences(&self) -> &'r [SequenceProgress] {
        &self.receipt.sequences
    }
}

impl ReceiptMismatch {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Call => "receipt: call",
            Self::Job => "receipt: job",
            Self::Snapshot => "receipt: snapshot",
            Self::Items => "receipt: items",
            Self::Missing(_) => "receipt: missing-argument",
        }
    }
}

impl fmt::Display for ReceiptMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::Call => f.write_str("made for another call"),
            Self::Job => f.write_str("made for another job"),
            Self::Snapshot => f.write_str("made with another snapshot"),
            Self::Items => f.write_str("made with other items"),
            Self::Missing(path) => write!(f, "it does not say where {path} came from"),
        }?;
        f.write_str(". Make the call again, so that a receipt is made for it.")
    }
}

impl core::error::Error for ReceiptMismatch {}
