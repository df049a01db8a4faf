//! A player's orders for ships rehearsed, for the receipt: where each ship will be as things stand, what is taken aboard and set
//! ashore, what would not be carried out and why. It is worked out by the very turn that will be run, so that no rule stands here.
//!
//! **What is handed in is what the player sees** ([`known`](super::known)): enemies in sight lie where they are seen, do nothing, and bar
//! the way as they will in the turn. Nobody fights, the sky is fair, and the dice are not the game's: a rehearsal tells neither where
//! enemies are that nobody sees nor how the dice will fall. Land and sea are rehearsed together, with the orders of both.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use crate::foresight::foretold::{Bars, course, landed, loaded, may_fail, not_done, stores_moved, unsure};
use crate::foresight::known::DICE;
use crate::foresight::place_words;
use crate::orders::Ordered;
use crate::turn::Joint;
use fieldpost_door::foresight::{Ends, Foreseen, Grade, Kind as Of, Outlook, Statement};
use fieldpost_door::{Block, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_land::command::read_off::HELD_BY_SHIPS;
use fieldpost_land::command::rehearsal::with_others_at_rest;
use fieldpost_land::event::{Fact as LandFact, Place as LandPlace};
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::Site;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::event::reason::Why;
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::language::{any_order, render, ship_of};
use fieldpost_sea::orders::{Cargo, Order};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::turn::Turn as SeaTurn;

impl Fleet<'_> {
    /// What comes of the orders for ships in a book that holds those of one player; `unseen` are units of which no report shows where they
    /// stand.
    pub(super) fn foresee(self, by: PlayerNo, book: &ClosedBook, unseen: &BTreeSet<UnitId>) -> Foreseen {
        let mut ordered = Ordered::of_book(self, book);
        let has_ships = book.blocks.iter().any(|block| self.table.is_ship(&block.piece));
        if !has_ships && ordered.office.is_empty() {
            return Foreseen::default();
        }
        let Some(land) = self.land_as_known(by) else { return Foreseen::default() };
        let own = self.units_of(by);
        // Whom she is to take aboard and nobody sees may stand anywhere.
        let cargoes = ordered.ships.values_mut().map(|orders| &mut orders.cargo);
        cargoes.for_each(|cargo| cargo.retain(|one| loaded_of(one, unseen).is_none()));
        let joint = self.rehearsed(by, &own, land, ordered);
        self.told(book, &joint, &own, unseen)
    }

    /// The turn of land and sea as the player knows them, run with the orders of both.
    fn rehearsed(self, by: PlayerNo, own: &BTreeSet<UnitId>, land: LandState, ordered: Ordered) -> Joint {
        let chart = &self.sea.chart;
        let ashore = with_others_at_rest(ordered.land, &land, own);
        let land = sequence::begin(&self.table.atlas, self.table.book, land, ashore, DICE);
        let mut sea = SeaTurn::begin(chart, &self.table.atlas, self.sea_as_known(by), ordered.ships, DICE);
        sea.rehearse();
        sea.office = ordered.office;
        let away = self.sea.away.iter().filter(|(id, _)| own.contains(id));
        let mut joint = Joint::begin(land, sea, away.map(|(id, away)| (*id, away.clone())).collect());
        joint.is_rehearsed = true;
        joint.run(None);
        joint
    }

    fn told(
        self,
        book: &ClosedBook,
        joint: &Joint,
        own: &BTreeSet<UnitId>,
        unseen: &BTreeSet<UnitId>,
    ) -> Foreseen {
        let (chart, events) = (&*self.sea.chart, &joint.sea.events);
        let mut pieces: BTreeMap<Piece, Outlook> = BTreeMap::new();
        for block in &book.blocks {
            if let Some(ship) = ship_of(&block.piece).and_then(|id| self.sea.state.ships.get(&id)) {
                pieces.insert(block.piece.clone(), self.outlook_of(ship, block, joint, unseen));
            }
        }
        let all = || events.iter().map(|told| &told.event);
        let is_own = |unit: &UnitId| own.contains(unit);
        let boarded = loaded(all()).into_iter().filter(|(unit, ..)| is_own(unit));
        let held = held(joint);
        for unit in held.keys().filter(|unit| own.contains(unit)) {
            pieces.extend(self.stays(joint, *unit).map(|outlook| ((*unit).into(), outlook)));
        }
        for (id, course) in boarded {
            pieces.insert(id.into(), Outlook { course, ..Outlook::default() });
        }
        for (unit, ship) in self.perhaps_loaded(book, joint, own) {
            if loaded(all()).iter().all(|(other, _)| *other != unit) {
                pieces.insert(unit.into(), perhaps_aboard(ship));
            }
        }
        for (unit, course) in landed(chart, all()) {
            pieces.insert(unit, Outlook { course, ..Outlook::default() });
        }
        for (unit, said) in held {
            let hangs = self.is_aboard_of_the_open(joint, unit);
            let said = if hangs { Statement::open(HANGS_ON_ITS_SHIP).by("WISC 9.4") } else { said };
            pieces.entry(unit.into()).and_modify(|outlook| outlook.said.push(said));
        }
        let office = all().filter(|event| matches!(event.fact, Fact::OfficeRefused { .. }));
        let offices = office.filter_map(|event| not_done(event, false)).collect();
        Foreseen { pieces, offices, done: all().filter_map(stores_moved).collect() }
    }

    /// Whether a unit is aboard a ship of which it is not foreseen what she does.
    fn is_aboard_of_the_open(self, joint: &Joint, unit: UnitId) -> bool {
        let away = self.sea.away.get(&unit);
        away.is_some_and(|away| matches!(away.site, Site::Aboard(ship) if is_open(joint, ship)))
    }

    /// WISC 9.4: where a unit is that is kept where it stands while a ship loads or unloads there.
    fn stays(self, joint: &Joint, unit: UnitId) -> Option<Outlook> {
        let unit = joint.land.state.units.get(&unit)?;
        let at = place_words(&self.table.atlas, LandPlace { at: unit.at, tac: unit.tac });
        let course = format!("now in {at} and stays there");
        Some(Outlook { course, ends: Ends::In(at), stays: true, ..Outlook::default() })
    }

    /// Units that a ship is to take aboard of which it is not foreseen what she does, each with the ship.
    fn perhaps_loaded(
        self,
        book: &ClosedBook,
        joint: &Joint,
        own: &BTreeSet<UnitId>,
    ) -> Vec<(UnitId, ShipId)> {
        let blocks = book.blocks.iter().filter_map(|block| Some((ship_of(&block.piece)?, block)));
        let mut found = Vec::new();
        for (ship, block) in blocks.filter(|(ship, _)| is_open(joint, *ship)) {
            for line in block.lines.iter().flatten() {
                let Ok(Order::Cargo(Cargo::Load(what))) = any_order(&line.words, &self.sea.chart) else {
                    continue;
                };
                let unit = own.iter().find(|unit| unit.to_string() == what);
                found.extend(unit.map(|unit| (*unit, ship)));
            }
        }
        found
    }

    /// Where a ship will be, and what of her orders would fail.
    fn outlook_of(self, ship: &Ship, block: &Block, joint: &Joint, unseen: &BTreeSet<UnitId>) -> Outlook {
        let (chart, sea) = (&*self.sea.chart, &joint.sea);
        let open = sea.open.as_ref().and_then(|open| open.get(&ship.id));
        let known_till = open.map_or(sea.events.len(), |open| open.told);
        let of_her = sea.events[..known_till].iter().map(|told| &told.event);
        let of_her: Vec<&Event> = of_her.filter(|event| event.fact.ship() == Some(ship.id)).collect();
        let lines = block.lines.as_deref().unwrap_or_default();
        let orders: Vec<Order> = lines.iter().filter_map(|line| any_order(&line.words, chart).ok()).collect();
        let bars = Bars { sea, ship };
        let stops: Vec<Statement> = of_her.iter().filter_map(|event| bars.stopped(event, &orders)).collect();
        let left_alone = bars.leave_alone();
        let refused: Vec<&Event> =
            of_her.iter().copied().filter(|event| matches!(event.fact, Fact::Refused { .. })).collect();
        // Whom she would fight is not known before a fight.
        let may_go = self.may_be_driven_from_the_landing(joint, ship);
        let is_open = |event: &&Event| {
            event
                .fact
                .why()
                .is_some_and(|why| why.why == Why::NoBattle || may_go && IN_THE_WAY.contains(&why.why))
        };
        let is_told = |event: &&Event| is_open(event) || bars.stopped(event, &orders).is_some();
        let (doubt, hung) = (bars.doubt(open, &refused, &of_her), bars.hung(&refused));
        let course = course(sea, ship, &of_her, doubt);
        let failures = refused.iter().copied().enumerate().filter(|(_, event)| !is_told(event));
        let failures = failures.filter_map(|(nth, event)| {
            let said = bars.behind(hung, nth, event).or_else(|| bars.said(event));
            let said = said.or_else(|| not_done(event, left_alone))?;
            let place = of_her.iter().position(|other| std::ptr::eq(*other, event))?;
            Some(course.as_the_wind_lets_her(place, said))
        });
        let mut said: Vec<Statement> = failures.collect();
        said.extend(refused.iter().copied().filter(is_open).map(unsure));
        said.extend(stops);
        said.extend(elsewhere(chart, &orders, &of_her));
        said.extend(orders.iter().filter_map(|order| to_load_unseen(chart, order, unseen)));
        said.extend(self.advice(&block.piece, lines).unwrap_or_default());
        said.extend(may_fail(chart, &orders, &course.by_wind));
        Outlook { course: course.words, ends: course.ends, stays: course.stays, said }
    }
}

/// Enemies on the ground where one is to land, whom a fight may drive off before that.
const IN_THE_WAY: [Why; 3] = [Why::EnemyAshore, Why::EnemiesAllAlong, Why::EnemiesIn];

impl Fleet<'_> {
    /// EU 7.14, WISC 9.2: whether units or ships of her side may drive off who stands where she lands units.
    fn may_be_driven_from_the_landing(self, joint: &Joint, ship: &Ship) -> bool {
        let (chart, sea) = (&self.sea.chart, &joint.sea);
        let at = sea.state.ships.get(&ship.id).map_or(ship.at, |ship| ship.at);
        let is_there = |square| match at {
            Place::Coast(coast) => chart.coast(coast).shore.contains(&square),
            at => chart.square(at) == Some(square),
        };
        let allied = |nation| sea.state.allied(nation, ship.id.nation);
        let mut units = joint.land.state.units.values();
        let mut ships = sea.progress.iter().filter(|(id, _)| allied(id.nation));
        units.any(|unit| unit.is_active() && allied(unit.id.nation) && is_there(unit.at))
            || ships.any(|(_, progress)| {
                progress.orders.sailing.bombard.is_some() || progress.orders.sailing.support.is_some()
            })
    }
}

/// What is said of the march of a unit aboard a ship of which it is not foreseen what she does.
const HANGS_ON_ITS_SHIP: &str =
    "Whether it marches by its own orders hangs on what its ship does, and is not foreseen.";

/// Whether it is not foreseen what a ship does.
fn is_open(joint: &Joint, ship: ShipId) -> bool {
    joint.sea.open.iter().flatten().any(|(id, _)| *id == ship)
}

/// WISC 9.4: the units that ships keep from their own orders, with what is said of each.
fn held(joint: &Joint) -> BTreeMap<UnitId, Statement> {
    let held = joint.land.events.iter().filter_map(|told| match &told.event.fact {
        LandFact::Refused { stand, why } if HELD_BY_SHIPS.contains(&why.why) => {
            let said = Statement::new(Of::Shortfall, Grade::standing(), why.words());
            Some((stand.unit, said.known_by(why.words())))
        }
        _ => None,
    });
    held.collect()
}

/// WISC 9.2: of a unit that is to go aboard a ship of which it is not foreseen what she does.
fn perhaps_aboard(ship: ShipId) -> Outlook {
    let said = Statement::open(format!("Whether {ship} takes it aboard is not foreseen (WISC 9.2)."));
    let course = format!("whether {ship} takes it aboard is not foreseen");
    Outlook { course, ends: Ends::Open, said: vec![said], ..Outlook::default() }
}

/// Which of these units is to be loaded.
fn loaded_of(cargo: &Cargo, units: &BTreeSet<UnitId>) -> Option<UnitId> {
    let Cargo::Load(what) = cargo else { return None };
    units.iter().find(|unit| unit.to_string() == *what).copied()
}

/// WISC 9.2: of a unit that is to go aboard and stands nobody knows where.
fn to_load_unseen(chart: &Chart, order: &Order, unseen: &BTreeSet<UnitId>) -> Option<Statement> {
    let Order::Cargo(cargo) = order else { return None };
    let unit = loaded_of(cargo, unseen)?;
    let words = format!(
        "Whether {unit} is within her reach is not foreseen: no report of yours shows where it stands (WISC 9.2)."
    );
    Some(Statement::open(words).of(render::order(order, chart)))
}

/// WISC 9.4, N-37: units that come ashore at another tactical square than UNLOAD names.
fn elsewhere(chart: &Chart, orders: &[Order], of_her: &[&Event]) -> Vec<Statement> {
    let other = |order: &Order| {
        let Order::Cargo(Cargo::Unload(unit, _, Some(wish))) = order else { return None };
        let is_ashore = |event: &&&Event| {
            let is_landed = matches!(event.fact, Fact::Unload { .. } | Fact::Land { .. });
            is_landed && event.fact.other().as_deref() == Some(unit.as_str())
        };
        let tac = of_her.iter().find(is_ashore)?.fact.tac().filter(|tac| tac != wish)?;
        let words =
            format!("{unit} comes ashore at {tac}, the nearest place by the water, and not at {wish}");
        let said = Statement::new(Of::Shortfall, Grade::standing(), words);
        Some(said.of(render::order(order, chart)).by("WISC 9.4"))
    };
    orders.iter().filter_map(other).collect()
}
