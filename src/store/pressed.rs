//! Bodies as they lie on the disk: large mails and papers pressed, everything else as it is.
//!
//! A mail's pictures and files are in base64, in which nothing repeats itself for a press to find. So lines of base64 are first
//! taken apart into the bytes that they stand for, as far as they come back to the very same lines.
//!
//! A body's name is the hash of its own bytes, however it lies there; one that lies there as it is stays readable for ever.

use std::io::{self, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::history::Shelf;

/// What a pressed body begins with; no mail and no paper does.
const HEAD: &[u8] = b"\0fieldpost pressed 1\n";

/// A body of fewer bytes is left as it is: it takes one block of the disk either way, and a host can read it.
const LEAST: usize = 4096;

/// How hard bodies are pressed: 6 takes twice as long for a fiftieth less, for most of a mail is pictures, which are pressed already.
const EFFORT: u32 = 4;

/// Letters of a whole line of base64, as mails have it, and the bytes that it stands for.
const LINE: usize = 76;
const LINE_BYTES: usize = 57;
const END: &[u8] = b"\r\n";

/// A body as it is to lie on the disk; `None` if as it is. Letters are left alone: they are small, and a host may want to read one
/// with nothing but a pager.
pub fn pressed(shelf: Shelf, body: &[u8]) -> Option<Vec<u8>> {
    let is_large = body.len() >= LEAST && shelf != Shelf::Letters;
    // Memory takes whatever is written to it.
    is_large.then(|| press(body).ok()).flatten().filter(|pressed| pressed.len() < body.len())
}

/// The body that lies on the disk as these bytes; `None` if they are no pressed body.
///
/// # Errors
/// If they begin as one and are damaged.
pub fn unpressed(bytes: &[u8]) -> Option<io::Result<Vec<u8>>> {
    bytes.strip_prefix(HEAD).map(unpress)
}

fn press(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = DeflateEncoder::new(HEAD.to_vec(), Compression::new(EFFORT));
    let mut text = 0;
    let mut at = 0;
    while at < body.len() {
        let (end, bytes) = block(&body[at..]);
        if bytes.is_empty() {
            at += line(&body[at..]);
            continue;
        }
        put(&mut out, &body[text..at])?;
        put(&mut out, &bytes)?;
        at += end;
        text = at;
    }
    put(&mut out, &body[text..])?;
    out.finish()
}

/// Texts and the bytes of base64 take turns, each behind its length.
fn put(out: &mut impl Write, part: &[u8]) -> io::Result<()> {
    out.write_all(&(part.len() as u64).to_le_bytes())?;
    out.write_all(part)
}

fn unpress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut parts = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut parts)?;
    let mut body = Vec::with_capacity(parts.len() / 3 * 4);
    let (mut rest, mut is_text) = (parts.as_slice(), true);
    while let Some((length, behind)) = rest.split_first_chunk() {
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let part = behind.split_at_checked(length);
        let (part, behind) = part.ok_or_else(|| io::Error::other("a pressed body is cut short"))?;
        if is_text {
            body.extend_from_slice(part)
        } else {
            write_lines(&mut body, part)
        }
        (rest, is_text) = (behind, !is_text);
    }
    Ok(body)
}

fn write_lines(body: &mut Vec<u8>, bytes: &[u8]) {
    for line in bytes.chunks(LINE_BYTES) {
        body.extend_from_slice(STANDARD.encode(line).as_bytes());
        body.extend_from_slice(END);
    }
}

/// How long the first line is, with its end.
fn line(text: &[u8]) -> usize {
    text.iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| end + 1)
}

/// How long the lines of base64 are with which a text begins, and what they stand for: whole ones, and one more that is shorter or
/// filled up.
fn block(text: &[u8]) -> (usize, Vec<u8>) {
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(found) = text[at..].get(..line(&text[at..])).and_then(|line| line.strip_suffix(END)) {
        let Some(decoded) = read_line(found) else { break };
        // What is shorter begins no block: words look like it.
        if bytes.is_empty() && decoded.len() < LINE_BYTES {
            break;
        }
        at += found.len() + END.len();
        let is_last = decoded.len() < LINE_BYTES;
        bytes.extend_from_slice(&decoded);
        if is_last {
            break;
        }
    }
    (at, bytes)
}

/// What a line stands for, if it is written as [`write_lines`] writes it. The reader takes no line whose bytes have another writing.
fn read_line(line: &[u8]) -> Option<Vec<u8>> {
    let is_one = !line.is_empty() && line.len() <= LINE;
    is_one.then(|| STANDARD.decode(line).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(body: &[u8]) -> usize {
        let pressed = press(body).unwrap();
        assert_eq!(unpressed(&pressed).unwrap().unwrap(), body);
        pressed.len()
    }

    fn mail(bytes: &[u8]) -> Vec<u8> {
        let mut mail = b"Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\n".to_vec();
        write_lines(&mut mail, bytes);
        mail.extend_from_slice(b"--boundary--\r\n");
        mail
    }

    /// Bytes that no press makes smaller.
    fn noise(count: usize) -> Vec<u8> {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u8
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_mail_comes_back_byte_for_byte_and_its_base64_is_taken_apart() {
        for count in [0, 1, 56, 57, 58, 113, 114, 115, 10_000] {
            comes_back(&mail(&noise(count)));
        }
        let picture = mail(&noise(30_000));
        assert!(picture.len() > 40_000 && comes_back(&picture) < 30_400, "as small as the picture itself");
        let words = mail("the same words again, ".repeat(2_000).as_bytes());
        assert!(comes_back(&words) < words.len() / 50);
    }

    #[test]
    fn what_only_looks_like_base64_comes_back_too() {
        let whole = "A".repeat(LINE);
        for text in [
            "",
            "\r\n",
            "abcd",
            "abcd\r\n",
            &whole,
            &format!("{whole}\r\n"),
            &format!("{whole}\n{whole}\n"),
            &format!("{whole}\r\n{whole}"),
            &format!("{whole}\r\nAB==\r\nAB==\r\n"),
            // The last letters of these stand for bits that their bytes do not have.
            &format!("{whole}\r\nAAB=\r\n"),
            &format!("{}=\r\n{whole}\r\n", "A".repeat(LINE - 1)),
            &format!("{whole}\r\nabcd\r\nabcd\r\n{whole}\r\n\r\n{whole}\r\r\n"),
            &format!("{whole}AAAA\r\n{whole}\r\n"),
        ] {
            comes_back(text.as_bytes());
        }
    }

    #[test]
    fn small_bodies_and_letters_are_left_alone() {
        let large = vec![b'x'; LEAST];
        assert!(pressed(Shelf::Post, &large).is_some() && pressed(Shelf::Papers, &large).is_some());
        assert!(pressed(Shelf::Letters, &large).is_none());
        assert!(pressed(Shelf::Post, &large[1..]).is_none());
        assert!(pressed(Shelf::Post, &noise(LEAST)).is_none(), "nothing is gained");
        assert!(unpressed(&large).is_none());
    }

    #[test]
    fn damage_is_an_error() {
        let whole = press(&mail(&noise(5_000))).unwrap();
        assert!(unpressed(&whole[..whole.len() / 2]).unwrap().is_err());
    }
}
