//! What is ordered in a case: lines of stacks, and whole letters with what comes of them.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;

use fieldpost_engine::refusal::Refusal;
use fieldpost_europa::event::Kind;
use fieldpost_europa::event::form1::Record;
use fieldpost_europa::language::{read, read_power};
use fieldpost_europa::map::Owner;
use fieldpost_europa::orders::{Names, Order, PowerOrder, sift};
use fieldpost_europa::position::{Position, Stack};
use fieldpost_europa::round::Book;

/// A book in the making, and what of it was refused.
pub(super) struct Desk<'a> {
    pub names: &'a Names,
    pub position: &'a Position,
    pub book: Book,
    pub refused: Vec<Misread>,
}

/// A line that the language refuses: no fact of a round, but a row among those that a case looks at.
#[derive(Clone, Debug)]
pub(super) struct Misread {
    stack: Option<Piece>,
    power: Option<Owner>,
    why: String,
    rule: String,
}

impl Misread {
    /// It as a row.
    pub fn record(&self) -> Record<'_> {
        Record {
            kind: Kind::Refused,
            stack: self.stack.as_ref(),
            power: self.power.as_ref(),
            why: self.why.as_str().into(),
            rule: self.rule.as_str().into(),
            ..Record::default()
        }
    }
}

impl Desk<'_> {
    /// Takes the lines of a stack; how many stand, and how many were refused.
    pub fn block(&mut self, id: &Piece, lines: &[&str]) -> (usize, usize) {
        let mut orders = Vec::new();
        let mut refused = 0;
        for line in lines {
            match read(line, self.names) {
                Ok(order) => orders.push(order),
                Err(fault) => {
                    refused += 1;
                    self.refuse(id, &fault.refusal());
                }
            }
        }
        let (stands, refusals) = sift(Stack::kind(id), &orders);
        refused += refusals.len();
        for refusal in refusals {
            self.refuse(id, &refusal.why);
        }
        let kept: Vec<Order> = stands
            .iter()
            .map(|place| orders[*place].clone())
            .filter(|order| *order != Order::Nothing)
            .collect();
        self.book.sequence.retain(|listed| listed != id);
        if !kept.is_empty() {
            self.book.sequence.push(id.clone());
        }
        self.book.orders.insert(id.clone(), kept);
        (stands.len(), refused)
    }

    fn refuse(&mut self, id: &Piece, refusal: &Refusal) {
        let (why, rule) = (refusal.to_string(), refusal.rule.clone().into_owned());
        self.refused.push(Misread { stack: Some(id.clone()), power: None, why, rule });
    }

    /// Takes a letter; the verdict on it.
    pub fn letter(&mut self, text: &str) -> Result<&'static str, String> {
        let Parts { player, blocks, loose } = parts(text);
        let who = player.and_then(|name| self.names.powers.get(&name.to_lowercase()).cloned());
        let who = who.ok_or("a letter needs PLAYER and the name of a power")?;
        let mut sequence: Vec<Piece> = Vec::new();
        let (mut stood, mut failed) = self.power_lines(&who, &loose, &mut sequence);
        let detached = |line: &&str| match read(line, self.names) {
            Ok(Order::Detach { stack, .. }) => Some(stack),
            _ => None,
        };
        let made: Vec<Piece> = blocks.iter().flat_map(|(_, lines)| lines).filter_map(detached).collect();
        for (id, lines) in blocks {
            let stack = self.position.stacks.get(&id);
            let own = stack.is_some_and(|stack| *self.position.seat(&stack.owner) == who);
            if !own && !made.contains(&id) {
                failed += lines.len().max(1);
                self.refuse(&id, &Refusal::plain("There is no such stack of yours."));
                continue;
            }
            let (good, bad) = self.block(&id, &lines);
            (stood, failed) = (stood + good, failed + bad);
        }
        if !sequence.is_empty() {
            self.book.sequence.retain(|id| !sequence.contains(id));
            self.book.sequence.splice(0..0, sequence);
        }
        Ok(match (stood, failed) {
            (_, 0) => "obeyed",
            (0, _) => "refused",
            _ => "partly obeyed",
        })
    }

    /// Takes the lines that stand in no block; how many stand, and how many were refused.
    fn power_lines(&mut self, who: &Owner, lines: &[&str], sequence: &mut Vec<Piece>) -> (usize, usize) {
        let (mut stood, mut failed) = (0, 0);
        for line in lines {
            match read_power(line, self.names) {
                Ok(order) => {
                    stood += 1;
                    self.power(who, order, sequence);
                }
                Err(fault) => {
                    failed += 1;
                    let refusal = fault.refusal();
                    let (power, why) = (Some(who.clone()), refusal.to_string());
                    let rule = refusal.rule.into_owned();
                    self.refused.push(Misread { stack: None, power, why, rule });
                }
            }
        }
        (stood, failed)
    }

    fn power(&mut self, who: &Owner, order: PowerOrder, sequence: &mut Vec<Piece>) {
        match order {
            PowerOrder::Campaign(campaign) => drop(self.book.campaigns.insert(who.clone(), campaign)),
            PowerOrder::LetPass(power) => {
                self.book.let_pass.entry(who.clone()).or_default().insert(power);
            }
            PowerOrder::Sequence(stacks) => *sequence = stacks,
            PowerOrder::Ask(_)
            | PowerOrder::Business(_)
            | PowerOrder::Sealed(_)
            | PowerOrder::Withdraw(_)
            | PowerOrder::Reply { .. } => {}
        }
    }

    /// Orders by stack, in the order of their file.
    pub fn all(&mut self, blocks: &[(Piece, String)]) {
        let lines: BTreeMap<&Piece, Vec<&str>> = blocks
            .iter()
            .map(|(id, text)| (id, text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()))
            .collect();
        for (id, _) in blocks {
            if let Some(lines) = lines.get(id).filter(|lines| !lines.is_empty()) {
                self.block(id, lines);
            }
        }
    }
}

/// A letter by its parts: who writes, the blocks, and the lines that stand in none.
#[derive(Default)]
struct Parts<'a> {
    player: Option<&'a str>,
    blocks: Vec<(Piece, Vec<&'a str>)>,
    loose: Vec<&'a str>,
}

fn parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    let mut within = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "STACK" => {
                within = true;
                parts.blocks.push((Piece::from(rest.trim().to_ascii_uppercase().as_str()), Vec::new()));
            }
            "END" => within = false,
            _ if within => parts.blocks.last_mut().into_iter().for_each(|(_, lines)| lines.push(line)),
            "PLAYER" => parts.player = Some(rest.trim()),
            "GAME" | "TURN" | "PASSWORD" => {}
            _ => parts.loose.push(line),
        }
    }
    parts
}
