//! Offices as values: what they are called, who assigns officers, and who may have what done (rules 3.5, 8.5, 11.5, 11.7).

use serde::Serialize;

use crate::book::Book;
use crate::orders::Office;

/// Titles, and what they are good for (rules 3.5, 8.5, 11.5, 11.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offices {
    /// The offices that there are beside governors, with what they are called (rules 3.5, 4.7, 11.5).
    pub titles: &'static [(Office, &'static str)],
    /// Who purchases and places depots and caches, and purchases supplies (rule 11.5).
    pub place_depots: &'static [Office],
    /// Who removes them (rule 11.5).
    pub remove_depots: &'static [Office],
    /// Who has track rebuilt and units rearmed (rules 3.4, 8.5, 8.6). The books name nobody: it costs the treasury and serves
    /// the army, so whoever may buy for either may order it.
    pub build: &'static [Office],
    /// Whether there are governors, who have supplies moved from the cities of their state (rule 11.7).
    pub governors: bool,
    /// Who assigns officers, and who may have which seat (rule 3.5).
    pub commands: Commands,
}

/// Who assigns officers, and who may have which seat (rule 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Commands {
    /// Whether the seats of headquarters want a rank (rule 3.5, R-3.5b).
    pub ranks: bool,
    /// Most army and corps headquarters that one player may command at the close (rule 3.5); none: as many as there are.
    pub most: Option<(usize, usize)>,
    /// Of whose units officers are assigned (rule 3.5).
    pub over: Over,
}

/// Of whose units officers are assigned (rule 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Over {
    /// Of all of the side's, allies' too.
    Side,
    /// Of those of the minister's, or the army headquarters', own nation.
    Nation,
}

/// ROTD-EUWOL, 2022.
pub const ROTD_EUWOL: Offices = Offices {
    titles: &[
        (Office::WarMinister, "War Minister"),
        (Office::Treasury, "Treasury Minister"),
        (Office::Monarch, "Monarch"),
        (Office::PrimeMinister, "Prime Minister"),
        (Office::NavalMinister, "Naval Minister"),
    ],
    place_depots: &[Office::Treasury, Office::Monarch, Office::PrimeMinister],
    remove_depots: &[Office::WarMinister, Office::Monarch, Office::PrimeMinister],
    build: &[Office::WarMinister, Office::Treasury, Office::Monarch, Office::PrimeMinister],
    governors: true,
    commands: Commands { ranks: true, most: Some((1, 2)), over: Over::Side },
};

/// ROTD-CWOL, 2012: its President and Vice-President place depots; who takes them away it does not say.
pub const ROTD_CWOL: Offices = Offices {
    titles: &[
        (Office::WarMinister, "Secretary of War"),
        (Office::Monarch, "President"),
        (Office::PrimeMinister, "Vice-President"),
        (Office::NavalMinister, "Secretary of the Navy"),
    ],
    place_depots: &[Office::WarMinister, Office::Monarch, Office::PrimeMinister],
    remove_depots: &[Office::WarMinister, Office::Monarch, Office::PrimeMinister],
    build: &[Office::WarMinister, Office::Monarch, Office::PrimeMinister],
    governors: false,
    commands: Commands { ranks: false, most: None, over: Over::Side },
};

/// GITM-NWOL, 2008.
pub const GITM_NWOL: Offices = Offices {
    titles: &[(Office::WarMinister, "Minister of War"), (Office::NavalMinister, "Naval Minister")],
    place_depots: &[Office::WarMinister],
    remove_depots: &[Office::WarMinister],
    build: &[Office::WarMinister],
    governors: false,
    commands: Commands { ranks: false, most: None, over: Over::Nation },
};

impl Book {
    /// Whether there is such an office (rules 3.5, 11.5).
    pub fn has_office(&self, office: &Office) -> bool {
        match office {
            Office::Governor(_) => self.offices.governors,
            office => self.offices.titles.iter().any(|row| row.0 == *office),
        }
    }

    /// What an office is called, such as `War Minister` or `Governor of Saxony`; one that the book has not as in EUWOL.
    pub fn title(&self, office: &Office) -> String {
        let row = self.offices.titles.iter().find(|row| row.0 == *office);
        row.map_or_else(|| office.title(), |row| row.1.to_owned())
    }

    /// The same in a list of what somebody is, where the treasury stands for its minister.
    pub fn post(&self, office: &Office) -> String {
        if *office == Office::Treasury { office.title() } else { self.title(office) }
    }

    /// The office of a title, in any case, by this book's name or by another's, if this one has it.
    pub fn office_of(&self, title: &str) -> Option<Office> {
        let own = self.offices.titles.iter().find(|row| row.1.eq_ignore_ascii_case(title));
        own.map(|row| row.0.clone())
            .or_else(|| Office::of_title(title))
            .filter(|office| self.has_office(office))
    }

    /// The titles that there are, for people to choose from; of the treasury as lists have it.
    pub fn titles(&self) -> Vec<&'static str> {
        let in_lists = |(office, words): &(Office, &'static str)| {
            let own =
                Office::MINISTERS.into_iter().find(|row| row.0 == *office && *office == Office::Treasury);
            own.map_or(*words, |row| row.1)
        };
        self.offices.titles.iter().map(in_lists).collect()
    }
}
