//! SHOW and HELP: what the record knows of a game. What the store alone knows is asked of the daemon.

use crate::answer::{Answer, Body, ReportWanted, To, Weight};
use crate::book;
use crate::ga::answer::{Shown, Wanted};
use crate::ga::players::here_words;
use crate::ga::record::{Administrator, Applicant, Asked, HandEdit, Task, Work as Job};
use crate::ga::schedule::told;
use crate::ga::tokens::WORTH_MS;
use crate::ga::two_parts::lines_of_two_parts;
use crate::ga::undo::undone_by;
use crate::ga::who::By;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::record::{FiledOffice, Held};
use crate::seats::Seats;
use crate::standing::standing_of;
use crate::tenure::{is_ready, word_between};
use fieldpost_door::Refused;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_engine::words::capital;
use fieldpost_grammar::command::{self, Show};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::whole;
use fieldpost_print::section::{Block, Listed, Row};

/// Lines of the audit that are shown where no number is given.
const AUDIT_LINES: u32 = 40;

impl Work<'_> {
    /// `HELP [topic]`.
    pub fn help(&self, topic: Option<&str>) -> Done {
        let text = command::help(topic, self.game.board().rulebook().language);
        shown("Help", "help", [Block::Verbatim(text)])
    }

    /// `SHOW …`.
    pub fn show(&mut self, what: &Show) -> Taken {
        match what {
            Show::Game => Ok(self.show_game()),
            Show::Piece(called, piece) => self.show_piece(called, piece),
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
                Ok(Done { wanted: Some(Wanted::Quarantined), ..shown("What waits", "queue", [self.queue()]) })
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
        let players = game.numbered_players().map(|(_, player)| self.player_line(&player.name)).collect();
        let officer =
            |one: &Administrator| format!("{}, {}, {}", one.account.name, one.role.word(), one.account.email);
        let waiting = game.administration.applicants.iter().filter(|one| one.token.is_none());
        let lists = [
            ("Players", players),
            ("Game administrators", game.administration.administrators.iter().map(officer).collect()),
            ("MIND THIS", lines_of_two_parts(game)),
            ("Who observes", game.observers().map(|one| one.address.clone()).collect()),
            (
                "Who signed up and waits for ACCEPT or DECLINE",
                waiting.map(|one| one.address.clone()).collect(),
            ),
        ];
        let told = lists.into_iter().filter(|(_, items): &(_, Vec<String>)| !items.is_empty());
        let told = told.flat_map(|(title, items)| [Block::Heading(title.to_owned()), Block::Items(items)]);
        shown(&format!("The game {}", game.name().0), "game", [table(rows)].into_iter().chain(told))
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

    fn show_piece(&self, called: &str, piece: &Piece) -> Taken {
        // Who commands it now is what the turn's letters have assigned, too.
        let seats = Seats::latest(&self.game, &self.game.book);
        let rows = self.game.board().show_piece(piece, &seats).map_err(not_there)?;
        let orders = Block::Listing(vec![self.orders_of(piece)]);
        Ok(shown(&format!("The {} {piece}", called.to_lowercase()), "piece", [table(rows), orders]))
    }

    /// What stands for a piece.
    fn orders_of(&self, piece: &Piece) -> Listed {
        let standing = standing_of(&self.game, piece, book::in_force(&self.game.book, piece));
        let words = match (&standing.by, &standing.received) {
            (Some(by), Some(received)) => format!(", ordered by {by}, {}:", received.local),
            _ => ", no orders; by default:".to_owned(),
        };
        let lines = standing.lines.iter().map(|line| format!("| {line}")).collect();
        Listed { loud: piece.to_string(), words, lines }
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
        let played = wanted.is_some().then(|| Block::Heading("How they have played here".into()));
        let blocks = [table(rows)].into_iter().chain(played);
        Ok(Done { wanted, ..shown(&format!("The player {}", account.name), "player", blocks) })
    }

    fn show_place(&self, name: &str) -> Taken {
        let (name, rows) = self.game.board().show_place(name).map_err(not_there)?;
        // What a place is called, a city, a province or a sea, the game alone knows.
        Ok(shown(&capital(&name), "place", [table(rows)]))
    }

    fn show_whole(&mut self, what: &str) -> Taken {
        let seats = Seats::latest(&self.game, &self.game.book);
        let offices = self.game.book.orders_of_offices();
        let Some(sections) = self.game.board().show_with(what, &seats, &offices) else {
            return Err(format!("this game shows nothing by the word {what}").into());
        };
        let done = showing(Shown { heading: format!("{what} of turn {}", self.game.book.turn), sections });
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
        let listed = units.iter().filter(standing).map(|unit| self.orders_of(unit)).collect::<Vec<_>>();
        let offices = if of.is_none() { self.office_rows() } else { Vec::new() };
        let none = listed.is_empty() && offices.is_empty();
        let none = none.then(|| Block::Words("Nobody has sent an order yet.".into()));
        let blocks = [Block::Listing(listed), Block::Rows(offices)].into_iter().chain(none);
        Ok(shown(&format!("Orders for turn {}", self.game.book.turn), "orders", blocks))
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

    fn office_rows(&self) -> Vec<Row> {
        let words = |filed: &FiledOffice| match self.game.board().is_sealed(&filed.order) {
            true => "(sealed)".to_owned(),
            false => filed.order.words.to_string(),
        };
        let row = |filed: &FiledOffice| {
            let back = if filed.cancels { "CANCEL OFFICE " } else { "" };
            Row::of(format!("{}: {back}{}", self.game.name_of(filed.player), words(filed)))
        };
        self.game.book.offices.iter().map(row).collect()
    }

    fn show_edits(&self) -> Done {
        let edits = &self.game.book.edits;
        let listed = edits.iter().map(|edit| self.edit_lines(edit)).collect::<Vec<_>>();
        let none = listed.is_empty().then(|| Block::Words("There is none.".into()));
        let blocks = [Block::Listing(listed)].into_iter().chain(none);
        shown(&format!("Hand edits of turn {}", self.game.book.turn), "edits", blocks)
    }

    fn edit_lines(&self, edit: &HandEdit) -> Listed {
        let secretly = if edit.secretly { ", secretly" } else { "" };
        let back = undone_by(&self.game.book.edits, edit.number);
        let back = back.map(|by| format!(", taken back by edit {}", by.number)).unwrap_or_default();
        let at = self.game.received(&edit.receipt).local;
        let by = format!("by {}, letter {}, {at}{secretly}{back}", edit.by, edit.letter.0);
        let said = edit.said.iter().map(|said| said.line().to_string());
        let against = edit.against.iter().map(|against| format!("against: {against}"));
        let lines = std::iter::once(by).chain(said).chain(against).collect();
        Listed { loud: format!("{}. {}", edit.number, edit.words), words: String::new(), lines }
    }

    /// All that a task would do: the settings that would be other, the lines of a seats file.
    fn task_lines(&self, job: &Job) -> Vec<String> {
        match job {
            Job::Settle(settings) => {
                let turn = self.game.book.turn;
                let now = told(&self.game.settings, turn);
                let then = told(settings, turn).into_iter().filter(|row| !now.contains(row));
                then.map(|(what, value)| format!("| {what}: {value}")).collect()
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
    fn queue(&self) -> Block {
        let administration = &self.game.administration;
        let asked = administration.asked.iter().map(|asked| self.asked_lines(asked));
        let tasks = administration.tasks.iter().map(|task| self.task_words(task));
        let applicants = administration.applicants.iter().map(|one| self.applicant_words(one));
        let waiting = self.game.held.iter().map(|held| self.held_words(held));
        let waiting: Vec<_> = waiting.chain(asked).chain(tasks).chain(applicants).collect();
        match waiting.is_empty() {
            true => Block::Words("Nothing waits.".into()),
            false => Block::Listing(waiting),
        }
    }

    fn at(&self, at_ms: i64) -> String {
        self.game.stamp(at_ms).local
    }

    fn held_words(&self, held: &Held) -> Listed {
        let at = self.at(held.receipt.at_ms);
        let why = held.early.as_ref().map_or_else(
            || "held for its sender's word".to_owned(),
            |early| format!("kept for turn {}", early.turn),
        );
        waits(
            format!("letter {}", held.letter.0),
            format!(" of {}, received {at}: {why}", held.player),
            Vec::new(),
        )
    }

    fn asked_lines(&self, asked: &Asked) -> Listed {
        let until = self.at(asked.at_ms + WORTH_MS);
        let words = format!(", {}: waits for its token until {until}", self.at(asked.at_ms));
        waits(asked.by.clone(), words, indented(&asked.words).collect())
    }

    fn task_words(&self, task: &Task) -> Listed {
        let when = self.at(task.not_before_ms);
        let words = format!(" of {}, from {when}: {}", task.by, job_words(&task.what));
        waits(format!("task {}", task.number), words, self.task_lines(&task.what))
    }

    fn applicant_words(&self, applicant: &Applicant) -> Listed {
        let name = applicant.name.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
        let nation = applicant.nation.as_ref().map(|nation| format!(" for {nation}")).unwrap_or_default();
        let sure = match &applicant.token {
            Some(_) => "address not confirmed yet",
            None => "waits for ACCEPT or DECLINE",
        };
        let words = format!(" signed up{name}{nation}, {}: {sure}", self.at(applicant.at_ms));
        waits(applicant.address.clone(), words, Vec::new())
    }
}

fn waits(loud: String, words: String, lines: Vec<String>) -> Listed {
    Listed { loud, words, lines }
}

fn indented(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| format!("| {line}"))
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

fn shown(heading: &str, key: &'static str, blocks: impl IntoIterator<Item = Block>) -> Done {
    showing(Shown::of(heading, key, blocks))
}

fn showing(shown: Shown) -> Done {
    Done { shown: Some(shown), ..Done::default() }
}

/// Rows of what there is and how it is.
fn table(rows: impl IntoIterator<Item = (String, String)>) -> Block {
    Block::Rows(rows.into_iter().map(|(what, value)| Row::about(what, value)).collect())
}

/// Why something of the game is not shown.
fn not_there(Refused { why, nearest, .. }: Refused) -> Fault {
    Fault { why: why.join(" "), nearest }
}
