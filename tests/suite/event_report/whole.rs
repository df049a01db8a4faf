//! The report as a whole: how it begins, how long it is, and what it tells of whom.

use super::*;

/// Who reads no further knows how the turn went: who met whom where, who won and why, what it cost, what will be lost.
#[test]
fn the_report_begins_with_a_few_lines_for_a_tired_reader() {
    let mut stage = Stage::new();
    stage.unit("PR1IN").hungry = 1;
    stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(battle("AU"))));
    let lead = stage.view().summary.lead;
    assert!(lead.len() <= 10);
    assert!(
        lead[0].starts_with(
            "A9-N7, 2 squares north of Josefstadt: you attacked Austria (2345 against about 2400)"
        ),
        "{lead:?}"
    );
    assert!(lead[0].contains("and lost: Prussia did not close, and had to leave, since "), "{lead:?}");
    assert!(lead[0].contains("Your side lost 77 men, the enemy about 200."), "{lead:?}");
    assert!(
        lead.iter().any(|line| line == "If nothing is done: PR1IN went hungry, and loses more men by desertion each turn without food."),
        "{lead:?}"
    );
    let text = printed(&stage.world, &stage.outcome(), PlayerNo(0)).printed.text;
    let short = text.split_once("IN SHORT").unwrap().1;
    assert!(short.trim_start().starts_with("- A9-N7"), "{short}");
}

/// Rules 4.4, 5.3: of a battle one's own side is told exactly, the enemy about; who only stands by, that there was one.
#[test]
fn a_battle_is_exact_for_ones_own_side_only() {
    let seen = |saw| {
        let mut stage = Stage::new();
        stage.tell(Kind::Combat, "", saw, |event| event.battle = Some(Cow::Owned(battle("PR"))));
        stage.view()
    };
    let fought = serde_json::to_string(&seen(Saw::All)).unwrap();
    let about = ["2345", "77", "second", "~2400", "~200", "fell back"];
    assert!(about.iter().all(|words| fought.contains(words)), "{fought}");
    assert!(!["2381", "219"].iter().any(|words| fought.contains(words)), "{fought}");
    let summary = seen(Saw::All).summary;
    let line = &summary.battles[0];
    assert_eq!((line.won, line.lost, line.own_losses, line.enemy_losses_about), (1, 0, 77, 200));
    assert!(line.sentence.contains("won, attacking Austria. Your side lost 77 men, the enemy about 200."));
    assert_eq!(summary.losses.sentence, "Your units lost 77 men, all in the fire.");
    let heard = serde_json::to_string(&seen(Saw::End)).unwrap();
    assert!(heard.contains("There was a battle at A9-N7 5-4"), "{heard}");
    assert!(!heard.contains("AU1IN") && seen(Saw::End).summary.battles[0].witnessed == 1);
}

/// Units of both sides stand in a battle's table under the names that they bear.
#[test]
fn who_fought_is_called_by_name() {
    let mut stage = Stage::new();
    let names = [("PR1IN", "Tiedemann"), ("AU1IN", "Wimpffen")];
    stage.world.state.names.extend(names.map(|(unit, name)| (id(unit), name.to_owned())));
    stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(battle("PR"))));
    let report = printed(&stage.world, &stage.outcome(), PlayerNo(0));
    let html = report.html.unwrap();
    for (unit, name) in names {
        let called = format!("{unit} {name}");
        assert!(report.printed.text.contains(&called), "{called} in\n{}", report.printed.text);
        assert!(html.contains(&called), "{called} in\n{html}");
    }
}

/// Of a meeting it is said why nobody's DEFEND counted (rule 10.6).
#[test]
fn a_meeting_says_why_nobody_defended() {
    let remark = |meeting| {
        let mut stage = Stage::new();
        let report = BattleReport { meeting, ..battle("PR") };
        stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(report)));
        events(&stage.view())[0].battle.clone().unwrap().remark
    };
    assert!(remark(true).contains("all fought by ATTACK, none by DEFEND"));
    assert!(remark(false).starts_with("Ground rated 2"));
}

/// Rule 9.5: what stops a tactical move is explained once, to its own side only.
#[test]
fn cliffs_are_explained_once_and_to_their_side_only() {
    let notes = |units: &[&str]| {
        let mut stage = Stage::new();
        for unit in units {
            let why = Reason::from(Why::Ground).words();
            stage.tell(Kind::Refused, unit, Saw::All, |event| event.why = Some(why));
        }
        stage.view().notes
    };
    assert_eq!(notes(&["PR1IN", "PR2IN"]).len(), 1);
    assert!(notes(&["PR1IN"])[0].contains("straight line"));
    assert_eq!(notes(&["AU1IN"]), Vec::<&str>::new());
}

/// Gmail cuts HTML near 102 kB: of a turn that is longer the mail tells the short of it, and the rest is a file.
#[test]
fn a_long_turn_is_told_in_short_with_all_of_it_attached() {
    let mut stage = Stage::new();
    for number in 1..800 {
        let unit = format!("AU{number}LI");
        let at = stage.place("A9-N7", (number as u8 % 15, number as u8 / 15 % 15));
        stage.tell(Kind::Refused, &unit, Saw::All, |event| {
            event.tac = Some(at.tac);
            event.phase = format!("tac {}", number % 5 + 1).parse().unwrap();
        });
        stage.tell(Kind::Requisition, &unit, Saw::All, |event| {
            event.phase = format!("strat {}", number % 6 + 1).parse().unwrap()
        });
        stage.tell(Kind::CaptureGuns, &unit, Saw::All, |event| {
            event.other = Some(format!("PR{number}LA").into());
        });
    }
    for short in [false, true] {
        if short {
            stage.events.truncate(30);
        }
        let report = printed(&stage.world, &stage.outcome(), PlayerNo(0));
        let html = report.html.unwrap();
        assert!(html.len() + html.matches('\n').count() < 90_000, "{}", html.len());
        assert!(html.contains("In short"));
        assert_eq!(html.contains("AU7LI"), short, "{}", html.len());
        let file = report.enclosures.iter().find(|file| file.name == "events.html");
        let page = file.map(|file| String::from_utf8(file.bytes.clone()).unwrap());
        assert_eq!(page.is_none(), short);
        assert!(page.is_none_or(|page| (1..400).all(|number| page.contains(&format!("AU{number}LI")))));
        assert!(short || (1..400).all(|number| report.printed.text.contains(&format!("AU{number}LI"))));
    }
}

/// What needs attention comes from how the own units stand, each matter once with all its units.
#[test]
fn what_needs_attention_is_told_once_for_all_whom_it_concerns() {
    let mut stage = Stage::new();
    for unit in ["PR1IN", "PR2IN"] {
        (stage.unit(unit).fatigue, stage.unit(unit).ammunition) = (9, 0);
    }
    stage.unit("PR1LC").fatigue = 7;
    stage.unit("PR1LC").hungry = 1;
    stage.unit("AU1IN").fatigue = 20;
    stage.unit("PR1CQ").status = Status::Shattered;
    let of = |stage: &Stage, matter: Matter| {
        let attention = stage.view().summary.attention;
        attention
            .into_iter()
            .filter(|found| found.matter == matter)
            .map(|found| found.units)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&stage, Matter::Ails(Concern::TooTiredNearEnemies)), [["PR1IN", "PR2IN"]]);
    assert_eq!(of(&stage, Matter::Ails(Concern::NearlyTooTired)), [["PR1LC"]]);
    assert_eq!(of(&stage, Matter::Ails(Concern::NoAmmunition)), [["PR1IN", "PR2IN"]]);
    assert_eq!(of(&stage, Matter::Ails(Concern::Hungry)), [["PR1LC"]]);
    assert_eq!(of(&stage, Matter::Ails(Concern::Shattered)), [["PR1CQ"]]);
    let text = printed(&stage.world, &stage.outcome(), PlayerNo(0)).printed.text;
    assert!(
        words(&text).contains(
            "Hungry: PR1LC (A9-N6, 3 squares north of Josefstadt). It had nothing to eat in turn 1."
        ),
        "{text}"
    );
    assert!(
        words(&text).contains(
            "Shattered: PR1CQ (A9-N5, 3 squares south of Liegnitz). It forms again at the end of turn 2,"
        ),
        "{text}"
    );
    assert!(of(&Stage::new(), Matter::Ails(Concern::TooTiredToMarch)).is_empty());
}

/// A unit that is destroyed was whose it was when it went.
#[test]
fn a_unit_that_is_no_more_is_still_told_of_as_ones_own() {
    let mut stage = Stage::new();
    stage.tell(Kind::Shatter, "PR1IN", Saw::All, |event| {
        event.from = event.at.zip(event.tac).map(|(at, tac)| Place { at, tac });
        (event.other, event.men, event.why) = (Some("destroyed".into()), Some(900), Some("no way".into()));
    });
    let mut outcome = stage.outcome();
    outcome.state.units.remove(&id("PR1IN"));
    let seat = outcome.state.seats.remove(&id("PR1IN")).unwrap();
    let attention = |outcome: &Outcome| {
        let view = event_view(&stage.world.atlas, outcome, PlayerNo(0));
        (
            view.summary.losses.destroyed,
            view.summary.attention.len(),
            view.units.iter().any(|unit| unit.is_gone),
        )
    };
    let others = attention(&outcome);
    outcome.removed.insert(id("PR1IN"), seat);
    let own = attention(&outcome);
    assert_eq!((own.0, own.1, own.2), (900, others.1 + 1, true));
    assert_eq!((others.0, others.2), (0, false));
}

/// Who looks for one brigade finds what befell it in one place, in order, with how it is now.
#[test]
fn each_own_unit_has_its_history() {
    let mut stage = Stage::new();
    stage.tell_move(Kind::Move, "PR1IN", Saw::All);
    for (phase, square) in [("strat 1", "A9-N8"), ("strat 2", "B0-N8")] {
        stage.phase = phase.parse().unwrap();
        let (from, to) = (stage.place("A9-N7", (5, 4)), stage.place(square, (7, 3)));
        stage.tell(Kind::March, "PR1IN", Saw::All, |event| {
            (event.from, event.at, event.tac) = (Some(from), Some(to.at), Some(to.tac));
        });
    }
    stage.phase = Phase::Tac5;
    stage.tell(Kind::Refused, "PR1IN", Saw::All, |event| event.why = Some("no way".into()));
    stage.tell_move(Kind::Move, "AU1IN", Saw::All);
    let view = stage.view();
    let story = view.units.iter().find(|unit| unit.unit == "PR1IN").unwrap();
    let expected = "Tac 1: moved to 5-4. Strat 1-2: marched by A9-N8 to B0-N8. Tac 5: not done: no way.";
    assert_eq!(story.history, expected);
    assert_eq!(story.state, "3200 men at A9-N6 7-10, morale 50, fatigue 0");
    assert!(view.units.iter().all(|unit| unit.unit.starts_with("PR")));
    assert!(view.quiet_units().contains("PR2IN") && !view.quiet_units().contains("PR1IN"));
}

/// What went wrong for many stands in the lead: orders that failed for more than a fifth of the units, and no sooner.
#[test]
fn orders_that_failed_for_more_than_a_fifth_stand_in_the_lead() {
    let own = |stage: &Stage| {
        let units = stage.world.state.units_of(PlayerNo(0)).map(|unit| unit.id.to_string());
        units.collect::<Vec<_>>()
    };
    let all = own(&Stage::new());
    let told = |failed: usize| {
        let mut stage = Stage::new();
        for unit in &all[..failed] {
            stage.tell(Kind::Refused, unit, Saw::All, |event| event.why = Some("it is tired".into()));
        }
        stage.view().summary.lead.into_iter().find(|line| line.contains("did not do all that was ordered"))
    };
    let fifth = all.len() / 5;
    assert_eq!(told(fifth), None, "{all:?}");
    let line = told(fifth + 1).unwrap();
    assert!(line.starts_with(&format!("{} of your {} units did not do", fifth + 1, all.len())), "{line}");
}

/// Who has neither supply nor communications is told of once, as cut off.
#[test]
fn who_is_cut_off_stands_in_the_lead_once() {
    let mut stage = Stage::new();
    let unit = stage.unit("PR1IN");
    (unit.source, unit.communications) = (None, None);
    stage.tell_all(Kind::Halt, "PR2IN");
    let lead = stage.view().summary.lead;
    let about: Vec<&String> = lead.iter().filter(|line| line.contains("PR1IN")).collect();
    assert_eq!(about, ["PR1IN is cut off: without supply and without communications."], "{lead:?}");
}

/// The losses of the lead say what they are made of, and the parts come to the whole.
#[test]
fn the_losses_of_the_lead_add_up() {
    let mut stage = Stage::new();
    stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(battle("AU"))));
    stage.tell(Kind::Desert, "PR2IN", Saw::All, |event| event.men = Some(40));
    stage.tell(Kind::Surrender, "PR3IN", Saw::All, |event| {
        (event.men, event.other) = (Some(500), Some("Trautenau".into()));
    });
    let lead = stage.view().summary.lead;
    let line = lead.iter().find(|line| line.starts_with("In all you lost")).unwrap();
    assert!(line.contains(" men (77 killed and wounded, 500 taken and 40 deserted)"), "{line}");
    assert!(line.starts_with("In all you lost 617 men"), "{line}");
}
