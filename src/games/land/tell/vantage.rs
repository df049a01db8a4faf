//! What one player may know of a position: the only place that reads the state for a report.
//!
//! Promise 6 lives here. Own units, and what sight (chapter 4), the open books of rules 1.4, 2.6 and 2.7, and
//! the player's offices allow, go in; nothing else comes out, and the reports are made of what comes out.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::command::answers::{self, OfUnit};
use fieldpost_land::control;
use fieldpost_land::detection::Sight;
use fieldpost_land::detection::sight::{EXTRACT_RADIUS, Sighting};
use fieldpost_land::field::Field;
use fieldpost_land::field::{Occupancy, occupancy};
use fieldpost_land::means::Means;
use fieldpost_land::movement::closed;
use fieldpost_land::movement::diagonal;
use fieldpost_land::movement::hindrance::Hindrance;
use fieldpost_land::movement::leads;
use fieldpost_land::muster;
use fieldpost_land::state::{City, Control, Depot, DepotKind, DepotWork, Ferry, LandState, Player, Season};
use fieldpost_land::supply::reserve::turns;
use fieldpost_land::unit::{Source, Status, Unit, UnitId, UnitType};
use fieldpost_picture::held::Held;

/// Supplies of a store of which it is not known how much it holds: more than is drawn in a turn.
const PLENTY: u8 = u8::MAX;

/// What one player may know of a position.
pub struct Vantage<'a> {
    /// The maps, which everybody knows.
    pub atlas: &'a Atlas,
    /// The book by which the game is played, which everybody knows too.
    pub book: &'static Book,
    pub player: &'a Player,
    /// The open turn.
    pub turn: u32,
    /// What kind of turn it is.
    pub season: Season,
    /// The player's units, active ones first, in the order of [`in_line`].
    pub own: Vec<Own<'a>>,
    /// The active headquarters among them.
    pub headquarters: Vec<&'a Unit>,
    pub sight: &'a Sight,
    /// The squares that reports show of the strategic map: those within five of an active unit (rule 4.1).
    pub near: BTreeSet<StrategicSquare>,
    /// The units visible on each tactical map (rules 4.2, 4.6), by tactical square.
    pub spots: Vec<(StrategicSquare, Vec<Spot>)>,
    /// The cities whose state is known.
    pub cities: Vec<(&'a str, &'a City)>,
    /// The depots and caches that are known.
    pub depots: Vec<&'a Depot>,
    number: PlayerNo,
    state: &'a LandState,
}

/// What the desk page looks up.
pub struct Answers {
    /// By unit of the player's.
    pub units: BTreeMap<UnitId, OfUnit>,
    /// Why the player may not give an order of an office, by its first words; those that are not here may be given.
    pub offices: BTreeMap<&'static str, String>,
    /// The cities from which the player may have supplies moved (rule 11.7).
    pub supplies_from: Vec<String>,
}

/// A unit of the player's own.
#[derive(Clone, Copy)]
pub struct Own<'a> {
    /// All of it: its commander knows it.
    pub unit: &'a Unit,
    /// Who commands it.
    pub commander: &'a str,
    /// Who deputises.
    pub deputy: Option<&'a str>,
    /// Whether the player commands it rather than deputises.
    pub is_commanded: bool,
}

/// A unit that is seen on a tactical map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub tac: TacticalSquare,
    /// How its nation stands to the player's.
    pub relation: Relation,
    pub id: UnitId,
    /// Whether it is in the fort (rule 2.6).
    pub in_fort: bool,
    /// Whether it acts.
    pub status: Status,
    /// Whether it is a pontoon bridge that is laid (rule 12.4).
    pub spans: bool,
}

/// A number that no player has.
pub(super) const UMPIRE: PlayerNo = PlayerNo(u16::MAX);

impl<'a> Vantage<'a> {
    /// What `number` may know of `state`, given what is in their sight; `None` if there is no such player.
    pub fn of(
        number: PlayerNo,
        state: &'a LandState,
        sight: &'a Sight,
        atlas: &'a Atlas,
        book: &'static Book,
    ) -> Option<Self> {
        let player = state.player(number)?;
        let own = own_units(number, state);
        let near = near(&own, atlas);
        let active = own.iter().map(|own| own.unit).filter(|unit| unit.is_active());
        let headquarters = active.filter(|unit| unit.id.kind.is_hq()).collect();
        let mut vantage = Vantage {
            atlas,
            book,
            player,
            turn: state.turn,
            season: state.season,
            own,
            headquarters,
            sight,
            near,
            spots: Vec::new(),
            cities: Vec::new(),
            depots: Vec::new(),
            number,
            state,
        };
        vantage.spots = sight.tactical.iter().map(|(at, seen)| (*at, vantage.spots_of(seen))).collect();
        let known = state.cities.iter().filter(|(_, city)| vantage.knows_city(city));
        vantage.cities = known.map(|(name, city)| (name.as_str(), city)).collect();
        vantage.depots = state.depots.iter().filter(|depot| vantage.knows_depot(depot)).collect();
        Some(vantage)
    }

    /// All of a position, for whoever may see everything: every unit is theirs to look at.
    pub(super) fn of_all(
        player: &'a Player,
        state: &'a LandState,
        sight: &'a Sight,
        atlas: &'a Atlas,
        book: &'static Book,
    ) -> Self {
        let name = |number: PlayerNo| state.player(number).map_or("nobody", |player| player.name.as_str());
        let own = state.units.values().map(|unit| {
            let seat = state.seats.get(&unit.id);
            let commander = seat.map_or("nobody", |seat| name(seat.commander));
            let deputy = seat.and_then(|seat| seat.deputy).map(name);
            Own { unit, commander, deputy, is_commanded: true }
        });
        let mut own = own.collect::<Vec<_>>();
        own.sort_by_key(|own| (!own.unit.is_active(), in_line(own.unit.id)));
        let active = own.iter().map(|own| own.unit).filter(|unit| unit.is_active());
        let headquarters = active.filter(|unit| unit.id.kind.is_hq()).collect();
        let mut vantage = Vantage {
            atlas,
            book,
            player,
            turn: state.turn,
            season: state.season,
            near: near(&own, atlas),
            own,
            headquarters,
            sight,
            spots: Vec::new(),
            cities: state.cities.iter().map(|(name, city)| (name.as_str(), city)).collect(),
            depots: state.depots.iter().collect(),
            number: UMPIRE,
            state,
        };
        vantage.spots = sight.tactical.iter().map(|(at, seen)| (*at, vantage.spots_of(seen))).collect();
        vantage
    }

    /// Whether it is of all there is, for whoever takes no side.
    pub fn is_umpire(&self) -> bool {
        self.number == UMPIRE
    }

    /// The names that units bear. **Only for units that a report shows by their ids**: a name says that there is such a unit.
    pub(crate) fn names(&self) -> &'a ByUnit<String> {
        &self.state.names
    }

    /// The nations that have players.
    pub fn nations(&self) -> BTreeSet<NationCode> {
        self.state.players.iter().map(|player| player.nation).collect()
    }

    /// How a nation stands to the player's own: who is whose ally is known to all. One whose land nobody may enter (rule 7.16) is nobody's
    /// enemy, though the scenario names no relation to it.
    pub fn relation(&self, nation: NationCode) -> Relation {
        match self.state.relations.between(self.player.nation, nation) {
            Relation::Hostile if self.state.forbidden.contains(&nation) => Relation::Neutral,
            relation => relation,
        }
    }

    /// How two nations stand to one another. An umpire looks at the units of all.
    pub fn between(&self, one: NationCode, other: NationCode) -> Relation {
        self.state.relations.between(one, other)
    }

    /// The nation on whose soil a square lies: the war's opening, which everybody knows, says so.
    pub fn soil_of(&self, at: StrategicSquare) -> Option<NationCode> {
        self.public().soil_of(at)
    }

    /// The nation of each state by the state's name, where it is another than the map says: the same opening says so.
    pub fn owners(&self) -> &BTreeMap<String, NationCode> {
        &self.state.owners
    }

    /// ROTD-EUWOL 1.3: who holds the railway of a square, as the map is marked; none where it has no railway. The marks
    /// reach as far as the extract.
    pub fn rail_held(&self, at: StrategicSquare) -> Option<Held> {
        self.book.rail.as_ref()?;
        let is_marked = self.near.contains(&at) && self.atlas.map.is_rail(at);
        is_marked.then(|| self.held_by(control::of_railway(self.public(), at)))
    }

    /// ROTD-EUWOL 1.3: who holds the river of a square, likewise.
    pub fn river_held(&self, at: StrategicSquare) -> Option<Held> {
        let is_marked = self.near.contains(&at) && self.atlas.map.is_river(at);
        is_marked.then(|| self.held_by(control::of_river(self.public(), at)))
    }

    /// ROTD-EUWOL 1.3, 8.5: whether the track of a square on the extract is destroyed.
    pub fn is_track_destroyed(&self, at: StrategicSquare) -> bool {
        self.near.contains(&at) && self.state.track_destroyed.contains(&at)
    }

    /// How a control looks to the player.
    fn held_by(&self, control: Control) -> Held {
        match control {
            Control::None => Held::None,
            Control::Nation(nation) => match self.relation(nation) {
                Relation::Same | Relation::Allied => Held::Allied,
                Relation::Hostile => Held::Hostile,
                Relation::Neutral => Held::Neutral,
            },
        }
    }

    /// ROTD-EUWOL 8.6: whether the railway bridges of a square on the extract are destroyed.
    pub fn are_bridges_destroyed(&self, at: StrategicSquare) -> bool {
        self.near.contains(&at) && self.state.bridges_destroyed.contains(&at)
    }

    /// ROTD-EUWOL 7.16: whether nobody may enter a square because of whose it is; that is known to all.
    pub fn is_closed(&self, at: StrategicSquare) -> bool {
        closed::is_closed(self.public(), at)
    }

    /// Whether anybody plays a nation: who plays is known to all.
    pub fn is_played(&self, nation: NationCode) -> bool {
        self.state.players.iter().any(|player| player.nation == nation)
    }

    /// The players of the own side, by name: who plays is known to all.
    pub fn comrades(&self) -> Vec<&'a str> {
        let players = self.state.players.iter().filter(|player| self.relation(player.nation).is_friendly());
        players.map(|player| player.name.as_str()).collect()
    }

    /// ROTD-EUWOL 7.5: whether a battle was fought last turn where an active unit of the player's stands.
    pub fn stands_on_battlefield(&self, unit: &Unit) -> bool {
        unit.is_active() && self.state.battle_squares.contains(&unit.at)
    }

    /// ROTD-EUWOL 7.7, 7.8, 7.14: the tactical square by which a unit of the player's would enter the next square, as far as
    /// the player sees who stands in the one and which enemies in the other; `None` if it cannot make the step. `start` is
    /// where it began the turn, which it keeps to.
    pub fn march_leads_to(
        &self,
        unit: &Unit,
        to: StrategicSquare,
        start: TacticalSquare,
    ) -> Option<TacticalSquare> {
        self.way_out(unit, to, start).ok()
    }

    /// The same, with what keeps the unit from the step.
    ///
    /// # Errors
    /// What keeps it.
    pub fn way_out(
        &self,
        unit: &Unit,
        to: StrategicSquare,
        start: TacticalSquare,
    ) -> Result<TacticalSquare, Hindrance> {
        let mut occupancy = Occupancy::default();
        for (at, seen) in [unit.at, to].into_iter().filter_map(|at| Some((at, self.sight.tactical.get(&at)?)))
        {
            let counts = |other: &&UnitId| at == unit.at || self.relation(other.nation) == Relation::Hostile;
            seen.iter().filter(counts).for_each(|other| occupancy.occupy(*other, at));
        }
        leads::leads_to(self.field(&occupancy), unit, to, start)
    }

    /// ROTD-EUWOL 7.15: whether a diagonal step of a unit of the player's would be interrupted by those whom he sees beside it.
    pub fn would_be_interrupted(&self, unit: &Unit, to: StrategicSquare) -> bool {
        let Some(beside) = diagonal::passed_between(&self.atlas.map.grid, unit.at, to) else { return false };
        let mut occupancy = Occupancy::default();
        for (at, seen) in beside.into_iter().filter_map(|at| Some((at, self.sight.tactical.get(&at)?))) {
            seen.iter().for_each(|other| occupancy.occupy(*other, at));
        }
        diagonal::would_be_interrupted(self.field(&occupancy), unit, to)
    }

    /// What on the map itself bars a unit of the player's from a step, whoever stands where.
    pub fn barred(&self, unit: &Unit, from: StrategicSquare, to: StrategicSquare) -> Option<Hindrance> {
        closed::barred(self.public(), unit, from, to)
    }

    /// The field without anybody in it, for the rules that ask the map alone.
    fn public(&self) -> Field<'_> {
        const NOBODY: &Occupancy = &Occupancy::EMPTY;
        self.field(NOBODY)
    }

    /// The field as the player sees it, with those in it who are seen.
    fn field<'f>(&'f self, seen: &'f Occupancy) -> Field<'f> {
        Field { atlas: self.atlas, book: self.book, state: self.state, occupancy: seen }
    }

    /// ROTD-EUWOL 11.3: the units that stand about a city as its besiegers, of those that the player sees: active ones of
    /// the side that is hostile to the city's, in the tactical squares beside it.
    pub fn besiegers(&self, city: &str) -> Vec<UnitId> {
        let Some((_, city)) = self.cities.iter().find(|(name, _)| *name == city) else { return Vec::new() };
        let is_ours = self.relation(city.control).is_friendly();
        let near = self.spots.iter().filter(|(at, _)| *at == city.at).flat_map(|(_, spots)| spots);
        let besieges = |spot: &&Spot| {
            let is_hostile = match (self.is_umpire(), is_ours) {
                (true, _) => self.between(city.control, spot.id.nation) == Relation::Hostile,
                (false, true) => spot.relation == Relation::Hostile,
                (false, false) => spot.relation.is_friendly(),
            };
            let fights = spot.status == Status::Active && !spot.id.kind.is_hq();
            is_hostile && fights && spot.tac.distance(city.tac) == 1
        };
        let mut units: Vec<UnitId> = near.filter(besieges).map(|spot| spot.id).collect();
        units.sort_by_key(|unit| in_line(*unit));
        units
    }

    /// what the nation's treasury holds, for whoever holds an office that buys or builds.
    pub fn treasury(&self) -> Option<Means> {
        let is_told = self.book.offices.build.iter().any(|office| self.player.offices.contains(office));
        self.state.treasuries.get(&self.player.nation).copied().filter(|_| is_told)
    }

    /// ROTD-CWOL 11.7: the depots that the nation has in reserve, and those that are being set up or taken away, for whoever holds
    /// an office that orders them; none in a book in which depots are bought.
    pub fn reserve(&self) -> Option<(u32, Vec<DepotWork>)> {
        let nation = self.player.nation;
        let is_told =
            self.book.offices.place_depots.iter().any(|office| self.player.offices.contains(office));
        turns(self.book.supply.depots).filter(|_| is_told)?;
        let works = self.state.depot_works.iter().filter(|work| work.side == nation).copied();
        Some((self.state.reserve.get(&nation).copied().unwrap_or(0), works.collect()))
    }

    /// Own units that draw from a headquarters of which no report of the player's shows where it stands, with that headquarters.
    pub fn fed_from_beyond(&self) -> BTreeMap<UnitId, UnitId> {
        let seen = self.units_as_seen();
        let beyond = |unit: &Unit| match unit.source {
            Some(Source::Unit(feeds)) if !seen.contains_key(&feeds) => Some((unit.id, feeds)),
            _ => None,
        };
        self.own.iter().filter_map(|own| beyond(own.unit)).collect()
    }

    /// What the desk page looks up, asked of the position as the player sees it.
    pub fn answers(&self) -> Answers {
        let (seen, number) = (self.as_seen(), self.number);
        let occupancy = occupancy(&seen);
        let field = Field { atlas: self.atlas, book: self.book, state: &seen, occupancy: &occupancy };
        let own: Vec<UnitId> = self.own.iter().map(|own| own.unit.id).collect();
        let of_unit =
            |own_unit: &Own<'_>| (own_unit.unit.id, OfUnit::new(field, number, own_unit.unit, &own));
        let first = self.own.first();
        Answers {
            units: self.own.iter().map(of_unit).collect(),
            offices: first.map(|own| answers::offices(field, number, own.unit)).unwrap_or_default(),
            supplies_from: answers::own_cities(field, number),
        }
    }

    /// The position as the player may know it, for a turn to be rehearsed on: own units as they are; others only where they are
    /// seen, each as a new unit of its type, for no more is known of it; of places, railways and stores what reports show.
    /// What units of the player's draw from and the player does not see is taken to have enough, and who besieges a city the men for it.
    pub fn as_seen(&self) -> LandState {
        let state = self.state;
        let is_marked = |at: &StrategicSquare| self.near.contains(at);
        let squares = |all: &BTreeSet<StrategicSquare>| all.iter().copied().filter(is_marked).collect();
        let control = |all: &BTreeMap<StrategicSquare, Control>| {
            all.iter().filter(|(at, _)| is_marked(at)).map(|(at, control)| (*at, *control)).collect()
        };
        let stands = |at: &&StrategicSquare| self.own.iter().any(|own| own.unit.at == **at);
        let is_own = |id: &UnitId| self.own.iter().any(|own| own.unit.id == *id);
        let mut seen = LandState {
            turn: state.turn,
            players: state.players.clone(),
            relations: state.relations.clone(),
            owners: state.owners.clone(),
            forbidden: state.forbidden.clone(),
            prices: state.prices,
            units: self.units_as_seen(),
            seats: state.seats.iter().filter(|(id, _)| is_own(id)).map(|(id, seat)| (*id, *seat)).collect(),
            cities: self.cities.iter().map(|(name, city)| ((*name).to_owned(), (*city).clone())).collect(),
            depots: self.depots.iter().map(|depot| (*depot).clone()).collect(),
            rail_control: control(&state.rail_control),
            river_control: control(&state.river_control),
            track_destroyed: squares(&state.track_destroyed),
            bridges_destroyed: squares(&state.bridges_destroyed),
            battle_squares: state.battle_squares.iter().filter(stands).copied().collect(),
            treasuries: self.treasury().map(|means| (self.player.nation, means)).into_iter().collect(),
            ferries: state.ferries.iter().filter(|ferry| self.sees_ferry(ferry)).cloned().collect(),
            season_began: state.season_began,
            hostilities: state.hostilities,
            ..LandState::opening(state.season)
        };
        if let Some((count, works)) = self.reserve() {
            seen.reserve = [(self.player.nation, count)].into();
            seen.depot_works = works;
        }
        self.supply_from_beyond(&mut seen);
        muster::besiegers(self.atlas, self.book, &mut seen, |id| is_own(&id));
        seen
    }

    fn units_as_seen(&self) -> ByUnit<Unit> {
        let spots = self.spots.iter().flat_map(|(at, spots)| spots.iter().map(move |spot| (*at, spot)));
        let other = |(at, spot): (StrategicSquare, &Spot)| Unit {
            in_fort: spot.in_fort,
            status: spot.status,
            deployed: spot.spans,
            supplies: PLENTY,
            ..muster::unit(self.book, spot.id, at, spot.tac)
        };
        let mut units: ByUnit<Unit> = spots.map(|spot| (spot.1.id, other(spot))).collect();
        units.extend(self.own.iter().map(|own| (own.unit.id, own.unit.clone())));
        units
    }

    /// What own units draw from and the player does not see: where it lies matters to nobody but its place in the order.
    fn supply_from_beyond(&self, seen: &mut LandState) {
        for unit in self.own.iter().map(|own| own.unit) {
            match &unit.source {
                Some(Source::Unit(corps)) if !seen.units.contains_key(corps) => {
                    let corps =
                        Unit { supplies: PLENTY, ..muster::unit(self.book, *corps, unit.at, unit.tac) };
                    seen.units.insert(corps.id, corps);
                }
                Some(Source::City(name)) if !seen.cities.contains_key(name) => {
                    let Some(site) = self.atlas.map.city(name) else { continue };
                    let (nation, supplies) = (self.player.nation, PLENTY.into());
                    let city = City {
                        at: site.at,
                        tac: site.tac,
                        home: nation,
                        control: nation,
                        supplies,
                        manufacturing: 0,
                        fort: None,
                        besieged: false,
                    };
                    seen.cities.insert(name.clone(), city);
                }
                Some(Source::Depot(at)) if self.depots.iter().all(|depot| depot.at != *at) => {
                    let (kind, side) = (DepotKind::Depot, self.player.nation);
                    seen.depots.push(Depot { at: *at, tac: unit.tac, kind, side, supplies: PLENTY.into() });
                }
                _ => {}
            }
        }
    }

    /// A ferry of the own side, where a unit of the player's stands.
    fn sees_ferry(&self, ferry: &Ferry) -> bool {
        self.relation(ferry.side).is_friendly() && self.own.iter().any(|own| own.unit.at == ferry.at)
    }

    /// The squares where enemies are reported, though not which.
    pub fn reported_enemies(&self) -> BTreeSet<StrategicSquare> {
        let is_hostile = |flag: &Sighting| self.relation(flag.nation) == Relation::Hostile;
        let flags = self.sight.strategic.iter().filter(|(_, flags)| flags.iter().any(is_hostile));
        flags.map(|(at, _)| *at).collect()
    }

    fn spots_of(&self, seen: &BTreeSet<UnitId>) -> Vec<Spot> {
        let spot = |unit: &Unit| Spot {
            tac: unit.tac,
            relation: self.relation(unit.id.nation),
            id: unit.id,
            in_fort: unit.in_fort,
            status: unit.status,
            spans: unit.spans(),
        };
        let mut spots: Vec<Spot> = seen.iter().filter_map(|id| self.state.units.get(id)).map(spot).collect();
        spots.sort_by_key(|spot| (spot.tac, spot.relation, in_line(spot.id)));
        spots
    }

    /// ROTD-EUWOL 1.4, 2.6, 2.7: the map shows every city's controller, supplies, fort and siege; it reaches as
    /// far as the extract. Whoever holds an office knows the cities that the own nation controls besides.
    fn knows_city(&self, city: &City) -> bool {
        let is_office_matter = !self.player.offices.is_empty() && city.control == self.player.nation;
        self.near.contains(&city.at) || is_office_matter
    }

    /// Depots of the own side on the extract, all of the own nation for whoever holds an office; others where
    /// their square is under the player's eyes.
    fn knows_depot(&self, depot: &Depot) -> bool {
        if self.relation(depot.side).is_friendly() {
            let is_office_matter = !self.player.offices.is_empty() && depot.side == self.player.nation;
            return self.near.contains(&depot.at) || is_office_matter;
        }
        self.own.iter().any(|own| own.unit.is_active() && own.unit.at == depot.at)
    }
}

/// The order of units in every report: army headquarters, corps headquarters, then the others, each in id order.
pub fn in_line(id: UnitId) -> (u8, UnitId) {
    let rank = match id.kind {
        UnitType::ArmyHq => 0,
        UnitType::CorpsHq => 1,
        _ => 2,
    };
    (rank, id)
}

fn own_units(number: PlayerNo, state: &LandState) -> Vec<Own<'_>> {
    let name = |number: PlayerNo| state.player(number).map_or("?", |player| player.name.as_str());
    let own = |unit: &'_ Unit| {
        let seat = state.seats.get(&unit.id)?;
        let is_commanded = seat.commander == number;
        Some((seat.commander, seat.deputy, is_commanded))
    };
    let mut units: Vec<Own<'_>> = state
        .units_of(number)
        .filter_map(|unit| {
            let (commander, deputy, is_commanded) = own(unit)?;
            Some(Own { unit, commander: name(commander), deputy: deputy.map(name), is_commanded })
        })
        .collect();
    units.sort_by_key(|own| (!own.unit.is_active(), in_line(own.unit.id)));
    units
}

fn near(own: &[Own<'_>], atlas: &Atlas) -> BTreeSet<StrategicSquare> {
    let posts: BTreeSet<StrategicSquare> =
        own.iter().filter(|own| own.unit.is_active()).map(|own| own.unit.at).collect();
    let grid = &atlas.map.grid;
    let span = |middle: u8, size: u8| {
        middle.saturating_sub(EXTRACT_RADIUS)..=middle.saturating_add(EXTRACT_RADIUS).min(size - 1)
    };
    let mut near = BTreeSet::new();
    for post in posts {
        for row in span(post.row, grid.rows) {
            near.extend(span(post.col, grid.cols).map(|col| StrategicSquare { col, row }));
        }
    }
    near
}
