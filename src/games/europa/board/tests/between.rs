//! The time between turns: requests, what is declared under seal, and the ledger.

use super::*;

/// Italy with prices, income and a turn of two rounds.
pub(super) fn with_money(escrows: u32) -> Arc<dyn Board> {
    let money = format!(
        "escrows = {escrows}\n[income]\nmilan = 12\nprovence = 8\nnaples = 20\n[price]\nLD = 20\n\"F-\" = 30\nGALLEY = 10\n\
         FORTRESS = 15\n[maintenance]\nLD = 2\n\"A+\" = 5\n[[power]]\n"
    );
    let text = PLAIN.replacen("a_turn = 6", "a_turn = 2", 1).replacen("[[power]]\n", &money, 1);
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text)]);
    (EUROPA.scenario)(&texts).map_err(|faults| faults.join("\n")).unwrap().board.with(1)
}

pub(super) fn run(board: &dyn Board, letters: &[&str]) -> Arc<dyn Board> {
    let letters: Vec<String> = letters.iter().map(|text| (*text).to_owned()).collect();
    board.run(&book(board, &letters)).board()
}

/// The board in its first interphase.
pub(super) fn interphase(escrows: u32) -> Arc<dyn Board> {
    let board =
        run(&*with_money(escrows), &["PLAYER Charles\nCAMPAIGN MAJOR\nSTACK FR-2\nMOVE dauphine\nEND\n"]);
    let board = run(&*board, &[]);
    assert!(!board.awaits_orders());
    board
}

pub(super) fn offices(board: &dyn Board, letters: &[&str]) -> Vec<(PlayerNo, Line)> {
    let letters: Vec<String> = letters.iter().map(|text| (*text).to_owned()).collect();
    book(board, &letters).offices
}

pub(super) fn text(board: &dyn Board, player: u16) -> String {
    let press = Press::new().unwrap();
    let shop = Shop::new(&press);
    let wishes = Wishes::parse("NO PICTURES, NO DESK");
    board.report(PlayerNo(player), &Heading::default(), &wishes, &shop).unwrap().printed.text
}

pub(super) fn table(board: &dyn Board) -> Table {
    Table::of(board).unwrap().clone()
}

pub(super) fn balanced(board: &dyn Board) {
    assert_eq!(table(board).position.out_of_balance(), []);
}

#[test]
fn a_request_has_its_number_on_receipt_and_is_granted_in_the_same_interphase() {
    let board = interphase(1);
    let asked =
        ["PLAYER Contarini\nASK REFEREE a loan\n", "PLAYER Charles\nBUY 2 LD IN milan\nFORTIFY milan 4\n"];
    let asked = offices(&*board, &asked);
    let told: Vec<String> =
        (1..=asked.len()).map(|last| board.result_of_office(&asked[..last]).unwrap()).collect();
    assert!(told[0].starts_with("It is request 1:") && !told[0].contains("costs"), "{told:?}");
    assert!(
        told[1].starts_with("It is request 2:") && told[1].contains("costs 40 ducats; you have"),
        "{told:?}"
    );
    assert!(told[2].starts_with("It is request 3:") && told[2].contains("costs 60 ducats"), "{told:?}");
    let listed = lines(&board.show_with("REQUESTS", &Nobody, &asked).unwrap()).join("\n");
    assert!(listed.contains("2  France: BUY 2 LD IN milan (no answer yet; costs 40 ducats of "), "{listed}");
    let granted = board.edit_with("GRANT REQUEST 2", false, &Nobody, &asked).unwrap();
    balanced(&*granted.board);
    let (was, is) = (table(&*board).position, table(&*granted.board).position);
    assert_eq!(is.powers["FRA"].treasury, was.powers["FRA"].treasury - 40);
    assert_eq!(is.stacks[&Piece::from("FR-3")].force.words(), "LD LD");
    assert_eq!(board.concerned(&granted.touches), [PlayerNo(0)]);
    let back = granted.board.undo(&fieldpost_engine::touch::reversed(&granted.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    // What is refused is told, and does nothing; that is taken back too.
    let refused = board.edit_with("REFUSE REQUEST 2 the walls are thin", false, &Nobody, &asked).unwrap();
    assert_eq!(table(&*refused.board).position.stacks, was.stacks);
    assert!(text(&*refused.board, 0).contains("(refused: the walls are thin)"));
    let back = refused.board.undo(&fieldpost_engine::touch::reversed(&refused.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    // It is done once.
    let twice = granted.board.edit_with("GRANT REQUEST 2", false, &Nobody, &asked).unwrap_err();
    assert!(twice.why[0].contains("Request 2 is granted, and done"), "{twice:?}");
    // What was granted stands in the next report with its number, and beside it what waits.
    let mut closed = ClosedBook { offices: asked, ..ClosedBook::default() };
    let next = granted.board.run(&closed).board();
    let told = text(&*next, 0);
    assert!(told.contains("2  BUY 2 LD IN milan (granted)"), "{told}");
    assert!(told.contains("3  FORTIFY milan 4 (no answer yet; costs 60 ducats of "), "{told}");
    assert!(text(&*next, 2).contains("1  a loan (no answer yet)"));
    closed.offices.clear();
    let later = next.run(&closed).board();
    assert!(!text(&*later, 0).contains("(granted)"), "it is done with");
}

#[test]
fn what_is_granted_beyond_the_treasury_wants_override() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Alexander\nBUY 6 LD IN rome\n"]);
    let refused = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap_err();
    assert!(
        refused.may_insist && refused.why.join(" ").contains("It costs 120 ducats, and PAP has"),
        "{refused:?}"
    );
    let done = board.edit_with("GRANT REQUEST 1", true, &Nobody, &asked).unwrap();
    assert!(done.against.iter().any(|why| why.to_string().contains("It costs 120")), "{:?}", done.against);
    balanced(&*done.board);
}

#[test]
fn every_business_is_done_when_it_is_granted_and_taken_back() {
    let board = interphase(1);
    for (asked, seen) in [
        ("DECLARE WAR ON Venice", "France is at war with Spain (SPA), Venice (VEN)"),
        ("OFFER PEACE TO Spain", "France is at war with The Papacy"),
        ("OFFER ALLIANCE TO Venice", "France (FRA) is allied to Venice (VEN)"),
        ("RAISE LD F- 2 GALLEYS IN genoa", "FR-F2"),
        ("FORTIFY milan 5", "fortress 5"),
        ("BORROW 50", "+50  loan: a loan"),
        ("SUBSIDY 20 TO Venice", "-20  payment: to Venice"),
    ] {
        let letter = format!("PLAYER Charles\n{asked}\n");
        let asked = offices(&*board, &[&letter]);
        assert_eq!(board.fault_of_office(PlayerNo(0), &asked[0].1, &Nobody), None, "{letter}");
        let done = board.edit_with("GRANT REQUEST 1 so be it", true, &Nobody, &asked).unwrap();
        balanced(&*done.board);
        let told = text(&*done.board, 0);
        let (told, seen) = (told.replace(" (FRA)", ""), seen.replace(" (FRA)", ""));
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            told.contains(&seen.split_whitespace().collect::<Vec<_>>().join(" ")),
            "{letter}: {seen}\n{told}"
        );
        let back = done.board.undo(&fieldpost_engine::touch::reversed(&done.touches)).unwrap();
        assert_eq!(back.position(), board.position(), "{letter}");
        assert!(back.redo(&done.touches).is_ok(), "{letter}");
    }
}

/// Where treasuries change, no power is told what another has.
#[test]
fn who_is_paid_does_not_learn_what_the_other_has() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Charles\nSUBSIDY 20 TO Venice\n"]);
    let done = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap();
    let of_money = done.said.iter().filter(|said| said.what.starts_with("Treasury"));
    let told: Vec<(&str, Option<PlayerNo>)> = of_money.map(|said| (&*said.what, said.only)).collect();
    let [france, venice] = [("Treasury of France", PlayerNo(0)), ("Treasury of Venice", PlayerNo(2))];
    assert_eq!(told, [france, venice].map(|(what, player)| (what, Some(player))));
    // What lies open to all, as a fortress does, tells nobody what it cost.
    let asked = offices(&*board, &["PLAYER Contarini\nFORTIFY venice 5\n"]);
    let done = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap();
    assert_eq!(board.concerned(&done.touches).len(), 4);
    let open: Vec<&str> =
        done.said.iter().filter(|said| said.is_for(PlayerNo(0))).map(|said| &*said.what).collect();
    assert_eq!(open, ["Venice, fortress"]);
}

#[test]
fn in_an_interphase_no_stack_is_ordered_and_in_a_round_no_business_is_done() {
    let (rounds, between) = (with_money(1), interphase(1));
    let lexicon = between.lexicon();
    let stack = letter("PLAYER Charles\nSTACK FR-1\nMOVE piedmont\nEND\n", &lexicon);
    let lines = stack.units[0].orders.clone();
    let piece = Piece::from("FR-1");
    let refused = between.refuses(Written { by: PlayerNo(0), piece: &piece, lines: &lines, seats: &Nobody });
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].why.contains("send it when round 3 is open"), "{refused:?}");
    assert_eq!(rounds.refuses(Written { by: PlayerNo(0), piece: &piece, lines: &lines, seats: &Nobody }), []);
    let business =
        "PLAYER Charles\nDECLARE WAR ON Venice\nBUY LD IN milan\nDECLARE SEALED war\nCAMPAIGN NONE\n";
    let lines = offices(&*between, &[business]);
    let fault =
        |board: &dyn Board, place: usize| board.fault_of_office(PlayerNo(0), &lines[place].1, &Nobody);
    let told = |board: &dyn Board, place: usize| fault(board, place).unwrap().to_string();
    for place in 0..3 {
        assert_eq!(fault(&*between, place), None);
        let told = told(&*rounds, place);
        assert!(told.contains("comes after round 2;") && told.ends_with(" (EU-75)"), "{told}");
    }
    assert!(told(&*between, 3).contains("between turns nothing moves"));
    assert_eq!(fault(&*rounds, 3), None);
    // What could never be granted is refused at once.
    for (asked, why) in [
        ("BUY GALLEY IN milan", "no port for ships"),
        ("BUY F- IN genoa", "without ships"),
        ("BUY LD IN ligurian-sea", "a sea"),
        ("DECLARE WAR ON Milan", "same seat"),
    ] {
        let asked = offices(&*between, &[&format!("PLAYER Charles\n{}\n", asked.replace("Milan", "MIL"))]);
        let fault = between.fault_of_office(PlayerNo(0), &asked[0].1, &Nobody).unwrap().to_string();
        assert!(fault.contains(why), "{fault}");
    }
}

/// Who is offered peace hears it before it is made; war and what is sealed stay unheard.
#[test]
fn an_offer_is_heard_by_whom_it_is_made_to() {
    let board = interphase(1);
    let word = |line: &str| {
        let asked = offices(&*board, &[&format!("PLAYER Charles\n{line}\n")]);
        board.word_to_another(&asked)
    };
    let (to, words) = word("OFFER PEACE TO Spain").unwrap();
    assert_eq!(to, PlayerNo(1));
    assert!(words.starts_with("France offers you peace: request 1."), "{words}");
    assert!(words.contains("\n    ACCEPT 1\n    DECLINE 1\n"), "{words}");
    // A minor's seat speaks for it.
    assert_eq!(word("OFFER ALLIANCE TO MAN").unwrap().0, PlayerNo(2));
    assert!(word("SUBSIDY 20 TO Venice").unwrap().1.contains("offers you 20 ducats"));
    for quiet in
        ["DECLARE WAR ON Venice", "DECLARE SEALED peace with Spain", "BUY LD IN milan", "OFFER PEACE TO MIL"]
    {
        assert_eq!(word(quiet), None, "{quiet}");
    }
}

/// What is said to an offer stands beside it; it is no request that waits for ever.
#[test]
fn who_is_offered_something_accepts_or_declines_it() {
    let board = interphase(1);
    let letters = [
        "PLAYER Charles\nOFFER ALLIANCE TO Venice\nOFFER PEACE TO Spain\nSUBSIDY 20 TO Venice\n",
        "PLAYER Contarini\nACCEPT 1 with all our heart\n",
        "PLAYER Gonzalo\nDECLINE 2 not without Naples\n",
    ];
    let asked = offices(&*board, &letters);
    let (to, words) = board.word_to_another(&asked[..4]).unwrap();
    assert_eq!(to, PlayerNo(0));
    assert!(
        words.contains("Venice answers your request 1, OFFER ALLIANCE TO VEN: yes: with all our heart."),
        "{words}"
    );
    let told = board.result_of_office(&asked[..4]).unwrap();
    assert!(told.contains("France is told, and the referee sees it"), "{told}");
    let listed = lines(&board.show_with("REQUESTS", &Nobody, &asked).unwrap()).join("\n");
    let plain = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        plain.contains("OFFER ALLIANCE TO VEN (no answer yet; Venice says yes: with all our heart)"),
        "{listed}"
    );
    assert!(
        plain.contains("OFFER PEACE TO SPA (no answer yet; Spain says no: not without Naples)"),
        "{listed}"
    );
    assert!(!plain.contains("ACCEPT"), "an answer is no request: {listed}");
    // Yes makes it so when it is granted; no wants OVERRIDE; of what waits the referee is told.
    let done = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap();
    assert_eq!(done.notes, ["Venice said yes: with all our heart."]);
    assert!(table(&*done.board).position.allied(&"FRA".into(), &"VEN".into()));
    let back = done.board.undo(&fieldpost_engine::touch::reversed(&done.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    let no = board.edit_with("GRANT REQUEST 2", false, &Nobody, &asked).unwrap_err();
    assert!(no.may_insist && no.why.join(" ").contains("Spain said no: not without Naples"), "{no:?}");
    let waits = board.edit_with("GRANT REQUEST 3", false, &Nobody, &asked).unwrap();
    assert_eq!(waits.notes, ["Venice has not said yet what it says to it (ACCEPT 3 or DECLINE 3)."]);
    // It stands in the reports of both.
    let next = board.run(&ClosedBook { offices: asked, ..ClosedBook::default() }).board();
    let plain = |player| text(&*next, player).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        plain(0).contains("1 OFFER ALLIANCE TO VEN (no answer yet; Venice says yes: with all our heart)")
    );
    assert!(plain(2).contains("OFFERED TO YOU"), "{}", text(&*next, 2));
    assert!(
        plain(2).contains("1 France: OFFER ALLIANCE TO VEN (you said yes: with all our heart; the referee")
    );
    assert!(plain(2).contains("3 France: SUBSIDY 20 TO VEN (ACCEPT 3 or DECLINE 3 answers it)"));
    assert!(!plain(2).contains("OFFER PEACE TO SPA"), "it is Spain's alone");
    // It is answered in the next phase too; what is no offer to a power is not.
    let later = offices(&*next, &["PLAYER Contarini\nACCEPT 3\nACCEPT 2\nACCEPT 99\n"]);
    assert!(next.result_of_office(&later[..1]).unwrap().contains("It answers France's SUBSIDY 20 TO VEN"));
    for place in [2, 3] {
        assert!(next.result_of_office(&later[..place]).unwrap().contains("is no offer to you"));
        assert_eq!(next.word_to_another(&later[..place]), None);
    }
}

/// What was asked in words alone is not done by the word that grants it.
#[test]
fn the_referee_is_reminded_where_a_grant_does_nothing_by_itself() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Charles\nASK REFEREE may Savoy be won?\n"]);
    let done = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap();
    assert!(done.notes[0].starts_with("Nothing is done by this"), "{:?}", done.notes);
    let refused = board.edit_with("REFUSE REQUEST 1", false, &Nobody, &asked).unwrap();
    assert_eq!(refused.notes, [""; 0]);
}

#[test]
fn what_is_declared_under_seal_is_read_by_nobody_before_all_is_opened() {
    let board = interphase(1);
    let asked = offices(
        &*board,
        &[
            "PLAYER Charles\nDECLARE SEALED peace with all\nDECLARE SEALED war on Venice\n",
            "PLAYER Gonzalo\nDECLARE SEALED alliance with Venice\n",
        ],
    );
    assert!(board.is_sealed(&asked[0].1));
    assert!(board.result_of_office(&asked).unwrap().contains("nobody reads it"));
    assert!(!text(&*board, 2).contains("war on Venice"));
    let opened = board.edit_with("REVEAL", false, &Nobody, &asked).unwrap();
    let all: Vec<PlayerNo> = (0..4).map(PlayerNo).collect();
    assert_eq!(board.concerned(&opened.touches), all);
    for player in 0..4 {
        let told = text(&*opened.board, player);
        assert!(told.contains("war on Venice") && told.contains("alliance with Venice"), "{told}");
        assert!(!told.contains("peace with all"), "the later counts: {told}");
    }
    let back = opened.board.undo(&fieldpost_engine::touch::reversed(&opened.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    assert!(opened.board.edit_with("REVEAL", false, &Nobody, &asked).is_err(), "once");
    // What was opened is done with when the interphase is over; what was not stays sealed, and no request.
    let closed = ClosedBook { offices: asked, ..ClosedBook::default() };
    let after = opened.board.run(&closed).board();
    assert!(table(&*after).position.sealed.is_empty() && table(&*after).position.opened.is_empty());
    let kept = board.run(&closed).board();
    assert!((0..4).all(|player| !text(&*kept, player).contains("war on Venice")));
    let late = kept.edit("REVEAL", false, &Nobody).unwrap().board;
    assert!(text(&*late, 3).contains("war on Venice"));
    assert!(table(&*late).position.requests.is_empty());
}

#[test]
fn with_two_escrows_a_turn_a_round_takes_what_is_sealed_too() {
    let board = with_money(2);
    let sealed = offices(&*board, &["PLAYER Charles\nDECLARE SEALED war on Venice\n"]);
    assert_eq!(board.fault_of_office(PlayerNo(0), &sealed[0].1, &Nobody), None);
    let once = with_money(1).fault_of_office(PlayerNo(0), &sealed[0].1, &Nobody);
    assert!(once.is_some());
}

/// Whatever changes a treasury stands in the account: campaigns, income, maintenance, purchases, the referee's hand.
#[test]
fn the_ledger_adds_up_over_two_turns() {
    let mut board = interphase(1);
    balanced(&*board);
    let told = text(&*board, 0);
    for line in
        ["campaign: round 1", "income: Milan", "income: Provence", "maintenance: 1 A+", "maintenance: 1 LD"]
    {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("income: Naples"), "another's: {told}");
    for words in [
        "SET TREASURY FRA 500",
        "SET TREASURY FRA -30",
        "ENTER LEDGER FRA INFLATION -12 prices rose",
        "ENTER LEDGER VEN INCOME +40 trade",
    ] {
        let done = board.edit(words, false, &Nobody).unwrap();
        assert_eq!(
            done.board.undo(&fieldpost_engine::touch::reversed(&done.touches)).unwrap().position(),
            board.position()
        );
        board = done.board;
        balanced(&*board);
    }
    assert_eq!(table(&*board).position.powers["FRA"].treasury, 458);
    let shown = lines(&board.show_whole("LEDGER", &Nobody).unwrap()).join("\n");
    assert!(shown.contains("inflation: prices rose") && shown.contains("Every account comes to"), "{shown}");
    let next = run(&*board, &[]);
    balanced(&*next);
    // The account of the turn that is over is told once more while nothing stands in the next.
    assert!(text(&*next, 0).contains("LEDGER OF BOARD TURN 1") && text(&*next, 0).contains("prices rose"));
    let later =
        run(&*run(&*next, &["PLAYER Charles\nCAMPAIGN MAJOR\nSTACK FR-2\nMOVE piedmont\nEND\n"]), &[]);
    balanced(&*later);
    assert!(text(&*later, 0).contains("LEDGER OF BOARD TURN 2") && !text(&*later, 0).contains("prices rose"));
    // What comes to no account is seen.
    let mut odd = table(&*later);
    Arc::make_mut(&mut odd.position).powers.get_mut("SPA").unwrap().treasury += 7;
    assert!(
        lines(&odd.show_whole("LEDGER", &Nobody).unwrap())
            .join(" ")
            .contains("Spain differs from its account by +7")
    );
}

#[test]
fn next_turn_by_hand_collects_as_the_clock_does_and_a_game_without_money_has_no_ledger() {
    let board = with_money(1);
    let between = board.edit("NEXT TURN", false, &Nobody).unwrap();
    balanced(&*between.board);
    assert!(text(&*between.board, 0).contains("income: Milan"));
    let of_money = between.said.iter().filter(|said| said.what.starts_with("Treasury"));
    assert!(of_money.clone().count() > 1 && of_money.clone().all(|said| said.only.is_some()));
    let back = between.board.undo(&fieldpost_engine::touch::reversed(&between.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    let plain = opened("italy", 1);
    assert!(lines(&plain.show_whole("LEDGER", &Nobody).unwrap())[0].contains("No ledger is kept"));
    assert!(!String::from_utf8(plain.position()).unwrap().contains("ledger"));
}

/// The referee's dice are the game's: whoever takes a roll back and rolls again sees the same, and the next roll is another.
#[test]
fn the_referees_dice_are_keyed_and_told_to_whom_they_concern() {
    let board = interphase(1);
    let words = |board: &dyn Board| table(board).position.news.last().map(|news| news.words.clone()).unwrap();
    let rolled = board.edit("ROLL 1d10 FOR FRA stability +2", false, &Nobody).unwrap();
    let told = words(&*rolled.board);
    let shown: i64 = told.split(": ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!((1..=10).contains(&shown), "{told}");
    assert_eq!(told, format!("1d10 for France, stability +2: {shown}, and +2 makes {}.", shown + 2));
    assert!(rolled.said.iter().any(|said| said.after == told), "the audit has it: {:?}", rolled.said);
    assert_eq!(board.concerned(&rolled.touches), [PlayerNo(0)]);
    assert!(text(&*rolled.board, 0).contains("stability") && !text(&*rolled.board, 1).contains("stability"));
    let back = rolled.board.undo(&fieldpost_engine::touch::reversed(&rolled.touches)).unwrap();
    assert_eq!(words(&*back.edit("ROLL 1d10 FOR FRA stability +2", false, &Nobody).unwrap().board), told);
    let mut board = back;
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        board = board.edit("ROLL 1d6 FOR ALL", false, &Nobody).unwrap().board;
        seen.insert(words(&*board));
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    assert!(text(&*board, 3).contains("1d6 for all"));
    let after = run(&*board, &[]);
    assert!(!text(&*after, 3).contains("1d6 for all"), "it is done with");
}

#[test]
fn an_event_of_the_scenario_does_what_it_says_and_is_told() {
    let text_of = |edits: &str| {
        let events = format!(
            "[[event]]\nnumber = 1\nyear = 1495\ntext = \"The plague is in Naples.\"\nedits = [{edits}]\n\
             [[event]]\nnumber = 2\nwho = \"VEN\"\ntext = \"The Turk pays.\"\nedits = [\"SET TREASURY VEN +30\"]\n[[power]]\n"
        );
        BTreeMap::from([("scenario.toml".to_owned(), PLAIN.replacen("[[power]]\n", &events, 1))])
    };
    let opened = |edits: &str| (EUROPA.scenario)(&text_of(edits)).map(|opening| opening.board.with(1));
    let board = opened("\"SET PILLAGE naples -\", \"ROLL 1d10 FOR ALL deaths\"").unwrap();
    let listed = lines(&board.show_whole("EVENTS", &Nobody).unwrap());
    assert!(listed[0].starts_with("1, 1495: The plague is in Naples. (SET PILLAGE naples -;"), "{listed:?}");
    let plague = board.edit("EVENT 1", false, &Nobody).unwrap();
    assert_eq!(table(&*plague.board).position.grounds["naples"].pillage, 1);
    // What was done is marked, and done again only by who insists.
    let listed = lines(&plague.board.show_whole("EVENTS", &Nobody).unwrap()).join(" ");
    let listed = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    let (first, _) = listed.split_once("[done in turn 1]").expect(&listed);
    assert!(first.starts_with("1, 1495:") && !first.contains("The Turk"), "{listed}");
    let again = plague.board.edit("EVENT 1", false, &Nobody).unwrap_err();
    assert!(again.may_insist && again.why[0].contains("Event 1 was done in turn 1"), "{again:?}");
    assert!(plague.board.edit("EVENT 1", true, &Nobody).is_ok());
    assert!((0..4).all(|player| text(&*plague.board, player).contains("The plague is in Naples.")));
    let back = plague.board.undo(&fieldpost_engine::touch::reversed(&plague.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    let paid = board.edit("EVENT 2", false, &Nobody).unwrap();
    assert_eq!(board.concerned(&paid.touches), [PlayerNo(2)]);
    assert!(text(&*paid.board, 2).contains("The Turk pays.") && !text(&*paid.board, 0).contains("The Turk"));
    assert_eq!(table(&*paid.board).position.powers["VEN"].treasury, 280);
    for (edits, why) in [
        ("\"SET PILLAGE napels -\"", "event 1: \"SET PILLAGE napels -\""),
        ("\"EVENT 2\"", "does not enact another"),
    ] {
        let faults = opened(edits).err().unwrap().join("\n");
        assert!(faults.contains(why), "{faults}");
    }
}

/// A war with a minor alone is told as a war, and a minor answers to the name of its land.
#[test]
fn a_war_with_a_minor_is_declared_by_its_name_and_seen_by_everybody() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Alexander\nDECLARE WAR ON Mantua\n"]);
    assert_eq!(board.fault_of_office(PlayerNo(3), &asked[0].1, &Nobody), None);
    let war = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap();
    let told = text(&*war.board, 0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Mantua (MAN), which obeys Venice, is at war with The Papacy (PAP)"), "{told}");
    assert!(
        war.notes[0].contains("MAN obeys Venice, which is not at war with The Papacy"),
        "{:?}",
        war.notes
    );
    // By any of its lands, where it has several.
    let genoa = offices(&*board, &["PLAYER Alexander\nDECLARE WAR ON Genoa\nDECLARE WAR ON Corsica\n"]);
    assert_eq!(genoa[0].1.words, genoa[1].1.words);
    // Who owns land and is no power yet is at war by name too, and a wrong name is told what there is.
    let land = offices(&*board, &["PLAYER Alexander\nDECLARE WAR ON FER\n"]);
    let war = board.edit_with("GRANT REQUEST 1", false, &Nobody, &land).unwrap().board;
    assert!(text(&*war, 2).contains("Ferrara (FER) is at war with"), "{}", text(&*war, 2));
    let read = read_letter("PLAYER Alexander\nDECLARE WAR ON Xyzzyx\n", &board.lexicon());
    let why = format!("{:?}", read.complaints);
    assert!(
        why.contains("There are:") && why.contains("MAN") && why.contains("whoever else owns land"),
        "{why}"
    );
    let given = board.edit("GIVE MINOR Ferrara TO VEN", false, &Nobody).unwrap();
    assert!(given.said.iter().any(|said| said.what == "FER obeys"), "{:?}", given.said);
}

/// Troops are raised where their power holds the fortress, and money is offered that is there.
#[test]
fn what_the_rules_would_not_have_is_said_in_the_receipt_and_wants_override() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Contarini\nBUY LD IN milan\n"]);
    let told = board.result_of_office(&asked).unwrap();
    assert!(
        told.contains("As things stand it goes against the rules: Milan is not in the hands of VEN."),
        "{told}"
    );
    let refused = board.edit_with("GRANT REQUEST 1", false, &Nobody, &asked).unwrap_err();
    assert!(refused.may_insist && refused.why[0].contains("Milan is not in the hands of VEN"), "{refused:?}");
    let own = offices(&*board, &["PLAYER Contarini\nBUY LD IN venice\n"]);
    assert!(!board.result_of_office(&own).unwrap().contains("goes against"));
    let gift = offices(&*board, &["PLAYER Charles\nSUBSIDY 90000 TO Venice\n"]);
    let why = board.fault_of_office(PlayerNo(0), &gift[0].1, &Nobody).unwrap().to_string();
    assert!(why.starts_with("you have ") && why.ends_with("and cannot offer more"), "{why}");
}

/// As with a treasury, a sign adds.
#[test]
fn points_with_a_sign_are_added() {
    let board = interphase(1);
    let points = |board: &dyn Board| table(board).position.powers["FRA"].points;
    let three = board.edit("SET POINTS FRA 3", false, &Nobody).unwrap().board;
    let five = three.edit("SET POINTS FRA +2", false, &Nobody).unwrap();
    assert_eq!((points(&*three), points(&*five.board)), (3, 5));
    assert_eq!(points(&*five.board.edit("SET POINTS FRA -1", false, &Nobody).unwrap().board), 4);
    let back = five.board.undo(&fieldpost_engine::touch::reversed(&five.touches)).unwrap();
    assert_eq!(back.position(), three.position());
}

/// A stack that is put somewhere is told where it has no business, and beside whom it stands.
#[test]
fn the_referee_is_told_where_a_stack_is_put() {
    let board = interphase(1);
    let refused = board.edit("MOVE STACK FR-2 brescia", false, &Nobody).unwrap_err();
    assert!(refused.may_insist, "{refused:?}");
    assert!(
        refused.why[0].starts_with(
            "Brescia is land of Venice, which is neutral to France, and is not entered without passage: "
        ),
        "{refused:?}"
    );
    let created = board.edit("CREATE STACK FR-8 AT brescia WITH LD", false, &Nobody).unwrap_err();
    assert!(
        created.may_insist && created.why[0].ends_with("SET PASSAGE FRA THROUGH VEN gives it (EU-73)."),
        "{created:?}"
    );
    let passage = board.edit("SET PASSAGE FRA THROUGH VEN", false, &Nobody).unwrap().board;
    assert_eq!(passage.edit("MOVE STACK FR-2 brescia", false, &Nobody).unwrap().notes, [""; 0]);
    // In war it is done, and told.
    let war = board.edit("SET RELATION FRA VEN war", false, &Nobody).unwrap().board;
    let moved = war.edit("MOVE STACK VE-1 milan", false, &Nobody).unwrap();
    assert_eq!(
        moved.notes[..2],
        ["VE-1 stands in Milan with enemies: MI-1.", "Milan is in the hands of MIL, an enemy of VE-1."]
    );
    let far = war.edit("MOVE STACK FR-2 smyrna", true, &Nobody).unwrap();
    assert!(
        far.notes.iter().any(|note| note.starts_with("FR-2 in Smyrna has no supply then")),
        "{:?}",
        far.notes
    );
    // What is so already is not done once more.
    assert!(war.edit("SET RELATION FRA VEN war", false, &Nobody).unwrap_err().why[0].contains("so already"));
}

#[test]
fn a_minor_that_obeys_another_is_not_given_away_unasked() {
    let board = interphase(1);
    let refused = board.edit("GIVE MINOR MIL TO VEN", false, &Nobody).unwrap_err();
    assert!(refused.may_insist && refused.why[0].contains("obeys France, who would lose it"), "{refused:?}");
    assert!(board.edit("GIVE MINOR MIL TO VEN", true, &Nobody).is_ok());
    let free = board.edit("TAKE MINOR MIL", false, &Nobody).unwrap().board;
    let given = free.edit("GIVE MINOR MIL TO VEN", false, &Nobody).unwrap();
    assert_eq!(free.concerned(&given.touches).len(), 4);
    // One that was of the map alone is heard of by all as well.
    let new = board.edit("GIVE MINOR FER TO VEN", false, &Nobody).unwrap();
    assert_eq!(new.board.concerned(&new.touches).len(), 4);
}

#[test]
fn who_asks_for_ships_where_no_port_is_gets_no_remedy_of_the_referees() {
    let board = interphase(1);
    let asked = offices(&*board, &["PLAYER Charles\nBUY GALLEY IN milan\n"]);
    let fault = board.fault_of_office(PlayerNo(0), &asked[0].1, &Nobody).unwrap().to_string();
    assert!(fault.contains("Milan has no port for ships") && !fault.contains("SET PORT"), "{fault}");
    let hand = board.edit("MOVE STACK FR-F1 milan", false, &Nobody).unwrap_err();
    assert!(hand.why[0].contains("SET PORT milan port makes one"), "{hand:?}");
}

/// What lies open is sealed no more; veterans are shown; provinces that pay nobody and prices are told.
#[test]
fn what_was_told_nowhere_is_told() {
    let board = interphase(1);
    let sealed = offices(&*board, &["PLAYER Charles\nDECLARE SEALED war on Venice\n"]);
    assert!(board.is_sealed(&sealed[0].1));
    let open = board.edit_with("REVEAL", false, &Nobody, &sealed).unwrap().board;
    assert!(!open.is_sealed(&sealed[0].1));
    let made = board.edit("CREATE STACK PA-7 AT rome WITH LD VETERANS", false, &Nobody).unwrap();
    assert_eq!(made.said[0].after, "LD in Rome: 1 veteran infantry");
    let told = text(&*board, 0);
    assert!(told.contains("PRICES IN DUCATS") && told.contains("LD 20"), "{told}");
    let taken = board.edit("SET CONTROL OF naples TO FRA", false, &Nobody).unwrap().board;
    let plain = text(&*taken, 0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("Naples, 20: France holds it, and it is land of"), "{plain}");
    assert!(!text(&*taken, 2).contains("PROVINCES THAT PAY NOBODY"));
}
