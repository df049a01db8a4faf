//! Letters as programs write them and servers hand them on: twenty kinds and more.

use base64::Engine as _;

use crate::post_office::orders;

/// A letter, and the verdict it must get.
pub struct Kind {
    pub id: String,
    pub raw: Vec<u8>,
    pub verdict: &'static str,
}

const PLAIN: &str = "Content-Type: text/plain; charset=utf-8";

/// Moltke's letter `name`, with these lines of header below the usual ones.
fn kind(name: &str, header: &str, body: impl AsRef<[u8]>, verdict: &'static str) -> Kind {
    let id = format!("kind-{name}@test.example");
    let head = format!(
        "From: Moltke <alice@localhost>\r\nTo: war@localhost\r\nMessage-ID: <{id}>\r\nDate: Mon, 1 Jun 2026 10:00:00 +0000\r\n\
         MIME-Version: 1.0\r\n{header}\r\n\r\n"
    );
    Kind { id, raw: [head.as_bytes(), body.as_ref()].concat(), verdict }
}

fn lines(text: &str) -> String {
    text.replace('\n', "\r\n")
}

fn base64(bytes: &[u8]) -> String {
    let coded = base64::engine::general_purpose::STANDARD.encode(bytes);
    let rows = coded.as_bytes().chunks(76).map(|row| String::from_utf8_lossy(row).into_owned());
    rows.collect::<Vec<_>>().join("\r\n") + "\r\n"
}

fn part(header: &str, body: &str) -> String {
    format!("--edge\r\n{header}\r\n\r\n{body}\r\n")
}

/// One text in the clothes of many programs: each is obeyed whole.
fn obeyed() -> Vec<Kind> {
    let text = lines(&orders(0, "UNIT PR1IN\nENTRY 1-7\nSUPPORT 7-7 RADIUS 2"));
    let of = |name: &str, header: &str, body: &[u8]| kind(name, header, body, "obeyed");
    let html = format!("<html><body><p>{}</p></body></html>", text.trim_end().replace("\r\n", "<br>\r\n"));
    let latin = [text.as_bytes(), b"-- \r\nGr\xfc\xdfe aus K\xf6niggr\xe4tz\r\n"].concat();
    let utf16 = [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat();
    let signed = format!(
        "{text}-- \r\nFrom here to the Elbe\r\n.\r\n..\r\n) {{12}}\r\n* 1 FETCH (UID 1)\r\nf1 OK done\r\n"
    );
    let attached =
        "Content-Type: text/plain; name=orders.txt\r\nContent-Disposition: attachment; filename=orders.txt";
    let picture = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=map.png";
    let (html_part, plain_part) = (part("Content-Type: text/html; charset=utf-8", &html), part(PLAIN, &text));
    let alternative = format!("{plain_part}{html_part}--edge--\r\n");
    let mixed = format!("{}{}--edge--\r\n", part(PLAIN, ""), part(attached, &text));
    let large = format!("{plain_part}{}--edge--\r\n", part(picture, &base64(&[7; 300_000])));
    let references =
        (0..90).map(|n| format!("\r\n <a-long-name-of-a-mail-{n}@mail.example>")).collect::<String>();
    vec![
        of("plain", PLAIN, text.as_bytes()),
        of(
            "8bit",
            &format!("{PLAIN}\r\nContent-Transfer-Encoding: 8bit"),
            format!("{text}-- \r\nGrüße\r\n").as_bytes(),
        ),
        of(
            "latin",
            "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit",
            &latin,
        ),
        of(
            "quoted",
            &format!("{PLAIN}\r\nContent-Transfer-Encoding: quoted-printable"),
            text.replace('-', "=2D").replace("SUPPORT", "SUP=\r\nPORT").as_bytes(),
        ),
        of(
            "base64",
            &format!("{PLAIN}\r\nContent-Transfer-Encoding: base64"),
            base64(text.as_bytes()).as_bytes(),
        ),
        of(
            "utf16",
            "Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64",
            base64(&utf16).as_bytes(),
        ),
        of("html", "Content-Type: text/html; charset=utf-8", html.as_bytes()),
        of("alternative", "Content-Type: multipart/alternative; boundary=edge", alternative.as_bytes()),
        of("attached", "Content-Type: multipart/mixed; boundary=\"edge\"", mixed.as_bytes()),
        of("large", "Content-Type: multipart/mixed; boundary=edge", large.as_bytes()),
        of("flowed", "Content-Type: text/plain; charset=utf-8; format=flowed", text.as_bytes()),
        of(
            "coded-subject",
            &format!("Subject: =?utf-8?B?QmVmZWhsZSBmw7xy?=\r\n =?utf-8?Q?_heute?=\r\n{PLAIN}"),
            text.as_bytes(),
        ),
        of("8bit-subject", &format!("Subject: Befehle f\u{fc}r heute\r\n{PLAIN}"), text.as_bytes()),
        of("long-header", &format!("References:{references}\r\n{PLAIN}"), text.as_bytes()),
        of("bare", "X-Nothing: here", text.as_bytes()),
        of("odd-lines", PLAIN, signed.as_bytes()),
        of("no-last-line", PLAIN, text.trim_end().as_bytes()),
        of(
            "reply",
            PLAIN,
            format!("{text}\r\nOn Monday Ann wrote:\r\n> UNIT PR2IN\r\n> ENTRY 9-9\r\n").as_bytes(),
        ),
    ]
}

/// Every kind.
pub fn kinds() -> Vec<Kind> {
    let of = |name: &str, header: &str, body: &str, verdict| {
        kind(name, &format!("{header}\r\n{PLAIN}"), lines(body), verdict)
    };
    let wrong = orders(0, "UNIT PR1IN\nENTRY 2-7").replace("heron", "eagle");
    let partly = orders(0, "UNIT PR2IN\nENTRY 1-8\nMRACH A9-N7 TO THE MOON");
    let mut kinds = obeyed();
    kinds.extend([
        of("wrong-password", "Subject: x", &wrong, "refused"),
        of("partly", "Subject: x", &partly, "partly obeyed"),
        of(
            "out-of-office",
            "Subject: away\nAuto-Submitted: auto-replied".replace('\n', "\r\n").as_str(),
            "I am away.",
            "ignored",
        ),
        of("list", "List-Id: <chat.example>\r\nPrecedence: list", "Hello all", "ignored"),
    ]);
    kinds
}
