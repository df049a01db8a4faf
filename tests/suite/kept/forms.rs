//! Games with turns of both forms of the record: a war with ships and one of Europa, two turns each of form 1, played by the fieldpost
//! of commit 643e3f7b (`fixtures/store/README.md`).

use super::*;
use fieldpost_engine::form2;

/// Each with one of its players.
const WARS: [(&str, &str); 2] = [("joint", "Wool"), ("europa", "Charles")];

fn rehearsal() -> GameName {
    GameName("rehearsal".into())
}

/// The store of a war in a folder of its own.
fn folder_of(war: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/store/played-643e3f7b.zip");
    zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap().extract(folder.path()).unwrap();
    fs::rename(folder.path().join(war).join("store"), folder.path().join("store")).unwrap();
    folder
}

fn closed(kept: Kept) -> TempDir {
    drop(kept.office);
    kept.folder
}

fn turn_file(store: &Path, turn: u32) -> Vec<u8> {
    fs::read(store.join(format!("games/rehearsal/turn-{turn:04}.json"))).unwrap()
}

fn schema(store: &Path) -> Vec<u8> {
    database(store).get(b"Mschema").unwrap().unwrap().to_vec()
}

impl Kept {
    fn forms(&self, turns: u32) -> Vec<u8> {
        let turn = |turn| self.office.store.turn(&rehearsal(), turn).unwrap().unwrap().form;
        (1..=turns).map(turn).collect()
    }

    fn plays(&mut self) -> String {
        match self.office.adjudicate(&rehearsal(), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }

    fn replays(&self, turns: u32) -> String {
        let said = self.office.replay(&rehearsal()).unwrap();
        assert!(said.contains(&format!("{turns} turns of rehearsal run again, all the same")), "{said}");
        said
    }

    fn goes_back(&mut self, turn: u32) {
        let asked = self.office.typed("rehearsal", &format!("ROLLBACK TO TURN {turn}\n")).unwrap();
        let token = asked.split("CONFIRM ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let token = token.unwrap_or_else(|| panic!("{asked}"));
        self.office.typed("rehearsal", &format!("CONFIRM {token}\n")).unwrap();
    }
}

/// The record of a store that nobody has open.
fn exported(store: &Path) -> String {
    let mut export = Vec::new();
    let open = SledStore::open(store).unwrap();
    assert_eq!(open.export(&mut export).unwrap().missing, []);
    String::from_utf8(export).unwrap()
}

/// Two exports are the same record; how far mailboxes were read no rebuild knows.
#[track_caller]
fn same(now: &str, then: &str, what: &str) {
    let is_record = |line: &&str| !line.starts_with("{\"cursor\"") && !line.starts_with("{\"end\"");
    let (now, then): (Vec<&str>, Vec<&str>) =
        (now.lines().filter(is_record).collect(), then.lines().filter(is_record).collect());
    for (now, then) in now.iter().zip(&then) {
        assert!(now == then, "{what}:\n{now:.600}\n{then:.600}");
    }
    assert_eq!(now.len(), then.len(), "{what}");
}

/// The store is sound, and a rebuild brings all of it back.
fn is_sound(store: &Path) {
    assert_eq!(verify(store).unwrap().damages, []);
    assert_eq!(rebuild(store).unwrap().left_out, []);
    fs::remove_dir_all(store.join("db.old")).unwrap();
    assert_eq!(verify(store).unwrap().damages, []);
}

#[test]
fn turns_of_form_1_are_carried_over_as_they_are_and_replayed_by_their_seal() {
    for (war, _) in WARS {
        let folder = folder_of(war);
        let store = folder.path().join("store");
        assert_eq!(schema(&store), b"2");
        let then = [1, 2].map(|turn| turn_file(&store, turn));
        let kept = Kept::in_folder(folder);
        assert_eq!(kept.forms(2), [1, 1]);
        let said = kept.replays(2);
        let record = kept.office.store.turn(&rehearsal(), 2).unwrap().unwrap();
        assert!(said.contains(&format!("turn 2: {}, as it was", record.hash)), "{said}");
        let folder = closed(kept);
        assert_eq!(schema(&store), b"3");
        is_sound(&store);
        assert_eq!([1, 2].map(|turn| turn_file(&store, turn)), then, "not a byte of a turn is written anew");
        drop(folder);
    }
}

/// Played on, gone back to a turn of form 1 and played again; reports of both sent again; verified, rebuilt, exported, imported.
#[test]
fn a_game_of_form_1_plays_on_and_goes_back_in_form_2() {
    for (war, player) in WARS {
        let mut kept = Kept::in_folder(folder_of(war));
        let hash = kept.plays();
        assert_eq!(kept.forms(3), [1, 1, 2]);
        kept.replays(3);
        for (uid, turn) in [(1, 2), (2, 3)] {
            let asks = format!("PLAYER {player}\nPASSWORD before the curtain rises\nSEND REPORT {turn}\n");
            let from = format!("{}@rehearsal.example", player.to_lowercase());
            assert_eq!(kept.take(uid, &from, &asks), Verdict::Obeyed, "{war}, turn {turn}");
        }
        kept.goes_back(2);
        kept.plays();
        assert_eq!(kept.plays(), hash, "the same orders and dice are the same turn");
        assert_eq!(kept.forms(3), [1, 2, 2]);
        let voided = kept.office.store.voided_runs(&rehearsal()).unwrap();
        let forms: Vec<_> = voided.iter().map(|run| (run.record.turn, run.record.form)).collect();
        assert_eq!(forms, [(2, 1), (3, 2)]);
        let said = kept.replays(3);
        assert!(said.ends_with("2 runs that were taken back"), "{said}");
        let folder = closed(kept);
        let store = folder.path().join("store");
        let export = exported(&store);
        is_sound(&store);
        same(&exported(&store), &export, &format!("{war}, rebuilt"));
        let kept = Kept::in_folder(folder);
        kept.replays(3);
        let folder = closed(kept);
        let identity = fs::read(store.join("identity.toml")).unwrap();
        fs::remove_dir_all(&store).unwrap();
        assert_eq!(import(&store, export.as_bytes()).unwrap().missing, []);
        fs::write(store.join("identity.toml"), identity).unwrap();
        is_sound(&store);
        same(&exported(&store), &export, &format!("{war}, imported"));
        Kept::in_folder(folder).replays(3);
    }
}

/// A record that says another hash than its papers have, as somebody might write it who wants a turn to have been another.
#[test]
fn a_turn_whose_seal_is_broken_is_found() {
    for (war, _) in WARS {
        for turn in [2, 3] {
            let mut kept = Kept::in_folder(folder_of(war));
            kept.plays();
            let hash = kept.office.store.turn(&rehearsal(), turn).unwrap().unwrap().hash;
            let folder = closed(kept);
            let store = folder.path().join("store");
            let record = String::from_utf8(turn_file(&store, turn)).unwrap().replace(&hash, &"0".repeat(64));
            // Without its checksum, as records of before had none.
            let (record, _) = record.rsplit_once(",\"sum\":").unwrap();
            fs::write(store.join(format!("games/rehearsal/turn-{turn:04}.json")), format!("{record}}}"))
                .unwrap();
            rebuild(&store).unwrap();
            let damages = verify(&store).unwrap().damages;
            let names: Vec<&str> = damages.iter().map(|damage| damage.file.as_str()).collect();
            match turn {
                3 => assert_eq!(names, ["games/rehearsal/turn-0003.json"], "{damages:?}"),
                _ => assert_eq!(names, [""; 0], "of form 1 the game alone can tell"),
            }
            let said = Kept::in_folder(folder).office.replay(&rehearsal()).unwrap_err().to_string();
            let expected =
                format!("turn {turn}: what is kept of it has the hash {hash}, and its record says 000");
            assert!(said.starts_with(&expected), "{said}");
        }
    }
}

/// Texts that are clauses: of several words, the first of which is no name, and which are no place such as `coast 7`.
fn clauses(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let is_place = text.split(' ').skip(1).all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let is_clause = !is_place && !text.starts_with(|first: char| first.is_uppercase());
            found.extend(is_clause.then(|| text.clone()));
        }
        Value::Array(values) => values.iter().for_each(|value| clauses(value, found)),
        Value::Object(fields) => {
            // Phases are called by two words, by which dice are drawn.
            let rest = fields.iter().filter(|(name, _)| *name != "phase");
            rest.for_each(|(_, value)| clauses(value, found));
        }
        _ => {}
    }
}

/// The first turn of each war, with all that was ordered, in both forms.
#[test]
fn what_is_kept_of_a_turn_of_form_2_has_no_sentence_in_it() {
    for (war, _) in WARS {
        let mut kept = Kept::in_folder(folder_of(war));
        kept.goes_back(1);
        kept.plays();
        let store = &kept.office.store;
        let record = store.turn(&rehearsal(), 1).unwrap().unwrap();
        let voided = store.voided_runs(&rehearsal()).unwrap().remove(0).record;
        assert_eq!((voided.turn, voided.form, record.form), (1, 1, 2));
        let paper = |hash| store.paper(hash).unwrap();
        let (after, events, draws) = (paper(&record.after), paper(&record.events), paper(&record.draws));
        assert_eq!(record.hash, form2::hash(after.bytes(), events.bytes(), draws.bytes()));
        assert_eq!((&record.after, &record.draws), (&voided.after, &voided.draws), "the turn is the same");
        let in_it = |bytes: &[u8]| {
            let mut found = Vec::new();
            clauses(&serde_json::from_slice(bytes).unwrap(), &mut found);
            found
        };
        assert_eq!(in_it(events.bytes()), [""; 0], "{war}");
        assert_ne!(in_it(paper(&voided.events).bytes()), [""; 0], "{war}: form 1 has sentences for the same");
    }
}
