//! The words by which mail programs of many languages mark quotes, older letters, forwards and signatures.

use super::fold;
use super::zone_lists::{ATTRIBUTION_STARTS, FORWARDS, MOBILE_ENDS, MOBILE_SIGNATURES, WEEKDAYS, WROTE};

/// Kinds of lines in an older letter's header, with the words that name them, lower case.
const HEADER_WORDS: [(HeaderWord, &[&str]); 5] = [
    (
        HeaderWord::From,
        &[
            "from",
            "von",
            "de",
            "da",
            "van",
            "od",
            "från",
            "fra",
            "от",
            "від",
            "lähettäjä",
            "kimden",
            "发件人",
            "寄件者",
            "差出人",
            "보낸 사람",
            "feladó",
            "odesílatel",
            "expéditeur",
            "από",
            "mittente",
            "remitente",
        ],
    ),
    (
        HeaderWord::Date,
        &[
            "date",
            "sent",
            "datum",
            "gesendet",
            "envoyé",
            "fecha",
            "enviado",
            "enviado el",
            "enviado em",
            "data",
            "inviato",
            "verzonden",
            "data wysłania",
            "wysłano",
            "skickat",
            "sendt",
            "dato",
            "дата",
            "отправлено",
            "надіслано",
            "lähetetty",
            "tarih",
            "gönderilme",
            "日期",
            "发送时间",
            "傳送時間",
            "日付",
            "送信日時",
            "날짜",
            "보낸 날짜",
            "küldve",
            "dátum",
            "odesláno",
            "ημερομηνία",
            "gesendet am",
        ],
    ),
    (
        HeaderWord::To,
        &[
            "to",
            "an",
            "à",
            "para",
            "a",
            "aan",
            "do",
            "till",
            "til",
            "кому",
            "vastaanottaja",
            "kime",
            "收件人",
            "收件者",
            "宛先",
            "받는 사람",
            "címzett",
            "komu",
            "προς",
            "destinataire",
        ],
    ),
    (
        HeaderWord::Subject,
        &[
            "subject",
            "betreff",
            "objet",
            "asunto",
            "oggetto",
            "onderwerp",
            "temat",
            "assunto",
            "ämne",
            "emne",
            "тема",
            "aihe",
            "konu",
            "主题",
            "主旨",
            "件名",
            "제목",
            "tárgy",
            "předmět",
            "θέμα",
            "re",
        ],
    ),
    (
        HeaderWord::Other,
        &[
            "cc",
            "kopie",
            "copie",
            "reply-to",
            "antwort an",
            "répondre à",
            "responder a",
            "kopia",
            "копия",
            "copia",
            "抄送",
            "副本",
            "organization",
            "organisation",
            "message-id",
            "newsgroups",
        ],
    ),
];

/// A kind of line in an older letter's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderWord {
    From,
    Date,
    To,
    Subject,
    Other,
}

/// The kind of header line this is, if it is one: a word of ours, a colon, in whatever markup.
pub(super) fn header_word(line: &str) -> Option<HeaderWord> {
    let line = line.trim().trim_start_matches(['*', '_', '>', ' ', '\u{A0}', '-']);
    let (word, _) = line.split_once([':', '：'])?;
    let word = word.trim_matches(['*', '_', ' ', '\u{A0}']);
    if word.is_empty() || word.len() > 60 {
        return None;
    }
    let word = word.to_lowercase();
    HEADER_WORDS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(kind, _)| *kind)
}

/// Whether an older letter's header was run together in one line, as where HTML was made text: three kinds of its words,
/// each with a colon, and an address or a date among them.
pub(super) fn is_header_in_one_line(line: &str) -> bool {
    const LONGEST: usize = 1_000;
    if line.len() > LONGEST || !(line.contains('@') || has_year_or_time(line)) {
        return false;
    }
    let mut kinds = Vec::new();
    let mut parts = line.split([':', '：']).peekable();
    while let Some(before) = parts.next().filter(|_| parts.peek().is_some()) {
        let before = before.trim_end_matches(['*', '_', ' ', '\u{A0}']);
        let ends = before
            .char_indices()
            .rev()
            .filter(|(_, c)| c.is_whitespace() || *c == '*')
            .map(|(at, c)| at + c.len_utf8());
        let named = ends.take(3).chain([0]).find_map(|at| header_word(&format!("{}:", before.get(at..)?)));
        if let Some(kind) = named.filter(|kind| !kinds.contains(kind)) {
            kinds.push(kind);
        }
    }
    kinds.len() >= 3
}

/// What stands behind a field's name, which is one to four words before a colon.
pub(super) fn field_value(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches(['*', '_', '>', ' ', '\u{A0}']);
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim_end_matches(['*', '_', ' ', '\u{A0}']);
    let is_name = (1..=60).contains(&name.len())
        && name.split_whitespace().count() <= 4
        && name.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || matches!(c, '-' | '.' | '\''));
    is_name.then_some(value.trim())
}

/// Whether a date or a time of day stands in a text.
pub(super) fn is_dated(text: &str) -> bool {
    has_year_or_time(text)
}

/// Whether a text says on its own who wrote what follows, and when or from where.
pub(super) fn is_attribution(text: &str) -> bool {
    let dated = has_year_or_time(text) || text.contains('@');
    // In any language: an address, a date and a colon behind them.
    let any_language =
        ends_in_colon(text) && text.contains('@') && has_year_or_time(&without_addresses(text));
    // Or nothing but a name, the address in brackets, and a date, as Lotus Notes has it.
    let bare = text.len() < 160 && !ends_in_colon(text) && {
        let inner = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        inner.is_some_and(|(address, rest)| {
            let words = rest.split_whitespace().count();
            address.contains('@') && words <= 8 && has_year_or_time(rest)
        })
    };
    let gmail_bare =
        begins_with_date(text) && (text.contains(" GMT") || text.contains(" UTC")) && text.len() < 120;
    (says_wrote(text) && (dated || is_of_a_day(text))) || any_language || bare || gmail_bare
}

/// Whether a text begins as attributions do or names a day of the week: so do those that give no date and no address.
fn is_of_a_day(text: &str) -> bool {
    const LONGEST: usize = 160;
    let lower = text.to_lowercase();
    let begins = ATTRIBUTION_STARTS.iter().any(|start| start.len() > 2 && lower.starts_with(start));
    text.len() <= LONGEST && (begins || WEEKDAYS.iter().any(|day| contains_word(&lower, day)))
}

/// A text without the words in which an address stands: its digits are no date.
fn without_addresses(text: &str) -> String {
    text.split_whitespace().filter(|word| !word.contains('@')).collect::<Vec<_>>().join(" ")
}

/// Whether a text ends in a colon with a "wrote" before it, or says so within a rule.
pub(super) fn says_wrote(text: &str) -> bool {
    let trimmed = text.trim();
    let ruled = trimmed.starts_with("--") && trimmed.ends_with("--");
    if !ruled && !ends_in_colon(text) {
        return false;
    }
    let lower = text.to_lowercase();
    WROTE.iter().any(|word| contains_word(&lower, word))
}

/// Whether a text is a date and an address and no more: who wrote, if a quote follows.
pub(super) fn is_dated_address(text: &str) -> bool {
    begins_with_date(text) && text.contains('@') && text.trim_end().ends_with('>')
}

/// Whether an attribution may go on in the next line.
pub(super) fn may_begin_attribution(text: &str) -> bool {
    let lower = text.to_lowercase();
    let lower = lower.trim_start_matches(['*', '-', ' ', '_']);
    ATTRIBUTION_STARTS.iter().any(|start| {
        lower.starts_with(start.trim_start_matches(['-', ' '])) && !start.trim_matches(['-', ' ']).is_empty()
    }) || begins_with_date(text)
        || (text.contains('<') && text.contains('@'))
}

/// Whether a line announces a forward or an older letter. In a rule, or alone with a colon or nothing.
pub(super) fn is_forward(line: &str) -> bool {
    const RULES: [char; 9] = ['-', '=', '_', '*', '~', '#', '+', '═', '•'];
    let bare = line.trim().trim_start_matches(|c| RULES.contains(&c) || matches!(c, ' ' | '>'));
    let rules = line.trim().trim_start_matches(['>', ' ']).chars();
    let ruled = rules.take_while(|c| RULES.contains(c) || *c == ' ').filter(|c| *c != ' ').count() >= 2;
    let words = bare
        .trim_matches(|c| RULES.contains(&c) || matches!(c, ' ' | ':' | '"' | '「' | '」'))
        .to_lowercase();
    FORWARDS.iter().any(|forward| if ruled { words.starts_with(forward) } else { words == *forward })
}

/// Whether a line as it was written is a long dash and nothing else, a signature mark of word processors. In plain form it is a hyphen.
pub(super) fn is_dash(written: &str) -> bool {
    matches!(written.trim(), "—" | "–" | "―")
}

/// Whether a line names an older letter between chevrons, as GroupWise has it: `>>> Ann <ann@x.org> 11/25/2026 4:57 PM >>>`.
pub(super) fn is_between_chevrons(line: &str) -> bool {
    let line = line.trim();
    let Some(inner) = line.strip_prefix(">>>") else { return false };
    let is_closed = inner.ends_with(">>>") || says_wrote(inner);
    is_closed && inner.chars().any(char::is_alphabetic) && (inner.contains('@') || has_year_or_time(inner))
}

/// Whether a line is a signature mark or one that a phone put there.
pub(super) fn is_signature(line: &str) -> bool {
    let trimmed = line.trim();
    if matches!(trimmed, "--" | "ᐧ") {
        return true;
    }
    let words = trimmed.trim_start_matches(['<', '(', '[', '*', '_', '-', ' ']).to_lowercase();
    let ended = words.trim_end_matches(['>', ')', ']', '*', '_', '.', ' ']);
    words.len() <= 200
        && (MOBILE_SIGNATURES.iter().any(|start| words.starts_with(start))
            || MOBILE_ENDS.iter().any(|end| ended.ends_with(end)))
}

/// Whether a line is blank or drawn only with rule characters.
pub(super) fn is_rule_or_blank(line: &str) -> bool {
    line.trim()
        .chars()
        .all(|c| matches!(c, '-' | '_' | '=' | '*' | '~' | '#' | '+' | ',' | '\u{A0}' | '—' | '–'))
}

/// Whether a line begins what a player writes to others. Every game's letters have these words, and the reader must know
/// them: what stands between is no signature, quote or header, whatever it looks like.
pub(super) fn opens_press(line: &str) -> bool {
    let words = press_words(line);
    ["PRESS TO ", "PRESS TO:", "PRESS FOR ", "PRESS FOR:"].iter().any(|begin| words.starts_with(begin))
}

/// Whether a line ends it.
pub(super) fn ends_press(line: &str) -> bool {
    matches!(press_words(line).as_str(), "END PRESS" | "END OF PRESS" | "END-PRESS" | "ENDPRESS" | "END PRES")
}

/// A line as it is compared with the words of press; a long one is none of them.
fn press_words(line: &str) -> String {
    let line = line.trim().trim_start_matches(|c: char| !c.is_alphanumeric());
    let begin = line.get(..40).map_or(line, |begin| if line.len() > 120 { begin } else { line });
    let plain = fold::plain(begin).to_ascii_uppercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(['.', '*', ' ']).to_string()
}

fn ends_in_colon(text: &str) -> bool {
    text.trim_end_matches(['*', '_', ' ', '\u{A0}', '>', '\r']).ends_with([':', '：'])
}

/// Whether a word stands in a text, letters around it only where its script writes none apart.
fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        let apart = |c: Option<char>| !c.is_some_and(|c| c.is_alphabetic() && u32::from(c) < 0x2E80);
        !word.is_ascii() || (apart(before) && apart(after))
    })
}

/// A year of our times, or a time of day.
fn has_year_or_time(text: &str) -> bool {
    let digits: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let year = digits.iter().any(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")));
    let bytes = text.as_bytes();
    let time = bytes.windows(4).any(|w| {
        matches!(w, [a, b':' | b'.' | b'h', c, d] if a.is_ascii_digit() && c.is_ascii_digit() && d.is_ascii_digit())
    });
    let date = bytes.windows(5).any(|w| {
        matches!(w, [a, b'/' | b'-' | b'.', c, d, _] if a.is_ascii_digit() && c.is_ascii_digit()
            && (matches!(d, b'/' | b'-' | b'.') || d.is_ascii_digit()))
    });
    year || time || date
}

fn begins_with_date(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(12).collect();
    start.starts_with(|c: char| c.is_ascii_digit()) && has_year_or_time(&start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_lines_in_markup_and_many_languages() {
        assert_eq!(header_word("*From:* War <war@h.org>"), Some(HeaderWord::From));
        assert_eq!(header_word("Gesendet: Montag"), Some(HeaderWord::Date));
        assert_eq!(header_word("主题： Re"), Some(HeaderWord::Subject));
        assert_eq!(header_word("MOVE: G4"), None);
        assert_eq!(header_word("G4-V6"), None);
    }

    #[test]
    fn attributions_name_who_wrote_and_when() {
        for yes in [
            "On Mon, Feb 1, 2027 at 4:58 AM -0800, \"Some One\" <foo@bar.com> wrote:",
            "Le 4 janv. 2016 19:03, \"Neil\" <n@x.org> a écrit :",
            "Am 03.02.2016 um 09:44 schrieb Some One:",
            "2016-01-27 17:29 GMT+01:00 Some One <foo@bar.com>:",
            "在 2016年1月27日 10:10，Some <foo@bar.com>写道：",
            "Huet den 3. Feb 2027 foo@bar.com geschriwwen:",
        ] {
            assert!(is_attribution(yes), "{yes}");
        }
        for no in ["He wrote:", "MOVE G4-V6 G5-V6", "I wrote on 3 Feb 2027 that", "Attack at 10:00:"] {
            assert!(!is_attribution(no), "{no}");
        }
    }

    #[test]
    fn forwards_stand_in_a_rule_or_alone() {
        assert!(is_forward("-----Original Message-----") && is_forward("Begin forwarded message:"));
        assert!(
            is_forward("---------- Forwarded message ---------")
                && is_forward("-------- Weitergeleitete Nachricht --------")
        );
        assert!(is_forward("*** Original Message ***") && is_forward("- - Forwarded message - -"));
        assert!(!is_forward("# the original message said G4") && !is_forward("-----"));
    }

    #[test]
    fn signatures_of_phones_and_marks() {
        for yes in [
            "-- ",
            "--",
            "Enviado do iPhone",
            "Obter o Outlook para Android",
            "Gesendet mit der mobilen Mail App",
            "Obtenir Outlook pour iOS",
            "iPhone'umdan gönderildi",
            "Von meinem Handy gesendet.",
            "Sent from my iPhone",
            "<<sent by galaxy>>",
            "(Sent from mobile device)",
            "Envoyé depuis mon iPhone",
        ] {
            assert!(is_signature(yes), "{yes}");
        }
        assert!(is_dash("—") && !is_dash("-"));
        for no in ["-----", "***", "SUPPLY 2", "G4-V6", "# sent from G4"] {
            assert!(!is_signature(no), "{no}");
        }
    }
}
