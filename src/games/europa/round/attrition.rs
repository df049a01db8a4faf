//! Attrition: of who marched far, stands in great numbers, went aboard off a port, has no line, or was at sea (EU-71).

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::{Fact, Toll};
use crate::position::{Campaign, Kind as StackKind, Posture, Stack, Weather};
use crate::tables::Cell;

/// Why a stack rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It spends so many movement points or more.
    Far(u32),
    /// It has so many detachments or more.
    Many(i32),
    /// It goes aboard off a port.
    OffPort,
    /// Its line of supply is long, or leads to a source that is not its own (EU-67).
    WeakLine,
    /// It has no supply (B5).
    NoSupply,
    /// It is a fleet that was at sea.
    AtSea,
    /// It besieges, and the die of its siege is lower than its line of supply is long.
    Siege,
}

/// What the die of attrition may take of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wear {
    pub causes: Vec<Cause>,
    /// In how many cases of 100 something is taken.
    pub some: u8,
    /// In how many nothing is left.
    pub whole: u8,
}

impl Round<'_> {
    /// Every stack that has cause rolls, by initiative and sequence.
    pub(super) fn attrition(&mut self) {
        for id in self.ranked(|_, _, _| true) {
            match Stack::kind(&id) {
                StackKind::Land => self.wear_on_land(&id),
                StackKind::Fleet => self.wear_at_sea(&id),
                StackKind::Privateer | StackKind::Leader => {}
            }
        }
    }

    /// The causes that a stack on land has, but for want of supply.
    fn causes(&self, id: &Piece, is_bad: bool) -> Vec<Cause> {
        let table = &self.world.tables.attrition;
        let Some(progress) = self.progress_of(id) else { return Vec::new() };
        if matches!(progress.state, State::Sheltered | State::Aboard(_))
            || (!progress.moved && !progress.off_port)
        {
            return Vec::new();
        }
        let plain = self.campaign(id) != Campaign::SimpleWithoutLogistics;
        let far = if is_bad { table.from_mp_bad_weather } else { table.from_mp };
        let many = if plain { table.from_detachments } else { table.from_detachments_no_logistics };
        [
            (progress.spent >= far).then_some(Cause::Far(far)),
            (self.detachments(id) >= many).then_some(Cause::Many(many)),
            progress.off_port.then_some(Cause::OffPort),
            progress.weak_line.then_some(Cause::WeakLine),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Why a stack on land rolls, and what is added to its die; none if it has no cause to.
    fn wear_adds(&self, id: &Piece, is_bad: bool, may_wear_in_siege: bool) -> Option<(Vec<Cause>, i32)> {
        let mut causes = self.causes(id, is_bad);
        let progress = self.progress_of(id)?;
        let within = matches!(progress.state, State::Sheltered | State::Aboard(_));
        let must = progress.unsupplied || may_wear_in_siege;
        if within || (causes.is_empty() && !must) {
            return None;
        }
        let table = &self.world.tables.attrition;
        let add_of = |key: &str| table.land.get(key).copied().unwrap_or(0);
        let ground = self.position.grounds.get(&self.at(id));
        let (pillage, revolt) = ground.map_or((0, 0), |ground| (ground.pillage, ground.revolt));
        let more = i32::try_from(causes.len().saturating_sub(1)).unwrap_or(i32::MAX);
        let mut add = table.extra_cause * more - self.manoeuvre(id);
        add += if progress.entered_enemy { add_of("enemy_province") } else { 0 };
        add += if progress.unsupplied { add_of("no_supply") } else { 0 };
        add += [0, add_of("pillage_minus"), add_of("pillage_plus")][usize::from(pillage.min(2))];
        add += [0, add_of("revolt_minus"), add_of("revolt_plus")][usize::from(revolt.min(2))];
        causes.extend(progress.unsupplied.then_some(Cause::NoSupply));
        Some((causes, add))
    }

    fn is_overseas(&self, id: &Piece) -> bool {
        self.world.map.provinces.get(&self.at(id)).is_some_and(|found| found.overseas)
    }

    /// The stacks that roll, as the round stands, and what their dice may take.
    pub(super) fn wear_to_come(&self) -> BTreeMap<Piece, Wear> {
        let all = self.position.stacks.keys();
        all.filter_map(|id| Some((id.clone(), self.wear_of(id)?))).collect()
    }

    fn wear_of(&self, id: &Piece) -> Option<Wear> {
        let is_bad = self.position.weather == Weather::Bad;
        let mut rolls = 10;
        let (causes, add) = match Stack::kind(id) {
            StackKind::Land => match self.wear_adds(id, is_bad, false) {
                Some(both) => both,
                // It rolls if the die of its siege is low.
                None => {
                    rolls = self.progress_of(id).map_or(0, |progress| progress.siege_wears);
                    let (_, add) = self.wear_adds(id, is_bad, rolls > 0)?;
                    (vec![Cause::Siege], add)
                }
            },
            StackKind::Fleet => (vec![Cause::AtSea], self.adds_at_sea(id)?),
            StackKind::Privateer | StackKind::Leader => return None,
        };
        let dice: Vec<[i32; 2]> = (1..=10).map(|die| self.may_be_left(id, die + add)).collect();
        let all = self.at_risk(id);
        let cases = |of: fn(i32, i32) -> bool| dice.iter().flatten().filter(|left| of(**left, all)).count();
        let of_100 = |cases: usize| rolls * u8::try_from(cases).unwrap_or(20) / 2;
        let (some, whole) = (of_100(cases(|left, all| left < all)), of_100(cases(|left, _| left <= 0)));
        Some(Wear { causes, some, whole })
    }

    /// Of how many a share is lost: ships of a fleet, thirds of another stack.
    fn at_risk(&self, id: &Piece) -> i32 {
        match Stack::kind(id) {
            StackKind::Fleet => self.stack(id).map_or(0, |stack| stack.fleet.all()),
            _ => self.thirds(id),
        }
    }

    /// What a total leaves of a stack, in two cases that are as likely as each other: they differ where a tie is for a die.
    fn may_be_left(&self, id: &Piece, total: i32) -> [i32; 2] {
        let all = self.at_risk(id);
        if Stack::kind(id) != StackKind::Fleet && !self.is_overseas(id) {
            return [all - self.by_row(id, total).0; 2];
        }
        let left = all * (100 - self.share(total));
        [(left + 49) / 100, (left + 50) / 100]
    }

    fn wear_on_land(&mut self, id: &Piece) {
        let is_bad = self.position.weather == Weather::Bad;
        let Some((_, add)) = self.wear_adds(id, is_bad, self.wears_in_siege(id)) else { return };
        let die = self.fate.d10("attrition", id.as_str(), None);
        let total = die + add;
        let outcome = if self.is_overseas(id) { self.by_per_cent(id, total) } else { self.by_row(id, total) };
        let (thirds, toll) = outcome;
        let at = self.at(id);
        self.tell(Fact::Wear { stack: id.clone(), place: at.clone(), die, add, toll, lost: thirds });
        if matches!(toll, Toll::Row(Cell { pillages: true, .. }))
            && let Some(ground) = self.position.grounds.get_mut(&at)
        {
            ground.pillage = (ground.pillage + 1).min(2);
        }
        self.lose(id, thirds);
    }

    /// The row of a total: thirds lost, and what the table says.
    fn by_row(&self, id: &Piece, total: i32) -> (i32, Toll) {
        let rows = &self.world.tables.attrition.rows;
        let row = rows.iter().rev().find(|row| total >= row.0).or(rows.first());
        let cell = row.map_or_else(Cell::default, |(_, _, one, two, few, many)| match self.detachments(id) {
            ..=1 => *one,
            2 => *two,
            3..=5 => *few,
            _ => *many,
        });
        // P: with Muskets and later a detachment or a pillage, and the pillage is chosen; before a detachment and a pillage (EU-71).
        let owner = self.owner(id);
        let order = &self.world.tables.land_technology.order;
        let technology = self.position.powers.get(&owner).map_or("", |power| power.land.as_str());
        let later = order.iter().position(|known| known == technology).unwrap_or(0) >= 3;
        let by_p = if cell.pillages && !later { 1 } else { 0 };
        (3 * (cell.lost.unwrap_or(0) + by_p), Toll::Row(cell))
    }

    /// The share that a total takes, in 100.
    fn share(&self, total: i32) -> i32 {
        let rows = &self.world.tables.attrition.rows;
        rows.iter().rev().find(|row| total >= row.0).or(rows.first()).map_or(0, |row| row.1)
    }

    /// Overseas and at sea a share of the survivors: thirds lost.
    fn by_per_cent(&mut self, id: &Piece, total: i32) -> (i32, Toll) {
        let share = self.share(total);
        let thirds = self.thirds(id);
        let survivors = self.survivors(id, thirds, share);
        (thirds - survivors, Toll::Share(share))
    }

    /// What is left of so many when a share is lost, to the nearest whole; a tie is for a die.
    fn survivors(&mut self, id: &Piece, of: i32, share: i32) -> i32 {
        let left = of * (100 - share);
        match (left % 100).cmp(&50) {
            std::cmp::Ordering::Less => left / 100,
            std::cmp::Ordering::Greater => left / 100 + 1,
            std::cmp::Ordering::Equal => left / 100 + (self.fate.lot("remainder", id.as_str()) % 2) as i32,
        }
    }

    /// What is added to the die of a fleet; none if it was not at sea.
    fn adds_at_sea(&self, id: &Piece) -> Option<i32> {
        let progress = self.progress_of(id)?;
        if progress.zones == 0 && !progress.routed {
            return None;
        }
        let (zones, difficulty, routed) = (progress.zones, progress.difficulty, progress.routed);
        let table = &self.world.tables.attrition;
        let sea = &table.sea;
        let stack = self.stack(id)?;
        let naval = self.position.powers.get(&stack.owner).map_or("", |power| power.naval.as_str());
        let steps = |size: u32| i32::try_from(zones / size.max(1)).unwrap_or(0);
        let mut add = sea.always + difficulty - self.manoeuvre(id);
        add += if stack.posture == Posture::Port { sea.port } else { 0 };
        add += match stack.fleet.counters.len() {
            0 | 1 => steps(sea.one_per_zones_small.max(4)),
            2 => sea.two_fleets_per_2_zones * steps(2),
            _ => sea.three_fleets_per_2_zones * steps(2),
        };
        add += table.sea_technology.get(naval).copied().unwrap_or(0);
        add += if self.position.weather == Weather::Bad { sea.bad_weather } else { 0 };
        Some(add + if routed { sea.rout } else { 0 })
    }

    fn wear_at_sea(&mut self, id: &Piece) {
        let Some((add, stack)) = self.adds_at_sea(id).zip(self.stack(id).cloned()) else { return };
        let die = self.fate.d10("attrition", id.as_str(), None);
        let total = die + add;
        let share = self.share(total);
        let all = stack.fleet.all();
        let lost = all - self.survivors(id, all, share);
        let toll = if share == 0 { Toll::Row(Cell::default()) } else { Toll::Share(share) };
        self.tell(Fact::Wear { stack: id.clone(), place: stack.at.clone(), die, add, toll, lost });
        self.lose(id, lost);
        self.drown_what_is_over(id);
    }

    /// The unmodified die of a siege, with its own modifiers: below the distance to the source of supply the besieger wears (eu-board 7).
    pub(super) fn siege_die(&mut self, besiegers: &[Piece], place: &crate::map::Place, die: i32) {
        let table = self.world.tables.attrition.siege;
        let Some(ground) = self.position.grounds.get(place) else { return };
        let first = ground.sieged <= 1;
        let inside: i32 = self.inside(place).iter().map(|id| self.detachments(id)).sum();
        let works =
            table.works_plus * (ground.works / 2) as i32 + table.works_minus * (ground.works % 2) as i32;
        let total =
            die + if first { table.first_round } else { 0 } + table.per_detachment_inside * inside + works;
        for id in besiegers {
            if let Some(progress) = self.progress.get_mut(id) {
                let line = i32::try_from(progress.line).unwrap_or(0);
                progress.siege_wears = (1..=10).map(|face| u8::from(total - die + face < line)).sum();
                progress.quiet_until = if total < line { u32::MAX } else { progress.quiet_until };
            }
        }
    }

    /// Whether the die of the siege made a besieger wear.
    fn wears_in_siege(&self, id: &Piece) -> bool {
        self.progress_of(id).is_some_and(|progress| progress.quiet_until == u32::MAX)
    }
}
