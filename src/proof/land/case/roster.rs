//! A case's players: for each nation one, of its name, who holds all its offices that no `[[player]]` holds (those too for which
//! the book has nothing to do); those of
//! `[[player]]`; and whoever else its units and assignments name as commander or deputy.

use std::collections::{BTreeMap, BTreeSet};

use crate::land::case::file::{CaseFile, PlayerFile};
use crate::land::case::orders::officers_named;
use crate::land::case::situation::{Fault, blocks, nation};
use fieldpost_ground::nation::NationCode;
use fieldpost_land::book::Book;
use fieldpost_land::orders::Office;
use fieldpost_land::state::{Player, Rank};
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ship::ShipId;

/// The nations of a case and the players that its units name.
pub struct Roster {
    nations: BTreeSet<NationCode>,
    named: BTreeMap<String, NationCode>,
    /// Of the players that `[[player]]` names, the offices that they hold.
    offices: BTreeMap<String, BTreeSet<Office>>,
}

impl Roster {
    /// Everyone a case mentions; `text` is the file's, for the lines of faults.
    ///
    /// # Errors
    /// If a nation or an office is unknown, or a player or office stands twice.
    pub fn of(case: &CaseFile, text: &str, book: &Book) -> Result<Self, Fault> {
        let nation = |name: &str| nation(book, name);
        let mut roster =
            Roster { nations: BTreeSet::new(), named: BTreeMap::new(), offices: BTreeMap::new() };
        blocks(&case.player, text, |player, _| roster.add(player, book))?;
        let relations = case.relation.iter().flat_map(|relation| &relation.between);
        let cities = case.city.iter().map(|city| city.get_ref());
        let cities = cities.flat_map(|city| city.nation.iter().chain(&city.control));
        let depots = case.depot.iter().map(|depot| &depot.get_ref().side);
        let theatre = case.on_theatre.then_some(["US", "CS"]);
        for code in theatre.into_iter().flatten() {
            roster.nations.insert(nation(code)?);
        }
        roster.of_ships(case, text, book)?;
        let land = case
            .map
            .owner
            .values()
            .chain(case.owners.values())
            .chain((!case.on_theatre).then_some(&case.map.nation));
        for name in land.chain(relations).chain(cities).chain(depots) {
            roster.nations.insert(nation(name)?);
        }
        blocks(&case.unit, text, |unit, _| {
            let id: UnitId = unit.id.parse().map_err(|error| format!("{error}"))?;
            book.check_nation(id.nation)?;
            roster.nations.insert(nation(id.nation.as_str())?);
            for name in unit.commander.iter().chain(&unit.deputy) {
                roster.named.entry(name.clone()).or_insert(id.nation);
            }
            Ok(())
        })?;
        for (unit, name) in officers_named(case) {
            roster.named.entry(name).or_insert(unit.nation);
        }
        Ok(roster)
    }

    /// Who has ships, and whom these name.
    fn of_ships(&mut self, case: &CaseFile, text: &str, book: &Book) -> Result<(), Fault> {
        blocks(&case.ship, text, |ship, _| {
            let id: ShipId = ship.id.parse()?;
            self.nations.insert(nation(book, id.nation.as_str())?);
            for name in ship.commander.iter().chain(&ship.deputy) {
                self.named.entry(name.clone()).or_insert(id.nation);
            }
            Ok(())
        })
        .map(drop)
    }

    /// A player of a `[[player]]` block.
    fn add(&mut self, player: &PlayerFile, book: &Book) -> Result<(), String> {
        let nation = nation(book, &player.nation)?;
        let mut offices = BTreeSet::new();
        for title in &player.offices {
            let office = Office::of_title(title).ok_or_else(|| format!("player: {title:?} is no office"))?;
            let held =
                |name: &String| self.named.get(name) == Some(&nation) && self.offices[name].contains(&office);
            if let Some(other) = self.offices.keys().find(|name| held(name)) {
                return Err(format!("player: {other} is {title} already"));
            }
            offices.insert(office);
        }
        self.nations.insert(nation);
        if self.offices.insert(player.name.clone(), offices).is_some() {
            return Err(format!("player: {} stands twice", player.name));
        }
        self.named.insert(player.name.clone(), nation);
        Ok(())
    }

    /// The players, the nations' own first.
    pub fn players(&self, owners: &BTreeMap<String, NationCode>) -> Vec<Player> {
        let own = self.nations.iter().map(|nation| {
            let name = own_name(*nation);
            let offices = self.offices.get(&name).cloned().unwrap_or_else(|| self.left_over(*nation, owners));
            Player { name, nation: *nation, rank: Rank::General, offices }
        });
        let taken: BTreeSet<String> = self.nations.iter().map(|nation| own_name(*nation)).collect();
        let named = self.named.iter().filter(|(name, _)| !taken.contains(*name)).map(|(name, nation)| {
            let name = name.clone();
            let offices = self.offices.get(&name).cloned().unwrap_or_default();
            Player { name, nation: *nation, rank: Rank::General, offices }
        });
        own.chain(named).collect()
    }

    /// The offices of a nation that none of its other players holds.
    fn left_over(&self, nation: NationCode, owners: &BTreeMap<String, NationCode>) -> BTreeSet<Office> {
        let others = self.offices.iter().filter(|(name, _)| self.named.get(*name) == Some(&nation));
        let taken: BTreeSet<&Office> = others.flat_map(|(_, offices)| offices).collect();
        all_offices(nation, owners).into_iter().filter(|office| !taken.contains(office)).collect()
    }
}

/// The name of a nation's own player: the nation's.
pub fn own_name(nation: NationCode) -> String {
    nation.words()
}

fn all_offices(nation: NationCode, owners: &BTreeMap<String, NationCode>) -> BTreeSet<Office> {
    let states = owners.iter().filter(|(_, owner)| **owner == nation);
    let governors = states.map(|(state, _)| Office::Governor(state.clone()));
    governors.chain(Office::MINISTERS.into_iter().map(|row| row.0)).collect()
}
