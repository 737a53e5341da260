//! `straza explain NAME`: the page of a code, of a cause that denies a call, or of a reason why a snapshot does not open.

use serde_json::{Value, json};

use crate::exit::{Broken, Ending, Exit};
use crate::explanations::{self, Example, Page, Shown, Topic};
use crate::format::Format;
use crate::terminal::Terminal;

/// Explain a code or a refusal, with an example and how it is mended
///
/// Without a name it lists everything that can be explained.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A code (`S0115`), the cause of a denied call (`schema`), or why a snapshot does not open (`open: cost`)
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// How it is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Prints the page, or the list.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let asked = arguments.name.join(" ");
    let asked = asked.trim();
    if asked.is_empty() {
        return list(arguments.format, terminal);
    }
    let topic = explanations::find(asked).ok_or_else(|| unknown(asked))?;
    let page = topic.page(terminal)?;
    match arguments.format {
        Format::Text => terminal.result(text(&page).trim_end()),
        Format::Json => terminal.result(json!({ "straza-explain": 1, "pages": [json_page(&page)] })),
    }
    Ok(Exit::Fine)
}

fn unknown(asked: &str) -> Broken {
    let shown = straza_language::words::shown(asked);
    let near: Vec<String> = explanations::near(asked).iter().map(|name| format!("`{name}`")).collect();
    let broken = Broken::new(format!("there is no code and no refusal `{shown}`"));
    broken.next(match near.as_slice() {
        [] => "`straza explain` lists what there is".to_owned(),
        near => format!("near to it: {}; `straza explain` lists what there is", near.join(", ")),
    })
}

fn list(format: Format, terminal: &Terminal) -> Ending {
    let topics = explanations::topics();
    match format {
        Format::Json => {
            let pages: Vec<Value> = topics.iter().map(|topic| Value::Object(json_topic(topic))).collect();
            terminal.result(json!({ "straza-explain": 1, "pages": pages }));
        }
        Format::Text => {
            let widest = topics.iter().map(|topic| topic.name.len()).max().unwrap_or_default();
            let mut group = "";
            for topic in &topics {
                if topic.group != group {
                    let gap = if group.is_empty() { "" } else { "\n" };
                    group = topic.group;
                    terminal.result(format_args!("{gap}{group}"));
                }
                terminal.result(format_args!("  {:<widest$}  {}", topic.name, topic.title));
            }
            terminal.result("\n`straza explain NAME` shows one of them with examples");
        }
    }
    Ok(Exit::Fine)
}

fn text(page: &Page) -> String {
    let Topic { name, group, title, .. } = &page.topic;
    let mut text = format!("{name}: {title}\n({group})\n\n{}\n", wrapped(&page.why));
    if let Some(next) = &page.next {
        text += &format!("\nWhat to do: {}\n", wrapped(next));
    }
    if let Some(note) = &page.note {
        text += &format!("\n{}\n", wrapped(note));
    }
    for example in &page.examples {
        text += &example_text(example);
    }
    if page.examples.iter().any(|example| example.around.contains("the examples' header") && !example.wrong.is_empty()) {
        text += "\nThe header of the examples: `straza explain examples`\n";
    }
    text
}

fn example_text(example: &Example) -> String {
    let Example { around, wrong, answer, right } = example;
    if wrong.is_empty() {
        return shown(right);
    }
    format!("\n-- {around}\n{}\n   is answered with\n\n{}\n   mended\n{}", shown(wrong), indented(answer), shown(right))
}

fn shown(texts: &Shown) -> String {
    let with_path = |(path, text): &(Option<String>, String)| match path {
        Some(path) => format!("\n   {path}\n\n{}", indented(text)),
        None => format!("\n{}", indented(text)),
    };
    texts.iter().map(with_path).collect()
}

fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(line).collect()
}

/// Words on lines that a terminal shows whole.
fn wrapped(text: &str) -> String {
    const COLUMNS: usize = 100;
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        let fits = column > 0 && column + 1 + length <= COLUMNS;
        if column > 0 {
            lines.push(if fits { ' ' } else { '\n' });
        }
        column = if fits { column + 1 + length } else { length };
        lines.push_str(word);
    }
    lines
}

fn json_topic(topic: &Topic) -> serde_json::Map<String, Value> {
    let members = [("name", topic.name.as_str()), ("group", topic.group), ("title", topic.title.as_str())];
    members.into_iter().map(|(key, text)| (key.to_owned(), Value::from(text))).collect()
}

fn json_page(page: &Page) -> Value {
    let mut members = json_topic(&page.topic);
    let texts = |shown: &Shown| shown.iter().map(|(path, text)| json!({ "file": path, "text": text })).collect::<Vec<_>>();
    let examples = page.examples.iter().map(|example| {
        json!({ "about": example.around, "wrong": texts(&example.wrong), "answer": example.answer, "right": texts(&example.right) })
    });
    members.insert("why".to_owned(), page.why.as_str().into());
    members.insert("next".to_owned(), page.next.as_deref().into());
    members.insert("note".to_owned(), page.note.as_deref().into());
    members.insert("examples".to_owned(), examples.collect::<Vec<_>>().into());
    members.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_one_that_is_too_long_has_a_line_of_its_own() {
        let long = "x".repeat(120);
        assert_eq!(wrapped(&format!("a b\n{long} c")), format!("a b\n{long}\nc"));
        assert!(wrapped(&"word ".repeat(100)).lines().all(|line| line.len() <= 100));
    }
}
