//! Names that pieces bear beside their ids, such as a general's: a letter may call a piece as reports do.

use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use fieldpost_engine::nearest;
use fieldpost_engine::piece::Piece;

/// What may stand round a name, as people set one off that has blanks.
const QUOTES: [char; 7] = ['"', '“', '”', '„', '«', '»', '\''];
/// Those of them that are no apostrophe.
const DOUBLE: [char; 6] = ['"', '“', '”', '„', '«', '»'];

/// The names that pieces of a game bear. Case, accents, points and blanks do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// By the bare letters of a name who bears it, and how it is spelt. A lexicon is cloned for each line that may go on a list of names.
    by_letters: Arc<BTreeMap<String, (String, Vec<Piece>)>>,
    /// Signs of the longest name as it is spelt.
    longest: usize,
}

/// A piece that was named, and what follows its name.
pub type Called<'a> = Result<(Piece, &'a str), String>;

impl Names {
    /// Names with who bears each.
    pub fn of(rows: impl IntoIterator<Item = (String, Piece)>) -> Names {
        let mut by_letters = BTreeMap::<String, (String, Vec<Piece>)>::new();
        let mut longest = 0;
        for (name, piece) in rows {
            longest = longest.max(name.chars().count());
            let letters: String = bare_letters(&name).collect();
            by_letters.entry(letters).or_insert_with(|| (name, Vec::new())).1.push(piece);
        }
        Names { by_letters: Arc::new(by_letters), longest }
    }

    /// The piece with whose name a text begins; of two names the longer one. `None` if none is called so.
    ///
    /// # Errors
    /// That several pieces bear the name: which.
    pub fn begun<'a>(&self, text: &'a str) -> Option<Called<'a>> {
        let (name, rest) = self.found(text)?;
        let (spelt, pieces) = self.by_letters.get(&bare_letters(name).collect::<String>())?;
        Some(match pieces.as_slice() {
            [piece] => Ok((piece.clone(), rest)),
            several => {
                let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(format!("{spelt} is the name of {}: write the id.", ids.join(" and of ")))
            }
        })
    }

    /// What follows a name of this piece, where one stands first; else the text as it is.
    pub fn past<'a>(&self, text: &'a str, piece: &Piece) -> &'a str {
        let behind = || {
            let (name, rest) = self.found(text.trim_start())?;
            let (_, pieces) = self.by_letters.get(&bare_letters(name).collect::<String>())?;
            pieces.contains(piece).then_some(rest)
        };
        behind().unwrap_or(text)
    }

    /// The name that a text begins with, without marks round it, and what follows it.
    fn found<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str)> {
        let inside = text.strip_prefix(QUOTES);
        let (name, rest) = self.longest_in(inside.unwrap_or(text))?;
        // What parts it from the words before may have taken the first quote.
        let behind = if inside.is_some() { rest.strip_prefix(QUOTES) } else { rest.strip_prefix(DOUBLE) };
        Some((name, behind.unwrap_or(rest)))
    }

    fn longest_in<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str)> {
        // Signs before a name set it apart, as # does a note.
        if self.by_letters.is_empty() || !text.starts_with(char::is_alphanumeric) {
            return None;
        }
        // No further than an umlaut written out makes the longest name: a line may hold a thousand.
        let far = 2 * self.longest + 4;
        let mut ends = Vec::new();
        let mut was_letter = false;
        let near = text.char_indices().nth(far).map_or(text.len(), |(at, _)| at);
        let end = (near == text.len()).then_some((near, ' '));
        for (at, sign) in text.char_indices().take(far).chain(end) {
            if was_letter && !sign.is_alphanumeric() {
                ends.push(at);
            }
            was_letter = sign.is_alphanumeric();
        }
        let whole = |end: &usize| {
            let (name, rest) = text.split_at_checked(*end)?;
            let is_whole = !rest.starts_with(char::is_alphanumeric);
            (is_whole && self.by_letters.contains_key(&bare_letters(name).collect::<String>()))
                .then_some((name, rest))
        };
        ends.iter().rev().find_map(whole)
    }

    /// The piece whose name is nearest to a misspelt one or to its first word, as reports write it: id and name.
    pub fn nearest(&self, found: &str) -> Option<String> {
        let names = self.by_letters.values().filter_map(|(name, pieces)| match pieces.as_slice() {
            [piece] => Some((name.as_str(), piece)),
            _ => None,
        });
        let known = names.flat_map(|(name, piece)| {
            let first = name.split(' ').next().unwrap_or(name);
            [(name, (name, piece)), (first, (name, piece))]
        });
        nearest::nearest(found, known).map(|(name, piece)| format!("{piece} {name}"))
    }
}

/// The letters and digits of a name, lower case, without accents; ae, oe and ue are as good as ä, ö and ü, and ß is ss:
/// Königgrätz, Koeniggraetz and Koniggratz are one.
pub fn bare_letters(name: &str) -> impl Iterator<Item = char> + '_ {
    let letters = name.nfkd().filter(|c| !is_combining_mark(*c) && c.is_alphanumeric());
    let letters = letters.flat_map(char::to_lowercase);
    let letters = letters.flat_map(|c| {
        if c == 'ß' { ['s', 's'].iter() } else { [].iter() }.copied().chain((c != 'ß').then_some(c))
    });
    let mut before = ' ';
    letters.filter(move |c| {
        let is_mute = *c == 'e' && matches!(before, 'a' | 'o' | 'u');
        before = *c;
        !is_mute
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let rows = [
            ("Dupont", "FR1IN"),
            ("Prince Hohenlohe", "PR2AQ"),
            ("Prince", "PR1IN"),
            ("Blücher's 1st", "PR1LC"),
            ("Tyler", "US1IN"),
            ("Tyler", "CS1IN"),
        ];
        Names::of(rows.map(|(name, id)| (name.to_owned(), Piece::from(id.to_owned()))))
    }

    #[test]
    fn a_piece_is_found_by_its_name_as_people_write_it() {
        let names = names();
        let begun =
            |text| names.begun(text).map(|found| found.map(|(piece, rest)| (piece.to_string(), rest)));
        let found = |id: &str, rest| Some(Ok((id.to_owned(), rest)));
        assert_eq!(begun("Dupont"), found("FR1IN", ""));
        assert_eq!(begun("DUPONT # to the wood"), found("FR1IN", " # to the wood"));
        assert_eq!(begun("dupont: MARCH"), found("FR1IN", ": MARCH"));
        assert_eq!(begun("Prince Hohenlohe"), found("PR2AQ", ""), "of two names the longer one");
        assert_eq!(begun("Prince of all"), found("PR1IN", " of all"));
        assert_eq!(begun("\"Prince Hohenlohe\" MARCH"), found("PR2AQ", " MARCH"));
        assert_eq!(begun("# Dupont reports to you"), None, "a note");
        assert_eq!(
            names.past("   # Dupont reports to you", &Piece::from("FR1IN")),
            "   # Dupont reports to you"
        );
        assert_eq!(begun("„prince  hohenlohe“"), found("PR2AQ", ""));
        for umlaut in ["Blücher's 1st", "Bluechers 1st", "blucher’s 1ST"] {
            assert_eq!(begun(umlaut), found("PR1LC", ""), "{umlaut}");
        }
        assert_eq!(begun("Duponts"), None);
        assert_eq!(begun("Hohenlohe"), None);
        assert_eq!(begun(""), None);
    }

    #[test]
    fn a_name_of_two_is_refused_with_both_ids() {
        let why = names().begun("Tyler").unwrap().unwrap_err();
        assert_eq!(why, "Tyler is the name of US1IN and of CS1IN: write the id.");
    }

    #[test]
    fn a_name_behind_its_own_id_is_read_with_it() {
        let names = names();
        let piece = Piece::from("FR1IN".to_owned());
        assert_eq!(names.past(" Dupont 7-11", &piece), " 7-11");
        assert_eq!(names.past(" Prince", &piece), " Prince");
        assert_eq!(names.past(" 7-11", &piece), " 7-11");
    }

    #[test]
    fn the_nearest_name_is_told_with_its_id() {
        let names = names();
        assert_eq!(names.nearest("Dupond").as_deref(), Some("FR1IN Dupont"));
        assert_eq!(names.nearest("Blücher").as_deref(), Some("PR1LC Blücher's 1st"));
        assert_eq!(names.nearest("Wellington"), None);
    }

    #[test]
    fn a_long_line_is_looked_at_no_further_than_a_name_reaches() {
        let line = "a ".repeat(100_000);
        assert_eq!(names().begun(&line), None);
    }
}
