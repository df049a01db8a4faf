//! Letters of the real world, read where they lie beside the project (`../shared/corpus`); where they are
//! not, each test says so and ends. Nothing of them is copied here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fieldpost_mail::key::content_key;
use fieldpost_mail::read::mask::mask;
use fieldpost_mail::read::{Chosen, Class, Incoming, Problem, Text, TextKind, read};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// The corpus, or a printed word that it is not there.
fn corpus(part: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(part);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no corpus at {}", folder.display());
    None
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// What was read, as far as it may not hang on how lines end.
fn gist(incoming: &Incoming) -> String {
    let texts: Vec<(&TextKind, &str, String, Vec<&str>)> = incoming
        .texts
        .iter()
        .map(|t| {
            (&t.kind, t.charset.as_str(), t.plain(), t.left_out.iter().map(|l| l.line.as_str()).collect())
        })
        .collect();
    let kinds: Vec<&str> = incoming.parts.iter().map(|part| part.kind.as_str()).collect();
    format!("{:?} {:?} {texts:?} {kinds:?} {:?}", incoming.headers, incoming.class, incoming.problems)
}

/// Bare LF and CRLF mixed would be changed by a change of line ends, and bytes that are no text lines.
fn unix(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if !(*byte == b'\r' && bytes.get(at + 1) == Some(&b'\n')) {
            out.push(*byte);
        }
    }
    out
}

fn dos(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 40);
    for byte in unix(bytes) {
        if byte == b'\n' {
            out.push(b'\r');
        }
        out.push(byte);
    }
    out
}

#[test]
fn every_letter_reads_to_something_bounded_and_the_same_again() {
    let Some(folder) = corpus("") else { return };
    let mut count = 0;
    let begun = Instant::now();
    for path in files(&folder) {
        let raw = fs::read(&path).unwrap();
        let one = Instant::now();
        let incoming = read(&raw);
        assert!(one.elapsed() < Duration::from_secs(20), "{} took {:?}", path.display(), one.elapsed());
        assert_eq!(incoming, read(&raw), "{} read otherwise the second time", path.display());
        let size: usize = incoming.texts.iter().flat_map(|t| &t.live).map(|line| line.written.len()).sum();
        assert!(size <= raw.len() * 4 + 1024, "{}: {size} bytes of text from {}", path.display(), raw.len());
        count += 1;
    }
    println!("{count} files in {:?}", begun.elapsed());
    assert!(count > 600, "only {count} files");
}

/// Real letters with pieces cut out, doubled, swapped and overwritten: what fuzzing does, in small, everywhere.
#[test]
fn spoiled_letters_do_no_harm_and_show_no_password_once_masked() {
    let Some(folder) = corpus("") else { return };
    let letters: Vec<Vec<u8>> = files(&folder).iter().map(|path| fs::read(path).unwrap()).collect();
    let letters: Vec<Vec<u8>> =
        letters.into_iter().filter(|raw| (200..30_000).contains(&raw.len())).collect();
    let rounds = if std::env::var_os("FIELDPOST_LONG").is_some() { 20_000 } else { 300 };
    let mut dice = ChaCha20Rng::seed_from_u64(1848);
    let mut draw = move |below: usize| usize::try_from(dice.next_u64() % below.max(1) as u64).unwrap();
    let mut masked = 0;
    for _ in 0..rounds {
        let mut raw = letters[draw(letters.len())].clone();
        for _ in 0..=draw(4) {
            let from = draw(raw.len());
            let to = (from + draw(200)).min(raw.len());
            match draw(4) {
                0 => drop(raw.drain(from..to)),
                1 => raw.extend_from_within(from..to),
                2 => raw[from..to].iter_mut().for_each(|byte| *byte ^= 0x80),
                _ => {
                    let other = &letters[draw(letters.len())];
                    let at = draw(other.len());
                    let piece = &other[at..(at + draw(300)).min(other.len())];
                    raw.splice(from..to, piece.iter().copied());
                }
            }
            if raw.is_empty() {
                raw.push(b'x');
            }
        }
        let incoming = read(&raw);
        assert_eq!(incoming, read(&raw));
        let text = incoming.texts.first().map(|text| text.plain()).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() >= 6).collect();
        if words.is_empty() {
            continue;
        }
        let password = words[draw(words.len())].to_string();
        if let Some(clean) = mask(&raw, std::slice::from_ref(&password)) {
            let again = read(&clean);
            assert!(
                again.texts.iter().all(|text| !text.plain().contains(&password)),
                "{password:?} is still shown"
            );
            masked += 1;
        }
    }
    println!("{masked} of {rounds} masked");
    assert!(masked * 4 > rounds, "only {masked} of {rounds} could be masked");
}

#[test]
fn how_lines_end_makes_no_difference() {
    let Some(folder) = corpus("") else { return };
    let mut differing = Vec::new();
    let mut count = 0;
    for path in files(&folder) {
        let raw = fs::read(&path).unwrap();
        let lone = raw.iter().enumerate().any(|(at, b)| *b == b'\r' && raw.get(at + 1) != Some(&b'\n'));
        if lone || raw.contains(&0) || path.extension().is_some_and(|e| e == "bin") {
            continue;
        }
        count += 1;
        let (lf, crlf) = (read(&unix(&raw)), read(&dos(&raw)));
        if gist(&lf) != gist(&crlf) {
            differing.push(path.display().to_string());
        } else {
            assert_eq!(
                content_key(&lf.headers, lf.texts.first()),
                content_key(&crlf.headers, crlf.texts.first())
            );
        }
    }
    assert!(count > 500 && differing.is_empty(), "{} of {count} differ: {differing:#?}", differing.len());
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn lines_of(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(squeezed).filter(|line| !line.is_empty()).collect()
}

/// A body as a letter.
fn as_letter(body: &str) -> Vec<u8> {
    format!("From: ann@x.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}").into_bytes()
}

fn live_lines(raw: &[u8]) -> Vec<String> {
    let incoming = read(raw);
    let live = incoming.texts.first().map(|text| text.live.clone()).unwrap_or_default();
    live.iter().map(|line| squeezed(&line.written)).filter(|line| !line.is_empty()).collect()
}

#[test]
fn nothing_quoted_is_live_and_what_was_written_is() {
    let Some(folder) = corpus("email_reply_trimmer") else { return };
    let (mut kept, mut alive, mut count) = (0, 0, 0);
    let mut unsafe_lines = Vec::new();
    let mut dead = Vec::new();
    for path in files(&folder.join("emails")) {
        let name = path.file_name().unwrap();
        let body = fs::read_to_string(&path).unwrap();
        let trimmed = lines_of(&folder.join("trimmed").join(name));
        let elided = lines_of(&folder.join("elided").join(name));
        let live = live_lines(&as_letter(&body));
        let mine: BTreeSet<&String> = trimmed.iter().collect();
        let theirs: BTreeSet<&String> = elided.iter().filter(|line| !mine.contains(line)).collect();
        for line in live.iter().filter(|line| theirs.contains(line)) {
            unsafe_lines.push(format!("{}: {line}", name.display()));
        }
        let alive_here: BTreeSet<&String> = live.iter().collect();
        for line in trimmed.iter().filter(|line| !line.starts_with(['>', '|'])) {
            kept += 1;
            if alive_here.contains(line) {
                alive += 1;
            } else {
                dead.push(format!("{}: {line}", name.display()));
            }
        }
        count += 1;
    }
    assert!(count >= 60, "only {count} replies");
    assert!(unsafe_lines.is_empty(), "quoted lines are live:\n{}", unsafe_lines.join("\n"));
    println!("{alive} of {kept} kept lines are live");
    assert!(alive * 100 >= kept * 98, "only {alive} of {kept} are live; dead:\n{}", dead.join("\n"));
}

const MINE: &str = "GAME bohemia\nPASSWORD live-live-live\nUNIT PR-1\nMOVE G4-V6";
const OLD: &str = "GAME bohemia\nPASSWORD old-old-old\nUNIT PR-1\nMOVE A0-N0";

fn looks_like_orders(line: &str) -> bool {
    ["GAME ", "PASSWORD ", "UNIT ", "MOVE "].iter().any(|word| line.trim_start().starts_with(word))
}

fn chosen(incoming: &Incoming) -> Option<&Text> {
    match incoming.choose(&looks_like_orders) {
        Chosen::Text { text, .. } => Some(text),
        _ => None,
    }
}

/// In every reply whose quoted part stands below the written one, an order block is put at the top, and an
/// old one below the first line of what was elided, in its quoting.
#[test]
fn only_the_order_block_in_the_live_part_counts() {
    let Some(folder) = corpus("email_reply_trimmer") else { return };
    let mut count = 0;
    for path in files(&folder.join("emails")) {
        let name = path.file_name().unwrap();
        let body = fs::read_to_string(&path).unwrap();
        let elided = lines_of(&folder.join("elided").join(name));
        let trimmed = lines_of(&folder.join("trimmed").join(name));
        let Some(last) = elided.last().filter(|line| !trimmed.contains(line)) else { continue };
        let lines: Vec<&str> = body.lines().collect();
        let Some(at) = lines.iter().rposition(|line| squeezed(line) == *last) else { continue };
        let quote: String = lines[at].chars().take_while(|c| matches!(c, '>' | ' ' | '|')).collect();
        let old: String = OLD.lines().map(|line| format!("{quote}{line}\n")).collect();
        let letter = format!("{MINE}\n\n{}\n{old}{}", lines[..=at].join("\n"), lines[at + 1..].join("\n"));
        let incoming = read(&as_letter(&letter));
        let text = chosen(&incoming).unwrap().plain();
        assert!(text.starts_with(MINE), "{}: {text}", name.display());
        assert!(!text.contains("old-old-old") && !text.contains("A0-N0"), "{}: {text}", name.display());
        assert!(incoming.orders_left_out(&looks_like_orders), "{}", name.display());
        count += 1;
    }
    assert!(count >= 45, "only {count} replies had a quoted part to put orders into");
}

/// The same in HTML: talon's replies of nine mail programs.
#[test]
fn only_the_order_block_in_the_live_part_of_html_counts() {
    let Some(folder) = corpus("talon/html_replies") else { return };
    let mut count = 0;
    for path in files(&folder) {
        let html = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let (Some(mine), Some(old)) = (html.find("Hi."), html.rfind("Hello!")) else { continue };
        assert!(mine < old, "{}", path.display());
        let block = |text: &str| text.replace('\n', "<br>");
        let letter = format!(
            "{}<br>{}<br>{}<br>{}<br>{}",
            &html[..mine],
            block(MINE),
            &html[mine..old],
            block(OLD),
            &html[old..]
        );
        let raw = [
            b"From: ann@x.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".as_slice(),
            letter.as_bytes(),
        ]
        .concat();
        let incoming = read(&raw);
        let text = chosen(&incoming).unwrap_or_else(|| panic!("{}", path.display())).plain();
        assert!(text.contains(MINE), "{}: {text}", path.display());
        assert!(!text.contains("old-old-old") && !text.contains("A0-N0"), "{}: {text}", path.display());
        count += 1;
    }
    assert!(count >= 7, "only {count} of the HTML replies could be used");
}

#[test]
fn real_replies_of_many_programs_say_hello_and_nothing_quoted() {
    let Some(folder) = corpus("talon/standard_replies") else { return };
    let mut count = 0;
    for path in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "eml")) {
        let incoming = read(&fs::read(&path).unwrap());
        assert_eq!(incoming.class, Class::Human, "{}", path.display());
        let said = path.with_extension("");
        let said =
            fs::read_to_string(format!("{}_reply_text", said.display())).unwrap_or_else(|_| "Hello".into());
        let said: Vec<String> = said.lines().map(squeezed).filter(|line| !line.is_empty()).collect();
        for (at, text) in incoming.texts.iter().enumerate() {
            let live: Vec<String> =
                text.live.iter().map(|line| squeezed(line.plain())).filter(|line| !line.is_empty()).collect();
            // One letter's HTML part says something else than its plain one.
            assert!(at > 0 || live.first() == said.first(), "{}: {live:?}", path.display());
            assert!(
                !live.iter().any(|line| line.contains("wrote") || line.starts_with('>')),
                "{}: {live:?}",
                path.display()
            );
        }
        count += 1;
    }
    assert!(count >= 10, "only {count} replies");
}

#[test]
fn bounces_are_known_by_their_headers_alone() {
    let Some(folder) = corpus("flufl-bounce") else { return };
    let reader = fieldpost_mail::read::Reader::default();
    let bounces: Vec<PathBuf> = files(&folder)
        .into_iter()
        .filter(|path| {
            path.extension().is_some_and(|e| e == "txt")
                && !path.ends_with("LICENSE.txt")
                && !path.ends_with("SOURCE.txt")
        })
        .collect();
    let human: Vec<String> = bounces
        .iter()
        .filter(|path| reader.read_header(&fs::read(path).unwrap()).class == Class::Human)
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    println!("{} of {} known; not: {human:?}", bounces.len() - human.len(), bounces.len());
    assert!(bounces.len() >= 116, "only {} bounces", bounces.len());
    assert!(bounces.len() - human.len() >= 109, "too many taken for human: {human:?}");
}

#[test]
fn bounces_name_whom_they_could_not_reach() {
    let Some(folder) = corpus("flufl-bounce") else { return };
    let expected = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let (mut right, mut reports) = (0, 0);
    let mut wrong = Vec::new();
    for row in expected.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [file, detector, addresses, temporary] = columns[..] else { panic!("{row}") };
        // Free-form bounces are known as such, but only reports (RFC 3464) are read for addresses.
        let Ok(raw) = fs::read(folder.join(file)) else { continue };
        let Class::Bounce(bounce) = read(&raw).class else { continue };
        if detector != "dsn" || bounce.recipients.is_empty() {
            continue;
        }
        reports += 1;
        let fits =
            bounce.recipients.iter().any(|r| addresses.to_lowercase().contains(&r.address.to_lowercase()));
        let lasting = bounce.recipients.iter().any(|r| r.permanent) != (temporary == "True");
        if fits && lasting {
            right += 1
        } else {
            wrong.push(format!("{file}: {bounce:?} against {addresses} {temporary}"))
        }
    }
    println!("{right} of {reports} delivery reports read");
    assert!(reports >= 15 && right * 10 >= reports * 9, "{right} of {reports}:\n{}", wrong.join("\n"));
}

#[test]
fn letters_of_people_are_not_taken_for_automatic() {
    let Some(folder) = corpus("ruby-mail") else { return };
    let automatic: Vec<String> = files(&folder)
        .into_iter()
        .filter(|path| path.to_string_lossy().contains("plain_emails"))
        .filter(|path| {
            let incoming = read(&fs::read(path).unwrap());
            // One of them is a forum's notice, and says so in its From line.
            let notice = incoming.headers.from.as_deref() == Some("noreply@rubyforge.org");
            matches!(incoming.class, Class::Automatic(_) | Class::Bounce(_)) && !notice
        })
        .map(|path| path.display().to_string())
        .collect();
    assert!(automatic.is_empty(), "{automatic:?}");
}

/// Two parsers, one text: where mailparse and we both find a first text/plain, it is the same, save for the
/// few letters that are broken beyond agreement.
#[test]
fn another_parser_finds_the_same_text() {
    let Some(folder) = corpus("") else { return };
    let (mut same, mut count) = (0, 0);
    let mut differing = Vec::new();
    let letters = files(&folder).into_iter().filter(|path| {
        path.extension().is_some_and(|e| e == "eml" || e == "msg") || path.to_string_lossy().contains("flufl")
    });
    for path in letters {
        let raw = fs::read(&path).unwrap();
        let Some(theirs) = mailparse::parse_mail(&raw).ok().and_then(|mail| first_plain(&mail)) else {
            continue;
        };
        let incoming = read(&raw);
        let Some(ours) = incoming.texts.iter().find(|text| text.kind == TextKind::Plain && !text.flowed)
        else {
            continue;
        };
        count += 1;
        // Whether live or left out does not matter here, nor do characters outside ASCII (F3).
        let mut lines: Vec<(u32, &str)> =
            ours.live.iter().map(|line| (line.number, line.written.as_str())).collect();
        lines.extend(ours.left_out.iter().map(|line| (line.number, line.line.as_str())));
        lines.sort_unstable();
        let gist = |text: &str| -> String { text.chars().filter(|c| c.is_ascii_graphic()).collect() };
        let ours: String = lines.iter().map(|(_, line)| gist(line)).collect();
        if ours == gist(&theirs) { same += 1 } else { differing.push(path.display().to_string()) }
    }
    println!("{same} of {count} the same; not: {differing:#?}");
    assert!(count >= 150 && same * 100 >= count * 95, "{same} of {count}");
}

fn first_plain(mail: &mailparse::ParsedMail) -> Option<String> {
    if mail.subparts.is_empty() {
        let attached = mail.get_content_disposition().disposition == mailparse::DispositionType::Attachment;
        let plain = mail.ctype.mimetype.eq_ignore_ascii_case("text/plain");
        return (plain && !attached).then(|| mail.get_body().ok()).flatten();
    }
    mail.subparts.iter().find_map(first_plain)
}

#[test]
fn bombs_do_no_harm_even_on_a_small_stack() {
    let nested = b"Content-Type:message/rfc822\n\n".repeat(70_000);
    let encoded = {
        // Base64 of the same, behind which mail-parser alone takes gigabytes (F1).
        let inner = b"Content-Type:message/rfc822\n\n".repeat(40_002);
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n".to_vec();
        for chunk in inner.chunks_exact(3) {
            let bits = u32::from(chunk[0]) << 16 | u32::from(chunk[1]) << 8 | u32::from(chunk[2]);
            text.extend([18, 12, 6, 0].map(|shift| alphabet[(bits >> shift & 63) as usize]));
        }
        text
    };
    let mut multiparts = Vec::new();
    for level in 0..20_000 {
        multiparts
            .extend(format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n").into_bytes());
    }
    let parts =
        [b"Content-Type: multipart/mixed; boundary=b\n\n".to_vec(), b"--b\n\nx\n".repeat(100_000)].concat();
    let html = [b"Content-Type: text/html\n\n".to_vec(), b"<div><b><table>".repeat(100_000)].concat();
    let folded = [b"Subject: a\n".to_vec(), b" b\n".repeat(500_000), b"\nx".to_vec()].concat();
    let addresses = [b"To: ".to_vec(), b"a@b,".repeat(15_000), b"c@d\n\nx".to_vec()].concat();
    let words = [b"Subject: ".to_vec(), b"=?utf-8?q?a?= ".repeat(4_000), b"\n\nx".to_vec()].concat();
    let bombs: [(&str, Vec<u8>); 8] = [
        ("nested", nested),
        ("encoded", encoded),
        ("multiparts", multiparts),
        ("parts", parts),
        ("html", html),
        ("folded", folded),
        ("addresses", addresses),
        ("words", words),
    ];
    for (name, bomb) in bombs {
        let small = std::thread::Builder::new().stack_size(256 << 10);
        let done = small.spawn(move || {
            let begun = Instant::now();
            let incoming = read(&bomb);
            (begun.elapsed(), incoming.texts.len(), incoming.problems)
        });
        let (took, texts, problems) = done.unwrap().join().unwrap();
        println!("{name}: {took:?}, {texts} texts, {problems:?}");
        assert!(took < Duration::from_secs(60), "{name} took {took:?}");
    }
}

#[test]
fn a_letter_over_the_limit_is_read_by_its_header_alone() {
    let letter = [b"From: ann@x.org\r\nSubject: big\r\n\r\n".to_vec(), b"x\r\n".repeat(1 << 20)].concat();
    let incoming = read(&letter);
    assert_eq!(incoming.headers.subject, "big");
    assert!(
        matches!(
            incoming.problems[..],
            [Problem::TooLarge { .. }] | [Problem::NoText, Problem::TooLarge { .. }]
        ),
        "{:?}",
        incoming.problems
    );
    assert!(incoming.texts.iter().all(|text| text.live.iter().all(|line| line.written.is_empty())));
    assert_eq!(read(b"").problems, [Problem::Empty]);
    assert_eq!(read(b"\r\n\r\n").problems, [Problem::Empty]);
}

/// F4: what comes from a letter cannot break out of a header, panic the builder or make a long line.
#[test]
fn header_bombs_come_to_nothing() {
    use fieldpost_mail::write::{Occasion, Outgoing};
    let hostile = "x\r\nBcc: all@x.org\r\n\r\nMOVE A0-N0";
    let outgoing = Outgoing {
        language: "en",
        from_name: hostile.into(),
        from: "war@h.org".into(),
        to: "ann@x.org".into(),
        reply_to: None,
        subject: format!("{hostile}{}", "s".repeat(3000)),
        message_id: "<r.1.x@h.org>".into(),
        in_reply_to: Some(format!("<{}@x>", "y".repeat(400))),
        references: vec![format!("<a@b>{hostile}"), "<ä@b>".into(), "<good@b>".into()],
        date_ms: 0,
        occasion: Occasion::Answer,
        list: None,
        text: "hello".into(),
        html: None,
        pictures: vec![],
        attachments: vec![],
    };
    let bytes = outgoing.to_bytes().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains("\nBcc:") && !text.contains("In-Reply-To"), "{text}");
    assert!(text.contains("References: <good@b>\r\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 78), "{text}");
    let to = |to: &str| Outgoing { to: to.into(), ..outgoing.clone() }.to_bytes();
    for bad in ["ann@x.org\r\nBcc: b@c", "Ann <ann@x.org>", "ann@x.org, bob@x.org", "", "ann"] {
        assert!(to(bad).is_err(), "{bad}");
    }
}
