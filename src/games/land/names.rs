//! What units are called beside their ids: the names of brigades, divisions and generals, as orders of battle have them. No rule asks
//! for them; reports show them, and letters may use them.

use std::collections::BTreeMap;

use crate::state::LandState;
use crate::unit::UnitId;
use fieldpost_ground::language::{bare_letters, looks_strategic, shape_of_id, tactical_square};
use fieldpost_ground::nation::NationCode;

/// Most signs of a name: with an id before it, it still has room beside a number on a phone.
pub const LONGEST: usize = 24;

/// Words that begin orders, or stand where a unit's name may stand too, before or behind one.
pub(crate) const WORDS: &str = "\
    ABFANGEN ACTIVATE ADD ALL AND ANGRIFF ARMEE ARMY ARMÉE ASSIGN AT ATTACK ATTAQUE ATTAQUER BECOME \
    BESCHIESSE BEWEGE BOMBARD BOMBARDE BOMBARDER BRIGADE BUY BY CACHE CAMPAIGN CARRY CEASE CITIES CITY CLOSE \
    CORPS CREATE DEACTIVATE DEFAULT DEFENCE DEFEND DEFENDRE DEFENSE DEFENSIVE DEPLOY DEPLOYMENT DEPOT DEPOTS \
    DESTROY DO DON'T DÉFENDRE DÉFENSE EINHEIT EMPORTER END ENDE ENGAGE ENGAGER ENTER ENTRY FIGHT FIN FOR \
    FROM GAME GIVE GO GREIFE HALT HALTE HOD HOE HOLD IN INACTIVATE INTERCEPT INTERCEPTER INTO JEU JOUEUR \
    KEEP KEIN KENNWORT KORPS LAY LINE MAP MARCH MARCHER MARSCH MARSCHIERE MEND MERGE MOUVEMENT MOVE \
    MTA MTB MTE NFM NO NOBODY NONE NOWHERE OF OFFENSIVE ON OPEN ORDERS PARTIE PAS PASSWORD PASSWORT PATH \
    PEACE PLACE PLAYER POURSUIVRE PURSUE PURSUIT RAIL RANK REACTIVATE REBUILD REMOVE RETRAITE RUECKZUG \
    RÜCKZUG SEASON SET SHELL SHIP SHOW SOUTENIR SOUTIEN SPIEL SPIELER STAY STOP STRATEGIC SUPPLY SUPPORT \
    TAKE THE TO TOUR TRAGE TRAIN TRANSFER TRUCE TURN UNDEPLOY UNDER UNIT UNITE UNITS UNITÉ UNTERSTUETZE \
    UNTERSTÜTZE UPGRADE VERFOLGE VERTEIDIGE VERTEIDIGEN VERTEIDIGUNG VIA WITH WITHDRAW WITHDRAWAL ZUG";

/// What keeps a name from being a unit's.
pub fn fault(name: &str, state: &LandState) -> Option<String> {
    if name.split(' ').any(str::is_empty) {
        return Some(format!("expected a name without blanks round it or two on end, found {name:?}"));
    }
    let is_meant = |c: char| c.is_alphanumeric() || [' ', '.', '\'', '’', '-'].contains(&c);
    if let Some(strange) = name.chars().find(|c| !is_meant(*c)) {
        return Some(format!(
            "expected letters, digits, blanks, points, apostrophes and hyphens, found {strange:?} in {name:?}"
        ));
    }
    let signs = name.chars().count();
    if signs > LONGEST {
        return Some(format!("expected at most {LONGEST} signs, found {signs} in {name:?}"));
    }
    if !name.starts_with(char::is_alphanumeric)
        || bare_letters(name).filter(|c| c.is_alphabetic()).count() < 2
    {
        return Some(format!("expected a letter or digit first and two letters at least, found {name:?}"));
    }
    if let Some(word) = read_otherwise(name) {
        return Some(format!(
            "expected a name that no letter reads as something else, found {word:?} in {name:?}"
        ));
    }
    if let Some(city) = state.cities.keys().find(|city| begins_with(city, name)) {
        return Some(format!(
            "expected a name that no city has or begins with, found {name:?}: {city} is one"
        ));
    }
    let player = state.players.iter().find(|player| bare_letters(&player.name).eq(bare_letters(name)))?;
    Some(format!("expected a name that no player has: {} is one", player.name))
}

/// Whether a city is called so or begins so: orders name cities where they name units too.
fn begins_with(city: &str, name: &str) -> bool {
    let mut letters = bare_letters(city);
    bare_letters(name).all(|letter| letters.next() == Some(letter))
        && city
            .split(' ')
            .scan(0, |sum, word| {
                Some({
                    *sum += bare_letters(word).count();
                    *sum
                })
            })
            .any(|sum| sum == bare_letters(name).count())
}

/// The part of a name that letters read as an order, an id or a square.
fn read_otherwise(name: &str) -> Option<&str> {
    let first = name
        .split([' ', '-'])
        .next()
        .filter(|first| WORDS.split(' ').any(|word| word.eq_ignore_ascii_case(first)));
    if first.is_some() {
        return first;
    }
    let starts = std::iter::once(0).chain(name.match_indices(' ').map(|(at, _)| at + 1));
    starts
        .filter_map(|at| name.get(at..))
        .find(|rest| shape_of_id(rest).is_ok() || looks_strategic(rest) || tactical_square(rest).is_ok())
}

/// That a name is another unit's.
pub fn is_taken(other: UnitId) -> String {
    format!("expected a name that no other unit of its nation has, found that of {other}")
}

/// Units of a nation that bear the name of another, each with the first that bears it.
pub fn doubled(state: &LandState) -> Vec<(UnitId, UnitId)> {
    let mut first: BTreeMap<(NationCode, String), UnitId> = BTreeMap::new();
    let mut doubled = Vec::new();
    for (unit, name) in borne(state) {
        let other = *first.entry((unit.nation, bare_letters(name).collect())).or_insert(unit);
        if other != unit {
            doubled.push((unit, other));
        }
    }
    doubled
}

/// The names of the units that there are.
pub fn borne(state: &LandState) -> impl Iterator<Item = (UnitId, &str)> {
    let names = state.names.iter().filter(|(unit, _)| state.units.contains_key(unit));
    names.map(|(unit, name)| (*unit, name.as_str()))
}

/// The name that words give a unit; none for nothing.
///
/// # Errors
/// If it cannot be its name.
pub fn given(state: &LandState, unit: UnitId, words: &str) -> Result<Option<String>, String> {
    let name = words.trim().trim_matches(['"', '“', '”', '„']);
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let letters = || bare_letters(name);
    let bears = |(other, its): &(UnitId, &str)| {
        *other != unit && other.nation == unit.nation && bare_letters(its).eq(letters())
    };
    let taken = borne(state).find(bears).map(|(other, _)| is_taken(other));
    match fault(name, state).or(taken) {
        Some(why) => Err(format!("{unit}: name: {why}.")),
        None => Ok(Some(name.to_owned())),
    }
}
