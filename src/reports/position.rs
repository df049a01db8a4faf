//! The position report: where the player's units stand at the start of the open turn and what they see
//! (rules 4.1 to 4.6, 5.3; ).

use serde::Serialize;

use crate::games::ground::nation::Relation;
use crate::games::land::detection::sight::Mark;
use crate::games::land::state::{City, Depot, DepotKind, Season};
use crate::reports::extract::{Extract, extracts};
use crate::reports::order_form::order_form;
use crate::reports::sheets::{SheetView, sheets};
use crate::reports::status::{StatusBlock, block};
use crate::reports::vantage::Vantage;

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
    /// The cities that are known.
    pub cities: Vec<CityView>,
    /// The depots and caches that are known.
    pub depots: Vec<DepotView>,
    /// Tactical maps.
    pub sheets: Vec<SheetView>,
    /// Status blocks of active units.
    pub units: Vec<StatusBlock>,
    /// Status blocks of inactive and shattered units.
    pub resting: Vec<StatusBlock>,
    /// The order template.
    pub orders: String,
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
        let grid = &vantage.atlas.map.grid;
        let (units, resting) = vantage.own.iter().partition::<Vec<_>, _>(|own| own.unit.is_active());
        PositionReport {
            turn: vantage.turn,
            season: season(vantage.season),
            station: station(vantage),
            extracts: extracts(vantage),
            sightings: sightings(vantage),
            cities: vantage.cities.iter().map(|(name, city)| city_view(vantage, name, city)).collect(),
            depots: vantage.depots.iter().map(|depot| depot_view(vantage, depot)).collect(),
            sheets: sheets(vantage),
            units: units.into_iter().map(|own| block(own, grid)).collect(),
            resting: resting.into_iter().map(|own| block(own, grid)).collect(),
            orders: order_form(vantage, game),
        }
    }
}

fn season(season: Season) -> &'static str {
    match season {
        Season::Campaign => "campaign turn",
        Season::Deployment => "deployment turn",
        Season::Peace => "turn of peace",
    }
}

fn station(vantage: &Vantage<'_>) -> String {
    let player = vantage.player;
    let nation = player.nation.name().unwrap_or(player.nation.as_str());
    let mut words = format!("{} of {nation}", player.rank.words());
    for office in &player.offices {
        words += ", ";
        words += &office.title();
    }
    words
}

fn side(relation: Relation) -> &'static str {
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
