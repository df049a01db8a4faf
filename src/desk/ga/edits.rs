//! Hand edits: carried out on the position by the engine's own hand, kept with what they changed, and taken back.

use crate::desk::ga::record::{GaChange, HandEdit, Said};
use crate::desk::ga::undo::{built_on, undone_by};
use crate::desk::ga::work::{Done, Fault, Taken, Work};
use crate::desk::record::OrderBook;
use crate::desk::seats::{self, Seats, is_officer_of_side};
use crate::games::land::edits::touch::{self, Touch};
use crate::games::land::edits::{self, Edit, Edited};
use crate::games::land::state::LandState;
use crate::games::land::unit::UnitId;
use crate::grammar::command::Given;

impl Work<'_> {
    /// A hand edit.
    pub fn edit(&mut self, edit: &Edit, given: &Given, words: &str) -> Taken {
        let state = self.game.state();
        let edited = self.edited(edit, given.insist)?;
        let mut against = edited.against.clone();
        let mut touches = touch::between(state, &edited.state).map_err(|error| error.to_string())?;
        if let Edit::Assign { unit, .. } = edit {
            touches = with_seat(state, *unit, touches);
        }
        against.extend(self.objections(edit, &edited.state, given.insist)?);
        let said = edited.said.into_iter().map(said_of).collect();
        self.keep(Kept { words, touches, said, against, secretly: given.secretly, undoes: None })
    }

    /// An edit carried out. An assignment begins with who commands the unit now, not at the start of the turn.
    fn edited(&self, edit: &Edit, insist: bool) -> Result<Edited, Fault> {
        let mut state = self.game.state().clone();
        if let Edit::Assign { unit, .. } = edit
            && let Some(seat) = Seats::latest(self.game.state(), &self.game.book).of(*unit)
        {
            state.seats.insert(*unit, seat);
        }
        edits::carry_out(&self.game.ground(), &state, edit, insist).map_err(|refused| {
            let insist = if refused.may_insist && !insist { INSIST } else { "" };
            Fault { why: format!("{}{insist}", refused.why.trim_end_matches('.')), nearest: refused.nearest }
        })
    }

    /// Rule 3.5: what an edit of ranks or seats goes against. Without OVERRIDE it is not done then.
    fn objections(&self, edit: &Edit, after: &LandState, insist: bool) -> Result<Vec<String>, Fault> {
        let mut objections = match edit {
            Edit::Assign { unit, commander, deputy } => self.strangers(*unit, commander, deputy.as_deref()),
            Edit::SetRank { .. } => Vec::new(),
            _ => return Ok(Vec::new()),
        };
        let (game, mut book) = (&self.game, self.game.book.clone());
        let before = seats::faults(game.state(), &book);
        if let Edit::Assign { unit, .. } = edit {
            forget_assignments(&mut book, *unit);
        }
        let fresh = seats::faults(after, &book).into_iter().filter(|fault| !before.contains(fault));
        objections.extend(fresh.map(|(_, why)| why));
        match objections.first() {
            Some(why) if !insist => Err(format!("{}{INSIST}", why.trim_end_matches('.')).into()),
            _ => Ok(objections),
        }
    }

    /// Officers who are not of the unit's side.
    fn strangers(&self, unit: UnitId, commander: &str, deputy: Option<&str>) -> Vec<String> {
        let state = self.game.state();
        let is_ours = |name: &&str| {
            let number = state.player_named(name);
            number.is_none_or(|number| is_officer_of_side(state, number, unit.nation))
        };
        let named = [Some(commander), deputy].into_iter().flatten();
        named.filter(|name| !is_ours(name)).map(|name| format!("{name} is no officer of the side of {unit}")).collect()
    }

    /// `UNDO n`.
    pub fn undo(&mut self, number: u32, words: &str) -> Taken {
        let edits = &self.game.book.edits;
        let Some(edit) = edits.iter().find(|edit| edit.number == number) else {
            return Err(self.no_such_edit(number));
        };
        if let Some(by) = undone_by(edits, number) {
            let nearest = Some(format!("UNDO {}", by.number));
            return Err(Fault { why: format!("edit {number} was taken back by edit {} already", by.number), nearest });
        }
        let on_it = built_on(edits, edit).collect::<Vec<_>>();
        if let Some(last) = on_it.last() {
            let told = on_it.iter().map(|edit| format!("edit {} ({})", edit.number, edit.words)).collect::<Vec<_>>();
            let why = format!("built on edit {number}: {}; take that back first, the last one first", told.join(", "));
            return Err(Fault { why, nearest: Some(format!("UNDO {}", last.number)) });
        }
        let touches = touch::reversed(&edit.touches);
        let back = |said: &Said| Said { before: said.after.clone(), after: said.before.clone(), ..said.clone() };
        let said = edit.said.iter().map(back).collect();
        let (secretly, undone) = (edit.secretly, edit.words.clone());
        let state = touch::carried_out(self.game.state(), &touches).map_err(|misfit| misfit.to_string())?;
        self.fault_of_position(&state)?;
        let kept = Kept { words, touches, said, against: Vec::new(), secretly, undoes: Some(number) };
        let mut done = self.keep(kept)?.and(format!("Edit {number} is taken back: {undone}."));
        done.results.extend(self.close_strays());
        Ok(done)
    }

    fn no_such_edit(&self, number: u32) -> Fault {
        if number == 0 || number > self.game.administration.edits_made {
            return format!("there is no hand edit {number}; SHOW EDITS lists them").into();
        }
        let open = self.game.book.turn;
        format!("edit {number} belongs to a turn that has been run since; turn {open} is open, and ROLLBACK goes back").into()
    }

    /// Why a position is none: an UNDO must leave what later edits and orders name.
    fn fault_of_position(&self, state: &LandState) -> Result<(), Fault> {
        let known = |number: &crate::engine::ids::PlayerNo| state.player(*number).is_some();
        let stray = state.seats.iter().find(|(unit, seat)| {
            !state.units.contains_key(unit) || ![Some(seat.commander), seat.deputy].iter().flatten().all(known)
        });
        match stray {
            Some((unit, _)) => Err(format!("{unit} would be left to somebody who is no player, or not be there").into()),
            None => edits::fault_of_position(&self.game.ground(), self.game.state(), state).map_or(Ok(()), |why| Err(why.into())),
        }
    }

    /// Puts an edit into the record.
    fn keep(&mut self, kept: Kept<'_>) -> Taken {
        let Kept { words, touches, said, against, secretly, undoes } = kept;
        if touches.is_empty() {
            return Err("it is so already: nothing would change".into());
        }
        let number = self.game.administration.edits_made + 1;
        let edit = HandEdit {
            number,
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            by: self.by.name.clone(),
            words: words.to_owned(),
            touches,
            said: said.clone(),
            against: against.clone(),
            secretly,
            undoes,
        };
        self.change(GaChange::Edit { turn: self.game.book.turn, edit });
        let undo = Some(format!("UNDO {number}"));
        Ok(Done { edit: Some(number), said, against, undo, ..Done::default() })
    }
}

/// What is said behind an objection that the GA may pass over.
const INSIST: &str = "; to do it all the same, write OVERRIDE behind it";

/// An edit on its way into the record.
struct Kept<'a> {
    words: &'a str,
    touches: Vec<Touch>,
    said: Vec<Said>,
    against: Vec<String>,
    secretly: bool,
    undoes: Option<u32>,
}

fn said_of(said: edits::Said) -> Said {
    let edits::Said { unit, what, before, after } = said;
    Said { unit, what, before, after }
}

/// Touches of an assignment with its seat among them, even where the position has had it so from the start of the turn: what
/// was assigned since then holds no longer.
fn with_seat(state: &LandState, unit: UnitId, mut touches: Vec<Touch>) -> Vec<Touch> {
    let path = format!("/seats/{unit}");
    if !touches.iter().any(|touch| touch.path.starts_with(&path)) {
        let seat = state.seats.get(&unit).and_then(|seat| serde_json::to_value(seat).ok());
        touches.push(Touch { path, at: None, before: seat.clone(), after: seat });
    }
    touches
}

/// What the turn's letters assigned of a unit holds no longer once the GA assigns it.
fn forget_assignments(book: &mut OrderBook, unit: UnitId) {
    book.offices.retain(|filed| seats::assigned(filed) != Some(unit));
}
