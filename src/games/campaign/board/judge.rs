//! Who may order what in a campaign, and what is to be said of orders before the turn.

use std::collections::BTreeSet;

use crate::fleet::Fleet;
use crate::foresight::{advice, foresee};
use crate::orders;
use crate::table::Table;
use fieldpost_door::foresight::{Foreseen, Statement};
use fieldpost_door::{Assigns, Board, ClosedBook, Excess, Judge, Written};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::{Right, Seating};
use fieldpost_grammar::Names;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_land::command::{self, foresight, offices, seats};
use fieldpost_land::language::{lexicon_of, unit_of};
use fieldpost_land::names;
use fieldpost_land::orders::Office as Post;
use fieldpost_land::state::Season;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::foresight as of_ships;
use fieldpost_sea::language as words;
use fieldpost_sea::orders::{Office, Order};
use fieldpost_sea::ship::ShipId;

/// The language of letters, with the names of units and ships of which `knows` and `sees` say so.
fn lexicon(table: &Table, knows: impl Fn(UnitId) -> bool, sees: impl Fn(ShipId) -> bool) -> Lexicon {
    let beside = table.sea.iter().map(|sea| {
        words::lexicon(&sea.chart, words::names_of(sea.state.ships.values().filter(|ship| sees(ship.id))))
    });
    let names = names::borne(table.all().state).filter(|(unit, _)| knows(*unit));
    Lexicon {
        language: table.rulebook().language,
        names: Names::of(names.map(|(unit, name)| (name.to_owned(), unit.into()))),
        beside: beside.collect(),
        ..lexicon_of(&table.atlas.map)
    }
}

impl Judge for Table {
    fn lexicon(&self) -> Lexicon {
        lexicon(self, |_| true, |_| true)
    }

    fn lexicon_for(&self, players: &[PlayerNo]) -> Option<Lexicon> {
        if self.sea.is_none() && self.land.names.is_empty() {
            return None;
        }
        let (mut units, mut ships) = (BTreeSet::new(), BTreeSet::new());
        for player in players {
            units.extend(self.land.units_of(*player).map(|unit| unit.id));
            let Some(fleet) = self.fleet() else { continue };
            units.extend(fleet.units_of(*player));
            ships.extend(fleet.known_ships(*player).into_iter().map(|ship| ship.id));
        }
        Some(lexicon(self, |unit| units.contains(&unit), |ship| ships.contains(&ship)))
    }

    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        orders::strange(self, block.piece, block.lines)
    }

    fn is_entitled(&self, block: Written<'_>) -> bool {
        let unit = unit_of(block.piece);
        let orders = orders::of_unit(self, block.lines);
        unit.is_some_and(|unit| command::is_ministerial(self.all().state, block.by, unit, &orders))
    }

    fn bars(&self, right: Right, line: &Line) -> Option<Refusal> {
        let orders = orders::of_unit(self, std::slice::from_ref(line));
        orders.iter().find_map(|order| command::bar(self.book, right, order))
    }

    fn rule_of_deputies(&self) -> &'static str {
        "rules 6.1, 6.11"
    }

    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<Refusal> {
        if let Some(fleet) = self.fleet()
            && let Ok(office) = words::office(&order.words, &fleet.sea.chart)
        {
            return fleet.fault_of_office(by, &office);
        }
        match orders::of_office(self, order) {
            Some(order) => offices::fault_of(self.all(), seats, by, &order),
            None => Some(Refusal::plain(format!("{} is no order of an office", order.words))),
        }
    }

    fn assigns(&self, order: &Line) -> Option<Assigns> {
        orders::assigns(self, order)
    }

    fn result_of_office(&self, offices: &[(PlayerNo, Line)]) -> Option<String> {
        let (by, line) = offices.last()?;
        orders::beyond_the_yard(self, *by, line)
    }

    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        seats::in_excess(self.book, self.all().state, seats).into_iter().map(Piece::from).collect()
    }

    fn excess(&self) -> Excess {
        let (warning, undone) = (seats::TOO_MANY, seats::TAKEN_BACK);
        Excess { warning, undone, rule: seats::RULE }
    }

    fn faults_of_seats(&self, seats: &dyn Seating) -> Vec<(Piece, Breach)> {
        let faults = seats::faults(self.book, self.all().state, seats).into_iter();
        faults.map(|(unit, why)| (unit.into(), why)).collect()
    }

    fn advice(&self, piece: &Piece, lines: &[Line]) -> Vec<Statement> {
        if let Some(advice) = self.fleet().and_then(|fleet| fleet.advice(piece, lines)) {
            return advice;
        }
        let Some(unit) = unit_of(piece) else { return Vec::new() };
        advice(foresight::remarks(self.all(), unit, &orders::of_unit(self, lines)))
    }

    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        foresee(self, by, book)
    }

    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        foresight::garrisons(self.field(), by, &orders::Orders::of_turn(self, book).land)
            .into_iter()
            .collect()
    }

    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        let land: Vec<_> = blocks.iter().filter(|block| !self.is_ship(&block.0)).cloned().collect();
        command::consequences(&land)
    }
}

/// WISC 6.18: ships are placed before a campaign.
const NOT_PLACED: &str = "this is a campaign turn: DEPLOY is not carried out in it (WISC 6.18)";

impl Fleet<'_> {
    /// What is to be said of orders to a ship, or to a unit that is on no map; of other pieces the land says it.
    pub(crate) fn advice(self, piece: &Piece, lines: &[Line]) -> Option<Vec<Statement>> {
        let chart = &self.sea.chart;
        if let Some(ship) = self.table.ship(piece) {
            let orders: Vec<_> =
                lines.iter().filter_map(|line| words::any_order(&line.words, chart).ok()).collect();
            let mut advice = of_ships::advice(chart, ship, &orders);
            let is_placed = orders.iter().any(|order| matches!(order, Order::Deploy(_)));
            if is_placed && self.table.land.season == Season::Campaign {
                advice.push(NOT_PLACED.to_owned());
            }
            return Some(advice.into_iter().map(Statement::advice).collect());
        }
        // Of one that is on no map, that its orders wait for its landing, and no rest that it has there.
        let away = self.sea.away.get(&unit_of(piece)?)?;
        let waits = || {
            format!(
                "{piece} is {} and does what is ordered here only if it lands in this turn, in the last tactical phase (WISC 9.4)",
                self.whereabouts(away)
            )
        };
        Some((!lines.is_empty()).then(|| Statement::advice(waits())).into_iter().collect())
    }

    /// Why a player may not give this order of a Naval Secretary's, in a clause (WISC 2.3, N-69).
    fn fault_of_office(self, by: PlayerNo, order: &Office) -> Option<Refusal> {
        let own = self.table.land.player(by).map(|player| player.nation)?;
        if self.secretary(own) != Some(by) {
            let post = self.table.book.title(&Post::NavalMinister);
            return Some(Refusal::by("WISC 2.3", format!("only the {post} may order this")));
        }
        let mut ships = match order {
            Office::Assign(id, ..) | Office::Inactivate(id) => vec![*id],
            Office::Repair(ids, _) => ids.clone(),
            _ => Vec::new(),
        };
        ships.retain(|id| id.nation != own || !self.sea.state.ships.contains_key(id));
        let crosses = || match order {
            Office::Inactivate(id) if self.crosses(*id) => Some(orders::on_the_atlantic().of(id).at(id)),
            _ => None,
        };
        let strange = |id: &ShipId| Refusal::plain(format!("{id} is no ship of {}", own.words())).at(id);
        ships.first().map(strange).or_else(crosses)
    }
}
