//! A turn that is held for missing orders takes the very orders it waits for.

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::disk::Gauge;
use fieldpost_desk::record::Verdict;

use super::care::demo;
use super::{HOUR, Trial, letter};

const SEEN: Polled = Polled::unnamed(Some(i64::MAX), false);

impl Trial {
    /// The demonstration, in which nobody may be missing, a second after the first turn's deadline.
    fn due() -> Self {
        let mut trial = Trial::new();
        assert!(trial.command("MISSING 0 NOW").contains("players who may be missing"));
        let deadline = trial.office.next_deadline();
        trial.clock.set(deadline + 1_000);
        trial
    }

    fn command(&mut self, words: &str) -> String {
        let office = &mut self.office;
        office.typed("demo", words).unwrap()
    }

    fn look(&mut self, sources: &[Polled]) -> Adjudicated {
        self.office.adjudicate(&demo(), sources, false).unwrap()
    }

    fn order(&mut self, player: &str) -> Verdict {
        let (password, unit, to) = match player {
            "Moltke" => ("heron-quill-maple", "PR1IN", "A9-N7"),
            "Steinmetz" => ("lion of nachod", "PR6IN", "B2-N7"),
            "Benedek" => ("correct horse battery", "AU5IN", "B1-N9"),
            _ => ("trautenau-rain-hill", "AU1IN", "B1-N9"),
        };
        self.take(&letter(
            &format!("Message-ID: <{player}.{}@x>\r\n", self.clock.now()),
            &format!("PLAYER {player}\nPASSWORD {password}\nUNIT {unit}\nMARCH {to}\nEND\n"),
        ))
    }

    /// The subjects of the notices that a player got.
    fn noticed(&self, player: &str) -> Vec<String> {
        let rows = self.mails().into_iter().filter(|row| row.player.as_deref() == Some(player));
        let subjects = rows.map(|row| self.text(&row).lines().next().unwrap_or_default().to_owned());
        subjects.filter(|subject| subject.contains("waits")).collect()
    }
}

fn is_refused(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Refused(why) if why.contains("closed"))
}

#[test]
fn late_letters_count_while_a_turn_waits_for_them_and_it_runs_by_itself_once_they_are_in() {
    let mut trial = Trial::due();
    assert!(
        matches!(trial.look(&[SEEN]), Adjudicated::Held(why) if why == "4 players sent no orders, and the game allows 0")
    );
    let last = {
        let mut last = None;
        for player in ["Moltke", "Benedek", "Steinmetz", "Gablenz"] {
            assert!(matches!(trial.look(&[SEEN]), Adjudicated::Held(_)), "before {player}");
            assert!(!is_refused(&trial.order(player)), "{player}");
            last = Some(trial.clock.now());
        }
        last.unwrap()
    };
    let receipt = trial.last_text();
    assert!(receipt.contains("your letter counts"), "{receipt}");
    // Every letter received until the last of the orders came is looked at first.
    let before = Polled::unnamed(Some(last), false);
    assert_eq!(trial.look(&[before]), Adjudicated::PollFirst);
    let after = Polled::unnamed(Some(last + 1), false);
    assert!(matches!(trial.look(&[after]), Adjudicated::Ran { turn: 1, .. }));
}

#[test]
fn each_player_is_told_once_that_the_turn_waits_and_the_ga_who_is_missing_and_what_to_send() {
    let mut trial = Trial::new();
    assert_eq!(trial.order("Moltke"), Verdict::Obeyed);
    trial.command("MISSING 0 NOW");
    trial.clock.set(trial.office.next_deadline() + 1_000);
    for _ in 0..3 {
        trial.look(&[SEEN]);
        trial.pass(11_000);
        trial = trial.restart();
    }
    assert_eq!(trial.noticed("Moltke"), ["[demo] Turn 1 waits for orders"]);
    for player in ["Steinmetz", "Benedek", "Gablenz"] {
        assert_eq!(trial.noticed(player), ["[demo] Turn 1 waits for your orders"], "{player}");
    }
    assert_eq!(trial.told(), ["[demo] The turn is held"]);
    let told = trial.last_told();
    for words in [
        "Steinmetz <steinmetz@prussia.example>",
        "Benedek",
        "Gablenz",
        "RUN TURN 1",
        "EXTEND BY 24 hours NOW",
        "GAME demo",
    ] {
        assert!(told.contains(words), "{words} is missing:\n{told}");
    }
    assert!(!told.contains("Moltke"), "{told}");
    // One of three comes: nobody is told anew, but a later reminder says how it stands then.
    trial.order("Benedek");
    trial.look(&[SEEN]);
    assert_eq!(trial.told().len(), 1);
    let words = trial.office.store.troubles().unwrap().remove(0).words;
    assert!(!words.contains("Benedek") && words.contains("Gablenz"), "{words}");
    trial.clock.set(trial.clock.now() + 25 * HOUR);
    trial.pass(11_000);
    assert!(
        trial.last_told().contains("Still") && !trial.last_told().contains("Benedek"),
        "{}",
        trial.last_told()
    );
}

#[test]
fn a_letter_that_came_after_the_deadline_counts_even_if_it_is_read_before_the_turn_was_held() {
    let mut trial = Trial::due();
    assert!(!is_refused(&trial.order("Moltke")), "the daemon was down at the deadline, say");
    assert!(trial.office.games[&demo()].record.waits_for_orders());
    assert_eq!(trial.noticed("Gablenz"), ["[demo] Turn 1 waits for your orders"]);
}

#[test]
fn what_commands_are_for_ends_the_wait() {
    let mut trial = Trial::due();
    trial.look(&[SEEN]);
    let refused = trial.command("RESUME");
    assert!(refused.contains("waits for orders") && refused.contains("RUN TURN 1"), "{refused}");
    // Another deadline: it counts again.
    trial.command("EXTEND BY 24 hours NOW");
    assert_eq!(trial.look(&[SEEN]), Adjudicated::NotDue);
    assert_eq!(trial.office.games[&demo()].record.hold, None);
    trial.pass(11_000);
    assert_eq!(trial.told().last().unwrap(), "[demo] The turn is no longer held");
    trial.clock.set(trial.office.next_deadline() + 1_000);
    trial.look(&[SEEN]);
    assert_eq!(trial.noticed("Moltke").len(), 2, "another deadline, another wait");
    // HOLD holds it for whatever reason, and the letters that were promised to count do.
    trial.command("HOLD the mail is down");
    assert!(matches!(trial.look(&[SEEN]), Adjudicated::Held(why) if why.contains("the mail is down")));
    assert!(!is_refused(&trial.order("Moltke")));
    trial.command("RESUME");
    trial.look(&[SEEN]);
    trial.command("RUN TURN 1");
    trial.office.do_tasks(&[SEEN]);
    assert_eq!(trial.office.games[&demo()].turn(), 2);
    assert!(!trial.office.games[&demo()].record.waits_for_orders());
}

#[test]
fn a_turn_that_is_held_for_anything_else_is_closed_to_late_letters() {
    let held_for = |otherwise: &str, trial: &mut Trial| {
        let verdict = trial.order("Moltke");
        assert!(is_refused(&verdict), "{otherwise}: {verdict:?}");
        assert!(trial.noticed("Moltke").is_empty(), "{otherwise}");
    };
    let after_the_deadline = || {
        let trial = Trial::new();
        trial.clock.set(trial.office.next_deadline() + 1_000);
        trial
    };
    let mut trial = after_the_deadline();
    let failing = Polled::unnamed(None, true);
    assert!(matches!(trial.look(&[failing]), Adjudicated::Held(why) if why.contains("mailbox")));
    assert!(trial.last_told().contains("RUN TURN 1"), "{}", trial.last_told());
    held_for("a mailbox", &mut trial);

    let mut trial = Trial::new();
    trial.command("HOLD wait for me");
    trial.clock.set(trial.office.next_deadline() + 1_000);
    trial.look(&[SEEN]);
    held_for("the GA", &mut trial);

    let mut trial = after_the_deadline();
    trial.office.note_clock_jump(9_000_000);
    trial.look(&[SEEN]);
    held_for("the clock", &mut trial);

    let mut trial = after_the_deadline();
    trial.office.disk = Gauge::showing(1);
    trial.look(&[SEEN]);
    trial.office.disk = Gauge::showing(1 << 40);
    held_for("the disk", &mut trial);
}

#[test]
fn a_turn_that_waits_goes_on_waiting_when_a_mailbox_fails_and_over_a_restart() {
    let mut trial = Trial::due();
    trial.look(&[SEEN]);
    let mut trial = trial.restart();
    let failing = Polled::unnamed(None, true);
    assert!(matches!(trial.look(&[failing]), Adjudicated::Held(why) if why.contains("mailbox")));
    assert!(!is_refused(&trial.order("Moltke")), "its players were told that their letters count");
}
