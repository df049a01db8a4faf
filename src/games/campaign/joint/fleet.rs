//! A campaign that has ships: the land war's table, the chart and the position at sea.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::joint::{Away, Joint};
use crate::table::Table;
use fieldpost_door::{Board, Rulebook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::powers::{Player, Powers};
use fieldpost_land::orders::{Office, TurnOrders};
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player as LandPlayer};
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::{Ashore, Site};
use fieldpost_sea::chart::Chart;
use fieldpost_sea::language::ship_of;
use fieldpost_sea::ship::Ship;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;

/// What lies at sea, and who is off the land map.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// The chart.
    pub chart: Arc<Chart>,
    /// The position at sea.
    pub state: Arc<SeaState>,
    /// Units aboard and in garrisons off the map.
    pub away: Arc<BTreeMap<UnitId, Away>>,
}

/// A campaign on land and at sea with its open position.
#[derive(Clone, Debug)]
pub struct JointTable {
    /// The land war's table: who is off the land map does not stand on it.
    pub land: Table,
    /// The ships.
    pub fleet: Fleet,
    /// The same with those who are: they are ordered as all units are, for the day on which they land.
    pub(crate) all: Table,
    /// The land as ships see it at the start of the open turn, worked out when it is first asked for.
    ashore: OnceLock<Arc<Ashore>>,
}

/// A position as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename = "joint")]
pub struct Kept {
    /// On land.
    pub land: LandState,
    /// At sea.
    pub sea: SeaState,
    /// Who is off the land map.
    pub away: BTreeMap<UnitId, Away>,
}

/// The same, to be written without a copy.
#[derive(Serialize)]
#[serde(tag = "game", rename = "joint")]
pub(crate) struct Writing<'a> {
    land: &'a LandState,
    sea: &'a SeaState,
    away: &'a BTreeMap<UnitId, Away>,
}

/// The kind of a kept position.
#[derive(Deserialize)]
struct Kind {
    game: String,
}

/// Whether a kept position has ships.
pub(crate) fn is_joint(position: &[u8]) -> bool {
    serde_json::from_slice::<Kind>(position).is_ok_and(|kind| kind.game == "joint")
}

impl JointTable {
    /// A table of both. Who plays, in which office and how nations stand is the land's to say.
    pub fn new(land: Table, chart: Arc<Chart>, sea: SeaState, away: BTreeMap<UnitId, Away>) -> JointTable {
        let sea = with_people(sea, &land);
        let all = if away.is_empty() { land.clone() } else { with_away(&land, &away) };
        JointTable {
            land,
            fleet: Fleet { chart, state: Arc::new(sea), away: Arc::new(away) },
            all,
            ashore: OnceLock::new(),
        }
    }

    /// The same table with another position.
    pub fn with(&self, kept: Kept) -> JointTable {
        let Kept { land, sea, away } = kept;
        JointTable::new(self.land.with(land), Arc::clone(&self.fleet.chart), sea, away)
    }

    /// The same table with another position on land.
    pub(crate) fn with_land(&self, land: LandState) -> JointTable {
        let Fleet { state, away, .. } = &self.fleet;
        self.with(Kept { land, sea: (**state).clone(), away: (**away).clone() })
    }

    /// The land as ships see it at the start of the open turn.
    pub fn ashore(&self) -> Arc<Ashore> {
        Arc::clone(self.ashore.get_or_init(|| Arc::new(ashore(self))))
    }

    /// Where a unit is that stands on no map, in words.
    pub(crate) fn whereabouts(&self, away: &Away) -> String {
        match away.site {
            Site::Aboard(id) => {
                let ship = self.fleet.state.ships.get(&id);
                let at =
                    ship.map_or_else(String::new, |ship| format!(" in {}", self.fleet.chart.label(ship.at)));
                format!("aboard {id}{at}")
            }
            Site::Garrison(port) => format!("in the garrison of {}", self.fleet.chart.port(port).name),
            Site::Field(at, tac) => format!("at {} {tac}", self.fleet.chart.grid.label(at)),
        }
    }

    /// The same, for proofs.
    pub fn shore(&self) -> Ashore {
        (*self.ashore()).clone()
    }

    /// The campaign of a board, if it is one with ships.
    pub fn of(board: &dyn Board) -> Option<&JointTable> {
        board.as_any().downcast_ref()
    }

    pub(crate) fn ship(&self, piece: &Piece) -> Option<&Ship> {
        self.fleet.state.ships.get(&ship_of(piece)?)
    }

    /// Whether a piece is a ship of the game's, or is called as one is.
    pub(crate) fn is_ship(piece: &Piece) -> bool {
        ship_of(piece).is_some()
    }

    /// The Naval Secretary of a nation, if somebody is (N-80).
    pub(crate) fn secretary(&self, nation: NationCode) -> Option<PlayerNo> {
        self.fleet.state.powers.secretaries.get(&nation).copied()
    }

    pub(crate) fn writing(&self) -> Writing<'_> {
        Writing { land: &self.land.state, sea: &self.fleet.state, away: &self.fleet.away }
    }

    pub(crate) fn book_of(&self) -> &'static Rulebook {
        crate::rulebooks::joint_of(self.land.book)
    }
}

fn ashore(table: &JointTable) -> Ashore {
    let (land, fleet) = (&table.land, &table.fleet);
    let turn =
        sequence::begin(&land.atlas, land.book, (*land.state).clone(), TurnOrders::default(), land.seed);
    let sea = SeaTurn::begin(&fleet.chart, &land.atlas, (*fleet.state).clone(), BTreeMap::new(), land.seed);
    let mut joint = Joint::begin(turn, sea, (*fleet.away).clone());
    joint.hand_over();
    joint.sea.ashore
}

/// The land with those who are off it, at the place where they left it.
fn with_away(land: &Table, away: &BTreeMap<UnitId, Away>) -> Table {
    let mut state = (*land.state).clone();
    for (id, away) in away {
        state.units.insert(*id, away.unit.clone());
        state.seats.insert(*id, away.seat);
    }
    land.with(state)
}

/// The sea as it is kept, with the day and the people of the land's.
fn with_people(sea: SeaState, land: &Table) -> SeaState {
    let month = month(land).unwrap_or(sea.month);
    SeaState { turn: land.state.turn, month, powers: Arc::new(powers_of(&land.state)), ..sea }
}

/// The players, who is Naval Secretary and how nations stand: a nation that has filled the office with nobody has its first player
/// there.
fn powers_of(state: &LandState) -> Powers {
    let player = |player: &LandPlayer| Player { name: player.name.clone(), nation: player.nation };
    let mut powers = Powers::of(state.players.iter().map(player).collect());
    let ministers = state.numbered_players().filter(|row| row.1.offices.contains(&Office::NavalMinister));
    for (number, player) in ministers.chain(state.numbered_players()) {
        powers.secretaries.entry(player.nation).or_insert(number);
    }
    let nations: BTreeSet<NationCode> = state.players.iter().map(|player| player.nation).collect();
    for one in &nations {
        for other in nations.iter().filter(|other| *other > one) {
            powers.relate(*one, *other, state.relations.between(*one, *other));
        }
    }
    powers
}

/// The month of the open turn's first day: it chooses the winds.
fn month(land: &Table) -> Option<u8> {
    let day = land.calendar.and_then(|calendar| calendar.day(land.state.turn));
    day.map(|day| chrono::Datelike::month(&day) as u8)
}
