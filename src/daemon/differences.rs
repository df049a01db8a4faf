//! Word to each player of what differs in their own position after the game went back to an earlier turn, and why.

use std::sync::Arc;

use anyhow::anyhow;
use serde::Serialize;

use crate::answers::Draft;
use crate::hosted::Hosted;
use crate::office::Office;
use crate::report_mail::{Addressed, kept};
use crate::views::OwnOrder;
use fieldpost_desk::book::in_force;
use fieldpost_desk::ga::answer::Due;
use fieldpost_desk::game::{GameRecord, Roll};
use fieldpost_desk::record::{Account, FiledOffice, GameName, OrderBook, Right};
use fieldpost_desk::seats::Seats;
use fieldpost_desk::settings::Settings;
use fieldpost_desk::stamp::Stamp;
use fieldpost_door::{Board, Differs, Player};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_mail::postmark::Kind;
use fieldpost_print::edition::print_all;
use fieldpost_store::{Mail, NewMail, Paper};

/// The position that the players last had, and why it holds no longer.
pub struct Again {
    /// The turn that it opened.
    pub turn: u32,
    pub position: Paper,
    /// The turn that the game went back to.
    pub to: u32,
    /// Whose doing it was, by name.
    pub by: String,
    /// Whether the turn was run again at once.
    pub run: bool,
}

/// What stands now.
pub struct Standing<'a> {
    /// The position.
    pub board: &'a dyn Board,
    /// The open turn's times.
    pub settings: Settings,
    /// The orders that stand in it.
    pub book: &'a OrderBook,
    /// Why it is held, if it is.
    pub held: Option<String>,
}

/// Most differences that one mail lists: the position says the rest.
const MOST_LISTED: usize = 12;

/// `went_back`: what stands for a player after the game went back to an earlier turn.
#[derive(Clone, Debug, Serialize)]
pub struct WentBack {
    /// The game's name.
    pub game: String,
    pub title: String,
    pub player: String,
    /// The turn that is open now.
    pub turn: u32,
    /// The turn that was open before.
    pub was: u32,
    /// The turn that the game went back to.
    pub to: u32,
    /// Whose doing it was.
    pub by: String,
    /// Whether that turn was run again at once, so that new reports come with this.
    pub run: bool,
    /// Why the open turn is held, if it is.
    pub held: Option<String>,
    /// The open turn's deadline.
    pub deadline: Stamp,
    /// The orders that stand for the player's units in the turn that is open again.
    pub orders: Vec<OwnOrder>,
    /// What stands of the player's orders that are no unit's, such as a campaign.
    pub offices: Vec<String>,
    pub differs: Vec<Differs>,
    /// How much more does.
    pub more: usize,
}

impl Office {
    /// A mail to each player of flesh and blood, and where no report comes with it the position.
    ///
    /// # Errors
    /// If a template is at fault or there is no such game.
    pub fn words_of_differences(
        &self,
        name: &GameName,
        again: &Again,
        now: &Standing<'_>,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let roll = Roll::of(now.board);
        let reached = |(number, player): (PlayerNo, &Player)| {
            let account = hosted.record.account(&player.name)?;
            (!account.machine && !account.email.is_empty()).then_some((number, account))
        };
        let players = (0..).map(PlayerNo).zip(&roll.players).filter_map(reached).collect::<Vec<_>>();
        let mails = print_all(&players, |(number, account)| {
            let view = went_back_view(&hosted.record, again, now, (&roll, *number), account)?;
            let (printed, html) = self.press.both(
                "went_back",
                &(now.board.rulebook().told)(serde_json::to_value(&view)?),
                account.wishes().html,
            )?;
            let (game, to) = (Some(name.0.as_str()), Some(account.name.as_str()));
            let plain = Draft::plain(Mail::Notice, Kind::Notice, game, to, &account.email, &printed);
            let mut mails = vec![self.write(Draft { html, ..plain })?];
            if !again.run {
                mails.push(self.position_again(hosted, now, (*number, account))?);
            }
            Ok(mails)
        });
        Ok(mails.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
    }

    /// The position report of a turn that is open again.
    fn position_again(
        &self,
        hosted: &Hosted,
        now: &Standing<'_>,
        (number, account): (PlayerNo, &Account),
    ) -> anyhow::Result<NewMail> {
        let heading = self.heading_of(hosted, &account.name, now.settings.deadline_ms);
        let shop = self.shop(now.board.rulebook().language, Arc::clone(&hosted.grounds));
        let mut report = now.board.report(number, &heading, &account.wishes(), &shop)?;
        report.printed.subject.push_str(" (open again)");
        let due = Some(Due { turn: now.board.turn(), at_ms: now.settings.deadline_ms });
        let to = Addressed { game: &heading.game, turn: now.board.turn(), account, due, place: 1 };
        let mail = self.report_mail(&to, report)?;
        Ok(if account.wishes().off { kept(mail) } else { mail })
    }
}

/// What stands for a seat: the orders of its pieces, and those that are no piece's.
pub fn standing_orders(
    record: &GameRecord,
    roll: &Roll,
    book: &OrderBook,
    number: PlayerNo,
) -> (Vec<OwnOrder>, Vec<String>) {
    let order = |(unit, _): (Piece, Right)| {
        let lines = &in_force(book, &unit)?.lines;
        let words = lines.iter().map(|line| line.words.to_string()).collect::<Vec<_>>().join("; ");
        Some(OwnOrder { unit, words })
    };
    let units = Seats::over(roll, book).units_of(record, number).into_iter().filter_map(order).collect();
    let stands = |filed: &&FiledOffice| filed.player == number;
    let assigns = book.offices.iter().filter(|filed| filed.assigns.is_some());
    let of_offices = assigns.chain(book.offices_in_force()).filter(stands);
    (units, of_offices.map(|filed| filed.order.words.to_string()).collect())
}

fn went_back_view(
    record: &GameRecord,
    again: &Again,
    now: &Standing<'_>,
    (roll, number): (&Roll, PlayerNo),
    account: &Account,
) -> anyhow::Result<WentBack> {
    let mut differs = now.board.differences(again.position.bytes(), number).map_err(|why| anyhow!(why))?;
    let more = differs.len().saturating_sub(MOST_LISTED);
    differs.truncate(MOST_LISTED);
    let (orders, offices) = standing_orders(record, roll, now.book, number);
    Ok(WentBack {
        game: record.name().0.clone(),
        title: record.opening.title.clone(),
        player: account.name.clone(),
        turn: now.board.turn(),
        was: again.turn,
        to: again.to,
        by: again.by.clone(),
        run: again.run,
        held: now.held.clone(),
        deadline: Stamp::new(now.settings.deadline_ms, now.settings.schedule.zone),
        orders,
        offices,
        differs,
        more,
    })
}
