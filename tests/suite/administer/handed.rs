//! One game from one post office to another in the middle of a turn: nothing is lost, nothing is sent twice, and the turn comes out the same.

use super::*;
use clap::Parser;
use fieldpost_door::Rulebooks;
use fieldpost_store::{Mail, MailState, Mark, hand_over};

const NEW: &str = "war@new.example";

/// A post office elsewhere that has a game of its own, in which Moltke plays with another password.
fn there() -> Desk {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("store")).unwrap();
    let text = format!(
        "[office]\naddress = \"{NEW}\"\nstore = \"store\"\n[ga]\nname = \"Anna\"\naddress = \"anna@new.example\"\n[[source]]\nkind = \
         \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n"
    );
    fs::write(folder.path().join("fieldpost.toml"), text).unwrap();
    let clock = Clock::standing_at(MONDAY);
    let config = Config::load(&folder.path().join("fieldpost.toml")).unwrap();
    Identity::fresh().save(&config.office.store).unwrap();
    let mut office = open(config, &clock);
    let seats: Seats = toml::from_str(&SEATS.replace("heron-quill-maple", "another-word-here")).unwrap();
    office.open_game("other", scenario::demo(), &seats).unwrap();
    Desk { folder, clock, office, uid: 0 }
}

fn letter(desk: &mut Desk, from: &str, id: &str, lines: &str) -> Verdict {
    let to = desk.office.config.office.address.clone();
    let text = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <{id}@x>\r\nContent-Type: text/plain; \
         charset=utf-8\r\n\r\n{lines}\n"
    );
    desk.take(text.as_bytes())
}

const AS_MOLTKE: &str = "GAME demo\nPLAYER Moltke\nPASSWORD heron-quill-maple\n";
const AS_BENEDEK: &str = "GAME demo\nPLAYER Benedek\nPASSWORD correct horse battery\n";

/// A war of two turns, one of which was run twice, in the middle of its third: orders stand, one letter waits for the next turn, a unit
/// was changed by hand, reports of the first turn are printed anew when they are asked for, and some mails have not gone out.
fn in_mid_turn() -> Desk {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    desk.confirmed("RERUN TURN 1");
    desk.run_turn();
    for row in desk.mails().into_iter().filter(|row| row.state == MailState::Queued) {
        let at_ms = desk.clock.now();
        desk.office.store.mark(&[Mark::Sending { id: row.id }, Mark::Sent { id: row.id, at_ms }]).unwrap();
    }
    let which = fieldpost_daemon::prune::Which { game: Some("demo".into()), ..Default::default() };
    let told = desk.office.prune(&which).unwrap();
    assert!(!told.contains("0 reports"), "{told}");
    desk.typed("SET UNIT AU5IN MORALE 55");
    let order = format!("{AS_MOLTKE}UNIT PR1IN\nDEFEND DEFEND\nEND");
    assert_eq!(letter(&mut desk, MOLTKE, "third", &order), Verdict::Obeyed);
    let early =
        letter(&mut desk, BENEDEK, "early", &format!("{AS_BENEDEK}TURN 4\nUNIT AU1IN\nDEFEND DEFEND\nEND"));
    assert!(matches!(early, Verdict::Held(_)), "{early:?}");
    desk
}

/// The file with the game, as it lies in a folder of its own.
fn written_out(desk: &mut Desk) -> (TempDir, std::path::PathBuf) {
    written_out_to(desk, NEW)
}

fn written_out_to(desk: &mut Desk, to: &str) -> (TempDir, std::path::PathBuf) {
    let said = desk.office.hand_over("demo", to).unwrap();
    assert!(said.contains("is closed here"), "{said}");
    let mut whole = Vec::new();
    desk.office.store.export(&mut whole).unwrap();
    let mut out = Vec::new();
    hand_over(&demo(), ("war@example.org", to), || Ok(&whole[..]), &mut out).unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("demo.game");
    fs::write(&file, out).unwrap();
    (folder, file)
}

fn exported(desk: &Desk) -> Vec<u8> {
    let mut out = Vec::new();
    let exported = desk.office.store.export(&mut out).unwrap();
    assert!(exported.missing.is_empty(), "{:?}", exported.missing);
    out
}

#[test]
fn a_game_that_is_handed_over_in_mid_turn_goes_on_as_it_would_have_here() {
    let (mut here, mut there) = (in_mid_turn(), there());
    let hashes = [here.hash_of(1), here.hash_of(2)];
    let before = there.mails().len();
    let (_kept, file) = written_out(&mut here);
    there.clock.set(here.clock.now());
    let said = there.office.take_in(&file).unwrap();
    assert!(said.contains("Moltke (moltke@prussia.example) also takes part in other"), "{said}");
    assert_eq!([there.hash_of(1), there.hash_of(2)], hashes);

    // Only what this office has to say goes out from it.
    let waits = there.mails().split_off(before).into_iter().filter(|row| row.state == MailState::Queued);
    let waits = waits.collect::<Vec<_>>();
    assert!(
        !waits.is_empty() && waits.iter().all(|row| row.message_id.ends_with("@new.example>")),
        "{waits:?}"
    );
    let words_to = |address: &str| {
        let row = waits.iter().find(|row| row.to == address).unwrap();
        flat(&there.text(row))
    };
    let told = words_to(MOLTKE);
    assert!(told.contains("You also take part in other here") && told.contains("GAME demo"), "{told}");
    let told = words_to(FRANZ);
    assert!(told.contains("DEADLINE, then send RESUME"), "{told}");

    // The same turn on both sides.
    let refused = here.typed("REOPEN GAME");
    assert!(flat(&refused).contains("there would be two of it") && refused.contains("OVERRIDE"), "{refused}");
    here.typed("REOPEN GAME OVERRIDE");
    here.typed("RESUME");
    there.typed("RESUME");
    assert_eq!(there.run_turn(), here.run_turn());
    // What was kept for turn 4 is read now, and was sent to the office that had the game then.
    let answers = there.mails_to(BENEDEK).into_iter().filter(|row| row.state == MailState::Queued);
    let answers = answers.map(|row| flat(&there.text(&row))).collect::<Vec<_>>();
    assert!(answers.iter().all(|text| !text.contains("Others received")), "{answers:?}");
    let book = there.office.store.order_book(&demo()).unwrap();
    assert_eq!(book.units.len(), 1, "what was kept for turn 4 counts there: {book:?}");
    there.confirmed("ROLLBACK TO TURN 3");
    let book = there.office.store.order_book(&demo()).unwrap();
    let filed = book.units.values().flatten().next().unwrap().letter;
    let of = there.office.store.letter(filed).unwrap().unwrap();
    assert_eq!(
        (of.from.as_str(), of.message_id.as_deref()),
        (MOLTKE, Some("<third@x>")),
        "its letters have new numbers"
    );
    there.office.replay(&demo()).unwrap();
}

#[test]
fn a_record_with_a_game_from_elsewhere_is_whole() {
    let (mut here, mut there) = (in_mid_turn(), there());
    let (_kept, file) = written_out(&mut here);
    there.office.take_in(&file).unwrap();
    let ask = |desk: &mut Desk| {
        let before = desk.mails().len();
        let id = format!("again{}", desk.uid);
        assert_eq!(letter(desk, BENEDEK, &id, &format!("{AS_BENEDEK}SEND REPORT 1")), Verdict::Obeyed);
        let sent = desk.mails().split_off(before);
        sent.iter().filter(|row| row.kind == Mail::Answer).map(|row| desk.text(row)).collect::<Vec<_>>()
    };
    let reports = ask(&mut there);
    assert_eq!(reports.len(), 2, "{reports:?}");
    let whole = exported(&there);
    let Desk { folder, clock, office, uid } = there;
    let config = office.config.clone();
    drop(office);
    let verified = fieldpost_store::verify(&config.office.store).unwrap();
    assert!(verified.damages.is_empty(), "{:?}", verified.damages);
    let rebuilt = sled::rebuild(&config.office.store).unwrap();
    assert!(rebuilt.left_out.is_empty(), "{rebuilt}");
    let mut there = Desk { folder, office: open(config, &clock), clock, uid };
    let entries = |export: &[u8]| {
        let lines =
            std::str::from_utf8(export).unwrap().lines().filter(|line| line.starts_with("{\"entry\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(entries(&exported(&there)) == entries(&whole));
    there.office.replay(&demo()).unwrap();
    assert_eq!(ask(&mut there), reports);
}

/// The report mails that Benedek is sent who asks for a turn's.
fn reports_again(desk: &mut Desk, turn: u32) -> Vec<String> {
    let before = desk.mails().len();
    let id = format!("report{}", desk.uid);
    assert_eq!(letter(desk, BENEDEK, &id, &format!("{AS_BENEDEK}SEND REPORT {turn}")), Verdict::Obeyed);
    let sent = desk.mails().split_off(before).into_iter().filter(|row| row.kind == Mail::Answer);
    let bytes = sent.map(|row| desk.office.store.mail_bytes(row.id).unwrap());
    bytes.map(|bytes| String::from_utf8(bytes).unwrap()).collect()
}

#[test]
fn reports_that_another_office_sent_bear_our_address_and_are_given_up_like_ours() {
    let (mut here, mut there) = (in_mid_turn(), there());
    let (_kept, file) = written_out(&mut here);
    there.clock.set(here.clock.now());
    there.office.take_in(&file).unwrap();
    let is_ours = |mails: &[String]| {
        mails.len() == 2
            && mails.iter().all(|mail| mail.contains("war@new.example") && !mail.contains("example.org"))
    };
    let mails = reports_again(&mut there, 2);
    assert!(is_ours(&mails), "{mails:#?}");
    there.typed("RESUME");
    there.run_turn();
    let which = fieldpost_daemon::prune::Which { game: Some("demo".into()), ..Default::default() };
    let told = there.office.prune(&which).unwrap();
    assert!(told.contains("9 reports kept no more") && !told.contains("stay"), "{told}");
    let mails = reports_again(&mut there, 2);
    assert!(is_ours(&mails), "{mails:#?}");
}

#[test]
fn who_looks_on_is_told_where_the_game_goes_and_when_it_goes_on() {
    const EYE: &str = "eye@example.net";
    let mut here = in_mid_turn();
    let last = |desk: &Desk, address: &str| flat(&desk.text(&desk.mails_to(address).pop().unwrap()));
    assert_eq!(letter(&mut here, EYE, "eye1", "GAME demo\nOBSERVE"), Verdict::Obeyed);
    let token = token_in(&here.text(&here.mails_to(EYE).pop().unwrap()));
    assert_eq!(letter(&mut here, EYE, "eye2", &format!("GAME demo\nCONFIRM {token}")), Verdict::Obeyed);
    let (_kept, file) = written_out(&mut here);
    let told = last(&here, EYE);
    assert!(told.contains("You observe it as before") && told.contains(NEW), "{told}");
    assert!(!told.contains("password"), "who looks on has none: {told}");
    let mut there = self::there();
    there.office.take_in(&file).unwrap();
    let told = last(&there, EYE);
    assert!(told.contains("You observe it as before") && !told.contains("password"), "{told}");
    let said = here.typed("REOPEN GAME OVERRIDE");
    assert!(flat(&said).contains("Everybody is told"), "{said}");
    for address in [EYE, FRANZ, BENEDEK] {
        let told = last(&here, address);
        assert!(told.contains("goes on") && told.contains("held for now"), "{address}: {told}");
    }
}

#[test]
fn a_game_that_moved_is_meant_by_no_letter_that_names_none() {
    let mut here = in_mid_turn();
    let seats: Seats = toml::from_str(&SEATS.replace("heron-quill-maple", "another-word-here")).unwrap();
    here.office.open_game("other", scenario::demo(), &seats).unwrap();
    written_out(&mut here);
    let order = "PLAYER Moltke\nPASSWORD another-word-here\nUNIT PR1IN\nDEFEND DEFEND\nEND";
    assert_eq!(letter(&mut here, MOLTKE, "unnamed", order), Verdict::Obeyed);
    assert_eq!(letter(&mut here, "stranger@example.net", "list", "GAME demo\nLIST GAMES"), Verdict::Obeyed);
    let told = flat(&here.text(&here.mails_to("stranger@example.net").pop().unwrap()));
    assert!(told.contains("other, \"") && !told.contains("demo, \""), "{told}");
    let late = letter(&mut here, MOLTKE, "named", &format!("{AS_MOLTKE}UNIT PR1IN\nDEFEND DEFEND\nEND"));
    assert!(matches!(&late, Verdict::Refused(why) if why.contains(NEW)), "{late:?}");
}

#[test]
fn where_a_game_goes_is_an_address_of_another_office() {
    let mut here = in_mid_turn();
    for wrong in
        ["nowhere", "a@@b.example", "war@-x.example", "war@new", "war+g.demo@example.org", "War@Example.org"]
    {
        let why = here.office.hand_over("demo", wrong).unwrap_err().to_string();
        assert!(why.contains("is no mail address") || why.contains("own address"), "{wrong}: {why}");
    }
    let (_kept, file) = written_out_to(&mut here, "elsewhere@new.example");
    let said = there().office.take_in(&file).unwrap();
    assert!(said.contains("told there to write to elsewhere@new.example"), "{said}");
}

#[test]
fn letters_go_where_the_game_went() {
    let (mut here, mut there) = (in_mid_turn(), there());
    let (_kept, file) = written_out(&mut here);
    let told = here.mails_to(BENEDEK).into_iter().rfind(|row| row.kind == Mail::Notice).unwrap();
    let told = flat(&here.text(&told));
    assert!(told.contains("Write to war@new.example from now on"), "{told}");
    assert!(told.contains("your password is the same"), "{told}");
    for (n, lines) in ["UNIT AU2IN\nDEFEND DEFEND\nEND", "SET REPORTS TEXT", "NEW PASSWORD sparrow-lamp-tin"]
        .iter()
        .enumerate()
    {
        let refused = letter(&mut here, BENEDEK, &format!("late{n}"), &format!("{AS_BENEDEK}{lines}"));
        assert!(matches!(&refused, Verdict::Refused(why) if why.contains(NEW)), "{lines}: {refused:?}");
    }
    let answer = here.typed("SET UNIT AU5IN MORALE 60");
    assert!(answer.contains(NEW), "{answer}");
    assert!(here.office.adjudicate(&demo(), &[], true).unwrap() == Adjudicated::NotDue);
    let again = here.office.hand_over("demo", NEW).unwrap();
    assert!(again.contains("had been closed here before"), "{again}");

    there.clock.set(here.clock.now());
    there.office.take_in(&file).unwrap();
    // An answer to a mail of the other office, whose Message-ID says nothing here.
    let old = here.mails_to(BENEDEK).into_iter().find(|row| row.kind == Mail::Report).unwrap();
    let text = format!(
        "From: {BENEDEK}\r\nTo: {NEW}\r\nSubject: Re: [demo T3] orders\r\nMessage-ID: <answer@x>\r\nIn-Reply-To: {}\r\nContent-Type: \
         text/plain; charset=utf-8\r\n\r\nPLAYER Benedek\nPASSWORD correct horse battery\nUNIT AU2IN\nDEFEND DEFEND\nEND\n",
        old.message_id
    );
    assert_eq!(there.take(text.as_bytes()), Verdict::Obeyed);
}

#[test]
fn a_game_that_cannot_come_in_leaves_nothing_behind() {
    let (mut here, mut there) = (in_mid_turn(), there());
    let (kept, file) = written_out(&mut here);
    let before = exported(&there);
    let bytes = fs::read(&file).unwrap();
    let other = kept.path().join("other.game");
    let refused = |desk: &mut Desk, bytes: &[u8], why: &str| {
        fs::write(&other, bytes).unwrap();
        let error = format!("{:#}", desk.office.take_in(&other).unwrap_err());
        assert!(error.contains(why), "{error}");
    };
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    refused(&mut there, &flipped, "line ");
    let last = bytes.windows(8).rposition(|part| part == b"\n{\"end\":").unwrap();
    refused(&mut there, &bytes[..=last], "cut off");
    refused(&mut there, &bytes[..last / 2], "line ");
    refused(&mut there, b"no game\n", "it is no game that `export --game` wrote");
    refused(&mut there, &before, "it is a whole record, and not one game");
    let all = std::mem::replace(&mut there.office.config.rulebooks, Rulebooks(&[]));
    refused(&mut there, &bytes, "is not one that is hosted here");
    there.office.config.rulebooks = all;
    assert!(exported(&there) == before && there.office.games.len() == 1);
    there.office.take_in(&file).unwrap();
    refused(&mut there, &bytes, "there is a game \"demo\" here already");
}

#[test]
fn the_commands_hand_a_game_over() {
    let (here, there) = (in_mid_turn(), there());
    let file = here.folder.path().join("demo.game");
    let run = |config: &Path, words: &[&str]| {
        let config = config.join("fieldpost.toml");
        let all = [&["fieldpost", words[0], "--config", config.to_str().unwrap()], &words[1..]].concat();
        let mut out = Vec::new();
        let done = fieldpost::cli::Cli::try_parse_from(all)?.command.run(&mut out);
        done.map(|_| String::from_utf8(out).unwrap())
    };
    let (Desk { folder: old, office: one, .. }, Desk { folder: new, office: two, .. }) = (here, there);
    drop((one, two));
    let path = file.to_str().unwrap();
    assert!(run(old.path(), &["export", "--game", "demo", path]).is_err(), "where it goes must be said");
    let error = run(old.path(), &["export", "--game", "demo", "--moved-to", "nowhere", path]).unwrap_err();
    assert!(error.to_string().contains("is no mail address"), "{error:#}");
    let nowhere = ["export", "--game", "demo", "--moved-to", NEW, "/no/such/folder/demo.game"];
    assert!(format!("{:#}", run(old.path(), &nowhere).unwrap_err()).contains("cannot make"));
    let said = run(old.path(), &["export", "--game", "demo", "--moved-to", NEW, path]).unwrap();
    assert!(!said.contains("had been closed"), "nothing was closed for a file that cannot be made: {said}");
    assert!(
        said.contains("demo is closed here") && said.contains("until its mails for demo are out"),
        "{said}"
    );
    assert!(said.contains("No daemon runs here") && said.contains("in (0 letters)"), "{said}");
    let error = fieldpost::cli::Cli::try_parse_from([
        "fieldpost",
        "init",
        "--import",
        path,
        new.path().join("x").to_str().unwrap(),
    ]);
    let error = error.unwrap().command.run(&mut Vec::new()).unwrap_err().to_string();
    assert!(
        error.contains("is one game, and not a whole record") && error.contains("import --beside"),
        "{error}"
    );
    let said = run(new.path(), &["import", "--beside", path]).unwrap();
    assert!(!said.contains("told there to write to"), "{said}");
    assert!(said.contains("demo came from war@example.org, with turn 3 open and 1 order."), "{said}");
    let said = run(new.path(), &["replay", "demo"]).unwrap();
    assert!(said.contains("2 turns of demo run again, all the same"), "{said}");
    // A store is not begun for what can never fill it.
    let fresh = TempDir::new().unwrap();
    for (why, bytes) in [("`import --beside`", std::fs::read(&file).unwrap()), ("it is empty", Vec::new())] {
        let error = sled::import(fresh.path(), bytes.as_slice()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert_eq!(std::fs::read_dir(fresh.path()).unwrap().count(), 0, "{why}");
    }
}
