//! Telling: BROADCAST and TELL, and the few words that players are owed because of what a GA did.

use crate::answer::{Answer, Body, ReportWanted, To, Weight};
use crate::ga::answer::{PasswordNotice, WordsNotice};
use crate::ga::tidings::Tidings;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::password::stands_in;
use crate::record::Account;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::listed;
use fieldpost_grammar::Secret;

/// What becomes of what players have sent, where a hand edit leaves it as it was.
const STILL_STANDS: &str = "Orders that you have sent stand; SHOW ORDERS lists them.";

/// The same where another part of the turn was opened.
const NOW_PAST: &str = "What you had sent was for what was open before: orders and declarations of it do not count any more, and what you \
                        asked for waits for its answer.";

/// The same where what had opened it was taken back.
const OPEN_AGAIN: &str = "What you had sent for what is open again counts again, and SHOW ORDERS lists it; what you asked for since keeps its \
                          number, and waits for its answer.";

/// Most characters of what a GA tells players in one go.
const MOST_WORDS: usize = 20_000;

impl Work<'_> {
    /// `BROADCAST … END`.
    pub fn broadcast(&mut self, words: &str) -> Taken {
        let accounts = self.game.accounts.clone();
        self.tell_all(accounts.iter().collect(), words)
    }

    /// `TELL names … END`.
    pub fn tell(&mut self, players: &[String], words: &str) -> Taken {
        let mut told = Vec::new();
        for name in players {
            let account = self.player(name)?.1.clone();
            if !told.contains(&account) {
                told.push(account);
            }
        }
        self.tell_all(told.iter().collect(), words)
    }

    fn tell_all(&mut self, accounts: Vec<&Account>, words: &str) -> Taken {
        if words.trim().is_empty() {
            return Err("there are no words to tell: they belong below this line, up to END".into());
        }
        if words.chars().count() > MOST_WORDS {
            return Err(format!("it is longer than {MOST_WORDS} characters").into());
        }
        self.fault_of_words(words)?;
        let title = format!("A word from the game administrator, {}", self.by.name);
        let mut told = Vec::new();
        for account in accounts {
            if let Some(answer) = to_player(&self.game, account, &title, words) {
                told.push(account.name.clone());
                self.others.push(answer);
            }
        }
        if told.is_empty() {
            return Err("none of them has an address".into());
        }
        Ok(Done::saying(format!("Told: {}.", told.join(", "))))
    }

    /// Why words go to nobody: a password of the letter stands in them (promise 7).
    pub fn fault_of_words(&self, words: &str) -> Result<(), Fault> {
        let mut secrets = self.letter.secrets().chain(&self.arrived.subject_password);
        if secrets.any(|secret| stands_in(secret, words)) {
            return Err("your password stands in these words: nobody is told them".into());
        }
        Ok(())
    }

    /// The mails that tell of the letter's hand edits; who gets one is said in its answer.
    pub fn tell_of_edits(&mut self) {
        let told = Tidings::by_player(&std::mem::take(&mut self.tidings));
        let mails =
            told.iter().filter_map(|(player, (lines, words))| self.word_of_edits(*player, lines, words));
        let mails = mails.collect::<Vec<_>>();
        if !mails.is_empty() {
            let names = mails.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            self.note_for_all(format!("Who hears of the hand edits at once: {names}."));
        }
        self.others.extend(mails.into_iter().map(|(_, mail)| mail));
        self.send_positions();
    }

    /// Whether a hand edit of this letter opened the part of the turn that is open now.
    fn has_opened(&self) -> bool {
        self.game.book.opened_by().is_some_and(|edit| edit.letter == self.arrived.letter)
    }

    /// Whether a hand edit of this letter took back one of another letter that had opened another part of the turn.
    fn has_reopened(&self) -> bool {
        let edits = &self.game.book.edits;
        let of_now = edits.iter().filter(|edit| edit.letter == self.arrived.letter);
        let undone = of_now.filter_map(|edit| edit.undoes);
        let mut undone = undone.filter_map(|number| edits.iter().find(|edit| edit.number == number));
        undone.any(|edit| edit.opens && edit.letter != self.arrived.letter)
    }

    fn what_becomes_of_letters(&self) -> &'static str {
        match (self.has_opened(), self.has_reopened()) {
            (true, _) => NOW_PAST,
            (_, true) => OPEN_AGAIN,
            _ => STILL_STANDS,
        }
    }

    /// Each player's position, where a hand edit opened another part of the turn: nobody can order blind.
    fn send_positions(&mut self) {
        if !(self.has_opened() || self.has_reopened()) || self.game.over().is_some() {
            return;
        }
        let position = self.game.board().position();
        let wants = |account: &&Account| !account.email.is_empty() && !account.wishes().off;
        let report = |account: &Account| {
            let (player, position) = (account.name.clone(), Some(position.clone()));
            let wanted = ReportWanted { player, turn: None, position, whole: false };
            notice(&self.game, account, Body::Report(wanted))
        };
        let mails = self.game.accounts.iter().filter(wants).map(report).collect::<Vec<_>>();
        if !mails.is_empty() {
            self.note_for_all("Every player is mailed the position as it stands now.".into());
        }
        self.others.extend(mails);
    }

    fn word_of_edits(
        &self,
        player: PlayerNo,
        lines: &[String],
        words: &[String],
    ) -> Option<(String, Answer)> {
        let game = &self.game;
        let account = game.account(game.name_of(player))?;
        let by = &self.by.name;
        let text = format!(
            "The game administrator, {by}, has changed this by hand in turn {}, which is open:\n\n{}{}\n\nIt holds at once, and \
             stands in your next reports. {} If you think that it is a mistake, write to the game administrator: PRESS TO GA.",
            game.book.turn,
            lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n"),
            words.iter().map(|words| format!("\n\n{words}")).collect::<String>(),
            self.what_becomes_of_letters(),
        );
        let mail = to_player(game, account, "Changed by the game administrator's hand", &text)?;
        Some((account.name.clone(), mail))
    }

    /// A player's number and account, by name.
    pub fn player(&self, name: &str) -> Result<(PlayerNo, &Account), Fault> {
        let name = name.trim();
        let found = self.game.player_named(name);
        found.ok_or_else(|| {
            let of_side: Vec<&str> = self
                .game
                .numbered_players()
                .filter(|(_, player)| player.party.eq_ignore_ascii_case(name))
                .map(|(_, player)| player.name.as_str())
                .collect();
            if let [first, ..] = of_side[..] {
                let why = format!("{name} is a side and no player; who plays it: {}", listed(&of_side));
                return Fault { why, nearest: Some(first.to_owned()) };
            }
            let players = self.game.numbered_players();
            let names = players.map(|(_, player)| (player.name.as_str(), &player.name));
            let nearest = nearest(name, names).cloned();
            Fault { why: format!("there is no player called {name} in this game"), nearest }
        })
    }
}

/// A few words to a player, if there is an address to tell them at.
pub fn to_player(game: &GameRecord, account: &Account, title: &str, words: &str) -> Option<Answer> {
    (!account.email.is_empty()).then(|| words_answer(game, account, title, words))
}

/// A few words to whoever has an account.
pub fn words_answer(game: &GameRecord, account: &Account, title: &str, words: &str) -> Answer {
    let body = Body::Words(WordsNotice::plain(title, words));
    notice(game, account, body)
}

fn notice(game: &GameRecord, account: &Account, body: Body) -> Answer {
    Answer {
        to: To::Player { name: account.name.clone(), address: account.email.clone() },
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight: Weight::Notice,
        errors: 0,
        replaceable: false,
        body,
    }
}

/// What goes to an account's owner with a password.
pub struct Letter<'a> {
    pub account: &'a Account,
    /// The password.
    pub secret: Secret,
    /// The word that names its owner in a letter's head: `PLAYER` or `GA`.
    pub word: &'a str,
    /// Whether the reader takes the seat with it.
    pub is_new: bool,
    /// What else to say, a sentence each.
    pub notes: Vec<String>,
}

/// A password for its owner, and for nobody else.
pub fn password_answer(game: &GameRecord, letter: Letter<'_>) -> Answer {
    let Letter { account, secret, word, is_new, notes } = letter;
    let body = PasswordNotice {
        player: account.name.clone(),
        game: game.name().0.clone(),
        title: game.opening.title.clone(),
        turn: game.book.turn,
        deadline: game.stamp(game.settings.deadline_ms),
        is_new,
        notes,
        head: vec![
            format!("GAME {}", game.name().0),
            format!("{word} {}", account.name),
            "PASSWORD (your password)".into(),
        ],
        secret: Some(secret),
    };
    notice(game, account, Body::Password(Box::new(body)))
}
