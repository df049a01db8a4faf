//! Sign-up by mail, from the stranger's letter to the seat.

use super::*;
use crate::arrived::{Class, Trust};
use crate::ga::record::MOST_APPLICANTS;
use crate::record::Verdict;
use crate::trial::Pen;
use fieldpost_grammar::letter::Account;

fn write(desk: &mut Desk, from: &str, what: Account) -> Judgement {
    let arrived = desk.arrived(from, 1);
    desk.judge(&Pen::default().ask(what), &arrived)
}

fn sign_up() -> Account {
    Account::SignUp { name: Some("Anna".into()), nation: Some("Austria".into()) }
}

/// The token that was mailed.
fn mailed(judgement: &Judgement) -> String {
    let (_, _, words) = told(judgement)[0];
    words.lines().find_map(|line| line.trim().strip_prefix("CONFIRM ")).unwrap().to_owned()
}

#[test]
fn a_stranger_confirms_the_address_and_a_ga_gives_the_seat() {
    let mut desk = Desk::open();
    let judgement = write(&mut desk, "new@example.org", sign_up());
    assert_eq!(told(&judgement)[0].0, "new@example.org");
    let token = mailed(&judgement);
    assert!(why_not(&desk.command("bruno", 2, "ACCEPT new@example.org AS clam")).contains("not confirmed"));
    let other = write(&mut desk, "other@example.org", Account::Confirm(token.clone()));
    assert_ne!(other.verdict, Verdict::Obeyed, "only from the address that it went to");
    let judgement = write(&mut desk, "new@example.org", Account::Confirm(token));
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    let deciders = told(&judgement).iter().skip(1).map(|told| told.0).collect::<Vec<_>>();
    assert_eq!(deciders, ["anna@example.org", "bruno@example.org"], "carla cannot decide it");
    let again = write(&mut desk, "new@example.org", sign_up());
    assert!(matches!(again.verdict, Verdict::Refused(_)));
    let judgement = desk.command("bruno", 3, "ACCEPT new@example.org AS clam");
    assert_eq!(passwords(&judgement)[0].0, "new@example.org");
    assert_eq!(desk.game.account("clam").unwrap().email, "new@example.org");
    assert_eq!(desk.game.administration.applicants, []);
    assert!(why_not(&desk.command("bruno", 4, "DECLINE new@example.org")).contains("nobody signed up"));
}

#[test]
fn who_is_declined_is_told_if_the_address_is_sure() {
    let mut desk = Desk::open();
    let token = mailed(&write(&mut desk, "new@example.org", sign_up()));
    let unsure = write(&mut desk, "sure@example.org", sign_up());
    assert_eq!(unsure.verdict, Verdict::Obeyed);
    write(&mut desk, "new@example.org", Account::Confirm(token));
    let judgement = desk.command("bruno", 2, "DECLINE new@example.org BECAUSE every seat is taken");
    assert_eq!(told(&judgement)[0].0, "new@example.org");
    assert!(told(&judgement)[0].2.contains("every seat is taken"));
    assert_eq!(told(&desk.command("bruno", 3, "DECLINE sure@example.org")), []);
    // And not where that is what the GA wishes.
    for (minutes, command) in
        [(4, "DECLINE new@example.org SECRETLY"), (5, "DECLINE new@example.org quietly")]
    {
        let token = mailed(&write(&mut desk, "new@example.org", sign_up()));
        write(&mut desk, "new@example.org", Account::Confirm(token));
        let judgement = desk.command("bruno", minutes, command);
        assert_eq!(told(&judgement), [], "{command}");
        assert!(done(&judgement).results.join(" ").contains("not told, as you wish"), "{judgement:?}");
        assert_eq!(desk.game.administration.applicants.len(), 0);
    }
}

#[test]
fn players_need_no_seat_and_applicants_do_not_pile_up() {
    let mut desk = Desk::open();
    assert!(matches!(write(&mut desk, "clam@example.org", sign_up()).verdict, Verdict::Refused(_)));
    let token = mailed(&write(&mut desk, "first@example.org", sign_up()));
    write(&mut desk, "first@example.org", Account::Confirm(token));
    for number in 0..MOST_APPLICANTS + 5 {
        write(&mut desk, &format!("n{number}@example.org"), sign_up());
    }
    let applicants = &desk.game.administration.applicants;
    assert_eq!(applicants.len(), MOST_APPLICANTS);
    assert!(applicants.iter().any(|one| one.address == "first@example.org"), "a confirmed one stays");
    assert!(!applicants.iter().any(|one| one.address == "n0@example.org"));
}

#[test]
fn neither_automatic_nor_forged_mail_signs_up() {
    let mut desk = Desk::open();
    for (class, trust) in
        [(Class::Human, Trust::Failed), (Class::Automatic("Auto-Submitted".into()), Trust::Passed)]
    {
        let mut arrived = desk.arrived("new@example.org", 1);
        (arrived.class, arrived.trust) = (class, trust);
        let judgement = desk.judge(&Pen::default().ask(sign_up()), &arrived);
        assert!(judgement.answers.is_empty() && judgement.changes.is_empty(), "{judgement:?}");
    }
    assert_eq!(desk.game.administration.applicants, []);
}

fn accepted(desk: &mut Desk, wish: Account) {
    let token = mailed(&write(desk, "new@example.org", wish));
    assert_eq!(write(desk, "new@example.org", Account::Confirm(token)).verdict, Verdict::Obeyed);
}

#[test]
fn a_seat_of_the_other_side_than_was_asked_for_is_given_only_by_override() {
    let mut desk = Desk::open();
    accepted(&mut desk, sign_up());
    let judgement = desk.command("bruno", 2, "ACCEPT new@example.org AS moltke");
    let why = why_not(&judgement);
    assert!(
        why.contains("asked for Austria, and moltke plays for Prussia") && why.contains("OVERRIDE"),
        "{why}"
    );
    let judgement = desk.command("bruno", 3, "ACCEPT new@example.org AS albert");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "an ally's is no other side");
    let mut desk = Desk::open();
    accepted(&mut desk, sign_up());
    let judgement = desk.command("bruno", 3, "ACCEPT new@example.org AS moltke OVERRIDE");
    assert!(done(&judgement).against[0].contains("asked for Austria"), "{judgement:?}");
}

#[test]
fn one_address_on_both_sides_or_at_the_umpires_table_is_told_before_and_shown() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "REPLACE moltke BY clam@example.org");
    assert!(why_not(&judgement).contains("would be on both sides"), "{judgement:?}");
    let judgement = desk.command("bruno", 2, "REPLACE gablenz BY clam@example.org");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "one's own side");
    let judgement = desk.command("bruno", 3, "EMAIL moltke clam@example.org OVERRIDE");
    assert!(done(&judgement).against[0].contains("both sides"), "{judgement:?}");
    let judgement = desk.command("bruno", 4, "REPLACE albert BY carla@example.org");
    assert!(why_not(&judgement).contains("carla, a helper of this game, who may look at the whole board"));
    let judgement = desk.command("anna", 5, "ADD GA dora albert@example.org helper");
    assert!(why_not(&judgement).contains("plays albert in this game"), "{judgement:?}");
    desk.command("anna", 6, "ADD GA dora albert@example.org helper OVERRIDE");
    let judgement = desk.command("bruno", 7, "SHOW GAME");
    let text = shown_lines(only(&judgement)).join("\n");
    assert!(text.contains("clam@example.org plays on both sides: clam and moltke"), "{text}");
    assert!(text.contains("dora of the administrators plays too, as albert"), "{text}");
}

#[test]
fn every_step_of_a_sign_up_is_answered_to_the_end_of_the_game() {
    let mut desk = Desk::open();
    let nowhere = Account::SignUp { name: None, nation: Some("Austira".into()) };
    let judgement = write(&mut desk, "new@example.org", nowhere);
    let words = told(&judgement)[0].2;
    assert!(words.contains("the nearest is Austria") && words.contains("Prussia"), "{words}");
    let first = mailed(&write(&mut desk, "new@example.org", sign_up()));
    let second = mailed(&write(&mut desk, "new@example.org", sign_up()));
    let judgement = write(&mut desk, "new@example.org", Account::Confirm(first));
    assert!(told(&judgement)[0].2.contains("not the word that was sent to you last"), "{judgement:?}");
    write(&mut desk, "new@example.org", Account::Confirm(second.clone()));
    let judgement = write(&mut desk, "new@example.org", Account::Confirm(second));
    assert!(told(&judgement)[0].2.contains("confirmed already"), "{judgement:?}");
    let judgement = desk.command("carla", 2, "SHOW GAME");
    let text = shown_lines(only(&judgement)).join("\n");
    assert!(text.contains("waits for ACCEPT or DECLINE\n- new@example.org"), "{text}");
    let asked = desk.command("anna", 3, "END GAME");
    let judgement = desk.command("anna", 4, &format!("CONFIRM {}", token(&asked)));
    assert!(
        told(&judgement).iter().any(|(to, title, _)| *to == "new@example.org" && *title == "No seat for you")
    );
    assert_eq!(desk.game.administration.applicants, []);
}

#[test]
fn whoever_can_sign_up_can_be_accepted_and_declined() {
    for address in [
        "anna@localhost",
        "o'brien+war@b\u{fc}cher.example",
        "\"anna b\"@example.org",
        "anna@[192.0.2.1]",
        "for@example.org",
        "a!b@example.org",
    ] {
        let mut desk = Desk::open();
        let token = mailed(&write(&mut desk, address, sign_up()));
        write(&mut desk, address, Account::Confirm(token));
        assert_eq!(desk.game.administration.applicants.len(), 1, "{address}");
        let judgement = desk.command("bruno", 2, &format!("PREVIEW\nDECLINE {address} no seat left"));
        assert!(
            told(&judgement).is_empty() && items(&judgement)[0].outcome == Outcome::Done,
            "{judgement:?}"
        );
        let judgement = desk.command("bruno", 3, &format!("ACCEPT <{address}> AS clam"));
        assert_eq!(only(&judgement).outcome, Outcome::Done, "{address}: {judgement:?}");
        assert_eq!(desk.game.account("clam").unwrap().email, address);
    }
}

#[test]
fn whoever_asks_is_shown_the_games_and_their_free_seats() {
    let mut desk = Desk::open();
    let of = |judgement: &Judgement| told(judgement)[0].2.to_owned();
    let none = of(&write(&mut desk, "new@example.org", Account::ListGames));
    assert!(none.contains("no seat is free now"), "{none}");
    desk.command("bruno", 1, "REPLACE clam BY MACHINE");
    let judgement = write(&mut desk, "new@example.org", Account::ListGames);
    assert_eq!((judgement.verdict.clone(), told(&judgement)[0].0), (Verdict::Obeyed, "new@example.org"));
    let party = desk.game.player(desk.game.player_no("clam").unwrap()).unwrap().party.clone();
    assert!(of(&judgement).contains(&format!("free seats: clam ({party}).")), "{}", of(&judgement));
    assert!(of(&judgement).contains("    SIGN UP"), "{}", of(&judgement));
    let own = desk.send("benedek", 2, |pen| pen.ask(Account::ListGames));
    assert!(
        told(&own).iter().any(|(to, _, words)| *to == "benedek@example.org" && words.contains("clam")),
        "{own:?}"
    );
    desk.command("anna", 3, "BROADCAST\nx\nEND");
    desk.game.administration.has_ended = true;
    let ended = of(&write(&mut desk, "new@example.org", Account::ListGames));
    assert_eq!(ended, "No game here is open to newcomers now.");
    let mut forged = desk.arrived("new@example.org", 4);
    forged.trust = Trust::Failed;
    assert_eq!(desk.judge(&Pen::default().ask(Account::ListGames), &forged).answers, []);
}

#[test]
fn the_administrator_is_told_the_free_seats_and_the_lines_that_give_them() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "REPLACE clam BY MACHINE");
    let token = mailed(&write(&mut desk, "new@example.org", sign_up()));
    let judgement = write(&mut desk, "new@example.org", Account::Confirm(token));
    let (_, _, words) = told(&judgement)[1];
    assert!(words.contains("Free seats: clam ("), "{words}");
    assert!(words.contains("    ACCEPT new@example.org AS clam\n    DECLINE new@example.org"), "{words}");
    let line = words.lines().find_map(|line| line.trim().strip_prefix("ACCEPT ")).unwrap().to_owned();
    let given = desk.command("bruno", 3, &format!("ACCEPT {line}"));
    assert_eq!(given.verdict, Verdict::Obeyed, "the line does what it says: {given:?}");
}
