//! The turn as a scenario has it (EU-92 to EU-95): its phases, how long rounds go on, who goes first, what is counted.

use super::*;
use crate::event::Fact;

const PHASES: &str = "[[phase]]\nname = \"Events\"\nacts = [\"referee\"]\nawaits = \"the referee enacts the events of the turn\"\n\
                      [[phase]]\nname = \"Diplomacy\"\ntakes = [\"war\", \"peace\", \"sealed\"]\ndays = 2\n\
                      [[phase]]\nname = \"Purchases\"\nacts = [\"FRA\", \"VEN\"]\ntakes = [\"buy\"]\ncollects = true\n\
                      [[phase]]\nname = \"War\"\nrounds = true\n\
                      [[phase]]\nname = \"Peace\"\ntakes = [\"peace\"]\n";

fn faults(more: &str, rounds: &str) -> Vec<String> {
    read(more, rounds).err().unwrap_or_default()
}

/// Italy with turns of three rounds, and these keys.
fn read(more: &str, rounds: &str) -> Result<Arc<dyn Board>, Vec<String>> {
    let text = PLAIN.replacen("a_turn = 6", &format!("a_turn = 3{rounds}"), 1);
    let text = text.replacen("[[power]]\n", &format!("{more}[income]\nmilan = 12\n[[power]]\n"), 1);
    let opened = (EUROPA.scenario)(&BTreeMap::from([("scenario.toml".to_owned(), text)]))?;
    Ok(opened.board.with(1494))
}

fn opened_with(more: &str, rounds: &str) -> Arc<dyn Board> {
    read(more, rounds).map_err(|faults| faults.join("\n")).unwrap()
}

fn next(board: &dyn Board) -> Arc<dyn Board> {
    board.run(&ClosedBook::default()).board()
}

fn position(board: &dyn Board) -> Arc<Position> {
    Table::of(board).unwrap().position.clone()
}

fn text(board: &dyn Board, player: u16) -> String {
    let press = Press::new().unwrap();
    let shop = Shop::new(&press);
    let wishes = Wishes::parse("NO PICTURES, NO DESK");
    board.report(PlayerNo(player), &Heading::default(), &wishes, &shop).unwrap().printed.text
}

fn fault(board: &dyn Board, player: u16, line: &str) -> Option<String> {
    let name = board.players()[usize::from(player)].name.clone();
    let read = letter(&format!("PLAYER {name}\n{line}\n"), &board.lexicon());
    let fault = board.fault_of_office(PlayerNo(player), &read.offices[0], &Nobody);
    fault.map(|fault| fault.to_string())
}

#[test]
fn a_turn_goes_through_its_phases_and_the_game_ends_behind_the_last_of_them() {
    let mut board = opened_with(PHASES, "");
    let mut seen = vec![board.season()];
    while board.over().is_none() {
        board = next(&*board);
        seen.push(board.season());
        assert!(seen.len() < 30, "{seen:?}");
    }
    let turn = |turn: u32, rounds: [u32; 3]| {
        let before = ["Events", "Diplomacy", "Purchases"].map(|name| format!("{name}, board turn {turn}"));
        let rounds = rounds.map(|round| format!("War, round {round} of 6"));
        [before.to_vec(), rounds.to_vec(), vec![format!("Peace, board turn {turn}")]].concat()
    };
    let all = [turn(1, [1, 2, 3]), turn(2, [4, 5, 6])].concat();
    assert_eq!(seen[..all.len()], all);
    assert_eq!(seen.len(), all.len() + 1, "then it is over: {seen:?}");
    assert!(board.over().unwrap().starts_with("the last round is over: final score"));
}

#[test]
fn a_phase_takes_what_is_its_own_from_who_acts_in_it_and_says_what_is_awaited() {
    let events = opened_with(PHASES, "");
    assert!(!events.awaits_orders());
    assert_eq!(events.awaited(PlayerNo(0)), None, "the referee alone acts");
    let early = fault(&*events, 0, "BUY LD IN milan").unwrap();
    assert!(
        early.contains("open phase, Events: send it in the phase Purchases") && early.ends_with("(EU-92)"),
        "{early}"
    );
    assert_eq!(fault(&*events, 0, "ASK REFEREE what is new?"), None);
    let diplomacy = next(&*events);
    assert_eq!(diplomacy.days(), Some(2));
    let told = text(&*diplomacy, 0);
    assert!(told.contains("Board turn 1 of 2, phase 2 of 5: Diplomacy."), "{told}");
    let plain = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        plain.contains("All powers act: DECLARE WAR ON, OFFER PEACE TO, DECLARE SEALED, ASK REFEREE."),
        "{told}"
    );
    assert_eq!(fault(&*diplomacy, 1, "DECLARE SEALED peace with all"), None);
    assert!(fault(&*diplomacy, 1, "OFFER ALLIANCE TO Venice").unwrap().contains("no phase of this game"));
    let purchases = next(&*diplomacy);
    assert_eq!(purchases.days(), None);
    assert_eq!(purchases.awaited(PlayerNo(1)), None, "Spain does not act");
    let awaited = purchases.awaited(PlayerNo(0)).unwrap();
    assert_eq!(awaited, "Board turn 1 of 2, phase 3 of 5: Purchases: BUY, ASK REFEREE.");
    assert_eq!(fault(&*purchases, 2, "BUY LD IN venice"), None);
    assert!(fault(&*purchases, 1, "BUY LD IN sicily").unwrap().contains("no phase of this game"));
    let rounds = next(&*purchases);
    assert!(rounds.awaits_orders() && rounds.awaited(PlayerNo(1)).unwrap().contains("War, round 1 of 6"));
    assert!(fault(&*rounds, 0, "BUY LD IN milan").unwrap().contains("open phase, War: "));
}

#[test]
fn income_comes_in_once_a_turn_in_the_phase_that_has_it() {
    let mut board = opened_with(PHASES, "");
    let money = |board: &dyn Board| position(board).powers["FRA"].treasury;
    let mut all = vec![money(&*board)];
    for _ in 0..9 {
        board = next(&*board);
        all.push(money(&*board));
    }
    assert_eq!(all, [300, 300, 312, 312, 312, 312, 312, 312, 312, 324]);
    assert_eq!(Table::of(&*board).unwrap().position.out_of_balance(), []);
}

#[test]
fn the_referee_ends_a_phase_by_hand_and_takes_it_back() {
    let mut board = opened_with(PHASES, "");
    let mut seen = vec![board.season()];
    for _ in 0..5 {
        let done = board.edit("NEXT PHASE", false, &Nobody).unwrap();
        assert_eq!(board.concerned(&done.touches).len(), 4);
        let back = done.board.undo(&fieldpost_engine::touch::reversed(&done.touches)).unwrap();
        assert_eq!(back.position(), board.position());
        board = done.board;
        seen.push(board.season());
    }
    let expected = [
        "Events, board turn 1",
        "Diplomacy, board turn 1",
        "Purchases, board turn 1",
        "War, round 1 of 6",
        "Peace, board turn 1",
        "Events, board turn 2",
    ];
    assert_eq!(seen, expected);
    assert_eq!(position(&*board).deadline, 1, "the deadline stays");
    // In a game without phases it is the time between turns, and then the round that was open.
    let plain = opened("italy", 1);
    let between = plain.edit("NEXT PHASE", false, &Nobody).unwrap().board;
    assert_eq!(between.season(), "an interphase");
    assert_eq!(between.edit("NEXT PHASE", false, &Nobody).unwrap().board.season(), "round 1 of 6");
}

#[test]
fn a_die_behind_a_round_says_whether_the_turn_goes_on() {
    let (mut lengths, mut told) = (BTreeMap::<u32, u32>::new(), 0);
    for seed in 0..40 {
        let board = opened_with("", ", least = 1, goes_on = 5");
        let mut table = Table::of(&*board).unwrap().clone();
        table.seed = seed;
        let mut board: Arc<dyn Board> = Arc::new(table);
        let mut rounds = 0;
        while board.awaits_orders() {
            let ran = board.run(&ClosedBook::default());
            let events = Table::events_of(&*ran);
            let dice = events.iter().filter_map(|event| match event.fact {
                Fact::GoesOn { die, up_to: 5, on } => Some((die, on)),
                _ => None,
            });
            let dice: Vec<(i32, bool)> = dice.collect();
            rounds += 1;
            board = ran.board();
            match dice.as_slice() {
                [] => assert_eq!(rounds, 3, "behind the last round of a turn nothing is rolled"),
                [(die, on)] => {
                    assert_eq!((*on, *on), (*die <= 5, board.awaits_orders()));
                    told += 1;
                }
                more => panic!("{more:?}"),
            }
        }
        *lengths.entry(rounds).or_default() += 1;
        // Who stops early skips rounds: the next turn has its own.
        assert_eq!(position(&*board).round, 4);
    }
    assert_eq!(lengths.keys().copied().collect::<Vec<_>>(), [1, 2, 3], "{lengths:?}");
    assert!(told > 40, "{told}");
}

#[test]
fn seats_roll_for_the_initiative_and_equals_stay_as_they_were() {
    let (mut firsts, mut orders) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for seed in 0..30 {
        let board = opened_with(PHASES, ", initiative = \"round\"");
        let mut table = Table::of(&*board).unwrap().clone();
        table.seed = seed;
        let mut board: Arc<dyn Board> = Arc::new(table);
        for _ in 0..4 {
            let was = position(&*board);
            let ran = board.run(&ClosedBook::default());
            board = ran.board();
            let is = position(&*board);
            let rolled = Table::events_of(&*ran).into_iter().filter_map(|event| match &event.fact {
                Fact::GoesFirst { power, die, add } => Some((power.clone(), die + add)),
                _ => None,
            });
            let rolled: Vec<_> = rolled.collect();
            if rolled.is_empty() {
                assert!(is.interphase && was.initiative == is.initiative);
                continue;
            }
            assert_eq!(rolled.iter().map(|(seat, _)| seat.clone()).collect::<Vec<_>>(), is.initiative);
            let place = |seat| was.initiative.iter().position(|one| one == seat);
            assert!(rolled.is_sorted_by(|one, other| {
                one.1 > other.1 || one.1 == other.1 && place(&one.0) < place(&other.0)
            }));
            firsts.insert(is.initiative[0].clone());
            orders.insert(is.initiative.clone());
        }
    }
    assert_eq!(firsts.len(), 4);
    assert!(orders.len() > 10, "{orders:?}");
}

#[test]
fn points_of_each_turn_are_counted_when_it_is_over_and_told() {
    let goals = "[[goal]]\npower = \"FRA\"\nholds = [\"milan\"]\nkeeps = true\neach_turn = true\npoints = 2\n\
                 [[goal]]\npower = \"SPA\"\ntreasury = 500\neach_turn = true\npoints = 3\n\
                 [[goal]]\npower = \"VEN\"\nprovinces = 2\nkeeps = true\neach_turn = true\npoints = 1\n";
    let mut board = opened_with(&format!("{PHASES}{goals}"), "");
    let told = text(&*board, 0);
    assert!(told.contains("2 points each turn: holds Milan; so it is"), "{told}");
    assert!(told.contains("3 points each turn: has 500 ducats or more\n"), "another's treasury: {told}");
    assert!(text(&*board, 1).contains("3 points each turn: has 500 ducats or more; not yet"));
    for _ in 0..6 {
        board = next(&*board);
    }
    assert_eq!(position(&*board).powers["FRA"].points, 0, "the turn is not over");
    let rich = board.edit("SET TREASURY SPA 500", false, &Nobody).unwrap().board;
    let ran = rich.run(&ClosedBook::default());
    let points = |id: &str| position(&*ran.board()).powers[id].points;
    assert_eq!([points("FRA"), points("SPA"), points("VEN"), points("PAP")], [2, 3, 1, 0]);
    let press = Press::new().unwrap();
    let shop = Shop::new(&press);
    let reports = ran.reports(PlayerNo(3), &Heading::default(), &Wishes::default(), &shop).unwrap();
    assert!(reports[0].printed.text.contains("France: 2 points for Milan"), "{}", reports[0].printed.text);
}

#[test]
fn a_game_without_phases_keeps_its_position_as_it_was() {
    let plain = String::from_utf8(opened("italy", 1).position()).unwrap();
    assert!(!plain.contains("\"phase\""), "{plain}");
}

#[test]
fn every_fault_of_a_turn_is_told() {
    let with = |from: &str, to: &str| faults(&PHASES.replacen(from, to, 1), "").join("\n");
    for (from, to, seen) in [
        ("rounds = true\n", "", "0 of them have rounds = true, expected one"),
        ("\"Peace\"", "\"diplomacy\"", "phase \"diplomacy\" stands twice"),
        ("\"FRA\", \"VEN\"", "\"FRA\", \"referee\"", "acts: referee is no seat"),
        ("\"FRA\", \"VEN\"", "\"MIL\"", "acts: MIL is no seat"),
        ("[\"buy\"]", "[\"bribes\"]", "bribes"),
        ("days = 2", "days = 0", "expected 1 to 60"),
        ("rounds = true", "rounds = true\ntakes = [\"buy\"]", "leave acts and takes out"),
        ("name = \"War\"", "name = \"\"", "1 to 40 letters"),
    ] {
        assert!(PHASES.contains(from), "{from}");
        let found = with(from, to);
        assert!(found.contains(seen) && found.contains("scenario.toml"), "{from} -> {to}: {found}");
    }
    for (rounds, seen) in [
        (", goes_on = 10", "goes_on: expected 1 to 9"),
        (", least = 2", "least says nothing without goes_on"),
        (", least = 4, goes_on = 5", "least: expected 1 to 3"),
    ] {
        let found = faults(PHASES, rounds).join("\n");
        assert!(found.contains(seen), "{rounds}: {found}");
    }
}

fn asked(board: &dyn Board, letters: &[&str]) -> Vec<(PlayerNo, Line)> {
    let letters: Vec<String> = letters.iter().map(|text| (*text).to_owned()).collect();
    book(board, &letters).offices
}

/// What was asked in a phase waits for its answer, whoever ends the phase; its letters are those of the phase that is over.
#[test]
fn who_ends_a_phase_by_hand_takes_its_requests_and_what_is_sealed_along() {
    let diplomacy = next(&*opened_with(PHASES, ""));
    let letters =
        asked(&*diplomacy, &["PLAYER Charles\nDECLARE WAR ON Venice\nDECLARE SEALED peace with Spain\n"]);
    let told = diplomacy.unanswered(&letters);
    assert!(told[0].starts_with("1 request has no answer yet: 1."), "{told:?}");
    let purchases = diplomacy.edit_with("NEXT PHASE", false, &Nobody, &letters).unwrap().board;
    assert_ne!(diplomacy.part(), purchases.part());
    assert!(position(&*purchases).requests[&1].words.contains("DECLARE WAR ON VEN"));
    assert!(text(&*purchases, 0).contains("1  DECLARE WAR ON VEN (no answer yet)"));
    assert!(!text(&*purchases, 1).contains("peace with Spain"), "it stays sealed");
    assert!(purchases.edit("REVEAL", false, &Nobody).is_ok());
    // The same words are another request now, by another number.
    let anew = asked(&*purchases, &["PLAYER Charles\nASK REFEREE one\nASK REFEREE DECLARE WAR ON VEN\n"]);
    let told = purchases.result_of_office(&anew).unwrap();
    assert!(told.starts_with("It is request 3:"), "{told}");
    let after = purchases.run(&ClosedBook { offices: anew, ..ClosedBook::default() }).board();
    assert_eq!(position(&*after).requests.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
}

/// The score is told to everybody by the run that ends the game, and nothing changes it unheard.
#[test]
fn the_last_phase_is_ended_by_its_run_and_nothing_is_changed_behind_it() {
    let mut board = opened_with(PHASES, "");
    loop {
        let after = next(&*board);
        if after.over().is_some() {
            break;
        }
        board = after;
    }
    let why = board.edit("NEXT PHASE", false, &Nobody).unwrap_err().why.join(" ");
    let turn = board.turn();
    assert!(why.contains("the last phase of the game") && why.contains(&format!("RUN TURN {turn}")), "{why}");
    let over = next(&*board);
    for words in ["SET POINTS VEN 3", "SET CONTROL OF milan TO VEN", "NEXT PHASE"] {
        let why = over.edit(words, true, &Nobody).unwrap_err().why.join(" ");
        assert!(why.contains(&format!("ROLLBACK TO TURN {turn}")), "{words}: {why}");
    }
}

/// What its power had ordered is not carried out once a minor is taken from it, and the referee hears so.
#[test]
fn a_stack_that_nobody_commands_any_more_stays() {
    let board = opened("italy", 1);
    let letters = ["PLAYER Charles\nCAMPAIGN MAJOR\nSTACK MI-1\nMOVE parma\nEND\n".to_owned()];
    let stands = |board: &dyn Board| position(board).stacks[&Piece::from("MI-1")].at.clone();
    let (at, ordered) = (stands(&*board), book(&*board, &letters));
    assert_ne!(stands(&*board.run(&ordered).board()), at);
    let taken = board.edit("TAKE MINOR MIL", false, &Nobody).unwrap();
    assert!(taken.notes.iter().any(|note| note.starts_with("Nobody commands MI-1 now")), "{:?}", taken.notes);
    assert_eq!(stands(&*taken.board.run(&ordered).board()), at);
}
