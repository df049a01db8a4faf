//! The machine's seats (`fieldpost autoplay`): what each may know is made from the record as its report was, the
//! machine writes a letter from that alone (`Board::machine_letters`), and the letter is filed like any other: read by the
//! grammar, judged by the desk, answered with a receipt.
//!
//! **No letter from outside comes this way.** The letter speaks for its seat without a password because the host wrote
//! it, here, and the desk takes that for seats with `machine = true` alone.

use anyhow::bail;

use crate::daemon::delivered::{Delivered, MACHINE, receipt_of};
use crate::daemon::hosted::Hosted;
use crate::daemon::office::Office;
use crate::daemon::reading::Meant;
use crate::daemon::socket::SeatWish;
use crate::desk::record::{GameName, LetterNo, OrderBook, Verdict};
use crate::engine::ids::PlayerNo;
use crate::games::door::Player;

/// A letter that the machine has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// For whose seat.
    pub player: String,
    /// Its text; `None` where there is nothing to order.
    pub text: Option<String>,
}

impl Office {
    /// Writes letters for the seats that are wished for, and files them; with `show` they are only shown.
    ///
    /// # Errors
    /// If there is no such game or seat, none of the seats is the machine's, or the record cannot be written.
    pub fn autoplay(&mut self, game: &str, seats: &SeatWish, show: bool) -> anyhow::Result<String> {
        let hosted = self.game_named(game)?;
        let name = hosted.record.name().clone();
        let players = chosen(hosted, seats, show)?;
        let letters = written(hosted, &players);
        let mut words = Vec::new();
        for Written { player, text } in letters {
            let said = match text {
                Some(text) if show => format!("--- {player}\n{text}"),
                Some(text) => format!("{player}: {}", self.file_for(&name, &player, &text)?),
                None => format!("{player}: nothing to order"),
            };
            words.push(said);
        }
        Ok(words.join("\n"))
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
        verdict.map(|verdict| verdict.words())
    }

    /// What the machine would write for a player, from what that player's report shows; `None` where it has nothing to
    /// order or there is no such player.
    pub fn machine_letter(&self, game: Option<&str>, player: &str) -> Option<String> {
        let hosted = game.and_then(|game| self.game_named(game).ok())?;
        let number = hosted.record.player_no(player)?;
        written(hosted, &[number]).into_iter().next()?.text
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
    fn file_own(&mut self, game: &GameName, player: &str, bytes: Vec<u8>) -> anyhow::Result<Verdict> {
        let number = self.next_number()?;
        let place = self.place_of_its_own(MACHINE);
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: true };
        let incoming = self.reader.read(&letter.bytes);
        let mut understood = self.understand(&incoming, receipt_of(&letter), number, Meant::Settled(game));
        understood.arrived.host_for = Some(player.to_owned());
        // The same words in another turn, or after the game went back, are no copy: one that stands in the open book is.
        let book = &self.game_named(&game.0)?.record.book;
        let earlier = self.earlier_copy(&understood.content)?;
        understood.arrived.duplicate = earlier.filter(|copy| stands_in(book, copy.of));
        let judgement = self.judge_understood(&understood);
        let mut filing = self.filing(&letter, number, &incoming, &understood, judgement)?;
        filing.from = format!("the host, for {player}");
        filing.raw = letter.bytes;
        self.apply(&filing.effects.changes);
        let verdict = filing.verdict.clone();
        self.file_batch(&mut vec![filing], &mut Vec::new())?;
        Ok(verdict)
    }
}

/// The letters of some players, each from what that player's report shows and from nothing else.
fn written(hosted: &Hosted, players: &[PlayerNo]) -> Vec<Written> {
    let game = &hosted.record.name().0;
    let letters = hosted.record.board().machine_letters(players, game);
    let named = players.iter().map(|number| hosted.record.name_of(*number).to_owned());
    named.zip(letters).map(|(player, text)| Written { player, text }).collect()
}

/// Whether a player has sent orders for the open turn, other than by the machine.
fn has_written(hosted: &Hosted, player: &str) -> bool {
    let Some(number) = hosted.record.player_no(player) else { return false };
    let book = &hosted.record.book;
    let units = book.units.values().flatten().map(|filed| (filed.player, &filed.receipt));
    let offices = book.offices.iter().map(|filed| (filed.player, &filed.receipt));
    units.chain(offices).any(|(by, receipt)| by == number && receipt.source != MACHINE)
}

/// Whether an order of a letter was filed for the open turn.
fn stands_in(book: &OrderBook, letter: LetterNo) -> bool {
    book.units.values().flatten().any(|filed| filed.letter == letter)
        || book.offices.iter().any(|filed| filed.letter == letter)
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
