//! For which game and which turn a letter is (hazard row 35; decision M-04).

use std::cmp::Ordering;

use crate::arrived::{Arrived, Signer, TurnTag};
use crate::early;
use crate::game::GameRecord;
use crate::identity::by_signature;
use crate::record::GameName;
use crate::stamp::Millis;
use fieldpost_catalogue::Said;
use fieldpost_grammar::Head;
use fieldpost_grammar::letter::Letter;

/// By how much the clock of a signer may be behind ours: an hour.
const CLOCK_SLACK_MS: i64 = 3_600_000;

/// For which game a letter is. It is chosen once, from envelope and head ([`choose`]): the letter is read by that game's
/// map and names, and judged in no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Game(GameName),
    /// It names none, and there are several.
    Unsaid,
    /// It names one that is not played here.
    Unknown(String),
    /// It names two at once.
    Conflict(GameName, GameName),
}

impl Choice {
    fn of(game: &GameRecord) -> Self {
        Choice::Game(game.name().clone())
    }

    /// The game's record among those that are open.
    pub fn among<'a>(&self, games: &[&'a GameRecord]) -> Option<&'a GameRecord> {
        let Choice::Game(name) = self else { return None };
        games.iter().copied().find(|game| game.name() == name)
    }
}

/// The game of a letter: from its GAME line, else the plus tag of the address it was sent to, else its
/// Subject, else the only game there is (one that went to another post office is none beside others), else the only one in which the sender's address is registered (as a game
/// administrator's, if the letter is one of commands), else that of these of which the mail is that the letter answers. Where two
/// of the first three name different games, the letter is refused. A sender who plays in no game is looked for among the
/// administrators. Under a signature instead of a password only what is signed names the game: its GAME line, else the only game
/// in which the signer is registered.
pub fn choose(games: &[&GameRecord], head: &Head, arrived: &Arrived) -> Choice {
    let signer = arrived.signer().filter(|_| !head.has_password);
    let from = arrived.from.clone().into_iter().collect();
    let addresses: Vec<String> = signer.map_or(from, |signer| signer.addresses.clone());
    let plays = |game: &GameRecord, address: &str| game.players_at(address).next().is_some();
    // Who plays nowhere here may administer: the line GA is easily forgotten.
    let is_player = addresses.iter().any(|address| games.iter().any(|game| plays(game, address)));
    let is_registered = |game: &GameRecord, address: &str| match head.is_ga || !is_player {
        true => game.administrators_at(address).next().is_some(),
        false => plays(game, address),
    };
    let is_known = |game: &GameRecord| addresses.iter().any(|address| is_registered(game, address));
    let named = match named(games, head, arrived) {
        Ok(named) => named,
        Err(unknown) => return unknown,
    };
    match named.as_slice() {
        [] => unnamed(games, arrived.answers.as_ref().filter(|_| signer.is_none()), is_known),
        [_, ..] if head.game.is_none() && signer.is_some() => named_outside(games, &named, is_known),
        [first, others @ ..] => agreed(first, others),
    }
}

/// The game of a letter of which is known already in which game it holds a right password: that one, unless the letter
/// itself names another.
pub fn choose_proven(games: &[&GameRecord], head: &Head, arrived: &Arrived, proven: &GameRecord) -> Choice {
    named(games, head, arrived).map_or_else(|unknown| unknown, |named| agreed(proven, &named))
}

/// The games that a letter names: in its GAME line, by the plus tag and in its Subject, in this order.
fn named<'a>(
    games: &[&'a GameRecord],
    head: &Head,
    arrived: &Arrived,
) -> Result<Vec<&'a GameRecord>, Choice> {
    let mut named = Vec::new();
    if let Some(words) = head.game.as_deref().map(str::trim) {
        match games.iter().find(|game| goes_by(game, words)) {
            Some(game) => named.push(*game),
            None => return Err(Choice::Unknown(words.to_owned())),
        }
    }
    named.extend(arrived.tags.iter().filter_map(|tag| games.iter().find(|game| is_named(game, tag))));
    named.extend(in_subject(games, &arrived.subject));
    Ok(named)
}

fn agreed(first: &GameRecord, others: &[&GameRecord]) -> Choice {
    match others.iter().find(|other| other.name() != first.name()) {
        Some(other) => Choice::Conflict(first.name().clone(), other.name().clone()),
        None => Choice::of(first),
    }
}

fn unnamed(
    games: &[&GameRecord],
    answered: Option<&TurnTag>,
    is_known: impl Fn(&GameRecord) -> bool,
) -> Choice {
    // One that went to another post office is meant by who names it, and by who has no other here.
    let is_here = |game: &&GameRecord| game.administration.moved_to.is_none();
    let known: Vec<&GameRecord> = games.iter().copied().filter(|game| is_known(game)).collect();
    let here: Vec<&GameRecord> = known.iter().copied().filter(is_here).collect();
    let of_sender = if here.is_empty() { known } else { here };
    let mut open = games.iter().copied().filter(is_here);
    let only = match games {
        [only] => Some(*only),
        _ => open.next().filter(|_| open.next().is_none() && of_sender.is_empty()),
    };
    if let Some(only) = only {
        return Choice::of(only);
    }
    let is_answered =
        |game: &&&GameRecord| answered.is_some_and(|mail| mail.game.as_ref() == Some(game.name()));
    match of_sender.as_slice() {
        [only] => Choice::of(only),
        several => several.iter().find(is_answered).map_or(Choice::Unsaid, |game| Choice::of(game)),
    }
}

/// A signed letter whose game stands in its address or Subject alone: who passes it on can change those, so they
/// count only if they name the one game that it can be for.
fn named_outside(
    games: &[&GameRecord],
    named: &[&GameRecord],
    is_known: impl Fn(&GameRecord) -> bool,
) -> Choice {
    let mut of_signer = games.iter().filter(|game| is_known(game));
    match (of_signer.next(), of_signer.next()) {
        (Some(only), None) if named.iter().all(|game| game.name() == only.name()) => Choice::of(only),
        _ => Choice::Unsaid,
    }
}

/// The games in which the sender's address is registered.
pub fn games_of_sender<'a, 'b>(
    games: &'b [&'a GameRecord],
    arrived: &'b Arrived,
) -> impl Iterator<Item = &'a GameRecord> + use<'a, 'b> {
    let from = arrived.from.as_deref().unwrap_or_default();
    games.iter().copied().filter(move |game| game.players_at(from).next().is_some())
}

fn goes_by(game: &GameRecord, words: &str) -> bool {
    is_named(game, words) || game.opening.title.eq_ignore_ascii_case(words)
}

fn is_named(game: &GameRecord, words: &str) -> bool {
    game.name().0.eq_ignore_ascii_case(words)
}

/// The games that a Subject names, word by word, such as `Re: [bohemia-1866 T4] Receipt`.
fn in_subject<'a>(games: &[&'a GameRecord], subject: &str) -> Vec<&'a GameRecord> {
    subject
        .split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
        .filter_map(|word| games.iter().copied().find(|game| is_named(game, word)))
        .collect()
}

/// Why the orders of a letter are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shut {
    /// In an English sentence.
    pub words: String,
    /// In few words, as far as it is told in other languages.
    pub said: Option<Said>,
}

impl From<String> for Shut {
    fn from(words: String) -> Self {
        Shut { words, said: None }
    }
}

impl Shut {
    fn told(words: String, said: Said) -> Self {
        Shut { words, said: Some(said) }
    }
}

/// Why no order of this letter counts for the open turn; `None` where they do.
///
/// M-04: an order belongs to the turn that was open at its receipt. A letter that names another turn, or
/// that answers an earlier turn's mail without naming one, is refused: the position has changed since. So is one that
/// names none and was signed before the turn opened, if the signature is all that proves it.
pub fn fault_of_turn(game: &GameRecord, letter: &Letter, arrived: &Arrived) -> Option<Shut> {
    let open = game.book.turn;
    let at_ms = arrived.receipt.at_ms;
    if let Some(over) = game.over() {
        let and = if over.contains(':') { "; " } else { ": " };
        return Some(Shut::told(format!("{over}{and}no order is taken any more"), Said::new("shut-over")));
    }
    let names_open = letter.turn.as_ref().is_some_and(|turn| turn.what == open);
    // Who names the turn that comes next means it: such orders count though they came before it opened.
    if at_ms < game.settings.opened_second_ms() && !(names_open && open > 1) {
        return Some(received_before(game, open).into());
    }
    if let Some(turn) = early::turn_of(game, letter) {
        return early::fault(arrived, turn).map(Shut::from);
    }
    if let Some(shut) = closed(game, at_ms) {
        return Some(shut);
    }
    if let Some(turn) = &letter.turn {
        return of_another_turn(turn.what, open);
    }
    if let Some(why) = signed_before(game, by_signature(letter, arrived)) {
        return Some(why.into());
    }
    let tag = arrived.answers.as_ref()?;
    let is_ours = tag.game.as_ref().is_none_or(|name| name == game.name());
    (is_ours && tag.turn < open).then(|| {
        format!(
            "your letter answers a mail of turn {} and names no turn, so it was taken as written for turn {}; \
             if you mean it for turn {open}, send it again with the line TURN {open}",
            tag.turn, tag.turn
        )
        .into()
    })
}

/// That the open turn takes no letter of a moment any more.
fn closed(game: &GameRecord, at_ms: Millis) -> Option<Shut> {
    let open = game.book.turn;
    let (words, key) = if game.is_late(at_ms) {
        let (came, deadline) = (game.stamp(at_ms).local, game.stamp(game.settings.deadline_ms).local);
        (format!("your letter was received at {came}, {AFTER_DEADLINE} {deadline}"), "shut-late")
    } else if game.opening.is_closed {
        let words = "your letter was received in time, but reached us only after the turn had been closed";
        (words.to_owned(), "shut-closed")
    } else {
        return None;
    };
    Some(Shut::told(format!("turn {open} is closed: {words}"), Said::new(key).with("turn", open)))
}

/// Why nothing is filed for a turn that a letter names, unless it is the open one.
fn of_another_turn(named: u32, open: u32) -> Option<Shut> {
    let (words, key) = match named.cmp(&open) {
        Ordering::Equal => return None,
        Ordering::Less => (other_turn(named, open), "shut-turn-over"),
        Ordering::Greater => {
            let next = open.saturating_add(1);
            let words = format!(
                "your letter is for turn {named}, and turn {open} is open: orders are kept for the next turn alone, turn {next}"
            );
            (words, "shut-turn-far")
        }
    };
    Some(Shut::told(words, Said::new(key).with("turn", named).with("open", open)))
}

/// Between when a letter came and the deadline, where it came too late.
const AFTER_DEADLINE: &str = "after the deadline at";

/// Whether a letter was refused with these words because it came too late.
pub fn is_too_late(why: &str) -> bool {
    why.contains(AFTER_DEADLINE)
}

/// Why a letter that names no turn was signed too early for the turn that is open now, in a sentence: whoever carries it
/// may have kept it back.
pub fn signed_before(game: &GameRecord, signer: Option<&Signer>) -> Option<String> {
    let (open, opened_ms) = (game.book.turn, game.settings.opened_ms);
    let is_early = signer.is_some_and(|signer| signer.at_ms < opened_ms - CLOCK_SLACK_MS);
    is_early.then(|| {
        format!(
            "your letter was signed before turn {open} opened at {} and names no turn; if you mean it for turn {open}, \
             write the line TURN {open} and sign it again",
            game.stamp(opened_ms).local
        )
    })
}

/// Why a letter was received too early for the turn that is open now, in a sentence.
pub fn received_before(game: &GameRecord, open: u32) -> String {
    let received = game.stamp(game.settings.opened_ms).local;
    match open.checked_sub(1).filter(|past| *past > 0) {
        Some(past) => format!(
            "turn {past} is closed: your letter was received before turn {open} opened at {received}; if you mean \
             it for turn {open}, send it again with the line TURN {open}"
        ),
        None => format!("your letter was received before the game opened at {received}"),
    }
}

/// Why nothing is done by a letter that names another turn than the open one, in a sentence.
pub fn other_turn(named: u32, open: u32) -> String {
    if named < open {
        format!("your letter is for turn {named}, which is over; the open turn is {open}")
    } else {
        format!("your letter is for turn {named}, which is not open yet; the open turn is {open}")
    }
}
