//! What may stand in a header and in a text line.

/// A word that came from a letter, fit for a subject: `[A-Za-z0-9 ._-]`, at most 60 of them (row 32).
pub fn subject_word(text: &str) -> String {
    let fit = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '_' | '-');
    text.chars().filter(fit).take(60).collect::<String>().trim().to_string()
}

/// A text as it goes out: no trailing blanks, no control characters, no line that begins with `From ` or
/// `>`: mailboxes and readers take those for their own. Such a line is moved in by a space.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let line = line.trim_end();
        if line.starts_with("From ") || line.starts_with('>') {
            tidy.push(' ');
        }
        tidy.push_str(line);
        tidy.push('\n');
    }
    tidy
}

/// A subject in one line of at most 150 characters, its words of at most 60, so that it can be folded.
pub(super) fn subject(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(150).collect();
    let words = clean.split_whitespace().map(|word| word.chars().take(60).collect::<String>());
    words.collect::<Vec<_>>().join(" ")
}

/// A display name, or none: a control character in one makes the builder panic (F4).
pub(super) fn display_name(text: &str) -> Option<String> {
    let clean: String =
        text.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\')).take(60).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_string())
}

/// A text without blanks, brackets and control characters, as ids and file names are.
pub(super) fn token(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>' | '"' | '\\'))
        .take(200)
        .collect()
}

/// Whether a text is a Message-ID that may be written as it is: `<[!-;=?-~]+@[!-;=?-~]+>`, at most 250 octets.
pub(super) fn is_message_id(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else { return false };
    let fit = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| (b'!'..=b'~').contains(&b) && b != b'<' && b != b'>')
    };
    text.len() <= 250 && inner.rsplit_once('@').is_some_and(|(local, domain)| fit(local) && fit(domain))
}

/// The References of an answer: the letter's own, then the letter; of more than ten the first four and the
/// last six.
pub(super) fn thread(references: &[String], in_reply_to: Option<&str>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for id in references.iter().map(String::as_str).chain(in_reply_to) {
        if is_message_id(id) && !ids.iter().any(|known| known == id) {
            ids.push(id.to_string());
        }
    }
    if ids.len() > 10 {
        let last = ids.split_off(ids.len() - 6);
        ids.truncate(4);
        ids.extend(last);
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_letter_is_washed_for_the_subject() {
        assert_eq!(subject_word("T12\r\nBcc: all@x.org"), "T12Bcc allx.org");
        assert_eq!(subject_word(&"x".repeat(99)).len(), 60);
    }

    #[test]
    fn no_line_begins_as_a_mailbox_or_a_quote_would() {
        assert_eq!(tidy("From G4\n> x  \nb\u{7}ad\r\n"), " From G4\n > x\nbad\n");
    }

    #[test]
    fn only_plain_ids_are_threaded_on() {
        assert!(is_message_id("<a+b=c@d>"));
        for odd in ["a@b", "<ab>", "<a@>", "<a b@c>", "<a@b>\r\nX: y", "<ä@b>", "<a<b@c>", ""] {
            assert!(!is_message_id(odd), "{odd}");
        }
        assert!(!is_message_id(&format!("<{}@b>", "x".repeat(250))));
    }

    #[test]
    fn a_long_thread_keeps_its_ends() {
        let ids: Vec<String> = (0..20).map(|n| format!("<{n}@x>")).collect();
        let kept = thread(&ids, Some("<last@x>"));
        assert_eq!(kept.len(), 10);
        assert_eq!((kept[3].as_str(), kept[4].as_str(), kept[9].as_str()), ("<3@x>", "<15@x>", "<last@x>"));
    }
}
