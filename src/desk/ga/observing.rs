//! `OBSERVE`: somebody who does not play looks on. What an observer is mailed is what anybody may know, late by as many turns as the game's
//! rule says, and the account of the game when it has ended; never what a side sees.

use crate::answer::Weight;
use crate::arrived::{Arrived, Class, Trust};
use crate::ga::outsider::{change, refused, to_applicant, told};
use crate::ga::record::{GaChange, Observer};
use crate::ga::telling::words_answer;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::head::Choice;
use crate::password;
use crate::record::Verdict;
use crate::settings::Observing;
use crate::verdict::{Judgement, astray_words};
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::counted;
use fieldpost_grammar::command::Role;

/// Observers that a game has at most, those who have not confirmed among them.
const MOST_OBSERVERS: usize = 100;

/// What the rule gives observers, in a sentence to them.
pub fn words_of_rule(rule: Observing) -> String {
    match rule {
        Observing::Late(turns) => format!(
            "After each turn you are mailed what anybody may know of the one {} before, and when the game has ended its account.",
            counted(turns, "turn")
        ),
        Observing::AtTheEnd => {
            "You are mailed the account of the game when it has ended, and nothing before.".into()
        }
        Observing::Nobody => "This game has no observers.".into(),
    }
}

/// OBSERVE from an address: a token goes to it.
pub fn observe(games: &[&GameRecord], choice: &Choice, arrived: &Arrived, address: &str) -> Judgement {
    const REFUSED: &str = "You cannot observe";
    let Some(game) = choice.among(games) else {
        return refused(arrived, address, REFUSED, &astray_words(choice, false).1);
    };
    if let Some(why) = fault(game, address) {
        return refused(arrived, address, REFUSED, &why);
    }
    let token = password::token(&password::draw::<13>(&arrived.random, 0));
    let words = format!(
        "Somebody, we think you, wishes to observe \"{}\". If it was you, answer this mail with the lines\n\n    GAME {}\n    CONFIRM \
         {token}\n\n{} If it was not you, do nothing.",
        game.opening.title,
        game.name().0,
        words_of_rule(game.settings.observers)
    );
    let mut judgement = told(Verdict::Obeyed, arrived, address, "Confirm that you observe", &words);
    judgement.game = Some(game.name().clone());
    let observer = Observer { address: address.to_owned(), token: Some(password::token_mark(&token)) };
    judgement.changes.push(change(game, GaChange::Observer(observer)));
    judgement
}

fn fault(game: &GameRecord, address: &str) -> Option<String> {
    let all = &game.administration;
    if game.over().is_some() {
        return Some(format!("the game {} is over", game.name().0));
    }
    if game.settings.observers == Observing::Nobody {
        return Some(format!("the game {} takes no observers", game.name().0));
    }
    if game.players_at(address).next().is_some() || game.administrators_at(address).next().is_some() {
        return Some("you have a part in this game, and who has one does not observe it".into());
    }
    match all.observer(address) {
        Some(observer) if observer.token.is_none() => Some("you observe this game already".into()),
        Some(_) => None,
        None if all.observers.len() >= MOST_OBSERVERS => {
            Some("this game has as many observers as it takes".into())
        }
        None => None,
    }
}

/// The token of an observer came back from the address that it went to: the game administrators are told.
pub fn confirm(games: &[&GameRecord], arrived: &Arrived, address: &str, token: &str) -> Option<Judgement> {
    let mark = password::token_mark(token);
    let is_its = |game: &&&GameRecord| {
        game.administration.observer(address).is_some_and(|one| one.token.as_deref() == Some(mark.as_str()))
    };
    let game = games.iter().find(is_its)?;
    let words = format!(
        "You observe \"{}\" from now on. {} UNSUBSCRIBE from this address ends it.",
        game.opening.title,
        words_of_rule(game.settings.observers)
    );
    let mut judgement = told(Verdict::Obeyed, arrived, address, "You observe the game", &words);
    judgement.game = Some(game.name().clone());
    let observer = Observer { address: address.to_owned(), token: None };
    judgement.changes.push(change(game, GaChange::Observer(observer)));
    let words = format!(
        "{address} observes the game, and has confirmed the address. REMOVE OBSERVER {address} ends it."
    );
    let deciders = game.administration.administrators.iter().filter(|one| one.role >= Role::Ga);
    judgement
        .answers
        .extend(deciders.map(|one| words_answer(game, &one.account, "Somebody observes", &words)));
    Some(judgement)
}

/// UNSUBSCRIBE from an observer's address.
pub fn leave(games: &[&GameRecord], choice: &Choice, arrived: &Arrived) -> Option<Judgement> {
    let is_sound = arrived.class == Class::Human && arrived.trust != Trust::Failed;
    let address = arrived.from.as_deref().filter(|_| is_sound)?;
    let meant = choice.among(games);
    let of_them = |game: &&&GameRecord| {
        meant.is_none_or(|meant| meant.name() == game.name())
            && game.administration.observer(address).is_some()
    };
    let those = games.iter().filter(of_them).collect::<Vec<_>>();
    let first = those.first()?;
    let mut judgement = told(
        Verdict::Obeyed,
        arrived,
        address,
        "You observe no more",
        "No more mails come of it. OBSERVE asks for them again.",
    );
    judgement.game = Some(first.name().clone());
    judgement.changes.extend(those.iter().map(|game| change(game, GaChange::NoObserver(address.to_owned()))));
    Some(judgement)
}

impl Work<'_> {
    /// `REMOVE OBSERVER address`: told to whoever had confirmed.
    pub fn remove_observer(&mut self, address: &str, secretly: bool) -> Taken {
        let all = &self.game.administration;
        let Some(observer) = all.observer(address).cloned() else {
            let nearest =
                nearest(address, all.observers.iter().map(|one| (one.address.as_str(), one.address.clone())));
            let why = format!("nobody observes from {address}; SHOW GAME lists who does");
            return Err(Fault { why, nearest });
        };
        self.change(GaChange::NoObserver(observer.address.clone()));
        let is_told = observer.token.is_none() && !secretly;
        if is_told {
            let words = format!(
                "You observe \"{}\" no more: its game administrator has ended it.",
                self.game.opening.title
            );
            let answer = to_applicant(
                Some(&self.game),
                &observer.address,
                Weight::Notice,
                "You observe no more",
                &words,
            );
            self.others.push(answer);
        }
        let said = self.said(&format!("the observer {}", observer.address), "observes", "does not");
        let told = if is_told { "They are told." } else { "They are not told." };
        Ok(Done::of(said).and(format!("{told} Whoever wishes to observe again sends OBSERVE.")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::ga::{done, told as words_told, why_not};
    use crate::trial::{Desk, Pen};
    use fieldpost_grammar::letter::Account;

    const NEW: &str = "new@example.org";

    fn write(desk: &mut Desk, from: &str, what: Account) -> Judgement {
        let arrived = desk.arrived(from, 1);
        desk.judge(&Pen::default().ask(what), &arrived)
    }

    fn observing(desk: &mut Desk) {
        let judgement = write(desk, NEW, Account::Observe);
        let (to, _, words) = words_told(&judgement)[0];
        assert_eq!(to, NEW);
        let token = words.lines().find_map(|line| line.trim().strip_prefix("CONFIRM ")).unwrap().to_owned();
        let forged = write(desk, "other@example.org", Account::Confirm(token.clone()));
        assert_ne!(forged.verdict, Verdict::Obeyed, "only from the address that it went to");
        let judgement = write(desk, NEW, Account::Confirm(token));
        let heard = words_told(&judgement).iter().map(|told| told.0).collect::<Vec<_>>();
        assert_eq!(heard, [NEW, "anna@example.org", "bruno@example.org"]);
    }

    fn confirmed(desk: &Desk) -> Vec<&str> {
        let all = desk.game.administration.observers.iter().filter(|one| one.token.is_none());
        all.map(|one| one.address.as_str()).collect()
    }

    #[test]
    fn whoever_confirms_the_address_observes_until_it_is_unsubscribed_or_removed() {
        let mut desk = Desk::open();
        observing(&mut desk);
        assert_eq!(confirmed(&desk), [NEW]);
        assert!(matches!(write(&mut desk, NEW, Account::Observe).verdict, Verdict::Refused(_)), "already");
        assert_eq!(write(&mut desk, NEW, Account::Unsubscribe).verdict, Verdict::Obeyed);
        assert_eq!(confirmed(&desk), [""; 0]);
        observing(&mut desk);
        let judgement = desk.command("bruno", 2, &format!("REMOVE OBSERVER {NEW}"));
        assert!(done(&judgement).results.join(" ").contains("They are told."));
        assert!(words_told(&judgement).iter().any(|told| told.0 == NEW));
        assert_eq!(confirmed(&desk), [""; 0]);
        assert!(
            why_not(&desk.command("bruno", 3, "REMOVE OBSERVER newt@example.org"))
                .contains("nobody observes")
        );
    }

    #[test]
    fn who_plays_does_not_observe_and_the_rule_may_forbid_it_to_all() {
        let mut desk = Desk::open();
        assert!(matches!(
            write(&mut desk, "benedek@example.org", Account::Observe).verdict,
            Verdict::Refused(_)
        ));
        assert!(matches!(
            write(&mut desk, "bruno@example.org", Account::Observe).verdict,
            Verdict::Refused(_) | Verdict::Ignored(_)
        ));
        for (words, rule) in [
            ("SET OBSERVERS LATE 3", Observing::Late(3)),
            ("SET OBSERVERS END", Observing::AtTheEnd),
            ("SET OBSERVERS NONE", Observing::Nobody),
        ] {
            desk.command("bruno", 2, &format!("{words} NOW"));
            assert_eq!(desk.game.settings.observers, rule, "{words}");
        }
        let judgement = write(&mut desk, NEW, Account::Observe);
        assert!(words_told(&judgement)[0].2.contains("takes no observers"), "{judgement:?}");
        assert_eq!(desk.game.administration.observers, []);
    }
}
