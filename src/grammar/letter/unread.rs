//! Lines that could not be read: greetings and names, headings of blocks, complaints.

use crate::credential;
use crate::language::Form;
use crate::line::Written;
use crate::name::find_name;
use crate::order::{Misread, Order, order_line};
use crate::remark::{self, Closing};
use crate::word::is_blank;

use super::{MOST_COMPLAINTS, Open, Reader, complaint, complaint_of};

impl Reader<'_> {
    /// Whether a line is nothing but a player's name, as below a letter.
    fn is_name(&self, body: &str) -> bool {
        let name = body.trim_matches(|c: char| is_blank(c) || matches!(c, '.' | ',' | '-'));
        let head = self.letter.player.as_ref().map(|read| read.what.as_str());
        let mut known = self.lexicon.players.iter().map(String::as_str).chain(head);
        known.any(|player| player.eq_ignore_ascii_case(name))
    }

    /// Whether a line that could not be read is meant to open a block, as "8th corps" and "Gablenz's brigade" are: the orders below it are not
    /// those of the block above. A remark such as "run past enemy ships" costs itself alone.
    fn is_heading(&self, body: &str) -> bool {
        const MOST_WORDS: usize = 4;
        let language = self.lexicon.language;
        let opens = |word: &&str| {
            language.block.iter().chain(language.whole).any(|known| known.eq_ignore_ascii_case(word))
        };
        let words = body.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        if body.split_whitespace().count() > MOST_WORDS || !words.iter().any(opens) {
            return false;
        }
        words.iter().any(|word| is_ordinal(word)) || is_of_one_name(&words, language.noun)
    }

    /// Whether a line behind END is meant as an order that the game has not, as `INVADE Naples` and `PAYMENT 100 TO Venice`: a word in
    /// capitals, and behind it a place, a player, or so much of something for somebody. Of the first such lines alone it is asked.
    fn is_meant(&mut self, body: &str) -> bool {
        const LOOKED_AT: usize = 64;
        const MOST_BEHIND: usize = 4;
        const LEADING: [&str; 3] = ["TO", "IN", "FOR"];
        let mut words = body.split(is_blank).filter(|word| !word.is_empty());
        let is_shouted =
            words.next().is_some_and(|word| word.chars().count() > 2 && word.chars().all(char::is_uppercase));
        let rest = words.collect::<Vec<_>>();
        let is_signed = !rest.iter().any(|word| word.chars().any(char::is_lowercase));
        if !is_shouted || is_signed || rest.len() > MOST_BEHIND || self.looked_at >= LOOKED_AT {
            return false;
        }
        self.looked_at += 1;
        let names = [&self.lexicon.places, &self.lexicon.players];
        let known = |word: &&str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            !word.is_empty()
                && names.iter().any(|names| !names.is_empty() && find_name(names, word).is_some())
        };
        let is_so_much =
            |words: &[&str]| words[0].bytes().all(|c| c.is_ascii_digit()) && LEADING.contains(&words[1]);
        rest.iter().any(known) || rest.windows(3).any(is_so_much)
    }

    /// A line that could not be read: a greeting, or a complaint.
    pub(super) fn unread(&mut self, line: &Written<'_>, start: usize, stop: usize, misread: Misread) {
        let body = &line.text[start..stop];
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        let outside = matches!(self.block, Open::Outside);
        let is_remark = self.is_name(body)
            || remark::is_remark::<Form>(body, outside, self.closing, self.lexicon.language)
                && !(self.closing == Closing::End && self.is_meant(body));
        let is_prose = !is_remark
            && misread.form.is_none()
            && outside
            && self.closing == Closing::No
            && remark::is_prose::<Form>(body, self.lexicon.language);
        if misread.form.is_none() {
            self.between.other(body, is_remark || is_prose);
        }
        let of_another = misread.form.is_none().then(|| self.of_another_piece(body)).flatten();
        if let Some(why) = of_another {
            self.complain(complaint(line, start, stop, why, None));
        } else if misread.form.is_none() && is_remark {
            self.closing = self.closing.after(body);
            self.letter.remarks.push(line.span(start, stop));
        } else if is_prose {
            self.letter.remarks.push(line.span(start, stop));
            self.letter.prose.push(line.span(start, stop).line);
        } else if misread.form.is_none() && !outside && self.is_heading(body) {
            self.close_block();
            self.block = Open::Lost;
            let such = self.lexicon.language.text(self.lexicon.language.such);
            let why = format!("{body:?} names nobody; expected {such}. The orders under it were not taken.");
            self.complain(complaint(line, start, stop, why, None));
        } else if self.spelled < MOST_COMPLAINTS {
            self.complain(complaint_of(line, start, stop, misread, self.lexicon));
        } else {
            self.letter.more_complaints += 1;
        }
    }

    /// That a line orders what other pieces of the game do, and the one of this block does not.
    fn of_another_piece(&self, body: &str) -> Option<String> {
        let Open::Of(block) = &self.block else { return None };
        let others = self.known.iter().filter(|known| known.language.noun != self.lexicon.language.noun);
        let whose = others.filter(|_| self.known.len() > 1 && !block.piece.as_str().is_empty());
        let mut whose = whose.filter(|other| matches!(order_line(body, other), Ok(Order::Piece(_))));
        let (noun, own) = (whose.next()?.language.noun, self.lexicon.language.noun);
        Some(format!("This is an order for a {noun}; {} is a {own} and has no such order.", block.piece))
    }
}

/// Whether a word counts: `8`, `8th`, `VIII`, `second`.
fn is_ordinal(word: &str) -> bool {
    const SPELT: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    word.starts_with(|c: char| c.is_ascii_digit())
        || SPELT.iter().any(|spelt| spelt.eq_ignore_ascii_case(word))
        || word.chars().all(|c| matches!(c, 'I' | 'V' | 'X')) && word != "I"
}

/// Whether a line is a name with the word of a piece behind it, as "Gablenz's brigade" and "Reserve Corps" are: each word but that begins with a
/// capital, and none stands for whose or which.
fn is_of_one_name(words: &[&str], noun: &str) -> bool {
    const WHICH: [&str; 16] = [
        "the", "a", "an", "my", "our", "your", "their", "enemy", "enemies", "allied", "some", "all", "these",
        "those", "this", "no",
    ];
    let Some((last, names)) = words.split_last() else { return false };
    let is_name = |word: &&str| {
        let is_tail = word.eq_ignore_ascii_case("s");
        is_tail
            || word.starts_with(char::is_uppercase)
                && !WHICH.iter().any(|which| which.eq_ignore_ascii_case(word))
    };
    !names.is_empty()
        && (last.eq_ignore_ascii_case("corps") || !last.to_ascii_lowercase().ends_with('s'))
        && !last.eq_ignore_ascii_case(noun)
        && names.iter().all(is_name)
}
