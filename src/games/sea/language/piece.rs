//! How a letter calls a ship.

use crate::kind::Kind;
use crate::language::names;
use crate::ship::ShipId;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Near, Parsed, by, wrong};
use fieldpost_ground::language::shape_of_id;
use fieldpost_ground::nation::NationCode;
use nom::Parser;

/// A ship's name in letters: nation, number and type, as units are called.
pub(super) fn piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    let Ok((rest, (nation, number, kind))) = shape_of_id(input) else {
        return by(names::begun, lexicon).map(|id| Piece::from(id.to_string())).parse(input);
    };
    let found = format!("{nation}{number}{kind}").to_ascii_uppercase();
    let id = NationCode::new(nation).zip(Kind::of_code(kind)).zip(number.parse().ok());
    let Some(((nation, kind), number)) = id.filter(|row: &((_, _), u16)| row.1 > 0) else {
        let near = nearest(kind, Kind::ALL.iter().map(|row| (row.1, row.1)));
        let near = near.map_or_else(String::new, |near| format!("; the nearest is {near}"));
        return wrong(input, format!("{found} is no ship: {kind} is no type of ships{near}."), Near::Nothing);
    };
    let id = ShipId { nation, number, kind }.to_string();
    if lexicon.has_piece(&id) {
        Ok((rest, Piece::from(id)))
    } else {
        wrong(input, format!("There is no ship {id} in this game."), Near::Piece(id))
    }
}

/// The ship of a name as the grammar spells it.
pub fn ship_of(piece: &Piece) -> Option<ShipId> {
    piece.as_str().parse().ok()
}
