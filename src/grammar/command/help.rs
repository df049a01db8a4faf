//! What HELP answers a game administrator, made from the table of commands.

use super::form::{commands, every_command};
use super::row::{CommandForm, Part, Token};
use crate::help::{cited, wrapped};
use crate::language::Language;
use crate::table::Row;
use fieldpost_engine::nearest;

const BEHIND: &str = "\
Behind a command may stand, in any order:

    OVERRIDE    also where a rule would forbid it
    SECRETLY    the players concerned are not told; the audit keeps it
    NOW         a change of schedule does not wait ten minutes
";

/// A word of help that is no command's: the topics it is found by, and the text.
const NOTES: &[(&[&str], &str)] = &[
    (&["FLAGS", "OVERRIDE", "INSIST", "SECRETLY", "QUIETLY", "NOW"], BEHIND),
    (
        &["TOKENS", "TOKEN"],
        "\
What cannot be undone is done only when its token comes back: the answer
has a line CONFIRM and a word; send that line, with your head and
password, within a day.
",
    ),
    (
        &["ROLES"],
        "\
A helper may look and tell. A ga may do everything but what is the
owner's. An owner may also end the game, open another, and say who
administers it.
",
    ),
];

const MORE: &str = "\
For more write HELP and a word, such as HELP DEADLINE or HELP EDITS; for
everything write HELP ALL.
";

/// The help on a topic: a part's name, a word of a command, or `ALL`; without a topic, how a letter looks and every
/// command's words. Lines are at most 72 characters.
pub fn help(topic: Option<&str>, language: &Language) -> String {
    let topic = topic.map(|words| words.trim().trim_end_matches(['.', '?', '!']).to_ascii_uppercase());
    match topic.as_deref() {
        None | Some("" | "ME" | "PLEASE") => overview(language),
        Some("ALL" | "COMMANDS" | "EVERYTHING") => everything(language),
        Some(topic) => on_topic(topic, language).unwrap_or_else(|| unknown(topic, language)),
    }
}

fn overview(language: &Language) -> String {
    let mut text = language.text(language.help.commands).into_owned();
    for (part, title) in Part::ALL {
        text.push_str(&format!("\n{title}\n"));
        of_part(part, language).for_each(|form| text.push_str(&wrapped(&language.text(form.words), 4)));
    }
    format!("{text}\n{BEHIND}\n{MORE}")
}

fn everything(language: &Language) -> String {
    let parts = Part::ALL.into_iter().map(|(part, title)| {
        let forms = of_part(part, language).map(|form| explained(form, language)).collect::<Vec<_>>();
        format!("\n{title}\n\n{}", forms.join("\n"))
    });
    let notes = NOTES.iter().map(|(_, text)| format!("\n{text}"));
    format!(
        "{}{}{}",
        language.text(language.help.commands),
        parts.collect::<String>(),
        notes.collect::<String>()
    )
}

/// The help on a part or on the commands that have the word in them; `None` if there is none.
fn on_topic(topic: &str, language: &Language) -> Option<String> {
    let is_asked = |form: &&CommandForm| is_on(form, topic);
    let mut texts =
        commands(language).filter(is_asked).map(|form| explained(form, language)).collect::<Vec<_>>();
    texts
        .extend(NOTES.iter().filter(|(topics, _)| topics.contains(&topic)).map(|(_, text)| text.to_string()));
    if texts.is_empty() {
        let lacks = every_command(language).filter(is_asked).filter_map(|form| form.lack(language));
        texts.extend(lacks.map(|lack| wrapped(lack, 0)));
        texts.dedup();
    }
    // What is no command is perhaps a word of the game, which its players are told.
    if texts.is_empty() {
        let told = language.help.notes.iter().filter(|(topics, _)| topics.contains(&topic));
        texts.extend(told.map(|(_, text)| (*text).to_owned()));
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Whether a topic is a form's part, or one of its words.
fn is_on(form: &CommandForm, topic: &str) -> bool {
    let part = Part::ALL.into_iter().find(|(part, _)| *part == form.part);
    let phrases = form.phrases.iter().flat_map(|words| words.split(' '));
    let words = form.words.split([' ', ',', '[', ']']);
    part.is_some_and(|(_, title)| part_word(title) == topic)
        || form.phrases.contains(&topic)
        || phrases.chain(words).any(|word| word == topic)
}

/// What to say where there is no such topic: which there are.
fn unknown(topic: &str, language: &Language) -> String {
    let parts = || Part::ALL.into_iter().map(|(_, title)| part_word(title));
    let notes = || NOTES.iter().map(|(topics, _)| topics[0]);
    let words =
        parts().chain(notes()).chain(commands(language).flat_map(|form| form.phrases.iter().copied()));
    let shown = topic.chars().take(40).filter(|c| !c.is_control()).collect::<String>();
    let hint = match nearest::nearest(topic, words.map(|word| (word, word))) {
        Some(near) => format!(" The nearest I have is HELP {near}."),
        None => String::new(),
    };
    let topics = notes().chain(parts()).collect::<Vec<_>>().join(", ");
    let there = format!("There is: {topics}, each word that a command begins with, and ALL.");
    wrapped(&format!("There is no help on {shown:?}.{hint} {there}"), 0)
}

fn of_part(part: Part, language: &Language) -> impl Iterator<Item = &'static CommandForm> {
    commands(language).filter(move |form| form.part == part)
}

/// `EDITS` of `EDITS: hand edits of the position`.
fn part_word(title: &'static str) -> &'static str {
    title.split(':').next().unwrap_or(title)
}

/// A command's words, meaning, rule, role, token and example.
fn explained(form: &CommandForm, language: &Language) -> String {
    let own = !language.edition.numbers(form.rules).is_empty();
    let rules = cited(if own { form.rules } else { "" });
    let token = match form.token {
        Token::No => "",
        Token::BeforeDeadline => " Before the deadline a token must confirm it.",
        Token::Yes => " A token must confirm it.",
    };
    let meaning =
        wrapped(&format!("{}{rules} For: {}.{token}", language.text(form.meaning), form.role.word()), 4);
    let example = language.text(form.example);
    let mut lines = example.lines();
    let example = wrapped(&format!("Example: {}", lines.next().unwrap_or_default()), 4);
    let below = lines.map(|line| wrapped(line, 8)).collect::<String>();
    let also = match form.phrases.get(1..).unwrap_or_default() {
        [] => String::new(),
        others => wrapped(&format!("Also: {}.", others.join(", ")), 4),
    };
    format!("{}{meaning}{also}{example}{below}", wrapped(&language.text(form.words), 0))
}
