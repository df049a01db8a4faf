//! Work that is shared out: letters dealt from one daemon to another, and mailboxes given up to who has none.

use fieldpost_store::{Company, Dealt, Envelope, Store, Work};

use crate::cluster::Cluster;
use crate::fixture::*;

fn dealt(number: u64, toward: u64, bytes: &[u8]) -> Dealt {
    let envelope = Envelope {
        place: place(number),
        received_ms: NOW,
        whole: true,
        size: bytes.len() as u64,
        quiet: false,
    };
    Dealt { toward, envelope, bytes: bytes.to_vec() }
}

#[test]
fn letters_are_dealt_to_one_daemon_in_their_order_until_they_are_ended() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let (a, b) = (cluster.open(&schema, "a"), cluster.open(&schema, "b"));
    let Company { living, own } = b.company().unwrap();
    assert_eq!((living.len(), living.contains(&own)), (2, true));
    let letters = [7, 3, 5].map(|number| dealt(number, own, b"PASSWORD words-of-a-letter"));
    // Promise 7: a letter is not masked yet.
    cluster.psql("CHECKPOINT");
    a.deal(&letters).unwrap();
    assert_eq!(a.dealt().unwrap(), [], "they are another's");
    assert_eq!(b.dealt().unwrap(), letters, "in order, with their words");
    assert!(!cluster.holds("words-of-a-letter"), "its password stands in the database");
    b.end_deal(&[place(7), place(5)]).unwrap();
    assert_eq!(b.dealt().unwrap(), letters[1..2]);
    // Dealt anew, to another.
    a.deal(&[dealt(3, a.company().unwrap().own, b"PASSWORD words-of-a-letter")]).unwrap();
    assert_eq!((a.dealt().unwrap().len(), b.dealt().unwrap().len()), (1, 0));
    drop(a);
    let again = cluster.open(&schema, "a");
    assert_eq!(again.dealt().unwrap(), []);
    assert_eq!(
        cluster.psql(&format!("SELECT count(*) FROM {schema}.dealt")),
        "0",
        "nobody takes them up any more"
    );
}

#[test]
fn a_daemon_knows_that_it_reads_more_mailboxes_than_its_share() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let a = cluster.open(&schema, "a");
    let mailbox = |name: &str| Work::Poll(name.into(), "INBOX".into());
    let claims = ["one", "two", "three"].map(|name| a.claim(&mailbox(name)).unwrap().unwrap());
    assert!(!a.has_too_many_mailboxes().unwrap(), "it is alone");
    let b = cluster.open(&schema, "b");
    assert!(a.has_too_many_mailboxes().unwrap(), "two of three are its share");
    a.give_back(&claims[0]).unwrap();
    assert!(!a.has_too_many_mailboxes().unwrap());
    assert!(b.claim(&mailbox("one")).unwrap().is_some());
    assert!(!b.has_too_many_mailboxes().unwrap());
}
