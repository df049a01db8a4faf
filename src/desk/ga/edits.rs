//! Hand edits: carried out on the position by the engine's own hand, kept with what they changed, and taken back.

use std::collections::BTreeMap;

use crate::book;
use crate::ga::record::{GaChange, HandEdit, Said};
use crate::ga::tidings::{Change, Tidings};
use crate::ga::undo::{built_on, undone_by};
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::Roll;
use crate::record::{Account, Tenure};
use crate::seats::{self, Seats};
use crate::shut;
use fieldpost_door::foresight::{Foreseen, Grade, Kind};
use fieldpost_door::{Edited, Refused};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::{self, Touch};
use fieldpost_grammar::command::{Edit, Given, Undo};

impl Work<'_> {
    /// A hand edit in canonical words; `words` are the command's.
    pub fn edit(&mut self, edit: &str, given: &Given, words: &str) -> Taken {
        let seats = Seats::latest(&self.game, &self.game.book);
        let offices = self.game.book.orders_of_offices();
        let edited = self.game.board().edit_with(edit, given.insist, &seats, &offices).map_err(fault)?;
        self.edited(edited, given, words)
    }

    /// The same for all that belongs to a piece: each its own edit, all of them or none.
    pub fn edit_whole(&mut self, edit: &Edit, piece: &Piece, given: &Given) -> Taken {
        let members = self.game.board().members(piece);
        let others = members.into_iter().filter(|member| member != piece);
        let all = std::iter::once(piece.clone()).chain(self.game.in_order(others.collect()));
        let before = self.mark();
        let (mut done, mut edits) = (Done::default(), Vec::new());
        for member in all {
            let words = edit.words.replacen(piece.as_str(), member.as_str(), 1);
            match self.edit(&words, given, &words) {
                Ok(one) => {
                    done.said.extend(one.said);
                    done.results.extend(one.results);
                    done.against.extend(one.against);
                    edits.extend(one.edit.map(|edit| edit.to_string()));
                    done.edit = one.edit;
                }
                Err(Fault { why, nearest }) => {
                    self.back_to(before);
                    return Err(Fault { why: format!("{words}: {why}"), nearest });
                }
            }
        }
        done.undo = Some(format!("UNDO {}", edits.join(", ")));
        Ok(done)
    }

    /// A player more.
    pub fn enlist(&mut self, name: &str, standing: &str, given: &Given, words: &str) -> Taken {
        let edited = self.game.board().enlist(name, standing, given.insist).map_err(fault)?;
        self.edited(edited, given, words)
    }

    /// Keeps an edit that the game has carried out.
    fn edited(&mut self, edited: Edited, given: &Given, words: &str) -> Taken {
        if edited.touches.is_empty() {
            return Err("everything is so already: nothing would change".into());
        }
        let objections = self.objections(&edited, given.insist)?;
        let Edited { board, touches, said, mut against, notes, .. } = edited;
        against.extend(objections);
        let opens = board.part() != self.game.board().part();
        let secretly = given.secretly;
        let readied = if opens { self.ready_for(Some(self.game.settings.opened_ms)) } else { Vec::new() };
        let pieces: Vec<Piece> = match self.game.board().bears_on_all(&touches) {
            true => self.game.book.units.keys().cloned().collect(),
            false => said.iter().filter_map(|said| said.unit.clone()).collect(),
        };
        let failed = self.hopeless_orders(&pieces);
        let left = if opens { self.left_behind(&readied) } else { Vec::new() };
        let kept =
            Kept { words, touches, said, against, secretly, undoes: None, opens, readied: readied.clone() };
        let done = self.keep(kept);
        // Another part of the turn is open: nobody has said READY for it yet.
        self.set_ready(&readied, None);
        let mut results = notes;
        results.extend(left);
        results.extend(self.hopeless_orders(&pieces).into_iter().filter(|told| !failed.contains(told)));
        Ok(Done { results, ..done })
    }

    /// What counts no more where an edit opens another part of the turn: orders that stand, and who is ready, a sentence each.
    fn left_behind(&self, readied: &[String]) -> Vec<String> {
        let seats = Seats::latest(&self.game, &self.game.book);
        let mut ordered = BTreeMap::<PlayerNo, Vec<String>>::new();
        for piece in
            self.game.book.units.keys().filter(|piece| book::in_force(&self.game.book, piece).is_some())
        {
            if let Some(seat) = seats.of(piece) {
                ordered.entry(seat.commander).or_default().push(piece.to_string());
            }
        }
        let by = |(player, pieces): (&PlayerNo, &Vec<String>)| {
            format!("{} ({})", self.game.name_of(*player), pieces.join(", "))
        };
        let ordered = ordered.iter().map(by).collect::<Vec<_>>().join("; ");
        let mut left = Vec::new();
        if !ordered.is_empty() {
            left.push(format!("Orders that stood count no more: {ordered}."));
        }
        if !readied.is_empty() {
            left.push(format!("READY counts no more: {}.", readied.join(", ")));
        }
        left
    }

    /// Players who said READY for what was opened then, by name.
    fn ready_for(&self, opened: Option<i64>) -> Vec<String> {
        let ready = self.game.accounts.iter().filter(|account| account.tenure.ready_for == opened);
        ready.map(|account| account.name.clone()).collect()
    }

    fn set_ready(&mut self, names: &[String], ready_for: Option<i64>) {
        let meant = self.game.accounts.iter().filter(|account| names.contains(&account.name));
        for account in meant.cloned().collect::<Vec<_>>() {
            let tenure = Tenure { ready_for, ..account.tenure.clone() };
            self.change(GaChange::Account(Account { tenure, ..account }));
        }
    }

    /// What of the orders that stand for these pieces cannot be done whatever others do, a sentence each.
    fn hopeless_orders(&self, pieces: &[Piece]) -> Vec<String> {
        let seats = Seats::latest(&self.game, &self.game.book);
        let mut by_commander = BTreeMap::<PlayerNo, Vec<&Piece>>::new();
        for piece in pieces.iter().filter(|piece| book::in_force(&self.game.book, piece).is_some()) {
            if let Some(seat) = seats.of(piece) {
                by_commander.entry(seat.commander).or_default().push(piece);
            }
        }
        let of = |(commander, ordered): (PlayerNo, Vec<&Piece>)| {
            let own = seats.units_of(&self.game, commander).into_iter().map(|(piece, _)| piece).collect();
            let shut = shut::book_of(&self.game, &self.game.book, commander, own);
            let foreseen = self.game.board().foresee(commander, &shut);
            ordered.into_iter().flat_map(|piece| hopeless(piece, &foreseen)).collect::<Vec<_>>()
        };
        by_commander.into_iter().flat_map(of).collect()
    }

    /// Rule 3.5: what an edit that changes ranks or seats goes against. Without OVERRIDE it is not done then.
    fn objections(&self, edited: &Edited, insist: bool) -> Result<Vec<Breach>, Fault> {
        let (before, after) = (self.game.roll(), &Roll::of(&*edited.board));
        if edited.assigned.is_none() && before.seats == after.seats && before.players == after.players {
            return Ok(Vec::new());
        }
        let mut book = self.game.book.clone();
        let known = seats::faults(self.game.board(), before, &book);
        // What the turn's letters assigned of a unit holds no longer once the GA assigns it.
        let is_assigned = |piece: &Piece| edited.assigned.as_ref() == Some(piece);
        book.offices.retain(|filed| !filed.assigns.as_ref().is_some_and(|one| is_assigned(&one.piece)));
        let fresh = seats::faults(&*edited.board, after, &book).into_iter();
        let objections = fresh.filter(|fault| !known.contains(fault)).map(|(_, why)| why).collect::<Vec<_>>();
        match objections.first() {
            Some(why) if !insist => Err(may_insist(&why.to_string()).into()),
            _ => Ok(objections),
        }
    }

    /// `UNDO n`, and of several at once: all of them, the last first, or none.
    /// What was done SECRETLY is taken back so; SECRETLY behind UNDO has nothing of it told.
    pub fn undo(&mut self, which: &Undo, secretly: bool) -> Taken {
        let mut numbers = self.meant(which)?;
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        let before = self.mark();
        let (mut all, mut back) = (Done::default(), Vec::new());
        for number in numbers {
            match self.undo_one(number, secretly) {
                Ok(done) => {
                    all.said.extend(done.said);
                    all.results.extend(done.results);
                    all.edit = done.edit;
                    back.extend(done.edit.map(|edit| edit.to_string()));
                }
                Err(fault) => {
                    self.back_to(before);
                    return Err(fault);
                }
            }
        }
        all.undo = Some(format!("UNDO {}", back.join(", ")));
        Ok(all)
    }

    /// The numbers of the edits that an UNDO names.
    fn meant(&self, which: &Undo) -> Result<Vec<u32>, Fault> {
        let edits = &self.game.book.edits;
        let stands = |edit: &&HandEdit| edit.undoes.is_none() && undone_by(edits, edit.number).is_none();
        let (numbers, none) = match which {
            Undo::Edits(numbers) => (numbers.clone(), String::new()),
            Undo::Letter(letter) => {
                let of_it = edits.iter().filter(stands).filter(|edit| edit.letter.0 == *letter);
                let none = format!(
                    "no hand edit of letter {letter} stands in the open turn; SHOW EDITS lists those that do"
                );
                (of_it.map(|edit| edit.number).collect(), none)
            }
            Undo::Last => {
                let last = edits.iter().rfind(stands).map(|edit| edit.number);
                (last.into_iter().collect(), "no hand edit stands in the open turn".to_owned())
            }
            Undo::All => {
                let all = edits.iter().filter(stands).map(|edit| edit.number).collect();
                (all, "no hand edit stands in the open turn".to_owned())
            }
        };
        if numbers.is_empty() { Err(none.into()) } else { Ok(numbers) }
    }

    fn undo_one(&mut self, number: u32, secretly: bool) -> Taken {
        let words = &format!("UNDO {number}{}", if secretly { " SECRETLY" } else { "" });
        let edits = &self.game.book.edits;
        let Some(edit) = edits.iter().find(|edit| edit.number == number) else {
            return Err(self.no_such_edit(number));
        };
        if let Some(by) = undone_by(edits, number) {
            let nearest = Some(format!("UNDO {}", by.number));
            return Err(Fault {
                why: format!("edit {number} was taken back by edit {} already", by.number),
                nearest,
            });
        }
        let on_it = built_on(edits, edit).collect::<Vec<_>>();
        if let Some(last) = on_it.last() {
            let told =
                on_it.iter().map(|edit| format!("edit {} ({})", edit.number, edit.words)).collect::<Vec<_>>();
            let why = format!(
                "built on edit {number}: {}; take that back first, the last one first",
                told.join(", ")
            );
            return Err(Fault { why, nearest: Some(format!("UNDO {}", last.number)) });
        }
        let touches = touch::reversed(&edit.touches);
        let said = edit.said.iter().map(Said::back).collect();
        let (secretly, undone) = (secretly || edit.secretly, edit.words.clone());
        let (readied, opened) = (edit.readied.clone(), edit.opens);
        self.game.board().undo(&touches).map_err(|refused| refused.why.join(" "))?;
        let (against, undoes) = (Vec::new(), Some(number));
        let none = Vec::new();
        let kept = Kept { words, touches, said, against, secretly, undoes, opens: false, readied: none };
        let mut done = self.keep(kept).and(format!("Edit {number} is taken back: {undone}."));
        if opened {
            done.results.push(REOPENED.to_owned());
        }
        // Who was ready for the part that is open again still is.
        self.set_ready(&readied, Some(self.game.settings.opened_ms));
        done.results.extend(self.close_strays());
        Ok(done)
    }

    fn no_such_edit(&self, number: u32) -> Fault {
        if number == 0 || number > self.game.administration.edits_made {
            return format!("there is no hand edit {number}; SHOW EDITS lists them").into();
        }
        let open = self.game.book.turn;
        format!("edit {number} belongs to a turn that has been run since; turn {open} is open, and ROLLBACK goes back").into()
    }

    /// Puts an edit into the record.
    fn keep(&mut self, kept: Kept<'_>) -> Done {
        let Kept { words, touches, said, against, secretly, undoes, opens, readied } = kept;
        let number = self.game.administration.edits_made + 1;
        let edit = HandEdit {
            number,
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            by: self.by.name.clone(),
            words: words.to_owned(),
            touches,
            said: said.clone(),
            against: against.iter().map(Breach::to_string).collect(),
            secretly,
            undoes,
            opens,
            readied,
        };
        let before = (!secretly).then(|| self.game.clone());
        self.change(GaChange::Edit { turn: self.game.book.turn, edit: edit.clone() });
        if let Some(before) = before {
            let tidings = Tidings::of(&edit, &Change { before: &before, after: &self.game });
            self.tidings.push(tidings);
        }
        let undo = Some(format!("UNDO {number}"));
        Done { edit: Some(number), said, against, undo, ..Done::default() }
    }
}

/// What a piece is ordered and cannot be done whatever others do, a sentence each.
fn hopeless(piece: &Piece, foreseen: &Foreseen) -> Vec<String> {
    let said = foreseen.pieces.get(piece).into_iter().flat_map(|outlook| &outlook.said);
    let sure = said.filter(|said| said.grade == Grade::Sure && said.kind == Kind::Refusal);
    let told = sure.map(|said| {
        let rule = if said.rule.is_empty() { String::new() } else { format!(" ({})", said.rule) };
        format!("What {piece} is ordered cannot be done now: {}{rule}.", said.why)
    });
    told.collect()
}

/// An objection that the GA may pass over.
pub(super) fn may_insist(why: &str) -> String {
    format!("{}; to do it all the same, write OVERRIDE behind it", why.trim_end_matches('.'))
}

/// Why the game refuses an edit.
fn fault(Refused { why, nearest, may_insist: may }: Refused) -> Fault {
    let why = why.join(" ");
    Fault { why: if may { may_insist(&why) } else { why }, nearest }
}

/// What becomes of letters where the edit that opened another part of the turn is taken back.
const REOPENED: &str = "What was sent for the part of the turn that is open again counts again. What was asked since keeps its number, \
                        and can be granted or refused.";

/// An edit on its way into the record.
struct Kept<'a> {
    words: &'a str,
    touches: Vec<Touch>,
    said: Vec<Said>,
    against: Vec<Breach>,
    secretly: bool,
    undoes: Option<u32>,
    opens: bool,
    readied: Vec<String>,
}
