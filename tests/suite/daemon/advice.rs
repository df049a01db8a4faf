//! ADVISE through the whole post office: from the MIME of a player's letter to the mail with the machine's letter in it.

use fieldpost_daemon::socket::SeatWish;

use super::*;

const ASKS: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\nADVISE\n";

/// What the machine would write for a player, as the host can have it shown.
fn shown(trial: &mut Trial, player: &str) -> String {
    let wish = SeatWish { side: None, player: Some(player.into()) };
    let words = trial.office.autoplay("demo", &wish, true).unwrap();
    words.lines().skip(1).map(|line| format!("{line}\n")).collect()
}

fn advice(trial: &Trial) -> Vec<String> {
    let texts = trial.mails().into_iter().map(|row| trial.text(&row).replace("\r\n", "\n"));
    texts.filter(|text| text.contains("This is advice")).collect()
}

#[test]
fn who_asks_is_shown_the_machines_letter_and_nothing_is_ordered() {
    let mut trial = Trial::new();
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", &format!("{ASKS}ADVISE ME\n"))), Verdict::Obeyed);
    let advice = advice(&trial);
    assert_eq!(advice.len(), 1, "once a letter: {advice:?}");
    let text = &advice[0];
    assert!(text.starts_with("[demo] Advice: nothing is ordered\n"), "{text}");
    assert!(text.contains("nothing was ordered by it"), "{text}");
    let machine = shown(&mut trial, "Moltke");
    assert!(
        machine.contains("# memo ") && !text.contains("# memo"),
        "what it remembers is not shown: {text}"
    );
    let machine: String =
        machine.lines().filter(|line| !line.starts_with("# memo ")).map(|line| format!("{line}\n")).collect();
    let lines: String =
        text.lines().filter_map(|line| line.strip_prefix("    ")).map(|line| format!("{line}\n")).collect();
    assert!(machine.contains("UNIT PR") && !machine.contains("UNIT AU"), "{machine}");
    assert_eq!(lines, machine);
    let hosted = &trial.office.games[&GameName("demo".into())];
    assert!(hosted.record.book.units.is_empty() && hosted.record.book.offices.is_empty());
    let record = crate::table::state(&hosted.record);
    let moltke = record.player_named("Moltke").unwrap();
    let units = lines.lines().filter_map(|line| line.strip_prefix("UNIT "));
    let units: Vec<_> = units.map(|unit| unit.parse().unwrap()).collect();
    assert!(units.iter().all(|unit| record.seats[unit].commander == moltke), "{units:?}");
    // It can be sent back as it came.
    let back = lines.replace("PLAYER Moltke\n", "PLAYER Moltke\nPASSWORD heron-quill-maple\n");
    assert_eq!(trial.take(&letter("Message-ID: <2@x>\r\n", &back)), Verdict::Obeyed);
    assert_eq!(trial.office.games[&GameName("demo".into())].record.book.units.len(), units.len());
}

#[test]
fn a_game_may_forbid_advice_and_only_the_password_brings_any() {
    let mut trial = Trial::of_seats("", &format!("advice = false\n{SEATS}"));
    let verdict = trial.take(&letter("Message-ID: <1@x>\r\n", ASKS));
    assert!(!matches!(verdict, Verdict::Obeyed), "{verdict:?}");
    let text = trial.last_text();
    assert!(text.contains("the machine gives no advice"), "{text}");
    let mut trial_with_advice = Trial::new();
    let wrong = ASKS.replace("heron", "stork");
    let verdict = trial_with_advice.take(&letter("Message-ID: <1@x>\r\n", &wrong));
    assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}");
    for trial in [&trial, &trial_with_advice] {
        assert_eq!(advice(trial), Vec::<String>::new());
    }
}
