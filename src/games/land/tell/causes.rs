//! What moved morale, by name: the battles and cities of the turn that the reader was told of (rule 3.7). Of what was out
//! of the reader's sight only that it was: the event names no place.

use crate::battles::{BattleOutcome, BattleView};
use crate::line::{NewsLine, Reader};
use fieldpost_engine::words::listed;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::mood::Mood;
use fieldpost_land::event::{Fact, Stand};
use fieldpost_land::morale;
use fieldpost_land::phase::Phase;
use fieldpost_land::unit::UnitId;

/// Gives each line of morale its causes in words.
pub(crate) fn name(lines: &mut [NewsLine<'_>], reader: Reader<'_>) {
    let known = Known::of(lines, reader);
    for line in lines.iter_mut() {
        if let Fact::Morale { stand, moods, change } = line.fact() {
            let (moved, against): (Vec<Mood>, Vec<Mood>) =
                moods.iter().copied().partition(|mood: &Mood| mood.raises() == (*change > 0));
            let words = |moods: &[Mood]| moods.iter().map(|mood| known.words(*mood, stand, reader)).collect();
            // A unit's own nature may outweigh all that drew one way.
            (line.causes, line.against) = if moved.is_empty() {
                (words(&against), Vec::new())
            } else {
                (words(&moved), words(&against))
            };
        }
    }
}

/// The battles and captures that the reader was told of.
struct Known {
    fields: Vec<Action>,
    cities: Vec<Capture>,
}

/// All camps of a phase in a square that came out of their battles alike, of one side's nations.
struct Action {
    phase: Phase,
    at: StrategicSquare,
    is_won: bool,
    /// Men lost by both sides.
    men_lost: u32,
    fighters: Vec<UnitId>,
}

/// A city that changed hands.
struct Capture {
    city: String,
    by: NationCode,
    lost_by: Option<NationCode>,
}

impl Known {
    fn of(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Self {
        let mut known = Known { fields: Vec::new(), cities: Vec::new() };
        for line in lines {
            if let Some((at, battle)) = line.square.zip(line.battle.as_ref()) {
                known.add_battle(line.phase, at, battle, reader);
            }
            if let Fact::CaptureCity { city, by, lost_by, .. } = line.fact() {
                known.cities.push(Capture { city: city.clone(), by: *by, lost_by: *lost_by });
            }
        }
        known
    }

    /// Morale is moved by what a unit's own side did: each camp is an action of its own.
    fn add_battle(&mut self, phase: Phase, at: StrategicSquare, battle: &BattleView, reader: Reader<'_>) {
        if battle.outcome == BattleOutcome::Witnessed && !reader.is_umpire() {
            return;
        }
        let men_lost = battle.camps.iter().map(|camp| camp.lost).sum::<u32>();
        for camp in &battle.camps {
            let fighters: Vec<UnitId> = camp.rows.iter().filter_map(|row| row.unit.parse().ok()).collect();
            let Some(first) = fighters.first().copied() else { continue };
            let same = |field: &&mut Action| {
                (field.phase, field.at, field.is_won) == (phase, at, camp.won) && field.is_of(first, reader)
            };
            match self.fields.iter_mut().find(same) {
                Some(field) => {
                    field.men_lost += men_lost;
                    field.fighters.extend(fighters);
                }
                None => self.fields.push(Action { phase, at, is_won: camp.won, men_lost, fighters }),
            }
        }
    }

    fn words(&self, mood: Mood, stand: &Stand, reader: Reader<'_>) -> String {
        let unit = stand.unit;
        let own =
            |is_won| self.places(reader, |field| field.is_won == is_won && field.fighters.contains(&unit));
        let near = |is_won| {
            let reaches = |field: &Action| stand.at.is_some_and(|stand| field.reaches(stand.at));
            self.places(reader, |field| {
                let is_of_side = field.is_won == is_won && field.is_of(unit, reader);
                is_of_side && !field.fighters.contains(&unit) && reaches(field)
            })
        };
        let at = |known: Vec<String>, unknown: &str| {
            if known.is_empty() { unknown.to_owned() } else { format!(" at {}", listed(&known)) }
        };
        let is_friend = |nation| (reader.are_friends)(unit.nation, nation);
        let taken = |of: &&Capture| is_friend(of.by);
        let lost = |of: &&Capture| !is_friend(of.by) && of.lost_by.is_none_or(is_friend);
        let of = |which: &dyn Fn(&&Capture) -> bool, deed: &str| {
            let cities: Vec<&str> = self.cities.iter().filter(which).map(|of| of.city.as_str()).collect();
            if cities.is_empty() {
                format!("{} out of your sight", mood.words())
            } else {
                format!("the {deed} of {}", listed(&cities))
            }
        };
        match mood {
            Mood::OwnBattleWon => format!("{}{}", mood.words(), at(own(true), "")),
            Mood::OwnBattleLost => format!("{}{}", mood.words(), at(own(false), "")),
            Mood::BattleWonNear => format!("{}{}", mood.words(), at(near(true), ", out of your sight")),
            Mood::BattleLostNear => format!("{}{}", mood.words(), at(near(false), ", out of your sight")),
            Mood::CityTaken => of(&taken, "taking"),
            Mood::CityLost => of(&lost, "loss"),
            Mood::Hunger => mood.words().into(),
        }
    }

    /// The places of some battles, each once.
    fn places(&self, reader: Reader<'_>, which: impl Fn(&Action) -> bool) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        for field in self.fields.iter().filter(|field| which(field)) {
            let heading = reader.places.heading(field.at);
            if !places.contains(&heading) {
                places.push(heading);
            }
        }
        places
    }
}

impl Action {
    /// Whether its camps are of a unit's side.
    fn is_of(&self, unit: UnitId, reader: Reader<'_>) -> bool {
        self.fighters.iter().any(|fighter| (reader.are_friends)(fighter.nation, unit.nation))
    }

    /// Whether it moves the morale of units so far away. What the enemy lost is known about right only.
    fn reaches(&self, from: StrategicSquare) -> bool {
        morale::reach(self.men_lost.saturating_mul(11) / 10)
            .is_some_and(|reach| self.at.distance(from) <= reach)
    }
}
