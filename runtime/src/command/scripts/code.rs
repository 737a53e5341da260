//! One-liners of interpreters: the commands that they hand to a shell or start, where those are literal (`os.system("…")`,
//! `subprocess.run([…])`, backticks), and the folders and files that they visibly delete (`shutil.rmtree("/")`), as the `rm` that they stand
//! for.
//!
//! No language is parsed: calls are looked for by name, wherever they stand but behind a comment sign that begins a line, and their arguments
//! are read as far as they are literals. Other code is opaque and stays so.

mod arguments;
mod calls;
mod lines;

use alloc::string::String;
use alloc::vec::Vec;

use self::arguments::{Arguments, Element, arguments, quoted};
use self::calls::{Beside, Call, Kind, call};
use super::Mention;
use crate::command::table::Language;

/// Commands that code mentions, in its order.
pub(super) fn mentioned(language: Language, text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    match language {
        Language::Shell => return,
        Language::Vim | Language::Bang => behind_bang(text, found),
        Language::Tcl => return lines::tcl(text, found),
        Language::Makefile => return lines::recipes(text, found),
        Language::Schedule => return lines::schedule(text, found),
        Language::PowerShell => return found(Mention::Text(text)),
        Language::Sql => client_commands(text, found),
        _ => {}
    }
    let mut scan = Scan { text, language, beside: Beside::of(text), recursive: text.contains("recursive"), left: 2 * text.len() + 1024 };
    let mut at = 0;
    while let Some(word) = next_word(text, language, &mut at) {
        let before = text.get(..word.start).unwrap_or_default();
        if let Some(call) = call(language, word.text, before, scan.beside) {
            scan.mention(call, word.start + word.text.len(), found);
        }
    }
}

/// The most of a call's arguments that is looked at.
const WINDOW: usize = 4096;

struct Scan<'a> {
    text: &'a str,
    language: Language,
    beside: Beside,
    recursive: bool,
    /// How many bytes of arguments may still be looked at: code of calls within calls costs no more than a few times its length.
    left: usize,
}

impl Scan<'_> {
    fn mention(&mut self, call: &Call, behind: usize, found: &mut dyn FnMut(Mention<'_>)) {
        if self.left == 0 {
            return found(Mention::Computed);
        }
        let rest = self.text.get(behind..).unwrap_or_default();
        let rest = rest.get(..rest.floor_char_boundary(WINDOW.min(self.left))).unwrap_or_default();
        let looked_at = match call.kind {
            Kind::Quoted if self.language == Language::JavaScript && !rest.starts_with('`') => 0,
            Kind::Quoted => between(rest, found),
            Kind::Percent => rest.strip_prefix('x').map_or(0, |rest| bracketed(rest, found)),
            Kind::Bracketed => bracketed(rest, found),
            _ => self.called(call.kind, rest, found),
        };
        self.left = self.left.saturating_sub(looked_at);
    }

    fn called(&self, kind: Kind, rest: &str, found: &mut dyn FnMut(Mention<'_>)) -> usize {
        let (given, looked_at) = arguments(rest, self.language);
        match (kind, given) {
            (_, None) => {}
            (Kind::Shell, Some(given)) => shell(&given, found),
            (Kind::Program, Some(given)) => program(&given.elements, found),
            (Kind::Renamed, Some(given)) => renamed(given, found),
            (Kind::Opens, Some(given)) => opens(&given, found),
            (Kind::Deletes, Some(given)) => deletes(&given, self.recursive, found),
            (Kind::DeletesBelow, Some(given)) => deletes(&given, true, found),
            (Kind::Quoted | Kind::Percent | Kind::Bracketed, _) => {}
        }
        looked_at
    }
}

struct Word<'a> {
    text: &'a str,
    start: usize,
}

/// The next name or sign that may begin a command; lines that begin with a comment sign are passed over.
fn next_word<'a>(text: &'a str, language: Language, at: &mut usize) -> Option<Word<'a>> {
    loop {
        let rest = text.get(*at..)?;
        let first = rest.chars().next()?;
        let start = *at;
        if is_comment(text, start, language) {
            *at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let length = rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '_').unwrap_or(rest.len());
        *at += length.max(first.len_utf8());
        if length > 0 {
            return Some(Word { text: rest.get(..length)?, start });
        }
        if matches!(first, '`' | '%' | '$') {
            // A backtick ends as well as begins: what stands between two is passed over.
            let sign = Word { text: rest.get(..1)?, start };
            if first == '`' {
                let inside = rest.get(1..)?;
                *at = start + 1 + inside.find('`').map_or(inside.len(), |end| end + 1);
            }
            return Some(sign);
        }
    }
}

fn is_comment(text: &str, at: usize, language: Language) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let sign = match language {
        Language::JavaScript => rest.starts_with("//"),
        Language::Php => rest.starts_with("//") || rest.starts_with('#'),
        Language::Lua | Language::Sql | Language::AppleScript => rest.starts_with("--"),
        Language::Vim => false,
        _ => rest.starts_with('#'),
    };
    let before = || text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']);
    sign && (before().is_empty() || before().ends_with('\n'))
}

/// A text for a shell; with more arguments or in a list, a program and its arguments.
fn shell(given: &Arguments, found: &mut dyn FnMut(Mention<'_>)) {
    match given.elements.as_slice() {
        [] => found(Mention::Computed),
        [only] if !given.list => match &only.text {
            Some(text) => found(Mention::Text(text)),
            None => found(Mention::Computed),
        },
        elements => program(elements, found),
    }
}

fn program(elements: &[Element], found: &mut dyn FnMut(Mention<'_>)) {
    let words: Option<Vec<&str>> = elements.iter().map(|element| element.text.as_deref().filter(|_| !element.holes)).collect();
    match words {
        Some(words) if !words.is_empty() => found(Mention::Words(&words)),
        _ if elements.first().is_some_and(|first| first.text.is_some() && !first.holes) => found(Mention::Text(&line(elements))),
        _ => found(Mention::Computed),
    }
}

/// A line of shell in which whatever is not known is a variable.
fn line(elements: &[Element]) -> String {
    let words: Vec<String> = elements
        .iter()
        .map(|element| match &element.text {
            Some(text) if !element.holes => quoted(text),
            _ => String::from("\"${_}\""),
        })
        .collect();
    words.join(" ")
}

/// `execv("/bin/rm", ["rm", "-r"])`: the second one is only a name.
fn renamed(mut given: Arguments, found: &mut dyn FnMut(Mention<'_>)) {
    if given.elements.len() > 1 {
        given.elements.remove(1);
    }
    program(&given.elements, found);
}

/// `open(F, "cmd |")`, `open(F, "-|", "cmd")`, `open("| cmd")`: a pipe sign makes a command of a name.
fn opens(given: &Arguments, found: &mut dyn FnMut(Mention<'_>)) {
    for (place, element) in given.elements.iter().enumerate() {
        let Some(text) = element.text.as_deref().map(str::trim) else { continue };
        if matches!(text, "-|" | "|-") {
            return shell(&Arguments { elements: given.elements.get(place + 1..).unwrap_or_default().to_vec(), list: false }, found);
        }
        if let Some(text) = text.strip_prefix('|').or(text.strip_suffix('|')) {
            return found(Mention::Text(text));
        }
    }
}

fn deletes(given: &Arguments, below: bool, found: &mut dyn FnMut(Mention<'_>)) {
    let Some(path) = given.elements.first().and_then(|element| element.text.as_deref().filter(|_| !element.holes)) else { return };
    if below {
        found(Mention::Words(&["rm", "-r", "-f", "--", path]));
    } else {
        found(Mention::Words(&["rm", "-f", "--", path]));
    }
}

/// Between two backticks; how much was looked at.
fn between(rest: &str, found: &mut dyn FnMut(Mention<'_>)) -> usize {
    let Some((inside, _)) = rest.strip_prefix('`').unwrap_or(rest).split_once('`') else { return rest.len() };
    found(Mention::Text(&arguments::without_interpolation(inside)));
    inside.len()
}

/// `(cmd)`, `{cmd}`, `|cmd|`; how much was looked at.
fn bracketed(rest: &str, found: &mut dyn FnMut(Mention<'_>)) -> usize {
    let Some(open) = rest.chars().next().filter(char::is_ascii_punctuation) else { return 0 };
    let Some((inside, _)) = rest.get(1..).unwrap_or_default().split_once(arguments::closing(open)) else { return rest.len() };
    found(Mention::Text(&arguments::without_interpolation(inside)));
    inside.len()
}

/// `:!cmd`, `%!cmd`, `r !cmd` of vim; a `!` directly behind a letter only insists.
fn behind_bang(text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    for line in text.lines() {
        let mut before = ' ';
        for (at, next) in line.char_indices() {
            let command = line.get(at + 1..).unwrap_or_default().trim();
            if next == '!' && !before.is_ascii_alphanumeric() && !command.is_empty() {
                found(Mention::Text(command));
                break;
            }
            before = next;
        }
    }
}

/// `\! cmd`, `.shell cmd`, `system cmd`, `… program 'cmd'` of database clients.
fn client_commands(text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    for line in text.lines() {
        let start = line.trim_start();
        for word in [".shell ", ".system ", "system ", "shell ", "platform shell ", "!"] {
            if let Some(command) = start.strip_prefix(word) {
                found(Mention::Text(command.trim()));
            }
        }
        if let Some((_, command)) = line.split_once("\\!") {
            found(Mention::Text(command.trim()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    fn found(language: Language, text: &str) -> String {
        let mut all = Vec::new();
        mentioned(language, text, &mut |mention| {
            all.push(match mention {
                Mention::Text(text) => String::from(text),
                Mention::Words(words) => format!("{words:?}"),
                Mention::Computed => String::from("?"),
            });
        });
        all.join("; ")
    }

    #[test]
    fn commands_that_python_starts_are_found() {
        for (code, command) in [
            ("import os; os.system(\"rm -rf /\")", "rm -rf /"),
            ("__import__('os').system('id')", "id"),
            ("from os import system as s, system; system(\n  'a' 'b')", "ab"),
            ("os.popen('ls').read()", "ls"),
            ("subprocess.run(['rm', '-rf', '/'], check=True)", "[\"rm\", \"-rf\", \"/\"]"),
            ("subprocess.run(\"rm -rf /\", shell=True)", "rm -rf /"),
            ("subprocess.check_output(shlex.split('git push'))", "git push"),
            ("subprocess.run('git push'.split())", "git push"),
            ("subprocess.Popen(args=('git', 'push'))", "[\"git\", \"push\"]"),
            ("from subprocess import run; run(['id'])", "[\"id\"]"),
            ("os.execvp('rm', ['rm', '-r', 'x'])", "[\"rm\", \"-r\", \"x\"]"),
            ("os.execl('/bin/sh', 'sh', '-c', 'id')", "[\"/bin/sh\", \"-c\", \"id\"]"),
            ("import pty; pty.spawn('/bin/sh')", "/bin/sh"),
            ("os.system(cmd)", "?"),
            ("os.system(f'rm -rf {x}')", "rm -rf ${_}"),
            ("os.system('rm -rf ' + x)", "rm -rf ${_}"),
            ("subprocess.run(['rm', '-rf', x])", "'rm' '-rf' \"${_}\""),
            ("os.system('''\nid\n''')", "\nid\n"),
            ("os.system(r'a\\n')", "a\\n"),
            ("os.system('\\x72\\x6d x')", "rm x"),
            ("exec(\"import os; os.system('id')\")", "id"),
            ("exec(\"os.system(\\\"id\\\")\")", "id"),
            ("import shutil; shutil.rmtree('/')", "[\"rm\", \"-r\", \"-f\", \"--\", \"/\"]"),
            ("os.remove('a')", "[\"rm\", \"-f\", \"--\", \"a\"]"),
        ] {
            assert_eq!(found(Language::Python, code), command, "{code}");
        }
    }

    #[test]
    fn commands_that_other_languages_start_are_found() {
        for (language, code, command) in [
            (Language::JavaScript, "require('child_process').execSync('rm -rf /')", "rm -rf /"),
            (Language::JavaScript, "require('child_process').exec(`rm ${a.b}`)", "rm ${_}"),
            (Language::JavaScript, "spawnSync('rm', ['-r', '/'], {stdio: 'inherit'})", "[\"rm\", \"-r\", \"/\"]"),
            (Language::JavaScript, "new Deno.Command(\"rm\", { args: [\"-r\", \"x\"] })", "[\"rm\", \"-r\", \"x\"]"),
            (Language::JavaScript, "await $`git push`", "git push"),
            (Language::JavaScript, "fs.rmSync('/x', { recursive: true })", "[\"rm\", \"-r\", \"-f\", \"--\", \"/x\"]"),
            (Language::Perl, "system(\"rm -rf /\")", "rm -rf /"),
            (Language::Perl, "system 'rm', '-rf', '/'", "[\"rm\", \"-rf\", \"/\"]"),
            (Language::Perl, "exec \"/bin/sh\";", "/bin/sh"),
            (Language::Perl, "print `id`", "id"),
            (Language::Perl, "print qx{id -u}", "id -u"),
            (Language::Perl, "system(qw(rm -r x))", "[\"rm\", \"-r\", \"x\"]"),
            (Language::Perl, "open(F, \"curl x |\")", "curl x "),
            (Language::Perl, "open(my $f, '-|', 'id', '-u')", "[\"id\", \"-u\"]"),
            (Language::Ruby, "system(\"rm -rf #{x}\")", "rm -rf ${_}"),
            (Language::Ruby, "puts %x(id)", "id"),
            (Language::Ruby, "`id`; IO.popen(['id'])", "id; [\"id\"]"),
            (Language::Ruby, "FileUtils.rm_rf('/')", "[\"rm\", \"-r\", \"-f\", \"--\", \"/\"]"),
            (Language::Php, "echo shell_exec('id'); passthru(\"ls\");", "id; ls"),
            (Language::Lua, "os.execute('id')", "id"),
            (Language::R, "system2(\"rm\", c(\"-r\", \"x\"))", "[\"rm\", \"-r\", \"x\"]"),
            (Language::AppleScript, "do shell script \"id\"", "id"),
            (Language::Vim, ":!id", "id"),
            (Language::Vim, "call system('id')", "id"),
            (Language::Sql, ".shell id", "id"),
            (Language::Sql, "COPY t FROM PROGRAM 'id'", "id"),
        ] {
            assert_eq!(found(language, code), command, "{code}");
        }
    }

    #[test]
    fn texts_and_comments_are_no_commands() {
        for (language, code) in [
            (Language::Python, "msg = \"rm -rf /home/user\"\nprint(msg)"),
            (Language::Python, "# os.system('rm -rf /')\nprint(1)"),
            (Language::Python, "files.remove('a'); asyncio.run(main())"),
            (Language::JavaScript, "/a/.exec('rm -rf /'); console.log(`rm -rf /`)"),
            (Language::JavaScript, "// execSync('rm')\n1"),
            (Language::Perl, "s/system/x/; print 'exec'"),
            (Language::Ruby, "puts 5 % x"),
            (Language::Vim, "q!"),
            (Language::Sql, "select 'system x'"),
        ] {
            assert_eq!(found(language, code), "", "{code}");
        }
    }

    #[test]
    fn hostile_code_costs_a_few_times_its_length() {
        for unit in ["run(x ", "system([", "system('", "qx{", "`", "%x(", "os.system(f'{", "subprocess # "] {
            let code = unit.repeat(20_000);
            for language in [Language::Python, Language::Perl, Language::Ruby, Language::JavaScript, Language::Vim, Language::Sql] {
                let _ = found(language, &code);
            }
        }
    }

    #[test]
    fn any_cut_of_code_is_read_to_its_end() {
        let code = "os.system(f'é{x' \"\\x41\\u00e9\" + y)\nsubprocess.run(['a', 'b' % c])`id`%x(a)qx{b}open(\"| c\")system(qw(a b";
        for language in [Language::Python, Language::Perl, Language::Ruby, Language::JavaScript, Language::Vim, Language::Sql] {
            for (end, _) in code.char_indices() {
                let _ = found(language, code.get(..end).unwrap_or_default());
            }
        }
    }
}
