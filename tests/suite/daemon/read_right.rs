//! Letters as mail programs, gateways and people make them, and what is read of each (issue 32): each stands for a kind.

use super::odd_mails::filed;
use super::{Trial, letter};
use fieldpost_desk::record::Verdict;

const HEAD: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\n";
const ONE: &str = "UNIT PR1IN\nDEFEND LAST-DITCH\nEND\n";
const TWO: &str = "UNIT PR2IN\nATTACK ASSAULT\nEND\n";
const BOTH: [&str; 2] = ["DEFEND LAST-DITCH", "ATTACK ASSAULT"];
const PICTURE: &str = "Content-Type: image/png; name=sketch.png\nContent-Disposition: inline; filename=sketch.png\n\
                       Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n";

/// A letter with this header and body, line ends as mail has them.
fn raw(head: &str, body: &[u8]) -> Vec<u8> {
    let top = format!(
        "From: moltke@prussia.example\nTo: war@example.org\nSubject: orders\nMIME-Version: 1.0\n{head}\n"
    );
    let mut bytes = top.into_bytes();
    bytes.extend_from_slice(body);
    let mut dos = Vec::new();
    for byte in bytes {
        if byte == b'\n' {
            dos.push(b'\r');
        }
        dos.push(byte);
    }
    dos
}

fn plain(text: &str) -> String {
    format!("Content-Type: text/plain; charset=utf-8\n\n{text}\n")
}

fn html(text: &str) -> String {
    format!("Content-Type: text/html; charset=utf-8\n\n<div>{}</div>\n", text.replace('\n', "<br>\n"))
}

fn file(name: &str, text: &str) -> String {
    format!(
        "Content-Type: text/plain; name={name}\nContent-Disposition: attachment; filename={name}\n\n{text}\n"
    )
}

/// A multipart of these parts, with its own header.
fn multi(kind: &str, parts: &[&str]) -> String {
    let boundary = format!("b-{}", parts.iter().map(|part| part.len()).sum::<usize>());
    let parts = parts.iter().map(|part| format!("--{boundary}\n{part}")).collect::<String>();
    format!("Content-Type: multipart/{kind}; boundary={boundary}\n\n{parts}--{boundary}--\n")
}

fn mail(parts: &str) -> Vec<u8> {
    let (head, body) = parts.split_once("\n\n").unwrap();
    raw(&format!("{head}\n"), body.as_bytes())
}

/// What comes of a letter: the verdict, the lines filed, and the answer in one line. Every letter has a number of its own: none is another's
/// copy.
fn taken(trial: &mut Trial, bytes: &[u8]) -> (Verdict, Vec<String>, String) {
    let number = trial.office.store.last_letter().unwrap().map_or(0, |number| number.0);
    let verdict = trial.take(&[format!("Message-ID: <{number}@kind>\r\n").as_bytes(), bytes].concat());
    let said = trial.text(trial.mails().last().unwrap()).split_whitespace().collect::<Vec<_>>().join(" ");
    (verdict, filed(trial), said)
}

#[test]
fn texts_side_by_side_are_one_letter_in_order() {
    let mut trial = Trial::new();
    let first = format!("{HEAD}{ONE}");
    for parts in [
        multi("mixed", &[&plain(&first), PICTURE, &plain(TWO)]),
        multi("mixed", &[&plain(HEAD), PICTURE, &plain(&format!("{ONE}{TWO}"))]),
        multi("mixed", &[&html(&first), PICTURE, &html(TWO)]),
        multi("mixed", &[&plain(&first), PICTURE, &html(TWO)]),
        multi(
            "alternative",
            &[&plain(&format!("{first}{TWO}")), &multi("mixed", &[&html(&first), PICTURE, &html(TWO)])],
        ),
        multi("alternative", &[&plain(""), &multi("mixed", &[&html(&first), PICTURE, &html(TWO)])]),
        multi("mixed", &[&multi("alternative", &[&plain(&first), &html(&first)]), PICTURE, &plain(TWO)]),
        multi("mixed", &[&multi("related", &[&html(&first), PICTURE]), &html(TWO)]),
        multi(
            "mixed",
            &[
                &plain(&first),
                &multi("mixed", &[PICTURE, &plain(TWO)]),
                &plain("List info: http://l.example"),
            ],
        ),
        multi("mixed", &[&plain("UNIT"), &plain("")]).replace("UNIT", &format!("{first}{TWO}")),
    ] {
        let (verdict, filed, said) = taken(&mut trial, &mail(&parts));
        assert_eq!(
            (verdict, filed.as_slice()),
            (Verdict::Obeyed, &BOTH.map(str::to_owned)[..]),
            "{parts}\n{said}"
        );
        assert!(said.contains("All is filed"), "{parts}\n{said}");
    }
}

#[test]
fn what_goes_with_a_letter_is_no_part_of_its_text() {
    let mut trial = Trial::new();
    let both = format!("{HEAD}{ONE}{TWO}");
    let key = "Content-Type: application/pgp-keys; name=key.asc\nContent-Disposition: attachment; filename=key.asc\n\nxyz\n";
    let card = "Content-Type: text/vcard; name=me.vcf\nContent-Disposition: attachment; filename=me.vcf\n\nBEGIN:VCARD\n";
    let seal =
        "Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\n";
    let footer =
        plain("_______________________________________________\nwar mailing list\nwar@lists.example");
    let scanner = plain("-- \nThis email has been checked for viruses by Guard.\nwww.guard.example");
    let notes = file("notes.txt", "My notes on the ground: hills, and a river.");
    for part in [key, card, seal, &footer, &scanner, &notes, PICTURE] {
        let (verdict, filed, said) = taken(&mut trial, &mail(&multi("mixed", &[&plain(&both), part])));
        assert_eq!(
            (verdict, filed.as_slice()),
            (Verdict::Obeyed, &BOTH.map(str::to_owned)[..]),
            "{part}\n{said}"
        );
        assert!(said.contains("All is filed"), "{part}\n{said}");
    }
}

#[test]
fn orders_that_were_not_read_are_named_and_all_is_filed_is_not_said() {
    let mut trial = Trial::new();
    let both = format!("{HEAD}{ONE}{TWO}");
    let order = "UNIT PR3IN\nDEFEND EVADE\nEND\n";
    let inline = file("orders.txt", order).replace("attachment", "inline");
    for (parts, what) in [
        (multi("mixed", &[&plain(&both), &file("orders.txt", order)]), "\"orders.txt\""),
        (multi("mixed", &[&plain(&both), &inline]), "\"orders.txt\""),
        (multi("mixed", &[&plain(HEAD), &file("one.txt", ONE), &file("two.ord", TWO)]), "two.ord"),
        (multi("alternative", &[&plain(&both), &html(&format!("{both}{order}"))]), "the HTML of your mail"),
    ] {
        let (verdict, filed, said) = taken(&mut trial, &mail(&parts));
        assert!(!filed.contains(&"DEFEND EVADE".to_owned()), "{parts}\n{said}");
        assert!(
            matches!(verdict, Verdict::PartlyObeyed | Verdict::Refused(_)),
            "{parts}\n{verdict:?} {said}"
        );
        assert!(said.contains(what) && !said.contains("All is filed"), "{parts}\n{said}");
    }
    let quoted = order.lines().map(|line| format!("> {line}\n")).collect::<String>();
    let (_, _, said) = taken(&mut trial, &mail(&plain(&format!("{both}\n{quoted}"))));
    assert!(!said.contains("All is filed") && said.contains("What was read is filed"), "{said}");
    // A form of ours that goes back as it came orders nothing.
    let form = file(
        "orders.txt",
        "GAME demo\nTURN 1\nPLAYER Moltke\nPASSWORD\n\nUNIT PR1IN\n# rests\nUNIT PR2IN\nEND\n",
    );
    let (verdict, _, said) = taken(&mut trial, &mail(&multi("mixed", &[&plain(&both), &form])));
    assert_eq!(verdict, Verdict::Obeyed, "{said}");
    // The same letter wrapped otherwise is the same letter.
    let wrapped = both.replace("DEFEND LAST-DITCH", "*DEFEND* LAST-DITCH");
    let (verdict, _, said) =
        taken(&mut trial, &mail(&multi("alternative", &[&plain(&both), &html(&wrapped)])));
    assert_eq!(verdict, Verdict::Obeyed, "{said}");
}

#[test]
fn an_older_letter_that_pictures_part_stays_an_older_letter() {
    let mut trial = Trial::new();
    let old = html(&format!("<div class=moz-forward-container>From: war</div>{ONE}"));
    let (_, filed, said) =
        taken(&mut trial, &mail(&multi("mixed", &[&html(HEAD), &old, PICTURE, &html(TWO)])));
    assert_eq!(filed, Vec::<String>::new(), "{said}");
    let forward = plain(&format!("{HEAD}\n---------- Forwarded message ---------\nFrom: war\n{ONE}"));
    let (_, filed, said) = taken(&mut trial, &mail(&multi("mixed", &[&forward, PICTURE, &plain(TWO)])));
    assert_eq!(filed, Vec::<String>::new(), "{said}");
}

#[test]
fn one_bad_byte_costs_its_own_line() {
    let mut trial = Trial::new();
    let text = format!("{HEAD}# Königgrätz\n{ONE}UNIT PR2IN\nATTACK ASS\u{7f}AULT\nEND\n-- \nH\u{7f}lmuth\n");
    let stray = text.bytes().map(|byte| if byte == 0x7f { 0xe9 } else { byte }).collect::<Vec<_>>();
    let head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n";
    let (verdict, lines, said) = taken(&mut trial, &raw(head, &stray));
    assert_eq!((verdict, lines), (Verdict::PartlyObeyed, vec![BOTH[0].to_owned()]), "{said}");
    // Our own cut is made where a line ends.
    let long = format!("{HEAD}{ONE}{}", "# Königgrätz, a line that says nothing at all\n".repeat(6_000));
    let mut trial = Trial::new();
    trial.take(&raw(head, long.as_bytes()));
    let said = trial.last_text();
    assert!(filed(&trial) == [BOTH[0]] && said.contains("262144") && !said.contains("Ã"), "{said}");
}

#[test]
fn transfer_encodings_are_undone_as_far_as_they_go() {
    let mut trial = Trial::new();
    let qp = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n";
    let b64 = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
    let coded = "UExBWUVSIE1vbHRrZQpQQVNTV09SRCBoZXJvbiBxdWlsbCBtYXBsZQpVTklUIFBSMUlOCkRFRkVORCBMQVNULURJVENICkVORAo=";
    let footer = "-- \nVirus-free. https://www.guard.example/sig?utm_medium=email&utm_source=link\n";
    for (head, body) in [
        (qp, format!("{HEAD}UNIT PR1IN=20\nDEFEND LAST=E2=80=93DITCH\nEND\n\n{footer}")),
        (
            qp,
            format!(
                "{}\nUNIT PR1IN\nDEFEND LAST=2DDI=\nTCH\nEND=20\n\nGuard: https://g.example/?q=zz\n",
                HEAD.trim_end().replace('\n', "=20\n") + "=20"
            ),
        ),
        (qp, format!("{HEAD}UNIT PR1IN\nDEFEND LAST-DITCH =\n\nEND\n==\n")),
        (b64, format!("{coded}\n\n-- \nScanned by Example Guard, www.guard.example\n")),
        (b64, format!("{}*{}\n", &coded[..20], &coded[20..])),
    ] {
        let (verdict, filed, said) = taken(&mut trial, &raw(head, body.as_bytes()));
        assert_eq!((verdict, filed), (Verdict::Obeyed, vec![BOTH[0].to_owned()]), "{body}\n{said}");
    }
}

#[test]
fn struck_out_orders_are_none_and_the_receipt_says_so() {
    let mut trial = Trial::new();
    let page = |body: &str| mail(&html(&format!("{HEAD}{body}")));
    for struck in [
        "<s>ATTACK ASSAULT</s>",
        "<strike>ATTACK ASSAULT</strike>",
        "<del>ATTACK ASSAULT</del>",
        "<span style='text-decoration:line-through'>ATTACK ASSAULT</span>",
    ] {
        let (verdict, filed, said) =
            taken(&mut trial, &page(&format!("UNIT PR1IN\nDEFEND LAST-DITCH\nUNIT PR2IN\n{struck}\nEND")));
        assert_eq!((verdict, filed), (Verdict::Obeyed, vec![BOTH[0].to_owned()]), "{struck}: {said}");
        assert!(said.contains("1 struck-out line"), "{said}");
    }
    let (_, filed, said) = taken(&mut trial, &page("UNIT PR1IN\nDEFEND <s>EVADE</s> LAST-DITCH\nEND"));
    assert!(filed == [BOTH[0]] && said.contains("1 struck-out line"), "{filed:?} {said}");
    // The plain text beside it has lost the mark.
    let struck = html(&format!("{HEAD}{ONE}UNIT PR2IN\n<s>ATTACK ASSAULT</s>\nEND"));
    let (verdict, filed, said) =
        taken(&mut trial, &mail(&multi("alternative", &[&plain(&format!("{HEAD}{ONE}{TWO}")), &struck])));
    assert_eq!((verdict, filed), (Verdict::Obeyed, vec![BOTH[0].to_owned()]), "{said}");
}

#[test]
fn lines_end_and_lists_begin_as_programs_have_it() {
    let mut trial = Trial::new();
    for end in ["\u{2028}", "\u{2029}", "\u{85}", "\u{b}", "\u{c}"] {
        let text = format!("{HEAD}UNIT PR1IN{end}DEFEND LAST-DITCH{end}END\n");
        let (verdict, filed, said) = taken(&mut trial, &mail(&plain(&text)));
        assert_eq!((verdict, filed), (Verdict::Obeyed, vec![BOTH[0].to_owned()]), "{end:?}: {said}");
    }
    for mark in [
        "o\t",
        "§ ",
        "a. ",
        "a) ",
        "(a) ",
        "i. ",
        "iv) ",
        "◦ ",
        "▪ ",
        "■ ",
        "➢ ",
        "+ ",
        "• ",
        "1. ",
        "\u{f0b7} ",
        "- ",
    ] {
        let text = format!("{HEAD}{mark}UNIT PR1IN\n{mark}DEFEND LAST-DITCH\n{mark}END\n");
        let (verdict, filed, said) = taken(&mut trial, &mail(&plain(&text)));
        assert_eq!((verdict, filed), (Verdict::Obeyed, vec![BOTH[0].to_owned()]), "{mark:?}: {said}");
    }
}

#[test]
fn old_orders_below_any_divider_are_old() {
    let mut trial = Trial::new();
    for divider in [
        ">>> Fieldpost <war@example.org> 11/25/2026 4:57 PM >>>",
        "\u{2010}\u{2010}\u{2010} Original Message \u{2010}\u{2010}\u{2010}",
        "On Wednesday Fieldpost wrote:",
        "Am Mittwoch schrieb Fieldpost:",
        "Gesendet mit der mobilen Mail App",
        "Enviado do iPhone",
        "Obter o Outlook para Android",
    ] {
        let (_, filed, said) = taken(&mut trial, &mail(&plain(&format!("{HEAD}{ONE}\n{divider}\n{TWO}"))));
        assert_eq!(filed, [BOTH[0]], "{divider}: {said}");
    }
}

#[test]
fn a_link_made_of_the_password_is_no_guess() {
    for password in [
        "heron.quill.maple<http://heron.quill.maple>",
        "heron.quill.maple <http://heron.quill.maple>",
        "heron-quill-maple<https://safe.example/?url=heron>",
        "heron, quill, maple",
    ] {
        let mut trial = Trial::new();
        let text = format!("PLAYER Moltke\nPASSWORD {password}\n{ONE}");
        assert_eq!(
            trial.take(&letter("Message-ID: <1@x>\r\n", &text)),
            Verdict::Obeyed,
            "{password}: {}",
            trial.last_text()
        );
        let number = trial.office.store.last_letter().unwrap().unwrap();
        let kept = String::from_utf8_lossy(&trial.office.store.letter_bytes(number).unwrap()).into_owned();
        assert!(!kept.contains("heron") && !kept.contains("aGVyb"), "{kept}");
    }
}

#[test]
fn neither_a_reaction_nor_a_recall_is_an_error() {
    let react = "Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n{\"version\":1,\"emoji\":\"x\"}\n";
    let said = "x\n\nHelmuth reacted via Gmail\n<https://www.google.com/gmail/about/>\n\nOn Wed, 25 Nov 2026 at 16:57, War <war@example.org> wrote:\n> All is filed.";
    let mut trial = Trial::new();
    let mails = trial.mails().len();
    let verdict = trial.take(&mail(&multi("alternative", &[&plain(said), react, &html("x")])));
    assert!(matches!(verdict, Verdict::Ignored(_)) && trial.mails().len() == mails, "{verdict:?}");
    for (subject, words) in [
        (
            "Recall: [demo T1] orders",
            "Helmuth Moltke would like to recall the message, \"[demo T1] orders\".",
        ),
        (
            "Rückruf: [demo T1] orders",
            "Helmuth Moltke möchte die Nachricht \"[demo T1] orders\" zurückrufen.",
        ),
        ("Rappel : [demo T1] orders", "Helmuth Moltke souhaite rappeler le message « [demo T1] orders »."),
    ] {
        let mut trial = Trial::new();
        trial.take(&letter("Message-ID: <1@x>\r\n", &format!("{HEAD}{ONE}")));
        let subject = format!(
            "From: moltke@prussia.example\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{words}\n"
        );
        let verdict = trial.take(subject.as_bytes());
        let said = trial.last_text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(matches!(verdict, Verdict::Ignored(_)), "{verdict:?} {said}");
        assert!(said.contains("what you have ordered stands") && !said.contains("not obeyed"), "{said}");
    }
}

#[test]
fn files_that_are_not_opened_are_named_with_or_without_a_head() {
    let mut trial = Trial::new();
    for (kind, name, what) in [
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "orders.docx",
            "plain text (.txt)",
        ),
        ("application/pdf", "orders.pdf", "plain text (.txt)"),
        ("application/rtf", "orders.rtf", "plain text (.txt)"),
        ("application/vnd.oasis.opendocument.text", "orders.odt", "plain text (.txt)"),
        ("application/octet-stream", "orders.doc", "plain text (.txt)"),
        ("application/zip", "orders.zip", "unpacked"),
        ("image/jpeg", "orders.jpg", "write the orders in the mail itself"),
        ("application/octet-stream", "photo.heic", "write the orders in the mail itself"),
        ("text/html", "orders.html", "plain text (.txt)"),
        ("message/rfc822", "orders.eml", "forwarded mail is never carried out"),
        ("text/calendar", "orders.ics", "plain text (.txt)"),
        ("application/x-unknown", "orders.xyz", "plain text (.txt)"),
    ] {
        let part = format!(
            "Content-Type: {kind}; name={name}\nContent-Disposition: attachment; filename={name}\n\nUNIT PR1IN\n"
        );
        for head in [HEAD, "Orders attached.\n", ""] {
            let (verdict, filed, said) = taken(&mut trial, &mail(&multi("mixed", &[&plain(head), &part])));
            assert!(matches!(verdict, Verdict::Refused(_)) && filed.is_empty(), "{name}: {verdict:?}");
            assert!(said.contains(name) && said.contains(what), "{name}, {head:?}: {said}");
        }
    }
}

#[test]
fn a_blank_line_before_the_header_and_a_name_like_a_servers_change_nothing() {
    let orders = format!("{HEAD}{ONE}");
    let mut leading = b"\r\n\r\n".to_vec();
    leading.extend(letter("", &orders));
    let named = raw("", b"").len();
    assert!(named > 0);
    let postmaster = String::from_utf8(letter("", &orders)).unwrap();
    let postmaster = postmaster
        .replace("From: moltke@prussia.example", "From: \"Postmaster Helmuth\" <moltke@prussia.example>");
    for bytes in [leading, postmaster.into_bytes()] {
        let mut trial = Trial::new();
        assert_eq!(trial.take(&bytes), Verdict::Obeyed, "{}", trial.last_text());
        let number = trial.office.store.last_letter().unwrap().unwrap();
        let kept = String::from_utf8_lossy(&trial.office.store.letter_bytes(number).unwrap()).into_owned();
        assert!(!kept.contains("heron") && !kept.contains("aGVyb"), "{kept}");
    }
}

#[test]
fn presses_go_on_in_the_charset_they_were_written_in() {
    for (charset, written, words) in [
        ("cp850", &b"Gr\x81\xe1e aus K\x94niggr\x84tz"[..], "Grüße aus Königgrätz"),
        ("IBM437", &b"K\x94nig"[..], "König"),
        ("cp949", &b"\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4"[..], "안녕하세요"),
        ("cp932", &b"\x83\x65\x83\x58\x83\x67"[..], "テスト"),
        ("cp936", &b"\xc4\xe3\xba\xc3"[..], "你好"),
    ] {
        let body = [format!("{HEAD}PRESS TO Steinmetz\n").as_bytes(), written, b"\nEND PRESS\n"].concat();
        let head = format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n");
        let mut trial = Trial::new();
        assert_eq!(trial.take(&raw(&head, &body)), Verdict::Obeyed, "{}", trial.last_text());
        let is_press = trial
            .mails()
            .iter()
            .any(|row| row.to == "steinmetz@prussia.example" && trial.text(row).contains(words));
        assert!(is_press, "{charset}");
    }
}

/// A dispatch with a head of its own in a block: the orders below are not obeyed, and that is an error and no silence.
#[test]
fn a_block_that_a_dispatchs_head_cuts_off_is_an_error() {
    let dispatch = "From: Moltke\nTo: 1st Brigade\nDate: 25 June\n";
    let text = format!("{HEAD}UNIT PR1IN\n{dispatch}ATTACK ASSAULT\nDEFEND DEFEND\nEND\n");
    let (verdict, lines, answer) = taken(&mut Trial::new(), &mail(&plain(&text)));
    assert!(matches!(verdict, Verdict::PartlyObeyed | Verdict::Refused(_)), "{verdict:?}");
    assert!(lines.is_empty(), "{lines:?}");
    assert!(
        answer.contains("(1 error)") && answer.contains("a block stops at the line \"From: Moltke\""),
        "{answer}"
    );
    // Below a block that is ended it is an old mail, as ever.
    let text = format!("{HEAD}{ONE}{dispatch}UNIT PR2IN\nATTACK ASSAULT\nEND\n");
    let (verdict, _, answer) = taken(&mut Trial::new(), &mail(&plain(&text)));
    assert_eq!(verdict, Verdict::Obeyed, "{answer}");
}
