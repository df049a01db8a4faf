//! `fieldpost rules [RULESET]`: a rulebook's numbers, what each says, whether it is built, and how many rule
//! cases prove it; then the steps of the turn that are not built.
//!
//! Lists and cases are carried in the program, so that it works anywhere. `tests/suite/cases.rs` holds them
//! to one another and to the rules that the land engine's comments name.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use serde::Deserialize;

use fieldpost_engine::rule::{Rule, RuleList};
use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost rules`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rulebook.
    #[arg(default_value = "rotd-euwol")]
    pub ruleset: String,
}

/// Every rule case of `fixtures/cases`: its path and its text. Made by `build.rs`.
const CASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// Of a case only what is counted here.
#[derive(Deserialize)]
struct Citing {
    #[serde(default)]
    ruleset: Option<String>,
    #[serde(default)]
    rulesets: Vec<String>,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    says: String,
    /// The rulebook of ships, if it is played beside.
    ships: Option<String>,
}

/// Sentences of cases that HELP RULE tells of one rule at most.
const MOST_SHOWN: usize = 8;

/// Lists the rules.
///
/// # Errors
/// If there is no list for the ruleset, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let RuleList { rule: rules, lost } = lists(&args.ruleset)?;
    let proofs = proofs(&args.ruleset)?;
    let mut line = |rule: &Rule| {
        let cases = match proofs.get(&rule.number).copied().unwrap_or(0) {
            1 => "1 case".to_string(),
            count => format!("{count} cases"),
        };
        let state = rule.not_built.as_ref().map_or("built".to_string(), |why| format!("not built: {why}"));
        writeln!(out, "{:<6} {:<8} {} [{state}]", rule.number, cases, rule.says)
    };
    rules.iter().try_for_each(&mut line)?;
    lost.iter().try_for_each(&mut line)?;
    let built = rules.iter().filter(|rule| rule.not_built.is_none()).count();
    writeln!(out, "\n{built} of {} rules of {} are built.", rules.len(), args.ruleset)?;
    let Counts { own, shared } = counts(&args.ruleset)?;
    writeln!(out, "{} cases run under it: {own} its own, {shared} that list several books.", own + shared)?;
    if !lost.is_empty() {
        writeln!(
            out,
            "What is lost of the book, {} rules, is by descent from the one whose numbers it has.",
            lost.len()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules of a ruleset, in the order of the book, and what is lost of it by the numbers of the book it is taken from.
///
/// # Errors
/// If there is no list for it.
pub fn list(ruleset: &str) -> anyhow::Result<Vec<Rule>> {
    let RuleList { rule, lost } = lists(ruleset)?;
    Ok(rule.into_iter().chain(lost).collect())
}

/// The same with what is lost of the book.
fn lists(ruleset: &str) -> anyhow::Result<RuleList> {
    let lists = || PROOFS.0.iter().filter_map(|proof| Some((proof.rulebook, proof.rules?)));
    let text = lists().find(|(name, _)| *name == ruleset).map(|(_, text)| text).with_context(|| {
        let known = lists().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        format!("no rules are listed for {ruleset:?}; expected one of {known}")
    })?;
    toml::from_str(text).with_context(|| format!("the rules of {ruleset}"))
}

/// How many rule cases run under a ruleset, a file one case however many trials it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Those that name it as their `ruleset`.
    pub own: usize,
    /// Those that list it among their `rulesets`.
    pub shared: usize,
}

/// How many rule cases run under a ruleset.
///
/// # Errors
/// If a case is no TOML at all.
pub fn counts(ruleset: &str) -> anyhow::Result<Counts> {
    let first = PROOFS.0.first().map(|proof| proof.rulebook);
    let mut counts = Counts { own: 0, shared: 0 };
    for (path, text) in CASES {
        let case: Citing = toml::from_str(text).with_context(|| format!("the rule case {path}"))?;
        let own = case.rulesets.is_empty() && case.ruleset.as_deref().or(first) == Some(ruleset);
        counts.own += usize::from(own);
        counts.shared += usize::from(case.rulesets.iter().any(|name| name == ruleset));
    }
    Ok(counts)
}

/// How many rule cases name each rule of a ruleset.
///
/// # Errors
/// If a case is no TOML at all.
pub fn proofs(ruleset: &str) -> anyhow::Result<BTreeMap<String, usize>> {
    let mut proofs = BTreeMap::new();
    let first = PROOFS.0.first().map(|proof| proof.rulebook);
    let book = PROOFS.0.iter().find(|proof| proof.rulebook == ruleset);
    let numbered = |key: &str| book.map_or_else(|| Some(key.to_owned()), |book| (book.number)(key));
    for (path, text) in CASES {
        let case: Citing = toml::from_str(text).with_context(|| format!("the rule case {path}"))?;
        let own = case.ruleset.as_deref().or(first);
        let shared = case.rulesets.iter().any(|name| name == ruleset);
        for number in case.rules.into_iter().filter(|_| shared || own == Some(ruleset)) {
            let number = if shared { numbered(&number) } else { Some(number) };
            if let Some(number) = number {
                *proofs.entry(number).or_default() += 1;
            }
        }
    }
    Ok(proofs)
}

/// What the cases of each rule show, for HELP RULE: lines of a number, a tab and a sentence. Of a rule with many cases those that are
/// about it first of all, and neither very short nor long.
///
/// # Errors
/// If a case is no TOML at all.
pub fn shown(ruleset: &str) -> anyhow::Result<String> {
    let first = PROOFS.0.first().map(|proof| proof.rulebook);
    let book = PROOFS.0.iter().find(|proof| proof.rulebook == ruleset);
    let numbered = |key: &str| book.map_or_else(|| Some(key.to_owned()), |book| (book.number)(key));
    let mut shown = BTreeMap::<String, Vec<String>>::new();
    let read = |(path, text): &(&str, &str)| -> anyhow::Result<Citing> {
        toml::from_str(text).with_context(|| format!("the rule case {path}"))
    };
    let mut cases = CASES.iter().map(read).collect::<anyhow::Result<Vec<Citing>>>()?;
    // What is so with ships alone comes last.
    cases.sort_by_key(|case| case.ships.is_some());
    for case in cases {
        let shared = case.rulesets.iter().any(|name| name == ruleset);
        let is_own = case.rulesets.is_empty() && case.ruleset.as_deref().or(first) == Some(ruleset);
        let Some(number) = case.rules.first().filter(|_| shared || is_own) else { continue };
        let Some(number) = (if shared { numbered(number) } else { Some(number.clone()) }) else { continue };
        let told = shown.entry(number).or_default();
        if (40..=180).contains(&case.says.chars().count())
            && told.len() < MOST_SHOWN
            && !told.contains(&case.says)
        {
            told.push(case.says);
        }
    }
    let lines = shown
        .into_iter()
        .flat_map(|(number, told)| told.into_iter().map(move |says| format!("{number}\t{says}\n")));
    Ok(lines.collect())
}
