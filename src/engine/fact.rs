//! What happened, typed: a fact of the game's own, and the phase it happened in.
//!
//! A game's facts are one enum, declared by [`kept!`](crate::kept!); rules make them, and words are made when they are told. How a fact
//! stands in the record is [form 2](mod@crate::form2): its key and its values. Turns of before are of form 1, one flat row a fact with
//! sentences in it, [one function of the game](Fact::form1): with it a turn that is run again is held to the rows that are kept of it.
//!
//! Why it is shaped so, by what the rows of land, sea and Europa need:
//! - **The phase belongs to the fact** and is no parameter of its own. What Europa has beside a row (the tick) is a phase of two fields.
//! - **The form is written of the whole event.** Land and sea begin a row with the phase, Europa puts it second.
//! - **To be read again is a trait of its own** ([`Reread`]). Only land's rows are ever read: nobody reads a ship's or a stack's.
//! - **What a game knows besides goes beside the event**, not into it, as far as no record keeps it (on whom a failure hangs, in Europa).
//! - **Whom a fact concerns is not asked here.** Each game asks that in its own types, and nobody asks it of all games.

use std::fmt::Debug;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::form2::{Written, write_fields};
use crate::kept::Kept;

/// What can happen in a game.
pub trait Fact: Kept + Written + Sized {
    /// When it can: a step of the turn.
    type Phase: Copy + Debug + Eq + Written;

    /// An event as records of form 1 have it: one flat row, whose fields, their order and their words never change.
    fn form1(event: &Event<Self>) -> impl Serialize;
}

/// A fact that is read out of its row of form 1 again.
pub trait Reread: Fact {
    type Row: DeserializeOwned;

    /// The event of a row.
    ///
    /// # Errors
    /// What the row lacks.
    fn reread(row: Self::Row) -> Result<Event<Self>, String>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<F: Fact> {
    /// The phase it happened in.
    pub phase: F::Phase,
    pub fact: F,
}

impl<F: Fact> Written for Event<F> {
    fn write(&self, to: &mut Vec<u8>) {
        write_fields(&[("phase", &self.phase), ("fact", &self.fact)], to);
    }
}

/// As records of form 1 have it.
impl<F: Fact> Serialize for Event<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::form1(self).serialize(serializer)
    }
}

impl<'de, F: Reread> Deserialize<'de> for Event<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        F::reread(F::Row::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form2;

    crate::kept! {
        /// What befalls a mole.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Mole {
            Dug { depth: u8 },
            Slept,
        }
    }

    /// A row, which says in a word of its own what a mole did.
    #[derive(Serialize, Deserialize)]
    pub struct Row {
        did: String,
        hour: u8,
    }

    impl Fact for Mole {
        type Phase = u8;

        fn form1(event: &Event<Mole>) -> impl Serialize {
            let did = match &event.fact {
                Mole::Dug { depth } => format!("{} {depth}", event.fact.key()),
                Mole::Slept => "nothing".to_owned(),
            };
            Row { did, hour: event.phase }
        }
    }

    impl Reread for Mole {
        type Row = Row;

        fn reread(Row { did, hour }: Row) -> Result<Event<Mole>, String> {
            let depth = did.strip_prefix("dug ").and_then(|depth| depth.parse().ok());
            let fact = depth.map(|depth| Mole::Dug { depth }).or((did == "nothing").then_some(Mole::Slept));
            fact.map(|fact| Event { phase: hour, fact }).ok_or_else(|| format!("no mole did {did}"))
        }
    }

    #[test]
    fn an_event_is_its_row_and_is_read_out_of_it() {
        let dug = Event { phase: 3, fact: Mole::Dug { depth: 2 } };
        let row = serde_json::to_string(&dug).unwrap();
        assert_eq!(row, r#"{"did":"dug 2","hour":3}"#);
        assert_eq!(serde_json::from_str::<Event<Mole>>(&row).unwrap(), dug);
        assert_eq!(form2::text(&dug), br#"{"phase":3,"fact":{"dug":{"depth":2}}}"#);
        let fault = serde_json::from_str::<Event<Mole>>(r#"{"did":"sang","hour":3}"#).unwrap_err();
        assert!(fault.to_string().starts_with("no mole did sang"), "{fault}");
    }
}
