//! Turns that are held at their deadline: why, who is told, and what ends it.
//!
//! A turn that is held for missing orders waits for them: letters count until it is run
//! ([`GameRecord::is_late`](fieldpost_desk::game::GameRecord::is_late)), the players are told, and once no more are missing than
//! the game allows it runs by itself. All other holds leave the deadline as it is.

use crate::adjudicate::Adjudicated;
use crate::clock::Millis;
use crate::closing::{Closing, HoldReason, Polled, Question, decide};
use crate::delivered::Delivered;
use crate::disk::Level;
use crate::mailboxes::Unread;
use crate::office::Office;
use fieldpost_desk::game::GameRecord;
use fieldpost_desk::record::{Account, GameName, HoldKind, TurnHold};
use fieldpost_desk::settings::Settings;
use fieldpost_desk::tenure::players_without_orders;
use fieldpost_engine::words::counted;
use fieldpost_mail::postmark::Kind;
use fieldpost_store::{GameChange, Hold, MadeOn, NewMail, Telling, Trouble, TroubleNews, Write};

/// After how long a turn that met a full disk is tried again.
const TRY_AGAIN_MS: Millis = 60_000;

const DAY_MS: Millis = 24 * 3_600_000;

impl Office {
    /// Whether a game's turn may be closed now, by what is known of the sources.
    pub(super) fn closing(&self, name: &GameName, sources: &[Polled]) -> anyhow::Result<Closing> {
        let record = &self.game_named(&name.0)?.record;
        let question = Question {
            now: self.clock.now(),
            // Inclusive to the second: a mail server's stamp has whole seconds (M-04).
            deadline: record.last_ms() - record.settings.grace_ms,
            grace: record.settings.grace_ms,
            sources,
            clock_jump: record.settings.clock_jump,
            missing: players_without_orders(record).len(),
            missing_allowed: record.settings.missing_allowed,
            newest_order: newest_order(record).filter(|_| record.waits_for_orders()),
            is_between: record.is_between(),
            held_by_ga: record.administration.holds,
        };
        Ok(decide(&question))
    }

    /// Why a GA holds the turn. It is no news to the GA.
    pub(super) fn words_of_hold(&self, name: &GameName) -> anyhow::Result<String> {
        let hold = self.game_named(&name.0)?.record.held_why().map(str::to_owned);
        Ok(hold.unwrap_or_else(|| HoldReason::ByGa.to_string()))
    }

    /// Moves a game's deadline to the next one by its schedule that lies a day or more behind a moment, and tells nobody: of a game that
    /// was played on a clock of its own, as a rehearsal is, and is hosted from then on. When that is, in milliseconds since 1970.
    ///
    /// # Errors
    /// If there is no such game, or the store cannot be written.
    pub fn wait_from(&mut self, name: &GameName, now: Millis) -> anyhow::Result<Millis> {
        let settings = self.game_named(&name.0)?.record.settings;
        let deadline_ms = settings.next_turn(now + DAY_MS).deadline_ms;
        let settings = Settings { deadline_ms, ..settings };
        let schedule = Some(serde_json::to_value(settings)?);
        let change = GameChange { at_ms: self.clock.now(), schedule, hold: None };
        self.put_of(name, Write::Change(name.clone(), change))?;
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.settings = settings;
        }
        Ok(deadline_ms)
    }

    /// Holds a turn, and tells those concerned the first time. They are told before the hold is on record: a crash
    /// between the two tells nobody twice, for mails and troubles are known again.
    pub(super) fn hold(&mut self, name: &GameName, reason: &HoldReason) -> anyhow::Result<Adjudicated> {
        let why = reason.to_string();
        let record = &self.game_named(&name.0)?.record;
        if record.held_why() == Some(why.as_str()) {
            return Ok(Adjudicated::Held(why));
        }
        let hold = match reason {
            HoldReason::OrdersMissing { .. } => TurnHold { why: why.clone(), kind: HoldKind::MissingOrders },
            _ => TurnHold::after(record.hold.as_ref(), why.clone()),
        };
        let at_ms = self.clock.now();
        if hold.kind == HoldKind::MissingOrders && !record.waits_for_orders() {
            let mails = self.words_to_players(record)?;
            if !mails.is_empty() {
                self.store.post(at_ms, mails)?;
            }
        }
        self.tell_ga_of_hold(name, reason, &why)?;
        let change = GameChange { at_ms, schedule: None, hold: Some(Hold::Held(hold.clone())) };
        self.put_of(name, Write::Change(name.clone(), change))?;
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.hold = Some(hold);
        }
        Ok(Adjudicated::Held(why))
    }

    /// Whether a turn may be run as far as the disk goes: one that met a full disk is tried again once a minute, since it may
    /// need more room than the limit leaves.
    pub(super) fn has_room_for_turn(&self, name: &GameName) -> bool {
        let now = self.clock.now();
        let waits = |met_ms: &Millis| (0..TRY_AGAIN_MS).contains(&(now - met_ms));
        self.disk_level() != Level::Full && !self.watch.no_room.get(name).is_some_and(waits)
    }

    /// Holds a turn that met a full disk. It goes on by itself when there is room; the hold itself may find none.
    pub(super) fn wait_for_room(&mut self, name: &GameName) {
        self.watch.no_room.insert(name.clone(), self.clock.now());
        if let Err(error) = self.hold(name, &HoldReason::DiskFull) {
            tracing::error!(
                error = format!("{error:#}"),
                game = name.0,
                "that the turn waits for room could not be kept"
            );
        }
    }

    /// Ends the hold of a turn that is not due any more, as when its deadline was moved. What an administrator holds stays
    /// held, and what could not be run waits for somebody to look.
    pub(super) fn let_go(&mut self, name: &GameName) -> anyhow::Result<()> {
        let Some(hosted) = self.games.get(name) else { return Ok(()) };
        if hosted.record.hold.is_none() || hosted.record.administration.holds || hosted.is_stuck() {
            return Ok(());
        }
        let at_ms = self.clock.now();
        let change = GameChange { at_ms, schedule: None, hold: Some(Hold::Free) };
        self.put_of(name, Write::Change(name.clone(), change))?;
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.hold = None;
        }
        Ok(())
    }

    /// Holds the turns that wait for orders, before a letter is judged that came after their deadline: they wait for such letters,
    /// and this one was only read before the loop looked at the clock. Nothing is held while another source has not been looked
    /// through since the deadline: orders in time may lie there.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub(super) fn hold_before(&mut self, letter: &Delivered) -> anyhow::Result<()> {
        let is_due = |record: &GameRecord| {
            record.hold.is_none() && record.over().is_none() && letter.received_ms > record.last_ms()
        };
        let due = self.games.iter().filter(|(_, hosted)| is_due(&hosted.record));
        let due = due.map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let others = self.config.sources.iter().filter(|source| source.name() != letter.place.account);
        let last_full = |name: &str| self.watch.sources.get(name).and_then(|seen| seen.last_full_ms);
        let sources = others.map(|source| Polled::unnamed(last_full(source.name()), false));
        let sources = sources.collect::<Vec<_>>();
        for name in due {
            if let Closing::Hold(reason @ HoldReason::OrdersMissing { .. }) = self.closing(&name, &sources)? {
                self.hold(&name, &reason)?;
            }
        }
        Ok(())
    }

    fn tell_ga_of_hold(&self, name: &GameName, reason: &HoldReason, why: &str) -> anyhow::Result<()> {
        let record = &self.game_named(&name.0)?.record;
        let turn = record.board().turn();
        let words = match reason {
            HoldReason::OrdersMissing { .. } => words_of_missing(record, why),
            HoldReason::DiskFull => format!(
                "Turn {turn} of {} is due and is held: {why}. Nothing of it is half done. Make room, and it is run by itself.",
                name.0
            ),
            HoldReason::MailboxUnread(unread) => format!(
                "Turn {turn} of {} is due and is held: {why}.\n\nIt is run by itself once all has been read. {}A late turn can be mended, a \
                 wrong one reveals secrets. To run it as it is, {}",
                name.0,
                self.retire_words(unread),
                run_words(name, turn)
            ),
            _ => format!(
                "Turn {turn} of {} is due and is held: {why}.\n\nA late turn can be mended, a wrong one reveals secrets. When \
                 all is right, run it: {}",
                name.0,
                run_words(name, turn)
            ),
        };
        let stage = match reason {
            HoldReason::OrdersMissing { .. } => MISSING,
            HoldReason::MailboxUnread(_) => UNREAD,
            _ => why,
        };
        self.tell_held(name, turn, stage, "The turn is held", &words)?;
        self.freshen(&turn_key(name, turn), &words)
    }

    /// What ends the waiting for mailboxes that nobody reads any more, where daemons share them.
    fn retire_words(&self, unread: &[Unread]) -> String {
        if self.config.postgres.is_none() {
            return String::new();
        }
        let commands = unread.iter().map(|one| format!("    {}\n", one.mailbox.retire_command()));
        format!(
            "Of a mailbox that is gone for good, such as one of a daemon that was renamed or taken away, the host ends the waiting:\n\n\
             {}\n",
            commands.collect::<String>()
        )
    }

    /// Brings the words of a trouble up to date that was told already, so that its reminder says how it stands then.
    fn freshen(&self, key: &str, words: &str) -> anyhow::Result<()> {
        let known = self.store.troubles()?.into_iter().find(|trouble| trouble.key == key);
        let Some(seen) = known.filter(|trouble| trouble.words != words) else { return Ok(()) };
        let fresh = Trouble { words: words.to_owned(), ..seen.clone() };
        let at_ms = self.clock.now();
        self.tell_once(
            MadeOn::trouble(key, Some(&seen)),
            Telling { at_ms, news: TroubleNews::Open(fresh), mails: Vec::new() },
        )
    }

    /// Word to every player that the turn waits, and to those it waits for that their orders still count. Once for each
    /// deadline: a mail that is in the outbox already is left out.
    fn words_to_players(&self, record: &GameRecord) -> anyhow::Result<Vec<NewMail>> {
        let missing = players_without_orders(record);
        let mut mails = Vec::new();
        for account in record.accounts.iter().filter(|account| !account.email.is_empty()) {
            let (title, words) = if missing.contains(&account.name.as_str()) && record.is_between() {
                words_to_the_silent(record, &account.name)
            } else if missing.contains(&account.name.as_str()) {
                words_to_the_missing(record.board().turn())
            } else {
                words_to_the_others(record.board().turn(), missing.len(), record.is_between())
            };
            let (game, deadline) = (&record.name().0, record.settings.deadline_ms);
            let key = format!("waits/{game}/{}/{deadline}/{}", record.board().turn(), account.name);
            let number = self.postmark.number_of(&key);
            let message_id = self.postmark.message_id(Kind::Notice, number);
            if self.store.mail_by_message_id(&message_id)?.is_none() {
                mails.push(self.word_numbered(record.name(), account, (&title, &words), number)?);
            }
        }
        Ok(mails)
    }
}

/// The stage of the trouble of a turn that waits for orders: the GA hears of it once, not at each order that comes.
const MISSING: &str = "orders-missing";

/// The same of one that waits for mailboxes, whichever of them are read meanwhile.
const UNREAD: &str = "mailbox-unread";

/// The key of the trouble of a turn that is held.
pub(super) fn turn_key(game: &GameName, turn: u32) -> String {
    format!("turn:{}:{turn}", game.0)
}

/// How a held turn is run, by mail and at the host's keyboard.
pub(super) fn run_words(game: &GameName, turn: u32) -> String {
    format!(
        "send a letter with\n\n    GA (your name)\n    GAME {game}\n    PASSWORD (your password)\n    RUN TURN {turn}\n\nor, at \
         the host's keyboard,\n\n    fieldpost turn {game} --now",
        game = game.0
    )
}

fn words_of_missing(record: &GameRecord, why: &str) -> String {
    let (name, turn) = (record.name(), record.board().turn());
    let person = |name: &&str| match record.account(name) {
        Some(Account { email, .. }) if !email.is_empty() => format!("    {name} <{email}>"),
        _ => format!("    {name}"),
    };
    let missing = players_without_orders(record);
    let missing = missing.iter().map(person).collect::<Vec<_>>().join("\n");
    let allowed = record.settings.missing_allowed.unwrap_or_default();
    let (lack, told) = match record.is_between() {
        true => ("Without a word", "what is awaited of them"),
        false => ("Without orders", "that their orders still count"),
    };
    format!(
        "Turn {turn} of {} is due and is held: {why}. {lack} are\n\n{missing}\n\nThey are told {told}, \
         and all others that the turn waits. It runs by itself once no more than {allowed} of them are missing.\n\nTo \
         run it as it is, {}\n\nIn place of RUN TURN {turn} a letter may also say\n\n    EXTEND BY 24 hours NOW\n\nfor another \
         deadline, a day behind the last one, or\n\n    MISSING ANY NOW\n\nfor a game that waits for nobody.",
        name.0,
        run_words(name, turn)
    )
}

fn words_to_the_missing(turn: u32) -> (String, String) {
    let words = format!(
        "The deadline of turn {turn} has passed, and no orders of yours have come. The turn is held for them: YOUR ORDERS FOR \
         TURN {turn} STILL COUNT, until it is run. It runs by itself once enough orders are in, and the game administrator \
         may run it at any time, so write soon.\n\nIf a letter of yours was refused because it came after the deadline, \
         send it once more."
    );
    (format!("Turn {turn} waits for your orders"), words)
}

/// The same where no piece can be ordered: what is awaited is a word of the player's own.
fn words_to_the_silent(record: &GameRecord, name: &str) -> (String, String) {
    let turn = record.board().turn();
    let awaited = record.player_no(name).and_then(|number| record.board().awaited(number));
    let awaited = awaited.map(|words| format!("\n\nAwaited of you: {words}")).unwrap_or_default();
    let words = format!(
        "The deadline of turn {turn} has passed, and nothing of yours has come. The turn is held for it.{awaited}\n\nIf you want \
         nothing, the line READY is word enough. It runs by itself once enough players have sent a word, and the game administrator \
         may run it at any time, so write soon."
    );
    (format!("Turn {turn} waits for a word of yours"), words)
}

fn words_to_the_others(turn: u32, missing: usize, between: bool) -> (String, String) {
    let who = counted(missing, "player");
    if between {
        let words = format!(
            "The deadline of turn {turn} has passed, and {who} sent nothing of what is awaited. The turn is held for them. It runs by \
             itself once enough have sent a word, or when the game administrator has it run.\n\nWhat you sent stands. Until the turn \
             is run letters count, so you may still change it."
        );
        return (format!("Turn {turn} waits for words of others"), words);
    }
    let words = format!(
        "The deadline of turn {turn} has passed, and {who} sent no orders. The turn is held for them. It runs by itself once \
         enough orders are in, or when the game administrator has it run.\n\nYour own orders stand. Until the turn is run \
         letters count, so you may still change them."
    );
    (format!("Turn {turn} waits for orders"), words)
}

/// When the newest order was received that stands for the open turn.
fn newest_order(record: &GameRecord) -> Option<i64> {
    let units = record.book.units.values().flatten().map(|filed| filed.receipt.at_ms);
    units.chain(record.book.offices.iter().map(|filed| filed.receipt.at_ms)).max()
}
