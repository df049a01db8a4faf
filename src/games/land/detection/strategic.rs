//! Sight on the strategic map (rules 4.1, 4.6, 1.5; ).

use std::collections::{BTreeMap, BTreeSet};

use crate::book::kinds::Scouts;
use crate::book::{Book, SightLine};
use crate::contact::{End, Lines, Screen};
use crate::detection::sight::{Arm, Arms, Count, Mark, Sight, Sighting, Size};
use crate::detection::tactical::{is_seen_by_nation, players_of};
use crate::field::Field;
use crate::state::Season;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::dice::Dice;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;

/// How far a unit detects, in squares (G-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// Units of its side.
    pub friends: u8,
    pub others: u8,
}

impl Ranges {
    fn widest(self, other: Self) -> Self {
        Ranges { friends: self.friends.max(other.friends), others: self.others.max(other.others) }
    }
}

/// ROTD-EUWOL 4.1, R-4.1: how far a unit detects; an inactive or shattered one detects nothing.
pub fn ranges(book: &Book, season: Season, unit: &Unit) -> Option<Ranges> {
    let is_army = unit.id.kind == UnitType::ArmyHq;
    let sight = &book.sight;
    unit.is_active().then(|| match season {
        Season::Campaign => Ranges {
            friends: if is_army { sight.friends_of_army } else { sight.friends },
            others: reconnaissance_range(book, unit),
        },
        Season::Deployment | Season::Peace => Ranges {
            friends: if is_army { sight.friends_of_army_in_peace } else { sight.friends_in_peace },
            others: sight.others_in_peace,
        },
    })
}

/// ROTD-EUWOL 4.1: light cavalry in communications detects others two squares away with 250 men, three with
/// 500; everybody else one.
fn reconnaissance_range(book: &Book, unit: &Unit) -> u8 {
    let Scouts { out, linked } = book.kind(unit.id.kind).scouts;
    let steps = if unit.in_communications { linked } else { &[] };
    steps.iter().rfind(|(men, _)| unit.strength >= *men).map_or(out, |(_, squares)| *squares)
}

/// ROTD-EUWOL 4.1, 4.2, 4.6: what each player may see in a position. Numbers and arms of others are drawn with
/// the turn's dice under `phase`: one draw for each group and each nation that sees it, so that two of its
/// players are told the same.
pub fn sights(field: Field<'_>, dice: &mut Dice, phase: &str) -> BTreeMap<PlayerNo, Sight> {
    let lines = Lines::new(field);
    let groups = groups(field);
    let mut reports = Reports { field, dice, phase, known: BTreeMap::new() };
    let mut tactical = BTreeMap::new();
    let mut sights = BTreeMap::new();
    for (player, units) in units_by_player(field) {
        let mut sight = Sight::default();
        for ((at, nation), seen) in detected(&lines, &groups, &units) {
            let all = groups.get(&at).and_then(|nations| nations.get(&nation));
            let units = all.into_iter().flatten().copied().filter(|unit| seen.contains(&unit.id));
            let sighting = reports.sighting(player, nation, at, units.collect());
            sight.strategic.entry(at).or_default().push(sighting);
        }
        for unit in units {
            let visible = sight.tactical.entry(unit.at).or_default();
            if unit.is_active() {
                let key = (unit.id.nation, unit.at);
                let all = tactical.entry(key).or_insert_with(|| visible_in(field, key.0, key.1));
                visible.extend(all.iter().copied());
            } else {
                visible.insert(unit.id);
            }
        }
        sights.insert(player, sight);
    }
    sights
}

type Groups<'a> = BTreeMap<StrategicSquare, BTreeMap<NationCode, Vec<&'a Unit>>>;

fn groups(field: Field<'_>) -> Groups<'_> {
    let mut groups = Groups::new();
    for unit in field.state.units.values() {
        groups.entry(unit.at).or_default().entry(unit.id.nation).or_default().push(unit);
    }
    groups
}

/// ROTD-EUWOL 4.6: the units that each player commands or deputises.
fn units_by_player(field: Field<'_>) -> BTreeMap<PlayerNo, Vec<&Unit>> {
    let mut units: BTreeMap<PlayerNo, Vec<&Unit>> =
        field.state.numbered_players().map(|(player, _)| (player, Vec::new())).collect();
    for unit in field.state.units.values() {
        for player in players_of(field, unit.id).collect::<BTreeSet<_>>() {
            units.entry(player).or_default().push(unit);
        }
    }
    units
}

/// ROTD-EUWOL 4.2, 4.6: the units visible to a nation's active units on the tactical map of a square.
fn visible_in(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> BTreeSet<UnitId> {
    let seen = |unit: &&Unit| is_seen_by_nation(field, nation, unit);
    field.units_in(at).filter(seen).map(|unit| unit.id).collect()
}

/// The units detected, by square and nation.
type Detected = BTreeMap<(StrategicSquare, NationCode), BTreeSet<UnitId>>;

/// ROTD-EUWOL 4.1, 4.6: all that any of a player's units detects.
fn detected(lines: &Lines<'_>, groups: &Groups<'_>, watchers: &[&Unit]) -> Detected {
    let season = lines.field().state.season;
    let mut posts = BTreeMap::<End, Ranges>::new();
    for unit in watchers {
        if let Some(ranges) = ranges(lines.field().book, season, unit) {
            let post = posts.entry(lines.alike(End::from(*unit))).or_default();
            *post = post.widest(ranges);
        }
    }
    let mut found = Detected::new();
    for (post, ranges) in posts {
        detect_from(lines, groups, post, ranges, &mut found);
    }
    found
}

fn detect_from(lines: &Lines<'_>, groups: &Groups<'_>, post: End, ranges: Ranges, found: &mut Detected) {
    let field = lines.field();
    for (at, nations) in groups_near(groups, post.at, ranges.friends.max(ranges.others)) {
        let distance = at.distance(post.at);
        for (nation, units) in nations {
            let relation = field.relation(post.nation, *nation);
            let range = if relation.is_friendly() { ranges.friends } else { ranges.others };
            if distance > range {
                continue;
            }
            let seen = found.get(&(at, *nation));
            let is_new = |unit: &&Unit| seen.is_none_or(|seen| !seen.contains(&unit.id));
            let unseen: Vec<&Unit> = units.iter().copied().filter(is_new).collect();
            let needs_line = relation == Relation::Hostile
                && field.state.season == Season::Campaign
                && field.book.sight.line != SightLine::NotNeeded;
            let newly = if needs_line && distance > 0 {
                in_contact(lines, post, &unseen)
            } else {
                unseen.iter().map(|unit| unit.id).collect()
            };
            if !newly.is_empty() {
                found.entry((at, *nation)).or_default().extend(newly);
            }
        }
    }
}

/// The groups at most `range` squares from a square.
fn groups_near<'g, 'a>(
    groups: &'g Groups<'a>,
    at: StrategicSquare,
    range: u8,
) -> impl Iterator<Item = (StrategicSquare, &'g BTreeMap<NationCode, Vec<&'a Unit>>)> {
    let (first, last) = (at.row.saturating_sub(range), at.row.saturating_add(range));
    let columns = at.col.saturating_sub(range)..=at.col.saturating_add(range);
    columns.flat_map(move |col| {
        let end = |row| StrategicSquare { col, row };
        groups.range(end(first)..=end(last)).map(|(at, nations)| (*at, nations))
    })
}

/// ROTD-EUWOL 4.1, 11.2: those of some enemies of one square to whom there is a line of contact; to light
/// cavalry a line may pass light cavalry's screen.
fn in_contact(lines: &Lines<'_>, post: End, enemies: &[&Unit]) -> Vec<UnitId> {
    let mut known = BTreeMap::new();
    let mut contact = |unit: &Unit, screen: Screen| {
        let end = lines.alike(End::from(unit));
        *known
            .entry((end, screen == Screen::IsPassed))
            .or_insert_with(|| lines.contact(post.nation, post, end, screen))
    };
    let mut found = Vec::new();
    let is_free = lines.field().book.sight.line == SightLine::PastScreens;
    for unit in enemies {
        let screens = is_free || lines.field().book.kind(unit.id.kind).screens && unit.is_active();
        if contact(unit, Screen::Closes) || screens && contact(unit, Screen::IsPassed) {
            found.push(unit.id);
        }
    }
    found
}

/// Chance, in basis points, that the letter of an arm that is there is left out.
const LETTER_MISSED: u64 = 1_000;

/// Chance, in basis points, that the letter of an arm that is not there is shown.
const LETTER_INVENTED: u64 = 300;

/// The reports of numbers and arms, and what was drawn for them.
struct Reports<'a, 'd> {
    field: Field<'a>,
    dice: &'d mut Dice,
    phase: &'d str,
    known: BTreeMap<(NationCode, StrategicSquare, NationCode), Fuzz>,
}

/// What was drawn for one group and one nation that sees it.
#[derive(Clone, Copy)]
struct Fuzz {
    /// The number is multiplied by this, in per mille: 750 to 1250.
    factor: u64,
    /// A roll of 0 to 9999 for each letter.
    letters: [u64; 4],
}

impl Reports<'_, '_> {
    /// ROTD-EUWOL 1.5: the flag of detected units of one nation in one square, as a player is told of it. Friends are
    /// counted exactly, inactive and shattered ones with them and apart; of others those are told of that make the mark.
    fn sighting(
        &mut self,
        player: PlayerNo,
        nation: NationCode,
        at: StrategicSquare,
        units: Vec<&Unit>,
    ) -> Sighting {
        use crate::unit::Status;
        let has = |status| units.iter().any(|unit| unit.status == status);
        let (mark, status) = match (has(Status::Active), has(Status::Inactive)) {
            (true, _) => (Mark::Flag, Status::Active),
            (false, true) => (Mark::Tent, Status::Inactive),
            (false, false) => (Mark::Shattered, Status::Shattered),
        };
        let of = |status| units.iter().filter(move |unit| unit.status == status);
        let number = |status| u32::try_from(of(status).count()).unwrap_or(u32::MAX);
        let own = self.field.state.player(player).map(|player| player.nation);
        if own.is_some_and(|own| self.field.relation(own, nation).is_friendly()) {
            let arms = units.iter().filter_map(|unit| Arm::of(unit.id.kind)).collect();
            let count = Count::Exact(u32::try_from(units.len()).unwrap_or(u32::MAX));
            let (inactive, shattered) = (number(Status::Inactive), number(Status::Shattered));
            return Sighting { nation, mark, count, inactive, shattered, arms: Arms(arms) };
        }
        let arms: BTreeSet<Arm> = of(status).filter_map(|unit| Arm::of(unit.id.kind)).collect();
        let fuzz = self.fuzz(own.unwrap_or(nation), at, nation);
        let count = Count::About(Size::of(fuzz.number(number(status))));
        Sighting { nation, mark, count, inactive: 0, shattered: 0, arms: fuzz.arms(&arms) }
    }

    fn fuzz(&mut self, observer: NationCode, at: StrategicSquare, nation: NationCode) -> Fuzz {
        let (grid, dice, phase) = (&self.field.atlas.map.grid, &mut *self.dice, self.phase);
        *self.known.entry((observer, at, nation)).or_insert_with(|| {
            let roller = format!("{observer} {} {nation}", grid.label(at));
            let factor = 750 + dice.below(501, phase, "1.5", &roller, 0);
            let letters = [1, 2, 3, 4].map(|count| dice.below(10_000, phase, "1.5", &roller, count));
            Fuzz { factor, letters }
        })
    }
}

impl Fuzz {
    /// the number times a factor of 0.75 to 1.25, rounded half up, at least 1.
    fn number(self, units: u32) -> u32 {
        let about = (u64::from(units) * self.factor + 500) / 1000;
        u32::try_from(about.max(1)).unwrap_or(u32::MAX)
    }

    /// a true letter is missing in 10 % of reports, a false one stands in 3 %.
    fn arms(self, arms: &BTreeSet<Arm>) -> Arms {
        let shown = |(arm, roll): &(Arm, u64)| {
            if arms.contains(arm) { *roll >= LETTER_MISSED } else { *roll < LETTER_INVENTED }
        };
        Arms(Arm::ALL.into_iter().zip(self.letters).filter(shown).map(|(arm, _)| arm).collect())
    }
}

#[cfg(test)]
mod tests;
