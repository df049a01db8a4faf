//! The grand scenario of 1492: ten turns of the board game by machine, with letters of its powers between the rounds and a referee's script.
//! In the suite three turns are played, with `FIELDPOST_LONG` all ten.

use std::sync::Arc;

use fieldpost_door::{Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Nobody;

use fieldpost_europa::board::Table;
use fieldpost_print::section::Block;

use super::tournament::{letters, read_into};

/// What is played, with what was counted on the way.
struct Game {
    board: Arc<dyn Board>,
    slips: usize,
    granted: usize,
    refused: usize,
    events: u32,
    revealed: usize,
    rounds: usize,
}

fn table(board: &dyn Board) -> Table {
    Table::of(board).expect("a game of Europa").clone()
}

impl Game {
    /// The referee's hand, which must be done; whoever insists on nothing breaks no limit.
    fn hand(&mut self, words: &str, book: &ClosedBook) {
        let done = self.board.edit_with(words, false, &Nobody, &book.offices);
        self.board = done.unwrap_or_else(|why| panic!("{words}: {why:?}")).board;
    }

    /// Grants what can be granted, and refuses the rest.
    fn answer(&mut self, book: &ClosedBook) {
        for number in open_requests(&*self.board, book) {
            let granted = format!("GRANT REQUEST {number}");
            match self.board.edit_with(&granted, false, &Nobody, &book.offices) {
                Ok(done) => (self.board, self.granted) = (done.board, self.granted + 1),
                Err(_) => {
                    self.hand(&format!("REFUSE REQUEST {number} it cannot be"), book);
                    self.refused += 1;
                }
            }
        }
    }

    /// The letters of all powers for a phase without rounds, one line each.
    fn asked(&mut self, line: impl Fn(&str, &str) -> String) -> ClosedBook {
        let (mut book, board) = (ClosedBook::default(), Arc::clone(&self.board));
        let seats = table(&*board).scenario.players.clone();
        for (number, (player, power)) in seats.iter().enumerate() {
            let number = PlayerNo(u16::try_from(number).unwrap());
            let next = &seats[(usize::from(number.0) + 1) % seats.len()].1;
            let text = format!("PLAYER {player}\n{}\n", line(power, next));
            self.slips += read_into(&*board, &mut book, number, &text);
        }
        let is_sound = |(by, line): &(PlayerNo, _)| board.fault_of_office(*by, line, &Nobody).is_none();
        book.offices.retain(is_sound);
        book
    }

    fn run(&mut self, book: &ClosedBook) {
        self.board = self.board.run(book).board();
        let table = table(&*self.board);
        assert_eq!(table.position.out_of_balance(), [], "deadline {}", table.position.deadline);
        let again = self.board.at(&self.board.position()).unwrap();
        assert_eq!(again.position(), self.board.position());
    }

    fn phase(&mut self, name: &str, turn: u32) {
        match name {
            "Events" => {
                let none = ClosedBook::default();
                if turn <= 10 {
                    self.hand(&format!("EVENT {turn}"), &none);
                    self.events += 1;
                }
                self.hand("ROLL 1d10 FOR FRA stability", &none);
                self.run(&none);
            }
            "Diplomacy" => {
                let offers = |power: &str, next: &str| match turn % 2 {
                    0 => format!("OFFER PEACE TO {next}\nDECLARE SEALED {power} keeps the peace"),
                    _ => format!("SUBSIDY 5 TO {next}\nDECLARE SEALED {power} takes the field"),
                };
                let book = self.asked(offers);
                self.answer(&book);
                self.hand("REVEAL", &book);
                self.revealed += table(&*self.board).position.opened.len();
                self.run(&book);
            }
            "Administration" => {
                let capitals = |power: &str, _: &str| {
                    let at = match power {
                        "FRA" => "ile-de-france",
                        "SPA" => "new-castile",
                        "ENG" => "london",
                        "VEN" => "venice",
                        "TUR" => "constantinople",
                        "RUS" => "moscow",
                        "POL" => "little-poland",
                        _ => "lisbon",
                    };
                    if turn.is_multiple_of(3) { format!("FORTIFY {at} 4") } else { format!("BUY LD IN {at}") }
                };
                let book = self.asked(capitals);
                self.answer(&book);
                self.run(&book);
            }
            _ => self.run(&ClosedBook::default()),
        }
    }
}

/// What waits for an answer, by its number.
fn open_requests(board: &dyn Board, book: &ClosedBook) -> Vec<u32> {
    let shown = board.show_with("REQUESTS", &Nobody, &book.offices).unwrap_or_default();
    let blocks = shown.iter().flat_map(|section| &section.blocks);
    let rows = blocks.filter_map(|block| if let Block::Rows(rows) = block { Some(rows) } else { None });
    let numbers = rows.flatten().filter_map(|row| row.head.parse().ok());
    let answered = table(board).position;
    let waits = |number: &u32| answered.requests.get(number).is_none_or(|request| request.answer.is_none());
    numbers.filter(waits).collect()
}

fn played(turns: u32) -> Game {
    let text = fieldpost_europa::EUROPA.scenarios.iter().find(|(path, _)| path.contains("/1492/")).unwrap().1;
    let texts = [("scenario.toml".to_owned(), text.to_owned())].into();
    let board = (fieldpost_europa::EUROPA.scenario)(&texts).unwrap().board.with(1492);
    let mut game = Game { board, slips: 0, granted: 0, refused: 0, events: 0, revealed: 0, rounds: 0 };
    loop {
        let Table { scenario, position, .. } = table(&*game.board);
        let course = &scenario.world.course;
        if position.over || course.turn(&position) > turns {
            return game;
        }
        if position.interphase {
            let name = course.open(&position).unwrap().name.clone();
            game.phase(&name, course.turn(&position));
        } else {
            let (book, slips) = letters(&*game.board);
            game.slips += slips;
            game.rounds += 1;
            game.run(&book);
        }
    }
}

#[test]
fn the_grand_scenario_is_played_by_machines_and_a_referees_script() {
    let turns = if std::env::var_os("FIELDPOST_LONG").is_some() { 10 } else { 3 };
    let game = played(turns);
    let Table { position, .. } = table(&*game.board);
    let counts = (game.rounds, game.granted, game.refused, game.revealed);
    println!("{turns} turns, rounds, granted, refused, revealed: {counts:?}");
    assert_eq!((game.slips, game.events, position.over), (0, turns, turns == 10));
    let all = usize::try_from(turns).unwrap();
    assert!((2 * all..=4 * all).contains(&game.rounds), "{counts:?}");
    assert_eq!(game.revealed, 8 * all);
    assert!(game.granted > 4 * all, "{counts:?}");
    assert!(position.powers.values().any(|power| power.points > 0), "turns are counted");
}
