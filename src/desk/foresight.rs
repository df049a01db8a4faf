//! What would fail of an order, as far as its sender can see (G-13): the order is filed all the same, and the
//! receipt warns.
//!
//! **Nothing here looks at what the sender cannot see**: only at the map, the unit itself, and which units
//! the sender's own side has.

use crate::desk::game::GameRecord;
use crate::desk::record::Filed;
use crate::desk::seats::same_side;
use crate::games::land::mergers;
use crate::games::land::movement::foresee;
use crate::games::land::orders::{SourceWish, UnitOrder, UnitOrders};
use crate::games::land::state::Season;
use crate::games::land::supply;
use crate::games::land::unbuilt;
use crate::games::land::unit::{Source, Unit, UnitId};

/// A sentence for each thing that would fail.
pub fn warnings(game: &GameRecord, unit: UnitId, filed: &Filed) -> Vec<String> {
    let Some(unit) = game.state().units.get(&unit).filter(|_| !filed.lines.is_empty()) else {
        return Vec::new();
    };
    let lines = || filed.lines.iter().map(|read| &read.what);
    let mut warnings = foresee(game.field(), unit, &UnitOrders::from_lines(lines().cloned()));
    warnings.extend(of_another_season(game.state().season, lines()));
    for line in lines() {
        warnings.extend(odd_merger(unit, line));
        warnings.extend(heavy_load(unit, line));
        warnings.extend(unknown_partner(game, unit, line));
    }
    warnings.extend(lines().filter_map(unbuilt::of_unit));
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

/// Rule 3.5 (mergers), R-3.5a: the same nation and type, and no headquarters.
fn odd_merger(unit: &Unit, order: &UnitOrder) -> Option<String> {
    let UnitOrder::MergeInto(other) = order else { return None };
    let why = mergers::bar_by_name(unit.id, *other)?;
    Some(format!("the merger into {other} will fail: {why} (rule 3.5)"))
}

/// Rule 11.9: what a unit can carry at most.
fn heavy_load(unit: &Unit, order: &UnitOrder) -> Option<String> {
    let UnitOrder::Carry(carry) = order else { return None };
    let most = supply::most_carried(unit.id.kind);
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
    use crate::games::Position;
    use crate::games::land::orders::Carry;
    use crate::games::land::sandbox::id;

    fn all_warnings(season: Season, order: UnitOrder) -> Vec<String> {
        let mut desk = Desk::open();
        let Position::Land(state) = Arc::make_mut(&mut desk.game.opening.position);
        state.season = season;
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &[(order, "ORDER")], 0));
        assert_eq!(judgement.verdict, Verdict::Obeyed, "a warning refuses nothing");
        only_unit(&judgement).warnings.clone()
    }

    /// The warnings beside the word that an order is not carried out yet.
    fn warned(season: Season, order: UnitOrder) -> Vec<String> {
        let unbuilt = unbuilt::of_unit(&order);
        all_warnings(season, order).into_iter().filter(|words| Some(words) != unbuilt.as_ref()).collect()
    }

    #[test]
    fn an_order_that_no_phase_carries_out_yet_is_warned_of() {
        assert!(
            all_warnings(Season::Campaign, UnitOrder::RemoveBridge { to: None, phase: 1 })[0]
                .contains("not carried out yet")
        );
        assert!(all_warnings(Season::Campaign, UnitOrder::HaltOnEntry).is_empty());
    }

    #[test]
    fn orders_of_another_season_are_warned_of() {
        let deploy = || UnitOrder::Deploy { at: None, tac: None };
        assert!(warned(Season::Campaign, deploy())[0].contains("campaign turn"));
        assert!(warned(Season::Peace, UnitOrder::HaltOnEntry)[0].contains("peace turn"));
        assert!(warned(Season::Deployment, UnitOrder::HaltOnEntry)[0].contains("deployment turn"));
        assert!(warned(Season::Peace, deploy()).is_empty());
        assert!(warned(Season::Campaign, UnitOrder::HaltOnEntry).is_empty());
        assert!(warned(Season::Peace, UnitOrder::Activate).is_empty());
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
