//! Random orders of both: on land as everywhere, for ships of every kind there is, sensible and not; as the papers that are kept of a turn.

use std::collections::BTreeMap;

use serde_json::json;

use crate::land::soak::lots::Lots;
use crate::land::soak::plans;
use crate::land::soak::world::World;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_land::unit::Unit;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;
use fieldpost_sea::state::SeaState;

/// A turn's kept papers: who commands what, and what was ordered.
pub type Papers = (Vec<u8>, Vec<u8>);

/// Papers of a turn that is drawn.
///
/// # Errors
/// If they cannot be written, which is a fault of this file.
pub fn papers(fleet: Fleet<'_>, lots: &mut Lots) -> Result<Papers, String> {
    use fieldpost_door::Roll;
    let world = World {
        atlas: std::sync::Arc::clone(&fleet.table.atlas),
        book: fleet.table.book,
        state: (*fleet.table.land).clone(),
    };
    let land = plans::orders(lots, &world);
    let mut ships = BTreeMap::new();
    let state = &fleet.sea.state;
    for ship in state.ships.values() {
        if lots.chance(75) {
            ships.insert(ship.id.to_string(), of_ship(lots, fleet, ship));
        }
    }
    let office: Vec<(u16, String)> = state
        .powers
        .secretaries
        .values()
        .flat_map(|player| {
            (0..lots.below(3)).map(|_| (player.0, office(lots, &fleet.sea.chart, state))).collect::<Vec<_>>()
        })
        .collect();
    let seats: BTreeMap<Piece, Seat> =
        fleet.table.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
    let write = |value: serde_json::Result<Vec<u8>>| value.map_err(|why| why.to_string());
    let orders = json!({ "game": "joint", "land": land, "ships": ships, "office": office });
    Ok((write(serde_json::to_vec(&seats))?, write(serde_json::to_vec(&orders))?))
}

/// Orders of a ship.
pub fn of_ship(lots: &mut Lots, fleet: Fleet<'_>, ship: &Ship) -> Vec<String> {
    Planner { lots, fleet, ship }.lines()
}

/// An order of a Naval Secretary's.
pub fn office(lots: &mut Lots, chart: &Chart, state: &SeaState) -> String {
    let near =
        ["Hampton", "Norfolk", "Annapolis", "Baltimore", "Richmond", "New York", "Washington", "Petersburg"];
    let mut port = || *lots.pick(&near).unwrap_or(&"Hampton");
    let (from, to) = (port(), port());
    let ids: Vec<String> = state.ships.keys().map(ToString::to_string).collect();
    let id = lots.pick(&ids).cloned().unwrap_or_default();
    debug_assert!(chart.port_of(from).is_some());
    match lots.below(4) {
        0 | 1 => format!("MOVE STORES {} FROM {from} TO {to}", lots.between(1, 40)),
        2 => format!("REPAIR {id} AT {from}"),
        _ => format!("INACTIVATE {id}"),
    }
}

struct Planner<'a> {
    lots: &'a mut Lots,
    fleet: Fleet<'a>,
    ship: &'a Ship,
}

impl Planner<'_> {
    fn lines(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.lots.chance(12) {
            let id = self.other();
            lines.push(format!("ATTACH TO {id}"));
        }
        if self.lots.chance(65) {
            lines.extend(self.moves());
        }
        self.plain(&mut lines);
        self.fire(&mut lines);
        self.stores(&mut lines);
        if self.ship.id.kind.is_transport() {
            self.cargo(&mut lines);
        }
        lines
    }

    fn chart(&self) -> &Chart {
        &self.fleet.sea.chart
    }

    /// Another ship, of her own side more often than not.
    fn other(&mut self) -> String {
        let ships = &self.fleet.sea.state.ships;
        let near: Vec<String> = ships
            .values()
            .filter(|ship| {
                ship.id != self.ship.id && (ship.at == self.ship.at || ship.id.kind == self.ship.id.kind)
            })
            .map(|ship| ship.id.to_string())
            .collect();
        self.lots.pick(&near).cloned().unwrap_or_else(|| "US9FR".into())
    }

    fn moves(&mut self) -> Vec<String> {
        let seas = ["MAC", "GAC", "BTR", "NEC", "WAT"];
        let coasts = ["LCHE", "UCHE", "OUTB", "PAML", "ALBE", "NYBY", "CAPF", "ENEMY"];
        let harbors = ["Hampton", "Norfolk", "Annapolis", "New York", "New Bern", "Plymouth NC"];
        let rivers = [
            "K2-T9",
            "Richmond",
            "Baltimore",
            "Washington",
            "K3-T8",
            "K3-U0",
            "K7-V3",
            "K7-V0",
            "K2-T6",
            "Petersburg",
        ];
        let when = *self.lots.pick(&["", "", " FIRST", " AFTER 1", " AFTER 2"]).unwrap_or(&"");
        let mut pick = |names: &[&'static str]| *self.lots.pick(names).unwrap_or(&"");
        let mut lines =
            match pick(&["sail", "sail", "coast", "coast", "harbor", "river", "river", "both", "far"]) {
                "sail" => vec![format!("SAIL {}", pick(&seas))],
                "coast" => vec![format!("COAST {}{when}", pick(&coasts))],
                "harbor" => vec![format!("HARBOR {}{when}", pick(&harbors))],
                "river" => vec![format!("RIVER {}{when}", pick(&rivers))],
                "both" => vec![format!("COAST {}", pick(&coasts)), format!("HARBOR {}", pick(&harbors))],
                _ => {
                    vec![format!("SAIL {} {}", pick(&seas), pick(&seas)), format!("COAST {}", pick(&coasts))]
                }
            };
        if self.ship.id.kind.is_river() {
            lines.retain(|line| !line.starts_with("SAIL"));
        }
        lines
    }

    /// Orders that are nothing but words.
    fn plain(&mut self, lines: &mut Vec<String>) {
        let words: [(usize, &str); 32] = [
            (20, "CONTACT PURSUE"),
            (15, "CONTACT EVADE"),
            (5, "CONTACT PURSUE MIN 1 MAX 3 OPEN SEA ONLY"),
            (30, "BATTLE ENGAGE"),
            (12, "BATTLE EVADE"),
            (12, "BATTLE RUN PAST"),
            (25, "SORTIE"),
            (15, "STAND IN"),
            (25, "CLOSE"),
            (30, "AIM HULL"),
            (20, "RUN BATTERIES"),
            (8, "HALT ON ENEMY"),
            (4, "HALT ON BRIDGE"),
            (15, "SAIL ALONE"),
            (10, "KEEP APART"),
            (15, "GAUGE WINDWARD"),
            (5, "BATTLE GAUGE WINDWARD"),
            (10, "RETREAT TO HARBOR"),
            (10, "RETREAT TO RIVER"),
            (10, "COMMERCE RAID"),
            (10, "COMMERCE CONVOY"),
            (10, "PRIZES DESTROY"),
            (6, "DESTROY BRIDGE"),
            (3, "DESTROY PONTOON"),
            (2, "INACTIVATE"),
            (8, "ACTIVATE"),
            (2, "SCUTTLE"),
            (6, "DETACH"),
            (5, "BASE Norfolk"),
            (5, "BASE Annapolis"),
            (5, "STORES 0"),
            (5, "STORES 3"),
        ];
        for (percent, line) in words {
            if self.lots.chance(percent) {
                lines.push(line.into());
            }
        }
    }

    fn fire(&mut self, lines: &mut Vec<String>) {
        let (col, row) = (self.lots.between(1, 14), self.lots.between(1, 14));
        let phase = self.lots.between(1, 4);
        if self.lots.chance(15) && !self.ship.id.kind.is_transport() {
            lines.push(format!("BOMBARD {col}-{row} PHASE {phase}"));
        }
        if self.lots.chance(10) && !self.ship.id.kind.is_transport() {
            lines.push(format!("SUPPORT {col}-{row} RADIUS 3 PHASES 1-{phase}"));
        }
    }

    fn stores(&mut self, lines: &mut Vec<String>) {
        if self.lots.chance(12) {
            let (men, to) = (self.lots.between(1, 120), self.other());
            lines.push(format!("CREW {men} TO {to}"));
        }
    }

    fn cargo(&mut self, lines: &mut Vec<String>) {
        let own = |unit: &&Unit| unit.id.nation == self.ship.id.nation;
        let square = self.chart().square(self.ship.at);
        let is_near = |unit: &&Unit| square.is_none_or(|at| unit.at == at);
        let (near, far): (Vec<&Unit>, Vec<&Unit>) =
            self.fleet.table.land.units.values().filter(own).partition(is_near);
        // Most of them where she lies.
        let ashore = if near.is_empty() || self.lots.chance(10) { far } else { near };
        let ashore: Vec<String> = ashore.iter().map(|unit| unit.id.to_string()).collect();
        for _ in 0..self.lots.below(3) {
            let unit = self.lots.pick(&ashore).cloned().unwrap_or_default();
            lines.push(format!("LOAD {unit}"));
        }
        if self.lots.chance(45)
            && let Some(unit) = self.lots.pick(&self.ship.cargo).cloned()
        {
            let at = self.shore();
            lines.push(format!("UNLOAD {unit}{at}"));
        }
        let some = self.lots.between(1, 30);
        for (percent, line) in [
            (15, format!("LOAD SUPPLIES {some}")),
            (15, format!("UNLOAD SUPPLIES {some}")),
            (4, "UNLOAD SUPPLIES 3 TO US1CQ".to_owned()),
            (4, "LOAD SUPPLIES 2 FROM CS1CQ".to_owned()),
            (10, format!("EXTRA STORES {some}")),
            (12, format!("COMBINE INTO {}", self.other())),
        ] {
            if self.lots.chance(percent) {
                lines.push(line);
            }
        }
        if self.lots.chance(12) {
            let with = self
                .lots
                .pick(&self.ship.cargo)
                .filter(|_| some > 10)
                .map_or_else(String::new, |unit| format!(" WITH {unit}"));
            lines.push(format!("DIVIDE {}{with}", 1000 * self.lots.between(2, 6)));
        }
    }

    /// A place of the shore to land on, or none.
    fn shore(&mut self) -> String {
        let squares: Vec<String> = match self.ship.at {
            Place::Coast(coast) => {
                let chart = self.chart();
                chart.coast(coast).shore.iter().map(|at| chart.grid.label(*at)).collect()
            }
            _ => Vec::new(),
        };
        self.lots.pick(&squares).map_or_else(String::new, |at| format!(" AT {at}"))
    }
}
