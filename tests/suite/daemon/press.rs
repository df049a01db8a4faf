//! Press through the whole post office: from the MIME of one player's letter to the mail of another's.

use fieldpost_store::Mark;
use fieldpost_store::sled::rebuild;

use super::*;

const WORDS: &str = "PRESS TO Benedek, Steinmetz\nYour bridge at A9-N8 is mine.\n\n<b>UNIT PR1IN</b>\nMARCH A9-N8 # never\n\
                     END PRESS\n";

fn with_rule(rule: &str) -> Trial {
    Trial::with("authserv_id = \"mx.example.org\"\n", &format!("[press]\n{rule}\n"))
}

/// Moltke's letter with some lines below the password.
fn of_moltke(id: u32, lines: &str) -> Vec<u8> {
    let head = format!("Message-ID: <{id}@x>\r\nDate: Mon, 1 Jun 2026 10:00:07 +0200\r\n");
    letter(&head, &format!("PLAYER Moltke\nPASSWORD heron-quill-maple\n{lines}"))
}

/// Without the breaks of lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Trial {
    fn press(&self) -> Vec<MailRow> {
        self.mails().into_iter().filter(|row| row.kind == Mail::Press).collect()
    }

    fn raw(&self, row: &MailRow) -> String {
        String::from_utf8(self.office.store.mail_bytes(row.id).unwrap()).unwrap()
    }

    fn html(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        message.body_html(0).unwrap().into_owned()
    }
}

#[test]
fn a_press_becomes_a_mail_to_each_whom_it_names_in_one_write_with_the_receipt() {
    let mut trial = Trial::new();
    assert_eq!(trial.take(&of_moltke(1, WORDS)), Verdict::Obeyed);
    let press = trial.press();
    let to = press.iter().map(|row| (row.to.as_str(), row.player.as_deref().unwrap())).collect::<Vec<_>>();
    assert_eq!(to, [("benedek@austria.example", "Benedek"), ("steinmetz@prussia.example", "Steinmetz")]);
    let text = trial.text(&press[0]).replace("\r\n", "\n");
    let by = "Moltke (Prussia: War Minister, Treasury Minister and Governor of Silesia) writes to Benedek and Steinmetz:";
    assert!(text.starts_with("[demo T1] Press from Moltke\n") && flat(&text).contains(by), "{text}");
    let words =
        "\n\n  | Your bridge at A9-N8 is mine.\n  |\n  | <b>UNIT PR1IN</b>\n  | MARCH A9-N8 # never\n\n";
    assert!(
        text.contains(words) && text.contains("\n  | PRESS TO Moltke\n  | your words\n  | END PRESS\n"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    assert!(trial.html(&press[0]).contains("&lt;b&gt;UNIT PR1IN&lt;/b&gt;<br>"), "{}", trial.html(&press[0]));
    let raw = trial.raw(&press[0]);
    assert!(raw.contains("Reply-To: war+g.demo@example.org\r\n") && !raw.contains("moltke@prussia"), "{raw}");
    let receipt = flat(&trial.last_text());
    assert!(
        receipt.contains("Your press is filed for 2 players, to go out at once: Benedek and Steinmetz. It "),
        "{receipt}"
    );
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    assert!(book.units.is_empty(), "nothing in it is an order");
    let kept = trial.office.store.presses(&GameName("demo".into()), 1).unwrap();
    assert_eq!((kept.len(), kept[0].from.as_str(), kept[0].letter.0), (1, "Moltke", 1));
}

#[test]
fn the_words_are_those_of_the_writer_whatever_the_letter_is_encoded_in() {
    let mut trial = Trial::new();
    let words = "Lieber „Herr“ Général –\n\n\n   ½ Brigade … nach Königgrätz!\n\ttab";
    trial.take(&of_moltke(1, &format!("PRESS TO Benedek\n{words}\nEND PRESS\n")));
    let kept = trial.office.store.presses(&GameName("demo".into()), 1).unwrap();
    assert_eq!(kept[0].text, words);
    let text = trial.text(&trial.press()[0]).replace("\r\n", "\n");
    assert!(
        text.contains(
            "  | Lieber „Herr“ Général –\n  |\n  |\n  |    ½ Brigade … nach Königgrätz!\n  |     tab\n"
        ),
        "{text}"
    );
    // The same in base64 and in HTML.
    let lines = format!("PLAYER Moltke\nPASSWORD heron-quill-maple\nPRESS TO Benedek\n{words}\nEND PRESS\n");
    let page = format!("<html><body>{}</body></html>", lines.replace('\n', "<br>\n"));
    let head = "From: moltke@prussia.example\r\nTo: war@example.org\r\nMessage-ID: <2@x>\r\n\
                Content-Type: text/html; charset=utf-8\r\n\r\n";
    trial.take(format!("{head}{page}").as_bytes());
    let kept = trial.office.store.presses(&GameName("demo".into()), 1).unwrap();
    assert!(kept[1].text.starts_with("Lieber „Herr“ Général –\n"), "{:?}", kept[1].text);
    assert!(kept[1].text.contains("½ Brigade … nach Königgrätz!"), "{:?}", kept[1].text);
}

#[test]
fn whoever_answers_a_press_with_its_words_below_orders_nothing_by_them() {
    let mut trial = Trial::new();
    trial.take(&of_moltke(
        1,
        &WORDS.replace("A9-N8 # never", "A9-N7").replace("<b>UNIT PR1IN</b>", "UNIT PR6IN"),
    ));
    let row = trial.press()[1].clone();
    let (text, html) = (trial.text(&row), trial.html(&row));
    let head = "From: steinmetz@prussia.example\r\nTo: war@example.org\r\nSubject: Re: press\r\n";
    let own = "PLAYER Steinmetz\nPASSWORD lion of nachod\nPRESS TO Moltke\nAgreed.\nEND PRESS\n";
    let plain =
        format!("{head}Message-ID: <a@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{own}\n{text}");
    let own = own.replace('\n', "<br>");
    let page = html.replacen("<body", &format!("<div>{own}</div><body"), 1);
    let page = format!("{head}Message-ID: <b@x>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}");
    for answer in [plain, page] {
        trial.take(answer.as_bytes());
        let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
        assert!(book.units.is_empty(), "{:?}", book.units);
    }
    let answers =
        trial.press().into_iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    assert_eq!(answers.len(), 2);
    assert!(trial.text(&answers[0]).contains("Press from Steinmetz"));
}

#[test]
fn a_copy_of_a_letter_sends_its_press_once_and_only_its_receipt_again() {
    let mut trial = Trial::new();
    let bytes = of_moltke(1, WORDS);
    trial.take(&bytes);
    for row in trial.mails() {
        let marks = [Mark::Sending { id: row.id }, Mark::Sent { id: row.id, at_ms: MONDAY }];
        trial.office.store.mark(&marks).unwrap();
    }
    let mut trial = trial.restart();
    assert!(matches!(trial.take(&bytes), Verdict::Ignored(_)));
    assert_eq!(trial.press().len(), 2);
    let again = trial.mails().into_iter().filter(|row| row.resent).collect::<Vec<_>>();
    assert!(again.len() == 1 && again[0].to == "moltke@prussia.example", "{again:?}");
}

#[test]
fn press_at_the_deadline_goes_out_with_the_reports_and_survives_a_restart() {
    let mut trial = with_rule("delivery = \"at-deadline\"");
    trial.take(&of_moltke(1, &format!("{WORDS}PRESS TO GA\nWhen is the deadline?\nEND PRESS\n")));
    let receipt = flat(&trial.last_text());
    assert!(receipt.contains("with the reports of turn 1: Benedek and Steinmetz."), "{receipt}");
    let at_once = trial.press();
    assert!(at_once.len() == 1 && at_once[0].to == "ga@example.org", "{at_once:?}");
    let mut trial = trial.restart();
    let before = trial.mails().len() as u64;
    trial.run_turn();
    let press = trial.press().split_off(1);
    assert_eq!(
        press.iter().map(|row| row.to.as_str()).collect::<Vec<_>>(),
        ["benedek@austria.example", "steinmetz@prussia.example"]
    );
    assert!(
        flat(&trial.text(&press[0])).contains("and kept until the turn was run."),
        "{}",
        trial.text(&press[0])
    );
    let reports = trial.mails().into_iter().filter(|row| row.id.0 > before && row.kind == Mail::Report);
    let created = press[0].created_ms;
    assert!(reports.clone().count() > 0 && reports.clone().all(|row| row.created_ms == created), "one write");
    let record = trial.office.store.turn(&GameName("demo".into()), 1).unwrap().unwrap();
    let listed = record.reports.values().flatten().collect::<Vec<_>>();
    assert!(press.iter().all(|row| !listed.contains(&&row.id)), "press is no report to be sent again");
    trial.run_turn();
    assert_eq!(trial.press().len(), 3, "once");
    assert_eq!(trial.office.store.presses(&GameName("demo".into()), 1).unwrap().len(), 2, "and kept");
}

#[test]
fn an_anonymous_press_tells_neither_by_header_nor_by_time_who_wrote_it() {
    let mut trial = with_rule("anonymous = true");
    trial.take(&of_moltke(1, "PRESS TO Benedek ANONYMOUSLY\nBeware of Gablenz.\nEND PRESS\n"));
    let row = trial.press().remove(0);
    let (raw, text) = (trial.raw(&row), trial.text(&row));
    let lower = raw.to_lowercase();
    for tell in ["moltke", "prussia", "<1@x>", "references:", "in-reply-to:", "10:00:0", "08:00:0"] {
        assert!(!lower.contains(tell), "{tell}: {raw}");
    }
    assert!(raw.contains("Date: Mon, 01 Jun 2026 08:15:00 +0000"), "{raw}");
    assert!(row.envelope_from == "war@example.org" && row.next_try_ms == MONDAY + HOUR / 4, "{row:?}");
    assert!(trial.office.store.due(MONDAY + HOUR / 4 - 1, 99).unwrap().iter().all(|due| due.id != row.id));
    assert!(trial.office.store.due(MONDAY + HOUR / 4, 99).unwrap().iter().any(|due| due.id == row.id));
    assert!(
        text.contains("A player who does not give a name writes:") && !text.contains("Received"),
        "{text}"
    );
    let others =
        trial.mails().into_iter().filter(|mail| mail.to != "moltke@prussia.example" && mail.id.0 > row.id.0);
    assert_eq!(others.count(), 0, "nobody else has word of it");
    let kept = trial.office.store.presses(&GameName("demo".into()), 1).unwrap();
    assert!(kept[0].anonymous && kept[0].from == "Moltke", "the record knows");
}

#[test]
fn numbers_and_mutes_outlive_turns_restarts_and_a_rebuild() {
    let limits = "authserv_id = \"mx.example.org\"\npresses_per_day = 2\npress_characters = 30\n";
    let mut trial = Trial::with(limits, "");
    let short = "PRESS TO Benedek\nOne.\nEND PRESS\n";
    trial.take(&of_moltke(1, short));
    let long = short.replace("One.", &"x".repeat(31));
    trial.take(&of_moltke(2, &long));
    assert!(trial.last_text().contains("may have 30 characters"), "{}", trial.last_text());
    trial.run_turn();
    let mut trial = trial.restart();
    trial.take(&of_moltke(3, short));
    trial.take(&letter("", "PLAYER Benedek\nPASSWORD correct horse battery\nMUTE Steinmetz\n"));
    let Trial { folder, clock, office, uid } = trial;
    let config = office.config.clone();
    drop(office);
    rebuild(&config.office.store).unwrap();
    let mut trial = Trial { office: open(config, &clock), folder, clock, uid };
    assert!(matches!(trial.take(&of_moltke(4, short)), Verdict::Refused(_)));
    let words = flat(&trial.last_text());
    assert!(words.contains("2 presses within 24 hours"), "{words}");
    let lines = "PLAYER Steinmetz\nPASSWORD lion of nachod\nPRESS TO Benedek, Moltke\nOne.\nEND PRESS\n";
    assert_eq!(trial.take(&letter("", lines)), Verdict::Obeyed);
    let words = flat(&trial.last_text());
    assert!(
        words.contains("filed for Moltke, to go out at once. Not for Benedek, who takes no press from"),
        "{words}"
    );
    trial.clock.set(trial.clock.now() + 24 * HOUR);
    assert_eq!(trial.take(&of_moltke(5, short)), Verdict::Obeyed);
    assert_eq!(trial.press().len(), 4);
}

#[test]
fn a_password_in_a_press_is_neither_sent_nor_kept() {
    let mut trial = Trial::new();
    trial.take(&of_moltke(1, "PRESS TO Benedek\nUse mine, it is heron-quill-maple.\nEND PRESS\n"));
    trial.take(&letter("Message-ID: <2@x>\r\n", "PRESS TO Benedek\nPASSWORD heron-quill-maple\nhello\n"));
    assert!(trial.press().is_empty());
    let receipt = trial.mails().iter().rev().map(|row| flat(&trial.text(row))).take(2).collect::<String>();
    assert!(
        receipt.contains("your password stands in it") && receipt.contains("END PRESS where it ends"),
        "{receipt}"
    );
    for number in 1..=2 {
        let kept = trial.office.store.letter_bytes(fieldpost_desk::record::LetterNo(number)).unwrap();
        assert!(!String::from_utf8_lossy(&kept).contains("quill"), "letter {number}");
    }
    assert!(!receipt.contains("quill"));
}

#[test]
fn a_seats_file_with_a_rule_that_is_none_is_refused() {
    for (rule, wrong) in [("delivery = \"soon\"", "soon"), ("anonimous = true", "anonimous")] {
        let error = toml::from_str::<Seats>(&format!("{SEATS}\n[press]\n{rule}\n")).unwrap_err();
        assert!(error.to_string().contains(wrong), "{error}");
    }
    let mut trial = with_rule("delivery = \"none\"");
    assert!(matches!(trial.take(&of_moltke(1, WORDS)), Verdict::Refused(_)));
    assert!(trial.press().is_empty());
}
