//! What HELP answers, made from the table of orders.

use super::forms::{FORMS, Form, Section};
use super::nearest;

/// Characters of a line of help.
const COLUMNS: usize = 72;

const LETTER: &str = "\
A letter of orders looks like this:

    GAME bohemia-1866
    PLAYER benedek
    PASSWORD correct horse battery

    UNIT AU3IN
    MARCH H4-S1 H5-S1
    ATTACK SKIRMISH
    END

Capitals do not matter. One order stands on a line. What follows a # is
not read. H4-S1 (below X0-Y0) is a square of the strategic map, 7-11
(below c-r, column and row) one of the tactical map. What stands in
[brackets] may be left out.
";

const MORE: &str = "\
For more write HELP and a word, such as HELP MARCH or HELP SUPPLY; for
everything write HELP ALL.
";

/// The help on a topic: a section's name, a word of an order, or `ALL`; without a topic, how a letter looks
/// and every order's words. Lines are at most 72 characters.
pub fn help(topic: Option<&str>) -> String {
    let topic = topic.map(|words| words.trim().trim_end_matches(['.', '?', '!']).to_ascii_uppercase());
    match topic.as_deref() {
        None | Some("" | "ME" | "PLEASE") => overview(),
        Some("ALL" | "ORDERS" | "EVERYTHING") => everything(),
        Some(topic) => on_topic(topic).unwrap_or_else(|| unknown(topic)),
    }
}

fn overview() -> String {
    let mut text = LETTER.to_string();
    for (section, title) in Section::ALL {
        text.push_str(&format!("\n{title}\n"));
        for form in of_section(section) {
            text.push_str(&wrapped(form.words, 4));
        }
    }
    text + "\n" + MORE
}

fn everything() -> String {
    let sections = Section::ALL.into_iter().map(|(section, title)| {
        let forms = of_section(section).map(explained).collect::<Vec<_>>();
        format!("\n{title}\n\n{}", forms.join("\n"))
    });
    LETTER.to_string() + &sections.collect::<String>()
}

/// The help on a section or on the orders that have the word in them; `None` if there are none.
fn on_topic(topic: &str) -> Option<String> {
    let section =
        Section::ALL.into_iter().find(|(_, title)| section_word(title) == topic).map(|found| found.0);
    let names_it = |form: &&Form| {
        let phrases = form.phrases.iter().flat_map(|words| words.split(' '));
        let words = form.words.split([' ', ',', '[', ']']);
        form.phrases.contains(&topic) || phrases.chain(words).any(|word| word == topic)
    };
    let forms = FORMS.iter().filter(|form| section == Some(form.section) || names_it(form));
    let texts = forms.map(explained).collect::<Vec<_>>();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// What to say where there is no such topic.
fn unknown(topic: &str) -> String {
    let sections = Section::ALL.into_iter().map(|(_, title)| section_word(title));
    let words = sections.chain(FORMS.iter().flat_map(|form| form.phrases.iter().copied()));
    let shown = topic.chars().take(40).filter(|c| !c.is_control()).collect::<String>();
    let hint = match nearest::nearest(topic, words.map(|word| (word, word))) {
        Some(near) => format!(" The nearest I have is HELP {near}."),
        None => String::new(),
    };
    wrapped(&format!("There is no help on {shown:?}.{hint}"), 0) + "\n" + &overview()
}

fn of_section(section: Section) -> impl Iterator<Item = &'static Form> {
    FORMS.iter().filter(move |form| form.section == section)
}

/// `STRATEGIC` of `STRATEGIC: marches on the strategic map`.
fn section_word(title: &'static str) -> &'static str {
    title.split(':').next().unwrap_or(title)
}

/// An order's words, meaning, rule and example.
fn explained(form: &Form) -> String {
    let rules = if form.rules.is_empty() { String::new() } else { format!(" (rule {})", form.rules) };
    let meaning = wrapped(&format!("{}{rules}", form.meaning), 4);
    format!("{}{meaning}{}", wrapped(form.words, 0), wrapped(&format!("Example: {}", form.example), 4))
}

/// Words in lines of at most [`COLUMNS`] characters, indented; lines after the first by four more.
fn wrapped(words: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut line = " ".repeat(indent);
    for word in words.split_whitespace() {
        let fits = line.chars().count() + word.chars().count() < COLUMNS;
        if !fits && !line.trim().is_empty() {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(if indent == 0 { 4 } else { indent });
        }
        line.push_str(word);
        line.push(' ');
    }
    text + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_its_help_within_the_columns() {
        let text = help(Some("all"));
        for form in FORMS {
            assert!(text.contains(&wrapped(form.words, 0)), "{}", form.words);
            assert!(text.contains(&format!("Example: {}\n", form.example)), "{}", form.example);
        }
        for text in [text, help(None), help(Some(&"x".repeat(500)))] {
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        }
    }

    #[test]
    fn a_topic_is_a_section_a_word_or_near_one() {
        assert!(help(Some("march")).starts_with("MARCH box box ...\n"));
        assert!(help(Some("posture")).contains("DEFEND LAST-DITCH"));
        assert!(help(Some("depot")).contains("PLACE DEPOT") && help(Some("depot")).contains("REMOVE DEPOT"));
        assert!(help(Some("radius")).contains("INTERCEPT"));
        assert!(help(Some("wihtdraw")).contains("The nearest I have is HELP WITHDRAW."));
    }
}
