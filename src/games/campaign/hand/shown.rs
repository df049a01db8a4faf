//! What a game administrator is shown of the sea.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use fieldpost_door::Refused;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_sea::chart::{PortNo, SeaNo};
use fieldpost_sea::edits;
use fieldpost_sea::ship::ShipId;
use fieldpost_sea_tell::{Block, status};

/// Rows of a thing that is shown.
type Rows = Vec<(String, String)>;

impl Fleet<'_> {
    pub(crate) fn show_ship(self, piece: &Piece, seats: &dyn Seating) -> Result<Rows, Refused> {
        let Some(ship) = self.table.ship(piece) else {
            return Err(format!("there is no ship {piece}").into());
        };
        let mut now = ship.clone();
        if let Some(seat) = seats.of(piece) {
            (now.commander, now.deputy) = (seat.commander, seat.deputy);
        }
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let block = status(chart, &self.table.atlas, state, &self.ashore(), &now);
        let mut rows = rows_of(block);
        rows.push((format!("SET SHIP {piece}"), edits::settable(&now, chart)));
        Ok(rows)
    }

    /// All ships in a line each, or the whole sea: winds, ports, rivers that differ from their land.
    pub(crate) fn shown(self, what: &str) -> Option<Vec<String>> {
        match what {
            "FLEET" => Some(self.sea.state.ships.values().map(|ship| self.line_of(ship.id)).collect()),
            "SEA" => Some(self.sea_lines()),
            other => {
                let place = self.sea.chart.place_named(other.strip_prefix("SEA ")?)?;
                Some(self.waters(self.sea.chart.weather_of(place)?))
            }
        }
    }

    fn line_of(self, id: ShipId) -> String {
        let Some(ship) = self.sea.state.ships.get(&id) else { return String::new() };
        let player = |number: PlayerNo| {
            self.table.land.player(number).map_or("nobody", |player| player.name.as_str()).to_owned()
        };
        let deputy = ship.deputy.map_or_else(String::new, |deputy| format!(", deputy {}", player(deputy)));
        format!(
            "{:<28} {:<22} hull {} prop {} crew {} of {} stores {}{}; {}{deputy}",
            ship.called(),
            self.sea.chart.label(ship.at),
            ship.hull,
            ship.propulsion,
            ship.crew,
            ship.whole_crew(),
            ship.stores,
            if ship.is_active() { "" } else { ", laid up" },
            player(ship.commander)
        )
    }

    /// The sea areas with ships, whole; of the others the winds.
    fn sea_lines(self) -> Vec<String> {
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let with_ships: BTreeSet<SeaNo> =
            state.ships.values().filter_map(|ship| chart.weather_of(ship.at)).collect();
        let mut lines: Vec<String> = with_ships.iter().flat_map(|sea| self.waters(*sea)).collect();
        let others = state.winds.keys().filter(|sea| !with_ships.contains(sea));
        let others: Vec<String> = others.map(|sea| self.wind_of(*sea)).collect();
        lines.extend((!others.is_empty()).then(|| "Other sea areas:".to_owned()));
        lines.extend(others);
        lines
    }

    fn wind_of(self, sea: SeaNo) -> String {
        let site = self.sea.chart.sea(sea);
        let wind = self.sea.state.winds.get(&sea).map_or_else(
            || "wind unknown".to_owned(),
            |wind| format!("{} wind from the {}", wind.strength.words(), wind.from.words()),
        );
        format!("{} {}: {wind}", site.code, site.name)
    }

    /// A sea area: its wind, who lies where in it and on its coasts, and the ports there.
    fn waters(self, sea: SeaNo) -> Vec<String> {
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let mut lines = vec![self.wind_of(sea)];
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ship in state.ships.values().filter(|ship| chart.weather_of(ship.at) == Some(sea)) {
            places.entry(chart.label(ship.at)).or_default().push(ship.called());
        }
        lines.extend(places.into_iter().map(|(at, ships)| format!("  {at}: {}", ships.join(", "))));
        let is_here =
            |port: PortNo| chart.port(port).coast().is_some_and(|coast| chart.coast(coast).sea == Some(sea));
        lines.extend(self.port_lines(is_here).into_iter().map(|line| format!("  {line}")));
        lines
    }

    fn port_lines(self, is_shown: impl Fn(PortNo) -> bool) -> Vec<String> {
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let ports = state.ports.iter().filter(|row| is_shown(*row.0)).map(|(port, held)| {
            let holder = held.holder.map_or_else(|| "nobody".to_owned(), |of| of.words());
            let stocks: Vec<String> = held
                .building
                .iter()
                .map(|stock| format!("{} {} ready after turn {}", stock.kind.code(), stock.name, stock.ready))
                .collect();
            let stocks = if stocks.is_empty() { String::new() } else { format!("; {}", stocks.join(", ")) };
            format!(
                "{} ({}): {holder}, {} stores, yard {}{stocks}",
                chart.port(*port).name,
                chart.port(*port).coast().map_or("river", |coast| chart.coast(coast).code.as_str()),
                held.stores,
                held.yard
            )
        });
        ports.collect()
    }

    /// Rows of a port, if a place is one and no city.
    pub(crate) fn show_port(self, name: &str) -> Option<(String, Rows)> {
        let port = self.sea.chart.port_of(name)?;
        let held = self.sea.state.ports.get(&port)?;
        let holder = held.holder.map_or_else(|| "nobody".to_owned(), |of| of.words());
        let rows = vec![
            ("Holder".to_owned(), holder),
            ("Naval stores".to_owned(), held.stores.to_string()),
            ("Yard".to_owned(), held.yard.to_string()),
        ];
        Some((self.sea.chart.port(port).name.clone(), rows))
    }
}

/// A status block as rows of one thing each.
fn rows_of(block: Block) -> Rows {
    let fields: Rows = block.fields().map(|field| (field.name.to_owned(), field.value.clone())).collect();
    let head = [("Ship".to_owned(), block.name), ("Type".to_owned(), block.kind)];
    head.into_iter().chain(fields).collect()
}
