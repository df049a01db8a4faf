//! Where a corps headquarters ends its march: where it feeds most of those who eat from it, and no enemy comes at it.
//! R-11.6/9: it feeds who stands in its square, or where a line of at most two steps leads, which enemies may cut.

use crate::picture::{Picture, Town};
use crate::ways::Ways;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::communications::sources::DEPOT_RANGE;
use fieldpost_land::state::DepotKind;
use fieldpost_land::unit::Unit;

/// What counts against a square, for each brigade that would go hungry,
const HUNGRY: u32 = 12;
/// for each whose line is long and may be cut, as enemies are near it,
const AT_RISK: u32 = 5;
/// if enemies stand beside the square and own brigades in it, or none,
const EXPOSED: u32 = 4;
const ALONE: u32 = 20;
/// and if there is nothing there to fill the wagons with, which hold enough for the next turn or do not.
const FAR_FROM_STORES: u32 = 8;
const WITHOUT_BREAD: u32 = 20;

/// The march of a headquarters to the square that costs least, with the brigades where they mean to end theirs.
pub fn march(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    head: &Unit,
    most: usize,
    ends: &[StrategicSquare],
) -> Vec<StrategicSquare> {
    let mut marches = ways.marches(picture.vantage, head, most);
    let is_quiet = |way: &[StrategicSquare], within| way.iter().all(|at| picture.foes_near(*at, within) == 0);
    marches.retain(|way| is_quiet(way, 0) && way.split_last().is_none_or(|(_, before)| is_quiet(before, 1)));
    let key = |way: &Vec<StrategicSquare>| {
        let at = way.last().copied().unwrap_or(head.at);
        let home = picture.nearest_store(at).map_or(u8::MAX, |store| store.distance(at));
        (cost(picture, ways, head, at, ends), way.len(), home, at)
    };
    marches.into_iter().min_by_key(key).unwrap_or_default()
}

/// What counts against a square as that of a headquarters.
fn cost(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    head: &Unit,
    at: StrategicSquare,
    ends: &[StrategicSquare],
) -> u32 {
    let line = |end: &StrategicSquare| {
        let (far, is_near_foes) = (at.distance(*end), picture.foes_near(*end, 1) > 0);
        match () {
            () if !feeds(picture, ways, at, *end) => HUNGRY,
            () if far == CORPS_RANGE && is_near_foes => AT_RISK,
            () => u32::from(far),
        }
    };
    let is_beset = picture.foes_near(at, 1) > 0 || picture.town_at(at).is_some_and(Town::is_hostile);
    let danger = match () {
        () if picture.foes_near(at, 0) > 0 => HUNGRY + ALONE,
        () if is_beset && ends.contains(&at) => EXPOSED,
        () if is_beset => ALONE,
        () => 0,
    };
    let is_full = u32::from(head.supplies) > u32::try_from(ends.len()).unwrap_or(u32::MAX);
    let store = match () {
        () if is_by_a_store(picture, at) => 0,
        () if is_full => FAR_FROM_STORES,
        () => WITHOUT_BREAD,
    };
    ends.iter().map(line).sum::<u32>() + danger + store
}

/// Whether a headquarters draws from a store there: of the city in its square, or of a depot near it.
fn is_by_a_store(picture: &Picture<'_>, at: StrategicSquare) -> bool {
    let vantage = picture.vantage;
    let has_bread = |town: &Town<'_>| town.is_friendly() && town.supplies.is_none_or(|stored| stored > 0);
    let mut depots = vantage.depots.iter().filter(|depot| {
        depot.kind == DepotKind::Depot && depot.supplies > 0 && vantage.relation(depot.side).is_friendly()
    });
    picture.town_at(at).is_some_and(has_bread) || depots.any(|depot| depot.at.distance(at) <= DEPOT_RANGE)
}

/// ROTD-EUWOL 11.2, 11.6: whether a headquarters in one square feeds who stands in another, as far as enemies are seen: they close
/// the squares where they stand, and their cavalry those beside it, where none of the own side stands.
pub fn feeds(picture: &Picture<'_>, ways: &Ways<'_>, from: StrategicSquare, to: StrategicSquare) -> bool {
    let is_step = |one: StrategicSquare, other: StrategicSquare| {
        ways.steps(one).any(|next| next == other) && !is_between_foes(picture, one, other)
    };
    let is_open = |at: &StrategicSquare| {
        let is_screened = picture.foes_near(*at, 1) > 0 && picture.friends_near(*at, 0) == 0;
        picture.foes_near(*at, 0) == 0 && !is_screened
    };
    from == to
        || is_step(from, to)
        || ways.steps(from).filter(is_open).any(|middle| is_step(from, middle) && is_step(middle, to))
}

/// ROTD-EUWOL 11.2: whether a diagonal step leads between two squares that both hold enemies.
fn is_between_foes(picture: &Picture<'_>, one: StrategicSquare, other: StrategicSquare) -> bool {
    let corner = |col: u8, row: u8| picture.foes_near(StrategicSquare { col, row }, 0) > 0;
    one.col != other.col && one.row != other.row && corner(one.col, other.row) && corner(other.col, one.row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketches::{ask, block, land};
    use fieldpost_land::unit::Source;

    #[test]
    fn a_headquarters_feeds_by_lines_that_no_enemy_cuts() {
        let names = ["A4-N4", "A4-N4", "A5-N4", "A6-N4", "A7-N4"];
        let fed = |foe: &str| {
            let sandbox = land(|land| {
                land.unit("FR1CQ", "A4-N4", "7-7");
                land.unit("FR1IN", "A6-N4", "7-7");
                for (number, row) in ["3", "4", "5"].iter().enumerate().filter(|_| !foe.is_empty()) {
                    land.unit(&format!("AU{}IN", number + 1), &format!("{foe}-N{row}"), "7-7");
                }
            });
            ask(&sandbox, |vantage| {
                let picture = Picture::of(vantage);
                let ways = Ways::new(vantage, &picture);
                let at = |name: &str| sandbox.square(name);
                names.map(|name| feeds(&picture, &ways, at("A4-N4"), at(name)))
            })
        };
        assert_eq!(fed(""), [true, true, true, true, false], "two steps and no more");
        assert_eq!(fed("A5"), [true, true, true, false, false], "enemies stand in between");
    }

    /// Three brigades before the enemy are fed from their square or the one beside it, not from two squares behind.
    #[test]
    fn a_headquarters_comes_to_brigades_whose_line_is_cut() {
        let sandbox = land(|land| {
            land.unit("FR1CQ", "A2-N4", "7-7");
            for (number, tac) in ["7-6", "7-7", "7-8"].iter().enumerate() {
                land.unit(&format!("FR{}IN", number + 1), "A4-N4", tac);
            }
            land.city("Ulm", "A4-N4", "7-7", "FR").supplies = 60;
            for (number, at) in ["A3-N3", "A3-N4", "A3-N5", "A5-N4", "A5-N5"].iter().enumerate() {
                land.unit(&format!("AU{}IN", number + 1), at, "7-7");
            }
        });
        ask(&sandbox, |vantage| {
            let picture = Picture::of(vantage);
            let ways = Ways::new(vantage, &picture);
            let at = |name: &str| sandbox.square(name);
            let head = vantage.headquarters[0];
            let costs =
                ["A2-N4", "A4-N4"].map(|name| cost(&picture, &ways, head, at(name), &[at("A4-N4"); 3]));
            assert!(costs[0] > costs[1], "{costs:?}");
        });
    }

    #[test]
    fn brigades_that_are_fed_carry_a_turns_bread() {
        let sandbox = land(|land| {
            land.unit("FR1CQ", "A4-N4", "7-7").supplies = 12;
            land.unit("FR1IN", "A4-N4", "7-7");
            land.unit("FR2IN", "A8-N8", "7-7");
            land.city("Ulm", "A4-N4", "7-7", "FR").supplies = 60;
        });
        assert_eq!(
            sandbox.state.units[&"FR1IN".parse().unwrap()].source,
            Some(Source::Unit("FR1CQ".parse().unwrap()))
        );
        assert!(block(&sandbox, "FR1IN").contains(&"CARRY 1".to_owned()), "{:?}", block(&sandbox, "FR1IN"));
        assert!(block(&sandbox, "FR2IN").iter().all(|line| !line.starts_with("CARRY")), "nobody feeds it");
    }
}
