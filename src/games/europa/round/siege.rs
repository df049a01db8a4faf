//! Sieges (rule A1; EU-15, EU-77): who besieges, undermining, honours of war, and who holds what falls.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::reason::{Reason, Why};
use crate::event::{Add, Fact, Sapped};
use crate::map::{Owner, Place, Port, Terrain};
use crate::orders::Order;
use crate::position::{Campaign, Force, Kind as StackKind, Posture, Size, Stack};
use crate::tables::Undermining;

impl Round<'_> {
    /// After the combats, by initiative: who stands alone in the open before a wall that is not its own.
    pub(super) fn sieges(&mut self) {
        self.nothing_to_besiege();
        self.idle_orders();
        let walled: Vec<Place> = self
            .position
            .grounds
            .iter()
            .filter(|(_, ground)| ground.has_wall())
            .map(|(place, _)| place.clone())
            .collect();
        let mut list: Vec<(usize, Place, Vec<Piece>)> = Vec::new();
        for place in walled {
            let besiegers = self.besiegers(&place);
            if let Some(first) = besiegers.first() {
                list.push((self.position.rank(&self.owner(first)), place, besiegers));
            }
        }
        list.sort();
        for (_, place, besiegers) in list {
            self.siege(&place, &besiegers);
        }
    }

    /// Who was told to besiege or to assault and stands before no fortress of an enemy hears so.
    fn nothing_to_besiege(&mut self) {
        for id in self.ranked(|id, progress, stack| {
            let is_there = progress.state == State::Resting && stack.posture == Posture::Open;
            is_there && !progress.routed && !progress.retreating && Stack::kind(id) == StackKind::Land
        }) {
            let word = self.orders(&id).iter().find_map(|order| match order {
                Order::Siege { .. } => Some("SIEGE"),
                Order::Assault(_) => Some("ASSAULT"),
                _ => None,
            });
            if let Some(why) = word.and_then(|word| self.no_enemys_walls(&id, word)) {
                self.refused_unkept(&id, why);
            }
        }
    }

    /// Why nothing where a stack stands can be besieged by it.
    fn no_enemys_walls(&self, id: &Piece, word: &str) -> Option<Reason> {
        let (owner, place) = (self.owner(id), self.at(id));
        let ground = self.position.grounds.get(&place).filter(|ground| ground.has_wall());
        let control = ground.and_then(|ground| ground.control.as_ref());
        let name = self.world.map.name(&place);
        if word == "SIEGE" && ground.is_none() && self.is_enemys(&owner, &place) {
            // What has no walls falls without a siege.
            return None;
        }
        match control {
            Some(control) if self.position.hostile(control, &owner) => None,
            Some(control) if !self.position.allied(control, &owner) => {
                Some(Why::NoWarToBesiege.of(word).and(name).and(self.position.name(control)))
            }
            _ => Some(Why::NoEnemysFortress.of(word).and(name)),
        }
    }

    /// Who besieges a place: the side that entered first of those who stand there with no enemy in the open; another at peace with it
    /// stands by.
    fn besiegers(&self, place: &Place) -> Vec<Piece> {
        let Some(holder) = self.holder(place) else { return Vec::new() };
        let open: Vec<Piece> =
            self.open(place).into_iter().filter(|id| Stack::kind(id) == StackKind::Land).collect();
        if open.iter().any(|id| self.position.allied(&self.owner(id), &holder)) {
            return Vec::new();
        }
        let mut hostile: Vec<Piece> =
            open.into_iter().filter(|id| self.position.hostile(&self.owner(id), &holder)).collect();
        hostile.retain(|id| self.may_besiege(id));
        hostile
            .sort_by_key(|id| (self.progress_of(id).map_or(0, |progress| progress.entered), self.key_of(id)));
        let Some(first) = hostile.first().map(|id| self.owner(id)) else { return Vec::new() };
        hostile.retain(|id| self.position.allied(&self.owner(id), &first));
        hostile
    }

    /// Whether a stack's orders and its campaign let it besiege.
    fn may_besiege(&self, id: &Piece) -> bool {
        let Some(progress) = self.progress_of(id) else { return false };
        let is_fit = !progress.crowded
            && !progress.is_barred
            && !matches!(progress.state, State::Beaten | State::Aboard(_));
        is_fit && self.campaign(id) != Campaign::None && !self.has(id, &Order::LiftSiege)
    }

    /// Who holds a place: its controller, or rebels of nobody's.
    fn holder(&self, place: &Place) -> Option<Owner> {
        self.position.grounds.get(place).and_then(|ground| ground.control.clone())
    }

    fn siege(&mut self, place: &Place, besiegers: &[Piece]) {
        let Some(ground) = self.position.grounds.get(place) else { return };
        let enough = besiegers.iter().map(|id| self.detachments(id)).sum::<i32>()
            >= (ground.level() * self.world.tables.siege.needs_detachments_per_level).max(1);
        let supplied =
            besiegers.iter().any(|id| self.progress_of(id).is_some_and(|progress| !progress.unsupplied));
        let attempts = besiegers.iter().flat_map(|id| self.orders(id)).find_map(|order| match order {
            Order::Assault(times) => Some(times),
            _ => None,
        });
        if let Some(times) = attempts {
            self.mark_siege(place, besiegers);
            self.stakes(place, besiegers);
            return self.assaults(place, besiegers, u32::from(times), false);
        }
        if !enough || !supplied {
            return self.no_siege(place, besiegers, enough);
        }
        self.mark_siege(place, besiegers);
        self.undermine(place, besiegers);
    }

    /// Who was told to besiege and cannot hears why.
    fn no_siege(&mut self, place: &Place, besiegers: &[Piece], enough: bool) {
        let level = self.position.grounds.get(place).map_or(0, |ground| ground.level());
        let least = (level * self.world.tables.siege.needs_detachments_per_level).max(1);
        let there: i32 = besiegers.iter().map(|id| self.detachments(id)).sum();
        let why: Reason = if enough {
            Why::NoSupplyNoSiege.into()
        } else {
            Why::TooFewToBesiege.of(there).and(level).and(least)
        };
        for id in besiegers {
            let meant = self.orders(id).iter().any(|order| matches!(order, Order::Siege { .. }));
            let was = self.stack(id).is_some_and(|stack| stack.besieging);
            if let Some(stack) = self.stack_mut(id) {
                stack.besieging = false;
            }
            if meant || was {
                self.refused(id, why.clone());
            }
        }
    }

    fn mark_siege(&mut self, place: &Place, besiegers: &[Piece]) {
        for id in besiegers {
            if let Some(stack) = self.stack_mut(id) {
                stack.besieging = true;
            }
        }
        if let Some(ground) = self.position.grounds.get_mut(place) {
            ground.sieged += 1;
        }
    }

    fn undermine(&mut self, place: &Place, besiegers: &[Piece]) {
        let by = super::leading(besiegers);
        let adds = self.siege_modifiers(place, besiegers);
        let die = self.fate.d10("undermining", by.as_str(), Some(place));
        self.siege_die(besiegers, place, die);
        let add = adds.iter().map(|(_, add)| add).sum::<i32>();
        let siege = besiegers.iter().flat_map(|id| self.orders(id)).find_map(|order| match order {
            Order::Siege { no_honours, assault } => Some((no_honours, assault)),
            _ => None,
        });
        let (no_honours, assault) = siege.unwrap_or((false, false));
        let may_end = |came| matches!(came, Sapped::Honours | Sapped::Surrender);
        if (1..=10).any(|die| may_end(self.sapped(die + add, no_honours))) {
            self.stakes(place, &[]);
        }
        if assault && (1..=10).any(|die| self.sapped(die + add, no_honours) == Sapped::Breach) {
            self.stakes(place, besiegers);
        }
        let came = self.sapped(die + add, no_honours);
        self.tell(Fact::Undermined { stack: by, place: place.clone(), die, adds, came });
        match came {
            Sapped::Nothing => {}
            Sapped::WorksMinus => self.dig(place, 1),
            Sapped::WorksPlus => self.dig(place, 2),
            Sapped::Breach => {
                self.breach(place);
                if assault {
                    self.assaults(place, besiegers, 1, true);
                }
            }
            Sapped::Honours => self.honours(place, besiegers),
            Sapped::Surrender => self.surrender(place, besiegers),
        }
    }

    /// Whose fate dice decide: who is within, and the ships in port, that leave it when it falls; in an assault the besiegers too.
    fn stakes(&mut self, place: &Place, besiegers: &[Piece]) {
        let is_within = |stack: &Stack| stack.at == *place && stack.posture != Posture::Open;
        let within = self.position.stacks.iter().filter(|(_, stack)| is_within(stack)).map(|(id, _)| id);
        let all = within.chain(besiegers).map(|id| (id.clone(), place.clone()));
        self.at_stake.extend(all.collect::<Vec<_>>());
    }

    /// What a total comes to; whoever grants no honours has a breach in their place.
    fn sapped(&self, total: i32, no_honours: bool) -> Sapped {
        let rows = &self.world.tables.siege.undermining;
        let row = rows.iter().find(|(most, _)| total <= *most).map(|(_, cell)| *cell);
        match row.unwrap_or(Undermining::Nothing) {
            Undermining::Nothing => Sapped::Nothing,
            Undermining::WorksMinus => Sapped::WorksMinus,
            Undermining::WorksPlus => Sapped::WorksPlus,
            Undermining::BreachOrHonours if !no_honours => Sapped::Honours,
            Undermining::Breach | Undermining::BreachOrHonours => Sapped::Breach,
            Undermining::Surrender => Sapped::Surrender,
        }
    }

    fn dig(&mut self, place: &Place, works: u32) {
        let most = 2 * self.world.tables.siege.works_at_most;
        if let Some(ground) = self.position.grounds.get_mut(place) {
            ground.works = (ground.works + works).min(most);
        }
    }

    fn breach(&mut self, place: &Place) {
        if let Some(ground) = self.position.grounds.get_mut(place) {
            ground.breach = true;
        }
    }

    /// What is added to the die of a siege, each with its name.
    fn siege_modifiers(&self, place: &Place, besiegers: &[Piece]) -> Vec<(Add, i32)> {
        let table = &self.world.tables.siege;
        let Some(ground) = self.position.grounds.get(place) else { return Vec::new() };
        let works = |key: &str| table.works.get(key).copied().unwrap_or(0);
        let (minus, plus) = ((ground.works % 2) as i32, (ground.works / 2) as i32);
        let guns = self.guns(besiegers);
        let inside = self.inside(place);
        let army = inside.iter().filter_map(|id| self.stack(id)).any(|stack| stack.force.has_army());
        let eaters = match (army, inside.is_empty()) {
            (true, _) => table.eaters.army,
            (false, false) => table.eaters.detachment,
            _ => 0,
        };
        let siege = |side: &[Piece]| self.commander(side).map_or(0, |(_, command)| command.siege);
        vec![
            (Add::Level, -ground.level()),
            (Add::Artillery, self.artillery_bonus(place, guns)),
            (Add::GroundAndPort, self.ground_bonus(place)),
            (Add::Breach, if ground.breach { table.breach } else { 0 }),
            (Add::SiegeWorks, works("-") * minus + works("+") * plus),
            (Add::MouthsWithin, eaters),
            (Add::Leaders, siege(besiegers) - siege(&inside)),
        ]
    }

    /// The bonus of guns against a fortress of this level.
    pub(super) fn artillery_bonus(&self, place: &Place, guns: i32) -> i32 {
        let level = self.position.grounds.get(place).map_or(0, |ground| usize::from(ground.fortress));
        let row = self.world.tables.siege.artillery_bonus.get(level);
        row.map_or(0, |row| row.iter().filter(|least| guns >= **least).count() as i32)
    }

    fn ground_bonus(&self, place: &Place) -> i32 {
        let table = &self.world.tables.siege;
        let (Some(province), Some(ground)) =
            (self.world.map.provinces.get(place), self.position.grounds.get(place))
        else {
            return 0;
        };
        let holder = ground.control.clone().unwrap_or_default();
        let open_port = ground.port > Port::None && !self.is_shut(place, &holder);
        if ground.fort {
            return table.fort;
        }
        if province.overseas {
            return if open_port { table.overseas_port } else { 0 };
        }
        match (province.terrain == Terrain::Plain, open_port) {
            (true, true) => table.open_port,
            (false, true) => table.rough_open_port,
            (false, false) => table.rough,
            (true, false) => 0,
        }
    }

    /// Whether a port is shut in for its holder.
    fn is_shut(&self, port: &Place, holder: &Owner) -> bool {
        !self.blockaders(port, holder, u32::MAX).is_empty()
    }

    /// Who is within a fortress.
    pub(super) fn inside(&self, place: &Place) -> Vec<Piece> {
        let within = |stack: &Stack| stack.at == *place && stack.posture == Posture::Fortress;
        self.ranked(|id, _, stack| within(stack) && Stack::kind(id) == StackKind::Land)
    }

    /// Honours of war: who was within goes with a detachment more to the nearest friendly fortress that is not besieged.
    /// Who finds none leaves the board, and the referee places it (PLACE GARRISON).
    fn honours(&mut self, place: &Place, besiegers: &[Piece]) {
        let Some(holder) = self.holder(place) else { return };
        let refuge = self.honours_refuge(place, &holder);
        let inside = self.inside(place);
        let leave: i32 = inside.iter().map(|id| self.detachments(id)).sum();
        let detachments = leave + self.world.tables.siege.honours_detachment;
        let first = match &refuge {
            Some(refuge) => self.march_out(place, &holder, refuge),
            None => inside.first().cloned(),
        };
        self.tell(Fact::Honours {
            place: place.clone(),
            others: inside.into_iter().filter(|id| Some(id) != first.as_ref()).collect(),
            first,
            granted_by: besiegers.first().cloned(),
            refuge: refuge.clone(),
            detachments,
        });
        if refuge.is_none() {
            self.lose_garrison(place);
        }
        self.fall(place, besiegers);
    }

    fn surrender(&mut self, place: &Place, besiegers: &[Piece]) {
        self.lose_garrison(place);
        self.fall(place, besiegers);
    }

    pub(super) fn lose_garrison(&mut self, place: &Place) {
        for id in self.inside(place) {
            let all = self.thirds(&id);
            self.lose(&id, all);
        }
    }

    /// All who are within go to a refuge; the garrison is the holder's, and goes with the first stack of his. That stack.
    fn march_out(&mut self, place: &Place, holder: &Owner, refuge: &Place) -> Option<Piece> {
        let inside = self.inside(place);
        for id in &inside {
            if let Some(stack) = self.stack_mut(id) {
                (stack.at, stack.posture) = (refuge.clone(), Posture::Open);
            }
            self.set_state(id, State::Resting);
            self.crowd_if_full(id);
        }
        match inside.into_iter().find(|id| self.owner(id) == *holder) {
            Some(first) => {
                self.add_detachment(&first);
                Some(first)
            }
            None => Some(self.place_garrison(holder, refuge)),
        }
    }

    fn add_detachment(&mut self, id: &Piece) {
        let arms = &self.world.tables.arms;
        let garrison = Force::of(
            &vec![Size::Detachment; usize::try_from(self.world.tables.siege.honours_detachment).unwrap_or(1)],
            arms,
        );
        if let Some(stack) = self.position.stacks.get_mut(id) {
            stack.force.join(garrison);
        }
    }

    fn place_garrison(&mut self, holder: &Owner, refuge: &Place) -> Piece {
        let head: String = holder.chars().take(2).collect();
        let like = self
            .position
            .stacks
            .iter()
            .find(|(id, stack)| stack.owner == *holder && Stack::kind(id) == StackKind::Land)
            .map(|(id, _)| id.clone());
        let id = self
            .position
            .free_id(&like.unwrap_or_else(|| Piece::from(format!("{}-1", head.to_ascii_uppercase()))));
        let said = self.position.stacks.values().any(|stack| stack.supply_is_said);
        let stack =
            Stack { owner: holder.clone(), at: refuge.clone(), supply_is_said: said, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        self.enrol(id.clone());
        self.add_detachment(&id);
        id
    }

    /// The nearest friendly fortress that is not besieged, by the owner's own costs.
    fn honours_refuge(&self, place: &Place, holder: &Owner) -> Option<Place> {
        let mut known = std::collections::BTreeMap::from([(place.clone(), 0_u32)]);
        let mut queue = std::collections::BTreeSet::from([(0_u32, place.clone())]);
        while let Some((far, here)) = queue.pop_first() {
            let walled = self.position.grounds.get(&here).is_some_and(|ground| ground.has_wall());
            if here != *place
                && walled
                && self.is_friendly(holder, &here)
                && !self.is_besieged(&here)
                && !self.has_enemies(holder, &here)
            {
                return Some(here);
            }
            for next in self.world.map.beside(&here) {
                let total = far + self.cost(holder, &here, next).unwrap_or(1);
                if known.get(next).is_none_or(|known| total < *known) {
                    known.insert(next.clone(), total);
                    queue.insert((total, next.clone()));
                }
            }
        }
        None
    }

    /// A fortress has fallen: to the owner with most detachments in the siege; an ally's own province goes back to him. It counts from
    /// the next round (rule B1).
    pub(super) fn fall(&mut self, place: &Place, besiegers: &[Piece]) {
        let taker = self.largest(besiegers);
        let table = &self.world.tables.siege;
        let least = if self.world.map.provinces.get(place).is_some_and(|found| found.overseas) {
            0
        } else {
            table.least_level_europe
        };
        let lost = table.levels_lost_when_taken;
        let Some(ground) = self.position.grounds.get_mut(place) else { return };
        if !ground.fort {
            ground.fortress = ground.fortress.saturating_sub(lost).max(least.min(ground.fortress));
        }
        (ground.works, ground.breach, ground.sieged) = (0, false, 0);
        let owner = ground.owner.clone();
        let to = owner.filter(|owner| self.position.allied(owner, &taker)).unwrap_or(taker);
        self.taken.insert(place.clone(), to);
        self.leave_port_of_others(place);
        for id in besiegers {
            if let Some(stack) = self.stack_mut(id) {
                stack.besieging = false;
            }
        }
    }
}
