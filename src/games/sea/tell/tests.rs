//! What players read of a turn at sea, whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Chapter, Reader, Waters};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map_file;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::nation::Relation;
use fieldpost_print::layout;
use fieldpost_print::section::Section;
use fieldpost_sea::ashore::Ashore;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::combat::battle::{Closing, Fate};
use fieldpost_sea::event::account::{Account, Blow, Fighter, KeptOff, Part};
use fieldpost_sea::event::reason::Why;
use fieldpost_sea::event::{Captor, Here, Step};
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::phase::Phase;
use fieldpost_sea::ship::Ship;
use fieldpost_sea::state::{PortState, SeaState};

fn nation(code: &str) -> NationCode {
    NationCode::new(code).unwrap()
}

/// Of an event that the player is not told of.
const UNSEEN: Why = Why::NoMore;

fn chart() -> Chart {
    let text = include_str!("../../../../maps/cwol.sea.toml");
    Chart::read(text, &map().atlas.map).unwrap()
}

fn map() -> map_file::LoadedMap {
    map_file::load(map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1).unwrap()
}

/// The sections that a player of a nation reads of events, and the gravest.
fn told_to(code: &str, facts: Vec<Fact>) -> (Vec<Section>, Vec<String>) {
    told_at_the_end(SeaState::default(), code, facts)
}

/// The same where things stand otherwise when all is over.
fn told_at_the_end(mut state: SeaState, code: &str, facts: Vec<Fact>) -> (Vec<Section>, Vec<String>) {
    let (map, chart) = (map(), chart());
    for pair in [("US", "CS"), ("CS", "US")] {
        Arc::make_mut(&mut state.powers).relate(nation(pair.0), nation(pair.1), Relation::Hostile);
    }
    let named = [("US2FR", "Minnesota"), ("US1SL", "Cumberland"), ("CS1RI", "Virginia")];
    let names = named.map(|(id, name)| (id.parse().unwrap(), name.to_owned())).into();
    let player = PlayerNo(0);
    let waters = Waters { chart: &chart, atlas: &map.atlas, state: &state, ashore: &Ashore::default() };
    let reader = Reader { eye: waters.seen_by(player), names: &names, nation: nation(code) };
    let told: Vec<Told<Event>> = facts
        .into_iter()
        .map(|fact| {
            let is_hidden = fact.why().is_some_and(|why| why.why == UNSEEN);
            let to = if is_hidden { BTreeMap::new() } else { BTreeMap::from([(player, Saw::All)]) };
            Told { event: Event { phase: Phase::Tac1, fact }, to }
        })
        .collect();
    (reader.sections(&told), reader.lead(&told))
}

/// What a player of a nation reads of events, sentence by sentence.
fn read_by(code: &str, facts: Vec<Fact>) -> Vec<String> {
    told_to(code, facts).0.iter().flat_map(|section| Chapter::from(section).lines).collect()
}

/// The same as a mail has it.
fn mail_to(code: &str, facts: Vec<Fact>) -> String {
    layout::lines(&told_to(code, facts).0).join("\n")
}

/// Of a ship at Hampton.
fn here(ship: &str) -> Here {
    Here { ship: ship.parse().unwrap(), at: chart().place_named("Hampton") }
}

fn step(ship: &str) -> Step {
    let Here { ship, at } = here(ship);
    Step { ship, from: None, at }
}

fn salvo(weight: u32) -> Fact {
    Fact::Fires { here: here("US2FR"), tac: "6-1".parse().unwrap(), weight, supports: false }
}

fn hit(unit: &str, men: u32) -> Fact {
    let (unit, tac) = (unit.parse().unwrap(), "6-1".parse().unwrap());
    Fact::Strikes { here: here("US2FR"), unit, tac, men, supports: false }
}

#[test]
fn losses_of_others_to_shells_are_told_about_and_own_ones_to_the_man() {
    let events = || vec![salvo(9028), hit("CS1IN", 78)];
    let shooter = read_by("US", events());
    assert!(
        shooter[0].contains("with the weight of 9028 muskets.") && shooter[0].contains("K4-U0 6-1"),
        "{shooter:?}"
    );
    assert!(shooter[1].contains("CS1IN at K4-U0 6-1: about 100 men fall"), "{shooter:?}");
    let hit = read_by("CS", events());
    assert!(!hit[0].contains("9028") && hit[1].contains(": 78 men fall"), "{hit:?}");
    let alone = read_by("US", vec![salvo(9028)]);
    assert!(alone[0].ends_with("; nobody is hit."), "{alone:?}");
}

fn part(id: &str, called: &str, fate: Fate) -> Part {
    let id = id.parse().map_or_else(|_| Fighter::Battery(id.parse().unwrap()), Fighter::Ship);
    let (before, after) = ((0, 0, 350), (1, 2, 300));
    let (strength, hits) = (84, 3);
    Part {
        id,
        name: called.to_owned(),
        strength,
        close: false,
        hits,
        before,
        rams: false,
        after,
        fate,
        kept_off: None,
    }
}

/// The Virginia comes out and rams the Cumberland, whose guns and those ashore hit her; the Minnesota breaks off.
fn hampton_roads() -> Vec<Fact> {
    let close = |part: Part| Part { close: true, ..part };
    let virginia = Part { rams: true, ..close(part("CS1RI", "Virginia (CS1RI)", Fate::Stands)) };
    let cumberland = Part { after: (5, 1, 200), ..close(part("US1SL", "Cumberland (US1SL)", Fate::Sunk)) };
    let minnesota =
        Part { kept_off: Some(KeptOff::Range), ..part("US2FR", "Minnesota (US2FR)", Fate::Stands) };
    let guns = [Fate::Stands, Fate::Silenced, Fate::Stands].map(|fate| part("US2NB", "US2NB", fate));
    let [by, one, other] = [virginia.id, cumberland.id, guns[0].id];
    let blows = vec![
        Blow { by, to: one, hits: 4 },
        Blow { by, to: other, hits: 1 },
        Blow { by: one, to: by, hits: 2 },
        Blow { by: other, to: by, hits: 1 },
    ];
    let theirs = [vec![cumberland, minnesota], guns.to_vec()].concat();
    let account =
        Account { sides: [vec![virginia], theirs], winner: Some(0), closing: Closing::Alone(0), blows };
    let Here { ship, at } = here("CS1RI");
    let battle = Fact::Battle {
        ship: Some(ship),
        at: at.unwrap(),
        close: true,
        attack: 84,
        defence: 420,
        account: Box::new(account),
    };
    let unit = "US2NB".parse().unwrap();
    let fled = Step { ship: "US2FR".parse().unwrap(), from: at, at: chart().place_named("LCHE") };
    vec![
        Fact::Sortie(step("CS1RI")),
        battle,
        Fact::Sunk { here: here("US1SL"), by: None },
        Fact::BatteryLost { at: at.unwrap(), unit, count: 1 },
        Fact::Escaped(fled),
        Fact::Join { here: here("US2FR"), friend: "US1FR".parse().unwrap() },
    ]
}

#[test]
fn a_battle_is_told_by_its_outcome_its_tables_and_its_story() {
    assert_eq!(mail_to("US", hampton_roads()), include_str!("hampton_us.txt").trim_end());
}

#[test]
fn of_the_enemy_a_battle_tells_what_is_seen() {
    assert_eq!(mail_to("CS", hampton_roads()), include_str!("hampton_cs.txt").trim_end());
}

/// What became of ships in a battle is told with it, and not once more; who meets whom after it is told after it.
#[test]
fn a_battle_is_the_gravest_and_says_who_is_lost() {
    let (_, lead) = told_to("CS", hampton_roads());
    assert_eq!(lead.len(), 1, "{lead:?}");
    for words in [
        "at close quarters: Your side attacked the United States and won.",
        "Sunk: Cumberland (US1SL).",
        "Broke off: Minnesota (US2FR) to LCHE.",
        "Damaged: Virginia (CS1RI).",
    ] {
        assert!(lead[0].contains(words), "{lead:?}");
    }
    let told = mail_to("CS", hampton_roads());
    assert_eq!(told.matches("is sunk in").count(), 1, "{told}");
    let (battle, after) = told.split_once("After the battle").unwrap();
    assert!(battle.contains("comes out") && after.contains("Minnesota (US2FR) joins US1FR"), "{told}");
}

/// Whoever is not told of it learns of no fate, and no order of the enemy's.
#[test]
fn a_battle_tells_no_more_than_was_seen() {
    let mut facts = hampton_roads();
    facts.truncate(2);
    let told = mail_to("CS", facts.clone());
    assert!(!told.contains("Broke off") && told.contains("stood"), "{told}");
    assert!(!told.contains("kept the range"), "what the enemy was ordered is not told: {told}");
    let Some(Fact::Battle { account, .. }) = facts.last_mut() else { panic!("no battle") };
    account.closing = Closing::KeptOff(0);
    account.sides[1][1].after = (1, 4, 300);
    let kept_off = |code: &str| mail_to(code, facts.clone()).contains("mean to close, and are kept at range");
    assert!(kept_off("CS") && !kept_off("US"));
    let seen = mail_to("CS", facts.clone());
    assert!(seen.contains("seen of her") && seen.contains("hardly"), "great damage is seen: {seen}");
}

#[test]
fn a_prize_is_named_and_leaving_comes_before_joining() {
    let [id, now] = ["US2FR", "US4GB"].map(|id| id.parse().unwrap());
    let by = Captor::Ship { id, called: "Minnesota (US2FR)".into(), now };
    let taken = Fact::Captured { here: here("CS1GB"), by };
    let won = read_by("US", vec![taken.clone()]);
    assert!(won[0].contains("and is US4GB from now on, under the same orders"), "{won:?}");
    assert!(!read_by("CS", vec![taken])[0].contains("US4GB"));
    let friend = "US1FR".parse().unwrap();
    let join = || Fact::Join { here: here("US2FR"), friend };
    let gone = read_by("US", vec![join(), Fact::Escaped(step("US2FR"))]);
    assert!(gone[0].contains("escapes") && gone[1].contains("joins"), "{gone:?}");
    let unseen = Fact::Refused { here: here("US2FR"), order: None, why: UNSEEN.into() };
    let beside = read_by("US", vec![join(), unseen, Fact::Escaped(step("US2FR"))]);
    assert_eq!(beside, gone, "what nobody told stands between");
}

#[test]
fn a_garrisons_fight_says_who_holds_the_port_after_it() {
    let fight = |holder: &str| {
        let Here { ship, at } = here("CS1TR");
        let (at, port, holder) = (at.unwrap(), "Hampton".into(), nation(holder));
        read_by("US", vec![Fact::Garrison { ship, at, port, attack: 1000, defence: 532, holder }])
    };
    let told = |holder: &str| {
        format!("The garrison of the harbor of Hampton fights, 1000 against 532; {holder} holds it.")
    };
    assert_eq!(fight("CS"), [told(&nation("CS").spoken())]);
    assert_eq!(fight("US"), [told(&nation("US").spoken())]);
}

/// Issue 38: why a ship stops is told to her side, by the rules of the book of ships; of others it is seen that they stop.
#[test]
fn why_a_ship_halts_is_told_to_her_own_side() {
    let halted =
        |why: Option<Why>| Fact::Halted { here: here("US2FR"), from: None, why: why.map(Into::into) };
    let told = |code: &str, why| read_by(code, vec![halted(why)]).join(" ");
    assert!(
        told("US", None).ends_with("harbor of Hampton: hostile ships (WISC 6.7, 6.10)."),
        "{}",
        told("US", None)
    );
    let found = Some(Why::EnemyDetected);
    assert!(told("US", found).ends_with(": an enemy is detected (WISC 4.5)."), "{}", told("US", found));
    assert!(told("CS", found).ends_with("halts in the harbor of Hampton."), "{}", told("CS", found));
    let why = Why::CompanyStays.of("US1IC").because(Why::TypeBarred.of("K4-U0"));
    let refused = read_by("US", vec![Fact::Refused { here: here("US2FR"), order: None, why }]).join(" ");
    assert!(refused.contains("cannot enter K4-U0 (WISC 2.1); her company"), "{refused}");
    assert!(refused.ends_with("leaves her (WISC 6.13)."), "{refused}");
}

/// Where who broke off went is told as far as it was seen.
#[test]
fn who_breaks_off_out_of_sight_is_told_so() {
    let player = PlayerNo(0);
    let told = hampton_roads().into_iter().map(|fact| {
        let saw = if matches!(fact, Fact::Escaped(_)) { Saw::Start } else { Saw::All };
        Told { event: Event { phase: Phase::Tac1, fact }, to: BTreeMap::from([(player, saw)]) }
    });
    let told: Vec<Told<Event>> = told.collect();
    let (map, chart, state, names) = (map(), chart(), SeaState::default(), BTreeMap::new());
    let waters = Waters { chart: &chart, atlas: &map.atlas, state: &state, ashore: &Ashore::default() };
    let reader = Reader { eye: waters.seen_by(player), names: &names, nation: nation("CS") };
    assert!(reader.lead(&told)[0].contains("Broke off: US2FR out of sight."), "{:?}", reader.lead(&told));
}

#[test]
fn who_lies_off_whose_port_now_is_among_the_gravest() {
    let chart = chart();
    let [lche, hampton] = ["LCHE", "Hampton"].map(|name| chart.place_named(name));
    let move_of = |ship: &str, from, at| Fact::Enter(Step { ship: ship.parse().unwrap(), from, at });
    let state = |there: &[&str]| {
        let mut state = SeaState::default();
        let port = PortState { holder: Some(nation("CS")), ..PortState::default() };
        state.ports.insert(chart.port_of("Norfolk").unwrap(), port);
        for id in there {
            let ship = Ship::new(id.parse().unwrap(), lche.unwrap(), PlayerNo(0));
            state.ships.insert(ship.id, ship);
        }
        state
    };
    let lead = |code: &str, there: &[&str], facts: Vec<Fact>| told_at_the_end(state(there), code, facts).1;
    let comes = || vec![move_of("US2FR", hampton, lche)];
    assert_eq!(lead("US", &["US2FR"], comes()), ["The blockade of Norfolk is begun by Minnesota (US2FR)."]);
    assert!(lead("US", &["US2FR", "US1SL"], comes()).is_empty(), "another lay there before");
    assert_eq!(lead("CS", &[], comes()), ["Minnesota (US2FR) lies off Norfolk now."]);
    let goes = || vec![move_of("US2FR", lche, hampton)];
    let ended = "The blockade of Norfolk is at an end: Minnesota (US2FR) lies there no longer.";
    assert_eq!(lead("US", &[], goes()), [ended]);
    assert!(lead("US", &["US1SL"], goes()).is_empty(), "another lies there still");
    assert_eq!(lead("CS", &[], goes()), ["Minnesota (US2FR) lies off Norfolk no longer."]);
    assert!(
        lead("US", &["US1TR"], vec![move_of("US1TR", hampton, lche)]).is_empty(),
        "transports blockade nobody"
    );
}

/// WISC 6.2 to 6.6.
#[test]
fn all_ways_that_the_rules_give_a_ship_are_named() {
    let chart = chart();
    let ways = |id: &str, at: &str| {
        let ship = Ship::new(id.parse().unwrap(), chart.place_named(at).unwrap(), PlayerNo(0));
        crate::status::ways(&chart, &ship)
    };
    assert_eq!(ways("CS1GB", "Norfolk"), "LCHE; MAC.");
    assert_eq!(ways("CS1RI", "Norfolk"), "LCHE; not to sea.");
    assert_eq!(ways("CS3GB", "K2-T9"), "LCHE; MAC; the river to 20 squares.");
    assert_eq!(ways("US2FR", "Hampton"), "LCHE; MAC; the river to 20 squares.");
    assert_eq!(ways("US1TR", "Annapolis"), "UCHE; LCHE; MAC.");
    let coast = ways("US2GB", "LCHE");
    assert!(
        coast.starts_with("MAC; UCHE; Norfolk; Hampton;") && coast.contains("up the rivers of Hampton, "),
        "{coast}"
    );
    assert!(coast.ends_with(" to 10 squares."), "{coast}");
    assert!(ways("US1IC", "MAC").ends_with("their harbors, and their rivers to 10 squares."));
}
