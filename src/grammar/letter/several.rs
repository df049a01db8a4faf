//! Blocks for several pieces: names in a row, all that belongs to a piece, and the orders of a block above.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::combinator::opt;

use crate::combinator::{clause, words};
use crate::fault::{Fault, Parsed, Problem};
use crate::forms::SAME;
use crate::language::{Form, Lexicon};
use crate::line::Written;
use crate::name::must_piece;
use crate::order::forms_at;
use crate::reading::{Block, Line, Span};
use crate::word::{any_phrase, dash, end, is, is_blank, word};
use fieldpost_engine::piece::Piece;

use super::{Open, Reader, complaint};

/// Pieces that one block may name at the most beside the first.
const MOST: usize = 99;

impl Reader<'_> {
    /// `fellows = 1*( ( *WSP "," *WSP / sp [ "AND" sp ] ) fellow )`; `fellow = bare-id`: names that follow the first on its line, each of which gets the same block;
    /// where they end. A name that is none of the game's costs that name. After a comma at the line's end they may go on in
    /// the next.
    pub(super) fn fellows(&mut self, line: &Written<'_>, mut at: usize) -> usize {
        let any = any_of(self.lexicon);
        loop {
            let rest = &line.text[at..];
            at = match (up_to(rest, &any), name_behind(rest, &any)) {
                (Some(next), _) => self.up_to_fellow(line, at + next, &any),
                (None, Some(next)) => self.fellow(line, at + next, &any),
                (None, None) => break,
            };
        }
        self.names_go_on = line.text[at..].trim() == ",";
        at
    }

    /// A line of names below a line of names that ends with a comma.
    pub(super) fn more_names(&mut self, line: &Written<'_>, start: usize) -> bool {
        let any = any_of(self.lexicon);
        if !matches!(self.block, Open::Of(_)) || word_of_piece(&line.text[start..], &any) == 0 {
            return false;
        }
        let at = self.fellow(line, start, &any);
        let at = self.fellows(line, at);
        let rest = line.text[at..].trim();
        if !rest.is_empty() && rest != "," && !rest.starts_with('#') {
            let (noun, stop) = (self.lexicon.language.noun, line.text.len());
            let why =
                format!("Behind the names of {noun}s nothing else stands on a line that carries names on.");
            self.complain_at(line, at, stop, why, None);
        }
        true
    }

    /// Takes the names from the one before up to the one that begins here, those between by their numbers; where it ends.
    fn up_to_fellow(&mut self, line: &Written<'_>, from: usize, any: &Lexicon) -> usize {
        let behind = from + word_of_piece(&line.text[from..], any);
        let first = match (self.fellows.last(), &self.block) {
            (Some((piece, _)), _) => Some(piece.clone()),
            (None, Open::Of(block)) => Some(block.piece.clone()),
            _ => None,
        };
        let last = (any.language.piece)(&line.text[from..], any).ok().map(|(_, piece)| piece);
        let span = line.span(from, behind);
        if let (Some(first), Some(last)) = (first, last) {
            let known = self.lexicon.pieces.iter().filter(|piece| is_between(piece, &first, &last));
            for piece in known.take(MOST + 1).cloned().collect::<Vec<_>>() {
                self.add_fellow(line, piece, span, (from, behind));
            }
        }
        self.fellow(line, from, any)
    }

    /// Takes the name that begins here; where it ends.
    fn fellow(&mut self, line: &Written<'_>, from: usize, any: &Lexicon) -> usize {
        let behind = from + word_of_piece(&line.text[from..], any);
        let span = line.span(from, behind);
        match must_piece(&line.text[from..], self.lexicon) {
            Ok((_, piece)) => self.add_fellow(line, piece, span, (from, behind)),
            Err(nom::Err::Failure(Fault { problem: Problem::Wrong(said), .. })) => {
                let nearest = said.near.name(self.lexicon);
                let told = complaint(line, from, behind, said.why, nearest);
                self.complain(told);
            }
            Err(_) => {}
        }
        behind
    }

    fn add_fellow(&mut self, line: &Written<'_>, piece: Piece, span: Span, (from, behind): (usize, usize)) {
        let is_first = matches!(&self.block, Open::Of(block) if block.piece == piece);
        if is_first || self.fellows.iter().any(|(other, _)| *other == piece) {
            return;
        }
        if self.fellows.len() < MOST {
            return self.fellows.push((piece, span));
        }
        let noun = self.lexicon.language.noun;
        let why = format!("A block is for at most {} {noun}s; give {piece} one of its own.", MOST + 1);
        self.complain_at(line, from, behind, why, None);
    }

    /// The blocks of the other pieces that a block is for, each with the same orders. What could not be read is complained of once.
    pub(super) fn copies(&mut self, block: &Block) -> Vec<Block> {
        let fellows = std::mem::take(&mut self.fellows).into_iter();
        let copy = |(piece, span)| Block { piece, span, complaints: Vec::new(), ..block.clone() };
        fellows.map(copy).collect()
    }

    /// `same-line = ( "SAME AS" / "SAME ORDERS AS" ) is unit-id end`: the orders of a piece's block above in this letter.
    pub(super) fn same_line(&mut self, line: &Written<'_>, start: usize, stop: usize) -> bool {
        let body = &line.text[start..stop];
        let Ok((rest, ())) = any_phrase(SAME, body) else { return false };
        let Ok((rest, piece)) = must_piece(is(rest), self.lexicon) else { return false };
        if end(rest).is_err() {
            return false;
        }
        if self.same.is_some() && matches!(self.block, Open::Of(_)) {
            let why = "SAME AS stands once in a block; this one does not count.";
            self.complain_at(line, start, stop, why.into(), None);
            return true;
        }
        let above = self.letter.units.iter().rfind(|block| block.piece == piece && !block.orders.is_empty());
        let orders = above.map(|block| block.orders.clone());
        let span = line.span(start, stop);
        match (orders, &mut self.block) {
            (Some(orders), Open::Of(block)) => {
                // What the block gives itself counts, above this line as below it.
                let given = self.kinds.clone();
                let once = |form: &Form| !self.lexicon.language.several.contains(&form.phrases[0]);
                for order in orders {
                    let kind = forms_at(&order.words, self.lexicon)[0].map(|(form, _)| form);
                    let is_given =
                        |form: &Form| given.iter().flatten().any(|other| other.words == form.words);
                    if kind.is_none_or(|form| !once(form) || !is_given(form)) {
                        block.orders.push(Line { span, ..order });
                        self.kinds.push(kind);
                    }
                }
                self.same = Some(span);
            }
            (_, Open::Lost) => {}
            (_, Open::Outside) => self.complain_of_no_piece(line, start, stop),
            (None, Open::Of(_)) => {
                let why = format!(
                    "SAME AS takes the orders of a block above in this letter, and there are none for {piece}."
                );
                self.complain_at(line, start, stop, why, None);
            }
        }
        true
    }
}

/// Whether a piece's number lies between those of two others that are named alike but for their numbers.
fn is_between(piece: &Piece, first: &Piece, last: &Piece) -> bool {
    let parts = |piece: &Piece| {
        let name = piece.to_string();
        let begin = name.find(|c: char| c.is_ascii_digit())?;
        let end = begin + name[begin..].bytes().take_while(u8::is_ascii_digit).count();
        let number = name[begin..end].parse::<u32>().ok()?;
        Some((name[..begin].to_owned(), name[end..].to_owned(), number))
    };
    let [Some(piece), Some(first), Some(last)] = [piece, first, last].map(parts) else { return false };
    let alike = |other: &(String, String, u32)| (&other.0, &other.1) == (&piece.0, &piece.1);
    alike(&first) && alike(&last) && first.2 < piece.2 && piece.2 < last.2
}

/// Where the name begins up to which all are meant: `AU61IN - AU64IN`, `AU61IN to AU64IN`.
fn up_to(rest: &str, any: &Lexicon) -> Option<usize> {
    let (named, ()) = alt((dash, clause(&["TO", "THROUGH", "BIS"]))).parse(rest).ok()?;
    (word_of_piece(named, any) > 0).then_some(rest.len() - named.len())
}

/// Where the next name begins, if what follows is one more.
fn name_behind(rest: &str, any: &Lexicon) -> Option<usize> {
    let signs = take_while(|c| is_blank(c) || matches!(c, ',' | ';' | '&' | '+'));
    let parted: Parsed<'_, _> = (signs, opt(words(&["AND"]))).parse(rest);
    let (named, _) = parted.ok().filter(|(named, _)| named.len() < rest.len())?;
    (word_of_piece(named, any) > 0).then_some(rest.len() - named.len())
}

/// By what any piece's name is known: the ids of all that could be, and the names that the game's own bear.
fn any_of(lexicon: &Lexicon) -> Lexicon {
    let bare = |of: &Lexicon| Lexicon {
        grid: of.grid.clone(),
        names: of.names.clone(),
        called: of.called.clone(),
        ..Lexicon::of(of.language)
    };
    Lexicon { beside: lexicon.beside.iter().map(bare).collect(), ..bare(lexicon) }
}

/// How long a piece's name is that stands here alone, as a word or as a name of several; 0 if none does.
fn word_of_piece(text: &str, any: &Lexicon) -> usize {
    let Ok((rest, _)) = (any.language.piece)(text, any) else { return 0 };
    let length = text.len() - rest.len();
    let is_whole = rest.is_empty()
        || rest.starts_with(|c: char| is_blank(c) || matches!(c, ',' | ';' | '&' | '+' | '#' | '(' | ':'));
    let is_name = || text[..length].contains(is_blank);
    if is_whole && (length <= word(text).len() || is_name()) { length } else { 0 }
}
