//! The battles of a turn, place by place (WISC 7.1-7.6, N-33, N-49, N-54, N-55, N-57).

use std::collections::BTreeMap;

use crate::combat::battle::{self, BATTERY, Closing, Fate, Fighter, Sort};
use crate::event::Fact;
use crate::event::account::{Account, Blow, Fighter as Who, KeptOff, Part};
use crate::orders::{Battle, Gauge};
use crate::place::Place;
use crate::rehearsal::Doubt;
use crate::ship::{Quality, Ship, ShipId};
use crate::turn::Turn;
use fieldpost_ground::square::StrategicSquare;

/// R-10.6b of the land record: what quality and experience make of strength, in thousandths.
const QUALITY: [u32; 7] = [700, 800, 900, 1000, 1100, 1200, 1350];
const EXPERIENCE: [u32; 9] = [800, 880, 950, 1000, 1050, 1100, 1150, 1200, 1250];
const BANDS: [u32; 8] = [0, 3, 8, 15, 24, 35, 48, 63];

/// What a quality makes of strength, in thousandths.
pub fn worth(quality: Quality) -> u32 {
    QUALITY[quality as usize]
}

/// What experience makes of strength, in thousandths; 9 to 15 is the middle.
pub fn seasoned(experience: u32) -> u32 {
    EXPERIENCE[BANDS.iter().filter(|band| experience > **band).count()]
}

/// WISC 7.5: what a ship would fight with at range, neither to windward nor running past.
pub fn strength(ship: &Ship) -> u32 {
    let power = fighter_of(ship, 0, &crate::orders::Sailing::default()).power();
    ((power + 500) / 1000) as u32
}

/// A battle that is to be fought.
struct Field {
    at: Place,
    sides: [Vec<ShipId>; 2],
    /// Whose ships fight on a side: a nation of it.
    nations: [Option<fieldpost_ground::nation::NationCode>; 2],
    /// The batteries of each side, by their place in the list ashore.
    batteries: [Vec<usize>; 2],
    /// Whether all of the first side run past, whatever they are ordered (N-49).
    all_run: bool,
}

impl Turn {
    /// WISC 7.1: sorties, standing in, then a battle at most in each place.
    pub fn battles(&mut self) {
        self.sorties();
        self.stand_ins();
        for at in self.battlegrounds() {
            match self.field(at) {
                Some(field) if self.open.is_some() => self.would_fight(&field),
                Some(field) => self.fight(field),
                None => {}
            }
        }
        self.look_at_laid_up();
    }

    /// N-57: sea areas by code and number, coasts by code, harbors by name, rivers by square.
    fn battlegrounds(&self) -> Vec<Place> {
        let chart = &self.chart;
        let key = |place: &Place| match place {
            Place::Sea(sea, area) => (0, format!("{}{area:02}", chart.sea(*sea).code)),
            Place::Coast(coast) => (1, chart.coast(*coast).code.clone()),
            Place::Harbor(port) => (2, chart.port(*port).name.clone()),
            Place::River(at) => (3, format!("{:04}", chart.grid.index(*at))),
            Place::Transit(..) => (4, String::new()),
        };
        let mut places: Vec<Place> = self.state.groups.keys().copied().collect();
        places.retain(|place| !matches!(place, Place::Transit(..)));
        places.sort_by_key(key);
        places
    }

    /// N-49, N-57: who fights in a place, if anybody does.
    fn field(&self, at: Place) -> Option<Field> {
        let present: Vec<&Ship> = self.state.active_at(at).filter(|ship| self.may_fight(ship.id)).collect();
        let begins = present.iter().find(|ship| {
            let offers = matches!(self.sailing(ship.id).battle, Battle::Engage | Battle::RunPast)
                || self.may_be_fought(ship.id);
            offers && self.has_foes(at, ship.id)
        });
        let (first, all_run) = match begins {
            Some(ship) => (ship.id, false),
            None => (self.shelled(at, &present)?, true),
        };
        let allies = |ship: &&&Ship| self.state.allied(ship.id.nation, first.nation);
        let foes = |ship: &&&Ship| self.state.hostile(ship.id.nation, first.nation);
        let own = present.iter().filter(allies).map(|ship| ship.id).collect();
        let theirs: Vec<ShipId> =
            if all_run { Vec::new() } else { present.iter().filter(foes).map(|ship| ship.id).collect() };
        let batteries = self.guns_about(at, first);
        let theirs_nation = theirs.first().map(|id| id.nation);
        Some(Field {
            at,
            sides: [own, theirs],
            nations: [Some(first.nation), theirs_nation],
            batteries,
            all_run,
        })
    }

    /// In a rehearsal: she went where enemies lie, and whether they offer battle is theirs to say.
    fn may_be_fought(&self, id: ShipId) -> bool {
        let sailing = self.sailing(id);
        let goes_to_them = sailing.sortie || sailing.stand_in.is_some();
        self.open.is_some() && goes_to_them && self.progress.get(&id).is_some_and(|progress| progress.moved)
    }

    fn may_fight(&self, id: ShipId) -> bool {
        self.progress.get(&id).is_some_and(|progress| !progress.fought)
    }

    fn has_foes(&self, at: Place, id: ShipId) -> bool {
        let foes = self.foes_at(at, id.nation).into_iter().any(|foe| self.may_fight(foe));
        foes || (at.is_inland() && self.is_commanded(at, id.nation))
    }

    /// N-49: transports without a warship of theirs before hostile batteries are fired at.
    fn shelled(&self, at: Place, present: &[&Ship]) -> Option<ShipId> {
        let alone = |ship: &&&Ship| {
            let friends = present.iter().filter(|other| self.state.allied(other.id.nation, ship.id.nation));
            ship.id.kind.is_transport() && friends.into_iter().all(|other| other.id.kind.is_transport())
        };
        let under_fire = |ship: &&&Ship| at.is_inland() && self.is_commanded(at, ship.id.nation);
        present.iter().filter(alone).find(under_fire).map(|ship| ship.id)
    }

    /// WISC 7.1, N-33: the batteries of both sides in the square of a harbor or river.
    fn guns_about(&self, at: Place, first: ShipId) -> [Vec<usize>; 2] {
        let mut guns = [Vec::new(), Vec::new()];
        let Some(square) = self.chart.square(at).filter(|_| at.is_inland()) else { return guns };
        for (place, unit) in self.ashore.batteries.iter().enumerate() {
            if unit.at != square || unit.batteries == 0 {
                continue;
            }
            if self.state.allied(unit.nation, first.nation) {
                guns[0].push(place);
            } else if self.state.hostile(unit.nation, first.nation) {
                guns[1].push(place);
            }
        }
        guns
    }

    /// A rehearsal fights no battle: of all who would be in it nothing is known from now on.
    fn would_fight(&mut self, field: &Field) {
        let there = |side: usize| !field.sides[side].is_empty() || !field.batteries[side].is_empty();
        if there(0) && there(1) {
            let ships: Vec<ShipId> = field.sides.iter().flatten().copied().collect();
            self.leave_open(&ships, field.at, Doubt::Fight);
        }
    }

    fn fight(&mut self, mut field: Field) {
        if !field.all_run {
            self.evasion(&mut field.sides, field.at);
        }
        let there = |side: usize| !field.sides[side].is_empty() || !field.batteries[side].is_empty();
        let ships = field.sides.iter().any(|side| !side.is_empty());
        if !there(0) || !there(1) || !ships {
            return;
        }
        let (mut fighters, owners) = self.fighters(&field);
        let mut turn_die = Asked { turn: self };
        let mut die = |rule: &'static str, roller: &str, below: u64| turn_die.ask(rule, roller, below);
        let closing = battle::close(&mut fighters, &mut die);
        // What they fire with: rams tell at close quarters, and whoever closed came bows on (7.4, 7.5).
        let before: Vec<u64> = fighters.iter().map(Fighter::power).collect();
        let hits = battle::fire(&mut fighters, &mut die);
        let winner = battle::winner(&fighters, &mut die);
        let account = account(self, &field, (&fighters, &owners, &before), (closing, &hits, winner));
        let sum = |side: usize| {
            let of = fighters.iter().zip(&before).filter(|(fighter, _)| fighter.side == side);
            ((of.map(|(_, power)| *power).sum::<u64>() + 500) / 1000) as u32
        };
        self.tell(Fact::Battle {
            ship: field.sides[0].first().copied(),
            at: field.at,
            close: fighters.iter().any(|fighter| fighter.near),
            attack: sum(0),
            defence: sum(1),
            account: Box::new(account),
        });
        self.settle(&field, &fighters, &owners, &before, winner);
    }

    fn fighters(&self, field: &Field) -> (Vec<Fighter>, Vec<Owner>) {
        let (mut fighters, mut owners) = (Vec::new(), Vec::new());
        for side in 0..2 {
            for id in &field.sides[side] {
                let Some(ship) = self.ship(*id) else { continue };
                fighters.push(self.fighter(ship, side, field.all_run));
                owners.push(Owner::Ship(*id));
            }
            for place in &field.batteries[side] {
                let unit = &self.ashore.batteries[*place];
                for _ in 0..unit.batteries {
                    fighters.push(gun(side, &unit.id.to_string(), unit.worth, unit.height));
                    owners.push(Owner::Battery(*place));
                }
            }
        }
        (fighters, owners)
    }

    fn fighter(&self, ship: &Ship, side: usize, all_run: bool) -> Fighter {
        let sailing = self.sailing(ship.id);
        let windward = self.has_windward(ship.id);
        let runs = (all_run || sailing.battle == Battle::RunPast) && ship.is_manned();
        let closes = sailing.close && !all_run && ship.makes_way();
        Fighter { windward, runs, closes, ..fighter_of(ship, side, &sailing) }
    }

    /// N-56: whether a ship fights to windward: as her group lies, or as her enemies' does if BATTLE GAUGE swaps the two.
    fn has_windward(&self, id: ShipId) -> bool {
        self.is_windward(id) != self.swaps_gauge(id)
    }

    /// N-56: BATTLE GAUGE of either swaps two hostile sides if each wants the other's place: all of the one and all of the other. There is no
    /// gauge but at sea and off the coast (N-26).
    fn swaps_gauge(&self, id: ShipId) -> bool {
        let Some(at) = self.ship(id).map(|ship| ship.at).filter(|at| at.is_open()) else { return false };
        let foes = self.foes_at(at, id.nation);
        let friends = self.state.active_at(at).map(|ship| ship.id);
        let own: Vec<ShipId> = friends.filter(|ship| self.state.allied(ship.nation, id.nation)).collect();
        let is_asked = |ship: &ShipId| self.sailing(*ship).battle_gauge.is_some();
        let wish = |ship: &ShipId| {
            let sailing = self.sailing(*ship);
            sailing.battle_gauge.unwrap_or(sailing.gauge)
        };
        let others_place =
            |ship: &ShipId| if self.is_windward(*ship) { Gauge::Leeward } else { Gauge::Windward };
        let all = || own.iter().chain(&foes);
        let is_parted = own.iter().all(|ship| self.is_windward(*ship) == self.is_windward(id))
            && foes.iter().all(|foe| self.is_windward(*foe) != self.is_windward(id));
        is_parted && all().any(is_asked) && all().all(|ship| wish(ship) == others_place(ship))
    }
}

/// Whom a fighter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Ship(ShipId),
    Battery(usize),
}

/// The dice of a turn, for a battle.
struct Asked<'a> {
    turn: &'a mut Turn,
}

impl Asked<'_> {
    fn ask(&mut self, rule: &'static str, roller: &str, below: u64) -> u64 {
        self.turn.die(rule, roller, below)
    }
}

fn fighter_of(ship: &Ship, side: usize, sailing: &crate::orders::Sailing) -> Fighter {
    let row = ship.id.kind.row();
    let sort = if ship.id.kind.is_transport() { Sort::Transport } else { Sort::Warship };
    Fighter {
        side,
        sort,
        roller: ship.id.to_string(),
        strength: row.strength,
        toughness: row.toughness,
        worth: [worth(ship.quality), seasoned(ship.experience), 1000],
        crew: (ship.crew, ship.whole_crew()),
        hull: ship.hull,
        propulsion: ship.propulsion,
        ram: ship.ram,
        fast: ship.fast,
        windward: false,
        runs: false,
        aim_hull: sailing.aim_hull,
        closes: false,
        near: false,
        bows_on: false,
        hits: 0,
        fate: Fate::Stands,
    }
}

fn gun(side: usize, id: &str, worth: u32, height: u32) -> Fighter {
    Fighter {
        side,
        sort: Sort::Battery,
        roller: id.to_owned(),
        strength: BATTERY,
        toughness: BATTERY,
        worth: [worth, 1000, height],
        crew: (1, 1),
        hull: 0,
        propulsion: 0,
        ram: false,
        fast: false,
        windward: false,
        runs: false,
        aim_hull: true,
        closes: false,
        near: false,
        bows_on: false,
        hits: 0,
        fate: Fate::Stands,
    }
}

/// What a battle is told from. The position is still that before it.
fn account(
    turn: &Turn,
    field: &Field,
    (fighters, owners, before): (&[Fighter], &[Owner], &[u64]),
    (closing, hits, winner): (Closing, &[(usize, usize)], Option<usize>),
) -> Account {
    let mut account = Account { winner, closing, blows: blows(turn, owners, hits), ..Account::default() };
    for ((fighter, owner), power) in fighters.iter().zip(owners).zip(before) {
        let (id, ship) = match owner {
            Owner::Ship(id) => (Who::Ship(*id), turn.ship(*id)),
            Owner::Battery(place) => (Who::Battery(turn.ashore.batteries[*place].id), None),
        };
        account.sides[fighter.side].push(Part {
            id,
            name: ship.map_or_else(|| id.to_string(), Ship::called),
            strength: ((power + 500) / 1000) as u32,
            close: fighter.near,
            hits: fighter.hits,
            before: ship.map_or((0, 0, 1), |ship| (ship.hull, ship.propulsion, ship.crew)),
            rams: fighter.ram && fighter.near,
            after: (fighter.hull, fighter.propulsion, fighter.crew.0),
            fate: fighter.fate,
            kept_off: kept_off(turn, field, fighter, *owner),
        });
    }
    account
}

/// Who hit whom how often; batteries of a unit are one.
fn blows(turn: &Turn, owners: &[Owner], hits: &[(usize, usize)]) -> Vec<Blow> {
    let who = |place: usize| match owners[place] {
        Owner::Ship(id) => Who::Ship(id),
        Owner::Battery(place) => Who::Battery(turn.ashore.batteries[place].id),
    };
    let mut blows: Vec<Blow> = Vec::new();
    for (firer, target) in hits {
        let (by, to) = (who(*firer), who(*target));
        match blows.iter_mut().find(|blow| (blow.by, blow.to) == (by, to)) {
            Some(blow) => blow.hits += 1,
            None => blows.push(Blow { by, to, hits: 1 }),
        }
    }
    blows
}

/// WISC 7.4: why a ship with CLOSE is not at close quarters.
fn kept_off(turn: &Turn, field: &Field, fighter: &Fighter, owner: Owner) -> Option<KeptOff> {
    let Owner::Ship(id) = owner else { return None };
    if fighter.near || !turn.sailing(id).close {
        return None;
    }
    if field.all_run {
        return Some(KeptOff::RunsPast);
    }
    let ship = turn.ship(id);
    Some(if ship.is_some_and(|ship| !ship.is_manned()) {
        KeptOff::NoCrew
    } else if ship.is_some_and(|ship| !ship.makes_way()) {
        KeptOff::Lame
    } else {
        KeptOff::Range
    })
}

impl Turn {
    /// WISC 7.6: what the battle leaves of everybody, and where they go.
    fn settle(
        &mut self,
        field: &Field,
        fighters: &[Fighter],
        owners: &[Owner],
        before: &[u64],
        winner: Option<usize>,
    ) {
        self.learn(fighters, owners, before);
        let mut guns: BTreeMap<usize, u32> = BTreeMap::new();
        for (fighter, owner) in fighters.iter().zip(owners) {
            match owner {
                Owner::Ship(id) => self.wear(*id, fighter),
                Owner::Battery(place) if fighter.fate == Fate::Silenced => {
                    *guns.entry(*place).or_default() += 1
                }
                Owner::Battery(_) => {}
            }
        }
        for (place, lost) in guns {
            self.silence(place, lost, field.at);
        }
        let hostile_ships = |side: usize| {
            fighters
                .iter()
                .any(|foe| foe.side != side && foe.sort == Sort::Warship && foe.fate == Fate::Stands)
        };
        for (number, owner) in owners.iter().enumerate() {
            let (fighter, Owner::Ship(id)) = (&fighters[number], owner) else { continue };
            if fighter.fate != Fate::Stands {
                continue;
            }
            if fighter.runs {
                self.runner(*id, fighter, field, hostile_ships(fighter.side));
            } else if winner.is_some_and(|winner| winner != fighter.side) {
                let taken = if hostile_ships(fighter.side) { battle::taken(fighters, number) } else { 0 };
                self.loser(*id, taken, field, fighter.side);
            }
        }
        self.cut_loose(field, winner);
    }

    /// N-27: experience by how even the battle was: 1 and four times the weaker side's share of the stronger.
    fn learn(&mut self, fighters: &[Fighter], owners: &[Owner], before: &[u64]) {
        let sum = |side: usize| {
            fighters
                .iter()
                .zip(before)
                .filter(|(fighter, _)| fighter.side == side)
                .map(|(_, power)| *power)
                .sum::<u64>()
        };
        let (weak, strong) = (sum(0).min(sum(1)), sum(0).max(sum(1)).max(1));
        let learned = 1 + ((8 * weak + strong) / (2 * strong)) as u32;
        for owner in owners {
            if let Owner::Ship(id) = owner
                && let Some(ship) = self.ship_mut(*id)
            {
                ship.experience += learned;
            }
        }
    }

    fn wear(&mut self, id: ShipId, fighter: &Fighter) {
        if let Some(ship) = self.ship_mut(id) {
            (ship.hull, ship.propulsion, ship.crew) = (fighter.hull, fighter.propulsion, fighter.crew.0);
        }
        if let Some(progress) = self.progress_mut(id) {
            progress.fought = true;
        }
        if fighter.fate == Fate::Sunk {
            self.tell(Fact::Sunk { here: self.here(id), by: None });
            self.lose(id);
        }
    }

    fn silence(&mut self, place: usize, lost: u32, at: Place) {
        let unit = &mut self.ashore.batteries[place];
        unit.batteries = unit.batteries.saturating_sub(lost);
        let unit = unit.id;
        self.tell(Fact::BatteryLost { at, unit, count: lost });
    }

    /// N-55: a runner, alone, whoever won.
    fn runner(&mut self, id: ShipId, fighter: &Fighter, field: &Field, ships: bool) {
        let failed = self.die("7.6b", &id.to_string(), 100) < battle::turned_back(fighter);
        match (failed, ships) {
            (true, true) => self.taken(id, field, fighter.side),
            (true, false) => {
                self.fall_back(id);
                self.tell(Fact::TurnedBack(self.here(id)));
                if let Some(progress) = self.progress_mut(id) {
                    (progress.port_done[2], progress.delayed) = (true, true);
                }
            }
            (false, _) => self.run_through(id),
        }
    }

    /// WISC 7.6: four or five squares on along the ordered way; enemies met fall back before her, batteries are passed.
    fn run_through(&mut self, id: ShipId) {
        let from = self.ship(id).map(|ship| ship.at);
        if let Some(progress) = self.progress_mut(id) {
            progress.ran = true;
        }
        let square = from.and_then(|at| self.chart.river_square(at));
        let goal = self.sailing(id).river.map(|(at, _)| at);
        let way =
            square.zip(goal).and_then(|(at, to)| self.chart.rivers.way(at, to, id.kind.row().narrowest));
        let squares = 4 + self.die("7.6d", &id.to_string(), 2) as usize;
        let way = way.unwrap_or_default();
        let ahead: Vec<StrategicSquare> = square.into_iter().chain(way.iter().map(|(at, _)| *at)).collect();
        let mut went = 0;
        for (number, (at, count)) in way.into_iter().take(squares).enumerate() {
            let place = self.chart.river_place(at);
            for foe in self.foes_at(place, id.nation) {
                self.give_way(foe, &ahead, number + 1);
            }
            let back = self.ship(id).and_then(|ship| self.chart.river_square(ship.at));
            self.place(&[id], place, None);
            if let Some(ship) = self.ship_mut(id) {
                ship.came_from = back;
            }
            went += count;
        }
        if let Some(progress) = self.progress_mut(id) {
            progress.river_squares += went;
            progress.moved |= went > 0;
        }
        self.tell(Fact::RunPast { step: self.step(id, from), squares: went.into() });
    }

    /// WISC 7.6, N-53, N-54: a loser escapes, or is taken if there are ships to take her.
    fn loser(&mut self, id: ShipId, per_cent: u64, field: &Field, side: usize) {
        let caught = per_cent > 0 && self.die("7.6a", &id.to_string(), 100) < per_cent;
        if caught {
            return self.taken(id, field, side);
        }
        // Nobody is aboard who could take her away (2.6).
        let is_manned = self.ship(id).is_some_and(Ship::is_manned);
        if is_manned && self.flee(id, field.at) {
            self.tell(Fact::Escaped(self.step(id, field.at)));
        } else if field.sides[1 - side].iter().any(|foe| self.ship(*foe).is_some_and(Ship::is_warship)) {
            // N-60: nowhere to go to is as bad as not getting away.
            self.taken(id, field, side);
        }
    }

    /// A ship that did not get away: a prize of one of the winners by lot; transports are sunk instead.
    fn taken(&mut self, id: ShipId, field: &Field, side: usize) {
        let warship = |foe: &&ShipId| self.ship(**foe).is_some_and(Ship::is_warship);
        let captors: Vec<ShipId> = field.sides[1 - side].iter().filter(warship).copied().collect();
        if id.kind.is_transport() {
            self.tell(Fact::Sunk { here: self.here(id), by: None });
            self.lose(id);
            return;
        }
        let drawn = self.die("7.6e", &id.to_string(), captors.len() as u64) as usize;
        match captors.get(drawn) {
            Some(captor) => {
                self.capture(id, *captor);
            }
            None if self.ship(id).is_some_and(Ship::is_manned) => {
                self.flee(id, field.at);
            }
            None => {}
        }
    }

    /// EU 12.6: the losers' pontoon bridge in the square of a battle is destroyed.
    fn cut_loose(&mut self, field: &Field, winner: Option<usize>) {
        let Some(square) = self.chart.square(field.at).filter(|_| field.at.is_inland()) else { return };
        let Some(nation) = winner.and_then(|winner| field.nations[winner]) else { return };
        let bridge = self.ashore.pontoons.get(&square).copied();
        if bridge.is_some_and(|of| self.state.hostile(of, nation)) {
            self.ashore.pontoons.remove(&square);
            self.pontoons_down.insert(square);
            self.tell(Fact::Pontoon { ship: None, at: Some(field.at) });
        }
    }
}
