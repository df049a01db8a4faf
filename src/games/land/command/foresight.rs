//! What is to be said of a unit's orders beside what their rehearsal finds, as far as their sender can see (G-13): advice, and better
//! words for what the rehearsal finds. That something fails is the rehearsal's to say, and nobody's beside it.
//!
//! **Nothing here looks at what the sender cannot see**: only at the map, the unit itself, and which units
//! the sender's own side has.

use crate::book::Book;
use crate::command::clashes::{self, Has};
use crate::command::same_side;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::mergers::{self, Bar};
use crate::movement::foresee::{Remark, foresee};
use crate::orders::{DefencePosture, Goal, SourceWish, TacticalMove, TurnOrders, UnitOrder, UnitOrders};
use crate::state::Season;
use crate::unit::{Source, Status, Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_ground::tactical::Ground;

/// A sentence for each thing that is to be said.
pub fn remarks(field: Field<'_>, unit: UnitId, filed: &[UnitOrder]) -> Vec<Remark> {
    let Some(unit) = field.state.units.get(&unit).filter(|_| !filed.is_empty()) else {
        return Vec::new();
    };
    let lines = || filed.iter();
    let orders = UnitOrders::from_lines(lines().cloned());
    let mut remarks = foresee(field, unit, &orders);
    remarks.extend(of_another_season(field.state.season, lines()));
    remarks.extend(at_rest(unit, &orders, lines()));
    remarks.extend(clashes::of(&orders).map(Remark::advice));
    remarks.extend(into_the_water(field, unit, &orders));
    remarks.extend(out_of_reach(field, unit, &orders));
    for line in lines() {
        remarks.extend(odd_merger(field, unit, line));
        remarks.extend(heavy_load(field.book, unit, line));
        remarks.extend(unknown_partner(field, unit, line));
    }
    remarks
}

/// The garrisons of a player's that will not hold their walls: who has no DEFEND skirmishes, in a fort too, and gives way. A sentence,
/// or none; not for those who march out, nor in a turn without marches.
pub fn garrisons(field: Field<'_>, player: PlayerNo, orders: &TurnOrders) -> Option<String> {
    if field.state.season != Season::Campaign {
        return None;
    }
    let gives_way = |unit: &Unit| {
        let holds = |given: &UnitOrders| !given.path.is_empty() || given.defend != DefencePosture::Skirmish;
        unit.in_fort && unit.is_active() && unit.is_combat() && !orders.units.get(&unit.id).is_some_and(holds)
    };
    let is_own = |id: &UnitId| field.state.seats.get(id).is_some_and(|seat| seat.commander == player);
    let units = field.state.units.values().filter(|unit| is_own(&unit.id) && gives_way(unit));
    let names: Vec<String> = units.map(|unit| unit.id.to_string()).collect();
    let verb = if names.len() == 1 { "holds a fort and has" } else { "hold forts and have" };
    let words = "no DEFEND: a garrison without it skirmishes and gives way. DEFEND DEFEND makes it stand";
    (!names.is_empty()).then(|| format!("{} {verb} {words}", names.join(", ")))
}

/// Rules 6.10, 7.17: peace and deployment turns know places only, campaign turns everything else.
fn of_another_season<'a>(season: Season, mut lines: impl Iterator<Item = &'a UnitOrder>) -> Option<Remark> {
    let is_campaign = season == Season::Campaign;
    let words = match season {
        Season::Campaign => "this is a campaign turn: DEPLOY is not carried out in it (rules 6.10, 7.17)",
        Season::Deployment => {
            "this is a deployment turn: of movements only DEPLOY is carried out (rule 7.17)"
        }
        Season::Peace => "this is a peace turn: of movements only DEPLOY is carried out (rule 6.10)",
    };
    let is_strange = lines.any(|line| belongs_to_campaign(line) == Some(!is_campaign));
    is_strange.then(|| Remark::of([Why::OnlyDeploy, Why::NoDeploy], words).in_any_case())
}

/// Whether an order is for campaign turns alone; `None` for those that any turn may carry out.
fn belongs_to_campaign(order: &UnitOrder) -> Option<bool> {
    match order {
        UnitOrder::Deploy { .. } => Some(false),
        UnitOrder::MergeInto(_)
        | UnitOrder::Inactivate
        | UnitOrder::Activate
        | UnitOrder::TransferBattery(_)
        | UnitOrder::Carry(_) => None,
        _ => Some(true),
    }
}

/// Rules 13.3, 13.5, 14.3: what lies inactive or shattered goes nowhere, unless enemies wake the inactive one. In peace
/// and deployment turns inactive units may be placed, shattered ones not (rule 7.17).
fn at_rest<'a>(
    unit: &Unit,
    orders: &UnitOrders,
    mut lines: impl Iterator<Item = &'a UnitOrder>,
) -> Option<Remark> {
    let id = unit.id;
    let words = match unit.status {
        Status::Active => None,
        Status::Inactive => (!orders.activate && lines.any(goes)).then(|| {
            format!(
                "{id} is inactive and does nothing of this until you ACTIVATE it or enemies come (rule 13.5)"
            )
        }),
        Status::Shattered => {
            let is_placed = orders.deploy.is_some();
            let what = if is_placed { "cannot be placed" } else { "does not march, move or fight" };
            (is_placed || lines.any(goes))
                .then(|| format!("{id} is shattered and {what} before it has reformed (rule 14.3)"))
        }
    };
    Some(Remark::of([Why::Inactive, Why::NotActive, Why::Shattered], words?).in_any_case())
}

/// Whether an order makes a unit go or fight.
fn goes(order: &UnitOrder) -> bool {
    matches!(
        order,
        UnitOrder::March(_)
            | UnitOrder::Withdraw
            | UnitOrder::Pursue(_)
            | UnitOrder::MarchToBattle
            | UnitOrder::MarchToAllies
            | UnitOrder::MarchToEnemies
            | UnitOrder::Rail(_)
            | UnitOrder::Move(_)
            | UnitOrder::Engage(_)
            | UnitOrder::Bombard(_)
            | UnitOrder::Support(_)
            | UnitOrder::Intercept(_)
    )
}

/// Whether the unit may leave its strategic square by its own orders.
fn goes_elsewhere(orders: &UnitOrders) -> bool {
    !orders.path.is_empty() || [Has::Rail, Has::OtherWay].iter().any(|has| has.of(orders))
}

/// Rules 2.2, 12.1: a tactical move to water, a mountain, or a river where the map has neither ford nor bridge and no
/// pontoon bridge of the sender's side lies. Only where the unit stays: elsewhere its tactical map is another.
fn into_the_water(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Option<Remark> {
    let Some(TacticalMove { goal: Goal::Square(goal), on: None, .. }) = &orders.tactical_move else {
        return None;
    };
    let sheet = field.atlas.sheet(unit.at);
    let state = field.state;
    let spans = |other: &Unit| {
        other.spans()
            && (other.at, other.tac) == (unit.at, *goal)
            && same_side(state, unit.id.nation, other.id.nation)
    };
    let bridges_it = orders.deploy_bridge.is_some_and(|(at, _)| at == *goal);
    if goes_elsewhere(orders) || sheet.is_passable(*goal) || bridges_it || state.units.values().any(spans) {
        return None;
    }
    let what = match sheet.ground_at(*goal) {
        Ground::River => "a river with neither ford nor bridge",
        Ground::Mountain => "a mountain",
        _ => "water",
    };
    let words = format!("{goal} is {what} on its map: it cannot go there (rules 2.2, 12.1)");
    Some(Remark::of([Why::NoFooting], words).in_any_case())
}

/// Rule 9.10: a RADIUS says which battles are meant, and how far a unit goes to one of them its type decides. Only of who stays it is
/// known how far these lie.
fn out_of_reach(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Option<Remark> {
    let area = orders.support.filter(|area| unit.is_combat() && area.on.is_none())?;
    let reach = field.book.kind(unit.id.kind).support;
    let (far, squares) = (unit.tac.distance(area.centre), counted(reach, "square"));
    let stays = !goes_elsewhere(orders) && orders.tactical_move.is_none();
    let words = if far > area.radius.saturating_add(reach) {
        format!(
            "SUPPORT comes to nothing where it stands: a unit of its type goes {squares} at most to a battle, and none within {} of \
             {} is as near (rule 9.10)",
            area.radius, area.centre
        )
    } else if area.radius > far.saturating_add(reach) {
        format!(
            "SUPPORT: whatever its RADIUS, a unit of its type goes {squares} at most to a battle (rule 9.10)"
        )
    } else {
        return None;
    };
    stays.then(|| Remark::advice(words))
}

/// Rule 3.5 (mergers), R-3.5a: the same nation and type, no headquarters, and in one strategic square, for mergers come
/// before all marches.
fn odd_merger(field: Field<'_>, unit: &Unit, order: &UnitOrder) -> Option<Remark> {
    let UnitOrder::MergeInto(other) = order else { return None };
    let state = field.state;
    let partner = state.units.get(other).filter(|other| same_side(state, unit.id.nation, other.id.nation));
    let apart = || partner.filter(|partner| partner.at != unit.at).map(|_| Bar::Apart);
    let why = mergers::bar_by_name(field.book, unit.id, *other).or_else(apart)?;
    let words = format!("the merger into {other} will fail: {} (rule 3.5b)", Reason::from(why));
    Some(Remark::of([Why::NotMerged], words))
}

/// Rule 11.9: what a unit can carry at most.
fn heavy_load(book: &Book, unit: &Unit, order: &UnitOrder) -> Option<Remark> {
    let UnitOrder::Carry(carry) = order else { return None };
    let most = book.kind(unit.id.kind).load;
    let words = || format!("the most that {} carries is {most} (rule 11.9)", unit.id);
    (carry.level > most).then(|| Remark::advice(words()))
}

/// A unit named in an order that is none of the sender's side.
fn unknown_partner(field: Field<'_>, unit: &Unit, order: &UnitOrder) -> Option<Remark> {
    let partner = match order {
        UnitOrder::MergeInto(other) | UnitOrder::TransferBattery(other) => *other,
        UnitOrder::Carry(carry) => match &carry.from {
            SourceWish::Named(Source::Unit(source)) => *source,
            _ => return None,
        },
        _ => return None,
    };
    let state = field.state;
    let is_ours = state.units.contains_key(&partner) && same_side(state, unit.id.nation, partner.nation);
    // Mergers, batteries that are handed over and sources are refused each in its own words; the receipt's are the same of a unit of the
    // enemy's as of one that is nowhere.
    let explains = [Why::NotMerged, Why::NotHandedOver, Why::OutOfReach, Why::NoSuchUnit];
    (!is_ours).then(|| Remark::of(explains, format!("{partner} is no unit of your side")).in_any_case())
}
