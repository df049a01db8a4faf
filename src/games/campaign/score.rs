//! Who has won a campaign, by the aims of its scenario.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use fieldpost_engine::words::{agrees, counted, listed};
use fieldpost_ground::nation::{NationCode, Relations};
use fieldpost_land::victory::{Aim, Degree, Goal, Victory, When, day};
use fieldpost_print::section::{Row, Section};

/// How a war stood when a turn was over.
#[derive(Clone, Debug, Default)]
pub struct Stand {
    pub turn: u32,
    /// The turn's last day, where the war has a calendar.
    pub last_day: Option<NaiveDate>,
    /// Who held which town.
    pub holders: BTreeMap<String, NationCode>,
    /// Men lost up to then, by nation.
    pub men: BTreeMap<NationCode, u32>,
    /// Ships lost up to then.
    pub ships: BTreeMap<NationCode, u32>,
}

/// Aims held to the course of a war.
pub struct Score<'a> {
    victory: &'a Victory,
    relations: &'a Relations,
    /// How it stood after each turn, the opening first.
    stands: &'a [Stand],
}

/// A side, with what it has reached.
#[derive(Debug)]
struct Side {
    nations: BTreeSet<NationCode>,
    points: u32,
}

impl Side {
    fn words(&self) -> String {
        listed(&self.nations.iter().map(NationCode::spoken).collect::<Vec<_>>())
    }
}

/// An aim, and what was reached of it.
struct Reached<'a> {
    aim: &'a Aim,
    times: u32,
    /// What in particular, in words.
    what: String,
}

impl Reached<'_> {
    fn points(&self) -> u32 {
        self.times.saturating_mul(self.aim.points)
    }
}

impl<'a> Score<'a> {
    pub fn of(victory: &'a Victory, relations: &'a Relations, stands: &'a [Stand]) -> Self {
        Score { victory, relations, stands }
    }

    /// Who has won, in a sentence or two.
    pub fn verdict(&self) -> String {
        let mut sides = self.sides();
        sides.sort_by_key(|side| std::cmp::Reverse(side.points));
        let points = |side: &Side| format!("{} {}", side.words(), counted(side.points, "point"));
        let [first, rest @ ..] = &sides[..] else { return "No side has an aim.".into() };
        let second = rest.first().map_or(0, |side| side.points);
        let all = sides.iter().map(points).collect::<Vec<_>>().join(", ");
        let won = match self.victory.degree(first.points - second) {
            Degree::Drawn => "The war is drawn".to_owned(),
            Degree::Won => format!("Victory of {}", first.words()),
            Degree::Decisive => format!("Decisive victory of {}", first.words()),
        };
        format!("{won}: {all}. {}", self.when())
    }

    /// On which day it is counted.
    fn when(&self) -> String {
        let (end, ends) = (self.end(), day(self.victory.ends));
        match end.last_day {
            Some(last) if last < self.victory.ends => format!(
                "This is counted as it stood on {}, when the game ended; the scenario counts on {ends}.",
                day(last)
            ),
            _ => format!("This is counted as it stood on {ends}."),
        }
    }

    /// Aim for aim, what was reached.
    pub fn section(&self) -> Section {
        let row = |aim: &Aim| {
            let reached = self.reached(aim);
            let head = format!("{}: {}", aim.of.words(), reached.points());
            let what = Some(&reached.what).filter(|what| !what.is_empty());
            let what = what.map_or_else(|| "not reached".to_owned(), String::clone);
            let words = format!("{} {}: {what}", counted(aim.points, "point"), aim.goal.words());
            Row { head, cells: vec![words], ..Row::default() }
        };
        let section =
            Section::of_rows("aims", "What was reached", self.victory.aims.iter().map(row).collect());
        Section { about: "aim for aim, with the points for it", ..section }
    }

    /// Nations whose aims are counted together, with their points.
    fn sides(&self) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::new();
        for aim in &self.victory.aims {
            let points = self.reached(aim).points();
            let is_its = |side: &&mut Side| side.nations.iter().all(|one| self.are_friends(*one, aim.of));
            match sides.iter_mut().find(is_its) {
                Some(side) => {
                    side.nations.insert(aim.of);
                    side.points = side.points.saturating_add(points);
                }
                None => sides.push(Side { nations: [aim.of].into(), points }),
            }
        }
        sides
    }

    fn are_friends(&self, one: NationCode, other: NationCode) -> bool {
        self.relations.between(one, other).is_friendly()
    }

    fn reached(&self, aim: &'a Aim) -> Reached<'a> {
        match &aim.goal {
            Goal::Hold(towns, when) => {
                let held = towns.iter().filter(|town| self.is_held(town, *when, aim.of));
                let held: Vec<&String> = held.collect();
                let times = u32::try_from(held.len()).unwrap_or(u32::MAX);
                Reached { aim, times, what: listed(&held) }
            }
            Goal::Men(of, each) => self.cost(aim, (&self.end().men, *of), *each, "man"),
            Goal::Ships(of, each) => self.cost(aim, (&self.end().ships, *of), *each, "ship"),
        }
    }

    fn cost(
        &self,
        aim: &'a Aim,
        (lost, of): (&BTreeMap<NationCode, u32>, NationCode),
        each: u32,
        one: &str,
    ) -> Reached<'a> {
        let theirs = lost.iter().filter(|(nation, _)| self.are_friends(**nation, of));
        let lost: u32 = theirs.map(|(_, lost)| *lost).sum();
        let lost_words = match one {
            "man" => {
                format!("{} {} lost", fieldpost_engine::words::grouped(lost), agrees(lost, "man", "men"))
            }
            one => format!("{} lost", counted(lost, one)),
        };
        Reached { aim, times: lost / each.max(1), what: lost_words }
    }

    fn is_held(&self, town: &str, when: When, of: NationCode) -> bool {
        let holds =
            |stand: &Stand| stand.holders.get(town).is_some_and(|holder| self.are_friends(*holder, of));
        match when {
            When::AtTheEnd => holds(self.end()),
            When::By(last) => {
                self.counted().iter().filter(|stand| stand.last_day.is_none_or(|day| day <= last)).any(holds)
            }
            When::On(on) => holds(self.on(on)),
        }
    }

    /// The turns up to the one on whose stand it is counted, without the opening if there is any other.
    fn counted(&self) -> &[Stand] {
        let end = self.end().turn;
        let from = usize::from(self.stands.len() > 1);
        let to = self.stands.iter().position(|stand| stand.turn == end).unwrap_or(0);
        self.stands.get(from..=to).unwrap_or_default()
    }

    /// How it stood at the end of the turn of a day, or, where the war went on no longer, at the last.
    fn on(&self, on: NaiveDate) -> &Stand {
        static NOTHING: std::sync::LazyLock<Stand> = std::sync::LazyLock::new(Stand::default);
        let reaches = |stand: &&Stand| stand.last_day.is_some_and(|day| day >= on);
        self.stands.iter().find(reaches).or(self.stands.last()).unwrap_or(&NOTHING)
    }

    fn end(&self) -> &Stand {
        self.on(self.victory.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::nation::Relation;
    use fieldpost_print::layout::lines;

    fn nation(code: &str) -> NationCode {
        NationCode::new(code).unwrap()
    }

    fn july(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(1866, 7, day).unwrap()
    }

    fn hold(of: &str, points: u32, towns: &[&str], when: When) -> Aim {
        let towns = towns.iter().map(ToString::to_string).collect();
        Aim { of: nation(of), points, goal: Goal::Hold(towns, when) }
    }

    fn victory() -> Victory {
        let aims = vec![
            hold("PR", 2, &["Prague", "Vienna"], When::AtTheEnd),
            hold("IT", 1, &["Verona"], When::AtTheEnd),
            Aim { of: nation("PR"), points: 1, goal: Goal::Men(nation("AU"), 1000) },
            hold("AU", 1, &["Prague"], When::On(july(6))),
            hold("AU", 3, &["Glatz"], When::By(july(9))),
        ];
        Victory { ends: july(9), win: 2, decisive: 6, aims }
    }

    /// Turns of three days from the 1st of July, with who holds Prague, Glatz and Verona, and the men that Austria and Saxony have lost.
    fn stands(rows: &[(&str, &str, &str, u32, u32)]) -> Vec<Stand> {
        let stand =
            |(turn, (prague, glatz, verona, austria, saxony)): (u32, &(&str, &str, &str, u32, u32))| {
                let holders = [("Prague", prague), ("Glatz", glatz), ("Verona", verona), ("Vienna", &"AU")];
                Stand {
                    turn,
                    last_day: Some(july(3 * turn.max(1))).filter(|_| turn > 0).or(Some(NaiveDate::MIN)),
                    holders: holders.map(|(town, of)| (town.to_owned(), nation(of))).into(),
                    men: [(nation("AU"), *austria), (nation("SA"), *saxony)].into(),
                    ships: BTreeMap::new(),
                }
            };
        (0..).zip(rows).map(stand).collect()
    }

    fn relations() -> Relations {
        let mut relations = Relations::default();
        relations.set(nation("PR"), nation("IT"), Relation::Allied);
        relations.set(nation("AU"), nation("SA"), Relation::Allied);
        relations
    }

    fn verdict(rows: &[(&str, &str, &str, u32, u32)]) -> String {
        Score::of(&victory(), &relations(), &stands(rows)).verdict()
    }

    const OPENING: (&str, &str, &str, u32, u32) = ("AU", "PR", "AU", 0, 0);

    #[test]
    fn allies_are_one_side_and_what_they_cost_an_enemy_counts_with_its_allies() {
        let taken = ("PR", "PR", "IT", 1800, 400);
        assert_eq!(
            verdict(&[OPENING, OPENING, OPENING, taken]),
            "Victory of Italy and Prussia: Italy and Prussia 5 points, Austria 1 point. This is counted as it stood on 9 July 1866."
        );
    }

    #[test]
    fn what_was_held_once_counts_and_what_is_taken_after_the_last_day_does_not() {
        let raid = ("AU", "AU", "AU", 900, 99);
        let late = ("PR", "PR", "IT", 9000, 0);
        assert_eq!(
            verdict(&[OPENING, raid, OPENING, OPENING, late]),
            "Victory of Austria: Austria 4 points, Italy and Prussia 0 points. This is counted as it stood on 9 July 1866."
        );
        assert!(
            verdict(&[OPENING, OPENING, OPENING, OPENING, raid]).contains("Austria 1 point,"),
            "too late"
        );
    }

    #[test]
    fn a_game_that_ends_before_counts_where_it_stands() {
        let words = verdict(&[OPENING, ("PR", "PR", "AU", 4000, 0)]);
        assert_eq!(
            words,
            "Decisive victory of Italy and Prussia: Italy and Prussia 6 points, Austria 0 points. This is counted as it stood on 3 July \
             1866, when the game ended; the scenario counts on 9 July 1866."
        );
        assert!(
            verdict(&[OPENING]).starts_with("The war is drawn: Austria 1 point"),
            "{}",
            verdict(&[OPENING])
        );
    }

    #[test]
    fn each_aim_is_told_with_what_was_reached_of_it() {
        let (victory, relations, stands) =
            (victory(), relations(), stands(&[OPENING, ("PR", "PR", "AU", 1800, 400)]));
        let told = lines(&[Score::of(&victory, &relations, &stands).section()]).join(" ");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in [
            "Prussia: 2 2 points for each of Prague and Vienna, held at the end: Prague",
            "Italy: 0 1 point for Verona, held at the end: not reached",
            "Prussia: 2 1 point for every 1,000 men that Austria and allies lose: 2,200 men lost",
        ] {
            assert!(told.contains(words), "{words}\n{told}");
        }
    }
}
