//! What may be passwords in a text that is not read as a letter: quoted, below a signature, in a bounce, in a letter too
//! large or too old. Better one word too many hidden in the record than one too few.

use super::begins::Look;
use super::credential;
use super::language::Language;
use super::language::Lexicon;
use super::letter::{looks_like_order, merely_names};
use super::line::Written;
use super::secret_words;
use super::word::{any_phrase, bare_word, is, is_blank, space};

/// No password is shorter, blanks left out.
const SHORTEST: usize = 5;
/// Nothing longer is a password; of a longer line its first words are looked at.
const LONGEST: usize = 256;

/// The words that may be passwords, as they were written: what follows `PASSWORD` or anything like it in any of twenty languages and more
/// (`secret_words`), a unit's id, stands alone in the line below one, or, in a paragraph of its own, below a paragraph that speaks of a
/// password (as our welcomes do). Where the words alone are too
/// short to be looked for, what stands before them is given with them. Takes time in proportion to the text.
pub fn may_be_passwords(text: &str, languages: &[&'static Language]) -> Vec<String> {
    suspected(text, languages, Look::Closely)
}

/// The same of a letter whose reading breaks the program: no order in it is read, and so some lines more may be passwords.
pub fn may_be_passwords_unread(text: &str, languages: &[&'static Language]) -> Vec<String> {
    suspected(text, languages, Look::Briefly)
}

fn suspected(text: &str, languages: &[&'static Language], look: Look) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = Place::Elsewhere;
    let mut lines = text.lines().map(unquoted).peekable();
    while let Some(line) = lines.next() {
        let is_alone = lines.peek().is_none_or(|next| next.trim().is_empty());
        place = look_at(line, (place, is_alone), languages, look, &mut found);
    }
    found
}

/// Where the next line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Below a line that ends in `PASSWORD`: the next words are it.
    Behind,
    /// In a paragraph that speaks of a password.
    In,
    /// In the paragraph that follows such a one.
    Below,
    /// Below a line that does no more than name a piece.
    UnderPiece,
    Elsewhere,
}

fn look_at(
    raw: &str,
    (place, is_alone): (Place, bool),
    languages: &[&'static Language],
    look: Look,
    found: &mut Vec<String>,
) -> Place {
    let raw = shortened(raw);
    if raw.trim().is_empty() {
        return match place {
            Place::Behind | Place::Below => place,
            Place::In => Place::Below,
            Place::UnderPiece | Place::Elsewhere => Place::Elsewhere,
        };
    }
    let line = Written::new(1, raw);
    if let Some(words) = words_in(&line, languages, look) {
        note(raw, words, found);
        return Place::In;
    }
    if ends_in_password(&line) || secret_words::ends_in_word(raw) {
        return Place::Behind;
    }
    if merely_names(raw, languages, look) {
        return Place::UnderPiece;
    }
    // Whether it is an order is dear to find out, and of most lines nothing hangs on it.
    if place == Place::Elsewhere || looks_like_order(raw, languages, look) {
        return Place::Elsewhere;
    }
    if place == Place::Behind
        || place == Place::Below && is_alone
        || place == Place::UnderPiece && is_phrase(raw)
    {
        note(raw, raw.trim(), found);
    }
    if place == Place::In { Place::In } else { Place::Elsewhere }
}

/// The line without the marks of those who quoted it.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
}

fn shortened(line: &str) -> &str {
    line.char_indices().nth(LONGEST).map_or(line, |(end, _)| line.get(..end).unwrap_or(line))
}

fn words_in<'a>(line: &Written<'a>, languages: &[&'static Language], look: Look) -> Option<&'a str> {
    let text = line.text.as_ref();
    let start = text.len() - space(text).len();
    if let Some((_, at)) = credential::password(line, start) {
        let words = line.raw_from(at).trim();
        return (!words.is_empty()).then_some(words);
    }
    let joined = || behind_joined(line);
    let abroad = || secret_words::behind_word(line.raw).filter(|words| !words.is_empty());
    credential::hidden_words(line)
        .or_else(joined)
        .or_else(abroad)
        .or_else(|| behind_piece(line, start, languages, look))
}

/// What was typed right behind `PASSWORD`, no blank between: `PASSWORDheron`.
fn behind_joined<'a>(line: &Written<'a>) -> Option<&'a str> {
    const BEGINS: [&str; 3] = ["password", "passwort", "kennwort"];
    let lower = line.raw.to_ascii_lowercase();
    let at = BEGINS.iter().filter_map(|begin| Some(lower.find(begin)? + begin.len())).min()?;
    let words = line.raw.get(at..)?.trim();
    let long = words.chars().take_while(|c| c.is_alphanumeric()).count() >= SHORTEST - 1;
    (long && words.starts_with(char::is_alphanumeric)).then_some(words)
}

/// Whether a line may be a password that stands alone: some small words, none of which holds a number.
fn is_phrase(raw: &str) -> bool {
    let words = raw
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | '.' | ',' | '_'))
        .filter(|word| !word.is_empty());
    let words = words.collect::<Vec<_>>();
    let is_small =
        |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().skip(1).all(char::is_lowercase);
    (2..=6).contains(&words.len()) && words.iter().all(is_small)
}

/// What follows a piece's name in any of the languages and is no remark, nor an order.
fn behind_piece<'a>(
    line: &Written<'a>,
    start: usize,
    languages: &[&'static Language],
    look: Look,
) -> Option<&'a str> {
    let body = &line.text[start..];
    let rest = languages.iter().find_map(|language| {
        let name = is(any_phrase(language.block, body).ok()?.0);
        Some((language.piece)(name, &Lexicon::of(language)).ok()?.0)
    })?;
    let rest = rest.trim_start_matches(|c: char| is_blank(c) || matches!(c, ':' | ','));
    let is_words = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\''));
    let words = line.raw_from(line.text.len() - rest.len()).trim();
    (is_words && !looks_like_order(rest, languages, look)).then_some(words)
}

/// Whether a line ends in `PASSWORD` or anything like it, so that the words stand on the next one.
fn ends_in_password(line: &Written<'_>) -> bool {
    let last = line.text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = last.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_like = |text: &str| credential::hidden_words(&Written::new(1, text)).is_some();
    word.eq_ignore_ascii_case("PWD") || is_like(&format!("{word} x"))
}

/// Notes the words, and the first of them alone where that may be all of it.
fn note(line: &str, words: &str, found: &mut Vec<String>) {
    // What was masked before is none.
    if words.trim_matches(|c: char| c == '*' || c.is_whitespace()).is_empty() {
        return;
    }
    let first = bare_word(words);
    let length = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).count();
    if length(words) < SHORTEST {
        found.push(line.trim().to_string());
        return;
    }
    found.push(words.to_string());
    if first.len() < words.len() && length(first) > SHORTEST && first.contains(['-', '\u{2013}', '\u{2010}'])
    {
        found.push(first.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_password_is_found_whatever_announces_it() {
        for text in [
            "Kennwort: lion of nachod",
            "PASSWORDlion of nachod",
            "mon mot de passe est lion of nachod",
            "> Пароль:\n> lion of nachod",
            "パスワード\n\nlion of nachod",
            "pw: lion of nachod\nhello",
        ] {
            assert!(may_be_passwords(text, &[]).iter().any(|words| words == "lion of nachod"), "{text}");
        }
        for text in ["pw: lion of nachod\nhello", "Kennwort: lion of nachod"] {
            assert_eq!(may_be_passwords_unread(text, &[]), may_be_passwords(text, &[]), "{text}");
        }
        for text in ["hold the pass of Nachod", "lion of nachod", "my passwords are safe with me"] {
            assert!(!may_be_passwords(text, &[]).iter().any(|words| words == "lion of nachod"), "{text}");
        }
    }
}
