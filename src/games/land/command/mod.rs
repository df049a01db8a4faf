//! Who may order what in the land war, and what an order would come to as far as its sender can see. What is the same in every
//! game, passwords, receipts and precedence among them, is the desk's, which asks here through the door.

mod aim;
pub mod answers;
pub mod clashes;
pub mod concerned;
pub mod differences;
pub mod doubts;
mod fights;
pub mod foresight;
pub mod hitch;
pub mod lots;
pub mod offices;
pub mod press;
mod provisions;
pub mod read_off;
pub mod rehearsal;
pub mod seats;
pub mod shown;

use std::collections::BTreeMap;

use crate::book::Book;
use crate::language::unit_of;
use crate::orders::{Office, UnitOrder, UnitOrders};
use crate::state::LandState;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_ground::nation::NationCode;

/// Whether two nations are one side: the same or actively allied.
pub fn same_side(state: &LandState, one: NationCode, other: NationCode) -> bool {
    state.relations.between(one, other).is_friendly()
}

/// Whether the War Minister's office entitles a player to a block for a unit that others command (R-3.5a, rule 13.1): he merges
/// and inactivates, no more.
pub fn is_ministerial(state: &LandState, player: PlayerNo, unit: UnitId, orders: &[UnitOrder]) -> bool {
    let is_his = |order: &UnitOrder| matches!(order, UnitOrder::MergeInto(_) | UnitOrder::Inactivate);
    !orders.is_empty()
        && orders.iter().all(is_his)
        && state.units.contains_key(&unit)
        && seats::holds_office(state, player, &Office::WarMinister, unit.nation)
}

/// Rule 13.1: a unit is inactivated by its commander or the War Minister, not by its deputy.
pub fn bar(book: &Book, right: Right, order: &UnitOrder) -> Option<Refusal> {
    (right == Right::Deputy && *order == UnitOrder::Inactivate).then(|| {
        let minister = book.title(&Office::WarMinister);
        let why = format!("only a unit's commander or the {minister} inactivates it, not its deputy");
        Refusal::by("rule 13.1", why)
    })
}

/// What a unit carries out: its own orders or the default ones, and the War Minister's word beside them (R-3.5a, rule 13.1).
pub fn in_force(unit: &Unit, own: Option<Vec<UnitOrder>>, word: Vec<UnitOrder>) -> UnitOrders {
    let mut orders = own.map_or_else(|| UnitOrders::default_of(unit), UnitOrders::from_lines);
    for line in word {
        match line {
            UnitOrder::MergeInto(other) => orders.merge_into = Some(other),
            UnitOrder::Inactivate => orders.inactivate = true,
            _ => {}
        }
    }
    orders
}

/// Rule 6.9 in the words of the order language.
pub fn default_lines(unit: &Unit) -> Vec<String> {
    let orders = UnitOrders::default_of(unit);
    let mut lines = vec!["ATTACK SKIRMISH".into(), "DEFEND SKIRMISH".into(), "LINE FIRST".into()];
    lines.extend(orders.support.map(|area| format!("SUPPORT {} RADIUS {}", area.centre, area.radius)));
    lines.extend(orders.carry.map(|carry| format!("CARRY {}", carry.level)));
    lines
}

/// A line that the default orders have and a unit's own orders may lack (rule 6.9: any order takes the place of all of them).
struct LeftOut {
    keywords: &'static [&'static str],
    /// Whom it does not matter to.
    spares: fn(UnitType) -> bool,
    consequence: &'static str,
}

const LEFT_OUT: [LeftOut; 2] = [
    LeftOut {
        keywords: &["SUPPORT", "NO SUPPORT"],
        // Headquarters never fight (rule 9.2).
        spares: UnitType::is_hq,
        consequence: "No SUPPORT line, so no help in the battles of others",
    },
    LeftOut {
        keywords: &["CARRY"],
        spares: |_| false,
        consequence: "No CARRY line, so no supply is drawn for the next turn",
    },
];

/// What follows from what units' own orders leave out.
pub fn consequences(blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
    let note = |left: &LeftOut| {
        let has = |line: &String| left.keywords.iter().any(|keyword| line.starts_with(keyword));
        let is_spared = |piece: &Piece| unit_of(piece).is_some_and(|id| (left.spares)(id.kind));
        let lacking = blocks.iter().filter(|(piece, lines)| !is_spared(piece) && !lines.iter().any(has));
        let names = lacking.map(|(piece, _)| piece.to_string()).collect::<Vec<_>>();
        (!names.is_empty()).then(|| format!("{}: {}.", left.consequence, names.join(", ")))
    };
    LEFT_OUT.iter().filter_map(note).collect()
}

/// The seats of a position, before anybody assigned any.
pub struct Opening<'a>(pub &'a LandState);

impl Seating for Opening<'_> {
    fn of(&self, piece: &Piece) -> Option<Seat> {
        let unit = unit_of(piece)?;
        self.0.seats.get(&unit).copied()
    }

    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right> {
        let seat = self.of(piece)?;
        match (seat.commander == player, seat.deputy == Some(player)) {
            (true, _) => Some(Right::Commander),
            (false, true) => Some(Right::Deputy),
            _ => None,
        }
    }

    fn assigned(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        self.0.seats.iter().map(|(unit, seat)| ((*unit).into(), *seat)).collect()
    }
}

pub fn words_of(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| line.words.to_string()).collect()
}
