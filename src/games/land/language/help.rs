//! What HELP says of the land war beside the rows of its orders.

use std::sync::LazyLock;

use crate::book::{ALL, Book, GITM_NWOL, ROTD_CWOL, ROTD_CWOL_AT_SEA, ROTD_EUWOL};
use fieldpost_engine::rule::{Rule, RuleList};
use fieldpost_grammar::{Help, VICTORY};

/// The help of the language.
pub(super) const HELP: Help = Help {
    letter: LETTER,
    below: PHASES,
    more: MORE,
    notes: NOTES,
    also_called: ALSO_CALLED,
    see_also: SEE_ALSO,
    commands: COMMANDS,
    rules: || &RULES[0],
    of_game: |_| None,
};

/// The rules of each book in our own words, by its own numbers: the list that `fieldpost rules` prints, and what is lost of a book
/// by the numbers of the one from which it is taken. Empty only if it could not be read, which a test shows that it can.
static RULES: [LazyLock<Vec<Rule>>; ALL.len()] = [
    LazyLock::new(|| listed(&ROTD_EUWOL, include_str!("../../../../fixtures/rules/rotd-euwol.shown.txt"))),
    LazyLock::new(|| listed(&ROTD_CWOL, include_str!("../../../../fixtures/rules/rotd-cwol.shown.txt"))),
    LazyLock::new(|| listed(&GITM_NWOL, include_str!("../../../../fixtures/rules/gitm-nwol.shown.txt"))),
];

/// ROTD-CWOL with ships, which has rivers by their classes and bridges and ferries from ROTD-EUWOL, by the numbers of that book.
static RULES_AT_SEA: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let numbers: Vec<&str> = ROTD_CWOL_AT_SEA.cites.own().filter(|number| number.contains(' ')).collect();
    let from_there = RULES[0].iter().filter_map(|rule| {
        let number = format!("EUWOL {}", rule.number);
        numbers.contains(&number.as_str()).then(|| Rule { number, ..rule.clone() })
    });
    RULES[1].iter().cloned().chain(from_there).collect()
});

/// The help of ROTD-CWOL where there are ships.
pub const HELP_OF_CWOL_AT_SEA: Help = Help { rules: || &RULES_AT_SEA, ..HELP };

/// The help of ROTD-CWOL and of GITM-NWOL.
pub(super) const HELP_OF_CWOL: Help = Help { rules: || &RULES[1], ..HELP };
pub(super) const HELP_OF_GITM: Help = Help { rules: || &RULES[2], ..HELP };

/// The rules of a book, with what their cases show: lines of a number, a tab and a sentence.
fn listed(book: &Book, shown: &str) -> Vec<Rule> {
    let Ok(RuleList { rule, lost }) = toml::from_str::<RuleList>(book.rules) else { return Vec::new() };
    let told = |rule: Rule| {
        let descent =
            format!("{} (this page of the book is lost: by descent from {})", rule.says, rule.number);
        Rule { says: descent, ..rule }
    };
    let shown_of = |number: &str| {
        let lines = shown.lines().filter_map(|line| line.split_once('\t'));
        lines.filter(|(of, _)| *of == number).map(|(_, says)| says.to_owned()).collect()
    };
    let rules = rule.into_iter().chain(lost.into_iter().map(told));
    rules.map(|rule| Rule { shown: shown_of(&rule.number), ..rule }).collect()
}

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
{rail|railways; }tactical 5.

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
        &[VICTORY, "WIN", "WINNING", "SCORE", "AIM", "AIMS", "POINTS"],
        "\
What the war is about stands in your welcome, with how long it lasts.
Where the scenario counts points for towns, men or ships, HELP VICTORY
in a letter of the game tells for what, and so does STATUS. Where it
counts none, the players and the game administrator see by the cities
held and the men left who has won.
",
    ),
    (
        &["INITIATIVE"],
        "\
In a tactical phase units move one after another ({#9.6}):
{initiative|those with initiative 1 first, those with 5 last. It stands in a unit's
status block.|fast ones such as cavalry first, then all others.} Among equals the lot decides, in each phase anew. No
order changes who moves first.
",
    ),
    (
        &["WEATHER", "RAIN", "MUD", "SNOW", "WINTER"],
        "\
On land there is no weather: the rules of the land war know neither mud
nor snow.
",
    ),
    (
        &["SPEED", "MOVES"],
        "\
In the list of your units \"3(2)+1 4\" is three strategic squares this
turn, two if the unit still carries a supply after the supply phase, one
more by forced march, and four squares in each tactical phase.
",
    ),
    (
        &["MINISTER", "MINISTERS", "OFFICE", "GOVERNOR", "GOVERNORS", "COMMANDER", "DEPUTY"],
        "\
{=Ministers, governors} and army commanders give these orders. They stand
under no UNIT. Who may give which is laid down in the rules ({#3.5, 8.5,
11.5, 11.7, 13.1}); an order that is not yours to give is refused, and
the answer says so.
",
    ),
    (
        &["PRESS", "LETTERS", "WRITE", "MUTE", "UNMUTE", "ANONYMOUS", "ANONYMOUSLY"],
        "\
A letter to other players stands in your letter, below the password,
before or behind the orders:

    PRESS TO gablenz, {=WAR MINISTER}
    Hold Gitschin, I come by way of Jung-Bunzlau.
    END PRESS

It may be for players by name; for a nation such as AUSTRIA, all of
its side; for an office of your side ({=WAR MINISTER}) or of
another's ({=WAR MINISTER} OF PRUSSIA);
for ALL; and for the GA, who runs the game. What
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
    ("FORTRESS", "FORT"),
    ("FORTRESSES", "FORT"),
    ("FORTS", "FORT"),
];

/// Where more is said of what a topic leads to.
const SEE_ALSO: &[(&[&str], &str)] = &[
    (
        &["MARCH", "GO", "PATH"],
        "ENTRY (where to come in), HALT (when to stop), WITHDRAW (out of a battle), PURSUE (after an enemy), PHASES",
    ),
    (&["SUPPLY", "SUPPLIES", "CARRY"], "DEPOT{caches|, CACHE}"),
    (&["SUPPORT", "INTERCEPT"], "PHASES"),
    (&["ATTACK", "DEFEND"], "POSTURE, LINE, ENGAGE"),
    (&["STRATEGIC", "TACTICAL", "REACTION"], "PHASES"),
];

const MORE: &str = "\
For more write HELP and a word, such as HELP MARCH or HELP SUPPLY; for
a rule of the book in our own words HELP RULE and its number, such as
HELP RULE 7.14; for all of them HELP RULES; for everything HELP ALL.
";

const COMMANDS: &str = "\
A letter of commands looks like this:

    GA tom
    GAME bohemia-1866
    PASSWORD correct horse battery

    TOGETHER
    MOVE UNIT AU3IN TO Linz
    SET UNIT AU3IN morale 60 SECRETLY
    DEADLINE 2026-07-12 20:00 NOW

Capitals do not matter. One command stands on a line. What follows a #
is not read. H4-S1 (below X0-Y0) is a square of the strategic map, for
which the name of its city does too; 7-11 (below c-r) is one of the
tactical map. What stands in [brackets] may be left out.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{GITM, LANGUAGE};
    use fieldpost_grammar::forms;

    /// Characters of a line of help.
    const COLUMNS: usize = 72;

    fn help(topic: Option<&str>) -> String {
        fieldpost_grammar::help(topic, &LANGUAGE)
    }

    #[test]
    fn every_order_has_its_help_within_the_columns() {
        let text = help(Some("all"));
        for form in forms(&LANGUAGE) {
            let first = LANGUAGE.text(form.words).split(' ').take(4).collect::<Vec<_>>().join(" ");
            assert!(text.contains(&format!("\n{first}")), "{}", form.words);
            assert!(text.contains(&format!("Example: {}\n", form.example)), "{}", form.example);
        }
        for text in [text, help(None), help(Some(&"x".repeat(500)))] {
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        }
    }

    /// Every rule of the book is told by its number, in words of the project, within the columns.
    #[test]
    fn every_rule_has_its_help() {
        assert_eq!(RULES[0].len(), ROTD_EUWOL.rules.matches("[[rule]]").count());
        assert!(RULES[0].len() > 100);
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for rule in RULES[0].iter() {
            let text = help(Some(&format!("rule {}", rule.number)));
            assert!(text.starts_with(&format!("Rule {}, in our own words:", rule.number)), "{text}");
            assert!(plain(&text).contains(&plain(rule.says.trim_end_matches('.'))), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        }
        assert!(help(Some("rule 7.4")).contains("MARCH box box"), "{}", help(Some("rule 7.4")));
        let chapter = help(Some("rule 7"));
        assert!(chapter.contains("7.14: ") && !chapter.contains("\n8.1: "), "{chapter}");
        assert!(help(Some("rules")).contains("\n14.1: "));
        assert!(help(Some("rule 7.99")).starts_with("The book has no rule"));
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
        for topic in topics.chain(others).chain(forms(&LANGUAGE).flat_map(|form| form.phrases)) {
            let text = help(Some(topic));
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            assert!(!text.starts_with("There is no help"), "{topic}");
        }
    }

    #[test]
    fn who_moves_first_is_told_by_each_book() {
        let of = |language| fieldpost_grammar::help(Some("initiative"), language);
        assert!(of(&LANGUAGE).contains("those with initiative 1 first"), "{}", of(&LANGUAGE));
        let gitm = of(&GITM);
        assert!(gitm.contains("cavalry first") && !gitm.contains("status block"), "{gitm}");
        assert!(help(Some("weather")).contains("no weather"));
    }
}
