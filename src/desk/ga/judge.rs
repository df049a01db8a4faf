//! The door of the game administrator's desk: a letter in, its verdict, what it changes, and the answers owed, out.

use crate::answer::{Answer, Body, To, Weight};
use crate::arrived::{Arrived, Class, Signed, Trust};
use crate::ga::answer::WordsNotice;
use crate::ga::record::Administrator;
use crate::ga::telling::words_answer;
use crate::ga::who::{self, By, Found};
use crate::ga::work::Work;
use crate::game::GameRecord;
use crate::guesses::{CONFIRM_WHY, EXHAUSTED_WORDS, SHUT_WORDS};
use crate::head::Choice;
use crate::judge::{reason_to_hold, without_reading};
use crate::notice::held_notices;
use crate::password::{self, Memory};
use crate::record::{Account, Change, Held, Verdict};
use crate::verdict::{Judgement, astray_words, sentence};
use fieldpost_grammar::command::{Command, GaLetter, Role};

/// Judges a game administrator's letter by the record of all games that are open, and of the one that was chosen before it
/// was read. Total and deterministic: the same letter, record and random bytes give the same judgement; `memory` only saves
/// time.
pub fn judge_ga(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &GaLetter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Judgement {
    if let Some(judgement) = without_reading(arrived) {
        return judgement;
    }
    let signer = who::by_signature(letter, arrived);
    let Some(game) = choice.among(games) else {
        return refused_astray(games, arrived, &astray_words(choice, signer.is_some()).1);
    };
    if !who::has_credential(letter, arrived) {
        return without_password(game, arrived);
    }
    let mut found = who::identify(game, letter, arrived, memory);
    let guesses = std::mem::take(&mut found.guesses);
    let Some(by) = found.by.take() else {
        return Judgement { guesses, ..refused_unknown(game, letter, arrived, &found) };
    };
    if found.known.new_password.is_none() {
        found.known.new_password = hash_of_new(game, &by, letter, arrived, memory);
    }
    let why = reason_to_hold(arrived, signer).or(found.needs_word.then(|| CONFIRM_WHY.to_owned()));
    let judgement = match why.filter(|_| !arrived.at_keyboard) {
        Some(why) => held(game, &by, arrived, found, why),
        None => {
            let hosted = games.iter().map(|game| game.name().clone()).collect();
            let work = Work::new(game, hosted, letter, arrived, by, found.known, memory);
            work.finished()
        }
    };
    Judgement { guesses, ..judgement }
}

/// A letter that names no game, or none of ours. Only an administrator of some game, or a stranger for once, hears of it.
fn refused_astray(games: &[&GameRecord], arrived: &Arrived, why: &str) -> Judgement {
    let known = games.iter().find_map(|game| Some((*game, *who::at_address(game, arrived).first()?)));
    let Some((game, administrator)) = known else {
        return refused(arrived, why, stranger(arrived, why).into_iter().collect());
    };
    refused(arrived, why, vec![to_administrator(game, &administrator.account, why)])
}

fn without_password(game: &GameRecord, arrived: &Arrived) -> Judgement {
    let why = match &arrived.signed {
        Signed::Bad(why) => format!(
            "your letter holds no password, and its OpenPGP signature does not count in its place: {why}. Sign it anew with the \
             key that the host keeps for you, or write a line PASSWORD with your password"
        ),
        Signed::None | Signed::By(_) => {
            "your letter holds no password: write a line PASSWORD with your password".to_owned()
        }
    };
    let why = why.as_str();
    let registered = who::at_address(game, arrived);
    if registered.is_empty() {
        let why = "no game administrator is registered under your address, and your letter holds no password";
        let mut judgement = refused(arrived, why, stranger(arrived, why).into_iter().collect());
        judgement.verdict = Verdict::Ignored("a stranger".into());
        return judgement;
    }
    let answers = registered.iter().map(|one| to_administrator(game, &one.account, why)).collect();
    refused(arrived, why, answers)
}

/// Nobody could be authenticated: the ones whose name or address the letter bears are told, at their registered
/// addresses, and where there are none the owners; never the sender, who may be anybody.
fn refused_unknown(game: &GameRecord, letter: &GaLetter, arrived: &Arrived, found: &Found) -> Judgement {
    let why = match &found.fault {
        Some(fault) => fault,
        None if found.is_shut => SHUT_WORDS,
        None if found.is_exhausted => EXHAUSTED_WORDS,
        None => {
            "name and password of the game administrator are not right together: nothing of the letter was done"
        }
    };
    let mut told = who::candidates(game, letter, arrived);
    if told.is_empty() {
        told = who::at_address(game, arrived);
    }
    if told.is_empty() {
        told = game.administration.administrators.iter().filter(|one| one.role == Role::Owner).collect();
    }
    let words = wrong_words(game, arrived, why);
    let answer = |one: &&Administrator| to_administrator(game, &one.account, &words);
    let mut judgement = refused(arrived, why, told.iter().map(answer).collect());
    judgement.game = Some(game.name().clone());
    judgement
}

fn wrong_words(game: &GameRecord, arrived: &Arrived, why: &str) -> String {
    let from = arrived.from.as_deref().map(|from| format!(" from {from}")).unwrap_or_default();
    let received = game.received(&arrived.receipt).local;
    format!(
        "A letter to {} in a game administrator's name was received {received}{from}. It was refused: {why}.\n\n\
         If it was yours, send it again with the password. If it was not, somebody is trying: each try is counted, and \
         after some of a day a right password waits for a word from your address.",
        game.name().0
    )
}

/// A letter refused as a whole; automatic mail gets no answer.
fn refused(arrived: &Arrived, why: &str, answers: Vec<Answer>) -> Judgement {
    if let Class::Automatic(sign) = &arrived.class {
        return Judgement::bare(Verdict::Ignored(format!("automatic mail: {sign}")));
    }
    Judgement { answers, ..Judgement::bare(Verdict::Refused(why.to_owned())) }
}

const NOT_OBEYED: &str = "A game administrator's letter was not obeyed";

fn to_administrator(game: &GameRecord, account: &Account, words: &str) -> Answer {
    Answer { weight: Weight::Error, errors: 1, ..words_answer(game, account, NOT_OBEYED, &sentence(words)) }
}

fn stranger(arrived: &Arrived, why: &str) -> Option<Answer> {
    let is_answered = !arrived.suppress && !arrived.unvouched && arrived.trust != Trust::Failed;
    let address = arrived.from.clone().filter(|_| is_answered)?;
    Some(Answer {
        to: To::Sender { address },
        game: None,
        turn: None,
        weight: Weight::Stranger,
        errors: 1,
        replaceable: false,
        body: Body::Words(WordsNotice::plain(NOT_OBEYED, sentence(why))),
    })
}

/// The hash of the new password that a letter asks for, made before the letter is judged or held: its text is masked
/// afterwards.
fn hash_of_new(
    game: &GameRecord,
    by: &By,
    letter: &GaLetter,
    arrived: &Arrived,
    memory: &Memory,
) -> Option<String> {
    let secret = letter.commands.iter().rev().find_map(|read| match &read.what.command {
        Command::NewPassword(secret) => Some(secret),
        _ => None,
    })?;
    if fault_of_new(game, by, secret).is_some() {
        return None;
    }
    memory.hash(secret, arrived.random.first_chunk::<16>()?).ok()
}

/// Why a GA's new password is not taken, in a sentence.
pub(super) fn fault_of_new(game: &GameRecord, by: &By, secret: &fieldpost_grammar::Secret) -> Option<String> {
    let address = by.address.as_deref().unwrap_or_default();
    password::fault_of_new(secret, &[&by.name, address, &game.name().0, &game.opening.title])
}

fn held(game: &GameRecord, by: &By, arrived: &Arrived, found: Found, why: String) -> Judgement {
    let mut bytes = [0; 13];
    bytes.copy_from_slice(&arrived.random[16..29]);
    let token = password::token(&bytes);
    let held = Held {
        letter: arrived.letter,
        receipt: arrived.receipt.clone(),
        player: by.name.clone(),
        token: password::token_mark(&token),
        early: None,
    };
    let answers = match game.administration.named(&by.name) {
        Some(one) => held_notices(game, &one.account, &why, token, Vec::new(), arrived, false),
        None => Vec::new(),
    };
    Judgement {
        verdict: Verdict::Held(why),
        changes: vec![Change::Hold { game: game.name().clone(), held }],
        answers,
        game: Some(game.name().clone()),
        known: found.known,
        guesses: Vec::new(),
    }
}
