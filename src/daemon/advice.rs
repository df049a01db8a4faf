//! ADVISE: what the machine would order for a player's units, and what would come of it.

use serde_json::json;

use crate::answers::Draft;
use crate::office::Office;
use crate::views::Notice;
use fieldpost_desk::answer::AdviceWanted;
use fieldpost_desk::prudent::Prudent;
use fieldpost_door::foresight::Statement;
use fieldpost_engine::machine::NOTE;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::Headers;
use fieldpost_store::{Mail, NewMail};

/// What stands above advice.
const ADVICE: &str = "This is advice, and nothing was ordered by it. You asked what the machine player would order: it knows no more \
                      than your report shows, nor what you have ordered already. To order it, send the lines back, with your \
                      password, changed as you like.";

/// What is said where there is no advice.
const NO_ADVICE: &str = "This is advice, and nothing was ordered by it: the machine player would order nothing for your units in this \
                         turn.";

/// What stands above what would come of it.
const FORESEEN: &str = "What would come of these orders, as things stand: nobody else moves, and of others only those are reckoned with \
                        whom your last report shows.";

/// What is said where nothing is told of any piece.
const ALL_DONE: &str = "Nothing of it fails.";

impl Office {
    /// What the machine would order for a player's units, as an answer to the letter that asks for it.
    pub(super) fn advice(
        &self,
        wanted: &AdviceWanted,
        game: Option<&str>,
        address: &str,
        headers: &Headers,
    ) -> anyhow::Result<Vec<NewMail>> {
        let words =
            self.machine_letter(game, &wanted.player).map_or(NO_ADVICE.to_owned(), |made| words(&made));
        let notice = json!(Notice { game, title: "Advice: nothing is ordered", words: &words });
        let notice = match game.and_then(|game| self.rulebook_of(game)) {
            Some(rulebook) => (rulebook.told)(notice),
            None => notice,
        };
        let player = Some(wanted.player.as_str());
        let (printed, html) = self.press.both("notice", &notice, self.wishes(game, player).html)?;
        let draft = Draft::plain(Mail::Answer, Kind::Error, game, player, address, &printed);
        Ok(vec![self.write(Draft { html, answers: Some(headers), ..draft })?])
    }
}

/// The letter, and below it a paragraph on each piece of which something is foreseen.
fn words(made: &Prudent) -> String {
    // What the machine remembers of such a seat is not the player's to read.
    let lines = made.text.lines().filter(|line| !line.starts_with(NOTE));
    let lines = lines.map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n");
    let mut foreseen = Vec::new();
    for piece in made.letter.units.iter().map(|block| &block.piece) {
        let Some(outlook) = made.foreseen.pieces.get(piece) else { continue };
        let course = (!outlook.course.is_empty()).then(|| format!("{}.", outlook.course));
        let said: Vec<String> =
            course.into_iter().chain(outlook.said.iter().map(Statement::sentence)).collect();
        if !said.is_empty() {
            foreseen.push(format!("{piece}: {}", said.join(" ")));
        }
    }
    let of_offices: Vec<String> = made.foreseen.offices.iter().map(Statement::sentence).collect();
    if !of_offices.is_empty() {
        foreseen.insert(0, format!("Of your offices: {}", of_offices.join(" ")));
    }
    if !made.orders_something() {
        return format!("{ADVICE}\n\n{lines}");
    }
    if foreseen.is_empty() {
        foreseen.push(ALL_DONE.to_owned());
    }
    let head = [ADVICE.to_owned(), lines, FORESEEN.to_owned()];
    head.into_iter().chain(foreseen).collect::<Vec<_>>().join("\n\n")
}
