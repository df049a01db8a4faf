//! Servers that are odd in what they say, and letters at which they fail.

use super::*;

/// Issue 44, 2: of fifty letters five, anywhere, at which the server hangs up or fails.
#[test]
fn many_odd_letters_hide_none_of_the_others_and_cost_few_logins() {
    for fault in [Fault::HangsUp, Fault::Refused, Fault::PartlyRefused, Fault::NilText] {
        let mut trial = Trial::of(fault);
        let letters = (1..=50).map(|uid| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n")));
        trial.server.inbox().letters = letters.collect();
        let bad = BTreeSet::from([1, 2, 20, 37, 50]);
        trial.server.inbox().bad.clone_from(&bad);
        trial.look().unwrap();
        let had = trial.uids().into_iter().collect::<BTreeSet<_>>();
        assert_eq!(had, (1..=50).filter(|uid| !bad.contains(uid)).collect(), "{fault:?}");
        let owed = trial.letterbox.debts.owed().iter().map(|one| one.uid).collect::<BTreeSet<_>>();
        assert_eq!(owed, bad, "{fault:?}");
        let logins = trial.server.inbox().logins;
        assert!(logins < 40, "{fault:?}: {logins} logins");
    }
}

/// Issue 44, 10: what a server says beside, and how it says it, ends no look.
#[test]
fn no_manner_of_speech_ends_a_look() {
    let chatter = b"* NO [ALERT] 97% f\xfcr heute\r\n* BAD hm {3}\r\n* CAPABILITY  X\r\n\r\n* 2 FETCH (FLAGS (\\Seen gr\xfcn NIL))\r\n\
                    * FLAGS (gr\xfcn)\r\n* LIST (\\HasNoChildren) NIL \"x\"\r\n+ hm\r\nb9 OK of another\r\n* X-WEIRD ((\r\n";
    let manners = [
        Manner { before: chatter, ..USUAL },
        Manner { words: b" erledigt f\xfcr heute", ..USUAL },
        Manner { words: b"", ..USUAL },
        Manner { words: b"  [ALERT] \xe4 {5}", ..USUAL },
        Manner { end: b"\n", ..USUAL },
        Manner { capability: "IMAP4rev1  MOVE", ..USUAL },
        Manner { capability: "IMAP4rev2", ..USUAL },
        Manner { capability: "\"IMAP4rev1\" \"MOVE\"", ..USUAL },
        Manner { capability: "", ..USUAL },
    ];
    for manner in manners {
        let mut trial = Trial::of(Fault::None);
        trial.server.inbox().manner = manner;
        assert_eq!(trial.look().unwrap(), 3, "{manner:?}");
        assert_eq!(trial.uids(), [1, 2, 3], "{manner:?}");
        assert_eq!(trial.letterbox.put_away, Some(Ok(())), "{manner:?}");
        assert_eq!(trial.server.inbox().logins, 1, "{manner:?}");
        trial.server.inbox().letters.insert(9, "Subject: 9\r\n\r\nHOLD\r\n".into());
        assert_eq!(trial.look().unwrap(), 1, "{manner:?}");
    }
}

/// Issue 44, 8.
#[test]
fn without_a_uidvalidity_letters_of_another_numbering_are_known_by_what_they_are() {
    let mut trial = Trial::of(Fault::None);
    trial.server.inbox().validity = "";
    let keys = |trial: &Trial| trial.places.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(trial.look().unwrap(), 3);
    let first = keys(&trial);
    let letters = (1..=2).map(|uid| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n")));
    trial.server.inbox().letters = letters.collect();
    trial.look().unwrap();
    assert_eq!(keys(&trial), first, "the same letters, as where the move failed");
    trial.server.inbox().letters.insert(2, "Subject: 2\r\n\r\nHOLD\r\nHOLD\r\n".into());
    trial.look().unwrap();
    assert_eq!(keys(&trial).len(), 4, "another letter under an old number");
}

/// Issue 44, 17: where nothing can be moved or expunged, a letter is copied once, however often it is seen.
#[test]
fn without_move_and_uidplus_copies_do_not_pile_up() {
    let mut trial = Trial::of(Fault::None);
    trial.server.inbox().manner = Manner { capability: "IMAP4rev1", ..USUAL };
    for _ in 0..3 {
        trial.letterbox = letterbox(trial.server.port, Debts::default(), source::Cursor::default());
        trial.look().unwrap();
        assert_eq!(trial.letterbox.put_away, Some(Ok(())));
    }
    let inbox = trial.server.inbox();
    assert_eq!((inbox.moved.len(), inbox.letters.len(), inbox.deleted.len()), (3, 3, 3));
}
