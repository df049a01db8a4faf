//! Two whole daemons over one PostgreSQL and real mail servers, while one thing after the other goes wrong: they are killed,
//! stopped beyond their claims and woken, and the primary of two database servers is lost.
//!
//! A test target of its own, since the program is built with another feature for it. Where no PostgreSQL is installed the
//! trials say so and pass; `tests/run` installs one.

// Each part is used by other targets, and here not all of it.
mod chaos;
#[path = "../stores/cluster.rs"]
#[allow(dead_code)]
mod cluster;
mod figures;
#[path = "../suite/mailstack.rs"]
#[allow(dead_code)]
mod mailstack;
mod moving;
#[path = "../suite/post_office/office.rs"]
#[allow(dead_code)]
mod office;
mod page;
mod shared;
mod told;
mod trial;
mod versions;

use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cluster::Server;
use trial::{Trial, is_long};

/// Kills of daemons and of primaries.
fn few() -> u64 {
    if is_long() { 20 } else { 5 }
}

#[test]
fn daemons_killed_at_random_moments_lose_nothing_and_do_nothing_twice() {
    let Some(server) = Server::start("") else { return };
    let trial = Trial::on(&[&server]);
    trial.run(|trial| {
        for round in 0..few() {
            trial.pass_a_moment(2_500);
            trial.kill((round % 2) as usize);
        }
    });
}

/// A claim lasts a second here. Whoever is stopped has in hand what they have in hand: letters, a turn, mails.
#[test]
fn a_daemon_stopped_beyond_its_claim_and_woken_does_nothing_twice() {
    let Some(server) = Server::start("") else { return };
    let trial = Trial::on(&[&server]);
    let rounds = if is_long() { 200 } else { 20 };
    trial.run(|trial| {
        for round in 0..rounds {
            trial.pass_a_moment(500);
            trial.stop_for(round % 2, Duration::from_millis(1_300), &server);
        }
    });
    let taken = trial.taken_over.load(Ordering::SeqCst);
    println!("the mailbox was taken over {taken} times in {rounds}");
    assert!(taken > 0, "or nothing was tried");
}

/// The machine of the primary is lost, the standby promoted, and another standby set up.
#[test]
fn primaries_lost_at_random_moments_lose_nothing_and_do_nothing_twice() {
    // Whatever is acknowledged is on both.
    let Some(first) = Server::start("-c synchronous_standby_names=*") else { return };
    let second = first.standby();
    let trial = Trial::on(&[&first, &second]);
    trial.run(|trial| {
        let mut pair = [&first, &second];
        for _ in 0..few() {
            trial.pass_a_moment(4_000);
            pair[0].kill();
            pair[1].promote();
            pair[0].follow(pair[1]);
            pair.reverse();
        }
    });
}

/// What `fieldpost demo` tells of letters, verdicts and turns.
fn demonstrated(more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    let ended = command.arg("demo").args(more).arg(folder.path().join("demo")).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let words = String::from_utf8(ended.stdout).unwrap();
    let (_, behind_the_folder) = words.split_once('\n').unwrap();
    behind_the_folder.split("Mailed to").next().unwrap().to_owned()
}

#[test]
fn the_demonstration_is_the_same_on_a_postgresql_that_it_is_pointed_to() {
    let Some(server) = Server::start("") else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cluster.toml");
    let hosts = format!("hosts = [\"127.0.0.1:{}\"]", server.port);
    let named = "database = \"postgres\"\nuser = \"fieldpost\"\ntls = \"off\"\nschema = \"demo\"";
    std::fs::write(&file, format!("[postgres]\n{hosts}\n{named}\n")).unwrap();
    let shown = demonstrated(&["--postgres", file.to_str().unwrap()]);
    assert!(shown.contains("Turn 2 was run") && shown.contains("all the same"), "{shown}");
    assert_eq!(shown, demonstrated(&[]));
    assert_ne!(server.psql("SELECT count(*) FROM demo.letter"), "0");
}
