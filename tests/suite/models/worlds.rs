//! Random positions that bring out one rule after another: armies strewn over a map with rivers, and one tactical map
//! crowded with friends, enemies and bad ground.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map::{StateInfo, StrategicMap};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground, Sheet, TACTICAL_SQUARES};
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::muster;
use fieldpost_land::orders::{AttackPosture, BattleLine, DefencePosture, TurnOrders, UnitOrders};
use fieldpost_land::phase::Phase;
use fieldpost_land::state::{LandState, Season, Seat};
use fieldpost_land::turn::Turn;
use fieldpost_land::unit::{Guns, Quality, Status, Unit, UnitId, UnitType, Weapon};
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::world::{self, World};

/// A war whose armies are strewn over the whole map, bridges laid and broken, its nations friends or foes by chance.
pub fn strewn(lots: &mut Lots) -> World {
    let mut world = world::generate(lots).unwrap();
    let nations: Vec<NationCode> =
        world.state.players.iter().step_by(3).map(|player| player.nation).collect();
    for (number, one) in nations.iter().enumerate() {
        for other in &nations[number + 1..] {
            let relation = [Relation::Hostile, Relation::Hostile, Relation::Allied, Relation::Neutral];
            world.state.relations.set(*one, *other, *lots.pick(&relation).unwrap());
        }
    }
    let squares: Vec<StrategicSquare> =
        world.atlas.map.grid.all().filter(|at| world.atlas.map.is_passable(*at)).collect();
    let atlas = Arc::clone(&world.atlas);
    world.state.bridges_destroyed = squares.iter().filter(|_| lots.chance(20)).copied().collect();
    recruit(lots, &mut world.state);
    for unit in world.state.units.values_mut() {
        unit.status = *lots
            .pick(&[Status::Active, Status::Active, Status::Active, Status::Inactive, Status::Shattered])
            .unwrap();
        unit.in_fort = false;
        unit.at = *lots.pick(&squares).unwrap();
        let is_bridge = unit.id.kind == UnitType::PontoonBridge && unit.status != Status::Shattered;
        unit.deployed = is_bridge && atlas.map.is_river(unit.at);
        let is_footing = |tac: &TacticalSquare| {
            let sheet = atlas.sheet(unit.at);
            if unit.deployed { sheet.ground_at(*tac) == Ground::River } else { sheet.is_passable(*tac) }
        };
        // Where there is no river nobody asks on what ground they stand, and the map need not be drawn.
        let squares: Vec<TacticalSquare> =
            TacticalSquare::all().filter(|tac| !atlas.map.is_river(unit.at) || is_footing(tac)).collect();
        unit.tac = *lots.pick(&squares).unwrap_or(&TacticalSquare::MIDDLE);
    }
    world
}

/// Makes of an army one in which light cavalry, headquarters and bridge trains are as many as all others.
fn recruit(lots: &mut Lots, state: &mut LandState) {
    use UnitType::{ArmyHq, CorpsHq, Infantry, LightCavalry, Militia, PontoonBridge};
    let kinds = [LightCavalry, LightCavalry, Infantry, Militia, ArmyHq, CorpsHq, PontoonBridge];
    for (number, (old, mut unit)) in (1..).zip(std::mem::take(&mut state.units)) {
        unit.id = UnitId { nation: old.nation, number, kind: *lots.pick(&kinds).unwrap() };
        let seat = state.seats.remove(&old);
        state.seats.extend(seat.map(|seat| (unit.id, seat)));
        state.units.insert(unit.id, unit);
    }
}

/// One strategic square with its tactical map, and what stands on it.
pub struct Arena {
    /// The map.
    pub atlas: Arc<Atlas>,
    /// The position.
    pub state: LandState,
    /// What the units mean to do.
    pub orders: TurnOrders,
}

/// The only square of an arena.
pub const HERE: StrategicSquare = StrategicSquare { col: 0, row: 0 };

/// The nation of two letters.
pub fn nation(code: &str) -> NationCode {
    NationCode::new(code).unwrap()
}

/// A tactical square.
pub fn tac(col: u8, row: u8) -> TacticalSquare {
    TacticalSquare::new(col, row).unwrap()
}

impl Arena {
    /// A map on French soil with nobody on it; of a hundred squares so many are bad: water, high hills, hills.
    pub fn new(lots: &mut Lots, bad: usize) -> Arena {
        let mut ground = [Ground::Open; TACTICAL_SQUARES];
        let mut rating = [0; TACTICAL_SQUARES];
        let kinds = [
            Ground::Water,
            Ground::HighHills,
            Ground::HighHills,
            Ground::Hills,
            Ground::Forest,
            Ground::Town,
        ];
        for (ground, rating) in ground.iter_mut().zip(&mut rating) {
            *rating = lots.small(0, 4);
            if lots.chance(bad) {
                *ground = *lots.pick(&kinds).unwrap();
            }
        }
        let sheet = Sheet::new(ground, rating, [false; TACTICAL_SQUARES], [false; TACTICAL_SQUARES]);
        let grid = Grid { cols: 1, rows: 1, row_letters: ROTD_EUWOL.ground.row_letters.into() };
        let mut map = StrategicMap::blank("arena", grid);
        map.state.fill(Some(0));
        map.states.push(StateInfo { name: "France".into(), nation: "France".into() });
        let owners = BTreeMap::from([("France".to_owned(), nation("FR"))]);
        Arena {
            atlas: Arc::new(Atlas::new(map, BTreeMap::from([(HERE, sheet)]))),
            state: LandState { owners, ..LandState::opening(Season::Campaign) },
            orders: TurnOrders::default(),
        }
    }

    /// The squares on which units can stand.
    pub fn footing(&self) -> Vec<TacticalSquare> {
        TacticalSquare::all().filter(|tac| self.atlas.sheet(HERE).is_passable(*tac)).collect()
    }

    /// The next unit of a nation and type, as new, with no orders; the answer is its id.
    pub fn add(&mut self, code: &str, kind: UnitType, at: TacticalSquare) -> UnitId {
        let count = self.state.units.keys().filter(|id| id.nation == nation(code)).count();
        let id = UnitId { nation: nation(code), number: 1 + count as u16, kind };
        self.state.units.insert(id, muster::unit(&ROTD_EUWOL, id, HERE, at));
        self.state.seats.insert(id, Seat { commander: PlayerNo(0), deputy: None });
        self.orders.units.insert(id, UnitOrders::default());
        id
    }

    /// A unit, to be changed.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        self.state.units.get_mut(&id).unwrap()
    }

    /// A unit's orders, to be changed.
    pub fn order(&mut self, id: UnitId) -> &mut UnitOrders {
        self.orders.units.get_mut(&id).unwrap()
    }

    /// The turn that begins here, in a phase.
    pub fn turn(&self, seed: u64, phase: Phase) -> Turn {
        let (state, orders) = (self.state.clone(), self.orders.clone());
        Turn { phase, ..Turn::begin(&self.atlas, &ROTD_EUWOL, state, orders, seed) }
    }
}

/// A unit of any type that fights, equipped and ordered at random.
pub fn soldier(lots: &mut Lots, arena: &mut Arena, code: &str, at: TacticalSquare, unmoved: bool) -> UnitId {
    use UnitType as Type;
    let kinds = [
        Type::Infantry,
        Type::Infantry,
        Type::Infantry,
        Type::LightInfantry,
        Type::HeavyCavalry,
        Type::MediumCavalry,
        Type::LightCavalry,
        Type::HorseArtillery,
        Type::LightArtillery,
        Type::SiegeArtillery,
        Type::Militia,
        Type::PontoonBridge,
        Type::NavalBattery,
    ];
    let kind = *lots.pick(&kinds[..if unmoved { 13 } else { 12 }]).unwrap();
    let id = arena.add(code, kind, at);
    let unit = arena.unit(id);
    unit.quality = *lots.pick(&Quality::ALL).unwrap();
    unit.experience = lots.small(0, 70).into();
    unit.morale = lots.small(0, 100);
    unit.fatigue = lots.small(0, 16).into();
    unit.ammunition = lots.small(0, 4);
    unit.guns = *lots.pick(&[Guns::Smoothbore, Guns::Rifled, Guns::Breech, Guns::Mitrailleuse]).unwrap();
    if kind.is_artillery() {
        unit.batteries = lots.small(1, 4);
        unit.strength = lots.between(30, 130) as u32 * u32::from(unit.batteries);
    } else if kind != Type::PontoonBridge {
        unit.strength = lots.between(20, 3000) as u32;
        unit.batteries = if kind == Type::Militia { 0 } else { *lots.pick(&[0, 0, 0, 1, 2]).unwrap() };
    }
    unit.weapon = match kind {
        Type::Infantry | Type::LightInfantry | Type::Militia => {
            *lots.pick(&[Weapon::Musket, Weapon::Rifle, Weapon::Breechloader, Weapon::Chassepot]).unwrap()
        }
        Type::MediumCavalry | Type::LightCavalry => {
            *lots.pick(&[Weapon::Carbine, Weapon::BreechCarbine]).unwrap()
        }
        _ => unit.weapon,
    };
    let order = arena.order(id);
    order.line =
        *lots.pick(&[BattleLine::First, BattleLine::First, BattleLine::Second, BattleLine::Rear]).unwrap();
    use {AttackPosture as Attack, DefencePosture as Defence};
    order.attack = *lots
        .pick(&[Attack::Assault, Attack::Attack, Attack::Attack, Attack::Skirmish, Attack::Evade])
        .unwrap();
    let defence = [Defence::LastDitch, Defence::Defend, Defence::Defend, Defence::Skirmish, Defence::Evade];
    order.defend = *lots.pick(&defence).unwrap();
    id
}
