//! A battle as one player is told of it (rules 4.4, 5.3): who, where, in which lines, at what odds, what was lost, and
//! how it ended. Of one's own side everything is exact; of the enemy what could be counted from the other side of the
//! field.

use serde::Serialize;

use crate::engine::event::Saw;
use crate::games::land::combat::battle::Departure;
use crate::games::land::combat::report::{BattleReport, CampReport, UnitReport};
use crate::games::land::event::Event;
use crate::games::land::unit::UnitId;

/// A battle for the event report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleView {
    /// Who attacked whom, where, and who won.
    pub headline: String,
    /// Ground, front, odds.
    pub remark: String,
    /// Attackers, then defenders; empty for a bystander.
    pub camps: Vec<CampView>,
}

/// One side of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampView {
    /// Its part, its nations, its men and losses.
    pub title: String,
    /// One row a unit.
    pub rows: Vec<RowView>,
}

/// One unit's row: the cells, and the same as a line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowView {
    /// Unit, line, mode, men, lost in the fire, lost at close quarters, outcome.
    pub cells: [String; 7],
    /// Set for fixed-width text.
    pub text: String,
}

/// What men of the enemy and their losses are rounded to.
const ENEMY_MEN: u32 = 100;
const ENEMY_LOSSES: u32 = 50;

impl BattleView {
    /// The battle of an event as a player saw it, at `place`; `is_friend` says whether a unit is of the player's side.
    pub fn of(event: &Event, saw: Saw, place: &str, is_friend: impl Fn(UnitId) -> bool) -> Option<Self> {
        let battle = event.battle.as_deref()?;
        if saw != Saw::All {
            let headline = format!("There was a battle at {place}");
            return Some(BattleView { headline, remark: String::new(), camps: Vec::new() });
        }
        let is_ours = |camp: &CampReport| camp.units.iter().any(|unit| is_friend(unit.id));
        let camps = [("Attackers", &battle.attackers), ("Defenders", &battle.defenders)];
        Some(BattleView {
            headline: headline(battle, place),
            remark: remark(battle, is_ours(&battle.attackers)),
            camps: camps.map(|(part, camp)| camp_view(part, camp, is_ours(camp))).into(),
        })
    }
}

fn headline(battle: &BattleReport, place: &str) -> String {
    let (attackers, defenders) = (names(&battle.attackers), names(&battle.defenders));
    let verb = if battle.meeting { "met" } else { "attacked" };
    let from: Vec<&str> = battle.from.iter().map(|way| way.words()).collect();
    let from = if from.is_empty() { String::new() } else { format!(" from the {}", from.join(", ")) };
    format!("Battle at {place}: {attackers} {verb} {defenders}{from}; {}", end(battle))
}

/// Who had to leave, and why (10.10, R-10.9b).
fn end(battle: &BattleReport) -> String {
    let (attackers, defenders) = (names(&battle.attackers), names(&battle.defenders));
    let left = |camp: &CampReport| {
        camp.units.iter().any(|unit| matches!(unit.departure, None | Some(Departure::FellBack)))
    };
    match (battle.attackers_won, battle.melee) {
        (true, _) if !left(&battle.defenders) => format!("all of {defenders} broke"),
        (false, _) if !left(&battle.attackers) => format!("all of {attackers} broke"),
        (true, true) => format!("{defenders} lost at close quarters and had to leave"),
        (false, true) => format!("{attackers} lost at close quarters and had to leave"),
        (true, false) => format!("{defenders} only skirmished, and gave up the square"),
        (false, false) => format!("{attackers} did not close, and had to leave"),
    }
}

/// Ground, odds in men as this player could see them, and the front.
fn remark(battle: &BattleReport, we_attack: bool) -> String {
    let (ours, theirs) = if we_attack {
        (&battle.attackers, &battle.defenders)
    } else {
        (&battle.defenders, &battle.attackers)
    };
    let enemy = enemy_men(theirs);
    let ground = match (battle.meeting, battle.fort) {
        (true, _) => "Nobody held the ground".to_owned(),
        (false, Some(level)) => {
            format!("Ground rated {}, with a manned fort of strength {level}", battle.rating)
        }
        (false, None) => format!("Ground rated {}", battle.rating),
    };
    format!(
        "{ground}; a line had room for {}. {} men of your side against about {enemy}, {}.",
        battle.front,
        ours.men(),
        odds(ours.men(), enemy),
    )
}

/// Odds in tenths, the greater number first.
fn odds(ours: u32, theirs: u32) -> String {
    let tenths = |more: u32, less: u32| (10 * more + less / 2) / less.max(1);
    let (words, tenths) =
        if ours >= theirs { ("for", tenths(ours, theirs)) } else { ("against", tenths(theirs, ours)) };
    match tenths {
        10 => "even odds".into(),
        tenths => format!("{}.{} to 1 {words} you", tenths / 10, tenths % 10),
    }
}

fn camp_view(part: &str, camp: &CampReport, is_ours: bool) -> CampView {
    let about = if is_ours { "" } else { "about " };
    let (men, lost) = if is_ours {
        (camp.men(), camp.losses())
    } else {
        // The sum of what the rows say, so that nobody adds up to something else.
        let lost = |unit: &UnitReport| rounded(unit.fire, ENEMY_LOSSES) + rounded(unit.melee, ENEMY_LOSSES);
        (enemy_men(camp), camp.units.iter().map(lost).sum())
    };
    CampView {
        title: format!("{part}, {}: {about}{men} men, {about}{lost} lost", names(camp)),
        rows: camp.units.iter().map(|unit| row(unit, is_ours)).collect(),
    }
}

fn row(unit: &UnitReport, is_ours: bool) -> RowView {
    let line = ["first", "second", "rear"][unit.line as usize];
    let number = |exact: u32, to: u32| match (is_ours, exact) {
        (true, _) | (_, 0) => exact.to_string(),
        (false, _) => format!("~{}", rounded(exact, to)),
    };
    let mode = ["utmost", "firm", "skirmish", "evade"][unit.attitude as usize];
    let own = |words: &str| if is_ours { words.to_owned() } else { String::new() };
    let end = departure(unit.departure);
    let cells = [
        unit.id.to_string(),
        own(line),
        own(mode),
        number(unit.men, ENEMY_MEN),
        number(unit.fire, ENEMY_LOSSES),
        number(unit.melee, ENEMY_LOSSES),
        if is_ours && !unit.armed { format!("{end}; no ammunition") } else { end.into() },
    ];
    let [id, line, mode, men, fire, melee, end] = &cells;
    RowView { text: format!("{id:<9} {line:<6} {mode:<8} {men:>5} {fire:>5} {melee:>5}  {end}"), cells }
}

fn names(camp: &CampReport) -> String {
    camp.nations.iter().map(|nation| nation.words()).collect::<Vec<_>>().join(" and ")
}

/// The men of an enemy's camp as they could be counted.
fn enemy_men(camp: &CampReport) -> u32 {
    camp.units.iter().map(|unit| rounded(unit.men, ENEMY_MEN)).sum()
}

fn rounded(number: u32, to: u32) -> u32 {
    if number == 0 { 0 } else { ((number + to / 2) / to * to).max(to) }
}

fn departure(departure: Option<Departure>) -> &'static str {
    match departure {
        None => "stood",
        Some(Departure::FellBack) => "fell back",
        Some(Departure::Retreated) => "retreated",
        Some(Departure::Routed) => "routed",
        Some(Departure::Shattered) => "shattered",
        Some(Departure::Destroyed) => "destroyed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enemies_are_rounded_but_never_away() {
        assert_eq!(rounded(0, 100), 0);
        assert_eq!(rounded(20, 100), 100);
        assert_eq!(rounded(149, 100), 100);
        assert_eq!(rounded(150, 100), 200);
    }

    #[test]
    fn odds_name_the_stronger_side() {
        assert_eq!(odds(2400, 2400), "even odds");
        assert_eq!(odds(4800, 2400), "2.0 to 1 for you");
        assert_eq!(odds(2400, 3600), "1.5 to 1 against you");
        assert_eq!(odds(0, 0), "0.0 to 1 for you");
    }
}
