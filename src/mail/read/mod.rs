//! MIME in: raw bytes to what a letter says, and how it was read.
//!
//! **Reading never fails and never panics**: any bytes make an [`Incoming`], bounded in size and work. What
//! hinders (too large, no text, encrypted) is a [`Problem`] in it, for the answer to name.
//!
//! Structure is mail-parser's, over a copy in which no part is an enclosed message, so that nothing nests
//! (`fence`); bytes are the letter's own: charset, format=flowed, HTML and quotes are decided here.

mod address;
mod bounce;
mod charset;
mod choose;
mod class;
mod delimiters;
mod fence;
mod flowed;
pub mod fold;
mod header;
mod headers;
mod html;
mod html_marks;
mod join;
mod link;
pub mod mask;
mod mended;
mod parts;
mod recall;
mod signed;
mod texts;
mod transfer;
mod zone;
mod zone_lists;
mod zone_words;

use std::sync::Arc;

pub use bounce::{Bounce, FailedRecipient};
pub use choose::Chosen;
pub use headers::{Authentication, Headers};
pub use signed::Seal;
pub use zone::{LeftOut, Line, Why};

/// What the reader needs to know of the host, and the bounds it keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// The host's own addresses: mail from them is its own, come back (row 7).
    pub own_addresses: Vec<String>,
    /// Whose Authentication-Results count (row 15); none unless the host says so.
    pub authserv_id: Option<String>,
    /// The bounds.
    pub limits: Limits,
}

/// Bounds on one letter (row 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Raw size in bytes; a larger letter is read by its header alone.
    pub raw: usize,
    /// The header block in bytes; a letter with more is read by the first of it alone.
    pub header: usize,
    /// MIME parts.
    pub parts: usize,
    /// Multiparts within multiparts.
    pub depth: usize,
    /// Decoded text in bytes, each candidate.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { raw: 2 << 20, header: 64 << 10, parts: 200, depth: 20, text: 256 << 10 }
    }
}

/// A letter as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// What its header says.
    pub headers: Headers,
    /// What kind of letter it is.
    pub class: Class,
    /// Every text that may hold orders, in the order of the letter.
    pub texts: Vec<Text>,
    /// What hinders reading it, worst first.
    pub problems: Vec<Problem>,
    /// Its parts as they lie, for the answer to TEST.
    pub parts: Vec<PartNote>,
    /// Whether a line in which a whole letter stood was taken apart ([`Incoming::unroll`]).
    pub unrolled: bool,
    /// Parts in which orders may stand that cannot be looked into here: to be named where no order is found elsewhere.
    pub closed: Vec<ClosedPart>,
}

/// A part in which orders may stand that cannot be looked into here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPart {
    /// Its file name, or its type where it has none.
    pub name: String,
    pub closed: Closed,
}

/// What closes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// A word processor's document, a PDF or a spreadsheet.
    Document,
    /// An archive, such as a zip.
    Archive,
    /// A picture that is attached.
    Picture,
    /// A page of HTML that is attached.
    Page,
    /// An enclosed letter: what is forwarded is never obeyed (row 28).
    Letter,
    /// An appointment.
    Calendar,
    /// An attached file of any other kind.
    Other,
    /// Outlook rich text (winmail.dat).
    OutlookRichText,
    /// Encrypted (OpenPGP or S/MIME).
    Encrypted,
    /// Signed by S/MIME in the form that wraps the text up.
    OpaqueSignature,
}

/// What kind of letter it is. Everything but `Human` is never answered (row 8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// Written by someone.
    #[default]
    Human,
    /// Sent by a machine, and the sign it was known by.
    Automatic(String),
    /// Word of a failed or late delivery.
    Bounce(Bounce),
    /// From a mailing list, and the sign it was known by.
    List(String),
    /// The host's own mail, come back.
    Own(String),
}

/// What hinders reading a letter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// Nothing at all came.
    Empty,
    /// The raw letter is larger than the limit, in bytes; only its header was read.
    TooLarge {
        /// Its size.
        bytes: usize,
        limit: usize,
    },
    /// The header block is longer than the limit, in bytes.
    HeaderTooLong(usize),
    /// More parts than the limit.
    TooManyParts(usize),
    /// Multiparts nested deeper than the limit.
    TooDeep(usize),
    /// A part's text was longer than the limit, in bytes, and was cut there.
    TextCut(usize),
    /// HTML too tangled to be read.
    HtmlTooTangled,
    /// No part with text.
    NoText,
}

/// Where a text stood in the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A text/plain part of the body.
    Plain,
    /// A text/html part of the body, as lines.
    Html,
    /// An attached text file, by its name.
    Attachment(String),
    /// A text/plain part without a transfer encoding that looks like quoted-printable, decoded as such (row 22).
    PlainDecodedAgain,
}

/// One text that may hold orders: its live lines, and what was left out of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Where it stood.
    pub kind: TextKind,
    /// The numbers of its parts in [`Incoming::parts`]: texts that stand side by side in a letter, pictures between them, are one.
    pub parts: Vec<usize>,
    /// The charset its first part was read in, as WHATWG names it.
    pub charset: String,
    /// Whether it was format=flowed.
    pub flowed: bool,
    /// The lines that count.
    pub live: Vec<Line>,
    /// The lines that do not.
    pub left_out: Vec<LeftOut>,
    /// The signature that covers all live lines, if one does; not checked yet.
    pub seal: Option<Arc<Seal>>,
}

/// A part as it lies in the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartNote {
    /// Its type, such as `text/plain`, as declared, lower case.
    pub kind: String,
    /// Its file name, if it has one.
    pub name: Option<String>,
    /// Its size in bytes as it lies.
    pub size: usize,
    /// How deep it lies: 0 is the letter itself.
    pub depth: usize,
}

/// Reads a letter with the default bounds and no knowledge of the host; see [`Reader::read`].
pub fn read(raw: &[u8]) -> Incoming {
    Reader::default().read(raw)
}

impl Reader {
    /// Reads a letter. Any bytes will do; the same bytes always read the same.
    pub fn read(&self, raw: &[u8]) -> Incoming {
        let raw = raw.get(fence::blank_lines_before_header(raw)..).unwrap_or(raw);
        if raw.len() > self.limits.raw {
            let mut incoming = self.read_header(raw);
            incoming.problems.push(Problem::TooLarge { bytes: raw.len(), limit: self.limits.raw });
            return incoming;
        }
        let header = header::header_length(raw);
        if header > self.limits.header {
            let mut incoming = self.read_header(raw);
            incoming.problems.push(Problem::HeaderTooLong(self.limits.header));
            return incoming;
        }
        parts::read(self, raw)
    }

    /// Reads a letter's header alone, as for one that is too large to fetch; it has no texts.
    pub fn read_header(&self, raw: &[u8]) -> Incoming {
        let raw = raw.get(fence::blank_lines_before_header(raw)..).unwrap_or(raw);
        let header = header::header_length(raw).min(self.limits.header);
        let header = raw.get(..header).unwrap_or(raw);
        if header.iter().all(u8::is_ascii_whitespace) {
            return Incoming { problems: vec![Problem::Empty], ..Incoming::default() };
        }
        parts::read(self, header)
    }
}
