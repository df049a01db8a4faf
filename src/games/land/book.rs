//! The rulebooks as values, nested by chapter: whoever reads two of them side by side reads a comparison of the books.
//! A book states what differs and takes the rest by update syntax; a forgotten group does not compile.
//!
//! Chapters ask the book, never its name, nor what sort of unit it is that they have before them.

mod ask;
pub mod cites;
pub mod combat;
pub mod cwol;
pub mod euwol;
pub mod gitm;
pub mod kinds;
pub mod offices;
mod supply;

pub use cwol::{ROTD_CWOL, ROTD_CWOL_AT_SEA};
pub use euwol::ROTD_EUWOL;
pub use gitm::{GITM_NWOL, GITM_NWOL_AT_SEA};
pub use supply::{Ammunition, Arsenals, Caches, Depots, Desertion, Measure, Supply, Transfers, Unloads};

use serde::Serialize;

use crate::book::cites::Cites;
use crate::book::combat::Combat;
use crate::book::kinds::{Kind, Ladder};
use crate::book::offices::Offices;
use crate::means::Means;
use crate::unit::{Guns, Unit};
pub use fieldpost_ground::map::Diagonals;
use fieldpost_ground::map::Terrain;

/// A land rulebook: the numbers and policies in which such books differ, and the numbers that we chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Book {
    /// The ruleset's name, such as `rotd-euwol`.
    pub name: &'static str,
    /// Its rules in our own words: number, what each says, why one is not built.
    #[serde(skip)]
    pub rules: &'static str,
    /// The numbers of its rules.
    pub cites: Cites,
    /// Order forms, or parts of them, that it has not, by the keys of the language's things.
    pub refuses: &'static [&'static str],
    /// Parts of sentences that it has otherwise than ROTD-EUWOL, whose words the record of a turn has.
    #[serde(skip)]
    pub phrases: &'static [(&'static str, &'static str)],
    /// Names in the examples of its help, by those of ROTD-EUWOL's: officers, towns, codes of nations.
    #[serde(skip)]
    pub examples: &'static [(&'static str, &'static str)],
    /// Squares and soil (chapters 1, 2).
    pub ground: Ground,
    /// What the types of unit are (rules 3.1, 3.2, 7.1, 7.3, 7.6, 8.1, 9.1, 9.10, 11.2).
    pub kinds: &'static [Kind],
    /// How many may stand in a square (rules 1.5, 2.5, 13.2).
    pub stacking: Stacking,
    /// Guns and mergers (rules 3.4, 3.5b).
    pub musters: Musters,
    /// Offices and who commands (rules 3.5, 11.5, 11.7).
    pub offices: Offices,
    /// What is heard (chapter 4).
    pub sight: Sight,
    /// Turns of a season (rule 5.1).
    pub seasons: Seasons,
    /// Strategic movement (chapter 7).
    pub marches: Marches,
    /// Railways (chapter 8); none: nobody goes by rail, and nobody is told of it.
    pub rail: Option<Rail>,
    /// Tactical movement (chapter 9).
    pub tactics: Tactics,
    /// Combat (chapter 10).
    pub combat: Combat,
    /// Captured guns (rule 10.11); none: whoever leaves keeps his guns, and nobody takes any.
    pub guns: Option<CapturedGuns>,
    /// Sieges (rule 11.3).
    pub siege: Siege,
    /// Supply (chapter 11).
    pub supply: Supply,
    /// Bridges that are laid, and ferries (chapter 12); none: a pontoon stays a column, and nobody is ferried.
    pub bridges: Option<Bridges>,
    /// Shattered units (chapter 14).
    pub shattered: Shattered,
}

/// Squares and soil (chapters 1, 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Letters of the map's rows (rule 1.1).
    pub row_letters: &'static str,
    /// Nations, by code, whose squares nobody may enter, whatever the campaign (rule 7.16).
    pub closed: &'static [&'static str],
    /// The same of states, by their names on the map (rule 7.16).
    pub closed_states: &'static [&'static str],
    /// Whether the squares of nations that have no part in the campaign are closed too (rule 7.16).
    pub closes_uninvolved: bool,
    /// How rivers are crossed (rules 1.3, 2.2, 7.8, 9.7, 12.1).
    pub rivers: Rivers,
    /// Terrain into which a step costs a point of fatigue more (rule 7.1).
    pub hard_going: &'static [Terrain],
    /// Whether a marsh is left only from its edge before enemies (rule 7.8).
    pub marsh_exit: bool,
    /// Which diagonal steps the map bars (rule 7.4).
    pub diagonals: Diagonals,
    /// In whose colours troops are shown (rule 1.5).
    pub flags: Flags,
    /// Terrain that is as another one in this book, whatever a map says (rule 1.2).
    pub read_as: &'static [(Terrain, Terrain)],
    /// Nations that this book names otherwise than does first: their codes and names (rule 1.3).
    pub nations: &'static [(&'static str, &'static str)],
    /// Lands of several nations, by their codes, that are one for their militia, for whose a square is in peace and for what
    /// is foreign soil (rules 3.5b, 7.1, 7.17): of each square by whose it is on the map, whoever owns it in a war.
    pub lands: &'static [&'static [&'static str]],
}

/// How rivers are crossed (rules 1.3, 2.2, 7.8, 9.7, 12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rivers {
    /// By their classes: fordable, unfordable, unbridgeable.
    Classed,
    /// All of them at fords, whatever class a map gives them.
    Fords,
}

/// In whose colours troops are shown (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Flags {
    /// Friends blue, enemies red, neutrals grey, as the reader sees them.
    ByViewer,
    /// The same, and one black flag where all three stand in a square.
    ByViewerWithBlack,
    /// Each nation its own colour, whoever looks.
    ByNation(&'static [(&'static str, FlagColour)]),
}

/// The colour of a nation's troops where nations have colours (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FlagColour {
    Blue,
    Grey,
}

/// How many may stand in a square (rules 1.5, 2.5, 13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stacking {
    /// Most active brigades in a strategic square (rule 1.5).
    pub strategic: usize,
    /// Most inactive units in a strategic square (rule 13.2).
    pub inactive: usize,
    /// The same where there is a city.
    pub inactive_in_city: usize,
    /// Most brigades in a strategic square in peace and truce (rule 1.5).
    pub peace: usize,
    /// The same where there is a city.
    pub peace_in_city: usize,
    /// Most brigades in a tactical square (rule 2.5).
    pub tactical: usize,
    /// Most brigades of one side in a tactical square (rule 2.5).
    pub tactical_side: usize,
}

/// Guns and mergers (rules 3.4, 3.5b); men and personal arms stand with the types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Musters {
    /// Guns (rule 3.4).
    pub guns: Ladder<Guns>,
    /// Per mille of a merger's excess that is lost where the units stand on foreign soil (rule 3.5b).
    pub lost_abroad: u32,
    /// Where militia are at home (rules 1.5, 7.17).
    pub home: Home,
    /// Who boards transports, and when (rule 7.18).
    pub boarding: Boarding,
}

/// Who boards transports, and when (rule 7.18), where there are ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Boarding {
    /// Everybody, in campaigns alone.
    InCampaigns,
    /// Everybody but militia, in peace and truce too.
    AllButMilitia,
}

/// Where militia are at home (rules 1.5, 7.17): where they lie without being counted, and whereto they go in peace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Home {
    /// In every city of their home state; nobody sends them there.
    State,
    /// In the city where they were raised; in peace and truce they are sent there.
    City,
}

/// What is seen and heard (chapter 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// What must lie between a unit and the enemies that it detects in other squares (rules 4.1, 11.2).
    pub line: SightLine,
    /// Squares in which a unit detects its own side in a campaign (rule 4.1).
    pub friends: u8,
    /// The same of an army headquarters.
    pub friends_of_army: u8,
    /// Squares in which a unit detects its own side in peace, truce and deployment.
    pub friends_in_peace: u8,
    /// The same of an army headquarters.
    pub friends_of_army_in_peace: u8,
    /// Squares in which any unit detects others then.
    pub others_in_peace: u8,
    /// What War Ministers hear (rule 4.7).
    pub hearsay: Hearsay,
}

/// What must lie between a unit and the enemies that it detects in other squares (rules 4.1, 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SightLine {
    /// A line of contact; to units that screen it may pass their screen.
    PastScreensToScreens,
    /// A line of contact, which no screen bars.
    PastScreens,
    /// Nothing.
    NotNeeded,
}

/// What War Ministers hear (rule 4.7, R-4.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hearsay {
    /// Chance, in basis points, that a War Minister hears of an enemy headquarters in a turn (rule 4.7, R-4.7).
    pub headquarters: u32,
    /// The same of an enemy unit on the nation's own land and out of its sight.
    pub troops: u32,
    /// Squares by which what is heard is wrong, at most.
    pub error: u8,
    /// Chance, in basis points, that it is wrong by more.
    pub far_chance: u32,
    /// Squares by which it is wrong then, at most.
    pub far_error: u8,
    /// Whether he hears of neutral troops on the nation's land too (rule 4.7).
    pub of_neutrals: bool,
}

/// Turns of a season (rule 5.1), and what its end takes (rule 3.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seasons {
    /// Turns of a campaign (rule 5.1).
    pub campaign: u32,
    /// Turns of deployment before it.
    pub deployment: u32,
    /// Turns of a season of peace or truce (T-05).
    pub peace: u32,
    /// Per cent of their experience that units lose at the end of a campaign (rule 3.6, R-3.6).
    pub experience_lost_percent: u32,
    /// Where units are placed without marching (rule 7.17).
    pub placement: Placement,
}

/// Where units are placed without marching (rules 7.17, 9.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Placement {
    /// On squares that their nation owns by the nearest city of the same state.
    Owned,
    /// On the soil of their own nation.
    Home {
        /// On that of allied nations too.
        allies: bool,
        /// Whether in the lands of several nations the nearest of all cities says whose a square is.
        by_nearest_city: bool,
    },
}

/// Strategic movement (chapter 7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marches {
    /// Fatigue above which a unit does not move strategically (rule 7.1).
    pub fatigue: u16,
    /// Experience up to which marching teaches a unit anything (rule 3.6).
    pub experience: u16,
    /// Whose units bar a way out of a square (rule 7.7).
    pub exit_barred_by: Bars,
    /// After whose units a unit pursues (rule 7.12).
    pub pursued: Bars,
    /// Whose units interrupt a diagonal step (rule 7.15).
    pub interrupted_by: Bars,
    /// Whether neutral units on their home soil interrupt diagonal steps too (rule 7.15).
    pub neutrals_interrupt: bool,
    /// What militia may not leave (rule 7.1).
    pub militia: MilitiaLand,
}

/// Which units bar a way, are followed, or hold a railway (rules 7.7, 7.12, 7.15, 8.2, 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Bars {
    /// Combat units alone (G-09).
    CombatUnits,
    /// Active headquarters too.
    ActiveUnits,
}

impl Bars {
    /// Whether a unit is one of them.
    pub fn counts(self, unit: &Unit) -> bool {
        match self {
            Bars::CombatUnits => unit.is_combat(),
            Bars::ActiveUnits => unit.is_combat() || unit.is_active() && unit.id.kind.is_hq(),
        }
    }
}

/// What militia may not leave (rule 7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MilitiaLand {
    /// Their home state.
    State,
    /// Their nation, or the land of several nations in which it lies.
    Nation,
}

/// Railways (chapter 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rail {
    /// Most squares that a unit goes by rail in a turn (rule 8.1).
    pub squares: usize,
    /// Most squares of a way by rail that a unit sets out on (rule 8.3).
    pub path: usize,
    /// Fatigue of going by rail, whatever the distance (rule 8.3).
    pub fatigue: u16,
    /// Whose units hold a railway square (rule 8.2).
    pub held_by: Bars,
    /// Where units that come by rail get out (rule 8.4).
    pub entry: RailEntry,
    /// Destroying and rebuilding (rules 8.5, 8.6); none: track lies for ever.
    pub works: Option<Works>,
}

/// Where units that come by rail get out (rule 8.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RailEntry {
    /// On any railway square.
    Anywhere,
    /// On the railway squares of the first rows or columns behind the edge over which the train came, as units on foot
    /// are placed (rule 7.14).
    AsOnFoot,
}

/// Track and bridges rebuilt (rules 8.5, 8.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Works {
    /// What rebuilding a square's track or bridge costs (rules 8.5, 8.6).
    pub cost: Means,
    /// Turns after the one in which it is ordered at whose end the track is whole again (R-8.5/6).
    pub turns: u32,
}

/// Tactical movement (chapter 9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tactics {
    /// Who moves before whom in a phase (rule 9.6).
    pub order: Order,
    /// Fatigue above which a unit does not move tactically near enemies (rule 9.1).
    pub fatigue: u16,
    /// Which neutral units on its way keep a unit from moving at all (rule 9.3).
    pub barred_by_neutrals: Bars,
    /// Who fights on which side where units of several nations stand in a square (rules 9.3, 10.1).
    pub sides: Sides,
}

/// Who fights on which side where units of several nations stand in a square (rules 9.3, 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sides {
    /// Nations allied with one another are a side, and each two hostile sides fight (R-10.1b).
    Alliances,
    /// Nations allied to the one whose unit began the battle, and those hostile to it; others keep out.
    Initiator,
}

/// Who moves before whom in a tactical phase (rule 9.6), within it by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// By the units' initiative, 1 first.
    Initiative,
    /// Fast types, and then all others.
    FastThenOthers,
}

/// Captured guns (rule 10.11): chances, in basis points, of losing a battery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CapturedGuns {
    /// Chance of losing a battery by falling back (rule 10.11).
    pub lost_falling_back: u32,
    /// The same by a retreat.
    pub lost_retreating: u32,
    /// The same by a rout.
    pub lost_routing: u32,
    /// The same by shattering.
    pub lost_shattering: u32,
    /// Tactical squares within which a unit that took no part in the battle takes guns (rule 10.11).
    pub taken_within: u8,
}

/// Sieges (rule 11.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Siege {
    /// Per cent of the defenders' men that besiegers must have more than (rule 11.3).
    pub percent: u32,
    /// Chance, in basis points, that a besieged garrison without supplies surrenders at the turn's end (rule 11.3).
    pub surrender: u32,
    /// Whether units leave a besieged city on the tactical map as they like (rule 9.4).
    pub sorties: Sorties,
    /// Whether friends outside join a battle that has begun in a besieged city (rule 9.4).
    pub join_in_city: bool,
    /// Whether units leave a besieged city by retreat, rout and falling back (rules 10.8, 10.10).
    pub leave_beaten: bool,
}

/// Whether units leave a besieged city on the tactical map as they like (rule 9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sorties {
    /// As they like.
    Free,
    /// By one square, to attack a besieging unit.
    OneSquareAttack,
}

/// Bridges and ferries (chapter 12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bridges {
    /// How often a ferry's free space can be used in a turn (rule 12.7).
    pub ferry_trips: u32,
}

/// Shattered units (chapter 14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shattered {
    /// Per mille of its men that a unit loses by shattering: at least and at most (rule 14.1).
    pub loss: (u64, u64),
    /// Strategic squares that a shattered unit goes: at least and at most (rule 14.2).
    pub squares: (u64, u64),
    /// Where it goes (rule 14.2).
    pub aim: Aim,
    /// Squares within which it looks for a city (rule 14.2).
    pub city_range: u8,
    /// Turns that it takes to reform: at least and at most (rule 14.3).
    pub turns: (u64, u64),
    /// Turns at whose end it may fail to reform before it is destroyed (rule 14.5).
    pub tries: u8,
    /// Fatigue that a turn of lying shattered takes away, once the unit has reformed (rule 14.3).
    pub recovery: u16,
    /// Where it reforms (rule 14.5).
    pub reforms: Reforms,
}

/// Where a shattered unit goes (rule 14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Aim {
    /// To the depot, cache or city of its corps headquarters, else to a city.
    StoreOrCity,
    City,
}

/// Where a shattered unit reforms (rule 14.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Reforms {
    /// Where it has supply and communications, or a depot or cache in its square.
    SuppliedOrAtDepot,
    /// Near a friendly corps headquarters or city.
    Near {
        /// Squares to the headquarters.
        corps: u8,
        /// Squares to the city.
        city: u8,
    },
}

/// Every book that the land engine plays.
pub const ALL: [&Book; 3] = [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL];

/// The book of a ruleset's name, if it is one that the land engine plays yet.
pub fn of_ruleset(name: &str) -> Option<&'static Book> {
    ALL.into_iter().find(|book| book.name == name)
}

/// The same book where ships are played beside it: with the naval batteries that shut rivers to them, which not every book has.
pub fn at_sea(book: &'static Book) -> &'static Book {
    let with_batteries = [&ROTD_CWOL_AT_SEA, &GITM_NWOL_AT_SEA];
    with_batteries.into_iter().find(|own| own.name == book.name).unwrap_or(book)
}

/// The names of all books, for people to choose from.
pub fn known() -> String {
    ALL.map(|book| book.name).join(", ")
}
