//! The game administrators' commands seen from outside: every sentence of their grammar is read and means its canonical
//! words, complaints name place and nearest right thing, no password is shown, and players' letters are no GA's.

mod printed;

use std::collections::BTreeSet;
use std::fs;

use fieldpost_desk::remind::Remind;
use fieldpost_desk::schedule::Schedule;
use fieldpost_grammar::command::{Command, GaLetter, Part, Role, Token, read_command, read_ga_letter, words};
use fieldpost_grammar::letter::{Lexicon, MOST_COMPLAINTS, MOST_LINES, Site};
use fieldpost_grammar::read_letter;
use fieldpost_land::edits::{self, Edit};
use fieldpost_land::language;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::land::{commands, forms, help_of_commands as help, is_ga_letter, text};
use super::sentences::{derived, folder, grammar, in_place, sentences, spoilt};

/// The names that a GA's letters are read by: every unit of the game among them, and where cities lie.
fn lexicon() -> Lexicon {
    let sites = ["ulm", "linz", "koniggratz", "badhomburg"].into_iter().zip(0..);
    let sites = sites
        .map(|(name, col)| (name.to_string(), Site { at: format!("F{col}-T3"), within: "7-7".to_string() }))
        .collect();
    let mut pieces = super::lexicon().pieces;
    pieces.push("AU1PB".into());
    Lexicon { sites, pieces, ..super::lexicon() }
}

/// The same, and every unit.
fn any_unit() -> Lexicon {
    Lexicon { pieces: Vec::new(), ..lexicon() }
}

fn read(text: &str) -> GaLetter {
    read_ga_letter(text, &lexicon())
}

/// Each command's canonical words, and each complaint's line, reason and nearest thing.
fn told(letter: &GaLetter) -> (Vec<String>, Vec<String>) {
    let words = letter.commands.iter().map(|read| read.words.clone()).collect();
    let complaints = letter.complaints.iter().map(|said| match &said.nearest {
        Some(near) => format!("{} {} [{near}]", said.span.line, said.why),
        None => format!("{} {}", said.span.line, said.why),
    });
    (words, complaints.collect())
}

#[test]
fn a_letter_of_commands_is_read() {
    let letter = read(
        "Dear post office,\nGM,\n\nGA tom GAME bohemia-1866\nTURN 4\nPASSWORD correct horse battery\n\nTOGETHER\nPREVIEW\n\
         CONFIRM ab-12\n1. please move unit AU3IN to bad homburg 7-7, override and secretly  # as agreed\n\
         - DEADLINE Sunday 12 July 2026 at 8 pm NOW.\nHOLD two players are ill\nEND\n\nRegards,\nTom\n",
    );
    assert_eq!(
        told(&letter),
        (
            vec![
                "MOVE UNIT AU3IN F3-T3 7-7 OVERRIDE SECRETLY".to_string(),
                "DEADLINE 2026-07-12 20:00 NOW".into(),
                "HOLD two players are ill".into(),
            ],
            vec![]
        )
    );
    assert_eq!(letter.ga.as_ref().unwrap().what.as_deref(), Some("tom"));
    assert_eq!(letter.game.as_ref().unwrap().what, "bohemia-1866");
    assert_eq!(letter.turn.as_ref().unwrap().what, 4);
    assert_eq!(letter.password.as_ref().unwrap().expose(), "correct horse battery");
    assert_eq!(letter.tokens[0].what, "ab-12");
    assert!(letter.together && letter.preview);
    let [hidden] = letter.credentials[..] else { panic!("{:?}", letter.credentials) };
    assert_eq!((hidden.line, hidden.start, hidden.end), (6, 10, 31));
}

#[test]
fn every_example_of_the_table_is_read_and_its_words_mean_the_same() {
    for form in commands() {
        let letter = read(&text(form.example));
        assert_eq!(told(&letter).1, Vec::<String>::new(), "{}", form.example);
        let given = letter.commands.len() + letter.tokens.len();
        let framed = letter.preview || letter.together || letter.ga.is_some() || letter.game.is_some();
        let framed = framed || letter.turn.is_some() || letter.password.is_some();
        assert_eq!(given + usize::from(framed), 1, "{}", form.example);
        mean_the_same(&letter, &lexicon());
    }
}

/// Every command of a letter is read again from its canonical words; a new password is not shown in them.
fn mean_the_same(letter: &GaLetter, lexicon: &Lexicon) {
    for read in &letter.commands {
        assert_eq!(words(&read.what), read.words);
        if let Command::Edit(edit) = &read.what.command {
            let meant = language::edit(&edit.words, lexicon).expect("a hand edit");
            assert_eq!(edits::words::words(&meant, &super::grid()), edit.words);
        }
        if let Command::NewPassword(secret) = &read.what.command {
            assert!(!read.words.contains(secret.expose()), "{}", read.words);
        } else {
            assert_eq!(read_command(&read.words, lexicon), Some(read.what.clone()), "{}", read.words);
        }
    }
}

#[test]
fn every_command_has_its_row() {
    let (mut edits, mut others) = (BTreeSet::new(), BTreeSet::new());
    for form in commands() {
        for read in read(&text(form.example)).commands {
            match read.what.command {
                Command::Edit(edit) => {
                    edits.insert(kind(&language::edit(&edit.words, &lexicon()).expect("a hand edit")))
                }
                other => others.insert(kind(&other)),
            };
        }
    }
    // Every variant but the edit that ADD PLAYER makes of itself.
    assert_eq!(edits.len(), 22, "{edits:?}");
    assert_eq!(others.len(), 46, "{others:?}"); // UNDO and SHOW are one each
    let assign = language::edit("ASSIGN AU3IN TO benedek DEPUTY NONE", &lexicon());
    assert!(matches!(assign, Some(Edit::Assign { .. })), "{assign:?}");
}

/// A value's variant by name.
fn kind(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap().to_string()
}

#[test]
fn the_grammar_has_the_words_of_every_command() {
    let literals = grammar().literals();
    for form in commands() {
        for words in form.phrases.iter().chain(&form.before_unit) {
            let is_there =
                literals.iter().any(|literal| literal == words || literal == &format!("{words} UNIT"));
            assert!(is_there, "{words} stands in no grammar file");
        }
    }
}

#[test]
fn every_sentence_of_a_command_is_read_and_its_words_mean_the_same() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for sentence in derived(&grammar, "ga-line") {
        let letter = read_ga_letter(&sentence.text, &lexicon);
        assert_eq!(told(&letter).1, Vec::<String>::new(), "{:?}", sentence.text);
        assert_eq!(letter.commands.len(), 1, "{:?}", sentence.text);
        mean_the_same(&letter, &lexicon);
    }
}

#[test]
fn every_sentence_of_a_ga_letter_is_read_in_all_its_parts() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for sentence in derived(&grammar, "ga-letter") {
        assert!(is_ga_letter(&sentence.text), "{:?}", sentence.text);
        let letter = read_ga_letter(&sentence.text, &lexicon);
        let said = told(&letter).1;
        let other =
            said.iter().filter(|said| !said.contains("above already") && !said.contains("No words stand"));
        assert_eq!(other.collect::<Vec<_>>(), Vec::<&String>::new(), "{:?}", sentence.text);
        let empty = said.iter().filter(|said| said.contains("No words stand")).count();
        let given = sentence.count("ga-line") + sentence.count("ga-text");
        assert_eq!(letter.commands.len() + empty, given, "{:?}", sentence.text);
        assert_eq!(letter.tokens.len(), sentence.count("confirm"), "{:?}", sentence.text);
        assert_eq!(letter.credentials.len(), sentence.count("login"), "{:?}", sentence.text);
        mean_the_same(&letter, &lexicon);
    }
}

#[test]
fn schedules_and_reminders_are_those_that_the_desk_reads() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for rule in ["schedule", "remind"] {
        for sentence in sentences(&grammar, rule, 300) {
            let letter = read_ga_letter(&sentence.text, &lexicon);
            match &letter.commands[0].what.command {
                Command::Schedule(words) => {
                    assert!(Schedule::parse(words, chrono_tz::UTC).is_ok(), "{words}");
                }
                Command::Remind(times) => {
                    // The desk keeps no time of more than thirty days, and says so.
                    let kept = Remind::parse(times).map_err(|why| why.to_string());
                    assert!(kept.is_ok() || kept.is_err_and(|why| why.contains("30 days")), "{times:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn spoilt_letters_never_panic_and_are_read_alike_twice() {
    let (grammar, lexicon) = (grammar(), lexicon());
    let mut complained = 0;
    for (seed, sentence) in (0..).zip(sentences(&grammar, "ga-letter", 800)) {
        let text = spoilt(&sentence.text, &mut ChaCha8Rng::seed_from_u64(seed));
        let letter = read_ga_letter(&text, &lexicon);
        assert_eq!(letter, read_ga_letter(&text, &lexicon));
        is_ga_letter(&text);
        letter.complaints.iter().for_each(|complaint| in_place(complaint, &text));
        complained += letter.complaints.len();
        mean_the_same(&letter, &lexicon);
    }
    assert!(complained > 200, "only {complained}");
}

#[test]
fn other_natural_words_are_read() {
    for (line, words) in [
        ("move AU3IN to koniggratz", "MOVE UNIT AU3IN F2-T3"),
        ("SET au3in morale = 60", "SET UNIT AU3IN morale 60"),
        ("set unit AU3IN in communications to yes", "SET UNIT AU3IN in-communications yes"),
        ("show AU3IN", "SHOW UNIT AU3IN"),
        ("OVERRIDE MOVE UNIT AU3IN H4-S1", "MOVE UNIT AU3IN H4-S1 OVERRIDE"),
        ("PLACE DEPOT linz FOR Austria, with 20 supplies", "PLACE DEPOT F1-T3 FOR AU SUPPLIES 20"),
        ("PLACE CACHE H4-S1 SUPPLIES 5 FOR AU", "PLACE CACHE H4-S1 FOR AU SUPPLIES 5"),
        ("SET SUPPLIES Bad Homburg 20", "SET SUPPLIES 20 AT Bad Homburg"),
        ("SET SUPPLIES OF AU1CQ TO 12", "SET SUPPLIES 12 AT AU1CQ"),
        ("SET SUPPLIES 7 AT the depot at H4-S1", "SET SUPPLIES 7 AT H4-S1"),
        ("SET CITY bad homburg: manufacturing = 3", "SET CITY Bad Homburg manufacturing 3"),
        ("SET FORT OF Linz TO strength 2 capacity 10", "SET CITY Linz fort strength 2 capacity 10"),
        ("SET RAIL Linz WHOLE", "MEND RAIL F1-T3"),
        ("SET RIVER H4-S1 NOBODY", "SET CONTROL OF RIVER AT H4-S1 TO NOBODY"),
        ("SET RELATION BETWEEN Austria and Prussia TO at war", "SET RELATION AU PR hostile"),
        ("SET TREASURY great britain eg to 500", "SET CONSTANT treasury GB eg 500"),
        ("TRANSFER BATTERY FROM AU3IN TO AU4IN", "TRANSFER BATTERY FROM AU3IN TO AU4IN"),
        ("ASSIGN AU3IN TO Von Moltke DEPUTY NONE", "ASSIGN AU3IN TO von Moltke DEPUTY NONE"),
        ("RANK Field Marshal von Moltke Lt Gen", "SET RANK von Moltke lieutenant general"),
        ("REPLACE gablenz WITH the machine", "REPLACE gablenz BY MACHINE"),
        ("EMAIL von Moltke: <anna@example.org>", "EMAIL von Moltke anna@example.org"),
        (
            "ADD PLAYER Edmund Clam, anna@example.org for Austria",
            "ADD PLAYER Edmund Clam anna@example.org AU",
        ),
        ("GIVE the office of prime minister TO benedek", "GIVE OFFICE Prime Minister TO benedek"),
        ("extend the deadline by 1 day and 12 hours", "EXTEND BY 36 hours"),
        ("SCHEDULE every Sunday at 8 pm", "SCHEDULE weekly sunday 20:00"),
        ("REMIND 1 day, 4 hours", "REMIND 24h 4h"),
        ("ROLL BACK TO TURN 3", "ROLLBACK TO TURN 3"),
        ("TRUCE", "SEASON peace"),
        ("MISSING NONE", "MISSING 0"),
    ] {
        let letter = read(line);
        assert_eq!(told(&letter), (vec![words.to_string()], vec![]), "{line}");
        mean_the_same(&letter, &lexicon());
    }
}

/// Whoever slips in the line that opens words to be mailed does not mean the words for commands.
#[test]
fn words_below_a_line_that_could_not_open_them_are_no_commands() {
    for opener in ["TELL gablnz", "TELL", "BRODCAST", "TEL gablenz", "OPEN second FORM 1866"] {
        let letter = read(&format!("{opener}\nHold the line.\nEND GAME\nRUN TURN\nEND\nSHOW GAME"));
        let (words, said) = told(&letter);
        assert_eq!(words, ["SHOW GAME"], "{opener}: {said:?}");
        assert_eq!(said.len(), 1, "{opener}: {said:?}");
        let open = read(&format!("{opener}\nHold the line.\nRUN TURN"));
        let (words, said) = told(&open);
        assert!(words.is_empty() && said.iter().any(|why| why.contains("No line END")), "{opener}: {said:?}");
    }
}

/// Whoever wished to look first, or for all or nothing, and slipped, gets no less than that.
#[test]
fn a_misspelt_preview_is_no_leave_to_do_it() {
    for slip in ["PREVEIW", "PREVIEW THIS", "PREVIW"] {
        let letter = read(&format!("{slip}\nSET UNIT AU3IN morale 5"));
        assert!(letter.preview && letter.complaints.len() == 1, "{slip}");
    }
    let letter = read("TOGETER\nSET UNIT AU3IN morale 5");
    assert!(letter.together && letter.complaints.len() == 1);
}

/// What a letter brings into the game may be named below it.
#[test]
fn a_letter_may_name_what_it_has_made() {
    let letter =
        read("CREATE UNIT AU99IN H4-S1 7-7\nADD PLAYER karl karl@example.org AU\nASSIGN AU99IN TO karl");
    assert_eq!(told(&letter).1, Vec::<String>::new());
    let other = read("ASSIGN AU99IN TO karl\nCREATE UNIT AU99IN H4-S1 7-7");
    assert_eq!(told(&other).1.len(), 1);
}

/// Lines that cannot be read, and what is said of each, or how that begins.
const BAD_LINES: &[(&str, &str)] = &[
    ("PLAEC DEPOT H4-S1", "\"PLAEC DEPOT\" is not a command. [PLACE DEPOT H4-S1]"),
    ("SET UNTI AU3IN morale 60", "\"SET UNTI\" is not a command. [SET UNIT AU3IN morale 60]"),
    ("MOVE UNIT AU5IN H4-S1", "MOVE UNIT: There is no unit AU5IN in this game. [AU3IN]"),
    ("REMOVE PLAYER gablnz", "REMOVE PLAYER: There is no player \"gablnz\" in this game. [gablenz]"),
    (
        "SET CITY Lins control PR",
        "SET CITY: Expected a city, found \"Lins\", which is none on this map. [Linz]",
    ),
    (
        "MOVE UNIT AU3IN TO Bad Hombrug 7-7",
        "MOVE UNIT: Expected a strategic square such as H4-S1 or a city, found \"Bad Hombrug\". [Bad Homburg]",
    ),
    ("MOVE UNIT AU3IN H4-O1", "MOVE UNIT: There is no square H4-O1 on this map"),
    ("MOVE UNIT AU3IN H4-S1 15-3", "MOVE UNIT: There is no tactical square 15-3"),
    (
        "DEADLINE 12 July 20:00",
        "DEADLINE: \"12 July\" has no year; write the whole date, such as 12 July 2026.",
    ),
    ("DEADLINE monday 12 July 2026 20:00", "DEADLINE: 12 July 2026 is a Sunday, not a Monday."),
    ("DEADLINE 2026-07-12", "DEADLINE: expected a time of day such as 20:00, but the line ends."),
    ("EXTEND BY 24", "EXTEND BY: expected a time such as 24 hours"),
    ("SCHEDULE fortnightly", "SCHEDULE: expected a schedule such as weekly sunday 20:00"),
    (
        "ABSENT gablenz FROM 2026-07-14 TO 2026-07-01",
        "ABSENT: The absence would end on 2026-07-01, before it begins on 2026-07-14. [FROM 2026-07-01 TO 2026-07-14]",
    ),
    ("RANK gablenz generl", "RANK: Expected a rank such as major general, found \"generl\". [GENERAL]"),
    ("ROLE tom ownr", "ROLE: Expected a role: helper, ga or owner, found \"ownr\". [OWNER]"),
    (
        "GIVE OFFICE war ministre TO benedek",
        "GIVE OFFICE: Expected an office such as War Minister or Governor of Saxony, found \"war ministre\". [War Minister]",
    ),
    ("SET RELATION AU PR frindly", "SET RELATION: expected ally, neutral or hostile, found \"frindly\"."),
    (
        "SET RELATION AU Prusia ally",
        "SET RELATION: Expected a nation such as AU or Austria, found \"Prusia\". [PR]",
    ),
    (
        "ADD GA tom tom@example",
        "ADD GA: expected a mail address such as anna@example.org, found \"tom@example\".",
    ),
    ("ADD GA tom helper", "ADD GA: expected a mail address such as anna@example.org, but the line ends."),
    ("MOVE UNIT AU3IN H4-S1 SHOW GAME", "\"SHOW\" begins a command of its own; write each on its own line."),
    ("MARCH H4-S1", "MARCH belongs into a player's letter of orders"),
    ("PLAYER benedek", "PLAYER belongs into a player's letter of orders"),
    ("xyzzy 7", "\"xyzzy\" is not a command."),
    ("GA tom, who else?", "Expected GA and perhaps a name, GAME and a name, or TURN and a number."),
    (
        "SET UNIT AU3IN morle 60",
        "SET UNIT: Expected a field of a unit, such as morale (SHOW UNIT has them all), found \"morle\". [morale]",
    ),
    (
        "SET CITY Linz fortt none",
        "SET CITY: Expected a field of a city: control, home, supplies, manufacturing, fort or besieged, found \"fortt\". [fort]",
    ),
    ("SET UNIT AU3IN morale", "SET UNIT: expected the field's new value, but the line ends."),
    (
        "PLACE DEPOT H4-S1 FOR AU SUPPLIES 5 OF PR",
        "PLACE DEPOT: \"OF\" stands here a second time: write it once.",
    ),
    (
        "PLACE DEPOT H4-S1 SUPPLIES 5 WITH 6 SUPPLIES",
        "PLACE DEPOT: \"WITH\" stands here a second time: write it once.",
    ),
    ("SET PRICE DEPO MP 5", "SET PRICE: Expected depot, cache, supply or upgrade, found \"DEPO\". [depot]"),
    ("SHOW LETTER x", "SHOW LETTER: expected a letter's number, found \"x\"."),
    (
        "RELEASE LETTER x",
        "RELEASE LETTER: expected the number of a letter in quarantine, as SHOW QUEUE has it, found \"x\".",
    ),
];

#[test]
fn a_bad_line_costs_that_line_and_says_what_would_be_right() {
    for (line, complaint) in BAD_LINES {
        let letter = read(&format!("{line}\nSHOW EDITS"));
        assert_eq!(letter.commands.len(), 1, "{line}");
        let said = &letter.complaints[0];
        let near = said.nearest.as_ref().map_or_else(String::new, |near| format!(" [{near}]"));
        let found = format!("{}{near}", said.why);
        assert!(found.starts_with(complaint), "{line}\n  {found}\n  {complaint}");
        assert_eq!(said.line, *line);
        in_place(said, line);
    }
    let letter = read("please MOVE UNIT AU5IN H4-S1");
    assert_eq!((letter.complaints[0].span.start, letter.complaints[0].span.end), (18, 23));
}

#[test]
fn the_words_of_a_text_are_kept_and_never_read() {
    let letter =
        read("TELL benedek and von Moltke:\n\n  END GAME\n> MOVE UNIT AU3IN H4-S1 # – so\nEND\nSHOW GAME");
    let Command::Tell { players, words } = &letter.commands[0].what.command else { panic!("{letter:?}") };
    assert_eq!(players, &["benedek", "von Moltke"]);
    assert_eq!(words, "  END GAME\n> MOVE UNIT AU3IN H4-S1 # – so");
    assert_eq!(letter.commands.len(), 2);
    let letter = read("BROADCAST The truce holds # until Sunday\nEND BROADCAST");
    assert_eq!(told(&letter), (vec!["BROADCAST\nThe truce holds # until Sunday\nEND".into()], vec![]));
}

#[test]
fn a_text_without_end_or_with_a_password_goes_nowhere() {
    let letter = read("BROADCAST\nThe truce holds.\nSHOW GAME\n");
    assert_eq!(letter.commands, vec![]);
    assert!(told(&letter).1[0].starts_with("1 No line END follows BROADCAST"), "{letter:?}");
    let letter = read("BROADCAST\n\nEND");
    assert_eq!(told(&letter).1, ["1 No words stand between BROADCAST and END."]);
    for text in [
        "BROADCAST\nThe truce holds.\nPASSWORD secret words\nEND",
        "TELL benedek\nPASSWORD:\nsecret words\nEND",
        "OPEN autumn FROM demo\nplayer = \"Anna\"\npassword = \"secret words\"\nEND",
    ] {
        let letter = read(text);
        assert_eq!(letter.commands, vec![], "{text}");
        assert!(!format!("{letter:?}").contains("secret words"), "{letter:?}");
        assert!(masked(text, &letter).contains("secret words"), "{text}: {letter:?}");
        assert_eq!(letter.complaints.len(), 1, "{text}");
    }
}

/// What a kept letter has masked, all together.
fn masked(text: &str, letter: &GaLetter) -> String {
    let spans = letter.credentials.iter().map(|span| {
        let line = text.lines().nth(span.line as usize - 1).unwrap();
        line.chars().skip(span.start as usize - 1).take((span.end - span.start) as usize).collect::<String>()
    });
    spans.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_answer_shows_a_password() {
    for text in [
        "GA tom PASSWORD secret words",
        "PASWORD secret words",
        "GA tom, GAME x; my password is secret words",
        "PASSWORD\nsecret words",
        "PASSWORD a\nPASSWORD secret words",
        "NEW PASSWORD secret words",
        "NEW PASSWRD secret words",
        "RESET PASSWORD secret words",
        "RESET PASSWORD benedek secret words",
        "RESET PASSWORD OF benedek TO secret words",
        "SHOW PLAYER bob PASSWROD secret words",
        "TURN x PASSWORD secret words",
    ] {
        let letter = read(text);
        assert!(!format!("{letter:?}").contains("secret words"), "{text}: {letter:?}");
        assert!(masked(text, &letter).contains("secret words"), "{text}: {letter:?}");
    }
    let letter = read("RESET PASSWORD OF gablnz");
    assert_eq!(letter.complaints[0].nearest.as_deref(), Some("RESET PASSWORD gablenz"));
}

/// What is suggested for a line of a letter of commands.
fn suggested(line: &str) -> Option<String> {
    let letter = read(&format!("GA tom\n{line}"));
    assert_eq!(letter.commands, vec![], "{line} was read");
    letter.complaints.first().unwrap_or_else(|| panic!("{line}: {letter:?}")).nearest.clone()
}

#[test]
fn what_is_suggested_is_never_graver_than_what_was_written() {
    for (line, near) in [
        ("place a depot at Linz", "PLACE DEPOT"),
        ("place the depot at Linz", "PLACE DEPOT"),
        ("RESUM", "RESUME"),
        ("SHOW GAEM", "SHOW GAME"),
        ("show ordres", "SHOW ORDERS"),
        ("show benedeks orders", "SHOW ORDERS"),
        ("extned by 24 hours", "EXTEND BY 1 day"),
        ("reset benedek's password", "RESET PASSWORD"),
        ("Remove the depot at Linz", "REMOVE DEPOT"),
        ("SET UNITS AU3IN morale 60", "SET UNIT AU3IN morale 60"),
        ("pause the game until monday", "HOLD"),
        ("unhold", "RESUME"),
        ("next turn please", "RUN TURN"),
        ("kick benedek", "REPLACE"),
        ("new email for benedek: erin@war.example", "EMAIL"),
        ("Albert's new mail address is erin@war.example", "EMAIL"),
        ("RUNTURN 3", "RUN TURN 3"),
        ("ROLBACK TO TURN 3", "ROLLBACK TO TURN 3"),
        ("undoo 3", "UNDO 3"),
    ] {
        let found = suggested(line);
        assert!(found.as_deref().is_some_and(|found| found.starts_with(near)), "{line}: {found:?}");
    }
    for line in [
        "place something at Linz",
        "SHOW NOTHING",
        "peas for the garrison",
        "tuce with benedek",
        "give AU3IN to benedek",
        "heal AU3IN",
        "end it all now",
        "run away",
        "remove benedek's wishes",
        "roll the dice again",
        "END",
        "set the mood of AU3IN",
    ] {
        assert_eq!(suggested(line), None, "{line}");
    }
}

#[test]
fn a_reason_is_no_flag_and_secretly_is_none_of_its_words() {
    for (line, words) in [
        ("HOLD NOW", "HOLD"),
        ("HOLD the mail is down now", "HOLD the mail is down now"),
        ("hold because the mail is down, secretly", "SECRETLY HOLD the mail is down"),
        ("SECRETLY HOLD", "SECRETLY HOLD"),
        ("HOLD QUIETLY", "SECRETLY HOLD"),
        ("UNDO 3 SECRETLY", "UNDO 3 SECRETLY"),
        ("HELP NOW", "HELP NOW"),
        ("extend by a day please", "EXTEND BY 1 day"),
        ("DEADLINE 2026/12/07 20h", "DEADLINE 2026-12-07 20:00"),
        ("who has not sent orders", "SHOW GAME"),
        ("SHOW MISSING", "SHOW GAME"),
    ] {
        let letter = read(&format!("GA tom\n{line}"));
        assert_eq!(told(&letter), (vec![words.into()], vec![]), "{line}");
    }
    let near = |line| suggested(line);
    assert_eq!(near("EXTEND UNTIL 12 July 2026 20:00").as_deref(), Some("DEADLINE 2026-07-12 20:00"));
    assert_eq!(near("extend turn 2 by 24 hours").as_deref(), Some("EXTEND BY 1 day"));
}

#[test]
fn end_ends_a_letter_and_no_game() {
    let letter = read("GA tom\nEND");
    assert_eq!(letter.complaints[0].nearest, None, "to end a game is more than was written");
    let letter = read("SHOW GAME\nEND\nTom Smith\n");
    assert_eq!(told(&letter), (vec!["SHOW GAME".into()], vec![]));
}

#[test]
fn names_behind_tell_go_on_in_the_next_line_and_words_do_not() {
    let told = |text: &str| {
        let letter = read(text);
        assert_eq!(letter.complaints, [], "{text}");
        letter.commands[0].words.clone()
    };
    let both = told("TELL benedek, gablenz\nCome.\nEND");
    assert_eq!(told("TELL benedek,\n  and gablenz\nCome.\nEND"), both);
    assert_eq!(told("TELL benedek, gablenz,\nCome.\nEND"), both);
    assert!(told("TELL benedek,\nDear Gablenz, come.\nEND").contains("Dear Gablenz"));
    assert!(told("BROADCAST To all,\nbenedek\nEND").contains("To all,\nbenedek"));
}

#[test]
fn a_long_letter_is_bounded() {
    let text = "nonsense 7 here\n".repeat(3 * MOST_LINES) + "PASSWORD secret words\n";
    let letter = read(&text);
    assert_eq!(letter.complaints.len(), MOST_COMPLAINTS);
    assert_eq!(letter.more_complaints as usize, MOST_LINES - MOST_COMPLAINTS + 1);
    assert!(masked(&text, &letter).ends_with("secret words"));
    for begin in
        ["SET CITY ", "RANK ", "TELL ", "EMAIL ", "CREATE UNIT AU9IN H4-S1 WITH ", "SET CONSTANT ", "HOLD "]
    {
        let letter = read(&format!("{begin}{}", "benedek, a AND general ".repeat(10_000)));
        // TELL is missed its END as well.
        let most = if begin == "TELL " { 2 } else { 1 };
        assert_eq!(letter.complaints.len() + letter.commands.len(), most, "{begin}");
    }
}

#[test]
fn players_letters_are_no_game_administrators() {
    for form in forms() {
        assert!(!is_ga_letter(form.example), "{}", form.example);
        assert!(
            !is_ga_letter(&format!("{}\nGA tom", form.example)) || is_of_the_head(form.example),
            "{}",
            form.example
        );
    }
    let mut seen = 0;
    for entry in fs::read_dir(folder("fixtures/letters")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!is_ga_letter(&text) && !text.lines().any(is_ga_letter), "{text}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} letters");
    for text in [
        "GM,\n\nUNIT AU3IN\nMARCH H4-S1",
        "GM, here are my orders\nUNIT AU3IN\nWITHDRAW",
        "GM please find my orders below\nUNIT AU3IN\nWITHDRAW",
        "Admin!\nUNIT AU3IN\nWITHDRAW",
        "PLAYER benedek\nGA tom\nSHOW GAME",
        "UNIT AU3IN\nWITHDRAW\nGA tom",
        "Dear GM tom\nUNIT AU3IN\nWITHDRAW",
        "SHOW GAME\nGA tom",
        "",
    ] {
        assert!(!is_ga_letter(text), "{text}");
    }
    for text in [
        "ga",
        "GM tom\nHOLD",
        "GA.",
        "GAME x, GA tom",
        "TURN 3\nPASSWORD a b\nAdmin: tom",
        "Hello,\n\n- GA von Moltke PASSWORD x",
    ] {
        assert!(is_ga_letter(text), "{text}");
    }
}

/// Whether a GA's letter may begin with this line too.
fn is_of_the_head(line: &str) -> bool {
    ["GAME", "TURN", "PASSWORD", "NEW PASSWORD", "CONFIRM"].iter().any(|word| line.starts_with(word))
}

#[test]
fn sentences_of_players_are_no_commands() {
    let grammar = grammar();
    for sentence in sentences(&grammar, "letter", 500) {
        assert!(!is_ga_letter(&sentence.text), "{:?}", sentence.text);
    }
    for sentence in sentences(&grammar, "ga-letter", 100) {
        let letter = read_letter(&sentence.text, &super::lexicon());
        assert!(letter.units.is_empty(), "{:?}", sentence.text);
    }
}

#[test]
fn help_knows_every_command_within_the_columns() {
    let text = help(Some("all"));
    let topics = commands().flat_map(|form| form.phrases.iter().copied());
    for topic in topics.chain(["edits", "tokens", "override", "roles", "players"]) {
        assert!(!help(Some(topic)).starts_with("There is no help"), "{topic}");
    }
    for form in commands() {
        assert!(text.contains(form.words.split(' ').next().unwrap()), "{}", form.words);
    }
    assert!(help(Some("deadlien")).contains("The nearest I have is HELP DEADLINE."));
    for text in [text, help(None), help(Some(&"x".repeat(500)))] {
        assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    }
}

/// Help, docs and table are one: every way to begin a command stands in HELP on that very word and in the table for
/// administrators, and every form that the page on hand edits teaches is read.
#[test]
fn help_docs_and_table_name_every_way_to_begin_a_command() {
    let page = fs::read_to_string(folder("docs/ga/commands.md")).unwrap();
    for form in commands() {
        for (place, phrase) in form.phrases.iter().enumerate() {
            let named = help(Some(phrase)).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(named.contains(*phrase), "HELP {phrase}: {named}");
            let is_there = page.contains(&format!("`{phrase}`"))
                || (place == 0 && page.contains(&format!("`{phrase} ")));
            assert!(is_there, "{phrase} is not in docs/ga/commands.md");
        }
    }
    for word in ["SET RANK", "RANK", "SEASON", "SEASON PEACE"] {
        assert!(help(Some(word)).contains(word), "{word}");
    }
    let edits = fs::read_to_string(folder("docs/ga/edits.md")).unwrap();
    let rows = edits.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let forms = rows.map(|(form, _)| form).collect::<Vec<_>>();
    assert!(forms.len() > 35, "{forms:?}");
    for form in forms {
        let letter = read_ga_letter(&format!("GA tom\n{form}"), &taught());
        assert_eq!(told(&letter).1, Vec::<String>::new(), "{form}");
    }
}

/// The names that the page on hand edits uses.
fn taught() -> Lexicon {
    let site = Site { at: "D2-T2".to_string(), within: "7-7".to_string() };
    let sites = ["linz", "vienna"].into_iter().map(|name| (name.to_string(), site.clone())).collect();
    let mut players = any_unit().players;
    players.push("clam".into());
    let mut places = any_unit().places;
    places.push("Vienna".into());
    Lexicon { sites, players, places, ..any_unit() }
}

#[test]
fn what_cannot_be_undone_is_confirmed_and_what_is_the_owners_is_not_a_gas() {
    let of = |wanted: &dyn Fn(Token, Role) -> bool| {
        commands()
            .filter(|form| wanted(form.token, form.role))
            .map(|form| form.phrases[0])
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of(&|token, _| token != Token::No),
        ["END GAME", "END GAME REVEAL", "RUN TURN", "ROLLBACK TO TURN", "RERUN TURN", "REMOVE PLAYER"]
    );
    assert_eq!(
        of(&|_, role| role == Role::Owner),
        ["OPEN", "END GAME", "END GAME REVEAL", "REOPEN GAME", "ADD GA", "REMOVE GA", "ROLE"]
    );
    assert!(commands().filter(|form| form.part == Part::Edits).all(|form| form.role == Role::Ga));
}
