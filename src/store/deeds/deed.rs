//! A deed in a draft: its rows, and its entry as a file.

use crate::deeds::draft::{Draft, New};
use crate::deeds::{apply, seal};
use crate::error::Result;
use crate::history::{Deed, Entry};

impl Draft<'_> {
    /// Does a deed: its rows, and its entry as a file or a line.
    pub fn record(&mut self, deed: Deed) -> Result<()> {
        let entry = Entry { write: self.write(), place: self.place, deed };
        self.replay(&entry)?;
        let sealed = seal::sealed(&entry)?;
        self.brings.push(New::Entry { entry: Box::new(entry), sealed });
        self.place += 1;
        Ok(())
    }

    /// Makes the rows of an entry that was recorded before.
    pub fn replay(&mut self, entry: &Entry) -> Result<()> {
        self.name_files(entry)?;
        apply::apply(self, entry)
    }
}
