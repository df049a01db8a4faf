//! "Moving, and moving back" of `docs/hosts/cluster.md`, with whole programs: from a folder into a database and into a folder again.

use std::fs;

use crate::cluster::Server;
use crate::told::Machine;

#[test]
fn a_post_office_moves_into_a_database_and_back_and_a_second_import_is_refused_and_leaves_its_key() {
    let Some(server) = Server::start("") else { return };
    let a = Machine::new(&server, "a", "in", None);
    let with_database = fs::read_to_string(a.config()).unwrap();
    let (with_folder, _) = with_database.split_once("[postgres]").unwrap();
    let path = |file: &str| a.path().join(file);
    let named = |file: &str| path(file).to_str().unwrap().to_owned();
    fs::write(a.config(), with_folder).unwrap();
    a.open_game();
    a.must(&["export", &named("folder.jsonl")]);

    fs::write(a.config(), &with_database).unwrap();
    a.must(&["store", "migrate"]);
    a.must(&["import", &named("folder.jsonl")]);
    let doctor = a.says(&["doctor"]);
    assert!(!doctor.contains("run rebuild"), "{doctor}");
    a.must(&["export", &named("database.jsonl")]);
    // Another post office's export, with another key, into a schema that is not empty.
    let other = Machine::new(&server, "b", "in-b", None);
    let other_config = fs::read_to_string(other.config()).unwrap();
    fs::write(other.config(), other_config.split_once("[postgres]").unwrap().0).unwrap();
    other.open_game();
    other.must(&["export", &named("other.jsonl")]);
    let key = fs::read(path("store/identity.toml")).unwrap();
    for _ in 0..2 {
        let words = a.says(&["import", &named("other.jsonl")]);
        assert!(words.contains("is not empty"), "{words}");
        assert_eq!(fs::read(path("store/identity.toml")).unwrap(), key);
        assert!(!path("store/identity.toml.old").exists());
    }
    assert_eq!(server.psql("SELECT count(*) FROM fieldpost.game"), "1");

    fs::write(a.config(), with_folder).unwrap();
    fs::rename(path("store"), path("store.old")).unwrap();
    a.must(&["import", &named("database.jsonl")]);
    a.must(&["export", &named("again.jsonl")]);
    let lines = |file: &str| fs::read_to_string(path(file)).unwrap();
    assert_eq!(lines("folder.jsonl"), lines("database.jsonl"), "the same bytes from both");
    // The folder was opened since: a mail with a password, whose bytes no export holds, was given up.
    let (database, again) = (lines("database.jsonl"), lines("again.jsonl"));
    let mut found = again.lines();
    let all = database.lines().count();
    assert!(database.lines().take(all - 1).all(|line| found.any(|other| other == line)), "{again}");
    assert_eq!(fs::read(path("store/identity.toml")).unwrap(), key);
    assert!(a.says(&["status"]).contains("demo"));
}
