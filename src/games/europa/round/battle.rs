//! A battle on land: two days of fire and shock, rout and pursuit, losses (rules G1, H1; EU-19, EU-63; tables `[battle]`).

use fieldpost_engine::piece::Piece;

use super::command::Command;
use super::losses::{by_line, nearest_third, small_stack};
use super::{Round, leading};
use crate::event::Fact;
use crate::event::account::{Fought, Meeting, Passage, Segment, Throw, Won};
use crate::map::{Crossing, Owner, Place, Terrain};
use crate::orders::Order;
use crate::tables::Column;

/// A side of a battle.
struct Side {
    stacks: Vec<Piece>,
    command: Command,
    owner: Owner,
    technology: String,
    thirds: i32,
    army: bool,
    morale: i32,
    lost_morale: i32,
    inflicted: i32,
    fire: Option<Column>,
    shock: Column,
    /// What its first day suffers for the way it came, in fire and in shock.
    crossing: (i32, i32),
    cavalry: i32,
    guns: i32,
    last_die: i32,
    /// Whether it left the field in the evening of the first day.
    left: bool,
    /// What the second day is worth more to it, for an enemy who tried to leave and could not.
    presses: i32,
}

impl Side {
    fn routs(&self) -> bool {
        self.lost_morale >= self.morale
    }
}

impl Round<'_> {
    /// Two sides fight; the first attacks. What both lose is taken from them. Who won.
    pub(super) fn fight(
        &mut self,
        place: &Place,
        attackers: &[Piece],
        defenders: &[Piece],
        why: Meeting,
    ) -> Won {
        let over = [self.excess(attackers), self.excess(defenders)];
        let flees = attackers
            .iter()
            .chain(defenders)
            .any(|id| self.progress_of(id).is_some_and(|progress| progress.retreating));
        let fought = Box::new(Fought {
            place: place.clone(),
            why: if flees { Meeting::SupplyRetreat } else { why },
            attackers: attackers.to_vec(),
            defenders: defenders.to_vec(),
            winner: None,
            account: Vec::new(),
        });
        let at = self.tell_fight(place, Fact::Battle { fought, excess: Vec::new() });
        for id in attackers.iter().chain(defenders) {
            if let Some(progress) = self.progress.get_mut(id) {
                progress.fought = true;
            }
        }
        if let Some(won) = self.foretold(attackers, defenders) {
            return won;
        }
        let mut a = self.side(place, attackers, defenders, &over[0]);
        let mut b = self.side(place, defenders, attackers, &over[1]);
        let mut told = vec![described(&a, true), described(&b, false)];
        let after = self.days(place, &mut a, &mut b, &mut told);
        let (won, losses) = self.reckoned(place, &mut a, &mut b, after, &mut told);
        let mut excess = Vec::new();
        for (side, lost, over) in [(&a, losses[0], &over[0]), (&b, losses[1], &over[1])] {
            excess.extend(self.share_out(side, lost, over));
        }
        for (side, wins) in [(&a, Won::Attacker), (&b, Won::Defender)] {
            let name = side.command.name.clone();
            self.risk(&side.stacks, &name, won == wins);
            self.rout(&side.stacks, won != wins);
        }
        let fact = self.happened.get_mut(at).map(|happening| &mut happening.event.fact);
        if let Some(Fact::Battle { fought, excess: stood_by }) = fact {
            (fought.winner, fought.account, *stood_by) = (Some(won), told, excess);
        }
        won
    }

    /// Marks who did not win.
    pub(super) fn rout(&mut self, side: &[Piece], routed: bool) {
        for id in side {
            if let Some(progress) = self.progress.get_mut(id) {
                progress.routed |= routed;
            }
        }
    }

    /// Who wins, and thirds that attackers and defenders lose: what was inflicted on the days comes before the winner, so that who has
    /// nothing left pursues nobody and does not win; of two that rout and are left nobody wins, and who came goes back (EU-86).
    fn reckoned(
        &mut self,
        place: &Place,
        a: &mut Side,
        b: &mut Side,
        after: i32,
        told: &mut Vec<Passage>,
    ) -> (Won, [i32; 2]) {
        let won = victor(a, b);
        let by_days = [self.inflicted(place, b, a), self.inflicted(place, a, b)];
        let left = won.after_losses(by_days[0] < a.thirds, by_days[1] < b.thirds);
        if left == won && won == Won::Nobody {
            told.push(Passage::BothRout);
            return (won, self.of_both(place, a, b, told));
        }
        if left != won {
            let gone = if won == Won::Attacker || left == Won::Defender { &*a } else { &*b };
            told.push(Passage::NothingLeft {
                gone: gone.stacks.clone(),
                sides: [a.stacks.clone(), b.stacks.clone()],
                lost: [by_days[0].min(a.thirds), by_days[1].min(b.thirds)],
            });
            return (left, by_days);
        }
        let (winner, loser) = if won == Won::Attacker { (a, b) } else { (b, a) };
        if loser.routs() {
            self.pursuit(place, winner, loser, after, told);
        }
        let [lost, paid] = self.losses(place, winner, loser, told);
        (won, if won == Won::Attacker { [paid, lost] } else { [lost, paid] })
    }

    /// What both lose where nobody won: who goes back rolls for it.
    fn of_both(&mut self, place: &Place, a: &Side, b: &Side, told: &mut Vec<Passage>) -> [i32; 2] {
        if self.attackers_go_back(&a.stacks, &b.stacks) {
            let [lost, paid] = self.losses(place, b, a, told);
            [lost, paid]
        } else {
            let [lost, paid] = self.losses(place, a, b, told);
            [paid, lost]
        }
    }

    /// What a rule case says of who wins, without losses.
    pub(super) fn foretold(&mut self, attackers: &[Piece], defenders: &[Piece]) -> Option<Won> {
        for (side, attacks) in [(attackers, true), (defenders, false)] {
            for id in side {
                if let Some(shown) = self.fate.fixed_roll("winner", id.as_str(), None) {
                    return Some(Won::of((shown == 1) == attacks));
                }
            }
        }
        None
    }

    /// The counters of a side that are over the stacking limit, the last written: thirds by stack (EU-63).
    fn excess(&self, side: &[Piece]) -> Vec<(Piece, i32)> {
        let table = &self.world.tables.stacking;
        let (mut counters, mut detachments) = (0, 0);
        let mut out = Vec::new();
        let mut order: Vec<&Piece> = side.iter().collect();
        order.sort_by_key(|id| self.progress_of(id).is_some_and(|progress| progress.crowded));
        for id in order {
            let mut over = 0;
            for counter in self.stack(id).map(|stack| stack.force.counters.as_slice()).unwrap_or_default() {
                let size = (counter.thirds + 2) / 3;
                if counters + 1 > table.land_counters || detachments + size > table.land_detachments {
                    over += counter.thirds;
                } else {
                    counters += 1;
                    detachments += size;
                }
            }
            if over > 0 {
                out.push((id.clone(), over));
            }
        }
        out
    }

    fn side(&mut self, place: &Place, own: &[Piece], enemies: &[Piece], over: &[(Piece, i32)]) -> Side {
        let (owner, enemy) = (self.largest(own), self.largest(enemies));
        let command = self.leads(own);
        let tables = &self.world.tables;
        let technology = |owner: &Owner| {
            self.position.powers.get(owner).map_or("Renaissance".to_owned(), |power| power.land.clone())
        };
        let (mine, theirs) = (technology(&owner), technology(&enemy));
        let (fire, shock) = tables.land_columns(&mine, &theirs);
        let forces = || own.iter().filter_map(|id| self.stack(id)).map(|stack| &stack.force);
        let whole: i32 = forces().map(|force| force.thirds()).sum();
        let veterans: i32 = forces().map(|force| force.arms.veterans()).sum();
        let excess: i32 = over.iter().map(|(_, thirds)| thirds).sum();
        let at = tables.land_technology.order.iter().position(|known| *known == mine).unwrap_or(0);
        let plain = tables.land_technology.morale.get(at).copied().unwrap_or(1);
        let special =
            tables.land_technology.morale_against.get(&mine).and_then(|row| row.get(&theirs)).copied();
        let veteran = if whole > 0 && 2 * veterans >= whole {
            tables.land_technology.veteran.get(at).copied().unwrap_or(0)
        } else {
            0
        };
        let tercios = self.position.powers.get(&owner).is_some_and(|power| power.tercios);
        let tercio = if tercios { tables.land_technology.tercios.morale } else { 0 };
        let attacks = self.clashes.get(place).is_none_or(|clash| clash.within.is_empty())
            || own.first() == self.attacker_of(own, enemies).as_ref();
        Side {
            stacks: own.to_vec(),
            technology: mine,
            thirds: whole - excess,
            army: forces().any(|force| force.has_army()),
            morale: special.unwrap_or(plain) + veteran + tercio,
            lost_morale: 0,
            inflicted: 0,
            fire,
            shock,
            crossing: if attacks { self.crossing(own) } else { (0, 0) },
            cavalry: self.cavalry(place, &owner, own),
            guns: self.guns(own),
            last_die: 0,
            left: false,
            presses: 0,
            command,
            owner,
        }
    }

    /// Who of two sides came last: the one that attacks.
    fn attacker_of(&self, own: &[Piece], enemies: &[Piece]) -> Option<Piece> {
        let entered =
            |id: &Piece| (self.progress_of(id).map_or(0, |progress| progress.entered), self.key_of(id));
        let last = |side: &[Piece]| side.iter().max_by_key(|id| entered(id)).cloned();
        let (mine, theirs) = (last(own)?, last(enemies)?);
        if entered(&mine) >= entered(&theirs) { own.first().cloned() } else { None }
    }

    /// What the first day suffers: over a river or a pass, over a strait or from ships.
    fn crossing(&self, side: &[Piece]) -> (i32, i32) {
        let table = &self.world.tables.battle.terrain;
        let add = |key: &str| table.get(key).copied().unwrap_or(0);
        let Some(progress) =
            side.first().and_then(|id| self.progress_of(id)).filter(|progress| progress.moved)
        else {
            return (0, 0);
        };
        if progress.landed_from.is_some() || progress.crossed == Crossing::Strait {
            return (add("strait_fire"), add("strait_shock"));
        }
        match progress.crossed {
            Crossing::River | Crossing::Pass => (add("river"), add("river")),
            _ => (0, 0),
        }
    }

    /// The shock of cavalry, by class, period and ground.
    fn cavalry(&self, place: &str, owner: &str, side: &[Piece]) -> i32 {
        let horse: i32 =
            side.iter().filter_map(|id| self.stack(id)).map(|stack| stack.force.arms.cavalry()).sum();
        let ground = self.world.map.provinces.get(place).map_or("plain", |found| found.terrain.word());
        let class = self.world.tables.class(owner);
        let rides = self.world.tables.battle.cavalry.iter().any(|(who, periods, grounds)| {
            (who == class || who == owner)
                && within(periods, self.position.period)
                && grounds.contains(ground)
        });
        if horse > 0 && rides { self.world.tables.battle.modifiers.cavalry_shock } else { 0 }
    }

    /// The artillery of a side: its best army, +2 if another has 2 or more, +1 if another has 1.
    pub(super) fn guns(&self, side: &[Piece]) -> i32 {
        use crate::position::Size;
        let mut values: Vec<i32> = Vec::new();
        for stack in side.iter().filter_map(|id| self.stack(id)) {
            let tables = &self.world.tables;
            let whole = tables
                .by_period(&tables.artillery, &stack.owner, self.position.period)
                .and_then(|row| row.first().copied())
                .unwrap_or(0);
            let of = |size: Size| if size == Size::ArmyPlus { whole } else { whole / 2 };
            values.extend(
                stack
                    .force
                    .counters
                    .iter()
                    .filter(|counter| counter.size.is_army())
                    .map(|counter| of(counter.size)),
            );
        }
        values.sort_unstable_by(|one, other| other.cmp(one));
        let more = match values.get(1) {
            Some(2..) => 2,
            Some(1) => 1,
            _ => 0,
        };
        values.first().map_or(0, |best| best + more)
    }

    /// Both days; what pursuit adds for when it ended.
    fn days(&mut self, place: &Place, a: &mut Side, b: &mut Side, told: &mut Vec<Passage>) -> i32 {
        let pursuit = &self.world.tables.battle.pursuit;
        let (early, after_fire) = (pursuit.after_day_1, pursuit.after_fire);
        for day in 1..=2 {
            for fire in [true, false] {
                self.segment(place, a, b, day, fire, told);
                if a.routs() || b.routs() {
                    return if day == 1 { early } else { 0 } + if fire { after_fire } else { 0 };
                }
            }
            if day == 1 && (self.leaves(a, b, told) || self.leaves(b, a, told)) {
                break;
            }
        }
        0
    }

    /// RETREAT AFTER FIRST DAY (rule A1; table `[battle]`): a die of at most manoeuvre and the morale that is left. Who fails is fought
    /// the harder on the second day. The attacker tries first, as before combat (EU-16).
    fn leaves(&mut self, own: &mut Side, enemy: &mut Side, told: &mut Vec<Passage>) -> bool {
        let Some(by) = own.stacks.first().cloned() else { return false };
        if !self.has(&by, &Order::RetreatAfterDay) {
            return false;
        }
        let most = own.command.values[0] + own.morale - own.lost_morale;
        let die = self.fate.d10("withdrawal", by.as_str(), None);
        own.left = die <= most;
        if !own.left {
            enemy.presses = self.world.tables.battle.modifiers.failed_retreat_enemy_day_2;
        }
        told.push(Passage::Evening { by, die, most, leaves: own.left });
        own.left
    }

    /// Both roll at once.
    fn segment(
        &mut self,
        place: &Place,
        a: &mut Side,
        b: &mut Side,
        day: i32,
        fire: bool,
        told: &mut Vec<Passage>,
    ) {
        let one = self.roll(place, a, b, day, fire);
        let other = self.roll(place, b, a, day, fire);
        let segment = if fire { Segment::Fire } else { Segment::Shock };
        told.push(Passage::Exchange { day, segment, throws: [one.1, other.1] });
        a.inflicted += one.0[0];
        b.inflicted += other.0[0];
        b.lost_morale += one.0[1];
        a.lost_morale += other.0[1];
    }

    fn roll(
        &mut self,
        place: &Place,
        own: &mut Side,
        enemy: &Side,
        day: i32,
        fire: bool,
    ) -> ([i32; 2], Throw) {
        let column = if fire { own.fire } else { Some(own.shock) };
        let by = leading(&own.stacks);
        let Some(column) = column.filter(|_| !fire || own.technology != "Medieval") else {
            return ([0, 0], Throw::None { by });
        };
        let on = enemy.stacks.first().map(ToString::to_string);
        let die = self.fate.d10(if fire { "fire" } else { "shock" }, by.as_str(), on.as_deref());
        own.last_die = die;
        let total = die + self.modifiers(place, own, enemy, day, fire);
        let [mut thirds, stars] = self.world.tables.result(column, total);
        let mut hits = stars;
        if fire {
            (thirds, hits) = fired(&own.technology, own.army, thirds, stars);
        }
        ([thirds, hits], Throw::Dice { by, die, total, column, thirds, stars: hits })
    }

    fn modifiers(&self, place: &Place, own: &Side, enemy: &Side, day: i32, fire: bool) -> i32 {
        let table = &self.world.tables.battle;
        let which = if fire { 1 } else { 2 };
        let mut add = (own.command.values[which] - enemy.command.values[which]).clamp(0, 3);
        add += if day == 2 { table.modifiers.second_day + own.presses } else { 0 };
        let ground = self.world.map.provinces.get(place).map_or(Terrain::Plain, |found| found.terrain);
        let rough = table.terrain.get(ground.word()).copied().unwrap_or(0);
        let phasing =
            own.stacks.first().and_then(|id| self.progress_of(id)).is_some_and(|progress| progress.moved);
        add += if ground != Terrain::Mountain || phasing { rough } else { 0 };
        if day == 1 {
            add += if fire { own.crossing.0 } else { own.crossing.1 };
        }
        if fire {
            add += if own.army { 0 } else { table.modifiers.no_army_fire };
            add += if own.guns >= 6 { table.modifiers.artillery_6_fire } else { 0 };
        } else {
            add += if own.thirds >= enemy.thirds + 9 { table.modifiers.detachments_3_more_shock } else { 0 };
            add += own.cavalry;
            add += self.against_tercios(own, enemy);
        }
        add
    }

    fn against_tercios(&self, own: &Side, enemy: &Side) -> i32 {
        let table = &self.world.tables.land_technology.tercios;
        let stand = *enemy.owner == *table.owner
            && enemy.army
            && self.position.powers.get(&enemy.owner).is_some_and(|power| power.tercios);
        let class = self.world.tables.class(&own.owner);
        if stand && !table.enemy_except.iter().any(|except| except == class) {
            table.enemy_army_shock
        } else {
            0
        }
    }

    fn pursuit(
        &mut self,
        place: &Place,
        winner: &mut Side,
        loser: &Side,
        after: i32,
        told: &mut Vec<Passage>,
    ) {
        let by = winner.stacks.first().map(ToString::to_string).unwrap_or_default();
        let die = self.fate.d10("pursuit", &by, None);
        let table = &self.world.tables.battle.pursuit;
        let rough = self.world.map.provinces.get(place).is_some_and(|found| found.terrain != Terrain::Plain);
        let total = die
            + after
            + (winner.command.values[2] - loser.command.values[2]).max(0)
            + if rough { table.rough } else { 0 };
        let column = table.column;
        let [thirds, _] = self.world.tables.result(column, total);
        winner.inflicted += thirds;
        told.push(Passage::Pursuit { of: loser.stacks.clone(), die, total, column, thirds });
    }

    /// Losses of the loser and of the winner in thirds, by size, class and retreat.
    fn losses(&mut self, place: &Place, winner: &Side, loser: &Side, told: &mut Vec<Passage>) -> [i32; 2] {
        let by = loser.stacks.first().map(ToString::to_string).unwrap_or_default();
        let die = self.fate.d10("retreat", &by, None);
        let manoeuvre = if loser.routs() { 0 } else { loser.command.values[0] };
        let rows = &self.world.tables.battle.retreat_losses;
        let more = rows.iter().find(|(most, _)| die - manoeuvre <= *most).map_or(0, |(_, thirds)| *thirds);
        let (by_winner, by_loser) = (self.modified(winner, loser), self.modified(loser, winner));
        let (lost, paid) = (self.rounded(place, by_winner + more), self.rounded(place, by_loser));
        told.push(Passage::Reckoning {
            winner: winner.stacks.clone(),
            loser: loser.stacks.clone(),
            die,
            inflicted: [winner.inflicted, loser.inflicted],
            by_size: [by_winner, by_loser],
            retreat: more,
            lost: [lost, paid],
        });
        [lost, paid]
    }

    /// What a side took from another on the days of battle, as it is lost.
    fn inflicted(&self, place: &Place, by: &Side, on: &Side) -> i32 {
        self.rounded(place, self.modified(by, on))
    }

    /// In Europe whole detachments are lost.
    fn rounded(&self, place: &Place, thirds: i32) -> i32 {
        let europe = self.world.map.provinces.get(place).is_none_or(|found| !found.overseas);
        if europe { (thirds + 1) / 3 * 3 } else { thirds }
    }

    fn modified(&self, by: &Side, on: &Side) -> i32 {
        let tables = &self.world.tables;
        let small = small_stack(&tables.battle.small_stack, by.thirds, by.last_die);
        let reduced = (by.inflicted + small).max(0).min(tables.battle.cap.land * by.thirds);
        let period = usize::from(self.position.period.max(1)) - 1;
        let size = |owner: &Owner| {
            tables
                .battle
                .class_size
                .get(tables.class(owner))
                .and_then(|row| row.get(period))
                .copied()
                .unwrap_or(0)
        };
        by_line(tables, nearest_third(size(&by.owner) - size(&on.owner)), reduced)
    }

    /// Takes the losses of a side from its stacks, a detachment at a time from the largest; who stood by beyond the limit loses the same
    /// thirds a detachment, down. What those lost.
    fn share_out(&mut self, side: &Side, thirds: i32, over: &[(Piece, i32)]) -> Vec<(Piece, i32)> {
        let excess: Vec<(Piece, i32)> = over
            .iter()
            .map(|(id, stood)| {
                (
                    id.clone(),
                    if side.thirds > 0 { stood * thirds.min(side.thirds) / side.thirds } else { *stood },
                )
            })
            .collect();
        let mut left = thirds.min(side.thirds);
        while left > 0 {
            let stood =
                |id: &Piece| over.iter().find(|(other, _)| other == id).map_or(0, |(_, stood)| *stood);
            let largest = side
                .stacks
                .iter()
                .filter(|id| self.fights(id))
                .max_by_key(|id| (self.thirds(id) - stood(id), std::cmp::Reverse(self.key_of(id))))
                .cloned();
            let Some(id) = largest else { break };
            let lost = self.lose(&id, left.min(3));
            if lost == 0 {
                break;
            }
            left -= lost;
        }
        for (id, lost) in &excess {
            self.lose(id, *lost);
        }
        excess
    }
}

/// What fire comes to by technology: none, stars alone where an army is, half, or all of it.
fn fired(technology: &str, army: bool, thirds: i32, stars: i32) -> (i32, i32) {
    match technology {
        "Medieval" => (0, 0),
        "Renaissance" => (0, if army { stars } else { 0 }),
        "Arquebus" => (if thirds > 0 { (thirds / 2).max(1) } else { 0 }, stars),
        _ => (thirds, stars),
    }
}

/// Who wins: who neither routs nor leaves; of two that do nobody; of two that stand the one that lost less morale, then the one that
/// inflicted more, then the defender.
fn victor(a: &Side, b: &Side) -> Won {
    let standing = |side: &Side| side.morale - side.lost_morale;
    let ahead = (b.lost_morale, standing(a), a.inflicted) > (a.lost_morale, standing(b), b.inflicted);
    Won::by_rout(a.routs() || a.left, b.routs() || b.left, ahead)
}

/// Whether a period is within words such as `III-V`; words of another kind hold in any.
fn within(periods: &str, period: u8) -> bool {
    let roman = |word: &str| {
        ["I", "II", "III", "IV", "V", "VI", "VII"].iter().position(|known| *known == word.trim())
    };
    match periods.split_once('-').map(|(from, to)| (roman(from), roman(to))) {
        Some((Some(from), Some(to))) => (from + 1..=to + 1).contains(&usize::from(period)),
        _ => true,
    }
}

fn described(side: &Side, attacks: bool) -> Passage {
    let name = &side.command.name;
    Passage::Stands {
        attacks,
        side: side.stacks.clone(),
        thirds: side.thirds,
        leader: (!name.is_empty()).then(|| name.clone()),
        values: side.command.values,
        morale: side.morale,
    }
}
