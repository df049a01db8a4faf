//! The position before a battle: two sides in one square, and what is about it.

use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_land::combat::report::{BattleReport, UnitReport};
use fieldpost_land::orders::UnitOrders;
use fieldpost_land::state::{City, Fort};
use fieldpost_land::unit::{Unit, UnitId, UnitType};
use fieldpost_proof::land::soak::lots::Lots;

use super::strength;
use super::worlds::{self, Arena, HERE, nation};

/// A position in which one battle is fought.
pub struct Clash {
    /// The map, and who stands on it.
    pub arena: Arena,
    /// Where the battle is.
    pub place: TacticalSquare,
    /// Where each that moved came from, in the order of arrival.
    pub came: Vec<(UnitId, TacticalSquare)>,
}

impl Clash {
    /// What a unit means to do.
    pub fn orders(&self, id: UnitId) -> &UnitOrders {
        &self.arena.orders.units[&id]
    }

    /// The place of a unit among those that came in this phase; none for one that stood there.
    pub fn came(&self, id: UnitId) -> Option<usize> {
        self.came.iter().position(|(other, _)| *other == id)
    }

    /// R-2.6b: the level of the fort of the square, if a third of its capacity is on its walls: all but horsemen.
    pub fn manned_by<'a>(&self, garrison: impl Iterator<Item = &'a Unit>) -> Option<u8> {
        let fort = self.arena.state.cities.values().find(|city| city.tac == self.place)?.fort?;
        let on_walls = |unit: &Unit| match unit.id.kind.is_cavalry() {
            true => strength::gunners(unit),
            false => unit.strength,
        };
        let men: u32 = garrison.map(on_walls).sum();
        (men > 0 && 3 * men >= fort.capacity).then_some(fort.strength)
    }

    /// The same as the battle begins.
    pub fn manned_fort(&self) -> Option<u8> {
        self.manned_by(self.arena.state.units.values().filter(|unit| unit.in_fort))
    }

    /// The units that fight on the side of a nation.
    pub fn side(&self, code: &str) -> Vec<UnitId> {
        let here = self.arena.state.units.values().filter(|unit| unit.tac == self.place);
        let friendly =
            |unit: &&Unit| self.arena.state.relations.between(nation(code), unit.id.nation).is_friendly();
        here.filter(friendly).map(|unit| unit.id).collect()
    }

    /// R-10.6d: who defends: the side with a unit that stood there; of two that did that the one on its own soil, else the one with fewer men; of two that
    /// came the one that came first, and then both attack.
    pub fn defenders(&self) -> (&'static str, bool) {
        let stood = |code| self.side(code).iter().any(|id| self.came(*id).is_none());
        let men = |code| self.side(code).iter().map(|id| self.arena.state.units[id].strength).sum::<u32>();
        // The arena is French soil, not that of France's ally.
        let at_home = self.side("FR").iter().any(|id| id.nation == nation("FR"));
        match (stood("FR"), stood("AU")) {
            (true, true) => (if at_home || men("FR") < men("AU") { "FR" } else { "AU" }, false),
            (true, false) => ("FR", false),
            (false, true) => ("AU", false),
            _ => {
                let first = |code| self.side(code).iter().filter_map(|id| self.came(*id)).min();
                (if first("FR") < first("AU") { "FR" } else { "AU" }, true)
            }
        }
    }

    /// The direction, from the battle, in which the square lies that a unit came from.
    pub fn entry(&self, id: UnitId) -> Option<Direction> {
        let (_, from) = self.came[self.came(id)?];
        let (dx, dy) = self.place.offset_to(from);
        Direction::from_step(dx, dy)
    }

    /// The battle, for whoever has to find out who is right.
    pub fn tell(&self, report: &BattleReport) -> String {
        let sheet = self.arena.atlas.sheet(HERE);
        let (ground, rating) = (sheet.ground_at(self.place), sheet.rating[self.place.index()]);
        let mut told = format!("at {} {ground:?} rating {rating}, came {:?}", self.place, self.came);
        for unit in camps(report).into_iter().flatten() {
            let was = &self.arena.state.units[&unit.id];
            told += &format!(
                "\n  {unit:?}\n    in fort {} {:?} {:?} {:?} batteries {} experience {} morale {} fatigue {} rounds {}",
                was.in_fort,
                was.quality,
                was.weapon,
                was.guns,
                was.batteries,
                was.experience,
                was.morale,
                was.fatigue,
                was.ammunition
            );
        }
        told + &format!("\n  melee {} attackers won {}", report.melee, report.attackers_won)
    }
}

/// The units of a report by side, attackers first.
pub fn camps(report: &BattleReport) -> [&[UnitReport]; 2] {
    [&report.attackers.units, &report.defenders.units]
}

/// Two sides in one square, with friends and foes about it.
pub fn clash(lots: &mut Lots) -> Clash {
    let bad = lots.below(30);
    let mut arena = Arena::new(lots, bad);
    arena.state.relations.set(nation("FR"), nation("BA"), Relation::Allied);
    let footing = arena.footing();
    let place = *lots.pick(&footing).unwrap();
    let mut came = Vec::new();
    // Who stood there: mostly one side, now and then none or both.
    let stood = *lots.pick(&["FR", "FR", "FR", "AU", "AU", "", "both"]).unwrap();
    let ways: Vec<TacticalSquare> =
        footing.iter().filter(|tac| tac.distance(place) == 1 && lots.chance(35)).copied().collect();
    let scale = lots.between(1, 8);
    let fort = lots
        .chance(25)
        .then(|| Fort { strength: lots.small(1, 5), capacity: lots.between(200, 6000) as u32 });
    let city = City {
        at: HERE,
        tac: place,
        home: nation("FR"),
        control: nation("FR"),
        supplies: 0,
        manufacturing: 0,
        fort,
        besieged: false,
    };
    arena.state.cities.extend(fort.map(|_| ("Metz".to_owned(), city)));
    for (code, allies) in [("FR", 20), ("AU", 0)] {
        for _ in 0..lots.between(1, scale) {
            let code = if lots.chance(allies) { "BA" } else { code };
            let unmoved =
                (stood == code || stood == "FR" && code == "BA" || stood == "both") && lots.chance(70);
            let id = worlds::soldier(lots, &mut arena, code, place, unmoved);
            arena.unit(id).in_fort = fort.is_some() && unmoved && code != "AU" && lots.chance(60);
            if let Some(from) = lots.pick(&ways).filter(|_| !unmoved && id.kind != UnitType::NavalBattery) {
                came.push((id, *from));
            }
        }
    }
    for at in footing.iter().filter(|tac| tac.distance(place) == 1) {
        if lots.chance(20) {
            let kind = *lots.pick(&[UnitType::Infantry, UnitType::LightInfantry, UnitType::CorpsHq]).unwrap();
            let code = *lots.pick(&["FR", "BA", "AU"]).unwrap();
            arena.add(code, kind, *at);
        }
    }
    for place in (1..came.len()).rev() {
        came.swap(place, lots.below(place + 1));
    }
    Clash { arena, place, came }
}
