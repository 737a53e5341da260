//! Compound commands: groups, conditions, loops, functions.

use core::ops::Range;

use super::lists::{Keyword, Until};
use super::reader::{Read, Reader, index};
use super::script::Around;
use super::word::Mode;
use super::{Function, PartKind};

impl Reader<'_, '_> {
    /// One command of a pipeline.
    pub(super) fn command(&mut self) -> Read {
        if self.peek() == b'(' {
            return self.compound_command(None);
        }
        match self.keyword() {
            None | Some(Keyword::Time) => self.simple(),
            Some(Keyword::Foreign(_)) => {
                self.ambiguous(self.at);
                self.simple()
            }
            keyword => self.compound_command(keyword),
        }
    }

    /// A compound command and what it is redirected to.
    fn compound_command(&mut self, keyword: Option<Keyword>) -> Read {
        let first = self.script.parts.len();
        let outer = self.around;
        self.enter()?;
        let read = self.compound_body(keyword);
        self.leave();
        self.around = outer;
        read?;
        if matches!(keyword, Some(Keyword::Function | Keyword::Coproc)) {
            return Ok(());
        }
        let parts = self.parts_from(first);
        self.redirections(parts)?;
        self.compound = true;
        Ok(())
    }

    fn compound_body(&mut self, keyword: Option<Keyword>) -> Read {
        let start = self.at;
        self.at += keyword.map_or(0, Keyword::length);
        match keyword {
            None => self.parenthesised(),
            Some(Keyword::Open) => self.delimited(Until::BRACE, 1),
            Some(Keyword::If) => self.if_clause(),
            Some(Keyword::While | Keyword::Until) => self.while_clause(),
            Some(Keyword::For) => self.for_clause(),
            Some(Keyword::Select) => {
                self.beyond_posix(start);
                self.for_clause()
            }
            Some(Keyword::Case) => self.case_clause(),
            Some(Keyword::Test) => {
                self.beyond_posix(start);
                self.test(start)
            }
            Some(Keyword::Function) => {
                self.beyond_posix(start);
                self.function_clause(start)
            }
            Some(Keyword::Coproc) => {
                self.beyond_posix(start);
                self.coproc()
            }
            Some(_) => {
                self.at = start;
                self.wrong()
            }
        }
    }

    fn parenthesised(&mut self) -> Read {
        if self.peek_at(1) == b'(' {
            if let Some(end) = self.sum_end(self.at + 2)? {
                return self.arithmetic_command(end);
            }
            if self.dialect != super::Dialect::Bash {
                self.ambiguous(self.at);
            }
        }
        self.at += 1;
        self.around.subshell = true;
        self.delimited(Until::PAREN, 1)
    }

    /// A list with a command, and past what ends it.
    fn delimited(&mut self, until: Until, length: usize) -> Read {
        self.commands(until)?;
        self.at += length;
        Ok(())
    }

    fn arithmetic_command(&mut self, end: usize) -> Read {
        self.beyond_posix(self.at);
        let part = self.open_part(PartKind::Arithmetic)?;
        self.around.holder = Some(part);
        self.at += 2;
        let read = self.sum(end);
        self.at = self.at.max(end) + 2;
        self.close_span(part);
        read
    }

    fn if_clause(&mut self) -> Read {
        self.around.conditional = true;
        loop {
            self.delimited(Until::THEN, Keyword::Then.length())?;
            self.commands(Until::BRANCH)?;
            match self.keyword() {
                Some(Keyword::Elif) => self.at += Keyword::Elif.length(),
                Some(Keyword::Else) => {
                    self.at += Keyword::Else.length();
                    return self.delimited(Until::FI, Keyword::Fi.length());
                }
                _ => {
                    self.at += Keyword::Fi.length();
                    return Ok(());
                }
            }
        }
    }

    fn while_clause(&mut self) -> Read {
        self.around.conditional = true;
        self.delimited(Until::DO, Keyword::Do.length())?;
        self.delimited(Until::DONE, Keyword::Done.length())
    }

    /// `for` and `select`, behind the word.
    fn for_clause(&mut self) -> Read {
        self.around.conditional = true;
        self.blanks();
        if self.starts_with("((") {
            self.for_sum()?;
        } else {
            self.for_words()?;
        }
        self.gap()?;
        match self.keyword() {
            Some(Keyword::Do) => {
                self.at += Keyword::Do.length();
                self.delimited(Until::DONE, Keyword::Done.length())
            }
            Some(Keyword::Open) => {
                self.beyond_posix(self.at);
                self.at += 1;
                self.delimited(Until::BRACE, 1)
            }
            _ => self.wrong(),
        }
    }

    fn for_sum(&mut self) -> Read {
        self.beyond_posix(self.at);
        let Some(end) = self.sum_end(self.at + 2)? else { return self.wrong() };
        let part = self.open_part(PartKind::Arithmetic)?;
        let outer = self.surround(Around { holder: Some(part), ..self.around });
        self.at += 2;
        let read = self.sum(end);
        self.at = self.at.max(end) + 2;
        self.close_span(part);
        self.around = outer;
        read?;
        self.blanks();
        if self.peek() == b';' {
            self.at += 1;
        }
        Ok(())
    }

    /// The name and the words of `for`. The words run nothing but what is substituted in them.
    fn for_words(&mut self) -> Read {
        let start = self.at;
        let name = self.name_end(start);
        self.dropped_word(Mode::TEXT)?;
        let name = if self.at == name { name } else { start };
        self.setting(start, name, start);
        self.gap()?;
        if self.word_is("in") {
            self.at += 2;
            self.blanks();
            while !matches!(self.peek(), 0 | b'\n' | b';') {
                self.dropped_word(Mode::ARGUMENT)?;
                self.blanks();
            }
            return if self.peek() == 0 { self.endless(start) } else { self.past_semicolon() };
        }
        self.past_semicolon()
    }

    fn past_semicolon(&mut self) -> Read {
        if self.peek() == b';' {
            self.at += 1;
        }
        Ok(())
    }

    /// Whether a word that is reserved in this place alone stands here.
    fn word_is(&self, word: &str) -> bool {
        self.starts_with(word) && super::characters::class(self.peek_at(word.len())) & super::characters::END != 0
    }

    fn case_clause(&mut self) -> Read {
        self.around.conditional = true;
        self.blanks();
        self.dropped_word(Mode::TEXT)?;
        self.gap()?;
        if !self.word_is("in") {
            return self.wrong();
        }
        self.at += 2;
        loop {
            self.gap()?;
            if self.keyword() == Some(Keyword::Esac) {
                self.at += Keyword::Esac.length();
                return Ok(());
            }
            self.case_patterns()?;
            self.list(Until::CASE)?;
            self.case_end();
        }
    }

    /// Up to behind the `)`.
    fn case_patterns(&mut self) -> Read {
        if self.peek() == b'(' {
            self.at += 1;
            self.blanks();
        }
        loop {
            self.dropped_word(Mode::TEXT)?;
            self.blanks();
            match self.peek() {
                b'|' => self.at += 1,
                b')' => {
                    self.at += 1;
                    return Ok(());
                }
                0 => return self.endless(self.at),
                _ => return self.wrong(),
            }
            self.blanks();
        }
    }

    /// Past `;;`, `;&` or `;;&`; nothing where `esac` follows.
    fn case_end(&mut self) {
        if self.peek() != b';' {
            return;
        }
        let start = self.at;
        self.at += if self.starts_with(";;&") { 3 } else { 2 };
        if self.byte(self.at - 1) == b'&' {
            self.beyond_posix(start);
            self.other_in_zsh(start);
        }
    }

    /// `function NAME`, behind the word.
    fn function_clause(&mut self, start: usize) -> Read {
        self.blanks();
        let from = self.script.bench.pieces.len();
        let read = self.word_text();
        let name = self.bench_text(from);
        self.script.bench.pieces.truncate(from);
        read?;
        self.blanks();
        if self.peek() == b'(' {
            let open = self.at;
            self.at += 1;
            self.blanks();
            // Without a `)` it is the body.
            self.at = if self.peek() == b')' { self.at + 1 } else { open };
        }
        self.function_body(name, start)
    }

    /// The body of a function: a compound command. `depth` has room: the caller entered.
    pub(super) fn function_body(&mut self, name: Range<u32>, start: usize) -> Read {
        self.gap()?;
        let keyword = self.keyword();
        let body = matches!(
            keyword,
            Some(
                Keyword::Open
                    | Keyword::If
                    | Keyword::For
                    | Keyword::While
                    | Keyword::Until
                    | Keyword::Case
                    | Keyword::Select
                    | Keyword::Test
            )
        );
        if !body && self.peek() != b'(' {
            return self.wrong();
        }
        let first = self.script.parts.len();
        let number = self.script.functions.len();
        let span = self.span(start, self.at);
        self.script.functions.push(Function { name, parts: index(first)..index(first), span });
        let outer = self.surround(Around { function: Some(index(number)), ..self.around });
        let read = self.compound_command(keyword);
        self.around = outer;
        let (parts, span) = (self.parts_from(first), self.span(start, self.at));
        if let Some(function) = self.script.functions.get_mut(number) {
            (function.parts, function.span) = (parts, span);
        }
        read
    }

    /// `coproc`, behind the word: with a name where a compound command follows one.
    fn coproc(&mut self) -> Read {
        self.around.background = true;
        self.around.subshell = true;
        self.blanks();
        let start = self.at;
        let end = self.name_end(start);
        if end > start {
            self.pay(end - start)?;
            self.at = end;
            self.blanks();
            let named = self.at > end && (self.peek() == b'(' || self.keyword().is_some_and(|keyword| keyword != Keyword::Time));
            if named {
                self.setting(start, end, start);
                return self.command();
            }
            self.at = start;
        }
        self.setting(start, start, start);
        self.command()
    }
}
