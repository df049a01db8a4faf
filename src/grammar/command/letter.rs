//! A whole letter of a game administrator: its head, its commands and their texts, line by line: `grammar/house/command.abnf`.

use std::borrow::Cow;

use crate::credential::{self, LOGIN, MY_PASSWORD, Purpose};
use crate::joined::joined;
use crate::language::Form;
use crate::language::Lexicon;
use crate::language::{HOUSE, Language};
use crate::letter::complaint::{complaint, once, ruled, too_long};
use crate::letter::password::{first_password, missing_words};
use crate::letter::{GAME, PLAYER, TURN, game_named, live_part, turn_named};
use crate::line::Written;
use crate::name::words_before;
use crate::order::Misread;
use crate::reading::{Complaint, MOST_COMPLAINTS, MOST_LINES, Read, Span};
use crate::remark::{self, Closing};
use crate::table::{nearest_row, rows_at};
use crate::word::{end, end_of, is, is_blank, phrase, stands};

use super::line::{Flags, Found, begins_command, begins_text, command_goes_on, command_line, spelled_out};
use super::row::{CommandForm, Reader as FormReader};
use super::several::{self, Unspread};
use super::text::Text;
use super::{Command, Edit, GaLetter, Given, render};

/// The words that make a letter one of commands.
const GA: &[&str] = &["GA", "ADMIN", "GAMEMASTER", "GM"];
/// Words after `GM` that begin a sentence to the GM, and no name.
const NO_NAMES: &[&str] = &[
    "PLEASE", "HERE", "MY", "I", "WE", "THE", "THESE", "THIS", "ATTACHED", "SORRY", "THANKS", "THANK", "AND",
    "IS",
];
/// The most words of an administrator's name.
const MOST_NAME_WORDS: usize = 3;
const END: &[&str] = &["END", "END COMMANDS", "END OF COMMANDS", "END LETTER", "END OF LETTER"];

/// Whether a letter's cleaned text is one of commands: in its head, above any order or command, a line names its GA, and
/// none names a player.
pub fn is_ga_letter(text: &str, languages: &[&'static Language]) -> bool {
    let (mut named, mut awaited) = (false, false);
    for (number, raw) in (1..).zip(text.lines()).take(MOST_LINES) {
        let line = Written::new(number, raw);
        let Some((start, stop)) = live_part(&line) else { continue };
        let body = &line.text[start..stop];
        if std::mem::take(&mut awaited) && !is_head_line(&line, start, body) {
            continue;
        }
        match credential::password(&line, start) {
            Some((_, words)) => awaited = credential::password_words(&line, words).is_none(),
            None if stands(PLAYER, body) => return false,
            None if is_head_line(&line, start, body) => named |= names_ga(&line, start, body),
            None if is_players(body, languages) => break,
            None if begins_command(body, languages) && !is_remark(body, languages) => break,
            None => {}
        }
    }
    named
}

/// The first line of a letter that begins with a command, though no line of it names its GA; `None` where none does.
pub fn first_command(text: &str, languages: &[&'static Language]) -> Option<String> {
    (1..).zip(text.lines()).take(MOST_LINES).find_map(|(number, raw)| {
        let line = Written::new(number, raw);
        let (start, stop) = live_part(&line)?;
        let body = &line.text[start..stop];
        let is_hidden =
            credential::password(&line, start).is_some() || credential::hidden_words(&line).is_some();
        let is_one = !is_hidden && begins_command(body, languages) && !stands_head(body) && !stands(GA, body);
        is_one.then(|| body.chars().take(LONGEST_SHOWN).collect())
    })
}

/// The most characters of a line that is shown to its writer.
const LONGEST_SHOWN: usize = 120;

/// Whether a line begins as one of a player's letter does, below the head.
fn is_players(body: &str, languages: &[&'static Language]) -> bool {
    let form_at = |language: &&'static Language| rows_at::<Form>(body, language)[0];
    languages.iter().filter_map(form_at).any(|(form, _)| form.phrases[0] != "CONFIRM")
}

/// Whether a line above the commands is a remark in every language.
fn is_remark(body: &str, languages: &[&'static Language]) -> bool {
    let is_one =
        |language: &&'static Language| remark::is_remark::<CommandForm>(body, true, Closing::No, language);
    languages.iter().all(is_one)
}

/// Whether a line is nothing but parts of the head.
fn is_head_line(line: &Written<'_>, start: usize, body: &str) -> bool {
    head_items(line, start, body, |_, _, _| ()) && end(body).is_err()
}

fn names_ga(line: &Written<'_>, start: usize, body: &str) -> bool {
    let mut named = false;
    head_items(line, start, body, |item, _, _| named |= matches!(item, Item::Ga(_)));
    named
}

/// A part of the head.
enum Item<'t> {
    Game(&'t str),
    Turn(u32),
    Ga(Option<&'t str>),
}

/// `ga-head-line = [ bullet ] ( ga *( head-gap ga-head-item ) / ga-head-item *( head-gap ga-head-item ) [ head-gap ga ] )`;
/// `ga-head-item = game / turn`: hands on each part of a line and where it begins and ends, up to a password; whether the
/// line is nothing else
fn head_items<'t>(
    line: &Written<'_>,
    start: usize,
    body: &'t str,
    mut take: impl FnMut(Item<'t>, usize, usize),
) -> bool {
    let mut rest = body;
    while !rest.is_empty() {
        let at = start + (body.len() - rest.len());
        if credential::password(line, at).is_some() {
            return true;
        }
        let Some((next, item)) = head_item(rest) else { return false };
        take(item, at, start + (body.len() - next.len()));
        rest = next.trim_start_matches(|c: char| is_blank(c) || matches!(c, ',' | ';' | '.'));
    }
    true
}

fn head_item(body: &str) -> Option<(&str, Item<'_>)> {
    if let Some((rest, name)) = game_named(body) {
        return Some((rest, Item::Game(name)));
    }
    if let Some((rest, turn)) = turn_named(body) {
        return Some((rest, Item::Turn(turn)));
    }
    ga(body).map(|(rest, name)| (rest, Item::Ga(name)))
}

/// `ga = ( "GA" / "ADMIN" / "GAMEMASTER" / "GM" ) [ is ga-name ]`; `ga-name = <the name of an
/// administrator>`. `GM,` alone greets.
fn ga(body: &str) -> Option<(&str, Option<&str>)> {
    let rest = GA
        .iter()
        .filter_map(|words| phrase(words, body).ok())
        .map(|(rest, ())| rest)
        .min_by_key(|rest| rest.len())?;
    let named = is(rest);
    if named.trim_end_matches(['.', ';']).is_empty() || ends_a_name(named) {
        return Some((named.trim_start_matches(['.', ';']), None));
    }
    if named.starts_with([',', ';', '.']) {
        return end(named).is_err().then_some((rest, None));
    }
    let (behind, name) = words_before(ends_a_name, named);
    let words = name.split(is_blank).count();
    let is_name = words <= MOST_NAME_WORDS && !stands(NO_NAMES, name) && !name.contains([',', '!', '?', ':']);
    (is_name && !name.is_empty()).then_some((behind, Some(name)))
}

/// Whether a line begins with a word of the head of a letter of commands: no player stands there.
fn stands_head(body: &str) -> bool {
    [GAME, TURN, LOGIN].iter().any(|words| stands(words, body))
}

/// Whether what stands here ends an administrator's name.
fn ends_a_name(rest: &str) -> bool {
    stands_head(rest) || stands(MY_PASSWORD, rest)
}

/// Whether a line is nothing but `GM,` or the like.
fn greets_gm(body: &str) -> bool {
    stands(GA, body) && ga(body).is_none() && body.split(is_blank).count() == 1
}

/// Reads the cleaned text of a letter of commands. Never fails and takes time in proportion to its length: what cannot be
/// read becomes a complaint and costs its own line.
pub fn read_ga_letter(text: &str, lexicon: &Lexicon) -> GaLetter {
    let mut reader = Reader {
        lexicon: Cow::Borrowed(lexicon),
        letter: GaLetter::default(),
        text: None,
        awaited: None,
        closing: Closing::No,
        overrides: false,
        lines: 0,
        spelled: 0,
    };
    let lines = text.lines().collect::<Vec<_>>();
    let mut next = 0;
    while let Some(raw) = lines.get(next) {
        let number = u32::try_from(next + 1).unwrap_or(u32::MAX);
        let is_open = reader.text.is_none();
        let list = is_open
            .then(|| joined(&lines[next..], |above, below| command_goes_on(above, below, &reader.lexicon)));
        let list = list.flatten();
        let line =
            list.as_ref().map_or_else(|| Written::new(number, raw), |list| Written::joined(number, list));
        next = line.last_number() as usize;
        reader.line(&line);
    }
    if let Some((_, missing)) = reader.awaited.take() {
        reader.complain(missing);
    }
    if let Some(text) = reader.text.take() {
        reader.complain(text.without_end());
    }
    reader.letter
}

/// Reads a letter of commands for its head, where its game is not known: by the language in which most of its lines are commands.
pub(crate) fn read_ga_frame(text: &str, languages: &[&'static Language]) -> GaLetter {
    let commands = |language: &&'static Language| {
        text.lines().take(MOST_LINES).filter(|line| begins_command(line.trim(), &[language])).count()
    };
    let language = languages.iter().rev().max_by_key(|language| commands(language)).copied();
    read_ga_letter(text, &Lexicon::of(language.unwrap_or(&HOUSE)))
}

/// Reads one command as [`words`](super::words) spells it, such as one that waited for its token; `None` if it cannot be
/// read, or is not one command.
pub fn read_command(words: &str, lexicon: &Lexicon) -> Option<Given> {
    let letter = read_ga_letter(words, lexicon);
    let alone = letter.complaints.is_empty() && letter.commands.len() == 1;
    letter.commands.into_iter().next().filter(|_| alone).map(|read| read.what)
}

/// The letter so far.
struct Reader<'l> {
    /// The names that may be used, with those that the letter itself brings into the game.
    lexicon: Cow<'l, Lexicon>,
    letter: GaLetter,
    /// The text that is being taken.
    text: Option<Text>,
    /// A line `PASSWORD` without words, and what to say if the next line is not the password.
    awaited: Option<(Purpose, Complaint)>,
    /// After END or a closing word: what has no command in it is no mistake.
    closing: Closing,
    /// Whether OVERRIDE stood in a line of its own above.
    overrides: bool,
    lines: usize,
    spelled: usize,
}

impl Reader<'_> {
    /// One line of the letter, whatever it is; what comes first here comes first.
    fn line(&mut self, line: &Written<'_>) {
        if let Some(text) = self.text.take() {
            return self.text_line(text, line);
        }
        let Some((start, stop)) = live_part(line) else { return };
        if line.is_too_long() {
            self.letter.credentials.extend(credential::hidden_words(line).map(|words| line.span_of(words)));
            // The words below are of a text that nobody gets, and no commands.
            if begins_text(&line.text[start..stop], self.lexicon.language) {
                self.text = Some(Text::lost(line, (start, stop)));
            }
            return self.complain(too_long(line));
        }
        self.lines += 1;
        let body = &line.text[start..stop];
        if self.awaited_password(line, start, body) || self.password_line(line, start) {
            return;
        }
        if self.lines > MOST_LINES {
            return self.beyond_the_last(line, start);
        }
        if self.head_line(line, start, body) || self.end_line(line, start, body) {
            return;
        }
        if several::overrides(body) {
            self.overrides = true;
            return;
        }
        match several::spread(body, &self.lexicon) {
            Some(Ok(all)) => self.take_all(line.span(start, stop), all),
            Some(Err(Unspread::Part(part))) => self.unread_part(line, start, stop, part),
            Some(Err(Unspread::TooMany { count, most })) => self.too_many(line, (start, stop), count, most),
            None => match command_line(body, &self.lexicon) {
                Ok(found) => self.take(line, start, stop, found),
                Err(misread) => self.unread(line, start, stop, misread),
            },
        }
    }

    /// The commands of one line.
    fn take_all(&mut self, span: Span, all: Vec<Given>) {
        self.closing = Closing::No;
        all.into_iter().for_each(|given| self.take_command(span, given));
    }

    /// A list of which one command could not be read: none of them is taken.
    fn unread_part(&mut self, line: &Written<'_>, start: usize, stop: usize, part: several::Part) {
        let several::Part { line: read, misread } = part;
        let (why, nearest) = spelled_out(misread, &read, &self.lexicon);
        let why = format!("Nothing of this list is done. Of {read:?}: {why}");
        self.complain_at(line, start, stop, why, nearest);
    }

    /// A list that is longer than one line may be: none of it is taken, since nobody would see where it ended.
    fn too_many(&mut self, line: &Written<'_>, (start, stop): (usize, usize), count: usize, most: usize) {
        let why = format!(
            "Nothing of this list is done: it stands for {count} commands, and one line for {most} at most. Write it in {} lines.",
            count.div_ceil(most)
        );
        self.complain_at(line, start, stop, why, None);
    }

    fn take(&mut self, line: &Written<'_>, start: usize, stop: usize, found: Found) {
        self.closing = Closing::No;
        let span = line.span(start, stop);
        match found {
            Found::Given(given) => self.take_command(span, given),
            Found::Preview => self.letter.preview = true,
            Found::Together => self.letter.together = true,
            Found::Token(token) => {
                let words = format!("CONFIRM {token}");
                self.letter.tokens.push(Read { what: token, span, words });
            }
            Found::Text { opening, flags, words_at } => {
                let written = &line.text[start..stop];
                let spoken = written[words_at..].contains(char::is_alphanumeric);
                let first = if spoken { line.raw_from(start + words_at) } else { "" };
                let first = first.trim_start_matches([':', ' ', '\t']).trim_end();
                let named = written[..words_at].trim_end();
                self.text = Some(Text::new(opening, flags, line, (start, stop), named, first));
            }
        }
    }

    fn take_command(&mut self, span: Span, mut given: Given) {
        given.insist |= self.overrides && matches!(given.command, Command::Edit(_));
        let words = render::words(&given);
        self.know(&given.command);
        self.letter.commands.push(Read { what: given, span, words });
    }

    /// What a command brings into the game may be named below it. Names of which none are known need not be.
    fn know(&mut self, command: &Command) {
        if let Command::Edit(Edit { calls: Some(called), .. }) = command {
            self.lexicon.to_mut().called.push(called.clone());
        }
        match command {
            Command::Edit(Edit { makes: Some(piece), .. }) if !self.lexicon.pieces.is_empty() => {
                let pieces = &mut self.lexicon.to_mut().pieces;
                let place = pieces.partition_point(|other| other < piece);
                pieces.insert(place, piece.clone());
            }
            Command::AddPlayer { player, .. } if !self.lexicon.players.is_empty() => {
                self.lexicon.to_mut().players.push(player.clone());
            }
            _ => {}
        }
    }

    /// A line of a text, or the `END` behind it.
    fn text_line(&mut self, mut text: Text, line: &Written<'_>) {
        if !text.ends_with(line) {
            self.letter.credentials.extend(text.add(line));
            self.text = Some(text);
            return;
        }
        match text.finished() {
            Ok(Some((span, command, flags))) => self.take_command(span, flags.given(command)),
            Ok(None) => {}
            Err(said) => self.complain(*said),
        }
    }

    /// A line of the head, and a password at its end.
    fn head_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        if !stands_head(body) && !stands(GA, body) {
            return false;
        }
        if greets_gm(body) {
            return true;
        }
        let mut behind = start;
        let (letter, mut said) = (&mut self.letter, Vec::new());
        let whole = head_items(line, start, body, |item, from, to| {
            behind = to;
            let span = line.span(from, to);
            said.extend(match item {
                Item::Game(name) => once(
                    &mut letter.game,
                    Read { what: name.to_string(), span, words: format!("GAME {name}") },
                    line,
                ),
                Item::Turn(turn) => {
                    once(&mut letter.turn, Read { what: turn, span, words: format!("TURN {turn}") }, line)
                }
                Item::Ga(name) => {
                    let words = name.map_or_else(|| "GA".into(), |name| format!("GA {name}"));
                    once(&mut letter.ga, Read { what: name.map(str::to_string), span, words }, line)
                }
            });
        });
        said.into_iter().for_each(|said| self.complain(said));
        let next =
            line.text[behind..].trim_start_matches(|c: char| is_blank(c) || matches!(c, ',' | ';' | '.'));
        let at = line.text.len() - next.len();
        if whole {
            self.password_line(line, at);
        } else {
            let why = "Expected GA and perhaps a name, GAME and a name, or TURN and a number.".to_string();
            self.complain_at(line, at.min(start + body.len()), start + body.len(), why, None);
        }
        true
    }

    /// `END` where no text is open: the letter's, and no command to end the game.
    fn end_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        if !end_of(END, body) {
            return false;
        }
        if self.letter.commands.is_empty() && self.letter.tokens.is_empty() {
            let why = "END ends the words of BROADCAST, TELL and OPEN, or a letter; nothing stands above it."
                .to_string();
            self.complain_at(line, start, start + body.len(), why, None);
        }
        self.closing = Closing::End;
        true
    }

    /// The line after a bare `PASSWORD`.
    fn awaited_password(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        let Some((purpose, missing)) = self.awaited.take() else { return false };
        let other = is_head_line(line, start, body)
            || begins_command(body, &[self.lexicon.language])
            || end_of(END, body);
        if credential::password(line, start).is_some() || other {
            self.complain(missing);
            return false;
        }
        self.take_password(line, start, purpose);
        true
    }

    fn password_line(&mut self, line: &Written<'_>, start: usize) -> bool {
        let Some((purpose, at)) = credential::password(line, start) else { return false };
        if line.text[at..].starts_with('#') || credential::password_words(line, at).is_none() {
            self.awaited = Some((purpose, missing_words(line, start, at)));
        } else {
            self.take_password(line, at, purpose);
        }
        true
    }

    /// Takes the rest of a line, from a byte of its text on, for a password.
    fn take_password(&mut self, line: &Written<'_>, at: usize, purpose: Purpose) {
        let Some((written, secret)) = credential::password_words(line, at) else { return };
        let span = line.span_of(written);
        self.letter.credentials.push(span);
        match purpose {
            Purpose::New => {
                self.take_command(line.span(0, at), Flags::default().given(Command::NewPassword(secret)));
            }
            Purpose::Login => {
                let said = first_password(&mut self.letter.password, line, at, span, secret);
                said.into_iter().for_each(|said| self.complain(said));
            }
        }
    }

    /// A line that could not be read: a greeting, or a complaint.
    fn unread(&mut self, line: &Written<'_>, start: usize, stop: usize, misread: Misread<CommandForm>) {
        let body = &line.text[start..stop];
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        let above = self.letter.commands.is_empty();
        let is_remark = self.is_name(body)
            || remark::is_remark::<CommandForm>(body, above, self.closing, self.lexicon.language);
        if misread.form.is_none() && is_remark {
            self.closing = self.closing.after(body);
            return;
        }
        match meant(body, &misread, self.lexicon.language).map(|form| &form.reader) {
            Some(FormReader::Text(_)) => self.text = Some(Text::lost(line, (start, stop))),
            // Whoever wished to look first, or for all or nothing, and slipped, gets no less than that.
            Some(FormReader::Preview) => self.letter.preview = true,
            Some(FormReader::Together) => self.letter.together = true,
            _ => {}
        }
        if self.spelled < MOST_COMPLAINTS {
            let said = complaint_of(line, start, stop, misread, &self.lexicon);
            self.complain(said);
        } else {
            self.letter.more_complaints += 1;
        }
    }

    /// Whether a line is nothing but the administrator's name, as below a letter.
    fn is_name(&self, body: &str) -> bool {
        let name = body.trim_matches(|c: char| is_blank(c) || matches!(c, '.' | ',' | '-'));
        let head = self.letter.ga.as_ref().and_then(|read| read.what.as_deref());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
    }

    /// Complains about bytes of a line's text, and notes what may be a password in the line.
    fn complain_at(
        &mut self,
        line: &Written<'_>,
        start: usize,
        stop: usize,
        why: String,
        nearest: Option<String>,
    ) {
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        self.complain(complaint(line, start, stop, why, nearest));
    }

    fn complain(&mut self, said: Complaint) {
        if self.spelled >= MOST_COMPLAINTS {
            self.letter.more_complaints += 1;
            return;
        }
        self.spelled += 1;
        self.letter.complaints.push(said);
    }

    /// Beyond the last line that is read, only credentials are looked for.
    fn beyond_the_last(&mut self, line: &Written<'_>, start: usize) {
        if self.lines == MOST_LINES + 1 {
            let why =
                format!("A letter may have {MOST_LINES} lines; this one and those after it were not read.");
            return self.complain_at(line, start, start, why, None);
        }
        self.letter.credentials.extend(credential::hidden_words(line).map(|words| line.span_of(words)));
    }
}

/// The form that a line that was misread begins as, or is nearest to.
fn meant(
    body: &str,
    misread: &Misread<CommandForm>,
    language: &'static Language,
) -> Option<&'static CommandForm> {
    let near = || nearest_row::<CommandForm>(body, language).map(|(form, _, _)| form);
    misread.form.or_else(near)
}

/// What is to be said of a line that was misread. What stands behind `RESET PASSWORD` is no password, but may be meant for one:
/// it is not shown, and the nearest player is named all the same.
fn complaint_of(
    line: &Written<'_>,
    start: usize,
    stop: usize,
    misread: Misread<CommandForm>,
    lexicon: &Lexicon,
) -> Complaint {
    let (from, to) = (start + misread.start, start + misread.end);
    let reset = misread.form.filter(|form| form.phrases[0] == "RESET PASSWORD");
    let player = reset.and_then(|_| misread.near.name(lexicon));
    let rule = misread.rule;
    let (why, nearest) = spelled_out(misread, &line.text[start..stop], lexicon);
    let mut said = ruled(line, complaint(line, from, to, why, nearest), rule);
    if let Some(form) = reset {
        said.why =
            "RESET PASSWORD: expected a player's name and nothing more; what stands there is not shown."
                .into();
        said.nearest = Some(player.map_or(form.words.into(), |name| format!("RESET PASSWORD {name}")));
    }
    said
}
