//! The numbers of a campaign turn by turn, for who looks back: towns, men, losses, supplies, ships. A player is shown what each report told
//! of that player's own units; the towns are what observers are told.

use std::collections::{BTreeMap, BTreeSet};

use crate::drowned::Muster;
use crate::ledger::{self, Entry};
use crate::reckoning::holders;
use crate::table::Table;
use fieldpost_door::{Board, Eyes, Past, PastTurn};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::unit::UnitId;
use fieldpost_print::plot::{Plot, Series};
use fieldpost_sea::ship::ShipId;

/// Numbers by whose they are, and then by turn.
type Lines = BTreeMap<String, BTreeMap<u32, i64>>;

/// What is counted of a war.
struct Annals<'a> {
    eyes: &'a Eyes,
    turns: BTreeSet<u32>,
    towns: Lines,
    men: Lines,
    lost: Lines,
    supplies: Lines,
    ships: Lines,
    /// Under whose name what a unit lost is counted, as of the turn before or this one: units that are lost have nobody afterwards.
    units: BTreeMap<UnitId, Option<String>>,
    /// How the turn before left them.
    before: Option<Muster>,
}

/// The plots of a campaign.
///
/// # Errors
/// If a turn is none of this game's.
pub(crate) fn plots(table: &Table, past: Past<'_>, eyes: &Eyes) -> Result<Vec<Plot>, String> {
    let none = Lines::new;
    let (units, turns) = (BTreeMap::new(), BTreeSet::new());
    let (towns, men, lost) = (none(), none(), none());
    let mut annals =
        Annals { eyes, turns, towns, men, lost, supplies: none(), ships: none(), units, before: None };
    for turn in past {
        annals.take(table, &turn?)?;
    }
    Ok(annals.plots())
}

impl Annals<'_> {
    fn take(&mut self, table: &Table, turn: &PastTurn) -> Result<(), String> {
        let after = table.at(&turn.after)?;
        let after = Table::of(&*after).ok_or("a turn is of another game")?;
        self.turns.insert(turn.turn);
        if !matches!(self.eyes, Eyes::Players(_)) {
            for nation in holders(after).into_values() {
                add(&mut self.towns, nation.words(), turn.turn, 1);
            }
        }
        if *self.eyes == Eyes::Public {
            return Ok(());
        }
        self.take_units(after, turn.turn);
        self.take_ships(after, turn.turn);
        let (mut entries, muster) = (ledger::read(&turn.events, turn.form)?, Muster::of(after));
        let off_the_map = self.before.iter().flat_map(|before| before.lost(&muster, &entries));
        let off_the_map: Vec<Entry> = off_the_map.collect();
        entries.extend(off_the_map);
        self.before = Some(muster);
        for entry in entries {
            let Entry::Lost { unit, men, .. } = entry else { continue };
            if let Some(Some(whose)) = self.units.get(&unit) {
                add(&mut self.lost, whose.clone(), turn.turn, men.into());
            }
        }
        Ok(())
    }

    fn take_units(&mut self, after: &Table, turn: u32) {
        let state = after.all().state;
        for unit in state.units.values() {
            let commander = state.seats.get(&unit.id).map(|seat| seat.commander);
            let whose = self.whose(after, commander, unit.id.nation);
            self.units.insert(unit.id, whose.clone());
            if let Some(whose) = whose {
                add(&mut self.men, whose.clone(), turn, unit.strength.into());
                add(&mut self.supplies, whose, turn, unit.supplies.into());
            }
        }
    }

    fn take_ships(&mut self, after: &Table, turn: u32) {
        for ship in after.sea.iter().flat_map(|sea| sea.state.ships.values()) {
            let ShipId { nation, .. } = ship.id;
            if let Some(whose) = self.whose(after, Some(ship.commander), nation) {
                add(&mut self.ships, whose, turn, 1);
            }
        }
    }

    /// Under whose name something is counted; nobody's where it is not shown.
    fn whose(&self, after: &Table, commander: Option<PlayerNo>, nation: NationCode) -> Option<String> {
        match self.eyes {
            Eyes::Public => None,
            Eyes::All => Some(nation.words()),
            Eyes::Players(_) => {
                let commander = commander.filter(|commander| self.eyes.are_of(*commander))?;
                after.land.player(commander).map(|player| player.name.clone())
            }
        }
    }

    fn plots(self) -> Vec<Plot> {
        let Annals { turns, .. } = self;
        let plot = |key, title: &str, about, lines: Lines| {
            let series = lines.into_iter().map(|(name, values)| Series {
                name,
                values: turns.iter().map(|turn| (*turn, values.get(turn).copied().unwrap_or(0))).collect(),
            });
            Plot { key, title: title.to_owned(), about, series: series.collect() }
        };
        let lost =
            "In battle, by shells, straggled, scattered, captured and drowned, turn by turn; some came back.";
        let all = [
            plot("towns", "Towns held", "", self.towns),
            plot("men", "Men in the field", "", self.men),
            plot("lost", "Men lost", lost, self.lost),
            plot("supplies", "Supplies that units carry", "", self.supplies),
            plot("ships", "Ships", "", self.ships),
        ];
        all.into_iter().filter(|plot| !plot.is_empty()).collect()
    }
}

fn add(lines: &mut Lines, whose: String, turn: u32, more: i64) {
    let count = lines.entry(whose).or_default().entry(turn).or_default();
    *count = count.saturating_add(more);
}
