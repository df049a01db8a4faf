//! Which table holds a row, and the statements that read and write many rows of one table at once.
//!
//! All that is handed in are arrays of text, cast by the statement to what the columns are: so one kind of statement serves
//! every table, and a batch is one statement a table.

use std::collections::BTreeMap;

use postgres::types::ToSql;

use crate::audit::AuditLine;
use crate::deeds::keys::{Key, digest_of_place};
use crate::deeds::row::read_row;
use crate::error::Result;
use crate::game::GameRow;
use crate::letter::LetterRecord;
use crate::outbox::{MailRow, MailState};
use crate::postgres::connect::Tx;

/// A table of rows, or one of its indexes by which rows are asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    /// The columns by which a row is known, with their types.
    keys: &'static [(&'static str, &'static str)],
    /// Further columns, with their types; one with a `?` keeps what it has.
    extras: &'static [(&'static str, &'static str)],
    /// What stands for the row when it is read.
    row: &'static str,
}

const fn table(name: &'static str, keys: &'static [(&'static str, &'static str)]) -> Table {
    Table { name, keys, extras: &[], row: "row" }
}

const OF_PLAYER: &[(&str, &str)] = &[("game", "text"), ("player", "text")];
const OF_TURN: &[(&str, &str)] =
    &[("game", "text"), ("turn", "int"), ("write", "bigint"), ("place", "int"), ("change", "bigint")];

static GAME: Table = Table { extras: &[("turn", "int")], ..table("game", &[("name", "text")]) };
static ACCOUNT: Table = table("account", OF_PLAYER);
static LETTER: Table = Table {
    extras: &[("place", "text"), ("content", "text?"), ("raw", "text"), ("final", "bool")],
    ..table("letter", &[("number", "bigint")])
};
static PLACE: Table = Table { row: "number::text", ..table("letter", &[("place", "text")]) };
static CONTENT: Table = Table { row: "number::text", ..table("letter", &[("content", "text")]) };
static HELD: Table = table("held", &[("game", "text"), ("letter", "bigint")]);
static ORDERS: Table = table("orders", OF_TURN);
static PRESS: Table = table("press", OF_TURN);
static TURN: Table = table("turn", &[("game", "text"), ("turn", "int")]);
static VOIDED: Table = table("voided", &[("game", "text"), ("rollback", "int"), ("turn", "int")]);
static RECEIPT: Table = table("receipt", OF_PLAYER);
static MAIL: Table = Table {
    extras: &[
        ("message_id", "text"),
        ("game", "text"),
        ("player", "text"),
        ("body", "text"),
        ("secret", "bool"),
        ("state", "text"),
        ("next_try_ms", "bigint"),
    ],
    ..table("mail", &[("id", "bigint")])
};
static MESSAGE_ID: Table = Table { row: "id::text", ..table("mail", &[("message_id", "text")]) };
static SUPERSEDE: Table = table("supersede", &[("key", "text")]);
static KEPT_BACK: Table = table("kept_back", &[("game", "text"), ("player", "text"), ("mail", "bigint")]);
static GIVEN_UP: Table = table("given_up", &[("mail", "bigint")]);
static BOUNCES: Table = table("bounces", OF_PLAYER);
static TROUBLE: Table = table("trouble", &[("key", "text")]);
static COUNTER: Table = table("counter", &[("what", "text"), ("period", "bigint")]);
static AUDIT: Table = Table {
    extras: &[("game", "text")],
    ..table("audit", &[("write", "bigint"), ("place", "int"), ("part", "numeric")])
};

/// In the order in which they are written: what is named by foreign keys first.
static ALL: [&Table; 18] = [
    &GAME, &ACCOUNT, &LETTER, &HELD, &ORDERS, &PRESS, &TURN, &VOIDED, &RECEIPT, &MAIL, &SUPERSEDE,
    &KEPT_BACK, &GIVEN_UP, &BOUNCES, &TROUBLE, &COUNTER, &AUDIT, &PLACE,
];

/// The columns of one row as text; `None` is NULL.
type Values = Vec<Option<String>>;

/// Where a row is, and the values of its keys; `None` for what follows from another row.
fn home(key: &Key) -> Option<(&'static Table, Vec<String>)> {
    Some(match key {
        Key::Game(game) => (&GAME, vec![game.0.clone()]),
        Key::Account(game, player) => (&ACCOUNT, vec![game.0.clone(), player.clone()]),
        Key::Letter(number) => (&LETTER, vec![number.0.to_string()]),
        Key::Place(place) => (&PLACE, vec![digest_of_place(place).to_string()]),
        Key::Content(content) => (&CONTENT, vec![content.0.to_string()]),
        Key::Held(game, letter) => (&HELD, vec![game.0.clone(), letter.0.to_string()]),
        Key::Order(game, turn, entry, change) => {
            (&ORDERS, of_turn(&game.0, *turn, entry.write, entry.place, *change))
        }
        Key::Press(game, turn, entry, change) => {
            (&PRESS, of_turn(&game.0, *turn, entry.write, entry.place, *change))
        }
        Key::Turn(game, turn) => (&TURN, vec![game.0.clone(), turn.to_string()]),
        Key::Voided(game, rollback, turn) => {
            (&VOIDED, vec![game.0.clone(), rollback.to_string(), turn.to_string()])
        }
        Key::Receipt(game, player) => (&RECEIPT, vec![game.0.clone(), player.clone()]),
        Key::Mail(id) => (&MAIL, vec![id.0.to_string()]),
        Key::MessageId(id) => (&MESSAGE_ID, vec![id.clone()]),
        Key::Supersede(key) => (&SUPERSEDE, vec![key.clone()]),
        Key::KeptBack(game, player, id) => {
            (&KEPT_BACK, vec![game.0.clone(), player.clone(), id.0.to_string()])
        }
        Key::GivenUp(id) => (&GIVEN_UP, vec![id.0.to_string()]),
        Key::Bounces(game, player) => (&BOUNCES, vec![game.0.clone(), player.clone()]),
        Key::Trouble(key) => (&TROUBLE, vec![key.clone()]),
        Key::Count(what, period) => (&COUNTER, vec![what.clone(), period.to_string()]),
        Key::Audit(entry, part) => {
            (&AUDIT, vec![entry.write.to_string(), entry.place.to_string(), part.to_string()])
        }
        // They follow from the letter's, the mail's, the entry's row; cursors have a way of their own.
        Key::Pending(_) | Key::Due(..) | Key::File(_) | Key::Cursor(..) => return None,
    })
}

fn of_turn(game: &str, turn: u32, write: u64, place: u32, change: u32) -> Vec<String> {
    vec![game.to_owned(), turn.to_string(), write.to_string(), place.to_string(), change.to_string()]
}

/// PostgreSQL keeps no NUL in text. In JSON it is escaped; elsewhere it stands for nothing that anybody means.
pub fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// The columns beside the row, which follow from it.
fn extras(key: &Key, row: &[u8], contents: &BTreeMap<u64, String>) -> Result<Values> {
    Ok(match key {
        Key::Game(_) => vec![Some(read_row::<GameRow>(row)?.turn.to_string())],
        Key::Letter(number) => {
            let letter: LetterRecord = read_row(row)?;
            let (place, raw) = (digest_of_place(&letter.place).to_string(), letter.raw.to_string());
            let content = contents.get(&number.0).cloned();
            vec![Some(place), content, Some(raw), Some(letter.verdict.is_final().to_string())]
        }
        Key::Mail(_) => {
            let mail: MailRow = read_row(row)?;
            vec![
                Some(mail.message_id),
                mail.game.map(|game| game.0),
                mail.player,
                Some(mail.body.to_string()),
                Some(mail.kind.holds_password().to_string()),
                Some(state_word(&mail.state).to_owned()),
                Some(mail.next_try_ms.to_string()),
            ]
        }
        Key::Audit(..) => vec![read_row::<AuditLine>(row)?.game.map(|game| game.0)],
        _ => Vec::new(),
    })
}

/// A mail's state in the word that its column has.
pub fn state_word(state: &MailState) -> &'static str {
    match state {
        MailState::Queued => "queued",
        MailState::Sending => "sending",
        MailState::Sent { .. } => "sent",
        MailState::Failed { .. } => "failed",
        MailState::Kept => "kept",
        MailState::Superseded { .. } => "superseded",
    }
}

impl Table {
    /// Reads and locks rows, each with the place of its key in what was asked for.
    fn select(&self) -> String {
        format!(
            "SELECT k.ord, t.{row} FROM {from} JOIN {name} t ON {on} FOR NO KEY UPDATE OF t",
            row = self.row,
            from = from(self.keys, true),
            name = self.name,
            on = on(self.keys)
        )
    }

    fn upsert(&self) -> String {
        let columns = || self.keys.iter().chain(self.extras);
        let names = columns().map(|(name, _)| format!("{name}, ")).collect::<String>();
        let casts = columns().map(|(name, kind)| format!("k.{name}::{}, ", kind.trim_end_matches('?')));
        let all = columns().copied().chain([("row", "text")]).collect::<Vec<_>>();
        let keys = self.keys.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let set = self.extras.iter().map(|(name, kind)| match kind.ends_with('?') {
            true => format!("{name} = coalesce({}.{name}, excluded.{name}), ", self.name),
            false => format!("{name} = excluded.{name}, "),
        });
        format!(
            "INSERT INTO {table} ({names}row) SELECT {casts}k.row FROM {from} \
             ON CONFLICT ({keys}) DO UPDATE SET {set}row = excluded.row",
            table = self.name,
            casts = casts.collect::<String>(),
            from = from(&all, false),
            set = set.collect::<String>()
        )
    }

    fn delete(&self) -> String {
        format!("DELETE FROM {} t USING {} WHERE {}", self.name, from(self.keys, false), on(self.keys))
    }
}

/// Arrays of text as rows.
fn from(columns: &[(&str, &str)], numbered: bool) -> String {
    let arrays =
        (1..=columns.len()).map(|number| format!("${number}::text[]")).collect::<Vec<_>>().join(", ");
    let names = columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    match numbered {
        true => format!("unnest({arrays}) WITH ORDINALITY AS k({names}, ord)"),
        false => format!("unnest({arrays}) AS k({names})"),
    }
}

fn on(keys: &[(&str, &str)]) -> String {
    keys.iter().map(|(name, kind)| format!("t.{name} = k.{name}::{kind}")).collect::<Vec<_>>().join(" AND ")
}

/// Columns from rows.
fn turned(rows: &[Values], width: usize) -> Vec<Values> {
    (0..width).map(|column| rows.iter().map(|row| row.get(column).cloned().flatten()).collect()).collect()
}

fn run(tx: &mut Tx<'_>, sql: &str, columns: &[Values]) -> Result<Vec<postgres::Row>> {
    let arrays = columns.iter().map(|column| column as &(dyn ToSql + Sync)).collect::<Vec<_>>();
    tx.query(sql, &arrays)
}

/// Reads rows, a statement a table, and locks them until the write is done.
pub fn read(tx: &mut Tx<'_>, keys: &[Key]) -> Result<Vec<Option<Vec<u8>>>> {
    let mut found = vec![None; keys.len()];
    let mut asked: Vec<(&'static Table, Vec<usize>, Vec<Values>)> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let Some((table, values)) = home(key) else { continue };
        let values = values.iter().map(|value| Some(clean(value))).collect();
        match asked.iter_mut().find(|(known, ..)| std::ptr::eq(*known, table)) {
            Some((_, places, rows)) => {
                places.push(place);
                rows.push(values);
            }
            None => asked.push((table, vec![place], vec![values])),
        }
    }
    for (table, places, rows) in asked {
        for row in run(tx, &table.select(), &turned(&rows, table.keys.len()))? {
            let (ord, text): (i64, String) = (row.get(0), row.get(1));
            let place = usize::try_from(ord - 1).ok().and_then(|ord| places.get(ord));
            if let Some(found) = place.and_then(|place| found.get_mut(*place)) {
                *found = Some(text.into_bytes());
            }
        }
    }
    Ok(found)
}

/// Writes rows as they will be, two statements a table at most.
pub fn write(tx: &mut Tx<'_>, rows: &BTreeMap<Key, Option<Vec<u8>>>) -> Result<()> {
    let mut contents = BTreeMap::new();
    for (key, row) in rows {
        if let (Key::Content(content), Some(number)) = (key, row) {
            contents.insert(read_row::<u64>(number)?, content.0.to_string());
        }
    }
    let mut puts: BTreeMap<&'static str, Vec<Values>> = BTreeMap::new();
    let mut deletes: BTreeMap<&'static str, Vec<Values>> = BTreeMap::new();
    for (key, row) in rows {
        let Some((table, keys)) = home(key).filter(|(table, _)| table.row == "row") else { continue };
        let mut values: Values = keys.iter().map(|value| Some(clean(value))).collect();
        match row {
            None => deletes.entry(table.name).or_default().push(values),
            Some(bytes) => {
                let extras = extras(key, bytes, &contents)?;
                values.extend(extras.into_iter().map(|value| value.map(|value| clean(&value))));
                values.push(Some(String::from_utf8_lossy(bytes).into_owned()));
                puts.entry(table.name).or_default().push(values);
            }
        }
    }
    for table in ALL.iter().filter(|table| table.row == "row") {
        if let Some(rows) = deletes.get(table.name) {
            run(tx, &table.delete(), &turned(rows, table.keys.len()))?;
        }
        if let Some(rows) = puts.get(table.name) {
            run(tx, &table.upsert(), &turned(rows, table.keys.len() + table.extras.len() + 1))?;
        }
    }
    Ok(())
}
