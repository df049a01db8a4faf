//! Hand edits of nations, players and the season (ROTD-EUWOL 3.5, 5.1, 7.16).

use std::collections::BTreeSet;

use crate::edits::bench::Bench;
use crate::edits::value::{self, Impossible};
use crate::orders::Office;
use crate::scenario;
use crate::season;
use crate::state::{LandState, Player, Rank, Season, Seat};
use crate::unit::UnitId;
use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};

/// ROTD-EUWOL 5.1, R-1.0: how two nations stand to one another.
pub fn set_relation(
    bench: &mut Bench<'_>,
    one: NationCode,
    other: NationCode,
    relation: Relation,
) -> Result<(), Impossible> {
    let (one, other) = (value::known(bench.ground.book, one)?, value::known(bench.ground.book, other)?);
    if one == other || relation == Relation::Same {
        let why = format!("{} and {} are two nations or one: expected two, and how they stand.", one, other);
        return Err(Impossible::new(why));
    }
    // Who is not listed is hostile: what stands so already is not written down anew.
    if bench.state.relations.between(one, other) != relation {
        bench.in_order(|state| state.relations.set(one, other, relation));
    }
    Ok(())
}

/// ROTD-EUWOL 7.16: whether a nation's land may be entered.
pub fn set_forbidden(bench: &mut Bench<'_>, nation: NationCode, forbidden: bool) -> Result<(), Impossible> {
    let (nation, words) = (value::known(bench.ground.book, nation)?, nation.words());
    if !forbidden && bench.ground.book.ground.closed.contains(&nation.as_str()) {
        return Err(Impossible::by("rule 7.16", format!("The land of {words} is closed in every campaign.")));
    }
    if forbidden && bench.state.players.iter().any(|player| player.nation == nation) {
        let why = format!("{words} has players in this game, and nobody could enter its land.");
        bench.forbid(Breach::from(why).by("rule 7.16"));
    }
    bench.in_order(|state| {
        if forbidden {
            state.forbidden.insert(nation);
        } else {
            state.forbidden.remove(&nation);
        }
    });
    Ok(())
}

/// ROTD-EUWOL 3.5: a player's rank. What a rank may command is the desk's affair.
pub fn set_rank(bench: &mut Bench<'_>, name: &str, rank: Rank) -> Result<(), Impossible> {
    let number = value::player(&bench.state, name)?;
    if let Some(player) = player_mut(&mut bench.state, number) {
        player.rank = rank;
    }
    Ok(())
}

/// ROTD-EUWOL 3.5, 4.7, 11.5: an office is given to a player, or taken.
pub fn set_office(bench: &mut Bench<'_>, name: &str, office: &Office, given: bool) -> Result<(), Impossible> {
    let number = value::player(&bench.state, name)?;
    let office = of_the_map(bench, office)?;
    let Some(player) = bench.state.player(number).cloned() else { return Ok(()) };
    if !given && !player.offices.contains(&office) {
        let held = player.offices.iter().map(|held| bench.ground.book.title(held)).next();
        let why = format!("{} is not {}.", player.name, bench.ground.book.title(&office));
        return Err(Impossible { why, nearest: held });
    }
    if given {
        check_office(bench, &player, &office);
    }
    if let Some(player) = player_mut(&mut bench.state, number) {
        if given {
            player.offices.insert(office);
        } else {
            player.offices.remove(&office);
        }
    }
    Ok(())
}

/// An office as the map spells what is governed.
fn of_the_map(bench: &Bench<'_>, office: &Office) -> Result<Office, Impossible> {
    let book = bench.ground.book;
    if !book.has_office(office) {
        let why = format!("{} has no office {}.", book.name, office.title());
        return Err(Impossible { why, nearest: book.titles().first().map(|title| (*title).to_owned()) });
    }
    match office {
        Office::Governor(land) => value::state(&bench.ground, land).map(Office::Governor),
        office => Ok(office.clone()),
    }
}

/// A governor's land is his side's; of ministers a nation has one of each.
fn check_office(bench: &mut Bench<'_>, player: &Player, office: &Office) {
    let is_of_side = |owner: &NationCode| bench.state.relations.between(*owner, player.nation).is_friendly();
    if let Office::Governor(land) = office {
        if !bench.state.owners.get(land).is_some_and(is_of_side) {
            bench.forbid(format!("{land} is no state of {}'s side.", player.name));
        }
        return;
    }
    let holds = |other: &&Player| {
        other.nation == player.nation && other.name != player.name && other.offices.contains(office)
    };
    if let Some(other) = bench.state.players.iter().find(holds).map(|other| other.name.clone()) {
        let title = bench.ground.book.title(office);
        bench.note(format!("{other} is {title} of {} too.", player.nation.spoken()));
    }
}

/// ROTD-EUWOL 3.5: who commands a unit, and who deputises. A deputy of whom nothing is said stays, unless that is the new
/// commander.
pub fn assign(
    bench: &mut Bench<'_>,
    id: UnitId,
    commander: &str,
    deputy: Option<&str>,
) -> Result<(), Impossible> {
    bench.unit(id)?;
    let commander = value::player(&bench.state, commander)?;
    let is_nobody = |name: &str| name.trim().is_empty() || name.trim().eq_ignore_ascii_case("none");
    let deputy = match deputy {
        None => bench.state.seats.get(&id).and_then(|seat| seat.deputy).filter(|deputy| *deputy != commander),
        Some(name) if is_nobody(name) => None,
        Some(name) => Some(value::player(&bench.state, name)?),
    };
    if deputy == Some(commander) {
        return Err(Impossible::by(
            "rule 3.5",
            format!("{id}: the commander and the deputy are two officers."),
        ));
    }
    for officer in [Some(commander), deputy].into_iter().flatten() {
        check_officer(bench, officer, id);
    }
    bench.state.seats.insert(id, Seat { commander, deputy });
    Ok(())
}

/// ROTD-EUWOL 3.5: units are commanded by officers of their side.
pub fn check_officer(bench: &mut Bench<'_>, officer: PlayerNo, id: UnitId) {
    let strange = super::bench::strange_officer(&bench.state, id, Seat { commander: officer, deputy: None });
    if let Some(why) = strange {
        bench.forbid(why);
    }
}

/// ROTD-EUWOL 5.1, 5.2: what kind of turn is open. A campaign that gives way to peace or truce ends as it does by itself:
/// wounded men rejoin, experience is lost, shattered units have formed again, men set free come nearer to the pool. Nothing
/// else goes with a change: what the end of a season of peace brings has come with the turn before.
pub fn set_season(bench: &mut Bench<'_>, season: Season) {
    let before = bench.state.season;
    if before == season {
        bench.note(format!("It is {} already.", season.words()));
        return;
    }
    if (before, season) == (Season::Campaign, Season::Peace) {
        season::close_campaign(bench.ground.book, &mut bench.state);
        bench.note("The campaign has ended as it does by itself: the wounded rejoin, a quarter of experience is lost.");
    } else if before == Season::Campaign {
        bench.note(
            "Nothing of a campaign's end is done: the wounded do not rejoin, and no experience is lost.",
        );
    }
    bench.state.season = season;
    bench.state.season_began = bench.state.turn;
    bench.note(format!("Its first turn is the open one, turn {}.", bench.state.turn));
}

/// A player more, without a unit.
pub fn add(bench: &mut Bench<'_>, name: &str, nation: NationCode, rank: Rank) -> Result<(), Impossible> {
    let nation = value::known(bench.ground.book, nation)?;
    if let Some(fault) = scenario::fault_of_name(name) {
        return Err(Impossible::new(format!("{fault}.")));
    }
    if bench.state.player_named(name).is_some() {
        return Err(Impossible::new(format!("There is a player {name} already.")));
    }
    if bench.state.forbidden.contains(&nation) {
        bench.forbid(Breach::from(format!("The land of {} is closed.", nation.spoken())).by("rule 7.16"));
    }
    bench.state.players.push(Player { name: name.into(), nation, rank, offices: BTreeSet::new() });
    Ok(())
}

fn player_mut(state: &mut LandState, number: PlayerNo) -> Option<&mut Player> {
    state.players.get_mut(usize::from(number.0))
}
