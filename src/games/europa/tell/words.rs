//! Words for what happened in a round, and the headings of a report's rows.

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;

use super::refusal;
use crate::event::account::{Fought, Won};
use crate::event::{Fact, Row, Sapped, Starves, Toll};
use crate::map::{Map, Owner, Place};
use crate::position::{Fleet, Kind as StackKind, Position, Stack, in_thirds};

/// What gives facts their words: the names of places and powers.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub map: &'a Map,
    pub position: &'a Position,
}

impl Words<'_> {
    fn at<'s>(&'s self, place: &'s Place) -> &'s str {
        self.map.name(place)
    }

    fn power<'s>(&'s self, power: &'s Owner) -> &'s str {
        self.position.name(power)
    }

    /// A fact in a line.
    pub fn of(&self, fact: &Fact) -> String {
        match fact {
            Fact::NoSupply { stack, place, does } => {
                format!("{stack} in {} has no supply: it {}", self.at(place), starving(*does))
            }
            Fact::Paid { power, campaign, ducats } => {
                format!("{}: campaign {}, {ducats} paid", self.power(power), campaign.words())
            }
            Fact::Detached { stack, new, place } => {
                format!("{new} is detached from {stack} in {}", self.at(place))
            }
            Fact::SplitAtGate { stack, new, place } => {
                format!("{new} holds the part of {stack} that does not fit in {}", self.at(place))
            }
            Fact::Absorbed { stack, other, place } => {
                format!("{stack} absorbs {other} in {}", self.at(place))
            }
            Fact::Destroyed { stack, .. } => format!("{stack} is no more"),
            Fact::Loss { stack, count, .. } if Stack::kind(stack) == StackKind::Fleet => {
                format!("{stack} loses {count} ship{}", if *count == 1 { "" } else { "s" })
            }
            Fact::Loss { stack, count, .. } => format!("{stack} loses {} LD", in_thirds(*count)),
            Fact::Aboard { stack, fleet, place } => format!("{stack} aboard {fleet} in {}", self.at(place)),
            Fact::Ashore { stack, place, on, .. } => {
                format!("{stack} ashore in {}, {}", self.at(place), on.words())
            }
            Fact::Blockades { stack, port, .. } => format!("{stack} shuts {} in", self.at(port)),
            Fact::Follows { stack, sea, .. } => format!("{stack} follows to {}", self.at(sea)),
            Fact::Waits { stack, place, why } => {
                format!("{stack} stays in {}: {}", self.at(place), why.words())
            }
            Fact::Refused { stack, place, why } => {
                let at = place.as_ref().map_or(String::new(), |place| format!(" ({})", self.at(place)));
                format!("{stack}{at}: {}", refusal(stack, why, self.position, self.map))
            }
            Fact::Condition { stack, order, held } => format!("{stack}, {order}: {}", answered(held)),
            Fact::Held { place, by } => format!("{} is held by {}", self.at(place), self.power(by)),
            Fact::Weather { bad, .. } => {
                format!("The weather of the round after next: {}", if *bad { "bad" } else { "good" })
            }
            Fact::GoesOn { .. } | Fact::GoesFirst { .. } | Fact::Scored { .. } => self.of_the_turn(fact),
            Fact::Moved { .. } | Fact::MovedToMeet { .. } | Fact::ForcedIn { .. } | Fact::Retreats { .. } => {
                self.of_a_way(fact)
            }
            _ => self.of_a_fight(fact),
        }
    }

    /// How the turn of the board game goes on, and what one that is over brings.
    fn of_the_turn(&self, fact: &Fact) -> String {
        match fact {
            Fact::GoesOn { on: true, .. } => "The turn goes on".into(),
            Fact::GoesOn { .. } => "The rounds of the turn are over".into(),
            Fact::GoesFirst { power, .. } => format!("Initiative: {}", self.power(power)),
            Fact::Scored { power, points, places } if places.is_empty() => {
                format!("{}: {}", self.power(power), counted(*points, "point"))
            }
            Fact::Scored { power, points, places } => {
                let places: Vec<&str> = places.iter().map(|place| self.at(place)).collect();
                format!("{}: {} for {}", self.power(power), counted(*points, "point"), places.join(", "))
            }
            _ => String::new(),
        }
    }

    /// A step into a place: of its own, to intercept, behind a blockade that was forced; or where who was beaten goes, or whose port has
    /// other hands.
    fn of_a_way(&self, fact: &Fact) -> String {
        match fact {
            Fact::Moved { stack, to, points } => format!("{stack} into {} ({points} MP)", self.at(to)),
            Fact::MovedToMeet { stack, to } => format!("{stack} into {}, to intercept", self.at(to)),
            Fact::ForcedIn { stack, port } => {
                format!("{stack} into {}: it has forced the blockade", self.at(port))
            }
            Fact::Retreats { stack, place, how, port_fell } => {
                let why = if *port_fell { ": its port is in other hands" } else { "" };
                format!("{stack} retreats to {} ({}){why}", self.at(place), how.words())
            }
            _ => String::new(),
        }
    }

    /// Enemies who meet, and what dice decide.
    fn of_a_fight(&self, fact: &Fact) -> String {
        let yes = |is: bool| if is { "yes" } else { "no" };
        match fact {
            Fact::Met { place, stacks, why } => match stacks.as_slice() {
                [first, others @ ..] if !others.is_empty() => {
                    format!("{first} and {} in {}: {}", all(others), self.at(place), why.words())
                }
                _ => format!("{} in {}: {}", all(stacks), self.at(place), why.words()),
            },
            Fact::Overrun { stack, other, place } => {
                format!("{stack} runs over {other} in {}", self.at(place))
            }
            Fact::TriesToEscape { stack, place, free, .. } => {
                let outcome = if *free { "free" } else { "stays" };
                format!("{stack} tries to escape from {}: {outcome}", self.at(place))
            }
            Fact::TriesToMeet { stack, other, place, came, .. } => {
                format!("{stack} tries to intercept {other} in {}: {}", self.at(place), yes(*came))
            }
            Fact::Taken { stack, leader, place, by } => {
                format!("{leader} of {stack} is taken by {} in {}", self.power(by), self.at(place))
            }
            Fact::Hunts { stack, prey, place, hit: true, .. } => {
                format!("{stack} hunts {prey} in {}: it loses a side", self.at(place))
            }
            Fact::Hunts { stack, prey, place, .. } => {
                format!("{stack} hunts {prey} in {}: it gets away", self.at(place))
            }
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => {
                battle(fought, self.at(&fought.place))
            }
            Fact::Decided { place, number, winner, .. } => {
                let the = if *winner == Won::Nobody { "" } else { "the " };
                format!("{number}. {}: decided for {the}{}", self.at(place), winner.key())
            }
            Fact::WouldLeave { stack, place, gone, .. } => {
                format!("{stack} would be gone from {} before the combat: {}", self.at(place), yes(*gone))
            }
            Fact::Captured { stack, from, ships, .. } => {
                format!("{stack} takes of {from}: {}", Fleet { ships: *ships, ..Fleet::default() })
            }
            Fact::BrokeOff { stack, place } => format!("{stack} breaks off in {}", self.at(place)),
            Fact::Casualty { leader, killed, .. } => {
                format!("{leader} is {}", if *killed { "killed" } else { "wounded" })
            }
            _ => self.of_a_siege(fact),
        }
    }

    /// Sieges, revolts, natives and attrition.
    fn of_a_siege(&self, fact: &Fact) -> String {
        match fact {
            Fact::Undermined { stack, place, came, .. } => {
                format!("{}: {stack} besieges: {}", self.at(place), siege(*came))
            }
            Fact::Assaulted { by, place, taken, .. } => {
                let first = by.first().map_or("", Piece::as_str);
                format!("{}: {first} assaults: {}", self.at(place), if *taken { "taken" } else { "repulsed" })
            }
            Fact::Honours { place, refuge: None, .. } => {
                format!("{}: the garrison has the honours of war, and nowhere to go", self.at(place))
            }
            Fact::Honours { place, refuge: Some(to), .. } => {
                format!(
                    "{}: the garrison marches out to {} with the honours of war",
                    self.at(place),
                    self.at(to)
                )
            }
            Fact::Revolt { stack, place, put_down, .. } => {
                let outcome = if *put_down { "yes" } else { "no" };
                format!("{stack} against the revolt in {}: {outcome}", self.at(place))
            }
            Fact::NativesRise { stack, place, rise, .. } => {
                let outcome = if *rise { "rise" } else { "quiet" };
                format!("{stack} and the natives of {}: {outcome}", self.at(place))
            }
            Fact::NativesFought { stack, place, beaten } => {
                let outcome = if *beaten { "beaten" } else { "stand" };
                format!("{stack} and the natives of {}: {outcome}", self.at(place))
            }
            Fact::Wear { stack, place, toll, lost, .. } => {
                format!("{stack} in {}: {}", self.at(place), attrition(stack, *toll, *lost))
            }
            _ => String::new(),
        }
    }
}

fn all(list: &[Piece]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether what a condition asks was so.
fn answered(held: &[bool]) -> &'static str {
    match held {
        [] => "nothing asked for it",
        [true] => "it was so",
        [false] => "it was not so",
        [true, ..] => "it was so at first, and not later",
        [false, ..] => "it was not so at first, and was later",
    }
}

fn starving(does: Starves) -> &'static str {
    match does {
        Starves::Retreats => "retreats",
        Starves::Stays => "stays",
        Starves::Destroyed => "is destroyed",
    }
}

/// What came of a siege's die.
fn siege(came: Sapped) -> &'static str {
    match came {
        Sapped::Nothing => "no progress in this round",
        Sapped::WorksMinus => "siege works - are dug",
        Sapped::WorksPlus => "siege works + are dug",
        Sapped::Breach => "the wall is breached",
        other => other.words(),
    }
}

/// What attrition took, and whether it pillaged: where the table says P, armies before Muskets lose a detachment to it (EU-71).
fn attrition(id: &Piece, toll: Toll, lost: i32) -> String {
    let cell = match toll {
        Toll::Row(cell) if Stack::kind(id) != StackKind::Fleet => cell,
        toll => return toll.words(),
    };
    match (lost, cell.pillages) {
        (0, false) => "none".into(),
        (0, true) => "the land is pillaged".into(),
        (_, false) => format!("{} LD lost", in_thirds(lost)),
        (_, true) => format!("{} LD lost, one of them as it pillages the land", in_thirds(lost)),
    }
}

/// Who attacked whom, and who won.
fn battle(fought: &Fought, at: &str) -> String {
    let Fought { attackers, defenders, winner, .. } = fought;
    let s = |list: &[Piece]| if list.len() == 1 { "s" } else { "" };
    let who_wins = match winner {
        Some(Won::Attacker) => format!("{} win{}", all(attackers), s(attackers)),
        Some(Won::Nobody) => "nobody wins".to_owned(),
        Some(Won::Defender) | None => format!("{} win{}", all(defenders), s(defenders)),
    };
    format!("{at}: {} attack{} {}, and {who_wins}", all(attackers), s(attackers), all(defenders))
}

/// The title of a row of the round, and what more it says.
pub(super) fn title(row: Row) -> (&'static str, &'static str) {
    let title = match row {
        Row::Supply => "Supply",
        Row::Campaigns => "Campaigns",
        Row::Detach => "Detachments",
        Row::Ticks => "The clock",
        Row::Retreats => "Retreats",
        Row::Hunt => "Hunters",
        Row::Privateers => "Privateers",
        Row::Combat => return ("Combats", "in order of the attacker's initiative"),
        Row::Siege => "Sieges",
        Row::Revolt => "Revolts",
        Row::Natives => "Natives",
        Row::Attrition => "Attrition",
        Row::Leaders => "Leaders",
        Row::Control => "Control",
        Row::Conditions => "Orders on condition",
        Row::End => "The next round",
    };
    (title, "")
}
