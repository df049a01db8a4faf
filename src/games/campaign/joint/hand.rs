//! A game administrator's hand on the sea, and all of it shown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use crate::joint::JointTable;
use crate::joint::fleet::Kept;
use fieldpost_door::{Edited, Refused, Said};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::Touch;
use fieldpost_sea::chart::{PortNo, SeaNo};
use fieldpost_sea::edits::{self, carry_out};
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::tell::status;

/// Where the sea stands among the values that edits touch.
const SEA: &str = "/sea";

/// Rows of a thing that is shown.
type Rows = Vec<(String, String)>;

impl JointTable {
    /// An edit of the sea, if the words are one.
    pub(crate) fn edit_at_sea(&self, words: &str) -> Option<Result<Edited, Refused>> {
        edits::is_edit(words).then(|| self.carry_out(words))
    }

    fn carry_out(&self, words: &str) -> Result<Edited, Refused> {
        let mut sea = (*self.fleet.state).clone();
        let (ship, what, before, after) =
            carry_out(words, &self.fleet.chart, &mut sea).map_err(Refused::from)?;
        let mut touches = Vec::new();
        compare(SEA, &value_of(&self.fleet.state)?, &value_of(&sea)?, &mut touches);
        let unit = ship.map(|id: ShipId| Piece::from(id.to_string()));
        // What letters have assigned of her holds no longer.
        let gives_seat = what.ends_with(" commander") || what.ends_with(" deputy");
        let unit_of_seat = unit.clone().filter(|_| gives_seat);
        Ok(Edited {
            board: Arc::new(self.with_sea(sea)),
            touches,
            said: vec![Said { unit, what, before, after }],
            against: Vec::new(),
            notes: Vec::new(),
            assigned: unit_of_seat,
        })
    }

    fn with_sea(&self, sea: SeaState) -> JointTable {
        let (land, away) = ((*self.land.state).clone(), (*self.fleet.away).clone());
        self.with(Kept { land, sea, away })
    }

    /// The sea's touches among some carried out; those of the land are left over.
    pub(crate) fn touched(&self, touches: &[Touch]) -> Result<(JointTable, Vec<Touch>), Refused> {
        let is_sea = |touch: &&Touch| touch.path.starts_with("/sea/");
        let land: Vec<Touch> = touches.iter().filter(|touch| !is_sea(touch)).cloned().collect();
        if land.len() == touches.len() {
            return Ok((self.clone(), land));
        }
        let mut value = value_of(&self.fleet.state)?;
        for touch in touches.iter().filter(is_sea) {
            put(&mut value, touch)?;
        }
        let sea = serde_json::from_value(value)
            .map_err(|why| Refused::from(format!("there would be no such position at sea: {why}")))?;
        Ok((self.with_sea(sea), land))
    }

    /// The places that a touch of the sea is of: whose ships.
    pub(crate) fn touched_ship(touch: &Touch) -> Option<ShipId> {
        touch.path.strip_prefix("/sea/ships/")?.split('/').next()?.parse().ok()
    }

    /// Who is told of a port or a wind that was changed: the holder's Naval Secretary; whoever has ships.
    pub(crate) fn told_of(&self, touch: &Touch) -> Vec<PlayerNo> {
        let state = &self.fleet.state;
        if touch.path.starts_with("/sea/winds/") {
            return state.ships.values().map(|ship| ship.commander).collect();
        }
        let port =
            touch.path.strip_prefix("/sea/ports/").and_then(|rest| rest.split('/').next()?.parse().ok());
        let holder = port.and_then(|port| state.holder(PortNo(port)));
        holder.and_then(|nation| self.secretary(nation)).into_iter().collect()
    }

    /// All of a ship.
    pub(crate) fn show_ship(&self, piece: &Piece, seats: &dyn Seating) -> Result<Rows, Refused> {
        let Some(ship) = self.ship(piece) else {
            return Err(format!("there is no ship {piece}").into());
        };
        let mut now = ship.clone();
        if let Some(seat) = seats.of(piece) {
            (now.commander, now.deputy) = (seat.commander, seat.deputy);
        }
        let (chart, state) = (&self.fleet.chart, &self.fleet.state);
        let block = status(chart, &self.land.atlas, state, &self.ashore(), &now);
        let mut rows: Rows = unfolded(&block).iter().flat_map(|line| rows_of(line)).collect();
        rows.push((format!("SET SHIP {piece}"), edits::settable(&now, chart)));
        Ok(rows)
    }

    /// All ships in a line each, or the whole sea: winds, ports, rivers that differ from their land.
    pub(crate) fn show_at_sea(&self, what: &str) -> Option<Vec<String>> {
        match what {
            "FLEET" => Some(self.fleet.state.ships.values().map(|ship| self.line_of(ship.id)).collect()),
            "SEA" => Some(self.sea_lines()),
            other => {
                let place = self.fleet.chart.place_named(other.strip_prefix("SEA ")?)?;
                Some(self.waters(self.fleet.chart.weather_of(place)?))
            }
        }
    }

    fn line_of(&self, id: ShipId) -> String {
        let Some(ship) = self.fleet.state.ships.get(&id) else { return String::new() };
        let player = |number: fieldpost_engine::ids::PlayerNo| {
            self.land.state.player(number).map_or("nobody", |player| player.name.as_str()).to_owned()
        };
        let deputy = ship.deputy.map_or_else(String::new, |deputy| format!(", deputy {}", player(deputy)));
        format!(
            "{:<28} {:<22} hull {} prop {} crew {} of {} stores {}{}; {}{deputy}",
            ship.called(),
            self.fleet.chart.label(ship.at),
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
    fn sea_lines(&self) -> Vec<String> {
        let (chart, state) = (&self.fleet.chart, &self.fleet.state);
        let with_ships: BTreeSet<SeaNo> =
            state.ships.values().filter_map(|ship| chart.weather_of(ship.at)).collect();
        let mut lines: Vec<String> = with_ships.iter().flat_map(|sea| self.waters(*sea)).collect();
        let others = state.winds.keys().filter(|sea| !with_ships.contains(sea));
        let others: Vec<String> = others.map(|sea| self.wind_of(*sea)).collect();
        lines.extend((!others.is_empty()).then(|| "Other sea areas:".to_owned()));
        lines.extend(others);
        lines
    }

    fn wind_of(&self, sea: SeaNo) -> String {
        let site = self.fleet.chart.sea(sea);
        let wind = self.fleet.state.winds.get(&sea).map_or_else(
            || "wind unknown".to_owned(),
            |wind| format!("{} wind from the {}", wind.strength.words(), wind.from.words()),
        );
        format!("{} {}: {wind}", site.code, site.name)
    }

    /// A sea area: its wind, who lies where in it and on its coasts, and the ports there.
    fn waters(&self, sea: SeaNo) -> Vec<String> {
        let (chart, state) = (&self.fleet.chart, &self.fleet.state);
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

    fn port_lines(&self, is_shown: impl Fn(PortNo) -> bool) -> Vec<String> {
        let (chart, state) = (&self.fleet.chart, &self.fleet.state);
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
    pub(crate) fn show_port(&self, name: &str) -> Option<(String, Rows)> {
        let port = self.fleet.chart.port_of(name)?;
        let held = self.fleet.state.ports.get(&port)?;
        let holder = held.holder.map_or_else(|| "nobody".to_owned(), |of| of.words());
        let rows = vec![
            ("Holder".to_owned(), holder),
            ("Naval stores".to_owned(), held.stores.to_string()),
            ("Yard".to_owned(), held.yard.to_string()),
        ];
        Some((self.fleet.chart.port(port).name.clone(), rows))
    }
}

/// The lines of a status block, each with what of it stands on the next: that is set in by four, and names nothing.
fn unfolded(block: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in block.lines() {
        let goes_on = line.starts_with("    ")
            && !line.trim_start().starts_with(|c: char| c.is_uppercase() && line.contains(": "));
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

/// A line of a status block as rows: words that end with a colon begin a row each.
fn rows_of(line: &str) -> Vec<(String, String)> {
    let line = line.trim();
    if line.is_empty() {
        return Vec::new();
    }
    let parts = line.split("   ").map(str::trim).filter(|part| !part.is_empty());
    let mut rows: Vec<(String, String)> = Vec::new();
    for part in parts {
        match part.split_once(": ") {
            Some((what, how)) => rows.push((what.to_owned(), how.to_owned())),
            None => match part {
                "Ships Visible" => {}
                words => {
                    rows.push((if rows.is_empty() { "Ship" } else { "Type" }.to_owned(), words.to_owned()))
                }
            },
        }
    }
    rows
}

fn value_of(state: &SeaState) -> Result<Value, Refused> {
    serde_json::to_value(state).map_err(|why| format!("the position at sea cannot be written: {why}").into())
}

/// What differs of two values, down to what is no object.
fn compare(path: &str, before: &Value, after: &Value, touches: &mut Vec<Touch>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(one), Value::Object(other)) => {
            let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for key in keys {
                let path = format!("{path}/{key}");
                match (one.get(key), other.get(key)) {
                    (Some(before), Some(after)) => compare(&path, before, after, touches),
                    (before, after) => {
                        touches.push(Touch { path, at: None, before: before.cloned(), after: after.cloned() })
                    }
                }
            }
        }
        _ => touches.push(Touch {
            path: path.to_owned(),
            at: None,
            before: Some(before.clone()),
            after: Some(after.clone()),
        }),
    }
}

/// Carries a touch out on the sea's JSON.
fn put(value: &mut Value, touch: &Touch) -> Result<(), Refused> {
    let misfit = || Refused::from(format!("{} is not what it was before that edit", touch.path));
    let path = touch.path.strip_prefix(SEA).and_then(|path| path.strip_prefix('/')).ok_or_else(misfit)?;
    let (parents, last) = path.rsplit_once('/').map_or((None, path), |(parents, last)| (Some(parents), last));
    let mut at = value;
    for key in parents.into_iter().flat_map(|parents| parents.split('/')) {
        at = at.get_mut(key).ok_or_else(misfit)?;
    }
    let object = at.as_object_mut().ok_or_else(misfit)?;
    if object.get(last) != touch.before.as_ref() {
        return Err(misfit());
    }
    match &touch.after {
        Some(after) => object.insert(last.to_owned(), after.clone()),
        None => object.remove(last),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_block_is_rows_of_one_thing_each() {
        let rows =
            |line| rows_of(line).into_iter().map(|(what, how)| format!("{what}={how}")).collect::<Vec<_>>();
        assert_eq!(
            rows("  Base: Hampton   Quality: Good   Stores: 7 of 8"),
            ["Base=Hampton", "Quality=Good", "Stores=7 of 8"]
        );
        assert_eq!(
            rows("Monitor (US1IC)                ironclad"),
            ["Ship=Monitor (US1IC)", "Type=ironclad"]
        );
        assert_eq!(rows("  Ships Visible   Allied: US2GB at sea"), ["Allied=US2GB at sea"]);
        assert_eq!(rows("  Commander: Marston    Deputy: Wool"), ["Commander=Marston", "Deputy=Wool"]);
    }
}
