//! Word to players other than the sender: whose order was displaced (M-01b), whose unit was reassigned
//! (rule 3.5), and why a letter waits.

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::{Answer, Body, HeldNotice, NewsNotice, To, UnitNews, Weight};
use crate::arrived::Arrived;
use crate::book;
use crate::game::GameRecord;
use crate::receipt::right_words;
use crate::record::{Account, Change, Filed};
use crate::seats::Seats;
use crate::work::Work;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};

/// News by player, before they become mails.
type News = BTreeMap<PlayerNo, Vec<UnitNews>>;

impl Work<'_> {
    /// What players who did not speak in this letter must learn of it.
    pub fn news_to_others(&self) -> Vec<Answer> {
        let mut news = News::new();
        self.displaced(&mut news);
        self.reassigned(&mut news);
        let speakers: BTreeSet<PlayerNo> =
            self.touched.iter().map(|entry| entry.player).chain(Some(self.primary)).collect();
        let found_late = self.is_found_late();
        let received = self.game.received(&self.arrived.receipt);
        news.into_iter()
            .filter(|(player, _)| !speakers.contains(player))
            .filter_map(|(player, units)| {
                notice(self.game, player, |name| NewsNotice {
                    player: name,
                    received: Some(received.clone()),
                    found_late,
                    units,
                    notes: Vec::new(),
                    deadline: self.game.stamp(self.game.settings.deadline_ms),
                })
            })
            .collect()
    }

    /// Whether letters received after this one have been judged already.
    pub fn is_found_late(&self) -> bool {
        let moment = self.moment();
        // Both are in order of receipt: the last tells for all.
        let last_in_units = self.book.units.values().filter_map(|orders| orders.last());
        let later_in_units = last_in_units.map(|filed| filed.moment()).any(|last| last > moment);
        later_in_units || self.book.offices.last().is_some_and(|filed| filed.moment() > moment)
    }

    fn displaced(&self, news: &mut News) {
        let units: BTreeSet<&Piece> = self.touched.iter().map(|entry| &entry.receipt.unit).collect();
        let units = self.game.in_order(units.into_iter().cloned().collect());
        for unit in &units {
            let Some(stood) = book::in_force(&self.game.book, unit) else { continue };
            let stands = book::in_force(&self.book, unit);
            if stands != Some(stood) {
                let words = self.displaced_words(unit, stood, stands);
                news.entry(stood.player).or_default().push(UnitNews { unit: unit.clone(), words });
            }
        }
    }

    fn displaced_words(&self, unit: &Piece, stood: &Filed, stands: Option<&Filed>) -> String {
        let yours = format!(
            "the order in your letter received at {} no longer counts",
            self.game.received(&stood.receipt).local
        );
        match stands {
            Some(stands) => format!(
                "{yours}: {} has ordered it as its {}",
                self.game.name_of(stands.player),
                right_words(self.game, stands.right)
            ),
            None => {
                let by = self.touched.iter().rfind(|entry| entry.receipt.unit == *unit);
                let by = by.map_or("?", |entry| self.game.name_of(entry.player));
                format!("{yours}: {by} has cancelled it, and the default orders hold")
            }
        }
    }

    fn reassigned(&self, news: &mut News) {
        let before = Seats::latest(self.game, &self.game.book);
        let after = Seats::latest(self.game, &self.book);
        let units = self.changes.iter().filter_map(assigned_unit).cloned().collect();
        for unit in &self.game.in_order(units) {
            tell_of_seat(self.game, unit, before.of(unit), after.of(unit), news);
        }
    }
}

fn assigned_unit(change: &Change) -> Option<&Piece> {
    match change {
        Change::Office { filed, .. } => filed.assigns.as_ref().map(|assigns| &assigns.piece),
        _ => None,
    }
}

/// Tells the old and the new commander and deputy of a change of seats, each what they are now.
fn tell_of_seat(game: &GameRecord, unit: &Piece, before: Option<Seat>, after: Option<Seat>, news: &mut News) {
    if before == after {
        return;
    }
    let holders = |seat: Option<Seat>| seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]);
    let concerned: BTreeSet<PlayerNo> = holders(before).chain(holders(after)).flatten().collect();
    for player in concerned {
        if right_in(before, player) != right_in(after, player) {
            let words = match right_in(after, player) {
                Some(right) => format!("you are now its {right}"),
                None => format!("it is now commanded by {}", commander_of(game, after)),
            };
            news.entry(player).or_default().push(UnitNews { unit: unit.clone(), words });
        }
    }
}

fn right_in(seat: Option<Seat>, player: PlayerNo) -> Option<&'static str> {
    let seat = seat?;
    if seat.commander == player {
        return Some("commander");
    }
    (seat.deputy == Some(player)).then_some("deputy")
}

fn commander_of(game: &GameRecord, seat: Option<Seat>) -> &str {
    seat.map_or("nobody", |seat| game.name_of(seat.commander))
}

/// A notice to a player, if the player has an account.
pub fn notice(
    game: &GameRecord,
    player: PlayerNo,
    body: impl FnOnce(String) -> NewsNotice,
) -> Option<Answer> {
    let account = game.account(game.name_of(player))?;
    Some(Answer {
        to: To::Player { name: account.name.clone(), address: account.email.clone() },
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight: Weight::Notice,
        errors: 0,
        replaceable: false,
        body: Body::News(body(account.name.clone())),
    })
}

/// The notices of a held letter: to its registered sender, with the token, and, where `to_ga`, to the GA,
/// without it (rows 8, 15).
pub fn held_notices(
    game: &GameRecord,
    account: &Account,
    why: &str,
    token: String,
    units: Vec<Piece>,
    arrived: &Arrived,
    to_ga: bool,
) -> Vec<Answer> {
    let notice = HeldNotice {
        player: account.name.clone(),
        why: why.to_string(),
        received: game.received(&arrived.receipt),
        from: arrived.from.clone(),
        token,
        deadline: game.stamp(game.settings.deadline_ms),
        units,
    };
    let answer = |to: To, weight: Weight, notice: HeldNotice| Answer {
        to,
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight,
        errors: 0,
        replaceable: false,
        body: Body::Held(notice),
    };
    let copy = HeldNotice { token: String::new(), ..notice.clone() };
    let player = To::Player { name: account.name.clone(), address: account.email.clone() };
    let mut answers = vec![answer(player, Weight::Receipt, notice)];
    if to_ga {
        answers.push(answer(To::Ga, Weight::Notice, copy));
    }
    answers
}
