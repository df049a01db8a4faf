//! What a player's report shows of both sides, as numbers: who stands where, about how strong, and whose the cities are.

use std::collections::BTreeMap;

use crate::memo::{Ghost, MARCH, Memory};
use crate::temper::Temper;
use fieldpost_engine::machine::Skill;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::detection::sight::{Arm, Count, Mark, Sighting, Size};
use fieldpost_land::state::Depot;
use fieldpost_land::unit::UnitType;
use fieldpost_tell::vantage::Vantage;

/// Men of a brigade of whom nothing better is known.
const BRIGADE: u32 = 2_500;

/// What is known of the war.
pub struct Picture<'a> {
    /// What the player may know.
    pub vantage: &'a Vantage<'a>,
    /// Men of the own side by square, about.
    pub friends: BTreeMap<StrategicSquare, u32>,
    /// Men of the enemy by square, about.
    pub foes: BTreeMap<StrategicSquare, u32>,
    /// Enemies who were seen in the last turns and are no more.
    pub ghosts: Vec<Ghost>,
    /// How well the player plays who looks at it.
    pub skill: Skill,
    /// How readily he goes at enemies.
    pub temper: Temper,
    /// Men of a brigade, about, of foot, horse and guns.
    brigades: [u32; 3],
    /// The cities of the map.
    pub towns: Vec<Town<'a>>,
}

/// A city, as far as its holder is known: where the report does not reach, he whose land it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Town<'a> {
    pub name: &'a str,
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
    /// How its holder stands to the player; `None` where it is nobody's who is at war.
    pub holder: Option<Relation>,
    /// What it stores, if the report says so.
    pub supplies: Option<u32>,
    /// How strong its fort is; 0 where none is known.
    pub fort: u8,
    /// The men that its fort holds.
    pub capacity: u32,
    /// Its manufacturing, as far as it is known.
    pub manufacturing: u8,
    /// Whether it is known to be besieged.
    pub besieged: bool,
}

impl Town<'_> {
    /// Whether the own side holds it.
    pub fn is_friendly(&self) -> bool {
        self.holder.is_some_and(Relation::is_friendly)
    }

    /// Whether it is to be taken.
    pub fn is_hostile(&self) -> bool {
        self.holder == Some(Relation::Hostile)
    }

    /// What it is worth: a point, one more for each level of manufacturing, for its fort and for what feeds a corps.
    pub fn worth(&self) -> u32 {
        let stored = self.supplies.unwrap_or(0) / 20;
        1 + u32::from(self.manufacturing) + u32::from(self.fort > 0) + stored.min(3)
    }
}

impl<'a> Picture<'a> {
    /// The picture that a report gives to who remembers nothing.
    pub fn of(vantage: &'a Vantage<'a>) -> Self {
        Picture::of_seat(vantage, None, (Skill::default(), Temper::default()))
    }

    /// The picture that a report gives, and what is known of the turns before: a recruit remembers nothing.
    pub fn of_seat(vantage: &'a Vantage<'a>, last: Option<&str>, (skill, temper): (Skill, Temper)) -> Self {
        let remembers = last.filter(|_| skill > Skill::Recruit);
        let memory = remembers.map(|last| Memory::read(last, &vantage.atlas.map.grid, vantage.turn));
        let memory = memory.unwrap_or_default();
        let brigade = brigade(vantage);
        let mut picture = Picture {
            vantage,
            friends: BTreeMap::new(),
            foes: BTreeMap::new(),
            ghosts: Vec::new(),
            skill,
            temper,
            brigades: brigades(vantage, brigade),
            towns: towns(vantage),
        };
        for (at, flags) in &vantage.sight.strategic {
            for flag in flags.iter().filter(|flag| flag.mark == Mark::Flag && !is_staff(flag)) {
                let men = men(flag, brigade);
                let side = match vantage.relation(flag.nation) {
                    Relation::Hostile => &mut picture.foes,
                    Relation::Neutral => continue,
                    Relation::Same | Relation::Allied => &mut picture.friends,
                };
                *side.entry(*at).or_default() += men;
            }
        }
        picture.ghosts = memory.ghosts(vantage.turn, &picture.foes);
        picture
    }

    /// Men of a brigade of some type, about: the enemy's are taken for the like of the own.
    pub fn brigade_of(&self, kind: UnitType) -> u32 {
        self.brigades[arm(kind)]
    }

    /// Men of the own side within some squares.
    pub fn friends_near(&self, at: StrategicSquare, within: u8) -> u32 {
        near(&self.friends, at, within)
    }

    /// Men of the enemy within some squares.
    pub fn foes_near(&self, at: StrategicSquare, within: u8) -> u32 {
        near(&self.foes, at, within)
    }

    /// Men of the enemy who are seen no more and were seen within some squares last turn.
    pub fn remembered_near(&self, at: StrategicSquare, within: u8) -> u32 {
        let near = self.ghosts.iter().filter(|ghost| ghost.age <= 1 && ghost.at.distance(at) <= within);
        near.map(|ghost| ghost.men).sum()
    }

    /// Of the men of the enemy who were seen last turn, are seen no more and may have come to a square since, the third part. Who
    /// reckoned with those of three turns stood before enemies until his bread was gone (docs/rules/machine.md).
    pub fn hidden_about(&self, at: StrategicSquare) -> u32 {
        let may_come = self.ghosts.iter().filter(|ghost| ghost.age <= 1 && ghost.at.distance(at) <= MARCH);
        may_come.map(|ghost| ghost.men / 3).sum()
    }

    /// What the enemies in a square count who are to be attacked there: they, the third part of those beside them who may
    /// come, as many of those who are remembered, and the walls.
    pub fn resistance(&self, at: StrategicSquare) -> u32 {
        let (there, beside) = (self.foes_near(at, 0), self.foes_near(at, 1));
        let walls = self.town_at(at).filter(|town| town.is_hostile()).map_or(0, |town| u32::from(town.fort));
        there + there * walls / 4 + (beside - there) / 3 + self.hidden_about(at)
    }

    /// Whether a depot of the own side is known in a square.
    pub fn has_depot(&self, at: StrategicSquare) -> bool {
        let vantage = self.vantage;
        vantage.depots.iter().any(|depot| depot.at == at && vantage.relation(depot.side).is_friendly())
    }

    /// The squares of the own side's cities and depots.
    pub fn stores(&self) -> impl Iterator<Item = StrategicSquare> {
        let vantage = self.vantage;
        let depots = vantage.depots.iter().filter(|depot| vantage.relation(depot.side).is_friendly());
        let towns = self.towns.iter().filter(|town| town.is_friendly());
        towns.map(|town| town.at).chain(depots.map(|depot| depot.at))
    }

    /// The squares of those of them that are not known to be empty.
    pub fn full_stores(&self) -> impl Iterator<Item = StrategicSquare> {
        let vantage = self.vantage;
        let is_ours = |depot: &&&Depot| vantage.relation(depot.side).is_friendly() && depot.supplies > 0;
        let towns = self.towns.iter().filter(|town| town.is_friendly());
        let towns = towns.filter(|town| town.supplies.is_none_or(|stored| stored > 0));
        towns.map(|town| town.at).chain(vantage.depots.iter().filter(is_ours).map(|depot| depot.at))
    }

    pub fn nearest_store(&self, at: StrategicSquare) -> Option<StrategicSquare> {
        self.stores().min_by_key(|store| (store.distance(at), *store))
    }

    /// The nearest square in which enemies are seen, the fullest of equally near ones.
    pub fn nearest_foe(&self, at: StrategicSquare) -> Option<StrategicSquare> {
        let key = |(foe, men): &(&StrategicSquare, &u32)| (foe.distance(at), u32::MAX - **men, **foe);
        self.foes.iter().min_by_key(key).map(|(foe, _)| *foe)
    }

    /// About how many men of each enemy are reported in squares and not seen there.
    pub fn unseen(&self) -> BTreeMap<(StrategicSquare, NationCode), u32> {
        let brigade = brigade(self.vantage);
        let mut unseen = BTreeMap::<_, u32>::new();
        for (at, flags) in &self.vantage.sight.strategic {
            for flag in flags.iter().filter(|flag| flag.mark == Mark::Flag && !is_staff(flag)) {
                if self.vantage.relation(flag.nation) == Relation::Hostile {
                    *unseen.entry((*at, flag.nation)).or_default() += men(flag, brigade);
                }
            }
        }
        for (at, spots) in &self.vantage.spots {
            for spot in spots.iter().filter(|spot| spot.id.kind.is_brigade()) {
                if let Some(men) = unseen.get_mut(&(*at, spot.id.nation)) {
                    *men = men.saturating_sub(self.brigade_of(spot.id.kind));
                }
            }
        }
        unseen
    }

    /// The city in a square.
    pub fn town_at(&self, at: StrategicSquare) -> Option<&Town<'a>> {
        self.towns.iter().find(|town| town.at == at)
    }
}

fn near(men: &BTreeMap<StrategicSquare, u32>, at: StrategicSquare, within: u8) -> u32 {
    men.iter().filter(|(square, _)| square.distance(at) <= within).map(|(_, men)| men).sum()
}

/// Men of a brigade as the own ones are on the average: the enemy's are taken for the like.
fn brigade(vantage: &Vantage<'_>) -> u32 {
    let brigades = vantage.own.iter().map(|own| own.unit).filter(|unit| unit.is_combat());
    let (count, men) = brigades.fold((0, 0), |(count, men), unit| (count + 1, men + unit.strength));
    u32::checked_div(men, count).map_or(BRIGADE, |average| average.max(BRIGADE / 5))
}

/// The same of foot, horse and guns each; of what the player has none, what is usual beside the others.
fn brigades(vantage: &Vantage<'_>, brigade: u32) -> [u32; 3] {
    let mut sums = [(0, 0); 3];
    for unit in vantage.own.iter().map(|own| own.unit).filter(|unit| unit.is_combat()) {
        let (count, men) = &mut sums[arm(unit.id.kind)];
        (*count, *men) = (*count + 1, *men + unit.strength);
    }
    let usual = [brigade, brigade / 2, brigade / 5];
    [0, 1, 2].map(|arm| {
        u32::checked_div(sums[arm].1, sums[arm].0).map_or(usual[arm], |men| men.max(usual[arm] / 2))
    })
}

/// The place of a type among foot, horse and guns.
fn arm(kind: UnitType) -> usize {
    match () {
        () if kind.is_artillery() => 2,
        () if kind.is_cavalry() => 1,
        () => 0,
    }
}

/// Whether a flag is said to be that of headquarters alone: no army is sent after them.
fn is_staff(flag: &Sighting) -> bool {
    matches!(flag.count, Count::About(_)) && flag.arms.0.iter().eq([&Arm::Headquarters])
}

/// The men under a flag, by the words of rule 4.1.
fn men(flag: &Sighting, brigade: u32) -> u32 {
    match flag.count {
        Count::Exact(_) => flag.under_its_mark() * brigade,
        Count::About(Size::Brigade) => brigade,
        Count::About(Size::Brigades) => brigade * 5 / 2,
        Count::About(Size::Division) => brigade * 9 / 2,
        Count::About(Size::Divisions) => brigade * 7,
        Count::About(Size::Corps(corps)) => brigade * 12 * corps.max(1),
    }
}

fn towns<'a>(vantage: &'a Vantage<'a>) -> Vec<Town<'a>> {
    let known: BTreeMap<_, _> = vantage.cities.iter().copied().collect();
    let town = |site: &'a fieldpost_ground::map::CitySite| {
        let city = known.get(site.name.as_str());
        let nation = city.map(|city| city.control).or_else(|| vantage.soil_of(site.at));
        let holder =
            nation.filter(|nation| vantage.is_played(*nation)).map(|nation| vantage.relation(nation));
        let fort = city.and_then(|city| city.fort);
        Town {
            name: &site.name,
            at: site.at,
            tac: site.tac,
            holder,
            supplies: city.map(|city| city.supplies),
            fort: fort.map_or(0, |fort| fort.strength),
            capacity: fort.map_or(0, |fort| fort.capacity),
            manufacturing: city.map_or(0, |city| city.manufacturing),
            besieged: city.is_some_and(|city| city.besieged),
        }
    };
    vantage.atlas.map.cities.iter().map(town).collect()
}
