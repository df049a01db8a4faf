//! What HELP is answered with, and the example that a refusal shows: in the words of the game that the letter is for.

use std::cell::Cell;

use serde::Serialize;
use serde_json::Value;

use crate::guard::guarded;
use fieldpost_desk::answer::{Answer, Body, HelpAnswer, Refusal, Weight};
use fieldpost_desk::record::GameName;
use fieldpost_door::{Board, example};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::{agrees, listed};
use fieldpost_grammar::parse::Reader;
use fieldpost_grammar::{Form, Language, Own};

/// Characters of help in a mail that has HTML beside its text, and in one that is plain: either way some 30 kB of mail.
const BESIDE_HTML: usize = 7_000;
const ALONE: usize = 25_000;

/// In whose words an answer speaks.
pub struct Tongue<'a> {
    /// Those of its game.
    pub own: &'static Language,
    /// Where its sender plays in several games and one is not chosen: each language among them, with the games that speak it.
    pub among: Vec<(Vec<GameName>, &'static Language)>,
    /// The seats of whom it answers, whose pieces stand in its examples; none of a stranger.
    pub seats: Vec<OwnSeat<'a>>,
}

/// A player's seat in an open game.
pub struct OwnSeat<'a> {
    pub game: &'a GameName,
    pub board: &'a dyn Board,
    pub number: PlayerNo,
    pub player: &'a str,
}

/// So many orders are rehearsed for the examples of one answer; behind them no more examples are shown.
const MOST_REHEARSED: usize = 120;

impl OwnSeat<'_> {
    /// A block of orders that works, line by line; none where no order does.
    fn block(&self) -> Vec<String> {
        example::of(self.board, self.number, None).unwrap_or_default()
    }

    /// The help on a topic, with examples by the seat's own pieces. HELP is answered over a position too that brings a fault of the
    /// program to light: with the language's own examples then.
    fn help(&self, topic: Option<&str>, language: &'static Language, left: &Cell<usize>) -> String {
        guarded(|| self.own_help(topic, language, left))
            .unwrap_or_else(|| fieldpost_grammar::help(topic, language))
    }

    fn own_help(&self, topic: Option<&str>, language: &'static Language, left: &Cell<usize>) -> String {
        let block = self.block();
        let example = |form: &'static Form| self.example(form, language, left);
        let aims = self.board.aims(self.number);
        let own =
            Own { game: &self.game.0, player: self.player, block: &block, aims: &aims, example: &example };
        fieldpost_grammar::help_in(topic, language, own)
    }

    fn example(
        &self,
        form: &'static Form,
        language: &'static Language,
        left: &Cell<usize>,
    ) -> Option<Vec<String>> {
        let is_order = matches!(form.reader, Reader::Piece(_) | Reader::Office(_));
        match form.phrases.first().copied().unwrap_or_default() {
            "GAME" => Some(vec![format!("GAME {}", self.game.0)]),
            "PLAYER" => Some(vec![format!("PLAYER {}", self.player)]),
            word if is_order || language.opens_block(word) => {
                left.set(left.get().checked_sub(1)?);
                example::of(self.board, self.number, Some(form))
            }
            _ => Some(vec![language.text(form.example).into_owned()]),
        }
    }
}

impl<'a> Tongue<'a> {
    /// The words of one game.
    pub fn of(own: &'static Language) -> Self {
        Tongue { own, among: Vec::new(), seats: Vec::new() }
    }

    /// The same to somebody who has these seats.
    pub fn to(self, seats: Vec<OwnSeat<'a>>) -> Self {
        Tongue { seats, ..self }
    }

    /// The seat whose examples stand in the help of a language.
    fn seat_of(&self, language: &'static Language) -> Option<&OwnSeat<'a>> {
        self.seats.iter().find(|seat| std::ptr::eq(seat.board.rulebook().language, language))
    }

    fn help(&self, topic: Option<&str>, language: &'static Language, left: &Cell<usize>) -> String {
        match self.seat_of(language) {
            Some(seat) => seat.help(topic, language, left),
            None => fieldpost_grammar::help(topic, language),
        }
    }

    /// How the block of an order looks in a language.
    fn sample(&self, language: &'static Language) -> Vec<String> {
        let own = self.seat_of(language).and_then(|seat| guarded(|| seat.block())).unwrap_or_default();
        if own.is_empty() { language.sample_block() } else { own }
    }

    /// The words of several games, each language once.
    pub fn among(own: &'static Language, games: Vec<(GameName, &'static Language)>) -> Self {
        let mut among = Vec::<(Vec<GameName>, &'static Language)>::new();
        for (game, language) in games {
            match among.iter_mut().find(|(_, known)| std::ptr::eq(*known, language)) {
                Some((games, _)) => games.push(game),
                None => among.push((vec![game], language)),
            }
        }
        let own = among.first().filter(|_| among.len() == 1).map_or(own, |(_, only)| only);
        Tongue { own, among, seats: Vec::new() }
    }

    /// Whether the games that may be meant speak different languages.
    fn is_divided(&self) -> bool {
        self.among.len() > 1
    }
}

/// How a letter of orders looks in one language.
#[derive(Serialize)]
pub struct Example {
    /// Whose it is, such as `roads and valley`; empty where there is one language.
    of: String,
    /// The game of its GAME line; empty where none is needed.
    game: String,
    /// An order block, line by line.
    lines: Vec<String>,
}

/// How a letter of orders looks, in each language that may be meant.
pub fn examples(tongue: &Tongue<'_>) -> Vec<Example> {
    if !tongue.is_divided() {
        return vec![Example { of: String::new(), game: String::new(), lines: tongue.sample(tongue.own) }];
    }
    let of_one = |(games, language): &(Vec<GameName>, &'static Language)| Example {
        of: names(games),
        game: games.first().map(|game| game.0.clone()).unwrap_or_default(),
        lines: tongue.sample(language),
    };
    tongue.among.iter().map(of_one).collect()
}

fn names(games: &[GameName]) -> String {
    listed(&games.iter().map(|game| game.0.as_str()).collect::<Vec<_>>())
}

/// What HELP is answered with. A stranger gets the short help whatever was asked for: their address may be forged, and much
/// would go to somebody who wrote nothing.
pub fn texts(answer: &Answer, tongue: &Tongue<'_>) -> Vec<String> {
    let (asked, refusal) = match &answer.body {
        Body::Receipt(receipt) => (receipt.help.as_slice(), None),
        Body::Refusal(refusal) => (refusal.help.as_slice(), Some(refusal)),
        _ => return Vec::new(),
    };
    if asked.is_empty() {
        return Vec::new();
    }
    if answer.weight == Weight::Stranger {
        return vec![fieldpost_grammar::help(None, tongue.own)];
    }
    match refusal.filter(|_| tongue.is_divided()) {
        Some(Refusal { names_several: true, .. }) => of_each(asked, tongue),
        Some(_) => vec![which_game(tongue)],
        None => on_all(asked, (tongue, tongue.own), if asked.len() > 1 { BESIDE_HTML } else { ALONE }),
    }
}

/// The help of each game that a letter names.
fn of_each(asked: &[HelpAnswer], tongue: &Tongue<'_>) -> Vec<String> {
    let of_one = |(games, language): &(Vec<GameName>, &'static Language)| {
        let heading = format!("In {}:\n", names(games));
        [vec![heading], on_all(asked, (tongue, *language), BESIDE_HTML / tongue.among.len())].concat()
    };
    tongue.among.iter().flat_map(of_one).collect()
}

/// Which game is meant is asked where the help of one is of no use in another.
fn which_game(tongue: &Tongue<'_>) -> String {
    let games = tongue.among.iter().flat_map(|(games, _)| games);
    let lines: String = games.map(|game| format!("    GAME {}\n", game.0)).collect();
    format!(
        "Your games have orders of their own. Ask for the help of one of them:\nin answer to any mail of that game, or with its \
         line above your HELP:\n\n{lines}"
    )
}

fn on_all(
    asked: &[HelpAnswer],
    (tongue, language): (&Tongue<'_>, &'static Language),
    most: usize,
) -> Vec<String> {
    let (mut texts, mut left) = (Vec::new(), most);
    let rehearsals = Cell::new(MOST_REHEARSED);
    for (place, wish) in asked.iter().enumerate() {
        let text = tongue.help(wish.topic.as_deref(), language, &rehearsals);
        // Of several answers each stands below its question.
        let text = match &wish.topic {
            Some(topic) if asked.len() > 1 => format!("HELP {topic}:\n\n{text}"),
            _ => text,
        };
        if text.len() > left {
            let topics = &asked[place..];
            let first = topics[0].topic.as_deref().unwrap_or_default();
            texts.push(up_to(&text, left));
            texts.push(format!(
                "This is as much help as one mail holds. {} not all here: ask for one at a time,\nsuch as HELP {first}.\n",
                agrees(topics.len(), "What you asked for last is", "Some things that you asked for are")
            ));
            break;
        }
        left -= text.len();
        texts.push(text);
    }
    texts
}

/// As many whole lines of a text as fit in so many bytes.
fn up_to(text: &str, most: usize) -> String {
    let mut room = most;
    let fits = |line: &&str| {
        let fits = line.len() <= room;
        room = room.saturating_sub(line.len());
        fits
    };
    text.split_inclusive('\n').take_while(fits).collect()
}

/// Whether an answer has so much help that it goes as plain text alone.
pub fn is_long(view: &Value) -> bool {
    let texts = view["help_texts"].as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::len).sum::<usize>() > BESIDE_HTML + 1_000
}
