//! A round that was run, and what is told of it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use fieldpost_door::form1::Sealed;
use fieldpost_door::{Board, Finished, Papers};
use fieldpost_engine::form2;
use fieldpost_engine::hex::hex;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_engine::words::capital;
use fieldpost_print::heading::{ByHand, Heading};
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::section::{Block, HAPPENED, Row, Section, Sheet};
use fieldpost_print::shop::Shop;
use sha2::{Digest, Sha256};

use super::report::{Told, below, printed, wanted};
use super::{Ordered, Table, paper};
use crate::event::{Event, Happening, Keeping};
use crate::map::Owner;
use crate::picture;
use crate::position::Position;
use crate::tell::Eye;

/// A round that was run.
pub(super) struct Round {
    pub before: Table,
    pub ordered: Ordered,
    pub seats: BTreeMap<Piece, Seat>,
    pub happened: Vec<Happening>,
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

    /// What happened, as a power was told of it, and how the game ended if it did.
    fn sections(&self, power: Option<&Owner>) -> Vec<Section> {
        let what = format!("{}.", self.before.eye(None).heading_of_time());
        let mut sections = vec![Section::new("round", "").with(Block::Words(what))];
        let position = self.with_the_fallen();
        sections.extend(Eye { scenario: &self.table.scenario, position, power }.happened(&self.happened));
        sections
    }

    /// How the game ended, if it did; `more` is for who can do something about it.
    fn the_end(&self, more: Option<&str>) -> Option<Section> {
        let over = self.table.over()?;
        let words = [format!("{}.", capital(&over))].into_iter().chain(more.map(str::to_owned));
        Some(words.map(Block::Words).fold(Section::new("end", "The end"), Section::with))
    }

    /// A report of these sections; its map has the ways of stacks from where they stood.
    fn told(
        &self,
        sections: Vec<Section>,
        power: Option<&Owner>,
        (wishes, shop): (&Wishes, &Shop<'_>),
    ) -> Told {
        let position = self.with_the_fallen();
        let told = Eye { scenario: &self.table.scenario, position, power }.seen(&self.happened);
        let told: Vec<Happening> = told.into_iter().cloned().collect();
        let eye = self.table.eye(power);
        let maps = wanted(wishes, || picture::maps(&eye, &self.before.position.stacks, &told, "round", shop));
        let sheet = below(maps, Sheet { what: HAPPENED.into(), sections, ..Sheet::default() });
        let (turn, file) = (self.before.position.deadline, eye.file());
        Told { turn, sheet, file, orders: String::new(), desk: None }
    }
}

/// What the referee changed by hand, if anything was.
fn by_hand(hands: &[ByHand]) -> Option<Section> {
    let row = |hand: &ByHand| {
        let ByHand { what, before, after, .. } = hand;
        // A word that was not there before has no before to tell.
        Row::of(match before.is_empty() {
            true => format!("{what}: {after}"),
            false => format!("{what}: {before} -> {after}"),
        })
    };
    let rows = hands.iter().map(row).collect();
    let section = Section::of_rows("by-hand", "By the referee's hand", rows);
    (!hands.is_empty()).then_some(Section { about: "before the round was run", ..section })
}

impl Round {
    /// The events that the record keeps.
    fn kept(&self) -> Vec<&Event> {
        let kept = self.happened.iter().filter(|happening| happening.keeping != Keeping::OnlyTold);
        kept.map(|happening| &happening.event).collect()
    }
}

/// The hash of a round of form 1, made again of what is kept: over each paper with its length.
pub(crate) fn seal_of_form1(kept: &Sealed<'_>) -> Result<String, String> {
    let mut hash = Sha256::new();
    for part in [kept.after, kept.events, kept.draws] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    Ok(hex(hash.finalize()))
}

impl Finished for Round {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn papers(&self) -> Papers {
        Papers {
            orders: paper(&self.ordered),
            seats: paper(&self.seats),
            events: form2::text(&self.kept()),
            draws: self.draws.clone(),
        }
    }

    fn events_of_form1(&self) -> Vec<u8> {
        paper(&self.kept())
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let power = self.table.power_of(to);
        let mut sections = self.sections(power);
        sections.extend(by_hand(&heading.by_hand));
        sections.extend(self.the_end(None));
        let told = [self.told(sections, power, (wishes, shop)), self.table.told(to, heading, wishes, shop)];
        let mails = told.chunks(if wishes.one_mail { 2 } else { 1 });
        mails.map(|told| printed(told, heading, wishes, shop)).collect()
    }

    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let eye = self.table.eye(None);
        let mut sections = self.sections(None);
        sections.extend(by_hand(&heading.by_hand));
        sections.extend(eye.standing());
        let requests = eye.requests();
        if !requests.is_empty() {
            let key = Block::Key("GRANT REQUEST n words, or REFUSE REQUEST n words, answers one.".into());
            sections.push(Section::new("asked", "Asked of you").with(key).with(Block::Rows(requests)));
        }
        let more = "The game waits for you: END GAME closes it, ROLLBACK goes back to a round.";
        sections.extend(self.the_end(Some(more)));
        // The house asks for no pictures, since a great war has too many for a mail; those of this game are few.
        let told = self.told(sections, None, (&wishes.with(Wish::Pictures), shop));
        printed(&[told], heading, wishes, shop).map(Some)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
