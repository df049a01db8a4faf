//! The lists of a position as blocks: what needs attention, units, who commands what, cities and depots, who is in sight.

use crate::army::{Attention, Command, Corps, CorpsKind, UnitsAt};
use crate::labels::Labels;
use crate::places::{CityView, DepotView, Side, SightingView};
use crate::position::PositionView;
use crate::standing::Standing;
use crate::status::{StatusBlock, called};
use crate::tell::MOST_CALLED;
use fieldpost_engine::words::{agrees, counted, grouped};
use fieldpost_ground::spelling::spelt;
use fieldpost_print::section::{Block, Card, Column, Faced, Group, Listed, Roster, Row, Section};

/// How far off a city or depot may be to stand in a line of its own: as far as the strategic map reaches.
const WITHIN_REACH: u8 = 5;

/// How far off, in squares, cities and depots are that a mail shows which shows less than there is.
const BESIDE: u8 = 1;

/// Of more squares than this a page that shows less does not say which city they are near.
const MOST_NEAR: usize = 12;

/// What needs attention, the units by square, with whose they are where enemies are among them.
pub(crate) fn attention(position: &PositionView, whole: bool) -> Block {
    let place = |place: &UnitsAt, says_near: bool| {
        let enemies =
            (!place.enemies.is_empty()).then(|| format!("the enemy's: {}", place.enemies.join(" ")));
        let at = if says_near { place.heading() } else { place.square.clone() };
        std::iter::once(format!("{at}: {}", who(position, &place.units))).chain(enemies)
    };
    let thing = |thing: &Attention| Listed {
        loud: thing.words.to_owned(),
        words: format!(" ({}):", thing.units),
        lines: thing
            .places
            .iter()
            .flat_map(|one| place(one, whole || thing.places.len() <= MOST_NEAR))
            .collect(),
    };
    Block::Listing(position.attention.iter().map(thing).collect())
}

/// Units of a place, with what they are called as long as they are few.
fn who(position: &PositionView, ids: &[String]) -> String {
    if ids.len() > MOST_CALLED {
        return ids.join(" ");
    }
    let block = |id: &String| position.units.iter().find(|unit| unit.id == *id);
    let named: Vec<String> =
        ids.iter().map(|id| block(id).map_or_else(|| id.clone(), StatusBlock::called)).collect();
    let separator = if named == ids { " " } else { ", " };
    named.join(separator)
}

/// Who commands what: their names and how many; which they are only where that is not the same for all.
pub(crate) fn commands(standing: &Standing<'_>) -> Section {
    let commands = &standing.view.position.commands;
    let names_units = standing.shown.whole && commands.len() > 2 && !standing.is_spoken;
    let command = |Command { commander, deputy, units, places }: &Command| {
        let deputy = deputy.as_ref().map(|deputy| format!(", deputy {deputy}")).unwrap_or_default();
        Listed {
            loud: commander.clone(),
            words: format!("{deputy}: {}", counted(*units, "unit")),
            lines: places
                .iter()
                .filter(|_| names_units)
                .map(|at| format!("{} {}", at.square, at.units.join(" ")))
                .collect(),
        }
    };
    let all = Block::Listing(commands.iter().map(command).collect());
    Section::new("commands", "Who commands what").with(all)
}

/// The army: the units of each headquarters, or where each headquarters has them.
pub(crate) fn units(standing: &Standing<'_>) -> Section {
    let (position, spoken) = (&standing.view.position, standing.spoken());
    let section = Section::new("units", standing.to("Your units", "All units"));
    if position.army.is_empty() {
        return section;
    }
    let totals = &position.totals;
    let sums = [counted(totals.units, "unit"), men(totals.men), counted(totals.batteries, "battery")];
    let words = format!(
        "{} in all. Units stand under the headquarters that they are in communications with, or else draw supplies from.",
        sums.join(", ")
    );
    let groups = position.army.iter().map(|corps| group(corps, position, standing.shown.units)).collect();
    let section =
        section.with(Block::Words(words)).with(Block::Roster(Roster { columns: COLUMNS.into(), groups }));
    if !standing.shown.units {
        return section;
    }
    let not_listed =
        format!("{} of each stand in report.json{}.", spoken.not_listed, standing.on_the_desk_page());
    let not_listed = (!spoken.not_listed.is_empty()).then_some(Block::Key(not_listed));
    let deputised = position.units.iter().any(|unit| !unit.is_commanded);
    not_listed.into_iter().fold(section.with(key_of_units(deputised)), Section::with)
}

/// The columns of the army in letters of one width.
const COLUMNS: [Column; 13] = [
    Column::left("unit"),
    Column::left("square"),
    Column::left("at"),
    Column::right("men"),
    Column::right("bat"),
    Column::left("q"),
    Column::right("exp"),
    Column::right("mor"),
    Column::right("fat"),
    Column::right("sup"),
    Column::right("amm"),
    Column::left("moves"),
    Column::left(""),
];

/// What the numbers of units are: in columns with their heads, on cards by the signs before or behind them.
fn key_of_units(has_deputised: bool) -> Block {
    let grades = "quality (E excellent, VG very good, G good, A average, F fair, P poor, VP very poor)";
    let moves = "three strategic squares this turn, two if it still carries a supply after the supply phase, one more by forced march, and four \
                 squares in each tactical phase";
    let deputy = "you are the deputy; the commander orders it, and your orders for it count only if the commander sends none";
    let deputised = if has_deputised { format!(" d: {deputy}.") } else { String::new() };
    let text = format!(
        "bat batteries; q {grades}; exp experience; mor morale; fat fatigue; sup supplies; amm ammunition; moves: 3(2)+1 4 is {moves}. A star: \
         more is said below.{deputised}"
    );
    let grades = format!("{grades} and experience");
    let signs = [
        ("bat", "batteries"),
        ("G 3", grades.as_str()),
        ("mor fat", "morale and fatigue"),
        ("sup amm", "supplies and ammunition"),
        ("3(2)+1 4", moves),
        ("*", "more is said below it"),
    ];
    let signs = signs.into_iter().chain(has_deputised.then_some(("d", deputy)));
    let page = Block::Rows(signs.map(|(sign, words)| Row::about(sign, words)).collect());
    Block::Faced(Faced { text: vec![Block::Key(text)], page: vec![page], spoken: Some(Vec::new()) })
}

fn group(corps: &Corps, position: &PositionView, one_by_one: bool) -> Group {
    let sums = [men(corps.men), counted(corps.batteries, "battery"), counted(corps.units, "unit")];
    let place = |place: &UnitsAt| format!("{}: {}", place.square, place.units.join(" "));
    let of = Listed {
        loud: format!("{}:", corps_title(corps)),
        words: format!(" {}", sums.join(", ")),
        lines: if one_by_one { Vec::new() } else { corps.places.iter().map(place).collect() },
    };
    let cards = units_of(corps, position).filter(|_| one_by_one).map(card).collect();
    Group { of, cards, below: if one_by_one { names(corps, position) } else { String::new() } }
}

/// What the units of a group are called: a text has no room for names in its columns.
fn names(corps: &Corps, position: &PositionView) -> String {
    let named = units_of(corps, position).filter(|unit| unit.name.is_some() && unit.id != corps.name);
    let named: Vec<String> = named.map(StatusBlock::called).collect();
    if named.is_empty() { String::new() } else { format!("{}.", named.join(", ")) }
}

/// So many men, in words.
fn men(count: u32) -> String {
    format!("{} {}", grouped(count), agrees(count, "man", "men"))
}

/// The units of a group of the army list.
fn units_of<'a>(corps: &'a Corps, position: &'a PositionView) -> impl Iterator<Item = &'a StatusBlock> {
    let ids = corps.places.iter().flat_map(|place| &place.units);
    ids.filter_map(|id| position.units.iter().find(|unit| unit.id == *id))
}

/// The name of a group of the army list.
fn corps_title(corps: &Corps) -> String {
    let under = corps.under.as_ref().map(|under| format!(" under {under}")).unwrap_or_default();
    match corps.kind {
        CorpsKind::Headquarters => {
            format!("{}{under}", called(&corps.name, corps.called.as_deref()))
        }
        CorpsKind::City => format!("By way of {}", corps.name),
        CorpsKind::OnTheirOwn => "On their own".into(),
        CorpsKind::NotActive => "Not active".into(),
    }
}

fn card(unit: &StatusBlock) -> Card {
    let StatusBlock { id, square, tac, batteries, experience, morale, fatigue, .. } = unit;
    let StatusBlock { supplies, ammunition, .. } = unit;
    let (quality, reach) = (unit.quality_mark(), unit.reach());
    let marks = [(!unit.is_commanded, "d"), (unit.is_unusual(), "*")].into_iter().filter(|(is, _)| *is);
    let marks: Vec<&str> = marks.map(|(_, mark)| mark).collect();
    let numbers = [experience.to_string(), morale.to_string(), fatigue.to_string()];
    let stores = [supplies, ammunition].map(u8::to_string);
    let place = [id, square, tac].map(String::clone);
    let count = [grouped(unit.strength), batteries.to_string(), quality.clone()];
    let cells =
        place.into_iter().chain(count).chain(numbers).chain(stores).chain([reach.clone(), marks.concat()]);
    // A phone must not break between how far it marches and how far it moves.
    let reach = reach.replace(' ', "\u{a0}");
    let small = if unit.is_unusual() { format!("{}{}", unit.kind, how_it_is(unit)) } else { String::new() };
    Card {
        cells: cells.collect(),
        name: std::iter::once(unit.called().as_str()).chain(marks).collect::<Vec<_>>().join(" "),
        is_wide: unit.name.is_some(),
        first: format!("{square} {tac}, {}, {batteries} bat", men(unit.strength)),
        second: format!(
            "{quality} {experience}, mor {morale}, fat {fatigue}, sup {supplies}, amm {ammunition}, {reach}"
        ),
        small,
        loud: unit.unusual_notes().into_iter().map(str::to_owned).collect(),
    }
}

/// What a card says of a unit behind its kind: its state, how it stands, what it is near, its men that are away.
fn how_it_is(unit: &StatusBlock) -> String {
    let near = unit.near.as_ref().map(|near| format!(", {near}")).unwrap_or_default();
    let away = unit.away();
    let away = if away.is_empty() { away } else { format!(" Away: {away}.") };
    format!("{}{}{near}.{away}", unit.state.suffix(), unit.stands())
}

/// What there is to say of units beyond their rows: a page has it below their cards.
pub(crate) fn unusual(position: &PositionView) -> Section {
    let of = |unit: &StatusBlock| {
        let near = unit.near.as_ref().map(|near| format!(", {near}")).unwrap_or_default();
        let away = unit.away();
        let away = (!away.is_empty()).then(|| format!("Away: {away}."));
        let (state, stands) = (unit.state.suffix(), unit.stands());
        Listed {
            loud: format!("{}:", unit.called()),
            words: format!(" {}{state}, {} {}{stands}{near}.", unit.kind, unit.square, unit.tac),
            lines: away.into_iter().chain(unit.unusual_notes().into_iter().map(str::to_owned)).collect(),
        }
    };
    let told: Vec<Listed> = position.units.iter().filter(|unit| unit.is_unusual()).map(of).collect();
    let text = if told.is_empty() { Vec::new() } else { vec![Block::Listing(told)] };
    Section::new("unusual", "Out of the ordinary").with(Block::Faced(Faced {
        text,
        page: Vec::new(),
        spoken: None,
    }))
}

/// How far something is from the player's nearest active unit, at a line's end.
fn away(distance: Option<u8>) -> String {
    match distance {
        None | Some(0) => String::new(),
        Some(squares) => format!(" ({squares} off)"),
    }
}

/// Whether something is beyond the reach of the player's units: whoever holds an office knows of it all the same.
fn is_far(distance: Option<u8>) -> bool {
    distance.is_none_or(|distance| distance > WITHIN_REACH)
}

/// The cities and depots that are known: a line for each within reach, the own side's before others', the rest in a sentence. A mail that
/// shows less has the nearest.
pub(crate) fn stores(standing: &Standing<'_>) -> Section {
    let (position, whole) = (&standing.view.position, standing.shown.whole);
    let is_near = |distance: Option<u8>| match whole {
        true => !is_far(distance),
        false => distance.is_some_and(|distance| distance <= BESIDE),
    };
    let cities: Vec<&CityView> = position.cities.iter().filter(|city| is_near(city.distance)).collect();
    let depots: Vec<&DepotView> = position.depots.iter().filter(|depot| is_near(depot.distance)).collect();
    let rows = |friendly: bool| {
        let cities = cities.iter().filter(|city| city.side.is_friendly() == friendly);
        let depots = depots.iter().filter(|depot| depot.side.is_friendly() == friendly);
        let cities = cities.map(|city| city_row(city, standing.labels()));
        cities.chain(depots.map(|depot| depot_row(depot, standing.labels()))).collect::<Vec<Row>>()
    };
    let far = if whole { far_stores(position) } else { String::new() };
    let mut section = Section::new("stores", "Cities and depots");
    let (own, others) = (rows(true), rows(false));
    if !own.is_empty() {
        section = section.with(Block::Words(whose_stores(standing))).with(Block::Rows(own));
    }
    if !others.is_empty() {
        section = section.with(Block::Words("Others':".into())).with(Block::Rows(others));
    }
    let left_out = position.cities.len() + position.depots.len() - cities.len() - depots.len();
    let rest = match (whole, far.is_empty(), left_out) {
        (true, false, _) => {
            let whose = "Out of your units' reach, and known to you by your office:";
            Some(format!("{} {far}.", standing.to(whose, "Out of all units' reach:")))
        }
        (false, _, 1..) => {
            Some(format!("{left_out} more cities and depots, farther off, are in position.html."))
        }
        _ => None,
    };
    rest.map(Block::Key).into_iter().fold(section, Section::with)
}

fn whose_stores(standing: &Standing<'_>) -> String {
    let nation = &standing.view.position.station.nation;
    let umpire =
        format!("Those of {nation} and its allies (\"2 off\": two squares from the nearest active unit):");
    let own = "Your own side's, the nearest first (\"2 off\": two squares from your nearest active unit):";
    standing.to(own, &umpire).to_owned()
}

fn city_row(city: &CityView, labels: Labels) -> Row {
    let fort =
        city.fort.map(|fort| format!(", fort {}/{}", fort.strength, fort.capacity)).unwrap_or_default();
    let besieged = if city.besieged { ", besieged" } else { "" };
    let more = format!("{fort}{besieged}{}", away(city.distance));
    let place = [&*city.square, &*city.tac, &*city.name, &*city.code];
    store_row(place, (labels.of(city.side), city.supplies), &more)
}

fn depot_row(depot: &DepotView, labels: Labels) -> Row {
    let place = [&*depot.square, &*depot.tac, depot.kind, &*depot.code];
    store_row(place, (labels.of(depot.side), depot.supplies), &away(depot.distance))
}

/// A row of stores: where, what, whose, how many supplies, and what more there is to say.
fn store_row([square, tac, name, code]: [&str; 4], (side, supplies): (&str, u32), more: &str) -> Row {
    let supplies = format!("{supplies:>3} {}{more}", agrees(supplies, "supply", "supplies"));
    // Names take more room as they are spelt.
    let cells = vec![spelt(name).into_owned(), format!("{code} {side}"), supplies];
    Row { cells, ..Row::about(format!("{square} {tac}"), "") }
}

/// The cities and depots beyond reach, in a sentence.
fn far_stores(position: &PositionView) -> String {
    let cities = position.cities.iter().filter(|city| is_far(city.distance)).map(|city| {
        let besieged = if city.besieged { ", besieged" } else { "" };
        let fort = city.fort.map(|fort| format!(", fort {}/{}", fort.strength, fort.capacity));
        let supplies = counted(city.supplies, "supply");
        format!(
            "{} {} {} ({supplies}{}{besieged})",
            city.name,
            city.square,
            city.tac,
            fort.unwrap_or_default()
        )
    });
    let depots = position.depots.iter().filter(|depot| is_far(depot.distance)).map(|depot| {
        format!("{} {} {} ({})", depot.kind, depot.square, depot.tac, counted(depot.supplies, "supply"))
    });
    cities.chain(depots).collect::<Vec<_>>().join(", ")
}

/// Flags in sight: those of the own side, or of all others.
fn in_sight(standing: &Standing<'_>, friendly: bool) -> Block {
    let flags = standing.view.position.sightings.iter().filter(|flag| flag.side.is_friendly() == friendly);
    let row = |SightingView { square, side, nation, words, distance, .. }: &SightingView| Row {
        head: square.clone(),
        cells: vec![standing.labels().of(*side).to_owned(), format!("{nation}: {words}{}", away(*distance))],
        loud: (*side == Side::Enemy && !standing.vantage.is_umpire()).then_some(1),
        ..Row::default()
    };
    Block::Rows(flags.map(row).collect())
}

/// Enemies and neutrals in sight.
pub(crate) fn others_seen(standing: &Standing<'_>) -> Section {
    let flags = in_sight(standing, false);
    let title = standing.to("Enemies and neutrals seen", "Where others stand");
    let section = Section::new("others-seen", title).with(flags);
    if section.blocks.is_empty() {
        return section;
    }
    let differs = match standing.shown.whole {
        true => {
            " So this list and a tactical map may differ in the same square: the names on the map are certain, but more may stand there whom \
             none of your side can see."
        }
        false => "",
    };
    let estimated = format!(
        "A word tells how many there are: \"brigade\" is 1, \"brigades\" 2 or 3, \"division\" 4 or 5, \"divisions\" 6 to 8, \"corps\" 9 to \
         18, \"2 corps\" about 24, \"3 corps\" about 36. Estimates, up to 25 % off; a letter may be missing or wrong.{differs}"
    );
    let counts = standing.to(&estimated, "All units are counted, exactly.");
    section.with(Block::Key(format!("Letters: I infantry, C cavalry, A artillery, H headquarters. {counts}")))
}

/// The own side in sight.
pub(crate) fn own_seen(standing: &Standing<'_>) -> Section {
    let title = format!("Where {} and its allies stand", standing.view.position.station.nation);
    let section = Section::new("own-seen", standing.to("Your own side in sight", &title));
    if !standing.shown.whole {
        return section;
    }
    let section = section.with(in_sight(standing, true));
    if section.blocks.is_empty() {
        return section;
    }
    let counted =
        standing.to("Of your own side all units are counted, exactly", "All units are counted, exactly");
    section.with(Block::Key(format!("{counted}; inactive and shattered units are noted separately.")))
}

/// What the War Minister hears.
pub(crate) fn hearsay(standing: &Standing<'_>) -> Section {
    let section = Section::new("hearsay", "Hearsay");
    let hearsay = &standing.view.position.hearsay;
    if hearsay.is_empty() {
        return section;
    }
    let minister = standing.spoken().minister;
    let words = format!(
        "For the {minister} only: where enemies are said to have been a turn ago. It is late, and it may be wrong, sometimes by many squares."
    );
    let rows = hearsay
        .iter()
        .map(|rumour| Row::about(&rumour.square, format!("{}: {}", rumour.nation, rumour.what)));
    section.with(Block::Key(words)).with(Block::Rows(rows.collect()))
}
