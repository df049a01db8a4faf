//! Any text as orders and as commands, in the language and with the names of each kind of game: no panic, the same again,
//! bounded, places inside the text, and words that mean the same.
#![no_main]

use std::sync::LazyLock;

use fieldpost_grammar::command::{Command, is_ga_letter, read_command, read_ga_letter};
use fieldpost_grammar::letter::{Lexicon, MOST_COMPLAINTS, MOST_LINES};
use fieldpost_grammar::{glance, looks_like_order_line, read_head, read_letter};
use fieldpost_land::language::{lexicon, read_unit_orders};
use fieldpost_games::{LANGUAGES, RULEBOOKS};
use fieldpost_ground::square::Grid;
use libfuzzer_sys::fuzz_target;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    pieces: ["AU1CQ", "AU3IN"].map(Into::into).to_vec(),
    places: vec!["Königgrätz".into(), "Ulm".into()],
    sites: [("ulm".to_owned(), "G0-T5".to_owned())].into(),
    players: vec!["benedek".into()],
    ..lexicon(&Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() })
});

/// The names of a land war, of one with ships, and of the board game.
static BOARDS: LazyLock<Vec<Lexicon>> = LazyLock::new(|| {
    let lexicon = |name: &str| {
        let texts = RULEBOOKS.scenario(name).expect("a scenario of ours");
        let rulebook = RULEBOOKS.of_scenario(&texts).expect("its rulebook");
        let opening = (rulebook.scenario)(&texts).expect("a sound scenario");
        Lexicon { players: vec!["benedek".into(), "Jörg".into()], ..opening.board.with(1).lexicon() }
    };
    ["demo", "hampton-roads-1862", "italy-1494"].map(lexicon).into()
});

fuzz_target!(|text: &str| {
    for lexicon in BOARDS.iter() {
        assert_eq!(read_letter(text, lexicon), read_letter(text, lexicon));
        assert!(read_ga_letter(text, lexicon).complaints.len() <= MOST_COMPLAINTS);
    }
    let letter = read_letter(text, &LEXICON);
    assert_eq!(letter, read_letter(text, &LEXICON));
    assert!(letter.units.len() <= MOST_LINES);
    let complaints = letter.complaints.iter().chain(letter.units.iter().flat_map(|block| &block.complaints));
    assert!(complaints.clone().count() <= MOST_COMPLAINTS);
    let spans = complaints.map(|complaint| complaint.span).chain(letter.credentials.iter().copied());
    for span in spans {
        let line = text.lines().nth(span.line as usize - 1).expect("a line of the text");
        let last = line.chars().count() as u32 + 1;
        assert!(1 <= span.start && span.start <= span.end && span.end <= last, "{span:?} in {line:?}");
    }
    let (orders, _) = read_unit_orders(text, &LEXICON);
    for order in orders {
        let (again, complaints) = read_unit_orders(&order.words, &LEXICON);
        assert!(complaints.is_empty() && again.len() == 1, "{:?}: {complaints:?}", order.words);
        assert_eq!(again[0].what, order.what);
    }
    let letter = read_ga_letter(text, &LEXICON);
    assert!(letter.complaints.len() <= MOST_COMPLAINTS);
    for read in &letter.commands {
        let shown = !matches!(read.what.command, Command::NewPassword(_));
        assert!(!shown || read_command(&read.words, &LEXICON).as_ref() == Some(&read.what), "{:?}", read.words);
    }
    is_ga_letter(text, LANGUAGES);
    read_head(text, LANGUAGES);
    glance(text);
    text.lines().for_each(|line| drop(looks_like_order_line(line, LANGUAGES)));
});
