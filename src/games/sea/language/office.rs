//! The orders of a Naval Secretary.

use crate::chart::Chart;
use crate::kind::Kind;
use crate::language::names::Helm;
use crate::language::words::Words;
use crate::orders::Office;

/// Reads an order of a Naval Secretary.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub fn office(line: &str, chart: &Chart) -> Result<Office, String> {
    read(Words::of(line, chart))
}

/// Reads one as a letter has it: ships may be called by their names.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub fn office_of(line: &str, helm: &Helm) -> Result<Office, String> {
    read(Words { names: Some(&helm.names), ..Words::of(line, &helm.chart) })
}

fn read(mut words: Words) -> Result<Office, String> {
    let line = words.rest;
    let order = if words.take("ASSIGN") {
        assign(&mut words)?
    } else if words.take("MOVE STORES") {
        move_stores(&mut words)?
    } else if words.take("REPAIR") {
        repair(&mut words)?
    } else if words.take("BUILD") {
        build(&mut words)?
    } else if words.take("INACTIVATE") {
        Office::Inactivate(words.ship()?)
    } else {
        return Err(format!("{line:?} is no order of a Naval Secretary"));
    };
    words.end()?;
    Ok(order)
}

fn assign(words: &mut Words) -> Result<Office, String> {
    let ship = words.ship()?;
    if !words.take("TO") {
        return Err("expected TO and a player".into());
    }
    let player = words.name();
    let deputy = words.take("DEPUTY").then(|| words.name());
    Ok(Office::Assign(ship, player, deputy.filter(|name| !name.eq_ignore_ascii_case("NONE"))))
}

fn move_stores(words: &mut Words) -> Result<Office, String> {
    let stores = words.number("naval stores", 1, 60)?;
    if !words.take("FROM") {
        return Err("expected FROM and a port".into());
    }
    let from = words.magazine()?;
    if !words.take("TO") {
        return Err("expected TO and a port".into());
    }
    Ok(Office::MoveStores { stores, from, to: words.magazine()? })
}

fn repair(words: &mut Words) -> Result<Office, String> {
    let mut ships = Vec::new();
    while !words.take("AT") {
        ships.push(words.ship()?);
    }
    Ok(Office::Repair(ships, words.port()?))
}

fn build(words: &mut Words) -> Result<Office, String> {
    let code = words.word().unwrap_or("nothing");
    let kind = Kind::of_code(code).ok_or_else(|| format!("{code} is no type of ships"))?;
    if !words.take("AT") {
        return Err("expected AT and a port".into());
    }
    let port = words.port()?;
    let name = words.take("NAME").then(|| std::mem::take(&mut words.rest).trim().to_owned());
    Ok(Office::Build(kind, port, name))
}
