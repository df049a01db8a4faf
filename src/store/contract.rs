//! What every store of a post office keeps to.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::record::{Account, GameName, Held, LetterNo, OrderBook};

use crate::audit::AuditLine;
use crate::body::{BodyHash, Paper};
use crate::damage::{Exported, Round};
use crate::error::{Result, StoreError};
use crate::game::{
    Administering, GameChange, GameRow, NewGame, Reopening, TurnFiling, TurnRecord, VoidedRun,
};
use crate::history::Shelf;
use crate::letter::{ContentKey, Filing, LetterRecord, Settlement, TransportKey};
use crate::mailbox::Cursor;
use crate::outbox::{MailId, MailRow, Mark, NewMail};
use crate::trouble::{Bounces, Telling, Trouble};
use crate::write::{
    Awaited, Claim, Company, DaemonRow, Dealt, InHand, MadeOn, Poll, Pruning, WholeGame, Work, Write, Written,
};

/// The durable record of one post office. Reads see every finished write; writes come one after the other,
/// whoever calls.
pub trait Store: Send + Sync {
    /// Does one write, if what it was made on is so still; the operations below are this with other words.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if it is not: nothing is written then, and whoever judged may read and judge again.
    /// [`StoreError::Fenced`] if a claim that it shows is another's by now. Else as the operation.
    fn write(&self, write: Write, made_on: &MadeOn) -> Result<Written>;

    /// The version of each game. It changes with each write that changes something of the game by which letters are judged or
    /// turns run, and with nothing else; a game that was never changed while the store is open may have none. Versions of
    /// before a store was opened say nothing, where only one process can hold it.
    fn versions(&self) -> Result<BTreeMap<GameName, u64>>;

    /// A game as one moment knew it, so that nobody judges by a half of before and a half of after.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`].
    fn whole_game(&self, name: &GameName) -> Result<WholeGame>;

    // Several daemons. A store that only one process can hold has nobody to ask.

    /// Takes a piece of work for this daemon; `None` if another has it. A claim ends by itself some time after its last
    /// [`Store::renew`].
    fn claim(&self, work: &Work) -> Result<Option<Claim>> {
        Ok(Some(Claim { work: work.clone(), fence: 0 }))
    }

    /// Says that this daemon lives, and holds what it holds; false if it has lost any of it.
    ///
    /// # Errors
    /// [`StoreError::NameInUse`] if it was silent for its lease and another of its name lives; [`StoreError::TooOld`] if a newer program has
    /// changed the record so that this one may not work on it. Else as any read.
    fn renew(&self) -> Result<bool> {
        Ok(true)
    }

    /// Lets go of a piece of work before its time.
    fn give_back(&self, _claim: &Claim) -> Result<()> {
        Ok(())
    }

    /// Gives up all that this daemon holds, since it ends: others take it at once. It claims nothing after that.
    fn leave(&self) -> Result<()> {
        Ok(())
    }

    /// How far the mailboxes were read that daemons share, whoever polls them: a turn waits for all of them. None where only
    /// one process can hold the record, which knows its own.
    fn polls(&self) -> Result<Vec<Poll>> {
        Ok(Vec::new())
    }

    /// Says which Maildir stands behind a source's name here: two folders under one name are not one mailbox, and only one would be
    /// read.
    ///
    /// # Errors
    /// [`StoreError::OtherFolder`] if a daemon that lives reads another folder under that name.
    fn reads_maildir(&self, _account: &str, _folder: &Path) -> Result<()> {
        Ok(())
    }

    /// Says for the others that a mailbox cannot be read.
    fn note_failing(&self, _account: &str, _folder: &str, _at_ms: i64, _why: &str) -> Result<()> {
        Ok(())
    }

    /// The daemons that share the record, with what they hold.
    fn daemons(&self) -> Result<Vec<DaemonRow>> {
        Ok(Vec::new())
    }

    /// Waits until something new of a game or a mail that is owed may stand in the record, at most so long; whether it may. Only
    /// a hint: whoever relies on it looks by time too.
    fn await_news(&self, patience: Duration) -> Result<bool> {
        std::thread::sleep(patience);
        Ok(false)
    }

    /// How many daemons live that share the record, this one among them: at least 1.
    fn sharers(&self) -> Result<u32> {
        Ok(1)
    }

    /// The daemons that live, so that work can be dealt out among them; none where only one process can hold the record.
    fn company(&self) -> Result<Company> {
        Ok(Company::default())
    }

    /// Lays letters before the daemons that are to judge them, and tells those of it. They stay in the hands of whoever read them:
    /// what is not filed in time is judged there.
    fn deal(&self, _letters: &[Dealt]) -> Result<()> {
        Ok(())
    }

    /// Letters that were dealt to this daemon, in their order, a handful at a time.
    fn dealt(&self) -> Result<Vec<Dealt>> {
        Ok(Vec::new())
    }

    /// These letters are to be judged by nobody any more: they are filed, or whoever read them does it.
    fn end_deal(&self, _places: &[TransportKey]) -> Result<()> {
        Ok(())
    }

    /// Whether this daemon looks through more mailboxes than its share of all, so that it should give one up.
    fn has_too_many_mailboxes(&self) -> Result<bool> {
        Ok(false)
    }

    /// The time in milliseconds since 1970 by which all daemons go that share the record; none where there is one.
    fn common_time(&self) -> Result<Option<i64>> {
        Ok(None)
    }

    /// How many database servers have all that was acknowledged, beside the one that takes writes; none where the record is in a
    /// folder, or the daemon may not know.
    fn standbys(&self) -> Result<Option<u32>> {
        Ok(None)
    }

    /// The writes that wait for such a server to have them, whoever made them; none where none does.
    fn awaited(&self) -> Result<Option<Awaited>> {
        Ok(None)
    }

    /// Takes away staged bytes that no write came to name and that are older than this; how many. A store that sweeps when it
    /// is opened has none.
    fn sweep(&self, _older_than: Duration) -> Result<u64> {
        Ok(0)
    }

    /// How many bytes the store may yet grow by, if it knows better than the disk of its folder.
    fn room(&self) -> Result<Option<u64>> {
        Ok(None)
    }

    // Letters in.

    /// The letter that was filed from this place in a mailbox, if one was (promise 1): the question after every
    /// restart, since a server's flags are no proof.
    fn seen(&self, place: &TransportKey) -> Result<Option<LetterNo>>;

    /// The same of several places, each in its place: one question where the record is far away.
    fn seen_each(&self, places: &[TransportKey]) -> Result<Vec<Option<LetterNo>>> {
        places.iter().map(|place| self.seen(place)).collect()
    }

    /// The letters that were filed from these places, as far as they were.
    fn filed_from(&self, places: &[TransportKey]) -> Result<Vec<LetterRecord>> {
        let numbers = self.seen_each(places)?.into_iter().flatten();
        numbers.filter_map(|number| self.letter(number).transpose()).collect()
    }

    /// The first letter with this content, if there is one (hazard 1). Its answers stand in its record.
    fn same_content(&self, content: &ContentKey) -> Result<Option<LetterRecord>>;

    /// The same for the first of these contents of which there is one.
    fn first_of_contents(&self, contents: &[ContentKey]) -> Result<Option<LetterRecord>> {
        for content in contents {
            if let Some(first) = self.same_content(content)? {
                return Ok(Some(first));
            }
        }
        Ok(None)
    }

    /// What stands against a letter, which is known by the SHA-256 of its bytes as they came (hazards 5, 6). `None`: nothing.
    /// A number: a process ended while the letter was being read, this often while it alone was; 0 where others were in
    /// hand with it each time. At [`ATTEMPTS_MAX`](crate::letter::ATTEMPTS_MAX) it is to be filed as quarantined, unread.
    fn suspicion(&self, letter: &BodyHash) -> Option<u32>;

    /// The same of several letters, each in its place.
    fn suspicions(&self, letters: &[BodyHash]) -> Vec<Option<u32>> {
        letters.iter().map(|letter| self.suspicion(letter)).collect()
    }

    /// Notes that these letters, and no others, are about to be read. If the process ends before [`Store::end_reading`], the
    /// next one finds them suspect: whoever reads a suspect reads it by itself.
    ///
    /// The note outlives the death of the process, not a loss of power: a reading can cause only the former, and a sync
    /// more for each letter would buy nothing.
    ///
    /// # Errors
    /// If the note cannot be written. The letters can be read all the same, but one that kills is not found out then.
    fn begin_reading(&self, letters: &[BodyHash]) -> Result<()>;

    /// The reading of these letters is over, however it went, or they are filed unread: nothing stands against them now.
    ///
    /// # Errors
    /// As [`Store::begin_reading`].
    fn end_reading(&self, letters: &[BodyHash]) -> Result<()>;

    /// Numbers for so many letters that are about to be filed, in order. No other letter is given them while the store is
    /// open; those that are not used are gaps, or are given again after the next start.
    fn reserve_letters(&self, count: usize) -> Result<Vec<LetterNo>>;

    /// Files one letter; see [`Store::file_many`].
    fn file(&self, filing: Filing) -> Result<LetterNo> {
        let mut numbers = self.file_many(vec![filing])?;
        numbers.pop().ok_or(StoreError::Broken("a filing without a number".into()))
    }

    /// Files letters in order, in one write with one sync: for each its bytes, verdict record, changes to the
    /// game's record, answers, indexes and an audit line (promise 3). The store writes a letter's number into the
    /// [`Filed`](fieldpost_desk::record::Filed) orders it brings.
    ///
    /// A letter from a place that was filed before keeps its number and changes nothing (promise 1).
    ///
    /// # Errors
    /// [`StoreError::NumberTaken`] if a letter of the number is filed already;
    /// [`StoreError::SameContent`] if a letter brings changes but its content was filed before;
    /// [`StoreError::NoSuchGame`], [`StoreError::TurnClosed`] if a change is for a game or turn that is not open;
    /// nothing of the batch is filed then.
    fn file_many(&self, filings: Vec<Filing>) -> Result<Vec<LetterNo>> {
        Ok(self.write(Write::File(filings), &MadeOn::default())?.letters)
    }

    /// Gives a held or quarantined letter its later verdict, with what follows from it, in one write (promise 2). A quarantined
    /// one may be held first, and gets its final verdict later.
    ///
    /// # Errors
    /// [`StoreError::AlreadyFinal`] if it has a final one: a letter has one verdict.
    fn settle_letter(&self, settlement: Settlement) -> Result<()> {
        self.write(Write::Settle(settlement), &MadeOn::default()).map(drop)
    }

    /// The highest number that a letter of the record has; `None` if there is none. The numbers below it may have gaps.
    fn last_letter(&self) -> Result<Option<LetterNo>>;

    /// A letter's record.
    fn letter(&self, number: LetterNo) -> Result<Option<LetterRecord>>;

    /// A letter's bytes, masked.
    fn letter_bytes(&self, number: LetterNo) -> Result<Vec<u8>>;

    /// The records of the letters from `first` on, at most `limit`.
    fn letters(&self, first: LetterNo, limit: usize) -> Result<Vec<LetterRecord>>;

    /// The letters that still wait for a final verdict, oldest first.
    fn pending(&self) -> Result<Vec<LetterRecord>>;

    // Games.

    /// Opens a game with its first position, accounts and welcome mails, in one write.
    ///
    /// # Errors
    /// [`StoreError::GameExists`], or [`StoreError::BadGameName`].
    fn open_game(&self, game: NewGame) -> Result<()> {
        self.write(Write::Open(game), &MadeOn::default()).map(drop)
    }

    /// The games, by name.
    fn games(&self) -> Result<Vec<GameRow>>;

    /// A game's setup, schedule and open turn.
    fn game(&self, name: &GameName) -> Result<Option<GameRow>>;

    /// Changes how a game is run, its rules and position apart.
    fn change_game(&self, name: &GameName, change: GameChange) -> Result<()> {
        self.write(Write::Change(name.clone(), change), &MadeOn::default()).map(drop)
    }

    /// The accounts of a game in the order of its players: a [`PlayerNo`](fieldpost_engine::ids::PlayerNo) is a
    /// place in this list.
    fn accounts(&self, name: &GameName) -> Result<Vec<Account>>;

    /// The position at the start of the open turn.
    fn position(&self, name: &GameName) -> Result<Paper>;

    /// The position with which the game began.
    fn first_position(&self, name: &GameName) -> Result<Paper>;

    /// Everything accepted for the open turn, in order of filing.
    fn order_book(&self, name: &GameName) -> Result<OrderBook>;

    /// The press that players wrote in a turn, in order of filing; it is kept when the turn is closed.
    fn presses(&self, name: &GameName, turn: u32) -> Result<Vec<FiledPress>>;

    /// The letters of a game that wait for their registered sender's word, in order of filing.
    fn held(&self, name: &GameName) -> Result<Vec<Held>>;

    /// A text of the scenario as it was when the game was opened, such as `map.toml`.
    fn scenario_text(&self, name: &GameName, file: &str) -> Result<Vec<u8>>;

    /// What was remembered of a player's last receipt ([`remember`](crate::letter::Effects::remember)).
    fn last_receipt(&self, name: &GameName, player: &str) -> Result<Option<String>>;

    /// Closes the open turn: its result, all of its reports, the next schedule and the verdicts on letters that were held, in
    /// one write (promise 3). The next turn is open from then on, and held by nobody (M-04).
    ///
    /// # Errors
    /// [`StoreError::TurnClosed`] if another turn is open: a turn is closed once.
    fn close_turn(&self, turn: TurnFiling) -> Result<()> {
        self.write(Write::Close(turn), &MadeOn::default()).map(drop)
    }

    /// Opens a closed turn again, in one write: with the position it began with and its order book as it stood at its
    /// close, hand edits among it. Its run and those of later turns are kept as voided ones; what was filed for later
    /// turns is in force no more, but each letter keeps what it brought.
    ///
    /// # Errors
    /// [`StoreError::NotKept`] if the turn is not closed, or was before order books were kept.
    fn reopen_turn(&self, reopening: Reopening) -> Result<()> {
        self.write(Write::Reopen(reopening), &MadeOn::default()).map(drop)
    }

    /// Changes what a letter of a game administrator's can change, without a letter, in one write with the mails that
    /// tell of it: a task that was done or given up.
    fn administer(&self, done: Administering) -> Result<()> {
        self.write(Write::Administer(done), &MadeOn::default()).map(drop)
    }

    /// The runs of turns that rollbacks took back: by rollback, then by turn.
    fn voided_runs(&self, name: &GameName) -> Result<Vec<VoidedRun>>;

    /// What is kept of a closed turn: of the run that stands.
    fn turn(&self, name: &GameName, turn: u32) -> Result<Option<TurnRecord>>;

    /// One of the papers that a turn's record names.
    fn paper(&self, hash: &BodyHash) -> Result<Paper>;

    // Letters out.

    /// Writes a mail's bytes ahead of the write that will name it, so that a turn's reports need not be in
    /// memory together. A mail that no write names is swept.
    fn stage(&self, bytes: &[u8]) -> Result<BodyHash> {
        self.stage_body(Shelf::Post, bytes)
    }

    /// The same for any body.
    fn stage_body(&self, shelf: Shelf, bytes: &[u8]) -> Result<BodyHash>;

    /// Puts mails into the outbox that answer no letter: reminders, notices to the GA.
    fn post(&self, at_ms: i64, mails: Vec<NewMail>) -> Result<Vec<MailId>> {
        Ok(self.write(Write::Post { at_ms, mails }, &MadeOn::default())?.mails)
    }

    /// The mails that wait and whose next try has come, the longest due first, at most `limit`. Mails that were
    /// being sent when the process died are due again (promise 4).
    fn due(&self, now_ms: i64, limit: usize) -> Result<Vec<MailRow>>;

    /// Takes the due mails in hand for sending, in one write with [`Mark::Sending`] for each, so that two senders
    /// never have the same mail and a newer receipt does not supersede one that is on its way.
    fn take_in_hand(&self, now_ms: i64, limit: usize) -> Result<Vec<InHand>>;

    /// The same without what a mark must show.
    fn take_due(&self, now_ms: i64, limit: usize) -> Result<Vec<MailRow>> {
        Ok(self.take_in_hand(now_ms, limit)?.into_iter().map(|in_hand| in_hand.row).collect())
    }

    /// When the next mail falls due, in milliseconds since 1970.
    fn next_due(&self) -> Result<Option<i64>>;

    /// Records what became of mails, in one write.
    fn mark(&self, marks: &[Mark]) -> Result<()> {
        self.write(Write::Mark(marks.to_vec()), &MadeOn::default()).map(drop)
    }

    /// Records what became of mails that were taken in hand, in one write; how many of the marks count. A mark whose token is
    /// not that of whoever has the mail in hand now changes nothing: its sender was taken for dead.
    fn mark_in_hand(&self, marks: &[(u64, Mark)]) -> Result<usize>;

    /// Gives up the bytes of reports that are printed anew when they are asked for, in one write.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if one of them is on its way, is no report or was given up before: nothing is given up then.
    fn prune(&self, pruning: Pruning) -> Result<()> {
        self.write(Write::Prune(pruning), &MadeOn::default()).map(drop)
    }

    /// A mail's row.
    fn mail(&self, id: MailId) -> Result<Option<MailRow>>;

    /// The mail with this Message-ID, for bounces and replies.
    fn mail_by_message_id(&self, message_id: &str) -> Result<Option<MailRow>>;

    /// The newest mail that went into the outbox with this key ([`NewMail::supersede`]), whatever became of it.
    fn newest_mail(&self, supersede: &str) -> Result<Option<MailRow>>;

    /// A mail's bytes: the same through every retry.
    ///
    /// # Errors
    /// [`StoreError::Erased`] if it held a password and has come to its end (promise 7); [`StoreError::Pruned`] if it is a report that is
    /// printed anew.
    fn mail_bytes(&self, id: MailId) -> Result<Vec<u8>>;

    /// The rows of the outbox from `first` on, at most `limit`.
    fn mails(&self, first: MailId, limit: usize) -> Result<Vec<MailRow>>;

    // The post office itself.

    /// Why the store takes no more writes, if it does not: an earlier one failed with the database in hand, or something
    /// panicked. Only a new process can tell what the disk holds, so this one is to end.
    fn stopped(&self) -> Option<String>;

    /// Keeps news of a trouble with the mails that tell the GA of it, in one write: it is told once.
    fn tell(&self, telling: Telling) -> Result<()> {
        self.write(Write::Tell(telling), &MadeOn::default()).map(drop)
    }

    /// The troubles that are not over, by key.
    fn troubles(&self) -> Result<Vec<Trouble>>;

    /// The mails that were given up and of which the GA has not been told ([`GivenUp`](crate::trouble::TroubleNews::GivenUp)).
    fn given_up(&self) -> Result<Vec<MailRow>>;

    /// The players whose mails came back and who have not written since (hazard 11).
    fn bounces(&self) -> Result<Vec<Bounces>>;

    /// How often `what` was counted in `period` by the filings so far ([`counts`](crate::letter::Effects::counts)).
    fn counted(&self, what: &str, period: i64) -> Result<u32>;

    /// How far a mailbox was read.
    fn cursor(&self, account: &str, folder: &str) -> Result<Option<Cursor>>;

    /// Records how far a mailbox was read: after the filings it speaks of.
    fn set_cursor(&self, account: &str, folder: &str, cursor: &Cursor) -> Result<()>;

    /// Writes the whole record out as JSON Lines, everything but secrets' plain text. What is damaged or missing is left
    /// out and told, in the answer and in the export. Writes wait meanwhile.
    fn export(&self, out: &mut dyn io::Write) -> Result<Exported>;

    /// Holds the next files of the record to their hashes and checksums, at most `files`, and behind the last of them the
    /// database; what is wrong is found in the round. Nothing waits for it: it is for a thread that has time.
    fn look_over(&self, round: &mut Round, files: usize) -> Result<()>;

    /// Whether an error is that the record cannot be reached just now, which is no damage of it.
    fn is_away(&self, _error: &StoreError) -> bool {
        false
    }

    /// Adds a line to the audit log.
    fn note(&self, at_ms: i64, what: &str) -> Result<()> {
        let line = AuditLine { at_ms, game: None, what: what.to_owned() };
        self.write(Write::Note(line), &MadeOn::default()).map(drop)
    }

    /// The latest lines of the audit log, oldest first, at most `limit`.
    fn audit(&self, limit: usize) -> Result<Vec<AuditLine>>;

    /// The latest lines of the audit log about one game, oldest first, at most `limit`.
    fn audit_of(&self, name: &GameName, limit: usize) -> Result<Vec<AuditLine>>;
}
