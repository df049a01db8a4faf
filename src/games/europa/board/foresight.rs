//! What comes of a player's orders as things stand, read off one rehearsed round, and what its campaign covers and costs.

use std::collections::BTreeMap;

use fieldpost_door::ClosedBook;
use fieldpost_door::foresight::{Done, Ends, Foreseen, Grade, Kind as Of, Outlook, Statement};
use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::{agrees, listed, tenths};

use super::rehearsal::{Ending, Rehearsal};
use super::{Ordered, Table, warning};
use crate::event::reason::Why;
use crate::event::{Event, Fact, Hangs, Happening, Keeping, Kind, Row, Starves};
use crate::map::{Owner, Place};
use crate::orders::{Leg, Order};
use crate::position::{Campaign, Kind as StackKind, Stack};
use crate::round::{self, Book, Cause, Overrides, Ran, State, Wear};
use crate::tell::refusal;

/// By what it is known that a stack has no supply, that another absorbed it, and that it did not come ashore.
pub(super) const NO_SUPPLY: &str = "it has no supply";
pub(super) const ABSORBED: &str = "it is absorbed";
pub(super) const STILL_ABOARD: &str = "it is still aboard";

impl Table {
    pub(super) fn foreseen(&self, power: &Owner, book: &ClosedBook) -> Foreseen {
        let meaning = self.meaning(book);
        let round = Rehearsal::of(self, power, &meaning);
        let mut pieces = BTreeMap::new();
        for block in &book.blocks {
            let id = &block.piece;
            let own = meaning.orders.get(id).map(Vec::as_slice).unwrap_or_default();
            let failures = round.of_stack(id).filter_map(|one| {
                if self.is_siege_with_the_open(one, &round) {
                    Some(perhaps_enough(one))
                } else {
                    self.failure(one)
                }
            });
            let mut said: Vec<Statement> = failures.collect();
            said.extend(self.afterthoughts(id, own, &round));
            said.extend(warning::advice(id, own));
            let (course, ends, stays) = (self.course(id, &round), ends(id, &round), self.stays(id, &round));
            pieces.insert(id.clone(), Outlook { course, ends, stays, said });
        }
        let done = pieces.keys().flat_map(|id| round.of_stack(id)).filter_map(shuts_in).collect();
        Foreseen { pieces, offices: Vec::new(), done }
    }

    /// What an event says of orders that come to nothing, and on whom that hangs.
    fn failure(&self, Happening { event, hangs, .. }: &Happening) -> Option<Statement> {
        if let Fact::NoSupply { stack, place, does } = &event.fact {
            return Some(self.hunger(stack, place, *does));
        }
        let why = event.fact.failure()?;
        let grade = match hangs {
            Hangs::Alone => Grade::Sure,
            Hangs::Standing => Grade::standing(),
            Hangs::On(who, place) => Grade::AsThingsStand { as_long_as: self.stand_in(who, place) },
        };
        let words = why.words();
        let told = match event.fact.stack() {
            Some(stack) => refusal(stack, why, &self.position, &self.scenario.world.map),
            None => words.clone().into_owned(),
        };
        Some(Statement::new(Of::Refusal, grade, told).by(why.why.rules()).known_by(words))
    }

    /// A1: a siege that is refused for want of men, while nobody knows where others of the same seat will be: they may be there.
    fn is_siege_with_the_open(&self, one: &Happening, round: &Rehearsal) -> bool {
        let Fact::Refused { stack, why, .. } = &one.event.fact else { return false };
        let seat = |id: &Piece| round.end().stacks.get(id).map(|stack| self.position.seat(&stack.owner));
        let mut open = round.open().filter(|id| *id != stack && Stack::kind(id) == StackKind::Land);
        why.why == Why::TooFewToBesiege && open.any(|id| seat(id) == seat(stack))
    }

    /// What becomes of who has no supply.
    fn hunger(&self, id: &Piece, place: &Place, does: Starves) -> Statement {
        let place = self.scenario.world.map.name(place);
        let stack = self.position.stacks.get(id);
        let ends = if stack.is_some_and(|stack| stack.besieging) {
            format!(", and the siege of {place} ends")
        } else {
            String::new()
        };
        let becomes = match does {
            Starves::Retreats => "retreats to a fortress of its side whatever its orders are",
            Starves::Stays => {
                "finds no way to a fortress of its side. It stays, and is destroyed if that lasts"
            }
            Starves::Destroyed => "is destroyed, for this is not the first time",
        };
        let words = format!("As things stand it has no supply in {place}: it {becomes}{ends}");
        Statement::new(Of::Lack, Grade::standing(), words).by("B5").known_by(NO_SUPPLY)
    }

    /// `MI-1 and VE-2 stand in Milan`.
    fn stand_in(&self, who: &[Piece], place: &str) -> String {
        let stand = agrees(who.len(), "stands", "stand");
        format!("{} {stand} in {}", listed(who), self.scenario.world.map.name(place))
    }

    fn meaning(&self, book: &ClosedBook) -> Book {
        Ordered::of(book).book(&self.names(), &self.position)
    }

    /// What the orders need of a campaign, with all on the board whom the player sees: the round as far as it is paid for (EU-59).
    fn campaign(&self, book: &Book) -> Ran {
        let overrides = Overrides { stop: Some(Row::Campaigns), ..Overrides::default() };
        round::run(&self.scenario.world, &self.position, book, 0, overrides)
    }

    /// What the campaign will cost.
    pub(super) fn price(&self, power: &Owner, book: &ClosedBook) -> Vec<String> {
        let ran = self.campaign(&self.meaning(book));
        let treasury = self.position.powers.get(power).map_or(0, |found| found.treasury);
        let paid = paid_by(ran.events(), power).map(|(campaign, ducats)| match (campaign.words(), ducats) {
            (name, 0) => {
                format!("Campaign {name}: nothing of the {treasury} in your treasury is spent (B1).")
            }
            (name, cost) => format!("Campaign {name}: {cost} of the {treasury} in your treasury (B1)."),
        });
        paid.into_iter().collect()
    }

    /// What becomes of a power's sieges if it sends nothing, and what that costs.
    pub(super) fn price_of_silence(&self, power: &Owner) -> Option<String> {
        let own = |stack: &Stack| stack.besieging && self.position.seat(&stack.owner) == power;
        let mut places: BTreeMap<&Place, Vec<&Piece>> = BTreeMap::new();
        for (id, stack) in self.position.stacks.iter().filter(|(_, stack)| own(stack)) {
            places.entry(&stack.at).or_default().push(id);
        }
        if places.is_empty() {
            return None;
        }
        let round = Rehearsal::of(self, power, &Book::default());
        let mut said = Vec::new();
        let mut go_on = Vec::new();
        for (place, besiegers) in places {
            let name = self.scenario.world.map.name(place);
            match self.end_of_siege(&round, place, &besiegers) {
                Some(why) => said.push(format!("the siege of {name} ends: {why}")),
                None => go_on.push(name),
            }
        }
        if !go_on.is_empty() {
            let paid = paid_by(round.events(), power)
                .map(|(campaign, ducats)| format!(", campaign {}, {ducats} paid", campaign.words()));
            let sieges = format!("the siege of {} goes on{}", go_on.join(" and "), paid.unwrap_or_default());
            said.insert(0, sieges);
        }
        Some(format!("If you send nothing: {}.", said.join("; ")))
    }

    /// Why a siege is at an end in a rehearsed round; `None`: it goes on, or a fight decides.
    fn end_of_siege(&self, round: &Rehearsal, place: &Place, besiegers: &[&Piece]) -> Option<String> {
        let is_held = |fact: &Fact| matches!(fact, Fact::Undermined { place: at, .. } if at == place);
        if round.events().any(|event| is_held(&event.fact)) {
            return None;
        }
        let why = |id: &Piece| {
            round.of_stack(id).find_map(|one| match &one.event.fact {
                Fact::NoSupply { .. } => Some(format!("{id} has no supply (B5)")),
                Fact::Refused { why, .. } if why.why == Why::NotCovered => {
                    Some("your treasury does not pay for it (B1)".into())
                }
                Fact::Refused { why, .. } => Some(format!("{id}: {} ({})", why.words(), why.why.rules())),
                _ => None,
            })
        };
        let is_decided =
            |id: &Piece| round.ending(id).is_some_and(|ending| !matches!(ending, Ending::Attrition(_)));
        if besiegers.iter().any(|id| why(id).is_none() && is_decided(id)) {
            return None;
        }
        let why = besiegers.iter().find_map(|id| why(id));
        Some(why.unwrap_or_else(|| "no army of yours is left before it".into()))
    }

    /// What else would come to nothing, or would cost something.
    fn afterthoughts(&self, id: &Piece, own: &[Order], round: &Rehearsal) -> Vec<Statement> {
        let stood = self.position.stacks.get(id);
        let Some(progress) = round.progress_of(id) else {
            return vec![self.nobody(id, stood, round.events())];
        };
        let mut said = Vec::new();
        if let State::Aboard(fleet) = &progress.state
            && let Some(land) = landing(own).filter(|_| round.ending(id).is_none())
        {
            let map = &self.scenario.world.map;
            let lies_off = round.end().stacks.get(fleet).is_some_and(|stack| map.is_coast(land, &stack.at));
            let land = map.name(land);
            let words = match lies_off {
                true => format!("it does not land in {land}: it is still aboard when the round is over"),
                false => {
                    format!("{fleet} does not come to {land}: it is still aboard when the round is over")
                }
            };
            said.push(
                Statement::new(Of::Shortfall, Grade::standing(), words).by("C1").known_by(STILL_ABOARD),
            );
        }
        let goes_on =
            |stack: &Stack| stack.besieging && round.end().stacks.get(id).is_some_and(|end| end.besieging);
        if let Some(stack) = stood.filter(|stack| goes_on(stack))
            && !own.iter().any(|order| matches!(order, Order::Siege { .. } | Order::LiftSiege))
        {
            let place = self.scenario.world.map.name(&stack.at);
            said.push(Statement::advice(format!("Its siege of {place} goes on.")));
        }
        said.extend(round.wear(id).and_then(attrition).map(Statement::price));
        said
    }

    /// Why there is no stack of a block when the round is run.
    fn nobody<'e>(
        &self,
        id: &Piece,
        stood: Option<&Stack>,
        mut events: impl Iterator<Item = &'e Event>,
    ) -> Statement {
        let absorber = events.find_map(|event| match &event.fact {
            Fact::Absorbed { stack, other, .. } if other == id => Some(stack),
            _ => None,
        });
        let (grade, words, rule) = match (stood, absorber) {
            (_, Some(by)) => {
                (Grade::standing(), format!("{by} absorbs it, so its own orders come to nothing"), "A1")
            }
            (None, _) => {
                let words = "so there will be no such stack and its orders come to nothing";
                (Grade::Sure, format!("No DETACH makes {id}, {words}"), "")
            }
            (Some(_), None) => (Grade::standing(), format!("{id} is no more before it can do this"), ""),
        };
        let key = if rule == "A1" { ABSORBED } else { "" };
        Statement::new(Of::Lack, grade, words).by(rule).known_by(key)
    }

    /// Whether a stack goes nowhere, of itself or by others.
    fn stays(&self, id: &Piece, round: &Rehearsal) -> bool {
        let mut goes = round.of_stack(id).map(|one| one.event.fact.kind());
        let goes = goes.any(|kind| matches!(kind, Kind::Move | Kind::Aboard));
        !goes && round.ending(id).is_none() && self.falls_back(id, round).is_none()
    }

    /// Where a stack comes to, with what it has spent there, until the dice decide: `Piedmont 2, Milan 4 MP (of 12)`.
    fn course(&self, id: &Piece, round: &Rehearsal) -> String {
        let map = &self.scenario.world.map;
        let steps = round.of_stack(id).filter_map(|one| match &one.event.fact {
            Fact::Moved { to, points, .. } => Some((true, format!("{} {points}", map.name(to)))),
            Fact::Aboard { fleet, .. } => Some((false, format!("aboard {fleet}"))),
            Fact::Blockades { port, .. } if one.keeping != Keeping::OnlyKept => {
                Some((false, format!("before {}", map.name(port))))
            }
            _ => None,
        });
        let (marches, steps): (Vec<bool>, Vec<String>) = steps.unzip();
        let most = round::allowance(Stack::kind(id), &self.scenario.world.tables.movement);
        let mut course = match marches.last() {
            Some(true) => format!("{} MP (of {most})", steps.join(", ")),
            _ => steps.join(", "),
        };
        let end = match round.ending(id) {
            Some(ending) => Some(self.ending_words(ending, steps.is_empty())),
            None => self.falls_back(id, round),
        };
        if let Some(end) = end {
            course.push_str(if course.is_empty() { "" } else { ", " });
            course.push_str(&end);
        }
        if let Some(tenths) = round.outlasts(id).filter(|_| round.ending(id).is_none()) {
            course += &format!(", {tenths} times in 10: else attrition leaves nothing of it (EU-71)");
        }
        course
    }

    /// Where a stack is at last that is not where its last step led: it was sent back, or retreats.
    fn falls_back(&self, id: &Piece, round: &Rehearsal) -> Option<String> {
        let stack = round.end().stacks.get(id).filter(|stack| stack.aboard.is_none())?;
        let moves = round.of_stack(id).map(|one| &one.event.fact).filter(|fact| fact.kind() == Kind::Move);
        let last = moves.last().and_then(Fact::to);
        let began = self.position.stacks.get(id).map(|stack| &stack.at);
        let is_elsewhere = last.or(began).is_some_and(|place| *place != stack.at);
        is_elsewhere.then(|| format!("at last in {}", self.scenario.world.map.name(&stack.at)))
    }

    /// Why nothing more is said of a stack, in words; of one that has not gone, where.
    fn ending_words(&self, ending: &Ending, is_there: bool) -> String {
        let name = |place: &str| self.scenario.world.map.name(place).to_owned();
        let at = |place: &str| if is_there { format!("in {}, ", name(place)) } else { String::new() };
        match ending {
            Ending::Fight(place, enemies) if enemies.is_empty() => {
                format!("{}where a fight is: what comes of it is not foreseen", at(place))
            }
            Ending::Fight(place, enemies) => {
                let stand = agrees(enemies.len(), "stands", "stand");
                format!(
                    "{}where {} {stand}: what comes of the fight is not foreseen",
                    at(place),
                    listed(enemies)
                )
            }
            Ending::Room(place) => {
                format!("whether the fight in {} leaves room for it is not foreseen (G3)", name(place))
            }
            Ending::Back(who, place) => {
                format!("whether {who} is driven back to {} by then is not foreseen (G3)", name(place))
            }
            Ending::Blockade(by) => format!("whether it gets past {by} is not foreseen"),
            Ending::Awaits(army) => format!("whether {army} comes aboard is not foreseen (C1)"),
            Ending::Comes(fleet) => format!("whether {fleet} comes for it is not foreseen"),
            Ending::RunOver(by) => format!("where {by} runs it over (G3)"),
            Ending::Taken => "where enemies take it (EU-76)".into(),
            Ending::InTheWay(place, flees) => {
                format!("{}whether {flees} comes upon it on its retreat is not foreseen (B5)", at(place))
            }
            Ending::Attrition(place) => {
                format!("{}whether attrition leaves anything of it is not foreseen", at(place))
            }
            Ending::Siege(place) => format!("what comes of the siege of {} is not foreseen", name(place)),
            Ending::Natives(place) => format!("{}what the natives do is not foreseen", at(place)),
        }
    }
}

/// Why attrition is rolled for, and how often it takes something; nothing where no face of the die does.
fn attrition(wear: &Wear) -> Option<String> {
    let why = |cause: &Cause| match cause {
        Cause::Far(points) => format!("it spends {points} MP or more"),
        Cause::Many(detachments) => format!("it has {detachments} LD or more"),
        Cause::OffPort => "it goes aboard off a port".to_owned(),
        Cause::WeakLine => "its supply comes from afar, or from no source of its own".to_owned(),
        Cause::NoSupply => "it has no supply".to_owned(),
        Cause::AtSea => "it is at sea".to_owned(),
        Cause::Siege => "the die of its siege may be lower than its line of supply is long".to_owned(),
    };
    let why = listed(&wear.causes.iter().map(why).collect::<Vec<_>>());
    let often = match wear.some {
        0 => return None,
        100 => "whatever the die".to_owned(),
        some if tenths(some.into()) == 1 => "once in 10".to_owned(),
        some => format!("{} times in 10", tenths(some.into())),
    };
    Some(format!("Attrition (EU-71), for {why}: it loses something {often}, as things stand."))
}

fn perhaps_enough(one: &Happening) -> Statement {
    let why = one.event.fact.failure().map(|why| why.words()).unwrap_or_default();
    Statement::open(format!("By itself {why} (A1). Whether others are there by then is not foreseen."))
}

/// A port that a blockade shuts in: one that binds nobody is none.
pub(super) fn shuts_in(one: &Happening) -> Option<Done> {
    match &one.event.fact {
        Fact::Blockades { stack, port, .. } if one.keeping != Keeping::OnlyKept => {
            Some(Done { piece: Some(stack.clone()), what: format!("shuts {port} in") })
        }
        _ => None,
    }
}

/// Where a stack is when all have gone and retreated.
fn ends(id: &Piece, round: &Rehearsal) -> Ends {
    match (round.ending(id), round.end().stacks.get(id)) {
        (Some(Ending::RunOver(_) | Ending::Taken), _) | (None, None) => Ends::Gone,
        (Some(_), _) => Ends::Open,
        (None, Some(stack)) => match round.outlasts(id) {
            Some(tenths) => Ends::Likely(stack.whereabouts(), tenths),
            None => Ends::In(stack.whereabouts()),
        },
    }
}

/// Where a MOVE goes ashore.
pub(super) fn landing(own: &[Order]) -> Option<&Place> {
    own.iter().find_map(|order| match order {
        Order::Move(route) => route.legs.iter().find_map(|leg| match leg {
            Leg::Sail { land, .. } => Some(land),
            Leg::Go(_) => None,
        }),
        _ => None,
    })
}

/// What a power pays for which campaign.
fn paid_by<'e>(mut events: impl Iterator<Item = &'e Event>, payer: &Owner) -> Option<(Campaign, i64)> {
    events.find_map(|event| match &event.fact {
        Fact::Paid { power, campaign, ducats } if power == payer => Some((*campaign, *ducats)),
        _ => None,
    })
}
