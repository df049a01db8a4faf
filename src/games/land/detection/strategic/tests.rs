//! Rule 4.1 on both sides of its numbers.

use super::*;
use crate::book::{ROTD_EUWOL, Sight as Chapter};
use crate::sandbox::{Sandbox, id};
use crate::unit::Status;

/// What player 0 (France, the first unit of each position) is told of `at`.
fn flags(sandbox: &mut Sandbox, at: &str) -> Vec<Sighting> {
    let at = sandbox.square(at);
    sights(sandbox.field(), &mut Dice::new(1, 1), "end")
        .remove(&PlayerNo(0))
        .and_then(|mut sight| sight.strategic.remove(&at))
        .unwrap_or_default()
}

fn sees(sandbox: &mut Sandbox, at: &str) -> bool {
    !flags(sandbox, at).is_empty()
}

fn row() -> Sandbox {
    Sandbox::new("14x1", |_| {})
}

#[test]
fn others_are_seen_one_square_away_by_most_units() {
    for watcher in ["FR1IN", "FR1MC", "FR1AQ", "FR1PB"] {
        let mut sandbox = row();
        sandbox.unit(watcher, "A0-N0", "7-7");
        sandbox.unit("AU1IN", "A1-N0", "7-7");
        assert!(sees(&mut sandbox, "A1-N0"), "{watcher}");
        sandbox.state.units.get_mut(&id("AU1IN")).unwrap().at.col = 2;
        assert!(!sees(&mut sandbox, "A2-N0"), "{watcher}");
    }
}

#[test]
fn light_cavalry_sees_by_its_strength_and_its_communications() {
    for (men, linked, farthest) in
        [(249, true, 1), (250, true, 2), (499, true, 2), (500, true, 3), (1200, true, 3), (1200, false, 1)]
    {
        for away in 1..=4 {
            let mut sandbox = row();
            let cavalry = sandbox.unit("FR1LC", "A0-N0", "7-7");
            (cavalry.strength, cavalry.in_communications) = (men, linked);
            let at = format!("A{away}-N0");
            sandbox.unit("AU1IN", &at, "7-7");
            assert_eq!(sees(&mut sandbox, &at), away <= farthest, "{men} men, {linked}, {away} squares");
        }
    }
}

#[test]
fn friends_are_seen_three_squares_away_and_five_by_an_army_headquarters() {
    for (watcher, farthest) in [("FR1IN", 3), ("FR1LC", 3), ("FR1CQ", 3), ("FR1AQ", 5)] {
        for away in [farthest, farthest + 1] {
            let mut sandbox = row();
            sandbox.unit(watcher, "A0-N0", "7-7");
            sandbox.relation("FR", "BA", Relation::Allied);
            let at = format!("A{away}-N0");
            sandbox.unit("BA1IN", &at, "7-7");
            assert_eq!(sees(&mut sandbox, &at), away == farthest, "{watcher}, {away} squares");
        }
    }
}

#[test]
fn in_peace_it_is_farther_and_needs_no_line() {
    for (watcher, away, seen) in [("FR1IN", 3, true), ("FR1IN", 4, false), ("FR1AQ", 3, true)] {
        let mut sandbox = row();
        sandbox.state.season = Season::Peace;
        sandbox.unit(watcher, "A0-N0", "7-7");
        let at = format!("A{away}-N0");
        sandbox.unit("AU1IN", &at, "7-7");
        assert_eq!(sees(&mut sandbox, &at), seen, "{watcher}, {away} squares");
    }
    for (watcher, farthest) in [("FR1IN", 5), ("FR1AQ", 10)] {
        let mut sandbox = row();
        sandbox.state.season = Season::Peace;
        sandbox.unit(watcher, "A0-N0", "7-7");
        sandbox.relation("FR", "BA", Relation::Allied);
        for away in [farthest, farthest + 1] {
            sandbox.unit(&format!("BA{away}IN"), &alone(away), "7-7");
        }
        assert!(sees(&mut sandbox, &alone(farthest)));
        assert!(!sees(&mut sandbox, &alone(farthest + 1)));
    }
}

/// The name of a square of the first row.
fn alone(col: u8) -> String {
    format!("{}{}-N0", char::from(b'A' + col / 10), col % 10)
}

#[test]
fn enemies_are_seen_only_along_a_line_of_contact() {
    let mut sandbox = row();
    sandbox.unit("FR1LC", "A0-N0", "7-7");
    sandbox.unit("AU1IN", "A2-N0", "7-7");
    assert!(sees(&mut sandbox, "A2-N0"));
    sandbox.unit("AU2CQ", "A1-N0", "7-7");
    assert!(!sees(&mut sandbox, "A2-N0"));
    sandbox.relation("FR", "AU", Relation::Neutral);
    assert!(sees(&mut sandbox, "A2-N0"), "neutrals need no line");
}

#[test]
fn light_cavalry_behind_its_screen_is_seen_and_what_stands_with_it_is_not() {
    let mut sandbox = row();
    sandbox.unit("FR1LC", "A0-N0", "7-7");
    sandbox.unit("AU1LC", "A3-N0", "7-7");
    for number in 1..=9 {
        sandbox.unit(&format!("AU{number}IN"), "A3-N0", "7-7");
    }
    let seen = flags(&mut sandbox, "A3-N0");
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].count, Count::About(Size::Brigade), "one unit of ten");
}

/// EUWOL asks for a line of contact that passes a screen to cavalry alone, CWOL for one that passes all screens, GITM for none.
#[test]
fn what_must_lie_between_is_the_books() {
    static PAST: Book =
        Book { sight: Chapter { line: SightLine::PastScreens, ..ROTD_EUWOL.sight }, ..ROTD_EUWOL };
    static FREE: Book =
        Book { sight: Chapter { line: SightLine::NotNeeded, ..ROTD_EUWOL.sight }, ..ROTD_EUWOL };
    let of = |enemies: &[(&str, &str)], at: &str| {
        let mut sandbox = row();
        sandbox.unit("FR1LC", "A0-N0", "7-7");
        for (unit, at) in enemies {
            sandbox.unit(unit, at, "7-7");
        }
        let at = sandbox.square(at);
        [&ROTD_EUWOL, &PAST, &FREE].map(|book| {
            let field = Field { book, ..sandbox.field() };
            let mut sight =
                sights(field, &mut Dice::new(1, 1), "end").remove(&PlayerNo(0)).unwrap_or_default();
            sight.strategic.remove(&at).map(|seen| seen[0].count == Count::About(Size::Brigade))
        })
    };
    let barred = of(&[("AU1IN", "A2-N0"), ("AU2CQ", "A1-N0")], "A2-N0");
    assert_eq!(barred.map(|seen| seen.is_some()), [false, false, true], "an enemy between bars the line");
    let ten: Vec<String> = (1..=9).map(|number| format!("AU{number}IN")).chain(["AU1LC".into()]).collect();
    let ten: Vec<(&str, &str)> = ten.iter().map(|unit| (unit.as_str(), "A3-N0")).collect();
    assert_eq!(of(&ten, "A3-N0"), [Some(true), Some(false), Some(false)], "one unit of ten, or all");
}

#[test]
fn inactive_and_shattered_units_detect_nothing() {
    for status in [Status::Inactive, Status::Shattered] {
        let mut sandbox = row();
        sandbox.unit("FR1IN", "A0-N0", "7-7").status = status;
        sandbox.unit("FR2IN", "A1-N0", "7-7").status = status;
        sandbox.unit("AU1IN", "A1-N0", "7-7");
        assert!(!sees(&mut sandbox, "A1-N0"));
    }
}

#[test]
fn marks_tell_active_inactive_and_shattered_apart() {
    let mark = |first: Status, second: Status| {
        let mut sandbox = row();
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        sandbox.unit("AU1IN", "A1-N0", "7-7").status = first;
        sandbox.unit("AU2IN", "A1-N0", "7-7").status = second;
        flags(&mut sandbox, "A1-N0")[0].mark
    };
    assert_eq!(mark(Status::Active, Status::Inactive), Mark::Flag);
    assert_eq!(mark(Status::Shattered, Status::Inactive), Mark::Tent);
    assert_eq!(mark(Status::Shattered, Status::Shattered), Mark::Shattered);
}

#[test]
fn the_number_of_friends_is_exact_and_that_of_others_is_about_right() {
    let mut sizes = BTreeSet::new();
    let mut sandbox = Sandbox::new("14x10", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    for number in 1..=8 {
        sandbox.unit(&format!("AU{number}IN"), "A1-N0", "7-7");
    }
    let at = sandbox.square("A1-N0");
    for seed in 0..200 {
        let all = sights(sandbox.field(), &mut Dice::new(seed, 1), "end");
        let Count::About(size) = all[&PlayerNo(0)].strategic[&at][0].count else { panic!("exact") };
        sizes.insert(size);
        assert_eq!(all[&PlayerNo(1)].strategic[&at][0].count, Count::Exact(8));
    }
    assert_eq!(sizes, BTreeSet::from([Size::Divisions, Size::Corps(1)]), "8 x 0.75 to 8 x 1.25 is 6 to 10");
}

#[test]
fn letters_err_by_a_tenth_and_by_three_in_a_hundred() {
    let mut sandbox = row();
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("AU1MI", "A1-N0", "7-7");
    let at = sandbox.square("A1-N0");
    let (mut missed, mut invented) = (0, 0);
    for seed in 0..2000 {
        let all = sights(sandbox.field(), &mut Dice::new(seed, 1), "end");
        let arms = &all[&PlayerNo(0)].strategic[&at][0].arms;
        missed += u32::from(!arms.0.contains(&Arm::Infantry));
        invented += u32::from(arms.0.contains(&Arm::Cavalry));
    }
    assert!((150..250).contains(&missed), "{missed} of 2000");
    assert!((35..90).contains(&invented), "{invented} of 2000");
}

#[test]
fn factors_and_rounding_on_both_sides() {
    let fuzz = |factor| Fuzz { factor, letters: [0; 4] };
    assert_eq!(fuzz(750).number(1), 1);
    assert_eq!(fuzz(750).number(2), 2, "1.5 is rounded up");
    assert_eq!(fuzz(749).number(2), 1);
    assert_eq!(fuzz(1250).number(10), 13);
    let infantry = BTreeSet::from([Arm::Infantry]);
    let roll = |letters| Fuzz { factor: 1000, letters }.arms(&infantry).to_string();
    assert_eq!(roll([999, 299, 300, 9_999]), "C");
    assert_eq!(roll([1_000, 300, 299, 300]), "IA");
}

#[test]
fn a_player_sees_what_the_units_under_their_own_command_see() {
    use crate::state::Seat;
    let mut sandbox = row();
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("BA1IN", "A5-N0", "7-7");
    sandbox.unit("AU1IN", "A6-N0", "7-7");
    sandbox.relation("FR", "BA", Relation::Allied);
    assert!(!sees(&mut sandbox, "A6-N0"), "an ally's sight is the ally's");
    let seat = Seat { commander: PlayerNo(1), deputy: Some(PlayerNo(0)) };
    sandbox.state.seats.insert(id("BA1IN"), seat);
    assert!(sees(&mut sandbox, "A6-N0"), "a deputy sees with the unit");
}

#[test]
fn tactical_maps_show_what_any_unit_of_the_side_there_sees() {
    let mut sandbox = row();
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("BA1IN", "A0-N0", "7-13");
    sandbox.relation("FR", "BA", Relation::Allied);
    sandbox.unit("AU1IN", "A0-N0", "7-4");
    sandbox.unit("AU2IN", "A0-N0", "7-1");
    sandbox.unit("AU3IN", "A0-N0", "7-14");
    let at = sandbox.square("A0-N0");
    let all = sights(sandbox.field(), &mut Dice::new(1, 1), "end");
    let seen =
        |player| all[&PlayerNo(player)].tactical[&at].iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(seen(0), ["AU1IN", "AU3IN", "BA1IN", "FR1IN"], "AU2IN is hidden by AU1IN");
    assert_eq!(seen(2), ["AU1IN", "AU2IN", "AU3IN", "BA1IN", "FR1IN"]);
}

#[test]
fn friends_are_counted_with_the_inactive_and_shattered_who_are_named_apart() {
    let of = |statuses: &[Status]| {
        let mut sandbox = row();
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        for (number, status) in (2..).zip(statuses) {
            sandbox.unit(&format!("FR{number}IN"), "A1-N0", "7-7").status = *status;
        }
        let flag = flags(&mut sandbox, "A1-N0").remove(0);
        (flag.count.to_string() + &flag.state_words(), flag.under_its_mark())
    };
    use Status::{Active, Inactive, Shattered};
    let words = |statuses: &[Status]| of(statuses).0;
    assert_eq!(of(&[Active, Active]), ("2 units".into(), 2));
    assert_eq!(of(&[Active, Inactive, Inactive]), ("3 units, 2 of them inactive".into(), 1));
    assert_eq!(words(&[Active, Inactive, Shattered]), "3 units, 1 of them inactive, 1 of them shattered");
    assert_eq!(of(&[Inactive]), ("1 unit, inactive".into(), 1));
    assert_eq!(of(&[Inactive, Shattered]), ("2 units, 1 inactive, 1 shattered".into(), 1));
    assert_eq!(of(&[Shattered, Shattered]), ("2 units, shattered".into(), 2));
}
