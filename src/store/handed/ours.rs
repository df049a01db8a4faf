//! What of a record is one game's.

use std::collections::BTreeSet;

use fieldpost_desk::ga::record::GaChange;
use fieldpost_desk::record::{Change, GameName, LetterNo};

use crate::history::{Deed, FiledLetter, Outcome, SettledLetter, Told};
use crate::outbox::{MailId, MailRow};
use crate::trouble::{AddressNews, TroubleNews};

/// The letters and mails of a game that were met so far.
pub struct Ours<'a> {
    game: &'a GameName,
    letters: BTreeSet<LetterNo>,
    mails: BTreeSet<MailId>,
}

impl<'a> Ours<'a> {
    pub fn of(game: &'a GameName) -> Self {
        Ours { game, letters: BTreeSet::new(), mails: BTreeSet::new() }
    }

    /// The part of a deed that is of the game; `None` if nothing is. Deeds come in their order.
    pub fn take(&mut self, deed: Deed) -> Option<Deed> {
        let game = self.game;
        match deed {
            Deed::Letter(letter) => self.letter(*letter).map(|letter| Deed::Letter(Box::new(letter))),
            Deed::Settled(settled) => self.settled(*settled).map(|settled| Deed::Settled(Box::new(settled))),
            Deed::Opened(mut opened) => (opened.row.name == *game).then(|| {
                self.changes(&mut opened.also);
                self.mails(&mut opened.mails);
                Deed::Opened(opened)
            }),
            Deed::Closed(mut closed) => (closed.game == *game).then(|| {
                self.changes(&mut closed.also);
                self.mails(&mut closed.reports);
                let settled = std::mem::take(&mut closed.settled).into_iter();
                closed.settled = settled.filter_map(|settled| self.settled(settled)).collect();
                Deed::Closed(closed)
            }),
            Deed::Reopened(mut reopened) => (reopened.game == *game).then(|| {
                self.changes(&mut reopened.also);
                self.mails(&mut reopened.mails);
                let settled = std::mem::take(&mut reopened.settled).into_iter();
                reopened.settled = settled.filter_map(|settled| self.settled(settled)).collect();
                Deed::Reopened(reopened)
            }),
            Deed::Administered(mut done) => {
                self.changes(&mut done.changes);
                self.mails(&mut done.mails);
                (!done.changes.is_empty() || !done.mails.is_empty()).then_some(Deed::Administered(done))
            }
            Deed::TakenOver(mut taken) => (taken.game == *game).then(|| {
                self.changes(&mut taken.changes);
                self.mails(&mut taken.mails);
                Deed::TakenOver(taken)
            }),
            Deed::Posted(mut mails) => {
                self.mails(&mut mails);
                (!mails.is_empty()).then_some(Deed::Posted(mails))
            }
            Deed::Marked(mut marks) => {
                marks.retain(|mark| self.mails.contains(&mark.id()));
                (!marks.is_empty()).then_some(Deed::Marked(marks))
            }
            Deed::Told(told) => self.told(*told),
            Deed::Changed(changed) => (changed.name == *game).then_some(Deed::Changed(changed)),
            Deed::Pruned(pruned) => (pruned.game == *game).then_some(Deed::Pruned(pruned)),
            Deed::Noted(line) => (line.game.as_ref() == Some(game)).then_some(Deed::Noted(line)),
        }
    }

    /// Troubles are the office's own. That its GA knows which mails were given up spares the next one the news.
    fn told(&self, told: Told) -> Option<Deed> {
        let TroubleNews::GivenUp(mut mails) = told.news else { return None };
        mails.retain(|mail| self.mails.contains(mail));
        let told = Told { news: TroubleNews::GivenUp(mails.clone()), mails: Vec::new(), ..told };
        (!mails.is_empty()).then(|| Deed::Told(Box::new(told)))
    }

    fn letter(&mut self, mut letter: FiledLetter) -> Option<FiledLetter> {
        let of_game = |change: &Change| change.game() == self.game;
        let is_ours = letter.record.game.as_ref() == Some(self.game)
            || letter.outcome.changes.iter().any(of_game)
            || letter.outcome.addresses.iter().any(|news| self.is_ours(news));
        if !is_ours {
            return None;
        }
        self.letters.insert(letter.record.number);
        self.outcome(&mut letter.outcome);
        letter.record.answers.retain(|mail| self.mails.contains(mail));
        if let Some(game) = &mut letter.record.game {
            game.clone_from(self.game);
        }
        Some(letter)
    }

    fn settled(&mut self, mut settled: SettledLetter) -> Option<SettledLetter> {
        if !self.letters.contains(&settled.letter) {
            return None;
        }
        self.outcome(&mut settled.outcome);
        Some(settled)
    }

    /// What is counted of senders goes by the office's own caps, and stays there.
    fn outcome(&mut self, outcome: &mut Outcome) {
        self.changes(&mut outcome.changes);
        outcome.answers.retain(|mail| mail.game.as_ref().is_none_or(|game| game == self.game));
        self.mails.extend(outcome.answers.iter().map(|mail| mail.id));
        outcome.resend = outcome.resend.filter(|mail| self.mails.contains(mail));
        outcome.counts.clear();
        outcome.remember.retain(|remembered| remembered.game == *self.game);
        let addresses = std::mem::take(&mut outcome.addresses).into_iter();
        outcome.addresses = addresses.filter(|news| self.is_ours(news)).collect();
    }

    fn is_ours(&self, news: &AddressNews) -> bool {
        match news {
            AddressNews::CameBack { mail, .. } => self.mails.contains(mail),
            AddressNews::Works { game, .. } | AddressNews::Changed { game, .. } => game == self.game,
        }
    }

    fn mails(&mut self, mails: &mut Vec<MailRow>) {
        mails.retain(|mail| mail.game.as_ref() == Some(self.game));
        self.mails.extend(mails.iter().map(|mail| mail.id));
    }

    /// That it has moved away is true of the office that it left.
    fn changes(&self, changes: &mut Vec<Change>) {
        let has_moved = |change: &Change| matches!(change, Change::Ga { change, .. } if matches!(**change, GaChange::Moved(_)));
        changes.retain(|change| change.game() == self.game && !has_moved(change));
    }
}
