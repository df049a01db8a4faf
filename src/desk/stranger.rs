//! Letters of people who are nobody here yet, and players' letters in prose: who asks something of a person is told how that is
//! done.

use crate::answer::{Answer, RefusalReason, To, Weight};
use crate::arrived::{Arrived, Trust};
use crate::ga::outsider::{to_applicant, word};
use crate::game::GameRecord;
use crate::head::Choice;
use crate::openings;
use crate::record::Verdict;
use crate::refusal::refusal;
use crate::verdict::Judgement;
use fieldpost_grammar::letter::{Account, Letter};

/// How words of people who would like to play begin, in the languages in which they come.
const OF_PLAYING: &[&str] = &[
    "play",
    "join",
    "seat",
    "participat",
    "newcomer",
    "enlist",
    "enrol",
    "signup",
    "mitspiel",
    "mitmach",
    "spielen",
    "teilnehm",
    "anmeld",
    "jouer",
    "particip",
    "rejoindre",
    "inscri",
    "jugar",
    "unirme",
    "giocar",
    "partecip",
    "iscri",
    "jogar",
    "spelen",
    "meedoen",
    "meespelen",
    "gra\u{107}",
    "zagra\u{107}",
    "hr\u{e1}t",
    "spela",
    "spille",
    "\u{438}\u{433}\u{440}\u{430}",
];
/// The same in two words.
const IN_TWO_WORDS: &[&str] =
    &["take part", "taking part", "sign up", "sign me up", "free place", "open place"];

/// How a player reaches the game administrator, in a clause.
pub const PRESS_TO_GA: &str = "if you meant to write to the game administrator, put your words between a line PRESS TO GA and a \
                               line END PRESS, below your lines PLAYER and PASSWORD";

/// A letter without a password from an address that nobody has registered.
pub fn judge(games: &[&GameRecord], choice: &Choice, letter: &Letter, arrived: &Arrived) -> Judgement {
    if only_asks(letter) {
        let words = "You are no player of a game here yet: a letter with the line SIGN UP asks for a seat.";
        let mut judgement = Judgement::bare(Verdict::Obeyed);
        judgement.answers.extend(refusal(games, choice, letter, arrived, RefusalReason::None, words));
        return judgement;
    }
    if !games.is_empty() && asks_to_play(letter, arrived) {
        let mut judgement = Judgement::bare(Verdict::Ignored("a stranger who asks to play".into()));
        judgement.answers.extend(shown_in(choice.among(games), games, arrived));
        return judgement;
    }
    let words =
        "no player of any game here is registered under your address, and your letter holds no password";
    let mut judgement = Judgement::bare(Verdict::Ignored("a stranger".into()));
    judgement.answers.extend(refusal(games, choice, letter, arrived, RefusalReason::Stranger, words));
    judgement
}

/// Whether a letter does no more than ask for HELP or TEST.
pub fn only_asks(letter: &Letter) -> bool {
    let asks = |read: &Account| matches!(read, Account::Help(_) | Account::Test);
    !letter.accounts.is_empty()
        && letter.accounts.iter().all(|read| asks(&read.what))
        && letter.units.is_empty()
        && letter.offices.is_empty()
        && letter.presses.is_empty()
}

/// Whether a letter is words to a person: nothing in it is an order, nor nearly one, or it asks something.
pub fn is_prose(letter: &Letter, arrived: &Arrived) -> bool {
    let says_nothing = letter.accounts.is_empty()
        && letter.units.is_empty()
        && letter.offices.is_empty()
        && letter.presses.is_empty()
        && letter.open_press.is_none();
    let has_slip = letter.complaints.iter().any(|complaint| complaint.nearest.is_some());
    let words = arrived.said.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    says_nothing && words > 2 && (arrived.said.contains('?') || !has_slip)
}

fn asks_to_play(letter: &Letter, arrived: &Arrived) -> bool {
    let all = format!("{}\n{}", arrived.subject, arrived.said).to_lowercase();
    let begins = |word: &str| OF_PLAYING.iter().any(|begin| word.starts_with(begin));
    let speaks = all.split(|letter: char| !letter.is_alphanumeric()).any(begins)
        || IN_TWO_WORDS.iter().any(|words| all.contains(words));
    let says_nothing = letter.units.is_empty() && letter.offices.is_empty() && letter.presses.is_empty();
    speaks && says_nothing && letter.accounts.is_empty() && letter.player.is_none()
}

/// Who asks to play is told how to sign up, and the game administrator hears of it.
fn shown_in(game: Option<&GameRecord>, games: &[&GameRecord], arrived: &Arrived) -> Vec<Answer> {
    let is_answered = !arrived.suppress && !arrived.unvouched && arrived.trust != Trust::Failed;
    let Some(address) = arrived.from.clone().filter(|_| is_answered) else { return Vec::new() };
    let meant: Vec<&GameRecord> = game.map_or_else(|| games.to_vec(), |game| vec![game]);
    let words = format!(
        "{}\n\nYour letter was shown to the game administrator, who has your address.",
        openings::words(&meant)
    );
    let seats = game.map(|game| format!("\n\nHere {}.", openings::words_of_seats(game))).unwrap_or_default();
    let told = format!(
        "{address} asks to play, and was told what is played here, which seats are free and how to sign up (SIGN UP). Nothing else was done. The Subject and the words of the \
         letter:\n\n{}{seats}",
        quoted(arrived)
    );
    vec![
        to_applicant(game, &address, Weight::Stranger, "How to get a seat", &words),
        word(To::Ga, game, Weight::Inquiry, "Somebody asks to play", &told),
    ]
}

fn quoted(arrived: &Arrived) -> String {
    let lines = [arrived.subject.as_str()].into_iter().chain(arrived.said.lines());
    lines.map(|line| format!("    | {line}")).collect::<Vec<_>>().join("\n")
}
