//! Why a battle was lost: what a side's men counted for, told to that side and kept nowhere.

use super::*;
use fieldpost_engine::form2;
use fieldpost_land::event::Fact;
use fieldpost_land::event::battle::Lack;

/// What Moltke is told of a battle whose attackers, his own, counted for so much.
fn told(winner: &str, counted: u32, lacks: Vec<Lack>) -> String {
    let mut stage = Stage::new();
    let mut report = battle(winner);
    report.attackers.worth = Worth { counted, lacks };
    report.defenders.worth = Worth { counted: 777, lacks: vec![Lack::Morale(7)] };
    stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(report)));
    words(&printed(&stage.world, &stage.outcome(), PlayerNo(0)).printed.text)
}

#[test]
fn who_has_lost_is_told_what_the_men_counted_for_in_short_and_in_the_battles_account() {
    let lacks = vec![Lack::Fatigue(9), Lack::Morale(34), Lack::Lines];
    let text = told("AU", 1_572, lacks.clone());
    let why = "The 2,345 men of your side counted as 1,600: fatigue 9, morale 34, men behind the first line.";
    assert_eq!(text.matches(why).count(), 2, "{text}");
    assert!(!text.contains("morale 7") && !text.contains("777"), "nothing is told of the enemy: {text}");
    for (winner, counted, lacks) in [
        // Won; as good as all of them; more; nothing took much of it; not known.
        ("PR", 1_572, lacks.clone()),
        ("AU", 2_300, lacks.clone()),
        ("AU", 4_000, lacks.clone()),
        ("AU", 1_572, Vec::new()),
        ("AU", 0, lacks),
    ] {
        assert!(!told(winner, counted, lacks).contains("counted as"), "{winner} {counted}");
    }
}

/// In wars that are run: it is known of every battle, and no paper that is kept says it.
#[test]
fn every_battle_that_is_run_knows_what_its_sides_count_for_and_no_record_holds_it() {
    let (mut battles, mut lacking) = (0, 0);
    for seed in 0..4 {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        let (_, outcome) = played(world, seed, 3);
        for told in &outcome.events {
            let Fact::Combat { battle, .. } = &told.event.fact else { continue };
            battles += 1;
            for camp in [&battle.attackers, &battle.defenders] {
                lacking += usize::from(!camp.worth.lacks.is_empty());
                assert!(
                    camp.worth.counted > 0 || !camp.worth.lacks.is_empty() || camp.men() < 50,
                    "{camp:?}"
                );
            }
            let kept = String::from_utf8(form2::text(battle)).unwrap();
            let json = serde_json::to_string(battle).unwrap();
            assert!(!kept.contains("worth") && !json.contains("worth"), "{kept} {json}");
        }
    }
    assert!(battles > 10 && lacking > 10, "{battles} battles, {lacking} camps that lack something");
}
