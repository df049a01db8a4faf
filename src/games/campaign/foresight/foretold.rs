//! What the rehearsal of ships found, in the words of a receipt.

use fieldpost_door::foresight::{Done, Ends, Grade, Kind as Of, Statement};
use fieldpost_engine::piece::Piece;
use fieldpost_engine::reason::Holds;
use fieldpost_engine::words::{agrees, listed, tenths, with_rule};
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::{Brigade, Site};
use fieldpost_sea::chart::Chart;
use fieldpost_sea::chart::net::Way;
use fieldpost_sea::contact;
use fieldpost_sea::event::reason::{Reason, TOLD, Why};
use fieldpost_sea::event::{Event, Fact, Freight, Shore};
use fieldpost_sea::language::render;
use fieldpost_sea::orders::Order;
use fieldpost_sea::phase::Phase;
use fieldpost_sea::place::Place;
use fieldpost_sea::rehearsal::{Doubt, Odds, Open};
use fieldpost_sea::sailing::harbor::{barred_by, stopped_by};
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::turn::Turn as SeaTurn;

/// Above so many in 100 a step is not doubted for the wind.
const CERTAIN: u32 = 95;

/// Below so many in 100 nothing is said of where she will be.
const LIKELY: u32 = 50;

/// How many squares a ship falls back along a river at the most (WISC 7.6, N-59).
const FALLS_BACK: usize = 5;

/// Who bars the way of a ship in a rehearsal.
pub(super) struct Bars<'a> {
    /// The turn that was rehearsed: all who are in it but the sender's lie still.
    pub sea: &'a SeaTurn,
    /// The ship as the turn begins.
    pub ship: &'a Ship,
}

/// Whether a ship that is stopped somewhere is where her orders take her along a river: nothing of them fails there.
pub(crate) fn is_goal<'a>(chart: &Chart, at: Place, orders: impl IntoIterator<Item = &'a Order>) -> bool {
    let mut orders = orders.into_iter();
    orders.any(|order| matches!(order, Order::River(to, _) if chart.river_place(*to) == at))
}

/// Where enemies stop a ship on a river.
struct Stop {
    at: Place,
    /// How they lie there: `in` the place, or `over` it.
    lying: &'static str,
    /// What they do to her.
    words: &'static str,
    rule: &'static str,
}

impl Bars<'_> {
    /// WISC 6.6, 6.7: where hostile warships bar her way, if an order of hers was refused for that.
    fn place(&self, event: &Event) -> Option<Place> {
        let why = event.fact.why().filter(|why| matches!(why.why, Why::Barred | Why::StoppedOnRiver))?;
        let (chart, nation) = (&self.sea.chart, self.ship.id.nation);
        let places = self.sea.state.ships.values().map(|ship| ship.at);
        let mut barred = places.filter(|place| self.sea.is_barred(*place, nation));
        barred.find(|place| *why == barred_by(chart, *place) || *why == stopped_by(chart, *place))
    }

    /// The fight in the place where her way is barred, or of whom a river may be cleared before her.
    fn fight_that_bars(&self, event: &Event) -> Option<Place> {
        let at = self.place(event)?;
        let is_on_the_way = event.fact.why().is_some_and(|why| why.why == Why::StoppedOnRiver);
        if is_on_the_way { self.fight_beside(at) } else { Some(at).filter(|at| self.fight_in(*at)) }
    }

    /// WISC 6.6, 6.7: what fails as long as somebody lies there, and who.
    pub fn said(&self, event: &Event) -> Option<Statement> {
        let (place, order) = (self.place(event)?, event.fact.order()?);
        let label = self.sea.chart.label(place);
        if let Some(fight) = self.fight_that_bars(event) {
            return Some(self.hangs_on_the_fight(order, fight));
        }
        let foes = self.foes(place);
        let lie = agrees(foes.len(), "lies", "lie");
        let grade = Grade::AsThingsStand { as_long_as: format!("{} {lie} in {label}", listed(&foes)) };
        let why = event.fact.why()?;
        let said = Statement::new(Of::Refusal, grade, "").of(order).by(why.parted(TOLD).1);
        Some(said.hinting(self.way_to_fight(place)).known_by(why.words()))
    }

    fn hangs_on_the_fight(&self, order: &str, place: Place) -> Statement {
        let label = self.sea.chart.label(place);
        let words =
            format!("{order} hangs on the fight in {label}: what comes of it is not foreseen (WISC 6.7).");
        Statement::open(words).of(order)
    }

    /// The first of her orders that were refused, by its place among them, that hangs on a fight, and where that is fought.
    pub fn hung(&self, refused: &[&Event]) -> Option<(usize, Place)> {
        let stops = |event| self.stop(event).and_then(|stop| self.fight_beside(stop.at));
        let mut places = refused.iter().enumerate();
        places.find_map(|(nth, event)| Some((nth, self.fight_that_bars(event).or_else(|| stops(event))?)))
    }

    /// Where others fight in a place or beside it: who is left there may come to it, or leave it. Brigades of her side's beside the guns that
    /// command it may storm these before she comes.
    fn fight_beside(&self, at: Place) -> Option<Place> {
        if self.may_be_stormed(at) {
            return Some(at);
        }
        let mut fights = self.sea.open.iter().flatten().filter(|(_, open)| open.doubt == Doubt::Fight);
        fights.find(|(_, open)| contact::touch(&self.sea.chart, open.at, at)).map(|(_, open)| open.at)
    }

    /// WISC 6.6: whether hostile batteries command a place, and brigades of her side's stand in their square: the land fights before ships go up
    /// and down rivers.
    fn may_be_stormed(&self, at: Place) -> bool {
        let (sea, nation) = (self.sea, self.ship.id.nation);
        let square = sea.chart.square(at);
        let is_beside = |brigade: &Brigade| {
            let here = matches!(brigade.at, Site::Field(on, _) if Some(on) == square);
            here && sea.state.allied(brigade.nation, nation)
        };
        sea.is_commanded(at, nation) && sea.ashore.brigades.values().any(is_beside)
    }

    /// The first place that she enters where others of her side fight, or beside it: who is left there may stop her.
    fn passes_a_fight(&self, of_her: &[&Event]) -> Option<Place> {
        let entered =
            of_her.iter().filter(|event| event.phase > Phase::Combat && event.fact.from().is_some());
        entered.filter_map(|event| event.fact.at()).find_map(|at| self.fight_beside(at))
    }

    /// WISC 7.6, N-59: the fight of others of her side that would fall back along the river past her: friends whom they meet go with them.
    fn fight_that_may_drive_her(&self) -> Option<Place> {
        let (rivers, nation) = (&self.sea.chart.rivers, self.ship.id.nation);
        let here = self.sea.chart.river_square(self.ship.at)?;
        let is_on_the_way_back = |(id, open): &(&ShipId, &Open)| {
            let from = self.sea.chart.river_square(open.at);
            let way = from.and_then(|from| rivers.way(from, here, id.kind.row().narrowest));
            let is_near = |way: &Way| (1..=FALLS_BACK).contains(&way.len());
            let first = way.filter(is_near).and_then(|way| way.first().map(|step| step.0));
            first.is_some() && first == self.sea.way_back(**id)
        };
        let fights = self.sea.open.iter().flatten().filter(|(id, open)| {
            open.doubt == Doubt::Fight && **id != self.ship.id && self.sea.state.allied(id.nation, nation)
        });
        fights.filter(|of| is_on_the_way_back(of)).map(|(_, open)| open.at).next()
    }

    /// WISC 6.6: where enemies stop her, if an event tells that they do.
    fn stop(&self, event: &Event) -> Option<Stop> {
        let why = event.fact.why()?;
        let (lying, words, rule) = match why.why {
            Why::HeldByBatteries => {
                ("over", "under their guns she goes only back where she came from", "WISC 6.6")
            }
            Why::HostileBatteries => ("over", "she is halted there", "WISC 6.6, 7.6"),
            Why::HostileShips => ("in", "she is stopped there", "WISC 6.6, 6.7"),
            _ => return None,
        };
        let at = event.fact.at().or_else(|| Some(self.sea.state.ships.get(&self.ship.id)?.at))?;
        Some(Stop { at, lying, words, rule })
    }

    /// What is said of the `nth` of her orders that were refused, if that or one before it hangs on a fight, for she may be
    /// elsewhere by then.
    pub fn behind(&self, hung: Option<(usize, Place)>, nth: usize, event: &Event) -> Option<Statement> {
        let (_, place) = hung.filter(|(first, _)| nth >= *first)?;
        Some(self.hangs_on_the_fight(event.fact.order()?, place))
    }

    /// WISC 6.6: who in sight stops her on a river, if an event tells that somebody does.
    pub fn stopped(&self, event: &Event, orders: &[Order]) -> Option<Statement> {
        let why = event.fact.why()?;
        let Stop { at, lying, words, rule } = self.stop(event)?;
        if is_goal(&self.sea.chart, at, orders) {
            return None;
        }
        let foes = if why.why == Why::HostileShips { self.foes(at) } else { self.guns(at) };
        let (lie, label) = (agrees(foes.len(), "lies", "lie"), self.sea.chart.label(at));
        let grade = Grade::AsThingsStand { as_long_as: format!("{} {lie} {lying} {label}", listed(&foes)) };
        let river = orders.iter().find(|order| matches!(order, Order::River(..)));
        let order = event.fact.order().map(str::to_owned);
        let order = order.or_else(|| Some(render::order(river?, &self.sea.chart))).unwrap_or_default();
        if let Some(fight) = self.fight_beside(at) {
            return Some(self.hangs_on_the_fight(&order, fight));
        }
        let said = Statement::new(Of::Refusal, grade, words).of(order).by(rule).known_by(why.words());
        let goes_on = "BATTLE RUN PAST on the next turn, or RUN BATTERIES now, takes her on.";
        Some(if why.why == Why::HostileBatteries { said.hinting(goes_on) } else { said })
    }

    /// WISC 7.1: how she would fight those who bar her way, if an order does it from where she is.
    fn way_to_fight(&self, place: Place) -> &'static str {
        let sailing = self.sea.sailing(self.ship.id);
        let (here, stands_in) = (self.ship.at, sailing.stand_in.is_some());
        if here.is_inland() && matches!(place, Place::Coast(_)) && !sailing.sortie {
            "SORTIE goes out to fight them."
        } else if matches!(here, Place::Coast(_)) && place.is_inland() && !stands_in {
            "STAND IN goes in to fight them."
        } else {
            ""
        }
    }

    /// The hostile warships in a place; where there are none, the guns that command it.
    fn foes(&self, place: Place) -> Vec<String> {
        let (state, nation) = (&self.sea.state, self.ship.id.nation);
        let ships: Vec<String> = state.hostile_warships(place, nation).map(Ship::called).collect();
        if ships.is_empty() { self.guns(place) } else { ships }
    }

    fn guns(&self, place: Place) -> Vec<String> {
        let hostile = |of| self.sea.state.hostile(of, self.ship.id.nation);
        let square = self.sea.chart.square(place).filter(|_| place.is_inland());
        let guns = square.into_iter().flat_map(|at| self.sea.ashore.batteries_at(at, hostile));
        guns.map(|unit| unit.id.to_string()).collect()
    }

    /// WISC 5.1, 7.1: whether no fight comes to her before she sails: whoever could come out or in to her she sees, and guns on the shore reach
    /// nobody in open waters.
    pub fn leave_alone(&self) -> bool {
        let (state, here) = (&self.sea.state, self.ship.at);
        let mut foes = state.ships.values().filter(|foe| state.hostile(foe.id.nation, self.ship.id.nation));
        here.is_open() && !foes.any(|foe| contact::touch(&self.sea.chart, foe.at, here))
    }

    fn fight_in(&self, place: Place) -> bool {
        let mut open = self.sea.open.iter().flatten();
        open.any(|(_, open)| open.doubt == Doubt::Fight && open.at == place)
    }

    /// From when on nothing is known of her, and why: by her own doubt, or because others fight where she means to go.
    pub fn doubt(&self, open: Option<&Open>, refused: &[&Event], of_her: &[&Event]) -> Option<String> {
        let Some(open) = open else {
            let hung = self.hung(refused).map(|(_, at)| at).or_else(|| self.passes_a_fight(of_her));
            let hung = hung.or_else(|| self.fight_that_may_drive_her())?;
            let label = self.sea.chart.label(hung);
            return Some(format!("then what becomes of her after the fight in {label} is not foreseen"));
        };
        let (phase, label, foes) = (open.phase, self.sea.chart.label(open.at), listed(&self.foes(open.at)));
        Some(match open.doubt {
            Doubt::Fight if foes.is_empty() => {
                format!("{phase}: what comes of the fight in {label} is not foreseen")
            }
            Doubt::Fight => {
                format!("{phase}: what comes of the fight with {foes} in {label} is not foreseen")
            }
            Doubt::Passage => {
                format!("{phase}: whether she gets past the enemies in {label} is not foreseen (WISC 6.15)")
            }
            Doubt::Lot => format!("{phase}: to which waters the lot takes her is not foreseen (WISC 4.5)"),
        })
    }
}

/// What was not done, and why: with the order where one is named. It is sure where nobody else decides it and nobody comes between: before
/// ships fight, and for a ship that is `left_alone` till they have sailed.
pub(super) fn not_done(event: &Event, left_alone: bool) -> Option<Statement> {
    let why = event.fact.why()?;
    let (words, rule) = why.parted(TOLD);
    let comes_between = match event.phase {
        Phase::Deployment => false,
        phase if phase < Phase::Combat => false,
        phase => !left_alone || phase > Phase::Sailing1,
    };
    let is_sure = why.holds() == Holds::Always && !comes_between;
    let grade = if is_sure { Grade::Sure } else { Grade::standing() };
    let order = event.fact.order().unwrap_or_default();
    Some(Statement::new(Of::Refusal, grade, words).of(order).by(rule).known_by(why.words()))
}

/// WISC 7.7, 9.2: of a ship that is to support battles, or lands units where an enemy stands whom a fight may drive off: whether one is
/// fought there nobody can say.
pub(super) fn unsure(event: &Event) -> Statement {
    let order = event.fact.order().unwrap_or_default();
    let said = match event.fact.why() {
        Some(why) if why.why != Why::NoBattle => {
            let (clause, rules) = why.parted(TOLD);
            let words = format!(
                "Whether {order} can be done is not foreseen: {clause} now, and a fight may drive off who stands there."
            );
            with_rule(&words, &rules)
        }
        _ => {
            format!(
                "Whether a battle of her side is fought where {order} reaches is not foreseen (WISC 7.7)."
            )
        }
    };
    Statement::open(said).of(order)
}

pub(crate) fn words(chart: &Chart, place: Place) -> String {
    match place {
        Place::Harbor(port) => format!("the harbor of {}", chart.port(port).name),
        Place::River(at) => match chart.port_in(place) {
            Some(port) => format!("{} ({})", chart.grid.label(at), chart.port(port).name),
            None => chart.grid.label(at),
        },
        other => chart.label(other),
    }
}

/// Where a ship goes, as far as it is foreseen.
pub(super) struct Course {
    /// Phase by phase, with what she takes aboard and sets ashore.
    pub words: String,
    /// Where she is at last.
    pub ends: Ends,
    /// Whether she is in one place from first to last.
    pub stays: bool,
    /// Steps that the wind may keep her from.
    pub by_wind: Vec<ByWind>,
    /// Behind which event she is where she is only if the wind lets her, and how likely that is.
    hung_on_wind: Vec<(usize, u32)>,
}

impl Course {
    /// What is said of an order by the event of that place: it fails there only if the wind has let her come there.
    pub fn as_the_wind_lets_her(&self, place: usize, said: Statement) -> Statement {
        let hung = self.hung_on_wind.iter().rev().find(|(behind, _)| *behind < place);
        let Some((_, per_cent)) = hung.filter(|_| said.grade != Grade::Open) else { return said };
        Statement { grade: Grade::Odds { tenths: tenths(*per_cent) }, ..said }
    }
}

/// A step that the wind may keep a ship from.
pub(super) struct ByWind {
    from: Place,
    to: Place,
    /// How likely she makes it.
    per_cent: u32,
    how: How,
}

/// By what order a step is made, and so by which rule the wind keeps her from it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Sails,
    /// She comes out to fight, or goes in to.
    Sorties,
    StandsIn,
}

impl How {
    fn of(fact: &Fact) -> Self {
        match fact {
            Fact::Sortie(_) => How::Sorties,
            Fact::StandIn(_) => How::StandsIn,
            _ => How::Sails,
        }
    }

    fn rule(self) -> &'static str {
        if self == How::Sails { "WISC 6.12" } else { "WISC 7.1" }
    }
}

impl ByWind {
    fn is_ordered_by(&self, order: &Order) -> bool {
        match order {
            Order::Sortie => self.how == How::Sorties,
            Order::StandIn(_) => self.how == How::StandsIn,
            _ if self.how != How::Sails => false,
            Order::Coast(..) => matches!(self.to, Place::Coast(_)),
            Order::Harbor(..) => matches!(self.to, Place::Harbor(_)),
            Order::River(..) => matches!(self.to, Place::River(_)),
            Order::Sail(..) => self.to.sea().is_some(),
            _ => false,
        }
    }
}

/// Where a ship is, phase by phase; where a `doubt` ends it, nothing behind that.
pub(super) fn course(sea: &SeaTurn, ship: &Ship, events: &[&Event], doubt: Option<String>) -> Course {
    let (chart, from) = (&*sea.chart, ship.at);
    let mut steps = vec![format!("now in {}", words(chart, from))];
    let (mut at, mut moved, mut by_wind) = (from, false, Vec::new());
    // What the wind leaves of all steps so far, and of her sailing on behind the last.
    let (mut all, mut goes_on) = (100, 100);
    let mut hung_on_wind = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let phase = event.phase.words();
        let fact = &event.fact;
        match (fact, fact.at()) {
            (Fact::Load { what, .. }, _) => steps.push(format!("{phase}: takes {what} aboard")),
            (Fact::Unload { what, shore, .. }, _) => {
                let shore = shore.map_or_else(String::new, |shore| ashore(chart, shore));
                steps.push(format!("{phase}: sets {what} ashore{shore}"));
            }
            (Fact::Land { unit, shore, .. }, _) => {
                steps.push(format!("{phase}: sets {unit} ashore{}", ashore(chart, *shore)));
            }
            (_, Some(to)) if fact.from().is_some() && !same(to, at) => {
                let odds = odds_of(sea, ship, event, to);
                let step = odds.map_or(100, |odds| odds.per_cent) * goes_on / 100;
                goes_on = odds.map_or(100, |odds| odds.goes_on);
                all = all * step / 100;
                hung_on_wind.extend((all < CERTAIN).then_some((place, all)));
                let wind = if step < CERTAIN {
                    let how = How::of(fact);
                    by_wind.push(ByWind { from: at, to, per_cent: step, how });
                    format!(" ({} in 10: the wind, {}), else where she is", tenths(step), how.rule())
                } else {
                    String::new()
                };
                let halted = if matches!(fact, Fact::Halted { .. }) { ", halted there" } else { "" };
                steps.push(format!("after {phase} in {}{halted}{wind}", words(chart, to)));
                (at, moved) = (to, true);
            }
            _ => {}
        }
    }
    let end = sea.state.ships.get(&ship.id).map(|ship| ship.at);
    let ends = match end {
        _ if doubt.is_some() || all < LIKELY => Ends::Open,
        Some(end) if all < CERTAIN => Ends::Likely(words(chart, end), tenths(all)),
        Some(end) => Ends::In(words(chart, end)),
        None => Ends::Gone,
    };
    let stays = doubt.is_none() && !moved && end.is_some_and(|end| same(end, at));
    match (doubt, end) {
        (Some(doubt), _) => steps.push(doubt),
        (None, None) => steps.push("then she is no more".into()),
        (None, Some(end)) if !same(end, at) => steps.push(format!("at the end in {}", words(chart, end))),
        (None, Some(_)) if stays => steps[0] += " and stays there",
        (None, Some(_)) => {}
    }
    Course { words: steps.join("; "), ends, stays, by_wind, hung_on_wind }
}

/// How likely a step is that an event tells.
fn odds_of<'a>(sea: &'a SeaTurn, ship: &Ship, event: &Event, to: Place) -> Option<&'a Odds> {
    let mut all = sea.odds.iter();
    all.find(|odds| odds.ship == ship.id && odds.phase == event.phase && same(odds.to, to))
}

/// WISC 6.12, 7.1: what the wind may keep a ship from, of her orders.
pub(super) fn may_fail(chart: &Chart, orders: &[Order], by_wind: &[ByWind]) -> Vec<Statement> {
    let statement = |step: &ByWind| {
        let order = orders.iter().find(|order| step.is_ordered_by(order))?;
        let (why, key) = match (step.from.is_inland(), step.to.is_inland(), step.how == How::Sails) {
            (_, true, true) => ("the wind straight out of it", Some(Why::WindOutOfHarbor)),
            (_, true, false) => ("the wind straight out of it", Some(Why::WindAgainstStandIn)),
            (true, false, true) => ("the wind straight into the harbor", Some(Why::WindIntoHarbor)),
            (true, false, false) => ("the wind straight into the harbor", Some(Why::WindAgainstSortie)),
            (false, false, _) => ("the wind", None),
        };
        let key = key.map(|why| Reason::from(why).words().into_owned()).unwrap_or_default();
        // What is left of the tenths that are told of the step.
        let grade = Grade::Odds { tenths: 10 - tenths(step.per_cent) };
        let order = render::order(order, chart);
        Some(Statement::new(Of::Refusal, grade, why).of(order).by(step.how.rule()).known_by(key))
    };
    by_wind.iter().filter_map(statement).collect()
}

/// WISC 3.5: stores that a Naval Secretary moves, how many and where.
pub(crate) fn stores_moved(event: &Event) -> Option<Done> {
    let Fact::StoresMoved { from, to, stores, .. } = &event.fact else { return None };
    Some(Done { piece: None, what: format!("{stores} stores from {from:?} to {to:?}") })
}

/// Units that go aboard, each with when and of which ship.
pub(crate) fn loaded<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<(UnitId, String)> {
    let load = |event: &Event| match event.fact {
        Fact::Load { here, what: Freight::Unit(unit) } => {
            let when = match event.phase {
                Phase::Landing => "at the end of the turn".to_owned(),
                phase => format!("after {}", phase.words()),
            };
            Some((unit, format!("{when} aboard {}", here.ship)))
        }
        _ => None,
    };
    events.filter_map(load).collect()
}

/// Where a unit comes ashore, in words.
fn ashore(chart: &Chart, Shore { square, tac }: Shore) -> String {
    format!(" in {} {tac}", chart.grid.label(square))
}

/// Whether two places are the same but for the tactical area, which a die decides.
fn same(one: Place, other: Place) -> bool {
    one == other || one.sea().is_some() && one.sea() == other.sea()
}

/// Units that are set ashore, each with where; they may move in the last tactical phase (9.4).
pub(super) fn landed<'a>(chart: &Chart, events: impl Iterator<Item = &'a Event>) -> Vec<(Piece, String)> {
    let told = |event: &Event| match event.fact {
        Fact::Land { here, unit, shore }
        | Fact::Unload { here, what: Freight::Unit(unit), shore: Some(shore) } => {
            let (ship, phase, place) = (here.ship, event.phase.words(), ashore(chart, shore));
            Some((unit.into(), format!("aboard {ship}; after {phase} ashore{place}")))
        }
        _ => None,
    };
    events.filter_map(told).collect()
}
