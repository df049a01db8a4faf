//! Words that no map knows, in letters that ASCII lacks, at every place of every order and command of every game: the answer is
//! a complaint with its place, and never a fault of the program.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::{Board, Written};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_games::RULEBOOKS;
use fieldpost_grammar::command::{Command, Show, commands, read_ga_letter};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{forms, read_letter, read_office};

/// Letters of two, three and four bytes, marks that combine, what grows when it is made a capital, and what ends lines.
const ODD: [&str; 5] = ["Ärmel", "e\u{301}\u{323}", "🚢", "ǆİ", "N\u{2028}ß"];

/// As the board deals pieces out.
struct Dealt(BTreeMap<Piece, Seat>);

impl Seating for Dealt {
    fn of(&self, piece: &Piece) -> Option<Seat> {
        self.0.get(piece).copied()
    }

    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right> {
        self.of(piece).filter(|seat| seat.commander == player).map(|_| Right::Commander)
    }

    fn assigned(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        self.0.clone()
    }
}

/// A line with an odd word in the place of each of its words, and behind it.
fn odd_lines(example: &str) -> Vec<String> {
    let words = example.split(' ').collect::<Vec<_>>();
    let mut lines = Vec::new();
    for at in 0..words.len() {
        for odd in ODD {
            for word in [odd.to_owned(), format!("{}{odd}", words[at])] {
                let mut line = words.clone();
                line[at] = &word;
                lines.push(line.join(" "));
            }
        }
    }
    lines
}

/// A game as its desk has it: the board, its names, and who commands what.
struct Desk {
    board: Arc<dyn Board>,
    lexicon: Lexicon,
    seats: Dealt,
    /// A piece of each kind, with its commander.
    pieces: Vec<(Piece, PlayerNo)>,
}

impl Desk {
    fn of(scenario: &str) -> Self {
        let texts = RULEBOOKS.scenario(scenario).unwrap();
        let opening = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap();
        let board = opening.board.with(1);
        let dealt = board.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?)));
        let seats = Dealt(dealt.collect());
        let mut kinds = BTreeMap::new();
        for (piece, seat) in &seats.0 {
            let name = piece.to_string();
            let kind = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
            let kind = kind.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
            kinds.entry(kind).or_insert((piece.clone(), seat.commander));
        }
        let lexicon = Lexicon { players: vec!["Ann".into(), "Jörg".into()], ..board.lexicon() };
        Desk { board, lexicon, seats, pieces: kinds.into_values().collect() }
    }

    /// A line as an order of a piece, and whatever the desk asks of the board when it is one.
    fn order(&self, line: &str, (piece, by): &(Piece, PlayerNo)) {
        let letter = read_letter(&format!("UNIT {piece}\n{line}\nEND"), &self.lexicon);
        for block in &letter.units {
            let lines = block.orders.as_slice();
            self.board.refuses(Written { by: *by, piece: &block.piece, lines, seats: &self.seats });
            let _ = self.board.advice(&block.piece, lines);
        }
        for order in &letter.offices {
            let _ = self.board.fault_of_office(*by, order, &self.seats);
        }
        let _ = read_office(line, &self.lexicon);
    }

    /// A line as a command, and the hand edit that it may be.
    fn command(&self, lines: &str) {
        for read in read_ga_letter(lines, &self.lexicon).commands {
            let _ = match &read.what.command {
                Command::Edit(edit) => self.board.edit(&edit.words, true, &self.seats).map(drop),
                Command::Show(Show::Place(_, name)) => self.board.show_place(name).map(drop),
                Command::Show(Show::Piece(_, piece)) => self.board.show_piece(piece, &self.seats).map(drop),
                Command::Show(Show::Whole(what)) => {
                    self.board.show_whole(what, &self.seats);
                    Ok(())
                }
                Command::AddPlayer { player, standing, .. } => {
                    self.board.enlist(player, standing, true).map(drop)
                }
                _ => Ok(()),
            };
        }
    }
}

/// Of a land war, of one with ships, and of the board game: in tests of their own, since they take their time.
fn orders_of(scenario: &str) {
    let desk = Desk::of(scenario);
    let language = desk.lexicon.language;
    for form in forms(language) {
        for (place, line) in odd_lines(&language.text(form.example)).iter().enumerate() {
            desk.order(line, &desk.pieces[place % desk.pieces.len()]);
        }
    }
}

/// The same of commands, with the pieces of their examples and with one that there is: of that more is looked at.
fn commands_of(scenario: &str) {
    let desk = Desk::of(scenario);
    let language = desk.lexicon.language;
    let piece = desk.pieces[0].0.to_string();
    for form in commands(language) {
        let example = language.text(form.example);
        let named = example.split(' ').map(|word| if is_id(word) { piece.as_str() } else { word });
        let named = named.collect::<Vec<_>>().join(" ");
        odd_lines(&example).iter().chain(&odd_lines(&named)).for_each(|line| desk.command(line));
    }
}

#[test]
fn no_odd_word_in_an_order_of_a_land_war_stops_the_program() {
    orders_of("demo");
}

#[test]
fn no_odd_word_in_an_order_of_ships_stops_the_program() {
    orders_of("hampton-roads-1862");
}

#[test]
fn no_odd_word_in_an_order_of_the_board_game_stops_the_program() {
    orders_of("italy-1494");
}

#[test]
fn no_odd_word_in_a_command_of_a_land_war_stops_the_program() {
    commands_of("demo");
}

#[test]
fn no_odd_word_in_a_command_of_ships_stops_the_program() {
    commands_of("hampton-roads-1862");
}

#[test]
fn no_odd_word_in_a_command_of_the_board_game_stops_the_program() {
    commands_of("italy-1494");
}

fn is_id(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.contains(|c: char| c.is_ascii_digit())
}

/// The two that were found in a war.
#[test]
fn a_seas_name_and_a_wind_with_an_umlaut_are_told_as_such() {
    let desk = Desk::of("hampton-roads-1862");
    let ship = desk.pieces.iter().map(|(piece, _)| piece.to_string()).find(|name| name.contains("SL"));
    let ship = ship.unwrap_or_else(|| desk.pieces[0].0.to_string());
    for words in ["SAIL Ärmel", "HARBOR Übersee", "RIVER Österbach", "ATTACH TO Éclair"] {
        let letter = read_letter(&format!("SHIP {ship}\n{words}\nHALT ON ENEMY\nEND"), &desk.lexicon);
        let block = &letter.units[0];
        let said = block.complaints.iter().find(|said| said.span.line == 2).unwrap();
        assert!(said.why.contains(words.split(' ').next_back().unwrap()), "{said:?}");
        assert!(said.why.starts_with(char::is_uppercase), "{said:?}");
    }
    let refused = desk.board.edit("SET WIND MAC Östlich heavy", true, &desk.seats).unwrap_err();
    assert!(format!("{refused:?}").contains("expected N, E, S or W, found"), "{refused:?}");
    assert!(desk.board.edit("SET WIND MAC east heavy", true, &desk.seats).is_ok());
}
