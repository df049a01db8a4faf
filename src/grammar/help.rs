//! What HELP answers, made from the table of orders.

use super::forms::{every_form, forms};
use super::language::Form;
use super::language::Language;
use super::section::Section;
use super::table::Row;
use fieldpost_engine::nearest;
use fieldpost_engine::rule::Rule;
use fieldpost_engine::wrap;

/// Characters of a line of help.
const COLUMNS: usize = 72;

/// A word of help that is no order's, nor any language's: the topics it is found by, and the text.
type Note = (&'static [&'static str], &'static str);

/// The notes of the house.
const NOTES: &[Note] = &[(
    &["REPORTS", "REPORT", "MAIL", "PICTURES", "SPOKEN", "REMINDERS", "WISHES", "LANGUAGES"],
    "\
SET REPORTS says how your mail comes. Write one or more of these words
after it, with commas between; each changes only what it names:

  ALL: everything there is, as at first
  TEXT: plain text only; HTML: HTML as well
  PICTURES, NO PICTURES: the pictures of the maps
  SPOKEN, NOT SPOKEN: text to be heard, in sentences, without maps or
    signs; nothing but text comes then, unless you ask for more
  DESK, NO DESK: the attached page for composing orders
  ZIPPED, UNZIPPED: attached files in one ZIP, or singly
  ONE MAIL, TWO MAILS: the two reports of a turn
  REMINDERS, NO REMINDERS: mail before the deadline, when units are
    without orders
  OFF, ON: no reports and no reminders, or all as before
  LANGUAGE EN, LANGUAGE DE, LANGUAGE FR: the language of your mail, as
    SET LANGUAGE

For example: SET REPORTS NO PICTURES, ZIPPED. STATUS tells how it
stands. The words count from the next report on.
",
)];

/// The topic of a language's note on what is fought for, under which a game's own aims are told.
pub const VICTORY: &str = "VICTORY";

/// What of a game stands in the help that a player of it is sent, in the place of the language's own examples.
#[derive(Clone, Copy)]
pub struct Own<'a> {
    /// The game's name.
    pub game: &'a str,
    pub player: &'a str,
    /// A block of orders that works, its opening line first; empty if there is none.
    pub block: &'a [String],
    /// What the game is fought for, a sentence each, which stands in the place of the language's note on it; empty where that note says it.
    pub aims: &'a [String],
    /// An order of a kind that works, lines of a letter; none is shown where no order of the kind does.
    pub example: &'a dyn Fn(&'static Form) -> Option<Vec<String>>,
}

/// The language that a help speaks, and whose examples it shows.
#[derive(Clone, Copy)]
struct Voice<'a> {
    language: &'static Language,
    own: Option<Own<'a>>,
}

/// The help on a topic: a section's name, a word of an order, or `ALL`; without a topic, how a letter looks
/// and every order's words. Lines are at most 72 characters, but those of examples.
pub fn help(topic: Option<&str>, language: &'static Language) -> String {
    answered(topic, Voice { language, own: None })
}

/// The same with the examples of a game.
pub fn help_in(topic: Option<&str>, language: &'static Language, own: Own<'_>) -> String {
    answered(topic, Voice { language, own: Some(own) })
}

fn answered(topic: Option<&str>, voice: Voice<'_>) -> String {
    let language = voice.language;
    let topic = topic.map(|words| words.trim().trim_end_matches(['.', '?', '!']).to_ascii_uppercase());
    match topic.as_deref() {
        None | Some("" | "ME" | "PLEASE") => overview(voice),
        Some("ALL" | "ORDERS" | "EVERYTHING") => everything(voice),
        Some(topic) => {
            let found =
                on_rules(topic, voice).or_else(|| on_topic(topic, voice)).or_else(|| on_topics(topic, voice));
            found.unwrap_or_else(|| unknown(topic, language))
        }
    }
}

/// The help on several topics with commas or "and" between them; `None` if one of them is unknown.
fn on_topics(topics: &str, voice: Voice<'_>) -> Option<String> {
    let parts = topics.trim_end_matches(" PLEASE").replace(" AND ", ",");
    let texts = parts.split(',').map(|topic| on_topic(topic.trim(), voice)).collect::<Option<Vec<_>>>()?;
    Some(texts.join("\n"))
}

/// The rules of the book in our own words: one by its number, a chapter by its own, or all; `None` if no rule is asked for,
/// or the language has none.
fn on_rules(topic: &str, voice: Voice<'_>) -> Option<String> {
    let asked = topic.strip_prefix("RULES").or_else(|| topic.strip_prefix("RULE"))?;
    let asked = asked.strip_prefix(' ').or_else(|| asked.is_empty().then_some(""))?.trim();
    let rules = tongues(voice.language).flat_map(|one| (one.help.rules)());
    let numbered: Vec<(&str, &'static Rule)> = rules.map(|rule| (rule.number.as_str(), rule)).collect();
    if numbered.is_empty() {
        return None;
    }
    // A number of another book stands behind its name: WISC 9.2, or 9.2 WISC.
    let turned = asked.split_once(' ').map(|(one, other)| format!("{other} {one}"));
    let of_book = |number: &str| number.split_once(' ').is_some_and(|(book, _)| book == asked);
    let of_chapter =
        |number: &str| asked.is_empty() || chapter(number).eq_ignore_ascii_case(asked) || of_book(number);
    let is_asked = |number: &str| {
        number.eq_ignore_ascii_case(asked)
            || turned.as_ref().is_some_and(|turned| number.eq_ignore_ascii_case(turned))
    };
    match numbered.iter().find(|(number, _)| is_asked(number)) {
        Some((number, rule)) => {
            let others = numbered
                .iter()
                .filter(|(other, _)| other.split_once(' ').is_some_and(|row| row.1 == *number));
            let others = others
                .map(|(other, _)| wrapped(&format!("There is a rule {other} too: HELP RULE {other}."), 0));
            Some(on_rule(number, rule, voice) + &others.collect::<String>())
        }
        None => {
            let chapter: Vec<String> = numbered
                .iter()
                .filter(|(number, _)| of_chapter(number))
                .map(|(number, rule)| wrapped(&format!("{number}: {}", rule.says), 0))
                .collect();
            let names = numbered.iter().map(|(number, _)| (*number, *number));
            Some(if chapter.is_empty() { no_rule(asked, names) } else { chapter.concat() })
        }
    }
}

/// A rule in our own words, and the orders that it is about.
fn on_rule(number: &str, rule: &'static Rule, voice: Voice<'_>) -> String {
    let language = voice.language;
    let mut text =
        wrapped(&format!("Rule {number}, in our own words: {}.", rule.says.trim_end_matches('.')), 0);
    if let Some(why) = &rule.not_built {
        text += &wrapped(&format!("Not all of it is played here: {why}."), 0);
    }
    if !rule.shown.is_empty() {
        text += "What our cases of it show:\n";
        text.extend(rule.shown.iter().map(|says| wrapped(&format!("- {}.", says.trim_end_matches('.')), 2)));
    }
    let cites = |form: &&Form| {
        let keys = form.rules.split(',').map(str::trim);
        // By the book's own numbers: under the same one another book may have another rule.
        keys.into_iter().any(|key| !key.is_empty() && language.edition.numbers(key) == number)
    };
    let orders: Vec<String> = forms(language).filter(cites).map(|form| voice.explained(form)).collect();
    if !orders.is_empty() {
        text += &format!("\n{}", orders.join("\n"));
    }
    let chapter = chapter(number);
    text + &wrapped(&format!("HELP RULE {chapter} lists its chapter. The book itself is its publisher's."), 0)
}

/// The chapter of a rule: what stands before the point, or the letter of one that has none, such as A of `A1`.
fn chapter(number: &str) -> &str {
    match number.split_once('.') {
        Some((chapter, _)) => chapter,
        None => {
            let letters = number.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
            if letters.is_empty() { number } else { letters }
        }
    }
}

fn no_rule<'a>(asked: &str, numbers: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let shown = asked.chars().take(40).filter(|c| !c.is_control()).collect::<String>();
    let near = nearest::nearest(asked, numbers)
        .map_or_else(String::new, |near| format!(" The nearest is HELP RULE {near}."));
    wrapped(&format!("The book has no rule {shown:?}.{near} HELP RULES lists all of them."), 0)
}

fn overview(voice: Voice<'_>) -> String {
    let language = voice.language;
    let mut text = voice.letter();
    for section in sections(language) {
        text.push_str(&format!("\n{}\n", language.text(section.title())));
        for form in of_section(section, language) {
            text.push_str(&wrapped(&language.text(form.words), 4));
        }
    }
    format!("{text}\n{}\n{}", language.text(language.help.below), language.text(language.help.more))
}

fn everything(voice: Voice<'_>) -> String {
    let language = voice.language;
    let sections = sections(language).into_iter().map(|section| {
        let forms = of_section(section, language).map(|form| voice.explained(form)).collect::<Vec<_>>();
        format!("\n{}\n\n{}", language.text(section.title()), forms.join("\n"))
    });
    let below = language.text(language.help.below);
    format!("{}{}\n{below}", voice.letter(), sections.collect::<String>())
}

/// The sections of the table, in its order.
fn sections(language: &'static Language) -> Vec<Section> {
    let mut sections = forms(language).map(|form| form.section).collect::<Vec<_>>();
    sections.dedup();
    sections
}

/// The words of help that are no order's.
fn notes(language: &'static Language) -> impl Iterator<Item = &'static Note> {
    tongues(language).flat_map(|one| one.help.notes).chain(NOTES)
}

/// A language and those of the game's other pieces.
fn tongues(language: &'static Language) -> impl Iterator<Item = &'static Language> {
    std::iter::once(language).chain(language.beside.iter().copied())
}

/// The help on a section or on the orders that have the word in them, with what else is said of it; `None` if
/// there is none.
fn on_topic(topic: &str, voice: Voice<'_>) -> Option<String> {
    let language = voice.language;
    let also_called = language.help.also_called;
    let called = also_called.iter().find(|(name, _)| *name == topic).map(|(_, other)| *other);
    let is_asked = |form: &&Form| is_on(form, topic) || called.is_some_and(|other| is_on(form, other));
    let notes = notes(language).filter(|(topics, _)| topics.contains(&topic));
    // The longer word on phases stands below the orders that it explains.
    let mut texts = forms(language).filter(is_asked).map(|form| voice.explained(form)).collect::<Vec<_>>();
    texts.extend(notes.map(|(topics, text)| voice.noted(topics, text)));
    texts.extend(tongues(language).filter_map(|one| (one.help.of_game)(topic)));
    let see_also = tongues(language).flat_map(|one| one.help.see_also);
    let more = see_also.filter(|(topics, _)| topics.contains(&topic));
    texts.extend(
        more.map(|(_, topics)| wrapped(&format!("More by HELP and one of: {}.", language.text(topics)), 0)),
    );
    if texts.is_empty() {
        texts.extend(
            every_form(language)
                .filter(is_asked)
                .filter_map(|form| form.lack(language))
                .map(|lack| wrapped(lack, 0)),
        );
        texts.dedup();
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Whether a topic is a form's section, or one of its words.
fn is_on(form: &Form, topic: &str) -> bool {
    let phrases = form.phrases.iter().flat_map(|words| words.split(' '));
    let words = form.words.split([' ', ',', '[', ']']);
    form.section.word() == topic
        || form.phrases.contains(&topic)
        || phrases.chain(words).any(|word| word == topic)
}

/// What to say where there is no such topic: which there are.
fn unknown(topic: &str, language: &'static Language) -> String {
    let sections = || sections(language).into_iter().map(Section::word);
    let notes = || notes(language).map(|(topics, _)| topics[0]);
    let words =
        sections().chain(notes()).chain(forms(language).flat_map(|form| form.phrases.iter().copied()));
    let shown = topic.chars().take(40).filter(|c| !c.is_control()).collect::<String>();
    let hint = match nearest::nearest(topic, words.map(|word| (word, word))) {
        Some(near) => format!(" The nearest I have is HELP {near}."),
        None => String::new(),
    };
    let mut topics = notes().collect::<Vec<_>>();
    for section in sections() {
        if !topics.contains(&section) {
            topics.push(section);
        }
    }
    let topics = topics.join(", ");
    let there = format!("There is: {topics}, each word that an order begins with, and ALL.");
    wrapped(&format!("There is no help on {shown:?}.{hint} {there}"), 0)
}

fn of_section(section: Section, language: &'static Language) -> impl Iterator<Item = &'static Form> {
    forms(language).filter(move |form| form.section == section)
}

impl Voice<'_> {
    /// A note of the language, or what the game says in its place.
    fn noted(&self, topics: &[&str], text: &'static str) -> String {
        let aims = self.own.map(|own| own.aims).filter(|aims| topics.contains(&VICTORY) && !aims.is_empty());
        match aims {
            Some(aims) => aims.iter().map(|aim| wrapped(aim, 0)).collect(),
            None => self.language.text(text).into_owned(),
        }
    }

    /// How a letter of orders looks: in the game that it is for, by its player's own piece.
    fn letter(self) -> String {
        let text = self.language.text(self.language.help.letter).into_owned();
        let Some(own) = self.own else { return text };
        let sample = self.language.sample_block();
        let mut told = String::new();
        let mut left = sample.as_slice();
        for line in text.lines() {
            let words = line.trim();
            if words.starts_with("GAME ") {
                told += &format!("    GAME {}\n", own.game);
            } else if words.starts_with("PLAYER ") {
                told += &format!("    PLAYER {}\n", own.player);
            } else if !own.block.is_empty() && left.first().is_some_and(|first| first == words) {
                if left.len() == sample.len() {
                    told.extend(own.block.iter().map(|line| format!("    {line}\n")));
                }
                left = &left[1..];
            } else {
                told += &format!("{line}\n");
            }
        }
        told
    }

    /// An order's words, meaning, rule and example.
    fn explained(self, form: &'static Form) -> String {
        let language = self.language;
        // A rule of another book is none of this one's.
        let rules = if language.edition.numbers(form.rules).is_empty() { "" } else { form.rules };
        let meaning = wrapped(&format!("{}{}", language.text(form.meaning), cited(rules)), 4);
        let words = wrapped(&language.text(form.words), 0);
        format!("{words}{meaning}{}", self.example(form))
    }

    fn example(self, form: &'static Form) -> String {
        let Some(own) = self.own else {
            return wrapped(&format!("Example: {}", self.language.text(form.example)), 4);
        };
        match (own.example)(form).as_deref() {
            None => String::new(),
            Some([line]) => wrapped(&format!("Example: {line}"), 4),
            Some(lines) => {
                let lines: String = lines.iter().map(|line| format!("        {line}\n")).collect();
                format!("    Example:\n{lines}")
            }
        }
    }
}

/// The rules of a row as all sentences cite them: whoever prints the help for a reader puts the book's own numbers there.
pub(super) fn cited(rules: &str) -> String {
    if rules.is_empty() { String::new() } else { format!(" (rule {rules})") }
}

/// Words in lines of at most 72 columns, indented; lines after the first by four more where the first is not.
pub fn wrapped(words: &str, indent: usize) -> String {
    let (first, hang) = (" ".repeat(indent), " ".repeat(if indent == 0 { 4 } else { indent }));
    wrap::wrapped(words, &first, &hang, COLUMNS).join("\n") + "\n"
}
