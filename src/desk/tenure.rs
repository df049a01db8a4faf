//! What a player says of the own seat: ABSENT, BACK, READY, NOT READY, RESIGN and NEW ADDRESS; and whose orders a game waits for.

use std::collections::BTreeSet;

use crate::address::{fault_of, is_same};
use crate::answer::{Answer, Body, To, Weight};
use crate::arrived::{Arrived, Class, Trust};
use crate::ga::answer::WordsNotice;
use crate::ga::record::GaChange;
use crate::ga::schedule::{after_absences, deadline_news, due_news};
use crate::ga::telling::to_player;
use crate::game::GameRecord;
use crate::password;
use crate::record::{Absence, Account, Change, Moving, SeatWord, Tenure, Verdict};
use crate::settings::Settings;
use crate::verdict::Judgement;
use crate::work::Work;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_grammar::letter::{self, Away, Letter, Read};

/// The longest absence, in days.
const LONGEST_ABSENCE: i64 = 366;

/// Why a letter that gives up a seat waits.
const RESIGNS: &str = "it gives up your seat (RESIGN), which is done only once you confirm it";

/// The same of one that moves a seat's mail to another address, with what follows the address.
const MOVES: &str = "it moves your mail to";
const CONFIRMED: &str = "which is done only once you confirm it, from here and then from there";

/// Players who command something and whose orders are waited for: not the machine's seats, nor who was removed, is away at the
/// deadline or has resigned. Where no piece can be ordered it is those of whom the game awaits a word, whether they command something
/// or not.
pub fn awaited(game: &GameRecord) -> impl Iterator<Item = (PlayerNo, &str)> {
    let commanders = game.roll().seats.values().map(|seat| seat.commander).collect::<BTreeSet<_>>();
    let day = game.settings.schedule.day_of(game.settings.deadline_ms);
    let is_between = game.is_between();
    let players = game.numbered_players().filter(move |(number, _)| {
        if is_between { game.board().awaited(*number).is_some() } else { commanders.contains(number) }
    });
    let names = players.map(|(number, player)| (number, player.name.as_str()));
    names.filter(move |(_, name)| game.account(name).is_none_or(|account| account.is_awaited(day)))
}

/// Players who command a unit and have sent orders for none of theirs, by name, of those who are [`awaited`]. Where no piece can be
/// ordered it is those who have said nothing: a request or a declaration that stands is a word, and so is READY.
pub fn players_without_orders(game: &GameRecord) -> Vec<&str> {
    if game.is_between() {
        let silent = awaited(game).filter(|(number, _)| !has_word(game, *number));
        return silent.map(|(_, name)| name).collect();
    }
    let counts = game.book.counting();
    let counting = game.book.units.values().flatten().filter(|filed| counts(filed.moment()));
    let ordered = counting.map(|filed| filed.player).collect::<BTreeSet<_>>();
    awaited(game).filter(|(number, _)| !ordered.contains(number)).map(|(_, name)| name).collect()
}

fn has_word(game: &GameRecord, player: PlayerNo) -> bool {
    game.book.offices_in_force().any(|filed| filed.player == player) || is_ready(game, game.name_of(player))
}

/// Whether a player has said READY for what is open.
pub fn is_ready(game: &GameRecord, name: &str) -> bool {
    game.account(name).is_some_and(|account| account.tenure.ready_for == Some(game.settings.opened_ms))
}

/// What a player has sent in a time in which no piece is ordered, in a clause for the administrators.
pub fn word_between(game: &GameRecord, player: PlayerNo) -> String {
    let ready = is_ready(game, game.name_of(player));
    let sent = match game.book.offices_in_force().filter(|filed| filed.player == player).count() {
        0 if ready => return "READY".into(),
        0 if game.board().awaited(player).is_some() => "nothing sent".into(),
        0 => "nothing is awaited".into(),
        1 => "1 request or declaration".into(),
        more => format!("{more} requests or declarations"),
    };
    if ready { format!("{sent}, READY") } else { sent }
}

/// Who has said READY for the open turn, and who of those that are waited for has not, by name.
pub fn readiness(game: &GameRecord) -> (Vec<&str>, Vec<&str>) {
    awaited(game).map(|(_, name)| name).partition(|name| is_ready(game, name))
}

/// Whether nobody is waited for any more: all have said READY, and none is without orders.
fn all_are_ready(game: &GameRecord) -> bool {
    let (ready, others) = readiness(game);
    !ready.is_empty() && others.is_empty() && players_without_orders(game).is_empty()
}

/// Why somebody cannot be away so: the days, or the deputy.
pub fn fault_of_absence(game: &GameRecord, away: &Account, absence: &Absence, at_ms: i64) -> Option<String> {
    let Absence { from, to, deputy } = absence;
    if to < from {
        return Some(format!("{to} lies before {from}"));
    }
    if *to < game.settings.schedule.day_of(at_ms) {
        return Some(format!("{to} is over already"));
    }
    if (*to - *from).num_days() >= LONGEST_ABSENCE {
        return Some("an absence is at most a year long".into());
    }
    deputy.as_deref().and_then(|deputy| fault_of_deputy(game, &away.name, deputy))
}

fn fault_of_deputy(game: &GameRecord, absent: &str, deputy: &str) -> Option<String> {
    let Some(account) = game.account(deputy) else {
        return Some(format!("there is no player called {deputy} in this game"));
    };
    if account.is_closed() {
        return Some(format!("{} was removed from this game", account.name));
    }
    if account.name.eq_ignore_ascii_case(absent) {
        return Some("somebody who is away cannot be the deputy".into());
    }
    let numbers = game.player_no(absent).zip(game.player_no(deputy));
    let is_ours = numbers.is_some_and(|(absent, deputy)| game.board().are_friends(deputy, absent));
    (!is_ours).then(|| format!("{} is no officer of the side of {absent}", account.name))
}

/// What an absence means for the units of who is away, in a sentence to that player.
pub fn words_of_deputy(noun: &str, absence: &Absence) -> String {
    match &absence.deputy {
        None => format!(
            "Nobody was named to order your {noun}s: what you have ordered, or the default orders, stand."
        ),
        Some(deputy) => {
            format!("{deputy} may order your {noun}s meanwhile, as a deputy: what you order yourself stands.")
        }
    }
}

/// Word to whoever may order the units of a player who is away, if there is an address.
pub fn word_to_deputy(game: &GameRecord, away: &str, absence: &Absence) -> Option<Answer> {
    let deputy = game.account(absence.deputy.as_deref()?)?;
    let noun = game.noun();
    let words = format!(
        "{away} is away from {} to {}. Meanwhile you may order the {noun}s of {away} as a deputy; SHOW ORDERS lists them.",
        absence.from, absence.to
    );
    to_player(game, deputy, &format!("You stand in for {away}"), &words)
}

/// Why a letter waits that gives up its writer's seat, or moves it to another address: it cannot be meant by half, and who knows a
/// password alone must not do it.
pub fn needs_word(game: &GameRecord, by: PlayerNo, letter: &Letter, arrived: &Arrived) -> Option<String> {
    let asks = |wanted: &letter::Account| letter.accounts.iter().any(|read| read.what == *wanted);
    if arrived.confirmed || asks(&letter::Account::Check) || asks(&letter::Account::Test) {
        return None;
    }
    let account = game.account(game.name_of(by))?;
    letter.accounts.iter().find_map(|read| match &read.what {
        letter::Account::Resign => Some(RESIGNS.to_owned()),
        // Where it cannot be, that is said at once.
        letter::Account::NewAddress(to) if fault_of_move(game, account, to).is_none() => {
            Some(format!("{MOVES} {to} (NEW ADDRESS), {CONFIRMED}"))
        }
        _ => None,
    })
}

/// Why a player's mail cannot go to another address.
fn fault_of_move(game: &GameRecord, account: &Account, to: &str) -> Option<String> {
    if account.is_registered_at(to) {
        return Some(format!("your mail goes to {to} already"));
    }
    let is_taken = game.players_at(to).next().is_some() || game.administrators_at(to).next().is_some();
    let taken =
        || format!("{to} has a part in this game already: ask the game administrator for it (PRESS TO GA)");
    fault_of(to).or_else(|| is_taken.then(taken))
}

/// A letter that does nothing but bring the token back that a new address was sent: mail goes there from now on.
pub fn judge_new_address(games: &[&GameRecord], letter: &Letter, arrived: &Arrived) -> Option<Judgement> {
    let is_sound = arrived.class == Class::Human && arrived.trust != Trust::Failed;
    let address = arrived.from.as_deref().filter(|_| is_sound)?;
    let has_more = !(letter.units.is_empty() && letter.offices.is_empty() && letter.presses.is_empty());
    letter.accounts.iter().filter(|_| !has_more).find_map(|read| match &read.what {
        letter::Account::Confirm(token) => confirm_address(games, arrived, address, token),
        _ => None,
    })
}

fn confirm_address(
    games: &[&GameRecord],
    arrived: &Arrived,
    address: &str,
    token: &str,
) -> Option<Judgement> {
    let mark = password::token_mark(token);
    let is_meant = |account: &&Account| {
        let moving = account.tenure.moving.as_ref();
        moving.is_some_and(|moving| moving.token == mark && is_same(&moving.to, address))
    };
    let found = games.iter().find_map(|game| Some((*game, game.accounts.iter().find(is_meant)?)));
    let (game, old) = found?;
    let to = old.tenure.moving.as_ref()?.to.clone();
    let tenure = Tenure { moving: None, ..old.tenure.clone() };
    let new = Account { email: to, tenure, ..old.clone() };
    let words = format!(
        "Mail for {} goes to {} from now on, as you wished. The password is the same. If this is not as you wish, write to the game \
         administrator.",
        new.name, new.email
    );
    let mut judgement = Judgement::bare(Verdict::Obeyed);
    judgement.game = Some(game.name().clone());
    let of_ga = format!(
        "{} has a new address, {}, and has confirmed it from both. EMAIL {} {} takes it back.",
        new.name, new.email, new.name, old.email
    );
    if !arrived.suppress {
        let both = [old, &new]
            .into_iter()
            .filter_map(|account| to_player(game, account, "Your address is changed", &words));
        judgement.answers.extend(both);
    }
    judgement.answers.push(word_to_ga(game, &format!("{} has a new address", new.name), &of_ga));
    let change = Box::new(GaChange::Account(new));
    judgement.changes.push(Change::Ga { game: game.name().clone(), change });
    Some(judgement)
}

impl Work<'_> {
    /// ABSENT: as the game administrator's word on it.
    pub fn be_absent(&mut self, player: PlayerNo, read: &Read<letter::Account>, away: &Away) {
        let Some(account) = self.game.account(self.game.name_of(player)).cloned() else { return };
        let deputy = away.deputy.as_deref().map(|name| {
            self.game.account(name).map_or_else(|| name.to_owned(), |account| account.name.clone())
        });
        let absence = Absence { from: away.from, to: away.to, deputy };
        let at_ms = self.arrived.receipt.at_ms;
        if let Some(why) = fault_of_absence(self.game, &account, &absence, at_ms) {
            return self.complain(read, why);
        }
        let days = format!("from {} to {}", absence.from, absence.to);
        let deputy = words_of_deputy(self.game.noun(), &absence);
        self.say(
            player,
            format!(
                "You are away {days}. {deputy} Nothing is missed from you meanwhile, and no reminder goes out. BACK ends it."
            ),
        );
        let to_deputy = word_to_deputy(self.game, &account.name, &absence);
        let named = absence.deputy.as_ref().map_or("no deputy".into(), |name| format!("deputy {name}"));
        let to_ga = word_to_ga(
            self.game,
            &format!("{} is away", account.name),
            &format!(
                "{} is away {days}, {named}. The player's own word; PRESENT {} ends it.",
                account.name, account.name
            ),
        );
        self.mails.extend(to_deputy.into_iter().chain([to_ga]));
        self.change_seat(player, SeatWord::Away(absence));
        self.move_for_absence(player);
    }

    /// Moves the open turn's deadline as far as the game's rule of absences allows, and tells everybody.
    fn move_for_absence(&mut self, player: PlayerNo) {
        let after = self.as_changed();
        let Some(settings) = after_absences(after.settings, &after.accounts) else { return };
        let news = self.settle(settings);
        self.mails.extend(news);
        self.say(player, format!("The deadline moves to {}.", self.game.stamp(settings.deadline_ms).local));
    }

    /// BACK: neither away nor resigned.
    pub fn be_back(&mut self, player: PlayerNo, read: &Read<letter::Account>) {
        let after = self.as_changed();
        let Some(account) = after.account(after.name_of(player)) else { return };
        let has_resigned = account.tenure.resigned_ms.is_some();
        if account.absent.is_none() && !has_resigned {
            return self.complain(read, "you are here: nothing says that you are away".into());
        }
        let (title, words) = if has_resigned {
            (format!("{} stays", account.name), format!("{} takes the resignation back.", account.name))
        } else {
            (format!("{} is back", account.name), format!("{} is back.", account.name))
        };
        self.mails.push(word_to_ga(self.game, &title, &words));
        self.change_seat(player, SeatWord::Back);
        self.say(player, "You are here: your orders are waited for again.".into());
    }

    /// READY and NOT READY.
    pub fn be_ready(&mut self, player: PlayerNo, read: &Read<letter::Account>, is_ready: bool) {
        let is_open = !self.game.is_late(self.arrived.receipt.at_ms)
            && !self.game.opening.is_closed
            && self.game.over().is_none();
        if !is_open {
            return self.complain(read, "no turn is open that you could be ready for".into());
        }
        let turn = self.game.book.turn;
        let opened_ms = self.game.settings.opened_ms;
        self.change_seat(player, if is_ready { SeatWord::Ready(opened_ms) } else { SeatWord::NotReady });
        let words = match (is_ready, self.game.settings.early_minutes) {
            (true, None) => format!(
                "You are ready for turn {turn}. In this game turns wait for their deadline all the same; the game administrator sees \
                 who is ready."
            ),
            (true, Some(_)) => {
                format!("You are ready for turn {turn}. You may still send orders; NOT READY takes it back.")
            }
            (false, _) => format!("You are not ready for turn {turn}: it waits for its deadline."),
        };
        self.say(player, words);
    }

    /// RESIGN, once it is confirmed.
    pub fn resign(&mut self, player: PlayerNo) {
        if !self.arrived.confirmed {
            return self.say(player, "A letter with RESIGN waits until you confirm it.".into());
        }
        let (name, noun) = (self.game.name_of(player).to_owned(), self.game.noun());
        let words = format!(
            "{name} has resigned, and confirmed it. The seat and its {noun}s stay as they are, nobody waits for their orders, and \
             {name} may still give them until somebody else has the seat. One of these lines gives it away:\n\n    REPLACE {name} BY \
             address\n    REPLACE {name} BY MACHINE\n    REMOVE PLAYER {name}"
        );
        self.mails.push(word_to_ga(self.game, &format!("{name} has resigned"), &words));
        self.change_seat(player, SeatWord::Resigned(self.arrived.receipt.at_ms));
        self.say(
            player,
            format!(
                "You have resigned, and the game administrator is told. Your {noun}s stay, and obey you until somebody else has your \
                 seat. BACK takes it back until then. UNSUBSCRIBE ends your reports."
            ),
        );
    }

    /// NEW ADDRESS, once the old one has confirmed it: a token goes to the new one.
    pub fn move_to(&mut self, player: PlayerNo, read: &Read<letter::Account>, to: &str) {
        let Some(account) = self.game.account(self.game.name_of(player)) else { return };
        if let Some(why) = fault_of_move(self.game, account, to) {
            return self.complain(read, why);
        }
        if !self.arrived.confirmed {
            return self.say(player, "A letter with NEW ADDRESS waits until you confirm it.".into());
        }
        let token = password::token(&password::draw::<13>(&self.arrived.random, 0));
        let words = format!(
            "{}, who plays in \"{}\", wishes to have mail at this address. If that is you, answer this mail with the lines\n\n    GAME \
             {}\n    CONFIRM {token}\n\nIf it is not, do nothing.",
            account.name,
            self.game.opening.title,
            self.game.name().0
        );
        self.mails.push(Answer {
            to: To::Sender { address: to.to_owned() },
            weight: Weight::Applicant,
            body: Body::Words(WordsNotice::plain("Confirm your new address", words)),
            ..word_to_ga(self.game, "", "")
        });
        let token = password::token_mark(&token);
        self.change_seat(player, SeatWord::Moving(Moving { to: to.to_owned(), token }));
        let words = format!(
            "A mail goes to {to}. Once it is answered from there, your mail goes there; until then it comes here."
        );
        self.say(player, words);
    }

    fn change_seat(&mut self, player: PlayerNo, word: SeatWord) {
        self.changes.push(Change::Seat {
            game: self.game.name().clone(),
            player: self.game.name_of(player).to_owned(),
            word,
        });
        self.done += 1;
    }

    /// The game as this letter has changed it so far.
    fn as_changed(&self) -> GameRecord {
        let mut after = self.game.clone();
        self.changes.iter().for_each(|change| after.apply(change));
        after
    }

    /// Changes the game's settings; the news of it, if the deadline moves.
    fn settle(&mut self, settings: Settings) -> Vec<Answer> {
        let mut after = self.as_changed();
        let before_ms = after.settings.deadline_ms;
        after.settings = settings;
        let change = Box::new(GaChange::Settings(Box::new(settings)));
        self.changes.push(Change::Ga { game: self.game.name().clone(), change });
        deadline_news(&after, before_ms)
    }

    /// Brings the deadline forward once all are ready, or puts it back where one of them is not after all. For the end of a letter.
    pub fn mind_readiness(&mut self) {
        let concerns = |change: &Change| matches!(change, Change::Seat { .. });
        let may_be_early = self.game.settings.early_minutes.or(self.game.settings.before_early_ms.map(|_| 0));
        if may_be_early.is_none() || !self.changes.iter().any(concerns) {
            return;
        }
        let after = self.as_changed();
        let primary = self.primary;
        let turn = after.book.turn;
        if !all_are_ready(&after) {
            let (ready, others) = readiness(&after);
            let of = counted(ready.len() + others.len(), "player");
            self.say(primary, format!("Ready for turn {turn}: {} of {of} whom it waits for.", ready.len()));
            if let Some(settings) = after.settings.put_back() {
                let news = self.settle(settings);
                self.mails.extend(news);
            }
        } else if let Some(settings) = after.settings.brought_forward(self.arrived.receipt.at_ms) {
            let when = after.stamp(settings.deadline_ms).local;
            self.say(primary, format!("All are ready: turn {turn} is run at {when}."));
            self.settle(settings);
            self.mails.extend(news_of_early(&after, settings.deadline_ms));
        }
    }
}

/// Word to every player that the open turn is run before its deadline.
fn news_of_early(game: &GameRecord, deadline_ms: i64) -> Vec<Answer> {
    let (turn, before, now) =
        (game.book.turn, game.stamp(game.settings.deadline_ms), game.stamp(deadline_ms));
    let title = format!("All are ready: turn {turn} is run early");
    let words = format!(
        "All players are ready for turn {turn}, and none is without orders. Its deadline was\n{}.\n\nIt is now\n{} ({}).\n\nIf you are \
         not done after all, send NOT READY before then, and it is put back. Later deadlines stay where they are.",
        before.local, now.local, now.utc
    );
    due_news(game, &title, &words, deadline_ms)
}

/// A few words to the game administrator, because of a player's letter.
fn word_to_ga(game: &GameRecord, title: &str, words: &str) -> Answer {
    Answer {
        to: To::Ga,
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight: Weight::Notice,
        errors: 0,
        replaceable: false,
        body: Body::Words(WordsNotice::plain(title, words)),
    }
}
