//! The words by which people of many languages say that a password follows, lower case, and what they put between the two.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Words that mean nothing else, wherever they stand in a line.
pub(super) const PLAIN: &[&str] = &[
    "passphrase",
    "pass phrase",
    "passcode",
    "passwd",
    "pass-word",
    "kennwort",
    "kennwoerter",
    "passwort",
    "losungswort",
    "schlüsselwort",
    "zugangscode",
    "mot de passe",
    "mot-de-passe",
    "phrase secrète",
    "contraseña",
    "contrasenya",
    "contrasenha",
    "contrasinal",
    "palabra clave",
    "palavra-passe",
    "palavra passe",
    "senha",
    "parola d'ordine",
    "parola chiave",
    "parola segreta",
    "wachtwoord",
    "toegangscode",
    "lösenord",
    "passord",
    "adgangskode",
    "kodeord",
    "lykilorð",
    "salasana",
    "salasõna",
    "parool",
    "hasło",
    "jelszó",
    "jelszo",
    "parolă",
    "parola de acces",
    "zaporka",
    "lozinka",
    "лозинка",
    "парола",
    "пароль",
    "кодовое слово",
    "гасло",
    "slaptažodis",
    "slaptazodis",
    "κωδικός",
    "κωδικος",
    "συνθηματικό",
    "şifre",
    "sifre",
    "pasahitza",
    "kata sandi",
    "kata laluan",
    "mật khẩu",
    "mat khau",
    "パスワード",
    "合言葉",
    "暗証番号",
    "密码",
    "密碼",
    "口令",
    "비밀번호",
    "암호",
    "รหัสผ่าน",
    "كلمة المرور",
    "كلمة السر",
    "رمز عبور",
    "گذرواژه",
    "סיסמה",
    "סיסמא",
    "पासवर्ड",
    "পাসওয়ার্ড",
];

/// Words that mean other things too: they count at the beginning of a line or before a colon.
pub(super) const DOUBTFUL: &[&str] = &[
    "pw", "pwd", "pass", "mdp", "clave", "parola", "parole", "heslo", "geslo", "losung", "secret", "passw",
    "psw", "pword",
];

/// Words between the two that are of the sentence.
const BETWEEN: &[&str] =
    &["is", "ist", "lautet", "est", "es", "è", "é", "är", "er", "on", "to", "jest", "je", "это"];

/// All of them, looked for together: plain ones first.
static WORDS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(PLAIN.iter().chain(DOUBTFUL)).ok());

/// All of them by their last letters: of most lines none needs to be compared.
static BY_LAST: LazyLock<BTreeMap<char, Vec<&str>>> = LazyLock::new(|| {
    let mut words = BTreeMap::<_, Vec<_>>::new();
    for word in PLAIN.iter().chain(DOUBTFUL) {
        word.chars().next_back().into_iter().for_each(|last| words.entry(last).or_default().push(*word));
    }
    words
});

/// What stands behind such a word in a line, if anything does: behind the first plain one, or else the first doubtful one.
pub(super) fn behind_word(line: &str) -> Option<&str> {
    let lower = line.to_lowercase();
    // Small letters may be longer than capitals; where they are, no place in the one is one in the other.
    if lower.len() != line.len() {
        return None;
    }
    let mut doubtful = None;
    // They come in the order of their ends.
    for found in WORDS.as_ref()?.find_overlapping_iter(&lower) {
        let is_doubtful = found.pattern().as_usize() >= PLAIN.len();
        if is_doubtful && doubtful.is_some() || !is_meant(&lower, found.range(), is_doubtful) {
            continue;
        }
        if !is_doubtful {
            return line.get(found.end()..).map(without_between);
        }
        doubtful = Some(found.end());
    }
    line.get(doubtful?..).map(without_between)
}

/// Whether a line ends in such a word, so that what it speaks of stands below.
pub(super) fn ends_in_word(line: &str) -> bool {
    let lower = line.to_lowercase();
    let bare = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    let known = bare.chars().next_back().and_then(|last| BY_LAST.get(&last));
    let mut before = known.into_iter().flatten().filter_map(|word| bare.strip_suffix(word));
    before.any(|before| !before.ends_with(char::is_alphanumeric))
}

/// Whether a word that stands in a line announces what follows it.
fn is_meant(line: &str, place: Range<usize>, is_doubtful: bool) -> bool {
    let parts = (line.get(..place.start), line.get(place.clone()), line.get(place.end..));
    let (Some(before), Some(word), Some(behind)) = parts else { return false };
    // Scripts without blanks part no words.
    let is_latin = word.is_ascii() || word.chars().any(|c| u32::from(c) < 0x0590);
    let is_apart = !is_latin || !before.ends_with(char::is_alphanumeric);
    let is_named = behind.trim_start().starts_with([':', '=', '：']);
    let is_first =
        || !before.chars().any(char::is_alphanumeric) && !behind.contains(|c: char| c.is_ascii_digit());
    let is_ended = is_latin && is_doubtful && behind.starts_with(char::is_alphanumeric);
    let is_meant = is_apart && !is_ended && (!is_doubtful || is_named || is_first());
    is_meant && behind.chars().any(char::is_alphanumeric)
}

/// Without colons, dashes and small words before it.
fn without_between(words: &str) -> &str {
    let signs = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ':' | '=' | '：' | '-' | '–' | '>' | '*' | '_' | '"' | '\'' | '(' | '«' | '“' | '„'
            )
    };
    let rest = words.trim_start_matches(signs);
    let word = rest.split_whitespace().next().unwrap_or_default();
    let is_between = BETWEEN.contains(&word.trim_end_matches([':', '=']).to_lowercase().as_str());
    let behind = rest.get(word.len()..).map(|rest| rest.trim_start_matches(signs)).unwrap_or_default();
    if is_between && !behind.is_empty() { behind.trim_end() } else { rest.trim_end() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_announced_in_many_languages() {
        for line in [
            "PW: lion of nachod",
            "PASS lion of nachod",
            "pass = lion of nachod",
            "Passphrase lion of nachod",
            "Mein Kennwort lautet: lion of nachod",
            "Kennwort lion of nachod",
            "Mot de passe : lion of nachod",
            "MDP: lion of nachod",
            "Contraseña: lion of nachod",
            "Пароль: lion of nachod",
            "мой пароль — lion of nachod".replace('—', ":").as_str(),
            "パスワード：lion of nachod",
            "パスワードlion of nachod",
            "密码: lion of nachod",
            "비밀번호 lion of nachod",
            "Hasło: lion of nachod",
            "heslo: lion of nachod",
            "Jelszó = lion of nachod",
            "Wachtwoord is lion of nachod",
            "Lösenord: lion of nachod",
            "Adgangskode: lion of nachod",
            "Salasana on lion of nachod",
            "Senha: lion of nachod",
            "parola d'ordine: lion of nachod",
            "Şifre: lion of nachod",
            "Κωδικός: lion of nachod",
            "Lozinka: lion of nachod",
            "كلمة المرور: lion of nachod",
            "סיסמה: lion of nachod",
            "mật khẩu: lion of nachod",
            "PASSWORT lion of nachod",
        ] {
            assert_eq!(behind_word(line), Some("lion of nachod"), "{line}");
        }
        for word in PLAIN.iter().chain(DOUBTFUL) {
            assert_eq!(behind_word(&format!("{word}: lion of nachod")), Some("lion of nachod"), "{word}");
            assert!(ends_in_word(&format!("(1) {word} :")), "{word}");
            assert!(word.contains(' ') || !ends_in_word(&format!("x{word}")), "{word}");
        }
        assert!(ends_in_word("Mein Kennwort:") && ends_in_word("パスワード：") && !ends_in_word("compass:"));
    }

    #[test]
    fn words_that_only_hold_such_a_word_announce_nothing() {
        for line in [
            "hold the pass at Nachod",
            "PASS A9-N7",
            "compass: north",
            "a secret march",
            "Passwort",
            "the pw",
            "clavecin: x",
        ] {
            assert_eq!(behind_word(line), None, "{line}");
        }
    }
}
