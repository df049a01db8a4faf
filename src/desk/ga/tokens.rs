//! What cannot be undone is asked first: a token goes out with the answer, and its command is done when it comes back.

use crate::ga::record::{Asked, GaChange};
use crate::ga::who::lowest_role;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::judge::held_under;
use crate::password;
use crate::record::Change;
use crate::remind::span_words;
use fieldpost_grammar::command::{self, Command, Given, read_command};
use fieldpost_grammar::letter::Lexicon;

/// For how long a token is worth something, in milliseconds: a day.
pub(super) const WORTH_MS: i64 = 24 * 3_600_000;

/// Commands that wait for their tokens at most; beyond them the oldest waits no more.
const MOST_ASKED: usize = 50;

impl Work<'_> {
    /// A command that may need its token: what is wrong with it is said at once, and nothing is asked then.
    pub fn ask_or_do(&mut self, command: &Command) -> Taken {
        let Some((command, why)) = self.to_be_asked(command)? else { return self.carry_out(command) };
        let given = Given { command, insist: false, secretly: false, now: false };
        let words = command::words(&given);
        self.forget_old();
        let token = password::token(&self.draw::<13>());
        self.change(GaChange::Ask(Asked {
            token: password::token_mark(&token),
            by: self.by.name.clone(),
            words,
            turn: self.game.book.turn,
            at_ms: self.arrived.receipt.at_ms,
        }));
        Ok(Done { token: Some(token), ..Done::saying(why) })
    }

    /// A command as it waits, naming turn and player as they are now, and what is to be said of it; `None` where it may be
    /// done at once.
    fn to_be_asked(&self, command: &Command) -> Result<Option<(Command, String)>, Fault> {
        let open = self.game.book.turn;
        let why = match command {
            Command::End { .. } => {
                "no turn would run and no order be taken after that; REOPEN GAME takes it back".into()
            }
            Command::RunTurn(turn) => {
                self.guard_turn(*turn)?;
                self.guard_hold()?;
                let left = self.game.settings.deadline_ms - self.arrived.receipt.at_ms;
                if left <= 0 {
                    return Ok(None);
                }
                let why = format!("turn {open} would be run {} before its deadline", span_words(left));
                return Ok(Some((Command::RunTurn(Some(open)), why)));
            }
            Command::Rollback(turn) => {
                self.guard_past(*turn)?;
                rollback_words(*turn, open, "be open again")
            }
            Command::Rerun(turn) => {
                self.guard_past(*turn)?;
                rollback_words(*turn, open, "be run again at once")
            }
            Command::RemovePlayer(name) => {
                let name = self.player(name)?.1.name.clone();
                let why =
                    format!("{name} could send and get nothing any more, and {}", self.left_without(&name));
                return Ok(Some((Command::RemovePlayer(name), why)));
            }
            _ => return Ok(None),
        };
        Ok(Some((command.clone(), why)))
    }

    /// Does what needed its token, or needs none.
    fn carry_out(&mut self, command: &Command) -> Taken {
        match command {
            Command::End { reveal } => self.end(*reveal),
            Command::RunTurn(turn) => self.run_turn(*turn),
            Command::Rollback(turn) => self.roll_back(*turn, false),
            Command::Rerun(turn) => self.roll_back(*turn, true),
            Command::RemovePlayer(name) => self.remove_player(name),
            _ => Err("this needs no token: send it as it is".into()),
        }
    }

    /// `CONFIRM token`.
    pub fn confirm(&mut self, token: &str) -> Taken {
        let mark = password::token_mark(token);
        let asked = self.game.administration.asked.iter().find(|asked| asked.token == mark).cloned();
        let Some(asked) = asked else { return self.release(token) };
        if asked.by != self.by.name {
            return Err(
                format!("this token was sent to {}, and only {} can use it", asked.by, asked.by).into()
            );
        }
        self.change(GaChange::Answered { token: mark });
        self.worth(&asked)?;
        let Some(given) = read_command(&asked.words, &Lexicon::default()) else {
            return Err(format!("{} cannot be read any more: send it again", asked.words).into());
        };
        let command = &given.command;
        if let Some((why, _)) = self.fault_of_time(command) {
            return Err(why.into());
        }
        let role = self.by.still(&self.game);
        if role.is_none_or(|role| role < lowest_role(command)) {
            return Err(format!("{} may not do this any more: {}", self.by.name, asked.words).into());
        }
        let done = self.carry_out(command)?;
        let mut results = vec![format!("{} is carried out.", asked.words)];
        results.extend(done.results);
        Ok(Done { results, ..done })
    }

    fn worth(&self, asked: &Asked) -> Result<(), String> {
        let open = self.game.book.turn;
        if asked.turn != open {
            let (words, turn) = (&asked.words, asked.turn);
            return Err(format!(
                "{words} was asked for while turn {turn} was open; now it is turn {open}: send it again"
            ));
        }
        if self.is_old(asked) {
            return Err(format!("the token for {} is older than a day: send the command again", asked.words));
        }
        Ok(())
    }

    fn is_old(&self, asked: &Asked) -> bool {
        self.arrived.receipt.at_ms - asked.at_ms >= WORTH_MS
    }

    fn forget_old(&mut self) {
        let asked = &self.game.administration.asked;
        let beyond = (asked.len() + 1).saturating_sub(MOST_ASKED);
        let old = |(place, asked): &(usize, &Asked)| *place < beyond || self.is_old(asked);
        let tokens = asked.iter().enumerate().filter(old).map(|(_, asked)| asked.token.clone());
        for token in tokens.collect::<Vec<_>>() {
            self.change(GaChange::Answered { token });
        }
    }

    /// A token may also be a held letter's.
    fn release(&mut self, token: &str) -> Taken {
        let from = self.arrived.from.as_deref().unwrap_or_default();
        let Some(letter) = held_under(&self.game, token, from).map(|held| held.letter) else {
            return Err(
                "nothing waits under this token: it may have been used already, or its turn is over".into()
            );
        };
        self.change_any(Change::Release { game: self.game.name().clone(), letter });
        Ok(Done::saying("The letter that was held is released; its answer follows."))
    }
}

fn rollback_words(turn: u32, open: u32, then: &str) -> String {
    let undone = match open - 1 {
        last if last == turn => format!("turn {turn} would be undone"),
        last => format!("turns {turn} to {last} would be undone"),
    };
    format!("{undone}, though every letter is kept, and turn {turn} would {then}")
}
