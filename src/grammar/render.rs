//! What is asked of the desk and the lines of press, back to their words: what a receipt echoes. Reading these words gives the
//! same again.

use super::reading::{Account, Away, Recipient, Sender};

/// What is asked of the desk, in canonical words; a new password is not shown.
pub fn account(asked: &Account) -> String {
    match asked {
        Account::Help(topic) => topic.as_ref().map_or_else(|| "HELP".into(), |topic| format!("HELP {topic}")),
        Account::Status => "STATUS".into(),
        Account::ShowOrders => "SHOW ORDERS".into(),
        Account::SendReport(None) => "SEND REPORT".into(),
        Account::SendReport(Some(turn)) => format!("SEND REPORT {turn}"),
        Account::NewPassword(secret) => format!("NEW PASSWORD {secret}"),
        Account::CancelOrders(pieces) => {
            pieces.iter().fold("CANCEL ORDERS".into(), |words, piece| format!("{words} {piece}"))
        }
        Account::Check => "CHECK".into(),
        Account::Test => "TEST".into(),
        Account::Unsubscribe => "UNSUBSCRIBE".into(),
        Account::Subscribe => "SUBSCRIBE".into(),
        Account::Confirm(token) => format!("CONFIRM {token}"),
        Account::SetReports(wishes) => {
            let words = wishes.iter().map(|wish| wish.words()).collect::<Vec<_>>();
            format!("SET REPORTS {}", words.join(", "))
        }
        Account::SignUp { name, nation } => {
            let name = name.as_ref().map(|name| format!(" AS {name}")).unwrap_or_default();
            let nation = nation.as_ref().map(|nation| format!(" FOR {nation}")).unwrap_or_default();
            format!("SIGN UP{name}{nation}")
        }
        Account::CancelOffice(None) => "CANCEL OFFICE".into(),
        Account::CancelOffice(Some(words)) => format!("CANCEL OFFICE {words}"),
        Account::ListGames => "LIST GAMES".into(),
        Account::Observe => "OBSERVE".into(),
        Account::Advise => "ADVISE".into(),
        Account::Mute(sender) => format!("MUTE {}", sender_words(sender)),
        Account::Absent(away) => format!("ABSENT {}", away_words(away)),
        Account::Back => "BACK".into(),
        Account::Ready(true) => "READY".into(),
        Account::Ready(false) => "NOT READY".into(),
        Account::Resign => "RESIGN".into(),
        Account::NewAddress(address) => format!("NEW ADDRESS {address}"),
        Account::Unmute(sender) => format!("UNMUTE {}", sender_words(sender)),
    }
}

/// Days of an absence and its deputy, as ABSENT has them.
pub fn away_words(away: &Away) -> String {
    let deputy = away.deputy.as_ref().map(|deputy| format!(" DEPUTY {deputy}")).unwrap_or_default();
    format!("FROM {} TO {}{deputy}", away.from, away.to)
}

fn sender_words(sender: &Sender) -> &str {
    match sender {
        Sender::Anonymous => "ANONYMOUS",
        Sender::Player(name) => name,
    }
}

/// The line that begins a press, in canonical words.
pub fn press_line(to: &[Recipient], anonymous: bool) -> String {
    let names = to.iter().map(recipient).collect::<Vec<_>>().join(", ");
    format!("PRESS TO {names}{}", if anonymous { " ANONYMOUSLY" } else { "" })
}

fn recipient(to: &Recipient) -> String {
    match to {
        Recipient::All => "ALL".into(),
        Recipient::Ga => "GA".into(),
        Recipient::Side(name) | Recipient::Officer(name) | Recipient::Player(name) => name.clone(),
    }
}
