//! Sight on a tactical map (rules 4.2, 4.6; ).

use std::collections::{BTreeMap, BTreeSet};

use crate::field::Field;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// ROTD-EUWOL 4.2, R-4.2: whether `watcher` itself sees `other` on the tactical map both stand on.
///
/// A unit sees its own side everywhere on the map and everything in its own tactical square. A combat unit
/// sees besides, in each of the eight cones, every unit no farther than the nearest combat unit there:
/// headquarters and bridges neither sight nor hide what is behind them. Enemies hide enemies and neutrals
/// hide neutrals, for the book speaks of the nearest *enemy*; the own side hides nobody.
pub fn sees(field: Field<'_>, watcher: &Unit, other: &Unit) -> bool {
    let relation = field.relation(watcher.id.nation, other.id.nation);
    if watcher.at != other.at || !watcher.is_active() {
        return false;
    }
    if relation.is_friendly() || watcher.tac == other.tac {
        return true;
    }
    let (cone, distance) = (watcher.tac.cone_to(other.tac), watcher.tac.distance(other.tac));
    let hides = |unit: &Unit| {
        unit.is_combat()
            && watcher.tac.distance(unit.tac) < distance
            && watcher.tac.cone_to(unit.tac) == cone
            && field.relation(watcher.id.nation, unit.id.nation) == relation
    };
    watcher.is_combat() && !field.units_in(other.at).any(hides)
}

/// ROTD-EUWOL 4.2, 4.6: whether a unit is visible to a nation on the tactical map where it stands: to one of
/// its side always, else if a unit there of that nation's side sees it.
pub fn is_seen_by_nation(field: Field<'_>, nation: NationCode, unit: &Unit) -> bool {
    let friends = |one, other| field.relation(one, other).is_friendly();
    friends(nation, unit.id.nation)
        || field
            .units_of_nations(unit.at, |eyes| friends(nation, eyes) && !friends(eyes, unit.id.nation))
            .any(|watcher| sees(field, watcher, unit))
}

/// ROTD-EUWOL 4.2, 4.6: the players to whom a unit is visible where it stands now on its tactical map: its own
/// commander and deputy, those with an active unit of its side in the strategic square, and those with an
/// active unit there of a side that sights it.
pub fn seen_by(field: Field<'_>, id: UnitId) -> BTreeSet<PlayerNo> {
    let Some(unit) = field.unit(id) else { return BTreeSet::new() };
    let mut seen = players_of(field, id).collect::<BTreeSet<_>>();
    let friendly = |nation| field.relation(unit.id.nation, nation).is_friendly();
    if field.occupancy.units(unit.at).iter().all(|other| friendly(other.nation)) {
        // The usual case, in the heart of every march: nobody else is there to see or not to see.
        let present = field.units_in(unit.at).filter(|other| other.is_active());
        seen.extend(present.flat_map(|other| players_of(field, other.id)));
        return seen;
    }
    for units in field.occupancy.units(unit.at).chunk_by(|one, next| one.nation == next.nation) {
        if is_seen_by_nation(field, units[0].nation, unit) {
            let active = units.iter().filter(|id| field.unit(**id).is_some_and(Unit::is_active));
            seen.extend(active.flat_map(|id| players_of(field, *id)));
        }
    }
    seen
}

/// ROTD-EUWOL 4.4, 4.5, R-4.4: the players who are told of a move for what is to be seen of a unit at this moment: those to whom
/// it is visible and, if any unit in its strategic square sees it that is neither of its side nor allied to it, all others with
/// active units there, though they see nothing themselves.
pub fn heard_by(field: Field<'_>, id: UnitId) -> BTreeSet<PlayerNo> {
    let mut heard = seen_by(field, id);
    let Some(unit) = field.unit(id) else { return heard };
    let is_stranger = |nation| !field.relation(unit.id.nation, nation).is_friendly();
    let strangers = || field.units_of_nations(unit.at, is_stranger).filter(|other| other.is_active());
    if strangers().any(|watcher| sees(field, watcher, unit)) {
        heard.extend(strangers().flat_map(|other| players_of(field, other.id)));
    }
    heard
}

/// A unit's commander and deputy (rule 3.5).
pub fn players_of(field: Field<'_>, id: UnitId) -> impl Iterator<Item = PlayerNo> {
    let seat = field.state.seats.get(&id);
    seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]).flatten()
}

/// The players with active units in a strategic square, by those units' nations. Inactive and shattered
/// units report nothing (rules 4.1, 13.3, 14.3).
pub fn players_in(field: Field<'_>, at: StrategicSquare) -> BTreeMap<NationCode, BTreeSet<PlayerNo>> {
    let mut players = BTreeMap::<_, BTreeSet<_>>::new();
    for unit in field.units_in(at).filter(|unit| unit.is_active()) {
        players.entry(unit.id.nation).or_default().extend(players_of(field, unit.id));
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Sandbox, id};
    use crate::unit::Status;
    use fieldpost_ground::nation::Relation;

    /// One square in which FR1IN stands at 7-7.
    fn square() -> Sandbox {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        sandbox
    }

    fn sees_it(sandbox: &mut Sandbox, watcher: &str, other: &str) -> bool {
        let field = sandbox.field();
        let unit = |name| field.unit(id(name)).unwrap();
        sees(field, unit(watcher), unit(other))
    }

    #[test]
    fn the_nearest_enemy_in_each_cone_is_seen_and_hides_those_behind() {
        let mut sandbox = square();
        // Of the north cone: 7-6 to 7-4, then also 6-3 and 8-3; 9-4 lies in the north-east cone.
        for (unit, tac) in [("AU1IN", "7-4"), ("AU2IN", "8-3"), ("AU3IN", "9-4"), ("AU4IN", "7-9")] {
            sandbox.unit(unit, "A0-N0", tac);
        }
        assert!(sees_it(&mut sandbox, "FR1IN", "AU1IN"));
        assert!(!sees_it(&mut sandbox, "FR1IN", "AU2IN"), "farther in the same cone");
        assert!(sees_it(&mut sandbox, "FR1IN", "AU3IN"), "another cone");
        assert!(sees_it(&mut sandbox, "FR1IN", "AU4IN"));
        assert!(sees_it(&mut sandbox, "AU2IN", "FR1IN"), "its own south-west cone is empty but for it");
    }

    #[test]
    fn equally_near_enemies_are_all_seen() {
        let mut sandbox = square();
        for (unit, tac) in [("AU1IN", "6-3"), ("AU2IN", "8-3"), ("AU3IN", "7-3"), ("AU4IN", "7-2")] {
            sandbox.unit(unit, "A0-N0", tac);
        }
        let seen = |other| sees_it(&mut sandbox, "FR1IN", other);
        assert_eq!(["AU1IN", "AU2IN", "AU3IN", "AU4IN"].map(seen), [true, true, true, false]);
    }

    #[test]
    fn enemies_hide_enemies_and_neutrals_neutrals_and_friends_nobody() {
        for (between, hides_enemy, hides_neutral) in
            [("AU1IN", true, false), ("PR1IN", false, true), ("BA1IN", false, false), ("FR2IN", false, false)]
        {
            let mut sandbox = square();
            sandbox.relation("FR", "BA", Relation::Allied);
            sandbox.relation("FR", "PR", Relation::Neutral);
            sandbox.unit(between, "A0-N0", "7-5");
            sandbox.unit("AU9IN", "A0-N0", "7-3");
            sandbox.unit("PR9IN", "A0-N0", "6-3");
            assert_eq!(sees_it(&mut sandbox, "FR1IN", "AU9IN"), !hides_enemy, "{between} before an enemy");
            assert_eq!(sees_it(&mut sandbox, "FR1IN", "PR9IN"), !hides_neutral, "{between} before a neutral");
        }
    }

    #[test]
    fn headquarters_and_bridges_neither_hide_nor_sight() {
        let mut sandbox = square();
        sandbox.unit("AU1CQ", "A0-N0", "7-6");
        sandbox.unit("AU1PB", "A0-N0", "7-5");
        sandbox.unit("AU1IN", "A0-N0", "7-2");
        sandbox.unit("AU2AQ", "A0-N0", "7-1");
        let seen = |other| sees_it(&mut sandbox, "FR1IN", other);
        assert_eq!(["AU1CQ", "AU1PB", "AU1IN", "AU2AQ"].map(seen), [true, true, true, false]);
        assert!(!sees_it(&mut sandbox, "AU1CQ", "FR1IN"));
        assert!(!sees_it(&mut sandbox, "AU1PB", "FR1IN"));
    }

    #[test]
    fn in_its_own_tactical_square_a_unit_sees_all() {
        let mut sandbox = square();
        sandbox.unit("AU1IN", "A0-N0", "7-7");
        sandbox.unit("AU2CQ", "A0-N0", "7-7");
        sandbox.unit("FR2CQ", "A0-N0", "7-7");
        assert!(sees_it(&mut sandbox, "FR1IN", "AU2CQ"));
        assert!(sees_it(&mut sandbox, "FR2CQ", "AU1IN"));
    }

    #[test]
    fn inactive_units_hide_nothing_and_see_nothing() {
        let mut sandbox = square();
        sandbox.unit("AU1IN", "A0-N0", "7-5").status = Status::Shattered;
        sandbox.unit("AU2IN", "A0-N0", "7-3");
        assert!(sees_it(&mut sandbox, "FR1IN", "AU2IN"));
        assert!(!sees_it(&mut sandbox, "AU1IN", "FR1IN"));
    }

    #[test]
    fn a_side_sees_with_all_its_eyes_and_a_stranger_only_with_their_own() {
        let mut sandbox = square();
        sandbox.unit("AU1IN", "A0-N0", "7-5");
        sandbox.unit("AU2IN", "A0-N0", "7-3");
        sandbox.unit("BA1CQ", "A0-N0", "0-0");
        sandbox.unit("PR1CQ", "A0-N0", "0-14");
        sandbox.relation("FR", "BA", Relation::Allied);
        let names = |sandbox: &mut Sandbox, unit| -> Vec<String> {
            let field = sandbox.field();
            let players = seen_by(field, id(unit)).into_iter();
            players.map(|player| field.state.player(player).unwrap().name.clone()).collect()
        };
        assert_eq!(names(&mut sandbox, "AU1IN"), ["fr", "au", "ba"]);
        assert_eq!(names(&mut sandbox, "AU2IN"), ["au"], "behind AU1IN");
        sandbox.unit("PR1IN", "A0-N0", "7-0");
        assert_eq!(names(&mut sandbox, "AU2IN"), ["au", "pr"]);
    }
}
