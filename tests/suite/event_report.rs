//! The event report (rule 5.3): what a player was told of a turn, in short, by place and by unit. That nothing else gets
//! into it is `fog`'s matter.

mod cities;
mod lost;
mod numbers;
mod whole;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::combat::battle::Departure;
use fieldpost_land::combat::report::{BattleReport, CampReport, UnitReport};
use fieldpost_land::combat::strength::Attitude;
use fieldpost_land::detection::Sight;
use fieldpost_land::event::battle::Worth;
use fieldpost_land::event::reason::{Reason, Why};
use fieldpost_land::event::record::Record;
use fieldpost_land::event::{Event, Kind, Place};
use fieldpost_land::orders::BattleLine;
use fieldpost_land::phase::Phase;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Status, UnitId};
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::world::{self, World};
use fieldpost_tell::attention::Matter;
use fieldpost_tell::concern::Concern;
use fieldpost_tell::news::{EventReport, EventView};
use fieldpost_tell::summary::CityChange;
use fieldpost_tell::vantage::Vantage;
use fieldpost_tell::{Theatre, turn_reports};
use proptest::prelude::*;

use crate::fog::played;
use crate::reports::heading;

/// The demonstration, and events that are told to Moltke, its first player.
struct Stage {
    world: World,
    events: Vec<Told<Event>>,
    phase: Phase,
}

impl Stage {
    fn new() -> Self {
        let Scenario { atlas, state, book, .. } = scenario::read(&scenario::demo()).unwrap();
        let mut world = World { atlas: Arc::new(atlas), book, state };
        world.state.turn = 2;
        Stage { world, events: Vec::new(), phase: Phase::Tac1 }
    }

    fn unit(&mut self, id: &str) -> &mut fieldpost_land::unit::Unit {
        self.world.state.units.get_mut(&self::id(id)).unwrap()
    }

    fn place(&self, square: &str, tac: (u8, u8)) -> Place {
        let at = self.world.atlas.map.grid.parse(square).unwrap();
        Place { at, tac: TacticalSquare::new(tac.0, tac.1).unwrap() }
    }

    /// Tells Moltke of something that befalls a unit in A9-N7 5-4, or nobody.
    fn tell(&mut self, kind: Kind, unit: &str, saw: Saw, change: impl FnOnce(&mut Record<'static>)) {
        let Place { at, tac } = self.place("A9-N7", (5, 4));
        let mut record = bare(self.phase, kind);
        (record.unit, record.at, record.tac) = (unit.parse().ok(), Some(at), Some(tac));
        change(&mut record);
        let event = Event::try_from(record).unwrap();
        self.events.push(Told { event, to: BTreeMap::from([(PlayerNo(0), saw)]) });
    }

    fn tell_all(&mut self, kind: Kind, unit: &str) {
        self.tell(kind, unit, Saw::All, |_| {});
    }

    /// A move or a departure within A9-N7, from 7-3 to 5-4.
    fn tell_move(&mut self, kind: Kind, unit: &str, saw: Saw) {
        let from = self.place("A9-N7", (7, 3));
        self.tell(kind, unit, saw, |event| event.from = Some(from));
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            state: self.world.state.clone(),
            events: self.events.clone(),
            sights: BTreeMap::from([(PlayerNo(0), Sight::default())]),
            removed: BTreeMap::new(),
            draws: Vec::new(),
        }
    }

    fn view(&self) -> EventReport {
        event_view(&self.world.atlas, &self.outcome(), PlayerNo(0))
    }

    fn sentences(&self) -> Vec<String> {
        events(&self.view()).into_iter().map(|event| event.sentence.clone()).collect()
    }
}

/// A record with nothing in it but its phase and kind.
fn bare(phase: Phase, kind: Kind) -> Record<'static> {
    Record {
        phase,
        kind,
        unit: None,
        from: None,
        at: None,
        tac: None,
        other: None,
        men: None,
        nation: None,
        lost_by: None,
        change: None,
        why: None,
        battle: None,
    }
}

fn id(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn events(view: &EventReport) -> Vec<&EventView> {
    view.phases.iter().flat_map(|phase| &phase.places).flat_map(|place| &place.events).collect()
}

fn battle(winner: &str) -> BattleReport {
    let unit = |id: &str, men, fire, departure| UnitReport {
        id: self::id(id),
        line: BattleLine::Second,
        part: 0,
        attitude: Attitude::Firm,
        armed: true,
        men,
        fire,
        melee: 0,
        departure,
    };
    let camp = |nation: &str, unit| CampReport {
        nations: BTreeSet::from([NationCode::new(nation).unwrap()]),
        units: vec![unit],
        worth: Worth::default(),
    };
    BattleReport {
        attackers: camp("PR", unit("PR1IN", 2345, 77, None)),
        defenders: camp("AU", unit("AU1IN", 2381, 219, Some(Departure::FellBack))),
        meeting: false,
        front: 3000,
        from: Vec::new(),
        rating: 2,
        fort: None,
        melee: false,
        attackers_won: winner == "PR",
    }
}

fn event_view(atlas: &Atlas, outcome: &Outcome, player: PlayerNo) -> EventReport {
    let sight = outcome.sights.get(&player).cloned().unwrap_or_default();
    let vantage = Vantage::of(player, &outcome.state, &sight, atlas, &ROTD_EUWOL).unwrap();
    fieldpost_tell::event_view(&vantage, outcome, player, &[])
}

fn printed(world: &World, outcome: &Outcome, player: PlayerNo) -> Report {
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes { pictures: false, ..Wishes::default() });
    let theatre = Theatre { atlas: &world.atlas, book: &ROTD_EUWOL };
    turn_reports(theatre, outcome, player, &heading("Moltke"), &wishes, &shop).unwrap().remove(0)
}

/// The words of a text, whatever stands between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What an HTML page says, without its head.
fn said(html: &str) -> String {
    let body = html.split_once("<body").unwrap().1.split_once('>').unwrap().1;
    let mut said = String::new();
    let mut is_tag = false;
    for letter in body.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                said.push(' ');
            }
            other if !is_tag => said.push(other),
            _ => {}
        }
    }
    let entities =
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'")];
    for (entity, letter) in entities {
        said = said.replace(entity, letter);
    }
    words(&said.replace("&#x2F;", "/").replace("&amp;", "&"))
}

/// Everything that a view says in words.
fn sentences(view: &EventReport) -> Vec<String> {
    let summary = &view.summary;
    let mut all: Vec<String> = summary.lead.clone();
    all.extend(view.map.words.clone());
    // Up to three fields and cities the lead tells itself.
    let is_listed = summary.battles.len() > 3 || summary.battles.iter().any(|battle| battle.witnessed > 0);
    all.extend(summary.battles.iter().filter(|_| is_listed).map(|battle| battle.sentence.clone()));
    all.extend(summary.cities.iter().map(|city| city.sentence.clone()));
    all.push(summary.losses.sentence.clone());
    all.extend(summary.attention.iter().map(|matter| matter.sentence.clone()));
    for place in view.phases.iter().flat_map(|phase| &phase.places) {
        all.push(place.heading.clone());
        all.extend(place.events.iter().map(|event| event.sentence.clone()));
        let battles = place.events.iter().filter_map(|event| event.battle.as_ref());
        for battle in battles {
            all.push(battle.remark.clone());
            all.extend(battle.camps.iter().map(|camp| camp.title.clone()));
            let rows = battle.camps.iter().flat_map(|camp| &camp.rows);
            all.extend(rows.map(|row| row.text.clone()));
        }
    }
    for unit in view.units.iter().filter(|unit| !unit.history.is_empty()) {
        all.extend([unit.state.clone(), unit.history.clone()]);
    }
    all.push(view.quiet_units());
    all.extend(view.notes.iter().map(|note| (*note).to_owned()));
    all
}

/// Each event stands in one line, and both faces say the same.
fn holds(world: &World, outcome: &Outcome) -> Result<usize, TestCaseError> {
    let mut lines = 0;
    for (player, _) in world.state.numbered_players() {
        let view = event_view(&world.atlas, outcome, player);
        let told = outcome.events.iter().filter(|told| told.saw(player).is_some()).count();
        let stands: usize = events(&view).iter().map(|event| event.told as usize).sum();
        prop_assert_eq!(stands, told, "events told and events in the report of {:?}", player);
        let report = printed(world, outcome, player);
        let (text, html) = (words(&report.printed.text), said(&report.html.unwrap()));
        for sentence in sentences(&view) {
            let sentence = words(&sentence);
            prop_assert!(text.contains(&sentence), "the text lacks {sentence:?}:\n{text}");
            prop_assert!(html.contains(&sentence), "the HTML lacks {sentence:?}:\n{html}");
            lines += 1;
        }
        let vocabulary = |face: &str| -> BTreeSet<String> {
            let words = face.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_lowercase).collect()
        };
        // What heads the columns of one's own side in HTML stands above the enemy's in text, too.
        // The title is in a text mail's subject.
        let (text, html) = (vocabulary(&format!("{} {text}", heading("").title)), vocabulary(&html));
        let apart: Vec<&String> = text.symmetric_difference(&html).collect();
        prop_assert!(apart.iter().all(|word| ["line", "mode"].contains(&word.as_str())), "{apart:?}");
        prop_assert!(report.printed.text.lines().all(|line| line.chars().count() <= 72));
    }
    Ok(lines)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn every_event_told_stands_in_one_line_of_both_faces(seed in any::<u64>(), turns in 1..5_u32) {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        let (world, outcome) = played(world, seed, turns);
        holds(&world, &outcome)?;
    }
}

/// The property must look at reports in which something stands.
#[test]
fn reports_of_random_wars_are_not_empty() {
    let lines = (0..3).map(|seed| {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        let (world, outcome) = played(world, seed, 3);
        holds(&world, &outcome).unwrap()
    });
    assert!(lines.sum::<usize>() > 200);
}

#[test]
fn a_turn_without_events_says_so_plainly() {
    let mut stage = Stage::new();
    let text = |stage: &Stage| printed(&stage.world, &stage.outcome(), PlayerNo(0)).printed.text;
    assert!(stage.view().summary.quiet && text(&stage).contains("Nothing that your units saw happened."));
    stage.tell_all(Kind::Requisition, "PR1IN");
    assert!(!stage.view().summary.quiet && !text(&stage).contains("Nothing that your units saw happened."));
    assert!(text(&stage).contains("No battle was fought where your units saw it."));
}

/// A battle stands before those it drove off, though the engine tells of it after them; who came before stands before.
#[test]
fn causes_stand_before_their_effects() {
    let mut stage = Stage::new();
    stage.tell_move(Kind::Move, "PR1IN", Saw::All);
    stage.tell_move(Kind::FallBack, "AU1IN", Saw::All);
    stage.tell(Kind::CaptureGuns, "PR1IN", Saw::All, |event| event.other = Some("AU1IN".into()));
    let field = stage.place("A9-N7", (7, 3));
    stage.tell(Kind::Combat, "", Saw::All, |event| {
        (event.tac, event.battle) = (Some(field.tac), Some(Cow::Owned(battle("PR"))));
    });
    // A second battle on another field, of which Moltke only knows that it was.
    stage.tell(Kind::Combat, "", Saw::End, |event| event.battle = Some(Cow::Owned(battle("AU"))));
    let kinds: Vec<Kind> = events(&stage.view()).into_iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [Kind::Move, Kind::Combat, Kind::CaptureGuns, Kind::FallBack, Kind::Combat]);
}

#[test]
fn own_units_come_first_headquarters_before_brigades_and_what_befalls_several_is_one_line() {
    let mut stage = Stage::new();
    for unit in ["AU1IN", "PR99IN", "PR2IN", "PR1CQ", "PR1AQ", "PR1IN"] {
        stage.tell_all(Kind::Halt, unit);
    }
    // PR99IN is of Moltke's side, and not his.
    let lines = stage.sentences();
    assert_eq!(lines[0], "PR1AQ, PR1CQ, PR1IN and PR2IN halted at A9-N7 5-4.");
    assert_eq!(lines[1..], ["PR99IN halted at A9-N7 5-4.", "AU1IN halted at A9-N7 5-4."]);
    let view = stage.view();
    assert_eq!(events(&view)[0].told, 4);
    assert_eq!(view.phases[0].places[0].heading.split(',').next(), Some("A9-N7"));
    assert!(view.phases[0].places[0].near.is_some());
}

/// Rules 4.4, 4.5: what was seen in part is told in part, and not with what was seen whole.
#[test]
fn a_move_seen_in_part_is_a_line_of_its_own() {
    let mut stage = Stage::new();
    stage.tell_move(Kind::Move, "AU1IN", Saw::All);
    stage.tell_move(Kind::Move, "AU2IN", Saw::Start);
    stage.tell_move(Kind::Move, "AU3IN", Saw::End);
    let lines = [
        "AU1IN moved from 7-3 to 5-4 in A9-N7.",
        "AU2IN moved off from A9-N7 7-3, out of sight.",
        "AU3IN came to A9-N7 5-4.",
    ];
    assert_eq!(stage.sentences(), lines);
    let view = stage.view();
    let parts: Vec<(bool, bool)> =
        events(&view).iter().map(|event| (event.from.is_some(), event.at.is_some())).collect();
    assert_eq!(parts, [(true, true), (true, false), (false, true)]);
}

/// Rule 10.15: the shells of a stack are one line with their total: of one's own men exactly, of the enemy's about.
#[test]
fn shells_are_one_line_with_a_total() {
    let mut stage = Stage::new();
    let mut shell = |guns: &str, hit: &str, men| {
        stage.tell(Kind::Bombard, guns, Saw::All, |event| {
            (event.other, event.men) = (Some(hit.to_owned().into()), Some(men));
        });
    };
    for (guns, men) in [("AU1LA", 11), ("AU2LA", 22)] {
        shell(guns, "PR1IN", men);
        shell(guns, "PR2IN", men);
    }
    shell("PR1LA", "AU1IN", 33);
    shell("PR1LA", "AU2IN", 44);
    stage.tell(Kind::Bombard, "PR1LA", Saw::Start, |event| {
        (event.other, event.men) = (Some("AU3IN".into()), Some(4_711));
    });
    let lines = stage.sentences();
    assert!(lines.contains(
        &"AU1LA and AU2LA bombarded PR1IN and PR2IN in A9-N7: 66 men were lost (PR1IN 33, PR2IN 33).".into()
    ));
    assert!(lines.contains(&"PR1LA bombarded AU1IN and AU2IN in A9-N7: about 100 men were lost.".into()));
    assert!(lines.contains(&"PR1LA fired on somebody out of sight in A9-N7.".into()), "{lines:?}");
    assert_eq!(lines.len(), 3);
    assert_eq!(stage.view().summary.losses.bombardment, 66);
    let json = serde_json::to_string(&stage.view()).unwrap();
    assert!(!json.contains("4711") && !json.contains("77"), "neither unseen losses nor exact ones: {json}");
}

/// Rule 7.7: what fails is tried again every phase, and told once; whoever marched after all needs no attention.
#[test]
fn what_fails_again_and_again_is_told_once() {
    let mut stage = Stage::new();
    for phase in ["strat 1", "strat 2", "strat 3"] {
        stage.phase = phase.parse().unwrap();
        for unit in ["PR1IN", "PR2IN"] {
            stage.tell(Kind::ExitBlocked, unit, Saw::All, |event| event.why = Some("no way".into()));
        }
    }
    let lines = ["PR1IN and PR2IN each could not march on at A9-N7 5-4: no way (tried 3 times)."];
    assert_eq!(stage.sentences(), lines);
    let failed = |stage: &Stage| {
        let attention = stage.view().summary.attention;
        let failed = attention.into_iter().find(|matter| matter.matter == Matter::OrderFailed);
        failed.map(|matter| matter.sentence)
    };
    assert_eq!(
        failed(&stage).unwrap(),
        "Not done as ordered: PR1IN and PR2IN (A9-N6, 3 squares north of Josefstadt). No way."
    );
    stage.phase = Phase::Strat4;
    stage.tell_move(Kind::March, "PR1IN", Saw::All);
    assert_eq!(
        failed(&stage).unwrap(),
        "Not done as ordered: PR2IN (A9-N6, 3 squares north of Josefstadt). No way."
    );
}

/// Rule 7.12: a pursuit says whom it followed and from where, in one line with its march.
#[test]
fn a_pursuit_is_one_line_with_its_march() {
    let mut stage = Stage::new();
    stage.phase = Phase::Strat1;
    let from = stage.place("A9-N6", (7, 10));
    stage.tell(Kind::March, "PR1LC", Saw::All, |event| event.from = Some(from));
    stage.tell(Kind::Pursue, "PR1LC", Saw::All, |event| event.why = Some("it followed".into()));
    let expected =
        "PR1LC pursued from A9-N6 7-10 to A9-N7 5-4: it followed an enemy that it saw leave A9-N6.";
    assert_eq!(stage.sentences(), [expected]);
    assert_eq!(events(&stage.view())[0].told, 2);
}

/// Rule 11.6: supplies are told by where they came from.
#[test]
fn supplies_are_told_by_their_source() {
    let mut stage = Stage::new();
    stage.phase = Phase::Supply;
    for unit in ["PR1IN", "PR2IN"] {
        stage.tell(Kind::Consume, unit, Saw::All, |event| event.other = Some("PR1CQ".into()));
    }
    stage.tell_all(Kind::Consume, "PR1CQ");
    stage.tell(Kind::Hunger, "PR1LC", Saw::All, |event| event.men = None);
    stage.tell(Kind::Desert, "PR1LC", Saw::All, |event| event.men = Some(30));
    let lines = stage.sentences();
    for expected in [
        "PR1CQ fed 2 units: PR1IN and PR2IN.",
        "PR1CQ ate the supply that it carried.",
        "PR1LC went hungry in A9-N7: it had no supplies and could not live off the land (rule 11.10).",
        "PR1LC lost 30 men by desertion in A9-N7.",
    ] {
        assert!(lines.iter().any(|line| line == expected), "no {expected:?} in {lines:?}");
    }
    assert_eq!(stage.view().summary.losses.desertion, 30);
}

/// Rule 10.2: why a headquarters left, and what became of its wagons; to its own side only.
#[test]
fn the_fate_of_headquarters_is_explained() {
    let mut stage = Stage::new();
    stage.tell(Kind::LoseSupplies, "PR1CQ", Saw::All, |event| {
        event.change = Some(-7);
    });
    stage.tell_move(Kind::FallBack, "PR1CQ", Saw::All);
    stage.tell_move(Kind::FallBack, "AU1CQ", Saw::All);
    let lines = [
        "PR1CQ lost the 7 supplies that it carried at A9-N7 5-4: enemies entered its square (rule 10.2).",
        "PR1CQ fell back from 7-3 to 5-4 in A9-N7: a headquarters leaves when enemies enter its square (rule 10.2).",
        "AU1CQ fell back from 7-3 to 5-4 in A9-N7.",
    ];
    assert_eq!(stage.sentences(), lines);
}

/// A reason belongs to each unit: infantry that lost its battle is not told with the headquarters that left (10.2), nor a
/// unit that is no more with one that only fled (14.2).
#[test]
fn a_reason_is_told_of_those_alone_whose_it_is() {
    let mut stage = Stage::new();
    for unit in ["PR1CQ", "PR1IN", "PR2IN"] {
        stage.tell_move(Kind::FallBack, unit, Saw::All);
    }
    let from = stage.place("A9-N7", (7, 3));
    for (unit, end) in [("AU1IN", None), ("AU2IN", Some("destroyed"))] {
        stage.tell(Kind::Shatter, unit, Saw::All, |event| {
            (event.from, event.other, event.men) = (Some(from), end.map(Into::into), Some(900));
            event.why = Some("no way".into());
        });
    }
    let lines = [
        "PR1CQ fell back from 7-3 to 5-4 in A9-N7: a headquarters leaves when enemies enter its square (rule 10.2).",
        "PR1IN and PR2IN fell back from 7-3 to 5-4 in A9-N7.",
        "AU1IN fled shattered from 7-3 to 5-4 in A9-N7.",
        "AU2IN was destroyed at A9-N7 5-4.",
    ];
    assert_eq!(stage.sentences(), lines);
}

/// Rule 3.7: by what morale rose or fell is told once for all whom it moved, and by how much at each unit.
#[test]
fn morale_has_its_causes() {
    let mut stage = Stage::new();
    for (unit, change) in [("PR1IN", 4), ("PR2IN", 3), ("PR1LC", -2)] {
        stage.tell(Kind::Morale, unit, Saw::All, |event| {
            (event.change, event.why) = (Some(change), Some("hunger, a city lost".into()));
        });
    }
    let lines = stage.sentences();
    assert!(
        lines
            .contains(&"Morale rose by hunger and a city lost out of your sight: PR1IN +4, PR2IN +3.".into()),
        "{lines:?}"
    );
    assert!(lines.contains(&"Morale fell by hunger and a city lost out of your sight: PR1LC -2.".into()));
    let view = stage.view();
    let story = view.units.iter().find(|unit| unit.unit == "PR1IN").unwrap();
    assert!(story.state.contains("morale 50 (+4)") && story.history.is_empty(), "{story:?}");
}

/// Rule 3.5: who loses or gains a unit reads of it.
#[test]
fn new_commanders_are_told_even_of_units_that_are_gone() {
    let mut stage = Stage::new();
    stage.phase = Phase::Supply;
    let why = "Steinmetz commands it now, and nobody is its deputy";
    stage.tell(Kind::Assign, "PR5IN", Saw::All, |event| event.why = Some(why.into()));
    assert_eq!(
        stage.sentences(),
        [format!("PR5IN has new commanders at A9-N7 5-4: {why}.").replace(" at A9-N7 5-4", "")]
    );
    assert!(stage.view().summary.attention.iter().any(|matter| matter.matter == Matter::Reassigned));
}

/// Men lost to shells have their cause, in the sum as with the unit.
#[test]
fn men_lost_to_shells_name_the_guns() {
    let mut stage = Stage::new();
    stage.tell(Kind::Bombard, "AU1LA", Saw::All, |event| {
        (event.other, event.men) = (Some("PR1IN".into()), Some(11));
    });
    stage.tell(Kind::Bombard, "AU9LA", Saw::End, |event| {
        (event.other, event.men) = (Some("PR2IN".into()), Some(1));
    });
    let view = stage.view();
    assert_eq!(
        view.summary.losses.sentence,
        "Your units lost 12 men, all to the shells of AU1LA and of guns out of sight."
    );
    let story = |unit: &str| view.units.iter().find(|story| story.unit == unit).unwrap().history.clone();
    assert_eq!(story("PR1IN"), "Tac 1: lost 11 men to the shells of AU1LA.");
    assert_eq!(story("PR2IN"), "Tac 1: lost 1 man to shells from out of sight.");
    assert!(!serde_json::to_string(&view).unwrap().contains("AU9LA"));
}
