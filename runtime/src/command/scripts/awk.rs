//! Programs of awk: `system`, pipes and `getline` run or read, `>` behind `print` writes.
//!
//! A `>` compares everywhere else and inside parentheses; `$1` is a field, no variable of the shell. What only gawk knows and what can
//! reach out (`@load`, `@include`, calls of computed functions) is not understood on purpose.

use alloc::string::String;

use super::{Finding, is_standard_stream};

/// What a program does, in its order.
pub(super) fn scan(program: &str, found: &mut dyn FnMut(Finding<'_>)) {
    let mut reader = Reader { tokens: Tokens { text: program, at: 0, operand: false }, statement: Statement::default(), found };
    if reader.program().is_none() {
        found(Finding::Lost);
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Number,
    /// Its text, escapes resolved.
    Text(String),
    Expression,
    /// A newline, `;`, `{` or `}`.
    Break,
    Open,
    Close,
    Bracket,
    EndBracket,
    /// `>` or `>>`
    Greater,
    Less,
    /// `|` or `|&`
    Pipe,
    Assign,
    Equal,
    Other,
}

/// Where in a statement the reader is.
#[derive(Debug, Clone, Default)]
struct Statement {
    /// Open parentheses.
    depth: usize,
    /// It began with `print` or `printf`, inside so many parentheses.
    print: Option<usize>,
    /// The text that is all of the expression so far.
    only: Option<String>,
    /// Nothing stands in this expression yet.
    fresh: bool,
}

struct Reader<'a, 'f> {
    tokens: Tokens<'a>,
    statement: Statement,
    found: &'f mut dyn FnMut(Finding<'_>),
}

impl Reader<'_, '_> {
    /// All tokens; nothing where one is not understood.
    fn program(&mut self) -> Option<()> {
        self.statement.fresh = true;
        while let Some(token) = self.tokens.next()? {
            self.token(token)?;
        }
        Some(())
    }

    fn token(&mut self, token: Token<'_>) -> Option<()> {
        let was_fresh = core::mem::replace(&mut self.statement.fresh, false);
        let only = self.statement.only.take();
        match token {
            Token::Break => self.statement = Statement { fresh: true, ..Statement::default() },
            Token::Text(text) if was_fresh => self.statement.only = Some(text),
            Token::Open => {
                self.statement.depth += 1;
                self.statement.fresh = true;
            }
            Token::Close => self.close(only),
            Token::Assign => self.statement.fresh = true,
            Token::Pipe => self.pipe(only)?,
            Token::Greater if self.statement.print == Some(self.statement.depth) => self.write()?,
            Token::Word(word) => self.word(word)?,
            _ => {}
        }
        Some(())
    }

    fn close(&mut self, only: Option<String>) {
        self.statement.depth = self.statement.depth.saturating_sub(1);
        if self.statement.print.is_some_and(|depth| depth > self.statement.depth) {
            self.statement.print = None;
        }
        self.statement.only = only;
    }

    fn word(&mut self, word: &str) -> Option<()> {
        match word {
            "print" | "printf" => self.statement.print = Some(self.statement.depth),
            "system" => self.system()?,
            "getline" => self.get_line()?,
            "ARGV" => return self.argument(),
            "extension" | "SYMTAB" | "FUNCTAB" | "ARGC" => return None,
            "do" | "else" => self.statement.fresh = true,
            _ => {}
        }
        Some(())
    }

    /// `system("…")`; whatever else stands between the parentheses is computed.
    fn system(&mut self) -> Option<()> {
        let mut ahead = self.tokens.clone();
        let text = match (ahead.next()?, ahead.next()?, ahead.next()?) {
            (Some(Token::Open), Some(Token::Text(text)), Some(Token::Close)) => Some(text),
            _ => None,
        };
        (self.found)(Finding::Runs(text.as_deref()));
        Some(())
    }

    /// `print … | "cmd"`, `"cmd" | getline`
    fn pipe(&mut self, before: Option<String>) -> Option<()> {
        let mut ahead = self.tokens.clone();
        let text = match ahead.next()? {
            Some(Token::Word("getline")) => before,
            _ if self.statement.print.is_some() => self.rest_of_statement()?,
            _ => None,
        };
        (self.found)(Finding::Runs(text.as_deref()));
        Some(())
    }

    fn write(&mut self) -> Option<()> {
        let name = self.rest_of_statement()?;
        if !name.as_deref().is_some_and(is_standard_stream) {
            (self.found)(Finding::Writes(name.as_deref()));
        }
        Some(())
    }

    /// Alone it takes the next line of the input; `getline < "file"` reads a file; either way it counts as something that runs.
    fn get_line(&mut self) -> Option<()> {
        let mut ahead = self.tokens.clone();
        let mut next = ahead.next()?;
        if let Some(Token::Word(_)) = next {
            next = ahead.next()?;
        }
        if next == Some(Token::Less) {
            let name = match ahead.next()? {
                Some(Token::Text(name)) if ends(&ahead.next()?) => Some(name),
                _ => None,
            };
            (self.found)(Finding::Reads(name.as_deref()));
        }
        (self.found)(Finding::Runs(None));
        Some(())
    }

    /// The arguments may be compared; set, they are files that no one sees.
    fn argument(&mut self) -> Option<()> {
        let mut ahead = self.tokens.clone();
        let inside = matches!(
            (ahead.next()?, ahead.next()?, ahead.next()?),
            (Some(Token::Bracket), Some(Token::Number | Token::Word(_)), Some(Token::EndBracket),)
        );
        let compared = matches!(ahead.next()?, Some(Token::Equal | Token::Break | Token::Close) | None) && self.statement.only.is_none();
        (inside && compared).then_some(())
    }

    /// The text behind this place if it is all that the statement goes on with.
    fn rest_of_statement(&self) -> Option<Option<String>> {
        let mut ahead = self.tokens.clone();
        let Some(Token::Text(text)) = ahead.next()? else { return Some(None) };
        Some(ends(&ahead.next()?).then_some(text))
    }
}

fn ends(token: &Option<Token<'_>>) -> bool {
    matches!(token, None | Some(Token::Break | Token::Close))
}

#[derive(Debug, Clone)]
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The last token ends an operand, so that a `/` divides.
    operand: bool,
}

impl<'a> Tokens<'a> {
    /// The next token, none at the end; nothing at all where it is not understood.
    fn next(&mut self) -> Option<Option<Token<'a>>> {
        self.skip_blanks();
        let Some(first) = self.peek() else { return Some(None) };
        let token = match first {
            '"' => Token::Text(self.string()?),
            '/' if !self.operand => self.expression()?,
            'a'..='z' | 'A'..='Z' | '_' => Token::Word(self.taken(|next| next.is_ascii_alphanumeric() || next == '_')),
            '0'..='9' | '.' => {
                self.taken(|next| next.is_ascii_alphanumeric() || next == '.');
                Token::Number
            }
            _ => self.sign(first)?,
        };
        self.operand = match token {
            Token::Word(word) => {
                !matches!(word, "print" | "printf" | "return" | "in" | "getline" | "case" | "do" | "else" | "exit" | "delete")
            }
            Token::Number | Token::Text(_) | Token::Expression | Token::Close | Token::EndBracket => true,
            _ => false,
        };
        Some(Some(token))
    }

    fn skip_blanks(&mut self) {
        loop {
            self.taken(|next| matches!(next, ' ' | '\t' | '\r'));
            let rest = self.rest();
            if rest.starts_with("\\\n") {
                self.at += 2;
            } else if rest.starts_with('#') {
                self.taken(|next| next != '\n');
            } else {
                return;
            }
        }
    }

    fn sign(&mut self, first: char) -> Option<Token<'a>> {
        const SIGNS: &[&str] =
            &["**=", "||", "|&", "&&", ">>", ">=", "<=", "==", "!=", "!~", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**"];
        let rest = self.rest();
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len());
        let sign = rest.get(..sign)?;
        self.at += sign.len();
        Some(match sign {
            "\n" | ";" | "{" | "}" => Token::Break,
            "(" => Token::Open,
            ")" => Token::Close,
            "[" => Token::Bracket,
            "]" => Token::EndBracket,
            ">" | ">>" => Token::Greater,
            "<" => Token::Less,
            "|" | "|&" => Token::Pipe,
            "=" => Token::Assign,
            "==" | "!=" => Token::Equal,
            "++" | "--" => return self.step(),
            "||" | "&&" | ">=" | "<=" | "!~" | "~" | "!" | "$" | "+" | "-" | "*" | "/" | "%" | "^" | "," | "?" | ":" | "**" | "+="
            | "-=" | "*=" | "/=" | "%=" | "^=" | "**=" => Token::Other,
            _ => return None,
        })
    }

    /// `i++ / 2` divides, `++ /x/` is nothing that anyone writes: whichever it is, a `/` directly behind is not understood.
    fn step(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        (!self.rest().starts_with('/')).then_some(Token::Other)
    }

    /// A string; one that goes over the end of the line is not understood.
    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        self.bump();
        loop {
            match self.bump()? {
                '"' => return Some(text),
                '\n' => return None,
                '\\' => self.escape(&mut text)?,
                next => text.push(next),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Option<()> {
        match self.bump()? {
            '\n' => {}
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            next @ ('"' | '\\' | '/' | '&' | '.' | '$' | '[' | ']' | '(' | ')' | '|' | '*' | '+' | '?' | '^' | '{' | '}' | '-' | '\'') => {
                text.push(next);
            }
            first @ '0'..='7' => text.push(self.octal(first)?),
            'x' => text.push(self.hexadecimal()?),
            next if !next.is_ascii_alphanumeric() => text.push(next),
            'a' | 'b' | 'f' | 'v' => text.push('\u{1}'),
            next => text.push(next),
        }
        Some(())
    }

    fn octal(&mut self, first: char) -> Option<char> {
        let mut code = first.to_digit(8)?;
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|next| next.to_digit(8)) else { break };
            self.bump();
            code = code * 8 + digit;
        }
        u8::try_from(code).ok().filter(u8::is_ascii).map(char::from)
    }

    /// awks differ in how many digits they take: two, and no third may follow.
    fn hexadecimal(&mut self) -> Option<char> {
        let digits = self.taken(|next| next.is_ascii_hexdigit());
        let code = u8::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 2)?;
        code.is_ascii().then(|| char::from(code))
    }

    /// A regular expression. awks differ in whether a `/` in brackets ends it: such a one is not understood.
    fn expression(&mut self) -> Option<Token<'a>> {
        self.bump();
        let mut brackets = false;
        loop {
            match self.bump()? {
                '/' if brackets => return None,
                '/' => return Some(Token::Expression),
                '\n' => return None,
                '\\' => _ = self.bump()?,
                '[' if !brackets => {
                    brackets = true;
                    self.taken(|next| next == '^');
                    if self.rest().starts_with(']') {
                        self.bump();
                    }
                }
                '[' if self.rest().starts_with(':') => {
                    self.bump();
                    self.taken(|next| next.is_ascii_alphabetic());
                    if self.rest().starts_with(":]") {
                        self.at += 2;
                    }
                }
                ']' => brackets = false,
                _ => {}
            }
        }
    }

    fn taken(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|next| !belongs(next)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use crate::command::scripts::tests::found;
    use crate::command::table::Script;

    #[test]
    fn programs_that_only_print_do_nothing_else() {
        for program in [
            "{print $1}",
            "$3 > 100",
            "NR>1 {print $1, $2}",
            "{ if ($1 > max) max = $1 } END { print max }",
            "BEGIN { FS=\":\"; OFS=\"|\" } /a|b/ { print \"a > b | c\" }",
            "{ print (a > b) ? \"system(\" : $NF }",
            "/system\\(\"x\"\\)/ || $0 ~ /[|>]/",
            "FNR==NR { seen[$1]++; next } !($1 in seen)",
            "{ sum += $2 / 3 / 4 } # system(\"x\")\nEND { printf \"%d\\n\", sum / NR > \"/dev/stderr\" }",
            "function f(x) { return x * 2 } { print f($1) }",
            "FILENAME == ARGV[1] { print }",
            "!seen[$0]++",
            "{gsub(/\\//, \"-\"); print substr($0, 2)}",
            "length > 80",
            "{ print > \"/dev/null\" }",
        ] {
            assert_eq!(found(Script::Awk, program), "", "{program}");
        }
    }

    #[test]
    fn what_runs_is_found_with_its_command() {
        for (program, runs) in [
            ("BEGIN{system(\"id\")}", "runs id"),
            ("BEGIN { system( \"rm -rf \\\"/\\\"\" ) }", "runs rm -rf \"/\""),
            ("{ system(\"rm \" $1) }", "runs ?"),
            ("{ system($0) }", "runs ?"),
            ("{ print $1 | \"sort -u\" }", "runs sort -u"),
            ("{ print $1 | \"sort -k\" n }", "runs ?"),
            ("{ print | cmd }", "runs ?"),
            ("BEGIN { \"date\" | getline d; print d }", "runs date, runs ?"),
            ("BEGIN { while ((\"ls\" | getline x) > 0) print x }", "runs ls, runs ?"),
            ("BEGIN { c = \"id\"; c | getline }", "runs ?, runs ?"),
            ("BEGIN { s = \"/inet/tcp/0/h/80\"; s |& getline }", "runs ?, runs ?"),
            ("{ getline }", "runs ?"),
            ("1; END { system (\"id\") }", "runs id"),
            ("{ x = 4 / 2; system(\"id\") / 2 }", "runs id"),
            ("{ print \"\\x69\\144\" | \"sh\" }", "runs sh"),
        ] {
            assert_eq!(found(Script::Awk, program), runs, "{program}");
        }
    }

    #[test]
    fn what_reads_and_writes_is_found_with_its_file() {
        for (program, does) in [
            ("{print > \"/home/user/.bashrc\"}", "writes /home/user/.bashrc"),
            ("{ print $1, $2 >> \"out\" ; next }", "writes out"),
            ("{ print > $1 \".txt\" }", "writes ?"),
            ("{ printf(\"%s\", $0) > \"f\" }", "writes f"),
            ("{ if ($1 > 2) print > \"f\" }", "writes f"),
            ("{ while ((getline l < \".env\") > 0) n++ }", "reads .env, runs ?"),
            ("{ getline < f }", "reads ?, runs ?"),
        ] {
            assert_eq!(found(Script::Awk, program), does, "{program}");
        }
    }

    #[test]
    fn what_is_not_understood_does_everything() {
        for program in [
            "@load \"x\"",
            "{ @f(1) }",
            "BEGIN { ARGV[1] = \"/etc/passwd\" }",
            "BEGIN { ARGV[ARGC++] = \"x\" }",
            "\"open",
            "/[/]/ { print }",
            "/open",
            "{ print `id` }",
            "{ i++ /2; system(\"x\") }",
        ] {
            assert!(found(Script::Awk, program).contains("lost"), "{program}: {}", found(Script::Awk, program));
        }
    }

    #[test]
    fn any_cut_of_a_program_is_read_to_its_end() {
        let program = "BEGIN{\"a\\x41\" | getline x < \"f\"} /[[:alpha:]]/ {print $1 > \"o\"; system(\"é\" x)} # c";
        for (end, _) in program.char_indices() {
            let _ = found(Script::Awk, program.get(..end).unwrap_or_default());
        }
    }
}
