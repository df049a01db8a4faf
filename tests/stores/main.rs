//! Every promise of the trait, held by both stores: a folder with sled, and a PostgreSQL that this starts for itself.
//!
//! A test target of its own, so that it is built with the store alone. Where no PostgreSQL is installed the tests say so and pass;
//! `tests/run` installs one.

mod awaiting;
mod between;
mod cluster;
mod crash;
mod dealing;
mod figures;
#[path = "../suite/store/fixture.rs"]
#[allow(dead_code)]
mod fixture;
mod handed;
mod promises;
mod random;
mod several;
mod tls;
mod versions;

use fieldpost_store::{SledStore, Store};
use tempfile::TempDir;

use cluster::Cluster;

/// A store of either kind, empty, with what it lies in.
pub(crate) struct Fresh {
    pub store: Box<dyn Store>,
    _folder: Option<TempDir>,
}

pub(crate) fn sled() -> Fresh {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let store = Box::new(SledStore::open(folder.path()).unwrap());
    Fresh { store, _folder: Some(folder) }
}

pub(crate) fn postgres(cluster: &Cluster) -> Fresh {
    Fresh { store: Box::new(cluster.open(&cluster.schema(), "a")), _folder: None }
}

pub(crate) fn exported(store: &dyn Store) -> Vec<u8> {
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    out
}

/// The text of an export, so that what differs can be read.
pub(crate) fn lines(export: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(export).lines().map(str::to_owned).collect()
}

#[track_caller]
pub(crate) fn same(one: &[u8], other: &[u8], what: &str) {
    let (one, other) = (lines(one), lines(other));
    for (number, (left, right)) in one.iter().zip(&other).enumerate() {
        assert_eq!(left, right, "{what}: line {}", number + 1);
    }
    assert_eq!(one.len(), other.len(), "{what}");
}
