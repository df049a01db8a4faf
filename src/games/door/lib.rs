//! The door between the house and its games: what a rulebook is ([`Rulebook`]), a game with its open position ([`Board`]), and
//! a turn that was run ([`Finished`]).
//!
//! **Nothing here knows a letter, an address or the time; nothing outside a game knows a brigade or a province.** An order
//! comes through the door as its canonical words ([`Line`]), what it is for by its name ([`Piece`]), a position and all that
//! is kept of a turn as the bytes of a paper. A new game is a folder beside this one and a line in the one list of what is
//! hosted; docs/new-game.md goes through it.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_engine::touch::Touch;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::Language;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use serde_json::Value;

mod proof;
mod values;

pub use proof::{CaseReport, Contest, Proof, Proofs, Rehearsal, Soak, Tournament};
pub use values::{
    Assigns, Block, ClosedBook, Differs, Excess, Foreseen, Outlook, Papers, Player, Refused, Said, Written,
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
    /// Rules that it goes against because the game administrator insisted, a sentence each.
    pub against: Vec<String>,
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
    /// The same of a text.
    pub cited: fn(&str) -> String,
    /// Samples of all that its templates print.
    pub samples: fn(&Heading, &Shop<'_>) -> Result<Samples, String>,
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
    /// The rulebook of a name.
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
    /// What it says in welcomes ([`Board::welcome`]).
    pub welcomes: Vec<Value>,
    /// What it says in reminders ([`Board::reminder`]).
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
    /// The position.
    pub position: &'a [u8],
}

/// A game with its open position: a value, cheap to share and never changed. An edit gives another board.
///
/// What has an answer here is what not every game knows: a game that has it says so itself.
pub trait Board: fmt::Debug + Send + Sync {
    /// The rulebook that it is played by.
    fn rulebook(&self) -> &'static Rulebook;
    /// The open turn.
    fn turn(&self) -> u32;
    /// What kind of turn it is, in words.
    fn season(&self) -> String;
    /// Whether players are expected to order something in it.
    fn awaits_orders(&self) -> bool {
        true
    }
    /// That the game is over and what came of it, in a clause that goes on behind "no order is taken any more:"; `None` while it
    /// goes on. No turn of a game that is over runs, and no order counts: its administrator closes it, or goes back.
    fn over(&self) -> Option<String> {
        None
    }
    /// The score and who would have won with it, in a clause, for who ends a game; `None` where a game keeps no score.
    fn outcome(&self) -> Option<String> {
        None
    }
    /// The days of its world, if it has any.
    fn calendar(&self) -> Option<Calendar> {
        None
    }

    /// Who plays, in the order of their numbers.
    fn players(&self) -> Vec<Player>;
    /// Whether one player may rely on the other.
    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool;
    /// Who plays for a party of this name, and for no ally of it.
    fn of_party(&self, name: &str) -> Vec<PlayerNo>;
    /// Who plays for a side that a letter names, and for its allies.
    ///
    /// # Errors
    /// That nobody does, in a clause.
    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String>;
    /// Who holds an office that a player's letter names.
    ///
    /// # Errors
    /// That nobody does, in a clause.
    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String>;

    /// All pieces in the order in which the game lists them, each with its seat at the start of the turn if it has one.
    fn pieces(&self) -> Vec<(Piece, Option<Seat>)>;
    /// Pieces that orders may make, each with the seat that it would have: a letter may order them as if they were there.
    fn prospects(&self) -> Vec<(Piece, Seat)> {
        Vec::new()
    }
    /// Whether pieces that one letter orders go as its blocks stand, and not in the game's own order.
    fn goes_as_written(&self) -> bool {
        false
    }
    /// Whether orders are looked for from a piece.
    fn wants_orders(&self, piece: &Piece) -> bool;

    /// The pieces that belong to a piece, as brigades to the headquarters that they answer to or draw on, itself first. Whose they
    /// are the desk asks.
    fn members(&self, of: &Piece) -> Vec<Piece> {
        vec![of.clone()]
    }
    /// The language of its letters, and the places of its map.
    fn lexicon(&self) -> Lexicon;
    /// Lines of a block that the game does not take, each with why.
    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        let _ = block;
        Vec::new()
    }
    /// Whether an office entitles a player to a block for a piece that others command.
    fn is_entitled(&self, block: Written<'_>) -> bool {
        let _ = block;
        false
    }
    /// Why a player who has this right may not give a line that others may.
    fn bars(&self, right: Right, line: &Line) -> Option<String> {
        let _ = (right, line);
        None
    }
    /// Why a player may not give an office order at this moment, in a clause.
    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<String>;
    /// The seat that an office order gives, if it gives one.
    fn assigns(&self, order: &Line) -> Option<Assigns> {
        let _ = order;
        None
    }
    /// Pieces of which one player commands too many at the close.
    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        let _ = seats;
        Vec::new()
    }
    /// The words of the warning and of what is undone, for [`Board::in_excess`].
    fn excess(&self) -> Excess {
        Excess { warning: "", undone: "" }
    }
    /// What is wrong with who has which seat, in a clause each.
    fn faults_of_seats(&self, seats: &dyn Seating) -> Vec<(Piece, String)> {
        let _ = seats;
        Vec::new()
    }
    /// What a piece does to which nothing is ordered, in words of the order language.
    fn default_lines(&self, piece: &Piece) -> Vec<String>;
    /// What would fail of an order, a sentence each, as far as its sender can see.
    fn warnings(&self, piece: &Piece, lines: &[Line]) -> Vec<String> {
        let _ = (piece, lines);
        Vec::new()
    }
    /// A rehearsal of one player's orders on what that player sees: others do nothing, and nothing that the player does not see
    /// makes a difference. The book holds what stands for the player's own pieces, and no seats.
    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        let _ = (by, book);
        Foreseen::default()
    }
    /// What a player's orders as they stand will cost, and what stands beside those of pieces: told in every receipt, a sentence each.
    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        let _ = (by, book);
        Vec::new()
    }
    /// What follows from what blocks leave out, a sentence each.
    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        let _ = blocks;
        Vec::new()
    }

    /// Runs the open turn.
    fn run(&self, book: &ClosedBook) -> Box<dyn Finished>;
    /// Runs it once more from the papers that were kept of it: the orders and the seats.
    ///
    /// # Errors
    /// If these are no papers of this game.
    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String>;

    /// What a game administrator changes by hand, in canonical words.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused>;
    /// Takes a player in, with a standing in canonical words.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn enlist(&self, name: &str, standing: &str, insist: bool) -> Result<Edited, Refused>;
    /// The game with touches of hand edits carried out in their order.
    ///
    /// # Errors
    /// If a value that they changed is not what it was before them.
    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused>;
    /// The same with touches that take an edit back: what comes of it must be a position that could be played.
    ///
    /// # Errors
    /// If a value is not what the edit left, or there would be no such position.
    fn undo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        self.redo(touches)
    }
    /// Players who are told of a hand edit beside those who command or deputise for the pieces that it changed: whose own it
    /// is otherwise, such as the minister of a city. It is asked before the edit and after it.
    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        let _ = touches;
        Vec::new()
    }
    /// All of a piece for a game administrator: what, and how it is.
    ///
    /// # Errors
    /// If there is none.
    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<Vec<(String, String)>, Refused>;
    /// All of a place for a game administrator: its name, and what is how.
    ///
    /// # Errors
    /// If there is none.
    fn show_place(&self, name: &str) -> Result<(String, Vec<(String, String)>), Refused> {
        Err(format!("there is no place called {name}").into())
    }

    /// The whole board for a game administrator, by the word that asks for it, such as `MAP`: what its language has rows for
    /// ([`Show::Whole`](fieldpost_grammar::command::Show)), as lines. `None` where the game shows nothing by that word.
    fn show_whole(&self, what: &str, seats: &dyn Seating) -> Option<Vec<String>> {
        let _ = (what, seats);
        None
    }

    /// What the welcome of a player says beside what it says in every game.
    fn welcome(&self, to: PlayerNo) -> Value;
    /// What a reminder says of pieces without orders beside what it says in every game.
    fn reminder(&self, to: PlayerNo, idle: &[Piece]) -> Value;
    /// The position report of a player, at the start of the open turn.
    ///
    /// # Errors
    /// If a template is at fault.
    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError>;
    /// What differs for a player from a position that they last had.
    ///
    /// # Errors
    /// If that is no position of this game.
    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String>;
    /// The letters that a machine writes for some players, by what each of them sees; `None` for who has nothing to order.
    fn machine_letters(&self, players: &[PlayerNo], game: &str) -> Vec<Option<String>> {
        let _ = game;
        players.iter().map(|_| None).collect()
    }

    /// The same game in another position that is kept.
    ///
    /// # Errors
    /// If that is no position of this game.
    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String>;
    /// The position as it is kept.
    fn position(&self) -> Vec<u8>;
    /// For the game's own rooms.
    fn as_any(&self) -> &dyn Any;
}

/// A turn that was run.
pub trait Finished: Send + Sync {
    /// The game at the start of the next turn.
    fn board(&self) -> Arc<dyn Board>;
    /// The turn's hash (promise 5).
    fn hash(&self) -> String;
    /// What is kept of it.
    fn papers(&self) -> Papers;
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
