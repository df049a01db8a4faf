//! What a field of a unit's is: how it is shown, what may be written for it, and what comes of setting it. The table of all of them is
//! [`super::fields`].

use crate::book::Book;
use crate::edits::edit::{Edit, Ground};
use crate::edits::value::{self, Impossible};
use crate::names;
use crate::state::LandState;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::Grid;

/// A field of a unit's.
pub struct UnitField {
    /// Its name, one word.
    pub name: &'static str,
    /// What it may be called too.
    pub others: &'static [&'static str],
    /// The rule that it comes from (ROTD-EUWOL), or what it is where no rule has it.
    pub rule: &'static str,
    /// What the turn does to it by itself, if it does not leave it as it was set.
    pub afresh: Option<&'static str>,
    pub(super) show: fn(&Shown<'_>) -> String,
    pub(super) set: Set,
}

/// A unit as it is shown.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The names of strategic squares.
    pub grid: &'a Grid,
    /// The position it is in.
    pub state: &'a LandState,
    pub unit: &'a Unit,
}

impl Shown<'_> {
    pub(super) fn player(&self, player: Option<PlayerNo>) -> String {
        let player = player.map(|number| self.state.player(number));
        player.map_or("nobody".into(), |player| player.map_or("?".into(), |player| player.name.clone()))
    }
}

/// How a field is set.
pub(super) enum Set {
    /// A number within the range of its type, in a book.
    Number { least: u32, most: fn(&Book) -> u32, set: fn(&mut Unit, u32) },
    /// Yes or no.
    Flag(fn(&mut Unit, bool) -> Result<(), &'static str>),
    /// One of some words, by its place.
    Word { words: &'static [&'static str], set: fn(&mut Unit, usize) },
    /// What only a look at map and position can read.
    Read { expects: &'static str, set: fn(&mut Unit, &str, &Look<'_>) -> Result<(), Impossible> },
    /// What it is called, which is no part of it.
    Name,
    /// Another edit does it.
    Edit { expects: &'static str, edit: fn(UnitId, &str, &Look<'_>) -> Result<Edit, Impossible> },
}

/// What a value is read against.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The maps and the rulebook's numbers.
    pub ground: Ground<'a>,
    pub state: &'a LandState,
}

/// What setting a field comes to.
pub enum Setting {
    /// The unit with its new value.
    Unit(Box<Unit>),
    /// Another edit.
    Edit(Edit),
    /// What the unit is called, none for nothing.
    Name(Option<String>),
}

impl UnitField {
    /// Its value, in words that [`UnitField::setting`] reads.
    pub fn shown(&self, shown: &Shown<'_>) -> String {
        (self.show)(shown)
    }

    /// What may be written for it in a game of a book, for people.
    pub fn expects(&self, book: &Book) -> String {
        match &self.set {
            Set::Number { least, most, .. } => format!("a number from {least} to {}", most(book)),
            Set::Flag(_) => "yes or no".into(),
            Set::Word { words, .. } => value::any_of(words),
            Set::Name => format!(
                "a name of at most {} letters that no other unit of the nation has, or none",
                names::LONGEST
            ),
            Set::Read { expects, .. } | Set::Edit { expects, .. } => (*expects).into(),
        }
    }

    /// The words that may be written for it, where there are only some: for completion.
    pub fn choices(&self) -> &'static [&'static str] {
        match &self.set {
            Set::Flag(_) => &["yes", "no"],
            Set::Word { words, .. } => words,
            _ => &[],
        }
    }

    /// What comes of setting it.
    ///
    /// # Errors
    /// If the value is none that the field's type has.
    pub fn setting(&self, unit: &Unit, words: &str, look: &Look<'_>) -> Result<Setting, Impossible> {
        let mut unit = unit.clone();
        let what = || format!("{} of {}", self.name, unit.id);
        if !self.is_in(look.ground.book) {
            return Err(Impossible::new(format!(
                "{} knows no {} of units.",
                look.ground.book.name, self.name
            )));
        }
        match &self.set {
            Set::Number { least, most, set } => {
                let shown = Shown { grid: &look.ground.atlas.map.grid, state: look.state, unit: &unit };
                // A value is shown in words that read as the same value; of nothing there is none.
                let now = self.shown(&shown).parse().unwrap_or(0);
                let number = value::number_from(&what(), words, now, *least, most(look.ground.book))?;
                set(&mut unit, number);
            }
            Set::Flag(set) => {
                let flag = value::flag(&what(), words)?;
                set(&mut unit, flag).map_err(|why| Impossible::new(format!("{}: {why}.", unit.id)))?;
            }
            Set::Word { words: known, set } => {
                let place = value::one_of(&what(), words, known)?;
                set(&mut unit, place);
            }
            Set::Read { set, .. } => set(&mut unit, words, look)?,
            Set::Name => {
                let name = names::given(look.state, unit.id, words).map_err(Impossible::new)?;
                return Ok(Setting::Name(name));
            }
            Set::Edit { edit, .. } => return Ok(Setting::Edit(edit(unit.id, words, look)?)),
        }
        Ok(Setting::Unit(Box::new(unit)))
    }

    /// What it may be called.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.others.iter().copied())
    }
}
