//! A game administrator's hand on the table.

use std::sync::Arc;

use crate::table::Table;
use fieldpost_door::{Board, Edited, Refused, Said};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::Touch;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_land::command::Opening;
use fieldpost_land::command::concerned::concerned;
use fieldpost_land::edits::fields::field_named;
use fieldpost_land::edits::told::Told;
use fieldpost_land::edits::touch;
use fieldpost_land::edits::{self, Edit};
use fieldpost_land::language::{self, lexicon_of, standing};
use fieldpost_land::state::{LandState, Rank};
use fieldpost_land::unit::UnitId;

mod at_sea;
mod shown;

/// Carries out an edit in canonical words, of the sea or of the land.
pub fn edit(table: &Table, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
    if let Some(edited) = table.fleet().and_then(|fleet| fleet.edited(words)) {
        return edited;
    }
    let lexicon = Lexicon { language: language::of(table.book), ..lexicon_of(&table.atlas.map) };
    match language::edit(words, &lexicon) {
        Some(edit) => carry_out(table, &edit, insist, seats),
        None => Err(format!("{words} is no hand edit of this game").into()),
    }
}

/// Takes a player in.
pub fn enlist(table: &Table, name: &str, words: &str, insist: bool) -> Result<Edited, Refused> {
    let Some((nation, rank)) = standing(words) else {
        return Err(format!("{words} is no nation of this game").into());
    };
    let rank = rank.unwrap_or(Rank::Colonel);
    let edit = Edit::AddPlayer { player: name.to_owned(), nation, rank };
    carry_out(table, &edit, insist, &Opening(&table.land))
}

/// An edit carried out. An assignment begins with who commands the unit now, not at the start of the turn.
fn carry_out(table: &Table, edit: &Edit, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
    let mut state = (*table.land).clone();
    let assigned = assigned_unit(edit);
    if let Some(unit) = assigned
        && let Some(seat) = seats.of(&unit.into())
    {
        state.seats.insert(unit, seat);
    }
    let edited = edits::carry_out(table.field().into(), &state, edit, insist).map_err(refused)?;
    let mut touches = touch::between(&table.land, &edited.state).map_err(|misfit| misfit.to_string())?;
    if let Some(unit) = assigned {
        touches = with_seat(&table.land, unit, touches);
    }
    Ok(Edited {
        board: Arc::new(table.with(edited.state)),
        touches,
        said: edited.said.into_iter().map(said).collect(),
        against: edited.against,
        notes: edited.notes,
        assigned: assigned.map(Into::into),
    })
}

/// The table with touches of hand edits carried out.
pub fn redo(table: &Table, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
    let (table, touches) = touched_at_sea(table, touches)?;
    let land = touch::carried_out(&table.land, &touches).map_err(|misfit| misfit.to_string())?;
    Ok(Arc::new(table.with(land)))
}

/// The same, if what comes of it is a position: rules are not asked, for they were when it was done first.
pub fn undo(table: &Table, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
    let (table, touches) = touched_at_sea(table, touches)?;
    let edited = edits::carry_out_touches(table.field().into(), &table.land, &touches).map_err(refused)?;
    Ok(Arc::new(table.with(edited.state)))
}

/// The table with the touches of the sea among some carried out; those of the land are left over.
fn touched_at_sea(table: &Table, touches: &[Touch]) -> Result<(Table, Vec<Touch>), Refused> {
    let (sea, land): (Vec<Touch>, Vec<Touch>) = touches.iter().cloned().partition(at_sea::is_of_sea);
    match table.fleet().filter(|_| !sea.is_empty()) {
        Some(fleet) => Ok((fleet.with_ships(fleet.touched(&sea)?), land)),
        None => Ok((table.clone(), land)),
    }
}

/// The players whom touches concern by what they are, each once, in the order of their numbers.
pub fn whom(table: &Table, touches: &[Touch]) -> Vec<PlayerNo> {
    let (sea, land): (Vec<Touch>, Vec<Touch>) = touches.iter().cloned().partition(at_sea::is_of_sea);
    let mut whom = concerned(table.field(), &land);
    let of_sea =
        table.fleet().into_iter().flat_map(|fleet| sea.iter().flat_map(move |touch| fleet.told_of(touch)));
    whom.extend(of_sea);
    whom.sort_unstable();
    whom.dedup();
    whom
}

fn refused(refused: edits::Refused) -> Refused {
    let edits::Refused { why, nearest, may_insist } = refused;
    Refused { why, nearest, may_insist }
}

fn said(told: Told) -> Said {
    let Told { unit, what, before, after } = told;
    Said { unit: unit.map(Into::into), what, before, after, only: None }
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
