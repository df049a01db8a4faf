//! Greetings, closing words and names below them: lines that are neither orders nor mistakes.
//!
//! Promise 8 allows no silence about an order that is unclear, so that only well-known words are taken for
//! remarks, and behind END or a closing word only lines that are near no order.

use super::language::Language;
use super::language::Lexicon;
use super::table::{Row, nearest_row};
use super::word::{is_blank, stands};

const GREETINGS: &[&str] = &[
    "DEAR",
    "HELLO",
    "HI",
    "HEY",
    "GREETINGS",
    "GOOD MORNING",
    "GOOD DAY",
    "GOOD AFTERNOON",
    "GOOD EVENING",
    "HERE ARE",
    "HERE IS",
    "HERE COME",
    "MY ORDERS",
    "ORDERS",
    "THESE ARE",
    "PLEASE FIND",
    "SIR",
    "SIRS",
    "GENTLEMEN",
    "LADIES",
    "TO WHOM",
    "HALLO",
    "BONJOUR",
    "SEHR GEEHRTE",
    "SEHR GEEHRTER",
    "SEHR GEEHRTES",
    "VEREHRTE",
    "VEREHRTER",
    "LIEBE",
    "LIEBER",
    "LIEBES",
    "WERTE",
    "WERTER",
    "GUTEN TAG",
    "GUTEN MORGEN",
    "GUTEN ABEND",
    "SERVUS",
    "MOIN",
    "HIER SIND",
    "ANBEI",
    "MEINE BEFEHLE",
];

/// How letters begin in other languages, lower case. Behind one of them stands no letter of a script that has blanks.
const GREETINGS_ABROAD: &[&str] = &[
    "cher",
    "chers",
    "chère",
    "salut",
    "monsieur",
    "madame",
    "voici",
    "hola",
    "estimado",
    "estimada",
    "estimados",
    "querido",
    "querida",
    "buenos",
    "buenas",
    "ciao",
    "caro",
    "cara",
    "cari",
    "gentile",
    "egregio",
    "salve",
    "buongiorno",
    "buonasera",
    "beste heer",
    "beste meneer",
    "beste allemaal",
    "geachte",
    "goedemorgen",
    "goedemiddag",
    "goedenavond",
    "goedendag",
    "hoi",
    "olá",
    "oi",
    "prezado",
    "prezada",
    "caríssimo",
    "bom dia",
    "boa tarde",
    "boa noite",
    "hej",
    "hei",
    "heisan",
    "kjære",
    "kære",
    "käre",
    "kära",
    "god morgen",
    "god dag",
    "god kveld",
    "moi",
    "terve",
    "hyvä",
    "hyvää",
    "cześć",
    "dzień dobry",
    "witam",
    "szanowny",
    "szanowna",
    "szanowni",
    "drogi",
    "ahoj",
    "dobrý",
    "vážený",
    "vážená",
    "milý",
    "kedves",
    "tisztelt",
    "szia",
    "jó napot",
    "bună",
    "buna ziua",
    "dragă",
    "stimate",
    "merhaba",
    "selam",
    "sayin",
    "iyi",
    "привет",
    "здравствуйте",
    "добрый",
    "уважаемый",
    "уважаемая",
    "уважаемые",
    "дорогой",
    "привіт",
    "шановний",
    "добрий",
    "γεια",
    "καλημέρα",
    "καλησπέρα",
    "αγαπητέ",
    "こんにちは",
    "おはよう",
    "拝啓",
    "你好",
    "您好",
    "안녕하세요",
    "مرحبا",
    "السلام عليكم",
    "שלום",
];

const CLOSINGS: &[&str] = &[
    "THANKS",
    "THANK YOU",
    "MANY THANKS",
    "WITH THANKS",
    "WITH MANY THANKS",
    "REGARDS",
    "KIND REGARDS",
    "KINDEST REGARDS",
    "WITH KIND",
    "WITH KINDEST",
    "WITH WARM",
    "BEST",
    "BEST REGARDS",
    "BEST WISHES",
    "WARM REGARDS",
    "WARMEST REGARDS",
    "WITH REGARDS",
    "WITH BEST",
    "WITH RESPECT",
    "CHEERS",
    "YOURS",
    "SINCERELY",
    "CORDIALLY",
    "RESPECTFULLY",
    "FAITHFULLY",
    "ALL THE BEST",
    "GREETINGS",
    "SENT FROM",
    "YOUR OBEDIENT",
    "YOUR HUMBLE",
    "GOOD LUCK",
    "GOOD BYE",
    "SEE YOU",
    "BYE",
    "LOVE",
    "TAKE CARE",
    "MIT FREUNDLICHEN",
    "MIT FREUNDLICHEM",
    "MIT BESTEN",
    "MIT BESTEM",
    "MIT HERZLICHEN",
    "MIT VIELEN",
    "FREUNDLICHE",
    "BESTE GRÜSSE",
    "BESTE GRÜßE",
    "BESTE GRüSSE",
    "BESTE GRüßE",
    "HERZLICHE",
    "HERZLICHST",
    "LIEBE GRÜSSE",
    "LIEBE GRÜßE",
    "LIEBE GRüSSE",
    "LIEBE GRüßE",
    "SCHÖNE",
    "SCHöNE",
    "VIELE",
    "VIELEN DANK",
    "DANKE",
    "BESTEN DANK",
    "GRUSS",
    "GRUß",
    "GRÜSSE",
    "GRÜßE",
    "GRüSSE",
    "GRüßE",
    "HOCHACHTUNGSVOLL",
    "MFG",
    "IHR",
    "IHRE",
    "CORDIALEMENT",
    "GESENDET VON",
    "VON MEINEM",
];

/// How letters end in other languages, lower case, as [`GREETINGS_ABROAD`].
const CLOSINGS_ABROAD: &[&str] = &[
    "merci",
    "bien à vous",
    "bien à toi",
    "bien cordialement",
    "salutations",
    "amicalement",
    "à bientôt",
    "respectueusement",
    "gracias",
    "muchas gracias",
    "saludos",
    "un saludo",
    "atentamente",
    "un abrazo",
    "grazie",
    "cordiali saluti",
    "distinti saluti",
    "saluti",
    "un saluto",
    "obrigado",
    "obrigada",
    "muito obrigado",
    "cumprimentos",
    "atenciosamente",
    "abraços",
    "dank je",
    "dank u",
    "bedankt",
    "met vriendelijke",
    "vriendelijke",
    "hartelijke",
    "groeten",
    "groetjes",
    "gr.",
    "tack",
    "takk",
    "tak",
    "mange tak",
    "mange takk",
    "tusen takk",
    "mvh",
    "hälsningar",
    "vänliga",
    "med vänlig",
    "med vennlig",
    "med venlig",
    "hilsen",
    "kiitos",
    "kiitoksia",
    "terveisin",
    "ystävällisin",
    "dziękuję",
    "dzięki",
    "pozdrawiam",
    "pozdrowienia",
    "z poważaniem",
    "děkuji",
    "díky",
    "s pozdravem",
    "ďakujem",
    "s pozdravom",
    "köszönöm",
    "üdvözlettel",
    "tisztelettel",
    "mulțumesc",
    "multumesc",
    "cu respect",
    "hvala",
    "lep pozdrav",
    "pozdrav",
    "teşekkürler",
    "teşekkür",
    "saygılarımla",
    "selamlar",
    "спасибо",
    "с уважением",
    "дякую",
    "з повагою",
    "благодаря",
    "поздрави",
    "ευχαριστώ",
    "με εκτίμηση",
    "lg",
    "vg",
    "hg",
    "gruß",
    "grüße",
    "grüsse",
    "ありがとう",
    "よろしく",
    "敬具",
    "谢谢",
    "謝謝",
    "감사합니다",
    "شكرا",
    "תודה",
];

/// The most letters of a remark: longer lines may hide an order.
const LONGEST: usize = 80;

/// So many lines below closing words may be a name and what goes with it.
const NAME_LINES: u8 = 2;

/// Whether the orders have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    No,
    /// After END.
    End,
    /// So many lines after closing words.
    Words(u8),
}

impl Closing {
    /// After one more line that is a remark.
    pub fn after(self, body: &str) -> Closing {
        match self {
            _ if closes(body) => Closing::Words(0),
            Closing::Words(lines) => Closing::Words(lines.saturating_add(1)),
            other => other,
        }
    }
}

/// Whether a line that could not be read as a row of this table is a remark.
pub(super) fn is_remark<R: Row>(
    body: &str,
    outside: bool,
    closing: Closing,
    language: &'static Language,
) -> bool {
    if body.len() > LONGEST {
        return false;
    }
    let greets = stands(GREETINGS, body);
    if greets && outside {
        return true;
    }
    if names_something(body, language) {
        return false;
    }
    match closing {
        _ if greets || begins_abroad(GREETINGS_ABROAD, body) || closes(body) => true,
        Closing::Words(lines) if lines < NAME_LINES => !hides_order::<R>(body, language),
        Closing::No => false,
        // A telephone number is no order.
        Closing::End | Closing::Words(_) => {
            let is_word = |word| is_order_word::<R>(word, language);
            let says_nothing = || !body.split(|c: char| !c.is_alphanumeric()).any(is_word);
            nearest_row::<R>(body, language).is_none() && (!has_figures(body) || says_nothing())
        }
    }
}

/// Words of a sentence, at least.
const SENTENCE: usize = 5;

/// Whether a line outside any block is a sentence to whoever reads it, as `The King goes by way of Milan towards Florence:` is: so
/// many words with a stop behind them, no figures, nothing of the game, and no word of which orders are made.
pub(super) fn is_prose<R: Row>(body: &str, language: &'static Language) -> bool {
    let is_word = |word: &str| {
        let rows = R::rows(language).filter(|row| row.is_order());
        let mut words = rows.flat_map(R::phrases).flat_map(|phrase| phrase.split(' '));
        word.len() >= 4 && words.any(|known| known.eq_ignore_ascii_case(word))
    };
    body.ends_with(['.', ':', '!', '?', ','])
        && body.split(is_blank).filter(|word| !word.is_empty()).count() >= SENTENCE
        && !has_figures(body)
        && !names_something(body, language)
        && nearest_row::<R>(body, language).is_none()
        && !body.split(|c: char| !c.is_alphanumeric()).any(is_word)
}

/// Whether a line begins with words of another language.
fn begins_abroad(words: &[&str], body: &str) -> bool {
    const LONGEST: usize = 24;
    let begin = body.chars().take(LONGEST).collect::<String>().to_lowercase();
    words.iter().any(|words| {
        let behind = begin.strip_prefix(words).map(|rest| rest.chars().next());
        behind.is_some_and(|next| next.is_none_or(|c| !c.is_alphabetic() || u32::from(c) >= 0x2E80))
    })
}

/// Whether a line begins with closing words.
fn closes(body: &str) -> bool {
    stands(CLOSINGS, body) || begins_abroad(CLOSINGS_ABROAD, body)
}

fn has_figures(body: &str) -> bool {
    body.bytes().any(|c| c.is_ascii_digit())
}

/// Whether something of the game stands in a line, so that it may be meant as an order.
fn names_something(body: &str, language: &Language) -> bool {
    let words = body.split(|c: char| is_blank(c) || matches!(c, ',' | ';' | '(' | ':'));
    words.filter(|word| has_figures(word)).any(language.names_something)
}

/// Whether a line may be meant as an order of the table, of whatever game the names are: it is one but for a slip of the pen, or
/// there are figures in it and a word of orders.
fn hides_order<R: Row>(body: &str, language: &'static Language) -> bool {
    let is_slip = |(row, words, rest): (&'static R, &str, &str)| {
        row.is_order() && R::is_read(words, rest, &Lexicon::of(language))
    };
    let slip = nearest_row::<R>(body, language).is_some_and(is_slip);
    let is_word = |word| is_order_word::<R>(word, language);
    slip || has_figures(body) && body.split(|c: char| !c.is_alphanumeric()).any(is_word)
}

/// Whether a word is one of those that orders are made of, leaving out the shortest.
fn is_order_word<R: Row>(word: &str, language: &'static Language) -> bool {
    let words = R::rows(language).flat_map(R::phrases).flat_map(|phrase| phrase.split(' '));
    word.len() >= 4 && words.into_iter().any(|known| known.eq_ignore_ascii_case(word))
}
