//! What is kept of a letter: all of it but the passwords, whatever became of it (promise 7). Letters come into the record
//! by this door alone.
//!
//! Passwords are known in two ways. What was read as a credential is one. Beside that, every text of the letter, also
//! what is quoted, below a signature, in header fields, files and enclosed letters, is looked through for what looks like
//! one. Nothing is kept that cannot be masked for certain: of such a letter only the cleaned text stays, or,
//! where that will not do, its header and a line that says why.

use std::collections::BTreeSet;

use crate::delivered::{Delivered, receipt_of};
use crate::office::Office;
use crate::reading::Understood;
use crate::tongues::Tongues;
use fieldpost_desk::answer::{Body, OrderReceipt, ReadingAnswer};
use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::ga::answer::GaAnswer;
use fieldpost_desk::head::choose;
use fieldpost_desk::password::initials_in;
use fieldpost_desk::record::{Change, LetterNo, Verdict};
use fieldpost_desk::unread::{Told, whose};
use fieldpost_desk::verdict::Judgement;
use fieldpost_grammar::command::{Command, GaLetter};
use fieldpost_grammar::letter::Complaint;
use fieldpost_grammar::{Head, Secret, glance};
use fieldpost_mail::read::mask::{self, Masker, Unread};
use fieldpost_mail::read::{Bounce, Chosen, Class, Incoming};
use fieldpost_store::Mail;

/// Letters that the message ids of one letter are looked up for at most.
const MOST_IDS: usize = 50;
/// Characters of a password's part that is hidden where it is quoted by itself.
const SHORTEST_PART: usize = 4;
/// Letters and digits of a password that is hidden in our own words wherever it stands.
const UNMISTAKABLE: usize = 10;

/// What is kept of a letter.
pub struct Kept {
    /// Its masked bytes.
    pub raw: Vec<u8>,
    /// Passwords in it, and what looks like one: what is said of the letter may repeat its words.
    words: Vec<String>,
}

impl Kept {
    /// All of a letter that holds no password.
    pub(super) fn whole(raw: Vec<u8>) -> Self {
        Kept { raw, words: Vec::new() }
    }

    /// Hides the letter's passwords in what is said of it: in the verdict, the record and the answers, which repeat its
    /// lines. What players write to each other is sent as it is: a press in which a password stands is not sent.
    pub(super) fn hide_in(&self, judgement: &mut Judgement) {
        let hider = Hider::new(&self.words);
        match &mut judgement.verdict {
            Verdict::Refused(why)
            | Verdict::Ignored(why)
            | Verdict::Held(why)
            | Verdict::Quarantined(why) => {
                hider.hide(why);
            }
            Verdict::Obeyed | Verdict::PartlyObeyed => {}
        }
        let is_refused = matches!(judgement.verdict, Verdict::Refused(_) | Verdict::Ignored(_));
        for change in &mut judgement.changes {
            if let Change::Unit { filed, .. } = change {
                hide_in_complaints(&mut filed.complaints, &hider);
            }
        }
        for answer in &mut judgement.answers {
            match &mut answer.body {
                Body::Receipt(receipt) => hide_in_receipt(receipt, &hider),
                Body::Refusal(refusal) => {
                    hider.hide(&mut refusal.words);
                    hide_in_reading(refusal.reading.as_mut(), &hider);
                }
                Body::Held(notice) => hider.hide(&mut notice.why),
                Body::Ga(answer) => hide_in_ga(answer, &hider),
                Body::Words(notice) if is_refused => hider.hide(&mut notice.words),
                // These repeat nothing of the letter but what it says to others.
                Body::Words(_) | Body::Press(_) | Body::News(_) => {}
                Body::Report(_) | Body::Advice(_) | Body::Password(_) | Body::Again { .. } => {}
            }
        }
    }
}

fn hide_in_receipt(receipt: &mut OrderReceipt, hider: &Hider<'_>) {
    receipt
        .refused
        .iter_mut()
        .chain(&mut receipt.notes)
        .chain(&mut receipt.done)
        .for_each(|words| hider.hide(words));
    hide_in_complaints(&mut receipt.complaints, hider);
    for unit in &mut receipt.units {
        unit.why_not.iter_mut().for_each(|words| hider.hide(words));
        let foretold = unit.foreseen.iter_mut();
        foretold.flat_map(|said| [&mut said.order, &mut said.why]).for_each(|words| hider.hide(words));
        hide_in_complaints(&mut unit.complaints, hider);
    }
    for office in &mut receipt.offices {
        office.why_not.iter_mut().for_each(|words| hider.hide(words));
    }
    hide_in_reading(receipt.reading.as_mut(), hider);
}

fn hide_in_ga(answer: &mut GaAnswer, hider: &Hider<'_>) {
    answer
        .refused
        .iter_mut()
        .chain(&mut answer.spoilt)
        .chain(&mut answer.notes)
        .for_each(|words| hider.hide(words));
    hide_in_complaints(&mut answer.complaints, hider);
    for item in &mut answer.items {
        item.why_not
            .iter_mut()
            .chain(&mut item.nearest)
            .chain(&mut item.results)
            .for_each(|words| hider.hide(words));
    }
}

fn hide_in_complaints(complaints: &mut [Complaint], hider: &Hider<'_>) {
    for complaint in complaints {
        complaint.line = hider.hidden_line(&complaint.line);
        hider.hide(&mut complaint.why);
        complaint.nearest.iter_mut().for_each(|words| hider.hide(words));
    }
}

fn hide_in_reading(reading: Option<&mut ReadingAnswer>, hider: &Hider<'_>) {
    let Some(reading) = reading else { return };
    reading.lines.iter_mut().for_each(|line| hider.hide(&mut line.words));
}

/// Hides passwords in much that is said of one letter: what it takes for that is made ready once.
///
/// What is repeated of the letter loses every password in it. In our own words only what cannot be meant otherwise is hidden: somebody's
/// password may be `e`, or `march`.
struct Hider<'a> {
    passwords: &'a [String],
    /// `None` if they are too many.
    masker: Option<Masker>,
    /// Of those that stand in no sentence by chance.
    long: Option<Masker>,
    /// All of them in lower case, a line each.
    joined: String,
}

impl<'a> Hider<'a> {
    fn new(passwords: &'a [String]) -> Self {
        let of_length = |least: usize| {
            let letters =
                |password: &&String| password.chars().filter(|c| c.is_alphanumeric()).count() >= least;
            Masker::new(&passwords.iter().filter(letters).cloned().collect::<Vec<_>>())
        };
        Hider {
            passwords,
            masker: of_length(SHORTEST_PART),
            long: of_length(UNMISTAKABLE),
            joined: passwords.join("\n").to_lowercase(),
        }
    }

    /// Hides passwords in words of ours.
    fn hide(&self, said: &mut String) {
        *said = self.hidden(said);
    }

    /// Words of ours without these passwords, nor a part of one: a complaint quotes single words of a line, and of a long line
    /// its beginning.
    fn hidden(&self, said: &str) -> String {
        let (Some(masker), Some(long)) = (&self.masker, &self.long) else {
            return "its words are not shown".into();
        };
        let masked = long.mask(said);
        let is_part = |quoted: &str| {
            quoted.chars().count() >= SHORTEST_PART && self.joined.contains(&quoted.to_lowercase())
        };
        let parts = masked.split('"').enumerate().map(|(n, part)| match n % 2 {
            1 if is_part(part) => mask::MASK.to_owned(),
            1 => masker.mask(part),
            _ => part.to_owned(),
        });
        let whole = parts.collect::<Vec<_>>().join("\"");
        match whole.strip_suffix('\u{2026}').and_then(|cut| cut_off(cut, self.passwords)) {
            Some(cut) => format!("{cut}{}", mask::MASK),
            None => whole,
        }
    }

    /// A line of the letter without these passwords; those that are very short where they stand as words of their own.
    fn hidden_line(&self, line: &str) -> String {
        let Some(masker) = &self.masker else { return "it is not shown".into() };
        let masked = masker.mask(line);
        let is_short = |word: &str| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            !bare.is_empty()
                && self.passwords.iter().any(|password| password.trim().eq_ignore_ascii_case(bare))
        };
        let words = masked.split(' ').map(|word| if is_short(word) { mask::MASK } else { word });
        let whole = words.collect::<Vec<_>>().join(" ");
        match whole.strip_suffix('\u{2026}').and_then(|cut| cut_off(cut, self.passwords)) {
            Some(cut) => format!("{cut}{}", mask::MASK),
            None => whole,
        }
    }
}

/// What stands before a password in a line that ends within it.
fn cut_off<'a>(line: &'a str, passwords: &[String]) -> Option<&'a str> {
    let begins = |password: &String| {
        let begin = password.chars().take(SHORTEST_PART).collect::<String>();
        let (at, _) = line.rmatch_indices(&begin).next().filter(|_| !begin.is_empty())?;
        password.starts_with(&line[at..]).then_some(at)
    };
    let at = passwords.iter().filter_map(begins).min()?;
    line.get(..at)
}

/// What is kept of a letter that must not be parsed.
pub struct KeptUnread {
    /// Its masked bytes.
    pub raw: Vec<u8>,
    /// The address of its From line.
    pub from: Option<String>,
    pub message_id: Option<String>,
    /// Whose it is, as far as a password in it tells.
    pub told: Told,
}

impl KeptUnread {
    /// Of a letter over which even this stumbles.
    pub(super) fn nothing() -> Self {
        let raw = b"\r\nThe letter was not kept: no password in it could be masked.\r\n".to_vec();
        KeptUnread { raw, from: None, message_id: None, told: Told::default() }
    }
}

impl Office {
    /// What is kept of a letter.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn kept(
        &mut self,
        letter: &Delivered,
        incoming: &Incoming,
        understood: &Understood,
    ) -> anyhow::Result<Kept> {
        if incoming.class != Class::Human && self.leads_to_a_password(incoming)? {
            let why = "it returns or answers a mail in which a password was sent";
            return Ok(Kept {
                raw: header_only(incoming, why, &suspected(&letter.bytes, &[], &self.tongues)),
                words: Vec::new(),
            });
        }
        let text = match incoming.choose(&|line| self.tongues.looks_like_order(line)) {
            Chosen::Text { text, .. } => Some(text.plain()),
            Chosen::Several(_) | Chosen::Nothing => None,
        };
        let mut read = credentials(incoming, understood, &self.tongues);
        if read.is_empty() && incoming.class == Class::Human {
            let mut texts = text.clone().map_or_else(|| mask::texts(&letter.bytes), |text| vec![text]);
            texts.push(incoming.headers.subject.clone());
            read = self.unannounced(understood, &texts);
        }
        let said = text.iter().flat_map(|text| self.tongues.may_be_passwords(text));
        let presses = understood.letter.presses.iter().map(|press| press.what.text.as_str());
        let suspected = suspected(&letter.bytes, &presses.collect::<Vec<_>>(), &self.tongues);
        // Whose password is reset is a name, which the answer says.
        let is_name = |word: &String| names_of_resets(understood).any(|name| name.eq_ignore_ascii_case(word));
        let said = said.chain(suspected.iter().cloned()).filter(|word| !is_name(word));
        let said = said.chain(read.iter().cloned()).collect::<BTreeSet<_>>();
        let said = said.into_iter().collect();
        if let Some(raw) = mask::mask_all(&letter.bytes, &read, &suspected) {
            return Ok(Kept { raw, words: said });
        }
        let words = [read, suspected].concat();
        let cleaned = text.and_then(|text| bare_letter(incoming, &text, &words));
        let why = "the password in it could not be masked for certain";
        Ok(Kept { raw: cleaned.unwrap_or_else(|| header_only(incoming, why, &words)), words: said })
    }

    /// Whether a mail of ours is returned or answered that held a password: its words may be anything, and stand
    /// anywhere in what came.
    fn leads_to_a_password(&self, incoming: &Incoming) -> anyhow::Result<bool> {
        let returned: &[String] = match &incoming.class {
            Class::Bounce(bounce) => &bounce.returned_ids,
            _ => &[],
        };
        let headers = &incoming.headers;
        let by_path = headers.recipients().filter_map(|address| self.postmark.know_return_path(address));
        let by_path =
            by_path.map(|number| self.postmark.message_id(fieldpost_mail::postmark::Kind::Notice, number));
        let own = headers.message_id.as_deref().into_iter();
        let ids = own.chain(headers.answers()).chain(returned.iter().map(String::as_str)).map(str::to_owned);
        for id in by_path.chain(ids).take(MOST_IDS) {
            let is_ours = self.postmark.know_message_id(&id).is_some();
            let row = if is_ours { self.store.mail_by_message_id(&id)? } else { None };
            if row.is_some_and(|row| row.kind == Mail::Welcome) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is kept of a letter whose reading broke the program: none of its orders is read once more for it. Its passwords are tried
    /// now, since its kept bytes hold them no more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn kept_unread(&mut self, letter: &Delivered, number: LetterNo) -> anyhow::Result<KeptUnread> {
        let Unread { from, message_id, texts } = Unread::of(&letter.bytes);
        let mut words = Vec::new();
        for text in &texts {
            words.extend(self.tongues.may_be_passwords_unread(text));
            words.extend(initials_in(text));
        }
        let mut seen = BTreeSet::new();
        words.retain(|word| seen.insert(word.clone()));
        let raw = mask::mask_unread(&letter.bytes, &words).unwrap_or_else(|| {
            let line = |name: &str, value: &Option<String>| {
                value.as_ref().map(|value| format!("{name}: {value}\r\n")).unwrap_or_default()
            };
            let head = line("From", &from) + &line("Message-ID", &message_id);
            format!("{head}\r\nThe text was not kept: a password in it could not be masked.\r\n").into_bytes()
        });
        let mut arrived = Arrived::plain(receipt_of(letter), number, from.as_deref());
        arrived.ga_requires = self.config.ga.requirement();
        arrived.spent = self.spent(from.as_deref())?;
        let heads = texts.iter().map(|text| glance(text)).collect::<Vec<_>>();
        let game = heads.iter().find_map(|head| head.game.clone());
        let player = heads.into_iter().find_map(|head| head.player);
        let mut games = self.games.values().map(|hosted| &hosted.record).collect::<Vec<_>>();
        // A password that is right in another game than the letter names is no proof in that one.
        let head = Head { game, ..Head::default() };
        if head.game.is_some()
            && let Some(named) = choose(&games, &head, &arrived).among(&games)
        {
            games = vec![named];
        }
        let told = whose(&games, player.as_deref(), &words, &arrived, &mut self.memory);
        Ok(KeptUnread { raw, from, message_id, told })
    }
}

/// What looks like a password in any text of the letter, but for what players wrote to each other: a press in which a
/// password stands is not sent.
fn suspected(raw: &[u8], presses: &[&str], tongues: &Tongues) -> Vec<String> {
    let texts = mask::texts(raw);
    let mut words: BTreeSet<String> = texts.iter().flat_map(|text| tongues.may_be_passwords(text)).collect();
    for press in presses {
        for word in tongues.may_be_passwords(press) {
            words.remove(&word);
        }
    }
    words.extend(texts.iter().flat_map(|text| initials_in(text)));
    words.into_iter().collect()
}

/// The players whose passwords a game administrator's letter resets.
fn names_of_resets(understood: &Understood) -> impl Iterator<Item = &str> {
    let given = understood.ga.iter().flat_map(|letter| &letter.commands);
    given.filter_map(|read| match &read.what.command {
        Command::ResetPassword(name) => Some(name.as_str()),
        _ => None,
    })
}

/// Every credential of the letter, as read and as written.
fn credentials(incoming: &Incoming, understood: &Understood, tongues: &Tongues) -> Vec<String> {
    let letter = &understood.letter;
    let commands = understood.ga.iter().flat_map(GaLetter::secrets);
    let heads = letter.password.iter().chain(letter.units.iter().filter_map(|block| block.password.as_ref()));
    let subject = understood.arrived.subject_password.iter();
    let mut words = heads
        .chain(subject)
        .chain(commands)
        .map(|secret: &Secret| secret.expose().to_owned())
        .collect::<Vec<_>>();
    if let Chosen::Text { text, .. } = incoming.choose(&|line| tongues.looks_like_order(line)) {
        let spans = understood.ga.as_ref().map_or(&letter.credentials, |commands| &commands.credentials);
        for span in spans {
            let line = text.live.get(span.line.saturating_sub(1) as usize);
            words.extend(line.map(|line| line.written_at(span.start, span.end).to_owned()));
        }
    }
    words.extend(understood.stray.iter().cloned());
    words.retain(|word| !word.trim().is_empty());
    words.sort();
    words.dedup();
    words
}

/// A letter's live text under a bare header, as a letter that can be read again; `None` if a password is still in it.
fn bare_letter(incoming: &Incoming, text: &str, words: &[String]) -> Option<Vec<u8>> {
    let text = mask::mask_words(text, words)?;
    let bytes = format!("{}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}", head(incoming, words));
    mask::mask_all(bytes.as_bytes(), &[], words)
}

/// A letter's header fields that are asked for again, without passwords; a field that cannot be masked is left out.
fn head(incoming: &Incoming, words: &[String]) -> String {
    let headers = &incoming.headers;
    let list =
        |values: &[String], between: &str| Some(values.join(between)).filter(|joined| !joined.is_empty());
    let fields = [
        ("From", headers.from.clone()),
        ("To", list(&headers.to, ", ")),
        ("Date", headers.date.clone()),
        ("Subject", Some(headers.subject.clone())),
        ("Message-ID", headers.message_id.clone()),
        ("In-Reply-To", list(&headers.in_reply_to, " ")),
        ("References", list(&headers.references, " ")),
    ];
    let is_plain = |value: &String| value.len() < 900 && value.bytes().all(|b| matches!(b, b' '..=b'~'));
    let masked = |(name, value): (&str, Option<String>)| {
        let value = mask::mask_words(&value.filter(is_plain)?, words)?;
        Some(format!("{name}: {value}\r\n"))
    };
    fields.into_iter().filter_map(masked).collect()
}

/// The header alone, a line that says why, and of a bounce whom it speaks of.
fn header_only(incoming: &Incoming, why: &str, words: &[String]) -> Vec<u8> {
    let mut text = format!("The text was not kept: {why}.\r\n");
    if let Class::Bounce(Bounce { recipients, .. }) = &incoming.class {
        for failed in recipients {
            let status = failed.status.as_deref().unwrap_or("no status given");
            let how = if failed.permanent { "for good" } else { "for now" };
            text.push_str(&format!("Not delivered {how}: {} ({status})\r\n", failed.address));
        }
    }
    let text = mask::mask_words(&text, words).unwrap_or_else(|| format!("The text was not kept: {why}.\r\n"));
    format!("{}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}", head(incoming, words)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_password_nor_a_part_of_one_is_repeated() {
        let passwords = ["lion of nachod".to_owned()];
        let hider = Hider::new(&passwords);
        let hidden = |said: &str| hider.hidden(said);
        assert_eq!(hidden("it was Lion of Nachod").trim_end(), "it was ****");
        assert_eq!(hider.hidden_line("it was Lion, of, Nachod").trim_end_matches([' ', ',']), "it was ****");
        assert_eq!(hidden("\"lion\" is not an order"), "\"****\" is not an order");
        assert_eq!(hidden("\"MARCH\" needs a square"), "\"MARCH\" needs a square");
        assert_eq!(hidden("a long line, pasword lion of na\u{2026}"), "a long line, pasword ****");
        assert_eq!(hidden("a long line of nothing at all\u{2026}"), "a long line of nothing at all\u{2026}");
    }

    #[test]
    fn a_short_password_leaves_our_own_words_whole() {
        let passwords = ["e".to_owned(), "march".to_owned()];
        let hider = Hider::new(&passwords);
        let said = "that password does not match this player; MARCH needs a square";
        assert_eq!(hider.hidden(said), said);
        assert_eq!(hider.hidden("\"march\" is not an order"), "\"****\" is not an order");
        assert_eq!(hider.hidden_line("PASWORD e, then march there"), "PASWORD **** then **** there");
    }
}
