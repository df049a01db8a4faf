//! What reports say of ships, beside what the land war's say: in the same mails, of what the player was told and sees.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::fleet::Fleet;
use crate::schema;
use crate::table::Table;
use crate::turn::struck_in;
use chart::{Charts, Known};
use fieldpost_engine::dice::Draw;
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::words::counted;
use fieldpost_land::phase::Phase;
use fieldpost_land::unit::UnitId;
use fieldpost_picture::deeds::Deeds;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::Moored;
use fieldpost_print::form::FormBlock;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Illustration;
use fieldpost_print::section::{Block, Rank, Row, Section};
use fieldpost_print::shop::Shop;
use fieldpost_sea::ashore::Ashore;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::event::{Event, Fact, Freight, Shore};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::SeaState;
use fieldpost_sea_tell::{Chapter, Lookout, Reader, SeaFace, SeaView};
use fieldpost_tell::beside::{Befell, Beside};

pub(crate) mod chart;
mod page;
pub(crate) mod sheet;
mod shore;
mod silence;
mod waters;

pub(crate) use silence::with_silence;
pub(crate) use waters::waters;

/// What a turn at sea left.
#[derive(Clone, Debug)]
pub struct AtSea {
    /// What happened, and who was told.
    pub events: Vec<Told<Event>>,
    /// Every draw of the dice.
    pub draws: Vec<Draw>,
    /// The land as ships see it when all is over.
    pub ashore: Ashore,
    /// Units that went down with their transports, each with who commanded it.
    pub drowned: Vec<(UnitId, Seat)>,
    /// The names of all ships, of those too that were lost.
    pub names: BTreeMap<ShipId, String>,
}

/// The names of all ships of some positions.
pub(crate) fn names(positions: &[&SeaState]) -> BTreeMap<ShipId, String> {
    let ships = positions.iter().flat_map(|state| state.ships.values());
    ships.map(|ship| (ship.id, ship.name.clone())).collect()
}

/// What there is to tell a player of ships in the reports of the land, if there are any: of where they are and of the `turn` that was run, if
/// one was. All of it is there before anything is printed: the land's reports have a place for each thing.
pub(crate) fn of_ships(
    (table, turn): (&Table, Option<&AtSea>),
    to: PlayerNo,
    heading: &Heading,
    (wishes, shop): (&Wishes, &Shop<'_>),
) -> Result<Option<Beside>, PressError> {
    let Some(fleet) = table.fleet() else { return Ok(None) };
    let told = beside(fleet, to, turn, (wishes, shop));
    told.map(Some).ok_or_else(|| PressError::NoPlayer(heading.player.clone()))
}

/// What a player is told of a turn that was run, if one was, and of where things stand then.
fn beside(
    fleet: Fleet<'_>,
    player: PlayerNo,
    turn: Option<&AtSea>,
    (wishes, shop): (&Wishes, &Shop<'_>),
) -> Option<Beside> {
    let nation = fleet.table.land.player(player)?.nation;
    let (chart, state) = (&*fleet.sea.chart, &*fleet.sea.state);
    let ashore = fleet.ashore();
    let known = chart::known(chart, state, player, |at| ashore.seen_from(chart, at).contains(&player));
    let eye = waters(fleet, &ashore).seen_by(player);
    let view = fieldpost_sea_tell::view(eye);
    let (lead, attention, happened) = turn.map_or_else(Default::default, |sea| {
        let reader = Reader { eye, names: &sea.names, nation };
        let mut told = reader.sections(&sea.events);
        told.extend(drowned(sea, player));
        (reader.lead(&sea.events), reader.attention(&sea.events), told)
    });
    let mut stands = stands(fleet, player, &view);
    let map = &fleet.table.atlas.map;
    let told = turn.map(|sea| chart::happened(chart, state, player, &sea.events));
    let ways = told.iter().flat_map(|told| sheet::in_words(chart, told)).collect();
    let (mut pictures, mut deeds, mut seas) = (Vec::new(), Deeds::default(), Seas::default());
    if wishes.html && wishes.pictures {
        let charts = charts(fleet, player, &view, &known);
        if let Some(section) = stands.iter_mut().find(|section| section.key == CHART) {
            let drawn = drawn(&charts, shop, None).into_iter().map(Block::Figure);
            section.blocks.splice(..0, drawn);
        }
        seas = sheet::names(chart, map);
        deeds = told.as_ref().map(|told| sheet::deeds(chart, map, told)).unwrap_or_default();
        let turned = told.map(|told| drawn(&charts.with(&told), shop, Some(&told)));
        pictures = turned.unwrap_or_default();
    }
    let events = happened.iter().map(Chapter::from).collect();
    let wants_desk = wishes.desk && shop.desk.is_some();
    let page = wants_desk.then(|| page::page(fleet, player, &known, &view)).flatten();
    Some(Beside {
        title: TITLE.into(),
        lead,
        attention,
        happened,
        units: turn.map_or_else(Vec::new, |sea| of_units(chart, sea)),
        stands,
        pictures,
        moored: chart::moored(chart, &known),
        seas,
        deeds,
        ways,
        page,
        form: order_form(fleet, player),
        data: data(&SeaFace { view, events }),
    })
}

/// What programs are told of the sea, as the schema has it.
fn data(face: &SeaFace) -> Map<String, Value> {
    let face = serde_json::to_value(face).unwrap_or_default();
    Map::from_iter([(schema::FIELD.to_owned(), face)])
}

/// What a game administrator is told of a turn at sea: all of it, and every ship in a line.
pub(crate) fn of_all(fleet: Fleet<'_>, sea: &AtSea) -> Option<Beside> {
    let nation = fleet.table.land.players.first()?.nation;
    let ashore = fleet.ashore();
    let eye = waters(fleet, &ashore).seen_by_all();
    let reader = Reader { eye, names: &sea.names, nation };
    let happened = reader.sections(&sea.events).into_iter().chain(lost_of(sea, |_| true)).collect();
    let lead = reader.lead(&sea.events);
    let ships = eye.all_ships();
    let every = Section::new("every-ship", "Every ship").with(Block::Key(WORDS.into()));
    let stands = vec![ships.into_iter().fold(every, Section::with)];
    Some(Beside { title: TITLE.into(), lead, happened, stands, ..Beside::default() })
}

/// Where all ships lie on the land map, those of the first player's side as its own, and the names of its seas.
pub(crate) fn all_moored(fleet: Fleet<'_>) -> (Vec<Moored>, Seas) {
    let (chart, state) = (&*fleet.sea.chart, &*fleet.sea.state);
    let known =
        |ship: &Ship| Known { at: ship.at, side: chart::side(state, PlayerNo(0), ship.id), id: ship.id };
    let known = state.ships.values().map(known).collect();
    (chart::moored(chart, &known), sheet::names(chart, &fleet.table.atlas.map))
}

/// Under what title all of it stands.
const TITLE: &str = "At sea";

/// The key of the section with the chart.
const CHART: &str = "sea-chart";

/// Charts about the ships on the land map's coasts, and plans of the waters off it.
fn drawn(charts: &Charts<'_>, shop: &Shop<'_>, turn: Option<&chart::Happened>) -> Vec<Illustration> {
    let maps = sheet::pictures(charts, &shop.album, turn);
    maps.into_iter().chain(charts.plans(&shop.album, turn)).collect()
}

/// What charts of a player are drawn from.
fn charts<'a>(fleet: Fleet<'a>, player: PlayerNo, view: &SeaView, known: &'a BTreeSet<Known>) -> Charts<'a> {
    let (chart, state) = (&*fleet.sea.chart, &*fleet.sea.state);
    let areas = view.chart.iter().filter_map(|area| chart.sea_of(&area.code)).collect();
    let shore = shore::Shore::of(fleet, player, view);
    Charts { chart, state, areas, known, livery: fleet.livery(player), shore }
}

/// What the columns of ships are.
pub(crate) const WORDS: &str = "Damage runs from 0 to 5: hull 5 sinks a ship, propulsion (prop.) 5 keeps her where she is. More: HELP SHIP WORDS; \
                     HELP IC, or another type, for what a type of ships can do; HELP SEA AREAS for all waters.";

/// Where the player's ships lie, the chart in words, the Naval Secretary's ports.
fn stands(fleet: Fleet<'_>, player: PlayerNo, view: &SeaView) -> Vec<Section> {
    let ashore = fleet.ashore();
    let eye = waters(fleet, &ashore).seen_by(player);
    let seen = from_the_shore(eye);
    let mut sections = vec![Section::of_rows("from-the-shore", "Ships seen from the shore", seen)];
    if !view.ships.is_empty() {
        let attention = Block::Items(fieldpost_sea_tell::attention(eye));
        let first = Section::new("ships-attention", "Ships that need attention").with(attention);
        sections.push(first.at(Rank::Attention));
        let ships = eye.own_ships().into_iter();
        let yours = Section::new("ships", "Your ships").with(Block::Key(WORDS.into()));
        let brief = eye.ships_in_brief();
        sections.push(ships.fold(yours, Section::with).in_brief(brief));
        // Its words are what the picture above shows.
        let chart = Section::new(CHART, "Sea chart").with(fieldpost_sea_tell::chart_in_words(view));
        sections.push(chart.in_brief(Vec::new()));
    }
    let off = Block::Items(fleet.away_of(player).map(|away| fleet.away_words(away)).collect());
    sections.push(Section::new("off-the-map", "Your units aboard and in garrisons").with(off));
    let ports = fieldpost_sea_tell::ports_in_words(view).into_iter();
    let count =
        Block::Words(format!("Your side has naval stores in {}.", counted(view.ports.len() as u32, "place")));
    sections
        .push(ports.fold(Section::new("ports", "Ports of your side"), Section::with).in_brief(vec![count]));
    sections.retain(|section| !section.blocks.is_empty());
    sections
}

fn is_of(seat: &Seat, player: PlayerNo) -> bool {
    seat.commander == player || seat.deputy == Some(player)
}

/// EU 4.3, WISC 5.2: the ships that the player's land units see: in their square, and in coastal waters off it.
fn from_the_shore(eye: Lookout<'_>) -> Vec<Row> {
    let mut seen: BTreeMap<Place, Vec<String>> = BTreeMap::new();
    for ship in eye.seen_from_shore() {
        seen.entry(ship.at).or_default().push(ship.called());
    }
    seen.into_iter().map(|(at, ships)| Row::about(eye.chart.label(at), ships.join(", "))).collect()
}

/// A block for each ship that the player commands, by place as status blocks are, and for each unit aboard; of ships of others, of which
/// the player is the deputy, a comment.
fn order_form(fleet: Fleet<'_>, player: PlayerNo) -> Vec<FormBlock> {
    let ashore = fleet.ashore();
    let eye = waters(fleet, &ashore).seen_by(player);
    let (own, others): (Vec<&Ship>, Vec<&Ship>) =
        fieldpost_sea_tell::in_order(eye).into_iter().partition(|ship| ship.commander == player);
    let chart = &fleet.sea.chart;
    let away = fleet.sea.away.values().filter(|away| away.seat.commander == player).map(|away| {
        let whereabouts = fleet.whereabouts(away);
        let words = format!("{whereabouts}: does what is ordered here when it has landed");
        FormBlock::piece(format!("UNIT {}", away.unit.id), vec![words])
    });
    let deputised = |ship: &&Ship| format!("SHIP {} # {}", ship.id, placed(ship, chart));
    let others: Vec<String> = others.iter().map(deputised).collect();
    let head = "You are the deputy of these ships:".to_owned();
    let others = (!others.is_empty()).then(|| FormBlock::Note([vec![head], others].concat()));
    own.into_iter().map(|ship| block_of(ship, chart)).chain(away).chain(others).collect()
}

fn block_of(ship: &Ship, chart: &Chart) -> FormBlock {
    if matches!(ship.at, Place::Transit(..)) {
        return FormBlock::Note(vec![format!("{} hears no orders on the Atlantic", ship.called())]);
    }
    let idle = match ship.attached_to {
        Some(leader) => format!("sails under the orders of {leader}; DETACH ends that"),
        None => "CONTACT ACCEPT, BATTLE ACCEPT".to_owned(),
    };
    FormBlock::piece(
        format!("SHIP {}", ship.id),
        vec![placed(ship, chart), format!("without orders: {idle}")],
    )
}

/// What ships did to land units: shells that struck them, where they were set ashore. Of whose units it is told the land's report says.
fn of_units(chart: &Chart, sea: &AtSea) -> Vec<Befell> {
    let called = |id: ShipId| match sea.names.get(&id).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} ({id})"),
        None => id.to_string(),
    };
    let landed = |ship: ShipId, unit: UnitId, shore: Shore| {
        let (by, Shore { square, tac }) = (called(ship), shore);
        let words = format!("landed from {by} at {} {tac}", chart.grid.label(square));
        // Who lands may move in the last tactical phase (9.4).
        Befell { unit, phase: Phase::Tac5, words, lost: 0, by }
    };
    let told = |event: &Event| match event.fact {
        Fact::Strikes { here, unit, men: lost, .. } => {
            let (by, phase) = (called(here.ship), struck_in(event.phase)?);
            let words = format!("lost {} to the shells of {by}", counted(lost, "man"));
            Some(Befell { unit, phase, words, lost, by })
        }
        Fact::Land { here, unit, shore }
        | Fact::Unload { here, what: Freight::Unit(unit), shore: Some(shore) } => {
            Some(landed(here.ship, unit, shore))
        }
        _ => None,
    };
    sea.events.iter().filter_map(|event| told(&event.event)).collect()
}

/// A ship's name, if she has one, and where she is.
fn placed(ship: &Ship, chart: &Chart) -> String {
    let at = chart.label(ship.at);
    if ship.name.is_empty() { format!("in {at}") } else { format!("{} in {at}", ship.name) }
}

/// Who went down with their transports, told to those who commanded them.
fn drowned(sea: &AtSea, player: PlayerNo) -> Option<Section> {
    lost_of(sea, |seat| is_of(seat, player))
}

fn lost_of(sea: &AtSea, is_told: impl Fn(&Seat) -> bool) -> Option<Section> {
    let told = sea.drowned.iter().filter(|(_, seat)| is_told(seat));
    let lines: Vec<String> =
        told.map(|(id, _)| format!("{id} went down with its transports: nobody of it is left.")).collect();
    (!lines.is_empty()).then(|| Section::new("drowned", "Drowned").with(Block::Items(lines)))
}
