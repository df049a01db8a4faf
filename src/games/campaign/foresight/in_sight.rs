//! What a receipt says of enemies whom its sender sees on a river: who would stop a ship there. The rehearsal halts her; here it is held
//! against the way that she was to go who it was, and nothing of what is not seen is looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use crate::tell::chart::Known;
use fieldpost_door::foresight::{Grade, Kind as Of, Statement};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::{agrees, listed};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitType;
use fieldpost_picture::Side;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::contact;
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::language::render;
use fieldpost_sea::orders::{Battle, Order, ShipOrders};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;

/// Enemies in sight, by the river squares that they close: batteries and warships, by their ids.
#[derive(Debug, Default)]
pub(super) struct InSight {
    batteries: BTreeMap<StrategicSquare, BTreeSet<String>>,
    warships: BTreeMap<StrategicSquare, BTreeSet<String>>,
}

impl Fleet<'_> {
    /// The enemies whom a player's units, of which `land` is what they see, and ships see.
    pub(super) fn enemies_in_sight(self, by: PlayerNo, nation: NationCode, land: &LandState) -> InSight {
        let (chart, state, ashore) = (&self.sea.chart, &self.sea.state, self.ashore());
        let mut seen = InSight::default();
        let is_hostile = |of: NationCode| state.hostile(of, nation);
        let units = land.units.values();
        for unit in units.filter(|unit| unit.id.kind == UnitType::NavalBattery && is_hostile(unit.id.nation))
        {
            seen.batteries.entry(unit.at).or_default().insert(unit.id.to_string());
        }
        for ship in state.ships.values().filter(|ship| contact::officers(ship).contains(&by)) {
            let sees = |at, tac| contact::in_view(chart, &self.table.atlas, ship, at, tac);
            let in_view = contact::units_seen(chart, state, &ashore, ship, sees);
            let guns = ashore.batteries.iter().filter(|unit| is_hostile(unit.nation));
            for unit in guns.filter(|unit| in_view.contains_key(&unit.id)) {
                seen.batteries.entry(unit.at).or_default().insert(unit.id.to_string());
            }
        }
        for Known { at, id, .. } in self.known_ships(by).into_iter().filter(|ship| ship.side == Side::Hostile)
        {
            if let Some(square) = chart.river_square(at).filter(|_| !id.kind.is_transport()) {
                seen.warships.entry(square).or_default().insert(id.to_string());
            }
        }
        seen
    }
}

impl InSight {
    /// WISC 6.6: where enemies in sight stop a ship on the way along rivers that the rehearsal found; none if nowhere.
    pub(super) fn stops(
        &self,
        chart: &Chart,
        ship: &Ship,
        orders: &[Order],
        events: &[&Event],
    ) -> Option<Statement> {
        let mut given = ShipOrders::default();
        orders.iter().cloned().for_each(|order| given.put(order));
        let (to, when) = given.sailing.river?;
        let order = render::order(&Order::River(to, when), chart);
        let here = chart.river_square(ship.at);
        if let Some(guns) = here.and_then(|here| self.batteries.get(&here))
            && given.sailing.battle != Battle::RunPast
        {
            let why = "under their guns she goes only back where she came from";
            return Some(fails(order, guns, "over her", why, "WISC 6.6"));
        }
        passed(chart, ship, events).into_iter().find_map(|at| {
            let label = chart.grid.label(at);
            match (self.warships.get(&at), self.batteries.get(&at)) {
                (Some(ships), _) => {
                    let there = format!("in {label}");
                    Some(fails(order.clone(), ships, &there, "she is stopped there", "WISC 6.6, 6.7"))
                }
                (None, Some(guns)) => {
                    let there = format!("over {label}");
                    let why = "she is halted there";
                    let said = fails(order.clone(), guns, &there, why, "WISC 6.6, 7.6");
                    Some(
                        said.hinting("BATTLE RUN PAST on the next turn, or RUN BATTERIES now, takes her on."),
                    )
                }
                (None, None) => None,
            }
        })
    }
}

/// An order that fails as long as some enemies in sight stay.
fn fails(order: String, who: &BTreeSet<String>, there: &str, why: &str, rule: &str) -> Statement {
    let who: Vec<&String> = who.iter().collect();
    let stay = agrees(who.len(), "lies", "lie");
    let grade = Grade::AsThingsStand { as_long_as: format!("{} {stay} {there}", listed(&who)) };
    Statement::new(Of::Refusal, grade, why).of(order).by(rule)
}

/// The river squares that a ship came through in a rehearsal, one after another; not the one where she began.
fn passed(chart: &Chart, ship: &Ship, events: &[&Event]) -> Vec<StrategicSquare> {
    let mut squares = Vec::new();
    for event in events {
        let fact = &event.fact;
        let square = |place: Option<Place>| place.and_then(|place| chart.river_square(place));
        match (fact, square(fact.from()), square(fact.at())) {
            (Fact::Enter(_), _, Some(at)) => squares.push(at),
            (Fact::River { .. }, Some(from), Some(at)) => {
                let way = chart.rivers.way(from, at, ship.id.kind.row().narrowest);
                squares.extend(way.into_iter().flatten().map(|(at, _)| at));
            }
            _ => {}
        }
    }
    squares
}
