//! The key under a map: what its signs mean, only of those that it shows.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use crate::art::Signs;
use crate::flags::{Stack, Troops, draw_one};
use crate::held::Held;
use crate::tints::Livery;
use crate::{Side, State, cities, deeds, flags, marks, ships, sky, tints};
use fieldpost_ground::map::{RiverClass, Terrain};
use fieldpost_ground::square::Direction;
use fieldpost_ground::tactical::Ground;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{CAPITALS, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

/// What an entry of the key shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A strategic square's terrain.
    Terrain(Terrain),
    /// A tactical square's ground.
    Ground(Ground),
    River(RiverClass),
    /// A mountain range.
    Range,
    Railway,
    /// A railway's bridge.
    Bridge,
    /// A border of nations.
    Border,
    /// A border of states within a nation.
    StateBorder,
    Fort,
    /// A siege (rule 2.7).
    Siege,
    /// A city that a side has taken.
    Taken(Side),
    Town(Side),
    /// Who holds a railway or river (rule 1.3). Whether there are railways.
    Held(Held, bool),
    /// Track that is destroyed (rule 8.5).
    DestroyedTrack,
    /// A harbour on the sea.
    OceanPort,
    /// A harbour on a river.
    RiverPort,
    Flag(Stack),
    March(Side),
    Attack(Side),
    /// Where units of a side came into sight.
    Sighted(Side),
    /// A battle, with its losses.
    Battle,
    /// A city that changed hands.
    Changed,
    Ship(Side),
    /// A wind: 1 light, 2 moderate, 3 heavy.
    Wind(u8),
    Storm,
    /// The way of a side's ships.
    Sailed(Side),
    SeaBattle,
    /// The sign of another entry with words of its own.
    Named(Box<Entry>, String),
    /// Words alone.
    Words(String),
    /// What follows begins a new row.
    Break,
}

/// Height of a row of the key.
const ROW: f64 = 18.0;
/// Width of an entry's sign.
const SIGN: f64 = 22.0;
/// Pixels of the letters' em.
const LETTERS: f64 = 11.0;

impl Entry {
    fn words(&self) -> String {
        self.words_in(Livery::default())
    }

    /// Its words on a map whose sides are called as the livery says.
    fn words_in(&self, livery: Livery) -> String {
        let called = |side: Side| livery.party(side).unwrap_or_else(|| held_by(side).into());
        let holds = |held: Held| {
            held.side().and_then(|side| livery.party(side)).unwrap_or_else(|| held.whose().into())
        };
        match self {
            Entry::Terrain(terrain) => terrain.words().into(),
            Entry::Ground(ground) => ground.words().into(),
            Entry::River(class) => format!("{} river", class.words()),
            Entry::Range => "mountain range".into(),
            Entry::Railway => "railway".into(),
            Entry::Bridge => "bridge".into(),
            Entry::Border => "national border".into(),
            Entry::StateBorder => "state border".into(),
            Entry::Fort => "fort".into(),
            Entry::Siege => "besieged".into(),
            Entry::Taken(side) => format!("city held by {}", called(*side)),
            Entry::Town(side) => match livery.party(*side) {
                Some(party) => format!("town of {party}"),
                None => format!("town of {}", held_by(*side)),
            },
            Entry::Held(held, true) => format!("railway or river held by {}", holds(*held)),
            Entry::Held(held, false) => format!("river held by {}", holds(*held)),
            Entry::DestroyedTrack => "destroyed track".into(),
            Entry::OceanPort => "ocean port".into(),
            Entry::RiverPort => "river port".into(),
            Entry::Flag(stack) => {
                let whose = match livery.party(stack.side) {
                    _ if stack.is_black => "all three sides".to_owned(),
                    Some(party) => party,
                    None => stack.side.key().to_owned(),
                };
                match stack.state {
                    State::Active => whose,
                    state => format!("{whose}, {}", state.words()),
                }
            }
            Entry::March(side) => format!("march of {}", called(*side)),
            Entry::Attack(side) => format!("attack of {}", called(*side)),
            Entry::Sighted(side) => format!("{} came into sight", called(*side)),
            Entry::Battle => match livery.party(Side::Allied) {
                Some(party) => format!("battle; below it men lost, those of {party} first"),
                None => "battle; below it men lost, own side's first".into(),
            },
            Entry::Changed => "city that changed hands".into(),
            Entry::Ship(side) => format!("ships of {}", called(*side)),
            Entry::Wind(strength) => {
                let words = ["light", "moderate", "heavy"][usize::from(strength.saturating_sub(1).min(2))];
                format!("{words} wind, to where it blows")
            }
            Entry::Storm => "storm".into(),
            Entry::Sailed(side) => format!("way of ships of {}", called(*side)),
            Entry::SeaBattle => "battle of ships".into(),
            Entry::Named(_, words) | Entry::Words(words) => words.clone(),
            Entry::Break => String::new(),
        }
    }

    fn width(&self) -> f64 {
        let sign = if matches!(self, Entry::Words(_)) { 0.0 } else { SIGN + 4.0 };
        sign + width(&self.words(), LETTERS, Face::Book) + 12.0
    }

    /// Draws the sign in a box whose left upper corner is `corner`.
    fn draw(&self, svg: &mut Svg, corner: Point) {
        let middle = corner.moved(SIGN / 2.0, ROW / 2.0);
        let line = |svg: &mut Svg, class: &str, pen: Pen| {
            let mut path = Path::new();
            path.segment(corner.moved(0.0, ROW / 2.0), corner.moved(SIGN, ROW / 2.0));
            svg.stroke(class, &path, Pen { is_round: false, ..pen });
        };
        match self {
            Entry::Named(sign, _) => sign.draw(svg, corner),
            Entry::Terrain(terrain) => swatch(svg, corner, tints::of_terrain(*terrain), |signs, at| {
                signs.add(*terrain, at, 18.0, 5);
            }),
            Entry::Ground(ground) => ground_swatch(svg, *ground, corner),
            Entry::River(class) => {
                marks::river_pens(*class, 40.0).into_iter().for_each(|pen| line(svg, "key-river", pen))
            }
            Entry::Range => line(svg, "key-range", marks::range_pen(50.0)),
            Entry::Railway => {
                marks::railway_pens(50.0).into_iter().for_each(|pen| line(svg, "key-railway", pen))
            }
            Entry::Bridge => {
                line(svg, "key-river", Pen::flat(ink::STREAM, 6.0));
                marks::bridge(svg, middle, FRAC_PI_2, 11.0);
            }
            Entry::Border => marks::border_pens(1.0).into_iter().for_each(|pen| line(svg, "key-border", pen)),
            Entry::StateBorder => line(svg, "key-border", marks::state_border_pen(1.0)),
            Entry::Fort => {
                cities::bastions(svg, middle, 7.0, 1.0);
                cities::rings(svg, middle, 2.7, (20, Side::Allied), 1.0);
            }
            Entry::Siege => {
                cities::rings(svg, middle, 2.7, (20, Side::Allied), 1.0);
                cities::siege(svg, middle, 6.5, 1.0);
            }
            Entry::Taken(side) => {
                cities::rings(svg, middle.moved(0.0, 4.0), 2.7, (20, *side), 1.0);
                cities::pennant(svg, middle.moved(0.0, 1.5), *side, 1.0);
            }
            Entry::Town(side) => cities::rings(svg, middle, 4.0, (60, *side), 1.0),
            Entry::Held(held, has_railways) => {
                if *has_railways {
                    marks::railway_pens(50.0).into_iter().for_each(|pen| line(svg, "key-railway", pen));
                }
                marks::holder(svg, middle, 4.0, *held, ink::BLACK);
            }
            Entry::DestroyedTrack => {
                marks::railway_pens(50.0).into_iter().for_each(|pen| line(svg, "key-railway", pen));
                marks::cross(svg, middle, 4.5);
            }
            Entry::OceanPort => cities::anchor(svg, middle, 9.0, ink::BLACK),
            Entry::RiverPort => cities::anchor(svg, middle, 7.5, ink::RIVER_NAME),
            Entry::Flag(stack) => {
                let lone = Stack { count: 1, ..stack.clone() };
                draw_one(svg, &lone, corner.moved(2.0, 1.5), ROW - 3.0);
            }
            Entry::March(side) | Entry::Attack(side) => {
                let ends = [corner.moved(1.0, ROW / 2.0), corner.moved(SIGN - 1.0, ROW / 2.0)];
                deeds::arrow(svg, &ends, *side, 3, 28.0);
            }
            Entry::Sighted(side) => deeds::sighted(svg, middle, *side, 30.0),
            Entry::Battle => deeds::battle(svg, middle, 5.0),
            Entry::Changed => {
                cities::rings(svg, middle, 2.7, (20, Side::Allied), 1.0);
                deeds::changed(svg, middle, 6.5);
            }
            _ => self.draw_of_sea(svg, corner),
        }
    }

    /// The signs of charts; of words alone nothing.
    fn draw_of_sea(&self, svg: &mut Svg, corner: Point) {
        let middle = corner.moved(SIGN / 2.0, ROW / 2.0);
        match self {
            Entry::Ship(side) => {
                ships::draw_one(
                    svg,
                    ships::Ships { side: *side, count: 1 },
                    corner.moved(1.0, 1.0),
                    ROW - 3.0,
                );
            }
            Entry::Wind(strength) => {
                let wind = sky::Wind { from: Direction::West, strength: *strength };
                sky::wind(svg, middle, SIGN - 3.0, wind);
            }
            Entry::Storm => sky::storm(svg, middle, ROW - 2.0),
            Entry::Sailed(side) => {
                let ends = [corner.moved(1.0, ROW / 2.0), corner.moved(SIGN - 1.0, ROW / 2.0)];
                deeds::sailing(svg, &ends, *side, 1, 28.0);
            }
            Entry::SeaBattle => deeds::naval_battle(svg, middle, 5.0),
            _ => {}
        }
    }
}

fn held_by(side: Side) -> &'static str {
    match side {
        Side::Allied => "own side",
        Side::Hostile => "enemies",
        Side::Neutral => "neutrals",
    }
}

/// The sign of a ground in the key.
fn ground_swatch(svg: &mut Svg, ground: Ground, corner: Point) {
    plate(svg, corner, tints::of_ground(ground));
    let middle = corner.moved(SIGN / 2.0, ROW / 2.0);
    match ground {
        Ground::Ford => {
            let mut path = Path::new();
            path.segment(corner.moved(0.0, ROW / 2.0), corner.moved(SIGN, ROW / 2.0));
            svg.stroke("key-ford", &path, Pen::flat(ink::STREAM, 8.0));
            marks::stones(svg, middle, FRAC_PI_2, 8.0);
        }
        Ground::Pass => marks::bows(svg, middle, 10.0, 1.0),
        Ground::Town => marks::houses(svg, middle, 16.0),
        _ => {
            let mut signs = Signs::default();
            marks::add_sign(&mut signs, ground, middle, 15.0);
            signs.draw(svg, 26.0);
        }
    }
}

/// A box of a colour with the signs that `draw` puts into its middle.
fn swatch(svg: &mut Svg, corner: Point, fill: Colour, draw: impl Fn(&mut Signs, Point)) {
    plate(svg, corner, fill);
    let mut signs = Signs::default();
    draw(&mut signs, corner.moved(SIGN / 2.0, ROW / 2.0));
    signs.draw(svg, 26.0);
}

/// A box of a colour with a thin rim, which is all that can be seen of one as light as the paper.
fn plate(svg: &mut Svg, corner: Point, fill: Colour) {
    let (left, top, right, bottom) = (0.0, 2.0, SIGN, ROW - 2.0);
    let at = |x: f64, y: f64| corner.moved(x, y);
    let path = Path::polygon(&[at(left, top), at(right, top), at(right, bottom), at(left, bottom)]);
    svg.shape("swatch", &path, fill, ink::GRID, 0.5);
}

/// The entries of the key for flags: one for each kind that stands in some square.
pub fn flag_key<S: Ord>(troops: impl Iterator<Item = (S, Troops)>, livery: Livery) -> Vec<Entry> {
    let mut squares: BTreeMap<S, Vec<Troops>> = BTreeMap::new();
    for (at, troops) in troops {
        squares.entry(at).or_default().push(troops);
    }
    let mut kinds: Vec<Stack> = squares
        .values()
        .flat_map(|troops| flags::stacks(troops, livery))
        .map(|stack| Stack { count: 1, is_about: false, ..stack })
        .collect();
    kinds.sort_by_key(|stack| (stack.state, stack.side));
    kinds.dedup();
    let about = squares.values().flatten().any(|troops| troops.is_about && troops.count > 1);
    let about = about.then(|| Entry::Words("~: about so many".into()));
    kinds.into_iter().map(Entry::Flag).chain(about).collect()
}

/// A key whose sides are called as the livery says, where it says so.
pub fn named(key: Vec<Entry>, livery: Livery) -> Vec<Entry> {
    let name = |entry: Entry| match entry.words_in(livery) {
        words if words == entry.words() => entry,
        words => Entry::Named(Box::new(entry), words),
    };
    key.into_iter().map(name).collect()
}

/// The rows of a key that is so wide.
fn rows(entries: &[Entry], wide: f64) -> Vec<Vec<(f64, &Entry)>> {
    let mut rows: Vec<Vec<(f64, &Entry)>> = Vec::new();
    let mut left = wide;
    for entry in entries {
        if *entry == Entry::Break || left + entry.width() > wide || rows.is_empty() {
            rows.push(Vec::new());
            left = 0.0;
        }
        if *entry == Entry::Break {
            continue;
        }
        if let Some(row) = rows.last_mut() {
            row.push((left, entry));
        }
        left += entry.width();
    }
    rows
}

/// How high a key of such a width is.
pub fn height(entries: &[Entry], wide: f64) -> f64 {
    if entries.is_empty() { 0.0 } else { rows(entries, wide).len() as f64 * ROW + 6.0 }
}

/// Draws the key.
pub fn draw(svg: &mut Svg, entries: &[Entry], corner: Point, wide: f64) {
    svg.open("key");
    let hand = Hand { size: LETTERS, face: Face::Book, colour: ink::BLACK, anchor: "start", halo: None };
    for (place, row) in rows(entries, wide).into_iter().enumerate() {
        for (left, entry) in row {
            let corner = corner.moved(left, place as f64 * ROW + 3.0);
            entry.draw(svg, corner);
            let off = if matches!(entry, Entry::Words(_)) { 0.0 } else { SIGN + 4.0 };
            let base = corner.moved(off, (ROW + LETTERS * CAPITALS) / 2.0);
            svg.words("key-words", base, &entry.words(), hand);
        }
    }
    svg.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tints::Party;

    #[test]
    fn a_map_of_nobodys_own_calls_the_sides_by_their_names() {
        let parties =
            [("Austria", false), ("Prussia", true)].map(|(nation, has_allies)| Party { nation, has_allies });
        let livery = Livery { parties: Some(parties), ..Livery::default() };
        let key = vec![
            Entry::Range,
            Entry::Taken(Side::Allied),
            Entry::Held(Held::Hostile, true),
            Entry::Held(Held::None, true),
            Entry::March(Side::Hostile),
            Entry::March(Side::Neutral),
            Entry::Battle,
        ];
        let words = |key: &[Entry]| key.iter().map(Entry::words).collect::<Vec<_>>();
        let mine = named(key.clone(), Livery::default());
        assert_eq!(mine, key, "a player's own map stays as it is");
        let named = words(&named(key, livery));
        assert_eq!(named[1], "city held by Austria");
        assert_eq!(named[2], "railway or river held by Prussia and its allies");
        assert_eq!(
            named[3..6],
            ["railway or river held by nobody", "march of Prussia and its allies", "march of neutrals"]
        );
        assert_eq!(named[6], "battle; below it men lost, those of Austria first");
    }
}
