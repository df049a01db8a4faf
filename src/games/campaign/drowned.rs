//! Men who were lost off the land map. A paper of events names the ships that are lost and not who was aboard, so it is seen by the positions
//! before a turn and after it: papers of wars that were played long ago say it as well.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::{Cause, Entry};
use crate::table::Table;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::Site;
use fieldpost_sea::ship::ShipId;

/// Who was where when a turn was over, as far as losses off the map are seen by it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Muster {
    /// Men of each unit, on the map or off it.
    men: BTreeMap<UnitId, u32>,
    /// Units off the map, aboard or in the garrison of a port.
    off: BTreeMap<UnitId, Site>,
    ships: BTreeSet<ShipId>,
}

impl Muster {
    pub(crate) fn of(table: &Table) -> Self {
        let men = table.all().state.units.values().map(|unit| (unit.id, unit.strength)).collect();
        let Some(sea) = &table.sea else { return Muster { men, ..Muster::default() } };
        let off = sea.away.iter().map(|(id, away)| (*id, away.site)).collect();
        Muster { men, off, ships: sea.state.ships.keys().copied().collect() }
    }

    /// What was lost off the map up to `after`, the end of the next turn, whose own entries are known.
    pub(crate) fn lost(&self, after: &Muster, entries: &[Entry]) -> Vec<Entry> {
        let boarded = entries.iter().filter_map(|entry| match entry {
            Entry::Boarded(unit) => Some(*unit),
            _ => None,
        });
        let away: BTreeSet<UnitId> = self.off.keys().copied().chain(boarded).collect();
        let lost = away.into_iter().filter(|unit| !entries.contains(&Entry::Ashore(*unit)));
        let lost = lost.filter_map(|unit| self.lost_of(unit, after, entries));
        lost.filter(|entry| !matches!(entry, Entry::Lost { men: 0, .. })).collect()
    }

    fn lost_of(&self, unit: UnitId, after: &Muster, entries: &[Entry]) -> Option<Entry> {
        let known: u32 = entries.iter().map(|entry| entry.men_of(unit)).sum();
        let before = self.men.get(&unit)?.saturating_sub(known);
        let cause = match (self.off.get(&unit), after.men.get(&unit)) {
            // Only a storm of a port's garrison costs men there (N-73).
            (Some(_), Some(men)) if after.off.contains_key(&unit) => {
                return Some(Entry::Lost { unit, men: before.saturating_sub(*men), cause: Cause::Battle });
            }
            (_, Some(_)) => return None,
            (Some(Site::Garrison(_)), None) => Cause::Surrendered,
            // Whom the administrator removed by hand was not lost: then no ship is missing.
            _ if self.ships.is_subset(&after.ships) => return None,
            _ => Cause::Drowned,
        };
        Some(Entry::Lost { unit, men: before, cause })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::at_sea::hosted::{book, opened, read};
    use fieldpost_door::{Finished, PastTurn};
    use fieldpost_engine::form2;
    use fieldpost_print::layout::lines;

    /// A turn that is over, and how it left the game.
    fn past(turn: u32, ran: &dyn Finished) -> PastTurn {
        let after = ran.board().position();
        PastTurn { turn, after, events: ran.papers().events, form: form2::FORM }
    }

    /// WISC 9.2: who goes down with a transport is lost, and is in the score and in the table of losses.
    #[test]
    fn men_who_went_down_with_their_transport_are_lost_in_the_account() {
        let opening = opened().board.with(7);
        let loads = "PLAYER Wool\nPASSWORD fortress\nSHIP US1TR\nLOAD US3IN\nCOAST UCHE\nEND\n";
        let first = opening.run(&book(&*opening, &[("Wool", &read(&*opening, loads))]));
        let board = first.board();
        let sinks = "PLAYER Wool\nPASSWORD fortress\nSHIP US1TR\nSCUTTLE\nEND\n";
        let second = board.run(&book(&*board, &[("Wool", &read(&*board, sinks))]));
        let men = Muster::of(Table::of(&*board).unwrap()).men[&"US3IN".parse().unwrap()];
        let began =
            PastTurn { turn: 0, after: opening.position(), events: b"[]".to_vec(), form: form2::FORM };
        let turns = [began, past(1, &*first), past(2, &*second)];
        let end = second.board();
        let told = end.reckoning(&mut turns.into_iter().map(Ok)).unwrap();
        let told = lines(&told.sections).join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        let drowned = format!("{} drowned with their ships", fieldpost_engine::words::grouped(men));
        assert!(told.contains(&drowned), "{drowned}: {told}");
        let points = men / 500;
        assert!(told.contains(&format!("Confederate States: {points} 1 point for every 500 men")), "{told}");
    }

    /// Whom the administrator removes by hand was not lost, and who landed is counted where it fought.
    #[test]
    fn who_is_gone_though_no_ship_is_was_not_drowned() {
        let (unit, ship) = ("US3IN".parse().unwrap(), "US1TR".parse().unwrap());
        let off = BTreeMap::from([(unit, Site::Aboard(ship))]);
        let before = Muster { men: [(unit, 900)].into(), off, ships: [ship].into() };
        let gone = Muster { ships: [ship].into(), ..Muster::default() };
        assert_eq!(before.lost(&gone, &[]), []);
        let sunk = Muster::default();
        assert_eq!(before.lost(&sunk, &[]), [Entry::Lost { unit, men: 900, cause: Cause::Drowned }]);
        assert_eq!(before.lost(&sunk, &[Entry::Ashore(unit)]), []);
    }
}
