//! The game administrator's desk on the trial game: anna owns it, bruno is its GA, carla helps.

mod edits;
mod people;
mod properties;
mod shown;

use crate::desk::answer::{Answer, Body};
use crate::desk::arrived::Arrived;
use crate::desk::ga::answer::{GaAnswer, GaItem, Outcome};
use crate::desk::ga::judge::judge_ga;
use crate::desk::ga::record::GaChange;
use crate::desk::game::GameRecord;
use crate::desk::head::choose;
use crate::desk::password::Memory;
use crate::desk::record::Change;
use crate::desk::verdict::Judgement;
use crate::games::campaign::at_the_desk::trial::{Desk, address, change, state, table};
use crate::games::ground::nation::NationCode;
use crate::games::land::language::lexicon;
use crate::games::land::state::City;
use crate::grammar::Head;
use crate::grammar::command::{GaLetter, read_ga_letter};
use crate::grammar::letter::Lexicon;

impl Desk {
    /// The trial game with Paris, which its map has, in Austrian hands.
    fn with_paris() -> Self {
        let mut desk = Desk::open();
        let site = table(&desk.game).atlas.map.city("Paris").unwrap().clone();
        let city = City {
            at: site.at,
            tac: site.tac,
            home: NationCode::AUSTRIA,
            control: NationCode::AUSTRIA,
            supplies: 10,
            manufacturing: 1,
            fort: None,
            besieged: false,
        };
        change(&mut desk.game, |state| {
            state.cities.insert("Paris".into(), city);
        });
        desk
    }

    /// A letter as the reader reads it, with a GA's head above the commands; these begin in line 3.
    fn letter(&self, name: &str, commands: &str) -> GaLetter {
        let text = format!("GA {name}\nPASSWORD {name}-quill-maple\n{commands}\n");
        read_ga_letter(&text, &self.lexicon())
    }

    fn lexicon(&self) -> Lexicon {
        lexicon(&table(&self.game).atlas.map.grid)
    }

    fn judge_ga(&mut self, letter: &GaLetter, arrived: &Arrived) -> Judgement {
        let judgement = judge_ga_among(&[&self.game], letter, arrived, &mut self.memory);
        for change in &judgement.changes {
            self.game.apply(change);
        }
        judgement
    }

    /// A GA's commands, sent from the registered address with the right password, so many minutes after the opening.
    fn command(&mut self, name: &str, minutes: i64, commands: &str) -> Judgement {
        let letter = self.letter(name, commands);
        assert_eq!(letter.complaints, [], "{commands}");
        let arrived = self.arrived(name, minutes);
        self.judge_ga(&letter, &arrived)
    }
}

/// Judges a letter in the game that its head chooses.
fn judge_ga_among(
    games: &[&GameRecord],
    letter: &GaLetter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Judgement {
    judge_ga(games, &choose(games, &Head::from(letter), arrived), letter, arrived, memory)
}

fn answer(judgement: &Judgement) -> &GaAnswer {
    let found = judgement.answers.iter().find_map(|answer| match &answer.body {
        Body::Ga(answer) => Some(&**answer),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{judgement:?}"))
}

fn items(judgement: &Judgement) -> &[GaItem] {
    &answer(judgement).items
}

/// The only command's item.
fn only(judgement: &Judgement) -> &GaItem {
    let [item] = items(judgement) else { panic!("{judgement:?}") };
    item
}

/// The only command's item, which was done.
fn done(judgement: &Judgement) -> &GaItem {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Done, "{item:?}");
    item
}

/// Why the only command was not done.
fn why_not(judgement: &Judgement) -> &str {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Refused, "{item:?}");
    assert!(ga_changes(judgement).is_empty(), "{judgement:?}");
    item.why_not.as_deref().unwrap()
}

fn outcomes(judgement: &Judgement) -> Vec<Outcome> {
    items(judgement).iter().map(|item| item.outcome).collect()
}

/// The token that the only command waits for.
fn token(judgement: &Judgement) -> String {
    let item = only(judgement);
    assert_eq!(item.outcome, Outcome::Asked, "{item:?}");
    item.token.clone().unwrap()
}

fn ga_changes(judgement: &Judgement) -> Vec<&GaChange> {
    let changes = judgement.changes.iter().filter_map(|change| match change {
        Change::Ga { change, .. } => Some(&**change),
        _ => None,
    });
    changes.collect()
}

/// What is told in a few words: at which address, under which title, in which words.
fn told(judgement: &Judgement) -> Vec<(&str, &str, &str)> {
    let words = judgement.answers.iter().filter_map(|answer| match &answer.body {
        Body::Words(words) => Some((address(answer), words.title.as_str(), words.words.as_str())),
        _ => None,
    });
    words.collect()
}

/// Passwords that go out: to which address, and the password.
fn passwords(judgement: &Judgement) -> Vec<(&str, String)> {
    let password = |answer: &Answer| match &answer.body {
        Body::Password(notice) => Some(notice.secret.as_ref().unwrap().expose().to_owned()),
        _ => None,
    };
    judgement.answers.iter().filter_map(|answer| Some((address(answer), password(answer)?))).collect()
}
