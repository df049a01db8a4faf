//! Properties: PREVIEW then do gives what PREVIEW said; an edit and its UNDO leave the position as it was; TOGETHER is all
//! or nothing.

use super::*;
use fieldpost_engine::seat::Seating;
use proptest::prelude::*;

/// A command of any kind: those that can be done, and those that cannot.
fn command() -> impl Strategy<Value = String> {
    let unit = || prop::sample::select(vec!["AU3IN", "AU4IN", "AU5LC", "PR1IN", "SA1CQ", "AU9IN"]);
    let player = || prop::sample::select(vec!["clam", "gablenz", "benedek", "moltke", "nobody"]);
    prop_oneof![
        (unit(), 0..130u32).prop_map(|(unit, value)| format!("SET UNIT {unit} morale {value}")),
        (unit(), 0..9u32).prop_map(|(unit, value)| format!("SET UNIT {unit} initiative {value} OVERRIDE")),
        (unit(), player()).prop_map(|(unit, player)| format!("ASSIGN {unit} TO {player}")),
        (unit(), player()).prop_map(|(unit, player)| format!("ASSIGN {unit} TO {player} OVERRIDE SECRETLY")),
        unit().prop_map(|unit| format!("REMOVE UNIT {unit}")),
        player().prop_map(|player| format!("RANK {player} colonel")),
        player().prop_map(|player| format!("RESET PASSWORD {player}")),
        player().prop_map(|player| format!("ADD PLAYER {player} p@example.org Austria")),
        (1..4u32).prop_map(|number| format!("UNDO {number}")),
        (0..40u32).prop_map(|hours| format!("EXTEND BY {hours} hours")),
        (0..90u32).prop_map(|minutes| format!("GRACE {minutes} minutes NOW")),
        (0..90u32).prop_map(|supplies| format!("SET SUPPLIES {supplies} AT Paris")),
        Just("PEACE".to_owned()),
        Just("HOLD".to_owned()),
        Just("RESUME".to_owned()),
        Just("RUN TURN".to_owned()),
        Just("SHOW GAME".to_owned()),
    ]
}

fn commands() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(command(), 1..6)
}

/// A letter of commands as anna sends it.
fn sent(desk: &mut Desk, minutes: i64, head: &str, commands: &[String]) -> Judgement {
    let letter = desk.letter("anna", &format!("{head}{}", commands.join("\n")));
    let mut arrived = desk.arrived("anna", minutes);
    arrived.random = [7; 32];
    arrived.receipt = fieldpost_desk::trial::at(10);
    desk.judge_ga(&letter, &arrived)
}

/// An answer without what PREVIEW alone makes differ.
fn plain(answer: &GaAnswer, lines: u32) -> GaAnswer {
    let mut answer = GaAnswer { preview: false, ..answer.clone() };
    for item in &mut answer.items {
        item.line -= lines;
        item.token = None;
    }
    answer.complaints.clear();
    answer.spoilt = None;
    answer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_preview_says_is_what_is_done(commands in commands()) {
        let mut desk = with_paris();
        let game = desk.game.clone();
        let said = sent(&mut desk, 1, "PREVIEW\n", &commands);
        prop_assert_eq!(said.changes.len(), 0);
        prop_assert_eq!(state(&desk.game), state(&game));
        let done = sent(&mut desk, 2, "", &commands);
        prop_assert_eq!(plain(answer(&said), 1), plain(answer(&done), 0));
        prop_assert_eq!(said.verdict, done.verdict);
    }

    #[test]
    fn an_edit_and_its_undo_leave_the_position_as_it_was(commands in commands()) {
        let mut desk = with_paris();
        let before = serde_json::to_vec(state(&desk.game)).unwrap();
        let seats = fieldpost_desk::seats::Seats::latest(&desk.game, &desk.game.book).all();
        sent(&mut desk, 1, "", &commands);
        let standing = |desk: &Desk| {
            let edits = &desk.game.book.edits;
            let stands = |edit: &&fieldpost_desk::ga::record::HandEdit| {
                edit.undoes.is_none() && fieldpost_desk::ga::undo::is_in_force(edits, edit)
            };
            edits.iter().rev().find(stands).map(|edit| edit.number)
        };
        while let Some(number) = standing(&desk) {
            let judgement = desk.command("anna", 20, &format!("UNDO {number}"));
            prop_assert_eq!(items(&judgement)[0].outcome, Outcome::Done, "{:?}", judgement);
        }
        prop_assert_eq!(serde_json::to_vec(state(&desk.game)).unwrap(), before);
        prop_assert_eq!(fieldpost_desk::seats::Seats::latest(&desk.game, &desk.game.book).all(), seats);
    }

    #[test]
    fn together_is_all_or_nothing(commands in commands()) {
        let mut desk = with_paris();
        let judgement = sent(&mut desk, 1, "TOGETHER\n", &commands);
        let mut alone = with_paris();
        let plainly = sent(&mut alone, 1, "", &commands);
        let fails = outcomes(&plainly).contains(&Outcome::Refused) || !answer(&plainly).complaints.is_empty();
        prop_assert_eq!(answer(&judgement).spoilt.is_some(), fails);
        if fails {
            prop_assert_eq!(judgement.changes.len(), 0);
            prop_assert_eq!(judgement.answers.len(), 1);
        } else {
            prop_assert_eq!(judgement.changes, plainly.changes);
        }
    }
}
