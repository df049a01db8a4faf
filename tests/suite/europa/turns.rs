//! Two whole turns of the Italian war by mail alone, four powers and a referee: rounds, what lies between them, a siege over two rounds, a
//! declaration that is sealed and opened, a fleet bought and granted, a minor won, a treasury that adds up, and the end.

use std::fs;
use std::path::Path;

use fieldpost::cli::stage::{ADDRESS, Stage};
use fieldpost_daemon::administrators::GaLine;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::opening::{SeatLine, Seats};
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::{GameName, Verdict};
use fieldpost_desk::remind::Remind;
use fieldpost_desk::tenure::players_without_orders;
use fieldpost_games::RULEBOOKS;
use fieldpost_grammar::command::Role;
use mail_parser::MessageParser;

const PASSWORD: &str = "before the curtain rises";
const HOUR: i64 = 3_600_000;

/// A game that is played by letters.
struct War {
    stage: Stage,
    letters: u32,
    /// How many mails were read.
    read: usize,
    referee: String,
}

/// A mail that was sent: to whom, its Subject and its text with its lines joined.
#[derive(Debug)]
struct Sent {
    to: String,
    subject: String,
    text: String,
}

fn seats() -> Seats {
    let seat = |player: &str| SeatLine {
        reports: Some("NO PICTURES, NO DESK".into()),
        player: player.into(),
        email: format!("{}@italy.example", player.to_lowercase()),
        password: Some(PASSWORD.into()),
        machine: false,
        skill: Default::default(),
    };
    Seats {
        remind: Some(Remind::parse(&["4h".to_owned()]).unwrap()),
        ga: vec![GaLine { name: "Guido".into(), email: "guido@italy.example".into(), role: Role::Owner }],
        ..Seats::daily(1494, ["Charles", "Gonzalo", "Contarini", "Alexander"].into_iter().map(seat).collect())
    }
}

impl War {
    fn begun(folder: &Path) -> Self {
        let texts = scenario_texts(Path::new("italy-1494"), RULEBOOKS).unwrap();
        let stage = Stage::set_up(folder, "2026-06-01T08:00:00Z", "italy", texts, &seats()).unwrap();
        let mut war = War { stage, letters: 0, read: 0, referee: String::new() };
        let welcome = war.mails().into_iter().find(|mail| mail.to.starts_with("guido")).unwrap();
        let words =
            welcome.text.split("all that you can. ").nth(1).and_then(|rest| rest.split(" Turns fall").next());
        war.referee = words.map_or_else(|| panic!("{}", welcome.text), str::to_owned);
        war
    }

    /// The mails that were sent since the last look.
    fn mails(&mut self) -> Vec<Sent> {
        let all = self.stage.sent();
        let new = all[self.read..].iter().map(|copy| {
            let bytes = fs::read(&copy.path).unwrap();
            let text = MessageParser::new().parse(&bytes).unwrap().body_text(0).unwrap().into_owned();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            Sent { to: copy.to.clone(), subject: copy.subject.clone(), text }
        });
        let new = new.collect();
        self.read = all.len();
        new
    }

    /// A letter, which must be obeyed, three hours before the deadline.
    fn letter(&mut self, head: &str, from: &str, lines: &str) -> Vec<Sent> {
        let (verdict, mails) = self.judged(head, from, lines);
        assert_eq!(verdict, Verdict::Obeyed, "{lines}\n{mails:#?}");
        mails
    }

    /// The same whatever becomes of it.
    fn judged(&mut self, head: &str, from: &str, lines: &str) -> (Verdict, Vec<Sent>) {
        self.letters += 1;
        // A game that is over has no deadline any more.
        let due = self.stage.office.next_deadline().min(self.stage.now() + 24 * HOUR);
        let at = due - 3 * HOUR + i64::from(self.letters) * 3_000;
        let from = format!("{}@italy.example", from.to_lowercase());
        let body = format!("GAME italy\n{head}\n{lines}").replace('\n', "\r\n");
        let mail = format!(
            "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: {ADDRESS}\r\nSubject: italy\r\nMessage-ID: <{}@x>\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n",
            self.letters
        );
        let taken = self.stage.deliver(&self.letters.to_string(), mail.as_bytes(), at).unwrap();
        (taken[0].verdict.clone(), self.mails())
    }

    fn by(&mut self, player: &str, lines: &str) -> Vec<Sent> {
        self.letter(&format!("PLAYER {player}\nPASSWORD {PASSWORD}"), player, lines)
    }

    fn referee(&mut self, lines: &str) -> Vec<Sent> {
        let head = format!("GA Guido\nPASSWORD {}", self.referee);
        self.letter(&head, "guido", lines)
    }

    /// What a referee is told of a letter that is refused.
    fn refused(&mut self, lines: &str) -> String {
        let head = format!("GA Guido\nPASSWORD {}", self.referee);
        let (verdict, mails) = self.judged(&head, "guido", lines);
        assert!(matches!(verdict, Verdict::Refused(_)), "{lines}: {verdict:?}");
        mails.into_iter().find(|mail| mail.to.starts_with("guido")).map(|mail| mail.text).unwrap_or_default()
    }

    /// The deadline passes; what everybody is mailed.
    fn deadline(&mut self) -> Vec<Sent> {
        self.stage.run_turn().unwrap();
        self.mails()
    }
}

/// The text of the mail to somebody whose Subject holds these words.
fn told<'a>(mails: &'a [Sent], to: &str, subject: &str) -> &'a str {
    let found = mails.iter().find(|mail| mail.to.starts_with(to) && mail.subject.contains(subject));
    &found.unwrap_or_else(|| panic!("no mail {subject:?} to {to}: {mails:#?}")).text
}

fn rounds_of_the_first_turn(war: &mut War) {
    let receipt = war.by(
        "Charles",
        "CAMPAIGN MAJOR\nSTACK FR-2\nMOVE dauphine provence EMBARK FR-F1 LAND siena\nSIEGE\nEND\n\
         STACK FR-F1\nCARRY FR-2 FROM provence TO siena\nMOVE ligurian-sea\nIF PRESENT Spain AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK\nEND",
    );
    assert!(told(&receipt, "charles", "Receipt").contains("Siena 7 MP (of 12)"));
    let first = war.deadline();
    let happened = told(&first, "charles", "What happened");
    assert!(
        happened.contains(
            "Board turn 1 of 2, phase 1 of 3: War, round 1 of 6 (number 1 of 3 in this board turn)."
        ),
        "{happened}"
    );
    assert!(happened.contains("Siena: FR-2 besieges:"), "{happened}");
    let condition =
        "FR-F1, IF PRESENT SPA AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK: it was not so (A3)";
    assert!(happened.contains(condition), "{happened}");
    assert!(!told(&first, "gonzalo", "What happened").contains("IF PRESENT"), "it is its power's own");
    war.by("Charles", "STACK FR-2\nSIEGE\nEND\nSTACK FR-F1\nHOLD\nEND");
    let second = war.deadline();
    assert!(told(&second, "alexander", "What happened").contains("Siena: FR-2 besieges:"), "a second round");
    war.deadline();
}

fn between_the_turns(war: &mut War) {
    let asked = war.by("Charles", "OFFER PEACE TO Spain\nDECLARE SEALED war on Venice");
    assert!(
        told(&asked, "charles", "Receipt").contains("It is request 1: the referee grants or refuses it.")
    );
    let heard = told(&asked, "gonzalo", "A word from Charles");
    assert!(
        heard.contains("France offers you peace: request 1.") && heard.contains("ACCEPT 1 DECLINE 1"),
        "{heard}"
    );
    assert!(
        asked.iter().all(|mail| !mail.to.starts_with("contarini")),
        "what is sealed is nobody's: {asked:?}"
    );
    let letters = war.referee(&(1..=6).map(|n| format!("SHOW LETTER {n}\n")).collect::<String>());
    let shown = told(&letters, "guido", "Done");
    assert!(shown.contains("OFFER PEACE TO Spain (sealed)") && !shown.contains("war on Venice"), "{shown}");
    war.by("Contarini", "ASK REFEREE may Ferrara be won?");
    remind_the_others(war);
    let accepted = war.by("Gonzalo", "ACCEPT 1 and be friends");
    assert!(
        told(&accepted, "gonzalo", "Receipt").contains("It answers France's OFFER PEACE TO SPA"),
        "{accepted:?}"
    );
    let word = told(&accepted, "charles", "A word from Gonzalo");
    assert!(
        word.contains("Spain answers your request 1, OFFER PEACE TO SPA: yes: and be friends."),
        "{word}"
    );
    let done = war.referee(
        "SHOW REQUESTS\nGRANT REQUEST 1\nREVEAL\nSET RELATION FRA VEN war\nROLL 1d10 FOR VEN Ferrara +2\n\
         GRANT REQUEST 2 Ferrara is with you\nGIVE MINOR FER TO VEN\nCREATE STACK FE-1 AT ferrara WITH LD FOR FER",
    );
    let answer = told(&done, "guido", "Done");
    assert!(answer.contains("What France declared: \"war on Venice\""), "{answer}");
    assert!(
        answer.contains("OFFER PEACE TO SPA (no answer yet; Spain says yes: and be friends)"),
        "{answer}"
    );
    assert!(
        answer.contains("Spain said yes: and be friends.") && answer.contains("Nothing is done by this"),
        "{answer}"
    );
    let word = told(&done, "contarini", "hand");
    assert!(
        word.contains("FER obeys: nobody -> Venice") && word.contains("1d10 for Venice, Ferrara +2:"),
        "{word}"
    );
    assert!(told(&done, "gonzalo", "hand").contains("France and Spain: at war -> neutral"));
    let opened = war.deadline();
    let money = told(&opened, "contarini", "Position");
    assert!(money.contains("Board turn 1 of 2, phase 3 of 3: Administration."), "{money}");
    assert!(money.contains("income: Venice") && money.contains("maintenance: 1 A+"), "{money}");
    let receipt = war.by("Contarini", "BUY F- 2 GALLEYS IN venice");
    assert!(told(&receipt, "contarini", "Receipt").contains("It costs 21 ducats; you have"), "{receipt:?}");
    let done = war.referee("GRANT REQUEST 4\nSHOW LEDGER");
    let answer = told(&done, "guido", "Done");
    assert!(answer.contains("Every account comes to what its treasury has."), "{answer}");
    let next = war.deadline();
    let position = told(&next, "contarini", "Position");
    assert!(position.contains("VE-F2 Venice, in port F- (galleys 2)"), "{position}");
    assert!(position.contains("FE-1 Ferrara LD"), "{position}");
    assert!(position.contains("BUY 1 F- 2 GALLEY IN venice (granted)"), "{position}");
    assert!(
        position.contains(
            "Board turn 2 of 2, phase 1 of 3: War, round 4 of 6 (number 1 of 3 in this board turn)."
        ),
        "{position}"
    );
}

/// Who has sent nothing in a phase is reminded of what is awaited in it.
fn remind_the_others(war: &mut War) {
    let name = GameName("italy".into());
    let polled = [Polled::unnamed(Some(war.stage.now()), false)];
    assert_eq!(war.stage.office.remind(&name, &polled).unwrap(), 2);
    // The next letter takes them along: whoever has written is not among them.
    let mails = war.by("Alexander", "ASK REFEREE is there news of the Turk?");
    let reminded = told(&mails, "gonzalo", "Nothing sent yet");
    assert!(
        reminded
            .contains("Awaited of you now: - Board turn 1 of 2, phase 2 of 3: Diplomacy: what you declare"),
        "{reminded}"
    );
    assert!(
        !mails.iter().any(|mail| mail.to.starts_with("charles") && mail.subject.contains("Nothing sent"))
    );
}

#[test]
fn two_whole_turns_are_played_by_mail_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut war = War::begun(&folder.path().join("office"));
    rounds_of_the_first_turn(&mut war);
    between_the_turns(&mut war);
    // The second turn: FE-1 obeys Venice, and its phases come as those of the first.
    war.by("Contarini", "STACK FE-1\nHOLD\nEND\nSTACK VE-F2\nMOVE northern-adriatic\nEND");
    let round = war.deadline();
    assert!(told(&round, "contarini", "What happened").contains("VE-F2 into Northern Adriatic"));
    war.deadline();
    let diplomacy = war.deadline();
    assert!(told(&diplomacy, "charles", "Position").contains("Board turn 2 of 2, phase 2 of 3: Diplomacy."));
    phases_by_hand(&mut war);
    let end = war.deadline();
    assert!(told(&end, "alexander", "The end").contains("The last round is over: final score"));
    let late = war.refused("GRANT REQUEST 5");
    assert!(late.contains("The last round is over") && late.contains("ROLLBACK TO TURN"), "{late}");
}

/// The last two phases by NEXT PHASE, done, taken back and done again: what was asked in between keeps its number.
fn phases_by_hand(war: &mut War) {
    war.by("Alexander", "ASK REFEREE may the Swiss be hired?\nREADY");
    let opened = war.referee("NEXT PHASE");
    let answer = told(&opened, "guido", "Done");
    assert!(
        answer.contains("no answer yet: ") && answer.contains("READY counts no more: Alexander."),
        "{answer}"
    );
    let money = told(&opened, "charles", "hand");
    assert!(money.contains("Treasury of France (income +") && money.contains("maintenance -"), "{money}");
    let undo = answer.split("To take it back: ").nth(1).unwrap();
    let undo = undo.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let asked = war.by("Contarini", "BUY LD IN venice");
    let bought = number_in(told(&asked, "contarini", "Receipt"));
    let head = format!("PLAYER Contarini\nPASSWORD {PASSWORD}");
    let (verdict, refused) = war.judged(&head, "Contarini", "FORTIFY venice 1");
    assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}");
    let receipt = told(&refused, "contarini", "Receipt");
    assert!(receipt.contains("The fortress of Venice has level"), "{receipt}");
    let back = war.referee(&undo);
    assert!(told(&back, "guido", "Done").contains("What was asked since keeps its number"), "{back:?}");
    let word = told(&back, "contarini", "hand");
    assert!(word.contains("What is open: Administration -> Diplomacy"), "{word}");
    assert!(word.contains("what you asked for since keeps its number"), "{word}");
    assert!(told(&back, "contarini", "Position").contains("phase 2 of 3: Diplomacy."));
    let granted = war.referee(&format!("GRANT REQUEST {bought}\nSHOW REQUESTS\nNEXT PHASE"));
    assert!(told(&granted, "contarini", "hand").contains(&format!("Request {bought} of Venice")));
    let position = told(&granted, "contarini", "Position");
    adds_up(position);
    assert!(
        position.contains("phase 3 of 3: Administration.") && position.contains("LD IN venice (granted)"),
        "{position}"
    );
    let waits = war.by("Alexander", "CANCEL REQUEST 99\nSTATUS");
    let receipt = told(&waits, "alexander", "Receipt");
    assert!(receipt.contains("Request 99 is none of yours"), "{receipt}");
    assert!(receipt.contains("is open: Administration, board turn 2."), "{receipt}");
    let seen = war.referee("SHOW LEDGER\nSHOW MAP");
    let answer = told(&seen, "guido", "Done");
    assert!(answer.contains("Every account comes to what its treasury has."), "{answer}");
    assert!(answer.contains("Another mail has it drawn."), "{answer}");
    assert!(told(&seen, "guido", "The whole board").contains("ALL STACKS"), "{seen:?}");
    let last = war.refused("NEXT PHASE");
    assert!(last.contains("It is the last phase of the game: RUN TURN"), "{last}");
}

/// The first number of a request that a mail names.
fn number_in(receipt: &str) -> u32 {
    let rest = receipt.split("It is request ").nth(1).unwrap_or_else(|| panic!("{receipt}"));
    rest.split(':').next().unwrap().parse().unwrap()
}

/// A ledger in a mail: what was there and each line make what it comes to, and that is the treasury.
fn adds_up(position: &str) {
    let ledger = position.split("LEDGER OF BOARD TURN 2").nth(1).unwrap_or_else(|| panic!("{position}"));
    let mut words = ledger.split_whitespace();
    let opened: i64 = words.next().unwrap().parse().unwrap();
    let rest = ledger.split("what it comes to").next().unwrap();
    let lines: Vec<i64> = rest
        .split_whitespace()
        .filter(|word| word.starts_with(['+', '-']))
        .filter_map(|word| word.parse().ok())
        .collect();
    let closes = opened + lines.iter().sum::<i64>();
    assert!(lines.len() > 2, "{ledger}");
    assert!(rest.contains(&format!(" {closes} Venice")), "{closes}: {ledger}");
    assert!(position.contains(&format!("Treasury {closes}.")), "{closes}: {position}");
}

#[test]
fn what_the_referee_makes_while_a_turn_is_open_is_known_to_the_next_letter() {
    let folder = tempfile::tempdir().unwrap();
    let mut war = War::begun(&folder.path().join("office"));
    war.referee(
        "CREATE STACK GE-1 AT genoa WITH LD FOR GEN\nCREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1",
    );
    let receipt = war.by("Charles", "STACK GE-1\nMOVE milan\nEND");
    assert!(told(&receipt, "charles", "Receipt").contains("Milan"), "{receipt:?}");
    war.referee("MOVE LEADER Foix TO GE-1");
    // What a stack is ordered is looked at again when it is put elsewhere.
    war.by("Charles", "STACK FR-1\nMOVE piedmont milan\nEND");
    let moved = war.referee("MOVE STACK FR-1 languedoc\nADD TO STACK FR-2 LD");
    let answer = told(&moved, "guido", "Done");
    assert!(
        answer.contains("What FR-1 is ordered cannot be done now: Languedoc does not touch Piedmont (A1)."),
        "{answer}"
    );
    assert!(!answer.contains("What FR-2 is ordered"), "{answer}");
}

const POWERS: [&str; 4] = ["charles", "gonzalo", "contarini", "alexander"];

/// Whoever opens a phase by hand mails every power its position; what was sent for the phase before counts no more, and what was asked waits.
#[test]
fn a_phase_that_is_opened_by_hand_is_mailed_and_nothing_of_the_last_one_stands_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut war = War::begun(&folder.path().join("office"));
    war.by("Charles", "CAMPAIGN MAJOR\nSTACK FR-1\nMOVE piedmont milan\nEND");
    let opened = war.referee("NEXT PHASE");
    for player in POWERS {
        let position = told(&opened, player, "Position");
        assert!(position.contains("Board turn 1 of 2, phase 2 of 3: Diplomacy."), "{position}");
        let word = told(&opened, player, "hand");
        assert!(word.contains("What is open: round 1 of 6 -> Diplomacy"), "{word}");
        assert!(word.contains("orders and declarations of it do not count any more"), "{word}");
    }
    let ordered = war.referee("SHOW ORDERS");
    assert!(!ordered[0].text.contains("piedmont milan"), "{ordered:?}");
    war.by("Charles", "OFFER PEACE TO Spain");
    war.referee("NEXT PHASE");
    let round = war.referee("NEXT PHASE");
    let position = told(&round, "charles", "Position");
    assert!(position.contains("phase 1 of 3: War, round 4 of 6"), "{position}");
    assert!(position.contains("1 OFFER PEACE TO SPA (no answer yet)"), "{position}");
    let again = war.by("Charles", "SEND REPORT\nSTACK FR-2\nHOLD\nEND");
    assert!(told(&again, "charles", "Position").contains("War, round 4 of 6"), "{again:?}");
    assert!(!told(&again, "charles", "Receipt").contains("OFFER PEACE"), "{again:?}");
    let ran = war.deadline();
    let happened = told(&ran, "charles", "What happened");
    assert!(!happened.contains("FR-1 into Piedmont"), "{happened}");
    // What was taken back stands again.
    war.by("Charles", "STACK FR-1\nMOVE piedmont\nEND\nREADY");
    let ready = |war: &War| {
        let record = &war.stage.office.game_named("italy").unwrap().record;
        let opened = Some(record.settings.opened_ms);
        record
            .accounts
            .iter()
            .filter(|account| account.tenure.ready_for == opened)
            .map(|account| account.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(ready(&war), ["Charles"]);
    let opened = war.referee("NEXT PHASE");
    let undo = told(&opened, "guido", "Done").split("To take it back: ").nth(1).unwrap();
    let undo = undo.split(' ').take(2).collect::<Vec<_>>().join(" ");
    assert_eq!(ready(&war), [""; 0], "it was for the round");
    war.referee(&undo);
    assert_eq!(ready(&war), ["Charles"]);
    assert!(told(&war.deadline(), "charles", "What happened").contains("FR-1 into Piedmont"));
}

/// In a phase in which no stack is ordered a request is a word, and so is READY; who acts is awaited, with stacks or without.
#[test]
fn a_phase_waits_for_who_has_sent_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let mut war = War::begun(&folder.path().join("office"));
    for _ in 0..3 {
        war.deadline();
    }
    war.by("Charles", "OFFER PEACE TO Spain");
    war.by("Charles", "READY");
    war.by("Gonzalo", "READY");
    let silent = |war: &War| {
        let hosted = war.stage.office.game_named("italy").unwrap();
        let names = players_without_orders(&hosted.record).into_iter().map(str::to_owned);
        names.collect::<Vec<_>>()
    };
    assert_eq!(silent(&war), ["Contarini", "Alexander"]);
    let stacks = war.referee("SHOW GAME");
    let shown = told(&stacks, "guido", "Done");
    for line in [
        "Charles, France: 1 request or declaration, READY",
        "Gonzalo, Spain: READY",
        "Contarini, Venice: nothing sent",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // Without a stack he acts all the same.
    war.referee("REMOVE STACK PA-1");
    assert_eq!(silent(&war), ["Contarini", "Alexander"]);
    let ran = war.deadline();
    let word = told(&ran, "guido", "was run");
    assert!(word.contains("Without a word: Contarini, Alexander."), "{word}");
    assert!(!word.contains("stacks"), "{word}");
}
