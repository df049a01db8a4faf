//! The maps of all land games hold, those too that no scenario of the program is played on yet.

use super::{check, check_tactical};
use crate::map_file::{DEMO, load};

/// The maps of the Civil War and of 1805, from their files.
const OF_OTHER_BOOKS: [(&str, &str); 2] = [
    ("cwol", include_str!("../../../../maps/cwol.map.toml")),
    ("gitm", include_str!("../../../../maps/gitm.map.toml")),
];

#[test]
fn the_maps_of_the_other_books_make_sense() {
    for (id, text) in OF_OTHER_BOOKS {
        let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        assert_eq!(loaded.atlas.map.id, id);
        let findings = check(text, &loaded);
        assert!(findings.is_empty(), "{id}: {} faults, the first: {}", findings.len(), findings[0]);
    }
}

/// The tactical maps of one third of the rows.
fn tactical_maps_make_sense((id, text): (&str, &str), third: u8) {
    let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
    let rows = loaded.atlas.map.grid.rows;
    let end = if third == 2 { rows } else { rows / 3 * (third + 1) };
    let findings = check_tactical(text, &loaded, rows / 3 * third..end);
    assert!(findings.is_empty(), "{id}: {} faults, the first: {}", findings.len(), findings[0]);
}

#[test]
fn the_first_third_of_the_other_tactical_maps_make_sense() {
    OF_OTHER_BOOKS.into_iter().for_each(|map| tactical_maps_make_sense(map, 0));
}

#[test]
fn the_second_third_of_the_other_tactical_maps_make_sense() {
    OF_OTHER_BOOKS.into_iter().for_each(|map| tactical_maps_make_sense(map, 1));
}

#[test]
fn the_last_third_of_the_other_tactical_maps_make_sense() {
    OF_OTHER_BOOKS.into_iter().for_each(|map| tactical_maps_make_sense(map, 2));
}

/// The checks of places and states look only at cities that say where they lie.
#[test]
fn every_city_of_the_other_books_says_where_it_lies() {
    for (id, text) in OF_OTHER_BOOKS {
        let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        for (city, places) in loaded.atlas.map.cities.iter().zip(&loaded.places.cities) {
            assert!(city.truth.is_some() && places.state.is_some(), "{id}: {}", city.name);
        }
    }
}

/// The demonstration's Goerlitz at its true place, 14.99 east and 51.33 north, with a line more or none.
fn with_a_true_place(more: &str) -> String {
    let georef = "row_letters = \"NP\"\ngeoref = { lon = 14000000, lat = 52000000, cols_per_degree = 4500000, rows_per_degree = 6900000 }";
    let truth = format!("pop = 30\n{more}true = {{ lon = 14990000, lat = 51330000 }}");
    DEMO.replacen("pop = 30", &truth, 1).replacen("row_letters = \"NP\"", georef, 1)
}

/// A city that lies somewhere on the Earth must say in which state, or nothing holds the borders to it.
#[test]
fn a_city_that_does_not_say_its_state() {
    let text = with_a_true_place("");
    let findings = check(&text, &load(&text).unwrap());
    let said: Vec<String> = findings.iter().map(|found| format!("{}: {}", found.at, found.message)).collect();
    let told = "A4-N3: the city Goerlitz does not say in which state it lies; its square is Lusatia: if that is \
                right, write state = \"Lusatia\"";
    assert_eq!(said, [told]);
    let text = with_a_true_place("state = \"Lusatia\"\n");
    assert_eq!(check(&text, &load(&text).unwrap()), []);
}
