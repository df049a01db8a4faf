//! Guessing at passwords: how many wrong ones an account bears in a day, whoever sends them, and how its true player gets
//! in all the same (decision M-03, hazard row 14).
//!
//! A From line costs nothing to forge, so what bears one alone may use up only what is meant for such letters. A letter
//! is **vouched for** where its sender could not be forged cheaply: the receiving server found the registered address to be
//! true (DMARC), it answers a mail of ours that went to that address, or it bears that address's signature. Wrong passwords
//! of the two kinds are counted apart, by account and day. Of each kind
//!
//! - the first [`OPEN_A_DAY`] are plain tries: a right password opens;
//! - beyond those a right password still counts, but its letter is held, and a mail with a token goes to the registered
//!   address. The sender learns nothing of it, so that guessing on is of no use, and only a right password causes a mail;
//! - beyond [`BLIND_A_DAY`] none is looked at, for the work's sake, until the day is over.
//!
//! A password that turns out to be right for somebody was no guess at the others it was compared with.

use std::collections::BTreeMap;

use crate::desk::arrived::{Arrived, Trust};
use crate::desk::game::GameRecord;
use crate::desk::password::Memory;
use crate::desk::record::{Account, GameName};
use crate::grammar::Secret;

/// Wrong passwords a day (UTC) for one account, from any number of addresses, after which a right one must be confirmed.
pub const OPEN_A_DAY: u32 = 20;
/// Wrong passwords a day for one account after which none is looked at.
pub const BLIND_A_DAY: u32 = 200;
/// Wrong passwords an hour from an address that is not the account's, after which a right one must be confirmed.
pub const ADDRESS_AN_HOUR: u32 = 20;
/// Hashes computed at most for one letter.
const CHECKS_A_LETTER: u32 = 8;

/// Why a letter with a right password waits, in a clause.
pub const CONFIRM_WHY: &str = "many wrong passwords were sent in the same name today, so that a right one waits for a word \
                               from the registered address";

/// A wrong password for an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The account's game.
    pub game: GameName,
    /// The player's or administrator's name.
    pub account: String,
    /// Whether the letter was vouched for.
    pub is_vouched: bool,
}

/// Wrong passwords for one account since the day began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guessed {
    /// In letters that were vouched for.
    pub vouched: u32,
    /// In all others.
    pub others: u32,
}

/// What has been guessed before a letter is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// By letters of its sender's address within the hour that were not vouched for.
    pub by_address: u32,
    /// At each account since the day began; those missing here bear none.
    pub at_accounts: BTreeMap<(GameName, String), Guessed>,
}

/// What a password may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gate {
    Open,
    Confirm,
    Shut,
}

/// The checking of one letter's passwords.
pub struct Checker<'a> {
    game: &'a GameRecord,
    arrived: &'a Arrived,
    memory: &'a mut Memory,
    left: u32,
    wrong: Vec<(Secret, Guess)>,
    right: Vec<Secret>,
    /// Whether the letter's own checks were used up before all was tried.
    pub is_exhausted: bool,
    /// Whether a password was not looked at, because too many wrong ones came for its account.
    pub is_shut: bool,
    /// Whether a right password needs a word from the registered address before it counts.
    pub needs_word: bool,
}

impl<'a> Checker<'a> {
    /// For one letter that is taken to be for this game.
    pub fn new(game: &'a GameRecord, arrived: &'a Arrived, memory: &'a mut Memory) -> Self {
        Checker {
            game,
            arrived,
            memory,
            left: CHECKS_A_LETTER,
            wrong: Vec::new(),
            right: Vec::new(),
            is_exhausted: false,
            is_shut: false,
            needs_word: false,
        }
    }

    /// Whether a password is known to be an account's, so that telling costs nothing.
    pub fn knows(&self, secret: &Secret, account: &Account) -> bool {
        let password = account.password_at(&self.arrived.receipt);
        password.is_some_and(|password| self.memory.knows(secret, &password.hash))
    }

    /// Whether a password is this account's; `None` where that may not be found out.
    pub fn is_of(&mut self, secret: &Secret, account: &Account) -> Option<bool> {
        let Some(password) = account.password_at(&self.arrived.receipt) else { return Some(false) };
        let is_vouched = is_vouched_for(self.arrived, account);
        let gate = self.gate(account, is_vouched);
        if gate == Gate::Shut && !self.memory.knows(secret, &password.hash) {
            self.is_shut = true;
            return None;
        }
        let before = self.left;
        let told = self.memory.verify(secret, &password.hash, &mut self.left);
        if told == Some(true) {
            self.right.push(secret.clone());
            self.needs_word |= gate != Gate::Open;
        } else if self.left < before {
            let game = self.game.name().clone();
            self.wrong.push((secret.clone(), Guess { game, account: account.name.clone(), is_vouched }));
        }
        self.is_exhausted |= told.is_none();
        told
    }

    fn gate(&self, account: &Account, is_vouched: bool) -> Gate {
        let spent = &self.arrived.spent;
        let key = (self.game.name().clone(), account.name.clone());
        let guessed = spent.at_accounts.get(&key).copied().unwrap_or_default();
        let same = |guess: &Guess| guess.account == account.name && guess.is_vouched == is_vouched;
        let here = self.wrong.iter().filter(|(_, guess)| same(guess)).count();
        let guesses = if is_vouched { guessed.vouched } else { guessed.others };
        let guesses = guesses.saturating_add(u32::try_from(here).unwrap_or(u32::MAX));
        let from = self.arrived.from.as_deref().unwrap_or_default();
        let is_elsewhere = !is_vouched && !account.is_registered_at(from);
        match guesses {
            BLIND_A_DAY.. => Gate::Shut,
            OPEN_A_DAY.. => Gate::Confirm,
            _ if is_elsewhere && spent.by_address >= ADDRESS_AN_HOUR => Gate::Confirm,
            _ => Gate::Open,
        }
    }

    /// The wrong passwords, of which none was right for anybody.
    pub fn guesses(&self) -> Vec<Guess> {
        let is_right = |secret: &Secret| self.right.contains(secret);
        self.wrong.iter().filter(|(secret, _)| !is_right(secret)).map(|(_, guess)| guess.clone()).collect()
    }
}

/// Whether a letter is vouched for as this account's.
fn is_vouched_for(arrived: &Arrived, account: &Account) -> bool {
    let from = arrived.from.as_deref().unwrap_or_default();
    arrived.trust == Trust::Passed && account.is_registered_at(from)
        || arrived.reached.iter().any(|address| account.is_registered_at(address))
        || arrived.is_signed_by(&account.email)
}

/// What is said where a password was not looked at, in a clause.
pub const SHUT_WORDS: &str = "so many wrong passwords were sent in the same name today that the one in your letter was not \
                              looked at. Send your letter once more as a reply to a mail that you have had from here, to \
                              this one for instance: a reply is looked at";

/// What is said where one letter asks for too many checks, in a clause.
pub const EXHAUSTED_WORDS: &str = "your letter leaves open whose it is, or holds several passwords, and not all of that was \
                                   tried: write the lines PLAYER and PASSWORD once, above all else";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::answer::{Body, RefusalReason};
    use crate::desk::judge::Judgement;
    use crate::desk::record::Verdict;
    use crate::desk::trial::{Desk, Pen};

    fn judged(from: &str, pen: &Pen, prepare: impl Fn(&mut Arrived)) -> Judgement {
        let mut desk = Desk::open();
        let mut arrived = desk.arrived(from, 1);
        prepare(&mut arrived);
        desk.judge(pen, &arrived)
    }

    fn guessed(vouched: u32, others: u32) -> impl Fn(&mut Arrived) {
        move |arrived| {
            let key = (GameName("bohemia-1866".into()), "benedek".to_string());
            arrived.spent.at_accounts.insert(key, Guessed { vouched, others });
        }
    }

    fn right() -> Pen {
        Pen::of("benedek").unit("AU3IN", "1-1")
    }

    #[test]
    fn what_is_vouched_for_and_what_is_not_are_counted_apart() {
        let verdict = |vouched, others, trust| {
            let prepare = guessed(vouched, others);
            judged("benedek", &right(), |arrived| {
                prepare(arrived);
                arrived.trust = trust;
            })
            .verdict
        };
        let is_held = |verdict: Verdict| matches!(verdict, Verdict::Held(_));
        assert_eq!(verdict(0, OPEN_A_DAY - 1, Trust::Unknown), Verdict::Obeyed);
        assert!(is_held(verdict(0, OPEN_A_DAY, Trust::Unknown)));
        assert_eq!(verdict(0, 10 * BLIND_A_DAY, Trust::Passed), Verdict::Obeyed);
        assert!(is_held(verdict(OPEN_A_DAY, 0, Trust::Passed)));
        assert_eq!(verdict(OPEN_A_DAY, 0, Trust::Unknown), Verdict::Obeyed);
    }

    #[test]
    fn a_letter_that_was_not_looked_at_is_told_how_it_will_be() {
        let judgement = judged("benedek", &right(), guessed(0, BLIND_A_DAY));
        assert_eq!(judgement.verdict, Verdict::Refused(SHUT_WORDS.into()));
        let Body::Refusal(refusal) = &judgement.answers[0].body else { panic!("{judgement:?}") };
        assert_eq!(refusal.reason, RefusalReason::TooManyTries);
        assert!(judgement.guesses.is_empty(), "it was no try");
    }

    #[test]
    fn a_password_that_is_known_is_never_shut_out() {
        let mut desk = Desk::open();
        assert_eq!(desk.send("benedek", 1, |pen| pen.unit("AU3IN", "1-1")).verdict, Verdict::Obeyed);
        let mut arrived = desk.arrived("benedek", 2);
        guessed(0, 10 * BLIND_A_DAY)(&mut arrived);
        assert!(matches!(desk.judge(&right(), &arrived).verdict, Verdict::Held(_)));
    }

    #[test]
    fn an_address_may_not_guess_at_one_account_after_the_other_without_bound() {
        let by =
            |from: &str| judged(from, &right(), |arrived| arrived.spent.by_address = ADDRESS_AN_HOUR).verdict;
        assert!(matches!(by("who@elsewhere.net"), Verdict::Held(_)));
        assert_eq!(by("benedek"), Verdict::Obeyed, "what others forge in their name locks nobody out");
    }

    #[test]
    fn a_player_who_guesses_at_others_beside_their_own_password_is_counted() {
        let pen = Pen::default().password("clam-quill-maple").block("AU5LC", Some("guess"), &[], 0);
        let judgement = judged("clam", &pen, |_| {});
        assert_eq!(judgement.known.player.as_deref(), Some("clam"));
        assert!(judgement.guesses.iter().any(|guess| guess.account == "gablenz"), "{:?}", judgement.guesses);
    }
}
