//! Passwords: where they stand, and that no complaint shows one (promise 7).

use super::Secret;
use super::line::Written;
use super::word::{any_phrase, is, is_blank, is_stop};
use fieldpost_engine::nearest;

const PASSWORD: &[&str] =
    &["PASSWORD", "PASS WORD", "PWD", "MY PASSWORD IS", "PASSWORT", "KENNWORT", "MOT DE PASSE"];
/// What begins a line of a letter's head that shows who writes.
pub(super) const LOGIN: &[&str] = &["PASSWORD", "PASS WORD", "PWD", "PASSWORT", "KENNWORT", "MOT DE PASSE"];
/// Words before a password that may be part of it, or of a sentence, unless what follows tells.
pub(super) const MY_PASSWORD: &[&str] = &["MY PASSWORD"];
const PASSWORD_IS: &[&str] = &["PASSWORD IS"];
const NEW_PASSWORD: &[&str] = &["NEW PASSWORD", "CHANGE PASSWORD", "CHANGE PASSWORD TO", "SET PASSWORD"];

/// What a password is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To show who writes.
    Login,
    /// To be the password from now on.
    New,
}

/// `login = ( "PASSWORD" / "PASS WORD" / "PWD" / "MY PASSWORD IS" / "PASSWORT" / "KENNWORT" / "MOT DE PASSE" ) password-tail / "MY PASSWORD" *WSP ( ":" / "="
/// ) *WSP password-words / "PASSWORD IS" sp hyphened`; `hyphened = <words joined by hyphens>`; `new-password = (
/// "NEW PASSWORD" / "CHANGE PASSWORD" / "CHANGE PASSWORD TO" / "SET PASSWORD" ) password-tail`; `password-tail =
/// is password-words / [ ":" / "=" ] LF password-words`: which of the two it is, and where in the line's text the
/// words begin.
pub(super) fn password(line: &Written<'_>, at: usize) -> Option<(Purpose, usize)> {
    let body = &line.text[at..];
    let begins = |phrases| any_phrase(phrases, body).ok().map(|(rest, ())| rest);
    let mine = || begins(MY_PASSWORD).filter(|rest| rest.starts_with([':', '=']));
    let sentence = || begins(PASSWORD_IS).filter(|rest| is_hyphened(rest));
    let login = sentence().or_else(|| begins(PASSWORD)).or_else(mine);
    let (purpose, rest) = match login {
        Some(rest) => (Purpose::Login, rest),
        None => (Purpose::New, begins(NEW_PASSWORD)?),
    };
    Some((purpose, line.text.len() - is(rest).len()))
}

/// Whether only one word stands here, of several joined by hyphens: such are the passwords that players are
/// given.
fn is_hyphened(rest: &str) -> bool {
    let mut words = rest.split(is_blank).filter(|word| !word.is_empty());
    let only = words.next().filter(|word| word.contains('-') && word.starts_with(char::is_alphanumeric));
    only.is_some() && words.next().is_none()
}

/// `password-words = <the words of a password>`: as they were written, from a byte of the line's text on,
/// and without quotes round them. The first is what is to be masked.
pub(super) fn password_words<'a>(line: &Written<'a>, at: usize) -> Option<(&'a str, Secret)> {
    let written = line.raw_from(at).trim();
    if written.is_empty() {
        return None;
    }
    Some((written, Secret::new(without_quotes(written))))
}

/// The words inside a pair of quotes, plain or typographic; a stop behind them is the sentence's.
fn without_quotes(written: &str) -> &str {
    const PAIRS: [(char, &[char]); 5] =
        [('"', &['"']), ('\'', &['\'']), ('“', &['”']), ('„', &['“', '”']), ('«', &['»'])];
    let quoted = written.trim_end_matches(is_stop).trim_end();
    let inner = PAIRS.iter().find_map(|(open, close)| quoted.strip_prefix(*open)?.strip_suffix(*close));
    inner.filter(|words| !words.trim().is_empty()).unwrap_or(written)
}

/// The words behind anything like `PASSWORD` (at most two slips of the pen away), wherever it stands in the line: what must not
/// be shown though the line was not read.
pub(super) fn hidden_words<'a>(line: &Written<'a>) -> Option<&'a str> {
    let text = line.text.as_ref();
    let mut from = 0;
    while let Some(start) = text[from..].find(|c: char| c.is_alphabetic()).map(|found| from + found) {
        let stop = text[start..].find(|c: char| !c.is_alphabetic()).map_or(text.len(), |found| start + found);
        if (6..=10).contains(&(stop - start))
            && nearest::distance(&text[start..stop], "PASSWORD", 2).is_some()
        {
            let rest = is(&text[stop..]);
            let words = line
                .raw_from(text.len() - rest.len())
                .trim_end_matches(|c: char| is_blank(c) || c.is_whitespace());
            return (!words.is_empty()).then_some(words);
        }
        from = stop;
    }
    None
}

/// A password in a Subject (row 33): behind `PASSWORD` at its beginning, past what answers and tags put there; or
/// anywhere behind the word in capitals, or with a colon or words joined by hyphens after it, as no sentence has them.
pub fn password_of_subject(subject: &str) -> Option<Secret> {
    let line = Written::new(1, subject);
    let text = line.text.as_ref();
    let mut from = 0;
    let mut is_first = true;
    while let Some(start) = text[from..].find(|c: char| c.is_alphabetic()).map(|found| from + found) {
        let stop =
            text[start..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |found| start + found);
        if let Some((Purpose::Login, at)) = password(&line, start)
            && let Some((written, secret)) = password_words(&line, at)
        {
            let word = &text[start..stop];
            let is_meant = word.bytes().all(|b| b.is_ascii_uppercase())
                || text[stop..at].contains([':', '='])
                || is_hyphened(written);
            if is_first || is_meant {
                return Some(secret);
            }
        }
        is_first &= text[stop..].starts_with(':') || text[..start].rfind('[') > text[..start].rfind(']');
        from = stop;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_password_is_hidden_wherever_it_stands() {
        for (text, hidden) in [
            ("PASWORD x y z", Some("x y z")),
            ("my passwrod: x y ", Some("x y")),
            ("PLAYER benedek PASSWORDS=x", Some("x")),
            ("password", None),
            ("MARCH H4-S1", None),
        ] {
            assert_eq!(hidden_words(&Written::new(1, text)), hidden, "{text}");
        }
    }

    #[test]
    fn a_subject_may_hold_the_password_but_a_sentence_is_none() {
        for (subject, words) in [
            ("PASSWORD heron-quill-maple", Some("heron-quill-maple")),
            ("Re: [demo T1] password lion of nachod", Some("lion of nachod")),
            ("Re: AW: pwd: lion of nachod", Some("lion of nachod")),
            ("orders for turn 3, PASSWORD lion of nachod", Some("lion of nachod")),
            ("[demo T1] orders password: lion", Some("lion")),
            ("orders, password heron-quill-maple", Some("heron-quill-maple")),
            ("Your new password", None),
            ("I lost my password again", None),
            ("Re: [demo T2] Your password was changed", None),
            ("orders", None),
        ] {
            let found = password_of_subject(subject);
            assert_eq!(found.as_ref().map(Secret::expose), words, "{subject}");
        }
    }

    #[test]
    fn quotes_round_a_password_are_not_part_of_it() {
        for written in ["\"a b\".", "“a b” .", "\"a b\"", "“a b”", "„a b“", "'a b'", "a b", "  a b\u{a0}"]
        {
            let line = Written::new(1, written);
            let (_, secret) = password_words(&line, 0).unwrap();
            assert_eq!(secret.expose(), "a b", "{written}");
        }
        let line = Written::new(1, "it's");
        assert_eq!(password_words(&line, 0).unwrap().1.expose(), "it's");
    }
}
