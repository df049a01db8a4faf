//! Small wars on open land, for the tests of this room.

use crate::{Seat, letter};
use fieldpost_ground::nation::Relation;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::communications;
use fieldpost_land::sandbox::Sandbox;
use fieldpost_land::unit::Quality;
use fieldpost_tell::vantage::Vantage;
use fieldpost_tell::{Eyes, Theatre};

/// Open land with two nations at war, and what `place` puts on it; its headquarters have their communications.
pub fn land(place: impl FnOnce(&mut Sandbox)) -> Sandbox {
    let mut sandbox = Sandbox::new("9x9", |_| {});
    place(&mut sandbox);
    sandbox.relation("FR", "AU", Relation::Hostile);
    for unit in sandbox.state.units.values_mut() {
        (unit.strength, unit.quality, unit.morale) = (2_000, Quality::Good, 50);
    }
    communications::settle(&sandbox.atlas, &ROTD_EUWOL, &mut sandbox.state);
    sandbox
}

pub fn ask<T>(sandbox: &Sandbox, ask: impl FnOnce(&Vantage<'_>) -> T) -> T {
    let state = &sandbox.state;
    let eyes = Eyes::of(Theatre { atlas: &sandbox.atlas, book: &ROTD_EUWOL }, state, 1866);
    let player = state.player_named("fr").unwrap();
    ask(&eyes.vantage(player).unwrap())
}

/// The machine's letter behind one of the turn before.
pub fn written(sandbox: &Sandbox, last: Option<&str>) -> String {
    ask(sandbox, |vantage| letter(vantage, "war", Seat { last, ..Seat::default() })).unwrap()
}

/// The lines of a unit's block in the machine's letter.
pub fn block(sandbox: &Sandbox, unit: &str) -> Vec<String> {
    let letter = written(sandbox, None);
    let lines = letter.lines().skip_while(|line| *line != format!("UNIT {unit}")).skip(1);
    lines.take_while(|line| !line.starts_with("UNIT ") && !line.starts_with('#')).map(Into::into).collect()
}
