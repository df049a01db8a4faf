//! A deed in a draft: its rows, and its entry as a file.

use crate::error::Result;
use crate::history::{Deed, Entry};
use crate::sled::draft::{Draft, entry_file};
use crate::sled::{apply, seal};

impl Draft<'_> {
    /// Does a deed: its rows, and its entry as a file or a line.
    pub fn record(&mut self, deed: Deed) -> Result<()> {
        let entry = Entry { write: self.write(), place: self.place, deed };
        self.adopt(&entry)?;
        self.place += 1;
        Ok(())
    }

    /// Brings an entry that was recorded before, under its own numbers.
    pub fn adopt(&mut self, entry: &Entry) -> Result<()> {
        self.replay(entry)?;
        self.files.push(entry_file(entry, seal::sealed(entry)?));
        Ok(())
    }

    /// Makes the rows of an entry whose files lie there already.
    pub fn replay(&mut self, entry: &Entry) -> Result<()> {
        self.name_files(entry)?;
        apply::apply(self, entry)
    }
}
