//! All that the house may ask of a campaign.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use crate::ran::Ran;
use crate::table::{Position, Table, Writing};
use crate::{foresee, hand, orders, rulebooks, welcome};
use fieldpost_door::{
    Assigns, Board, ClosedBook, Differs, Edited, Excess, Finished, Foreseen, Hand, Judge, Player, Refused,
    Roll, Rulebook, Tell, Written,
};
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_engine::touch::Touch;
use fieldpost_engine::wishes::Wishes;
use fieldpost_land::command::concerned::concerned;
use fieldpost_land::command::differences::differences;
use fieldpost_land::command::{self, foresight, offices, press, same_side, seats, shown};
use fieldpost_land::language::{self, lexicon_of, unit_of};
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::state::{self, LandState, Season};
use fieldpost_tell::Eyes;

use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_land::turn::Afloat;
use fieldpost_land::unit::{Source, Unit};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;

impl Table {
    /// What a shut book orders on land.
    pub fn understood(&self, book: &ClosedBook) -> TurnOrders {
        orders::of_turn(self, book)
    }
}

impl Board for Table {
    fn rulebook(&self) -> &'static Rulebook {
        rulebooks::of(self.book)
    }

    fn turn(&self) -> u32 {
        self.state.turn
    }

    fn season(&self) -> String {
        self.state.season.words().into()
    }

    fn awaits_orders(&self) -> bool {
        self.state.season != Season::Peace
    }

    fn calendar(&self) -> Option<Calendar> {
        self.calendar
    }

    fn run(&self, book: &ClosedBook) -> Box<dyn Finished> {
        let state = orders::seated(&self.state, &book.seats);
        Box::new(Ran::of(self, state, orders::of_turn(self, book)))
    }

    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String> {
        let orders::Orders::Land(orders) = orders::read("orders", orders)?;
        let state = LandState { seats: orders::read("seats", seats)?, ..(*self.state).clone() };
        Ok(Box::new(Ran::of(self, state, orders)))
    }

    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String> {
        let Position::Land(state) = orders::read("position", position)?;
        Ok(Arc::new(self.with(state)))
    }

    fn position(&self) -> Vec<u8> {
        orders::paper(&Writing::Land(&self.state))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Roll for Table {
    fn players(&self) -> Vec<Player> {
        let player = |player: &state::Player| Player {
            name: player.name.clone(),
            party: player.nation.words(),
            rank: player.rank.words().into(),
            offices: player.offices.iter().map(|office| self.book.title(office)).collect(),
        };
        self.state.players.iter().map(player).collect()
    }

    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        let nation = |player: PlayerNo| self.state.player(player).map(|player| player.nation);
        nation(one).zip(nation(other)).is_some_and(|(one, other)| same_side(&self.state, one, other))
    }

    fn of_party(&self, name: &str) -> Vec<PlayerNo> {
        let nation = self.book.nation(name);
        let players = self.state.numbered_players();
        players.filter(|(_, who)| Some(who.nation) == nation).map(|(number, _)| number).collect()
    }

    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        press::side(self.book, &self.state, name)
    }

    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String> {
        press::officers(self.book, &self.state, words, by)
    }

    fn pieces(&self) -> Vec<(Piece, Option<Seat>)> {
        let seat = |unit| self.state.seats.get(unit).copied();
        self.state.units.keys().map(|unit| ((*unit).into(), seat(unit))).collect()
    }

    fn wants_orders(&self, piece: &Piece) -> bool {
        self.unit(piece).is_some_and(Unit::is_active)
    }

    fn members(&self, of: &Piece) -> Vec<Piece> {
        let Some(headquarters) = self.unit(of) else { return vec![of.clone()] };
        let is_it = |source: &Option<Source>| *source == Some(Source::Unit(headquarters.id));
        let units =
            self.state.units.values().filter(|unit| is_it(&unit.communications) || is_it(&unit.source));
        std::iter::once(headquarters.id).chain(units.map(|unit| unit.id)).map(Piece::from).collect()
    }

    fn default_lines(&self, piece: &Piece) -> Vec<String> {
        self.unit(piece).map(command::default_lines).unwrap_or_default()
    }
}

impl Judge for Table {
    fn lexicon(&self) -> Lexicon {
        Lexicon { language: language::of(self.book), ..lexicon_of(&self.atlas.map) }
    }

    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        orders::strange(self, block.lines)
    }

    fn is_entitled(&self, block: Written<'_>) -> bool {
        let unit = unit_of(block.piece);
        let orders = orders::of_unit(self, block.lines);
        unit.is_some_and(|unit| command::is_ministerial(&self.state, block.by, unit, &orders))
    }

    fn bars(&self, right: Right, line: &Line) -> Option<String> {
        let orders = orders::of_unit(self, std::slice::from_ref(line));
        orders.iter().find_map(|order| command::bar(self.book, right, order))
    }

    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<String> {
        match orders::of_office(self, order) {
            Some(order) => offices::fault_of(self.field(), seats, by, &order),
            None => Some(format!("{} is no order of an office", order.words)),
        }
    }

    fn assigns(&self, order: &Line) -> Option<Assigns> {
        orders::assigns(self, order)
    }

    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        seats::in_excess(self.book, &self.state, seats).into_iter().map(Piece::from).collect()
    }

    fn excess(&self) -> Excess {
        let (warning, undone) = (seats::TOO_MANY, seats::TAKEN_BACK);
        Excess { warning, undone }
    }

    fn faults_of_seats(&self, seats: &dyn Seating) -> Vec<(Piece, String)> {
        let faults = seats::faults(self.book, &self.state, seats).into_iter();
        faults.map(|(unit, why)| (unit.into(), why)).collect()
    }

    fn warnings(&self, piece: &Piece, lines: &[Line]) -> Vec<String> {
        let Some(unit) = unit_of(piece) else { return Vec::new() };
        let warnings = foresight::warnings(self.field(), unit, &orders::of_unit(self, lines));
        warnings.into_iter().map(foresee::in_own_letters).collect()
    }

    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        foresee::foresee(self, by, book, Afloat::default())
    }

    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        foresight::garrisons(self.field(), by, &orders::of_turn(self, book)).into_iter().collect()
    }

    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        command::consequences(blocks)
    }
}

impl Hand for Table {
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
        hand::edit(self, words, insist, seats)
    }

    fn enlist(&self, name: &str, standing: &str, insist: bool) -> Result<Edited, Refused> {
        hand::enlist(self, name, standing, insist)
    }

    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        hand::redo(self, touches)
    }

    fn undo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        hand::undo(self, touches)
    }

    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        concerned(self.field(), touches)
    }

    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<shown::Rows, Refused> {
        let unit = unit_of(piece).ok_or_else(|| Refused::from(format!("there is no unit {piece}")))?;
        shown::unit(self.book, &self.state, &self.atlas.map.grid, unit, seats).map_err(not_there)
    }

    fn show_place(&self, name: &str) -> Result<(String, shown::Rows), Refused> {
        shown::city(&self.state, &self.atlas.map.grid, name).map_err(not_there)
    }

    fn show_whole(&self, what: &str, seats: &dyn Seating) -> Option<Vec<String>> {
        // Who commands now is what the turn's letters have assigned, too.
        let seats = seats.all().into_iter().filter_map(|(piece, seat)| Some((unit_of(&piece)?, seat)));
        let now = LandState { seats: seats.collect(), ..(*self.state).clone() };
        fieldpost_tell::umpire::shown(self.theatre(), &now, what)
    }
}

impl Tell for Table {
    fn welcome(&self, to: PlayerNo) -> Value {
        welcome::welcome(self, to)
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
        self.position_report(to, heading, wishes, shop)
    }

    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String> {
        let Position::Land(before) = orders::read("position", before)?;
        let all = differences(&before, &self.state, to, (self.book, &self.atlas.map.grid)).into_iter();
        Ok(all.map(|(what, before, after)| Differs { what, before, after }).collect())
    }

    fn machine_letters(&self, players: &[PlayerNo], game: &str) -> Vec<Option<String>> {
        let eyes = Eyes::of(self.theatre(), &self.state, self.seed);
        let write = |number: &PlayerNo| fieldpost_machine::letter(&eyes.vantage(*number)?, game);
        players.iter().map(write).collect()
    }
}

fn not_there((why, nearest): shown::NotThere) -> Refused {
    Refused { nearest, ..Refused::from(why) }
}
