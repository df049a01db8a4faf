//! The game administrator's commands: a letter whose head names its GA is read by these words and by no others.
//!
//! Like orders, they stand in one table with their help; a line that cannot be read costs that line, with its place and the
//! nearest right thing.

use chrono::{NaiveDate, NaiveDateTime};

use crate::reading::{Complaint, Read, Span};
use crate::secret::Secret;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::machine::Skill;
use fieldpost_engine::piece::Piece;

mod form;
mod game;
mod help;
mod letter;
pub(super) mod line;
mod nearest;
pub(super) mod place;
pub(super) mod players;
mod render;
pub(super) mod row;
mod several;
mod telling;
mod text;
mod time;

pub use form::{begins_text, commands, stands_for_letter};
pub use help::help;
pub(super) use letter::read_ga_frame;
pub use letter::{first_command, is_ga_letter, read_command, read_ga_letter};
pub use render::words;
pub use row::{CommandForm, Hand, Part, Token};

/// A letter of a game administrator as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GaLetter {
    /// `GAME`, as written.
    pub game: Option<Read<String>>,
    /// `GA`: who writes, as written; without a name, whoever is registered under the sender's address.
    pub ga: Option<Read<Option<String>>>,
    /// `TURN`: the commands are for this turn and do nothing once the game has moved on.
    pub turn: Option<Read<u32>>,
    /// `PASSWORD`.
    pub password: Option<Secret>,
    /// `PREVIEW`: everything is done but keeping it.
    pub preview: bool,
    /// `TOGETHER`: all of it or nothing.
    pub together: bool,
    /// `CONFIRM`: tokens that came back.
    pub tokens: Vec<Read<String>>,
    /// The commands, in the order of the letter.
    pub commands: Vec<Read<Given>>,
    /// Lines that could not be read.
    pub complaints: Vec<Complaint>,
    /// Complaints beyond [`MOST_COMPLAINTS`](crate::letter::MOST_COMPLAINTS).
    pub more_complaints: u32,
    /// Spans of every credential in the text, for masking.
    pub credentials: Vec<Span>,
}

impl GaLetter {
    /// Every password in it: the one it is sent with, and those that it asks for.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let new = self.commands.iter().filter_map(|read| match &read.what.command {
            Command::NewPassword(secret) => Some(secret),
            _ => None,
        });
        self.password.iter().chain(new)
    }
}

/// A command, with what stands behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What is to be done.
    pub command: Command,
    /// `OVERRIDE`: also where a rule would forbid it.
    pub insist: bool,
    /// `SECRETLY`: the players concerned are not told, of what can be done so.
    pub secretly: bool,
    /// `NOW`: a change of schedule does not wait ten minutes.
    pub now: bool,
}

/// For whom a game's past is mailed as pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Archived {
    /// For anybody.
    Public,
    /// By the sight of somebody who plays.
    Player(String),
    /// Whoever saw it.
    Whole,
}

/// What observers are mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObserverRule {
    /// So many turns late.
    Late(u32),
    /// The account at the end alone.
    End,
    /// Nobody may look on.
    None,
}

/// Everything a game administrator may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A hand edit of the position, in the words of the game's language.
    Edit(Edit),
    /// `OPEN name FROM scenario`, then the seats file's lines up to `END`.
    Open {
        /// The new game's name.
        name: String,
        /// A scenario that the host has.
        scenario: String,
        /// The text of its seats file.
        seats: String,
    },
    /// `START`: the game's first turn may run; until then it is held.
    Start,
    /// `HOLD [why]`.
    Hold(Option<String>),
    /// `RESUME`.
    Resume,
    /// `END GAME`.
    End {
        /// Whether everybody is shown the whole board, turn by turn.
        reveal: bool,
    },
    /// `REOPEN GAME`.
    Reopen,
    /// `ARCHIVE`, `ARCHIVE OF player`, `ARCHIVE WHOLE`.
    Archive(Archived),
    /// `DEADLINE 2026-07-12 20:00`, in the game's time zone.
    Deadline(NaiveDateTime),
    /// `EXTEND BY 24 hours`, in minutes.
    Extend(u32),
    /// `SCHEDULE weekly sunday 20:00`, as a seats file writes it.
    Schedule(String),
    /// `HOLIDAYS date TO date`: nothing falls due from the first day to the last; `None` takes all of them back.
    Holidays(Option<(NaiveDate, NaiveDate)>),
    /// `GRACE 30 minutes`.
    Grace(u32),
    /// `REMIND 24h 4h`, as a seats file writes it; empty for none.
    Remind(Vec<String>),
    /// `MISSING n`: how many players may be without orders at the deadline; `None` is any number.
    Missing(Option<u32>),
    /// `PRESS AT ONCE`, `PRESS AT DEADLINE`, `NO PRESS`, each with or without `ANONYMOUS`: in canonical words.
    Press(String),
    /// `ADVICE` and `NO ADVICE`: whether players may ask the machine for advice.
    Advice(bool),
    /// `ABSENCES MAY MOVE THE DEADLINE BY n hours`, in minutes: the game's rule; 0 is not at all.
    AbsenceRule(u32),
    /// `EARLY WHEN READY [AFTER n minutes]`: how long after the last READY a turn is run before its deadline, in minutes; `None` never.
    Early(Option<u32>),
    /// `RUN TURN [n]`.
    RunTurn(Option<u32>),
    /// `ROLLBACK TO TURN n`: the turn is open again with the orders it had.
    Rollback(u32),
    /// `RERUN TURN n`: back to the turn, and run it again at once.
    Rerun(u32),
    /// `ADD PLAYER name address nation [rank]`.
    AddPlayer {
        /// The name orders will use.
        player: String,
        /// The mail address.
        address: String,
        /// What the player is: the nation served, and perhaps a rank; in the words of the game's language.
        standing: String,
    },
    /// `REMOVE PLAYER name`.
    RemovePlayer(String),
    /// `REPLACE name BY address`: a substitute takes the seats.
    Replace {
        /// The player's name, which the seats keep.
        player: String,
        /// The substitute's address; `None`: the machine.
        address: Option<String>,
    },
    /// `MACHINE ON name` and `MACHINE OFF name`: whether the machine plays a seat whose player does not write.
    Machine {
        /// The player's name.
        player: String,
        /// Whether it does.
        plays: bool,
    },
    /// `SET LANGUAGE OF name TO code`: the language of a player's mails.
    LanguageOf {
        /// The player's name.
        player: String,
        locale: Locale,
    },
    /// `SET SKILL name skill`: how well the machine plays a seat.
    Skill {
        /// The player's name.
        player: String,
        /// How well.
        skill: Skill,
    },
    /// `EMAIL name address`.
    Email {
        /// The player's name.
        player: String,
        /// The new address.
        address: String,
    },
    /// `RESET PASSWORD name`.
    ResetPassword(String),
    /// `ABSENT name FROM date TO date [DEPUTY name]`.
    Absent {
        /// The player's name.
        player: String,
        /// The first day, in the game's time zone.
        from: NaiveDate,
        /// The last.
        to: NaiveDate,
        /// Who may order the player's units meanwhile.
        deputy: Option<String>,
    },
    /// `PRESENT name`: an absence is over.
    Present(String),
    /// `ACCEPT address AS name`: somebody who signed up takes a seat.
    Accept {
        /// The address that signed up.
        address: String,
        /// The seat.
        player: String,
    },
    /// `DECLINE address [why]`.
    Decline {
        /// The address that signed up.
        address: String,
        /// Why, in words for the applicant.
        why: Option<String>,
    },
    /// `SET LANGUAGE code`: that of mails to players who have not said theirs.
    Language(Locale),
    /// `SET OBSERVERS LATE n`, `END` or `NONE`.
    Observers(ObserverRule),
    /// `REMOVE OBSERVER address`.
    RemoveObserver(String),
    /// `ADD GA name address role`.
    AddGa {
        name: String,
        /// Mail address.
        address: String,
        role: Role,
    },
    /// `REMOVE GA name`.
    RemoveGa(String),
    /// `ROLE name role`.
    ChangeRole {
        name: String,
        /// The new role.
        role: Role,
    },
    /// `NEW PASSWORD words`: the GA's own.
    NewPassword(Secret),
    /// `BROADCAST`, then words up to `END`.
    Broadcast(String),
    /// `TELL names`, then words up to `END`.
    Tell {
        /// Players' names.
        players: Vec<String>,
        /// What to tell them.
        words: String,
    },
    /// `SHOW …`.
    Show(Show),
    /// `RELEASE LETTER n`: a letter in quarantine is read once more.
    Release(u64),
    /// `UNDO n`, `UNDO 3, 4 and 5`, `UNDO LETTER n`, `UNDO ALL`: takes back hand edits.
    Undo(Undo),
    /// `HELP [topic]`.
    Help(Option<String>),
}

/// Which hand edits are taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undo {
    /// These, by their numbers.
    Edits(Vec<u32>),
    /// Those of a letter that stand.
    Letter(u64),
    /// All of the open turn that stand.
    All,
    /// The last one that stands.
    Last,
}

/// A hand edit as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// In canonical words, which the game alone gives a meaning.
    pub words: String,
    /// A piece that it brings into the game: what stands below may name it.
    pub makes: Option<Piece>,
    /// A piece with the name that it gives it: what stands below may call it so.
    pub calls: Option<(String, Piece)>,
    /// The piece that it names, where it is meant with all that belongs to that one.
    pub whole: Option<Piece>,
}

/// What can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// `SHOW GAME`.
    Game,
    /// `SHOW UNIT id`, or whatever the game calls a piece: the word behind SHOW, and which.
    Piece(&'static str, Piece),
    /// `SHOW PLAYER name`.
    Player(String),
    /// `SHOW CITY name`, or whatever the game calls a place: the word behind SHOW, and which.
    Place(&'static str, String),
    /// `SHOW MAP`, or whatever else a game shows of its whole board: the word behind SHOW, in capitals.
    Whole(String),
    /// `SHOW POSITION OF name`: the position report of a player, as that player would have it now.
    Position(String),
    /// `SHOW ORDERS [OF id or name]`: what stands for the open turn.
    Orders(Option<String>),
    /// `SHOW EDITS`: the open turn's hand edits, with their numbers.
    Edits,
    /// `SHOW QUEUE`: letters held or quarantined, commands that wait for a token, tasks to come.
    Queue,
    /// `SHOW OUTBOX`.
    Outbox,
    /// `SHOW BOUNCED`.
    Bounced,
    /// `SHOW AUDIT [n]`: the latest n lines.
    Audit(Option<u32>),
    /// `SHOW LETTER n`.
    Letter(u64),
    /// `SHOW PRESS [n]`: of the open turn or of turn n.
    Press(Option<u32>),
    /// `SHOW VERSION`: of the program and of its record.
    Version,
}

/// What a game administrator may do (issue 6). The order is that of their powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// May look and tell.
    Helper,
    /// May do everything but what is the owner's.
    Ga,
    /// May also end the game, open another, and say who administers it.
    Owner,
}

impl Role {
    /// Every role with its word.
    pub const ALL: [(Role, &'static str); 3] =
        [(Role::Helper, "helper"), (Role::Ga, "ga"), (Role::Owner, "owner")];

    /// Its word with its article, for sentences.
    pub fn with_article(self) -> &'static str {
        match self {
            Role::Helper => "a helper",
            Role::Ga => "a ga",
            Role::Owner => "an owner",
        }
    }

    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}
