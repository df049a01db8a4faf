//! Every letter is answered; what strangers cause keeps nothing from a player; nobody is made to write to somebody who wrote
//! nothing.

use fieldpost_daemon::config::Limits;
use fieldpost_desk::record::Verdict;
use fieldpost_store::{Mail, MailRow, MailState, Mark};

use super::{MONDAY, Trial, letter};

const MINUTE: i64 = 60_000;

/// A letter of Moltke's with nothing wrong in it.
fn orders(id: &str, unit: &str) -> Vec<u8> {
    let text = format!("PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT {unit}\nDEFEND SKIRMISH\nEND\n");
    letter(&format!("Message-ID: <{id}@x>\r\n"), &text)
}

fn stranger(address: &str, head: &str, id: &str) -> Vec<u8> {
    format!("From: {address}\r\nTo: war@example.org\r\nMessage-ID: <{id}@x>\r\n{head}\r\nHello, is this the war {id}?\r\n")
        .into_bytes()
}

impl Trial {
    fn batch(&mut self, letters: &[Vec<u8>]) -> Vec<Verdict> {
        let batch = letters.iter().map(|letter| self.delivered(letter)).collect();
        self.office.take(batch).unwrap().into_iter().map(|taken| taken.verdict).collect()
    }

    fn receipts(&self) -> Vec<MailRow> {
        self.mails().into_iter().filter(|row| row.kind == Mail::Receipt).collect()
    }

    fn unsent_receipt(&self) -> String {
        let waits = self.receipts().into_iter().filter(|row| row.state == MailState::Queued);
        let [one] = <[MailRow; 1]>::try_from(waits.collect::<Vec<_>>()).unwrap();
        self.text(&one)
    }

    fn sent_to(&self, address: &str) -> usize {
        self.mails().iter().filter(|row| row.to == address).count()
    }
}

#[test]
fn a_receipt_that_takes_the_place_of_others_says_what_became_of_their_letters() {
    let mut trial = Trial::new();
    let verdicts = trial.batch(&[orders("1", "PR1IN"), orders("2", "PR2IN")]);
    assert_eq!(verdicts, [Verdict::Obeyed, Verdict::Obeyed]);
    let text = trial.unsent_receipt();
    assert!(text.contains("these letters of yours too"), "{text}");
    assert!(text.contains("all was filed, for PR1IN"), "{text}");
    assert!(!text.contains("for PR1IN, PR2IN"), "{text}");
    // Nor is one forgotten that comes later, after a restart, or that filed nothing.
    let mut trial = trial.restart();
    trial.clock.set(MONDAY + 5 * MINUTE);
    trial.take(&letter(
        "Message-ID: <3@x>\r\n",
        "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nEND\n",
    ));
    let mut trial = trial.restart();
    trial.take(&orders("4", "PR3IN"));
    let text = trial.unsent_receipt();
    assert_eq!(text.matches("- received ").count(), 3, "{text}");
    let all = ["for PR1IN.", "for PR2IN.", "it contained no orders"];
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.iter().all(|words| text.contains(words)), "{text}");
}

#[test]
fn a_receipt_names_so_many_letters_and_no_more_and_none_is_lost() {
    let mut trial = Trial::new();
    let letters = (0..25).map(|n| orders(&n.to_string(), if n % 2 == 0 { "PR1IN" } else { "PR2IN" }));
    assert_eq!(trial.batch(&letters.collect::<Vec<_>>()).len(), 25);
    let waits = trial.receipts().into_iter().filter(|row| row.state == MailState::Queued).collect::<Vec<_>>();
    let named = waits.iter().map(|row| trial.text(row).matches("- received ").count() + 1).sum::<usize>();
    assert_eq!((named, waits.len()), (25, 2), "one for the first 21, and one for those that follow");
}

/// A letter of Moltke's that asks, and files nothing.
fn asking(id: &str, words: &str) -> Vec<u8> {
    letter(
        &format!("Message-ID: <{id}@x>\r\n"),
        &format!("PLAYER Moltke\nPASSWORD heron-quill-maple\n{words}\n"),
    )
}

/// What is asked for is answered by itself, whatever else is in the same poll or was filed while no mail could leave.
#[test]
fn a_receipt_of_orders_takes_the_place_of_no_answer_to_a_question() {
    let questions = [
        "CHECK\nUNIT PR2IN\nDEFEND DEFEND\nEND",
        "CHECK",
        "TEST\nUNIT PR2IN\nDEFEND DEFEND\nEND",
        "SHOW ORDERS",
        "STATUS",
        "HELP REPORTS",
        "SET REPORTS TEXT",
    ];
    let mut all = vec![orders("first", "PR1IN")];
    all.extend((0..).zip(questions).map(|(number, words)| asking(&format!("q{number}"), words)));
    all.push(orders("last", "PR3IN"));
    for is_apart in [false, true] {
        let mut trial = Trial::new();
        if is_apart {
            all.iter().for_each(|one| drop(trial.take(one)));
            trial = trial.restart();
        } else {
            trial.batch(&all);
        }
        let waits = trial
            .mails()
            .into_iter()
            .filter(|row| row.state == MailState::Queued && matches!(row.kind, Mail::Receipt | Mail::Answer));
        let told = waits.map(|row| trial.text(&row)).collect::<Vec<_>>();
        assert_eq!(told.len(), questions.len() + 1, "apart: {is_apart}: {told:#?}");
        let shared = told.iter().find(|text| text.contains("of yours too")).unwrap();
        assert!(!shared.contains("it contained no orders"), "{shared}");
        assert_eq!(shared.matches("- received ").count(), 1, "{shared}");
        assert!(shared.contains("(Letter 1.)") && shared.contains("It is letter 9"), "{shared}");
        assert_eq!(told.iter().filter(|text| text.contains("Checked, not filed")).count(), 3, "{told:#?}");
    }
}

/// While no mail could leave, a turn was run between two letters, or the game went back: neither is said to hold no order.
#[test]
fn letters_of_different_turns_share_no_receipt() {
    let mut trial = Trial::new();
    trial.take(&orders("1", "PR1IN"));
    trial.run_turn();
    trial.take(&orders("2", "PR2IN"));
    let told = |trial: &Trial| {
        let waits = trial.receipts().into_iter().filter(|row| row.state == MailState::Queued);
        waits.map(|row| trial.text(&row)).collect::<Vec<_>>()
    };
    let both = told(&trial);
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|text| !text.contains("of yours too")), "{both:?}");
    trial.clock.set(trial.clock.now() + MINUTE);
    let asked = trial.office.typed("demo", "ROLLBACK TO TURN 1").unwrap();
    let token = asked.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    trial.office.typed("demo", &format!("CONFIRM {token}")).unwrap();
    trial.office.do_tasks(&[]);
    assert_eq!(trial.office.games[&super::care::demo()].turn(), 1);
    trial.run_turn();
    trial.take(&orders("3", "PR3IN"));
    let all = told(&trial);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|text| !text.contains("it contained no orders")), "{all:?}");
}

/// The warning of a stranger's letter in a player's name is not lost with its receipt.
#[test]
fn a_receipt_that_warns_of_its_letter_goes_out_itself() {
    let mut trial = Trial::new();
    let foreign = String::from_utf8(orders("1", "PR1IN")).unwrap().replace("moltke@prussia", "moltke@cafe");
    trial.batch(&[foreign.into_bytes(), orders("2", "PR2IN")]);
    let texts = trial.mails().into_iter().filter(|row| row.state == MailState::Queued);
    let texts = texts.map(|row| trial.text(&row)).collect::<Vec<_>>();
    assert!(
        texts.iter().any(|text| text.contains("moltke@cafe.example") && text.contains("NEW PASSWORD")),
        "{texts:?}"
    );
}

#[test]
fn a_receipt_that_has_gone_out_is_not_told_again() {
    let mut trial = Trial::new();
    trial.take(&orders("1", "PR1IN"));
    let now = trial.clock.now();
    for row in trial.receipts() {
        trial.office.store.mark(&[Mark::Sent { id: row.id, at_ms: now }]).unwrap();
    }
    trial.take(&orders("2", "PR2IN"));
    assert!(!trial.unsent_receipt().contains("of yours too"));
}

#[test]
fn a_stranger_gets_one_answer_a_day_within_a_batch_too() {
    let mut trial = Trial::with_limits("stranger_answers_per_day = 1\n");
    let letters = (0..11).map(|n| stranger("who@else.example", "", &n.to_string())).collect::<Vec<_>>();
    trial.batch(&letters);
    assert_eq!(trial.sent_to("who@else.example"), 1);
    trial.batch(&[stranger("who@else.example", "", "12")]);
    assert_eq!(trial.sent_to("who@else.example"), 1);
}

#[test]
fn what_strangers_cause_keeps_no_answer_from_a_player() {
    let mut trial = Trial::with_limits("error_mails_per_day = 5\n");
    let strangers = (0..9).map(|n| stranger(&format!("who{n}@else.example"), "", &n.to_string()));
    trial.batch(&strangers.collect::<Vec<_>>());
    let answered = (0..9).map(|n| trial.sent_to(&format!("who{n}@else.example"))).sum::<usize>();
    assert_eq!(answered, 5, "all strangers together");
    let before = trial.sent_to("moltke@prussia.example");
    let wrong =
        letter("Message-ID: <w@x>\r\n", "PLAYER Moltke\nPASSWORD wrong-words-here\nUNIT PR1IN\nEND\n");
    trial.batch(&[wrong, orders("r", "PR1IN")]);
    assert_eq!(trial.sent_to("moltke@prussia.example"), before + 2, "the error and the receipt");
}

#[test]
fn letters_that_are_too_large_are_answered_within_the_cap_on_errors() {
    for address in ["moltke@prussia.example", "ga@example.org"] {
        let mut trial = Trial::new();
        let before = trial.sent_to(address);
        let large = |trial: &mut Trial, n: u32| {
            let mut one =
                trial.delivered(format!("From: {address}\r\nMessage-ID: <{n}@x>\r\n\r\n").as_bytes());
            (one.whole, one.size) = (false, u64::from(Limits::default().letter_bytes) + 1);
            one
        };
        let batch = (0..35).map(|n| large(&mut trial, n)).collect();
        trial.office.take(batch).unwrap();
        assert_eq!(trial.sent_to(address) - before, 30, "{address}");
    }
}

#[test]
fn row_17_a_stranger_is_answered_only_where_the_server_vouches_for_the_address() {
    let mut trial = Trial::new();
    let results = |words: &str| format!("Authentication-Results: mx.example.org; {words}\r\n");
    let silent = [
        ("a@else.example", String::new()),
        ("b@else.example", results("spf=pass smtp.mailfrom=x@evil.example")),
        ("c@else.example", results("dmarc=pass header.from=else.example") + "X-Spam-Flag: YES\r\n"),
    ];
    for (place, (address, head)) in silent.iter().enumerate() {
        trial.take(&stranger(address, head, &place.to_string()));
        assert_eq!(trial.sent_to(address), 0, "{address}");
    }
    trial.take(&stranger("d@else.example", &results("spf=pass smtp.mailfrom=d@else.example"), "d"));
    assert_eq!(trial.sent_to("d@else.example"), 1);
}

/// It is how one becomes somebody, and goes once a day to the address that wrote.
#[test]
fn who_signs_up_is_answered_though_nothing_vouches_for_the_address() {
    let mut trial = Trial::with("authserv_id = \"mx.example.org\"\n", GA);
    let wish = "From: new@else.example\r\nTo: war@example.org\r\nMessage-ID: <1@x>\r\n\r\nGAME demo\r\nSIGN UP FOR Austria\r\n";
    trial.take(wish.as_bytes());
    assert_eq!(trial.sent_to("new@else.example"), 1);
}

const GA: &str = "[[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n";

/// The button in a mail program that says "spam" counts as a mail that came back, and the GA hears of it.
#[test]
fn a_players_complaint_by_the_spam_button_is_noted_and_never_answered() {
    let mut trial = Trial::new();
    trial.take(&orders("1", "PR1IN"));
    let ours = trial.receipts().remove(0).message_id;
    let report = format!(
        "From: feedback@provider.example\r\nTo: war@example.org\r\nMessage-ID: <f@x>\r\nContent-Type: multipart/report; \
         report-type=feedback-report; boundary=b\r\n\r\n--b\r\n\r\nA report.\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\n\
         Feedback-Type: abuse\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {ours}\r\n\r\nhello\r\n--b--\r\n"
    );
    let mails = trial.mails().len();
    assert!(matches!(trial.take(report.as_bytes()), Verdict::Ignored(_)));
    assert_eq!(trial.mails().len(), mails);
    let bounces = trial.office.store.bounces().unwrap();
    assert_eq!((bounces[0].player.as_str(), bounces[0].points), ("Moltke", 3));
    assert!(bounces[0].why.contains("moltke@prussia.example reported it as unwanted (abuse)"), "{bounces:?}");
}
