//! The pages of the reasons why a snapshot does not open.

use straza_runtime::open_error::{Check, OpenError};

use super::{Page, Topic};

/// What is wrong, in one line without code and next step.
pub fn title(error: &OpenError) -> String {
    let words = error.to_string();
    let words = words.strip_prefix(error.code()).unwrap_or(&words);
    let words = words.strip_suffix(error.next_step()).unwrap_or(words);
    words.trim_matches([':', '.', ' ']).to_owned()
}

/// The page of an error.
pub fn page(topic: &Topic, error: &OpenError) -> Page {
    let check = error.check();
    let number = Check::ALL.iter().take_while(|other| **other < check).count() + 1;
    let name = check.name();
    let why = format!("Check {number} of {} ({name}) found it. {}", Check::ALL.len(), why(check));
    Page { topic: topic.clone(), why, next: Some(error.next_step().to_owned()), note: None, examples: Vec::new() }
}

/// What the check keeps out.
fn why(check: Check) -> &'static str {
    match check {
        Check::File => "A file that is none of ours, or not all of one, is not looked at any further.",
        Check::Envelope => "The signature's envelope has one form, byte for byte, so that nothing can be put into it unseen.",
        Check::Key => "Whose signature counts is said by the trust file of the machine, never by the snapshot.",
        Check::Signature => "What the key's owner signed is not what lies here.",
        Check::Payload => "What was signed is sound, but it is not for this runtime, or not the snapshot that is expected here.",
        Check::Digests => "The signed part names the rest of the file by its digests. The rest that lies here is another.",
        Check::Core => {
            "Every record is followed before the first call, and the cost is computed again: a signature alone is not believed in this."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_what_is_wrong_and_neither_code_nor_next_step() {
        for error in OpenError::EACH {
            let title = title(&error);
            assert!(!title.is_empty() && !title.contains("open:") && !title.contains(error.next_step()), "{title}");
        }
        assert_eq!(title(&OpenError::Length), "bytes are missing or left over");
    }
}
