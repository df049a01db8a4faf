//! Who marches together: a corps headquarters with the brigades that draw their bread from it, or, without one, those
//! that stand in one square.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_tell::vantage::Vantage;

/// How far a brigade looks for a headquarters to belong to, in squares.
const FOLLOWS: u8 = 8;

/// Some units that march together.
pub struct Corps<'a> {
    /// Its headquarters, if the player commands one.
    pub head: Option<&'a Unit>,
    /// Its brigades that can march and fight.
    pub brigades: Vec<&'a Unit>,
    /// What follows the headquarters: pontoon bridges.
    pub train: Vec<&'a Unit>,
    /// Where most of its men stand.
    pub post: StrategicSquare,
    /// Its men.
    pub men: u32,
}

/// By what units are told apart: their headquarters or, without one, their square.
type Key = (Option<UnitId>, Option<StrategicSquare>);

/// The corps of a player: of the active units that the player commands, without garrisons, which stay.
pub fn muster<'a>(vantage: &Vantage<'a>) -> Vec<Corps<'a>> {
    let own = || vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let heads: Vec<&Unit> =
        own().filter(|unit| unit.is_active() && unit.id.kind == UnitType::CorpsHq).collect();
    let mut groups = BTreeMap::<Key, Vec<&Unit>>::new();
    for unit in own().filter(|unit| marches(unit) && !is_garrison(unit, &heads)) {
        groups.entry(key(unit, &heads)).or_default().push(unit);
    }
    let head = |key: Key| heads.iter().copied().find(|head| Some(head.id) == key.0);
    let mut corps: Vec<_> = groups.into_iter().filter_map(|(key, units)| gather(head(key), units)).collect();
    let led: BTreeSet<UnitId> = corps.iter().filter_map(|corps| corps.head).map(|head| head.id).collect();
    for head in heads.into_iter().filter(|head| !led.contains(&head.id)) {
        corps.push(Corps {
            head: Some(head),
            brigades: Vec::new(),
            train: Vec::new(),
            post: head.at,
            men: 0,
        });
    }
    corps
}

fn gather<'a>(head: Option<&'a Unit>, units: Vec<&'a Unit>) -> Option<Corps<'a>> {
    let (brigades, train): (Vec<_>, Vec<_>) = units.into_iter().partition(|unit| unit.is_combat());
    let mut by_square = BTreeMap::<StrategicSquare, u32>::new();
    for unit in &brigades {
        *by_square.entry(unit.at).or_default() += unit.strength;
    }
    let post = by_square.iter().max_by_key(|(at, men)| (**men, std::cmp::Reverse(**at))).map(|(at, _)| *at);
    let post = post.or_else(|| head.or(train.first().copied()).map(|unit| unit.at))?;
    Some(Corps { head, post, men: by_square.values().sum(), brigades, train })
}

/// Whether a unit is one that marches at all. Militia keeps its home, and naval batteries stand.
fn marches(unit: &Unit) -> bool {
    let stays = matches!(unit.id.kind, UnitType::Militia | UnitType::NavalBattery) || unit.id.kind.is_hq();
    unit.is_active() && !stays && !unit.deployed
}

/// Whether a unit holds a fort, and no headquarters is there that has come to fetch it.
fn is_garrison(unit: &Unit, heads: &[&Unit]) -> bool {
    unit.in_fort && !heads.iter().any(|head| head.at.distance(unit.at) <= CORPS_RANGE)
}

/// The headquarters that a unit lists as its source, if it is the player's; else the nearest.
fn key(unit: &Unit, heads: &[&Unit]) -> Key {
    let listed = match &unit.source {
        Some(Source::Unit(head)) => Some(*head),
        _ => None,
    };
    let own = heads.iter().find(|head| Some(head.id) == listed);
    let near = || heads.iter().filter(|head| head.at.distance(unit.at) <= FOLLOWS);
    let nearest = || near().min_by_key(|head| (head.at.distance(unit.at), head.id));
    match own.or_else(nearest) {
        Some(head) => (Some(head.id), None),
        None => (None, Some(unit.at)),
    }
}
