//! Receipts of Europa: what they say comes of orders on the board as it stands (issue 35).

use super::*;
use crate::position::Posture;
use fieldpost_door::foresight::Statement;

/// A board with something else in its position.
fn set(board: &Arc<dyn Board>, change: impl FnOnce(&mut Position)) -> Arc<dyn Board> {
    let table = Table::of(&**board).unwrap();
    let mut position = (*table.position).clone();
    change(&mut position);
    Arc::new(table.with(position))
}

/// FR-1 before Naples with supply or without, and NA-1 within the walls.
fn before_naples(fed: bool) -> Arc<dyn Board> {
    set(&opened("italy", 1), |position| {
        let army = position.stacks.get_mut(&Piece::from("FR-1")).unwrap();
        (army.at, army.besieging, army.supply_is_said) = ("naples".into(), true, true);
        army.cut_off = Some(!fed);
        position.stacks.get_mut(&Piece::from("NA-1")).unwrap().posture = Posture::Fortress;
    })
}

/// What a receipt says of a stack: its course, and what fails, by the run and by the block alone.
fn told(board: &Arc<dyn Board>, player: u16, letter: &str, id: &str) -> (String, Vec<String>) {
    let book = book(&**board, &[letter.to_owned()]);
    let piece = Piece::from(id);
    let outlook = board.foresee(PlayerNo(player), &book).pieces[&piece].clone();
    (outlook.course, outlook.said.iter().map(Statement::words).collect())
}

#[test]
fn a_sortie_against_a_besieger_is_a_fight() {
    let letter = "PLAYER Gonzalo\nSTACK NA-1\nSORTIE\nEND\n";
    let (course, warnings) = told(&before_naples(true), 1, letter, "NA-1");
    assert_eq!(course, "in Naples, where FR-1 stands: what comes of the fight is not foreseen");
    assert_eq!(warnings, Vec::<String>::new());
    let ran = before_naples(true).run(&book(&*before_naples(true), &[letter.to_owned()]));
    assert!(Table::events_of(&*ran).iter().any(|event| event.fact.kind() == crate::event::Kind::Combat));
    // Who has no supply is gone before.
    let (course, warnings) = told(&before_naples(false), 1, letter, "NA-1");
    assert_eq!(course, "");
    assert_eq!(
        warnings,
        ["Fails as things stand: no enemy stands before the walls: there is no sortie (A1)"]
    );
}

#[test]
fn who_is_besieged_hears_once_that_it_does_not_march_out_and_who_keeps_it_in() {
    let letter = "PLAYER Gonzalo\nSTACK NA-1\nMOVE abruzzi\nEND\n";
    let (course, warnings) = told(&before_naples(true), 1, letter, "NA-1");
    assert_eq!(course, "");
    assert_eq!(
        warnings,
        ["Fails as long as FR-1 stands in Naples: it is besieged in Naples: only a SORTIE leads out (A1)"]
    );
}

#[test]
fn who_holds_before_a_fortress_hears_that_the_siege_goes_on() {
    let (_, said) = told(&before_naples(true), 0, "PLAYER Charles\nSTACK FR-1\nHOLD\nEND\n", "FR-1");
    assert!(said.iter().any(|words| words.contains("Its siege of Naples goes on.")), "{said:?}");
    let (_, said) = told(&before_naples(true), 0, "PLAYER Charles\nSTACK FR-1\nLIFT SIEGE\nEND\n", "FR-1");
    assert!(!said.iter().any(|words| words.contains("goes on")), "{said:?}");
}

#[test]
fn an_army_without_supply_is_told_that_its_siege_ends() {
    let letter = "PLAYER Charles\nSTACK FR-1\nSIEGE\nEND\n";
    let (course, warnings) = told(&before_naples(false), 0, letter, "FR-1");
    assert!(
        warnings.iter().any(|one| one
            == "As things stand it has no supply in Naples: it retreats to a fortress of its side whatever its orders are, and \
                the siege of Naples ends (B5)"),
        "{warnings:?}"
    );
    assert!(!course.is_empty(), "{course}");
    let (_, warnings) = told(&before_naples(true), 0, letter, "FR-1");
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn no_room_beside_allies_is_told_with_those_who_take_it() {
    let board = opened("italy", 1);
    let letter = "PLAYER Charles\nSTACK FR-1\nMOVE piedmont milan\nEND\n";
    assert_eq!(told(&board, 0, letter, "FR-1").1, Vec::<String>::new());
    let full = board.edit("CREATE STACK MI-7 AT milan WITH A+ FOR MIL", false, &Nobody).unwrap().board;
    let (course, warnings) = told(&full, 0, letter, "FR-1");
    assert_eq!(course, "Piedmont 2 MP (of 12)");
    assert_eq!(warnings, ["Fails as long as MI-1 and MI-7 stand in Milan: there is no room (G3)"]);
    let ran = full.run(&book(&*full, &[letter.to_owned()]));
    assert!(report_of(&*ran, 0).contains("there is no room (G3)"));
}

/// A blockade that binds nobody is told as none, in receipt and report; the record is as it was.
#[test]
fn a_blockade_of_an_ally_and_a_siege_at_peace_are_told_as_nothing() {
    let board = opened("italy", 1);
    let letter = "PLAYER Gonzalo\nSTACK SP-F1\nMOVE tyrrhenian-sea\nBLOCKADE rome\nEND\n";
    let (course, warnings) = told(&board, 1, letter, "SP-F1");
    assert!(!course.contains("before Rome"), "{course}");
    let why =
        "Rome is of The Papacy, with whom there is no war, and has no enemy in it: nobody is shut in (F1)";
    // The share that attrition takes at most rounds to no ship.
    assert_eq!(warnings, [format!("Fails as things stand: {why}")]);
    let ran = board.run(&book(&*board, &[letter.to_owned()]));
    let report = report_of(&*ran, 1).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(why) && !report.contains("shuts Rome in"), "{report}");
    let kept = String::from_utf8(ran.papers().events).unwrap();
    assert!(kept.contains("\"blockades\"") && !kept.contains("nobody is shut in"), "{kept}");

    // Venice lets the French in, and is not besieged by them.
    let guest = set(&board, |position| {
        let army = position.stacks.get_mut(&Piece::from("FR-1")).unwrap();
        (army.at, army.supply_is_said) = ("brescia".into(), true);
        position.stacks.remove(&Piece::from("VE-1"));
    });
    for (order, why) in [
        ("SIEGE", "SIEGE: Brescia is of Venice, with whom there is no war (A1)"),
        ("ASSAULT", "ASSAULT: Brescia is of Venice, with whom there is no war (A1)"),
    ] {
        let letter = format!("PLAYER Charles\nSTACK FR-1\n{order}\nEND\n");
        assert_eq!(told(&guest, 0, &letter, "FR-1").1, [format!("Fails as things stand: {why}")]);
        let ran = guest.run(&book(&*guest, &[letter]));
        let report = report_of(&*ran, 0).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(report.contains(why), "{report}");
    }
}

#[test]
fn behind_a_fight_nothing_is_said_of_a_stack() {
    let board = opened("italy", 1);
    let letter = "PLAYER Charles\nSTACK FR-1\nMOVE piedmont milan parma florence siena\nASSAULT\nEND\n";
    let (course, warnings) = told(&board, 0, letter, "FR-1");
    assert_eq!(
        course,
        "Piedmont 2, Milan 4, Parma 6, Florence 9 MP (of 12), where FL-1 stands: what comes of the fight is not foreseen"
    );
    let warned =
        "Attrition (EU-71), for it spends 6 MP or more: it loses something 4 times in 10, as things stand.";
    assert_eq!(warnings, [warned]);
}

/// The lines of a round's record that tell of attrition.
fn worn(board: &dyn Board, letter: &str) -> Vec<String> {
    let ran = board.run(&book(board, &[letter.to_owned()]));
    let kept = String::from_utf8(ran.papers().events).unwrap();
    kept.lines().filter(|line| line.contains("attrition")).map(str::to_owned).collect()
}

#[test]
fn attrition_is_told_to_whom_it_is_rolled_for_and_to_no_other() {
    let board = opened("italy", 1);
    for (stack, orders, rolls, is_told) in [
        ("FR-1", "MOVE piedmont", false, false),
        ("FR-1", "MOVE piedmont milan parma", true, true),
        ("MI-1", "MOVE parma genoa", false, false),
        // On no face of its die does it lose anything.
        ("FR-F1", "MOVE ligurian-sea tyrrhenian-sea", true, false),
        ("FR-F1", "HOLD", false, false),
    ] {
        let letter = format!("PLAYER Charles\nSTACK {stack}\n{orders}\nEND\n");
        let (_, warnings) = told(&board, 0, &letter, stack);
        assert_eq!(
            worn(&*board, &letter).iter().any(|line| line.contains(&format!("\"{stack}\""))),
            rolls,
            "{stack} {orders}"
        );
        let warned = warnings.iter().any(|warning| warning.starts_with("Attrition (EU-71)"));
        assert_eq!(warned, is_told, "{stack} {orders}: {warnings:?}");
    }
}

#[test]
fn who_marches_to_be_run_over_hears_by_whom() {
    let board = opened("italy", 1);
    let board = board.edit("SET STACK MI-1 LD", false, &Nobody).unwrap().board;
    let board = board.edit("SET STACK FL-1 A+ A+", false, &Nobody).unwrap().board;
    let letter = "PLAYER Charles\nSTACK MI-1\nMOVE parma florence\nEND\n";
    let (course, _) = told(&board, 0, letter, "MI-1");
    assert_eq!(course, "Parma 2, Florence 5 MP (of 12), where FL-1 runs it over (G3)");
    let after = board.run(&book(&*board, &[letter.to_owned()])).board();
    assert!(after.show_piece(&Piece::from("MI-1"), &Nobody).is_err());
}

/// Where strength is hidden a receipt says the same whatever it is.
#[test]
fn a_receipt_tells_no_strength_that_is_hidden() {
    let hidden = changed("period = 1\n", "period = 1\nfog = \"strength-hidden\"\n");
    let letter = "PLAYER Charles\nSTACK FR-1\nMOVE piedmont milan parma florence siena\nEND\nSTACK MI-1\nMOVE parma florence\nEND\n";
    let receipts: Vec<_> = ["A- LD", "A+ A-"]
        .into_iter()
        .map(|counters| {
            let board = hidden.edit(&format!("SET STACK FL-1 {counters}"), false, &Nobody).unwrap().board;
            ["FR-1", "MI-1"].map(|id| told(&board, 0, letter, id))
        })
        .collect();
    assert_eq!(receipts[0], receipts[1]);
    assert!(receipts[0][0].0.contains("where FL-1 stands"), "{receipts:?}");
}

#[test]
fn silence_ends_the_siege_of_an_army_that_starves() {
    let silence = |board: Arc<dyn Board>| {
        let press = Press::new().unwrap();
        let told = board
            .report(PlayerNo(0), &Heading::default(), &Wishes::default(), &Shop::new(&press))
            .unwrap()
            .printed
            .text;
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let fed = silence(before_naples(true));
    assert!(fed.contains("If you send nothing: the siege of Naples goes on, campaign"), "{fed}");
    let starved = silence(before_naples(false));
    assert!(
        starved.contains("If you send nothing: the siege of Naples ends: FR-1 has no supply (B5)."),
        "{starved}"
    );
    assert!(!starved.contains("goes on"), "{starved}");
    let poor = set(&before_naples(true), |position| position.powers.get_mut("FRA").unwrap().treasury = 0);
    let poor = silence(poor);
    assert!(
        poor.contains(
            "If you send nothing: the siege of Naples ends: your treasury does not pay for it (B1)."
        ),
        "{poor}"
    );
}
