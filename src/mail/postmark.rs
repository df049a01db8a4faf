//! The host's own mark on mail: Message-IDs and return addresses that it knows again and nobody can forge.

use fieldpost_engine::hex::{bytes, hex};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use super::domain::ascii_domain;

/// What kind of mail a Message-ID of ours stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A receipt for a letter.
    Receipt,
    /// An error or help mail, also to a stranger.
    Error,
    /// A turn's report.
    Report,
    /// Anything else: a welcome, a reminder, a word to the GA.
    Notice,
}

impl Kind {
    const ALL: [(Kind, char); 4] =
        [(Kind::Receipt, 'r'), (Kind::Error, 'e'), (Kind::Report, 't'), (Kind::Notice, 'n')];

    fn letter(self) -> char {
        Kind::ALL.iter().find(|(kind, _)| *kind == self).map_or('n', |(_, letter)| *letter)
    }
}

/// So many bytes of an HMAC are the seal of a token.
const SEALED: usize = 4;

/// Makes and knows the host's Message-IDs (`<k.id.hmac8@domain>`), VERP return paths
/// (`bot+b.id.hmac8@domain`, row 12) and game addresses (`bot+g.game@domain`, row 35).
#[derive(Clone)]
pub struct Postmark {
    local: String,
    domain: String,
    key: Vec<u8>,
}

impl Postmark {
    /// For the host's one address, such as `war@example.org`, and a key that only it knows.
    /// `None` if the address has no local part and domain.
    pub fn new(address: &str, key: &[u8]) -> Option<Self> {
        let address = ascii_domain(address);
        let (local, domain) = address.rsplit_once('@')?;
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_graphic());
        (plain(local) && plain(domain)).then(|| Postmark {
            local: local.to_string(),
            domain: domain.to_string(),
            key: key.to_vec(),
        })
    }

    /// The host's one address.
    pub fn address(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// The domain of the host's address and Message-IDs.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The Message-ID of the mail with this number in the outbox, angle brackets and all.
    pub fn message_id(&self, kind: Kind, number: u64) -> String {
        let k = kind.letter();
        format!("<{k}.{number}.{}@{}>", self.seal(k, number), self.domain)
    }

    /// A mail's number made of what the mail is, so that the same mail has the same number: for mails that must not
    /// go out twice.
    pub fn number_of(&self, what: &str) -> u64 {
        let digest = Sha256::new().chain_update(&self.key).chain_update(what).finalize();
        digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)) >> 1
    }

    /// Which mail of ours a Message-ID names, if it is truly ours; brackets may be missing.
    pub fn know_message_id(&self, id: &str) -> Option<(Kind, u64)> {
        let id = id.trim().trim_start_matches('<').trim_end_matches('>');
        let (local, domain) = id.rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        let (letter, number) = self.know_token(local)?;
        let kind = Kind::ALL.iter().find(|(_, k)| *k == letter)?.0;
        Some((kind, number))
    }

    /// The return path of the mail with this number in the outbox: bounces to it name the mail.
    pub fn return_path(&self, number: u64) -> String {
        format!("{}+b.{number}.{}@{}", self.local, self.seal('b', number), self.domain)
    }

    /// Which mail bounced, if a bounce came to this address and the address is truly ours.
    pub fn know_return_path(&self, address: &str) -> Option<u64> {
        let (letter, number) = self.know_token(self.tag(address)?)?;
        (letter == 'b').then_some(number)
    }

    /// The address that names a game, for Reply-To. Routing only: it proves nothing (row 35).
    pub fn game_address(&self, game: &str) -> String {
        format!("{}+g.{game}@{}", self.local, self.domain)
    }

    /// The game that an address of ours names.
    pub fn know_game<'a>(&self, address: &'a str) -> Option<&'a str> {
        self.tag(address)?.strip_prefix("g.").filter(|game| !game.is_empty())
    }

    /// Whether an address is the host's own, with or without a tag (row 7).
    pub fn is_own(&self, address: &str) -> bool {
        let address = ascii_domain(address);
        let Some((local, domain)) = address.rsplit_once('@') else { return false };
        let bare = local.split_once('+').map_or(local, |(bare, _)| bare);
        domain.eq_ignore_ascii_case(&self.domain) && bare.eq_ignore_ascii_case(&self.local)
    }

    fn tag<'a>(&self, address: &'a str) -> Option<&'a str> {
        if !self.is_own(address) {
            return None;
        }
        Some(address.rsplit_once('@')?.0.split_once('+')?.1)
    }

    fn know_token(&self, token: &str) -> Option<(char, u64)> {
        let mut parts = token.split('.');
        let (k, number, seal) = (parts.next()?, parts.next()?, parts.next()?);
        let letter = k.chars().next().filter(|_| k.len() == 1)?;
        let number: u64 = number.parse().ok()?;
        let seal = bytes(seal).filter(|seal| seal.len() == SEALED)?;
        self.sealer(letter, number)?.verify_truncated_left(&seal).ok()?;
        parts.next().is_none().then_some((letter, number))
    }

    /// The first bytes of an HMAC-SHA256 over what the token says, in hexadecimal digits.
    fn seal(&self, letter: char, number: u64) -> String {
        self.sealer(letter, number)
            .map_or_else(String::new, |mac| hex(&mac.finalize().into_bytes()[..SEALED]))
    }

    fn sealer(&self, letter: char, number: u64) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        mac.update(format!("{letter}.{number}").as_bytes());
        Some(mac)
    }
}

impl std::fmt::Debug for Postmark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Postmark({})", self.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Postmark {
        Postmark::new("war@Example.org", b"a key").unwrap()
    }

    #[test]
    fn a_message_id_names_its_mail_and_cannot_be_forged() {
        let id = ours().message_id(Kind::Report, 4711);
        assert_eq!(ours().know_message_id(&id), Some((Kind::Report, 4711)));
        assert_eq!(ours().know_message_id(&id.to_lowercase()), Some((Kind::Report, 4711)));
        assert_eq!(ours().know_message_id(&id.replace("4711", "4712")), None);
        assert_eq!(ours().know_message_id(&id.replacen("<t", "<r", 1)), None);
        let other = Postmark::new("war@example.org", b"another key").unwrap();
        assert_eq!(other.know_message_id(&id), None);
        for odd in ["", "<>", "@", "<t.1.@example.org>", "<t.1@example.org>", "<.1.00000000@example.org>"] {
            assert_eq!(ours().know_message_id(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_return_path_names_the_mail_that_bounced() {
        let path = ours().return_path(9);
        assert_eq!(ours().know_return_path(&path), Some(9));
        assert_eq!(ours().know_return_path(&path.replace("b.9", "b.8")), None);
        assert!(
            ours().is_own(&path) && ours().is_own("WAR@example.ORG") && !ours().is_own("war@example.com")
        );
        assert_eq!(ours().know_game("war+g.bohemia-1866@example.org"), Some("bohemia-1866"));
        assert_eq!(ours().know_game("war@example.org"), None);
    }

    #[test]
    fn the_hosts_own_domain_may_have_umlauts() {
        let ours = Postmark::new("krieg@bücher.example", b"a key").unwrap();
        assert_eq!(ours.address(), "krieg@xn--bcher-kva.example");
        assert!(ours.is_own("krieg+g.demo@BÜCHER.example") && ours.is_own("krieg@xn--bcher-kva.example"));
        assert_eq!(ours.know_game("krieg+g.demo@bücher.example"), Some("demo"));
    }

    #[test]
    fn only_a_real_address_makes_a_postmark() {
        for odd in ["war", "@example.org", "war@", "w ar@example.org", "war@exa\r\nmple.org"] {
            assert!(Postmark::new(odd, b"k").is_none(), "{odd}");
        }
    }
}
