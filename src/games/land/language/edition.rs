//! What a book says of the words of the land war: what of it there is in its games, under which numbers its rules stand, and what
//! is answered to those who ask for what there is not.

use std::borrow::Cow;

use crate::book::{Book, Order};
use crate::orders::Office;
use fieldpost_grammar::{Edition, Thing};

/// What not every land book has; rows and texts name it by its key.
pub(super) static THINGS: &[Thing] = &[
    Thing {
        key: "rail",
        lack: "This war has no railways: units march (MARCH), and supplies go by road and river.",
    },
    Thing { key: "works", lack: "In this war track and bridges are neither destroyed nor rebuilt." },
    Thing {
        key: "bridges",
        lack: "This war has no pontoon bridges and no ferries: rivers are crossed at their fords (MOVE c-r VIA c-r).",
    },
    Thing {
        key: "guns",
        lack: "In this war no guns are captured and none handed over: every unit keeps its own batteries.",
    },
    Thing {
        key: "march to",
        lack: "In this war units march to the nearest battle (MARCH TO BATTLE), or where a path leads (MARCH).",
    },
    Thing { key: "pursuit", lack: "In this war PURSUE has no limit." },
    Thing { key: "nearest", lack: "In this war a move names its square (MOVE c-r VIA c-r)." },
    Thing {
        key: "upgrades",
        lack: "In this war no arms are bought: units keep what they have, unless the administrator rearms them.",
    },
    Thing {
        key: "purchases",
        lack: "In this war nothing is bought, and no treasury is kept: supplies are moved from where they lie (MOVE SUPPLIES).",
    },
    Thing {
        key: "caches",
        lack: "This war has no caches: supplies lie in cities and depots (PLACE DEPOT, MOVE SUPPLIES).",
    },
];

impl Edition for Book {
    fn has(&self, thing: &str) -> bool {
        match thing {
            "rail" => self.rail.is_some(),
            "works" => self.works().is_some(),
            "bridges" => self.bridges.is_some(),
            "guns" => self.guns.is_some(),
            "caches" => self.supply.caches.is_some(),
            "initiative" => self.tactics.order == Order::Initiative,
            _ => !self.refuses.contains(&thing),
        }
    }

    fn has_rule(&self, cell: &str) -> bool {
        Book::has(self, cell)
    }

    fn numbers(&self, cell: &'static str) -> Cow<'static, str> {
        if self.tells_keys() { Cow::Borrowed(cell) } else { Book::numbers(self, cell).into() }
    }

    fn called(&self, thing: &'static str) -> Cow<'static, str> {
        if thing == "offices" {
            return offices(self).into();
        }
        if let Some(own) = self.nation_called(thing).or_else(|| spoken(self, thing)) {
            return Cow::Borrowed(own);
        }
        let Some(office) = Office::of_title(thing) else { return Cow::Borrowed(thing) };
        let title = self.title(&office);
        let is_loud = thing.chars().all(|sign| !sign.is_lowercase());
        if is_loud { title.to_uppercase().into() } else { title.into() }
    }

    fn named(&self, text: Cow<'static, str>) -> Cow<'static, str> {
        self.examples.iter().fold(text, |text, (from, to)| put(text, from, to))
    }
}

/// Words of texts for which a book that lacks a part of them has others.
fn spoken(book: &Book, words: &str) -> Option<&'static str> {
    let rows = [
        ("ministers, governors", "ministers", book.offices.governors),
        ("Ministers, governors", "Ministers", book.offices.governors),
        (
            "Before the campaign, and in peace and truce turns",
            "In peace and truce turns",
            book.seasons.deployment > 0,
        ),
    ];
    rows.into_iter().find(|row| row.0 == words && !row.2).map(|row| row.1)
}

/// The titles that there are, as a list in a sentence.
fn offices(book: &Book) -> String {
    let mut titles = book.titles();
    if book.offices.governors {
        return format!("{}, or Governor of a bloc", titles.join(", "));
    }
    let last = titles.pop().unwrap_or_default();
    let or = if titles.len() > 1 { ", or" } else { " or" };
    format!("{}{or} {last}", titles.join(", "))
}

/// A text with one name in the place of another, wherever it is no part of a longer word; a code stands before numbers too, as in
/// `AU3IN`.
fn put(text: Cow<'static, str>, from: &str, to: &str) -> Cow<'static, str> {
    let mut told = String::new();
    let mut done = 0;
    for (at, _) in text.match_indices(from) {
        let before = text[..at].chars().next_back();
        let after = text[at + from.len()..].chars().next();
        let is_whole = !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphabetic);
        if is_whole {
            told.push_str(&text[done..at]);
            told.push_str(to);
            done = at + from.len();
        }
    }
    if done == 0 {
        return text;
    }
    told.push_str(&text[done..]);
    told.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ALL;
    use crate::language::{LANGUAGE, LANGUAGES};
    use fieldpost_grammar::command::commands;
    use fieldpost_grammar::forms;
    use fieldpost_grammar::letter::{Frame, Lexicon};
    use fieldpost_grammar::{Help, Language, read_letter};
    use fieldpost_ground::square::Grid;

    /// What stands before the bar of each mark in a text.
    fn marked(text: &'static str) -> impl Iterator<Item = &'static str> {
        text.split('{')
            .skip(1)
            .filter(|mark| !mark.starts_with(['#', '=']))
            .map(|mark| mark.split('|').next().unwrap_or(mark))
    }

    #[test]
    fn rows_and_texts_name_nothing_that_no_book_was_asked_for() {
        let Help { letter, below, more, notes, see_also, commands: above, .. } = LANGUAGE.help;
        let mut texts = vec![letter, below, more, above];
        texts.extend(notes.iter().map(|(_, text)| *text).chain(see_also.iter().map(|(_, text)| *text)));
        let mut named = Vec::new();
        for form in forms(&LANGUAGE) {
            texts.extend([form.section.title(), form.words, form.meaning]);
            named.push(form.needs);
        }
        for form in commands(&LANGUAGE) {
            texts.extend([form.words, form.meaning]);
            named.push(form.needs);
        }
        named.extend(texts.into_iter().flat_map(marked));
        named.retain(|key| !key.is_empty());
        for key in &named {
            // What texts alone tell apart is no thing that a line could ask for.
            assert!(*key == "initiative" || THINGS.iter().any(|thing| thing.key == *key), "{key}");
        }
        assert!(THINGS.iter().all(|thing| named.contains(&thing.key)) && named.len() > 20, "{named:?}");
    }

    /// For each thing a line of a letter that needs it.
    const LINES: &[(&str, &str)] = &[
        ("rail", "UNIT AU1IN\nRAIL A0-X0"),
        ("works", "UNIT AU1IN\nDESTROY TRACK"),
        ("bridges", "UNIT AU1PB\nREMOVE BRIDGE"),
        ("guns", "UNIT AU1IN\nTRANSFER BATTERY TO AU2IN"),
        ("march to", "UNIT AU1IN\nMARCH TO ENEMIES"),
        ("pursuit", "UNIT AU1IN\nPURSUE 2"),
        ("nearest", "UNIT AU1IN\nMOVE NEAREST FORD"),
        ("upgrades", "UPGRADE AU1IN"),
        ("purchases", "ADD SUPPLIES 10 TO Linz"),
        ("caches", "PLACE CACHE A0-X0 3-3"),
    ];

    /// What is not read of a letter in a book, in sentences.
    fn refused(language: &'static Language, lines: &str) -> Vec<String> {
        let grid = Grid { cols: 9, rows: 120, row_letters: language_letters(language) };
        let lexicon =
            Lexicon { places: vec!["Linz".into()], grid: Some(Frame::new(grid)), ..Lexicon::of(language) };
        let letter = read_letter(&format!("PLAYER a\nPASSWORD b\n{lines}\nEND\n"), &lexicon);
        let blocks = letter.units.into_iter().flat_map(|block| block.complaints);
        letter.complaints.into_iter().chain(blocks).map(|complaint| complaint.why).collect()
    }

    fn language_letters(language: &'static Language) -> String {
        let own = ALL.iter().zip(LANGUAGES).find(|(_, known)| std::ptr::eq(*known, language));
        own.map_or_else(String::new, |(book, _)| book.ground.row_letters.into())
    }

    #[test]
    fn what_a_book_refuses_is_answered_with_what_there_is_instead() {
        for thing in THINGS {
            assert!(LINES.iter().any(|row| row.0 == thing.key), "{}", thing.key);
        }
        for (book, language) in ALL.iter().zip(LANGUAGES) {
            for key in book.refuses {
                // What texts alone tell apart is no thing that a line could ask for.
                assert!(*key == "initiative" || THINGS.iter().any(|thing| thing.key == *key), "{key}");
            }
            for (key, line) in LINES {
                let line = line.replace("X0", &format!("{}0", &book.ground.row_letters[1..2]));
                let lack = THINGS.iter().find(|thing| thing.key == *key).unwrap().lack;
                let refused = refused(language, &line);
                if Edition::has(*book, key) {
                    assert!(refused.is_empty(), "{}: {line}: {refused:?}", book.name);
                } else {
                    // What a form may say in one war and not in another is told where the form is read.
                    let told = |why: &String| why.contains(lack) || why.contains("in this war");
                    assert!(refused.iter().any(told), "{}: {line}: {refused:?}", book.name);
                }
            }
            let forbids = refused(language, "UNIT AU1IN\nNO FORCED MARCH");
            assert_eq!(forbids.is_empty(), book.number("7.11").is_some(), "{}: {forbids:?}", book.name);
        }
    }
}
