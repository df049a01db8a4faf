//! A new game's seats: all that is wrong with them at once, what is odd about them, and what players hear of a game that waits.

use super::*;

fn opened(desk: &mut Desk, name: &str, seats: &str) -> Result<String, String> {
    let seats: Seats = toml::from_str(seats).map_err(|error| error.to_string())?;
    desk.office.open_game(name, scenario::demo(), &seats).map_err(|error| format!("{error:#}"))
}

#[test]
fn everything_that_is_wrong_with_a_seats_file_is_told_at_once() {
    let mut desk = Desk::new();
    let bad = SEATS
        .replace("player = \"Steinmetz\"", "player = \"Steinmets\"")
        .replace("benedek@austria.example", "benedek at austria")
        .replace("gablenz@austria.example", "war@example.org")
        .replace("weekly sunday 20:00", "weekly sunday 25:00");
    let told = opened(&mut desk, "other", &bad).unwrap_err();
    for fault in [
        "\"Steinmets\", who is no player of the scenario",
        "the nearest is Steinmetz",
        "\"benedek at austria\" of Benedek is no mail address",
        "the seat of Gablenz has the post office's own address",
        "the seats lack the player Steinmetz",
        "25:00",
    ] {
        assert!(told.contains(fault), "{fault}: {told}");
    }
    assert!(told.lines().count() >= 5, "a line each: {told}");
    assert!(desk.office.store.game(&GameName("other".into())).unwrap().is_none());
}

#[test]
fn one_address_on_two_sides_and_an_administrator_who_plays_are_spoken_of() {
    let mut desk = Desk::new();
    let odd = SEATS
        .replace("steinmetz@prussia.example", "one@example.org")
        .replace("benedek@austria.example", "One@example.org")
        .replace("gablenz@austria.example", "franz@example.org");
    let told = opened(&mut desk, "other", &odd).unwrap();
    assert!(told.contains("WARNING: Steinmetz and Benedek have one address"), "{told}");
    assert!(told.contains("WARNING: Gablenz plays from the address of an administrator"), "{told}");
    let friends = SEATS.replace("steinmetz@prussia.example", MOLTKE);
    let told = opened(&mut desk, "third", &friends).unwrap();
    assert!(!told.contains("have one address"), "one reader of one side sees no more: {told}");
}

#[test]
fn a_time_zone_that_is_none_is_told_with_the_nearest() {
    let mut desk = Desk::new();
    for (words, nearest) in [("Europe/Berlim", "Europe/Berlin"), ("vienna", "Europe/Vienna")] {
        let told = opened(&mut desk, "other", &SEATS.replace("Europe/Berlin", words)).unwrap_err();
        assert!(told.contains(&format!("the nearest is {nearest}")), "{told}");
    }
}
