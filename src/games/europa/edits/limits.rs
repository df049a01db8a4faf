//! Limits that the referee's hand passes over with OVERRIDE alone: what a treasury has, what FLEET counters hold, and a fortress
//! that shelters somebody or is besieged (EU-97).

use fieldpost_engine::breach::Breach;

use super::desk::Desk;
use super::wish::Fortress;
use crate::map::{Owner, Place};
use crate::position::{FleetCounter, Posture, Ship, Source, Stack};

impl Desk<'_> {
    /// Ducats that the referee enters; a treasury does not go below nothing by his hand.
    pub(super) fn enter_by_hand(
        &mut self,
        power: &Owner,
        source: Source,
        what: &str,
        ducats: i64,
    ) -> Result<(), String> {
        let found = self.power(power)?;
        let (has, name) = (found.treasury, found.name.clone());
        let left = has.saturating_add(ducats);
        if ducats < 0 && left < 0 {
            let why = format!("{name} has {has} ducats, and would have {left}");
            self.against.push(Breach::from(why).by("EU-97"));
        }
        self.position.book(power, source, what, ducats);
        Ok(())
    }

    /// A fortress is not taken away from over who is in it, nor from under a siege.
    pub(super) fn spare_the_fortress(&mut self, at: &Place, becomes: Fortress) {
        let (room, is_none) = match becomes {
            Fortress::Fort => (1, false),
            Fortress::Level(level) => (i32::from(level), level == 0),
        };
        let there = || self.position.stacks.iter().filter(|(_, stack)| stack.at == *at);
        let inside: Vec<_> = there().filter(|(_, stack)| stack.posture == Posture::Fortress).collect();
        let (size, name) =
            (inside.iter().map(|(_, stack)| stack.force.detachments()).sum::<i32>(), self.world.map.name(at));
        let ids = |stacks: Vec<&str>| stacks.join(", ");
        let mut forbid = |rule, why: String| self.against.push(Breach::from(why).by(rule));
        if size > room || is_none && !inside.is_empty() {
            let ids = ids(inside.iter().map(|(id, _)| id.as_str()).collect());
            let why = format!(
                "{ids} shelters in the fortress of {name} with {size} detachments, and it would have room for {room}"
            );
            forbid("EU-23", why);
        }
        let siege: Vec<&str> =
            there().filter(|(_, stack)| stack.besieging).map(|(id, _)| id.as_str()).collect();
        if is_none && !siege.is_empty() {
            forbid("EU-97", format!("{} besieges {name}, and would besiege nothing", ids(siege)));
        }
    }

    /// What is more in a fleet than even the larger of its counters hold: so many warships and galleys, so many transports.
    pub(super) fn over_in_counters(&self, stack: &Stack) -> Option<Breach> {
        let counters = i32::try_from(stack.fleet.counters.len()).unwrap_or(i32::MAX);
        let tables = &self.world.tables;
        let row = tables.by_period(&tables.fleetsize, &stack.owner, self.position.period)?;
        let (ships, transports) = (*row.get(2)?, *row.get(3)?);
        let of = |ship: Ship| stack.fleet.ships[ship as usize];
        let (fighting, carrying) = (of(Ship::Galley) + of(Ship::Warship), of(Ship::Transport));
        let is_over =
            fighting > ships.saturating_mul(counters) || carrying > transports.saturating_mul(counters);
        (counters > 0 && ships > 0 && is_over).then(|| {
            let plus = FleetCounter::Plus.word();
            let why = format!(
                "it has {fighting} warships and galleys and {carrying} transports, and even an {plus} of its owner holds {ships} and \
                 {transports}: ships without a counter make a fleet of their own"
            );
            Breach::from(why).by("EU-97")
        })
    }
}
