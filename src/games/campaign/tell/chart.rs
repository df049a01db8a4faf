//! Charts of the sea as a player's reports show them: of the player's own ships, of what these and the player's land units see, and of
//! events that the player was told (promise 6). How one is drawn is [`waters`](fieldpost_picture::waters)' to say.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use crate::tell::shore::Shore;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_picture::Side;
use fieldpost_picture::ships::Ships;
use fieldpost_picture::sky::Wind;
use fieldpost_picture::strategic::Moored;
use fieldpost_picture::tints::Livery;
use fieldpost_picture::waters::{Passage, Spot, Water, WatersPicture};
use fieldpost_print::album::{Album, SHARP};
use fieldpost_print::report::Illustration;
use fieldpost_sea::chart::{Chart, CoastNo, SeaNo};
use fieldpost_sea::combat::battle::Fate;
use fieldpost_sea::contact;
use fieldpost_sea::event::account::{Account, Fighter};
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;
use fieldpost_tell::illustrations;

/// Pixels from side to side, as of all pictures in a mail.
pub(crate) const WIDTH: u32 = 600;

/// The two maps (WISC 1.1), with what each is called.
const MAPS: [(&str, &str); 2] = [("american", "American waters"), ("european", "European waters")];

/// A ship that a player knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Known {
    pub at: Place,
    pub side: Side,
    pub id: ShipId,
}

pub(crate) fn side(state: &SeaState, player: PlayerNo, id: ShipId) -> Side {
    match state.powers.player(player).map(|player| player.nation) {
        Some(nation) if state.allied(nation, id.nation) => Side::Allied,
        Some(nation) if state.hostile(nation, id.nation) => Side::Hostile,
        _ => Side::Neutral,
    }
}

/// The ships that a player knows of: those commanded or deputised, what these see, and what is seen `from_the_shore`.
pub(crate) fn known(
    chart: &Chart,
    state: &SeaState,
    player: PlayerNo,
    from_the_shore: impl Fn(Place) -> bool,
) -> BTreeSet<Known> {
    let own: Vec<_> = state.ships.values().filter(|ship| contact::officers(ship).contains(&player)).collect();
    let seen = own.iter().flat_map(|ship| contact::seen_from(chart, state, ship));
    let ashore = state.ships.values().filter(|ship| ship.is_active() && from_the_shore(ship.at));
    let all = own.iter().copied().chain(seen).chain(ashore);
    all.map(|ship| Known { at: ship.at, side: side(state, player, ship.id), id: ship.id }).collect()
}

/// What lies on the land map: in harbors, on rivers, and off a coast in the middle of its waters.
pub(crate) fn moored(chart: &Chart, known: &BTreeSet<Known>) -> Vec<Moored> {
    let mut squares: BTreeMap<(StrategicSquare, Side), u32> = BTreeMap::new();
    for ship in known {
        let at = match ship.at {
            Place::Coast(coast) => middle(chart, coast),
            at => chart.square(at),
        };
        if let Some(at) = at {
            *squares.entry((at, ship.side)).or_default() += 1;
        }
    }
    squares.into_iter().map(|((at, side), count)| Moored { at, ships: Ships { side, count } }).collect()
}

/// The water square of coastal waters that lies nearest to the middle of them all; none off the map.
pub(crate) fn middle(chart: &Chart, coast: CoastNo) -> Option<StrategicSquare> {
    let water = &chart.coast(coast).water;
    let far =
        |one: StrategicSquare| -> u32 { water.iter().map(|other| u32::from(one.distance(*other))).sum() };
    water.iter().copied().min_by_key(|at| (far(*at), *at))
}

/// What a player was told that happened where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Happened {
    pub storms: BTreeSet<SeaNo>,
    /// Battles, with how many ships of either side were sunk, as far as the player saw it.
    pub battles: BTreeMap<Place, [u32; 2]>,
    pub rumours: BTreeMap<SeaNo, u32>,
    passages: BTreeMap<(SeaNo, SeaNo, Side), BTreeSet<ShipId>>,
    /// The ways of each ship as they were seen, one behind the other; a place alone is where she came into sight.
    pub ways: BTreeMap<(Side, ShipId), Vec<Vec<Place>>>,
}

/// What a player was told of a turn.
pub(crate) fn happened(
    chart: &Chart,
    state: &SeaState,
    player: PlayerNo,
    events: &[Told<Event>],
) -> Happened {
    let mut happened = Happened::default();
    for told in events {
        let (Some(saw), fact) = (told.saw(player), &told.event.fact) else { continue };
        let at = fact.at().filter(|_| saw != Saw::Start);
        let from = fact.from().filter(|_| saw != Saw::End);
        let waters = at.and_then(|at| chart.weather_of(at));
        match fact {
            Fact::Storm { .. } | Fact::Damaged { .. } => happened.storms.extend(waters),
            Fact::Battle { account, .. } => {
                let Some(at) = at.map(anywhere) else { continue };
                let sunk = happened.battles.entry(at).or_default();
                if saw == Saw::All {
                    add_sunk(sunk, account, |id| side(state, player, id));
                }
            }
            Fact::Rumour { count, .. } => happened.rumours.extend(waters.map(|sea| (sea, *count))),
            _ => {}
        }
        let Some(id) = fact.ship() else { continue };
        let whose = side(state, player, id);
        let ends = from.and_then(|from| chart.weather_of(from)).zip(waters);
        if let Some((from, to)) = ends.filter(|ends| ends.0 != ends.1) {
            happened.passages.entry((from, to, whose)).or_default().insert(id);
        }
        if let Some(at) = at.filter(|_| fact.from().is_some()) {
            go_on(happened.ways.entry((whose, id)).or_default(), from.map(anywhere), anywhere(at));
        }
    }
    // Of one's own side only ways that led somewhere.
    happened.ways.iter_mut().filter(|((side, _), _)| *side == Side::Allied).for_each(|(_, ways)| {
        ways.retain(|way| way.len() > 1);
    });
    happened
}

/// Adds a step to a ship's ways: it goes on from the last, or begins another.
fn go_on(ways: &mut Vec<Vec<Place>>, from: Option<Place>, to: Place) {
    let last = ways.last().and_then(|way| way.last()).copied();
    match (from, ways.last_mut()) {
        (Some(from), _) if from == to => {}
        (Some(from), Some(way)) if last == Some(from) => way.push(to),
        (Some(from), _) => ways.push(vec![from, to]),
        (None, _) if last == Some(to) => {}
        (None, _) => ways.push(vec![to]),
    }
}

/// Adds the ships that went down in a battle, the own side's first.
fn add_sunk(sunk: &mut [u32; 2], account: &Account, side: impl Fn(ShipId) -> Side) {
    for part in account.sides.iter().flatten().filter(|part| part.fate == Fate::Sunk) {
        if let Fighter::Ship(id) = part.id {
            sunk[usize::from(side(id) != Side::Allied)] += 1;
        }
    }
}

/// A place without its tactical area.
fn anywhere(at: Place) -> Place {
    match at {
        Place::Sea(sea, _) => Place::Sea(sea, 0),
        other => other,
    }
}

/// What charts are drawn from.
pub(crate) struct Charts<'a> {
    pub chart: &'a Chart,
    /// The position: winds are known where the chart of the reports tells them.
    pub state: &'a SeaState,
    /// The sea areas of which the player's reports tell.
    pub areas: BTreeSet<SeaNo>,
    /// The ships that the player knows of.
    pub known: &'a BTreeSet<Known>,
    /// In what colours ships are shown.
    pub livery: Livery,
    /// The land about them.
    pub shore: Shore<'a>,
}

impl Charts<'_> {
    /// The same with the sea areas in which something happened.
    pub(crate) fn with(&self, turn: &Happened) -> Self {
        let battles = turn.battles.keys().filter_map(|at| self.chart.weather_of(*at));
        let ends = turn.passages.keys().flat_map(|(from, to, _)| [*from, *to]);
        let areas = self.areas.iter().copied().chain(turn.storms.iter().copied());
        let areas = areas.chain(turn.rumours.keys().copied()).chain(battles).chain(ends).collect();
        Charts { areas, shore: self.shore.clone(), ..*self }
    }

    /// Plans of the waters that lie off the land map, of the turn with what happened there.
    pub(crate) fn plans(&self, album: &Album, turn: Option<&Happened>) -> Vec<Illustration> {
        MAPS.iter().filter_map(|map| self.picture(album, map, turn)).collect()
    }

    fn picture(&self, album: &Album, map: &(&str, &str), turn: Option<&Happened>) -> Option<Illustration> {
        let mut waters = self.waters(map.0, turn);
        // What lies on the land map is drawn as it lies.
        waters.retain(|water| {
            self.chart.sea_of(&water.code).is_some_and(|sea| self.chart.sea(sea).open.is_none())
        });
        let is_busy = |water: &Water| {
            let sea = self.chart.sea_of(&water.code);
            !water.ships.is_empty()
                || water.spots.iter().any(|spot| !spot.ships.is_empty() || spot.battle)
                || water.rumour.is_some()
                || turn.zip(sea).is_some_and(|(turn, sea)| {
                    turn.passages.keys().any(|(from, to, _)| *from == sea || *to == sea)
                })
        };
        if !waters.iter().any(|water| water.is_known && is_busy(water)) {
            return None;
        }
        let passages = turn.map_or_else(Vec::new, |turn| self.passages(turn));
        let (title, id) = match turn {
            Some(_) => (format!("Plan of the turn, {}", map.1), format!("plan-of-turn-{}", map.0)),
            None => (format!("Plan of the sea, {}", map.1), format!("plan-{}", map.0)),
        };
        let livery = self.livery;
        let picture = WatersPicture {
            title: &title,
            waters: &waters,
            passages: &passages,
            width: WIDTH,
            is_grey: false,
            livery,
        };
        let png = album.png(picture.ground_name(), SHARP, || picture.ground(), &picture.top()).ok()?;
        let alt = format!("{title}. {}", in_words(&waters)).trim_end().to_owned();
        Some(Illustration { id, alt, png })
    }

    /// The sea areas of a map, each with what is known of it.
    fn waters(&self, map: &str, turn: Option<&Happened>) -> Vec<Water> {
        let all = (0..self.chart.seas.len()).map(|place| SeaNo(place as u8));
        all.filter(|sea| self.chart.sea(*sea).map == map).map(|sea| self.water(sea, turn)).collect()
    }

    fn water(&self, number: SeaNo, turn: Option<&Happened>) -> Water {
        let (chart, sea) = (self.chart, self.chart.sea(number));
        let plain = Water {
            code: sea.code.clone(),
            name: sea.name.clone(),
            cells: sea.drawn.clone(),
            beside: sea.beside.iter().map(|row| chart.sea(row.1).code.clone()).collect(),
            land: sea.land.clone(),
            ..Water::default()
        };
        if !self.areas.contains(&number) {
            return plain;
        }
        let wind = self.state.winds.get(&number);
        let wind = wind.map(|wind| Wind { from: wind.from, strength: wind.strength as u8 + 1 });
        let nothing = Happened::default();
        let turn = turn.unwrap_or(&nothing);
        Water {
            is_known: true,
            wind,
            storm: turn.storms.contains(&number),
            battle: turn.battles.contains_key(&Place::Sea(number, 0)),
            rumour: turn.rumours.get(&number).copied(),
            ships: self.ships(|at| at.sea() == Some(number)),
            spots: self.spots(number, turn),
            ..plain
        }
    }

    /// The coastal waters of a sea area, behind each those of its harbors and mouths in which something is to be seen.
    fn spots(&self, sea: SeaNo, turn: &Happened) -> Vec<Spot> {
        let all = (0..self.chart.coasts.len()).map(|place| CoastNo(place as u8));
        let mut spots = Vec::new();
        for coast in all.filter(|coast| self.chart.drawn_in(*coast) == Some(sea)) {
            let mut add = |at: Place, name: String, is_harbor: bool| {
                let ships = self.ships(|other| other == at);
                let battle = turn.battles.contains_key(&at);
                if !is_harbor || battle || !ships.is_empty() {
                    spots.push(Spot { name, is_harbor, ships, battle });
                }
            };
            add(Place::Coast(coast), self.chart.coast(coast).name.clone(), false);
            for inlet in self.chart.inlets(coast) {
                let river = self.chart.river_square(inlet).and_then(|at| self.chart.mouth_at(at));
                let name = match (inlet, river) {
                    (Place::River(_), Some(mouth)) => mouth.river.clone(),
                    _ => self.chart.label(inlet),
                };
                add(inlet, name, true);
            }
        }
        spots
    }

    fn ships(&self, is_there: impl Fn(Place) -> bool) -> Vec<Ships> {
        let of = |side: Side| {
            let there = self.known.iter().filter(|ship| ship.side == side && is_there(ship.at));
            Ships { side, count: there.count() as u32 }
        };
        Side::ALL.into_iter().map(of).filter(|ships| ships.count > 0).collect()
    }

    fn passages(&self, turn: &Happened) -> Vec<Passage> {
        let code = |sea: SeaNo| self.chart.sea(sea).code.clone();
        let passage = |((from, to, side), ships): (&(SeaNo, SeaNo, Side), &BTreeSet<ShipId>)| Passage {
            side: *side,
            ends: [code(*from), code(*to)],
            count: ships.len() as u32,
        };
        turn.passages.iter().map(passage).collect()
    }
}

/// What a chart shows, for those who do not see it: where ships lie, and where it storms.
fn in_words(waters: &[Water]) -> String {
    let ships = |ships: &[Ships]| {
        let of = |one: &Ships| format!("{} {}", one.count, one.side.key());
        ships.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    let mut words = Vec::new();
    for water in waters.iter().filter(|water| water.is_known) {
        let open = (&water.code, &water.ships);
        let spots = water.spots.iter().map(|spot| (&spot.name, &spot.ships));
        let there = std::iter::once(open).chain(spots).filter(|row| !row.1.is_empty());
        words.extend(there.map(|(name, there)| format!("{name}: {}.", ships(there))));
        words.extend(water.storm.then(|| format!("Storm in {}.", water.code)));
    }
    words.join(" ")
}

impl Fleet<'_> {
    /// In what colours a player sees ships: those of the land's flags.
    pub(crate) fn livery(self, player: PlayerNo) -> Livery {
        let nation = self.table.land.player(player).map(|player| player.nation);
        nation.map_or_else(Livery::default, |nation| illustrations::livery_of(self.table.book, nation))
    }
}
