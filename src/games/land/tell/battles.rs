//! A battle as one player is told of it (rules 4.4, 5.3): who, where, in which lines, at what odds, what was lost, and
//! how it ended. Of one's own side everything is exact; of the enemy what could be counted from the other side of the
//! field.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::whose::Whose;
use fieldpost_engine::event::Saw;
use fieldpost_engine::words::{counted, grouped, listed};
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::square::Direction;
use fieldpost_land::combat::battle::Departure;
use fieldpost_land::combat::report::{BattleReport, CampReport, Lack, UnitReport};
use fieldpost_land::event::Place;
use fieldpost_land::state;
use fieldpost_land::unit::UnitId;

/// A battle for the event report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BattleView {
    /// What the player's side did in it and how it ended for it.
    pub outcome: BattleOutcome,
    /// Who attacked whom, where, and who won: one sentence without its full stop.
    pub headline: String,
    /// Who had to leave the square, and why; empty for a bystander.
    pub end: String,
    /// Ground, front, odds, in sentences; empty for a bystander.
    pub remark: String,
    /// Whether both sides moved into the square, so that nobody held its ground (rule 10.6).
    pub meeting: bool,
    /// The rating of the ground, 0 to 4 (rule 2.4); none where nobody held it, or for a bystander.
    pub ground: Option<u8>,
    /// The level of a manned fort of the defenders (rule 2.6).
    pub fort: Option<u8>,
    /// Men that a line had room for (rule 10.4); none for a bystander.
    pub front: Option<u32>,
    /// The directions from which the attackers came, such as `north-west`.
    pub from: Vec<&'static str>,
    /// What the player's side counted for and why it was less than its men, in a sentence, where it has lost; empty where nothing is to be
    /// said of it.
    #[serde(skip)]
    pub why: String,
    /// Where it was, and from which sides the attackers came, for a picture; none for a bystander.
    #[serde(skip)]
    pub field: Option<(Place, Vec<Direction>)>,
    /// Attackers, then defenders; empty for a bystander.
    pub camps: Vec<CampView>,
}

/// How a battle ended for the player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BattleOutcome {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// The player's side had no part in it.
    Witnessed,
}

/// One side of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampView {
    /// `Attackers` or `Defenders`.
    pub part: &'static str,
    /// Its nations.
    pub nations: Vec<String>,
    /// Whether it is the player's side.
    pub is_ours: bool,
    /// Whether it won.
    #[serde(skip)]
    pub won: bool,
    /// Whether its numbers are about right only: all are, but of one's own side.
    pub about: bool,
    /// Men when the battle began.
    pub men: u32,
    /// Men lost.
    pub lost: u32,
    /// Its part, nations, men and losses in words.
    pub title: String,
    /// One row a unit.
    pub rows: Vec<RowView>,
}

/// One unit's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowView {
    /// The unit.
    pub unit: String,
    /// What it is called beside its id, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is the player's own, commanded or deputised.
    pub is_own: bool,
    /// The line in which it stood at first: `first`, `second` or `rear`; empty for enemies.
    pub line: &'static str,
    /// How hard it meant to fight: `utmost`, `firm`, `skirmish` or `evade`; empty for enemies.
    pub mode: &'static str,
    /// Men when the battle began; about right only for enemies.
    pub men: u32,
    /// Men lost in the fire; about right only for enemies.
    pub fire: u32,
    /// Men lost at close quarters; about right only for enemies.
    pub melee: u32,
    /// What became of it, such as `stood` or `routed`, with what else there is to say.
    pub end: String,
    /// Whether it went without ammunition; always false for enemies.
    pub no_ammunition: bool,
    /// The row as fixed-width text, of at most 70 columns.
    pub text: String,
}

/// What men of the enemy are rounded to.
pub const ENEMY_MEN: u32 = 100;
/// To what the strength that counted is rounded, of a thousand men or more.
const COUNTED: u32 = 100;
/// What losses of the enemy are rounded to.
pub const ENEMY_LOSSES: u32 = 50;

/// What a player's own units were told of their morale checks in a battle, by unit.
pub type Checks = BTreeMap<UnitId, String>;

impl BattleView {
    /// A battle as a player saw it, at `place`; `whose` says whose a unit is, `checks` what the player's
    /// units in it were told of their morale checks. Where both sides are the reader's to look at, it is won and lost by nobody
    /// of theirs.
    pub fn of(
        battle: &BattleReport,
        saw: Saw,
        (at, place): (Place, &str),
        whose: impl Fn(UnitId) -> Whose,
        (checks, names): (&Checks, &ByUnit<String>),
    ) -> Self {
        if saw != Saw::All {
            return BattleView::heard_of(place);
        }
        let is_ours = |camp: &CampReport| camp.units.iter().any(|unit| whose(unit.id) != Whose::Others);
        let ours = [is_ours(&battle.attackers), is_ours(&battle.defenders)];
        let (outcome, odds) = match ours {
            [false, false] => (BattleOutcome::Witnessed, odds_of_side(battle, false)),
            [true, true] => (BattleOutcome::Witnessed, odds_of_all(battle)),
            [attacks, _] if attacks == battle.attackers_won => {
                (BattleOutcome::Won, odds_of_side(battle, attacks))
            }
            [attacks, _] => (BattleOutcome::Lost, odds_of_side(battle, attacks)),
        };
        let why = if outcome == BattleOutcome::Lost { why_lost(battle) } else { String::new() };
        let camps = [
            ("Attackers", &battle.attackers, battle.attackers_won),
            ("Defenders", &battle.defenders, !battle.attackers_won),
        ];
        let camp = |(part, camp, won)| {
            let view = camp_view(part, camp, is_ours(camp), &whose, (checks, names));
            CampView { won, ..view }
        };
        BattleView {
            outcome,
            headline: headline(battle, place, names),
            end: end(battle, names),
            remark: format!("{} {odds} {why}", remark(battle)).trim_end().to_owned(),
            why,
            meeting: battle.meeting,
            ground: (!battle.meeting).then_some(battle.rating),
            fort: battle.fort,
            front: Some(battle.front),
            from: battle.from.iter().map(|way| way.words()).collect(),
            field: Some((at, battle.from.clone())),
            camps: camps.map(camp).into(),
        }
    }

    /// A battle that the player only knows to have taken place.
    fn heard_of(place: &str) -> Self {
        BattleView {
            outcome: BattleOutcome::Witnessed,
            headline: format!("There was a battle at {place}, in which your side had no part"),
            end: String::new(),
            remark: String::new(),
            meeting: false,
            ground: None,
            fort: None,
            front: None,
            from: Vec::new(),
            why: String::new(),
            field: None,
            camps: Vec::new(),
        }
    }
}

fn headline(battle: &BattleReport, place: &str, called: &ByUnit<String>) -> String {
    let (attackers, defenders) = (names(&battle.attackers), names(&battle.defenders));
    let verb = if battle.meeting { "met" } else { "attacked" };
    let from: Vec<&str> = battle.from.iter().map(|way| way.words()).collect();
    let from = if from.is_empty() { String::new() } else { format!(" from the {}", listed(&from)) };
    format!("Battle at {place}: {attackers} {verb} {defenders}{from}; {}", end(battle, called))
}

/// Who had to leave, and why (10.10, R-10.9b).
fn end(battle: &BattleReport, called: &ByUnit<String>) -> String {
    let (attackers, defenders) = (names(&battle.attackers), names(&battle.defenders));
    let left = |camp: &CampReport| {
        camp.units.iter().any(|unit| matches!(unit.departure, None | Some(Departure::FellBack)))
    };
    match (battle.attackers_won, battle.melee) {
        (true, melee) if !left(&battle.defenders) => gone(&battle.defenders, melee, called),
        (false, melee) if !left(&battle.attackers) => gone(&battle.attackers, melee, called),
        (true, true) => format!("{defenders} lost at close quarters and had to leave"),
        (false, true) => format!("{attackers} lost at close quarters and had to leave"),
        // R-10.9b: those who mean to hold yield to more than twice their strength, others to what is not half of it.
        (true, false) if means_to_hold(&battle.defenders) => {
            format!(
                "{defenders} yielded without close quarters: with quality, morale and ground the others counted for more than \
                 twice as much"
            )
        }
        (true, false) => format!("{defenders} only skirmished, and gave up the square"),
        (false, false) if means_to_hold(&battle.defenders) => {
            let why = match battle.fort {
                Some(_) => "whoever holds a fort gives way to close quarters alone",
                None => "with quality, morale and ground the others counted for at least half as much",
            };
            format!("{attackers} did not close, and had to leave, since {why}")
        }
        (false, false) => {
            format!("{defenders} skirmished, but stood twice as strong or more, and {attackers} had to leave")
        }
    }
}

/// ROTD-CWOL 10.8, 10.10: what became of a camp of which nobody stood or fell back. Who surrenders has not broken: a garrison does
/// that unbeaten.
fn gone(camp: &CampReport, melee: bool, called: &ByUnit<String>) -> String {
    let surrendered = |unit: &&UnitReport| unit.departure == Some(Departure::Surrendered);
    let all = camp.units.len();
    // A nation has more units than those of one square.
    let who = match camp.units.as_slice() {
        [one] => state::called(called, one.id),
        _ => format!("all units of {} there", names(camp)),
    };
    match camp.units.iter().filter(surrendered).count() {
        0 => format!("{who} broke"),
        some if some < all => format!("{who} broke or surrendered"),
        _ if melee => format!("{who} surrendered"),
        _ => format!("{who} surrendered, without close quarters"),
    }
}

/// Whether anybody who is still there meant to hold the square.
fn means_to_hold(camp: &CampReport) -> bool {
    let stays = |departure| matches!(departure, None | Some(Departure::FellBack));
    camp.units.iter().any(|unit| stays(unit.departure) && unit.attitude.closes())
}

/// Odds in men as a player could see them.
fn odds_of_side(battle: &BattleReport, we_attack: bool) -> String {
    let (ours, theirs) = if we_attack {
        (&battle.attackers, &battle.defenders)
    } else {
        (&battle.defenders, &battle.attackers)
    };
    let enemy = enemy_men(theirs);
    format!(
        "{} of your side against about {enemy}: {}.",
        ours.men(),
        odds(ours.men(), enemy, ["for you", "against you"])
    )
}

/// Why the side that lost counted for less than its men: `The 6,600 men of your side counted as 5,900: fatigue 9, morale 34.`. Nothing where it counted for
/// about as many, or nobody kept what it counted for. It is asked for the loser's own side alone.
fn why_lost(battle: &BattleReport) -> String {
    let lost = if battle.attackers_won { &battle.defenders } else { &battle.attackers };
    let men = lost.men();
    let counted = rounded(lost.worth.counted, if men < 1000 { COUNTED / 10 } else { COUNTED });
    if counted == 0 || lost.worth.lacks.is_empty() || counted * 20 > men * 19 {
        return String::new();
    }
    let lacks: Vec<String> = lost.worth.lacks.iter().map(|lack| lack_words(*lack)).collect();
    format!("The {} men of your side counted as {}: {}.", grouped(men), grouped(counted), lacks.join(", "))
}

fn lack_words(lack: Lack) -> String {
    match lack {
        Lack::Fatigue(fatigue) => format!("fatigue {fatigue}"),
        Lack::Morale(morale) => format!("morale {morale}"),
        Lack::Quality => "poor troops".into(),
        Lack::Experience => "little experience".into(),
        Lack::Posture => "ordered only to skirmish or evade".into(),
        Lack::Ammunition => "no ammunition".into(),
        Lack::Lines => "men behind the first line".into(),
    }
}

/// The same for whoever takes no side.
fn odds_of_all(battle: &BattleReport) -> String {
    let (attackers, defenders) = (battle.attackers.men(), battle.defenders.men());
    let odds = odds(attackers, defenders, ["for the attackers", "for the defenders"]);
    format!("{attackers} attackers against {defenders} defenders: {odds}.")
}

/// Ground and front.
fn remark(battle: &BattleReport) -> String {
    let ground = match (battle.meeting, battle.fort) {
        (true, _) => {
            "Both sides moved into the square: nobody held its ground, and all fought by ATTACK, none \
                      by DEFEND"
                .to_owned()
        }
        (false, Some(level)) => {
            format!("Ground rated {}, with a manned fort of strength {level}", battle.rating)
        }
        (false, None) => format!("Ground rated {}", battle.rating),
    };
    format!("{ground}; a line had room for {}.", counted(battle.front, "man"))
}

/// Odds in tenths, the greater number first, with the words for either being the greater.
fn odds(one: u32, other: u32, words: [&str; 2]) -> String {
    let tenths = |more: u32, less: u32| (10 * more + less / 2) / less.max(1);
    let (words, tenths) =
        if one >= other { (words[0], tenths(one, other)) } else { (words[1], tenths(other, one)) };
    match tenths {
        10 => "even odds".into(),
        tenths => format!("{}.{} to 1 {words}", tenths / 10, tenths % 10),
    }
}

fn camp_view(
    part: &'static str,
    camp: &CampReport,
    is_ours: bool,
    whose: impl Fn(UnitId) -> Whose,
    (checks, called): (&Checks, &ByUnit<String>),
) -> CampView {
    let about = if is_ours { "" } else { "about " };
    let rows: Vec<RowView> = camp
        .units
        .iter()
        .map(|unit| RowView {
            name: called.get(&unit.id).cloned(),
            ..row(unit, is_ours, whose(unit.id) == Whose::Own, checks.get(&unit.id))
        })
        .collect();
    // Of enemies the whole is estimated and not the sum of estimates: many a few would make it many times too large.
    let whole = |exact: u32, to: u32| if is_ours { exact } else { rounded(exact, to) };
    let men = whole(camp.units.iter().map(|unit| unit.men).sum(), ENEMY_MEN);
    let lost = whole(camp.units.iter().map(|unit| unit.fire + unit.melee).sum(), ENEMY_LOSSES);
    CampView {
        part,
        nations: camp.nations.iter().map(|nation| nation.words()).collect(),
        is_ours,
        won: false,
        about: !is_ours,
        men,
        lost,
        title: format!("{part}, {}: {about}{}, {}", names(camp), counted(men, "man"), loss(lost, about)),
        rows,
    }
}

/// What a camp lost: nothing is not about right.
fn loss(lost: u32, about: &str) -> String {
    if lost == 0 { "none lost".into() } else { format!("{about}{lost} lost") }
}

fn row(unit: &UnitReport, is_ours: bool, is_own: bool, check: Option<&String>) -> RowView {
    let number = |exact: u32, to: u32| if is_ours { exact } else { rounded(exact, to) };
    let about = |number: u32| match (is_ours, number) {
        (true, _) | (_, 0) => number.to_string(),
        (false, _) => format!("~{number}"),
    };
    let own = |words: &'static str| if is_ours { words } else { "" };
    let line = own(["first", "second", "rear"][unit.line as usize]);
    let mode = own(["utmost", "firm", "skirmish", "evade"][unit.attitude as usize]);
    let no_ammunition = is_ours && !unit.armed;
    let mut end = departure(unit.departure).to_owned();
    if let Some(check) = check {
        end += &format!(", {check}");
    }
    if no_ammunition {
        end += ", no rounds";
    }
    let (men, fire) = (number(unit.men, ENEMY_MEN), number(unit.fire, ENEMY_LOSSES));
    let (melee, id) = (number(unit.melee, ENEMY_LOSSES), unit.id.to_string());
    let text =
        format!("{id:<8} {line:<6} {mode:<8} {:>5} {:>5} {:>5} {end}", about(men), about(fire), about(melee));
    RowView { unit: id, name: None, is_own, line, mode, men, fire, melee, end, no_ammunition, text }
}

fn names(camp: &CampReport) -> String {
    camp.nations.iter().map(|nation| nation.words()).collect::<Vec<_>>().join(" and ")
}

/// The men of an enemy's camp as they could be counted.
fn enemy_men(camp: &CampReport) -> u32 {
    rounded(camp.units.iter().map(|unit| unit.men).sum(), ENEMY_MEN)
}

/// A number of enemies as it could be counted: to the nearest multiple of `to`, but never rounded away.
pub fn rounded(number: u32, to: u32) -> u32 {
    if number == 0 { 0 } else { ((number + to / 2) / to * to).max(to) }
}

fn departure(departure: Option<Departure>) -> &'static str {
    match departure {
        None => "stood",
        Some(Departure::FellBack) => "fell back",
        Some(Departure::Retreated) => "retreated",
        Some(Departure::Routed) => "routed",
        Some(Departure::Shattered) => "shattered",
        Some(Departure::Surrendered) => "surrendered",
        Some(Departure::Destroyed) => "destroyed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_land::combat::strength::Attitude;
    use fieldpost_land::orders::BattleLine;

    #[test]
    fn enemies_are_rounded_but_never_away() {
        assert_eq!(rounded(0, 100), 0);
        assert_eq!(rounded(20, 100), 100);
        assert_eq!(rounded(149, 100), 100);
        assert_eq!(rounded(150, 100), 200);
    }

    #[test]
    fn odds_name_the_stronger_side() {
        const YOU: [&str; 2] = ["for you", "against you"];
        assert_eq!(odds(2400, 2400, YOU), "even odds");
        assert_eq!(odds(4800, 2400, YOU), "2.0 to 1 for you");
        assert_eq!(odds(2400, 3600, YOU), "1.5 to 1 against you");
        assert_eq!(odds(0, 0, YOU), "0.0 to 1 for you");
    }

    /// A camp of France whose units came out of a battle so.
    fn camp(departures: &[Option<Departure>]) -> CampReport {
        let unit = |departure: &Option<Departure>| UnitReport {
            id: "FR1IN".parse().unwrap(),
            line: BattleLine::First,
            part: 1000,
            attitude: Attitude::Skirmish,
            armed: true,
            men: 2400,
            fire: 10,
            melee: 0,
            departure: *departure,
        };
        CampReport {
            nations: ["FR".parse().unwrap()].into(),
            units: departures.iter().map(unit).collect(),
            worth: Default::default(),
        }
    }

    #[test]
    fn a_unit_alone_is_called_by_its_name() {
        let names: ByUnit<String> = [("FR1IN".parse().unwrap(), "Lasalle".to_owned())].into_iter().collect();
        assert_eq!(gone(&camp(&[Some(Departure::Routed)]), false, &names), "FR1IN Lasalle broke");
    }

    #[test]
    fn who_surrenders_unbeaten_has_not_broken() {
        let surrendered = Some(Departure::Surrendered);
        for (departures, melee, told) in [
            (&[surrendered][..], false, "FR1IN surrendered, without close quarters"),
            (&[Some(Departure::Routed)], false, "FR1IN broke"),
            (
                &[surrendered, surrendered][..],
                false,
                "all units of France there surrendered, without close quarters",
            ),
            (&[surrendered, surrendered], true, "all units of France there surrendered"),
            (&[surrendered, Some(Departure::Routed)], true, "all units of France there broke or surrendered"),
            (
                &[Some(Departure::Shattered), Some(Departure::Routed)],
                false,
                "all units of France there broke",
            ),
        ] {
            assert_eq!(gone(&camp(departures), melee, &ByUnit::new()), told);
            let report = BattleReport {
                attackers: camp(&[None]),
                defenders: camp(departures),
                meeting: false,
                front: 3000,
                from: Vec::new(),
                rating: 2,
                fort: Some(3),
                melee,
                attackers_won: true,
            };
            assert_eq!(end(&report, &ByUnit::new()), told);
        }
    }
}
