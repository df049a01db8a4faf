//! The toy game behind the door.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::foresight::{Foreseen, Grade, Kind, Outlook, Statement};
use fieldpost_door::{
    Assigns, Block, Board, ClosedBook, Differs, Edited, Excess, Finished, Hand, Judge, MachineSeats, Papers,
    Player, Refused, Roll, Rulebook, Said, Tell, Written,
};
use fieldpost_engine::dice::Dice;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_engine::touch::Touch;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::{PressError, Printed};
use fieldpost_print::report::{Laid, Report};
use fieldpost_print::section::{self, Section, Sheet};
use fieldpost_print::shop::Shop;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::position::{Order, Position};
use crate::{BIDS, LANGUAGE, faults};
use fieldpost_engine::refusal::Refusal;

/// Most chests that one player may have at the close (rule 4).
const MOST: usize = 3;

/// The game with its open position.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed of its dice.
    pub seed: u64,
    /// Where things stand.
    pub position: Arc<Position>,
}

/// What was ordered, by chest.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Bids {
    coins: BTreeMap<Piece, u32>,
    hidden: Vec<Piece>,
    sealed: Vec<Piece>,
}

/// Something that happened: in which of the two phases, to which chest, in words, and whom it is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Event {
    phase: u32,
    chest: Piece,
    words: String,
    told: Vec<PlayerNo>,
}

impl Table {
    /// The same table with another position.
    pub fn with(&self, position: Position) -> Table {
        Table { seed: self.seed, position: Arc::new(position) }
    }

    fn bids(&self, book: &ClosedBook) -> Bids {
        let mut bids = Bids::default();
        for block in &book.blocks {
            let own = block.lines.iter().flatten().chain(&block.word_of_office);
            for order in own.filter_map(|line| Order::read(&line.words)) {
                match order {
                    Order::Bid(coins) => drop(bids.coins.insert(block.piece.clone(), coins)),
                    Order::Hide => bids.hidden.push(block.piece.clone()),
                    Order::Seal => bids.sealed.push(block.piece.clone()),
                }
            }
        }
        bids
    }

    /// Rules 2 and 3, with the seats that the turn's letters have left.
    fn play(&self, bids: Bids, seats: &BTreeMap<Piece, Seat>) -> Ran {
        let mut position = (*self.position).clone();
        for (piece, seat) in seats {
            if let Some(chest) = position.chests.get_mut(piece) {
                chest.seat = *seat;
            }
        }
        let mut events = Vec::new();
        let mut offers: Vec<(u32, Piece)> = Vec::new();
        let all = || position.players_who(|_| true);
        for (piece, chest) in position.chests.iter().filter(|(piece, _)| !bids.sealed.contains(piece)) {
            let purse = position.player(chest.seat.commander).map_or(0, |player| player.coins);
            let coins = bids.coins.get(piece).copied().unwrap_or(1).min(purse);
            let told = if bids.hidden.contains(piece) { vec![chest.seat.commander] } else { all() };
            events.push(Event { phase: 1, chest: piece.clone(), words: format!("bids {coins}"), told });
            offers.push((coins, piece.clone()));
        }
        let highest = offers.iter().map(|(coins, _)| *coins).max();
        let best = offers.into_iter().filter(|(coins, _)| Some(*coins) == highest).collect::<Vec<_>>();
        let mut dice = Dice::new(self.seed, position.turn);
        if let [(coins, piece)] = best.as_slice()
            && let Some(chest) = position.chests.get_mut(piece)
        {
            let (seat, number) = (chest.seat, chest.number);
            let drawn = dice.below(9, "opening", "3", piece.as_str(), 0) + 1;
            chest.number = u32::try_from(drawn).unwrap_or(1);
            if let Some(player) = position.players.get_mut(usize::from(seat.commander.0)) {
                player.coins = player.coins - coins + 10 * number;
            }
            let words = format!("is opened and holds {number}");
            let told = position.players_who(|_| true);
            events.push(Event { phase: 2, chest: piece.clone(), words, told });
        }
        position.turn += 1;
        let draws = paper(&dice.log());
        Ran { before: seats.clone(), bids, events, draws, table: self.with(position) }
    }

    fn changed(&self, position: Position, said: Said, assigned: Option<Piece>) -> Edited {
        let board = Arc::new(self.with(position));
        let touches = touches(&self.position, &board.position);
        Edited { board, touches, said: vec![said], against: Vec::new(), notes: Vec::new(), assigned }
    }

    fn set_number(&self, rest: &str) -> Option<Edited> {
        let (name, number) = rest.split_once(' ')?;
        let number = number.parse().ok()?;
        faults::break_on(faults::EDITING, number);
        let mut position = (*self.position).clone();
        let chest = position.chests.get_mut(&Piece::from(name))?;
        let before = std::mem::replace(&mut chest.number, number);
        let said = Said {
            unit: Some(name.into()),
            what: format!("{name} number"),
            before: before.to_string(),
            after: number.to_string(),
            only: None,
        };
        Some(self.changed(position, said, None))
    }

    fn set_seat(&self, line: &Line, seats: &dyn Seating) -> Option<Edited> {
        let Assigns { piece, commander, deputy } = self.assigns(line)?;
        let mut position = (*self.position).clone();
        let deputy = deputy.filter(|name| !name.eq_ignore_ascii_case("none"));
        let seat = position.seat(&commander, deputy.as_deref())?;
        position.chests.get_mut(&piece)?.seat = seat;
        let name = |seat: Option<Seat>| seat.and_then(|seat| self.position.player(seat.commander));
        let said = Said {
            what: format!("{piece} commander"),
            before: name(seats.of(&piece)).map_or("-".into(), |player| player.name.clone()),
            after: name(Some(seat)).map_or("-".into(), |player| player.name.clone()),
            unit: Some(piece.clone()),
            only: None,
        };
        let mut edited = self.changed(position, said, Some(piece.clone()));
        if edited.touches.is_empty() {
            let seat = serde_json::to_value(seat).ok();
            let path = format!("/seats/{piece}");
            edited.touches.push(Touch { path, at: None, before: seat.clone(), after: seat });
        }
        Some(edited)
    }
}

impl Board for Table {
    fn rulebook(&self) -> &'static Rulebook {
        &BIDS
    }

    fn turn(&self) -> u32 {
        self.position.turn
    }

    fn season(&self) -> String {
        "an evening".into()
    }

    fn run(&self, book: &ClosedBook) -> Box<dyn Finished> {
        Box::new(self.play(self.bids(book), &book.seats))
    }

    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String> {
        let read = |why: serde_json::Error| why.to_string();
        let bids: Bids = serde_json::from_slice(orders).map_err(read)?;
        bids.coins.values().for_each(|coins| faults::break_on(faults::REPLAYING, *coins));
        Ok(Box::new(self.play(bids, &serde_json::from_slice(seats).map_err(read)?)))
    }

    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String> {
        Ok(Arc::new(self.with(Position::read(position)?)))
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
        let player = |player: &crate::Bidder| Player {
            name: player.name.clone(),
            party: player.party.clone(),
            rank: String::new(),
            offices: player.offices.clone(),
        };
        self.position.players.iter().map(player).collect()
    }

    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        self.position.are_friends(one, other)
    }

    fn of_party(&self, name: &str) -> Vec<PlayerNo> {
        self.position.players_who(|player| player.party.eq_ignore_ascii_case(name))
    }

    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        let found = self.position.players_who(|player| self.position.are_allied(&player.party, name));
        if found.is_empty() { Err(format!("nobody plays {name} in this game")) } else { Ok(found) }
    }

    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String> {
        let own = self.position.player(by).map(|player| player.party.clone()).unwrap_or_default();
        let of = words.split_once(" of ").map_or(own, |(_, party)| party.to_owned());
        let is_banker = |player: &crate::Bidder| player.offices.iter().any(|office| office == "Banker");
        let of_side = |player: &crate::Bidder| self.position.are_allied(&player.party, &of);
        let found = self.position.players_who(|player| is_banker(player) && of_side(player));
        if found.is_empty() { Err(format!("nobody in this game is Banker of {of}")) } else { Ok(found) }
    }

    fn pieces(&self) -> Vec<(Piece, Option<Seat>)> {
        self.position.chests.iter().map(|(piece, chest)| (piece.clone(), Some(chest.seat))).collect()
    }

    fn wants_orders(&self, piece: &Piece) -> bool {
        let chest = self.position.chests.get(piece);
        chest.inspect(|chest| faults::break_on(faults::ASKING, chest.number)).is_some()
    }

    fn default_lines(&self, _: &Piece) -> Vec<String> {
        vec!["BID 1".into()]
    }
}

impl Judge for Table {
    fn lexicon(&self) -> Lexicon {
        Lexicon::of(&LANGUAGE)
    }

    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        for order in block.lines.iter().filter_map(|line| Order::read(&line.words)) {
            order.coins().into_iter().for_each(|coins| faults::break_on(faults::JUDGING, coins));
        }
        let strange = block.lines.iter().filter(|line| Order::read(&line.words).is_none());
        let why = || "This is no order of a chest.".to_owned();
        strange.map(|line| Complaint::new(line.span, line.words.to_string(), why())).collect()
    }

    fn is_entitled(&self, block: Written<'_>) -> bool {
        let Some(chest) = self.position.chests.get(block.piece) else { return false };
        let is_banker = self
            .position
            .player(block.by)
            .is_some_and(|player| player.offices.iter().any(|one| one == "Banker"));
        let seals = block.lines.iter().all(|line| &*line.words == "SEAL") && !block.lines.is_empty();
        seals && is_banker && self.are_friends(block.by, chest.seat.commander)
    }

    fn bars(&self, right: Right, line: &Line) -> Option<Refusal> {
        let is_barred = right == Right::Deputy && &*line.words == "SEAL";
        is_barred
            .then(|| Refusal::by("rule 2", "only a chest's commander or the banker seals it, not its deputy"))
    }

    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<Refusal> {
        let Some(Assigns { piece, commander, deputy }) = self.assigns(order) else {
            return Some(Refusal::plain(format!("{} is no order of an office", order.words)));
        };
        let of_side = |player: PlayerNo| self.are_friends(by, player);
        if !seats.of(&piece).is_some_and(|seat| of_side(seat.commander)) {
            return Some(Refusal::plain(format!("{piece} is no chest of your side")));
        }
        let player = self.position.player(by)?;
        if !player.offices.iter().any(|office| office == "Banker") {
            return Some(Refusal::by("rule 4", "only a banker gives chests"));
        }
        let named = [Some(commander), deputy].into_iter().flatten();
        let mut named = named.filter(|name| !name.eq_ignore_ascii_case("none"));
        let stranger = named.find(|name| !self.position.player_no(name).is_some_and(of_side))?;
        Some(Refusal::plain(format!("{stranger} is no officer of your side")))
    }

    fn assigns(&self, order: &Line) -> Option<Assigns> {
        let rest = order.words.strip_prefix("GIVE ")?;
        let (piece, names) = rest.split_once(" TO ")?;
        let (commander, deputy) = match names.split_once(" DEPUTY ") {
            Some((commander, deputy)) => (commander, Some(deputy.to_owned())),
            None => (names, None),
        };
        Some(Assigns { piece: piece.into(), commander: commander.into(), deputy })
    }

    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        let all = seats.all();
        let of = |player: PlayerNo| all.values().filter(|seat| seat.commander == player).count();
        let excess = all.iter().filter(|(_, seat)| of(seat.commander) > MOST);
        excess.map(|(piece, _)| piece.clone()).collect()
    }

    fn excess(&self) -> Excess {
        Excess {
            warning: "with it the commander has more than three chests, and unless that changes before the close the \
                      newest such assignment is undone",
            undone: "nobody may have more than three chests, and it was the newest in excess",
            rule: "rule 4",
        }
    }

    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        let purse = self.position.player(by).map_or(0, |player| player.coins);
        let too_much = |line: &Line| match Order::read(&line.words) {
            Some(Order::Bid(coins)) if coins > purse => {
                let why = format!("{coins} are more than the {purse} coins there are");
                let said = Statement::new(Kind::Refusal, Grade::Sure, why).of(line.words.to_string());
                Some(said.by("rule 2"))
            }
            // Of the whole chest, whatever else is ordered of it: no line is named.
            Some(Order::Bid(coins)) if coins == purse => {
                Some(Statement::new(Kind::Refusal, Grade::Sure, "nothing is left to carry it home with"))
            }
            _ => None,
        };
        let outlook = |block: &Block| {
            let lines = block.lines.iter().flatten();
            (
                block.piece.clone(),
                Outlook { said: lines.filter_map(too_much).collect(), ..Outlook::default() },
            )
        };
        Foreseen { pieces: book.blocks.iter().map(outlook).collect(), ..Foreseen::default() }
    }

    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        let bids = |lines: &[String]| lines.iter().any(|line| line.starts_with("BID") || line == "SEAL");
        let without = blocks.iter().filter(|(_, lines)| !bids(lines)).map(|(piece, _)| piece.to_string());
        let names = without.collect::<Vec<_>>().join(", ");
        if names.is_empty() { Vec::new() } else { vec![format!("No BID line, so 1 is bid: {names}.")] }
    }
}

impl Hand for Table {
    fn edit(&self, words: &str, _: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
        let edited = match words.strip_prefix("SET NUMBER ") {
            Some(rest) => self.set_number(rest),
            None => {
                let span = fieldpost_engine::line::Span { line: 0, start: 0, end: 0 };
                self.set_seat(&Line { words: words.into(), span }, seats)
            }
        };
        edited.ok_or_else(|| Refused::from(format!("{words} cannot be done in this game")))
    }

    fn enlist(&self, name: &str, standing: &str, _: bool) -> Result<Edited, Refused> {
        let mut position = (*self.position).clone();
        let (name, party) = (name.to_owned(), standing.to_owned());
        position.players.push(crate::Bidder { name: name.clone(), party, coins: 0, offices: Vec::new() });
        let said = Said { unit: None, what: name, before: "-".into(), after: standing.into(), only: None };
        Ok(self.changed(position, said, None))
    }

    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        let mut value = serde_json::to_value(&*self.position).map_err(|why| why.to_string())?;
        for touch in touches.iter().filter(|touch| touch.before != touch.after) {
            // The toy writes whole halves of a position: what a place was, and what it is.
            match value.pointer_mut(&touch.path) {
                Some(place) if Some(&*place) == touch.before.as_ref() => {
                    *place = touch.after.clone().unwrap_or(Value::Null);
                }
                _ => return Err(format!("{} is not what the edit left or found there", touch.path).into()),
            }
        }
        let position: Position = serde_json::from_value(value).map_err(|why| why.to_string())?;
        Ok(Arc::new(self.with(position)))
    }

    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<Vec<(String, String)>, Refused> {
        let chest = self.position.chests.get(piece).ok_or_else(|| format!("there is no chest {piece}"))?;
        let commander = seats.of(piece).and_then(|seat| self.position.player(seat.commander));
        Ok(vec![
            ("number".into(), chest.number.to_string()),
            ("commander".into(), commander.map_or("nobody".into(), |player| player.name.clone())),
        ])
    }
}

impl Tell for Table {
    fn welcome(&self, to: PlayerNo) -> Value {
        let mut own = self.position.chests.iter().filter(|(_, chest)| chest.seat.commander == to);
        let chest = own.next().map_or("N1", |(piece, _)| piece.as_str());
        json!({ "example": [format!("CHEST {chest}"), "BID 5"] })
    }

    fn reminder(&self, _: PlayerNo, idle: &[Piece]) -> Value {
        let first = idle.first().map_or("N1", Piece::as_str);
        json!({ "idle": idle, "without": LANGUAGE.idle, "example": [format!("CHEST {first}"), "BID 5"] })
    }

    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        _: &Wishes,
        _: &Shop<'_>,
    ) -> Result<Report, PressError> {
        Ok(report(heading, self.turn(), "Position", &self.told_of_position(to)))
    }

    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String> {
        let before = self.with(Position::read(before)?).told_of_position(to);
        let lines = before.into_iter().zip(self.told_of_position(to));
        let changed = lines.filter(|(before, after)| before != after);
        Ok(changed.map(|(before, after)| Differs { what: "position".into(), before, after }).collect())
    }

    fn machine_letters(&self, players: &[PlayerNo], game: &str, _: &MachineSeats) -> Vec<Option<String>> {
        let letter = |number: &PlayerNo| {
            let player = self.position.player(*number)?;
            faults::break_on(faults::WRITING, player.coins);
            let own = self.position.chests.iter().filter(|(_, chest)| chest.seat.commander == *number);
            let blocks = own.map(|(piece, _)| format!("CHEST {piece}\nBID {}\n", player.coins / 2));
            Some(format!("GAME {game}\nPLAYER {}\n{}END\n", player.name, blocks.collect::<String>()))
        };
        players.iter().map(letter).collect()
    }
}

impl Table {
    /// What a player may know: coins of all, and the numbers of the chests that are theirs (rule 1).
    fn told_of_position(&self, to: PlayerNo) -> Vec<String> {
        let players = self.position.players.iter();
        let purses = players.map(|player| format!("{} has {} coins.", player.name, player.coins));
        let is_theirs = |seat: &Seat| seat.commander == to || seat.deputy == Some(to);
        let chests = self.position.chests.iter().map(|(piece, chest)| match is_theirs(&chest.seat) {
            true => format!("{piece} is yours and holds {}.", chest.number),
            false => format!("{piece} is another's."),
        });
        purses.chain(chests).collect()
    }
}

/// A turn that was run.
struct Ran {
    before: BTreeMap<Piece, Seat>,
    bids: Bids,
    events: Vec<Event>,
    draws: Vec<u8>,
    table: Table,
}

impl Finished for Ran {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn papers(&self) -> Papers {
        Papers {
            orders: paper(&self.bids),
            seats: paper(&self.before),
            events: paper(&self.events),
            draws: self.draws.clone(),
        }
    }

    fn events_of_form1(&self) -> Vec<u8> {
        paper(&self.events)
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let told = self.events.iter().filter(|event| event.told.contains(&to));
        let mut lines = told
            .map(|event| format!("Phase {}: {} {}.", event.phase, event.chest, event.words))
            .collect::<Vec<_>>();
        let by_hand = heading.by_hand.iter();
        lines.extend(
            by_hand.map(|hand| format!("By hand: {}: {} -> {}.", hand.what, hand.before, hand.after)),
        );
        let events = report(heading, self.table.turn() - 1, "What happened", &lines);
        Ok(vec![events, self.table.report(to, heading, wishes, shop)?])
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn report(heading: &Heading, turn: u32, title: &str, lines: &[String]) -> Report {
    let subject = format!("[{} T{turn}] {title}", heading.game);
    let told = lines.join("\n");
    let text = format!("{}, turn {turn}\n\n{told}\n", heading.player);
    let sections = vec![Section::new("told", "").with(section::Block::Verbatim(told))];
    let sheets = vec![Sheet { what: title.to_owned(), sections, ..Sheet::default() }];
    Report {
        printed: Printed { subject, text, locale: Default::default() },
        html: None,
        pictures: Vec::new(),
        laid: Some(Laid { heading: heading.clone(), turn, sheets }),
        enclosures: Vec::new(),
        orders: String::new(),
    }
}

/// What changed, by halves of a position: players, chests.
fn touches(before: &Position, after: &Position) -> Vec<Touch> {
    let halves =
        |position: &Position| [("/players", json!(position.players)), ("/chests", json!(position.chests))];
    let pairs = halves(before).into_iter().zip(halves(after)).filter(|(one, other)| one.1 != other.1);
    let touch = |((path, before), (_, after)): ((&str, Value), (&str, Value))| Touch {
        path: path.into(),
        at: None,
        before: Some(before),
        after: Some(after),
    };
    pairs.map(touch).collect()
}

fn paper(what: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_default()
}
