//! What the office looks up for a game administrator's commands before it answers them: whether a game can be opened as is
//! asked, and whether a letter is in quarantine. So PREVIEW and "Done" say what will come of it, and not a later mail.

use crate::office::Office;
use crate::reading::Understood;
use fieldpost_desk::arrived::{LookedUp, Opening};
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_desk::verdict::Judgement;
use fieldpost_grammar::command::Command;

impl Office {
    /// What a letter's commands need to be looked up; `None` where they need nothing, or where it is not known that the letter is
    /// an administrator's: for nobody else is anything looked up.
    pub(super) fn look_up(&self, understood: &Understood, judgement: &Judgement) -> Option<LookedUp> {
        let is_theirs = judgement.known.ga.is_some() && !matches!(judgement.verdict, Verdict::Held(_));
        let letter = understood.ga.as_ref().filter(|_| is_theirs)?;
        let mut found = LookedUp::default();
        for given in &letter.commands {
            match &given.what.command {
                Command::Open { name, scenario, seats } if found.opening(name, scenario, seats).is_none() => {
                    found.openings.push(self.opening_of(name, scenario, seats));
                }
                Command::Release(number) => {
                    let fault = self.quarantined(LetterNo(*number)).err().map(|error| format!("{error:#}"));
                    found.releases.insert(*number, fault);
                }
                _ => {}
            }
        }
        (found != LookedUp::default()).then_some(found)
    }

    fn opening_of(&self, name: &str, scenario: &str, seats: &str) -> Opening {
        let found = self.try_opening(name, scenario, seats).map_err(|error| one_line(&format!("{error:#}")));
        let (name, scenario, seats) = (name.to_owned(), scenario.to_owned(), seats.to_owned());
        Opening { name, scenario, seats, found }
    }
}

/// The words of a fault, which TOML tells in several lines with a picture of the place.
fn one_line(words: &str) -> String {
    let lines = words.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('|'));
    lines
        .filter(|line| !line.chars().all(|c| c == '^' || c == '|' || c.is_whitespace()))
        .collect::<Vec<_>>()
        .join(" ")
}
