//! SHOW and HELP: what the record knows of a game. What the store alone knows is asked of the daemon.

use crate::answer::{Answer, Body, ReportWanted, To, Weight};
use crate::book;
use crate::ga::answer::{Shown, Wanted};
use crate::ga::players::here_words;
use crate::ga::record::{HandEdit, Work as Job};
use crate::ga::schedule::told;
use crate::ga::tokens::WORTH_MS;
use crate::ga::two_parts::lines_of_two_parts;
use crate::ga::undo::undone_by;
use crate::ga::who::By;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::record::FiledOffice;
use crate::seats::Seats;
use crate::standing::standing_of;
use crate::tenure::{is_ready, word_between};
use fieldpost_door::Refused;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_engine::wrap::wrapped;
use fieldpost_grammar::command::{self, Show};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::whole;

/// Lines of the audit that are shown where no number is given.
const AUDIT_LINES: u32 = 40;

/// Columns of what is shown: the mail moves it in by two.
const COLUMNS: usize = 68;

impl Work<'_> {
    /// `HELP [topic]`.
    pub fn help(&self, topic: Option<&str>) -> Done {
        let text = command::help(topic, self.game.board().rulebook().language);
        shown("Help", text.lines().map(str::to_owned).collect())
    }

    /// `SHOW …`.
    pub fn show(&mut self, what: &Show) -> Taken {
        match what {
            Show::Game => Ok(self.show_game()),
            Show::Piece(_, piece) => self.show_unit(piece),
            Show::Player(name) => self.show_player(name),
            Show::Place(_, name) => self.show_place(name),
            Show::Whole(what) => self.show_whole(what),
            Show::Position(name) => {
                let name = self.player(name)?.1.name.clone();
                let position = self.game.board().position();
                Ok(wanted(Wanted::Position { player: name, position }))
            }
            Show::Orders(of) => self.show_orders(of.as_deref()),
            Show::Edits => Ok(self.show_edits()),
            Show::Queue => {
                Ok(Done { wanted: Some(Wanted::Quarantined), ..shown("What waits", self.queue()) })
            }
            Show::Outbox => Ok(wanted(Wanted::Outbox)),
            Show::Bounced => Ok(wanted(Wanted::Bounced)),
            Show::Audit(lines) => Ok(wanted(Wanted::Audit(lines.unwrap_or(AUDIT_LINES)))),
            Show::Letter(number) => Ok(wanted(Wanted::Letter(*number))),
            Show::Version => Ok(wanted(Wanted::Version)),
            Show::Press(turn) => Ok(wanted(Wanted::Press(turn.unwrap_or(self.game.book.turn)))),
        }
    }

    fn show_game(&self) -> Done {
        let game = &self.game;
        let turn = game.book.turn;
        let stands = match (game.held_why(), game.administration.has_ended, game.board().over()) {
            _ if game.administration.moved_to.is_some() => game.over().unwrap_or_default(),
            (_, true, None) => "ended".to_owned(),
            (_, true, Some(over)) => format!("ended: {over}"),
            (_, _, Some(over)) => format!("waits for END GAME, or ROLLBACK: {over}"),
            (Some(why), _, _) => format!("held: {why}"),
            (None, _, _) => "goes on".to_owned(),
        };
        let mut rows = vec![
            ("game".to_owned(), format!("{}, {}", game.name().0, game.opening.title)),
            ("turn".into(), format!("{turn}, {}", game.board().season())),
            ("it".into(), stands),
        ];
        rows.extend(told(&game.settings, turn));
        let mut lines = table(&rows);
        lines.push(String::new());
        lines.push("Players".into());
        lines.extend(
            game.numbered_players().map(|(_, player)| format!("- {}", self.player_line(&player.name))),
        );
        lines.push(String::new());
        lines.push("Game administrators".into());
        let administrators = game.administration.administrators.iter();
        lines.extend(
            administrators
                .map(|one| format!("- {}, {}, {}", one.account.name, one.role.word(), one.account.email)),
        );
        let two_parts = lines_of_two_parts(game);
        if !two_parts.is_empty() {
            lines.extend([String::new(), "MIND THIS".into()]);
            lines.extend(two_parts.iter().map(|line| format!("- {line}")));
        }
        let observers = game.observers().map(|one| format!("- {}", one.address)).collect::<Vec<_>>();
        if !observers.is_empty() {
            lines.extend([String::new(), "Who observes".into()]);
            lines.extend(observers);
        }
        let waiting = game.administration.applicants.iter().filter(|one| one.token.is_none());
        let waiting = waiting.map(|one| format!("- {}", one.address)).collect::<Vec<_>>();
        if !waiting.is_empty() {
            lines.extend([String::new(), "Who signed up and waits for ACCEPT or DECLINE".into()]);
            lines.extend(waiting);
        }
        shown(&format!("The game {}", game.name().0), lines)
    }

    /// A player in a line: nation, rank, units, orders.
    fn player_line(&self, name: &str) -> String {
        let Some((number, account)) = self.game.player_named(name) else { return name.to_owned() };
        let player = self.game.player(number);
        let nation = player.map_or("", |player| player.party.as_str());
        let rank = player.filter(|player| !player.rank.is_empty()).map(|player| format!(", {}", player.rank));
        let rank = rank.unwrap_or_default();
        let seats = Seats::latest(&self.game, &self.game.book).all();
        let commanded = seats.iter().filter(|(_, seat)| seat.commander == number).map(|(unit, _)| unit);
        let units = commanded.collect::<Vec<_>>();
        let ordered = units.iter().filter(|unit| book::in_force(&self.game.book, unit).is_some()).count();
        let kind = match account {
            account if account.is_closed() => ", removed".to_owned(),
            account if account.machine => format!(", the machine's, a {}", account.skill),
            account if account.wishes().off => ", takes no reports".to_owned(),
            _ => String::new(),
        };
        let sent = if self.game.is_between() {
            word_between(&self.game, number)
        } else {
            let ready = if is_ready(&self.game, &account.name) { ", READY" } else { "" };
            format!("orders for {ordered} of {} {}s{ready}", units.len(), self.game.noun())
        };
        format!("{}, {nation}{rank}{kind}: {sent}", account.name)
    }

    fn show_unit(&self, unit: &Piece) -> Taken {
        // Who commands it now is what the turn's letters have assigned, too.
        let seats = Seats::latest(&self.game, &self.game.book);
        let rows = self.game.board().show_piece(unit, &seats).map_err(not_there)?;
        let mut lines = table(&rows);
        lines.extend(self.orders_of(unit));
        Ok(shown(&format!("The {} {unit}", self.game.noun()), lines))
    }

    /// What stands for a unit.
    fn orders_of(&self, unit: &Piece) -> Vec<String> {
        let standing = standing_of(&self.game, unit, book::in_force(&self.game.book, unit));
        let by = match (&standing.by, &standing.received) {
            (Some(by), Some(received)) => format!("{unit}, ordered by {by}, {}:", received.local),
            _ => format!("{unit}, no orders; by default:"),
        };
        let lines = standing.lines.iter().map(|line| format!("  | {line}"));
        std::iter::once(by).chain(lines).collect()
    }

    fn show_player(&self, name: &str) -> Taken {
        let (number, account) = self.player(name)?;
        let Some(player) = self.game.player(number) else { return Err("nobody of that name plays".into()) };
        let seats = Seats::latest(&self.game, &self.game.book).all();
        let list = |has: &dyn Fn(&Seat) -> bool| {
            let units = seats.iter().filter(|(_, seat)| has(seat)).map(|(unit, _)| unit.clone()).collect();
            let units = self.game.in_order(units).iter().map(ToString::to_string).collect::<Vec<_>>();
            if units.is_empty() { "none".to_owned() } else { units.join(", ") }
        };
        let offices = player.offices.join(", ");
        let address = match (account.machine, account.email.is_empty()) {
            (true, _) => format!("the machine's seat: it plays it as a {}", account.skill),
            (_, true) => "none: removed".to_owned(),
            _ => account.email.clone(),
        };
        let is_ready = account.tenure.ready_for == Some(self.game.settings.opened_ms);
        let rank = if player.rank.is_empty() { "none".into() } else { player.rank.clone() };
        let rows = [
            ("nation".to_owned(), player.party.clone()),
            ("rank".into(), rank),
            ("offices".into(), if offices.is_empty() { "none".into() } else { offices }),
            ("address".into(), address),
            ("here".into(), here_words(account)),
            ("ready".into(), if is_ready { "for the open turn" } else { "no" }.into()),
            (
                "reports".into(),
                if account.wishes().off { "none: SET REPORTS OFF".into() } else { account.wishes().words() },
            ),
            ("commands".into(), list(&|seat| seat.commander == number)),
            ("deputises for".into(), list(&|seat| seat.deputy == Some(number))),
        ];
        let has_played = !account.email.is_empty() && !account.machine;
        let wanted = has_played.then(|| Wanted::Reliability(account.email.clone()));
        let mut lines = table(&rows);
        if wanted.is_some() {
            lines.extend([String::new(), "How they have played here".into()]);
        }
        Ok(Done { wanted, ..shown(&format!("The player {}", account.name), lines) })
    }

    fn show_place(&self, name: &str) -> Taken {
        let (name, rows) = self.game.board().show_place(name).map_err(not_there)?;
        Ok(shown(&format!("The city {name}"), table(&rows)))
    }

    fn show_whole(&mut self, what: &str) -> Taken {
        let seats = Seats::latest(&self.game, &self.game.book);
        let Some(lines) = self.game.board().show_with(what, &seats, &self.game.book.orders_of_offices())
        else {
            return Err(format!("this game shows nothing by the word {what}").into());
        };
        let done = shown(&format!("{what} of turn {}", self.game.book.turn), lines);
        let is_mailed = self.game.board().draws_whole(what) && self.mail_board();
        Ok(if is_mailed { done.and("Another mail has it drawn.") } else { done })
    }

    /// Mails the whole board to whoever asks by letter; whether it could.
    fn mail_board(&mut self) -> bool {
        let By { name, address, .. } = self.by.clone();
        let Some(address) = address.filter(|address| !address.is_empty()) else { return false };
        let position = Some(self.game.board().position());
        let wanted = ReportWanted { player: name.clone(), turn: None, position, whole: true };
        // Whoever asks twice of one board is mailed it once.
        if self.others.iter().any(|other| matches!(&other.body, Body::Report(asked) if *asked == wanted)) {
            return true;
        }
        self.others.push(Answer {
            to: To::Player { name, address },
            game: Some(self.game.name().clone()),
            turn: Some(self.game.book.turn),
            weight: Weight::Notice,
            errors: 0,
            replaceable: false,
            body: Body::Report(wanted),
        });
        true
    }

    fn show_orders(&self, of: Option<&str>) -> Taken {
        let units = match of {
            None => self.game.in_order(self.game.book.units.keys().cloned().collect()),
            Some(words) => self.ordered_by(words)?,
        };
        let standing = |unit: &&Piece| of.is_some() || book::in_force(&self.game.book, unit).is_some();
        let mut lines =
            units.iter().filter(standing).flat_map(|unit| self.orders_of(unit)).collect::<Vec<_>>();
        if of.is_none() {
            lines.extend(self.office_lines());
        }
        if lines.is_empty() {
            lines.push("Nobody has sent an order yet.".into());
        }
        Ok(shown(&format!("Orders for turn {}", self.game.book.turn), lines))
    }

    /// The unit of a name, or the units that a player of that name may order.
    fn ordered_by(&self, words: &str) -> Result<Vec<Piece>, Fault> {
        let language = self.game.board().rulebook().language;
        if let Ok(piece) = whole((language.piece)(words.trim(), &Lexicon::of(language))) {
            return match self.game.has(&piece) {
                true => Ok(vec![piece]),
                false => Err(format!("there is no {} {piece}", self.game.noun()).into()),
            };
        }
        let (number, _) = self.player(words)?;
        let units = Seats::latest(&self.game, &self.game.book).units_of(&self.game, number);
        Ok(units.into_iter().map(|(unit, _)| unit).collect())
    }

    fn office_lines(&self) -> Vec<String> {
        let words = |filed: &FiledOffice| match self.game.board().is_sealed(&filed.order) {
            true => "(sealed)".to_owned(),
            false => filed.order.words.to_string(),
        };
        let line = |filed: &FiledOffice| {
            let back = if filed.cancels { "CANCEL OFFICE " } else { "" };
            format!("{}: {back}{}", self.game.name_of(filed.player), words(filed))
        };
        self.game.book.offices.iter().map(line).collect()
    }

    fn show_edits(&self) -> Done {
        let edits = &self.game.book.edits;
        let mut lines = edits.iter().flat_map(|edit| self.edit_lines(edit)).collect::<Vec<_>>();
        if edits.is_empty() {
            lines.push("There is none.".into());
        }
        shown(&format!("Hand edits of turn {}", self.game.book.turn), lines)
    }

    fn edit_lines(&self, edit: &HandEdit) -> Vec<String> {
        let secretly = if edit.secretly { ", secretly" } else { "" };
        let back = undone_by(&self.game.book.edits, edit.number);
        let back = back.map(|by| format!(", taken back by edit {}", by.number)).unwrap_or_default();
        let mut lines = vec![
            format!("{}. {}", edit.number, edit.words),
            format!(
                "   by {}, letter {}, {}{secretly}{back}",
                edit.by,
                edit.letter.0,
                self.game.received(&edit.receipt).local
            ),
        ];
        lines.extend(edit.said.iter().map(|said| format!("   {}", said.line())));
        lines.extend(edit.against.iter().map(|against| format!("   against: {against}")));
        lines
    }

    /// All that a task would do: the settings that would be other, the lines of a seats file.
    fn task_lines(&self, job: &Job) -> Vec<String> {
        match job {
            Job::Settle(settings) => {
                let turn = self.game.book.turn;
                let now = told(&self.game.settings, turn);
                let then = told(settings, turn).into_iter().filter(|row| !now.contains(row));
                then.map(|(what, value)| format!("  | {what}: {value}")).collect()
            }
            Job::Open { seats, .. } => indented(seats).collect(),
            Job::Account { .. }
            | Job::Archive { .. }
            | Job::RunTurn(_)
            | Job::Rollback { .. }
            | Job::Release(_) => Vec::new(),
        }
    }

    /// Letters held, commands that wait for their tokens, tasks to come, applicants.
    fn queue(&self) -> Vec<String> {
        let game = &self.game;
        let stamp = |at_ms: i64| game.stamp(at_ms).local;
        let mut lines = Vec::new();
        for held in &game.held {
            let at = stamp(held.receipt.at_ms);
            let why = held.early.as_ref().map_or_else(
                || "held for its sender's word".to_owned(),
                |early| format!("kept for turn {}", early.turn),
            );
            lines.push(format!("letter {} of {}, received {at}: {why}", held.letter.0, held.player));
        }
        for asked in &game.administration.asked {
            lines.push(format!("{}, {}: waits for its token until", asked.by, stamp(asked.at_ms)));
            lines.push(format!("  {}", stamp(asked.at_ms + WORTH_MS)));
            lines.extend(indented(&asked.words));
        }
        for task in &game.administration.tasks {
            let when = stamp(task.not_before_ms);
            lines.push(format!(
                "task {} of {}, from {when}: {}",
                task.number,
                task.by,
                job_words(&task.what)
            ));
            lines.extend(self.task_lines(&task.what));
        }
        for applicant in &game.administration.applicants {
            let name = applicant.name.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
            let nation = applicant.nation.as_ref().map(|nation| format!(" for {nation}")).unwrap_or_default();
            let sure = if applicant.token.is_some() {
                "address not confirmed yet"
            } else {
                "waits for ACCEPT or DECLINE"
            };
            lines.push(format!(
                "{} signed up{name}{nation}, {}: {sure}",
                applicant.address,
                stamp(applicant.at_ms)
            ));
        }
        if lines.is_empty() {
            lines.push("Nothing waits.".into());
        }
        lines
    }
}

fn indented(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| format!("  | {line}"))
}

/// What a game's administrators have asked for and is still to be done, a clause each.
pub fn jobs_to_come(game: &GameRecord) -> Vec<String> {
    let tasks = game.administration.tasks.iter();
    tasks.map(|task| format!("{} (of {})", job_words(&task.what), task.by)).collect()
}

fn job_words(job: &Job) -> String {
    match job {
        Job::Open { name, scenario, .. } => format!("open {name} from {scenario}"),
        Job::RunTurn(turn) => format!("run turn {turn}"),
        Job::Rollback { to, run: false } => format!("go back to turn {to}"),
        Job::Rollback { to, run: true } => format!("go back to turn {to} and run it"),
        Job::Settle(_) => "change the schedule".into(),
        Job::Account { .. } => "mail the account of the game".into(),
        Job::Release(letter) => format!("read letter {} again", letter.0),
        Job::Archive { .. } => "mail what has happened as pages".into(),
    }
}

fn wanted(what: Wanted) -> Done {
    Done { wanted: Some(what), ..Done::default() }
}

fn shown(heading: &str, lines: Vec<String>) -> Done {
    Done { shown: Some(Shown { heading: heading.to_owned(), lines }), ..Done::default() }
}

/// Rows as lines, the values under one another.
fn table(rows: &[(String, String)]) -> Vec<String> {
    let width = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or_default();
    rows.iter().flat_map(|(what, value)| row(what, value, width)).collect()
}

/// One row; a long value goes on under itself.
fn row(what: &str, value: &str, width: usize) -> Vec<String> {
    let room = COLUMNS.saturating_sub(width + 2).max(20);
    let lines = wrapped(value, "", "", room);
    let head = |place: usize| if place == 0 { what } else { "" };
    lines.iter().enumerate().map(|(place, line)| format!("{:width$}  {line}", head(place))).collect()
}

/// Why something of the game is not shown.
fn not_there(Refused { why, nearest, .. }: Refused) -> Fault {
    Fault { why: why.join(" "), nearest }
}
