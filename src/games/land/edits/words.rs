//! Hand edits in canonical words: one line each, which the grammar of commands reads back as the same edit.

use crate::games::ground::nation::{NationCode, Relation};
use crate::games::ground::square::{Grid, StrategicSquare, TacticalSquare};
use crate::games::land::edits::{Edit, Store};
use crate::games::land::state::DepotKind;

/// An edit as it is written, such as `SET UNIT AU3IN morale 60`.
pub fn words(edit: &Edit, grid: &Grid) -> String {
    let sq = |at: &StrategicSquare| grid.label(*at);
    match edit {
        Edit::PlaceDepot { .. } => place_depot(edit, grid),
        Edit::RemoveDepot { kind, at, side } => {
            format!("REMOVE {} {}{}", kind_word(*kind), sq(at), of(" OF ", side.as_ref()))
        }
        Edit::SetUnit { unit, field, value } => format!("SET UNIT {unit} {field} {value}"),
        Edit::MoveUnit { unit, at, tac } => format!("MOVE UNIT {unit} {}{}", sq(at), of(" ", tac.as_ref())),
        Edit::CreateUnit { .. } => create(edit, grid),
        Edit::RemoveUnit(unit) => format!("REMOVE UNIT {unit}"),
        Edit::TransferBattery { batteries: 1, from, to } => format!("TRANSFER BATTERY FROM {from} TO {to}"),
        Edit::TransferBattery { batteries, from, to } => {
            format!("TRANSFER {batteries} BATTERIES FROM {from} TO {to}")
        }
        Edit::SetCity { city, field, value } => format!("SET CITY {city} {field} {value}"),
        Edit::SetSupplies { place, amount } => format!("SET SUPPLIES {amount} AT {}", store(place, grid)),
        Edit::SetRail { at, destroyed } => format!("{} RAIL {}", done(*destroyed), sq(at)),
        Edit::SetBridge { at, destroyed } => format!("{} BRIDGE {}", done(*destroyed), sq(at)),
        Edit::RemovePontoon(unit) => format!("REMOVE PONTOON {unit}"),
        Edit::SetControl { river, at, nation } => {
            let what = if *river { "RIVER" } else { "RAIL" };
            let holder = nation.map_or_else(|| "NOBODY".to_owned(), |nation| nation.to_string());
            format!("SET CONTROL OF {what} AT {} TO {holder}", sq(at))
        }
        Edit::SetOwner { state, nation, with_cities } => {
            let cities = if *with_cities { " WITH CITIES" } else { "" };
            format!("SET OWNER OF {state} TO {nation}{cities}")
        }
        Edit::SetRelation { one, other, relation } => {
            format!("SET RELATION {one} {other} {}", relation_word(*relation))
        }
        _ => of_people(edit),
    }
}

/// The edits that name no square.
fn of_people(edit: &Edit) -> String {
    match edit {
        Edit::SetForbidden { nation, forbidden: true } => format!("CLOSE LAND OF {nation}"),
        Edit::SetForbidden { nation, forbidden: false } => format!("OPEN LAND OF {nation}"),
        Edit::SetConstant { name, value } => format!("SET CONSTANT {name} {value}"),
        Edit::SetRank { player, rank } => format!("SET RANK {player} {}", rank.words()),
        Edit::SetOffice { player, office, given: true } => {
            format!("GIVE OFFICE {} TO {player}", office.title())
        }
        Edit::SetOffice { player, office, given: false } => {
            format!("TAKE OFFICE {} FROM {player}", office.title())
        }
        Edit::Assign { unit, commander, deputy } => {
            let deputy = deputy.as_deref().map(|name| if name.trim().is_empty() { "NONE" } else { name });
            format!("ASSIGN {unit} TO {commander}{}", of(" DEPUTY ", deputy.as_ref()))
        }
        Edit::SetSeason(season) => format!("SEASON {}", season.words()),
        Edit::AddPlayer { player, nation, rank } => format!("ADD PLAYER {player} {nation} {}", rank.words()),
        _ => String::new(),
    }
}

fn place_depot(edit: &Edit, grid: &Grid) -> String {
    let Edit::PlaceDepot { kind, at, tac, side, supplies } = edit else { return String::new() };
    let place = place(*at, tac.as_ref(), grid);
    let supplies = (*supplies > 0).then_some(*supplies);
    let (side, supplies) = (of::<NationCode>(" FOR ", side.as_ref()), of(" SUPPLIES ", supplies.as_ref()));
    format!("PLACE {} {place}{side}{supplies}", kind_word(*kind))
}

fn create(edit: &Edit, grid: &Grid) -> String {
    let Edit::CreateUnit { unit, at, tac, commander, fields } = edit else { return String::new() };
    let (place, commander) = (place(*at, tac.as_ref(), grid), of(" COMMANDER ", commander.as_ref()));
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let with = if fields.is_empty() { "" } else { " WITH " };
    format!("CREATE UNIT {unit} {place}{commander}{with}{}", fields.join(", "))
}

fn place(at: StrategicSquare, tac: Option<&TacticalSquare>, grid: &Grid) -> String {
    format!("{}{}", grid.label(at), of(" ", tac))
}

/// A word and what follows it, or nothing.
fn of<T: std::fmt::Display>(word: &str, what: Option<&T>) -> String {
    what.map_or_else(String::new, |what| format!("{word}{what}"))
}

fn kind_word(kind: DepotKind) -> &'static str {
    match kind {
        DepotKind::Depot => "DEPOT",
        DepotKind::Cache => "CACHE",
    }
}

fn done(destroyed: bool) -> &'static str {
    if destroyed { "DESTROY" } else { "MEND" }
}

fn store(place: &Store, grid: &Grid) -> String {
    match place {
        Store::City(name) => name.clone(),
        Store::Depot(at) => grid.label(*at),
        Store::Unit(id) => id.to_string(),
    }
}

/// How two nations stand, in the word that commands have for it.
pub fn relation_word(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "same",
        Relation::Allied => "ally",
        Relation::Neutral => "neutral",
        Relation::Hostile => "hostile",
    }
}
