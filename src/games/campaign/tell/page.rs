//! What the page on which orders are composed knows of ships: the chart, the player's ships, and for each the orders that her type can
//! be given, written by the language's own hand, so that whatever is clicked is read again.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::fleet::Fleet;
use crate::tell::chart::Known;
use crate::turn::Away;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_picture::Side;
use fieldpost_sea::chart::{Chart, CoastNo, PortNo, SeaNo};
use fieldpost_sea::contact;
use fieldpost_sea::language::{fits, render as order_words};
use fieldpost_sea::orders::{
    Attach, Battle, Cargo, CoastGoal, Commerce, Contact, Gauge, Manner, Order, Refuge, When,
};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, Status};
use fieldpost_sea_tell::{Field, SeaView};

#[derive(Serialize)]
struct Page {
    maps: Vec<MapPage>,
    ships: Vec<ShipPage>,
    /// The player's units aboard and in garrisons off the map (WISC 9.2).
    aboard: Vec<AboardPage>,
    /// What a Naval Secretary is offered; nobody else has it (WISC 2.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    secretary: Option<SecretaryPage>,
    /// What may stand behind an order to go into port.
    whens: Vec<&'static str>,
    rivers: Vec<Choice>,
}

/// One of the two maps.
#[derive(Serialize)]
struct MapPage {
    name: &'static str,
    seas: Vec<SeaPage>,
}

#[derive(Serialize)]
struct SeaPage {
    code: String,
    name: String,
    cells: Vec<(u8, u8)>,
    beside: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wind: Option<WindPage>,
    ships: Vec<Lying>,
    line: String,
    coasts: Vec<CoastPage>,
}

#[derive(Serialize)]
struct WindPage {
    from: &'static str,
    strength: &'static str,
}

/// How many ships of a side are known there.
#[derive(Serialize)]
struct Lying {
    side: &'static str,
    count: usize,
}

#[derive(Serialize)]
struct CoastPage {
    code: String,
    name: String,
    ships: Vec<Lying>,
    line: String,
    ports: Vec<PortPage>,
}

#[derive(Serialize)]
struct PortPage {
    name: String,
    ships: Vec<Lying>,
    line: String,
}

/// A line that can be chosen, with what it is called.
#[derive(Serialize)]
struct Choice {
    line: String,
    words: String,
}

/// Lines of which one can be chosen.
#[derive(Serialize)]
struct Group {
    key: String,
    title: String,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct ShipPage {
    id: String,
    name: String,
    what: &'static str,
    place: String,
    /// The map that she is on, and the sea area in which or off which she lies.
    map: String,
    sea: Option<String>,
    /// The coastal waters that she lies in, or to which her port opens.
    coasts: Vec<String>,
    commanded: bool,
    /// Her status block.
    block: Vec<Field>,
    /// Why she is given no orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    idle: Option<&'static str>,
    seagoing: bool,
    /// Orders with a tactical square: `@` stands for the square and `#` for a number.
    fire: Vec<Choice>,
    groups: Vec<Group>,
}

/// A unit that stands on no map, as the list of ships has it.
#[derive(Serialize)]
struct AboardPage {
    id: String,
    name: &'static str,
    what: &'static str,
    place: String,
    commanded: bool,
    block: Vec<Field>,
}

#[derive(Serialize)]
struct SecretaryPage {
    /// Where the own side keeps naval stores: ports, and inland cities and depots (WISC 3.5, N-42).
    places: Vec<String>,
}

/// What the page knows; nothing for a player who has nothing to do with ships.
pub(crate) fn page(
    fleet: Fleet<'_>,
    player: PlayerNo,
    known: &BTreeSet<Known>,
    view: &SeaView,
) -> Option<serde_json::Value> {
    let state = &fleet.sea.state;
    let own: Vec<&Ship> =
        state.ships.values().filter(|ship| contact::officers(ship).contains(&player)).collect();
    let aboard: Vec<AboardPage> = fleet.away_of(player).map(|away| aboard(fleet, player, away)).collect();
    if own.is_empty() && aboard.is_empty() && view.ports.is_empty() {
        return None;
    }
    let places = view.ports.iter().map(|port| port.name.clone()).collect();
    let is_secretary = fleet.sea.state.powers.secretaries.values().any(|one| *one == player);
    let pager = Pager { fleet, chart: &fleet.sea.chart, player, known };
    let whens = [None, Some(When::First), Some(When::After1), Some(When::After2)];
    let page = Page {
        maps: pager.maps(&own),
        ships: own.iter().map(|ship| pager.ship(ship)).collect(),
        aboard,
        secretary: is_secretary.then_some(SecretaryPage { places }),
        whens: whens.into_iter().map(order_words::of_when).collect(),
        rivers: pager.rivers(),
    };
    serde_json::to_value(page).ok()
}

fn aboard(fleet: Fleet<'_>, player: PlayerNo, away: &Away) -> AboardPage {
    let words = fleet.table.book.kind(away.unit.id.kind).words;
    AboardPage {
        id: away.unit.id.to_string(),
        name: "",
        what: words,
        place: fleet.whereabouts(away),
        commanded: away.seat.commander == player,
        block: vec![
            Field { name: "Location", value: fleet.whereabouts(away) },
            Field { name: "Strength", value: away.unit.strength.to_string() },
            Field { name: "Morale", value: away.unit.morale.to_string() },
        ],
    }
}

struct Pager<'a> {
    fleet: Fleet<'a>,
    chart: &'a Chart,
    player: PlayerNo,
    known: &'a BTreeSet<Known>,
}

impl Pager<'_> {
    fn line(&self, order: &Order) -> String {
        order_words::order(order, self.chart)
    }

    fn fleets(&self, is_there: impl Fn(Place) -> bool) -> Vec<Lying> {
        let of = |side: Side| {
            let count = self.known.iter().filter(|ship| ship.side == side && is_there(ship.at)).count();
            Lying { side: side.key(), count }
        };
        Side::ALL.into_iter().map(of).filter(|lying| lying.count > 0).collect()
    }

    /// The maps on which the player's ships are.
    fn maps(&self, own: &[&Ship]) -> Vec<MapPage> {
        let on: BTreeSet<&str> = own.iter().map(|ship| self.map_of(ship)).collect();
        let all = [("american", "American waters"), ("european", "European waters")];
        let map = |(map, name): (&str, &'static str)| {
            let seas = (0..self.chart.seas.len()).map(|place| SeaNo(place as u8));
            let seas = seas.filter(|sea| self.chart.sea(*sea).map == map).map(|sea| self.sea(sea));
            on.contains(map).then(|| MapPage { name, seas: seas.collect() })
        };
        all.into_iter().filter_map(map).collect()
    }

    /// Ships on rivers are on the American map, for no river of Europe is charted.
    fn map_of(&self, ship: &Ship) -> &str {
        let sea = match ship.at {
            Place::Transit(sea, _) => Some(sea),
            at => self.sea_of(at),
        };
        sea.map_or("american", |sea| self.chart.sea(sea).map.as_str())
    }

    fn sea_of(&self, at: Place) -> Option<SeaNo> {
        let coast = at.coast().or_else(|| self.chart.exits(at).first().map(|exit| exit.0));
        at.sea().or_else(|| self.chart.drawn_in(coast?))
    }

    fn sea(&self, number: SeaNo) -> SeaPage {
        let sea = self.chart.sea(number);
        let coasts = (0..self.chart.coasts.len()).map(|place| CoastNo(place as u8));
        let coasts = coasts.filter(|coast| self.chart.drawn_in(*coast) == Some(number));
        let wind = self.fleet.sea.state.winds.get(&number);
        // The wind is told where the reports tell it: in the areas of own ships and beside them.
        let wind = wind.filter(|_| self.is_told(number));
        SeaPage {
            code: sea.code.clone(),
            name: sea.name.clone(),
            cells: sea.drawn.clone(),
            beside: sea.beside.iter().map(|row| self.chart.sea(row.1).code.clone()).collect(),
            wind: wind.map(|wind| WindPage { from: wind.from.words(), strength: wind.strength.words() }),
            ships: self.fleets(|at| at.sea() == Some(number)),
            line: self.line(&Order::Sail(vec![number])),
            coasts: coasts.map(|coast| self.coast(coast)).collect(),
        }
    }

    fn is_told(&self, number: SeaNo) -> bool {
        let ships = self.fleet.sea.state.ships.values();
        let mut own = ships.filter(|ship| contact::officers(ship).contains(&self.player));
        own.any(|ship| {
            let here = self.chart.weather_of(ship.at);
            here.is_some_and(|here| here == number || self.chart.side_to(here, number).is_some())
        })
    }

    fn coast(&self, number: CoastNo) -> CoastPage {
        let coast = self.chart.coast(number);
        let ports = self.chart.inlets(number).into_iter().filter_map(|inlet| self.port(inlet));
        CoastPage {
            code: coast.code.clone(),
            name: coast.name.clone(),
            ships: self.fleets(|at| at == Place::Coast(number)),
            line: self.line(&Order::Coast(CoastGoal::Named(number), None)),
            ports: ports.collect(),
        }
    }

    /// A harbor by its name, a mouth by its river's.
    fn port(&self, inlet: Place) -> Option<PortPage> {
        let ships = self.fleets(|at| at == inlet);
        match inlet {
            Place::Harbor(port) => {
                let line = self.line(&Order::Harbor(port, None));
                Some(PortPage { name: self.chart.port(port).name.clone(), ships, line })
            }
            Place::River(at) => {
                let mouth = self.chart.mouth_at(at)?;
                let name = format!("{} River {}", mouth.river, self.chart.grid.label(at));
                Some(PortPage { name, ships, line: self.line(&Order::River(at, None)) })
            }
            _ => None,
        }
    }

    /// The river ports to which ships come.
    fn rivers(&self) -> Vec<Choice> {
        let ports = (0..self.chart.ports.len()).map(|place| PortNo(place as u16));
        let choice = |port: PortNo| match self.chart.port_place(port)? {
            Place::River(at) => Some(Choice {
                line: self.line(&Order::River(at, None)),
                words: self.chart.port(port).name.clone(),
            }),
            _ => None,
        };
        let mut choices: Vec<Choice> = ports.filter_map(choice).collect();
        choices.sort_by(|one, other| one.words.cmp(&other.words));
        choices
    }

    fn ship(&self, ship: &Ship) -> ShipPage {
        let (chart, fleet) = (self.chart, self.fleet);
        let idle = matches!(ship.at, Place::Transit(..))
            .then_some("She is on the Atlantic and hears no orders (WISC 6.17).");
        let ashore = fleet.ashore();
        let block =
            fieldpost_sea_tell::status(super::waters::waters(fleet, &ashore).seen_by(self.player), ship);
        let coasts: BTreeSet<CoastNo> =
            ship.at.coast().into_iter().chain(chart.exits(ship.at).iter().map(|exit| exit.0)).collect();
        let area = self.sea_of(ship.at).map(|sea| chart.sea(sea).code.clone());
        ShipPage {
            id: ship.id.to_string(),
            name: ship.name.clone(),
            what: ship.id.kind.row().name,
            place: chart.label(ship.at),
            map: if self.map_of(ship) == "european" { "European waters" } else { "American waters" }
                .to_owned(),
            sea: area,
            coasts: coasts.into_iter().map(|coast| chart.coast(coast).code.clone()).collect(),
            commanded: ship.commander == self.player,
            block: block.fields().to_vec(),
            idle,
            seagoing: ship.is_seagoing(),
            fire: self.fire(ship),
            groups: self.groups(ship),
        }
    }

    /// BOMBARD and SUPPORT, of ships that can.
    fn fire(&self, ship: &Ship) -> Vec<Choice> {
        let Some(tac) = TacticalSquare::new(1, 1) else { return Vec::new() };
        let orders = [
            (Order::Bombard(tac, 1), "Bombard", "PHASE 1", "PHASE #"),
            (Order::Support(tac, 1, (1, 4)), "Support battles near", "RADIUS 1", "RADIUS #"),
        ];
        let can = orders.into_iter().filter(|row| fits(&row.0, ship.id.kind).is_ok());
        can.map(|(order, words, from, to)| {
            let line = self.line(&order).replace(&tac.to_string(), "@").replace(from, to);
            Choice { line, words: words.to_owned() }
        })
        .collect()
    }

    fn groups(&self, ship: &Ship) -> Vec<Group> {
        let mut groups = self.plain(ship);
        groups.push(self.attachment(ship));
        groups.push(self.ports("base", "Base", ship, Order::Base));
        groups.extend(self.cargo(ship));
        groups.retain(|group| !group.options.is_empty());
        groups
    }

    /// A choice of orders that her type can be given.
    fn group(&self, ship: &Ship, (key, title): (&str, &str), orders: Vec<Order>) -> Group {
        let orders = orders.into_iter().filter(|order| fits(order, ship.id.kind).is_ok());
        let choice = |order: Order| {
            let line = self.line(&order);
            Choice { words: line.clone(), line }
        };
        Group { key: key.to_owned(), title: title.to_owned(), options: orders.map(choice).collect() }
    }

    /// What every ship is asked, by sections of the order form (WISC 4.5-4.9).
    fn plain(&self, ship: &Ship) -> Vec<Group> {
        let contact = |manner| Order::Contact(Contact { manner, min: None, max: None, open_sea_only: false });
        let stores = (0..=ship.id.kind.row().stores).rev().map(|count| Order::Stores(Some(count)));
        let serve = Order::Serve(ship.status != Status::Active);
        let groups = [
            ("company", "Company", vec![Order::Alone(true), Order::Alone(false)]),
            ("contact", "Enemies met", [Manner::Pursue, Manner::Accept, Manner::Evade].map(contact).to_vec()),
            ("join", "Friends met", vec![Order::Join(true), Order::Join(false)]),
            ("gauge", "Side to take", [Gauge::Windward, Gauge::Leeward].map(Order::Gauge).to_vec()),
            (
                "battle",
                "Battle",
                [Battle::Engage, Battle::Accept, Battle::Evade, Battle::RunPast].map(Order::Battle).to_vec(),
            ),
            ("before", "Before battle", vec![Order::Sortie, Order::StandIn(None)]),
            ("range", "Range", vec![Order::Close(true), Order::Close(false)]),
            ("aim", "Aim", vec![Order::AimHull(true), Order::AimHull(false)]),
            ("batteries", "Batteries on rivers", vec![Order::RunBatteries(true), Order::RunBatteries(false)]),
            (
                "retreat",
                "Retreat",
                [Refuge::Harbor, Refuge::River, Refuge::Sea].map(|to| Order::Retreat(to, None)).to_vec(),
            ),
            ("prizes", "Prizes", vec![Order::DestroyPrizes(false), Order::DestroyPrizes(true)]),
            ("halt", "Halt on a river", vec![Order::HaltOnEnemy, Order::HaltOnBridge]),
            ("bridges", "Bridges", vec![Order::DestroyBridge, Order::DestroyPontoon]),
            (
                "commerce",
                "Commerce",
                [Commerce::Raid, Commerce::Convoy, Commerce::Ignore].map(Order::Commerce).to_vec(),
            ),
            ("stores", "Naval stores", std::iter::once(Order::Stores(None)).chain(stores).collect()),
            ("service", "Service", vec![serve, Order::Scuttle]),
        ];
        groups.into_iter().map(|(key, title, orders)| self.group(ship, (key, title), orders)).collect()
    }

    /// WISC 4.4: friends that she is in contact with, and that sail under nobody's orders.
    fn attachment(&self, ship: &Ship) -> Group {
        let state = &self.fleet.sea.state;
        let is_friend =
            |other: &&Ship| state.allied(other.id.nation, ship.id.nation) && other.attached_to.is_none();
        let near =
            contact::seen_from(self.chart, state, ship).filter(is_friend).map(|other| Attach::To(other.id));
        let leave = ship.attached_to.map(|_| Attach::Detach);
        let orders = leave.into_iter().chain(near).map(Order::Attach).collect();
        self.group(ship, ("attach", "Under whose orders"), orders)
    }

    /// The ports of her side.
    fn ports(&self, key: &str, title: &str, ship: &Ship, order: fn(PortNo) -> Order) -> Group {
        let state = &self.fleet.sea.state;
        let own = state.ports.keys().copied().filter(|port| state.is_friendly(*port, ship.id.nation));
        self.group(ship, (key, title), own.map(order).collect())
    }

    /// WISC 9.2: the player's units in her square, and those aboard with the squares of the shore off which she lies.
    fn cargo(&self, ship: &Ship) -> Vec<Group> {
        if !ship.id.kind.is_transport() {
            return Vec::new();
        }
        let land = &self.fleet.table.land;
        let here = self.chart.square(ship.at);
        let loads = land.units_of(self.player).filter(|unit| Some(unit.at) == here).map(|unit| {
            let id = unit.id.to_string();
            let load = vec![Order::Cargo(Cargo::Load(id.clone()))];
            self.group(ship, (&format!("load-{id}"), &id), load)
        });
        let coast = ship.at.coast().or_else(|| self.chart.exits(ship.at).first().map(|exit| exit.0));
        let shore: Vec<_> =
            coast.into_iter().flat_map(|coast| self.chart.coast(coast).shore.iter().copied()).collect();
        let unloads = ship.cargo.iter().map(ToString::to_string).map(|id| {
            let plain = std::iter::once(Order::Cargo(Cargo::Unload(id.clone(), None, None)));
            let at = shore.iter().map(|at| Order::Cargo(Cargo::Unload(id.clone(), Some(*at), None)));
            self.group(ship, (&format!("unload-{id}"), &format!("{id}, aboard")), plain.chain(at).collect())
        });
        loads.chain(unloads).collect()
    }
}
