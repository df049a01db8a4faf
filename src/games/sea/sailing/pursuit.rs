//! Pursuit (WISC 6.16, N-67): who drops her own orders and goes where enemies go that sail from her place.

use crate::chart::SeaNo;
use crate::event::Fact;
use crate::orders::Manner;
use crate::place::Place;
use crate::sailing::company::Company;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;

impl Turn {
    /// N-67: who pursues a company that sails from a place: enemies there that mean to, by how many of theirs sail (`all`), if they can
    /// follow, and if no other company of their enemies there is larger, or as large and of a lower id.
    pub fn hunters<G>(
        &self,
        quarry: &Company,
        from: Place,
        to: Place,
        all: &[(Company, G)],
        gone: &[ShipId],
    ) -> Company {
        let Some(first) = quarry.first().copied() else { return Vec::new() };
        let slipped = |id: &ShipId| self.progress.get(id).is_some_and(|progress| progress.slipped);
        if quarry.iter().any(slipped) {
            return Vec::new();
        }
        let foes = self.foes_at(from, first.nation).into_iter().filter(|id| !gone.contains(id));
        foes.filter(|id| self.may_pursue(*id, to) && self.chooses(*id, quarry, from, all)).collect()
    }

    /// N-67: who pursues each of some companies: they drop their own orders. Of two that pursue each other the one of the lower id keeps
    /// hers, and is pursued.
    pub fn hunts<G>(&mut self, companies: &[(Company, G)], to: impl Fn(&G) -> Place) -> Vec<Company> {
        let mut hunts: Vec<Company> = Vec::new();
        let mut taken: Vec<ShipId> = Vec::new();
        for (company, goal) in companies {
            let own: Company = company.iter().copied().filter(|id| !taken.contains(id)).collect();
            let from = own.first().and_then(|id| self.ship(*id)).map(|ship| ship.at);
            let hunters =
                from.map_or_else(Vec::new, |from| self.hunters(&own, from, to(goal), companies, &taken));
            if !hunters.is_empty() {
                taken.extend(&own);
            }
            taken.extend(&hunters);
            hunts.push(hunters);
        }
        for id in hunts.iter().flatten() {
            if let Some(progress) = self.progress_mut(*id) {
                progress.pursues = true;
            }
        }
        hunts
    }

    fn chooses<G>(&self, hunter: ShipId, quarry: &Company, from: Place, all: &[(Company, G)]) -> bool {
        let leaves = |company: &&Company| {
            let first = company.first().and_then(|id| self.ship(*id));
            first.is_some_and(|first| first.at == from && self.hostile(first.id, hunter))
        };
        let sailing: Vec<&Company> = all.iter().map(|(company, _)| company).filter(leaves).collect();
        let count = sailing.iter().map(|company| company.len()).sum::<usize>().max(quarry.len());
        let largest = sailing.iter().map(|company| company.len()).max().unwrap_or(0);
        let best = sailing.iter().find(|company| company.len() == largest);
        let is_best = best.is_none_or(|best| best.first() == quarry.first() || largest < quarry.len());
        is_best && self.contact(hunter).against(count) == Manner::Pursue
    }

    /// Whether a ship is free to pursue into a place that she can enter; never into a harbor.
    fn may_pursue(&self, id: ShipId, to: Place) -> bool {
        let free = self.progress.get(&id).is_some_and(|progress| {
            !progress.busy && !progress.homeward && !progress.cancelled && !progress.delayed
        });
        let open_sea_only = self.contact(id).open_sea_only;
        free && self.ship(id).is_some_and(Ship::makes_way)
            && match to {
                Place::Sea(..) => !id.kind.is_river(),
                Place::Coast(_) => !open_sea_only,
                Place::River(at) => self.chart.rivers.floats(at, id.kind.row().narrowest),
                Place::Harbor(_) | Place::Transit(..) => false,
            }
    }

    /// Takes pursuers where their quarry went; they drop what they were ordered.
    pub fn follow(
        &mut self,
        hunters: &Company,
        quarry: ShipId,
        to: Place,
        side: Option<fieldpost_ground::square::Direction>,
    ) {
        if hunters.is_empty() {
            return;
        }
        let from = hunters.first().and_then(|id| self.ship(*id)).map(|ship| ship.at);
        for id in hunters {
            if let Some(progress) = self.progress_mut(*id) {
                progress.pursues = true;
                progress.moved = true;
                progress.sea_moves += u8::from(to.sea().is_some());
            }
        }
        self.place(hunters, to, side);
        for id in hunters {
            self.tell(Fact::Pursue { here: self.here(*id), from, quarry });
        }
    }

    /// Whether two sea areas lie on the Atlantic, on two maps: ships cross from one to the other (6.17).
    pub fn crosses(&self, from: SeaNo, to: SeaNo) -> bool {
        let (from, to) = (self.chart.sea(from), self.chart.sea(to));
        from.edge.is_some() && to.edge.is_some() && from.map != to.map
    }
}
