//! The strategic map, or a part of it: terrain, rivers, ranges, railways, borders, cities, flags.

use std::collections::BTreeMap;

use crate::Side;
use crate::deeds::{Deeds, March};
use crate::flags::Troops;
use crate::held::Held;
use crate::legend::{self, Entry};
use crate::seas::{SeaSign, Seas};
use crate::ships::Ships;
use crate::tints::Livery;
use crate::towns::Towns;
use fieldpost_ground::map::{CitySite, Port, RiverClass, Terrain};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_print::picture::frame::{ASIDE, cell};
use fieldpost_print::picture::shape::Span;

/// A part of a strategic map: its corner squares, both in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The north-west corner.
    pub from: StrategicSquare,
    /// The south-east corner.
    pub to: StrategicSquare,
}

impl Window {
    /// All of a map.
    pub fn whole(grid: &Grid) -> Self {
        let (from, to) =
            (StrategicSquare { col: 0, row: 0 }, StrategicSquare { col: grid.cols - 1, row: grid.rows - 1 });
        Window { from, to }
    }

    /// The squares at most `radius` away from one, as far as the map goes.
    pub fn around(grid: &Grid, middle: StrategicSquare, radius: u8) -> Self {
        let low = |at: u8| at.saturating_sub(radius);
        let high = |at: u8, size: u8| at.saturating_add(radius).min(size - 1);
        let from = StrategicSquare { col: low(middle.col), row: low(middle.row) };
        let to = StrategicSquare { col: high(middle.col, grid.cols), row: high(middle.row, grid.rows) };
        Window { from, to }
    }

    /// Its squares.
    pub fn span(self) -> Span {
        let reach = |from: u8, to: u8| (i16::from(from), i16::from(to) + 1);
        Span { cols: reach(self.from.col, self.to.col), rows: reach(self.from.row, self.to.row) }
    }

    /// All of its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = StrategicSquare> {
        let Window { from, to } = self;
        (from.row..=to.row)
            .flat_map(move |row| (from.col..=to.col).map(move |col| StrategicSquare { col, row }))
    }

    /// Whether a square is in it.
    pub fn holds(self, square: StrategicSquare) -> bool {
        self.span().holds(i16::from(square.col), i16::from(square.row))
    }
}

/// Troops in a strategic square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    pub at: StrategicSquare,
    pub troops: Troops,
}

/// Who holds the railway or the river of a square (rule 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub at: StrategicSquare,
    /// Whether the railway, not the river.
    pub is_rail: bool,
    pub held: Held,
}

/// Ships in a strategic square: in a harbor, on a river, off a coast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moored {
    pub at: StrategicSquare,
    pub ships: Ships,
}

/// What a picture of the strategic map is drawn from.
#[derive(Clone, Debug)]
pub struct StrategicPicture<'a> {
    pub atlas: &'a Atlas,
    /// What it is called.
    pub title: &'a str,
    /// Which part of it.
    pub window: Window,
    /// The troops to be shown.
    pub flags: &'a [Flag],
    /// What happened, on a map of a turn.
    pub deeds: &'a Deeds,
    /// Squares to be framed.
    pub highlights: &'a [StrategicSquare],
    /// What is known of towns.
    pub towns: &'a Towns<'a>,
    /// Who holds the railways and rivers (rule 1.3).
    pub holders: &'a [Holder],
    /// The ships to be shown.
    pub ships: &'a [Moored],
    /// The names of waters, with what is known of them.
    pub seas: &'a Seas,
    /// Whether it is a chart: of the sea, with coasts, ports and great rivers, and nothing else of the land.
    pub is_chart: bool,
    /// The squares whose track is destroyed (rule 8.5).
    pub destroyed_track: &'a [StrategicSquare],
    /// The nation of each state by the state's name, where it is another than the map says.
    pub owners: &'a BTreeMap<String, NationCode>,
    /// Pixels from side to side.
    pub width: u32,
    /// Whether it is drawn in grey.
    pub is_grey: bool,
    /// In what colours troops are shown.
    pub livery: Livery,
}

/// How many times as high as it is wide a picture may be.
const TOWER: f64 = 1.4;

impl StrategicPicture<'_> {
    /// Pixels of a square's side.
    pub fn cell(&self) -> f64 {
        let squares = |from: u8, to: u8| f64::from(to - from) + 1.0;
        let cols = squares(self.window.from.col, self.window.to.col);
        // A part of many rows and few columns must not become a tower.
        let rows = squares(self.window.from.row, self.window.to.row);
        cell(f64::from(self.width) - 2.0 * ASIDE, cols.max(rows / TOWER))
    }

    /// Whether squares are so small that only what is great shows: nations, great cities, rivers that stop an army.
    pub fn is_overview(&self) -> bool {
        self.cell() < 8.0
    }

    /// The nation that owns a state.
    pub fn nation_of(&self, state: u16) -> String {
        let Some(info) = self.atlas.map.states.get(usize::from(state)) else { return String::new() };
        self.owners.get(&info.name).map_or_else(|| info.nation.clone(), NationCode::words)
    }

    /// The entries of the key: what this picture shows.
    pub fn key(&self) -> Vec<Entry> {
        if self.is_chart {
            return self.key_of_chart();
        }
        let map = &self.atlas.map;
        let squares: Vec<StrategicSquare> =
            map.grid.all().filter(|square| self.window.holds(*square)).collect();
        let any = |is: &dyn Fn(StrategicSquare) -> bool| squares.iter().any(|square| is(*square));
        let mut key: Vec<Entry> = Terrain::ALL
            .into_iter()
            .filter(|row| any(&|square| map.terrain_at(square) == row.0))
            .map(|row| Entry::Terrain(row.0))
            .collect();
        let rivers = RiverClass::ALL.into_iter().map(|row| row.0).filter(|class| self.shows_river(*class));
        key.extend(
            rivers.filter(|class| any(&|square| map.river_class(square) == Some(*class))).map(Entry::River),
        );
        let is_overview = self.is_overview();
        key.extend((!is_overview && any(&|square| map.is_range(square))).then_some(Entry::Range));
        key.extend(any(&|square| map.is_rail(square)).then_some(Entry::Railway));
        let states: std::collections::BTreeSet<u16> =
            squares.iter().filter_map(|square| map.state[map.grid.index(*square)]).collect();
        let nations: std::collections::BTreeSet<String> =
            states.iter().map(|state| self.nation_of(*state)).collect();
        key.extend((nations.len() > 1).then_some(Entry::Border));
        key.extend((!is_overview && states.len() > nations.len()).then_some(Entry::StateBorder));
        let cities: Vec<_> = map.cities.iter().filter(|city| self.window.holds(city.at)).collect();
        key.extend(
            cities.iter().any(|city| self.towns.forts.contains(&city.name.as_str())).then_some(Entry::Fort),
        );
        let is_besieged = |city: &&CitySite| self.towns.besieged.contains(&city.name.as_str());
        key.extend(cities.iter().copied().any(|city| is_besieged(&city)).then_some(Entry::Siege));
        let taken =
            |side: &Side| cities.iter().any(|city| self.towns.taken.contains(&(city.name.as_str(), *side)));
        key.extend(Side::ALL.into_iter().filter(taken).map(Entry::Taken));
        let town = |side: &Side| cities.iter().any(|city| self.towns.side(&city.name) == *side);
        let sides: Vec<Side> = Side::ALL.into_iter().filter(town).collect();
        key.extend(sides.iter().filter(|_| !self.towns.others.is_empty()).copied().map(Entry::Town));
        let has_port = |port: Port| !is_overview && cities.iter().any(|city| city.port == port);
        key.extend(has_port(Port::Ocean).then_some(Entry::OceanPort));
        key.extend(has_port(Port::River).then_some(Entry::RiverPort));
        key.extend(self.holder_key());
        key.extend(self.flag_key());
        key.extend(self.ship_key());
        key.extend(self.deed_key());
        legend::named(key, self.livery)
    }

    /// The entries of a chart's key.
    fn key_of_chart(&self) -> Vec<Entry> {
        let cities: Vec<_> = self.atlas.map.cities.iter().filter(|city| self.window.holds(city.at)).collect();
        let has_port = |port: Port| cities.iter().any(|city| city.port == port && self.shows_town(city));
        let mut key: Vec<Entry> = has_port(Port::Ocean).then_some(Entry::OceanPort).into_iter().collect();
        key.extend(has_port(Port::River).then_some(Entry::RiverPort));
        let town = |side: &Side| {
            cities.iter().any(|city| self.shows_town(city) && self.towns.side(&city.name) == *side)
        };
        let sides = Side::ALL.into_iter().filter(town).collect::<Vec<_>>();
        key.extend(sides.into_iter().filter(|_| !self.towns.others.is_empty()).map(Entry::Town));
        key.extend(self.ship_key());
        let shown = || {
            let is_shown = |sea: &&SeaSign| sea.squares.iter().any(|at| self.window.holds(*at));
            self.seas.areas.iter().filter(is_shown)
        };
        let blows =
            |strength: &u8| shown().any(|sea| sea.wind.is_some_and(|wind| wind.strength == *strength));
        key.extend((1..=3).filter(blows).map(Entry::Wind));
        key.extend(shown().any(|sea| sea.storm).then_some(Entry::Storm));
        let said = shown().any(|sea| sea.rumour.is_some());
        key.extend(said.then(|| Entry::Words("?: said to have been there".into())));
        let pale = shown().any(|sea| !sea.is_known);
        key.extend(pale.then(|| Entry::Words("grey: beyond your reports".into())));
        key.extend(self.deed_key());
        legend::named(key, self.livery)
    }

    /// Whether a town is drawn: on a chart ports alone.
    pub fn shows_town(&self, city: &CitySite) -> bool {
        !self.is_chart || city.port != Port::None
    }

    fn ship_key(&self) -> impl Iterator<Item = Entry> {
        let moored = |side: &Side| {
            self.ships.iter().any(|moored| moored.ships.side == *side && self.window.holds(moored.at))
        };
        Side::ALL.into_iter().filter(moored).map(Entry::Ship)
    }

    /// The entries of the key for what happened.
    fn deed_key(&self) -> Vec<Entry> {
        let Deeds { marches, battles, sailings, naval, changed } = self.deeds;
        let shown = |squares: &[StrategicSquare]| squares.iter().any(|at| self.window.holds(*at));
        let of = |side: Side, long: bool| {
            let is = |march: &&March| march.side == side && (march.path.len() > 1) == long;
            marches.iter().filter(is).any(|march| shown(&march.path))
        };
        let marched = Side::ALL.into_iter().filter(|side| of(*side, true)).map(Entry::March);
        let sighted = Side::ALL.into_iter().filter(|side| of(*side, false)).map(Entry::Sighted);
        let fought = battles.iter().any(|battle| shown(&[battle.at])).then_some(Entry::Battle);
        let went = |side: &Side| sailings.iter().any(|way| way.side == *side && shown(&way.path));
        let sailed = Side::ALL.into_iter().filter(went).map(Entry::Sailed);
        let at_sea = naval.iter().any(|battle| shown(&[battle.at])).then_some(Entry::SeaBattle);
        let is_changed = |city: &CitySite| changed.contains(&city.name) && self.window.holds(city.at);
        let won = self.atlas.map.cities.iter().any(is_changed).then_some(Entry::Changed);
        marched.chain(sighted).chain(fought).chain(sailed).chain(at_sea).chain(won).collect()
    }

    /// The entries of the key for who holds railways and rivers, and for destroyed track.
    fn holder_key(&self) -> Vec<Entry> {
        if self.is_overview() {
            return Vec::new();
        }
        let shown = || self.holders.iter().filter(|holder| self.window.holds(holder.at));
        let kinds = Held::ALL.into_iter().filter(|held| shown().any(|holder| holder.held == *held));
        let is_destroyed = self.destroyed_track.iter().any(|at| self.window.holds(*at));
        let map = &self.atlas.map;
        let has_railways = map.grid.all().any(|square| self.window.holds(square) && map.is_rail(square));
        let kinds = kinds.map(|held| Entry::Held(held, has_railways));
        kinds.chain(is_destroyed.then_some(Entry::DestroyedTrack)).collect()
    }

    /// Whether rivers of a class are drawn.
    pub fn shows_river(&self, class: RiverClass) -> bool {
        class > RiverClass::Fordable || !(self.is_overview() || self.is_chart)
    }

    fn flag_key(&self) -> Vec<Entry> {
        let shown = self.flags.iter().filter(|flag| self.window.holds(flag.at));
        legend::flag_key(shown.map(|flag| (flag.at, flag.troops)), self.livery)
    }
}
