//! Whether a refusal is a mail's fault or the state of the server. No mail is given up for what the server says to all alike, nor for a
//! server that is away: the outbox is held then, one mail after the other is tried with growing pauses, and once one goes out all go.

use std::collections::{BTreeMap, BTreeSet};

use crate::clock::Millis;
use fieldpost_mail::post::Sending;
use fieldpost_mail::source::Backoff;
use fieldpost_store::{MailId, MailRow};

/// So many recipients in a row that are refused, and none served between them, and it is the server's state.
const IN_A_ROW: usize = 2;

/// So many failures in a row to reach the server, some five minutes of them, and it is not merely out for a moment.
const AWAY_MAX: u32 = 6;

/// What is to be done with a mail after a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The server took it.
    Sent,
    /// It is tried again, and the try counts.
    Later(String),
    /// It waits for the server, and the try does not count.
    Held {
        /// When it may be tried again at the earliest, in milliseconds since 1970.
        next_ms: Millis,
        /// The server's words.
        why: String,
    },
    GivenUp(String),
}

/// Why the outbox is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Since when, in milliseconds since 1970.
    pub since_ms: Millis,
    /// The server's last words.
    pub why: String,
}

/// What is known of the server from what it said of mails.
#[derive(Debug, Default)]
pub struct Refusals {
    /// How many mails it took.
    sent: u64,
    /// Who was refused since the last one that it took.
    in_a_row: BTreeSet<String>,
    /// Mails that were refused while it was not clear whose fault that was.
    doubted: BTreeMap<MailId, Doubt>,
    wait: Option<Wait>,
}

/// One mail after the other asks for all whether the server takes mails again.
#[derive(Debug)]
struct Wait {
    hold: Hold,
    pauses: Backoff,
    /// Before this, in milliseconds since 1970, none is tried.
    next_ms: Millis,
    /// It could not be reached so far; it refused nothing.
    is_away: bool,
}

/// A mail that was refused.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    /// How many mails had been taken when it was refused last.
    sent: u64,
    /// How often it was refused again after others had been taken.
    again: u32,
}

/// A mail that meets the server's state so often while others are taken holds the others no more.
const AGAIN_MAX: u32 = 3;

impl Refusals {
    /// Why the outbox is held, if it is. A server that is out for a moment is not spoken of.
    pub fn hold(&self) -> Option<&Hold> {
        let is_out = |wait: &&Wait| wait.is_away && wait.pauses.failures() < AWAY_MAX;
        self.wait.as_ref().filter(|wait| !is_out(wait)).map(|wait| &wait.hold)
    }

    /// Whether a mail has been taken since the start.
    pub fn has_sent(&self) -> bool {
        self.sent > 0
    }

    /// How many of a handful may be tried now: one while the server takes none, and none before its time.
    pub fn measure(&self, handful: usize, now: Millis) -> usize {
        match &self.wait {
            Some(wait) if now < wait.next_ms => 0,
            Some(_) => 1,
            None => handful,
        }
    }

    /// What becomes of mails that were tried together.
    pub fn judge(&mut self, due: &[MailRow], outcomes: &[Sending], now: Millis) -> Vec<Fate> {
        let taken = outcomes.iter().filter(|outcome| **outcome == Sending::Sent).count();
        if taken > 0 {
            self.sent += taken as u64;
            self.in_a_row.clear();
            self.wait = None;
        } else {
            let refused = due.iter().zip(outcomes).filter(|(_, outcome)| refusal(outcome).is_some());
            self.in_a_row.extend(refused.map(|(row, _)| row.to.to_lowercase()));
        }
        let is_doubtful =
            |outcome: &Sending| refusal(outcome).is_some() || matches!(outcome, Sending::Away(_));
        for (row, _) in due.iter().zip(outcomes).filter(|(_, outcome)| is_doubtful(outcome)) {
            let doubt = self.doubted.entry(row.id).or_insert(Doubt { sent: self.sent, again: 0 });
            doubt.again += u32::from(self.sent > doubt.sent);
            doubt.sent = self.sent;
        }
        if taken == 0 {
            self.wait_if(due, outcomes, now);
        }
        due.iter().zip(outcomes).map(|(row, outcome)| self.fate(row, outcome, now)).collect()
    }

    fn again(&self, id: MailId) -> u32 {
        self.doubted.get(&id).map_or(0, |doubt| doubt.again)
    }

    /// None was taken: the others wait where that is the server's state.
    fn wait_if(&mut self, due: &[MailRow], outcomes: &[Sending], now: Millis) {
        let is_waiting = self.wait.is_some();
        let counts = |row: &MailRow| is_waiting || self.again(row.id) < AGAIN_MAX;
        let counted = || due.iter().zip(outcomes).filter(|(row, _)| counts(row)).map(|(_, outcome)| outcome);
        let state = counted().find(|outcome| matches!(outcome, Sending::Held(_)));
        let is_row = self.hold().is_some() || self.in_a_row.len() >= IN_A_ROW;
        let refused = state.or_else(|| counted().find(|outcome| is_row && refusal(outcome).is_some()));
        let away = counted().find_map(|outcome| match outcome {
            Sending::Away(why) => Some(why.as_str()),
            _ => None,
        });
        match (refused.and_then(refusal), away) {
            (Some(why), _) => self.wait_longer(why, false, now),
            (None, Some(why)) => self.wait_longer(why, true, now),
            // It spoke of a mail: it is there again.
            (None, None) if outcomes.iter().any(speaks_of_a_mail) => {
                self.wait.take_if(|wait| wait.is_away);
            }
            (None, None) => {}
        }
    }

    fn wait_longer(&mut self, why: &str, is_away: bool, now: Millis) {
        let first = Wait {
            hold: Hold { since_ms: now, why: String::new() },
            pauses: Backoff::new(),
            next_ms: now,
            is_away,
        };
        let wait = self.wait.get_or_insert(first);
        why.clone_into(&mut wait.hold.why);
        wait.is_away &= is_away;
        wait.next_ms = now.saturating_add(pause(&mut wait.pauses));
    }

    fn fate(&mut self, row: &MailRow, outcome: &Sending, now: Millis) -> Fate {
        let why = match outcome {
            Sending::Sent => {
                self.doubted.remove(&row.id);
                return Fate::Sent;
            }
            Sending::TemporaryFailure(why) => return Fate::Later(why.clone()),
            Sending::Unknown(why) => return Fate::Later(format!("unknown whether it arrived: {why}")),
            Sending::Away(why)
            | Sending::PermanentFailure(why)
            | Sending::Refused(why)
            | Sending::Held(why) => why.clone(),
        };
        if let Some(Wait { next_ms, .. }) = self.wait {
            return Fate::Held { next_ms, why };
        }
        // Others were taken since it was refused first: it is this mail that is not wanted.
        let is_its_own = match outcome {
            // A first password goes with the mail: it is not given up by the first word against it.
            Sending::PermanentFailure(_) => !row.kind.holds_password() || self.again(row.id) > 0,
            Sending::Refused(_) => self.again(row.id) > 0,
            // The server let others in: this one may have come at a bad moment, and some of them.
            Sending::Away(_) if self.again(row.id) < AGAIN_MAX => {
                return Fate::Held { next_ms: now.saturating_add(pause(&mut Backoff::new())), why };
            }
            _ => false,
        };
        if is_its_own {
            self.doubted.remove(&row.id);
            return Fate::GivenUp(why);
        }
        Fate::Later(why)
    }
}

/// The pause before the next try, in milliseconds.
fn pause(pauses: &mut Backoff) -> Millis {
    i64::try_from(pauses.failed(false, rand::random()).as_millis()).unwrap_or(i64::MAX)
}

fn speaks_of_a_mail(outcome: &Sending) -> bool {
    matches!(outcome, Sending::TemporaryFailure(_)) || refusal(outcome).is_some()
}

/// The server's words, if it refused a mail for good, whosever fault that is.
fn refusal(outcome: &Sending) -> Option<&str> {
    match outcome {
        Sending::PermanentFailure(why) | Sending::Refused(why) | Sending::Held(why) => Some(why),
        Sending::Sent | Sending::TemporaryFailure(_) | Sending::Away(_) | Sending::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_store::{BodyHash, Mail, MailState};

    fn row(id: u64, to: &str, kind: Mail) -> MailRow {
        MailRow {
            id: MailId(id),
            kind,
            game: None,
            player: None,
            to: to.into(),
            envelope_from: String::new(),
            message_id: format!("<{id}@x>"),
            body: BodyHash::of(b""),
            supersede: None,
            answers: None,
            stands_for: Vec::new(),
            created_ms: 0,
            state: MailState::Sending,
            attempts: 1,
            next_try_ms: 0,
            last_trouble: None,
            resent: false,
            bounced: 0,
            anew: None,
        }
    }

    fn receipt(id: u64, to: &str) -> MailRow {
        row(id, to, Mail::Receipt)
    }

    fn held() -> Sending {
        Sending::Held("550 5.4.5".into())
    }

    fn refused() -> Sending {
        Sending::Refused("554 5.7.1".into())
    }

    fn no_such_user() -> Sending {
        Sending::PermanentFailure("550 5.1.1".into())
    }

    fn away() -> Sending {
        Sending::Away("454 4.7.0 temporary authentication failure".into())
    }

    fn until(fate: &Fate) -> Millis {
        match fate {
            Fate::Held { next_ms, .. } => *next_ms,
            other => panic!("{other:?}: the try counts against the mail"),
        }
    }

    #[test]
    fn a_mail_waits_seconds_for_a_server_that_is_away_and_then_serves_others() {
        let mut refusals = Refusals::default();
        let due = [receipt(1, "a@x"), receipt(2, "b@x")];
        for _ in 1..AWAY_MAX {
            refusals.judge(&due, &[away(), away()], 0);
        }
        assert_eq!(
            (refusals.hold(), refusals.measure(8, 0)),
            (None, 0),
            "out for a moment, and not asked meanwhile"
        );
        for _ in 0..100 {
            let fates = refusals.judge(&due, &[away(), away()], 0);
            assert!(until(&fates[0]) <= 15 * 60_000, "never longer than a quarter of an hour");
        }
        assert!(refusals.hold().is_some(), "the GA hears of one that stays away");
        assert_eq!((refusals.measure(8, 0), refusals.measure(8, 15 * 60_000)), (0, 1));
        let fates = refusals.judge(&due, &[away(), Sending::Sent], 0);
        assert!(until(&fates[0]) <= 5_000, "{fates:?}");
        assert_eq!((refusals.hold(), refusals.measure(8, 0)), (None, 8));
    }

    #[test]
    fn an_outbox_full_of_mails_waits_no_longer_for_a_server_than_one_mail_does() {
        let mut refusals = Refusals::default();
        let (mut now, mut tries) = (0, 0);
        // A server that is out for two seconds, and a loop that looks ten times a second.
        while now < 2_000 {
            let due = [receipt(now as u64, "a@x"), receipt(now as u64 + 1, "b@x")];
            if refusals.measure(2, now) > 0 {
                refusals.judge(&due, &[away(), away()], now);
                tries += 1;
            }
            now += 100;
        }
        assert_eq!((tries, refusals.measure(2, 5_000)), (1, 1));
        refusals.judge(&[receipt(1, "a@x")], &[Sending::TemporaryFailure("451 greylisted".into())], 5_000);
        assert_eq!(refusals.measure(2, 5_000), 2, "what speaks of a mail is there");
    }

    #[test]
    fn a_mail_that_alone_meets_a_closed_door_is_given_its_own_pauses() {
        let mut refusals = Refusals::default();
        let due = [receipt(1, "a@x"), receipt(2, "b@x")];
        for _ in 0..AGAIN_MAX {
            let fates = refusals.judge(&due, &[away(), Sending::Sent], 0);
            assert!(until(&fates[0]) <= 5_000, "{fates:?}");
        }
        let fates = refusals.judge(&due, &[away(), Sending::Sent], 0);
        assert!(matches!(fates[..], [Fate::Later(_), Fate::Sent]), "{fates:?}");
        refusals.judge(&due[..1], &[away()], 0);
        assert_eq!(refusals.measure(8, 0), 8, "it holds no other");
    }

    #[test]
    fn the_servers_state_holds_all_until_one_mail_goes_out() {
        let mut refusals = Refusals::default();
        let due = [receipt(1, "a@x"), receipt(2, "b@x")];
        let fates = refusals.judge(&due, &[held(), held()], 1_000);
        assert!(fates.iter().all(|fate| matches!(fate, Fate::Held { .. })));
        assert_eq!(refusals.hold(), Some(&Hold { since_ms: 1_000, why: "550 5.4.5".into() }));
        assert_eq!((refusals.measure(8, 2_000), refusals.measure(8, 10_000)), (0, 1));
        for _ in 0..1_000 {
            assert!(matches!(refusals.judge(&due[..1], &[held()], 10_000)[..], [Fate::Held { .. }]));
        }
        assert_eq!(refusals.measure(8, 10_000 + 15 * 60_000), 1, "never longer than a quarter of an hour");
        assert_eq!(refusals.judge(&due[1..], &[Sending::Sent], 20_000), [Fate::Sent]);
        assert_eq!((refusals.hold(), refusals.measure(8, 20_000)), (None, 8));
    }

    #[test]
    fn who_is_refused_while_others_are_served_is_given_up() {
        let mut refusals = Refusals::default();
        let due = [receipt(1, "a@x"), receipt(2, "b@x")];
        assert!(matches!(refusals.judge(&due[..1], &[no_such_user()], 0)[..], [Fate::GivenUp(_)]));
        let fates = refusals.judge(&due, &[Sending::Sent, no_such_user()], 0);
        assert!(matches!(fates[..], [Fate::Sent, Fate::GivenUp(_)]));
        // A vague word is not believed before another mail was taken after it.
        let mut refusals = Refusals::default();
        assert!(matches!(refusals.judge(&due[1..], &[refused()], 0)[..], [Fate::Later(_)]));
        assert!(matches!(refusals.judge(&due[1..], &[refused()], 0)[..], [Fate::Later(_)]));
        refusals.judge(&due[..1], &[Sending::Sent], 0);
        assert!(matches!(refusals.judge(&due[1..], &[refused()], 0)[..], [Fate::GivenUp(_)]));
    }

    #[test]
    fn what_is_said_to_every_recipient_in_a_row_is_the_servers_state() {
        for word in [refused(), no_such_user()] {
            let mut refusals = Refusals::default();
            let due = [receipt(1, "a@x"), receipt(2, "b@x"), receipt(3, "c@x")];
            let fates = refusals.judge(&due, &[word.clone(), word.clone(), word.clone()], 0);
            assert!(fates.iter().all(|fate| matches!(fate, Fate::Held { .. })), "{fates:?}");
            refusals.judge(&due[2..], &[Sending::Sent], 0);
            assert!(matches!(refusals.judge(&due[..1], &[word], 0)[..], [Fate::GivenUp(_)]));
        }
    }

    #[test]
    fn a_mail_of_its_own_fault_does_not_hold_the_others_for_ever() {
        let mut refusals = Refusals::default();
        let due = [receipt(1, "a@x"), receipt(2, "b@x")];
        assert!(matches!(refusals.judge(&due[..1], &[held()], 0)[..], [Fate::Held { .. }]));
        refusals.judge(&due[1..], &[Sending::Sent], 0);
        for _ in 0..AGAIN_MAX {
            refusals.judge(&due[..1], &[held()], 0);
            refusals.judge(&due[1..], &[Sending::Sent], 0);
        }
        assert!(matches!(refusals.judge(&due[..1], &[held()], 0)[..], [Fate::Later(_)]));
        assert_eq!(refusals.hold(), None);
    }

    #[test]
    fn a_welcome_is_not_given_up_by_the_first_word_against_it() {
        let mut refusals = Refusals::default();
        let welcome = [row(1, "a@x", Mail::Welcome)];
        assert!(matches!(refusals.judge(&welcome, &[no_such_user()], 0)[..], [Fate::Later(_)]));
        refusals.judge(&[receipt(2, "b@x")], &[Sending::Sent], 0);
        assert!(matches!(refusals.judge(&welcome, &[no_such_user()], 0)[..], [Fate::GivenUp(_)]));
    }
}
