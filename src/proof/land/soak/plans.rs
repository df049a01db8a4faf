//! Random orders, of every kind there is: many of them sensible, some of them not, as players' are.

use crate::land::soak::lots::Lots;
use crate::land::soak::world::World;
use fieldpost_grammar::Edition;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_land::book::Book;
use fieldpost_land::orders::{
    AttackPosture, BattleLine, Carry, DefencePosture, Goal, OfficeOrder, Phases, Pursuit, RailMove,
    ReactionBox, SourceWish, SupplyPlace, TacticalMove, TurnOrders, UnitOrder, UnitOrders, Via,
};
use fieldpost_land::unit::{Source, Status, Unit, UnitId, UnitType};

/// Orders of a whole turn; one unit in ten has none.
pub fn orders(lots: &mut Lots, world: &World) -> TurnOrders {
    let mut orders = TurnOrders::default();
    for unit in world.state.units.values() {
        if !lots.chance(10) {
            orders.units.insert(unit.id, UnitOrders::from_lines(of_unit(lots, world, unit)));
        }
    }
    for (number, player) in world.state.numbered_players() {
        if player.offices.is_empty() {
            continue;
        }
        let own: Vec<UnitId> =
            world.state.units.keys().filter(|id| id.nation == player.nation).copied().collect();
        for _ in 0..lots.below(4) {
            orders.offices.extend(of_office(lots, world, &own).map(|order| (number, order)));
        }
    }
    orders
}

/// As many of the orders that there are as the lots give it, most of them possible ones.
pub fn of_unit(lots: &mut Lots, world: &World, unit: &Unit) -> Vec<UnitOrder> {
    Planner { lots, world, unit }.lines()
}

/// An order of a minister whose nation has these units; none where what was drawn makes no sense.
pub fn of_office(lots: &mut Lots, world: &World, own: &[UnitId]) -> Option<OfficeOrder> {
    office_order(lots, world, own).filter(|order| is_of_office(world.book, order))
}

/// Whether a book has an order: what it has not no letter brings.
fn is_in(book: &Book, order: &UnitOrder) -> bool {
    match order {
        UnitOrder::NoForcedMarch => book.number("7.11").is_some(),
        UnitOrder::MarchToAllies | UnitOrder::MarchToEnemies => Edition::has(book, "march to"),
        UnitOrder::Pursue(Pursuit::AtMost(_)) => Edition::has(book, "pursuit"),
        UnitOrder::Rail(_) => book.rail.is_some(),
        UnitOrder::DestroyTrack | UnitOrder::DestroyBridge => book.works().is_some(),
        UnitOrder::DeployBridge { .. } | UnitOrder::RemoveBridge { .. } => book.bridges.is_some(),
        UnitOrder::TransferBattery(_) => book.guns.is_some(),
        UnitOrder::Move(TacticalMove { goal, via, .. }) => {
            let is_named = matches!(goal, Goal::NearestFord | Goal::NearestPass);
            (!is_named || Edition::has(book, "nearest"))
                && (book.bridges.is_some() || !matches!(via, Some(Via::Ship(_))))
        }
        _ => true,
    }
}

/// The same of an order of an office.
fn is_of_office(book: &Book, order: &OfficeOrder) -> bool {
    match order {
        OfficeOrder::AddSupplies { .. } => Edition::has(book, "purchases"),
        OfficeOrder::PlaceCache { .. } | OfficeOrder::RemoveCache(_) => book.supply.caches.is_some(),
        OfficeOrder::RebuildTrack(_) | OfficeOrder::RebuildBridge(_) => book.works().is_some(),
        OfficeOrder::Upgrade(_) => Edition::has(book, "upgrades"),
        _ => true,
    }
}

struct Planner<'a> {
    lots: &'a mut Lots,
    world: &'a World,
    unit: &'a Unit,
}

impl Planner<'_> {
    fn lines(mut self) -> Vec<UnitOrder> {
        let mut lines = Vec::new();
        self.strategic(&mut lines);
        self.tactical(&mut lines);
        self.fighting(&mut lines);
        self.stores(&mut lines);
        lines.retain(|line| is_in(self.world.book, line));
        lines
    }

    /// Adds a line with a chance of so many in a hundred.
    fn may(&mut self, lines: &mut Vec<UnitOrder>, percent: usize, line: impl FnOnce(&mut Self) -> UnitOrder) {
        if self.lots.chance(percent) {
            let line = line(self);
            lines.push(line);
        }
    }

    fn strategic(&mut self, lines: &mut Vec<UnitOrder>) {
        self.may(lines, 55, |my| UnitOrder::March(my.path()));
        self.may(lines, 15, |_| UnitOrder::Withdraw);
        self.may(lines, 30, |my| UnitOrder::Entry(my.anywhere()));
        self.may(lines, 10, |_| UnitOrder::HaltOnDetection);
        self.may(lines, 10, |_| UnitOrder::HaltOnEntry);
        self.may(lines, 15, |_| UnitOrder::NoForcedMarch);
        self.may(lines, 10, |_| UnitOrder::Pursue(Pursuit::Unlimited));
        self.may(lines, 10, |my| UnitOrder::Pursue(Pursuit::AtMost(my.lots.small(1, 3))));
        self.may(lines, 20, |_| UnitOrder::MarchToBattle);
        self.may(lines, 5, |_| UnitOrder::MarchToAllies);
        self.may(lines, 20, |_| UnitOrder::MarchToEnemies);
        self.may(lines, 10, Self::rail);
        self.may(lines, 4, |_| UnitOrder::DestroyTrack);
        self.may(lines, 3, |_| UnitOrder::DestroyBridge);
        self.may(lines, 1, |my| UnitOrder::Deploy { at: Some(my.unit.at), tac: Some(my.anywhere()) });
    }

    fn tactical(&mut self, lines: &mut Vec<UnitOrder>) {
        self.may(lines, 45, |my| UnitOrder::Move(my.tactical_move()));
        self.may(lines, 10, |_| UnitOrder::StayOutOfFort);
        self.may(lines, 40, |my| UnitOrder::Engage(my.phases()));
        self.may(lines, 40, |my| UnitOrder::Support(my.reaction()));
        self.may(lines, 5, |_| UnitOrder::NoSupport);
        self.may(lines, 25, |my| UnitOrder::Intercept(my.reaction()));
        let bridge = if self.unit.id.kind == UnitType::PontoonBridge { 40 } else { 1 };
        self.may(lines, bridge, |my| UnitOrder::DeployBridge { at: my.nearby(), phase: my.lots.small(1, 5) });
        self.may(lines, bridge, |my| {
            let to = Some(my.nearby()).filter(|_| my.lots.chance(50));
            UnitOrder::RemoveBridge { to, phase: my.lots.small(1, 5) }
        });
    }

    fn fighting(&mut self, lines: &mut Vec<UnitOrder>) {
        use AttackPosture as Attack;
        use DefencePosture as Defence;
        let attack = [Attack::Assault, Attack::Attack, Attack::Skirmish, Attack::Evade];
        let defence = [Defence::LastDitch, Defence::Defend, Defence::Skirmish, Defence::Evade];
        self.may(lines, 60, |my| UnitOrder::Attack(my.lots.pick(&attack).copied().unwrap_or_default()));
        self.may(lines, 60, |my| UnitOrder::Defend(my.lots.pick(&defence).copied().unwrap_or_default()));
        let battle_lines = [BattleLine::First, BattleLine::Second, BattleLine::Rear];
        self.may(lines, 40, |my| UnitOrder::Line(my.lots.pick(&battle_lines).copied().unwrap_or_default()));
        let guns = if self.unit.id.kind.is_artillery() { 40 } else { 5 };
        self.may(lines, guns, |my| UnitOrder::Bombard(my.nearby()));
        self.may(lines, guns / 4, |_| UnitOrder::HoldFire);
        self.may(lines, 3, |my| UnitOrder::TransferBattery(my.comrade()));
    }

    fn stores(&mut self, lines: &mut Vec<UnitOrder>) {
        self.may(lines, 60, |my| UnitOrder::Carry(my.carry()));
        self.may(lines, 3, |_| UnitOrder::Inactivate);
        let asleep = if self.unit.status == Status::Inactive { 40 } else { 2 };
        self.may(lines, asleep, |_| UnitOrder::Activate);
        self.may(lines, 4, |my| UnitOrder::MergeInto(my.comrade()));
    }

    /// Up to six boxes, mostly toward some enemy, now and then blank or out of reach.
    fn path(&mut self) -> Vec<Option<StrategicSquare>> {
        let state = &self.world.state;
        let hostile =
            |unit: &&Unit| state.relations.between(self.unit.id.nation, unit.id.nation) == Relation::Hostile;
        let enemies: Vec<StrategicSquare> =
            state.units.values().filter(hostile).map(|unit| unit.at).collect();
        let goal = self.lots.pick(&enemies).copied().filter(|_| self.lots.chance(75));
        let mut here = self.unit.at;
        let mut path = Vec::new();
        for _ in 0..self.lots.between(1, 6) {
            if self.lots.chance(12) {
                path.push(None);
                continue;
            }
            let ahead = goal.and_then(|goal| toward(here, goal));
            let direction = ahead.filter(|_| self.lots.chance(85)).or_else(|| self.direction());
            let steps = if self.lots.chance(3) { 2 } else { 1 };
            for _ in 0..steps {
                here = direction.and_then(|way| self.world.atlas.map.grid.step(here, way)).unwrap_or(here);
            }
            path.push(Some(here));
        }
        path
    }

    fn direction(&mut self) -> Option<Direction> {
        self.lots.pick(&Direction::ALL).copied()
    }

    fn rail(&mut self) -> UnitOrder {
        let map = &self.world.atlas.map;
        let track: Vec<StrategicSquare> = map.grid.all().filter(|at| map.is_rail(*at)).collect();
        let to = self.lots.pick(&track).copied().unwrap_or(self.unit.at);
        let via = self.lots.pick(&track).copied().filter(|_| self.lots.chance(20));
        let entry = Some(self.anywhere()).filter(|_| self.lots.chance(30));
        UnitOrder::Rail(RailMove { to, via, entry })
    }

    fn tactical_move(&mut self) -> TacticalMove {
        let cities = self.world.state.cities.values();
        let city: Vec<TacticalSquare> =
            cities.filter(|city| city.at == self.unit.at).map(|city| city.tac).collect();
        let goal = match self.lots.below(20) {
            0 => Goal::NearestFord,
            1 => Goal::NearestPass,
            2..9 => Goal::Square(city.first().copied().unwrap_or_else(|| self.anywhere())),
            _ => Goal::Square(self.nearby()),
        };
        let via = match self.lots.below(12) {
            0 => Some(Via::Ship("FR1RT".into())),
            1 | 2 => Some(Via::Square(self.nearby())),
            _ => None,
        };
        TacticalMove { goal, via, phase: self.lots.small(1, 5), at_once: false, on: None }
    }

    fn phases(&mut self) -> Phases {
        let first = self.lots.small(1, 5);
        Phases { first, last: self.lots.small(first, 5) }
    }

    fn reaction(&mut self) -> ReactionBox {
        let centre = if self.lots.chance(60) { self.unit.tac } else { self.nearby() };
        ReactionBox { centre, radius: self.lots.small(0, 7), phases: self.phases(), on: None }
    }

    fn carry(&mut self) -> Carry {
        let level = self.lots.small(0, if self.unit.id.kind == UnitType::CorpsHq { 12 } else { 2 });
        let from = match self.lots.below(10) {
            0 => SourceWish::None,
            1 | 2 => SourceWish::Named(Source::Unit(self.comrade())),
            3 => self.city().map_or(SourceWish::Nearest, |city| SourceWish::Named(Source::City(city))),
            4 => self.depot().map_or(SourceWish::Nearest, |at| SourceWish::Named(Source::Depot(at))),
            _ => SourceWish::Nearest,
        };
        Carry { level, from }
    }

    fn city(&mut self) -> Option<String> {
        let cities: Vec<&String> = self.world.state.cities.keys().collect();
        self.lots.pick(&cities).map(|city| (*city).clone())
    }

    fn depot(&mut self) -> Option<StrategicSquare> {
        self.lots.pick(&self.world.state.depots).map(|depot| depot.at)
    }

    /// Some unit of the nation, of the own type if there is one.
    fn comrade(&mut self) -> UnitId {
        let own = || self.world.state.units.keys().filter(|id| id.nation == self.unit.id.nation);
        let alike: Vec<&UnitId> = own().filter(|id| id.kind == self.unit.id.kind).collect();
        let anyone: Vec<&UnitId> = own().collect();
        let among = if self.lots.chance(80) { alike } else { anyone };
        self.lots.pick(&among).map_or(self.unit.id, |id| **id)
    }

    fn anywhere(&mut self) -> TacticalSquare {
        TacticalSquare::new(self.lots.small(0, 14), self.lots.small(0, 14)).unwrap_or(TacticalSquare::MIDDLE)
    }

    /// A tactical square within four of the unit's own.
    fn nearby(&mut self) -> TacticalSquare {
        let mut near = |place: u8| self.lots.small(place.saturating_sub(4), (place + 4).min(14));
        let (col, row) = (near(self.unit.tac.col()), near(self.unit.tac.row()));
        TacticalSquare::new(col, row).unwrap_or(self.unit.tac)
    }
}

fn toward(here: StrategicSquare, goal: StrategicSquare) -> Option<Direction> {
    let (dx, dy) = here.offset_to(goal);
    Direction::from_step(dx.signum(), dy.signum())
}

/// An order of a minister; one that makes no sense there is left out.
fn office_order(lots: &mut Lots, world: &World, own: &[UnitId]) -> Option<OfficeOrder> {
    let state = &world.state;
    let squares: Vec<StrategicSquare> = world.atlas.map.grid.all().collect();
    let at = *lots.pick(&squares)?;
    let own_squares: Vec<StrategicSquare> =
        own.iter().filter_map(|id| Some(state.units.get(id)?.at)).collect();
    let here = *lots.pick(&own_squares)?;
    let tac = TacticalSquare::new(lots.small(0, 14), lots.small(0, 14))?;
    let unit = *lots.pick(own)?;
    let amount = u32::from(lots.small(1, 70));
    Some(match lots.below(12) {
        0 => {
            let commander = lots.pick(&state.players)?.name.clone();
            OfficeOrder::Assign { unit, commander, deputy: None }
        }
        1..4 => OfficeOrder::MoveSupplies { amount, from: store(lots, world)?, to: store(lots, world)? },
        4 => OfficeOrder::AddSupplies { amount, to: store(lots, world)? },
        5 => OfficeOrder::PlaceDepot { at: here, tac },
        6 => OfficeOrder::PlaceCache { at: here, tac },
        7 => OfficeOrder::RemoveDepot(lots.pick(&state.depots)?.at),
        8 => OfficeOrder::RemoveCache(lots.pick(&state.depots)?.at),
        9 => OfficeOrder::RebuildTrack(state.track_destroyed.first().copied().unwrap_or(at)),
        10 if lots.chance(50) => OfficeOrder::RebuildBridge(at),
        10 => OfficeOrder::Upgrade(unit),
        _ => OfficeOrder::Inactivate(unit),
    })
}

fn store(lots: &mut Lots, world: &World) -> Option<SupplyPlace> {
    if lots.chance(50) {
        return lots.pick(&world.state.depots).map(|depot| SupplyPlace::Depot(depot.at));
    }
    let cities: Vec<&String> = world.state.cities.keys().collect();
    lots.pick(&cities).map(|city| SupplyPlace::City((*city).clone()))
}
