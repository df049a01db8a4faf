//! What a player's report shows of both sides, as numbers: who stands where, about how strong, and whose the cities are.

use std::collections::BTreeMap;

use crate::games::ground::nation::Relation;
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::land::detection::sight::{Arm, Count, Mark, Sighting, Size};
use crate::games::land::tell::vantage::Vantage;

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
    /// The cities of the map.
    pub towns: Vec<Town<'a>>,
}

/// A city, as far as its holder is known: where the report does not reach, he whose land it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Town<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its strategic square.
    pub at: StrategicSquare,
    /// Its tactical square.
    pub tac: TacticalSquare,
    /// How its holder stands to the player; `None` where it is nobody's who is at war.
    pub holder: Option<Relation>,
    /// What it stores, if the report says so.
    pub supplies: Option<u32>,
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
}

impl<'a> Picture<'a> {
    /// The picture that a report gives.
    pub fn of(vantage: &'a Vantage<'a>) -> Self {
        let mut picture =
            Picture { vantage, friends: BTreeMap::new(), foes: BTreeMap::new(), towns: towns(vantage) };
        let brigade = brigade(vantage);
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
        picture
    }

    /// Men of the own side within some squares.
    pub fn friends_near(&self, at: StrategicSquare, within: u8) -> u32 {
        near(&self.friends, at, within)
    }

    /// Men of the enemy within some squares.
    pub fn foes_near(&self, at: StrategicSquare, within: u8) -> u32 {
        near(&self.foes, at, within)
    }

    /// The nearest square in which enemies are seen, the fullest of equally near ones.
    pub fn nearest_foe(&self, at: StrategicSquare) -> Option<StrategicSquare> {
        let key = |(foe, men): &(&StrategicSquare, &u32)| (foe.distance(at), u32::MAX - **men, **foe);
        self.foes.iter().min_by_key(key).map(|(foe, _)| *foe)
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
    let town = |site: &'a crate::games::ground::map::CitySite| {
        let city = known.get(site.name.as_str());
        let nation = city.map(|city| city.control).or_else(|| vantage.soil_of(site.at));
        let holder =
            nation.filter(|nation| vantage.is_played(*nation)).map(|nation| vantage.relation(nation));
        let supplies = city.map(|city| city.supplies);
        Town { name: &site.name, at: site.at, tac: site.tac, holder, supplies }
    };
    vantage.atlas.map.cities.iter().map(town).collect()
}
