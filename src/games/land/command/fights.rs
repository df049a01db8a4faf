//! What hangs on fights in a rehearsal. Nobody fights in one, so that what comes of a fight is not known: whoever stands by it may be drawn
//! into it or driven off, and whoever goes there, out of there or to its help meets what it has left.

use std::collections::{BTreeMap, BTreeSet};

use crate::combat::bombard;
use crate::command::aim::is_bombarding_phase;
use crate::communications::CORPS_RANGE;
use crate::event::Place;
use crate::event::reason::Why;
use crate::movement::diagonal::passed_between;
use crate::orders::{ReactionBox, TacticalMove, UnitOrders};
use crate::phase::Phase;
use crate::rail::journey;
use crate::siege;
use crate::state::City;
use crate::turn::{Progress, Turn};
use crate::unit::{Source, Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Ground;

/// How far from a fight, in tactical squares, who stands still is left alone by it.
const BESIDE: u8 = 1;

/// How far from a fight, in tactical squares, who is driven from it may stand in the way of who comes or goes.
const COMES_BY: u8 = 3;

/// How far from a fight, in strategic squares, battles may come of it.
const ABOUT: u8 = 2;

/// The places where fights may be, as far as the player knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Fights {
    /// Where somebody stands among enemies, by strategic square, each with the tactical phase behind which he was first seen there.
    met: BTreeMap<StrategicSquare, BTreeMap<TacticalSquare, u8>>,
    /// Where units of the player's were last of which nothing more is foreseen: there may be a battle, or be none.
    lost: BTreeSet<StrategicSquare>,
    /// The player's units that shells may drive off in this phase (rule 10.15).
    shelled: BTreeSet<UnitId>,
    /// Those whom they may have driven off in this turn: who stood beside one of them is hit the harder.
    driven: BTreeSet<UnitId>,
    /// Where they may have fallen in this turn: whoever stood there may be driven off.
    shaken: BTreeSet<Place>,
    /// By headquarters that no report shows: where the units stand that it feeds.
    unseen: Vec<Vec<StrategicSquare>>,
    /// Squares into which units of the player's came, or from which they went: who besieges whom there is judged anew.
    stirred: BTreeSet<StrategicSquare>,
    /// Squares in which ships may fight before anybody moves.
    afloat: BTreeSet<StrategicSquare>,
}

/// By what a unit hangs on fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// It has to do with what is left of one.
    Fight,
    /// It marches by what battles there are (rule 7.13).
    Battles,
    /// Shells may drive it off (rule 10.15).
    Shells,
    /// Shells may drive off who is in its way, or drive somebody into it (rule 10.15).
    Cleared,
    /// It marches to allies, and one may be near whom no report shows (rule 7.13).
    Unseen,
    /// It marches to allies, and some of them march too: who goes first by lot decides (rules 7.6, 7.13).
    Allies,
    /// It may have supplies to carry, or none (rule 7.2).
    Load,
    /// It has to do with a city that enemies of unknown strength may besiege (rule 11.3).
    Siege,
    /// Ships may fight in its square: bridges, ferries and the water itself are the winner's (rules 12.4, 12.6, 12.7).
    Ships,
}

impl By {
    /// What a receipt says of it, behind the phase.
    pub fn words(self) -> &'static str {
        match self {
            By::Fight => "what it does by a fight that is near is not foreseen",
            By::Battles => {
                "where it marches hangs on which battles are fought then, and is not foreseen (rule 7.13)"
            }
            By::Shells => {
                "enemy guns may reach it, and whether it stands their fire is not foreseen (rule 10.15)"
            }
            By::Cleared => "whether shells clear its way or bar it is not foreseen (rule 10.15)",
            By::Unseen => {
                "where it marches hangs on where allies stand whom no report of yours shows, and is not foreseen (rule 7.13)"
            }
            By::Allies => {
                "where it marches hangs on who of its allies marches first, and is not foreseen (rule 7.13)"
            }
            By::Load => {
                "how much farther it goes hangs on whether it has supplies to carry, and is not foreseen (rule 7.2)"
            }
            By::Ships => {
                "what it does by the water hangs on how ships fight there, and is not foreseen (rules 12.4, 12.6, 12.7)"
            }
            By::Siege => {
                "whether the city is besieged by then hangs on how strong the enemies beside it are, and is not foreseen (rule 11.3)"
            }
        }
    }
}

impl Fights {
    /// Before the turn; `unseen` has the squares of whom a headquarters feeds that no report shows, of each, and `afloat` those in which ships
    /// may fight.
    pub fn of(unseen: impl Iterator<Item = Vec<StrategicSquare>>, afloat: BTreeSet<StrategicSquare>) -> Self {
        Fights { unseen: unseen.collect(), afloat, ..Fights::default() }
    }

    /// Notes a fight, if it can be fought in this turn: after the fourth tactical phase nobody fights (rule 5.2).
    pub fn note(&mut self, place: Place, phase: Phase) {
        if phase <= Phase::Tac4 {
            self.met.entry(place.at).or_default().entry(place.tac).or_insert(last_tactical(phase));
        }
    }

    /// Notes where a unit of the player's was last of which nothing more is foreseen.
    pub fn lose(&mut self, at: StrategicSquare) {
        self.lost.insert(at);
    }

    /// Notes where a unit of the player's came from and where it came to.
    pub fn stir(&mut self, from: StrategicSquare, to: StrategicSquare) {
        self.stirred.extend([from, to]);
    }

    /// Notes where guns may fire in this phase; `is_own` says whose guns and rounds the player knows. Walls hold who is shaken (rule 10.8).
    pub fn note_shells(&mut self, turn: &Turn, is_own: impl Fn(UnitId) -> bool) {
        self.shelled.clear();
        if !is_bombarding_phase(turn) {
            return;
        }
        let falls = bombard::may_fall(turn, &is_own);
        self.shaken.extend(falls.keys());
        for (place, worst) in falls {
            let there = turn.field().units_in(place.at).filter(|unit| unit.tac == place.tac && !unit.in_fort);
            let is_there = |id: UnitId| is_own(id) && !self.driven.contains(&id);
            let shaken =
                there.filter(|unit| is_own(unit.id) && bombard::may_shake(turn, unit, worst, is_there));
            self.shelled.extend(shaken.map(|unit| unit.id));
        }
        self.driven.extend(&self.shelled);
    }

    /// Whether shells may have fallen in a strategic square.
    fn is_shelled(&self, at: StrategicSquare) -> bool {
        self.shaken.iter().any(|place| place.at == at)
    }

    /// Whether shells may have driven off in a strategic square who is there as a rehearsal has it, of such units.
    fn may_have_driven(&self, turn: &Turn, at: StrategicSquare, of: impl Fn(&Unit) -> bool) -> bool {
        let field = turn.field();
        let mut here = self.shaken.iter().filter(|place| place.at == at);
        here.any(|place| field.units_in(at).any(|unit| unit.tac == place.tac && of(unit)))
    }

    /// Rules 7.7, 7.8: whether all who bar a unit's way out, or keep it to its bank or in a marsh, may have been driven off by shells, so
    /// that it may go.
    pub fn may_be_cleared(&self, turn: &Turn, id: UnitId, why: Why) -> bool {
        let field = turn.field();
        let Some(unit) = field.unit(id).filter(|unit| self.is_shelled(unit.at)) else { return false };
        if matches!(why, Why::WrongBank | Why::InMarsh) {
            return self.are_shaken(field.blockers(id.nation, unit.at));
        }
        // Who marches to battle, to allies or to enemies has no square to name.
        let Some(to) = turn.progress.get(&id).and_then(Progress::next_square) else { return true };
        let way = unit.at.direction_to(to);
        let barring = field.exit_blockers(id.nation, unit.at);
        // Who is besieged is barred by nobody on his way.
        self.are_shaken(barring.filter(|other| unit.tac.cone_to(other.tac) == way))
    }

    /// Whether there are any of these, and shells may have driven off all of them.
    fn are_shaken<'a>(&self, units: impl Iterator<Item = &'a Unit>) -> bool {
        let mut units = units.peekable();
        units.peek().is_some() && units.all(|unit| self.is_shaken(unit))
    }

    fn is_shaken(&self, unit: &Unit) -> bool {
        self.shaken.contains(&Place { at: unit.at, tac: unit.tac })
    }

    /// Rules 7.7, 10.8: whether who may have been driven off by shells may stand in a unit's way out now.
    fn may_be_driven_into_its_way(&self, turn: &Turn, progress: &Progress, place: Place, id: UnitId) -> bool {
        let Some(to) = progress.next_square().filter(|_| self.is_shelled(place.at)) else { return false };
        let way = place.at.direction_to(to);
        let most = usize::from(turn.book.combat.leaving.retreat_squares);
        let run = |from: TacticalSquare, along: Direction| {
            std::iter::successors(from.step(along), move |at| at.step(along)).take(most)
        };
        let may_come = |from| Direction::ALL.into_iter().flat_map(move |along| run(from, along));
        let field = turn.field();
        let mut driven = field
            .exit_blockers(id.nation, place.at)
            .filter(|other| self.is_shaken(other) && other.is_combat() && !other.in_fort);
        driven.any(|other| may_come(other.tac).any(|tac| place.tac.cone_to(tac) == way))
    }

    /// Rule 9.3: whether an enemy in a unit's square may have been driven off by shells, so that its way there is clear.
    pub fn may_have_way(&self, turn: &Turn, id: UnitId) -> bool {
        let unit = turn.field().unit(id);
        unit.is_some_and(|unit| self.may_have_driven(turn, unit.at, |other| is_enemy(turn, id, other)))
    }

    /// Rules 10.8, 10.15: whether a fight may have been fought next to a square, or shells have fallen there, so that who routs may come.
    pub fn are_beside(&self, at: StrategicSquare) -> bool {
        self.troubled().any(|fight| fight.distance(at) == 1)
    }

    /// The squares of fights, and those in which shells may have fallen.
    fn troubled(&self) -> impl Iterator<Item = StrategicSquare> {
        self.met.keys().copied().chain(self.shaken.iter().map(|place| place.at))
    }

    /// Whether what a unit does from now on hangs on a fight; `came_from` is the square from which it came in this phase.
    pub fn decide(
        &self,
        turn: &Turn,
        id: UnitId,
        place: Place,
        came_from: Option<StrategicSquare>,
    ) -> Option<By> {
        let has_come = came_from.is_some();
        let progress = turn.progress.get(&id)?;
        let orders = &progress.orders;
        // Rule 7.13: who has a path goes it first.
        let marches = orders.march_to_battle || orders.march_to_allies || orders.march_to_enemies;
        let marches = marches && !progress.has_path_left() && turn.phase < Phase::Strat6;
        if marches
            && orders.march_to_allies
            && self.unseen.iter().any(|fed| fed.iter().all(|at| is_about(*at, place.at)))
        {
            return Some(By::Unseen);
        }
        if marches && orders.march_to_allies && allies_march(turn, id, place.at) {
            return Some(By::Allies);
        }
        if marches && self.lost.iter().chain(self.met.keys()).any(|at| at.distance(place.at) <= ABOUT) {
            return Some(By::Battles);
        }
        if let Some(by) = self.may_interrupt(turn, progress, id, place) {
            return Some(by);
        }
        if self.shelled.contains(&id) {
            return Some(By::Shells);
        }
        if self.may_be_besieged(turn, id, place) {
            return Some(By::Siege);
        }
        if self.is_on_the_line(turn, progress, id) {
            return Some(By::Fight);
        }
        if self.afloat.contains(&place.at) && is_by_water(turn, progress, place) {
            return Some(By::Ships);
        }
        // Rule 7.8: who is freed of his bank may come in elsewhere in the next square.
        let has_banks = |at: StrategicSquare| turn.atlas.sheet(at).lines().any;
        let may_differ = progress.next_square().is_some_and(|to| has_banks(place.at) && has_banks(to));
        if may_differ && self.are_shaken(turn.field().blockers(id.nation, place.at)) {
            return Some(By::Cleared);
        }
        // Rules 7.12, 9.8: whom it would pursue or engage, or who bars its way to him, may have been driven off.
        if (engages(turn, progress) || orders.pursue.is_some()) && self.may_have_way(turn, id) {
            return Some(By::Cleared);
        }
        if self.may_be_driven_into_its_way(turn, progress, place, id) {
            return Some(By::Cleared);
        }
        // Rules 9.8, 10.8: who routs next door may come where it would engage him.
        if engages(turn, progress) && self.are_beside(place.at) {
            return Some(By::Fight);
        }
        if let Some(by) = self.may_be_too_tired(turn, progress, place, id) {
            return Some(by);
        }
        // Rules 7.14, 10.8: who has routed before it may stand where it would come in.
        if came_from.is_some_and(|from| self.met.contains_key(&from)) {
            return Some(By::Fight);
        }
        let fights = self.met.get(&place.at)?;
        let is_hung = |(fight, since): (&TacticalSquare, &u8)| {
            let away = fight.distance(place.tac);
            away <= BESIDE || has_come && away <= COMES_BY || helps(turn, orders, id, place, (*fight, *since))
        };
        // Rule 7.9: who comes upon enemies may halt, and a fight may have taken them away.
        let may_halt = has_come && orders.halt_on_detection;
        let is_hung = may_halt
            || fights.iter().any(is_hung)
            || acts(turn, progress, place)
            || marches_by(progress, place, fights);
        is_hung.then_some(By::Fight)
    }

    /// Rules 9.1, 10.8: whether a tired unit has anything left to do where no enemy is but who may rout into its square from next door, or where
    /// all that there are may be driven off by shells: then it may move, or may not.
    fn may_be_too_tired(&self, turn: &Turn, progress: &Progress, place: Place, id: UnitId) -> Option<By> {
        let field = turn.field();
        let unit = field.unit(id).filter(|unit| unit.fatigue > turn.book.tactics.fatigue)?;
        if !acts(turn, progress, place) {
            return None;
        }
        if !field.has_enemy(id.nation, unit.at) {
            return self.are_beside(place.at).then_some(By::Fight);
        }
        let enemies = field.units_in(unit.at).filter(|other| is_enemy(turn, id, other));
        self.are_shaken(enemies).then_some(By::Cleared)
    }

    /// Rule 11.3: whether a unit stands in a city of its side, draws from it or may be on its way into it, while enemies stand there whose
    /// strength no report tells, and men were moved beside it or fights or shells may change who is left.
    fn may_be_besieged(&self, turn: &Turn, id: UnitId, place: Place) -> bool {
        let field = turn.field();
        let may_be_moved = self.stirred.contains(&place.at) || self.met.contains_key(&place.at);
        let Some(unit) = field.unit(id).filter(|_| may_be_moved || self.is_shelled(place.at)) else {
            return false;
        };
        let may_change = |city: &City| {
            may_be_moved
                || self.may_have_driven(turn, city.at, |other| other.tac.distance(city.tac) <= BESIDE)
        };
        let is_moving = turn.progress.get(&id).is_some_and(|progress| acts(turn, progress, place));
        let is_about = |name: &String, city: &City| {
            let draws = matches!(&unit.source, Some(Source::City(source)) if source == name);
            city.tac == place.tac || is_moving || draws
        };
        let mut cities = field.state.cities.iter().filter(|(_, city)| city.at == place.at);
        cities.any(|(name, city)| {
            let is_own = field.relation(id.nation, city.control) != Relation::Hostile;
            is_own
                && may_change(city)
                && is_about(name, city)
                && siege::besiegers(field, city).next().is_some()
        })
    }

    /// Rules 8.2, 8.3: whether a unit is to go by rail past a fight or shells: who routs may bar the line, or free it.
    fn is_on_the_line(&self, turn: &Turn, progress: &Progress, id: UnitId) -> bool {
        let is_quiet = self.troubled().next().is_none();
        let Some(rail) = progress.orders.rail.as_ref().filter(|_| !is_quiet && !progress.rode) else {
            return false;
        };
        let field = turn.field();
        let Some(unit) = field.unit(id) else { return false };
        // A way that enemies bar is looked at too: they may be driven off.
        let over_track = |at| journey::is_track(field, at);
        let way = journey::plan(field, unit, rail).map(|way| way.squares).ok();
        let way = way.or_else(|| journey::through(&turn.atlas.map, unit.at, rail, &over_track));
        let is_near = |at: &StrategicSquare| self.troubled().any(|fight| fight.distance(*at) <= 1);
        way.is_some_and(|squares| squares.iter().any(is_near))
    }

    /// Rule 7.15: whether its next step is a diagonal between squares into which a fight may drive enemies, or from which it may draw them;
    /// or out of which shells may drive who would interrupt it.
    fn may_interrupt(&self, turn: &Turn, progress: &Progress, id: UnitId, place: Place) -> Option<By> {
        let between = passed_between(&turn.atlas.map.grid, place.at, progress.next_square()?)?;
        let is_near = |at: &StrategicSquare| self.met.keys().any(|fight| fight.distance(*at) <= 1);
        if between.iter().any(is_near) {
            return Some(By::Fight);
        }
        let field = turn.field();
        let mut interrupting = between.into_iter().flat_map(|at| field.interrupters(id.nation, at));
        interrupting.any(|other| self.is_shaken(other)).then_some(By::Cleared)
    }
}

/// Rules 7.13, 11.6: whether a headquarters that feeds who stands in one square may stand beside another.
fn is_about(fed: StrategicSquare, at: StrategicSquare) -> bool {
    fed.distance(at) <= CORPS_RANGE + 1
}

/// Rules 7.6, 7.13: whether others of a unit's side about it are on a march.
fn allies_march(turn: &Turn, id: UnitId, at: StrategicSquare) -> bool {
    let field = turn.field();
    let mut others =
        turn.progress.iter().filter(|(other, progress)| **other != id && progress.has_path_left());
    others.any(|(other, _)| {
        let other = field.unit(*other).filter(|other| other.at.distance(at) <= ABOUT);
        other.is_some_and(|other| field.relation(id.nation, other.id.nation).is_friendly())
    })
}

/// Whether a unit comes to the help of a fight in a tactical square, or in one where it may have spread to since: as far as its type goes
/// (rule 9.10), or to meet who moves (rule 9.11). Who is beaten in a phase may stand four squares off, and be engaged there in the next (10.8).
fn helps(
    turn: &Turn,
    orders: &UnitOrders,
    id: UnitId,
    place: Place,
    (fight, since): (TacticalSquare, u8),
) -> bool {
    let goes = turn.book.kind(id.kind).support;
    let fought = last_tactical(turn.phase).saturating_sub(since);
    let spread = BESIDE.max(fought.saturating_mul(turn.book.combat.leaving.retreat_squares));
    let reaches = |reaction: &ReactionBox| {
        let is_here = reaction.on.is_none_or(|on| on == place.at);
        is_here && reaction.centre.distance(fight) <= reaction.radius.saturating_add(spread)
    };
    let supports = orders.support.as_ref().is_some_and(reaches) && place.tac.distance(fight) <= goes + spread;
    supports || orders.intercept.as_ref().is_some_and(reaches)
}

/// Whether another unit is of a nation hostile to that of the first.
fn is_enemy(turn: &Turn, id: UnitId, other: &Unit) -> bool {
    turn.field().relation(id.nation, other.id.nation) == Relation::Hostile
}

/// Whether a unit has anything left to do that leads it somewhere, besides its path.
fn acts(turn: &Turn, progress: &Progress, place: Place) -> bool {
    let orders = &progress.orders;
    let is_here = |order: &TacticalMove| order.on.is_none_or(|on| on == place.at);
    let is_to_move =
        orders.tactical_move.as_ref().is_some_and(is_here) && progress.tactics.route.reached_in.is_none();
    progress.redirected.is_some()
        || orders.rail.is_some()
        || orders.pursue.is_some()
        || orders.withdraw
        || is_to_move
        || engages(turn, progress)
}

/// Rules 7.8, 12.4 to 12.7: whether a unit stands over water, is to lay or take up a bridge, or has anything left to do where one may carry it.
fn is_by_water(turn: &Turn, progress: &Progress, place: Place) -> bool {
    turn.atlas.sheet(place.at).ground_at(place.tac) == Ground::River
        || progress.orders.deploy_bridge.is_some()
        || progress.orders.remove_bridge.is_some()
        || progress.next_square().is_some()
        || acts(turn, progress, place)
}

/// The tactical phase that was over last behind a phase: none but the last comes after the strategic ones from the second on.
fn last_tactical(phase: Phase) -> u8 {
    match phase {
        Phase::Strat1 => 2,
        phase if phase > Phase::Tac4 && phase < Phase::Tac5 => 4,
        phase => phase.tactical(),
    }
}

/// Whether a unit is still to engage whom it finds beside it (rule 9.8).
fn engages(turn: &Turn, progress: &Progress) -> bool {
    let phase = last_tactical(turn.phase);
    // Rule 5.2: by the third tactical phase who marches has gone.
    let last_here = if turn.phase < Phase::Strat1 && progress.has_path_left() { 2 } else { 5 };
    progress.orders.engage.is_some_and(|phases| (phase + 1..=last_here).any(|phase| phases.holds(phase)))
}

/// Rule 7.7: whether a unit's march leads it out past a fight, or past where this may spread to and drive somebody.
fn marches_by(progress: &Progress, place: Place, fights: &BTreeMap<TacticalSquare, u8>) -> bool {
    let Some(to) = progress.next_square() else { return false };
    let way = place.at.direction_to(to);
    let is_by = |fight: &TacticalSquare| {
        let about = TacticalSquare::all().filter(|tac| tac.distance(*fight) <= COMES_BY);
        let is_close = place.tac.distance(*fight) <= COMES_BY + BESIDE;
        way.is_none() || is_close || about.into_iter().any(|tac| place.tac.cone_to(tac) == way)
    };
    fights.keys().any(is_by)
}
