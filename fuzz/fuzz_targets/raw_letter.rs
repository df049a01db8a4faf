//! Any bytes as a letter: no panic, the same again, bounded, and a masked letter shows no password.
#![no_main]

use fieldpost_mail::key::content_key;
use fieldpost_mail::read::mask::mask;
use fieldpost_mail::read::{Limits, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|raw: &[u8]| {
    let incoming = read(raw);
    assert_eq!(incoming, read(raw));
    assert!(incoming.texts.len() <= 2 * Limits::default().parts);
    for text in &incoming.texts {
        let live: usize = text.live.iter().map(|line| line.written.len()).sum();
        // A byte of some charset is at most three of UTF-8.
        assert!(live <= 3 * Limits::default().text);
        let key = content_key(&incoming.headers, Some(text));
        assert_eq!(key.len(), 64);
        for line in &text.live {
            assert!(line.written_at(1, u32::MAX).len() <= line.written.len());
        }
    }
    // Any word of the letter may be the password; the first long one is.
    let words = incoming.texts.first().map(|text| text.plain()).unwrap_or_default();
    if let Some(password) = words.split_whitespace().find(|word| word.len() >= 6) {
        if let Some(masked) = mask(raw, &[password.to_string()]) {
            let again = read(&masked);
            let shown = again.texts.iter().any(|text| text.plain().contains(password));
            assert!(!shown, "a masked letter shows {password:?}");
        }
    }
});
