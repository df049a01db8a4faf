//! Random wars: a bounded number of them here; `fieldpost soak --campaigns N` for more.

use std::process::ExitCode;

use fieldpost::cli::soak;

/// The beginnings of three campaigns, every step of every turn checked.
#[test]
fn random_campaigns_hold() {
    let mut out = Vec::new();
    let args = soak::Args { campaigns: 3, seed: 1866, first: 0, turns: 4, receipts: false, ruleset: None };
    let code = soak::run(&args, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
    assert_eq!(
        words.matches("3 campaigns held, 0 broke\n").count(),
        4,
        "a line for each land book and for ships: {words}"
    );
    assert_eq!(words.matches("; hash ").count(), 4, "one hash of all turns of each: {words}");
    assert!(words.contains("europa: 3 games, 0 broken"), "{words}");
}
