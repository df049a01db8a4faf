//! One plan of rooms for every game: docs/architecture.md has the table, and the folders of the games are held to it.

use std::fs;
use std::path::{Path, PathBuf};

/// What stands below `src/games` and is no game.
const SHARED: [&str; 3] = ["campaign", "door", "ground"];

/// How many rooms stand elsewhere than the plan says. It may only fall, with the row of the table.
const ELSEWHERE: usize = 10;

/// A room of the plan, and of each game in order where it is: nowhere else, or in a file.
struct Room {
    name: String,
    of_games: Vec<Option<String>>,
}

/// The games that the table names, and its rooms.
fn plan(page: &str) -> (Vec<String>, Vec<Room>) {
    let table = page.split("## One plan of rooms").nth(1).unwrap_or_default();
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut rows = table.lines().filter(|line| line.starts_with('|')).map(cells);
    let games = rows.next().unwrap_or_default().into_iter().skip(2).collect();
    let room = |row: Vec<String>| {
        let elsewhere = |cell: &String| (cell != "there").then(|| cell.trim_matches('`').to_owned());
        Room { name: row[0].clone(), of_games: row[2..].iter().map(elsewhere).collect() }
    };
    (games, rows.skip(1).map(room).collect())
}

/// What is wrong with where a room of a game is.
fn fault(src: &Path, game: &str, room: &str, elsewhere: Option<&str>) -> Option<String> {
    let own = src.join("games").join(game).join(room);
    let is_there = own.is_dir() || own.with_extension("rs").is_file();
    match elsewhere {
        None => (!is_there).then(|| format!("{game} has no {room}")),
        Some(_) if is_there => Some(format!("{game} has its {room}: the table says it stands elsewhere")),
        Some(file) => (!src.join(file).is_file()).then(|| format!("{game}: its {room} is not in {file}")),
    }
}

#[test]
fn every_game_has_its_rooms_where_the_plan_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (games, rooms) = plan(&fs::read_to_string(root.join("docs/architecture.md")).unwrap());
    let folders = fs::read_dir(root.join("src/games")).unwrap().map(|entry| entry.unwrap().path());
    let is_game =
        |path: &PathBuf| path.join("lib.rs").is_file() && SHARED.iter().all(|name| !path.ends_with(name));
    let mut found: Vec<_> = folders
        .filter(is_game)
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut named = games.clone();
    found.sort();
    named.sort();
    assert_eq!(named, found, "a column a game");
    assert!(rooms.len() > 10, "the table was not understood");
    let src = root.join("src");
    let (mut faults, mut elsewhere) = (Vec::new(), 0);
    for room in &rooms {
        for (game, file) in games.iter().zip(&room.of_games) {
            faults.extend(fault(&src, game, &room.name, file.as_deref()));
            elsewhere += usize::from(file.is_some());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(elsewhere, ELSEWHERE, "a number that may only fall, and is written down then");
}

#[test]
fn a_room_that_is_not_where_the_table_says_is_found() {
    let page = "## One plan of rooms\n| room | what | land |\n|---|---|---|\n| event | facts | there |\n| board | it | `games/x.rs` |\n";
    let (games, rooms) = plan(page);
    assert_eq!((games, rooms[0].of_games.clone()), (vec!["land".to_owned()], vec![None]));
    assert_eq!(rooms[1].of_games, [Some("games/x.rs".to_owned())]);
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let wrong = |room, file| fault(&src, "land", room, file);
    assert_eq!(wrong("event", None), None);
    assert_eq!(wrong("shop", None).unwrap(), "land has no shop");
    assert_eq!(wrong("board", Some("games/x.rs")).unwrap(), "land: its board is not in games/x.rs");
    assert_eq!(
        wrong("event", Some("games/x.rs")).unwrap(),
        "land has its event: the table says it stands elsewhere"
    );
}
