//! The orders of a turn to be filled in: as lines to send back, and as a letter that a link opens in the mail program.

use serde::Serialize;

use crate::press::{COLUMNS, fill};
use fieldpost_engine::wrap::width;

/// The longest link to a letter, in bytes: what Gmail, Outlook and Apple Mail take, with room to spare (`assets/desk/letter.js` keeps to the
/// same).
pub const MOST_LINK: usize = 1_800;

/// With more blocks than this no blank lines stand between them: a letter's lines are limited.
const MOST_SPACED: usize = 300;

/// A player's orders, ready to be filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The game's name, as letters give it.
    pub game: String,
    /// The turn that the orders are for.
    pub turn: u32,
    /// Who orders.
    pub player: String,
    /// What is to be ordered, piece by piece, and what is said between.
    pub blocks: Vec<FormBlock>,
    /// The line that ends the letter, where the blocks do not end themselves.
    pub end: Option<&'static str>,
}

/// A block of the form; what it says as a comment has no `#` yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormBlock {
    /// Comments alone, such as the place of the pieces that follow.
    Note(Vec<String>),
    /// A piece to be ordered.
    Piece {
        /// The line that names it, such as `UNIT PR1IN`.
        opener: String,
        /// What helps to order it: where it is, how far it goes, what it does without orders.
        notes: Vec<String>,
        /// The lines that stand below it already.
        orders: Vec<String>,
    },
}

impl FormBlock {
    /// A piece without any order yet.
    pub fn piece(opener: String, notes: Vec<String>) -> Self {
        FormBlock::Piece { opener, notes, orders: Vec::new() }
    }

    fn lines(&self) -> Vec<String> {
        let comments = |notes: &[String]| notes.iter().flat_map(|note| comment(note)).collect();
        match self {
            FormBlock::Note(notes) => comments(notes),
            FormBlock::Piece { opener, notes, orders } => {
                [vec![opener.clone()], comments(notes), orders.clone()].concat()
            }
        }
    }

    /// What a short letter has of it: no comment.
    fn live(&self) -> Option<Vec<String>> {
        match self {
            FormBlock::Note(_) => None,
            FormBlock::Piece { opener, orders, .. } => Some([vec![opener.clone()], orders.clone()].concat()),
        }
    }
}

/// A letter of orders that is begun: what a link opens, and what somebody writes who has no link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Letter {
    /// Where it goes.
    pub to: String,
    pub subject: String,
    /// Both and its words as a `mailto:` address (RFC 6068).
    pub href: String,
    /// Of how many pieces it has no block, for want of room.
    pub left_out: usize,
    /// Where the desk page is shown, if it is anywhere but in the mail.
    pub desk: Option<String>,
}

impl Letter {
    /// Whereto and under which Subject to write, for who has no link: a line each, so that they can be copied.
    pub fn lines(&self) -> Vec<String> {
        let desk = self.desk.iter().map(|link| format!("Desk page: {link}"));
        [format!("Write to: {}", self.to), format!("Subject: {}", self.subject)]
            .into_iter()
            .chain(desk)
            .collect()
    }

    /// The same with the link at which the player has the desk page.
    #[must_use]
    pub fn beside(self, desk: Option<&str>) -> Self {
        Letter { desk: desk.map(str::to_owned), ..self }
    }
}

impl Form {
    /// The lines to be sent back, once a password stands in them.
    pub fn text(&self) -> String {
        let gap = if self.pieces().count() > MOST_SPACED { "" } else { "\n" };
        let mut text = lined(&self.head());
        for block in &self.blocks {
            text += gap;
            text += &lined(&block.lines());
        }
        text + &lined(&Vec::from_iter(self.end))
    }

    /// The letter to an address: with all comments if it is short enough, else with a block for each piece, and if that is too long for
    /// the first of them. What is left out it says. Never has it a password.
    pub fn letter(&self, to: &str) -> Letter {
        let subject = format!("Orders for {}, turn {}", self.game, self.turn);
        let link = |body: &str| href(to, &subject, body);
        let all = self.pieces().count();
        let fits = |href: &String| href.len() <= MOST_LINK;
        // Each block has a line at least: of an army none is tried that cannot fit.
        let most = all.min(MOST_LINK / "UNIT%0D%0A".len());
        let whole = (all == most).then(|| link(&self.text())).filter(fits).map(|href| (0, href));
        let short = || (0..=most).rev().map(|count| (all - count, link(&self.short(count, all))));
        let fitting = whole.or_else(|| short().find(|(_, href)| fits(href)));
        let (left_out, href) = fitting.unwrap_or_else(|| (all, href(to, &subject, "")));
        Letter { to: to.to_owned(), subject, href, left_out, desk: None }
    }

    fn head(&self) -> Vec<String> {
        let Form { game, turn, player, .. } = self;
        let whose = vec![format!("GAME {game}"), format!("TURN {turn}"), format!("PLAYER {player}")];
        let password = comment("Write your password after the word PASSWORD.");
        [whose, password, vec!["PASSWORD".into()]].concat()
    }

    /// The pieces' blocks without comments.
    fn pieces(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        self.blocks.iter().filter_map(FormBlock::live)
    }

    /// A letter with the blocks of the first pieces, so many of all.
    fn short(&self, count: usize, all: usize) -> String {
        let rest = all - count;
        let rest = (rest > 0).then(|| comment(&format!("The attached orders.txt has {rest} more.")));
        let blocks = self.pieces().take(count).chain(rest);
        let blocks: String = blocks.map(|block| format!("\n{}", lined(&block))).collect();
        lined(&self.head()) + &blocks + &lined(&Vec::from_iter(self.end))
    }
}

/// Words that no order is read of, in lines that no mail breaks: the rest of a broken one would be an order.
fn comment(words: &str) -> Vec<String> {
    let whole = format!("# {words}");
    let mut lines = Vec::new();
    if width(&whole) <= COLUMNS {
        lines.push(whole);
    } else {
        fill("# ", "# ", words, &mut lines);
    }
    lines
}

fn lined(lines: &[impl AsRef<str>]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

/// A link to a letter (RFC 6068): its lines end in CRLF.
fn href(to: &str, subject: &str, body: &str) -> String {
    let body = body.replace('\n', "\r\n");
    format!("mailto:{}?subject={}&body={}", encoded(to, "@"), encoded(subject, ""), encoded(&body, ""))
}

/// Letters and digits as they stand, and a few besides; all else as the numbers of its bytes.
fn encoded(words: &str, besides: &str) -> String {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || besides.as_bytes().contains(&byte)
    };
    let one = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    words.bytes().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(pieces: usize) -> Form {
        let piece = |number: usize| {
            FormBlock::piece(
                format!("UNIT PR{number}IN"),
                vec!["at 7-7: 3 squares".into(), "without orders: SUPPORT".into()],
            )
        };
        let note = FormBlock::Note(vec!["In A8-N9:".into()]);
        Form {
            game: "bohemia".into(),
            turn: 2,
            player: "Königgrätz & Söhne".into(),
            blocks: std::iter::once(note).chain((1..=pieces).map(piece)).collect(),
            end: Some("END"),
        }
    }

    /// What a mail program makes of a link: address, subject, body.
    fn opened(href: &str) -> [String; 3] {
        let decoded = |words: &str| {
            let mut bytes = Vec::new();
            let mut rest = words.bytes();
            while let Some(byte) = rest.next() {
                let hex = |rest: &mut std::str::Bytes<'_>| {
                    char::from(rest.next().unwrap()).to_digit(16).unwrap() as u8
                };
                bytes.push(if byte == b'%' { hex(&mut rest) * 16 + hex(&mut rest) } else { byte });
            }
            String::from_utf8(bytes).unwrap()
        };
        let (to, rest) = href.strip_prefix("mailto:").unwrap().split_once("?subject=").unwrap();
        let (subject, body) = rest.split_once("&body=").unwrap();
        [to, subject, body].map(decoded)
    }

    #[test]
    fn lines_stand_block_by_block_with_their_comments() {
        let text = form(1).text();
        let head = "GAME bohemia\nTURN 2\nPLAYER Königgrätz & Söhne\n# Write your password after the word PASSWORD.\nPASSWORD\n";
        let rest = "\n# In A8-N9:\n\nUNIT PR1IN\n# at 7-7: 3 squares\n# without orders: SUPPORT\nEND\n";
        assert_eq!(text, format!("{head}{rest}"));
        assert!(!form(MOST_SPACED + 1).text().contains("\n\n"), "many blocks stand close");
    }

    #[test]
    fn a_long_comment_goes_on_as_one() {
        let words = "in the garrison of Ship Island: does what is ordered here when it has landed";
        let told = comment(words);
        assert!(told.len() == 2 && told.iter().all(|line| line.starts_with("# ")), "{told:?}");
        assert!(told.iter().all(|line| line.chars().count() <= 72), "{told:?}");
        assert_eq!(told.join(" ").replace(" # ", " "), format!("# {words}"));
    }

    #[test]
    fn a_letter_of_few_pieces_is_the_whole_form() {
        let few = form(2);
        let letter = few.letter("war+games@host.example");
        let whole = few.text().replace('\n', "\r\n");
        assert_eq!(
            opened(&letter.href),
            ["war+games@host.example".into(), "Orders for bohemia, turn 2".into(), whole]
        );
        assert!(
            letter.href.contains("PASSWORD%0D%0A%0D%0A%23%20In") && letter.left_out == 0,
            "{}",
            letter.href
        );
        assert!(letter.href.is_ascii() && !letter.href.contains([' ', '+', '"', '<']), "{}", letter.href);
    }

    #[test]
    fn a_letter_of_many_is_cut_between_blocks_and_says_so() {
        for pieces in [12, 20, 80, 500, 50_000] {
            let letter = form(pieces).letter("war@host.example");
            assert!(letter.href.len() <= MOST_LINK, "{pieces}: {}", letter.href.len());
            let [_, _, body] = opened(&letter.href);
            let openers = body.matches("UNIT PR").count();
            assert_eq!(openers + letter.left_out, pieces);
            assert!(body.ends_with("\r\nEND\r\n") && body.contains("\r\nPASSWORD\r\n"), "{body}");
            let says = format!("# The attached orders.txt has {} more.\r\n", letter.left_out);
            assert_eq!(body.contains(&says), letter.left_out > 0, "{body}");
            assert!(
                body.lines().filter(|line| line.starts_with("UNIT")).all(|line| line.ends_with("IN")),
                "{body}"
            );
        }
        assert!(
            form(80).letter("war@host.example").left_out > 0
                && form(20).letter("war@host.example").left_out == 0
        );
    }
}
