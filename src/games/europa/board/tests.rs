//! The board, tried.

use fieldpost_door::{Block, Hand, MachineSeats};
use fieldpost_engine::seat::Nobody;
use fieldpost_grammar::letter::{Letter, Lexicon};
use fieldpost_grammar::read_letter;
use fieldpost_print::layout::lines;
use fieldpost_print::press::Press;
use fieldpost_print::section;

use super::*;
use crate::position::Request;

mod between;
mod by_mail;
mod foresight;
mod phases;
mod referee;
mod reports;

const LETTER: &str = "PLAYER Charles\nCAMPAIGN MAJOR\nSTACK FR-1\nMOVE piedmont milan parma florence\nSIEGE NO HONOURS\nEND\n\
                      STACK FR-2\nMOVE dauphine provence EMBARK FR-F1 LAND siena\nSIEGE\nEND\nSTACK FR-F1\n\
                      CARRY FR-2 FROM provence TO siena\nMOVE ligurian-sea\n\
                      IF PRESENT Spain AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK\nEND\n\
                      STACK MI-1\nINTERCEPT IN parma genoa\nLET PASS Venice\nEND\n";

/// Italy without phases, prices and events: six rounds in one turn, as the scenario was before it had them.
const PLAIN: &str = include_str!("tests/plain-1494.toml");

fn opened(name: &str, seed: u64) -> Arc<dyn Board> {
    let built_in = || EUROPA.scenarios.iter().find(|(path, _)| path.contains(name)).unwrap().1;
    let text = if name == "italy" { PLAIN } else { built_in() };
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())]);
    (EUROPA.scenario)(&texts).unwrap().board.with(seed)
}

fn letter(text: &str, lexicon: &Lexicon) -> Letter {
    let letter = read_letter(text, lexicon);
    let bad =
        letter.units.iter().flat_map(|block| &block.complaints).chain(&letter.complaints).collect::<Vec<_>>();
    assert!(bad.is_empty(), "{text}\n{bad:?}");
    letter
}

/// The letters of a round as a book, without the desk.
fn book(board: &dyn Board, letters: &[String]) -> ClosedBook {
    let lexicon = board.lexicon();
    let mut book = ClosedBook::default();
    for text in letters {
        let letter = letter(text, &lexicon);
        let player = letter.player.as_ref().map(|read| read.what.clone()).unwrap_or_default();
        let number = board.players().iter().position(|known| known.name == player).unwrap();
        for block in letter.units {
            book.received.push(block.piece.clone());
            book.blocks.push(Block {
                piece: block.piece,
                lines: Some(block.orders),
                word_of_office: Vec::new(),
            });
        }
        let number = PlayerNo(u16::try_from(number).unwrap());
        book.offices.extend(letter.offices.into_iter().map(|line| (number, line)));
    }
    book
}

#[test]
fn the_receipt_of_the_sample_letter_rehearses_the_round() {
    let board = opened("italy", 1);
    let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[LETTER.to_owned()]));
    let course = |id: &str| foreseen.pieces[&Piece::from(id)].course.clone();
    assert_eq!(
        course("FR-1"),
        "Piedmont 2, Milan 4, Parma 6, Florence 9 MP (of 12), where FL-1 stands: what comes of the fight is not foreseen"
    );
    assert_eq!(course("FR-2"), "Dauphine 3, Provence 5, aboard FR-F1, Siena 7 MP (of 12)");
    assert_eq!(course("FR-F1"), "Ligurian Sea 7 MP (of 12)");
    let costs = board.costs(PlayerNo(0), &book(&*board, &[LETTER.to_owned()]));
    assert_eq!(costs, ["Campaign MAJOR: 50 of the 300 in your treasury (B1)."]);
    let stands = board.says_what_stands(&book(&*board, &[LETTER.to_owned()]));
    assert_eq!(stands.as_deref(), Some("Of your power stands: CAMPAIGN MAJOR."));
    let warned = &foreseen.pieces[&Piece::from("FR-1")].said;
    assert!(
        warned.iter().any(|said| said.mark() == "-" && said.words().starts_with("Attrition")),
        "{warned:?}"
    );
}

#[test]
fn refusals_of_the_record_come_with_the_nearest_right_thing() {
    let board = opened("italy", 1);
    let lexicon = board.lexicon();
    let refuse = |piece: &str, line: &str| {
        let (lines, complaints) = fieldpost_grammar::read_orders(line, &lexicon);
        assert!(complaints.is_empty(), "{complaints:?}");
        let piece = Piece::from(piece);
        board.refuses(Written { by: PlayerNo(0), piece: &piece, lines: &lines, seats: &Nobody })
    };
    let complaints = refuse("FR-1", "MOVE milan parma");
    assert_eq!(complaints[0].sentence(), "Dauphine does not touch Milan (A1).");
    assert_eq!((complaints[0].span.start, complaints[0].span.end), (6, 11), "the place that is wrong");
    assert_eq!(complaints[0].nearest.as_deref(), Some("MOVE piedmont milan parma"));
    assert_eq!(
        refuse("FR-F1", "CARRY FR-1 FROM provence TO naples")[0].sentence(),
        "FR-1 (A+ LD) needs 8 points, FR-F1 has 5 (C1)."
    );
    assert!(refuse("FR-F1", "CARRY FR-2 FROM provence TO naples").is_empty());
    assert!(refuse("FR-1", "ATTACK")[0].sentence().contains("ATTACK is for fleets (A1)"));
    assert!(refuse("FR-1", "SORTIE")[0].sentence().ends_with("there is no sortie (A1)."));
    assert!(refuse("FR-1", "MOVE piedmont milan").is_empty());
    let again = refuse("FR-1", "MOVE piedmont milan piedmont siena piedmont");
    assert_eq!((again[0].span.start, again[0].span.end), (30, 35), "{again:?}");
    let stranger = refuse("FR-F1", "CARRY VE-1 FROM provence TO naples");
    assert_eq!((stranger[0].span.start, stranger[0].span.end), (7, 11), "{stranger:?}");
}

#[test]
fn a_round_is_the_same_twice_and_is_told_to_everybody() {
    let board = opened("italy", 7);
    let book = book(&*board, &[LETTER.to_owned()]);
    let (one, other) = (board.run(&book), board.run(&book));
    assert_eq!((one.hash(), one.board().position()), (other.hash(), other.board().position()));
    let papers = one.papers();
    let again = board.run_again(&papers.orders, &papers.seats).unwrap();
    assert_eq!((again.hash(), again.papers().events), (one.hash(), papers.events));
    assert_ne!(opened("italy", 8).run(&book).hash(), one.hash());
    let press = Press::new().unwrap();
    let shop = Shop::new(&press);
    let heading = Heading {
        game: "italy".into(),
        title: "The Italian War".into(),
        player: "Charles".into(),
        ..Heading::default()
    };
    let reports = one.reports(PlayerNo(0), &heading, &Wishes::default(), &shop).unwrap();
    let text = &reports[0].printed.text;
    for part in [
        "THE CLOCK",
        "FR-1 into Piedmont (2 MP)",
        "FR-2 aboard FR-F1 in Provence",
        "FR-2 ashore in Siena, on the shore",
        "COMBATS",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.contains("CAMPAIGNS") && text.contains("campaign MAJOR, 50 paid"), "{text}");
    let other = one.reports(PlayerNo(1), &heading, &Wishes::default(), &shop).unwrap();
    assert!(
        !other[0].printed.text.contains("campaign MAJOR, 50 paid"),
        "another's campaign is his own business"
    );
    assert!(
        reports[1].orders.contains("STACK FR-1") && reports[1].printed.text.contains("SCORE\n  FRA"),
        "{}",
        reports[1].printed.text
    );
}

#[test]
fn machines_play_both_scenarios_to_their_end() {
    for (name, rounds) in [("italy", 6), ("baltic", 14)] {
        let mut board = opened(name, 3);
        let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
        let mut moved = 0;
        for _ in 0..rounds {
            let letters: Vec<String> =
                board.machine_letters(&players, name, &MachineSeats::new()).into_iter().flatten().collect();
            assert_eq!(letters.is_empty(), !board.awaits_orders());
            moved += letters.iter().filter(|letter| letter.contains("MOVE")).count();
            let ran = board.run(&book(&*board, &letters));
            board = ran.board();
        }
        assert!(board.over().is_some(), "{name} is over after {rounds} deadlines: {}", board.season());
        assert!(moved > 0, "{name}: nobody ever moved");
    }
}

#[test]
fn an_edit_is_another_board_and_undone_the_same() {
    let board = opened("italy", 1);
    let edited = board.edit("SET TREASURY FRA 17", false, &Nobody).unwrap();
    assert_eq!(edited.touches.len(), 1);
    assert_eq!(edited.said[0].after, "17");
    assert_eq!(board.concerned(&edited.touches), [PlayerNo(0)]);
    let back = edited.board.undo(&fieldpost_engine::touch::reversed(&edited.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    assert!(board.edit("SET TREASURY FRA 300", false, &Nobody).unwrap_err().why[0].contains("already"));
}

/// Promise 6, by non-interference: where strength is hidden, two wars that differ in nothing but what hides are told alike.
#[test]
fn who_may_not_see_strength_is_told_the_same_whatever_it_is() {
    let text = PLAIN;
    let hidden = text.replacen("period = 1\n", "period = 1\nfog = \"strength-hidden\"\n", 1);
    let open = |text: &str| {
        let texts = BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())]);
        (EUROPA.scenario)(&texts).unwrap().board.with(1)
    };
    // Two counters each, but not the same ones; Rome's garrison and Spain's are far from France.
    let swapped = hidden.replacen("counters = \"A- LD\"", "counters = \"A- A-\"", 1);
    assert_ne!(hidden, swapped);
    let press = Press::new().unwrap();
    let told = |text: &str, player: u16| {
        let (board, shop) = (open(text), Shop::new(&press));
        let heading = Heading { game: "italy".into(), ..Heading::default() };
        let ran = board.run(&ClosedBook::default());
        let mut reports = ran.reports(PlayerNo(player), &heading, &Wishes::default(), &shop).unwrap();
        reports.push(board.report(PlayerNo(player), &heading, &Wishes::default(), &shop).unwrap());
        (reports, board.machine_letters(&[PlayerNo(player)], "italy", &MachineSeats::new()))
    };
    let stack = open(&swapped).as_any().downcast_ref::<Table>().unwrap().clone();
    let before = open(&hidden).as_any().downcast_ref::<Table>().unwrap().clone();
    let changed: Vec<&Piece> = stack
        .position
        .stacks
        .iter()
        .filter(|(id, now)| before.position.stacks[*id] != **now)
        .map(|(id, _)| id)
        .collect();
    let [changed] = changed[..] else { panic!("{changed:?}") };
    let owner = before.position.seat(&before.position.stacks[changed].owner).clone();
    for (number, (name, seat)) in (0..).zip(&before.scenario.players) {
        let alike = told(&hidden, number) == told(&swapped, number);
        assert_eq!(alike, *seat != owner, "{name} of {seat}, {changed} is {owner}'s");
        let open_told = told(text, number)
            == told(&text.replacen("counters = \"A- LD\"", "counters = \"A- A-\"", 1), number);
        assert!(!open_told, "where the board lies open {name} sees it");
    }
}

/// EU-41: where strength is hidden a march is seen by its end, and what wears others down is not seen.
#[test]
fn where_strength_is_hidden_a_move_is_seen_by_its_end() {
    let text = PLAIN;
    let told = |text: &str, player: u16| {
        let texts = BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())]);
        let board = (EUROPA.scenario)(&texts).unwrap().board.with(1);
        let press = Press::new().unwrap();
        let ran = board.run(&book(&*board, &[LETTER.to_owned()]));
        let shop = Shop::new(&press);
        let reports = ran.reports(PlayerNo(player), &Heading::default(), &Wishes::default(), &shop).unwrap();
        let json = String::from_utf8(reports[0].enclosures.last().unwrap().bytes.clone()).unwrap();
        (reports[0].printed.text.clone(), json)
    };
    let hidden = text.replacen("period = 1\n", "period = 1\nfog = \"strength-hidden\"\n", 1);
    for (text, player, sees) in [(text, 1, true), (&hidden, 1, false), (&hidden, 0, true)] {
        let (said, json) = told(text, player);
        assert_eq!(said.contains("FR-1 into Milan"), sees, "{said}");
        assert!(said.contains("FR-1 into Florence"), "{said}");
        assert_eq!(said.contains("ATTRITION"), sees, "{said}");
        assert_eq!(json.contains("attrition"), sees, "{json}");
    }
}

#[test]
fn what_is_asked_of_the_referee_is_listed_granted_and_told() {
    let board = opened("italy", 1);
    let asked = "PLAYER Charles\nASK REFEREE two LD in Paris\n".to_owned();
    let board = board.run(&book(&*board, &[asked])).board();
    assert_eq!(
        lines(&board.show_whole("REQUESTS", &Nobody).unwrap()),
        ["1  France: two LD in Paris (no answer yet)"]
    );
    assert!(board.edit("GRANT REQUEST 7", false, &Nobody).unwrap_err().why[0].contains("no request 7"));
    let granted = board.edit("GRANT REQUEST 1 they stand there", false, &Nobody).unwrap();
    assert_eq!(board.concerned(&granted.touches), [PlayerNo(0)]);
    let said = |board: &dyn Board, player: u16| {
        let press = Press::new().unwrap();
        let shop = Shop::new(&press);
        board.report(PlayerNo(player), &Heading::default(), &Wishes::default(), &shop).unwrap().printed.text
    };
    assert!(said(&*granted.board, 0).contains("1  two LD in Paris (granted: they stand there)"));
    assert!(!said(&*granted.board, 1).contains("Paris"), "nobody else's business");
    let back = granted.board.undo(&fieldpost_engine::touch::reversed(&granted.touches)).unwrap();
    assert_eq!(back.position(), board.position());
    let next = granted.board.run(&ClosedBook::default()).board();
    let none = lines(&next.show_whole("REQUESTS", &Nobody).unwrap());
    assert!(none == ["None waits."], "{none:?}");
}

#[test]
fn a_stack_that_a_detach_makes_has_the_seat_of_its_power_before_it_stands() {
    let board = opened("italy", 1);
    let seat = |id: &str| {
        board.prospects().into_iter().find(|(piece, _)| piece.as_str() == id).map(|(_, seat)| seat.commander)
    };
    assert_eq!(
        (seat("FR-9"), seat("MI-2"), seat("SP-F2")),
        (Some(PlayerNo(0)), Some(PlayerNo(0)), Some(PlayerNo(1)))
    );
    assert_eq!((seat("FR-1"), seat("FR-99")), (None, None), "one stands already, the other is far beyond");
    assert!(board.goes_as_written());
    let letter = "PLAYER Charles\nSTACK FR-1\nDETACH FR-9 WITH 1 LD\nEND\nSTACK FR-9\nMOVE piedmont\nEND\n";
    let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[letter.to_owned()]));
    assert_eq!(foreseen.pieces[&Piece::from("FR-9")].course, "Piedmont 2 MP (of 12)");
    let alone = "PLAYER Charles\nSTACK FR-9\nMOVE piedmont\nEND\n";
    let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[alone.to_owned()]));
    assert!(foreseen.pieces[&Piece::from("FR-9")].said[0].words().contains("No DETACH"), "{foreseen:?}");
}

/// A board and tables of a referee's own are kept with the game, and it is played on by them.
#[test]
fn tables_of_a_scenarios_own_outlive_its_folder() {
    let text = PLAIN;
    let tables = include_str!("../../../../maps/europa.tables.toml");
    let own = tables.replacen("plain_friendly = 1", "plain_friendly = 3", 1);
    let own =
        if own == tables { tables.replacen("plain_friendly = 2", "plain_friendly = 4", 1) } else { own };
    assert_ne!(own, tables);
    let texts = BTreeMap::from([
        ("scenario.toml".to_owned(), text.replacen("tables = \"europa\"", "tables = \"ours\"", 1)),
        ("ours.tables.toml".to_owned(), own.clone()),
    ]);
    let mut odd = texts.clone();
    odd.insert("ours.tables.toml".into(), own.replacen("\"breach\"]", "\"breech\"]", 1));
    let faults = (EUROPA.scenario)(&odd).err().unwrap().join("\n");
    assert!(faults.starts_with("ours.tables.toml: ") && faults.contains("line 166"), "{faults}");
    assert!(faults.contains("siege.undermining: \"breech\" is not known; known are \"nothing\""), "{faults}");
    let opening = (EUROPA.scenario)(&texts).unwrap();
    assert_eq!(opening.texts["ours.tables.toml"], own);
    let board = opening.board.with(1);
    let kept: BTreeMap<String, String> = opening.texts.clone().into_iter().chain(texts).collect();
    let again = (EUROPA.resume)(&fieldpost_door::Kept {
        rulebook: "europa",
        seed: 1,
        text: &|name| kept.get(name).cloned().ok_or_else(|| format!("no {name}")),
        position: &board.position(),
    })
    .unwrap();
    let world = |board: &dyn Board| {
        Table::clone(board.as_any().downcast_ref::<Table>().unwrap()).scenario.world.clone()
    };
    assert_eq!(world(&*again), world(&*board));
    assert_ne!(world(&*again).tables, world(&*opened("italy", 1)).tables);
}

/// After the last round the game is over: who won is told to everybody, no order form is sent, and no turn follows.
#[test]
fn after_the_last_round_the_game_is_over_and_says_who_won() {
    let mut board = opened("italy", 3);
    assert_eq!(board.over(), None);
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes::default());
    let mut told = String::new();
    for _ in 0..6 {
        let ran = board.run(&ClosedBook::default());
        told = ran.reports(PlayerNo(0), &Heading::default(), &wishes, &shop).unwrap()[0].printed.text.clone();
        board = ran.board();
    }
    let over = board.over().unwrap();
    assert!(over.starts_with("the last round is over: final score ") && over.contains("win"), "{over}");
    let end = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(end.contains("THE END The last round is over: final score"), "{told}");
    let report = board.report(PlayerNo(0), &Heading::default(), &wishes, &shop).unwrap();
    assert!(report.printed.subject.ends_with("The end") && report.orders.is_empty(), "{report:?}");
    assert!(!report.printed.text.contains("if the game ended now"), "{}", report.printed.text);
    assert!(board.edit("NEXT TURN", false, &Nobody).is_err());
}

/// Reports are pages of rows that wrap, not of lines that a telephone cuts off; lines of the text are no longer than a mail's.
#[test]
fn a_stack_that_the_same_letter_detaches_is_carried() {
    let board = opened("italy", 1);
    let lexicon = board.lexicon();
    let (lines, _) = fieldpost_grammar::read_orders("CARRY FR-9 FROM provence TO siena", &lexicon);
    let refuse = |piece: &str, lines: &[Line]| {
        let piece = Piece::from(piece);
        board.refuses(Written { by: PlayerNo(0), piece: &piece, lines, seats: &Nobody })
    };
    assert_eq!(refuse("FR-F1", &lines), []);
    let (other, _) = fieldpost_grammar::read_orders("CARRY SP-9 FROM provence TO siena", &lexicon);
    assert!(refuse("FR-F1", &other)[0].why.contains("no stack SP-9 of your side"));
    // FR-2 stands in Lyonnais; a detachment of it goes by sea in the round in which it is made.
    let letter = "PLAYER Charles\nCAMPAIGN MULTIPLE\nSTACK FR-2\nDETACH FR-9 WITH 1 LD\nHOLD\nEND\nSTACK FR-9\n\
                  MOVE dauphine provence EMBARK FR-F1 LAND siena\nEND\nSTACK FR-F1\n\
                  CARRY FR-9 FROM provence TO siena\nMOVE ligurian-sea\nEND\n";
    let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[letter.to_owned()]));
    let course = &foreseen.pieces[&Piece::from("FR-9")].course;
    assert!(course.contains("aboard FR-F1, Siena"), "{foreseen:?}");
}

#[test]
fn what_does_not_hold_by_itself_bars_nothing_beside_it() {
    let board = opened("italy", 1);
    let text = "MOVE milan\nINTERCEPT";
    let (lines, _) = fieldpost_grammar::read_orders(text, &board.lexicon());
    let piece = Piece::from("FR-1");
    let refused = board.refuses(Written { by: PlayerNo(0), piece: &piece, lines: &lines, seats: &Nobody });
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].why.contains("does not touch"), "{refused:?}");
    let warned = |text: &str| {
        let (lines, complaints) = fieldpost_grammar::read_orders(text, &board.lexicon());
        assert!(complaints.is_empty(), "{complaints:?}");
        board.advice(&piece, &lines).iter().map(|said| said.words()).collect::<Vec<_>>()
    };
    assert!(warned("MOVE piedmont\nHOLD")[0].contains("HOLD says nothing"));
    assert!(warned("SIEGE, NO HONOURS\nLIFT SIEGE").iter().any(|one| one.contains("LIFT SIEGE")));
    assert!(warned("MOVE piedmont").is_empty());
}

#[test]
fn war_by_hand_is_told_to_everybody_and_a_treasury_to_its_owner() {
    let board = opened("italy", 1);
    let told = |words: &str| {
        let edited = board.edit(words, false, &Nobody).unwrap();
        (board.concerned(&edited.touches).len(), edited.said[0].clone())
    };
    let (all, said) = told("SET RELATION FRA VEN hostile");
    assert_eq!((all, said.after.as_str()), (4, "at war"));
    assert_eq!(told("PLACE REVOLT IN milan -").0, 4);
    assert_eq!(told("SET TREASURY VEN 900").0, 1);
    assert_eq!(told("REMOVE LEADER Gonzaga").0, 1);
}

/// The letter of the machine says its turn: the same words in another turn are another letter.
#[test]
fn the_machines_letter_says_for_which_turn_it_is() {
    let board = opened("italy", 1);
    let letter = board.machine_letters(&[PlayerNo(3)], "roma", &MachineSeats::new()).remove(0).unwrap();
    assert!(letter.contains("\nTURN 1\n"), "{letter}");
}

/// After a rollback a player is told in words what differs, and nothing of what is others'.
#[test]
fn what_differs_from_an_earlier_position_is_told_in_words() {
    let board = opened("italy", 1);
    let later = board.edit("SET TREASURY FRA 17", false, &Nobody).unwrap().board;
    let later = later.edit("SET TREASURY SPA 18", false, &Nobody).unwrap().board;
    let later = later.edit("MOVE STACK FR-1 rome", false, &Nobody).unwrap().board;
    let later = later.edit("MOVE STACK SP-1 rome", false, &Nobody).unwrap().board;
    let differs = board.differences(&later.position(), PlayerNo(0)).unwrap();
    let told: Vec<String> =
        differs.iter().map(|one| format!("{}: {} -> {}", one.what, one.before, one.after)).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0], "Treasury of France: 17 -> 300");
    assert!(told[1].starts_with("FR-1: A+ LD in Rome") && told[1].contains("in Dauphine"), "{told:?}");
}

/// What a power asks of the referee is its own, whatever words it writes.
#[test]
fn what_another_asks_is_not_told_though_it_names_the_reader() {
    let board = opened("italy", 1);
    let table = board.as_any().downcast_ref::<Table>().unwrap();
    let mut position = (*table.position).clone();
    for (number, power) in [(1, "SPA"), (2, "FRA")] {
        let words = "the fleets of France (and of Venice)".to_owned();
        let request = Request { power: Owner::from(power), words, deadline: 1, ..Request::default() };
        position.requests.insert(number, request);
    }
    let asked = table.with(position.clone());
    position.requests.values_mut().for_each(|request| request.answer = Some("granted".into()));
    let differs = table.with(position).differences(&asked.position(), PlayerNo(0)).unwrap();
    let told: Vec<&str> = differs.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(told, ["Request 2 of France (\"the fleets of France (and of Venice)\")"]);
}

/// A board of the Italian war with something else in its text.
fn changed(from: &str, to: &str) -> Arc<dyn Board> {
    let text = PLAIN;
    assert!(text.contains(from), "{from}");
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text.replacen(from, to, 1))]);
    (EUROPA.scenario)(&texts).unwrap().board.with(1)
}

fn report_of(ran: &dyn Finished, player: u16) -> String {
    let press = Press::new().unwrap();
    let reports =
        ran.reports(PlayerNo(player), &Heading::default(), &Wishes::default(), &Shop::new(&press)).unwrap();
    reports.iter().map(|report| report.printed.text.clone()).collect::<Vec<_>>().join("\n")
}

/// Genoa is an enemy's of the French.
fn of_the_pope(board: &Arc<dyn Board>) -> Arc<dyn Board> {
    board.edit("SET CONTROL OF genoa TO PAP", false, &Nobody).unwrap().board
}

/// A blockade that is none is told as none in receipt, report, position and by SHOW (issue 33, 34).
#[test]
fn two_galleys_before_a_fortress_of_2_are_told_as_no_blockade() {
    let letter = "PLAYER Charles\nSTACK FR-F1\nMOVE ligurian-sea\nBLOCKADE genoa\nEND\n".to_owned();
    let fleet = "fleet = { counters = \"F-\", galleys = 2, transports = 1 }";
    for (to, shuts) in [(fleet, true), ("fleet = { galleys = 2, transports = 1 }", false)] {
        let board = of_the_pope(&changed(fleet, to));
        let book = book(&*board, std::slice::from_ref(&letter));
        let outlook = board.foresee(PlayerNo(0), &book).pieces[&Piece::from("FR-F1")].clone();
        let warned = outlook.said.iter().any(|one| one.words().contains("too small to shut Genoa in"));
        assert_eq!((outlook.course.contains("before Genoa"), warned), (shuts, !shuts), "{outlook:?}");
        let ran = board.run(&book);
        let told = report_of(&*ran, 0);
        assert_eq!(told.contains("FR-F1 shuts Genoa in"), shuts, "{told}");
        assert_eq!(told.contains("blockading Genoa"), shuts, "{told}");
        assert_eq!(told.contains("before Genoa, too small to shut it in"), !shuts, "{told}");
        assert_eq!(report_of(&*ran, 1).contains("shuts Genoa in"), shuts);
        let shown = format!("{:?}", ran.board().show_piece(&Piece::from("FR-F1"), &Nobody).unwrap());
        assert_eq!(shown.contains("blockading Genoa"), shuts, "{shown}");
    }
}

/// Where strength is hidden a fleet before a port says nothing of how big it is.
#[test]
fn where_strength_is_hidden_a_blockade_is_a_fleet_before_a_port() {
    let letter = "PLAYER Charles\nSTACK FR-F1\nMOVE ligurian-sea\nBLOCKADE genoa\nEND\n".to_owned();
    let board = of_the_pope(&changed("period = 1\n", "period = 1\nfog = \"strength-hidden\"\n"));
    let ran = board.run(&book(&*board, &[letter]));
    let (own, others) = (report_of(&*ran, 0), report_of(&*ran, 1));
    assert!(own.contains("blockading Genoa") && own.contains("shuts Genoa in"), "{own}");
    assert!(others.contains("before Genoa") && !others.contains("blockading"), "{others}");
    assert!(!others.contains("shuts Genoa in"), "{others}");
}

/// What a receipt says of an attack where no war is, and of a stack that a DETACH makes in a round without a campaign.
#[test]
fn the_receipt_tells_of_peace_and_of_what_no_campaign_covers() {
    let board = opened("italy", 1);
    let warned = |letter: &str, id: &str| {
        let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[letter.to_owned()]));
        let outlook = foreseen.pieces[&Piece::from(id)].clone();
        (outlook.course, outlook.said.iter().map(|said| said.words()).collect::<Vec<_>>().join(" "))
    };
    let (_, said) = warned("PLAYER Charles\nSTACK FR-F1\nATTACK Venice\nEND\n", "FR-F1");
    assert!(said.contains("there is no war with Venice (A1)"), "{said}");
    let (_, said) = warned("PLAYER Charles\nSTACK FR-F1\nATTACK Spain\nEND\n", "FR-F1");
    assert!(!said.contains("no war"), "{said}");
    let letter = "PLAYER Charles\nCAMPAIGN NONE\nSTACK FR-1\nDETACH FR-9 WITH 1 LD\nEND\nSTACK FR-9\nMOVE piedmont\nEND\n";
    let (course, said) = warned(letter, "FR-9");
    assert!(course.is_empty() && said.contains("a campaign NONE does not cover it (B1)"), "{course}: {said}");
    let (course, said) = warned(&letter.replace("NONE", "PASSIVE"), "FR-9");
    assert_eq!((course.as_str(), said.contains("B1")), ("Piedmont 2 MP (of 12)", false), "{said}");
}

/// Who is aboard before a shore goes ashore there, and the receipt says so.
#[test]
fn the_receipt_lands_who_is_aboard_where_the_fleet_lies() {
    let board = opened("italy", 1);
    let to_sea = "PLAYER Charles\nCAMPAIGN MULTIPLE\nSTACK FR-2\nMOVE dauphine provence EMBARK FR-F1 LAND genoa\nEND\nSTACK FR-F1\n\
                  CARRY FR-2 FROM provence TO genoa\nMOVE gulf-of-lion\nEND\n";
    let ran = board.run(&book(&*board, &[to_sea.to_owned()]));
    let board = ran.board();
    let ashore = "PLAYER Charles\nSTACK FR-2\nMOVE EMBARK FR-F1 LAND provence dauphine\nEND\nSTACK FR-F1\n\
                  CARRY FR-2 FROM gulf-of-lion TO provence\nEND\n";
    let foreseen = board.foresee(PlayerNo(0), &book(&*board, &[ashore.to_owned()]));
    assert_eq!(
        foreseen.pieces[&Piece::from("FR-2")].course,
        "Provence 2, Dauphine 4 MP (of 12)",
        "{foreseen:?}"
    );
    let ran = board.run(&book(&*board, &[ashore.to_owned()]));
    assert!(report_of(&*ran, 0).contains("FR-2 ashore in Provence, on the shore"));
}

/// A dead leader of no stack leaves none, by the referee's hand too.
#[test]
fn a_leader_who_is_removed_leaves_no_stack_of_his() {
    let board = opened("italy", 1);
    let led =
        board.edit("CREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1", false, &Nobody).unwrap().board;
    assert!(
        led.edit("REMOVE LEADER Foix", false, &Nobody)
            .unwrap()
            .board
            .show_piece(&"FR-1".into(), &Nobody)
            .is_ok()
    );
    let mut table = Table::of(&*led).unwrap().clone();
    let mut position = (*table.position).clone();
    let alone = Stack { owner: "FRA".into(), at: "milan".into(), ..Stack::default() };
    position.stacks.insert("FR-A1".into(), alone);
    position.leaders.get_mut("Foix").unwrap().stack = Some("FR-A1".into());
    table.position = Arc::new(position);
    assert!(table.show_piece(&"FR-A1".into(), &Nobody).is_ok());
    let gone = table.edit("REMOVE LEADER Foix", false, &Nobody).unwrap().board;
    assert!(gone.show_piece(&"FR-A1".into(), &Nobody).is_err());
}
