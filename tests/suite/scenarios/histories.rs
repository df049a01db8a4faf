//! Letters of history, rehearsed: its battles come about, and its losses are of their size.

use super::*;

/// The first turns of a scenario with the letters of its history, of which every line must be obeyed: what befell in each.
fn rehearsed_history(scenario: &str, turns: u32) -> Vec<String> {
    let folder = tempfile::TempDir::new().unwrap();
    let letters = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/history").join(scenario);
    let args = rehearse::Args {
        scenario: scenario.into(),
        letters: Some(letters),
        machine: Vec::new(),
        turns,
        seed: 1866,
        reports: Some("no pictures".into()),
        folder: Some(folder.path().join("office")),
    };
    let mut words = Vec::new();
    let ended = rehearse::run(&args, &mut words).unwrap();
    let words = String::from_utf8(words).unwrap();
    assert_eq!(ended, std::process::ExitCode::SUCCESS, "{words}");
    words.split("\nTurn ").skip(1).map(str::to_owned).collect()
}

/// That a battle was fought, or anything else befell, in a line with all of some words.
fn assert_befell(turns: &[String], turn: usize, words: &[&str]) {
    let told = &turns[turn - 1];
    let is_it = |line: &str| words.iter().all(|word| line.contains(word));
    assert!(told.lines().any(is_it), "no {words:?} in turn {turn}:\n{told}");
}

/// The letters of `fixtures/history` are understood to the last line, and bring the battles of June 1866 about.
#[test]
fn the_letters_of_history_bring_its_battles_about() {
    let turns = rehearsed_history("1866", 5);
    // The 24th of June in Italy, the 27th at Nachod and Langensalza, the 28th at Muenchengraetz and Skalitz.
    let battles =
        [(3, "Villafranca"), (4, "Nachod"), (4, "Langensalza"), (5, "Muenchengraetz"), (5, "Skalitz")];
    for (turn, place) in battles {
        assert_befell(&turns, turn, &[place, "attacking"]);
    }
}

/// Front Royal, Winchester, and on.
#[test]
fn the_letters_of_the_valley_bring_its_battles_about() {
    let turns = rehearsed_history("valley-1862", 6);
    assert_befell(&turns, 4, &["Front Royal", "attacking"]);
    assert_befell(&turns, 4, &["Front Royal falls to Confederate States"]);
    assert_befell(&turns, 5, &["Winchester", "attacking"]);
    assert_befell(&turns, 6, &["Winchester falls to Confederate States"]);
}

/// The Virginia's two days, and the brigade from Annapolis; by the table of docs/scenarios/hampton-roads-1862.md.
#[test]
fn the_letters_of_hampton_roads_bring_its_battles_about() {
    let turns = rehearsed_history("hampton-roads-1862", 4);
    assert_befell(&turns, 1, &["naval battle at LCHE", "1 CSRI", "1 USFR"]);
    assert_befell(&turns, 1, &["Congress", "sunk"]);
    assert_befell(&turns, 1, &["Cumberland", "captured"]);
    assert_befell(&turns, 2, &["naval battle at LCHE", "1 USIC"]);
    assert_befell(&turns, 3, &["US3IN lands from US1TR at Hampton"]);
    let afloat = ["Confederate States has 6 warships", "United States has 6 warships"];
    afloat.iter().for_each(|words| assert_befell(&turns, 4, &[words]));
}

/// Schleiz and Saalfeld, Jena and Auerstedt.
#[test]
fn the_letters_of_jena_bring_its_battles_about() {
    let turns = rehearsed_history("jena-1806", 6);
    for (turn, place) in [(2, "Schleiz"), (2, "Saalfeld"), (3, "by Jena"), (4, "by Jena"), (4, "by Naumburg")]
    {
        assert_befell(&turns, turn, &[place, "attacking"]);
    }
    assert_befell(&turns, 4, &["Jena falls to France"]);
}

/// Whether the two great wars of 1862 and 1805, half a minute and more each, are played: in the long trials alone.
fn is_long() -> bool {
    std::env::var_os("FIELDPOST_LONG").is_some()
}

/// Men lost by a side in the battles of a turn at a place, as `6,855` rounded to hundreds.
fn lost_at(turns: &[String], numbers: &[usize], place: &str, nation: &str) -> u32 {
    let words = format!("{nation} ");
    let lines = numbers.iter().flat_map(|turn| turns[turn - 1].lines()).filter(|line| line.contains(place));
    let of_side = lines.flat_map(|line| line.split(" attacking ")).filter_map(|side| side.split_once(&words));
    of_side
        .filter_map(|(_, side)| {
            side.split_once(" men lost ")?.1.split([';', ' ']).next()?.parse::<u32>().ok()
        })
        .sum()
}

/// The men by whom an army grew less in some turns, those too who deserted and could not get away.
fn fewer(turns: &[String], numbers: &[usize], nation: &str) -> i32 {
    let words = format!("  {nation} has ");
    let lines =
        numbers.iter().flat_map(|turn| turns[turn - 1].lines()).filter(|line| line.starts_with(&words));
    lines.filter_map(|line| line.split(", ").nth(1)?.split(' ').next()?.parse::<i32>().ok()).sum()
}

/// Rounded to hundreds, as the pages of the scenarios have it: `8,700`.
fn hundreds(men: u32) -> String {
    let men = (men + 50) / 100 * 100;
    if men < 1000 { men.to_string() } else { format!("{},{:03}", men / 1000, men % 1000) }
}

/// Shiloh on its day and what it cost, by the table of docs/scenarios/1862.md; Huntsville and Fredericksburg.
#[test]
fn the_letters_of_1862_bring_its_battles_about() {
    if !is_long() {
        return;
    }
    let turns = rehearsed_history("1862", 6);
    assert_befell(&turns, 2, &["1 square south of Savannah TN", "Confederate States", "attacking"]);
    assert_befell(&turns, 3, &["1 square south of Savannah TN", "United States", "attacking"]);
    assert_befell(&turns, 5, &["Huntsville falls to"]);
    assert_befell(&turns, 6, &["Fredericksburg falls to"]);
    // By water: Hooker and Richardson, the two that ran past the island, Fort Pulaski's besiegers, and the forts below New Orleans.
    assert_befell(&turns, 2, &["US7IN lands from US1TR at Hampton"]);
    assert_befell(&turns, 5, &["US22IN lands from US2TR at Hampton"]);
    assert_befell(&turns, 2, &["Carondelet", "runs past at D9-U3"]);
    assert_befell(&turns, 4, &["CS20NB silenced at E0-U3"]);
    assert_befell(&turns, 3, &["US99IN lands from US5TR"]);
    assert_befell(&turns, 4, &["Fort Pulaski", "attacking"]);
    assert_befell(&turns, 6, &["Hartford", "runs past"]);
    let lost = |nation| hundreds(fewer(&turns, &[2, 3], nation).unsigned_abs());
    let table = format!(
        "turns 2 and 3: Union {}, Confederate {}; in the fights themselves {} and {}",
        lost("United States"),
        lost("Confederate States"),
        hundreds(lost_at(&turns, &[2, 3], "Savannah TN", "United States")),
        hundreds(lost_at(&turns, &[2, 3], "Savannah TN", "Confederate States")),
    );
    assert!(include_str!("../../../docs/scenarios/1862.md").contains(&table), "{table}");
}

/// Guenzburg and Ulm and what they cost, by the table of docs/scenarios/1805.md.
#[test]
fn the_letters_of_1805_bring_its_battles_about() {
    if !is_long() {
        return;
    }
    let turns = rehearsed_history("1805", 6);
    assert_befell(&turns, 4, &["by Guenzburg", "attacking"]);
    assert_befell(&turns, 4, &["Guenzburg falls to France"]);
    assert_befell(&turns, 6, &["by Ulm", "attacking"]);
    for (place, numbers, words) in
        [("by Guenzburg", &[4, 5][..], "turns 4 and 5"), ("by Ulm", &[6], "turn 6")]
    {
        let lost = |nation| hundreds(lost_at(&turns, numbers, place, nation));
        let table = format!("{words}: France {}, Austria {}", lost("France"), lost("Austria"));
        assert!(include_str!("../../../docs/scenarios/1805.md").contains(&table), "{table}");
    }
}
