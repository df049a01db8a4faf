//! What each corps is to do: go together at an enemy who is weaker there, fall back before one who is much stronger, else
//! march to an objective; rest when tired, seek bread when hungry.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::corps::Corps;
use crate::force;
use crate::memo::MARCH;
use crate::picture::{Picture, Town};
use crate::ways::{Distances, STEP, Ways};
use fieldpost_engine::machine::Skill;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::book::Book;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::communications::sources::DEPOT_RANGE;
use fieldpost_land::state::Depot;
use fieldpost_land::unit::Source;

/// How far a corps goes for bread.
const BREAD: u32 = 8 * STEP;
/// For how many turns a store must feed a corps that goes there.
const LOAF: u32 = 2;
/// What a goal counts as nearer for a corps whose neighbours have it already: they march together.
const TOGETHER: u32 = 2 * STEP;
/// What a square beyond the reach of the own stores counts as farther.
const BEYOND: u32 = 2 * STEP;
/// What a point of a city's worth counts as nearer.
const WORTH: u32 = 2 * STEP;
/// Odds which are enough, in per cent, so that others may march on.
const ENOUGH: u32 = 300;
/// Odds under which an attack is pressed home.
const NARROW: u32 = 220;
/// Enemies close by, in per cent, whom a corps leaves standing.
const SCREEN: u32 = 25;

/// What a corps is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Stand, and defend itself.
    Hold,
    /// Lie still until the men are fresh.
    Rest,
    /// Go at the enemies in the goal.
    Attack,
    /// Shut the enemies in who hold the city in whose square it stands.
    Besiege,
    /// Go back to the goal.
    FallBack,
    /// March to the goal.
    March,
    /// March to the city of the own side in the goal, and stand in it.
    Guard,
}

/// A corps' task, with the way to where it leads.
pub struct Plan<'a> {
    pub task: Task,
    /// Where to; where the corps stands, for those that stay.
    pub goal: StrategicSquare,
    /// How far the goal is from where the corps' units stand.
    pub way: Distances<'a>,
    /// Whether an attack is to be pressed home, because the odds are not much better than needed.
    pub is_narrow: bool,
}

impl Plan<'_> {
    /// The plan in words, for who reads the letter.
    pub fn words(&self, picture: &Picture<'_>) -> String {
        let label = picture.vantage.atlas.map.grid.label(self.goal);
        let place =
            picture.town_at(self.goal).map_or(label.to_string(), |town| format!("{label} ({})", town.name));
        match self.task {
            Task::Hold => format!("Stand in {place}"),
            Task::Rest => format!("Rest in {place}"),
            Task::Attack => format!("Attack in {place}"),
            Task::Besiege => format!("Shut in {place}"),
            Task::FallBack => format!("Fall back to {place}"),
            Task::March => format!("March to {place}"),
            Task::Guard => format!("Mind {place}"),
        }
    }
}

/// The plans of some corps, in their order.
pub fn plans<'a>(
    picture: &Picture<'_>,
    ways: &Ways<'a>,
    book: &Book,
    corps: &[Corps<'_>],
    sent: &BTreeMap<StrategicSquare, Task>,
) -> Vec<Plan<'a>> {
    let mut staff = Staff { picture, ways, book, sent, aimed: BTreeMap::new() };
    let attacks = staff.attacks(corps);
    let plan = |(corps, attack): (&Corps<'_>, Option<Aim>)| staff.plan(corps, attack);
    corps.iter().zip(attacks).map(plan).collect()
}

/// An enemy to be attacked, and whether the odds are narrow.
#[derive(Clone, Copy)]
struct Aim {
    foe: StrategicSquare,
    is_narrow: bool,
}

/// Who makes the plans of one player.
struct Staff<'s, 'a> {
    picture: &'s Picture<'s>,
    ways: &'s Ways<'a>,
    book: &'s Book,
    /// Where parties are on their way, and what for.
    sent: &'s BTreeMap<StrategicSquare, Task>,
    /// How many corps march to each goal.
    aimed: BTreeMap<StrategicSquare, u32>,
}

impl<'a> Staff<'_, 'a> {
    /// Which corps attack whom. The odds count who can be there at once; the best odds come first, and whoever is not
    /// needed for them is free for others.
    fn attacks(&self, corps: &[Corps<'_>]) -> Vec<Option<Aim>> {
        let mut aims: Vec<Option<Aim>> = vec![None; corps.len()];
        let is_left = |foe: &StrategicSquare| self.sent.get(foe) != Some(&Task::Attack);
        let mut foes: BTreeSet<_> = self.picture.foes.keys().copied().filter(is_left).collect();
        loop {
            let free = || corps.iter().zip(&aims).filter(|(_, aim)| aim.is_none()).map(|(corps, _)| corps);
            let odds = |foe: &StrategicSquare| {
                let masses = free().map(|corps| self.mass(corps, *foe));
                // A recruit thinks of each corps by itself.
                if self.picture.skill == Skill::Recruit {
                    return percent(masses.max().unwrap_or(0), self.picture.resistance(*foe));
                }
                let own: u32 = masses.sum();
                let ours = if own > 0 { own + self.others_near(*foe) / 2 } else { 0 };
                percent(ours, self.picture.resistance(*foe))
            };
            let best =
                foes.iter().map(|foe| (odds(foe), *foe)).max_by_key(|(odds, foe)| (*odds, Reverse(*foe)));
            let Some((odds, foe)) = best.filter(|(odds, _)| *odds >= self.picture.temper.attacks_from) else {
                return aims;
            };
            foes.remove(&foe);
            self.assign(corps, &mut aims, Aim { foe, is_narrow: odds < NARROW });
        }
    }

    /// Sends those at an enemy who can do most, until they are enough.
    fn assign(&self, corps: &[Corps<'_>], aims: &mut [Option<Aim>], aim: Aim) {
        let mut able: Vec<_> = (0..corps.len())
            .filter(|place| aims[*place].is_none())
            .map(|place| (self.mass(&corps[place], aim.foe), place))
            .filter(|(mass, _)| *mass > 0)
            .collect();
        able.sort_by_key(|(mass, place)| (Reverse(*mass), *place));
        let mut sum = 0;
        for (mass, place) in able {
            let corps = &corps[place];
            let is_bound = corps.post == aim.foe;
            if is_bound || percent(sum, self.picture.resistance(aim.foe)) < ENOUGH {
                sum += mass;
                aims[place] = Some(aim);
            }
        }
    }

    /// What a corps can bring against an enemy at once: nothing, if it would leave its square for one in which it starves.
    fn mass(&self, corps: &Corps<'_>, foe: StrategicSquare) -> u32 {
        if corps.post != foe && !self.has_bread(foe) && self.is_starving(corps) {
            return 0;
        }
        force::mass(&corps.brigades, foe, self.ways, self.book)
    }

    /// Men of the side beside an enemy whom others command.
    fn others_near(&self, foe: StrategicSquare) -> u32 {
        let own = self.picture.vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
        let own = own.filter(|unit| unit.is_combat() && unit.at.distance(foe) <= 1);
        self.picture.friends_near(foe, 1).saturating_sub(own.map(|unit| unit.strength).sum())
    }

    fn plan(&mut self, corps: &Corps<'_>, attack: Option<Aim>) -> Plan<'a> {
        let (task, goal) = match attack {
            Some(aim) => (Task::Attack, aim.foe),
            None => self.task(corps),
        };
        *self.aimed.entry(goal).or_default() += u32::from(task == Task::March);
        let units = corps.brigades.iter().chain(&corps.train).chain(&corps.head);
        let squares = units.map(|unit| unit.at).chain([corps.post]).collect();
        let is_narrow = attack.is_some_and(|aim| aim.is_narrow);
        Plan { task, goal, way: self.ways.toward(goal, &squares), is_narrow }
    }

    fn task(&self, corps: &Corps<'_>) -> (Task, StrategicSquare) {
        let stay = |task| (task, corps.post);
        if corps.brigades.is_empty() {
            return stay(Task::Hold);
        }
        let picture = self.picture;
        let (here, close) = (picture.friends_near(corps.post, 1), picture.foes_near(corps.post, 1));
        let odds = percent(close, here);
        if close > 0 && self.besieges(corps) {
            return stay(Task::Besiege);
        }
        match () {
            () if close > 0 && odds >= picture.temper.yields_to => {
                self.refuge(corps).map_or(stay(Task::Hold), |to| (Task::FallBack, to))
            }
            () if odds > SCREEN => {
                self.bread_behind(corps).map_or(stay(Task::Hold), |to| (Task::FallBack, to))
            }
            () => self.business(corps),
        }
    }

    /// Where a corps before enemies goes that would hunger there: to bread that lies no nearer to them.
    fn bread_behind(&self, corps: &Corps<'_>) -> Option<StrategicSquare> {
        if !self.is_starving(corps) {
            return None;
        }
        let foe = self.picture.nearest_foe(corps.post)?;
        let bread = self.bread(corps, &self.ways.from(corps.post))?;
        (foe.distance(bread) > foe.distance(corps.post)).then_some(bread)
    }

    /// Whether a corps stands in the square of an enemy city that it is too weak to storm and strong enough to shut in.
    fn besieges(&self, corps: &Corps<'_>) -> bool {
        let picture = self.picture;
        let Some(town) = picture.town_at(corps.post).filter(|town| town.is_hostile()) else { return false };
        let (ours, theirs) = (picture.friends_near(corps.post, 0), picture.foes_near(corps.post, 0));
        let is_more = u64::from(ours) * 100 > u64::from(theirs) * u64::from(self.book.siege.percent);
        town.fort > 0 && is_more && ours * 2 >= town.capacity
    }

    /// What a corps does that no enemy keeps from it.
    fn business(&self, corps: &Corps<'_>) -> (Task, StrategicSquare) {
        let stay = |task| (task, corps.post);
        if !self.is_fresh(corps) {
            return stay(Task::Rest);
        }
        let far = self.ways.from(corps.post);
        let starving = self.is_starving(corps).then(|| self.bread(corps, &far)).flatten();
        let goal = starving.or_else(|| self.objective(corps, &far));
        goal.map_or(stay(Task::Hold), |goal| (Task::March, goal))
    }

    /// Whether at least half of a corps' men may move before the enemy (rule 9.1).
    fn is_fresh(&self, corps: &Corps<'_>) -> bool {
        let fresh = corps.brigades.iter().filter(|unit| force::is_fresh(unit, self.book));
        fresh.map(|unit| unit.strength).sum::<u32>() * 2 >= corps.men
    }

    /// The nearest city or depot of the own side that lies away from the nearest enemy. Who stands in one holds it.
    fn refuge(&self, corps: &Corps<'_>) -> Option<StrategicSquare> {
        let foe = self.picture.nearest_foe(corps.post)?;
        let far = self.ways.from(corps.post);
        let is_safe = |at: &StrategicSquare| {
            self.picture.foes_near(*at, 1) == 0 && foe.distance(*at) > foe.distance(corps.post)
        };
        let safe = self.picture.stores().filter(is_safe);
        let key = |at: StrategicSquare| Some((self.picture.remembered_near(at, MARCH) > 0, far.of(at)?, at));
        safe.filter_map(key).min().map(|(.., at)| at)
    }

    /// Whether a corps will have nothing to eat next turn, as far as its headquarters' wagons and source are known; one
    /// without a headquarters, whether most of it had nothing.
    fn is_starving(&self, corps: &Corps<'_>) -> bool {
        let vantage = self.picture.vantage;
        let Some(head) = corps.head else {
            let hungry = corps.brigades.iter().filter(|unit| unit.hungry > 0);
            return hungry.count() * 2 > corps.brigades.len();
        };
        let stored = match &head.source {
            Some(Source::City(name)) => {
                vantage.cities.iter().find(|(city, _)| city == name).map(|(_, city)| city.supplies)
            }
            Some(Source::Depot(at)) => {
                vantage.depots.iter().find(|depot| depot.at == *at).map(|depot| depot.supplies)
            }
            Some(Source::Unit(_)) | None => Some(0),
        };
        stored.is_some_and(|stored| stored + u32::from(head.supplies) < mouths(corps))
    }

    /// Whether there is a city in a square that is not known to be empty.
    fn has_bread(&self, at: StrategicSquare) -> bool {
        let town = self.picture.town_at(at);
        town.is_some_and(|town| town.supplies.is_none_or(|stored| stored > 0))
    }

    /// Where there is bread: the nearest store of the own side that is not known to be nearly empty.
    fn bread(&self, corps: &Corps<'_>, far: &Distances<'_>) -> Option<StrategicSquare> {
        let vantage = self.picture.vantage;
        let ours = |depot: &&&Depot| vantage.relation(depot.side).is_friendly();
        let depots = vantage.depots.iter().filter(ours).map(|depot| (depot.at, Some(depot.supplies)));
        let towns = self.picture.towns.iter().filter(|town| town.is_friendly());
        let stores = towns.map(|town| (town.at, town.supplies)).chain(depots);
        let loaf = LOAF * mouths(corps);
        let full = stores.filter(|(_, supplies)| supplies.is_none_or(|supplies| supplies >= loaf));
        let safe = full.map(|(at, _)| at).filter(|at| self.picture.foes_near(*at, 1) == 0);
        let key = |at: StrategicSquare| Some((far.of(at)?, at));
        safe.filter_map(key).filter(|(far, _)| *far <= BREAD).min().map(|(_, at)| at)
    }

    /// The enemy city that is worth most for its distance, or an own one that is besieged; enemies that are seen and not too
    /// many only where there is none. Corps that stand near each other choose the same: one that another has is nearer.
    fn objective(&self, corps: &Corps<'_>, far: &Distances<'_>) -> Option<StrategicSquare> {
        let is_wanted = |town: &&Town<'_>| {
            let is_left_to_others = self.sent.contains_key(&town.at) && town.worth() <= 1;
            town.is_hostile() && !is_left_to_others || town.is_friendly() && town.besieged
        };
        let towns = self.picture.towns.iter().filter(is_wanted).map(|town| (town.at, town.worth()));
        let full: Vec<_> = self.picture.full_stores().collect();
        let key = |(at, worth): (StrategicSquare, u32)| {
            let aimed = self.aimed.get(&at).map_or(0, |_| TOGETHER);
            let store = full.iter().map(|store| store.distance(at)).min().unwrap_or(u8::MAX);
            let beyond = u32::from(store.saturating_sub(DEPOT_RANGE + CORPS_RANGE)) * BEYOND;
            Some(((far.of(at)? + 100 * STEP + beyond).saturating_sub(worth * WORTH + aimed), at))
        };
        let town = towns.filter_map(key).min().map(|(_, at)| at);
        town.or_else(|| self.prey(corps).filter_map(|foe| key((foe, 0))).min().map(|(_, at)| at))
    }

    /// Where enemies are, or were seen last, whom a corps can beat.
    fn prey(&self, corps: &Corps<'_>) -> impl Iterator<Item = StrategicSquare> {
        let picture = self.picture;
        let ours: u32 = corps.brigades.iter().map(|unit| force::of(unit, self.book)).sum();
        let seen = picture.foes.keys().copied();
        let seen =
            seen.filter(move |foe| percent(ours, picture.resistance(*foe)) >= picture.temper.attacks_from);
        let ghosts = picture.ghosts.iter();
        seen.chain(
            ghosts
                .filter(move |ghost| percent(ours, ghost.men) >= picture.temper.attacks_from)
                .map(|ghost| ghost.at),
        )
    }
}

/// One number in per cent of another; far more than any odds where that is nothing.
fn percent(one: u32, of: u32) -> u32 {
    let percent =
        (u64::from(one) * 100).checked_div(u64::from(of)).unwrap_or(if one > 0 { 10_000 } else { 0 });
    u32::try_from(percent).unwrap_or(u32::MAX)
}

/// The units of a corps that eat.
fn mouths(corps: &Corps<'_>) -> u32 {
    u32::try_from(corps.brigades.len() + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::sketches::{land, written};

    /// Six brigades beside two; nine more were seen behind these a turn ago, and are seen no more.
    #[test]
    fn who_was_seen_last_turn_is_reckoned_with() {
        let sandbox = land(|land| {
            land.state.turn = 1;
            for number in 1..=6 {
                land.unit(&format!("FR{number}IN"), "A4-N4", &format!("7-{}", number + 3));
            }
            land.unit("AU1IN", "A5-N4", "7-7");
            land.unit("AU2IN", "A5-N4", "8-7");
        });
        assert!(written(&sandbox, None).contains("# Attack in A5-N4"), "{}", written(&sandbox, None));
        let seen = "TURN 0\n# memo saw 0 A6-N4 36000\n";
        assert!(!written(&sandbox, Some(seen)).contains("# Attack"), "{}", written(&sandbox, Some(seen)));
    }

    /// Four brigades beside one, and their headquarters, which has nothing left to give; a march on there is none either.
    #[test]
    fn who_has_no_bread_goes_at_nobody_where_there_is_none() {
        let with = |stored: u32| {
            let sandbox = land(|land| {
                land.unit("FR1CQ", "A4-N4", "7-7").supplies = 0;
                for number in 1..=4 {
                    land.unit(&format!("FR{number}IN"), "A4-N4", &format!("{}-8", number + 3));
                }
                land.city("Ulm", "A4-N4", "7-7", "FR").supplies = stored;
                for number in 1..=2 {
                    land.unit(&format!("AU{number}IN"), "A5-N4", "7-7");
                }
            });
            written(&sandbox, None)
        };
        assert!(with(60).contains("# Attack in A5-N4"), "{}", with(60));
        assert!(!with(0).contains("# Attack"), "{}", with(0));
    }
}
