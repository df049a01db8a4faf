//! Opening a game: a scenario folder and a seats file become a first position, accounts with fresh passwords, and a
//! welcome for each player.

pub(super) mod seats;
pub(super) mod welcome;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::administrators::{GaLine, NewlyOpened, check as check_administrators};
use crate::answers::Draft;
use crate::clock::Millis;
use crate::config::time_zone;
use crate::identity::random_bytes;
use crate::office::Office;
use crate::opening::seats::{faults_of_seats, first_password, first_wishes, remarks_on_seats};
use crate::opening::welcome::{Opening, welcome_in, welcome_view};
use crate::report_mail::Addressed;
use crate::scenarios::scenario_texts;
use fieldpost_desk::ga::record::{Administrator, GaChange};
use fieldpost_desk::ga::schedule::FARTHEST_MS;
use fieldpost_desk::game::Roll;
use fieldpost_desk::record::press::PressRule;
use fieldpost_desk::record::{Account, Change, GameName, PasswordSince};
use fieldpost_desk::remind::{Remind, span_words};
use fieldpost_desk::schedule::{Schedule, for_people, on_the_wall};
use fieldpost_desk::settings::Settings;
use fieldpost_desk::verdict::sentence;
use fieldpost_door::Rulebooks;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::machine::Skill;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::counted;
use fieldpost_grammar::Secret;
use fieldpost_mail::postmark::Kind;
use fieldpost_print::edition::print_all;
use fieldpost_print::heading::Heading;
use fieldpost_print::shop::Shop;
use fieldpost_store::{Mail, NewGame, NewMail, Paper, Setup, StoreError, is_game_name};

/// A seats file: who plays, and when turns fall due.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// Such as `weekly sunday 20:00`.
    pub schedule: String,
    /// The game's time zone, such as `Europe/Berlin`.
    #[serde(deserialize_with = "time_zone")]
    pub zone: chrono_tz::Tz,
    /// The first turn's deadline, such as `2026-07-12 20:00` in the zone; left out, the first that the schedule has.
    #[serde(default)]
    pub first_deadline: Option<String>,
    /// Minutes of grace for late letters (M-04).
    #[serde(default)]
    pub grace_minutes: u32,
    /// How many players may be without orders at a deadline.
    #[serde(default)]
    pub missing_allowed: Option<usize>,
    /// When players without orders are reminded, such as `["24h", "4h"]` before each deadline; left out, a day before,
    /// where a turn is longer than a day and a half.
    #[serde(default)]
    pub remind: Option<Remind>,
    /// Whether players may ask the machine for advice; they may where left out.
    #[serde(default = "yes")]
    pub advice: bool,
    /// How players may write to each other; at once and signed where left out.
    #[serde(default)]
    pub press: PressRule,
    /// The language of mails to players who have not said theirs, such as `fr`; English where left out.
    #[serde(default)]
    pub language: Locale,
    /// The seed of all dice; drawn where left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Each player of the scenario.
    #[serde(rename = "seat")]
    pub seats: Vec<SeatLine>,
    /// Who administers the game; left out, whom the configuration names, as its owner.
    #[serde(default)]
    pub ga: Vec<GaLine>,
}

fn yes() -> bool {
    true
}

impl Seats {
    /// A game that is due each day at 20:00 UTC and has nothing else settled, as a rehearsal is.
    pub fn daily(seed: u64, seats: Vec<SeatLine>) -> Self {
        Seats {
            schedule: "daily 20:00".into(),
            zone: chrono_tz::Tz::UTC,
            first_deadline: None,
            grace_minutes: 0,
            missing_allowed: None,
            remind: None,
            advice: true,
            press: PressRule::default(),
            language: Locale::default(),
            seed: Some(seed),
            seats,
            ga: Vec::new(),
        }
    }

    /// How the game is run that opens at `now`.
    fn settings(&self, now: Millis) -> anyhow::Result<Settings> {
        let mut settings = Settings::opening(Schedule::parse(&self.schedule, self.zone)?, now);
        if let Some(words) = &self.first_deadline {
            settings.deadline_ms = first_deadline(words, self.zone, now)?;
        }
        settings.grace_ms = Millis::from(self.grace_minutes) * 60_000;
        settings.missing_allowed = self.missing_allowed;
        settings.remind = self.remind;
        settings.press = self.press;
        settings.advice_forbidden = !self.advice;
        settings.locale = self.language;
        Ok(settings)
    }
}

/// A first deadline in words as a moment that lies ahead.
fn first_deadline(words: &str, zone: chrono_tz::Tz, now: Millis) -> anyhow::Result<Millis> {
    let key = "first_deadline in the seats file";
    let forms = ["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S"];
    let mut read = forms.iter().filter_map(|form| NaiveDateTime::parse_from_str(words.trim(), form).ok());
    let wish = read.next();
    let wish = wish.with_context(|| {
        format!("{key}: {words:?} is not a date and time such as \"2026-07-12 20:00\" (in {zone})")
    })?;
    let at_ms = on_the_wall(wish, zone).context(key)?;
    if at_ms <= now {
        bail!("{key}: {} is past", for_people(at_ms, zone));
    }
    if at_ms - now > FARTHEST_MS {
        bail!("{key}: {} is more than a year away", for_people(at_ms, zone));
    }
    Ok(at_ms)
}

/// Holds a game's name to its form, before anything is made of it.
fn check_name(name: &str) -> anyhow::Result<()> {
    if is_game_name(name) {
        return Ok(());
    }
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let nearest = name.chars().map(plain).collect::<String>();
    let nearest = nearest.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let nearest = nearest.chars().take(40).collect::<String>();
    let nearest = if is_game_name(&nearest) { format!("; the nearest is {nearest}") } else { String::new() };
    bail!("{}{nearest}", StoreError::BadGameName(name.to_owned()))
}

/// What an opening that a game administrator asked for by letter brings beside the game.
#[derive(Default)]
struct Asked {
    /// Name and address of the owner, where the seats name nobody.
    owner: Option<(String, String)>,
    /// What else the same write changes.
    also: Vec<Change>,
    /// Whether the game waits for START.
    waits: bool,
}

/// One player's seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLine {
    /// The player's name in the scenario.
    pub player: String,
    /// The registered address. A machine's seat may be without one: then nothing is mailed to it, and nobody but the
    /// host plays it.
    #[serde(default)]
    pub email: String,
    /// Whether the host plays the seat (`fieldpost autoplay`).
    #[serde(default, deserialize_with = "true_or_false")]
    pub machine: bool,
    /// How well it does: `recruit`, `marshal` or, where left out, `colonel`.
    #[serde(default)]
    pub skill: Skill,
    /// How the player wants reports, in the words of `SET REPORTS` with commas between them; all there is where left
    /// out. The player may change it.
    #[serde(default)]
    pub reports: Option<String>,
    /// A first password; drawn where left out, as it should be.
    #[serde(default)]
    pub password: Option<String>,
}

/// Reads whether a machine plays a seat. How well it plays is asked in a line of its own, and is easily written here.
fn true_or_false<'de, D: serde::Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    struct Asked;
    impl serde::de::Visitor<'_> for Asked {
        type Value = bool;

        fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            to.write_str("true or false, without quotes")
        }

        fn visit_bool<E>(self, said: bool) -> Result<bool, E> {
            Ok(said)
        }

        fn visit_str<E: serde::de::Error>(self, said: &str) -> Result<bool, E> {
            let skill = said.parse::<Skill>().unwrap_or_default();
            Err(E::custom(format!(
                "machine is true or false, without quotes; how well it plays stands in a line of its own: machine = true, then skill = \
                 \"{skill}\""
            )))
        }
    }
    value.deserialize_any(Asked)
}

/// A day, in milliseconds.
const DAY_MS: Millis = 24 * 3_600_000;

/// What a game is opened from, read by whoever asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Papers {
    /// The scenario's texts, by the names of their files.
    pub scenario: BTreeMap<String, String>,
    /// The text of the seats file.
    pub seats: String,
    /// What whoever asks calls that file.
    pub seats_file: String,
}

impl Papers {
    /// Reads a scenario (a folder, or one that comes with the program, by its name) and a seats file.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn read(scenario: &Path, seats: &Path, rulebooks: Rulebooks) -> anyhow::Result<Papers> {
        let seats_file = seats.display().to_string();
        let text = std::fs::read_to_string(seats).with_context(|| format!("{seats_file} cannot be read"))?;
        Ok(Papers { scenario: scenario_texts(scenario, rulebooks)?, seats: text, seats_file })
    }
}

impl Office {
    /// Opens a game.
    ///
    /// # Errors
    /// If scenario or seats have a mistake (with file and line), or a game of that name exists.
    pub fn new_game(&mut self, name: &str, papers: &Papers) -> anyhow::Result<String> {
        let seats: Seats = toml::from_str(&papers.seats)
            .with_context(|| format!("{} is not a seats file", papers.seats_file))?;
        self.open_game(name, papers.scenario.clone(), &seats)
    }

    /// Opens a game that a letter asked for, from a scenario that comes with the program; it waits for START. `also` goes
    /// into the same write.
    ///
    /// # Errors
    /// As [`Office::new_game`].
    pub fn open_by_mail(
        &mut self,
        name: &str,
        scenario: &str,
        seats: &str,
        owner: Option<(String, String)>,
        mut also: Vec<Change>,
    ) -> anyhow::Result<String> {
        let (texts, seats) = self.asked_for(scenario, seats)?;
        let hold = GaChange::Hold(Some("it waits for START".into()));
        also.push(Change::Ga { game: GameName(name.to_owned()), change: Box::new(hold) });
        let words = self.open_asked(name, texts, &seats, Asked { owner, also, waits: true })?;
        Ok(format!("{words}\nIts first turn is held until START is sent to it."))
    }

    /// What a letter that opens a game names: a scenario's texts, and the seats.
    fn asked_for(&self, scenario: &str, seats: &str) -> anyhow::Result<(BTreeMap<String, String>, Seats)> {
        // A letter names no folder of this machine.
        let texts = self.config.rulebooks.scenario(scenario).with_context(|| {
            let known = self.config.rulebooks.scenario_names();
            let near = nearest(scenario, known.iter().map(|name| (*name, *name)));
            let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
            format!("{scenario:?} is no scenario that comes with the program ({}){near}", known.join(", "))
        })?;
        let seats: Seats = toml::from_str(seats).context("the lines up to END are not a seats file")?;
        Ok((texts, seats))
    }

    /// What a letter would open, in sentences, without opening it: as far as can be known before.
    ///
    /// # Errors
    /// As [`Office::open_by_mail`].
    pub(super) fn try_opening(&self, name: &str, scenario: &str, seats: &str) -> anyhow::Result<Vec<String>> {
        check_name(&name.to_ascii_lowercase())?;
        let (texts, seats) = self.asked_for(scenario, seats)?;
        let rulebook = self.config.rulebooks.of_scenario(&texts).context("no rulebook is hosted here")?;
        let scenario = (rulebook.scenario)(&texts).map_err(|faults| anyhow!(faults.join("\n")))?;
        let board = scenario.board.with(seats.seed.unwrap_or_default());
        let roll = Roll::of(&*board);
        let settings = self.checked(&roll, &seats)?;
        let of_seat = |seat: &SeatLine| match (seat.machine, seat.email.as_str()) {
            (true, _) => format!("{}: the machine", seat.player),
            (_, "") => format!("{}: nobody", seat.player),
            (_, email) => format!("{}: {email}", seat.player),
        };
        let told = seats.seats.iter().map(of_seat).collect::<Vec<_>>();
        let mut found = vec![
            format!("It is \"{}\", with these seats: {}.", scenario.title, told.join("; ")),
            sentence(&deadline_words(&name.to_ascii_lowercase(), &settings, self.clock.now())),
        ];
        found.extend(remarks_on_seats(&*board, &roll, &seats, &self.config.ga.address));
        Ok(found)
    }

    /// How the game of a seats file is run that opens now.
    ///
    /// # Errors
    /// Everything that is wrong with the file, a line each.
    fn checked(&self, roll: &Roll, seats: &Seats) -> anyhow::Result<Settings> {
        let mut faults = faults_of_seats(roll, seats, &self.postmark.address());
        if !seats.ga.is_empty() {
            let players = roll.players.iter().map(|player| Account::nobody(&player.name)).collect::<Vec<_>>();
            faults.extend(check_administrators(&seats.ga, &players).err().map(|error| format!("{error:#}")));
        }
        match seats.settings(self.clock.now()) {
            Ok(settings) if faults.is_empty() => Ok(settings),
            Ok(_) => bail!(faults.join("\n")),
            Err(error) => {
                faults.push(format!("{error:#}"));
                bail!(faults.join("\n"))
            }
        }
    }

    /// Opens a game from texts.
    ///
    /// # Errors
    /// As [`Office::new_game`].
    pub fn open_game(
        &mut self,
        name: &str,
        texts: BTreeMap<String, String>,
        seats: &Seats,
    ) -> anyhow::Result<String> {
        self.open_asked(name, texts, seats, Asked::default())
    }

    fn open_asked(
        &mut self,
        name: &str,
        texts: BTreeMap<String, String>,
        seats: &Seats,
        asked: Asked,
    ) -> anyhow::Result<String> {
        check_name(name)?;
        let rulebook = self.config.rulebooks.of_scenario(&texts).context("no rulebook is hosted here")?;
        let scenario = (rulebook.scenario)(&texts).map_err(|faults| anyhow!(faults.join("\n")))?;
        let seed = seats.seed.unwrap_or_else(|| u64::from_le_bytes(random_bytes()));
        let board = scenario.board.with(seed);
        let (roll, title) = (Roll::of(&*board), scenario.title);
        let now = self.clock.now();
        let settings = self.checked(&roll, seats)?;
        let (accounts, secrets) = self.accounts(&roll, seats)?;
        let administrators = self.administrators(&seats.ga, asked.owner, &accounts)?;
        let opening = Opening {
            name,
            title: &title,
            settings,
            board: &*board,
            roll: &roll,
            aims: &scenario.aims,
            accounts: &accounts,
            waits: asked.waits,
        };
        let mut mails = self.first_mails(&opening, &accounts, &secrets)?;
        let mut scenario_texts =
            texts.into_iter().map(|(file, text)| (file, text.into_bytes())).collect::<BTreeMap<_, _>>();
        let kept_with_it = scenario.texts.into_iter();
        scenario_texts.extend(kept_with_it.map(|(file, text)| (file, text.into_bytes())));
        let opened = opened_words(name, &accounts, secrets.iter().flatten().count(), &administrators);
        let mut words = format!("{opened}\n{}", deadline_words(name, &settings, now));
        for remark in remarks_on_seats(&*board, &roll, seats, &self.config.ga.address) {
            words.push_str(&format!("\nWARNING: {remark}"));
        }
        let newly = NewlyOpened {
            game: name,
            title: &title,
            turn: board.turn(),
            deadline: opening.deadline(),
            schedule: settings.schedule.for_players(),
            waits: asked.waits,
        };
        mails.extend(self.welcomes_of(&newly, &administrators)?);
        self.store.open_game(NewGame {
            name: GameName(name.to_owned()),
            at_ms: now,
            setup: Setup { ruleset: rulebook.name.into(), title, map: scenario.map, seed },
            scenario: scenario_texts,
            turn: board.turn(),
            position: Paper::from_bytes(board.position()),
            accounts,
            administrators: administrators.into_iter().map(|(one, _)| one).collect(),
            schedule: json!(settings),
            mails,
            also: asked.also,
        })?;
        self.reload(&GameName(name.to_owned()))?;
        Ok(words)
    }

    /// A welcome and a first report to each player who can be told a password, in the players' order.
    fn first_mails(
        &self,
        opening: &Opening<'_>,
        accounts: &[Account],
        secrets: &[Option<Secret>],
    ) -> anyhow::Result<Vec<NewMail>> {
        let shop = self.shop(opening.board.rulebook().language, Arc::default());
        let shop = shop.with_links(self.links_of(opening.name, opening.board.turn(), accounts));
        let all = accounts.iter().zip(secrets).zip((0..).map(PlayerNo));
        let told: Vec<_> =
            all.filter_map(|((account, secret), number)| Some((number, account, secret.as_ref()?))).collect();
        let mails = print_all(&told, |(number, account, secret)| {
            let welcome = self.welcome(opening, *number, account, secret)?;
            Ok([welcome, self.first_report(opening, &shop, *number, account)?])
        });
        Ok(mails.into_iter().collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Accounts in the order of the position's players, with each first password in words: none where nobody could be
    /// told it.
    fn accounts(&self, roll: &Roll, seats: &Seats) -> anyhow::Result<(Vec<Account>, Vec<Option<Secret>>)> {
        let mut accounts = Vec::new();
        let mut secrets = Vec::new();
        for player in &roll.players {
            let seat = seats.seats.iter().find(|seat| seat.player.eq_ignore_ascii_case(&player.name));
            let seat = seat.with_context(|| format!("the seats lack the player {}", player.name))?;
            let secret = first_password(seat)?;
            accounts.push(Account {
                email: seat.email.clone(),
                passwords: secret
                    .iter()
                    .map(|secret| self.since_opening(secret))
                    .collect::<Result<_, _>>()?,
                report_wishes: first_wishes(seat)?.words(),
                machine: seat.machine,
                skill: seat.skill,
                ..Account::nobody(&player.name)
            });
            secrets.push(secret);
        }
        Ok((accounts, secrets))
    }

    /// A first password as an account keeps it.
    pub(super) fn since_opening(&self, secret: &Secret) -> anyhow::Result<PasswordSince> {
        let hash = self.memory.hash(secret, &random_bytes());
        Ok(PasswordSince { since: None, hash: hash.map_err(|why| anyhow::anyhow!("argon2: {why}"))? })
    }

    /// The letter that a player reads first, and keeps: the password, how to write, with whom.
    fn welcome(
        &self,
        opening: &Opening<'_>,
        number: PlayerNo,
        account: &Account,
        secret: &Secret,
    ) -> anyhow::Result<NewMail> {
        let view = welcome_view(opening, number, account, secret, self.postmark.address());
        let rulebook = opening.board.rulebook();
        let locale = account.wishes().language.unwrap_or(opening.settings.locale);
        let mut view = serde_json::to_value(&view)?;
        welcome_in(locale, &opening.settings, &mut view);
        let view = (rulebook.told)(view);
        let (printed, html) =
            self.press.in_locale(locale).both(rulebook.letters.welcome, &view, account.wishes().html)?;
        let (game, player) = (Some(opening.name), Some(account.name.as_str()));
        let plain = Draft::plain(Mail::Welcome, Kind::Notice, game, player, &account.email, &printed);
        self.write(Draft { html, ..plain })
    }

    /// The first position report: a mail of its own, in the form that all others will have, so that it can be laid
    /// beside them.
    fn first_report(
        &self,
        opening: &Opening<'_>,
        shop: &Shop<'_>,
        number: PlayerNo,
        account: &Account,
    ) -> anyhow::Result<NewMail> {
        let deadline = opening.deadline();
        let heading = Heading {
            game: opening.name.to_owned(),
            title: opening.title.to_owned(),
            player: account.name.clone(),
            deadline_local: deadline.local,
            deadline_utc: deadline.utc,
            calendar: opening.board.calendar(),
            by_hand: Vec::new(),
            silence: Vec::new(),
        };
        let report = opening.board.report(number, &heading, &account.wishes(), shop)?;
        self.report_mail(
            &Addressed { game: opening.name, turn: opening.board.turn(), account, due: None, place: 1 },
            report,
        )
    }
}

fn opened_words(
    name: &str,
    accounts: &[Account],
    welcomed: usize,
    administrators: &[(Administrator, Secret)],
) -> String {
    let machines = accounts.iter().filter(|account| account.machine).count();
    let of = |(one, _): &(Administrator, Secret)| format!("{} ({})", one.account.name, one.role.word());
    let administrators = administrators.iter().map(of).collect::<Vec<_>>().join(", ");
    let are = if welcomed == 1 { "is" } else { "are" };
    let words = format!(
        "game {name} is open; {} {are} being welcomed, and who administers it: {administrators}",
        counted(welcomed, "player")
    );
    match machines {
        0 => words,
        machines => {
            format!("{words}; the machine has {}: fieldpost autoplay {name}", counted(machines, "seat"))
        }
    }
}

/// The first deadline, and a warning where it leaves players hardly the time to read their welcome.
fn deadline_words(name: &str, settings: &Settings, now: Millis) -> String {
    let left = settings.deadline_ms - now;
    let deadline = for_people(settings.deadline_ms, settings.schedule.zone);
    let words = format!("the first deadline is {deadline}, in {}", span_words(left));
    if left >= DAY_MS {
        return words;
    }
    format!(
        "{words}\nWARNING: that is less than a day off. To move it: fieldpost ga {name}, and there EXTEND BY 2 days NOW. The key \
         first_deadline of a seats file, such as first_deadline = \"2026-07-12 20:00\", sets it from the beginning."
    )
}

#[cfg(test)]
mod tests;
