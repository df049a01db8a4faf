//! An older letter below the orders, left there by a mail program: one letter holds one head. A head that is said again
//! below words that no order needs begins another letter, and nothing of that is obeyed.

use crate::credential::{self, Purpose};
use crate::line::Written;
use crate::name::words_before;
use crate::reading::Complaint;
use crate::word::is_blank;
use fieldpost_engine::piece::Piece;

use super::between::Between;
use super::complaint::complaint;
use super::{PLAYER, Reader, ends_a_name, game_named, head_value, live_part, turn_named};

/// Words of a line that is a head and nothing else.
const HEAD_WORDS: usize = 4;

impl Reader<'_> {
    /// Goes on to a line; whether another letter has begun above it, of which only passwords are looked for.
    pub(super) fn is_of_another_letter(&mut self, line: &Written<'_>) -> bool {
        self.between.pass(line.span(0, 0).line);
        if self.between.is_over
            && let Some((start, _)) = live_part(line)
        {
            self.hide_what_may_be_a_password(line, start);
        }
        self.between.is_over
    }

    /// A line of a head that was said above: what follows is no part of this letter.
    pub(super) fn begins_another_letter(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        if !self.between.is_ordered {
            return false;
        }
        let Some(what) = self.said_again(line, start, body) else { return false };
        self.close_block();
        self.between.is_over = true;
        let why = format!(
            "{what} stands above already, and orders below it: here another letter seems to begin, such as an old one \
             that a mail program put below yours. Nothing of it was read."
        );
        let nearest = Some("orders for another game, player or turn in a letter of their own".to_string());
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        let span = line.span(start, start);
        self.complain(Complaint::new(span, line.repeated(hidden), why).near(nearest));
        true
    }

    /// What of a head is said again here: otherwise than above, or below other words.
    fn said_again(&self, line: &Written<'_>, start: usize, body: &str) -> Option<&'static str> {
        let Between { is_parted, has_password, .. } = self.between;
        if let Some((purpose, _)) = credential::password(line, start) {
            let again = purpose == Purpose::Login && is_parted && has_password;
            return again.then_some("PASSWORD");
        }
        if body.split(is_blank).count() > HEAD_WORDS {
            return None;
        }
        // Below other words, what was not said above is said of another letter too, if nothing of this one was missing.
        let again = |differs: Option<bool>| match differs {
            None => is_parted && has_password,
            Some(differs) => is_parted || differs,
        };
        if let Some((_, name)) = game_named(body) {
            let differs = self.letter.game.as_ref().map(|said| !said.what.eq_ignore_ascii_case(name));
            return again(differs).then_some("GAME");
        }
        if let Some((_, turn)) = turn_named(body) {
            return again(self.letter.turn.as_ref().map(|said| said.what != turn)).then_some("TURN");
        }
        let (_, name) = words_before(ends_a_name, head_value(PLAYER, body)?);
        let differs = self.between.player.as_ref().map(|said| *said != name.to_lowercase());
        again(differs).then_some("PLAYER")
    }

    /// Opens a block of a piece that was ordered above, with other words in between: which of the two is meant is not
    /// guessed, the first one counts.
    pub(super) fn note_block(&mut self, line: &Written<'_>, place: (usize, usize), piece: &Piece) {
        let is_second = self.between.is_parted && self.between.pieces.contains(piece);
        self.between.block();
        if is_second {
            let why = format!(
                "{piece} has a block above, and other words stand between: the first one counts, this one was not taken."
            );
            let nearest = Some(format!("one block for {piece} in a letter"));
            self.between.second = Some(complaint(line, place.0, place.1, why, nearest));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::letter::{Lexicon, read_parted};
    use crate::reading::Letter;

    const LIVE: &str = "GAME a\nTURN 2\nPLAYER ann\nPASSWORD x y z\nCHECK\n";

    fn read(text: &str, gaps: &[u32]) -> Letter {
        read_parted(&format!("{LIVE}{text}"), &Lexicon::default(), gaps)
    }

    #[test]
    fn a_head_said_again_below_other_words_begins_another_letter() {
        for old in ["GAME a\n", "TURN 2\n", "PLAYER ann\n", "PASSWORD x y z\n", "PASSWORD u v w\n"] {
            let letter = read(&format!("As I said on the phone\n{old}HELP\nPASSWORD last of all\n"), &[]);
            assert_eq!((letter.accounts.len(), letter.turn.unwrap().what), (1, 2), "{old}");
            assert!(letter.complaints.last().unwrap().why.contains("another letter"), "{old}");
            assert!(letter.credentials.len() >= 2, "{old}: the words below are hidden too");
            assert!(letter.complaints.iter().all(|said| !said.line.contains("u v w")), "{old}");
        }
    }

    #[test]
    fn lines_that_were_left_out_are_other_words_too() {
        assert_eq!(read("GAME a\nHELP\n", &[]).accounts.len(), 2);
        assert_eq!(read("GAME a\nHELP\n", &[6]).accounts.len(), 1);
        assert_eq!(
            read("GAME a\nHELP\n", &[1]).accounts.len(),
            2,
            "what is quoted above it all parts nothing"
        );
    }

    #[test]
    fn another_game_player_or_turn_is_refused_whole() {
        for other in ["GAME b\n", "PLAYER bob\n", "TURN 3\n"] {
            let letter = read(&format!("{other}HELP\nSTATUS\n"), &[]);
            assert_eq!(letter.accounts.len(), 1, "{other}");
            assert_eq!(letter.complaints.len(), 1, "{other}");
        }
    }

    #[test]
    fn a_sentence_that_begins_like_a_head_is_none() {
        let letter = read("Well then.\nTurn 1 was such great fun for all of us\nHELP\n", &[]);
        assert_eq!(letter.accounts.len(), 2);
    }

    #[test]
    fn a_password_below_the_orders_counts() {
        let text = "GAME a\nPLAYER ann\nCHECK\nThis is from the war office\nPASSWORD x y z\n";
        assert_eq!(read_parted(text, &Lexicon::default(), &[]).password.unwrap().expose(), "x y z");
    }
}
