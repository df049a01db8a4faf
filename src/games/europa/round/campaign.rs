//! Campaigns (rule B1, EU-59): what a power's orders need, what it declared, what it pays, and what is not carried out.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::Step;
use crate::event::Fact;
use crate::event::reason::Why;
use crate::map::{Owner, Place};
use crate::orders::Order;
use crate::position::{Campaign, Kind as StackKind, Stack};
use crate::tables::Cost;

/// What a stack's orders need of a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Nothing.
    #[default]
    None,
    /// A move that meets nobody.
    Passive,
    /// An active stack that is small.
    Small,
    /// An active stack that is not.
    Large,
}

/// Whether an order cannot be carried out without a campaign: all but what rule B1 leaves, interception and retreat, and what
/// only says how one fights.
pub fn needs_campaign(order: &Order) -> bool {
    !matches!(
        order,
        Order::Intercept { .. }
            | Order::RetreatBefore
            | Order::RetreatAfter
            | Order::RetreatAfterDay
            | Order::RetreatTo(_)
            | Order::LetPass(_)
            | Order::Losses(_)
            | Order::FirstLine(_)
            | Order::Hold
            | Order::Detach { .. }
            | Order::Absorb(_)
            | Order::Escape
            | Order::LiftSiege
            | Order::Nothing
    )
}

impl Round<'_> {
    /// Judges what each power's orders need, takes its ducats, and drops what is beyond, last in the sequence first.
    pub(super) fn pay(&mut self) {
        let needs = self.needs_when_parted();
        for seat in self.position.initiative.clone() {
            if self.book.free && !self.book.campaigns.contains_key(&seat) {
                self.campaigns.insert(seat, Campaign::Multiple);
                continue;
            }
            let own = needs.iter().filter(|(owner, ..)| self.position.seat(owner) == &seat);
            let own = own.map(|(_, id, need)| (id.clone(), *need)).collect();
            self.pay_for(&seat, own);
        }
    }

    /// What the orders of each stack need, whose it is, by sequence: of the stacks that stand when DETACH and ABSORB are done, for who is
    /// detached sets out in the same round (EU-40, EU-59).
    fn needs_when_parted(&mut self) -> Vec<(Owner, Piece, Need)> {
        let kept = (self.position.clone(), self.progress.clone(), self.clashes.clone(), self.happened.len());
        self.part_and_join();
        let needs = self.in_sequence().into_iter().map(|id| (self.owner(&id), id.clone(), self.need(&id)));
        let needs = needs.collect();
        (self.position, self.progress, self.clashes) = (kept.0, kept.1, kept.2);
        self.happened.truncate(kept.3);
        needs
    }

    fn pay_for(&mut self, seat: &Owner, mut needs: Vec<(Piece, Need)>) {
        let treasury = self.position.powers.get(seat).map_or(0, |power| power.treasury);
        let wanted = self.book.campaigns.get(seat).copied().unwrap_or_else(|| cheapest(&needs));
        let campaign = self.affordable(wanted, treasury);
        let cost = cost(&self.world.tables.campaign, campaign).cost;
        if let Some(power) = self.position.powers.get_mut(seat) {
            power.treasury -= cost;
            power.paid = cost;
        }
        self.campaigns.insert(seat.clone(), campaign);
        self.tell(Fact::Paid { power: seat.clone(), campaign, ducats: cost });
        while let Some(place) = first_beyond(campaign, &needs) {
            let (id, _) = needs.remove(place);
            self.barred.insert(id.clone());
            if let Some(progress) = self.progress.get_mut(&id) {
                progress.is_barred = true;
            }
            // What it needs hangs on who stands where it goes.
            self.refused(&id, Why::NotCovered.named(&campaign, campaign.words()));
        }
    }

    /// The dearest campaign up to the wanted one that the treasury pays.
    fn affordable(&self, wanted: Campaign, treasury: i64) -> Campaign {
        let paid = |campaign: &Campaign| cost(&self.world.tables.campaign, *campaign).cost <= treasury;
        Campaign::ALL
            .into_iter()
            .rev()
            .find(|campaign| *campaign <= wanted && paid(campaign))
            .unwrap_or(Campaign::None)
    }

    /// What a stack's orders need.
    pub(super) fn need(&self, id: &Piece) -> Need {
        if self.progress_of(id).is_some_and(|progress| progress.is_barred) {
            return Need::None;
        }
        let Some(stack) = self.stack(id) else { return Need::None };
        let orders = self.orders(id);
        let (steps, _) = self.steps(id);
        // Who attacks a power at peace does nothing.
        let is_vain = |order: &Order| match order {
            Order::Attack(Some(power)) => !self.position.hostile(&stack.owner, power),
            _ => false,
        };
        let active = orders.iter().filter(|order| !is_vain(order)).any(|order| {
            matches!(
                order,
                Order::Siege { .. }
                    | Order::Assault(_)
                    | Order::Sortie
                    | Order::AttackNatives
                    | Order::Suppress
                    | Order::Attack(_)
                    | Order::Blockade(_)
                    | Order::Force
                    | Order::Hunt(_)
            )
        });
        let enters = steps.iter().any(|step| match step {
            Step::March { to, .. } => self.is_unfriendly(&stack.owner, to),
            Step::Board { land, .. } => !self.is_friendly(&stack.owner, land),
            _ => false,
        });
        let lands = orders
            .iter()
            .any(|order| matches!(order, Order::Carry { to, .. } if !self.is_friendly(&stack.owner, to)));
        let besieges = stack.besieging && !orders.contains(&Order::LiftSiege) && steps.is_empty();
        if active || enters || lands || besieges {
            return if self.is_small(id, stack) { Need::Small } else { Need::Large };
        }
        let sails_large =
            Stack::kind(id) == StackKind::Fleet && !steps.is_empty() && !self.is_small(id, stack);
        match (steps.is_empty(), sails_large) {
            (true, _) => Need::None,
            (false, true) => Need::Large,
            (false, false) => Need::Passive,
        }
    }

    fn is_unfriendly(&self, owner: &Owner, place: &Place) -> bool {
        let stands = self.position.stacks.iter().any(|(id, stack)| {
            stack.at == *place && self.fights(id) && !self.position.allied(owner, &stack.owner)
        });
        stands || self.is_enemys(owner, place)
    }

    fn is_small(&self, id: &Piece, stack: &Stack) -> bool {
        let simple = &self.world.tables.campaign.simple;
        match Stack::kind(id) {
            StackKind::Fleet => stack.fleet.counters.len() as i32 <= simple.fleet_limit.unwrap_or(1),
            _ => stack.force.detachments() <= simple.land_limit.unwrap_or(5),
        }
    }

    /// The campaign of a stack's power.
    pub(super) fn campaign(&self, id: &Piece) -> Campaign {
        let owner = self.owner(id);
        self.campaigns.get(self.position.seat(&owner)).copied().unwrap_or(Campaign::Multiple)
    }
}

/// The cheapest that covers all; never one without logistics, which a power must want.
fn cheapest(needs: &[(Piece, Need)]) -> Campaign {
    let all = [Campaign::None, Campaign::Passive, Campaign::Simple, Campaign::Major];
    all.into_iter().find(|campaign| covers(*campaign, needs)).unwrap_or(Campaign::Multiple)
}

/// Whether a campaign covers what the orders of these stacks need, land and sea apart.
fn covers(campaign: Campaign, needs: &[(Piece, Need)]) -> bool {
    [true, false].into_iter().all(|land| covered(campaign, &of_element(needs, land)))
}

/// What the orders of all on land need, or of all others.
fn of_element(needs: &[(Piece, Need)], land: bool) -> Vec<Need> {
    needs.iter().filter(|(id, _)| is_land(id) == land).map(|(_, need)| *need).collect()
}

fn is_land(id: &Piece) -> bool {
    Stack::kind(id) == StackKind::Land
}

/// The place of the stack that a campaign leaves out next: of those that are more than it covers, on land or at sea, the last in the
/// sequence. Who only walks among friends is beyond no campaign but none.
fn first_beyond(campaign: Campaign, needs: &[(Piece, Need)]) -> Option<usize> {
    let least = if campaign == Campaign::None { Need::Passive } else { Need::Small };
    let is_over = |land: bool| !covered(campaign, &of_element(needs, land));
    let over = [is_over(false), is_over(true)];
    needs.iter().rposition(|(id, need)| *need >= least && over[usize::from(is_land(id))])
}

/// Whether a campaign covers stacks with these needs, on land or at sea.
fn covered(campaign: Campaign, needs: &[Need]) -> bool {
    let count = |need: Need| needs.iter().filter(|found| **found == need).count();
    let (small, large) = (count(Need::Small), count(Need::Large));
    match campaign {
        Campaign::None => needs.iter().all(|need| *need == Need::None),
        Campaign::Passive => small + large == 0,
        Campaign::Simple | Campaign::SimpleWithoutLogistics => small <= 1 && large == 0,
        Campaign::Major => large == 0 || (large == 1 && small == 0),
        Campaign::Multiple => true,
    }
}

/// What a campaign costs and limits.
pub fn cost(table: &crate::tables::Campaigns, campaign: Campaign) -> &Cost {
    match campaign {
        Campaign::None => &table.none,
        Campaign::Passive => &table.passive,
        Campaign::SimpleWithoutLogistics => &table.simple_without_logistics,
        Campaign::Simple => &table.simple,
        Campaign::Major => &table.major,
        Campaign::Multiple => &table.multiple,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_campaign_covers() {
        use Need::{Large, None, Passive, Small};
        for (needs, least) in [
            (vec![None], Campaign::None),
            (vec![None, Passive, Passive], Campaign::Passive),
            (vec![Small, Passive], Campaign::SimpleWithoutLogistics),
            (vec![Small, Small], Campaign::Major),
            (vec![Large, Passive], Campaign::Major),
            (vec![Large, Small], Campaign::Multiple),
            (vec![Large, Large], Campaign::Multiple),
        ] {
            let all = [
                Campaign::None,
                Campaign::Passive,
                Campaign::SimpleWithoutLogistics,
                Campaign::Simple,
                Campaign::Major,
                Campaign::Multiple,
            ];
            assert_eq!(all.into_iter().find(|campaign| covered(*campaign, &needs)), Some(least), "{needs:?}");
        }
    }
}
