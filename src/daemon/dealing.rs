//! Which daemon is to judge a letter: the one that has its game in hand, so that no two daemons write to one game at once.
//!
//! Where a letter is judged decides nothing of what becomes of it: it lies in the mailbox until it is filed, and from one place one letter is
//! filed, whoever does it. So a guess at its game is enough.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::delivered::Delivered;
use crate::hosted::Hosted;
use fieldpost_desk::record::GameName;
use fieldpost_mail::source::LETTERS_AT_ONCE;
use fieldpost_store::Company;

/// From how many letters on it is worth the way to others.
const WORTH_DEALING: usize = 8;

/// For how long nothing is dealt to a daemon that did nothing about letters, such as one that runs a long turn.
const NOT_ASKED: Duration = Duration::from_secs(60);

/// How often it is learned which games there are.
const LEARNED_EVERY: Duration = Duration::from_secs(5);

/// Among how many daemons at most what is read at once is reckoned to be dealt.
const DEALT_AMONG: usize = 8;

/// So much of a letter is looked through for the name of its game, in bytes.
const LOOKED_AT: usize = 16 << 10;

/// What is known of who works here, and on what.
#[derive(Default)]
pub(super) struct Dealing(Mutex<Known>);

#[derive(Default)]
struct Known {
    company: Company,
    games: Games,
    learned: Option<Instant>,
    not_asked: BTreeMap<u64, Instant>,
    gave_up: Option<Instant>,
}

/// Games by what a letter may say of them; each has a number, by which it is a daemon's.
#[derive(Default)]
struct Games {
    names: BTreeMap<String, usize>,
    /// Of addresses that play in one game alone.
    addresses: BTreeMap<String, Option<usize>>,
}

impl Games {
    fn of(games: &BTreeMap<GameName, Hosted>) -> Self {
        let mut known = Games::default();
        for (number, (name, hosted)) in games.iter().enumerate() {
            known.names.insert(name.0.clone(), number);
            for account in hosted.record.accounts.iter().filter(|account| !account.email.is_empty()) {
                let only = known.addresses.entry(account.email.to_ascii_lowercase()).or_insert(Some(number));
                *only = only.filter(|only| *only == number);
            }
        }
        known
    }

    /// The game that a letter seems to be for: of a line GAME, else the first that it names, else the only one of its sender.
    fn of_letter(&self, bytes: &[u8]) -> Option<usize> {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]).to_ascii_lowercase();
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let mut first = None;
        let mut before = "";
        for word in text.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty()) {
            if let Some(number) = self.names.get(word) {
                if before == "game" {
                    return Some(*number);
                }
                first = first.or(Some(*number));
            }
            before = word;
        }
        let is_of_address = |letter: char| is_of_name(letter) || "@.+_".contains(letter);
        let addresses = || text.split(|letter| !is_of_address(letter)).filter(|word| word.contains('@'));
        first.or_else(|| addresses().find_map(|address| *self.addresses.get(address)?))
    }
}

impl Known {
    /// The daemon that is to judge a letter, if it is another than this one.
    fn toward(&self, bytes: &[u8]) -> Option<u64> {
        let living = &self.company.living;
        let is_asked = |life: &u64| self.not_asked.get(life).is_none_or(|since| since.elapsed() > NOT_ASKED);
        let number = self.games.of_letter(bytes)?;
        let toward = *living.get(number.checked_rem(living.len())?)?;
        Some(toward).filter(|life| *life != self.company.own && is_asked(life))
    }
}

impl Dealing {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Which daemons live.
    pub(super) fn meet(&self, company: Company) {
        self.known().company = company;
    }

    /// Learns which games there are, now and then: a letter to one that is not known is judged where it is read.
    pub(super) fn learn(&self, games: &BTreeMap<GameName, Hosted>) {
        let mut known = self.known();
        if known.learned.is_none_or(|learned| learned.elapsed() > LEARNED_EVERY) {
            known.games = Games::of(games);
            known.learned = Some(Instant::now());
        }
    }

    /// How many letters are read from a mailbox at once: as many for each daemon as one takes, or each would write batches of a few.
    pub(super) fn letters_at_once(&self) -> usize {
        LETTERS_AT_ONCE * self.known().company.living.len().clamp(1, DEALT_AMONG)
    }

    /// Whether a mailbox may be given up now: one at a time, so that others have taken it before more is given.
    pub(super) fn may_give_up(&self, pause: Duration) -> bool {
        let mut known = self.known();
        let may = known.gave_up.is_none_or(|last| last.elapsed() > pause);
        if may {
            known.gave_up = Some(Instant::now());
        }
        may
    }

    /// Deals nothing for a while to daemons that did nothing about letters.
    pub(super) fn pass_over(&self, lives: impl Iterator<Item = u64>) {
        self.known().not_asked.extend(lives.map(|life| (life, Instant::now())));
    }

    /// Letters that are judged here, and those that others are to judge.
    pub(super) fn parted(&self, letters: Vec<Delivered>) -> (Vec<Delivered>, Vec<(u64, Delivered)>) {
        let known = self.known();
        if letters.len() < WORTH_DEALING || known.company.living.len() < 2 {
            return (letters, Vec::new());
        }
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for letter in letters {
            match known.toward(&letter.bytes) {
                Some(life) => others.push((life, letter)),
                None => own.push(letter),
            }
        }
        (own, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Games {
        let names =
            ["bohemia", "demo1", "demo2"].iter().zip(0..).map(|(name, number)| ((*name).into(), number));
        let addresses = [("anna@example.org".into(), Some(2)), ("bert@example.org".into(), None)];
        Games { names: names.collect(), addresses: addresses.into() }
    }

    #[test]
    fn a_letter_is_led_by_the_game_that_it_names_or_the_only_one_of_its_sender() {
        let games = games();
        let of = |text: &str| games.of_letter(text.as_bytes());
        assert_eq!(
            of("Subject: bohemia\r\n\r\nGAME Demo1\r\nPLAYER x"),
            Some(1),
            "a line GAME is what counts"
        );
        assert_eq!(of("To: <war+demo2@example.org>\r\n\r\nPLAYER x"), Some(2));
        assert_eq!(of("From: Anna <Anna@Example.org>\r\n\r\nPLAYER x"), Some(2));
        assert_eq!(of("From: bert@example.org\r\n\r\nPLAYER x"), None, "he plays in several");
        assert_eq!(of("From: carl@example.org\r\n\r\n"), None);
    }

    #[test]
    fn games_are_spread_over_those_who_live_and_who_did_nothing_is_not_asked() {
        let company = Company { living: vec![4, 9], own: 4 };
        let mut known = Known { company, games: games(), ..Known::default() };
        let toward = |known: &Known, name: &str| known.toward(format!("\r\n\r\nGAME {name}\r\n").as_bytes());
        assert_eq!(
            (toward(&known, "bohemia"), toward(&known, "demo1"), toward(&known, "demo2")),
            (None, Some(9), None)
        );
        let dealing = Dealing::default();
        assert_eq!(dealing.letters_at_once(), 50, "alone");
        dealing.meet(known.company.clone());
        assert_eq!(dealing.letters_at_once(), 100);
        known.not_asked.insert(9, Instant::now());
        assert_eq!(toward(&known, "demo1"), None);
        known.company = Company::default();
        assert_eq!(toward(&known, "demo1"), None, "alone, and nobody to deal to");
    }
}
