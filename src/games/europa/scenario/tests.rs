//! Scenarios, tried.

use super::*;

const ITALY: &str = include_str!("../../../../scenarios/italy-1494/scenario.toml");
const GRAND: &str = include_str!("../../../../scenarios/1492/scenario.toml");
const BALTIC: &str = include_str!("../../../../scenarios/baltic-1618/scenario.toml");

fn read_text(text: &str) -> Result<Scenario, Vec<String>> {
    read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())]))
}

#[test]
fn all_scenarios_are_read_without_a_fault() {
    let italy = read_text(ITALY).unwrap();
    assert_eq!((italy.players.len(), italy.position.stacks.len(), italy.goals.len()), (4, 12, 8));
    let baltic = read_text(BALTIC).unwrap();
    assert_eq!((baltic.players.len(), baltic.position.stacks.len(), baltic.goals.len()), (6, 15, 15));
    let grand = read_text(GRAND).unwrap();
    assert_eq!((grand.players.len(), grand.position.stacks.len(), grand.goals.len()), (8, 34, 30));
    assert_eq!((grand.world.course.phases.len(), grand.events.len()), (5, 10));
}

#[test]
fn every_fault_is_told_with_its_line() {
    for (from, to, seen) in [
        ("is = \"hostile\"", "is = \"angry\"", "angry"),
        ("initiative = [\"FRA\", \"SPA\"", "initiative = [\"FRA\", \"FRA\"", "every seat once"),
        ("holds = [\"naples\"]", "holds = [\"napels\"]", "napels, which is no province"),
        ("at = \"FR-1\"", "at = \"FR-9\"", "no stack FR-9"),
        ("counters = \"A+ LD\"", "counters = \"A+ A+ LD\"", "FR-1"),
        ("rank = \"A\"", "rank = \"Z\"", "rank \"Z\""),
        ("at = \"dauphine\"", "at = \"dauphin\"", "no place dauphin"),
        ("keeps = true", "keeps = false", "keeps says otherwise"),
        ("land_technology = \"Renaissance\"", "land_technology = \"Renascence\"", "Renascence"),
        ("between = [\"FRA\", \"VEN\"]", "between = [\"FRA\", \"SPA\"]", "given 2 times"),
    ] {
        assert!(ITALY.contains(from), "{from}");
        let faults = read_text(&ITALY.replacen(from, to, 1)).map(|_| ()).unwrap_err().join("\n");
        assert!(faults.contains(seen), "{from} -> {to}: {faults}");
    }
}
