//! What HELP says beside the rows of the orders: the house rules, what the words of a report mean, and names for the examples.

use std::borrow::Cow;
use std::sync::LazyLock;

use fieldpost_engine::rule::{Rule, RuleList};
use fieldpost_grammar::Edition;

/// The house rules in our own words, as `fieldpost rules europa` lists them. Empty only if the list could not be read, which a test
/// shows that it can.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let list = toml::from_str::<RuleList>(include_str!("../../../../fixtures/rules/europa.toml"));
    list.map(|list| list.rule).unwrap_or_default()
});

/// What HELP RULE tells: the house rules, then what was decided where they are silent and mails cite it.
pub(super) static CITED: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let decided = toml::from_str::<RuleList>(include_str!("decisions.toml")).map(|list| list.rule);
    RULES.iter().cloned().chain(decided.unwrap_or_default()).collect()
});

/// How a letter looks.
pub(super) const LETTER: &str = "\
A letter of orders looks like this:

    GAME italy
    PLAYER Charles
    PASSWORD correct horse battery

    CAMPAIGN MAJOR

    STACK FR-1
    MOVE piedmont milan
    SIEGE
    END

One order a line. CAMPAIGN may be left out: then it is the cheapest that
covers your orders.
";

/// What stands below the orders.
pub(super) const BELOW: &str = "\
A province or sea is written by its name or its id (Ligurian Sea,
ligurian-sea), a stack by its id (FR-1), a power by its name or its id
(Spain, SPA). You order the stacks of your power and of the minors that
obey it: France those of Milan, MI-1.
";

/// What the words of a report mean; lines are at most 72 characters.
pub(super) const NOTES: &[(&[&str], &str)] = &[
    (
        &["COUNTERS", "COUNTER", "LD", "LDE", "A+", "A-", "F+", "F-", "DETACHMENTS", "STRENGTH"],
        "\
What a stack is made of, as the position lists it:

  A+: an army of 4 detachments
  A-: a small army of 2
  LD: a detachment; LDE: a third of one, for exploring
  F+, F-: a fleet; its galleys, warships and transports stand behind it
  privateer +, -: a privateer, which preys on trade in its sea

Three counters and eight detachments stand in a province at most, those
of allies counted in; three fleets in a sea. A fortress shelters as many
detachments as its level. SP-P1 is a privateer of Spain and moves by
MOVE, sea by sea; FR-F1 a fleet, FR-A1 leaders alone.
",
    ),
    (
        &["LEADERS", "VALUES", "LEADER"],
        "\
A name with three figures is a leader: Charles VIII 322 has manoeuvre 3,
fire 2 and shock 2. Manoeuvre finds, evades and escapes; fire and shock
help in those parts of a battle. He goes with his stack; DETACH ...
LEADER and MOVE ... WITH take him elsewhere.
",
    ),
    (
        &["MP", "TICK", "TICKS", "CLOCK", "POINTS", "COSTS"],
        "\
MP are movement points: a stack has twelve a round. All move at once,
point by point: \"tick 4\" in a report is what was done with the fourth.
The number behind a province in your position is what it costs to go
there; (neutral) is land that is not entered without passage. Who spends
six or more with an army rolls for attrition (HELP ATTRITION). What
campaigns cost is told by HELP CAMPAIGNS.
",
    ),
    (
        &["CAMPAIGNS", "CAMPAIGN", "COSTS", "DUCATS", "TREASURY"],
        "\
What a campaign costs a round, and what it covers, by the tables that
come with the program (a game may bring its own):

  NONE, 0: nothing moves; who is met still intercepts and retreats
  PASSIVE, 10: movement within friendly land, one fleet, no fighting
    at sea
  SIMPLE WITHOUT LOGISTICS, 10: one active stack, attrition from 3 MP
  SIMPLE, 20: one active stack of 5 detachments at most, or one fleet
  MAJOR, 50: one active stack of any size, or all that are small
  MULTIPLE, 100: everything

Active is who enters land of enemies, besieges, assaults, sallies; at
sea who attacks, blockades, hunts, or lands an army on a shore that is
not friendly. Land and sea are valued apart, and the dearer is paid.
CAMPAIGN and a word says which you want at most; left out, it is the
cheapest that covers your orders.
",
    ),
    (
        &["DICE", "BATTLES", "BATTLE", "STARS", "COMBAT", "MORALE"],
        "\
A battle is at most two days of fire and shock. Each side rolls a die of
ten in either; \"die 4, 3 on C\" is a 4 that with its modifiers makes 3 in
column C (A is the best). Behind it stands what the other loses: of
detachments (ships at sea) in thirds, and a star for each point of
morale; \"2 1/3**\" is two detachments and a third, and two of morale. At
sea thirds alone are told: \"9/3**\" is three ships, and two of morale.
Whose morale is gone routs and is pursued; without a rout the battle is
lost by who lost more morale. \"After size and class\": small stacks and
lesser armies inflict less than they roll.
",
    ),
    (
        &["WIND"],
        "\
\"Wind: 1 against 5\" in a battle at sea: each side rolls a die of ten and
adds what its admiral and its kind of ships give; the higher has the
wind, of equals neither. Who has it may break off after the fire, by
RETREAT AFTER FIRE.
",
    ),
    (
        &["INITIATIVE"],
        "\
\"Initiative\" in the position lists the powers in the order in which they
go where that matters: whose step comes first on the same point of the
clock, who intercepts first, whose combats are fought first. Within a
power it goes by its SEQUENCE.
",
    ),
    (
        &["WEATHER"],
        "\
Weather is good or bad; the position tells that of this round and of the
next. In bad weather attrition begins with fewer movement points.
",
    ),
    (
        &["FORTRESS", "FORTRESSES", "LEVEL"],
        "\
A fortress shelters as many detachments as its level. SIEGE lays siege
to it, ASSAULT storms it, SORTIE leads out of it on the besiegers, and
who is beaten may retreat into one: RETREAT TO FORTRESS. Those that have
changed stand under FORTRESSES AND LAND in the position.
",
    ),
    (
        &["SUPPLY", "SUPPLIES", "HUNGER", "STARVING"],
        "\
A stack on land needs a way to a fortress of yours or an ally's, or to
such a fleet off its coast, of 12 movement points at most (3 from a
fleet), by no province where enemies alone stand in the open and by no
neutral land without PASSAGE. It is looked at as each round begins. A
long way costs attrition; who is besieged eats from the fortress.

Without any, the stack leaves by itself in that round, by the shortest
way to a safe fortress, in the place of its MOVE and SIEGE. Where it can
go nowhere it stays, and is lost if a second round finds it so. LET PASS
lets such stacks of another power go by yours.
",
    ),
    (
        &["ATTRITION", "PILLAGE"],
        "\
An army rolls a die of ten for attrition at the end of a round if it has
moved and spent many movement points, is large, went aboard off a port,
or has a long line of supply or one to a source not its own (EU-67);
without supply in any case; and a besieger if the die of its siege is
lower than its line of supply is long. Each cause after the first, a
province of an enemy, pillaged or in revolt makes it worse, a leader's
manoeuvre better: \"die 9 +4 = 13\" is the die and the sum of these. A
fleet rolls in each round in which it was at sea. Your receipt says for
whom it will be rolled, why, and in how many cases of ten it loses
something.

\"One of them as it pillages the land\": that loss is the province's too,
and the next army there rolls the worse (EU-71).
",
    ),
    (
        &["SEA", "SEAS", "PORT", "PORTS", "FLEET", "FLEETS"],
        "\
Fleets (FR-F1) go by MOVE from sea to sea and into ports, a point each;
a sea is written by its name or id, such as ligurian-sea. At its end a
fleet may ATTACK in a sea, BLOCKADE a port beside it, or HUNT
PRIVATEERS; CARRY and MOVE ... EMBARK take armies aboard. HELP BLOCKADE
and HELP CARRY tell more.
",
    ),
    (
        &["EMBARK", "TRANSPORT", "TRANSPORTS", "LANDING", "LAND"],
        "\
An army goes by sea with two blocks in the letters of its side: its own
MOVE says where it goes aboard and lands, and its fleet's CARRY the same.
FR-2 in Provence, with FR-F1 in that port:

    STACK FR-2
    MOVE EMBARK FR-F1 LAND siena
    END
    STACK FR-F1
    CARRY FR-2 FROM provence TO siena
    MOVE ligurian-sea
    END

The fleet ends in the sea off that shore. The army lands for two MP.
",
    ),
    (
        &["PRICES", "PRICE", "PURCHASES", "BUY"],
        "\
What counters cost is the game's own: where its scenario has prices the
position of an interphase or a phase of purchases lists them, and each
receipt of BUY and FORTIFY says what it costs and what you have. Where it
has none the referee says what it costs. What you buy stands, and is paid,
when he grants the request, where you hold the fortress.
",
    ),
    (
        &["SEALED", "SEAL", "DECLARATIONS", "REVEAL"],
        "\
DECLARE SEALED and your words is read by nobody, the referee neither,
until he opens what all have declared (REVEAL), to everybody at once. The
later of two counts. What it says he does by hand then.
",
    ),
    (
        &["OFFERS", "OFFER", "ANSWERS", "REQUESTS"],
        "\
Peace, an alliance and money are offered by OFFER PEACE TO, OFFER
ALLIANCE TO and SUBSIDY. The other power is mailed the offer with its
number, and answers by ACCEPT and that number, or DECLINE; words may stand
behind it. The answer stands beside the offer, and the offer is made when
the referee grants the request.
",
    ),
    (
        &["VICTORY", "WIN", "WINNING", "SCORE", "GOALS"],
        "\
TO BE WON in the position lists what brings points, and SCORE what each
power would have if the game ended now. Who has most when the last round
is over wins; with equal points they win together.
",
    ),
    (
        &["ROUNDS", "ROUND", "INTERPHASE", "TURNS", "PHASE", "PHASES", "BETWEEN"],
        "\
A round is what one letter orders. TURN in a letter and T in our
Subjects count rounds and interphases together. Between the turns of the
board game comes an interphase. Nothing moves in it: the referee enters
income, purchases and peace, and you ask for them: HELP BETWEEN TURNS.
Some games have several such times, called phases: the position names
the one that is open, and what may be asked in it. A board turn is the
board game's: some rounds and what lies between them.
",
    ),
];

/// What a word of a report is that is no word of an order: losses such as `9/3**`, the wind as it was rolled.
pub(super) fn of_report(topic: &str) -> Option<String> {
    let is_losses = |c: char| c.is_ascii_digit() || matches!(c, '/' | '*' | ' ');
    let (losses, wind) =
        (topic.contains(['*', '/']) && topic.chars().all(is_losses), topic.starts_with("WIND:"));
    let called = if losses { "DICE" } else { "WIND" };
    let note = NOTES.iter().find(|(topics, _)| topics.contains(&called));
    note.filter(|_| losses || wind).map(|(_, text)| (*text).to_owned())
}

/// The house's own examples, and the names of this war in their place.
const EXAMPLES: &[(&str, &str)] = &[
    ("AU3IN AU4IN", "FR-1 FR-2"),
    ("AU3IN", "FR-1"),
    ("bohemia-1866", "italy"),
    ("benedek", "Charles"),
    ("gablenz", "Gonzalo"),
    ("anna FOR Prussia", "anna FOR Venice"),
    ("HELP MARCH", "HELP MOVE"),
    ("units", "stacks"),
    ("unit", "stack"),
];

/// The book of house rules: its numbers are letters and figures, and what the house cites of other books is no rule here.
pub(super) struct HouseRules;

impl Edition for HouseRules {
    fn has(&self, _: &str) -> bool {
        true
    }

    fn has_rule(&self, _: &str) -> bool {
        true
    }

    fn numbers(&self, cell: &'static str) -> Cow<'static, str> {
        Cow::Borrowed(if cell.starts_with(|c: char| c.is_ascii_digit()) { "" } else { cell })
    }

    fn named(&self, text: Cow<'static, str>) -> Cow<'static, str> {
        EXAMPLES.iter().fold(text, |text, (from, to)| put(text, from, to))
    }
}

/// A text with one name in the place of another, wherever it is a word of its own.
fn put(text: Cow<'static, str>, from: &str, to: &str) -> Cow<'static, str> {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut parts = text.split(from).peekable();
    let mut told = String::new();
    while let Some(part) = parts.next() {
        told.push_str(part);
        let Some(next) = parts.peek() else { break };
        let is_word = !is_part(told.chars().next_back()) && !is_part(next.chars().next());
        told.push_str(if is_word { to } else { from });
    }
    told.into()
}

#[cfg(test)]
mod tests {
    use fieldpost_grammar::{forms, help};

    use super::*;
    use crate::language::LANGUAGE;

    #[test]
    fn the_rules_are_told_one_by_one_and_all() {
        assert_eq!(RULES.len(), 30);
        let all = help(Some("RULES"), &LANGUAGE);
        assert!(RULES.iter().all(|rule| all.contains(&format!("{}: ", rule.number))), "{all}");
        let one = help(Some("rule a1"), &LANGUAGE);
        assert!(one.starts_with("Rule A1, in our own words") && one.contains("HELP RULE A "), "{one}");
        let chapter = help(Some("RULE A"), &LANGUAGE);
        assert!(
            chapter.contains("A1: ") && chapter.contains("A3: ") && !chapter.contains("B1: "),
            "{chapter}"
        );
    }

    /// Every number that a mail cites is told by HELP RULE.
    #[test]
    fn what_mails_cite_has_help() {
        let mut cited = std::collections::BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.extension() {
                    None if path.is_dir() => folders.push(path),
                    Some(end) if end == "rs" => {
                        let text = std::fs::read_to_string(&path).unwrap();
                        let told = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                        for part in told.flat_map(|line| line.split("EU-").skip(1)) {
                            let number: String = part.chars().take_while(char::is_ascii_digit).collect();
                            cited.extend((number.len() == 2).then(|| format!("EU-{number}")));
                        }
                    }
                    _ => {}
                }
            }
        }
        assert!(cited.len() > 7, "{cited:?}");
        for number in cited {
            let text = help(Some(&format!("RULE {number}")), &LANGUAGE);
            assert!(text.starts_with(&format!("Rule {number}, in our own words")), "{number}: {text}");
            assert!(text.contains("HELP RULE EU lists its chapter"), "{text}");
        }
        assert!(help(Some("RULE EU"), &LANGUAGE).contains("EU-71: "));
    }

    #[test]
    fn help_speaks_of_this_game_and_of_no_other() {
        let all = help(Some("ALL"), &LANGUAGE) + &help(None, &LANGUAGE);
        for other in
            ["AU3IN", "benedek", "gablenz", "bohemia", "MARCH", "Prussia", "(rule 3.5)", "(rule 6.", " unit"]
        {
            assert!(!all.contains(other), "{other}:\n{all}");
        }
        assert!(all.contains("HELP MOVE") && all.contains("CANCEL ORDERS FR-1 FR-2"), "{all}");
        for form in forms(&LANGUAGE) {
            assert!(!LANGUAGE.edition.numbers(form.rules).starts_with(|c: char| c.is_ascii_digit()));
        }
    }

    #[test]
    fn the_words_of_a_report_are_explained_in_lines_that_fit() {
        for topic in ["COUNTERS", "LD", "A+", "LEADERS", "MP", "CAMPAIGNS", "COSTS", "ROUND"] {
            let text = help(Some(topic), &LANGUAGE);
            assert!(!text.contains("There is no help"), "{topic}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= 72), "{topic}: {text}");
        }
    }

    /// The prices of the help are those of the tables that come with the program.
    #[test]
    fn the_prices_are_those_of_the_tables() {
        let tables: toml::Table = include_str!("../../../../maps/europa.tables.toml").parse().unwrap();
        let text = help(Some("CAMPAIGNS"), &LANGUAGE);
        for kind in ["none", "passive", "simple", "simple_without_logistics", "major", "multiple"] {
            let cost = tables["campaign"][kind]["cost"].as_integer().unwrap();
            let words = kind.replace('_', " ").to_uppercase();
            assert!(text.contains(&format!("{words}, {cost}:")), "{words}, {cost}:\n{text}");
        }
    }
}
