//! A war with ships on real servers: one letter for a brigade, a transport group and an ironclad; three turns, with what each side
//! saw of a fight told to both.

use std::fs;

use tempfile::TempDir;

use crate::post_office::{Office, letter, text_of};

fn mails(office: &Office, user: &str, count: usize) -> Vec<String> {
    office.stack.await_letters(user, count).iter().map(|mail| text_of(mail).replace("\r\n", "\n")).collect()
}

/// A mail as one line: where its lines break does not matter.
fn joined(mail: &str) -> String {
    mail.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn newest<'a>(mails: &'a [String], subject: &str) -> &'a str {
    let found = mails.iter().rev().find(|mail| mail.starts_with(subject));
    found.unwrap_or_else(|| panic!("no mail {subject:?} among {mails:#?}"))
}

fn send(office: &Office, user: &str, id: &str, text: &str) {
    office.stack.send_by_python(&format!("{user}@localhost"), "war@localhost", &letter(user, id, text));
}

/// Who plays: the seat, the account, the password. One person has both seats of a side.
const SEATS: [(&str, &str, &str); 4] = [
    ("Marston", "alice", "cheese box on a raft"),
    ("Wool", "alice", "the fortress holds out"),
    ("Buchanan", "bob", "iron ram of norfolk"),
    ("Huger", "carol", "sewells point battery"),
];

/// The game, open, and its post office.
fn opened(texts: &TempDir) -> Office {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store");
    let office = Office::bare_in(folder, store, "", "");
    let mut seats = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1862\n".to_owned();
    for (player, user, password) in SEATS {
        seats += &format!(
            "[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@localhost\"\nreports = \"no pictures\"\n\
             password = \"{password}\"\n"
        );
    }
    let file = texts.path().join("roads.toml");
    fs::write(&file, seats).unwrap();
    office.must(&[
        "new-game",
        "roads",
        "--scenario",
        "hampton-roads-1862",
        "--seats",
        file.to_str().unwrap(),
    ]);
    office
}

fn run(office: &Office, turn: u32) {
    let words = office.must(&["turn", "roads", "--now"]);
    assert!(words.contains(&format!("turn {turn} of roads was run")), "{words}");
}

/// Letters for the first turn, and their receipts.
fn first_orders(office: &Office) {
    // One letter: a brigade, the transports and the ironclad.
    send(
        office,
        "alice",
        "h1",
        "PLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nLOAD US3IN\nCOAST UCHE\nUNIT US2IN\nMOVE 10-6\n\
         SHIP US1FR\nMARCH K4-T9\nEND\n",
    );
    send(
        office,
        "bob",
        "h2",
        "PLAYER Buchanan\nPASSWORD iron ram of norfolk\nSHIP CS1RI\nSORTIE\nBATTLE ENGAGE\nCLOSE\nAIM HULL\n\
         SHIP CS1GB, CS2GB\nATTACH TO CS1RI\nEND\n",
    );
    let alice = mails(office, "alice", 5);
    let receipt = newest(&alice, "[roads T1] Receipt");
    assert!(receipt.contains("| LOAD US3IN") && receipt.contains("| MOVE 10-6"), "{receipt}");
    assert!(receipt.contains("US1FR is a ship and has no such order"), "{receipt}");
    let bob = mails(office, "bob", 3);
    assert!(newest(&bob, "[roads T1] Receipt").contains("| SORTIE"), "{bob:?}");

    // What is rehearsed: where each ship will be if nothing meets her, and what goes aboard.
    assert!(joined(receipt).contains("takes US3IN aboard; after sailing 1 in UCHE"), "{receipt}");
}

/// The second turn and the third: down the bay, and ashore.
fn landing(office: &Office) {
    // The ram goes home; the transports come down the bay, and land on the neck in sight of the enemy's batteries and brigades.
    send(
        office,
        "bob",
        "h3",
        "GAME roads\nTURN 2\nPLAYER Buchanan\nPASSWORD iron ram of norfolk\nSHIP CS1RI, CS1GB, CS2GB, CS1FR\nDETACH\nHARBOR Norfolk FIRST\n\
         CONTACT EVADE\nBATTLE EVADE\nEND\n",
    );
    mails(office, "bob", 6);
    send(
        office,
        "alice",
        "h4",
        "GAME roads\nTURN 2\nPLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nCOAST LCHE\nBATTLE EVADE\nEND\n",
    );
    mails(office, "alice", 10);
    run(office, 2);
    send(
        office,
        "alice",
        "h5",
        "GAME roads\nTURN 3\nPLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nUNLOAD US3IN AT K4-T9\nEND\n",
    );
    let alice = mails(office, "alice", 15);
    let receipt = newest(&alice, "[roads T3] Receipt");
    assert!(receipt.contains("| UNLOAD US3IN AT K4-T9"), "{receipt}");
    assert!(joined(receipt).contains("sets US3IN ashore in K4-T9"), "{receipt}");
    run(office, 3);
}

/// What each side was told of the fight, and of the landing.
fn as_each_saw_it(office: &Office) {
    let bob = mails(office, "bob", 10);
    let fight = bob.iter().find(|mail| mail.starts_with("[roads T1] What happened")).unwrap();
    assert!(fight.contains("AT SEA") && fight.contains("Battle in LCHE"), "{fight}");
    // Each side has its own ships' state, and of the other's what it sees.
    let alice = mails(office, "alice", 19);
    let told = alice
        .iter()
        .find(|mail| mail.starts_with("[roads T1] What happened") && mail.contains("Battle in LCHE"));
    let told = told.unwrap_or_else(|| panic!("{alice:#?}"));
    let own = |text: &str, ship: &str| text.lines().any(|line| line.contains(ship) && line.contains("crew"));
    assert!(own(fight, "CS1RI") && !own(fight, "US1FR"), "{fight}");
    assert!(own(told, "US1FR") && !own(told, "CS1RI"), "{told}");
    // The landing, as each side saw it.
    let carol = mails(office, "carol", 8);
    let landing = |mails: &[String]| {
        let mut events = mails.iter().filter(|mail| mail.starts_with("[roads T3] What happened"));
        events.any(|mail| joined(mail).contains("US1TR lands US3IN from LCHE at K4-T9"))
    };
    assert!(landing(&alice) && landing(&carol), "{alice:#?} {carol:#?}");
}

#[test]
fn ships_and_brigades_are_ordered_run_and_told_by_mail() {
    let texts = TempDir::new().unwrap();
    let office = opened(&texts);
    let daemon = office.daemon();

    let alice = mails(&office, "alice", 4);
    let position = alice.iter().find(|mail| mail.contains("T1] Position") && mail.contains("YOUR SHIPS"));
    let position = position.unwrap_or_else(|| panic!("{alice:#?}"));
    assert!(position.contains("Monitor (US1IC)") && position.contains("SEA CHART"), "{position}");
    assert!(
        position.contains("CS1RI") && !position.contains("CS3GB"),
        "nobody sees up the James: {position}"
    );

    first_orders(&office);
    run(&office, 1);
    landing(&office);
    as_each_saw_it(&office);
    let words = office.must(&["replay", "roads"]);
    assert!(words.contains("3 turns of roads run again, all the same"), "{words}");
    daemon.stop();
}
