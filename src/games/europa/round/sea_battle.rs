//! A battle at sea: wind, fire, boarding, pursuit (rules A1, G2, H1; EU-21, EU-78).

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;

use super::Round;
use super::command::Command;
use crate::event::account::{Fought, Meeting, Passage, Segment, Throw, Won};
use crate::event::{Fact, Hangs, Keeping};
use crate::map::{Basin, Owner, Place};
use crate::orders::Order;
use crate::position::Ship;
use crate::tables::{Column, Factor};

struct Side {
    stacks: Vec<Piece>,
    command: Command,
    line: Ship,
    technology: String,
    ships: i32,
    morale: i32,
    lost_morale: i32,
    inflicted: i32,
    fire: Option<Column>,
    shock: Column,
    wind: bool,
}

impl Side {
    fn routs(&self) -> bool {
        self.lost_morale >= self.morale
    }
}

impl Round<'_> {
    /// Two sides fight at sea; the first attacks. Who won.
    pub(super) fn fight_at_sea(
        &mut self,
        sea: &Place,
        attackers: &[Piece],
        defenders: &[Piece],
        why: Meeting,
    ) -> Won {
        self.battles.insert(sea.clone());
        let lines = [self.first_line(attackers), self.first_line(defenders)];
        let fought = Box::new(Fought {
            place: sea.clone(),
            why,
            attackers: attackers.to_vec(),
            defenders: defenders.to_vec(),
            winner: None,
            account: Vec::new(),
        });
        let at = self.tell_fight(sea, Fact::SeaBattle { fought, first_line: lines });
        if let Some(won) = self.foretold(attackers, defenders) {
            return won;
        }
        let mut a = self.sea_side(attackers, defenders, lines[0], lines[1]);
        let mut b = self.sea_side(defenders, attackers, lines[1], lines[0]);
        let mut told = Vec::new();
        self.wind(&mut a, &mut b, &mut told);
        let (after, broke_off) = self.sea_days(sea, &mut a, &mut b, &mut told);
        let won = self.sea_reckoned((&mut a, &mut b), after, broke_off, &mut told);
        for (side, wins) in [(&a, Won::Attacker), (&b, Won::Defender)] {
            let name = side.command.name.clone();
            self.risk(&side.stacks, &name, won == wins);
            self.rout(&side.stacks, won != wins);
        }
        let fact = self.happened.get_mut(at).map(|happening| &mut happening.event.fact);
        if let Some(Fact::SeaBattle { fought, .. }) = fact {
            (fought.winner, fought.account) = (Some(won), told);
        }
        won
    }

    /// Takes what both lose, and says who won: as on land, who has no ship left pursues nobody and does not win, and of two that rout
    /// nobody wins (EU-86).
    fn sea_reckoned(
        &mut self,
        (a, b): (&mut Side, &mut Side),
        after: i32,
        broke_off: Option<bool>,
        told: &mut Vec<Passage>,
    ) -> Won {
        let won = match broke_off {
            Some(attacker) => Won::of(!attacker),
            None => sea_victor(a, b),
        };
        let left = won.after_losses(self.floats(a, b), self.floats(b, a));
        let is_chased = won == left && won != Won::Nobody && broke_off.is_none();
        if left == Won::Nobody {
            told.push(Passage::NobodyWins);
        }
        let goes_back = left == Won::Nobody && self.attackers_go_back(&a.stacks, &b.stacks);
        let (winner, loser) =
            if left == Won::Attacker || (left == Won::Nobody && !goes_back) { (a, b) } else { (b, a) };
        let captured =
            if is_chased && loser.routs() { self.sea_pursuit(winner, loser, after, told) } else { 0 };
        self.sea_losses(winner, loser, captured, told);
        left
    }

    /// Whether a side has ships left after what the other inflicted on the days, were it the winner.
    fn floats(&self, side: &Side, enemy: &Side) -> bool {
        let ships: i32 =
            side.stacks.iter().filter_map(|id| self.stack(id)).map(|stack| stack.fleet.all()).sum();
        (self.sunk(enemy) + 1) / 3 < ships
    }

    /// The first line of a side: as ordered, else the most numerous, a tie for warships (rule G2).
    fn first_line(&self, side: &[Piece]) -> Ship {
        let said = side.iter().flat_map(|id| self.orders(id)).find_map(|order| match order {
            Order::FirstLine(ship) => Some(ship),
            _ => None,
        });
        let count = |ship: Ship| -> i32 {
            side.iter().filter_map(|id| self.stack(id)).map(|stack| stack.fleet.fit(ship)).sum()
        };
        let most = if count(Ship::Galley) > count(Ship::Warship) { Ship::Galley } else { Ship::Warship };
        said.filter(|ship| count(*ship) > 0).unwrap_or(most)
    }

    fn sea_side(&mut self, own: &[Piece], enemies: &[Piece], line: Ship, against: Ship) -> Side {
        let command = self.leads(own);
        let (owner, enemy) = (self.largest(own), self.largest(enemies));
        let technology = |owner: &Owner, line: Ship| {
            let naval = self.position.powers.get(owner).map_or("Carrack", |power| power.naval.as_str());
            let newer = matches!(naval, "Battery" | "Vessel" | "Three-decker" | "74s");
            if line == Ship::Galley && !newer { "Galley".to_owned() } else { naval.to_owned() }
        };
        let (mine, theirs) = (technology(&owner, line), technology(&enemy, against));
        let tables = &self.world.tables;
        let (fire, shock) = tables.naval_columns(&mine, &theirs);
        let at = tables.naval_technology.order.iter().position(|known| *known == mine).unwrap_or(0);
        let ships: i32 = own.iter().filter_map(|id| self.stack(id)).map(|stack| stack.fleet.fighting()).sum();
        let morale =
            if ships == 0 { 0 } else { tables.naval_technology.morale.get(at).copied().unwrap_or(1) };
        Side {
            stacks: own.to_vec(),
            command,
            line,
            technology: mine,
            ships,
            morale,
            lost_morale: 0,
            inflicted: 0,
            fire,
            shock,
            wind: false,
        }
    }

    /// Each side rolls with its admiral's manoeuvre and its ships; the higher has the wind, of equals neither.
    fn wind(&mut self, a: &mut Side, b: &mut Side, told: &mut Vec<Passage>) {
        let order = &self.world.tables.naval_technology.order;
        let at = |side: &Side| order.iter().position(|known| *known == side.technology).unwrap_or(0);
        let factor = |own: usize, other: usize| match self
            .world
            .tables
            .wind
            .factor
            .get(own)
            .and_then(|row| row.get(other))
        {
            Some(Factor::Add(add)) => Some(*add),
            _ => None,
        };
        let (one, other) = (factor(at(a), at(b)), factor(at(b), at(a)));
        let (Some(one), Some(other)) = (one, other) else { return };
        if a.ships == 0 || b.ships == 0 {
            return;
        }
        let roll = |round: &mut Self, side: &Side, add: i32| {
            let by = side.stacks.first().map(ToString::to_string).unwrap_or_default();
            round.fate.d10("wind", &by, None)
                + side.command.values[0] * i32::from(!side.command.name.is_empty())
                + add
        };
        let (one, other) = (roll(self, a, one), roll(self, b, other));
        (a.wind, b.wind) = (one > other, other > one);
        told.push(Passage::Wind { attacker: one, defender: other });
    }

    /// Both days; what pursuit adds, and who broke off with the wind (rule A1): the attacker or the defender.
    fn sea_days(
        &mut self,
        sea: &Place,
        a: &mut Side,
        b: &mut Side,
        told: &mut Vec<Passage>,
    ) -> (i32, Option<bool>) {
        let pursuit = &self.world.tables.battle.pursuit;
        let (early, after_fire) = (pursuit.after_day_1, pursuit.after_fire);
        for day in 1..=2 {
            for fire in [true, false] {
                self.sea_segment(sea, a, b, day, fire, told);
                if a.routs() || b.routs() {
                    return (if day == 1 { early } else { 0 } + if fire { after_fire } else { 0 }, None);
                }
                if day == 1 && fire {
                    for (side, attacker) in [(&*a, true), (&*b, false)] {
                        let Some(id) = self.would_break_off(side) else { continue };
                        if side.wind {
                            self.breaks_off(sea, id);
                            return (0, Some(attacker));
                        }
                        told.push(Passage::NoWind { by: id });
                    }
                }
            }
        }
        (0, None)
    }

    /// Who of a side is to retreat after the fire (rule A1).
    fn would_break_off(&self, side: &Side) -> Option<Piece> {
        side.stacks.iter().find(|id| self.has(id, &Order::RetreatAfter)).cloned()
    }

    fn breaks_off(&mut self, sea: &Place, id: Piece) {
        self.tell(Fact::BrokeOff { stack: id, place: sea.clone() });
    }

    fn sea_segment(
        &mut self,
        sea: &Place,
        a: &mut Side,
        b: &mut Side,
        day: i32,
        fire: bool,
        told: &mut Vec<Passage>,
    ) {
        let one = self.sea_roll(sea, a, b, day, fire);
        let other = self.sea_roll(sea, b, a, day, fire);
        let segment = if fire { Segment::SeaFire } else { Segment::Boarding };
        told.push(Passage::Exchange { day, segment, throws: [one.1, other.1] });
        a.inflicted += one.0[0];
        b.inflicted += other.0[0];
        b.lost_morale += one.0[1];
        a.lost_morale += other.0[1];
    }

    fn sea_roll(&mut self, sea: &Place, own: &Side, enemy: &Side, day: i32, fire: bool) -> ([i32; 2], Throw) {
        let by = super::leading(&own.stacks);
        let column = if fire { own.fire } else { Some(own.shock) };
        let Some(column) = column.filter(|_| own.ships > 0) else {
            return ([0, 0], Throw::None { by });
        };
        let on = enemy.stacks.first().map(ToString::to_string);
        let die = self.fate.d10(if fire { "fire" } else { "shock" }, by.as_str(), on.as_deref());
        let total = die + self.sea_modifiers(sea, own, enemy, day, fire);
        let [mut thirds, stars] = self.world.tables.result(column, total);
        if fire && own.technology == "Galley" {
            thirds = (thirds + 1) / 2;
        }
        ([thirds, stars], Throw::Dice { by, die, total, column, thirds, stars })
    }

    fn sea_modifiers(&self, sea: &Place, own: &Side, enemy: &Side, day: i32, fire: bool) -> i32 {
        let (table, days) = (&self.world.tables.battle.sea, &self.world.tables.battle.modifiers);
        let which = if fire { 1 } else { 2 };
        let mut add = (own.command.values[which] - enemy.command.values[which]).clamp(0, 3);
        add += if day == 2 { days.second_day } else { 0 };
        add += if own.wind { table.wind } else { 0 };
        add += if own.lost_morale > enemy.lost_morale { table.more_morale_lost } else { 0 };
        let more = own.ships - enemy.ships;
        add += match (fire, more) {
            (true, 3..) => table.ships_3_more_fire,
            (false, 7..) => table.ships_7_more_shock,
            (false, 1..) => table.ships_1_more_shock,
            _ => 0,
        };
        let inner = self.world.map.seas.get(sea).is_some_and(|found| found.basin == Basin::Mediterranean);
        if own.line == Ship::Galley && enemy.line == Ship::Warship {
            add += if inner && self.position.period <= 3 {
                table.galleys_in_mediterranean_to_turn_25
            } else {
                0
            };
            add += if self.position.period >= 5 { table.galleys_from_turn_35 } else { 0 };
        }
        add
    }

    /// Stars of the pursuit: each captures a ship.
    fn sea_pursuit(&mut self, winner: &mut Side, loser: &Side, after: i32, told: &mut Vec<Passage>) -> i32 {
        let by = winner.stacks.first().map(ToString::to_string).unwrap_or_default();
        let die = self.fate.d10("pursuit", &by, None);
        let table = &self.world.tables.battle.pursuit;
        let column = if loser.line == Ship::Galley || loser.ships == 0 {
            table.column_against_galleys_or_transports
        } else {
            table.column
        };
        let total = die
            + after
            + (winner.command.values[0] - loser.command.values[0]).max(0)
            + if winner.wind { table.wind } else { 0 }
            + if winner.ships >= loser.ships + 5 { table.ships_5_more } else { 0 };
        let [thirds, stars] = self.world.tables.result(column, total);
        winner.inflicted += thirds;
        told.push(Passage::SeaPursuit { die, total, column, thirds, stars });
        stars
    }

    /// Losses by size; of the winner each first ship is damaged, each second destroyed, each third repaired; of the loser damaged, destroyed,
    /// damaged.
    fn sea_losses(&mut self, winner: &Side, loser: &Side, captured: i32, told: &mut Vec<Passage>) {
        let (of_loser, of_winner) = (self.sunk(winner), self.sunk(loser));
        told.push(Passage::Hit { beaten: of_loser, winner: of_winner });
        let destroyed = (of_loser + 1) / 3;
        self.strike(&loser.stacks, of_loser - destroyed, destroyed);
        let destroyed = (of_winner + 1) / 3;
        let damaged = (of_winner + 2) / 3 - of_winner / 3;
        self.strike(&winner.stacks, damaged, destroyed);
        self.capture(winner, loser, captured);
    }

    /// Ships that a side hits.
    fn sunk(&self, by: &Side) -> i32 {
        let table = &self.world.tables.battle;
        let small =
            table.small_fleet.iter().find(|(ships, _)| *ships == by.ships).map_or(0, |(_, change)| *change);
        let reduced = (by.inflicted + small).max(0).min(3 * table.cap.sea * by.ships);
        let line =
            table.fleet_lines.iter().rev().find(|(ships, _)| by.ships >= *ships).map_or(0, |(_, line)| *line);
        (super::losses::by_line(&self.world.tables, line, reduced) + 1) / 3
    }

    /// Damages and sinks ships of a side, of the largest stack first.
    fn strike(&mut self, side: &[Piece], damaged: i32, destroyed: i32) {
        let size = |round: &Self, id: &Piece| round.stack(id).map_or(0, |stack| stack.fleet.all());
        for _ in 0..destroyed {
            let largest =
                side.iter().max_by_key(|id| (size(self, id), std::cmp::Reverse(self.key_of(id)))).cloned();
            let Some(id) = largest.filter(|id| size(self, id) > 0) else { return };
            self.lose(&id, 1);
            self.drown_what_is_over(&id);
        }
        for _ in 0..damaged {
            let fit = |round: &Self, id: &Piece| round.stack(id).map_or(0, |stack| stack.fleet.fighting());
            let largest =
                side.iter().max_by_key(|id| (fit(self, id), std::cmp::Reverse(self.key_of(id)))).cloned();
            let Some(stack) = largest.and_then(|id| self.position.stacks.get_mut(&id)) else { return };
            stack.fleet.damage(1, &[]);
        }
    }

    /// Each star takes a warship, or two galleys or transports.
    fn capture(&mut self, winner: &Side, loser: &Side, stars: i32) {
        let Some(by) = winner.stacks.first().cloned() else { return };
        let mut taken: BTreeMap<Piece, [i32; 3]> = BTreeMap::new();
        for _ in 0..stars {
            let Some(id) = loser.stacks.iter().find(|id| self.fights(id)).cloned() else { break };
            let Some(kind) = self.take_one(&by, &id, None) else { break };
            let more = if kind == Ship::Warship { None } else { self.take_one(&by, &id, Some(kind)) };
            taken.entry(id).or_default()[kind as usize] += 1 + i32::from(more.is_some());
        }
        for (from, ships) in taken {
            let fact = Fact::Captured { stack: by.clone(), from, place: self.at(&by), ships };
            // It follows from the dice and the fleets: the record has these.
            self.tell_as(fact, Hangs::default(), Keeping::OnlyTold);
        }
    }

    /// Takes the next ship that a fleet would lose, if it is of a kind; of which kind it was.
    fn take_one(&mut self, by: &Piece, from: &Piece, only: Option<Ship>) -> Option<Ship> {
        let ships = |round: &Self| round.stack(from).map_or([0; 3], |stack| stack.fleet.ships);
        let had = ships(self);
        if only.is_some_and(|kind| had[kind as usize] == 0) || self.lose(from, 1) == 0 {
            return None;
        }
        let has = ships(self);
        let kind = Ship::ALL.into_iter().find(|ship| has[*ship as usize] < had[*ship as usize])?;
        self.drown_what_is_over(from);
        if let Some(stack) = self.stack_mut(by) {
            stack.fleet.ships[kind as usize] += 1;
        }
        Some(kind)
    }
}

fn sea_victor(a: &Side, b: &Side) -> Won {
    let ahead = (b.lost_morale, a.inflicted) > (a.lost_morale, b.inflicted);
    Won::by_rout(a.routs(), b.routs(), ahead)
}
