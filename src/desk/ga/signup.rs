//! Sign-up by mail: a stranger asks for a seat, confirms the address with a one-time token, and a GA accepts or declines.

use crate::desk::answer::{Answer, Body, To, Weight};
use crate::desk::arrived::{Arrived, Class, Trust};
use crate::desk::ga::answer::WordsNotice;
use crate::desk::ga::record::{Applicant, GaChange};
use crate::desk::ga::telling::words_answer;
use crate::desk::ga::work::{Done, Fault, Taken, Work};
use crate::desk::game::GameRecord;
use crate::desk::head::Choice;
use crate::desk::password;
use crate::desk::record::{Change, Verdict};
use crate::desk::verdict::{Judgement, astray_words};
use crate::engine::nearest::nearest;
use crate::grammar::command::Role;
use crate::grammar::letter::{Account, Letter};

/// A letter without a password from somebody who is nobody yet: SIGN UP, or the token that confirms it. `None` where it
/// says neither.
pub fn judge_stranger(
    games: &[&GameRecord],
    choice: &Choice,
    letter: &Letter,
    arrived: &Arrived,
) -> Option<Judgement> {
    let address = arrived
        .from
        .as_deref()
        .filter(|_| arrived.class == Class::Human && arrived.trust != Trust::Failed)?;
    letter.accounts.iter().find_map(|read| match &read.what {
        Account::SignUp { name, nation } => {
            Some(sign_up(games, choice, arrived, address, (name.clone(), nation.clone())))
        }
        Account::Confirm(token) => confirm(games, arrived, address, token),
        _ => None,
    })
}

/// SIGN UP: a token goes to the very address that wrote, once a day as all answers to strangers.
fn sign_up(
    games: &[&GameRecord],
    choice: &Choice,
    arrived: &Arrived,
    address: &str,
    (name, nation): (Option<String>, Option<String>),
) -> Judgement {
    let Some(game) = choice.among(games) else {
        return refused(arrived, address, &astray_words(choice, false).1);
    };
    if let Some(why) = fault_of_sign_up(game, address) {
        return refused(arrived, address, &why);
    }
    let token = password::token(&password::draw::<13>(&arrived.random, 0));
    let applicant = Applicant {
        address: address.to_owned(),
        name,
        nation,
        token: Some(password::token_mark(&token)),
        at_ms: arrived.receipt.at_ms,
    };
    let words = format!(
        "Somebody, we think you, asks for a seat in \"{}\". If it was you, answer this mail with the lines\n\n    GAME {}\n    \
         CONFIRM {token}\n\nThen the game administrator hears of you. If it was not you, do nothing.",
        game.opening.title,
        game.name().0
    );
    let mut judgement = told(Verdict::Obeyed, arrived, address, "Confirm that you sign up", &words);
    judgement.game = Some(game.name().clone());
    judgement.changes.push(change(game, GaChange::Applicant(applicant)));
    judgement
}

fn fault_of_sign_up(game: &GameRecord, address: &str) -> Option<String> {
    if game.administration.has_ended {
        return Some(format!("the game {} has ended", game.name().0));
    }
    if game.players_at(address).next().is_some() {
        return Some("you play in this game already: an order needs your password".into());
    }
    if game.administration.administrators.is_empty() {
        return Some(format!("the game {} has no game administrator who could accept you", game.name().0));
    }
    let applicant = game.administration.applicant(address)?;
    applicant
        .token
        .is_none()
        .then(|| "you have signed up already, and the game administrator has not answered yet".into())
}

/// The token came back from the address that it went to: the GAs are told.
fn confirm(games: &[&GameRecord], arrived: &Arrived, address: &str, token: &str) -> Option<Judgement> {
    let mark = password::token_mark(token);
    let found = games.iter().find_map(|game| {
        let applicant = game.administration.applicant(address)?;
        (applicant.token.as_deref() == Some(mark.as_str())).then_some((*game, applicant.clone()))
    });
    let (game, applicant) = found?;
    let name = applicant.name.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
    let nation = applicant.nation.as_ref().map(|nation| format!(" for {nation}")).unwrap_or_default();
    let words = format!(
        "{address} asks for a seat in the game{name}{nation}, and has confirmed the address.\n\nTo give a seat, or to send them \
         away, write\n\n    ACCEPT {address} AS (the seat's name)\n    DECLINE {address}"
    );
    let deciders = game.administration.administrators.iter().filter(|one| one.role >= Role::Ga);
    let answers = deciders.map(|one| words_answer(game, &one.account, "Somebody asks for a seat", &words));
    let words = "Thank you. The game administrator hears of you now, and another mail says how it went.";
    let mut judgement = told(Verdict::Obeyed, arrived, address, "Your address is confirmed", words);
    judgement.game = Some(game.name().clone());
    judgement.changes.push(change(game, GaChange::Applicant(Applicant { token: None, ..applicant })));
    judgement.answers.extend(answers);
    Some(judgement)
}

fn change(game: &GameRecord, change: GaChange) -> Change {
    Change::Ga { game: game.name().clone(), change: Box::new(change) }
}

fn refused(arrived: &Arrived, address: &str, why: &str) -> Judgement {
    let words = crate::desk::verdict::sentence(why);
    told(Verdict::Refused(why.to_owned()), arrived, address, "You could not sign up", &words)
}

fn told(verdict: Verdict, arrived: &Arrived, address: &str, title: &str, words: &str) -> Judgement {
    let mut judgement = Judgement::bare(verdict);
    if !arrived.suppress {
        judgement.answers.push(to_applicant(None, address, Weight::Stranger, title, words));
    }
    judgement
}

/// A few words to somebody who has no account.
fn to_applicant(
    game: Option<&GameRecord>,
    address: &str,
    weight: Weight,
    title: &str,
    words: &str,
) -> Answer {
    Answer {
        to: To::Sender { address: address.to_owned() },
        game: game.map(|game| game.name().clone()),
        turn: game.map(|game| game.book.turn),
        weight,
        errors: 0,
        replaceable: false,
        body: Body::Words(WordsNotice { title: title.to_owned(), words: words.to_owned() }),
    }
}

impl Work<'_> {
    /// `ACCEPT address AS name`.
    pub fn accept(&mut self, address: &str, player: &str) -> Taken {
        let applicant = self.applicant(address)?;
        if applicant.token.is_some() {
            return Err(format!("{} has not confirmed the address yet", applicant.address).into());
        }
        let done = self.replace(player, Some(&applicant.address))?;
        self.change(GaChange::Applied(applicant.address));
        Ok(done)
    }

    /// `DECLINE address [why]`: an applicant whose address is confirmed is told.
    pub fn decline(&mut self, address: &str, why: Option<&str>) -> Taken {
        let applicant = self.applicant(address)?;
        self.fault_of_words(why.unwrap_or_default())?;
        let why = why.map(|why| format!("\n\n{why}")).unwrap_or_default();
        let words = format!("There is no seat for you in \"{}\".{why}", self.game.opening.title);
        if applicant.token.is_none() {
            let (game, title) = (Some(&self.game), "No seat for you");
            let answer = to_applicant(game, &applicant.address, Weight::Notice, title, &words);
            self.others.push(answer);
        }
        let told =
            if applicant.token.is_none() { "told" } else { "not told: the address was never confirmed" };
        let done = Done::saying(format!("{} is declined, and {told}.", applicant.address));
        self.change(GaChange::Applied(applicant.address));
        Ok(done)
    }

    fn applicant(&self, address: &str) -> Result<Applicant, Fault> {
        let all = &self.game.administration;
        all.applicant(address).cloned().ok_or_else(|| {
            let names = all.applicants.iter().map(|one| (one.address.as_str(), one.address.clone()));
            let nearest = nearest(address, names);
            Fault { why: format!("nobody signed up from {address}; SHOW QUEUE lists who did"), nearest }
        })
    }
}
