//! A position as it is kept: of a war on land `{"game":"land",…}`, of one with ships `{"game":"joint","land":…,"sea":…,"away":…}`.
//! Each is read and written as it ever was.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::paper::{has_ships, paper};
use crate::sea::Sea;
use crate::table::Table;
use crate::turn::Away;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::state::SeaState;

/// A position on land and, where there are ships, at sea.
#[derive(Debug)]
pub struct Position {
    pub land: LandState,
    /// At sea, with who is off the land map.
    pub sea: Option<(SeaState, BTreeMap<UnitId, Away>)>,
}

/// The form of a war on land alone.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
enum Alone<'a> {
    Land(Cow<'a, LandState>),
}

/// The form of a war with ships.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename = "joint")]
struct Joint<'a> {
    land: Cow<'a, LandState>,
    sea: Cow<'a, SeaState>,
    away: Cow<'a, BTreeMap<UnitId, Away>>,
}

impl Position {
    /// A kept position, read.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(kept: &[u8]) -> serde_json::Result<Position> {
        if has_ships(kept) {
            let Joint { land, sea, away } = serde_json::from_slice(kept)?;
            let sea = (sea.into_owned(), away.into_owned());
            return Ok(Position { land: land.into_owned(), sea: Some(sea) });
        }
        let Alone::Land(land) = serde_json::from_slice(kept)?;
        Ok(Position { land: land.into_owned(), sea: None })
    }

    /// The position of a table, as it is kept.
    pub fn kept(table: &Table) -> Vec<u8> {
        let land = Cow::Borrowed(&*table.land);
        match &table.sea {
            None => paper(&Alone::Land(land)),
            Some(Sea { state, away, .. }) => {
                paper(&Joint { land, sea: Cow::Borrowed(state), away: Cow::Borrowed(away) })
            }
        }
    }
}

impl Table {
    /// The same table with a position of this game.
    ///
    /// # Errors
    /// If one of the two has ships and the other has none.
    pub fn at_position(&self, position: Position) -> Result<Table, String> {
        let Position { land, sea } = position;
        match (sea, &self.sea) {
            (None, None) => Ok(self.with(land)),
            (Some((state, away)), Some(Sea { chart, .. })) => {
                Ok(self.with_position(land, Some(Sea::new(Arc::clone(chart), state, away))))
            }
            (Some(_), None) => Err("the position has ships, and this game has none".into()),
            (None, Some(_)) => Err("the position has no ships, and this game has some".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::at_sea::hosted::opened;
    use crate::at_the_desk::trial::{game, table};
    use fieldpost_door::Board;

    /// Both forms come back as they went, and neither passes for the other's.
    #[test]
    fn a_position_is_written_as_it_came_and_is_no_position_of_another_kind() {
        let (record, afloat) = (game(), opened().board.with(7));
        let (land, both) = (table(&record).position(), afloat.position());
        let begins = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..30]).into_owned();
        assert!(begins(&land).starts_with("{\"game\":\"land\",\"turn\":3,"), "{}", begins(&land));
        assert!(begins(&both).starts_with("{\"game\":\"joint\",\"land\":{"), "{}", begins(&both));
        assert!(table(&record).at(&land).unwrap().position() == land);
        assert!(afloat.at(&both).unwrap().position() == both);
        let refused = |board: &dyn Board, bytes: &[u8]| board.at(bytes).err().unwrap();
        assert!(refused(table(&record), &both).contains("the position has ships"));
        assert!(refused(&*afloat, &land).contains("the position has no ships"));
        assert!(refused(&*afloat, b"{\"game\":\"sea\"}").contains("cannot be read"));
    }
}
