//! What ails a unit, and why, as far as its player can know: it is besieged or shattered, has no source of supply or
//! no communications (rules 11.1, 11.6), hungers or has nothing left to fire (11.10, 11.11), is too tired (7.1, 9.1).
//!
//! **Only the player's own headquarters and known depots are named**: where others of the side stand, and what
//! enemy closes a way, may be out of sight (promise 6).

use crate::ails::{Reason, Why};
use crate::concern::{Concern, Note};
use crate::moves;
use crate::vantage::{Spot, Vantage};
use fieldpost_engine::words::counted;
use fieldpost_ground::nation::Relation;
use fieldpost_land::combat::strength::uses_ammunition;
use fieldpost_land::communications::sources::DEPOT_RANGE;
use fieldpost_land::communications::{ARMY_RANGE, CORPS_RANGE};
use fieldpost_land::detection::sight::Sighting;
use fieldpost_land::state::DepotKind;
use fieldpost_land::unit::{Source, Status, Unit, UnitType};

/// What ails a unit and why; of supplies nothing for one that is not active and needs none (rule 13.3).
pub fn notes(vantage: &Vantage<'_>, unit: &Unit) -> Vec<Note> {
    if !unit.is_active() {
        return besieged(vantage, unit).into_iter().chain(shattered(unit)).collect();
    }
    let supply = match &unit.source {
        None => Some(Note::new(Concern::NoSupply, "No supply", no_supply(vantage, unit))),
        Some(source) => {
            is_empty(vantage, source).then(|| Note::new(Concern::EmptySource, "Supply", Why::SourceEmpty))
        }
    };
    let no_link = || Note::new(Concern::NoCommunications, "No communications", no_link(vantage, unit));
    let communications = unit.communications.is_none().then(no_link);
    let lacks = supply.into_iter().chain(hunger(unit)).chain(no_ammunition(unit)).chain(communications);
    let near = enemies_here(vantage, unit).into_iter().chain(besieged(vantage, unit));
    near.chain(lacks).chain(moves::tiredness(unit, vantage.book)).collect()
}

/// Most enemies that a note names; the tactical map has them all.
const MOST_NAMED: usize = 5;

/// ROTD-EUWOL 4.2: which enemies are seen in a unit's square.
fn enemies_here(vantage: &Vantage<'_>, unit: &Unit) -> Option<Note> {
    let spots = vantage.spots.iter().filter(|(at, _)| *at == unit.at).flat_map(|(_, spots)| spots);
    let is_hostile = |nation| vantage.between(unit.id.nation, nation) == Relation::Hostile;
    let is_enemy = |spot: &&Spot| is_hostile(spot.id.nation) && spot.status == Status::Active;
    let enemies: Vec<String> = spots.filter(is_enemy).map(|spot| spot.id.to_string()).collect();
    let note = |why: Reason| Note::new(Concern::EnemiesHere, "Enemies in its square", why);
    if enemies.is_empty() {
        let hostile = |flag: &Sighting| is_hostile(flag.nation);
        let reported = vantage.sight.strategic.get(&unit.at).is_some_and(|flags| flags.iter().any(hostile));
        return reported.then(|| note(Why::Unseen.into()));
    }
    let named = enemies.get(..MOST_NAMED.min(enemies.len())).unwrap_or_default().join(" ");
    let more = match enemies.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(note(Why::Enemies.of(named + &more)))
}

/// ROTD-EUWOL 2.7: that it stands in a city of its side that is besieged.
fn besieged(vantage: &Vantage<'_>, unit: &Unit) -> Option<Note> {
    let (name, _) = vantage.cities.iter().find(|(_, city)| {
        let is_inside = city.at == unit.at && (unit.in_fort || city.tac == unit.tac);
        is_inside && city.besieged && vantage.between(unit.id.nation, city.control).is_friendly()
    })?;
    Some(Note::new(Concern::Besieged, "", Why::Besieged.of(name)))
}

/// ROTD-EUWOL 14.3, 14.5: when a shattered unit forms again, and what it needs for it.
fn shattered(unit: &Unit) -> Option<Note> {
    if unit.status != Status::Shattered {
        return None;
    }
    let when = match unit.reforming.map_or(1, |so_far| so_far.turns_left) {
        0 | 1 => Why::FormsNow.into(),
        2 => Why::FormsNext.into(),
        turns => Why::FormsLater.of(turns - 1),
    };
    Some(Note::new(Concern::Shattered, "Shattered", when))
}

/// ROTD-EUWOL 11.10: that it starves, and for how long.
fn hunger(unit: &Unit) -> Option<Note> {
    let why = match unit.hungry {
        0 => return None,
        1 => Why::Hungry.into(),
        turns => Why::HungryFor.of(turns),
    };
    Some(Note::new(Concern::Hungry, "", why))
}

/// ROTD-EUWOL 11.11, 11.12: that it has nothing left to fire.
fn no_ammunition(unit: &Unit) -> Option<Note> {
    let lacks = unit.ammunition == 0 && uses_ammunition(unit.id.kind);
    lacks.then(|| Note::new(Concern::NoAmmunition, "No ammunition", Why::NoAmmunition))
}

/// ROTD-EUWOL 11.6: why there is nothing to draw from.
fn no_supply(vantage: &Vantage<'_>, unit: &Unit) -> Reason {
    let beyond = if unit.id.kind == UnitType::CorpsHq {
        no_depot(vantage, unit)
    } else {
        no_headquarters(vantage, unit, UnitType::CorpsHq, CORPS_RANGE)
    };
    Why::NoSupply.given(beyond)
}

/// ROTD-EUWOL 11.6: a corps headquarters draws from a depot within four squares with a line of contact.
fn no_depot(vantage: &Vantage<'_>, unit: &Unit) -> Reason {
    let (at, nation) = (unit.at, unit.id.nation);
    let friendly = vantage.depots.iter().filter(|depot| vantage.between(nation, depot.side).is_friendly());
    let depots = friendly.filter(|depot| depot.kind == DepotKind::Depot);
    let nearest = depots.min_by_key(|depot| (depot.at.distance(at), depot.at));
    let name = nearest.map(|depot| format!("the depot in {}", vantage.atlas.map.grid.label(depot.at)));
    too_far("depot", name.zip(nearest.map(|depot| depot.at.distance(at))), DEPOT_RANGE)
}

/// ROTD-EUWOL 11.1: why there is nobody to be in touch with.
fn no_link(vantage: &Vantage<'_>, unit: &Unit) -> Reason {
    let beyond = if unit.id.kind == UnitType::CorpsHq {
        no_headquarters(vantage, unit, UnitType::ArmyHq, ARMY_RANGE)
    } else {
        no_linked_corps(vantage, unit)
    };
    Why::NoLink.given(beyond)
}

/// ROTD-EUWOL 11.1: a corps headquarters gives communications only while it has them itself.
fn no_linked_corps(vantage: &Vantage<'_>, unit: &Unit) -> Reason {
    match nearest(vantage, unit, UnitType::CorpsHq) {
        Some(corps) if corps.at.distance(unit.at) <= CORPS_RANGE && !corps.in_communications => {
            Why::CorpsUnlinked.of(corps.id)
        }
        _ => no_headquarters(vantage, unit, UnitType::CorpsHq, CORPS_RANGE),
    }
}

fn no_headquarters(vantage: &Vantage<'_>, unit: &Unit, kind: UnitType, within: u8) -> Reason {
    let nearest = nearest(vantage, unit, kind);
    let named = nearest.map(|other| (other.id.to_string(), other.at.distance(unit.at)));
    too_far(vantage.book.kind(kind).words, named, within)
}

/// Why nothing comes from the nearest of its kind that the player knows: too far, or the way is not open.
fn too_far(kind: &str, nearest: Option<(String, u8)>, within: u8) -> Reason {
    match nearest {
        Some((name, distance)) if distance <= within => Why::NoOpenWay.of(name),
        Some((name, distance)) => Why::TooFar.of(name).and(counted(distance, "square")).and(within),
        None => Why::NoneNear.of(kind).and(counted(within, "square")),
    }
}

fn nearest<'a>(vantage: &Vantage<'a>, unit: &Unit, kind: UnitType) -> Option<&'a Unit> {
    let headquarters = vantage.headquarters.iter().copied();
    let is_friend = |other: &Unit| vantage.between(unit.id.nation, other.id.nation).is_friendly();
    let others =
        headquarters.filter(|other| other.id.kind == kind && other.id != unit.id && is_friend(other));
    others.min_by_key(|other| (other.at.distance(unit.at), other.id))
}

/// Whether a source is known to hold nothing; units that list a headquarters draw from that one's own source.
fn is_empty(vantage: &Vantage<'_>, source: &Source) -> bool {
    match source {
        Source::City(name) => vantage.cities.iter().any(|(city, of)| city == name && of.supplies == 0),
        Source::Depot(at) => vantage.depots.iter().any(|depot| depot.at == *at && depot.supplies == 0),
        Source::Unit(id) => {
            let corps = vantage.own.iter().map(|own| own.unit).find(|other| other.id == *id);
            // A headquarters has no other for its source, so that this goes no deeper than one step.
            corps.is_some_and(|corps| match &corps.source {
                None => corps.supplies == 0,
                Some(Source::Unit(_)) => false,
                Some(beyond) => corps.supplies == 0 && is_empty(vantage, beyond),
            })
        }
    }
}
