//! The administrator's report over random wars: each of its sentences is held to the facts of the turn, and it takes no side.

use std::collections::BTreeMap;

use crate::land::soak::lots::Lots;
use crate::land::soak::plans;
use crate::land::soak::world::{self, THEMES, Theme, World};
use fieldpost_engine::event::Told;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::battle::{BattleReport, CampReport};
use fieldpost_land::event::{Event, Fact, Kind, Shattering};
use fieldpost_land::sequence;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::UnitId;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::Shop;
use fieldpost_tell::news::EventReport;
use fieldpost_tell::{Theatre, turn_reports, umpire};

const WARS: u64 = 4;
const TURNS: u32 = 5;

/// Every turn of random wars of a book, with the position before it.
fn wars(theme: Theme) -> Vec<(World, Outcome)> {
    let mut turns = Vec::new();
    for war in 0..WARS {
        let mut world = world::generate_for(theme, &mut Lots::new(38, war, 0)).unwrap();
        for number in 1..=TURNS {
            let orders = plans::orders(&mut Lots::new(38, war, number), &world);
            let state = world.state.clone();
            let outcome = sequence::run(&world.atlas, world.book, state.clone(), orders, war, None);
            world.state = outcome.state.clone();
            let before = World { atlas: world.atlas.clone(), book: world.book, state };
            turns.push((before, outcome));
        }
    }
    turns
}

fn theatre(world: &World) -> Theatre<'_> {
    Theatre { atlas: &world.atlas, book: world.book }
}

fn heading() -> Heading {
    Heading {
        game: "war".into(),
        title: "War".into(),
        player: umpire::NAME.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

fn battles(outcome: &Outcome) -> impl Iterator<Item = (StrategicSquare, &BattleReport)> {
    outcome.events.iter().filter_map(|told| Some((told.event.fact.at()?, told.event.fact.battle()?)))
}

fn lost(camp: &CampReport) -> u32 {
    camp.units.iter().map(|unit| unit.fire + unit.melee).sum()
}

fn names(camp: &CampReport) -> String {
    camp.nations.iter().map(NationCode::words).collect::<Vec<_>>().join(" and ")
}

/// Who won battles and who lost them, as the unit histories must say it.
fn check_histories(outcome: &Outcome, report: &EventReport) -> usize {
    let mut scores: BTreeMap<UnitId, [usize; 2]> = BTreeMap::new();
    for (_, battle) in battles(outcome) {
        for (camp, won) in
            [(&battle.attackers, battle.attackers_won), (&battle.defenders, !battle.attackers_won)]
        {
            for unit in &camp.units {
                scores.entry(unit.id).or_default()[usize::from(!won)] += 1;
            }
        }
    }
    for (unit, [won, lost]) in &scores {
        let story = report.units.iter().find(|story| story.unit == unit.to_string()).unwrap();
        let count = |words: &str| story.history.matches(words).count();
        assert_eq!(count("won a battle"), *won, "{unit}: {}", story.history);
        assert_eq!(count("lost a battle"), *lost, "{unit}: {}", story.history);
    }
    scores.len()
}

/// What battles cost, square by square, stands beside the nations that it cost.
fn check_prices(world: &World, outcome: &Outcome, report: &EventReport) {
    let mut price: BTreeMap<StrategicSquare, BTreeMap<String, u32>> = BTreeMap::new();
    for (at, battle) in battles(outcome) {
        for camp in [&battle.attackers, &battle.defenders] {
            *price.entry(at).or_default().entry(names(camp)).or_default() += lost(camp);
        }
    }
    assert_eq!(price.len(), report.summary.battles.len());
    for (at, camps) in price {
        let square = world.atlas.map.grid.label(at);
        let field = report.summary.battles.iter().find(|field| field.square == square).unwrap();
        let lead =
            report.summary.lead.iter().find(|line| line.starts_with(&square) && line.contains(" lost "));
        for sentence in std::iter::once(&field.sentence).chain(lead) {
            for (nations, men) in &camps {
                let men = match men {
                    0 => "nobody".to_owned(),
                    1 => "1 man".into(),
                    men => format!("{men} men"),
                };
                let told = [format!(". {nations} lost {men}"), format!(", {nations} {men}")];
                assert!(told.iter().any(|words| sentence.contains(words)), "{told:?}: {sentence}");
            }
        }
    }
}

/// A battle's headline and remark: how many, and what became of them.
fn check_battles(outcome: &Outcome, report: &EventReport) -> usize {
    let views = report.phases.iter().flat_map(|phase| &phase.places).flat_map(|place| &place.events);
    let views: Vec<_> = views.filter_map(|event| event.battle.as_ref()).collect();
    assert_eq!(views.len(), battles(outcome).count());
    for (_, battle) in battles(outcome) {
        let men = |camp: &CampReport| camp.units.iter().map(|unit| unit.men).sum::<u32>();
        let numbers =
            format!("{} attackers against {} defenders", men(&battle.attackers), men(&battle.defenders));
        let of = |view: &&&_| {
            let view: &fieldpost_tell::battles::BattleView = view;
            view.remark.contains(&numbers) && view.camps[0].rows.len() == battle.attackers.units.len()
        };
        let view = views.iter().find(of).unwrap_or_else(|| panic!("{numbers}"));
        let sides = [&battle.attackers, &battle.defenders];
        for (camp, fact) in view.camps.iter().zip(sides) {
            assert!(
                !camp.title.contains("about") && camp.men == men(fact) && camp.lost == lost(fact),
                "{}",
                camp.title
            );
        }
        check_end(battle, &view.end);
    }
    views.len()
}

/// Nobody broke who surrendered, and the loser is the one who is said to have lost.
fn check_end(battle: &BattleReport, end: &str) {
    use fieldpost_land::combat::battle::Departure::{FellBack, Surrendered};
    let loser = if battle.attackers_won { &battle.defenders } else { &battle.attackers };
    let is_gone = loser.units.iter().all(|unit| !matches!(unit.departure, None | Some(FellBack)));
    let yielded = loser.units.iter().filter(|unit| unit.departure == Some(Surrendered)).count();
    if is_gone {
        let who = match loser.units.as_slice() {
            [one] => one.id.to_string(),
            _ => format!("all units of {} there", names(loser)),
        };
        assert!(end.starts_with(&who), "{end}");
        assert_eq!(end.contains("surrendered"), yielded > 0, "{end}");
        assert_eq!(end.contains("broke"), yielded < loser.units.len(), "{end}");
    }
}

/// All that units lost, whosever they are, and who laid down their arms.
fn check_losses(outcome: &Outcome, report: &EventReport) {
    let men = |told: &Told<Event>| match &told.event.fact {
        Fact::Combat { battle, .. } => lost(&battle.attackers) + lost(&battle.defenders),
        Fact::Bombard { men, .. } | Fact::Shatter { men, .. } | Fact::Surrender { men, .. } => *men,
        Fact::Desert { men, .. } | Fact::Withdraw { stragglers: men, .. } => *men,
        _ => 0,
    };
    let total: u32 = outcome.events.iter().map(men).sum();
    assert_eq!(report.summary.losses.total, total);
    let lead = report.summary.lead.join(" ");
    assert_eq!(lead.contains(&format!("In all the armies lost {total} men")), total > 1, "{lead}");
    let mut surrendered: BTreeMap<(Option<StrategicSquare>, NationCode), usize> = BTreeMap::new();
    for fact in
        outcome.events.iter().map(|told| &told.event.fact).filter(|fact| fact.kind() == Kind::Surrender)
    {
        *surrendered.entry((fact.at(), fact.unit().unwrap().nation)).or_default() += 1;
    }
    for ((_, nation), units) in surrendered {
        let units = if units == 1 { "1 unit".into() } else { format!("{units} units") };
        assert!(lead.contains(&format!("{units} of {} surrendered", nation.spoken())), "{lead}");
    }
    let destroyed =
        |told: &&Told<Event>| matches!(told.event.fact, Fact::Shatter { end: Shattering::Destroyed, .. });
    let destroyed = outcome.events.iter().filter(destroyed).count();
    assert_eq!(lead.contains("destroyed"), destroyed > 0, "{lead}");
}

/// Causes of morale are the unit's own side's: all are in sight, and a loss moves nobody up.
fn check_morale(world: &World, outcome: &Outcome, report: &EventReport) {
    let events = report.phases.iter().flat_map(|phase| &phase.places).flat_map(|place| &place.events);
    for event in events.filter(|event| event.kind == Kind::Morale) {
        assert!(!event.sentence.contains("out of your sight"), "{}", event.sentence);
        let unit: UnitId = event.units[0].name.parse().unwrap();
        let is_friend =
            |nation: &NationCode| world.state.relations.between(unit.nation, *nation).is_friendly();
        let grid = &world.atlas.map.grid;
        let at = |won: bool, square: &str| {
            battles(outcome).any(|(at, battle)| {
                let camp = if battle.attackers_won == won { &battle.attackers } else { &battle.defenders };
                grid.label(at) == square && camp.nations.iter().any(is_friend)
            })
        };
        for (words, won) in [("won at ", true), ("lost at ", false)] {
            for place in event.sentence.split(words).skip(1) {
                let square = place.split([',', ' ', ':']).next().unwrap_or_default();
                assert!(at(won, square), "{}", event.sentence);
            }
        }
    }
}

/// What ails a unit is of its own side: headquarters and depots that it cannot draw from are friends'.
fn check_concerns(outcome: &Outcome, report: &EventReport) {
    for matter in &report.summary.attention {
        let Some(unit) = matter.units.first().and_then(|unit| unit.parse::<UnitId>().ok()) else { continue };
        let (_, words) = matter.sentence.split_once(". ").unwrap_or_default();
        let is_friend = |nation| outcome.state.relations.between(unit.nation, nation).is_friendly();
        if words.starts_with("Against ") {
            continue;
        }
        let named = words.split(|letter: char| !letter.is_ascii_alphanumeric());
        for other in named.filter_map(|word| word.parse::<UnitId>().ok()) {
            assert!(is_friend(other.nation), "{}", matter.sentence);
        }
        assert!(!matter.sentence.starts_with("Own units"), "{}", matter.sentence);
    }
}

#[test]
fn the_administrators_report_says_what_is_so_and_takes_no_side() {
    let (mut fighters, mut fields) = (0, 0);
    for theme in THEMES {
        for (world, outcome) in wars(theme) {
            let report = umpire::event_view(theatre(&world), &outcome).unwrap();
            fighters += check_histories(&outcome, &report);
            fields += check_battles(&outcome, &report);
            check_prices(&world, &outcome, &report);
            check_losses(&outcome, &report);
            check_morale(&world, &outcome, &report);
            check_concerns(&outcome, &report);
            for city in &report.summary.cities {
                assert!(
                    !city.sentence.starts_with("Won") && !city.sentence.starts_with("Lost"),
                    "{}",
                    city.sentence
                );
            }
        }
    }
    assert!(fighters > 100 && fields > 60, "{fighters} units in {fields} battles");
}

/// Words that speak to one side.
const SIDED: [&str; 10] = [
    " your ",
    "Your ",
    " you ",
    " yours",
    "own side",
    "the enemy ",
    "The enemy ",
    "the enemy's",
    "enemy:",
    "Own units",
];

#[test]
fn the_administrators_mail_speaks_to_nobody() {
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes { pictures: false, ..Wishes::default() });
    for theme in THEMES {
        for (world, outcome) in wars(theme).into_iter().step_by(7) {
            let report = umpire::turn_report(theatre(&world), &outcome, &heading(), &wishes, &shop).unwrap();
            let report = report.unwrap();
            for face in [report.printed.text, report.html.unwrap_or_default()] {
                let face = face.split_whitespace().collect::<Vec<_>>().join(" ");
                for words in SIDED {
                    let found = face.split_once(words).map(|(before, after)| {
                        let from = before.char_indices().rev().nth(80).map_or(0, |(at, _)| at);
                        format!("{}{words}{}", &before[from..], after.chars().take(60).collect::<String>())
                    });
                    assert_eq!(found, None, "{words:?}");
                }
            }
        }
    }
}

/// A player's IN SHORT: who surrendered is told, of either side, and what it cost is what the facts say.
#[test]
fn in_short_tells_who_surrendered_and_all_that_was_lost() {
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes { pictures: false, html: false, ..Wishes::default() });
    let mut told_of = 0;
    for theme in THEMES {
        for (world, outcome) in wars(theme) {
            for (player, _) in outcome.state.numbered_players() {
                let seen = outcome.events.iter().filter(|told| told.saw(player).is_some());
                let facts = seen.map(|told| &told.event.fact);
                let nations: Vec<NationCode> = facts
                    .filter(|fact| fact.kind() == Kind::Surrender)
                    .filter_map(|fact| Some(fact.unit()?.nation))
                    .collect();
                if nations.is_empty() {
                    continue;
                }
                let reports =
                    turn_reports(theatre(&world), &outcome, player, &heading(), &wishes, &shop).unwrap();
                let text = reports[0].printed.text.split_whitespace().collect::<Vec<_>>().join(" ");
                for nation in nations {
                    assert!(
                        text.contains(&format!(" of {} surrendered, ", nation.spoken())),
                        "{nation}: {text}"
                    );
                    told_of += 1;
                }
            }
        }
    }
    assert!(told_of > 0, "nobody surrendered in any of these wars");
}
