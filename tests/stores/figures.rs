//! Figures: letters a second and turns with 1, 2 and 4 daemons on one PostgreSQL, beside the folder's store; with games, and
//! with kept letters. Not a test of anything, so it is asked for:
//!
//!     FIELDPOST_BENCH_FOLDER=/var/tmp cargo test --release --features postgres --test stores -- --ignored --nocapture figures
//!
//! The folder is on the disk that is to be measured. Each figure is taken in turn with the one that it stands beside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fieldpost_desk::record::{Change, GameName, LetterNo};
use fieldpost_store::postgres::PostgresStore;
use fieldpost_store::{Content, Filing, Mail, NewGame, NewMail, SledStore, Store, TurnFiling};

use crate::cluster::Cluster;
use crate::fixture::*;

/// How long each is measured.
const TIME: Duration = Duration::from_secs(5);

/// A letter as players send it.
const BYTES: usize = 2_000;

/// Reports of a turn, and bytes of each.
const REPORTS: u32 = 24;
const REPORT_BYTES: usize = 100_000;

fn name(game: u64) -> GameName {
    GameName(format!("g{game}"))
}

fn of_game(mail: NewMail, game: u64) -> NewMail {
    let id = format!("<{game}.{}", mail.message_id.trim_start_matches('<'));
    NewMail {
        game: Some(name(game)),
        message_id: id,
        supersede: mail.supersede.map(|key| format!("{key}/{game}")),
        ..mail
    }
}

fn game(number: u64) -> NewGame {
    let new = new_game();
    NewGame {
        name: name(number),
        mails: new.mails.into_iter().map(|mail| of_game(mail, number)).collect(),
        ..new
    }
}

/// A letter for a game.
fn letter_to(game: u64, number: u64) -> Filing {
    let mut filing = letter(number, 1, BYTES);
    filing.game = Some(name(game));
    for change in &mut filing.effects.changes {
        if let Change::Unit { game: of, .. } = change {
            *of = name(game);
        }
    }
    filing.effects.answers = filing.effects.answers.into_iter().map(|mail| of_game(mail, game)).collect();
    filing.effects.remember.iter_mut().for_each(|remembered| remembered.game = name(game));
    filing
}

/// Files batches for a while, each daemon for its own games; letters a second.
fn letters_a_second(stores: &[&dyn Store], games: u64, batch: u64, next: &AtomicU64) -> u64 {
    let begun = Instant::now();
    let filed = AtomicU64::new(0);
    let own = (games / stores.len() as u64).max(1);
    thread::scope(|scope| {
        for (daemon, store) in (0..).zip(stores) {
            let filed = &filed;
            scope.spawn(move || {
                let mut at = 0;
                while begun.elapsed() < TIME {
                    let first = next.fetch_add(batch, Ordering::SeqCst);
                    let to = |number| (daemon * own + number % own) % games;
                    let batch = (first..first + batch).map(|number| letter_to(to(at + number), number));
                    let filings = batch.collect::<Vec<_>>();
                    at += 1;
                    filed.fetch_add(store.file_many(filings).unwrap().len() as u64, Ordering::SeqCst);
                }
            });
        }
    });
    filed.load(Ordering::SeqCst) * 1_000 / u64::try_from(begun.elapsed().as_millis()).unwrap()
}

/// Commits turns for a while, each daemon of its own game, reports staged before; turns in a hundred seconds.
fn turns_in_100_s(stores: &[&dyn Store]) -> u64 {
    let begun = Instant::now();
    let closed = AtomicU64::new(0);
    thread::scope(|scope| {
        for (daemon, store) in (0..).zip(stores) {
            let closed = &closed;
            scope.spawn(move || {
                let mut open = store.game(&name(daemon)).unwrap().unwrap().turn;
                while begun.elapsed() < TIME {
                    store.close_turn(turn_of(*store, daemon, open)).unwrap();
                    open += 1;
                    closed.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    closed.load(Ordering::SeqCst) * 100_000 / u64::try_from(begun.elapsed().as_millis()).unwrap()
}

fn turn_of(store: &dyn Store, game: u64, number: u32) -> TurnFiling {
    let report = |report: u32| {
        let id = format!("t.{number}.{report}");
        let staged = store.stage(format!("{game} {id}\r\n{}", "r".repeat(REPORT_BYTES)).as_bytes()).unwrap();
        of_game(NewMail { content: Content::Staged(staged), ..mail(Mail::Report, &id, Vec::new()) }, game)
    };
    TurnFiling { game: name(game), reports: (0..REPORTS).map(report).collect(), ..turn(number, Vec::new()) }
}

fn opened(store: &dyn Store, games: u64) {
    (0..games).for_each(|number| store.open_game(game(number)).unwrap());
}

#[test]
#[ignore = "it measures"]
fn figures() {
    let Some(cluster) = Cluster::start() else { return };
    let under = std::env::var_os("FIELDPOST_BENCH_FOLDER").unwrap_or_else(|| "/var/tmp".into());
    let folder = tempfile::tempdir_in(under).unwrap();
    let sled = SledStore::open(folder.path()).unwrap();
    opened(&sled, 4);
    let next = AtomicU64::new(1);
    println!("the folder's store, batches of 100: {} letters/s", letters_a_second(&[&sled], 4, 100, &next));
    println!("the folder's store, single: {} letters/s", letters_a_second(&[&sled], 4, 1, &next));
    println!("the folder's store: {} turns in 100 s", turns_in_100_s(&[&sled]));

    let schema = cluster.schema();
    let daemons = ["a", "b", "c", "d"].map(|name| cluster.open(&schema, name));
    opened(&daemons[0], 4);
    let next = AtomicU64::new(1);
    let of = |count| {
        daemons.iter().take(count).map(|store: &PostgresStore| store as &dyn Store).collect::<Vec<_>>()
    };
    // One daemon comes twice: what differs between the two is the machine's mood.
    for count in [1, 2, 4, 1] {
        let many = letters_a_second(&of(count), 4, 100, &next);
        let single = letters_a_second(&of(count), 4, 1, &next);
        println!("PostgreSQL, {count} daemons: batches of 100 {many} letters/s, single {single} letters/s");
    }
    for count in [1, 2, 4, 1] {
        println!("PostgreSQL, {count} daemons: {} turns in 100 s", turns_in_100_s(&of(count)));
    }
    for games in [1, 100, 1_000] {
        let schema = cluster.schema();
        let store = cluster.open(&schema, "a");
        opened(&store, games);
        let next = AtomicU64::new(1);
        println!("PostgreSQL, {games} games: {} letters/s", letters_a_second(&[&store], games, 100, &next));
    }
    kept(&cluster, &daemons[0]);
}

/// With letters kept: the orders of the open turn are closed away, so that it is history that grows.
fn kept(cluster: &Cluster, store: &PostgresStore) {
    let schema = cluster.schema();
    let store = cluster.open(&schema, &store.config().name);
    let games = 20;
    opened(&store, games);
    let next = AtomicU64::new(1);
    for goal in [0, 10_000, 30_000] {
        while next.load(Ordering::SeqCst) < goal {
            let first = next.fetch_add(500, Ordering::SeqCst);
            let filings = (first..first + 500).map(|number| letter_to(number % games, number));
            store.file_many(filings.collect()).unwrap();
        }
        let rate = letters_a_second(&[&store], games, 100, &next);
        let last = store.last_letter().unwrap().unwrap_or(LetterNo(0)).0;
        println!("PostgreSQL, {last} letters kept at its end: {rate} letters/s");
    }
}
