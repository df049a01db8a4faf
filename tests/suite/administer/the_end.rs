//! The end of a game: its account, mailed to everybody, who has won, what it cost, and the way back.

use super::*;

use fieldpost_campaign::Table;
use fieldpost_door::Board;

const AIMS: &str = "
[victory]
ends = \"1866-07-08\"
decisive = 3

[[victory.aim]]
of = \"Austria\"
points = 2
hold = [\"Prag\", \"Breslau\"]

[[victory.aim]]
of = \"Prussia\"
points = 1
hold = [\"Glatz\"]
";

/// The demonstration with aims: they are counted after its second turn.
fn with_aims() -> BTreeMap<String, String> {
    let mut texts = scenario::demo();
    texts.entry("scenario.toml".into()).or_default().push_str(AIMS);
    texts
}

const PLAYERS: [&str; 4] = [MOLTKE, "steinmetz@prussia.example", BENEDEK, "gablenz@austria.example"];

fn men(board: &dyn Board, nation: &str) -> u32 {
    let units = Table::of(board).unwrap().land.units.values();
    units.filter(|unit| unit.id.nation.as_str() == nation).map(|unit| unit.strength).sum()
}

/// The men that a nation has lost by the account, in all and by their causes.
fn lost(account: &str, nation: &str) -> (u32, Vec<u32>) {
    let words = flat(account);
    let row =
        words.split("MEN LOST").nth(1).and_then(|rest| rest.split(&format!("{nation}: ")).nth(1)).unwrap();
    let number = |words: &str| words.replace(',', "").parse::<u32>().ok();
    let (all, causes) = row.split_once(' ').unwrap();
    let end = ["Austria:", "Stragglers"].iter().filter_map(|end| causes.find(end)).min().unwrap();
    let causes = causes[..end].split(", ").filter_map(|cause| number(cause.split_whitespace().next()?));
    (number(all).unwrap(), causes.collect())
}

#[test]
fn the_last_turn_that_counts_is_told_to_all_and_the_verdict_to_the_administrator_alone() {
    let mut desk = Desk::of(with_aims(), SEATS);
    let told = |desk: &Desk, address: &str| -> Vec<String> {
        desk.mails_to(address)
            .iter()
            .map(|row| desk.text(row))
            .filter(|text| flat(text).contains("that day is over"))
            .collect()
    };
    desk.run_turn();
    assert!(PLAYERS.iter().chain([&FRANZ]).all(|address| told(&desk, address).is_empty()), "not yet");
    desk.run_turn();
    for player in PLAYERS {
        let found = told(&desk, player);
        assert_eq!(found.len(), 1, "{player}: once");
        assert!(!found[0].contains("points"), "no verdict before the end: {}", found[0]);
        assert!(found[0].starts_with("[demo] The last turn that counts is over"), "{}", found[0]);
    }
    let ga = told(&desk, FRANZ);
    assert!(ga[0].contains("END GAME REVEAL"), "{ga:?}");
    let verdict = "Austria 2 points, Prussia 1 point. This is counted as it stood on 8 July 1866.";
    assert!(flat(&ga[0]).contains(verdict), "{ga:?}");
    desk.run_turn();
    assert_eq!(told(&desk, MOLTKE).len(), 1, "the game goes on, and it is not said again");
}

#[test]
fn everybody_is_mailed_the_account_of_an_ended_game() {
    let seats = SEATS
        .replace("password = \"correct horse battery\"", "machine = true")
        .replace("password = \"heron-quill-maple\"", "machine = true");
    let mut desk = Desk::of(with_aims(), &seats);
    let began = men(desk.office.games[&demo()].record.board(), "PR");
    for _ in 0..4 {
        desk.clock.set(desk.office.next_deadline() - MINUTE);
        desk.office.play_machines(&demo()).unwrap();
        desk.run_turn();
    }
    let ended = men(desk.office.games[&demo()].record.board(), "PR");
    desk.confirmed("END GAME");
    assert_eq!(desk.tasks(), 0);
    for address in PLAYERS.into_iter().chain([FRANZ]) {
        let ends = desk.texts(address, "The end");
        assert_eq!(ends.len(), 1, "{address}");
        let words = flat(&ends[0]);
        for told in [
            "4 turns were run",
            "Benedek Austria, general",
            "the machine's",
            "Men lost",
            "2 points for each of Prag",
        ] {
            assert!(words.to_lowercase().contains(&told.to_lowercase()), "{told}: {}", ends[0]);
        }
    }
    let account = desk.texts(MOLTKE, "The end").remove(0);
    let (lost, causes) = lost(&account, "Prussia");
    assert!(lost > 0 && lost >= began - ended.min(began), "{lost} of {began}, {ended} are left: {account}");
    assert_eq!(causes.iter().sum::<u32>(), lost, "{account}");
}

#[test]
fn the_board_is_shown_turn_by_turn_only_if_it_was_asked_for() {
    for (command, files) in [("END GAME", 0), ("END GAME REVEAL", 1)] {
        let mut desk = Desk::of(with_aims(), SEATS);
        desk.run_turn();
        desk.confirmed(command);
        let is_account =
            |row: &MailRow| desk.text(row).lines().next().unwrap_or_default().contains("The end");
        let row = desk.mails_to(MOLTKE).into_iter().find(is_account).unwrap();
        let bytes = desk.office.store.mail_bytes(row.id).unwrap();
        let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        let pages: Vec<String> =
            mail.attachments().filter_map(|file| file.text_contents().map(str::to_owned)).collect();
        assert_eq!(pages.len(), files, "{command}");
        for page in pages {
            assert!(page.contains("At the beginning") && page.contains("After turn 1"), "{command}");
            assert!(page.contains("data:image/png;base64,") && !page.contains("cid:"), "its maps are in it");
        }
    }
}

#[test]
fn an_ended_game_is_opened_again_and_its_next_turn_is_the_one_it_would_have_been() {
    let mut plain = Desk::of(with_aims(), SEATS);
    let mut desk = Desk::of(with_aims(), SEATS);
    for one in [&mut plain, &mut desk] {
        one.march();
        one.run_turn();
    }
    desk.confirmed("END GAME");
    let answer = desk.typed("REOPEN GAME");
    assert!(answer.contains("goes on"), "{answer}");
    for player in PLAYERS {
        assert_eq!(desk.texts(player, "goes on").len(), 1, "{player}");
    }
    desk.typed("RESUME");
    assert_eq!(plain.run_turn(), desk.run_turn(), "aims and the end are beside the position");
    let folder = desk.office.config.office.store.clone();
    let Desk { folder: kept, clock, office, .. } = desk;
    let config = office.config.clone();
    drop(office);
    sled::rebuild(&folder).unwrap();
    open(config, &clock).replay(&demo()).unwrap();
    drop(kept);
}

#[test]
fn aims_change_no_hash_and_are_told_in_the_welcome() {
    let (mut with, mut without) = (Desk::of(with_aims(), SEATS), Desk::new());
    with.march();
    without.march();
    assert_eq!(with.run_turn(), without.run_turn());
    let welcome = |desk: &Desk| flat(&desk.text(&desk.mails_to(MOLTKE)[0]));
    let words = "Austria: 2 points for each of Prag and Breslau, held at the end.";
    assert!(welcome(&with).contains(words), "{}", welcome(&with));
    assert!(!welcome(&without).contains("What is fought for"));
    without.confirmed("END GAME");
    let account = without.texts(MOLTKE, "The end").remove(0);
    assert!(account.contains("No aims are counted in this game"), "{account}");
}
