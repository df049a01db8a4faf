//! A whole record as JSON Lines, the same bytes as the sled store's, and back. Writers do not wait meanwhile.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::body::BodyHash;
use crate::damage::{Damage, Exported, Imported};
use crate::deeds::draft::{Draft, New};
use crate::deeds::lines::{BodyLine, Bytes, CursorRow, ENTRY, ExportLine, Lines};
use crate::deeds::paths::body_path;
use crate::deeds::row::{Numbers, read_row, to_json};
use crate::deeds::{lines, seal};
use crate::error::{Result, StoreError};
use crate::history::{Entry, Shelf};
use crate::mailbox::Cursor;
use crate::postgres::bodies::{self, NewBody};
use crate::postgres::connect::{Link, PostgresConfig, Tx};
use crate::postgres::rows::Seen;
use crate::postgres::{PostgresStore, migrate};
use crate::sled::{OLDEST, SCHEMA};

/// Writes one moment of the record out, over a connection of its own.
pub fn export(store: &PostgresStore, out: &mut dyn Write) -> Result<Exported> {
    let mut link = Link::open(store.config())?;
    let mut tx = link.begin_snapshot()?;
    tx.takes_its_time()?;
    let mut lines = Lines::new(out, PathBuf::from(format!("database {}", store.config().database)));
    lines.put(&ExportLine::Fieldpost { schema: SCHEMA })?;
    let bodies = export_bodies(&mut tx, &mut lines)?;
    for number in 0..lines.missing.len() {
        let damage = lines.missing[number].clone();
        lines.put(&ExportLine::Missing(damage))?;
    }
    let mut entries = 0;
    tx.each("SELECT entry FROM entry ORDER BY write, place", &[], |row| {
        entries += 1;
        let entry: String = row.get(0);
        lines.put_bytes(&[ENTRY.0.as_bytes(), entry.as_bytes(), ENTRY.1.as_bytes()].concat())
    })?;
    for row in cursors(&mut tx)? {
        lines.put(&ExportLine::Cursor(row))?;
    }
    tx.rollback()?;
    let (missing, sum) = (lines.missing.len() as u64, Some(lines.sum_so_far()));
    lines.put(&ExportLine::End { bodies, entries, missing, sum })?;
    Ok(Exported { lines: lines.written, missing: lines.missing })
}

/// The bodies that entries name, by shelf and name; those with passwords stay where they are.
fn export_bodies(tx: &mut Tx<'_>, lines: &mut Lines<'_>) -> Result<u64> {
    let mut count = 0;
    for shelf in [Shelf::Letters, Shelf::Post, Shelf::Papers] {
        let sql = "SELECT b.hash, b.bytes FROM body b WHERE b.shelf = $1 \
                   AND EXISTS (SELECT 1 FROM entry_body e WHERE e.shelf = b.shelf AND e.hash = b.hash) \
                   AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.secret AND b.shelf = 1 AND m.body = b.hash) \
                   AND NOT (b.shelf = 1 AND b.bytes IS NULL AND EXISTS (SELECT 1 FROM mail m WHERE m.body = b.hash AND m.row LIKE '%\"anew\":{%')) \
                   ORDER BY b.hash";
        tx.each(sql, &[&bodies::number(shelf)], |row| {
            let hash: String = row.get(0);
            let hash: BodyHash =
                hash.parse().map_err(|error| StoreError::Broken(format!("the name of a body: {error}")))?;
            let path = body_path(shelf, &hash);
            let bytes: Option<Vec<u8>> = row.get(1);
            let none = || StoreError::Broken("the database holds no bytes of it".into());
            let held = bytes
                .ok_or_else(none)
                .and_then(|bytes| bodies::held_to_name(bytes, path.clone().into(), &hash));
            match held {
                Ok(bytes) => {
                    count += 1;
                    lines.put(&ExportLine::Body(BodyLine { shelf, hash, bytes: Bytes::of(bytes) }))
                }
                Err(error) => {
                    let costs = "Whatever names it must do without it".into();
                    lines.missing.push(Damage { file: path, why: error.to_string(), costs });
                    Ok(())
                }
            }
        })?;
    }
    Ok(count)
}

/// The mailboxes' cursors, in the order that a folder's database has them in.
fn cursors(tx: &mut Tx<'_>) -> Result<Vec<CursorRow>> {
    let rows = tx.query("SELECT account, folder, row FROM source WHERE row IS NOT NULL", &[])?;
    let mut found = Vec::new();
    for row in &rows {
        let cursor: Cursor = read_row(row.get::<_, String>(2).as_bytes())?;
        found.push(CursorRow { account: row.get(0), folder: row.get(1), cursor });
    }
    found
        .sort_by_cached_key(|row| to_json(&(&row.account, &row.folder)).map(|json| BodyHash::of(&json)).ok());
    Ok(found)
}

/// Fills an empty schema from an export, in one transaction.
///
/// # Errors
/// [`StoreError::NotEmpty`] if there is a record already; [`StoreError::Unreadable`] with the line if the export is damaged, cut
/// off, or lacks something: one that does is imported into a folder, which reads past what is missing, and exported again.
pub fn import_into(config: PostgresConfig, from: impl BufRead) -> Result<Imported> {
    let mut link = Link::open(&config)?;
    let store = PostgresStore::unchecked(config.clone());
    let mut tx = link.begin()?;
    tx.takes_its_time()?;
    must_be_empty(&mut tx, &config)?;
    let mut import = Import { store: &store, tx, sum: Sha256::new(), bodies: 0, entries: 0, ended: false };
    for (number, line) in (1..).zip(from.lines()) {
        let wrong =
            |why: String| StoreError::Unreadable { what: format!("line {number} of the export"), why };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        import.take(&line, &wrong)?;
        import.sum.update(line.as_bytes());
        import.sum.update(b"\n");
    }
    import.finish()
}

/// Whether an import may be begun, before anything is written anywhere.
///
/// # Errors
/// [`StoreError::NotEmpty`] if there is a record already; or the database cannot be read.
pub fn refuse_unless_empty(config: &PostgresConfig) -> Result<()> {
    let mut link = Link::open(config)?;
    let mut tx = link.begin()?;
    must_be_empty(&mut tx, config)?;
    tx.rollback()
}

fn must_be_empty(tx: &mut Tx<'_>, config: &PostgresConfig) -> Result<()> {
    migrate::check(tx)?;
    if tx.row("SELECT 1 FROM entry LIMIT 1", &[])?.is_none() {
        return Ok(());
    }
    let why = "there is a record in it, and an import makes a new one".into();
    Err(StoreError::NotEmpty { folder: format!("the schema {}", config.schema).into(), why })
}

struct Import<'a> {
    store: &'a PostgresStore,
    tx: Tx<'a>,
    sum: Sha256,
    bodies: u64,
    entries: u64,
    ended: bool,
}

impl Import<'_> {
    fn take(&mut self, line: &str, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        if let Some(entry) = line.strip_prefix(ENTRY.0).and_then(|rest| rest.strip_suffix(ENTRY.1)) {
            return self.entry(entry.as_bytes(), wrong);
        }
        match serde_json::from_str(line).map_err(|error| wrong(error.to_string()))? {
            ExportLine::Fieldpost { schema: OLDEST..=SCHEMA } => Ok(()),
            ExportLine::Fieldpost { schema } => {
                Err(wrong(format!("it is of schema {schema}, and this fieldpost knows {SCHEMA}")))
            }
            ExportLine::Handed(_) => Err(wrong(lines::ONE_GAME.into())),
            ExportLine::Body(body) => self.body(body, wrong),
            ExportLine::Missing(damage) => Err(wrong(format!(
                "the export lacks {damage}. Import it into a folder, which reads past that, and export it from there"
            ))),
            ExportLine::Cursor(row) => self.cursor(&row),
            ExportLine::End { bodies, entries, sum, .. } => {
                self.ended = true;
                if (self.bodies, self.entries) != (bodies, entries) {
                    return Err(wrong(format!(
                        "expected {bodies} bodies and {entries} entries before it, found {} and {}",
                        self.bodies, self.entries
                    )));
                }
                let found = BodyHash::of_digest(&self.sum.clone().finalize());
                match sum.filter(|sum| *sum != found) {
                    Some(sum) => {
                        Err(wrong(format!("expected lines with the checksum {sum} before it, found {found}")))
                    }
                    None => Ok(()),
                }
            }
        }
    }

    fn body(&mut self, body: BodyLine, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let bytes = body.bytes.into_vec().ok_or_else(|| wrong("it is not hexadecimal".into()))?;
        let found = BodyHash::of(&bytes);
        if found != body.hash {
            return Err(wrong(format!("expected bytes with the hash {}, found {found}", body.hash)));
        }
        self.bodies += 1;
        let new = NewBody { shelf: body.shelf, hash: body.hash, bytes, sealed: false };
        bodies::write(&mut self.tx, &[new], &self.store.config.seal)
    }

    fn cursor(&mut self, row: &CursorRow) -> Result<()> {
        let text = String::from_utf8_lossy(&to_json(&row.cursor)?).into_owned();
        // No turn waits for a mailbox that no daemon here has asked for yet.
        let sql =
            "INSERT INTO source (account, folder, row, polled_ms, required) VALUES ($1, $2, $3, $4, false)";
        self.tx.query(sql, &[&row.account, &row.folder, &text, &row.cursor.polled_ms]).map(drop)
    }

    fn entry(&mut self, bytes: &[u8], wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let (_, has_checksum) = seal::number(bytes).map_err(wrong)?;
        let entry = seal::read("an entry of the export", bytes).map_err(|error| wrong(error.to_string()))?;
        let sealed = if has_checksum { bytes.to_vec() } else { seal::sealed(&entry)? };
        self.entries += 1;
        self.make_room(&entry)?;
        let seal = self.store.config.seal;
        let mut finished = {
            let seen = Seen::new(&mut self.tx, &seal);
            let mut draft = Draft::new(&seen, Numbers::default());
            draft.replay(&entry).map_err(|error| wrong(error.to_string()))?;
            draft.finish()
        };
        finished.brings = vec![New::Entry { entry: Box::new(entry), sealed }];
        self.store.carry_out(&mut self.tx, &finished, None)
    }

    /// Rows for the bodies that an export does not hold.
    fn make_room(&mut self, entry: &Entry) -> Result<()> {
        for (shelf, hash) in entry.bodies() {
            let sql = "INSERT INTO body (shelf, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            self.tx.query(sql, &[&bodies::number(shelf), &hash.as_str()])?;
        }
        Ok(())
    }

    /// Numbers go on behind the greatest.
    fn finish(mut self) -> Result<Imported> {
        if !self.ended {
            let why = "it ends without its last line: it was cut off".into();
            return Err(StoreError::Unreadable { what: "the export".into(), why });
        }
        for (sequence, greatest) in [
            ("write_no", "max(write) FROM entry"),
            ("letter_no", "max(number) FROM letter"),
            ("mail_no", "max(id) FROM mail"),
        ] {
            let sql = format!(
                "SELECT setval('{sequence}', greatest(1, coalesce((SELECT {greatest}), 1)), (SELECT {greatest}) IS NOT NULL)"
            );
            self.tx.query(&sql, &[])?;
        }
        // Whoever had them in hand is none of these daemons.
        self.tx.query("UPDATE mail SET lease_until = clock_timestamp() WHERE state = 'sending'", &[])?;
        let entries = self.entries;
        self.tx.commit()?;
        Ok(Imported { entries, missing: Vec::new() })
    }
}

/// The rows that replaying the record's own entries gives, held to the rows that stand: what differs, by table.
///
/// # Errors
/// If the database fails, or an entry does not fit the ones before.
pub fn rehearse(store: &PostgresStore) -> Result<Vec<String>> {
    let mut shadow = store.config().clone();
    shadow.schema = format!("{}_rehearsal", shadow.schema);
    let mut link = Link::open(store.config())?;
    link.batch(&format!("DROP SCHEMA IF EXISTS {} CASCADE", shadow.schema))?;
    migrate::migrate(&shadow)?;
    let mut exported = Vec::new();
    export(store, &mut exported)?;
    import_into(shadow.clone(), exported.as_slice())?;
    let mut differ = Vec::new();
    for (table, columns) in COMPARED {
        let sql = |one: &str, other: &str| {
            format!(
                "SELECT count(*) FROM (SELECT {columns} FROM {one}.{table} EXCEPT SELECT {columns} FROM {other}.{table}) d"
            )
        };
        let mut tx = link.begin()?;
        let (live, made) = (&store.config().schema, &shadow.schema);
        for (one, other, what) in
            [(live, made, "no entry tells of"), (made, live, "that entries tell of are not there")]
        {
            let count = tx.row(&sql(one, other), &[])?.map_or(0, |row| row.get::<_, i64>(0));
            if count > 0 {
                differ.push(format!("{table}: {count} rows {what}"));
            }
        }
        tx.rollback()?;
    }
    link.batch(&format!("DROP SCHEMA IF EXISTS {} CASCADE", shadow.schema))?;
    Ok(differ)
}

/// What entries alone make; a mail that is being sent may have been queued again without one.
const COMPARED: [(&str, &str); 14] = [
    ("game", "name, turn, row"),
    ("account", "game, player, row"),
    ("letter", "number, place, content, final, row"),
    ("held", "game, letter, row"),
    ("orders", "game, turn, write, place, change, row"),
    ("press", "game, turn, write, place, change, row"),
    ("turn", "game, turn, row"),
    ("voided", "game, rollback, turn, row"),
    ("receipt", "game, player, row"),
    ("mail", "id, message_id, body, secret"),
    ("supersede", "key, row"),
    ("bounces", "game, player, row"),
    ("trouble", "key, row"),
    ("audit", "write, place, part, row"),
];
