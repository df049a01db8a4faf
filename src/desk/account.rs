//! What a player asks of the desk: HELP, STATUS, SHOW ORDERS, SEND REPORT, NEW PASSWORD, CANCEL ORDERS, CHECK,
//! TEST, CONFIRM, SET REPORTS, ADVISE; MUTE and UNMUTE are [`crate::press`]'s.

use crate::answer::{
    AdviceWanted, Answer, Body, HelpAnswer, LineReading, ReadingAnswer, ReportWanted, StatusAnswer, To,
    UnitStanding, Weight,
};
use crate::arrived::Arrived;
use crate::book;
use crate::ga::players::absence_words;
use crate::game::GameRecord;
use crate::password::{self, Memory};
use crate::record::{self, Change, PasswordSince, Right};
use crate::silence;
use crate::standing::standing_of;
use crate::work::{WRONG_PASSWORD, Work};
use fieldpost_catalogue::Said;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_grammar::Secret;
use fieldpost_grammar::letter::{Account, Complaint, Letter, Press, Read};

/// What is said of a token under which nothing waits.
pub const NO_LETTER_WAITS: &str =
    "no letter waits under this token: it may have been released already, or its turn closed";

/// Reports that one letter may ask for.
const MOST_REPORTS: usize = 5;

impl Work<'_> {
    /// Takes one account word. HELP, CHECK, TEST and CONFIRM are the judge's and only counted here.
    pub fn take_account(&mut self, line: u32, read: &Read<Account>) {
        let player = match (&read.what, self.speaker) {
            (Account::Help(_) | Account::Test | Account::Check, _) => self.primary,
            (_, Some(player)) => player,
            (_, None) => return self.complain(read, WRONG_PASSWORD.into()),
        };
        match &read.what {
            Account::Help(topic) => {
                let help = help(topic.as_deref());
                self.receipt_of(player).help.push(help);
                self.done += 1;
            }
            Account::CancelOrders(_) | Account::CancelOffice(_) if self.early.is_some() => {}
            Account::CancelOrders(pieces) if self.shut.is_none() => {
                let units = pieces.clone();
                self.cancel(line, player, &units)
            }
            Account::CancelOffice(words) if self.shut.is_none() => {
                self.cancel_office(player, read, words.as_deref());
            }
            Account::CancelOrders(_) | Account::CancelOffice(_) => {}
            Account::SendReport(turn) => self.send_report(player, read, *turn),
            Account::NewPassword(secret) => self.new_password(player, read, secret),
            Account::Advise => self.advise(player, read),
            Account::Mute(sender) => self.mute(player, read, sender, true),
            Account::Unmute(sender) => self.mute(player, read, sender, false),
            Account::SetReports(wishes) => self.set_reports(player, wishes),
            Account::Unsubscribe => self.set_reports(player, &[Wish::Off]),
            Account::Subscribe => self.set_reports(player, &[Wish::On]),
            Account::Absent(away) => self.be_absent(player, read, away),
            Account::Back => self.be_back(player, read),
            Account::Ready(is_ready) => self.be_ready(player, read, *is_ready),
            Account::Resign => self.resign(player),
            Account::NewAddress(address) => self.move_to(player, read, address),
            Account::Observe => {
                self.complain(read, "you play in this game, and who plays does not observe it".into())
            }
            Account::SignUp { .. } => self.complain(read, "you play in this game already".into()),
            Account::Confirm(_)
                if !self.changes.iter().any(|change| matches!(change, Change::Release { .. })) =>
            {
                self.complain(read, NO_LETTER_WAITS.into());
            }
            Account::ListGames
            | Account::Status
            | Account::ShowOrders
            | Account::Check
            | Account::Test
            | Account::Confirm(_) => {
                self.done += 1;
            }
        }
    }

    /// Adds an account word that could not be done to the letter's receipt.
    pub fn complain(&mut self, read: &Read<Account>, why: String) {
        self.faults.push(why.clone());
        let complaint = Complaint::new(read.span, read.words.clone(), why);
        let primary = self.primary;
        self.receipt_of(primary).complaints.push(complaint);
    }

    fn send_report(&mut self, player: PlayerNo, read: &Read<Account>, turn: Option<u32>) {
        let open = self.book.turn;
        if turn.is_some_and(|turn| turn >= open) {
            let why =
                format!("turn {open} has not been run yet, so there is no report of it or of a later one");
            return self.complain(read, why);
        }
        if !self.reports.insert(turn) {
            return;
        }
        if self.reports.len() > MOST_REPORTS {
            return self.complain(read, format!("a letter may ask for at most {MOST_REPORTS} reports"));
        }
        let name = self.game.name_of(player).to_string();
        let Some(account) = self.game.account(&name) else { return };
        let is_stale = turn.is_none() && self.game.book.opened_by().is_some();
        let position = is_stale.then(|| self.game.board().position());
        self.asked.push(Answer {
            to: To::Player { name: name.clone(), address: account.email.clone() },
            game: Some(self.game.name().clone()),
            turn: Some(open),
            weight: Weight::Receipt,
            errors: 0,
            replaceable: false,
            body: Body::Report(ReportWanted { player: name, turn, position, whole: false }),
        });
        self.done += 1;
    }

    /// ADVISE: the machine's letter for the player's units, once a letter, unless the game's rule forbids it.
    fn advise(&mut self, player: PlayerNo, read: &Read<Account>) {
        if self.game.settings.advice_forbidden {
            return self.complain(read, "the rule of this game is that the machine gives no advice".into());
        }
        let name = self.game.name_of(player).to_string();
        let Some(account) = self.game.account(&name) else { return };
        let body = Body::Advice(AdviceWanted { player: name.clone() });
        let wanted = Answer {
            to: To::Player { name, address: account.email.clone() },
            game: Some(self.game.name().clone()),
            turn: Some(self.book.turn),
            weight: Weight::Receipt,
            errors: 0,
            replaceable: false,
            body,
        };
        if !self.asked.contains(&wanted) {
            self.asked.push(wanted);
            self.say(player, "The advice that you asked for comes in a mail of its own.".into());
        }
        self.done += 1;
    }

    /// Rule 6.11, M-02: the new password counts for letters received after this one. Its hash was made by
    /// [`hash_new_password`] beforehand.
    fn new_password(&mut self, player: PlayerNo, read: &Read<Account>, secret: &Secret) {
        let is_below = |other: &Read<Account>| {
            matches!(other.what, Account::NewPassword(_)) && other.span.line > read.span.line
        };
        if self.letter.accounts.iter().any(is_below) {
            return self.complain(read, "another NEW PASSWORD stands below it, and that one counts".into());
        }
        let name = self.game.name_of(player).to_string();
        let Some(hash) = self.known.new_password.clone() else {
            // A letter that waited here was kept without its passwords.
            let was_kept = self.arrived.known.is_some();
            let gone = "it was not kept while your letter waited here: send NEW PASSWORD again".to_owned();
            let fault = if was_kept { Some(gone) } else { fault_of_new(self.game, &name, secret) };
            return self
                .complain(read, fault.unwrap_or("the password could not be kept: send it again".into()));
        };
        self.changes.push(Change::Password {
            game: self.game.name().clone(),
            player: name,
            password: PasswordSince { since: Some(self.arrived.receipt.clone()), hash },
        });
        self.done += 1;
        let mut words = String::from(
            "Your password is changed. It counts for letters received after this one; the orders you have sent stand.",
        );
        if self.arrived.other_recipients {
            words.push_str(
                " Others received your letter too and can read the new password in it: choose another.",
            );
        }
        self.say(player, words);
    }

    /// SET REPORTS: each wish changes only what it names.
    fn set_reports(&mut self, player: PlayerNo, asked: &[Wish]) {
        let wishes = asked.iter().copied().fold(self.wishes_of(player), Wishes::with);
        self.changes.push(Change::ReportWishes {
            game: self.game.name().clone(),
            player: self.game.name_of(player).to_string(),
            wishes: wishes.words(),
        });
        self.done += 1;
        match asked {
            // It is the first sentence in that language.
            [Wish::Language(locale)] => {
                let name = self.game.name_of(player).to_owned();
                self.say(player, Said::new("language-is-set").with("player", name).words(*locale));
            }
            _ => self.say(player, format!("From now on: {}", wishes.sentence())),
        }
    }

    /// How a player wants reports, by the record and by what stands above in this letter.
    fn wishes_of(&self, player: PlayerNo) -> Wishes {
        let name = self.game.name_of(player);
        let said = self.changes.iter().rev().find_map(|change| match change {
            Change::ReportWishes { player, wishes, .. } if player == name => Some(Wishes::parse(wishes)),
            _ => None,
        });
        said.unwrap_or_else(|| self.game.account(name).map(|account| account.wishes()).unwrap_or_default())
    }

    pub fn status(&self, player: PlayerNo) -> StatusAnswer {
        let units = self.seats().units_of(self.game, player);
        let count = |wanted: Right| {
            u32::try_from(units.iter().filter(|(_, right)| *right == wanted).count()).unwrap_or(u32::MAX)
        };
        let account = self.game.account(self.game.name_of(player));
        let offices = self.game.player(player).map(|player| player.offices.clone());
        let without_orders: Vec<Piece> = units
            .iter()
            .filter(|_| self.game.over().is_none() && !self.game.is_between())
            .map(|(unit, _)| unit)
            .filter(|unit| book::in_force(&self.book, unit).is_none())
            .cloned()
            .collect();
        let is_open = !self.game.is_late(self.arrived.receipt.at_ms)
            && !self.game.opening.is_closed
            && self.game.over().is_none();
        let silence = if is_open && self.game.board().awaits_orders() {
            silence::told(self.game, &self.book, player, &without_orders)
        } else {
            Vec::new()
        };
        StatusAnswer {
            is_open,
            between: if self.game.is_between() { self.game.board().season() } else { String::new() },
            noun: self.game.noun().to_owned(),
            commands: count(Right::Commander),
            deputises: count(Right::Deputy),
            without_orders,
            silence,
            aims: self.game.board().aims(player),
            offices: offices.unwrap_or_default(),
            address: account.map(|account| account.email.clone()).unwrap_or_default(),
            report_wishes: self.wishes_of(player).words(),
            here: account.map(|account| self.words_of_seat(account.clone())).unwrap_or_default(),
        }
    }

    /// What the player has said of the seat, by the record and by what stands above in this letter, in sentences.
    fn words_of_seat(&self, mut account: record::Account) -> Vec<String> {
        let said = self.changes.iter().filter_map(|change| match change {
            Change::Seat { player, word, .. } if *player == account.name => Some(word),
            _ => None,
        });
        said.collect::<Vec<_>>().into_iter().for_each(|word| account.say(word));
        let mut words = Vec::new();
        if account.tenure.resigned_ms.is_some() {
            words.push("You have resigned; BACK takes it back.".to_owned());
        }
        if account.absent.is_some() {
            words.push(format!("You are {}; BACK ends it.", absence_words(account.absent.as_ref())));
        }
        if account.tenure.ready_for == Some(self.game.settings.opened_ms) {
            words.push(format!("You are ready for turn {}.", self.book.turn));
        }
        words
    }

    /// SHOW ORDERS: all of a player's units with what stands for each, or the default orders (rule 6.9).
    pub fn all_standing(&self, player: PlayerNo) -> Vec<UnitStanding> {
        let units = self.seats().units_of(self.game, player);
        units
            .into_iter()
            .map(|(unit, right)| UnitStanding {
                standing: standing_of(self.game, &unit, book::in_force(&self.book, &unit)),
                unit,
                right,
            })
            .collect()
    }
}

/// The hash of the new password that a letter asks for, if it asks for one that can be kept: made before
/// the letter is judged or held, since its text is masked afterwards.
pub fn hash_new_password(
    game: &GameRecord,
    player: &str,
    letter: &Letter,
    arrived: &Arrived,
    memory: &Memory,
) -> Option<String> {
    let secret = letter.accounts.iter().rev().find_map(|read| match &read.what {
        Account::NewPassword(secret) => Some(secret),
        _ => None,
    })?;
    if fault_of_new(game, player, secret).is_some() {
        return None;
    }
    memory.hash(secret, arrived.random.first_chunk::<16>()?).ok()
}

fn fault_of_new(game: &GameRecord, player: &str, secret: &Secret) -> Option<String> {
    let account = game.account(player)?;
    let known = [player, &account.email, &game.name().0, &game.opening.title];
    password::fault_of_new(secret, &known)
}

/// HELP on one topic, or on everything.
pub fn help(topic: Option<&str>) -> HelpAnswer {
    HelpAnswer { topic: topic.map(str::to_string) }
}

/// Every HELP of a letter, each answer once.
pub fn helps(letter: &Letter) -> Vec<HelpAnswer> {
    let mut answers = Vec::new();
    for read in &letter.accounts {
        let Account::Help(topic) = &read.what else { continue };
        let answer = help(topic.as_deref());
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    answers
}

/// TEST: how the letter was read, line by line; `None` where it was not asked for.
pub fn reading(letter: &Letter, arrived: &Arrived) -> Option<ReadingAnswer> {
    asks(letter, &Account::Test).then(|| {
        let mut lines = head_readings(letter);
        for block in &letter.units {
            lines.push(line(block.span.line, format!("the block of {}", block.piece)));
            lines.extend(block.orders.iter().map(|read| line(read.span.line, read.words.to_string())));
            lines.extend(block.complaints.iter().map(not_understood));
        }
        lines.extend(letter.offices.iter().map(|read| line(read.span.line, read.words.to_string())));
        lines.extend(letter.accounts.iter().map(|read| line(read.span.line, read.words.clone())));
        lines.extend(letter.presses.iter().map(|read| line(read.span.line, press_words(read))));
        lines.extend(letter.complaints.iter().map(not_understood));
        lines.extend(letter.credentials.iter().map(|span| line(span.line, "a password (hidden)".into())));
        lines.sort_by_key(|reading| reading.line);
        ReadingAnswer { mail: arrived.reading.clone(), lines }
    })
}

fn head_readings(letter: &Letter) -> Vec<LineReading> {
    let mut lines = Vec::new();
    lines.extend(letter.game.iter().map(|read| line(read.span.line, format!("the game {}", read.what))));
    lines.extend(letter.turn.iter().map(|read| line(read.span.line, format!("turn {}", read.what))));
    lines.extend(letter.player.iter().map(|read| line(read.span.line, format!("the player {}", read.what))));
    lines
}

fn line(line: u32, words: String) -> LineReading {
    LineReading { line, words }
}

fn press_words(read: &Read<Press>) -> String {
    let count = read.what.text.lines().count();
    format!("{}, with {count} {} of words", read.words, if count == 1 { "line" } else { "lines" })
}

fn not_understood(complaint: &Complaint) -> LineReading {
    line(complaint.span.line, format!("not understood: {}", complaint.sentence()))
}

/// Whether a letter holds an account word.
pub fn asks(letter: &Letter, wanted: &Account) -> bool {
    letter.accounts.iter().any(|read| read.what == *wanted)
}
