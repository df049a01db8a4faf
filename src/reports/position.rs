//! The position report: where the player's units stand at the start of the open turn and what they see
//! (rules 4.1 to 4.6, 5.3; ).

use serde::Serialize;

use crate::games::ground::nation::Relation;
use crate::games::land::detection::hearsay::{Rumour, Talk};
use crate::games::land::detection::sight::{Count, Mark};
use crate::games::land::state::{City, Depot, DepotKind, Season};
use crate::reports::extract::{Extract, extracts};
use crate::reports::moves::BOOK;
use crate::reports::order_form::order_form;
use crate::reports::sheets::{SheetView, sheets};
use crate::reports::status::{StatusBlock, block};
use crate::reports::vantage::{Own, Vantage};

/// What a position report shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The open turn.
    pub turn: u32,
    /// What kind of turn it is.
    pub season: &'static str,
    /// Rank, nation and offices.
    pub station: String,
    /// The strategic map about the player's units.
    pub extracts: Vec<Extract>,
    /// What flags are in sight, by square.
    pub sightings: Vec<SightingView>,
    /// Whether units of other sides are among them, whose numbers are about right only.
    pub others_in_sight: bool,
    /// What the War Minister hears of the enemy.
    pub hearsay: Vec<HearsayView>,
    /// The cities that are known.
    pub cities: Vec<CityView>,
    /// The depots and caches that are known.
    pub depots: Vec<DepotView>,
    /// Tactical maps.
    pub sheets: Vec<SheetView>,
    /// Status blocks of active units that the player commands.
    pub units: Vec<StatusBlock>,
    /// Of those of which the player is the deputy.
    pub deputised: Vec<StatusBlock>,
    /// Status blocks of inactive and shattered units.
    pub resting: Vec<StatusBlock>,
    /// Numbers for the list of what words mean.
    pub tired: Tired,
    /// The order template.
    pub orders: String,
}

/// Fatigue above which units stay where they are (rules 7.1, 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Tired {
    pub march: u16,
    pub tactical: u16,
}

/// One flag in sight (rule 1.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct SightingView {
    pub square: String,
    pub nation: String,
    /// Own side, enemy or neutral.
    pub side: &'static str,
    /// How many, in the book's words, and the letters of the arms.
    pub what: String,
}

/// Something a War Minister hears of (rule 4.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct HearsayView {
    pub square: String,
    pub nation: String,
    /// What is said to have been there.
    pub what: &'static str,
}

/// A city as the map shows it (rules 1.4, 2.6, 2.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct CityView {
    pub name: String,
    pub square: String,
    pub tac: String,
    pub control: String,
    /// The controlling nation's two letters.
    pub code: String,
    pub side: &'static str,
    pub supplies: u32,
    /// Its fort and its siege, if any.
    pub fort: String,
}

/// A depot or cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct DepotView {
    pub kind: &'static str,
    pub square: String,
    pub tac: String,
    pub nation: String,
    /// The nation's two letters.
    pub code: String,
    pub side: &'static str,
    pub supplies: u32,
}

impl PositionReport {
    /// The report of what a player may know; `game` is the game's name, for the order template.
    pub fn of(vantage: &Vantage<'_>, game: &str) -> Self {
        let blocks = |wanted: fn(&Own<'_>) -> bool| {
            vantage.own.iter().filter(|own| wanted(own)).map(|own| block(vantage, own)).collect()
        };
        PositionReport {
            turn: vantage.turn,
            season: season(vantage.season),
            station: station(vantage),
            extracts: extracts(vantage),
            sightings: sightings(vantage),
            others_in_sight: others_in_sight(vantage),
            hearsay: vantage.sight.hearsay.iter().map(|rumour| hearsay_view(vantage, rumour)).collect(),
            cities: vantage.cities.iter().map(|(name, city)| city_view(vantage, name, city)).collect(),
            depots: vantage.depots.iter().map(|depot| depot_view(vantage, depot)).collect(),
            sheets: sheets(vantage),
            units: blocks(|own| own.unit.is_active() && own.is_commanded),
            deputised: blocks(|own| own.unit.is_active() && !own.is_commanded),
            resting: blocks(|own| !own.unit.is_active()),
            tired: Tired { march: BOOK.fatigue_strategic, tactical: BOOK.fatigue_tactical },
            orders: order_form(vantage, game),
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

pub(super) fn station(vantage: &Vantage<'_>) -> String {
    let player = vantage.player;
    let nation = player.nation.name().unwrap_or(player.nation.as_str());
    let mut words = format!("{} of {nation}", player.rank.words());
    for office in &player.offices {
        words += ", ";
        words += &office.title();
    }
    if let Some(means) = vantage.treasury() {
        words += &format!(". The treasury holds {means}");
    }
    words
}

pub(super) fn side(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "own",
        Relation::Allied => "allied",
        Relation::Neutral => "neutral",
        Relation::Hostile => "enemy",
    }
}

fn sightings(vantage: &Vantage<'_>) -> Vec<SightingView> {
    let grid = &vantage.atlas.map.grid;
    let flags =
        vantage.sight.strategic.iter().flat_map(|(at, flags)| flags.iter().map(move |flag| (at, flag)));
    flags
        .map(|(at, flag)| {
            let mark = match flag.mark {
                Mark::Flag => "",
                Mark::Tent => ", inactive",
                Mark::Shattered => ", shattered",
            };
            SightingView {
                square: grid.label(*at),
                nation: flag.nation.name().unwrap_or(flag.nation.as_str()).into(),
                side: side(vantage.relation(flag.nation)),
                what: format!("{} {}{mark}", flag.count, flag.arms).replace(" ,", ","),
            }
        })
        .collect()
}

fn hearsay_view(vantage: &Vantage<'_>, rumour: &Rumour) -> HearsayView {
    HearsayView {
        square: vantage.atlas.map.grid.label(rumour.at),
        nation: rumour.nation.name().unwrap_or(rumour.nation.as_str()).into(),
        what: match rumour.of {
            Talk::Headquarters => "a headquarters",
            Talk::Troops => "troops on our land",
        },
    }
}

fn others_in_sight(vantage: &Vantage<'_>) -> bool {
    let mut flags = vantage.sight.strategic.values().flatten();
    flags.any(|flag| matches!(flag.count, Count::About(_)))
}

fn city_view(vantage: &Vantage<'_>, name: &str, city: &City) -> CityView {
    let mut fort =
        city.fort.map_or_else(String::new, |fort| format!("fort {} for {}", fort.strength, fort.capacity));
    if city.besieged {
        fort += if fort.is_empty() { "besieged" } else { ", besieged" };
    }
    CityView {
        name: name.into(),
        square: vantage.atlas.map.grid.label(city.at),
        tac: city.tac.to_string(),
        control: city.control.name().unwrap_or(city.control.as_str()).into(),
        code: city.control.to_string(),
        side: side(vantage.relation(city.control)),
        supplies: city.supplies,
        fort,
    }
}

fn depot_view(vantage: &Vantage<'_>, depot: &Depot) -> DepotView {
    DepotView {
        kind: match depot.kind {
            DepotKind::Depot => "depot",
            DepotKind::Cache => "cache",
        },
        square: vantage.atlas.map.grid.label(depot.at),
        tac: depot.tac.to_string(),
        nation: depot.side.name().unwrap_or(depot.side.as_str()).into(),
        code: depot.side.to_string(),
        side: side(vantage.relation(depot.side)),
        supplies: depot.supplies,
    }
}
