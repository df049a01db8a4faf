//! What receipts say of orders by rehearsing them on what their sender sees.

use std::sync::Arc;

use crate::Table;
use crate::at_the_desk::trial::{War, change, open, table};
use fieldpost_desk::seats::Seats;
use fieldpost_desk::silence;
use fieldpost_desk::trial::told::{foretold, lines, only_unit, receipt};
use fieldpost_desk::trial::{Desk, Pen};
use fieldpost_desk::verdict::Judgement;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::tactical::{Atlas, Ground, Sheet};
use fieldpost_land::book::{ROTD_CWOL, ROTD_EUWOL};
use fieldpost_land::muster;
use fieldpost_land::orders::{OfficeOrder, SupplyPlace};
use fieldpost_land::sandbox::{id, nation, tac};
use fieldpost_land::state::{City, Depot, DepotKind, DepotWork, LandState};
use fieldpost_land::unit::{Guns, Source, UnitId};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::Shop;

fn send(desk: &mut Desk, orders: &[&str]) -> Judgement {
    desk.send("clam", 1, |pen| pen.block("AU4IN", None, orders, 0))
}

/// The course and the warnings of AU4IN.
fn foreseen(desk: &mut Desk, orders: &[&str]) -> (String, Vec<String>) {
    let judgement = send(desk, orders);
    let unit = only_unit(&judgement);
    (unit.course.clone(), foretold(unit))
}

fn alter(desk: &mut Desk, unit: &str, how: impl FnOnce(&mut fieldpost_land::unit::Unit)) {
    change(&mut desk.game, |state| how(state.units.get_mut(&id(unit)).unwrap()));
}

/// Puts a changed sheet of AU4IN's square on the table.
fn redraw(desk: &mut Desk, draw: impl FnOnce(&Sheet) -> Sheet) {
    let Table { book, atlas, seed, land: state, .. } = table(&desk.game).clone();
    let at = state.units[&id("AU4IN")].at;
    let sheet = draw(atlas.sheet(at));
    let atlas = Arc::new(Atlas::new(atlas.map.clone(), [(at, sheet)].into()));
    desk.game.seat_board(Arc::new(Table::new(book, atlas, seed, None, state)));
}

fn add(state: &mut LandState, unit: &str, like: &str, place: &str) {
    let like = &state.units[&id(like)];
    let unit: UnitId = id(unit);
    state.units.insert(unit, muster::unit(&ROTD_EUWOL, unit, like.at, tac(place)));
}

#[test]
fn a_march_is_said_square_by_square_and_phase_by_phase() {
    let mut desk = open();
    let (course, warnings) = foreseen(&mut desk, &["MARCH A2-N1 A2-N2", "MOVE 7-9", "CARRY 0"]);
    assert_eq!(
        course,
        "now in A1-N1 7-7; after tac 1 in 7-9; after strat 1 in A2-N1 3-7; after strat 2 in A2-N2 (Paris) 7-3"
    );
    assert!(
        warnings.iter().any(|warning| warning.contains("MOVE") && warning.contains("PHASE")),
        "{warnings:?}"
    );
    let (course, warnings) = foreseen(&mut desk, &["MARCH A2-N1", "MOVE 7-9 PHASE 3", "CARRY 0"]);
    assert_eq!(course, "now in A1-N1 7-7; after strat 1 in A2-N1 3-7; after tac 3 in 7-9");
    assert!(warnings.is_empty(), "{warnings:?}");
    let (course, _) = foreseen(&mut desk, &["ATTACK ASSAULT", "CARRY 0"]);
    assert_eq!(course, "now in A1-N1 7-7 and stays there");
}

/// foresight.md, A1: who comes where enemies are reported may meet any of them, so that nothing is said of it after that.
#[test]
fn who_comes_where_enemies_are_reported_is_foreseen_no_further() {
    let mut desk = open();
    let march = ["MARCH A2-N1 A2-N2", "MOVE 7-9 PHASE 3", "CARRY 0"];
    assert!(foreseen(&mut desk, &march).0.contains("after tac 3"), "nobody is reported there");
    alter(&mut desk, "PR1IN", |enemy| (enemy.at, enemy.tac) = (paris(), tac("1-1")));
    let (course, _) = foreseen(&mut desk, &march);
    let end = "where enemies are reported: how many and where is not foreseen";
    assert!(course.ends_with(end), "{course}");
}

/// Rule 5.2: MOVE without a phase begins in the first; who writes PHASE 1 knows it, and reads it again.
#[test]
fn a_phase_that_was_written_stays_written() {
    let mut desk = open();
    let noted = |desk: &mut Desk, goes: &str| {
        let judgement = send(desk, &["MARCH A2-N1", goes, "CARRY 0"]);
        let unit = only_unit(&judgement);
        let lines = unit.in_force.as_ref().unwrap().lines.clone();
        (lines.iter().any(|line| line == goes), foretold(unit).join(" ").contains("MOVE without PHASE"))
    };
    assert_eq!(noted(&mut desk, "MOVE 7-9 PHASE 1"), (true, false));
    assert_eq!(noted(&mut desk, "MOVE 7-9"), (true, true));
}

/// What the player cannot see makes no difference, byte for byte; what the player sees does.
#[test]
fn a_receipt_does_not_tell_what_its_reader_cannot_see() {
    let orders = ["MARCH A2-N1 A2-N2", "MOVE 7-9", "SUPPORT 7-7 RADIUS 2", "PURSUE", "CARRY 1"];
    let written = |how: &dyn Fn(&mut LandState)| {
        let mut desk = open();
        change(&mut desk.game, how);
        serde_json::to_string(receipt(&send(&mut desk, &orders))).unwrap()
    };
    let as_it_is = written(&|_| {});
    let far = |state: &LandState| state.units[&id("PR1IN")].at;
    let hidden: [&dyn Fn(&mut LandState); 5] = [
        &|state| state.units.get_mut(&id("PR1IN")).unwrap().tac = tac("1-1"),
        &|state| state.units.get_mut(&id("PR1IN")).unwrap().strength = 1,
        &|state| state.units.remove(&id("PR1IN")).map(drop).unwrap(),
        &|state| {
            let at = far(state);
            state.track_destroyed.insert(at);
            let (kind, side) = (DepotKind::Depot, nation("PR"));
            state.depots.push(Depot { at, tac: tac("7-7"), kind, side, supplies: 9 });
        },
        &|state| {
            state.treasuries.insert(nation("PR"), Default::default());
            state.battle_squares.insert(far(state));
        },
    ];
    for (number, how) in hidden.into_iter().enumerate() {
        assert_eq!(written(how), as_it_is, "change {number}");
    }
    let stands_beside = |strength: u32| {
        move |state: &mut LandState| {
            let at = state.units[&id("AU4IN")].at;
            let enemy = state.units.get_mut(&id("PR1IN")).unwrap();
            (enemy.at, enemy.tac, enemy.strength) = (at, tac("7-9"), strength);
        }
    };
    let beside = written(&stands_beside(2000));
    assert_ne!(beside, as_it_is, "an enemy in sight");
    assert_eq!(beside, written(&stands_beside(90)), "how strong it is nobody knows");
}

#[test]
fn a_bombardment_that_is_out_of_range_is_warned_of() {
    let mut desk = open();
    alter(&mut desk, "AU4IN", |unit| {
        (unit.batteries, unit.guns, unit.strength) = (1, Guns::Smoothbore, 2500)
    });
    let warned = |desk: &mut Desk, orders: &[&str]| foreseen(desk, orders).1.join("\n");
    let far = warned(&mut desk, &["BOMBARD 7-10", "CARRY 0"]);
    assert!(far.contains("it never bombarded 7-10: its guns do not reach so far"), "{far}");
    // What its guns reach, or will when it has gone there: whether anybody is there nobody knows.
    let doubt = "? Whether enemies come to 7-8, for BOMBARD to fire at, is not foreseen: no report of yours shows any there (rule 10.15).";
    assert_eq!(warned(&mut desk, &["BOMBARD 7-8", "CARRY 0"]), doubt);
    let goes = warned(&mut desk, &["BOMBARD 7-10", "MOVE 7-9", "CARRY 0"]);
    assert!(goes.starts_with("? Whether enemies come to 7-10"));
    change(&mut desk.game, |state| add(state, "PR2IN", "AU4IN", "7-8"));
    assert_eq!(foreseen(&mut desk, &["BOMBARD 7-8", "CARRY 0"]).1, Vec::<String>::new(), "it fires");
    alter(&mut desk, "AU4IN", |unit| unit.status = fieldpost_land::unit::Status::Inactive);
    let idle = foreseen(&mut desk, &["BOMBARD 7-8", "CARRY 0"]).1.join("\n");
    assert!(!idle.contains("never bombarded"), "of an inactive unit the turn tells nothing of it: {idle}");
}

#[test]
fn a_merger_beside_enemies_is_warned_of_if_they_are_seen() {
    let mut desk = open();
    change(&mut desk.game, |state| add(state, "AU8IN", "AU4IN", "7-8"));
    let orders = ["MERGE INTO AU8IN", "CARRY 0"];
    let excess = "? As far as your reports show, and not foreseen: with it AU8IN has more men than it may have, and those in excess, 1800, leave the army (rule 3.5b)";
    assert_eq!(foreseen(&mut desk, &orders).1, [excess]);
    alter(&mut desk, "AU4IN", |unit| unit.strength -= 1800);
    assert_eq!(foreseen(&mut desk, &orders).1, Vec::<String>::new());
    change(&mut desk.game, |state| add(state, "PR2IN", "AU4IN", "7-9"));
    let warned = foreseen(&mut desk, &orders).1.join("\n");
    assert!(warned.contains("not merged into AU8IN: enemies are in the square"), "{warned}");
}

#[test]
fn a_move_over_a_river_is_warned_of() {
    let mut desk = open();
    redraw(&mut desk, |sheet| {
        let mut ground = sheet.ground;
        for row in 0..15 {
            ground[tac(&format!("9-{row}")).index()] = Ground::River;
        }
        Sheet::new(ground, sheet.rating, sheet.rail, sheet.bridge)
    });
    let warned = foreseen(&mut desk, &["MOVE 12-7", "CARRY 0"]).1.join("\n");
    assert!(warned.contains("in tac 1: it would cross a river"), "{warned}");
    assert_eq!(foreseen(&mut desk, &["MOVE 5-7", "CARRY 0"]).1, Vec::<String>::new());
}

#[test]
fn an_entry_square_that_is_shut_is_warned_of() {
    let mut desk = open();
    let warned = foreseen(&mut desk, &["MARCH A2-N1", "ENTRY 9-9", "CARRY 0"]).1.join("\n");
    assert!(
        warned.contains("9-9 is too far inside A2-N1 to be an entry square: it comes in by 3-9"),
        "{warned}"
    );
    assert_eq!(foreseen(&mut desk, &["MARCH A2-N1", "ENTRY 2-9", "CARRY 0"]).1, Vec::<String>::new());
}

/// Whether a letter's receipt has so many failures and so many warnings.
fn counted(desk: &mut Desk, orders: &[&str]) -> (u32, u32) {
    let judgement = send(desk, orders);
    (receipt(&judgement).fail, receipt(&judgement).warnings)
}

#[test]
fn an_entry_square_that_is_shut_on_the_way_alone_fails_nothing() {
    let mut desk = open();
    let passes = ["MARCH A2-N1 A3-N1", "ENTRY 9-9", "CARRY 0"];
    let said = foreseen(&mut desk, &passes).1;
    let way = "- 9-9 is too far inside A2-N1 to be an entry square: it comes in by 3-9 (rule 7.14)";
    assert!(said.iter().any(|line| line == way), "{said:?}");
    assert_eq!(counted(&mut desk, &passes), (0, 0));
    assert_eq!(counted(&mut desk, &["MARCH A2-N1", "ENTRY 9-9", "CARRY 0"]), (0, 1), "it ends there");
}

/// Sends the corps headquarters away, which would feed AU4IN.
fn without_headquarters(desk: &mut Desk) {
    for corps in ["AU1CQ", "AU2CQ", "SA1CQ"] {
        alter(desk, corps, |unit| unit.at = StrategicSquare { col: 8, row: 0 });
    }
}

#[test]
fn supplies_that_are_not_there_are_warned_of() {
    let mut desk = open();
    without_headquarters(&mut desk);
    alter(&mut desk, "AU4IN", |unit| unit.source = None);
    let warned = foreseen(&mut desk, &["CARRY 1"]).1.join("\n");
    assert!(warned.contains("it has no source of supplies"), "{warned}");
    let (mut desk, at) = (open(), StrategicSquare { col: 0, row: 0 });
    let at = table(&desk.game).land.units.get(&id("AU4IN")).map_or(at, |unit| unit.at);
    change(&mut desk.game, |state| {
        let (kind, side) = (DepotKind::Depot, nation("AU"));
        state.depots = vec![Depot { at, tac: tac("7-7"), kind, side, supplies: 3 }];
    });
    let mut moved = |minutes, amount| {
        let to = SupplyPlace::City("Paris".into());
        let order = OfficeOrder::MoveSupplies { amount, from: SupplyPlace::Depot(at), to };
        lines(&receipt(&desk.send("gyulai", minutes, |pen| pen.minister(&order))).office_foreseen).join("\n")
    };
    let warned = moved(1, 9);
    assert!(warned.contains("supplies"), "{warned}");
    // Of an order of an earlier letter, which fails still, the next receipt says nothing.
    let order = OfficeOrder::Inactivate(id("AU4IN"));
    let next = desk.send("gyulai", 2, |pen| pen.minister(&order));
    assert!(!receipt(&next).offices.is_empty());
    assert_eq!(lines(&receipt(&next).office_foreseen), Vec::<String>::new());
}

/// a receipt warns of no hunger beside a full store, and of it beside an empty one.
#[test]
fn a_store_beside_the_empty_one_is_no_cause_for_a_warning() {
    let mut desk = open();
    without_headquarters(&mut desk);
    alter(&mut desk, "AU4IN", |unit| {
        (unit.source, unit.supplies) = (Some(Source::City("Nowhere".into())), 0)
    });
    let at = table(&desk.game).land.units[&id("AU4IN")].at;
    let mut warned = |supplies| {
        let (kind, side) = (DepotKind::Depot, nation("AU"));
        change(&mut desk.game, |state| {
            state.depots = vec![Depot { at, tac: tac("7-7"), kind, side, supplies }];
        });
        foreseen(&mut desk, &["CARRY 1"]).1.join("\n")
    };
    assert_eq!(warned(9), "");
    assert_ne!(warned(0), "");
}

/// Issue 35, 5: what is said of silence is rehearsed, supply included.
#[test]
fn what_becomes_of_who_has_no_orders_is_rehearsed_supply_included() {
    let mut desk = open();
    without_headquarters(&mut desk);
    alter(&mut desk, "AU4IN", |unit| {
        (unit.source, unit.supplies) = (Some(Source::City("Nowhere".into())), 0)
    });
    let at = table(&desk.game).land.units[&id("AU4IN")].at;
    let mut told = |supplies| {
        let (kind, side) = (DepotKind::Depot, nation("AU"));
        change(&mut desk.game, |state| {
            state.depots = vec![Depot { at, tac: tac("7-7"), kind, side, supplies }];
        });
        let clam = desk.game.player_no("clam").unwrap();
        silence::told(&desk.game, &desk.game.book, clam, &["AU4IN".into()])
    };
    assert_eq!(told(9), Vec::<String>::new());
    let hungry = told(0);
    assert!(hungry.len() == 1 && hungry[0].starts_with("AU4IN: ! "), "{hungry:?}");
}

/// A position report says it before any letter has come, in the words of STATUS, and nothing of who stays and lacks nothing.
#[test]
fn a_position_report_says_what_becomes_of_who_gets_no_orders() {
    let mut desk = open();
    without_headquarters(&mut desk);
    for (unit, depot) in [("AU4IN", 0), ("AU4IN", 9)] {
        alter(&mut desk, unit, |unit| {
            (unit.source, unit.supplies) = (Some(Source::City("Nowhere".into())), 0);
        });
        let at = table(&desk.game).land.units[&id(unit)].at;
        let (kind, side) = (DepotKind::Depot, nation("AU"));
        change(&mut desk.game, |state| {
            state.depots = vec![Depot { at, tac: tac("7-7"), kind, side, supplies: depot }];
        });
        let clam = desk.game.player_no("clam").unwrap();
        let own: Vec<Piece> = Seats::latest(&desk.game, &desk.game.book)
            .units_of(&desk.game, clam)
            .into_iter()
            .map(|(piece, _)| piece)
            .collect();
        let told = silence::told(&desk.game, &desk.game.book, clam, &own);
        let report = position_of(&desk, clam);
        let said = report.split("If you send nothing, as things stand:").nth(1);
        let said = said.map(|said| said.split("\n\n").next().unwrap());
        let said = said.map(|said| said.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = told.iter().map(|line| format!("- {line}")).collect();
        assert_eq!(said.unwrap_or_default(), lines.join(" "), "{report}");
        let names = |unit: &str| told.iter().any(|line| line.starts_with(unit));
        assert_eq!(names(unit), depot == 0, "{told:?}");
    }
}

/// A player's position report in words.
fn position_of(desk: &Desk, to: PlayerNo) -> String {
    let press = Press::new().unwrap();
    let wishes = Wishes { html: false, ..Wishes::default() };
    let heading = Heading { player: desk.game.name_of(to).to_string(), ..Heading::default() };
    desk.game.board().report(to, &heading, &wishes, &Shop::new(&press)).unwrap().printed.text
}

/// Rule 13.1: the War Minister who is the deputy too may inactivate in the deputy's block.
#[test]
fn a_minister_inactivates_in_the_block_that_he_gives_as_deputy() {
    let mut desk = open();
    change(&mut desk.game, |state| {
        let minister = state.player_named("gyulai").unwrap();
        state.seats.get_mut(&id("AU4IN")).unwrap().deputy = Some(minister);
    });
    let judgement = desk.send("gyulai", 1, |pen| pen.block("AU4IN", None, &["MARCH A2-N1", "INACTIVATE"], 0));
    let unit = only_unit(&judgement);
    assert!(unit.counts && unit.complaints.is_empty(), "{unit:?}");
    assert_eq!(unit.in_force.as_ref().unwrap().lines, ["MARCH A2-N1"]);
    let done = &receipt(&judgement).done;
    assert!(done[0].contains("INACTIVATE is taken as the word of the War Minister"), "{done:?}");
    let closed = fieldpost_desk::close::close(&desk.game).book;
    let block = closed.blocks.iter().find(|block| block.piece.as_str() == "AU4IN").unwrap();
    assert_eq!(block.word_of_office.len(), 1, "{block:?}");
}

#[test]
fn a_source_that_an_order_names_in_vain_is_warned_of() {
    let mut desk = open();
    let warned = foreseen(&mut desk, &["CARRY 1 FROM A2-N1"]).1.join("\n");
    assert!(warned.contains("It cannot draw from") && warned.contains("11.6"), "{warned}");
    assert!(!foreseen(&mut desk, &["CARRY 1"]).1.join("\n").contains("cannot draw from"));
}

/// Rules 8.5, 12.3: what becomes of what was to be destroyed is settled at the turn's end, and rehearsed.
#[test]
fn track_that_will_not_be_destroyed_is_told() {
    let (_, said) = foreseen(&mut open(), &["MARCH A2-N1", "DESTROY TRACK", "CARRY 0"]);
    let why = "the track is not destroyed: it was not in the square all turn (rule 8.5)";
    assert!(said.concat().contains(why), "{said:?}");
}

/// Rule 7.13: which battles there will be nobody knows, nor where a unit goes that marches to them.
#[test]
fn a_march_to_battle_is_left_open_where_enemies_are_near() {
    let orders = ["MARCH TO BATTLE", "CARRY 0"];
    let open_words = "hangs on which battles are fought then, and is not foreseen (rule 7.13)";
    let (course, _) = foreseen(&mut open(), &orders);
    assert!(!course.contains(open_words), "nobody is near: {course}");
    let mut desk = open();
    change(&mut desk.game, |state| {
        let at = state.units[&id("AU4IN")].at;
        let enemy = state.units.get_mut(&id("PR1IN")).unwrap();
        (enemy.at, enemy.tac) = (at, tac("7-9"));
    });
    let (course, _) = foreseen(&mut desk, &orders);
    assert!(course.ends_with(open_words), "{course}");
}

/// Issue 35, fault 3: what was ordered of a unit that the same letter gives away is made, and the receipt says so.
#[test]
fn a_unit_that_the_letter_gives_away_does_what_the_letter_orders() {
    let march = ["MARCH A2-N1", "CARRY 0"];
    let given = |write: &dyn Fn(Pen) -> Pen| {
        let mut desk = open();
        change(&mut desk.game, |state| {
            let minister = state.player_named("gyulai").unwrap();
            state.seats.get_mut(&id("AU4IN")).unwrap().commander = minister;
        });
        let judgement = desk.send("gyulai", 1, write);
        only_unit(&judgement).course.clone()
    };
    let kept = given(&|pen| pen.block("AU4IN", None, &march, 0));
    assert_eq!(kept, "now in A1-N1 7-7; after strat 1 in A2-N1 3-7");
    let words = format!("{kept}; from now on it is benedek's, and this holds until benedek orders otherwise");
    assert_eq!(given(&|pen| pen.block("AU4IN", None, &march, 0).assign("AU4IN", "benedek", None)), words);
}

/// Of a unit that came to the player in this turn nothing is foreseen, and that is said.
#[test]
fn a_unit_that_came_in_this_turn_is_said_not_to_be_foreseen() {
    let mut desk = open();
    let judgement = desk.send("gyulai", 1, |pen| {
        pen.assign("AU4IN", "gyulai", None).block("AU4IN", None, &["MARCH A2-N1", "CARRY 0"], 0)
    });
    let course = &only_unit(&judgement).course;
    assert_eq!(course, "what it will do is not foreseen, for it was not yours when the turn began");
}

/// The square of the city.
fn paris() -> StrategicSquare {
    table(&open().game).atlas.map.city("Paris").unwrap().at
}

/// Issue 35, fault 4 (ROTD-CWOL 11.7): whoever places depots knows how many there are in reserve.
#[test]
fn a_depot_of_the_reserve_is_placed_in_the_rehearsal_too() {
    let warned = |reserve: u32, works: Vec<DepotWork>| {
        let mut desk = open();
        let Table { atlas, seed, land, .. } = table(&desk.game).clone();
        let mut state = (*land).clone();
        state.reserve = [(nation("AU"), reserve)].into();
        state.depot_works = works;
        let (home, control) = (nation("AU"), nation("AU"));
        let city = City {
            at: paris(),
            tac: tac("7-7"),
            home,
            control,
            supplies: 9,
            manufacturing: 0,
            fort: None,
            besieged: false,
        };
        state.cities.insert("Paris".into(), city);
        desk.game.seat_board(Arc::new(Table::new(&ROTD_CWOL, atlas, seed, None, Arc::new(state))));
        let order = OfficeOrder::PlaceDepot { at: paris(), tac: tac("7-7") };
        lines(&receipt(&desk.send("gyulai", 1, |pen| pen.minister(&order))).office_foreseen).join("\n")
    };
    assert_eq!(warned(2, Vec::new()), "");
    assert!(warned(0, Vec::new()).contains("no depot in reserve"), "{}", warned(0, Vec::new()));
    let begun = DepotWork { at: paris(), tac: tac("7-7"), side: nation("AU"), raises: true, done: 4 };
    assert_ne!(warned(2, vec![begun]), "", "one is on its way there already");
}

/// Issue 35, fault 5: where a headquarters stands that nobody of the player's sees is not known, and so not whether it feeds.
#[test]
fn a_headquarters_out_of_sight_is_not_taken_to_feed_who_marches_off() {
    let doubt =
        "? Whether AU2CQ still feeds it there is not foreseen: no report of yours shows where AU2CQ stands.";
    let mut desk = open();
    without_headquarters(&mut desk);
    alter(&mut desk, "AU4IN", |unit| unit.source = Some(Source::Unit(id("AU2CQ"))));
    alter(&mut desk, "AU2CQ", |unit| unit.at = StrategicSquare { col: 0, row: 8 });
    change(&mut desk.game, |state| {
        let other = state.player_named("benedek").unwrap();
        state.seats.get_mut(&id("AU2CQ")).unwrap().commander = other;
    });
    let (course, warnings) = foreseen(&mut desk, &["MARCH A2-N1", "CARRY 0"]);
    assert_eq!(course, "now in A1-N1 7-7; after strat 1 in A2-N1 3-7");
    assert_eq!(warnings, [doubt]);
    let (_, warnings) = foreseen(&mut desk, &["CARRY 0"]);
    assert_eq!(warnings, Vec::<String>::new(), "who stays is fed as before");
    let beside = table(&desk.game).land.units[&id("AU4IN")].at;
    alter(&mut desk, "AU2CQ", |unit| unit.at = beside);
    let (_, warnings) = foreseen(&mut desk, &["MARCH A2-N1", "CARRY 0"]);
    assert!(!warnings.concat().contains("not foreseen"), "one in sight: {warnings:?}");
}

/// Rule 11.6: a headquarters that nobody of the player's sees and that feeds another of the player's units may feed who comes near.
#[test]
fn a_headquarters_out_of_sight_may_feed_who_comes_near_to_whom_it_feeds() {
    let warned = |feeds_at: StrategicSquare| {
        let mut desk = open();
        without_headquarters(&mut desk);
        alter(&mut desk, "AU2CQ", |unit| unit.at = StrategicSquare { col: 0, row: 8 });
        alter(&mut desk, "AU3IN", |unit| {
            (unit.source, unit.at) = (Some(Source::Unit(id("AU2CQ"))), feeds_at);
        });
        change(&mut desk.game, |state| {
            let other = state.player_named("benedek").unwrap();
            state.seats.get_mut(&id("AU2CQ")).unwrap().commander = other;
        });
        foreseen(&mut desk, &["MARCH A2-N1 A3-N1 A4-N1", "CARRY 0"]).1
    };
    let beside = table(&open().game).land.units[&id("AU4IN")].at;
    let doubt =
        "? Whether AU2CQ feeds it there is not foreseen: no report of yours shows where AU2CQ stands.";
    assert_eq!(warned(beside), [doubt]);
    let lack = "! Where it will stand then it has no source of supplies (rule 11.13)";
    assert_eq!(warned(StrategicSquare { col: 3, row: 8 }), [lack], "it is too far away");
}

/// Rules 2.5, 9.6: a tactical square holds eight brigades of a side, and who goes in first is drawn by lot, which no rehearsal knows.
#[test]
fn who_of_two_finds_the_last_place_in_a_square_is_left_open() {
    let told = |there: u32| {
        let mut desk = open();
        change(&mut desk.game, |state| {
            let seat = state.seats[&id("AU4IN")];
            let those = (0..there).map(|number| (format!("AU{}IN", 20 + number), "6-7"));
            for (unit, place) in those.chain([("AU6IN".to_owned(), "7-7")]) {
                add(state, &unit, "AU4IN", place);
                state.seats.insert(id(&unit), seat);
            }
        });
        let goes = ["MOVE 6-7 PHASE 1", "CARRY 0"];
        let judgement =
            desk.send("clam", 1, |pen| pen.block("AU4IN", None, &goes, 0).block("AU6IN", None, &goes, 0));
        let units = &receipt(&judgement).units;
        units.iter().map(|unit| (unit.course.clone(), foretold(unit))).collect::<Vec<_>>()
    };
    let both = |course: &str, said: &[&str]| {
        let said: Vec<String> = said.iter().map(|&said| said.to_owned()).collect();
        vec![(course.to_owned(), said); 2]
    };
    assert_eq!(told(6), both("now in A1-N1 7-7; after tac 1 in 6-7", &[]), "there is room for both");
    let by_lot =
        "now in A1-N1 7-7; then where it goes is as the lot falls, and not foreseen (rules 7.6, 9.6)";
    let full = "in tac 1: the next square on its way is full (rule 2.5)";
    assert_eq!(told(7), both(by_lot, &[&format!("? As the lot falls, and not foreseen: {full}")]));
    let fails = format!("! MOVE 6-7 PHASE 1 fails as things stand: {full}");
    assert_eq!(told(8), both("now in A1-N1 7-7 and stays there", &[&fails]), "for neither");
}
