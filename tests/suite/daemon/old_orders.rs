//! Old orders below a letter are never obeyed (issue 14, A.2): real texts of many mail programs (`../shared/corpus`, read
//! where they lie), an order block that was sent a turn earlier in the tail of each, fresh orders on top or none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Trial, letter};
use fieldpost_desk::record::{GameName, LetterNo};
use fieldpost_mail::read::read;

const OLD: &str = "GAME demo\nPLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";
const LIVE: &str = "GAME demo\nPLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nDEFEND LAST-DITCH\n";

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths = entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The whole text of a letter as people see it, its marks and quotes among it.
fn whole_text(raw: &[u8]) -> Option<String> {
    let incoming = read(raw);
    let text = incoming.texts.first()?;
    let live = text.live.iter().map(|line| (line.number, line.written.clone()));
    let mut lines =
        live.chain(text.left_out.iter().map(|out| (out.number, out.line.clone()))).collect::<Vec<_>>();
    lines.sort();
    Some(lines.into_iter().map(|(_, line)| line + "\n").collect())
}

/// Every text of the corpus that people wrote, each once; `None` where there is no corpus.
fn texts() -> Option<Vec<(String, String)>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if !corpus.is_dir() {
        println!("skipped: there is no corpus at {}", corpus.display());
        return None;
    }
    let bodies = files(&corpus.join("email_reply_trimmer/emails")).into_iter();
    let bodies = bodies.map(|path| (String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned(), path));
    let folders = [
        "talon/standard_replies",
        "talon/html_replies",
        "talon/signature/emails",
        "ruby-mail/emails",
        "mime4j",
    ];
    let letters = folders.iter().flat_map(|folder| files(&corpus.join(folder)));
    let kinds = ["out", "xml", "txt", "bin"];
    let letters =
        letters.filter(|path| path.extension().is_none_or(|kind| kinds.iter().all(|other| kind != *other)));
    let letters = letters.filter_map(|path| {
        let mut raw = fs::read(&path).unwrap();
        if path.extension().is_some_and(|kind| kind == "html") {
            raw = [b"Content-Type: text/html; charset=utf-8\r\n\r\n".to_vec(), raw].concat();
        }
        Some((whole_text(&raw)?, path))
    });
    // A word alone in its line that asks that nothing be filed.
    let asks = |text: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case("test"));
    let mut seen = BTreeSet::new();
    let all =
        bodies.chain(letters).map(|(text, path)| (text.replace("\r\n", "\n").replace('\r', "\n"), path));
    let all = all.filter(|(text, _)| {
        !asks(text) && !text.trim().is_empty() && text.len() < 60_000 && seen.insert(text.clone())
    });
    let name = |path: PathBuf| path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
    Some(all.map(|(text, path)| (name(path), text)).collect())
}

/// Whether a letter's orders for the brigade were filed as these words.
fn filed(trial: &Trial, number: LetterNo, words: &str) -> bool {
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    let orders = book.units.values().flatten().filter(|filed| filed.letter == number);
    orders.into_iter().any(|filed| filed.lines.iter().any(|line| line.words.as_ref() == words))
}

fn last_number(trial: &Trial) -> LetterNo {
    trial.office.store.last_letter().unwrap().unwrap()
}

/// A post office in whose first turn the old orders were given.
fn with_old_orders() -> Trial {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <first@x>\r\n", OLD));
    assert!(filed(&trial, last_number(&trial), "MARCH A9-N7"));
    trial.run_turn();
    trial
}

/// Of letters made of each text: which have their old orders obeyed, and which their live ones.
fn obeyed(texts: &[(String, String)], made: impl Fn(&str) -> String) -> (Vec<String>, Vec<String>) {
    let mut trial = with_old_orders();
    let (mut old, mut live) = (Vec::new(), Vec::new());
    for (at, (name, text)) in texts.iter().enumerate() {
        trial.take(&letter(&format!("Message-ID: <{at}@y>\r\n"), &made(text)));
        let number = last_number(&trial);
        old.extend(filed(&trial, number, "MARCH A9-N7").then(|| name.clone()));
        live.extend(filed(&trial, number, "DEFEND LAST-DITCH").then(|| name.clone()));
    }
    (old, live)
}

#[test]
fn an_old_block_in_the_tail_is_not_obeyed_and_a_live_one_on_top_is() {
    let Some(texts) = texts() else { return };
    assert!(texts.len() > 150, "only {} texts", texts.len());
    let (old, live) = obeyed(&texts, |text| format!("{LIVE}\n{text}\n{OLD}"));
    println!(
        "below live orders: {} of {} old blocks obeyed, {} live ones",
        old.len(),
        texts.len(),
        live.len()
    );
    let dead = texts.iter().map(|(name, _)| name).filter(|name| !live.contains(name)).collect::<Vec<_>>();
    assert!(dead.is_empty(), "{dead:#?}");
    let (tails, _) = obeyed(&texts, |text| format!("{text}\n{OLD}"));
    println!("without live orders: {} of {} old blocks obeyed", tails.len(), texts.len());
    assert!(old.is_empty() && tails.is_empty(), "{old:#?} {tails:#?}");
}

const NEXT: &str = "GAME demo\nPLAYER Moltke\nPASSWORD heron-quill-maple\n";

fn taken(trial: &mut Trial, id: &str, text: &str) -> (bool, String) {
    trial.take(&letter(&format!("Message-ID: <{id}@z>\r\n"), text));
    (filed(trial, last_number(trial), "MARCH A9-N7"), trial.last_text())
}

#[test]
fn what_repeats_an_earlier_letter_below_other_words_is_told_and_not_obeyed() {
    let mut trial = with_old_orders();
    let (obeyed, said) = taken(&mut trial, "greeted", &format!("Dear GA, as I said on Monday:\n\n{OLD}"));
    assert!(!obeyed && said.contains("repeats your letter received at"), "{said}");
    assert!(said.contains("nothing above it but GAME, TURN, PLAYER"), "{said}");
    // With nothing above, with the open turn's number, or with anything else ordered beside, it is meant.
    assert!(taken(&mut trial, "alone", OLD).0);
    let named = OLD.replace("PLAYER", "TURN 2\nPLAYER");
    let mut trial = with_old_orders();
    assert!(taken(&mut trial, "named", &format!("Dear GA, as I said on Monday:\n\n{named}")).0);
    let mut trial = with_old_orders();
    let more = OLD.replace("END\n", "UNIT PR2IN\nDEFEND LAST-DITCH\n");
    assert!(taken(&mut trial, "more", &format!("Dear GA, as I said on Monday:\n\n{more}")).0);
}

#[test]
fn an_order_with_a_slip_of_the_pen_makes_those_below_it_no_old_letter() {
    let mut trial = with_old_orders();
    let text = format!("{NEXT}UNIT PR2IN\nDEFEND LAST-DITCH\nMARHC A9-N7 X\nUNIT PR1IN\nMARCH A9-N7\n");
    assert!(taken(&mut trial, "slip", &text).0);
}

#[test]
fn a_letter_that_comes_twice_in_its_turn_changes_nothing_and_is_no_fault() {
    let mut trial = Trial::new();
    taken(&mut trial, "one", OLD);
    let (obeyed, said) = taken(&mut trial, "two", &format!("Did you get this letter of mine?\n\n{OLD}"));
    assert!(obeyed && !said.contains("repeats your letter"), "{said}");
    // Once others stand, it would bring back what is no longer meant.
    taken(&mut trial, "three", &format!("{NEXT}UNIT PR1IN\nDEFEND LAST-DITCH\n"));
    let (obeyed, said) =
        taken(&mut trial, "four", &format!("Did you get this letter of mine, then?\n\n{OLD}"));
    assert!(!obeyed && said.contains("repeats your letter"), "{said}");
}
