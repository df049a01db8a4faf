//! What would fail of an order, as far as its sender can see (G-13): the order is filed all the same, and the
//! receipt warns.
//!
//! **Nothing here looks at what the sender cannot see**: only at the map, the unit itself, and which units
//! the sender's own side has.

use crate::desk::game::GameRecord;
use crate::desk::record::Filed;
use crate::desk::seats::same_side;
use crate::games::ground::tactical::Ground;
use crate::games::land::book::Book;
use crate::games::land::event::reason::Reason;
use crate::games::land::mergers::{self, Bar};
use crate::games::land::movement::foresee;
use crate::games::land::orders::{Goal, SourceWish, TacticalMove, UnitOrder, UnitOrders};
use crate::games::land::state::Season;
use crate::games::land::unit::{Source, Status, Unit, UnitId};

/// A sentence for each thing that would fail.
pub fn warnings(game: &GameRecord, unit: UnitId, filed: &Filed) -> Vec<String> {
    let Some(unit) = game.state().units.get(&unit).filter(|_| !filed.lines.is_empty()) else {
        return Vec::new();
    };
    let lines = || filed.lines.iter().map(|read| &read.what);
    let orders = UnitOrders::from_lines(lines().cloned());
    let mut warnings = foresee(game.field(), unit, &orders);
    warnings.extend(of_another_season(game.state().season, lines()));
    warnings.extend(at_rest(unit, &orders, lines()));
    warnings.extend(entry_nowhere(&orders));
    warnings.extend(into_the_water(game, unit, &orders));
    for line in lines() {
        warnings.extend(odd_merger(game, unit, line));
        warnings.extend(heavy_load(game.field().book, unit, line));
        warnings.extend(unknown_partner(game, unit, line));
    }
    warnings
}

/// Rules 6.10, 7.17: peace and deployment turns know places only, campaign turns everything else.
fn of_another_season<'a>(season: Season, mut lines: impl Iterator<Item = &'a UnitOrder>) -> Option<String> {
    let is_campaign = season == Season::Campaign;
    lines.any(|line| belongs_to_campaign(line) == Some(!is_campaign)).then(|| match season {
        Season::Campaign => {
            "this is a campaign turn: DEPLOY is not carried out in it (rules 6.10, 7.17)".into()
        }
        Season::Deployment => {
            "this is a deployment turn: of movements only DEPLOY is carried out (rule 7.17)".into()
        }
        Season::Peace => "this is a peace turn: of movements only DEPLOY is carried out (rule 6.10)".into(),
    })
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
) -> Option<String> {
    let id = unit.id;
    match unit.status {
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
    }
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

/// Rule 7.14: an entry square is where a march or a train comes in.
fn entry_nowhere(orders: &UnitOrders) -> Option<String> {
    let entry = orders.entry.filter(|_| !goes_elsewhere(orders))?;
    Some(format!("ENTRY {entry} says where a march comes in, and no MARCH is ordered (rule 7.14)"))
}

/// Whether the unit may leave its strategic square by its own orders.
fn goes_elsewhere(orders: &UnitOrders) -> bool {
    !orders.path.is_empty()
        || orders.rail.is_some()
        || orders.pursue.is_some()
        || orders.march_to_battle
        || orders.march_to_allies
        || orders.march_to_enemies
        || orders.deploy.is_some()
}

/// Rules 2.2, 12.1: a tactical move to water, a mountain, or a river where the map has neither ford nor bridge and no
/// pontoon bridge of the sender's side lies. Only where the unit stays: elsewhere its tactical map is another.
fn into_the_water(game: &GameRecord, unit: &Unit, orders: &UnitOrders) -> Option<String> {
    let Some(TacticalMove { goal: Goal::Square(goal), .. }) = &orders.tactical_move else { return None };
    let sheet = game.field().atlas.sheet(unit.at);
    let state = game.state();
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
    Some(format!("{goal} is {what} on its map: it cannot go there (rules 2.2, 12.1)"))
}

/// Rule 3.5 (mergers), R-3.5a: the same nation and type, no headquarters, and in one strategic square, for mergers come
/// before all marches.
fn odd_merger(game: &GameRecord, unit: &Unit, order: &UnitOrder) -> Option<String> {
    let UnitOrder::MergeInto(other) = order else { return None };
    let state = game.state();
    let partner = state.units.get(other).filter(|other| same_side(state, unit.id.nation, other.id.nation));
    let apart = || partner.filter(|partner| partner.at != unit.at).map(|_| Bar::Apart);
    let why = mergers::bar_by_name(unit.id, *other).or_else(apart)?;
    Some(format!("the merger into {other} will fail: {} (rule 3.5)", Reason::from(why)))
}

/// Rule 11.9: what a unit can carry at most.
fn heavy_load(book: &Book, unit: &Unit, order: &UnitOrder) -> Option<String> {
    let UnitOrder::Carry(carry) = order else { return None };
    let most = book.kind(unit.id.kind).load;
    (carry.level > most).then(|| format!("the most that {} carries is {most} (rule 11.9)", unit.id))
}

/// A unit named in an order that is none of the sender's side.
fn unknown_partner(game: &GameRecord, unit: &Unit, order: &UnitOrder) -> Option<String> {
    let partner = match order {
        UnitOrder::MergeInto(other) | UnitOrder::TransferBattery(other) => *other,
        UnitOrder::Carry(carry) => match &carry.from {
            SourceWish::Named(Source::Unit(source)) => *source,
            _ => return None,
        },
        _ => return None,
    };
    let state = game.state();
    let is_ours = state.units.contains_key(&partner) && same_side(state, unit.id.nation, partner.nation);
    (!is_ours).then(|| format!("{partner} is no unit of your side"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::desk::record::Verdict;
    use crate::desk::trial::{Desk, only_unit};
    use crate::games::ground::tactical::Atlas;
    use crate::games::land::language::render;
    use crate::games::land::orders::Carry;
    use crate::games::land::sandbox::{id, tac};
    use crate::games::{Game, Position};

    fn warned(season: Season, order: UnitOrder) -> Vec<String> {
        let mut desk = Desk::open();
        let Position::Land(state) = Arc::make_mut(&mut desk.game.opening.position);
        state.season = season;
        let words = render::unit_order(&order, Some(&desk.game.field().atlas.map.grid));
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &[&words], 0));
        assert_eq!(judgement.verdict, Verdict::Obeyed, "a warning refuses nothing");
        only_unit(&judgement).warnings.clone()
    }

    #[test]
    fn orders_of_another_season_are_warned_of() {
        let deploy = || UnitOrder::Deploy { at: None, tac: Some(tac("7-7")) };
        assert!(warned(Season::Campaign, deploy())[0].contains("campaign turn"));
        assert!(warned(Season::Peace, UnitOrder::HaltOnEntry)[0].contains("peace turn"));
        assert!(warned(Season::Deployment, UnitOrder::HaltOnEntry)[0].contains("deployment turn"));
        assert!(warned(Season::Peace, deploy()).is_empty());
        assert!(warned(Season::Campaign, UnitOrder::HaltOnEntry).is_empty());
        assert!(warned(Season::Peace, UnitOrder::Activate).is_empty());
    }

    #[test]
    fn orders_to_go_for_a_unit_at_rest_are_warned_of() {
        let warned = |status: Status, orders: &[&str]| {
            let mut desk = Desk::open();
            let Position::Land(state) = Arc::make_mut(&mut desk.game.opening.position);
            state.units.get_mut(&id("AU4IN")).unwrap().status = status;
            let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, orders, 0));
            only_unit(&judgement).warnings.clone()
        };
        let moving = "MOVE 8-8";
        for order in [moving, "MARCH TO BATTLE"] {
            let one = [order];
            assert!(warned(Status::Active, &one).is_empty());
            let inactive = warned(Status::Inactive, &one);
            assert_eq!(inactive.len(), 1, "{inactive:?}");
            assert!(
                inactive[0].contains("AU4IN is inactive") && inactive[0].contains("ACTIVATE"),
                "{inactive:?}"
            );
            let shattered = warned(Status::Shattered, &one);
            assert!(shattered[0].contains("AU4IN is shattered and does not march"), "{shattered:?}");
        }
        let activate = "ACTIVATE";
        assert!(warned(Status::Inactive, &[activate, moving]).is_empty(), "it wakes first");
        assert_eq!(warned(Status::Shattered, &[activate, moving]).len(), 1, "a shattered one does not");
        assert!(warned(Status::Inactive, &[activate]).is_empty());
        assert!(warned(Status::Inactive, &["CARRY 1"]).is_empty());
    }

    #[test]
    fn mergers_that_cannot_be_are_warned_of() {
        let merge = |other: &str| warned(Season::Campaign, UnitOrder::MergeInto(id(other)));
        assert!(merge("AU3IN").is_empty());
        assert!(merge("AU5LC")[0].contains("one nation and type"));
        assert!(merge("AU4IN")[0].contains("itself"));
        assert_eq!(merge("AU9IN"), ["AU9IN is no unit of your side"]);
    }

    #[test]
    fn a_merger_of_units_that_stand_apart_is_warned_of() {
        let mut desk = Desk::open();
        let Position::Land(state) = Arc::make_mut(&mut desk.game.opening.position);
        let other = state.units.get_mut(&id("AU3IN")).unwrap();
        other.at.col += 1;
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["MERGE INTO AU3IN"], 0));
        let warnings = &only_unit(&judgement).warnings;
        assert!(warnings[0].contains("not in the same strategic square"), "{warnings:?}");
    }

    #[test]
    fn an_entry_without_a_march_is_warned_of() {
        assert!(warned(Season::Campaign, UnitOrder::Entry(tac("3-3")))[0].contains("no MARCH is ordered"));
        let mut desk = Desk::open();
        let judgement =
            desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["ENTRY 3-3", "MARCH TO BATTLE"], 0));
        assert!(only_unit(&judgement).warnings.is_empty(), "it may march");
    }

    #[test]
    fn a_move_into_water_is_warned_of_unless_a_bridge_of_ones_own_lies_there() {
        let mut desk = Desk::open();
        let Game::Land { atlas, .. } = &mut desk.game.opening.game;
        let at = desk.game.opening.position.clone();
        let Position::Land(state) = &*at;
        let unit = &state.units[&id("AU4IN")];
        let mut sheet = atlas.sheet(unit.at).clone();
        sheet.ground[tac("9-9").index()] = Ground::River;
        *atlas = Arc::new(Atlas::new(atlas.map.clone(), [(unit.at, sheet)].into()));
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["MOVE 9-9"], 0));
        let warnings = &only_unit(&judgement).warnings;
        assert!(warnings[0].contains("9-9 is a river with neither ford nor bridge"), "{warnings:?}");
        let judgement = desk.send("clam", 2, |pen| pen.block("AU4IN", None, &["MOVE 8-8"], 0));
        assert!(only_unit(&judgement).warnings.is_empty());
    }

    #[test]
    fn more_supplies_than_a_unit_carries_are_warned_of() {
        let carry =
            |level| warned(Season::Campaign, UnitOrder::Carry(Carry { level, from: SourceWish::Nearest }));
        assert!(carry(1).is_empty());
        assert_eq!(carry(2), ["the most that AU4IN carries is 1 (rule 11.9)"]);
    }

    #[test]
    fn an_enemys_unit_and_one_that_does_not_exist_are_warned_of_alike() {
        let carry = |other: &str| {
            let from = SourceWish::Named(Source::Unit(id(other)));
            warned(Season::Campaign, UnitOrder::Carry(Carry { level: 1, from }))
        };
        assert!(carry("SA1CQ").is_empty());
        assert_eq!(carry("PR1AQ"), ["PR1AQ is no unit of your side"]);
        assert_eq!(carry("PR9CQ"), ["PR9CQ is no unit of your side"]);
    }
}
