//! Two games on one post office, with a player of the same name and a unit of the same id in each, on maps of different
//! size: each letter is read on the map, and by the names, of the game in which it is judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use fieldpost_daemon::delivered::Delivered;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_land::scenario;
use fieldpost_store::{BodyHash, Mail};

use super::{MONDAY, SEATS, Trial};
use crate::signatures::gpg::Gpg;

/// A square of the large map alone, and one of both.
const FAR: &str = "C5-N4";
const NEAR: &str = "A9-N8";
/// Benedek of the small map, and Benedek of the large one.
const SMALL: &str = "benedek@austria.example";
const LARGE: &str = "feldzeugmeister@austria.example";
const KEPT: &str = "PASSWORD gitschin-plum-road\n";

/// The demonstration on a map with twenty more columns in the east, which the small one has not.
fn large() -> BTreeMap<String, String> {
    let mut texts = scenario::demo();
    let head = texts.get_mut("scenario.toml").unwrap();
    *head = head.replace("map = \"demo\"", "map = \"wide\"");
    let map = include_str!("../../../maps/demo.map.toml").replace("\"demo\"", "\"wide\"");
    let (mut wide, mut more) = (String::new(), ".");
    for line in map.replace("cols = 20", "cols = 40").lines() {
        more = if line == "[layer.state]" { "S" } else { more };
        let is_row = line.len() == "N0 ".len() + 20 && line.starts_with(['N', 'P']);
        writeln!(wide, "{line}{}", if is_row { more.repeat(20) } else { String::new() }).unwrap();
    }
    texts.insert("wide.map.toml".into(), wide);
    texts
}

/// The seats of the large game: another Benedek, a Gablenz who is the machine, and an administrator of its own.
fn large_seats() -> String {
    let seats = SEATS.replace(SMALL, LARGE).replace("correct horse battery", "gitschin-plum-road");
    let seats = seats.replace("gablenz@", "tenth@").replace("heron-quill-maple", "skalitz-cherry-mill");
    format!(
        "{seats}machine = true\n[[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n"
    )
}

impl Trial {
    /// The small game by the name that comes first or last, and the large one, `beta`.
    fn of_two(small: &str) -> Self {
        Self::of_two_with("authserv_id = \"mx.example.org\"\n", small)
    }

    fn of_two_with(limits: &str, small: &str) -> Self {
        let mut trial = Self::without_games(limits);
        trial.open_large();
        trial.open_small(small, SEATS);
        trial
    }

    fn open_large(&mut self) {
        let seats = toml::from_str(&large_seats()).unwrap();
        self.office.open_game("beta", large(), &seats).unwrap();
    }

    fn open_small(&mut self, name: &str, seats: &str) {
        let seats = toml::from_str(seats).unwrap();
        self.office.open_game(name, scenario::demo(), &seats).unwrap();
    }

    /// What stands for a unit in a game: its newest block's lines.
    fn stands(&self, game: &str, unit: &str) -> Vec<String> {
        let book = self.office.store.order_book(&GameName(game.into())).unwrap();
        let filed = book.units.get(&unit.parse().unwrap()).and_then(|filed| filed.last());
        filed.into_iter().flat_map(|filed| &filed.lines).map(|line| line.words.to_string()).collect()
    }

    /// The address of a game, by which mail for it is known.
    fn tag(&self, game: &str) -> String {
        self.office.postmark.game_address(game)
    }

    /// A letter that is to be obeyed: why it was not, with the answer to it.
    fn obeys(&mut self, bytes: &[u8], why: &str) {
        let verdict = self.take(bytes);
        assert_eq!(verdict, Verdict::Obeyed, "{why}: {}", self.last_text());
    }

    fn token(&self) -> String {
        let texts = self.mails().iter().map(|row| self.text(row)).collect::<Vec<_>>();
        let text = texts.iter().rev().find(|text| text.contains("CONFIRM ")).unwrap();
        text.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    }

    fn first_verdict(&self) -> Verdict {
        self.office.store.letters(LetterNo(0), 1).unwrap().remove(0).verdict
    }
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A mail with header lines of its own, each ended.
fn mail(from: &str, to: &str, head: &str, text: &str) -> Vec<u8> {
    let kind = if head.contains("Content-Type") { "" } else { "Content-Type: text/plain; charset=utf-8\n" };
    let subject = if head.contains("Subject:") { "" } else { "Subject: orders\n" };
    // Letters of the same text are copies if they have no id of their own.
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!(
        "From: {from}\nTo: {to}\nMessage-ID: <{number}@x>\nMIME-Version: 1.0\n{subject}{head}{kind}\n{text}"
    )
    .replace('\n', "\r\n")
    .into_bytes()
}

fn orders(head: &str, square: &str) -> String {
    format!("{head}UNIT AU1AQ\nMARCH {square}\nEND\n")
}

/// Every way in which a letter can say that it is for the large game.
fn ways_to_the_large_game(tag: &str) -> Vec<(&'static str, Vec<u8>)> {
    let war = "war@example.org";
    let with_name = orders(&format!("PLAYER Benedek\n{KEPT}"), FAR);
    let text = orders(KEPT, FAR);
    let quoted =
        format!("{with_name}\nOn Monday the post office wrote:\n> GAME alpha\n> UNIT AU1AQ\n> MARCH A9-N8\n");
    let html = format!("<p>{}</p>", with_name.replace('\n', "<br>"));
    let parts = format!(
        "--b\nContent-Type: text/plain\n\nMy orders are in the file.\n--b\nContent-Type: text/plain; name=orders.txt\n\
         Content-Disposition: attachment; filename=orders.txt\n\n{with_name}\n--b--\n"
    );
    let mixed = "Content-Type: multipart/mixed; boundary=b\n";
    let head = |line: &str| orders(&format!("{line}\nPLAYER Benedek\n{KEPT}"), FAR);
    let own = format!("UNIT AU1AQ gitschin-plum-road\nMARCH {FAR}\nEND\n");
    let press = orders(&format!("{KEPT}PRESS TO Gablenz\nGAME alpha\nPLAYER Benedek\nEND PRESS\n"), FAR);
    vec![
        ("from the registered address, with the name", mail(LARGE, war, "", &with_name)),
        ("from the registered address alone", mail(LARGE, war, "", &text)),
        ("with the unit's own password", mail(LARGE, war, "", &own)),
        ("by a GAME line from anywhere", mail("inn@travel.example", war, "", &head("GAME beta"))),
        ("by a GAME line from the other one's address", mail(SMALL, war, "", &head("game: BETA"))),
        ("by a GAME line below the orders", mail(SMALL, war, "", &format!("{with_name}GAME beta\n"))),
        ("by a plus tag", mail(SMALL, tag, "", &with_name)),
        ("by its Subject", mail(SMALL, war, "Subject: Re: [beta T1] Position\n", &with_name)),
        ("by a bare name in its Subject", mail(SMALL, war, "Subject: orders for beta\n", &with_name)),
        ("above a quotation that names the other", mail(LARGE, war, "", &quoted)),
        ("as HTML", mail(LARGE, war, "Content-Type: text/html; charset=utf-8\n", &html)),
        ("in an attached file", mail(LARGE, war, mixed, &parts)),
        ("with a press that names the other", mail(LARGE, war, "", &press)),
    ]
}

#[test]
fn each_letter_is_read_on_the_map_of_its_own_game_however_it_names_it() {
    let mut trial = Trial::of_two("alpha");
    for (what, bytes) in ways_to_the_large_game(&trial.tag("beta")) {
        trial.obeys(&bytes, what);
        assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")], "{what}");
        let cancel = format!("GAME beta\n{KEPT}UNIT AU1AQ\nNONE\n");
        trial.obeys(&mail(LARGE, "war@example.org", "", &cancel), what);
        assert_eq!(trial.stands("beta", "AU1AQ"), [""; 0], "{what}");
    }
    // A deputy's order, for a unit whose commander has sent none.
    let deputy = format!("{KEPT}UNIT AU1IN\nMARCH {FAR}\nEND\n");
    trial.obeys(&mail(LARGE, "war@example.org", "", &deputy), "as a deputy");
    assert_eq!(trial.stands("beta", "AU1IN"), [format!("MARCH {FAR}")]);
    let piped = mail(LARGE, "war@example.org", "", &orders(KEPT, FAR));
    let said = trial.office.deliver(piped).unwrap();
    assert!(said.ends_with("obeyed"), "{said}");
    assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")], "through a pipe");
    // Who plays tells whether the second line begins another press, and so whether the letter names a game: not guessed at.
    let unclear =
        format!("{KEPT}PRESS TO Gablenz\nPRESS TO nobody\nEND\nGAME alpha\nUNIT AU1AQ\nMARCH {NEAR}\n");
    let verdict = trial.take(&mail(LARGE, "war@example.org", "", &unclear));
    assert!(matches!(&verdict, Verdict::Refused(why) if why.contains("does not say")), "{verdict:?}");
    assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")], "nothing of it counts");
    assert_eq!(trial.stands("alpha", "AU1AQ"), [""; 0]);
}

#[test]
fn a_square_of_another_games_map_is_none_of_ones_own() {
    let mut trial = Trial::of_two("omega");
    let head = "PLAYER Benedek\nPASSWORD correct horse battery\n";
    let (war, tag) = ("war@example.org", trial.tag("omega"));
    for (from, to) in [(SMALL, war), ("inn@travel.example", tag.as_str())] {
        let verdict = trial.take(&mail(from, to, "", &orders(head, FAR)));
        let answer = trial.last_text();
        assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}: {answer}");
        assert!(answer.contains("no square C5-N4 on this map"), "{answer}");
        assert_eq!(trial.stands("omega", "AU1AQ"), [""; 0]);
    }
    trial.obeys(&mail(SMALL, war, "", &orders(head, NEAR)), "in its own game");
    assert_eq!(trial.stands("omega", "AU1AQ"), [format!("MARCH {NEAR}")]);
    assert_eq!(trial.stands("beta", "AU1AQ"), [""; 0]);
}

#[test]
fn a_letter_of_no_game_is_read_on_no_map() {
    let mut trial = Trial::without_games("");
    trial.open_large();
    trial.open_small("alpha", &SEATS.replace(SMALL, LARGE));
    let test = format!("PLAYER Benedek\n{KEPT}TEST\nUNIT AU1AQ\nMARCH {FAR}\nEND\n");
    let unsaid = trial.take(&mail(LARGE, "war@example.org", "", &test));
    assert!(
        matches!(&unsaid, Verdict::Refused(why) if why.contains("does not say for which game")),
        "{unsaid:?}"
    );
    let answer = trial.last_text();
    assert!(answer.contains("alpha") && answer.contains("beta"), "{answer}");
    let unknown = trial.take(&mail(LARGE, "war@example.org", "", &format!("GAME gamma\n{test}")));
    assert!(matches!(&unknown, Verdict::Refused(why) if why.contains("no game called")), "{unknown:?}");
    let both = trial.take(&mail(LARGE, &trial.tag("alpha"), "", &format!("GAME beta\n{test}")));
    assert!(matches!(&both, Verdict::Refused(why) if why.contains("two games")), "{both:?}");
    for row in trial.mails().iter().filter(|row| row.kind == Mail::Answer) {
        let words = trial.text(row);
        assert!(words.contains("No map is known for this letter"), "{words}");
        assert!(!words.contains("on this map"), "{words}");
    }
    assert_eq!((trial.stands("alpha", "AU1AQ"), trial.stands("beta", "AU1AQ")), (vec![], vec![]));
    // Of one too large to be read the envelope alone tells.
    let bytes = mail(LARGE, &trial.tag("beta"), "", "too much\n");
    let delivered = Delivered { whole: false, size: 1 << 40, ..trial.delivered(&bytes) };
    trial.office.take(vec![delivered]).unwrap();
    let answer = trial.mails().pop().unwrap();
    assert_eq!((answer.game.unwrap().0.as_str(), answer.to.as_str()), ("beta", LARGE));
}

#[test]
fn an_administrators_letter_and_the_hosts_own_are_read_on_the_map_of_their_game() {
    let mut trial = Trial::of_two("alpha");
    let welcome = trial.mails().into_iter().find(|row| row.to == "anna@example.org").unwrap();
    let password = trial.text(&welcome);
    let password =
        password.lines().map(str::trim).find(|line| line.matches('-').count() > 2 && !line.contains(' '));
    let password = password.unwrap_or_else(|| panic!("{}", trial.text(&welcome))).to_owned();
    let (war, tag) = ("war@example.org", trial.tag("beta"));
    let anna = "anna@example.org";
    let heads = [
        (anna, war, "GA Anna\n".to_owned()),
        (anna, war, "GA Anna, GAME beta\n".to_owned()),
        ("ga@example.org", war, "GA Anna, GAME beta\n".to_owned()),
        ("ga@example.org", war, "GA Anna\nGAME beta\n".to_owned()),
        ("inn@travel.example", tag.as_str(), "GA Anna\n".to_owned()),
    ];
    for (number, (from, to, head)) in heads.into_iter().enumerate() {
        let square = format!("C{number}-N4");
        let text =
            format!("{head}PASSWORD {password}\nSET UNIT AU1AQ SQUARE {square} 3-3\nSHOW UNIT AU1AQ\n");
        let verdict = trial.take(&mail(from, to, "", &text));
        let answer = trial.last_text();
        assert_eq!(verdict, Verdict::Obeyed, "{head}{from}: {answer}");
        assert!(answer.contains(&square), "{answer}");
    }

    // So are what is typed at the host's keyboard, and what the host writes for a seat.
    let words =
        trial.office.typed("beta", &format!("SET UNIT AU1AQ SQUARE {FAR} 3-3\nSHOW UNIT AU1AQ")).unwrap();
    assert!(words.contains(FAR), "{words}");
    let words = trial.office.typed("beta", "GA\n\nSET UNIT AU1AQ SQUARE C6-N4 3-3\nSHOW UNIT AU1AQ").unwrap();
    assert!(words.contains("C6-N4"), "{words}");
    let beta = GameName("beta".into());
    let said = trial.office.file_for(&beta, "Gablenz", &format!("UNIT AU1IN\nMARCH {FAR}\nEND\n")).unwrap();
    assert_eq!(said, "obeyed");
    assert_eq!(trial.stands("beta", "AU1IN"), [format!("MARCH {FAR}")]);
}

#[test]
fn a_letter_that_waits_for_a_word_stays_with_the_game_it_was_held_in() {
    let mut trial = Trial::without_games("authserv_id = \"mx.example.org\"\n");
    trial.open_large();
    let mut held = |from: &str, unit: &str| {
        let domain = from.split('@').nth(1).unwrap();
        let failed = format!("Authentication-Results: mx.example.org; dmarc=fail header.from={domain}\n");
        let text = format!("PLAYER Benedek\n{KEPT}UNIT {unit}\nMARCH {FAR}\nEND\n");
        let verdict = trial.take(&mail(from, "war@example.org", &failed, &text));
        assert!(matches!(verdict, Verdict::Held(_)), "{verdict:?}");
        trial.token()
    };
    let tokens = [held(SMALL, "AU1AQ"), held("inn@travel.example", "AU1IN")];
    // Before the word comes another game opens, in which somebody of the same name has the one address; now there are two
    // that a letter may be for.
    trial.open_small("alpha", SEATS);
    let mut trial = trial.restart();
    for token in tokens {
        trial.take(&mail(LARGE, "war@example.org", "", &format!("CONFIRM {token}\n")));
    }
    let letters = trial.office.store.letters(LetterNo(0), 2).unwrap();
    assert_eq!(letters[0].verdict, Verdict::Obeyed);
    assert_eq!(letters[1].verdict, Verdict::Obeyed);
    for unit in ["AU1AQ", "AU1IN"] {
        assert_eq!(trial.stands("beta", unit), [format!("MARCH {FAR}")]);
        assert_eq!(trial.stands("alpha", unit), [""; 0], "nobody gave a password of that game");
    }
}

/// Puts a letter into quarantine, as if reading it had killed, and has it released.
fn out_of_quarantine(trial: Trial, bytes: &[u8]) -> Trial {
    let mut trial = trial;
    for _ in 0..3 {
        trial.office.store.begin_reading(&[BodyHash::of(bytes)]).unwrap();
        trial = trial.restart();
    }
    let verdict = trial.take(bytes);
    assert!(matches!(verdict, Verdict::Quarantined(_)), "{verdict:?}");
    let number = trial.office.store.last_letter().unwrap().unwrap().0;
    trial.office.typed("beta", &format!("RELEASE LETTER {number}")).unwrap();
    trial
}

#[test]
fn a_letter_out_of_quarantine_is_read_on_the_map_of_the_game_whose_password_it_held() {
    let mut trial = Trial::of_two("alpha");
    let named = orders(&format!("PLAYER Benedek\n{KEPT}"), FAR);
    for (from, text) in [
        (LARGE, orders(KEPT, FAR)),
        ("inn@travel.example", named.clone()),
        (SMALL, format!("GAME beta\n{named}")),
    ] {
        trial = out_of_quarantine(trial, &mail(from, "war@example.org", "", &text));
        let number = trial.office.store.last_letter().unwrap().unwrap();
        let letters = trial.office.store.letters(LetterNo(0), 100).unwrap();
        let read = letters.iter().rev().find(|one| one.place.account == "in").unwrap();
        assert_eq!(read.verdict, Verdict::Obeyed, "{from}, {number:?}");
        assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")], "{from}");
        let cancel = mail(LARGE, "war@example.org", "", &format!("GAME beta\n{KEPT}UNIT AU1AQ\nNONE\n"));
        trial.obeys(&cancel, from);
    }
}

/// A password that holds in two games is proof in the one that the letter names.
#[test]
fn a_letter_in_quarantine_is_known_in_the_game_that_it_names() {
    let mut trial = Trial::without_games("");
    trial.open_large();
    trial.open_small("alpha", &SEATS.replace("correct horse battery", "gitschin-plum-road"));
    let text = orders(&format!("GAME beta\nPLAYER Benedek\n{KEPT}"), FAR);
    let trial = out_of_quarantine(trial, &mail("inn@travel.example", "war@example.org", "", &text));
    assert_eq!(trial.first_verdict(), Verdict::Obeyed);
    assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")]);
}

#[test]
fn a_signed_letter_is_read_on_the_map_of_the_game_in_which_its_signer_plays() {
    let gpg = Gpg::new();
    gpg.make_key(MONDAY - 30 * 86_400_000, LARGE, "ed25519", "1y");
    let limits = "authserv_id = \"mx.example.org\"\n[signatures]\nkeys = \"keys\"\n";
    let mut trial = Trial::of_two_with(limits, "alpha");
    let folder = trial.folder.path().join("keys");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{LARGE}.asc")), gpg.public(LARGE)).unwrap();
    let signed = |text: &str| gpg.clear_sign(MONDAY + 1_000, text);
    let (war, bare) = ("war@example.org", signed(&orders("PLAYER Benedek\n", FAR)));
    trial.obeys(&mail(LARGE, war, "", &bare), "by its signer alone");
    assert_eq!(trial.stands("beta", "AU1AQ"), [format!("MARCH {FAR}")]);
    let other = signed(&orders("GAME beta\n", "C6-N4"));
    trial.obeys(&mail(SMALL, war, "", &other), "by its GAME line");
    assert_eq!(trial.stands("beta", "AU1AQ"), ["MARCH C6-N4"]);
    // Who passes a signed letter on can write a Subject and an address: it is for neither game then.
    let tag = trial.tag("alpha");
    for (to, head) in [(tag.as_str(), ""), (war, "Subject: [alpha T1] Position\n")] {
        let third = signed(&orders(&format!("# to {to}\n"), "C7-N4"));
        let verdict = trial.take(&mail(LARGE, to, head, &third));
        let Verdict::Refused(why) = &verdict else { panic!("{verdict:?}") };
        assert!(why.contains("within the text that you sign"), "{why}");
    }
    assert_eq!(trial.stands("alpha", "AU1AQ"), [""; 0]);
}

/// A damaged text of one game's scenario: that game alone stands, with word to its GA, until the file is put back.
#[test]
fn a_game_that_cannot_be_read_stands_alone_and_its_letters_wait() {
    let trial = Trial::of_two("alpha");
    let row = trial.office.store.game(&GameName("beta".into())).unwrap().unwrap();
    let text = row.scenario.values().next().unwrap();
    let file = trial.office.config.office.store.join("papers").join(text.spread()).with_extension("paper");
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let mut trial = trial.restart();
    assert_eq!(trial.office.games.keys().map(|name| name.0.as_str()).collect::<Vec<_>>(), ["alpha"]);
    let own = format!("{KEPT}UNIT AU1IN\nMARCH {FAR}\nEND\n");
    let (alpha, beta) = (trial.tag("alpha"), trial.tag("beta"));
    let left = [
        mail(LARGE, &beta, "", &format!("PLAYER Benedek\n{own}")),
        mail(LARGE, "war@example.org", "", &format!("PLAYER Benedek\n{own}")),
        mail(LARGE, "war@example.org", "", &format!("GAME beta\nPLAYER Benedek\n{own}")),
        mail("friend@else.example", "war@example.org", "", &format!("GAME beta\nPLAYER Benedek\n{own}")),
        // He plays in both, and says nothing.
        mail(
            "moltke@prussia.example",
            "war@example.org",
            "",
            "PLAYER Moltke\nPASSWORD skalitz-cherry-mill\nSTATUS\n",
        ),
    ];
    let text = format!("PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH {NEAR}\nEND\n");
    let taken = mail("moltke@prussia.example", &alpha, "", &text);
    trial.clock.set(trial.clock.now() + 1_000);
    let batch = left.iter().chain([&taken]).map(|one| trial.delivered(one)).collect::<Vec<_>>();
    let verdicts = trial.office.take(batch.clone()).unwrap();
    assert_eq!(verdicts.iter().map(|taken| &taken.verdict).collect::<Vec<_>>(), [&Verdict::Obeyed]);
    assert_eq!(verdicts[0].place, batch[5].place);
    assert!(trial.office.deliver(left[0].clone()).unwrap_err().to_string().contains("stands"));
    let to_anna = |trial: &Trial| {
        let rows = trial.mails().into_iter().filter(|row| row.to == "anna@example.org");
        rows.map(|row| trial.text(&row)).filter(|text| text.contains("[beta] The game")).collect::<Vec<_>>()
    };
    trial.pass(11_000);
    trial.pass(11_000);
    assert_eq!(to_anna(&trial).len(), 1, "{:?}", to_anna(&trial));
    assert!(trial.office.game_named("beta").unwrap_err().to_string().contains("stands"));
    std::fs::write(&file, whole).unwrap();
    trial.clock.set(trial.clock.now() + 61_000);
    let verdicts = trial.office.take(batch[..1].to_vec()).unwrap();
    assert_eq!(verdicts[0].verdict, Verdict::Obeyed, "{}", trial.last_text());
    trial.pass(11_000);
    assert!(to_anna(&trial)[1].contains("goes on"), "{:?}", to_anna(&trial));
}
