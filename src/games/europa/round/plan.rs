//! What a MOVE comes to: steps with their costs, as far as the way leads (rules A1, B1, B3, C; EU-31, EU-48, EU-81).

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{Progress, State, Step, allowance};
use crate::event::Hangs;
use crate::event::reason::{Reason, Why};
use crate::map::{Crossing, Map, Owner, Place, Port, Terrain};
use crate::orders::{Leg, Order};
use crate::position::{Kind as StackKind, Posture, Stack};
use crate::tables::Movement;

/// What a step between two provinces costs.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// The board.
    pub map: &'a Map,
    pub table: &'a Movement,
    /// Whether the province entered is an enemy's.
    pub enemys: bool,
    /// Whether rivers of underdeveloped land cost the owner no more (rule G1).
    pub exempt: bool,
}

impl Pace<'_> {
    /// Movement points from one province into the one beside it; `None` if they do not touch.
    pub fn cost(self, from: &str, to: &str) -> Option<u32> {
        let border = self.map.border(from, to)?;
        if let Some(cost) = border.cost {
            return Some(cost);
        }
        let (here, there) = (self.map.provinces.get(from)?, self.map.provinces.get(to)?);
        let table = self.table;
        let (plain, rough, crossing, swamp) = if there.overseas {
            let plain = if self.enemys { table.overseas_plain_enemy } else { table.overseas_plain_friendly };
            (plain, table.overseas_rough, table.overseas_crossing, table.overseas_swamp)
        } else {
            let plain = if self.enemys { table.plain_enemy } else { table.plain_friendly };
            let rough = if self.enemys && there.terrain == Terrain::Mountain {
                table.mountain_enemy
            } else {
                table.rough
            };
            (plain, rough, table.crossing, table.swamp)
        };
        let mut cost = if there.terrain == Terrain::Plain { plain } else { rough };
        cost += if border.kind == Crossing::Open { 0 } else { crossing };
        cost += if here.terrain == Terrain::Swamp || there.terrain == Terrain::Swamp { swamp } else { 0 };
        let wild =
            border.kind == Crossing::River && here.underdeveloped && there.underdeveloped && !self.exempt;
        Some(cost + if wild { table.underdeveloped_river } else { 0 })
    }
}

/// Where a plan has come to.
struct Here {
    place: Place,
    posture: Posture,
}

/// How who is aboard goes ashore.
fn ashore(id: &Piece, fleet: &Piece) -> Reason {
    Why::AboardAndHow.of(fleet).and(fleet).and(id).and(fleet)
}

impl Round<'_> {
    /// What a stack pays for a step, on frozen control (rule B1).
    pub(super) fn cost(&self, owner: &Owner, from: &str, to: &str) -> Option<u32> {
        let exempt = self.is_exempt(owner);
        let enemys = self.is_enemys(owner, to);
        Pace { map: &self.world.map, table: &self.world.tables.movement, enemys, exempt }.cost(from, to)
    }

    /// Whether rivers of underdeveloped land cost an owner no more.
    pub(super) fn is_exempt(&self, owner: &Owner) -> bool {
        self.world.tables.movement.underdeveloped_exempt.iter().any(|exempt| **exempt == **owner)
    }

    /// The plan of a stack for the clock; a privateer's is walked in its own row.
    pub(super) fn plan(&mut self, id: &Piece) {
        let Some(progress) = self.progress_of(id) else { return };
        // Who was set before the walls among enemies is in a combat and goes nowhere (rule G3).
        if matches!(progress.state, State::Gone | State::Locked) || progress.retreating {
            return;
        }
        let (steps, refusal) = self.steps(id);
        if let Some(why) = refusal {
            let hangs = self.hangs_on_besiegers(id).unwrap_or_else(|| Hangs::by(&why));
            self.refused_as(id, why, hangs);
        }
        if self.stays_for_want_of_supply(id, &steps) {
            return self.refused_unkept(id, Why::NoSupplyNoMarch.into());
        }
        let kind = Stack::kind(id);
        let table = &self.world.tables.movement;
        let most = allowance(kind, table);
        if !steps.is_empty() && kind != StackKind::Privateer {
            self.leave_off(id, &steps);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.allowance = most;
            if !steps.is_empty() {
                progress.steps = steps;
                let is_aboard = matches!(progress.state, State::Aboard(_));
                // A privateer sails when all others have (rule D1).
                let stays = is_aboard || kind == StackKind::Privateer;
                progress.state = if stays { progress.state.clone() } else { State::Moving };
                // Who goes is nowhere too many.
                progress.crowded &= stays;
            }
        }
    }

    /// Rule B5, EU-67: who has no supply and no way to a fortress goes aboard where it stands, or stays.
    fn stays_for_want_of_supply(&self, id: &Piece, steps: &[Step]) -> bool {
        let first = steps.iter().find(|step| !matches!(step, Step::Wait { .. }));
        let marches = first.is_some_and(|step| !matches!(step, Step::Board { .. }));
        marches && self.progress_of(id).is_some_and(|progress| progress.unsupplied)
    }

    /// Of who is in a fortress all that fails hangs on who stands before it, or does not.
    fn hangs_on_besiegers(&self, id: &Piece) -> Option<Hangs> {
        let within = |stack: &&Stack| stack.posture == Posture::Fortress;
        let stack = self.stack(id).filter(within)?;
        let besiege = |(_, other): &(&Piece, &Stack)| {
            other.besieging && other.at == stack.at && self.position.hostile(&other.owner, &stack.owner)
        };
        let besiegers: Vec<Piece> =
            self.position.stacks.iter().filter(besiege).map(|(other, _)| other.clone()).collect();
        Some(if besiegers.is_empty() { Hangs::Standing } else { Hangs::on(besiegers, &stack.at) })
    }

    /// Who sets out besieges no longer. A blockade it lifts when it is gone (rule B3): until then it binds who leaves.
    fn leave_off(&mut self, id: &Piece, steps: &[Step]) {
        let goes = steps.iter().any(|step| {
            matches!(step, Step::March { .. } | Step::Sail { .. } | Step::PortIn { .. } | Step::Board { .. })
        });
        let Some(stack) = self.stack_mut(id) else { return };
        if goes {
            stack.besieging = false;
        }
    }

    /// The steps of a stack's orders, and why they end before the last.
    pub(super) fn steps(&self, id: &Piece) -> (Vec<Step>, Option<Reason>) {
        let Some(stack) = self.stack(id) else { return (Vec::new(), None) };
        let orders = self.orders(id);
        let table = &self.world.tables.movement;
        let mut steps = Vec::new();
        if orders.contains(&Order::Sortie) && stack.posture == Posture::Fortress {
            if !self.has_enemies(&stack.owner, &stack.at) {
                return (steps, Some(Why::NoSortie.into()));
            }
            steps.push(Step::Sortie { cost: table.sortie });
            return (steps, None);
        }
        let mut here = Here { place: stack.at.clone(), posture: stack.posture };
        let is_province = self.world.map.provinces.contains_key(&here.place);
        if is_province && matches!(Stack::kind(id), StackKind::Fleet | StackKind::Privateer) {
            here.posture = Posture::Port;
        }
        let route = orders.iter().find_map(|order| match order {
            Order::Move(route) => Some(route),
            _ => None,
        });
        if route.is_some() && stack.posture == Posture::Fortress && self.is_besieged(&stack.at) {
            let place = self.world.map.name(&stack.at);
            return (steps, Some(Why::OnlySortie.of(place)));
        }
        let mut refusal = None;
        for leg in route.into_iter().flat_map(|route| &route.legs) {
            if let Err(why) = self.leg(id, stack, &mut here, leg, &mut steps) {
                refusal = Some(why);
                break;
            }
        }
        if let Some(Order::Blockade(port)) = orders.iter().find(|order| matches!(order, Order::Blockade(_)))
            && refusal.is_none()
        {
            refusal = self.blockade_step(id, stack, &mut here, port, &mut steps).err();
        }
        (steps, refusal)
    }

    fn leg(
        &self,
        id: &Piece,
        stack: &Stack,
        here: &mut Here,
        leg: &Leg,
        steps: &mut Vec<Step>,
    ) -> Result<(), Reason> {
        if let (Some(fleet), Leg::Go(_), true) = (&stack.aboard, leg, steps.is_empty()) {
            return Err(ashore(id, fleet));
        }
        match leg {
            Leg::Sail { fleet, land, on_shore } => {
                if !self.world.map.provinces.contains_key(land) {
                    return Err(Why::NoProvince.of(self.world.map.name(land)));
                }
                if !self.may_enter(&stack.owner, land) {
                    return Err(self.neutral(land));
                }
                steps.push(Step::Board { fleet: fleet.clone(), land: land.clone(), on_shore: *on_shore });
                (here.place, here.posture) = (land.clone(), Posture::Open);
                Ok(())
            }
            Leg::Go(to) if self.sails(id, here, to) => self.sail(stack, here, to, steps),
            Leg::Go(to) => self.march(stack, here, to, steps),
        }
    }

    fn apart(&self, from: &str, to: &str) -> Reason {
        Why::NotTouching.of(self.world.map.name(from)).and(self.world.map.name(to))
    }

    fn neutral(&self, place: &str) -> Reason {
        Why::Neutral.of(self.world.map.name(place))
    }

    fn sails(&self, id: &Piece, here: &Here, to: &str) -> bool {
        match Stack::kind(id) {
            StackKind::Land => false,
            StackKind::Fleet | StackKind::Privateer => true,
            StackKind::Leader => self.world.map.is_sea(&here.place) || self.world.map.is_sea(to),
        }
    }

    fn march(&self, stack: &Stack, here: &mut Here, to: &Place, steps: &mut Vec<Step>) -> Result<(), Reason> {
        let Some(cost) = self.cost(&stack.owner, &here.place, to) else {
            return Err(self.apart(&here.place, to));
        };
        if !self.may_enter(&stack.owner, to) {
            return Err(self.neutral(to));
        }
        steps.push(Step::March { to: to.clone(), cost });
        (here.place, here.posture) = (to.clone(), Posture::Open);
        Ok(())
    }

    /// Whether land may be entered: neutral land not without PASSAGE (EU-73).
    pub(super) fn may_enter(&self, owner: &Owner, place: &str) -> bool {
        let Some(control) = self.controller(place) else { return true };
        self.position.admits(control, owner)
    }

    fn sail(&self, stack: &Stack, here: &mut Here, to: &Place, steps: &mut Vec<Step>) -> Result<(), Reason> {
        let (map, table) = (&self.world.map, &self.world.tables.movement);
        if map.is_sea(to) {
            let touches = match map.seas.get(&here.place) {
                Some(sea) => sea.next.contains(to),
                None => map.is_coast(&here.place, to),
            };
            if !touches {
                return Err(self.apart(&here.place, to));
            }
            if here.posture == Posture::Port {
                steps.push(Step::PortOut { cost: table.port_out });
            }
            steps.push(Step::Sail { to: to.clone(), cost: table.sea });
            (here.place, here.posture) = (to.clone(), Posture::Open);
            return Ok(());
        }
        if here.place == *to && here.posture == Posture::Port {
            return Ok(());
        }
        if !map.is_coast(to, &here.place) {
            return Err(self.apart(&here.place, to));
        }
        let has_port = self.position.grounds.get(to).is_some_and(|ground| ground.port > Port::None);
        if !has_port || !self.is_friendly(&stack.owner, to) {
            return Err(Why::NoPort.of(map.name(to)));
        }
        steps.push(Step::PortIn { port: to.clone(), cost: table.port_in });
        (here.place, here.posture) = (to.clone(), Posture::Port);
        Ok(())
    }

    fn blockade_step(
        &self,
        id: &Piece,
        stack: &Stack,
        here: &mut Here,
        port: &Place,
        steps: &mut Vec<Step>,
    ) -> Result<(), Reason> {
        if stack.blockading.as_ref() == Some(port) && steps.is_empty() {
            return Ok(());
        }
        if here.posture == Posture::Port || !self.world.map.is_coast(port, &here.place) {
            return Err(Why::NotOffCoast.of(id).and(port));
        }
        steps.push(Step::Blockade { port: port.clone(), cost: self.world.tables.movement.set_up_blockade });
        Ok(())
    }
}

/// Where a stack will be after each step, for those that ask before the clock.
pub(super) fn positions(progress: &Progress, at: &Place, posture: Posture) -> Vec<(Place, Posture)> {
    let mut here = (at.clone(), posture);
    let mut all = vec![here.clone()];
    for step in &progress.steps {
        here = match step {
            Step::March { to, .. } | Step::Sail { to, .. } => (to.clone(), Posture::Open),
            Step::PortIn { port, .. } => (port.clone(), Posture::Port),
            Step::Board { land, .. } => (land.clone(), Posture::Open),
            _ => here,
        };
        all.push(here.clone());
    }
    all
}
