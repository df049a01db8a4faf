//! The game behind the door.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use fieldpost_door::foresight::{Foreseen, Statement};
use fieldpost_door::{
    Board, ClosedBook, Differs, Eyes, Finished, Judge, MachineSeats, Past, Player, Roll, Rulebook, Said,
    Tell, Written,
};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::words::capital;
use fieldpost_grammar::Form;
use fieldpost_grammar::letter::{Complaint, Frame, Lexicon};
use fieldpost_grammar::parse::bare_word;
use fieldpost_print::desk_page::DeskPage;
use fieldpost_print::heading::Heading;
use fieldpost_print::plot::Plot;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::section::{Block, Rank, Section, Sending, Sheet};
use fieldpost_print::shop::Shop;
use serde::Serialize;
use serde_json::{Value, json};

use crate::event::{Event, Happening};
use crate::fate::Fate;
use crate::language::{LANGUAGE, read, read_power};
use crate::map::Owner;
use crate::orders::{Names, Order, PowerOrder, sift};
use crate::position::{Position, Source, Stack};
use crate::round::{self, Overrides};
use crate::scenario::Scenario;
use crate::tell::Eye;
use crate::tell::desk_page::own;
use crate::{EUROPA, course, edits, machine, picture};
use fieldpost_engine::refusal::Refusal;

mod annals;
mod between;
mod concern;
mod foresight;
mod friends;
mod hand;
mod lesson;
mod measured;
mod notes;
mod ordered;
mod ran;
mod refusal;
mod rehearsal;
mod report;
mod warning;

pub use ordered::Ordered;
use ran::Round;
pub(crate) use ran::seal_of_form1;
use report::{Told, below, printed, wanted};

/// The game with its open position.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed of its dice.
    pub seed: u64,
    /// What never changes.
    pub scenario: Arc<Scenario>,
    /// Where things stand.
    pub position: Arc<Position>,
}

impl Table {
    /// The table behind a board, if it is of this game.
    pub fn of(board: &dyn Board) -> Option<&Table> {
        board.as_any().downcast_ref()
    }

    /// Where a stack is, as the end of a receipt has it; none if there is no such stack.
    pub fn place_of(&self, id: &Piece) -> Option<String> {
        self.position.stacks.get(id).map(Stack::whereabouts)
    }

    /// What happened in a round of this game.
    pub fn events_of(ran: &dyn Finished) -> Vec<&Event> {
        let round = ran.as_any().downcast_ref::<Round>();
        round.map_or_else(Vec::new, |round| round.happened.iter().map(|happening| &happening.event).collect())
    }

    fn with(&self, position: Position) -> Table {
        Table { position: Arc::new(position), ..self.clone() }
    }

    fn names(&self) -> Names {
        Names::of(&self.scenario.world.map, &self.position)
    }

    fn eye<'a>(&'a self, power: Option<&'a Owner>) -> Eye<'a> {
        Eye { scenario: &self.scenario, position: &self.position, power }
    }

    fn power_of(&self, player: PlayerNo) -> Option<&Owner> {
        self.scenario.players.get(usize::from(player.0)).map(|(_, power)| power)
    }

    /// Runs the open round, or ends the open interphase (EU-75).
    fn play(&self, ordered: Ordered, seats: BTreeMap<Piece, Seat>) -> Round {
        let names = self.names();
        let (mut happened, mut draws) = (Vec::new(), Vec::new());
        let mut fate = Fate::new(self.seed, self.position.deadline, Vec::new());
        let mut position = (*self.position).clone();
        let facts = if position.interphase || position.over {
            course::go_on(&self.scenario.world, &mut position, &mut fate)
        } else {
            let ran = round::run(
                &self.scenario.world,
                &self.position,
                &ordered.book(&names, &self.position),
                self.seed,
                Overrides::default(),
            );
            (position, happened, draws) = (ran.position, ran.happened, ran.draws);
            self.enter_campaigns(&mut position);
            course::after_round(&self.scenario.world, &mut position, &mut fate)
        };
        happened.extend(facts.into_iter().map(Happening::at_the_end));
        draws.extend(fate.into_log());
        ordered.enter(&names, &mut position);
        position.keep_sealed(ordered.sealed(&names, &self.position));
        position.deadline += 1;
        Round {
            before: self.clone(),
            ordered,
            seats,
            happened,
            draws: paper(&draws),
            table: self.with(position),
            fallen: OnceLock::new(),
        }
    }
}

impl Table {
    /// What campaigns of the round cost, in the ledger.
    fn enter_campaigns(&self, position: &mut Position) {
        let what = format!("round {}", self.position.round);
        let spent: Vec<(Owner, i64)> = self
            .position
            .powers
            .iter()
            .filter_map(|(id, before)| {
                Some((id.clone(), position.powers.get(id)?.treasury - before.treasury))
            })
            .filter(|(_, change)| *change != 0)
            .collect();
        spent.iter().for_each(|(id, change)| position.enter(id, Source::Campaign, &what, *change));
    }

    /// The page on which a player's orders are composed, where any are awaited.
    fn desk(&self, to: PlayerNo, heading: &Heading, shop: &Shop<'_>) -> Option<String> {
        let kit = shop.desk.as_ref().filter(|_| self.awaits_orders())?;
        let eye = self.eye(self.power_of(to));
        let map = picture::svg(&eye, &BTreeMap::new(), &[]).unwrap_or_default();
        eye.desk_page(heading, kit, &map)
    }

    /// Where things stand, for a player.
    fn told(&self, to: PlayerNo, heading: &Heading, wishes: &Wishes, shop: &Shop<'_>) -> Told {
        let (power, over) = (self.power_of(to), self.position.over);
        let eye = self.eye(power);
        let mut sections = eye.standing();
        let turn = self.position.deadline;
        if !over {
            sections.insert(0, Section::deadline(turn, &heading.deadline_words()));
        }
        let silence = power.filter(|_| self.awaits_orders()).and_then(|power| self.price_of_silence(power));
        if let Some(words) = silence {
            let section = Section::new("attention", "What needs attention").with(Block::Words(words));
            sections.push(section.at(Rank::Attention));
        }
        let kit = shop.desk.as_ref().filter(|_| self.awaits_orders());
        let link = shop.link_of(&heading.player);
        let page = (wishes.desk || link.is_some()).then(|| self.desk(to, heading, shop)).flatten();
        let link = link.filter(|_| page.is_some());
        let desk = page.filter(|_| wishes.desk);
        let form = (!over).then(|| eye.order_form(&heading.player, &heading.game, turn));
        if let Some(form) = form.as_ref().filter(|_| self.awaits_orders() && power.is_some()) {
            let (has_desk, is_zipped) = (desk.is_some(), wishes.zipped);
            let (pieces, opener, has_link) = ("stacks", "STACK", link.is_some());
            let sending = Sending { pieces, opener, has_desk, has_link, is_zipped, has_lines: true };
            let letter = kit.map(|kit| form.letter(&kit.address).beside(link));
            sections.extend([Section::orders(turn, letter, sending), Section::form(form)]);
        }
        let maps = wanted(wishes, || picture::maps(&eye, &BTreeMap::new(), &[], "position", shop));
        let what = if over { "The end" } else { "Position" }.into();
        let sheet = below(maps, Sheet { what, sections, ..Sheet::default() });
        let orders = form.map_or_else(String::new, |form| form.text());
        Told { turn, sheet: sheet.ranked(), file: eye.file(), orders, desk }
    }
}

impl Board for Table {
    fn rulebook(&self) -> &'static Rulebook {
        &EUROPA
    }

    fn turn(&self) -> u32 {
        self.position.deadline
    }

    fn season(&self) -> String {
        self.eye(None).season()
    }

    fn awaits_orders(&self) -> bool {
        !self.position.interphase && !self.position.over
    }

    fn part(&self) -> (u32, u32) {
        let Position { round, phase, interphase, .. } = *self.position;
        (round, phase * 2 + u32::from(interphase))
    }

    fn days(&self) -> Option<u32> {
        self.scenario.world.course.open(&self.position).and_then(|phase| phase.days)
    }

    fn revealed(&self, shop: &Shop<'_>) -> Vec<Block> {
        let eye = self.eye(None);
        let maps = picture::maps(&eye, &BTreeMap::new(), &[], "board", shop);
        let words = format!("{}: {}.", capital(&eye.heading_of_time()), eye.outcome());
        maps.into_iter().map(Block::Figure).chain([Block::Words(words)]).collect()
    }

    fn run(&self, book: &ClosedBook) -> Box<dyn Finished> {
        let ordered = Ordered::of(book).of_commanded(&self.position);
        Box::new(self.play(ordered, book.seats.clone()))
    }

    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String> {
        let read = |why: serde_json::Error| why.to_string();
        let orders = serde_json::from_slice(orders).map_err(read)?;
        Ok(Box::new(self.play(orders, serde_json::from_slice(seats).map_err(read)?)))
    }

    fn outcome(&self) -> Option<String> {
        Some(self.eye(None).outcome())
    }

    fn over(&self) -> Option<String> {
        self.position.over.then(|| format!("the last round is over: {}", self.eye(None).outcome()))
    }

    fn plots(&self, past: Past<'_>, eyes: &Eyes) -> Result<Vec<Plot>, String> {
        annals::plots((&self.scenario, &self.position), past, eyes)
    }

    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String> {
        Ok(Arc::new(self.with(read_position(position)?)))
    }

    fn position(&self) -> Vec<u8> {
        paper(&*self.position)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Roll for Table {
    fn players(&self) -> Vec<Player> {
        let player = |(name, power): &(String, Owner)| Player {
            name: name.clone(),
            party: self.position.name(power).to_owned(),
            rank: String::new(),
            offices: Vec::new(),
        };
        self.scenario.players.iter().map(player).collect()
    }

    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        match (self.power_of(one), self.power_of(other)) {
            (Some(one), Some(other)) => self.position.allied(one, other),
            _ => false,
        }
    }

    fn of_party(&self, name: &str) -> Vec<PlayerNo> {
        let bare = |name: &str| name.to_lowercase().trim_start_matches("the ").to_owned();
        let fits =
            |power: &Owner| power.eq_ignore_ascii_case(name) || bare(self.position.name(power)) == bare(name);
        (0..)
            .map(PlayerNo)
            .zip(&self.scenario.players)
            .filter(|(_, (_, power))| fits(power))
            .map(|(player, _)| player)
            .collect()
    }

    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        let own = self.of_party(name);
        let all = (0..).map(PlayerNo).take(self.scenario.players.len());
        let side: Vec<PlayerNo> =
            all.filter(|player| own.iter().any(|own| self.are_friends(*own, *player))).collect();
        if side.is_empty() { Err(format!("nobody plays {name} in this game")) } else { Ok(side) }
    }

    fn officers(&self, words: &str, _: PlayerNo) -> Result<Vec<PlayerNo>, String> {
        Err(format!("this game has no offices, and nobody is {words}"))
    }

    fn pieces(&self) -> Vec<(Piece, Option<Seat>)> {
        let seat = |stack: &Stack| {
            let commander = self.position.commander_of(stack)?;
            Some(Seat { commander, deputy: None })
        };
        self.position.stacks.iter().map(|(id, stack)| (id.clone(), seat(stack))).collect()
    }

    /// EU-40: a DETACH makes a stack of a free id of its power, which the next block may order.
    fn prospects(&self) -> Vec<(Piece, Seat)> {
        let mut series: BTreeMap<String, (u32, Seat)> = BTreeMap::new();
        for (piece, seat) in self.pieces() {
            let (Some(seat), Some((letters, number))) = (seat, series_of(&piece)) else { continue };
            let entry = series.entry(letters).or_insert((MOST_FREE, seat));
            entry.0 = entry.0.max(number + MOST_FREE);
        }
        let free = |id: &Piece| !self.position.stacks.contains_key(id);
        let ids = series.into_iter().flat_map(|(letters, (most, seat))| {
            (1..=most).map(move |number| (Piece::from(format!("{letters}{number}")), seat))
        });
        ids.filter(|(id, _)| free(id)).collect()
    }

    /// EU-65: of one letter the stacks go as its blocks stand.
    fn goes_as_written(&self) -> bool {
        true
    }

    fn wants_orders(&self, piece: &Piece) -> bool {
        self.awaits_orders() && self.position.stacks.contains_key(piece)
    }

    fn default_lines(&self, _: &Piece) -> Vec<String> {
        vec!["HOLD".into()]
    }
}

impl Judge for Table {
    fn lexicon(&self) -> Lexicon {
        let map = &self.scenario.world.map;
        let names = map
            .provinces
            .values()
            .map(|found| found.name.clone())
            .chain(map.seas.values().map(|found| found.name.clone()));
        Lexicon {
            grid: Some(Frame::new(self.names())),
            pieces: self.position.stacks.keys().cloned().collect(),
            places: names.collect(),
            players: self.scenario.players.iter().map(|(name, _)| name.clone()).collect(),
            ..Lexicon::of(&LANGUAGE)
        }
    }

    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        let names = self.names();
        let complaint = |line: &Line, refusal: Refusal| {
            let why = format!("{}.", capital(refusal.why.trim_end_matches('.')));
            Complaint::of(line, Refusal { why, ..refusal })
        };
        if self.position.interphase {
            return block.lines.iter().map(|line| complaint(line, self.nothing_moves())).collect();
        }
        let (mut orders, mut places, mut complaints) = (Vec::new(), Vec::new(), Vec::new());
        for (place, line) in block.lines.iter().enumerate() {
            match read(&line.words, &names) {
                Ok(order) => {
                    orders.push(order);
                    places.push(place);
                }
                Err(fault) => {
                    let word = bare_word(fault.at).to_owned();
                    complaints.push(complaint(line, fault.refusal().at(word)));
                }
            }
        }
        // What does not hold by itself bars nothing beside it.
        let (mut sound, mut places_of_sound) = (Vec::new(), Vec::new());
        for (order, place) in orders.into_iter().zip(places) {
            match self.fault(block.piece, &order) {
                Some(unsound) => {
                    let told = complaint(&block.lines[place], unsound.refusal());
                    complaints.push(told.near(unsound.nearest));
                }
                None => {
                    sound.push(order);
                    places_of_sound.push(place);
                }
            }
        }
        let (_, refused) = sift(Stack::kind(block.piece), &sound);
        complaints.extend(
            refused.into_iter().map(|unfit| complaint(&block.lines[places_of_sound[unfit.line]], unfit.why)),
        );
        complaints.sort_by_key(|complaint| (complaint.span.line, complaint.span.start));
        complaints
    }

    fn fault_of_office(&self, by: PlayerNo, order: &Line, _: &dyn Seating) -> Option<Refusal> {
        if self.power_of(by).is_none() {
            return Some(Refusal::plain("you play no power"));
        }
        if let Some(id) = self.unknown_in_sequence(order) {
            return Some(Refusal::plain(format!("there is no stack {id} of your side")).at(id));
        }
        let order = read_power(&order.words, &self.names()).ok()?;
        self.untimely(by, &order).or_else(|| self.fault_of_business(by, &order))
    }

    fn result_of_office(&self, offices: &[(PlayerNo, Line)]) -> Option<String> {
        self.what_becomes_of(offices)
    }

    fn only_one_of(&self, order: &Line) -> Option<String> {
        match read_power(&order.words, &self.names()) {
            Ok(PowerOrder::Sealed(_)) => Some("sealed".to_owned()),
            Ok(PowerOrder::Reply { request, .. }) => Some(format!("reply {request}")),
            _ => None,
        }
    }

    fn word_to_another(&self, offices: &[(PlayerNo, Line)]) -> Option<(PlayerNo, String)> {
        let (by, line) = offices.last()?;
        match read_power(&line.words, &self.names()).ok()? {
            PowerOrder::Business(business) => self.offered(offices, *by, &business),
            PowerOrder::Reply { request, reply } => self.replied(offices, *by, request, &reply),
            PowerOrder::Withdraw(request) => self.called_back(offices, *by, request),
            _ => None,
        }
    }

    fn is_sealed(&self, order: &Line) -> bool {
        let is_open = |words: &str| self.position.opened.iter().any(|sealed| sealed.words == words);
        matches!(read_power(&order.words, &self.names()), Ok(PowerOrder::Sealed(words)) if !is_open(&words))
    }

    fn advice(&self, piece: &Piece, lines: &[Line]) -> Vec<Statement> {
        let names = self.names();
        let orders: Vec<Order> = lines.iter().filter_map(|line| read(&line.words, &names).ok()).collect();
        warning::advice(piece, &orders)
    }

    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        match self.power_of(by).filter(|_| self.awaits_orders()) {
            Some(power) => self.foreseen(power, book),
            None => Foreseen::default(),
        }
    }

    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        match self.power_of(by).filter(|_| self.awaits_orders()) {
            Some(power) => self.price(power, book),
            None => Vec::new(),
        }
    }

    fn says_what_stands(&self, book: &ClosedBook) -> Option<String> {
        let stands = book.offices.iter().map(|(_, line)| line.words.to_string()).collect::<Vec<_>>();
        let is_said = self.awaits_orders() && !stands.is_empty();
        is_said.then(|| format!("Of your power stands: {}.", stands.join("; ")))
    }
}

impl Tell for Table {
    fn welcome(&self, to: PlayerNo) -> Value {
        json!({ "example": self.first_lesson(to) })
    }

    fn reminder(&self, to: PlayerNo, idle: &[Piece]) -> Value {
        let example = match self.awaits_orders() {
            true => self.plainest(to, idle),
            false => vec!["ASK REFEREE and your words".into()],
        };
        json!({ "idle": idle, "without": LANGUAGE.idle, "example": example })
    }

    fn awaited(&self, to: PlayerNo) -> Option<String> {
        self.power_of(to).filter(|_| !self.position.over).and_then(|power| self.eye(None).awaited(power))
    }

    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError> {
        printed(&[self.told(to, heading, wishes, shop)], heading, wishes, shop)
    }

    fn desk_page(
        &self,
        to: PlayerNo,
        heading: &Heading,
        shop: &Shop<'_>,
    ) -> Result<Option<DeskPage>, PressError> {
        Ok(self.desk(to, heading, shop).map(|html| DeskPage { html, own: own() }))
    }

    fn whole(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let eye = self.eye(None);
        let maps = wanted(wishes, || picture::maps(&eye, &BTreeMap::new(), &[], "board", shop));
        let sheet = below(
            maps,
            Sheet { what: "The whole board".into(), sections: eye.standing(), ..Sheet::default() },
        );
        let (turn, file) = (self.position.deadline, eye.file());
        let told = Told { turn, sheet: sheet.ranked(), file, orders: String::new(), desk: None };
        printed(&[told], heading, wishes, shop).map(Some)
    }

    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String> {
        let before = read_position(before)?;
        let own = self.power_of(to);
        let is_own = |said: &Said| {
            let of_stack = |id: &Piece| {
                let stack = self.position.stacks.get(id).or_else(|| before.stacks.get(id));
                stack.is_some_and(|stack| Some(self.position.seat(&stack.owner)) == own)
            };
            said.unit.as_ref().is_some_and(of_stack)
        };
        let differs = |said: Said| Differs { what: said.what, before: said.before, after: said.after };
        let all = edits::differing(&self.scenario.world, &before, &self.position);
        let pieces: Vec<Said> = all.iter().map(|(_, said)| said.clone()).filter(is_own).collect();
        // The round and the treasury first, then what is the player's own, then what lies open to all.
        let seen = concern::open_to(own, all);
        Ok(seen.into_iter().chain(pieces).map(differs).collect())
    }

    fn examples(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        self.candidates(to, about)
    }

    fn machine_letters(&self, players: &[PlayerNo], game: &str, _: &MachineSeats) -> Vec<Option<String>> {
        let letter = |player: &PlayerNo| {
            let (name, power) = self.scenario.players.get(usize::from(player.0))?;
            let seen = machine::seen(&self.scenario, &self.position, power);
            machine::letter(&self.scenario.world, &self.scenario.goals, &seen, power)
                .map(|blocks| format!("GAME {game}\nTURN {}\nPLAYER {name}\n{blocks}", self.turn()))
        };
        players.iter().map(|player| if self.awaits_orders() { letter(player) } else { None }).collect()
    }
}

/// So many ids behind the highest are free for stacks that a DETACH makes.
const MOST_FREE: u32 = 20;

/// What stands before the number of a stack's id, and the number: `FR-F` and 1.
fn series_of(id: &Piece) -> Option<(String, u32)> {
    let letters = id.as_str().trim_end_matches(|c: char| c.is_ascii_digit());
    let number = id.as_str().strip_prefix(letters)?.parse().ok()?;
    Some((letters.to_owned(), number))
}

/// A position from its paper.
///
/// # Errors
/// If it is another's.
pub fn read_position(paper: &[u8]) -> Result<Position, String> {
    serde_json::from_slice(paper).map_err(|why| format!("the position cannot be read: {why}"))
}

fn paper(what: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_default()
}

#[cfg(test)]
mod tests;
