//! Golden letters of game administrators: letter in, answers out, byte for byte, with the clock frozen. Each file of
//! `fixtures/ga` is a story of letters that are taken one after the other by the real reader, grammar, desk and templates;
//! the file beside it with the ending `.answers` says what comes of them.
//!
//! After a change that is meant, `FIELDPOST_REWRITE=1 cargo nextest run -E 'test(ga::)'` writes the answers anew: read them.

mod europa;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use chrono::DateTime;
use fieldpost_daemon::help::Tongue;
use fieldpost_daemon::views;
use fieldpost_desk::answer::{Answer, Body, To};
use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::ga::judge::judge_ga;
use fieldpost_desk::ga::record::Administrator;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{Account, Change, GameName, LetterNo, OrderBook, PasswordSince, Receipt};
use fieldpost_desk::schedule::Schedule;
use fieldpost_desk::settings::Settings;
use fieldpost_desk::verdict::Judgement;
use fieldpost_games::LANGUAGES;
use fieldpost_grammar::command::{Command, CommandForm, Role, commands, is_ga_letter, read_ga_letter, words};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Language, Secret, looks_like_order_line, read_head, read_letter};
use fieldpost_ground::square::Grid;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::language::{self, LANGUAGE, lexicon_of};
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::state::LandState;
use fieldpost_mail::read::{Chosen, Reader};
use fieldpost_print::press::Press;

/// Between the letters of a story.
const NEXT: &str = "%%%%\n";

/// In a letter: the token or password that the answers before it brought.
const TOKEN: &str = "{token}";

/// Turn 3 of the demonstration, opened on Sunday 5 July 2026 at 20:00 in Berlin and due a week later.
struct World {
    game: GameRecord,
    memory: Memory,
    letters: u64,
    token: String,
    language: &'static Language,
}

/// In a story's first letter: it is the game's first turn.
const FIRST_TURN: &str = "X-Turn: 1";

/// The demonstration, read once.
static DEMO: LazyLock<(LandState, String, Arc<Atlas>)> = LazyLock::new(|| {
    let Scenario { atlas, state, title, .. } = scenario::read(&scenario::demo()).unwrap();
    (state, title, Arc::new(atlas))
});
static PRESS: LazyLock<Press> = LazyLock::new(|| Press::new().unwrap());

impl World {
    fn open(story: &str) -> Self {
        let (mut state, title, atlas) = DEMO.clone();
        let turn = if story.contains(FIRST_TURN) { 1 } else { 3 };
        state.turn = turn;
        let opening = Opening {
            name: GameName("demo".into()),
            title,
            board: crate::table::board(&ROTD_EUWOL, atlas, 1, state),
            is_closed: false,
        };
        let roles = [("anna", Role::Owner), ("bruno", Role::Ga), ("carla", Role::Helper)];
        World::of(opening, &roles, &LANGUAGE)
    }

    /// A game with these administrators; whoever plays or administers it has an account and a password.
    fn of(opening: Opening, roles: &[(&str, Role)], language: &'static Language) -> Self {
        let (turn, players) = (opening.board.turn(), opening.board.players());
        let memory = Memory::new([9; 32], Cost { memory_kib: 8, passes: 1 });
        let account = |name: &str| Account {
            name: name.to_owned(),
            email: format!("{}@example.org", name.to_lowercase()),
            passwords: vec![PasswordSince {
                since: None,
                hash: memory.hash(&password(name), &[3; 16]).unwrap(),
            }],
            report_wishes: String::new(),
            machine: false,
            skill: Default::default(),
            absent: None,
            tenure: Default::default(),
            press: Default::default(),
        };
        let accounts = players.iter().map(|player| account(&player.name)).collect();
        let schedule = Schedule::parse("weekly sunday 20:00", chrono_tz::Europe::Berlin).unwrap();
        let opened = DateTime::parse_from_rfc3339("2026-07-05T20:00:00+02:00").unwrap();
        let settings = Settings::opening(schedule, opened.timestamp_millis());
        let book = OrderBook { turn, ..OrderBook::default() };
        let mut game = GameRecord::new(opening, settings, accounts, book, Vec::new());
        game.administration.administrators =
            roles.iter().map(|(name, role)| Administrator { account: account(name), role: *role }).collect();
        World { game, memory, letters: 0, token: String::new(), language }
    }

    fn lexicon(&self) -> Lexicon {
        let atlas = &crate::table::table(&self.game).atlas;
        // Neither units nor players: a letter may name those that it makes itself, and the desk knows them all.
        lexicon_of(&atlas.map)
    }

    /// What the program knows of the game: its units and its players too.
    fn whole_lexicon(&self) -> Lexicon {
        let players = self.game.numbered_players().map(|(_, player)| player.name.clone()).collect();
        let mut pieces = self.game.pieces();
        pieces.sort();
        Lexicon { pieces, players, ..self.lexicon() }
    }

    /// What comes of a letter.
    fn take(&mut self, raw: &str) -> String {
        self.take_by(&self.lexicon(), raw)
    }

    /// What comes of a letter that is read by these names.
    fn take_by(&mut self, lexicon: &Lexicon, raw: &str) -> String {
        self.letters += 1;
        let raw = raw.replace(TOKEN, &self.token);
        let incoming = Reader::default().read(raw.as_bytes());
        let sent = DateTime::parse_from_rfc2822(incoming.headers.date.as_deref().unwrap()).unwrap();
        let receipt = Receipt { at_ms: sent.timestamp_millis(), uid: self.letters, source: "inbox".into() };
        let mut arrived = Arrived::plain(receipt, LetterNo(self.letters), incoming.headers.from.as_deref());
        arrived.subject.clone_from(&incoming.headers.subject);
        arrived.random = [u8::try_from(self.letters).unwrap(); 32];
        let Chosen::Text { text, .. } = incoming.choose(&|line: &str| looks_like_order_line(line, LANGUAGES))
        else {
            panic!("{raw}")
        };
        let text = text.plain();
        let games = [&self.game];
        let choice = choose(&games, &read_head(&text, LANGUAGES), &arrived);
        let judgement = if is_ga_letter(&text, LANGUAGES) {
            let letter = read_ga_letter(&text, lexicon);
            judge_ga(&games, &choice, &letter, &arrived, &mut self.memory)
        } else {
            let letter = read_letter(&text, lexicon);
            judge(&games, &choice, &letter, &arrived, &mut self.memory)
        };
        for change in &judgement.changes {
            self.game.apply(change);
        }
        self.told(&judgement)
    }

    fn told(&mut self, judgement: &Judgement) -> String {
        let mut told = format!("##### letter {}: {:?}\n", self.letters, judgement.verdict);
        for change in &judgement.changes {
            writeln!(told, "# changes: {}", kind(change)).unwrap();
        }
        for answer in &judgement.answers {
            told.push_str(&self.printed(answer));
        }
        told
    }

    fn printed(&mut self, answer: &Answer) -> String {
        let to = match &answer.to {
            To::Player { address, .. } | To::Sender { address } => address.as_str(),
            To::Ga => "the keyboard",
            To::AsStored => "as stored",
        };
        // A position is the daemon's to print.
        if let Body::Report(wanted) = &answer.body {
            return format!("\n--- to {to}\nThe position of {}.\n", wanted.player);
        }
        let view = views::of_answer(answer, false, &Tongue::of(self.language));
        let (printed, _) = PRESS.both(views::stem_of(&answer.body), &view, true).unwrap();
        let token = printed.text.lines().find_map(|line| line.trim().strip_prefix("CONFIRM "));
        self.token = token.map_or_else(|| self.token.clone(), str::to_owned);
        format!("\n--- to {to}\nSubject: {}\n\n{}", printed.subject, printed.text)
    }
}

fn password(name: &str) -> Secret {
    Secret::new(format!("{}-quill-maple", name.to_lowercase()))
}

/// What a change is, in a word or two.
fn kind(change: &Change) -> String {
    let value = serde_json::to_value(change).unwrap();
    let (name, rest) = value.as_object().unwrap().iter().next().unwrap();
    let inner = rest.get("change").and_then(|inner| match inner {
        serde_json::Value::Object(fields) => fields.keys().next().cloned(),
        other => other.as_str().map(str::to_owned),
    });
    inner.map_or_else(|| name.clone(), |inner| format!("{name} {inner}"))
}

fn stories() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ga");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut stories =
        files.filter(|path| path.extension().is_some_and(|end| end == "letter")).collect::<Vec<_>>();
    stories.sort();
    stories
}

fn answers_to(story: &Path) -> String {
    let text = fs::read_to_string(story).unwrap();
    let mut world = World::open(&text);
    text.split(NEXT).map(|letter| world.take(letter)).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_golden_letter_is_answered_byte_for_byte() {
    let rewrite = std::env::var_os("FIELDPOST_REWRITE").is_some();
    let mut wrong = Vec::new();
    for story in stories() {
        let (found, beside) = (answers_to(&story), story.with_extension("answers"));
        if rewrite {
            fs::write(&beside, &found).unwrap();
        }
        if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", story.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is above an owner's only command, in a letter of its own.
const TYPED: &str = "From: Anna <anna@example.org>\nTo: war@fp.example\nSubject: commands\nMessage-ID: <1@x>\n\
                     Date: Tue, 07 Jul 2026 10:00:00 +0200\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n\
                     GA Anna\nPASSWORD anna-quill-maple\n";

/// What an administrator reads who wrote nothing but this line: the answer's Subject and its middle, and who else is told.
fn answer_to_line(line: &str) -> String {
    let mut world = World::open("");
    let told = world.take_by(&world.whole_lexicon(), &format!("{TYPED}{line}\n"));
    let mut mails = told.split("\n--- to ").skip(1);
    let answer = mails.next().unwrap_or_default();
    let (head, words) = answer.split_once("\n\n").unwrap_or_default();
    let subject = head.lines().nth(1).unwrap_or_default();
    let words = words.split_once("\n\n").map_or(words, |(_, middle)| middle);
    let words = words.split("The deadline for turn").next().unwrap_or_default().trim_end();
    let others =
        mails.filter_map(|mail| Some(format!("(to {})\n", mail.split_once("\n\n")?.0.replace('\n', ": "))));
    format!(">>> {line}\n{subject}\n\n{words}\n{}", others.collect::<String>())
}

/// What people write who have not read the list of commands, each line in a letter of its own: see [`every_golden_letter_is_answered_byte_for_byte`]
/// for how the answers are written anew.
#[test]
fn what_administrators_write_in_their_own_words_is_answered_so() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ga");
    let lines = fs::read_to_string(folder.join("lines.typed")).unwrap();
    let found = lines.lines().map(answer_to_line).collect::<Vec<_>>().join("\n");
    let beside = folder.join("lines.answers");
    if std::env::var_os("FIELDPOST_REWRITE").is_some() {
        fs::write(&beside, &found).unwrap();
    }
    assert!(fs::read_to_string(&beside).unwrap_or_default() == found, "{found}");
}

#[test]
fn every_command_has_its_golden_letter_done_refused_and_previewed() {
    let lexicon = World::open("").lexicon();
    let read_form = |form: &CommandForm| {
        read_ga_letter(&LANGUAGE.text(form.example), &Lexicon::of(&LANGUAGE)).commands.into_iter().next()
    };
    let names = commands(&LANGUAGE)
        .filter_map(|form| Some((form, name_of(&read_form(form)?.what.command))))
        .collect::<Vec<_>>();
    let mut seen = BTreeMap::<String, [bool; 3]>::new();
    for story in stories() {
        let text = fs::read_to_string(&story).unwrap();
        let mut world = World::open(&text);
        for letter in text.split(NEXT) {
            let told = world.take(letter);
            let (_, body) = letter.split_once("\n\n").unwrap();
            let read = read_ga_letter(body, &lexicon);
            for given in &read.commands {
                let place = if read.preview {
                    2
                } else {
                    usize::from(told.contains("NOT DONE:") || told.contains("NOTHING WAS DONE"))
                };
                seen.entry(name_of(&given.what.command)).or_default()[place] = true;
            }
            for (form, name) in &names {
                let is_of =
                    |line: &str| form.phrases.iter().any(|words| line.to_uppercase().starts_with(words));
                if read.complaints.iter().any(|complaint| is_of(&complaint.line)) {
                    seen.entry(name.clone()).or_default()[1] = true;
                }
            }
        }
    }
    let mut lacking = Vec::new();
    for form in commands(&LANGUAGE) {
        let Some(read) = read_form(form) else { continue };
        let name = name_of(&read.what.command);
        let [done, refused, preview] = seen.get(&name).copied().unwrap_or_default();
        // HELP cannot be refused.
        let refused = refused || matches!(read.what.command, Command::Help(_));
        if !(done && refused && preview) {
            let given = words(&read.what);
            lacking.push(format!("{name} ({given}): done {done}, refused {refused}, preview {preview}"));
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

/// Squares enough for what stands in examples.
fn nowhere() -> Lexicon {
    language::lexicon(&Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() })
}

/// A command's kind, and a hand edit's.
fn name_of(command: &Command) -> String {
    let written = match command {
        Command::Edit(edit) => format!("{:?}", language::edit(&edit.words, &nowhere()).expect("a hand edit")),
        Command::Show(show) => format!("Show{show:?}"),
        other => format!("{other:?}"),
    };
    written.split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

/// The letters of the worked week are read without a complaint, by the names of the game that they are written for.
#[test]
fn the_letters_of_the_worked_week_can_be_read() {
    let Scenario { atlas, state, .. } = scenario::read(&scenario::built_in("bohemia-1866").unwrap()).unwrap();
    let lexicon = Lexicon {
        pieces: state.units.keys().map(|unit| (*unit).into()).collect(),
        players: state.players.iter().map(|player| player.name.clone()).collect(),
        ..lexicon_of(&atlas.map)
    };
    let (mut letters, mut letter) = (Vec::new(), String::new());
    for line in include_str!("../../docs/ga/week.md").lines().chain([""]) {
        match line.strip_prefix("    ") {
            Some(line) => letter += &format!("{line}\n"),
            None if letter.is_empty() => {}
            None => letters.push(std::mem::take(&mut letter)),
        }
    }
    letters.retain(|letter| !letter.starts_with("GAME") && !letter.starts_with('$'));
    assert!(letters.len() >= 10, "{letters:?}");
    for letter in letters {
        let read = read_ga_letter(&format!("GA Anna\n{letter}"), &lexicon);
        assert_eq!(read.complaints, [], "{letter}");
        assert!(!read.commands.is_empty() || !read.tokens.is_empty(), "{letter}");
    }
}
