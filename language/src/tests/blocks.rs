//! `job { … }` and `turn { … }`: which calls remember one another, and which are decided together.

use super::statements::Script;
use crate::codes::meaning as code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::tree::BlockTree;

impl Script<'_> {
    /// A job begins with nothing but what is given; facts said inside end with it.
    pub(super) fn job(&mut self, job: &BlockTree) {
        if self.thread.is_some() {
            let help = "close the one before it; children of a job are told apart by `given job { id: \"…\" }`";
            self.error(code::TEST_NESTING, job.span, "a `job` stands by itself, not inside a `job` or a `turn`".to_owned(), help);
            return;
        }
        self.begin();
        self.inside(job);
        self.thread = None;
    }

    /// The calls of a turn; outside of a job it is a job of its own.
    pub(super) fn turn(&mut self, turn: &BlockTree) {
        if self.turn.is_some() {
            self.error(
                code::TEST_NESTING,
                turn.span,
                "`turn` does not nest".to_owned(),
                "write the calls of both in one, or one behind the other",
            );
            return;
        }
        let alone = self.thread.is_none();
        if alone {
            self.begin();
        }
        self.turn = Some(self.turns);
        self.turns = self.turns.saturating_add(1);
        let before = self.calls.len();
        self.inside(turn);
        if self.calls.len() == before + 1 {
            self.lonely(turn.span);
        }
        self.turn = None;
        if alone {
            self.thread = None;
        }
    }

    fn begin(&mut self) {
        self.thread = Some(self.threads);
        self.threads = self.threads.saturating_add(1);
        self.said = 0;
    }

    fn inside(&mut self, block: &BlockTree) {
        let facts = self.facts.clone();
        self.run(&block.statements);
        self.restore(facts);
    }

    fn lonely(&mut self, span: Span) {
        let warning = Diagnostic::warning(code::TEST_TURN, span, "a turn of one call decides as that call alone");
        self.diagnostics.push(warning.help("add the calls that the model makes at the same time, or take `turn` out"));
    }
}
