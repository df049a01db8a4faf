//! Who may import whom: the table of the architecture, held to the code.

mod circles;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each room and the rooms that it may import: what its `Cargo.toml` depends on, no more and no less.
const TABLE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("mail", &[]),
    ("print", &[]),
    ("grammar", &["engine", "print"]),
    ("ground", &["engine", "grammar"]),
    ("land", &["engine", "grammar", "ground"]),
    ("games", &["engine", "grammar", "ground", "land"]),
    ("desk", &["engine", "games", "grammar", "print"]),
    ("reports", &["engine", "games", "print"]),
    ("autoplay", &["games", "reports"]),
    ("store", &["desk", "engine", "games"]),
    ("daemon", &["autoplay", "desk", "engine", "games", "grammar", "mail", "print", "reports", "store"]),
];

/// The rooms as cargo knows them, each with the rooms that its code (not its tests) depends on.
fn rooms() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let room = |name: &serde_json::Value| Some(name.as_str()?.strip_prefix("fieldpost-")?.to_owned());
    let packages = metadata["packages"].as_array().unwrap();
    let used = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().unwrap();
        all.iter().filter(|used| used["kind"].is_null()).filter_map(|used| room(&used["name"])).collect()
    };
    packages.iter().filter_map(|package| Some((room(&package["name"])?, used(package)))).collect()
}

#[test]
fn rooms_import_what_the_table_says() {
    let table = TABLE.iter().map(|(room, used)| {
        (room.to_string(), used.iter().map(|room| room.to_string()).collect::<BTreeSet<_>>())
    });
    assert_eq!(rooms(), table.collect());
}

/// The machine player knows a position by its player's report alone: it cannot name what the report is made of, nor
/// dice, clock, chance or a fraction.
#[test]
fn the_machine_sees_only_reports() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/autoplay"), &mut files);
    assert!(files.len() > 3, "found only {} files of the machine", files.len());
    let banned = [
        "LandState",
        "Occupancy",
        "Field",
        "Turn",
        "Dice",
        "Position",
        "std::fs",
        "std::env",
        "rand",
        "HashMap",
        "HashSet",
        "f32",
        "f64",
        "Instant",
    ];
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for word in code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')))
        {
            assert!(!banned.contains(&word), "{} names {word}", file.display());
        }
    }
}

/// A game knows letters by its language alone: neither its rules nor its maps name the grammar.
#[test]
fn games_name_the_grammar_in_their_language_alone() {
    let mut files = Vec::new();
    for game in ["src/games/ground", "src/games/land"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(game), &mut files);
    }
    assert!(files.len() > 100, "found only {} files of the games", files.len());
    let elsewhere = files.iter().filter(|file| !file.iter().any(|part| part == "language"));
    for file in elsewhere {
        let text = fs::read_to_string(file).unwrap();
        assert!(!text.contains("crate::grammar"), "{} names the grammar", file.display());
    }
}

#[test]
fn only_the_store_names_sled_and_only_the_clock_asks_the_time() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    let bans: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("sled::", &["store"][..]),
        ("SystemTime::now", &["daemon/clock"][..]),
        ("Utc::now", &["daemon/clock"][..]),
    ]);
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&src).unwrap().with_extension("").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        for (word, homes) in &bans {
            if text.contains(word) && !homes.iter().any(|home| relative.starts_with(home)) {
                wrong.push(format!("{relative} names {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}
