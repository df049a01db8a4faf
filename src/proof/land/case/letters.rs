//! `[[letter]]`: whole letters of a case, read by the grammar, judged by the desk and closed by it, as the
//! daemon has it done; for the rules of who may order what (3.5, 6.1, 6.2, 6.11).

use std::sync::Arc;

use crate::desk;
use crate::land::case::file::CaseFile;
use crate::land::case::situation::{Fault, blocks};
use fieldpost_desk::close::{Closed, close};
use fieldpost_desk::record::Verdict;
use fieldpost_door::Board;
use fieldpost_grammar::letter::Lexicon;

/// Has the desk take a case's letters, in the file's order, and close the turn. Every player's password is
/// `secret of` and the player's name.
///
/// # Errors
/// If a letter's verdict is not the one that the case says.
pub fn take(case: &CaseFile, text: &str, lexicon: &Lexicon, board: Arc<dyn Board>) -> Result<Closed, Fault> {
    let mut memory = desk::memory();
    let mut game = desk::record(board, &memory)?;
    let mut number = 0;
    blocks(&case.letter, text, |letter, _| {
        number += 1;
        let verdict = desk::take(&mut game, &letter.text, number, lexicon, &mut memory).verdict;
        match &letter.verdict {
            Some(wanted) if *wanted != word_of(&verdict) => {
                Err(format!("letter: expected the verdict {wanted:?}, found {verdict:?}"))
            }
            _ => Ok(()),
        }
    })?;
    Ok(close(&game))
}

fn word_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Obeyed => "obeyed",
        Verdict::PartlyObeyed => "partly obeyed",
        Verdict::Refused(_) => "refused",
        Verdict::Ignored(_) => "ignored",
        Verdict::Held(_) => "held",
        Verdict::Quarantined(_) => "quarantined",
    }
}
