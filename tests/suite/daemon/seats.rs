//! What players say of their own seats, through the whole post office: ABSENT, READY, RESIGN, and deadlines in their calendars.

use std::io::Write as _;
use std::process::Stdio;

use super::*;

const PLAYERS: [(&str, &str, &str, &str); 4] = [
    ("Moltke", "moltke@prussia.example", "heron-quill-maple", "PR1IN"),
    ("Steinmetz", "steinmetz@prussia.example", "lion of nachod", ""),
    ("Benedek", "benedek@austria.example", "correct horse battery", ""),
    ("Gablenz", "gablenz@austria.example", "trautenau-rain-hill", ""),
];

/// A Python that has its modules from Debian, not from elsewhere.
const PYTHON: &str = "/usr/bin/python3";

impl Trial {
    /// A player's letter from the registered address, with some lines below the password.
    pub(super) fn say(&mut self, player: &str, lines: &str) -> Verdict {
        let (name, address, password, _) =
            PLAYERS.into_iter().find(|(name, ..)| *name == player).expect("a player");
        let id = self.uid + 1;
        let text = format!(
            "From: {address}\r\nTo: war@example.org\r\nMessage-ID: <{id}@x>\r\nSubject: orders\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nPLAYER {name}\nPASSWORD {password}\n{lines}\n"
        );
        self.take(text.as_bytes())
    }

    /// The first unit that a player commands.
    pub(super) fn unit_of(&self, player: &str) -> String {
        let state = crate::table::state(&self.office.games[&GameName("demo".into())].record).clone();
        let number = state.player_named(player).unwrap();
        let own = state.seats.iter().find(|(_, seat)| seat.commander == number);
        own.unwrap().0.to_string()
    }

    /// The calendar files of the mails to an address, each with its mail's Subject.
    fn calendars(&self, address: &str) -> Vec<(String, Vec<u8>)> {
        let rows = self.mails().into_iter().filter(|row| row.to == address);
        let files = rows.filter_map(|row| {
            let bytes = self.office.store.mail_bytes(row.id).unwrap();
            let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
            let file = message.attachments().find(|part| part.attachment_name() == Some("deadline.ics"))?;
            let kind = file.content_type().unwrap();
            assert_eq!((kind.ctype(), kind.subtype()), ("text", Some("calendar")));
            assert_eq!(kind.attribute("method"), Some("PUBLISH"));
            Some((message.subject().unwrap().to_owned(), file.contents().to_vec()))
        });
        files.collect()
    }
}

/// What a calendar's program reads in a file: UID, SEQUENCE, the moment in seconds since 1970, and by how many hours it rings before.
pub fn entry(file: &[u8]) -> (String, u64, i64, i64) {
    const PROGRAM: &str = "import sys, icalendar\n\
        calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())\n\
        assert calendar['METHOD'] == 'PUBLISH' and not calendar.errors\n\
        [event] = calendar.walk('VEVENT')\n\
        [alarm] = calendar.walk('VALARM')\n\
        assert not event.errors and not alarm.errors, (event.errors, alarm.errors)\n\
        hours = int(-alarm['TRIGGER'].dt.total_seconds() // 3600)\n\
        print(event['UID'], event['SEQUENCE'], int(event['DTSTART'].dt.timestamp()), hours)";
    let mut child = Command::new(PYTHON)
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which tests/run installs");
    child.stdin.take().unwrap().write_all(file).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(file));
    let text = String::from_utf8(output.stdout).unwrap();
    let [uid, sequence, at, hours] = text.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    (uid.to_owned(), sequence.parse().unwrap(), at.parse().unwrap(), hours.parse().unwrap())
}

#[test]
fn each_mail_that_brings_a_deadline_has_it_for_the_calendar_of_who_wishes_that() {
    let mut trial = Trial::new();
    let moltke = "moltke@prussia.example";
    assert_eq!(trial.say("Moltke", "SET CALENDAR ON"), Verdict::Obeyed);
    assert!(trial.last_text().contains("deadline.ics"), "{}", trial.last_text());
    trial.say("Moltke", "STATUS");
    let first = trial.calendars(moltke);
    assert_eq!(first.len(), 1, "the receipt: {first:?}");
    let (uid, before, at, hours) = entry(&first[0].1);
    assert_eq!((uid.as_str(), at, hours), ("demo-turn-1@example.org", trial.deadline() / 1_000, 24));
    trial.set_settings(|settings| settings.absence_minutes = 2 * 24 * 60);
    let day = chrono::DateTime::from_timestamp_millis(trial.deadline()).unwrap().format("%Y-%m-%d");
    assert_eq!(trial.say("Benedek", &format!("ABSENT FROM {day} TO {day}")), Verdict::Obeyed);
    let moved = trial.calendars(moltke);
    assert_eq!(moved.len(), 2, "word of the new deadline: {moved:?}");
    let (same, after, later, _) = entry(&moved[1].1);
    assert_eq!((same, later), (uid, trial.deadline() / 1_000));
    assert!(after > before && later == at + 24 * 3_600, "{after} {before} {later} {at}");
    trial.run_turn();
    let run = trial.calendars(moltke);
    assert_eq!(run.len(), 3, "the position report alone: {run:?}");
    assert!(run[2].0.contains("T2"), "{}", run[2].0);
    let (next, _, at, _) = entry(&run[2].1);
    assert_eq!((next.as_str(), at), ("demo-turn-2@example.org", trial.deadline() / 1_000));
    assert!(trial.calendars("benedek@austria.example").is_empty(), "who does not wish it has none");
}

#[test]
fn a_turn_of_which_all_are_ready_is_run_early_and_the_next_deadline_stays() {
    let mut trial = Trial::new();
    let regular = trial.deadline();
    trial.set_settings(|settings| settings.early_minutes = Some(60));
    for (player, ..) in PLAYERS {
        let unit = trial.unit_of(player);
        assert_eq!(
            trial.say(player, &format!("UNIT {unit}\nDEFEND DEFEND\nEND\nREADY")),
            Verdict::Obeyed,
            "{}",
            trial.last_text()
        );
    }
    let early = trial.deadline();
    assert!(early <= trial.clock.now() + HOUR && early > trial.clock.now() + HOUR - 60_000, "{early}");
    let told = trial
        .mails()
        .into_iter()
        .filter(|row| trial.text(row).contains("All are ready: turn 1 is run early"));
    assert_eq!(told.count(), PLAYERS.len());
    let mut trial = trial.restart();
    assert_eq!(trial.deadline(), early, "it is on record");
    trial.clock.set(early + 2_000);
    let name = GameName("demo".into());
    let read = [Polled::unnamed(Some(trial.clock.now()), false)];
    assert!(matches!(
        trial.office.adjudicate(&name, &read, false).unwrap(),
        Adjudicated::Ran { turn: 1, .. }
    ));
    assert_eq!(trial.deadline(), regular + 7 * 24 * HOUR, "a week behind the one that was not waited for");
    trial.say("Moltke", "STATUS");
    assert!(!trial.last_text().contains("You are ready"), "{}", trial.last_text());
}

#[test]
fn who_resigns_is_asked_and_the_administrator_told() {
    let mut trial = Trial::new();
    assert!(matches!(trial.say("Gablenz", "RESIGN"), Verdict::Held(_)));
    let notice = trial.last_text();
    assert!(notice.contains("gives up your seat"), "{notice}");
    let token = notice.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let confirm = String::from_utf8(letter("Message-ID: <c@x>\r\n", &format!("CONFIRM {token}\n"))).unwrap();
    trial.take(confirm.replace("moltke@prussia", "gablenz@austria").as_bytes());
    let told = trial.mails().into_iter().filter(|row| row.to == "ga@example.org").map(|row| trial.text(&row));
    let told = told.filter(|text| text.contains("Gablenz has resigned")).collect::<Vec<_>>();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("REPLACE Gablenz BY address"), "{}", told[0]);
    let account = trial.office.games[&GameName("demo".into())].record.account("Gablenz").unwrap().clone();
    assert!(account.tenure.resigned_ms.is_some());
    let reminded = trial.remind_at(trial.deadline() - 24 * HOUR);
    assert!(reminded.iter().all(|text| !text.contains("Gablenz")), "{reminded:?}");
}
