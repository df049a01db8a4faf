//! What the desk page knows of units, cities and stores: the player's own, and what is in sight.

use serde::Serialize;

use crate::desk_page::can::Can;
use crate::desk_page::ground::key;
use crate::desk_page::travel::Travel;
use crate::places::{Side, said};
use crate::status::{StatusBlock, block};
use crate::vantage::{Answers, Own, Vantage};
use fieldpost_ground::spelling::spelt;
use fieldpost_land::detection::rumour::Rumour;
use fieldpost_land::detection::sight::{Count, Mark};
use fieldpost_land::orders::{Carry, ReactionBox, UnitOrders};
use fieldpost_land::state::{Depot, DepotKind, Season};
use fieldpost_land::unit::{Source, Status, Unit, UnitType};

/// A unit of the player's.
#[derive(Serialize)]
pub struct UnitView {
    id: String,
    /// Two letters of its type.
    kind: &'static str,
    what: &'static str,
    at: String,
    tac: String,
    /// Whether the player commands it rather than deputises.
    commanded: bool,
    status: Status,
    /// The headquarters that it answers to, or else draws on.
    #[serde(skip_serializing_if = "Option::is_none")]
    corps: Option<String>,
    /// Where it may step: a place in [`Travel`]'s answers.
    travels: usize,
    can: Can,
    default: Standing,
    block: StatusBlock,
}

/// What a unit does without orders, where that is not what an order without a line means (rule 6.9).
#[derive(Serialize)]
struct Standing {
    #[serde(skip_serializing_if = "Option::is_none")]
    support: Option<ReactionBox>,
    carry: Option<Carry>,
}

/// The player's units, in the order of all reports.
pub fn units(vantage: &Vantage<'_>, travel: &Travel, answers: &Answers) -> Vec<UnitView> {
    vantage.own.iter().map(|own| unit_view(vantage, travel, answers, own)).collect()
}

fn unit_view(vantage: &Vantage<'_>, travel: &Travel, answers: &Answers, own: &Own<'_>) -> UnitView {
    let unit = own.unit;
    UnitView {
        id: unit.id.to_string(),
        kind: unit.id.kind.code(),
        what: vantage.book.kind(unit.id.kind).words,
        at: key(unit.at),
        tac: unit.tac.to_string(),
        commanded: own.is_commanded,
        status: unit.status,
        corps: headquarters(unit),
        travels: travel.place_of(unit),
        can: Can::of(vantage, unit, answers.units.get(&unit.id)),
        default: standing(vantage, unit),
        block: block(vantage, own),
    }
}

/// The headquarters that a unit answers to, or else draws on; its own id where it is one.
fn headquarters(unit: &Unit) -> Option<String> {
    let of = |source: &Option<Source>| match source {
        Some(Source::Unit(headquarters)) => Some(headquarters.to_string()),
        _ => None,
    };
    if unit.id.kind == UnitType::CorpsHq {
        return Some(unit.id.to_string());
    }
    of(&unit.communications).or_else(|| of(&unit.source))
}

/// Support is for campaign turns alone (rules 6.10, 7.17).
fn standing(vantage: &Vantage<'_>, unit: &Unit) -> Standing {
    let UnitOrders { support, carry, .. } = UnitOrders::default_of(unit);
    Standing { support: support.filter(|_| vantage.season == Season::Campaign), carry }
}

/// A flag on the strategic map (rule 1.5), as approximate as the report.
#[derive(Serialize)]
pub struct FlagView {
    at: String,
    nation: String,
    name: String,
    side: &'static str,
    /// `flag`, `tent` or `shattered`.
    mark: Mark,
    count: String,
    /// How many the mark itself stands for, where that is exact.
    shown: u32,
    /// How many are inactive or shattered, in words behind the count.
    state: String,
    /// Whether the count is about right only.
    about: bool,
    arms: String,
}

/// The flags in sight.
pub fn flags(vantage: &Vantage<'_>) -> Vec<FlagView> {
    let squares = vantage.sight.strategic.iter();
    let flags = squares.flat_map(|(at, flags)| flags.iter().map(move |flag| (*at, flag)));
    flags
        .map(|(at, flag)| FlagView {
            at: key(at),
            nation: flag.nation.to_string(),
            name: flag.nation.words().to_string(),
            side: Side::from(vantage.relation(flag.nation)).words(),
            mark: flag.mark,
            count: flag.count.to_string(),
            shown: flag.under_its_mark(),
            state: flag.state_words(),
            about: matches!(flag.count, Count::About(_)),
            arms: flag.arms.to_string(),
        })
        .collect()
}

/// Something a War Minister hears of (rule 4.7).
#[derive(Serialize)]
pub struct RumourView {
    at: String,
    nation: String,
    what: &'static str,
}

/// What the War Minister hears of the enemy.
pub fn rumours(vantage: &Vantage<'_>) -> Vec<RumourView> {
    let view = |rumour: &Rumour| RumourView {
        at: key(rumour.at),
        nation: rumour.nation.words().to_string(),
        what: said(rumour.of),
    };
    vantage.sight.hearsay.iter().map(view).collect()
}

/// A unit on a tactical map.
#[derive(Serialize)]
pub struct SpotView {
    at: String,
    tac: String,
    id: String,
    side: &'static str,
    in_fort: bool,
    status: Status,
    laid: bool,
}

/// The units seen on the tactical maps (rules 4.2, 4.6).
pub fn spots(vantage: &Vantage<'_>) -> Vec<SpotView> {
    let all = vantage.spots.iter().flat_map(|(at, spots)| spots.iter().map(move |spot| (*at, spot)));
    all.map(|(at, spot)| SpotView {
        at: key(at),
        tac: spot.tac.to_string(),
        id: spot.id.to_string(),
        side: Side::from(spot.relation).words(),
        in_fort: spot.in_fort,
        status: spot.status,
        laid: spot.spans,
    })
    .collect()
}

/// A city of the map, with its state where that is known (rules 1.4, 2.6, 2.7).
#[derive(Serialize)]
pub struct CityView {
    name: String,
    /// The name as it is written where it lies, where that is not so in orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    at: String,
    tac: String,
    known: Option<CityState>,
}

#[derive(Serialize)]
struct CityState {
    control: String,
    side: &'static str,
    supplies: u32,
    /// Strength and room of its fort.
    fort: Option<(u8, u32)>,
    besieged: bool,
}

/// All cities of the map: their names and places everybody knows.
pub fn cities(vantage: &Vantage<'_>) -> Vec<CityView> {
    let state = |name: &str| {
        let (_, city) = vantage.cities.iter().find(|(known, _)| *known == name)?;
        Some(CityState {
            control: city.control.words().to_string(),
            side: Side::from(vantage.relation(city.control)).words(),
            supplies: city.supplies,
            fort: city.fort.map(|fort| (fort.strength, fort.capacity)),
            besieged: city.besieged,
        })
    };
    let sites = vantage.atlas.map.cities.iter();
    sites
        .map(|site| CityView {
            name: site.name.clone(),
            written: Some(spelt(&site.name).into_owned()).filter(|written| *written != site.name),
            at: key(site.at),
            tac: site.tac.to_string(),
            known: state(&site.name),
        })
        .collect()
}

/// A depot or cache that is known (rule 11.5).
#[derive(Serialize)]
pub struct DepotView {
    at: String,
    tac: String,
    kind: DepotKind,
    nation: String,
    side: &'static str,
    supplies: u32,
}

/// The depots and caches that are known.
pub fn depots(vantage: &Vantage<'_>) -> Vec<DepotView> {
    let view = |depot: &Depot| DepotView {
        at: key(depot.at),
        tac: depot.tac.to_string(),
        kind: depot.kind,
        nation: depot.side.words().to_string(),
        side: Side::from(vantage.relation(depot.side)).words(),
        supplies: depot.supplies,
    };
    vantage.depots.iter().copied().map(view).collect()
}
