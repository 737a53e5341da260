//! Scripts of sed: which commands run programs (`e`, the flag `e` of `s`), write (`w`, `W`, the flag `w`) and read (`r`, `R`).
//!
//! GNU and BSD sed end labels in different places. Where a script leaves room for that it is read both ways, and what either does counts.
//! Text of `a`, `i` and `c`, expressions and replacements are data: a `>` or `rm` in them means nothing.

use alloc::string::String;

use super::{Finding, is_standard_stream};

/// What a script does, in its order; several `-e` are to be joined by newlines, as sed does.
pub(super) fn scan(script: &str, found: &mut dyn FnMut(Finding<'_>)) {
    let mut first = Reader::new(script, false, found);
    let understood = first.script().is_some();
    let doubtful = first.doubtful_label;
    if doubtful {
        // Where the other reading is an error that sed refuses the whole script, so only what was found counts.
        let _ = Reader::new(script, true, found).script();
    }
    if !understood {
        found(Finding::Lost);
    }
}

struct Reader<'a, 'f> {
    text: &'a str,
    at: usize,
    /// A label goes on to the end of the line (BSD).
    long_labels: bool,
    /// Where a label ends decides how later lines are read.
    doubtful_label: bool,
    found: &'f mut dyn FnMut(Finding<'_>),
    /// Where the last line begins.
    last_line: usize,
    /// A bracket expression was seen that does not end.
    open_bracket: bool,
}

impl<'a, 'f> Reader<'a, 'f> {
    fn new(text: &'a str, long_labels: bool, found: &'f mut dyn FnMut(Finding<'_>)) -> Self {
        let last_line = text.rfind('\n').map_or(0, |end| end + 1);
        Self { text, at: 0, long_labels, doubtful_label: false, found, last_line, open_bracket: false }
    }

    /// All commands; nothing where one is not understood.
    fn script(&mut self) -> Option<()> {
        loop {
            self.skip(|next| next.is_ascii_whitespace() || next == ';' || next == '}');
            if self.peek().is_none() {
                return Some(());
            }
            self.addresses()?;
            self.skip(|next| next == ' ' || next == '\t' || next == '!');
            let command = self.bump()?;
            self.command(command)?;
        }
    }

    fn addresses(&mut self) -> Option<()> {
        self.address()?;
        self.skip_blanks();
        if self.peek() == Some(',') {
            self.bump();
            self.skip_blanks();
            self.address()?;
        }
        Some(())
    }

    /// `3`, `$`, `0~4`, `+2`, `~8`, `/x/I`, `\,x,`, or none.
    fn address(&mut self) -> Option<()> {
        match self.peek() {
            Some('/') => self.expression_address(),
            Some('\\') => {
                self.bump();
                self.expression_address()
            }
            _ => {
                self.skip(|next| next.is_ascii_digit() || matches!(next, '$' | '+' | '~'));
                Some(())
            }
        }
    }

    fn expression_address(&mut self) -> Option<()> {
        let delimiter = self.delimiter()?;
        self.until(delimiter, true)?;
        self.skip(|next| next == 'I' || next == 'M');
        Some(())
    }

    fn command(&mut self, command: char) -> Option<()> {
        match command {
            '{' => return Some(()),
            '#' => self.rest_of_line(),
            '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F' => return self.end(),
            'q' | 'Q' | 'l' | 'L' => return self.number_then_end(),
            'a' | 'i' | 'c' => _ = self.lines(),
            ':' | 'b' | 't' | 'T' | 'v' => self.label(),
            'r' | 'R' => return self.file(|name| Finding::Reads(Some(name))),
            'w' | 'W' => return self.file(|name| Finding::Writes(Some(name))),
            'e' => return self.execute(),
            's' => return self.substitute(),
            'y' => return self.transliterate(),
            _ => return None,
        }
        Some(())
    }

    fn number_then_end(&mut self) -> Option<()> {
        self.skip(|next| next.is_ascii_digit() || next == ' ' || next == '\t');
        self.end()
    }

    /// Behind a command that takes nothing: the next one, or a closing brace or comment that the loop reads.
    fn end(&mut self) -> Option<()> {
        self.skip_blanks();
        matches!(self.peek(), None | Some(';' | '\n' | '}' | '#' | '\r')).then_some(())
    }

    fn label(&mut self) {
        self.skip_blanks();
        self.skip(|next| !matches!(next, ';' | '}' | ' ' | '\t' | '\n'));
        // On one line what follows the longer label is only less; with more lines its end decides how they are read.
        self.doubtful_label |= self.at < self.last_line && self.peek() != Some('\n');
        if self.long_labels {
            self.rest_of_line();
        }
    }

    fn file(&mut self, touch: fn(&str) -> Finding<'_>) -> Option<()> {
        self.skip_blanks();
        let name = self.line();
        self.rest_of_line();
        if name.is_empty() {
            return None;
        }
        if !is_standard_stream(name) {
            (self.found)(touch(name));
        }
        Some(())
    }

    /// `e` alone runs what the line holds, `e command` the command.
    fn execute(&mut self) -> Option<()> {
        self.skip_blanks();
        let text = self.lines();
        (self.found)(Finding::Runs((!text.is_empty()).then_some(&text)));
        Some(())
    }

    fn substitute(&mut self) -> Option<()> {
        let delimiter = self.delimiter()?;
        self.until(delimiter, true)?;
        let start = self.at;
        self.until(delimiter, false)?;
        let replacement = self.text.get(start..self.at).unwrap_or_default();
        let replacement = replacement.strip_suffix(delimiter).unwrap_or(replacement).replace('\\', "");
        loop {
            match self.peek() {
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => _ = self.bump(),
                Some('e') => {
                    self.bump();
                    // The replacement stands in the line that runs; the rest of that is not known.
                    if !replacement.is_empty() {
                        (self.found)(Finding::Runs(Some(&replacement)));
                    }
                    (self.found)(Finding::Runs(None));
                }
                Some('w') => {
                    self.bump();
                    return self.file(|name| Finding::Writes(Some(name)));
                }
                _ => return self.end(),
            }
        }
    }

    fn transliterate(&mut self) -> Option<()> {
        let delimiter = self.delimiter()?;
        self.until(delimiter, false)?;
        self.until(delimiter, false)?;
        self.end()
    }

    fn delimiter(&mut self) -> Option<char> {
        self.bump().filter(|delimiter| !matches!(delimiter, '\n' | '\\'))
    }

    /// Goes behind the next delimiter that no backslash and no bracket expression holds.
    fn until(&mut self, delimiter: char, expression: bool) -> Option<()> {
        while let Some(next) = self.bump() {
            match next {
                '\\' => _ = self.bump()?,
                _ if next == delimiter => return Some(()),
                '\n' if expression => return None,
                '[' if expression => self.brackets(),
                _ => {}
            }
        }
        None
    }

    /// Goes behind a bracket expression, if it ends on this line. Whoever ends the expression at a delimiter inside it is left with an open
    /// bracket and refuses the script.
    fn brackets(&mut self) {
        self.at += self.brackets_length().unwrap_or_default();
    }

    /// One that does not end makes the expression an error to sed: it is looked for once, so that open brackets cost no more than their length.
    fn brackets_length(&mut self) -> Option<usize> {
        if self.open_bracket {
            return None;
        }
        let length = brackets_length(self.rest());
        self.open_bracket = length.is_none();
        length
    }

    /// The text of `a`, `i`, `c`, `e`: to the end of the line, further where a backslash stands before it; backslashes removed.
    fn lines(&mut self) -> String {
        let mut text = String::new();
        while let Some(next) = self.bump() {
            match next {
                '\\' => text.extend(self.bump()),
                '\n' => break,
                _ => text.push(next),
            }
        }
        text
    }

    fn line(&self) -> &'a str {
        let rest = self.rest();
        rest.split('\n').next().unwrap_or(rest)
    }

    fn rest_of_line(&mut self) {
        self.at += self.line().len();
    }

    fn skip_blanks(&mut self) {
        self.skip(|next| next == ' ' || next == '\t');
    }

    fn skip(&mut self, belongs: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&belongs) {
            self.bump();
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// How long what follows a `[` is on its line, up to and with its `]`: `]` first and behind `^` is a member, classes as `[:alpha:]` hold one.
fn brackets_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = usize::from(bytes.first() == Some(&b'^'));
    at += usize::from(bytes.get(at) == Some(&b']'));
    loop {
        match bytes.get(at)? {
            b'\n' => return None,
            b']' => return Some(at + 1),
            b'[' if matches!(bytes.get(at + 1), Some(b':' | b'.' | b'=')) => {
                let close = [*bytes.get(at + 1)?, b']'];
                let inside = bytes.get(at + 2..)?;
                at += 4 + inside.windows(2).take_while(|pair| !pair.contains(&b'\n')).position(|pair| pair == close)?;
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use crate::command::scripts::tests::found;
    use crate::command::table::Script;

    #[test]
    fn scripts_that_only_edit_text_are_harmless() {
        for script in [
            "s/a/b/",
            "s/=.*/=<set>/",
            "1,5p",
            "/start/,/end/d;$!N",
            ":a;N;$!ba;s/\\n/ /g",
            "s|/usr|/opt|g; s,x,w file,",
            "y/abc/xyz/",
            "2i\\\nrm -rf / > x",
            "/x/{s/a/e/;p}",
            "s/[/]/w/",
            "s/[^]/]*/>/2gI",
            "0~3d",
            "$=",
            "\\,x,I!d",
            "1{n;p;q5}",
            "b}",
            "# w file",
            "s/\\/w/e/",
            "a hello; w file",
            "s/.*/w x/p;w /dev/stdout",
            "",
        ] {
            assert_eq!(found(Script::Sed, script), "", "{script}");
        }
    }

    #[test]
    fn what_runs_is_found() {
        for script in ["s/a/id/e", "1e", "e id", "s/a/b/gew out", "1!{x;e\n}", "s,a,b,Me", "/x/I,$ s/x/y/3e"] {
            assert!(found(Script::Sed, script).contains("runs"), "{script}");
            assert!(!found(Script::Sed, script).contains("lost"), "{script}");
        }
        assert_eq!(found(Script::Sed, "1e rm -rf /"), "runs rm -rf /");
        assert_eq!(found(Script::Sed, "1e"), "runs ?");
    }

    #[test]
    fn what_writes_and_reads_is_found_with_its_file() {
        for (script, written) in [
            ("w /tmp/out", "/tmp/out"),
            ("/x/w out;p", "out;p"),
            ("s/a/b/w .env", ".env"),
            ("s/a/b/gw  .env\np", ".env"),
            ("1,3!W x", "x"),
            ("p;{w a b\n}", "a b"),
        ] {
            assert_eq!(found(Script::Sed, script), format!("writes {written}"), "{script}");
        }
        assert_eq!(found(Script::Sed, "$r .env"), "reads .env");
        assert_eq!(found(Script::Sed, "R a\nr b"), "reads a, reads b");
    }

    #[test]
    fn what_is_not_understood_does_everything() {
        for script in ["k", "s/a/b", "s/a/b/k", "p q", "/a", "w", "s/a\nb/c/", "u;p", "s\\a\\b\\"] {
            assert_eq!(found(Script::Sed, script), "lost", "{script}");
        }
    }

    #[test]
    fn a_script_that_seds_read_differently_does_what_either_does() {
        assert_eq!(found(Script::Sed, ":a;a\\\nw x"), "writes x");
        assert_eq!(found(Script::Sed, ":a;N;$!ba;s/\\n/ /\np"), "");
    }

    #[test]
    fn any_cut_of_a_script_is_read_to_its_end() {
        let script = "1,/x[[:alpha:]]/I{s/[^]a]/\\n/gw f\n};:a;y/a/b/;e id\n$!ba\na\\\nt";
        for end in 0..=script.len() {
            let _ = found(Script::Sed, script.get(..end).unwrap_or_default());
        }
    }
}
