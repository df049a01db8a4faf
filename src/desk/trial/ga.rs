//! Letters of a game administrator, and what is answered: for tests.

use super::Desk;
use super::told::address;
use crate::answer::{Answer, Body};
use crate::arrived::Arrived;
use crate::ga::answer::{GaAnswer, GaItem, Outcome};
use crate::ga::judge::judge_ga;
use crate::ga::record::GaChange;
use crate::game::GameRecord;
use crate::head::choose;
use crate::password::Memory;
use crate::record::Change;
use crate::verdict::Judgement;
use fieldpost_grammar::Head;
use fieldpost_grammar::command::{GaLetter, read_ga_letter};
use fieldpost_print::layout::lines;

impl Desk {
    /// A letter as the reader reads it, with a GA's head above the commands; these begin in line 3.
    pub fn letter(&self, name: &str, commands: &str) -> GaLetter {
        let text = format!("GA {name}\nPASSWORD {name}-quill-maple\n{commands}\n");
        read_ga_letter(&text, &self.game.board().lexicon())
    }

    /// Judges a game administrator's letter and carries its changes out.
    pub fn judge_ga(&mut self, letter: &GaLetter, arrived: &Arrived) -> Judgement {
        let judgement = judge_ga_among(&[&self.game], letter, arrived, &mut self.memory);
        for change in &judgement.changes {
            self.game.apply(change);
        }
        judgement
    }

    /// A GA's commands, sent from the registered address with the right password, so many minutes after the opening.
    pub fn command(&mut self, name: &str, minutes: i64, commands: &str) -> Judgement {
        let letter = self.letter(name, commands);
        assert_eq!(letter.complaints, [], "{commands}");
        let arrived = self.arrived(name, minutes);
        self.judge_ga(&letter, &arrived)
    }
}

/// Judges a letter in the game that its head chooses.
pub fn judge_ga_among(
    games: &[&GameRecord],
    letter: &GaLetter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Judgement {
    judge_ga(games, &choose(games, &Head::from(letter), arrived), letter, arrived, memory)
}

/// The answer to a game administrator.
pub fn answer(judgement: &Judgement) -> &GaAnswer {
    let found = judgement.answers.iter().find_map(|answer| match &answer.body {
        Body::Ga(answer) => Some(&**answer),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{judgement:?}"))
}

/// The items of the answer, one a command.
pub fn items(judgement: &Judgement) -> &[GaItem] {
    &answer(judgement).items
}

/// The only command's item.
pub fn only(judgement: &Judgement) -> &GaItem {
    let [item] = items(judgement) else { panic!("{judgement:?}") };
    item
}

/// What a command shows, as lines of a text.
pub fn shown_lines(item: &GaItem) -> Vec<String> {
    item.shown.as_ref().map(|shown| lines(&shown.sections)).unwrap_or_else(|| panic!("{item:?}"))
}

/// The only command's item, which was done.
pub fn done(judgement: &Judgement) -> &GaItem {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Done, "{item:?}");
    item
}

/// Why the only command was not done.
pub fn why_not(judgement: &Judgement) -> &str {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Refused, "{item:?}");
    assert!(ga_changes(judgement).is_empty(), "{judgement:?}");
    item.why_not.as_deref().unwrap()
}

/// What came of each command.
pub fn outcomes(judgement: &Judgement) -> Vec<Outcome> {
    items(judgement).iter().map(|item| item.outcome).collect()
}

/// The token that the only command waits for.
pub fn token(judgement: &Judgement) -> String {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Asked, "{item:?}");
    item.token.clone().unwrap()
}

/// What changes in the game's administration.
pub fn ga_changes(judgement: &Judgement) -> Vec<&GaChange> {
    let changes = judgement.changes.iter().filter_map(|change| match change {
        Change::Ga { change, .. } => Some(&**change),
        _ => None,
    });
    changes.collect()
}

/// What is told in a few words: at which address, under which title, in which words.
pub fn told(judgement: &Judgement) -> Vec<(&str, &str, &str)> {
    let words = judgement.answers.iter().filter_map(|answer| match &answer.body {
        Body::Words(words) => Some((address(answer), words.title.as_str(), words.words.as_str())),
        _ => None,
    });
    words.collect()
}

/// Passwords that go out: to which address, and the password.
pub fn passwords(judgement: &Judgement) -> Vec<(&str, String)> {
    let password = |answer: &Answer| match &answer.body {
        Body::Password(notice) => Some(notice.secret.as_ref().unwrap().expose().to_owned()),
        _ => None,
    };
    judgement.answers.iter().filter_map(|answer| Some((address(answer), password(answer)?))).collect()
}
