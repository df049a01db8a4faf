//! Who may write to whom, how much, and that an anonymous press is one.

use crate::answer::{Answer, Body, PressNotice, To};
use crate::press::how_it_reads;
use crate::press::{notices_at_the_deadline, waiting};
use crate::record::press::{Delivery, PressLimits, PressRule};
use crate::record::{Change, Verdict};
use crate::trial::told::receipt;
use crate::trial::{Desk, Pen};
use crate::verdict::Judgement;
use fieldpost_grammar::letter::{Account, Lexicon, Sender};
use fieldpost_grammar::read_letter;
use fieldpost_toy::LANGUAGE;

/// A letter with a player's password above some lines, as the grammar reads it.
fn written(player: &str, lines: &str) -> Pen {
    let desk = Desk::open();
    let players = desk.game.roll().players.iter().map(|player| player.name.clone()).collect();
    let lexicon = Lexicon { players, ..Lexicon::of(&LANGUAGE) };
    let text = format!("PLAYER {player}\nPASSWORD {player}-quill-maple\n{lines}");
    Pen::with(read_letter(&text, &lexicon))
}

fn send(desk: &mut Desk, player: &str, minutes: i64, lines: &str) -> Judgement {
    let arrived = desk.arrived(player, minutes);
    desk.judge(&written(player, lines), &arrived)
}

/// A press of one line.
fn press(desk: &mut Desk, player: &str, to: &str) -> Judgement {
    send(desk, player, 1, &format!("PRESS TO {to}\nHold Gitschin.\nEND PRESS"))
}

fn mails(judgement: &Judgement) -> Vec<(&str, &PressNotice)> {
    let of = |answer: &Answer| matches!(answer.body, Body::Press(_));
    judgement
        .answers
        .iter()
        .filter(|answer| of(answer))
        .map(|answer| match (&answer.to, &answer.body) {
            (To::Player { name, address }, Body::Press(press)) => {
                assert_eq!(*address, format!("{name}@example.org"));
                assert_eq!(press.player.as_ref(), Some(name));
                (name.as_str(), &**press)
            }
            (To::Ga, Body::Press(press)) => ("the GA", &**press),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn names(judgement: &Judgement) -> Vec<&str> {
    mails(judgement).into_iter().map(|(name, _)| name).collect()
}

/// What the receipt says was done, or why not.
/// What the receipt says, but for how a press begins.
fn said(judgement: &Judgement) -> String {
    let receipt = receipt(judgement);
    let why = receipt.complaints.iter().map(|complaint| complaint.why.clone());
    let way = |done: &String| done.split_once(" It ").map_or(done.clone(), |(way, _)| way.to_owned());
    receipt.done.iter().map(way).chain(why).collect::<Vec<_>>().join(" | ")
}

fn with_rule(delivery: Delivery, anonymous: bool) -> Desk {
    let mut desk = Desk::open();
    desk.game.settings.press = PressRule { delivery, anonymous };
    desk
}

#[test]
fn a_press_goes_to_those_it_names_and_to_nobody_else() {
    for (to, who) in [
        ("clam", vec!["clam"]),
        ("clam, gablenz AND moltke", vec!["clam", "gablenz", "moltke"]),
        ("AUSTRIA", vec!["gyulai", "clam", "gablenz", "albert"]),
        ("Saxony", vec!["gyulai", "clam", "gablenz", "albert"]),
        ("PRUSSIA, clam", vec!["moltke", "clam"]),
        ("ALL", vec!["gyulai", "clam", "gablenz", "moltke", "albert"]),
        ("Banker", vec!["gyulai", "albert"]),
        ("Banker of Prussia", vec!["moltke"]),
        ("GA", vec!["the GA"]),
        ("moltke, the GA", vec!["moltke", "the GA"]),
    ] {
        let mut desk = Desk::open();
        let judgement = press(&mut desk, "benedek", to);
        assert_eq!(judgement.verdict, Verdict::Obeyed, "{to}: {}", said(&judgement));
        assert_eq!(names(&judgement), who, "{to}");
    }
}

#[test]
fn a_press_to_nobody_is_not_sent_and_the_answer_says_why() {
    for (to, why) in [
        ("gablens", "There is no player \"gablens\" in this game"),
        ("benedek", "it would go to nobody but yourself"),
        ("South", "nobody plays South in this game"),
        ("Banker of South, clam", "nobody in this game is Banker of South"),
        ("clam ANONYMOUSLY", "in this game press is signed"),
    ] {
        let mut desk = Desk::open();
        let judgement = press(&mut desk, "benedek", to);
        assert!(matches!(judgement.verdict, Verdict::Refused(_)), "{to}");
        assert!(said(&judgement).contains(why), "{to}: {}", said(&judgement));
        assert!(names(&judgement).is_empty() && judgement.changes.is_empty(), "{to}");
    }
}

#[test]
fn the_receipt_tells_how_a_press_begins_and_how_long_it_is() {
    assert_eq!(how_it_reads("\nHold.\n"), "It says: \"Hold.\"");
    assert_eq!(how_it_reads("Hold.\nI come.\n"), "It begins: \"Hold. ...\", and has 1 line more.");
    let long = "é".repeat(51);
    assert_eq!(how_it_reads(&long), format!("It begins: \"{} ...\"", "é".repeat(50)));
    let mut desk = Desk::open();
    let judgement = press(&mut desk, "benedek", "clam");
    assert!(receipt(&judgement).done[0].contains(" It "), "{judgement:?}");
}

#[test]
fn the_receipt_tells_to_how_many_it_goes_and_when() {
    let mut desk = Desk::open();
    assert_eq!(
        said(&press(&mut desk, "benedek", "clam")),
        "Your press is filed for clam, to go out at once."
    );
    let words = "Your press is filed for the GA, to go out at once, and for 2 players, to go out at once: clam and gablenz.";
    assert_eq!(said(&press(&mut desk, "benedek", "clam, gablenz, GA")), words);
    let mut desk = with_rule(Delivery::AtDeadline, true);
    let words = "Your press is filed for 2 players, to go out with the reports of turn 3: clam and gablenz, without your name.";
    assert_eq!(said(&press(&mut desk, "benedek", "clam, gablenz ANONYMOUSLY")), words);
}

#[test]
fn words_that_look_like_orders_are_passed_on_and_not_obeyed_and_orders_beside_them_are() {
    let mut desk = Desk::open();
    let words =
        "Please order this:\n\nCHEST AU4IN\nBID 33 # here\nEND\n- NEW PASSWORD of mine\nPLAYER moltke";
    let lines =
        format!("CHEST AU3IN\nBID 11\nPRESS TO clam\n{words}\nEND PRESS\nCHEST AU5LC\nBID 22\nEND\nSTATUS");
    let judgement = send(&mut desk, "benedek", 1, &lines);
    let [(_, press)] = mails(&judgement)[..] else { panic!("{:?}", judgement.answers) };
    assert_eq!(press.lines.join("\n"), words);
    assert_eq!(desk.stands("AU3IN").unwrap().1, "BID 11");
    assert_eq!((desk.stands("AU4IN"), desk.stands("AU5LC")), (None, None), "AU5LC is gablenz's");
    assert!(receipt(&judgement).status.is_some());
    assert_eq!(judgement.known.new_password, None);
}

#[test]
fn a_press_that_nothing_ends_is_not_sent_and_nothing_below_it_is_obeyed() {
    let mut desk = Desk::open();
    let judgement = send(&mut desk, "benedek", 1, "PRESS TO clam\nWe march.\nCHEST AU3IN\nBID 11");
    assert!(matches!(judgement.verdict, Verdict::Refused(_)) && judgement.changes.is_empty());
    let words = said(&judgement);
    assert!(
        words.contains("has no END PRESS") && words.contains("the 2 lines in it that look like orders"),
        "{words}"
    );
    let pen = Pen::with(read_letter("PRESS TO clam\nPASSWORD a b c", &Default::default()));
    let arrived = desk.arrived("benedek", 2);
    let judgement = desk.judge(&pen, &arrived);
    let Body::Refusal(refusal) = &judgement.answers[0].body else { panic!("{:?}", judgement.answers) };
    assert!(refusal.words.contains("no password above its PRESS TO"), "{}", refusal.words);
}

#[test]
fn the_press_of_a_day_has_its_number_and_each_its_length_on_both_sides() {
    let mut desk = Desk::open();
    let limits = PressLimits { per_day: 2, characters: 5 };
    let mut send = |minutes: i64, words: &str| {
        let mut arrived = desk.arrived("benedek", minutes);
        arrived.press_limits = limits;
        let lines = format!("PRESS TO clam\n{words}\nEND PRESS");
        said(&desk.judge(&written("benedek", &lines), &arrived))
    };
    assert!(send(0, "Grüße").contains("filed for clam"));
    let words = send(0, "Grüßen");
    assert!(words.contains("may have 5 characters, and this one has 6"), "{words}");
    assert!(send(10, "two").contains("filed for clam"));
    let words = send(20, "three");
    assert!(
        words.contains("2 presses within 24 hours") && words.contains("Mon 06 Jul 2026 20:00:00"),
        "{words}"
    );
    assert!(send(24 * 60 - 1, "four").contains("within 24 hours"));
    assert!(send(24 * 60, "five").contains("filed for clam"));
    let words = send(24 * 60 + 1, "six");
    assert!(words.contains("within 24 hours"), "{words}");
    assert!(send(24 * 60 + 10, "seven").contains("filed for clam"));
}

#[test]
fn several_press_of_one_letter_count_each() {
    let mut desk = Desk::open();
    let eleven = "PRESS TO clam\nword\nEND PRESS\n".repeat(11);
    let judgement = send(&mut desk, "benedek", 1, &eleven);
    assert_eq!((mails(&judgement).len(), judgement.verdict.clone()), (10, Verdict::PartlyObeyed));
    assert!(said(&judgement).contains("you may send 10 presses"));
    assert!(said(&press(&mut desk, "gablenz", "clam")).contains("filed for clam"), "others have their own");
}

#[test]
fn an_empty_press_is_not_sent() {
    let mut desk = Desk::open();
    let judgement = send(&mut desk, "benedek", 1, "PRESS TO clam\n\n  \nEND PRESS");
    assert!(said(&judgement).contains("no words stand between"), "{}", said(&judgement));
}

#[test]
fn a_press_with_a_password_in_it_is_not_sent() {
    for lines in [
        "PRESS TO clam\nMy password is benedek-quill-maple, use it.\nEND PRESS",
        "PRESS TO clam\nBENEDEK quill\nmaple\nEND PRESS",
        "NEW PASSWORD staple battery horse\nPRESS TO clam\nI took \"staple-battery-horse\".\nEND PRESS",
    ] {
        let mut desk = Desk::open();
        let judgement = send(&mut desk, "benedek", 1, lines);
        assert!(said(&judgement).contains("your password stands in it"), "{lines}: {}", said(&judgement));
        assert!(names(&judgement).is_empty(), "{lines}");
        assert!(!judgement.changes.iter().any(|change| matches!(change, Change::Press { .. })), "{lines}");
        let told = format!("{:?}", judgement.answers).to_lowercase();
        assert!(!told.contains("quill") && !told.contains("staple"), "{told}");
    }
    let mut desk = Desk::open();
    let judgement = send(&mut desk, "benedek", 1, "PRESS TO clam\nThe maples of quillon.\nEND PRESS");
    assert_eq!(names(&judgement), ["clam"], "not every word of it is one");
    let mut arrived = desk.arrived("benedek", 2);
    arrived.known = Some(crate::arrived::Known { player: Some("benedek".into()), ..Default::default() });
    let lines = "PLAYER benedek\nPRESS TO clam\nPASSWORD swordfish\nEND PRESS";
    let pen = Pen::with(read_letter(lines, &Default::default()));
    let judgement = desk.judge(&pen, &arrived);
    assert!(said(&judgement).contains("your password stands in it"), "whoever proved it otherwise");
}

#[test]
fn what_is_mailed_of_an_anonymous_press_is_the_same_whoever_wrote_it() {
    let mailed = |from: &str, minutes: i64| {
        let mut desk = with_rule(Delivery::AtOnce, true);
        let words = "PRESS TO ALL, clam ANONYMOUSLY\nThe bridge is down.\nEND PRESS";
        let judgement = send(&mut desk, from, minutes, words);
        judgement
            .answers
            .into_iter()
            .filter(|answer| matches!(answer.body, Body::Press(_)))
            .collect::<Vec<_>>()
    };
    let first = mailed("benedek", 1);
    assert_eq!(first.len(), 6, "the writer has a copy as all others do");
    for (from, minutes) in [("moltke", 77), ("clam", 3), ("albert", 0)] {
        assert_eq!(mailed(from, minutes), first, "{from}");
    }
    assert!(!serde_json::to_string(&first[0]).unwrap().contains("benedek"), "{:?}", first[0]);
}

#[test]
fn whom_a_player_mutes_sends_none_and_is_told_so() {
    let mut desk = with_rule(Delivery::AtOnce, true);
    let mute = |desk: &mut Desk, what: Account| said(&desk.send("clam", 1, |pen| pen.ask(what)));
    let benedek = || Sender::Player("benedek".into());
    assert_eq!(mute(&mut desk, Account::Mute(benedek())), "You take no press from: benedek.");
    assert_eq!(mute(&mut desk, Account::Mute(Sender::Player("clam".into()))), "that is yourself");
    let words = said(&press(&mut desk, "benedek", "clam"));
    assert_eq!(words, "it would go to nobody: not to clam, who takes no press from you");
    let judgement = press(&mut desk, "benedek", "clam, gablenz");
    assert_eq!(names(&judgement), ["gablenz"]);
    let words =
        "Your press is filed for gablenz, to go out at once. Not for clam, who takes no press from you.";
    assert_eq!(said(&judgement), words);
    assert_eq!(names(&press(&mut desk, "gablenz", "clam")), ["clam"], "only the one who is muted");
    // Who mutes one name after the other must not find out by it whose an anonymous press is.
    assert_eq!(names(&press(&mut desk, "benedek", "clam ANONYMOUSLY")), ["clam"]);
    let words = "You take no press from: benedek and anonymous press.";
    assert_eq!(mute(&mut desk, Account::Mute(Sender::Anonymous)), words);
    let words = said(&press(&mut desk, "gablenz", "clam ANONYMOUSLY"));
    assert_eq!(words, "it would go to nobody: not to clam, who takes no anonymous press");
    assert_eq!(mute(&mut desk, Account::Unmute(Sender::Anonymous)), "You take no press from: benedek.");
    assert_eq!(mute(&mut desk, Account::Unmute(benedek())), "You take no press from: nobody.");
    assert_eq!(names(&press(&mut desk, "benedek", "clam")), ["clam"]);
}

#[test]
fn who_has_left_the_game_gets_none_and_a_seat_of_the_machine_is_written_to_like_any_other() {
    let mut desk = Desk::open();
    desk.game.accounts[2].email.clear();
    desk.game.accounts[2].passwords.clear();
    let judgement = press(&mut desk, "benedek", "clam, gablenz");
    assert_eq!(names(&judgement), ["gablenz"]);
    assert!(said(&judgement).ends_with("Not for clam, who has left the game."), "{}", said(&judgement));
    desk.game.accounts[2].machine = true;
    let judgement = press(&mut desk, "benedek", "clam, gablenz");
    assert_eq!(names(&judgement), ["gablenz"], "no mail goes to nobody");
    let words = "Your press is filed for 2 players, to go out at once: clam and gablenz.";
    assert_eq!(said(&judgement), format!("{words} clam is played by the machine: nobody reads it there."));
    // Of an enemy's seat nobody is told whether a person plays it.
    let told = said(&press(&mut desk, "moltke", "clam"));
    assert_eq!(told, "Your press is filed for clam, to go out at once.");
}

#[test]
fn where_the_game_has_no_press_only_the_ga_is_written_to() {
    let mut desk = with_rule(Delivery::None, false);
    assert!(said(&press(&mut desk, "benedek", "clam")).contains("do not write to each other"));
    assert!(said(&press(&mut desk, "benedek", "clam, GA")).contains("do not write to each other"));
    assert_eq!(names(&press(&mut desk, "benedek", "GA")), ["the GA"]);
}

#[test]
fn press_at_the_deadline_waits_and_goes_to_those_who_take_it_then() {
    let mut desk = with_rule(Delivery::AtDeadline, true);
    let judgement = press(&mut desk, "benedek", "clam, gablenz, GA");
    assert_eq!(names(&judgement), ["the GA"], "who need not wait");
    let [Change::Press { press: filed, turn: 3, .. }] = &judgement.changes[..] else {
        panic!("{judgement:?}")
    };
    assert!(filed.waits && filed.from == "benedek" && filed.text == "Hold Gitschin.");
    desk.send("gablenz", 2, |pen| pen.ask(Account::Mute(Sender::Player("benedek".into()))));
    let mails = notices_at_the_deadline(&desk.game, filed);
    let [Answer { to: To::Player { name, .. }, body: Body::Press(notice), .. }] = &mails[..] else {
        panic!("{mails:?}")
    };
    assert!(name == "clam" && notice.waited && notice.from.as_deref() == Some("benedek"));
    let unsigned = |words: &str| {
        let mut one = filed.clone();
        one.anonymous = true;
        one.text = words.into();
        one
    };
    let mut late = filed.clone();
    late.receipt.at_ms += 1;
    let at_once = crate::record::press::FiledPress { waits: false, ..filed.clone() };
    let order = waiting(vec![unsigned("b"), late.clone(), at_once, unsigned("a"), filed.clone()]);
    assert_eq!(order, [filed.clone(), late, unsigned("a"), unsigned("b")]);
}

#[test]
fn a_checked_letter_sends_none_and_a_closed_turn_hinders_none() {
    let mut desk = Desk::open();
    let judgement = send(&mut desk, "benedek", 1, "CHECK\nPRESS TO clam\nword\nEND PRESS");
    assert!(names(&judgement).is_empty() && judgement.changes.is_empty());
    assert!(said(&judgement).contains("would be filed for clam"), "{}", said(&judgement));
    let judgement = send(&mut desk, "benedek", 8 * 24 * 60, "PRESS TO clam\nword\nEND PRESS");
    assert_eq!((names(&judgement), judgement.verdict.clone()), (vec!["clam"], Verdict::Obeyed));
}

#[test]
fn a_letter_that_nobody_signed_or_that_is_held_sends_none() {
    let mut desk = Desk::open();
    let lines = "PRESS TO clam\nword\nEND PRESS";
    let mut arrived = desk.arrived("benedek", 1);
    arrived.trust = crate::arrived::Trust::Failed;
    let judgement = desk.judge(&written("benedek", lines), &arrived);
    assert!(matches!(judgement.verdict, Verdict::Held(_)) && names(&judgement).is_empty());
    arrived.confirmed = true;
    assert_eq!(names(&desk.judge(&written("benedek", lines), &arrived)), ["clam"], "once it is released");
    let mut pen = written("benedek", lines);
    pen.letter.password = None;
    let arrived = desk.arrived("benedek", 2);
    let judgement = desk.judge(&pen, &arrived);
    assert!(matches!(judgement.verdict, Verdict::Refused(_)) && names(&judgement).is_empty());
    let mut arrived = desk.arrived("benedek", 3);
    arrived.class = crate::arrived::Class::Automatic("Auto-Submitted".into());
    let judgement = desk.judge(&written("benedek", lines), &arrived);
    assert!(matches!(judgement.verdict, Verdict::Held(_)) && names(&judgement).is_empty());
}
