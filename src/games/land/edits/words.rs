//! Hand edits in canonical words: one line each, which the grammar of commands reads back as the same edit.

use crate::edits::edit::{Edit, Store};
use crate::state::{Control, DepotKind};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};

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
        Edit::Merge { unit, into } => format!("MERGE {unit} INTO {into}"),
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

/// Who controls a square, in words.
pub fn control_words(control: Option<Control>) -> String {
    match control {
        None => "whose land it is".into(),
        Some(Control::None) => "nobody".into(),
        Some(Control::Nation(nation)) => nation.words(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::Office;
    use crate::sandbox::{id, nation, tac};
    use crate::state::{Rank, Season};

    const GUIDE: &str = include_str!("../../../../docs/ga/edits.md");

    fn of_units(at: StrategicSquare) -> Vec<(Edit, &'static str)> {
        let unit = id("AU3IN");
        let fields =
            vec![("strength".to_owned(), "2000".to_owned()), ("quality".to_owned(), "very good".to_owned())];
        let set = Edit::SetUnit { unit, field: "morale".into(), value: "60".into() };
        let transfer = |batteries| Edit::TransferBattery { batteries, from: unit, to: id("AU1LA") };
        let assign = |deputy: Option<&str>| Edit::Assign {
            unit,
            commander: "benedek".into(),
            deputy: deputy.map(str::to_owned),
        };
        let tac = Some(tac("7-11"));
        vec![
            (set, "SET UNIT AU3IN morale 60"),
            (Edit::MoveUnit { unit, at, tac: None }, "MOVE UNIT AU3IN D2-T2"),
            (Edit::MoveUnit { unit, at, tac }, "MOVE UNIT AU3IN D2-T2 7-11"),
            (
                Edit::CreateUnit { unit, at, tac, commander: Some("benedek".into()), fields },
                "CREATE UNIT AU3IN D2-T2 7-11 COMMANDER benedek WITH strength 2000, quality very good",
            ),
            (Edit::RemoveUnit(unit), "REMOVE UNIT AU3IN"),
            (Edit::Merge { unit, into: id("AU4IN") }, "MERGE AU3IN INTO AU4IN"),
            (transfer(1), "TRANSFER BATTERY FROM AU3IN TO AU1LA"),
            (transfer(2), "TRANSFER 2 BATTERIES FROM AU3IN TO AU1LA"),
            (Edit::RemovePontoon(id("AU1PB")), "REMOVE PONTOON AU1PB"),
            (assign(None), "ASSIGN AU3IN TO benedek"),
            (assign(Some("clam")), "ASSIGN AU3IN TO benedek DEPUTY clam"),
            (assign(Some("")), "ASSIGN AU3IN TO benedek DEPUTY NONE"),
        ]
    }

    fn of_land(at: StrategicSquare) -> Vec<(Edit, &'static str)> {
        let (side, depot) = (Some(nation("AU")), DepotKind::Depot);
        let supplies = |place, amount| Edit::SetSupplies { place, amount };
        let city = Edit::SetCity {
            city: "Vienna".into(),
            field: "fort".into(),
            value: "strength 4 capacity 6000".into(),
        };
        let owner =
            |with_cities| Edit::SetOwner { state: "Saxony".into(), nation: nation("PR"), with_cities };
        vec![
            (
                Edit::PlaceDepot { kind: depot, at, tac: Some(tac("7-11")), side, supplies: 20 },
                "PLACE DEPOT D2-T2 7-11 FOR AU SUPPLIES 20",
            ),
            (
                Edit::PlaceDepot { kind: DepotKind::Cache, at, tac: None, side: None, supplies: 0 },
                "PLACE CACHE D2-T2",
            ),
            (Edit::RemoveDepot { kind: depot, at, side }, "REMOVE DEPOT D2-T2 OF AU"),
            (Edit::RemoveDepot { kind: DepotKind::Cache, at, side: None }, "REMOVE CACHE D2-T2"),
            (city, "SET CITY Vienna fort strength 4 capacity 6000"),
            (supplies(Store::City("Vienna".into()), 40), "SET SUPPLIES 40 AT Vienna"),
            (supplies(Store::Depot(at), 40), "SET SUPPLIES 40 AT D2-T2"),
            (supplies(Store::Unit(id("AU1CQ")), 12), "SET SUPPLIES 12 AT AU1CQ"),
            (Edit::SetRail { at, destroyed: true }, "DESTROY RAIL D2-T2"),
            (Edit::SetRail { at, destroyed: false }, "MEND RAIL D2-T2"),
            (Edit::SetBridge { at, destroyed: true }, "DESTROY BRIDGE D2-T2"),
            (Edit::SetBridge { at, destroyed: false }, "MEND BRIDGE D2-T2"),
            (Edit::SetControl { river: false, at, nation: side }, "SET CONTROL OF RAIL AT D2-T2 TO AU"),
            (Edit::SetControl { river: true, at, nation: None }, "SET CONTROL OF RIVER AT D2-T2 TO NOBODY"),
            (owner(false), "SET OWNER OF Saxony TO PR"),
            (owner(true), "SET OWNER OF Saxony TO PR WITH CITIES"),
        ]
    }

    fn of_nations() -> Vec<(Edit, &'static str)> {
        let land = |forbidden| Edit::SetForbidden { nation: nation("IT"), forbidden };
        let relation = |relation| Edit::SetRelation { one: nation("AU"), other: nation("BA"), relation };
        let office = |office, given| Edit::SetOffice { player: "benedek".into(), office, given };
        let player = "benedek".to_owned();
        vec![
            (relation(Relation::Allied), "SET RELATION AU BA ally"),
            (relation(Relation::Neutral), "SET RELATION AU BA neutral"),
            (relation(Relation::Hostile), "SET RELATION AU BA hostile"),
            (land(true), "CLOSE LAND OF IT"),
            (land(false), "OPEN LAND OF IT"),
            (
                Edit::SetConstant { name: "treasury AU eg".into(), value: "500".into() },
                "SET CONSTANT treasury AU eg 500",
            ),
            (
                Edit::SetRank { player: player.clone(), rank: Rank::MajorGeneral },
                "SET RANK benedek major general",
            ),
            (office(Office::WarMinister, true), "GIVE OFFICE War Minister TO benedek"),
            (office(Office::Governor("Saxony".into()), false), "TAKE OFFICE Governor of Saxony FROM benedek"),
            (Edit::SetSeason(Season::Peace), "SEASON peace"),
            (
                Edit::AddPlayer { player, nation: nation("AU"), rank: Rank::Colonel },
                "ADD PLAYER benedek AU colonel",
            ),
        ]
    }

    /// Every edit, and the GA's guide has its form.
    #[test]
    fn every_edit_has_words_and_the_guide_has_them() {
        let grid = Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() };
        let at = grid.parse("D2-T2").unwrap();
        let all = of_units(at).into_iter().chain(of_land(at)).chain(of_nations());
        for (edit, expected) in all {
            assert_eq!(words(&edit, &grid), expected);
            let is_desk = matches!(edit, Edit::AddPlayer { .. });
            assert!(
                is_desk || GUIDE.contains(&format!("`{expected}`")),
                "docs/ga/edits.md has no `{expected}`"
            );
        }
    }

    /// The guide's tables are those of the program, row by row.
    #[test]
    fn the_guide_lists_every_field_and_constant() {
        use crate::book::ROTD_EUWOL;
        use crate::edits::{city::city_fields, constants, fields::unit_fields};
        let row = |name: &str, expects: &str, rule: &str| format!("| {name} | {expects} | {rule} |");
        let units =
            unit_fields().iter().map(|field| row(field.name, &field.expects(&ROTD_EUWOL), field.rule));
        let cities = city_fields().iter().map(|field| row(field.name, field.expects, field.rule));
        let missing: Vec<String> = units.chain(cities).filter(|row| !GUIDE.contains(row)).collect();
        assert!(missing.is_empty(), "docs/ga/edits.md has not:\n{}", missing.join("\n"));
        assert!(constants::examples().all(|name| GUIDE.contains(&format!("`{name}`"))));
    }
}
