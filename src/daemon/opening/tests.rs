//! Seats files, deadlines and names of games as they are given.

use super::*;

const NOW: Millis = 1_780_300_800_000; // 2026-06-01T08:00:00Z

/// A skill in the place of whether the machine plays is answered with the line that says it.
#[test]
fn a_skill_where_a_machine_is_asked_for_names_the_line_of_a_skill() {
    let read =
        |machine: &str| toml::from_str::<SeatLine>(&format!("player = \"clam\"\nmachine = {machine}\n"));
    assert!(read("true").unwrap().machine && !read("false").unwrap().machine);
    let told = read("\"marshal\"").unwrap_err().to_string();
    assert!(told.contains("machine = true, then skill = \"marshal\""), "{told}");
    let told = read("\"yes\"").unwrap_err().to_string();
    assert!(told.contains("machine = true, then skill = \"colonel\""), "{told}");
    let told = read("1").unwrap_err().to_string();
    assert!(told.contains("true or false, without quotes"), "{told}");
}

#[test]
fn a_first_deadline_is_a_time_on_the_wall_of_the_zone_that_lies_ahead() {
    let berlin = chrono_tz::Europe::Berlin;
    let read = |words: &str| first_deadline(words, berlin, NOW);
    assert_eq!(read("2026-06-05 20:00").unwrap(), NOW + 4 * DAY_MS + 10 * 3_600_000);
    assert_eq!(read("2026-06-05T20:00:00").unwrap(), read("2026-06-05 20:00").unwrap());
    let wrong = [
        ("friday", "is not a date and time such as"),
        ("2026-06-01 09:59", "is past"),
        ("2027-06-03 20:00", "more than a year away"),
        ("2027-03-28 02:30", "there is no 2027-03-28 02:30"),
    ];
    for (words, why) in wrong {
        let told = format!("{:#}", read(words).unwrap_err());
        assert!(told.contains("first_deadline") && told.contains(why), "{told}");
    }
    let seats = format!(
        "first_deadline = \"2026-06-05 20:00\"\n{}",
        include_str!("../../../fixtures/demo/seats.toml")
    );
    let seats = toml::from_str::<Seats>(&seats).unwrap();
    let settings = seats.settings(NOW).unwrap();
    assert_eq!(settings.deadline_ms, NOW + 4 * DAY_MS + 10 * 3_600_000);
    let next = for_people(settings.next_turn(settings.deadline_ms + 1).deadline_ms, berlin);
    assert!(next.starts_with("Sunday 7 June 2026, 20:00"), "the schedule goes on from there: {next}");
}

#[test]
fn a_first_deadline_of_less_than_a_day_is_warned_of() {
    let with = |words: &str| {
        let schedule = Schedule::parse(words, chrono_tz::UTC).unwrap();
        deadline_words("demo", &Settings::opening(schedule, NOW), NOW)
    };
    let soon = with("weekly monday 20:00");
    assert!(soon.starts_with("the first deadline is Monday 1 June 2026, 20:00 (UTC)"), "{soon}");
    assert!(
        soon.contains("in 12 hours") && soon.contains("WARNING") && soon.contains("first_deadline"),
        "{soon}"
    );
    assert!(!with("weekly sunday 20:00").contains("WARNING"));
}

#[test]
fn a_wrong_name_of_a_game_is_told_with_the_nearest() {
    assert!(check_name("bohemia-1866").is_ok());
    let told = |name: &str| check_name(name).unwrap_err().to_string();
    assert!(told("../evil").ends_with("the nearest is evil"), "{}", told("../evil"));
    assert!(told("My Game!").ends_with("the nearest is my-game"), "{}", told("My Game!"));
    assert!(!told("///").contains("nearest"), "{}", told("///"));
}
