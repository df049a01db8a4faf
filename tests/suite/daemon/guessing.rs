//! A guesser gets no more than so many tries a day, from any number of addresses, and the true player is let in within
//! one letter all the while.

use fieldpost_desk::guesses::{BLIND_A_DAY, FORGIVEN_A_DAY, OPEN_A_DAY};
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_store::{Mail, MailRow};

use super::{HOUR, Trial};

const DAY: i64 = 24 * HOUR;

fn from(address: &str, head: &str, password: &str) -> Vec<u8> {
    let body = format!("PLAYER Moltke\r\nPASSWORD {password}\r\nUNIT PR1IN\r\nMARCH A9-N7\r\nEND\r\n");
    format!("From: {address}\r\nTo: war@example.org\r\n{head}Content-Type: text/plain\r\n\r\n{body}")
        .into_bytes()
}

/// So many wrong guesses, each from another address.
fn guesses(count: u32) -> Vec<Vec<u8>> {
    (0..count).map(|n| from(&format!("guesser{n}@evil{n}.example"), "", &format!("guessnumber{n}"))).collect()
}

/// Forged in the player's own name.
fn forged(count: u32) -> Vec<Vec<u8>> {
    (0..count).map(|n| from("moltke@prussia.example", "", &format!("forgednumber{n}"))).collect()
}

impl Trial {
    /// Has letters come in all at once, as from a mailbox that was long not looked at.
    fn take_all(&mut self, letters: &[Vec<u8>]) -> Vec<Verdict> {
        let batch = letters.iter().map(|letter| self.delivered(letter)).collect();
        self.office.take(batch).unwrap().into_iter().map(|taken| taken.verdict).collect()
    }

    fn counted(&self, what: &str) -> u32 {
        self.office.store.counted(what, self.clock.now().div_euclid(DAY)).unwrap()
    }

    fn to_moltke(&self) -> Vec<MailRow> {
        self.mails().into_iter().filter(|row| row.to == "moltke@prussia.example").collect()
    }
}

const RIGHT: &str = "heron-quill-maple";

/// The first mail that Moltke had, and what answers it.
fn in_reply_to(row: &MailRow, id: u32) -> String {
    format!("Message-ID: <{id}@x>\r\nIn-Reply-To: {}\r\n", row.message_id)
}

/// A letter of Steinmetz's with an own password that is tried at Moltke first, and makes the next guess the own one.
fn changing(n: u32) -> Vec<u8> {
    let password =
        |n: u32| if n == 0 { "lion of nachod".to_owned() } else { format!("candidate number {n}") };
    let body = format!(
        "PASSWORD {}\r\nNEW PASSWORD {}\r\nUNIT PR1IN\r\nMARCH A9-N7\r\nEND\r\nUNIT PR6IN\r\nMARCH B2-N7\r\nEND\r\n",
        password(n),
        password(n + 1)
    );
    format!("From: who@evil{n}.example\r\nTo: war@example.org\r\n\r\n{body}").into_bytes()
}

#[test]
fn who_has_a_password_guesses_no_more_by_changing_it() {
    let mut trial = Trial::new();
    for n in 0..FORGIVEN_A_DAY + OPEN_A_DAY {
        trial.clock.set(trial.clock.now() + 1_000);
        let verdict = trial.take(&changing(n));
        assert!(matches!(verdict, Verdict::Obeyed | Verdict::PartlyObeyed), "{n}: {verdict:?}");
    }
    assert_eq!(trial.counted("forgiven-guess:demo:steinmetz"), FORGIVEN_A_DAY);
    assert_eq!(trial.counted("guess:demo:moltke"), OPEN_A_DAY);
    assert!(matches!(trial.take(&from("guesser@evil.example", "", RIGHT)), Verdict::Held(_)));
}

/// Somebody has seen one mail of ours to the player.
#[test]
fn replies_that_are_forged_shut_out_neither_replies_nor_what_the_server_vouches_for() {
    let mut trial = Trial::new();
    let welcome = trial.to_moltke().remove(0);
    let forged = |n| from("moltke@prussia.example", &in_reply_to(&welcome, n), &format!("forgednumber{n}"));
    trial.take_all(&(0..BLIND_A_DAY + 5).map(forged).collect::<Vec<_>>());
    let head = "Message-ID: <a@x>\r\nAuthentication-Results: mx.example.org; dmarc=pass header.from=prussia.example\r\n";
    assert_eq!(trial.take(&from("moltke@prussia.example", head, RIGHT)), Verdict::Obeyed);
    let plain = from("moltke@prussia.example", "Message-ID: <b@x>\r\n", RIGHT);
    assert_eq!(trial.take(&plain), Verdict::Obeyed, "tries of its own");
    let reply = from("moltke@prussia.example", &in_reply_to(&welcome, 9_000), RIGHT);
    assert!(matches!(trial.take(&reply), Verdict::Held(_)), "it is looked at");
    assert!(trial.text(trial.to_moltke().last().unwrap()).contains("CONFIRM "));
}

/// The flood uses up what errors have of the day; what helps the player leaves all the same, and once.
#[test]
fn a_player_who_is_shut_out_is_told_how_to_get_in_once_a_day_and_past_the_caps() {
    let mut trial = Trial::new();
    trial.take_all(&[forged(BLIND_A_DAY), guesses(5)].concat());
    let told = |trial: &Trial| {
        let is_told = |row: &MailRow| {
            trial.text(row).split_whitespace().collect::<Vec<_>>().join(" ").contains("once more as a reply")
        };
        trial.to_moltke().into_iter().filter(is_told).collect::<Vec<_>>()
    };
    assert_eq!(told(&trial).len(), 1, "for what others sent");
    let plain = from("moltke@prussia.example", "Message-ID: <a@x>\r\n", RIGHT);
    assert!(matches!(trial.take(&plain), Verdict::Refused(_)));
    assert_eq!(told(&trial).len(), 2, "and for a letter of their own");
    let mut trial = trial.restart();
    let plain = from("moltke@prussia.example", "Message-ID: <b@x>\r\n", RIGHT);
    assert!(matches!(trial.take(&plain), Verdict::Refused(_)));
    assert_eq!(told(&trial).len(), 2, "once a day, in a batch and after a restart");
    let reply = from("moltke@prussia.example", &in_reply_to(&told(&trial)[0], 1), RIGHT);
    assert_eq!(trial.take(&reply), Verdict::Obeyed);
}

#[test]
fn a_guesser_gets_no_more_than_so_many_tries_a_day_over_any_number_of_addresses() {
    for (before, opens) in [(OPEN_A_DAY - 1, true), (OPEN_A_DAY, false), (OPEN_A_DAY + 5, false)] {
        let mut trial = Trial::new();
        let mut letters = guesses(before);
        // The last guess is right; all of them in one batch, so that none is filed before the last is judged.
        letters.push(from("guesser@evil.example", "", RIGHT));
        let verdicts = trial.take_all(&letters);
        assert!(verdicts[..before as usize].iter().all(|verdict| matches!(verdict, Verdict::Refused(_))));
        match verdicts.last().unwrap() {
            Verdict::Obeyed => assert!(opens, "guess {} opened", before + 1),
            Verdict::Held(_) => assert!(!opens, "guess {} was held", before + 1),
            other => panic!("{other:?}"),
        }
        let ordered = trial.office.store.order_book(&GameName("demo".into())).unwrap().units.len();
        assert_eq!(ordered, usize::from(opens));
    }
}

#[test]
fn beyond_those_the_guesser_cannot_tell_a_right_password_and_the_next_day_begins_anew() {
    let mut trial = Trial::new();
    trial.take_all(&guesses(OPEN_A_DAY));
    let seen = |trial: &Trial| trial.mails().iter().filter(|row| row.to.contains("evil")).count();
    let before = seen(&trial);
    trial.take(&from("late@evil.example", "", "a-wrong-one"));
    let wrong = seen(&trial) - before;
    assert!(matches!(trial.take(&from("other@evil.example", "", RIGHT)), Verdict::Held(_)));
    assert!(seen(&trial) - before - wrong <= wrong, "a right password is answered to its sender");
    trial.clock.set(trial.clock.now() + DAY);
    assert_eq!(trial.take(&from("moltke@work.example", "", RIGHT)), Verdict::Obeyed);
}

#[test]
fn the_true_player_is_let_in_within_one_letter_however_many_are_forged_in_their_name() {
    let mut trial = Trial::new();
    let welcome = trial.to_moltke().remove(0).message_id;
    let held = trial.take_all(&[forged(OPEN_A_DAY + 5), guesses(OPEN_A_DAY)].concat());
    assert!(held.iter().all(|verdict| matches!(verdict, Verdict::Refused(_))));
    // A reply to any mail of ours is read as ever, and so is a letter that its mail server vouches for.
    let reply = from("moltke@prussia.example", &format!("In-Reply-To: {welcome}\r\n"), RIGHT);
    assert_eq!(trial.take(&reply), Verdict::Obeyed);
    let head = "Message-ID: <1@x>\r\nAuthentication-Results: mx.example.org; dmarc=pass header.from=prussia.example\r\n";
    assert_eq!(trial.take(&from("moltke@prussia.example", head, RIGHT)), Verdict::Obeyed);
    // Nothing at all speaks for this one but the password: one word in reply to our mail, and it counts.
    assert!(matches!(
        trial.take(&from("moltke@prussia.example", "Message-ID: <2@x>\r\n", RIGHT)),
        Verdict::Held(_)
    ));
    let notice = trial.text(trial.to_moltke().last().unwrap());
    let token = notice.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap();
    let confirm = format!("From: moltke@prussia.example\r\nTo: war@example.org\r\n\r\nCONFIRM {token}\r\n");
    assert_eq!(trial.take(confirm.as_bytes()), Verdict::Obeyed);
    let records = trial.office.store.letters(LetterNo(0), 1_000).unwrap();
    assert!(records.iter().all(|record| !matches!(record.verdict, Verdict::Held(_))));
    let words = records.iter().map(|record| record.verdict.words()).collect::<String>();
    assert!(!words.contains("too many"), "{words}");
}

#[test]
fn a_forged_message_id_or_dmarc_of_another_server_vouches_for_nothing() {
    let mut trial = Trial::new();
    let welcome = trial.to_moltke().remove(0).message_id;
    trial.take_all(&forged(OPEN_A_DAY));
    let sealed = welcome.replace("<n.", "<n.1");
    for head in [
        format!("Message-ID: <1@x>\r\nIn-Reply-To: {sealed}\r\n"),
        "Message-ID: <2@x>\r\nAuthentication-Results: mx.evil.example; dmarc=pass header.from=prussia.example\r\n".into(),
        "Message-ID: <3@x>\r\nAuthentication-Results: mx.example.org; spf=pass smtp.mailfrom=a@evil.example\r\n".into(),
    ] {
        let verdict = trial.take(&from("moltke@prussia.example", &head, RIGHT));
        assert!(matches!(verdict, Verdict::Held(_)), "{head}: {verdict:?}");
    }
    let others = trial.mails().into_iter().find(|row| row.player.as_deref() == Some("Benedek")).unwrap();
    let head = format!("In-Reply-To: {}\r\n", others.message_id);
    assert!(matches!(trial.take(&from("moltke@prussia.example", &head, RIGHT)), Verdict::Held(_)));
}

#[test]
fn guesses_are_told_to_the_player_and_the_ga_once() {
    let mut trial = Trial::new();
    trial.take_all(&guesses(OPEN_A_DAY));
    let told = |trial: &Trial| {
        let is_told =
            |row: &&MailRow| row.kind == Mail::Notice && trial.text(row).contains("tries passwords");
        trial.mails().iter().filter(is_told).map(|row| row.to.clone()).collect::<Vec<_>>()
    };
    trial.clock.set(trial.clock.now() + HOUR);
    trial.office.look_after();
    assert_eq!(told(&trial), ["ga@example.org", "moltke@prussia.example"]);
    let mut trial = trial.restart();
    trial.take_all(&forged(3));
    trial.clock.set(trial.clock.now() + HOUR);
    trial.office.look_after();
    assert_eq!(told(&trial).len(), 2, "told once");
    trial.clock.set(trial.clock.now() + DAY);
    trial.office.look_after();
    assert!(
        trial.office.store.troubles().unwrap().iter().all(|trouble| !trouble.key.starts_with("guesses:"))
    );
}

/// Caps hold within a batch too: what is judged counts before it is filed.
#[test]
fn eleven_letters_of_one_stranger_in_a_batch_get_one_answer() {
    let mut trial = Trial::with_limits("stranger_answers_per_day = 1\n");
    let letter = |n: u32| {
        format!("From: who@elsewhere.example\r\nTo: war@example.org\r\nMessage-ID: <{n}@x>\r\n\r\nUNIT PR1IN\r\nMARCH A9-N{n}\r\n")
            .into_bytes()
    };
    let before = trial.mails().len();
    trial.take_all(&(0..11).map(letter).collect::<Vec<_>>());
    assert_eq!(trial.mails().len() - before, 1);
}
