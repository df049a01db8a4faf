//! Facts and the record of them: what happened is typed, and the record has the fields, the order and the words that it
//! always had, so that no hash of a turn changes and every turn that is kept can be read.

use std::collections::BTreeSet;

use fieldpost_door::form1::are_alike;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::form2::{self, Called};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::kept::Kept;
use fieldpost_engine::reason::Piece;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::combat::report::{BattleReport, CampReport};
use fieldpost_land::event::reason::{Reason, Why};
use fieldpost_land::event::reread;
use fieldpost_land::event::{
    Event, Fact, Kind, Matter, Nerve, Place, Railway, Remark, Scene, Shattering, Stand, Step,
};
use fieldpost_land::morale::Mood;
use fieldpost_land::phase::Phase;
use fieldpost_land::state::{DepotKind, Season};
use fieldpost_land::unit::{Source, UnitId};
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::world;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde::{Deserialize, Serialize};

use crate::fog::played;

/// An event as it was before facts were typed, to the letter.
#[derive(Serialize, Deserialize)]
struct Flat {
    phase: String,
    kind: Kind,
    unit: Option<UnitId>,
    from: Option<Place>,
    at: Option<StrategicSquare>,
    tac: Option<TacticalSquare>,
    other: Option<String>,
    men: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nation: Option<NationCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lost_by: Option<NationCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<i32>,
    why: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    battle: Option<Box<BattleReport>>,
}

/// What facts are made of.
#[derive(Clone, Debug)]
struct Parts {
    units: [UnitId; 2],
    places: [Place; 2],
    nations: [NationCode; 2],
    men: u32,
    small: u8,
    flag: bool,
    words: String,
    mood: usize,
}

fn parts() -> impl Strategy<Value = Parts> {
    let unit = || "[A-Z]{2}[1-9][0-9]{0,2}(IN|LC|HA|CQ|AQ|PB)".prop_map(|id| id.parse::<UnitId>().unwrap());
    let place = || {
        (0u8..=60, 0u8..=60, 0u8..=14, 0u8..=14).prop_map(|(col, row, x, y)| Place {
            at: StrategicSquare { col, row },
            tac: TacticalSquare::new(x, y).unwrap(),
        })
    };
    let nation = || "[A-Z]{2}".prop_map(|code| NationCode::new(&code).unwrap());
    let numbers = (0u32..5_000, any::<u8>(), any::<bool>(), 0usize..1 << Mood::ALL.len());
    let words = "[A-Z][a-z]{2,9}( [0-9]{1,3} [a-z,()]{1,9})?";
    let all = ([unit(), unit()], [place(), place()], [nation(), nation()], numbers, words);
    all.prop_map(|(units, places, nations, (men, small, flag, mood), words)| Parts {
        units,
        places,
        nations,
        men,
        small,
        flag,
        words,
        mood,
    })
}

impl Parts {
    fn stand(&self) -> Stand {
        Stand { unit: self.units[0], at: (!self.flag || self.men > 9).then_some(self.places[0]) }
    }

    fn step(&self) -> Step {
        Step { unit: self.units[0], from: self.places[0], to: self.places[1] }
    }

    fn scene(&self) -> Scene {
        let kind = if self.flag { DepotKind::Depot } else { DepotKind::Cache };
        let matter = match self.men % 5 {
            0 => None,
            1 => Some(Matter::Depot(kind)),
            2 => Some(Matter::Railway(self.railway())),
            3 => Some(Matter::Unit(self.units[1])),
            _ => Some(Matter::Store(self.words.clone().into())),
        };
        Scene { at: self.flag.then_some(self.places[0].at), tac: Some(self.places[0].tac), matter }
    }

    fn railway(&self) -> Railway {
        if self.flag { Railway::Track } else { Railway::Bridge }
    }

    fn source(&self) -> Option<Called<Source>> {
        self.flag.then(|| self.words.clone().into())
    }

    /// Any reason, or words that none has now.
    fn reason(&self) -> Reason {
        let why = Why::ALL.get(self.mood % (Why::ALL.len() + 9));
        let Some(why) = why else { return reread::reason(&self.words) };
        let fill = |reason: Reason, piece| match piece {
            Piece::Reason => reason.because(Why::Barred),
            Piece::Value => reason.and(&self.words),
            _ => reason,
        };
        let whole = why.row().pieces().fold(Reason::from(*why), fill);
        reread::reason(&whole.words())
    }

    /// A fact of every kind, and each way of those that have several.
    fn facts(&self) -> Vec<Fact> {
        [self.moves(), self.fights(), self.of_supply(), self.of_offices(), self.of_units()].concat()
    }

    fn moves(&self) -> Vec<Fact> {
        let (step, stand, why) = (self.step(), self.stand(), self.reason());
        vec![
            Fact::March(step),
            Fact::Withdraw { stand, stragglers: self.men },
            Fact::Interrupted { stand, why: why.clone() },
            Fact::ExitBlocked { stand, why: why.clone() },
            Fact::Halt { stand, why },
            Fact::Pursue(stand),
            Fact::Rail(step),
            Fact::Move { step, remark: None },
            Fact::Move { step, remark: Some(Remark::Intercepted) },
            Fact::Move { step, remark: Some(Remark::EnteredFort) },
            Fact::Move { step, remark: Some(Remark::LeftFort) },
            Fact::Intercept { step, mover: self.units[1] },
            Fact::Support(step),
            Fact::Retreat(step),
            Fact::Rout(step),
            Fact::FallBack(step),
            Fact::Deploy(step),
            Fact::DeployBridge(step),
            Fact::RemoveBridge(step),
        ]
    }

    fn fights(&self) -> Vec<Fact> {
        let (step, stand, why, men) = (self.step(), self.stand(), self.reason(), self.men);
        let camp = |nation| CampReport {
            nations: BTreeSet::from([nation]),
            units: Vec::new(),
            worth: Default::default(),
        };
        let battle = BattleReport {
            attackers: camp(self.nations[0]),
            defenders: camp(self.nations[1]),
            meeting: self.flag,
            front: men,
            from: Vec::new(),
            rating: self.small % 5,
            fort: self.flag.then_some(1),
            melee: self.flag,
            attackers_won: !self.flag,
        };
        let nerves = [Nerve::Stood, Nerve::Wavered, Nerve::TooTired, Nerve::Routed, Nerve::GaveWay];
        let check = |nerve| Fact::Check { stand, men, by_shells: self.flag, nerve };
        let mut facts = nerves.map(check).to_vec();
        for end in [Shattering::Reforming, Shattering::Destroyed] {
            facts.push(Fact::Shatter { step, men, end, why: why.clone() });
        }
        facts.extend([
            Fact::Combat { at: self.places[0], battle: Box::new(battle) },
            Fact::Bombard { guns: self.units[0], hit: self.units[1], at: stand.at, men },
            Fact::HoldFire { stand, why: why.clone() },
            Fact::Reform(stand),
            Fact::ReformFailed { stand, why },
            Fact::Square(stand),
            Fact::CaptureGuns { stand, of: self.units[1] },
            Fact::CaptureBridge { stand, now: self.units[1] },
            Fact::LoseSupplies { stand, supplies: self.small },
        ]);
        facts
    }

    fn of_supply(&self) -> Vec<Fact> {
        let (stand, why, men) = (self.stand(), self.reason(), self.men);
        vec![
            Fact::Consume { stand, source: self.source() },
            Fact::Requisition(stand),
            Fact::Hunger { stand, turns: self.small.max(1) },
            Fact::Lack { stand, why: why.clone() },
            Fact::Desert { stand, men },
            Fact::Draw { stand, source: self.source() },
            Fact::Loot { stand, supplies: men },
            Fact::HandOver { stand, to: self.units[1] },
            Fact::DestroyDepot { at: self.places[0], owner: self.nations[0], words: why },
            Fact::DestroyTrack { stand, what: self.railway() },
        ]
    }

    fn of_offices(&self) -> Vec<Fact> {
        let (at, city, affair) = (self.places[0], self.words.clone(), self.scene().told(self.reason()));
        let (by, lost_by) = (self.nations[0], self.flag.then_some(self.nations[1]));
        vec![
            Fact::Transfer(affair.clone()),
            Fact::PlaceDepot(affair.clone()),
            Fact::RemoveDepot(affair.clone()),
            Fact::Purchase(affair.clone()),
            Fact::Rebuild(affair.clone()),
            Fact::Declined(affair),
            Fact::Siege { city: city.clone(), at, begins: self.flag },
            Fact::Breach { city: city.clone(), at, words: self.reason() },
            Fact::CaptureCity { city, at, by, lost_by, supplies: self.men % 4 },
            Fact::Control { at: at.at, by: lost_by, words: self.reason() },
            Fact::Season { season: Season::ALL[self.mood % 3], why: self.reason() },
        ]
    }

    fn of_units(&self) -> Vec<Fact> {
        let (stand, why, men) = (self.stand(), self.reason(), self.men);
        let moods = Mood::ALL.into_iter().enumerate().filter(|(place, _)| self.mood >> place & 1 == 1);
        vec![
            Fact::Surrender { stand, city: self.words.clone(), men },
            Fact::Upgrade(stand),
            Fact::Merge { stand, unit: self.units[1], men, excess: men % 7, lost: men % 5 },
            Fact::Inactivate { stand, why: why.clone() },
            Fact::Activate { stand, why: why.clone() },
            Fact::Rejoin { stand, men },
            Fact::Refused { stand, why: why.clone() },
            Fact::Morale {
                stand,
                change: i32::from(self.small) - 100,
                moods: moods.map(|(_, mood)| mood).collect(),
            },
            Fact::Assign { unit: self.units[0], why },
            Fact::StragglersReturn { stand, men },
        ]
    }
}

/// The event as it is recorded, which must be how the flat struct would have been, and be read back as the event.
fn recorded(event: &Event) -> Result<String, TestCaseError> {
    let json = serde_json::to_string(event).unwrap();
    let flat: Flat = serde_json::from_str(&json).unwrap();
    prop_assert_eq!(&serde_json::to_string(&flat).unwrap(), &json);
    let read: Result<Event, _> = serde_json::from_str(&json);
    prop_assert_eq!(read.map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?, as_kept(event));
    Ok(json)
}

/// An event without what only the turn itself knows of it.
fn as_kept(event: &Event) -> Event {
    let mut event = event.clone();
    if let Fact::Combat { battle, .. } = &mut event.fact {
        for camp in [&mut battle.attackers, &mut battle.defenders] {
            camp.units.iter_mut().for_each(|unit| unit.part = 0);
            camp.worth = Default::default();
        }
    }
    event
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_fact_is_recorded_as_it_always_was_and_read_back(parts in parts()) {
        for fact in parts.facts() {
            recorded(&Event { phase: Phase::Tac1, fact })?;
        }
    }
}

/// The generator above forgets no kind: it knows as many as there are words for kinds.
/// Its key is what a case calls a fact, but where the record of form 1 has one word for two facts.
#[test]
fn there_is_a_fact_of_every_key_and_it_is_called_so_in_cases() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let facts = parts().new_tree(&mut runner).unwrap().current().facts();
    let keys: BTreeSet<&str> = facts.iter().map(Fact::key).collect();
    assert_eq!(keys, Fact::ROWS.iter().map(|row| row.key).collect());
    let word = |fact: &Fact| serde_json::to_value(fact.kind()).unwrap().as_str().unwrap().to_owned();
    let own: BTreeSet<_> = facts.iter().map(|fact| (fact.key(), word(fact))).collect();
    let own: Vec<_> =
        own.iter().filter(|(key, word)| key != word).map(|(key, word)| (*key, word.as_str())).collect();
    assert_eq!(own, [("declined", "refused"), ("hand-over", "transfer"), ("loot", "draw")]);
}

#[test]
fn what_happens_in_wars_is_recorded_as_it_always_was_and_read_back() {
    let mut kinds = BTreeSet::new();
    for seed in 0..3 {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        for told in played(world, seed, 3).1.events {
            recorded(&told.event).unwrap();
            kinds.insert(told.event.fact.kind());
        }
    }
    assert!(kinds.len() > 15, "only {kinds:?}");
}

/// In form 2 there is the key of a reason and no word of its sentence, so that a sentence may be mended; form 1, to which turns of before
/// are held, is alike whatever the sentence.
#[test]
fn a_sentence_may_be_mended_and_the_hash_stays() {
    let mut reasons = 0;
    for seed in 0..3 {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        for told in played(world, seed, 3).1.events {
            let text = String::from_utf8(form2::text(&told)).unwrap();
            let Some(why) = told.event.fact.why().filter(|why| why.contains(' ')) else { continue };
            reasons += 1;
            assert!(!text.contains(&*why), "{text}");
            let row = serde_json::to_string(&told).unwrap();
            let said = serde_json::to_string(&*why).unwrap();
            let mended = row.replace(&said, "\"what it says today\"");
            assert!(mended != row, "{row}");
            assert_eq!(are_alike(row.as_bytes(), mended.as_bytes()), Ok(true));
        }
    }
    assert!(reasons > 50, "only {reasons}");
}

/// Another key, another value, another witness: each is another hash.
#[test]
fn whatever_is_another_fact_has_another_hash() {
    let (unit, of): (UnitId, UnitId) = ("AU1IN".parse().unwrap(), "FR1IN".parse().unwrap());
    let at = Some(Place { at: StrategicSquare { col: 3, row: 4 }, tac: TacticalSquare::MIDDLE });
    let stand = Stand { unit, at };
    let facts = [
        Fact::Halt { stand, why: Why::AsOrdered.into() },
        Fact::Halt { stand, why: Why::Spent.into() },
        Fact::Halt { stand: Stand { unit: of, at }, why: Why::Spent.into() },
        Fact::Halt { stand: Stand { unit, at: None }, why: Why::Spent.into() },
        Fact::Lack { stand, why: Why::Spent.into() },
        Fact::Desert { stand, men: 3 },
        Fact::Desert { stand, men: 4 },
    ];
    let told = |to: &[(u16, Saw)], fact: &Fact| {
        let event = Event { phase: Phase::Tac1, fact: fact.clone() };
        let to = to.iter().map(|(player, saw)| (PlayerNo(*player), *saw)).collect();
        form2::hash(b"{}", &form2::text(&[Told { event, to }]), b"[]")
    };
    let mut hashes: BTreeSet<String> = facts.iter().map(|fact| told(&[(0, Saw::All)], fact)).collect();
    hashes.extend([
        told(&[(0, Saw::End)], &facts[0]),
        told(&[(1, Saw::All)], &facts[0]),
        told(&[], &facts[0]),
    ]);
    assert_eq!(hashes.len(), facts.len() + 3);
}

/// The first turns that were kept did not say who had lost a city.
#[test]
fn a_record_from_before_who_lost_a_city_was_told_is_read() {
    let old = r#"{"phase":"strat 1","kind":"capture-city","unit":null,"from":null,"at":null,"tac":null,
        "other":"Ulm","men":null,"nation":"FR","why":"Ulm is now controlled by France, with its 12 supplies"}"#;
    let mut record: serde_json::Value = serde_json::from_str(old).unwrap();
    let place = Place { at: StrategicSquare { col: 3, row: 4 }, tac: TacticalSquare::MIDDLE };
    assert!(
        serde_json::from_value::<Event>(record.clone()).unwrap_err().to_string().contains("without place")
    );
    record["at"] = serde_json::to_value(place.at).unwrap();
    record["tac"] = serde_json::to_value(place.tac).unwrap();
    let event: Event = serde_json::from_value(record).unwrap();
    let by = NationCode::new("FR").unwrap();
    let fact = Fact::CaptureCity { city: "Ulm".into(), at: place, by, lost_by: None, supplies: 12 };
    assert_eq!(event.fact, fact);
}
