//! The sequence of a naval turn (WISC 3.2, 6.11; naval record 4.1): whoever reads the list knows the game.

use crate::orders::When;
use crate::phase::Phase;
use crate::turn::Turn;
use fieldpost_engine::phase::{self, Row};

const fn row(phase: Phase, name: &'static str, rules: &'static str, run: fn(&mut Turn)) -> Row<Turn, Phase> {
    Row { phase, name, rules, run: Some(run) }
}

pub const CAMPAIGN: &[Row<Turn, Phase>] = &[
    row(Phase::Orders, "orders that cannot be", "4.3 4.10", Turn::refuse_unread),
    row(Phase::Orders, "commands", "2.3", Turn::assign),
    row(Phase::Orders, "laying up and fitting out", "2.6", Turn::serve),
    row(Phase::Orders, "attachment", "4.2 4.4", Turn::attach),
    row(Phase::Orders, "transport groups combine", "2.5", Turn::combine),
    row(Phase::Orders, "transport groups divide", "2.5", Turn::divide),
    row(Phase::Orders, "bases", "3.4", Turn::rebase),
    row(Phase::Orders, "crews", "2.7", Turn::transfer_crews),
    row(Phase::Orders, "scuttling", "2.7", Turn::scuttle),
    row(Phase::Sky, "winds", "1.5 1.6", Turn::draw_winds),
    row(Phase::Repair, "repair", "3.3", Turn::repair),
    row(Phase::Repair, "building", "3.3", Turn::build),
    row(Phase::Supply, "stores are used and loaded", "3.4", Turn::use_stores),
    row(Phase::Supply, "stores are moved", "3.5 4.8", Turn::move_stores),
    row(Phase::Loading, "loading and unloading begin", "3.6 9.1-9.4", Turn::loading),
    row(Phase::Combat, "sorties, standing in, battles", "3.7 7.1-7.6", Turn::battles),
    row(Phase::Tac1, "fire on land", "7.7", Turn::fire_ashore),
    row(Phase::Tac2, "fire on land", "7.7", Turn::fire_ashore),
    row(Phase::Tac3, "fire on land", "7.7", Turn::fire_ashore),
    row(Phase::Tac4, "fire on land", "7.7", Turn::fire_ashore),
    row(Phase::Sailing1, "who has no crew stays", "2.6", Turn::stay_unmanned),
    row(Phase::Sailing1, "who sails alone disperses", "6.13", Turn::disperse),
    row(Phase::Sailing1, "harbors and coasts", "6.11", |turn| turn.port_step(When::First)),
    row(Phase::Sailing1, "the first sea move", "6.2-6.17", |turn| turn.sea_step(false)),
    row(Phase::Weather, "winds change, storms come", "3.8 8.1-8.3", Turn::weather),
    row(Phase::Ports1, "ports after the first move", "6.11", |turn| turn.port_step(When::After1)),
    row(Phase::Sailing2, "the second sea move", "6.2-6.17", |turn| turn.sea_step(true)),
    row(Phase::Arrivals, "from the Atlantic", "6.17", Turn::arrivals),
    row(Phase::Rivers, "along rivers", "6.5 6.6", Turn::rivers),
    row(Phase::Ports2, "ports after the second move", "6.11", |turn| turn.port_step(When::After2)),
    row(Phase::Landing, "loading and unloading end", "3.9 9.4 10.2", Turn::landing),
    row(Phase::End, "experience", "2.2", Turn::season_ships),
    row(Phase::End, "looking about", "5.3", Turn::look_about),
    row(Phase::End, "attachment out of contact", "4.2", Turn::part_company),
    row(Phase::End, "rivers", "7.7", Turn::hold_rivers),
    row(Phase::End, "bridges", "7.7", Turn::destroy_bridges),
    row(Phase::End, "what harbors see by chance", "5.2", Turn::glimpse),
    row(Phase::End, "rumours", "3.10 5.4", Turn::hear_rumours),
    row(Phase::End, "the turn is over", "2.6 3.11", Turn::close),
];

/// A deployment turn (6.18).
pub const DEPLOYMENT: &[Row<Turn, Phase>] = &[
    row(Phase::Orders, "orders that cannot be", "4.3 4.10", Turn::refuse_unread),
    row(Phase::Orders, "commands", "2.3", Turn::assign),
    row(Phase::Orders, "laying up and fitting out", "2.6", Turn::serve),
    row(Phase::Orders, "transport groups combine", "2.5", Turn::combine),
    row(Phase::Orders, "transport groups divide", "2.5", Turn::divide),
    row(Phase::Orders, "bases", "3.4", Turn::rebase),
    row(Phase::Orders, "crews", "2.7", Turn::transfer_crews),
    row(Phase::Deployment, "nobody boards", "9.2", Turn::refuse_boarding),
    row(Phase::Deployment, "placing", "6.18", Turn::deploy),
    row(Phase::End, "the turn is over", "2.6 3.11", Turn::close),
];

/// Runs a turn's rows, up to the end of the phase `stop` where one is given.
pub fn run(rows: &[Row<Turn, Phase>], turn: &mut Turn, stop: Option<Phase>) {
    phase::run(rows, turn, stop, |turn, phase| turn.phase = phase);
}
