//! Ships for players' own tools, and the chart in letters: of what a player commands and what those ships see.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::vantage::{Inland, Lookout};
use fieldpost_engine::words::{counted, listed};
use fieldpost_print::section::{Block, Chapter, Column, Faced, Line, Row, Table};
use fieldpost_sea::chart::{Chart, PortNo, SeaNo};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId, Status};
use fieldpost_sea::state::PortState;

/// What a report's file for players' tools says of the sea.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SeaFace {
    /// Where things stand.
    #[serde(flatten)]
    pub view: SeaView,
    /// What the player was told of the turn before, by phases; none before the first turn.
    pub events: Vec<Chapter>,
}

/// All that a report says of the sea.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SeaView {
    /// The player's ships.
    pub ships: Vec<ShipView>,
    /// Ships of others that these see, and that the player's land units see.
    pub seen: Vec<SeenView>,
    /// The sea areas about them.
    pub chart: Vec<AreaView>,
    /// The ports, for a Naval Secretary.
    pub ports: Vec<PortView>,
}

/// A ship of the player's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShipView {
    /// Her id, such as `US2FR`.
    #[schemars(with = "String")]
    pub id: ShipId,
    /// Her name; a transport group has none.
    pub name: String,
    /// Her type in words.
    pub kind: &'static str,
    /// A code, a port or a square.
    pub place: String,
    /// Which tactical area of a sea area.
    pub area: Option<u8>,
    /// Her base port.
    pub base: Option<String>,
    /// Whether the player commands her rather than deputises.
    pub is_commanded: bool,
    /// Sailors aboard.
    pub crew: u32,
    /// Marines aboard.
    pub marines: u32,
    /// What they are worth, in words.
    pub quality: &'static str,
    /// What they have learned.
    pub experience: u32,
    /// Naval stores in her hold.
    pub stores: u32,
    /// Damage to the hull, 0 to 5.
    pub hull: u8,
    /// Damage to engines or rigging, 0 to 5.
    pub propulsion: u8,
    /// Whether she serves.
    pub active: bool,
    /// The ship whose orders she sails under.
    #[schemars(with = "Option<String>")]
    pub attached_to: Option<ShipId>,
    /// In men; 0 of warships.
    pub capacity: u32,
    /// The land units aboard.
    pub cargo: Vec<String>,
    /// Supplies for land units aboard.
    pub supplies: u32,
    /// Naval stores that she carries as cargo.
    pub extra_stores: u32,
}

/// A ship of others in contact.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenView {
    /// Her id.
    #[schemars(with = "String")]
    pub id: ShipId,
    /// A code, a port or a square.
    pub place: String,
    /// `allied`, `hostile` or `neutral`.
    pub side: &'static str,
    /// Whether land units see her and no ship does.
    pub from_shore: bool,
}

/// A sea area.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AreaView {
    /// Three letters.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Where the wind blows from, and how hard, if it is known.
    pub wind: Option<WindView>,
    /// The player's ships there, on its coasts too.
    #[schemars(with = "Vec<String>")]
    pub own: Vec<ShipId>,
    /// Ships of others that are seen there.
    #[schemars(with = "Vec<String>")]
    pub seen: Vec<ShipId>,
    /// The codes of the areas beside it.
    pub beside: Vec<String>,
    /// The codes of its coastal waters.
    #[serde(skip)]
    pub coasts: Vec<String>,
    /// Their names, in the same order.
    #[serde(skip)]
    pub coast_names: Vec<String>,
    /// Which of the player's ships lie where in it.
    #[serde(skip)]
    pub own_places: Vec<(String, Vec<ShipId>)>,
    /// Which of the others do.
    #[serde(skip)]
    pub seen_places: Vec<(String, Vec<ShipId>)>,
}

/// A port of the Naval Secretary's side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PortView {
    /// Its name.
    pub name: String,
    /// Naval stores in it.
    pub stores: u32,
    /// What its yard can work on in a turn.
    pub yard: u32,
    /// What is on the stocks.
    pub building: Vec<StockView>,
    /// The coastal waters of an ocean port.
    #[serde(skip)]
    pub waters: Option<String>,
}

/// A ship on the stocks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StockView {
    /// The two letters of her type.
    pub kind: &'static str,
    /// The turn at whose end she is ready.
    pub ready: u32,
}

/// A wind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WindView {
    /// The side that it blows from.
    pub from: &'static str,
    /// `light`, `moderate` or `heavy`.
    pub strength: &'static str,
}

/// What a player's report says of the sea, and of what the player's land units see of it.
pub fn view(eye: Lookout<'_>) -> SeaView {
    let own: Vec<&Ship> = eye.ships().collect();
    let seen = own.iter().flat_map(|ship| eye.seen_from(ship)).map(|other| (other.id, other));
    let ours = eye.own_ids();
    let seen: BTreeMap<ShipId, &Ship> = seen.filter(|(id, _)| !ours.contains(id)).collect();
    let side = |ship: &Ship| match eye.nation() {
        Some(nation) if eye.allied(nation, ship.id.nation) => "allied",
        Some(nation) if eye.hostile(nation, ship.id.nation) => "hostile",
        _ => "neutral",
    };
    let seen_view = |ship: &Ship, from_shore: bool| SeenView {
        id: ship.id,
        place: eye.chart.label(ship.at),
        side: side(ship),
        from_shore,
    };
    let looked_at = eye.seen_from_shore().into_iter().filter(|ship| !seen.contains_key(&ship.id));
    let looked_at = looked_at.map(|ship| seen_view(ship, true));
    SeaView {
        ships: own.iter().map(|ship| ship_view(eye, ship)).collect(),
        seen: seen.values().map(|ship| seen_view(ship, false)).chain(looked_at).collect(),
        chart: areas(eye, &own, &seen),
        ports: ports(eye),
    }
}

fn ship_view(eye: Lookout<'_>, ship: &Ship) -> ShipView {
    let chart = eye.chart;
    let area = match ship.at {
        Place::Sea(_, area) => Some(area),
        _ => None,
    };
    ShipView {
        id: ship.id,
        name: ship.name.clone(),
        kind: ship.id.kind.row().name,
        place: chart.label(ship.at),
        area,
        base: ship.base.map(|base| chart.port(base).name.clone()),
        is_commanded: eye.player() == Some(ship.commander),
        crew: ship.crew,
        marines: ship.marines,
        quality: ship.quality.words(),
        experience: ship.experience,
        stores: ship.stores,
        hull: ship.hull,
        propulsion: ship.propulsion,
        active: ship.status == Status::Active,
        attached_to: ship.attached_to,
        capacity: ship.capacity,
        cargo: ship.cargo.iter().map(ToString::to_string).collect(),
        supplies: ship.supplies,
        extra_stores: ship.extra_stores,
    }
}

/// The sea areas in which own ships are or off which they lie, and those beside them.
fn areas(eye: Lookout<'_>, own: &[&Ship], seen: &BTreeMap<ShipId, &Ship>) -> Vec<AreaView> {
    let chart = eye.chart;
    let mut near: BTreeSet<SeaNo> = own.iter().filter_map(|ship| chart.weather_of(ship.at)).collect();
    let about: Vec<SeaNo> =
        near.iter().flat_map(|sea| chart.sea(*sea).beside.iter().map(|beside| beside.1)).collect();
    near.extend(about);
    let area = |sea: SeaNo| {
        let here = |ship: &&Ship| chart.weather_of(ship.at) == Some(sea);
        let wind = eye.wind(sea);
        let coasts = || chart.coasts.iter().filter(|coast| coast.sea == Some(sea));
        AreaView {
            code: chart.sea(sea).code.clone(),
            name: chart.sea(sea).name.clone(),
            wind: wind.map(|wind| WindView { from: wind.from.words(), strength: wind.strength.words() }),
            own: own.iter().filter(|ship| here(ship)).map(|ship| ship.id).collect(),
            seen: seen.values().filter(|ship| here(ship)).map(|ship| ship.id).collect(),
            beside: chart.sea(sea).beside.iter().map(|row| chart.sea(row.1).code.clone()).collect(),
            coasts: coasts().map(|coast| coast.code.clone()).collect(),
            coast_names: coasts().map(|coast| coast.name.clone()).collect(),
            own_places: by_place(chart, own.iter().copied().filter(here)),
            seen_places: by_place(chart, seen.values().copied().filter(here)),
        }
    };
    near.into_iter().map(area).collect()
}

/// Ships by the places where they lie.
fn by_place<'a>(chart: &Chart, ships: impl Iterator<Item = &'a Ship>) -> Vec<(String, Vec<ShipId>)> {
    let mut places: BTreeMap<String, Vec<ShipId>> = BTreeMap::new();
    for ship in ships {
        places.entry(chart.label(ship.at)).or_default().push(ship.id);
    }
    places.into_iter().collect()
}

/// N-42: the Naval Secretary knows all ports of the side, and where it keeps naval stores inland (WISC 3.5).
fn ports(eye: Lookout<'_>) -> Vec<PortView> {
    let view = |(number, port): (PortNo, &PortState)| {
        let stocks =
            port.building.iter().map(|stock| StockView { kind: stock.kind.code(), ready: stock.ready });
        let site = eye.chart.port(number);
        PortView {
            name: site.name.clone(),
            stores: port.stores,
            yard: port.yard,
            waters: site.coast().map(|coast| eye.chart.coast(coast).code.clone()),
            building: stocks.collect(),
        }
    };
    let inland =
        |Inland { name, stores }| PortView { name, stores, yard: 0, waters: None, building: Vec::new() };
    let ports = eye.ports().into_iter().map(view);
    ports.chain(eye.magazines().into_iter().map(inland)).collect()
}

/// The chart in words: a row an area, with the wind, who lies there, and what lies beside it.
pub fn chart_in_words(view: &SeaView) -> Block {
    let rows = view.chart.iter().map(|area| Row::about(area.code.as_str(), area_in_words(area))).collect();
    // Who hears it is told by name what lies about the own ships; the rest is as the areas beside these have it.
    let own = view.chart.iter().filter(|area| !area.own.is_empty());
    Block::Rows(rows).or_spoken(vec![Block::Items(own.map(|area| area_spoken(view, area)).collect())])
}

/// An area with the names of all that it touches.
fn area_spoken(view: &SeaView, area: &AreaView) -> String {
    let named = |code: &String| match view.chart.iter().find(|other| other.code == *code) {
        Some(other) => format!("{code}, {}", other.name),
        None => code.clone(),
    };
    let beside: Vec<String> = area.beside.iter().map(named).collect();
    let coasts = area.coasts.iter().zip(&area.coast_names);
    let coasts: Vec<String> = coasts.map(|(code, name)| format!("{code}, {name}")).collect();
    let coasts =
        if coasts.is_empty() { String::new() } else { format!(" Its coasts: {}.", coasts.join("; ")) };
    let seen = area.seen_places.iter().map(|(at, who)| {
        let who: Vec<String> = who.iter().map(ToString::to_string).collect();
        format!("{} in {at}", listed(&who))
    });
    let seen: Vec<String> = seen.collect();
    let seen = if seen.is_empty() { String::new() } else { format!(" Seen of others: {}.", seen.join("; ")) };
    let AreaView { code, name, .. } = area;
    format!("{code}, {name}, {}.{seen}{coasts} Beside it: {}.", wind_in_words(area), beside.join("; "))
}

fn wind_in_words(area: &AreaView) -> String {
    area.wind.as_ref().map_or_else(
        || "wind unknown".to_owned(),
        |WindView { from, strength }| format!("{strength} wind from the {from}"),
    )
}

fn area_in_words(area: &AreaView) -> String {
    let ids = |ids: &[ShipId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut words = format!("{}: {}; beside it {}.", area.name, wind_in_words(area), area.beside.join(" "));
    if !area.coasts.is_empty() {
        words += &format!(" Coasts: {}.", area.coasts.join(" "));
    }
    for (whose, places) in [("Yours", &area.own_places), ("Seen", &area.seen_places)] {
        let there: Vec<String> = places.iter().map(|(at, who)| format!("{} in {at}", ids(who))).collect();
        if !there.is_empty() {
            words += &format!(" {whose}: {}.", there.join("; "));
        }
    }
    words
}

/// The Naval Secretary's ports.
pub fn ports_in_words(view: &SeaView) -> Vec<Block> {
    let is_told = |port: &&PortView| port.waters.is_some() || port.yard > 0 || !port.building.is_empty();
    let (told, rest): (Vec<&PortView>, Vec<&PortView>) = view.ports.iter().partition(is_told);
    let row = |port: &PortView| {
        let stock = |stock: &StockView| format!("{} ready after turn {}", stock.kind, stock.ready);
        let stocks: Vec<String> = port.building.iter().map(stock).collect();
        let waters = port.waters.clone().unwrap_or_default();
        let cells =
            [port.name.clone(), waters, port.stores.to_string(), port.yard.to_string(), stocks.join(", ")];
        Line::of(cells)
    };
    let columns =
        [Column::left("port"), Column::left("waters"), Column::right("stores"), Column::right("yard")];
    let columns = columns.into_iter().chain([Column::left("on the stocks")]).collect();
    let rows = told.into_iter().map(row).collect();
    let table = Block::Table(Table { caption: String::new(), columns, rows });
    // River ports without a yard in one paragraph: there are dozens of them.
    let rest: Vec<String> = rest.iter().map(|port| format!("{} {}", port.name, port.stores)).collect();
    let others = "River ports without a yard and places inland, each with its stores:";
    let rest = (!rest.is_empty()).then(|| Block::Words(format!("{others} {}.", rest.join(", "))));
    let seen: Vec<Block> = std::iter::once(table).chain(rest).collect();
    let spoken = Some(vec![Block::Items(ports_spoken(view))]);
    vec![Block::Faced(Faced { text: seen.clone(), page: seen, spoken })]
}

/// The ports in which the player's ships have their bases or lie, or in which something is built; how many others there are.
fn ports_spoken(view: &SeaView) -> Vec<String> {
    let is_used =
        |name: &String| view.ships.iter().any(|ship| ship.base.as_ref() == Some(name) || ship.place == *name);
    let (told, rest): (Vec<&PortView>, Vec<&PortView>) =
        view.ports.iter().partition(|port| is_used(&port.name) || !port.building.is_empty());
    let port = |port: &&PortView| {
        let waters = port.waters.as_ref().map(|waters| format!(", on {waters}")).unwrap_or_default();
        let stocks =
            port.building.iter().map(|stock| format!(", {} ready after turn {}", stock.kind, stock.ready));
        format!(
            "{}{waters}, stores {}, yard {}{}.",
            port.name,
            port.stores,
            port.yard,
            stocks.collect::<String>()
        )
    };
    let more = || {
        format!(
            "{} more of your side, each with its stores, are in report.json.",
            counted(rest.len() as u32, "port")
        )
    };
    told.iter().map(port).chain((!rest.is_empty()).then(more)).collect()
}
