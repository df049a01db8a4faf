//! Who may import whom: the table of the architecture, held to the code.

mod circles;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Room (longest match wins) and the rooms it may import beside its own.
const TABLE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("games", &["engine", "games"]),
    ("games/ground", &["engine", "games/ground"]),
    ("games/land", &["engine", "games/ground", "games/land"]),
    ("games/naval", &["engine", "games/ground", "games/naval"]),
    ("games/campaign", &["engine", "games/ground", "games/land", "games/naval", "games/campaign"]),
    ("games/europa", &["engine", "games/europa"]),
    // How anything is printed, and how a player may want it: a table of words that the grammar reads and the desk keeps.
    ("print", &["engine"]),
    ("grammar", &["engine", "games", "grammar", "print"]),
    ("desk", &["engine", "games", "grammar", "desk", "print"]),
    ("reports", &["engine", "games", "print", "reports"]),
    ("autoplay", &["engine", "games", "grammar", "print", "reports", "autoplay"]),
    ("mail", &["mail"]),
    ("store", &["engine", "games", "desk", "store"]),
    (
        "daemon",
        &["engine", "games", "grammar", "desk", "print", "reports", "autoplay", "mail", "store", "daemon"],
    ),
    (
        "cli",
        &[
            "engine", "games", "grammar", "desk", "print", "reports", "autoplay", "mail", "store", "daemon",
            "cli",
        ],
    ),
];

#[test]
fn no_room_imports_what_it_may_not() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    assert!(files.len() > 10, "found only {} source files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let relative =
            file.strip_prefix(&src).unwrap().with_extension("").to_string_lossy().replace("/mod", "");
        let Some((room, allowed)) = room_of(&relative) else { continue };
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let fits = import == room
                || import.starts_with(&format!("{room}/"))
                || allowed.iter().any(|may| import == *may || import.starts_with(&format!("{may}/")));
            if !fits {
                wrong.push(format!("{relative} imports {import}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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

fn room_of(relative: &str) -> Option<(&'static str, &'static [&'static str])> {
    TABLE
        .iter()
        .filter(|(room, _)| relative == *room || relative.starts_with(&format!("{room}/")))
        .max_by_key(|(room, _)| room.len())
        .copied()
}

/// Every `crate::…` path outside doc comments, as far as it names rooms.
fn imports(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut found = Vec::new();
    for line in code {
        for (at, _) in line.match_indices("crate::") {
            let path = line[at + 7..]
                .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                .next()
                .unwrap_or("");
            let mut parts = path.split("::").filter(|part| !part.is_empty());
            let Some(first) = parts.next() else { continue };
            let room = match (first, parts.next()) {
                ("games", Some(second)) if second.chars().all(char::is_lowercase) => {
                    format!("games/{second}")
                }
                _ => first.to_string(),
            };
            found.push(room);
        }
    }
    found
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
