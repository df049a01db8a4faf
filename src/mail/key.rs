//! The content key (row 1): by which the same letter is known when it comes a second time.

use fieldpost_engine::hex::hex;
use sha2::{Digest, Sha256};

use super::read::{Headers, Text};

/// SHA-256 over who sent it to whom, its Message-ID and Date, its Subject, and the text that was read for orders; in
/// hexadecimal. The same Message-ID with other words is another letter, and a missing one is no harm: a password may stand
/// in the Subject, so that one sends the same text once more with the right one.
pub fn content_key(headers: &Headers, text: Option<&Text>) -> String {
    // Servers fold a header anew, at other blanks.
    let subject = headers.subject.split_whitespace().collect::<Vec<_>>().join(" ");
    hashed(headers, Some(&subject), text)
}

/// The key of a letter in a record of before 2026-11-26, which left out the Subject.
pub fn content_key_of_before(headers: &Headers, text: Option<&Text>) -> String {
    hashed(headers, None, text)
}

/// Whether a letter has neither Message-ID nor Date: nothing in its header tells it from another that says the same.
pub fn is_nameless(headers: &Headers) -> bool {
    headers.message_id.is_none() && headers.date.is_none()
}

fn hashed(headers: &Headers, subject: Option<&str>, text: Option<&Text>) -> String {
    let mut hash = Sha256::new();
    let mut field = |part: &str| {
        // Lengths first, so that no two letters can run into the same bytes.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    };
    field(&headers.from.as_deref().unwrap_or_default().to_lowercase());
    for to in &headers.to {
        field(&to.to_lowercase());
    }
    field(headers.message_id.as_deref().unwrap_or_default());
    field(headers.date.as_deref().unwrap_or_default());
    if let Some(subject) = subject {
        field(subject);
    }
    for line in text.into_iter().flat_map(|text| &text.live) {
        field(line.plain().trim_end());
    }
    hex(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    fn key(letter: &str) -> String {
        let incoming = read(letter.as_bytes());
        content_key(&incoming.headers, incoming.texts.first())
    }

    #[test]
    fn the_same_letter_by_another_way_has_the_same_key() {
        let letter = "From: Ann <ann@x.org>\nTo: war@h.org\nMessage-ID: <1@x>\nDate: Mon, 1 Feb 2027 10:00:00 +0000\n\nMOVE G4-V6\n";
        let by_another_way =
            format!("Received: by mx\r\nDelivered-To: war@h.org\r\n{}", letter.replace('\n', "\r\n"));
        assert_eq!(key(letter), key(&by_another_way));
    }

    #[test]
    fn other_words_under_the_same_id_are_another_letter() {
        let letter = "From: ann@x.org\nMessage-ID: <1@x>\n\nMOVE G4-V6\n";
        assert_ne!(key(letter), key(&letter.replace("V6", "V7")));
        assert_ne!(key(letter), key(&letter.replace("ann@", "bob@")));
        assert_ne!(key(letter), key(&letter.replace("1@x", "2@x")));
    }

    #[test]
    fn another_subject_is_another_letter_however_it_is_folded() {
        let letter =
            "From: ann@x.org\nMessage-ID: <1@x>\nSubject: PASSWORD heron quill maple\n\nMOVE G4-V6\n";
        assert_ne!(key(letter), key(&letter.replace("heron", "stork")));
        assert_eq!(key(letter), key(&letter.replace("heron quill", "heron\n  quill")));
    }

    #[test]
    fn message_id_or_date_name_a_letter() {
        let is_nameless =
            |head: &str| is_nameless(&read(format!("From: a@x.org\n{head}\nhello\n").as_bytes()).headers);
        assert!(is_nameless("Subject: orders\n"));
        assert!(!is_nameless("Message-ID: <1@x>\n"));
        assert!(!is_nameless("Date: Mon, 1 Feb 2027 10:00:00 +0000\n"));
    }
}
