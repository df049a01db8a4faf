//! What HELP, welcome and reminder show a player of how an order is written: candidates by the player's own stacks. Which of them works
//! is found out by [`fieldpost_door::example`].

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::Form;
use fieldpost_grammar::parse::Reader;

use super::Table;
use crate::position::{Kind, Stack};

/// So many stacks are tried, on land and at sea.
const STACKS: usize = 3;

impl Table {
    /// Candidates for an order of this kind; without one, the plainest block.
    pub(super) fn candidates(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        let of_office = about.filter(|form| matches!(form.reader, Reader::Office(_)));
        if let Some(form) = of_office {
            return vec![vec![form.example.to_owned()]];
        }
        let ended = |mut lines: Vec<String>| {
            lines.push("END".into());
            lines
        };
        self.blocks(to, about).into_iter().map(ended).collect()
    }

    /// The same without the line that ends each.
    fn blocks(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        let word = about.and_then(|form| form.phrases.first().copied()).unwrap_or("STACK");
        let of_stack = |(id, stack): (&Piece, &Stack)| -> Vec<Vec<String>> {
            let orders = self.bodies(stack, word, about).into_iter();
            orders.map(|order| vec![format!("STACK {id}"), order]).collect()
        };
        self.teachers(to).into_iter().flat_map(of_stack).collect()
    }

    /// Some of the player's stacks.
    fn teachers(&self, to: PlayerNo) -> Vec<(&Piece, &Stack)> {
        let Some(power) = self.power_of(to) else { return Vec::new() };
        let own =
            || self.position.stacks.iter().filter(|(_, stack)| self.position.seat(&stack.owner) == power);
        let of_kind = |kind: Kind| own().filter(move |(id, _)| Stack::kind(id) == kind).take(STACKS);
        let rest = own().filter(|(id, _)| !matches!(Stack::kind(id), Kind::Land | Kind::Fleet)).take(1);
        of_kind(Kind::Land).chain(of_kind(Kind::Fleet)).chain(rest).collect()
    }

    /// An order of a stack that shows one kind.
    fn bodies(&self, stack: &Stack, word: &str, about: Option<&Form>) -> Vec<String> {
        let map = &self.scenario.world.map;
        let seas = map.seas.get(&stack.at).into_iter().flat_map(|sea| &sea.next);
        match (word, about) {
            ("STACK", _) | (_, None) => vec!["HOLD".into()],
            ("MOVE", _) => map.beside(&stack.at).chain(seas).map(|place| format!("MOVE {place}")).collect(),
            ("ABSORB", _) => {
                let beside = self.position.stacks.iter().filter(|(_, other)| {
                    (&other.at, &other.owner) == (&stack.at, &stack.owner) && !std::ptr::eq(*other, stack)
                });
                beside.map(|(id, _)| format!("ABSORB {id}")).collect()
            }
            (_, Some(form)) => vec![form.example.to_owned()],
        }
    }

    /// The plainest block that works, of these pieces first.
    pub(super) fn plainest(&self, to: PlayerNo, first: &[Piece]) -> Vec<String> {
        let of_first = |piece: &Piece| vec![format!("STACK {piece}"), "HOLD".into()];
        let own = first.iter().map(of_first).chain(self.blocks(to, None));
        let mut own = own.take(STACKS).filter(|lines| fieldpost_door::example::works(self, to, lines));
        own.next().unwrap_or_default()
    }
}
