//! A program beside tables of another release: machines are brought to a new one after the other.

use fieldpost_desk::record::LetterNo;
use fieldpost_store::postgres::{PostgresStore, migrate};
use fieldpost_store::{Store, StoreError, Work};

use crate::cluster::Cluster;
use crate::fixture::*;

/// Writes down that a newer program has carried out a further migration, on which only programs may work that know so many.
fn goes_on(cluster: &Cluster, schema: &str, oldest: u32) {
    cluster.psql(&format!(
        "INSERT INTO {schema}.migration (version, sha256, oldest) \
         SELECT max(version) + 1, 'of a newer fieldpost', {oldest} FROM {schema}.migration"
    ));
}

fn known(cluster: &Cluster, schema: &str) -> u32 {
    cluster.psql(&format!("SELECT count(*) FROM {schema}.migration")).parse().unwrap()
}

fn refused(cluster: &Cluster, schema: &str) -> StoreError {
    PostgresStore::open(cluster.config(schema, "b")).err().unwrap()
}

#[test]
fn a_newer_program_does_not_start_on_older_tables_and_says_what_brings_them_up() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let last = known(&cluster, &schema);
    cluster.psql(&format!("DELETE FROM {schema}.migration WHERE version = {last}"));
    let words = refused(&cluster, &schema).to_string();
    assert!(words.contains(&format!("it has {} of {last} migrations", last - 1)), "{words}");
    assert!(words.contains("`fieldpost store migrate`"), "{words}");
}

#[test]
fn an_older_program_works_on_tables_that_a_newer_one_has_added_to() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    goes_on(&cluster, &schema, 1);
    assert!(a.renew().unwrap());
    assert_eq!(a.file(letter(1, 1, 600)).unwrap(), LetterNo(1));
    let b = cluster.open(&schema, "b");
    assert_eq!(b.file(letter(2, 1, 600)).unwrap(), LetterNo(2));
    // Its `store migrate` has nothing to do, and takes nothing back.
    let migrated = migrate(&cluster.config(&schema, "b")).unwrap();
    assert_eq!(migrated.done, migrated.known);
    assert_eq!(known(&cluster, &schema) as usize, migrated.known + 1);
}

#[test]
fn a_program_too_old_for_the_tables_is_refused_and_one_that_runs_is_told_to_end() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    let needed = known(&cluster, &schema) + 1;
    goes_on(&cluster, &schema, needed);
    for error in [refused(&cluster, &schema), a.renew().unwrap_err()] {
        let words = error.to_string();
        assert!(error.ends_daemon(), "{words}");
        assert!(
            words.contains(&format!("only programs that know its migration {needed} may work")),
            "{words}"
        );
        assert!(words.contains("put the newer program in its place"), "{words}");
    }
    assert_eq!(a.claim(&Work::Game(bohemia())).unwrap(), None, "it takes nothing more");
    a.leave().unwrap();
}

/// Tables that were made before migrations said whom they bear.
#[test]
fn tables_that_do_not_say_which_programs_they_bear_are_worked_on() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    cluster.psql(&format!("ALTER TABLE {schema}.migration DROP COLUMN oldest"));
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    assert!(a.renew().unwrap());
    migrate(&cluster.config(&schema, "a")).unwrap();
    assert_eq!(cluster.psql(&format!("SELECT min(oldest) FROM {schema}.migration")), "1");
    assert!(a.renew().unwrap());
}
