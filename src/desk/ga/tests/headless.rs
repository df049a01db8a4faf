//! Letters without the line GA from people who are registered as administrators, and what people ask in prose.

use super::*;
use crate::answer::{Answer, To, Weight};
use crate::arrived::Trust;
use crate::record::Verdict;
use crate::trial::Pen;
use crate::trial::judge_among;
use fieldpost_grammar::letter::Account;

/// A letter that begins with a command and names no GA.
fn commands(desk: &mut Desk, from: &str, password: Option<&str>) -> Judgement {
    let mut arrived = desk.arrived(from, 1);
    arrived.first_command = Some("HOLD the mail is down".into());
    arrived.said = "HOLD the mail is down".into();
    let pen = password.map_or_else(Pen::default, |words| Pen::default().password(words));
    desk.judge(&pen, &arrived)
}

fn prose(desk: &mut Desk, from: &str, words: &str) -> Judgement {
    let mut arrived = desk.arrived(from, 1);
    arrived.said = words.into();
    desk.judge(&Pen::default(), &arrived)
}

fn only_answer(judgement: &Judgement) -> &Answer {
    let [answer] = &judgement.answers[..] else { panic!("{judgement:?}") };
    answer
}

#[test]
fn an_administrator_who_forgets_the_line_is_answered_as_one_and_nothing_is_done() {
    let passwords = [None, Some("anna-quill-maple"), Some("something else")];
    for password in passwords {
        let mut desk = Desk::open();
        let judgement = commands(&mut desk, "anna", password);
        let answer = only_answer(&judgement);
        assert_eq!((answer.weight, address(answer)), (Weight::Error, "anna@example.org"), "{password:?}");
        assert!(matches!(&answer.to, To::Player { name, .. } if name == "anna"));
        let words = told(&judgement)[0].2;
        for line in ["    GA anna\n", "    GAME ", "    PASSWORD (your", "    HOLD the mail is down"] {
            assert!(words.contains(line), "{line}: {words}");
        }
        assert!(words.contains("an owner of this game"), "{words}");
        assert!(matches!(judgement.verdict, Verdict::Refused(_)), "{judgement:?}");
        assert!(judgement.changes.is_empty() && judgement.guesses.is_empty(), "{judgement:?}");
        assert!(desk.game.hold.is_none());
    }
}

#[test]
fn a_right_password_from_elsewhere_is_told_at_the_registered_address_and_to_nobody_else() {
    let mut desk = Desk::open();
    let wrong = commands(&mut desk, "who@else.net", Some("bruno-quill"));
    let right = commands(&mut desk, "who@else.net", Some("bruno-quill-maple"));
    let to_sender = |judgement: &Judgement| {
        judgement
            .answers
            .iter()
            .filter(|answer| address(answer) == "who@else.net")
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(to_sender(&right), to_sender(&wrong), "the sender learns nothing");
    assert_eq!(wrong.answers.len(), 1, "{wrong:?}");
    assert_eq!(told(&right)[0].0, "bruno@example.org");
    assert!(told(&right)[0].2.contains("from who@else.net"), "{:?}", told(&right));
    assert!(right.guesses.is_empty() && wrong.guesses.is_empty() && right.changes.is_empty());
}

#[test]
fn a_players_wrong_password_is_no_guess_at_an_administrators() {
    let mut desk = Desk::open();
    let judgement = commands(&mut desk, "clam", Some("perhaps this"));
    assert!(judgement.guesses.iter().all(|guess| guess.account == "clam"), "{:?}", judgement.guesses);
    assert_eq!(judgement.answers.len(), 1);
}

#[test]
fn who_plays_is_a_player_and_whom_the_server_disowns_hears_nothing() {
    let mut desk = Desk::open();
    let judgement = commands(&mut desk, "clam", None);
    assert!(matches!(only_answer(&judgement).body, Body::Refusal(_)), "{judgement:?}");
    let mut arrived = desk.arrived("anna", 1);
    arrived.trust = Trust::Failed;
    assert!(desk.judge(&Pen::default(), &arrived).answers.is_empty());
}

#[test]
fn of_several_games_the_one_is_meant_that_the_sender_administers() {
    let mut desk = Desk::open();
    let mut other = desk.game.clone();
    other.opening.name = crate::record::GameName("other".into());
    desk.game.administration.administrators.retain(|one| one.account.name != "bruno");
    let mut arrived = desk.arrived("bruno", 1);
    arrived.first_command = Some("RESUME".into());
    let letter = fieldpost_grammar::letter::Letter::default();
    let judgement = judge_among(&[&desk.game, &other], &letter, &arrived, &mut desk.memory);
    assert!(told(&judgement)[0].2.contains("    GAME other\n"), "{judgement:?}");
    let mut arrived = desk.arrived("anna", 1);
    arrived.first_command = Some("RESUME".into());
    let judgement = judge_among(&[&desk.game, &other], &letter, &arrived, &mut desk.memory);
    assert_eq!(only_answer(&judgement).weight, Weight::Error, "of both: she is no stranger");
}

#[test]
fn a_strangers_help_is_no_failure_and_who_would_play_is_told_how_and_heard_of() {
    let mut desk = Desk::open();
    let arrived = desk.arrived("new@else.net", 1);
    let judgement = desk.judge(&Pen::default().ask(Account::Help(None)), &arrived);
    assert_eq!((judgement.verdict.clone(), only_answer(&judgement).errors), (Verdict::Obeyed, 0));
    for words in ["Can I play?", "Guten Tag, kann man bei euch noch mitspielen?", "Is there a seat free?"] {
        let judgement = prose(&mut desk, "new@else.net", words);
        let [sender, ga] = &told(&judgement)[..] else { panic!("{words}: {judgement:?}") };
        assert!(sender.0 == "new@else.net" && sender.2.contains("    SIGN UP\n"), "{sender:?}");
        assert!(ga.0 == "the GA" && ga.2.contains(words) && ga.2.contains("new@else.net"), "{ga:?}");
        let weights = judgement.answers.iter().map(|answer| answer.weight).collect::<Vec<_>>();
        assert_eq!(weights, [Weight::Stranger, Weight::Inquiry]);
    }
    let judgement = prose(&mut desk, "new@else.net", "Buy our cheap watches today.");
    assert!(matches!(only_answer(&judgement).body, Body::Refusal(_)), "{judgement:?}");
}

#[test]
fn a_player_who_asks_in_prose_is_shown_the_way_to_the_administrator() {
    let words = "Could you move the deadline? I am away on Sunday.";
    let mut desk = Desk::open();
    let judgement = prose(&mut desk, "clam", words);
    let Body::Refusal(refusal) = &only_answer(&judgement).body else { panic!("{judgement:?}") };
    assert!(refusal.words.contains("PRESS TO GA") && refusal.words.contains("END PRESS"), "{refusal:?}");
    let mut arrived = desk.arrived("clam", 2);
    arrived.said = words.into();
    let judgement = desk.judge(&Pen::of("clam"), &arrived);
    let receipt = crate::trial::told::receipt(&judgement);
    assert!(receipt.done.iter().any(|words| words.contains("PRESS TO GA")), "{receipt:?}");
    let judgement = desk.judge(&Pen::of("clam").ask(Account::Status), &arrived);
    let receipt = crate::trial::told::receipt(&judgement);
    assert!(!receipt.done.iter().any(|words| words.contains("PRESS TO GA")), "{receipt:?}");
}
