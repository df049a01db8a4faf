//! Which command a line was probably meant for that begins with none: never one of graver effect than what is written there, and
//! rather none than a wrong one.

use crate::language::{Language, Lexicon};
use crate::table::Row;
use crate::word::{is_blank, is_stop, phrase, space};
use fieldpost_engine::nearest;

use super::Role;
use super::row::{CommandForm, Reader, Token};

/// The command that a line was meant for.
pub(super) struct Meant<'a> {
    /// Its row.
    pub form: &'static CommandForm,
    pub words: &'static str,
    /// What stands in the line in their place.
    pub found: &'a str,
    /// What is handed to them.
    pub rest: &'a str,
}

/// Words of other programs, and of people, for what is a command here. Of two commands the milder.
const OTHER_WORDS: &[(&[&str], &str)] = &[
    (&["PAUSE", "SUSPEND", "FREEZE", "STOP"], "HOLD"),
    (
        &["UNHOLD", "UNPAUSE", "CONTINUE", "GO ON", "RELEASE GAME", "RELEASE THE GAME", "RELEASE TURN"],
        "RESUME",
    ),
    (&["PROCESS TURN", "PROCESS THE TURN", "ADJUDICATE", "NEXT TURN"], "RUN TURN"),
    (&["KICK", "EXPEL", "BAN", "DROP PLAYER"], "REPLACE"),
    (
        &[
            "CHANGE EMAIL",
            "CHANGE THE EMAIL",
            "CHANGE ADDRESS",
            "NEW EMAIL",
            "NEW ADDRESS",
            "NEW MAIL ADDRESS",
        ],
        "EMAIL",
    ),
    (&["REVERT", "TAKE BACK"], "UNDO"),
];

/// Words of a line that are looked at.
const MOST_WORDS: usize = 40;
/// Words that may stand between those of a command and say nothing.
const ARTICLES: [&str; 4] = ["A", "AN", "THE", "ALL"];
/// Shorter words are no sign of a command.
const SHORTEST: usize = 4;

/// The command that a line was meant for, if that can be told.
pub(super) fn meant<'a>(body: &'a str, language: &'static Language) -> Option<Meant<'a>> {
    let words = words_of(body);
    let first = *words.first()?;
    let by_other_words = || other_words(body, language);
    let is_known = rows(language).any(|(_, known)| first_of(known).eq_ignore_ascii_case(first));
    if is_known {
        return misspelt(body, language, &|known| first_of(known).eq_ignore_ascii_case(first))
            .or_else(|| with_most_of(body, &words, language))
            .or_else(by_other_words);
    }
    let is_near = |known: &str| {
        let word = first_of(known);
        nearest::distance(first, word, nearest::tolerance(word)).is_some()
            || first
                .get(..word.len())
                .is_some_and(|begin| word.len() >= 3 && begin.eq_ignore_ascii_case(word))
    };
    by_other_words().or_else(|| misspelt(body, language, &is_near)).or_else(|| an_address(&words, language))
}

fn rows(language: &'static Language) -> impl Iterator<Item = (&'static CommandForm, &'static str)> {
    let there = CommandForm::rows(language).filter(move |form| form.lack(language).is_none());
    there.flat_map(|form| form.phrases.iter().map(move |words| (form, *words)))
}

fn first_of(words: &str) -> &str {
    words.split(' ').next().unwrap_or_default()
}

/// The words of a line without their stops.
fn words_of(body: &str) -> Vec<&str> {
    let words = body.split(is_blank).map(|word| word.trim_matches(|c| is_stop(c) || matches!(c, ':' | '?')));
    words.filter(|word| !word.is_empty()).take(MOST_WORDS).collect()
}

/// A command whose words stand there but for a slip of the pen.
fn misspelt<'a>(
    body: &'a str,
    language: &'static Language,
    may_begin: &dyn Fn(&str) -> bool,
) -> Option<Meant<'a>> {
    let near = rows(language).filter(|(_, known)| may_begin(known)).filter_map(|(form, known)| {
        let (far, found) = as_written(body, known).or_else(|| run_together(body, known))?;
        let meant = Meant { form, words: known, found, rest: space(&body[found.len()..]) };
        suits(&meant, far, language).then_some(((far, std::cmp::Reverse(known.len())), meant))
    });
    near.min_by_key(|(far, _)| *far).map(|(_, meant)| meant)
}

/// How far the line's first words are from these, each from its own, and what they are.
fn as_written<'a>(body: &'a str, known: &str) -> Option<(usize, &'a str)> {
    let found = beginning(body, known.split(' ').count());
    let words = words_of(found);
    if words.len() != known.split(' ').count() {
        return None;
    }
    let far = words.iter().zip(known.split(' ')).map(|(word, known)| far_off(word, known));
    Some((far.sum::<Option<usize>>()?, found))
}

/// The same where the blanks between them were left out.
fn run_together<'a>(body: &'a str, known: &str) -> Option<(usize, &'a str)> {
    let found = beginning(body, 1);
    let far = nearest::distance(found, &known.replace(' ', ""), 1).filter(|_| known.contains(' '))?;
    Some((far + 1, found))
}

fn far_off(word: &str, known: &str) -> Option<usize> {
    nearest::distance(word, known, nearest::tolerance(known))
}

/// Whether a command says no more than the line does: what cannot be undone, or is spelt far off, must stand there whole, and no word of another
/// command may stand beside it.
fn suits(meant: &Meant<'_>, far: usize, language: &'static Language) -> bool {
    let is_free = matches!(meant.form.reader, Reader::Words(_) | Reader::Reason(_) | Reader::Text(_));
    let is_read = |rest: &str| CommandForm::is_read(meant.words, rest, &Lexicon::of(language));
    if !is_free && is_read(meant.rest) {
        return true;
    }
    // What is whole without the line's other words was not meant by them, unless it only looks.
    let is_whole = !is_free && meant.form.role > Role::Helper && is_read("");
    let own = |word: &str| {
        let known = meant.form.phrases.iter().flat_map(|words| words.split(' '));
        let of_form = meant.form.words.split(|c: char| !c.is_alphanumeric());
        known.chain(of_form).any(|known| known.eq_ignore_ascii_case(word))
    };
    let of_another = |word: &&str| {
        let mut known = rows(language).flat_map(|(_, known)| known.split(' '));
        word.len() >= SHORTEST && !own(word) && known.any(|known| known.eq_ignore_ascii_case(word))
    };
    far <= 1 && !is_whole && meant.form.token == Token::No && !words_of(meant.rest).iter().any(of_another)
}

/// The command that begins with the line's first word and of whose other words most stand in the line, if there is one such.
fn with_most_of<'a>(body: &'a str, words: &[&'a str], language: &'static Language) -> Option<Meant<'a>> {
    let first = *words.first()?;
    let same = rows(language).filter(|(_, known)| first_of(known).eq_ignore_ascii_case(first));
    let mut best: Option<(usize, Meant<'a>)> = None;
    let mut is_only = true;
    for (form, known) in same {
        let mut places = known.split(' ').skip(1).map(|known| {
            let place = words.iter().skip(1).position(|word| word.eq_ignore_ascii_case(known));
            place.map(|place| place + 1)
        });
        let others = known.split(' ').count() - 1;
        let Some(last) = places.by_ref().try_fold(0, |last, place| Some(last.max(place?))) else { continue };
        if others == 0 {
            continue;
        }
        let found = beginning(body, last + 1);
        let meant = Meant { form, words: known, found, rest: space(&body[found.len()..]) };
        // What else stands between the words of a hand edit may be what it is about.
        let stray =
            |word: &str| !known.split(' ').chain(ARTICLES).any(|known| known.eq_ignore_ascii_case(word));
        if matches!(form.reader, Reader::Edit(_)) && words.iter().take(last).any(|word| stray(word)) {
            continue;
        }
        match &best {
            Some((most, _)) if *most > others => {}
            Some((most, other)) if *most == others => is_only &= std::ptr::eq(other.form, form),
            _ => (best, is_only) = (Some((others, meant)), true),
        }
    }
    best.filter(|_| is_only).map(|(_, meant)| meant)
}

fn other_words<'a>(body: &'a str, language: &'static Language) -> Option<Meant<'a>> {
    let (rest, command) = OTHER_WORDS.iter().find_map(|(words, command)| {
        let rest = words.iter().find_map(|words| phrase(words, body).ok()).map(|(rest, ())| rest)?;
        Some((rest, *command))
    })?;
    named(command, &body[..body.len() - rest.len()], language)
}

/// Somebody's address, in whatever words.
fn an_address<'a>(words: &[&'a str], language: &'static Language) -> Option<Meant<'a>> {
    const WORDS: &[&str] = &["ADDRESS", "EMAIL", "MAIL", "E-MAIL"];
    let is_word = |word: &str| WORDS.iter().any(|known| known.eq_ignore_ascii_case(word));
    let is_said = words.iter().any(|word| is_word(word)) && words.iter().any(|word| word.contains('@'));
    named("EMAIL", words.first().filter(|_| is_said)?, language)
}

/// A command by its first words, and nothing handed to it.
fn named<'a>(command: &str, found: &'a str, language: &'static Language) -> Option<Meant<'a>> {
    let (form, words) = rows(language).find(|(_, known)| *known == command)?;
    Some(Meant { form, words, found, rest: "" })
}

/// So many words of a line from its beginning.
fn beginning(body: &str, count: usize) -> &str {
    let mut end = 0;
    for _ in 0..count {
        let from = body.len() - space(&body[end..]).len();
        end = body[from..].find(is_blank).map_or(body.len(), |blank| from + blank);
    }
    &body[..end]
}

/// Why a line is no command, where its first word begins commands, but none that is written so.
pub(super) fn begins_others(body: &str, language: &'static Language) -> Option<String> {
    let first = *words_of(body).first()?;
    let is_known = rows(language).any(|(_, known)| first_of(known).eq_ignore_ascii_case(first));
    let first = first.to_uppercase();
    is_known.then(|| format!("No command that begins with {first} is written so; HELP {first} lists them."))
}
