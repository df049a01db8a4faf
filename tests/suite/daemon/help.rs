//! HELP, and the example of a refusal, in the words of the game that a letter is for (issue 35, fault 11).

use std::path::Path;

use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::Verdict;
use fieldpost_games::RULEBOOKS;

use super::Trial;

const ALICE: &str = "alice@example.org";
const GAMES: [(&str, &str, &str); 3] = [
    ("passes", "demo", "Benedek"),
    ("italy", "italy-1494", "Charles"),
    ("roads", "hampton-roads-1862", "Wool"),
];

impl Trial {
    /// A post office at which Alice plays in so many games, each with words of its own.
    pub(super) fn of_games(games: &[(&str, &str, &str)]) -> Self {
        let mut trial = Self::without_games("");
        for (game, scenario, player) in games {
            trial.open_for_alice(game, scenario, player);
        }
        trial
    }

    /// A game in which she plays, and nobody else: all other seats are the machine's.
    pub(super) fn open_for_alice(&mut self, game: &str, scenario: &str, player: &str) {
        let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
        let board = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap().board.with(1);
        let mut seats = "schedule = \"daily 03:00\"\nzone = \"Europe/Rome\"\nseed = 1494\n".to_owned();
        for seat in board.players() {
            seats += &format!("[[seat]]\nplayer = \"{}\"\n", seat.name);
            seats += if seat.name == player { "email = \"alice@example.org\"\n" } else { "machine = true\n" };
            seats += if seat.name == player { "password = \"correct horse battery\"\n" } else { "" };
        }
        self.office.open_game(game, texts, &toml::from_str(&seats).unwrap()).unwrap();
    }

    /// The answer to a letter of hers, with this head beside From: and this text.
    pub(super) fn asked(&mut self, head: &str, text: &str) -> (Verdict, String) {
        let to = if head.contains("To: ") { "" } else { "To: war@example.org\n" };
        let number = self.office.store.last_letter().unwrap().map_or(0, |number| number.0);
        let mail = format!("From: {ALICE}\nMessage-ID: <{number}@x>\n{to}{head}\n{text}");
        let verdict = self.take(mail.replace('\n', "\r\n").as_bytes());
        let row = self.mails().into_iter().rfind(|row| row.to == ALICE).unwrap();
        (verdict, self.text(&row).replace("\r\n", "\n"))
    }

    /// The Message-ID of a game's welcome.
    fn welcome(&self, game: &str) -> String {
        let is_its = |row: &fieldpost_store::MailRow| row.game.as_ref().is_some_and(|name| name.0 == game);
        let row = self.mails().into_iter().find(|row| row.to == ALICE && is_its(row)).unwrap();
        row.message_id
    }
}

/// What only that game's HELP MOVE says.
const OF_ITALY: &str = "The way, place by place";
const OF_PASSES: &str = "tactical";

fn is_of_italy(text: &str) -> bool {
    text.contains(OF_ITALY) && !text.contains(OF_PASSES)
}

#[test]
fn help_speaks_the_words_of_the_game_that_a_letter_names_answers_or_goes_to() {
    for games in [&GAMES[..2], &GAMES[..]] {
        let mut trial = Trial::of_games(games);
        let welcome = trial.welcome("italy");
        let tag = trial.office.postmark.game_address("italy");
        for (head, text) in [
            (String::new(), "GAME italy\nHELP MOVE\n"),
            (format!("To: {tag}\n"), "HELP MOVE\n"),
            (format!("In-Reply-To: {welcome}\n"), "HELP MOVE\n"),
            ("Subject: Re: [italy T1] Position\n".into(), "HELP MOVE\n"),
            (String::new(), "GAME italy\nPASSWORD correct horse battery\nHELP MOVE\n"),
        ] {
            let (verdict, answer) = trial.asked(&head, text);
            assert_eq!(verdict, Verdict::Obeyed, "{answer}");
            assert!(is_of_italy(&answer), "{head}{text}\n{answer}");
        }
        let (_, answer) = trial.asked("Subject: Re: [passes T1] Position\n", "HELP MOVE\n");
        assert!(answer.contains(OF_PASSES) && !answer.contains(OF_ITALY), "{answer}");
    }
}

#[test]
fn a_topic_that_one_game_alone_knows_is_answered_from_that_one() {
    let mut trial = Trial::of_games(&GAMES);
    let (_, answer) = trial.asked("", "GAME roads\nHELP COAST\n");
    assert!(answer.contains("coastal waters") && !answer.contains("There is no help"), "{answer}");
}

#[test]
fn help_for_no_game_asks_which_is_meant_and_for_two_it_is_that_of_both() {
    let mut trial = Trial::of_games(&GAMES);
    let (verdict, answer) = trial.asked("", "HELP MOVE\n");
    assert_eq!(verdict, Verdict::Obeyed);
    for (game, ..) in GAMES {
        assert!(answer.contains(&format!("\n    GAME {game}\n")), "{answer}");
    }
    assert!(!answer.contains(OF_PASSES) && !answer.contains(OF_ITALY), "{answer}");
    let (verdict, answer) = trial.asked("Subject: Re: [passes T1] Receipt\n", "GAME italy\nHELP MOVE\n");
    assert_eq!(verdict, Verdict::Obeyed);
    assert!(answer.contains("In italy:") && answer.contains("In passes:"), "{answer}");
    assert!(
        answer.contains("two games") && answer.contains(OF_PASSES) && answer.contains(OF_ITALY),
        "{answer}"
    );
    let (_, answer) = trial.asked("", "GAME itly\nHELP MOVE\n");
    assert!(answer.contains("itly") && answer.contains("\n    GAME italy\n"), "{answer}");
}

/// Two games of the same words need no word of which is meant.
#[test]
fn help_for_games_that_share_their_words_is_given_at_once() {
    let mut trial = Trial::of_games(&[GAMES[0], ("gorges", "demo", "Moltke")]);
    let (_, answer) = trial.asked("", "HELP MOVE\n");
    assert!(answer.contains(OF_PASSES) && !answer.contains("GAME passes"), "{answer}");
}

#[test]
fn a_refusal_shows_how_a_letter_looks_in_the_game_that_it_is_for() {
    let mut trial = Trial::of_games(&GAMES);
    let (verdict, answer) = trial.asked("Subject: Re: [italy T1] Position\n", "STACK FR-1\nMOVE milan\n");
    assert!(matches!(verdict, Verdict::Refused(_)));
    assert!(answer.contains("| STACK FR-1") && !answer.contains("| UNIT"), "{answer}");
    let (_, answer) = trial.asked("", "STACK FR-1\nMOVE milan\n");
    for (game, ..) in GAMES {
        assert!(answer.contains(&format!("In {game}:\n\n  | GAME {game}\n")), "{answer}");
    }
    assert!(answer.contains("| STACK FR-1") && answer.contains("| UNIT"), "{answer}");
}

/// Orders too are for the game whose mail they answer, where they name none (M-04).
#[test]
fn orders_of_a_player_of_several_games_are_for_the_game_whose_mail_they_answer() {
    let mut trial = Trial::of_games(&GAMES);
    let head = format!("Subject: orders\nIn-Reply-To: {}\n", trial.welcome("italy"));
    let (verdict, answer) =
        trial.asked(&head, "PASSWORD correct horse battery\nSTACK FR-1\nMOVE piedmont\nEND\n");
    assert_eq!(verdict, Verdict::Obeyed, "{answer}");
    assert!(answer.starts_with("[italy T1] Receipt"), "{answer}");
}

/// Words that players ask for, and codes that reports print: each book knows those that are its own (issue 35).
#[test]
fn every_word_and_code_of_a_report_has_its_help() {
    let of = |name: &str| {
        let texts = scenario_texts(Path::new(name), RULEBOOKS).unwrap();
        let board = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap().board.with(1);
        board.rulebook().language
    };
    let of_ships =
        ["WIND", "WEATHER", "RAM", "SPEED", "VICTORY", "FORTRESS", "SEA", "LCHE", "MAC", "FR", "SHIPS"];
    let of_land = ["VICTORY", "SPEED", "FORTRESS"];
    let of_europa = [
        "WIND",
        "WEATHER",
        "INITIATIVE",
        "FORTRESS",
        "SEA",
        "VICTORY",
        "9/3**",
        "2 1/3**",
        "Wind: 1 against 5",
        "LDE",
        "A+",
    ];
    for (scenario, topics) in
        [("hampton-roads-1862", &of_ships[..]), ("demo", &of_land[..]), ("italy-1494", &of_europa[..])]
    {
        for topic in topics {
            let text = fieldpost_grammar::help(Some(topic), of(scenario));
            assert!(!text.starts_with("There is no help"), "{scenario}, {topic}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= 72), "{scenario}, {topic}: {text}");
        }
    }
}

/// HELP SHIPS names all orders of ships.
#[test]
fn help_ships_names_all_orders_of_ships() {
    let ships = &fieldpost_sea::language::SHIPS;
    let text = fieldpost_grammar::help(Some("SHIPS"), ships);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for form in fieldpost_grammar::forms(ships).filter(|form| form.section.is_of_orders()) {
        assert!(flat.contains(form.words), "{}:\n{text}", form.words);
    }
}
