//! Passwords: how they are hashed, compared, remembered and made. The only place that looks at their words.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use argon2::password_hash::{self, PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use fieldpost_engine::hex::hex;
use fieldpost_engine::typed;
use fieldpost_grammar::Secret;

/// Fewest characters of a password that a player chooses.
pub const SHORTEST: usize = 8;
/// Most characters of one.
pub const LONGEST: usize = 128;
/// Verified passwords that are remembered at most.
const REMEMBERED: usize = 10_000;
/// 1,024 plain words; four of them are an initial password, of 40 bits.
const WORDS: &str = include_str!("words.txt");
/// Words of an initial password.
const INITIAL_WORDS: usize = 4;
/// Words that are taken for one where hyphens join them: such were the first passwords of earlier games.
const FEWEST_JOINED: usize = 3;

/// What a hash costs; the default is what OWASP advises for argon2id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB, 8 upward.
    pub memory_kib: u32,
    /// Passes over it, 1 upward.
    pub passes: u32,
}

impl Default for Cost {
    fn default() -> Self {
        Cost { memory_kib: Params::DEFAULT_M_COST, passes: Params::DEFAULT_T_COST }
    }
}

/// What a running process remembers of passwords: that a password was verified against a hash, as a keyed
/// hash of both. It saves time and changes no judgement.
pub struct Memory {
    key: [u8; 32],
    cost: Cost,
    verified: BTreeSet<[u8; 32]>,
}

impl Memory {
    /// An empty memory. The key is fresh random bytes, never stored; the cost is that of new hashes.
    pub fn new(key: [u8; 32], cost: Cost) -> Self {
        Memory { key, cost, verified: BTreeSet::new() }
    }

    /// The argon2id PHC string of a password, in the form that [`Memory::verify`] compares.
    ///
    /// # Errors
    /// If argon2 refuses the cost or the salt.
    pub fn hash(&self, secret: &Secret, salt: &[u8; 16]) -> Result<String, password_hash::Error> {
        let params = Params::new(self.cost.memory_kib, self.cost.passes, 1, None)?;
        let salt = SaltString::encode_b64(salt)?;
        let canonical = variants(secret.expose()).swap_remove(0);
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(argon2.hash_password(canonical.as_bytes(), &salt)?.to_string())
    }

    /// Whether a password is the one of a PHC string, in any of its [`variants`]. Every hash computed takes
    /// one from `checks`; when none is left the answer is `None`. A remembered password takes none.
    pub fn verify(&mut self, secret: &Secret, phc: &str, checks: &mut u32) -> Option<bool> {
        if self.knows(secret, phc) {
            return Some(true);
        }
        let variants = variants(secret.expose());
        let Ok(hash) = PasswordHash::new(phc) else { return Some(false) };
        for variant in &variants {
            *checks = checks.checked_sub(1)?;
            if Argon2::default().verify_password(variant.as_bytes(), &hash).is_ok() {
                self.remember(self.mark(variant, phc));
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a password is known to be the one of a PHC string, without computing a hash.
    pub fn knows(&self, secret: &Secret, phc: &str) -> bool {
        variants(secret.expose()).iter().any(|variant| self.verified.contains(&self.mark(variant, phc)))
    }

    fn remember(&mut self, mark: [u8; 32]) {
        if self.verified.len() >= REMEMBERED {
            self.verified.clear();
        }
        self.verified.insert(mark);
    }

    /// HMAC-SHA-256 of hash and password under the process's own key (RFC 2104).
    fn mark(&self, variant: &str, phc: &str) -> [u8; 32] {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else { return [0; 32] };
        mac.update(phc.as_bytes());
        mac.update(&[0]);
        mac.update(variant.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// The forms in which a written password is compared, at most four (row 34), the most folded first: that is
/// the one stored. Each step forgives what mail programs and their writers do on their own: capitals at the
/// start of a line, quotes, a full stop at the end of the sentence, blanks or stops where the words are joined by hyphens.
pub fn variants(written: &str) -> Vec<String> {
    let plain = trimmed(&written.nfkc().collect::<String>());
    let folded = trimmed(&plain.chars().filter_map(folded).collect::<String>());
    let one_blank = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = unquoted(one_blank.trim_end_matches(['.', ','])).trim_end_matches(['.', ',']);
    let bare = if bare.is_empty() { one_blank.as_str() } else { bare };
    let mut forms = Vec::with_capacity(4);
    let apart = apart(bare);
    // A hash of an earlier version may hold it.
    let backtick = plain.contains('`').then(|| canonical(&plain));
    let forms_of_now = [canonical(bare), bare.to_owned()].into_iter();
    for form in forms_of_now.chain(backtick).chain([folded, plain, apart]) {
        if !forms.contains(&form) && forms.len() < MOST_VARIANTS {
            forms.push(form);
        }
    }
    forms
}

/// Forms of one password at most.
const MOST_VARIANTS: usize = 4;

/// Small letters, and the words apart, whatever stops or hyphens part them.
fn apart(bare: &str) -> String {
    let words = bare.split(['-', ' ', '.', ',', '_', '/', ';']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The most folded form: small letters, and the words apart.
fn canonical(bare: &str) -> String {
    bare.to_lowercase().split(['-', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn trimmed(text: &str) -> String {
    text.trim().to_string()
}

/// Typographic signs as plain ones, what cannot be seen left out (row 23); other control characters stay, to be refused.
fn folded(letter: char) -> Option<char> {
    match letter {
        letter if letter.is_whitespace() => Some(' '),
        letter if letter.is_control() => Some(letter),
        letter => typed::plain(letter),
    }
}

fn unquoted(text: &str) -> &str {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .filter(|inner| !inner.trim().is_empty())
        .map_or(text, str::trim)
}

/// Whether a password stands in a text as whole words, in capitals or small letters, with blanks or hyphens between
/// its words, whatever lines they stand in.
pub fn stands_in(secret: &Secret, text: &str) -> bool {
    let words = apart(&variants(secret.expose()).swap_remove(0));
    let text = apart(&text.nfkc().filter_map(folded).collect::<String>());
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !words.is_empty()
        && text.match_indices(&words).any(|(at, found)| {
            !is_word(text[..at].chars().next_back()) && !is_word(text[at + found.len()..].chars().next())
        })
}

/// Why a new password is not taken, in a sentence; `known_words` are what anybody could guess: the player's
/// name and address, the game.
pub fn fault_of_new(secret: &Secret, known_words: &[&str]) -> Option<String> {
    let words = variants(secret.expose()).swap_remove(0);
    let length = words.chars().count();
    if length < SHORTEST {
        return Some(format!("a password has at least {SHORTEST} characters, and this one has {length}"));
    }
    if length > LONGEST {
        return Some(format!("a password has at most {LONGEST} characters, and this one has {length}"));
    }
    if words.chars().any(char::is_control) || words.contains('\u{fffd}') {
        return Some("the password holds a character that mail does not carry safely".into());
    }
    if known_words.iter().any(|known| canonical(known) == words) {
        return Some("a password must not be a name or an address that others know".into());
    }
    let distinct: BTreeSet<char> = words.chars().collect();
    (distinct.len() < 4).then(|| "a password needs at least four different characters".into())
}

/// The words of the list, in order.
static LIST: LazyLock<Vec<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// An initial password such as `heron-quill-maple-otter`: ASCII and lower case, so that no mail program harms it; ten of
/// the 40 bits choose each word.
pub fn initial(random: [u8; 5]) -> Secret {
    let bits = random.iter().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    let word = |place: usize| LIST.get((bits >> (10 * place)) as usize % 1024).copied().unwrap_or("drum");
    Secret::new((0..INITIAL_WORDS).rev().map(word).collect::<Vec<_>>().join("-"))
}

/// What looks like initial passwords in a text: words of the list joined by hyphens, or four of them in a row. Takes time
/// in proportion to the text.
pub fn initials_in(text: &str) -> Vec<String> {
    let plain = text.chars().filter_map(folded).collect::<String>().to_lowercase();
    let mut found = Vec::new();
    for joined in plain.split(|c: char| !c.is_ascii_lowercase() && c != '-') {
        note_runs(joined.split('-'), '-', FEWEST_JOINED, &mut found);
    }
    note_runs(plain.split(|c: char| c == ' ' || c.is_whitespace()), ' ', INITIAL_WORDS, &mut found);
    found
}

/// Notes each run of so many words of the list.
fn note_runs<'a>(
    words: impl Iterator<Item = &'a str>,
    between: char,
    fewest: usize,
    found: &mut Vec<String>,
) {
    let mut run: Vec<&str> = Vec::new();
    for word in words.chain([""]) {
        if LIST.binary_search(&word).is_ok() {
            run.push(word);
            continue;
        }
        if run.len() >= fewest {
            found.push(run.join(between.encode_utf8(&mut [0; 4])));
        }
        run.clear();
    }
}

/// Fresh bytes for one use out of a letter's random bytes: of each `place` others, as many as are wanted (32 at most).
pub fn draw<const N: usize>(random: &[u8; 32], place: u32) -> [u8; N] {
    let digest = Sha256::new().chain_update(random).chain_update(place.to_le_bytes()).finalize();
    let mut drawn = [0; N];
    drawn.iter_mut().zip(digest).for_each(|(byte, fresh)| *byte = fresh);
    drawn
}

/// A token for CONFIRM: 13 letters and digits that cannot be mistaken for one another, 65 bits.
pub fn token(random: &[u8; 13]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567891";
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// What is kept of a token: its SHA-256 in hexadecimal. Blanks around it and capitals do not matter.
pub fn token_mark(token: &str) -> String {
    hex(Sha256::digest(token.trim().to_ascii_lowercase().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        Memory::new([7; 32], Cost { memory_kib: 8, passes: 1 })
    }

    fn verify(stored: &str, typed: &str) -> bool {
        let mut memory = memory();
        let hash = memory.hash(&Secret::new(stored), &[1; 16]).unwrap();
        memory.verify(&Secret::new(typed), &hash, &mut 8).unwrap()
    }

    #[test]
    fn what_a_mail_program_does_to_a_password_is_forgiven() {
        assert!(verify("heron-quill-maple", " heron\u{2013}quill\u{2014}maple\u{a0}"));
        assert!(verify("correct horse battery", "correct\u{a0}horse  battery"));
        assert!(verify("correct horse battery", "\u{201c}correct horse battery\u{201d}"));
        assert!(verify("heron-quill-maple", "Heron-Quill-Maple"));
        assert!(verify("heron-quill-maple", "heron quill maple"));
        assert!(verify("heron-quill-maple", "\"heron-quill-maple\"."));
        assert!(verify("ends with a dot.", "ends with a dot."));
        assert!(verify("don't tell", "don\u{2019}t tell"));
        // As orders are read, so are passwords.
        for sign in ['\u{2032}', '`', '\u{2018}'] {
            assert!(verify("don't tell", &format!("don{sign}t tell")), "{sign}");
        }
        assert!(verify("heron-quill 1859", "heron\u{30fc}quill \u{661}\u{668}\u{665}\u{669}"));
        assert!(verify("Caf\u{e9} am Ring", "Cafe\u{301} am Ring"));
        assert!(
            verify("heron-quill-maple", "heron.quill.maple")
                && verify("heron quill maple", "Heron, quill, maple")
        );
        assert!(verify("heron-quill-maple", "\u{feff}heron-\u{200b}quill-maple"));
    }

    #[test]
    fn a_hash_of_a_version_that_kept_backticks_is_still_known() {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
        let salt = SaltString::encode_b64(&[1; 16]).unwrap();
        let hash = argon2.hash_password(b"don`t tell", &salt).unwrap().to_string();
        let typed = Secret::new("Don`t-Tell");
        assert_eq!(memory().verify(&typed, &hash, &mut 8), Some(true));
    }

    #[test]
    fn anything_else_is_wrong() {
        assert!(!verify("heron-quill-maple", "heron-quill-maples"));
        assert!(!verify("heron-quill-maple", "heronquillmaple"));
        assert!(!verify("heron-quill-maple", ""));
        assert!(!verify("correct horse", "correcthorse"));
        assert_eq!(memory().verify(&Secret::new("x"), "not a hash", &mut 8), Some(false));
    }

    #[test]
    fn there_are_at_most_four_variants() {
        let written = " \u{201c}a\u{2014}b\u{a0} c\u{201d} ";
        assert_eq!(variants(written), ["a b c", "a-b c", "\"a-b  c\"", "\u{201c}a\u{2014}b  c\u{201d}"]);
        assert_eq!(variants("heron-quill-maple"), ["heron quill maple", "heron-quill-maple"]);
    }

    #[test]
    fn a_verified_password_costs_no_further_check_and_a_wrong_one_does() {
        let mut memory = memory();
        let hash = memory.hash(&Secret::new("heron-quill-maple"), &[1; 16]).unwrap();
        let mut checks = 2;
        assert_eq!(memory.verify(&Secret::new("wrong"), &hash, &mut checks), Some(false));
        assert_eq!(memory.verify(&Secret::new("heron-quill-maple"), &hash, &mut checks), Some(true));
        assert_eq!(checks, 0);
        assert_eq!(memory.verify(&Secret::new("heron-quill-maple"), &hash, &mut checks), Some(true));
        assert_eq!(memory.verify(&Secret::new("wrong"), &hash, &mut checks), None);
        let other = memory.hash(&Secret::new("another-one"), &[2; 16]).unwrap();
        assert_eq!(memory.verify(&Secret::new("heron-quill-maple"), &other, &mut checks), None);
    }

    #[test]
    fn the_memory_holds_no_password() {
        let mut memory = memory();
        let hash = memory.hash(&Secret::new("heron-quill-maple"), &[1; 16]).unwrap();
        memory.verify(&Secret::new("heron-quill-maple"), &hash, &mut 8);
        assert_eq!(memory.verified.len(), 1);
        assert!(memory.verified.iter().all(|mark| !mark.windows(5).any(|five| five == b"heron")));
    }

    #[test]
    fn new_passwords_have_rules() {
        let fault = |words: &str| fault_of_new(&Secret::new(words), &["benedek", "bohemia-1866"]);
        assert_eq!(fault("heron-quill-maple"), None);
        assert!(fault("short").unwrap().contains("at least 8"));
        assert!(fault(&"ab-".repeat(60)).unwrap().contains("at most 128"));
        assert!(fault("Bohemia-1866").unwrap().contains("name"));
        assert!(fault("aaaaaaaaaa").unwrap().contains("four different"));
        assert!(fault("broken\u{fffd}word").unwrap().contains("safely"));
    }

    #[test]
    fn initial_passwords_are_four_plain_words_of_ten_bits_each() {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        assert_eq!(words.len(), 1024);
        assert!(words.is_sorted_by(|one, other| one < other), "in order, each once");
        assert!(words.iter().all(|word| (3..=9).contains(&word.len())));
        assert!(WORDS.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_whitespace()));
        let [first, second, last] = [words[0], words[1], words[1023]];
        assert_eq!(initial([0; 5]).expose(), [first; 4].join("-"));
        assert_eq!(initial([0xff; 5]).expose(), [last; 4].join("-"));
        assert_eq!(initial([0xff, 0xc0, 0, 0, 1]).expose(), [last, first, first, second].join("-"));
        assert_eq!(fault_of_new(&initial([0, 17, 33, 4, 9]), &[]), None);
        // Each of the 40 bits makes another password.
        let one_bit = |bit: usize| {
            let mut random = [0; 5];
            random[bit / 8] = 1 << (bit % 8);
            initial(random).expose().to_string()
        };
        assert_eq!((0..40).map(one_bit).collect::<BTreeSet<_>>().len(), 40);
    }

    #[test]
    fn initial_passwords_are_known_in_any_text() {
        for text in [
            "> heron-quill-maple-otter",
            "(heron\u{2013}quill\u{2013}maple\u{2013}otter)",
            "it is HERON-Quill-maple-otter.",
        ] {
            assert_eq!(initials_in(text), ["heron-quill-maple-otter"], "{text}");
        }
        assert_eq!(initials_in("heron-quill-maple"), ["heron-quill-maple"]);
        assert_eq!(initials_in("my heron quill\nmaple otter"), ["heron quill maple otter"]);
        assert_eq!(initials_in("the otter by the river, a heron-quill, G4-V6"), Vec::<String>::new());
    }

    #[test]
    fn a_token_is_compared_without_case_and_blanks() {
        let token = token(&[0, 31, 32, 255, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(token.len(), 13);
        assert_eq!(token_mark(&token), token_mark(&format!(" {} ", token.to_uppercase())));
        assert_ne!(token_mark(&token), token_mark("x"));
    }
}
