//! Guessing at passwords: how many wrong ones an account bears in a day, whoever sends them, and how its true player gets
//! in all the same (decision M-03, hazard row 14).
//!
//! A From line costs nothing to forge, so what bears one alone may use up only what is meant for such letters. A letter
//! is **vouched for** where its sender could not be forged cheaply: the receiving server found the registered address to be
//! true (DMARC), it answers a mail of ours that went to that address, or it bears that address's signature. Whoever has
//! seen one mail of ours can write what answers it, so that these three are counted apart too. Wrong passwords of the four
//! kinds are counted by account and day. Of each kind
//!
//! - the first [`OPEN_A_DAY`] are plain tries: a right password opens;
//! - beyond those a right password still counts, but its letter is held, and a mail with a token goes to the registered
//!   address. The sender learns nothing of it, so that guessing on is of no use, and only a right password causes a mail;
//! - beyond [`BLIND_A_DAY`] none is looked at, for the work's sake, until the day is over; but for letters that are
//!   vouched for, which are held as before. The account is told so once a day, whatever else is sent in its name.
//!
//! A password that turns out to be right for somebody was no guess at the others it was compared with, up to
//! [`FORGIVEN_A_DAY`]: who has a password may change it for one guess after the other.

use crate::arrived::{Arrived, Trust};
use crate::game::GameRecord;
use crate::password::Memory;
use crate::record::Account;
pub use crate::spent::{Guess, Guessed, Kind, Spent};
use fieldpost_grammar::Secret;

/// Wrong passwords a day (UTC) for one account, from any number of addresses, after which a right one must be confirmed.
pub const OPEN_A_DAY: u32 = 20;
/// Wrong passwords a day for one account after which none is looked at.
pub const BLIND_A_DAY: u32 = 200;
/// Passwords a day that were wrong for others and right for one account, which are not counted at the others.
pub const FORGIVEN_A_DAY: u32 = 20;
/// Wrong passwords an hour from an address that is not the account's, after which a right one must be confirmed.
pub const ADDRESS_AN_HOUR: u32 = 20;
/// Hashes computed at most for one letter.
const CHECKS_A_LETTER: u32 = 8;

/// Why a letter with a right password waits, in a clause.
pub const CONFIRM_WHY: &str = "many wrong passwords were sent in the same name today, so that a right one waits for a word \
                               from the registered address";

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
    /// Right ones, and the accounts whose they are.
    right: Vec<(Secret, String)>,
    /// Whether the letter's own checks were used up before all was tried.
    pub is_exhausted: bool,
    /// Whether a password was not looked at, because too many wrong ones came for its account.
    pub is_shut: bool,
    /// The first account of which that holds.
    pub shut: Option<String>,
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
            shut: None,
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
        let kind = kind_of(self.arrived, account);
        let gate = self.gate(account, kind);
        if gate == Gate::Shut && !self.memory.knows(secret, &password.hash) {
            self.is_shut = true;
            self.shut.get_or_insert_with(|| account.name.clone());
            return None;
        }
        let before = self.left;
        let told = self.memory.verify(secret, &password.hash, &mut self.left);
        if told == Some(true) {
            self.right.push((secret.clone(), account.name.clone()));
            self.needs_word |= gate != Gate::Open;
        } else if self.left < before {
            let game = self.game.name().clone();
            self.wrong.push((secret.clone(), Guess { game, account: account.name.clone(), kind }));
        }
        self.is_exhausted |= told.is_none();
        told
    }

    fn gate(&self, account: &Account, kind: Kind) -> Gate {
        let spent = &self.arrived.spent;
        let here = self.wrong.iter().map(|(_, guess)| guess);
        let guesses = self.with_those(&account.name, kind, here);
        let from = self.arrived.from.as_deref().unwrap_or_default();
        let is_elsewhere = kind == Kind::Unvouched && !account.is_registered_at(from);
        match guesses {
            BLIND_A_DAY.. if kind == Kind::Unvouched => Gate::Shut,
            OPEN_A_DAY.. => Gate::Confirm,
            _ if is_elsewhere && spent.by_address >= ADDRESS_AN_HOUR => Gate::Confirm,
            _ => Gate::Open,
        }
    }

    /// How many of a kind there are at an account, with those of this letter.
    fn with_those<'g>(&self, account: &str, kind: Kind, here: impl Iterator<Item = &'g Guess>) -> u32 {
        let here = here.filter(|guess| guess.account == account && guess.kind == kind).count();
        let before = self.arrived.spent.at(self.game.name(), account, kind);
        before.saturating_add(u32::try_from(here).unwrap_or(u32::MAX))
    }

    /// The wrong passwords; those that were right for somebody are that account's, as long as they are forgiven.
    pub fn guesses(&self) -> Vec<Guess> {
        let mut guesses = Vec::new();
        for (secret, guess) in &self.wrong {
            let owner = self.right.iter().find(|(right, _)| right == secret).map(|(_, owner)| owner);
            let is_forgiven =
                |owner: &&String| self.with_those(owner, Kind::Forgiven, guesses.iter()) < FORGIVEN_A_DAY;
            let counted = match owner.filter(is_forgiven) {
                Some(owner) => Guess { account: owner.clone(), kind: Kind::Forgiven, ..guess.clone() },
                None => guess.clone(),
            };
            guesses.push(counted);
        }
        guesses
    }
}

/// As what a wrong password in a letter counts at an account: by what vouches most for the letter as this account's.
fn kind_of(arrived: &Arrived, account: &Account) -> Kind {
    let from = arrived.from.as_deref().unwrap_or_default();
    if arrived.is_signed_by(&account.email) {
        Kind::Signed
    } else if arrived.trust == Trust::Passed && account.is_registered_at(from) {
        Kind::Server
    } else if arrived.reached.iter().any(|address| account.is_registered_at(address)) {
        Kind::Reply
    } else {
        Kind::Unvouched
    }
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
    use crate::answer::{Body, RefusalReason, Weight};
    use crate::record::Verdict;
    use crate::trial::{Desk, Pen};
    use crate::verdict::Judgement;

    fn judged(from: &str, pen: &Pen, prepare: impl Fn(&mut Arrived)) -> Judgement {
        let mut desk = Desk::open();
        let mut arrived = desk.arrived(from, 1);
        prepare(&mut arrived);
        desk.judge(pen, &arrived)
    }

    /// So many in letters that their server vouches for, and in others.
    fn guessed(server: u32, others: u32) -> impl Fn(&mut Arrived) {
        counted([(Kind::Server, server), (Kind::Unvouched, others)])
    }

    fn counted<const N: usize>(counts: [(Kind, u32); N]) -> impl Fn(&mut Arrived) {
        move |arrived| {
            let key = (crate::record::GameName("bohemia-1866".into()), "benedek".to_string());
            arrived.spent.at_accounts.insert(key, counts.into_iter().collect());
        }
    }

    fn right() -> Pen {
        Pen::of("benedek").unit("AU3IN", "11")
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
        assert!(
            is_held(verdict(10 * BLIND_A_DAY, 0, Trust::Passed)),
            "what is vouched for is never shut out"
        );
    }

    #[test]
    fn replies_use_up_no_tries_but_those_of_replies_and_are_never_shut_out() {
        let verdict = |kind, trust| {
            judged("benedek", &right(), |arrived| {
                counted([(kind, 10 * BLIND_A_DAY)])(arrived);
                arrived.reached = vec!["benedek@example.org".into()];
                arrived.trust = trust;
            })
            .verdict
        };
        assert!(matches!(verdict(Kind::Reply, Trust::Unknown), Verdict::Held(_)));
        assert_eq!(verdict(Kind::Reply, Trust::Passed), Verdict::Obeyed);
        assert_eq!(verdict(Kind::Server, Trust::Unknown), Verdict::Obeyed);
        assert_eq!(verdict(Kind::Unvouched, Trust::Unknown), Verdict::Obeyed);
    }

    #[test]
    fn a_letter_that_was_not_looked_at_is_told_how_it_will_be() {
        let judgement = judged("benedek", &right(), guessed(0, BLIND_A_DAY));
        assert_eq!(judgement.verdict, Verdict::Refused(SHUT_WORDS.into()));
        let Body::Refusal(refusal) = &judgement.answers[0].body else { panic!("{judgement:?}") };
        assert_eq!(refusal.reason, RefusalReason::TooManyTries);
        assert_eq!((judgement.answers[0].weight, judgement.answers.len()), (Weight::Notice, 1));
        let told = judgement.guesses.iter().map(|guess| guess.kind).collect::<Vec<_>>();
        assert_eq!(told, [Kind::ToldAtHome], "it was no try");
        let told_of_others = counted([(Kind::Unvouched, BLIND_A_DAY), (Kind::Told, 1)]);
        assert_eq!(
            judged("benedek", &right(), told_of_others).answers.len(),
            1,
            "what others sent uses up nothing"
        );
        let told = counted([(Kind::Unvouched, BLIND_A_DAY), (Kind::ToldAtHome, 1)]);
        let judgement = judged("benedek", &right(), told);
        assert_eq!(judgement.verdict, Verdict::Refused(SHUT_WORDS.into()));
        assert!(judgement.answers.is_empty() && judgement.guesses.is_empty(), "told once a day");
    }

    #[test]
    fn a_password_that_is_known_is_never_shut_out() {
        let mut desk = Desk::open();
        assert_eq!(desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11")).verdict, Verdict::Obeyed);
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
    fn what_one_letter_guesses_counts_for_the_passwords_that_follow_in_it() {
        let pen = |guess: &str| {
            let pen = Pen::default().player("benedek").block("AU1AQ", Some(guess), &["BID 2"], 0);
            pen.block("AU3IN", Some("benedek-quill-maple"), &["BID 3"], 0)
        };
        let verdict = |guess| judged("benedek", &pen(guess), guessed(0, OPEN_A_DAY - 1)).verdict;
        assert_eq!(verdict("benedek-quill-maple"), Verdict::Obeyed);
        assert!(matches!(verdict("guess"), Verdict::Held(_)), "it was the last plain try");
    }

    #[test]
    fn a_player_who_guesses_at_others_beside_their_own_password_is_counted() {
        let pen = Pen::default().password("clam-quill-maple").block("AU5LC", Some("guess"), &[], 0);
        let judgement = judged("clam", &pen, |_| {});
        assert_eq!(judgement.known.player.as_deref(), Some("clam"));
        assert!(judgement.guesses.iter().any(|guess| guess.account == "gablenz"), "{:?}", judgement.guesses);
    }
}
