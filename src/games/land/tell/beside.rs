//! What stands in reports of the land beside what brigades did: whatever else is fought in the same war, such as ships. It is told in the same mails,
//! each thing at its place, and nobody here asks what it is about.

use fieldpost_land::phase::Phase;
use fieldpost_land::unit::UnitId;
use fieldpost_picture::deeds::Deeds;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::Moored;
use fieldpost_print::form::FormBlock;
use fieldpost_print::heading::Heading;
use fieldpost_print::report::Illustration;
use fieldpost_print::section::Section;

/// What is told beside the land.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Under which title it stands in the report of what happened, such as `At sea`.
    pub title: String,
    /// The gravest of it, for who reads nothing else.
    pub lead: Vec<String>,
    /// What could not be done as it was ordered.
    pub attention: Vec<String>,
    /// What happened, by phases.
    pub happened: Vec<Section>,
    /// What befell brigades.
    pub units: Vec<Befell>,
    /// Where things stand.
    pub stands: Vec<Section>,
    /// Pictures of what happened.
    pub pictures: Vec<Illustration>,
    /// What lies where on the strategic map.
    pub moored: Vec<Moored>,
    /// The names of its seas.
    pub seas: Seas,
    /// What happened on it, as the reader was told.
    pub deeds: Deeds,
    /// The same in words, a sentence a kind.
    pub ways: Vec<String>,
    /// What the desk page is to know of it.
    pub page: Option<serde_json::Value>,
    /// Blocks of the orders to be filled in.
    pub form: Vec<FormBlock>,
    /// The fields that it adds to `report.json`.
    pub data: serde_json::Map<String, serde_json::Value>,
}

/// What befell a brigade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Befell {
    /// Ashore, or aboard.
    pub unit: UnitId,
    /// In which phase of the land's.
    pub phase: Phase,
    /// What, in a few words.
    pub words: String,
    /// The men that it cost.
    pub lost: u32,
    /// Whose doing it was.
    pub by: String,
}

impl Beside {
    /// Whether people are told anything of it: programs may be told that there is nothing.
    fn is_told(&self) -> bool {
        let says = [&self.happened, &self.stands].iter().any(|sections| !sections.is_empty());
        says || !self.moored.is_empty() || self.page.is_some() || !self.pictures.is_empty()
    }

    /// The pictures of where things stand, in their order.
    pub(crate) fn pictures_of_position(&self) -> impl Iterator<Item = &Illustration> {
        self.stands.iter().flat_map(Section::figures)
    }
}

/// What a report is given that is not in sight of its reader's brigades.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// What stands at its head.
    pub heading: &'a Heading,
    /// What else is fought in the war, if anything is.
    pub beside: Option<&'a Beside>,
}

impl<'a> Given<'a> {
    /// What people are told beside the land, if there is anything to tell.
    pub(crate) fn told(self) -> Option<&'a Beside> {
        self.beside.filter(|beside| beside.is_told())
    }
}

impl<'a> From<&'a Heading> for Given<'a> {
    fn from(heading: &'a Heading) -> Self {
        Given { heading, beside: None }
    }
}
