//! Players' accounts.

use super::*;
use crate::at_the_desk::trial::{War, open};
use fieldpost_desk::record::Verdict;
use fieldpost_desk::trial::Pen;
use fieldpost_land::state::Rank;

/// A player's letter with a password of theirs.
fn order(desk: &mut Desk, player: &str, password: &str, from: &str, minutes: i64) -> Verdict {
    let arrived = desk.arrived(from, minutes);
    desk.judge(&Pen::default().player(player).password(password).unit("AU3IN", "3-3"), &arrived).verdict
}

#[test]
fn a_player_more_has_an_account_and_a_password_by_mail() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "ADD PLAYER tegetthoff t@example.org Austria major general");
    assert_eq!(done(&judgement).edit, Some(1));
    let (to, password) = passwords(&judgement).remove(0);
    assert_eq!(to, "t@example.org");
    assert!(!format!("{:?}", judgement).contains(&password), "and it is shown nowhere");
    let number = state(&desk.game).player_named("tegetthoff").unwrap();
    assert_eq!(state(&desk.game).player(number).unwrap().rank, Rank::MajorGeneral);
    desk.command("bruno", 2, "ASSIGN AU3IN TO tegetthoff");
    assert_eq!(order(&mut desk, "tegetthoff", &password, "t@example.org", 3), Verdict::Obeyed);
    assert!(why_not(&desk.command("bruno", 4, "ADD PLAYER clam c@example.org Austria")).contains("already"));
    assert!(
        why_not(&desk.command("bruno", 4, "ADD PLAYER anna c@example.org Austria")).contains("administrator")
    );
}

#[test]
fn a_removed_player_sends_and_gets_nothing_and_the_seats_stay() {
    let mut desk = open();
    let asked = desk.command("bruno", 1, "REMOVE PLAYER benedek");
    assert!(only(&asked).results[0].contains("AU1AQ"), "{asked:?}");
    let judgement = desk.command("bruno", 2, &format!("CONFIRM {}", token(&asked)));
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(told(&judgement)[0].0, "benedek@example.org");
    assert!(
        done(&judgement).results.iter().any(|words| words.contains("AU1AQ")),
        "AU3IN has a deputy: {judgement:?}"
    );
    assert!(desk.game.account("benedek").unwrap().is_closed());
    assert_ne!(order(&mut desk, "benedek", "benedek-quill-maple", "benedek@example.org", 3), Verdict::Obeyed);
    assert!(state(&desk.game).seats.values().any(|seat| seat.commander.0 == 1));
    assert!(why_not(&desk.command("bruno", 4, "EMAIL benedek b@example.org")).contains("removed"));
}

#[test]
fn a_substitute_takes_the_seat_with_a_new_password_or_the_machine_does() {
    let mut desk = open();
    let judgement = desk.command("bruno", 10, "REPLACE benedek BY new@example.org");
    let (to, password) = passwords(&judgement).remove(0);
    assert_eq!(to, "new@example.org");
    assert_eq!(told(&judgement)[0].0, "benedek@example.org");
    assert_ne!(
        order(&mut desk, "benedek", "benedek-quill-maple", "benedek@example.org", 11),
        Verdict::Obeyed
    );
    assert_eq!(
        order(&mut desk, "benedek", "benedek-quill-maple", "benedek@example.org", 9),
        Verdict::Obeyed,
        "as of its receipt"
    );
    assert_eq!(order(&mut desk, "benedek", &password, "new@example.org", 12), Verdict::Obeyed);
    desk.command("bruno", 13, "REPLACE benedek BY MACHINE");
    let account = desk.game.account("benedek").unwrap();
    assert!(account.machine && account.email.is_empty() && account.passwords.is_empty());
}

#[test]
fn a_new_address_is_told_to_both_and_a_new_password_only_to_the_registered_one() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "EMAIL clam new@example.org");
    assert_eq!(
        told(&judgement).iter().map(|told| told.0).collect::<Vec<_>>(),
        ["clam@example.org", "new@example.org"]
    );
    assert_eq!(done(&judgement).undo.as_deref(), Some("EMAIL clam clam@example.org"));
    let judgement = desk.command("bruno", 2, "RESET PASSWORD clam\nRESET PASSWORD clam");
    let sent = passwords(&judgement);
    assert_eq!(sent.len(), 1, "of two, the one that counts");
    assert_eq!(sent[0].0, "new@example.org");
    let arrived = desk.arrived("new@example.org", 3);
    let right =
        desk.judge(&Pen::default().player("clam").password(&sent[0].1).unit("AU1CQ", "3-3"), &arrived);
    assert_eq!(right.verdict, Verdict::Obeyed);
    assert!(why_not(&desk.command("bruno", 4, "RESET PASSWORD clamm")).contains("no player called clamm"));
    // A side is no player: who plays it is named.
    let of_a_side = desk.command("bruno", 5, "SET SKILL SAXONY MARSHAL");
    assert!(why_not(&of_a_side).contains("is a side and no player; who plays it: albert"), "{of_a_side:?}");
}

#[test]
fn what_is_told_goes_out_word_for_word_in_the_gas_name() {
    let mut desk = open();
    let judgement = desk.command(
        "carla",
        1,
        "TELL clam, gablenz\nHold the line.\n\nAlways.\nEND\nBROADCAST\nA word.\nEND",
    );
    let all = told(&judgement);
    assert_eq!(all.len(), 2 + 6);
    assert_eq!(all[0].1, "A word from the game administrator, carla");
    assert_eq!(all[1], ("gablenz@example.org", all[0].1, "Hold the line.\n\nAlways."));
}
