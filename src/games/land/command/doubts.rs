//! Sources of supply of which nobody knows whether they will feed a unit that has marched (rule 11.6).

use crate::communications::CORPS_RANGE;
use crate::deployment;
use crate::state::Season;
use crate::turn::Turn;
use crate::unit::{Source, Unit, UnitId, UnitType};

/// A source of which nobody knows whether it feeds a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub feeds: Source,
    /// Whether it feeds the unit as the turn begins.
    pub has_fed: bool,
    /// What of it is not known.
    pub unknown: Unknown,
}

/// What is not known of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Where a headquarters stands: no report of the player's says so.
    Stands,
    /// Where a headquarters of the player's own will stand: a fight or a lot decides.
    WillStand,
    /// Whether a headquarters that is not active will be, when the turn is over.
    Reforms,
    /// Who holds a city: no report of the player's says so.
    Holder,
}

/// Rules 11.6, 12.1, 14.5: a headquarters of a unit's side within its reach that is not active, and may be when the turn is over.
pub(super) fn of_the_idle(turn: &Turn, unit: &Unit) -> Option<Doubt> {
    let field = turn.field();
    let mut idle = field.state.units.values().filter(|hq| {
        hq.id.kind == UnitType::CorpsHq
            && !hq.is_active()
            && hq.at.distance(unit.at) <= CORPS_RANGE
            && field.relation(unit.id.nation, hq.id.nation).is_friendly()
    });
    let feeds = Source::Unit(idle.next()?.id);
    Some(Doubt { feeds, has_fed: false, unknown: Unknown::Reforms })
}

/// Rule 11.6: the city in a unit's square, if no report shows who holds it.
pub(super) fn of_city(turn: &Turn, unit: &Unit) -> Option<Doubt> {
    let mut cities = turn.atlas.map.cities.iter().filter(|city| city.at == unit.at);
    let unseen = cities.find(|city| !turn.state.cities.contains_key(&city.name))?;
    Some(Doubt { feeds: Source::City(unseen.name.clone()), has_fed: false, unknown: Unknown::Holder })
}

/// Rules 1.4, 7.17: the city on whose holder it hangs whether a unit is placed where it is ordered to be, if no report shows who that is.
pub(super) fn of_placement(turn: &Turn, id: UnitId) -> Option<&str> {
    if turn.state.season == Season::Campaign {
        return None;
    }
    let (at, _) = turn.progress.get(&id)?.orders.deploy?;
    let to = at.filter(|to| turn.state.units.get(&id).is_some_and(|unit| unit.at != *to))?;
    deployment::unknown_city(turn.field(), to)
}
