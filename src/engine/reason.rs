//! Reasons: why something was done or was not. A game has them in one table, each with its rules and its sentence.
//!
//! [`reasons!`](crate::reasons!) makes of the table the game's enum `Why`, and its `Reason`, which is a `Why` with what stands in the gaps
//! of the sentence: a value in the map's own spelling (a square, a name, a number), or another reason of the game, never a clause. What
//! decides by a reason asks its `why`; its words are made when it is told, by the [`Voice`] in which that is done: what hangs on who is
//! told, and the rules that a sentence cites, are gaps too ([`Piece`]), so that nobody looks for them in words; the rules of its row
//! stand behind it where the voice wants them there.
//!
//! A row's key is kept ([`kept`](mod@crate::kept)), and so is how many gaps it has; what it says may change: the record has the key and
//! what stands in the gaps ([`form2`](mod@crate::form2)). What stands there as words of ours goes in with its value
//! ([`Reason::named`]). Words are not read back here: nobody but land ever did, and its records of form 1 have a reader of their own.

use std::borrow::Cow;
use std::fmt;

use crate::form2::{self, Called, Written};
use crate::voice::{Spoken, Voice};

/// Which reason: a game's table.
pub trait Why: Copy + Ord + fmt::Debug + 'static {
    /// All of them, in the order of the table.
    const ALL: &'static [Self];

    /// What the table says of it.
    fn row(self) -> &'static Row;
}

/// How long a reason for a refusal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// As long as nobody else changes what it hangs on.
    AsThingsStand,
    /// Whatever others do: the map, the rules, and the own state and orders alone decide.
    Always,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name in records, in kebab-case.
    pub key: &'static str,
    /// The keys of its rules, such as `5.1, 6.10`; empty if it is of none.
    pub rules: &'static str,
    /// Its sentence: `{}` is a gap for a value, `{why}` one for another reason; `{rule 2.6}` cites a rule, and `{it}`, `{your}`,
    /// `{last turn}` and their like hang on who is told ([`Spoken`]).
    pub says: &'static str,
    pub holds: Holds,
}

impl Row {
    /// A row of a table; it holds as things stand.
    ///
    /// # Panics
    /// While compiling, if the sentence has a brace without its other one, two gaps with nothing between them, or a gap of no known name.
    pub const fn new(key: &'static str, rules: &'static str, says: &'static str) -> Row {
        let letters = says.as_bytes();
        let (mut at, mut is_open, mut begins) = (0, false, 0);
        while at < letters.len() {
            match letters[at] {
                b'{' => {
                    let is_beside = at > 0 && letters[at - 1] == b'}';
                    assert!(!is_open && !is_beside, "a gap within or beside a gap");
                    (is_open, begins) = (true, at + 1);
                }
                b'}' => {
                    assert!(is_open, "a gap that nothing opens");
                    assert!(is_gap(letters, begins, at), "a gap of no known name");
                    is_open = false;
                }
                _ => {}
            }
            at += 1;
        }
        assert!(!is_open, "a gap that nothing closes");
        Row { key, rules, says, holds: Holds::AsThingsStand }
    }

    /// The same that holds otherwise.
    #[must_use]
    pub const fn holding(self, holds: Holds) -> Row {
        Row { holds, ..self }
    }

    /// How many gaps its sentence has for values and reasons.
    pub fn gaps(&self) -> usize {
        self.pieces().filter(|piece| matches!(piece, Piece::Value | Piece::Reason)).count()
    }

    /// Its sentence piece by piece.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        self.says.split('{').enumerate().flat_map(|(place, part)| {
            let gap = if place == 0 { None } else { part.split_once('}') };
            let text = gap.map_or(part, |(_, text)| text);
            let gap = gap.map(|(name, _)| Piece::gap(name));
            gap.into_iter().chain(Some(Piece::Text(text)).filter(|_| !text.is_empty()))
        })
    }

    /// Whether it is told the same to everybody, and nothing is filled in.
    const fn is_plain(&self) -> bool {
        let letters = self.says.as_bytes();
        let mut at = 0;
        while at < letters.len() && letters[at] != b'{' {
            at += 1;
        }
        at == letters.len()
    }
}

/// A piece of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// What is said as it stands.
    Text(&'static str),
    /// A gap for a value.
    Value,
    /// A gap for another reason.
    Reason,
    /// A rule that is cited, by its key.
    Rule(&'static str),
    /// What hangs on who is told.
    Spoken(Spoken),
}

/// What the name of a gap begins with that cites a rule.
const RULE: &str = "rule ";

impl Piece {
    fn gap(name: &'static str) -> Piece {
        let spoken = || Spoken::ALL.into_iter().find(|spoken| spoken.words() == name);
        match name {
            "" => Piece::Value,
            "why" => Piece::Reason,
            _ => match name.strip_prefix(RULE) {
                Some(key) => Piece::Rule(key),
                None => spoken().map_or(Piece::Value, Piece::Spoken),
            },
        }
    }
}

/// Whether the letters from one place to another name a gap.
const fn is_gap(letters: &[u8], from: usize, to: usize) -> bool {
    let (name, _) = letters.split_at(to);
    let (_, name) = name.split_at(from);
    let mut known = name.is_empty()
        || is(name, "why")
        || name.len() > RULE.len() && is(name.split_at(RULE.len()).0, RULE);
    let mut at = 0;
    while at < Spoken::ALL.len() {
        known = known || is(name, Spoken::ALL[at].words());
        at += 1;
    }
    known
}

const fn is(letters: &[u8], words: &str) -> bool {
    let words = words.as_bytes();
    let mut at = 0;
    while at < letters.len() && at < words.len() && letters[at] == words[at] {
        at += 1;
    }
    at == letters.len() && at == words.len()
}

/// A reason of a game's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason<W> {
    pub why: W,
    gaps: Vec<Gap<W>>,
}

/// What stands in a gap of a sentence.
#[derive(Clone, Debug)]
enum Gap<W> {
    Value(Box<str>),
    /// A value with what it is called.
    Named(Called<InForm2>),
    Reason(Reason<W>),
}

/// What is told the same is the same: a reason that was read out of words has no value beside them.
impl<W: PartialEq> PartialEq for Gap<W> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Gap::Reason(one), Gap::Reason(other)) => one == other,
            (one, other) => one.value().zip(other.value()).is_some_and(|(one, other)| one == other),
        }
    }
}

impl<W: Eq> Eq for Gap<W> {}

impl<W> Gap<W> {
    /// What is told of a value.
    fn value(&self) -> Option<&str> {
        match self {
            Gap::Value(value) => Some(value),
            Gap::Named(named) => Some(named),
            Gap::Reason(_) => None,
        }
    }
}

/// A value's text in form 2.
#[derive(Clone, Debug)]
struct InForm2(Box<[u8]>);

impl Written for InForm2 {
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(&*self.0);
    }
}

impl<W> Written for Gap<W>
where
    W: Why,
{
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Gap::Value(value) => value.write(to),
            Gap::Named(named) => named.write(to),
            Gap::Reason(reason) => reason.write(to),
        }
    }
}

impl<W> From<W> for Reason<W> {
    fn from(why: W) -> Reason<W> {
        Reason { why, gaps: Vec::new() }
    }
}

impl<W: Why> Reason<W> {
    /// Another sentence with what stands in the first gaps of this one.
    pub fn cut_to(&self, why: W, gaps: usize) -> Reason<W> {
        Reason { why, gaps: self.gaps.iter().take(gaps).cloned().collect() }
    }

    /// The same with a value in its next gap.
    pub fn and(self, value: impl fmt::Display) -> Reason<W> {
        self.filled(Gap::Value(value.to_string().into()))
    }

    /// The same with a value in its next gap that is told in words of ours, which may change: the record has the value.
    pub fn named(self, value: &impl Written, words: impl fmt::Display) -> Reason<W> {
        self.filled(Gap::Named(Called::new(InForm2(form2::text(value).into()), words)))
    }

    /// The same with another reason in its next gap.
    pub fn because(self, reason: impl Into<Reason<W>>) -> Reason<W> {
        self.filled(Gap::Reason(reason.into()))
    }

    /// The reason in one of its gaps, where one has a reason.
    pub fn inner(&self) -> Option<&Reason<W>> {
        self.gaps.iter().find_map(|gap| match gap {
            Gap::Reason(reason) => Some(reason),
            Gap::Value(_) | Gap::Named(_) => None,
        })
    }

    /// Whether one of its gaps is filled with this value, whatever it is called.
    pub fn names(&self, value: &impl Written) -> bool {
        let value = form2::text(value);
        self.gaps
            .iter()
            .any(|gap| matches!(gap, Gap::Named(named) if named.value().is_some_and(|own| *own.0 == *value)))
    }

    /// How long it holds: no longer than the reason within it.
    pub fn holds(&self) -> Holds {
        let own = self.why.row().holds;
        self.inner().map_or(own, |inner| own.min(inner.holds()))
    }

    /// A value that no gap waits for would vanish without a word.
    fn filled(mut self, gap: Gap<W>) -> Reason<W> {
        self.gaps.push(gap);
        debug_assert!(self.gaps.len() <= self.why.row().gaps(), "{:?} has no gap for the last", self);
        self
    }

    /// Its words, by the keys of rules where it cites some.
    pub fn words(&self) -> Cow<'static, str> {
        if self.why.row().is_plain() { self.why.row().says.into() } else { self.to_string().into() }
    }

    /// Its words in a voice: of several it is said that each did, or what is so for each of them.
    pub fn told(&self, voice: Voice) -> String {
        let mut words = self.for_each(voice).to_owned();
        self.say(voice, voice.of_each, &mut words);
        words
    }

    /// The same without the rules that it rests on, and these: of one that rests on none, those of the reason within it.
    pub fn parted(&self, voice: Voice) -> (String, Cow<'static, str>) {
        let mut words = self.for_each(voice).to_owned();
        let within = if self.why.row().rules.is_empty() { Voice { cites: None, ..voice } } else { voice };
        self.say_without_rules(voice, within, voice.of_each, &mut words);
        (words, voice.citation(self.rules()).unwrap_or_default())
    }

    /// The rules that it rests on: its own, or those of the reason within it.
    pub fn rules(&self) -> &'static str {
        match self.why.row().rules {
            "" => self.inner().map_or("", Self::rules),
            own => own,
        }
    }

    fn for_each(&self, voice: Voice) -> &'static str {
        let is_said = voice.of_each && !self.begins_with_it() && self.speaks_of_one();
        if is_said { "For each of them: " } else { "" }
    }

    /// Whether it cites a rule, by itself or by the reason within it.
    pub fn cites(&self) -> bool {
        let is_cited = |piece| matches!(piece, Piece::Rule(_));
        self.why.row().pieces().any(is_cited) || self.inner().is_some_and(Self::cites)
    }

    fn speaks_of_one(&self) -> bool {
        let is_of_one = |piece| matches!(piece, Piece::Spoken(Spoken::It | Spoken::Its));
        self.why.row().pieces().any(is_of_one) || self.inner().is_some_and(Self::speaks_of_one)
    }

    fn begins_with_it(&self) -> bool {
        match self.why.row().pieces().next() {
            Some(Piece::Spoken(Spoken::It)) => true,
            Some(Piece::Reason) => self.inner().is_some_and(Self::begins_with_it),
            _ => false,
        }
    }

    /// Adds its words; `each` where they begin what is said of several, so that `it` is each of them.
    fn say(&self, voice: Voice, each: bool, to: &mut String) {
        self.say_without_rules(voice, voice, each, to);
        if let Some(rules) = voice.citation(self.why.row().rules) {
            to.extend([" (", &*rules, ")"]);
        }
    }

    /// The same, and of a reason within it in a voice of its own.
    fn say_without_rules(&self, voice: Voice, within: Voice, each: bool, to: &mut String) {
        let mut gaps = self.gaps.iter();
        for (place, piece) in self.why.row().pieces().enumerate() {
            let each = each && place == 0;
            match piece {
                Piece::Text(text) => to.push_str(text),
                Piece::Rule(key) => to.extend(["(rule ", key, ")"]),
                Piece::Spoken(Spoken::It) if each => to.push_str("Each"),
                Piece::Spoken(spoken) => to.push_str(&voice.say(spoken)),
                Piece::Value | Piece::Reason => match gaps.next() {
                    Some(Gap::Value(value)) => to.push_str(value),
                    Some(Gap::Named(named)) => to.push_str(named),
                    Some(Gap::Reason(reason)) => reason.say(within, each, to),
                    None => debug_assert!(false, "{:?} is told with a gap that nothing fills", self.why),
                },
            }
        }
    }
}

impl<W: Why> Written for Reason<W> {
    fn write(&self, to: &mut Vec<u8>) {
        if self.gaps.is_empty() {
            return self.why.row().key.write(to);
        }
        to.push(b'{');
        self.why.row().key.write(to);
        to.push(b':');
        self.gaps.write(to);
        to.push(b'}');
    }
}

impl<W: Why> fmt::Display for Reason<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Voice::default()))
    }
}

/// A game's table: `NAME "keys of its rules" "its sentence"`, a row each; behind one that holds whatever others do, `=> Always`. It makes
/// the enum `Why` and the type `Reason`.
#[macro_export]
macro_rules! reasons {
    ($($why:ident $rules:literal $says:literal $(=> $holds:ident)?)*) => {
        /// Which reason: its sentence is its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Why {
            $(#[doc = $says] $why,)*
        }

        /// A reason with what stands in its gaps.
        pub type Reason = $crate::reason::Reason<Why>;

        impl $crate::reason::Why for Why {
            const ALL: &'static [Why] = &[$(Why::$why),*];

            fn row(self) -> &'static $crate::reason::Row {
                const ROWS: &[$crate::reason::Row] =
                    &[$($crate::reason::Row::new($crate::key!($why), $rules, $says)
                        $(.holding($crate::reason::Holds::$holds))?),*];
                &ROWS[self as usize]
            }
        }

        impl Why {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Why] = <Why as $crate::reason::Why>::ALL;

            /// What the table says of it.
            pub fn row(self) -> &'static $crate::reason::Row {
                $crate::reason::Why::row(self)
            }

            /// The keys of its rules; empty if it is of none.
            pub fn rules(self) -> &'static str {
                self.row().rules
            }

            /// Its sentence, gaps and all.
            pub fn says(self) -> &'static str {
                self.row().says
            }

            /// The reason with a value in its first gap.
            pub fn of(self, value: impl std::fmt::Display) -> Reason {
                Reason::from(self).and(value)
            }

            /// The reason with a value in its first gap that is told in words of ours.
            pub fn named(self, value: &impl $crate::form2::Written, words: impl std::fmt::Display) -> Reason {
                Reason::from(self).named(value, words)
            }

            /// The reason with another in its first gap.
            pub fn given(self, reason: impl Into<Reason>) -> Reason {
                Reason::from(self).because(reason)
            }
        }
    };
}

#[cfg(test)]
mod tests;
