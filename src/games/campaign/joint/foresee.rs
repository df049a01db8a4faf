//! A player's orders for ships rehearsed, for the receipt: where each ship will be if nothing meets her, what is taken aboard and set
//! ashore, what would not be carried out and why. It is worked out by the very turn that will be run, so that no rule stands here.
//!
//! **What is handed in is what the player sees, without enemies**: no ship of others but friends in sight, no hostile unit, fair
//! weather, and dice that are not the game's. A rehearsal tells neither where enemies are nor how the dice will fall; what enemies in sight
//! would stop is told beside it ([`in_sight`](super::in_sight)).

use std::collections::{BTreeMap, BTreeSet};

use crate::joint::exchange::known_sea;
use crate::joint::in_sight::{InSight, stopped_stores};
use crate::joint::orders::{of_ship, of_turn};
use crate::joint::{Joint, JointTable};
use fieldpost_door::{ClosedBook, Foreseen, Outlook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::detection::Sight;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::combat::fire::NO_BATTLE;
use fieldpost_sea::event::{Event, Kind};
use fieldpost_sea::foresight;
use fieldpost_sea::language::{any_order, office, ship_of};
use fieldpost_sea::orders::ShipOrders;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;
use fieldpost_tell::vantage::Vantage;

/// The seed of a rehearsal's dice: that of no game.
const DICE: u64 = 0;

impl JointTable {
    /// What comes of the orders for ships in a book that holds those of one player.
    pub(crate) fn foresee_at_sea(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        let ordered = of_turn(self, book);
        let has_ships = book.blocks.iter().any(|block| JointTable::is_ship(&block.piece));
        let Some(nation) = self.land.state.player(by).map(|player| player.nation) else {
            return Foreseen::default();
        };
        if !has_ships && ordered.office.is_empty() {
            return Foreseen::default();
        }
        let chart = &self.fleet.chart;
        let orders: BTreeMap<ShipId, ShipOrders> =
            ordered.ships.iter().map(|(id, lines)| (*id, of_ship(lines, chart, *id))).collect();
        let Some(mut land) = self.land_as_seen(by) else { return Foreseen::default() };
        let enemies = self.enemies_in_sight(by, nation, &land);
        land.units.retain(|id, _| self.land.state.relations.between(nation, id.nation).is_friendly());
        let land = sequence::begin(&self.land.atlas, self.land.book, land, TurnOrders::default(), DICE);
        let mut sea = SeaTurn::begin(chart, &self.land.atlas, self.sea_without_enemies(by), orders, DICE);
        sea.sky.fair = true;
        let of_office = |(_, words): &(PlayerNo, String)| Some((nation, office(words, chart).ok()?));
        sea.office = ordered.office.iter().filter_map(of_office).collect();
        let own = |away: &&crate::joint::Away| away.seat.commander == by || away.seat.deputy == Some(by);
        let away = self.fleet.away.iter().filter(|row| own(&row.1)).map(|(id, away)| (*id, away.clone()));
        let mut joint = Joint::begin(land, sea, away.collect());
        joint.run(None);
        let mut told = self.told(book, &joint, &enemies);
        told.offices.extend(stopped_stores(&known_sea(self, by, book), &joint, nation));
        told
    }

    /// What the player sees on land.
    fn land_as_seen(&self, by: PlayerNo) -> Option<LandState> {
        let nothing = Sight::default();
        let sight = self.land.sight(by).unwrap_or(&nothing);
        let (state, land) = (&self.land.state, &self.land);
        let vantage = Vantage::of(by, state, sight, &land.atlas, land.book)?;
        Some(vantage.as_seen())
    }

    /// The player's ships and the friends that they see; of ports what is the side's.
    fn sea_without_enemies(&self, by: PlayerNo) -> SeaState {
        let (chart, state) = (&self.fleet.chart, &self.fleet.state);
        let mut seen = (**state).clone();
        let is_friend =
            |id: ShipId| state.powers.player(by).is_some_and(|player| state.allied(player.nation, id.nation));
        let known: BTreeSet<ShipId> = super::drawn::known(chart, state, by, |_| false)
            .into_iter()
            .map(|ship| ship.id)
            .filter(|id| is_friend(*id))
            .collect();
        seen.ships.retain(|id, _| known.contains(id));
        for groups in seen.groups.values_mut() {
            groups.iter_mut().for_each(|group| group.retain(|id| known.contains(id)));
            groups.retain(|group| !group.is_empty());
        }
        seen.groups.retain(|_, groups| !groups.is_empty());
        for port in seen.ports.values_mut().filter(|port| !port.holder.is_some_and(|of| is_of(state, by, of)))
        {
            (port.stores, port.building) = (0, Vec::new());
        }
        seen.late.clear();
        seen
    }

    fn told(&self, book: &ClosedBook, joint: &Joint, enemies: &InSight) -> Foreseen {
        let (chart, events) = (&*self.fleet.chart, &joint.sea.events);
        let mut pieces: BTreeMap<Piece, Outlook> = BTreeMap::new();
        for block in &book.blocks {
            let Some(ship) = ship_of(&block.piece).and_then(|id| self.fleet.state.ships.get(&id)) else {
                continue;
            };
            let of_her = events.iter().map(|told| &told.event).filter(|event| event.ship == Some(ship.id));
            let of_her: Vec<&Event> = of_her.collect();
            let end = joint.sea.state.ships.get(&ship.id).map(|ship| ship.at);
            let course = course(chart, ship.at, &of_her, end);
            let lines = block.lines.as_deref().unwrap_or_default();
            let orders: Vec<_> = lines.iter().filter_map(|line| any_order(&line.words, chart).ok()).collect();
            let known = foresight::warnings(chart, &self.land.atlas, &self.fleet.state, ship, &orders);
            let refused = of_her.iter().filter(|event| event.kind == Kind::Refused);
            // A rehearsal knows no battles.
            let known_now = |why: &String| !why.contains(NO_BATTLE) && !tells(&known, why);
            let news = refused.filter_map(|event| not_done(event)).filter(known_now);
            let news = news.chain(enemies.stops(chart, ship, &orders, &of_her));
            pieces.insert(block.piece.clone(), Outlook { course, warnings: news.collect() });
        }
        for (unit, course) in landed(chart, events.iter().map(|told| &told.event)) {
            pieces.insert(unit, Outlook { course, warnings: Vec::new() });
        }
        let office = events.iter().map(|told| &told.event);
        let office = office.filter(|event| event.kind == Kind::Refused && event.ship.is_none());
        Foreseen { pieces, offices: office.filter_map(not_done).collect() }
    }
}

fn is_of(state: &SeaState, by: PlayerNo, nation: NationCode) -> bool {
    state.powers.player(by).is_some_and(|player| state.allied(player.nation, nation))
}

/// What was not done, and why: with the order where one is named.
fn not_done(event: &Event) -> Option<String> {
    let why = event.why.as_ref()?;
    Some(event.order.as_ref().map_or_else(|| why.clone(), |order| format!("{order}: {why}")))
}

/// Whether one of the warnings is of the same order, or tells the same of her.
fn tells(known: &[String], why: &str) -> bool {
    let order = why.split_once(": ").map(|(order, _)| format!("{order}: "));
    known
        .iter()
        .any(|warning| warning == why || order.as_ref().is_some_and(|order| warning.starts_with(order)))
}

fn words(chart: &Chart, place: Place) -> String {
    match place {
        Place::Harbor(port) => format!("the harbor of {}", chart.port(port).name),
        Place::River(at) => match chart.port_in(place) {
            Some(port) => format!("{} ({})", chart.grid.label(at), chart.port(port).name),
            None => chart.grid.label(at),
        },
        other => chart.label(other),
    }
}

/// Where a ship is, phase by phase, with what she takes aboard and sets ashore.
fn course(chart: &Chart, from: Place, events: &[&Event], end: Option<Place>) -> String {
    let mut steps = vec![format!("now in {}", words(chart, from))];
    let mut at = from;
    for event in events {
        let phase = event.phase.words();
        let what = event.other.clone().unwrap_or_default();
        match (event.kind, event.at) {
            (Kind::Load, _) => steps.push(format!("{phase}: takes {}{what} aboard", count(event))),
            (Kind::Unload | Kind::Land, _) => {
                steps.push(format!("{phase}: sets {}{what} ashore{}", count(event), ashore(chart, event)));
            }
            (_, Some(to)) if event.from.is_some() && !same(to, at) => {
                steps.push(format!("after {phase} in {}", words(chart, to)));
                at = to;
            }
            _ => {}
        }
    }
    match end {
        None => steps.push("then she is no more".into()),
        Some(end) if !same(end, at) => steps.push(format!("at the end in {}", words(chart, end))),
        Some(_) if same(at, from) => {
            let last = steps.len() - 1;
            steps[last] += " and stays there";
        }
        Some(_) => {}
    }
    steps.join("; ")
}

fn count(event: &Event) -> String {
    event.count.map_or_else(String::new, |count| format!("{count} "))
}

/// Where a unit comes ashore, in words.
fn ashore(chart: &Chart, event: &Event) -> String {
    let square = event.square.map_or_else(String::new, |at| format!(" in {}", chart.grid.label(at)));
    let tac = event.tac.map_or_else(String::new, |tac| format!(" {tac}"));
    format!("{square}{tac}")
}

/// Whether two places are the same but for the tactical area, which a die decides.
fn same(one: Place, other: Place) -> bool {
    one == other || one.sea().is_some() && one.sea() == other.sea()
}

/// Units that are set ashore, each with where; they may move in the last tactical phase (9.4).
fn landed<'a>(chart: &Chart, events: impl Iterator<Item = &'a Event>) -> Vec<(Piece, String)> {
    let landed =
        events.filter(|event| matches!(event.kind, Kind::Unload | Kind::Land) && event.tac.is_some());
    let told = |event: &Event| {
        let (unit, ship) = (event.other.clone()?, event.ship?);
        let place = ashore(chart, event);
        Some((Piece::from(unit), format!("aboard {ship}; after {} ashore{place}", event.phase.words())))
    };
    landed.filter_map(told).collect()
}
