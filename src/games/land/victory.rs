//! What a war is fought for: the aims that its scenario counts when the game ends. No rule asks for them, so that they stand beside the
//! position and not in it.

use chrono::NaiveDate;

use fieldpost_engine::words::{counted, grouped, listed};
use fieldpost_ground::nation::NationCode;

/// What is counted when a war ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// The day on which it is counted; a game that ends before counts where it stands.
    pub ends: NaiveDate,
    /// With so many points more than the other a side wins.
    pub win: u32,
    /// With so many it wins decisively.
    pub decisive: u32,
    pub aims: Vec<Aim>,
}

/// Something that brings a side points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Whose: the nation's, and so its allies' too.
    pub of: NationCode,
    /// What each of it brings.
    pub points: u32,
    pub goal: Goal,
}

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To hold towns.
    Hold(Vec<String>, When),
    /// To cost a nation and its allies so many men.
    Men(NationCode, u32),
    /// To cost them so many warships.
    Ships(NationCode, u32),
}

/// When towns are to be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On the day on which all is counted.
    AtTheEnd,
    /// At the end of any turn up to a day: what is lost again later counts too.
    By(NaiveDate),
    /// At the end of the turn of a day: what is lost later counts too.
    On(NaiveDate),
}

/// What a side has by its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degree {
    Drawn,
    Won,
    Decisive,
}

impl Victory {
    /// What so many points more than the other are.
    pub fn degree(&self, ahead: u32) -> Degree {
        match ahead {
            ahead if ahead >= self.decisive => Degree::Decisive,
            ahead if ahead >= self.win => Degree::Won,
            _ => Degree::Drawn,
        }
    }

    /// What is counted, a sentence each, for who takes part.
    pub fn words(&self) -> Vec<String> {
        let day = day(self.ends);
        let margin = format!(
            "Who is {} ahead wins, and with {} decisively.",
            counted(self.win, "point"),
            counted(self.decisive, "point")
        );
        let head = format!("What is fought for is counted on {day}, or when the game ends before. {margin}");
        std::iter::once(head).chain(self.aims.iter().map(Aim::words)).collect()
    }
}

impl Aim {
    /// What brings points, in a sentence.
    pub fn words(&self) -> String {
        let (of, points) = (self.of.words(), counted(self.points, "point"));
        format!("{of}: {points} {}.", self.goal.words())
    }
}

impl Goal {
    /// What brings the points, in a clause that goes on behind them.
    pub fn words(&self) -> String {
        let them = |of: &NationCode| format!("{} and allies", of.spoken());
        match self {
            Goal::Hold(towns, when) => {
                let each = if towns.len() > 1 { "for each of " } else { "for " };
                format!("{each}{}, {}", listed(towns), when.words())
            }
            Goal::Men(of, 1) => format!("for each man that {} lose", them(of)),
            Goal::Men(of, men) => format!("for every {} men that {} lose", grouped(men), them(of)),
            Goal::Ships(of, 1) => format!("for each ship that {} lose", them(of)),
            Goal::Ships(of, ships) => format!("for every {ships} ships that {} lose", them(of)),
        }
    }
}

impl When {
    fn words(self) -> String {
        match self {
            When::AtTheEnd => "held at the end".to_owned(),
            When::By(last) => format!("held at the end of any turn up to {}", day(last)),
            When::On(last) => format!("still held on {}", day(last)),
        }
    }
}

/// A day as people say it.
pub fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn victory() -> Victory {
        let day = |day| NaiveDate::from_ymd_opt(1866, 7, day).unwrap();
        let (prussia, austria) = (NationCode::new("PR").unwrap(), NationCode::new("AU").unwrap());
        let hold = |towns: &[&str], when| Goal::Hold(towns.iter().map(ToString::to_string).collect(), when);
        let aims = vec![
            Aim { of: prussia, points: 2, goal: hold(&["Prague", "Vienna"], When::AtTheEnd) },
            Aim { of: prussia, points: 1, goal: Goal::Men(austria, 10_000) },
            Aim { of: austria, points: 1, goal: hold(&["Koeniggraetz"], When::On(day(3))) },
            Aim { of: austria, points: 1, goal: hold(&["Goerlitz"], When::By(day(3))) },
        ];
        Victory { ends: day(22), win: 2, decisive: 5, aims }
    }

    #[test]
    fn what_is_counted_is_said_in_a_sentence_each() {
        assert_eq!(
            victory().words(),
            [
                "What is fought for is counted on 22 July 1866, or when the game ends before. Who is 2 points ahead wins, and \
                 with 5 points decisively.",
                "Prussia: 2 points for each of Prague and Vienna, held at the end.",
                "Prussia: 1 point for every 10,000 men that Austria and allies lose.",
                "Austria: 1 point for Koeniggraetz, still held on 3 July 1866.",
                "Austria: 1 point for Goerlitz, held at the end of any turn up to 3 July 1866.",
            ]
        );
    }

    #[test]
    fn points_ahead_decide() {
        let degrees = [0, 1, 2, 4, 5, 9].map(|ahead| victory().degree(ahead));
        let [none, one, two, four, five, nine] = degrees;
        assert_eq!([none, one], [Degree::Drawn; 2]);
        assert_eq!([two, four], [Degree::Won; 2]);
        assert_eq!([five, nine], [Degree::Decisive; 2]);
    }
}
