//! A war with ships on real servers: one letter for a brigade, a transport group and an ironclad; four turns, with what each side
//! saw told to it of a fight at sea, and of a landing under fire.

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
    // A server's stamp has whole seconds: a letter of the second in which the next turn opened counts for the closed one.
    std::thread::sleep(std::time::Duration::from_millis(1100));
}

/// Letters for the first turn, and their receipts.
fn first_orders(office: &Office) {
    // One letter: a brigade, the transports and the ironclad.
    send(
        office,
        "alice",
        "h1",
        "PLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nLOAD US3IN\nCOAST UCHE\nUNIT US2IN\nMOVE 10-6\n\
         SHIP US1IC\nCOAST LCHE\nSHIP US4FR, US2GB\nATTACH TO US1IC\nSHIP US1FR\nMARCH K4-T9\nEND\n",
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

/// The second turn and the third: down the bay, and ashore beside the water batteries of Yorktown, which fire at the gunboat that covers
/// the landing.
fn landing(office: &Office) {
    // The ram goes home before the Monitor; the transports come down the bay.
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
        "GAME roads\nTURN 2\nPLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nCOAST LCHE\nBATTLE EVADE\n\
         SHIP US1IC\nBATTLE ENGAGE\nEND\n",
    );
    mails(office, "alice", 10);
    run(office, 2);
    send(
        office,
        "alice",
        "h5",
        "GAME roads\nTURN 3\nPLAYER Wool\nPASSWORD the fortress holds out\nSHIP US1TR\nUNLOAD US3IN AT K3-T8 13-13\n\
         SHIP US2GB\nDETACH\nSTAND IN Yorktown\nBATTLE ENGAGE\nEND\n",
    );
    let alice = mails(office, "alice", 15);
    let receipt = newest(&alice, "[roads T3] Receipt");
    assert!(joined(receipt).contains("sets US3IN ashore in K3-T8 13-13"), "{receipt}");
    run(office, 3);
}

/// The fourth turn: whoever has landed lies under the guns of the place.
fn under_fire(office: &Office) {
    send(
        office,
        "carol",
        "h6",
        "GAME roads\nTURN 4\nPLAYER Huger\nPASSWORD sewells point battery\nUNIT CS3IN\nBOMBARD 13-13\nEND\n",
    );
    mails(office, "carol", 9);
    run(office, 4);
}

/// What a user was told of a turn by those mails in which some words stand, each as one line.
fn told(mails: &[String], turn: u32, words: &str) -> String {
    let subject = format!("[roads T{turn}] What happened");
    let of_turn: Vec<String> =
        mails.iter().filter(|mail| mail.starts_with(&subject)).map(|mail| joined(mail)).collect();
    let found = of_turn.iter().find(|mail| mail.contains(words));
    found.unwrap_or_else(|| panic!("nobody reads {words:?}: {of_turn:#?}")).clone()
}

/// The columns of what is known aboard alone.
const KNOWN: &str = "hits hull prop. crew end";

/// What each side was told of the fight in the Roads.
fn as_each_saw_it(office: &Office) {
    let bob = mails(office, "bob", 12);
    let fight = told(&bob, 1, "Battle in LCHE");
    assert!(fight.contains("AT SEA"), "{fight}");
    // Each side has its own ships' state, and of the other's what it sees.
    let alice = mails(office, "alice", 23);
    let other = told(&alice, 1, "Battle in LCHE");
    for (text, own, others) in [(&fight, "Confederate", "United"), (&other, "United", "Confederate")] {
        let (_, ours) = text.split_once(&format!("The {own} States, your side: ")).unwrap();
        assert!(ours.contains(KNOWN) && text.contains(&format!("The {others} States: ")), "{text}");
        assert_eq!(text.matches(KNOWN).count(), 1, "{text}");
        assert!(text.contains(" hits "), "who hit whom: {text}");
    }
}

/// What each side was told of the landing: the shots at the gunboat that covers it, who landed, and the shells on who had.
fn landing_as_each_saw_it(office: &Office) {
    let alice = mails(office, "alice", 23);
    let carol = mails(office, "carol", 11);
    let covered = told(&alice, 3, "The batteries of CS2NB hit Cambridge (US2GB)");
    let batteries = told(&carol, 3, "The batteries of CS2NB hit Cambridge (US2GB)");
    // The battery fires: her people know what she suffered, the gunners that they hit her.
    assert!(covered.contains(KNOWN) && !batteries.contains(KNOWN), "{covered} {batteries}");
    assert!(batteries.contains("of 3 silenced"), "{batteries}");
    let landed = "US1TR lands US3IN from LCHE at K3-T8 13-13";
    for told in [told(&alice, 3, landed), told(&carol, 3, landed)] {
        let (short, rest) = told.split_once("AT SEA").unwrap();
        assert!(short.contains(landed) && rest.contains(landed), "{told}");
    }
    assert!(told(&alice, 3, landed).contains("landed from US1TR at K3-T8 13-13"), "among the units");
    assert!(!told(&carol, 3, landed).contains("landed from US1TR at"), "no unit of hers");
    // The shells on who landed: to the man for whom they fell on, about for whose guns they were.
    let shelled = "bombarded US3IN in K3-T8: ";
    let men = |told: &str| told.split_once(shelled).unwrap().1.split_once(" were lost").unwrap().0.to_owned();
    let (struck, fired) = (told(&alice, 4, shelled), told(&carol, 4, shelled));
    assert!(men(&fired).starts_with("about ") && !men(&struck).contains("about"), "{struck} {fired}");
    assert!(struck.contains("Your units lost") && struck.contains("to the shells of CS2NB"), "{struck}");
    assert!(!fired.contains("LOSSES"), "{fired}");
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
    under_fire(&office);
    as_each_saw_it(&office);
    landing_as_each_saw_it(&office);
    let words = office.must(&["replay", "roads"]);
    assert!(words.contains("4 turns of roads run again, all the same"), "{words}");
    daemon.stop();
}
