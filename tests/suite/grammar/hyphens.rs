//! Two words of one order are parted alike in every language: by blanks, by hyphens, or by both (`apart` in
//! `grammar/house/word.abnf`).

use fieldpost_games::LANGUAGES;
use fieldpost_grammar::command::{commands, read_ga_letter};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Form, HOUSE, Language, forms, read_letter, read_office, read_orders};

use super::abnf::Grammar;
use super::grid;
use super::sentences::folder;

/// What may stand between two words of one order.
const APART: &[&str] = &["-", "  ", "\t", " - ", "--"];

/// The words of a language, by the map and the names that are taken where no game is known.
pub(super) fn lexicon(language: &'static Language) -> Lexicon {
    let is_land = fieldpost_land::language::LANGUAGES.iter().any(|one| std::ptr::eq(*one, language));
    let bare = Lexicon::of(language);
    if is_land { Lexicon { grid: fieldpost_land::language::lexicon(&grid()).grid, ..bare } } else { bare }
}

/// The canonical words of a line, whoever may give the order; else why it was not read.
pub(super) fn read(line: &str, lexicon: &Lexicon) -> Result<String, String> {
    match read_orders(line, lexicon) {
        (orders, wrong) if wrong.is_empty() && orders.len() == 1 => Ok(orders[0].words.to_string()),
        (_, wrong) => match read_office(line, lexicon) {
            Ok(order) => Ok(order.words.to_string()),
            Err(_) => Err(wrong.first().map_or_else(String::new, |complaint| complaint.why.clone())),
        },
    }
}

/// The rows of a game's language that order something, with those of the book that the language lacks left out.
fn rows(language: &'static Language) -> impl Iterator<Item = &'static Form> {
    let own = |form: &&Form| language.forms.iter().any(|one| one.words == form.words);
    forms(language).filter(own)
}

/// A line with every place where one of several literals stands in it, as whole words.
fn standing<'a>(line: &'a str, literals: &'a [String]) -> impl Iterator<Item = (usize, &'a str)> {
    literals.iter().flat_map(move |words| {
        line.match_indices(words.as_str()).filter(move |(at, _)| {
            let (before, behind) = (&line[..*at], &line[at + words.len()..]);
            !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
        })
    })
}

#[test]
fn words_of_one_order_are_parted_by_blanks_or_hyphens_in_every_language() {
    let mut tried = 0;
    for language in LANGUAGES {
        let lexicon = lexicon(language);
        for form in rows(language) {
            let Ok(meant) = read(form.example, &lexicon) else { continue };
            let stands = |words: &&str| form.example.starts_with(words);
            let own = form.phrases.iter().copied().filter(stands).max_by_key(|words| words.len());
            let rest = own.map_or("", |words| &form.example[words.len()..]);
            for words in form.phrases {
                // A phrase of its own kind may mean something else than the example's: it is compared with itself.
                let same = read(&format!("{words}{rest}"), &lexicon).unwrap_or_else(|_| meant.clone());
                for apart in APART {
                    let line = format!("{}{rest}", words.replace(' ', apart));
                    assert_eq!(read(&line, &lexicon), Ok(same.clone()), "{}: {line:?}", language.name);
                    assert_eq!(
                        read(&line.to_lowercase().replacen(&rest.to_lowercase(), rest, 1), &lexicon),
                        Ok(same.clone()),
                        "{}: {line:?}",
                        language.name
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1500, "only {tried} lines");
}

#[test]
fn words_of_one_clause_are_parted_by_blanks_or_hyphens_in_every_language() {
    let mut tried = 0;
    for language in LANGUAGES {
        let above: &[&str] = if language.name == "europa" { &["house"] } else { &["house", "ground"] };
        let grammar = Grammar::load(&folder("grammar"), &[above, &[language.name]].concat());
        let literals = grammar.literals().into_iter().filter(|words| words.contains(' ')).collect::<Vec<_>>();
        let lexicon = lexicon(language);
        for form in rows(language) {
            let Ok(meant) = read(form.example, &lexicon) else { continue };
            for (at, words) in standing(form.example, &literals) {
                let (before, behind) = (&form.example[..at], &form.example[at + words.len()..]);
                for apart in APART {
                    let line = format!("{before}{}{behind}", words.replace(' ', apart));
                    assert_eq!(read(&line, &lexicon), Ok(meant.clone()), "{}: {line:?}", language.name);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 400, "only {tried} lines");
}

/// The canonical words of what a line asks of the desk; `None` if it asks nothing.
fn asked(line: &str, lexicon: &Lexicon) -> Option<String> {
    let letter = read_letter(line, lexicon);
    let first = letter.accounts.first().filter(|_| letter.complaints.is_empty());
    first.map(|asked| asked.words.clone())
}

/// The canonical words of a line of a game administrator's; `None` if it is none.
fn commanded(line: &str, lexicon: &Lexicon) -> Option<String> {
    let letter = read_ga_letter(&format!("GA tom\n{line}\n"), lexicon);
    let first = letter.commands.first().filter(|_| letter.complaints.is_empty());
    first.map(|given| given.words.clone())
}

/// How many lines with hyphens in a row's words are read to the same as with blanks there.
fn same_with_hyphens(phrases: &[&str], example: &str, read: impl Fn(&str) -> Option<String>) -> usize {
    let own = phrases.iter().filter(|words| example.starts_with(**words)).max_by_key(|words| words.len());
    let rest = own.map_or("", |words| &example[words.len()..]);
    let mut tried = 0;
    for words in phrases {
        let Some(same) = read(&format!("{words}{rest}")) else { continue };
        for apart in APART {
            let line = format!("{}{rest}", words.replace(' ', apart));
            assert_eq!(read(&line).as_ref(), Some(&same), "{line:?}");
            tried += 1;
        }
    }
    tried
}

#[test]
fn words_of_what_is_asked_and_commanded_are_parted_by_blanks_or_hyphens_in_every_language() {
    let house = Lexicon::default();
    let of_desk =
        forms(&HOUSE).map(|form| same_with_hyphens(form.phrases, form.example, |line| asked(line, &house)));
    assert!(of_desk.sum::<usize>() > 200);
    let mut tried = 0;
    for language in LANGUAGES {
        let lexicon = lexicon(language);
        for form in commands(language) {
            let example = language.text(form.example);
            // Of a text the line that opens it is no command yet.
            if !example.contains('\n') {
                tried += same_with_hyphens(form.phrases, &example, |line| commanded(line, &lexicon));
            }
        }
    }
    assert!(tried > 2500, "only {tried} lines");
}

#[test]
fn words_behind_an_order_are_parted_by_hyphens_too() {
    for (language, line, words) in [
        (&fieldpost_land::language::LANGUAGE, "HALT-ON-ENTRY", "HALT ON ENTRY"),
        (&fieldpost_land::language::LANGUAGE, "DEFEND LAST-DITCH", "DEFEND LAST-DITCH"),
        (&fieldpost_sea::language::SHIPS, "BATTLE RUN-PAST", "BATTLE RUN PAST"),
        (
            &fieldpost_sea::language::SHIPS,
            "contact evade max 3 open-sea-only",
            "CONTACT EVADE MAX 3 OPEN SEA ONLY",
        ),
        (&fieldpost_sea::language::SHIPS, "COAST SAVA AFTER-1", "COAST SAVA AFTER 1"),
        (
            &fieldpost_europa::LANGUAGE,
            "SIEGE NO-HONOURS ASSAULT-AFTER BREACH",
            "SIEGE NO HONOURS ASSAULT AFTER BREACH",
        ),
        (
            &fieldpost_europa::LANGUAGE,
            "IF-PRESENT SPA AT-LEAST 3 THEN HOLD",
            "IF PRESENT SPA AT LEAST 3 THEN HOLD",
        ),
    ] {
        assert_eq!(read(line, &lexicon(language)).as_deref(), Ok(words), "{line}");
    }
}
