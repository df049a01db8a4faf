//! A war with ships as the house has it: opened, ordered by one letter, run, kept, replayed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::fleet::Fleet;
use crate::ran::Ran;
use crate::rulebooks::ROTD_CWOL;
use fieldpost_door::{Block, Board, ClosedBook, Kept, MachineSeats, Opening, Roll};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Letter;
use fieldpost_grammar::read_letter;
use fieldpost_print::layout::lines;

pub(crate) fn opened() -> Opening {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let texts = BTreeMap::from([
        file("scenario.toml", include_str!("../../../../scenarios/hampton-roads-1862/scenario.toml")),
        file("ships.toml", include_str!("../../../../scenarios/hampton-roads-1862/ships.toml")),
    ]);
    (ROTD_CWOL.scenario)(&texts).unwrap_or_else(|faults| panic!("{}", faults.join("\n")))
}

pub(crate) fn number(board: &dyn Board, name: &str) -> PlayerNo {
    let place = board.players().iter().position(|player| player.name == name).unwrap();
    PlayerNo(place as u16)
}

/// A book of one letter's blocks and office orders, by whom it is, with the seats of the turn's beginning.
pub(crate) fn book(board: &dyn Board, letters: &[(&str, &Letter)]) -> ClosedBook {
    let mut book = ClosedBook::default();
    for (by, letter) in letters {
        for block in &letter.units {
            let lines = Some(block.orders.clone());
            book.blocks.push(Block { piece: block.piece.clone(), lines, word_of_office: Vec::new() });
            book.received.push(block.piece.clone());
        }
        book.offices.extend(letter.offices.iter().map(|line| (number(board, by), line.clone())));
    }
    book.blocks.sort_by(|one, other| one.piece.cmp(&other.piece));
    book.seats = board.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
    book
}

pub(crate) fn read(board: &dyn Board, text: &str) -> Letter {
    let letter = read_letter(text, &board.lexicon());
    assert_eq!(letter.complaints, [], "{text}");
    let wrong: Vec<_> = letter.units.iter().flat_map(|block| &block.complaints).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    letter
}

const WOOL: &str = "PLAYER Wool\nPASSWORD fortress\nSHIP US1TR\nLOAD US3IN\nCOAST UCHE\nUNIT US1IN\nBOMBARD 9-7\nSUPPORT 9-6 RADIUS 1\n\
                    UNIT US1FR\nBOMBARD 9-7 PHASE 2\nEND\n";
const BUCHANAN: &str = "PLAYER Buchanan\nPASSWORD ram\nSHIP CS1RI\nCOAST LCHE FIRST\nSORTIE\nBATTLE ENGAGE\nCLOSE\nAIM HULL\n\
                        SHIP CS1GB, CS2GB\nATTACH TO CS1RI\nEND\nMOVE STORES 5 FROM Norfolk TO Richmond\nREPAIR CS1RI AT Norfolk\n";

fn words(letter: &Letter, piece: &str) -> Vec<String> {
    let block = letter.units.iter().find(|block| block.piece == Piece::from(piece)).unwrap();
    block.orders.iter().map(|line| line.words.to_string()).collect()
}

#[test]
fn one_letter_orders_ships_and_brigades_each_by_its_own_words() {
    let board = opened().board.with(7);
    let wool = read(&*board, WOOL);
    assert_eq!(words(&wool, "US1IN"), ["BOMBARD 9-7", "SUPPORT 9-6 RADIUS 1"]);
    assert_eq!(words(&wool, "US1FR"), ["BOMBARD 9-7 PHASE 2"]);
    assert_eq!(words(&wool, "US1TR"), ["LOAD US3IN", "COAST UCHE"]);
    let buchanan = read(&*board, BUCHANAN);
    assert_eq!(words(&buchanan, "CS2GB"), ["ATTACH TO CS1RI"]);
    let office: Vec<&str> = buchanan.offices.iter().map(|line| &*line.words).collect();
    assert_eq!(office, ["MOVE STORES 5 FROM Norfolk TO Richmond", "REPAIR CS1RI AT Norfolk"]);
    // What a ship does no brigade does, and the other way round; the rest of the letter stands.
    let wrong = read_letter(
        "PLAYER a\nUNIT US1IN\nSAIL GAC\nMARCH K4-T9\nSHIP US1FR\nMARCH K4-T9\nEND\n",
        &board.lexicon(),
    );
    let of =
        |piece: &str| &wrong.units.iter().find(|block| block.piece == Piece::from(piece)).unwrap().complaints;
    assert!(of("US1IN")[0].why.contains("order for a ship; US1IN is a unit"), "{wrong:?}");
    assert!(of("US1FR")[0].why.contains("order for a unit; US1FR is a ship"), "{wrong:?}");
    assert_eq!(words(&wrong, "US1IN"), ["MARCH K4-T9"]);
}

/// Saved and restored, a war with ships is the same war; run again from its papers, a turn is the same turn.
#[test]
fn a_turn_of_both_is_kept_and_run_again() {
    let opening = opened();
    let board = opening.board.with(7);
    let (wool, buchanan) = (read(&*board, WOOL), read(&*board, BUCHANAN));
    let ran = board.run(&book(&*board, &[("Wool", &wool), ("Buchanan", &buchanan)]));
    let papers = ran.papers();
    let scenario = include_str!("../../../../scenarios/hampton-roads-1862/scenario.toml");
    let text = |name: &str| match name {
        "scenario.toml" => Ok(scenario.to_owned()),
        name => opening.texts.get(name).cloned().ok_or_else(|| format!("no {name}")),
    };
    let position = board.position();
    let kept = Kept { rulebook: "rotd-cwol", seed: 7, text: &text, position: &position };
    let again = (ROTD_CWOL.resume)(&kept).unwrap();
    assert!(again.position() == position, "kept as it was");
    assert_eq!(again.run_again(&papers.orders, &papers.seats).unwrap().hash(), ran.hash());
    // Another seed, another turn.
    let other = opened().board.with(8);
    assert_ne!(other.run_again(&papers.orders, &papers.seats).unwrap().hash(), ran.hash());

    let done = ran.as_any().downcast_ref::<Ran>().unwrap();
    let next = done.next();
    let sea = next.sea.as_ref().unwrap();
    assert_eq!((next.turn(), sea.state.turn), (2, 2));
    let aboard: Vec<String> = sea.away.keys().map(ToString::to_string).collect();
    assert_eq!(aboard, ["US3IN"], "it went aboard");
    assert!(!next.land.units.contains_key(&"US3IN".parse().unwrap()));
    let pieces: Vec<Piece> = next.pieces().into_iter().map(|row| row.0).collect();
    assert!(
        pieces.contains(&"US3IN".into()) && pieces.contains(&"US1TR".into()),
        "and is ordered all the same"
    );
    assert!(
        done.sea.as_ref().unwrap().events.iter().any(|told| told.event.fact.battle().is_some()),
        "the Virginia fights"
    );
}

/// A war whose scenario has no ships is a land war's table, as it ever was.
#[test]
fn without_the_key_there_are_no_ships() {
    let texts = fieldpost_land::scenario::built_in("valley-1862").unwrap();
    let opening = (ROTD_CWOL.scenario)(&texts).unwrap();
    let board: Arc<dyn Board> = opening.board.with(1);
    assert!(Fleet::of(&*board).is_none() && board.lexicon().beside.is_empty());
}

/// A hand edit of the sea is done, taken back and done again, and the position is what it was each time.
#[test]
fn the_sea_is_changed_by_hand_and_back() {
    let board = opened().board.with(7);
    let seats = fieldpost_land::command::Opening(&crate::Table::of(&*board).unwrap().land);
    for words in [
        "SET SHIP US2FR hull 2",
        "SET SHIP CS1RI base Richmond",
        "MOVE SHIP US1IC LCHE",
        "SET PORT Norfolk STORES 7",
        "SET WIND MAC W heavy",
        "REMOVE SHIP US1TR",
        "ADD SHIP US9GB Hampton NAME Satellite",
        "BUILD SHIP SL AT Boston NAME Wachusett READY 3",
    ] {
        let edited = board.edit(words, false, &seats).unwrap_or_else(|why| panic!("{words}: {why:?}"));
        assert!(edited.board.position() != board.position(), "{words}");
        let again = board.redo(&edited.touches).unwrap();
        assert!(again.position() == edited.board.position(), "{words}: done again");
        let back: Vec<_> = edited
            .touches
            .iter()
            .rev()
            .map(|touch| fieldpost_engine::touch::Touch {
                before: touch.after.clone(),
                after: touch.before.clone(),
                ..touch.clone()
            })
            .collect();
        assert!(edited.board.undo(&back).unwrap().position() == board.position(), "{words}: taken back");
    }
    for wrong in [
        "SET SHIP US2FR hull 5",
        "SET SHIP US9FR hull 1",
        "MOVE SHIP CS1RI MAC",
        "SET PORT Norfolk CONTROL US",
        "ADD SHIP US1IC Hampton",
        "ADD SHIP FR1SL Hampton",
        "ADD SHIP US9RG MAC",
        "BUILD SHIP XX AT Boston READY 3",
        "BUILD SHIP SL AT Boston READY 0",
    ] {
        assert!(board.edit(wrong, false, &seats).is_err(), "{wrong}");
    }
    assert!(
        lines(&board.show_whole("FLEET", &seats).unwrap())
            .iter()
            .any(|line| line.contains("Monitor (US1IC)"))
    );
}

/// Promise 6: an enemy's ship that nobody sees makes no difference to what a player is shown, byte for byte.
#[test]
fn what_nobody_sees_changes_no_report() {
    let board = opened().board.with(7);
    let press = fieldpost_print::press::Press::new().unwrap();
    let shop = fieldpost_print::shop::Shop::new(&press);
    let seats = fieldpost_land::command::Opening(&crate::Table::of(&*board).unwrap().land);
    let shown = |board: &dyn Board, name: &str| {
        let heading = fieldpost_print::heading::Heading {
            game: "roads".into(),
            title: "Roads".into(),
            player: name.into(),
            ..Default::default()
        };
        let wishes = fieldpost_engine::wishes::Wishes::default();
        let report = board.report(number(board, name), &heading, &wishes, &shop).unwrap();
        (report.printed.text, report.enclosures.iter().map(|file| file.bytes.clone()).collect::<Vec<_>>())
    };
    let changed = board.edit("SET SHIP CS1RI hull 3", false, &seats).unwrap().board;
    let changed = changed.edit("REMOVE SHIP CS3GB", false, &seats).unwrap().board;
    for name in ["Marston", "Wool"] {
        assert!(shown(&*board, name) == shown(&*changed, name), "{name} learns of Norfolk");
    }
    let (own, _) = shown(&*board, "Buchanan");
    assert!(own != shown(&*changed, "Buchanan").0);
    assert!(
        own.contains("Virginia (CS1RI)") && own.contains("YOUR SHIPS") && own.contains("SHIP CS1RI"),
        "{own}"
    );
}

/// A turn in which machines play all seats; each letter of theirs is read without complaint.
pub(super) fn after_machines(board: &dyn Board) -> Arc<dyn Board> {
    let names: Vec<String> = board.players().into_iter().map(|player| player.name).collect();
    let numbers: Vec<PlayerNo> = (0..names.len()).map(|place| PlayerNo(place as u16)).collect();
    let letters = board.machine_letters(&numbers, "roads", &MachineSeats::new());
    let read: Vec<(String, Letter)> = names
        .into_iter()
        .zip(letters)
        .filter_map(|(name, letter)| Some((name, read(board, &letter?))))
        .collect();
    let given: Vec<(&str, &Letter)> = read.iter().map(|(name, letter)| (name.as_str(), letter)).collect();
    board.run(&book(board, &given)).board()
}

#[test]
fn the_machine_sails_and_is_read() {
    let mut board = opened().board.with(3);
    for _ in 0..3 {
        board = after_machines(&*board);
    }
    assert_eq!(board.turn(), 4);
}

fn heading_of(name: &str) -> fieldpost_print::heading::Heading {
    let game = "roads".into();
    fieldpost_print::heading::Heading {
        game,
        title: "Roads".into(),
        player: name.into(),
        ..Default::default()
    }
}

/// Reports show the chart, on the mail's pages and not on files in it, and `report.json` has what its schema says.
#[test]
fn reports_show_the_chart_and_the_ships_on_the_map() {
    let board = opened().board.with(7);
    let (wool, buchanan) = (read(&*board, WOOL), read(&*board, BUCHANAN));
    let ran = board.run(&book(&*board, &[("Wool", &wool), ("Buchanan", &buchanan)]));
    let press = fieldpost_print::press::Press::new().unwrap();
    let shop = fieldpost_print::shop::Shop::new(&press);
    let wishes = fieldpost_engine::wishes::Wishes::default();
    let reports = ran.reports(number(&*board, "Buchanan"), &heading_of("Buchanan"), &wishes, &shop).unwrap();
    for (name, wish) in [("Buchanan", &wishes), ("Marston", &wishes)] {
        for report in ran.reports(number(&*board, name), &heading_of(name), wish, &shop).unwrap() {
            look(name, &report);
        }
    }
    let ids =
        |place: usize| -> Vec<&str> { reports[place].pictures.iter().map(|one| one.id.as_str()).collect() };
    assert!(ids(0).contains(&"chart-of-turn-american"), "{:?}", ids(0));
    assert!(ids(1).contains(&"chart-american"), "{:?}", ids(1));
    assert!(reports[0].html.as_ref().unwrap().contains("cid:chart-of-turn-american"));
    let alts: Vec<&str> = reports[1].pictures.iter().map(|one| one.alt.as_str()).collect();
    assert!(
        alts.iter().any(|alt| alt.starts_with("Strategic") && alt.contains(" Ships: own side in ")),
        "{alts:?}"
    );
    let file = reports[1].enclosures.iter().find(|file| file.name == "report.json").unwrap();
    let told: serde_json::Value = serde_json::from_slice(&file.bytes).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&crate::schema().unwrap()).unwrap();
    for (list, part) in
        [("ships", "ShipView"), ("seen", "SeenView"), ("chart", "AreaView"), ("events", "Chapter")]
    {
        let known = schema["$defs"][part]["properties"].as_object().unwrap();
        let first = told["at_sea"][list][0].as_object().unwrap();
        assert!(first.keys().all(|key| known.contains_key(key)), "{list}: {first:?}");
    }
    let without = fieldpost_engine::wishes::Wishes::parse("NO PICTURES");
    let plain = ran.reports(number(&*board, "Buchanan"), &heading_of("Buchanan"), &without, &shop).unwrap();
    assert!(
        plain
            .iter()
            .all(|report| report.pictures.is_empty() && !report.html.as_ref().unwrap().contains("cid:"))
    );
}

/// The order template has its ships in every face, before its one END, and no line of it is broken by a mail: the rest of a comment would
/// be an order.
#[test]
fn ships_stand_in_the_order_template_before_its_end_in_every_face() {
    let press = fieldpost_print::press::Press::new().unwrap();
    let (board, wishes) = (opened().board.with(7), fieldpost_engine::wishes::Wishes::parse("NO PICTURES"));
    for name in ["Buchanan", "Marston"] {
        let shop = fieldpost_print::shop::Shop::new(&press);
        let report = board.report(number(&*board, name), &heading_of(name), &wishes, &shop).unwrap();
        let lines: Vec<&str> = report.orders.lines().filter(|line| !line.is_empty()).collect();
        assert!(lines.iter().any(|line| line.starts_with("SHIP ")), "{lines:?}");
        assert_eq!(lines.iter().position(|line| *line == "END"), Some(lines.len() - 1), "{lines:?}");
        assert!(lines[3..].iter().all(|line| line.chars().count() <= 72), "{lines:?}");
        let file = report.enclosures.iter().find(|file| file.name == "orders.txt").unwrap();
        assert_eq!(String::from_utf8(file.bytes.clone()).unwrap(), report.orders);
        let text: Vec<&str> = report.printed.text.lines().filter(|line| !line.is_empty()).collect();
        assert!(text.ends_with(&lines), "{}", report.printed.text);
        let ships = lines.iter().filter(|line| line.starts_with("SHIP ")).count();
        // Of a position that is long for a mail the lines stand in the attached page.
        let page = report.enclosures.iter().find(|file| file.name == "position.html");
        let html =
            page.map_or_else(|| report.html.unwrap(), |page| String::from_utf8(page.bytes.clone()).unwrap());
        assert_eq!(html.lines().filter(|line| line.starts_with("SHIP ")).count(), ships);
        let json = report.enclosures.iter().find(|file| file.name == "report.json").unwrap();
        let told: serde_json::Value = serde_json::from_slice(&json.bytes).unwrap();
        assert_eq!(told["position"]["orders"], report.orders.as_str());
    }
}

/// SHOW SHIP has each thing of a status block by its name, what it sees and the wind among it.
#[test]
fn a_ship_is_shown_thing_by_thing() {
    let board = opened().board.with(7);
    let seats = fieldpost_land::command::Opening(&crate::Table::of(&*board).unwrap().land);
    let board = board.edit("SET WIND MAC W heavy", false, &seats).unwrap().board;
    let rows = board.show_piece(&Piece::from("US1IC"), &seats).unwrap();
    let of = |name: &str| rows.iter().find(|row| row.0 == name).map_or("", |row| row.1.as_str());
    assert!(of("Ship").contains("US1IC") && of("Type") == "ironclad", "{rows:?}");
    assert!(of("Crew").contains(" of ") && of("Hull Damage") == "0", "{rows:?}");
    assert!(of("Wind").contains("heavy") && of("May go").ends_with("squares."), "{rows:?}");
    // WISC 6.11: the coastal waters that lead to no sea but through these.
    let board = board.edit("SET SHIP US1FR propulsion 0", false, &seats).unwrap().board;
    let rows = board.show_piece(&Piece::from("US1FR"), &seats).unwrap();
    let ways = rows.iter().find(|row| row.0 == "May go").map_or("", |row| row.1.as_str());
    assert!(ways.split("; ").any(|way| way == "UCHE"), "{ways}");
}

/// Where reports lie for whoever wants to look at them, if `FIELDPOST_LOOK` names a folder.
fn look(name: &str, report: &fieldpost_print::report::Report) {
    let Some(folder) = std::env::var_os("FIELDPOST_LOOK").map(std::path::PathBuf::from) else { return };
    for picture in &report.pictures {
        std::fs::write(folder.join(format!("{name}-{}.png", picture.id)), &picture.png).unwrap();
    }
    let what = if report.orders.is_empty() { "events" } else { "position" };
    std::fs::write(folder.join(format!("{name}-{what}.txt")), &report.printed.text).unwrap();
}

/// What is rehearsed for a receipt tells nothing of whom the sender does not see, and the course of every ship and of what she lands.
#[test]
fn receipts_rehearse_ships_without_telling_of_enemies() {
    let board = opened().board.with(7);
    let by = number(&*board, "Wool");
    let order = |text: &str| {
        let letter = read(&*board, &format!("PLAYER Wool\nPASSWORD fortress\n{text}END\n"));
        book(&*board, &[("Wool", &letter)])
    };
    let sails = order(
        "SHIP US1TR\nLOAD US3IN\nCOAST UCHE\nSHIP US1IC\nCOAST LCHE FIRST\nSHIP US2FR\nHARBOR Norfolk\n",
    );
    let foreseen = board.foresee(by, &sails);
    let of = |piece: &str| foreseen.pieces[&Piece::from(piece)].clone();
    assert_eq!(
        of("US1TR").course,
        "now in the harbor of Annapolis; loading: takes US3IN aboard; after sailing 1 in UCHE"
    );
    assert_eq!(of("US1IC").course, "now in MAC; after sailing 1 in LCHE");
    let barred = of("US2FR");
    assert_eq!(barred.course, "now in the harbor of Hampton and stays there");
    assert_eq!(
        fieldpost_desk::trial::told::lines(&barred.said),
        [
            "! HARBOR Norfolk fails as things stand: Norfolk is entered from LCHE, where COAST LCHE takes her first (WISC 1.4, 6.4)"
        ]
    );
    let seats = fieldpost_land::command::Opening(&crate::Table::of(&*board).unwrap().land);
    let changed = board.edit("REMOVE SHIP CS3GB", false, &seats).unwrap().board;
    let changed = changed.edit("SET SHIP CS1RI hull 3", false, &seats).unwrap().board;
    let changed = changed.edit("SET PORT Norfolk STORES 1", false, &seats).unwrap().board;
    assert_eq!(changed.foresee(by, &sails), foreseen, "what nobody sees makes no difference");
}

/// A game administrator is told all of a turn at sea, of both sides, with what is aboard.
#[test]
fn the_administrators_report_has_ships() {
    let board = opened().board.with(7);
    let (wool, buchanan) = (read(&*board, WOOL), read(&*board, BUCHANAN));
    let ran = board.run(&book(&*board, &[("Wool", &wool), ("Buchanan", &buchanan)]));
    let press = fieldpost_print::press::Press::new().unwrap();
    let shop = fieldpost_print::shop::Shop::new(&press);
    let wishes = fieldpost_engine::wishes::Wishes::parse("NO PICTURES, ONE MAIL");
    let report = ran.whole_report(&heading_of("the game administrator"), &wishes, &shop).unwrap().unwrap();
    let text = report.printed.text;
    assert!(text.contains("Battle in LCHE, at close quarters: The Confederate States attacked"), "{text}");
    assert_eq!(text.matches("hits    hull").count(), 2, "of both sides what is aboard: {text}");
    assert!(text.contains("EVERY SHIP") && text.contains("Monitor (US1IC)"), "{text}");
}

/// EUWOL 11.7: a receipt knows the ways of supplies by sea, as far as its reader knows of ships.
#[test]
fn a_receipt_knows_the_ways_by_sea() {
    let board = opened().board.with(7);
    let fleet = Fleet::of(&*board).unwrap();
    let chart = &fleet.sea.chart;
    let at = |name: &str| chart.port(chart.port_of(name).unwrap()).at.unwrap();
    let lane = ("US".parse().unwrap(), at("Annapolis"), at("Hampton"));
    let known = |fleet: Fleet<'_>, who: &str| {
        let by = number(&*board, who);
        let seen = fleet.land_as_known(by).expect("a player's land");
        fleet.ashore_as_known(by, &ClosedBook::default(), seen).afloat.lanes.contains(&lane)
    };
    assert!(known(fleet, "Wool"), "nobody hostile lies in either port");
    let mut sea = (*fleet.sea.state).clone();
    let (ship, hampton) = ("CS1RI".parse().unwrap(), chart.place_named("Hampton").unwrap());
    sea.ships.get_mut(&ship).unwrap().at = hampton;
    let beset = fleet.with_ships(sea);
    assert!(!known(beset.fleet().unwrap(), "Wool"), "the Virginia lies in Hampton, and he sees her");
}
