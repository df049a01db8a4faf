//! What the sentences of a report take from the book: who is minister, what units have, who rests quickly.

use fieldpost_engine::words::listed;

use fieldpost_ground::map::Terrain;
use fieldpost_land::book::Book;
use fieldpost_land::book::kinds::Kind;
use fieldpost_land::edits::fields::field_named;
use fieldpost_land::orders::Office;
use fieldpost_land::unit::UnitType;

/// Words of a book.
#[derive(Debug)]
pub struct Spoken {
    /// What the War Minister is called.
    pub minister: String,
    /// Whether units have an initiative.
    pub has_initiative: bool,
    /// What of a unit stands in `report.json` and not in the list, such as `Arms, regiments and initiative`; empty if nothing.
    pub not_listed: String,
    /// The terrains that its maps show, as their key lists them: a mark and a word each.
    pub terrain: Vec<String>,
    /// Whether its tactical maps show bridges.
    pub has_bridges: bool,
    /// Who regains four points of fatigue in a turn, such as `cavalry, horse artillery and army headquarters` (rule 3.2).
    pub quick: String,
}

impl Spoken {
    /// Those of a book.
    pub fn of(book: &Book) -> Self {
        let has = |name: &str| field_named(name).is_some_and(|field| field.is_in(book));
        let parts =
            [("arms", has_arms(book)), ("regiments", has("regiments")), ("initiative", has("initiative"))];
        let mut not_listed =
            listed(&parts.into_iter().filter(|row| row.1).map(|row| row.0).collect::<Vec<_>>());
        if let Some(first) = not_listed.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Spoken {
            minister: book.title(&Office::WarMinister),
            has_initiative: has("initiative"),
            not_listed,
            terrain: terrain(book),
            has_bridges: book.bridges.is_some() || book.rail.is_some(),
            quick: quick(book),
        }
    }
}

/// Whether there is anything to tell of arms: some type has a choice of them, or some guns are better than others.
pub fn has_arms(book: &Book) -> bool {
    book.musters.guns.all.len() > 1 || book.kinds.iter().any(|kind| kind.weapons.all.len() > 1)
}

/// ROTD-EUWOL 1.2: the terrains of a book's maps with their marks; those that it reads as others are on none.
fn terrain(book: &Book) -> Vec<String> {
    let is_shown = |terrain: Terrain| book.ground.read_as.iter().all(|(from, _)| *from != terrain);
    let shown = Terrain::ALL.into_iter().filter(|row| is_shown(row.0));
    shown.map(|(_, mark, words)| format!("{mark} {words}")).collect()
}

/// ROTD-EUWOL 3.2: who regains four points of fatigue in a turn.
fn quick(book: &Book) -> String {
    let rests = |kind: &&Kind| kind.recovers == 4;
    let quick = || book.kinds.iter().filter(rests);
    let guns = quick().filter(|kind| kind.code.is_artillery()).map(|kind| kind.words.to_owned());
    let corps = quick().any(|kind| kind.code == UnitType::CorpsHq);
    let staff = if corps { "headquarters" } else { "army headquarters" };
    let horse = quick().any(|kind| kind.code.is_cavalry()).then(|| "cavalry".to_owned());
    listed(&horse.into_iter().chain(guns).chain([staff.to_owned()]).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_land::book::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};

    #[test]
    fn each_war_has_its_words() {
        let [europe, america, germany] = [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL].map(Spoken::of);
        assert_eq!(europe.quick, "cavalry, horse artillery and army headquarters");
        assert_eq!(america.quick, "cavalry, horse artillery and headquarters");
        assert_eq!(germany.quick, "cavalry, light artillery and headquarters");
        assert_eq!(
            (europe.not_listed.as_str(), europe.minister.as_str()),
            ("Arms, regiments and initiative", "War Minister")
        );
        assert_eq!(
            (america.not_listed.as_str(), america.minister.as_str()),
            ("Arms, regiments and initiative", "Secretary of War")
        );
        assert_eq!((germany.not_listed.as_str(), germany.minister.as_str()), ("", "Minister of War"));
        assert!(!germany.has_initiative);
    }
}
