//! What goes to somebody who takes a seat in a game that goes on, beside the password: what the game is about, who else plays, and
//! the position as a report.

use std::sync::Arc;

use serde_json::Value;

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
    player: PlayerNo,
    name: String,
}

impl Office {
    /// The seat that an answer's password gives to somebody new. A player whom the same letter takes in is not on the roll yet:
    /// that one commands nothing, and a later mail says what they get.
    pub(super) fn seat_taken(&self, answer: &Answer) -> Option<SeatTaken> {
        let Body::Password(notice) = &answer.body else { return None };
        let To::Player { name, .. } = &answer.to else { return None };
        let hosted = self.games.get(answer.game.as_ref()?)?;
        let player = hosted.record.player_no(name).filter(|_| notice.is_new)?;
        Some(SeatTaken { game: hosted.record.name().clone(), player, name: name.clone() })
    }

    /// What the game is about, what the seat commands, and who else plays.
    pub(super) fn about_the_seat(&self, seat: &SeatTaken) -> anyhow::Result<Value> {
        let record = &self.game_named(&seat.game.0)?.record;
        let seats = Seats::latest(record, &record.book).all();
        let count = |has: &dyn Fn(&Seat) -> bool| seats.values().filter(|one| has(one)).count();
        // An old game may have been kept without its scenario.
        let text = self.store.scenario_text(&seat.game, MAIN_FILE).ok();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        Ok(serde_json::to_value(Taken {
            aims: (record.board().rulebook().aims)(&text),
            noun: record.noun(),
            commands: count(&|one| one.commander == seat.player),
            deputises: count(&|one| one.deputy == Some(seat.player)),
            fellows: fellows(&record.roll().players, seat.player, &record.accounts),
        })?)
    }

    /// The position report of the seat, to the address that has it now.
    pub(super) fn position_of_seat(&self, seat: &SeatTaken, address: &str) -> anyhow::Result<NewMail> {
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
        let report = record.board().report(seat.player, &heading, &account.wishes(), &shop)?;
        self.report_mail(
            &Addressed {
                game: &seat.game.0,
                turn: record.book.turn,
                account: &account,
                due: self.due_of(&seat.game),
                place: 1,
            },
            report,
        )
    }
}
