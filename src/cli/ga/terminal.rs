//! The talk at a terminal: lines with editing, history and completion. A command is carried out as soon as it is whole.
//!
//! The history is of this talk alone and is never written down: a line may hold a new password (promise 7).

use std::io::Write;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Editor, Helper};

use crate::cli::ga::complete::completions;
use crate::cli::ga::{carried_out, words_of};
use fieldpost_daemon::config::Config;
use fieldpost_daemon::keyboard::Words;
use fieldpost_grammar::command::{begins_text, stands_for_letter};

struct Names(Words);

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&self.0, line, end))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Validator for Names {}

impl Helper for Names {}

/// Talks until the end of input, or EXIT.
pub fn talk(config: &Config, game: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = rustyline::Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::<Names, MemHistory>::with_history(settings, MemHistory::new())?;
    editor.set_helper(Some(Names(words_of(config, game)?)));
    writeln!(out, "HELP lists the commands; the tab key completes words; EXIT ends.")?;
    let mut pending = Pending::default();
    loop {
        let prompt = if pending.is_empty() { format!("{game}> ") } else { "    ... ".to_owned() };
        let line = match editor.readline(&prompt) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                pending = Pending::default();
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        if pending.is_empty() && is_farewell(&line) {
            return Ok(());
        }
        if !line.trim().is_empty() {
            editor.add_history_entry(line.as_str())?;
        }
        let Some(text) = pending.add(&line) else { continue };
        match carried_out(config, game, text) {
            Ok(words) => writeln!(out, "{words}\n")?,
            // The talk goes on: the next line may be right.
            Err(error) => writeln!(out, "{error:#}\n")?,
        }
        editor.set_helper(Some(Names(words_of(config, game)?)));
    }
}

fn is_farewell(line: &str) -> bool {
    ["exit", "quit"].contains(&line.trim().to_ascii_lowercase().as_str())
}

/// Lines that are not a whole letter yet.
#[derive(Default)]
struct Pending {
    lines: Vec<String>,
    /// Whether a text has begun that ends with END.
    in_text: bool,
    /// Whether PREVIEW, TOGETHER or TURN stands over what follows, up to an empty line.
    in_letter: bool,
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes a line; the letter, if it is whole.
    fn add(&mut self, line: &str) -> Option<String> {
        let ends_text = self.in_text && line.trim().eq_ignore_ascii_case("END");
        if self.in_text {
            self.in_text = !ends_text;
        } else {
            self.in_text = begins_text(line);
            self.in_letter |= stands_for_letter(line);
        }
        let is_blank = line.trim().is_empty();
        if !is_blank || self.in_text {
            self.lines.push(line.to_owned());
        }
        let is_whole = !self.in_text && (!self.in_letter || is_blank) && !self.lines.is_empty();
        is_whole.then(|| std::mem::take(self).lines.join("\n") + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(lines: &[&str]) -> Vec<String> {
        let mut pending = Pending::default();
        lines.iter().filter_map(|line| pending.add(line)).collect()
    }

    #[test]
    fn a_command_is_a_letter_and_a_text_goes_up_to_its_end() {
        assert_eq!(letters(&["SHOW GAME", "", "HOLD"]), ["SHOW GAME\n", "HOLD\n"]);
        let text = ["BROADCAST", "Gentlemen,", "", "the war goes on.", "END", "SHOW GAME"];
        assert_eq!(letters(&text), ["BROADCAST\nGentlemen,\n\nthe war goes on.\nEND\n", "SHOW GAME\n"]);
    }

    #[test]
    fn what_stands_over_a_whole_letter_waits_for_an_empty_line() {
        let lines = ["PREVIEW", "HOLD", "EXTEND BY 1 day", "", "HOLD"];
        assert_eq!(letters(&lines), ["PREVIEW\nHOLD\nEXTEND BY 1 day\n", "HOLD\n"]);
        let lines = ["TOGETHER", "BROADCAST", "a", "END", "HOLD", ""];
        assert_eq!(letters(&lines), ["TOGETHER\nBROADCAST\na\nEND\nHOLD\n"]);
    }
}
