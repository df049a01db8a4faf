//! What is asked of a book: its rows by their types, whether it has something, and maps as it sees them.

use crate::book::kinds::{self, Kind};
use crate::book::{Book, Rivers, Works};
use crate::state::Season;
use crate::unit::UnitType;
use fieldpost_ground::nation::{NATIONS, NationCode};
use fieldpost_ground::tactical::Atlas;

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

    /// The nation of a name or of any two letters, as this book has it (R-1.0): a name of its own is its own nation's.
    pub fn nation(&self, words: &str) -> Option<NationCode> {
        self.own_nation(words).or_else(|| NationCode::of_words(words).map(|nation| self.own(nation)))
    }

    /// The same of nations that R-1.0 or this book lists.
    pub fn known_nation(&self, words: &str) -> Option<NationCode> {
        self.nation(words).filter(|nation| nation.name().is_some())
    }

    /// A nation by the code that this book has for one of its name: `GB` is `BR` in GITM-NWOL.
    pub fn own(&self, nation: NationCode) -> NationCode {
        nation.name().and_then(|name| self.own_nation(name)).unwrap_or(nation)
    }

    /// What this book has in the place of the code or name by which R-1.0 lists a nation, if it has it otherwise.
    pub fn nation_called(&self, words: &str) -> Option<&'static str> {
        let row = NATIONS.iter().find(|row| row.0 == words || row.1 == words)?;
        let own = self.own(NationCode::new(row.0)?);
        let own = self.ground.nations.iter().find(|known| known.0 == own.as_str())?;
        Some(if row.0 == words { own.0 } else { own.1 })
    }

    fn own_nation(&self, name: &str) -> Option<NationCode> {
        let row = self.ground.nations.iter().find(|row| row.1.eq_ignore_ascii_case(name))?;
        NationCode::new(row.0)
    }

    /// Whether a code is the one that this book has for its nation.
    ///
    /// # Errors
    /// With which it is, in a clause.
    pub fn check_nation(&self, nation: NationCode) -> Result<(), String> {
        let own = self.own(nation);
        if own == nation {
            return Ok(());
        }
        Err(format!("{} is {own} in {}, and not {nation}", own.words(), self.name))
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

#[cfg(test)]
mod tests {
    use crate::book::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};

    #[test]
    fn a_nation_has_one_code_in_a_book() {
        let code = |book: &super::Book, words| book.nation(words).map(|nation| nation.to_string());
        for words in ["Great Britain", "great britain", "GB", "br"] {
            assert_eq!(code(&GITM_NWOL, words).as_deref(), Some("BR"), "{words}");
        }
        for book in [&ROTD_EUWOL, &ROTD_CWOL] {
            assert_eq!(code(book, "Great Britain").as_deref(), Some("GB"), "{}", book.name);
            assert_eq!(code(book, "Italian states"), None, "{}", book.name);
        }
        for words in ["Italian states", "Italy", "IT"] {
            assert_eq!(code(&GITM_NWOL, words).as_deref(), Some("IT"), "{words}");
        }
        assert_eq!(GITM_NWOL.nation_called("GB"), Some("BR"));
        assert_eq!(GITM_NWOL.nation_called("Italy"), Some("Italian states"));
        assert_eq!(GITM_NWOL.nation_called("Austria"), None);
        let wrong = GITM_NWOL.check_nation("GB".parse().unwrap()).unwrap_err();
        assert_eq!(wrong, "Great Britain is BR in gitm-nwol, and not GB");
    }
}
