//! Interception (rules E1 to E6; EU-12, EU-36, EU-56, EU-69, EU-84).

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::account::{Meeting, Won};
use crate::event::{Add, Fact, Row};
use crate::map::{Crossing, Place, Port, Terrain};
use crate::orders::Order;
use crate::position::{Campaign, Kind as StackKind, Posture, Stack, Weather};

impl Round<'_> {
    /// Whether a stack has the order to intercept another in a place.
    fn would_intercept(&self, id: &Piece, mover: &Piece, place: &str) -> bool {
        let Some(progress) = self.progress_of(id) else { return false };
        let idle = progress.quiet_until <= self.tick
            && !progress.chases
            && !progress.tried.contains(mover)
            && !matches!(progress.state, State::Beaten | State::Locked);
        if !idle || !self.fights(id) || !self.foes(id, mover) {
            return false;
        }
        let owner = self.owner(mover);
        let names = |power: &Option<crate::map::Owner>| {
            power.as_ref().is_none_or(|power| *power == owner || power == self.position.seat(&owner))
        };
        let meant = self.orders(id).iter().any(|order| match order {
            Order::Intercept { power, places } => {
                names(power) && (places.is_empty() || places.iter().any(|listed| &**listed == place))
            }
            _ => false,
        });
        let passive = self.campaign(id) == Campaign::Passive && Stack::kind(id) == StackKind::Land;
        meant && (!passive || self.is_friendly(&self.owner(id), place))
    }

    /// Interceptors beside a place on land that a stack has entered try it, by initiative, then sequence; each success is fought
    /// at once, and the next tries only if the mover goes on.
    pub(super) fn interceptions(&mut self, mover: &Piece) {
        let place = self.at(mover);
        if self.row != Row::Ticks || self.progress_of(mover).is_some_and(|progress| progress.retreating) {
            return;
        }
        let beside = |stack: &Stack| {
            stack.posture == Posture::Open && self.world.map.border(&place, &stack.at).is_some()
        };
        let idle = |id: &Piece, progress: &super::Progress, stack: &Stack| {
            progress.state == State::Resting && Stack::kind(id) == StackKind::Land && beside(stack)
        };
        for id in self.ranked(idle) {
            if !self.is_on_its_way(mover, &place) {
                return;
            }
            let held = self.progress_of(&id).is_some_and(|progress| progress.state == State::Resting);
            if held
                && self.stack(&id).is_some_and(|stack| {
                    stack.posture == Posture::Open && self.world.map.border(&place, &stack.at).is_some()
                })
                && self.would_intercept(&id, mover, &place)
                && self.try_on_land(&id, mover, &place)
            {
                self.intercept_on_land(&id, mover, &place);
            }
        }
    }

    fn try_on_land(&mut self, id: &Piece, mover: &Piece, place: &Place) -> bool {
        let table = &self.world.tables.interception;
        let add = |what: Add| table.land.get(&row_of(what)).copied().unwrap_or(0);
        let (from, owner) = (self.at(id), self.owner(id));
        let mut adds = vec![(Add::Manoeuvre, self.manoeuvre(id) - self.manoeuvre(mover))];
        let walled = self.position.grounds.get(place).is_some_and(|ground| ground.has_wall());
        let open = self.open(place);
        let friends = open.iter().any(|other| self.position.allied(&owner, &self.owner(other)));
        let others =
            open.iter().any(|other| other != mover && self.position.hostile(&owner, &self.owner(other)));
        let crossing = self.world.map.border(&from, place).map(|border| border.kind).unwrap_or_default();
        let swamp = |place: &str| {
            self.world.map.provinces.get(place).is_some_and(|found| found.terrain == Terrain::Swamp)
        };
        let besieging = self.stack(id).is_some_and(|stack| stack.besieging);
        for (applies, what) in [
            (self.is_ahead(id, mover), Add::Technology),
            (friends || (walled && self.is_friendly(&owner, place)), Add::FriendsThere),
            (crossing != Crossing::Open, Add::RiverOrPass),
            (others, Add::OtherEnemies),
            (besieging, Add::Besieging),
            (swamp(place), Add::Swamp),
            (swamp(&from), Add::Swamp),
            (self.position.weather == Weather::Bad, Add::BadWeather),
        ] {
            if applies {
                adds.push((what, add(what)));
            }
        }
        self.try_to_intercept(id, mover, place, adds)
    }

    fn try_to_intercept(&mut self, id: &Piece, mover: &Piece, place: &Place, adds: Vec<(Add, i32)>) -> bool {
        let table = &self.world.tables.interception;
        let (needs, natural) = (table.needs, table.natural);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.tried.insert(mover.clone());
        }
        let die = self.fate.d10("interception", id.as_str(), Some(mover.as_str()));
        let total = die + adds.iter().map(|(_, add)| add).sum::<i32>();
        let fits = self.fits(id, place) && !self.is_kept_out(id, place);
        let came = (die == natural || total >= needs) && fits;
        let (stack, other, place) = (id.clone(), mover.clone(), place.clone());
        self.tell(Fact::TriesToMeet { stack, other, place, die, adds, needs, came });
        came
    }

    /// The interceptor is in the province at once and attacks (rules E1, E2).
    fn intercept_on_land(&mut self, id: &Piece, mover: &Piece, place: &Place) {
        let owner = self.owner(id);
        let from = self.at(id);
        let cost = self.cost(&owner, &from, place).unwrap_or(1);
        self.go_to(id, place);
        let won =
            self.fight(place, std::slice::from_ref(id), std::slice::from_ref(mover), Meeting::Intercepts);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.quiet_until = self.tick + cost;
        }
        if won != Won::Attacker {
            if self.fights(id) {
                self.set_state(id, State::Beaten);
            }
            return;
        }
        if self.fights(mover) {
            self.flee(mover);
        }
        self.meets_others(id, place);
    }

    /// Moves an interceptor, for no points of its own.
    fn go_to(&mut self, id: &Piece, place: &Place) {
        let from = self.at(id);
        let crossed = self.world.map.border(&from, place).map(|border| border.kind).unwrap_or_default();
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture, stack.besieging) = (place.clone(), Posture::Open, false);
            if from != *place {
                stack.blockading = None;
            }
        }
        if let Some(progress) = self.progress.get_mut(id) {
            if from != *place {
                progress.came = Some(from.clone());
                progress.trail.push(from.clone());
                progress.moved = true;
            }
            progress.crossed = crossed;
        }
        self.cargo_follows(id);
        if from != *place {
            self.tell(Fact::MovedToMeet { stack: id.clone(), to: place.clone() });
        }
    }

    /// Any other enemy who rests or is locked there it then meets as attacker (EU-36).
    fn meets_others(&mut self, id: &Piece, place: &Place) {
        if !self.fights(id) {
            return;
        }
        let tick = self.tick;
        if let Some(progress) = self.progress.get_mut(id) {
            progress.entered = tick;
        }
        let foes: Vec<Piece> = self.open(place).into_iter().filter(|other| self.foes(id, other)).collect();
        if foes.is_empty() && !self.clashes.contains_key(place) {
            return;
        }
        let all: Vec<Piece> = [id.clone()].into_iter().chain(foes).collect();
        self.trigger(place, &all, Meeting::AfterInterception);
        if let Some(clash) = self.clashes.get_mut(place) {
            clash.attacker.get_or_insert_with(|| id.clone());
        }
    }

    /// A fleet has come into a sea: those there, and those beside with the order, may try it; it those there (rules E6, G2).
    pub(super) fn occasions(&mut self, mover: &Piece) {
        let sea = self.at(mover);
        let is_here = |round: &Self, id: &Piece| {
            round.stack(id).is_some_and(|stack| stack.at == sea && stack.posture == Posture::Open)
        };
        let is_beside = |round: &Self, id: &Piece| {
            let Some(stack) = round.stack(id) else { return false };
            let resting = round.progress_of(id).is_some_and(|progress| progress.state == State::Resting);
            let beside = round.world.map.seas.get(&sea).is_some_and(|found| found.next.contains(&stack.at));
            let in_port = stack.posture == Posture::Port && round.world.map.is_coast(&stack.at, &sea);
            resting && (beside || in_port)
        };
        let leaves = |progress: &super::Progress| progress.spends(self.tick);
        let all = self.ranked(|id, progress, _| {
            Stack::kind(id) == StackKind::Fleet && id != mover && !leaves(progress)
        });
        for id in all {
            let chased = self.progress_of(mover).is_some_and(|progress| progress.chases);
            if chased || !self.is_at_sea(mover, &sea) {
                return;
            }
            if !self.foes(&id, mover) {
                continue;
            }
            if is_here(self, &id) {
                self.occasion(&id, mover, &sea);
            } else if is_beside(self, &id) {
                self.tries(&id, mover, &sea);
            }
        }
    }

    fn is_at_sea(&self, id: &Piece, sea: &str) -> bool {
        let free = self
            .progress_of(id)
            .is_some_and(|progress| matches!(progress.state, State::Moving | State::Resting));
        free && self.fights(id)
            && self.stack(id).is_some_and(|stack| &*stack.at == sea && stack.posture == Posture::Open)
    }

    /// Two hostile fleets could meet in a sea: who has the order tries, of two the higher in initiative first (rule E6).
    pub(super) fn occasion(&mut self, one: &Piece, other: &Piece, sea: &Place) {
        let mut pair = [(one.clone(), other.clone()), (other.clone(), one.clone())];
        pair.sort_by_key(|(id, _)| self.key_of(id));
        for (id, mover) in pair {
            if self.tries(&id, &mover, sea) {
                return;
            }
        }
    }

    /// One who has the order tries to intercept another at sea; whether it did, and fought.
    fn tries(&mut self, id: &Piece, mover: &Piece, sea: &Place) -> bool {
        let may = self.fights(id) && self.fights(mover) && self.would_intercept(id, mover, sea);
        let did = may && self.try_at_sea(id, mover, sea);
        if did {
            self.intercept_at_sea(id, mover, sea);
        }
        did
    }

    fn try_at_sea(&mut self, id: &Piece, mover: &Piece, sea: &Place) -> bool {
        let table = &self.world.tables.interception;
        let add = |what: Add| table.sea.get(&row_of(what)).copied().unwrap_or(0);
        let Some(stack) = self.stack(id) else { return false };
        let arsenal = self.position.grounds.get(&stack.at).is_some_and(|ground| ground.port == Port::Arsenal);
        let in_port = stack.posture == Posture::Port;
        let tech = &self.world.tables.naval_technology.order;
        let place_of = |name: &str| tech.iter().position(|known| known == name).unwrap_or(0);
        let own = self.position.powers.get(&stack.owner).map_or(0, |power| place_of(&power.naval));
        let mut adds = vec![(Add::Manoeuvre, self.manoeuvre(id) - self.manoeuvre(mover))];
        for (applies, what) in [
            (self.is_ahead(id, mover), Add::Technology),
            (stack.at == *sea, Add::OwnGround),
            (self.lands_from(mover, sea), Add::Landing),
            (own >= place_of("Three-decker") && place_of("Three-decker") > 0, Add::ThreeDecker),
            (in_port && !arsenal, Add::InPort),
            (stack.blockading.is_some(), Add::Blockading),
            (self.position.weather == Weather::Bad, Add::BadWeather),
        ] {
            if applies {
                adds.push((what, add(what)));
            }
        }
        self.try_to_intercept(id, mover, sea, adds)
    }

    fn intercept_at_sea(&mut self, id: &Piece, mover: &Piece, sea: &Place) {
        self.go_to(id, sea);
        if let Some(stack) = self.stack_mut(mover) {
            (stack.at, stack.posture) = (sea.clone(), Posture::Open);
        }
        self.progress.entry(id.clone()).and_modify(super::Progress::rest);
        let won = self.fight_at_sea(
            sea,
            std::slice::from_ref(id),
            std::slice::from_ref(mover),
            Meeting::Intercepts,
        );
        if let Some(progress) = self.progress.get_mut(id) {
            progress.quiet_until = self.tick + self.world.tables.movement.sea;
        }
        if won == Won::Attacker {
            let port = self.fleet_retreats(mover);
            self.pursue(id, port.as_ref());
        } else if self.fights(id) {
            self.set_state(id, State::Beaten);
        }
    }
}

/// The row of an addition in the tables of interception.
fn row_of(what: Add) -> String {
    what.key().replace('-', "_")
}
