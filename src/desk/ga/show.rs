//! SHOW and HELP: what the record knows of a game. What the store alone knows is asked of the daemon.

use crate::desk::book;
use crate::desk::ga::answer::{Shown, Wanted};
use crate::desk::ga::players::absence_words;
use crate::desk::ga::record::{HandEdit, Work as Job};
use crate::desk::ga::schedule::told;
use crate::desk::ga::undo::undone_by;
use crate::desk::ga::work::{Done, Fault, Taken, Work};
use crate::desk::offices;
use crate::desk::receipt::standing_of;
use crate::desk::seats::Seats;
use crate::engine::nearest::nearest;
use crate::games::land::edits::city::city_fields;
use crate::games::land::edits::fields::{self, UnitField};
use crate::games::land::language::unit_of;
use crate::games::land::state::{LandState, Seat};
use crate::games::land::unit::UnitId;
use crate::grammar::command::{self, Show};

/// Lines of the audit that are shown where no number is given.
const AUDIT_LINES: u32 = 40;

/// Columns of what is shown: the mail moves it in by two.
const COLUMNS: usize = 68;

impl Work<'_> {
    /// `HELP [topic]`.
    pub fn help(&self, topic: Option<&str>) -> Done {
        let text = command::help(topic, self.game.opening.game.language());
        shown("Help", text.lines().map(str::to_owned).collect())
    }

    /// `SHOW …`.
    pub fn show(&self, what: &Show) -> Taken {
        match what {
            Show::Game => Ok(self.show_game()),
            Show::Piece(piece) => match unit_of(piece) {
                Some(unit) => self.show_unit(unit),
                None => Err(format!("there is no unit {piece}").into()),
            },
            Show::Player(name) => self.show_player(name),
            Show::Place(name) => self.show_city(name),
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
        let stands = match (game.held_why(), game.administration.has_ended) {
            (_, true) => "ended".to_owned(),
            (Some(why), _) => format!("held: {why}"),
            (None, _) => "goes on".to_owned(),
        };
        let mut rows = vec![
            ("game".to_owned(), format!("{}, {}", game.name().0, game.opening.title)),
            ("turn".into(), format!("{turn}, {}", game.state().season.words())),
            ("it".into(), stands),
        ];
        rows.extend(told(&game.settings, turn));
        let mut lines = table(&rows);
        lines.push(String::new());
        lines.push("Players".into());
        lines.extend(
            game.state().players.iter().map(|player| format!("- {}", self.player_line(&player.name))),
        );
        lines.push(String::new());
        lines.push("Game administrators".into());
        let administrators = game.administration.administrators.iter();
        lines.extend(
            administrators
                .map(|one| format!("- {}, {}, {}", one.account.name, one.role.word(), one.account.email)),
        );
        shown(&format!("The game {}", game.name().0), lines)
    }

    /// A player in a line: nation, rank, units, orders.
    fn player_line(&self, name: &str) -> String {
        let Some((number, account)) = self.game.player_named(name) else { return name.to_owned() };
        let state = self.game.state();
        let nation = state.player(number).map(|player| player.nation.words()).unwrap_or_default();
        let rank = state.player(number).map_or("", |player| player.rank.words());
        let seats = Seats::latest(state, &self.game.book).all();
        let commanded = seats.iter().filter(|(_, seat)| seat.commander == number).map(|(unit, _)| *unit);
        let units = commanded.collect::<Vec<_>>();
        let ordered = units.iter().filter(|unit| book::in_force(&self.game.book, **unit).is_some()).count();
        let kind = match account {
            account if account.is_closed() => ", removed",
            account if account.machine => ", the machine's",
            _ => "",
        };
        format!("{}, {nation}, {rank}{kind}: orders for {ordered} of {} units", account.name, units.len())
    }

    fn show_unit(&self, unit: UnitId) -> Taken {
        let state = self.game.state();
        if !state.units.contains_key(&unit) {
            let names = state.units.keys().map(|unit| (unit.to_string(), *unit));
            let nearest = nearest(&unit.to_string(), names).map(|unit| format!("SHOW UNIT {unit}"));
            return Err(Fault { why: format!("there is no unit {unit}"), nearest });
        }
        let Some(known) = state.units.get(&unit) else {
            return Err(format!("there is no unit {unit}").into());
        };
        // Who commands it now is what the turn's letters have assigned, too.
        let now = LandState { seats: Seats::latest(state, &self.game.book).all(), ..state.clone() };
        let shown_unit = fields::Shown { grid: &self.game.field().atlas.map.grid, state: &now, unit: known };
        let row = |field: &UnitField| (field.name.to_owned(), field.shown(&shown_unit));
        let rows = fields::unit_fields().iter().map(row).collect::<Vec<_>>();
        let mut lines = table(&rows);
        lines.extend(self.orders_of(unit));
        Ok(shown(&format!("The unit {unit}"), lines))
    }

    /// What stands for a unit.
    fn orders_of(&self, unit: UnitId) -> Vec<String> {
        let standing = standing_of(&self.game, unit, book::in_force(&self.game.book, unit));
        let by = match (&standing.by, &standing.received) {
            (Some(by), Some(received)) => format!("{unit}, ordered by {by}, {}:", received.local),
            _ => format!("{unit}, no orders; by default:"),
        };
        let lines = standing.lines.iter().map(|line| format!("  | {line}"));
        std::iter::once(by).chain(lines).collect()
    }

    fn show_player(&self, name: &str) -> Taken {
        let (nation, account) = self.player(name)?;
        let state = self.game.state();
        let Some(number) = state.player_named(&account.name) else {
            return Err("nobody of that name plays".into());
        };
        let Some(player) = state.player(number) else { return Err("nobody of that name plays".into()) };
        let seats = Seats::latest(state, &self.game.book).all();
        let list = |has: &dyn Fn(&Seat) -> bool| {
            let units = seats.iter().filter(|(_, seat)| has(seat)).map(|(unit, _)| unit.to_string());
            let units = units.collect::<Vec<_>>();
            if units.is_empty() { "none".to_owned() } else { units.join(", ") }
        };
        let offices = player.offices.iter().map(offices::words).collect::<Vec<_>>().join(", ");
        let address = match (account.machine, account.email.is_empty()) {
            (true, _) => "the machine's seat".to_owned(),
            (_, true) => "none: removed".to_owned(),
            _ => account.email.clone(),
        };
        let rows = [
            ("nation".to_owned(), nation.words()),
            ("rank".into(), player.rank.words().into()),
            ("offices".into(), if offices.is_empty() { "none".into() } else { offices }),
            ("address".into(), address),
            ("here".into(), absence_words(account.absent.as_ref())),
            ("commands".into(), list(&|seat| seat.commander == number)),
            ("deputises for".into(), list(&|seat| seat.deputy == Some(number))),
        ];
        Ok(shown(&format!("The player {}", account.name), table(&rows)))
    }

    fn show_city(&self, name: &str) -> Taken {
        let state = self.game.state();
        let found = state.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(name.trim()));
        let Some((name, city)) = found else {
            let names = state.cities.keys().map(|city| (city.as_str(), city));
            let nearest = nearest(name, names).map(|city| format!("SHOW CITY {city}"));
            return Err(Fault { why: format!("there is no city called {name}"), nearest });
        };
        let square = format!("{} {}", self.game.field().atlas.map.grid.label(city.at), city.tac);
        let mut rows = vec![("square".to_owned(), square), ("home of".into(), city.home.words())];
        rows.extend(city_fields().iter().map(|field| (field.name.to_owned(), field.shown(city))));
        Ok(shown(&format!("The city {name}"), table(&rows)))
    }

    fn show_orders(&self, of: Option<&str>) -> Taken {
        let state = self.game.state();
        let units: Vec<UnitId> = match of {
            None => self.game.book.units.keys().copied().collect(),
            Some(words) => match words.parse::<UnitId>() {
                Ok(unit) if state.units.contains_key(&unit) => vec![unit],
                Ok(unit) => return Err(format!("there is no unit {unit}").into()),
                Err(_) => {
                    let name = self.player(words)?.1.name.clone();
                    let number = self.game.player_named(&name).map(|(number, _)| number);
                    let seats = Seats::latest(state, &self.game.book);
                    number
                        .into_iter()
                        .flat_map(|number| seats.units_of(number))
                        .map(|(unit, _)| unit)
                        .collect()
                }
            },
        };
        let standing = |unit: &UnitId| of.is_some() || book::in_force(&self.game.book, *unit).is_some();
        let mut lines =
            units.into_iter().filter(standing).flat_map(|unit| self.orders_of(unit)).collect::<Vec<_>>();
        if of.is_none() {
            lines.extend(self.office_lines());
        }
        if lines.is_empty() {
            lines.push("Nobody has sent an order yet.".into());
        }
        Ok(shown(&format!("Orders for turn {}", self.game.book.turn), lines))
    }

    fn office_lines(&self) -> Vec<String> {
        let offices = self.game.book.offices.iter();
        offices.map(|filed| format!("{}: {}", self.game.name_of(filed.player), filed.order.words)).collect()
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
            format!("   by {}, {}{secretly}{back}", edit.by, self.game.received(&edit.receipt).local),
        ];
        lines.extend(
            edit.said.iter().map(|said| format!("   {}: {} -> {}", said.what, said.before, said.after)),
        );
        lines.extend(edit.against.iter().map(|against| format!("   against: {against}")));
        lines
    }

    /// Letters held, commands that wait for their tokens, tasks to come, applicants.
    fn queue(&self) -> Vec<String> {
        let game = &self.game;
        let stamp = |at_ms: i64| game.stamp(at_ms).local;
        let mut lines = Vec::new();
        for held in &game.held {
            let at = stamp(held.receipt.at_ms);
            lines.push(format!(
                "letter {} of {}, received {at}: held for its sender's word",
                held.letter.0, held.player
            ));
        }
        for asked in &game.administration.asked {
            lines.push(format!(
                "{} of {}, {}: waits for its token",
                asked.words,
                asked.by,
                stamp(asked.at_ms)
            ));
        }
        for task in &game.administration.tasks {
            let when = stamp(task.not_before_ms);
            lines.push(format!(
                "task {} of {}, from {when}: {}",
                task.number,
                task.by,
                job_words(&task.what)
            ));
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

fn job_words(job: &Job) -> String {
    match job {
        Job::Open { name, scenario, .. } => format!("open {name} from {scenario}"),
        Job::RunTurn(turn) => format!("run turn {turn}"),
        Job::Rollback { to, run: false } => format!("go back to turn {to}"),
        Job::Rollback { to, run: true } => format!("go back to turn {to} and run it"),
        Job::Settle(_) => "change the schedule".into(),
        Job::Release(letter) => format!("read letter {} again", letter.0),
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
    let mut lines = vec![String::new()];
    for word in value.split_whitespace() {
        let last = lines.last_mut().map(|line| line.as_str()).unwrap_or_default();
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    let head = |place: usize| if place == 0 { what } else { "" };
    lines.iter().enumerate().map(|(place, line)| format!("{:width$}  {line}", head(place))).collect()
}
