//! Lists that end in a comma and go on in the next line: the lines are read as one, and a place in it is told by the line it
//! stands in.

use super::account;
use super::forms::DESK;
use super::language::Lexicon;
use super::letter::live_part;
use super::line::{Joined, Seam, Written};
use super::press;
use super::word::{any_phrase, skip, space};

/// So many lines are one at the most.
const MOST: usize = 20;

/// The first of these lines with those that its list goes on in; `None` if it stands alone. `goes_on` is asked with the live
/// parts of the list so far, which ends with a comma, and of the next line.
pub(super) fn joined(lines: &[&str], goes_on: impl Fn(&str, &str) -> bool) -> Option<Joined> {
    let (first, below) = lines.split_first()?;
    if !first.contains(',') {
        return None;
    }
    let mut text = open_list(first)?.to_owned();
    let mut seams = Vec::new();
    for raw in below.iter().take(MOST) {
        let line = Written::new(1, raw);
        let Some((start, stop)) = live_part(&line) else { break };
        if !goes_on(text.trim_start(), &line.text[start..stop]) {
            break;
        }
        let left = line.span(start, stop).start - 1;
        text.push(' ');
        seams.push(Seam { at: text.len(), left });
        text.push_str(line.raw_part(start, stop));
        if !line.text[start..stop].ends_with(',') {
            break;
        }
    }
    (!seams.is_empty()).then_some(Joined { text, seams })
}

/// A line up to the comma that ends its live part.
fn open_list(raw: &str) -> Option<&str> {
    let line = Written::new(1, raw);
    let (start, stop) = live_part(&line)?;
    line.text[start..stop].ends_with(',').then(|| line.raw_part(0, stop))
}

/// Whether a list of a player's letter goes on: names behind PRESS TO, pieces behind CANCEL ORDERS, wishes behind SET REPORTS.
/// What is none of these is not taken for a part of the list, as "Dear Benedek," below `PRESS TO Benedek,`.
pub(super) fn order_goes_on(above: &str, below: &str, lexicon: &Lexicon, known: &[&Lexicon]) -> bool {
    let begins = |phrases: &[&str]| any_phrase(phrases, above).is_ok();
    let of_desk = |first: &str| DESK.iter().find(|form| form.phrases[0] == first).map(|form| form.phrases);
    if begins(press::PRESS_TO) {
        return press::names_go_on(below, lexicon);
    }
    if of_desk("CANCEL ORDERS").is_some_and(begins) {
        let names = |lexicon: &Lexicon| {
            let any = Lexicon::of(lexicon.language);
            let name = skip(&["AND"], space(below));
            !matches!((lexicon.language.piece)(name, &any), Err(nom::Err::Error(_)))
        };
        return known.iter().copied().any(names);
    }
    of_desk("SET REPORTS").is_some_and(begins) && account::is_wish(below)
}

#[cfg(test)]
mod tests {
    use crate::letter::Lexicon;
    use crate::read_letter;
    use crate::reading::Letter;

    fn read(text: &str) -> Letter {
        let players = ["Benedek", "Gablenz", "Clam"].map(String::from).to_vec();
        read_letter(text, &Lexicon { players, ..Lexicon::default() })
    }

    fn press(text: &str) -> (String, String) {
        let letter = read(text);
        let press = letter.presses.first().unwrap_or_else(|| panic!("{:?}", letter.complaints));
        (press.words.clone(), press.what.text.clone())
    }

    #[test]
    fn recipients_go_on_in_the_next_lines() {
        let both = "PRESS TO Benedek, Gablenz".to_owned();
        for text in [
            "PRESS TO Benedek,\nGablenz\nCome.\nEND PRESS",
            "PRESS TO Benedek, # my friends\n   - Gablenz.\nCome.\nEND PRESS",
            "press for\u{a0}Benedek,\nand Gablenz\nCome.\nEND PRESS",
        ] {
            assert_eq!(press(text), (both.clone(), "Come.".into()), "{text}");
        }
        let all = press("PRESS TO Benedek,\nGablenz,\nClam anonymously\nCome.\nEND PRESS");
        assert_eq!(all.0, "PRESS TO Benedek, Gablenz, Clam ANONYMOUSLY");
    }

    #[test]
    fn a_greeting_below_a_comma_is_the_words_of_the_press() {
        for words in ["Dear Gablenz", "Gablenz, come at once", "\nGablenz", "Come.", "my dear friends,"] {
            let read = press(&format!("PRESS TO Benedek,\n{words}\nEND PRESS"));
            assert_eq!(read, ("PRESS TO Benedek".into(), words.into()), "{words}");
        }
    }

    #[test]
    fn a_misspelt_name_is_told_with_its_own_line() {
        let letter = read("HELP\nPRESS TO Benedek,\n  Gablentz\nCome.\nEND PRESS");
        assert!(letter.presses.is_empty(), "it would go to one and not to the other");
        let said = &letter.complaints[0];
        assert_eq!((said.span.line, said.span.start, said.span.end), (3, 3, 11), "{said:?}");
        assert_eq!(said.nearest.as_deref(), Some("Gablenz"));
    }

    /// What stands below a line that is not read is no order either.
    #[test]
    fn a_line_that_is_too_long_loses_what_belongs_to_it() {
        let names = "Benedek, ".repeat(1_000);
        let letter = read(&format!("PRESS TO {names}\nHELP\nEND PRESS\nSTATUS"));
        assert_eq!((letter.presses.len(), letter.accounts.len()), (0, 1), "{:?}", letter.complaints);
        let said = &letter.complaints[0];
        assert!(said.why.contains("at most 4000 characters") && said.span.line == 1, "{said:?}");
        let letter = read(&format!("{}\nSTATUS", "x".repeat(5_000)));
        assert_eq!((letter.complaints.len(), letter.accounts.len()), (1, 1));
    }

    #[test]
    fn wishes_go_on_too() {
        let letter = read("SET REPORTS TEXT,\nNO PICTURES,\nONE MAIL\nHELP");
        assert_eq!(letter.accounts.len(), 2, "{:?}", letter.complaints);
        assert!(letter.accounts[0].words.contains("ONE MAIL"), "{}", letter.accounts[0].words);
        let letter = read("SET REPORTS TEXT,\nHELP");
        assert_eq!(letter.accounts.len(), 2, "{:?}", letter.complaints);
    }
}
