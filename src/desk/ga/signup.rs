//! Sign-up by mail: a stranger asks for a seat, confirms the address with a one-time token, and a GA accepts or declines. Each
//! step is answered, to the last: who still waits when the game ends is told so.

use crate::answer::Weight;
use crate::arrived::{Arrived, Class, Trust};
use crate::ga::answer::Wanted;
use crate::ga::edits::may_insist;
use crate::ga::observing;
use crate::ga::outsider::{change, refused, to_applicant, told};
use crate::ga::record::{Applicant, GaChange};
use crate::ga::telling::words_answer;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::head::Choice;
use crate::openings;
use crate::password;
use crate::record::Verdict;
use crate::verdict::{Judgement, astray_words};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::capital;
use fieldpost_grammar::command::Role;
use fieldpost_grammar::letter::{Account, Letter};

/// The title of a mail to who could not sign up.
const REFUSED: &str = "You could not sign up";

/// So many seats are offered as lines to be copied.
const MOST_LINES: usize = 2;

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
        Account::Observe => Some(observing::observe(games, choice, arrived, address)),
        Account::Confirm(token) => {
            let of_observer = || observing::confirm(games, arrived, address, token);
            confirm(games, arrived, address, token)
                .or_else(of_observer)
                .or_else(|| other_token(games, arrived, address))
        }
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
        return refused(arrived, address, REFUSED, &astray_words(choice, false).1);
    };
    let why = fault_of_sign_up(game, address).or_else(|| fault_of_nation(game, nation.as_deref()));
    if let Some(why) = why {
        return refused(arrived, address, REFUSED, &why);
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

/// A token that is none, or none any more, from an address that signed up.
fn other_token(games: &[&GameRecord], arrived: &Arrived, address: &str) -> Option<Judgement> {
    let game = games.iter().find(|game| game.administration.applicant(address).is_some())?;
    let applicant = game.administration.applicant(address)?;
    let why = match applicant.token {
        None => {
            "your address is confirmed already: the game administrator has heard of you, and another mail says how it went"
        }
        Some(_) => {
            "this is not the word that was sent to you last: take the one of the newest mail from here, or send SIGN UP again"
        }
    };
    let words = crate::verdict::sentence(why);
    let mut judgement = told(
        Verdict::Refused(why.to_owned()),
        arrived,
        address,
        "Your address is not confirmed by this",
        &words,
    );
    judgement.game = Some(game.name().clone());
    Some(judgement)
}

/// Why nobody can sign up for a nation: nobody plays it.
fn fault_of_nation(game: &GameRecord, nation: Option<&str>) -> Option<String> {
    let nation = nation?;
    if !game.board().of_party(nation).is_empty() {
        return None;
    }
    let mut parties = game.numbered_players().map(|(_, player)| player.party.as_str()).collect::<Vec<_>>();
    parties.sort_unstable();
    parties.dedup();
    let near = nearest(nation, parties.iter().map(|party| (*party, *party)));
    let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
    Some(format!(
        "nobody plays {nation} in this game{near}. There are {}; SIGN UP alone leaves it open",
        parties.join(", ")
    ))
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
    let seats = capital(&openings::words_of_seats(game));
    let words = format!(
        "{address} asks for a seat in the game{name}{nation}, and has confirmed the address.\n\n{seats}.\n\nOne of these lines answers \
         it:\n\n{}    DECLINE {address}",
        lines_of_seats(game, &applicant)
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

/// Lines that give an applicant a free seat, those of the nation that was asked for first; of any seat where none is free.
fn lines_of_seats(game: &GameRecord, applicant: &Applicant) -> String {
    let asked = applicant.nation.as_deref().map(|nation| game.board().of_party(nation)).unwrap_or_default();
    let mut seats = openings::free_seats(game).collect::<Vec<_>>();
    seats.sort_by_key(|(number, _)| !asked.contains(number));
    let names = seats.iter().take(MOST_LINES).map(|(_, player)| player.name.as_str()).collect::<Vec<_>>();
    let names = if names.is_empty() { vec!["(the seat's name)"] } else { names };
    names.iter().map(|name| format!("    ACCEPT {} AS {name}\n", applicant.address)).collect()
}

impl Work<'_> {
    /// `ACCEPT address AS name`. A seat of another side than was asked for is given only with OVERRIDE.
    pub fn accept(&mut self, address: &str, player: &str, insist: bool) -> Taken {
        let applicant = self.applicant(address)?;
        if applicant.token.is_some() {
            return Err(format!("{} has not confirmed the address yet", applicant.address).into());
        }
        let asked = self.other_side_than_asked(&applicant, player)?;
        if let Some(why) = asked.as_ref().filter(|_| !insist) {
            return Err(may_insist(why).into());
        }
        // A letter came from there and a word came back: it is an address, whatever it looks like.
        let mut done = self.seat_for(player, Some(&applicant.address), insist)?;
        done.against.extend(asked.map(Breach::from));
        self.change(GaChange::Applied(applicant.address.clone()));
        Ok(Done { wanted: Some(Wanted::Reliability(applicant.address)), ..done })
    }

    /// What is said where a seat is of another side than its applicant asked for.
    fn other_side_than_asked(&self, applicant: &Applicant, player: &str) -> Result<Option<String>, Fault> {
        let (number, account) = self.player(player)?;
        let Some(nation) = &applicant.nation else { return Ok(None) };
        let board = self.game.board();
        let asked = board.of_party(nation);
        let is_theirs = asked.iter().any(|other| *other == number || board.are_friends(*other, number));
        let party = self.game.player(number).map_or("", |player| player.party.as_str());
        let (address, name) = (&applicant.address, &account.name);
        Ok((!is_theirs).then(|| format!("{address} asked for {nation}, and {name} plays for {party}")))
    }

    /// Who signed up, confirmed, and has no answer yet hears that there is none to come.
    pub fn decline_all(&mut self, why: &str) {
        for applicant in self.game.administration.applicants.clone() {
            if applicant.token.is_none() {
                let (game, title) = (Some(&self.game), "No seat for you");
                self.others.push(to_applicant(game, &applicant.address, Weight::Notice, title, why));
            }
            self.change(GaChange::Applied(applicant.address));
        }
    }

    /// `DECLINE address [why]`: an applicant whose address is confirmed is told.
    pub fn decline(&mut self, address: &str, why: Option<&str>, secretly: bool) -> Taken {
        let applicant = self.applicant(address)?;
        self.fault_of_words(why.unwrap_or_default())?;
        let why = why.map(|why| format!("\n\n{why}")).unwrap_or_default();
        let words = format!("There is no seat for you in \"{}\".{why}", self.game.opening.title);
        let told = match (applicant.token.is_none(), secretly) {
            (false, _) => "not told: the address was never confirmed",
            (true, true) => "not told, as you wish",
            (true, false) => {
                let (game, title) = (Some(&self.game), "No seat for you");
                let answer = to_applicant(game, &applicant.address, Weight::Notice, title, &words);
                self.others.push(answer);
                "told"
            }
        };
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
