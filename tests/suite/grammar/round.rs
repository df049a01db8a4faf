//! Orders to words and back: whatever can be ordered can be written, and is read as it was meant.

use fieldpost_grammar::letter::{Account, Lexicon};
use fieldpost_grammar::read_letter;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::language::{self, render};
use fieldpost_land::orders::{
    AttackPosture, BattleLine, Carry, DefencePosture, Goal, OfficeOrder, Phases, Pursuit, RailMove,
    ReactionBox, SourceWish, SupplyPlace, TacticalMove, UnitOrder, Via,
};
use fieldpost_land::unit::{Source, UnitId, UnitType};
use proptest::prelude::*;

use super::grid;
use super::land::{forms, read_office_order, read_unit_orders};

/// A map, and any names.
fn lexicon() -> Lexicon {
    language::lexicon(&grid())
}

fn strategic() -> impl Strategy<Value = StrategicSquare> {
    (0..130u8, 0..120u8).prop_map(|(col, row)| StrategicSquare { col, row })
}

fn tactical() -> impl Strategy<Value = TacticalSquare> {
    (0..15u8, 0..15u8).prop_map(|(col, row)| TacticalSquare::new(col, row).unwrap())
}

fn unit() -> impl Strategy<Value = UnitId> {
    ("[A-Z]{2}", 0..10_000u16, 0..UnitType::ALL.len()).prop_map(|(nation, number, kind)| {
        format!("{nation}{number}{}", UnitType::ALL[kind].1).parse().unwrap()
    })
}

/// Names that are no word of the language; real ones are those of a scenario.
fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["Ulm", "Bad Homburg", "Königgrätz", "von Moltke", "St. Gallen"])
        .prop_map(str::to_string)
}

fn some_phases() -> impl Strategy<Value = Phases> {
    (1..=5u8, 0..5u8).prop_map(|(first, more)| Phases { first, last: (first + more).min(5) })
}

fn reaction_box() -> impl Strategy<Value = ReactionBox> {
    (tactical(), 0..15u8, some_phases(), prop::option::of(strategic()))
        .prop_map(|(centre, radius, phases, on)| ReactionBox { centre, radius, phases, on })
}

fn tactical_move() -> impl Strategy<Value = UnitOrder> {
    let square = (prop::option::of(strategic()), tactical()).prop_map(|(on, tac)| (on, Goal::Square(tac)));
    let goal = prop_oneof![square, Just((None, Goal::NearestFord)), Just((None, Goal::NearestPass))];
    let via = prop_oneof![tactical().prop_map(Via::Square), "[A-Z]{2}[0-9]{1,3}RT".prop_map(Via::Ship)];
    (goal, prop::option::of(via), 1..=5u8).prop_map(|((on, goal), via, phase)| {
        UnitOrder::Move(TacticalMove { goal, via, phase, at_once: false, on })
    })
}

fn carry() -> impl Strategy<Value = UnitOrder> {
    let source = prop_oneof![
        unit().prop_map(Source::Unit),
        name().prop_map(Source::City),
        strategic().prop_map(Source::Depot)
    ];
    let from =
        prop_oneof![Just(SourceWish::Nearest), Just(SourceWish::None), source.prop_map(SourceWish::Named)];
    (0..=12u8, from).prop_map(|(level, from)| UnitOrder::Carry(Carry { level, from }))
}

fn deploy() -> impl Strategy<Value = UnitOrder> {
    let places = (prop::option::of(strategic()), prop::option::of(tactical()));
    places.prop_filter_map("a place", |(at, tac)| {
        (at.is_some() || tac.is_some()).then_some(UnitOrder::Deploy { at, tac })
    })
}

/// Orders that are only words.
const PLAIN: [UnitOrder; 14] = [
    UnitOrder::Withdraw,
    UnitOrder::HaltOnDetection,
    UnitOrder::HaltOnEntry,
    UnitOrder::NoForcedMarch,
    UnitOrder::MarchToBattle,
    UnitOrder::MarchToAllies,
    UnitOrder::MarchToEnemies,
    UnitOrder::DestroyTrack,
    UnitOrder::DestroyBridge,
    UnitOrder::StayOutOfFort,
    UnitOrder::HoldFire,
    UnitOrder::NoSupport,
    UnitOrder::Inactivate,
    UnitOrder::Activate,
];

fn choices() -> impl Strategy<Value = UnitOrder> {
    use UnitOrder::{Attack, Defend, Line as InLine, Pursue};
    prop::sample::select(vec![
        Pursue(Pursuit::Unlimited),
        Pursue(Pursuit::AtMost(1)),
        Pursue(Pursuit::AtMost(6)),
        InLine(BattleLine::First),
        InLine(BattleLine::Second),
        InLine(BattleLine::Rear),
        Attack(AttackPosture::Assault),
        Attack(AttackPosture::Attack),
        Attack(AttackPosture::Skirmish),
        Attack(AttackPosture::Evade),
        Defend(DefencePosture::LastDitch),
        Defend(DefencePosture::Defend),
        Defend(DefencePosture::Skirmish),
        Defend(DefencePosture::Evade),
    ])
}

fn unit_order() -> impl Strategy<Value = UnitOrder> {
    let rail = (strategic(), prop::option::of(strategic()), prop::option::of(tactical()));
    prop_oneof![
        prop::collection::vec(prop::option::of(strategic()), 1..=6).prop_map(UnitOrder::March),
        prop::sample::select(PLAIN.to_vec()),
        choices(),
        tactical().prop_map(UnitOrder::Entry),
        rail.prop_map(|(to, via, entry)| UnitOrder::Rail(RailMove { to, via, entry })),
        tactical_move(),
        some_phases().prop_map(UnitOrder::Engage),
        tactical().prop_map(UnitOrder::Bombard),
        reaction_box().prop_map(UnitOrder::Support),
        reaction_box().prop_map(UnitOrder::Intercept),
        carry(),
        unit().prop_map(UnitOrder::MergeInto),
        (tactical(), 1..=5u8).prop_map(|(at, phase)| UnitOrder::DeployBridge { at, phase }),
        (prop::option::of(tactical()), 1..=5u8).prop_map(|(to, phase)| UnitOrder::RemoveBridge { to, phase }),
        unit().prop_map(UnitOrder::TransferBattery),
        deploy(),
    ]
}

fn place() -> impl Strategy<Value = SupplyPlace> {
    prop_oneof![name().prop_map(SupplyPlace::City), strategic().prop_map(SupplyPlace::Depot)]
}

fn office_order() -> impl Strategy<Value = OfficeOrder> {
    prop_oneof![
        (unit(), name(), prop::option::of(name()))
            .prop_map(|(unit, commander, deputy)| OfficeOrder::Assign { unit, commander, deputy }),
        (1..99_999u32, place(), place()).prop_map(|(amount, from, to)| OfficeOrder::MoveSupplies {
            amount,
            from,
            to
        }),
        (1..99_999u32, place()).prop_map(|(amount, to)| OfficeOrder::AddSupplies { amount, to }),
        (strategic(), tactical()).prop_map(|(at, tac)| OfficeOrder::PlaceDepot { at, tac }),
        (strategic(), tactical()).prop_map(|(at, tac)| OfficeOrder::PlaceCache { at, tac }),
        strategic().prop_map(OfficeOrder::RemoveDepot),
        strategic().prop_map(OfficeOrder::RemoveCache),
        strategic().prop_map(OfficeOrder::RebuildTrack),
        strategic().prop_map(OfficeOrder::RebuildBridge),
        unit().prop_map(OfficeOrder::Upgrade),
        unit().prop_map(OfficeOrder::Inactivate),
    ]
}

proptest! {
    #[test]
    fn a_units_order_is_read_back_from_its_words(order in unit_order()) {
        let words = render::unit_order(&order, Some(&grid()));
        let (orders, complaints) = read_unit_orders(&words, &lexicon());
        prop_assert_eq!(complaints, vec![]);
        prop_assert_eq!(orders.len(), 1);
        prop_assert_eq!(&orders[0].what, &order);
        prop_assert_eq!(&orders[0].words, &words);
    }

    #[test]
    fn an_office_order_is_read_back_from_its_words(order in office_order()) {
        let words = render::office_order(&order, Some(&grid()));
        let read = read_office_order(&words, &lexicon());
        prop_assert_eq!(read.map(|read| (read.what, read.words)), Ok((order, words)));
    }

    #[test]
    fn any_text_at_all_is_read(text in any::<String>(), lines in "(?s)[A-Z0-9 .#:\n–-]{0,200}") {
        read_letter(&text, &lexicon());
        read_letter(&lines, &lexicon());
        read_unit_orders(&lines, &lexicon());
    }
}

/// A number for each kind of order; a new one does not compile until it has its own.
fn kind(order: &UnitOrder) -> usize {
    match order {
        UnitOrder::March(_) => 0,
        UnitOrder::Withdraw => 1,
        UnitOrder::Entry(_) => 2,
        UnitOrder::HaltOnDetection => 3,
        UnitOrder::HaltOnEntry => 4,
        UnitOrder::NoForcedMarch => 5,
        UnitOrder::Pursue(_) => 6,
        UnitOrder::MarchToBattle => 7,
        UnitOrder::MarchToAllies => 8,
        UnitOrder::MarchToEnemies => 9,
        UnitOrder::Rail(_) => 10,
        UnitOrder::DestroyTrack => 11,
        UnitOrder::DestroyBridge => 12,
        UnitOrder::Move(_) => 13,
        UnitOrder::StayOutOfFort => 14,
        UnitOrder::Engage(_) => 15,
        UnitOrder::Line(_) => 16,
        UnitOrder::Bombard(_) => 17,
        UnitOrder::Support(_) => 18,
        UnitOrder::NoSupport => 19,
        UnitOrder::Intercept(_) => 20,
        UnitOrder::Attack(_) => 21,
        UnitOrder::Defend(_) => 22,
        UnitOrder::Carry(_) => 23,
        UnitOrder::Inactivate => 24,
        UnitOrder::Activate => 25,
        UnitOrder::MergeInto(_) => 26,
        UnitOrder::DeployBridge { .. } => 27,
        UnitOrder::RemoveBridge { .. } => 28,
        UnitOrder::TransferBattery(_) => 29,
        UnitOrder::Deploy { .. } => 30,
        UnitOrder::HoldFire => 31,
    }
}

fn office_kind(order: &OfficeOrder) -> usize {
    match order {
        OfficeOrder::Assign { .. } => 0,
        OfficeOrder::MoveSupplies { .. } => 1,
        OfficeOrder::AddSupplies { .. } => 2,
        OfficeOrder::PlaceDepot { .. } => 3,
        OfficeOrder::PlaceCache { .. } => 4,
        OfficeOrder::RemoveDepot(_) => 5,
        OfficeOrder::RemoveCache(_) => 6,
        OfficeOrder::RebuildTrack(_) => 7,
        OfficeOrder::RebuildBridge(_) => 8,
        OfficeOrder::Upgrade(_) => 9,
        OfficeOrder::Inactivate(_) => 10,
    }
}

fn account_kind(asked: &Account) -> usize {
    match asked {
        Account::Help(_) => 0,
        Account::Status => 1,
        Account::ShowOrders => 2,
        Account::SendReport(_) => 3,
        Account::NewPassword(_) => 4,
        Account::CancelOrders(_) => 5,
        Account::Check => 6,
        Account::Test => 7,
        Account::Confirm(_) => 8,
        Account::SetReports(_) => 9,
        Account::SignUp { .. } => 10,
        Account::ListGames => 22,
        Account::CancelOffice(_) => 24,
        Account::Observe => 23,
        Account::Mute(_) => 11,
        Account::Unmute(_) => 12,
        Account::Advise => 13,
        Account::Unsubscribe => 14,
        Account::Subscribe => 15,
        Account::Absent(_) => 16,
        Account::Back => 17,
        Account::Ready(true) => 18,
        Account::Ready(false) => 19,
        Account::Resign => 20,
        Account::NewAddress(_) => 21,
    }
}

#[test]
fn every_kind_of_order_has_its_row_in_the_table() {
    let (mut units, mut offices, mut accounts) = (vec![], vec![], vec![]);
    for form in forms() {
        let letter = read_letter(&format!("UNIT AU3IN\n{}", form.example), &lexicon());
        let (lexicon, orders) = (lexicon(), letter.units.iter().flat_map(|block| &block.orders));
        let meant = |words: &str| language::unit_order(words, &lexicon).expect("a unit's order");
        units.extend(orders.map(|order| kind(&meant(&order.words))));
        let meant = |words: &str| language::office_order(words, &lexicon).expect("an office's order");
        offices.extend(letter.offices.iter().map(|order| office_kind(&meant(&order.words))));
        accounts.extend(letter.accounts.iter().map(|asked| account_kind(&asked.what)));
    }
    for (mut kinds, count) in [(units, 32), (offices, 11), (accounts, 25)] {
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, (0..count).collect::<Vec<_>>());
    }
}

/// Rule 5.2: who writes PHASE 1 knows when a move begins, reads it again, and is not lectured on it.
#[test]
fn a_first_phase_that_was_written_stays_written() {
    let lexicon = super::lexicon();
    for (line, is_noted) in [("MOVE 7-9 PHASE 1", false), ("MOVE 7-9", true)] {
        let letter = super::read(&format!("UNIT AU3IN\nMARCH H4-S1\n{line}"));
        let words: Vec<_> = letter.units[0].orders.iter().map(|order| &*order.words).collect();
        assert_eq!(words, ["MARCH H4-S1", line]);
        let orders = words.iter().filter_map(|words| language::unit_order(words, &lexicon));
        let orders = super::UnitOrders::from_lines(orders);
        let mut notes = fieldpost_land::command::clashes::of(&orders);
        assert_eq!(notes.any(|note| note.starts_with("MOVE without PHASE")), is_noted, "{line}");
    }
}
