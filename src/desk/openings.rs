//! `LIST GAMES`: what is played here and where a seat is free, for whoever asks. Nothing else of a game is told to strangers.

use crate::answer::{Answer, Body, To, Weight};
use crate::arrived::{Arrived, Class, Trust};
use crate::ga::answer::WordsNotice;
use crate::game::GameRecord;
use crate::record::{Account, Verdict};
use crate::verdict::Judgement;
use fieldpost_door::Player;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_grammar::letter::{self, Letter};

/// Games that one list names at most.
const MOST_GAMES: usize = 20;

const TITLE: &str = "The games here";

/// Seats that wait for somebody: those that the machine plays for nobody, and those of players who have resigned.
pub fn free_seats(game: &GameRecord) -> impl Iterator<Item = (PlayerNo, &Player)> {
    let is_free = |account: &Account| {
        let is_nobodys = account.machine && account.email.is_empty();
        !account.is_closed() && (is_nobodys || account.tenure.resigned_ms.is_some())
    };
    game.numbered_players().filter(move |(_, player)| game.account(&player.name).is_some_and(is_free))
}

/// The free seats of a game, each with whom it plays for; a clause.
pub fn words_of_seats(game: &GameRecord) -> String {
    let seats = free_seats(game).map(|(_, player)| format!("{} ({})", player.name, player.party));
    let seats = seats.collect::<Vec<_>>();
    match seats.is_empty() {
        true => "no seat is free now, and who signs up waits for one".to_owned(),
        false => format!("free seats: {}", seats.join(", ")),
    }
}

/// Games in which somebody may ask for a seat.
fn open<'a>(games: &'a [&GameRecord]) -> impl Iterator<Item = &'a GameRecord> {
    let is_open =
        |game: &&GameRecord| game.over().is_none() && !game.administration.administrators.is_empty();
    games.iter().copied().filter(is_open)
}

/// What is played here, and how a seat is asked for: paragraphs.
pub fn words(games: &[&GameRecord]) -> String {
    let of_game = |game: &GameRecord| {
        let turn = game.book.turn;
        let stands = match turn {
            1 => "it has not begun, or is in its first turn".to_owned(),
            _ => format!("turn {turn} is open, until {}", game.stamp(game.settings.deadline_ms).local),
        };
        format!("{}, \"{}\": {stands}; {}.", game.name().0, game.opening.title, words_of_seats(game))
    };
    let mut parts: Vec<String> = open(games).take(MOST_GAMES).map(of_game).collect();
    let more = open(games).count().saturating_sub(MOST_GAMES);
    if more > 0 {
        parts.push(format!("And {more} more."));
    }
    match parts.is_empty() {
        true => "No game here is open to newcomers now.".to_owned(),
        false => format!("{}\n\n{}", parts.join("\n\n"), how_to_sign_up(games)),
    }
}

/// How a seat is asked for, with the name of the game where there is only one.
pub fn how_to_sign_up(games: &[&GameRecord]) -> String {
    let names = open(games).map(|game| game.name().0.as_str()).collect::<Vec<_>>();
    let of_game = match names.as_slice() {
        [only] => format!("    GAME {only}\n"),
        _ => "    GAME (the name of the game)\n".to_owned(),
    };
    format!(
        "To ask for a seat in a game, send a letter with\n\n{of_game}    SIGN UP\n\nin it; behind SIGN UP may stand a name and FOR and the \
         nation that you would like to play. A mail comes back with a word that confirms your address; then the game administrator \
         hears of you, and another mail says how it went. OBSERVE in the place of SIGN UP asks to look on."
    )
}

/// Whether a letter asks for the list.
pub fn asks(letter: &Letter) -> bool {
    letter.accounts.iter().any(|read| read.what == letter::Account::ListGames)
}

/// A letter without a password that asks for the list and orders nothing.
pub fn judged(games: &[&GameRecord], letter: &Letter, arrived: &Arrived) -> Option<Judgement> {
    let orders = !(letter.units.is_empty() && letter.offices.is_empty() && letter.presses.is_empty());
    let is_sound = arrived.class == Class::Human && arrived.trust != Trust::Failed;
    let address = arrived.from.clone().filter(|_| asks(letter) && !orders && is_sound)?;
    let mut judgement = Judgement::bare(Verdict::Obeyed);
    if !arrived.suppress {
        judgement.answers.push(listed(games, To::Sender { address }, Weight::Stranger));
    }
    Some(judgement)
}

/// The list as a mail.
pub fn listed(games: &[&GameRecord], to: To, weight: Weight) -> Answer {
    Answer {
        to,
        game: None,
        turn: None,
        weight,
        errors: 0,
        replaceable: false,
        body: Body::Words(WordsNotice::plain(TITLE, words(games))),
    }
}
