//! Reads an order as a player writes it, and as the language spells it: the second is a case of the first.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::phrase;

use super::{Condition, Leg, Loses, Names, Order, Part, PowerOrder, Route, stack_id};
use crate::map::{Owner, Place};
use crate::position::{Campaign, FleetCounter, Ship, Size};

/// Why a line was not read, and how many bytes were left of it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub left: usize,
    pub why: String,
    pub near: Option<Nearest>,
}

/// Where the nearest right thing may be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    Place(String),
    Power(String),
    This(String),
}

type Read<T> = Result<T, Fault>;

/// An order of a stack.
///
/// # Errors
/// Why it is none, with its place.
pub fn read(line: &str, names: &Names) -> Result<Order, Fault> {
    let mut words = Words { left: line.trim_end_matches([' ', '\t', '\r', '.', ';', '!', ',']), names };
    let order = words.order()?;
    words.end().map(|()| order)
}

/// An order of a power.
///
/// # Errors
/// Why it is none, with its place.
pub fn read_power(line: &str, names: &Names) -> Result<PowerOrder, Fault> {
    let mut words = Words { left: line.trim_end_matches([' ', '\t', '\r']), names };
    let order = words.power_order()?;
    words.end().map(|()| order)
}

/// Whether a name may end before this.
fn is_edge(behind: &str) -> bool {
    behind.is_empty() || behind.starts_with([' ', '\t', ',', '>']) || behind.starts_with("->")
}

/// The rest of a line, which is read from the left.
struct Words<'a> {
    left: &'a str,
    names: &'a Names,
}

const MOVES: &[&str] = &["MOVE TO", "MOVE", "MARCH", "SAIL"];
const UNCONDITIONAL: &str =
    "Movement cannot be conditional (B2), but before a blockade. The line does not count.";
const NO_OTHER: &str = "Before a blockade a fleet stays, escapes or forces its way; it cannot go to another port or sea (F1). The \
                        line does not count.";

impl<'a> Words<'a> {
    fn space(&mut self) {
        self.left = self.left.trim_start_matches([' ', '\t', ':', '=']);
    }

    /// What parts the members of a list.
    fn gap(&mut self) {
        self.left = self.left.trim_start_matches([' ', '\t']);
        for mark in [",", "->", ">"] {
            if let Some(rest) = self.left.strip_prefix(mark) {
                self.left = rest;
                break;
            }
        }
        self.left = self.left.trim_start_matches([' ', '\t']);
    }

    fn fault<T>(&self, why: impl Into<String>, near: Option<Nearest>) -> Read<T> {
        Err(Fault { left: self.left.len(), why: why.into(), near })
    }

    fn end(&mut self) -> Read<()> {
        self.space();
        if self.left.is_empty() {
            Ok(())
        } else {
            self.fault(format!("Expected nothing more, found {:?}.", self.left), None)
        }
    }

    /// What follows these words, if they stand here, as every order's words are matched.
    fn stands(&self, words: &str) -> Option<&'a str> {
        phrase(words, self.left.trim_start_matches([' ', '\t'])).ok().map(|(rest, ())| rest)
    }

    /// Takes a phrase, if it stands here.
    fn takes(&mut self, phrase: &str) -> bool {
        let Some(rest) = self.stands(phrase) else { return false };
        self.left = rest;
        true
    }

    fn takes_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.takes(phrase))
    }

    fn must(&mut self, phrases: &[&str]) -> Read<()> {
        if self.takes_any(phrases) {
            return Ok(());
        }
        self.space();
        self.fault(
            format!("Expected {}, found {:?}.", phrases[0], self.word()),
            Some(Nearest::This(phrases[0].into())),
        )
    }

    fn word(&self) -> &'a str {
        let rest = self.left.trim_start_matches([' ', '\t']);
        rest.split([' ', '\t', ',', '>']).next().unwrap_or_default()
    }

    /// Goes on behind words that stand here.
    fn take(&mut self, words: &str) {
        self.left = self.left.strip_prefix(words).unwrap_or(self.left);
    }

    fn bare(&mut self) -> &'a str {
        self.space();
        let word = self.word().trim_end_matches('-');
        self.take(word);
        word
    }

    /// The longest name of a list that stands here; `None` takes nothing.
    fn name<T: Clone>(&mut self, list: &BTreeMap<String, T>) -> Option<T> {
        self.space();
        let most = self.left.floor_char_boundary(60);
        let parts = (1..=most).rev().filter_map(|end| self.left.split_at_checked(end));
        let found = parts.filter(|(_, behind)| is_edge(behind)).find_map(|(written, behind)| {
            let written = written.to_lowercase();
            let joined = written.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>();
            let found = list.get(&joined.join(" ")).or_else(|| list.get(&joined.join("-")))?;
            Some((behind, found.clone()))
        });
        let (behind, found) = found?;
        self.left = behind;
        Some(found)
    }

    fn place(&mut self) -> Read<Place> {
        if self.names.places.is_empty() {
            let word = self.bare();
            return if word.is_empty() {
                self.fault("Expected a province or a sea, found nothing.", None)
            } else {
                Ok(word.to_lowercase().into())
            };
        }
        if let Some(place) = self.name(&self.names.places) {
            return Ok(place);
        }
        let found = self.word().to_owned();
        let why = if found.is_empty() {
            "Expected a province or a sea, found nothing.".to_owned()
        } else {
            format!("There is no place {found:?} on this map.")
        };
        self.fault(why, (!found.is_empty()).then_some(Nearest::Place(found)))
    }

    fn power(&mut self) -> Read<Owner> {
        if self.names.powers.is_empty() {
            let word = self.bare();
            return if word.is_empty() {
                self.fault("Expected a power, found nothing.", None)
            } else {
                Ok(word.into())
            };
        }
        if let Some(power) = self.name(&self.names.powers) {
            return Ok(power);
        }
        let found = self.word().to_owned();
        self.fault(format!("There is no power {found:?} in this game."), Some(Nearest::Power(found)))
    }

    fn leader(&mut self) -> Read<String> {
        self.space();
        if self.names.leaders.is_empty() {
            let name = self.left.trim().to_owned();
            self.left = "";
            return if name.is_empty() {
                self.fault("Expected a leader, found nothing.", None)
            } else {
                Ok(name)
            };
        }
        let leaders = &self.names.leaders;
        let found = self.word().to_owned();
        match self.name(leaders) {
            Some(leader) => Ok(leader),
            None => self.fault(format!("There is no leader {found:?} in this game."), None),
        }
    }

    fn stack(&mut self) -> Read<Piece> {
        self.space();
        let name = self.word().trim_end_matches(['.', ';']);
        match stack_id(name) {
            Some(id) => {
                self.take(name);
                Ok(id)
            }
            None => self.fault(format!("Expected a stack such as FR-1, found {name:?}."), None),
        }
    }

    fn number(&mut self, what: &str, low: u32, high: u32) -> Read<u32> {
        self.space();
        let digits: String = self.left.chars().take_while(char::is_ascii_digit).collect();
        match digits.parse::<u32>() {
            Ok(number) if (low..=high).contains(&number) => {
                self.take(&digits);
                Ok(number)
            }
            _ => self.fault(format!("Expected {what} from {low} to {high}, found {:?}.", self.word()), None),
        }
    }

    fn order(&mut self) -> Read<Order> {
        self.space();
        if self.takes("IF") {
            return self.conditional();
        }
        if self.takes_any(MOVES) {
            return self.route().map(Order::Move);
        }
        if self.takes("NONE") {
            return Ok(Order::Nothing);
        }
        self.plain()
    }

    fn plain(&mut self) -> Read<Order> {
        if let Some(order) = self.of_siege()? {
            return Ok(order);
        }
        if let Some(order) = self.of_sea()? {
            return Ok(order);
        }
        if let Some(order) = self.of_combat()? {
            return Ok(order);
        }
        if self.takes("CARRY") {
            let stack = self.stack()?;
            self.must(&["FROM"])?;
            let from = self.place()?;
            self.must(&["TO"])?;
            return Ok(Order::Carry { stack, from, to: self.place()? });
        }
        if self.takes("DETACH") {
            return self.detach();
        }
        if self.takes("ABSORB") {
            return self.stack().map(Order::Absorb);
        }
        if self.takes_any(&["HOLD", "STAY"]) {
            return Ok(Order::Hold);
        }
        self.space();
        self.fault(format!("Expected an order of a stack, found {:?}.", self.word()), None)
    }

    fn of_siege(&mut self) -> Read<Option<Order>> {
        if self.takes_any(&["LIFT SIEGE", "RAISE SIEGE"]) {
            return Ok(Some(Order::LiftSiege));
        }
        if self.takes_any(&["SIEGE", "BESIEGE"]) {
            let no_honours = self.takes("NO HONOURS");
            return Ok(Some(Order::Siege { no_honours, assault: self.takes("ASSAULT AFTER BREACH") }));
        }
        if self.takes("ASSAULT") {
            self.space();
            let times = if self.left.starts_with(|c: char| c.is_ascii_digit()) {
                self.number("attempts", 1, 9)?
            } else {
                1
            };
            self.takes("TIMES");
            return Ok(Some(Order::Assault(u8::try_from(times).unwrap_or(1))));
        }
        if self.takes_any(&["SUPPRESS REVOLT", "SUPPRESS"]) {
            return Ok(Some(Order::Suppress));
        }
        Ok(self.takes("SORTIE").then_some(Order::Sortie))
    }

    fn of_sea(&mut self) -> Read<Option<Order>> {
        if self.takes_any(&["ATTACK NATIVES", "ATTACK THE NATIVES"]) {
            return Ok(Some(Order::AttackNatives));
        }
        if self.takes("ATTACK") {
            self.space();
            let ends = self.left.is_empty() || self.stands("ELSE").is_some();
            return Ok(Some(Order::Attack(if ends { None } else { Some(self.power()?) })));
        }
        if self.takes("BLOCKADE") {
            return self.place().map(|place| Some(Order::Blockade(place)));
        }
        if self.takes_any(&["PURSUE AND BLOCKADE", "PURSUIT AND BLOCKADE", "PURSUIT & BLOCKADE", "PURSUE"]) {
            return Ok(Some(Order::Pursue));
        }
        if self.takes_any(&["ESCAPE BLOCKADE", "ESCAPE"]) {
            return Ok(Some(Order::Escape));
        }
        if self.takes_any(&["FORCE BLOCKADE", "FORCE"]) {
            return Ok(Some(Order::Force));
        }
        if self.takes_any(&["HUNT PRIVATEERS", "HUNT PIRATES", "HUNT"]) {
            let place = if self.takes("IN") { Some(self.place()?) } else { None };
            return Ok(Some(Order::Hunt(place)));
        }
        if self.takes("FIRST LINE") {
            self.space();
            let ship = if self.takes("GALLEYS") {
                Ship::Galley
            } else {
                self.must(&["WARSHIPS"]).map(|()| Ship::Warship)?
            };
            return Ok(Some(Order::FirstLine(ship)));
        }
        Ok(None)
    }

    fn of_combat(&mut self) -> Read<Option<Order>> {
        if self.takes("RETREAT BEFORE COMBAT") {
            return Ok(Some(Order::RetreatBefore));
        }
        if self.takes_any(&["RETREAT AFTER FIRST DAY", "RETREAT AFTER DAY 1", "RETREAT AFTER ONE DAY"]) {
            return Ok(Some(Order::RetreatAfterDay));
        }
        if self.takes_any(&["RETREAT AFTER FIRE PHASE", "RETREAT AFTER FIRE"]) {
            return Ok(Some(Order::RetreatAfter));
        }
        if self.takes("RETREAT TO") {
            let place = if self.takes("FORTRESS") { None } else { Some(self.place()?) };
            return Ok(Some(Order::RetreatTo(place)));
        }
        if self.takes("INTERCEPT") {
            return self.intercept().map(Some);
        }
        if self.takes("LET PASS") {
            return self.power().map(|power| Some(Order::LetPass(power)));
        }
        if self.takes("LOSSES") {
            return self.losses().map(Some);
        }
        Ok(None)
    }

    fn intercept(&mut self) -> Read<Order> {
        self.space();
        let (is_in, ends) = (
            self.stands("IN").or(self.stands("AT")).is_some(),
            self.left.is_empty() || self.stands("ELSE").is_some(),
        );
        let power = if is_in || ends { None } else { Some(self.power()?) };
        let mut places = Vec::new();
        if self.takes_any(&["IN", "AT"]) {
            places.push(self.place()?);
            self.gap();
            while !self.left.is_empty() && self.stands("ELSE").is_none() {
                places.push(self.place()?);
                self.gap();
            }
        }
        Ok(Order::Intercept { power, places })
    }

    fn losses(&mut self) -> Read<Order> {
        let kinds: &[(&str, Loses)] = &[
            ("INFANTRY", Loses::Infantry),
            ("CAVALRY", Loses::Cavalry),
            ("ARTILLERY", Loses::Artillery),
            ("GALLEYS", Loses::Ships(Ship::Galley)),
            ("WARSHIPS", Loses::Ships(Ship::Warship)),
            ("TRANSPORTS", Loses::Ships(Ship::Transport)),
        ];
        let mut list = Vec::new();
        self.gap();
        while let Some((_, kind)) = kinds.iter().find(|(word, _)| self.takes(word)) {
            list.push(*kind);
            self.gap();
        }
        if list.is_empty() {
            return self.fault(
                format!(
                    "Expected INFANTRY, CAVALRY, ARTILLERY, GALLEYS, WARSHIPS or TRANSPORTS, found {:?}.",
                    self.word()
                ),
                None,
            );
        }
        Ok(Order::Losses(list))
    }

    fn detach(&mut self) -> Read<Order> {
        let stack = self.stack()?;
        self.must(&["WITH"])?;
        let mut parts = Vec::new();
        self.gap();
        while !self.left.is_empty() && self.stands("LEADER").is_none() && self.stands("ELSE").is_none() {
            parts.push(self.part()?);
            self.gap();
        }
        let leader = if self.takes("LEADER") { Some(self.leader()?) } else { None };
        if parts.is_empty() {
            return self.fault("Expected what the new stack takes along, such as 1 LD.", None);
        }
        Ok(Order::Detach { stack, parts, leader })
    }

    fn part(&mut self) -> Read<Part> {
        let count = if self.left.starts_with(|c: char| c.is_ascii_digit()) {
            self.number("counters", 1, 9)?
        } else {
            1
        };
        self.space();
        let word = self.word();
        let upper = word.to_ascii_uppercase();
        let ship = match upper.trim_end_matches('S') {
            "WARSHIP" => Some(Ship::Warship),
            "GALLEY" => Some(Ship::Galley),
            "TRANSPORT" => Some(Ship::Transport),
            _ => None,
        };
        let troops = Size::of(word).map(|size| Part::Troops(count, size));
        let fleets = FleetCounter::of(word).map(|counter| Part::Fleets(count, counter));
        match troops.or(fleets).or(ship.map(|ship| Part::Ships(count, ship))) {
            Some(part) => {
                self.take(word);
                Ok(part)
            }
            None => {
                self.fault(format!("Expected a counter such as A-, LD, F- or WARSHIP, found {word:?}."), None)
            }
        }
    }

    fn route(&mut self) -> Read<Route> {
        let mut route = Route::default();
        self.gap();
        while !self.left.is_empty() && self.stands("WITH").is_none() {
            let leg = if self.takes_any(&["EMBARK ON", "EMBARK"]) {
                self.embark()?
            } else {
                Leg::Go(self.place()?)
            };
            route.legs.push(leg);
            self.gap();
        }
        if self.takes("WITH") {
            route.with = Some(self.leader()?);
        }
        if route.legs.is_empty() {
            return self.fault("Expected a province or a sea, found nothing.", None);
        }
        Ok(route)
    }

    fn embark(&mut self) -> Read<Leg> {
        let fleet = self.stack()?;
        self.must(&["LAND AT", "LAND"])?;
        let land = self.place()?;
        Ok(Leg::Sail { fleet, land, on_shore: self.takes("ON SHORE IF BLOCKADED") })
    }

    fn condition(&mut self) -> Read<Condition> {
        if self.takes("BLOCKADED") {
            return self.place().map(Condition::Blockaded);
        }
        if self.takes("BESIEGED") {
            return self.place().map(Condition::Besieged);
        }
        if self.takes("ROUND") {
            return self.number("a round", 1, 99).map(Condition::Round);
        }
        self.must(&["PRESENT", "BLOCKADED", "BESIEGED", "ROUND"])?;
        let power = self.power()?;
        let at = if self.stands("AT LEAST").is_none() && self.takes_any(&["AT", "IN"]) {
            Some(self.place()?)
        } else {
            None
        };
        let least =
            if self.takes("AT LEAST") { Some(self.number("detachments or ships", 1, 99)?) } else { None };
        Ok(Condition::Present { power, at, least })
    }

    fn conditional(&mut self) -> Read<Order> {
        let not = self.takes("NOT");
        let condition = self.condition()?;
        self.must(&["THEN"])?;
        let blockade = matches!(condition, Condition::Blockaded(_));
        if blockade && !not && self.takes_any(&["LAND AT", "LAND"]) {
            let then = Box::new(Order::LandAt(self.place()?));
            return Ok(Order::If { not, condition, then, otherwise: None });
        }
        let then = Box::new(self.under(blockade)?);
        let otherwise = if self.takes("ELSE") { Some(Box::new(self.under(blockade)?)) } else { None };
        Ok(Order::If { not, condition, then, otherwise })
    }

    /// An order behind a condition: no movement, and no second condition.
    fn under(&mut self, blockade: bool) -> Read<Order> {
        self.space();
        let written = self.left;
        if self.takes_any(MOVES) || self.takes("LAND") {
            self.left = written;
            return self.fault(if blockade { NO_OTHER } else { UNCONDITIONAL }, None);
        }
        if self.takes("IF") {
            self.left = written;
            return self.fault("A condition holds no second one.", None);
        }
        self.plain()
    }

    fn power_order(&mut self) -> Read<PowerOrder> {
        self.space();
        if self.takes_any(&["CAMPAIGN", "MAKE CAMPAIGN"]) {
            self.space();
            let words = self.left.trim();
            return match Campaign::of(words) {
                Some(campaign) => {
                    self.left = "";
                    Ok(PowerOrder::Campaign(campaign))
                }
                None => self.fault(
                    format!("Expected NONE, PASSIVE, SIMPLE WITHOUT LOGISTICS, SIMPLE, MAJOR or MULTIPLE, found {words:?}."),
                    None,
                ),
            };
        }
        if self.takes("SEQUENCE") {
            let mut stacks = Vec::new();
            self.space();
            while !self.left.is_empty() {
                stacks.push(self.stack()?);
                self.gap();
            }
            return if stacks.is_empty() {
                self.fault("Expected stacks, found nothing.", None)
            } else {
                Ok(PowerOrder::Sequence(stacks))
            };
        }
        if self.takes("LET PASS") {
            return self.power().map(PowerOrder::LetPass);
        }
        if self.takes("ASK REFEREE") {
            self.space();
            let words = self.left.trim().to_owned();
            self.left = "";
            return if words.is_empty() {
                self.fault("Expected what is asked, found nothing.", None)
            } else {
                Ok(PowerOrder::Ask(words))
            };
        }
        self.fault(format!("Expected an order of a power, found {:?}.", self.word()), None)
    }
}

#[cfg(test)]
mod tests;
