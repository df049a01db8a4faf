//! The door of the desk: a letter in, its verdict, what it changes, and the answers owed, out.

use std::collections::{BTreeMap, BTreeSet};

use crate::account::{NO_LETTER_WAITS, asks, hash_new_password};
use crate::answer::{Answer, Body, Refusal, RefusalReason, To, Weight};
use crate::arrived::{Arrived, Class, Known, Signed, Signer, Trust};
use crate::early;
use crate::ga::headless;
use crate::ga::signup::judge_stranger;
use crate::game::GameRecord;
use crate::guesses::{CONFIRM_WHY, EXHAUSTED_WORDS, Guess, Kind, SHUT_WORDS};
use crate::head::{Choice, fault_of_turn, games_of_sender};
use crate::identity::{Identity, by_signature, has_credential, head_password, identify};
use crate::notice::held_notices;
use crate::openings;
use crate::password::{Memory, token, token_mark};
use crate::record::{self, Change, Held, OrderBook, Verdict};
use crate::refusal::refusal;
use crate::stranger::{self, PRESS_TO_GA};
use crate::tenure;
use crate::unsubscribe;
use crate::verdict::{Judgement, astray_words, sentence};
use crate::whole;
use crate::work::{WRONG_PASSWORD, Work};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::{Account, Complaint, Letter};

/// Judges a letter by the record of all games that are open, and of the one that was chosen before it was read
/// ([`choose`](crate::head::choose)). Total and deterministic: the same letter, record and random bytes give the same
/// judgement; `memory` only saves time.
pub fn judge(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Judgement {
    if let Some(judgement) = without_reading(arrived) {
        return judgement;
    }
    if let Some(judgement) = tenure::judge_new_address(games, letter, arrived) {
        return judgement;
    }
    if let Some(judgement) = elsewhere(games, choice, letter, arrived) {
        return judgement;
    }
    if !has_credential(letter, arrived) {
        return without_credential(games, choice, letter, arrived);
    }
    let Some(game) = choice.among(games) else {
        return refused_astray(games, letter, arrived, choice);
    };
    let mut identity = identify(game, letter, arrived, memory);
    let guesses = std::mem::take(&mut identity.guesses);
    let is_nobodys = primary(game, &identity.known).is_none();
    let owner = is_nobodys.then(|| headless::owner_of_password(game, letter, arrived, memory)).flatten();
    let mut judgement = judge_known(games, game, letter, arrived, memory, identity);
    if let Some(owner) = owner {
        headless::tell_owner(&mut judgement, game, owner, arrived);
    }
    Judgement { guesses: [guesses, judgement.guesses].concat(), ..judgement }
}

/// Judges a letter of which is known, as far as it can be, whose it is.
fn judge_known(
    games: &[&GameRecord],
    game: &GameRecord,
    letter: &Letter,
    arrived: &Arrived,
    memory: &Memory,
    mut identity: Identity,
) -> Judgement {
    let Some(primary) = primary(game, &identity.known) else {
        return refused_unknown(game, letter, arrived, &identity);
    };
    if let (None, Some(player)) = (&identity.known.new_password, &identity.known.player) {
        identity.known.new_password = hash_new_password(game, player, letter, arrived, memory);
    }
    let why = reason_to_hold(arrived, by_signature(letter, arrived));
    let why = why.or(identity.needs_word.then(|| CONFIRM_WHY.to_owned()));
    match why.or_else(|| tenure::needs_word(game, primary, letter, arrived)) {
        Some(why) => held(game, letter, arrived, identity.known, primary, why),
        None => carried_out(games, game, letter, arrived, identity.known, primary),
    }
}

/// What need not be read: our own mail, bounces, and what was judged before (rows 1, 7, 11, 45).
pub(super) fn without_reading(arrived: &Arrived) -> Option<Judgement> {
    let reason = match (&arrived.class, arrived.duplicate) {
        (Class::OwnLoop, _) => "our own mail come back".to_string(),
        (Class::Bounce, _) => "a bounce".to_string(),
        (_, Some(duplicate)) => format!("a copy of letter {}", duplicate.of.0),
        _ => return None,
    };
    let mut judgement = Judgement::bare(Verdict::Ignored(reason));
    judgement.answers.extend(answer_again(arrived));
    Some(judgement)
}

/// A letter for a game that was handed over to another post office: nothing of it is done here, or it would be done in one of two games
/// of the same name.
fn elsewhere(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
) -> Option<Judgement> {
    let game = choice.among(games)?;
    let to = game.administration.moved_to.as_ref()?;
    // What else is played here is for strangers too, whatever they meant.
    let is_stranger = !has_credential(letter, arrived) && games_of_sender(games, arrived).next().is_none();
    if is_stranger && openings::asks(letter) {
        return None;
    }
    let words = format!(
        "Nothing of this letter was done here: {} is played from another post office now. Send the letter there as it is, to {to}; your \
         password is the same.",
        game.opening.title
    );
    let mut judgement = refused_early(games, choice, letter, arrived, RefusalReason::None, words);
    judgement.game = Some(game.name().clone());
    Some(judgement)
}

/// The stored answer once more, at most once, and not to automatic mail (row 1, promise 2).
fn answer_again(arrived: &Arrived) -> Option<Answer> {
    let duplicate = arrived.duplicate.filter(|copy| !copy.answered && arrived.class == Class::Human)?;
    Some(Answer {
        to: To::AsStored,
        game: None,
        turn: None,
        weight: Weight::Error,
        errors: 0,
        replaceable: false,
        body: Body::Again { letter: duplicate.of },
    })
}

/// A letter without any password: a token it may hold, HELP and TEST are all that counts in it.
fn without_credential(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
) -> Judgement {
    if let Class::Automatic(sign) = &arrived.class {
        return Judgement::bare(Verdict::Ignored(format!("automatic mail: {sign}")));
    }
    if let Some((game, held)) = released(games, letter, arrived) {
        let mut judgement = Judgement::bare(Verdict::Obeyed);
        judgement.game = Some(game.name().clone());
        judgement.changes.push(Change::Release { game: game.name().clone(), letter: held.letter });
        return judgement;
    }
    if let Some(judgement) = judge_stranger(games, choice, letter, arrived) {
        return judgement;
    }
    if let Some(judgement) = openings::judged(games, letter, arrived) {
        return judgement;
    }
    if arrived.recall {
        return recalled(games, choice, letter, arrived);
    }
    if let Some(judgement) = unsubscribe::judged(games, choice, letter, arrived) {
        return judgement;
    }
    if let Some(judgement) = headless::judge(games, choice.among(games), arrived) {
        return judgement;
    }
    if games_of_sender(games, arrived).next().is_none() {
        return stranger::judge(games, choice, letter, arrived);
    }
    let (verdict, reason, words) = of_player_without_credential(choice, letter, arrived);
    let mut judgement = Judgement::bare(verdict);
    judgement.answers.extend(refusal(games, choice, letter, arrived, reason, &words));
    judgement
}

/// What a player's letter is told in which no password stands.
fn of_player_without_credential(
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
) -> (Verdict, RefusalReason, String) {
    if stranger::only_asks(letter) {
        let words = match choice {
            Choice::Conflict(one, other) => {
                format!("Your letter names two games, {} and {}: this is of both.", one.0, other.0)
            }
            Choice::Unknown(_) => sentence(&astray_words(choice, false).1),
            _ => String::new(),
        };
        (Verdict::Obeyed, RefusalReason::None, words)
    } else if letter.accounts.iter().any(|read| matches!(read.what, Account::Confirm(_))) {
        (Verdict::Refused(NO_LETTER_WAITS.into()), RefusalReason::WrongToken, NO_LETTER_WAITS.into())
    } else if let Signed::Bad(why) = &arrived.signed {
        let words = format!(
            "your letter holds no password, and its OpenPGP signature does not count in its place: {why}"
        );
        (Verdict::Refused(words.clone()), RefusalReason::BadSignature, words)
    } else if let Some(line) = misspelt_password(letter) {
        (Verdict::Refused("no password".into()), RefusalReason::NoPassword, misspelt_words(line))
    } else if arrived.ignored.orders_in_it {
        let words = arrived.ignored.orders_words();
        (Verdict::Refused("no password".into()), RefusalReason::NoPassword, words.into())
    } else if let Some(unopened) = &arrived.unopened {
        let words = format!("your letter holds no password in its own text, and {unopened}");
        (Verdict::Refused("no password".into()), RefusalReason::NoPassword, words)
    } else if letter.open_press.is_some() {
        let words = "your letter holds no password above its PRESS TO, and since no END PRESS follows, all below is \
                     taken for the words of the press: write END PRESS where it ends, and the password above it";
        (Verdict::Refused("no password".into()), RefusalReason::NoPassword, words.into())
    } else {
        let mut words = "your letter holds no password: write a line PASSWORD with your password".to_owned();
        if stranger::is_prose(letter, arrived) {
            words = format!("{words}. Nothing in it is an order: {PRESS_TO_GA}");
        }
        (Verdict::Refused("no password".into()), RefusalReason::NoPassword, words)
    }
}

fn misspelt_words(line: u32) -> String {
    format!(
        "your letter holds no password that could be read: did you mean PASSWORD in line {line}? Lines are counted without \
         those that were left unread"
    )
}

/// A mail program wants a letter back (Outlook's recall). That is no order and no mistake: its player is told what it comes to.
fn recalled(games: &[&GameRecord], choice: &Choice, letter: &Letter, arrived: &Arrived) -> Judgement {
    let words = "Your mail program asks to recall a letter. No letter is given back here, and what you have ordered stands: send \
                 other orders, or CANCEL ORDERS, with your password, and they take its place.";
    let mut judgement = Judgement::bare(Verdict::Ignored("a mail program's wish to recall a letter".into()));
    if games_of_sender(games, arrived).next().is_some() {
        judgement.answers.extend(refusal(games, choice, letter, arrived, RefusalReason::None, words));
    }
    judgement
}

/// The line of a word that is nearly PASSWORD.
fn misspelt_password(letter: &Letter) -> Option<u32> {
    let of_blocks = letter.units.iter().flat_map(|block| &block.complaints);
    let mut all = letter.complaints.iter().chain(of_blocks);
    let is_it = |complaint: &&Complaint| {
        complaint.nearest.as_deref().is_some_and(|near| near.starts_with("PASSWORD"))
    };
    all.find(is_it).map(|complaint| complaint.span.line)
}

/// The held letter that this one releases: by its token, from its player's registered address (row 15).
/// The token was mailed to that address alone, so it needs no password beside it.
fn released<'a>(
    games: &[&'a GameRecord],
    letter: &Letter,
    arrived: &Arrived,
) -> Option<(&'a GameRecord, &'a Held)> {
    let from = arrived.from.as_deref()?;
    letter.accounts.iter().find_map(|read| {
        let Account::Confirm(token) = &read.what else { return None };
        games.iter().find_map(|game| Some((*game, held_under(game, token, from)?)))
    })
}

/// The held letter of a player or an administrator that a token releases when it comes from the registered address.
pub(super) fn held_under<'a>(game: &'a GameRecord, token: &str, from: &str) -> Option<&'a Held> {
    let mark = token_mark(token);
    let held = game.held.iter().find(|held| held.token == mark)?;
    let administrator = || Some(&game.administration.named(&held.player)?.account);
    let account = game.account(&held.player).or_else(administrator)?;
    account.is_registered_at(from).then_some(held)
}

fn refused_astray(games: &[&GameRecord], letter: &Letter, arrived: &Arrived, astray: &Choice) -> Judgement {
    let (reason, words) = astray_words(astray, by_signature(letter, arrived).is_some());
    refused_early(games, astray, letter, arrived, reason, words)
}

/// Nobody could be authenticated.
fn refused_unknown(game: &GameRecord, letter: &Letter, arrived: &Arrived, identity: &Identity) -> Judgement {
    if let Some(account) = identity.shut.as_deref().and_then(|name| game.account(name)) {
        return refused_shut(game, account, letter, arrived);
    }
    let misspelt = misspelt_password(letter).filter(|_| head_password(letter, arrived).is_none());
    let (reason, words) = match &identity.fault {
        _ if identity.is_exhausted => (RefusalReason::TooManyTries, EXHAUSTED_WORDS.to_string()),
        // A block's words were taken for a password of its own; what was meant for one stands above.
        _ if misspelt.is_some() => (RefusalReason::NoPassword, misspelt_words(misspelt.unwrap_or_default())),
        Some(fault) => (RefusalReason::WrongSigner, fault.clone()),
        None if arrived.signer().is_some() => {
            let words =
                format!("{WRONG_PASSWORD}; without a PASSWORD line your signature would count in its place");
            (RefusalReason::WrongPassword, words)
        }
        None => (RefusalReason::WrongPassword, WRONG_PASSWORD.into()),
    };
    let mut judgement =
        refused_early(&[game], &Choice::Game(game.name().clone()), letter, arrived, reason, words);
    judgement.game = Some(game.name().clone());
    judgement
}

/// A letter whose password was not looked at. Its account is told how it will be, once a day and past the caps: what is
/// sent in its name would have used those up.
fn refused_shut(
    game: &GameRecord,
    account: &record::Account,
    letter: &Letter,
    arrived: &Arrived,
) -> Judgement {
    let reason = RefusalReason::TooManyTries;
    let mut judgement = refused_early(
        &[game],
        &Choice::Game(game.name().clone()),
        letter,
        arrived,
        reason,
        SHUT_WORDS.into(),
    );
    judgement.game = Some(game.name().clone());
    judgement.answers.clear();
    let from = arrived.from.as_deref().unwrap_or_default();
    let kind = if account.is_registered_at(from) { Kind::ToldAtHome } else { Kind::Told };
    let is_told = arrived.spent.at(game.name(), &account.name, kind) > 0;
    if is_told || arrived.trust == Trust::Failed || arrived.class != Class::Human {
        return judgement;
    }
    let told = Guess { game: game.name().clone(), account: account.name.clone(), kind };
    judgement.guesses.push(told);
    let refusal = Refusal {
        reason,
        words: SHUT_WORDS.into(),
        games: vec![game.name().0.clone()],
        among: Vec::new(),
        names_several: false,
        orders_in_quote: false,
        help: Vec::new(),
        reading: None,
    };
    judgement.answers.push(Answer {
        to: To::Player { name: account.name.clone(), address: account.email.clone() },
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight: Weight::Notice,
        errors: 1,
        replaceable: false,
        body: Body::Refusal(refusal),
    });
    judgement
}

/// A letter refused as a whole before anybody was authenticated; automatic mail gets no answer.
fn refused_early(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
    reason: RefusalReason,
    words: String,
) -> Judgement {
    if let Class::Automatic(sign) = &arrived.class {
        return Judgement::bare(Verdict::Ignored(format!("automatic mail: {sign}")));
    }
    let mut judgement = Judgement::bare(Verdict::Refused(words.clone()));
    judgement.answers.extend(refusal(games, choice, letter, arrived, reason, &words));
    judgement
}

/// The player who gets the letter's receipt: who speaks for it, else the first whose unit's password was right.
fn primary(game: &GameRecord, known: &Known) -> Option<PlayerNo> {
    let first = known.player.as_ref().or_else(|| known.units.values().flatten().next())?;
    game.player_no(first)
}

/// Why a letter with a right password waits for its registered sender's word (rows 8, 15). A signature proves more
/// than the receiving server can disprove.
pub(super) fn reason_to_hold(arrived: &Arrived, signer: Option<&Signer>) -> Option<String> {
    if arrived.confirmed {
        return None;
    }
    match (&arrived.class, arrived.trust) {
        (Class::Automatic(sign), _) => Some(format!("it looks like automatic mail ({sign})")),
        (_, Trust::Failed) if signer.is_none() => {
            Some("its sender's address could not be verified (DMARC failed)".into())
        }
        _ => None,
    }
}

fn held(
    game: &GameRecord,
    letter: &Letter,
    arrived: &Arrived,
    known: Known,
    primary: PlayerNo,
    why: String,
) -> Judgement {
    let mut bytes = [0; 13];
    bytes.copy_from_slice(&arrived.random[16..29]);
    let token = token(&bytes);
    let player = game.name_of(primary).to_string();
    let held = Held {
        letter: arrived.letter,
        receipt: arrived.receipt.clone(),
        player: player.clone(),
        token: token_mark(&token),
        early: None,
    };
    let to_ga = arrived.class != Class::Human;
    Judgement {
        answers: match game.account(&player) {
            Some(account) => {
                let units = letter.units.iter().map(|block| block.piece.clone()).collect();
                held_notices(game, account, &why, token, units, arrived, to_ga)
            }
            None => Vec::new(),
        },
        verdict: Verdict::Held(why),
        changes: vec![Change::Hold { game: game.name().clone(), held }],
        game: Some(game.name().clone()),
        known,
        guesses: Vec::new(),
    }
}

/// An authenticated letter.
fn carried_out(
    games: &[&GameRecord],
    game: &GameRecord,
    letter: &Letter,
    arrived: &Arrived,
    known: Known,
    primary: PlayerNo,
) -> Judgement {
    let spelled_out = whole::spelled_out(game, letter, arrived, primary);
    let letter = spelled_out.as_ref().map_or(letter, |spelled_out| &spelled_out.letter);
    let orders_alone = early::taken_up(game, arrived).map(|_| early::orders_alone(letter));
    let letter = orders_alone.as_ref().unwrap_or(letter);
    let shut = fault_of_turn(game, letter, arrived);
    let mut work = Work {
        game,
        letter,
        arrived,
        speaker: known.player.as_ref().and_then(|name| game.player_no(name)),
        known,
        primary,
        early: early::turn_of(game, letter).filter(|_| shut.is_none()),
        shut,
        book: excerpt(game, letter),
        changes: Vec::new(),
        asked: Vec::new(),
        mails: Vec::new(),
        touched: Vec::new(),
        receipts: BTreeMap::new(),
        left_blank: Vec::new(),
        old: BTreeMap::new(),
        hints: BTreeMap::new(),
        reports: BTreeSet::new(),
        done: 0,
        faults: Vec::new(),
    };
    for words in spelled_out.iter().flat_map(|spelled_out| &spelled_out.left_out) {
        work.say(primary, words.clone());
    }
    if let Some((game, held)) = released(games, letter, arrived) {
        work.changes.push(Change::Release { game: game.name().clone(), letter: held.letter });
        work.say(primary, "The letter that was held is released; its receipt follows.".into());
    }
    if work.shut.is_none() && work.early.is_none() && arrived.receipt.at_ms > game.last_ms() {
        let words =
            "The deadline has passed, but the turn is held for orders that are missing: your letter counts.";
        work.say(primary, words.into());
    }
    work.take_all();
    if openings::asks(letter)
        && let Some(account) = game.account(game.name_of(primary))
    {
        let to = To::Player { name: account.name.clone(), address: account.email.clone() };
        work.asked.push(openings::listed(games, to, Weight::Receipt));
    }
    work.mind_readiness();
    conclude(work)
}

/// The part of the order book that a letter may touch: a whole book may be large, a letter names few units.
fn excerpt(game: &GameRecord, letter: &Letter) -> OrderBook {
    let mut units = Vec::new();
    for read in &letter.accounts {
        match &read.what {
            Account::CancelOrders(named) if !named.is_empty() => units.extend(named.iter().cloned()),
            Account::CancelOrders(_) | Account::Status | Account::ShowOrders => return game.book.clone(),
            _ => {}
        }
    }
    units.extend(letter.units.iter().map(|block| block.piece.clone()));
    let filed = |unit: &Piece| Some((unit.clone(), game.book.units.get(unit)?.clone()));
    OrderBook {
        turn: game.book.turn,
        units: units.iter().filter_map(filed).collect(),
        offices: game.book.offices.clone(),
        edits: game.book.edits.clone(),
    }
}

/// Verdict, changes and answers of a letter that has been taken as a whole.
fn conclude(mut work: Work<'_>) -> Judgement {
    let early = work.early();
    if work.early.is_some() {
        work.complain_early();
    }
    if let Some(early) = &early {
        work.tell_of_early(early);
    } else if asks(work.letter, &Account::Status) || asks(work.letter, &Account::ShowOrders) {
        work.note_early();
    }
    if work.done == 0 && work.faults.is_empty() {
        let why = if work.arrived.ignored.orders_in_it {
            work.arrived.ignored.orders_words()
        } else {
            "nothing in the letter is an order or a question"
        };
        work.faults.push(why.into());
        work.shut = Some(why.to_owned().into());
    }
    if work.done == 0 && stranger::is_prose(work.letter, work.arrived) {
        let primary = work.primary;
        work.say(primary, sentence(PRESS_TO_GA));
    }
    let only_checks = work.only_checks();
    let others = if only_checks { Vec::new() } else { work.news_to_others() };
    let mut answers = if only_checks { Vec::new() } else { std::mem::take(&mut work.mails) };
    answers.extend(work.finished_receipts());
    answers.append(&mut work.asked);
    answers.extend(others);
    let verdict = match (work.done, work.faults.first()) {
        (_, None) => Verdict::Obeyed,
        (0, Some(why)) => Verdict::Refused(why.clone()),
        (_, Some(_)) => Verdict::PartlyObeyed,
    };
    let (verdict, kept) = match early.filter(|_| !only_checks) {
        Some(early) => {
            let (verdict, change) = work.kept(early);
            (verdict, Some(change))
        }
        None => (verdict, None),
    };
    work.changes.extend(kept);
    Judgement {
        verdict,
        changes: if only_checks { Vec::new() } else { work.changes },
        answers,
        game: Some(work.game.name().clone()),
        known: work.known,
        guesses: Vec::new(),
    }
}
