//! What hindered the reading of a letter, in words: what could not be read, what stands in files that are not opened, and what to do.

use fieldpost_grammar::letter::{Complaint, Span};
use fieldpost_mail::read::{Chosen, Closed, ClosedPart, Incoming, LeftOut, Problem, Text, TextKind};

/// Parts of one letter that are named at most.
const MOST_NAMED: usize = 3;

/// What hindered the reading becomes complaints, so that the answer names it.
pub fn problems(incoming: &Incoming, chosen: &Chosen<'_>) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    if let Chosen::Several(names) = chosen {
        complaints.push(several_files(names));
    }
    for problem in &incoming.problems {
        if let Some((why, nearest)) = problem_words(problem) {
            complaints.push(of_the_letter(why, nearest));
        }
    }
    complaints
}

/// Where several files hold orders, none is picked by guessing.
pub fn several_files(names: &[&str]) -> Complaint {
    let why = format!("several attached files hold orders ({}), and none is guessed at", names.join(", "));
    of_the_letter(why, Some("one file a letter"))
}

/// A complaint about the letter as a whole.
fn of_the_letter(why: String, nearest: Option<&str>) -> Complaint {
    let span = Span { line: 0, start: 0, end: 0 };
    Complaint::new(span, "", why).near(nearest.map(str::to_owned))
}

/// The parts of a letter in which no order stands that cannot be looked into.
pub fn closed(incoming: &Incoming) -> Vec<Complaint> {
    incoming.closed.iter().take(MOST_NAMED).map(closed_words).collect()
}

/// A block that ends where the header of an older letter seems to begin, as in a dispatch with lines "From:" and "To:" of its own.
pub fn cut_off(header: &LeftOut) -> Complaint {
    let first = header.line.trim().chars().take(60).collect::<String>();
    let why = format!(
        "a block stops at the line {first:?}: an older letter seems to begin there, and the orders below it were not read"
    );
    of_the_letter(why, Some("the orders without such a line, or with # before it"))
}

/// The texts of a letter in which orders stand beside the one that is read.
pub fn unread(texts: &[&Text]) -> Vec<Complaint> {
    texts.iter().take(MOST_NAMED).map(|text| unread_words(text)).collect()
}

/// What stands in another text of the letter than the one that is read.
fn unread_words(text: &Text) -> Complaint {
    let (what, nearest) = match &text.kind {
        TextKind::Attachment(name) => (
            format!("the attached file {name:?} holds orders too, which were not read: those in the mail itself count"),
            "write all orders in the mail itself, or leave only its head there and all orders in one file",
        ),
        TextKind::Html => (
            "the HTML of your mail holds orders that its plain text does not, and only the plain text was read".to_owned(),
            "send it as plain text alone",
        ),
        TextKind::Plain | TextKind::PlainDecodedAgain => {
            let part = text.parts.first().map_or(0, |part| part + 1);
            (format!("part {part} of your mail holds orders too, which were not read"), "write all orders in one text")
        }
    };
    of_the_letter(what, Some(nearest))
}

/// That orders may stand in a file that is not opened here, and what to do, for a letter that is not obeyed.
pub fn unopened(incoming: &Incoming) -> Option<String> {
    let said = incoming.closed.iter().take(MOST_NAMED).map(|part| {
        let (why, nearest) = closed_sentence(part);
        format!("{why}: {nearest}")
    });
    let said = said.collect::<Vec<_>>().join("; ");
    (!said.is_empty()).then_some(said)
}

fn closed_words(part: &ClosedPart) -> Complaint {
    let (why, nearest) = closed_sentence(part);
    of_the_letter(format!("no order stands in the text, and {why}"), Some(nearest))
}

/// What keeps a part from being looked into, and what to do.
fn closed_sentence(part: &ClosedPart) -> (String, &'static str) {
    const COPY: &str = "copy its text into the mail itself, or attach it as plain text (.txt)";
    let name = &part.name;
    let file = |what: &str| format!("the attached file {name:?} is {what} that is not opened here");
    match part.closed {
        Closed::Document => (file("a document"), COPY),
        Closed::Page => (file("a page of HTML"), COPY),
        Closed::Calendar => (file("an appointment"), COPY),
        Closed::Other => (file("of a kind"), COPY),
        Closed::Archive => (file("an archive"), "attach what is in it as plain text (.txt), unpacked"),
        Closed::Picture => (
            format!("the attached file {name:?} is a picture, which nobody reads here"),
            "write the orders in the mail itself",
        ),
        Closed::Letter => (
            format!("{name:?} is a mail enclosed in yours, and forwarded mail is never carried out"),
            "copy its text into the mail itself, without marks before its lines",
        ),
        Closed::OutlookRichText => (
            format!("the part {name:?} is Outlook rich text, which only Outlook reads"),
            "set the format of your mail to plain text or HTML (in Outlook: Format Text) and send it again",
        ),
        Closed::Encrypted => (
            format!("the part {name:?} is encrypted, and cannot be read here"),
            "send the orders unencrypted; your password keeps others from ordering",
        ),
        Closed::OpaqueSignature => (
            format!(
                "the part {name:?} is an S/MIME signature with the text wrapped up in it, which is not opened here"
            ),
            "send it unsigned, or signed in clear text (in Outlook: Send clear text signed message)",
        ),
    }
}

fn problem_words(problem: &Problem) -> Option<(String, Option<&'static str>)> {
    let plain = Some("send the orders as plain text");
    match problem {
        Problem::HtmlTooTangled => Some(("the letter's HTML is too tangled to be read".into(), plain)),
        Problem::TextCut(limit) => {
            let rest = Some("send the rest in another letter, and no old mail below it");
            Some((format!("only the first {limit} bytes of the text were read"), rest))
        }
        Problem::TooManyParts(limit) => {
            Some((format!("only the first {limit} parts of the letter were read"), plain))
        }
        Problem::TooDeep(limit) => Some((format!("parts nested deeper than {limit} were not read"), plain)),
        Problem::HeaderTooLong(limit) => {
            Some((format!("only the first {limit} bytes of its header were read"), None))
        }
        Problem::Empty | Problem::TooLarge { .. } | Problem::NoText => None,
    }
}
