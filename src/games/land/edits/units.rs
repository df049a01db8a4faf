//! Hand edits of units (ROTD-EUWOL chapter 3; 3.5b, 10.11, 12.6).

use crate::book::{Book, Home, Order};
use crate::bridges;
use crate::combat::guns;
use crate::edits::bench::{Bench, bars_to_place, leans_on, standing_at, usual_place};
use crate::edits::field::{Look, Setting, UnitField};
use crate::edits::fields;
use crate::edits::value::{self, Impossible};
use crate::edits::work;
use crate::event::Place;
use crate::event::reason::{self, Reason};
use crate::inactive;
use crate::mergers::{self, Bar};
use crate::muster;
use crate::scenario;
use crate::state::Seat;
use crate::track::moves_off_bridges;
use crate::unit::{Source, Status, Unit, UnitId, UnitType};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::refusal::Refusal;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// The highest number of a unit's id, four digits as orders write it (rule 3.1).
const MOST_NUMBER: u16 = 9999;

/// A field of a unit's status gets a value (`fields`).
pub fn set(bench: &mut Bench<'_>, id: UnitId, field: &str, words: &str) -> Result<(), Impossible> {
    let field = field_of(field)?;
    let unit = bench.unit(id)?.clone();
    let look = Look { ground: bench.ground, state: &bench.state };
    match field.setting(&unit, words, &look)? {
        Setting::Edit(edit) => return work(bench, &edit),
        Setting::Name(name) => name_it(bench, id, name),
        Setting::Unit(changed) => {
            check_status(bench, &unit, &changed);
            check_bridge(bench, &unit, &changed);
            bench.replace(*changed);
        }
    }
    if let Some(afresh) = field.afresh {
        bench.note(format!("{} of {id}: {afresh}.", field.name));
    }
    Ok(())
}

/// A unit is called otherwise.
fn name_it(bench: &mut Bench<'_>, id: UnitId, name: Option<String>) {
    match name {
        Some(name) => bench.state.names.insert(id, name),
        None => bench.state.names.remove(&id),
    };
}

fn field_of(name: &str) -> Result<&'static UnitField, Impossible> {
    fields::field_named(name).ok_or_else(|| Impossible {
        why: format!("Units have no field {:?}.", name.trim()),
        nearest: fields::nearest_field(name).map(str::to_owned),
    })
}

impl UnitField {
    /// Whether units have it in a game of a book: there is initiative where it says who moves first, a home city where militia
    /// have one, regiments where a type is counted in them.
    pub fn is_in(&self, book: &Book) -> bool {
        match self.name {
            "initiative" => book.tactics.order == Order::Initiative,
            "home-city" => book.musters.home == Home::City,
            "regiments" => book.kinds.iter().any(|kind| kind.size.regiments > 0),
            "laid" => book.bridges.is_some(),
            _ => true,
        }
    }
}

/// ROTD-EUWOL 1.5, 13.2: what keeps a unit from being active or inactive by order keeps a GA from making it so.
fn check_status(bench: &mut Bench<'_>, before: &Unit, after: &Unit) {
    let bar = bench.look(|field| match (before.status, after.status) {
        (one, other) if one == other => None,
        (_, Status::Inactive) => inactive::bar_to_rest(field, before.id),
        (_, Status::Active) => inactive::bar_to_activation(field, before.id),
        (_, Status::Shattered) => None,
    });
    if let Some(bar) = bar {
        let Refusal { why, rule, .. } = reason::refusal(&bar.into());
        bench.forbid(Breach::of(before.id, format!(": {why}.")).by(rule));
    }
}

/// ROTD-EUWOL 12.4: a bridge is laid in a river square, and taken up when nobody stands on it.
fn check_bridge(bench: &mut Bench<'_>, before: &Unit, after: &Unit) {
    if before.deployed == after.deployed {
        return;
    }
    let (in_river, in_use) =
        bench.look(|field| (muster::lies_in_a_river(after, field.atlas), bridges::is_in_use(field, before)));
    if after.deployed && !in_river {
        bench.forbid(Breach::of(before.id, ": it lies in no river square without a bridge.").by("rule 12.4"));
    }
    if before.deployed && in_use {
        bench.forbid(Breach::of(before.id, ": units stand on the bridge.").by("rule 12.4"));
    }
}

/// A unit stands elsewhere.
pub fn place(
    bench: &mut Bench<'_>,
    id: UnitId,
    at: StrategicSquare,
    tac: Option<TacticalSquare>,
) -> Result<(), Impossible> {
    let at = value::on_the_map(&bench.ground, at)?;
    let unit = bench.unit(id)?.clone();
    let (there, bars) = bench.look(|field| {
        let to = Place { at, tac: tac.unwrap_or_else(|| usual_place(field, &unit, at)) };
        (standing_at(field, &unit, to), bars_to_place(field, &unit, to))
    });
    if (there.at, there.tac) == (unit.at, unit.tac) {
        bench.note(format!("{id} stands on {} of {} already.", unit.tac, bench.label(unit.at)));
        return Ok(());
    }
    bars.into_iter().for_each(|bar| bench.forbid(bar));
    if id.kind == UnitType::NavalBattery {
        bench.forbid(Breach::of(id, ": naval batteries do not move.").by("rule 7.17"));
    }
    bench.replace(there);
    settle_about(bench, id, [unit.at, at]);
    Ok(())
}

/// What follows from a unit's having come or gone: sieges there, and its own and its dependants' communications and supply
/// source. A headquarters that comes may help who had none.
fn settle_about(bench: &mut Bench<'_>, id: UnitId, squares: [StrategicSquare; 2]) {
    squares.into_iter().for_each(|at| bench.judge_siege(at));
    let is_helped = |unit: &Unit| id.kind.is_hq() && (unit.communications.is_none() || unit.source.is_none());
    bench.relink(|unit| unit.id == id || leans_on(unit, id) || is_helped(unit));
}

/// What a new unit is to be.
pub struct Wanted<'a> {
    pub id: UnitId,
    pub at: StrategicSquare,
    pub tac: Option<TacticalSquare>,
    /// Who commands it; else the only player of its nation.
    pub commander: Option<&'a str>,
    /// Names and values of fields.
    pub fields: &'a [(String, String)],
}

/// A unit appears, as its type is mustered (`muster`), with some fields set.
pub fn create(bench: &mut Bench<'_>, wanted: &Wanted<'_>) -> Result<(), Impossible> {
    let id = wanted.id;
    let at = value::on_the_map(&bench.ground, wanted.at)?;
    if bench.state.units.contains_key(&id) {
        return Err(Impossible {
            nearest: free_id(bench, id),
            why: format!("There is a unit {id} already."),
        });
    }
    value::known(bench.ground.book, id.nation)?;
    if !(1..=MOST_NUMBER).contains(&id.number) {
        return Err(Impossible::new(format!("Expected in {id} a number from 1 to {MOST_NUMBER}.")));
    }
    let seat = seat(bench, wanted)?;
    let book = bench.ground.book;
    book.check_kind(id.kind)
        .and_then(|()| book.check_nation(id.nation))
        .map_err(|why| Impossible::new(format!("{id}: {why}.")))?;
    let mut unit = muster::unit(bench.ground.book, id, at, TacticalSquare::MIDDLE);
    let mut called = None;
    for (name, words) in wanted.fields {
        match with_field(bench, &unit, name, words)? {
            Wished::Unit(changed) => unit = *changed,
            Wished::Name(name) => called = name,
        }
    }
    if !wanted.fields.iter().any(|(name, _)| is_field(name, "initiative")) {
        unit.initiative = muster::usual_initiative(bench.ground.book, &unit);
    }
    let wished_fort = wanted.fields.iter().any(|(name, _)| is_field(name, "fort")).then_some(unit.in_fort);
    let (mut there, bars) = bench.look(|field| {
        let to = Place { at, tac: wanted.tac.unwrap_or_else(|| usual_place(field, &unit, at)) };
        (standing_at(field, &unit, to), bars_to_place(field, &unit, to))
    });
    there.in_fort = wished_fort.unwrap_or(there.in_fort);
    bars.into_iter().for_each(|bar| bench.forbid(bar));
    bench.state.seats.insert(id, seat);
    name_it(bench, id, called);
    muster::settle_home(bench.ground.book, bench.ground.atlas, &bench.state.cities, &mut there);
    bench.replace(there);
    settle_about(bench, id, [at, at]);
    Ok(())
}

fn is_field(name: &str, known: &str) -> bool {
    fields::field_named(name).is_some_and(|field| field.name == known)
}

/// The next number of a nation's units of a type that nobody has.
fn free_id(bench: &Bench<'_>, id: UnitId) -> Option<String> {
    let mut free = (1..=MOST_NUMBER).map(|number| UnitId { number, ..id });
    free.find(|id| !bench.state.units.contains_key(id)).map(|id| id.to_string())
}

/// ROTD-EUWOL 3.5: who commands a new unit: whom the GA names, else the only player of its nation.
fn seat(bench: &mut Bench<'_>, wanted: &Wanted<'_>) -> Result<Seat, Impossible> {
    let nation = wanted.id.nation;
    let Some(name) = wanted.commander else {
        let commander = scenario::only_player(nation, &bench.state).ok_or_else(|| {
            let why = format!("Who commands {}? {} has not exactly one player.", wanted.id, nation.words());
            Impossible { why, nearest: Some("COMMANDER and a player's name".into()) }
        })?;
        return Ok(Seat { commander, deputy: None });
    };
    let commander = value::player(&bench.state, name)?;
    super::people::check_officer(bench, commander, wanted.id);
    Ok(Seat { commander, deputy: None })
}

/// What a field of a new unit comes to.
enum Wished {
    Unit(Box<Unit>),
    /// What it is called, none for nothing.
    Name(Option<String>),
}

/// A new unit with a field set; place and commander are named in words of their own.
fn with_field(bench: &mut Bench<'_>, unit: &Unit, name: &str, words: &str) -> Result<Wished, Impossible> {
    let field = field_of(name)?;
    let look = Look { ground: bench.ground, state: &bench.state };
    match field.setting(unit, words, &look)? {
        Setting::Unit(unit) => {
            if field.afresh.is_some() {
                bench.note(format!(
                    "{} of {}: it is worked out from where the unit stands.",
                    field.name, unit.id
                ));
            }
            Ok(Wished::Unit(unit))
        }
        Setting::Name(name) => Ok(Wished::Name(name)),
        Setting::Edit(_) => Err(Impossible::new(format!(
            "{} of a new unit is no field behind WITH: it has words of its own in CREATE UNIT, or an edit of its own.",
            field.name
        ))),
    }
}

/// A unit is struck from the lists.
pub fn remove(bench: &mut Bench<'_>, id: UnitId) -> Result<(), Impossible> {
    let unit = bench.unit(id)?.clone();
    if bench.look(|field| bridges::is_in_use(field, &unit)) {
        bench.forbid(Breach::of(id, ": units stand on the bridge.").by("rule 12.4"));
    }
    strike(bench, &unit);
    Ok(())
}

/// ROTD-EUWOL 12.6: a bridge that is laid is gone; who stood on it stands on the nearest ground beside it (R-8.5b).
pub fn remove_pontoon(bench: &mut Bench<'_>, id: UnitId) -> Result<(), Impossible> {
    let unit = bench.unit(id)?.clone();
    if id.kind != UnitType::PontoonBridge {
        return Err(Impossible::new(format!("{id} is no pontoon bridge: REMOVE UNIT {id} strikes it.")));
    }
    if !unit.spans() {
        bench.forbid(Breach::of(id, ": it does not lie as a bridge.").by("rule 12.6"));
    }
    strike(bench, &unit);
    Ok(())
}

fn strike(bench: &mut Bench<'_>, unit: &Unit) {
    bench.state.units.remove(&unit.id);
    bench.state.seats.remove(&unit.id);
    bench.state.names.remove(&unit.id);
    if unit.spans() {
        let moves = bench.look(|field| moves_off_bridges(field, unit.at, |tac| tac == unit.tac));
        for (id, tac) in moves {
            if let Some(stranded) = bench.state.units.get_mut(&id) {
                stranded.tac = tac;
            }
        }
    }
    settle_about(bench, unit.id, [unit.at, unit.at]);
}

/// ROTD-EUWOL 10.11: batteries go from one unit to another, as captured ones do by order.
pub fn transfer(bench: &mut Bench<'_>, batteries: u8, from: UnitId, to: UnitId) -> Result<(), Impossible> {
    let held = bench.unit(from)?.batteries;
    bench.unit(to)?;
    if from == to {
        return Err(Impossible::new(format!("{from} cannot give batteries to itself.")));
    }
    if batteries == 0 || batteries > held {
        let why = format!("{from} has {held} batteries: it cannot give {batteries}.");
        return Err(Impossible::new(why));
    }
    for _ in 0..batteries {
        if let Some(bar) = bench.look(|field| guns::bar(field, from, to)) {
            bench.forbid(Breach::of(from, format!(" and {to}: {}.", Reason::from(bar))).by("rule 10.11"));
        }
        let (mut giver, mut taker) = (bench.unit(from)?.clone(), bench.unit(to)?.clone());
        giver.batteries -= 1;
        guns::add_battery(&mut taker, giver.guns);
        bench.replace(giver);
        bench.replace(taker);
    }
    Ok(())
}

/// ROTD-EUWOL 3.5b, R-3.5a, R-3.5c, R-3.5d: a unit ceases to be and another has what both had, as by the order MERGE INTO. Two units of
/// which nobody could say what one of them would be are never merged.
pub fn merge(bench: &mut Bench<'_>, id: UnitId, into: UnitId) -> Result<(), Impossible> {
    let (unit, other) = (bench.unit(id)?.clone(), bench.unit(into)?.clone());
    match bench.look(|field| mergers::bar(field, id, into)) {
        Some(bar @ (Bar::Itself | Bar::Kind | Bar::Unlike | Bar::Gone)) => {
            return Err(Impossible::by("rule 3.5b", format!("{id} and {into}: {}.", Reason::from(bar))));
        }
        Some(bar) => {
            bench.forbid(Breach::of(id, format!(" and {into}: {}.", Reason::from(bar))).by("rule 3.5b"));
        }
        None => {}
    }
    let book = bench.ground.book;
    let (merged, excess) = mergers::combined(book, &unit, &other);
    let abroad = !bench.look(|field| field.is_home(into.nation, merged.at));
    let back = excess - if abroad { excess * book.musters.lost_abroad / 1000 } else { 0 };
    strike(bench, &unit);
    bench.replace(merged);
    if excess > 0 {
        bench.note(format!(
            "{excess} men are more than {into} may have: {back} go back to the manpower pool."
        ));
    }
    if back > 0 {
        *bench.state.manpower.entry(into.nation).or_default() += back;
    }
    Ok(())
}

/// Units that list a depot or cache in a square as their source, or have none, look for one anew.
pub fn seek_supplies(bench: &mut Bench<'_>, at: StrategicSquare) {
    bench.relink(|unit| unit.source.is_none() || unit.source == Some(Source::Depot(at)));
}

/// A unit gets supplies (WISC 9.3), as its status block names them.
pub fn set_supplies(bench: &mut Bench<'_>, id: UnitId, amount: u32) -> Result<(), Impossible> {
    set(bench, id, "supplies", &amount.to_string())
}

/// Units that stand on bridges of a square that are gone come to ground.
pub fn leave_bridges(bench: &mut Bench<'_>, at: StrategicSquare) {
    let bridges = &bench.ground.atlas.sheet(at).bridge;
    let moves = bench.look(|field| moves_off_bridges(field, at, |tac| bridges[tac.index()]));
    for (id, tac) in moves {
        if let Some(mut unit) = bench.state.units.get(&id).cloned() {
            unit.tac = tac;
            bench.replace(unit);
        }
    }
}
