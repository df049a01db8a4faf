//! Which letter is a copy of an earlier one: the same mail twice, whenever; not the same words in a new mail.

use fieldpost_desk::record::{LetterNo, Verdict};

use super::{HOUR, MONDAY, ORDERS, Trial, letter};

fn is_copy(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Ignored(why) if why.starts_with("a copy of letter"))
}

impl Trial {
    fn next_turn(&mut self) {
        self.clock.set(self.clock.now() + HOUR);
        self.run_turn();
        self.clock.set(self.clock.now() + HOUR);
    }
}

#[test]
fn the_same_mail_is_a_copy_in_a_later_turn_too() {
    let mut trial = Trial::new();
    for head in ["Message-ID: <1@x>\r\n", "Date: Mon, 1 Jun 2026 08:00:00 +0000\r\n"] {
        assert_eq!(trial.take(&letter(head, ORDERS)), Verdict::Obeyed, "{head}");
        trial.next_turn();
        assert!(is_copy(&trial.take(&letter(head, ORDERS))), "{head}");
    }
    assert!(trial.office.games.values().all(|hosted| hosted.record.book.units.is_empty()));
}

#[test]
fn the_same_words_in_a_new_mail_are_a_new_letter_in_another_turn() {
    let mut trial = Trial::new();
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    trial.next_turn();
    assert_eq!(trial.take(&letter("Message-ID: <2@x>\r\n", ORDERS)), Verdict::Obeyed);
}

#[test]
fn a_letter_without_message_id_and_date_is_a_copy_within_its_turn_and_new_in_the_next() {
    let mut trial = Trial::new();
    let bytes = letter("", ORDERS);
    for turn in 1..=3 {
        assert_eq!(trial.take(&bytes), Verdict::Obeyed, "turn {turn}");
        assert!(is_copy(&trial.take(&bytes)), "turn {turn}");
        let batch = vec![trial.delivered(&bytes), trial.delivered(&bytes)];
        let taken = trial.office.take(batch).unwrap();
        assert!(taken.iter().all(|taken| is_copy(&taken.verdict)), "turn {turn}: {taken:?}");
        trial = trial.restart();
        assert!(is_copy(&trial.take(&bytes)), "turn {turn}, after a restart");
        trial.next_turn();
    }
    // Two of a new turn in one batch: the first is new.
    let batch = vec![trial.delivered(&bytes), trial.delivered(&bytes)];
    let taken = trial.office.take(batch).unwrap();
    assert_eq!(taken[0].verdict, Verdict::Obeyed);
    assert!(is_copy(&taken[1].verdict), "{taken:?}");
    // A mailbox that shows all it holds once more shows the first of them with its own time.
    let mut old = trial.delivered(&bytes);
    old.received_ms = MONDAY + 1_000;
    assert!(is_copy(&trial.office.take(vec![old]).unwrap()[0].verdict));
}

/// The wrong password stood in the Subject, and the right one stands there in the same mail sent again.
#[test]
fn the_subject_tells_a_letter_from_a_copy() {
    let mail = |password: &str| {
        format!(
            "From: Helmuth <moltke@prussia.example>\r\nTo: war@example.org\r\nSubject: PASSWORD {password}\r\n\
             Message-ID: <x31017643@prussia.example>\r\nDate: Mon, 1 Jun 2026 12:00:00 +0100\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nUNIT PR1IN\r\nMARCH A9-N7\r\nEND\r\n"
        )
        .into_bytes()
    };
    let mut trial = Trial::new();
    assert!(matches!(trial.take(&mail("wrong wrong wrong")), Verdict::Refused(_)));
    assert_eq!(trial.take(&mail("heron quill maple")), Verdict::Obeyed);
    assert!(is_copy(&trial.take(&mail("heron quill maple"))));
}

/// Files of a Maildir that bear the same time, as a copying program leaves them.
#[test]
fn letters_of_the_same_time_are_taken_in_the_order_of_their_names() {
    let mut trial = Trial::new();
    let mut batch = Vec::new();
    for (place, name) in ["c", "a", "d", "b"].into_iter().enumerate() {
        let text = ORDERS.replace("MARCH A9-N7", ["DEFEND DEFEND", "DEFEND SKIRMISH"][place % 2]);
        let mut one = trial.delivered(&letter(&format!("Message-ID: <{name}@x>\r\n"), &text));
        one.place.folder = name.into();
        one.place.uidvalidity = 0;
        // As a Maildir numbers them: the lower half tells names apart, and nothing more.
        one.place.uid = [7, 9, 3, 5][place];
        batch.push(one);
    }
    trial.office.take(batch).unwrap();
    let letters = trial.office.store.letters(LetterNo(0), 9).unwrap();
    let names = letters.iter().map(|letter| letter.place.folder.as_str()).collect::<Vec<_>>();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let book = &trial.office.games[&super::care::demo()].record.book;
    let unit = "PR1IN".parse().unwrap();
    let stands = fieldpost_desk::book::in_force(book, &unit).unwrap();
    assert_eq!(stands.letter, letters[3].number, "the last by name stands");
}
