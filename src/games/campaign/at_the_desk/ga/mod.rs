//! The game administrator's desk on the trial game: anna owns it, bruno is its GA, carla helps.

mod edits;
mod people;
mod properties;
mod shown;

use crate::at_the_desk::trial::{War, change, open, state, table};
use fieldpost_desk::ga::answer::{GaAnswer, Outcome};
use fieldpost_desk::trial::Desk;
use fieldpost_desk::trial::ga::{
    answer, done, items, only, outcomes, passwords, shown_lines, token, told, why_not,
};
use fieldpost_desk::verdict::Judgement;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::state::City;

/// The trial game with Paris, which its map has, in Austrian hands.
fn with_paris() -> Desk {
    let mut desk = open();
    let site = table(&desk.game).atlas.map.city("Paris").unwrap().clone();
    let city = City {
        at: site.at,
        tac: site.tac,
        home: NationCode::AUSTRIA,
        control: NationCode::AUSTRIA,
        supplies: 10,
        manufacturing: 1,
        fort: None,
        besieged: false,
    };
    change(&mut desk.game, |state| {
        state.cities.insert("Paris".into(), city);
    });
    desk
}
