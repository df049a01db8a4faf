//! What players by mail stumbled over (issues 35, 38).

use super::between::{interphase, offices};
use super::*;
use crate::event::account::{Fought, Meeting, Passage, Segment, Throw, Won};
use crate::event::{Event, Fact, Happening, Row, Sapped, When};
use crate::position::Ship;
use crate::tables::Column;
use crate::tell::Eye;

/// What a report says of one thing that happened.
fn told(row: Row, tick: Option<u32>, fact: Fact) -> String {
    let board = opened("italy", 1);
    let table = Table::of(&*board).unwrap();
    let eye = Eye { scenario: &table.scenario, position: &table.position, power: None };
    let happening =
        Happening { event: Event { phase: When { row, tick }, fact }, ..Happening::at_the_end(none()) };
    lines(&eye.happened(&[happening])).join("\n")
}

fn none() -> Fact {
    Fact::Weather { die: 1, bad: false }
}

#[test]
fn what_all_requests_cost_together_is_told_where_the_treasury_does_not_hold_it() {
    let board = interphase(1);
    let treasury = Table::of(&*board).unwrap().position.powers["FRA"].treasury;
    let letter = "PLAYER Charles\nBUY 9 LD IN milan\nSUBSIDY 60 TO Venice\nBUY 2 LD IN lyonnais\nBORROW 50\nBUY 7 LD IN provence\n";
    let asked = offices(&*board, &[letter]);
    let told: Vec<String> =
        (1..=asked.len()).map(|last| board.result_of_office(&asked[..last]).unwrap()).collect();
    assert_eq!(treasury, 263);
    assert!(!told[0].contains("together") && !told[1].contains("together"), "{told:?}");
    assert!(told[2].contains(&format!("comes to 280 ducats together; you have {treasury}.")), "{told:?}");
    let all = format!("comes to 420 ducats together; you have {treasury}, and 50 more if you are lent them.");
    assert!(told[4].contains(&all), "{told:?}");
}

#[test]
fn a_siege_that_comes_to_nothing_is_told_as_one() {
    let adds = Vec::new();
    let fact = Fact::Undermined {
        stack: "FR-1".into(),
        place: "naples".into(),
        die: 3,
        adds,
        came: Sapped::Nothing,
    };
    let told = told(Row::Siege, None, fact);
    assert!(told.contains("Naples: FR-1 besieges: no progress in this round"), "{told}");
}

/// A fight before a blockaded port is fought in the clock: its dice are told there, as those of one on land are.
#[test]
fn a_battle_at_sea_has_its_dice_wherever_it_is_told() {
    let throw =
        |by: &str| Throw::Dice { by: by.into(), die: 7, total: 9, column: Column::B, thirds: 2, stars: 1 };
    let exchange =
        Passage::Exchange { day: 1, segment: Segment::SeaFire, throws: [throw("FR-F1"), throw("SP-F1")] };
    let fought = Box::new(Fought {
        place: "ligurian-sea".into(),
        why: Meeting::ForceBlockade,
        attackers: vec!["FR-F1".into()],
        defenders: vec!["SP-F1".into()],
        winner: Some(Won::Attacker),
        account: vec![exchange],
    });
    let told =
        told(Row::Ticks, Some(4), Fact::SeaBattle { fought, first_line: [Ship::Galley, Ship::Warship] });
    assert!(told.contains("Day 1 fire: FR-F1 die 7, 9 on B: 2/3*"), "{told}");
    assert!(told.contains("dice on columns A to E"), "{told}");
}

#[test]
fn what_ids_say_is_told_where_they_first_stand() {
    let board = opened("italy", 1);
    let told = between::text(&*board, 0).split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, _) = told.split_once("Initiative: France (FRA), Spain (SPA)").expect(&told);
    assert!(!before.contains("FRA "), "{told}");
    assert!(
        told.contains("Letters of stacks: FL Florence (FLO), FR France (FRA), MI Milan (MIL), "),
        "{told}"
    );
    assert!(told.contains("Behind the hyphen: F a fleet."), "{told}");
    assert!(told.contains("is obeyed by Genoa (GEN), Milan (MIL), Savoy (SAV)"), "{told}");
}

#[test]
fn a_name_that_is_taken_is_told_as_taken_by_whom_and_which_is_free() {
    let board = opened("italy", 1);
    for (asked, said) in [
        ("SP-1", "SP-1 is taken: a stack of Spain in Sicily has it; MI-2 is free"),
        ("FR-F1", "FR-F1 is taken: a stack of France in Provence has it; MI-2 is free"),
        ("FR-F7", "FR-F7 is no free id of its kind; MI-2 is free"),
    ] {
        let letter = format!("PLAYER Charles\nSTACK MI-1\nDETACH {asked} WITH A-\nEND\n");
        let letters = book(&*board, &[letter]);
        let outlook = &board.foresee(PlayerNo(0), &letters).pieces[&Piece::from("MI-1")];
        let words: Vec<String> = outlook.said.iter().map(|said| said.words()).collect();
        assert!(words.iter().any(|words| words.contains(said)), "{said}: {words:?}");
        let report = report_of(&*board.run(&letters), 0).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(report.contains(said), "{said}: {report}");
    }
}

/// The nearest right thing to the name of a power is what it is called.
#[test]
fn a_power_that_is_misspelt_is_suggested_by_its_name() {
    let board = opened("italy", 1);
    let letter = read_letter("PLAYER Charles\nSTACK FR-F1\nATTACK SPN\nEND\n", &board.lexicon());
    let complaint = &letter.units[0].complaints[0];
    assert_eq!(complaint.nearest.as_deref(), Some("Spain"), "{complaint:?}");
}
