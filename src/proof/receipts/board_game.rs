//! The measure of receipts in Europa: each stack goes for the nearest enemy, or the machine writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::europa::contact;
use crate::receipts::Measure;
use fieldpost_campaign::measured::Refused;
use fieldpost_door::{Finished, Seedling};
use fieldpost_engine::piece::Piece;
use fieldpost_europa::board::Table;
use fieldpost_europa::event::Kind;

/// The wars of Italy. The board is open: nobody sees less than all of it.
pub static EUROPA: Measure = Measure {
    name: "europa",
    // Contact is what its letters are about, and a fight is not foreseen.
    ceiling: 75,
    begin: opened,
    letter: |board, by, _| contact::letter(board, by).unwrap_or_default(),
    blind: |board, _| Some(Arc::new(Table::of(board)?.clone())),
    place: |board, piece| Table::of(board)?.place_of(piece),
    refused,
    blown: |_, _| false,
};

fn opened() -> Seedling {
    let italy = fieldpost_europa::EUROPA.scenarios.iter().find(|(path, _)| path.contains("italy"));
    let text = italy.map(|(_, text)| (*text).to_owned()).unwrap_or_default();
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text)]);
    let opening = (fieldpost_europa::EUROPA.scenario)(&texts);
    opening.unwrap_or_else(|faults| panic!("{}", faults.join("\n"))).board
}

fn refused(ran: &dyn Finished, piece: &Piece) -> Vec<Refused> {
    let is_of_it = |event: &&fieldpost_europa::event::Event| {
        event.stack.as_ref() == Some(piece) && matches!(event.kind, Kind::Refused | Kind::Wait)
    };
    let events = Table::events_of(ran).iter().filter(is_of_it);
    events.map(|event| Refused { order: String::new(), why: event.why.clone() }).collect()
}
