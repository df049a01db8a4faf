//! Hand edits: carried out on the position by the engine's own hand, kept with what they changed, and taken back.

use crate::desk::ga::record::{GaChange, HandEdit, Said};
use crate::desk::ga::undo::{built_on, undone_by};
use crate::desk::ga::work::{Done, Fault, Taken, Work};
use crate::desk::seats::{self, Seats};
use crate::games::land::edits::fields::field_named;
use crate::games::land::edits::told::Told;
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
        let mut against = edited.against;
        let mut touches = touch::between(state, &edited.state).map_err(|error| error.to_string())?;
        let unit = assigned_unit(edit);
        if let Some(unit) = unit {
            touches = with_seat(state, unit, touches);
        }
        if touches.is_empty() {
            return Err("everything is so already: nothing would change".into());
        }
        against.extend(self.objections(unit, &edited.state, given.insist)?);
        let said = edited.said.into_iter().map(said_of).collect();
        let done = self.keep(Kept { words, touches, said, against, secretly: given.secretly, undoes: None });
        Ok(Done { results: edited.notes, ..done })
    }

    /// An edit carried out. An assignment begins with who commands the unit now, not at the start of the turn.
    fn edited(&self, edit: &Edit, insist: bool) -> Result<Edited, Fault> {
        let mut state = self.game.state().clone();
        if let Some(unit) = assigned_unit(edit)
            && let Some(seat) = Seats::latest(self.game.state(), &self.game.book).of(unit)
        {
            state.seats.insert(unit, seat);
        }
        edits::carry_out(self.game.field().into(), &state, edit, insist).map_err(|refused| {
            let why = refused.why.join(" ");
            let why = if refused.may_insist { may_insist(&why) } else { why };
            Fault { why, nearest: refused.nearest }
        })
    }

    /// Rule 3.5: what an edit that changes ranks or seats goes against. Without OVERRIDE it is not done then.
    fn objections(
        &self,
        assigned: Option<UnitId>,
        after: &LandState,
        insist: bool,
    ) -> Result<Vec<String>, Fault> {
        let state = self.game.state();
        let ranks = |state: &LandState| state.players.iter().map(|player| player.rank).collect::<Vec<_>>();
        if assigned.is_none() && state.seats == after.seats && ranks(state) == ranks(after) {
            return Ok(Vec::new());
        }
        let mut book = self.game.book.clone();
        let before = seats::faults(state, &book);
        // What the turn's letters assigned of a unit holds no longer once the GA assigns it.
        book.offices.retain(|filed| assigned.is_none() || seats::assigned(filed) != assigned);
        let fresh = seats::faults(after, &book).into_iter().filter(|fault| !before.contains(fault));
        let objections = fresh.map(|(_, why)| why).collect::<Vec<_>>();
        match objections.first() {
            Some(why) if !insist => Err(may_insist(why).into()),
            _ => Ok(objections),
        }
    }

    /// `UNDO n`.
    pub fn undo(&mut self, number: u32, words: &str) -> Taken {
        let edits = &self.game.book.edits;
        let Some(edit) = edits.iter().find(|edit| edit.number == number) else {
            return Err(self.no_such_edit(number));
        };
        if let Some(by) = undone_by(edits, number) {
            let nearest = Some(format!("UNDO {}", by.number));
            return Err(Fault {
                why: format!("edit {number} was taken back by edit {} already", by.number),
                nearest,
            });
        }
        let on_it = built_on(edits, edit).collect::<Vec<_>>();
        if let Some(last) = on_it.last() {
            let told =
                on_it.iter().map(|edit| format!("edit {} ({})", edit.number, edit.words)).collect::<Vec<_>>();
            let why = format!(
                "built on edit {number}: {}; take that back first, the last one first",
                told.join(", ")
            );
            return Err(Fault { why, nearest: Some(format!("UNDO {}", last.number)) });
        }
        let touches = touch::reversed(&edit.touches);
        let back =
            |said: &Said| Said { before: said.after.clone(), after: said.before.clone(), ..said.clone() };
        let said = edit.said.iter().map(back).collect();
        let (secretly, undone) = (edit.secretly, edit.words.clone());
        edits::carry_out_touches(self.game.field().into(), self.game.state(), &touches)
            .map_err(|refused| refused.why.join(" "))?;
        let kept = Kept { words, touches, said, against: Vec::new(), secretly, undoes: Some(number) };
        let mut done = self.keep(kept).and(format!("Edit {number} is taken back: {undone}."));
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

    /// Puts an edit into the record.
    fn keep(&mut self, kept: Kept<'_>) -> Done {
        let Kept { words, touches, said, against, secretly, undoes } = kept;
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
        Done { edit: Some(number), said, against, undo, ..Done::default() }
    }
}

/// An objection that the GA may pass over.
fn may_insist(why: &str) -> String {
    format!("{}; to do it all the same, write OVERRIDE behind it", why.trim_end_matches('.'))
}

/// The unit whose seat an edit gives.
fn assigned_unit(edit: &Edit) -> Option<UnitId> {
    match edit {
        Edit::Assign { unit, .. } => Some(*unit),
        Edit::SetUnit { unit, field, .. } => {
            let name = field_named(field)?.name;
            (name == "commander" || name == "deputy").then_some(*unit)
        }
        _ => None,
    }
}

/// An edit on its way into the record.
struct Kept<'a> {
    words: &'a str,
    touches: Vec<Touch>,
    said: Vec<Said>,
    against: Vec<String>,
    secretly: bool,
    undoes: Option<u32>,
}

fn said_of(told: Told) -> Said {
    let Told { unit, what, before, after } = told;
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
