//! Lines that nobody wrote: real ones with parts of others and tokens put in, taken out, repeated. The same seed gives the same lines.

/// Real lines.
pub const LINES: &str = include_str!("../data/commands/tldr.txt");

/// What a mutation inserts: all that a shell gives a meaning to.
pub const TOKENS: [&str; 72] = [
    "$(",
    ")",
    "`",
    "\\`",
    "${",
    "}",
    "$((",
    "))",
    "((",
    "$[",
    "]",
    "[",
    "[[ ",
    " ]]",
    "<(",
    ">(",
    "<<E\n",
    "<<-'E'\n",
    "\nE\n",
    "<<<",
    ">",
    ">&",
    "2>&1",
    "&>",
    "{fd}>",
    "|",
    "||",
    "|&",
    "&&",
    "&",
    ";",
    ";;",
    ";&",
    "\n",
    "\\\n",
    "\\",
    "'",
    "\"",
    "$'",
    "$\"",
    "#",
    " # ",
    "!",
    "{ ",
    "; }",
    "( ",
    "if ",
    "then ",
    "elif ",
    "else ",
    " fi",
    "for x in ",
    "for ((",
    "do ",
    " done",
    "while ",
    "case x in ",
    "x) ",
    " esac",
    "f() ",
    "function f ",
    "coproc ",
    "time -p ",
    "a=(",
    "a[1]=",
    "{a,b}",
    "~",
    "*",
    "\u{200b}",
    "\u{a0}",
    "\0",
    "é",
];

/// How many lines a run tries, and where it begins: `STRAZA_MUTATIONS` and `STRAZA_SEED` say otherwise.
pub fn wanted(usual: u64) -> (u64, Seeded) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    (number("STRAZA_MUTATIONS").unwrap_or(usual), Seeded(number("STRAZA_SEED").unwrap_or(0x5eed) | 1))
}

/// A small generator of its own, so that a failure can be run again.
pub struct Seeded(pub u64);

impl Seeded {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// A line with parts of others and tokens put in, taken out, repeated.
pub fn mutated(lines: &[&str], random: &mut Seeded) -> String {
    let mut text = lines[random.below(lines.len())].to_owned();
    for _ in 0..=random.below(6) {
        let at = boundary(&text, random);
        match random.below(6) {
            0..=2 => text.insert_str(at, TOKENS[random.below(TOKENS.len())]),
            3 => {
                let other = lines[random.below(lines.len())];
                text.insert_str(at, other.get(boundary(other, random)..).unwrap_or_default());
            }
            4 => {
                let end = boundary(&text, random);
                text.replace_range(at.min(end)..at.max(end), "");
            }
            _ => {
                let token = TOKENS[random.below(TOKENS.len())];
                text.insert_str(at, &token.repeat(1 + random.below(40)));
            }
        }
    }
    text
}

fn boundary(text: &str, random: &mut Seeded) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
