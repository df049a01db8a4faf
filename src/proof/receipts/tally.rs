//! What was told and what came, counted, and the table of it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use fieldpost_campaign::measured::takes_all_orders;
use fieldpost_door::foresight::{Done, Ends, Grade, Kind, Outlook, Statement};
use fieldpost_door::{Hindrance, Soak};

/// What was told, and how often it came true: blind, still and real.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    told: u64,
    came: [u64; 3],
    /// How often the order was refused blind, and for another reason.
    half: u64,
    /// How often the order did not stand when all letters had come: nothing of it is held against the real run.
    overruled: u64,
}

/// How something is held.
pub(super) struct Held<'a> {
    /// What an earlier receipt said of it: it was told, and nothing is held of it now.
    pub said_before: &'a [Statement],
    /// Whether others took the piece from the board when all letters have come: what it was to do came to nothing.
    pub gone: bool,
    /// Whether the weather took the piece elsewhere.
    pub blown: bool,
    /// Whether the same orders stand when all letters have come.
    pub stands: bool,
    /// Whom it is of: a piece, or the offices.
    pub of: &'a str,
    /// Where in the war.
    pub at: &'a str,
}

/// Something that was foretold and did not come, or came and was not foretold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The piece, or the offices.
    pub of: String,
    pub words: String,
}

/// All that was told of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub turns: u64,
    pub letters: u64,
    /// By kind and grade.
    rows: BTreeMap<(&'static str, &'static str), Row>,
    /// By tenths: how often it was told, and came true blind.
    pub(super) odds: BTreeMap<u8, [u64; 2]>,
    /// The same of orders that may fail: how often it was told, and the order was refused blind.
    pub(super) odds_of_failing: BTreeMap<u8, [u64; 2]>,
    /// Pieces of which nothing is said but that it is not foreseen.
    open: u64,
    places: u64,
    untold: u64,
    blown: u64,
    /// What was told for another reason than it came for.
    halves: Vec<String>,
    pub(super) faults: Vec<Fault>,
    /// The letters behind the first faults, as small as they still bring these about.
    pub(super) small: Vec<String>,
}

/// How a statement came true in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    No,
    /// The same order came to nothing, and for another reason.
    Half,
    Whole,
}

impl Truth {
    /// How a statement came true among what a run did not carry out.
    fn of(said: &Statement, came: &[Hindrance]) -> Truth {
        let truth = |one: &Hindrance| {
            if is_of(said, one) {
                Truth::Whole
            } else if said.kind == one.kind && is_of_order(said, one)
                || said.kind == Kind::Refusal && takes_all_orders(one)
            {
                Truth::Half
            } else {
                Truth::No
            }
        };
        came.iter().map(truth).max().unwrap_or(Truth::No)
    }
}

/// Whether a statement is of what a turn did not carry out.
pub(crate) fn is_of(said: &Statement, one: &Hindrance) -> bool {
    let is_named = one.order.is_empty() || said.order.is_empty() || is_of_order(said, one);
    // A turn does not tell whether a square was only passed.
    let kind = if said.kind == Kind::OnTheWay { Kind::Shortfall } else { said.kind };
    kind == one.kind && said.key == one.why && is_named
}

/// Whether both name the same order, be it by its first word alone.
fn is_of_order(said: &Statement, one: &Hindrance) -> bool {
    let rest = said.order.strip_prefix(&one.order).filter(|_| !one.order.is_empty());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// As tables and cases have it.
pub(crate) fn word_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Refusal => "refusal",
        Kind::Shortfall => "shortfall",
        Kind::OnTheWay => "on the way",
        Kind::Lack => "lack",
        Kind::Advice => "advice",
        Kind::Price => "price",
    }
}

impl Held<'_> {
    fn fault(&self, words: String) -> Fault {
        Fault { of: self.of.to_owned(), words }
    }
}

impl Tally {
    /// Holds the place that is foretold of a piece against the runs.
    pub fn place(&mut self, outlook: &Outlook, places: &[Option<String>; 3], held: &Held<'_>) {
        let came = match &outlook.ends {
            Ends::Unsaid => return,
            Ends::Open => {
                (self.places, self.open) = (self.places + 1, self.open + 1);
                return;
            }
            Ends::Gone => places.each_ref().map(Option::is_none),
            Ends::In(told) | Ends::Likely(told, _) => {
                places.each_ref().map(|place| place.as_ref() == Some(told))
            }
        };
        self.places += 1;
        if let Ends::Likely(_, tenths) = outlook.ends {
            let row = self.odds.entry(tenths).or_default();
            *row = [row[0] + 1, row[1] + u64::from(came[0])];
            return;
        }
        if held.blown && !came[0] {
            self.blown += 1;
            return;
        }
        let word = if outlook.ends == Ends::Gone { "gone" } else { "place" };
        let truth = came.map(|came| if came { Truth::Whole } else { Truth::No });
        self.count((word, "as things stand"), truth, held);
        if !came[0] {
            let Outlook { ends, course, .. } = outlook;
            let words = format!("{}: told {ends:?} ({course}), came {:?}", held.at, places[0]);
            self.faults.push(held.fault(words));
        }
    }

    /// Holds what is foretold to fail, to fall short or to be lacked against the runs, and the other way round.
    pub fn statements(&mut self, outlook: &Outlook, came: [&[Hindrance]; 3], held: &Held<'_>) {
        let Held { said_before, gone, blown, stands, at, .. } = *held;
        for said in outlook.said.iter().filter(|said| !said.kind.is_remark() && !said.key.is_empty()) {
            let grade = match said.grade {
                Grade::Sure => "sure",
                Grade::AsThingsStand { .. } => "as things stand",
                Grade::Odds { tenths } => {
                    let row = self.odds_of_failing.entry(tenths).or_default();
                    *row = [row[0] + 1, row[1] + u64::from(Truth::of(said, came[0]) > Truth::No)];
                    continue;
                }
                Grade::Open => continue,
            };
            let truth = came.map(|came| Truth::of(said, came));
            self.count((word_of(said.kind), grade), truth, held);
            let held_in = if stands && !gone { &truth[..] } else { &truth[..2] };
            let line = || format!("{at}: told {:?} [{}], came {:?}", said.words(), said.key, came[0]);
            if !blown && truth[0] == Truth::No || grade == "sure" && held_in.contains(&Truth::No) {
                self.faults.push(held.fault(line()));
            } else if truth[0] == Truth::Half {
                self.halves.push(line());
            }
        }
        // What an earlier receipt left open it has told too.
        let is_open = outlook.is_open() || said_before.iter().any(|said| said.grade == Grade::Open);
        let is_untold = |one: &&Hindrance| {
            let mut told = outlook.said.iter().chain(said_before);
            !told.any(|said| Truth::of(said, std::slice::from_ref(*one)) > Truth::No)
        };
        for one in came[0].iter().filter(is_untold).filter(|_| !is_open && !blown) {
            self.untold += 1;
            let told: Vec<String> = outlook.said.iter().map(Statement::words).collect();
            let (kind, Hindrance { order, why, .. }) = (word_of(one.kind), one);
            self.faults.push(held.fault(format!("{at}: untold {kind}: {order} {why}; told {told:?}")));
        }
    }

    /// Holds what is brought about besides places: what is told of it, and what came blind, where nothing is left open.
    pub fn done(&mut self, (told, blind): (&[&Done], &[&Done]), came: &[Vec<Done>; 3], at: &str) {
        let mut fault = |done: &Done, words: &str| {
            let of = done.piece.as_ref().map_or_else(|| "offices".to_owned(), ToString::to_string);
            let words = format!("{at}, {of}: {words}: {}", done.what);
            self.faults.push(Fault { of, words });
        };
        told.iter().filter(|done| !blind.contains(done)).for_each(|done| fault(done, "told and not done"));
        blind.iter().filter(|done| !told.contains(done)).for_each(|done| fault(done, "done and not told"));
        for done in told {
            let row = self.rows.entry(("done", "as things stand")).or_default();
            row.told += 1;
            for (all, came) in row.came.iter_mut().zip(came) {
                *all += u64::from(came.contains(done));
            }
        }
    }

    fn count(&mut self, of: (&'static str, &'static str), truth: [Truth; 3], held: &Held<'_>) {
        let row = self.rows.entry(of).or_default();
        row.told += 1;
        row.half += u64::from(truth[0] == Truth::Half);
        row.overruled += u64::from(!held.stands);
        let counts = [true, true, held.stands];
        for ((all, truth), counts) in row.came.iter_mut().zip(truth).zip(counts) {
            *all += u64::from(counts && truth == Truth::Whole);
        }
    }

    /// Whether all that must hold does; of all places at most so many in 100 may be left open.
    pub fn holds(&self, ceiling: u64) -> bool {
        self.faults.is_empty() && self.open * 100 <= ceiling * self.places && self.odds_hold()
    }

    /// Whether odds of which enough was told came true within four standard errors and the half of a tenth to which they are rounded.
    fn odds_hold(&self) -> bool {
        let all = self.odds.iter().chain(&self.odds_of_failing);
        all.filter(|(_, [told, _])| *told >= 200).all(|(tenths, [told, came])| {
            let (told, came, per_cent) = (i128::from(*told), i128::from(*came), i128::from(*tenths) * 10);
            let off = (came * 100 - told * per_cent).abs() - 5 * told;
            // Squares, since there are no roots among whole numbers.
            off <= 0 || off * off <= 16 * told * per_cent * (100 - per_cent)
        })
    }

    /// The table of a rulebook.
    pub fn print(&self, name: &str, ceiling: u64, args: &Soak, out: &mut dyn Write) -> io::Result<()> {
        let Tally { turns, letters, .. } = self;
        writeln!(out, "{name}: {} wars, {turns} turns, {letters} letters", args.campaigns)?;
        writeln!(
            out,
            "  {:9} {:16} {:>6} {:>8} {:>8} {:>8} {:>6}",
            "kind", "grade", "told", "blind", "still", "real", "half"
        )?;
        for ((kind, grade), Row { told, came: [blind, still, real], half, overruled }) in &self.rows {
            let [blind, still] = [blind, still].map(|came| share(*came, *told));
            let real = share(*real, told - overruled);
            writeln!(out, "  {kind:9} {grade:16} {told:>6} {blind:>8} {still:>8} {real:>8} {half:>6}")?;
        }
        for (tenths, [told, came]) in &self.odds {
            writeln!(out, "  odds: told {tenths} in 10, came true blind {came} of {told}")?;
        }
        for (tenths, [told, came]) in &self.odds_of_failing {
            writeln!(out, "  odds: told that it fails {tenths} in 10, failed blind {came} of {told}")?;
        }
        let open = share(self.open, self.places);
        writeln!(out, "  left open {} of {} places ({open}, at most {ceiling} %)", self.open, self.places)?;
        let Tally { blown, untold, faults, halves, small, .. } = self;
        writeln!(
            out,
            "  by storm and wind elsewhere {blown}; untold {untold}; for another reason {}; faults {}",
            halves.len(),
            faults.len()
        )?;
        faults.iter().take(SHOWN).try_for_each(|fault| writeln!(out, "    {}", fault.words))?;
        small.iter().try_for_each(|letters| writeln!(out, "    smallest letters:\n{letters}"))?;
        halves.iter().take(SHOWN).try_for_each(|half| writeln!(out, "    (half true) {half}"))
    }
}

/// So many faults are told of a rulebook.
const SHOWN: usize = 40;

/// A share in per cent, with one place behind the point.
fn share(came: u64, told: u64) -> String {
    let tenths = (came * 1000).checked_div(told).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
