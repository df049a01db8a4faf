//! Press: letters from player to player, through us. Who may write to whom, how much, and what becomes of it.
//!
//! **Nobody outside the game ever gets one**: recipients are players of the game, at their registered addresses, and
//! its administrator. **An anonymous press names its writer to nobody but the record**: what is mailed of it holds no
//! name, no time, and not to whom else it went.

use crate::answer::{Answer, Body, PressNotice, To, Weight};
use crate::game::GameRecord;
use crate::password;
use crate::record::press::{Delivery, FiledPress, PressBox};
use crate::record::{Account, Change};
use crate::work::{WRONG_PASSWORD, Work};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::{agrees, counted, listed};
use fieldpost_grammar::letter::{Account as Asked, Complaint, Press, Read, Recipient, Sender};

const DAY_MS: i64 = 86_400_000;

/// The mails of a press that waited, when its turn is closed: to those who take it by then.
pub fn notices_at_the_deadline(game: &GameRecord, press: &FiledPress) -> Vec<Answer> {
    let takes =
        |name: &&String| game.account(name).is_some_and(|account| hindrance(account, press).is_none());
    press.to.iter().filter(takes).filter_map(|name| notice(game, press, Some(name))).collect()
}

/// The mail of a press to a player, or to the game administrator.
fn notice(game: &GameRecord, press: &FiledPress, player: Option<&String>) -> Option<Answer> {
    let to = match player {
        Some(name) => {
            let address = game.account(name).map(|account| account.email.clone());
            To::Player { name: name.clone(), address: address.filter(|address| !address.is_empty())? }
        }
        None => To::Ga,
    };
    let signed = !press.anonymous;
    let ga = press.to_ga.then_some("the GA");
    let names = press.to.iter().map(String::as_str).chain(ga).collect::<Vec<_>>();
    let body = PressNotice {
        player: player.cloned(),
        title: game.opening.title.clone(),
        from: signed.then(|| press.from.clone()),
        seat: signed.then(|| seat_words(game, &press.from)).flatten(),
        to: signed.then(|| listed(&names)),
        written: signed.then(|| game.received(&press.receipt)),
        waited: press.waits && player.is_some(),
        lines: shown_lines(&press.text),
        answer_to: signed.then(|| press.from.clone()),
    };
    Some(Answer {
        to,
        game: Some(game.name().clone()),
        turn: Some(game.book.turn),
        weight: Weight::Notice,
        errors: 0,
        replaceable: false,
        body: Body::Press(Box::new(body)),
    })
}

/// Words as mails show them: no blanks behind a line, and four in the place of a tab, which plain mails do not carry.
fn shown_lines(text: &str) -> Vec<String> {
    let lines = text.trim_matches(['\n', '\r']).lines();
    lines.map(|line| line.trim_end().replace('\t', "    ")).collect()
}

/// `Austria: War Minister`, or only the nation.
fn seat_words(game: &GameRecord, name: &str) -> Option<String> {
    let player = game.player(game.player_no(name)?)?;
    let nation = player.party.clone();
    let held = player.offices.iter().map(String::as_str).collect::<Vec<_>>();
    Some(if held.is_empty() { nation } else { format!("{nation}: {}", listed(&held)) })
}

/// How a press begins and how long it is, so that its writer sees what goes out.
pub(super) fn how_it_reads(text: &str) -> String {
    const MOST: usize = 50;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let begin = first.chars().take(MOST).collect::<String>();
    let more = lines.count();
    match (more, begin.len() < first.len()) {
        (0, false) => format!("It says: \"{first}\""),
        (0, true) => format!("It begins: \"{begin} ...\""),
        (more, _) => format!("It begins: \"{begin} ...\", and has {} more.", counted(more as u64, "line")),
    }
}

/// Why a player does not get a press, in words that follow the name.
fn hindrance(account: &Account, press: &FiledPress) -> Option<&'static str> {
    // A seat that the host plays takes press as any other does: its writer is not told that nobody reads it.
    if account.is_closed() {
        return Some("who has left the game");
    }
    let why = if press.anonymous { "who takes no anonymous press" } else { "who takes no press from you" };
    account.press.refuses(&press.from, press.anonymous).then_some(why)
}

/// Whom a press goes to.
#[derive(Default)]
struct Addressees {
    players: Vec<PlayerNo>,
    ga: bool,
}

impl Work<'_> {
    /// Takes one press: it is filed and its mails are owed, or the receipt says why not.
    pub fn take_press(&mut self, read: &Read<Press>) {
        match self.filed_press(read) {
            Err(why) => {
                self.faults.push(why.clone());
                let complaint = Complaint::new(read.span, read.words.clone(), why);
                let primary = self.primary;
                self.receipt_of(primary).complaints.push(complaint);
            }
            Ok((filed, barred)) => self.send_press(filed, &barred),
        }
    }

    fn send_press(&mut self, filed: FiledPress, barred: &[String]) {
        let words = self.sent_words(&filed, barred);
        let now = filed.to.iter().filter(|_| !filed.waits).map(Some);
        let ga = filed.to_ga.then_some(None);
        let mails = now.chain(ga).filter_map(|player| notice(self.game, &filed, player)).collect::<Vec<_>>();
        self.mails.extend(mails);
        self.changes.push(Change::Press {
            game: self.game.name().clone(),
            turn: self.book.turn,
            press: filed,
        });
        self.done += 1;
        let primary = self.primary;
        self.say(primary, words);
    }

    /// The press as it is filed, to all who take it; and the others, with the reason.
    fn filed_press(&self, read: &Read<Press>) -> Result<(FiledPress, Vec<String>), String> {
        let writer = self.speaker.ok_or(WRONG_PASSWORD)?;
        let addressees = self.addressees(writer, &read.what)?;
        let waits =
            self.game.settings.press.delivery == Delivery::AtDeadline && !addressees.players.is_empty();
        let faults = [
            self.fault_of_words(&read.what),
            self.fault_of_rule(&read.what, &addressees),
            self.fault_of_number(writer),
        ];
        faults.into_iter().flatten().next().map_or(Ok(()), Err)?;
        let mut filed = FiledPress {
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            from: self.game.name_of(writer).to_string(),
            words: read.words.clone(),
            to: Vec::new(),
            to_ga: addressees.ga,
            anonymous: read.what.anonymous,
            waits,
            text: read.what.text.clone(),
        };
        let mut barred = Vec::new();
        for name in addressees.players.iter().map(|player| self.game.name_of(*player)) {
            match self.game.account(name).map(|account| hindrance(account, &filed)) {
                Some(None) => filed.to.push(name.to_string()),
                Some(Some(why)) => barred.push(format!("{name}, {why}")),
                None => {}
            }
        }
        if filed.to.is_empty() && !filed.to_ga {
            return Err(format!("it would go to nobody: not to {}", barred.join("; not to ")));
        }
        Ok((filed, barred))
    }

    /// What the game's rule forbids.
    fn fault_of_rule(&self, press: &Press, addressees: &Addressees) -> Option<String> {
        let rule = self.game.settings.press;
        if press.anonymous && !rule.anonymous {
            return Some("in this game press is signed: leave ANONYMOUSLY out".into());
        }
        (rule.delivery == Delivery::None && !addressees.players.is_empty())
            .then(|| "in this game players do not write to each other through us; PRESS TO GA is read".into())
    }

    /// What is wrong with the words themselves: none, too many, or a password among them.
    fn fault_of_words(&self, press: &Press) -> Option<String> {
        let most = self.arrived.press_limits.characters;
        let characters = press.text.chars().count();
        if press.text.trim().is_empty() {
            return Some("no words stand between PRESS TO and END PRESS".into());
        }
        if characters > most as usize {
            return Some(format!(
                "a press may have {most} characters, and this one has {characters}: it was not sent"
            ));
        }
        let new = self.letter.accounts.iter().filter_map(|read| match &read.what {
            Asked::NewPassword(secret) => Some(secret),
            _ => None,
        });
        let blocks = self.letter.units.iter().filter_map(|block| block.password.as_ref());
        let head = self.letter.password.iter().chain(&self.arrived.subject_password);
        let mut secrets = head.chain(blocks).chain(new).peekable();
        // A letter that proved itself otherwise: what stands there could be anybody's password.
        let unproven = secrets.peek().is_none() && press.password_line.is_some();
        (unproven || secrets.any(|secret| password::stands_in(secret, &press.text))).then(|| {
            "your password stands in it, and passwords are not passed on: it was not sent. Take it out, and send the \
             press again"
                .into()
        })
    }

    fn fault_of_number(&self, writer: PlayerNo) -> Option<String> {
        let most = self.arrived.press_limits.per_day as usize;
        let here = self.changes.iter().filter(|change| matches!(change, Change::Press { .. })).count();
        let account = self.game.account(self.game.name_of(writer))?;
        let now = self.arrived.receipt.at_ms;
        let sent = account.press.since(now).collect::<Vec<_>>();
        // The oldest of as many as are allowed: once it is a day old, there is room for one more.
        let first = sent.get(sent.len().saturating_sub(most)).copied().unwrap_or(now);
        (sent.len() + here >= most).then(|| {
            format!(
                "you may send {most} presses within 24 hours, and have sent as many: the next may go after {}",
                self.game.stamp(first + DAY_MS).local
            )
        })
    }

    /// The players and the GA whom a press names. Its writer gets no copy, but of one that is anonymous and named a
    /// group: else who has none would be known for its writer.
    fn addressees(&self, writer: PlayerNo, press: &Press) -> Result<Addressees, String> {
        let mut found = Addressees::default();
        let mut names_self = false;
        for to in &press.to {
            if *to == Recipient::Ga {
                found.ga = true;
                continue;
            }
            let is_group = !matches!(to, Recipient::Player(_));
            for player in self.players_meant(writer, to)? {
                let for_him = player != writer || (press.anonymous && is_group);
                names_self |= player == writer;
                if for_him && !found.players.contains(&player) {
                    found.players.push(player);
                }
            }
        }
        match found {
            Addressees { players, ga: false } if players.is_empty() && names_self => {
                Err("it would go to nobody but yourself".into())
            }
            found => Ok(found),
        }
    }

    fn players_meant(&self, writer: PlayerNo, to: &Recipient) -> Result<Vec<PlayerNo>, String> {
        match to {
            Recipient::Ga => Ok(Vec::new()),
            Recipient::All => Ok(self.game.numbered_players().map(|(number, _)| number).collect()),
            Recipient::Player(name) => match self.game.player_no(name) {
                Some(one) => Ok(vec![one]),
                None => Err(format!("there is no player {name:?} in this game")),
            },
            Recipient::Side(name) => self.game.board().side(name),
            Recipient::Officer(words) => self.game.board().officers(words, writer),
        }
    }

    /// What the receipt says of a press that goes out.
    fn sent_words(&self, filed: &FiledPress, barred: &[String]) -> String {
        let names = filed.to.iter().map(String::as_str).collect::<Vec<_>>();
        let when = if filed.waits {
            format!("with the reports of turn {}", self.book.turn)
        } else {
            "at once".to_string()
        };
        let players = match names.len() {
            0 => None,
            1 => Some(format!("for {}, to go out {when}", listed(&names))),
            many => Some(format!("for {many} players, to go out {when}: {}", listed(&names))),
        };
        let ga = filed.to_ga.then(|| "for the GA, to go out at once".to_string());
        let way = ga.into_iter().chain(players).collect::<Vec<_>>().join(", and ");
        let unsigned = if filed.anonymous { ", without your name" } else { "" };
        let not = barred.iter().map(|who| format!(" Not for {who}.")).collect::<String>();
        let is = if self.only_checks() { "would be" } else { "is" };
        let unread = self.unread_words(&names);
        format!("Your press {is} filed {way}{unsigned}.{not}{unread} {}", how_it_reads(&filed.text))
    }

    /// Who of a press's readers is the machine, of the writer's own party alone: of others nobody is told whether a person plays.
    fn unread_words(&self, names: &[&str]) -> String {
        let party = |name: &str| Some(&self.game.player(self.game.player_no(name)?)?.party);
        let own = self.speaker.map(|writer| self.game.name_of(writer)).and_then(party);
        let is_unread = |name: &&&str| {
            own.is_some() && party(name) == own && self.game.account(name).is_some_and(|one| one.machine)
        };
        let unread: Vec<&str> = names.iter().filter(is_unread).copied().collect();
        if unread.is_empty() {
            return String::new();
        }
        let are = agrees(unread.len() as u64, "is", "are");
        format!(" {} {are} played by the machine: nobody reads it there.", listed(&unread))
    }

    /// MUTE and UNMUTE.
    pub fn mute(&mut self, player: PlayerNo, read: &Read<Asked>, sender: &Sender, muted: bool) {
        let name = self.game.name_of(player).to_string();
        if *sender == Sender::Player(name.clone()) {
            return self.complain(read, "that is yourself".into());
        }
        let Some(mut after) = self.press_box(&name) else { return };
        after.set_muted(sender, muted);
        self.changes.push(Change::Mute {
            game: self.game.name().clone(),
            player: name,
            sender: sender.clone(),
            muted,
        });
        self.done += 1;
        self.say(player, format!("You take no press from: {}.", after.words()));
    }

    /// What a player refuses, by the record and by what stands above in this letter.
    fn press_box(&self, name: &str) -> Option<PressBox> {
        let mut kept = self.game.account(name)?.press.clone();
        for change in &self.changes {
            if let Change::Mute { player, sender, muted, .. } = change
                && player == name
            {
                kept.set_muted(sender, *muted);
            }
        }
        Some(kept)
    }
}

/// The press of a turn that waits for its deadline, in the order of delivery: what is anonymous behind the rest, by its
/// words, so that its place says nothing of when it came.
pub fn waiting(mut presses: Vec<FiledPress>) -> Vec<FiledPress> {
    presses.retain(|press| press.waits);
    let (mut anonymous, mut signed): (Vec<_>, Vec<_>) =
        presses.into_iter().partition(|press| press.anonymous);
    anonymous.sort_by(|one, other| one.text.cmp(&other.text));
    signed.sort_by(|one, other| (&one.receipt, one.letter).cmp(&(&other.receipt, other.letter)));
    signed.extend(anonymous);
    signed
}
