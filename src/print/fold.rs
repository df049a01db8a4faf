//! Pages folded small for the mail: what is the same for all of them is pressed once, what is each one's own for itself, and a script
//! of the page's own unfolds it where it is opened (`assets/folded.html`). It asks no network and no newer browser for anything.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

/// The page that unfolds another.
const SHELL: &str = include_str!("../../assets/folded.html");

/// Where in it the folded page stands.
const MARK: &str = "@@folded@@";

/// What parts the pieces of a folded page: no page has one.
const PART: char = '\0';

/// How hard what is each page's own is pressed: 9 takes three times as long for a hundredth less.
const EFFORT: u32 = 6;

/// What is the same for all pages of a kind, pressed.
#[derive(Clone, Debug)]
pub struct Frame(Vec<u8>);

impl Frame {
    /// What stands before and after each page's own part.
    pub fn new(before: &str, after: &str) -> Self {
        Frame(pressed(&format!("{before}{PART}{after}{PART}"), 9, FlushCompress::Sync))
    }

    /// A whole page about its own part, folded.
    pub fn folded(&self, own: &str) -> String {
        let own = pressed(own, EFFORT, FlushCompress::Finish);
        SHELL.replacen(MARK, &STANDARD.encode([self.0.as_slice(), &own].concat()), 1)
    }
}

/// The page that a folded one unfolds to; `None` if it is no such page.
pub fn unfolded(page: &str) -> Option<String> {
    let (before, after) = SHELL.split_once(MARK)?;
    let folded = page.strip_prefix(before)?.strip_suffix(after)?;
    let mut pieces = String::new();
    DeflateDecoder::new(STANDARD.decode(folded).ok()?.as_slice()).read_to_string(&mut pieces).ok()?;
    let mut pieces = pieces.split(PART);
    let (before, after, own) = (pieces.next()?, pieces.next()?, pieces.next()?);
    Some([before, own, after].concat())
}

/// A text pressed (RFC 1951), ending at a byte, so that another may follow it or it is the last.
fn pressed(text: &str, effort: u32, end: FlushCompress) -> Vec<u8> {
    let mut press = Compress::new(Compression::new(effort), false);
    let mut out = Vec::with_capacity(text.len() / 3 + 1024);
    loop {
        let taken = usize::try_from(press.total_in()).unwrap_or(usize::MAX);
        let rest = text.as_bytes().get(taken..).unwrap_or_default();
        let status = press.compress_vec(rest, &mut out, end);
        let is_done = match end {
            FlushCompress::Finish => !matches!(status, Ok(Status::Ok | Status::BufError)),
            // Room that is left is a flush that is over.
            _ => out.len() < out.capacity(),
        };
        if is_done {
            return out;
        }
        out.reserve(out.capacity().max(1024));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_back_from_its_folded_form_which_is_small() {
        let (before, after) = ("<p>".repeat(3_000), "</p>".repeat(3_000));
        let frame = Frame::new(&before, &after);
        for own in ["", "x", "\u{2028}Königgrätz", &"{\"unit\":\"PR1IN\"}".repeat(20_000)] {
            let folded = frame.folded(own);
            assert_eq!(unfolded(&folded).unwrap(), [&before, own, &after].concat());
            assert!(folded.len() < SHELL.len() + 4_000, "{}", folded.len());
        }
        assert_eq!(unfolded("<!doctype html>"), None);
    }

    #[test]
    fn nothing_in_the_shell_ends_its_script_and_it_has_one_place_for_the_page() {
        assert_eq!(SHELL.matches(MARK).count(), 1);
        assert_eq!((SHELL.matches("<script").count(), SHELL.matches("</script").count()), (1, 1));
    }
}
