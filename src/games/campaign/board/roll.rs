//! Who plays a campaign, and what there is to be ordered.

use crate::table::Table;
use fieldpost_door::{Player, Roll};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_land::command::{self, press, same_side};
use fieldpost_land::language::unit_of;
use fieldpost_land::state;
use fieldpost_land::unit::{Source, Unit};
use fieldpost_sea::language::ship_of;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;

/// Strategic squares within which a player may take a unit for one of a headquarters: as far as that supplies its own.
const NEAR: u8 = 2;

impl Roll for Table {
    fn players(&self) -> Vec<Player> {
        let player = |player: &state::Player| Player {
            name: player.name.clone(),
            party: player.nation.words(),
            rank: player.rank.words().into(),
            offices: player.offices.iter().map(|office| self.book.title(office)).collect(),
        };
        self.land.players.iter().map(player).collect()
    }

    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        let nation = |player: PlayerNo| self.land.player(player).map(|player| player.nation);
        nation(one).zip(nation(other)).is_some_and(|(one, other)| same_side(&self.land, one, other))
    }

    fn of_party(&self, name: &str) -> Vec<PlayerNo> {
        let nation = self.book.nation(name);
        let players = self.land.numbered_players();
        players.filter(|(_, who)| Some(who.nation) == nation).map(|(number, _)| number).collect()
    }

    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        press::side(self.book, &self.land, name)
    }

    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String> {
        press::officers(self.book, &self.land, words, by)
    }

    fn pieces(&self) -> Vec<(Piece, Option<Seat>)> {
        let land = self.all().state;
        let units = land.units.keys().map(|unit| ((*unit).into(), land.seats.get(unit).copied()));
        let seated = |ship: &Ship| {
            let seat = Seat { commander: ship.commander, deputy: ship.deputy };
            (Piece::from(ship.id.to_string()), Some(seat))
        };
        let ships = self.sea.iter().flat_map(|sea| sea.state.ships.values());
        units.chain(ships.map(seated)).collect()
    }

    fn called(&self, piece: &Piece) -> Option<String> {
        if let Some(unit) = unit_of(piece) {
            return self.land.names.get(&unit).map(|_| state::called(&self.land.names, unit));
        }
        let ship = self.sea.as_ref()?.state.ships.get(&ship_of(piece)?)?;
        (!ship.name.is_empty()).then(|| ship.called())
    }

    /// Who is on the Atlantic hears nothing (WISC 6.17), and who is aboard waits.
    fn wants_orders(&self, piece: &Piece) -> bool {
        match self.ship(piece) {
            Some(ship) => ship.is_active() && !matches!(ship.at, Place::Transit(..)),
            None => self.unit(piece).is_some_and(Unit::is_active),
        }
    }

    fn members(&self, of: &Piece) -> Vec<Piece> {
        let units = &self.all().state.units;
        // A ship is called as no unit is.
        let Some(headquarters) = unit_of(of).and_then(|id| units.get(&id)) else { return vec![of.clone()] };
        // As the report lists units: by what they are in communications with, else by what they draw on. An army's headquarters that draws
        // on a corps is no part of it.
        let is_its = |unit: &&Unit| {
            let source = unit.source.as_ref().filter(|_| !unit.id.kind.is_hq());
            let links = [unit.communications.as_ref(), source].into_iter().flatten();
            links.filter(|link| matches!(link, Source::Unit(_))).take(1).eq([&Source::Unit(headquarters.id)])
        };
        let fed = units.values().filter(is_its);
        std::iter::once(headquarters.id).chain(fed.map(|unit| unit.id)).map(Piece::from).collect()
    }

    fn near(&self, of: &Piece) -> Vec<Piece> {
        let units = &self.all().state.units;
        let Some(headquarters) = unit_of(of).and_then(|id| units.get(&id)) else { return Vec::new() };
        let near = units.values().filter(|unit| unit.at.distance(headquarters.at) <= NEAR);
        near.map(|unit| unit.id).filter(|id| !id.kind.is_hq()).map(Piece::from).collect()
    }

    fn default_lines(&self, piece: &Piece) -> Vec<String> {
        if self.is_ship(piece) {
            // What matters of rule 4.11.
            return ["CONTACT ACCEPT", "BATTLE ACCEPT"].map(String::from).to_vec();
        }
        let unit = unit_of(piece).and_then(|id| self.all().state.units.get(&id));
        unit.map(command::default_lines).unwrap_or_default()
    }
}
