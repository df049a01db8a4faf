//! Names in records are for good: `fixtures/kept/keys.txt` lists those of all facts and reasons, and the code is held to it.
//! Adding is allowed. A name that nothing has any more stays in the list as `gone NAME`, so that nothing has it again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fieldpost_engine::kept::{Kept, Row};
use fieldpost_engine::reason::Why;
use fieldpost_europa::event as europa;
use fieldpost_europa::event::account::{Blows, Fought, Meeting, Passage, Segment, Throw, Won};
use fieldpost_europa::tables::{Cell, Column};
use fieldpost_land::event::battle::{Attitude, BattleReport, CampReport, Departure, UnitReport};
use fieldpost_land::event::mood::Mood;
use fieldpost_land::event::{Affair, Fact, Matter, Nerve, Railway, Remark, Scene, Shattering, Stand, Step};
use fieldpost_land::phase::Phase;
use fieldpost_sea::combat::battle::{Closing, Fate};
use fieldpost_sea::event as sea;
use fieldpost_sea::event::account::{Account, Blow, Fighter, KeptOff, Part};
use fieldpost_sea::phase::Phase as AtSea;

/// What is told of a type's names: each, and each with a field.
fn names(of: &str, rows: &[Row]) -> Vec<String> {
    let row = |row: &Row| {
        let name = if row.key.is_empty() { of.to_owned() } else { format!("{of} {}", row.key) };
        let fields = row.fields.iter().map(|field| format!("{name}.{field}")).collect::<Vec<_>>();
        [vec![name], fields].concat()
    };
    rows.iter().flat_map(row).collect()
}

fn of_land() -> Vec<String> {
    let types: [(&str, &[Row]); 16] = [
        ("land fact", Fact::ROWS),
        ("land stand", Stand::ROWS),
        ("land step", Step::ROWS),
        ("land affair", Affair::ROWS),
        ("land scene", Scene::ROWS),
        ("land matter", Matter::ROWS),
        ("land railway", Railway::ROWS),
        ("land remark", Remark::ROWS),
        ("land nerve", Nerve::ROWS),
        ("land shattering", Shattering::ROWS),
        ("land mood", Mood::ROWS),
        ("land battle", BattleReport::ROWS),
        ("land camp", CampReport::ROWS),
        ("land fighter", UnitReport::ROWS),
        ("land attitude", Attitude::ROWS),
        ("land departure", Departure::ROWS),
    ];
    let of_facts = types.iter().flat_map(|(of, rows)| names(of, rows));
    let phases = Phase::ALL.iter().map(|phase| format!("land phase {}", phase.words()));
    of_facts.chain(phases).chain(reasons::<fieldpost_land::event::reason::Why>("land")).collect()
}

fn of_sea() -> Vec<String> {
    let types: [(&str, &[Row]); 14] = [
        ("sea fact", sea::Fact::ROWS),
        ("sea here", sea::Here::ROWS),
        ("sea step", sea::Step::ROWS),
        ("sea shore", sea::Shore::ROWS),
        ("sea freight", sea::Freight::ROWS),
        ("sea captor", sea::Captor::ROWS),
        ("sea storehouse", sea::Storehouse::ROWS),
        ("sea account", Account::ROWS),
        ("sea part", Part::ROWS),
        ("sea fighter", Fighter::ROWS),
        ("sea fate", Fate::ROWS),
        ("sea blow", Blow::ROWS),
        ("sea kept-off", KeptOff::ROWS),
        ("sea closing", Closing::ROWS),
    ];
    let of_facts = types.iter().flat_map(|(of, rows)| names(of, rows));
    let phases = AtSea::ALL.iter().map(|(_, words)| format!("sea phase {words}"));
    of_facts.chain(phases).chain(reasons::<sea::reason::Why>("sea")).collect()
}

fn of_europa() -> Vec<String> {
    let types: [(&str, &[Row]); 18] = [
        ("europa fact", europa::Fact::ROWS),
        ("europa fought", Fought::ROWS),
        ("europa passage", Passage::ROWS),
        ("europa segment", Segment::ROWS),
        ("europa throw", Throw::ROWS),
        ("europa blows", Blows::ROWS),
        ("europa won", Won::ROWS),
        ("europa meeting", Meeting::ROWS),
        ("europa starves", europa::Starves::ROWS),
        ("europa landing", europa::Landing::ROWS),
        ("europa retreat", europa::Retreat::ROWS),
        ("europa add", europa::Add::ROWS),
        ("europa roll", europa::Roll::ROWS),
        ("europa sapped", europa::Sapped::ROWS),
        ("europa toll", europa::Toll::ROWS),
        ("europa cell", Cell::ROWS),
        ("europa when", europa::When::ROWS),
        ("europa column", Column::ROWS),
    ];
    let of_facts = types.iter().flat_map(|(of, rows)| names(of, rows));
    let rows = europa::Row::ALL.iter().map(|row| format!("europa row {}", row.word()));
    of_facts.chain(rows).chain(reasons::<europa::reason::Why>("europa")).collect()
}

/// The reasons of a game, each with how many gaps it has.
fn reasons<W: Why>(of: &str) -> Vec<String> {
    let row = |why: &W| format!("{of} reason {}, gaps: {}", why.row().key, why.row().gaps());
    W::ALL.iter().map(row).collect()
}

/// What is wrong between the list and the names that the code has.
fn faults(list: &str, code: &[String]) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (gone, kept): (BTreeSet<&str>, BTreeSet<&str>) = lines.partition(|line| line.starts_with("gone "));
    let code: BTreeSet<&str> = code.iter().map(String::as_str).collect();
    let lost = kept.difference(&code).map(|name| format!("nothing is called \"{name}\" any more"));
    let gone: BTreeSet<&str> = gone.iter().filter_map(|line| line.strip_prefix("gone ")).collect();
    let again = gone.intersection(&code).map(|name| format!("\"{name}\" was something else once"));
    let new = code.difference(&kept).filter(|name| !gone.contains(*name));
    let new = new.map(|name| format!("\"{name}\" is new: add it to the list"));
    lost.chain(again).chain(new).collect()
}

#[test]
fn no_name_in_records_is_changed_or_used_again() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/kept/keys.txt");
    let found = faults(&fs::read_to_string(list).unwrap(), &[of_land(), of_sea(), of_europa()].concat());
    assert!(found.is_empty(), "fixtures/kept/keys.txt:\n{}", found.join("\n"));
}

#[test]
fn a_list_that_differs_is_found_to_differ() {
    let code = [Row { key: "march", fields: &["from", "to"] }, Row { key: "halt", fields: &[] }];
    let code = names("fact", &code);
    let list = "# Facts.\nfact march\nfact march.from\nfact march.to\n\nfact halt\ngone fact stop\n";
    assert_eq!(faults(list, &code), [""; 0]);
    let renamed = faults(&list.replace("march.to", "march.goal"), &code);
    assert_eq!(
        renamed,
        ["nothing is called \"fact march.goal\" any more", "\"fact march.to\" is new: add it to the list"]
    );
    let again = faults(&list.replace("gone fact stop", "gone fact halt"), &code);
    assert_eq!(again, ["\"fact halt\" was something else once"]);
}
