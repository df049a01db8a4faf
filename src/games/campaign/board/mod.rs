//! All that the house may ask of a campaign.

use std::any::Any;
use std::sync::Arc;

use crate::annals;
use crate::orders::Orders;
use crate::position::Position;
use crate::ran::Ran;
use crate::reckoning::{last_day, reckoning, told_to_observers};
use crate::rulebooks;
use crate::table::Table;
use fieldpost_door::{Board, ClosedBook, Eyes, Finished, Past, PastTurn, Reckoning, Rulebook};
use fieldpost_engine::calendar::Calendar;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::state::Season;
use fieldpost_land::victory::day;
use fieldpost_print::plot::Plot;
use fieldpost_print::section::{Block, Section};
use fieldpost_print::shop::Shop;

mod hand;
mod judge;
mod roll;
mod tell;

impl Table {
    /// What a shut book orders on land.
    pub fn understood(&self, book: &ClosedBook) -> TurnOrders {
        Orders::of_turn(self, book).land
    }
}

impl Board for Table {
    fn rulebook(&self) -> &'static Rulebook {
        rulebooks::of(self)
    }

    fn turn(&self) -> u32 {
        self.land.turn
    }

    fn season(&self) -> String {
        self.land.season.words().into()
    }

    fn awaits_orders(&self) -> bool {
        self.land.season != Season::Peace
    }

    fn is_counted(&self) -> Option<String> {
        let ends = self.victory.as_ref()?.ends;
        let is_over = last_day(self, self.land.turn.saturating_sub(1)).is_some_and(|last| last >= ends);
        is_over
            .then(|| format!("the scenario counts what is fought for on {}, and that day is over", day(ends)))
    }

    fn reckoning(&self, past: Past<'_>) -> Result<Reckoning, String> {
        reckoning(self, past)
    }

    fn told_to_observers(&self, turn: &PastTurn) -> Result<Vec<Section>, String> {
        told_to_observers(self, turn)
    }

    fn shown_to_observers(&self, shop: &Shop<'_>) -> Vec<Block> {
        fieldpost_tell::umpire::towns_held(self.theatre(), &self.land, &shop.album)
    }

    fn plots(&self, past: Past<'_>, eyes: &Eyes) -> Result<Vec<Plot>, String> {
        annals::plots(self, past, eyes)
    }

    fn revealed(&self, shop: &Shop<'_>) -> Vec<Block> {
        fieldpost_tell::umpire::revealed(self.theatre(), self.all().state, &shop.album)
    }

    fn calendar(&self) -> Option<Calendar> {
        self.calendar
    }

    fn run(&self, book: &ClosedBook) -> Box<dyn Finished> {
        Box::new(Ran::of(self, &book.seats, Orders::of_turn(self, book)))
    }

    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String> {
        Ok(Box::new(Ran::of_papers(self, seats, orders)?))
    }

    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String> {
        let position =
            Position::read(position).map_err(|why| format!("the position cannot be read: {why}"))?;
        Ok(Arc::new(self.at_position(position)?))
    }

    fn position(&self) -> Vec<u8> {
        Position::kept(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
