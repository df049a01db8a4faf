//! A game administrator's hand on a campaign, and what is shown of it.

use std::sync::Arc;

use crate::hand;
use crate::table::Table;
use fieldpost_door::{Board, Edited, Hand, Refused};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::Touch;
use fieldpost_land::command::shown;
use fieldpost_land::language::unit_of;
use fieldpost_land::state::LandState;
use fieldpost_print::section::Section;

impl Hand for Table {
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
        hand::edit(self, words, insist, seats)
    }

    fn enlist(&self, name: &str, standing: &str, insist: bool) -> Result<Edited, Refused> {
        hand::enlist(self, name, standing, insist)
    }

    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        hand::redo(self, touches)
    }

    fn undo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        hand::undo(self, touches)
    }

    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        hand::whom(self, touches)
    }

    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<shown::Rows, Refused> {
        if let Some(fleet) = self.fleet().filter(|_| self.is_ship(piece)) {
            return fleet.show_ship(piece, seats);
        }
        let unit = unit_of(piece).ok_or_else(|| Refused::from(format!("there is no unit {piece}")))?;
        shown::unit(self.book, self.all().state, &self.atlas.map.grid, unit, seats).map_err(not_there)
    }

    fn show_place(&self, name: &str) -> Result<(String, shown::Rows), Refused> {
        let port = |name: &str| self.fleet().and_then(|fleet| fleet.show_port(name));
        match shown::city(&self.land, &self.atlas.map.grid, name).map_err(not_there) {
            Ok((name, mut rows)) => {
                rows.extend(port(&name).into_iter().flat_map(|port| port.1));
                Ok((name, rows))
            }
            Err(refused) => port(name).ok_or(refused),
        }
    }

    fn show_whole(&self, what: &str, seats: &dyn Seating) -> Option<Vec<Section>> {
        if let Some(shown) = self.fleet().and_then(|fleet| fleet.shown(what)) {
            return Some(vec![shown]);
        }
        // Who commands now is what the turn's letters have assigned, too.
        let seats = seats.all().into_iter().filter_map(|(piece, seat)| Some((unit_of(&piece)?, seat)));
        let now = LandState { seats: seats.collect(), ..(*self.land).clone() };
        fieldpost_tell::umpire::shown(self.theatre(), &now, what).map(|shown| vec![shown])
    }

    fn draws_whole(&self, what: &str) -> bool {
        what == "MAP"
    }
}

fn not_there((why, nearest): shown::NotThere) -> Refused {
    Refused { nearest, ..Refused::from(why) }
}
