//! The door between the house and its games: what a rulebook is ([`Rulebook`]), a game with its open position ([`Board`]), and
//! a turn that was run ([`Finished`]). A board is asked by four rooms for four purposes, a trait each: who plays ([`Roll`]), what a
//! letter may order ([`Judge`]), what an administrator does by hand ([`Hand`]), what players are sent ([`Tell`]).
//!
//! **Nothing here knows a letter, an address or the time; nothing outside a game knows a brigade or a province.** An order
//! comes through the door as its canonical words ([`Line`](fieldpost_engine::line::Line)), what it is for by its name ([`Piece`]), a position and all that
//! is kept of a turn as the bytes of a paper. A new game is a folder beside this one and a line in the one list of what is
//! hosted; docs/new-game.md goes through it.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use fieldpost_engine::breach::Breach;
use fieldpost_engine::form2;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::touch::Touch;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::Language;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use serde_json::Value;

use crate::form1::Sealed;

mod board;
pub mod example;
mod eyes;
pub mod foresight;
pub mod form1;
mod hand;
mod judge;
mod proof;
mod reckoning;
mod roll;
mod tell;
mod values;

pub use board::Board;
pub use eyes::Eyes;
pub use hand::Hand;
pub use judge::Judge;
pub use proof::{CaseReport, Contest, Hindrance, Proof, Proofs, Rehearsal, Soak, Tournament};
pub use reckoning::{Past, PastTurn, Reckoning};
pub use roll::Roll;
pub use tell::Tell;
pub use values::{
    Assigns, Block, ClosedBook, Differs, Excess, MachineSeat, MachineSeats, Papers, Player, Refused, Said,
    Written,
};

/// What a hand edit comes to.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The game after it.
    pub board: Arc<dyn Board>,
    /// What it changed, value by value.
    pub touches: Vec<Touch>,
    /// The same for people.
    pub said: Vec<Said>,
    /// Rules that it goes against because the game administrator insisted.
    pub against: Vec<Breach>,
    /// What else is to be said, a sentence each.
    pub notes: Vec<String>,
    /// The piece whose seat it gives: what letters have assigned of it holds no longer.
    pub assigned: Option<Piece>,
}

/// A rulebook that can be hosted: all that is known before there is a game of it.
pub struct Rulebook {
    /// Its name in scenarios, such as `rotd-euwol`.
    pub name: &'static str,
    /// The language of its orders.
    pub language: &'static Language,
    /// The office that may order some things of pieces that others command, such as `War Minister`.
    pub office: &'static str,
    /// The templates of the mail that welcomes a player, and of the one that reminds them, without their endings.
    pub letters: Letters,
    /// The scenarios that come with the program: `scenarios/NAME/FILE` and its text.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// Reads a scenario from the texts of its folder, by file name; or everything that is wrong with it, a line each with its
    /// file and place.
    pub scenario: ScenarioReader,
    /// The texts of a new scenario, by file name, that its reader takes without a mistake: for whoever makes one.
    pub begin: fn(&Beginning<'_>) -> Result<BTreeMap<String, String>, String>,
    /// What a game is about, a sentence each, from the text of its scenario's main file as it was kept: for whoever takes a seat
    /// later. Nothing where it does not say.
    pub aims: fn(&str) -> Vec<String>,
    /// The JSON Schema of the file that goes with its reports, if any does.
    pub schema: Option<fn() -> serde_json::Result<String>>,
    /// Views for people, with the numbers of this book in the place of the keys of rules.
    pub told: fn(Value) -> Value,
    /// Samples of all that its templates print.
    pub samples: fn(&Heading, &Shop<'_>) -> Result<Samples, String>,
    /// The hash of a turn of form 1, made again of what is kept of it: it needs no rules.
    pub seal_of_form1: fn(&Sealed<'_>) -> Result<String, String>,
    /// A game again from what is kept of it.
    pub resume: fn(&Kept<'_>) -> Result<Arc<dyn Board>, String>,
}

/// What is known of a scenario that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// What it is to be called.
    pub title: &'a str,
    /// The map: one that comes with the program, or the name of the file whose text is `own_map`.
    pub map: &'a str,
    /// The text of a map of its own.
    pub own_map: Option<&'a str>,
    /// The parties that are at war, as written.
    pub nations: &'a [String],
}

/// What reads a scenario from its texts by file name.
pub type ScenarioReader = fn(&BTreeMap<String, String>) -> Result<Opening, Vec<String>>;

impl fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rulebook({})", self.name)
    }
}

/// The rulebooks that a house hosts.
#[derive(Clone, Copy, Debug)]
pub struct Rulebooks(pub &'static [&'static Rulebook]);

/// The file of a scenario that says by which rulebook it is played, as its key `ruleset`.
pub const MAIN_FILE: &str = "scenario.toml";

/// The rulebook that a text in TOML names as its `ruleset`.
fn ruleset_of(text: &str) -> Option<String> {
    Some(text.parse::<toml::Table>().ok()?.get("ruleset")?.as_str()?.to_owned())
}

impl Rulebooks {
    pub fn named(self, name: &str) -> Option<&'static Rulebook> {
        self.0.iter().copied().find(|rulebook| rulebook.name == name)
    }

    /// The rulebook that a scenario names; of one that names none, or none that is hosted, the first, which says so when it
    /// reads it.
    pub fn of_scenario(self, texts: &BTreeMap<String, String>) -> Option<&'static Rulebook> {
        let name = texts.get(MAIN_FILE).and_then(|text| ruleset_of(text));
        name.and_then(|name| self.named(&name)).or(self.0.first().copied())
    }

    /// The languages of their orders, each once.
    pub fn languages(self) -> Vec<&'static Language> {
        let mut languages: Vec<&'static Language> = Vec::new();
        for rulebook in self.0 {
            if languages.iter().all(|known| !std::ptr::eq(*known, rulebook.language)) {
                languages.push(rulebook.language);
            }
        }
        languages
    }

    /// The names of the scenarios that come with the program, in alphabetical order.
    pub fn scenario_names(self) -> Vec<&'static str> {
        let files = self.0.iter().flat_map(|rulebook| rulebook.scenarios);
        let names = files.filter_map(|(path, _)| path.split('/').nth(1)).collect::<BTreeSet<_>>();
        names.into_iter().collect()
    }

    /// The texts of a scenario that comes with the program, by file name; `None` if there is none of that name.
    pub fn scenario(self, name: &str) -> Option<BTreeMap<String, String>> {
        let folder = format!("scenarios/{name}/");
        let files = self.0.iter().flat_map(|rulebook| rulebook.scenarios);
        let of_it = files.filter_map(|(path, text)| Some((path.strip_prefix(&folder)?, *text)));
        let texts: BTreeMap<String, String> = of_it.map(|(file, text)| (file.into(), text.into())).collect();
        (!texts.is_empty()).then_some(texts)
    }
}

/// Templates of mails in which a game has words of its own.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// To a player whose game has been opened.
    pub welcome: &'static str,
    /// To a player whose pieces have no orders.
    pub reminder: &'static str,
}

/// What a game prints, to try templates with before a player sees them: whatever is a name holds
/// [`MARKUP`](fieldpost_print::press::MARKUP).
#[derive(Debug, Default)]
pub struct Samples {
    /// What it says in welcomes ([`Tell::welcome`]).
    pub welcomes: Vec<Value>,
    /// What it says in reminders ([`Tell::reminder`]).
    pub reminders: Vec<Value>,
    /// Reports that take every branch of their templates.
    pub reports: Vec<Report>,
}

/// A game as it begins.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What it is called unless its host says otherwise.
    pub title: String,
    /// What it is about, a sentence each, for the players' welcome.
    pub aims: Vec<String>,
    /// The map's id.
    pub map: String,
    /// Texts to be kept with the scenario's, so that the game outlives its folder: the map's, by its file's name.
    pub texts: BTreeMap<String, String>,
    /// What each party begins with, in words: who, and what.
    pub forces: Vec<(String, String)>,
    /// The board, by the dice that it is played with.
    pub board: Seedling,
}

/// A board that waits for the seed of its dice.
#[derive(Clone)]
pub struct Seedling(pub Arc<dyn Fn(u64) -> Arc<dyn Board> + Send + Sync>);

impl Seedling {
    /// The board, played with this seed.
    pub fn with(&self, seed: u64) -> Arc<dyn Board> {
        (self.0)(seed)
    }
}

impl fmt::Debug for Seedling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seedling")
    }
}

/// What is kept of a game.
pub struct Kept<'a> {
    /// The name of the rulebook that it is played by.
    pub rulebook: &'a str,
    /// The seed of all dice.
    pub seed: u64,
    /// A text that was kept with its scenario, by its file's name.
    pub text: &'a dyn Fn(&str) -> Result<String, String>,
    pub position: &'a [u8],
}

/// A turn that was run.
pub trait Finished: Send + Sync {
    /// The game at the start of the next turn.
    fn board(&self) -> Arc<dyn Board>;
    /// What is kept of it, its events in form 2.
    fn papers(&self) -> Papers;
    /// The turn's hash (promise 5): one over what is kept, the same for every game.
    fn hash(&self) -> String {
        let Papers { events, draws, .. } = self.papers();
        form2::hash(&self.board().position(), &events, &draws)
    }
    /// Its events as records of form 1 have them: turns that were run then are held to these.
    fn events_of_form1(&self) -> Vec<u8>;
    /// The reports of a player, as wished: made of what the player was told, never of the position.
    ///
    /// # Errors
    /// If a template is at fault.
    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError>;
    /// The report of the turn for a game administrator: the whole board, and all that happened, whoever saw it. It goes to no
    /// player. A game that has none leaves it out.
    ///
    /// # Errors
    /// If a template is at fault.
    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let _ = (heading, wishes, shop);
        Ok(None)
    }
    /// For the game's own rooms.
    fn as_any(&self) -> &dyn Any;
}
