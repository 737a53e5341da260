//! `per person, 90d`, `within tree, 30m`: whose calls are remembered, and for how long.

use super::draft::Draft;
use super::spelling;
use crate::codes::syntax::OPTION_WORD;
use crate::core::Owner;
use crate::suggestion;
use crate::tree::OwnerTree;

const WORDS: [(&str, Owner); 4] = [("job", Owner::Job), ("tree", Owner::Tree), ("person", Owner::Person), ("agent", Owner::Agent)];

/// Whose, and seconds: `None` is for ever.
pub(super) type Remembered = (Owner, Option<u32>);

impl Draft<'_> {
    /// The owner and the time, of the owners that the construct knows; where no time is written, for ever.
    pub(super) fn remembered(&mut self, tree: &OwnerTree, known: &[Owner]) -> Remembered {
        let window = tree.window.as_ref().and_then(|window| self.window(window.value, window.span));
        let found = WORDS.iter().find(|(word, owner)| *word == tree.owner.value && known.contains(owner));
        if let Some((_, owner)) = found {
            return (*owner, window);
        }
        let words: Vec<&str> = WORDS.iter().filter(|(_, owner)| known.contains(owner)).map(|(word, _)| *word).collect();
        let message = format!("a {} is not kept for `{}`", self.word(), tree.owner.value);
        let help = suggestion::help(
            &tree.owner.value,
            words.iter().copied(),
            &format!("it is kept for {}", spelling::alternatives(words.iter().copied())),
        );
        self.error(OPTION_WORD, tree.owner.span, message, help);
        (known.first().copied().unwrap_or(Owner::Job), window)
    }
}
