//! How the aims of a war stand while it is fought: what a player's report shows of them, and nothing else.

use std::collections::BTreeMap;

use crate::table::Table;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::listed;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::victory::{Aim, Goal};
use fieldpost_tell::vantage::Vantage;

/// What is fought for, a sentence each, with the towns of it that are held as far as the player knows.
pub(crate) fn aims(table: &Table, to: PlayerNo) -> Vec<String> {
    let Some(victory) = &table.victory else { return Vec::new() };
    let known = known(table, to);
    let head = victory.words().into_iter().take(1);
    head.chain(victory.aims.iter().map(|aim| format!("{} {}", aim.words(), now(table, &known, aim))))
        .collect()
}

/// Who holds which town, as far as the player's own report shows it.
fn known(table: &Table, to: PlayerNo) -> BTreeMap<String, NationCode> {
    let vantage =
        table.sight(to).and_then(|sight| Vantage::of(to, &table.land, sight, &table.atlas, table.book));
    let cities = vantage.iter().flat_map(|vantage| &vantage.cities);
    cities.map(|(name, city)| ((*name).to_owned(), city.control)).collect()
}

/// What there is of an aim now, in a sentence.
fn now(table: &Table, known: &BTreeMap<String, NationCode>, aim: &Aim) -> String {
    let Goal::Hold(towns, _) = &aim.goal else {
        return "What was lost is told when the game ends.".into();
    };
    let is_held = |town: &&String| {
        known.get(*town).map(|holder| table.land.relations.between(*holder, aim.of).is_friendly())
    };
    let of = |wanted: Option<bool>| {
        listed(&towns.iter().filter(|town| is_held(town) == wanted).collect::<Vec<_>>())
    };
    let (held, unknown) = (of(Some(true)), of(None));
    let held = if held.is_empty() { "none that you know of".to_owned() } else { held };
    let unknown =
        if unknown.is_empty() { String::new() } else { format!("; your report does not show {unknown}") };
    format!("Held now: {held}{unknown}.")
}

#[cfg(test)]
mod tests {
    use crate::at_sea::hosted::{number, opened};

    #[test]
    fn the_aims_stand_as_far_as_a_players_report_shows_them() {
        let board = opened().board.with(7);
        let told = |name: &str| board.aims(number(&*board, name));
        let (wool, buchanan) = (told("Wool"), told("Buchanan"));
        assert!(wool[0].starts_with("What is fought for is counted on 15 March 1862"), "{wool:?}");
        let of =
            |told: &[String], aim: &str| told.iter().find(|line| line.starts_with(aim)).cloned().unwrap();
        assert_eq!(
            of(&wool, "United States: 3 points for Hampton"),
            "United States: 3 points for Hampton, held at the end. Held now: Hampton."
        );
        assert_eq!(
            of(&buchanan, "Confederate States: 1 point for Norfolk"),
            "Confederate States: 1 point for Norfolk, held at the end. Held now: Norfolk."
        );
        let men = of(&buchanan, "Confederate States: 1 point for every 500 men");
        assert!(men.ends_with("lose. What was lost is told when the game ends."), "{men}");
    }
}
