//! Any text as a letter's body: every line is live or left out, quotes never live, folding settles at once.
#![no_main]

use fieldpost_mail::read::{fold, read};
use libfuzzer_sys::fuzz_target;
use unicode_normalization::UnicodeNormalization;

fuzz_target!(|body: &str| {
    let letter = format!("From: ann@x.org\nContent-Type: text/plain; charset=utf-8\n\n{body}");
    let incoming = read(letter.as_bytes());
    let Some(text) = incoming.texts.first() else { return };
    let mut numbers: Vec<u32> = text.live.iter().map(|line| line.number).collect();
    numbers.extend(text.left_out.iter().map(|line| line.number));
    numbers.sort_unstable();
    assert!(numbers.iter().zip(1..).all(|(number, expected)| *number == expected));
    for line in &text.live {
        assert!(!line.written.trim_start().starts_with(['>', '|']), "{:?}", line.written);
        // Marks may change places where a letter's decomposition begins with one (U+0F73); all else settles.
        let again = fold::plain(line.plain());
        assert!(again.nfkc().eq(line.plain().nfkc()), "{:?}", line.plain());
        assert!(fold::password_forms(&line.written).len() <= 4);
    }
});
