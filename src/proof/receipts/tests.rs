//! The short measure of every book, and a reader that would not let a lie pass.

use super::*;

/// The beginning of a war of a book: the seeds are fixed, so that a fault is found again. Twenty wars with `FIELDPOST_LONG`.
fn measured(measure: &Measure, turns: u32) {
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    let (campaigns, turns) = if is_long { (20, turns + 3) } else { (1, turns) };
    // So many wars with `FIELDPOST_SEEDS=5`.
    let seeds = std::env::var("FIELDPOST_SEEDS").ok().and_then(|words| words.parse().ok());
    let campaigns = seeds.unwrap_or(campaigns);
    let mut out = Vec::new();
    let held = run(measure, &Soak { campaigns, seed: 1862, first: 0, turns }, &mut out).unwrap();
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
fn tally_of(outlook: &Outlook, place: Option<&str>, refused: &[Refused]) -> Tally {
    let mut tally = Tally::default();
    let places = [place, place, place].map(|place| place.map(str::to_owned));
    tally.place(outlook, &places, [false; 3], "here");
    let refused = [refused.to_vec(), refused.to_vec(), refused.to_vec()];
    tally.refusals(outlook, &refused, false, "here");
    tally
}

#[test]
fn a_lie_is_a_fault_and_so_is_a_refusal_that_was_not_told() {
    let told = |place: &str, said: Vec<Statement>| Outlook {
        ends: Ends::In(place.into()),
        said,
        ..Outlook::default()
    };
    let refusal = || {
        Statement::new(Kind::Refusal, Grade::standing(), "its way is barred").known_by("its way is barred")
    };
    let barred = Refused { order: String::new(), why: "its way is barred".into() };
    let faults = |outlook: &Outlook, place: &str, refused: &[Refused]| {
        tally_of(outlook, Some(place), refused).faults.len()
    };
    assert_eq!(faults(&told("K3-T9 3-3", vec![refusal()]), "K3-T9 3-3", std::slice::from_ref(&barred)), 0);
    assert_eq!(faults(&told("K3-T9 3-3", Vec::new()), "K3-T9 3-4", &[]), 1, "a place");
    assert_eq!(faults(&told("K3-T9 3-3", vec![refusal()]), "K3-T9 3-3", &[]), 1, "a refusal that is none");
    assert_eq!(faults(&told("K3-T9 3-3", Vec::new()), "K3-T9 3-3", &[barred]), 1, "one untold");
}

#[test]
fn silence_and_odds_that_are_wrong_are_faults_too() {
    let open = Outlook { ends: Ends::Open, ..Outlook::default() };
    let tally = tally_of(&open, None, &[]);
    assert!(tally.faults.is_empty() && !tally.holds(&ROTD_EUWOL), "all of it is left open");
    let odds = |came| Tally { odds: BTreeMap::from([(7, [1000, came])]), ..Tally::default() };
    assert!(odds(700).holds(&WISC_CWOL) && odds(760).holds(&WISC_CWOL) && !odds(850).holds(&WISC_CWOL));
}
