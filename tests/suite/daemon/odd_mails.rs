//! Letters as mail programs make them: our form filled in below "From:" and "Sent:", orders in a file beside the password,
//! documents that are not opened (issue 14, A.4 and A.5).

use super::{Trial, letter};
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_store::MailRow;

const HEAD: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\n";

/// What the last letter had filed, in canonical words.
pub fn filed(trial: &Trial) -> Vec<String> {
    let number: LetterNo = trial.office.store.last_letter().unwrap().unwrap();
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    let orders = book.units.values().flatten().filter(|filed| filed.letter == number);
    orders.flat_map(|filed| &filed.lines).map(|line| line.words.to_string()).collect()
}

/// The mail of the open turn that holds the form, and its text.
fn form(trial: &Trial) -> (MailRow, String) {
    let mails = trial.mails().into_iter().rev().filter(|row| row.to == "moltke@prussia.example");
    let mut forms =
        mails.map(|row| (trial.text(&row), row)).filter(|(text, _)| text.contains("\nUNIT PR1IN"));
    let (text, row) = forms.next().unwrap();
    (row, text.replace('\r', ""))
}

/// An answer as Outlook makes it: no mark before the lines of the mail that is answered.
fn answer(trial: &mut Trial, above: &str, change: impl Fn(&str) -> String) -> (Verdict, String) {
    let (row, text) = form(trial);
    let below = change(&text);
    let body = format!(
        "{above}\n\nFrom: War <war@example.org>\nSent: Monday, 1 June 2026 10:00\nTo: Moltke\nSubject: T2\n\n{below}\n"
    );
    let verdict = trial.take(&letter(&format!("In-Reply-To: {}\r\n", row.message_id), &body));
    (verdict, trial.last_text().split_whitespace().collect::<Vec<_>>().join(" "))
}

fn with_orders(text: &str) -> String {
    text.replacen("\nUNIT PR1IN", "\nUNIT PR1IN\nDEFEND LAST-DITCH", 1)
}

#[test]
fn our_form_filled_in_below_from_and_sent_is_read_if_the_password_stands_above() {
    let mut trial = Trial::new();
    trial.run_turn();
    let (verdict, said) = answer(&mut trial, "PASSWORD heron-quill-maple\n\nRegards, M.", with_orders);
    assert_eq!((verdict, filed(&trial)), (Verdict::Obeyed, vec!["DEFEND LAST-DITCH".to_string()]), "{said}");
    assert!(said.contains("in the form of our own mail"), "{said}");
    // What stands above counts alone.
    let (_, said) = answer(&mut trial, &format!("{HEAD}UNIT PR2IN\nATTACK ASSAULT\n"), with_orders);
    assert_eq!(filed(&trial), ["ATTACK ASSAULT"], "{said}");
}

#[test]
fn a_form_in_which_nothing_is_filled_in_orders_nothing() {
    let mut trial = Trial::new();
    trial.run_turn();
    let (verdict, said) = answer(&mut trial, "PASSWORD heron-quill-maple\n", str::to_string);
    assert!(matches!(verdict, Verdict::Refused(_)) && filed(&trial).is_empty(), "{said}");
    let of_another_turn = |text: &str| with_orders(text).replace("\nTURN 2", "\nTURN 1");
    let (_, said) = answer(&mut trial, "PASSWORD heron-quill-maple\n", of_another_turn);
    assert!(filed(&trial).is_empty(), "{said}");
}

#[test]
fn a_form_with_the_password_in_it_is_told_by_the_lines_above_it() {
    let mut trial = Trial::new();
    trial.run_turn();
    let with_password =
        |text: &str| with_orders(text).replace("\nPASSWORD\n", "\nPASSWORD heron-quill-maple\n");
    let (verdict, said) = answer(&mut trial, "Here are my orders.", with_password);
    assert!(matches!(verdict, Verdict::Refused(_)) && filed(&trial).is_empty(), "{said}");
    assert!(said.contains("\"From:\" and \"Sent:\""), "{said}");
}

fn with_file(body: &str, kind: &str, name: &str, file: &str) -> Vec<u8> {
    let text = format!(
        "From: moltke@prussia.example\r\nTo: war@example.org\r\nSubject: orders\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n{body}\r\n\
         --b\r\nContent-Type: {kind}; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n\r\n\
         {file}\r\n--b--\r\n"
    );
    text.into_bytes()
}

#[test]
fn a_password_in_the_mail_serves_the_orders_in_the_file_beside_it() {
    let mut trial = Trial::new();
    let file = "GAME demo\nTURN 1\nPLAYER Moltke\nPASSWORD\n\nUNIT PR1IN\nDEFEND LAST-DITCH\nEND\n";
    let body = "PASSWORD heron-quill-maple\n\nMy orders are in the file.";
    let verdict = trial.take(&with_file(body, "text/plain", "orders.txt", file));
    assert_eq!(
        (verdict, filed(&trial)),
        (Verdict::Obeyed, vec!["DEFEND LAST-DITCH".to_string()]),
        "{}",
        trial.last_text()
    );
    // Orders in the mail are those that count.
    let both = format!("{HEAD}UNIT PR2IN\nATTACK ASSAULT\n");
    trial.take(&with_file(&both, "text/plain", "orders.txt", file));
    assert_eq!(filed(&trial), ["ATTACK ASSAULT"]);
}

#[test]
fn what_cannot_be_opened_is_named_with_what_to_do() {
    let cases = [
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "orders.docx",
            "attach it as plain text",
        ),
        ("application/pdf", "orders.pdf", "attach it as plain text"),
        ("application/ms-tnef", "winmail.dat", "plain text or HTML"),
        ("application/pkcs7-mime; smime-type=enveloped-data", "smime.p7m", "unencrypted"),
        ("application/pkcs7-mime; smime-type=signed-data", "smime.p7m", "clear text"),
        ("application/pgp-encrypted", "version.asc", "unencrypted"),
    ];
    for (kind, name, what_to_do) in cases {
        let mut trial = Trial::new();
        trial.take(&with_file(&format!("{HEAD}\nMy orders are in the file."), kind, name, "AAAA"));
        let said = trial.last_text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(name) && said.contains(what_to_do), "{kind}: {said}");
        assert!(!said.contains("ine 0"), "{said}");
        // Beside orders in the text it is nobody's business.
        let orders = format!("{HEAD}UNIT PR1IN\nDEFEND LAST-DITCH\n");
        assert_eq!(
            trial.take(&with_file(&orders, kind, name, "AAAA")),
            Verdict::Obeyed,
            "{}",
            trial.last_text()
        );
    }
}

#[test]
fn a_letter_without_its_line_ends_is_read_and_its_password_masked() {
    let mut trial = Trial::new();
    let line = "Dear GM, GAME demo PLAYER Moltke PASSWORD heron-quill-maple UNIT PR1IN DEFEND LAST-DITCH HALT ON ENTRY UNIT PR2IN \
                ATTACK ASSAULT END Regards";
    let verdict = trial.take(&letter("Message-ID: <1@x>\r\n", &format!("{line}\n")));
    let said = trial.text(trial.mails().last().unwrap());
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(filed(&trial), ["DEFEND LAST-DITCH", "HALT ON ENTRY", "ATTACK ASSAULT"], "{verdict:?} {said}");
    assert!(said.contains("came without its line ends"), "{said}");
    let number = trial.office.store.last_letter().unwrap().unwrap();
    let bytes = trial.office.store.letter_bytes(number).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("heron"), "the password is not kept");
}

/// What stands for a unit of the demonstration.
fn standing(trial: &Trial, unit: &str) -> Vec<String> {
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    let filed = &book.units[&fieldpost_engine::piece::Piece::from(unit)];
    filed.last().unwrap().lines.iter().map(|line| line.words.to_string()).collect()
}

#[test]
fn a_units_own_block_counts_before_one_for_its_corps_wherever_it_stands() {
    let corps = "CORPS PR1CQ\nDEFEND LAST-DITCH\nEND\n";
    let own = "UNIT PR3IN\nDEFEND EVADE\nEND\n";
    for orders in [[corps, own].concat(), [own, corps].concat()] {
        let mut trial = Trial::new();
        trial.take(&letter("Message-ID: <1@x>\r\n", &format!("{HEAD}{orders}")));
        assert_eq!(standing(&trial, "PR3IN"), ["DEFEND EVADE"], "{orders}");
        assert_eq!(standing(&trial, "PR1CQ"), ["DEFEND LAST-DITCH"], "{orders}");
        assert_eq!(standing(&trial, "PR4IN"), ["DEFEND LAST-DITCH"], "{orders}");
    }
}

#[test]
fn our_own_mail_below_an_answer_is_not_told_as_orders_left_unread() {
    let mut trial = Trial::new();
    let (row, text) = form(&trial);
    let reply = |order: &str, quoted: &str| {
        let below = quoted.lines().map(|line| format!("> {line}\n")).collect::<String>();
        let body =
            format!("{HEAD}UNIT PR2IN\n{order}\nEND\n\nOn Monday, War <war@example.org> wrote:\n{below}");
        letter(&format!("In-Reply-To: {}\r\n", row.message_id), &body)
    };
    let told = |trial: &mut Trial, order: &str, quoted: &str| {
        trial.take(&reply(order, quoted));
        trial.last_text().split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
    };
    let said = told(&mut trial, "DEFEND LAST-DITCH", &text);
    assert!(!said.contains("orders stand in"), "{said}");
    let said = told(&mut trial, "DEFEND EVADE", &with_orders(&text));
    assert!(said.contains("orders stand in"), "what was written into it is told: {said}");
}

#[test]
fn whoever_has_lost_the_password_is_told_whom_to_ask() {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", "I have lost my password. Could you send it again?\n"));
    let said = trial.last_text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("If you have lost your password, write to "), "{said}");
}

/// Issue 44, 15.
#[test]
fn an_address_with_dots_in_a_row_is_answered() {
    let mut trial = Trial::with_limits("");
    let bytes =
        b"From: Anna <a..b.@docomo.example>\r\nTo: war@example.org\r\nSubject: x\r\nMessage-ID: <1@x>\r\n\
        Authentication-Results: mx.example.org; dmarc=pass header.from=docomo.example\r\n\r\nHELP\r\n";
    assert_eq!(trial.take(bytes), Verdict::Obeyed);
    let to = trial.mails().into_iter().map(|row| row.to).collect::<Vec<_>>();
    let letter = trial.office.store.letter(LetterNo(1)).unwrap().unwrap();
    let answer = trial.mails().into_iter().find(|row| row.to == "a..b.@docomo.example");
    let answer = answer.unwrap_or_else(|| panic!("no answer to {:?}: {to:?}", letter.from));
    let raw = trial.office.store.mail_bytes(answer.id).unwrap();
    assert!(String::from_utf8_lossy(&raw).contains("To: \"a..b.\"@docomo.example"));
}

/// Issue 44, 20.
#[test]
fn a_letter_of_the_second_in_which_the_first_game_opens_is_read() {
    let mut trial = Trial::without_games("");
    trial.clock.set(super::MONDAY + 400);
    let seats = toml::from_str(super::SEATS).unwrap();
    trial.office.open_game("demo", fieldpost_land::scenario::demo(), &seats).unwrap();
    let mut delivered = trial.delivered(&letter("Message-ID: <1@x>\r\n", super::ORDERS));
    // The server's stamp has whole seconds.
    delivered.received_ms = super::MONDAY;
    let taken = trial.office.take(vec![delivered.clone()]).unwrap();
    assert_eq!(taken[0].verdict, Verdict::Obeyed);
    delivered.received_ms = super::MONDAY - 1;
    delivered.place.uid += 1;
    delivered.bytes = letter("Message-ID: <2@x>\r\n", super::ORDERS);
    let taken = trial.office.take(vec![delivered]).unwrap();
    assert!(matches!(taken[0].verdict, Verdict::Ignored(_)), "{:?}", taken[0].verdict);
}
