//! The same of a referee of Europa: `fixtures/ga/europa`. Each verb of his hand is done in a letter, taken back in the next, and refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::game::Opening;
use fieldpost_desk::record::GameName;
use fieldpost_europa::LANGUAGE;
use fieldpost_games::RULEBOOKS;
use fieldpost_grammar::command::{Role, commands};

use super::{NEXT, World};

/// The Italian war as it begins, with a referee called Guido.
fn italy() -> World {
    let texts = scenario_texts(Path::new("italy-1494"), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
    let opened = (rulebook.scenario)(&texts).unwrap();
    let board = opened.board.with(1494);
    let opening = Opening { name: GameName("italy".into()), title: opened.title, board, is_closed: false };
    World::of(opening, &[("Guido", Role::Owner)], &LANGUAGE)
}

/// What is answered to each letter of a story.
fn answers_to(story: &str) -> Vec<String> {
    let mut world = italy();
    let take = |letter: &str| {
        let lexicon = world.game.board().lexicon();
        world.take_by(&lexicon, letter)
    };
    story.split(NEXT).map(take).collect()
}

fn stories() -> Vec<(std::path::PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ga/europa");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut stories: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "letter")).collect();
    stories.sort();
    stories.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_golden_letter_of_europa_is_answered_byte_for_byte() {
    let rewrite = std::env::var_os("FIELDPOST_REWRITE").is_some();
    let mut wrong = Vec::new();
    for (path, story) in stories() {
        let (found, beside) = (answers_to(&story).join("\n"), path.with_extension("answers"));
        if rewrite {
            fs::write(&beside, &found).unwrap();
        }
        if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_verb_of_the_referee_is_done_taken_back_and_refused_in_a_golden_letter() {
    let (mut done, mut undone, mut refused) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, story) in stories() {
        for told in answers_to(&story) {
            // The lines of a letter as they are echoed, each with what became of it.
            for item in told.split("\n  | ").skip(1) {
                let (line, became) = item.split_once('\n').unwrap_or((item, ""));
                let became = became.split("\nLine ").next().unwrap_or_default();
                if became.contains("Done as edit") {
                    match became.split("is taken back: ").nth(1) {
                        Some(words) => drop(undone.insert(words.to_owned())),
                        None => drop(done.insert(line.to_owned())),
                    }
                } else if !told.contains("PREVIEW") {
                    refused.insert(line.to_owned());
                }
            }
        }
    }
    // Refused in the last phase of a game alone (`board/tests/phases.rs`).
    const NEVER: [&str; 1] = ["NEXT PHASE"];
    let mut lacking = Vec::new();
    for phrase in commands(&LANGUAGE).flat_map(|form| form.phrases.first()) {
        if !LANGUAGE.hand.edits.iter().any(|row| row.phrases.first() == Some(phrase)) {
            continue;
        }
        for (what, lines) in [("done", &done), ("taken back", &undone), ("refused", &refused)] {
            // Pirates are privateers of nobody, and are written so.
            let written = if *phrase == "PLACE PIRATE" { "PLACE PRIVATEER PIR" } else { phrase };
            let is_there = lines.iter().any(|line| line.starts_with(written));
            if !is_there && (what != "refused" || !NEVER.contains(phrase)) {
                lacking.push(format!("{phrase} is {what} in no story"));
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}
