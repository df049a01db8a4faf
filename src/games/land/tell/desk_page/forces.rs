//! What the desk page knows of units, cities and stores: the player's own, and what is in sight.

use serde::Serialize;

use crate::games::land::detection::rumour::Rumour;
use crate::games::land::detection::sight::{Count, Mark};
use crate::games::land::mergers;
use crate::games::land::movement::allowance::allowance;
use crate::games::land::orders::{Carry, ReactionBox, UnitOrders};
use crate::games::land::state::{Depot, DepotKind, Season};
use crate::games::land::supply;
use crate::games::land::tell::desk_page::ground::key;
use crate::games::land::tell::places::{Side, said};
use crate::games::land::tell::status::{StatusBlock, block};
use crate::games::land::tell::vantage::{Own, Vantage};
use crate::games::land::unit::{Status, Unit, UnitType};

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
    supplies: u8,
    fatigue: u16,
    /// A militia's home state.
    home: Option<String>,
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

/// What a unit can do at all.
#[derive(Serialize)]
struct Can {
    /// Squares of a march without and with supplies (rules 7.1, 7.2).
    light: u8,
    laden: u8,
    /// One more by a forced march (rule 7.3).
    force: bool,
    /// Whether it eats what it carries before it marches (rule 11.9).
    eats: bool,
    /// Squares of a tactical move (rule 9.1).
    tactical: u8,
    /// Whether it may withdraw from a battle of last turn (rule 7.5).
    withdraw: bool,
    /// Whether it may go by rail (rule 8.1).
    rail: bool,
    /// Whether it has guns to bombard with (rule 10.15).
    bombard: bool,
    /// Supplies it carries at most (rule 11.9).
    carry: u8,
    /// Whether it is a pontoon bridge (rule 12.4), and whether that is laid.
    bridge: bool,
    laid: bool,
    /// Units of the player's in its square into which it could be merged (rule 3.5b).
    merge: Vec<String>,
    /// Units of the player's in its square that have no guns, if it has a battery to give (rule 10.11).
    guns_to: Vec<String>,
}

/// The player's units, in the order of all reports.
pub fn units(vantage: &Vantage<'_>) -> Vec<UnitView> {
    vantage.own.iter().map(|own| unit_view(vantage, own)).collect()
}

fn unit_view(vantage: &Vantage<'_>, own: &Own<'_>) -> UnitView {
    let unit = own.unit;
    UnitView {
        id: unit.id.to_string(),
        kind: unit.id.kind.code(),
        what: vantage.book.kind(unit.id.kind).words,
        at: key(unit.at),
        tac: unit.tac.to_string(),
        commanded: own.is_commanded,
        status: unit.status,
        supplies: unit.supplies,
        fatigue: unit.fatigue,
        home: (unit.id.kind == UnitType::Militia).then(|| unit.home.clone()),
        can: can(vantage, unit),
        default: standing(vantage, unit),
        block: block(vantage, own),
    }
}

/// Support is for campaign turns alone (rules 6.10, 7.17).
fn standing(vantage: &Vantage<'_>, unit: &Unit) -> Standing {
    let UnitOrders { support, carry, .. } = UnitOrders::default_of(unit);
    Standing { support: support.filter(|_| vantage.season == Season::Campaign), carry }
}

fn can(vantage: &Vantage<'_>, unit: &Unit) -> Can {
    let kind = unit.id.kind;
    let row = vantage.book.kind(kind);
    let with = |supplies| allowance(vantage.book, &Unit { supplies, ..unit.clone() });
    let others = || vantage.own.iter().map(|own| own.unit).filter(|other| other.id != unit.id);
    let is_mate = |other: &&Unit| {
        other.at == unit.at
            && other.status != Status::Shattered
            && mergers::bar_by_name(unit.id, other.id).is_none()
    };
    let takes_guns =
        |other: &&Unit| other.at == unit.at && other.batteries == 0 && other.id.kind.is_brigade();
    let gives = unit.batteries > 0 && !kind.is_artillery();
    Can {
        light: with(0),
        laden: with(1),
        force: row.forced.is_some(),
        eats: supply::eats(unit) && !kind.is_hq(),
        tactical: row.tactical,
        withdraw: vantage.stands_on_battlefield(unit),
        rail: row.rail && vantage.book.rail.is_some(),
        bombard: unit.batteries > 0,
        carry: row.load,
        bridge: kind == UnitType::PontoonBridge,
        laid: unit.deployed,
        merge: others().filter(is_mate).map(|other| other.id.to_string()).collect(),
        guns_to: others().filter(takes_guns).filter(|_| gives).map(|other| other.id.to_string()).collect(),
    }
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
