//! Depots, stores, railways, control, owners and relations.

use super::*;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::TacticalSquare;

#[test]
fn depots_are_placed_where_the_treasury_could_and_elsewhere_if_the_ga_insists() {
    let mut sandbox = theatre();
    let depot = |at: &str, at_tac: Option<&str>, side: Option<&str>, supplies| Edit::PlaceDepot {
        kind: DepotKind::Depot,
        at: sandbox.square(at),
        tac: at_tac.map(tac),
        side: side.map(nation),
        supplies,
    };
    let metz = done(&sandbox, &depot("A1-N1", None, None, 30));
    assert!(said(&metz).contains(&"depot of France in A1-N1 7-7: - > 30 supplies".to_owned()));
    for (edit, expected) in [
        (depot("A0-N1", None, None, 0), Never),
        (depot("A1-N1", Some("0-0"), None, 0), Insist),
        (depot("A1-N1", None, Some("IT"), 0), Insist),
        (depot("A1-N1", None, Some("XX"), 0), Never),
        (depot("A0-N0", None, None, 0), Insist),
        (depot("A1-N2", None, None, 9_999_999), Done),
        (depot("A1-N2", None, None, 10_000_000), Never),
    ] {
        assert_eq!(taken(&sandbox, &edit), expected, "{edit:?}");
    }
    let amiss = against(&sandbox, &depot("A1-N1", Some("0-0"), None, 0));
    assert!(amiss.contains("(rule 11.5)") && !amiss.contains("your side"), "{amiss}");
    let remove = |kind, side: Option<&str>, at: &str| Edit::RemoveDepot {
        kind,
        at: sandbox.square(at),
        side: side.map(nation),
    };
    let removed = said(&done(&sandbox, &remove(DepotKind::Depot, None, "A0-N1")));
    assert!(removed.contains(&"depot of France in A0-N1 7-7: 5 supplies > -".to_owned()), "{removed:?}");
    let (none, near) = why(&sandbox, &remove(DepotKind::Cache, None, "A0-N1"));
    assert_eq!(
        (none.as_str(), near.unwrap().as_str()),
        ("There is no such cache in A0-N1.", "the depot of France in A0-N1")
    );
    let two = depot("A0-N1", None, Some("AU"), 0);
    let removals = [remove(DepotKind::Depot, None, "A0-N1"), remove(DepotKind::Depot, Some("AU"), "A0-N1")];
    sandbox.state = try_edit(&sandbox, &sandbox.state, &two, true).unwrap().state;
    assert_eq!(removals.map(|edit| taken(&sandbox, &edit)), [Never, Done], "whose is to be said");
}

#[test]
fn stores_hold_what_they_are_given() {
    let mut sandbox = theatre();
    let supplies = |place: Store, amount| Edit::SetSupplies { place, amount };
    let (depot, town) = (Store::Depot(sandbox.square("A0-N1")), Store::Depot(sandbox.square("A1-N1")));
    assert_eq!(
        said(&done(&sandbox, &supplies(depot.clone(), 8))),
        ["depot of France in A0-N1 7-7: 5 supplies > 8 supplies"]
    );
    assert_eq!(taken(&sandbox, &supplies(depot.clone(), 9_999_999)), Done);
    assert_eq!(taken(&sandbox, &supplies(depot, 10_000_000)), Never);
    assert_eq!(why(&sandbox, &supplies(town, 3)).1, Some("SET SUPPLIES 3 AT Metz".into()));
    assert_eq!(said(&done(&sandbox, &supplies(Store::City("metz".into()), 21))), ["Metz supplies: 20 > 21"]);
    assert_eq!(taken(&sandbox, &supplies(Store::Unit(id("FR1CQ")), 12)), Done);
    assert_eq!(taken(&sandbox, &city("Metz", "besieged", "yes")), Insist, "nobody is there");
    sandbox.state.cities.get_mut("Metz").unwrap().besieged = true;
    assert_eq!(taken(&sandbox, &supplies(Store::City("Metz".into()), 21)), Insist);
    assert_eq!(taken(&sandbox, &supplies(Store::City("Metz".into()), 19)), Done);
    assert_eq!(taken(&sandbox, &city("Metz", "manufacturing", "10")), Done);
    assert_eq!(taken(&sandbox, &city("Metz", "manufacturing", "11")), Never);
    assert_eq!(done(&sandbox, &city("Metz", "home", "Austria")).state.cities["Metz"].home, nation("AU"));
}

#[test]
fn railways_and_bridges_are_destroyed_and_mended() {
    let mut sandbox = theatre();
    let (land, river, sea) = (sandbox.square("A0-N1"), sandbox.square("A2-N1"), sandbox.square("A0-N0"));
    let rail = |at, destroyed| Edit::SetRail { at, destroyed };
    let bridge = |at, destroyed| Edit::SetBridge { at, destroyed };
    assert_eq!(said(&done(&sandbox, &rail(land, true))), ["railway in A0-N1: whole > destroyed"]);
    assert_eq!(why(&sandbox, &rail(sea, true)).1, Some("A1-N1".into()));
    assert_eq!(taken(&sandbox, &bridge(land, true)), Never);
    let on_it = TacticalSquare::all().find(|tac| sandbox.atlas.sheet(river).bridge[tac.index()]).unwrap();
    let there = sandbox.state.units.get_mut(&id("FR3IN")).unwrap();
    (there.at, there.tac) = (river, on_it);
    let gone = done(&sandbox, &bridge(river, true));
    assert_ne!(gone.state.units[&id("FR3IN")].tac, on_it, "who stood on it comes to ground");
    assert!(gone.state.bridges_destroyed.contains(&river) && gone.state.track_destroyed.contains(&river));
    sandbox.state = gone.state;
    sandbox.state.rebuilding.insert(river, Works { nation: nation("FR"), done: 3 });
    let whole = done(&sandbox, &bridge(river, false)).state;
    assert!(
        whole.bridges_destroyed.is_empty() && whole.track_destroyed.is_empty() && whole.rebuilding.is_empty()
    );
    assert_eq!(
        done(&sandbox, &rail(river, false)).state,
        whole,
        "track is mended with its bridges, as by works"
    );
}

#[test]
fn control_is_marked_where_it_is_not_the_owners() {
    let sandbox = theatre();
    let (at, river) = (sandbox.square("A0-N1"), sandbox.square("A2-N2"));
    let rail = |at, holder: Option<&str>| Edit::SetControl { river: false, at, nation: holder.map(nation) };
    let taken_over = done(&sandbox, &rail(sandbox.square("A2-N1"), Some("AU")));
    assert_eq!(said(&taken_over), ["control of the railway in A2-N1: whose land it is > Austria"]);
    assert!(taken_over.notes.is_empty(), "nobody is there");
    let note = done(&sandbox, &rail(at, Some("AU"))).notes;
    assert!(note[0].contains("goes to France (rule 8.2)"), "{note:?}");
    let back =
        try_edit(&sandbox, &taken_over.state, &rail(sandbox.square("A2-N1"), Some("FR")), false).unwrap();
    assert!(back.state.rail_control.is_empty(), "whose land it is needs no mark");
    let nobody = done(&sandbox, &Edit::SetControl { river: true, at: river, nation: None });
    assert_eq!(nobody.state.river_control[&river], Control::None);
    assert_eq!(taken(&sandbox, &Edit::SetControl { river: true, at, nation: None }), Never, "no river");
    assert_eq!(taken(&sandbox, &rail(at, Some("XX"))), Never);
}

#[test]
fn land_goes_to_another_nation_with_or_without_its_cities() {
    let sandbox = theatre();
    let owner =
        |state: &str, with_cities| Edit::SetOwner { state: state.into(), nation: nation("AU"), with_cities };
    assert_eq!(said(&done(&sandbox, &owner("france", false))), ["land of France: France > Austria"]);
    let with = done(&sandbox, &owner("France", true));
    assert_eq!(
        said(&with),
        ["FR1IN fort: yes > no", "Metz control: France > Austria", "land of France: France > Austria"]
    );
    assert!(
        with.notes.iter().any(|note| note.contains("goes to France at the end of the next phase")),
        "{:?}",
        with.notes
    );
    assert_eq!(taken(&sandbox, &owner("Lemuria", true)), Never);
    let mut without = sandbox.state.clone();
    without.cities.remove("Metz");
    let added = try_edit(&sandbox, &without, &owner("France", false), false).unwrap();
    assert_eq!(added.state.cities["Metz"].control, nation("AU"), "every city on owned land is in the game");
}

#[test]
fn friends_who_share_a_square_become_no_enemies_unless_the_ga_insists() {
    let mut sandbox = theatre();
    let relation = |one: &str, other: &str, relation| Edit::SetRelation {
        one: nation(one),
        other: nation(other),
        relation,
    };
    sandbox.state = done(&sandbox, &relation("FR", "AU", Relation::Allied)).state;
    sandbox.state = done(&sandbox, &place(&sandbox, "FR3IN", "A3-N1", Some("7-7"))).state;
    let quarrel = against(&sandbox, &relation("FR", "AU", Relation::Hostile));
    assert_eq!(
        quarrel,
        "AU1CQ and its enemy FR3IN stand on 7-7 of A3-N1 (rule 9.13). So it is with 2 others: AU1IN and AU1LC."
    );
    assert_eq!(taken(&sandbox, &relation("FR", "FR", Relation::Allied)), Never);
    assert_eq!(taken(&sandbox, &relation("FR", "IT", Relation::Same)), Never);
    assert_eq!(taken(&sandbox, &relation("FR", "XX", Relation::Allied)), Never);
    assert!(
        done(&sandbox, &relation("FR", "IT", Relation::Hostile)).touches.is_empty(),
        "who is not listed is hostile"
    );
}

#[test]
fn land_is_closed_and_opened() {
    let sandbox = theatre();
    let close = |code: &str, forbidden| Edit::SetForbidden { nation: nation(code), forbidden };
    let closed = done(&sandbox, &close("IT", true));
    assert_eq!(said(&closed), ["land of Italy: open > closed"]);
    assert_eq!(try_edit(&sandbox, &closed.state, &close("IT", false), false).unwrap().state, sandbox.state);
    let own = against(&sandbox, &close("AU", true));
    assert_eq!(
        own,
        "Austria has players in this game, and nobody could enter its land (rule 7.16). AU1CQ stands in A3-N1, on closed land (rule \
         7.16). So it is with 2 others: AU1IN and AU1LC."
    );
    assert_eq!(taken(&sandbox, &close("TU", false)), Never, "rule 7.16 closes it for good");
}
