//! A player's orders rehearsed on what the player sees, for the receipt.

use std::collections::BTreeSet;

use crate::orders;
use crate::table::Table;
use fieldpost_door::{ClosedBook, Foreseen, Outlook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::spelling::spelt;
use fieldpost_land::command::foresight;
use fieldpost_land::command::rehearsal::{Hitch, Stage, rehearse};
use fieldpost_land::detection::Sight;
use fieldpost_land::language::unit_of;
use fieldpost_land::turn::Afloat;
use fieldpost_land::unit::UnitId;
use fieldpost_tell::vantage::Vantage;

mod at_sea;
pub(crate) mod foretold;
mod in_sight;
mod known;

/// What comes of the orders in a book that holds those of one player, on land and at sea.
pub(crate) fn foresee(table: &Table, by: PlayerNo, book: &ClosedBook) -> Foreseen {
    let Some(fleet) = table.fleet() else { return on_land(table, by, book, Afloat::default()) };
    let mut foreseen = on_land(table, by, book, fleet.known_afloat(by, book));
    // What ships take aboard stands here as the ships' rehearsal has it: on land alone it would march.
    let at_sea = fleet.foresee(by, book);
    foreseen.pieces.extend(at_sea.pieces);
    foreseen.offices.extend(at_sea.offices);
    foreseen
}

/// The same of the player's units; `afloat` is what the player knows of ships.
fn on_land(table: &Table, by: PlayerNo, book: &ClosedBook, afloat: Afloat) -> Foreseen {
    let (nothing, Table { atlas, land, .. }) = (Sight::default(), table);
    let sight = table.sight(by).unwrap_or(&nothing);
    let Some(vantage) = Vantage::of(by, land, sight, atlas, table.book) else { return Foreseen::default() };
    let seen = vantage.as_seen();
    let ordered = orders::on_land(table.book, &atlas.map.grid, &seen, book);
    let own: BTreeSet<UnitId> = vantage.own.iter().map(|own| own.unit.id).collect();
    let stage = Stage {
        atlas: &table.atlas,
        book: table.book,
        seen,
        own,
        reported: vantage.reported_enemies(),
        beyond: vantage.fed_from_beyond(),
        afloat,
    };
    let mut rehearsal = rehearse(stage, ordered);
    let outlook = |(id, course): (UnitId, String)| {
        let hitches = rehearsal.hitches.remove(&id).unwrap_or_default();
        let warnings = beyond(table, book, id, &hitches).into_iter().map(in_own_letters).collect();
        (id.into(), Outlook { course: in_own_letters(course), warnings })
    };
    let pieces = rehearsal.courses.into_iter().map(outlook).collect();
    Foreseen { pieces, offices: rehearsal.declined.into_iter().map(in_own_letters).collect() }
}

/// Words for people, with places as they are written where they lie.
pub(crate) fn in_own_letters(words: String) -> String {
    spelt(&words).into_owned()
}

/// What the map alone had not told of a unit's orders.
fn beyond(table: &Table, book: &ClosedBook, id: UnitId, hitches: &[Hitch]) -> Vec<String> {
    let of_it = |piece: &Piece| unit_of(piece) == Some(id);
    let block = book.blocks.iter().find(|block| of_it(&block.piece));
    let lines = block.and_then(|block| block.lines.as_deref()).unwrap_or_default();
    let known = foresight::warnings(table.field(), id, &orders::of_unit(table, lines));
    let news = hitches.iter().filter(|hitch| !foresight::tells(&known, &hitch.why));
    news.map(Hitch::words).collect()
}
