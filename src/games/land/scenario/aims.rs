//! What a scenario's war is fought for, read and held to the map and the calendar.

use chrono::NaiveDate;
use serde::Deserialize;
use toml::Spanned;

use crate::book::Book;
use crate::scenario::text::{File, ScenarioFault, ScenarioFaults, meant, nation};
use crate::victory::{Aim, Goal, Victory, When};
use fieldpost_engine::calendar::Calendar;

/// `[victory]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    ends: Spanned<String>,
    #[serde(default = "one")]
    win: Spanned<u32>,
    decisive: Spanned<u32>,
    aim: Vec<Spanned<AimEntry>>,
}

/// `[[victory.aim]]`: towns that are to be `hold`, or a nation that is to be `beat` of so many men or ships.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AimEntry {
    of: Spanned<String>,
    points: Spanned<u32>,
    #[serde(default)]
    hold: Vec<Spanned<String>>,
    by: Option<Spanned<String>>,
    on: Option<Spanned<String>>,
    beat: Option<Spanned<String>>,
    men: Option<Spanned<u32>>,
    ships: Option<Spanned<u32>>,
}

fn one() -> Spanned<u32> {
    Spanned::new(0..0, 1)
}

/// What the war is fought in.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The towns that are in the game.
    pub towns: &'a dyn Fn(&str) -> bool,
    /// Their names, for the nearest one.
    pub names: &'a [&'a str],
    pub calendar: Calendar,
    pub has_ships: bool,
}

/// What the war is fought for, if the scenario says it; faults are noted.
pub fn read_victory(
    main: File<'_>,
    entry: Option<&VictoryEntry>,
    ground: Ground<'_>,
    faults: &mut ScenarioFaults,
) -> Option<Victory> {
    let entry = entry?;
    let ends = faults.note(day(main, &entry.ends, ground.calendar));
    let (win, decisive) = (*entry.win.get_ref(), *entry.decisive.get_ref());
    if win == 0 {
        let message = "expected at least 1 point by which a side wins, found 0".to_owned();
        faults.0.push(main.at(&entry.win, message));
    }
    if decisive < win {
        let message = format!("expected at least the {win} of `win`, found {decisive}");
        faults.0.push(main.at(&entry.decisive, message));
    }
    let aims = entry.aim.iter().filter_map(|aim| faults.note(read_aim(main, aim, ground))).collect();
    Some(Victory { ends: ends?, win, decisive, aims })
}

fn read_aim(main: File<'_>, entry: &Spanned<AimEntry>, ground: Ground<'_>) -> Result<Aim, ScenarioFault> {
    let AimEntry { of, points, .. } = entry.get_ref();
    let of = nation(main, of)?;
    if *points.get_ref() == 0 {
        return Err(main.at(points, "expected at least 1 point, found 0".into()));
    }
    let goal = read_goal(main, entry, ground)?;
    Ok(Aim { of, points: *points.get_ref(), goal })
}

fn read_goal(main: File<'_>, entry: &Spanned<AimEntry>, ground: Ground<'_>) -> Result<Goal, ScenarioFault> {
    let aim = entry.get_ref();
    match (aim.hold.is_empty(), &aim.beat) {
        (false, None) if aim.men.is_none() && aim.ships.is_none() => {
            let towns = aim.hold.iter().map(|town| known_town(main, town, ground));
            Ok(Goal::Hold(towns.collect::<Result<_, _>>()?, when(main, aim, ground.calendar)?))
        }
        (true, Some(beat)) if aim.by.is_none() && aim.on.is_none() => {
            let beat = nation(main, beat)?;
            let fault = |count: &Spanned<u32>, why: &str| Err(main.at(count, why.to_owned()));
            match (&aim.men, &aim.ships) {
                (Some(count), None) | (None, Some(count)) if *count.get_ref() == 0 => {
                    fault(count, "expected at least 1, found 0")
                }
                (Some(men), None) => Ok(Goal::Men(beat, *men.get_ref())),
                (None, Some(ships)) if !ground.has_ships => {
                    fault(ships, "expected `men`: there are no ships in this war")
                }
                (None, Some(ships)) => Ok(Goal::Ships(beat, *ships.get_ref())),
                _ => Err(main.at(entry, "expected either `men` or `ships` beside `beat`".into())),
            }
        }
        _ => {
            let expected = "expected either towns to `hold` (with `by` or `on` a day, if it is not the end), or a nation to `beat` of `men` or \
                            `ships`";
            Err(main.at(entry, expected.to_owned()))
        }
    }
}

fn known_town(main: File<'_>, town: &Spanned<String>, ground: Ground<'_>) -> Result<String, ScenarioFault> {
    let found = town.get_ref();
    if (ground.towns)(found) {
        return Ok(found.clone());
    }
    let near = meant(found, ground.names.iter().copied());
    Err(main.at(town, format!("expected a town that is in this war, found {found:?}{near}")))
}

fn when(main: File<'_>, aim: &AimEntry, calendar: Calendar) -> Result<When, ScenarioFault> {
    match (&aim.by, &aim.on) {
        (None, None) => Ok(When::AtTheEnd),
        (Some(by), None) => day(main, by, calendar).map(When::By),
        (None, Some(on)) => day(main, on, calendar).map(When::On),
        (Some(_), Some(on)) => Err(main.at(on, "expected either `by` or `on`, found both".into())),
    }
}

/// A day of the war.
fn day(main: File<'_>, words: &Spanned<String>, calendar: Calendar) -> Result<NaiveDate, ScenarioFault> {
    let found = words.get_ref();
    let day = NaiveDate::parse_from_str(found, "%Y-%m-%d").ok().filter(|day| *day >= calendar.begins);
    day.ok_or_else(|| {
        let begins = calendar.begins.format("%Y-%m-%d");
        main.at(words, format!("expected a day from {begins} on, as that is written, found {found:?}"))
    })
}

/// What a kept scenario's war is fought for, whose main file this is; its towns are taken as they stand, for they were found when it was
/// opened.
pub fn kept_victory(
    text: &str,
    book: &'static Book,
    entry: Option<&VictoryEntry>,
    calendar: Calendar,
) -> Option<Victory> {
    let main = File { name: super::MAIN_FILE, text, book };
    let ground = Ground { towns: &|_| true, names: &[], calendar, has_ships: true };
    let mut faults = ScenarioFaults(Vec::new());
    read_victory(main, entry, ground, &mut faults).filter(|_| faults.0.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{MAIN_FILE, about, demo, read};
    use fieldpost_ground::nation::NationCode;

    /// The demonstration with these lines below it.
    fn with(lines: &str) -> std::collections::BTreeMap<String, String> {
        let mut texts = demo();
        texts.entry(MAIN_FILE.into()).or_default().push_str(lines);
        texts
    }

    fn fault(lines: &str) -> String {
        read(&with(lines)).unwrap_err().to_string()
    }

    const HEAD: &str = "[victory]\nends = \"1866-07-08\"\ndecisive = 3\n";

    fn aim(lines: &str) -> String {
        format!("{HEAD}[[victory.aim]]\nof = \"Austria\"\npoints = 2\n{lines}\n")
    }

    #[test]
    fn what_a_war_is_fought_for_is_read_and_read_again_from_the_text_that_is_kept() {
        let lines = aim("hold = [\"Prag\"]\nby = \"1866-07-01\"");
        let day = |day| NaiveDate::from_ymd_opt(1866, 7, day).unwrap();
        let goal = Goal::Hold(vec!["Prag".into()], When::By(day(1)));
        let aims = vec![Aim { of: NationCode::new("AU").unwrap(), points: 2, goal }];
        let expected = Some(Victory { ends: day(8), win: 1, decisive: 3, aims });
        let texts = with(&lines);
        assert_eq!(read(&texts).unwrap().victory, expected);
        assert_eq!(about(&texts[MAIN_FILE]).unwrap().victory, expected);
        assert_eq!(read(&demo()).unwrap().victory, None);
    }

    #[test]
    fn each_slip_is_told_at_its_key() {
        for (lines, words) in [
            (
                aim("hold = [\"Pragg\"]"),
                "expected a town that is in this war, found \"Pragg\"; the nearest is \"Prag\"",
            ),
            (
                aim("hold = [\"Prag\"]\nby = \"1866-07-01\"\non = \"1866-07-01\""),
                "expected either `by` or `on`, found both",
            ),
            (
                aim("hold = [\"Prag\"]\nby = \"1.7.66\""),
                "expected a day from 1866-06-25 on, as that is written, found \"1.7.66\"",
            ),
            (aim("hold = [\"Prag\"]\nbeat = \"Prussia\"\nmen = 5"), "expected either towns to `hold`"),
            (aim("beat = \"Prussia\""), "expected either `men` or `ships` beside `beat`"),
            (aim("beat = \"Prussia\"\nships = 2"), "there are no ships in this war"),
            (aim("beat = \"Prussia\"\nmen = 0"), "expected at least 1, found 0"),
            (
                aim("hold = [\"Prag\"]").replace("points = 2", "points = 0"),
                "expected at least 1 point, found 0",
            ),
            (
                aim("hold = [\"Prag\"]").replace("decisive = 3", "win = 4\ndecisive = 3"),
                "expected at least the 4 of `win`, found 3",
            ),
            (
                aim("hold = [\"Prag\"]").replace("\"Austria\"", "\"Austrai\""),
                "expected a nation such as Austria",
            ),
        ] {
            let told = fault(&lines);
            assert!(told.contains(words) && told.starts_with("scenario.toml, line "), "{words}\n{told}");
        }
    }

    #[test]
    fn the_wars_that_come_with_the_program_say_what_they_are_fought_for() {
        for name in ["1866", "bohemia-1866", "jena-1806", "valley-1862", "1805", "1862", "hampton-roads-1862"]
        {
            let texts = crate::scenario::built_in(name).unwrap();
            let victory = read(&texts).unwrap_or_else(|faults| panic!("{name}: {faults}")).victory.unwrap();
            assert!(victory.aims.len() > 3 && victory.win < victory.decisive, "{name}: {victory:?}");
            assert_eq!(about(&texts[MAIN_FILE]).unwrap().victory, Some(victory), "{name}");
        }
    }
}
