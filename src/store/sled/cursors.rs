//! Mailbox cursors: the only rows that no entry tells of. They are made anew with every poll. A rebuild knows only under which
//! UIDVALIDITY letters were filed: which of those below the last were still owed it does not, so that all are looked at once more.

use crate::deeds;
use crate::deeds::draft::Draft;
pub use crate::deeds::lines::CursorRow;
use crate::error::Result;
use crate::letter::TransportKey;
use crate::mailbox::Cursor;
use crate::sled::SledStore;
use crate::sled::database::{Batch, Database};
use crate::sled::keys;
use crate::sled::row::{read_row, to_json};

impl SledStore {
    /// Writes cursors and syncs them.
    pub(super) fn put_cursors(&self, rows: &[CursorRow]) -> Result<()> {
        let _writer = self.writer()?;
        self.go_on()?;
        let mut batch = Batch::default();
        for row in rows {
            batch.insert(keys::cursor(&row.account, &row.folder), to_json(row)?);
        }
        self.guarded(|| self.commit(batch))
    }
}

/// Every cursor, in the order of their keys.
pub fn all(database: &Database) -> Result<Vec<CursorRow>> {
    let rows = database.beginning(keys::CURSORS);
    rows.map(|row| row.and_then(|(_, bytes)| read_row(&bytes))).collect()
}

/// Makes the cursor of a letter that was filed, as a rebuild finds it: all of its mailbox is to be looked at again.
pub fn moved_by(draft: &mut Draft, place: &TransportKey) -> Result<()> {
    let key = deeds::keys::cursor(&place.account, &place.folder);
    let cursor = Cursor { uidvalidity: place.uidvalidity, max_uid: 0, polled_ms: None, owed: Vec::new() };
    draft.put(key, &CursorRow { account: place.account.clone(), folder: place.folder.clone(), cursor })
}
