//! SHOW of a campaign.

use super::*;

#[test]
fn show_tells_what_the_record_knows_and_asks_the_daemon_for_the_rest() {
    let mut desk = with_paris();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "3-3"));
    desk.command("bruno", 2, "SET UNIT AU4IN morale 61\nEXTEND BY 1 day\nRUN TURN");
    let commands = "SHOW GAME\nSHOW UNIT AU3IN\nSHOW PLAYER clam\nSHOW CITY Paris\nSHOW ORDERS\nSHOW ORDERS OF clam\nSHOW EDITS\nSHOW \
                    QUEUE\nHELP";
    let judgement = desk.command("carla", 3, commands);
    let text = |place: usize| shown_lines(&items(&judgement)[place]).join("\n");
    assert!(text(0).contains("benedek, Austria, general: orders for 1 of 2 units"), "{}", text(0));
    assert!(text(1).contains("ENTRY 3-3") && text(1).contains("morale"), "{}", text(1));
    assert!(text(2).contains("AU1CQ, AU2CQ, AU4IN"), "{}", text(2));
    assert!(text(3).contains("besieged"), "{}", text(3));
    assert!(text(4).contains("AU3IN, ordered by benedek"), "{}", text(4));
    assert!(text(5).contains("AU1CQ, no orders"), "{}", text(5));
    assert!(text(6).contains("1. SET UNIT AU4IN morale 61"), "{}", text(6));
    assert!(text(7).contains("| RUN TURN 3") && text(7).contains("change the schedule"), "{}", text(7));
    assert!(text(8).contains("UNDO"), "{}", text(8));
    for item in items(&judgement) {
        let lines = shown_lines(item);
        assert!(lines.iter().all(|line| line.chars().count() <= 72), "{lines:?}");
    }
    let judgement =
        desk.command("carla", 4, "SHOW OUTBOX\nSHOW BOUNCED\nSHOW AUDIT 5\nSHOW LETTER 1\nSHOW PRESS 2");
    assert!(items(&judgement).iter().all(|item| item.wanted.is_some()));
    for wrong in ["SHOW UNIT AU99IN", "SHOW PLAYER clamm"] {
        let judgement = desk.command("carla", 5, wrong);
        assert!(only(&judgement).nearest.is_some() || wrong.contains("99"), "{wrong}: {judgement:?}");
        why_not(&judgement);
    }
    let misspelt = desk.letter("carla", "SHOW CITY Pariss");
    assert_eq!(misspelt.complaints[0].nearest.as_deref(), Some("Paris"));
}

#[test]
fn the_whole_board_is_shown_to_whoever_administers_it() {
    let mut desk = with_paris();
    desk.send("gyulai", 1, |pen| pen.assign("AU5LC", "clam", None));
    desk.command("bruno", 2, "PLACE DEPOT A1-N1 5-5 FOR AU SUPPLIES 3 OVERRIDE");
    let judgement =
        desk.command("carla", 3, "SHOW MAP\nSHOW UNITS\nSHOW CITIES\nSHOW DEPOTS\nSHOW POSITION OF moltke");
    let text = |place: usize| shown_lines(&items(&judgement)[place]).join("\n");
    assert!(text(0).contains("o Austria and its allies") && text(0).contains("X"), "{}", text(0));
    for (unit, place, commander) in [
        ("AU5LC", "A1-N1 7-7", "clam"),
        ("PR1IN", "A8-N8 7-7", "moltke"),
        ("AU3IN", "A1-N1 7-7", "benedek (clam)"),
    ] {
        let all = text(1);
        let line = all.lines().find(|line| line.starts_with(unit)).unwrap_or_else(|| panic!("{all}"));
        assert!(line.contains(place) && line.contains(commander), "{line}");
    }
    assert!(text(2).contains("Paris") && text(2).contains("AU"), "{}", text(2));
    assert!(text(3).contains("depot of AU in A1-N1 5-5: 3 supplies"), "{}", text(3));
    assert!(items(&judgement)[4].wanted.is_some());
    for lines in [0, 1, 2, 3].map(|place| shown_lines(&items(&judgement)[place])) {
        assert!(lines.iter().all(|line| line.chars().count() <= 72), "{lines:?}");
    }
}

#[test]
fn the_queue_says_in_full_what_waits() {
    let mut desk = open();
    let judgement = desk.command("anna", 1, "RUN TURN\nEXTEND BY 1 day");
    assert_eq!(judgement.verdict, fieldpost_desk::record::Verdict::Obeyed, "{judgement:?}");
    let judgement = desk.command("carla", 2, "SHOW QUEUE");
    let text = shown_lines(only(&judgement)).join("\n");
    assert!(text.contains("| RUN TURN 3") && text.contains("waits for its token until"), "{text}");
    assert!(text.contains("change the schedule\n  | deadline"), "{text}");
}
