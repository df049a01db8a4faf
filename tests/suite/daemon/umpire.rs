//! What administrators get of a turn that was run, what they may look at, and what a substitute gets.

use fieldpost::store::{Mail, MailRow};

use super::{SEATS, Trial, letter};

/// An owner, a helper, and a GA who plays.
const ADMINISTRATORS: &str = "[[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n\
     [[ga]]\nname = \"Carla\"\nemail = \"carla@example.org\"\nrole = \"helper\"\n\
     [[ga]]\nname = \"Paul\"\nemail = \"moltke@prussia.example\"\nrole = \"ga\"\n";

fn administered() -> Trial {
    Trial::of_seats("", &format!("{SEATS}\n{ADMINISTRATORS}"))
}

impl Trial {
    fn to(&self, address: &str, words: &str) -> Vec<MailRow> {
        let rows = self.mails().into_iter().filter(|row| row.to == address);
        rows.filter(|row| row.kind != Mail::Welcome && self.text(row).contains(words)).collect()
    }

    fn whole(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        use mail_parser::MimeHeaders;
        let files = message
            .attachments()
            .filter(|file| file.attachment_name().is_some_and(|name| name == "desk.html"));
        let page = |text: &str| fieldpost::print::fold::unfolded(text).unwrap();
        files.map(|file| page(file.text_contents().unwrap_or_default())).collect()
    }
}

#[test]
fn a_turn_that_was_run_is_told_to_its_administrators_with_the_whole_board() {
    let mut trial = administered();
    trial.take(&letter("Message-ID: <1@x>\r\n", super::ORDERS));
    trial.run_turn();
    let words = trial.to("anna@example.org", "Turn 1 was run");
    let text = trial.text(&words[0]);
    assert!(text.contains("3 players without orders") && text.contains("Moltke, Prussia: 1 of"), "{text}");
    let board = trial.to("anna@example.org", "(the whole board)");
    assert_eq!(board.len(), 1);
    let text = trial.text(&board[0]);
    for unit in ["PR1IN", "AU1CQ"] {
        assert!(text.contains(unit), "{unit} is missing: {text}");
    }
    assert!(!text.contains("PASSWORD"), "nobody orders from it: {text}");
    let desk = trial.whole(&board[0]);
    assert!(desk.contains("PR1IN") && desk.contains("AU1CQ"), "the desk page has both sides");
    // Neither helpers nor players nor who plays too.
    for address in ["carla@example.org", "benedek@austria.example", "moltke@prussia.example"] {
        assert_eq!(trial.to(address, "(the whole board)").len(), 0, "{address}");
    }
    let paul = trial.to("moltke@prussia.example", "Turn 1 was run");
    assert!(trial.text(&paul[0]).contains("You play in this game"), "{}", trial.text(&paul[0]));
}

#[test]
fn a_substitute_is_told_the_aim_the_fellows_and_the_position() {
    let mut trial = administered();
    let said = trial.office.typed("demo", "REPLACE Gablenz BY new@example.org").unwrap();
    assert!(said.contains("new@example.org"), "{said}");
    let mails = trial.mails().into_iter().filter(|row| row.to == "new@example.org").collect::<Vec<_>>();
    let text = trial.text(&mails[0]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Turn 1 begins on") && text.contains("- Benedek, Austria"), "{text}");
    assert!(text.contains("You command"), "{text}");
    assert!(!text.contains("@austria.example") && !text.contains("@prussia.example"), "{text}");
    assert_eq!(mails.len(), 2);
    assert!(trial.text(&mails[1]).contains("Gablenz"), "{}", trial.text(&mails[1]));
}
