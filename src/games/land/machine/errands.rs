//! Parties on errands of their own, so that their corps may march on: a unit into a city of the enemy's that seems to stand
//! open and lies on the way, or into one of the own side that enemies come near; some brigades at a handful of enemies.

use crate::corps::Corps;
use crate::force;
use crate::picture::{Picture, Town};
use crate::plan::{Plan, Task};
use crate::quarters;
use crate::ways::{Distances, STEP, Ways};
use fieldpost_ground::nation::Relation;
use fieldpost_land::book::Book;
use fieldpost_land::movement::allowance::allowance;
use fieldpost_land::unit::Unit;

/// How near enemies must come for a city to be minded, in squares.
const ALARM: u8 = 3;
/// Farther than this nobody is sent, as the crow flies.
const FAR: u8 = 6;
/// A corps sends one of so many brigades on errands.
const SPARE: usize = 3;
/// Worth of a city from which it is minded.
const DEAR: u32 = 2;
/// So many times a handful of enemies a corps counts which leaves them to some of its brigades, and so many times these.
const HANDFUL: u32 = 6;
const PARTY: u32 = 3;

/// An errand: the unit as a corps of its own, and what it is to do.
pub type Errand<'c, 'a> = (Corps<'c>, Plan<'a>);

/// Takes the units that go on errands out of their corps.
pub fn send<'c, 'a>(
    picture: &Picture<'_>,
    ways: &Ways<'a>,
    book: &Book,
    corps: &mut [Corps<'c>],
) -> Vec<Errand<'c, 'a>> {
    let desk = Desk { picture, ways, book };
    let mut left: Vec<usize> = corps.iter().map(|corps| corps.brigades.len().div_ceil(SPARE)).collect();
    let mut errands = desk.sweeps(corps);
    for (town, task) in desk.calls(corps) {
        let way = desk.way_to(corps, town);
        let Some((place, unit)) = desk.messenger(corps, &left, (town, task), &way) else { continue };
        left[place] = left[place].saturating_sub(usize::from(unit.at != town.at));
        let party = detach(&mut corps[place], vec![unit]);
        errands.push((party, Plan { task, goal: town.at, way, is_narrow: false }));
    }
    errands
}

/// Some brigades of a corps as one of their own.
fn detach<'c>(corps: &mut Corps<'c>, brigades: Vec<&'c Unit>) -> Corps<'c> {
    let men = brigades.iter().map(|unit| unit.strength).sum();
    corps.brigades.retain(|unit| brigades.iter().all(|other| other.id != unit.id));
    corps.men = corps.men.saturating_sub(men);
    let post = brigades.first().map_or(corps.post, |unit| unit.at);
    Corps { head: None, brigades, train: Vec::new(), post, men }
}

/// Who sends them.
struct Desk<'d, 'a> {
    picture: &'d Picture<'d>,
    ways: &'d Ways<'a>,
    book: &'d Book,
}

impl<'d, 'a> Desk<'d, 'a> {
    /// Parties against enemies who are a handful beside a corps that can go at them.
    fn sweeps<'c>(&self, corps: &mut [Corps<'c>]) -> Vec<Errand<'c, 'a>> {
        let (ways, book) = (self.ways, self.book);
        let mut errands = Vec::new();
        for foe in self.picture.foes.keys().copied() {
            let handful = self.picture.resistance(foe);
            let mass = |corps: &Corps<'_>| force::mass(&corps.brigades, foe, ways, book);
            let Some(corps) = corps
                .iter_mut()
                .filter(|corps| mass(corps) >= HANDFUL * handful)
                .max_by_key(|corps| mass(corps))
            else {
                continue;
            };
            let mut able: Vec<_> =
                corps.brigades.iter().copied().filter(|unit| force::reaches(unit, foe, ways, book)).collect();
            able.sort_by_key(|unit| (unit.at != foe, unit.fatigue, unit.id));
            let mut sum = 0;
            let is_needed = |unit: &&Unit| {
                let is_needed = sum < PARTY * handful;
                sum += force::of(unit, book);
                is_needed
            };
            let brigades: Vec<_> = able.into_iter().take_while(is_needed).collect();
            let way = ways.toward(foe, &brigades.iter().map(|unit| unit.at).collect());
            let party = detach(corps, brigades);
            errands.push((party, Plan { task: Task::Attack, goal: foe, way, is_narrow: false }));
        }
        errands
    }

    /// The cities that call for somebody: the own ones that are threatened, then the enemy's that seem open, the
    /// dearest first.
    fn calls(&self, corps: &[Corps<'_>]) -> Vec<(&'d Town<'d>, Task)> {
        let units = || corps.iter().flat_map(|corps| &corps.brigades);
        let is_near = |town: &&Town<'_>| units().any(|unit| unit.at.distance(town.at) <= FAR);
        let call = |town: &'d Town<'d>| {
            let task = if self.is_unminded(corps, town) { Task::Guard } else { Task::March };
            (task == Task::Guard || self.is_open(corps, town)).then_some((town, task))
        };
        let mut calls: Vec<_> = self.picture.towns.iter().filter(is_near).filter_map(call).collect();
        calls.sort_by_key(|(town, task)| (*task != Task::Guard, std::cmp::Reverse(town.worth()), town.at));
        calls
    }

    /// Whether a city of the own side is worth a brigade, enemies are about or it is a taken one, and no garrison of the
    /// player's sits in it that stays.
    fn is_unminded(&self, corps: &[Corps<'_>], town: &Town<'_>) -> bool {
        let picture = self.picture;
        let marches =
            |unit: &Unit| corps.iter().flat_map(|corps| &corps.brigades).any(|other| other.id == unit.id);
        let mut garrison = picture.vantage.own.iter().map(|own| own.unit).filter(|unit| unit.in_fort);
        let has_garrison = garrison.any(|unit| unit.at == town.at && !marches(unit));
        let is_dear = town.worth() >= DEAR || picture.has_depot(town.at);
        let is_taken = picture
            .vantage
            .soil_of(town.at)
            .is_some_and(|nation| picture.vantage.relation(nation) == Relation::Hostile);
        let heads = || corps.iter().filter_map(|corps| corps.head);
        let is_fed = town.supplies.is_none_or(|stored| stored > 0)
            || heads().any(|head| quarters::feeds(picture, self.ways, head.at, town.at));
        let is_threatened =
            picture.foes_near(town.at, ALARM) > 0 || is_taken && picture.friends_near(town.at, 0) > 0;
        town.is_friendly() && is_dear && !has_garrison && is_threatened && is_fed
    }

    /// Whether a city of the enemy's seems to stand open: nobody is seen in its square, and no fort is known there, or a
    /// brigade is in its square already.
    fn is_open(&self, corps: &[Corps<'_>], town: &Town<'_>) -> bool {
        let is_at_the_gates =
            || corps.iter().flat_map(|corps| &corps.brigades).any(|unit| unit.at == town.at);
        town.is_hostile() && self.picture.foes_near(town.at, 0) == 0 && (town.fort == 0 || is_at_the_gates())
    }

    fn way_to(&self, corps: &[Corps<'_>], town: &Town<'_>) -> Distances<'a> {
        let near = corps.iter().flat_map(|corps| &corps.brigades).map(|unit| unit.at);
        self.ways.toward(town.at, &near.filter(|at| at.distance(town.at) <= FAR).collect())
    }

    /// The unit that is nearest to it, of equally near ones cavalry and then the smallest: no guns, nobody who is tired or
    /// has enemies before him, and only cavalry where it is more than a march.
    fn messenger<'c>(
        &self,
        corps: &[Corps<'c>],
        left: &[usize],
        (town, task): (&Town<'_>, Task),
        way: &Distances<'_>,
    ) -> Option<(usize, &'c Unit)> {
        let may_go = |unit: &&Unit| {
            let is_free = self.picture.foes_near(unit.at, 1) == 0 || unit.at == town.at;
            let is_fit = !unit.id.kind.is_artillery() && force::is_fresh(unit, self.book) && unit.hungry == 0;
            let holds = unit.at == town.at && task == Task::Guard && town.fort > 0;
            let about = self.picture.foes_near(town.at, 1) + self.picture.remembered_near(town.at, 1);
            let is_match = holds || about <= 2 * unit.strength;
            is_free && is_fit && is_match
        };
        let rows = corps.iter().enumerate();
        let units = rows.flat_map(|(place, corps)| corps.brigades.iter().map(move |unit| (place, *unit)));
        let units = units.filter(|(place, unit)| left[*place] > 0 || unit.at == town.at);
        let key = |(place, unit): (usize, &'c Unit)| {
            let far = way.of(unit.at)?;
            let march = u32::from(allowance(self.book, unit)) * STEP;
            let most = if unit.id.kind.is_cavalry() && task != Task::Guard { 2 * march } else { march };
            let horse = unit.id.kind.is_cavalry();
            (far <= most).then_some((far.div_ceil(march.max(1)), !horse, far, unit.strength, unit.id, place))
        };
        let best = units.filter(|(_, unit)| may_go(unit)).filter_map(key).min()?;
        let (.., id, place) = best;
        corps[place].brigades.iter().find(|unit| unit.id == id).map(|unit| (place, *unit))
    }
}
