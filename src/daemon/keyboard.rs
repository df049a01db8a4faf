//! Commands from the host's own keyboard (`fieldpost ga`): judged as a letter of the host's, filed like any other so that
//! the audit and a rebuild know them, and answered on the terminal.
//!
//! **No letter from outside comes this way**: whoever may open the control socket is the host.

use serde::{Deserialize, Serialize};

use crate::delivered::{Delivered, KEYBOARD};
use crate::office::Office;
use crate::quarantine::guarded;
use crate::reading::Understood;
use crate::tongues::Tongues;
use crate::views;
use fieldpost_desk::answer::{Answer, Body, To};
use fieldpost_desk::record::{GameName, Verdict};
use fieldpost_grammar::command::commands;
use fieldpost_mail::read::Incoming;
use fieldpost_store::Filing;

/// Where the answer itself brings a fault to light.
const UNSHOWN: &str = "It was carried out, but its answer cannot be shown: printing it brought a fault of the program to light (the \
                       log says where).";

/// What the terminal completes words with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// How commands begin, such as `SET UNIT`.
    pub commands: Vec<String>,
    /// The game's units.
    pub units: Vec<String>,
    /// Its cities.
    pub cities: Vec<String>,
    /// The squares of its cities.
    pub squares: Vec<String>,
    /// Its players and administrators.
    pub players: Vec<String>,
}

/// What is put above typed commands that have no head of their own.
fn head_of(name: &GameName, text: &str, tongues: &Tongues) -> String {
    if tongues.is_ga_letter(text) { String::new() } else { format!("GAME {}\nGA\n\n", name.0) }
}

impl Office {
    /// Carries out what was typed for a game; the answer's text.
    ///
    /// # Errors
    /// If there is no such game, or the record cannot be written.
    pub fn typed(&mut self, game: &str, text: &str) -> anyhow::Result<String> {
        let name = self.game_named(game)?.record.name().clone();
        let outcome = self.file_typed(&name, text);
        if outcome.is_err() {
            // What memory holds may be ahead of the record now.
            self.load_games()?;
        }
        let words = outcome?;
        // A running daemon does them itself, once it has looked through what a task must wait for.
        if !self.watch.running {
            self.do_tasks(&[]);
        }
        Ok(words)
    }

    /// By the road of every letter, with the same guard: what is typed must not end the daemon either.
    fn file_typed(&mut self, name: &GameName, text: &str) -> anyhow::Result<String> {
        let number = self.next_number()?;
        let place = self.place_of_its_own(KEYBOARD);
        let bytes = self.typed_as_mail(name, text);
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: true };
        let mut screen = Vec::new();
        let filing = self.judged_alone(letter, number, None, &mut screen)?;
        let head = head_of(name, text, &self.tongues).lines().count();
        let words = match &filing.verdict {
            Verdict::Quarantined(why) => {
                format!("Nothing was done: {why}. What was typed is kept as letter {}.", number.0)
            }
            _ => guarded(|| self.printed(screen, head)).unwrap_or_else(|| Ok(UNSHOWN.to_owned()))?,
        };
        let changes = filing.effects.changes.clone();
        self.file_batch(&mut vec![filing], &mut Vec::new())?;
        self.apply(&changes);
        Ok(words)
    }

    /// Judges what was typed as the host's word. What answers it is shown where it was typed, and what others are owed is
    /// mailed.
    pub(super) fn judge_typed(
        &mut self,
        letter: &Delivered,
        mut understood: Understood,
        incoming: &Incoming,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        understood.arrived.at_keyboard = true;
        let mut judgement = self.judge_understood(&understood);
        let (shown, owed) = judgement.answers.into_iter().partition(is_for_the_terminal);
        judgement.answers = owed;
        screen.extend::<Vec<Answer>>(shown);
        let mut filing = self.filing(letter, understood.arrived.letter, incoming, &understood, judgement)?;
        filing.from = "the host's keyboard".into();
        // The same command may be typed again.
        filing.content = None;
        Ok(filing)
    }

    /// The commands as a mail, so that the record keeps them as it keeps all letters. The head need not be typed.
    fn typed_as_mail(&self, name: &GameName, text: &str) -> Vec<u8> {
        let to = self.postmark.game_address(&name.0);
        let head = format!("To: {to}\r\nSubject: commands from the keyboard\r\nMIME-Version: 1.0\r\n");
        let kind = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
        let text = text.replace("\r\n", "\n");
        (head + kind + &(head_of(name, &text, &self.tongues) + &text).replace('\n', "\r\n")).into_bytes()
    }

    /// The answers' text, with lines counted as they were typed, without the head of so many lines.
    fn printed(&self, answers: Vec<Answer>, head: usize) -> anyhow::Result<String> {
        let mut words = Vec::new();
        for mut answer in answers {
            if let Body::Ga(answer) = &mut answer.body {
                answer.count_without(u32::try_from(head).unwrap_or(0));
            }
            let game = answer.game.as_ref().map(|game| game.0.as_str());
            let view = views::of_answer(&answer, false, self.language(game));
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

/// What is the keyboard's own answer, and goes to nobody's mailbox.
fn is_for_the_terminal(answer: &Answer) -> bool {
    answer.to == To::Ga || matches!(answer.body, Body::Ga(_))
}
