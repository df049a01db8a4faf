//! Scenarios: those that come with the program, and what is said of one with mistakes.

mod garrisons;
mod histories;

use std::collections::BTreeMap;
use std::path::Path;

use fieldpost::cli::rehearse;
use fieldpost_campaign::rulebooks::read_scenario;
use fieldpost_games::RULEBOOKS;
use fieldpost_land::scenario;
use fieldpost_land::unit::Unit;

#[test]
fn the_demonstration_is_two_sides_near_one_another() {
    let demo = scenario::read(&scenario::demo()).unwrap_or_else(|fault| panic!("{fault}"));
    let state = &demo.state;
    assert_eq!((demo.ruleset.as_str(), demo.map_id.as_str(), state.turn), ("rotd-euwol", "demo", 1));
    assert_eq!(state.players.len(), 4);
    let brigades = state.units.values().filter(|unit| unit.is_combat()).count();
    assert!((18..=26).contains(&brigades), "{brigades} brigades");
    assert!(state.seats.values().all(|seat| seat.deputy.is_some()));
    assert!(state.units.values().filter(|unit| unit.id.kind.is_hq()).count() >= 4);
    let out = state.units.values().filter(|unit| !unit.in_communications);
    assert_eq!(out.map(|unit| unit.id.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
    let nearest = |unit: &Unit| {
        let enemies = state.units.values().filter(|other| other.id.nation != unit.id.nation);
        enemies.map(|enemy| enemy.at.distance(unit.at)).min()
    };
    assert_eq!(state.units.values().filter_map(nearest).min(), Some(2));
    assert_eq!(demo.calendar.day(3).unwrap().to_string(), "1866-07-09");
    assert_eq!(state.cities["Josefstadt"].home.as_str(), "AU");
}

#[test]
fn what_is_wrong_in_a_scenario_is_said_with_file_and_line() {
    let texts = scenario::demo();
    let said = |file: &str, right: &str, wrong: &str| {
        let mut texts = texts.clone();
        let text = texts.get_mut(file).unwrap();
        assert!(text.contains(right), "{right}");
        *text = text.replacen(right, wrong, 1);
        scenario::read(&texts).map(|_| ()).unwrap_err().to_string()
    };
    let main = "scenario.toml";
    let spoilt = [
        (
            main,
            "map = \"demo\"",
            "map = \"moon\"",
            "scenario.toml, line 5, column 7: expected a file of this folder",
        ),
        (
            main,
            "ruleset = \"rotd-euwol\"",
            "ruleset = \"chess\"",
            "line 4, column 11: expected rotd-euwol, rotd-cwol, gitm-nwol",
        ),
        (main, "format = 1", "format = 2", "line 2, column 10: expected scenario format 1, found 2"),
        (main, "1866-06-25", "June", "expected a day such as 1866-06-18, found \"June\""),
        (main, "rank = \"general\"", "rank = \"corporal\"", "line 13, column 8: expected a rank (colonel"),
        (main, "\"Treasury\"", "\"Porter\"", "expected War Minister, Treasury"),
        (main, "name = \"Steinmetz\"", "name = \"moltke\"", "expected a name that no other player has"),
        (main, "is = \"hostile\"", "is = \"cross\"", "expected allied, neutral or hostile"),
        (main, "name = \"Breslau\"", "name = \"Posen\"", "expected a city of the map, found \"Posen\""),
        (main, "strength = 3", "strength = 6", "expected a fort of strength 1 to 5, found 6"),
        (main, "\"units.toml\"", "\"unit.toml\"", "expected a file of this folder, found \"unit.toml\""),
        (main, "manufacturing = 4", "manufactories = 4", "unknown field `manufactories`"),
        (
            "units.toml",
            "at = \"B0-N4\"",
            "at = \"A7-N7\"",
            "units.toml, line 5, column 1: unit PR1AQ: expected a square",
        ),
        ("units.toml", "at = \"B0-N4\"", "at = \"Z9-N7\"", "unit PR1AQ: "),
        (
            "units.toml",
            "commander = \"Moltke\"",
            "commander = \"Blücher\"",
            "expected one of the players Moltke",
        ),
        (
            "units.toml",
            "commander = \"Moltke\"\n",
            "",
            "expected a commander, because PR has not exactly one",
        ),
        (
            "units.toml",
            "id = \"PR1CQ\"",
            "id = \"PR1AQ\"",
            "unit PR1AQ: expected an id that no other unit has",
        ),
        ("units.toml", "weapon = \"breechloader\"", "weapon = \"longbow\"", "unknown variant `longbow`"),
    ];
    for (file, right, wrong, expected) in spoilt {
        let fault = said(file, right, wrong);
        assert!(fault.contains(expected), "{wrong}: {fault}");
    }
    let missing = scenario::read(&Default::default()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(missing, "expected a file scenario.toml in the scenario's folder, found none");
}

fn spoilt_demo(changes: &[(&str, &str, &str)]) -> BTreeMap<String, String> {
    let mut texts = scenario::demo();
    for (file, right, wrong) in changes {
        let text = texts.get_mut(*file).unwrap();
        assert!(text.contains(right), "{right}");
        *text = text.replacen(right, wrong, 1);
    }
    texts
}

#[test]
fn one_look_tells_all_mistakes() {
    let texts = spoilt_demo(&[
        ("scenario.toml", "rank = \"general\"", "rank = \"corporal\""),
        ("scenario.toml", "name = \"Breslau\"", "name = \"Posen\""),
        ("scenario.toml", "strength = 3", "strength = 6"),
        ("units.toml", "at = \"B0-N4\"", "at = \"A7-N7\""),
    ]);
    let told = read_scenario(&texts).map(|_| ()).unwrap_err().to_string();
    for said in
        ["expected a rank", "found \"Posen\"", "strength 1 to 5, found 6", "unit PR1AQ: expected a square"]
    {
        assert!(told.contains(said), "{said}: {told}");
    }
    // Whoever has a wrong rank is a player all the same: his units are no mistakes.
    assert_eq!(told.lines().count(), 4, "{told}");
}

#[test]
fn a_file_that_nobody_reads_is_told() {
    let mut texts = scenario::demo();
    texts.insert("cavalry.toml".into(), "[[unit]]\n".into());
    let told = read_scenario(&texts).map(|_| ()).unwrap_err().to_string();
    let said = "cavalry.toml, line 1, column 1: expected no other file than scenario.toml names in `parts`, found cavalry.toml";
    assert_eq!(told, said);
}

#[test]
fn a_city_names_a_place() {
    let texts = spoilt_demo(&[("units.toml", "at = \"B0-N4\"\ntac = \"7-7\"", "at = \"Glatz\"")]);
    let scenario = read_scenario(&texts).unwrap_or_else(|faults| panic!("{faults}"));
    let glatz = scenario.atlas.map.city("Glatz").unwrap();
    let unit = &scenario.state.units[&"PR1AQ".parse().unwrap()];
    assert_eq!((unit.at, unit.tac), (glatz.at, glatz.tac));
}

/// ROTD-EUWOL 1.5, 2.5, 2.6, 3.1, 3.4, 3.5, 3.5b: both sides of each limit, on the first morning.
#[test]
fn no_unit_has_and_no_square_holds_more_than_the_book_allows() {
    let of = |lines: &str| {
        let mut texts = scenario::demo();
        texts.get_mut("units.toml").unwrap().push_str(lines);
        read_scenario(&texts).map(|_| ()).map_err(|faults| faults.to_string())
    };
    let unit = |id: &str, keys: &str| {
        format!("\n[[unit]]\nid = \"{id}\"\nat = \"A2-N2\"\ncommander = \"Moltke\"\n{keys}\n")
    };
    let fits = [
        unit("PR90IN", "regiments = 5\nbatteries = 1\nstrength = 4100"),
        unit("PR90MI", "home = \"Lusatia\"\nregiments = 3"),
        unit("PR90LA", "batteries = 4\nguns = \"breech\""),
        unit("PR90IN", "weapon = \"breechloader\""),
        (90..98).map(|number| unit(&format!("PR{number}IN"), "")).collect(),
        unit("PR90IN", "at = \"Glatz\"\nin_fort = true\nstrength = 3200").replace("at = \"A2-N2\"\n", ""),
    ];
    for lines in fits {
        assert_eq!(of(&lines), Ok(()), "{lines}");
    }
    let faults = [
        (unit("PR90IN", "regiments = 6\nstrength = 4000"), "at most 5 regiments and 1 battery in infantry"),
        (unit("PR90IN", "regiments = 5\nbatteries = 1\nstrength = 4101"), "at most the 4100 men"),
        (
            unit("PR90MI", "home = \"Lusatia\"\nregiments = 4\nstrength = 1500"),
            "at most 3 regiments and 0 batteries in militia",
        ),
        (unit("PR90MI", "home = \"Silesia\""), "expected militia in its home state Silesia (rule 7.1)"),
        (unit("PR90MI", "home = \"Bohemia\""), "expected as `home` of militia a state of Prussia"),
        (unit("PR90MI", ""), "expected as `home` of militia a state of the map, found"),
        (unit("PR90LA", "batteries = 5\nstrength = 400"), "at most 0 regiments and 4 batteries"),
        (unit("PR90LA", "guns = \"mitrailleuse\""), "\"smoothbore\" or \"rifled\" or \"breech\""),
        (
            unit("AU90IN", "weapon = \"breechloader\"").replace("Moltke", "Benedek"),
            "expected \"musket\" or \"rifle\" as the weapon",
        ),
        (
            (90..99).map(|number| unit(&format!("PR{number}IN"), "")).collect(),
            "expected at most 8 brigades of a side and 16 in all in 7-7 of A2-N2 (rule 2.5), found 9",
        ),
        (
            ["90", "91"]
                .map(|number| {
                    unit(&format!("PR{number}IN"), "at = \"Glatz\"\nin_fort = true")
                        .replace("at = \"A2-N2\"\n", "")
                })
                .concat(),
            "expected units that need at most 5000 in the fort",
        ),
        (
            unit("PR90IN", "in_fort = true"),
            "expected the square of a city with a fort (rule 2.6), found 7-7 of A2-N2",
        ),
        (
            ["90", "91", "92"].map(|number| unit(&format!("PR{number}IN"), "status = \"inactive\"")).concat(),
            "rule 13.2",
        ),
    ];
    for (lines, said) in faults {
        let told = of(&lines).expect_err(said);
        assert!(told.contains(said) && told.starts_with("units.toml, line "), "{said}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

const MAIN: &str = "scenario.toml";
const UNITS: &str = "units.toml";

/// What a GA writes in haste: the file, what is right there, what he writes, and what he is told.
const SLIPS: &[(&str, &str, &str, &str)] = &[
    (
        UNITS,
        "id = \"PR2IN\"",
        "id = \"XX2IN\"",
        "line 32, column 1: unit XX2IN: expected an id that begins with a nation's",
    ),
    (
        UNITS,
        "id = \"PR2IN\"",
        "id = \"PR1IN\"",
        "line 32, column 1: unit PR1IN: expected an id that no other unit has; units.toml, line 22, has it",
    ),
    (
        UNITS,
        "commander = \"Moltke\"",
        "commander = \"Moltk\"",
        "line 7, column 1: unit PR1AQ: expected one of the players Moltke, Steinmetz, Benedek, Gablenz, found \"Moltk\"; the nearest is \"Moltke\"",
    ),
    (
        UNITS,
        "commander = \"Moltke\"",
        "commander = \"Benedek\"",
        "line 7, column 1: unit PR1AQ: expected an officer of Prussia or its allies, found Benedek",
    ),
    (
        UNITS,
        "deputy = \"Steinmetz\"",
        "deputy = \"Moltke\"",
        "line 8, column 1: unit PR1AQ: expected another officer than the commander",
    ),
    (
        UNITS,
        "at = \"B0-N4\"",
        "at = \"Glaz\"",
        "line 5, column 1: unit PR1AQ: expected a square of the map (A0-N0 to B9-P5) or one of its cities, found \"Glaz\"; the nearest is \"Glatz\"",
    ),
    (UNITS, "supplies = 1\n", "supplies = 2\n", "unit PR1AQ: expected supplies of 0 to 1, found 2"),
    (UNITS, "experience = 15", "morale = 101", "unit PR1AQ: expected morale of 0 to 100, found 101"),
    (UNITS, "experience = 15", "ammunition = 6", "unit PR1AQ: expected ammunition of 0 to 5, found 6"),
    (
        UNITS,
        "experience = 15",
        "strength = 101",
        "unit PR1AQ: expected at most the 100 men that army headquarters of 0 regiments and 0 batteries has",
    ),
    (UNITS, "quality = \"very good\"", "qualty = \"very good\"", "unknown field `qualty`"),
    (MAIN, "\"Treasury\"", "\"Tresury\"", "found \"Tresury\"; the nearest is \"Treasury\""),
    (
        MAIN,
        "Governor of Silesia",
        "Governor of Silesai",
        "expected a state of the map to govern, found \"Silesai\"; the nearest is \"Silesia\"",
    ),
    (MAIN, "Governor of Silesia", "Governor of Bohemia", "expected a state of the governor's side"),
    (MAIN, "nation = \"Prussia\"", "nation = \"Prusia\"", "found \"Prusia\"; the nearest is \"Prussia\""),
    (MAIN, "name = \"Moltke\"", "name = \"None\"", "NONE stands for nobody"),
    (MAIN, "name = \"Breslau\"", "name = \"Bresslau\"", "found \"Bresslau\"; the nearest is \"Breslau\""),
    (MAIN, "name = \"Goerlitz\"", "name = \"Breslau\"", "expected each city once, found \"Breslau\" again"),
    (MAIN, "manufacturing = 4", "manufacturing = 11", "expected manufacturing of 0 to 10, found 11"),
    (
        MAIN,
        "fort = { strength = 3, capacity = 5000 }",
        "fort = \"strong\"",
        "expected a fort such as { strength = 4, capacity = 6000 }, or \"none\"",
    ),
    (MAIN, "capacity = 5000", "capacity = 0", "expected a fort with a capacity of men, found 0"),
    (MAIN, "days_a_turn = 7", "days_a_turn = 0", "expected 1 to 366 days a turn, found 0"),
    (
        MAIN,
        "between = [\"Prussia\", \"Austria\"]",
        "between = [\"Austria\", \"Austria\"]",
        "expected two different nations",
    ),
    (
        MAIN,
        "between = [\"Prussia\", \"Austria\"]",
        "between = [\"Austria\"]",
        "expected two nations in `between`, found 1",
    ),
    (
        MAIN,
        "[[relation]]",
        "[[relation]]\nbetween = [\"Austria\", \"Prussia\"]\nis = \"neutral\"\n\n[[relation]]",
        "expected no second word on Austria and Prussia",
    ),
    (
        MAIN,
        "parts = [\"units.toml\"]",
        "parts = [\"units.toml\", \"units.toml\"]",
        "expected each file once, found \"units.toml\" again",
    ),
    (
        MAIN,
        "parts = [\"units.toml\"]",
        "parts = [\"units.toml\"]\nforbidden = [\"Austria\"]",
        "expected a nation that is not forbidden, found Austria",
    ),
];

#[test]
fn slips_of_the_pen_are_told_with_their_key_and_the_nearest_right_thing() {
    for (file, right, wrong, said) in SLIPS {
        let told = read_scenario(&spoilt_demo(&[(file, right, wrong)])).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(said), "{wrong}: {told}");
        assert!(told.starts_with(&format!("{file}, line ")), "{told}");
    }
}

/// ROTD-EUWOL 3.5: headquarters ask for rank, unless all who have it command one; and nobody commands two armies.
#[test]
fn who_may_not_command_a_headquarters_is_told() {
    let ranks = ("scenario.toml", "rank = \"lieutenant general\"", "rank = \"brigadier general\"");
    let told = |more: &str| {
        let mut texts = spoilt_demo(&[ranks]);
        texts.get_mut("units.toml").unwrap().push_str(more);
        read_scenario(&texts).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        told(""),
        "units.toml, line 4, column 1: unit PR1AQ: may only be deputised for by an officer of at least the rank \
         of major general: Steinmetz is a brigadier general (rule 3.5)"
    );
    let second = told("\n[[unit]]\nid = \"PR91AQ\"\nat = \"A2-N2\"\ncommander = \"Moltke\"\n");
    let too_many = "Moltke commands more than 1 of its kind (rule 3.5)";
    assert_eq!(second.lines().filter(|line| line.ends_with(too_many)).count(), 2, "{second}");
    assert!(!second.contains("Steinmetz"), "all who have the rank command an army: {second}");
}

#[test]
fn every_scenario_of_the_program_opens() {
    let names = scenario::built_in_names();
    assert!(names.contains(&"demo"), "{names:?}");
    for name in names {
        let texts = scenario::built_in(name).unwrap();
        let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
        if let Err(faults) = (rulebook.scenario)(&texts) {
            panic!("{name}: {faults:?}");
        }
        if fieldpost_campaign::RULEBOOKS.iter().all(|campaign| campaign.name != rulebook.name) {
            continue;
        }
        let scenario = read_scenario(&texts).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let out = scenario.state.units.values().filter(|unit| unit.is_combat() && !unit.in_communications);
        let out: Vec<String> = out.map(|unit| unit.id.to_string()).collect();
        // Where there are ships, some garrisons of a coast are reached by sea alone.
        let most =
            scenario.state.units.len() / if texts["scenario.toml"].contains("ships = ") { 10 } else { 20 };
        assert!(out.len() < most, "{name}: {} are out of communications {out:?}", out.len());
        let idle = scenario
            .state
            .numbered_players()
            .filter(|(number, _)| scenario.state.units_of(*number).next().is_none());
        assert_eq!(idle.count(), 0, "{name}: a player without a unit");
    }
}

#[test]
fn a_rehearsal_plays_letters_and_tells_what_came_of_them() {
    let folder = tempfile::TempDir::new().unwrap();
    let letters = folder.path().join("letters");
    let write = |name: &str, text: &str| {
        let path = letters.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "turn-1/Moltke.txt",
        "UNIT PR1IN\nMARCH . A9-N7 A9-N8\nENTRY 7-3\nUNIT PR2IN\nMARCH . A9-N7 A9-N8\nENTRY 7-3\n",
    );
    write("turn-1/Steinmetz.txt", "UNIT PR6IN\nHALT ON DETECTION\nMRACH B2-N7\n");
    write("turn-2/Moltke.txt", "UNIT PR1IN\nMOVE 7-11 VIA 5-4\nATTACK ASSAULT\n");
    let rehearse = |folder: &str| {
        let mut words = Vec::new();
        let args = rehearse::Args {
            scenario: "demo".into(),
            letters: Some(letters.clone()),
            machine: Vec::new(),
            turns: 2,
            seed: 1,
            reports: Some("no pictures".into()),
            folder: Some(letters.join(folder)),
        };
        let ended = rehearse::run(&args, &mut words).map_err(|error| format!("{error:#}"));
        (ended, String::from_utf8(words).unwrap())
    };
    let (ended, words) = rehearse("../one");
    assert_eq!(ended.unwrap(), std::process::ExitCode::FAILURE, "{words}");
    assert!(
        !words.contains("Moltke's letter") && words.contains("Steinmetz's letter: partly obeyed"),
        "{words}"
    );
    assert!(words.contains("Turn 2, 2 July 1866"), "{words}");
    assert!(words.contains("attacking"), "no battle: {words}");
    let after_the_first_line = |words: &str| {
        words.lines().skip(1).map(|line| line.split(" (").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(after_the_first_line(&rehearse("../two").1), after_the_first_line(&words), "the same twice");
    write("turn-2/Nobody.txt", "");
    assert!(
        rehearse("../three")
            .0
            .unwrap_err()
            .contains("turn-2/Nobody.txt: expected a file named after a player")
    );
}

#[test]
fn a_new_scenario_is_begun_that_the_check_finds_nothing_wrong_with() {
    let folder = tempfile::TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let run = |args: &[&str]| {
        let ended = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost")).args(args).output().unwrap();
        let words = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
        (ended.status.success(), words)
    };
    let map = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/demo.map.toml");
    for (name, map, nations) in [
        ("one", "demo", "Austria,Prussia"),
        ("two", "euwol", "France,Austria,IT"),
        ("own", map, "Prussia,AU"),
    ] {
        let (is_done, words) = run(&["scenario", "new", &place(name), "--map", map, "--nations", nations]);
        assert!(is_done, "{name}: {words}");
        let (is_right, words) = run(&["scenario", "check", &place(name)]);
        assert!(is_right && words.contains("No mistakes found"), "{name}: {words}");
    }
    let (is_done, words) =
        run(&["scenario", "new", &place("one"), "--map", "demo", "--nations", "Austria,Prussia"]);
    assert!(!is_done && words.contains("holds files already"), "{words}");
    let (is_done, words) =
        run(&["scenario", "new", &place("x"), "--map", "demo", "--nations", "Austira,Prussia"]);
    assert!(!is_done && words.contains("the nearest is Austria"), "{words}");
}

#[test]
fn an_unknown_key_has_the_nearest_and_a_misspelt_nation_is_one_mistake() {
    let faults = |change: &dyn Fn(&str) -> String| {
        let mut texts = scenario::demo();
        let main = change(&texts["scenario.toml"]);
        texts.insert("scenario.toml".into(), main);
        scenario::read(&texts).unwrap_err().to_string()
    };
    let unknown = faults(&|text| text.replacen("offices =", "ofices =", 1));
    assert!(unknown.contains("the nearest is offices"), "{unknown}");
    let player = faults(&|text| text.replacen("nation = \"Austria\"", "nation = \"Austira\"", 1));
    assert_eq!(player.lines().count(), 1, "{player}");
    assert!(player.contains("the nearest is \"Austria\""), "{player}");
}
