//! What a turn's events say of orders: what was not carried out or not whole, what units lack, and what was brought about. It is read off
//! a rehearsal and a turn that was played alike.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::command::hitch::Of;
use crate::command::rehearsal::came_in_elsewhere;
use crate::event::reason::{Reason, Why};
use crate::event::{Event, Fact};
use crate::orders::SupplyPlace;
use crate::phase::Phase;
use crate::supply::{chosen, transfers};
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_engine::event::Told;

/// WISC 9.4: why a ship keeps a unit from its own orders.
pub const HELD_BY_SHIPS: [Why; 3] = [Why::GoesAboard, Why::LoadsAllTurn, Why::ComesAshore];

/// What an event says that was not carried out of a unit's orders, or that it lacks, and why: of a rehearsal and of a turn alike.
/// Nobody fights in a rehearsal: of what is not done because of a fight nothing is said.
pub fn hindered(event: &Event) -> Option<(UnitId, Of, Reason)> {
    let order = Of::Order(word_of(event));
    Some(match &event.fact {
        Fact::Refused { why, .. } if why.why == Why::InCombat => return None,
        Fact::Refused { stand, why } if HELD_BY_SHIPS.contains(&why.why) => {
            (stand.unit, Of::Part, why.clone())
        }
        Fact::ExitBlocked { stand, why }
        | Fact::Interrupted { stand, why }
        | Fact::Refused { stand, why } => (stand.unit, order, why.clone()),
        Fact::Lack { stand, why } => (stand.unit, Of::Lack, why.clone()),
        Fact::Merge { stand, unit, excess: excess @ 1.., .. } => {
            (*unit, Of::Part, Why::TooManyMen.of(stand.unit).and(excess))
        }
        Fact::Hunger { stand, .. } => (stand.unit, Of::Lack, Why::NothingToEat.into()),
        _ => return None,
    })
}

/// What a turn did to units otherwise than they were ordered, of which no event tells: sources that they named and that cannot feed them,
/// by the turn as it begins, and where they came in, by the first step that led each out of its square.
pub fn differences(turn: &Turn, events: &[Told<Event>]) -> Vec<(UnitId, Reason)> {
    let grid = &turn.atlas.map.grid;
    let named = chosen::named_in_vain(turn).into_iter();
    let mut all: Vec<(UnitId, Reason)> =
        named.map(|(id, source)| (id, Why::OutOfReach.of(source.words(grid)))).collect();
    let mut left = BTreeSet::new();
    for event in events.iter().map(|told| &told.event) {
        let (Fact::March(step) | Fact::Rail(step)) = &event.fact else { continue };
        if step.from.at == step.to.at || !left.insert(step.unit) || event.phase.strategic() == 0 {
            continue;
        }
        let wish = turn.orders.units.get(&step.unit).and_then(|orders| orders.entry);
        let why = wish.and_then(|wish| came_in_elsewhere(grid, wish, step.from.at, step.to));
        all.extend(why.map(|why| (step.unit, why)));
    }
    all
}

/// What an event says of an order of an office that comes to nothing, or to less: the sentence, and whether it is the whole order.
pub fn declined(event: &Event) -> Option<(&Reason, bool)> {
    match &event.fact {
        Fact::Declined(affair) => Some((&affair.words, true)),
        Fact::Transfer(affair) if transfers::is_cut(&affair.words) => Some((&affair.words, false)),
        _ => None,
    }
}

/// Rule 11.7: whether supplies are not moved for a city of which the player does not know whose it is.
pub(super) fn names_an_unseen_city(turn: &Turn, words: &Reason) -> bool {
    let of_whose = words.inner().filter(|why| matches!(why.why, Why::NotYourSides | Why::NotYourNations));
    let Some(of_whose) = of_whose else { return false };
    let mut unseen = turn.atlas.map.cities.iter().filter(|city| !turn.state.cities.contains_key(&city.name));
    unseen.any(|city| of_whose.names(&SupplyPlace::City(city.name.clone())))
}

/// Rule 3.5b: whether a unit is merged into somebody else's, of whose men the player knows no number.
pub(super) fn is_into_a_strangers(event: &Event, is_own: impl Fn(UnitId) -> bool) -> bool {
    matches!(&event.fact, Fact::Merge { stand, excess: 1.., .. } if !is_own(stand.unit))
}

/// What an event says that an order of an office brings about: supplies moved or bought, depots and track. How many supplies go with a depot
/// hangs on who draws them first, and is not among it.
pub fn done(event: &Event) -> Option<Cow<'_, Reason>> {
    let why = match &event.fact {
        Fact::Transfer(affair)
        | Fact::PlaceDepot(affair)
        | Fact::RemoveDepot(affair)
        | Fact::Purchase(affair)
            if event.phase == Phase::Supply =>
        {
            &affair.words
        }
        _ => return None,
    };
    Some(match why.why {
        Why::DepotRemovedFull => Cow::Owned(why.cut_to(Why::DepotRemoved, 3)),
        _ => Cow::Borrowed(why),
    })
}

/// The word with which the order begins that an event refuses; empty where it may be of several.
fn word_of(event: &Event) -> &'static str {
    let why = match &event.fact {
        Fact::ExitBlocked { why, .. } | Fact::Interrupted { why, .. } | Fact::Refused { why, .. } => why.why,
        _ => return "",
    };
    match why {
        Why::NotMerged => "MERGE",
        Why::NotHandedOver => "TRANSFER",
        Why::NeverBombarded => "BOMBARD",
        Why::NoDeploy => "DEPLOY",
        Why::OnlyDeploy => "",
        Why::NotAdjacent => "MARCH",
        Why::MilitiaByRail | Why::NoRailway | Why::TooFarByRail | Why::RailwayNotHeld | Why::Marched => {
            "RAIL"
        }
        Why::OffTrack | Why::There | Why::JourneyEnded | Why::JourneyLimit | Why::RailwayBarred => "RAIL",
        _ if matches!(event.fact, Fact::ExitBlocked { .. }) => "MARCH",
        Why::NoFooting | Why::OtherBank | Why::Ground | Why::Barred | Why::SquareFull => "MOVE",
        Why::NoFord | Why::NoPass | Why::OtherMap | Why::NeverMoves | Why::TiredForTactics => "MOVE",
        _ => "",
    }
}
