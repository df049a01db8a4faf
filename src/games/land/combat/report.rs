//! Who is told what of a battle (rules 4.4, 5.3; ).

use std::collections::{BTreeMap, BTreeSet};

use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS, Fighter};
use crate::combat::strength::uses_ammunition;
use crate::detection::tactical::{players_in, players_of};
use crate::event::Fact;
use crate::event::battle::Worth;
pub use crate::event::battle::{BattleReport, CampReport, Lack, UnitReport};
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;

/// A battle as it begins, with what might be lost in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    battle: Battle,
    /// Units that need ammunition and have none.
    unarmed: BTreeSet<UnitId>,
    /// Commanders and deputies of those in it: a unit that is destroyed has none any more.
    players: BTreeSet<PlayerNo>,
    /// What the attackers and the defenders count for.
    pub worth: [Worth; 2],
}

/// Notes how a battle begins that has been drawn up.
pub fn note(turn: &Turn, battle: &Battle) -> Opening {
    let ids = || battle.camps.iter().flat_map(|camp| &camp.fighters).map(|fighter| fighter.id);
    let is_unarmed = |id: &UnitId| {
        uses_ammunition(id.kind) && turn.state.units.get(id).is_some_and(|unit| unit.ammunition == 0)
    };
    Opening {
        battle: battle.clone(),
        unarmed: ids().filter(is_unarmed).collect(),
        players: ids().flat_map(|id| players_of(turn.field(), id)).collect(),
        worth: Default::default(),
    }
}

/// tells both sides all of a battle, and others with units in the square that there was one.
pub fn tell(turn: &mut Turn, battle: &Battle, opening: &Opening, winner: usize, melee: bool) {
    let unit = |(first, last): (&Fighter, &Fighter)| UnitReport {
        id: first.id,
        line: first.line,
        part: first.part,
        attitude: first.attitude,
        armed: !opening.unarmed.contains(&first.id),
        men: first.men,
        fire: last.lost[0],
        melee: last.lost[1],
        departure: last.departure,
    };
    let camp = |side: usize| {
        let first = &opening.battle.camps[side].fighters;
        CampReport {
            nations: first.iter().map(|fighter| fighter.id.nation).collect(),
            units: first.iter().zip(&battle.camps[side].fighters).map(unit).collect(),
            worth: opening.worth[side].clone(),
        }
    };
    let report = BattleReport {
        attackers: camp(ATTACKERS),
        defenders: camp(DEFENDERS),
        meeting: battle.meeting,
        front: (battle.length / u64::from(turn.book.combat.front.man)) as u32,
        from: battle.camps[ATTACKERS].entries.clone(),
        rating: turn.atlas.sheet(battle.place.at).rating[battle.place.tac.index()],
        fort: battle.fort,
        melee,
        attackers_won: winner == ATTACKERS,
    };
    let to = witnesses(turn, battle, opening);
    turn.tell(Fact::Combat { at: battle.place, battle: Box::new(report) }, to);
}

/// The players of both sides with units in the strategic square or in the battle, told all; others there, that there
/// was a battle.
fn witnesses(turn: &Turn, battle: &Battle, opening: &Opening) -> BTreeMap<PlayerNo, Saw> {
    let field = turn.field();
    let nations: BTreeSet<NationCode> =
        battle.camps.iter().flat_map(|camp| &camp.fighters).map(|fighter| fighter.id.nation).collect();
    let mut to = BTreeMap::new();
    for (nation, players) in players_in(field, battle.place.at) {
        let takes_part = nations.iter().any(|other| field.relation(nation, *other).is_friendly());
        let saw = if takes_part { Saw::All } else { Saw::End };
        to.extend(players.into_iter().map(|player| (player, saw)));
    }
    to.extend(opening.players.iter().map(|player| (*player, Saw::All)));
    to
}
