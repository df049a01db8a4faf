//! The row of combats (rule G4; EU-35, EU-58): land and sea in one list, by the attacker's initiative.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{Key, State};
use crate::event::Fact;
use crate::event::account::Won;
use crate::map::{Owner, Place};
use crate::orders::Order;
use crate::position::{Kind as StackKind, Stack};

/// Two sides, the attacker's first.
type Sides = (Vec<Piece>, Vec<Piece>);

impl Round<'_> {
    /// All combats that were triggered; those of one player in an order of luck. An army that comes ashore because its fleet has forced its
    /// way into port may find enemies there: that is fought behind all others.
    pub(super) fn combats(&mut self) {
        for _ in 0..=self.progress.len() {
            let list = self.listed_combats();
            if list.is_empty() {
                break;
            }
            list.iter().for_each(|place| self.combat_at(place));
        }
        self.clashes.clear();
        for id in self.ranked(|_, progress, _| progress.state == State::Locked) {
            self.set_state(&id, State::Resting);
        }
        // Who was to retreat and found nobody left to fight goes on all the same (rule B5).
        for id in self.ranked(|_, progress, _| {
            progress.retreating && !matches!(progress.state, State::Sheltered | State::Aboard(_))
        }) {
            self.flee(&id);
        }
    }

    /// Places where two sides are to fight, by the attacker's initiative (rule G4).
    fn listed_combats(&mut self) -> Vec<Place> {
        let mut list: Vec<(usize, u64, Place)> = Vec::new();
        for place in self.clashes.keys().cloned().collect::<Vec<_>>() {
            let Some((attackers, _)) = self.sides(&place) else { continue };
            let rank =
                attackers.iter().map(|id| self.position.rank(&self.owner(id))).min().unwrap_or(usize::MAX);
            let lot = self.fate.lot("G4", &place);
            list.push((rank, lot, place));
        }
        list.sort();
        list.into_iter().map(|(_, _, place)| place).collect()
    }

    /// Fights in a place until no two enemies stand in the open.
    fn combat_at(&mut self, place: &Place) {
        let most = 4 * self.progress.len();
        for _ in 0..most {
            let Some((attackers, defenders)) = self.sides(place) else { break };
            self.fought += 1;
            let Some((attackers, defenders)) = self.evade(attackers, defenders) else { continue };
            let Some(why) = self.clashes.get(place).map(|clash| clash.why) else { break };
            let at_sea = self.world.map.is_sea(place);
            let won = if at_sea {
                self.fight_at_sea(place, &attackers, &defenders, why)
            } else {
                self.fight(place, &attackers, &defenders, why)
            };
            self.tell(Fact::Decided {
                place: place.clone(),
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                number: self.fought,
                winner: won,
            });
            self.aftermath(&attackers, &defenders, won);
            if let Some(clash) = self.clashes.get_mut(place).filter(|_| won != Won::Attacker) {
                clash.attacker = None;
            }
        }
        self.clashes.remove(place);
        for id in self.open(place) {
            self.set_state(&id, State::Resting);
        }
        self.forced_their_way(place);
    }

    /// The beaten go, and retreaters go on even if they won (rule B5); a fleet that won and pursues follows.
    fn aftermath(&mut self, attackers: &[Piece], defenders: &[Piece], won: Won) {
        let (losers, winners) = self.who_yields(won, attackers, defenders);
        let mut ports: Vec<(i32, Place)> = Vec::new();
        for id in losers.iter().filter(|id| self.fights(id)).cloned().collect::<Vec<_>>() {
            let size = self.stack(&id).map_or(0, |stack| stack.fleet.all());
            if self.progress_of(&id).is_some_and(|progress| progress.retreating) {
                self.flee(&id);
            } else if Stack::kind(&id) == StackKind::Fleet {
                ports.extend(self.fleet_retreats(&id).map(|port| (size, port)));
            } else {
                self.yields(&id);
            }
        }
        let port = ports.into_iter().max_by_key(|(size, _)| *size).map(|(_, port)| port);
        for id in winners.iter().filter(|id| self.fights(id)).cloned().collect::<Vec<_>>() {
            if self.progress_of(&id).is_some_and(|progress| progress.retreating) {
                self.flee(&id);
            } else if Stack::kind(&id) == StackKind::Fleet && won != Won::Nobody {
                self.pursue(&id, port.as_ref());
            }
        }
    }

    /// Who fights whom next in a place; `None` if there is nothing to fight.
    fn sides(&self, place: &Place) -> Option<Sides> {
        if self.world.map.is_sea(place) { self.sides_at_sea(place) } else { self.sides_on_land(place) }
    }

    /// The defender is the first of those who entered and have an enemy there, with its allies who are at war with the attacker; the
    /// attackers are the highest in initiative at war with it, and their allies (EU-35).
    fn sides_on_land(&self, place: &Place) -> Option<Sides> {
        let open = self.open(place);
        let mut entered: Vec<(u32, Key, Piece)> = open
            .iter()
            .map(|id| {
                (self.progress_of(id).map_or(0, |progress| progress.entered), self.key_of(id), id.clone())
            })
            .collect();
        entered.sort();
        let forced =
            self.clashes.get(place).and_then(|clash| clash.attacker.clone()).filter(|id| open.contains(id));
        if let Some(attacker) = forced {
            let prey =
                entered.iter().find(|(_, _, id)| self.at_war(&attacker, id)).map(|(_, _, id)| id.clone());
            if let Some(prey) = prey {
                return Some(self.with_allies(&open, &attacker, &prey));
            }
        }
        let first =
            entered.iter().map(|(_, _, id)| id).find(|id| open.iter().any(|other| self.at_war(id, other)))?;
        let attacker = open.iter().filter(|id| self.at_war(id, first)).min_by_key(|id| self.key_of(id))?;
        Some(self.with_allies(&open, attacker, first))
    }

    fn at_war(&self, one: &Piece, other: &Piece) -> bool {
        self.position.hostile(&self.owner(one), &self.owner(other))
    }

    fn with_allies(&self, open: &[Piece], attacker: &Piece, defender: &Piece) -> Sides {
        let (own, other) = (self.owner(attacker), self.owner(defender));
        let of = |friend: &Owner, enemy: &Owner| -> Vec<Piece> {
            let fits = |id: &&Piece| {
                let owner = self.owner(id);
                self.position.allied(&owner, friend) && self.position.hostile(&owner, enemy)
            };
            open.iter().filter(fits).cloned().collect()
        };
        let mut attackers = of(&own, &other);
        let mut defenders = of(&other, &own);
        defenders.retain(|id| attackers.iter().any(|attacker| self.at_war(attacker, id)));
        attackers.retain(|id| defenders.iter().any(|defender| self.at_war(defender, id)));
        for (side, first) in [(&mut attackers, attacker), (&mut defenders, defender)] {
            side.sort_by_key(|id| (id != first, self.key_of(id)));
        }
        (attackers, defenders)
    }

    /// At sea who has the order to attack does; of two the one that entered last (EU-78). A forced blockade is its forcer's.
    fn sides_at_sea(&self, place: &Place) -> Option<Sides> {
        let open = self.open(place);
        let forced =
            self.clashes.get(place).and_then(|clash| clash.attacker.clone()).filter(|id| open.contains(id));
        if let Some(attacker) = forced {
            let within = self
                .clashes
                .get(place)
                .map(|clash| clash.within.keys().cloned().collect::<Vec<_>>())
                .unwrap_or_default();
            let prey = open.iter().find(|id| within.contains(id) && self.at_war(&attacker, id)).cloned();
            if let Some(prey) = prey {
                return Some(self.with_allies(&open, &attacker, &prey));
            }
        }
        let mut pairs: Vec<(std::cmp::Reverse<u32>, Key, &Piece, &Piece)> = Vec::new();
        for id in &open {
            for other in open.iter().filter(|other| self.attacks(id, other)) {
                let entered = self.progress_of(id).map_or(0, |progress| progress.entered);
                pairs.push((std::cmp::Reverse(entered), self.key_of(id), id, other));
            }
        }
        pairs.sort();
        let (_, _, attacker, prey) = pairs.first()?;
        Some(self.with_allies(&open, attacker, prey))
    }

    /// RETREAT BEFORE COMBAT (rule A1, EU-16): the attacker tries first; if it is gone the other does not roll. `None`: nobody is left to
    /// fight.
    fn evade(&mut self, attackers: Vec<Piece>, defenders: Vec<Piece>) -> Option<Sides> {
        let left = self.evaders(&attackers, &defenders);
        if left.is_empty() {
            return None;
        }
        let stay = self.evaders(&defenders, &left);
        if stay.is_empty() { None } else { Some((left, stay)) }
    }

    fn evaders(&mut self, side: &[Piece], enemies: &[Piece]) -> Vec<Piece> {
        let mut stay = Vec::new();
        for id in side {
            if self.has(id, &Order::RetreatBefore) && self.evades(id, enemies) {
                if Stack::kind(id) == StackKind::Fleet {
                    drop(self.fleet_retreats(id))
                } else {
                    self.yields(id)
                }
            } else {
                stay.push(id.clone());
            }
        }
        stay
    }

    fn evades(&mut self, id: &Piece, enemies: &[Piece]) -> bool {
        let against = enemies.iter().map(|other| self.manoeuvre(other)).max().unwrap_or(0);
        let gap = (self.manoeuvre(id) - against).max(0);
        // Who is told to go elsewhere does not go in, and rolls for it.
        let walled = Stack::kind(id) == StackKind::Land
            && self.said_refuge(id).is_none()
            && self.fits_behind_walls(id);
        let die = if walled { 10 } else { self.fate.d10("evasion", id.as_str(), None) };
        let yes = walled || die + gap >= self.world.tables.evasion.needs;
        let die = (!walled).then_some((die, gap));
        self.tell(Fact::WouldLeave { stack: id.clone(), place: self.at(id), die, gone: yes });
        yes
    }
}
