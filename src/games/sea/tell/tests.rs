//! What players read of a turn at sea, whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Chapter, Reader};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map_file;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::nation::Relation;
use fieldpost_print::layout;
use fieldpost_print::section::Section;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::combat::battle::{Closing, Fate};
use fieldpost_sea::event::account::{Account, Blow, Fighter, KeptOff, Part};
use fieldpost_sea::event::reason::Why;
use fieldpost_sea::event::{Captor, Here, Step};
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::phase::Phase;
use fieldpost_sea::state::SeaState;

fn nation(code: &str) -> NationCode {
    NationCode::new(code).unwrap()
}

/// Of an event that the player is not told of.
const UNSEEN: Why = Why::NoMore;

fn chart() -> Chart {
    let text = include_str!("../../../../maps/cwol.sea.toml");
    let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1;
    Chart::read(text, &map_file::load(map).unwrap().atlas.map).unwrap()
}

/// The sections that a player of a nation reads of events, and the gravest.
fn told_to(code: &str, facts: Vec<Fact>) -> (Vec<Section>, Vec<String>) {
    let chart = chart();
    let mut state = SeaState::default();
    for pair in [("US", "CS"), ("CS", "US")] {
        Arc::make_mut(&mut state.powers).relate(nation(pair.0), nation(pair.1), Relation::Hostile);
    }
    let named = [("US2FR", "Minnesota"), ("US1SL", "Cumberland"), ("CS1RI", "Virginia")];
    let names = named.map(|(id, name)| (id.parse().unwrap(), name.to_owned())).into();
    let player = PlayerNo(0);
    let reader =
        Reader { chart: &chart, state: &state, names: &names, player, nation: nation(code), of_all: false };
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
        "Broke off: Minnesota (US2FR).",
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
