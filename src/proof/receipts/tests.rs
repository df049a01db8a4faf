//! The short measure of every book, and a reader that would not let a lie pass.

use std::collections::BTreeMap;

use super::tally::{Held, Tally};
use super::*;
use fieldpost_door::foresight::{Ends, Grade, Kind, Outlook, Statement};

/// The beginning of a war of a book: the seeds are fixed, so that a fault is found again. Twenty wars with `FIELDPOST_LONG`.
fn measured(measure: &Measure, turns: u32) {
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    let (campaigns, turns) = if is_long { (20, turns + 3) } else { (1, turns) };
    // So many wars with `FIELDPOST_SEEDS=5`.
    let seeds = std::env::var("FIELDPOST_SEEDS").ok().and_then(|words| words.parse().ok());
    let campaigns = seeds.unwrap_or(campaigns);
    // From another war on with `FIELDPOST_FIRST=1`, of other seeds with `FIELDPOST_SEED=1863`.
    let number = |name: &str| std::env::var(name).ok().and_then(|words| words.parse().ok());
    let (first, seed) = (number("FIELDPOST_FIRST").unwrap_or(0), number("FIELDPOST_SEED").unwrap_or(1862));
    // To another turn with `FIELDPOST_TURNS=3`.
    let turns = number("FIELDPOST_TURNS").and_then(|turns| u32::try_from(turns).ok()).unwrap_or(turns);
    let mut out = Vec::new();
    let held = run(measure, &Soak { campaigns, seed, first, turns }, &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    println!("{table}");
    assert!(held, "{table}");
}

#[test]
fn receipts_of_the_european_land_book_are_true() {
    measured(&ROTD_EUWOL, 2);
}

#[test]
fn receipts_of_the_american_land_book_are_true() {
    measured(&ROTD_CWOL, 2);
}

#[test]
fn receipts_of_the_napoleonic_land_book_are_true() {
    measured(&GITM_NWOL, 1);
}

#[test]
fn receipts_of_ships_are_true() {
    measured(&WISC_CWOL, 2);
}

#[test]
fn receipts_of_europa_are_true() {
    measured(&EUROPA, 3);
}

/// What is told of a piece, and what came, in all three runs.
fn tally_of(outlook: &Outlook, place: Option<&str>, came: &[Hindrance]) -> Tally {
    let mut tally = Tally::default();
    let places = [place, place, place].map(|place| place.map(str::to_owned));
    let held = Held { said_before: &[], gone: false, blown: false, stands: true, of: "FR-1", at: "here" };
    tally.place(outlook, &places, &held);
    tally.statements(outlook, [came, came, came], &held);
    tally
}

fn told(place: &str, said: Vec<Statement>) -> Outlook {
    Outlook { ends: Ends::In(place.into()), said, ..Outlook::default() }
}

fn hindrance(kind: Kind, order: &str, why: &str) -> Hindrance {
    Hindrance { kind, order: order.into(), why: why.into() }
}

#[test]
fn a_lie_is_a_fault_and_so_is_a_refusal_that_was_not_told() {
    let refusal = || {
        Statement::new(Kind::Refusal, Grade::standing(), "its way is barred").known_by("its way is barred")
    };
    let barred = hindrance(Kind::Refusal, "", "its way is barred");
    let faults = |outlook: &Outlook, place: &str, refused: &[Hindrance]| {
        tally_of(outlook, Some(place), refused).faults.len()
    };
    assert_eq!(faults(&told("K3-T9 3-3", vec![refusal()]), "K3-T9 3-3", std::slice::from_ref(&barred)), 0);
    assert_eq!(faults(&told("K3-T9 3-3", Vec::new()), "K3-T9 3-4", &[]), 1, "a place");
    assert_eq!(faults(&told("K3-T9 3-3", vec![refusal()]), "K3-T9 3-3", &[]), 1, "a refusal that is none");
    assert_eq!(faults(&told("K3-T9 3-3", Vec::new()), "K3-T9 3-3", &[barred]), 1, "one untold");
}

#[test]
fn a_lack_is_held_as_a_lack_and_a_shortfall_as_a_shortfall() {
    for kind in [Kind::Lack, Kind::Shortfall] {
        let said = Statement::new(kind, Grade::standing(), "it has no source").known_by("it has no source");
        let came = |kind| [hindrance(kind, "", "it has no source")];
        let faults = |said: Vec<Statement>, came: &[Hindrance]| {
            tally_of(&told("here", said), Some("here"), came).faults.len()
        };
        assert_eq!(faults(vec![said.clone()], &came(kind)), 0);
        assert_eq!(faults(vec![said.clone()], &[]), 1, "{kind:?} told, and none came");
        assert_eq!(faults(Vec::new(), &came(kind)), 1, "{kind:?} came, and was not told");
        assert_eq!(faults(vec![said], &came(Kind::Refusal)), 2, "{kind:?} told, and a refusal came");
    }
}

/// The faults of a refusal that is sure and comes blind and still, and not with all letters.
fn faults_of_the_sure(stands: bool, gone: bool) -> usize {
    let said = Statement::new(Kind::Refusal, Grade::Sure, "no way").known_by("no way");
    let came = [hindrance(Kind::Refusal, "", "no way")];
    let mut tally = Tally::default();
    let held = Held { said_before: &[], gone, blown: false, stands, of: "FR-1", at: "here" };
    tally.statements(&told("here", vec![said]), [&came, &came, &[]], &held);
    tally.faults.len()
}

#[test]
fn what_is_sure_is_held_against_the_real_run_unless_another_order_stands_there() {
    assert_eq!((faults_of_the_sure(true, false), faults_of_the_sure(false, false)), (1, 0));
}

/// Whatever takes it away, its order comes to nothing as was told.
#[test]
fn what_is_sure_of_a_piece_that_others_took_from_the_board_is_no_fault() {
    assert_eq!(faults_of_the_sure(true, true), 0);
}

#[test]
fn the_same_order_refused_for_another_reason_is_half_true_and_listed_apart() {
    let said = Statement::new(Kind::Refusal, Grade::standing(), "no way").of("COAST LCHE").known_by("no way");
    let tally = |order: &str, why: &str| {
        tally_of(&told("here", vec![said.clone()]), Some("here"), &[hindrance(Kind::Refusal, order, why)])
    };
    let printed = |tally: &Tally| {
        let mut out = Vec::new();
        let args = Soak { campaigns: 1, seed: 1, first: 0, turns: 1 };
        tally.print("wisc-cwol", 20, &args, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let (whole, half, other) =
        (tally("COAST LCHE", "no way"), tally("COAST LCHE", "barred"), tally("SAIL MAC", "barred"));
    assert!(whole.faults.is_empty() && printed(&whole).contains("for another reason 0"));
    assert!(half.faults.is_empty(), "{:?}", half.faults);
    assert!(printed(&half).contains("for another reason 1") && printed(&half).contains("(half true)"));
    assert!(printed(&half).contains("0.0 %"), "half is not whole: {}", printed(&half));
    assert_eq!(other.faults.len(), 2, "told and not come, come and not told");
    let by_word = tally("COAST", "barred");
    assert!(
        by_word.faults.is_empty() && printed(&by_word).contains("for another reason 1"),
        "by its first word"
    );
    assert_eq!(tally("COA", "barred").faults.len(), 2, "a part of a word is no word");
}

#[test]
fn silence_and_odds_that_are_wrong_are_faults_too() {
    let open = Outlook { ends: Ends::Open, ..Outlook::default() };
    let tally = tally_of(&open, None, &[]);
    assert!(tally.faults.is_empty() && !tally.holds(ROTD_EUWOL.ceiling.long), "all of it is left open");
    let odds = |came| {
        let mut tally = Tally::default();
        tally.odds = BTreeMap::from([(7, [1000, came])]);
        tally
    };
    assert!(odds(700).holds(20) && odds(760).holds(20) && !odds(850).holds(20));
}

/// An order that may fail is counted by what was told, and its odds are held like those of places.
#[test]
fn odds_that_an_order_fails_are_held_to_their_number() {
    let wind = "the wind blows straight into the harbor (7.1)";
    let may_fail =
        Statement::new(Kind::Refusal, Grade::Odds { tenths: 4 }, "the wind").of("SORTIE").known_by(wind);
    let place = told("here", vec![may_fail]);
    let by = |came: &[Hindrance]| tally_of(&place, Some("here"), came);
    let (kept, went) = (by(&[hindrance(Kind::Refusal, "SORTIE", wind)]), by(&[]));
    assert_eq!((kept.odds_of_failing[&4], went.odds_of_failing[&4]), ([1, 1], [1, 0]));
    assert!(kept.faults.is_empty() && went.faults.is_empty(), "either may come");
    let odds = |came| {
        let mut tally = Tally::default();
        tally.odds_of_failing = BTreeMap::from([(4, [1000, came])]);
        tally
    };
    assert!(odds(400).holds(20) && !odds(600).holds(20));
}

/// What is brought about is held both ways, with how much and where.
#[test]
fn what_is_done_is_held_by_value_both_ways() {
    let moved = |what: &str| Done { piece: None, what: what.into() };
    let faults = |told: &[&Done], came: &[Done]| {
        let mut tally = Tally::default();
        let blind: Vec<&Done> = came.iter().collect();
        tally.done((told, &blind), &[came.to_vec(), came.to_vec(), came.to_vec()], "here");
        tally.faults.into_iter().map(|fault| fault.words).collect::<Vec<_>>()
    };
    let (ten, nine) = (moved("10 from Ulm to Linz"), moved("9 from Ulm to Linz"));
    assert_eq!(faults(&[&ten], std::slice::from_ref(&ten)), Vec::<String>::new());
    assert_eq!(
        faults(&[&ten], &[nine]),
        [
            "here, offices: told and not done: 10 from Ulm to Linz",
            "here, offices: done and not told: 9 from Ulm to Linz"
        ]
    );
}

/// A measure that hears of no blockade finds each that a receipt knows of: so what is done is really held.
#[test]
fn a_blockade_that_does_not_come_is_a_fault() {
    let deaf = Measure { done: |_, _| Vec::new(), ..EUROPA };
    let board: Arc<dyn Board> = (EUROPA.begin)().with(1);
    let post = Post::of(&board).unwrap();
    let by = board.players().iter().position(|player| player.name == "Charles").unwrap();
    let by = PlayerNo(u16::try_from(by).unwrap());
    let text = post
        .signed(by, "PLAYER Charles\nSTACK FR-F1\nMOVE ligurian-sea tyrrhenian-sea\nBLOCKADE rome\nEND\n");
    let faults = |measure: &Measure| {
        let letter = Letter::of(measure, &*board, &post, by, vec![text.clone()]).unwrap();
        let mut tally = Tally::default();
        hold(measure, &mut tally, &letter, &letter.runs[1], &letter.answered.book, "here");
        tally.faults.into_iter().map(|fault| fault.words).collect::<Vec<_>>()
    };
    assert_eq!(faults(&EUROPA), Vec::<String>::new());
    assert_eq!(faults(&deaf), ["here, player 0, FR-F1: told and not done: shuts rome in"]);
}

/// A measure that lies of one stack: its player's letters are made small, and say what brings the fault about.
#[test]
fn a_fault_is_told_with_the_smallest_letters_that_bring_it_about() {
    let elsewhere: fn(&dyn Board, &Piece) -> Option<String> = |board, piece| match piece.as_str() {
        "FR-1" => Some("elsewhere".into()),
        _ => (EUROPA.place)(board, piece),
    };
    let mut out = Vec::new();
    let args = Soak { campaigns: 1, seed: 1862, first: 0, turns: 2 };
    let holds = run(&Measure { place: elsewhere, ..EUROPA }, &args, &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    assert!(!holds, "{table}");
    let (_, letters) = table.split_once("smallest letters:\n").expect(&table);
    let letters: Vec<&str> =
        letters.lines().take_while(|line| line.starts_with("      ")).map(str::trim).collect();
    assert!(letters.len() <= 4 && letters.iter().any(|line| line.starts_with("STACK FR-1")), "{table}");
}
