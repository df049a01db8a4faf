//! What administrators get of a turn that was run, what they may look at, and what a substitute gets.

use fieldpost_desk::record::Verdict;
use fieldpost_games::RULEBOOKS;
use fieldpost_print::report::MOST_HTML;
use fieldpost_store::{Mail, MailRow};

use mail_parser::MimeHeaders;

use super::{SEATS, Trial, letter};

/// The file with what a body has no room for.
const WHOLE_TEXT: &str = "whole-board.txt";

/// An owner, a helper, and a GA who plays.
const ADMINISTRATORS: &str = "[[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n\
     [[ga]]\nname = \"Carla\"\nemail = \"carla@example.org\"\nrole = \"helper\"\n\
     [[ga]]\nname = \"Paul\"\nemail = \"moltke@prussia.example\"\nrole = \"ga\"\n";

fn administered() -> Trial {
    Trial::of_seats("", &format!("{SEATS}\n{ADMINISTRATORS}"))
}

impl Trial {
    fn to(&self, address: &str, words: &str) -> Vec<MailRow> {
        let rows = self.mails().into_iter().filter(|row| row.to == address);
        rows.filter(|row| row.kind != Mail::Welcome && self.text(row).contains(words)).collect()
    }

    fn whole(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        let files = message
            .attachments()
            .filter(|file| file.attachment_name().is_some_and(|name| name == "desk.html"));
        let page = |text: &str| fieldpost_print::fold::unfolded(&text.replace("\r\n", "\n")).unwrap();
        files.map(|file| page(file.text_contents().unwrap_or_default())).collect()
    }
}

#[test]
fn a_turn_that_was_run_is_told_to_its_administrators_with_the_whole_board() {
    let mut trial = administered();
    trial.take(&letter("Message-ID: <1@x>\r\n", super::ORDERS));
    trial.run_turn();
    let words = trial.to("anna@example.org", "Turn 1 was run");
    let text = trial.text(&words[0]);
    assert!(text.contains("3 players without orders") && text.contains("Moltke, Prussia: 1 of"), "{text}");
    let board = trial.to("anna@example.org", "(the whole board)");
    assert_eq!(board.len(), 1);
    let text = trial.text(&board[0]);
    for unit in ["PR1IN", "AU1CQ"] {
        assert!(text.contains(unit), "{unit} is missing: {text}");
    }
    assert!(!text.contains("PASSWORD"), "nobody orders from it: {text}");
    let desk = trial.whole(&board[0]);
    assert!(desk.contains("PR1IN") && desk.contains("AU1CQ"), "the desk page has both sides");
    // Neither helpers nor players nor who plays too.
    for address in ["carla@example.org", "benedek@austria.example", "moltke@prussia.example"] {
        assert_eq!(trial.to(address, "(the whole board)").len(), 0, "{address}");
    }
    let paul = trial.to("moltke@prussia.example", "Turn 1 was run");
    assert!(trial.text(&paul[0]).contains("You play in this game"), "{}", trial.text(&paul[0]));
}

/// Half a million bytes, if all of it stood in the body: that has a bound, as text and as a page, and the whole of it goes as files.
#[test]
fn the_whole_board_of_24_seats_is_bounded_in_the_body_and_whole_in_a_file() {
    let mut trial = Trial::without_games("");
    let texts = RULEBOOKS.scenario("1866").unwrap();
    let opening = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap();
    let names = opening.board.with(1).players().into_iter().map(|player| player.name).collect::<Vec<_>>();
    assert_eq!(names.len(), 24);
    let seats = names.iter().map(|name| format!("[[seat]]\nplayer = \"{name}\"\nmachine = true\n"));
    let head = "schedule = \"weekly sunday 20:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n\
                [[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n";
    let seats = toml::from_str(&format!("{head}{}", seats.collect::<String>())).unwrap();
    trial.office.open_game("demo", texts, &seats).unwrap();
    trial.run_turn();
    let board = trial.to("anna@example.org", "(the whole board)");
    let bytes = trial.office.store.mail_bytes(board[0].id).unwrap();
    let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    let (text, page) = (message.body_text(0).unwrap(), message.body_html(0).unwrap());
    assert!(text.len() < 50_000, "{}", text.len());
    assert!(page.len() <= MOST_HTML, "{}", page.len());
    let file = |name: &str| {
        let mut named = message.attachments().filter(|file| file.attachment_name() == Some(name));
        named.next().unwrap_or_else(|| panic!("{name} is missing")).contents().len()
    };
    assert!(file(WHOLE_TEXT) > 200_000, "{}", file(WHOLE_TEXT));
    assert!(file("desk.html") > 0 && file("report.json") > 0);
    let whole = message.attachments().find(|file| file.attachment_name() == Some(WHOLE_TEXT)).unwrap();
    let whole = whole.text_contents().unwrap().replace("\r\n", "\n");
    let begins = text.replace("\r\n", "\n");
    let begins = begins.split("\n\n").next().unwrap();
    assert!(whole.starts_with(begins), "{begins}");
    for name in &names {
        assert!(whole.contains(name.as_str()), "{name} is in none of it");
    }
}

#[test]
fn a_substitute_is_told_the_aim_the_fellows_and_the_position() {
    let mut trial = administered();
    let said = trial.office.typed("demo", "REPLACE Gablenz BY new@example.org").unwrap();
    assert!(said.contains("new@example.org"), "{said}");
    let mails = trial.mails().into_iter().filter(|row| row.to == "new@example.org").collect::<Vec<_>>();
    let text = trial.text(&mails[0]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Turn 1 begins on") && text.contains("- Benedek, Austria"), "{text}");
    assert!(text.contains("You command"), "{text}");
    assert!(!text.contains("@austria.example") && !text.contains("@prussia.example"), "{text}");
    assert_eq!(mails.len(), 2);
    assert!(trial.text(&mails[1]).contains("Gablenz"), "{}", trial.text(&mails[1]));
}

/// A letter from somebody, by number.
fn from(address: &str, number: u32, subject: &str, text: &str) -> Vec<u8> {
    format!(
        "From: Somebody <{address}>\r\nTo: war@example.org\r\nSubject: {subject}\r\nMessage-ID: <{number}@somebody>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    )
    .into_bytes()
}

/// A text with single blanks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_ga_without_the_line_ga_is_answered_until_the_cap_which_says_until_when() {
    let mut trial = administered();
    for number in 1..=35 {
        let verdict = trial.take(&from(
            "anna@example.org",
            number,
            "Re: [demo T1] Position",
            &format!("HOLD number {number}"),
        ));
        assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}");
    }
    let answers = trial.to("anna@example.org", "the line GA is missing");
    assert_eq!(answers.len(), 30, "the cap on errors");
    let first = trial.text(&answers[0]);
    for words in ["GA Anna", "GAME demo", "PASSWORD (your password)", "HOLD number 1"] {
        assert!(flat(&first).contains(words), "{words}: {first}");
    }
    assert!(!first.contains("UNIT") && !first.contains("until"), "{first}");
    let last = flat(&trial.text(&answers[29]));
    assert!(
        last.contains("last answer of its kind") && last.contains("until Tue 02 Jun 2026 02:00:00"),
        "{last}"
    );
    assert!(trial.office.game_named("demo").unwrap().record.hold.is_none());
    let told = trial.to("anna@example.org", "The limit on mails was reached");
    assert_eq!(told.len(), 1, "once");
    // The next day all is as before.
    trial.clock.set(trial.clock.now() + 24 * super::HOUR);
    trial.take(&from("anna@example.org", 40, "hold", "HOLD"));
    assert_eq!(trial.to("anna@example.org", "the line GA is missing").len(), 31);
}

#[test]
fn what_others_use_up_leaves_nobody_registered_without_a_word() {
    let mut trial = Trial::of_seats("error_mails_per_day = 2", &format!("{SEATS}\n{ADMINISTRATORS}"));
    for number in 1..=6 {
        trial.take(&from("benedek@austria.example", number, "x", &format!("MARCH number {number}")));
    }
    let to_benedek = trial.to("benedek@austria.example", "no password");
    assert_eq!(to_benedek.len(), 3, "two, and a last one that says so");
    assert!(flat(&trial.text(&to_benedek[2])).contains("until Tue 02 Jun"), "{}", trial.text(&to_benedek[2]));
    trial.take(&from("anna@example.org", 7, "x", "HOLD"));
    let to_anna = trial.to("anna@example.org", "the line GA is missing");
    assert!(flat(&trial.text(&to_anna[0])).contains("last answer"), "{}", trial.text(&to_anna[0]));
}

#[test]
fn who_asks_to_play_is_told_how_and_shown_to_the_administrators_once() {
    let mut trial = administered();
    for number in 1..=3 {
        trial.take(&from("new@else.example", number, "Your war", &format!("Hello, can I play? ({number})")));
    }
    assert_eq!(trial.to("new@else.example", "SIGN UP").len(), 1);
    for address in ["anna@example.org", "moltke@prussia.example"] {
        let shown = trial.to(address, "asks to play");
        assert_eq!(shown.len(), 1, "{address}");
        assert!(trial.text(&shown[0]).contains("Hello, can I play? (1)"), "{}", trial.text(&shown[0]));
    }
    assert!(trial.to("carla@example.org", "asks to play").is_empty(), "a helper decides nothing");
    let verdict = trial.take(&from("other@else.example", 4, "HELP", "HELP"));
    assert_eq!(verdict, Verdict::Obeyed);
    let help = trial.mails().into_iter().find(|row| row.to == "other@else.example").unwrap();
    let bytes = trial.office.store.mail_bytes(help.id).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("not obeyed"), "{}", trial.text(&help));
}

#[test]
fn the_name_of_whom_gets_a_new_password_is_no_password() {
    let mut trial = administered();
    let said = trial.office.typed("demo", "RESET PASSWORD Moltke").unwrap();
    assert!(said.contains("A new password for Moltke goes to moltke@prussia.example"), "{said}");
    let said = trial.office.typed("demo", "RESET PASSWORD heron-quill-maple").unwrap();
    assert!(!said.contains("heron-quill-maple"), "{said}");
}

#[test]
fn an_opening_and_a_release_are_looked_at_before_they_are_answered() {
    let mut trial = administered();
    let lines = SEATS.lines().filter(|line| !line.starts_with("password") && !line.starts_with('#'));
    let seats = &lines.collect::<Vec<_>>().join("\n");
    let open = |scenario: &str, seats: &str| format!("PREVIEW\nOPEN autumn FROM {scenario}\n{seats}\nEND");
    for (scenario, seats, why) in [
        ("bohemia-1867", seats.as_str(), "the nearest is bohemia-1866"),
        ("demo", "zone = ", "not a seats file"),
        ("demo", &seats.replace("Moltke", "Moltka"), "Moltka"),
        ("demo", &seats.replace("moltke@prussia.example", "moltke at home"), "no mail address"),
    ] {
        let said = flat(&trial.office.typed("demo", &open(scenario, seats)).unwrap());
        assert!(said.contains("NOT DONE") && said.contains(why), "{why}: {said}");
        let said = trial.office.typed("demo", open(scenario, seats).trim_start_matches("PREVIEW\n")).unwrap();
        assert!(flat(&said).contains(why), "{why}: {said}");
    }
    assert!(trial.office.game_named("demo").unwrap().record.administration.tasks.is_empty());
    let said = flat(&trial.office.typed("demo", &open("demo", seats)).unwrap());
    assert!(said.contains("Would be done") && said.contains("Moltke: moltke@prussia.example"), "{said}");
    let said = flat(&trial.office.typed("demo", "RELEASE LETTER 1").unwrap());
    assert!(said.contains("NOT DONE") && said.contains("not in quarantine"), "{said}");
}
