//! What HELP answers, made from the table of orders.

use super::forms::{FORMS, Form};
use super::section::Section;
use crate::engine::nearest;

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

const PHASES: &str = "\
A turn goes through its phases in this order: supplies; withdrawals;
tactical 1 and 2; strategic 1; tactical 3 and 4; strategic 2 to 6;
railways; tactical 5.

MARCH takes one box in each of the six strategic phases: the first box
in strategic 1 (with WITHDRAW: before tactical 1). MOVE, ENGAGE,
SUPPORT, INTERCEPT and BOMBARD are done in the five tactical phases, in
the strategic square where the unit then is; after its march that is
another one. In one phase a unit makes a MOVE, or engages, or
intercepts. With both MOVE and ENGAGE it moves first, and engages from
the phase after it has reached the goal of the move.
";

/// A word of help that is no order's: the topics it is found by, and the text.
const NOTES: &[(&[&str], &str)] = &[
    (&["PHASES", "PHASE", "SEQUENCE", "ENGAGE", "MOVE"], PHASES),
    (
        &["DEFAULT", "DEFAULTS", "NOTHING", "STAY", "NONE"],
        "\
A unit for which nothing is ordered stays where it is, skirmishes when
it attacks and when it is attacked, fights in the first line, helps
friends who fight within two squares of it, and draws one supply.

If anything is ordered for it, then the rest is so: without MARCH and
MOVE it stays; without ATTACK and DEFEND it skirmishes; without LINE it
fights in the first; without SUPPORT it helps nobody; without CARRY it
neither draws supplies nor unloads any.
",
    ),
    (
        &["MINISTER", "MINISTERS", "OFFICE", "GOVERNOR", "GOVERNORS", "COMMANDER", "DEPUTY"],
        "\
Ministers, governors and army commanders give these orders. They stand
under no UNIT. Who may give which is laid down in the rules (3.5, 8.5,
11.5, 11.7, 13.1); an order that is not yours to give is refused, and
the answer says so.
",
    ),
    (
        &["PRESS", "LETTERS", "WRITE", "MUTE", "UNMUTE", "ANONYMOUS", "ANONYMOUSLY"],
        "\
A letter to other players stands in your letter, below the password,
before or behind the orders:

    PRESS TO gablenz, WAR MINISTER
    Hold Gitschin, I come by way of Jung-Bunzlau.
    END PRESS

It may be for players by name, for AUSTRIA or another nation (all of
its side), for an office of your side (WAR MINISTER) or another's (WAR
MINISTER OF PRUSSIA), for ALL, and for the GA, who runs the game. What
stands above END PRESS is passed on as it is and never read as orders.
The answer says to how many it goes, and when. Where the game allows
it, ANONYMOUSLY behind the names leaves yours out.
",
    ),
    (
        &["MAP", "MAPS", "SQUARE", "SQUARES", "BOX", "BOXES"],
        "\
H4-S1 is a square of the strategic map: column H4, row S1. MARCH goes
from one such square to the next. In each lies a tactical map of 15 by
15 squares: 0-0 in the north-west corner, 14-14 in the south-east one,
the column first. MOVE goes from one of these to another. The maps come
with your report; SEND REPORT has the latest one sent again.
",
    ),
    (
        &["REPORTS", "REPORT", "MAIL", "PICTURES", "REMINDERS", "WISHES"],
        "\
SET REPORTS says how your mail comes. Write one or more of these words
after it, with commas between; each changes only what it names:

  ALL: everything there is, as at first
  TEXT: plain text only; HTML: HTML as well
  PICTURES, NO PICTURES: the pictures of the maps
  DESK, NO DESK: the attached page for composing orders
  ZIPPED, UNZIPPED: attached files in one ZIP, or singly
  ONE MAIL, TWO MAILS: the two reports of a turn
  REMINDERS, NO REMINDERS: mail before the deadline, when units are
    without orders

For example: SET REPORTS NO PICTURES, ZIPPED. STATUS tells how it
stands. The words count from the next report on.
",
    ),
];

/// Topics whose words stand in no order's, each with a section or a word that has them.
const ALSO_CALLED: &[(&str, &str)] = &[
    ("SUPPLY", "SUPPLIES"),
    ("SUPPLIES", "SUPPLY"),
    ("MINISTER", "OFFICES"),
    ("MINISTERS", "OFFICES"),
    ("OFFICE", "OFFICES"),
    ("GOVERNOR", "OFFICES"),
    ("GOVERNORS", "OFFICES"),
    ("DEPOTS", "DEPOT"),
    ("RAILWAY", "RAIL"),
    ("RAILWAYS", "RAIL"),
    ("POSTURES", "POSTURE"),
];

/// Where more is said of what a topic leads to.
const SEE_ALSO: &[(&[&str], &str)] = &[
    (
        &["MARCH", "GO", "PATH"],
        "ENTRY (where to come in), HALT (when to stop), WITHDRAW (out of a battle), PURSUE (after an enemy), PHASES",
    ),
    (&["SUPPLY", "SUPPLIES", "CARRY"], "DEPOT, CACHE"),
    (&["SUPPORT", "INTERCEPT"], "PHASES"),
    (&["ATTACK", "DEFEND"], "POSTURE, LINE, ENGAGE"),
    (&["STRATEGIC", "TACTICAL", "REACTION"], "PHASES"),
];

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
        Some(topic) => on_topic(topic).or_else(|| on_topics(topic)).unwrap_or_else(|| unknown(topic)),
    }
}

/// The help on several topics with commas or "and" between them; `None` if one of them is unknown.
fn on_topics(topics: &str) -> Option<String> {
    let parts = topics.trim_end_matches(" PLEASE").replace(" AND ", ",");
    let texts = parts.split(',').map(|topic| on_topic(topic.trim())).collect::<Option<Vec<_>>>()?;
    Some(texts.join("\n"))
}

fn overview() -> String {
    let mut text = LETTER.to_string();
    for (section, title) in Section::ALL {
        text.push_str(&format!("\n{title}\n"));
        for form in of_section(section) {
            text.push_str(&wrapped(form.words, 4));
        }
    }
    format!("{text}\n{PHASES}\n{MORE}")
}

fn everything() -> String {
    let sections = Section::ALL.into_iter().map(|(section, title)| {
        let forms = of_section(section).map(explained).collect::<Vec<_>>();
        format!("\n{title}\n\n{}", forms.join("\n"))
    });
    format!("{LETTER}{}\n{PHASES}", sections.collect::<String>())
}

/// The help on a section or on the orders that have the word in them, with what else is said of it; `None` if
/// there is none.
fn on_topic(topic: &str) -> Option<String> {
    let called = ALSO_CALLED.iter().find(|(name, _)| *name == topic).map(|(_, other)| *other);
    let forms =
        FORMS.iter().filter(|form| is_on(form, topic) || called.is_some_and(|other| is_on(form, other)));
    let notes = NOTES.iter().filter(|(topics, _)| topics.contains(&topic)).map(|(_, text)| text.to_string());
    // The longer word on phases stands below the orders that it explains.
    let mut texts = forms.map(explained).collect::<Vec<_>>();
    texts.extend(notes);
    let more = SEE_ALSO.iter().find(|(topics, _)| topics.contains(&topic));
    texts.extend(more.map(|(_, topics)| wrapped(&format!("More by HELP and one of: {topics}."), 0)));
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Whether a topic is a form's section, or one of its words.
fn is_on(form: &Form, topic: &str) -> bool {
    let section = Section::ALL.into_iter().find(|(section, _)| *section == form.section);
    let phrases = form.phrases.iter().flat_map(|words| words.split(' '));
    let words = form.words.split([' ', ',', '[', ']']);
    section.is_some_and(|(_, title)| section_word(title) == topic)
        || form.phrases.contains(&topic)
        || phrases.chain(words).any(|word| word == topic)
}

/// What to say where there is no such topic: which there are.
fn unknown(topic: &str) -> String {
    let sections = || Section::ALL.into_iter().map(|(_, title)| section_word(title));
    let notes = || NOTES.iter().map(|(topics, _)| topics[0]);
    let words = sections().chain(notes()).chain(FORMS.iter().flat_map(|form| form.phrases.iter().copied()));
    let shown = topic.chars().take(40).filter(|c| !c.is_control()).collect::<String>();
    let hint = match nearest::nearest(topic, words.map(|word| (word, word))) {
        Some(near) => format!(" The nearest I have is HELP {near}."),
        None => String::new(),
    };
    let topics = notes().chain(sections()).collect::<Vec<_>>().join(", ");
    let there = format!("There is: {topics}, each word that an order begins with, and ALL.");
    wrapped(&format!("There is no help on {shown:?}.{hint} {there}"), 0)
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
pub(super) fn wrapped(words: &str, indent: usize) -> String {
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

    #[test]
    fn an_unknown_topic_is_answered_with_the_topics_and_not_with_everything() {
        let text = help(Some("xyzzy"));
        for topic in ["PHASES", "DEFAULT", "MINISTER", "MAP", "STRATEGIC", "OFFICES"] {
            assert!(text.contains(topic), "{topic}: {text}");
        }
        assert!(text.lines().count() <= 5, "{text}");
    }

    #[test]
    fn what_players_ask_for_is_there() {
        for topic in ["supply", "supplies"] {
            let text = help(Some(topic));
            assert!(
                ["MOVE SUPPLIES", "ADD SUPPLIES", "CARRY n"].iter().all(|words| text.contains(words)),
                "{text}"
            );
        }
        let march = help(Some("march"));
        assert!(["ENTRY", "HALT", "WITHDRAW", "PURSUE"].iter().all(|word| march.contains(word)), "{march}");
        assert!(help(Some("default")).contains("within two squares"));
        assert!(help(Some("minister")).contains("ASSIGN unit TO player"));
        assert!(help(Some("map")).contains("north-west"));
        for text in
            [help(None), help(Some("all")), help(Some("phases")), help(Some("engage")), help(Some("move"))]
        {
            assert!(text.contains("tactical 1 and 2; strategic 1; tactical 3 and 4"), "{text}");
        }
    }

    #[test]
    fn no_help_is_wider_than_the_columns() {
        let topics = NOTES.iter().flat_map(|(topics, _)| topics.iter());
        let others = SEE_ALSO.iter().flat_map(|(topics, _)| topics.iter());
        for topic in topics.chain(others).chain(FORMS.iter().flat_map(|form| form.phrases)) {
            let text = help(Some(topic));
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            assert!(!text.starts_with("There is no help"), "{topic}");
        }
    }
}
