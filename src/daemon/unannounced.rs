//! A right password under a word that is not known to announce one. Such a letter is refused for want of a password, and what is kept
//! of it must not hold one (promise 7): the words that may be it are tried at its sender's accounts, and the right one is masked.

use crate::counts::day_of;
use crate::office::Office;
use crate::reading::Understood;
use crate::tongues::Tongues;
use fieldpost_desk::unread::right_among;
use fieldpost_grammar::glance;

/// Words that are tried of a letter at most.
const MOST_WORDS: usize = 32;
/// Words of a password at most.
const LONGEST: usize = 8;
/// Letters and digits of one at least.
const SHORTEST: usize = 4;

impl Office {
    /// The sender's right passwords in the texts of a letter in which none was read.
    pub(super) fn unannounced(&mut self, understood: &Understood, texts: &[String]) -> Vec<String> {
        let mut words = Vec::new();
        for text in texts {
            words.extend(candidates(text, &self.tongues));
        }
        words.truncate(MOST_WORDS);
        let arrived = &understood.arrived;
        let Some(from) = arrived.from.as_deref().filter(|_| !words.is_empty()) else { return Vec::new() };
        let checks = self.searched.checks(from, day_of(self.clock.now()));
        let named = texts.iter().find_map(|text| glance(text).player);
        let games = self.games.values().map(|hosted| &hosted.record).collect::<Vec<_>>();
        right_among(&games, named.as_deref(), &words, arrived, &mut self.memory, checks)
    }
}

/// What may be a password: what stands behind a colon or an equals sign, then short lines that are no orders.
fn candidates(text: &str, tongues: &Tongues) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !tongues.looks_like_order(line));
    let (mut announced, mut alone) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once([':', '=', '\u{ff1a}']) {
            Some((_, behind)) => announced.push(behind.trim()),
            None => alone.push(line),
        }
    }
    let may_be = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
        letters >= SHORTEST && word.split_whitespace().count() <= LONGEST
    };
    announced.into_iter().chain(alone).filter(may_be).take(MOST_WORDS).map(str::to_owned).collect()
}
