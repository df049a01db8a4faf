//! A game in memory: the desk's record of it, how it is run, and the names its letters may use.

use std::sync::Arc;

use anyhow::{Context, bail};

use crate::daemon::clock::Millis;
use crate::desk::ga::record::HandEdit;
use crate::desk::game::{GameRecord, Opening};
use crate::desk::record::GameName;
use crate::desk::settings::Settings;
use crate::engine::calendar::Calendar;
use crate::games::ground::map_file;
use crate::games::land::edits::touch;
use crate::games::land::scenario::{MAIN_FILE, calendar_of};
use crate::games::{Game, Position};
use crate::grammar::letter::Lexicon;
use crate::print::album::Grounds;
use crate::store::{GameRow, Store};

/// A game that is hosted.
#[derive(Debug)]
pub struct Hosted {
    /// What the desk judges by.
    pub record: GameRecord,
    /// When it was opened.
    pub begun_ms: Millis,
    /// The days of the game's own world.
    pub calendar: Option<Calendar>,
    /// The grounds of pictures that were drawn on its maps.
    pub grounds: Arc<Grounds>,
    /// Squares, units, cities and players that its letters may name.
    pub lexicon: Lexicon,
}

impl Hosted {
    /// Reads a game from the record; `known` saves making its maps again.
    ///
    /// # Errors
    /// If the store cannot be read, or map or rulebook are not ones we know.
    pub fn load(store: &dyn Store, name: &GameName, known: Option<Game>) -> anyhow::Result<Self> {
        let row = store.game(name)?.context("it is not in the record")?;
        let settings: Settings =
            serde_json::from_value(row.schedule.clone()).context("its settings are damaged")?;
        let game = match known {
            Some(game) => game,
            None => game_of(store, &row)?,
        };
        let book = store.order_book(name)?;
        let position = Arc::new(edited(store.position(name)?, &book.edits)?);
        // A game whose scenario cannot be read again is played all the same: reports then name no day.
        let head = store.scenario_text(name, MAIN_FILE).ok().and_then(|text| String::from_utf8(text).ok());
        let calendar = head.and_then(|text| calendar_of(&text));
        let lexicon = lexicon(&game, &position);
        let opening =
            Opening { name: name.clone(), title: row.setup.title.clone(), game, position, is_closed: false };
        let mut record = GameRecord::new(opening, settings, store.accounts(name)?, book, store.held(name)?);
        record.hold = row.hold;
        record.administration = row.administration;
        let grounds = Arc::default();
        Ok(Hosted { record, begun_ms: row.opened_ms, calendar, grounds, lexicon })
    }

    /// Whether its turn could not be run: it is not tried again until somebody asks for it.
    pub fn is_stuck(&self) -> bool {
        self.record.held_why().is_some_and(|why| why.starts_with(STUCK))
    }

    /// Takes over the names of players who came with a hand edit: letters may use them from now on.
    pub fn learn_names(&mut self) {
        let state = self.record.state();
        if state.players.len() != self.lexicon.players.len() {
            self.lexicon.players = state.players.iter().map(|player| player.name.clone()).collect();
        }
    }

    /// The open turn.
    pub fn turn(&self) -> u32 {
        self.record.state().turn
    }
}

/// A position with the hand edits of its turn.
///
/// # Errors
/// If one does not fit it.
pub fn edited(position: Position, edits: &[HandEdit]) -> anyhow::Result<Position> {
    if edits.is_empty() {
        return Ok(position);
    }
    let Position::Land(state) = position;
    let touches = edits.iter().flat_map(|edit| &edit.touches);
    let state = touch::carried_out(&state, touches).context("its hand edits do not fit its position")?;
    Ok(Position::Land(state))
}

/// How the reason begins for which a turn is held that could not be run.
pub const STUCK: &str = "it could not be run: ";

/// The fixed part of a game, from its rulebook's name and the map text kept with it.
fn game_of(store: &dyn Store, row: &GameRow) -> anyhow::Result<Game> {
    let Some(book) = crate::games::land::book::of_ruleset(&row.setup.ruleset) else {
        bail!("the rulebook {:?} is not one that is hosted here", row.setup.ruleset);
    };
    let text = String::from_utf8(store.scenario_text(&row.name, MAP_FILE)?).context("its map is not text")?;
    let loaded = map_file::load(&text).context("its map cannot be read")?;
    Ok(Game::Land { book, atlas: Arc::new(loaded.atlas), seed: row.setup.seed })
}

/// The map's name among a game's scenario texts.
pub const MAP_FILE: &str = "map.toml";

fn lexicon(game: &Game, position: &Position) -> Lexicon {
    let Position::Land(state) = position;
    // Not the pieces: a hint must not tell a player which enemy units there are. The desk hints at own ones.
    Lexicon { players: state.players.iter().map(|player| player.name.clone()).collect(), ..game.lexicon() }
}
