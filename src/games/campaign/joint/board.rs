//! All that the house may ask of a campaign with ships. What is asked of brigades the land's table answers.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use crate::foresee::foresee;
use crate::joint::exchange::known_afloat;
use crate::joint::fleet::{Fleet, Kept};
use crate::joint::ran::JointRan;
use crate::joint::tell::SeaReport;
use crate::joint::welcome::first_letter;
use crate::joint::{JointTable, language_of, orders};
use crate::orders::{paper, read};
use crate::table::Table;
use fieldpost_door::{
    Assigns, Board, ClosedBook, Differs, Edited, Excess, Finished, Foreseen, Hand, Judge, Player, Refused,
    Roll, Rulebook, Tell, Written,
};
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_engine::touch::Touch;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_land::language::unit_of;
use fieldpost_land::orders::Office as Post;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_sea::foresight;
use fieldpost_sea::language as words;
use fieldpost_sea::machine::{self, Eyes};
use fieldpost_sea::orders::Office;
use fieldpost_sea::place::Place;

impl Board for JointTable {
    fn rulebook(&self) -> &'static Rulebook {
        self.book_of()
    }

    fn turn(&self) -> u32 {
        self.land.turn()
    }

    fn season(&self) -> String {
        self.land.season()
    }

    fn awaits_orders(&self) -> bool {
        self.land.awaits_orders()
    }

    fn calendar(&self) -> Option<Calendar> {
        self.land.calendar()
    }

    fn run(&self, book: &ClosedBook) -> Box<dyn Finished> {
        Box::new(JointRan::of(self, book.seats.clone(), orders::of_turn(self, book)))
    }

    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String> {
        Ok(Box::new(JointRan::of(self, read("seats", seats)?, read("orders", orders)?)))
    }

    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String> {
        Ok(Arc::new(self.with(read("position", position)?)))
    }

    fn position(&self) -> Vec<u8> {
        paper(&self.writing())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Roll for JointTable {
    fn players(&self) -> Vec<Player> {
        self.land.players()
    }

    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        self.land.are_friends(one, other)
    }

    fn of_party(&self, name: &str) -> Vec<PlayerNo> {
        self.land.of_party(name)
    }

    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        self.land.side(name)
    }

    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String> {
        self.land.officers(words, by)
    }

    fn pieces(&self) -> Vec<(Piece, Option<Seat>)> {
        let ships = self.fleet.state.ships.values().map(|ship| {
            let seat = Seat { commander: ship.commander, deputy: ship.deputy };
            (Piece::from(ship.id.to_string()), Some(seat))
        });
        self.all.pieces().into_iter().chain(ships).collect()
    }

    /// Who is on the Atlantic hears nothing (WISC 6.17), and who is aboard waits.
    fn wants_orders(&self, piece: &Piece) -> bool {
        match self.ship(piece) {
            Some(ship) => ship.is_active() && !matches!(ship.at, Place::Transit(..)),
            None => self.land.wants_orders(piece),
        }
    }

    fn members(&self, of: &Piece) -> Vec<Piece> {
        if JointTable::is_ship(of) { vec![of.clone()] } else { self.all.members(of) }
    }

    fn default_lines(&self, piece: &Piece) -> Vec<String> {
        if JointTable::is_ship(piece) {
            // What matters of rule 4.11.
            return ["CONTACT ACCEPT", "BATTLE ACCEPT"].map(String::from).to_vec();
        }
        self.all.default_lines(piece)
    }
}

impl Judge for JointTable {
    fn lexicon(&self) -> Lexicon {
        let land = self.all.lexicon();
        let ships = words::lexicon(&self.fleet.chart, words::Names::of(self.fleet.state.ships.values()));
        Lexicon { language: language_of(self.land.book), beside: vec![ships], ..land }
    }

    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        if JointTable::is_ship(block.piece) {
            return orders::strange(self, block.piece, block.lines);
        }
        self.all.refuses(block)
    }

    fn is_entitled(&self, block: Written<'_>) -> bool {
        !JointTable::is_ship(block.piece) && self.all.is_entitled(block)
    }

    fn bars(&self, right: Right, line: &Line) -> Option<String> {
        self.all.bars(right, line)
    }

    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<String> {
        match words::office(&order.words, &self.fleet.chart) {
            Ok(office) => self.fault_at_sea(by, &office),
            Err(_) => self.all.fault_of_office(by, order, seats),
        }
    }

    fn assigns(&self, order: &Line) -> Option<Assigns> {
        orders::assigns(self, order).or_else(|| self.all.assigns(order))
    }

    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        self.all.in_excess(seats)
    }

    fn excess(&self) -> Excess {
        self.all.excess()
    }

    fn faults_of_seats(&self, seats: &dyn Seating) -> Vec<(Piece, String)> {
        self.all.faults_of_seats(seats)
    }

    fn warnings(&self, piece: &Piece, lines: &[Line]) -> Vec<String> {
        let Some(ship) = self.ship(piece) else { return self.warnings_of_unit(piece, lines) };
        let chart = &self.fleet.chart;
        let orders: Vec<_> =
            lines.iter().filter_map(|line| words::any_order(&line.words, chart).ok()).collect();
        foresight::warnings(chart, &self.land.atlas, &self.fleet.state, ship, &orders)
    }

    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        let mut foreseen = foresee(&self.land, by, book, known_afloat(self, by, book));
        // What ships take aboard stands here as the ships' rehearsal has it: on land alone it would march.
        let at_sea = self.foresee_at_sea(by, book);
        foreseen.pieces.extend(at_sea.pieces);
        foreseen.offices.extend(at_sea.offices);
        foreseen
    }

    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        self.land.costs(by, book)
    }

    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        let land: Vec<_> = blocks.iter().filter(|block| !JointTable::is_ship(&block.0)).cloned().collect();
        self.land.consequences(&land)
    }
}

impl Hand for JointTable {
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused> {
        match self.edit_at_sea(words) {
            Some(edited) => edited,
            None => self.land.edit(words, insist, seats).map(|edited| self.edited(edited)),
        }
    }

    fn enlist(&self, name: &str, standing: &str, insist: bool) -> Result<Edited, Refused> {
        self.land.enlist(name, standing, insist).map(|edited| self.edited(edited))
    }

    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        let (table, land) = self.touched(touches)?;
        table.land.redo(&land).map(|board| table.on_land(&*board))
    }

    fn undo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        let (table, land) = self.touched(touches)?;
        table.land.undo(&land).map(|board| table.on_land(&*board))
    }

    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        let ships = touches.iter().filter_map(JointTable::touched_ship);
        let officers = ships.filter_map(|id| self.secretary(id.nation));
        let land: Vec<Touch> =
            touches.iter().filter(|touch| !touch.path.starts_with("/sea/")).cloned().collect();
        let mut concerned = self.land.concerned(&land);
        concerned.extend(officers);
        concerned.extend(touches.iter().flat_map(|touch| self.told_of(touch)));
        concerned.sort_unstable();
        concerned.dedup();
        concerned
    }

    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<Vec<(String, String)>, Refused> {
        if JointTable::is_ship(piece) {
            self.show_ship(piece, seats)
        } else {
            self.all.show_piece(piece, seats)
        }
    }

    fn show_place(&self, name: &str) -> Result<(String, Vec<(String, String)>), Refused> {
        match self.land.show_place(name) {
            Ok((name, mut rows)) => {
                rows.extend(self.show_port(&name).into_iter().flat_map(|port| port.1));
                Ok((name, rows))
            }
            Err(refused) => self.show_port(name).ok_or(refused),
        }
    }

    fn show_whole(&self, what: &str, seats: &dyn Seating) -> Option<Vec<String>> {
        self.show_at_sea(what).or_else(|| self.land.show_whole(what, seats))
    }
}

impl Tell for JointTable {
    fn welcome(&self, to: PlayerNo) -> Value {
        let mut told = self.land.welcome(to);
        if let (Some(told), Some(ships)) = (told.as_object_mut(), first_letter(self, to)) {
            let has_army = ships["units"].as_u64() != Some(0);
            told.insert("has_army".into(), has_army.into());
            told.insert("ships".into(), ships);
        }
        told
    }

    fn reminder(&self, to: PlayerNo, idle: &[Piece]) -> Value {
        let mut told = self.land.reminder(to, idle);
        let ships = idle.iter().filter_map(|piece| self.ship(piece)).map(|ship| {
            let at = self.fleet.chart.label(ship.at);
            serde_json::json!({ "id": ship.id.to_string(), "square": at, "tac": "", "place": "" })
        });
        if let Some(units) = told.get_mut("units").and_then(Value::as_array_mut) {
            units.extend(ships);
        }
        told
    }

    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError> {
        let Some(sea) = SeaReport::of(self, to, None, (wishes, shop)) else {
            return Err(PressError::NoPlayer(heading.player.clone()));
        };
        let report = self.land.position_report(to, &sea.heading(heading), wishes, shop)?;
        Ok(sea.completed(report))
    }

    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String> {
        let before: Kept = read("position", before)?;
        let land = crate::table::Position::Land(before.land);
        self.land.differences(&paper(&land), to)
    }

    fn machine_letters(&self, players: &[PlayerNo], game: &str) -> Vec<Option<String>> {
        let Fleet { chart, state, .. } = &self.fleet;
        let eyes = Eyes { chart, atlas: &self.land.atlas, state, ashore: &self.ashore() };
        let land = self.land.machine_letters(players, game);
        let with_ships = |(player, letter): (&PlayerNo, Option<String>)| {
            let ships = machine::blocks(&eyes, *player);
            let offices = machine::offices(&eyes, *player);
            let turn = self.land.state.turn;
            let head = || {
                Some(format!("GAME {game}\nTURN {turn}\nPLAYER {}\n", self.land.state.player(*player)?.name))
            };
            match (letter, ships.is_empty() && offices.is_empty()) {
                (letter, true) => letter,
                (Some(letter), false) => Some(with_blocks(&letter, &offices, &ships)),
                (None, false) if self.awaits_orders() => Some(format!("{}{offices}{ships}END\n", head()?)),
                (None, false) => None,
            }
        };
        players.iter().zip(land).map(with_ships).collect()
    }
}

/// A machine's letter with lines of a secretary's behind its head, and blocks for ships before its end.
fn with_blocks(letter: &str, offices: &str, ships: &str) -> String {
    let mut whole = String::new();
    for line in letter.lines().filter(|line| *line != "END") {
        whole += line;
        whole.push('\n');
        whole += if line.starts_with("PLAYER ") { offices } else { "" };
    }
    whole + ships + "END\n"
}

impl JointTable {
    /// What is to be said of a unit's orders: of one that is on no map that they wait for its landing, and no rest that it has there.
    fn warnings_of_unit(&self, piece: &Piece, lines: &[Line]) -> Vec<String> {
        match unit_of(piece).and_then(|id| self.fleet.away.get(&id)) {
            Some(_) if lines.is_empty() => Vec::new(),
            Some(away) => {
                let whereabouts = self.whereabouts(away);
                vec![format!(
                    "{piece} is {whereabouts} and does what is ordered here only if it lands in this turn, in the last tactical phase \
                     (WISC 9.4)"
                )]
            }
            None => self.all.warnings(piece, lines),
        }
    }

    /// Why a player may not give this order of a Naval Secretary's, in a clause (WISC 2.3, N-69).
    fn fault_at_sea(&self, by: PlayerNo, order: &Office) -> Option<String> {
        let own = self.land.state.player(by).map(|player| player.nation)?;
        if self.secretary(own) != Some(by) {
            let post = self.land.book.title(&Post::NavalMinister);
            return Some(format!("only the {post} may order this (WISC 2.3)"));
        }
        let mut ships = match order {
            Office::Assign(id, ..) | Office::Inactivate(id) => vec![*id],
            Office::Repair(ids, _) => ids.clone(),
            _ => Vec::new(),
        };
        ships.retain(|id| id.nation != own || !self.fleet.state.ships.contains_key(id));
        let crosses = || match order {
            Office::Inactivate(id) if self.crosses(*id) => Some(format!("{id}: {}", orders::ON_THE_ATLANTIC)),
            _ => None,
        };
        ships.first().map(|id| format!("{id} is no ship of {}", own.words())).or_else(crosses)
    }

    /// A hand edit of the land's, on this table.
    fn edited(&self, edited: Edited) -> Edited {
        Edited { board: self.on_land(&*edited.board), ..edited }
    }

    /// This table with the land of another.
    fn on_land(&self, board: &dyn Board) -> Arc<dyn Board> {
        match Table::of(board) {
            Some(table) => Arc::new(self.with_land((*table.state).clone())),
            None => Arc::new(self.clone()),
        }
    }
}
