//! Deeds as chance will have them: both stores give the same answers and the same bytes, an import of either into either is the
//! same again, and two daemons in turn are as one.

use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::postgres::{import_into, rehearse};
use fieldpost_store::{AddressNews, Effects, Filing, Mail, MailId, Mark, SledStore, Store, import};

use crate::cluster::Cluster;
use crate::fixture::*;
use crate::{exported, postgres, same, sled};

/// Numbers as chance will have them, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// One deed; its answer in words.
fn deed(store: &dyn Store, chance: &mut Chance, number: u64) -> String {
    let turn_now = store.game(&bohemia()).unwrap().unwrap().turn;
    let some_mail = MailId(chance.below(number + 3));
    let kind = chance.below(14);
    match kind {
        0..=3 => {
            let letters = (0..=chance.below(3)).map(|more| number * 10 + more);
            let filings = letters.map(|number| letter(number, turn_now, 300)).collect();
            format!("{:?}", store.file_many(filings))
        }
        4 => format!("{:?}", store.file(letter(chance.below(number * 10 + 1), turn_now, 300))),
        5 => format!("{:?}", store.file(held_letter(number * 10))),
        6 => {
            let pending = store.pending().unwrap().first().map_or(LetterNo(7), |one| one.number);
            format!("{:?}", store.settle_letter(refusal(pending)))
        }
        7 => {
            let marks = |row: &fieldpost_store::MailRow, sent: bool| match sent {
                true => Mark::Sent { id: row.id, at_ms: NOW },
                false => Mark::Later { id: row.id, at_ms: NOW, why: "451".into() },
            };
            let taken = store.take_in_hand(NOW * 2, 4).unwrap();
            let marked = taken.iter().map(|one| (one.token, marks(&one.row, chance.below(3) > 0)));
            format!("{:?}", store.mark_in_hand(&marked.collect::<Vec<_>>()))
        }
        8 => format!("{:?}", store.mark(&[Mark::Failed { id: some_mail, at_ms: NOW, why: "550".into() }])),
        9 => {
            let post = vec![mail(Mail::Report, &format!("p.{}", chance.below(number + 1)), vec![7])];
            format!("{:?}", store.post(NOW, post))
        }
        10 => {
            let came = AddressNews::CameBack { mail: some_mail, points: 3, why: "550".into() };
            let works = AddressNews::Works { game: bohemia(), player: "benedek".into() };
            let addresses = if chance.below(2) == 0 { vec![came] } else { vec![works] };
            let effects = Effects { addresses, ..Effects::default() };
            let verdict = Verdict::Ignored("a bounce".into());
            format!("{:?}", store.file(Filing { verdict, effects, ..letter(number * 10, turn_now, 300) }))
        }
        11 => {
            let report = format!("Subject: Report {number}\r\n\r\n").into_bytes();
            let mut filing = turn_with_book(store, turn_now, Vec::new());
            filing.reports = vec![mail(Mail::Report, &format!("t.{number}"), report)];
            format!("{:?}", store.close_turn(filing))
        }
        12 => {
            let mut reopening = back_again(turn_now.saturating_sub(1));
            reopening.mails = vec![mail(Mail::Notice, &format!("b.{number}"), vec![1])];
            format!("{:?}", store.reopen_turn(reopening))
        }
        _ => format!("{:?}", store.note(NOW, &format!("note {number}"))),
    }
}

/// Whether the answer is that it was done: words of refusals name what each store calls its own.
fn is_done(answer: &str) -> bool {
    answer.starts_with("Ok")
}

#[test]
fn random_deeds_leave_the_same_record_in_both_and_in_imports_of_it() {
    let Some(cluster) = Cluster::start() else { return };
    for seed in 1..=4 {
        let (one, other) = (sled(), postgres(&cluster));
        let (one, other) = (one.store.as_ref(), other.store.as_ref());
        for store in [one, other] {
            store.open_game(new_game()).unwrap();
        }
        let (mut left, mut right) = (Chance(seed), Chance(seed));
        let mut done = 0;
        for number in 1..=60 {
            let (a, b) = (deed(one, &mut left, number), deed(other, &mut right, number));
            assert_eq!(a, b, "deed {number} of seed {seed}");
            done += usize::from(is_done(&a));
        }
        assert!(done > 30, "{done} deeds of seed {seed} were done");
        let export = exported(one);
        same(&export, &exported(other), &format!("seed {seed}"));
        both_ways(&cluster, &export);
    }
}

/// An export is imported into a folder and into a database, and exported again.
fn both_ways(cluster: &Cluster, export: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    assert!(import(folder.path(), export).unwrap().missing.is_empty());
    let in_folder = SledStore::open(folder.path()).unwrap();
    let schema = cluster.schema();
    import_into(cluster.config(&schema, "import"), export).unwrap();
    let again = import_into(cluster.config(&schema, "import"), export).unwrap_err();
    assert!(matches!(again, fieldpost_store::StoreError::NotEmpty { .. }), "{again}");
    let in_database = cluster.open(&schema, "a");
    // A welcome that was not sent is given up by both when they are opened.
    same(&exported(&in_folder), &exported(&in_database), "imports");
    assert_eq!(in_folder.reserve_letters(1).unwrap(), in_database.reserve_letters(1).unwrap());
    in_folder.note(NOW, "goes on").unwrap();
    in_database.note(NOW, "goes on").unwrap();
    same(&exported(&in_folder), &exported(&in_database), "numbers go on alike");
    let cut = &export[..export.len() - 20];
    let error = import_into(cluster.config(&cluster.schema(), "import"), cut).unwrap_err();
    assert!(matches!(error, fieldpost_store::StoreError::Unreadable { .. }), "{error}");
}

#[test]
fn two_daemons_in_turn_are_as_one_and_their_entries_make_their_rows() {
    let Some(cluster) = Cluster::start() else { return };
    let alone = postgres(&cluster);
    let schema = cluster.schema();
    let (first, second) = (cluster.open(&schema, "a"), cluster.open(&schema, "b"));
    alone.store.open_game(new_game()).unwrap();
    first.open_game(new_game()).unwrap();
    let (mut left, mut right, mut whose) = (Chance(9), Chance(9), Chance(77));
    for number in 1..=60 {
        let one: &dyn Store = if whose.below(2) == 0 { &first } else { &second };
        let (a, b) = (deed(alone.store.as_ref(), &mut left, number), deed(one, &mut right, number));
        assert_eq!(is_done(&a), is_done(&b), "{a} {b}");
    }
    same(&exported(alone.store.as_ref()), &exported(&second), "two daemons");
    assert_eq!(rehearse(&first).unwrap(), Vec::<String>::new());
    cluster.psql(&format!("UPDATE {schema}.game SET row = replace(row, 'Bohemia 1866', 'Bohemia 1867')"));
    cluster.psql(&format!("DELETE FROM {schema}.receipt"));
    let differ = rehearse(&first).unwrap();
    assert_eq!(differ.len(), 3, "{differ:?}");
}
