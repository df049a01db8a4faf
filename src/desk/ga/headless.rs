//! A letter without the line GA from somebody who is registered as a game administrator, or with an administrator's password in
//! it: nothing of it is done, and the registered address is told how it is written.
//!
//! Whoever sent it learns nothing by that: what goes to other addresses is the same whether the password is right or not.

use crate::answer::{Answer, To, Weight};
use crate::arrived::{Arrived, Class, Trust};
use crate::ga::record::Administrator;
use crate::ga::telling::words_answer;
use crate::game::GameRecord;
use crate::identity::head_password;
use crate::password::Memory;
use crate::record::Verdict;
use crate::verdict::{Judgement, stopped};
use fieldpost_grammar::letter::Letter;

/// Hashes that are computed at most to find whose password it is.
const MOST_CHECKS: u32 = 4;

/// Why nothing is done, in a clause.
const NO_HEAD: &str = "the line GA is missing, without which no letter is one of commands";

/// A letter of whom nothing is known but its sender's address, if that is an administrator's: of the game that it is for, and
/// where it is for none, or for one in which nobody is registered there, of any in which the sender does not play.
pub fn judge(games: &[&GameRecord], chosen: Option<&GameRecord>, arrived: &Arrived) -> Option<Judgement> {
    let from = arrived.from.as_deref()?;
    let plays = |game: &GameRecord| game.players_at(from).next().is_some();
    let of_chosen = chosen.filter(|game| plays(game) || game.administrators_at(from).next().is_some());
    let (game, one) = match of_chosen {
        Some(game) if plays(game) => return None,
        Some(game) => registered(&[game], arrived)?,
        None if games.iter().any(|game| plays(game)) => return None,
        None => registered(games, arrived)?,
    };
    let mut judgement = Judgement::bare(Verdict::Refused(NO_HEAD.into()));
    judgement.game = Some(game.name().clone());
    if arrived.trust != Trust::Failed {
        judgement.answers.push(answer(game, one, arrived, None));
    }
    Some(judgement)
}

/// The first administrator who is registered under a letter's sender's address.
pub fn registered<'a>(
    games: &[&'a GameRecord],
    arrived: &Arrived,
) -> Option<(&'a GameRecord, &'a Administrator)> {
    let from = arrived.from.as_deref()?;
    games.iter().find_map(|game| Some((*game, game.administrators_at(from).next()?)))
}

/// The administrator whose password stands in a letter that is nobody's, and that begins with a command. What is wrong is
/// counted against nobody: most such passwords are players', and whoever tries them is told nothing.
pub fn owner_of_password<'a>(
    game: &'a GameRecord,
    letter: &Letter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Option<&'a Administrator> {
    let is_likely = arrived.first_command.is_some()
        && letter.player.is_none()
        && arrived.class == Class::Human
        && arrived.trust != Trust::Failed;
    let secret = head_password(letter, arrived).filter(|_| is_likely)?;
    let mut checks = MOST_CHECKS;
    game.administration.administrators.iter().find(|one| {
        let password = one.account.password_at(&arrived.receipt);
        password.is_some_and(|password| memory.verify(secret, &password.hash, &mut checks) == Some(true))
    })
}

/// The owner of the right password is told, beside whoever is told as ever.
pub fn tell_owner(judgement: &mut Judgement, game: &GameRecord, one: &Administrator, arrived: &Arrived) {
    let is_theirs = |answer: &Answer| match &answer.to {
        To::Player { address, .. } | To::Sender { address } => one.account.is_registered_at(address),
        To::Ga | To::AsStored => false,
    };
    judgement.answers.retain(|answer| !is_theirs(answer));
    judgement.answers.push(answer(game, one, arrived, None));
    judgement.verdict = Verdict::Refused(NO_HEAD.into());
    judgement.game = Some(game.name().clone());
}

/// What an administrator is answered who left out the line GA, or of whom the letter does not say for which game it is.
pub fn answer(game: &GameRecord, one: &Administrator, arrived: &Arrived, why: Option<&str>) -> Answer {
    let (name, account) = (&game.name().0, &one.account);
    let is_here = arrived.from.as_deref().is_some_and(|from| account.is_registered_at(from));
    let from =
        arrived.from.as_deref().filter(|_| !is_here).map(|from| format!(" from {from}")).unwrap_or_default();
    let received = game.received(&arrived.receipt).local;
    let why = stopped(why.unwrap_or(NO_HEAD));
    let first = arrived.first_command.as_deref().unwrap_or("(your commands)");
    let last = if is_here {
        "The line HELP in place of your commands lists all of them."
    } else {
        "It held your right password. If it was not yours, somebody else knows that: send NEW PASSWORD."
    };
    let words = format!(
        "A letter of yours was received {received}{from}. You are {} of this game, {}, and nothing of the letter was done: \
         {why} Send it once more with these lines above the rest:\n\n    GAME {name}\n    GA {}\n    PASSWORD (your \
         password)\n    {first}\n\n{last}",
        one.role.with_article(),
        account.name,
        account.name,
    );
    let title = "Nothing was done: the line GA is missing";
    Answer { weight: Weight::Error, errors: 1, ..words_answer(game, account, title, &words) }
}
