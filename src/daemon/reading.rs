//! From a read mail to what the desk asks: the letter's text as orders and complaints, and what mail and record
//! know beside it.

use crate::hindered;
use crate::hosted::Hosted;
use crate::identity::random_bytes;
use crate::office::Office;
use fieldpost_desk::address::{is_same, without_tag};
use fieldpost_desk::arrived::{Arrived, Class, Ignored, MOST_SAID, Trust, TurnTag};
use fieldpost_desk::head::{Choice, choose, choose_proven};
use fieldpost_desk::record::{GameName, LetterNo, Receipt};
use fieldpost_desk::unsubscribe::is_of_button;
use fieldpost_grammar::command::{GaLetter, read_ga_letter};
use fieldpost_grammar::letter::{Complaint, Letter, Lexicon, Span};
use fieldpost_grammar::{Head, looks_like_head_line, password_of_subject, read_letter, read_parted};
use fieldpost_mail::key;
use fieldpost_mail::read::fold::fold;
use fieldpost_mail::read::{self, Chosen, Incoming, LeftOut, Line, Text, TextKind, Why};
use fieldpost_print::section::HAPPENED;
use fieldpost_store::ContentKey;

/// Mails of ours that one letter answers, as far as they are looked up.
const MOST_ANSWERED: usize = 20;

/// What is known of a letter's game before the letter is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant<'a> {
    /// Nothing: envelope and head choose it.
    Unknown,
    /// In which game it holds a right password; its head may still name another.
    Proven(&'a GameName),
    /// Its game: the host wrote it for that one, or it was chosen when the letter was held.
    Settled(&'a GameName),
}

/// A letter as the daemon understands it.
pub struct Understood {
    /// For which game it is: by that one's map and names it was read, and in that one it is judged.
    pub choice: Choice,
    /// Its orders and complaints; empty where it is a game administrator's.
    pub letter: Letter,
    /// Its commands, where it is a game administrator's.
    pub ga: Option<GaLetter>,
    /// What is known beside them.
    pub arrived: Arrived,
    /// What it says, for knowing a copy.
    pub content: ContentKey,
    /// Its key in a record of an older fieldpost, if it had another there.
    pub older: Option<ContentKey>,
    /// Whether nothing but its words tells it from another letter.
    pub is_nameless: bool,
    /// Passwords in what was not read because it stands outside a signed text: they are masked like others.
    pub stray: Vec<String>,
}

impl Office {
    /// Chooses the game that a mail is for, and reads the mail's text as orders by the map and the names of that game.
    pub fn understand(
        &self,
        incoming: &Incoming,
        receipt: Receipt,
        number: LetterNo,
        meant: Meant<'_>,
    ) -> Understood {
        let looks = |line: &str| self.tongues.looks_like_order(line);
        let chosen = incoming.choose(&looks);
        let text = chosen_text(&chosen);
        let head_of = |text: Option<&Text>| {
            let words = text.map(Text::plain).unwrap_or_default();
            (self.tongues.head(&words, &text.map(Text::gaps).unwrap_or_default()), words)
        };
        let (head, words) = head_of(text);
        let filled = text.and_then(|text| self.filled_in(incoming, text, &head));
        let text = filled.as_ref().or(text);
        let (head, words) = if filled.is_some() { head_of(text) } else { (head, words) };
        let seal = text.and_then(|text| text.seal.as_deref());
        let (signed, signed_content) = self.check_seal(seal, receipt.at_ms);
        let mut arrived = Arrived::plain(receipt, number, incoming.headers.from.as_deref());
        arrived.signed = signed;
        self.note_envelope(&mut arrived, incoming);
        arrived.by_button = is_of_button(&words);
        // A receipt's headings name pieces, and order nothing.
        let orders = |line: &str| looks(line) && !self.tongues.is_mere_heading(line);
        arrived.ignored = ignored(incoming, text, &orders);
        arrived.ignored.orders_in_it &= filled.is_none();
        // Our own mail quoted is no order of the player's.
        if arrived.ignored.orders_in_it && self.quotes_ours_alone(incoming) {
            arrived.ignored.orders_in_it = false;
        }
        arrived.in_template = filled.is_some();
        arrived.unrolled = incoming.unrolled;
        arrived.recall = incoming.is_recall();
        arrived.reading = notes(incoming, &chosen);
        let is_bare = text.is_none_or(|text| !self.has_order(text));
        arrived.unopened = is_bare.then(|| hindered::unopened(incoming)).flatten();
        let mut choice = self.choice(meant, &head, &arrived);
        let problems = self.problems(incoming, &chosen, text);
        let (mut letter, ga) = self.read_by(&choice, &head, &words, problems, text, arrived.from.as_deref());
        // Parts that cannot be looked into are named where nothing is said elsewhere.
        let says_nothing = ga.is_none() && letter.units.is_empty() && letter.presses.is_empty();
        if is_bare && says_nothing && letter.offices.is_empty() && letter.accounts.is_empty() {
            letter.complaints.extend(hindered::closed(incoming));
        }
        // Where a press ends may hang on who plays: a head that says otherwise once names are known is not guessed at.
        let head = ga.as_ref().map_or_else(|| Head::from(&letter), Head::from);
        if ga.is_none() {
            arrived.said = words.trim().chars().take(MOST_SAID).collect();
            arrived.first_command = self.tongues.first_command(&words);
        }
        if self.choice(meant, &head, &arrived) != choice {
            choice = Choice::Unsaid;
        }
        // Headers are not signed: a signed letter is known again by what its signature covers (row 1).
        // A game administrator's letter that is signed is known so even beside a password.
        let has_password = ga.is_none() && letter.password.is_some();
        let signed = signed_content.filter(|_| !has_password && arrived.signer().is_some());
        let is_nameless = signed.is_none() && key::is_nameless(&incoming.headers);
        let (content, older) = match signed {
            Some(signed) => (ContentKey::of(&["signed", &signed]), None),
            None => (
                ContentKey::of(&[&key::content_key(&incoming.headers, text)]),
                Some(ContentKey::of(&[&key::content_key_of_before(&incoming.headers, text)])),
            ),
        };
        let stray = stray_passwords(incoming, text, &self.tongues.no_names());
        Understood { choice, letter, ga, arrived, content, older, is_nameless, stray }
    }

    /// What headers, configuration and record say of a letter.
    fn note_envelope(&self, arrived: &mut Arrived, incoming: &Incoming) {
        arrived.class = class(&incoming.class);
        arrived.trust = trust(incoming);
        arrived.subject.clone_from(&incoming.headers.subject);
        arrived.subject_password = password_of_subject(&incoming.headers.subject);
        arrived.reached = self.reached(incoming);
        arrived.answers = self.turn_tag(incoming);
        arrived.tags = self.tags(incoming);
        arrived.other_recipients = self.has_other_recipients(incoming);
        arrived.suppress = incoming.headers.auto_response_suppress.is_some() || incoming.headers.spam;
        arrived.unvouched = self.reader.authserv_id.is_some() && !incoming.headers.from_is_vouched();
        arrived.ga_requires = self.config.ga.requirement();
        arrived.press_limits = self.config.limits.press();
        arrived.random = random_bytes();
    }

    /// The desk's choice of a letter's game.
    fn choice(&self, meant: Meant<'_>, head: &Head, arrived: &Arrived) -> Choice {
        let games = self.games.values().map(|hosted| &hosted.record).collect::<Vec<_>>();
        match meant {
            Meant::Settled(name) => Choice::Game(name.clone()),
            Meant::Proven(name) => match self.games.get(name) {
                Some(proven) => choose_proven(&games, head, arrived, &proven.record),
                None => Choice::Game(name.clone()),
            },
            Meant::Unknown => choose(&games, head, arrived),
        }
    }

    /// Reads a letter's words by the names of the game that was chosen; where there is none, by those of no game.
    fn read_by(
        &self,
        choice: &Choice,
        head: &Head,
        words: &str,
        problems: Vec<Complaint>,
        text: Option<&Text>,
        from: Option<&str>,
    ) -> (Letter, Option<GaLetter>) {
        let hosted = match choice {
            Choice::Game(name) => self.games.get(name),
            Choice::Unsaid | Choice::Unknown(_) | Choice::Conflict(..) => None,
        };
        if head.is_ga {
            let mut commands =
                read_ga_letter(words, &hosted.map_or_else(|| self.tongues.no_names(), Hosted::whole_lexicon));
            commands.complaints.extend(problems);
            refuse_damaged_commands(&mut commands, text);
            return (Letter::default(), Some(commands));
        }
        let gaps = text.map(Text::gaps).unwrap_or_default();
        let mut letter = match hosted {
            Some(hosted) => read_parted(words, &hosted.lexicon_for(from), &gaps),
            None => read_parted(words, &self.tongues.no_names(), &gaps),
        };
        letter.complaints.extend(problems);
        refuse_damaged(&mut letter, text);
        press_as_written(&mut letter, text);
        (letter, None)
    }

    /// Reads a mail as a letter: what it says stands in its text, or in a file beside it.
    pub(super) fn read_mail(&self, bytes: &[u8]) -> Incoming {
        let mut incoming = self.reader.read(bytes);
        incoming.unroll(&|line| self.tongues.unrolled(line));
        incoming.join_file(&|line| self.tongues.looks_like_order(line), &looks_like_head_line);
        incoming
    }

    /// What hindered the reading becomes complaints, so that the answer names it; orders that were not read among it.
    fn problems(&self, incoming: &Incoming, chosen: &Chosen<'_>, text: Option<&Text>) -> Vec<Complaint> {
        let mut complaints = hindered::problems(incoming, chosen);
        let is_order = |line: &str| self.orders_something(line);
        let unread = text.map(|text| incoming.unread(text, &is_order)).unwrap_or_default();
        if text.is_some_and(|text| self.has_order(text)) {
            complaints.extend(hindered::unread(&unread));
        } else {
            let files = unread.into_iter().filter_map(Text::file_name).collect::<Vec<_>>();
            complaints.extend((!files.is_empty()).then(|| hindered::several_files(&files)));
        }
        complaints.extend(text.and_then(|text| self.cut_off(text)));
        complaints
    }

    /// A block that the header of an older letter cuts off: right below one of its lines, with orders below.
    fn cut_off(&self, text: &Text) -> Option<Complaint> {
        let mut older = text.left_out.iter().filter(|line| line.why == Why::OlderLetter);
        let first = older.clone().next()?;
        let above = text.live.iter().rfind(|line| line.number < first.number)?;
        let words = above.plain().trim();
        let is_of_block = self.tongues.looks_like_order(words)
            && !looks_like_head_line(words)
            && !words.to_ascii_uppercase().starts_with("END");
        let is_cut = is_of_block && above.number + 1 == first.number;
        (is_cut && older.any(|line| self.orders_something(&line.line))).then(|| hindered::cut_off(first))
    }

    /// Whether a line orders something, and does not only name a piece or belong to the letter's head.
    fn orders_something(&self, line: &str) -> bool {
        self.tongues.looks_like_order(line)
            && !looks_like_head_line(line)
            && !self.tongues.is_mere_heading(line)
    }

    /// Whether a line of a text looks like an order, not only like the head of a letter.
    pub(super) fn has_order(&self, text: &Text) -> bool {
        let mut lines = text.live.iter().map(Line::plain);
        lines.any(|line| self.tongues.looks_like_order(line) && !looks_like_head_line(line))
    }

    /// Games that plus tags of our own addresses name (row 35).
    fn tags(&self, incoming: &Incoming) -> Vec<String> {
        let mut tags = incoming
            .headers
            .recipients()
            .filter_map(|address| self.postmark.know_game(address))
            .map(str::to_owned);
        let mut found = Vec::new();
        for tag in &mut tags {
            if !found.contains(&tag) {
                found.push(tag);
            }
        }
        found
    }

    /// The turn that was open when the mail of ours went out that this one answers (M-04).
    fn turn_tag(&self, incoming: &Incoming) -> Option<TurnTag> {
        let ours = incoming.headers.answers().find(|id| self.postmark.know_message_id(id).is_some());
        let row = ours.and_then(|id| self.store.mail_by_message_id(id).ok().flatten());
        if let Some((game, sent_ms)) = row.and_then(|row| Some((row.game?, row.created_ms))) {
            let turn = self.turn_open_at(&game, sent_ms)?;
            return Some(TurnTag { game: Some(game), turn });
        }
        let (game, turn) = subject_tag(&incoming.headers.subject)?;
        Some(TurnTag { game: Some(GameName(game)), turn })
    }

    /// Where the mails of ours went that this one answers.
    fn reached(&self, incoming: &Incoming) -> Vec<String> {
        let ours = incoming.headers.answers().filter(|id| self.postmark.know_message_id(id).is_some());
        let rows = ours.take(MOST_ANSWERED).filter_map(|id| self.store.mail_by_message_id(id).ok().flatten());
        rows.map(|row| row.to).filter(|to| !to.is_empty()).collect()
    }

    fn turn_open_at(&self, game: &GameName, at_ms: i64) -> Option<u32> {
        let open = self.games.get(game)?.turn();
        let voided = self.store.voided_runs(game).unwrap_or_default();
        let standing = (1..open).rev().map_while(|turn| self.store.turn(game, turn).ok().flatten());
        let closed = standing.take_while(|record| record.at_ms > at_ms);
        let closed = closed.map(|record| (record.at_ms, record.turn)).collect::<Vec<_>>();
        let taken_back = voided.iter().map(|run| (run.record.at_ms, run.record.turn));
        // The last run that a rollback takes back is of the turn before the one that was open then.
        let went_back = voided.iter().rev().map(|run| (run.at_ms, run.record.turn + 1));
        let mut ends = closed.into_iter().chain(taken_back).chain(went_back).collect::<Vec<_>>();
        ends.retain(|(end_ms, _)| *end_ms > at_ms);
        // Of the runs that one rollback took back, the highest tells what was open.
        let first = ends.into_iter().min_by_key(|(end_ms, turn)| (*end_ms, std::cmp::Reverse(*turn)));
        Some(first.map_or(open, |(_, turn)| turn))
    }

    fn has_other_recipients(&self, incoming: &Incoming) -> bool {
        incoming
            .headers
            .recipients()
            .any(|address| !self.postmark.is_own(address) && !self.was_office(address))
    }

    /// Whether a game came here from the post office of an address, to which its older letters were sent.
    fn was_office(&self, address: &str) -> bool {
        let offices = self.games.values().flat_map(|hosted| &hosted.record.administration.came_from);
        offices.into_iter().any(|office| is_same(&without_tag(address), office))
    }
}

fn chosen_text<'a>(chosen: &Chosen<'a>) -> Option<&'a Text> {
    match chosen {
        Chosen::Text { text, .. } => Some(text),
        Chosen::Several(_) | Chosen::Nothing => None,
    }
}

/// The turn that was open when a mail of ours with this Subject went out, by its `[game Tn]`.
fn subject_tag(subject: &str) -> Option<(String, u32)> {
    let (_, rest) = subject.split_once('[')?;
    let (inside, behind) = rest.split_once(']')?;
    let (game, turn) = inside.trim().rsplit_once(' ')?;
    let turn = turn.strip_prefix(['T', 't'])?.parse::<u32>().ok()?;
    // What happened in a turn is told when the next one opens.
    let turn = if behind.trim_start().starts_with(HAPPENED) { turn.saturating_add(1) } else { turn };
    Some((game.trim().to_ascii_lowercase(), turn))
}

fn class(class: &read::Class) -> Class {
    match class {
        read::Class::Human => Class::Human,
        read::Class::Automatic(sign) | read::Class::List(sign) => Class::Automatic(sign.clone()),
        read::Class::Bounce(_) => Class::Bounce,
        read::Class::Own(_) => Class::OwnLoop,
    }
}

/// What our own server says of the sender; a list or forwarder in between makes a failure mean nothing
/// (rows 15, 16).
fn trust(incoming: &Incoming) -> Trust {
    match &incoming.headers {
        headers if headers.from_is_false() => Trust::Failed,
        headers if headers.from_is_true() => Trust::Passed,
        _ => Trust::Unknown,
    }
}

fn ignored(incoming: &Incoming, text: Option<&Text>, looks_like_order: &dyn Fn(&str) -> bool) -> Ignored {
    let mut ignored =
        Ignored { orders_in_it: incoming.orders_left_out(looks_like_order), ..Ignored::default() };
    let is_order_below =
        |line: &LeftOut| line.why == Why::OlderLetter && looks_like_order(fold(&line.line).plain.trim());
    ignored.below_header = text.is_some_and(|text| text.left_out.iter().any(is_order_below));
    for line in text.iter().flat_map(|text| &text.left_out) {
        match line.why {
            Why::Quote | Why::Attribution | Why::OlderLetter => ignored.quoted += 1,
            Why::Signature => ignored.signature += 1,
            Why::Forward => ignored.forwarded += 1,
            Why::Unsigned if !line.line.trim().is_empty() => ignored.unsigned += 1,
            Why::Struck => ignored.struck += 1,
            Why::Hidden | Why::Unsigned => {}
        }
    }
    let others = text.into_iter().flat_map(|text| unsigned_texts(incoming, text));
    let orders = others.flat_map(|other| &other.live).filter(|line| looks_like_order(line.plain()));
    ignored.unsigned = ignored.unsigned.saturating_add(u32::try_from(orders.count()).unwrap_or(u32::MAX));
    ignored
}

/// The other texts of a letter whose text is signed: they are not read.
fn unsigned_texts<'a>(incoming: &'a Incoming, text: &Text) -> impl Iterator<Item = &'a Text> {
    let is_signed = text.seal.is_some();
    incoming.texts.iter().filter(move |other| is_signed && other.seal.is_none())
}

/// Passwords outside the signed text.
fn stray_passwords(incoming: &Incoming, text: Option<&Text>, no_names: &Lexicon) -> Vec<String> {
    let Some(text) = text else { return Vec::new() };
    let outside = text.left_out.iter().filter(|left| left.why == Why::Unsigned);
    let outside = outside.map(|left| Line {
        number: left.number,
        folded: fold(&left.line),
        written: left.line.clone(),
    });
    let lines: Vec<Line> =
        outside.chain(unsigned_texts(incoming, text).flat_map(|other| other.live.clone())).collect();
    let words = lines.iter().map(|line| format!("{}\n", line.plain())).collect::<String>();
    let credentials = read_letter(&words, no_names).credentials;
    let written = |span: &Span| {
        let line = lines.get(span.line.saturating_sub(1) as usize)?;
        Some(line.written_at(span.start, span.end).to_owned())
    };
    credentials.iter().filter_map(written).collect()
}

/// A line in which letters were lost on the way is not guessed at (row 20): its orders become complaints.
fn refuse_damaged(letter: &mut Letter, text: Option<&Text>) {
    for number in damaged_lines(text) {
        for block in &mut letter.units {
            let lost = block.orders.extract_if(.., |read| read.span.line == number).collect::<Vec<_>>();
            block.complaints.extend(lost.into_iter().map(|line| damaged(line.span, line.words.to_string())));
        }
    }
}

fn refuse_damaged_commands(letter: &mut GaLetter, text: Option<&Text>) {
    for number in damaged_lines(text) {
        let lost = letter.commands.extract_if(.., |read| read.span.line == number).collect::<Vec<_>>();
        letter.complaints.extend(lost.into_iter().map(|read| damaged(read.span, read.words)));
    }
}

fn damaged_lines(text: Option<&Text>) -> impl Iterator<Item = u32> {
    let lines = text.into_iter().flat_map(|text| (1u32..).zip(&text.live));
    lines.filter(|(_, line)| line.damaged()).map(|(number, _)| number)
}

fn damaged(span: Span, line: String) -> Complaint {
    let why = "letters of this line were lost on the way (its charset is damaged), so it is not obeyed";
    Complaint::new(span, line, why)
}

/// Commands are read in plain form; what a player writes to another is passed on with the dashes and quotes of its
/// writer.
fn press_as_written(letter: &mut Letter, text: Option<&Text>) {
    let Some(text) = text else { return };
    for press in &mut letter.presses {
        let count = press.what.text.split('\n').count();
        let lines = text.live.iter().skip(press.span.line as usize).take(count);
        let written = lines.map(|line| line.written.as_str()).collect::<Vec<_>>();
        if written.len() == count && !press.what.text.is_empty() {
            press.what.text = written.join("\n");
        }
    }
}

/// How the mail was read, for TEST.
fn notes(incoming: &Incoming, chosen: &Chosen<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    for (number, part) in incoming.parts.iter().enumerate() {
        let name = part.name.as_ref().map(|name| format!(", {name:?}")).unwrap_or_default();
        notes.push(format!("part {}: {}{name}, {} bytes", number + 1, part.kind, part.size));
    }
    if let Chosen::Text { text, html_differs } = chosen {
        let kind = match &text.kind {
            TextKind::Plain => "plain text".to_owned(),
            TextKind::PlainDecodedAgain => "plain text, decoded once more as quoted-printable".to_owned(),
            TextKind::Html => "HTML, as lines".to_owned(),
            TextKind::Attachment(name) => format!("the attached file {name:?}"),
        };
        let flowed = if text.flowed { ", its flowed lines joined" } else { "" };
        let parts = text.parts.iter().map(|part| (part + 1).to_string()).collect::<Vec<_>>();
        let noun = if parts.len() == 1 { "part" } else { "parts" };
        notes.push(format!(
            "read for orders: {noun} {}, {kind}, charset {}{flowed}",
            parts.join(", "),
            text.charset
        ));
        if *html_differs {
            notes.push("the HTML part has other order lines than the plain text, which counts".into());
        }
        notes.extend(
            text.left_out.iter().map(|out| format!("left out, line {}: {}", out.number, why_words(out.why))),
        );
    }
    notes
}

fn why_words(why: Why) -> &'static str {
    match why {
        Why::Quote => "a quotation",
        Why::Attribution => "who wrote what is quoted",
        Why::OlderLetter => "an older letter",
        Why::Forward => "forwarded mail",
        Why::Signature => "a signature",
        Why::Hidden => "hidden text",
        Why::Struck => "struck out",
        Why::Unsigned => "outside the signed text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_of_ours_names_game_and_turn() {
        assert_eq!(subject_tag("Re: [bohemia-1866 T4] Receipt"), Some(("bohemia-1866".into(), 4)));
        assert_eq!(subject_tag("AW: Fwd: [Demo t12]"), Some(("demo".into(), 12)));
        let told = format!("Re: [Demo T1] {HAPPENED}: Bohemia");
        assert_eq!(subject_tag(&told), Some(("demo".into(), 2)), "it is mailed when the next turn opens");
        for none in ["", "orders", "[list] hello", "[a Tx] b", "[a T99999999999] b", "]["] {
            assert_eq!(subject_tag(none), None, "{none}");
        }
    }
}
