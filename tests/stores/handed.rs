//! One game from a folder into a database that has a game of its own, and back into another folder: the same turn with the same hash, the
//! same letters and orders under new numbers.

use fieldpost_desk::ga::record::GaChange;
use fieldpost_desk::record::{GameName, LetterNo};
use fieldpost_store::{Arrival, Filing, Handed, NewGame, Store, hand_over};

use crate::cluster::Cluster;
use crate::fixture::*;
use crate::{exported, postgres, sled};

const OFFICES: [&str; 3] = ["one@example.org", "two@example.org", "three@example.org"];

/// A record with a game of its own, whose letters and mails have the first numbers.
fn with_another(store: &dyn Store) {
    let other = GameName("other".into());
    store.open_game(NewGame { name: other.clone(), mails: Vec::new(), ..new_game() }).unwrap();
    let mut filing = letter(40, 1, 200);
    filing.game = Some(other);
    filing.effects.changes.clear();
    filing.effects.answers.clear();
    filing.effects.remember.clear();
    let number = store.reserve_letters(1).unwrap()[0];
    assert_eq!(store.file(Filing { number, ..filing }).unwrap(), LetterNo(1));
}

/// Hands the game over from one record to another, as export and import do.
fn moved(from: &dyn Store, to: &dyn Store, offices: [&str; 2]) {
    let whole = exported(from);
    let mut file = Vec::new();
    hand_over(&bohemia(), (offices[0], offices[1]), || Ok(&whole[..]), &mut file).unwrap();
    let handed = Handed::read(&file[..]).unwrap();
    assert_eq!((handed.head.from.as_str(), handed.head.to.as_str()), (offices[0], offices[1]));
    let arrival =
        Arrival { at_ms: NOW, changes: vec![ga(GaChange::Came(offices[0].into()))], ..Arrival::default() };
    handed.take_over(to, &file[..], arrival).unwrap();
}

/// What of the game has no number of a record: the turn's hash, its papers, who ordered what, where it came from.
fn what_it_is(store: &dyn Store) -> String {
    let turn = store.turn(&bohemia(), 1).unwrap().unwrap();
    let row = store.game(&bohemia()).unwrap().unwrap();
    let book = store.order_book(&bohemia()).unwrap();
    let orders = book.units.iter().map(|(unit, filed)| format!("{unit} {}", filed.len())).collect::<Vec<_>>();
    let position = store.position(&bohemia()).unwrap();
    format!("{} {} {orders:?} {:?} {:?}", turn.hash, row.turn, position.bytes(), turn.reports.keys())
}

#[test]
fn a_game_goes_from_a_folder_into_a_database_and_back_with_the_same_hash() {
    let Some(cluster) = Cluster::start() else { return };
    let (here, database, back) = (sled(), postgres(&cluster), sled());
    let (here, database, back) = (here.store.as_ref(), database.store.as_ref(), back.store.as_ref());
    here.open_game(new_game()).unwrap();
    here.reserve_letters(2).unwrap();
    here.file(letter(1, 1, 600)).unwrap();
    here.close_turn(turn_with_book(here, 1, b"Subject: Report\r\n\r\n".to_vec())).unwrap();
    here.file(letter(2, 2, 600)).unwrap();
    let was = what_it_is(here);
    for (from, to, offices) in
        [(here, database, [OFFICES[0], OFFICES[1]]), (database, back, [OFFICES[1], OFFICES[2]])]
    {
        with_another(to);
        moved(from, to, offices);
        assert_eq!(what_it_is(to), was, "{offices:?}");
        assert_eq!(
            to.letter(LetterNo(3)).unwrap().unwrap().game,
            Some(bohemia()),
            "its letters come behind those there"
        );
    }
    let came = back.game(&bohemia()).unwrap().unwrap().administration.came_from;
    assert_eq!(came, OFFICES[..2], "each office that it came from");
}
