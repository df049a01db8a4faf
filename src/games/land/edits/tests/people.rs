//! Ranks, offices, commanders, seasons and players.

use super::*;

#[test]
fn ranks_and_offices_are_given_and_taken() {
    let mut sandbox = theatre();
    let office =
        |player: &str, office: Office, given| Edit::SetOffice { player: player.into(), office, given };
    let given = done(&sandbox, &office("Berthier", Office::WarMinister, true));
    assert_eq!(said(&given), ["berthier offices: no office > War Minister"]);
    sandbox.state = given.state;
    let second = done(&sandbox, &office("fr", Office::WarMinister, true));
    assert_eq!(second.notes, ["berthier is War Minister of France too."]);
    assert_eq!(why(&sandbox, &office("berthier", Office::Treasury, false)).1, Some("War Minister".into()));
    assert_eq!(taken(&sandbox, &office("berthier", Office::WarMinister, false)), Done);
    assert_eq!(taken(&sandbox, &office("berthier", Office::Governor("austria".into()), true)), Insist);
    assert_eq!(taken(&sandbox, &office("berthier", Office::Governor("Lemuria".into()), true)), Never);
    let rank = |player: &str| Edit::SetRank { player: player.into(), rank: Rank::General };
    assert_eq!(said(&done(&sandbox, &rank("berthier"))), ["berthier rank: colonel > general"]);
    assert_eq!(why(&sandbox, &rank("bertier")).1, Some("berthier".into()));
}

#[test]
fn a_unit_gets_another_commander_and_keeps_its_deputy_unless_another_is_named() {
    let mut sandbox = theatre();
    let assign = |commander: &str, deputy: Option<&str>| Edit::Assign {
        unit: id("FR3IN"),
        commander: commander.into(),
        deputy: deputy.map(str::to_owned),
    };
    let seat = |edited: &Edited| edited.state.seats[&id("FR3IN")];
    let number = |n| fieldpost_engine::ids::PlayerNo(n);
    sandbox.state = done(&sandbox, &assign("fr", Some("berthier"))).state;
    assert_eq!(
        seat(&done(&sandbox, &assign("fr", None))).deputy,
        Some(number(2)),
        "nothing said, nothing changed"
    );
    assert_eq!(seat(&done(&sandbox, &assign("berthier", None))), Seat { commander: number(2), deputy: None });
    for nobody in ["", "none", "NONE"] {
        assert_eq!(seat(&done(&sandbox, &assign("fr", Some(nobody)))).deputy, None);
    }
    assert_eq!(taken(&sandbox, &assign("fr", Some("fr"))), Never);
    assert_eq!(taken(&sandbox, &assign("au", Some("none"))), Insist);
    assert_eq!(taken(&sandbox, &assign("nobody", None)), Never);
}

#[test]
fn peace_ends_a_campaign_as_it_ends_by_itself() {
    let mut sandbox = theatre();
    (sandbox.state.turn, sandbox.state.hostilities) = (5, true);
    sandbox.state.manpower.insert(nation("FR"), 300);
    let unit = sandbox.state.units.get_mut(&id("FR3IN")).unwrap();
    (unit.wounded, unit.experience, unit.strength) = (100, 9, 2000);
    let peace = done(&sandbox, &Edit::SetSeason(Season::Peace));
    let unit = &peace.state.units[&id("FR3IN")];
    assert_eq!((unit.wounded, unit.experience, unit.strength), (0, 6, 2100));
    assert_eq!((peace.state.season_began, peace.state.hostilities), (5, false));
    assert_eq!(peace.state.manpower_due[&nation("FR")], 300);
    let war = try_edit(&sandbox, &peace.state, &Edit::SetSeason(Season::Campaign), false).unwrap();
    assert_eq!(said(&war), ["season: peace > campaign"]);
    let deployment = done(&sandbox, &Edit::SetSeason(Season::Deployment));
    assert_eq!(deployment.state.units[&id("FR3IN")].wounded, 100);
    assert!(deployment.notes[0].starts_with("Nothing of a campaign's end"));
    assert!(done(&sandbox, &Edit::SetSeason(Season::Campaign)).touches.is_empty());
}

#[test]
fn a_player_comes_without_a_unit() {
    let sandbox = theatre();
    let add = |player: &str, code: &str| Edit::AddPlayer {
        player: player.into(),
        nation: nation(code),
        rank: Rank::Colonel,
    };
    assert_eq!(said(&done(&sandbox, &add("ney", "FR"))), ["player ney: - > colonel of France, no office"]);
    for (name, code) in [("FR", "FR"), ("none", "FR"), ("", "FR"), (" ney", "FR"), ("ney", "XX")] {
        assert_eq!(taken(&sandbox, &add(name, code)), Never, "{name:?} {code}");
    }
    let mut closed = theatre();
    closed.state.forbidden.insert(nation("IT"));
    assert_eq!(taken(&closed, &add("garibaldi", "IT")), Insist);
}
