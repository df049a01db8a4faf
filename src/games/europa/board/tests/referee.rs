//! What the referee is told and asked: limits that want OVERRIDE, what is so already, what his word brings, what waits.

use super::between::{balanced, interphase, offices, table, text};
use super::*;

/// What breaks a limit by the referee's hand is done with OVERRIDE alone, and names its rule (EU-23, EU-97).
#[test]
fn limits_of_treasuries_fleets_and_fortresses_want_override() {
    let board = interphase(1);
    for (words, why) in [
        ("SET TREASURY FRA -9000", "would have -"),
        ("ENTER LEDGER PAP PAYMENT -5000 ransom", "The Papacy has "),
        ("SET STACK VE-F1 F- 9 WARSHIPS 9 TRANSPORTS", "9 warships and galleys and 9 transports"),
    ] {
        let refused = board.edit(words, false, &Nobody).unwrap_err();
        assert!(refused.may_insist, "{words}: {refused:?}");
        let told = refused.why.join(" ");
        assert!(told.contains(why) && told.contains("(EU-97)"), "{words}: {told}");
        let done = board.edit(words, true, &Nobody).unwrap();
        assert!(!done.against.is_empty());
        balanced(&*done.board);
    }
    // What is enough is taken without a word.
    for words in ["SET TREASURY FRA -1", "SET STACK VE-F1 F- 3 WARSHIPS TRANSPORT", "SET FORTRESS milan 1"] {
        assert!(board.edit(words, false, &Nobody).is_ok(), "{words}");
    }
    let sheltered =
        board.edit("CREATE STACK FR-9 AT milan WITH LD IN FORTRESS", true, &Nobody).unwrap().board;
    let refused = sheltered.edit("SET FORTRESS milan none", false, &Nobody).unwrap_err();
    assert!(
        refused.may_insist && refused.why.join(" ").contains("FR-9 shelters in the fortress of Milan"),
        "{refused:?}"
    );
    let siege = {
        let mut table = table(&*board);
        let mut position = (*table.position).clone();
        let stack = position.stacks.get_mut(&Piece::from("FR-1")).unwrap();
        (stack.at, stack.besieging) = ("siena".into(), true);
        table.position = Arc::new(position);
        table
    };
    let refused = siege.edit("SET FORTRESS siena none", false, &Nobody).unwrap_err();
    assert!(refused.may_insist && refused.why.join(" ").contains("FR-1 besieges Siena"), "{refused:?}");
    assert!(siege.edit("SET FORTRESS siena 2", false, &Nobody).is_ok());
}

/// A fortress is built upwards, and what is so already is declared by nobody: both are said in the receipt, before the referee grants.
#[test]
fn what_is_so_already_is_not_asked_for() {
    let board = interphase(1);
    let fault = |player: u16, letter: &str| {
        let asked = offices(&*board, &[letter]);
        let fault = board.fault_of_office(PlayerNo(player), &asked[0].1, &Nobody);
        fault.map(|fault| fault.to_string())
    };
    let level = table(&*board).position.grounds["milan"].fortress;
    assert_eq!(level, 3);
    for asked in 1..=level {
        let why = fault(0, &format!("PLAYER Charles\nFORTIFY milan {asked}\n")).unwrap();
        assert!(
            why.contains(
                "has level 3 already: above it there is level 4 for 60 ducats, level 5 for 75 ducats"
            ),
            "{why}"
        );
    }
    assert_eq!(fault(0, "PLAYER Charles\nFORTIFY milan 4\n"), None);
    for (player, letter, why) in [
        (0, "PLAYER Charles\nDECLARE WAR ON Spain\n", "France and Spain are at war already"),
        (2, "PLAYER Contarini\nOFFER PEACE TO France\n", "Venice and France are at peace already"),
        (1, "PLAYER Gonzalo\nOFFER ALLIANCE TO The Papacy\n", "Spain and The Papacy are allied already"),
    ] {
        assert_eq!(fault(player, letter).as_deref(), Some(why));
    }
}

/// Who is allied to the enemy of an ally, and what alliance a war ends, stands in the receipt and in the answer to the grant.
#[test]
fn a_grant_says_what_becomes_of_alliances() {
    let board = interphase(1);
    let asked = offices(
        &*board,
        &["PLAYER Charles\nOFFER ALLIANCE TO Venice\n", "PLAYER Gonzalo\nDECLARE WAR ON Venice\n"],
    );
    let allied = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap().board;
    let war = offices(&*allied, &["PLAYER Charles\nDECLARE WAR ON Venice\n"]);
    let receipt = allied.result_of_office(&war).unwrap();
    assert!(receipt.contains("The alliance of France and Venice ends with it."), "{receipt}");
    let done = allied.edit("SET RELATION SPA VEN war", false, &Nobody).unwrap().board;
    let joined = done.edit("SET RELATION VEN PAP allied", false, &Nobody).unwrap();
    let both = [
        "The Papacy is at war with France, an ally of Venice.",
        "Venice is at war with Spain, an ally of The Papacy.",
    ];
    assert_eq!(joined.notes, both);
}

/// Who gives a captive up is told of it, and so is who takes him.
#[test]
fn the_captor_is_told() {
    let board = interphase(1);
    let taken = board.edit("CAPTURE LEADER Gonzaga BY FRA", false, &Nobody).unwrap();
    let both = [PlayerNo(0), PlayerNo(2)];
    assert_eq!(taken.board.concerned(&taken.touches), both);
    let freed = taken.board.edit("FREE LEADER Gonzaga", false, &Nobody).unwrap();
    assert_eq!(taken.board.concerned(&freed.touches), both);
    let none = board.edit("MOVE LEADER Charles TO FR-2", false, &Nobody).unwrap_err();
    assert_eq!(none.why, ["There is no leader \"Charles\". Did you mean: Charles VIII"]);
}

/// A minor that is taken away leaves guests on neutral land.
#[test]
fn who_stands_on_land_that_is_neutral_now_is_named() {
    let board = interphase(1);
    let came = board.edit("MOVE STACK FR-1 milan", true, &Nobody).unwrap().board;
    let taken = came.edit("TAKE MINOR MIL", false, &Nobody).unwrap();
    let told = taken.notes.join(" ");
    assert!(told.contains("FR-1 stands on neutral land now, in Milan"), "{told}");
    assert!(came.bears_on_all(&taken.touches));
    let money = came.edit("SET TREASURY FRA 7", false, &Nobody).unwrap();
    assert!(!came.bears_on_all(&money.touches));
}

/// What was asked is taken back by its number, in a later turn too, and is granted no more; who was offered it hears of that.
#[test]
fn a_request_is_taken_back_by_its_number() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Charles\nOFFER PEACE TO Spain\nASK REFEREE may Savoy be won?\n"]);
    let next = board.run(&ClosedBook { offices: asked, ..ClosedBook::default() }).board();
    assert!(text(&*next, 1).contains("OFFER PEACE TO SPA (ACCEPT 1 or DECLINE 1 answers it)"));
    let taken = offices(
        &*next,
        &[
            "PLAYER Charles\nCANCEL REQUEST 1\nWITHDRAW 2\nCANCEL REQUEST 9\n",
            "PLAYER Gonzalo\nCANCEL REQUEST 2\n",
        ],
    );
    let receipt = |last: usize| next.result_of_office(&taken[..last]).unwrap();
    assert!(receipt(1).starts_with("Request 1, OFFER PEACE TO SPA, is taken back"), "{}", receipt(1));
    assert!(receipt(3).starts_with("Request 9 is none of yours"), "{}", receipt(3));
    assert!(receipt(4).starts_with("Request 2 is none of yours"), "{}", receipt(4));
    let (to, word) = next.word_to_another(&taken[..1]).unwrap();
    assert_eq!((to, word.contains("France takes its request 1 back")), (PlayerNo(1), true), "{word}");
    assert_eq!(next.word_to_another(&taken[..2]), None);
    let refused = next.edit_with("GRANT REQUEST 1", true, &Nobody, &taken).unwrap_err();
    assert_eq!(refused.why, ["Request 1 was taken back by France."]);
    assert_eq!(next.unanswered(&taken), [""; 0]);
    let listed = lines(&next.show_with("REQUESTS", &Nobody, &taken).unwrap()).join("\n");
    assert!(listed.contains("OFFER PEACE TO SPA (taken back)"), "{listed}");
    // It is told once more when the turn is run, and then done with; by NEXT PHASE too.
    let later = next.run(&ClosedBook { offices: taken.clone(), ..ClosedBook::default() }).board();
    assert!(text(&*later, 0).contains("OFFER PEACE TO SPA (taken back)"));
    let by_hand = next.edit_with("NEXT PHASE", false, &Nobody, &taken).unwrap();
    assert_eq!(by_hand.notes, [""; 0]);
    assert!(by_hand.board.edit("GRANT REQUEST 1", true, &Nobody).is_err());
    // What has an answer is not taken back.
    let granted = next.edit("GRANT REQUEST 1", false, &Nobody).unwrap().board;
    let late = granted.result_of_office(&taken[..1]).unwrap();
    assert!(late.starts_with("The referee answered request 1 before: granted"), "{late}");
}

/// The second of two says that it counts in the place of the first; the same asked twice names the first.
#[test]
fn what_is_said_twice_says_so_in_its_receipt() {
    let board = interphase(1);
    let letter = "PLAYER Charles\nDECLARE SEALED war on Venice\nDECLARE SEALED peace\nOFFER PEACE TO Spain\nBORROW 20\n";
    let asked = offices(&*board, &[letter, "PLAYER Gonzalo\nACCEPT 1\nDECLINE 1\nDECLARE SEALED war\n"]);
    let told = |last: usize| board.result_of_office(&asked[..last]).unwrap();
    assert!(!told(1).contains("takes the place"), "{}", told(1));
    assert!(told(2).ends_with("It takes the place of what you declared before."), "{}", told(2));
    assert!(!told(5).contains("takes the place"), "{}", told(5));
    assert!(told(6).ends_with("It takes the place of what you answered before."), "{}", told(6));
    assert!(!told(7).contains("takes the place"), "what another declared is another's: {}", told(7));
    let next = board.run(&ClosedBook { offices: asked[..4].to_vec(), ..ClosedBook::default() }).board();
    let again = offices(&*next, &["PLAYER Charles\nBORROW 20\n"]);
    let told = next.result_of_office(&again).unwrap();
    assert!(told.contains("It is request 3") && told.contains("You asked the same as request 2"), "{told}");
}

/// Before he grants, the list says what goes against the rules, and what cannot be done at all.
#[test]
fn the_list_of_requests_marks_what_is_against_the_rules() {
    let board = interphase(1);
    let asked = offices(
        &*board,
        &["PLAYER Alexander\nBUY 6 LD IN rome\n", "PLAYER Charles\nBORROW 20\nDECLARE WAR ON Spain\n"],
    );
    let listed = lines(&board.show_with("REQUESTS", &Nobody, &asked).unwrap()).join(" ");
    let plain = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("against the rules: "), "{plain}");
    assert!(plain.contains("it costs 120 ducats, and PAP has"), "{plain}");
    assert!(plain.contains("BORROW 20 (no answer yet)"), "{plain}");
    assert!(plain.contains("cannot be granted: France and Spain are at war already"), "{plain}");
    // A power is told of its own in the receipt, and never what another has.
    let next = board.run(&ClosedBook { offices: asked, ..ClosedBook::default() }).board();
    assert!(!text(&*next, 0).contains("against the rules"));
}

/// NEXT PHASE says what waits, and a treasury by what it grew; behind the last deadline nothing is answered any more.
#[test]
fn what_waits_is_told_before_a_phase_is_left() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Charles\nBORROW 20\nASK REFEREE may Savoy be won?\n"]);
    let left = board.edit_with("NEXT PHASE", false, &Nobody, &asked).unwrap();
    assert_eq!(left.notes, ["2 requests have no answer yet: 1, 2. What waits can be answered later too."]);
    let rounds = left.board.edit("NEXT TURN", false, &Nobody).unwrap();
    let money = rounds.said.iter().find(|said| said.what.starts_with("Treasury of France")).unwrap();
    assert!(money.what.contains("(income +") && money.what.contains("maintenance -"), "{money:?}");
    let last = {
        let mut table = table(&*board);
        let mut position = (*table.position).clone();
        (position.interphase, position.round) = (false, position.last);
        table.position = Arc::new(position);
        table
    };
    let told = last.unanswered(&asked);
    assert!(told[0].ends_with("what has no answer before it gets none."), "{told:?}");
}

/// Who stands before the walls for want of room in them is told of, to whose it is; what is kept of the round is as it was (EU-53).
#[test]
fn a_stack_that_its_fortress_does_not_hold_is_told_to_be_two() {
    let board = {
        let mut table = table(&*opened("italy", 1));
        let mut position = (*table.position).clone();
        let stack = position.stacks.get_mut(&Piece::from("FR-1")).unwrap();
        (stack.at, stack.posture, stack.sheltered) =
            ("savoy".into(), crate::position::Posture::Fortress, true);
        assert!(stack.force.detachments() > position.grounds["savoy"].room());
        table.position = Arc::new(position);
        table
    };
    let ran = board.run(&ClosedBook::default());
    let press = Press::new().unwrap();
    let wishes = Wishes::parse("NO PICTURES, NO DESK");
    let told = |player| {
        ran.reports(PlayerNo(player), &Heading::default(), &wishes, &Shop::new(&press)).unwrap()[0]
            .printed
            .text
            .clone()
    };
    let plain = told(0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("holds the part of FR-1 that does not fit in Savoy"), "{plain}");
    let kept = String::from_utf8(ran.papers().events).unwrap();
    assert!(!kept.to_lowercase().contains("split"), "{kept}");
}

#[test]
fn a_province_is_shown_with_its_income_and_whom_it_obeys() {
    let (name, rows) = interphase(1).show_place("milan").unwrap();
    assert_eq!(name, "Milan");
    let row = |what: &str| rows.iter().find(|(row, _)| row == what).map(|(_, is)| is.as_str());
    assert_eq!((row("income"), row("who holds it obeys")), (Some("12"), Some("France")), "{rows:?}");
}
