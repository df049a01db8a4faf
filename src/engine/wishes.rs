//! How a player wants the reports of a turn (`SET REPORTS`), and the words for it.
//!
//! A leaf: the grammar, the desk and the reports have one table of words.

use crate::locale::Locale;

/// What of a turn's reports a player is mailed, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// HTML beside the plain text.
    pub html: bool,
    /// Pictures of maps in the HTML.
    pub pictures: bool,
    /// The attached page on which orders can be composed.
    pub desk: bool,
    /// Text for who hears it: sentences, and no maps, columns or signs.
    pub spoken: bool,
    /// All that is attached in one ZIP file.
    pub zipped: bool,
    /// Both reports of a turn in one mail.
    pub one_mail: bool,
    /// A mail before the deadline to a player who has units without orders.
    pub reminders: bool,
    /// The deadline as a file for a calendar, in each mail that brings it.
    pub calendar: bool,
    /// No report of a turn, and no reminder; the other wishes stay for when this one goes.
    pub off: bool,
    /// The language of the player's mails; `None` is the game's.
    pub language: Option<Locale>,
    /// A page as long as it comes, for where no mail program cuts it. No player can wish this: mails have bounds.
    pub unbounded: bool,
}

impl Default for Wishes {
    /// All there is, as two mails (rule 5.3).
    fn default() -> Self {
        Wishes {
            html: true,
            pictures: true,
            desk: true,
            spoken: false,
            zipped: false,
            one_mail: false,
            reminders: true,
            calendar: false,
            off: false,
            language: None,
            unbounded: false,
        }
    }
}

/// One thing to wish. Each changes only what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// Everything there is, as at first, in the same language.
    All,
    Text,
    Html,
    Pictures,
    NoPictures,
    /// Who hears a mail wants its text alone, and no page to be clicked on.
    Spoken,
    /// Takes back all of that.
    NotSpoken,
    Zipped,
    Unzipped,
    OneMail,
    TwoMails,
    Desk,
    NoDesk,
    Reminders,
    NoReminders,
    Calendar,
    NoCalendar,
    Off,
    On,
    /// In which language mails are written.
    Language(Locale),
}

/// What a player writes for each wish: first as we write it ourselves, then what else is understood.
pub const WORDS: &[(Wish, &[&str])] = &[
    (Wish::All, &["ALL", "EVERYTHING"]),
    (Wish::Text, &["TEXT", "TEXT ONLY", "PLAIN TEXT", "NO HTML"]),
    (Wish::Html, &["HTML"]),
    (Wish::Pictures, &["PICTURES"]),
    (Wish::NoPictures, &["NO PICTURES"]),
    (Wish::Spoken, &["SPOKEN", "ALOUD"]),
    (Wish::NotSpoken, &["NOT SPOKEN", "NO SPOKEN", "SPOKEN OFF"]),
    (Wish::Zipped, &["ZIPPED", "ZIP"]),
    (Wish::Unzipped, &["UNZIPPED", "NO ZIP"]),
    (Wish::OneMail, &["ONE MAIL"]),
    (Wish::TwoMails, &["TWO MAILS"]),
    (Wish::Desk, &["DESK"]),
    (Wish::NoDesk, &["NO DESK"]),
    (Wish::Reminders, &["REMINDERS"]),
    (Wish::NoReminders, &["NO REMINDERS"]),
    (Wish::Calendar, &["CALENDAR"]),
    (Wish::NoCalendar, &["NO CALENDAR"]),
    (Wish::Off, &["OFF", "NONE", "STOP"]),
    (Wish::On, &["ON"]),
    (Wish::Language(Locale::English), &["LANGUAGE EN", "ENGLISH"]),
    (Wish::Language(Locale::German), &["LANGUAGE DE", "DEUTSCH", "GERMAN"]),
    (Wish::Language(Locale::French), &["LANGUAGE FR", "FRANCAIS", "FRENCH"]),
];

impl Wish {
    /// Its words as we write them.
    pub fn words(self) -> &'static str {
        WORDS.iter().find(|(wish, _)| *wish == self).map_or("", |(_, words)| words[0])
    }
}

/// Every wish there is, in our words, as a list.
pub fn all_words() -> String {
    WORDS.iter().map(|(_, words)| words[0]).collect::<Vec<_>>().join(", ")
}

/// What to say of words that are no wish.
pub fn unknown(words: &str) -> String {
    format!("Nothing of reports is called {words:?}. You may write: {}.", all_words())
}

/// The wish of some words.
fn meant(words: &str) -> Option<Wish> {
    let words = words.trim().to_ascii_uppercase();
    WORDS.iter().find(|(_, known)| known.contains(&words.as_str())).map(|(wish, _)| *wish)
}

impl Wishes {
    /// These wishes with one more.
    pub fn with(self, wish: Wish) -> Wishes {
        match wish {
            Wish::All => Wishes { language: self.language, ..Wishes::default() },
            Wish::Text => Wishes { html: false, ..self },
            Wish::Html => Wishes { html: true, ..self },
            Wish::Pictures => Wishes { pictures: true, ..self },
            Wish::NoPictures => Wishes { pictures: false, ..self },
            Wish::Spoken => Wishes { spoken: true, html: false, desk: false, ..self },
            Wish::NotSpoken => Wishes { spoken: false, html: true, desk: true, ..self },
            Wish::Zipped => Wishes { zipped: true, ..self },
            Wish::Unzipped => Wishes { zipped: false, ..self },
            Wish::OneMail => Wishes { one_mail: true, ..self },
            Wish::TwoMails => Wishes { one_mail: false, ..self },
            Wish::Desk => Wishes { desk: true, ..self },
            Wish::NoDesk => Wishes { desk: false, ..self },
            Wish::Reminders => Wishes { reminders: true, ..self },
            Wish::NoReminders => Wishes { reminders: false, ..self },
            Wish::Calendar => Wishes { calendar: true, ..self },
            Wish::NoCalendar => Wishes { calendar: false, ..self },
            Wish::Off => Wishes { off: true, ..self },
            Wish::On => Wishes { off: false, ..self },
            Wish::Language(locale) => Wishes { language: Some(locale), ..self },
        }
    }

    /// Reads wishes with commas between them, such as `TEXT, NO REMINDERS`.
    ///
    /// # Errors
    /// If a word says nothing here, in words that list those which do.
    pub fn read(words: &str) -> Result<Wishes, String> {
        let read = |part: &str| meant(part).ok_or_else(|| unknown(part.trim()));
        words.split(',').try_fold(Wishes::default(), |wishes, part| Ok(wishes.with(read(part)?)))
    }

    /// Reads the wishes of a record, which [`Wishes::words`] wrote. Words of older records that say nothing here are
    /// passed over: then the player gets all there is.
    pub fn parse(words: &str) -> Wishes {
        words.split(',').filter_map(meant).fold(Wishes::default(), Wishes::with)
    }

    /// The wishes in the words that [`Wishes::parse`] reads: what differs from all there is, or `ALL`.
    pub fn words(self) -> String {
        let differs = [
            (self.spoken, Wish::Spoken),
            (self.html && self.spoken, Wish::Html),
            (!self.html && !self.spoken, Wish::Text),
            (!self.pictures, Wish::NoPictures),
            (self.desk && self.spoken, Wish::Desk),
            (!self.desk && !self.spoken, Wish::NoDesk),
            (self.zipped, Wish::Zipped),
            (self.one_mail, Wish::OneMail),
            (!self.reminders, Wish::NoReminders),
            (self.calendar, Wish::Calendar),
            (self.off, Wish::Off),
        ];
        let language = self.language.map(Wish::Language);
        let differs = differs.iter().filter(|(is_so, _)| *is_so).map(|(_, wish)| *wish).chain(language);
        let words = differs.map(Wish::words);
        let words = words.collect::<Vec<_>>().join(", ");
        if words.is_empty() { Wish::All.words().to_owned() } else { words }
    }

    /// What comes now, in plain sentences for the player.
    pub fn sentence(self) -> String {
        if self.off {
            let still = "The game goes on: orders are taken as before, and what the game administrator, your press and your \
                         own questions bring still comes. SET REPORTS ON brings reports again.";
            return format!("No reports of turns come, and no reminders. {still}");
        }
        let mails = if self.one_mail { "in one mail" } else { "as two mails" };
        let form = match (self.html, self.pictures) {
            (true, true) => "as text and as HTML with pictures",
            (true, false) => "as text and as HTML without pictures",
            (false, _) => "as plain text only",
        };
        let spoken = match self.spoken {
            true => " Their text is made to be heard: sentences without maps in letters, columns or signs.",
            false => "",
        };
        let files = match (self.desk, self.zipped) {
            (true, true) => "the files that go with them, the order desk among them, come in one ZIP file",
            (true, false) => {
                "the files that go with them, the order desk among them, are attached one by one"
            }
            (false, true) => "the files that go with them come in one ZIP file, without the order desk",
            (false, false) => "the files that go with them are attached one by one, without the order desk",
        };
        let reminders = if self.reminders {
            "You are reminded before the deadline of units without orders."
        } else {
            "You are not reminded of units without orders."
        };
        let unseen = if self.pictures && !self.html && !self.spoken {
            " Pictures need HTML: SET REPORTS HTML."
        } else {
            ""
        };
        let calendar = if self.calendar {
            " Each mail that brings a deadline has it as a file for your calendar, deadline.ics."
        } else {
            ""
        };
        format!(
            "The two reports of a turn come {mails}, {form}; {files}.{spoken} {reminders}{calendar}{unseen}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wish_changes_only_what_it_names_and_is_kept_in_words() {
        for (wish, words) in WORDS {
            assert!(!words.is_empty(), "{wish:?}");
            let wishes = Wishes::default().with(*wish);
            assert_eq!(Wishes::parse(&wishes.words()), wishes, "{wish:?}");
            assert_eq!(wishes.with(*wish), wishes, "{wish:?}");
        }
        let zipped = Wishes::default().with(Wish::NoPictures).with(Wish::Zipped);
        assert_eq!(zipped.words(), "NO PICTURES, ZIPPED");
        assert_eq!(Wishes { pictures: true, ..zipped }, zipped.with(Wish::Pictures));
        assert_eq!(zipped.with(Wish::All), Wishes::default());
    }

    #[test]
    fn who_hears_the_mails_gets_text_alone_unless_more_is_asked_for() {
        let spoken = Wishes::default().with(Wish::Spoken);
        assert!(!spoken.html && !spoken.desk, "{spoken:?}");
        for more in [Wish::Html, Wish::Desk] {
            let more = spoken.with(more);
            assert!(more.spoken && Wishes::parse(&more.words()) == more, "{}", more.words());
        }
        assert_eq!(spoken.with(Wish::NotSpoken), Wishes::default());
    }

    #[test]
    fn an_old_wish_that_says_nothing_here_gives_all_there_is() {
        for old in ["", "something pretty", "text and pictures", "ALL"] {
            assert_eq!(Wishes::parse(old), Wishes::default(), "{old:?}");
        }
        assert!(!Wishes::parse("text").html, "as older records have it");
        assert!(!Wishes::parse("text only").html);
        let why = Wishes::read("TEXT, something pretty").unwrap_err();
        assert!(why.contains("something pretty") && why.contains("NO PICTURES"), "{why}");
        assert_eq!(Wishes::read("text, zip"), Ok(Wishes::parse("TEXT, ZIPPED")));
    }

    #[test]
    fn every_wish_is_told_in_the_sentence() {
        let all = Wishes::default();
        assert_ne!(all.with(Wish::Text).sentence(), all.with(Wish::NoPictures).sentence());
        for wish in [
            Wish::Text,
            Wish::NoPictures,
            Wish::Spoken,
            Wish::Zipped,
            Wish::OneMail,
            Wish::NoDesk,
            Wish::NoReminders,
            Wish::Off,
        ] {
            assert_ne!(all.with(wish).sentence(), all.sentence(), "{wish:?}");
        }
    }
}
