//! What a rule says against something that is done by hand: a reason, the rule, and the piece that it speaks of. Sixteen breaches of one rule are
//! told in one sentence, and nobody looks for a piece's name in words.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::piece::Piece;
use crate::refusal::Refusal;
use crate::words::{capital, counted, listed, with_rule};

/// A sentence or clause against something, with a gap where it names the piece that it speaks of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    of: Option<Piece>,
    reason: Reason,
}

/// What is said before and behind the gap. Breaches of one reason are told together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reason {
    before: String,
    behind: String,
    /// As it is cited; empty where none is.
    rule: Cow<'static, str>,
}

impl Breach {
    /// One that begins with its piece; `behind` brings its own colon or blank.
    pub fn of(piece: impl Into<Piece>, behind: impl Into<String>) -> Self {
        Breach::around("", piece, behind)
    }

    /// One that names its piece further on.
    pub fn around(before: impl Into<String>, piece: impl Into<Piece>, behind: impl Into<String>) -> Self {
        let (before, behind, rule) = (before.into(), behind.into(), "".into());
        Breach { of: Some(piece.into()), reason: Reason { before, behind, rule } }
    }

    /// The same with its rule as it is cited, such as `rule 3.5`.
    #[must_use]
    pub fn by(self, rule: impl Into<Cow<'static, str>>) -> Self {
        Breach { reason: Reason { rule: rule.into(), ..self.reason }, ..self }
    }

    /// The same as a refusal.
    pub fn refusal(&self) -> Refusal {
        Refusal::by(self.reason.rule.clone(), self.words())
    }

    /// Its words without its rule.
    fn words(&self) -> String {
        let of = self.of.as_ref().map_or("", Piece::as_str);
        format!("{}{of}{}", self.reason.before, self.reason.behind)
    }

    /// A clause as a sentence: with a capital, where no piece begins it, and a full stop.
    #[must_use]
    pub fn sentence(self) -> Self {
        let Reason { before, behind, rule } = self.reason;
        let (before, behind) = match (&self.of, behind.as_str()) {
            (None, "") => (stopped(&before), behind),
            (Some(_), "") => (before, ".".to_owned()),
            _ => (before, stopped(&behind)),
        };
        Breach { reason: Reason { before: capital(&before), behind, rule }, ..self }
    }
}

/// One that speaks of no piece, or of more than one.
impl<T: Into<String>> From<T> for Breach {
    fn from(words: T) -> Self {
        let (behind, rule) = (String::new(), "".into());
        Breach { of: None, reason: Reason { before: words.into(), behind, rule } }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_rule(&self.words(), &self.reason.rule))
    }
}

/// What is said of each of several things that were done, a sentence each. Those that differ in nothing but the piece become one, where the
/// first of them stood; of the others it has the names. What speaks of no piece is said wherever it is so.
pub fn told(done: &[Vec<Breach>]) -> Vec<Vec<String>> {
    let mut alike = BTreeMap::<&Reason, Vec<&Piece>>::new();
    for breach in done.iter().flatten() {
        let Some(of) = &breach.of else { continue };
        let known = alike.entry(&breach.reason).or_default();
        if known.last() != Some(&of) {
            known.push(of);
        }
    }
    let mut said = BTreeSet::new();
    let mut words = |breach: &Breach| {
        let sentence = stopped(&breach.to_string());
        if breach.of.is_none() {
            return Some(sentence);
        }
        let is_first = said.insert(breach.reason.clone());
        let (first, others) = alike.get(&breach.reason)?.split_first()?;
        let others = others.iter().filter(|other| *other != first).collect::<BTreeSet<_>>();
        is_first.then(|| with_others(sentence, &others))
    };
    done.iter().map(|one| one.iter().filter_map(&mut words).collect()).collect()
}

fn with_others(sentence: String, others: &BTreeSet<&&Piece>) -> String {
    if others.is_empty() {
        return sentence;
    }
    let names = others.iter().map(|piece| piece.as_str()).collect::<Vec<_>>();
    format!("{sentence} So it is with {}: {}.", counted(names.len(), "other"), listed(&names))
}

fn stopped(words: &str) -> String {
    let stop = if words.is_empty() || words.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{words}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colonel(unit: &str) -> Breach {
        Breach::around("3.5: ", unit, " is no colonel's.")
    }

    #[test]
    fn breaches_that_differ_in_the_piece_alone_are_told_as_one() {
        let done = [
            vec![colonel("AU1IN"), "Nobody has bread.".into()],
            vec![colonel("AU2IN")],
            vec![Breach::of("AU3IN", " stands in another corps")],
            vec![colonel("AU4IN")],
            vec!["Nobody has bread.".into()],
        ];
        let words = told(&done).iter().map(|one| one.join("|")).collect::<Vec<_>>();
        let first = "3.5: AU1IN is no colonel's. So it is with 2 others: AU2IN and AU4IN.|Nobody has bread.";
        assert_eq!(words, [first, "", "AU3IN stands in another corps.", "", "Nobody has bread."]);
    }

    #[test]
    fn a_piece_is_no_other_beside_itself_and_none_is_found_in_words() {
        let twice = [vec![colonel("AU1IN"), colonel("AU2IN")], vec![colonel("AU1IN")]];
        let only = "3.5: AU1IN is no colonel's. So it is with 1 other: AU2IN.";
        assert_eq!(told(&twice), [vec![only.to_owned()], vec![]]);
        let said: Vec<Breach> = vec!["AU1IN sees AU2IN.".into(), "AU2IN sees AU2IN.".into()];
        assert_eq!(told(&[said]), [["AU1IN sees AU2IN.", "AU2IN sees AU2IN."]]);
    }

    #[test]
    fn a_breach_is_told_with_its_rule() {
        let too_many = Breach::of("AU1IN", " has too many guns.").by("rule 10.11");
        assert_eq!(too_many.to_string(), "AU1IN has too many guns (rule 10.11).");
        let done = [vec![too_many], vec![Breach::of("AU2IN", " has too many guns.").by("rule 10.11")]];
        let first = "AU1IN has too many guns (rule 10.11). So it is with 1 other: AU2IN.";
        assert_eq!(told(&done), [vec![first.to_owned()], vec![]]);
        let clause = Breach::around("too few for ", "fr-1", "").by("G3").sentence();
        assert_eq!(clause.to_string(), "Too few for fr-1 (G3).");
    }

    #[test]
    fn a_clause_becomes_a_sentence_and_a_piece_keeps_its_spelling() {
        let words = |breach: Breach| breach.sentence().to_string();
        assert_eq!(words("it costs 3 ducats".into()), "It costs 3 ducats.");
        assert_eq!(words(Breach::of("fr-1", " is over the limit")), "fr-1 is over the limit.");
        assert_eq!(words(Breach::around("too few for ", "fr-1", "")), "Too few for fr-1.");
    }
}
