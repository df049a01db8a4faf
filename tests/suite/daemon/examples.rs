//! Every example of an order that a welcome or a reminder shows works in the position in which it is shown, by the engine that makes
//! receipts (issue 35, fault 10).

use std::path::Path;

use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::GameName;
use fieldpost_games::RULEBOOKS;

use super::{HOUR, Trial};

const PASSWORD: &str = "correct horse battery";

/// A game in which people play all seats.
fn opened(scenario: &str) -> Trial {
    let mut trial = Trial::without_games("");
    let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
    let board = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap().board.with(1);
    let seat = |name: &String| {
        let user = name.to_lowercase().replace(' ', "-");
        format!(
            "[[seat]]\nplayer = \"{name}\"\nemail = \"{user}@example.org\"\npassword = \"{PASSWORD}\"\nreports = \"text, no pictures, no desk\"\n"
        )
    };
    let seats: String = board.players().iter().map(|player| seat(&player.name)).collect();
    let head = "remind = [\"4h\"]\nschedule = \"daily 03:00\"\nzone = \"Europe/Rome\"\nseed = 1494\n";
    trial.office.open_game("war", texts, &toml::from_str(&format!("{head}{seats}")).unwrap()).unwrap();
    trial
}

/// The order blocks of a mail, each line behind a bar: head lines are left out, and a blank line or another UNIT ends one.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::<String>::new();
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        let Some(words) = line.strip_prefix("| ") else {
            is_open = false;
            continue;
        };
        if words.starts_with("PLAYER") || words.starts_with("PASSWORD") || words.starts_with("GAME") {
            continue;
        }
        match blocks.last_mut().filter(|_| is_open) {
            Some(block) => block.push_str(&format!("{words}\n")),
            None => blocks.push(format!("{words}\n")),
        }
        is_open = true;
    }
    blocks
}

impl Trial {
    /// What is wrong with the examples that the mails of a kind show, a line each, and how many there are.
    fn wrong_examples(&mut self, is_asked: &dyn Fn(&str) -> bool) -> (usize, Vec<String>) {
        let (mut count, mut wrong) = (0, Vec::new());
        let rows: Vec<_> = self.mails().into_iter().filter(|row| row.player.is_some()).collect();
        for row in rows {
            let text = self.text(&row);
            if !is_asked(text.lines().next().unwrap_or_default()) {
                continue;
            }
            let player = row.player.clone().unwrap_or_default();
            for block in blocks(&text) {
                count += 1;
                let letter = format!("PLAYER {player}\nPASSWORD {PASSWORD}\nCHECK\n{block}");
                let mail = format!(
                    "From: {}\r\nTo: war@example.org\r\nMessage-ID: <{count}@{}>\r\n\r\n{letter}",
                    row.to, row.id.0
                );
                self.take(mail.as_bytes());
                let answer = self.last_text();
                let marked = answer.lines().filter(|line| line.trim_start().starts_with("! "));
                let marked: Vec<&str> = marked.collect();
                let subject = answer.lines().next().unwrap_or_default();
                if !marked.is_empty() || subject.contains("error") {
                    wrong.push(format!(
                        "{player}: {}: {subject} {}",
                        block.replace('\n', "; "),
                        marked.join(" ")
                    ));
                }
            }
        }
        (count, wrong)
    }
}

/// The wars that are opened quickly; the three great ones in the long trials alone.
fn scenarios() -> impl Iterator<Item = &'static str> {
    let is_great = |name: &&str| ["1805", "1862", "1866"].contains(name);
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    RULEBOOKS.scenario_names().into_iter().filter(move |name| is_long || !is_great(name))
}

/// Every block of the welcomes and of the reminders.
#[test]
fn every_example_of_a_welcome_and_of_a_reminder_works() {
    let mut count = 0;
    for scenario in scenarios() {
        let mut trial = opened(scenario);
        let deadline = trial.office.next_deadline();
        trial.clock.set(deadline - 3 * HOUR);
        let read = [Polled { last_full: Some(trial.clock.now() + 1), failing: false }];
        let reminded = trial.office.remind(&GameName("war".into()), &read).unwrap();
        assert!(reminded > 0, "{scenario}");
        for kind in ["Welcome", "without orders"] {
            let (shown, wrong) = trial.wrong_examples(&|subject| subject.contains(kind));
            assert!(wrong.is_empty(), "{scenario}, {kind}: {wrong:#?}");
            count += shown;
        }
    }
    assert!(count > 100, "{count} examples");
}
