//! What each line of a letter is to a press above it, worked out when it is first asked: every press of a letter may look at
//! all lines below it.

use crate::press::Edge;

/// The lines that were looked at.
#[derive(Default)]
pub(super) struct Edges {
    known: Vec<Option<Edge>>,
    /// How many were, for the tests.
    #[cfg(test)]
    pub looks: usize,
}

impl Edges {
    /// Of the line with a number from 0, which is worked out once.
    pub fn of(&mut self, number: usize, look: impl FnOnce() -> Edge) -> Edge {
        if self.known.len() <= number {
            self.known.resize(number + 1, None);
        }
        if let Some(Some(edge)) = self.known.get(number) {
            return *edge;
        }
        #[cfg(test)]
        {
            self.looks += 1;
        }
        let found = look();
        if let Some(known) = self.known.get_mut(number) {
            *known = Some(found);
        }
        found
    }
}
