//! What a receipt foretells: statements, each with its grade.
//!
//! Nothing is said without a grade, and a statement has the weakest grade of all that it hangs on. One printer, [`Statement::words`],
//! makes the line of each; [`Statement::mark`] says whether it is a failure, a doubt or advice.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::capital;
use serde::{Deserialize, Serialize};

/// What comes of a player's orders as far as that player sees: told in the receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// By piece of the player's.
    pub pieces: BTreeMap<Piece, Outlook>,
    /// What would fail of orders of offices.
    pub offices: Vec<Statement>,
    /// What orders bring about besides places, of a piece or of an office, with how much and where: supplies moved, a depot placed, a
    /// port shut in. A receipt says it by not saying that they fail; the measure of receipts holds the turn against it.
    pub done: Vec<Done>,
}

/// Something that an order brings about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Done {
    /// Whose order it is; none: an office's.
    pub piece: Option<Piece>,
    /// What, how much and where, as the turn tells it.
    pub what: String,
}

/// What comes of a piece's orders as far as it can be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Where the piece will be as things stand, phase by phase, in a clause; empty where there is nothing to say.
    pub course: String,
    /// Where it will be at last.
    pub ends: Ends,
    /// Whether that is where it is now, and it goes nowhere meanwhile.
    pub stays: bool,
    /// What would fail, what is open, and advice.
    pub said: Vec<Statement>,
}

/// What is foreseen of pieces to which nothing is ordered: a line on all of whom the same is to be said. Of who stays where it is, and
/// lacks nothing, nothing is said.
pub fn of_idle(foreseen: &BTreeMap<Piece, Outlook>, idle: &[Piece]) -> Vec<String> {
    let mut of_whom: BTreeMap<String, Vec<&Piece>> = BTreeMap::new();
    for piece in idle {
        let words = foreseen.get(piece).map_or_else(String::new, Outlook::without_orders);
        of_whom.entry(words).or_default().push(piece);
    }
    of_whom.remove("");
    let mut lines: Vec<(&Piece, String)> = Vec::new();
    for (words, pieces) in of_whom {
        let names = pieces.iter().map(|piece| piece.as_str()).collect::<Vec<_>>().join(", ");
        lines.extend(pieces.first().map(|first| (*first, format!("{names}: {words}"))));
    }
    let place = |piece: &Piece| idle.iter().position(|other| other == piece);
    lines.sort_by_key(|(first, _)| place(first));
    lines.into_iter().map(|(_, line)| line).collect()
}

impl Outlook {
    /// What is to be said of a piece to which nothing is ordered: where it goes, if it goes anywhere, and what it lacks or meets. Advice
    /// is of orders alone.
    fn without_orders(&self) -> String {
        let course = (!self.stays && !self.course.is_empty()).then(|| format!("{}.", self.course));
        let said = self.said.iter().filter(|said| !said.kind.is_remark()).map(Statement::sentence);
        course.into_iter().chain(said).collect::<Vec<_>>().join(" ")
    }
}

/// Where a piece will be when the turn is over, as things stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Nothing is said of it.
    #[default]
    Unsaid,
    /// That is not foreseen: dice decide it, or somebody whom nobody of the player's sees.
    Open,
    /// No longer on the board by itself.
    Gone,
    /// There, in the game's own words for a place.
    In(String),
    /// There, by so many chances in ten; else somewhere on the way.
    Likely(String, u8),
}

/// How far a statement is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "grade", rename_all = "kebab-case")]
pub enum Grade {
    /// Always: the map, the rules, and the sender's own state and orders decide alone.
    Sure,
    /// As long as nobody else does more than without orders, and nothing is there but what the sender's last report shows.
    AsThingsStand {
        /// Who must stay where they are, in a clause such as `MI-1 stands in Milan`; empty where nobody is to be named.
        as_long_as: String,
    },
    /// By the dice: so many chances in ten.
    Odds {
        /// How many.
        tenths: u8,
    },
    /// Nobody can say.
    Open,
}

impl Grade {
    /// As things stand, and nobody is to be named.
    pub fn standing() -> Self {
        Grade::AsThingsStand { as_long_as: String::new() }
    }
}

/// What a statement is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An order that is not carried out.
    Refusal,
    /// An order that is carried out in part, or otherwise than it was given.
    Shortfall,
    /// Something that a piece will be without: supplies, a source, communications.
    Lack,
    /// A part of an order that is carried out otherwise than it was given, on the way alone: what it is given for does not suffer.
    OnTheWay,
    /// Nothing fails: it is carried out, but perhaps not meant.
    Advice,
    /// What the dice may take for it, though all is carried out as it was meant.
    Price,
}

impl Kind {
    /// Whether it is of what was meant or of its price, and foretells nothing that a turn refuses.
    pub fn is_remark(self) -> bool {
        matches!(self, Kind::Advice | Kind::Price)
    }
}

/// One thing that is foretold of a piece, of an office or of a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Kept")]
pub struct Statement {
    pub kind: Kind,
    /// How far it is true.
    #[serde(flatten)]
    pub grade: Grade,
    /// The order in canonical words, where it is of one that can be named.
    pub order: String,
    /// Why, in a clause; of advice and doubts the whole sentence.
    pub why: String,
    /// The rule, such as `WISC 6.7`; empty where none is to be cited, or the words cite it.
    pub rule: String,
    /// What the sender may do about it, in a sentence.
    pub hint: String,
    /// By what it is known again in what a turn tells: the words of its refusal.
    pub key: String,
}

/// A statement as it is kept in a record: before there were grades it was its words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Words(String),
    Graded {
        kind: Kind,
        #[serde(flatten)]
        grade: Grade,
        order: String,
        why: String,
        rule: String,
        hint: String,
        key: String,
    },
}

impl From<Kept> for Statement {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Words(words) => Statement::new(Kind::Lack, Grade::standing(), words),
            Kept::Graded { kind, grade, order, why, rule, hint, key } => {
                Statement { kind, grade, order, why, rule, hint, key }
            }
        }
    }
}

impl Outlook {
    /// Whether something of the piece is not foreseen, or hangs on dice.
    pub fn is_open(&self) -> bool {
        matches!(self.ends, Ends::Open | Ends::Likely(..))
            || self.said.iter().any(|said| said.grade == Grade::Open)
    }
}

impl Statement {
    /// A statement by its clause alone.
    pub fn new(kind: Kind, grade: Grade, why: impl Into<String>) -> Self {
        let none = String::new;
        Statement { kind, grade, order: none(), why: why.into(), rule: none(), hint: none(), key: none() }
    }

    /// What is carried out, but perhaps not meant, in a sentence.
    pub fn advice(words: impl Into<String>) -> Self {
        Statement::new(Kind::Advice, Grade::Sure, words)
    }

    /// What the dice may take, in a sentence.
    pub fn price(words: impl Into<String>) -> Self {
        Statement::new(Kind::Price, Grade::Sure, words)
    }

    /// What nobody can say, in a sentence that says so.
    pub fn open(words: impl Into<String>) -> Self {
        Statement::new(Kind::Refusal, Grade::Open, words)
    }

    /// The same of an order.
    #[must_use]
    pub fn of(self, order: impl Into<String>) -> Self {
        Statement { order: order.into(), ..self }
    }

    /// The same with its rule.
    #[must_use]
    pub fn by(self, rule: impl Into<String>) -> Self {
        Statement { rule: rule.into(), ..self }
    }

    /// The same with what may be done about it.
    #[must_use]
    pub fn hinting(self, hint: impl Into<String>) -> Self {
        Statement { hint: hint.into(), ..self }
    }

    /// The same with the words by which a turn refuses it.
    #[must_use]
    pub fn known_by(self, key: impl Into<String>) -> Self {
        Statement { key: key.into(), ..self }
    }

    /// The sign before its line: `!` fails, may fail or falls short, `?` nobody can say, `-` is to be known or advised.
    pub fn mark(&self) -> &'static str {
        match (self.kind, &self.grade) {
            (Kind::Advice | Kind::Price | Kind::OnTheWay, _) => "-",
            (_, Grade::Open) => "?",
            _ => "!",
        }
    }

    /// With its mark, as a sentence.
    pub fn sentence(&self) -> String {
        format!("{} {}.", self.mark(), self.words().trim_end_matches('.'))
    }

    /// Whether it says that an order is not carried out.
    pub fn fails(&self) -> bool {
        self.kind == Kind::Refusal && self.mark() == "!" && !self.may_fail()
    }

    /// Whether it warns of what is carried out in part or otherwise, or of what will be lacking.
    pub fn warns(&self) -> bool {
        self.mark() == "!" && !self.fails() && !self.may_fail()
    }

    /// Whether it says that something may fail, by the dice.
    pub fn may_fail(&self) -> bool {
        self.mark() == "!" && matches!(self.grade, Grade::Odds { .. })
    }

    /// Whether it is true only as things stand, so that a receipt must say what that means.
    pub fn is_conditional(&self) -> bool {
        !self.kind.is_remark() && matches!(self.grade, Grade::AsThingsStand { .. } | Grade::Odds { .. })
    }

    /// Its line, without the mark.
    pub fn words(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" ({})", self.rule) };
        let hint = if self.hint.is_empty() { String::new() } else { format!(". {}", self.hint) };
        let head = self.head();
        if head.is_empty() {
            return format!("{}{rule}{hint}", capital(&self.why));
        }
        let link = if self.why.is_empty() { "" } else { ": " };
        format!("{head}{link}{}{rule}{hint}", self.why)
    }

    /// That something fails or may fail, and on whom that hangs.
    fn head(&self) -> String {
        let of = |fails: &str, capital: &str| match self.order.is_empty() {
            true => capital.to_owned(),
            false => format!("{} {fails}", self.order),
        };
        match (self.kind, &self.grade) {
            (Kind::Advice | Kind::Price | Kind::OnTheWay, _) | (_, Grade::Open) => String::new(),
            (Kind::Refusal, Grade::Sure) => of("fails", "Fails"),
            (_, Grade::Odds { tenths }) => format!("{}, {tenths} in 10", of("may fail", "May fail")),
            (Kind::Refusal, Grade::AsThingsStand { as_long_as }) if as_long_as.is_empty() => {
                of("fails as things stand", "Fails as things stand")
            }
            (Kind::Refusal, Grade::AsThingsStand { as_long_as }) => {
                format!("{} as long as {as_long_as}", of("fails", "Fails"))
            }
            (Kind::Shortfall | Kind::Lack, Grade::Sure | Grade::AsThingsStand { .. }) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(grade: Grade) -> Statement {
        Statement::new(Kind::Refusal, grade, "no way from LCHE to OUTB").of("COAST OUTB").by("WISC 6.11")
    }

    #[test]
    fn each_grade_has_its_words_its_mark_and_its_count() {
        let lie = Grade::AsThingsStand { as_long_as: "Congress (US1FR) lies in LCHE".into() };
        let barred = Statement::new(Kind::Refusal, lie, "").of("COAST LCHE").by("WISC 6.7");
        let wind =
            Statement { why: "the wind straight out of it".into(), ..refusal(Grade::Odds { tenths: 2 }) };
        for (statement, line, fails, may) in [
            (refusal(Grade::Sure), "! COAST OUTB fails: no way from LCHE to OUTB (WISC 6.11)", true, false),
            (
                refusal(Grade::standing()),
                "! COAST OUTB fails as things stand: no way from LCHE to OUTB (WISC 6.11)",
                true,
                false,
            ),
            (
                barred.hinting("SORTIE goes out to fight them."),
                "! COAST LCHE fails as long as Congress (US1FR) lies in LCHE (WISC 6.7). SORTIE goes out to fight them.",
                true,
                false,
            ),
            (wind, "! COAST OUTB may fail, 2 in 10: the wind straight out of it (WISC 6.11)", false, true),
            (
                Statement { order: String::new(), ..refusal(Grade::Sure) },
                "! Fails: no way from LCHE to OUTB (WISC 6.11)",
                true,
                false,
            ),
            (
                Statement::open("Whether AU2CQ still feeds it there is not foreseen"),
                "? Whether AU2CQ still feeds it there is not foreseen",
                false,
                false,
            ),
            (
                Statement::advice("MOVE without PHASE comes first"),
                "- MOVE without PHASE comes first",
                false,
                false,
            ),
            (
                Statement::new(Kind::Lack, Grade::standing(), "it has no supply"),
                "! It has no supply",
                false,
                false,
            ),
            (
                Statement::new(Kind::OnTheWay, Grade::standing(), "it comes in by 3-9"),
                "- It comes in by 3-9",
                false,
                false,
            ),
        ] {
            assert_eq!(format!("{} {}", statement.mark(), statement.words()), line);
            assert_eq!((statement.fails(), statement.may_fail()), (fails, may), "{line}");
            let warns = line.starts_with('!') && !fails && !may;
            assert_eq!(statement.warns(), warns, "{line}");
        }
    }

    #[test]
    fn a_statement_is_read_back_and_so_are_words_of_records_without_grades() {
        for statement in
            [refusal(Grade::Sure), refusal(Grade::Odds { tenths: 3 }), refusal(Grade::standing())]
        {
            let text = serde_json::to_string(&statement).unwrap();
            assert_eq!(serde_json::from_str::<Statement>(&text).unwrap(), statement);
        }
        let old: Statement = serde_json::from_str("\"AU9IN is no unit of your side\"").unwrap();
        assert_eq!((old.mark(), old.words().as_str()), ("!", "AU9IN is no unit of your side"));
    }
}
