//! What players of a campaign are told between turns.

use serde_json::Value;

use crate::position::Position;
use crate::table::Table;
use crate::tell::{all_moored, of_ships, with_silence};
use crate::{lesson, machine, standing, welcome};
use fieldpost_door::{Differs, MachineSeats, Tell};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::Form;
use fieldpost_land::command::differences::differences;
use fieldpost_print::desk_page::DeskPage;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_tell::beside::Given;
use fieldpost_tell::umpire;

impl Tell for Table {
    fn welcome(&self, to: PlayerNo) -> Value {
        welcome::welcome(self, to)
    }

    fn aims(&self, to: PlayerNo) -> Vec<String> {
        standing::aims(self, to)
    }

    fn reminder(&self, to: PlayerNo, idle: &[Piece]) -> Value {
        welcome::reminder(self, to, idle)
    }

    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError> {
        let ships = of_ships((self, None), to, heading, (wishes, shop))?;
        let heading = &with_silence(self, to, heading);
        self.position_report(to, Given { heading, beside: ships.as_ref() }, wishes, shop)
    }

    fn desk_page(
        &self,
        to: PlayerNo,
        heading: &Heading,
        shop: &Shop<'_>,
    ) -> Result<Option<DeskPage>, PressError> {
        let plain = Wishes { html: false, pictures: false, desk: true, ..Wishes::default() };
        let ships = of_ships((self, None), to, heading, (&plain, shop))?;
        let heading = &with_silence(self, to, heading);
        self.desk_page(to, Given { heading, beside: ships.as_ref() }, shop)
    }

    fn whole(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let (ships, seas) = self.fleet().map(all_moored).unwrap_or_default();
        umpire::drawn(self.theatre(), &self.land, heading, (&ships, &seas), (wishes, shop))
    }

    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String> {
        let before =
            Position::read(before).map_err(|why| format!("the position cannot be read: {why}"))?.land;
        let all = differences(&before, &self.land, to, (self.book, &self.atlas.map.grid)).into_iter();
        Ok(all.map(|(what, before, after)| Differs { what, before, after }).collect())
    }

    fn examples(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        lesson::candidates(self, to, about)
    }

    fn machine_letters(&self, players: &[PlayerNo], game: &str, seats: &MachineSeats) -> Vec<Option<String>> {
        machine::letters(self, players, (game, seats))
    }
}
