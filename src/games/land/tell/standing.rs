//! A position on its way into sections: of whom it is, how it is told, and how much of it is shown.

use crate::beside::Given;
use crate::labels::Labels;
use crate::spoken::Spoken;
use crate::vantage::Vantage;
use crate::view::TurnView;
use fieldpost_print::album::Album;
use fieldpost_print::section::Sending;

/// How much of a position a page shows; the text of a mail and the attached page show all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// All of it: every tactical map, all that is known of cities and depots, the meaning of words, the lines for orders.
    pub whole: bool,
    /// Units one by one, and not by headquarters alone.
    pub units: bool,
    /// Army list, maps, what is in sight. Deadline, what needs attention and how to order always stand.
    pub lists: bool,
}

/// What goes into the HTML of a mail; the first that fits is taken, and whoever gets less has the whole page attached.
pub(crate) const EXTENTS: [Extent; 4] = [
    Extent { whole: true, units: true, lists: true },
    Extent { whole: false, units: true, lists: true },
    Extent { whole: false, units: false, lists: true },
    Extent { whole: false, units: false, lists: false },
];

/// A position on its way into sections.
pub(crate) struct Standing<'a> {
    pub vantage: &'a Vantage<'a>,
    /// The view of that vantage.
    pub view: &'a TurnView,
    /// What stands at its head, and what is told beside it.
    pub given: Given<'a>,
    /// Whereto orders go, if that is known.
    pub address: Option<&'a str>,
    /// Where the desk page is shown beside the mail, if it is.
    pub link: Option<&'a str>,
    /// How they may be sent.
    pub sending: Sending,
    pub shown: Extent,
    /// Whether it is heard and not seen.
    pub is_spoken: bool,
    /// Where its pictures are kept, if any are to be drawn.
    pub album: Option<&'a Album>,
}

impl Standing<'_> {
    /// Words to one player, or to whoever takes no side.
    pub(crate) fn to<'w>(&self, player: &'w str, umpire: &'w str) -> &'w str {
        if self.vantage.is_umpire() { umpire } else { player }
    }

    pub(crate) fn labels(&self) -> Labels {
        Labels::to(self.vantage)
    }

    pub(crate) fn spoken(&self) -> Spoken {
        Spoken::of(self.vantage.book)
    }

    pub(crate) fn on_the_desk_page(&self) -> &'static str {
        if self.sending.has_desk { " and on the desk page" } else { "" }
    }
}
