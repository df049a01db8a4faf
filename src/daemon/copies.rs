//! Which letter is a copy of an earlier one (row 1).
//!
//! A mail that a server delivers twice is a copy, whenever the second comes: it has the same Message-ID and Date, and says
//! the same. The same words in a new mail are a new letter. Where a letter has neither
//! Message-ID nor Date, the turn decides: in the turn of the first letter it is a copy, in a later one a letter of its own.

use crate::office::Office;
use crate::reading::Understood;
use fieldpost_desk::arrived::Duplicate;
use fieldpost_desk::head::Choice;
use fieldpost_desk::record::{LetterNo, Receipt};
use fieldpost_store::{BodyHash, ContentKey, LetterRecord};

impl Office {
    /// Gives a letter without a name the key that it has in the turn it was received in.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn name_by_turn(&self, understood: &mut Understood, receipt: &Receipt) -> anyhow::Result<()> {
        let Choice::Game(game) = &understood.choice else { return Ok(()) };
        let Some(hosted) = self.games.get(game).filter(|_| understood.is_nameless) else { return Ok(()) };
        let opened_ms = hosted.record.settings.opened_ms;
        if receipt.at_ms < opened_ms {
            return Ok(());
        }
        let keys = [Some(&understood.content), understood.older.as_ref()].into_iter().flatten().cloned();
        let first = self.store.first_of_contents(&keys.collect::<Vec<_>>())?;
        if first.is_some_and(|first| first.receipt.at_ms < opened_ms) {
            let turn = [hosted.turn().to_string(), opened_ms.to_string()];
            let content = understood.content.0.to_string();
            understood.content = ContentKey::of(&["in turn", &game.0, &turn[0], &turn[1], &content]);
            understood.older = None;
        }
        Ok(())
    }

    /// The earlier letter that this one is a copy of: by what it says, or by its bytes, if those were never read.
    pub(super) fn copy_of(
        &self,
        understood: &Understood,
        mark: &BodyHash,
        number: LetterNo,
    ) -> anyhow::Result<Option<Duplicate>> {
        let by_words = [Some(&understood.content), understood.older.as_ref()].into_iter().flatten();
        let keys = by_words.cloned().chain([unread_key(mark)]).collect::<Vec<_>>();
        let first = self.store.first_of_contents(&keys)?;
        let copy = first.map(|first| self.duplicate_of(&first)).transpose()?;
        // One that is released is no copy of itself.
        Ok(copy.filter(|copy| copy.of != number))
    }

    /// What the record knows of a letter with the same content.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn earlier_copy(&self, content: &ContentKey) -> anyhow::Result<Option<Duplicate>> {
        let first = self.store.same_content(content)?;
        first.map(|first| self.duplicate_of(&first)).transpose()
    }

    fn duplicate_of(&self, first: &LetterRecord) -> anyhow::Result<Duplicate> {
        let mut answered = first.answers.is_empty();
        for id in &first.answers {
            answered |= self.store.mail(*id)?.is_some_and(|row| row.resent);
        }
        Ok(Duplicate { of: first.number, answered })
    }
}

/// By what a letter is known that nobody has read.
pub(super) fn unread_key(bytes: &BodyHash) -> ContentKey {
    ContentKey::of(&["unread", &bytes.to_string()])
}
