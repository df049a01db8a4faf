//! Every example of an order that a welcome or a reminder shows works in the position in which it is shown, by the engine that makes
//! receipts (issue 35, fault 10).

use std::path::Path;

use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::GameName;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_games::RULEBOOKS;
use fieldpost_store::MailRow;
use mail_parser::MimeHeaders;

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

/// The examples of a help: blocks below `Example:`, and single orders of offices.
fn of_help(text: &str) -> Vec<String> {
    const OFFICES: [&str; 9] =
        ["ASSIGN", "MOVE S", "ADD ", "PLACE", "REMOVE ", "UPGRADE", "INACTIVATE", "REPAIR", "CAMPAIGN"];
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(example) = line.strip_prefix("    Example:") else { continue };
        let example = example.trim();
        if OFFICES.iter().any(|office| example.starts_with(office)) {
            found.push(format!("{example}\n"));
        }
        let mut block = String::new();
        while let Some(line) = lines.next_if(|line| example.is_empty() && line.starts_with("        ")) {
            block += &format!("{}\n", line.trim());
        }
        found.extend((!block.is_empty()).then_some(block));
    }
    found
}

/// A letter from the first player, with the password; what is answered.
fn asked(trial: &mut Trial, player: &str, id: &str, words: &str) -> String {
    let user = player.to_lowercase().replace(' ', "-");
    let head = format!("From: {user}@example.org\r\nTo: war@example.org\r\nMessage-ID: <{id}@{user}>");
    let mail = format!("{head}\r\n\r\nPLAYER {player}\nPASSWORD {PASSWORD}\n{words}");
    trial.take(mail.as_bytes());
    trial.last_text().replace("\r\n", "\n")
}

/// HELP shows a player the own game's name, the own pieces, and orders that work: nothing of a war that is not theirs.
#[test]
fn every_example_of_a_help_is_of_the_own_game_and_works() {
    let mut count = 0;
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    for scenario in scenarios().filter(|name| is_long || SMALL.contains(name)) {
        let mut trial = opened(scenario);
        let record = &trial.office.games[&GameName("war".into())].record;
        let player = record.numbered_players().next().map(|(_, player)| player.name.clone()).unwrap();
        let overview = asked(&mut trial, &player, "help", "HELP\n");
        assert!(overview.contains("    GAME war\n") && !overview.contains("AU3IN"), "{scenario}: {overview}");
        assert!(overview.contains(&format!("    PLAYER {player}\n")), "{scenario}: {overview}");
        let all = asked(&mut trial, &player, "all", "HELP ALL\n");
        let examples = of_help(&all);
        // The grand game of Europa begins with a phase in which nothing moves.
        let least = match scenario {
            "1492" => 0,
            "italy-1494" | "baltic-1618" => 5,
            _ => 15,
        };
        assert!(examples.len() >= least, "{scenario}: {} in {all}", examples.len());
        let mut wrong = Vec::new();
        for (number, example) in examples.iter().enumerate() {
            let answer = asked(&mut trial, &player, &number.to_string(), &format!("CHECK\n{example}"));
            let marked: Vec<&str> =
                answer.lines().filter(|line| line.trim_start().starts_with("! ")).collect();
            let subject = answer.lines().next().unwrap_or_default();
            if !marked.is_empty() || subject.contains("error") {
                wrong.push(format!("{example:?}: {subject} {marked:?}"));
            }
        }
        assert!(wrong.is_empty(), "{scenario}, {player}: {wrong:#?}");
        count += examples.len();
    }
    assert!(count > 60, "{count} examples");
}

/// What a letter of the machine's that is sent as a CHECK, or to be filed, is told to fail.
fn refused(answer: &str) -> Vec<String> {
    let lines: Vec<&str> = answer.lines().map(str::trim).collect();
    let (at, subject) = (1..lines.len(), lines.first().copied().unwrap_or_default());
    // A line that is too long goes on in the next.
    let marked = at.filter(|at| lines[*at].starts_with("! ")).map(|at| lines[at..].iter().take(2).copied());
    let marked = marked.map(|words| words.collect::<Vec<_>>().join(" "));
    let fails =
        marked.filter(|words| words.contains(" fails ") || words.contains(" Fails")).collect::<Vec<_>>();
    let wrong = subject.contains("error").then(|| answer.to_owned());
    fails.into_iter().chain(wrong).collect()
}

impl Trial {
    /// Has the machine advise each player and sends the letters back, to be checked and then to be filed: what is told to fail in them.
    fn advised_letters(&mut self) -> (usize, Vec<String>) {
        let players = self.office.games[&GameName("war".into())].record.numbered_players();
        let players: Vec<String> = players.map(|(_, player)| player.name.clone()).collect();
        let (mut count, mut wrong) = (0, Vec::new());
        for player in players {
            let turn = self.office.games[&GameName("war".into())].record.book.turn;
            let send = |trial: &mut Trial, words: &str, id: &str| {
                asked(trial, &player, &format!("{id}.{turn}"), words)
            };
            let advice = send(self, "ADVISE\n", "asks");
            let letter = advice.lines().filter_map(|line| line.strip_prefix("    "));
            let letter = letter.filter(|line| !line.starts_with("PLAYER"));
            let letter = letter.map(|line| format!("{line}\n")).collect::<String>();
            if letter.is_empty() {
                continue;
            }
            count += 1;
            assert!(advice.contains("What would come of these orders"), "{advice}");
            let checked = send(self, &format!("CHECK\n{letter}"), "checks");
            wrong.extend(refused(&checked).into_iter().map(|words| format!("{player}: {words}")));
            send(self, &letter, "orders");
        }
        (count, wrong)
    }
}

/// What the machine advises, in the first turn and in the next.
#[test]
fn no_letter_that_the_machine_advises_holds_an_order_that_is_told_to_fail() {
    let mut count = 0;
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    for scenario in scenarios().filter(|name| is_long || SMALL.contains(name)) {
        let mut trial = opened(scenario);
        for turn in 1..=if is_long { 4 } else { 2 } {
            let (letters, wrong) = trial.advised_letters();
            assert!(wrong.is_empty(), "{scenario}, turn {turn}: {wrong:#?}");
            count += letters;
            let deadline = trial.office.next_deadline();
            trial.clock.set(deadline + 1);
            let read = [Polled::unnamed(Some(deadline + 1), false)];
            trial.office.adjudicate(&GameName("war".into()), &read, false).unwrap();
        }
    }
    assert!(count > 30, "{count} letters");
}

/// Wars of which a turn is quickly played, one of each rulebook.
const SMALL: [&str; 4] = ["demo", "hampton-roads-1862", "italy-1494", "valley-1862"];

/// The wars that are opened quickly; the three great ones in the long trials alone.
fn scenarios() -> impl Iterator<Item = &'static str> {
    let is_great = |name: &&str| ["1805", "1862", "1866"].contains(name);
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    RULEBOOKS.scenario_names().into_iter().filter(move |name| is_long || !is_great(name))
}

/// An order form with the first of what each piece does without orders written in, as an order: how many lines that are, and the form.
/// The second of a brigade's is what it carries, of which there may be none.
fn filled_in(form: &str) -> (usize, String) {
    let (mut count, mut filled) = (0, String::new());
    for line in form.lines() {
        filled += &format!("{line}\n");
        let does = line.strip_prefix("# without orders: ").and_then(|words| words.split(", ").next());
        if let Some(order) = does {
            filled += &format!("{order}\n");
            count += 1;
        }
    }
    (count, filled)
}

impl Trial {
    /// The order form that a mail has with it.
    fn order_form(&self, row: &MailRow) -> Option<String> {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        let form = message.attachments().find(|part| part.attachment_name() == Some("orders.txt"))?;
        Some(form.text_contents().unwrap().replace("\r\n", "\n"))
    }

    /// Sends a form back to be checked, with the password where it belongs; what is marked in the answer, and its Subject if that tells of
    /// errors.
    fn checked(&mut self, row: &MailRow, form: &str, id: &str) -> Vec<String> {
        let line = form.lines().find(|line| line.trim_end() == "PASSWORD").expect("a line for the password");
        let letter = form.replacen(&format!("\n{line}\n"), &format!("\nPASSWORD {PASSWORD}\nCHECK\n"), 1);
        let head = format!("From: {}\r\nTo: war@example.org\r\nMessage-ID: <{id}@{}>", row.to, row.id.0);
        self.take(format!("{head}\r\n\r\n{letter}").as_bytes());
        let answer = self.last_text();
        let subject = answer.lines().next().unwrap_or_default().to_owned();
        assert!(subject.contains("Checked"), "{subject}");
        let marked = answer.lines().filter(|line| line.trim_start().starts_with("! ")).map(str::to_owned);
        let marked: Vec<String> = marked.collect();
        marked.into_iter().chain(subject.contains("error").then_some(subject)).collect()
    }
}

/// The form that a report has with it comes back: as it stands, and with a line written in for each piece.
#[test]
fn the_order_form_of_every_report_comes_back_without_a_fault() {
    let (mut forms, mut lines) = (0, 0);
    for scenario in scenarios() {
        let mut trial = opened(scenario);
        let rows: Vec<_> = trial.mails().into_iter().filter(|row| row.player.is_some()).collect();
        for row in rows {
            let Some(form) = trial.order_form(&row) else { continue };
            let (count, filled) = filled_in(&form);
            let wrong = [trial.checked(&row, &form, "stands"), trial.checked(&row, &filled, "filled")];
            assert_eq!(wrong, [const { Vec::<String>::new() }; 2], "{scenario}, {}: {filled}", row.to);
            (forms, lines) = (forms + 1, lines + count);
        }
    }
    assert!(forms > 20 && lines > 100, "{forms} forms, {lines} lines");
}

/// Every block of the welcomes and of the reminders.
#[test]
fn every_example_of_a_welcome_and_of_a_reminder_works() {
    let mut count = 0;
    for scenario in scenarios() {
        let mut trial = opened(scenario);
        let deadline = trial.office.next_deadline();
        trial.clock.set(deadline - 3 * HOUR);
        let read = [Polled::unnamed(Some(trial.clock.now() + 1), false)];
        let war = GameName("war".into());
        let board = trial.office.games[&war].record.board();
        let mut players = (0..).map(PlayerNo).take(board.players().len());
        let is_awaited = board.awaits_orders() || players.any(|player| board.awaited(player).is_some());
        let reminded = trial.office.remind(&war, &read).unwrap();
        assert_eq!(reminded > 0, is_awaited, "{scenario}");
        for kind in ["Welcome", "without orders"] {
            let (shown, wrong) = trial.wrong_examples(&|subject| subject.contains(kind));
            assert!(wrong.is_empty(), "{scenario}, {kind}: {wrong:#?}");
            count += shown;
        }
    }
    assert!(count > 100, "{count} examples");
}
