//! Carrying out a game administrator's letter, command by command, on a copy of the record.

use crate::answer::{Answer, Body, To, Weight};
use crate::arrived::{Arrived, Known};
use crate::ga::answer::{GaAnswer, GaItem, Outcome, Shown, Wanted};
use crate::ga::record::{GaChange, Said};
use crate::ga::tidings::Tidings;
use crate::ga::who::{By, by_signature, lowest_role, must_be_told, only_looks};
use crate::game::GameRecord;
use crate::head::{other_turn, received_before, signed_before};
use crate::password::{self, Memory};
use crate::record::{Change, GameName, Verdict};
use crate::verdict::Judgement;
use crate::verdict::{sentence, stopped};
use fieldpost_engine::breach::{self, Breach};
use fieldpost_grammar::command::{Command, GaLetter, Given, Role};
use fieldpost_grammar::letter::Complaint;
use fieldpost_grammar::letter::Read;

/// A letter at work.
pub struct Work<'a> {
    /// The game as what was done so far has left it.
    pub game: GameRecord,
    /// All games there are, by name.
    pub hosted: Vec<GameName>,
    pub letter: &'a GaLetter,
    /// What is known beside it.
    pub arrived: &'a Arrived,
    pub by: By,
    /// The same for the verdict record.
    pub known: Known,
    /// For the hashes of new passwords.
    pub memory: &'a Memory,
    /// What others are told of it.
    pub others: Vec<Answer>,
    /// What the players concerned are told of its hand edits.
    pub tidings: Vec<Tidings>,
    changes: Vec<Change>,
    items: Vec<GaItem>,
    /// What each of these went against.
    against: Vec<Vec<Breach>>,
    notes: Vec<String>,
    drawn: u32,
}

/// A point of a letter at work.
pub struct Mark {
    game: GameRecord,
    changes: usize,
    others: usize,
    tidings: usize,
}

/// What a command came to.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The number of the hand edit that it is.
    pub edit: Option<u32>,
    /// What changed, value by value.
    pub said: Vec<Said>,
    /// Rules that it went against.
    pub against: Vec<Breach>,
    /// What else is to be said, a sentence each.
    pub results: Vec<String>,
    /// How to take it back.
    pub undo: Option<String>,
    /// It waits for this token.
    pub token: Option<String>,
    /// What it shows.
    pub shown: Option<Shown>,
    /// What the store alone can show.
    pub wanted: Option<Wanted>,
}

impl Done {
    /// Done, and one sentence about it.
    pub fn saying(words: impl Into<String>) -> Self {
        Done { results: vec![words.into()], ..Done::default() }
    }

    /// Done, and one thing is other than it was.
    pub fn of(said: Said) -> Self {
        Done { said: vec![said], ..Done::default() }
    }

    /// With one more sentence.
    pub fn and(mut self, words: impl Into<String>) -> Self {
        self.results.push(words.into());
        self
    }
}

/// Why a command is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Why, in a sentence.
    pub why: String,
    /// The nearest thing that would be right.
    pub nearest: Option<String>,
}

impl<T: Into<String>> From<T> for Fault {
    fn from(why: T) -> Self {
        Fault { why: why.into(), nearest: None }
    }
}

/// What came of a command.
pub type Taken = Result<Done, Fault>;

/// One line of the letter that asks for something.
#[derive(Clone, Copy)]
enum Step<'a> {
    Token(&'a Read<String>),
    Command(&'a Read<Given>),
}

impl Step<'_> {
    fn line(&self) -> u32 {
        match self {
            Step::Token(read) => read.span.line,
            Step::Command(read) => read.span.line,
        }
    }

    fn words(&self) -> String {
        match self {
            Step::Token(read) => read.words.clone(),
            Step::Command(read) => read.words.clone(),
        }
    }
}

impl<'a> Work<'a> {
    /// A letter of which nothing has been done yet.
    pub fn new(
        game: &GameRecord,
        hosted: Vec<GameName>,
        letter: &'a GaLetter,
        arrived: &'a Arrived,
        by: By,
        known: Known,
        memory: &'a Memory,
    ) -> Self {
        Work {
            game: game.clone(),
            hosted,
            letter,
            arrived,
            by,
            known,
            memory,
            others: Vec::new(),
            tidings: Vec::new(),
            changes: Vec::new(),
            items: Vec::new(),
            against: Vec::new(),
            notes: Vec::new(),
            drawn: 0,
        }
    }

    /// Carries everything out, and says what is kept of it.
    pub fn finished(mut self) -> Judgement {
        let refused = self.fault_of_turn();
        if refused.is_none() {
            self.take_all();
            if self.spoilt().is_none() {
                self.tell_of_edits();
            }
        }
        let answer = self.answer(refused);
        let is_kept = !answer.preview && answer.spoilt.is_none();
        let verdict = verdict(&answer);
        let mut answers = vec![self.addressed(answer)];
        if is_kept {
            answers.append(&mut self.others);
        }
        Judgement {
            verdict,
            changes: if is_kept { self.changes } else { Vec::new() },
            answers,
            game: Some(self.game.name().clone()),
            known: self.known,
            guesses: Vec::new(),
        }
    }

    /// Why nothing of the letter is done: the game has moved on from where its writer saw it.
    fn fault_of_turn(&self) -> Option<String> {
        let open = self.game.book.turn;
        if let Some(turn) = &self.letter.turn {
            return (turn.what != open).then(|| other_turn(turn.what, open));
        }
        let is_early = self.arrived.receipt.at_ms < self.game.settings.opened_second_ms();
        let signer = by_signature(self.letter, self.arrived);
        signed_before(&self.game, signer).or_else(|| is_early.then(|| received_before(&self.game, open)))
    }

    fn take_all(&mut self) {
        let tokens = self.letter.tokens.iter().map(Step::Token);
        let mut steps = tokens.chain(self.letter.commands.iter().map(Step::Command)).collect::<Vec<_>>();
        steps.sort_by_key(Step::line);
        let mut is_stopped = false;
        for step in steps {
            if is_stopped {
                self.items.push(GaItem { line: step.line(), words: step.words(), ..GaItem::default() });
                self.against.push(Vec::new());
                continue;
            }
            is_stopped = self.step(step);
        }
        if is_stopped {
            self.notes.push("What stands below the line that was refused was not run.".into());
        }
        if self.items.is_empty() && self.letter.complaints.is_empty() {
            self.notes.push("Nothing in the letter is a command. HELP lists them all.".into());
        }
        if self.arrived.other_recipients && self.letter.password.is_some() {
            let words =
                "Others received your letter too and can read your password in it: send NEW PASSWORD.";
            self.notes.push(words.into());
        }
    }

    /// Takes one line, and says whether the rest of the letter is not run.
    fn step(&mut self, step: Step<'a>) -> bool {
        let (taken, stops) = match step {
            Step::Token(read) => (self.confirm(&read.what), false),
            Step::Command(read) => {
                let command = &read.what.command;
                match self.fault_of_role(command).or_else(|| self.fault_of_time(command)) {
                    Some((why, stops)) => (Err(why.into()), stops),
                    None => (self.take(&read.what, &read.words), false),
                }
            }
        };
        self.note(step, &taken);
        self.against.push(taken.as_ref().map_or_else(|_| Vec::new(), |done| done.against.clone()));
        self.items.push(item(step, taken, self.letter.preview));
        stops
    }

    /// Why the role forbids a command; then the rest of the letter is not run either.
    fn fault_of_role(&self, command: &Command) -> Option<(String, bool)> {
        let lowest = lowest_role(command);
        (self.by.role < lowest).then(|| {
            let needs = if lowest == Role::Owner { "an owner" } else { "a ga or an owner" };
            let (name, is) = (&self.by.name, self.by.role.with_article());
            (format!("{name} is {is} of this game, and only {needs} may do this"), true)
        })
    }

    /// Why nothing can be changed now.
    pub(super) fn fault_of_time(&self, command: &Command) -> Option<(String, bool)> {
        if lowest_role(command) == Role::Helper {
            return None;
        }
        let needs_no_game = matches!(
            command,
            Command::Open { .. } | Command::Release(_) | Command::Reopen | Command::Archive(_)
        );
        if self.game.administration.has_ended && !needs_no_game {
            let moved = self.game.administration.moved_to.as_ref().and_then(|_| self.game.over());
            return Some((moved.unwrap_or_else(|| "the game has ended".into()), false));
        }
        self.game.opening.is_closed.then(|| {
            (format!("turn {} is being run at this moment: send it again", self.game.book.turn), false)
        })
    }

    /// Takes one command.
    pub fn take(&mut self, given: &Given, words: &str) -> Taken {
        if given.secretly && must_be_told(&given.command) {
            return Err("those whom it concerns must hear of it: send it without SECRETLY".into());
        }
        match &given.command {
            Command::Edit(edit) => match &edit.whole {
                Some(piece) => self.edit_whole(edit, piece, given),
                None => self.edit(&edit.words, given, words),
            },
            Command::Undo(which) => self.undo(which, given.secretly),
            Command::Open { name, scenario, seats } => self.open(name, scenario, seats),
            Command::Start => self.start(given.secretly),
            Command::Resume => self.resume(given.secretly),
            Command::Hold(why) => self.hold(why.as_deref(), given.secretly),
            Command::Reopen => self.reopen(given.insist),
            Command::Archive(whom) => self.archive(whom),
            Command::End { .. }
            | Command::RunTurn(_)
            | Command::Rollback(_)
            | Command::Rerun(_)
            | Command::RemovePlayer(_) => self.ask_or_do(&given.command),
            Command::Deadline(_)
            | Command::Extend(_)
            | Command::Schedule(_)
            | Command::Grace(_)
            | Command::Remind(_)
            | Command::Missing(_)
            | Command::Press(_)
            | Command::Observers(_)
            | Command::Advice(_)
            | Command::Language(_)
            | Command::AbsenceRule(_)
            | Command::Early(_)
            | Command::Holidays(_) => self.change_schedule(&given.command, given.now),
            Command::Release(letter) => self.read_again(*letter),
            Command::Broadcast(words) => self.broadcast(words),
            Command::Tell { players, words } => self.tell(players, words),
            Command::Show(what) => self.show(what),
            Command::Help(topic) => Ok(self.help(topic.as_deref())),
            _ => self.take_of_people(given, words),
        }
    }

    /// Takes a command about players or administrators.
    fn take_of_people(&mut self, given: &Given, words: &str) -> Taken {
        match &given.command {
            Command::AddPlayer { player, address, standing } => {
                self.add_player(player, address, standing, given, words)
            }
            Command::Replace { player, address } => self.replace(player, address.as_deref(), given.insist),
            Command::Machine { player, plays } => self.machine_plays(player, *plays),
            Command::LanguageOf { player, locale } => self.language_of(player, *locale),
            Command::Skill { player, skill } => self.skill(player, *skill),
            Command::Email { player, address } => self.email(player, address, given.insist),
            Command::ResetPassword(player) => self.reset_password(player),
            Command::Absent { player, from, to, deputy } => {
                self.absent(player, (*from, *to), deputy.as_deref(), given.now)
            }
            Command::Present(player) => self.present(player),
            Command::Accept { address, player } => self.accept(address, player, given.insist),
            Command::RemoveObserver(address) => self.remove_observer(address, given.secretly),
            Command::Decline { address, why } => self.decline(address, why.as_deref(), given.secretly),
            Command::AddGa { name, address, role } => self.add_ga(name, address, *role, given.insist),
            Command::RemoveGa(name) => self.remove_ga(name),
            Command::ChangeRole { name, role } => self.change_role(name, *role),
            Command::NewPassword(secret) => self.new_password(secret),
            // All others are taken by `take`.
            _ => Err("it is not known here".into()),
        }
    }

    /// Changes the record.
    pub fn change(&mut self, change: GaChange) {
        self.change_any(Change::Ga { game: self.game.name().clone(), change: Box::new(change) });
    }

    /// Changes the record otherwise than administrators alone do.
    pub fn change_any(&mut self, change: Change) {
        self.game.apply(&change);
        self.changes.push(change);
    }

    /// A sentence about the letter as a whole.
    pub fn note_for_all(&mut self, words: String) {
        self.notes.push(words);
    }

    /// Where the letter stands, to come back to.
    pub fn mark(&self) -> Mark {
        let (changes, others, tidings) = (self.changes.len(), self.others.len(), self.tidings.len());
        Mark { game: self.game.clone(), changes, others, tidings }
    }

    /// Takes back what was done since a mark.
    pub fn back_to(&mut self, Mark { game, changes, others, tidings }: Mark) {
        self.game = game;
        self.changes.truncate(changes);
        self.others.truncate(others);
        self.tidings.truncate(tidings);
    }

    /// Fresh random bytes, others at every call.
    pub fn draw<const N: usize>(&mut self) -> [u8; N] {
        self.drawn += 1;
        password::draw(&self.arrived.random, self.drawn)
    }

    /// A line for the audit of what is no hand edit: that one is its own.
    fn note(&mut self, step: Step<'_>, taken: &Taken) {
        let Ok(done) = taken else { return };
        let looks = matches!(step, Step::Command(read) if only_looks(&read.what.command));
        if looks || done.edit.is_some() {
            return;
        }
        let was = Said::line;
        let said = done.said.iter().map(was).chain(done.results.iter().cloned()).collect::<Vec<_>>();
        let (by, letter) = (&self.by.name, self.arrived.letter.0);
        // A token that came back is worth nothing any more; its command is what the results name.
        let what = match step {
            Step::Token(_) => "CONFIRM".to_owned(),
            Step::Command(read) => first_line(&read.words),
        };
        let asked = if done.token.is_some() { " (waits for its token)" } else { "" };
        let words = format!("{by}, letter {letter}: {what}{asked}. {}", said.join("; "));
        self.change(GaChange::Note(words.trim_end().to_owned()));
    }

    fn answer(&mut self, refused: Option<String>) -> GaAnswer {
        let letter = self.letter;
        let count = |outcome: Outcome| self.items.iter().filter(|item| item.outcome == outcome).count();
        let [done, asked, faults] = [Outcome::Done, Outcome::Asked, Outcome::Refused].map(count);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let unread = letter.complaints.len() + letter.more_complaints as usize;
        let errors = number(faults + unread).saturating_add(u32::from(refused.is_some()));
        let spoilt = self.spoilt();
        for (item, told) in self.items.iter_mut().zip(breach::told(&self.against)) {
            item.against = told;
        }
        if spoilt.is_some() {
            // A token that is not kept is worth nothing.
            self.items.iter_mut().for_each(|item| item.token = None);
        }
        GaAnswer {
            name: self.by.name.clone(),
            game: self.game.name().0.clone(),
            title: self.game.opening.title.clone(),
            turn: self.game.book.turn,
            received: self.game.received(&self.arrived.receipt),
            deadline: self.game.stamp(self.game.settings.deadline_ms),
            refused,
            preview: letter.preview,
            spoilt,
            done: number(done),
            asked: number(asked),
            errors,
            notes: std::mem::take(&mut self.notes),
            items: std::mem::take(&mut self.items),
            complaints: letter.complaints.clone(),
            more_complaints: letter.more_complaints,
            ignored: self.arrived.ignored.clone(),
        }
    }

    /// Why nothing is kept of a letter whose commands hold together: the first thing that could not be done or read.
    fn spoilt(&self) -> Option<String> {
        if !self.letter.together {
            return None;
        }
        let refused = self.items.iter().find(|item| item.outcome == Outcome::Refused);
        let line = refused.map(|item| item.line);
        let unread = self.letter.complaints.first().map(|complaint| complaint.span.line);
        let what = match line.into_iter().chain(unread).min()? {
            0 => "something in the letter could not be read".to_owned(), // It is wrong with all of it.
            line => format!("line {line} could not be done"),
        };
        Some(format!("{what}, and you wrote TOGETHER: nothing of the letter is kept"))
    }

    fn addressed(&self, answer: GaAnswer) -> Answer {
        let name = self.by.name.clone();
        Answer {
            to: match &self.by.address {
                Some(address) => To::Player { name, address: address.clone() },
                None => To::Ga,
            },
            game: Some(self.game.name().clone()),
            turn: Some(self.game.book.turn),
            weight: Weight::Receipt,
            errors: answer.errors,
            replaceable: false,
            body: Body::Ga(Box::new(answer)),
        }
    }
}

fn first_line(words: &str) -> String {
    words.lines().next().unwrap_or_default().to_owned()
}

fn item(step: Step<'_>, taken: Taken, is_preview: bool) -> GaItem {
    let bare = GaItem { line: step.line(), words: step.words(), ..GaItem::default() };
    match taken {
        Err(Fault { why, nearest }) => {
            GaItem { outcome: Outcome::Refused, why_not: Some(stopped(&why)), nearest, ..bare }
        }
        Ok(done) => GaItem {
            outcome: if done.token.is_some() { Outcome::Asked } else { Outcome::Done },
            edit: done.edit,
            said: done.said,
            results: done.results.iter().map(|words| sentence(words)).collect(),
            undo: done.undo,
            // A token that is not kept is worth nothing.
            token: done.token.filter(|_| !is_preview),
            shown: done.shown,
            wanted: done.wanted,
            ..bare
        },
    }
}

fn verdict(answer: &GaAnswer) -> Verdict {
    if let Some(why) = answer.refused.as_ref().or(answer.spoilt.as_ref()) {
        return Verdict::Refused(why.clone());
    }
    let done = answer.done + answer.asked;
    let refusal = answer.items.iter().find_map(|item| item.why_not.clone());
    let complaint = answer.complaints.first().map(Complaint::sentence);
    match (done, refusal.or(complaint)) {
        (0, None) => Verdict::Refused("nothing in the letter is a command".into()),
        (_, None) => Verdict::Obeyed,
        (0, Some(why)) => Verdict::Refused(why),
        (_, Some(_)) => Verdict::PartlyObeyed,
    }
}
