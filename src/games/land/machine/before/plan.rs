//! What each corps is to do: go at the enemy when stronger, fall back when weaker, else march to the nearest objective;
//! rest when tired, seek bread when hungry, and one corps minds the own cities.

use std::collections::BTreeMap;

use crate::games::ground::square::StrategicSquare;
use crate::games::land::book::Book;
use crate::games::land::machine::before::corps::Corps;
use crate::games::land::machine::before::picture::{Picture, Town};
use crate::games::land::machine::before::ways::{Distances, STEP, Ways};
use crate::games::land::state::Depot;
use crate::games::land::unit::Source;

/// How near enemies must be for a corps to deal with them before all else, in squares.
const REACH: u8 = 2;
/// How far from a city a corps is sent to mind it.
const GUARD: u32 = 6 * STEP;
/// How far a corps goes for bread.
const BREAD: u32 = 8 * STEP;
/// For how many turns a store must feed a corps that goes there.
const LOAF: u32 = 2;
/// What a goal counts as farther off for each corps that has it already.
const CROWD: u32 = 3 * STEP;

/// Each so manieth turn a corps attacks at even odds.
const BOLD: u32 = 3;

/// What a corps is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Stand, and defend itself.
    Hold,
    /// Lie still until the men are fresh.
    Rest,
    /// Go at the enemies in the goal.
    Attack,
    /// Go back to the goal.
    FallBack,
    /// March to the goal.
    March,
}

/// A corps' task, with the way to where it leads.
pub struct Plan<'a> {
    /// The task.
    pub task: Task,
    /// Where to; where the corps stands, for those that stay.
    pub goal: StrategicSquare,
    /// How far the goal is from where the corps' units stand.
    pub way: Distances<'a>,
}

/// The plans of some corps, in their order: what one aims at, the next ones rather leave to it.
pub fn plans<'a>(picture: &Picture<'_>, ways: &Ways<'a>, book: &Book, corps: &[Corps<'_>]) -> Vec<Plan<'a>> {
    let mut staff = Staff { picture, ways, book, aimed: BTreeMap::new(), has_guard: false };
    corps.iter().map(|corps| staff.plan(corps)).collect()
}

/// Who makes the plans of one player.
struct Staff<'s, 'a> {
    picture: &'s Picture<'s>,
    ways: &'s Ways<'a>,
    book: &'s Book,
    /// How many corps go to each goal.
    aimed: BTreeMap<StrategicSquare, u32>,
    /// Whether a corps minds a city already.
    has_guard: bool,
}

impl<'a> Staff<'_, 'a> {
    fn plan(&mut self, corps: &Corps<'_>) -> Plan<'a> {
        let (task, goal) = self.task(corps);
        *self.aimed.entry(goal).or_default() += 1;
        let units = corps.brigades.iter().chain(&corps.train).chain(&corps.head);
        let squares = units.map(|unit| unit.at).chain([corps.post]).collect();
        Plan { task, goal, way: self.ways.toward(goal, &squares) }
    }

    fn task(&mut self, corps: &Corps<'_>) -> (Task, StrategicSquare) {
        let stay = |task| (task, corps.post);
        if corps.brigades.is_empty() {
            return stay(Task::Hold);
        }
        let is_fresh = self.is_fresh(corps);
        if let Some(foe) =
            self.picture.nearest_foe(corps.post).filter(|foe| foe.distance(corps.post) <= REACH)
        {
            let is_close = foe.distance(corps.post) <= 1;
            return match self.odds(corps.post, foe) {
                Odds::Good if !is_close && self.is_starving(corps) => self.business(corps, is_fresh),
                Odds::Good if is_fresh => (Task::Attack, foe),
                Odds::Bad => self.refuge(corps, foe).map_or(stay(Task::Hold), |to| (Task::FallBack, to)),
                Odds::Even if !is_close => self.business(corps, is_fresh),
                Odds::Good | Odds::Even => stay(Task::Hold),
            };
        }
        self.business(corps, is_fresh)
    }

    /// What a corps does that no enemy keeps from it.
    fn business(&mut self, corps: &Corps<'_>, is_fresh: bool) -> (Task, StrategicSquare) {
        let stay = |task| (task, corps.post);
        if !is_fresh {
            return stay(Task::Rest);
        }
        let far = self.ways.from(corps.post);
        let starving = self.is_starving(corps).then(|| self.bread(corps, &far)).flatten();
        let threatened = || self.threatened(&far);
        let guard = if self.has_guard { None } else { threatened() };
        self.has_guard |= starving.is_none() && guard.is_some();
        let goal = starving.or(guard).or_else(|| self.objective(corps, &far));
        goal.map_or(stay(Task::Hold), |goal| (Task::March, goal))
    }

    /// Whether at least half of a corps' men may move before the enemy (rule 9.1).
    fn is_fresh(&self, corps: &Corps<'_>) -> bool {
        let fresh = corps.brigades.iter().filter(|unit| unit.fatigue <= self.book.tactics.fatigue);
        fresh.map(|unit| unit.strength).sum::<u32>() * 2 >= corps.men
    }

    /// Good are three to two over the enemies about a square, counting friends who can be there too; bad is to be
    /// weaker than those who are close by. Each third turn even odds are good enough: two machines would else watch
    /// each other to the end of the war.
    fn odds(&self, post: StrategicSquare, foe: StrategicSquare) -> Odds {
        let (ours, theirs) = (self.picture.friends_near(foe, REACH), self.picture.foes_near(foe, 1));
        let is_bold = self.picture.vantage.turn.is_multiple_of(BOLD);
        let (here, close) = (self.picture.friends_near(post, 1), self.picture.foes_near(post, 1));
        match () {
            () if ours * 2 >= theirs * 3 || is_bold && ours >= theirs => Odds::Good,
            () if close * 10 > here * 11 => Odds::Bad,
            () => Odds::Even,
        }
    }

    /// The nearest city or depot of the own side that lies away from an enemy. Who stands in one holds it.
    fn refuge(&self, corps: &Corps<'_>, foe: StrategicSquare) -> Option<StrategicSquare> {
        let far = self.ways.from(corps.post);
        let is_safe = |at: &StrategicSquare| {
            self.picture.foes_near(*at, 1) == 0 && foe.distance(*at) > foe.distance(corps.post)
        };
        let safe = self.magazines().filter(is_safe);
        safe.filter_map(|at| Some((far.of(at)?, at))).min().map(|(_, at)| at)
    }

    /// The squares of the own side's cities and depots.
    fn magazines(&self) -> impl Iterator<Item = StrategicSquare> {
        let vantage = self.picture.vantage;
        let depots = vantage.depots.iter().filter(|depot| vantage.relation(depot.side).is_friendly());
        let towns = self.picture.towns.iter().filter(|town| town.is_friendly());
        towns.map(|town| town.at).chain(depots.map(|depot| depot.at))
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
        let key = |at: StrategicSquare| Some((far.of(at)? + self.crowd(at), at));
        safe.filter_map(key).filter(|(far, _)| *far <= BREAD).min().map(|(_, at)| at)
    }

    /// What a goal counts as farther off because others have it.
    fn crowd(&self, at: StrategicSquare) -> u32 {
        self.aimed.get(&at).copied().unwrap_or(0) * CROWD
    }

    /// The nearest of the own cities near which enemies are seen, if it is not too far to mind it.
    fn threatened(&self, far: &Distances<'_>) -> Option<StrategicSquare> {
        let is_threatened = |town: &&Town<'_>| {
            let foes = self.picture.foes_near(town.at, REACH);
            town.is_friendly() && foes > self.picture.friends_near(town.at, 1)
        };
        let towns = self.picture.towns.iter().filter(is_threatened);
        let near =
            towns.filter_map(|town| Some((far.of(town.at)?, town.at))).filter(|(far, _)| *far <= GUARD);
        near.min().map(|(_, at)| at)
    }

    /// The nearest enemy city, or enemies that are seen and not too many, whichever is nearer.
    fn objective(&self, corps: &Corps<'_>, far: &Distances<'_>) -> Option<StrategicSquare> {
        let towns = self.picture.towns.iter().filter(|town| town.is_hostile()).map(|town| town.at);
        let ours = self.picture.friends_near(corps.post, REACH);
        let foes = self.picture.foes.keys().copied();
        let beatable = foes.filter(|foe| self.picture.foes_near(*foe, 1) <= ours * 2);
        let goals = towns.chain(beatable).filter_map(|at| Some((far.of(at)? + self.crowd(at), at)));
        goals.min().map(|(_, at)| at)
    }
}

/// The units of a corps that eat.
fn mouths(corps: &Corps<'_>) -> u32 {
    u32::try_from(corps.brigades.len() + 1).unwrap_or(u32::MAX)
}

enum Odds {
    Good,
    Even,
    Bad,
}
