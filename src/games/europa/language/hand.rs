//! A game administrator's own rows: what the referee changes between rounds, and what he can look at. What the words come to is
//! worked out on the position (`crate::edits`).

use fieldpost_grammar::command::{CommandForm, Edit, Show};
use fieldpost_grammar::edits;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Fault, Parsed, expected, is, places_at, whole};

use super::edits;
use super::names::names;
use crate::edits::Edit as Wish;
use crate::orders::read::Reader;
use crate::orders::{Names, stack_id};

edits! {
    EDITS, EDITS_MEAN: Reader<Wish>, spelled by spelled;
    "CREATE STACK id AT place WITH counters [IN FORTRESS] [IN PORT] [FOR power]", ["CREATE STACK"],
        "A new stack or fleet, of counters such as 2 LD, A- VETERANS, F- 2 GALLEYS TRANSPORT, LD ARMS 1 VETERAN CAVALRY.",
        "CREATE STACK FR-7 AT milan WITH A- LD FOR FRA" => edits::create_stack;
    "REMOVE STACK id", ["REMOVE STACK"],
        "Takes a stack off the board.",
        "REMOVE STACK FR-7" => edits::remove_stack;
    "MOVE STACK id place [IN FORTRESS] [IN PORT]", ["MOVE STACK"],
        "Puts a stack elsewhere.",
        "MOVE STACK FR-7 rome" => edits::move_stack;
    "SET STACK id counters", ["SET STACK"],
        "What a stack or a fleet is made of.",
        "SET STACK FR-7 A+ LD" => edits::set_stack;
    "ADD TO STACK id counters", ["ADD TO STACK", "ADD TO"],
        "Counters or ships more.",
        "ADD TO STACK FR-F1 2 GALLEYS" => edits::add;
    "REMOVE FROM STACK id counters", ["REMOVE FROM STACK", "REMOVE FROM"],
        "Counters or ships fewer; a larger counter is broken.",
        "REMOVE FROM STACK FR-1 LD" => edits::take_out;
    "CREATE LEADER name FOR power RANK rank VALUES 554-1 [AS kind] AT stack", ["CREATE LEADER"],
        "A new leader, behind the stroke his worth in sieges; AT a stack or a place, or WAITING. AS GENERAL, ADMIRAL, CONQUISTADOR, EXPLORER, GOVERNOR or PRIVATEER.",
        "CREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1" => edits::create_leader;
    "MOVE LEADER name TO stack", ["MOVE LEADER"],
        "To a stack, a place or WAITING.",
        "MOVE LEADER Foix TO FR-2" => edits::move_leader;
    "CAPTURE LEADER name BY power", ["CAPTURE LEADER"],
        "He is a captive.",
        "CAPTURE LEADER Foix BY SPA" => edits::capture_leader;
    "REMOVE LEADER name", ["REMOVE LEADER"],
        "A leader dies or goes home.",
        "REMOVE LEADER Foix" => edits::remove_leader;
    "WOUND LEADER name UNTIL ROUND n", ["WOUND LEADER"],
        "He does not lead until then.",
        "WOUND LEADER Foix UNTIL ROUND 5" => edits::wound_leader;
    "FREE LEADER name", ["FREE LEADER"],
        "A captive comes back.",
        "FREE LEADER Foix" => edits::free_leader;
    "SET CONTROL OF place TO power", ["SET CONTROL OF"],
        "Who holds a fortress.",
        "SET CONTROL OF milan TO FRA" => edits::set_control;
    "SET OWNER OF place TO power", ["SET OWNER OF"],
        "Whose a province is.",
        "SET OWNER OF milan TO FRA" => edits::set_owner;
    "SET FORTRESS place level", ["SET FORTRESS"],
        "A level, fort or none.",
        "SET FORTRESS milan 3" => edits::set_fortress;
    "SET SIEGE WORKS place works", ["SET SIEGE WORKS"],
        "-, +, or none.",
        "SET SIEGE WORKS milan +" => edits::set_works;
    "SET PORT place port", ["SET PORT"],
        "none, port or arsenal.",
        "SET PORT milan none" => edits::set_port;
    "SET PILLAGE place pillage", ["SET PILLAGE"],
        "-, + or none.",
        "SET PILLAGE milan -" => edits::set_pillage;
    "PLACE REVOLT IN place revolt", ["PLACE REVOLT IN"],
        "A revolt, - or +.",
        "PLACE REVOLT IN naples +" => edits::place_revolt;
    "REMOVE REVOLT place", ["REMOVE REVOLT"],
        "A revolt ends.",
        "REMOVE REVOLT naples" => edits::remove_revolt;
    "PLACE PRIVATEER id IN sea sides", ["PLACE PRIVATEER"],
        "A privateer, - or +.",
        "PLACE PRIVATEER SP-P1 IN channel +" => edits::place_privateer;
    "PLACE PIRATE id IN sea sides", ["PLACE PIRATE"],
        "Pirates, - or +.",
        "PLACE PIRATE PIR-P1 IN channel -" => edits::place_privateer;
    "PLACE MISSION IN place FOR power", ["PLACE MISSION IN"],
        "A mission.",
        "PLACE MISSION IN cuba FOR SPA" => edits::place_mission;
    "REMOVE MISSION place", ["REMOVE MISSION"],
        "A mission is gone.",
        "REMOVE MISSION cuba" => edits::remove_mission;
    "SET NATIVES place n [ACTIVE]", ["SET NATIVES"],
        "Detachments of natives.",
        "SET NATIVES cuba 2 ACTIVE" => edits::set_natives;
    "SET DISCOVERY power place known", ["SET DISCOVERY"],
        "yes, no or never.",
        "SET DISCOVERY SPA cuba yes" => edits::set_discovery;
    "SET RELATION power power relation", ["SET RELATION"],
        "war (hostile), peace (neutral) or allied.",
        "SET RELATION FRA VEN hostile" => edits::set_relation;
    "GIVE MINOR power TO power", ["GIVE MINOR"],
        "A minor obeys a seat: any owner of land on the map that nobody plays.",
        "GIVE MINOR MIL TO FRA" => edits::give_minor;
    "TAKE MINOR power", ["TAKE MINOR"],
        "A minor obeys nobody.",
        "TAKE MINOR MIL" => edits::take_minor;
    "SET PASSAGE power THROUGH power", ["SET PASSAGE"],
        "May pass through another's land.",
        "SET PASSAGE FRA THROUGH SAV" => edits::set_passage;
    "REVOKE PASSAGE power THROUGH power", ["REVOKE PASSAGE"],
        "May no longer.",
        "REVOKE PASSAGE FRA THROUGH SAV" => edits::revoke_passage;
    "SET TREASURY power ducats", ["SET TREASURY"],
        "What a power has; with + or - before it, so much more or less.",
        "SET TREASURY FRA 300" => edits::set_treasury;
    "ENTER LEDGER power source ducats [words]", ["ENTER LEDGER"],
        "A line of its account, which changes its treasury: INCOME, LOAN, INFLATION, MAINTENANCE, CAMPAIGN, PURCHASE, PAYMENT or HAND.",
        "ENTER LEDGER FRA INCOME +40 the taille" => edits::enter_ledger;
    "SET TECHNOLOGY power land|naval name", ["SET TECHNOLOGY"],
        "How its armies or fleets fight.",
        "SET TECHNOLOGY FRA land Arquebus" => edits::set_technology;
    "SET INITIATIVE powers", ["SET INITIATIVE"],
        "The seats, the highest first.",
        "SET INITIATIVE SPA FRA VEN PAP" => edits::set_initiative;
    "WEATHER GOOD|BAD", ["WEATHER"],
        "The weather of the open round.",
        "WEATHER BAD" => edits::weather;
    "PERIOD n", ["PERIOD"],
        "I to VII, as a number.",
        "PERIOD 2" => edits::period;
    "SET POINTS power n", ["SET POINTS"],
        "Points beside those of its goals; with + or - before them, so many more or fewer.",
        "SET POINTS FRA 3" => edits::set_points;
    "PLACE GARRISON id AT place", ["PLACE GARRISON"],
        "One with honours that had no refuge.",
        "PLACE GARRISON SP-9 AT cora" => edits::place_garrison;
    "GRANT REQUEST n [words]", ["GRANT REQUEST"],
        "Says yes to what a power asked. What it asked in words of the language (BUY, DECLARE WAR ON) is done with it; what it asked by ASK REFEREE is done by the rows above.",
        "GRANT REQUEST 3 two LD stand in Paris" => edits::grant;
    "REFUSE REQUEST n [words]", ["REFUSE REQUEST"],
        "Says no to what a power asked, and why.",
        "REFUSE REQUEST 3 the treasury is empty" => edits::refuse;
    "REVEAL", ["REVEAL"],
        "Opens what all powers have declared by DECLARE SEALED, and tells it to everybody.",
        "REVEAL" => edits::reveal;
    "ROLL dice FOR power [words]", ["ROLL"],
        "Rolls the game's own dice, and tells the power, or ALL; a last word such as +2 is added.",
        "ROLL 1d10 FOR FRA stability +2" => edits::roll;
    "EVENT n", ["EVENT"],
        "Does what an event of the scenario does, and tells it.",
        "EVENT 1" => edits::event;
    "NEXT TURN", ["NEXT TURN"],
        "Ends the rounds of the turn: what lies between turns comes next.",
        "NEXT TURN" => edits::next_turn;
    "NEXT PHASE", ["NEXT PHASE"],
        "Ends the open phase of the turn, the rounds or what lies between them; the next one is open at once. The deadline stays.",
        "NEXT PHASE" => edits::next_phase;
}

/// What is read behind an edit's words, in canonical ones.
fn spelled<'a>(read: Reader<Wish>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Edit> {
    let (rest, edit) = edits::alone(read(input, names(lexicon)))?;
    let makes = match &edit {
        Wish::CreateStack { stack, .. }
        | Wish::PlacePrivateer { stack, .. }
        | Wish::PlaceGarrison(stack, _) => Some(stack.clone()),
        _ => None,
    };
    Ok((rest, Edit { words: edit.to_string(), makes, calls: None, whole: None }))
}

/// What the words of a hand edit wish.
///
/// # Errors
/// Why they are none, in a sentence.
pub fn edit(words: &str, names: &Names) -> Result<Wish, String> {
    let found = places_at(EDITS.iter().map(|row| row.phrases), words.trim()).into_iter().next();
    let read = found.and_then(|(place, rest)| Some((EDITS_MEAN.get(place)?, rest)));
    let (read, rest) = read.ok_or_else(|| format!("{words} is no edit of this game."))?;
    whole(edits::alone(read(is(rest), names))).map_err(Fault::advice)
}

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
    CommandForm::show(
        "SHOW EVENTS",
        &["SHOW EVENTS"],
        "The events of the scenario, with their numbers.",
        "SHOW EVENTS",
        |input, _| Ok((input, Show::Whole("EVENTS".into()))),
    ),
    CommandForm::show(
        "SHOW LEDGER",
        &["SHOW LEDGER"],
        "Each power's account of the turn, and whether it adds up.",
        "SHOW LEDGER",
        |input, _| Ok((input, Show::Whole("LEDGER".into()))),
    ),
];

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
