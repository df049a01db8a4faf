//! What comes of a player's orders as far as the player sees: the round without enemies, and what its campaign covers and costs.

use std::collections::BTreeMap;

use fieldpost_door::{ClosedBook, Foreseen, Outlook};
use fieldpost_engine::piece::Piece;

use super::{Ordered, Table};
use crate::event::{Event, Kind, Row};
use crate::map::Owner;
use crate::orders::{Leg, Order};
use crate::position::{Campaign, Kind as StackKind, Posture, Stack};
use crate::round::{self, Book, Meddling, Ran, State};

impl Table {
    pub(super) fn foreseen(&self, power: &Owner, book: &ClosedBook) -> Foreseen {
        let book_of_round = self.meaning(book);
        let campaign = self.campaign(&book_of_round);
        let ran = self.rehearse(power, &book_of_round, &campaign);
        let is_of = |event: &&Event, id: &Piece| {
            event.kind == Kind::Refused && event.stack.as_ref() == Some(id) && event.rule != "B1"
        };
        let mut pieces = BTreeMap::new();
        for block in &book.blocks {
            let id = &block.piece;
            let barred =
                campaign.events.iter().filter(|event| is_barred(event) && event.stack.as_ref() == Some(id));
            let refused = ran.events.iter().filter(|event| is_of(event, id)).chain(barred);
            let mut warnings: Vec<String> =
                refused.map(|event| format!("{} ({}).", event.why, event.rule)).collect();
            let own = book_of_round.orders.get(id).map(Vec::as_slice).unwrap_or_default();
            warnings.extend(self.afterthoughts(id, own, &ran));
            pieces.insert(id.clone(), Outlook { course: self.course(id, &ran.events), warnings });
        }
        Foreseen { pieces, offices: Vec::new() }
    }

    fn meaning(&self, book: &ClosedBook) -> Book {
        Ordered::of(book).book(&self.names(), &self.position)
    }

    /// What the orders need of a campaign, with all on the board whom the player sees: the round as far as it is paid for (EU-59).
    fn campaign(&self, book: &Book) -> Ran {
        let meddling = Meddling { stop: Some(Row::Campaigns), ..Meddling::default() };
        round::run(&self.scenario.world, &self.position, book, 0, meddling)
    }

    /// The round as the player's own orders make it, with nobody else on the board; who is beyond the campaign stays.
    fn rehearse(&self, power: &Owner, book: &Book, campaign: &Ran) -> Ran {
        let mut alone = (*self.position).clone();
        alone.stacks.retain(|_, stack| self.position.seat(&stack.owner) == power);
        let mut own = book.clone();
        own.campaigns.insert(power.clone(), Campaign::Multiple);
        // Of those too that a DETACH is still to make.
        for id in
            campaign.events.iter().filter(|event| is_barred(event)).filter_map(|event| event.stack.as_ref())
        {
            own.orders.entry(id.clone()).or_default().retain(|order| !round::needs_campaign(order));
        }
        if let Some(found) = alone.powers.get_mut(power) {
            found.treasury = i64::MAX / 2;
        }
        round::run(&self.scenario.world, &alone, &own, 0, Meddling::default())
    }

    /// What the campaign will cost, and which orders of the power stand.
    pub(super) fn price(&self, power: &Owner, book: &ClosedBook) -> Vec<String> {
        let ran = self.campaign(&self.meaning(book));
        let stands = book.offices.iter().map(|(_, line)| line.words.to_string()).collect::<Vec<_>>();
        let treasury = self.position.powers.get(power).map_or(0, |found| found.treasury);
        let of_power = |event: &&Event| event.kind == Kind::Campaign && event.power.as_ref() == Some(power);
        let paid = ran.events.iter().find(of_power).map(|event| match event.count.unwrap_or(0) {
            0 => format!(
                "Campaign {}: nothing of the {treasury} in your treasury is spent (B1).",
                event.outcome
            ),
            cost => format!("Campaign {}: {cost} of the {treasury} in your treasury (B1).", event.outcome),
        });
        let powers = (!stands.is_empty()).then(|| format!("Of your power stands: {}.", stands.join("; ")));
        paid.into_iter().chain(powers).collect()
    }

    /// What a round costs a power that sends nothing: sieges go on of themselves.
    pub(super) fn price_of_silence(&self, power: &Owner) -> Option<String> {
        let ran = self.campaign(&Book::default());
        let of_power = |event: &&Event| event.kind == Kind::Campaign && event.power.as_ref() == Some(power);
        let event = ran.events.iter().find(of_power)?;
        let own = |stack: &&Stack| stack.besieging && self.position.seat(&stack.owner) == power;
        let places = self.position.stacks.values().filter(own);
        let mut places: Vec<&str> = places.map(|stack| self.scenario.world.map.name(&stack.at)).collect();
        places.dedup();
        let barred = ran.events.iter().any(is_barred);
        match (places.is_empty(), barred) {
            (true, _) => None,
            (false, true) => Some(format!(
                "If you send nothing: your treasury does not pay for the siege of {}, which ends.",
                places.join(" and ")
            )),
            (false, false) => Some(format!(
                "If you send nothing: the siege of {} goes on, campaign {}, {} paid.",
                places.join(" and "),
                event.outcome,
                event.count.unwrap_or(0)
            )),
        }
    }

    /// What else would come to nothing, or would cost something.
    fn afterthoughts(&self, id: &Piece, own: &[Order], ran: &Ran) -> Vec<String> {
        let stood = self.position.stacks.get(id);
        let Some(man) = ran.men.get(id) else { return vec![self.nobody(id, stood, &ran.events)] };
        let mut said = Vec::new();
        if let State::Aboard(fleet) = &man.state
            && let Some(land) = self.landing(own)
        {
            said.push(format!(
                "{fleet} does not come to {land}: it is still aboard when the round is over (C1)."
            ));
        }
        let from = self.scenario.world.tables.attrition.from_mp;
        if man.spent >= from && Stack::kind(id) == StackKind::Land {
            said.push(format!("It spends {from} MP or more: attrition."));
        }
        let storms = own.iter().any(|order| matches!(order, Order::Assault(_)));
        if storms
            && let Some(stack) = ran.position.stacks.get(id).filter(|_| !stands_before_a_wall(self, ran, id))
        {
            let place = self.scenario.world.map.name(&stack.at);
            said.push(format!(
                "It is to assault, and stands before no fortress of an enemy in {place} (A1)."
            ));
        }
        said
    }

    /// Why there is no stack of a block when the round is run.
    fn nobody(&self, id: &Piece, stood: Option<&Stack>, events: &[Event]) -> String {
        let absorbs = |event: &&Event| event.kind == Kind::Absorb && event.other.as_ref() == Some(id);
        match (stood, events.iter().find(absorbs).and_then(|event| event.stack.as_ref())) {
            (_, Some(by)) => format!("{by} absorbs it, so its own orders come to nothing (A1)."),
            (None, _) => {
                format!(
                    "No DETACH makes {id}, so there will be no such stack and its orders come to nothing."
                )
            }
            (Some(_), None) => format!("{id} is no more before it can do this."),
        }
    }

    /// Where a MOVE goes ashore.
    fn landing<'a>(&'a self, own: &'a [Order]) -> Option<&'a str> {
        let land = own.iter().find_map(|order| match order {
            Order::Move(route) => route.legs.iter().find_map(|leg| match leg {
                Leg::Sail { land, .. } => Some(land),
                Leg::Go(_) => None,
            }),
            _ => None,
        });
        land.map(|land| self.scenario.world.map.name(land))
    }

    /// Where a stack comes to, with what it has spent there: `Piedmont 2, Milan 4 MP (of 12)`.
    fn course(&self, id: &Piece, events: &[Event]) -> String {
        let map = &self.scenario.world.map;
        let of = events.iter().filter(|event| event.stack.as_ref() == Some(id));
        let steps = of.filter_map(|event| match event.kind {
            Kind::Move => Some(format!("{} {}", map.name(event.to.as_deref()?), event.count?)),
            Kind::Aboard => Some(format!("aboard {}", event.other.as_ref()?)),
            Kind::Blockade => Some(format!("before {}", map.name(event.to.as_deref()?))),
            _ => None,
        });
        let steps: Vec<String> = steps.collect();
        let most = round::allowance(Stack::kind(id), &self.scenario.world.tables.movement);
        let ends_in_points = steps
            .last()
            .is_some_and(|step| step.ends_with(|c: char| c.is_ascii_digit()) && !step.starts_with("aboard"));
        match ends_in_points {
            _ if steps.is_empty() => String::new(),
            true => format!("{} MP (of {most})", steps.join(", ")),
            false => steps.join(", "),
        }
    }
}

/// Whether an event says that a campaign does not cover a stack (rule B1).
fn is_barred(event: &Event) -> bool {
    event.kind == Kind::Refused && event.row == Row::Campaigns
}

/// Whether a stack ends the round before a fortress of an enemy, or has taken one.
fn stands_before_a_wall(table: &Table, ran: &Ran, id: &Piece) -> bool {
    let Some(stack) = ran.position.stacks.get(id) else { return false };
    let held = table.position.grounds.get(&stack.at).filter(|ground| ground.has_wall());
    let control = held.and_then(|ground| ground.control.as_ref());
    stack.posture == Posture::Open
        && control.is_some_and(|control| table.position.hostile(control, &stack.owner))
}
