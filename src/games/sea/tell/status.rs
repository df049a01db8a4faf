//! A ship's status block (WISC 2.3, 2.4, 5.1, 5.2; naval record 12.3).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::vantage::Lookout;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::{capital, listed};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::unit::UnitId;
use fieldpost_sea::ashore::Brigade;
use fieldpost_sea::chart::{Chart, CoastNo, SeaNo};
use fieldpost_sea::contact::{self, Stands};
use fieldpost_sea::place::Place;
use fieldpost_sea::sailing::harbor::{NEAR_MOUTH, outlets};
use fieldpost_sea::ship::{Quality, Ship, ShipId, Status, WRECK};

/// A ship's status block (WISC 2.3): who she is, and what there is to know of her.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    fields: Vec<Field>,
}

/// A thing of a ship's, such as `Base: Hampton`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// What stands before the value.
    pub name: &'static str,
    /// In words.
    pub value: String,
}

impl Block {
    /// All that it says, in its order: her name and type first.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn say<const N: usize>(&mut self, fields: [(&'static str, String); N]) {
        self.fields.extend(fields.map(|(name, value)| Field { name, value }));
    }
}

/// The reader's ships by place, as those who lie together are ordered together.
pub fn in_order<'a>(eye: Lookout<'a>) -> Vec<&'a Ship> {
    let mut own: Vec<&Ship> = eye.ships().collect();
    own.sort_by_key(|ship| (anywhere(ship.at), ship.id));
    own
}

/// A place without its tactical area.
fn anywhere(at: Place) -> Place {
    match at {
        Place::Sea(sea, _) => Place::Sea(sea, 0),
        other => other,
    }
}

/// What of a player's ships is to be looked at first: damage, stores, bases lost, enemies beside them, batteries over them, units
/// aboard.
pub fn attention(eye: Lookout<'_>) -> Vec<String> {
    let chart = eye.chart;
    let own = eye.ships().filter(|ship| ship.is_active());
    // Of several in one place of which the same is to be said it is said once.
    let mut told: BTreeMap<(Place, [String; 2]), Vec<String>> = BTreeMap::new();
    for ship in own {
        let words = [ONE, SEVERAL].map(|whose| matters(eye, ship, whose).join("; "));
        if !words[0].is_empty() {
            told.entry((anywhere(ship.at), words)).or_default().push(ship.called());
        }
    }
    told.into_iter()
        .map(|((at, [of_one, of_several]), ships)| {
            let words = if ships.len() > 1 { of_several } else { of_one };
            let at = match at {
                Place::Sea(sea, _) => chart.sea(sea).code.clone(),
                at => chart.label(at),
            };
            format!("{} in {at}: {words}.", ships.join(", "))
        })
        .collect()
}

/// How ships are spoken of.
#[derive(Clone, Copy)]
struct Spoken {
    sinks: &'static str,
    makes: &'static str,
    her: &'static str,
    beside: &'static str,
}

const ONE: Spoken = Spoken { sinks: "she sinks", makes: "she makes", her: "her", beside: "her" };
const SEVERAL: Spoken = Spoken { sinks: "they sink", makes: "they make", her: "their", beside: "them" };

fn matters(eye: Lookout<'_>, ship: &Ship, spoken: Spoken) -> Vec<String> {
    let chart = eye.chart;
    let Spoken { sinks, makes, her, beside: them } = spoken;
    let mut told = Vec::new();
    if ship.hull >= 3 {
        told.push(format!("hull damage {} of {WRECK}, at which {sinks}", ship.hull));
    }
    match ship.propulsion {
        WRECK.. => told.push(format!("{her} engines or rigging are gone")),
        4 => told.push(format!("propulsion damage 4 of {WRECK}")),
        _ => {}
    }
    if ship.stores <= 1 && !matches!(ship.at, Place::Harbor(_)) {
        told.push(format!("stores {}: without any {makes} for {her} base", ship.stores));
    }
    match ship.base {
        None => told.push("no base".to_owned()),
        Some(base) if !eye.is_friendly(base, ship.id.nation) => {
            told.push(format!("{her} base {} is not your side's: BASE names another", chart.port(base).name));
        }
        Some(_) => {}
    }
    let beside = |other: &&Ship| contact::touch(chart, other.at, ship.at) && other.is_warship();
    let seen: Vec<&Ship> = eye.seen_from(ship).into_iter().filter(beside).collect();
    let foes = seen.iter().filter(|other| eye.hostile(other.id.nation, ship.id.nation)).count();
    let friends = seen.iter().filter(|other| eye.allied(other.id.nation, ship.id.nation)).count();
    if foes > friends + usize::from(ship.is_warship()) {
        told.push(format!("{foes} enemy warships beside {them}, {friends} of your side's"));
    }
    told.extend(batteries_over(eye, ship));
    if !ship.cargo.is_empty() {
        told.push(format!("aboard: {}", words(&ship.cargo).join(", ")));
    }
    told
}

/// WISC 6.6, 7.1, N-49: the batteries of enemies in her square, and when they fire.
fn batteries_over(eye: Lookout<'_>, ship: &Ship) -> Option<String> {
    let ids: Vec<String> = eye.batteries_over(ship).iter().map(UnitId::to_string).collect();
    let when = if ship.id.kind.is_transport() {
        "and fire at transports that have no warship with them"
    } else {
        "which fire only in a battle: BATTLE ENGAGE seeks it, BATTLE RUN PAST passes them"
    };
    (!ids.is_empty()).then(|| format!("under the batteries of {}, {when}", ids.join(", ")))
}

/// A ship's block. What she sees is by contact alone; a ship on the Atlantic says where she sails to and nothing more (K-4).
pub fn status(eye: Lookout<'_>, ship: &Ship) -> Block {
    let mut block = head(eye, ship);
    let (hull, propulsion) = (ship.hull.to_string(), ship.propulsion.to_string());
    if ship.id.kind.is_transport() {
        load(&mut block, eye, ship);
        block.say([("Hull Damage", hull), ("Propulsion Damage", propulsion)]);
    } else {
        let crew = format!("{} of {}", ship.crew, ship.whole_crew());
        let marines = ship.marines.to_string();
        block.say([
            ("Crew", crew),
            ("Marines", marines),
            ("Hull Damage", hull),
            ("Propulsion Damage", propulsion),
        ]);
    }
    if matches!(ship.at, Place::Transit(..)) {
        return block;
    }
    let led: Vec<String> = eye.led_by(ship).iter().map(ShipId::to_string).collect();
    if !led.is_empty() {
        block.say([("Attached Ships", led.join(", "))]);
    }
    if let Some(leader) = ship.attached_to {
        block.say([("Attached to", leader.to_string())]);
    }
    visible(&mut block, eye, ship);
    if let Some(places) = ashore_seen(eye, ship) {
        block.say([("Land Units Visible", places)]);
    }
    block.say([("May go", ways(eye.chart, ship))]);
    block.fields.extend(wind(eye, ship).map(|value| Field { name: "Wind", value }));
    block
}

fn head(eye: Lookout<'_>, ship: &Ship) -> Block {
    let chart = eye.chart;
    let mut block = Block::default();
    block.say([("Ship", ship.called()), ("Type", kind(ship))]);
    let player = |number: PlayerNo| eye.name(number).to_owned();
    let deputy = ship.deputy.map_or_else(|| "none".to_owned(), player);
    block.say([("Commander", player(ship.commander)), ("Deputy", deputy)]);
    block.say([("Location", location(chart, ship))]);
    let base = ship.base.map_or("none", |base| chart.port(base).name.as_str()).to_owned();
    let stores = format!("{} of {}", ship.stores, ship.id.kind.row().stores);
    block.say([("Base", base), ("Stores", stores)]);
    block.say([
        ("Quality", quality(ship.quality)),
        ("Experience", ship.experience.to_string()),
        ("Morale", ship.morale.to_string()),
    ]);
    match ship.status {
        Status::Active => {}
        Status::Inactive => block.say([("State", "Inactive".to_owned())]),
        Status::FittingOut(turns) => {
            block.say([("State", format!("Inactive: active again in {turns} turns"))]);
        }
    }
    block
}

/// Her type, and what it does not say of her.
fn kind(ship: &Ship) -> String {
    let more = [(ship.ram, ", ram"), (ship.fast && !ship.id.kind.row().fast, ", steam")];
    let more = more.into_iter().filter(|(is, _)| *is).map(|(_, word)| word);
    std::iter::once(ship.id.kind.row().name).chain(more).collect()
}

fn quality(quality: Quality) -> String {
    capital(quality.words())
}

pub(super) fn location(chart: &Chart, ship: &Ship) -> String {
    match ship.at {
        Place::Sea(sea, area) => {
            let sea = chart.sea(sea);
            format!("{} ({}), tactical area {area}", sea.name, sea.code)
        }
        Place::Coast(coast) => {
            let coast = chart.coast(coast);
            format!("{} coastal waters ({})", coast.name, coast.code)
        }
        Place::Harbor(port) => {
            let at = chart.port(port).at.map_or_else(String::new, |at| format!(", {}", chart.grid.label(at)));
            let river = chart.river_square(ship.at).and_then(|at| chart.mouth_at(at));
            let river = river.map_or_else(String::new, |mouth| format!(" (mouth of {} River)", mouth.river));
            format!("{} harbor{river}{at}", chart.port(port).name)
        }
        Place::River(at) => {
            let label = chart.grid.label(at);
            match (chart.port_in(ship.at), chart.mouth_at(at)) {
                (Some(port), _) => format!("{} (river port), {label}", chart.port(port).name),
                (_, Some(mouth)) => format!("mouth of {} River, {label}", mouth.river),
                _ => format!("river square {label}"),
            }
        }
        place @ Place::Transit(..) => chart.label(place),
    }
}

fn words(units: &[UnitId]) -> Vec<String> {
    units.iter().map(UnitId::to_string).collect()
}

fn load(block: &mut Block, eye: Lookout<'_>, ship: &Ship) {
    let capacity = format!("{} ({} used)", ship.capacity, used(eye, ship));
    block.say([("Crew", ship.crew.to_string()), ("Capacity", capacity)]);
    block.say([("Carrying", carrying(ship))]);
}

/// How much of a transport's room is taken, in men.
pub(super) fn used(eye: Lookout<'_>, ship: &Ship) -> u32 {
    let units: u32 = eye.aboard(ship).map(Brigade::space).sum();
    let sailors = ship.crew.saturating_sub(ship.capacity / 10);
    units + 20 * (ship.supplies + ship.extra_stores) + sailors
}

/// What a transport carries.
pub(super) fn carrying(ship: &Ship) -> String {
    let mut carrying = words(&ship.cargo);
    let goods = [(ship.supplies, "supplies"), (ship.extra_stores, "stores")];
    carrying
        .extend(goods.into_iter().filter(|good| good.0 > 0).map(|(count, what)| format!("{count} {what}")));
    if carrying.is_empty() { "nothing".to_owned() } else { carrying.join(", ") }
}

/// Whether a ship is of a kind.
type Is<'a> = &'a dyn Fn(&Ship) -> bool;

/// WISC 5.1: who is seen: friends and enemies, to windward or leeward, in harbor or at sea.
fn visible(block: &mut Block, eye: Lookout<'_>, ship: &Ship) {
    let seen = in_sight(eye, ship, |_| true).into_iter();
    block.fields.extend(seen.map(|(name, value)| Field { name, value }));
}

/// The ships that one sees, of those that are asked for: whose they are, and who lies where.
pub(super) fn in_sight(
    eye: Lookout<'_>,
    ship: &Ship,
    asked: impl Fn(ShipId) -> bool,
) -> Vec<(&'static str, String)> {
    let seen: Vec<&Ship> = eye.seen_from(ship).into_iter().filter(|other| asked(other.id)).collect();
    let kinds: [(&'static str, Is); 3] = [
        ("Allied", &|other| eye.allied(other.id.nation, ship.id.nation)),
        ("Enemy", &|other| eye.hostile(other.id.nation, ship.id.nation)),
        ("Neutral", &|other| {
            !eye.allied(other.id.nation, ship.id.nation) && !eye.hostile(other.id.nation, ship.id.nation)
        }),
    ];
    let mut told = Vec::new();
    for (words, is) in kinds {
        let mut by_where: Vec<(String, Vec<&Ship>)> = Vec::new();
        for other in seen.iter().filter(|other| is(other)) {
            let stands = bearing(eye, ship, other);
            match by_where.iter_mut().find(|row| row.0 == stands) {
                Some(row) => row.1.push(other),
                None => by_where.push((stands, vec![other])),
            }
        }
        told.extend(
            by_where.into_iter().map(|(stands, ships)| (words, format!("{} {stands}", few_by_name(&ships)))),
        );
    }
    told
}

/// Most ships in a line that are told of with their names beside their ids.
const MOST_CALLED: usize = 3;

/// Ships with what they are called, as long as they are few.
fn few_by_name(ships: &[&Ship]) -> String {
    let is_few = ships.len() <= MOST_CALLED;
    let word = |ship: &&Ship| if is_few { ship.called() } else { ship.id.to_string() };
    ships.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn bearing(eye: Lookout<'_>, ship: &Ship, other: &Ship) -> String {
    let here = match other.at {
        Place::Harbor(_) => "in harbor",
        Place::River(_) => "on the river",
        _ => "at sea",
    };
    match eye.lies_to_windward(ship, other) {
        Some(true) => format!("{here} (to windward)"),
        Some(false) => format!("{here} (to leeward)"),
        None => here.to_owned(),
    }
}

/// WISC 5.1, 5.2: land units for certain in sight.
pub(super) fn ashore_seen(eye: Lookout<'_>, ship: &Ship) -> Option<String> {
    let mut by_place: BTreeMap<Stands, Vec<String>> = BTreeMap::new();
    for (id, stands) in eye.units_seen(ship) {
        by_place.entry(stands).or_default().push(id.to_string());
    }
    by_place.values_mut().for_each(|ids| ids.sort());
    let places = by_place.into_iter().map(|((at, tac), ids)| {
        let tac = tac.map_or_else(String::new, |tac| format!(" {tac}"));
        format!("{} at {}{tac}", ids.join(", "), eye.chart.grid.label(at))
    });
    let places: Vec<String> = places.collect();
    (!places.is_empty()).then(|| places.join("; "))
}

/// Where she may go, in a sentence.
pub(super) fn ways(chart: &Chart, ship: &Ship) -> String {
    format!("{}.", may_go(chart, ship).join("; "))
}

/// The wind where she is, where it is known.
pub(super) fn wind(eye: Lookout<'_>, ship: &Ship) -> Option<String> {
    let wind = eye.chart.weather_of(ship.at).and_then(|sea| eye.wind(sea));
    wind.map(|wind| format!("{} {}", wind.from.compass(), wind.strength.words()))
}

/// Where she may go next (WISC 6.2 to 6.6): sea areas, coastal waters, the harbors and mouths of these that her type enters, and how far up
/// which river.
fn may_go(chart: &Chart, ship: &Ship) -> Vec<String> {
    if ship.propulsion >= WRECK {
        return vec!["nowhere until repaired: her engines or rigging are gone".into()];
    }
    let mut ways: Vec<String> = match ship.at {
        Place::Sea(sea, _) => from_sea(chart, sea),
        Place::Coast(coast) => from_coast(chart, ship, coast),
        _ => outwards(chart, ship),
    };
    if let Some(square) = chart.river_square(ship.at) {
        ways.push(match has_river(chart, ship, square) {
            false => "not up the river, which is too narrow for her".into(),
            true => "the river to 20 squares".into(),
        });
    }
    if !ship.is_seagoing() {
        ways.push("not to sea".into());
    }
    ways
}

/// Whether a river floats her beyond a square of it.
fn has_river(chart: &Chart, ship: &Ship, square: StrategicSquare) -> bool {
    let reach = chart.rivers.reach(square, ship.id.kind.row().narrowest);
    reach.values().any(|far| *far > 0 && *far <= 20)
}

fn from_sea(chart: &Chart, sea: SeaNo) -> Vec<String> {
    let seas = chart.sea(sea).beside.iter().map(|(_, to)| chart.sea(*to).code.clone());
    let all = (0..chart.coasts.len()).map(|place| CoastNo(place as u8));
    let off = all.filter(|coast| chart.seas_off(*coast).iter().any(|row| row.0 == sea));
    let coasts: Vec<&str> = off.map(|coast| chart.coast(coast).code.as_str()).collect();
    let coasts = (!coasts.is_empty()).then(|| {
        format!("coasts {}, their harbors, and their rivers to {NEAR_MOUTH} squares", coasts.join(" "))
    });
    seas.chain(coasts).collect()
}

fn from_coast(chart: &Chart, ship: &Ship, coast: CoastNo) -> Vec<String> {
    let narrowest = ship.id.kind.row().narrowest;
    let enters = |inlet: &Place| match inlet {
        Place::River(at) => chart.rivers.floats(*at, narrowest),
        _ => true,
    };
    let seas = chart.seas_off(coast).into_iter().filter(|_| ship.is_seagoing());
    let inlets: Vec<Place> = chart.inlets(coast).into_iter().filter(enters).collect();
    let rivers = inlets.iter().filter_map(|inlet| chart.river_square(*inlet));
    let rivers = rivers.filter(|at| chart.mouth_at(*at).is_some() && has_river(chart, ship, *at));
    let rivers: Vec<String> = rivers.map(|at| chart.label(chart.river_place(at))).collect();
    let upriver =
        (!rivers.is_empty()).then(|| format!("up the rivers of {} to {NEAR_MOUTH} squares", listed(&rivers)));
    let joined = chart.joined_to(coast).into_iter().map(|other| chart.coast(other).code.clone());
    let inlets = inlets.iter().map(|inlet| chart.label(*inlet));
    seas.map(|(sea, _)| chart.sea(sea).code.clone()).chain(joined).chain(inlets).chain(upriver).collect()
}

/// Out of a harbor, or off a river within ten squares of its mouth: coastal waters, those behind them, and the seas off these.
fn outwards(chart: &Chart, ship: &Ship) -> Vec<String> {
    let mut ways: Vec<String> = Vec::new();
    let mut add = |code: &str| ways.extend((!ways.iter().any(|way| way == code)).then(|| code.to_owned()));
    let coasts: Vec<CoastNo> = outlets(chart, ship).into_iter().map(|(_, coast, _)| coast).collect();
    for coast in &coasts {
        add(&chart.coast(*coast).code);
        chart.coast(*coast).through.iter().for_each(|through| add(&chart.coast(*through).code));
    }
    let seas = coasts.iter().flat_map(|coast| chart.seas_off(*coast)).filter(|_| ship.is_seagoing());
    seas.for_each(|(sea, _)| add(&chart.sea(sea).code));
    ways
}
