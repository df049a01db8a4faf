//! A turn rehearsed: what a player's orders come to on the position as that player sees it, worked out by the very turn that
//! will be run ([`sequence`](crate::sequence)), so that no rule stands here.
//!
//! **What is handed in is what the player sees, and nothing else.** Others stand still, nobody fights, and the dice are not the
//! game's: a rehearsal tells neither where enemies are nor how the dice will fall.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::Book;
use crate::combat::bombard;
use crate::command::aim::{bombardment_bar, finds_its_target, is_bombarding_phase, may_bombard, target};
use crate::command::doubts::{self, Doubt, Unknown};
use crate::command::fights::{By, Fights};
use crate::command::hitch::{Declined, Hangs, Hitch, Of};
use crate::command::read_off::{declined, done, hindered, is_into_a_strangers, names_an_unseen_city};
use crate::communications;
use crate::event::reason::{Reason, Why};
use crate::event::{Event, Fact, Place};
use crate::movement::allowance::allowance;
use crate::movement::entry::entry_candidates;
use crate::orders::{SourceWish, TurnOrders, UnitOrders};
use crate::phase::Phase;
use crate::state::LandState;
use crate::supply::chosen;
use crate::turn::{Afloat, Turn};
use crate::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_engine::words::{agrees, listed};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;

/// What is rehearsed: a position as a player sees it, and the orders of that player's units.
#[derive(Clone)]
pub struct Stage<'a> {
    pub atlas: &'a Arc<Atlas>,
    pub book: &'static Book,
    /// The position as the player sees it.
    pub seen: LandState,
    /// The player's units.
    pub own: BTreeSet<UnitId>,
    /// Squares where enemies are reported, though not which.
    pub reported: BTreeSet<StrategicSquare>,
    /// Units of the player's that draw from a headquarters which the player does not see, with that headquarters.
    pub beyond: BTreeMap<UnitId, UnitId>,
    /// What ships are to the land, as far as the player knows.
    pub afloat: Afloat,
    /// Squares in which ships may fight before anybody moves: whose water it is then, and whether bridges and ferries are there, nobody knows.
    pub fights_afloat: BTreeSet<StrategicSquare>,
    /// The player's headquarters that ships are to take aboard or set ashore: where they stand then no rehearsal on land tells.
    pub shipped: BTreeSet<UnitId>,
}

/// What came of the rehearsal.
#[derive(Debug, Default)]
pub struct Rehearsal {
    /// By unit: where it stands after each phase.
    pub courses: BTreeMap<UnitId, Course>,
    /// By unit: what was not carried out as ordered, and why.
    pub hitches: BTreeMap<UnitId, Vec<Hitch>>,
    /// By unit: a source of which nobody knows whether it feeds the unit.
    pub doubts: BTreeMap<UnitId, Doubt>,
    /// By unit: what its guns are to bombard and could reach, where no enemy is seen.
    pub aimless: BTreeMap<UnitId, TacticalSquare>,
    /// Orders of offices that were not carried out, or not whole.
    pub declined: Vec<Declined>,
    /// What those bring about that are carried out, a sentence each.
    pub done: BTreeSet<String>,
}

/// Where a unit stands after each phase, as far as it is foreseen.
#[derive(Debug)]
pub struct Course {
    /// Where it stands now, and each step from there.
    pub steps: Vec<String>,
    /// Where it stands at last.
    pub ends: Ends,
    /// Whether it is in one place from first to last.
    pub stays: bool,
}

impl Course {
    /// In a clause.
    pub fn words(&self) -> String {
        self.steps.join("; ") + if self.stays { " and stays there" } else { "" }
    }
}

/// Where a unit stands when the turn is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// It comes among enemies, and what comes of a fight nobody knows.
    Open,
    /// It is no more a unit of its own.
    Gone,
    In(Place),
}

/// Orders in which nobody but the player's `own` units does anything, not even what units do without orders.
pub fn with_others_at_rest(mut orders: TurnOrders, seen: &LandState, own: &BTreeSet<UnitId>) -> TurnOrders {
    orders.units.retain(|id, _| own.contains(id));
    let others = seen.units.keys().filter(|id| !own.contains(id));
    orders.units.extend(others.map(|id| (*id, UnitOrders::default())));
    orders
}

/// Who watches the units from phase to phase.
#[derive(Clone)]
pub(super) struct Watch {
    own: BTreeMap<UnitId, Seen>,
    reported: BTreeSet<StrategicSquare>,
    beyond: BTreeMap<UnitId, UnitId>,
    /// Where fights may be whose outcome nobody knows.
    fights: Fights,
    /// Units of which nobody knows whether they carry anything when they march: it hangs on what others bring and draw.
    pub of_unknown_load: BTreeSet<UnitId>,
    /// How many events have been looked at for who is barred by somebody whom shells may drive off.
    looked: usize,
    /// By headquarters of which nobody knows where it stands: where the units stood that it feeds.
    unseen: BTreeMap<UnitId, Vec<StrategicSquare>>,
    /// The player's headquarters that ships are to take aboard or set ashore.
    shipped: BTreeSet<UnitId>,
    hitches: BTreeMap<UnitId, Vec<Hitch>>,
    doubts: BTreeMap<UnitId, Doubt>,
}

/// A unit as it was last seen.
#[derive(Clone)]
struct Seen {
    at: Place,
    /// Whether it has gone into another strategic square.
    marched: bool,
    among_enemies: bool,
    /// Whether it had a source of supplies at first.
    had_source: bool,
    /// Whether its guns could reach what they were to bombard, and whether they found enemies there.
    reached: bool,
    found: bool,
    course: Vec<String>,
    /// Whether it has been in one place so far.
    stays: bool,
    is_there: bool,
    /// Whether nothing is said of it any more: what comes of a fight is not foreseen.
    is_open: bool,
    /// How many events had happened by then: what the turn tells of it later is not foretold.
    told: usize,
}

impl Seen {
    /// Says nothing more of it than these words, from an event on.
    fn leave_open(&mut self, from: usize, words: String) {
        (self.is_open, self.told) = (true, from);
        self.course.push(words);
    }

    fn is_known_to_have_marched(&self) -> bool {
        self.marched && self.is_there && !self.is_open
    }
}

impl Watch {
    pub fn begin(
        turn: &Turn,
        own: BTreeSet<UnitId>,
        reported: BTreeSet<StrategicSquare>,
        beyond: BTreeMap<UnitId, UnitId>,
        afloat: BTreeSet<StrategicSquare>,
        shipped: BTreeSet<UnitId>,
    ) -> Self {
        let seen = |id: UnitId| {
            let unit = turn.state.units.get(&id)?;
            let at = Place { at: unit.at, tac: unit.tac };
            let enemies = among_enemies(turn, id);
            let (among_enemies, had_source) = (!enemies.is_empty(), unit.source.is_some());
            let course = vec![format!("now in {}{}", place(turn, at, None), fight_with(&enemies))];
            let (marched, reached, found, is_there) = (false, false, false, true);
            let (stays, is_open, told) = (true, among_enemies, usize::MAX);
            Some((
                id,
                Seen {
                    at,
                    marched,
                    among_enemies,
                    had_source,
                    reached,
                    found,
                    course,
                    stays,
                    is_there,
                    is_open,
                    told,
                },
            ))
        };
        let mut own: BTreeMap<UnitId, Seen> = own.into_iter().filter_map(seen).collect();
        for (id, seen) in &mut own {
            if let Some(city) = doubts::of_placement(turn, *id) {
                let city = format!("then whether it may be placed there hangs on who holds {city}");
                seen.leave_open(0, city + ", which no report shows");
            }
        }
        let mut unseen: BTreeMap<UnitId, Vec<StrategicSquare>> = BTreeMap::new();
        for (fed, feeds) in &beyond {
            unseen.entry(*feeds).or_default().extend(turn.state.units.get(fed).map(|unit| unit.at));
        }
        let fights = Fights::of(unseen.values().cloned(), afloat);
        let (hitches, doubts, of_unknown_load, looked) = Default::default();
        let mut watch = Watch {
            own,
            reported,
            beyond,
            fights,
            of_unknown_load,
            looked,
            unseen,
            shipped,
            hitches,
            doubts,
        };
        let others = turn.state.units.values().filter(|unit| !watch.own.contains_key(&unit.id));
        for unit in others.filter(|unit| !among_enemies(turn, unit.id).is_empty()) {
            watch.fights.note(Place { at: unit.at, tac: unit.tac }, turn.phase);
        }
        watch
    }

    /// Notes where units of the player's stand among enemies, and says nothing more of whose doings hang on such a fight; `came` has from where
    /// those came who changed their square in this phase.
    fn leave_open_what_hangs_on_fights(&mut self, turn: &Turn, came: &BTreeMap<UnitId, StrategicSquare>) {
        let when = if turn.phase == Phase::Supply { "then" } else { turn.phase.words() };
        for seen in self.own.values().filter(|seen| seen.is_open) {
            self.fights.lose(seen.at.at);
        }
        for seen in self.own.values().filter(|seen| seen.is_there && seen.among_enemies) {
            self.fights.note(seen.at, turn.phase);
        }
        // Who is on the way to a fight that nobody foresees may bring it along.
        for id in self.own.iter().filter(|(_, seen)| seen.is_there && seen.is_open).map(|(id, _)| *id) {
            let Some(unit) = turn.state.units.get(&id).filter(|_| !among_enemies(turn, id).is_empty()) else {
                continue;
            };
            self.fights.note(Place { at: unit.at, tac: unit.tac }, turn.phase);
        }
        let own = &self.own;
        self.fights.note_shells(turn, |id| own.contains_key(&id));
        for (id, seen) in self.own.iter_mut().filter(|(_, seen)| seen.is_there && !seen.is_open) {
            let by = self.fights.decide(turn, *id, seen.at, came.get(id).copied());
            let is_of_load = self.of_unknown_load.contains(id) && hangs_on_its_load(turn, *id);
            let Some(by) = by.or(is_of_load.then_some(By::Load)) else { continue };
            seen.leave_open(turn.events.len(), format!("{when}: {}", by.words()));
        }
    }

    /// Rules 7.7, 9.3, 10.15: leaves open what comes of a march or a move that enemies bar whom shells may drive off.
    fn leave_open_who_is_barred_by_the_shaken(&mut self, turn: &Turn) {
        for (place, told) in turn.events.iter().enumerate().skip(self.looked) {
            let (unit, is_cleared) = match &told.event.fact {
                Fact::ExitBlocked { stand, why } => {
                    (stand.unit, self.fights.may_be_cleared(turn, stand.unit, why.why))
                }
                Fact::Refused { stand, why } if why.why == Why::Barred => {
                    (stand.unit, self.fights.may_have_way(turn, stand.unit))
                }
                _ => continue,
            };
            let seen = self.own.get_mut(&unit).filter(|seen| !seen.is_open && is_cleared);
            if let Some(seen) = seen {
                seen.leave_open(place, format!("{}: {}", told.event.phase, By::Cleared.words()));
            }
        }
        self.looked = turn.events.len();
    }

    /// Rules 6.7, 11.6: sources that orders name and that cannot feed the unit: it draws where it is listed to.
    pub fn note_vain_sources(&mut self, turn: &Turn) {
        let vain = chosen::named_in_vain(turn);
        let unseen = self.named_unseen(turn);
        for (id, source) in vain.into_iter().chain(unseen) {
            if self.own.contains_key(&id) {
                let why = Why::OutOfReach.of(source.words(&turn.atlas.map.grid));
                // Nobody knows where a headquarters stands that no report shows.
                let is_unseen = matches!(source, Source::Unit(feeds) if self.unseen.contains_key(&feeds));
                let hangs = if is_unseen { Hangs::OnTheUnseen } else { Hangs::OnNothing };
                self.add(id, Hitch { in_supply: true, hangs, ..Hitch::new(Of::Part, why, "") });
            }
        }
    }

    /// The player's units whose orders name a headquarters that no report shows, and that does not feed them now.
    fn named_unseen(&self, turn: &Turn) -> Vec<(UnitId, Source)> {
        let named = turn.orders.units.iter().filter_map(|(id, orders)| match orders.carry.as_ref()?.from {
            SourceWish::Named(Source::Unit(feeds)) if self.unseen.contains_key(&feeds) => Some((*id, feeds)),
            _ => None,
        });
        let fed = |(id, feeds): &(UnitId, UnitId)| self.beyond.get(id) == Some(feeds);
        named.filter(|one| !fed(one)).map(|(id, feeds)| (id, Source::Unit(feeds))).collect()
    }

    /// Rule 11.6: what feeds those who have marched, where they stand at last; of no other is it asked.
    pub fn relist_sources(&self, turn: &mut Turn) {
        let asks = |unit: &Unit| self.own.get(&unit.id).is_some_and(Seen::is_known_to_have_marched);
        if turn.state.units.values().any(asks) {
            communications::relist_sources(&turn.atlas, turn.book, &mut turn.state, asks);
        }
    }

    /// Rule 11.6: who has marched where nothing feeds it, as far as the sender sees.
    fn note_the_unfed(&mut self, turn: &Turn) {
        let unfed = |id: &UnitId| {
            let unit = turn.state.units.get(id);
            unit.is_some_and(|unit| chosen::eats(unit) && unit.source.is_none())
        };
        let is_known = |seen: &Seen| seen.is_known_to_have_marched() && seen.had_source;
        let marched = self.own.iter().filter(|(_, seen)| is_known(seen));
        let unfed = marched.map(|(id, _)| *id).filter(unfed);
        let unfed: Vec<UnitId> = unfed.filter(|id| !self.doubts.contains_key(id)).collect();
        for id in unfed {
            self.add(id, Hitch::new(Of::Lack, Why::NoSource.into(), "where it will stand then "));
        }
    }

    /// Rule 11.6: a headquarters that nobody sees stands where nobody knows. Whether it feeds who has marched is open, unless
    /// something else does: be it who draws from it now, or who comes where it is taken to stand or may stand. So it is of a headquarters that
    /// may be active again, and of a city that no report shows.
    fn note_the_doubtful(&mut self, turn: &Turn) {
        for (id, seen) in self.own.iter().filter(|(_, seen)| seen.is_known_to_have_marched()) {
            let Some(unit) = turn.state.units.get(id) else { continue };
            let feeds_now = self.beyond.get(id).copied();
            let headquarters = |feeds: UnitId| {
                let is_own = self.own.contains_key(&feeds) || self.shipped.contains(&feeds);
                let unknown = if is_own { Unknown::WillStand } else { Unknown::Stands };
                Doubt { feeds: Source::Unit(feeds), has_fed: feeds_now == Some(feeds), unknown }
            };
            let doubtful = match &unit.source {
                Some(Source::Unit(feeds)) => Some(*feeds)
                    .filter(|feeds| {
                        self.unseen.contains_key(feeds)
                            || self.is_open(*feeds)
                            || self.shipped.contains(feeds)
                    })
                    .map(headquarters),
                Some(_) => None,
                None => feeds_now
                    .map(headquarters)
                    .or_else(|| self.may_feed(turn, unit, headquarters).filter(|_| seen.had_source)),
            };
            self.doubts.extend(doubtful.map(|doubt| (*id, doubt)));
        }
    }

    /// Rule 11.6: what may feed a unit that nothing feeds: a headquarters out of sight that may stand within its reach, for it stands within
    /// that of all that it feeds; one that may be active again by then (rule 14.5); the city where it stands, if no report shows whose it is.
    fn may_feed(&self, turn: &Turn, unit: &Unit, headquarters: impl Fn(UnitId) -> Doubt) -> Option<Doubt> {
        let reach = 2 * communications::CORPS_RANGE;
        let is_near = |fed: &Vec<StrategicSquare>| fed.iter().all(|at| at.distance(unit.at) <= reach);
        if !chosen::eats(unit) {
            return None;
        }
        if unit.id.kind == UnitType::CorpsHq {
            return doubts::of_city(turn, unit);
        }
        let mut open = self.open_headquarters().filter(|(_, at)| at.distance(unit.at) <= reach);
        let unseen = self.unseen.iter().find(|(_, fed)| is_near(fed)).map(|(feeds, _)| *feeds);
        let shipped = || self.shipped.first().copied();
        let doubtful = unseen.or_else(|| open.next().map(|(id, _)| id)).or_else(shipped).map(headquarters);
        doubtful.or_else(|| doubts::of_the_idle(turn, unit)).or_else(|| doubts::of_city(turn, unit))
    }

    /// Headquarters of the player's of which it is not foreseen where they will stand, and where they were last.
    fn open_headquarters(&self) -> impl Iterator<Item = (UnitId, StrategicSquare)> {
        let open = self.own.iter().filter(|(id, seen)| id.kind == UnitType::CorpsHq && seen.is_open);
        open.map(|(id, seen)| (*id, seen.at.at))
    }

    fn is_open(&self, id: UnitId) -> bool {
        self.own.get(&id).is_some_and(|seen| seen.is_open)
    }

    /// Looks at every unit when a phase is over.
    pub fn look(&mut self, turn: &Turn) {
        let before = self.looked;
        self.leave_open_who_is_barred_by_the_shaken(turn);
        let (mut came, mut entries) = (BTreeMap::new(), Vec::new());
        for (id, seen) in self.own.iter_mut().filter(|(_, seen)| seen.is_there && !seen.is_open) {
            let Some(unit) = turn.state.units.get(id) else {
                (seen.is_there, seen.stays) = (false, false);
                seen.course.push(format!("after {} it is no more a unit of its own", turn.phase));
                continue;
            };
            if turn.progress.get(id).is_some_and(|progress| progress.follows_battles) {
                seen.leave_open(before, format!("{}: {}", turn.phase.words(), By::Battles.words()));
                continue;
            }
            let (was, now) = (seen.at, Place { at: unit.at, tac: unit.tac });
            if is_bombarding_phase(turn) {
                seen.reached |= may_bombard(turn, *id);
                seen.found |= was == now && finds_its_target(turn, *id);
            }
            let enemies = among_enemies(turn, *id);
            let among_enemies = !enemies.is_empty();
            if was == now && among_enemies == seen.among_enemies {
                continue;
            }
            if was != now {
                self.fights.stir(was.at, now.at);
            }
            if was.at != now.at {
                came.insert(*id, was.at);
            }
            if was.at != now.at && !seen.marched {
                seen.marched = true;
                entries.extend(other_entry(turn, *id, was.at).map(|hitch| (*id, hitch)));
            }
            let comes_near = !among_enemies && was.at != now.at && self.reported.contains(&now.at);
            (seen.at, seen.among_enemies, seen.is_open) = (now, among_enemies, among_enemies || comes_near);
            seen.stays = false;
            if seen.is_open {
                seen.told = turn.events.len();
            }
            let mut step = format!("after {} in {}", turn.phase, place(turn, now, Some(was)));
            step += &fight_with(&enemies);
            if comes_near {
                step += ", where enemies are reported: how many and where is not foreseen";
            }
            seen.course.push(step);
        }
        self.leave_open_what_hangs_on_fights(turn, &came);
        // Where it comes in beside enemies or a fight hangs on whom that leaves there.
        for (id, hitch) in entries {
            if !self.is_open(id) {
                self.hitches.entry(id).or_default().push(hitch);
            }
        }
    }

    /// What came of it all.
    pub fn end(mut self, turn: &Turn) -> Rehearsal {
        for (place, told) in turn.events.iter().enumerate() {
            let is_foreseen = |id: &UnitId| self.own.get(id).is_some_and(|seen| place < seen.told);
            if let Some((id, mut hitch)) = hitch(turn, &told.event).filter(|(id, _)| is_foreseen(id)) {
                if is_into_a_strangers(&told.event, |id| self.own.contains_key(&id)) {
                    hitch.hangs = Hangs::OnTheUnseen;
                } else if is_of_whom_it_engages(turn, id, &told.event, &self.fights) {
                    hitch.hangs = Hangs::OnLot;
                }
                self.add(id, hitch);
            }
        }
        self.note_the_doubtful(turn);
        self.note_the_unfed(turn);
        let aimless = self.own.iter().filter(|(_, seen)| seen.reached && !seen.found && !seen.is_open);
        let aimless = aimless.filter_map(|(id, _)| Some((*id, target(turn, *id)?))).collect();
        let vain: Vec<_> =
            self.own.iter().filter_map(|(id, seen)| Some((*id, vain(turn, *id, seen)?))).collect();
        for (id, why) in vain {
            self.add(id, Hitch::new(Of::Order("BOMBARD"), why, ""));
        }
        let declined = turn.events.iter().filter_map(|told| declined(&told.event));
        let declined = declined.map(|(words, whole)| Declined {
            words: words.to_string(),
            whole,
            hangs: if names_an_unseen_city(turn, words) { Hangs::OnTheUnseen } else { Hangs::OnNothing },
        });
        let declined = declined.collect();
        let done =
            turn.events.iter().filter_map(|told| done(&told.event)).map(|why| why.words().into_owned());
        let done = done.collect();
        let courses = self.own.into_iter().map(|(id, seen)| (id, ended(seen))).collect();
        Rehearsal { courses, hitches: self.hitches, doubts: self.doubts, aimless, declined, done }
    }

    /// What hinders a unit in several phases is said of the first.
    fn add(&mut self, id: UnitId, hitch: Hitch) {
        let hitches = self.hitches.entry(id).or_default();
        if hitches.iter().all(|other| other.why != hitch.why) {
            hitches.push(hitch);
        }
    }
}

fn ended(seen: Seen) -> Course {
    let Seen { course, stays, at, is_there, is_open, .. } = seen;
    let ends = match (is_open, is_there) {
        (true, _) => Ends::Open,
        (false, false) => Ends::Gone,
        (false, true) => Ends::In(at),
    };
    let stays = stays && !is_open;
    Course { steps: course, ends, stays }
}

/// Rule 9.8: whether a refusal hangs on whom a unit engages, and a lot has chosen him among several, or a fight next door may send others: then
/// it is barred elsewhere, or not.
fn is_of_whom_it_engages(turn: &Turn, id: UnitId, event: &Event, fights: &Fights) -> bool {
    let may_differ = turn.progress.get(&id).is_some_and(|progress| {
        let at = turn.field().unit(id).map(|unit| unit.at);
        progress.tactics.drew
            || progress.orders.engage.is_some() && at.is_some_and(|at| fights.are_beside(at))
    });
    may_differ && event.phase.tactical() > 0 && matches!(event.fact, Fact::Refused { .. })
}

/// Rule 7.2: whether a unit that marches on has come as far as it may with supplies, and may go a square farther without.
fn hangs_on_its_load(turn: &Turn, id: UnitId) -> bool {
    let unit = turn.state.units.get(&id).cloned();
    let both = unit.zip(turn.progress.get(&id));
    both.is_some_and(|(unit, progress)| {
        let laden = Unit { supplies: 1, ..unit };
        progress.next_square().is_some() && progress.steps >= allowance(turn.book, &laden)
    })
}

/// Behind a place where enemies stand.
fn fight_with(enemies: &[UnitId]) -> String {
    if enemies.is_empty() {
        return String::new();
    }
    let stand = agrees(enemies.len(), "stands", "stand");
    let names: Vec<String> = enemies.iter().map(ToString::to_string).collect();
    format!(", where {} {stand}: what comes of the fight is not foreseen", listed(&names))
}

/// A place in words: of the same square on the strategic map only the tactical one.
fn place(turn: &Turn, now: Place, was: Option<Place>) -> String {
    if was.is_some_and(|was| was.at == now.at) {
        return now.tac.to_string();
    }
    let map = &turn.atlas.map;
    let city = map.cities.iter().find(|city| city.at == now.at);
    let name = city.map_or_else(String::new, |city| format!(" ({})", city.name));
    format!("{}{name} {}", map.grid.label(now.at), now.tac)
}

/// The enemies that stand in its tactical square, as far as they are seen.
fn among_enemies(turn: &Turn, id: UnitId) -> Vec<UnitId> {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return Vec::new() };
    let hostile = |other| field.relation(id.nation, other) == Relation::Hostile;
    let enemies = field.units_of_nations(unit.at, hostile);
    let beside = enemies.filter(|enemy| enemy.is_active() && enemy.tac == unit.tac);
    let mut beside: Vec<UnitId> = beside.map(|enemy| enemy.id).collect();
    beside.sort_unstable();
    beside
}

/// Rule 7.14: the unit has come in elsewhere than it was ordered to, though what was ordered lies where it comes in.
fn other_entry(turn: &Turn, id: UnitId, from: StrategicSquare) -> Option<Hitch> {
    let progress = turn.progress.get(&id)?;
    let wish = progress.orders.entry?;
    let unit = turn.state.units.get(&id).filter(|_| turn.phase.strategic() > 0)?;
    let to = Place { at: unit.at, tac: unit.tac };
    let why = came_in_elsewhere(&turn.atlas.map.grid, wish, from, to)?;
    Some(Hitch::new(if progress.has_path_left() { Of::OnTheWay } else { Of::Part }, why, ""))
}

/// Rule 7.14: why a step into a square did not end where the order wished.
pub(super) fn came_in_elsewhere(
    grid: &Grid,
    wish: TacticalSquare,
    from: StrategicSquare,
    to: Place,
) -> Option<Reason> {
    let direction = from.direction_to(to.at).filter(|_| to.tac != wish)?;
    let is_in_the_zone = entry_candidates(direction, wish).contains(&wish);
    let why = if is_in_the_zone { Why::EntryShut } else { Why::EntryTooDeep };
    Some(why.of(wish).and(grid.label(to.at)).and(to.tac))
}

/// Rule 10.15: why a unit never reaches what it is to bombard. Of one that is inactive the turn says nothing, nor of one that fights.
fn vain(turn: &Turn, id: UnitId, seen: &Seen) -> Option<Reason> {
    turn.state.units.get(&id).filter(|unit| unit.is_active() && !seen.is_open)?;
    let square = target(turn, id).filter(|_| !seen.reached)?;
    Some(bombard::never(square, bombardment_bar(turn, id)?.unwrap_or(Why::OutOfRange)))
}

/// What an event hinders a unit in, with the phase and the place.
fn hitch(turn: &Turn, event: &Event) -> Option<(UnitId, Hitch)> {
    let (unit, of, why) = hindered(event)?;
    let phase = event.phase;
    let when = match &event.fact {
        Fact::ExitBlocked { stand, .. } => {
            let at = stand.at.map(|place| turn.atlas.map.grid.label(place.at)).unwrap_or_default();
            format!("in {phase} it stays in {at}: ")
        }
        Fact::Interrupted { .. } => format!("in {phase} "),
        Fact::Refused { .. } if phase != Phase::Supply && phase != Phase::Placement => {
            format!("in {phase}: ")
        }
        _ => String::new(),
    };
    Some((unit, Hitch { in_supply: phase == Phase::Supply, ..Hitch::new(of, why, when) }))
}
