//! The beginning of a scenario: texts that are read without a mistake, to be filled in.

use std::collections::BTreeMap;
use std::fmt::Write;

use fieldpost_door::Beginning;
use fieldpost_engine::nearest::nearest;
use fieldpost_ground::map::{CitySite, StrategicMap};
use fieldpost_ground::map_file;
use fieldpost_ground::nation::{NATIONS, NationCode};
use fieldpost_land::book::Book;
use fieldpost_land::orders::Office;
use fieldpost_land::scenario::MAIN_FILE;

/// Where its units stand.
const UNITS: &str = "units.toml";

/// The texts of a new scenario, by file name: its nations at war, each with a player, its cities, and a few units to be copied.
/// It begins on `day`, and is played by `book`.
pub fn begin(book: &Book, day: &str, beginning: &Beginning<'_>) -> Result<BTreeMap<String, String>, String> {
    let Beginning { title, map, own_map, nations } = *beginning;
    let built_in = map_file::BUILT_IN.iter().find(|row| row.0 == map).map(|row| row.1);
    let text = own_map.or(built_in).ok_or_else(|| {
        let ids = map_file::BUILT_IN.iter().map(|row| row.0).collect::<Vec<_>>().join(", ");
        format!("{map} is no map that comes with the program ({ids}), and no map file")
    })?;
    let loaded = map_file::load(text).map_err(|fault| format!("{map}, {fault}"))?;
    let strategic = &loaded.atlas.map;
    let nations = nations.iter().map(|words| nation(book, words)).collect::<Result<Vec<_>, _>>()?;
    if nations.len() < 2 {
        return Err("a war needs two nations at least: --nations Austria,Prussia".into());
    }
    let mut main = head((book, day), title, map, &nations);
    let mut units =
        "# Who stands where. Left out, a field has the usual value of the unit's type (docs/scenarios.md).\n"
            .to_owned();
    for nation in &nations {
        let cities = cities_of((book, strategic), *nation);
        let Some(first) = cities.first() else {
            let known =
                owners(book, strategic).iter().map(|owner| owner.words()).collect::<Vec<_>>().join(", ");
            return Err(format!("the map {map} has no city of {}; it has cities of {known}", nation.words()));
        };
        for city in &cities {
            let _ = write!(main, "\n[[city]]\nname = {:?}\nsupplies = 20\n", city.name);
        }
        units_of(&mut units, *nation, first);
    }
    let mut texts = BTreeMap::from([(MAIN_FILE.to_owned(), main), (UNITS.to_owned(), units)]);
    texts.extend(own_map.map(|text| (map.to_owned(), text.to_owned())));
    Ok(texts)
}

fn nation(book: &Book, words: &str) -> Result<NationCode, String> {
    book.known_nation(words.trim()).ok_or_else(|| {
        let near = nearest(words.trim(), NATIONS.iter().map(|row| (row.1, row.1)));
        let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
        format!("{words:?} is no nation such as Austria or AU{near}")
    })
}

fn head((book, day): (&Book, &str), title: &str, map: &str, nations: &[NationCode]) -> String {
    let ruleset = book.name;
    let offices =
        [Office::WarMinister, Office::Treasury].into_iter().filter(|office| book.has_office(office));
    let offices = offices.map(|office| format!("{:?}", book.title(&office))).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "# A scenario to be filled in; docs/scenarios.md has every key, and `fieldpost scenario check` tells what is wrong.\n\
         format = 1\ntitle = {title:?}\nruleset = {ruleset:?}\nmap = {map:?}\nseason = \"campaign\"\n\
         calendar = {{ begins = {day:?}, days_a_turn = 7 }}\nparts = [{UNITS:?}]\n\
         aim = \"What the war is about, in a sentence or two.\"\n"
    );
    for nation in nations {
        let name = nation.words().replace(' ', "-");
        let _ = write!(
            text,
            "\n[[player]]\nname = {name:?}\nnation = {:?}\nrank = \"general\"\noffices = [{offices}]\n",
            nation.words()
        );
    }
    if let [one, other, ..] = nations {
        let (one, other) = (one.words(), other.words());
        let _ = write!(text, "\n[[relation]]\nbetween = [{one:?}, {other:?}]\nis = \"hostile\"\n");
    }
    text
}

fn owner_of(book: &Book, map: &StrategicMap, city: &CitySite) -> Option<NationCode> {
    book.known_nation(&map.state_at(city.at)?.nation)
}

fn cities_of<'m>((book, map): (&Book, &'m StrategicMap), nation: NationCode) -> Vec<&'m CitySite> {
    map.cities.iter().filter(|city| owner_of(book, map, city) == Some(nation)).collect()
}

fn owners(book: &Book, map: &StrategicMap) -> Vec<NationCode> {
    let mut owners = map.cities.iter().filter_map(|city| owner_of(book, map, city)).collect::<Vec<_>>();
    owners.sort_unstable();
    owners.dedup();
    owners
}

fn units_of(text: &mut String, nation: NationCode, city: &CitySite) {
    let name = nation.words().replace(' ', "-");
    for (number, kind) in [(1, "AQ"), (1, "CQ"), (1, "IN"), (2, "IN")] {
        let at = &city.name;
        let _ =
            write!(text, "\n[[unit]]\nid = \"{nation}{number}{kind}\"\nat = {at:?}\ncommander = {name:?}\n");
    }
}
