//! Hand edits, PREVIEW, TOGETHER and UNDO.

use super::*;
use fieldpost_desk::book;
use fieldpost_desk::close::close;
use fieldpost_desk::record::{Right, Verdict};
use fieldpost_desk::seats::Seats;
use fieldpost_engine::seat::Seating;
use fieldpost_land::sandbox::id;

fn morale(desk: &Desk, unit: &str) -> u8 {
    state(&desk.game).units[&id(unit)].morale
}

fn seat(desk: &Desk, unit: &str) -> (String, Option<String>) {
    let seat = Seats::latest(&desk.game, &desk.game.book).of(&id(unit).into()).unwrap();
    let name = |player| desk.game.name_of(player).to_owned();
    (name(seat.commander), seat.deputy.map(name))
}

#[test]
fn an_edit_is_answered_field_by_field_with_its_number_and_kept() {
    let mut desk = open();
    let before = morale(&desk, "AU3IN");
    let judgement = desk.command("bruno", 10, "SET UNIT AU3IN morale 60 SECRETLY");
    let item = done(&judgement);
    assert_eq!((item.edit, item.undo.as_deref()), (Some(1), Some("UNDO 1")));
    assert_eq!((item.said[0].what.as_str(), item.said[0].after.as_str()), ("AU3IN morale", "60"));
    assert_eq!(item.said[0].before, before.to_string());
    assert_eq!(morale(&desk, "AU3IN"), 60);
    let edit = &desk.game.book.edits[0];
    assert_eq!((edit.by.as_str(), edit.secretly, edit.number), ("bruno", true, 1));
    assert_eq!(edit.words, "SET UNIT AU3IN morale 60 SECRETLY");
    assert!(why_not(&desk.command("bruno", 11, "SET UNIT AU3IN morale 60")).contains("so already"));
    let judgement = desk.command("bruno", 12, "SET UNIT AU3IN morale 900");
    assert!(why_not(&judgement).contains("900"), "{judgement:?}");
}

#[test]
fn what_a_rule_forbids_is_done_with_override_and_says_against_what() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "ASSIGN AU3IN TO moltke");
    assert!(why_not(&judgement).contains("OVERRIDE"), "{judgement:?}");
    let judgement = desk.command("bruno", 2, "ASSIGN AU3IN TO moltke OVERRIDE");
    let item = done(&judgement);
    assert!(item.against[0].contains("moltke"), "{item:?}");
    assert_eq!(seat(&desk, "AU3IN").0, "moltke");
    assert_eq!(desk.game.book.edits[0].against, item.against);
}

#[test]
fn ranks_that_no_longer_fit_their_seats_are_an_objection() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "ASSIGN AU1AQ TO gablenz");
    assert!(why_not(&judgement).contains("rank of lieutenant general"), "{judgement:?}");
    let judgement = desk.command("bruno", 2, "RANK moltke colonel");
    // Nobody of Prussia's side would have the rank: then any officer may command (rule 3.5).
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    let judgement = desk.command("bruno", 3, "RANK benedek colonel");
    assert!(why_not(&judgement).contains("AU1AQ"), "{judgement:?}");
    let judgement = desk.command("bruno", 4, "RANK benedek colonel OVERRIDE");
    assert_eq!(done(&judgement).against.len(), 1);
}

#[test]
fn a_gas_assignment_is_the_last_word_on_what_the_turn_assigned_before() {
    let mut desk = open();
    desk.send("gyulai", 10, |pen| pen.assign("AU5LC", "clam", None));
    assert_eq!(seat(&desk, "AU5LC").0, "clam");
    let judgement = desk.command("bruno", 20, "ASSIGN AU5LC TO gablenz");
    assert_eq!(
        (done(&judgement).said[0].before.as_str(), done(&judgement).said[0].after.as_str()),
        ("clam", "gablenz")
    );
    assert_eq!(seat(&desk, "AU5LC").0, "gablenz", "though the position had it so from the start");
    assert_eq!(
        close(&desk.game).book.seats[&id("AU5LC").into()].commander,
        state(&desk.game).player_named("gablenz").unwrap()
    );
    desk.send("gyulai", 30, |pen| pen.assign("AU5LC", "benedek", None));
    assert_eq!(seat(&desk, "AU5LC").0, "benedek", "a later assignment counts again");
    let judgement = desk.command("bruno", 40, "UNDO 1");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(seat(&desk, "AU5LC").0, "benedek");
    let judgement = desk.command("bruno", 50, "ASSIGN AU5LC TO gyulai\nUNDO 3");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(seat(&desk, "AU5LC").0, "benedek", "and what was assigned before counts again");
}

#[test]
fn together_is_all_or_nothing_and_preview_keeps_nothing() {
    let mut desk = open();
    let before = state(&desk.game).clone();
    let judgement =
        desk.command("bruno", 1, "TOGETHER\nSET UNIT AU3IN morale 60\nSET UNIT AU3IN morale 900\nHOLD");
    assert!(answer(&judgement).spoilt.as_ref().unwrap().contains("line 5"), "{judgement:?}");
    assert!(matches!(judgement.verdict, Verdict::Refused(_)));
    assert_eq!((judgement.changes.len(), judgement.answers.len()), (0, 1));
    let judgement =
        desk.command("anna", 2, "PREVIEW\nSET UNIT AU3IN morale 60\nRESET PASSWORD clam\nEND GAME");
    assert!(answer(&judgement).preview);
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Done, Outcome::Asked]);
    assert_eq!(items(&judgement)[2].token, None, "not even a token is kept");
    assert_eq!((judgement.changes.len(), judgement.answers.len()), (0, 1), "and nobody is told");
    assert_eq!(*state(&desk.game), before);
    let judgement = desk.command("bruno", 3, "TOGETHER\nSET UNIT AU3IN morale 60\nHOLD");
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    assert_eq!(morale(&desk, "AU3IN"), 60);
}

#[test]
fn undo_takes_back_unless_something_was_built_on_it() {
    let mut desk = open();
    let before = state(&desk.game).clone();
    desk.command("bruno", 1, "SET UNIT AU3IN morale 60\nSET UNIT AU4IN morale 61\nSET UNIT AU3IN morale 62");
    let judgement = desk.command("bruno", 2, "UNDO 1");
    assert!(why_not(&judgement).contains("built on edit 1: edit 3 (SET UNIT AU3IN morale 62)"));
    assert_eq!(only(&judgement).nearest.as_deref(), Some("UNDO 3"));
    let judgement = desk.command("bruno", 3, "UNDO 3\nUNDO 1\nUNDO 2");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(*state(&desk.game), before);
    assert_eq!(desk.game.book.edits[3].undoes, Some(3));
    assert!(why_not(&desk.command("bruno", 4, "UNDO 1")).contains("taken back by edit 5 already"));
    let judgement = desk.command("bruno", 5, "UNDO 5");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "an UNDO can be taken back too");
    assert_eq!(morale(&desk, "AU3IN"), 60);
    assert!(why_not(&desk.command("bruno", 6, "UNDO 99")).contains("no hand edit 99"));
    desk.game.book.edits.clear();
    assert!(why_not(&desk.command("bruno", 7, "UNDO 1")).contains("a turn that has been run since"));
}

#[test]
fn undo_of_a_new_player_closes_the_account_and_not_while_units_obey_them() {
    let mut desk = open();
    desk.command(
        "bruno",
        1,
        "ADD PLAYER tegetthoff t@example.org Austria general\nASSIGN AU3IN TO tegetthoff",
    );
    let judgement = desk.command("bruno", 2, "UNDO 1");
    assert!(!why_not(&judgement).is_empty());
    let judgement = desk.command("bruno", 3, "UNDO 2\nUNDO 1");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert!(desk.game.account("tegetthoff").unwrap().is_closed());
    assert!(told(&judgement).iter().any(|(to, _, _)| *to == "t@example.org"));
    let judgement = desk.command("bruno", 4, "ADD PLAYER tegetthoff t2@example.org Austria");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "the name is free again");
}

#[test]
fn orders_already_sent_stand_beside_edits() {
    let mut desk = open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "3-3"));
    desk.command("bruno", 2, "SET UNIT AU3IN morale 60");
    let stands = book::in_force(&desk.game.book, &id("AU3IN").into()).unwrap();
    assert_eq!(stands.right, Right::Commander);
}

/// Who is told of hand edits, and their words.
fn heard(judgement: &Judgement) -> Vec<(String, String)> {
    let told = told(judgement).into_iter().filter(|(_, title, _)| title.contains("administrator's hand"));
    told.map(|(to, _, words)| (to.replace("@example.org", ""), words.to_owned())).collect()
}

fn hearers(judgement: &Judgement) -> Vec<String> {
    heard(judgement).into_iter().map(|(to, _)| to).collect()
}

#[test]
fn an_edit_is_told_at_once_to_the_commander_and_the_deputy_and_not_if_secretly() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "SET UNIT AU3IN morale 60\nSET UNIT AU3IN fatigue 3");
    assert_eq!(hearers(&judgement), ["benedek", "clam"], "one mail each for both edits");
    let words = &heard(&judgement)[0].1;
    assert!(
        words.contains("AU3IN morale: ") && words.contains(" -> 60") && words.contains("AU3IN fatigue"),
        "{words}"
    );
    assert!(
        answer(&judgement).notes.iter().any(|note| note.contains("at once: benedek, clam")),
        "{judgement:?}"
    );
    assert!(hearers(&desk.command("bruno", 2, "SET UNIT AU3IN morale 61 SECRETLY")).is_empty());
    let judgement = desk.command("bruno", 3, "PREVIEW\nSET UNIT AU3IN morale 62");
    assert!(hearers(&judgement).is_empty());
    assert!(
        answer(&judgement).notes.iter().any(|note| note.contains("Who hears of the hand edits")),
        "{judgement:?}"
    );
    let judgement = desk.command("bruno", 3, "TOGETHER\nSET UNIT AU3IN morale 62\nUNDO 77");
    assert!(answer(&judgement).spoilt.is_some() && hearers(&judgement).is_empty());
    assert!(
        !answer(&judgement).notes.iter().any(|note| note.contains("hand edits")),
        "nothing is kept, so nobody hears: {judgement:?}"
    );
    let number = desk.game.book.edits.last().unwrap().number;
    let judgement = desk.command("bruno", 4, &format!("SET UNIT AU3IN morale 70\nUNDO {}", number + 1));
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert!(hearers(&judgement).is_empty(), "nothing is left of it: {judgement:?}");
    let judgement = desk.command("bruno", 5, "UNDO 2");
    assert_eq!(hearers(&judgement), ["benedek", "clam"], "what was told is told to be taken back");
}

#[test]
fn who_loses_a_brigade_is_told_so_and_who_gets_it_and_their_deputies() {
    let mut desk = open();
    let judgement = desk.command("bruno", 1, "ASSIGN AU3IN TO gablenz DEPUTY benedek");
    let all = heard(&judgement).into_iter().collect::<std::collections::BTreeMap<_, _>>();
    let says = |who: &str, words: &str| assert!(all[who].contains(words), "{who}: {all:?}");
    says("benedek", "AU3IN is yours no longer: gablenz commands it now.");
    says("benedek", "You are the deputy for AU3IN now.");
    says("gablenz", "AU3IN is yours to command now.");
    says("clam", "You are the deputy for AU3IN no longer.");
    assert_eq!(all.len(), 3);
    // What a letter of the turn assigned counts as what was before.
    desk.send("gyulai", 10, |pen| pen.assign("AU5LC", "clam", None));
    let judgement = desk.command("bruno", 20, "ASSIGN AU5LC TO benedek");
    assert_eq!(hearers(&judgement), ["benedek", "clam"]);
    let judgement = desk.command("bruno", 30, "REMOVE UNIT AU4IN");
    assert!(heard(&judgement)[0].1.contains("AU4IN is yours no longer: it is gone."), "{judgement:?}");
}

#[test]
fn what_is_a_nations_own_is_told_to_its_ministers_and_what_is_everybodys_to_everybody() {
    let mut desk = with_paris();
    assert_eq!(hearers(&desk.command("bruno", 1, "SET CITY Paris supplies 4")), ["gyulai"]);
    let judgement = desk.command("bruno", 2, "SET CITY Paris control PR");
    assert_eq!(hearers(&judgement), ["gyulai", "moltke"], "who had it, and who has it");
    assert_eq!(hearers(&desk.command("bruno", 3, "SET TREASURY SA EG 40")), ["albert"]);
    assert_eq!(hearers(&desk.command("bruno", 4, "RANK clam lieutenant general")), ["clam"]);
    assert_eq!(hearers(&desk.command("bruno", 5, "PEACE")).len(), 6);
    let placed = desk.command("bruno", 6, "PLACE DEPOT A1-N1 5-5 FOR AU SUPPLIES 3 OVERRIDE");
    assert!(hearers(&placed).contains(&"gyulai".to_owned()), "{placed:?}");
}

#[test]
fn several_edits_those_of_a_letter_or_all_are_taken_back_together_or_not_at_all() {
    let mut desk = open();
    let before = state(&desk.game).clone();
    desk.command("bruno", 1, "SET UNIT AU3IN morale 60\nSET UNIT AU4IN morale 61");
    let letter = desk.game.book.edits[0].letter.0;
    desk.command("bruno", 2, "SET UNIT AU3IN morale 62");
    let judgement = desk.command("bruno", 3, "UNDO 1 and 2");
    assert!(why_not(&judgement).contains("built on edit 1"), "{judgement:?}");
    assert_eq!((morale(&desk, "AU4IN"), desk.game.book.edits.len()), (61, 3), "2 stays too");
    let judgement = desk.command("bruno", 4, "UNDO 1, 3");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(done(&judgement).undo.as_deref(), Some("UNDO 4, 5"));
    let judgement = desk.command("bruno", 5, "UNDO 4, 5");
    assert_eq!((judgement.verdict, morale(&desk, "AU3IN")), (Verdict::Obeyed, 62));
    let judgement = desk.command("bruno", 6, "UNDO 3");
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    let judgement = desk.command("bruno", 7, &format!("UNDO LETTER {letter}"));
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(*state(&desk.game), before);
    assert!(why_not(&desk.command("bruno", 8, "UNDO ALL")).contains("no hand edit stands"));
    desk.command("bruno", 9, "SET UNIT AU3IN morale 60\nSET UNIT AU3IN morale 61\nSET UNIT AU4IN morale 61");
    let judgement = desk.command("bruno", 10, "UNDO ALL");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(*state(&desk.game), before);
}

fn strength(desk: &Desk, unit: &str) -> u32 {
    state(&desk.game).units[&id(unit)].strength
}

#[test]
fn one_line_edits_several_units_and_several_fields_each_by_its_number() {
    let mut desk = open();
    let before = strength(&desk, "AU4IN");
    let judgement = desk.command("bruno", 1, "SET UNIT AU3IN, AU4IN and AU5LC morale 61, fatigue 3 SECRETLY");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(items(&judgement).len(), 6);
    assert!(desk.game.book.edits.iter().all(|edit| edit.secretly), "what stands behind is meant for all");
    assert_eq!(["AU3IN", "AU4IN", "AU5LC"].map(|unit| morale(&desk, unit)), [61; 3]);
    let judgement = desk.command("bruno", 2, "SET UNIT AU4IN strength -20, morale -1");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!((strength(&desk, "AU4IN"), morale(&desk, "AU4IN")), (before - 20, 60));
    assert!(
        why_not(&desk.command("bruno", 3, "SET UNIT AU4IN morale +90")).contains("is 60, and +90 leads out")
    );
    let judgement = desk.command("bruno", 4, "UNDO LAST");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!((strength(&desk, "AU4IN"), morale(&desk, "AU4IN")), (before - 20, 61));
    desk.command("bruno", 5, "UNDO LAST");
    assert_eq!(strength(&desk, "AU4IN"), before);
    let judgement = desk.command("bruno", 6, "ASSIGN AU4IN, AU5LC TO benedek DEPUTY gablenz");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    let both = ["AU4IN", "AU5LC"].map(|unit| seat(&desk, unit));
    assert_eq!(
        both,
        [("benedek".into(), Some("gablenz".into())), ("benedek".into(), Some("gablenz".into()))]
    );
}

#[test]
fn a_list_of_which_one_part_cannot_be_read_does_nothing_and_names_it() {
    let desk = open();
    let letter = desk.letter("bruno", "ASSIGN AU4IN, AU3XY TO benedek");
    assert!(letter.commands.is_empty(), "{:?}", letter.commands);
    assert!(letter.complaints[0].why.contains("Nothing of this list is done"), "{:?}", letter.complaints);
    let lone = desk.letter("bruno", "SET UNIT AU3IN reforming 2, 1, 0");
    assert_eq!(lone.commands.len(), 1, "a value with commas is one value");
    let relation = desk.letter("bruno", "SET RELATION AU, PR hostile");
    assert_eq!(relation.commands.len(), 1, "what reads as one command is one");
}

#[test]
fn a_list_that_is_too_long_is_told_why_it_is_not_taken() {
    let desk = open();
    let units = ["AU3IN", "AU4IN", "AU5LC"].iter().cycle().take(201).copied().collect::<Vec<_>>().join(", ");
    let letter = desk.letter("bruno", &format!("SET UNIT {units} morale 61"));
    assert!(letter.commands.is_empty(), "{}", letter.commands.len());
    let why = &letter.complaints[0].why;
    assert!(
        why.contains("it stands for 201 commands, and one line for 200 at most. Write it in 2 lines"),
        "{why}"
    );
    let units = ["AU3IN", "AU4IN"].iter().cycle().take(200).copied().collect::<Vec<_>>().join(", ");
    assert_eq!(desk.letter("bruno", &format!("SET UNIT {units} morale 61")).commands.len(), 200);
}

#[test]
fn a_headquarters_goes_with_all_that_belongs_to_it_or_not_at_all() {
    let mut desk = open();
    let corps = fieldpost_engine::piece::Piece::from("AU1CQ");
    let members = desk.game.board().members(&corps);
    let all = members.iter().filter(|member| **member != corps).count() + 1;
    let judgement = desk.command("bruno", 1, "SET UNIT CORPS AU1CQ morale 44");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert_eq!(desk.game.book.edits.len(), all);
    assert_eq!(morale(&desk, "AU1CQ"), 44);
    let item = done(&judgement);
    assert_eq!(item.said.len(), all);
    assert!(item.words.contains("CORPS AU1CQ"), "{}", item.words);
    let undo = item.undo.clone().unwrap();
    assert_eq!(desk.command("bruno", 2, &undo).verdict, Verdict::Obeyed);
    let before = desk.game.book.edits.len();
    let judgement = desk.command("bruno", 3, "SET UNIT CORPS AU1CQ morale 999");
    assert!(why_not(&judgement).contains("morale"), "{judgement:?}");
    assert_eq!(desk.game.book.edits.len(), before);
}

#[test]
fn override_in_a_line_of_its_own_is_for_all_edits_below_it() {
    let mut desk = open();
    let words = "ASSIGN AU4IN TO moltke\nOVERRIDE\nASSIGN AU3IN TO moltke\nASSIGN AU5LC TO moltke";
    let judgement = desk.command("bruno", 1, words);
    let edits = items(&judgement).iter().map(|item| item.edit.is_some()).collect::<Vec<_>>();
    assert_eq!(edits, [false, true, true], "{judgement:?}");
    assert!(desk.game.book.edits.iter().all(|edit| !edit.against.is_empty()));
}

#[test]
fn a_unit_is_merged_by_hand_and_taken_apart_again() {
    let mut desk = open();
    let (one, other) = (strength(&desk, "AU3IN"), strength(&desk, "AU4IN"));
    let judgement = desk.command("bruno", 1, "MERGE AU3IN INTO AU4IN OVERRIDE");
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    assert!(!state(&desk.game).units.contains_key(&id("AU3IN")));
    assert!(strength(&desk, "AU4IN") > other, "{} of {one} and {other}", strength(&desk, "AU4IN"));
    desk.command("bruno", 2, "UNDO LAST");
    assert_eq!((strength(&desk, "AU3IN"), strength(&desk, "AU4IN")), (one, other));
    assert!(why_not(&desk.command("bruno", 3, "MERGE AU3IN INTO AU5LC OVERRIDE")).contains("3.5b"));
}

#[test]
fn units_of_a_player_are_shown_alone() {
    let mut desk = open();
    let judgement = desk.command("carla", 1, "SHOW UNITS OF clam");
    let lines = shown_lines(only(&judgement));
    assert!(lines.iter().any(|line| line.starts_with("AU4IN")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("AU3IN")), "{lines:?}");
    let judgement = desk.command("carla", 2, "SHOW UNITS OF clamm");
    assert_eq!(shown_lines(only(&judgement)), ["clamm commands none. Did you mean clam?"]);
}
