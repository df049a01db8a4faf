//! What a server tells of letters, in answers to FETCH and SEARCH, as far as it can be understood: one letter's odd answer (a date of
//! NIL, a negative size, words that nobody asked for) hides neither the rest of it nor the letters beside it.

use chrono::DateTime;

use super::ear::{Answer, LITERAL};

/// What a server told of a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub uid: u64,
    /// RFC822.SIZE, in bytes.
    pub size: Option<u64>,
    /// INTERNALDATE, in milliseconds since 1970.
    pub received_ms: Option<i64>,
    /// Its text, or its header.
    pub bytes: Option<Vec<u8>>,
    /// Whether it is marked as deleted.
    pub is_deleted: bool,
}

impl Told {
    /// Takes up what another answer tells of the same letter.
    pub fn add(&mut self, other: Told) {
        self.uid = other.uid;
        self.size = self.size.or(other.size);
        self.received_ms = self.received_ms.or(other.received_ms);
        self.bytes = self.bytes.take().or(other.bytes);
        self.is_deleted |= other.is_deleted;
    }
}

/// A piece of an answer.
enum Token {
    Word(String),
    Quoted(String),
    /// A literal, and whether what follows it is what may follow one: a letter that is longer than its literal goes on with its rest.
    Literal {
        is_whole: bool,
    },
    Open,
    Close,
}

/// What an answer tells of a letter, if it is one of FETCH and names a UID.
pub(super) fn letter(answer: Answer) -> Option<Told> {
    let (number, words) = answer.text.strip_prefix('*')?.trim_start().split_once(' ')?;
    number.parse::<u64>().ok()?;
    let (word, items) = words.trim_start().split_at_checked("FETCH".len())?;
    if !word.eq_ignore_ascii_case("FETCH") {
        return None;
    }
    let (mut told, mut uid) = (Told::default(), None);
    let (mut literals, mut depth) = (answer.literals.into_iter(), 0u32);
    let (mut key, mut values) = (String::new(), Vec::new());
    for token in tokens(items) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth <= 1 && is_key(&word) => {
                take(&key, &values, &mut told, &mut uid);
                (key, values) = (word.to_ascii_uppercase(), Vec::new());
            }
            Token::Word(word) => values.push(word),
            Token::Quoted(text) if is_text(&key) => told.bytes = Some(text.into_bytes()),
            Token::Quoted(text) => values.push(text),
            Token::Literal { is_whole } => {
                let literal = literals.next();
                match is_text(&key) {
                    true => told.bytes = literal.filter(|_| is_whole),
                    false => values.extend(literal.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())),
                }
            }
        }
    }
    take(&key, &values, &mut told, &mut uid);
    Some(Told { uid: uid?, ..told })
}

fn is_text(key: &str) -> bool {
    key.starts_with("BODY[") || key.starts_with("BINARY[") || matches!(key, "RFC822" | "RFC822.HEADER")
}

fn is_key(word: &str) -> bool {
    const KEYS: [&str; 7] = ["UID", "RFC822.SIZE", "INTERNALDATE", "FLAGS", "MODSEQ", "ENVELOPE", "EMAILID"];
    let word = word.to_ascii_uppercase();
    KEYS.contains(&word.as_str()) || is_text(&word)
}

fn take(key: &str, values: &[String], told: &mut Told, uid: &mut Option<u64>) {
    let number = || values.first().and_then(|value| value.parse::<u64>().ok());
    match key {
        "UID" => *uid = uid.or_else(number),
        "RFC822.SIZE" => told.size = told.size.or_else(number),
        "INTERNALDATE" => told.received_ms = told.received_ms.or_else(|| date(&values.join(" "))),
        "FLAGS" => told.is_deleted |= values.iter().any(|flag| flag.eq_ignore_ascii_case("\\Deleted")),
        _ => {}
    }
}

/// A time of receipt, as RFC 3501 writes it or as mails do. One from before there were such servers tells nothing.
fn date(words: &str) -> Option<i64> {
    const FIRST_MS: i64 = 631_152_000_000;
    let words = words.trim();
    let date = DateTime::parse_from_str(words, "%d-%b-%Y %H:%M:%S %z")
        .or_else(|_| DateTime::parse_from_rfc2822(words))
        .or_else(|_| DateTime::parse_from_rfc3339(words));
    date.ok().map(|date| date.timestamp_millis()).filter(|ms| *ms >= FIRST_MS)
}

fn tokens(items: &str) -> Vec<Token> {
    let (mut tokens, mut chars) = (Vec::new(), items.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '(' => tokens.push(Token::Open),
            ')' => tokens.push(Token::Close),
            LITERAL => {
                let is_whole = chars.peek().is_none_or(|next| matches!(next, ' ' | ')'));
                tokens.push(Token::Literal { is_whole });
            }
            '"' => {
                let mut text = String::new();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    text.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
                }
                tokens.push(Token::Quoted(text));
            }
            c if c.is_ascii_whitespace() => {}
            c => {
                let (mut word, mut is_in_bracket) = (String::from(c), c == '[');
                let goes_on = |c: &char, is_in_bracket: bool| {
                    is_in_bracket && *c != LITERAL || !matches!(*c, '(' | ')' | '"' | LITERAL | ' ' | '\t')
                };
                while let Some(c) = chars.next_if(|c| goes_on(c, is_in_bracket)) {
                    is_in_bracket = c == '[' || is_in_bracket && c != ']';
                    word.push(c);
                }
                tokens.push(Token::Word(word));
            }
        }
    }
    tokens
}

/// Whether a line is an answer to SEARCH.
pub(super) fn answers_search(text: &str) -> bool {
    let name = text.split_ascii_whitespace().nth(1);
    name.is_some_and(|name| name.eq_ignore_ascii_case("SEARCH") || name.eq_ignore_ascii_case("ESEARCH"))
}

/// The UIDs that an answer to SEARCH names; of ESEARCH (RFC 4731, and what IMAP4rev2 answers) those of ALL. Nothing for other answers.
pub(super) fn found(text: &str) -> Vec<u64> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is = |word: Option<&&str>, name: &str| word.is_some_and(|word| word.eq_ignore_ascii_case(name));
    if is(words.get(1), "SEARCH") {
        return words.iter().skip(2).filter_map(|word| word.parse().ok()).collect();
    }
    let all = words.iter().position(|word| word.eq_ignore_ascii_case("ALL"));
    match all.filter(|_| is(words.get(1), "ESEARCH")).and_then(|at| words.get(at + 1)) {
        Some(set) => set.split(',').flat_map(range).collect(),
        None => Vec::new(),
    }
}

/// A range of a set; no longer than a folder can be.
fn range(part: &str) -> Vec<u64> {
    const MOST: usize = 1_000_000;
    let (first, last) = part.split_once(':').unwrap_or((part, part));
    match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) => (first.min(last)..=first.max(last)).take(MOST).collect(),
        _ => Vec::new(),
    }
}

/// The name of a folder that an answer to LIST tells, such as `* LIST (\\HasNoChildren) "." INBOX.Orders`; `None` of other answers, and where
/// the name is in an encoding of its own.
pub(super) fn folder(text: &str) -> Option<String> {
    let behind =
        text.trim_end().strip_prefix("* LIST (").or_else(|| text.trim_end().strip_prefix("* list ("))?;
    let (_, behind) = behind.split_once(')')?;
    let (_, name) = behind.trim_start().split_once(' ')?;
    let name = name.trim().trim_matches('"');
    (!name.is_empty() && name.is_ascii() && !name.contains('&')).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, literals: &[&str]) -> Option<Told> {
        let literals = literals.iter().map(|literal| literal.as_bytes().to_vec()).collect();
        letter(Answer { text: text.into(), literals })
    }

    #[test]
    fn of_each_odd_answer_is_taken_what_can_be_understood() {
        let received_ms = Some(1_801_476_000_000);
        let right = of("* 1 FETCH (UID 1 RFC822.SIZE 12 INTERNALDATE \" 1-Feb-2027 10:00:00 +0000\")", &[]);
        assert_eq!(right, Some(Told { uid: 1, size: Some(12), received_ms, ..Told::default() }));
        let bare = |uid| Some(Told { uid, ..Told::default() });
        assert_eq!(of("* 2 FETCH (UID 2 RFC822.SIZE -1 INTERNALDATE NIL)", &[]), bare(2));
        assert_eq!(
            of(
                "* 2 FETCH (UID 2 RFC822.SIZE 99999999999999999999 INTERNALDATE \"00-Jan-0000 00:00:00 +0000\")",
                &[]
            ),
            bare(2)
        );
        assert_eq!(of("* 2 FETCH (UID 2 INTERNALDATE \"25-Nov-2026 20:00:00 +9900\")", &[]), bare(2));
        assert_eq!(of("* 2 FETCH (UID 2 INTERNALDATE \"01-Jan-1970 00:00:00 +0000\")", &[]), bare(2));
        assert_eq!(of("* 2 FETCH (UID 2 FLAGS (\\Seen gr\u{fc}\u{df}e UID 7 NIL) X-GM 5)", &[]), bare(2));
        assert_eq!(of("* 9 FETCH (FLAGS ())", &[]), None);
        assert_eq!(of("* 9 EXPUNGE", &[]), None);
        assert_eq!(of("* OK FETCH (UID 2)", &[]), None);
        for date in [
            "\"Mon, 1 Feb 2027 10:00:00 +0000\"",
            "\"1-Feb-2027 10:00:00 +0000\"",
            "01-Feb-2027 10:00:00 +0000",
            "\"2027-02-01T10:00:00Z\"",
        ] {
            let told =
                of(&format!("*  3  fetch  ( internaldate {date}  uid 3 rfc822.size 5000000000 )"), &[]);
            assert_eq!(
                told,
                Some(Told { uid: 3, size: Some(5_000_000_000), received_ms, ..Told::default() }),
                "{date}"
            );
        }
    }

    #[test]
    fn texts_are_read_in_every_shape() {
        let bytes = |text: &str, literals: &[&str]| of(text, literals).and_then(|told| told.bytes);
        let is = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(bytes("* 1 FETCH (UID 1 BODY[]<0.2097153> \0)", &["a"]), is("a"));
        assert_eq!(bytes("* 2 FETCH (BODY[] \0 UID 2)", &["xyz"]), is("xyz"));
        assert_eq!(
            bytes("* 2 FETCH (UID 2 BODY[HEADER.FIELDS (TO FROM)] \0 FLAGS (gr\u{fc}n))", &["xyz"]),
            is("xyz")
        );
        assert_eq!(bytes("* 2 FETCH (UID 2 RFC822 \0)", &["xyz"]), is("xyz"));
        assert_eq!(bytes("* 4 FETCH (UID 4 BODY[] NIL)", &[]), None);
        assert_eq!(bytes("* 5 FETCH (UID 5 BODY[] \"\")", &[]), is(""));
        assert_eq!(bytes("* 5 FETCH (UID 5 BODY[] \"a \\\"b\\\"\")", &[]), is("a \"b\""));
        assert_eq!(bytes("* 6 FETCH (UID 6 BODY[] \0cd", &["ab"]), None, "it is longer than its literal");
        assert_eq!(bytes("* 7 FETCH (UID 7 BODY[] \0)", &[]), None);
        assert!(of("* 7 FETCH (UID 7 FLAGS (\\Seen \\deleted))", &[]).unwrap().is_deleted);
    }

    #[test]
    fn a_search_names_letters_in_every_shape() {
        assert_eq!(found("* SEARCH 1 2  x 3"), [1, 2, 3]);
        assert_eq!(found("*  search"), Vec::<u64>::new());
        assert_eq!(found("* ESEARCH (TAG \"f3\") UID COUNT 4 ALL 1:3,9"), [1, 2, 3, 9]);
        assert_eq!(found("* ESEARCH (TAG \"f3\") UID"), Vec::<u64>::new());
        assert_eq!(found("* OK SEARCH 4"), Vec::<u64>::new());
    }
}
