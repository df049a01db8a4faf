//! Whatever is edited can be told, taken back and done again.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;

use crate::book::ROTD_EUWOL;
use crate::edits::field::UnitField;
use crate::edits::fields::{self, unit_fields};
use crate::edits::theatre::theatre;
use crate::edits::touch::{self, builds_on};
use crate::edits::{Edit, Edited, Ground, Store, carry_out};
use crate::orders::{Office, TurnOrders};
use crate::sandbox::{Sandbox, id, nation};
use crate::scenario::{self, Scenario};
use crate::sequence;
use crate::state::{DepotKind, LandState, Rank, Season};
use crate::unit::UnitId;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// Names that edits are drawn from; some are nobody's.
struct Names {
    units: Vec<UnitId>,
    new: Vec<UnitId>,
    gunners: Vec<UnitId>,
    cities: Vec<String>,
    players: Vec<String>,
    states: Vec<String>,
    squares: (u8, u8),
    /// Squares where there is something.
    places: Vec<StrategicSquare>,
}

static THEATRE: LazyLock<Sandbox> = LazyLock::new(theatre);
/// A position of 399 units, and one of each of the two other books.
static SCENARIOS: LazyLock<[Scenario; 3]> = LazyLock::new(|| {
    ["1866", "valley-1862", "jena-1806"]
        .map(|name| scenario::read(&scenario::built_in(name).unwrap()).unwrap())
});

/// Units that edits make anew: of types that the books have, and of some that one of them has not.
const NEW: [&str; 12] = [
    "FR8IN", "AU8HC", "FR8PB", "IT1IN", "AU8MI", "FR8LA", "US8IN", "CS8CV", "US8MI", "CS8LA", "PR8MA",
    "SA8HC",
];

fn names(state: &LandState, squares: (u8, u8)) -> Names {
    let nations: Vec<NationCode> = state.players.iter().map(|player| player.nation).collect();
    let of_the_war = |unit: &UnitId| nations.contains(&unit.nation);
    let mut new: Vec<UnitId> = NEW.map(id).into_iter().filter(of_the_war).collect();
    new.push(id("IT1IN"));
    new.dedup();
    let known: Vec<UnitId> = state.units.keys().copied().collect();
    let gunners = known.iter().copied().filter(|id| state.units[id].batteries > 0).collect();
    let mut players: Vec<String> = state.players.iter().map(|player| player.name.clone()).collect();
    players.push("nobody-known".into());
    let cities = state.cities.keys().cloned().chain(["Atlantis".to_owned()]).collect();
    let states = state.owners.keys().cloned().chain(["Lemuria".to_owned()]).collect();
    let units = known.iter().chain(&new).copied().collect();
    let depots = state.depots.iter().map(|depot| depot.at);
    let places = depots.chain(state.cities.values().map(|city| city.at)).collect();
    Names { units, new, gunners, cities, players, states, squares, places }
}

fn any_nation() -> impl Strategy<Value = NationCode> + Clone {
    prop::sample::select(vec!["FR", "AU", "IT", "TU", "XX"]).prop_map(nation)
}

fn any_value() -> impl Strategy<Value = String> {
    let words = [
        "0",
        "1",
        "2",
        "5",
        "12",
        "60",
        "100",
        "101",
        "2400",
        "99999",
        "yes",
        "no",
        "none",
        "poor",
        "excellent",
        "musket",
        "chassepot",
        "rifled",
        "active",
        "inactive",
        "shattered",
        "France",
        "Austria",
        "Metz",
        "A0-N1",
        "A1-N1 7-7",
        "7-7",
        "3-4",
        "FR1CQ",
        "berthier",
        "fr",
        "au",
        "strength 4 capacity 6000",
        "1 1",
        "2 turns left, 1 lain, 0 failed",
    ];
    prop::sample::select(words.to_vec()).prop_map(str::to_owned)
}

/// Names of fields with values: mostly such as fit.
fn any_setting(named: &'static [&'static str]) -> impl Strategy<Value = (String, String)> {
    let values = |name: &'static str| -> Vec<&'static str> {
        let choices = fields::field_named(name).map_or(&[][..], UnitField::choices);
        if choices.is_empty() { ["1", "4", "60", "none", "Metz", "fr"].to_vec() } else { choices.to_vec() }
    };
    let fits = named.iter().flat_map(|name| values(name).into_iter().map(|value| (*name, value)));
    let fits = prop::sample::select(fits.collect::<Vec<_>>());
    let fits = fits.prop_map(|(name, value)| (name.to_owned(), value.to_owned()));
    let any = (prop::sample::select(named.to_vec()).prop_map(str::to_owned), any_value());
    prop_oneof![3 => fits, 1 => any]
}

static FIELDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let known = unit_fields().iter().map(|field| field.name);
    known.chain(["moral"]).collect()
});

/// What a new unit may be given: all but its place and its seat.
static FIELDS_OF_NEW: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let own = ["square", "tac", "commander", "deputy", "fort", "laid"];
    FIELDS.iter().copied().filter(|name| !own.contains(name)).collect()
});

fn any_square(names: &Names) -> impl Strategy<Value = StrategicSquare> + Clone + use<> {
    let (cols, rows) = names.squares;
    let anywhere = (0..=cols, 0..=rows).prop_map(|(col, row)| StrategicSquare { col, row });
    prop_oneof![anywhere, prop::sample::select(names.places.clone())]
}

fn any_tac() -> impl Strategy<Value = Option<TacticalSquare>> + Clone {
    prop::option::of((0_u8..15, 0_u8..15).prop_map(|(col, row)| TacticalSquare::new(col, row).unwrap()))
}

fn any_rank() -> impl Strategy<Value = Rank> + Clone {
    prop::sample::select(vec![Rank::Colonel, Rank::General])
}

fn of_units(names: &Names) -> impl Strategy<Value = Edit> + use<> {
    let unit = prop::sample::select(names.units.clone());
    let player = prop::sample::select(names.players.clone());
    let place = (any_square(names), any_tac());
    let fields = prop::collection::vec(any_setting(&FIELDS_OF_NEW), 0..2);
    let seat = (player.clone(), prop::option::of(player.clone()));
    let set = (unit.clone(), any_setting(&FIELDS));
    let new = prop::sample::select(names.new.clone());
    let create = (new, place.clone(), prop::option::of(player), fields);
    let gunner = prop::sample::select(names.gunners.clone());
    prop_oneof![
        4 => set.prop_map(|(unit, (field, value))| Edit::SetUnit { unit, field, value }),
        4 => (unit.clone(), place).prop_map(|(unit, (at, tac))| Edit::MoveUnit { unit, at, tac }),
        3 => create.prop_map(|(unit, (at, tac), commander, fields)| {
            Edit::CreateUnit { unit, at, tac, commander, fields }
        }),
        1 => unit.clone().prop_map(Edit::RemoveUnit),
        4 => (0_u8..7, gunner, unit.clone())
            .prop_map(|(batteries, from, to)| match batteries {
                4.. => Edit::Merge { unit: from, into: to },
                batteries => Edit::TransferBattery { batteries, from, to },
            }),
        1 => unit.clone().prop_map(Edit::RemovePontoon),
        2 => (unit, seat).prop_map(|(unit, (commander, deputy))| Edit::Assign { unit, commander, deputy }),
    ]
}

fn of_land(names: &Names) -> impl Strategy<Value = Edit> + use<> {
    let at = any_square(names);
    let kind = prop::sample::select(vec![DepotKind::Depot, DepotKind::Cache]);
    let city = prop::sample::select(names.cities.clone());
    const SETTINGS: [(&str, &str); 9] = [
        ("control", "Austria"),
        ("home", "AU"),
        ("supplies", "12"),
        ("manufacturing", "5"),
        ("fort", "strength 4 capacity 6000"),
        ("fort", "none"),
        ("besieged", "yes"),
        ("besieged", "5"),
        ("x", "1"),
    ];
    let setting = prop::sample::select(SETTINGS.to_vec());
    let unit = prop::sample::select(names.units.clone());
    let store = prop_oneof![
        city.clone().prop_map(Store::City),
        at.clone().prop_map(Store::Depot),
        unit.prop_map(Store::Unit)
    ];
    let side = || prop::option::of(any_nation());
    let depot = (kind.clone(), at.clone(), any_tac(), side(), 0_u32..50);
    let owner = (prop::sample::select(names.states.clone()), any_nation(), any::<bool>());
    prop_oneof![
        depot.prop_map(|(kind, at, tac, side, supplies)| Edit::PlaceDepot { kind, at, tac, side, supplies }),
        (kind, at.clone(), side()).prop_map(|(kind, at, side)| Edit::RemoveDepot { kind, at, side }),
        (city, setting).prop_map(|(city, (field, value))| {
            Edit::SetCity { city, field: field.into(), value: value.into() }
        }),
        (store, 0_u32..20).prop_map(|(place, amount)| Edit::SetSupplies { place, amount }),
        (at.clone(), any::<bool>()).prop_map(|(at, destroyed)| Edit::SetRail { at, destroyed }),
        (at.clone(), any::<bool>()).prop_map(|(at, destroyed)| Edit::SetBridge { at, destroyed }),
        (any::<bool>(), at, side()).prop_map(|(river, at, nation)| Edit::SetControl { river, at, nation }),
        owner.prop_map(|(state, nation, with_cities)| Edit::SetOwner { state, nation, with_cities }),
    ]
}

fn of_people(names: &Names) -> impl Strategy<Value = Edit> + use<> {
    let player = prop::sample::select(names.players.clone());
    let relations = vec![Relation::Allied, Relation::Neutral, Relation::Hostile, Relation::Same];
    let relation = (any_nation(), any_nation(), prop::sample::select(relations));
    let constants = [
        "treasury FR eg",
        "treasury AU mp",
        "price depot mp",
        "pool AU men",
        "season-began",
        "hostilities",
        "x",
    ];
    let constant = prop::sample::select(constants.to_vec()).prop_map(str::to_owned);
    let offices = vec![Office::WarMinister, Office::Treasury, Office::Governor("Austria".into())];
    let office = (player.clone(), prop::sample::select(offices), any::<bool>());
    let season = prop::sample::select(vec![Season::Campaign, Season::Peace, Season::Deployment]);
    prop_oneof![
        relation.prop_map(|(one, other, relation)| Edit::SetRelation { one, other, relation }),
        (any_nation(), any::<bool>())
            .prop_map(|(nation, forbidden)| Edit::SetForbidden { nation, forbidden }),
        (constant, any_value()).prop_map(|(name, value)| Edit::SetConstant { name, value }),
        (player, any_rank()).prop_map(|(player, rank)| Edit::SetRank { player, rank }),
        office.prop_map(|(player, office, given)| Edit::SetOffice { player, office, given }),
        season.prop_map(Edit::SetSeason),
        ("[a-c]", any_nation(), any_rank()).prop_map(|(player, nation, rank)| Edit::AddPlayer {
            player,
            nation,
            rank
        }),
    ]
}

fn any_edit(names: &Names) -> impl Strategy<Value = Edit> + use<> {
    prop_oneof![3 => of_units(names), 2 => of_land(names), 2 => of_people(names)]
}

fn json(state: &LandState) -> String {
    serde_json::to_string(state).unwrap()
}

/// One edit with all that must hold of it; what it came to, if it is done.
fn checked(ground: Ground<'_>, before: &LandState, edit: &Edit) -> Option<Edited> {
    let meek = carry_out(ground, before, edit, false);
    let bold = carry_out(ground, before, edit, true);
    let edited = match (meek, bold) {
        (Ok(meek), Ok(bold)) => {
            assert_eq!(meek, bold, "who need not insist gains nothing by it: {edit:?}");
            assert!(meek.against.is_empty(), "{edit:?}");
            bold
        }
        (Err(refused), Ok(bold)) => {
            let told = fieldpost_engine::breach::told(std::slice::from_ref(&bold.against)).concat();
            assert!(refused.may_insist && refused.why == told, "{edit:?} {refused:?}");
            bold
        }
        (meek, Err(refused)) => {
            assert!(!refused.may_insist && !refused.why.is_empty(), "{edit:?} {refused:?}");
            assert!(meek.is_err_and(|meek| !meek.may_insist || meek.why != refused.why), "{edit:?}");
            return None;
        }
    };
    let again = touch::carried_out(before, &edited.touches).unwrap();
    assert_eq!(json(&again), json(&edited.state), "{edit:?}");
    let back = touch::carried_out(&edited.state, &touch::reversed(&edited.touches)).unwrap();
    assert_eq!(json(&back), json(before), "{edit:?}");
    assert_eq!(edited.touches.is_empty(), edited.said.is_empty(), "{edit:?} {:?}", edited.touches);
    assert!(!edited.touches.is_empty() || !edited.notes.is_empty(), "{edit:?}");
    Some(edited)
}

fn ground() -> Ground<'static> {
    Ground { atlas: &THEATRE.atlas, book: &ROTD_EUWOL }
}

fn in_the_theatre() -> impl Strategy<Value = Edit> {
    any_edit(&names(&THEATRE.state, (4, 3)))
}

/// What is drawn is not all refused: edits of every kind are done.
#[test]
fn edits_of_every_kind_are_drawn_that_are_done() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let (mut runner, strategy) = (TestRunner::deterministic(), in_the_theatre());
    let mut counts = std::collections::BTreeMap::<String, [u32; 2]>::new();
    for _ in 0..1500 {
        let edit = strategy.new_tree(&mut runner).unwrap().current();
        let name = format!("{edit:?}").split([' ', '(']).next().unwrap().to_owned();
        let edited = carry_out(ground(), &THEATRE.state, &edit, true);
        let is_done = edited.is_ok_and(|edited| !edited.touches.is_empty());
        counts.entry(name).or_default()[usize::from(is_done)] += 1;
    }
    assert_eq!(counts.len(), 23, "{counts:?}");
    assert!(counts.values().all(|[_, done]| *done >= 2), "{counts:?}");
}

/// The edits of a list that are done, one after the other.
fn chain(state: &LandState, edits: &[Edit]) -> Vec<Edited> {
    let mut done: Vec<Edited> = Vec::new();
    for edit in edits {
        let before = done.last().map_or(state, |edited| &edited.state);
        done.extend(checked(ground(), before, edit));
    }
    done
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    /// Forward and back, byte for byte, one after the other and all in a row; and the turn can be run.
    #[test]
    fn edits_are_done_again_and_taken_back(edits in prop::collection::vec(in_the_theatre(), 1..8)) {
        let first = &THEATRE.state;
        let done = chain(first, &edits);
        let all: Vec<_> = done.iter().flat_map(|edited| edited.touches.clone()).collect();
        let last = done.last().map_or(first, |edited| &edited.state);
        prop_assert_eq!(json(&touch::carried_out(first, &all).unwrap()), json(last));
        prop_assert_eq!(json(&touch::carried_out(last, &touch::reversed(&all)).unwrap()), json(first));
        let atlas = Arc::new(theatre().atlas);
        sequence::run(&atlas, &ROTD_EUWOL, last.clone(), TurnOrders::default(), 7, None);
    }

    /// An edit that is not the last is taken back if nothing built on it, and then the position is what the others alone
    /// would have made it; if something did, it is not.
    #[test]
    fn an_edit_that_nothing_built_on_is_taken_back(edits in prop::collection::vec(in_the_theatre(), 2..5)) {
        let first = &THEATRE.state;
        let done = chain(first, &edits);
        let Some((undone, later)) = done.split_first() else { return Ok(()) };
        let later: Vec<_> = later.iter().flat_map(|edited| edited.touches.clone()).collect();
        let last = done.last().map_or(first, |edited| &edited.state);
        let has_built = undone.touches.iter().any(|one| later.iter().any(|other| builds_on(one, other)));
        let adds_player = undone.touches.iter().any(|touch| touch.path.starts_with("/players/"));
        match touch::carried_out(last, &touch::reversed(&undone.touches)) {
            Ok(state) => {
                prop_assert!(!has_built, "{:?} {:?}", undone.touches, later);
                let others = touch::carried_out(first, &later).unwrap();
                prop_assert_eq!(json(&by_place(state)), json(&by_place(others)));
            }
            Err(misfit) => prop_assert!(has_built || adds_player, "{misfit} {:?} {:?}", undone.touches, later),
        }
    }
}

/// Which of two depots comes first in the list is no matter: one that comes back stands where it stood, before those placed since.
fn by_place(mut state: LandState) -> LandState {
    state.depots.sort_by_key(|depot| (depot.at, depot.side));
    state
}

fn in_a_scenario(number: usize) -> impl Strategy<Value = Vec<Edit>> {
    let squares = [(130, 120), (140, 120), (120, 80)][number];
    prop::collection::vec(any_edit(&names(&SCENARIOS[number].state, squares)), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 0, ..ProptestConfig::default() })]

    /// The same on the positions of scenarios, one of each book.
    #[test]
    fn edits_of_great_positions_are_done_again_and_taken_back(
        edits in (in_a_scenario(0), in_a_scenario(1), in_a_scenario(2))
    ) {
        for (Scenario { atlas, book, state, .. }, edits) in SCENARIOS.iter().zip([edits.0, edits.1, edits.2]) {
            let (ground, mut state) = (Ground { atlas, book }, state.clone());
            for edit in &edits {
                if let Some(edited) = checked(ground, &state, edit) {
                    state = edited.state;
                }
            }
        }
    }
}
