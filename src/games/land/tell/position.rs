//! The position: where the player's units stand at the start of the open turn and what they see (rules 4.1 to 4.7,
//! 5.3; ).

use schemars::JsonSchema;
use serde::Serialize;

use crate::army::{self, Attention, Command, Corps};
use crate::extract::{SquareView, squares};
use crate::places::{self, CityView, DepotView, HearsayView, Ruler, SightingView};
use crate::sheets::{SheetView, sheets};
use crate::status::{StatusBlock, block};
use crate::vantage::Vantage;
use fieldpost_engine::words::counted;
use fieldpost_land::state::{DepotWork, Season};
use fieldpost_print::form::Form;

/// Where things stand at the start of the open turn, as far as the player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PositionView {
    /// What kind of turn it is, in words.
    pub season: &'static str,
    /// The player's rank, nation and offices.
    pub station: Station,
    /// What needs attention, the worst first.
    pub attention: Vec<Attention>,
    /// What becomes of the player's units, and of ships, if nothing is ordered, as things stand; a line on all of whom the same is to be
    /// said, and nothing on who stays where it is and lacks nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silence: Vec<String>,
    /// Who commands what.
    pub commands: Vec<Command>,
    /// The army list by corps and place.
    pub army: Vec<Corps>,
    /// All of the army together.
    pub totals: Totals,
    /// The squares of the strategic map within five of an active unit (rule 4.1).
    pub squares: Vec<SquareView>,
    /// The tactical maps of the squares with own units.
    pub sheets: Vec<SheetView>,
    /// The status of every unit that the player commands or deputises for.
    pub units: Vec<StatusBlock>,
    /// The cities that are known: the own side's first, the nearest before the others.
    pub cities: Vec<CityView>,
    /// The depots and caches that are known, in the same order.
    pub depots: Vec<DepotView>,
    /// The flags in sight: enemies first, the nearest before the others.
    pub sightings: Vec<SightingView>,
    /// What the War Minister hears of the enemy; nothing for anybody else.
    pub hearsay: Vec<HearsayView>,
    /// The fatigue above which units stay where they are.
    pub limits: Limits,
    /// The order template: what can be sent back as it is, once a password stands in it.
    pub orders: String,
}

/// Who the player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Station {
    /// The player's rank in words.
    pub rank: &'static str,
    /// The player's nation.
    pub nation: String,
    /// Its two letters.
    pub code: String,
    /// The player's offices.
    pub offices: Vec<String>,
    /// What the nation's treasury holds, for whoever holds an office that spends it.
    pub treasury: Option<Treasury>,
    /// What the nation has of depots in reserve, for whoever holds an office that places them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Reserve>,
}

impl Station {
    /// Rank, nation, offices and treasury in a sentence.
    pub fn words(&self) -> String {
        let mut words = format!("{} of {}", self.rank, self.nation);
        for office in &self.offices {
            words += ", ";
            words += office;
        }
        if let Some(Treasury { eg, mp, manpower }) = self.treasury {
            words += &format!(". The treasury holds {eg} Eg, {mp} MP and {manpower} manpower");
        }
        if let Some(reserve) = &self.reserve {
            words += &format!(". {}", reserve.words);
        }
        words
    }
}

/// Depots in reserve, and those that are being set up or taken away (ROTD-CWOL 11.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reserve {
    /// How many are in reserve.
    pub depots: u32,
    /// All of it in a sentence without its full stop.
    pub words: String,
}

impl Reserve {
    fn of(vantage: &Vantage<'_>) -> Option<Self> {
        let (depots, works) = vantage.reserve()?;
        let grid = &vantage.atlas.map.grid;
        let work = |work: &DepotWork| {
            let at = grid.label(work.at);
            let does = if work.raises { "is on its way to" } else { "is being taken from" };
            let then = if work.raises { "there" } else { "gone" };
            format!("; one {does} {at} {}, {then} after turn {}", work.tac, work.done)
        };
        let works: String = works.iter().map(work).collect();
        Some(Reserve { depots, words: format!("In reserve: {}{works}", counted(depots, "depot")) })
    }
}

/// What a treasury holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Treasury {
    /// Money (Eg).
    pub eg: u32,
    /// Materials (MP).
    pub mp: u32,
    /// Men.
    pub manpower: u32,
}

/// Sums of a player's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// How many units.
    pub units: u32,
    /// Their men, gunners included.
    pub men: u32,
    /// Their batteries.
    pub batteries: u32,
}

/// Fatigue above which units stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limits {
    /// No march (rule 7.1).
    pub march: u16,
    /// No tactical move while enemies are in the square (rule 9.1).
    pub tactical: u16,
}

impl PositionView {
    /// What a player may know; `form` has the orders to be filled in.
    pub fn of(vantage: &Vantage<'_>, form: &Form) -> Self {
        let units: Vec<StatusBlock> = vantage.own.iter().map(|own| block(vantage, own)).collect();
        let (ruler, sheets) = (Ruler::of(vantage), sheets(vantage));
        PositionView {
            season: season(vantage.season),
            station: station(vantage),
            attention: army::attention(&units, &sheets, vantage.is_umpire()),
            silence: Vec::new(),
            commands: army::commands(&units),
            army: army::army(&units),
            totals: totals(&units),
            squares: squares(vantage),
            sheets,
            cities: places::cities(vantage, &ruler),
            depots: places::depots(vantage, &ruler),
            sightings: places::sightings(vantage, &ruler),
            hearsay: places::hearsay(vantage),
            limits: Limits { march: vantage.book.marches.fatigue, tactical: vantage.book.tactics.fatigue },
            orders: form.text(),
            units,
        }
    }
}

pub(super) fn season(season: Season) -> &'static str {
    match season {
        Season::Campaign => "campaign turn",
        Season::Deployment => "deployment turn",
        Season::Peace => "turn of peace or truce",
    }
}

pub(super) fn station(vantage: &Vantage<'_>) -> Station {
    let player = vantage.player;
    Station {
        rank: player.rank.words(),
        nation: player.nation.words(),
        code: player.nation.to_string(),
        offices: player.offices.iter().map(|office| vantage.book.post(office)).collect(),
        treasury: vantage.treasury().map(|means| Treasury {
            eg: means.eg,
            mp: means.mp,
            manpower: means.manpower,
        }),
        reserve: Reserve::of(vantage),
    }
}

fn totals(units: &[StatusBlock]) -> Totals {
    Totals {
        units: u32::try_from(units.len()).unwrap_or(u32::MAX),
        men: units.iter().map(|unit| unit.strength).sum(),
        batteries: units.iter().map(|unit| u32::from(unit.batteries)).sum(),
    }
}
