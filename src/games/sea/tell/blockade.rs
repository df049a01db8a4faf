//! Who came to lie off a port of the other side in a turn, or does so no longer: by the moves that a player was told of.

use std::collections::{BTreeMap, BTreeSet};

use crate::news::Reader;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::words::{agrees, listed};
use fieldpost_sea::chart::CoastNo;
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;

/// Where a ship was at first, and at last, as far as it was told.
#[derive(Clone, Copy)]
struct Way {
    from: Option<Place>,
    to: Option<Place>,
}

/// Who came to coastal waters, and who left them.
#[derive(Default)]
struct Change {
    came: Vec<ShipId>,
    left: Vec<ShipId>,
}

impl Reader<'_> {
    /// A sentence on each port of the other side before which warships came to lie, or lie no longer: of one's own side whether its blockade
    /// begins or ends, of others who they are.
    pub(super) fn blockades(&self, seen: &[(&Told<Event>, Saw)]) -> Vec<String> {
        let mut changes: BTreeMap<(CoastNo, bool), Change> = BTreeMap::new();
        for (ship, way) in ways(seen) {
            let ours = self.is_our_nation(ship.nation);
            let [from, to] = [way.from, way.to].map(|place| place.and_then(Place::coast));
            if from == to || ship.kind.is_transport() {
                continue;
            }
            if let Some(coast) = to {
                changes.entry((coast, ours)).or_default().came.push(ship);
            }
            // Of others whose end nobody told it is not known that they are gone.
            if let Some(coast) = from.filter(|_| ours || way.to.is_some()) {
                changes.entry((coast, ours)).or_default().left.push(ship);
            }
        }
        let told = changes.iter().flat_map(|((coast, ours), change)| self.off(*coast, *ours, change));
        told.collect()
    }

    fn off(&self, coast: CoastNo, ours: bool, Change { came, left }: &Change) -> Vec<String> {
        let ports = self.ports_of_others(coast, ours);
        if ports.is_empty() {
            return Vec::new();
        }
        let (ports, of) = (listed(&ports), |ships: &[ShipId]| {
            listed(&ships.iter().map(|id| self.called(*id)).collect::<Vec<_>>())
        });
        let lie = |ships: &[ShipId]| agrees(ships.len(), "lies", "lie");
        if !ours {
            let came = (!came.is_empty()).then(|| format!("{} {} off {ports} now.", of(came), lie(came)));
            let left =
                (!left.is_empty()).then(|| format!("{} {} off {ports} no longer.", of(left), lie(left)));
            return came.into_iter().chain(left).collect();
        }
        let there = self.eye.known_in(Place::Coast(coast)).into_values().filter(|ship| ship.is_warship());
        let there: BTreeSet<ShipId> =
            there.map(|ship| ship.id).filter(|id| self.is_our_nation(id.nation)).collect();
        let lay_before = there.iter().any(|id| !came.contains(id)) || !left.is_empty();
        if !lay_before && came.iter().any(|id| there.contains(id)) {
            return vec![format!("The blockade of {ports} is begun by {}.", of(came))];
        }
        let is_broken = there.is_empty() && !left.is_empty();
        is_broken
            .then(|| {
                format!("The blockade of {ports} is at an end: {} {} there no longer.", of(left), lie(left))
            })
            .into_iter()
            .collect()
    }

    /// The harbors of coastal waters that enemies of a side hold: of one's own side's blockades those of enemies, of theirs one's own.
    fn ports_of_others(&self, coast: CoastNo, ours: bool) -> Vec<&str> {
        self.eye.ports_held(coast, |holder| match ours {
            true => self.eye.hostile(holder, self.nation),
            false => self.is_our_nation(holder),
        })
    }
}

/// Where each ship of which a move was told came from, and where it led at last; a ship that is lost is nowhere.
fn ways(seen: &[(&Told<Event>, Saw)]) -> BTreeMap<ShipId, Way> {
    let mut ways: BTreeMap<ShipId, Way> = BTreeMap::new();
    for (told, saw) in seen {
        let fact = &told.event.fact;
        let Some(ship) = fact.ship() else { continue };
        let is_lost =
            matches!(fact, Fact::Sunk { .. } | Fact::Captured { .. } | Fact::Foundered(_) | Fact::Wrecked(_));
        let from = fact.from().filter(|_| *saw != Saw::End);
        if !is_lost && fact.from().is_none() {
            continue;
        }
        let to = fact.at().filter(|_| *saw != Saw::Start && !is_lost);
        let from = if is_lost { fact.at() } else { from };
        ways.entry(ship).and_modify(|way| way.to = to).or_insert(Way { from, to });
    }
    ways
}
