//! A fact as records of form 1 have it: one flat row, to which a turn of then is held when it is run again. Its fields do not change.

use std::borrow::Cow;

use serde::Serialize;

use crate::event::account::Account;
use crate::event::reason::IN_FORM1;
use crate::event::{Event, Fact, Kind};
use crate::phase::Phase;
use crate::place::Place;
use crate::ship::ShipId;
use fieldpost_engine::fact;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// An event as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record<'a> {
    pub phase: Phase,
    pub kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship: Option<ShipId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<StrategicSquare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tac: Option<TacticalSquare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<&'a Account>,
}

impl<'a> From<&'a Event> for Record<'a> {
    fn from(event: &'a Event) -> Record<'a> {
        let fact = &event.fact;
        Record {
            phase: event.phase,
            kind: fact.kind(),
            ship: fact.ship(),
            from: fact.from(),
            at: fact.at(),
            square: fact.square(),
            tac: fact.tac(),
            other: fact.other(),
            count: fact.count(),
            close: fact.close(),
            strength: fact.strength(),
            why: fact.why().map(|why| why.told(IN_FORM1).into()),
            order: fact.order(),
            battle: fact.battle(),
        }
    }
}

impl fact::Fact for Fact {
    type Phase = Phase;

    fn form1(event: &Event) -> impl Serialize {
        Record::from(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::battle::{Closing, Fate};
    use crate::event::account::{Blow, Fighter, KeptOff, Part};
    use crate::event::reason::Why;
    use crate::event::{Captor, Freight, Here, Shore, Step, Storehouse};
    use crate::place::{CoastNo, PortNo};
    use fieldpost_ground::nation::NationCode;

    fn id(words: &str) -> ShipId {
        words.parse().unwrap()
    }

    fn row(fact: Fact) -> String {
        serde_json::to_string(&Event { phase: Phase::Combat, fact }).unwrap()
    }

    const COAST: Place = Place::Coast(CoastNo(7));
    const HARBOR: Place = Place::Harbor(PortNo(3));

    fn here() -> Here {
        Here { ship: id("US2FR"), at: Some(COAST) }
    }

    /// Rows of ships: each fact with its kind and what follows ship and place.
    fn of_ships() -> Vec<(Fact, &'static str, &'static str)> {
        let here = here();
        let by = Captor::Ship { id: id("CS1RI"), called: "Virginia (CS1RI)".into(), now: id("CS4FR") };
        let (what, shore) = (Freight::Unit("US1IN".parse().unwrap()), Some(shore()));
        let (order, why) = (Some("SORTIE".into()), Why::NotInPort.into());
        let refused = r#""why":"she is in no harbor or river mouth (7.1)","order":"SORTIE""#;
        vec![
            (Fact::Disband(here), "scuttle", r#""other":"disbanded""#),
            (Fact::Captured { here, by }, "captured", r#""other":"Virginia (CS1RI)","count":4"#),
            (Fact::Damaged { here, points: 2 }, "storm", r#""count":2"#),
            (Fact::Unload { here, what, shore }, "unload", r#""square":SQUARE,"tac":"6-1","other":"US1IN""#),
            (Fact::Load { here, what: Freight::Supplies(9) }, "load", r#""other":"supplies","count":9"#),
            (Fact::Refused { here, order, why }, "refused", refused),
        ]
    }

    fn shore() -> Shore {
        Shore { square: StrategicSquare { col: 34, row: 21 }, tac: "6-1".parse().unwrap() }
    }

    /// What turns of before have in their hashes.
    #[test]
    fn a_row_of_a_ship_is_written_as_it_always_was() {
        let square = serde_json::to_string(&shore().square).unwrap();
        for (fact, kind, rest) in of_ships() {
            let rest = rest.replace("SQUARE", &square);
            let expected =
                format!(r#"{{"phase":"naval combat","kind":"{kind}","ship":"US2FR","at":"coast 7",{rest}}}"#);
            assert_eq!(row(fact), expected);
        }
    }

    #[test]
    fn a_row_of_a_way_and_of_a_port_is_written_as_it_always_was() {
        let (ship, nation) = (id("US2FR"), NationCode::new("US").unwrap());
        let step = Step { ship, from: Some(HARBOR), at: Some(COAST) };
        let from = Storehouse::Port { name: "Norfolk".into(), place: Some(HARBOR) };
        let to = Storehouse::Inland { name: "Richmond".into() };
        let port = "Ship Island".into();
        let garrison = Fact::Garrison { ship, at: HARBOR, port, attack: 1719, defence: 1330, holder: nation };
        for (fact, expected) in [
            (Fact::Sortie(step), r#""sortie","ship":"US2FR","from":"harbor 3","at":"coast 7""#),
            (
                Fact::StoresMoved { nation, from, to, stores: 5 },
                r#""stores","from":"harbor 3","other":"Norfolk to Richmond","count":5"#,
            ),
            (
                garrison,
                r#""garrison-combat","ship":"US2FR","at":"harbor 3","other":"Ship Island","strength":[1719,1330]"#,
            ),
        ] {
            assert_eq!(row(fact), format!(r#"{{"phase":"naval combat","kind":{expected}}}"#));
        }
    }

    #[test]
    fn of_a_battle_the_row_has_each_part_and_nothing_that_is_told_alone() {
        let part = |id: Fighter, fate: Fate, kept_off: Option<KeptOff>| {
            let name = id.to_string();
            let (before, after, rams) = ((0, 0, 350), (1, 2, 300), true);
            Part { id, name, strength: 80, close: false, hits: 1, before, rams, after, fate, kept_off }
        };
        let ship = part(Fighter::Ship(id("US2FR")), Fate::Stands, Some(KeptOff::Range));
        let guns = part(Fighter::Battery("CS2NB".parse().unwrap()), Fate::Silenced, None);
        let blows = vec![Blow { by: ship.id, to: guns.id, hits: 1 }];
        let (sides, closing) = ([vec![ship], vec![guns]], Closing::Alone(0));
        let account = Box::new(Account { sides, winner: Some(0), closing, blows });
        let at = HARBOR;
        let battle =
            Fact::Battle { ship: Some(id("US2FR")), at, close: false, attack: 80, defence: 79, account };
        let of = |id: &str, fate: &str| {
            format!(
                r#"{{"id":"{id}","name":"{id}","strength":80,"close":false,"hits":1,"after":[1,2,300],"fate":"{fate}"}}"#
            )
        };
        let sides = format!("[[{}],[{}]]", of("US2FR", "stands"), of("CS2NB", "silenced"));
        let head =
            r#"{"phase":"naval combat","kind":"naval-combat","ship":"US2FR","at":"harbor 3","close":false"#;
        assert_eq!(
            row(battle),
            format!(r#"{head},"strength":[80,79],"battle":{{"sides":{sides},"winner":0}}}}"#)
        );
    }
}
