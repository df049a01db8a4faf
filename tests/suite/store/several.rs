//! What keeps several writers of one record apart, each right for itself with one store: versions, tokens, troubles seen.

use fieldpost_store::{
    Filing, GameChange, MadeOn, Mark, Store, StoreError, Telling, Trouble, TroubleNews, Write,
};
use serde_json::json;

use super::fixture::{NOW, bohemia, letter, new_game, order, turn};
use super::{fresh, with_game};

fn version(store: &dyn Store) -> u64 {
    store.whole_game(&bohemia()).unwrap().version
}

fn later(days: i64) -> GameChange {
    let schedule = json!({ "deadline_ms": NOW + days * 86_400_000 });
    GameChange { at_ms: NOW, schedule: Some(schedule), hold: None }
}

#[test]
fn a_write_made_on_an_older_version_of_a_game_is_refused_whole() {
    let (_folder, store) = with_game();
    let seen = version(&store);
    let made_on = MadeOn::game(&bohemia(), seen);
    let written = store.write(Write::Change(bohemia(), later(3)), &made_on).unwrap();
    assert_eq!(written.versions[&bohemia()], version(&store));
    assert_ne!(seen, version(&store));

    let before = store.rows();
    let late: Vec<Write> = vec![
        Write::Change(bohemia(), later(9)),
        Write::File(vec![letter(1, 1, 600)]),
        Write::Close(turn(1, b"Subject: Report\r\n\r\n".to_vec())),
    ];
    for write in late {
        let error = store.write(write, &made_on).unwrap_err();
        assert!(matches!(error, StoreError::Stale(_)), "{error}");
        assert_eq!(store.rows(), before);
    }
    let made_on = MadeOn::game(&bohemia(), version(&store));
    store.write(Write::File(vec![letter(1, 1, 600)]), &made_on).unwrap();
}

#[test]
fn a_games_version_changes_with_what_letters_are_judged_by_and_with_nothing_else() {
    let (_folder, store) = with_game();
    let mut last = version(&store);
    store.file(letter(1, 1, 600)).unwrap();
    assert_ne!(std::mem::replace(&mut last, version(&store)), version(&store), "an order");
    let ignored = Filing { effects: Default::default(), ..letter(2, 1, 600) };
    store.file(ignored).unwrap();
    let taken = store.take_in_hand(NOW * 2, 9).unwrap();
    let marks = taken.iter().map(|one| (one.token, Mark::Sent { id: one.row.id, at_ms: NOW }));
    store.mark_in_hand(&marks.collect::<Vec<_>>()).unwrap();
    store.note(NOW, "a note").unwrap();
    assert_eq!(last, version(&store), "a letter that changes nothing, mails, a note");
    store.close_turn(turn(1, Vec::new())).unwrap();
    assert_ne!(last, version(&store), "a turn");
    assert_eq!(store.versions().unwrap()[&bohemia()], version(&store));
}

#[test]
fn a_sender_that_was_taken_for_dead_marks_nothing_over_the_living_one() {
    let (_folder, store) = with_game();
    let dead = store.take_in_hand(NOW * 2, 9).unwrap().remove(0);
    let id = dead.row.id;
    assert!(store.take_in_hand(NOW * 2, 9).unwrap().is_empty(), "nobody has what another has in hand");
    // It is given back, as a lease that has ended does, and another takes it.
    store.mark(&[Mark::Later { id, at_ms: NOW, why: "no word of its sender".into() }]).unwrap();
    let living = store.take_in_hand(NOW * 3, 9).unwrap().remove(0);
    assert_eq!(living.row.id, id);
    assert_ne!(living.token, dead.token);
    let late = Mark::Later { id, at_ms: NOW, why: "451 too late".into() };
    assert_eq!(store.mark_in_hand(&[(living.token, Mark::Sent { id, at_ms: NOW })]).unwrap(), 1);
    let sent = store.mail(id).unwrap();
    assert_eq!(store.mark_in_hand(&[(dead.token, late)]).unwrap(), 0);
    assert_eq!(store.mail(id).unwrap(), sent);
}

fn trouble(stage: &str) -> Trouble {
    Trouble {
        key: "disk".into(),
        stage: stage.into(),
        game: None,
        title: "The disk is filling up".into(),
        words: "It has little room.".into(),
        since_ms: NOW,
        remind_ms: None,
    }
}

#[test]
fn a_trouble_is_told_by_the_first_that_saw_it_as_it_was() {
    let (_folder, store) = fresh();
    let tell = |seen: Option<&Trouble>, stage: &str| {
        let telling = Telling { at_ms: NOW, news: TroubleNews::Open(trouble(stage)), mails: Vec::new() };
        store.write(Write::Tell(telling), &MadeOn::trouble("disk", seen))
    };
    tell(None, "low").unwrap();
    assert!(matches!(tell(None, "low"), Err(StoreError::Stale(_))), "the other saw none either");
    tell(Some(&trouble("low")), "full").unwrap();
    assert!(matches!(tell(Some(&trouble("low")), "full"), Err(StoreError::Stale(_))));
    assert_eq!(store.troubles().unwrap(), [trouble("full")]);
    let given_up = Telling { at_ms: NOW, news: TroubleNews::GivenUp(Vec::new()), mails: Vec::new() };
    store.tell(given_up).unwrap();
}

#[test]
fn mails_given_up_are_told_by_one() {
    let (_folder, store) = with_game();
    let id = store.take_due(NOW * 2, 1).unwrap()[0].id;
    store.mark(&[Mark::Failed { id, at_ms: NOW, why: "550 no".into() }]).unwrap();
    let telling = || Telling { at_ms: NOW, news: TroubleNews::GivenUp(vec![id]), mails: Vec::new() };
    store.tell(telling()).unwrap();
    assert!(matches!(store.tell(telling()), Err(StoreError::Stale(_))));
}

#[test]
fn a_whole_game_is_what_its_parts_are() {
    let (_folder, store) = fresh();
    assert!(matches!(store.whole_game(&bohemia()), Err(StoreError::NoSuchGame(_))));
    store.open_game(new_game()).unwrap();
    let effects = fieldpost_store::Effects { changes: vec![order(1, 1)], ..Default::default() };
    store.file(Filing { effects, ..letter(1, 1, 600) }).unwrap();
    let whole = store.whole_game(&bohemia()).unwrap();
    assert_eq!(Some(&whole.row), store.game(&bohemia()).unwrap().as_ref());
    assert_eq!(whole.position, store.position(&bohemia()).unwrap());
    assert_eq!(whole.book, store.order_book(&bohemia()).unwrap());
    assert_eq!(whole.accounts, store.accounts(&bohemia()).unwrap());
    assert_eq!(whole.held, store.held(&bohemia()).unwrap());
}
