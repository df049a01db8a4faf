//! A fact as records of form 1 have it: one flat row, to which a round of then is held when it is run again. Its fields do not change.

use std::borrow::Cow;

use fieldpost_engine::fact;
use fieldpost_engine::piece::Piece;
use serde::Serialize;

use crate::event::{Event, Fact, Kind, Row, When};
use crate::map::{Owner, Place};
use crate::position::Ship;

/// An event as it is recorded. What does not apply to its kind is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record<'a> {
    pub kind: Kind,
    pub row: Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tick: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<&'a Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<&'a Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<&'a Owner>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: Cow<'a, str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub outcome: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    #[serde(skip_serializing_if = "<[Piece]>::is_empty")]
    pub attacker: &'a [Piece],
    #[serde(skip_serializing_if = "<[Piece]>::is_empty")]
    pub defender: &'a [Piece],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_line: Vec<&'static str>,
    #[serde(skip_serializing_if = "<[(Piece, i32)]>::is_empty")]
    pub excess: &'a [(Piece, i32)],
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rule: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub detail: Vec<String>,
}

impl<'a> From<&'a Event> for Record<'a> {
    fn from(event: &'a Event) -> Record<'a> {
        let fact = &event.fact;
        let (order, first_line, excess) = match fact {
            Fact::Decided { number, .. } => (Some(*number), Vec::new(), &[][..]),
            Fact::SeaBattle { first_line, .. } => (None, first_line.map(line_word).to_vec(), &[][..]),
            Fact::Battle { excess, .. } => (None, Vec::new(), excess.as_slice()),
            _ => (None, Vec::new(), &[][..]),
        };
        Record {
            kind: fact.kind(),
            row: event.phase.row,
            tick: event.phase.tick,
            stack: fact.stack(),
            other: fact.other(),
            place: fact.place(),
            to: fact.to(),
            power: fact.power(),
            why: fact.why(),
            outcome: fact.outcome(),
            order,
            attacker: fact.attackers(),
            defender: fact.defenders(),
            first_line,
            excess,
            rule: fact.rule().into(),
            count: fact.count(),
            detail: fact.detail(),
        }
    }
}

impl fact::Fact for Fact {
    type Phase = When;

    fn form1(event: &Event) -> impl Serialize {
        Record::from(event)
    }
}

fn line_word(line: Ship) -> &'static str {
    if line == Ship::Galley { "galleys" } else { "warships" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::account::{Blows, Fought, Meeting, Passage, Segment, Throw, Won};
    use crate::event::reason::Why;
    use crate::event::{Add, Landing, Retreat, Roll, Sapped, Starves, Toll};
    use crate::position::Campaign;
    use crate::tables::{Cell, Column};

    fn id(name: &str) -> Piece {
        Piece::from(name)
    }

    fn row(fact: Fact) -> String {
        serde_json::to_string(&Event { phase: When { row: Row::Ticks, tick: Some(3) }, fact }).unwrap()
    }

    /// Each fact with its kind and what follows row and tick. Rows of games that were played have these words in their hashes.
    fn assert_rows(rows: Vec<(Fact, &str, &str)>) {
        for (fact, kind, rest) in rows {
            assert_eq!(row(fact), format!(r#"{{"kind":"{kind}","row":"ticks","tick":3,{rest}}}"#));
        }
    }

    #[test]
    fn a_row_of_a_way_is_written_as_it_always_was() {
        let (stack, place) = (id("FR-1"), Place::from("milan"));
        let here = r#""stack":"FR-1","place":"milan""#;
        let (to, port, sea) = (place.clone(), Place::from("genoa"), Place::from("ligurian-sea"));
        let way = format!(r#"{here},"to":"milan""#);
        let moved = format!(r#"{way},"count":4"#);
        let met = format!(r#"{way},"why":"interception""#);
        let fled = format!(r#"{way},"outcome":"port","rule":"G4""#);
        let fell = format!(r#"{way},"why":"its port is in other hands","outcome":"sea","rule":"G4""#);
        let lost = format!(r#"{here},"outcome":"no fortress left","rule":"E4""#);
        let fleet = id("FR-F1");
        let retreats =
            |how, port_fell| Fact::Retreats { stack: id("FR-1"), place: "milan".into(), how, port_fell };
        assert_rows(vec![
            (Fact::Moved { stack: stack.clone(), to: to.clone(), points: 4 }, "move", &moved),
            (Fact::MovedToMeet { stack: stack.clone(), to }, "move", &met),
            (
                Fact::ForcedIn { stack: fleet.clone(), port: port.clone() },
                "move",
                r#""stack":"FR-F1","place":"genoa","to":"genoa","why":"force blockade","rule":"F1""#,
            ),
            (retreats(Retreat::Port, false), "retreat", &fled),
            (retreats(Retreat::Sea, true), "retreat", &fell),
            (retreats(Retreat::NoFortress, false), "retreat", &lost),
            (
                Fact::Ashore { stack, fleet: fleet.clone(), place, on: Landing::OnTheShore },
                "ashore",
                r#""stack":"FR-1","other":"FR-F1","place":"milan","why":"on the shore","rule":"C4""#,
            ),
            (
                Fact::Follows { stack: fleet, sea, port },
                "pursuit",
                r#""stack":"FR-F1","place":"ligurian-sea","to":"genoa","rule":"E5""#,
            ),
        ]);
    }

    #[test]
    fn a_row_of_a_die_is_written_as_it_always_was() {
        let (stack, place) = (id("FR-1"), Place::from("milan"));
        let (other, roll) = (id("MI-1"), Roll { die: 4, add: -1, needs: 7 });
        let adds = vec![(Add::Manoeuvre, 1), (Add::Technology, 0), (Add::RiverOrPass, -1)];
        let tries = Fact::TriesToMeet {
            stack: stack.clone(),
            other: other.clone(),
            place: place.clone(),
            die: 6,
            adds,
            needs: 8,
            came: false,
        };
        let both = r#""stack":"FR-1","other":"MI-1","place":"milan""#;
        let tried = format!(
            r#"{both},"outcome":"no","rule":"E1","detail":["die 6","manoeuvre +1, river or pass -1","6, needs 8"]"#
        );
        let stays =
            format!(r#"{both},"outcome":"stays","rule":"F1","count":3,"detail":["die 4 -1 = 3, needs 7"]"#);
        let adds = vec![(Add::Level, -2), (Add::MouthsWithin, 0)];
        let (die, came) = (9, Sapped::WorksMinus);
        let toll = Toll::Row(Cell { lost: Some(1), pillages: true });
        let sapped = r#""stack":"FR-1","place":"milan","outcome":"S-","rule":"A1","count":7,"detail":["die 9 level -2 = 7"]"#;
        let worn = r#""stack":"FR-1","place":"milan","outcome":"1+P","count":6,"detail":["die 9 +2 = 11"]"#;
        let gone =
            r#""stack":"FR-1","place":"milan","outcome":"yes","rule":"A1","detail":["into the fortress"]"#;
        let escapes = Fact::TriesToEscape {
            stack: stack.clone(),
            before: other,
            place: place.clone(),
            roll,
            free: false,
        };
        assert_rows(vec![
            (tries, "interception", &tried),
            (escapes, "escape", &stays),
            (
                Fact::Undermined { stack: stack.clone(), place: place.clone(), die, adds, came },
                "siege",
                sapped,
            ),
            (
                Fact::Wear { stack: stack.clone(), place: place.clone(), die, add: 2, toll, lost: 6 },
                "attrition",
                worn,
            ),
            (Fact::WouldLeave { stack, place, die: None, gone: true }, "evasion", gone),
        ]);
    }

    #[test]
    fn a_row_of_a_power_and_of_a_refusal_is_written_as_it_always_was() {
        let (stack, place, power) = (id("FR-1"), Place::from("milan"), Owner::from("FRA"));
        let why = Why::TooFewToBesiege.of(1).and(3).and(2);
        let refused = r#""stack":"FR-1","place":"milan","why":"1 LD besiege no fortress of level 3: that takes 2","rule":"A1""#;
        assert_rows(vec![
            (
                Fact::Paid { power: power.clone(), campaign: Campaign::SimpleWithoutLogistics, ducats: 10 },
                "campaign",
                r#""power":"FRA","outcome":"SIMPLE WITHOUT LOGISTICS","rule":"B1","count":10"#,
            ),
            (
                Fact::Taken {
                    stack: stack.clone(),
                    leader: "Drago".into(),
                    place: place.clone(),
                    by: power.clone(),
                },
                "captured",
                r#""stack":"FR-1","place":"milan","power":"FRA","detail":["Drago"]"#,
            ),
            (
                Fact::Held { place: place.clone(), by: power },
                "control",
                r#""place":"milan","power":"FRA","rule":"B1""#,
            ),
            (
                Fact::NoSupply { stack: stack.clone(), place: place.clone(), does: Starves::Destroyed },
                "supply",
                r#""stack":"FR-1","place":"milan","outcome":"destroyed","rule":"B5""#,
            ),
            (Fact::Refused { stack, place: Some(place), why }, "refused", refused),
            (Fact::Weather { die: 2, bad: true }, "weather", r#""outcome":"bad","detail":["die 2"]"#),
        ]);
    }

    fn fought(account: Vec<Passage>) -> Box<Fought> {
        let (attackers, defenders) = (vec![id("FR-1"), id("FR-2")], vec![id("MI-1")]);
        let winner = Some(Won::Nobody);
        Box::new(Fought {
            place: "milan".into(),
            why: Meeting::AtRest,
            attackers,
            defenders,
            winner,
            account,
        })
    }

    /// A die of a side, and one that throws none.
    fn throws() -> [Throw; 2] {
        let column = Column::C;
        [
            Throw::Dice { by: id("FR-1"), die: 5, total: 6, column, thirds: 4, stars: 2 },
            Throw::None { by: id("MI-1") },
        ]
    }

    #[test]
    fn a_row_of_a_battle_on_land_is_written_as_it_always_was() {
        let exchange = |segment| Passage::Exchange { day: 1, segment, throws: throws() };
        let sides = r#""attacker":["FR-1","FR-2"],"defender":["MI-1"]"#;
        let (side, values) = (vec![id("FR-1")], [3, 1, 2]);
        let stands = Passage::Stands { attacks: true, side, thirds: 7, leader: None, values, morale: 2 };
        let land = format!(
            r#""place":"milan","why":"finds an enemy at rest","outcome":"nobody",{sides},"excess":[["FR-2",3]],"rule":"G1","detail":["Attacker FR-1 (2 1/3 LD, replacement 312, morale 2)","Day 1 fire: FR-1 die 5, 6 on C: 1 1/3**; MI-1 does not fire","Both rout: nobody wins, and who came goes back."]"#
        );
        let account = vec![stands, exchange(Segment::Fire), Passage::BothRout];
        let excess = vec![(id("FR-2"), 3)];
        let blows = vec![Blows { fire: false, besieger: [4, 1], besieged: [0, 0] }];
        let by = vec![id("FR-1"), id("FR-2")];
        let assault = Fact::Assaulted { by, place: "milan".into(), number: 1, times: 2, blows, taken: false };
        assert_rows(vec![
            (Fact::Battle { fought: fought(account), excess }, "combat", &land),
            (
                assault,
                "assault",
                r#""stack":"FR-1","place":"milan","outcome":"repulsed","rule":"A1","detail":["attempt 1 of 2, by FR-1, FR-2","shock: besieger 1 1/3*, besieged 0"]"#,
            ),
        ]);
    }

    #[test]
    fn a_row_of_a_battle_at_sea_is_written_as_it_always_was() {
        let boarding = Passage::Exchange { day: 1, segment: Segment::Boarding, throws: throws() };
        let sides = r#""attacker":["FR-1","FR-2"],"defender":["MI-1"]"#;
        let sea = format!(
            r#""place":"milan","why":"finds an enemy at rest","outcome":"nobody",{sides},"first_line":["galleys","warships"],"rule":"G2","detail":["Wind: 9 against 7","Day 1 boarding: FR-1 die 5, 6 on C: 4/3**; MI-1 does not fight"]"#
        );
        let account = vec![Passage::Wind { attacker: 9, defender: 7 }, boarding];
        let decided = format!(r#""place":"milan","outcome":"defender","order":2,{sides},"rule":"G4""#);
        let (attackers, defenders) = (vec![id("FR-1"), id("FR-2")], vec![id("MI-1")]);
        let place = Place::from("milan");
        assert_rows(vec![
            (
                Fact::SeaBattle { fought: fought(account), first_line: [Ship::Galley, Ship::Warship] },
                "naval-combat",
                &sea,
            ),
            (
                Fact::Decided { place, attackers, defenders, number: 2, winner: Won::Defender },
                "combat-resolved",
                &decided,
            ),
        ]);
    }
}
