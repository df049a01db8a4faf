//! Who may import whom: the table of the architecture, held to the code.

mod circles;
mod comments;
mod decided;
mod plan;
mod printed;
mod ruled;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each room and the rooms that it may import: what its `Cargo.toml` depends on, no more and no less.
const TABLE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    // What the house's mails say in each language.
    ("catalogue", &["engine"]),
    ("mail", &["engine"]),
    // Pages at sealed links: HTTP, and nothing of what a page is.
    ("web", &["engine"]),
    ("print", &["catalogue", "engine"]),
    ("grammar", &["engine"]),
    ("ground", &["engine", "grammar"]),
    // Squares drawn, above the ground.
    ("picture", &["ground", "print"]),
    ("land", &["engine", "grammar", "ground"]),
    ("tell", &["engine", "ground", "land", "picture", "print"]),
    ("machine", &["engine", "ground", "land", "tell"]),
    // Ships, which know nothing of land units.
    ("sea", &["engine", "grammar", "ground"]),
    ("sea-tell", &["engine", "ground", "print", "sea"]),
    // What every game is to the house.
    ("door", &["engine", "grammar", "print"]),
    (
        "campaign",
        &[
            "door", "engine", "grammar", "ground", "land", "machine", "picture", "print", "sea", "sea-tell",
            "tell",
        ],
    ),
    // The third engine: provinces, stacks and a clock.
    ("europa", &["door", "engine", "grammar", "print"]),
    // What proves a game plays whole letters, and stands above it.
    (
        "proof",
        &[
            "campaign", "desk", "door", "engine", "europa", "grammar", "ground", "land", "machine", "print",
            "sea", "sea-tell", "tell",
        ],
    ),
    // The one list.
    ("games", &["campaign", "door", "europa", "grammar", "ground", "land", "sea"]),
    ("desk", &["catalogue", "door", "engine", "grammar", "print"]),
    ("store", &["desk", "engine"]),
    ("daemon", &["catalogue", "desk", "door", "engine", "games", "grammar", "mail", "print", "store", "web"]),
    // A game for tests alone.
    ("toy", &["door", "engine", "grammar", "print"]),
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

/// A game is known to those under `games` and to whoever hands the one list on: the desk and the store do not know one even through
/// another room.
#[test]
fn no_room_of_the_house_knows_a_game() {
    let (rooms, games) = (
        rooms(),
        [
            "ground", "picture", "land", "sea", "sea-tell", "tell", "machine", "campaign", "europa", "proof",
            "games",
        ],
    );
    for room in ["engine", "catalogue", "mail", "web", "print", "grammar", "door", "desk", "store"] {
        let (mut known, mut to_ask) = (BTreeSet::new(), vec![room]);
        while let Some(room) = to_ask.pop() {
            to_ask.extend(rooms[room].iter().map(String::as_str).filter(|used| known.insert(*used)));
        }
        let game = known.iter().find(|known| games.contains(known));
        assert_eq!(game, None, "{room} knows a game");
    }
    let of_the_list = |used: &&String| games.contains(&used.as_str());
    assert_eq!(rooms["daemon"].iter().filter(of_the_list).collect::<Vec<_>>(), ["games"]);
}

/// Promise 6: what is told is made of what a player sees. The position itself is known to the door, which has it looked
/// at, to the one eye, and to the umpire's, whose reports go to no player.
#[test]
fn what_is_told_is_made_of_sight_and_not_of_the_position() {
    let mut files = Vec::new();
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/land/tell");
    collect(&room, &mut files);
    assert!(files.len() > 20, "found only {} files that tell", files.len());
    for file in files {
        if ["lib.rs", "umpire.rs", "vantage.rs"].iter().any(|eye| file == room.join(eye)) {
            continue;
        }
        for word in words_of_code(&fs::read_to_string(&file).unwrap()) {
            let is_position = ["LandState", "Occupancy", "Field", "Dice"].contains(&word.as_str());
            assert!(!is_position, "{} names {word}", file.display());
        }
    }
}

/// The same at sea: one eye reads the position.
#[test]
fn what_is_told_at_sea_is_read_through_one_eye() {
    let mut files = Vec::new();
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/sea/tell");
    collect(&room, &mut files);
    assert!(files.len() > 7, "found only {} files that tell", files.len());
    let others =
        files.iter().filter(|file| ["vantage.rs", "tests.rs"].iter().all(|eye| **file != room.join(eye)));
    for file in others {
        for word in words_of_code(&fs::read_to_string(file).unwrap()) {
            let is_position = ["SeaState", "Turn", "Dice", "Waters"].contains(&word.as_str());
            let is_face = word == "Waters" && file.ends_with("lib.rs");
            assert!(!is_position || is_face, "{} names {word}", file.display());
        }
    }
}

/// Of the land's chapters what is told asks who sees what, and what a unit could do (how far it goes, what it draws on), how far a battle is felt; what a
/// turn does it cannot ask.
const ASKED: [&str; 31] = [
    "book",
    "combat::battle",
    "combat::check",
    "combat::report",
    "combat::strength",
    "command::answers",
    "command::clashes",
    "communications",
    "control",
    "detection",
    // The table of what a unit has.
    "edits::fields",
    "event",
    "exit",
    "field",
    "means",
    "mergers",
    "morale",
    "movement::allowance",
    "movement::closed",
    "movement::diagonal",
    "movement::foresee",
    "movement::hindrance",
    "movement::leads",
    "muster",
    "orders",
    "phase",
    "sandbox",
    "state",
    "supply",
    "turn",
    "unit",
];

#[test]
fn what_is_told_asks_no_chapter_what_a_turn_does() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/land/tell"), &mut files);
    for file in files {
        for word in words_of_code(&fs::read_to_string(&file).unwrap()) {
            let Some(asked) = word.strip_prefix("fieldpost_land::") else { continue };
            let may =
                |chapter: &&str| asked.strip_prefix(*chapter).is_some_and(|rest| !rest.starts_with('_'));
            assert!(ASKED.iter().any(may), "{} asks {asked}", file.display());
        }
    }
}

/// The words of a file outside comments.
fn words_of_code(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')));
    words.map(str::to_owned).collect()
}

/// The machine player knows a position by its player's report alone: it cannot name what the report is made of, nor
/// dice, clock, chance or a fraction.
#[test]
fn the_machine_sees_only_reports() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/land/machine"), &mut files);
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
        for word in words_of_code(&fs::read_to_string(&file).unwrap()) {
            assert!(!banned.contains(&word.as_str()), "{} names {word}", file.display());
        }
    }
}

/// A game knows letters by its language alone: neither its rules nor its maps name the grammar. What proves it sends letters.
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
        assert!(!text.contains("fieldpost_grammar"), "{} names the grammar", file.display());
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

/// What the store asks of its database is five calls, in one file; how it is opened so that its threads rest stands in another.
#[test]
fn two_files_of_the_store_name_the_database_that_it_lies_on() {
    let (src, mut files) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store"), Vec::new());
    collect(&src, &mut files);
    let named = files.iter().filter(|file| {
        let text = fs::read_to_string(file).unwrap();
        // `crate::sled` is the store's own room.
        text.match_indices("::sled::").any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
    });
    let named: BTreeSet<&str> = named.map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(named, BTreeSet::from(["database.rs", "rest.rs"]));
}

/// A path names its crate, so that whoever reads it knows where it leads without the file's head. Names for a crate are
/// made in manifests alone.
#[test]
fn no_room_has_a_second_name() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches", "fuzz"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines().map(str::trim_start) {
            let renames_a_crate =
                line.split_once(" as ").and_then(|(named, _)| named.rsplit_once("use ")).is_some_and(
                    |(_, named)| named == "crate" || named.starts_with("fieldpost_") && !named.contains("::"),
                );
            assert!(!renames_a_crate, "{}: {line}", file.display());
        }
    }
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
