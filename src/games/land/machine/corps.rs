//! Who marches together: a corps headquarters with the brigades that draw their bread from it, or, without one, those
//! that stand in one square.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::unit::{Source, Status, Unit, UnitId, UnitType};
use fieldpost_tell::vantage::{Spot, Vantage, in_line};

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
    pub men: u32,
}

impl Corps<'_> {
    /// By which units a note of it may be kept: its headquarters or, without one, any of its brigades.
    pub fn names(&self) -> impl Iterator<Item = UnitId> {
        let brigades = if self.head.is_some() { &[][..] } else { &self.brigades };
        self.head.iter().chain(brigades).map(|unit| unit.id)
    }
}

/// By what units are told apart: their headquarters or, without one, their square.
type Key = (Option<UnitId>, Option<StrategicSquare>);

/// The corps of a player: of the active units that the player commands, without garrisons, which stay.
pub fn muster<'a>(vantage: &Vantage<'a>) -> Vec<Corps<'a>> {
    let own = || vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let heads: Vec<&Unit> =
        own().filter(|unit| unit.is_active() && unit.id.kind == UnitType::CorpsHq).collect();
    let mut groups = BTreeMap::<Key, Vec<&Unit>>::new();
    let mut tables = Tables::of(vantage, &heads);
    let mut units: Vec<_> = own().filter(|unit| marches(unit) && !is_garrison(unit, &heads)).collect();
    units.sort_by_key(|unit| tables.rank(unit));
    for unit in units {
        groups.entry(tables.place(unit)).or_default().push(unit);
    }
    // In each corps as the report lists them.
    groups.values_mut().for_each(|units| units.sort_by_key(|unit| in_line(unit.id)));
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

/// The headquarters of a player, and who eats with each. R-11.6/9: one feeds a number of units, itself among them.
struct Tables<'a, 'u> {
    heads: &'a [&'u Unit],
    mouths: BTreeMap<UnitId, usize>,
    most: usize,
}

impl<'a, 'u> Tables<'a, 'u> {
    /// As they are before the player's brigades sit down: those who stay, and others' brigades that are seen about one, eat there
    /// already.
    fn of(vantage: &Vantage<'_>, heads: &'a [&'u Unit]) -> Self {
        let mut tables = Tables { heads, mouths: BTreeMap::new(), most: vantage.book.supply.corps_units };
        let own = || vantage.own.iter().map(|own| own.unit);
        let stays = own().filter(|unit| unit.is_active() && unit.is_combat());
        let stays = stays.filter(|unit| !marches(unit) || is_garrison(unit, heads)).map(|unit| unit.at);
        let is_guest = |spot: &&Spot| {
            let eats = spot.status == Status::Active && spot.id.kind.is_brigade();
            eats && spot.relation == Relation::Same && own().all(|unit| unit.id != spot.id)
        };
        let seen = vantage.spots.iter().flat_map(|(at, spots)| spots.iter().map(move |spot| (*at, spot)));
        let guests: Vec<_> = seen.filter(|(_, spot)| is_guest(spot)).map(|(at, _)| at).collect();
        for at in stays.chain(guests) {
            if let Some(head) = tables.near(at, CORPS_RANGE).next() {
                *tables.mouths.entry(head.id).or_default() += 1;
            }
        }
        tables
    }

    /// The headquarters within some squares, the nearest first.
    fn near(&self, at: StrategicSquare, within: u8) -> impl Iterator<Item = &'u Unit> + use<'u> {
        let mut near: Vec<_> =
            self.heads.iter().copied().filter(|head| head.at.distance(at) <= within).collect();
        near.sort_by_key(|head| (head.at.distance(at), head.id));
        near.into_iter()
    }

    /// Who sits down first: those who list one, then those who are nearest to one.
    fn rank(&self, unit: &Unit) -> (bool, Option<u8>, UnitId) {
        let nearest = self.near(unit.at, FOLLOWS).next().map(|head| head.at.distance(unit.at));
        (self.listed(unit).is_none(), nearest, unit.id)
    }

    /// The headquarters that a unit lists as its source, if it is the player's.
    fn listed(&self, unit: &Unit) -> Option<&'u Unit> {
        let Some(Source::Unit(listed)) = &unit.source else { return None };
        self.heads.iter().copied().find(|head| head.id == *listed)
    }

    /// The headquarters to which a unit belongs: that which it lists, else the nearest that has room; where none has, the one with
    /// the fewest.
    fn place(&mut self, unit: &Unit) -> Key {
        let mouths = |head: &Unit| self.mouths.get(&head.id).copied().unwrap_or(0) + 1;
        let has_room = |head: &&Unit| mouths(head) < self.most;
        let wished = || self.listed(unit).into_iter().chain(self.near(unit.at, FOLLOWS));
        let head = wished().find(has_room).or_else(|| wished().min_by_key(|head| mouths(head)));
        let Some(head) = head else { return (None, Some(unit.at)) };
        *self.mouths.entry(head.id).or_default() += usize::from(unit.is_combat());
        (Some(head.id), None)
    }
}
