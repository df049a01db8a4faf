//! What War Ministers hear of the enemy (rule 4.7, R-4.7): late, and inexactly.

use std::collections::{BTreeMap, BTreeSet};

use crate::detection::rumour::{Rumour, Talk};
use crate::orders::Office;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, StrategicSquare};

/// ROTD-EUWOL 4.7: the row of the turn list that brings each War Minister what is talked of; after what players see.
pub fn listen(turn: &mut Turn) {
    let is_minister = |office: &Office| *office == Office::WarMinister;
    let ministers: Vec<(PlayerNo, NationCode)> = turn
        .state
        .numbered_players()
        .filter(|(_, player)| player.offices.iter().any(is_minister))
        .map(|(number, player)| (number, player.nation))
        .collect();
    let mut heard = BTreeMap::new();
    for (player, nation) in ministers {
        let rumours: &Vec<Rumour> = heard.entry(nation).or_insert_with(|| rumours_for(turn, nation));
        if !rumours.is_empty() {
            turn.sights.entry(player).or_default().hearsay.clone_from(rumours);
        }
    }
}

/// ROTD-EUWOL 4.7, R-4.7, R-4.7b: what is talked of in a nation, in order of squares: some headquarters of its enemies,
/// wherever they are, and some of the enemies (in some books neutrals too) that stand
/// on its land out of its sight.
fn rumours_for(turn: &mut Turn, nation: NationCode) -> Vec<Rumour> {
    let field = turn.field();
    let of_neutrals = turn.book.sight.hearsay.of_neutrals;
    let strange = |unit: &&Unit| match field.relation(nation, unit.id.nation) {
        Relation::Hostile => true,
        Relation::Neutral => of_neutrals && !unit.id.kind.is_hq(),
        Relation::Same | Relation::Allied => false,
    };
    let talked_of = |unit: &Unit| {
        if unit.id.kind.is_hq() {
            return Some((Talk::Headquarters, turn.book.sight.hearsay.headquarters));
        }
        let at_home = field.soil_of(unit.at) == Some(nation);
        (at_home && !is_in_sight(turn, nation, unit))
            .then_some((Talk::Troops, turn.book.sight.hearsay.troops))
    };
    let candidates: Vec<(UnitId, StrategicSquare, Talk, u32)> = field
        .state
        .units
        .values()
        .filter(strange)
        .filter_map(|unit| {
            let began_in = turn.progress.get(&unit.id)?.began_in?;
            let (of, chance) = talked_of(unit)?;
            Some((unit.id, began_in, of, chance))
        })
        .collect();
    let mut rumours = BTreeSet::new();
    for (id, began_in, of, chance) in candidates {
        let roller = format!("{nation} {id}");
        if turn.dice.chance(chance, turn.phase, "4.7", &roller, 0) {
            let at = misplaced(turn, began_in, &roller);
            rumours.insert(Rumour { at, nation: id.nation, of });
        }
    }
    rumours.into_iter().collect()
}

/// Whether a unit's square shows its flag to any player of a nation.
fn is_in_sight(turn: &Turn, nation: NationCode, unit: &Unit) -> bool {
    let mut players = turn.state.numbered_players().filter(|(_, player)| player.nation == nation);
    players.any(|(number, _)| {
        let flags = turn.sights.get(&number).and_then(|sight| sight.strategic.get(&unit.at));
        flags.is_some_and(|flags| flags.iter().any(|flag| flag.nation == unit.id.nation))
    })
}

/// the square that is named: some squares off in any direction, seldom many, never beyond the map's edge.
fn misplaced(turn: &mut Turn, at: StrategicSquare, roller: &str) -> StrategicSquare {
    let (book, phase) = (turn.book, turn.phase);
    let far = turn.dice.chance(book.sight.hearsay.far_chance, phase, "4.7", roller, 1);
    let most = if far { book.sight.hearsay.far_error } else { book.sight.hearsay.error };
    let squares = turn.dice.below(u64::from(most) + 1, phase, "4.7", roller, 2);
    let way = turn.dice.below(8, phase, "4.7", roller, 3);
    let way = Direction::ALL.into_iter().nth(usize::try_from(way).unwrap_or(0));
    let grid = &turn.atlas.map.grid;
    let step = |at: StrategicSquare, _| way.and_then(|way| grid.step(at, way)).unwrap_or(at);
    (0..squares).fold(at, step)
}
