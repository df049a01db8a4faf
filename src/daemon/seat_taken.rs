//! What goes to somebody who takes a seat in a game that goes on, beside the password: what the game is about, who else plays, and
//! the position as a report.

use std::sync::Arc;

use serde_json::Value;

use crate::differences::standing_orders;
use crate::office::Office;
use crate::opening::welcome::fellows;
use crate::report_mail::Addressed;
use crate::views::Taken;
use fieldpost_desk::answer::{Answer, Body, To};
use fieldpost_desk::record::{Account, GameName};
use fieldpost_desk::seats::Seats;
use fieldpost_door::MAIN_FILE;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_store::NewMail;

/// A seat that has a new player.
pub(super) struct SeatTaken {
    game: GameName,
    /// None of somebody whom the same letter takes in: that one commands nothing yet.
    player: Option<PlayerNo>,
    name: String,
}

impl Office {
    /// The seat that an answer's password gives to somebody new. A player whom the same letter takes in is not on the roll yet:
    /// that one commands nothing, and a later mail says what they get; what the game is about and who plays they hear now.
    pub(super) fn seat_taken(&self, answer: &Answer) -> Option<SeatTaken> {
        let Body::Password(notice) = &answer.body else { return None };
        let To::Player { name, .. } = &answer.to else { return None };
        let hosted = self.games.get(answer.game.as_ref()?)?;
        let player = hosted.record.player_no(name);
        // An administrator's password gives no seat.
        let plays = notice.head.iter().any(|line| line.starts_with("PLAYER "));
        (notice.is_new && plays).then(|| SeatTaken {
            game: hosted.record.name().clone(),
            player,
            name: name.clone(),
        })
    }

    /// What the game is about, what the seat commands, and who else plays.
    pub(super) fn about_the_seat(&self, seat: &SeatTaken) -> anyhow::Result<Value> {
        let record = &self.game_named(&seat.game.0)?.record;
        let seats = Seats::latest(record, &record.book).all();
        let count = |has: &dyn Fn(&Seat) -> bool| seats.values().filter(|one| has(one)).count();
        // An old game may have been kept without its scenario.
        let text = self.store.scenario_text(&seat.game, MAIN_FILE).ok();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let standing = |number| standing_orders(record, record.roll(), &record.book, number);
        let (orders, offices) = seat.player.map(standing).unwrap_or_default();
        // Nobody's number: all others are fellows.
        let number = seat.player.unwrap_or(PlayerNo(u16::MAX));
        Ok(serde_json::to_value(Taken {
            orders,
            offices,
            aims: (record.board().rulebook().aims)(&text),
            noun: record.noun(),
            commands: count(&|one| Some(one.commander) == seat.player),
            deputises: count(&|one| seat.player.is_some() && one.deputy == seat.player),
            has_position: seat.player.is_some(),
            fellows: fellows(&record.roll().players, number, &record.accounts),
        })?)
    }

    /// The position report of the seat, to the address that has it now; none of a seat that commands nothing yet.
    pub(super) fn position_of_seat(
        &self,
        seat: &SeatTaken,
        address: &str,
    ) -> anyhow::Result<Option<NewMail>> {
        let Some(player) = seat.player else { return Ok(None) };
        let hosted = self.game_named(&seat.game.0)?;
        let record = &hosted.record;
        let old = record.account(&seat.name).cloned();
        let account = Account {
            email: address.to_owned(),
            report_wishes: String::new(),
            ..old.unwrap_or_else(|| Account::nobody(&seat.name))
        };
        let heading = self.heading_of(hosted, &seat.name, record.settings.deadline_ms);
        let shop = self.shop(record.board().rulebook().language, Arc::clone(&hosted.grounds));
        let report = record.board().report(player, &heading, &account.wishes(), &shop)?;
        let mail = self.report_mail(
            &Addressed {
                game: &seat.game.0,
                turn: record.book.turn,
                account: &account,
                due: self.due_of(&seat.game),
                place: 1,
            },
            report,
        )?;
        Ok(Some(mail))
    }
}
