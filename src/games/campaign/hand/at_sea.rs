//! A game administrator's hand on the sea.

use std::sync::Arc;

use serde_json::Value;

use crate::fleet::Fleet;
use fieldpost_door::{Edited, Refused, Said};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::touch::Touch;
use fieldpost_sea::chart::PortNo;
use fieldpost_sea::edits::{self, Edit, carry_out};
use fieldpost_sea::language;
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;

/// Where the sea stands among the values that edits touch.
const SEA: &str = "/sea";

impl Fleet<'_> {
    /// An edit of the sea, if the words are one.
    pub(super) fn edited(self, words: &str) -> Option<Result<Edited, Refused>> {
        let names = language::names_of(self.sea.state.ships.values());
        let edit = language::edit(words, &self.sea.chart, names)?;
        Some(edit.map_err(Refused::from).and_then(|edit| self.carry_out(&edit)))
    }

    fn carry_out(self, edit: &Edit) -> Result<Edited, Refused> {
        let mut sea = (*self.sea.state).clone();
        let (ship, what, before, after) =
            carry_out(edit, &self.sea.chart, &mut sea).map_err(Refused::from)?;
        let mut touches = Vec::new();
        compare(SEA, &value_of(&self.sea.state)?, &value_of(&sea)?, &mut touches);
        let unit = ship.map(|id: ShipId| Piece::from(id.to_string()));
        // What letters have assigned of her holds no longer.
        let gives_seat =
            matches!(edit, Edit::SetShip(_, edits::Value::Commander(_) | edits::Value::Deputy(_)));
        let unit_of_seat = unit.clone().filter(|_| gives_seat);
        Ok(Edited {
            board: Arc::new(self.with_ships(sea)),
            touches,
            said: vec![Said { unit, what, before, after, only: None }],
            against: Vec::new(),
            notes: Vec::new(),
            assigned: unit_of_seat,
        })
    }

    /// The position at sea with touches of it carried out.
    pub(super) fn touched(self, touches: &[Touch]) -> Result<SeaState, Refused> {
        let mut value = value_of(&self.sea.state)?;
        for touch in touches {
            put(&mut value, touch)?;
        }
        serde_json::from_value(value)
            .map_err(|why| Refused::from(format!("there would be no such position at sea: {why}")))
    }

    /// Who is told of a ship, a port or a wind that was changed: the Naval Secretary of her nation or of the holder; whoever has ships.
    pub(super) fn told_of(self, touch: &Touch) -> Vec<PlayerNo> {
        let state = &self.sea.state;
        if let Some(ship) = touched_ship(touch) {
            return self.secretary(ship.nation).into_iter().collect();
        }
        if touch.path.starts_with("/sea/winds/") {
            return state.ships.values().map(|ship| ship.commander).collect();
        }
        let port =
            touch.path.strip_prefix("/sea/ports/").and_then(|rest| rest.split('/').next()?.parse().ok());
        let holder = port.and_then(|port| state.holder(PortNo(port)));
        holder.and_then(|nation| self.secretary(nation)).into_iter().collect()
    }
}

/// Whether a touch is of the sea.
pub(super) fn is_of_sea(touch: &Touch) -> bool {
    touch.path.starts_with("/sea/")
}

fn touched_ship(touch: &Touch) -> Option<ShipId> {
    touch.path.strip_prefix("/sea/ships/")?.split('/').next()?.parse().ok()
}

fn value_of(state: &SeaState) -> Result<Value, Refused> {
    serde_json::to_value(state).map_err(|why| format!("the position at sea cannot be written: {why}").into())
}

/// What differs of two values, down to what is no object.
fn compare(path: &str, before: &Value, after: &Value, touches: &mut Vec<Touch>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(one), Value::Object(other)) => {
            let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for key in keys {
                let path = format!("{path}/{key}");
                match (one.get(key), other.get(key)) {
                    (Some(before), Some(after)) => compare(&path, before, after, touches),
                    (before, after) => {
                        touches.push(Touch { path, at: None, before: before.cloned(), after: after.cloned() })
                    }
                }
            }
        }
        _ => touches.push(Touch {
            path: path.to_owned(),
            at: None,
            before: Some(before.clone()),
            after: Some(after.clone()),
        }),
    }
}

/// Carries a touch out on the sea's JSON.
fn put(value: &mut Value, touch: &Touch) -> Result<(), Refused> {
    let misfit = || Refused::from(format!("{} is not what it was before that edit", touch.path));
    let path = touch.path.strip_prefix(SEA).and_then(|path| path.strip_prefix('/')).ok_or_else(misfit)?;
    let (parents, last) = path.rsplit_once('/').map_or((None, path), |(parents, last)| (Some(parents), last));
    let mut at = value;
    for key in parents.into_iter().flat_map(|parents| parents.split('/')) {
        at = at.get_mut(key).ok_or_else(misfit)?;
    }
    let object = at.as_object_mut().ok_or_else(misfit)?;
    if object.get(last) != touch.before.as_ref() {
        return Err(misfit());
    }
    match &touch.after {
        Some(after) => object.insert(last.to_owned(), after.clone()),
        None => object.remove(last),
    };
    Ok(())
}
