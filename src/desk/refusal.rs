//! The answer to a letter that was refused as a whole.

use crate::account::{helps, reading};
use crate::answer::{Answer, Body, Refusal, RefusalReason, To, Weight};
use crate::arrived::{Arrived, Trust};
use crate::ga::headless;
use crate::game::GameRecord;
use crate::head::{Choice, games_of_sender};
use fieldpost_grammar::letter::Letter;

/// The answer to a letter of which nobody was authenticated: to the registered player whose address it
/// bears, else to the stranger, if it may have one at all (rows 9, 13, 17). Where the sender's server says
/// that the address is forged there is none: it would go to somebody who wrote nothing.
pub fn refusal(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
    reason: RefusalReason,
    words: &str,
) -> Option<Answer> {
    let address = arrived.from.as_deref().filter(|_| arrived.trust != Trust::Failed)?;
    let all: Vec<&GameRecord> = games_of_sender(games, arrived).collect();
    let here = all.iter().copied().filter(|game| game.administration.moved_to.is_none()).collect::<Vec<_>>();
    let of_sender = if here.is_empty() { all } else { here };
    let registered = of_sender.first().and_then(|game| game.players_at(address).next());
    if let (None, Some((game, one))) = (registered, headless::registered(games, arrived)) {
        let is_astray = matches!(
            reason,
            RefusalReason::WhichGame | RefusalReason::UnknownGame | RefusalReason::GamesConflict
        );
        return Some(headless::answer(game, one, arrived, is_astray.then_some(words)));
    }
    let (to, weight) = match registered {
        Some((_, account)) => {
            let to = To::Player { name: account.name.clone(), address: account.email.clone() };
            (to, Weight::Error)
        }
        None if arrived.suppress || arrived.unvouched => return None,
        None => (To::Sender { address: address.to_string() }, Weight::Stranger),
    };
    let meant = meant(&of_sender, choice);
    let several = if meant.len() > 1 { meant.as_slice() } else { &[] };
    let body = Body::Refusal(Refusal {
        reason,
        words: words.to_string(),
        games: of_sender.iter().map(|game| game.name().0.clone()).collect(),
        among: several.iter().map(|game| game.name().clone()).collect(),
        names_several: matches!(choice, Choice::Conflict(..)),
        orders_in_quote: arrived.ignored.orders_in_it,
        help: helps(letter),
        reading: registered.and_then(|_| reading(letter, arrived)),
    });
    let errors = u32::from(reason != RefusalReason::None);
    let game = meant.first().filter(|_| meant.len() == 1);
    let (turn, game) = (game.map(|game| game.book.turn), game.map(|game| game.name().clone()));
    Some(Answer { to, game, turn, weight, errors, replaceable: false, body })
}

/// The games by whose words a player is answered: those that the letter is for, as far as the sender plays there, else all in which
/// the sender plays.
fn meant<'a>(of_sender: &[&'a GameRecord], choice: &Choice) -> Vec<&'a GameRecord> {
    let is_for = |game: &&GameRecord| match choice {
        Choice::Game(name) => game.name() == name,
        Choice::Conflict(one, other) => [one, other].contains(&game.name()),
        Choice::Unsaid | Choice::Unknown(_) => false,
    };
    let meant: Vec<&GameRecord> = of_sender.iter().copied().filter(is_for).collect();
    if meant.is_empty() { of_sender.to_vec() } else { meant }
}
