//! The machine's seats (`fieldpost autoplay`): what each may know is made from the record as its report was, the
//! machine writes a letter from that alone (`Tell::machine_letters`), what would fail is left out of it ([`prudent`]), and the
//! letter is filed like any other: read by the grammar, judged by the desk, answered with a receipt.
//!
//! **No letter from outside comes this way.** The letter speaks for its seat without a password because the host wrote
//! it, here, and the desk takes that for seats with `machine = true` alone.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{anyhow, bail};

use crate::delivered::MACHINE;
use crate::guard::{FAULT, guarded};
use crate::hosted::Hosted;
use crate::office::Office;
use crate::road::Taken;
use crate::socket::SeatWish;
use crate::way::Way;
use fieldpost_desk::arrived::Duplicate;
use fieldpost_desk::prudent::{Prudent, prudent};
use fieldpost_desk::record::{GameName, LetterNo, OrderBook, Verdict};
use fieldpost_door::{MachineSeat, MachineSeats, Player};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_store::BodyHash;

/// What the machine wrote for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// For whose seat.
    pub player: String,
    pub letter: Letter,
}

/// What came of writing a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letter {
    Orders(Box<Prudent>),
    /// There is nothing to order.
    Nothing,
    /// Writing it brought a fault of the program to light.
    Fault,
}

/// What became of a seat.
#[derive(Debug)]
pub struct Played {
    pub player: String,
    /// What is told of it; an error where its letter could not be written or filed.
    pub told: anyhow::Result<String>,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.told {
            Ok(told) => write!(f, "{}: {told}", self.player),
            Err(error) => write!(f, "{}: NOT PLAYED: {error:#}", self.player),
        }
    }
}

impl Office {
    /// Writes letters for the seats that are wished for, and files them; with `show` they are only shown. A seat that fails
    /// stops no other.
    ///
    /// # Errors
    /// If there is no such game or seat, none of the seats is the machine's, or a seat failed: then with what became of
    /// each.
    pub fn autoplay(&mut self, game: &str, seats: &SeatWish, show: bool) -> anyhow::Result<String> {
        if show {
            return self.shown_letters(game, seats);
        }
        let played = self.play_seats(game, seats)?;
        let words = played.iter().map(Played::to_string).collect::<Vec<_>>().join("\n");
        match played.iter().filter(|seat| seat.told.is_err()).count() {
            0 => Ok(words),
            failed => bail!("{} of {} not played\n{words}", failed, counted(played.len(), "seat")),
        }
    }

    fn shown_letters(&self, game: &str, seats: &SeatWish) -> anyhow::Result<String> {
        let hosted = self.game_named(game)?;
        let letters = self.written(hosted, &chosen(hosted, seats, true)?);
        let words = letters.into_iter().map(|Written { player, letter }| match letter {
            Letter::Orders(made) => format!("--- {player}\n{}", made.text),
            Letter::Nothing => format!("{player}: nothing to order"),
            Letter::Fault => format!("{player}: writing its letter {FAULT}"),
        });
        Ok(words.collect::<Vec<_>>().join("\n"))
    }

    /// Writes and files letters for the seats that are wished for, one after the other, whatever becomes of each.
    ///
    /// # Errors
    /// If there is no such game or seat, or none of the seats is the machine's.
    pub fn play_seats(&mut self, game: &str, seats: &SeatWish) -> anyhow::Result<Vec<Played>> {
        let hosted = self.game_named(game)?;
        let name = hosted.record.name().clone();
        let letters = self.written(hosted, &chosen(hosted, seats, false)?);
        let mut played = Vec::new();
        for Written { player, letter } in letters {
            let told = match letter {
                Letter::Orders(made) => self.file_for(&name, &player, &made.text),
                Letter::Nothing => Ok("nothing to order".into()),
                Letter::Fault => Err(anyhow!("writing its letter {FAULT}")),
            };
            played.push(Played { player, told });
        }
        Ok(played)
    }

    /// Files a letter that the machine wrote for a seat, and says what became of it. A player who has written this turn
    /// plays the seat himself: the machine does not order over his head.
    ///
    /// # Errors
    /// If it cannot be filed.
    pub fn file_for(&mut self, game: &GameName, player: &str, text: &str) -> anyhow::Result<String> {
        let hosted = self.game_named(&game.0)?;
        if has_written(hosted, player) {
            return Ok("left to the player, who has sent orders for this turn".into());
        }
        let bytes = self.as_mail(hosted, player, text);
        let verdict = self.file_own(game, player, bytes);
        if verdict.is_err() {
            // What memory holds may be ahead of the record now.
            self.load_games()?;
        }
        match verdict? {
            Taken { verdict: Verdict::Quarantined(why), letter, .. } => {
                bail!("{why}; it is kept as letter {}, in quarantine", letter.0)
            }
            taken => Ok(taken.verdict.words()),
        }
    }

    /// What the machine would write for a player, from what that player's report shows, and what would come of it; `None` where it
    /// has nothing to order or there is no such player.
    pub fn machine_letter(&self, game: Option<&str>, player: &str) -> Option<Box<Prudent>> {
        let hosted = game.and_then(|game| self.game_named(game).ok())?;
        let number = hosted.record.player_no(player)?;
        match self.written(hosted, &[number]).into_iter().next()?.letter {
            Letter::Orders(made) => Some(made),
            Letter::Nothing | Letter::Fault => None,
        }
    }

    /// The letters of some players.
    fn written(&self, hosted: &Hosted, players: &[PlayerNo]) -> Vec<Written> {
        let seats = players.iter().map(|by| (*by, self.seat_of(hosted, *by))).collect();
        let made = players.iter().zip(texts(hosted, players, &seats)).map(|(by, text)| {
            let letter = match text {
                None => Letter::Fault,
                Some(None) => Letter::Nothing,
                Some(Some(text)) => self.foreseen(hosted, *by, text),
            };
            Written { player: hosted.record.name_of(*by).to_owned(), letter }
        });
        made.collect()
    }

    /// What the machine is told of a seat: the letter by which it ordered something for it in the turn before. What cannot be read is as if
    /// it had not been written.
    fn seat_of(&self, hosted: &Hosted, player: PlayerNo) -> MachineSeat {
        let before = hosted.turn().saturating_sub(1);
        let book = hosted.record.earlier.iter().find(|book| book.turn == before);
        let wrote = book.and_then(|book| {
            let own = ordered(book).filter(|(by, _, source)| *by == player && *source == MACHINE);
            own.map(|(_, letter, _)| letter).max()
        });
        let bytes = wrote.and_then(|letter| self.store.letter_bytes(letter).ok());
        let text = bytes.and_then(|bytes| Some(self.reader.read(&bytes).texts.first()?.plain()));
        let skill = hosted.record.account(hosted.record.name_of(player)).map(|account| account.skill);
        MachineSeat { last: text, skill: skill.unwrap_or_default() }
    }

    /// A letter without what would fail in it. One that breaks what reads it, or ended processes before, goes on as it is: the road
    /// knows it again and keeps it in quarantine.
    fn foreseen(&self, hosted: &Hosted, by: PlayerNo, text: String) -> Letter {
        let marks = [BodyHash::of(&self.as_mail(hosted, hosted.record.name_of(by), &text))];
        if self.store.suspicion(&marks[0]).is_some() {
            return Letter::Orders(Box::new(Prudent::unread(text)));
        }
        self.begin_reading(&marks);
        let made = guarded(|| prudent(hosted.record.board(), by, text.clone()));
        self.end_reading(&marks);
        match made {
            None => Letter::Orders(Box::new(Prudent::unread(text))),
            Some(made) if made.orders_something() => Letter::Orders(Box::new(made)),
            Some(_) => Letter::Nothing,
        }
    }

    /// The letter as a mail, so that the record keeps it as it keeps all letters.
    fn as_mail(&self, hosted: &Hosted, player: &str, text: &str) -> Vec<u8> {
        let email = hosted.record.account(player).map_or("", |account| account.email.as_str());
        let from = if email.is_empty() { String::new() } else { format!("From: {email}\r\n") };
        let to = self.postmark.game_address(&hosted.record.name().0);
        let head = format!("{from}To: {to}\r\nSubject: orders of the machine\r\nMIME-Version: 1.0\r\n");
        let kind = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
        (head + kind + &text.replace('\n', "\r\n")).into_bytes()
    }

    /// Files a letter of the host's own: like any other, but that it is known who wrote it.
    fn file_own(&mut self, game: &GameName, player: &str, bytes: Vec<u8>) -> anyhow::Result<Taken> {
        let way = Way::Machine { game: game.clone(), player: player.to_owned() };
        let letter = self.own_letter(MACHINE, bytes, way)?;
        self.bring_in_own(&letter).map(|(taken, _)| taken)
    }

    /// The machine's last letter for a seat in the open turn, if this one has the same bytes. The same words in another turn,
    /// or after the game went back, are no copy.
    ///
    /// # Errors
    /// If there is no such game, or the store cannot be read.
    pub(super) fn own_copy(
        &self,
        game: &GameName,
        player: &str,
        bytes: &BodyHash,
    ) -> anyhow::Result<Option<Duplicate>> {
        let hosted = self.game_named(&game.0)?;
        let Some(last) = hosted.record.player_no(player).and_then(|number| last_letter(hosted, number))
        else {
            return Ok(None);
        };
        let is_same = self.store.letter(last)?.is_some_and(|record| record.raw == *bytes);
        Ok(is_same.then_some(Duplicate { of: last, answered: true }))
    }
}

/// What the machine writes for some players, each from what that player's report shows and from nothing else; or that writing it
/// brought a fault to light. Where writing them together does, each is written by itself, so that it costs one seat.
fn texts(hosted: &Hosted, players: &[PlayerNo], seats: &MachineSeats) -> Vec<Option<Option<String>>> {
    let (board, game) = (hosted.record.board(), &hosted.record.name().0);
    let texts = |players: &[PlayerNo]| guarded(|| board.machine_letters(players, game, seats));
    match texts(players) {
        Some(written) => written.into_iter().map(Some).collect(),
        None => players.iter().map(|number| texts(&[*number])?.pop()).collect(),
    }
}

/// Who sent orders for a turn, by which letter and from which source.
fn ordered(book: &OrderBook) -> impl Iterator<Item = (PlayerNo, LetterNo, &str)> {
    let units = book.units.values().flatten().map(|filed| (filed.player, filed.letter, &filed.receipt));
    let offices = book.offices.iter().map(|filed| (filed.player, filed.letter, &filed.receipt));
    units.chain(offices).map(|(player, letter, receipt)| (player, letter, receipt.source.as_str()))
}

/// Whether a player has sent orders for the open turn, other than by the machine.
fn has_written(hosted: &Hosted, player: &str) -> bool {
    let Some(number) = hosted.record.player_no(player) else { return false };
    ordered(&hosted.record.book).any(|(by, _, source)| by == number && source != MACHINE)
}

/// The players for whom the machine ordered something for the open turn.
pub(super) fn wrote_for(hosted: &Hosted) -> BTreeSet<PlayerNo> {
    ordered(&hosted.record.book)
        .filter(|(.., source)| *source == MACHINE)
        .map(|(player, ..)| player)
        .collect()
}

/// The last letter by which a player ordered something for the open turn.
fn last_letter(hosted: &Hosted, player: PlayerNo) -> Option<LetterNo> {
    ordered(&hosted.record.book).filter(|(by, ..)| *by == player).map(|(_, letter, _)| letter).max()
}

/// The players whose seats are wished for: to be filed for, only those of the machine.
fn chosen(hosted: &Hosted, wish: &SeatWish, show: bool) -> anyhow::Result<Vec<PlayerNo>> {
    let named = named(hosted, wish)?;
    let is_machine =
        |player: &Player| hosted.record.account(&player.name).is_some_and(|account| account.machine);
    let suits = |number: &PlayerNo| show || hosted.record.player(*number).is_some_and(is_machine);
    let seats: Vec<_> = named.iter().copied().filter(suits).collect();
    if seats.is_empty() {
        let names: Vec<_> = named.iter().map(|number| hosted.record.name_of(*number)).collect();
        bail!(
            "no seat of the machine is among these: {}. A seat is left to the machine by `machine = true` in the seats \
             file that the game is opened with; --show shows what it would write for any seat",
            names.join(", ")
        );
    }
    Ok(seats)
}

fn named(hosted: &Hosted, wish: &SeatWish) -> anyhow::Result<Vec<PlayerNo>> {
    let record = &hosted.record;
    if let Some(name) = &wish.player {
        let names: Vec<_> = record.numbered_players().map(|(_, player)| player.name.as_str()).collect();
        return match record.player_no(name) {
            Some(number) => Ok(vec![number]),
            None => bail!("there is no player {name:?}; the players are: {}", names.join(", ")),
        };
    }
    let Some(side) = &wish.side else {
        return Ok(record.numbered_players().map(|(number, _)| number).collect());
    };
    let players = record.board().of_party(side);
    if players.is_empty() {
        let mut parties: Vec<_> =
            record.numbered_players().map(|(_, player)| player.party.as_str()).collect();
        parties.sort_unstable();
        parties.dedup();
        bail!("nobody plays {side:?}; the nations that are played are: {}", parties.join(", "));
    }
    Ok(players)
}
