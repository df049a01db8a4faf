//! One of each edit, its other side, and what is said.

use super::*;
use crate::book::ROTD_EUWOL;
use crate::edits::field::Shown;
use crate::edits::fields::unit_fields;
use crate::edits::theatre::{river_square, set, theatre, try_edit};
use crate::orders::Office;
use crate::sandbox::{Sandbox, id, nation, tac};
use crate::state::{Control, DepotKind, Rank, Season, Seat, Works, called};
use crate::unit::{Guns, Source, Status};
use fieldpost_ground::map::Fort;
use fieldpost_ground::square::StrategicSquare;

mod people;
mod places;

/// How an edit is taken: done, refused unless somebody insists, or impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Done,
    Insist,
    Never,
}

use Taken::{Done, Insist, Never};

fn taken(sandbox: &Sandbox, edit: &Edit) -> Taken {
    match try_edit(sandbox, &sandbox.state, edit, false) {
        Ok(_) => Done,
        Err(refused) if refused.may_insist => Insist,
        Err(_) => Never,
    }
}

fn done(sandbox: &Sandbox, edit: &Edit) -> Edited {
    try_edit(sandbox, &sandbox.state, edit, false).unwrap_or_else(|refused| panic!("{edit:?} {refused:?}"))
}

/// What is against an edit that somebody insists on.
fn against(sandbox: &Sandbox, edit: &Edit) -> String {
    let refused = try_edit(sandbox, &sandbox.state, edit, false).unwrap_err();
    let edited = try_edit(sandbox, &sandbox.state, edit, true).unwrap();
    assert_eq!(refused.why, fieldpost_engine::breach::told(&[edited.against]).concat());
    refused.why.join(" ")
}

fn why(sandbox: &Sandbox, edit: &Edit) -> (String, Option<String>) {
    let refused = try_edit(sandbox, &sandbox.state, edit, true).unwrap_err();
    assert!(!refused.may_insist);
    (refused.why.join(" "), refused.nearest)
}

fn said(edited: &Edited) -> Vec<String> {
    edited.said.iter().map(|told| format!("{}: {} > {}", told.what, told.before, told.after)).collect()
}

fn place(sandbox: &Sandbox, unit: &str, at: &str, tac: Option<&str>) -> Edit {
    Edit::MoveUnit { unit: id(unit), at: sandbox.square(at), tac: tac.map(crate::sandbox::tac) }
}

fn create(sandbox: &Sandbox, unit: &str, at: &str, at_tac: &str, fields: &[(&str, &str)]) -> Edit {
    Edit::CreateUnit {
        unit: id(unit),
        at: sandbox.square(at),
        tac: Some(tac(at_tac)),
        commander: Some("fr".into()),
        fields: fields.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
    }
}

fn city(name: &str, field: &str, value: &str) -> Edit {
    Edit::SetCity { city: name.into(), field: field.into(), value: value.into() }
}

#[test]
fn every_field_shows_what_it_reads() {
    let sandbox = theatre();
    let (grid, state) = (&sandbox.atlas.map.grid, &sandbox.state);
    for unit in state.units.values() {
        for field in unit_fields().iter().filter(|field| field.is_in(&ROTD_EUWOL)) {
            let value = field.shown(&Shown { grid, state, unit });
            let edit = set(&unit.id.to_string(), field.name, &value);
            let edited = try_edit(&sandbox, state, &edit, true)
                .unwrap_or_else(|refused| panic!("{edit:?} {refused:?}"));
            assert!(edited.touches.is_empty(), "{edit:?} {:?}", edited.touches);
            assert!(!field.expects(&ROTD_EUWOL).is_empty() && !field.rule.is_empty());
            assert!(
                field.choices().is_empty() || field.choices().iter().any(|word| *word == value),
                "{edit:?}"
            );
        }
    }
}

#[test]
fn a_field_has_the_range_of_its_type_and_the_limits_of_its_unit() {
    let sandbox = theatre();
    for (unit, field, value, expected) in [
        ("FR3IN", "strength", "0", Never),
        ("FR3IN", "strength", "1", Done),
        ("FR3IN", "strength", "2400", Done),
        ("FR3IN", "strength", "2401", Insist),
        ("FR3IN", "strength", "99999", Insist),
        ("FR3IN", "strength", "100000", Never),
        ("FR3IN", "regiments", "5", Done),
        ("FR3IN", "regiments", "6", Insist),
        ("FR3IN", "batteries", "1", Done),
        ("FR3IN", "batteries", "2", Insist),
        ("FR1LA", "batteries", "5", Insist),
        ("FR1MI", "batteries", "1", Insist),
        ("FR3IN", "morale", "100", Done),
        ("FR3IN", "morale", "101", Never),
        ("FR3IN", "initiative", "0", Never),
        ("FR3IN", "initiative", "5", Done),
        ("FR3IN", "supplies", "1", Done),
        ("FR3IN", "supplies", "2", Insist),
        ("FR1CQ", "supplies", "12", Done),
        ("FR1CQ", "supplies", "13", Never),
        ("FR3IN", "ammunition", "5", Done),
        ("FR3IN", "ammunition", "6", Never),
        ("FR3IN", "experience", "999", Done),
        ("FR3IN", "experience", "1000", Never),
        ("FR3IN", "weapon", "chassepot", Done),
        ("AU1IN", "weapon", "chassepot", Insist),
        ("AU1LC", "weapon", "musket", Insist),
        ("FR3IN", "weapon", "halberd", Never),
        ("FR1LA", "guns", "mitrailleuse", Done),
        ("AU1IN", "guns", "breech", Insist),
        ("FR1MI", "home", "Austria", Insist),
        ("FR1MI", "home", "Lemuria", Never),
        ("FR3IN", "fort", "yes", Never),
        ("FR3IN", "laid", "yes", Never),
        ("FR1PB", "laid", "no", Done),
        ("FR3IN", "source", "FR1CQ", Done),
        ("FR3IN", "source", "FR9CQ", Never),
        ("FR3IN", "source", "A0-N1", Done),
        ("FR3IN", "source", "A0-N2", Never),
        ("FR3IN", "communications", "Metz", Done),
        ("FR3IN", "communications", "Atlantis", Never),
        ("FR3IN", "reforming", "none", Done),
        ("FR3IN", "reforming", "1 0 0", Never),
        ("FR3IN", "commander", "berthier", Done),
        ("FR3IN", "commander", "au", Insist),
        ("FR3IN", "deputy", "fr", Never),
        ("FR3IN", "deputy", "nobody", Done),
        ("FR3IN", "square", "A0-N2 3-3", Done),
        ("FR3IN", "tac", "6-6", Done),
        ("FR3IN", "tac", "15-6", Never),
    ] {
        assert_eq!(taken(&sandbox, &set(unit, field, value)), expected, "{unit} {field} {value}");
    }
    let strong = against(&sandbox, &set("FR3IN", "strength", "2401"));
    assert!(strong.starts_with("FR3IN: ") && strong.contains("(rule 3.1)"), "{strong}");
}

#[test]
fn the_nearest_right_thing_is_named() {
    let sandbox = theatre();
    assert_eq!(
        why(&sandbox, &set("FR3IN", "moral", "5")),
        ("Units have no field \"moral\".".into(), Some("morale".into()))
    );
    assert_eq!(why(&sandbox, &set("FR4IN", "morale", "5")).1, Some("FR1IN".into()));
    assert_eq!(why(&sandbox, &city("Mets", "supplies", "5")).1, Some("Metz".into()));
    assert_eq!(why(&sandbox, &city("Metz", "suplies", "5")).1, Some("supplies".into()));
    assert_eq!(why(&sandbox, &set("FR3IN", "quality", "goood")).1, Some("good".into()));
}

#[test]
fn what_is_worked_out_anew_is_set_with_a_word_of_warning() {
    let sandbox = theatre();
    let edited = done(&sandbox, &set("FR3IN", "in-communications", "yes"));
    assert!(edited.notes[0].contains("anew at the end of every turn"), "{:?}", edited.notes);
    assert!(done(&sandbox, &set("FR3IN", "morale", "60")).notes.is_empty());
    assert_eq!(said(&done(&sandbox, &set("FR3IN", "morale", "60"))), ["FR3IN morale: 50 > 60"]);
    let same = done(&sandbox, &set("FR3IN", "morale", "50"));
    assert_eq!((same.touches.len(), same.notes[0].as_str()), (0, "Everything is so already."));
}

#[test]
fn a_square_holds_so_many_inactive_units_and_a_fort_so_many_men() {
    let mut sandbox = theatre();
    for unit in ["FR2IN", "FR3IN", "FR1LA"] {
        sandbox.state = done(&sandbox, &set(unit, "status", "inactive")).state;
    }
    assert_eq!(taken(&sandbox, &set("FR1LC", "status", "inactive")), Insist, "three where there is a city");
    assert_eq!(taken(&sandbox, &set("FR1IN", "status", "inactive")), Done, "in the fort it is exempt");
    let fort = |capacity: u32| city("Metz", "fort", &format!("strength 3 capacity {capacity}"));
    assert_eq!(taken(&sandbox, &fort(2400)), Done);
    assert_eq!(taken(&sandbox, &fort(2399)), Insist);
    assert_eq!(taken(&sandbox, &city("Metz", "fort", "6 2400")), Never);
    assert_eq!(taken(&sandbox, &city("Metz", "fort", "5 0")), Never);
    let razed = done(&sandbox, &city("Metz", "fort", "none"));
    assert_eq!(said(&razed), ["FR1IN fort: yes > no", "Metz fort: strength 3 capacity 5000 > none"]);
}

#[test]
fn a_shattered_unit_leaves_the_fort_and_may_be_reforming() {
    let mut sandbox = theatre();
    sandbox.state = done(&sandbox, &set("FR1IN", "status", "shattered")).state;
    sandbox.state = done(&sandbox, &set("FR1IN", "reforming", "2 turns left, 1 lain, 0 failed")).state;
    let unit = &sandbox.state.units[&id("FR1IN")];
    assert_eq!(
        (unit.status, unit.in_fort, unit.reforming.unwrap().turns_left),
        (Status::Shattered, false, 2)
    );
    assert_eq!(taken(&sandbox, &set("FR1IN", "reforming", "100 0 0")), Never);
    assert_eq!(taken(&sandbox, &set("FR1IN", "status", "active")), Insist, "rule 14.3 has it reform");
    let active = try_edit(&sandbox, &sandbox.state, &set("FR1IN", "status", "active"), true).unwrap();
    assert_eq!(active.state.units[&id("FR1IN")].reforming, None);
}

#[test]
fn a_unit_is_put_where_it_may_stand_and_elsewhere_if_the_ga_insists() {
    let sandbox = theatre();
    let river = river_square(&sandbox, "A2-N2").to_string();
    for (unit, at, at_tac, expected) in [
        ("FR3IN", "A0-N2", "7-7", Done),
        ("FR3IN", "A0-N0", "7-7", Insist),
        ("FR3IN", "A3-N1", "7-7", Insist),
        ("FR3IN", "A3-N1", "8-7", Done),
        ("FR1MI", "A3-N2", "7-7", Insist),
        ("FR1MI", "A1-N2", "7-7", Done),
        ("FR1NB", "A1-N2", "7-7", Insist),
        ("FR3IN", "A2-N2", river.as_str(), Insist),
    ] {
        assert_eq!(
            taken(&sandbox, &place(&sandbox, unit, at, Some(at_tac))),
            expected,
            "{unit} {at} {at_tac}"
        );
    }
    let off = Edit::MoveUnit { unit: id("FR3IN"), at: StrategicSquare { col: 4, row: 0 }, tac: None };
    assert_eq!(taken(&sandbox, &off), Never);
    let enemy = against(&sandbox, &place(&sandbox, "FR3IN", "A3-N1", Some("7-7")));
    assert!(enemy.contains("its enemy AU1IN stands on 7-7 of A3-N1"), "{enemy}");
    let home = done(&sandbox, &place(&sandbox, "FR3IN", "A1-N1", None));
    let unit = &home.state.units[&id("FR3IN")];
    assert_eq!((unit.tac, unit.in_fort), (tac("7-7"), true), "in the city's square, and into its fort");
    let still = done(&sandbox, &place(&sandbox, "FR3IN", "A1-N1", Some("5-5")));
    assert!(still.touches.is_empty() && still.notes[0].contains("already"));
}

#[test]
fn eight_brigades_of_a_side_stand_on_a_tactical_square_and_a_ninth_if_the_ga_insists() {
    let mut sandbox = theatre();
    for number in 10..18 {
        let edit = create(&sandbox, &format!("FR{number}IN"), "A0-N2", "7-7", &[]);
        sandbox.state = done(&sandbox, &edit).state;
    }
    let ninth = create(&sandbox, "FR18IN", "A0-N2", "7-7", &[]);
    assert_eq!(taken(&sandbox, &ninth), Insist);
    assert_eq!(taken(&sandbox, &create(&sandbox, "FR18IN", "A0-N2", "7-8", &[])), Done);
    let elsewhere = Edit::MoveUnit { unit: id("FR3IN"), at: sandbox.square("A0-N2"), tac: None };
    assert_ne!(done(&sandbox, &elsewhere).state.units[&id("FR3IN")].tac, tac("7-7"), "where there is room");
}

#[test]
fn a_new_unit_is_as_its_type_is_mustered_with_what_is_said() {
    let sandbox = theatre();
    let edited = done(
        &sandbox,
        &create(&sandbox, "FR9LI", "A0-N2", "6-6", &[("morale", "70"), ("quality", "very good")]),
    );
    let unit = &edited.state.units[&id("FR9LI")];
    assert_eq!((unit.strength, unit.morale, unit.initiative), (2400, 70, 1), "the very good are one faster");
    assert_eq!(said(&edited), ["FR9LI: - > light infantry of 2400 men in A0-N2 6-6, commanded by fr"]);
    for (unit, fields, expected) in [
        ("FR9LI", &[("initiative", "4")][..], Done),
        ("FR1IN", &[], Never),
        ("XX1IN", &[], Never),
        ("FR0IN", &[], Never),
        ("FR9999IN", &[], Done),
        ("FR10000IN", &[], Never),
        ("FR9IN", &[("strength", "2401")], Insist),
        ("FR9IN", &[("square", "A1-N1")], Never),
        ("FR9MI", &[], Done),
        ("AU9IN", &[], Insist),
    ] {
        assert_eq!(
            taken(&sandbox, &create(&sandbox, unit, "A0-N2", "6-6", fields)),
            expected,
            "{unit} {fields:?}"
        );
    }
    let nobody = |unit: &str| {
        let at = sandbox.square("A3-N2");
        Edit::CreateUnit { unit: id(unit), at, tac: None, commander: None, fields: Vec::new() }
    };
    assert_eq!(done(&sandbox, &nobody("AU9IN")).state.seats[&id("AU9IN")].commander.0, 1, "the only player");
    assert_eq!(why(&sandbox, &nobody("FR9IN")).1, Some("COMMANDER and a player's name".into()));
    assert_eq!(why(&sandbox, &nobody("FR1IN")).1, Some("FR4IN".into()), "the next free number");
}

#[test]
fn who_leaned_on_a_headquarters_that_is_gone_has_other_communications() {
    let mut sandbox = theatre();
    let corps = Some(Source::Unit(id("FR1CQ")));
    for unit in sandbox.state.units.values_mut() {
        (unit.in_communications, unit.communications, unit.source) = (true, corps.clone(), corps.clone());
    }
    let edited = done(&sandbox, &Edit::RemoveUnit(id("FR1CQ")));
    assert!(!edited.state.seats.contains_key(&id("FR1CQ")));
    let unit = &edited.state.units[&id("FR3IN")];
    assert_eq!(unit.communications, Some(Source::City("Metz".into())));
    assert!(edited.said.iter().any(|told| told.what == "FR3IN communications" && told.before == "FR1CQ"));
    assert_eq!(edited.said[0].unit, Some(id("AU1IN")), "each is its own commander's affair");
}

#[test]
fn batteries_go_as_captured_ones_do() {
    let sandbox = theatre();
    let transfer =
        |batteries, from: &str, to: &str| Edit::TransferBattery { batteries, from: id(from), to: id(to) };
    let edited = done(&sandbox, &transfer(1, "FR2IN", "FR3IN"));
    let (giver, taker) = (&edited.state.units[&id("FR2IN")], &edited.state.units[&id("FR3IN")]);
    assert_eq!((giver.batteries, taker.batteries, taker.guns), (1, 1, Guns::Rifled));
    for (batteries, from, to, expected) in [
        (0, "FR2IN", "FR3IN", Never),
        (2, "FR2IN", "FR3IN", Insist),
        (3, "FR2IN", "FR3IN", Never),
        (1, "FR2IN", "FR1LA", Insist),
        (1, "FR2IN", "FR1LC", Insist),
        (1, "FR2IN", "AU1IN", Insist),
        (1, "FR2IN", "FR2IN", Never),
        (1, "FR2IN", "FR9LA", Never),
        (1, "FR1LA", "FR3IN", Insist),
    ] {
        assert_eq!(taken(&sandbox, &transfer(batteries, from, to)), expected, "{batteries} {from} {to}");
    }
    let full = against(&sandbox, &transfer(1, "FR2IN", "FR1LA"));
    assert!(full.contains("as many batteries as it can use (rule 10.11)"), "{full}");
}

#[test]
fn a_bridge_that_is_struck_leaves_those_on_it_ashore() {
    let mut sandbox = theatre();
    let river = river_square(&sandbox, "A2-N0");
    assert!(sandbox.state.units[&id("FR1PB")].deployed, "it lies in the river");
    sandbox.state = done(&sandbox, &place(&sandbox, "FR3IN", "A2-N0", Some(&river.to_string()))).state;
    assert_eq!(taken(&sandbox, &Edit::RemoveUnit(id("FR1PB"))), Insist);
    assert_eq!(taken(&sandbox, &set("FR1PB", "laid", "no")), Insist);
    assert_eq!(taken(&sandbox, &Edit::RemovePontoon(id("FR3IN"))), Never);
    let edited = done(&sandbox, &Edit::RemovePontoon(id("FR1PB")));
    assert_ne!(edited.state.units[&id("FR3IN")].tac, river);
    assert!(!edited.state.units.contains_key(&id("FR1PB")));
    sandbox.state.units.get_mut(&id("FR1PB")).unwrap().deployed = false;
    assert_eq!(taken(&sandbox, &Edit::RemovePontoon(id("FR1PB"))), Insist, "it does not lie as a bridge");
}

#[test]
fn what_is_taken_back_and_done_again_is_told_too() {
    let sandbox = theatre();
    let ground = Ground { atlas: &sandbox.atlas, book: &crate::book::ROTD_EUWOL };
    let edited = done(&sandbox, &city("Metz", "fort", "none"));
    let back = carry_out_touches(ground, &edited.state, &touch::reversed(&edited.touches)).unwrap();
    assert_eq!(back.state, sandbox.state);
    assert_eq!(said(&back), ["FR1IN fort: no > yes", "Metz fort: none > strength 3 capacity 5000"]);
    // A fort that a later edit filled cannot be taken back: it would be a position that is none.
    let mut bare = theatre();
    bare.state = edited.state;
    let built = done(&bare, &city("Metz", "fort", "strength 2 capacity 9000"));
    let inside = try_edit(&bare, &built.state, &set("FR1IN", "fort", "yes"), false).unwrap();
    let refused = carry_out_touches(ground, &inside.state, &touch::reversed(&built.touches)).unwrap_err();
    assert_eq!(refused.why, ["FR1IN would be in a fort, and there is none where it stands."]);
    assert_eq!(built.state.cities["Metz"].fort, Some(Fort { strength: 2, capacity: 9000 }));
}

#[test]
fn a_unit_is_named_renamed_and_made_with_a_name() {
    let sandbox = theatre();
    let named = |state: &_, edit: &Edit| try_edit(&sandbox, state, edit, false).map(|done| done.state);
    let state = named(&sandbox.state, &set("FR3IN", "name", "Lasalle")).unwrap();
    assert_eq!(called(&state.names, id("FR3IN")), "FR3IN Lasalle");
    assert!(named(&state, &set("FR1MI", "name", "lasalle")).is_err(), "another unit's");
    assert!(named(&state, &set("FR1MI", "name", "FR3IN")).is_err(), "an id");
    let made = create(&sandbox, "FR77IN", "A1-N1", "7-7", &[("name", "Milhaud"), ("morale", "60")]);
    let state = try_edit(&sandbox, &state, &made, true).unwrap().state;
    assert_eq!(called(&state.names, id("FR77IN")), "FR77IN Milhaud");
    let state = try_edit(&sandbox, &state, &Edit::RemoveUnit(id("FR77IN")), true).unwrap().state;
    assert!(state.names.get(&id("FR77IN")).is_none(), "a new unit of that id has no name of old");
    let state = named(&state, &set("FR3IN", "name", "none")).unwrap();
    assert_eq!(called(&state.names, id("FR3IN")), "FR3IN");
}
