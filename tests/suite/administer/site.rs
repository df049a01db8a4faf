//! A game's past as pages: what anybody is shown, what a side is, and when all of it is.

use super::*;
use fieldpost_daemon::site::{Site, Whom};

fn side(name: &str) -> Whom {
    Whom::Side(name.into())
}

fn pages(desk: &Desk, whom: &Whom) -> BTreeMap<String, String> {
    let Site { files, .. } = desk.office.site(&demo(), whom, false).unwrap();
    files.into_iter().map(|file| (file.name, String::from_utf8(file.bytes).unwrap())).collect()
}

fn refusal(desk: &Desk, whom: &Whom) -> String {
    desk.office.site(&demo(), whom, false).unwrap_err().to_string()
}

/// The pages after turns 1 and 2, when something was done before turn 1 was run.
fn after(done: impl Fn(&mut Desk), whom: &Whom) -> BTreeMap<String, String> {
    let mut desk = Desk::new();
    done(&mut desk);
    (0..2).for_each(|_| drop(desk.run_turn()));
    pages(&desk, whom)
}

fn set(commands: &str) -> impl Fn(&mut Desk) + '_ {
    move |desk| {
        let said = desk.typed(commands);
        assert!(said.contains("Done as edit 1"), "{said}");
    }
}

#[test]
fn nothing_that_only_a_side_knows_is_in_the_public_pages() {
    let quiet = after(|_| (), &Whom::Public);
    assert_eq!(quiet.keys().collect::<Vec<_>>(), ["index.html", "turn-001.html"], "turn 2 is too new");
    assert_eq!(after(Desk::march, &Whom::Public), quiet, "a march");
    let men = "SET UNIT AU3IN STRENGTH 1234\nSET UNIT PR1IN MORALE 55\nSET CITY Prag SUPPLIES 3";
    assert_eq!(after(set(men), &Whom::Public), quiet, "men and supplies");
    assert_ne!(after(set("SET CITY Prag CONTROL PR OVERRIDE"), &Whom::Public), quiet, "whose a town is");
    let desk = Desk::new();
    for (piece, _) in desk.office.games[&demo()].record.board().pieces() {
        assert!(quiet.values().all(|page| !page.contains(piece.as_str())), "{piece}");
    }
}

/// The maps of the public pages too: the pictures are the same bytes.
#[test]
fn nor_is_it_in_their_maps() {
    let maps = |commands: Option<&str>| {
        let mut desk = Desk::new();
        commands.into_iter().for_each(|commands| set(commands)(&mut desk));
        (0..2).for_each(|_| drop(desk.run_turn()));
        let files = desk.office.site(&demo(), &Whom::Public, true).unwrap().files;
        let maps = files.into_iter().filter(|file| file.kind == "image/png");
        maps.map(|file| (file.name, file.bytes)).collect::<Vec<_>>()
    };
    let quiet = maps(None);
    assert!(!quiet.is_empty());
    assert_eq!(maps(Some("SET UNIT AU3IN STRENGTH 1234\nSET CITY Prag SUPPLIES 3")), quiet);
    assert_ne!(maps(Some("SET CITY Prag CONTROL PR OVERRIDE")), quiet, "a town that was taken is marked");
}

#[test]
fn a_side_is_shown_what_its_reports_told() {
    let quiet = after(|_| (), &side("Benedek"));
    assert_eq!(quiet.keys().collect::<Vec<_>>(), ["index.html", "turn-001.html", "turn-002.html"]);
    assert_eq!(
        after(set("SET UNIT PR1IN MORALE 55 SECRETLY"), &side("Benedek")),
        quiet,
        "the enemy's morale"
    );
    for (file, ways) in [
        ("turn-001.html", ["index.html", "turn-002.html"]),
        ("turn-002.html", ["index.html", "turn-001.html"]),
    ] {
        let page = &quiet[file];
        let nav = page.split("<nav").nth(1).and_then(|rest| rest.split("</nav>").next()).unwrap_or_default();
        assert!(ways.iter().all(|way| nav.contains(&format!("href=\"{way}\""))), "{file}: {nav}");
    }
    let index = &quiet["index.html"];
    assert!(index.contains("Men in the field") && !index.contains("Towns held"), "{index}");
    assert!(!index.contains(">Moltke</th>"), "no line of numbers of the other side: {index}");
    let own = after(set("SET UNIT AU5IN STRENGTH 1234"), &side("Benedek"));
    assert!(own["turn-001.html"].contains("1,234") || own["turn-001.html"].contains("1234"));
    let both = after(|_| (), &side("Austria"));
    for file in ["turn-001.html", "turn-001-2.html", "turn-001-3.html"] {
        assert!(both.contains_key(file), "{file} of {:?}", both.keys());
    }
}

#[test]
fn the_report_of_a_turn_is_the_one_that_was_mailed() {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    let page = &pages(&desk, &side("Moltke"))["turn-001.html"];
    for row in desk.mails_to(MOLTKE).into_iter().filter(|row| row.kind == fieldpost_store::Mail::Report) {
        let bytes = desk.office.store.mail_bytes(row.id).unwrap();
        let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        let html = mail.body_html(0).unwrap().into_owned();
        let told = html.split("<td").filter(|part| part.contains("PR1IN")).count();
        assert!(told > 0 && page.matches("PR1IN").count() >= told, "{told}");
    }
}

#[test]
fn the_whole_is_shown_when_the_game_has_ended_and_not_before() {
    let mut desk = Desk::new();
    desk.march();
    (0..2).for_each(|_| drop(desk.run_turn()));
    let why = refusal(&desk, &Whom::Whole);
    assert!(why.contains("the game goes on") && why.contains("END GAME"), "{why}");
    desk.confirmed("END GAME");
    let whole = pages(&desk, &Whom::Whole);
    for file in ["index.html", "turn-001.html", "turn-001-all.html", "turn-002.html", "turn-002-all.html"] {
        assert!(whole.contains_key(file), "{file} of {:?}", whole.keys());
    }
    assert!(whole["turn-001-all.html"].contains("PR1IN") && whole["turn-001-all.html"].contains("AU3IN"));
    for title in ["Men lost", "Towns held", "Supplies that units carry", "Who commanded"] {
        assert!(whole["index.html"].contains(title), "{title}");
    }
    assert_eq!(pages(&desk, &Whom::Public).len(), 3, "the latest turn is told when it is over");
}

#[test]
fn the_rule_for_observers_holds_for_the_public_pages() {
    let mut desk = Desk::new();
    (0..3).for_each(|_| drop(desk.run_turn()));
    desk.typed("SET OBSERVERS LATE 2 NOW");
    assert_eq!(pages(&desk, &Whom::Public).len(), 2, "one turn");
    desk.typed("SET OBSERVERS END NOW");
    assert!(refusal(&desk, &Whom::Public).contains("nothing before its end"));
    desk.typed("SET OBSERVERS NONE NOW");
    assert!(refusal(&desk, &Whom::Public).contains("no observers"));
    let why = refusal(&desk, &side("Benedeck"));
    assert!(why.contains("perhaps Benedek was meant"), "{why}");
}

#[test]
fn press_to_everybody_is_public_and_other_press_is_nobodys_but_theirs() {
    let mut desk = Desk::new();
    let mut press = |id: &str, lines: &str| {
        let text = format!(
            "From: {MOLTKE}\r\nTo: war@example.org\r\nSubject: word\r\nMessage-ID: <{id}@x>\r\nContent-Type: text/plain; \
             charset=utf-8\r\n\r\nPLAYER Moltke\nPASSWORD heron-quill-maple\n{lines}\nEND\n"
        );
        assert_eq!(desk.take(text.as_bytes()), Verdict::Obeyed, "{lines}");
    };
    press("one", "PRESS TO ALL\nHear, M\u{fc}nchen & <all>!");
    press("two", "PRESS TO Steinmetz\nKeep this to yourself.");
    (0..2).for_each(|_| drop(desk.run_turn()));
    let page = &pages(&desk, &Whom::Public)["turn-001.html"];
    assert!(page.contains("Hear, M\u{fc}nchen &amp; &lt;all&gt;!") && page.contains("Moltke"), "{page}");
    desk.confirmed("END GAME");
    for whom in [Whom::Public, Whom::Whole] {
        assert!(pages(&desk, &whom).values().all(|page| !page.contains("Keep this")), "{whom:?}");
    }
}

/// The attached ZIP's files, and the text of the mail that brought it.
fn archived(desk: &mut Desk, command: &str) -> (Vec<(String, Vec<u8>)>, String) {
    let before = desk.mails().len();
    desk.typed(command);
    desk.office.do_tasks(&[]);
    let mails = desk.mails().split_off(before);
    let row = mails.iter().find(|row| row.to == FRANZ).unwrap();
    let bytes = desk.office.store.mail_bytes(row.id).unwrap();
    let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    let files =
        mail.attachments().next().map(|file| fieldpost_print::parcel::unpacked(file.contents()).unwrap());
    (files.unwrap_or_default(), desk.text(row))
}

#[test]
fn archive_mails_the_same_pages_as_one_file() {
    let mut desk = Desk::new();
    (0..2).for_each(|_| drop(desk.run_turn()));
    for (command, whom) in [("ARCHIVE", Whom::Public), ("ARCHIVE OF Benedek", side("Benedek"))] {
        let (files, text) = archived(&mut desk, command);
        let site = desk.office.site(&demo(), &whom, true).unwrap();
        let pages = site.files.into_iter().map(|file| (file.name, file.bytes)).collect::<Vec<_>>();
        assert_eq!(files, pages, "{command}");
        assert!(flat(&text).contains("open index.html in a browser. Unpack it"), "{text}");
    }
    let said = desk.typed("ARCHIVE WHOLE");
    assert!(flat(&said).contains("the game goes on, and all of its board would tell"), "{said}");
    desk.typed("SET OBSERVERS NONE NOW");
    let (files, text) = archived(&mut desk, "ARCHIVE");
    assert!(
        files.is_empty()
            && flat(&text).contains("Not done: ARCHIVE")
            && flat(&text).contains("the game has no observers"),
        "{text}"
    );
    assert_eq!(desk.tasks(), 0);
}
