//! The human languages in which mails are written, and how people name them (`SET LANGUAGE`). What is said in each is the
//! catalogue's; rules and letters of orders know none of them.

use serde::{Deserialize, Serialize};

use crate::nearest::nearest;

/// A language of mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Locale {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "fr")]
    French,
}

/// What people call each: first its code (BCP 47), then its name in itself, then what else is understood, in capitals.
pub const NAMES: &[(Locale, &[&str])] = &[
    (Locale::English, &["EN", "ENGLISH", "ENGLISCH", "ANGLAIS"]),
    (Locale::German, &["DE", "DEUTSCH", "GERMAN", "ALLEMAND"]),
    (Locale::French, &["FR", "FRANÇAIS", "FRANCAIS", "FRENCH", "FRANZÖSISCH", "FRANZOESISCH"]),
];

impl Locale {
    /// All there are, in the order in which they are told.
    pub const ALL: [Locale; 3] = [Locale::English, Locale::German, Locale::French];

    /// Its code, as `lang` and `Content-Language` want it (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::German => "de",
            Locale::French => "fr",
        }
    }

    /// The language in its own words.
    pub fn name(self) -> &'static str {
        match self {
            Locale::English => "English",
            Locale::German => "Deutsch",
            Locale::French => "français",
        }
    }

    /// The language that a word means, whatever its letters' size.
    ///
    /// # Errors
    /// If it means none of them: a sentence that has those there are, and the nearest of them, if one is near.
    pub fn named(word: &str) -> Result<Self, (String, Option<Locale>)> {
        let word = word.trim();
        let capitals = word.to_uppercase();
        let names = || NAMES.iter().flat_map(|(locale, names)| names.iter().map(|name| (*name, *locale)));
        match names().find(|(name, _)| *name == capitals) {
            Some((_, locale)) => Ok(locale),
            None => {
                let all = Locale::ALL.map(|one| format!("{} ({})", one.code(), one.name())).join(", ");
                let near = nearest(&capitals, names().filter(|(name, _)| name.len() > 2));
                Err((format!("No mails are written in {word:?}. There are: {all}."), near))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_code_and_its_names() {
        for (locale, names) in NAMES {
            assert_eq!(names[0].to_lowercase(), locale.code());
            assert_eq!(names[1], locale.name().to_uppercase());
            for name in *names {
                assert_eq!(Locale::named(name), Ok(*locale), "{name}");
                assert_eq!(Locale::named(&name.to_lowercase()), Ok(*locale), "{name}");
            }
        }
        assert_eq!(Locale::named(" Français "), Ok(Locale::French));
    }

    #[test]
    fn one_that_there_is_not_is_refused_with_those_there_are_and_the_nearest() {
        let (why, near) = Locale::named("Deutch").unwrap_err();
        assert!(why.contains("en (English), de (Deutsch), fr (français)"), "{why}");
        assert_eq!(near, Some(Locale::German));
        assert_eq!(Locale::named("klingon").unwrap_err().1, None);
    }
}
