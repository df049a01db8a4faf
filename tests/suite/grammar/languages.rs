//! The languages beside the land war's: their grammar as written holds their parsers, and what they print is read to the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_grammar::command::{Command, read_ga_letter};
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_grammar::{Language, Names, read_letter, read_office, read_orders};
use fieldpost_ground::map_file;
use fieldpost_sea::chart::{Chart, SeaNo};
use fieldpost_sea::language::{self as ships, render};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::abnf::Grammar;
use super::sentences::{derived, folder, in_place, sentences, spoilt};

/// A language with names of a game, and its grammar.
struct Tongue {
    /// The folder of its own files.
    own: &'static str,
    grammar: Grammar,
    lexicon: Lexicon,
    /// The rule of a line in a block, and of one that stands in none.
    lines: [&'static str; 2],
    /// The rule of a hand edit.
    edit: &'static str,
}

fn tongues() -> [Tongue; 2] {
    [sea(), europa()]
}

fn tongue(
    own: &'static str,
    above: &[&str],
    lexicon: Lexicon,
    lines: [&'static str; 2],
    edit: &'static str,
) -> Tongue {
    let folders = [above, &[own]].concat();
    Tongue { own, grammar: Grammar::load(&folder("grammar"), &folders), lexicon, lines, edit }
}

/// The chart that comes with the program.
fn chart() -> Arc<Chart> {
    let text = std::fs::read_to_string(folder("maps").join("cwol.sea.toml")).unwrap();
    let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1;
    Arc::new(Chart::read(&text, &map_file::load(map).unwrap().atlas.map).unwrap())
}

fn sea() -> Tongue {
    let ship = |(id, name): (&str, &str)| Ship {
        name: name.to_owned(),
        ..Ship::new(id.parse().unwrap(), Place::Sea(SeaNo(0), 1), PlayerNo(0))
    };
    let named = [("US1IC", "Monitor"), ("US4FR", "St. Lawrence")].map(ship);
    let players = ["benedek", "gablenz", "von Moltke"].map(str::to_owned).to_vec();
    let lexicon = Lexicon { players, ..ships::lexicon(&chart(), ships::names_of(&named)) };
    tongue("sea", &["house", "ground"], lexicon, ["ship-order-line", "navy-order-line"], "sea-edit")
}

/// By the names of the scenarios that come with the program.
fn europa() -> Tongue {
    let lexicon = Lexicon::of(&fieldpost_europa::LANGUAGE);
    tongue("europa", &["house"], lexicon, ["stack-order-line", "power-order-line"], "europa-edit")
}

/// The canonical words of a line in a block, or of one that stands in none; else why it was not read.
fn read(line: &str, in_block: bool, lexicon: &Lexicon) -> Result<String, Vec<Complaint>> {
    if !in_block {
        // What a stack may be ordered too is a power's order only where no block is open.
        let letter = read_letter(line, lexicon);
        let alone = letter.offices.first().filter(|_| letter.complaints.is_empty());
        return match (read_office(line, lexicon), alone) {
            (Ok(order), _) => Ok(order.words.to_string()),
            (Err(_), Some(order)) => Ok(order.words.to_string()),
            (Err(wrong), None) => Err(vec![wrong]),
        };
    }
    match read_orders(line, lexicon) {
        (orders, wrong) if wrong.is_empty() && orders.len() == 1 => Ok(orders[0].words.to_string()),
        (_, wrong) => Err(wrong),
    }
}

#[test]
fn the_grammar_of_every_language_is_whole_and_has_the_words_of_every_row() {
    for Tongue { own, grammar, lexicon, .. } in tongues() {
        assert_eq!(grammar.missing_of(own), Vec::<String>::new(), "{own}");
        let literals = grammar.literals();
        let edits = lexicon.language.hand.edits.iter().map(|form| form.phrases);
        let orders = lexicon.language.forms.iter().map(|form| form.phrases);
        for words in orders.chain(edits).flatten() {
            let is_frame = lexicon.language.block.contains(words);
            assert!(is_frame || literals.iter().any(|literal| literal == words), "{own}: {words}");
        }
    }
}

#[test]
fn every_sentence_of_every_language_is_read_and_its_words_mean_the_same() {
    for Tongue { own, grammar, lexicon, lines, .. } in tongues() {
        let mut kinds = BTreeMap::<String, usize>::new();
        for (rule, in_block) in lines.into_iter().zip([true, false]) {
            for sentence in derived(&grammar, rule) {
                let words = read(&sentence.text, in_block, &lexicon);
                let words = words.unwrap_or_else(|wrong| panic!("{own}: {:?}: {wrong:?}", sentence.text));
                assert_eq!(
                    read(&words, in_block, &lexicon).as_ref(),
                    Ok(&words),
                    "{own}: {:?}",
                    sentence.text
                );
                *kinds.entry(words.split(' ').next().unwrap().to_owned()).or_default() += 1;
            }
        }
        // Every row is reached, and not by one lucky sentence.
        for form in lexicon.language.forms.iter().skip(1) {
            let first = form.words.split(' ').next().unwrap();
            assert!(kinds.get(first).is_some_and(|count| *count > 5), "{own}: {first}: {kinds:?}");
        }
    }
}

/// What is kept of a ship's order is its words: these mean the same order without a letter's names.
#[test]
fn the_words_of_ships_orders_are_read_and_spelled_by_a_chart_alone() {
    let (Tongue { grammar, lexicon, lines, .. }, chart) = (sea(), chart());
    for sentence in sentences(&grammar, lines[0], 1000) {
        let words = read(&sentence.text, true, &lexicon).unwrap();
        let order = ships::any_order(&words, &chart).unwrap_or_else(|why| panic!("{words}: {why}"));
        assert_eq!(render::order(&order, &chart), words);
    }
    for sentence in sentences(&grammar, lines[1], 500) {
        let words = read(&sentence.text, false, &lexicon).unwrap();
        let order = ships::office(&words, &chart).unwrap_or_else(|why| panic!("{words}: {why}"));
        assert_eq!(render::office(&order, &chart), words);
    }
}

#[test]
fn the_words_of_europas_orders_are_read_and_spelled_by_the_board_alone() {
    let Tongue { grammar, lexicon, lines, .. } = europa();
    // Without names any well-formed one is taken: canonical words are.
    let names = fieldpost_europa::orders::Names::default();
    for sentence in sentences(&grammar, lines[0], 1000) {
        let words = read(&sentence.text, true, &lexicon).unwrap();
        let order = fieldpost_europa::language::read(&words, &names).map_err(|fault| fault.clause());
        assert_eq!(order.map(|order| order.to_string()).as_ref(), Ok(&words));
    }
    for sentence in sentences(&grammar, lines[1], 500) {
        let words = read(&sentence.text, false, &lexicon).unwrap();
        let order = fieldpost_europa::language::read_power(&words, &names).map_err(|fault| fault.clause());
        assert_eq!(order.map(|order| order.to_string()).as_ref(), Ok(&words));
    }
}

#[test]
fn a_spoilt_sentence_of_any_language_is_read_or_complained_about_in_its_place() {
    for Tongue { own, grammar, lexicon, lines, .. } in tongues() {
        let mut complained = 0;
        for (seed, sentence) in (0..).zip(sentences(&grammar, lines[0], 1500)) {
            let line = spoilt(&sentence.text, &mut ChaCha8Rng::seed_from_u64(seed));
            let (orders, complaints) = read_orders(&line, &lexicon);
            assert!(orders.len() + complaints.len() <= 1, "{own}: {line:?}");
            complaints.iter().for_each(|complaint| in_place(complaint, &line));
            complained += complaints.len();
        }
        assert!(complained > 300, "{own}: only {complained}");
    }
}

#[test]
fn letters_of_other_alphabets_are_complained_about_wherever_they_stand() {
    for Tongue { own, lexicon, .. } in tongues() {
        for form in lexicon.language.forms.iter().skip(1) {
            let words = form.example;
            let ends = words.char_indices().map(|(at, _)| at).chain([words.len()]);
            for (line, odd) in ends.flat_map(|end| {
                let with = |odd: &str| format!("{}{odd}{}", &words[..end], &words[end..]);
                ["É", "ß", "ő ", " ÉAC ", "日"].map(|odd| (with(odd), odd))
            }) {
                let (orders, complaints) = read_orders(&line, &lexicon);
                assert!(orders.len() + complaints.len() <= 1, "{own}: {line:?} ({odd})");
                complaints.iter().for_each(|complaint| in_place(complaint, &line));
            }
        }
    }
}

/// The one hand edit of a letter, in canonical words; else why it was not read.
fn read_edit(line: &str, lexicon: &Lexicon) -> Result<String, Vec<Complaint>> {
    let letter = read_ga_letter(&format!("GA tom\n{line}\n"), lexicon);
    match letter.commands.first().map(|given| &given.what.command) {
        Some(Command::Edit(edit)) if letter.complaints.is_empty() => Ok(edit.words.clone()),
        _ => Err(letter.complaints),
    }
}

#[test]
fn every_sentence_of_a_hand_edit_is_read_and_its_words_wish_the_same() {
    for Tongue { own, grammar, lexicon, edit, .. } in tongues() {
        let mut kinds = BTreeMap::<String, usize>::new();
        // Whoever ends a game gives the house's own command: it stands above the board's.
        let all = derived(&grammar, edit);
        for sentence in all.filter(|sentence| sentence.count("end-of-game") == 0) {
            let words = read_edit(&sentence.text, &lexicon);
            let words = words.unwrap_or_else(|wrong| panic!("{own}: {:?}: {wrong:?}", sentence.text));
            assert_eq!(read_edit(&words, &lexicon).as_ref(), Ok(&words), "{own}: {:?}", sentence.text);
            let row = lexicon.language.hand.edits.iter().find(|row| words.starts_with(row.phrases[0]));
            *kinds.entry(row.map_or("none", |row| row.phrases[0]).to_owned()).or_default() += 1;
        }
        for row in lexicon.language.hand.edits {
            // Pirates are privateers of nobody's: their edit is spelled as the other's.
            let is_spelled = !["PLACE PIRATE", "END GAME"].contains(&row.phrases[0]);
            assert!(
                !is_spelled || kinds.get(row.phrases[0]).is_some_and(|count| *count > 5),
                "{own}: {kinds:?}"
            );
        }
    }
}

/// What is kept of a ship's edit is its words: they wish the same without a letter's names.
#[test]
fn the_words_of_ships_edits_wish_the_same_by_a_chart_alone() {
    let (Tongue { grammar, lexicon, edit, .. }, chart) = (sea(), chart());
    for sentence in sentences(&grammar, edit, 1000) {
        let words = read_edit(&sentence.text, &lexicon).unwrap();
        let wish = ships::edit(&words, &chart, Names::default()).unwrap();
        assert!(wish.is_ok(), "{words}: {wish:?}");
    }
    assert!(ships::edit("SET CITY Norfolk CONTROL US", &chart, Names::default()).is_none());
}

#[test]
fn a_spoilt_hand_edit_is_read_or_complained_about_in_its_place() {
    for Tongue { own, grammar, lexicon, edit, .. } in tongues() {
        let mut complained = 0;
        for (seed, sentence) in (0..).zip(sentences(&grammar, edit, 1500)) {
            let line = spoilt(&sentence.text, &mut ChaCha8Rng::seed_from_u64(seed));
            let text = format!("GA tom\n{line}\n");
            let letter = read_ga_letter(&text, &lexicon);
            letter.complaints.iter().for_each(|complaint| in_place(complaint, &text));
            complained += letter.complaints.len();
        }
        assert!(complained > 300, "{own}: only {complained}");
    }
}

/// The languages here are the ones beside the land war's.
#[test]
fn no_language_is_left_out() {
    let all = fieldpost_games::LANGUAGES.iter().map(|language: &&Language| language.name);
    let mut names = all.filter(|name| *name != "land").collect::<Vec<_>>();
    names.dedup();
    assert_eq!(names, tongues().map(|tongue| tongue.own));
}
