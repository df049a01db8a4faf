//! A game administrator's own rows: what the referee changes between rounds, and what he can look at. What the words come to is
//! worked out on the position (`crate::edits`).

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::command::{CommandForm, Edit, Part, Show};
use fieldpost_grammar::parse::{Parsed, expected};

use crate::orders::stack_id;

/// A row of a hand edit: its words and what follows them.
macro_rules! edit {
    ($words:literal, $phrase:literal, $meaning:literal, $example:literal) => {
        CommandForm::edit((Part::Edits, ""), $words, &[$phrase], $meaning, $example, |input, _| {
            taken($phrase, input)
        })
    };
}

/// Changes of the position.
pub static EDITS: &[CommandForm] = &[
    edit!(
        "CREATE STACK id AT place WITH counters [IN FORTRESS] [FOR power]",
        "CREATE STACK",
        "A new stack, bought or given.",
        "CREATE STACK FR-7 AT milan WITH A- LD FOR FRA"
    ),
    edit!("REMOVE STACK id", "REMOVE STACK", "Takes a stack off the board.", "REMOVE STACK FR-7"),
    edit!("MOVE STACK id place", "MOVE STACK", "Puts a stack elsewhere.", "MOVE STACK FR-7 rome"),
    edit!("SET STACK id counters", "SET STACK", "What a stack is made of.", "SET STACK FR-7 A+ LD"),
    edit!(
        "CREATE LEADER name FOR power RANK rank VALUES 554 AT stack",
        "CREATE LEADER",
        "A new leader.",
        "CREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1"
    ),
    edit!("REMOVE LEADER name", "REMOVE LEADER", "A leader dies or goes home.", "REMOVE LEADER Foix"),
    edit!(
        "WOUND LEADER name UNTIL ROUND n",
        "WOUND LEADER",
        "He does not lead until then.",
        "WOUND LEADER Foix UNTIL ROUND 5"
    ),
    edit!("FREE LEADER name", "FREE LEADER", "A captive comes back.", "FREE LEADER Foix"),
    edit!(
        "SET CONTROL OF place TO power",
        "SET CONTROL OF",
        "Who holds a fortress.",
        "SET CONTROL OF milan TO FRA"
    ),
    edit!("SET OWNER OF place TO power", "SET OWNER OF", "Whose a province is.", "SET OWNER OF milan TO FRA"),
    edit!("SET FORTRESS place level", "SET FORTRESS", "A level, fort or none.", "SET FORTRESS milan 3"),
    edit!("SET SIEGE WORKS place works", "SET SIEGE WORKS", "-, +, or none.", "SET SIEGE WORKS milan +"),
    edit!("SET PORT place port", "SET PORT", "none, port or arsenal.", "SET PORT milan none"),
    edit!("SET PILLAGE place pillage", "SET PILLAGE", "-, + or none.", "SET PILLAGE milan -"),
    edit!("PLACE REVOLT IN place revolt", "PLACE REVOLT IN", "A revolt, - or +.", "PLACE REVOLT IN naples +"),
    edit!("REMOVE REVOLT place", "REMOVE REVOLT", "A revolt ends.", "REMOVE REVOLT naples"),
    edit!(
        "PLACE PRIVATEER id IN sea sides",
        "PLACE PRIVATEER",
        "A privateer, - or +.",
        "PLACE PRIVATEER SP-P1 IN channel +"
    ),
    edit!(
        "PLACE PIRATE id IN sea sides",
        "PLACE PIRATE",
        "Pirates, - or +.",
        "PLACE PIRATE PIR-P1 IN channel -"
    ),
    edit!(
        "SET NATIVES place n [ACTIVE]",
        "SET NATIVES",
        "Detachments of natives.",
        "SET NATIVES cuba 2 ACTIVE"
    ),
    edit!(
        "SET DISCOVERY power place known",
        "SET DISCOVERY",
        "yes, no or never.",
        "SET DISCOVERY SPA cuba yes"
    ),
    edit!(
        "SET RELATION power power relation",
        "SET RELATION",
        "hostile, neutral or allied.",
        "SET RELATION FRA VEN hostile"
    ),
    edit!("GIVE MINOR power TO power", "GIVE MINOR", "A minor obeys a seat.", "GIVE MINOR MIL TO FRA"),
    edit!("TAKE MINOR power", "TAKE MINOR", "A minor obeys nobody.", "TAKE MINOR MIL"),
    edit!(
        "SET PASSAGE power THROUGH power",
        "SET PASSAGE",
        "May pass through another's land.",
        "SET PASSAGE FRA THROUGH SAV"
    ),
    edit!(
        "REVOKE PASSAGE power THROUGH power",
        "REVOKE PASSAGE",
        "May no longer.",
        "REVOKE PASSAGE FRA THROUGH SAV"
    ),
    edit!("SET TREASURY power ducats", "SET TREASURY", "What a power has.", "SET TREASURY FRA 300"),
    edit!(
        "SET TECHNOLOGY power land|naval name",
        "SET TECHNOLOGY",
        "How its armies or fleets fight.",
        "SET TECHNOLOGY FRA land Arquebus"
    ),
    edit!(
        "SET INITIATIVE powers",
        "SET INITIATIVE",
        "The seats, the highest first.",
        "SET INITIATIVE SPA FRA VEN PAP"
    ),
    edit!("WEATHER GOOD|BAD", "WEATHER", "The weather of the open round.", "WEATHER BAD"),
    edit!("PERIOD n", "PERIOD", "I to VII, as a number.", "PERIOD 2"),
    edit!("SET POINTS power n", "SET POINTS", "Points beside those of its goals.", "SET POINTS FRA 3"),
    edit!(
        "PLACE GARRISON id AT place",
        "PLACE GARRISON",
        "One with honours that had no refuge.",
        "PLACE GARRISON SP-9 AT cora"
    ),
    edit!(
        "GRANT REQUEST n [words]",
        "GRANT REQUEST",
        "Says yes to what a power asked; what follows from it is done by the rows above.",
        "GRANT REQUEST 3 two LD stand in Paris"
    ),
    edit!(
        "REFUSE REQUEST n [words]",
        "REFUSE REQUEST",
        "Says no to what a power asked, and why.",
        "REFUSE REQUEST 3 the treasury is empty"
    ),
    edit!("NEXT TURN", "NEXT TURN", "Ends the turn: the interphase comes next.", "NEXT TURN"),
    edit!("END GAME", "END GAME", "The game is over.", "END GAME"),
];

/// What is shown of a stack.
pub static PIECES: &[CommandForm] = &[CommandForm::show(
    "SHOW STACK stack",
    &["SHOW STACK"],
    "All of a stack.",
    "SHOW STACK FR-1",
    |input, _| match stack_id(input.trim()) {
        Some(id) => Ok(("", Show::Piece("STACK", id))),
        None => expected(input, "a stack such as FR-1"),
    },
)];

/// What is shown of a place, and of the whole board.
pub static PLACES: &[CommandForm] = &[
    CommandForm::show(
        "SHOW PROVINCE province",
        &["SHOW PROVINCE", "SHOW SEA"],
        "All of a place.",
        "SHOW PROVINCE milan",
        |input, _| Ok(("", Show::Place("PROVINCE", input.trim().to_owned()))),
    ),
    CommandForm::show("SHOW MAP", &["SHOW MAP"], "Every stack, by place.", "SHOW MAP", |input, _| {
        Ok((input, Show::Whole("MAP".into())))
    }),
    CommandForm::show(
        "SHOW REQUESTS",
        &["SHOW REQUESTS"],
        "What powers asked of the referee.",
        "SHOW REQUESTS",
        |input, _| Ok((input, Show::Whole("REQUESTS".into()))),
    ),
];

/// The canonical words of an edit: its own, then what follows, with single blanks.
fn taken<'a>(phrase: &str, input: &'a str) -> Parsed<'a, Edit> {
    let rest = input.trim_end_matches(['.', ';', '!']).split_whitespace().collect::<Vec<_>>().join(" ");
    let words = format!("{phrase} {rest}").trim_end().to_owned();
    let made = ["CREATE STACK", "PLACE PRIVATEER", "PLACE PIRATE", "PLACE GARRISON"].contains(&phrase);
    let makes: Option<Piece> = rest.split(' ').next().filter(|_| made).and_then(stack_id);
    if made && makes.is_none() {
        return expected(input, "a stack such as FR-7");
    }
    Ok(("", Edit { words, makes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_administrators_page_has_every_hand_edit() {
        let page = include_str!("../../../../docs/ga/europa.md");
        for form in EDITS {
            let words = form.words.replace('|', "\\|");
            assert!(page.contains(&format!("| `{words}` |")), "docs/ga/europa.md has no `{words}`");
        }
    }
}
