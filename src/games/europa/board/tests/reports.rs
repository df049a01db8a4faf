//! Reports as sections: what they fit into, and what each thing in them is.

use fieldpost_print::shop::DeskKit;

use super::*;

#[test]
fn reports_fit_a_telephone() {
    let board = opened("italy", 1);
    let press = Press::new().unwrap();
    let shop = Shop::new(&press);
    let ran = board.run(&book(&*board, &[LETTER.to_owned()]));
    let heading = Heading { title: "The Italian War".into(), player: "Charles".into(), ..Heading::default() };
    for wishes in [Wishes::default(), Wishes::parse("ONE MAIL")] {
        for report in ran.reports(PlayerNo(0), &heading, &wishes, &shop).unwrap() {
            let html = report.html.unwrap();
            let has_rows = html.contains("<b>FR-1</b>") || html.contains("<b>tick 2</b>");
            // Of letters of one width there are the orders to be filled in alone.
            let before = html.split("<pre").next().unwrap();
            let forms = usize::from(!report.orders.is_empty());
            assert!(html.matches("<pre").count() == forms && has_rows, "{html}");
            assert!(forms == 0 || before.contains("Orders for turn 2"), "{html}");
            assert_eq!((html.matches("<body").count(), html.matches("</body>").count()), (1, 1));
            let long = report.printed.text.lines().find(|line| line.chars().count() > 72);
            assert_eq!(long, None);
        }
    }
}

/// A player of seventy who has the mail alone: until when, how, and what to fill in; the referee has no orders to send.
#[test]
fn the_position_says_until_when_and_how_orders_are_sent() {
    let board = opened("italy", 1);
    let press = Press::new().unwrap();
    let heading = Heading {
        deadline_local: "Sun 07 Jun 2026 20:00:00 CEST".into(),
        deadline_utc: "18:00:00 UTC".into(),
        ..Heading::default()
    };
    let kit = DeskKit { address: "war@host.example".into(), forms: Vec::new() };
    let shop = Shop { desk: Some(kit), ..Shop::new(&press) };
    let report = |player: u16| board.report(PlayerNo(player), &heading, &Wishes::default(), &shop).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (told, until) =
        (report(0), "Turn 1 is open. Its deadline is Sun 07 Jun 2026 20:00:00 CEST (18:00:00 UTC).");
    assert!(words(&told.printed.text).contains(until), "{}", told.printed.text);
    assert!(words(told.html.as_ref().unwrap()).contains(until));
    let (_, orders) = told.printed.text.split_once("ORDERS FOR TURN 1\n").unwrap();
    assert!(words(orders).contains("open the attached desk.html in a browser"), "{orders}");
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert!(lines(orders).ends_with(&lines(told.orders.trim_end())), "{orders}");
    assert!(told.orders.contains("STACK FR-1\n"), "{orders}");
    let desk = told.enclosures.iter().find(|file| file.name == "desk.html").unwrap();
    assert!(String::from_utf8_lossy(&desk.bytes).contains("Sun 07 Jun 2026 20:00:00 CEST"));
}

/// What is a title, what a row is about and what is small print is said by the section, and not by how a line looks.
#[test]
fn reports_are_sections_that_say_what_each_thing_is() {
    let board = opened("italy", 7);
    let ran = board.run(&book(&*board, &[LETTER.to_owned()]));
    let (ran, power) = (ran.as_any().downcast_ref::<Round>().unwrap(), Owner::from("FRA"));
    let sections = Eye { power: Some(&power), ..ran.table.eye(None) }.happened(&ran.happened);
    let keys: Vec<&str> = sections.iter().map(|section| section.key).collect();
    assert_eq!(keys[..2], ["campaigns", "ticks"], "{keys:?}");
    let rows = |section: &Section| {
        let rows = section.blocks.iter().find_map(|block| match block {
            section::Block::Rows(rows) => Some(rows.clone()),
            // What is said otherwise to who hears it.
            section::Block::Faced(faced) => match faced.text.first() {
                Some(section::Block::Rows(rows)) => Some(rows.clone()),
                _ => None,
            },
            _ => None,
        });
        rows.unwrap_or_else(|| panic!("{section:?}"))
    };
    let ticks = rows(&sections[1]);
    let heads: Vec<&str> =
        ticks.iter().map(|row| row.head.as_str()).filter(|head| !head.is_empty()).collect();
    let once = heads.iter().collect::<std::collections::BTreeSet<_>>().len();
    assert!(heads.contains(&"tick 2") && heads.len() == once && ticks.len() > once, "{ticks:?}");
    let combats = sections.iter().find(|section| section.key == "combat").unwrap();
    assert!(rows(combats).iter().any(|row| row.small.len() > 1), "{combats:?}");
    let standing = Eye { power: Some(&power), ..ran.table.eye(None) }.standing();
    let own = rows(standing.iter().find(|section| section.key == "own").unwrap());
    let stack = own.iter().find(|row| row.head == "FR-F1").unwrap();
    assert!(stack.cells.len() > 1 && stack.small[0].starts_with("-> "), "{stack:?}");
}

/// Who holds what, behind which walls and with which harbour stands in the text too, for who reads no maps.
#[test]
fn the_provinces_of_the_window_stand_in_the_text() {
    let board = opened("italy", 1);
    let press = Press::new().unwrap();
    let told = board
        .report(PlayerNo(2), &Heading::default(), &Wishes::default(), &Shop::new(&press))
        .unwrap()
        .printed
        .text;
    let rows: Vec<&str> = told.lines().map(str::trim).collect();
    let is_told = |name: &str, words: [&str; 2]| {
        rows.iter().any(|line| line.starts_with(name) && words.iter().all(|word| line.contains(word)))
    };
    assert!(is_told("Milan ", ["MIL", "fortress 3"]), "{told}");
    assert!(is_told("Venice ", ["Venice", "arsenal"]), "{told}");
}

/// A new player's letter shows more than HOLD: what moves is the player's own, and works as it stands.
#[test]
fn the_welcome_shows_orders_of_the_players_own_that_work() {
    let mut words = std::collections::BTreeSet::new();
    for (name, players) in [("italy", 4), ("baltic", 6)] {
        let board = opened(name, 1);
        for player in (0..players).map(PlayerNo) {
            let welcome = board.welcome(player);
            let lines: Vec<String> = welcome["example"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line.as_str().unwrap().into())
                .collect();
            assert!(fieldpost_door::example::works(&*board, player, &lines), "{name}, {player:?}: {lines:?}");
            assert!(lines.iter().any(|line| line.starts_with("MOVE ")), "{name}, {player:?}: {lines:?}");
            words.extend(lines.iter().map(|line| line.split(' ').next().unwrap().to_owned()));
        }
    }
    assert!(words.contains("MOVE") && words.contains("SIEGE"), "{words:?}");
    // Where a fleet has room for the army in its port, the sea is shown too.
    let board = opened("italy", 1).edit("SET STACK SP-1 LD", false, &Nobody).unwrap().board;
    let welcome = board.welcome(PlayerNo(1)).to_string();
    assert!(welcome.contains("CARRY SP-1 FROM sicily"), "{welcome}");
}

/// The referee's report has all of both, and what is asked of the referee; two reports of one mail are told one below the other.
#[test]
fn the_referee_reads_both_reports_and_what_was_asked() {
    let board = opened("italy", 1);
    let asked = "PLAYER Charles\nASK REFEREE two LD in Paris\n".to_owned();
    let ran = board.run(&book(&*board, &[asked]));
    let press = Press::new().unwrap();
    let (shop, by_hand) = (
        Shop::new(&press),
        fieldpost_print::heading::ByHand {
            unit: "FR-1".into(),
            what: "FR-1".into(),
            before: "A- LD".into(),
            after: "A+ LD".into(),
        },
    );
    let heading = Heading { by_hand: vec![by_hand], ..Heading::default() };
    // The house asks for a board without pictures; the referee's has its maps, and what was done by hand.
    let whole = ran.whole_report(&heading, &Wishes::parse("NO PICTURES"), &shop).unwrap().unwrap();
    let pictures: Vec<&str> = whole.pictures.iter().map(|picture| picture.id.as_str()).collect();
    assert!(pictures.starts_with(&["round-2"]) && pictures.ends_with(&["round"]), "{pictures:?}");
    assert!(pictures.len() < 6, "{pictures:?}");
    let text = whole.printed.text;
    assert!(text.contains("BY THE REFEREE'S HAND"), "{text}");
    assert!(
        text.contains("ASKED OF YOU\n  GRANT REQUEST n words")
            && text.contains("  1  France: two LD in Paris"),
        "{text}"
    );
    assert!(text.contains("ALL STACKS") && text.contains("Treasuries: "), "{text}");
    let one = ran.reports(PlayerNo(0), &heading, &Wishes::parse("ONE MAIL"), &shop).unwrap();
    let [one] = &one[..] else { panic!("{}", one.len()) };
    let text = &one.printed.text;
    let order =
        ["BY THE REFEREE'S HAND, before the round was run\n  FR-1: A- LD -> A+ LD", "\n____", "YOURS"];
    let places: Vec<usize> = order.iter().map(|part| text.find(part).expect(text)).collect();
    assert!(places.is_sorted(), "{text}");
    let names: Vec<&str> = one.enclosures.iter().map(|file| file.name.as_str()).collect();
    assert_eq!((names, one.pictures.len()), (vec!["orders.txt", "report.json"], 4));
    assert!(one.orders.contains("STACK FR-1"));
}
