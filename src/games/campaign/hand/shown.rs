//! What a game administrator is shown of the sea.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use crate::tell;
use fieldpost_door::Refused;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_print::section::{Block, Listed, Row, Section};
use fieldpost_sea::chart::{PortNo, SeaNo};
use fieldpost_sea::edits;
use fieldpost_sea_tell::status;

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
        let ashore = self.ashore();
        let block = status(tell::waters(self, &ashore).seen_by_all(), &now);
        let rows = block.fields().iter().map(|field| (field.name.to_owned(), field.value.clone()));
        let mut rows: Rows = rows.collect();
        rows.push((format!("SET SHIP {piece}"), edits::settable(&now, &self.sea.chart)));
        Ok(rows)
    }

    /// All ships by place, or the whole sea: winds, ports, rivers that differ from their land.
    pub(crate) fn shown(self, what: &str) -> Option<Section> {
        match what {
            "FLEET" => Some(self.ships()),
            "SEA" => Some(self.seas()),
            other => {
                let place = self.sea.chart.place_named(other.strip_prefix("SEA ")?)?;
                let waters = self.waters(self.sea.chart.weather_of(place)?);
                Some(Section::new("sea", "").with(Block::Listing(vec![waters])))
            }
        }
    }

    fn ships(self) -> Section {
        let key = Block::Key(tell::WORDS.into());
        let ships = tell::waters(self, &self.ashore()).seen_by_all().all_ships();
        std::iter::once(key).chain(ships).fold(Section::new("ships", ""), Section::with)
    }

    /// The sea areas with ships, whole; of the others the winds.
    fn seas(self) -> Section {
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let with_ships: BTreeSet<SeaNo> =
            state.ships.values().filter_map(|ship| chart.weather_of(ship.at)).collect();
        let whole = with_ships.iter().map(|sea| self.waters(*sea)).collect();
        let others = state.winds.keys().filter(|sea| !with_ships.contains(sea));
        let others: Vec<Row> =
            others.map(|sea| self.wind_of(*sea)).map(|(sea, wind)| Row::of(sea + &wind)).collect();
        let section = Section::new("sea", "").with(Block::Listing(whole));
        match others.is_empty() {
            true => section,
            false => section.with(Block::Heading("Other sea areas".to_owned())).with(Block::Rows(others)),
        }
    }

    /// A sea area, and behind a colon its wind.
    fn wind_of(self, sea: SeaNo) -> (String, String) {
        let site = self.sea.chart.sea(sea);
        let wind = self.sea.state.winds.get(&sea).map_or_else(
            || "wind unknown".to_owned(),
            |wind| format!("{} wind from the {}", wind.strength.words(), wind.from.words()),
        );
        (format!("{} {}", site.code, site.name), format!(": {wind}"))
    }

    /// A sea area: its wind, who lies where in it and on its coasts, and the ports there.
    fn waters(self, sea: SeaNo) -> Listed {
        let (chart, state) = (&self.sea.chart, &self.sea.state);
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ship in state.ships.values().filter(|ship| chart.weather_of(ship.at) == Some(sea)) {
            places.entry(chart.label(ship.at)).or_default().push(ship.called());
        }
        let ships = places.into_iter().map(|(at, ships)| format!("{at}: {}", ships.join(", ")));
        let is_here =
            |port: PortNo| chart.port(port).coast().is_some_and(|coast| chart.coast(coast).sea == Some(sea));
        let (loud, words) = self.wind_of(sea);
        Listed { loud, words, lines: ships.chain(self.port_lines(is_here)).collect() }
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
