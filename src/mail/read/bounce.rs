//! Delivery reports (RFC 3464, row 11): who could not be reached, for good or for now, and by which mail.

use mail_parser::MessagePart;

use super::headers::{Fields, ids};
use super::parts::Letter;

/// Word of a failed or late delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounce {
    /// The recipients it speaks of.
    pub recipients: Vec<FailedRecipient>,
    /// Message-IDs that it names or returns, with brackets: one may be ours.
    pub returned_ids: Vec<String>,
    /// The sign it was known by.
    pub sign: String,
    /// What a recipient complained of by the button of their mail program (RFC 5965), such as `abuse`: the mail did arrive.
    pub complaint: Option<String>,
}

/// A recipient of a delivery report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRecipient {
    pub address: String,
    /// Whether this mail will not be tried again; a status of 4 then says that the next one may arrive.
    pub permanent: bool,
    /// The status code, such as `5.1.1`.
    pub status: Option<String>,
}

/// What a delivery report says; `None` if it is none: a letter with a null return path may be an automatic
/// answer just as well.
pub(super) fn details(letter: &Letter<'_>, fields: &Fields<'_>, sign: &str) -> Option<Bounce> {
    let mut bounce = Bounce { sign: sign.to_string(), ..Bounce::default() };
    for value in fields.text("x-failed-recipients") {
        let addresses = value.split([',', ' ']).filter(|word| word.contains('@'));
        bounce.recipients.extend(addresses.map(|a| FailedRecipient {
            address: a.to_string(),
            permanent: true,
            status: None,
        }));
    }
    let mut reported = !bounce.recipients.is_empty();
    for part in letter.parts().iter().take(50) {
        match letter.kind(part).as_str() {
            "message/delivery-status" | "message/global-delivery-status" => {
                reported = true;
                bounce.recipients.extend(status_blocks(&part_text(letter, part)));
            }
            "message/feedback-report" => {
                reported = true;
                complained(&mut bounce, &part_text(letter, part));
            }
            "message/rfc822"
            | "message/global"
            | "text/rfc822-headers"
            | "message/rfc822-headers"
            | "message/global-headers" => {
                bounce.returned_ids.extend(returned_ids(&part_text(letter, part)));
            }
            _ => {}
        }
    }
    if bounce.returned_ids.is_empty() && !bounce.recipients.is_empty() {
        bounce.returned_ids = written_ids(letter);
    }
    bounce.recipients.dedup();
    (reported || !bounce.returned_ids.is_empty()).then_some(bounce)
}

fn part_text(letter: &Letter<'_>, part: &MessagePart<'_>) -> String {
    const ENOUGH: usize = 64 << 10;
    let bytes = letter.bytes_of(part);
    String::from_utf8_lossy(bytes.get(..ENOUGH).unwrap_or(&bytes)).into_owned()
}

/// One recipient for each block of fields after the first that names one.
fn status_blocks(text: &str) -> Vec<FailedRecipient> {
    let text = text.replace("\r\n", "\n");
    text.split("\n\n").filter_map(status_block).take(100).collect()
}

fn status_block(block: &str) -> Option<FailedRecipient> {
    let field = |name: &str| {
        let line = block
            .lines()
            .find(|line| line.get(..name.len()).is_some_and(|l| l.eq_ignore_ascii_case(name)))?;
        Some(line.get(name.len()..)?.trim().to_string())
    };
    let address = field("Original-Recipient:").or_else(|| field("Final-Recipient:"))?;
    let address = address.rsplit(';').next().unwrap_or_default().trim().trim_matches(['<', '>']).to_string();
    let status = field("Status:").and_then(|text| text.split_whitespace().next().map(str::to_string));
    let action = field("Action:").unwrap_or_default().to_ascii_lowercase();
    if matches!(action.as_str(), "delivered" | "relayed" | "expanded") {
        return None;
    }
    let says_five = status.as_deref().is_some_and(|status| status.starts_with('5'));
    let permanent = action.starts_with("fail") || (!action.starts_with("delay") && says_five);
    Some(FailedRecipient { address, permanent, status })
}

/// A report of feedback (RFC 5965): who complained, where it says so. Reports on how a mail was authenticated are none.
fn complained(bounce: &mut Bounce, text: &str) {
    let field = |name: &str| {
        let line =
            text.lines().find(|line| line.get(..name.len()).is_some_and(|l| l.eq_ignore_ascii_case(name)))?;
        Some(line.get(name.len()..)?.trim().to_owned())
    };
    let kind = field("Feedback-Type:").unwrap_or_default().to_ascii_lowercase();
    if !matches!(kind.as_str(), "abuse" | "fraud" | "virus" | "other" | "opt-out" | "miscategorized") {
        return;
    }
    let who = field("Original-Rcpt-To:").or_else(|| field("Removal-Recipient:"));
    let address = who.map(|who| who.trim_matches(['<', '>']).to_owned());
    bounce.recipients.extend(address.map(|address| FailedRecipient {
        address,
        permanent: true,
        status: None,
    }));
    bounce.complaint = Some(kind);
}

/// The Message-IDs of a mail that is returned as words, without multipart, as Exim may be set to do. Whoever quotes one of ours by
/// hand says nothing by it: only what names failed recipients is looked through.
fn written_ids(letter: &Letter<'_>) -> Vec<String> {
    let Some(text) = letter.parts().first().map(|part| part_text(letter, part)) else { return Vec::new() };
    let unfolded = text.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ");
    let named = unfolded.lines().filter(|line| {
        line.split_once(':')
            .is_some_and(|(name, _)| name.trim_start_matches(['>', ' ']).eq_ignore_ascii_case("message-id"))
    });
    named.flat_map(ids).take(50).collect()
}

/// The Message-ID, and what it answered, of a returned letter's header.
fn returned_ids(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let head = text.trim_start().split("\n\n").next().unwrap_or_default();
    let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
    let named = unfolded.lines().filter(|line| {
        let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
        matches!(
            name.as_str(),
            "message-id"
                | "references"
                | "in-reply-to"
                | "x-microsoft-original-message-id"
                | "x-google-original-message-id"
        )
    });
    named.flat_map(ids).take(50).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Class, read};

    const DSN: &str = "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx\r\nTo: war+b.1.2@h.org\r\n\
        Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nsorry\r\n--b\r\n\
        Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ann@x.org\r\n\
        Action: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient: rfc822; <bob@x.org>\r\nAction: delayed\r\nStatus: 4.2.2\r\n\
        --b\r\nContent-Type: message/rfc822\r\n\r\nSubject: T1\r\nMessage-ID:\r\n <t.7.abc@h.org>\r\n\r\nMOVE A0-N0\r\n--b--\r\n";

    #[test]
    fn a_delivery_report_names_recipients_and_the_returned_mail() {
        let Class::Bounce(bounce) = read(DSN.as_bytes()).class else { panic!("no bounce") };
        let said: Vec<(&str, bool)> =
            bounce.recipients.iter().map(|r| (r.address.as_str(), r.permanent)).collect();
        assert_eq!(said, [("ann@x.org", true), ("bob@x.org", false)]);
        assert_eq!(bounce.returned_ids, ["<t.7.abc@h.org>"]);
    }

    #[test]
    fn a_report_that_returns_the_header_alone_names_the_mail() {
        let text = DSN.replace("message/rfc822", "text/rfc822-headers");
        let Class::Bounce(bounce) = read(text.as_bytes()).class else { panic!("no bounce") };
        assert_eq!(bounce.returned_ids, ["<t.7.abc@h.org>"]);
        let text = text.replace("Subject: T1\r\n", "").replace("\r\nMOVE A0-N0", "");
        let Class::Bounce(bounce) = read(text.as_bytes()).class else { panic!("no bounce") };
        assert_eq!(bounce.returned_ids, ["<t.7.abc@h.org>"]);
    }

    #[test]
    fn a_report_in_words_alone_names_the_mail_that_it_copies() {
        let exim = |header: &str| {
            format!(
                "Return-path: <>\r\nX-Failed-Recipients: ann@x.org\r\nAuto-Submitted: auto-replied\r\n\
                 From: Mail Delivery System <Mailer-Daemon@mx.x.org>\r\nTo: war@h.org\r\n\
                 Subject: Mail delivery failed: returning message to sender\r\n\r\n\
                 This message was created automatically by mail delivery software.\r\n\r\n  ann@x.org\r\n    \
                 host mx.x.org [192.0.2.1]\r\n    SMTP error from remote mail server after RCPT TO:<ann@x.org>:\r\n    \
                 550 5.1.1 No such user\r\n\r\n------ This is a copy of your message, including all the headers. ------\r\n\r\n\
                 Return-path: <war@h.org>\r\nFrom: war@h.org\r\n{header}References: <t.6.abc@h.org>\r\n\r\nMOVE A0-N0\r\n"
            )
        };
        for header in ["Message-ID: <t.7.abc@h.org>\r\n", "Message-Id:\r\n <t.7.abc@h.org>\r\n"] {
            let Class::Bounce(bounce) = read(exim(header).as_bytes()).class else { panic!("no bounce") };
            assert_eq!(bounce.returned_ids, ["<t.7.abc@h.org>"], "what it answered is not what failed");
            assert_eq!(
                (bounce.recipients[0].address.as_str(), bounce.recipients[0].permanent),
                ("ann@x.org", true)
            );
        }
        let Class::Bounce(bounce) = read(exim("").as_bytes()).class else { panic!("no bounce") };
        assert!(bounce.returned_ids.is_empty());
        // Somebody's answer that quotes our mail reports nothing.
        let quoted =
            "Return-Path: <>\r\nFrom: ann@x.org\r\n\r\nI am away.\r\n> Message-ID: <t.7.abc@h.org>\r\n";
        assert!(!matches!(read(quoted.as_bytes()).class, Class::Bounce(_)));
    }

    #[test]
    fn a_complaint_by_the_spam_button_is_known_with_whose_it_is_and_of_what() {
        let arf = |kind: &str| {
            format!(
                "From: feedback@mail.example\r\nTo: war@h.org\r\nContent-Type: multipart/report; \
                 report-type=feedback-report; boundary=b\r\n\r\n--b\r\n\r\nThis is an abuse report.\r\n--b\r\n\
                 Content-Type: message/feedback-report\r\n\r\nFeedback-Type: {kind}\r\nVersion: 1\r\n\
                 Original-Rcpt-To: <ann@x.org>\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: T1\r\n\
                 Message-ID: <t.7.abc@h.org>\r\n\r\nMOVE A0-N0\r\n--b--\r\n"
            )
        };
        let Class::Bounce(bounce) = read(arf("abuse").as_bytes()).class else { panic!("no bounce") };
        assert_eq!(bounce.complaint.as_deref(), Some("abuse"));
        assert_eq!((bounce.recipients[0].address.as_str(), bounce.recipients.len()), ("ann@x.org", 1));
        assert_eq!(bounce.returned_ids, ["<t.7.abc@h.org>"]);
        let Class::Bounce(bounce) = read(arf("auth-failure").as_bytes()).class else { panic!("no bounce") };
        assert_eq!((bounce.complaint, bounce.recipients.len()), (None, 0));
    }

    #[test]
    fn row_28_the_returned_letter_is_no_text() {
        let texts = read(DSN.as_bytes()).texts;
        assert!(texts.iter().flat_map(|t| &t.live).all(|line| !line.written.contains("MOVE")), "{texts:?}");
    }
}
