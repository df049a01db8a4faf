//! Three wars by three rulebooks on one daemon, on real servers: one player sits in two of them, and each mail speaks the language
//! of its own book.

use std::fs;

use tempfile::TempDir;

use crate::post_office::{Office, letter, text_of};

/// A game: its name and scenario, and its seats with the mail account and the password of whoever is no machine.
struct War {
    game: &'static str,
    scenario: &'static str,
    people: &'static [(&'static str, &'static str, &'static str)],
    machines: &'static [&'static str],
}

const WARS: [War; 3] = [
    War {
        game: "passes",
        scenario: "demo",
        people: &[("Benedek", "bob", "correct horse battery")],
        machines: &["Moltke", "Steinmetz", "Gablenz"],
    },
    War {
        game: "valley",
        scenario: "valley-1862",
        people: &[("Jackson", "alice", "stone wall maple"), ("Banks", "carol", "commissary of the foe")],
        machines: &["Ewell", "Fremont", "Shields"],
    },
    War {
        game: "saale",
        scenario: "jena-1806",
        people: &[("Davout", "alice", "ford below koesen")],
        machines: &["Napoleon", "Murat", "Soult", "Brunswick", "Hohenlohe", "Ruechel"],
    },
];

fn open(office: &Office, folder: &std::path::Path, war: &War) {
    let mut seats = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n".to_owned();
    for (player, user, password) in war.people {
        seats += &format!(
            "[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@localhost\"\nreports = \"no pictures\"\n\
             password = \"{password}\"\n"
        );
    }
    for player in war.machines {
        seats += &format!("[[seat]]\nplayer = \"{player}\"\nmachine = true\n");
    }
    let file = folder.join(format!("{}.toml", war.game));
    fs::write(&file, seats).unwrap();
    office.must(&["new-game", war.game, "--scenario", war.scenario, "--seats", file.to_str().unwrap()]);
}

/// All that lies in a user's inbox once there are so many mails, each with its Subject.
fn mails(office: &Office, user: &str, count: usize) -> Vec<String> {
    office.stack.await_letters(user, count).iter().map(|mail| text_of(mail).replace("\r\n", "\n")).collect()
}

/// The newest of some mails whose Subject begins so.
fn newest<'a>(mails: &'a [String], subject: &str) -> &'a str {
    let found = mails.iter().rev().find(|mail| mail.starts_with(subject));
    found.unwrap_or_else(|| panic!("no mail {subject:?} among {mails:#?}"))
}

fn send(office: &Office, user: &str, id: &str, text: &str) {
    let from = format!("{user}@localhost");
    office.stack.send_by_python(&from, "war@localhost", &letter(user, id, text));
}

#[test]
fn three_wars_by_three_books_with_a_player_in_two_of_them() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store");
    let texts = TempDir::new().unwrap();
    let office = Office::bare_in(folder, store, "", "");
    WARS.iter().for_each(|war| open(&office, texts.path(), war));
    let daemon = office.daemon();

    let alice = mails(&office, "alice", 4);
    let jackson = newest(&alice, "[valley T1] Position");
    assert!(
        jackson.contains("Jackson, major general of the Confederate States, Secretary of War."),
        "{jackson}"
    );
    let davout = newest(&alice, "[saale T1] Position");
    assert!(!davout.to_lowercase().contains("railway"), "{davout}");
    assert!(newest(&alice, "[valley T1] Welcome").contains("stone wall maple"));
    assert!(newest(&alice, "[saale T1] Welcome").contains("ford below koesen"));

    // The game by its name, by the password alone, and for whoever plays in one only by nothing at all.
    send(
        &office,
        "alice",
        "v1",
        "GAME valley\nPASSWORD stone wall maple\nUNIT CS1IN\nMARCH J2-T0 J3-S9\nNO FORCED MARCH\nEND\n",
    );
    send(
        &office,
        "alice",
        "j1",
        "GAME saale\nPASSWORD ford below koesen\nUNIT FR6IN\nMARCH G3-T9 G3-T8\nRAIL TO G3-T8\nEND\n",
    );
    send(
        &office,
        "bob",
        "p1",
        "PASSWORD correct horse battery\nUNIT AU5IN\nMARCH B1-N9\nNO FORCED MARCH\nEND\n",
    );
    let alice = mails(&office, "alice", 6);
    let valley = newest(&alice, "[valley T1] Receipt (1 error)");
    assert!(valley.contains("| MARCH J2-T0 J3-S9") && valley.contains("| NO FORCED MARCH"), "{valley}");
    let saale = newest(&alice, "[saale T1] Receipt (1 error)");
    assert!(saale.contains("| MARCH G3-T9 G3-T8") && saale.contains("This war has no railways"), "{saale}");
    let passes = mails(&office, "bob", 3);
    assert!(newest(&passes, "[passes T1] Receipt").contains("NO FORCED MARCH"), "{passes:?}");
    assert!(!newest(&passes, "[passes T1] Receipt").contains("error"), "{passes:?}");

    for war in &WARS {
        let words = office.must(&["turn", war.game, "--now"]);
        assert!(words.contains(&format!("turn 1 of {} was run", war.game)), "{words}");
    }
    let alice = mails(&office, "alice", 10);
    assert!(newest(&alice, "[valley T1] What happened").contains("CS1IN"));
    let valley = newest(&alice, "[valley T2] Position");
    let of_brigade = valley.lines().find(|line| line.trim_start().starts_with("CS1IN ")).unwrap();
    assert!(of_brigade.contains("J3-S9"), "{valley}");
    let saale = newest(&alice, "[saale T2] Position");
    let of_brigade = saale.lines().find(|line| line.trim_start().starts_with("FR6IN ")).unwrap();
    assert!(of_brigade.contains("G3-T8"), "{saale}");
    assert!(newest(&mails(&office, "bob", 5), "[passes T2] Position").contains("AU5IN"));
    // Banks has sent nothing, and nobody's mail of another game has come to him.
    let carol = mails(&office, "carol", 4);
    assert!(carol.iter().all(|mail| mail.starts_with("[valley ")), "{carol:?}");
    for war in &WARS {
        let words = office.must(&["replay", war.game]);
        assert!(words.contains(&format!("1 turn of {} run again, all the same", war.game)), "{words}");
    }
    daemon.stop();
}
