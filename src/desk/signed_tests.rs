//! Signatures in place of passwords, case by case.

use crate::answer::{Body, RefusalReason};
use crate::arrived::{Arrived, Signed, Signer, Trust};
use crate::game::GameRecord;
use crate::record::Verdict;
use crate::trial::told::{receipt, refused, some};
use crate::trial::toys::named;
use crate::trial::{Desk, OPENED_MS, Pen, judge_among, memory};
use crate::verdict::Judgement;
use fieldpost_grammar::Secret;
use fieldpost_grammar::letter::Account;

/// A letter from somewhere else that is signed by the keys of these players' addresses.
fn signed(desk: &mut Desk, players: &[&str], minutes: i64) -> Arrived {
    let addresses = players.iter().map(|player| format!("{player}@example.org")).collect();
    let mut arrived = desk.arrived("somebody@example.net", minutes);
    arrived.signed = Signed::By(Signer { addresses, at_ms: OPENED_MS + minutes * 60_000 });
    arrived
}

fn reason(judgement: &Judgement) -> RefusalReason {
    let Some(Body::Refusal(refusal)) = judgement.answers.first().map(|answer| &answer.body) else {
        panic!("{:?}", judgement.answers)
    };
    refusal.reason
}

#[test]
fn a_good_signature_is_its_players_password_and_is_said_in_the_receipt() {
    let mut desk = Desk::open();
    let arrived = signed(&mut desk, &["benedek"], 1);
    let judgement = desk.judge(&Pen::default().unit("AU3IN", "11").ask(Account::Status), &arrived);
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    assert_eq!(judgement.known.signed.as_ref(), arrived.signer());
    let notes = receipt(&judgement).notes.join(" ");
    assert!(
        notes.contains("Signed by the key of benedek@example.org.") && notes.contains("not your registered")
    );
}

#[test]
fn the_player_line_names_a_seat_of_the_signers_or_none_speaks() {
    let mut desk = Desk::open();
    let arrived = signed(&mut desk, &["benedek", "clam"], 1);
    let named = desk.judge(&Pen::default().player("clam").unit("AU3IN", "11"), &arrived);
    assert_eq!(named.known.player.as_deref(), Some("clam"));
    let mut arrived = signed(&mut desk, &["benedek"], 2);
    arrived.from = Some("benedek@example.org".into());
    let other = desk.judge(&Pen::default().player("moltke").unit("PR1IN", "11"), &arrived);
    assert!(refused(&other).contains("not the registered address"), "{other:?}");
    let nobody = desk.judge(&Pen::default().player("nobody").unit("PR1IN", "11"), &arrived);
    assert_eq!(refused(&nobody), refused(&other), "no word of who plays");
    assert_eq!(reason(&other), RefusalReason::WrongSigner);
    assert!(other.changes.is_empty() && other.guesses.is_empty());
}

#[test]
fn of_several_seats_each_unit_is_its_officers() {
    let mut desk = Desk::open();
    let arrived = signed(&mut desk, &["benedek", "gablenz"], 1);
    let both = desk.judge(&Pen::default().unit("AU3IN", "11").unit("AU5LC", "22"), &arrived);
    assert_eq!(both.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    assert_eq!(desk.stands("AU5LC"), some("gablenz", "BID 22"));
    let mut arrived = signed(&mut desk, &["benedek", "gablenz"], 2);
    arrived.from = Some("benedek@example.org".into());
    let neither = desk.judge(&Pen::default().ask(Account::Status), &arrived);
    assert!(refused(&neither).contains("PLAYER with one of benedek, gablenz"), "{neither:?}");
}

/// Rule 6.2: a unit's own password is its player's, in a signed letter too.
#[test]
fn a_units_own_password_goes_before_the_signature() {
    let mut desk = Desk::open();
    let arrived = signed(&mut desk, &["benedek"], 1);
    let order = "HIDE";
    let pen = Pen::default().unit("AU3IN", "11").block("AU5LC", Some("gablenz-quill-maple"), &[order], 0);
    let judgement = desk.judge(&pen, &arrived);
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(desk.stands("AU3IN").unwrap().0, "benedek");
    assert_eq!(desk.stands("AU5LC").unwrap().0, "gablenz");
}

#[test]
fn a_letter_with_a_password_stands_and_falls_with_it() {
    let mut desk = Desk::open();
    let mut arrived = signed(&mut desk, &["benedek"], 1);
    arrived.from = Some("benedek@example.org".into());
    let wrong = desk.judge(&Pen::default().password("guess").unit("AU3IN", "11"), &arrived);
    assert!(refused(&wrong).contains("without a PASSWORD line your signature would count"), "{wrong:?}");
    assert!(!wrong.guesses.is_empty());
    // What stands in the Subject is nobody's word in a signed letter.
    arrived.subject_password = Some(Secret::new("guess"));
    let signed = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert_eq!(signed.verdict, Verdict::Obeyed);
    arrived.signed = Signed::Bad("it was altered".into());
    arrived.subject_password = None;
    let right = desk.judge(&Pen::of("benedek").unit("AU3IN", "22"), &arrived);
    assert_eq!(right.verdict, Verdict::Obeyed);
    assert!(
        receipt(&right).notes[0].contains("does not count: it was altered."),
        "{:?}",
        receipt(&right).notes
    );
}

#[test]
fn a_signature_that_does_not_count_is_refused_with_its_reason() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.signed = Signed::Bad("the key of benedek@example.org is revoked".into());
    let judgement = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert!(refused(&judgement).contains("is revoked"), "{judgement:?}");
    assert_eq!((reason(&judgement), judgement.changes.len()), (RefusalReason::BadSignature, 0));
    let help = desk.judge(&Pen::default().ask(Account::Help(None)), &arrived);
    assert_eq!(help.verdict, Verdict::Obeyed);
}

/// Neither the Subject nor the address that it was sent to is signed: somebody on the way may have written them.
#[test]
fn what_is_not_signed_does_not_choose_the_game() {
    let mut desk = Desk::open();
    let (one, two) = (named("bohemia-1866"), named("italy-1866"));
    let games: [&GameRecord; 2] = [&one, &two];
    let mut arrived = signed(&mut desk, &["benedek"], 1);
    arrived.from = Some("benedek@example.org".into());
    arrived.tags = vec!["italy-1866".into()];
    arrived.subject = "Re: [italy-1866 T3] Position".into();
    let pen = Pen::default().unit("AU3IN", "11");
    let unnamed = judge_among(&games, &pen.letter, &arrived, &mut memory());
    assert!(refused(&unnamed).contains("within the text that you sign"), "{unnamed:?}");
    let pen = pen.game("italy-1866");
    assert_eq!(judge_among(&games, &pen.letter, &arrived, &mut memory()).verdict, Verdict::Obeyed);
    let alone = judge_among(&games[1..], &Pen::default().unit("AU3IN", "11").letter, &arrived, &mut memory());
    assert_eq!(alone.verdict, Verdict::Obeyed, "there is but one game that it can be for");
}

#[test]
fn a_letter_signed_before_the_turn_opened_must_name_it() {
    let mut desk = Desk::open();
    let mut arrived = signed(&mut desk, &["benedek"], 90);
    arrived.signed =
        Signed::By(Signer { addresses: vec!["benedek@example.org".into()], at_ms: OPENED_MS - 7_200_000 });
    let old = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert!(refused(&old).contains("write the line TURN 3"), "{old:?}");
    assert!(old.changes.is_empty());
    let named = desk.judge(&Pen::default().turn(3).unit("AU3IN", "11"), &arrived);
    assert_eq!(named.verdict, Verdict::Obeyed);
    let by_password = desk.judge(&Pen::of("benedek").unit("AU3IN", "22"), &arrived);
    assert_eq!(by_password.verdict, Verdict::Obeyed, "the password is the proof there");
}

#[test]
fn dmarc_holds_a_letter_with_a_password_and_not_a_signed_one() {
    let mut desk = Desk::open();
    let mut arrived = signed(&mut desk, &["benedek"], 1);
    arrived.trust = Trust::Failed;
    let by_signature = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert_eq!(by_signature.verdict, Verdict::Obeyed);
    let by_password = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
    assert!(matches!(by_password.verdict, Verdict::Held(_)));
}

#[test]
fn a_held_letter_keeps_whose_signature_it_bore_and_no_other() {
    let mut desk = Desk::open();
    let first = signed(&mut desk, &["benedek"], 1);
    let known = desk.judge(&Pen::default().unit("AU3IN", "11"), &first).known;
    let mut again = desk.arrived("benedek", 1);
    again.signed = Signed::Bad("its text was masked".into());
    again.release(known);
    assert!(again.is_signed_by("Benedek@example.org") && !again.is_signed_by("clam@example.org"));
    let mut later = signed(&mut desk, &["clam"], 1);
    later.release(Default::default());
    assert_eq!(later.signer(), None, "the key came after the letter");
}
