//! A battle at sea in words: in a sentence, and ship by ship.

use crate::combat::battle::Fate;
use crate::event::account::{Account, KeptOff, Part};
use crate::place::Place;
use crate::tell::news::Reader;
use crate::tell::sides::{batteries, nation_of, units};
use fieldpost_engine::words::capital;

impl Reader<'_> {
    /// A battle in a sentence: who fought where, and who won.
    pub(super) fn outcome(&self, at: Place, account: &Account) -> String {
        let here = self.place(at);
        let [one, other] = [0, 1].map(|side| nation_of(&account.sides[side]));
        let won = match account.winner {
            Some(side) => format!("{} won", [&one, &other][side.min(1)]),
            None => "nobody won".to_owned(),
        };
        format!("Naval battle in {here}: {one} against {other}; {won}.")
    }

    /// A battle ship by ship (naval record 12.4): of one's own side all that is known aboard, of others what is seen from the other
    /// side of the water: hits, great damage, what became of them, and strength to the ten.
    pub(super) fn battle(&self, at: Place, account: &Account) -> Vec<String> {
        let here = self.place(at);
        let at_close = account.sides.iter().flatten().any(|part| part.close);
        let how = if at_close { "at close quarters" } else { "at range" };
        let mut lines = vec![format!("Battle in {here}, {how}.")];
        for (number, side) in account.sides.iter().enumerate() {
            let began = ["began it", "were met"][number];
            let won = if account.winner == Some(number) { "; they win" } else { "" };
            let nation = nation_of(side);
            lines.push(format!("{} {began}, with {}{won}.", capital(&nation), self.strength(side)));
            lines.extend(units(side).iter().map(|parts| self.part(parts)));
        }
        if account.winner.is_none() {
            lines.push("Nobody wins: both part.".into());
        }
        lines
    }

    fn strength(&self, side: &[Part]) -> String {
        let sum = side.iter().map(|part| part.strength).sum::<u32>();
        let own = side.first().is_some_and(|part| self.is_our_nation(part.id.nation()));
        let many = if side.len() == 1 {
            "1 ship or battery".to_owned()
        } else {
            format!("{} ships and batteries", side.len())
        };
        let ships = side.iter().all(|part| part.id.is_ship());
        let many = match (ships, side.len()) {
            (true, 1) => "1 ship".to_owned(),
            (true, count) => format!("{count} ships"),
            (false, _) => many,
        };
        if own {
            format!("{many} of strength {sum}")
        } else {
            format!("{many} of strength about {}", (sum + 5) / 10 * 10)
        }
    }

    /// A ship, or all batteries of a unit.
    fn part(&self, parts: &[&Part]) -> String {
        let Some(part) = parts.first() else { return String::new() };
        let own = self.is_our_nation(part.id.nation());
        let (hull, propulsion, crew) = part.after;
        let hits = parts.iter().map(|part| part.hits).sum::<u32>();
        let mut told = vec![if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") }];
        if !part.id.is_ship() {
            told.push(batteries(parts));
            return format!("{}: {}.", part.name, told.join("; "));
        }
        if own {
            told.push(format!("hull {hull}, propulsion {propulsion}, crew {crew}"));
            told.extend(part.kept_off.map(KeptOff::words).map(str::to_owned));
        } else {
            told.extend((3..5).contains(&hull).then(|| "low in the water".to_owned()));
            told.extend((4..=5).contains(&propulsion).then(|| "hardly under way".to_owned()));
        }
        told.extend(Some(part.fate).filter(|fate| *fate != Fate::Stands).map(|fate| fate.key().to_owned()));
        format!("{}: {}.", part.name, told.join("; "))
    }
}
