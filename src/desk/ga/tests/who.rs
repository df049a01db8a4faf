//! Whose letter it is, and what the role allows.

use super::*;
use crate::arrived::{Class, Signed, Trust};
use crate::ga::who::{HOST, lowest_role};
use crate::guesses::{CONFIRM_WHY, Kind};
use crate::record::{LetterNo, Verdict};
use crate::trial::at;
use crate::trial::told::refused;
use crate::trial::toys::{named, toy};
use fieldpost_grammar::Secret;
use fieldpost_grammar::command::{Command, Role, Token, commands};
use fieldpost_toy::LANGUAGE;

#[test]
fn the_table_of_commands_and_the_desk_agree_on_roles_and_tokens() {
    for form in commands(&LANGUAGE) {
        let letter = Desk::open().letter("anna", &LANGUAGE.text(form.example));
        let Some(read) = letter.commands.first() else { continue };
        assert_eq!(lowest_role(&read.what.command), form.role, "{}", form.words);
        let mut desk = Desk::open();
        let mut position = (*toy(&desk.game).position).clone();
        position.turn = 9;
        let board = toy(&desk.game).with(position);
        desk.game.seat_board(std::sync::Arc::new(board));
        desk.game.book.turn = 9;
        let example = LANGUAGE.text(form.example).replace("RUN TURN 5", "RUN TURN 9");
        let judgement = desk.command("anna", 10, &example);
        let is_asked = outcomes(&judgement).contains(&Outcome::Asked);
        assert_eq!(is_asked, form.token != Token::No, "{}: {judgement:?}", form.words);
    }
}

#[test]
fn a_name_or_the_senders_address_with_the_right_password_tells_who_writes() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "SHOW GAME");
    assert_eq!((judgement.verdict.clone(), answer(&judgement).name.as_str()), (Verdict::Obeyed, "bruno"));
    assert_eq!(judgement.known.ga.as_deref(), Some("bruno"));
    let mut letter = desk.letter("bruno", "SHOW GAME");
    letter.ga.as_mut().unwrap().what = None;
    let arrived = desk.arrived("bruno", 2);
    assert_eq!(answer(&desk.judge_ga(&letter, &arrived)).name, "bruno");
    let elsewhere = desk.arrived("elsewhere@example.org", 3);
    let judgement = desk.judge_ga(&desk.letter("bruno", "SHOW GAME"), &elsewhere);
    assert_eq!(
        address(&judgement.answers[0]),
        "bruno@example.org",
        "the answer goes to the registered address"
    );
}

#[test]
fn a_wrong_password_is_told_to_the_registered_address_and_counted_without_a_hint() {
    let mut words = Vec::new();
    for (name, told_at) in [("bruno", vec!["bruno@example.org"]), ("nobody", vec!["anna@example.org"])] {
        let mut desk = Desk::open();
        let mut letter = desk.letter(name, "END GAME");
        letter.password = Some(Secret::new("wrong-wrong-wrong"));
        let arrived = desk.arrived("elsewhere@example.org", 5);
        let judgement = desk.judge_ga(&letter, &arrived);
        words.push(refused(&judgement).to_owned());
        assert!(judgement.changes.is_empty());
        assert_eq!(judgement.answers.iter().map(address).collect::<Vec<_>>(), told_at);
        assert_eq!(judgement.guesses.len(), usize::from(name == "bruno"));
    }
    assert_eq!(words[0], words[1], "which of the two was wrong is told to nobody");
}

#[test]
fn after_many_guesses_a_right_password_waits_for_a_word_from_the_administrators_address() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("elsewhere@example.org", 5);
    let key = (desk.game.name().clone(), "bruno".to_string());
    arrived.spent.at_accounts.insert(key, [(Kind::Unvouched, 20)].into_iter().collect());
    let judgement = desk.judge_ga(&desk.letter("bruno", "SHOW GAME"), &arrived);
    assert!(matches!(&judgement.verdict, Verdict::Held(why) if why == CONFIRM_WHY), "{judgement:?}");
    assert_eq!(address(&judgement.answers[0]), "bruno@example.org");
    arrived.reached = vec!["bruno@example.org".into()];
    let judgement = desk.judge_ga(&desk.letter("bruno", "SHOW GAME"), &arrived);
    assert_eq!(judgement.verdict, Verdict::Obeyed);
}

#[test]
fn a_stranger_without_a_password_gets_one_short_answer_and_automatic_mail_none() {
    let mut desk = Desk::open();
    let mut letter = desk.letter("bruno", "SHOW GAME");
    letter.password = None;
    let mut arrived = desk.arrived("stranger@example.org", 5);
    let judgement = desk.judge_ga(&letter, &arrived);
    assert_eq!(judgement.verdict, Verdict::Ignored("a stranger".into()));
    assert_eq!(told(&judgement)[0].0, "stranger@example.org");
    arrived.trust = Trust::Failed;
    assert_eq!(desk.judge_ga(&letter, &arrived).answers, []);
    arrived.class = Class::Automatic("Auto-Submitted".into());
    assert_eq!(desk.judge_ga(&letter, &arrived).answers, []);
    let arrived = desk.arrived("bruno", 6);
    let judgement = desk.judge_ga(&letter, &arrived);
    assert!(refused(&judgement).contains("no password"));
    assert_eq!(told(&judgement)[0].0, "bruno@example.org");
}

#[test]
fn helpers_look_and_tell_and_a_command_beyond_the_role_stops_the_letter() {
    let mut desk = Desk::open();
    let judgement = desk.command("carla", 1, "SHOW GAME\nTELL clam\nHello.\nEND\nHOLD\nSHOW EDITS");
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Done, Outcome::Refused, Outcome::Left]);
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
    assert_eq!(desk.game.hold, None);
    let judgement = desk.command("bruno", 2, "HOLD\nEND GAME\nSHOW EDITS");
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Refused, Outcome::Left]);
    assert!(
        items(&judgement)[1]
            .why_not
            .as_ref()
            .unwrap()
            .contains("bruno is a ga of this game, and only an owner may do this")
    );
    assert!(answer(&judgement).notes[0].contains("was not run"));
}

#[test]
fn a_signature_that_does_not_count_is_explained() {
    let mut desk = Desk::open();
    let mut letter = desk.letter("bruno", "SHOW GAME");
    letter.password = None;
    let mut arrived = desk.arrived("bruno", 5);
    arrived.signed = Signed::Bad("its key has expired".into());
    let judgement = desk.judge_ga(&letter, &arrived);
    let words = told(&judgement)[0].2.to_owned();
    assert!(words.contains("its key has expired") && words.contains("PASSWORD"), "{words}");
}

#[test]
fn a_failed_role_change_costs_its_own_line_alone() {
    let mut desk = Desk::open();
    let judgement = desk.command("anna", 1, "ROLE anna helper\nREMOVE GA nobody\nHOLD");
    assert_eq!(outcomes(&judgement), [Outcome::Refused, Outcome::Refused, Outcome::Done]);
    assert!(items(&judgement)[0].why_not.as_ref().unwrap().contains("only owner"));
    assert!(desk.game.hold.is_some());
}

#[test]
fn who_changes_anothers_role_keeps_the_own() {
    let mut desk = Desk::open();
    let judgement = desk.command("anna", 1, "ROLE bruno helper\nADD GA tom tom@example.org ga");
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Done], "{judgement:?}");
    let judgement = desk.command("anna", 2, "ROLE tom owner\nROLE anna helper\nHOLD");
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Done, Outcome::Refused], "{judgement:?}");
}

#[test]
fn a_command_received_before_the_turn_opened_is_not_run() {
    let mut desk = Desk::open();
    assert_eq!(desk.command("bruno", 0, "HOLD").verdict, Verdict::Obeyed);
    let mut arrived = desk.arrived("bruno", 0);
    arrived.receipt.at_ms -= 1;
    let letter = desk.letter("bruno", "RESUME");
    assert!(matches!(desk.judge_ga(&letter, &arrived).verdict, Verdict::Refused(_)));
    assert!(desk.game.hold.is_some());
}

#[test]
fn a_letter_that_looks_automatic_or_forged_is_held_and_done_once_confirmed() {
    let mut desk = Desk::open();
    let letter = desk.letter("bruno", "HOLD");
    let mut arrived = desk.arrived("bruno", 1);
    arrived.trust = Trust::Failed;
    let judgement = desk.judge_ga(&letter, &arrived);
    assert!(matches!(judgement.verdict, Verdict::Held(_)));
    let Body::Held(notice) = &judgement.answers[0].body else { panic!("{judgement:?}") };
    let mut reply = crate::trial::Pen::default();
    reply = reply.ask(fieldpost_grammar::letter::Account::Confirm(notice.token.clone()));
    let released = desk.judge(
        &reply,
        &Arrived { letter: LetterNo(9), ..Arrived::plain(at(3), LetterNo(9), Some("bruno@example.org")) },
    );
    assert_eq!(released.verdict, Verdict::Obeyed);
    let mut again = GaLetter { password: None, ..letter };
    arrived.confirmed = true;
    arrived.known = Some(judgement.known);
    assert_eq!(desk.judge_ga(&again, &arrived).verdict, Verdict::Obeyed);
    assert!(desk.game.hold.is_some());
    again.password = Some(Secret::new("anything"));
    assert!(again.password.is_some());
}

#[test]
fn the_keyboard_is_an_owner_without_a_password_and_is_asked_all_the_same() {
    let mut desk = Desk::open();
    let mut letter = desk.letter("x", "END GAME");
    (letter.password, letter.ga) = (None, None);
    let mut arrived = desk.arrived("nobody", 1);
    (arrived.at_keyboard, arrived.from) = (true, None);
    let judgement = desk.judge_ga(&letter, &arrived);
    assert_eq!(answer(&judgement).name, HOST);
    let token = token(&judgement);
    letter.commands.clear();
    letter.tokens = desk.letter("x", &format!("CONFIRM {token}")).tokens;
    assert_eq!(desk.judge_ga(&letter, &arrived).verdict, Verdict::Obeyed);
    assert!(desk.game.administration.has_ended);
}

#[test]
fn the_game_is_found_by_name_or_by_whom_the_sender_administers() {
    let mut desk = Desk::open();
    let mut other = named("saxony-1866");
    other.administration.administrators.retain(|one| one.account.name == "anna");
    let games = [&desk.game.clone(), &other];
    let arrived = desk.arrived("bruno", 1);
    let mut letter = desk.letter("bruno", "SHOW GAME");
    let judgement = judge_ga_among(&games, &letter, &arrived, &mut desk.memory);
    assert_eq!(answer(&judgement).game, "bohemia-1866");
    letter.game = desk.letter("bruno", "GAME nowhere").game;
    let text = read_ga_letter(
        "GAME nowhere\nGA bruno\nPASSWORD bruno-quill-maple\nSHOW GAME",
        &desk.game.board().lexicon(),
    );
    let judgement = judge_ga_among(&games, &text, &arrived, &mut desk.memory);
    assert!(refused(&judgement).contains("no game called \"nowhere\""));
    let arrived = desk.arrived("anna", 2);
    let judgement = judge_ga_among(&games, &desk.letter("anna", "SHOW GAME"), &arrived, &mut desk.memory);
    assert!(refused(&judgement).contains("does not say for which game"));
}

#[test]
fn new_password_counts_for_later_letters() {
    let mut desk = Desk::open();
    let judgement = desk.command("carla", 1, "NEW PASSWORD battery-horse-staple");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert!(!format!("{judgement:?}").contains("battery-horse"));
    assert!(refused(&desk.command("carla", 2, "SHOW GAME")).contains("not right together"));
    let mut letter = desk.letter("carla", "SHOW GAME");
    letter.password = Some(Secret::new("battery-horse-staple"));
    let arrived = desk.arrived("carla", 3);
    assert_eq!(desk.judge_ga(&letter, &arrived).verdict, Verdict::Obeyed);
    assert!(why_not(&desk.command("bruno", 4, "NEW PASSWORD short")).contains("at least 8"));
}

#[test]
fn administrators_come_go_and_change_and_an_owner_stays() {
    let mut desk = Desk::open();
    let judgement = desk.command("anna", 1, "ADD GA tom tom@example.org ga");
    let (to, password) = passwords(&judgement).remove(0);
    assert_eq!(to, "tom@example.org");
    assert!(why_not(&desk.command("anna", 2, "ADD GA tom tom@example.org ga")).contains("already"));
    assert!(why_not(&desk.command("anna", 2, "ADD GA clam c@example.org ga")).contains("player called clam"));
    let text = format!("GA tom\nPASSWORD {password}\nHOLD");
    let letter = read_ga_letter(&text, &desk.game.board().lexicon());
    let arrived = desk.arrived("tom", 3);
    assert_eq!(desk.judge_ga(&letter, &arrived).verdict, Verdict::Obeyed);
    assert!(why_not(&desk.command("anna", 4, "REMOVE GA anna")).contains("only owner"));
    let judgement = desk.command("anna", 5, "ROLE tom owner\nREMOVE GA anna");
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    let named = |name: &str| desk.game.administration.named(name).map(|one| one.role);
    assert_eq!((named("tom"), named("anna")), (Some(Role::Owner), None));
    assert!(matches!(
        read_ga_letter("ROLE tom ga", &desk.game.board().lexicon()).commands[0].what.command,
        Command::ChangeRole { .. }
    ));
}
