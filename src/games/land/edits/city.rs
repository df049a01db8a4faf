//! A city's fields: the table by which they are read, shown, set and told (ROTD-EUWOL 1.4, 2.6, 11.3, 11.11).

use crate::cities;
use crate::communications::{cities_by_square, is_besieged_square};
use crate::edits::bench::Bench;
use crate::edits::value::{self, Impossible, MOST_STORED};
use crate::siege;
use crate::state::City;
use fieldpost_engine::breach::Breach;
use fieldpost_engine::nearest;
use fieldpost_ground::map::{Fort, MOST_MANUFACTURING};
use fieldpost_ground::nation::NationCode;

pub struct CityField {
    /// Its name, one word.
    pub name: &'static str,
    /// The rule that it comes from (ROTD-EUWOL).
    pub rule: &'static str,
    /// What may be written for it, for people.
    pub expects: &'static str,
    /// What the turn does to it by itself, if it does not leave it as it was set.
    pub afresh: Option<&'static str>,
    show: fn(&City) -> String,
    set: fn(&mut Bench<'_>, &str, &str) -> Result<(), Impossible>,
}

impl CityField {
    /// Its value, in words that read as the same value.
    pub fn shown(&self, city: &City) -> String {
        (self.show)(city)
    }
}

pub fn city_fields() -> &'static [CityField] {
    FIELDS
}

const FIELDS: &[CityField] = &[
    CityField {
        name: "control",
        rule: "1.4",
        expects: "a nation",
        afresh: None,
        show: |city| city.control.words(),
        set: set_control,
    },
    CityField {
        name: "home",
        rule: "1.4",
        expects: "a nation",
        afresh: None,
        show: |city| city.home.words(),
        set: |bench, name, words| {
            let home = value::nation(bench.ground.book, words)?;
            change(bench, name, |city| city.home = home);
            Ok(())
        },
    },
    CityField {
        name: "supplies",
        rule: "11.5",
        expects: "a number from 0 to 9999999",
        afresh: None,
        show: |city| city.supplies.to_string(),
        set: set_supplies,
    },
    CityField {
        name: "manufacturing",
        rule: "11.11",
        expects: "a number from 0 to 10",
        afresh: None,
        show: |city| city.manufacturing.to_string(),
        set: |bench, name, words| {
            let what = format!("manufacturing of {name}");
            let level = value::number(&what, words, 0, MOST_MANUFACTURING.into())?;
            change(bench, name, |city| {
                city.manufacturing = u8::try_from(level).unwrap_or(MOST_MANUFACTURING)
            });
            Ok(())
        },
    },
    CityField {
        name: "fort",
        rule: "2.6",
        expects: "strength 1 to 5 and capacity 1 to 9999999, such as `strength 4 capacity 6000`, or none",
        afresh: None,
        show: |city| {
            let fort = city.fort.map(|fort| format!("strength {} capacity {}", fort.strength, fort.capacity));
            fort.unwrap_or_else(|| "none".into())
        },
        set: set_fort,
    },
    CityField {
        name: "besieged",
        rule: "11.3",
        expects: "yes or no",
        afresh: Some(
            "it is judged anew at the end of every movement phase: what is set holds for the supply of the open turn",
        ),
        show: |city| value::yes_or_no(city.besieged),
        set: set_besieged,
    },
];

/// A field of a city gets a value.
pub fn set(bench: &mut Bench<'_>, city: &str, field: &str, words: &str) -> Result<(), Impossible> {
    let name = value::city(&bench.state, city)?.0.to_owned();
    let wanted = value::plain(field);
    let field = FIELDS.iter().find(|known| known.name == wanted).ok_or_else(|| Impossible {
        why: format!("Cities have no field {:?}.", field.trim()),
        nearest: nearest::nearest(field, FIELDS.iter().map(|known| (known.name, known.name.to_owned()))),
    })?;
    (field.set)(bench, &name, words)?;
    if let Some(afresh) = field.afresh {
        bench.note(format!("{} of {name}: {afresh}.", field.name));
    }
    Ok(())
}

fn change(bench: &mut Bench<'_>, name: &str, change: impl FnOnce(&mut City)) {
    if let Some(city) = bench.state.cities.get_mut(name) {
        change(city);
    }
}

fn set_control(bench: &mut Bench<'_>, name: &str, words: &str) -> Result<(), Impossible> {
    give(bench, name, value::nation(bench.ground.book, words)?);
    Ok(())
}

/// R-2.7/3.x: a city changes hands as when it is taken, save that nobody's morale is moved.
pub fn give(bench: &mut Bench<'_>, name: &str, nation: NationCode) {
    if bench.state.cities.get(name).is_none_or(|city| city.control == nation) {
        return;
    }
    cities::hand_over(&mut bench.state, name, nation);
    let taker = bench.look(|field| field.state.cities.get(name).and_then(|city| cities::taker(field, city)));
    if let Some(taker) = taker {
        let taker = taker.words();
        bench.note(format!(
            "{name}: the units in its square are hostile to who controls it now: it goes to {taker} at the end of the \
             next phase of movement (rule 1.4)."
        ));
    }
    bench.note("Nobody's morale is moved by a city that is given by hand (rule 3.7): SET UNIT does that.");
}

/// ROTD-EUWOL 11.3: nothing comes into a besieged city.
fn set_supplies(bench: &mut Bench<'_>, name: &str, words: &str) -> Result<(), Impossible> {
    let city = value::city(&bench.state, name)?.1;
    let supplies = value::number_from(&format!("supplies of {name}"), words, city.supplies, 0, MOST_STORED)?;
    if supplies > city.supplies && is_besieged_square(&cities_by_square(&bench.state), city.at, city.tac) {
        bench.forbid(Breach::from(format!("{name} is besieged: nothing comes into it.")).by("rule 11.3"));
    }
    change(bench, name, |city| city.supplies = supplies);
    Ok(())
}

/// ROTD-EUWOL 2.6: without a fort nobody is in it; in a smaller one all of them must still have room.
fn set_fort(bench: &mut Bench<'_>, name: &str, words: &str) -> Result<(), Impossible> {
    let fort = fort(name, words)?;
    bench.in_order(|state| {
        let Some(city) = state.cities.get_mut(name) else { return };
        city.fort = fort;
        let place = (city.at, city.tac);
        let inside = state.units.values_mut().filter(|unit| (unit.at, unit.tac) == place);
        inside.for_each(|unit| unit.in_fort &= fort.is_some());
    });
    Ok(())
}

/// Two numbers with or without their words, or none.
fn fort(name: &str, words: &str) -> Result<Option<Fort>, Impossible> {
    if words.trim().eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let wrong = || {
        let found = words.trim();
        Impossible::new(format!(
            "Expected as fort of {name} a strength and a capacity such as `strength 4 capacity 6000`, or none; found {found:?}."
        ))
    };
    let is_word = |word: &&str| ["strength", "capacity"].iter().any(|known| known.eq_ignore_ascii_case(word));
    let numbers: Vec<&str> = words.split_whitespace().filter(|word| !is_word(word)).collect();
    let [strength, capacity] = numbers[..] else { return Err(wrong()) };
    let strength = value::number(&format!("strength of the fort of {name}"), strength, 1, 5)?;
    let capacity = value::number(&format!("capacity of the fort of {name}"), capacity, 1, MOST_STORED)?;
    Ok(Some(Fort { strength: u8::try_from(strength).map_err(|_| wrong())?, capacity }))
}

/// ROTD-EUWOL 11.3: a city is besieged by those about it, and by nobody's word.
fn set_besieged(bench: &mut Bench<'_>, name: &str, words: &str) -> Result<(), Impossible> {
    let besieged = value::flag(&format!("besieged of {name}"), words)?;
    let city = value::city(&bench.state, name)?.1.clone();
    if bench.look(|field| siege::is_besieged(field, &city)) != besieged {
        let is = if besieged { "is not" } else { "is" };
        bench.forbid(Breach::from(format!("{name} {is} besieged as the units stand.")).by("rule 11.3"));
    }
    change(bench, name, |city| city.besieged = besieged);
    Ok(())
}
