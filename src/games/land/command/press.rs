//! Whom a letter to a side or to the holder of an office reaches.

use crate::book::Book;
use crate::command::same_side;
use crate::language::officer;
use crate::orders::Office;
use crate::state::{LandState, Player};
use fieldpost_engine::ids::PlayerNo;

/// The players of a nation and of those who stand with it.
///
/// # Errors
/// That nobody plays it, in a clause.
pub fn side(book: &Book, state: &LandState, name: &str) -> Result<Vec<PlayerNo>, String> {
    let nation = book.nation(name);
    let found = all(state, |who| nation.is_some_and(|nation| same_side(state, who.nation, nation)));
    let name = nation.map_or_else(|| name.to_owned(), |nation| nation.words());
    some(found, || format!("nobody plays {name} in this game"))
}

/// The holders of an office: of the side that is named with it, or else of the writer's own; a governor is his bloc's,
/// whoever's that is.
///
/// # Errors
/// That nobody holds it, in a clause.
pub fn officers(book: &Book, state: &LandState, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String> {
    match officer(words) {
        Some((office @ Office::Governor(_), _)) => {
            let governs = |one: &Office| one.title().eq_ignore_ascii_case(&office.title());
            let found = all(state, |who| who.offices.iter().any(governs));
            some(found, || format!("nobody in this game is {}", book.title(&office)))
        }
        Some((office, of)) => {
            let side = of.map(|of| book.own(of)).or(state.player(by).map(|who| who.nation));
            let of_side = |who: &Player| side.is_some_and(|side| same_side(state, who.nation, side));
            let found = all(state, |who| who.offices.contains(&office) && of_side(who));
            let side = side.map(|side| side.spoken()).unwrap_or_default();
            some(found, || format!("nobody in this game is {} of {side}", book.title(&office)))
        }
        None => Err(format!("nobody in this game is {words}")),
    }
}

fn all(state: &LandState, fits: impl Fn(&Player) -> bool) -> Vec<PlayerNo> {
    state.numbered_players().filter(|(_, who)| fits(who)).map(|(number, _)| number).collect()
}

fn some(found: Vec<PlayerNo>, none: impl FnOnce() -> String) -> Result<Vec<PlayerNo>, String> {
    if found.is_empty() { Err(none()) } else { Ok(found) }
}
