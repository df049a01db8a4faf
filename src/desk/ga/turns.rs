//! The game as a whole and its turns: opening, holding, ending, running, going back. What takes the whole record is left to
//! the daemon, as a [`Task`] that is durable with the letter's verdict.

use crate::answer::{Answer, Body, To, Weight};
use crate::ga::answer::WordsNotice;
use crate::ga::edits::may_insist;
use crate::ga::record::{GaChange, Observer, Said, Task, Work as Job};
use crate::ga::telling::{to_player, words_answer};
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::record::{Account, LetterNo};
use fieldpost_grammar::command::Archived;

impl Work<'_> {
    /// Leaves something to the daemon, not to be done before a moment in milliseconds since 1970.
    pub fn leave(&mut self, what: Job, not_before_ms: i64) -> u32 {
        let number = self.game.administration.tasks_made + 1;
        let letter: LetterNo = self.arrived.letter;
        let by = self.by.name.clone();
        self.change(GaChange::Task(Task { number, by, letter, not_before_ms, what }));
        number
    }

    /// `OPEN name FROM scenario`. Scenario and seats file are the host's to read: what is wrong with them is told by mail.
    pub fn open(&mut self, name: &str, scenario: &str, seats: &str) -> Taken {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let lower = name.to_ascii_lowercase();
        if lower.is_empty() || lower.len() > 40 || !lower.chars().all(is_plain) {
            return Err("a game's name is made of letters, figures and hyphens, at most 40".into());
        }
        if self.hosted.iter().any(|hosted| hosted.0.eq_ignore_ascii_case(name)) {
            return Err(format!("there is a game called {lower} here already").into());
        }
        if seats.trim().is_empty() {
            return Err("the lines of its seats file belong below this line, up to END".into());
        }
        let found = self.arrived.looked_up.opening(name, scenario, seats).cloned().transpose()?;
        let job = Job::Open { name: lower.clone(), scenario: scenario.to_owned(), seats: seats.to_owned() };
        self.leave(job, self.arrived.receipt.at_ms);
        let done = Done::saying(format!(
            "{lower} is being opened from {scenario}; another mail says how that went."
        ));
        Ok(found.into_iter().flatten().fold(done, Done::and))
    }

    /// `HOLD [why]`.
    pub fn hold(&mut self, why: Option<&str>, secretly: bool) -> Taken {
        let before = held_words(self.game.held_why());
        let why =
            why.map(str::trim).filter(|why| !why.is_empty()).unwrap_or("its game administrator holds it");
        self.fault_of_words(why)?;
        self.change(GaChange::Hold(Some(why.to_owned())));
        let turn = self.game.book.turn;
        let said = self.said(&format!("turn {turn}"), before, held_words(Some(why)));
        let words = format!(
            "The game administrator, {}, holds turn {turn}: {why}.\n\nIt does not run at its deadline. Letters count {}, and \
             you will hear when the game goes on.",
            self.by.name,
            self.how_long_letters_count()
        );
        let told = self.tell_players_of_hold(&format!("Turn {turn} is held"), &words, secretly);
        let until = self.how_long_letters_count();
        let done = Done { undo: Some("RESUME".into()), ..Done::of(said) }.and(format!(
            "It does not run, not even at its deadline, until you send RESUME; letters count {until}. {told}"
        ));
        // Whoever holds a game wants nothing to happen to it meanwhile.
        Ok(match self.stop_waiting() {
            Some(stopped) => done.and(stopped),
            None => done,
        })
    }

    /// Tells the players, unless that was to be done SECRETLY; which of the two, in a sentence.
    fn tell_players_of_hold(&mut self, title: &str, words: &str, secretly: bool) -> &'static str {
        if secretly {
            return "Players are not told.";
        }
        self.tell_players(title, words);
        "Players are told."
    }

    fn how_long_letters_count(&self) -> &'static str {
        if self.game.waits_for_orders() { "until it is run" } else { "up to the deadline, as ever" }
    }

    /// `RESUME`.
    pub fn resume(&mut self, secretly: bool) -> Taken {
        if self.game.hold.is_none() {
            return Err(format!("turn {} is not held", self.game.book.turn).into());
        }
        if self.game.waits_for_orders() && !self.game.administration.holds {
            // It would be held again at once, and the players told otherwise.
            let (turn, why) = (self.game.book.turn, self.game.held_why().unwrap_or_default());
            let why = format!("turn {turn} waits for orders, by the game's own rule: {why}");
            return Err(Fault { why, nearest: Some(format!("RUN TURN {turn}, or MISSING ANY NOW")) });
        }
        let before = held_words(self.game.held_why());
        self.change(GaChange::Hold(None));
        let turn = self.game.book.turn;
        let said = self.said(&format!("turn {turn}"), before, held_words(None));
        let is_due = self.game.settings.deadline_ms <= self.arrived.receipt.at_ms;
        let when = if is_due { "Its deadline has passed: it runs next." } else { "It runs at its deadline." };
        let words =
            format!("Turn {turn} is held no longer. {when} Its deadline:\n{}.", self.deadline_words());
        let told = self.tell_players_of_hold("The game goes on", &words, secretly);
        Ok(Done { undo: Some("HOLD".into()), ..Done::of(said) }.and(when).and(told))
    }

    /// `START`: as `RESUME`, for the game's first turn.
    pub fn start(&mut self, secretly: bool) -> Taken {
        if self.game.book.turn > 1 {
            let why = format!("the game has begun: turn {} is open", self.game.book.turn);
            return Err(Fault { why, nearest: Some("RESUME".into()) });
        }
        self.resume(secretly)
    }

    /// `END GAME`, once its token has come back: everybody is told, and mailed the account of the game.
    pub fn end(&mut self, reveal: bool) -> Taken {
        self.change(GaChange::Ended(true));
        self.leave(Job::Account { reveal }, self.arrived.receipt.at_ms);
        let title = format!("{} has ended", self.game.opening.title);
        let came_of_it = match (self.game.board().over(), self.game.board().outcome()) {
            (Some(over), _) => format!("\n\nHow it ended: {over}."),
            (None, Some(outcome)) => format!("\n\nHow it stood when it was ended: {outcome}."),
            (None, None) => String::new(),
        };
        let words = format!(
            "The game administrator, {}, has ended the game in turn {}. No turn runs and no order is taken any more.{came_of_it}\n\nThe \
             account of the game comes with another mail.",
            self.by.name, self.game.book.turn
        );
        self.tell_players(&title, &words);
        self.decline_all(&format!("{title}: there is no seat for you in it."));
        let board = if reveal { " It shows the whole board, turn by turn." } else { "" };
        let done = Done::of(self.said("the game", "goes on", "has ended"));
        Ok(Done { undo: Some("REOPEN GAME".into()), ..done }
            .and(format!("Every player is told, and mailed the account of the game.{board}")))
    }

    /// `REOPEN GAME`: END GAME is taken back. The turn is held, since its deadline may be long past. A game that went to another post office
    /// may be played there by now: who opens it here says OVERRIDE.
    pub fn reopen(&mut self, insist: bool) -> Taken {
        if !self.game.administration.has_ended {
            return Err("the game has not ended".into());
        }
        let moved_to = self.game.administration.moved_to.clone();
        if let Some(to) = moved_to.as_ref().filter(|_| !insist) {
            let why = format!("it went to {to}, and once it is open there, there would be two of it");
            return Err(may_insist(&why).into());
        }
        self.change(GaChange::Ended(false));
        let is_account = |task: &&Task| matches!(task.what, Job::Account { .. });
        let accounts = self.game.administration.tasks.iter().filter(is_account).map(|task| task.number);
        for number in accounts.collect::<Vec<_>>() {
            self.change(GaChange::Drop { number });
        }
        self.change(GaChange::Hold(Some("the game was reopened".into())));
        let (title, turn) = (format!("{} goes on", self.game.opening.title), self.game.book.turn);
        let what = match moved_to.is_some() {
            true => "opened the game again, which was to be played from another post office: write here",
            false => "taken the end of the game back",
        };
        let words = format!(
            "The game administrator, {}, has {what}. Turn {turn} is open again, with the orders that it had, and \
             held for now. You will hear when it runs.",
            self.by.name
        );
        self.tell_players(&title, &words);
        self.tell_who_looks_on(&title, &words);
        let said = self.said("the game", "has ended", "goes on");
        Ok(Done { undo: Some("END GAME".into()), ..Done::of(said) }.and(format!(
            "Everybody is told: players, administrators, observers. Turn {turn} is held: set its DEADLINE, then send RESUME. Who was declined when the game ended \
             signs up anew."
        )))
    }

    /// `ARCHIVE`: the game's past as pages, which the daemon makes.
    pub fn archive(&mut self, whom: &Archived) -> Taken {
        if *whom == Archived::Whole && !self.game.administration.has_ended {
            let why = "the game goes on, and all of its board would tell each side what it cannot see";
            return Err(Fault { why: why.into(), nearest: Some("ARCHIVE".into()) });
        }
        let player = match whom {
            Archived::Player(name) => Some(self.player(name)?.1.name.clone()),
            Archived::Public | Archived::Whole => None,
        };
        let whole = *whom == Archived::Whole;
        self.leave(Job::Archive { player, whole }, self.arrived.receipt.at_ms);
        Ok(Done::saying("It is being made; another mail brings it.".to_owned()))
    }

    /// Why a command that names a turn does nothing: the game has moved on.
    pub fn guard_turn(&self, named: Option<u32>) -> Result<(), Fault> {
        let open = self.game.book.turn;
        match named {
            Some(turn) if turn < open => {
                Err(format!("turn {turn} has been run already; turn {open} is open").into())
            }
            Some(turn) if turn > open => Err(format!("turn {turn} is not open yet; turn {open} is").into()),
            _ => Ok(()),
        }
    }

    /// Why a turn is not run: an administrator holds it.
    pub fn guard_hold(&self) -> Result<(), Fault> {
        let held = self.game.held_why().filter(|_| self.game.administration.holds);
        let Some(why) = held else { return Ok(()) };
        let why = format!("turn {} is held: {why}", self.game.book.turn);
        Err(Fault { why, nearest: Some("RESUME, and RUN TURN below it".into()) })
    }

    /// Why the game cannot go back to a turn.
    pub fn guard_past(&self, turn: u32) -> Result<(), Fault> {
        let open = self.game.book.turn;
        if turn == open {
            let nearest = Some(format!("RUN TURN {open}"));
            return Err(Fault { why: format!("turn {open} is the open turn: it has not been run"), nearest });
        }
        if turn > open {
            return Err(format!("turn {turn} is not open yet; turn {open} is").into());
        }
        if turn == 0 {
            return Err("turns are counted from 1".into());
        }
        Ok(())
    }

    /// `RUN TURN [n]`, at its deadline or with its token.
    pub fn run_turn(&mut self, named: Option<u32>) -> Taken {
        self.guard_turn(named)?;
        if let Some(why) = self.game.board().over() {
            return Err(Fault { why, nearest: Some("END GAME".into()) });
        }
        self.guard_hold()?;
        let open = self.game.book.turn;
        self.leave(Job::RunTurn(open), self.arrived.receipt.at_ms);
        let mut done =
            Done::saying(format!("Turn {open} runs as soon as all letters received until now are read."));
        done.results.extend(self.game.board().unanswered(&self.game.book.orders_of_offices()));
        Ok(done)
    }

    /// `ROLLBACK TO TURN n` and `RERUN TURN n`, with their tokens.
    pub fn roll_back(&mut self, to: u32, run: bool) -> Taken {
        self.guard_past(to)?;
        self.leave(Job::Rollback { to, run }, self.arrived.receipt.at_ms);
        let then = if run { "and runs again at once" } else { "with the orders it had" };
        Ok(Done::saying(format!(
            "Turn {to} is opened again {then}; each player is told what differs for them, and another mail says how it went."
        )))
    }

    /// `RELEASE LETTER n`. Whether the letter is in quarantine the record knows, and the daemon looks.
    pub fn read_again(&mut self, number: u64) -> Taken {
        if number == 0 || number >= self.arrived.letter.0 {
            return Err(Fault {
                why: format!("there is no letter {number} yet"),
                nearest: Some("SHOW QUEUE".into()),
            });
        }
        if let Some(Some(why)) = self.arrived.looked_up.releases.get(&number) {
            return Err(Fault { why: why.clone(), nearest: Some("SHOW QUEUE".into()) });
        }
        let letter = LetterNo(number);
        if self.game.administration.tasks.iter().any(|task| task.what == Job::Release(letter)) {
            return Err(format!("letter {number} is about to be read already").into());
        }
        self.leave(Job::Release(letter), self.arrived.receipt.at_ms);
        Ok(Done::saying(format!(
            "Letter {number} is read once more and judged as of its receipt; another mail says what came of it."
        )))
    }

    /// One thing before and after that is no unit's.
    pub fn said(&self, what: &str, before: impl Into<String>, after: impl Into<String>) -> Said {
        Said { unit: None, what: what.to_owned(), before: before.into(), after: after.into(), only: None }
    }

    fn deadline_words(&self) -> String {
        let deadline = self.game.stamp(self.game.settings.deadline_ms);
        format!("{} ({})", deadline.local, deadline.utc)
    }

    /// Tells every player who has an address a few words.
    fn tell_players(&mut self, title: &str, words: &str) {
        let game = &self.game;
        let told = game.accounts.iter().filter_map(|account| to_player(game, account, title, words));
        let told = told.collect::<Vec<_>>();
        self.others.extend(told);
    }

    /// Tells the other administrators and the observers: who was told that the game is over here is told that it goes on.
    fn tell_who_looks_on(&mut self, title: &str, words: &str) {
        let game = &self.game;
        let by = |account: &&Account| account.name.eq_ignore_ascii_case(&self.by.name);
        let others = game.administration.administrators.iter().map(|one| &one.account);
        let others =
            others.filter(|account| !by(account)).filter_map(|one| to_player(game, one, title, words));
        let observer = |one: &Observer| {
            let body = Body::Words(WordsNotice::plain(title, words));
            let (game, turn) = (Some(game.name().clone()), Some(game.book.turn));
            let to = To::Sender { address: one.address.clone() };
            Answer { to, game, turn, weight: Weight::Notice, errors: 0, replaceable: false, body }
        };
        let told = others.chain(game.observers().map(observer)).collect::<Vec<_>>();
        self.others.extend(told);
    }

    /// Tells a player, or an administrator, a few words.
    pub fn tell_account(&mut self, account: &Account, title: &str, words: &str) {
        self.others.push(words_answer(&self.game, account, title, words));
    }
}

fn held_words(why: Option<&str>) -> String {
    why.map_or_else(|| "not held".to_owned(), |why| format!("held: {why}"))
}
