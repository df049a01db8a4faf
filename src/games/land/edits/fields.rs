//! A unit's fields as its status block names them (chapter 3): the one table by which they are read, shown, set and told.

use crate::edits::edit::Edit;
use crate::edits::field::{Look, Set, UnitField};
use crate::edits::value::{self, Impossible, MOST_MEN};
use crate::muster;
use crate::unit::{Guns, Quality, Reforming, Source, Status, Unit, UnitId, UnitType, Weapon};
use fieldpost_engine::nearest;
use fieldpost_ground::square::Grid;

/// Every field, in the order of the status block.
pub fn unit_fields() -> &'static [UnitField] {
    FIELDS
}

/// The field of a name, in any case; with hyphens, blanks or neither.
pub fn field_named(name: &str) -> Option<&'static UnitField> {
    let wanted = value::plain(name);
    FIELDS.iter().find(|field| field.names().any(|known| value::plain(known) == wanted))
}

/// The field whose name is nearest to a word, if one is near.
pub fn nearest_field(name: &str) -> Option<&'static str> {
    nearest::nearest(name, FIELDS.iter().flat_map(|field| field.names().map(|known| (known, field.name))))
}

/// Most of what is counted in turns or points.
const MOST_POINTS: u32 = 999;

const QUALITIES: &[&str] = &["very poor", "poor", "fair", "average", "good", "very good", "excellent"];

const WEAPONS: [(Weapon, &str); 8] = [
    (Weapon::Musket, WEAPON_WORDS[0]),
    (Weapon::Rifle, WEAPON_WORDS[1]),
    (Weapon::Breechloader, WEAPON_WORDS[2]),
    (Weapon::Chassepot, WEAPON_WORDS[3]),
    (Weapon::Carbine, WEAPON_WORDS[4]),
    (Weapon::BreechCarbine, WEAPON_WORDS[5]),
    (Weapon::Sabre, WEAPON_WORDS[6]),
    (Weapon::None, WEAPON_WORDS[7]),
];
const WEAPON_WORDS: &[&str] =
    &["musket", "rifle", "breechloader", "chassepot", "carbine", "breech carbine", "sabre", "none"];

const GUNS: [Guns; 4] = [Guns::Smoothbore, Guns::Rifled, Guns::Breech, Guns::Mitrailleuse];
const GUN_WORDS: &[&str] = &["smoothbore", "rifled", "breech", "mitrailleuse"];

const STATUSES: [Status; 3] = [Status::Active, Status::Inactive, Status::Shattered];
const STATUS_WORDS: &[&str] = &["active", "inactive", "shattered"];

/// What is worked out at the turn's end from where everybody stands.
const AT_THE_END: &str =
    "it is worked out anew at the end of every turn: what is set holds for the open turn";

const FIELDS: &[UnitField] = &[
    UnitField {
        name: "name",
        others: &["called"],
        rule: "what reports call it beside its id",
        afresh: None,
        show: |shown| shown.state.names.get(&shown.unit.id).cloned().unwrap_or_else(|| "none".into()),
        set: Set::Name,
    },
    UnitField {
        name: "square",
        others: &["place", "strategic-square"],
        rule: "3.3",
        afresh: None,
        show: |shown| shown.grid.label(shown.unit.at),
        set: Set::Edit { expects: "a strategic square, then a tactical one if wished", edit: move_to },
    },
    UnitField {
        name: "tac",
        others: &["tactical-square"],
        rule: "3.3",
        afresh: None,
        show: |shown| shown.unit.tac.to_string(),
        set: Set::Edit { expects: "a tactical square such as 7-11", edit: move_within },
    },
    UnitField {
        name: "fort",
        others: &["in-fort", "inside"],
        rule: "2.6",
        afresh: None,
        show: |shown| value::yes_or_no(shown.unit.in_fort),
        set: Set::Flag(|unit, inside| {
            unit.in_fort = inside;
            Ok(())
        }),
    },
    UnitField {
        name: "laid",
        others: &["deployed", "bridge"],
        rule: "12.4",
        afresh: None,
        show: |shown| value::yes_or_no(shown.unit.deployed),
        set: Set::Flag(|unit, laid| {
            if laid && unit.id.kind != UnitType::PontoonBridge {
                return Err("only a pontoon bridge is laid");
            }
            unit.deployed = laid;
            Ok(())
        }),
    },
    UnitField {
        name: "commander",
        others: &[],
        rule: "3.5",
        afresh: None,
        show: |shown| shown.player(shown.state.seats.get(&shown.unit.id).map(|seat| seat.commander)),
        set: Set::Edit {
            expects: "a player's name",
            edit: |unit, name, _| Ok(Edit::Assign { unit, commander: name.trim().into(), deputy: None }),
        },
    },
    UnitField {
        name: "deputy",
        others: &[],
        rule: "3.5",
        afresh: None,
        show: |shown| shown.player(shown.state.seats.get(&shown.unit.id).and_then(|seat| seat.deputy)),
        set: Set::Edit { expects: "a player's name, or nobody", edit: deputise },
    },
    UnitField {
        name: "strength",
        others: &["men"],
        rule: "3.1",
        afresh: None,
        show: |shown| shown.unit.strength.to_string(),
        set: Set::Number { least: 1, most: |_| MOST_MEN, set: |unit, men| unit.strength = men },
    },
    UnitField {
        name: "batteries",
        others: &[],
        rule: "3.1",
        afresh: None,
        show: |shown| shown.unit.batteries.to_string(),
        set: Set::Number { least: 0, most: |_| 50, set: |unit, number| unit.batteries = byte(number) },
    },
    UnitField {
        name: "regiments",
        others: &[],
        rule: "3.1",
        afresh: None,
        show: |shown| shown.unit.regiments.to_string(),
        set: Set::Number { least: 0, most: |_| 50, set: |unit, number| unit.regiments = byte(number) },
    },
    UnitField {
        name: "quality",
        others: &[],
        rule: "3.2",
        afresh: None,
        show: |shown| QUALITIES[shown.unit.quality as usize].into(),
        set: Set::Word { words: QUALITIES, set: |unit, place| unit.quality = Quality::ALL[place] },
    },
    UnitField {
        name: "experience",
        others: &[],
        rule: "3.6",
        afresh: None,
        show: |shown| shown.unit.experience.to_string(),
        set: Set::Number {
            least: 0,
            most: |_| MOST_POINTS,
            set: |unit, points| unit.experience = short(points),
        },
    },
    UnitField {
        name: "morale",
        others: &[],
        rule: "3.7",
        afresh: None,
        show: |shown| shown.unit.morale.to_string(),
        set: Set::Number { least: 0, most: |_| 100, set: |unit, points| unit.morale = byte(points) },
    },
    UnitField {
        name: "fatigue",
        others: &[],
        rule: "3.2",
        afresh: None,
        show: |shown| shown.unit.fatigue.to_string(),
        set: Set::Number {
            least: 0,
            most: |_| MOST_POINTS,
            set: |unit, points| unit.fatigue = short(points),
        },
    },
    UnitField {
        name: "initiative",
        others: &[],
        rule: "3.2",
        afresh: None,
        show: |shown| shown.unit.initiative.to_string(),
        set: Set::Number { least: 1, most: |_| 5, set: |unit, number| unit.initiative = byte(number) },
    },
    UnitField {
        name: "weapon",
        others: &["arms", "arm"],
        rule: "3.4",
        afresh: None,
        show: |shown| {
            let row = WEAPONS.iter().find(|row| row.0 == shown.unit.weapon);
            row.map_or("none", |row| row.1).into()
        },
        set: Set::Word { words: WEAPON_WORDS, set: |unit, place| unit.weapon = WEAPONS[place].0 },
    },
    UnitField {
        name: "guns",
        others: &[],
        rule: "3.4",
        afresh: None,
        show: |shown| GUN_WORDS[shown.unit.guns as usize].into(),
        set: Set::Word { words: GUN_WORDS, set: |unit, place| unit.guns = GUNS[place] },
    },
    UnitField {
        name: "supplies",
        others: &["supply"],
        rule: "11.9",
        afresh: None,
        show: |shown| shown.unit.supplies.to_string(),
        set: Set::Number {
            least: 0,
            most: |book| book.most_load().into(),
            set: |unit, n| unit.supplies = byte(n),
        },
    },
    UnitField {
        name: "ammunition",
        others: &["ammo"],
        rule: "11.11",
        afresh: None,
        show: |shown| shown.unit.ammunition.to_string(),
        set: Set::Number {
            least: 0,
            most: |book| book.supply.ammunition.most.into(),
            set: |unit, n| unit.ammunition = byte(n),
        },
    },
    UnitField {
        name: "munitions",
        others: &[],
        rule: "11.11",
        afresh: None,
        show: |shown| value::yes_or_no(shown.unit.munitions),
        set: Set::Flag(|unit, some| {
            unit.munitions = some;
            Ok(())
        }),
    },
    UnitField {
        name: "hungry",
        others: &["hungry-turns"],
        rule: "3.7",
        afresh: None,
        show: |shown| shown.unit.hungry.to_string(),
        set: Set::Number { least: 0, most: |_| 99, set: |unit, turns| unit.hungry = byte(turns) },
    },
    UnitField {
        name: "source",
        others: &["supply-source"],
        rule: "11.13",
        afresh: Some(AT_THE_END),
        show: |shown| source_words(shown.unit.source.as_ref(), shown.grid),
        set: Set::Read { expects: SOURCES, set: |unit, words, look| set_source(unit, words, look) },
    },
    UnitField {
        name: "communications",
        others: &["communications-with"],
        rule: "11.1",
        afresh: Some(AT_THE_END),
        show: |shown| source_words(shown.unit.communications.as_ref(), shown.grid),
        set: Set::Read { expects: SOURCES, set: |unit, words, look| set_communications(unit, words, look) },
    },
    UnitField {
        name: "in-communications",
        others: &[],
        rule: "11.1",
        afresh: Some(AT_THE_END),
        show: |shown| value::yes_or_no(shown.unit.in_communications),
        set: Set::Flag(|unit, is_in| {
            unit.in_communications = is_in;
            unit.communications = unit.communications.take().filter(|_| is_in);
            Ok(())
        }),
    },
    UnitField {
        name: "status",
        others: &["state"],
        rule: "13.1, 14.1",
        afresh: None,
        show: |shown| STATUS_WORDS[shown.unit.status as usize].into(),
        set: Set::Word { words: STATUS_WORDS, set: |unit, place| set_status(unit, STATUSES[place]) },
    },
    UnitField {
        name: "reforming",
        others: &[],
        rule: "14.3",
        afresh: None,
        show: |shown| reforming_words(shown.unit.reforming),
        set: Set::Read {
            expects: "none, or three numbers: turns left, turns it has lain, tries that failed",
            set: |unit, words, _| set_reforming(unit, words),
        },
    },
    UnitField {
        name: "home",
        others: &["home-state"],
        rule: "7.1",
        afresh: None,
        show: |shown| shown.unit.home.clone(),
        set: Set::Read { expects: "a state of the map", set: set_home },
    },
    UnitField {
        name: "home-city",
        others: &[],
        rule: "7.17",
        afresh: None,
        show: |shown| shown.unit.home_city.clone().unwrap_or_else(|| "none".into()),
        set: Set::Read { expects: "a city of the home state, or none", set: set_home_city },
    },
    UnitField {
        name: "wounded",
        others: &[],
        rule: "10.14",
        afresh: None,
        show: |shown| shown.unit.wounded.to_string(),
        set: Set::Number { least: 0, most: |_| MOST_MEN, set: |unit, men| unit.wounded = men },
    },
    UnitField {
        name: "stragglers",
        others: &[],
        rule: "10.14",
        afresh: None,
        show: |shown| shown.unit.stragglers.to_string(),
        set: Set::Number { least: 0, most: |_| MOST_MEN, set: |unit, men| unit.stragglers = men },
    },
    UnitField {
        name: "prisoners",
        others: &[],
        rule: "10.14",
        afresh: None,
        show: |shown| shown.unit.prisoners.to_string(),
        set: Set::Number { least: 0, most: |_| MOST_MEN, set: |unit, men| unit.prisoners = men },
    },
    UnitField {
        name: "killed",
        others: &[],
        rule: "10.14",
        afresh: None,
        show: |shown| shown.unit.killed.to_string(),
        set: Set::Number { least: 0, most: |_| MOST_MEN, set: |unit, men| unit.killed = men },
    },
    UnitField {
        name: "casualties",
        others: &[],
        rule: "10.14",
        afresh: None,
        show: |shown| shown.unit.casualties.to_string(),
        set: Set::Number { least: 0, most: |_| MOST_MEN, set: |unit, men| unit.casualties = men },
    },
];

/// Numbers that their ranges have made small.
fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn short(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// In the square where it stands it stays on its tactical square.
fn move_to(unit: UnitId, words: &str, look: &Look<'_>) -> Result<Edit, Impossible> {
    let (at, tac) = words.trim().split_once(' ').map_or((words, None), |(at, tac)| (at, Some(tac)));
    let at = value::strategic(&look.ground, at)?;
    let own = look.state.units.get(&unit).filter(|unit| unit.at == at).map(|unit| unit.tac);
    Ok(Edit::MoveUnit { unit, at, tac: tac.map(value::tactical).transpose()?.or(own) })
}

fn move_within(unit: UnitId, words: &str, look: &Look<'_>) -> Result<Edit, Impossible> {
    let at = value::unit(look.state, unit)?.at;
    Ok(Edit::MoveUnit { unit, at, tac: Some(value::tactical(words)?) })
}

fn deputise(unit: UnitId, words: &str, look: &Look<'_>) -> Result<Edit, Impossible> {
    let seat = look.state.seats.get(&unit).and_then(|seat| look.state.player(seat.commander));
    let commander =
        seat.ok_or_else(|| Impossible::new(format!("Nobody commands {unit}: ASSIGN it to somebody.")))?;
    let nobody = ["nobody", "none"].iter().any(|word| word.eq_ignore_ascii_case(words.trim()));
    let deputy = if nobody { String::new() } else { words.trim().to_owned() };
    Ok(Edit::Assign { unit, commander: commander.name.clone(), deputy: Some(deputy) })
}

const SOURCES: &str = "a headquarters, a city, the square of a depot, or none";

/// A source in words that read as itself.
fn source_words(source: Option<&Source>, grid: &Grid) -> String {
    match source {
        None => "none".into(),
        Some(Source::Depot(at)) => grid.label(*at),
        Some(source) => source.words(grid),
    }
}

fn set_source(unit: &mut Unit, words: &str, look: &Look<'_>) -> Result<(), Impossible> {
    unit.source = source(words, look)?;
    Ok(())
}

fn set_communications(unit: &mut Unit, words: &str, look: &Look<'_>) -> Result<(), Impossible> {
    unit.communications = source(words, look)?;
    unit.in_communications = unit.communications.is_some();
    Ok(())
}

/// Something that is there: a unit, a city, the square of a depot or cache.
fn source(words: &str, look: &Look<'_>) -> Result<Option<Source>, Impossible> {
    let words = words.trim();
    if words.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let grid = &look.ground.atlas.map.grid;
    Ok(Some(match muster::source(words, grid) {
        Source::Unit(id) => Source::Unit(value::unit(look.state, id)?.id),
        Source::City(name) => Source::City(value::city(look.state, &name)?.0.into()),
        Source::Depot(at) if look.state.depots.iter().any(|depot| depot.at == at) => Source::Depot(at),
        Source::Depot(at) => {
            return Err(Impossible::new(format!("There is no depot or cache in {}.", grid.label(at))));
        }
    }))
}

/// ROTD-EUWOL 2.6, 14.1: a shattered unit is in no fort; one that is not shattered does not reform.
fn set_status(unit: &mut Unit, status: Status) {
    unit.status = status;
    unit.in_fort &= status != Status::Shattered;
    unit.reforming = unit.reforming.filter(|_| status == Status::Shattered);
}

fn reforming_words(reforming: Option<Reforming>) -> String {
    reforming.map_or("none".into(), |how| {
        format!("{} turns left, {} lain, {} failed", how.turns_left, how.turns, how.failed)
    })
}

fn set_reforming(unit: &mut Unit, words: &str) -> Result<(), Impossible> {
    if words.trim().eq_ignore_ascii_case("none") {
        unit.reforming = None;
        return Ok(());
    }
    let wrong = |why: &str| Impossible::new(format!("reforming of {}: {why}, found {words:?}.", unit.id));
    if unit.status != Status::Shattered {
        return Err(wrong("only a shattered unit reforms; first SET its status"));
    }
    let runs = words.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let numbers: Vec<u8> = runs.map_while(|run| run.parse().ok().filter(|number| *number < 100)).collect();
    let [turns_left, turns, failed] = numbers[..] else {
        return Err(wrong("expected turns left, turns lain and tries failed, each 0 to 99"));
    };
    unit.reforming = Some(Reforming { turns_left, turns, failed });
    Ok(())
}

/// A state of the map; of units that are no militia also the nation's name, as they have it (`muster`).
fn set_home(unit: &mut Unit, words: &str, look: &Look<'_>) -> Result<(), Impossible> {
    let nation = unit.id.nation.words();
    let is_nation = nation.eq_ignore_ascii_case(words.trim()) && unit.id.kind != UnitType::Militia;
    unit.home = if is_nation { nation } else { value::state(&look.ground, words)? };
    Ok(())
}

/// A city of the map by the name that it has there; none for a unit that is at home nowhere.
fn set_home_city(unit: &mut Unit, words: &str, look: &Look<'_>) -> Result<(), Impossible> {
    let is_none = words.trim().eq_ignore_ascii_case("none");
    unit.home_city = if is_none { None } else { Some(value::city(look.state, words)?.0.to_owned()) };
    let fault = |name| muster::fault_of_home(look.ground.atlas, look.state, unit, name);
    let why = unit.home_city.as_deref().and_then(fault);
    why.map_or(Ok(()), |why| Err(Impossible::new(format!("home-city of {}: {why}.", unit.id))))
}
