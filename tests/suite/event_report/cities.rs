//! Cities and their sieges.

use super::*;

#[test]
fn cities_are_won_or_lost_by_who_has_them_now() {
    let mut stage = Stage::new();
    for (city, taker) in [("Trautenau", "PR"), ("Glatz", "AU")] {
        stage.tell(Kind::CaptureCity, "", Saw::All, |event| {
            event.other = Some(city.into());
            event.nation = NationCode::new(taker);
        });
    }
    let cities = stage.view().summary.cities;
    let changes: Vec<CityChange> = cities.iter().map(|city| city.change).collect();
    assert_eq!(changes, [CityChange::Won, CityChange::Lost]);
    assert_eq!(cities[0].sentence, "Won: Trautenau is now controlled by Prussia (A9-N7).");
}

/// A siege that is laid, lifted and laid again in a turn is one sentence, with who besieges as far as that is seen.
#[test]
fn a_siege_is_one_sentence_with_its_besieger() {
    let siege = |changes: &[&str], near: &[&str]| {
        let mut stage = Stage::new();
        let at = stage.place("A9-N8", (7, 7));
        stage.world.state.cities.insert("Probe".into(), {
            let mut city = stage.world.state.cities.values().next().unwrap().clone();
            (city.at, city.tac, city.besieged) = (at.at, at.tac, changes.last() == Some(&"is besieged"));
            city.control = "AU".parse().unwrap();
            city
        });
        for unit in near {
            let place = stage.place("A9-N8", (8, 7));
            (stage.unit(unit).at, stage.unit(unit).tac) = (place.at, place.tac);
        }
        for (number, change) in changes.iter().enumerate() {
            stage.phase = format!("tac {}", number + 1).parse().unwrap();
            stage.tell(Kind::Siege, "", Saw::All, |event| {
                (event.at, event.tac) = (Some(at.at), Some(at.tac));
                (event.other, event.why) = (Some("Probe".into()), Some(format!("Probe {change}").into()));
            });
        }
        let mut outcome = stage.outcome();
        let seen = near.iter().map(|unit| id(unit)).collect();
        outcome.sights.get_mut(&PlayerNo(0)).unwrap().tactical.insert(at.at, seen);
        let view = event_view(&stage.world.atlas, &outcome, PlayerNo(0));
        assert_eq!(events(&view).len(), 1);
        assert_eq!(events(&view)[0].told as usize, changes.len());
        let cities: Vec<String> = view.summary.cities.iter().map(|city| city.sentence.clone()).collect();
        assert_eq!(cities.len(), 1);
        cities[0].clone()
    };
    let (laid, lifted) = ("is besieged", "is no longer besieged");
    assert_eq!(siege(&[laid], &["PR1IN"]), "Probe is besieged by Prussia (PR1IN, A9-N8).");
    assert_eq!(
        siege(&[laid, lifted, laid], &["PR1IN", "PR2IN"]),
        "Probe is besieged by Prussia (PR1IN and PR2IN, A9-N8)."
    );
    assert_eq!(siege(&[laid, lifted, laid], &[]), "Probe is besieged (A9-N8).");
    assert_eq!(siege(&[lifted], &[]), "Probe is no longer besieged (A9-N8).");
    assert_eq!(
        siege(&[laid, lifted], &["PR1IN"]),
        "Probe was besieged for a time, and is free again (A9-N8)."
    );
    assert_eq!(siege(&[lifted, laid], &["PR1IN"]), "Probe is besieged by Prussia (PR1IN, A9-N8).");
}

/// Rule 11.3: a city that is taken is besieged no more, and not free again: that it was taken is told, and nothing beside it.
#[test]
fn a_siege_that_ends_with_the_city_is_told_with_it() {
    let mut stage = Stage::new();
    let at = stage.place("A9-N8", (7, 7));
    for change in ["is besieged", "is no longer besieged"] {
        if change == "is no longer besieged" {
            stage.tell(Kind::CaptureCity, "", Saw::All, |event| {
                (event.other, event.nation) = (Some("Trautenau".into()), NationCode::new("PR"));
            });
        }
        stage.tell(Kind::Siege, "", Saw::All, |event| {
            (event.at, event.tac) = (Some(at.at), Some(at.tac));
            (event.other, event.why) = (Some("Trautenau".into()), Some(format!("Trautenau {change}").into()));
        });
    }
    let view = stage.view();
    assert_eq!(view.summary.cities.iter().map(|city| city.change).collect::<Vec<_>>(), [CityChange::Won]);
    let told = events(&view);
    assert_eq!((told.len(), told[0].told), (1, 3), "one line stands for all three");
}

/// Rule 7.16: a nation whose land nobody may enter has no part in the war, and is nobody's enemy.
#[test]
fn a_nation_that_has_no_part_in_the_war_is_neutral() {
    let mut stage = Stage::new();
    let [russia, austria] = ["RU", "AU"].map(|code| NationCode::new(code).unwrap());
    let relations = |stage: &Stage| {
        let outcome = stage.outcome();
        let sight = Sight::default();
        let vantage =
            Vantage::of(PlayerNo(0), &outcome.state, &sight, &stage.world.atlas, &ROTD_EUWOL).unwrap();
        [russia, austria].map(|nation| vantage.relation(nation))
    };
    assert_eq!(relations(&stage), [Relation::Hostile; 2]);
    stage.world.state.forbidden.insert(russia);
    assert_eq!(relations(&stage), [Relation::Neutral, Relation::Hostile]);
}

/// Rule 3.7: morale names the battle or the city that moved it, of those that the reader was told of; else that it was
/// out of sight.
#[test]
fn morale_names_its_battle_and_its_city() {
    let morale = |mood: &str, told: bool| {
        let mut stage = Stage::new();
        if told {
            stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(battle("PR"))));
            stage.tell(Kind::CaptureCity, "", Saw::All, |event| {
                (event.other, event.nation) = (Some("Trautenau".into()), NationCode::new("PR"));
            });
        }
        for (unit, change) in [("PR1IN", 3), ("PR2IN", 2)] {
            stage.tell(Kind::Morale, unit, Saw::All, |event| {
                (event.change, event.why) = (Some(change), Some(mood.to_owned().into()));
            });
        }
        stage.sentences().into_iter().filter(|line| line.starts_with("Morale")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        morale("winning its battle", true),
        "Morale rose by winning its battle at A9-N7, 2 squares north of Josefstadt: PR1IN +3. Morale rose by winning its \
         battle: PR2IN +2."
    );
    assert_eq!(morale("a city taken", true), "Morale rose by the taking of Trautenau: PR1IN +3, PR2IN +2.");
    assert_eq!(
        morale("a city taken, hunger", true),
        "Morale rose by the taking of Trautenau, despite hunger: PR1IN +3, PR2IN +2.",
        "what was outweighed is told too"
    );
    assert_eq!(
        morale("a city taken", false),
        "Morale rose by a city taken out of your sight: PR1IN +3, PR2IN +2."
    );
    assert_eq!(
        morale("a battle won near", false),
        "Morale rose by a battle won near, out of your sight: PR1IN +3, PR2IN +2."
    );
}
