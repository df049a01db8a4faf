//! A round that was run, and what is told of it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use fieldpost_door::{Board, Finished, Papers, Tell};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::words::capital;
use fieldpost_print::heading::{ByHand, Heading};
use fieldpost_print::parcel::before_the_end;
use fieldpost_print::press::PressError;
use fieldpost_print::report::{Illustration, Report};
use fieldpost_print::shop::Shop;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Ordered, Table, Told, paper, wanted};
use crate::event::{Event, Keeping};
use crate::map::Owner;
use crate::picture;
use crate::position::Position;
use crate::tell::Eye;

/// A round that was run.
pub(super) struct Round {
    pub before: Table,
    pub ordered: Ordered,
    pub seats: BTreeMap<Piece, Seat>,
    pub events: Vec<Event>,
    pub draws: Vec<u8>,
    pub table: Table,
    /// The position after the round with the stacks that are no more, made when the first is told of it.
    pub fallen: OnceLock<Position>,
}

impl Round {
    /// The position after the round, with the stacks that are no more: what happened is told of them as well, to whose they were.
    fn with_the_fallen(&self) -> &Position {
        self.fallen.get_or_init(|| {
            let mut position = (*self.table.position).clone();
            for (id, stack) in &self.before.position.stacks {
                position.stacks.entry(id.clone()).or_insert_with(|| stack.clone());
            }
            position
        })
    }

    fn lines(&self, power: Option<&Owner>) -> Vec<String> {
        let position = self.with_the_fallen();
        let round = self.before.position.round;
        let mut lines = vec![format!("Round {round} of {}.", self.before.position.last)];
        if self.before.position.interphase {
            lines = vec![format!("Interphase before round {round}.")];
        }
        lines.extend(Eye { scenario: &self.table.scenario, position, power }.event_lines(&self.events));
        lines
    }
}

/// What a report of the round is made of.
struct Face<'a> {
    title: &'a str,
    lines: Vec<String>,
    json: Value,
    picture: Option<Illustration>,
}

impl Face<'_> {
    fn told(&self) -> Told<'_> {
        Told {
            title: self.title,
            lines: self.lines.clone(),
            json: &self.json,
            orders: String::new(),
            picture: self.picture.clone(),
        }
    }
}

impl Round {
    /// The round as a power was told of it; its map has the ways of stacks from where they stood.
    fn face<'a>(
        &'a self,
        title: &'a str,
        lines: Vec<String>,
        power: Option<&'a Owner>,
        (wishes, shop): (&Wishes, &Shop<'_>),
    ) -> Face<'a> {
        let position = self.with_the_fallen();
        let told = Eye { scenario: &self.table.scenario, position, power }.told(&self.events);
        let told: Vec<Event> = told.into_iter().cloned().collect();
        let eye = self.table.eye(power);
        let picture =
            wanted(wishes, || picture::map(&eye, &self.before.position.stacks, &told, "round", shop));
        Face { title, lines, json: eye.json(&told), picture }
    }
}

/// Both reports of a turn in one mail.
fn both(mut events: Report, position: Report) -> Report {
    events.printed.text.push('\n');
    events.printed.text.push_str(&position.printed.text);
    if let (Some(html), Some(more)) = (&events.html, &position.html) {
        events.html = Some(before_the_end(html, body_of(more)));
    }
    events.pictures.extend(position.pictures);
    events.enclosures.extend(position.enclosures.into_iter().filter(|file| file.name != "report.json"));
    Report { orders: position.orders, ..events }
}

/// What stands between the tags of a page's body.
fn body_of(page: &str) -> &str {
    let body =
        page.split_once("<body").and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, body)| body);
    body.rsplit_once("</body>").map_or(body, |(body, _)| body)
}

impl Round {
    /// The events that the record keeps.
    fn kept(&self) -> Vec<&Event> {
        self.events.iter().filter(|event| event.keeping != Keeping::OnlyTold).collect()
    }
}

impl Finished for Round {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for part in [paper(&*self.table.position), paper(&self.kept()), self.draws.clone()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn papers(&self) -> Papers {
        Papers {
            orders: paper(&self.ordered),
            seats: paper(&self.seats),
            events: paper(&self.kept()),
            draws: self.draws.clone(),
        }
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let power = self.table.power_of(to);
        let mut lines = self.lines(power);
        if !heading.by_hand.is_empty() {
            lines.extend([String::new(), "BY THE REFEREE'S HAND, before the round was run".into()]);
        }
        let by_hand =
            |hand: &ByHand| format!("  {}: it was {}, and was made {}", hand.what, hand.before, hand.after);
        lines.extend(heading.by_hand.iter().map(by_hand));
        if let Some(over) = self.table.over() {
            lines.extend([String::new(), "THE END".into(), format!("  {}.", capital(&over))]);
        }
        let face = self.face("What happened", lines, power, (wishes, shop));
        let events = self.before.told(heading, wishes, shop, face.told())?;
        let position = self.table.report(to, heading, wishes, shop)?;
        Ok(if wishes.one_mail { vec![both(events, position)] } else { vec![events, position] })
    }

    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let mut lines = self.lines(None);
        lines.push(String::new());
        lines.extend(self.table.eye(None).position_lines());
        let requests = self.table.eye(None).requests();
        if !requests.is_empty() {
            lines.extend([
                String::new(),
                "ASKED OF YOU: GRANT REQUEST n words, REFUSE REQUEST n words".into(),
            ]);
            lines.extend(requests);
        }
        if let Some(over) = self.table.over() {
            lines.extend([
                String::new(),
                "THE END".into(),
                format!("  {}.", capital(&over)),
                "  The game waits for you: END GAME closes it, ROLLBACK goes back to a round.".into(),
            ]);
        }
        let face = self.face("What happened", lines, None, (wishes, shop));
        self.before.told(heading, wishes, shop, face.told()).map(Some)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
