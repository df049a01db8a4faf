//! Ships in a report: a table for each place where some lie, and what is seen from there and where they may go.

use std::collections::BTreeSet;

use crate::status::{ashore_seen, carrying, in_sight, location, used, ways, wind};
use crate::vantage::Lookout;
use fieldpost_engine::words::{capital, counted, grouped};
use fieldpost_print::report::MOST_ROWS;
use fieldpost_print::section::{Block, Column, Line, Row, Table};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId, Status};

const COLUMNS: [Column; 6] = [
    Column::left("ship"),
    Column::right("hull"),
    Column::right("prop."),
    Column::right("crew"),
    Column::right("stores"),
    Column::left("speed"),
];

/// What is told of a place, in its order.
const ABOUT: [&str; 6] = ["Allied", "Enemy", "Neutral", "Ashore", "Wind", "May go"];

impl Lookout<'_> {
    /// The player's ships, by place.
    pub fn own_ships(&self) -> Vec<Block> {
        let places = by_place(self.ships().collect()).into_iter();
        places.flat_map(|ships| self.table(&ships).into_iter().chain(self.about(&ships))).collect()
    }

    /// The same for a mail that shows less than there is: a line a ship, or where they are many a line a place.
    pub fn ships_in_brief(&self) -> Vec<Block> {
        let own: Vec<&Ship> = self.ships().collect();
        let is_long = own.len() > MOST_ROWS;
        let places = by_place(own).into_iter();
        let told = places.map(|ships| if is_long { self.crowd(&ships) } else { self.few(&ships) });
        told.flatten().collect()
    }

    /// The ships of a place, a line each.
    fn few(&self, ships: &[&Ship]) -> Vec<Block> {
        let bare = |ship: &&Ship| Line { small: Vec::new(), ..self.row(ship) };
        let rows = ships.iter().map(bare).collect();
        let told = Table { caption: String::new(), columns: COLUMNS.to_vec(), rows }.rows_spoken();
        let rows = told.into_iter().map(Row::of).collect();
        self.heading(ships).into_iter().chain([Block::Rows(rows)]).collect()
    }

    /// The ships of a place by their names alone.
    fn crowd(&self, ships: &[&Ship]) -> Vec<Block> {
        let names: Vec<String> = ships.iter().map(|ship| ship.called()).collect();
        self.heading(ships).into_iter().chain([Block::Words(format!("{}.", names.join(", ")))]).collect()
    }

    /// Every ship, by place, for a game administrator.
    pub fn all_ships(&self) -> Vec<Block> {
        let places = by_place(self.ships().collect()).into_iter();
        places.flat_map(|ships| self.table(&ships)).collect()
    }

    /// The ships of a place in a table below its name, which the book's sample calls their location (WISC 2.3).
    fn table(&self, ships: &[&Ship]) -> Vec<Block> {
        let rows = ships.iter().map(|ship| self.row(ship)).collect();
        let table = Table { caption: String::new(), columns: COLUMNS.to_vec(), rows };
        let spoken = Block::Items(ships.iter().map(|ship| self.spoken(ship)).collect());
        self.heading(ships).into_iter().chain([Block::Table(table).or_spoken(vec![spoken])]).collect()
    }

    /// A ship in a sentence: what is as it should be is not said.
    fn spoken(&self, ship: &Ship) -> String {
        let mut told = vec![ship.called(), ship.id.kind.row().name.to_lowercase()];
        told.extend(ship.ram.then(|| "ram".to_owned()));
        told.extend([ship.quality.words().to_owned(), format!("morale {}", ship.morale)]);
        told.extend((ship.hull > 0).then(|| format!("hull damage {}", ship.hull)));
        told.extend((ship.propulsion > 0).then(|| format!("propulsion damage {}", ship.propulsion)));
        if !ship.id.kind.is_transport() {
            told.push(format!("crew {} of {}", grouped(ship.crew), grouped(ship.whole_crew())));
        }
        told.push(format!("stores {} of {}", ship.stores, ship.id.kind.row().stores));
        told.push(format!("base {}", ship.base.map_or("none", |base| self.chart.port(base).name.as_str())));
        if ship.id.kind.is_transport() {
            let (room, used) = (grouped(ship.capacity), grouped(used(*self, ship)));
            told.push(format!("room for {room} men, {used} taken, carries {}", carrying(ship)));
        }
        told.extend(self.service(ship).map(|words| words.to_lowercase()));
        told.extend(ship.attached_to.map(|leader| format!("sails under the orders of {leader}")));
        told.extend(
            (self.player() != Some(ship.commander))
                .then(|| format!("you are the deputy of {}", self.name(ship.commander))),
        );
        format!("{}.", told.join(", "))
    }

    fn heading(&self, ships: &[&Ship]) -> Option<Block> {
        ships.first().map(|ship| Block::Heading(format!("Location: {}", location(self.chart, ship))))
    }

    fn row(&self, ship: &Ship) -> Line {
        let crew = match ship.id.kind.is_transport() {
            true => grouped(ship.crew),
            false => format!("{} of {}", grouped(ship.crew), grouped(ship.whole_crew())),
        };
        let stores = format!("{} of {}", ship.stores, ship.id.kind.row().stores);
        let speed = if ship.fast { "steam" } else { "sail" };
        let (hull, propulsion) = (ship.hull.to_string(), ship.propulsion.to_string());
        let cells = [ship.called(), hull, propulsion, crew, stores, speed.to_owned()];
        let is_loud = self.player() == Some(ship.commander);
        Line { small: self.small(ship), is_loud, ..Line::of(cells) }
    }

    /// What of her is not in the columns: what she is worth, whose she is, what she carries.
    fn small(&self, ship: &Ship) -> Vec<String> {
        let mut people = vec![ship.id.kind.row().name.to_owned()];
        people.extend(ship.ram.then(|| "ram".to_owned()));
        people.push(ship.quality.words().to_owned());
        people.extend([format!("experience {}", ship.experience), format!("morale {}", ship.morale)]);
        people.extend((ship.marines > 0).then(|| counted(ship.marines, "marine")));
        let mut told = vec![capital(&people.join(", "))];
        told.extend(self.service(ship));
        let base = ship.base.map_or("none", |base| self.chart.port(base).name.as_str());
        told.push(format!("Base {base}"));
        if ship.id.kind.is_transport() {
            let used = used(*self, ship);
            let (room, used) = (grouped(ship.capacity), grouped(used));
            told.push(format!("Room for {room} men, {used} taken; carries {}", carrying(ship)));
        }
        told.extend(ship.attached_to.map(|leader| format!("Sails under the orders of {leader}")));
        let led: Vec<String> = self.led_by(ship).iter().map(ShipId::to_string).collect();
        told.extend((!led.is_empty()).then(|| format!("Leads {}", led.join(", "))));
        told.extend(self.officers(ship));
        vec![told.join(". ") + "."]
    }

    fn service(&self, ship: &Ship) -> Option<String> {
        match ship.status {
            Status::Active => None,
            Status::Inactive => Some("Laid up".into()),
            Status::FittingOut(turns) => Some(format!("Laid up, active again in {}", counted(turns, "turn"))),
        }
    }

    /// Who else orders her.
    fn officers(&self, ship: &Ship) -> Vec<String> {
        let reader = self.player();
        let commander =
            (reader != Some(ship.commander)).then(|| format!("Commander {}", self.name(ship.commander)));
        let deputy = ship.deputy.map(|deputy| match reader == Some(deputy) {
            true => "You are the deputy".to_owned(),
            false => format!("Deputy {}", self.name(deputy)),
        });
        commander.into_iter().chain(deputy).collect()
    }

    /// What is seen from a place and where its ships may go: what is so for all of them once. A ship on the Atlantic says nothing (K-4).
    fn about(&self, ships: &[&Ship]) -> Option<Block> {
        let here: BTreeSet<ShipId> = ships.iter().map(|ship| ship.id).collect();
        let mut told: Vec<((&str, String), Vec<String>)> = Vec::new();
        for ship in ships.iter().filter(|ship| !matches!(ship.at, Place::Transit(..))) {
            for said in self.matters(ship, &here) {
                match told.iter_mut().find(|row| row.0 == said) {
                    Some(row) => row.1.push(ship.id.to_string()),
                    None => told.push((said, vec![ship.id.to_string()])),
                }
            }
        }
        let rank = |head: &str| ABOUT.iter().position(|known| *known == head);
        told.sort_by_key(|((head, _), _)| rank(head));
        let row = |((head, words), of): ((&str, String), Vec<String>)| match of.len() == ships.len() {
            true => Row::about(head, words),
            false => Row::about(head, format!("{}: {words}", of.join(", "))),
        };
        let rows: Vec<Row> = told.into_iter().map(row).collect();
        (!rows.is_empty()).then_some(Block::Rows(rows))
    }

    fn matters(&self, ship: &Ship, here: &BTreeSet<ShipId>) -> Vec<(&'static str, String)> {
        let mut told = in_sight(*self, ship, |other| !here.contains(&other));
        told.extend(ashore_seen(*self, ship).map(|places| ("Ashore", places)));
        told.push(("May go", ways(self.chart, ship)));
        told.extend(wind(*self, ship).map(|wind| ("Wind", wind)));
        told
    }
}

/// Ships that lie in one place together.
fn by_place(mut ships: Vec<&Ship>) -> Vec<Vec<&Ship>> {
    ships.sort_by_key(|ship| (ship.at, ship.id));
    ships.chunk_by(|one, other| one.at == other.at).map(<[&Ship]>::to_vec).collect()
}
