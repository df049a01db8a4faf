//! The demonstration, as it is run and read.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The first of the two commands, as a new user runs it.
#[test]
fn the_demonstration_shows_every_verdict_and_both_turns() {
    let folder = TempDir::new().unwrap();
    let ended =
        Command::new(env!("CARGO_BIN_EXE_fieldpost")).arg("demo").arg(folder.path()).output().unwrap();
    let words = String::from_utf8(ended.stdout).unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let verdict_of = |name: &str| {
        let line = words
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("no {name} in {words}"));
        line[name.len()..].trim().to_owned()
    };
    let expected = [
        ("01-plain", "obeyed"),
        ("02-html-only", "obeyed"),
        ("03-flowed-quoted-printable", "obeyed"),
        ("04-reply-with-quoted-orders", "obeyed"),
        ("05-wrong-password", "refused"),
        ("06-deputy-overruled", "partly obeyed"),
        ("07-unreadable-line", "partly obeyed"),
        ("08-late", "refused: turn 1 is closed"),
        ("09-second-turn", "obeyed"),
        ("10-show-orders", "obeyed"),
        ("11-out-of-office", "ignored"),
        ("12-stranger", "ignored"),
        ("13-advise", "obeyed"),
    ];
    for (name, verdict) in expected {
        assert!(verdict_of(name).starts_with(verdict), "{name}: {}", verdict_of(name));
    }
    assert!(words.contains("2 turns of demo run again, all the same"), "{words}");
    assert!(
        words
            .lines()
            .filter(|line| line.trim().ends_with(".html"))
            .all(|line| Path::new(line.trim()).exists())
    );
    let pages: Vec<&str> = words.lines().map(str::trim).filter(|line| line.ends_with(".html")).collect();
    let broken = pages.iter().filter(|page| std::fs::read_to_string(page).unwrap().contains("\"cid:"));
    assert_eq!(broken.collect::<Vec<_>>(), Vec::<&&str>::new(), "a browser knows no cid:");
    let (pages, first) = (pages.len(), words.split("Open these first").nth(1).unwrap());
    for kind in ["Receipt", "What happened", "Position"] {
        assert_eq!(first.matches(kind).count(), 1, "{first}");
    }
    let mails = words.lines().filter(|line| line.trim().ends_with(".eml")).count();
    assert_eq!(pages, mails, "a mail has no HTML");
    assert!(mails > 30, "{mails}");
}
