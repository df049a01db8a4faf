//! MIME out: one mail to one registered address, as raw bytes that stay the same through every retry.
//!
//! Nothing in it comes from a stranger unwashed: the recipient is a bare address, Message-IDs to thread on
//! are checked by their form, subjects are one short line (row 32, F4). The text carries no line that a
//! mailbox or a reader could take for something else, and nothing that could be obeyed if it came back.

mod lines;

pub use lines::{subject_word, tidy};

use std::time::{Duration, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fieldpost_engine::hex::hex;
use lettre::address::Envelope;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, Message, MessageBuilder, MultiPart, SinglePart};
use mail_parser::MimeHeaders as _;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::domain::ascii_domain;

/// The largest mail in bytes: some providers refuse more than 5 MB once it is encoded.
pub const BYTES_MAX: usize = 4 << 20;

/// The code of English (BCP 47).
const ENGLISH: &str = "en";

/// What a mail is sent for, by RFC 3834.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It answers a letter: a receipt, an error, help.
    Answer,
    /// It was due by itself: a report, a reminder.
    Due,
}

/// The headers that mark a report as of a list, so that automatic answers keep quiet (RFC 2369, 2919).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListHeaders {
    /// Such as `bohemia.reports.example.org`.
    pub id: String,
    /// Where a mail turns the reports off, such as `mailto:war+g.bohemia@example.org?subject=SET%20REPORTS%20OFF`.
    pub unsubscribe: String,
}

/// A file that goes with the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, such as `orders.txt`.
    pub name: String,
    /// Its MIME type, such as `text/plain; charset=utf-8`.
    pub kind: String,
    pub bytes: Vec<u8>,
}

/// A picture within the HTML, which names it as `"cid:<id>"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What names it within the mail; the mail that goes out makes a Content-ID of it that no other mail has.
    pub id: String,
    /// PNG bytes.
    pub png: Vec<u8>,
}

/// A mail to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The host's display name; it comes from the configuration.
    pub from_name: String,
    /// The host's address.
    pub from: String,
    /// The recipient: a bare address.
    pub to: String,
    /// Where answers go, if not to `from`: the game's address.
    pub reply_to: Option<String>,
    /// The subject, without what `Re:` and length need.
    pub subject: String,
    /// The code of its language (BCP 47).
    pub language: &'static str,
    /// The Message-ID with its brackets, from [`super::postmark::Postmark`].
    pub message_id: String,
    /// The Message-ID of the letter it answers.
    pub in_reply_to: Option<String>,
    /// That letter's References, oldest first.
    pub references: Vec<String>,
    /// The time it bears, in milliseconds since 1970 UTC.
    pub date_ms: i64,
    /// What it is sent for.
    pub occasion: Occasion,
    /// For reports.
    pub list: Option<ListHeaders>,
    /// The text; every fact is in it.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// Pictures in the HTML.
    pub pictures: Vec<Picture>,
    pub attachments: Vec<File>,
}

/// Why a mail could not be made.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum WriteError {
    /// An address that no mail can be sent to or from.
    #[error("`{0}` is not a mail address; expected something like name@example.org")]
    Address(String),
    /// A Message-ID of another form than `<local@domain>`.
    #[error("`{0}` is not a Message-ID; expected <local@domain>")]
    MessageId(String),
    /// A MIME type or name that cannot stand in a header.
    #[error("the file `{0}` has no type or name that can be written")]
    File(String),
    #[error("the mail is {0} bytes; at most {BYTES_MAX} can be sent")]
    TooLarge(usize),
    /// The builder refused it.
    #[error("the mail could not be built: {0}")]
    Build(String),
}

impl Outgoing {
    /// The mail as raw bytes. The same mail is always the same bytes.
    ///
    /// # Errors
    /// See [`WriteError`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        let message = self.body(self.head()?)?;
        let bytes = message.formatted();
        if bytes.len() > BYTES_MAX {
            return Err(WriteError::TooLarge(bytes.len()));
        }
        Ok(bytes)
    }

    fn head(&self) -> Result<MessageBuilder, WriteError> {
        if !lines::is_message_id(&self.message_id) {
            return Err(WriteError::MessageId(self.message_id.clone()));
        }
        let date = UNIX_EPOCH + Duration::from_millis(u64::try_from(self.date_ms).unwrap_or(0));
        let name = lines::display_name(&self.from_name);
        let to = address(&self.to)?;
        // The builder's own envelope, which nobody uses, is made of the header read again, and knows no quoted local part.
        let unused = Envelope::new(None, vec![to.clone()]);
        let mut head = Message::builder()
            .envelope(unused.map_err(|error| WriteError::Build(error.to_string()))?)
            .from(Mailbox::new(name, address(&self.from)?))
            .to(Mailbox::new(None, to))
            .date(date)
            .subject(lines::subject(&self.subject))
            .message_id(Some(self.message_id.clone()));
        if let Some(reply_to) = &self.reply_to {
            head = head.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        if let Some(id) = self.in_reply_to.as_ref().filter(|id| lines::is_message_id(id)) {
            head = head.in_reply_to(id.clone());
        }
        let references = lines::thread(&self.references, self.in_reply_to.as_deref());
        if !references.is_empty() {
            head = head.references(references.join(" "));
        }
        self.robot_headers(self.language(head)?)
    }

    /// In which language it is (RFC 3282). English mails have never said so.
    fn language(&self, head: MessageBuilder) -> Result<MessageBuilder, WriteError> {
        if self.language == ENGLISH {
            Ok(head)
        } else {
            raw(head, "Content-Language", &lines::token(self.language))
        }
    }

    /// What tells other machines not to answer (RFC 3834), and ourselves that it is ours (row 7).
    fn robot_headers(&self, head: MessageBuilder) -> Result<MessageBuilder, WriteError> {
        let submitted = match self.occasion {
            Occasion::Answer => "auto-replied",
            Occasion::Due => "auto-generated",
        };
        let mut head = raw(head, "Auto-Submitted", submitted)?;
        head = raw(head, "X-Auto-Response-Suppress", "All")?;
        head = raw(head, "X-Loop", &ascii_domain(&self.from))?;
        if let Some(list) = &self.list {
            head = raw(head, "List-Id", &format!("<{}>", lines::token(&list.id)))?;
            head = raw(head, "List-Unsubscribe", &format!("<{}>", lines::token(&list.unsubscribe)))?;
            head = raw(head, "Precedence", "bulk")?;
        }
        Ok(head)
    }

    /// `mixed( alternative( plain, related( html, pictures ) ), files )`, as far as there is something to hold.
    fn body(&self, head: MessageBuilder) -> Result<Message, WriteError> {
        let built = match (&self.html, self.attachments.is_empty()) {
            (None, true) => head.singlepart(text_part(&self.text, ContentType::TEXT_PLAIN)?),
            (Some(html), true) => head.multipart(self.alternative(html)?),
            (html, false) => {
                let mixed = MultiPart::mixed().boundary(self.boundary("mixed"));
                let mut mixed = match html {
                    Some(html) => mixed.multipart(self.alternative(html)?),
                    None => mixed.singlepart(text_part(&self.text, ContentType::TEXT_PLAIN)?),
                };
                for file in &self.attachments {
                    mixed = mixed.singlepart(file_part(file)?);
                }
                head.multipart(mixed)
            }
        };
        built.map_err(|error| WriteError::Build(error.to_string()))
    }

    fn alternative(&self, html: &str) -> Result<MultiPart, WriteError> {
        let plain = text_part(&self.text, ContentType::TEXT_PLAIN)?;
        let html = text_part(&self.with_content_ids(html), ContentType::TEXT_HTML)?;
        let alternative = MultiPart::alternative().boundary(self.boundary("alternative")).singlepart(plain);
        if self.pictures.is_empty() {
            return Ok(alternative.singlepart(html));
        }
        let mut related = self.related()?.singlepart(html);
        for picture in &self.pictures {
            related = related.singlepart(picture_part(picture, &self.content_id(picture))?);
        }
        Ok(alternative.multipart(related))
    }

    /// Unique in the world, as RFC 2045 (7) and RFC 2392 want it: some programs keep pictures by it, and would show the
    /// map of an older mail. Made of the Message-ID, so that the same mail has the same bytes.
    fn content_id(&self, picture: &Picture) -> String {
        format!("{}.{}", lines::token(&picture.id), self.message_id.trim_matches(['<', '>']))
    }

    fn with_content_ids(&self, html: &str) -> String {
        self.pictures.iter().fold(html.to_owned(), |html, picture| {
            html.replace(&format!("\"cid:{}\"", picture.id), &format!("\"cid:{}\"", self.content_id(picture)))
        })
    }

    /// RFC 2387 wants the type of the part that is shown; some readers list the pictures as files without it.
    fn related(&self) -> Result<MultiPart, WriteError> {
        let boundary = self.boundary("related");
        let kind = format!("multipart/related; type=\"text/html\"; boundary=\"{boundary}\"");
        let kind = ContentType::parse(&kind).map_err(|error| WriteError::Build(error.to_string()))?;
        Ok(MultiPart::builder().header(kind).build())
    }

    /// Made of the Message-ID, so that the same mail has the same bytes. `=_` cannot stand in an encoded part.
    fn boundary(&self, level: &str) -> String {
        let digest = Sha256::digest(format!("{level} {}", self.message_id).as_bytes());
        format!("=_{level}_{}", hex(&digest[..12]))
    }
}

/// Subject and text of a mail that was written here.
pub fn written(mail: &[u8]) -> Option<(String, String)> {
    let mail = mail_parser::MessageParser::default().parse(mail)?;
    let text = mail.body_text(0)?.replace("\r\n", "\n");
    Some((mail.subject().unwrap_or_default().to_owned(), text))
}

/// The HTML of a mail that was written here as a page that stands alone: its pictures are in it, for a browser knows no `cid:`.
pub fn page(mail: &[u8]) -> Option<String> {
    let mail = mail_parser::MessageParser::default().parse(mail)?;
    let html = mail.html_part(0).filter(|part| part.is_text_html())?.text_contents()?.to_owned();
    let pictures = mail.parts.iter().filter_map(|part| Some((part.content_id()?, part.contents())));
    Some(alone(&html, pictures))
}

/// A page with its pictures in it, each by the id under which it names them.
pub fn alone<'a>(html: &str, pictures: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let data = pictures
        .into_iter()
        .map(|(id, png)| (id, format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png))));
    beside(html, data)
}

/// The HTML of a mail as a page whose pictures lie elsewhere, each by its content id and where it is.
pub fn beside<'a>(html: &str, pictures: impl IntoIterator<Item = (&'a str, String)>) -> String {
    pictures.into_iter().fold(html.to_owned(), |html, (id, place)| {
        html.replace(&format!("\"cid:{id}\""), &format!("\"{place}\""))
    })
}

fn address(text: &str) -> Result<lettre::Address, WriteError> {
    let plain = text.len() <= 254 && !text.chars().any(|c| c.is_control() || c.is_whitespace());
    let parsed = ascii_domain(text).parse::<lettre::Address>().ok().filter(|_| plain);
    parsed.ok_or_else(|| WriteError::Address(text.chars().filter(|c| !c.is_control()).take(80).collect()))
}

fn raw(head: MessageBuilder, name: &'static str, value: &str) -> Result<MessageBuilder, WriteError> {
    Ok(head.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_string())))
}

fn text_part(text: &str, kind: ContentType) -> Result<SinglePart, WriteError> {
    let text = if kind == ContentType::TEXT_PLAIN { tidy(text) } else { text.to_string() };
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .map_err(|_| WriteError::Build("the text could not be encoded".to_string()))?;
    Ok(SinglePart::builder().header(kind).body(body))
}

fn file_part(file: &File) -> Result<SinglePart, WriteError> {
    let name = lines::token(&file.name);
    let kind = ContentType::parse(&file.kind).map_err(|_| WriteError::File(name.clone()))?;
    if name.is_empty() || !name.is_ascii() {
        return Err(WriteError::File(name));
    }
    let body = file_body(file).map_err(|_| WriteError::File(name.clone()))?;
    Ok(SinglePart::builder().header(kind).header(ContentDisposition::attachment(&name)).body(body))
}

/// A file of text goes as text where that is shorter, with the ends of lines that text has in a mail (RFC 2046 4.1.1), and so does JSON; all
/// else in base64, which makes a third more of it.
fn file_body(file: &File) -> Result<Body, Vec<u8>> {
    let base64 = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64)?;
    // Ends of lines are white space to JSON, whatever they are (RFC 8259 2).
    let is_text = || file.kind.starts_with("text/") || file.kind == "application/json";
    let text = str::from_utf8(&file.bytes).ok().filter(|_| is_text());
    let Some(text) = text else { return Ok(base64) };
    let lines = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let printable = Body::new_with_encoding(lines, ContentTransferEncoding::QuotedPrintable)?;
    // Mailboxes take a line that begins so for the next mail.
    let is_safe = !printable.as_ref().split(|byte| *byte == b'\n').any(|line| line.starts_with(b"From "));
    let is_shorter = printable.as_ref().len() < base64.as_ref().len();
    Ok(if is_safe && is_shorter { printable } else { base64 })
}

fn picture_part(picture: &Picture, content_id: &str) -> Result<SinglePart, WriteError> {
    let id = lines::token(&picture.id);
    let kind = ContentType::parse("image/png").map_err(|_| WriteError::File(id.clone()))?;
    let body = Body::new_with_encoding(picture.png.clone(), ContentTransferEncoding::Base64)
        .map_err(|_| WriteError::File(id.clone()))?;
    // The name is for readers that offer to keep the picture.
    let shown = ContentDisposition::inline_with_name(&format!("{id}.png"));
    let content_id = ContentId::from(format!("<{content_id}>"));
    Ok(SinglePart::builder().header(kind).header(shown).header(content_id).body(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(kind: &str, bytes: &[u8]) -> (String, Vec<u8>) {
        let file = File { name: "page.html".into(), kind: kind.into(), bytes: bytes.to_vec() };
        let mixed = MultiPart::mixed().boundary("=_b").singlepart(file_part(&file).unwrap());
        let part = String::from_utf8(mixed.formatted()).unwrap();
        let read = mail_parser::MessageParser::default().parse(part.as_bytes()).unwrap();
        let came = read.parts[1].contents().to_vec();
        (part, came)
    }

    fn encoding(part: &str) -> &str {
        let head = part.lines().find_map(|line| line.strip_prefix("Content-Transfer-Encoding: "));
        head.unwrap_or_else(|| panic!("no encoding in {part}"))
    }

    #[test]
    fn a_file_of_text_goes_as_text_and_comes_as_it_was() {
        let long = "<p>Königgrätz = 1866, and a line that goes on in plain letters</p> ".repeat(200);
        let text = format!("from here\n.\n> quoted \t\nblank at the end \n{long}\n\n=3D\nlast");
        for ends in ["\n", "\r\n"] {
            let (part, came) = mail("text/html; charset=utf-8", text.replace('\n', ends).as_bytes());
            assert_eq!(encoding(&part), "quoted-printable");
            assert!(part.lines().all(|line| line.len() <= 76 && line.is_ascii()), "{part}");
            assert_eq!(String::from_utf8(came).unwrap().replace("\r\n", "\n"), text);
            assert!(part.len() < 4 * text.len() / 3, "{} bytes of {}", part.len(), text.len());
        }
    }

    #[test]
    fn what_is_shorter_so_or_no_text_goes_in_base64() {
        for (kind, bytes) in [
            ("text/plain; charset=utf-8", "Ωβγ".repeat(90).into_bytes()),
            ("text/plain; charset=utf-8", vec![0xff; 200]),
            ("text/plain; charset=utf-8", b"one\nFrom two\n".repeat(20)),
            ("application/zip", b"PK plain letters".repeat(20)),
        ] {
            let (part, came) = mail(kind, &bytes);
            assert_eq!(encoding(&part), "base64", "{kind}");
            assert!(part.lines().all(|line| line.len() <= 78), "{part}");
            assert!(kind.starts_with("text/") || came == bytes);
        }
    }
}
