//! Where the player's units may step, and why not elsewhere: worked out by the book for every square of the page, so that the page
//! has no rule of its own for it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::desk_page::ground::{Frame, runs};
use crate::vantage::Vantage;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_land::movement::closed;
use fieldpost_land::movement::hindrance::Hindrance;
use fieldpost_land::unit::Unit;

/// The answers for all units of the player's.
#[derive(Serialize)]
pub struct Travel {
    /// For each square, row by row, a bit for each of the eight directions, north first and clockwise, in which no ground beside
    /// the way bars it; each value with the number of squares that have it (rule 7.4).
    ways: Vec<usize>,
    /// Why a square cannot be entered; an `@` stands for its name.
    bars: Vec<String>,
    /// For those who may go the same ways: for each square the place of its bar in `bars`, counted from one, or 0 where it can be
    /// entered; written as `ways` are (rules 1.2, 7.1, 7.16).
    entry: Vec<Vec<usize>>,
    /// Places in `entry` by the state that a unit may not leave.
    #[serde(skip)]
    places: BTreeMap<Option<String>, usize>,
}

impl Travel {
    /// The answers for a piece of the map.
    pub fn of(vantage: &Vantage<'_>, frame: Frame) -> Self {
        let mut travel =
            Travel { ways: Vec::new(), bars: Vec::new(), entry: Vec::new(), places: BTreeMap::new() };
        // Those who may go anywhere come first: by them the ways of all are asked.
        let mut alike: BTreeMap<Option<String>, &Unit> = BTreeMap::new();
        for unit in vantage.own.iter().map(|own| own.unit) {
            alike.entry(closed::home_of(unit).map(str::to_owned)).or_insert(unit);
        }
        for (home, unit) in alike {
            if travel.ways.is_empty() {
                travel.ways = runs(frame.squares().map(|at| ways(vantage, unit, at)));
            }
            let entry = runs(frame.squares().map(|to| travel.bar(vantage, unit, to)));
            travel.places.insert(home, travel.entry.len());
            travel.entry.push(entry);
        }
        travel
    }

    /// Which of the answers are a unit's.
    pub fn place_of(&self, unit: &Unit) -> usize {
        self.places.get(&closed::home_of(unit).map(str::to_owned)).copied().unwrap_or_default()
    }

    /// The place of what bars a unit from a square wherever it comes from, counted from one; 0 if nothing does.
    fn bar(&mut self, vantage: &Vantage<'_>, unit: &Unit, to: StrategicSquare) -> usize {
        let straight =
            Direction::ALL.into_iter().step_by(2).find_map(|way| vantage.atlas.map.grid.step(to, way));
        let Some(hindrance) = straight.and_then(|from| vantage.barred(unit, from, to)) else { return 0 };
        let words = words(hindrance, unit, vantage);
        let place = self.bars.iter().position(|bar| *bar == words).unwrap_or_else(|| {
            self.bars.push(words);
            self.bars.len() - 1
        });
        place + 1
    }
}

/// The directions in which no ground beside the way bars it.
fn ways(vantage: &Vantage<'_>, unit: &Unit, from: StrategicSquare) -> usize {
    let neighbours = vantage.atlas.map.grid.neighbours(from);
    let is_open = |to| !matches!(vantage.barred(unit, from, to), Some(Hindrance::Between(..)));
    neighbours.filter(|(_, to)| is_open(*to)).fold(0, |bits, (way, _)| bits | 1 << way as usize)
}

fn words(hindrance: Hindrance, unit: &Unit, vantage: &Vantage<'_>) -> String {
    match hindrance {
        Hindrance::Impassable(_, terrain) => {
            format!("@ is {}, which nobody can enter (rule 1.2)", terrain.words())
        }
        Hindrance::Closed(_) => "@ belongs to a nation whose land may not be entered (rule 7.16)".into(),
        Hindrance::LeavesHome(_) => format!("@ lies outside {}, the militia’s home (rule 7.1)", unit.home),
        other => other.reason(&vantage.atlas.map.grid).to_string(),
    }
}
