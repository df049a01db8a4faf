//! What is asked of a book: its rows by their types, whether it has something, and maps as it sees them.

use crate::games::ground::nation::NationCode;
use crate::games::ground::tactical::Atlas;
use crate::games::land::book::kinds::{self, Kind};
use crate::games::land::book::{Book, Rivers, Works};
use crate::games::land::state::Season;
use crate::games::land::unit::UnitType;

impl Book {
    /// The most supplies that a unit of any type carries (rule 11.9).
    pub fn most_load(&self) -> u8 {
        self.kinds.iter().map(|kind| kind.load).max().unwrap_or(0)
    }

    /// What a type of unit is in this book; of a type that it has not a row that can do nothing.
    pub fn kind(&self, code: UnitType) -> &'static Kind {
        kinds::row(self.kinds, code)
    }

    /// Whether units of a type exist in this book's games.
    ///
    /// # Errors
    /// That they do not, in a clause, with what there is of the sort.
    pub fn check_kind(&self, code: UnitType) -> Result<(), String> {
        if self.kinds.iter().any(|kind| kind.code == code) {
            return Ok(());
        }
        let arm = |code: UnitType| code.is_brigade().then(|| (code.is_cavalry(), code.is_artillery()));
        let like = self.kinds.iter().filter(|kind| arm(code).is_some() && arm(kind.code) == arm(code));
        let has: Vec<String> = like.map(|kind| format!("{} ({})", kind.code.code(), kind.words)).collect();
        let has = if has.is_empty() { String::new() } else { format!("; it has {}", has.join(", ")) };
        Err(format!("{} has no units of type {}{has}", self.name, code.code()))
    }

    /// Whether a season is one of this book's: not all begin a campaign with deployment (rule 5.1).
    ///
    /// # Errors
    /// What there is instead, in a clause.
    pub fn check_season(&self, season: Season) -> Result<(), String> {
        if season == Season::Deployment && self.seasons.deployment == 0 {
            return Err(format!(
                "expected campaign or peace, found deployment, which {} has not (rule 5.1)",
                self.name
            ));
        }
        Ok(())
    }

    /// The maps as this book sees them: what it fords is fordable, diagonal steps are barred as it says, and terrain that it does not know is what comes nearest.
    /// Whoever loads a map for a book passes it through here once.
    pub fn atlas(&self, atlas: Atlas) -> Atlas {
        let atlas = if self.ground.read_as.is_empty() { atlas } else { atlas.read_as(self.ground.read_as) };
        let atlas = atlas.with_diagonals(self.ground.diagonals);
        if self.ground.rivers == Rivers::Fords { atlas.forded() } else { atlas }
    }

    /// Whether two nations are of one land: the same, or both of a land of several nations (rules 3.5b, 7.1, 7.17).
    pub fn same_land(&self, one: NationCode, other: NationCode) -> bool {
        one == other || self.land_of(one).is_some_and(|land| land.contains(&other.as_str()))
    }

    /// The land of several nations to which a nation belongs.
    pub fn land_of(&self, nation: NationCode) -> Option<&'static [&'static str]> {
        self.ground.lands.iter().copied().find(|land| land.contains(&nation.as_str()))
    }

    /// What supplies are stored in outside of cities, in a word or two (rule 11.5).
    pub fn stores(&self) -> &'static str {
        if self.supply.caches.is_some() { "depot or cache" } else { "depot" }
    }

    /// Destroying and rebuilding of track and bridges, if the book has it (rules 8.5, 8.6).
    pub fn works(&self) -> Option<&Works> {
        self.rail.as_ref()?.works.as_ref()
    }
}
