//! Whether reading a letter takes time in proportion to it, in every way through `mail/read` and `grammar`: hostile shapes at
//! 1, 2, 4 and 8 times their size, and each at the size limit.
//!
//! `cargo bench --bench reading` prints milliseconds of the processor (the least of several runs; what else the machine does counts
//! little, so) and ends with an error if a doubling
//! costs more than 2.5 times as much. Words after `--` choose shapes by their names. What is timed is all that is done to a
//! letter whoever wrote it: reading, choosing, orders by a game's language, looking for passwords, masking.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use fieldpost_games::LANGUAGES;
use fieldpost_grammar::command::read_ga_letter;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{looks_like_order_line, may_be_passwords, read_head_parted, read_parted};
use fieldpost_ground::square::Grid;
use fieldpost_land::language;
use fieldpost_mail::read::{Chosen, mask, read};

/// The most that a doubling may cost.
const MOST: f64 = 2.5;
/// What takes less is not judged: the clock is too coarse.
const LEAST: Duration = Duration::from_millis(4);
/// Runs of which the least counts.
const RUNS: usize = 3;

type Shape = (&'static str, fn(usize) -> Vec<u8>);

fn plain(head: &str, body: String) -> Vec<u8> {
    format!("From: ann@x.org\r\nTo: war@h.org\r\n{head}\r\n\r\n{body}").into_bytes()
}

fn text(body: String) -> Vec<u8> {
    plain("Content-Type: text/plain; charset=utf-8", body)
}

fn html(body: String) -> Vec<u8> {
    plain("Content-Type: text/html; charset=utf-8", body)
}

fn parts(times: usize, part: &str) -> Vec<u8> {
    let parts = format!("--b\r\n{part}\r\n").repeat(times);
    plain("Content-Type: multipart/mixed; boundary=b", format!("{parts}--b--\r\n"))
}

/// About 8 KiB at size 1 each, so that 8 is within the bounds of one text.
const SHAPES: [Shape; 59] = [
    ("one long line", |n| text("MOVE G4-V6 x ".repeat(600 * n))),
    ("one long line of letters that are folded", |n| text("é–x ".repeat(1_300 * n))),
    ("one letter with marks", |n| text(format!("e{}", "\u{301}".repeat(4_000 * n)))),
    ("one long line of digits", |n| text("1".repeat(8_000 * n))),
    ("words of prose", |n| text("Sir, I have the honour to report that all is well.\n".repeat(160 * n))),
    ("orders", |n| text(format!("PASSWORD a b c\nUNIT AU3IN\n{}", "MARCH H4-S1\n".repeat(600 * n)))),
    ("blocks", |n| text((0..400 * n).map(|k| format!("UNIT AU{}IN\nMARCH H4-S1\n", k % 900 + 1)).collect())),
    ("complaints", |n| text(format!("UNIT AU3IN\n{}", "MARHC H4-S1\n".repeat(600 * n)))),
    ("blocks of pieces that there are not", |n| text("UNIT ZZ3IN\nMARCH H4-S1\n".repeat(300 * n))),
    ("heads", |n| text("GAME a TURN 1 PLAYER ann\nCHECK\nx\n".repeat(250 * n))),
    ("passwords", |n| text((0..250 * n).map(|k| format!("PASSWORD word-number-{k}\n")).collect())),
    ("one password again and again", |n| text("PASSWORD red fox jumps\n".repeat(350 * n))),
    ("a line of passwords", |n| text("PASSWORD red ".repeat(600 * n))),
    ("presses", |n| text("PRESS TO benedek\nSir\nEND PRESS\n".repeat(250 * n))),
    ("presses that end nowhere", |n| text("PRESS TO nobody\nEND\n".repeat(400 * n))),
    ("press heads", |n| text("PRESS TO benedek\n".repeat(500 * n))),
    ("a line of recipients", |n| {
        text(format!("PRESS TO {}\nSir\nEND PRESS\n", "benedek,".repeat(1_000 * n)))
    }),
    ("recipients in lines", |n| {
        text("PRESS TO benedek,\nbenedek,\nbenedek\nSir\nEND PRESS\n".repeat(180 * n))
    }),
    ("recipients in a press", |n| {
        text(format!("PRESS TO benedek\n{}\nEND", "PRESS TO a,b,c,".repeat(550 * n)))
    }),
    ("a line of units", |n| text(format!("UNIT AU1IN{}\nMARCH H4-S1\n", ", AU3IN".repeat(1_000 * n)))),
    ("lines of units", |n| {
        text(format!("UNIT AU1IN{}\nMARCH H4-S1\n", ", AU3IN, AU4IN,\nAU5IN".repeat(380 * n)))
    }),
    ("a line of squares", |n| text(format!("UNIT AU3IN\nMARCH{}\n", " H4-S1".repeat(1_300 * n)))),
    ("lines that end in a comma", |n| {
        text(format!("UNIT AU3IN\nMARCH H4-S1,{}\n", "\nH4-S2,".repeat(1_100 * n)))
    }),
    ("boxes", |n| text(format!("UNIT AU3IN\n{}", "REACT 7-7 RADIUS 3 PHASES 1-4\n".repeat(270 * n)))),
    ("pieces to cancel", |n| text(format!("CANCEL ORDERS{}\n", " AU3IN,".repeat(1_000 * n)))),
    ("wishes", |n| text(format!("SET REPORTS TEXT{}\n", ", NO PICTURES".repeat(600 * n)))),
    ("commands with a list", |n| {
        text(format!("GA\nTELL benedek{}\nSir\nEND\n", ", benedek".repeat(900 * n)))
    }),
    ("attributions", |n| text("On Mon, 1 Feb 2027 at 10:00, War <war@h.org> wrote:\n".repeat(150 * n))),
    ("dates that begin an attribution", |n| text("On Mon, 1 Feb 2027\n".repeat(400 * n))),
    ("quotes", |n| text("> MOVE G4-V6\nMOVE G4-V6\n".repeat(300 * n))),
    ("lines of headers", |n| text("From: x\nFrom: y\n".repeat(500 * n))),
    ("a line of headers", |n| text("From: x Sent: y ".repeat(500 * n))),
    ("rules", |n| text("________________\n\n\n\n".repeat(400 * n))),
    ("blank lines", |n| text("\n".repeat(8_000 * n))),
    ("quote marks", |n| text(format!("\"{}", "\" \"x".repeat(2_000 * n)))),
    ("flowed lines", |n| plain("Content-Type: text/plain; format=flowed", "MOVE G4-V6 \r\n".repeat(600 * n))),
    ("HTML, flat", |n| html("<p>MOVE <b>G4</b>&ndash;V6</p>".repeat(280 * n))),
    ("HTML, deep", |n| html(format!("{}MOVE", "<div>".repeat(120 * n)))),
    ("HTML, a table", |n| html(format!("<table>{}", "<tr><td><p>MOVE</p><td><p>G4".repeat(300 * n)))),
    ("HTML, styles", |n| {
        html("<span style='border-top: solid 1px; font-size: 0.9em'>x</span>".repeat(130 * n))
    }),
    ("HTML, formatting left open", |n| html("<font color=red><p>x".repeat(100 * n))),
    ("quoted-printable", |n| {
        plain("Content-Transfer-Encoding: quoted-printable", "MOVE=20G4=E2=80=93V6=\r\n".repeat(340 * n))
    }),
    ("base64", |n| {
        plain(
            "Content-Transfer-Encoding: base64",
            "TU9WRSBHNC1WNgpNT1ZFIEc0LVY2Ck1PVkUgRzQtVjYK\r\n".repeat(170 * n),
        )
    }),
    ("parts", |n| parts(24 * n, "Content-Type: text/plain\r\n\r\nMOVE G4-V6")),
    ("enclosed letters", |n| {
        parts(24 * n, "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nMOVE G4-V6")
    }),
    ("multiparts in multiparts", |n| {
        let levels =
            (0..100 * n).map(|k| format!("Content-Type: multipart/mixed; boundary=b{k}\r\n\r\n--b{k}\r\n"));
        levels.collect::<String>().into_bytes()
    }),
    ("parts with pictures between", |n| {
        let picture = "--b\r\nContent-Type: image/png\r\n\r\nx\r\n";
        let text = "--b\r\nContent-Type: text/plain\r\n\r\nMOVE G4-V6\r\n";
        plain(
            "Content-Type: multipart/mixed; boundary=b",
            format!("{}--b--\r\n", [text, picture].concat().repeat(12 * n)),
        )
    }),
    ("files with orders beside orders", |n| {
        let file =
            "Content-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n";
        parts(24 * n, &format!("{file}UNIT AU3IN\r\nMARCH H4-S1"))
    }),
    ("HTML that says more than its plain text", |n| {
        let plain_text =
            format!("Content-Type: text/plain\r\n\r\nUNIT AU3IN\r\n{}", "MARCH H4-S1\r\n".repeat(250 * n));
        let page =
            format!("Content-Type: text/html\r\n\r\nUNIT AU3IN<br>{}", "MARCH H4-S2<br>".repeat(250 * n));
        plain(
            "Content-Type: multipart/alternative; boundary=b",
            format!("--b\r\n{plain_text}--b\r\n{page}--b--\r\n"),
        )
    }),
    ("HTML, struck out", |n| html("MOVE <s>G4</s> V6 <del>x</del>".repeat(250 * n))),
    ("HTML, styles of many declarations", |n| {
        html(format!("<p style='{}'>x</p>", "opacity:1;height:1px;".repeat(350 * n)))
    }),
    ("links", |n| text("MOVE a.b<http://a.b> c <d> ".repeat(300 * n))),
    ("lines of links", |n| text("MOVE a.b<http://a.b>\n".repeat(400 * n))),
    ("lines that are no UTF-8", |n| {
        let mut raw = text(String::new());
        raw.extend(b"K\xc3\xb6nig\nH\xe9lmuth\n".repeat(400 * n));
        raw
    }),
    ("bad escapes", |n| {
        plain("Content-Transfer-Encoding: quoted-printable", "MOVE=Z1==G4=\r\n".repeat(500 * n))
    }),
    ("base64 with foreign characters", |n| {
        plain("Content-Transfer-Encoding: base64", "TU9W!RSB*HNC1\r\n\r\n".repeat(400 * n))
    }),
    ("dividers", |n| text("- - - x - - -\n>>> Ann wrote 10:00 >>>\n> x\n".repeat(180 * n))),
    ("words that announce a password", |n| text("Kennwort: lion of nachod, Пароль: x y z\n".repeat(160 * n))),
    ("clear-signed", |n| {
        text(format!("-----BEGIN PGP SIGNED MESSAGE-----\n\n{}", "- MOVE G4-V6 \n".repeat(550 * n)))
    }),
];

/// All that is done to a letter, whoever wrote it.
fn work(raw: &[u8], lexicon: &Lexicon) -> usize {
    let incoming = read(raw);
    let looks = |line: &str| looks_like_order_line(line, LANGUAGES);
    let text = match incoming.choose(&looks) {
        Chosen::Text { text, .. } => Some(text),
        Chosen::Several(_) | Chosen::Nothing => None,
    };
    let left_out = usize::from(incoming.orders_left_out(&looks));
    let (words, gaps) = text.map(|text| (text.plain(), text.gaps())).unwrap_or_default();
    black_box(read_head_parted(&words, LANGUAGES, &gaps));
    let letter = read_parted(&words, lexicon, &gaps);
    for language in LANGUAGES {
        black_box(read_parted(&words, &Lexicon::of(language), &gaps));
    }
    black_box(read_ga_letter(&words, lexicon));
    let passwords =
        mask::texts(raw).iter().flat_map(|text| may_be_passwords(text, LANGUAGES)).collect::<Vec<_>>();
    let masked = mask::mask_all(raw, &[], &passwords).map_or(0, |masked| masked.len());
    letter.units.len() + left_out + masked
}

/// How long this thread has been at work, as the system counts it; where it does not, by the clock.
fn at_work() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system brings the count up to date when a thread gives up the processor.
    std::thread::yield_now();
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = counted.and_then(|counted| counted.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn once(raw: &[u8], lexicon: &Lexicon) -> Duration {
    let begun = at_work();
    black_box(work(raw, lexicon));
    at_work() - begun
}

fn least(raw: &[u8], lexicon: &Lexicon) -> Duration {
    (0..RUNS).map(|_| once(raw, lexicon)).min().unwrap_or_default()
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect::<Vec<_>>();
    let grid = Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() };
    let lexicon = Lexicon { players: vec!["benedek".into()], ..language::lexicon(&grid) };
    let mut bad = Vec::new();
    println!(
        "{:42} {:>8} {:>8} {:>8} {:>8}   {:>8}",
        "milliseconds at", "1", "2", "4", "8", "a letter of 2 MiB"
    );
    for (name, shape) in SHAPES {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let times = [1, 2, 4, 8].map(|size| least(&shape(size), &lexicon));
        let full = ((2 << 20) / shape(1).len()).max(1);
        let at_limit = once(&shape(full), &lexicon);
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        let ratio = |one: Duration, two: Duration| if two < LEAST { 1.0 } else { ms(two) / ms(one) };
        // One doubling may hit upon a bad moment; what is not linear shows in both.
        let is_bad = ratio(times[1], times[2]) > MOST && ratio(times[2], times[3]) > MOST;
        let row = times.map(|time| format!("{:8.2}", ms(time))).join(" ");
        println!("{name:42} {row}   {:8.0}{}", ms(at_limit), if is_bad { "  NOT LINEAR" } else { "" });
        bad.extend(is_bad.then_some(name));
    }
    if bad.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
