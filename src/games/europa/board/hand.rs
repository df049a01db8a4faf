//! What the referee does by hand and is shown: edits in words, with what letters of the open turn ask for.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::{Board, Edited, Hand, Refused};
use fieldpost_engine::breach::{self, Breach};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::Touch;
use fieldpost_print::section::{Block, Row, Section};

use super::{Ordered, Table, concern};
use crate::edits::{self, Edit as Wish, Enacted, Papers};
use crate::language::{self, read_power};
use crate::map::Owner;
use crate::orders::{Business, Names, PowerOrder};
use crate::position::{Position, Request, Stack};
use crate::round;
use crate::scenario::Event;

impl Table {
    /// An event of the scenario with its edits as they are read; that they can be read was seen when the scenario was opened.
    fn enacted(&self, number: u32, names: &Names) -> Option<Enacted> {
        let event = self.scenario.events.iter().find(|event| event.number == number)?;
        let edits = event.edits.iter().filter_map(|words| language::edit(words, names).ok()).collect();
        Some(Enacted { power: event.who.clone(), words: event.text.clone(), edits })
    }

    /// The events of the scenario.
    fn events(&self) -> Block {
        let row = |event: &Event| {
            let year = event.year.map_or(String::new(), |year| format!(", {year}"));
            let who =
                event.who.as_ref().map_or(String::new(), |who| format!(", for {}", self.position.name(who)));
            let edits =
                if event.edits.is_empty() { String::new() } else { format!(" ({})", event.edits.join("; ")) };
            let done = self.position.enacted.get(&event.number);
            let done = done.map_or(String::new(), |turn| format!(" [done in turn {turn}]"));
            Row::of(format!("{}{year}{who}: {}{edits}{done}", event.number, event.text))
        };
        match self.scenario.events.is_empty() {
            true => Block::Words("The scenario has none.".into()),
            false => Block::Rows(self.scenario.events.iter().map(row).collect()),
        }
    }

    /// The position with what letters of the open turn ask and say to offers; what was answered before stays.
    pub(super) fn asked_by_now(&self, offices: &[(PlayerNo, Line)]) -> Position {
        let mut position = (*self.position).clone();
        Ordered::pending(offices).enter(&self.names(), &mut position);
        for (number, request) in &self.position.requests {
            position.requests.entry(*number).or_insert_with(|| request.clone());
        }
        position
    }

    /// Requests that wait for the referee's word, in a sentence; behind the last deadline there is none.
    pub(super) fn waiting(&self, requests: &BTreeMap<u32, Request>, last: bool) -> Option<String> {
        let waits = |(number, request): &(&u32, &Request)| {
            let answered = |request: &Request| request.answer.is_some();
            !answered(request) && !self.position.requests.get(number).is_some_and(answered)
        };
        let open = requests.iter().filter(waits).map(|(number, _)| number.to_string()).collect::<Vec<_>>();
        let one = match open.len() {
            0 => return None,
            1 => "1 request has".to_owned(),
            many => format!("{many} requests have"),
        };
        let then = match last {
            true => "It is the last deadline of the game: what has no answer before it gets none.",
            false => "What waits can be answered later too.",
        };
        Some(format!("{one} no answer yet: {}. {then}", open.join(", ")))
    }

    /// Whether the game is over behind the open deadline.
    fn is_last(&self) -> bool {
        let (position, course) = (&self.position, &self.scenario.world.course);
        let is_behind = position.phase as usize + 1 >= course.phases.len();
        match course.phases.is_empty() {
            true => !position.interphase && position.round >= position.last,
            false => position.interphase && is_behind && position.round > position.last,
        }
    }

    /// What of letters an edit may be about.
    fn papers(&self, edit: &Wish, offices: &[(PlayerNo, Line)]) -> Papers {
        let (names, ordered) = (self.names(), Ordered::pending(offices));
        let requests = self.asked_by_now(offices).requests;
        let business = match edit {
            Wish::Answer { request, .. } => requests.get(request).and_then(|asked| business(asked, &names)),
            _ => None,
        };
        let event = match edit {
            Wish::Event(number) => self.enacted(*number, &names),
            _ => None,
        };
        Papers { requests, business, sealed: ordered.sealed(&names, &self.position), seed: self.seed, event }
    }
}

impl Hand for Table {
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
        self.edit_with(words, insist, seats, &[])
    }

    fn edit_with(
        &self,
        words: &str,
        insist: bool,
        _: &dyn Seating,
        offices: &[(PlayerNo, Line)],
    ) -> Result<Edited, Refused> {
        let edit = language::edit(words, &self.names())?;
        let papers = self.papers(&edit, offices);
        let (position, against) = edits::edit(&self.scenario.world, &self.position, &edit, &papers)?;
        let against: Vec<Breach> = against.into_iter().map(Breach::sentence).collect();
        if !against.is_empty() && !insist {
            let why = breach::told(&[against]).concat();
            return Err(Refused { why, nearest: None, may_insist: true });
        }
        let touches = edits::touches(&self.position, &position);
        if touches.is_empty() {
            return Err("That is so already.".into());
        }
        Ok(Edited {
            said: edits::said(&self.scenario.world, &self.position, &position),
            touches,
            against,
            notes: self.notes_of(&edit, &papers, &position),
            board: Arc::new(self.with(position)),
            assigned: None,
        })
    }

    fn unanswered(&self, offices: &[(PlayerNo, Line)]) -> Vec<String> {
        let last = self.is_last();
        self.waiting(&self.asked_by_now(offices).requests, last).into_iter().collect()
    }

    fn enlist(&self, _: &str, _: &str, _: bool) -> Result<Edited, Refused> {
        Err("The seats of this game are those of its scenario: a player takes the place of another.".into())
    }

    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        Ok(Arc::new(self.with(edits::redo(&self.position, touches)?)))
    }

    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        let players = (0..).map(PlayerNo).zip(&self.scenario.players);
        let is_told =
            |power: &Owner| touches.iter().any(|touch| concern::is_told(&self.position, touch, power));
        players.filter(|(_, (_, power))| is_told(power)).map(|(player, _)| player).collect()
    }

    fn bears_on_all(&self, touches: &[Touch]) -> bool {
        let bears = |touch: &Touch| {
            let mut parts = touch.path.trim_start_matches('/').split('/');
            match (parts.next(), parts.nth(1)) {
                (Some("relations" | "passages" | "grounds"), _) => true,
                (Some("powers"), field) => field.is_none_or(|field| field == "seat"),
                _ => false,
            }
        };
        touches.iter().any(bears)
    }

    fn show_piece(&self, piece: &Piece, _: &dyn Seating) -> Result<Vec<(String, String)>, Refused> {
        let stack = self.position.stacks.get(piece).ok_or_else(|| format!("there is no stack {piece}"))?;
        let position = &*self.position;
        let of = position.name(&stack.owner).to_owned();
        let (kind, table) = (Stack::kind(piece), &self.scenario.world.tables.movement);
        let points = format!("{} movement points a round", round::allowance(kind, table));
        let mut rows = vec![
            ("it is".to_owned(), edits::stack_words(&self.scenario.world, position, piece, stack)),
            ("of".to_owned(), of),
            ("has".to_owned(), points),
        ];
        if !stack.force.counters.is_empty() {
            rows.push(("arms".to_owned(), edits::arms_words(&stack.force.arms)));
        }
        if stack.hungry > 0 {
            rows.push(("without supply".to_owned(), format!("for {} rounds", stack.hungry)));
        }
        Ok(rows)
    }

    fn show_place(&self, name: &str) -> Result<(String, Vec<(String, String)>), Refused> {
        let names = self.names();
        let place = names
            .places
            .get(&name.to_lowercase())
            .ok_or_else(|| format!("there is no place called {name}"))?;
        let ground = self.position.grounds.get(place).cloned().unwrap_or_default();
        let mut rows: Vec<(String, String)> = edits::ground_words(&self.position, &ground)
            .into_iter()
            .map(|(what, is)| (what.to_owned(), is))
            .collect();
        let there = self.position.stacks.iter().filter(|(_, stack)| stack.at == *place);
        let there: Vec<String> = there.map(|(id, _)| id.to_string()).collect();
        if let Some(ducats) = self.scenario.world.books.income.get(place) {
            rows.push(("income".into(), ducats.to_string()));
        }
        let seat = ground.control.as_ref().map(|control| (control, self.position.seat(control)));
        if let Some((_, seat)) = seat.filter(|(control, seat)| control != seat) {
            rows.insert(2, ("who holds it obeys".into(), self.position.name(seat).to_owned()));
        }
        if self.scenario.world.map.is_sea(place) {
            rows.clear();
        }
        rows.push(("stacks".into(), if there.is_empty() { "none".into() } else { there.join(", ") }));
        Ok((self.scenario.world.map.name(place).to_owned(), rows))
    }

    fn show_whole(&self, what: &str, _: &dyn Seating) -> Option<Vec<Section>> {
        let words = |key, words: &str| vec![Section::new(key, "").with(Block::Words(words.to_owned()))];
        match what {
            "MAP" => Some(self.eye(None).standing()),
            "REQUESTS" => Some(match self.eye(None).requests() {
                none if none.is_empty() => words("requests", NO_REQUESTS),
                requests => vec![Section::of_rows("requests", "", requests)],
            }),
            "EVENTS" => Some(vec![Section::new("events", "").with(self.events())]),
            "LEDGER" => Some(match self.eye(None).ledger() {
                none if none.is_empty() => words("ledger", NO_LEDGER),
                sections => sections,
            }),
            _ => None,
        }
    }

    fn draws_whole(&self, what: &str) -> bool {
        what == "MAP"
    }

    fn show_with(
        &self,
        what: &str,
        seats: &dyn Seating,
        offices: &[(PlayerNo, Line)],
    ) -> Option<Vec<Section>> {
        self.with(self.asked_by_now(offices)).show_whole(what, seats)
    }
}

/// What a request asks in words of the language.
fn business(asked: &Request, names: &Names) -> Option<Business> {
    match read_power(&asked.words, names) {
        Ok(PowerOrder::Business(business)) => Some(business),
        _ => None,
    }
}

/// What is said where no request waits.
const NO_REQUESTS: &str = "None waits.";

/// What is said where no ledger is kept.
const NO_LEDGER: &str =
    "No ledger is kept in this game: its scenario has neither ledger = true nor tables of money.";
