//! What the header of a letter says, as far as anyone here asks.

use mail_parser::{Header, HeaderName, Message};

use super::super::domain::ascii_domain;
use super::address::{addresses, is_address, mailboxes};

/// The header of a letter. None of it is authority: the password is (row 14).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The one mailbox of the one From line; else the Sender, if it is one of several; else none (row 36).
    pub from: Option<String>,
    /// The Sender line's mailbox.
    pub sender: Option<String>,
    /// The Reply-To line's first mailbox.
    pub reply_to: Option<String>,
    /// The To lines' mailboxes.
    pub to: Vec<String>,
    /// The Cc lines' mailboxes.
    pub cc: Vec<String>,
    /// The Subject, decoded, in one line; empty if there is none.
    pub subject: String,
    /// The Date as written; it decides nothing (row 37).
    pub date: Option<String>,
    /// The Message-ID with its angle brackets.
    pub message_id: Option<String>,
    /// The Message-IDs of In-Reply-To, with brackets.
    pub in_reply_to: Vec<String>,
    /// The Message-IDs of References, with brackets, oldest first.
    pub references: Vec<String>,
    /// The return path; `Some("")` is the null one, `<>`.
    pub return_path: Option<String>,
    /// Where the servers say it was delivered to: Delivered-To, X-Original-To and their kin, topmost first.
    pub delivered_to: Vec<String>,
    /// What the host's own server found about the sender, if the host named one (row 15).
    pub authentication: Option<Authentication>,
    /// Whether an ARC chain says that it was passed on on its way (row 16).
    pub arc: bool,
    /// X-Auto-Response-Suppress, lower case: no sign of automatic mail, but errors are then kept back (row 9).
    pub auto_response_suppress: Option<String>,
    /// Whether a filter on its way took it for spam: strangers whose letter says so get no answer (row 17).
    pub spam: bool,
}

/// The results of one Authentication-Results header (RFC 8601), lower case, such as `pass` or `fail`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authentication {
    pub dmarc: Option<String>,
    /// The domain that DMARC was asked about, if the server says.
    pub dmarc_from: Option<String>,
    pub spf: Option<String>,
    /// The domain of the envelope's sender that SPF was asked about, if the server says.
    pub spf_from: Option<String>,
    pub dkim: Option<String>,
    /// The domain that signed, if the server says.
    pub dkim_from: Option<String>,
}

impl Headers {
    /// Whether the host's server found the From line to be false. With an ARC chain this is not known: a
    /// forwarder may have broken the signatures (row 16).
    pub fn from_is_false(&self) -> bool {
        let fail = self.authentication.as_ref().and_then(|a| a.dmarc.as_deref()) == Some("fail");
        fail && !self.arc
    }

    /// The domain of the From line in small letters and ASCII, as servers name it in their results.
    fn sender_domain(&self) -> Option<String> {
        let from = ascii_domain(self.from.as_deref()?);
        from.rsplit_once('@').map(|(_, domain)| domain.to_ascii_lowercase())
    }

    /// Whether the host's server found the From line to be true: DMARC passed (RFC 7489), which it does only for the
    /// domain of that line. A result for another domain than that of the one sender is none.
    pub fn from_is_true(&self) -> bool {
        let Some((found, domain)) = self.authentication.as_ref().zip(self.sender_domain()) else {
            return false;
        };
        let is_it = found.dmarc_from.as_ref().is_none_or(|asked| asked.eq_ignore_ascii_case(&domain));
        found.dmarc.as_deref() == Some("pass") && is_it
    }

    /// Whether the host's server found the From line to be true, by DMARC, or by SPF or DKIM of its own domain; needed
    /// before a stranger is answered where the host named its server (row 17). A pass of another domain's is none: whoever
    /// has a domain could have us write to anybody.
    pub fn from_is_vouched(&self) -> bool {
        let Some((found, domain)) = self.authentication.as_ref().zip(self.sender_domain()) else {
            return false;
        };
        let passes = |result: &Option<String>, of: &Option<String>| {
            result.as_deref() == Some("pass") && of.as_deref().is_some_and(|of| are_kin(of, &domain))
        };
        let by_parts = passes(&found.spf, &found.spf_from) || passes(&found.dkim, &found.dkim_from);
        self.from_is_true() || (by_parts && !self.from_is_false())
    }

    /// Every address the letter was sent to, the servers' word first: plus tags are looked for in this
    /// order (row 35).
    pub fn recipients(&self) -> impl Iterator<Item = &str> {
        self.delivered_to.iter().chain(&self.to).chain(&self.cc).map(String::as_str)
    }

    /// Every Message-ID it answers: In-Reply-To first, then References from the newest.
    pub fn answers(&self) -> impl Iterator<Item = &str> {
        self.in_reply_to.iter().chain(self.references.iter().rev()).map(String::as_str)
    }
}

/// Reads the top header of a message.
pub(super) fn read(message: &Message<'_>, raw: &[u8], authserv_id: Option<&str>) -> Headers {
    let fields = Fields { headers: message.headers(), raw };
    let sender = fields.address(HeaderName::Sender);
    Headers {
        from: sole_from(&fields, sender.as_deref()),
        sender,
        reply_to: fields.address(HeaderName::ReplyTo),
        to: fields.addresses(HeaderName::To),
        cc: fields.addresses(HeaderName::Cc),
        subject: fields.subject(),
        date: fields.text("date").next(),
        message_id: fields.text("message-id").find_map(|text| ids(&text).into_iter().next()),
        in_reply_to: fields.text("in-reply-to").flat_map(|text| ids(&text)).collect(),
        references: fields.text("references").flat_map(|text| ids(&text)).collect(),
        return_path: fields.text("return-path").next().map(|text| bare(&text)),
        delivered_to: fields.delivered_to(),
        authentication: authserv_id.and_then(|id| fields.authentication(id)),
        arc: fields.text("arc-seal").next().is_some(),
        auto_response_suppress: fields.text("x-auto-response-suppress").next().map(|t| t.to_lowercase()),
        spam: ["x-spam-flag", "x-spam-status", "x-spam"].iter().any(|name| fields.says_yes(name)),
    }
}

/// The fields of one header block, from the top.
pub(super) struct Fields<'a> {
    /// As the parser split them.
    pub headers: &'a [Header<'a>],
    /// The letter they lie in.
    pub raw: &'a [u8],
}

impl Fields<'_> {
    /// The values of every field of this lower-case name, unfolded, from the top. Names are compared
    /// without regard to case (F7).
    pub fn text<'b>(&'b self, name: &'b str) -> impl Iterator<Item = String> + 'b {
        self.headers
            .iter()
            .filter(move |header| header.name.as_str().eq_ignore_ascii_case(name))
            .map(|header| self.unfolded(header))
    }

    /// Whether any field's name begins so, in lower case.
    pub fn any_named(&self, start: &str) -> bool {
        self.headers.iter().any(|header| {
            header.name.as_str().get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
        })
    }

    /// Whether a field of this lower-case name begins with the word yes.
    fn says_yes(&self, name: &str) -> bool {
        self.text(name).any(|value| {
            let word = value.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
            word.eq_ignore_ascii_case("yes") || word.eq_ignore_ascii_case("true")
        })
    }

    fn unfolded(&self, header: &Header<'_>) -> String {
        let value =
            self.raw.get(header.offset_start as usize..header.offset_end as usize).unwrap_or_default();
        let text = String::from_utf8_lossy(value);
        let lines: Vec<&str> =
            text.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    fn named(&self, name: HeaderName<'static>) -> impl Iterator<Item = &Header<'_>> {
        self.headers.iter().filter(move |header| header.name == name)
    }

    fn addresses(&self, name: HeaderName<'static>) -> Vec<String> {
        self.named(name).flat_map(|header| self.plain_addresses(header)).collect()
    }

    /// A field with a control character in it names nobody: the parser would glue around it (row 36).
    fn plain_addresses(&self, header: &Header<'_>) -> Vec<String> {
        if self.unfolded(header).chars().any(|c| c.is_control() && c != '\t') {
            return Vec::new();
        }
        addresses(&header.value)
    }

    fn address(&self, name: HeaderName<'static>) -> Option<String> {
        self.addresses(name).into_iter().next()
    }

    fn subject(&self) -> String {
        let subject = self.named(HeaderName::Subject).next().and_then(|header| header.value.as_text());
        subject.unwrap_or_default().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    fn delivered_to(&self) -> Vec<String> {
        const NAMES: [&str; 5] =
            ["x-gm-original-to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];
        let texts = NAMES.iter().flat_map(|name| self.text(name).collect::<Vec<_>>());
        texts.map(|text| bare(&text)).filter(|address| is_address(address)).collect()
    }

    /// The topmost Authentication-Results of the host's own server. Servers take out forged ones that bear
    /// their own id (RFC 8601, 5).
    fn authentication(&self, authserv_id: &str) -> Option<Authentication> {
        self.text("authentication-results").find_map(|text| {
            let mut clauses = clauses(&text).into_iter();
            let id = clauses.next()?.into_iter().next()?;
            let mut found = Authentication::default();
            for clause in clauses {
                found.add(&clause);
            }
            id.eq_ignore_ascii_case(authserv_id).then_some(found)
        })
    }
}

impl Authentication {
    /// Takes one method's result, such as `dmarc=pass header.from=example.org`, in words. Of several results of one
    /// method the first counts, but of DMARC's all must agree.
    fn add(&mut self, clause: &[String]) {
        let lower = |text: &str| text.to_ascii_lowercase();
        let mut pairs = clause.iter().filter_map(|word| word.split_once('='));
        let Some((method, result)) = pairs.next() else { return };
        // RFC 8601, 2.2: a version may follow the method.
        let method = lower(method.split('/').next().unwrap_or_default());
        let result = Some(lower(result));
        match method.as_str() {
            "dmarc" if self.dmarc.is_some() && self.dmarc != result => self.dmarc = Some("several".into()),
            "dmarc" => {
                self.dmarc = result;
                let from = pairs.find(|(property, _)| property.eq_ignore_ascii_case("header.from"));
                self.dmarc_from = from.map(|(_, domain)| lower(domain));
            }
            "spf" if self.spf.is_none() => {
                self.spf = result;
                let from = pairs.find(|(property, _)| property.eq_ignore_ascii_case("smtp.mailfrom"));
                self.spf_from = from.map(|(_, sender)| lower(sender.rsplit('@').next().unwrap_or_default()));
            }
            // Of several signatures one that is good is enough.
            "dkim" if self.dkim.as_deref() != Some("pass") => {
                self.dkim = result;
                let signer = pairs.find(|(property, _)| property.eq_ignore_ascii_case("header.d"));
                self.dkim_from = signer.map(|(_, domain)| lower(domain));
            }
            _ => {}
        }
    }
}

/// Whether one domain is the other or lies below it, both in small letters.
fn are_kin(one: &str, other: &str) -> bool {
    let below = |low: &str, high: &str| low.strip_suffix(high).is_some_and(|rest| rest.ends_with('.'));
    one.contains('.') && other.contains('.') && (one == other || below(one, other) || below(other, one))
}

/// The clauses of an Authentication-Results header in words, `name=value` being one. What stands in comments and
/// between quotation marks may come from the letter's sender and says nothing here: a `;` in it begins no clause.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let mut plain = String::with_capacity(text.len());
    let (mut depth, mut quoted, mut escaped) = (0u32, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => {
                depth -= 1;
                plain.push(' ');
            }
            _ if quoted || depth > 0 => {}
            _ => plain.push(letter),
        }
    }
    let words = |clause: &str| {
        let sides = clause.split('=').map(str::trim).collect::<Vec<_>>();
        sides.join("=").split_whitespace().map(str::to_string).collect()
    };
    plain.split(';').map(words).collect()
}

/// Row 36: exactly one From field with exactly one mailbox; else the Sender, if From names it.
fn sole_from(fields: &Fields<'_>, sender: Option<&str>) -> Option<String> {
    let from: Vec<&Header<'_>> = fields.named(HeaderName::From).collect();
    let found = fields.addresses(HeaderName::From);
    let named: usize = from.iter().map(|header| mailboxes(&header.value)).sum();
    if from.len() == 1 && named == 1 {
        return found.into_iter().next();
    }
    found.into_iter().find(|address| Some(address.as_str()) == sender)
}

/// Every `<…@…>` in a text, with its brackets, at most 250 octets each and 100 in all.
pub(super) fn ids(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in text.split('<').skip(1) {
        let Some((id, _)) = piece.split_once('>') else { continue };
        let plain = !id.chars().any(|c| c.is_control() || c.is_whitespace());
        if plain && id.contains('@') && id.len() <= 248 {
            found.push(format!("<{id}>"));
        }
        if found.len() == 100 {
            break;
        }
    }
    found
}

/// An address field's text without its angle brackets.
fn bare(text: &str) -> String {
    let inner = text.split_once('<').map_or(text, |(_, rest)| rest.split_once('>').map_or(rest, |(a, _)| a));
    inner.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::{Reader, read};

    fn from(header: &str) -> Option<String> {
        read(format!("{header}\r\n\r\nhello").as_bytes()).headers.from
    }

    #[test]
    fn row_36_only_one_from_with_one_mailbox_counts() {
        assert_eq!(from("From: Ann <ann@example.org>"), Some("ann@example.org".into()));
        assert_eq!(from("From: a@b.c\r\nFrom: e@f.g"), None);
        assert_eq!(from("From: a@b.c, e@f.g"), None);
        assert_eq!(from("From: a@b.c, e@f.g\r\nSender: e@f.g"), Some("e@f.g".into()));
        assert_eq!(from("From: a@b.c, e@f.g\r\nSender: x@y.z"), None);
        assert_eq!(from("From: <a@b.c>\0<evil@x.y>"), None);
        assert_eq!(from("Subject: nobody"), None);
    }

    #[test]
    fn row_15_only_the_named_servers_topmost_results_count() {
        let reader = Reader { authserv_id: Some("mx.example.org".into()), ..Reader::default() };
        let letter = b"Authentication-Results: other.example; dmarc=pass\r\n\
            Authentication-Results: MX.example.org 1;\r\n dmarc=fail (p=none) header.from=a.b;\r\n spf=pass\r\n\
            Authentication-Results: mx.example.org; dmarc=pass\r\nFrom: a@b.c\r\n\r\nhello";
        let headers = reader.read(letter).headers;
        assert!(headers.from_is_false() && !headers.from_is_vouched());
        assert_eq!(read(letter).headers.authentication, None);
        let passed_on = [b"ARC-Seal: i=1; cv=none\r\n".as_slice(), letter].concat();
        assert!(!reader.read(&passed_on).headers.from_is_false());
    }

    #[test]
    fn row_17_strangers_are_answered_where_the_server_vouches_for_the_very_domain_of_their_from_line() {
        let reader = Reader { authserv_id: Some("mx.example.org".into()), ..Reader::default() };
        let headers = |head: &str| {
            let letter = format!("{head}\r\nFrom: Ann <ann@Mail.Example.net>\r\n\r\nhello");
            reader.read(letter.as_bytes()).headers
        };
        let is_vouched =
            |results: &str| headers(&format!("Authentication-Results: {results}")).from_is_vouched();
        for yes in [
            "mx.example.org; dmarc=pass header.from=mail.example.net",
            "mx.example.org; dmarc=none; spf=pass smtp.mailfrom=bounce@example.net",
            "mx.example.org; spf=pass smtp.mailfrom=MAIL.example.net",
            "mx.example.org; dkim=fail header.d=x.org; dkim=pass header.d=example.net",
        ] {
            assert!(is_vouched(yes), "{yes}");
        }
        for no in [
            "mx.example.org; none",
            "mx.example.org; spf=pass",
            "mx.example.org; spf=pass smtp.mailfrom=a@evil.example",
            "mx.example.org; spf=pass smtp.mailfrom=a@evilmail.example.net.evil.example",
            "mx.example.org; spf=pass smtp.mailfrom=net",
            "mx.example.org; spf=softfail smtp.mailfrom=a@example.net",
            "mx.example.org; dmarc=fail header.from=mail.example.net; spf=pass smtp.mailfrom=example.net",
            "other.example; dmarc=pass header.from=mail.example.net",
        ] {
            assert!(!is_vouched(no), "{no}");
        }
        let is_spam = |field: &str| headers(field).spam;
        assert!(
            ["X-Spam-Flag: YES", "X-Spam-Status: Yes, score=9.1", "X-Spam: true"].into_iter().all(is_spam)
        );
        let is_clean = |field: &str| !headers(field).spam;
        assert!(
            ["X-Spam-Flag: NO", "X-Spam-Status: No, score=1", "X-Spam-Level: **"].into_iter().all(is_clean)
        );
    }

    fn is_true(results: &str) -> bool {
        let reader = Reader { authserv_id: Some("mx.example.org".into()), ..Reader::default() };
        let letter = format!("Authentication-Results: {results}\r\nFrom: Ann <ann@Example.net>\r\n\r\nhello");
        reader.read(letter.as_bytes()).headers.from_is_true()
    }

    #[test]
    fn only_a_pass_of_dmarc_for_the_from_line_says_that_it_is_true() {
        for yes in [
            "mx.example.org; dmarc=pass header.from=example.net",
            "mx.example.org 1;\r\n dmarc = pass (p=reject; sp=none) header.from=EXAMPLE.net; spf=fail",
            "mx.example.org; spf=none; dmarc/1=PASS",
        ] {
            assert!(is_true(yes), "{yes}");
        }
        for no in [
            "mx.example.org; spf=pass smtp.mailfrom=ann@example.net; dkim=pass header.d=example.net",
            "mx.example.org; dmarc=pass header.from=evil.example",
            "mx.example.org; dmarc=bestguesspass header.from=example.net",
            "mx.example.org; dmarc=none (dmarc=pass)",
            "mx.example.org; spf=fail (\\) ; dmarc=pass header.from=example.net); dmarc=fail",
            "mx.example.org; spf=fail smtp.mailfrom=\"a; dmarc=pass header.from=example.net\"@evil.example; dmarc=fail",
            "mx.example.org; dmarc=pass header.from=example.net; dmarc=fail header.from=example.net",
            "other.example; dmarc=pass header.from=example.net",
            "mx.example.org.evil.example; dmarc=pass",
        ] {
            assert!(!is_true(no), "{no}");
        }
    }

    #[test]
    fn ids_are_kept_as_written_and_unfolded() {
        let headers = read(
            b"Message-ID: <CAB+x=1@mail.example>\r\nReferences: <a@b>\r\n\t<c@d> junk <e f@g>\r\nIn-Reply-To: <c@d>\r\n\r\n",
        )
        .headers;
        assert_eq!(headers.message_id.as_deref(), Some("<CAB+x=1@mail.example>"));
        assert_eq!(headers.references, ["<a@b>", "<c@d>"]);
        assert_eq!(headers.answers().collect::<Vec<_>>(), ["<c@d>", "<c@d>", "<a@b>"]);
    }

    #[test]
    fn row_35_the_servers_word_on_the_recipient_comes_first() {
        let headers =
            read(b"To: war@h.org\r\nDelivered-To: war+g.x@h.org\r\nReturn-Path: <>\r\n\r\n").headers;
        assert_eq!(headers.recipients().collect::<Vec<_>>(), ["war+g.x@h.org", "war@h.org"]);
        assert_eq!(headers.return_path.as_deref(), Some(""));
    }
}
