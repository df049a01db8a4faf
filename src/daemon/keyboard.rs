//! Commands from the host's own keyboard (`fieldpost ga`): judged as a letter of the host's, filed like any other so that
//! the audit and a rebuild know them, and answered on the terminal.
//!
//! **No letter from outside comes this way**: whoever may open the control socket is the host.

use anyhow::bail;
use serde::{Deserialize, Serialize};

use crate::delivered::KEYBOARD;
use crate::guard::{FAULT, guarded};
use crate::office::Office;
use crate::road::Taken;
use crate::views;
use crate::way::Way;
use fieldpost_desk::answer::{Answer, Body};
use fieldpost_desk::record::{GameName, Verdict};
use fieldpost_grammar::command::commands;

/// What was typed was carried out, but for something that could not be done or read: the answer's text, which says what. An error, so
/// that a script sees it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotAllDone(pub String);

/// What the terminal completes words with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// How commands begin, such as `SET UNIT`.
    pub commands: Vec<String>,
    /// The game's units.
    pub units: Vec<String>,
    pub cities: Vec<String>,
    /// The squares of its cities.
    pub squares: Vec<String>,
    /// Its players and administrators.
    pub players: Vec<String>,
}

impl Office {
    /// Carries out what was typed for a game; the answer's text.
    ///
    /// # Errors
    /// If there is no such game, or the record cannot be written.
    pub fn typed(&mut self, game: &str, text: &str) -> anyhow::Result<String> {
        self.typed_and_told(game, text).map(|(words, _)| words)
    }

    /// As [`Office::typed`], for whoever acts on it.
    ///
    /// # Errors
    /// As [`Office::typed`], and [`NotAllDone`].
    pub fn typed_whole(&mut self, game: &str, text: &str) -> anyhow::Result<String> {
        match self.typed_and_told(game, text)? {
            (words, true) => Ok(words),
            (words, false) => Err(NotAllDone(words).into()),
        }
    }

    /// The answer's text, and whether all was done.
    fn typed_and_told(&mut self, game: &str, text: &str) -> anyhow::Result<(String, bool)> {
        let name = self.game_named(game)?.record.name().clone();
        let outcome = self.file_typed(&name, text);
        if outcome.is_err() {
            // What memory holds may be ahead of the record now.
            self.load_games()?;
        }
        let told = outcome?;
        // A running daemon does them itself, once it has looked through what a task must wait for.
        if !self.watch.running {
            self.do_tasks(&[]);
        }
        Ok(told)
    }

    /// By the road of every letter. What others are owed is mailed, and the rest shown where it was typed.
    fn file_typed(&mut self, name: &GameName, text: &str) -> anyhow::Result<(String, bool)> {
        let head = self.head_of(name, text);
        let bytes = self.typed_as_mail(name, &head, text);
        let letter = self.own_letter(KEYBOARD, bytes, Way::Typed)?;
        let (Taken { letter, verdict, .. }, screen) = self.bring_in_own(&letter)?;
        if matches!(verdict, Verdict::Quarantined(_)) {
            bail!(
                "this {FAULT}; nothing was done. What was typed is kept as letter {}, in quarantine",
                letter.0
            );
        }
        let is_refused = matches!(verdict, Verdict::Refused(_) | Verdict::PartlyObeyed);
        let is_whole = !is_refused && screen.iter().all(is_all_done);
        // It is filed by now, whatever becomes of the answer.
        let printed = guarded(|| self.printed(screen, head.lines().count()));
        let unshown = |why| format!("It was {}, but the answer cannot be shown: {why}.", verdict.words());
        let words = match printed {
            Some(Ok(words)) => words,
            Some(Err(error)) => unshown(format!("{error:#}")),
            None => unshown(format!("printing it {FAULT}")),
        };
        Ok((words, is_whole))
    }

    /// What is put above typed commands that have no head of their own. Where even looking for one breaks the program, whoever
    /// reads the letter finds that out.
    fn head_of(&self, name: &GameName, text: &str) -> String {
        let has_head = guarded(|| self.tongues.is_ga_letter(text)).unwrap_or(false);
        if has_head { String::new() } else { format!("GAME {}\nGA\n\n", name.0) }
    }

    /// The commands as a mail, so that the record keeps them as it keeps all letters.
    fn typed_as_mail(&self, name: &GameName, head: &str, text: &str) -> Vec<u8> {
        let to = self.postmark.game_address(&name.0);
        let fields = format!("To: {to}\r\nSubject: commands from the keyboard\r\nMIME-Version: 1.0\r\n");
        let kind = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
        let text = format!("{head}{text}").replace("\r\n", "\n");
        (fields + kind + &text.replace('\n', "\r\n")).into_bytes()
    }

    /// The answers' text, with lines counted as they were typed, without the head of so many lines.
    fn printed(&self, answers: Vec<Answer>, head: usize) -> anyhow::Result<String> {
        let mut words = Vec::new();
        for mut answer in answers {
            if let Body::Ga(answer) = &mut answer.body {
                answer.count_without(u32::try_from(head).unwrap_or(0));
            }
            let game = answer.game.as_ref().map(|game| game.0.as_str());
            let view = views::of_answer(&answer, false, &self.tongue(&answer));
            let stem = views::stem_of(&answer.body);
            let (printed, _) = match game.and_then(|game| self.rulebook_of(game)) {
                Some(rulebook) => self.press.both(stem, &(rulebook.told)(view), false)?,
                None => self.press.both(stem, &view, false)?,
            };
            words.push(printed.text.trim_end().to_owned());
        }
        Ok(words.join("\n\n"))
    }

    /// The words of a game that can be completed.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn words_of_game(&self, game: &str) -> anyhow::Result<Words> {
        let hosted = self.game_named(game)?;
        let record = &hosted.record;
        let administrators = record.administration.administrators.iter().map(|one| one.account.name.clone());
        let own = |phrase: &&str| (*phrase).to_owned();
        Ok(Words {
            commands: commands(record.board().rulebook().language)
                .flat_map(|form| form.phrases.iter().take(1))
                .map(own)
                .collect(),
            units: record.pieces().iter().map(ToString::to_string).collect(),
            cities: hosted.lexicon.places.clone(),
            squares: hosted.lexicon.sites.values().map(|site| site.at.clone()).collect(),
            players: hosted.lexicon.players.iter().cloned().chain(administrators).collect(),
        })
    }
}

/// Whether an answer tells of nothing that could not be done or read.
fn is_all_done(answer: &Answer) -> bool {
    match &answer.body {
        Body::Ga(answer) => answer.errors == 0,
        _ => true,
    }
}
