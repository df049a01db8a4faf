//! Who plays for whom, and how the nations of a war stand to one another: what armies and fleets must agree on. The land's position keeps
//! it; whoever hosts both makes it of that and hands it to the fleets.

use std::collections::BTreeMap;

use crate::nation::{NationCode, Relation};
use fieldpost_engine::ids::PlayerNo;

/// Whoever plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    pub nation: NationCode,
}

/// The people of a war and how their nations stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Powers {
    /// The players, by number.
    pub players: Vec<Player>,
    /// Who is Naval Secretary (N-80).
    pub secretaries: BTreeMap<NationCode, PlayerNo>,
    /// How two nations stand, as far as it is said.
    relations: BTreeMap<(NationCode, NationCode), Relation>,
}

impl Powers {
    /// The powers of these players; nobody holds an office, and nothing is said of how nations stand.
    pub fn of(players: Vec<Player>) -> Powers {
        Powers { players, ..Powers::default() }
    }

    pub fn player(&self, number: PlayerNo) -> Option<&Player> {
        self.players.get(usize::from(number.0))
    }

    /// The player of a name, in any case.
    pub fn named(&self, name: &str) -> Option<PlayerNo> {
        let place = self.players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
        place.map(|place| PlayerNo(place as u16))
    }

    /// Says how two nations stand, whichever of them is asked about the other.
    pub fn relate(&mut self, one: NationCode, other: NationCode, is: Relation) {
        self.relations.insert((one.min(other), one.max(other)), is);
    }

    /// How two nations stand; none where nothing is said of the two.
    pub fn relation(&self, one: NationCode, other: NationCode) -> Option<Relation> {
        if one == other {
            return Some(Relation::Same);
        }
        self.relations.get(&(one.min(other), one.max(other))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_nations_stand_alike_whichever_is_asked_first() {
        let [us, cs, gb] = ["US", "CS", "GB"].map(|code| NationCode::new(code).unwrap());
        let mut powers = Powers::default();
        powers.relate(us, cs, Relation::Hostile);
        powers.relate(cs, us, Relation::Neutral);
        assert_eq!(powers.relation(us, cs), Some(Relation::Neutral), "what was said last");
        assert_eq!(powers.relation(cs, us), Some(Relation::Neutral));
        assert_eq!(powers.relation(us, us), Some(Relation::Same));
        assert_eq!(powers.relation(us, gb), None);
    }

    #[test]
    fn a_player_is_found_by_number_and_by_name() {
        let nation = NationCode::new("US").unwrap();
        let players = ["Foote", "Du Pont"].map(|name| Player { name: name.into(), nation });
        let powers = Powers::of(players.into());
        assert_eq!(powers.named("DU PONT"), Some(PlayerNo(1)));
        assert_eq!(powers.player(PlayerNo(1)).map(|player| player.name.as_str()), Some("Du Pont"));
        assert_eq!((powers.named("Nobody"), powers.player(PlayerNo(2))), (None, None));
    }
}
