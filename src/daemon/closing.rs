//! Whether a turn may be closed now. A late turn can be mended; a wrong one reveals secrets: in doubt the
//! turn is held and the GA told.

use std::fmt;

use crate::clock::Millis;
use crate::mailboxes::{Mailbox, Unread};
use fieldpost_engine::words::counted;

/// What is known of one source of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polled {
    pub mailbox: Mailbox,
    /// When the last look that saw everything began.
    pub last_full: Option<Millis>,
    /// Whether the last look failed.
    pub failing: bool,
    /// Whether the server names a letter and does not hand it out: when that was received nobody knows.
    pub owes: bool,
}

impl Polled {
    /// What is known of a mailbox whose name nobody asks for.
    pub const fn unnamed(last_full: Option<Millis>, failing: bool) -> Self {
        let mailbox = Mailbox { account: String::new(), folder: String::new(), read_by: None };
        Polled { mailbox, last_full, failing, owes: false }
    }

    /// Whether every letter that came up to a moment has been seen: a full look began after it.
    pub fn has_seen_all_until(&self, moment: Millis) -> bool {
        !self.owes && self.last_full.is_some_and(|began| began > moment)
    }

    fn unread(&self) -> Unread {
        Unread { mailbox: self.mailbox.clone(), last_full: self.last_full, owes: self.owes }
    }
}

/// What the decision is made from.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The time now.
    pub now: Millis,
    /// The open turn's deadline.
    pub deadline: Millis,
    /// Further time in which late letters still count (M-04), in milliseconds.
    pub grace: Millis,
    pub sources: &'a [Polled],
    /// By how much the time of day jumped since the turn opened, where the GA has not yet said that it is right.
    pub clock_jump: Option<i64>,
    /// Players without orders for any unit.
    pub missing: usize,
    /// How many may be missing; `None` is any number.
    pub missing_allowed: Option<usize>,
    /// Where the turn has waited for orders past its deadline: when the newest of those that stand was received. Every
    /// letter received until then is looked at before it runs.
    pub newest_order: Option<Millis>,
    /// Whether no piece can be ordered: then any word of a player's is awaited.
    pub is_between: bool,
    /// Whether the GA holds the turn.
    pub held_by_ga: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The deadline has not come.
    NotYet,
    /// Look through every mailbox first: of these the last look began before the deadline.
    PollFirst(Vec<Unread>),
    /// Run the turn.
    Run,
    /// Do not run it, and tell the GA why.
    Hold(HoldReason),
}

/// Why a turn is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoldReason {
    ByGa,
    ClockJumped {
        by_ms: i64,
    },
    /// These mailboxes were not read through since the deadline.
    MailboxUnread(Vec<Unread>),
    /// `between` where no piece can be ordered: then it is any word of theirs that is missing.
    OrdersMissing {
        missing: usize,
        allowed: usize,
        between: bool,
    },
    DiskFull,
}

impl fmt::Display for HoldReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HoldReason::ByGa => f.write_str("the GA holds the turn"),
            HoldReason::ClockJumped { by_ms } => {
                write!(f, "this machine's clock jumped by {} seconds since the turn opened", by_ms / 1000)
            }
            HoldReason::MailboxUnread(unread) => {
                let each = unread.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let (which, them) = match unread.len() {
                    1 => ("a mailbox has".to_owned(), "it"),
                    count => (format!("{count} mailboxes have"), "them"),
                };
                write!(
                    f,
                    "{which} not been read through since the deadline: {each}; letters in {them} may count"
                )
            }
            HoldReason::OrdersMissing { missing, allowed, between } => {
                let what = if *between { "nothing of what is awaited" } else { "no orders" };
                write!(f, "{} sent {what}, and the game allows {allowed}", counted(*missing, "player"))
            }
            HoldReason::DiskFull => f.write_str("the disk is nearly full"),
        }
    }
}

/// Whether the turn may be closed.
pub fn decide(question: &Question<'_>) -> Closing {
    if question.now <= question.deadline + question.grace {
        return Closing::NotYet;
    }
    if question.held_by_ga {
        return Closing::Hold(HoldReason::ByGa);
    }
    if let Some(by_ms) = question.clock_jump {
        return Closing::Hold(HoldReason::ClockJumped { by_ms });
    }
    let end = question.deadline + question.grace;
    let missing = question.missing;
    let too_many = question.missing_allowed.filter(|allowed| missing > *allowed);
    let last = question.newest_order.filter(|_| too_many.is_none()).map_or(end, |newest| newest.max(end));
    let unread = question.sources.iter().filter(|source| !source.has_seen_all_until(last));
    let (failing, rest): (Vec<_>, Vec<_>) = unread.partition(|source| source.failing);
    let named = |sources: Vec<&Polled>| sources.into_iter().map(Polled::unread).collect();
    if !failing.is_empty() {
        return Closing::Hold(HoldReason::MailboxUnread(named(failing)));
    }
    if !rest.is_empty() {
        return Closing::PollFirst(named(rest));
    }
    match too_many {
        Some(allowed) => {
            Closing::Hold(HoldReason::OrdersMissing { missing, allowed, between: question.is_between })
        }
        None => Closing::Run,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Polled = Polled::unnamed(Some(1_001), false);
    static ALL_READ: [Polled; 1] = [READ];

    fn at(now: Millis, sources: &[Polled]) -> Closing {
        decide(&Question { now, ..question(sources) })
    }

    fn polls_first(closing: Closing) -> bool {
        matches!(closing, Closing::PollFirst(_))
    }

    #[test]
    fn a_hold_names_the_mailboxes_and_who_read_them_last() {
        let mailbox = |account: &str, folder: &str, read_by: Option<&str>| Mailbox {
            account: account.into(),
            folder: folder.into(),
            read_by: read_by.map(str::to_owned),
        };
        let sources = [
            Polled { mailbox: mailbox("imap", "INBOX", Some("a")), ..Polled::unnamed(Some(1_001), false) },
            Polled { mailbox: mailbox("spool-c", "", Some("c")), ..Polled::unnamed(Some(60_000), true) },
            Polled { mailbox: mailbox("new", "", None), ..Polled::unnamed(None, true) },
            Polled {
                owes: true,
                mailbox: mailbox("imap", "Late", Some("b")),
                ..Polled::unnamed(Some(120_000), true)
            },
        ];
        let asked = Question { deadline: 90_000, now: 200_000, ..question(&sources) };
        let Closing::Hold(why) = decide(&asked) else { panic!("it is held") };
        assert_eq!(
            why.to_string(),
            "3 mailboxes have not been read through since the deadline: spool-c (read last by daemon c, 1970-01-01 00:01 UTC), \
             new (never read), imap/Late (read last by daemon b, 1970-01-01 00:02 UTC; a letter in it is not handed out); letters \
             in them may count"
        );
    }

    fn question(sources: &[Polled]) -> Question<'_> {
        Question {
            now: 1_002,
            deadline: 1_000,
            grace: 0,
            sources,
            clock_jump: None,
            missing: 0,
            missing_allowed: None,
            newest_order: None,
            is_between: false,
            held_by_ga: false,
        }
    }

    #[test]
    fn the_deadline_is_inclusive() {
        assert_eq!(at(1_000, &[READ]), Closing::NotYet);
        assert_eq!(at(1_002, &[READ]), Closing::Run);
    }

    #[test]
    fn a_turn_due_while_we_were_down_waits_for_a_full_look_later_than_the_deadline() {
        let before = Polled::unnamed(Some(1_000), false);
        let never = Polled::unnamed(None, false);
        assert!(polls_first(at(5_000, &[READ, before])));
        assert!(polls_first(at(5_000, &[never])));
    }

    #[test]
    fn an_unreadable_mailbox_holds_the_turn_unless_it_was_read_after_the_deadline() {
        let failing = Polled::unnamed(Some(900), true);
        let Closing::Hold(why) = at(5_000, &[failing]) else { panic!("it is held") };
        assert_eq!(
            why.to_string(),
            "a mailbox has not been read through since the deadline: a mailbox (read last, 1970-01-01 00:00 UTC); letters in it may count"
        );
        assert_eq!(at(5_000, &[Polled::unnamed(Some(1_001), true)]), Closing::Run);
    }

    #[test]
    fn grace_moves_the_end_and_a_look_during_grace_is_not_enough() {
        let question = Question { grace: 500, now: 1_400, ..question(&ALL_READ) };
        assert_eq!(decide(&question), Closing::NotYet);
        assert!(polls_first(decide(&Question { now: 1_501, ..question })));
    }

    #[test]
    fn a_turn_that_waited_for_orders_runs_once_all_letters_up_to_the_last_of_them_are_seen() {
        let waited = Question { missing_allowed: Some(0), newest_order: Some(5_000), ..question(&ALL_READ) };
        let waited = Question { now: 6_000, ..waited };
        let lacking = Question { missing: 1, ..waited.clone() };
        assert_eq!(
            decide(&lacking),
            Closing::Hold(HoldReason::OrdersMissing { missing: 1, allowed: 0, between: false })
        );
        assert!(polls_first(decide(&waited)));
        let seen = [Polled::unnamed(Some(5_001), false)];
        assert_eq!(decide(&Question { sources: &seen, ..waited }), Closing::Run);
    }

    #[test]
    fn too_many_missing_a_jumped_clock_and_the_ga_hold_it() {
        let base = question(&ALL_READ);
        let few = Question { missing: 2, missing_allowed: Some(2), ..base.clone() };
        assert_eq!(decide(&few), Closing::Run);
        let many = Question { missing: 3, missing_allowed: Some(2), ..base.clone() };
        let held = HoldReason::OrdersMissing { missing: 3, allowed: 2, between: false };
        assert_eq!(decide(&many), Closing::Hold(held));
        // In a phase nobody can order a stack: it is not orders that are missing.
        let Closing::Hold(held) = decide(&Question { is_between: true, ..many }) else {
            panic!("it is held")
        };
        assert_eq!(held.to_string(), "3 players sent nothing of what is awaited, and the game allows 2");
        let jumped = Question { clock_jump: Some(-9_000_000), ..base.clone() };
        assert!(matches!(decide(&jumped), Closing::Hold(HoldReason::ClockJumped { .. })));
        assert_eq!(decide(&Question { held_by_ga: true, ..base }), Closing::Hold(HoldReason::ByGa));
    }
}
