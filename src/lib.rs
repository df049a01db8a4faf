//! # Fieldpost: play-by-mail wars
//!
//! Players mail orders in plain text; Fieldpost reads them, checks who may order what, keeps them
//! durably, runs the turn at the deadline and mails each player what they saw and what they hold.
//! This header is the architecture document; read it first, then the header of each room.
//!
//! A room is a folder of `src` and a crate of one workspace: its `Cargo.toml` says what it may import, and what is not there cannot be
//! named. A path names the crate it leads to, or its own: `fieldpost_engine::ids::PlayerNo`, `crate::square`. There is no other spelling,
//! so a reader, a tool and `tests/suite/layers` see the same house. This crate is the program: [`cli`] alone.
//!
//! ## The way of a letter
//!
//! ```text
//! IMAP | Maildir | pipe ──► mail ──► grammar ──► desk ──► store ──► games ──► print ──► mail ──► SMTP | Maildir
//!                           MIME     text to    who may   the       the turn  faces of   MIME
//!                           to text  words      order it  queue     and what  a report
//!                                                                   was seen
//! ```
//!
//! One way, no way back; docs/architecture.md goes it by file and function. The [`fieldpost_daemon`] is the only room that sees the
//! whole street: it fetches, has each letter read and judged, files verdict and answer as one write, acknowledges, and at the
//! deadline has the turn run and its reports filed and sent. [`cli`] is one file a subcommand.
//!
//! Whatever is read and judged takes one road ([`fieldpost_daemon::road`]), under one guard: a fault of the program costs what brought it
//! to light, and never the daemon. Letters of one write are marked together on it, since a mark is a write too; and the guard of
//! the socket's questions stands in what answers them, so that it holds without a daemon as well.
//!
//! What letters say is the [`fieldpost_grammar`]'s, which knows no game: the orders stand in the language of the letter's game, which is handed
//! in ([`fieldpost_grammar::Language`]). An order that was read is its canonical words; the game alone gives them a meaning.
//!
//! ## The door
//!
//! **A game is known to its own folder and to one list** ([`fieldpost_games::RULEBOOKS`]). Grammar, printing, desk, store and daemon ask it
//! through [`fieldpost_door`]: a `Rulebook` is what there is before a game of it, a `Board` a game with its open position, a value that
//! is shared and never changed, and `Finished` a turn that was run. What comes through the door is a piece by its name, an order as its words, a
//! paper of bytes. The desk and the store are tested with a toy game (`tests/toy`), which `tests/suite/toy_game.rs` plays by mail;
//! docs/new-game.md says how to add one. The command line knows no brigade either: how a rulebook is proven, cases, random wars and the
//! rest, it asks of [`fieldpost_proof::PROOFS`]; only `fieldpost map` draws squares, and what stands on them is a campaign's scene. A trait
//! object and not an enum: with an enum each of thirty questions would have an arm for each game. A list of trait objects lets a game be
//! added in one folder and one line.
//!
//! The desk is asked twice: first, from envelope and head alone, for which game a letter is ([`fieldpost_desk::head::choose`]), then,
//! when it has been read by that game's map and names, what comes of it. A choice holds the game's name and not the game: between
//! the two questions the letter is read, and whatever may be open then is looked up anew.
//!
//! Ships are [`fieldpost_sea`]: a room of the land war's plan that knows nothing of land. What they are to brigades comes and goes as plain
//! values; the campaign alone knows both ([`fieldpost_campaign::fleet`]).
//!
//! The desk page at a link is served by `src/web`, which knows HTTP and no game: the loop lays out which link leads where, and takes nothing in.
//!
//! Seats that nobody has are played by [`fieldpost_machine`], which stands where a player does: it reads what a report shows
//! and writes a letter, which goes the same way.
//!
//! ## Invariants
//!
//! - **Games know no mail, mail knows no rules, neither knows the clock.** Who may import whom stands in each room's
//!   `Cargo.toml`; `tests/suite/layers.rs` holds these to a table, and circles of files within a room to numbers that may only fall.
//! - **No letter is lost; one letter, one verdict; a verdict and its answer are one write.** See [`fieldpost_store`].
//! - **The same turn twice is the same bytes.** No floats, no clock, no unordered iteration, no I/O in
//!   [`fieldpost_engine`] and [`fieldpost_games`]; dice are keyed, see [`fieldpost_engine::dice`]. Pictures are drawn in fractions ([`fieldpost_print::picture`]): they
//!   stand above the rules, which cannot name them.
//! - **No player learns what their units could not see.** An event carries its witnesses from the moment
//!   it happens; what [`fieldpost_tell`] and [`fieldpost_sea_tell`] tell is built from events and sight, never from the state.
//! - **A password is never shown again.** Credentials live in one redacting type, [`fieldpost_grammar::Secret`].
//! - **Nothing unclear is guessed in silence.** Parsing yields orders *and* complaints, each with its place.
//!
//! ## Where changes belong
//!
//! A rule: the chapter's file in `games/land`, its number in the doc comment, a case in `fixtures/cases`,
//! its state in the rule list (`fixtures/rules`). A new game: docs/new-game.md. A new order of the land war: `grammar/land`, the
//! parser of the same stem in `games/land/language`, its row in `forms` beside it, the order type in `games/land`; what every
//! letter may say: `grammar/house` and [`fieldpost_grammar`], which knows no game. A hazard of mail: [`fieldpost_mail`], `docs/mail.md`
//! and a letter in `fixtures/letters`. Words that people read: `mail_templates`, and in each language `catalogue/locales`
//! (docs/translating.md).
//! What the desk page does in a browser: `assets/desk`; what it is given: `games/land/tell/desk_page`.
//!
//! ## Words of the house
//!
//! | Word | What it means here |
//! |---|---|
//! | receipt | When a letter came, by the server's stamp ([`fieldpost_desk::record::Receipt`]); also the answer that says what became of it ([`fieldpost_desk::receipt`]) |
//! | verdict, settled, held | The final word on a letter; a held one waits for its sender's confirmation or for the GA |
//! | filed | Kept as accepted at its receipt, whether or not it still counts ([`fieldpost_desk::record::Filed`]) |
//! | in force, stands | What counts for a unit now, worked out from all that was filed ([`fieldpost_desk::book`]) |
//! | work | A letter on its way through the desk, with what it has touched so far ([`fieldpost_desk::work`], `desk/ga/work.rs`) |
//! | touch | One value of a position that a hand edit changed, by its place in the position's JSON |
//! | bench | The position that a hand edit is working on |
//! | piece, line | What an order block is for, by its name; an order, as its canonical words with its place ([`fieldpost_engine::piece`], [`fieldpost_engine::line`]) |
//! | language, edition | What letters of a rulebook may say ([`fieldpost_grammar::Language`]); what a book lacks of it and how it numbers its rules |
//! | board, table | A game with its open position, as the house knows it ([`fieldpost_door`]); a campaign's own ([`fieldpost_campaign`]) |
//! | roll | Who plays and what there is to be ordered, asked once of a board ([`fieldpost_desk::game`]) |
//! | theatre | Where a war is fought and by which book: what is told of it needs both |
//! | book | A rulebook as a value ([`fieldpost_land::book`]); the order book is what was ordered for a turn ([`fieldpost_desk::record::OrderBook`]) |
//! | fact, reason | What happened, and why, typed: words are made when it is told ([`fieldpost_engine::fact`], [`fieldpost_engine::reason`]) |
//! | refusal | Why something that was asked for is not done, with its rule and the words that are wrong beside it ([`fieldpost_engine::refusal`]) |
//! | told, saw | An event with those who were told of it, and how much each of them saw ([`fieldpost_engine::event`]) |
//! | vantage | What one player may know of a position; reports are made of it and of told events alone |
//! | gazetteer, atlas | The names of places; the maps themselves |
//! | press | The templates that print mails; and a letter of one player to others |
//! | face | One form of a report: text, HTML, `report.json`, orders form, desk page |
//! | section, block, row | What a report says, by kinds of things and not yet laid out ([`fieldpost_print::section`]); text and page are made of them ([`fieldpost_print::layout`]) |
//! | roster, card | Pieces with their numbers: columns in a text, two lines each on a page |
//! | sheet, extract | One report of a mail, as sections; on land the tactical map of one square. The piece of the strategic map that a player is shown |
//! | deed, entry, draft | What a write does to a store; its record as a file; the write in the making ([`fieldpost_store`]) |
//! | trouble | What the GA is told once, once more after a day, and when it is over |
//! | locale | A language of mails ([`fieldpost_engine::locale::Locale`]); what is said in it is the catalogue's. A language is what letters of a rulebook may say |
//! | seat, machine | A player's place in a game; the program that plays one that nobody has |

pub mod cli;
