//! A position for who hears it: square by square, what presses most before what lies nearest, in sentences and without any map. It is made
//! of the same view as all other faces, and of the same [`Vantage`].

use std::collections::BTreeSet;

use crate::aloud_ground;
use crate::aloud_unit::{Usual, ids, unit_words};
use crate::aloud_ways::{Told, barred_words, square_view, ways_in_short, ways_words};
use crate::army::{Attention, UnitsAt};
use crate::concern::Concern;
use crate::place::{Gazetteer, bearing, compass};
use crate::places::{Side, SightingView};
use crate::sheets::{self, SheetView, spot_view};
use crate::standing::Standing;
use crate::status::StatusBlock;
use crate::vantage::{Own, Spot};
use crate::ways;
use fieldpost_engine::words::{counted, grouped, listed};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::unit::UnitId;
use fieldpost_picture::held::Held;
use fieldpost_print::section::{Block, Section};

/// How many pieces of ground are told of where enemies are in the square.
const PIECES: usize = 4;

/// A strategic square of the player's, with what stands there.
struct Post<'a> {
    at: StrategicSquare,
    units: Vec<&'a Own<'a>>,
    /// Who is seen there, by tactical square.
    spots: &'a [Spot],
    sheet: Option<&'a SheetView>,
    /// Squares to the nearest enemies seen.
    enemies: Option<u8>,
}

/// What ails units, by what it is: enemies in their square stand with the squares.
pub(crate) fn attention(standing: &Standing<'_>) -> Block {
    let thing = |thing: &Attention| {
        let words = |place: &UnitsAt| match thing.concern {
            Concern::EnemiesHere => place.square.clone(),
            _ => format!("{} in {}", listed(&place.units), place.square),
        };
        let places: Vec<String> = thing.places.iter().map(words).collect();
        let below =
            if thing.concern == Concern::EnemiesHere { "; those squares come first below" } else { "" };
        format!("{}: {}{below}.", thing.words, places.join("; "))
    };
    Block::Items(standing.view.position.attention.iter().map(thing).collect())
}

/// The units and the squares in which they stand, those first that enemies are nearest to: where the player commands, and where all are
/// others' whose deputy the player is.
pub(crate) fn posts(standing: &Standing<'_>) -> [Section; 2] {
    let title = standing.to("Your units, square by square", "All units, square by square");
    let (own, deputised): (Vec<Post<'_>>, Vec<Post<'_>>) =
        posts_of(standing).into_iter().partition(|post| post.is_own());
    let section = Section::new("posts", title);
    let mut told = Told::default();
    let mut all = |posts: &[Post<'_>], usual: Usual| {
        posts.iter().flat_map(|post| post.told(standing, usual, &mut told)).collect::<Vec<Block>>()
    };
    let usual = Usual::of(standing.view.position.units.iter().filter(|unit| unit.is_commanded));
    let first = match own.is_empty() {
        true => section,
        false => {
            let words = sums(standing, own.len()).into_iter().chain(usual.words());
            let section = words.map(Block::Words).fold(section, Section::with);
            all(&own, usual).into_iter().fold(section, Section::with)
        }
    };
    let last = Section::new("deputised", "Units whose deputy you are, in squares without any of yours");
    [first, all(&deputised, usual).into_iter().fold(last, Section::with)]
}

/// How many units there are, and how many of them are others'.
fn sums(standing: &Standing<'_>, squares: usize) -> Option<String> {
    let own: Vec<&StatusBlock> =
        standing.view.position.units.iter().filter(|unit| unit.is_commanded).collect();
    let men: u32 = own.iter().map(|unit| unit.strength).sum();
    let others = standing.view.position.units.len() - own.len();
    let others = match others {
        0 => String::new(),
        count => {
            format!(" Of {} you are the deputy; they are told of in short.", counted(count as u64, "other"))
        }
    };
    Some(format!(
        "{}, {} men, in {}.{others}",
        counted(own.len() as u64, "unit"),
        grouped(men),
        counted(squares as u64, "square")
    ))
}

fn posts_of<'a>(standing: &Standing<'a>) -> Vec<Post<'a>> {
    let vantage = standing.vantage;
    let grid = &vantage.atlas.map.grid;
    let enemies = enemies(standing);
    let mut squares: Vec<StrategicSquare> = Vec::new();
    for own in &vantage.own {
        if !squares.contains(&own.unit.at) {
            squares.push(own.unit.at);
        }
    }
    let post = |at: StrategicSquare| Post {
        at,
        units: vantage.own.iter().filter(|own| own.unit.at == at).collect(),
        spots: vantage.spots.iter().find(|(square, _)| *square == at).map_or(&[], |(_, spots)| spots),
        sheet: standing.view.position.sheets.iter().find(|sheet| sheet.square == grid.label(at)),
        enemies: enemies.iter().map(|enemy| enemy.distance(at)).min(),
    };
    let mut posts: Vec<Post<'_>> = squares.into_iter().map(post).collect();
    posts.sort_by_key(|post| post.enemies.unwrap_or(u8::MAX));
    posts
}

/// The squares in which enemies are seen.
fn enemies(standing: &Standing<'_>) -> BTreeSet<StrategicSquare> {
    let vantage = standing.vantage;
    let named =
        vantage.spots.iter().filter(|(_, spots)| spots.iter().any(|spot| spot.relation == Relation::Hostile));
    vantage.reported_enemies().into_iter().chain(named.map(|(at, _)| *at)).collect()
}

impl Post<'_> {
    /// The square, who stands there, enemies first, the ways out, and the ground where there are enemies.
    fn told(&self, standing: &Standing<'_>, usual: Usual, told: &mut Told) -> Vec<Block> {
        let mut blocks = vec![Block::Heading(self.heading(standing))];
        blocks.extend(self.sheet.and_then(|sheet| sheet.siege.clone()).map(Block::Words));
        blocks.extend(self.others(standing).into_iter().map(Block::Words));
        blocks.push(Block::Items(self.own(standing, usual)));
        blocks.push(Block::Items(self.ways_out(standing, told)));
        if self.is_own() && self.enemies == Some(0) {
            blocks.extend(self.ground_about(standing).map(Block::Words));
        }
        blocks
    }

    /// Whether the player commands somebody there.
    fn is_own(&self) -> bool {
        self.units.iter().any(|own| own.is_commanded)
    }

    fn ground_about(&self, standing: &Standing<'_>) -> Option<String> {
        let vantage = standing.vantage;
        let sheet = vantage.atlas.sheet(self.at);
        let bridges = sheets::bridges(sheet, self.spots, vantage.are_bridges_destroyed(self.at));
        let tacs: Vec<TacticalSquare> = self.spots.iter().map(|spot| spot.tac).collect();
        aloud_ground::words(sheet, &bridges, &tacs, PIECES)
    }

    /// The player's own units by where they stand, then those of others of which the player is the deputy, who orders them seldom.
    fn own(&self, standing: &Standing<'_>, usual: Usual) -> Vec<String> {
        let mut told = Vec::new();
        for units in self.by_tac(|own| own.is_commanded) {
            let Some(first) = units.first() else { continue };
            let ground = self.ground(standing, first.unit.tac);
            let block = |own: &&&Own<'_>| block_of(standing, own.unit.id);
            let words: Vec<String> =
                units.iter().filter_map(|own| block(&own)).map(|unit| unit_words(unit, usual)).collect();
            told.push(format!("At {ground}: {}", words.join(" ")));
        }
        for units in self.by_tac(|own| !own.is_commanded) {
            let Some(first) = units.first() else { continue };
            let names = ids(units.iter().map(|own| own.unit.id));
            let men: u32 = units.iter().map(|own| own.unit.strength).sum();
            let (commander, men) = (first.commander, grouped(men));
            told.push(format!("{commander} has {names} at {}, {men} men.", first.unit.tac));
        }
        told
    }

    /// Some of the units together that stand in one tactical square, and of others' those of one commander.
    fn by_tac(&self, is_asked: impl Fn(&Own<'_>) -> bool) -> Vec<Vec<&Own<'_>>> {
        let mut all: Vec<Vec<&Own<'_>>> = Vec::new();
        for own in self.units.iter().filter(|own| is_asked(own)) {
            let same = |known: &&mut Vec<&Own<'_>>| {
                known.iter().any(|other| other.unit.tac == own.unit.tac && other.commander == own.commander)
            };
            match all.iter_mut().find(same) {
                Some(known) => known.push(own),
                None => all.push(vec![own]),
            }
        }
        all
    }

    fn heading(&self, standing: &Standing<'_>) -> String {
        let grid = &standing.vantage.atlas.map.grid;
        let label = grid.label(self.at);
        let view = square_view(standing, &label);
        let about = match (self.sheet, view) {
            (Some(sheet), _) => sheet.about.clone(),
            (None, Some(view)) => view.terrain.to_owned(),
            (None, None) => standing.vantage.atlas.map.terrain_at(self.at).words().to_owned(),
        };
        // A city of the square itself is named with what the square is.
        let near = Gazetteer(&standing.vantage.atlas.map).near(self.at).filter(|near| near.squares > 0);
        let near = near.map(|near| format!(", {}", near.words)).unwrap_or_default();
        // Whose it is stands in the words already, where it is another's.
        let is_own = |held: Option<Held>| matches!(held, Some(Held::Allied));
        let rail = if view.is_some_and(|view| is_own(view.rail_held)) { ", railway" } else { "" };
        format!("{label}{near}: {about}{rail}")
    }

    /// Enemies, then neutrals, then friends whom the player does not command, each with where they stand.
    fn others(&self, standing: &Standing<'_>) -> Vec<String> {
        let own: BTreeSet<UnitId> = self.units.iter().map(|own| own.unit.id).collect();
        let told = |relation: Relation, title: &str| {
            let of = |spots: &[Spot]| {
                let others = spots.iter().filter(|spot| spot.relation == relation && !own.contains(&spot.id));
                let names: Vec<String> = others.map(|spot| spot_view(spot).name()).collect();
                let first = spots.first().filter(|_| !names.is_empty())?;
                let off = if relation == Relation::Hostile { self.off(first.tac) } else { String::new() };
                Some(format!("{} at {}{off}", listed(&names), self.ground(standing, first.tac)))
            };
            let here: Vec<String> =
                self.spots.chunk_by(|one, other| one.tac == other.tac).filter_map(of).collect();
            (!here.is_empty()).then(|| format!("{title}: {}.", here.join("; ")))
        };
        let all = [
            (Relation::Hostile, "Enemies here"),
            (Relation::Neutral, "Neutrals here"),
            (Relation::Allied, "Allies here"),
            (Relation::Same, "Others of your nation here"),
        ];
        all.into_iter().filter_map(|(relation, title)| told(relation, title)).collect()
    }

    /// A tactical square with its ground: `7-10, forest, cover 3`.
    fn ground(&self, standing: &Standing<'_>, tac: TacticalSquare) -> String {
        let sheet = standing.vantage.atlas.sheet(self.at);
        format!("{tac}, {}, cover {}", sheet.ground_at(tac).words(), sheet.rating[tac.index()])
    }

    /// How far off an enemy is, and from whom.
    fn off(&self, at: TacticalSquare) -> String {
        let Some(near) = self.units.iter().map(|own| own.unit).min_by_key(|unit| unit.tac.distance(at))
        else {
            return String::new();
        };
        let part = |to: u8, from: u8| i16::from(to) - i16::from(from);
        match bearing((part(at.col(), near.tac.col()), part(at.row(), near.tac.row()))) {
            Some(way) => {
                format!(", {} {} of {}", counted(near.tac.distance(at), "square"), way.words(), near.id)
            }
            None => format!(", with {}", near.id),
        }
    }

    /// The ways out: those of the fewest units first with whose they are, then those of all others.
    fn ways_out(&self, standing: &Standing<'_>, known: &mut Told) -> Vec<String> {
        let marches = |own: &&Own<'_>| {
            block_of(standing, own.unit.id).is_some_and(|unit| {
                unit.moves.march_with_supply.max(unit.moves.march) > 0 || unit.moves.forced_march
            })
        };
        let (go, stay): (Vec<&Own<'_>>, Vec<&Own<'_>>) =
            self.units.iter().copied().partition(|own| marches(own));
        let mut told = Vec::new();
        told.extend(
            (!stay.is_empty()).then(|| format!("{} may not march.", ids(stay.iter().map(|own| own.unit.id)))),
        );
        let mut all = ways::of_all(standing.vantage, go.iter().map(|own| own.unit));
        all.sort_by_key(|(units, _)| units.len());
        let last = all.len().saturating_sub(1);
        for (place, (units, ways)) in all.iter().enumerate() {
            let whose = match (all.len() == 1 && stay.is_empty(), place == last && place > 0) {
                (true, _) => String::new(),
                (_, true) => " for the others".to_owned(),
                _ => format!(" for {}", ids(units.iter().copied())),
            };
            if self.is_own() {
                told.extend(ways_words(standing, &whose, ways, known));
                told.extend(barred_words(standing, &whose, ways));
            } else {
                told.push(ways_in_short(standing, &whose, ways));
            }
        }
        all.iter().filter(|_| self.is_own()).for_each(|(_, ways)| known.add(ways));
        told
    }
}

fn block_of<'a>(standing: &Standing<'a>, id: UnitId) -> Option<&'a StatusBlock> {
    let id = id.to_string();
    standing.view.position.units.iter().find(|unit| unit.id == id)
}

/// Enemies and neutrals seen in squares where the player has nobody, the nearest first, with the way there.
pub(crate) fn others_seen(standing: &Standing<'_>) -> Section {
    let title = standing.to("Enemies and neutrals seen elsewhere", "Where others stand");
    let vantage = standing.vantage;
    let is_own = |at: StrategicSquare| vantage.own.iter().any(|own| own.unit.at == at);
    let mut seen: Vec<(&SightingView, StrategicSquare)> = Vec::new();
    for at in vantage.sight.strategic.keys().filter(|at| !is_own(**at)) {
        let label = vantage.atlas.map.grid.label(*at);
        let here = standing.view.position.sightings.iter().filter(|one| one.square == label);
        seen.extend(here.filter(|one| !one.side.is_friendly()).map(|one| (one, *at)));
    }
    seen.sort_by_key(|(one, _)| (std::cmp::Reverse(one.side), one.distance));
    let told = seen.chunk_by(|one, other| one.1 == other.1).filter_map(|here| {
        let (first, at) = here.first()?;
        let (ground, way) = (vantage.atlas.map.terrain_at(*at).words(), from_nearest(standing, *at));
        let whose = |one: &SightingView| match one.side {
            Side::Enemy => one.nation.clone(),
            side => format!("{}, {}", standing.labels().of(side), one.nation),
        };
        let who: Vec<String> =
            here.iter().map(|(one, _)| format!("{}, {}", whose(one), one.spoken)).collect();
        Some(format!("{}, {ground}{way}: {}.", first.square, who.join("; ")))
    });
    Section::new("others-seen", title).with(Block::Items(told.collect()))
}

/// How a square lies to the nearest of the player's active units: `, 2 squares north-east of A9-N6`.
fn from_nearest(standing: &Standing<'_>, at: StrategicSquare) -> String {
    let active = standing.vantage.own.iter().map(|own| own.unit).filter(|unit| unit.is_active());
    let Some(near) = active.min_by_key(|unit| unit.at.distance(at)) else { return String::new() };
    let label = standing.vantage.atlas.map.grid.label(near.at);
    match compass(near.at, at) {
        Some(way) => format!(", {} {} of {label}", counted(near.at.distance(at), "square"), way.words()),
        None => String::new(),
    }
}
