//! Europa on one daemon beside a war on land and one with ships, on real servers: six rounds to the end of the game, with players in two of the
//! games, a stack that is made and ordered in one letter, ships ordered by who plays Spain as well, a request to the referee, and every round
//! run again from its record.

mod turns;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::post_office::{Office, letter, text_of};

fn open(office: &Office, folder: &std::path::Path, game: &str, scenario: &str, seats: &str) {
    let head = "schedule = \"daily 03:00\"\nzone = \"Europe/Rome\"\nseed = 1494\n";
    let file = folder.join(format!("{game}.toml"));
    fs::write(&file, format!("{head}{seats}")).unwrap();
    office.must(&["new-game", game, "--scenario", scenario, "--seats", file.to_str().unwrap()]);
}

fn person(player: &str, user: &str, password: &str) -> String {
    format!("[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@localhost\"\npassword = \"{password}\"\n")
}

fn machines(players: &[&str]) -> String {
    players.iter().map(|player| format!("[[seat]]\nplayer = \"{player}\"\nmachine = true\n")).collect()
}

fn mails(office: &Office, user: &str, count: usize) -> Vec<String> {
    office.stack.await_letters(user, count).iter().map(|mail| text_of(mail).replace("\r\n", "\n")).collect()
}

fn newest<'a>(mails: &'a [String], subject: &str) -> &'a str {
    let found = mails.iter().rev().find(|mail| mail.starts_with(subject));
    found.unwrap_or_else(|| panic!("no mail {subject:?} among {mails:#?}"))
}

const FIRST: &str = "GAME italy\nPASSWORD the lilies of naples\nCAMPAIGN MAJOR\nASK REFEREE two LD in Milan\n\
                     STACK FR-1\nDETACH FR-9 WITH 1 LD\nMOVE piedmont milan parma florence\nSIEGE NO HONOURS\nEND\n\
                     STACK FR-9\nMOVE piedmont\nEND\n\
                     STACK FR-2\nMOVE dauphine provence EMBARK FR-F1 LAND siena\nSIEGE\nEND\n\
                     STACK FR-F1\nCARRY FR-2 FROM provence TO siena\nMOVE ligurian-sea\nEND\n";

/// The three games, with who plays in which.
fn open_all(office: &Office, texts: &Path) {
    let italy = person("Charles", "alice", "the lilies of naples")
        + &person("Gonzalo", "bob", "great captain of spain")
        + &machines(&["Contarini", "Alexander"]);
    open(office, texts, "italy", "italy-1494", &italy);
    let passes =
        person("Benedek", "alice", "correct horse battery") + &machines(&["Moltke", "Steinmetz", "Gablenz"]);
    open(office, texts, "passes", "demo", &passes);
    let roads: String = [
        ("Marston", "carol", "cheese box on a raft"),
        ("Wool", "bob", "the fortress holds out"),
        ("Buchanan", "carol", "iron ram of norfolk"),
        ("Huger", "carol", "sewells point battery"),
    ]
    .map(|(player, user, password)| person(player, user, password))
    .concat();
    open(office, texts, "roads", "hampton-roads-1862", &roads);
}

/// Who plays Spain commands the transports of another war: each letter is read by the words of its own game.
fn spain_and_its_transports(office: &Office) {
    let by_bob = |id: &str, text: &str| {
        office.stack.send_by_python("bob@localhost", "war@localhost", &letter("bob", id, text));
    };
    by_bob("h1", "GAME roads\nPASSWORD the fortress holds out\nSHIP US1TR\nLOAD US3IN\nCOAST UCHE\nEND\n");
    by_bob(
        "s1",
        "GAME italy\nPASSWORD great captain of spain\nSTACK SP-F1\nMOVE tyrrhenian-sea\nATTACK\nEND\n",
    );
    let bob = mails(office, "bob", 6);
    assert!(newest(&bob, "[roads T1] Receipt").contains("COAST UCHE"), "{bob:?}");
    assert!(newest(&bob, "[italy T1] Receipt").contains("Tyrrhenian Sea"), "{bob:?}");
}

#[test]
fn europa_beside_a_war_on_land_and_one_with_ships_with_players_in_two_of_them() {
    let (folder, texts) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let store = folder.path().join("store");
    let office = Office::bare_in(folder, store, "", "");
    open_all(&office, texts.path());
    let daemon = office.daemon();

    let alice = mails(&office, "alice", 4);
    assert!(newest(&alice, "[italy T1] Welcome").contains("You play for France"));
    assert!(newest(&alice, "[italy T1] Position").contains("FR-1   Dauphine"));
    assert!(newest(&alice, "[passes T1] Position").contains("Benedek"));
    let send = |id: &str, text: &str| {
        office.stack.send_by_python("alice@localhost", "war@localhost", &letter("alice", id, text));
    };
    send("f1", FIRST);
    let receipt_mails = mails(&office, "alice", 5);
    let receipt = newest(&receipt_mails, "[italy T1] Receipt");
    assert!(receipt.contains("As things stand: Piedmont 2, Milan 4, Parma 6, Florence 9 MP"), "{receipt}");
    assert!(receipt.contains("FR-9") && !receipt.contains("No DETACH"), "{receipt}");
    assert!(!receipt.contains("error"), "{receipt}");
    // The words of the one game are none of the other's.
    send("p1", "GAME passes\nPASSWORD correct horse battery\nUNIT AU5IN\nMARCH B1-N9\nSIEGE\nEND\n");
    let receipt_mails = mails(&office, "alice", 6);
    assert!(newest(&receipt_mails, "[passes T1] Receipt (1 error)").contains("| MARCH B1-N9"));

    spain_and_its_transports(&office);
    let mut count = 6;
    for round in 1..=9 {
        // Of the other war some turns are enough.
        for game in ["italy", "roads"].into_iter().take(if round <= 5 { 2 } else { 1 }) {
            let words = office.must(&["turn", game, "--now"]);
            assert!(words.contains(&format!("turn {round} of {game} was run")), "{words}");
        }
        count += 2;
        let alice = mails(&office, "alice", count);
        let told = newest(&alice, &format!("[italy T{round}] What happened"));
        if round == 1 {
            assert!(told.contains("FR-9 is detached from FR-1"), "{told}");
            assert!(told.contains("FR-9 into Piedmont (2 MP)"), "{told}");
            let file = texts.path().join("show.txt");
            fs::write(&file, "SHOW REQUESTS\n").unwrap();
            let shown = office.must(&["ga", "italy", "--file", file.to_str().unwrap()]);
            assert!(shown.contains("two LD in Milan"), "{shown}");
        }
        assert!(newest(&alice, &format!("[italy T{}] Position", round + 1)).contains("TO BE WON"));
    }
    // Six rounds and twice two phases are over: the game says who won, takes no order and runs no turn.
    office.must(&["turn", "italy", "--now"]);
    count += 2;
    let end_mails = mails(&office, "alice", count);
    let end = newest(&end_mails, "[italy T11] The end");
    assert!(end.contains("The last round is over: final score"), "{end}");
    send("f7", "GAME italy\nPASSWORD the lilies of naples\nSTACK FR-F1\nHOLD\nEND\n");
    count += 1;
    let end_mails = mails(&office, "alice", count);
    let refused = newest(&end_mails, "[italy T11] Receipt (1 error)");
    assert!(refused.contains("NOTHING WAS FILED: the last round is over"), "{refused}");
    assert!(!refused.contains("The deadline"), "{refused}");
    assert!(!office.try_to(&["turn", "italy", "--now"]).status.success());
    office.must(&["turn", "passes", "--now"]);
    count += 2;
    assert!(newest(&mails(&office, "alice", count), "[passes T2] Position").contains("AU5IN"));
    let bob = mails(&office, "bob", 36);
    assert!(bob.iter().all(|mail| !mail.starts_with("[passes ")), "{bob:?}");
    assert!(newest(&bob, "[italy T1] What happened").contains("SP-F1 into Tyrrhenian Sea"), "{bob:?}");
    assert!(newest(&bob, "[roads T2] Position").contains("US3IN"), "{bob:?}");
    for (game, turns) in [("italy", "10 turns"), ("passes", "1 turn"), ("roads", "5 turns")] {
        let words = office.must(&["replay", game]);
        assert!(words.contains(&format!("{turns} of {game} run again, all the same")), "{words}");
    }
    daemon.stop();
}
