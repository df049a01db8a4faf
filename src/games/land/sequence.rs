//! The sequence of a turn (rule 5.2, decision T-01): its phases, and what happens in each, step by step. Whoever reads the
//! two lists knows the game.

use std::sync::Arc;

use crate::book::{Book, Depots};
use crate::bridges;
use crate::cities;
use crate::combat::{self, guns, remnant, stragglers};
use crate::commanders;
use crate::communications;
use crate::control;
use crate::deployment;
use crate::detection::{self, hearsay};
use crate::inactive;
use crate::mergers;
use crate::morale;
use crate::movement::{self, withdrawal};
use crate::orders::TurnOrders;
use crate::phase::Phase;
use crate::purchase;
use crate::rail;
use crate::rest;
use crate::season;
use crate::shattered;
use crate::siege::{self, surrender};
use crate::state::{LandState, Season};
use crate::supply::{self, losses, reserve, transfers};
use crate::tactics;
use crate::track;
use crate::turn::{Outcome, Turn};
use fieldpost_engine::phase::{self, Row};
use fieldpost_ground::tactical::Atlas;

/// What happens in a phase.
#[derive(Clone, Copy)]
pub struct Step {
    /// In a few words.
    pub name: &'static str,
    /// The rules it carries out; the first is the one without which there would be no such step.
    pub rules: &'static str,
    run: fn(&mut Turn),
    /// Whether a book that has these rules has the step; most have.
    there: fn(&Book) -> bool,
}

const fn step(name: &'static str, rules: &'static str, run: fn(&mut Turn)) -> Step {
    Step { name, rules, run, there: |_| true }
}

/// A turn's phases in order, each with its steps.
pub type Sequence = &'static [(Phase, &'static [Step])];

/// A campaign turn.
pub const CAMPAIGN: Sequence = &[
    (
        Phase::Supply,
        &[
            COMMANDERS,
            step("whether there are hostilities", "5.1", season::note_hostilities),
            step("placing without marching is refused", "6.10 7.17", deployment::refuse_in_campaign),
            ACTIVITY,
            MERGERS,
            step("captured batteries handed over", "10.11", guns::transfer_all),
            step("supplies consumed and drawn, men desert", "11.6 11.9-11.11", supply::consume_and_draw),
            TRANSFERS,
            PURCHASES,
        ],
    ),
    (Phase::Withdrawal, &[step("strategic withdrawal", "7.5", withdrawal::phase), DEPOTS, CITIES, WATCH]),
    (Phase::Tac1, TACTICAL),
    (Phase::Tac2, TACTICAL),
    (Phase::Strat1, STRATEGIC),
    (Phase::Tac3, TACTICAL),
    (Phase::Tac4, TACTICAL),
    (Phase::Strat2, STRATEGIC),
    (Phase::Strat3, STRATEGIC),
    (Phase::Strat4, STRATEGIC),
    (Phase::Strat5, STRATEGIC),
    (Phase::Strat6, STRATEGIC),
    (Phase::Rail, &[step("rail movement", "8.1-8.4", rail::phase), DEPOTS, CITIES, WATCH, SIEGES]),
    (
        Phase::Tac5,
        &[
            step("last tactical movement, without combat", "9.1-9.12", tactics::phase),
            DEPOTS,
            BRIDGES,
            CITIES,
            WATCH,
            SIEGES,
        ],
    ),
    (
        Phase::End,
        &[
            step("siege surrender", "11.3", surrender::phase),
            STRAGGLERS,
            step("remnants break up", "14.1", remnant::look_over),
            step("shattered units reform", "14.3-14.5", shattered::reform_all),
            RAILWAYS,
            TRACK,
            step("experience by marching", "3.6", rest::learn_by_marching),
            step("what moved morale is told", "3.7", morale::tell),
            step("morale tends to the middle", "3.7", morale::regress),
            WORKS,
            FATIGUE,
            SEASON,
            COMMUNICATIONS,
            SIGHT,
            step("what War Ministers hear", "4.7", hearsay::listen),
            CLOSE,
        ],
    ),
];

/// A deployment, peace or truce turn (rules 5.2, 6.10, 7.17, T-05): units are placed, ministers see to stores and track
/// (11.7: before a campaign without limits), and that is all that moves.
pub const QUIET: Sequence = &[
    (Phase::Supply, &[COMMANDERS, ACTIVITY, MERGERS, TRANSFERS, PURCHASES]),
    (Phase::Placement, &[step("units are placed", "1.5 6.10 7.17 9.13", deployment::phase)]),
    (
        Phase::End,
        &[
            RAILWAYS,
            STRAGGLERS,
            step("track rebuilt", "8.5-8.6 12.3", track::finish_works),
            WORKS,
            FATIGUE,
            SEASON,
            COMMUNICATIONS,
            SIGHT,
            CLOSE,
        ],
    ),
];

/// The step in which the enemy has a say: no rehearsal of one side's orders has it.
pub const COMBAT: Step = step("combat", "10.1-10.15", combat::phase);

/// What becomes of what units were to destroy, at the turn's end: a rehearsal tells of it.
pub const TRACK: Step = step("track destroyed and rebuilt", "8.5-8.6 12.3", track::settle);

/// A tactical phase with combat.
const TACTICAL: &[Step] = &[
    step("tactical movement", "9.1-9.12", tactics::phase),
    COMBAT,
    step("morale moves with the battles", "3.7", morale::by_battles),
    DEPOTS,
    BRIDGES,
    CITIES,
    WATCH,
    SIEGES,
];

/// A phase of strategic movement.
const STRATEGIC: &[Step] =
    &[step("strategic movement", "7.1-7.4 7.6-7.16", movement::phase), DEPOTS, CITIES, WATCH, SIEGES];

const COMMANDERS: Step = step("new commanders are told", "3.5", commanders::tell);
const ACTIVITY: Step = step("units become active and inactive", "13.1-13.2", inactive::by_order);
const MERGERS: Step = step("mergers", "3.5b", mergers::merge_all);
const TRANSFERS: Step = step("supplies moved between stores", "11.7 11.3 11.5", transfers::carry_out);
const PURCHASES: Step =
    step("what treasuries buy and rebuild, depots", "11.5 3.4 8.5-8.6", purchase::purchase);
/// What becomes of depots that are raised or taken down: a rehearsal needs it, for these feed who stands by them at the turn's end.
pub const WORKS: Step = Step {
    there: |book| book.supply.depots != Depots::Bought,
    ..step("depots stand or are gone", "11.5", reserve::finish)
};
const DEPOTS: Step = step("depots are lost to the enemy", "11.8", losses::judge);
const BRIDGES: Step = step("pontoon bridges are taken up and laid", "12.4-12.5", bridges::phase);
const CITIES: Step = step("cities change hands", "1.4 3.7", cities::change_hands);
const WATCH: Step = step("who means to destroy track keeps control", "8.5", track::watch);
const SIEGES: Step = step("sieges begin and are lifted", "11.3", siege::judge_sieges);
const STRAGGLERS: Step = step("stragglers return", "10.14", stragglers::come_back);
const RAILWAYS: Step = step("control of railways", "8.2 1.3", control::judge_railways);
const FATIGUE: Step = step("fatigue recovers", "3.2", rest::recover);
const SEASON: Step = step("the season ends if its time has come", "3.5b 3.6 5.1 10.14", season::end_of_turn);
const COMMUNICATIONS: Step =
    step("communications, supply sources", "11.1 11.2 11.13", communications::settle_turn);
const SIGHT: Step = step("what each player sees", "4.1 4.2 4.6", detection::look);
const CLOSE: Step = step("the turn closes", "5.1 5.2", season::close_turn);

/// The sequence of a season's turns.
pub fn sequence(season: Season) -> Sequence {
    match season {
        Season::Campaign => CAMPAIGN,
        Season::Deployment | Season::Peace => QUIET,
    }
}

/// The rows of a season's turn, by a book: what it has no rule for is no step of its turn.
pub fn rows(book: &Book, season: Season) -> Vec<Row<Turn, Phase>> {
    let mut rows = Vec::new();
    for &(phase, steps) in sequence(season) {
        if phase != Phase::Rail || book.rail.is_some() {
            let there = steps.iter().filter(|step| book.has(step.rules) && (step.there)(book));
            rows.extend(there.map(|&Step { name, rules, run, .. }| Row {
                phase,
                name,
                rules,
                run: Some(run),
            }));
        }
    }
    rows
}

/// A turn before its first phase.
pub fn begin(
    atlas: &Arc<Atlas>,
    book: &'static Book,
    state: LandState,
    orders: TurnOrders,
    seed: u64,
) -> Turn {
    let mut turn = Turn::begin(atlas, book, state, orders, seed);
    rail::note_start(&mut turn);
    turn
}

/// Runs the open turn of a position, up to and including the phase `stop` where one is given.
pub fn run(
    atlas: &Arc<Atlas>,
    book: &'static Book,
    state: LandState,
    orders: TurnOrders,
    seed: u64,
    stop: Option<Phase>,
) -> Outcome {
    let mut turn = begin(atlas, book, state, orders, seed);
    let rows = rows(book, turn.state.season);
    phase::run(&rows, &mut turn, stop, |turn, phase| turn.phase = phase);
    turn.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_keep_to_the_order_of_phases_and_use_them_all() {
        for sequence in [CAMPAIGN, QUIET] {
            assert!(sequence.is_sorted_by_key(|(phase, _)| phase));
        }
        let used = |wanted: Phase| CAMPAIGN.iter().chain(QUIET).any(|(phase, _)| *phase == wanted);
        assert!(Phase::ALL.into_iter().all(used));
    }
}
