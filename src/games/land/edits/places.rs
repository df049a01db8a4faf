//! Hand edits of the land: depots and stores (ROTD-EUWOL 11.5), railways and bridges (8.5, 8.6), control and ownership
//! (1.3, 1.4, 8.2).

use crate::control;
use crate::edits::bench::Bench;
use crate::edits::city;
use crate::edits::edit::Store;
use crate::edits::units;
use crate::edits::value::{self, Impossible, MOST_STORED};
use crate::edits::words::control_words;
use crate::event::reason::Reason;
use crate::scenario;
use crate::state::{Control, Depot, DepotKind};
use crate::supply::depots;
use crate::track;
use fieldpost_engine::breach::Breach;
use fieldpost_engine::voice::Voice;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// A depot or cache as it is to be.
pub struct Wanted {
    /// Which of the two.
    pub kind: DepotKind,
    pub at: StrategicSquare,
    pub tac: Option<TacticalSquare>,
    /// Whose; else whose land it is.
    pub side: Option<NationCode>,
    pub supplies: u32,
}

/// ROTD-EUWOL 11.5: a depot or cache appears, where the treasury could place one.
pub fn place_depot(bench: &mut Bench<'_>, wanted: &Wanted) -> Result<(), Impossible> {
    let at = value::on_the_map(&bench.ground, wanted.at)?;
    let label = bench.label(at);
    let side = match wanted.side {
        Some(side) => value::known(bench.ground.book, side)?,
        None => bench.look(|field| field.soil_of(at)).ok_or_else(|| Impossible {
            why: format!("Whose is it to be? No nation owns the land in {label}."),
            nearest: Some("FOR and a nation".into()),
        })?,
    };
    if let Some(there) = bench.state.depots.iter().find(|depot| depot.at == at && depot.side == side) {
        let (what, whose) = (there.kind.word(), side.words());
        return Err(Impossible::new(format!(
            "{whose} has a {what} in {label} already, and has room for one there."
        )));
    }
    let supplies = stored("supplies of it", wanted.supplies)?;
    let tac = wanted.tac.unwrap_or_else(|| usual_place(bench, wanted.kind, at, side));
    let bars: Vec<_> = bench.look(|field| depots::bars_to_place(field, side, wanted.kind, at, tac).collect());
    for bar in bars {
        let why = Reason::from(bar).told(Voice { takes_no_side: true, ..Voice::default() });
        bench.forbid(
            Breach::from(format!("No {} in {label} {tac}: {why}.", wanted.kind.word())).by("rule 11.5"),
        );
    }
    bench.state.depots.push(Depot { at, tac, kind: wanted.kind, side, supplies });
    units::seek_supplies(bench, at);
    Ok(())
}

/// ROTD-EUWOL 11.5: the city's tactical square, else the nearest to the middle that the rule allows, else that it lets
/// anybody stand on, else the middle.
fn usual_place(bench: &Bench<'_>, kind: DepotKind, at: StrategicSquare, side: NationCode) -> TacticalSquare {
    bench.look(|field| {
        let bars =
            |tac: TacticalSquare| depots::bars_to_place(field, side, kind, at, tac).collect::<Vec<_>>();
        if let Some(city) = field.atlas.map.city_at(at).filter(|city| bars(city.tac).is_empty()) {
            return city.tac;
        }
        let sheet = field.atlas.sheet(at);
        let key = |tac: &TacticalSquare| (tac.distance(TacticalSquare::MIDDLE), tac.col(), tac.row());
        let passable = || TacticalSquare::all().filter(|tac| sheet.is_passable(*tac));
        // What keeps it from the strategic square keeps it from every tactical one: the fewest bars are the best.
        let best = passable().min_by_key(|tac| (bars(*tac).len(), key(tac)));
        best.unwrap_or(TacticalSquare::MIDDLE)
    })
}

/// A depot or cache disappears with what it holds.
pub fn remove_depot(
    bench: &mut Bench<'_>,
    kind: DepotKind,
    at: StrategicSquare,
    side: Option<NationCode>,
) -> Result<(), Impossible> {
    let at = value::on_the_map(&bench.ground, at)?;
    let is_meant =
        |depot: &Depot| depot.at == at && depot.kind == kind && side.is_none_or(|side| side == depot.side);
    let place = the_only(bench, at, &format!("{} of", kind.word()), is_meant)?;
    bench.state.depots.remove(place);
    units::seek_supplies(bench, at);
    Ok(())
}

/// The place in the list of the one depot that is meant.
fn the_only(
    bench: &Bench<'_>,
    at: StrategicSquare,
    what: &str,
    is_meant: impl Fn(&Depot) -> bool,
) -> Result<usize, Impossible> {
    let label = bench.label(at);
    let found: Vec<(usize, &Depot)> =
        bench.state.depots.iter().enumerate().filter(|(_, depot)| is_meant(depot)).collect();
    match found[..] {
        [(place, _)] => Ok(place),
        [] => {
            let near = bench.state.depots.iter().min_by_key(|depot| (depot.at.distance(at), depot.at));
            let nearest = near.map(|depot| {
                format!("the {} of {} in {}", depot.kind.word(), depot.side.spoken(), bench.label(depot.at))
            });
            let what = what.trim_end_matches(" of");
            Err(Impossible { why: format!("There is no such {what} in {label}."), nearest })
        }
        [..] => {
            let whose: Vec<String> = found.iter().map(|(_, depot)| depot.side.words()).collect();
            let whose = whose.join(" and ");
            Err(Impossible::new(format!("Whose? In {label} there is a {what} {whose}.")))
        }
    }
}

/// ROTD-EUWOL 11.5, WISC 9.3: what a city, a depot or a headquarters holds.
pub fn set_supplies(bench: &mut Bench<'_>, place: &Store, amount: u32) -> Result<(), Impossible> {
    match place {
        Store::City(name) => city::set(bench, name, "supplies", &amount.to_string()),
        Store::Unit(id) => units::set_supplies(bench, *id, amount),
        Store::Depot(at) => set_depot(bench, *at, amount),
    }
}

fn set_depot(bench: &mut Bench<'_>, at: StrategicSquare, amount: u32) -> Result<(), Impossible> {
    let at = value::on_the_map(&bench.ground, at)?;
    let amount = stored("supplies of it", amount)?;
    let has_depot = bench.state.depots.iter().any(|depot| depot.at == at);
    if let Some((name, _)) = bench.state.city_at(at).filter(|_| !has_depot) {
        let (label, nearest) = (bench.label(at), format!("SET SUPPLIES {amount} AT {name}"));
        let why = format!("There is no depot or cache in {label}, but a city.");
        return Err(Impossible { why, nearest: Some(nearest) });
    }
    let place = the_only(bench, at, "depot or cache of", |depot| depot.at == at)?;
    if let Some(depot) = bench.state.depots.get_mut(place) {
        depot.supplies = amount;
    }
    Ok(())
}

fn stored(what: &str, amount: u32) -> Result<u32, Impossible> {
    value::number(what, &amount.to_string(), 0, MOST_STORED)
}

/// ROTD-EUWOL 8.5: track is destroyed; or whole again, as when it has been rebuilt.
pub fn set_rail(bench: &mut Bench<'_>, at: StrategicSquare, destroyed: bool) -> Result<(), Impossible> {
    let at = railway(bench, at)?;
    if destroyed {
        bench.state.track_destroyed.insert(at);
    } else {
        track::make_whole(&mut bench.state, at);
    }
    Ok(())
}

/// ROTD-EUWOL 8.6, R-8.5b: railway bridges are destroyed, the track with them, and who stood on them comes to ground; or
/// they are whole again with the track, as when they have been rebuilt.
pub fn set_bridge(bench: &mut Bench<'_>, at: StrategicSquare, destroyed: bool) -> Result<(), Impossible> {
    let at = railway(bench, at)?;
    if !bench.ground.atlas.sheet(at).bridge.contains(&true) {
        let label = bench.label(at);
        return Err(Impossible::new(format!("The railway in {label} has no bridge.")));
    }
    if destroyed {
        bench.state.track_destroyed.insert(at);
        bench.state.bridges_destroyed.insert(at);
        units::leave_bridges(bench, at);
    } else {
        track::make_whole(&mut bench.state, at);
    }
    Ok(())
}

fn railway(bench: &Bench<'_>, at: StrategicSquare) -> Result<StrategicSquare, Impossible> {
    let at = value::on_the_map(&bench.ground, at)?;
    let map = &bench.ground.atlas.map;
    if map.is_rail(at) {
        return Ok(at);
    }
    let nearest = nearest_square(bench, at, |square| map.is_rail(square));
    Err(Impossible { why: format!("No railway passes {}.", bench.label(at)), nearest })
}

/// The nearest square of a kind beside another, by name.
fn nearest_square(
    bench: &Bench<'_>,
    at: StrategicSquare,
    is_meant: impl Fn(StrategicSquare) -> bool,
) -> Option<String> {
    let beside = bench.ground.atlas.map.grid.neighbours(at).find(|(_, square)| is_meant(*square));
    beside.map(|(_, square)| bench.label(square))
}

/// ROTD-EUWOL 1.3, 8.2: who controls a square's railway or river.
pub fn set_control(
    bench: &mut Bench<'_>,
    river: bool,
    at: StrategicSquare,
    nation: Option<NationCode>,
) -> Result<(), Impossible> {
    let at = if river { river_square(bench, at)? } else { railway(bench, at)? };
    let nation = nation.map(|nation| value::known(bench.ground.book, nation)).transpose()?;
    let wanted = nation.map_or(Control::None, Control::Nation);
    let soil = bench.look(|field| field.soil_of(at));
    let marks = if river { &mut bench.state.river_control } else { &mut bench.state.rail_control };
    control::mark(marks, soil, at, wanted);
    let now = bench.look(|field| control::of_railway_now(field, at));
    if !river && now != wanted {
        let holder = control_words(Some(now));
        bench.note(format!(
            "Combat units stand in {}: at the next judgement its railway goes to {holder} (rule 8.2).",
            bench.label(at)
        ));
    }
    Ok(())
}

fn river_square(bench: &Bench<'_>, at: StrategicSquare) -> Result<StrategicSquare, Impossible> {
    let at = value::on_the_map(&bench.ground, at)?;
    let map = &bench.ground.atlas.map;
    if map.is_river(at) {
        return Ok(at);
    }
    let nearest = nearest_square(bench, at, |square| map.is_river(square));
    Err(Impossible { why: format!("No river passes {}.", bench.label(at)), nearest })
}

/// ROTD-EUWOL 1.4: the land of a state changes hands, with its cities if these are wished too. Every city on owned land is
/// in the game.
pub fn set_owner(
    bench: &mut Bench<'_>,
    state: &str,
    nation: NationCode,
    with_cities: bool,
) -> Result<(), Impossible> {
    let nation = value::known(bench.ground.book, nation)?;
    let name = value::state(&bench.ground, state)?;
    let map = &bench.ground.atlas.map;
    bench.state.owners.insert(name.clone(), nation);
    for site in map.cities.iter().filter(|site| map.state_at(site.at).is_some_and(|state| state.name == name))
    {
        match bench.state.cities.get(&site.name) {
            Some(_) if with_cities => city::give(bench, &site.name, nation),
            Some(_) => {}
            None => {
                bench.state.cities.insert(site.name.clone(), scenario::city(site, nation));
            }
        }
    }
    bench.note(format!("Railways and rivers of {name} that no side has taken follow its land (rule 1.3)."));
    Ok(())
}
