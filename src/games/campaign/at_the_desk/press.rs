//! Whom press to a nation or an office reaches.

use crate::at_the_desk::trial::{open, table};
use fieldpost_door::Roll;

fn names(found: Result<Vec<fieldpost_engine::ids::PlayerNo>, String>) -> Vec<String> {
    let desk = open();
    found.unwrap().into_iter().map(|number| desk.game.name_of(number).to_owned()).collect()
}

#[test]
fn a_nation_is_written_to_with_its_allies() {
    let desk = open();
    let side = |name: &str| table(&desk.game).side(name);
    assert_eq!(names(side("AUSTRIA")), ["gyulai", "benedek", "clam", "gablenz", "albert"]);
    assert_eq!(side("SA"), side("Austria"));
    assert_eq!(names(side("PRUSSIA")), ["moltke"]);
    assert_eq!(side("BAVARIA").unwrap_err(), "nobody plays Bavaria in this game");
}

#[test]
fn an_office_is_that_of_the_writers_side_or_of_the_nation_named_with_it() {
    let desk = open();
    let benedek = desk.game.player_no("benedek").unwrap();
    let officers = |words: &str| table(&desk.game).officers(words, benedek);
    assert_eq!(names(officers("War Minister")), ["gyulai"]);
    assert_eq!(names(officers("War Minister of Prussia")), ["moltke"]);
    assert_eq!(names(officers("Treasury")), ["albert"]);
    assert_eq!(officers("NAVAL MINISTER").unwrap_err(), "nobody in this game is Naval Minister of Austria");
    assert_eq!(officers("Governor of Bohemia").unwrap_err(), "nobody in this game is Governor of Bohemia");
}
