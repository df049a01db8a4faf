//! What HELP, welcome and reminder show a player of how an order is written: candidates by the player's own stacks. Which of them works
//! is found out by [`fieldpost_door::example`].

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::Form;
use fieldpost_grammar::parse::Reader;

use super::Table;
use crate::map::{Owner, Place};
use crate::position::{Kind, Stack};

/// So many stacks are tried, on land and at sea.
const STACKS: usize = 3;

/// The stacks that a lesson orders, and its lines.
type Lesson = (Vec<Piece>, Vec<String>);

/// So many candidates of a kind are tried for the first lesson.
const MOST_TRIED: usize = 8;

impl Table {
    /// Candidates for an order of this kind; without one, the plainest block.
    pub(super) fn candidates(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        let of_office = about.filter(|form| matches!(form.reader, Reader::Office(_)));
        if let Some(form) = of_office {
            return vec![vec![form.example.to_owned()]];
        }
        let shows_transport = about.is_some_and(|form| form.phrases.contains(&"CARRY"));
        let ended = |mut lines: Vec<String>| {
            lines.push("END".into());
            lines
        };
        let transports = if shows_transport { self.transports(to) } else { Vec::new() };
        let transports = transports.into_iter().take(MOST_TRIED).map(|(_, lines)| lines);
        transports.chain(self.blocks(to, about)).map(ended).collect()
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

    /// What a new player is shown: a march, a siege and a transport of the player's own, as far as they work now; else the plainest block.
    /// The last block is not ended.
    pub(super) fn first_lesson(&self, to: PlayerNo) -> Vec<String> {
        let first = |blocks: Vec<Lesson>| {
            let mut tried = blocks.into_iter().take(MOST_TRIED);
            tried.find(|(_, lines)| fieldpost_door::example::works(self, to, lines))
        };
        let found = [self.sieges(to), self.transports(to), self.marches(to)].into_iter().filter_map(first);
        let (mut shown, mut ordered): (Vec<String>, Vec<Piece>) = (Vec::new(), Vec::new());
        for (pieces, lines) in found {
            let apart = if shown.is_empty() { Vec::new() } else { vec!["END".to_owned()] };
            let more: Vec<String> = shown.iter().cloned().chain(apart).chain(lines.iter().cloned()).collect();
            // A stack is ordered once, and what works alone is perhaps in the way of another.
            let is_new = pieces.iter().all(|piece| !ordered.contains(piece));
            if is_new && (shown.is_empty() || fieldpost_door::example::works(self, to, &more)) {
                shown = more;
                ordered.extend(pieces);
            }
        }
        if shown.is_empty() { self.plainest(to, &[]) } else { shown }
    }

    fn own_on_land(&self, to: PlayerNo) -> Vec<(&Piece, &Stack)> {
        let teachers = self.teachers(to).into_iter();
        teachers.filter(|(id, _)| Stack::kind(id) == Kind::Land).collect()
    }

    fn marches(&self, to: PlayerNo) -> Vec<Lesson> {
        let march = |(id, stack): (&Piece, &Stack)| -> Vec<Lesson> {
            let beside = self.scenario.world.map.beside(&stack.at);
            let block = |place| vec![format!("STACK {id}"), format!("MOVE {place}")];
            beside.map(|place| (vec![id.clone()], block(place))).collect()
        };
        // The last stack first: the first one has perhaps a siege to show.
        self.own_on_land(to).into_iter().rev().flat_map(march).collect()
    }

    /// Into the land of an enemy, and to its walls.
    fn sieges(&self, to: PlayerNo) -> Vec<Lesson> {
        let is_enemys = |place: &Place, owner: &Owner| {
            let ground = self.position.grounds.get(place);
            let holder = ground.filter(|ground| ground.has_wall()).and_then(|ground| ground.control.as_ref());
            holder.is_some_and(|holder| self.position.hostile(holder, owner))
        };
        let siege = |(id, stack): (&Piece, &Stack)| -> Vec<Lesson> {
            let beside = self.scenario.world.map.beside(&stack.at);
            let beside = beside.filter(|place| is_enemys(place, &stack.owner));
            let block = |place| vec![format!("STACK {id}"), format!("MOVE {place}"), "SIEGE".into()];
            beside.map(|place| (vec![id.clone()], block(place))).collect()
        };
        self.own_on_land(to).into_iter().flat_map(siege).collect()
    }

    /// A stack with a fleet in its port, carried over the sea beside.
    fn transports(&self, to: PlayerNo) -> Vec<Lesson> {
        let map = &self.scenario.world.map;
        let teachers = self.teachers(to);
        let fleets = teachers.iter().filter(|(id, _)| Stack::kind(id) == Kind::Fleet);
        let mut all = Vec::new();
        for (fleet, at) in fleets.map(|(fleet, stack)| (fleet, &stack.at)) {
            for (army, _) in self.own_on_land(to).into_iter().filter(|(_, stack)| stack.at == *at) {
                let seas = map.provinces.get(at).map_or(&[][..], |found| &found.coast);
                for sea in seas {
                    let shores =
                        map.provinces.keys().filter(|shore| map.is_coast(shore, sea) && *shore != at);
                    all.extend(shores.map(|shore| {
                        let block = vec![
                            format!("STACK {army}"),
                            format!("MOVE EMBARK {fleet} LAND {shore}"),
                            "END".into(),
                            format!("STACK {fleet}"),
                            format!("CARRY {army} FROM {at} TO {shore}"),
                            format!("MOVE {sea}"),
                        ];
                        (vec![army.clone(), (*fleet).clone()], block)
                    }));
                }
            }
        }
        all
    }

    /// The plainest block that works, of these pieces first.
    pub(super) fn plainest(&self, to: PlayerNo, first: &[Piece]) -> Vec<String> {
        let of_first = |piece: &Piece| vec![format!("STACK {piece}"), "HOLD".into()];
        let own = first.iter().map(of_first).chain(self.blocks(to, None));
        let mut own = own.take(STACKS).filter(|lines| fieldpost_door::example::works(self, to, lines));
        own.next().unwrap_or_default()
    }
}
