//! A game in memory: the desk's record of it, how it is run, and the names its letters may use.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use crate::clock::Millis;
use fieldpost_desk::ga::record::HandEdit;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::record::{Change, Earlier, GameName, TURNS_BACK};
use fieldpost_desk::settings::Settings;
use fieldpost_door::{Board, Kept, Refused, Rulebooks};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_print::album::Grounds;
use fieldpost_store::{GameRow, Store, WholeGame};

/// A game that is hosted.
#[derive(Debug)]
pub struct Hosted {
    /// What the desk judges by.
    pub record: GameRecord,
    /// Which version of the game on record this is: what is judged by it is held to that.
    pub version: u64,
    /// When it was opened.
    pub begun_ms: Millis,
    /// The grounds of pictures that were drawn on its maps.
    pub grounds: Arc<Grounds>,
    /// Squares, units, cities and players that its letters may name.
    pub lexicon: Lexicon,
}

/// A game that cannot be read.
#[derive(Clone, Debug)]
pub struct StandingGame {
    pub why: String,
    /// When it was opened.
    pub(super) begun_ms: Millis,
    /// When it was last tried, by our clock.
    pub(super) tried_ms: Millis,
    /// Where its players and administrators are registered, in small letters.
    pub(super) addresses: BTreeSet<String>,
    /// Where those administrators are registered who are told what they must know.
    pub(super) gas: Vec<String>,
}

impl Hosted {
    /// Reads a game from the record; `known` saves making its maps again.
    ///
    /// # Errors
    /// If the store cannot be read, or map or rulebook are not ones we know.
    pub fn load(
        store: &dyn Store,
        name: &GameName,
        known: Option<&dyn Board>,
        rulebooks: Rulebooks,
    ) -> anyhow::Result<Self> {
        // All of it is read at one moment: half of it from before a change and half from after would be a game that never was.
        let WholeGame { version, row, position, accounts, book, held } = store.whole_game(name)?;
        let settings: Settings =
            serde_json::from_value(row.schedule.clone()).context("its settings are damaged")?;
        let board = match known {
            Some(board) => board.at(position.bytes()).map_err(|why| anyhow!(why))?,
            None => resumed(store, &row, position.bytes(), rulebooks)?,
        };
        let board = edited(board, &book.edits)?;
        let lexicon = lexicon(&*board);
        let opening = Opening { name: name.clone(), title: row.setup.title.clone(), board, is_closed: false };
        let mut record = GameRecord::new(opening, settings, accounts, book, held);
        record.earlier = Arc::new(earlier_books(store, name, record.book.turn));
        record.hold = row.hold;
        record.administration = row.administration;
        let grounds = Arc::default();
        Ok(Hosted { record, version, begun_ms: row.opened_ms, grounds, lexicon })
    }

    /// Whether its turn could not be run: it is not tried again until somebody asks for it.
    pub fn is_stuck(&self) -> bool {
        self.record.held_why().is_some_and(|why| why.starts_with(STUCK))
    }

    /// Carries a change out. Players, pieces and leaders that come with a hand edit may be named by letters from then on.
    pub fn apply(&mut self, change: &Change) {
        let before = Arc::clone(&self.record.opening.board);
        self.record.apply(change);
        if !Arc::ptr_eq(&before, &self.record.opening.board) {
            self.lexicon = lexicon(&*self.record.opening.board);
        }
    }

    /// By what names letters from an address are read: with those of pieces that the players who are registered there know.
    pub(super) fn lexicon_for(&self, from: Option<&str>) -> Cow<'_, Lexicon> {
        let board = self.record.board();
        let players = self.record.players_at(from.unwrap_or_default());
        let players = players.map(|(number, _)| number).collect::<Vec<_>>();
        let known = (!players.is_empty()).then(|| board.lexicon_for(&players)).flatten();
        known.map_or(Cow::Borrowed(&self.lexicon), |known| Cow::Owned(with_players(board, known)))
    }

    /// The names of a game for its administrators: they may know every unit.
    pub(super) fn whole_lexicon(&self) -> Lexicon {
        let board = self.record.board();
        Lexicon { pieces: self.record.pieces(), ..with_players(board, board.lexicon()) }
    }

    /// What decides whether its turn or a task is due, for comparing.
    pub(super) fn decided_by(&self) -> impl PartialEq + use<> {
        let tasks = self.record.administration.tasks.iter().map(|task| task.number).collect::<Vec<_>>();
        (self.turn(), self.record.settings, self.record.hold.clone(), tasks)
    }

    /// The open turn.
    pub fn turn(&self) -> u32 {
        self.record.board().turn()
    }
}

/// The order books of the turns before the open one. Turns that were closed before books were kept have none. A damaged book is
/// passed over, so that old letters of its turn are not known again; whoever looks over the record tells of it.
fn earlier_books(store: &dyn Store, name: &GameName, open: u32) -> Earlier {
    let turns = (open.saturating_sub(TURNS_BACK)..open).rev();
    let records = turns.filter_map(|turn| store.turn(name, turn).ok().flatten());
    let papers = records.filter_map(|record| store.paper(&record.book?).ok());
    papers.filter_map(|paper| paper.read().ok()).collect()
}

/// A game with the hand edits of its turn.
///
/// # Errors
/// If one does not fit it.
pub fn edited(board: Arc<dyn Board>, edits: &[HandEdit]) -> anyhow::Result<Arc<dyn Board>> {
    if edits.is_empty() {
        return Ok(board);
    }
    let touches = edits.iter().flat_map(|edit| edit.touches.clone()).collect::<Vec<_>>();
    let misfit = |refused: Refused| anyhow!(refused.why.join(" "));
    board.redo(&touches).map_err(misfit).context("its hand edits do not fit its position")
}

/// How the reason for a hold begins if the turn could not be run.
pub const STUCK: &str = "it could not be run: ";

/// A game from its rulebook's name and what is kept with it.
fn resumed(
    store: &dyn Store,
    row: &GameRow,
    position: &[u8],
    rulebooks: Rulebooks,
) -> anyhow::Result<Arc<dyn Board>> {
    let Some(rulebook) = rulebooks.named(&row.setup.ruleset) else {
        bail!("the rulebook {:?} is not one that is hosted here", row.setup.ruleset);
    };
    let text = |file: &str| {
        let bytes = store.scenario_text(&row.name, file).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| format!("{file} is not text"))
    };
    let kept = Kept { rulebook: rulebook.name, seed: row.setup.seed, text: &text, position };
    (rulebook.resume)(&kept).map_err(|why| anyhow!(why))
}

fn lexicon(board: &dyn Board) -> Lexicon {
    // Not the pieces, nor their names: a hint must not tell a player which enemy units there are. The desk hints at own ones.
    with_players(board, board.lexicon_for(&[]).unwrap_or_else(|| board.lexicon()))
}

fn with_players(board: &dyn Board, lexicon: Lexicon) -> Lexicon {
    Lexicon { players: board.players().into_iter().map(|player| player.name).collect(), ..lexicon }
}
