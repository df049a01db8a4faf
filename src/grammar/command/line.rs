//! One line of a letter of commands: the command whose words stand there, what follows them, what stands behind it, and
//! what to say if it cannot be read.

use crate::account;
use crate::fault::{Fault, Near, Problem};
use crate::language::Form;
use crate::language::Language;
use crate::language::Lexicon;
use crate::order::{Misread, absent, misread_in, unknown, whole};
use crate::press;
use crate::reading::Account;
use crate::remark::{self, Closing};
use crate::table::{Row, rows_at};
use crate::word::{courteous, is, is_blank, is_stop, phrase, space};

use super::form::every_command;
use super::row::{CommandForm, Opening, Reader};
use super::{Command, Given, nearest, render};

type Set = fn(&mut Flags);

/// `flag = "OVERRIDE" / "INSIST" / "SECRETLY" / "QUIETLY" / "NOW"`
const FLAGS: [(&str, Set); 5] = [
    ("OVERRIDE", |flags| flags.insist = true),
    ("INSIST", |flags| flags.insist = true),
    ("SECRETLY", |flags| flags.secretly = true),
    ("QUIETLY", |flags| flags.secretly = true),
    ("NOW", |flags| flags.now = true),
];

/// What stands behind a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    insist: bool,
    secretly: bool,
    now: bool,
}

impl Flags {
    /// The command with what stands behind it.
    pub fn given(self, command: Command) -> Given {
        let Flags { insist, secretly, now } = self;
        Given { command, insist, secretly, now }
    }
}

/// What a line turned out to be.
pub(super) enum Found {
    Given(Given),
    /// The line opens a text, whose first words may stand on it from this byte of the line on.
    Text {
        opening: Opening,
        flags: Flags,
        words_at: usize,
    },
    Preview,
    Together,
    Token(String),
}

/// `ga-line = [ bullet ] [ courtesy ] *( flag flag-gap ) ( command *( flag-gap flag ) / wordy-command ) [ please ] end [
/// comment-behind ]`; `flag-gap = [ "," ] sp [ "AND" sp ]`: what the live part of a line says
pub(super) fn command_line(body: &str, lexicon: &Lexicon) -> Result<Found, Misread<CommandForm>> {
    let (order, flags) = bare(body);
    let before = order.as_ptr() as usize - body.as_ptr() as usize;
    match read(order, flags, lexicon) {
        Ok(Found::Text { opening, flags, words_at }) => {
            Ok(Found::Text { opening, flags, words_at: words_at + before })
        }
        Ok(found) => Ok(found),
        Err(misread) => Err(Misread { start: misread.start + before, end: misread.end + before, ..misread }),
    }
}

/// A line without words of courtesy and what may stand before a command.
pub(super) fn bare(body: &str) -> (&str, Flags) {
    let (mut rest, _) = courteous(body);
    let mut flags = Flags::default();
    while let Some((after, set)) =
        FLAGS.iter().find_map(|(word, set)| Some((phrase(word, rest).ok()?.0, set)))
    {
        let next = space(after.strip_prefix(',').unwrap_or(after));
        if next.is_empty() {
            break;
        }
        set(&mut flags);
        (rest, _) = courteous(next);
    }
    (rest, flags)
}

/// A line without what stands behind its command, as far as that may: a flag, and what stands before it.
pub(super) fn without_flags(order: &str, flags: &mut Flags, may: impl Fn(&str, &str) -> bool) -> usize {
    let mut end = order.len();
    loop {
        let rest = order[..end].trim_end_matches(|c| is_blank(c) || is_stop(c));
        let stands = |word: &str| last_word(rest, word).filter(|cut| may(word, rest[..*cut].trim_end()));
        let Some((cut, set)) = FLAGS.iter().find_map(|(word, set)| Some((stands(word)?, set))) else {
            return end;
        };
        set(flags);
        let rest = rest[..cut].trim_end_matches(|c| is_blank(c) || c == ',');
        end = last_word(rest, "AND").unwrap_or(rest.len());
    }
}

/// Where a word begins that is the last of a line, and not its first.
fn last_word(line: &str, word: &str) -> Option<usize> {
    let cut = line.len().checked_sub(word.len())?;
    let is_last =
        line.get(cut..)?.eq_ignore_ascii_case(word) && line[..cut].ends_with(|c| is_blank(c) || c == ',');
    is_last.then_some(cut)
}

/// The rows whose words stand here; a word such as `MOVE` counts too if a piece's name follows it.
pub fn forms_at<'a>(
    order: &'a str,
    language: &'static Language,
) -> [Option<(&'static CommandForm, &'a str)>; 2] {
    let found = rows_at::<CommandForm>(order, language);
    if found[0].is_some() {
        return found;
    }
    let any = Lexicon::of(language);
    let short = every_command(language).find_map(|form| {
        let (rest, ()) = phrase(form.before_unit?, order).ok()?;
        let is_something_else = matches!((language.piece)(is(rest), &any), Err(nom::Err::Error(_)));
        (!is_something_else).then_some((form, rest))
    });
    [short, None]
}

fn read(order: &str, flags: Flags, lexicon: &Lexicon) -> Result<Found, Misread<CommandForm>> {
    let mut misread = None;
    for (form, rest) in forms_at(order, lexicon.language).into_iter().flatten() {
        if let Some(lack) = form.lack(lexicon.language) {
            misread = Some(absent(form, order, rest, lack));
            continue;
        }
        let mut flags = flags;
        let words = order.len() - rest.len();
        // The last words of a reason are its own; but nobody gives NOW alone for one, nor wants SECRETLY told.
        let of_reason =
            |flag: &str, before: &str| matches!(flag, "SECRETLY" | "QUIETLY") || before.len() <= words;
        let end = match form.reader {
            Reader::Command(_) | Reader::Plain(_) | Reader::Edit(_) | Reader::Show(_) => {
                without_flags(order, &mut flags, |_, _| true)
            }
            Reader::Reason(_) => {
                let end = without_flags(order, &mut flags, of_reason);
                // It is done at once, and against no rule.
                flags = Flags { secretly: flags.secretly, ..Flags::default() };
                end
            }
            _ => order.len(),
        };
        let order = &order[..end.max(words)];
        let rest = &order[words..];
        match read_form(form, order, rest, flags, lexicon) {
            Ok(found) => return Ok(found),
            Err(fault) => misread = Some(misread_in(form, order, fault, lexicon.language)),
        }
    }
    Err(misread.unwrap_or_else(|| unknown(order)))
}

/// What follows a command's words, to the line's end.
fn read_form<'a>(
    form: &'static CommandForm,
    order: &'a str,
    rest: &'a str,
    flags: Flags,
    lexicon: &Lexicon,
) -> Result<Found, Fault<'a>> {
    let rest = is(rest);
    match form.reader {
        Reader::Head => Err(Fault { at: rest, problem: Problem::SomethingElse }),
        Reader::Preview => whole(Ok((rest, ()))).map(|()| Found::Preview),
        Reader::Together => whole(Ok((rest, ()))).map(|()| Found::Together),
        Reader::Token => match whole(account::confirm(rest, lexicon))? {
            Account::Confirm(token) => Ok(Found::Token(token)),
            _ => Err(Fault { at: rest, problem: Problem::SomethingElse }),
        },
        Reader::Command(argument) | Reader::Words(argument) | Reader::Reason(argument) => {
            whole(argument(rest, lexicon)).map(|command| Found::Given(flags.given(command)))
        }
        Reader::Edit(argument) => {
            whole(argument(rest, lexicon)).map(|edit| Found::Given(flags.given(Command::Edit(edit))))
        }
        Reader::Show(argument) => {
            whole(argument(rest, lexicon)).map(|what| Found::Given(flags.given(Command::Show(what))))
        }
        Reader::Plain(command) => {
            whole(Ok((rest, command()))).map(|command| Found::Given(flags.given(command)))
        }
        Reader::Text(argument) => {
            let (rest, opening) = part(argument(rest, lexicon))?;
            if matches!(opening, Opening::Game { .. }) {
                whole(Ok((rest, ())))?;
            }
            Ok(Found::Text { opening, flags, words_at: order.len() - rest.len() })
        }
    }
}

/// What was read, whatever follows it.
fn part<'a, T>(parsed: crate::fault::Parsed<'a, T>) -> Result<(&'a str, T), Fault<'a>> {
    parsed.map_err(|stopped| match stopped {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
        nom::Err::Incomplete(_) => Fault { at: "", problem: Problem::SomethingElse },
    })
}

/// Whether these words, with the rest behind them, are read without complaint by these names.
pub(super) fn is_read(words: &str, rest: &str, lexicon: &Lexicon) -> bool {
    command_line(&format!("{words} {rest}"), lexicon).is_ok()
}

/// Whether a line opens a text that stands below it.
pub(super) fn begins_text(body: &str, language: &'static Language) -> bool {
    let found = forms_at(bare(body).0, language)[0];
    found.is_some_and(|(form, _)| matches!(form.reader, Reader::Text(_)))
}

/// Whether the list of a command goes on in the next line: that of TELL with names alone, since words follow it; that of
/// a hand edit unless the next line is a command of its own or a remark.
pub(super) fn command_goes_on(above: &str, below: &str, lexicon: &Lexicon) -> bool {
    let Some((form, _)) = forms_at(bare(above).0, lexicon.language)[0] else { return false };
    match form.reader {
        Reader::Text(_) => form.phrases[0] == "TELL" && press::names_go_on(below, lexicon),
        Reader::Edit(_) => {
            let is_remark = remark::is_remark::<CommandForm>(below, true, Closing::No, lexicon.language);
            !is_remark && !begins_command(below, &[lexicon.language])
        }
        _ => false,
    }
}

/// Whether the words of a command stand here, in one of these languages.
pub(super) fn begins_command(body: &str, languages: &[&'static Language]) -> bool {
    languages.iter().any(|language| forms_at(bare(body).0, language)[0].is_some())
}

/// The reason in full and the nearest right thing, for the line that was misread.
pub(super) fn spelled_out(
    misread: Misread<CommandForm>,
    body: &str,
    lexicon: &Lexicon,
) -> (String, Option<String>) {
    let (order, _) = bare(body);
    if misread.form.is_none()
        && let Some((form, _)) = rows_at::<Form>(order, lexicon.language)[0]
    {
        let why = format!(
            "{} belongs into a player's letter of orders; this one is a game administrator's, and holds commands.",
            form.phrases[0]
        );
        return (why, None);
    }
    let corrected = |form: &'static CommandForm, words: &str, rest: &str| match command_line(
        &format!("{words} {rest}"),
        lexicon,
    ) {
        Ok(Found::Given(given)) => render::words(&given),
        _ => lexicon.language.text(form.words).into_owned(),
    };
    if misread.near != Near::Order {
        return misread.explained(order, lexicon, corrected);
    }
    let Some(meant) = nearest::meant(order, lexicon.language) else {
        return (nearest::begins_others(order, lexicon.language).unwrap_or(misread.why), None);
    };
    let why = format!("{:?} is not a command.", meant.found);
    (why, Some(corrected(meant.form, meant.words, meant.rest)))
}
