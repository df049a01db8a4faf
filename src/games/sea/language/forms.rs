//! The language of ships: a row for each order, and what a letter calls them (naval record, section 6.1).
//!
//! It stands beside a land book's own: keywords that both have are read by the unit that gives them, for a block is read by the
//! words of its piece ([`Lexicon::beside`]).

use std::sync::Arc;

use crate::chart::Chart;
use crate::language::meant::hint;
use crate::language::names::chart_of;
use crate::language::piece::piece;
use crate::language::words::{Known, Reader};
use crate::language::{hand, help, office, render, ship};
use crate::orders::{Attach, Office, Order};
use fieldpost_grammar::command::Hand;
use fieldpost_grammar::letter::{Frame, Lexicon};
use fieldpost_grammar::parse::{Means, Parsed, something_else};
use fieldpost_grammar::{HOUSE, Language, Names, Section, language};

const BLOCK: Section = Section("SHIPS: how the block of a ship is written");
const SAILING: Section = Section("SAILING: to sea, along coasts, into port, up rivers");
const CONTACT: Section = Section("CONTACT: what to do about ships met");
const BATTLE: Section = Section("NAVAL BATTLE: how to fight, and when to run");
const SHORE: Section = Section("SHORE: fire on land, bridges");
const STORES: Section = Section("STORES: naval stores, bases, crews, merchants");
const CARGO: Section = Section("CARGO: what transports take aboard and set ashore");
const SERVICE: Section = Section("SERVICE: laying up, sinking, placing");
const SECRETARY: Section = Section("NAVAL SECRETARY: ships assigned, stores moved, yards");

pub static SHIPS: Language = Language {
    name: "sea",
    noun: "ship",
    such: "a ship such as US2FR",
    block: &["SHIP", "SHIPS", "UNIT", "UNITS"],
    several: &["CREW", "LOAD", "UNLOAD", "LOAD SUPPLIES", "UNLOAD SUPPLIES"],
    idle: "A ship without orders stays where it is, accepts battle, and fills its stores in port.",
    about: &["SHOULD", "SAILS", "STAYS", "LIES"],
    forms: FORMS,
    hand: Hand { game: &[], players: &[], edits: hand::EDITS, pieces: hand::PIECES, places: hand::PLACES },
    help: help::HELP,
    piece,
    names_something: |word| piece(word, &Lexicon::of(&SHIPS)).is_ok(),
    hint,
    ..HOUSE
};

language! {
    FORMS, MEANS: Means<Reader<Order>, Reader<Office>>, spelled by of_ship, of_office;
    BLOCK, "WISC 4.3", "SHIP id", ["SHIP"],
        "The orders of this ship follow, up to the next SHIP or UNIT. UNIT is read too, and SHIP for a land unit: the type in the id decides which orders may follow.",
        "SHIP US5SL" => Frame;
    BLOCK, "WISC 4.4", "ATTACH TO id", ["ATTACH TO", "ATTACH"],
        "Sail under the orders of that ship until detached or out of contact.",
        "ATTACH TO US2SL" => Piece(ship::attach);
    BLOCK, "WISC 4.4", "DETACH", ["DETACH"],
        "End the attachment; the other orders of this block are then its own.",
        "DETACH" => Plain(Order::Attach(Attach::Detach));
    SAILING, "WISC 4.5", "SAIL XXX [YYY]", ["SAIL", "SAIL TO"],
        "Sail to one or two sea areas. Naming the area that the ship is in, alone, keeps it there without dispersing.",
        "SAIL GAC MAC" => Piece(ship::sail);
    SAILING, "WISC 4.5", "COAST XXXX [FIRST, AFTER 1 or AFTER 2]", ["COAST", "COAST TO"],
        "Go into coastal waters: before the first sea move, after it, or after the second. COAST ENEMY takes any that hold an enemy.",
        "COAST SAVA AFTER 1" => Piece(ship::coast);
    SAILING, "WISC 4.5", "HARBOR port [FIRST, AFTER 1 or AFTER 2]", ["HARBOR", "HARBOUR"],
        "Go into an ocean harbor. From a sea area the coastal waters before it need no order; from another harbor or a river COAST takes the ship there first.",
        "HARBOR Charleston" => Piece(ship::harbor);
    SAILING, "WISC 4.5", "RIVER square-or-port [FIRST, AFTER 1 or AFTER 2]", ["RIVER"],
        "Go to a river square, a mouth or a river port, by the shortest way: twenty squares, ten after a sea move, the mouth after two. From the harbor of another river COAST takes the ship to the waters before the mouth first.",
        "RIVER Baltimore" => Piece(ship::river);
    SAILING, "WISC 4.5", "HALT ON ENEMY", ["HALT ON ENEMY", "HALT ON ENEMY UNIT", "HALT ON ENEMY UNITS"],
        "On a river: stop on detecting an enemy's unit or ship. Eight squares a turn at most.",
        "HALT ON ENEMY" => Plain(Order::HaltOnEnemy);
    SAILING, "WISC 4.5", "HALT ON BRIDGE", ["HALT ON BRIDGE"],
        "The same for an enemy's pontoon bridge.",
        "HALT ON BRIDGE" => Plain(Order::HaltOnBridge);
    SAILING, "WISC 6.13", "SAIL ALONE", ["SAIL ALONE"],
        "Keep no company with ships of the same orders; without SAIL, at sea, the ship leaves its group.",
        "SAIL ALONE" => Plain(Order::Alone(true));
    SAILING, "WISC 6.13", "SAIL TOGETHER", ["SAIL TOGETHER"],
        "Keep company: what is done if nothing is said.",
        "SAIL TOGETHER" => Plain(Order::Alone(false));
    CONTACT, "WISC 4.6", "CONTACT PURSUE, ACCEPT or EVADE [MIN n] [MAX n] [OPEN SEA ONLY]", ["CONTACT"],
        "What to do about enemies met. MIN and MAX: only so many enemy ships; MIN above MAX means outside of the gap. OPEN SEA ONLY: do not pursue into coastal waters.",
        "CONTACT PURSUE MIN 2 MAX 10" => Piece(ship::contact);
    CONTACT, "WISC 4.6", "JOIN ALLIES", ["JOIN ALLIES"],
        "Join friends and neutrals met: what is done if nothing is said.",
        "JOIN ALLIES" => Plain(Order::Join(true));
    CONTACT, "WISC 4.6", "KEEP APART", ["KEEP APART"],
        "Do not join friends and neutrals met.",
        "KEEP APART" => Plain(Order::Join(false));
    CONTACT, "WISC 4.6", "GAUGE WINDWARD or LEEWARD", ["GAUGE"],
        "The side to take on meeting; LEEWARD if nothing is said.",
        "GAUGE WINDWARD" => Piece(ship::gauge);
    BATTLE, "WISC 4.7", "BATTLE ENGAGE, ACCEPT, EVADE or RUN PAST", ["BATTLE"],
        "Seek battle, accept it, flee it, or break through.",
        "BATTLE RUN PAST" => Piece(ship::battle);
    BATTLE, "WISC 4.7", "BATTLE GAUGE WINDWARD or LEEWARD", ["BATTLE GAUGE"],
        "The gauge in battle, if it is to differ from GAUGE.",
        "BATTLE GAUGE WINDWARD" => Piece(ship::battle_gauge);
    BATTLE, "WISC 7.1", "SORTIE", ["SORTIE"],
        "Before battle, come out of the harbor or mouth into the coastal waters.",
        "SORTIE" => Plain(Order::Sortie);
    BATTLE, "WISC 7.1", "STAND IN [port]", ["STAND IN"],
        "Before battle, go in from the coastal waters; without a port, that of HARBOR or RIVER, else where most enemies lie.",
        "STAND IN" => Piece(ship::stand_in);
    BATTLE, "WISC 7.4", "CLOSE", ["CLOSE", "CLOSE QUARTERS", "FIGHT AT CLOSE QUARTERS"],
        "Fight at close quarters.",
        "CLOSE" => Plain(Order::Close(true));
    BATTLE, "WISC 7.4", "KEEP RANGE", ["KEEP RANGE"],
        "Fight at range: what is done if nothing is said.",
        "KEEP RANGE" => Plain(Order::Close(false));
    BATTLE, "WISC 7.2", "AIM PROPULSION or HULL", ["AIM", "AIM AT"],
        "PROPULSION, if nothing is said, takes prizes; HULL sinks.",
        "AIM HULL" => Piece(ship::aim);
    BATTLE, "WISC 7.6", "RUN BATTERIES", ["RUN BATTERIES", "RUN PAST BATTERIES"],
        "On a river move: go on past batteries met, if the fight allows it.",
        "RUN BATTERIES" => Plain(Order::RunBatteries(true));
    BATTLE, "WISC 7.6", "STOP AT BATTERIES", ["STOP AT BATTERIES"],
        "Stop where batteries are met: what is done if nothing is said.",
        "STOP AT BATTERIES" => Plain(Order::RunBatteries(false));
    BATTLE, "WISC 7.6", "RETREAT TO HARBOR, RIVER or SEA [port]", ["RETREAT TO", "RETREAT"],
        "Where to flee from a battle in coastal waters; to SEA if nothing is said.",
        "RETREAT TO HARBOR" => Piece(ship::retreat);
    BATTLE, "WISC 2.6", "PRIZES CAPTURE or DESTROY", ["PRIZES"],
        "What to do with laid-up ships found in a port that falls; CAPTURE if nothing is said.",
        "PRIZES DESTROY" => Piece(ship::prizes);
    SHORE, "WISC 7.7", "BOMBARD c-r [PHASE n]", ["BOMBARD", "SHELL"],
        "Shell a tactical square beside the water of the square in whose harbor or river the ship lies then, in tactical phase n, else in the first.",
        "BOMBARD 8-7 PHASE 2" => Piece(ship::bombard);
    SHORE, "WISC 7.7", "SUPPORT c-r RADIUS n [PHASES n-m]", ["SUPPORT", "FIRE SUPPORT"],
        "Fire into land battles beside the water within n tactical squares of this one, in the square in whose harbor or river the ship lies. Counts before BOMBARD.",
        "SUPPORT 10-5 RADIUS 2 PHASES 1-3" => Piece(ship::support);
    SHORE, "WISC 7.7", "DESTROY BRIDGE", ["DESTROY BRIDGE"],
        "A railway bridge of the ship's square: a turn without moving or fighting.",
        "DESTROY BRIDGE" => Plain(Order::DestroyBridge);
    SHORE, "WISC 7.7", "DESTROY PONTOON", ["DESTROY PONTOON"],
        "A pontoon bridge of the ship's square that only enemies hold.",
        "DESTROY PONTOON" => Plain(Order::DestroyPontoon);
    STORES, "WISC 4.8", "COMMERCE RAID, CONVOY or IGNORE", ["COMMERCE"],
        "Hunt the enemy's merchants, guard one's own, or neither (if nothing is said).",
        "COMMERCE RAID" => Piece(ship::commerce);
    STORES, "WISC 3.4", "STORES n or FULL", ["STORES"],
        "Naval stores to have aboard; what is over is unloaded. FULL in port if nothing is said.",
        "STORES 12" => Piece(ship::stores);
    STORES, "WISC 3.4", "EXTRA STORES n", ["EXTRA STORES"],
        "Naval stores that a transport group carries as cargo, 20 of its space each.",
        "EXTRA STORES 10" => Piece(ship::extra_stores);
    STORES, "WISC 3.4", "BASE port", ["BASE", "CHANGE BASE TO"],
        "Change the base port. A ship without stores obeys no other order to sail.",
        "BASE Beaufort SC" => Piece(ship::base);
    STORES, "WISC 2.7", "CREW n TO id", ["CREW"],
        "Hand crew over to a ship beside this one. May stand more than once.",
        "CREW 40 TO US8SL" => Piece(ship::crew);
    CARGO, "WISC 9.2", "LOAD unit", ["LOAD"],
        "Take a land unit aboard. May stand more than once.",
        "LOAD US16IN" => Piece(ship::load);
    CARGO, "WISC 9.2", "UNLOAD unit [AT X0-Y0] [c-r]", ["UNLOAD", "LAND"],
        "Set it ashore: in the harbor city, on a river bank, or from coastal waters on a square of their shore, where the ship must lie when the turn begins (HELP CARGO).",
        "UNLOAD US16IN AT K3-T8 3-9" => Piece(ship::unload);
    CARGO, "WISC 9.3", "LOAD SUPPLIES n [FROM place]", ["LOAD SUPPLIES"],
        "From a city, a depot's square or a corps headquarters.",
        "LOAD SUPPLIES 15 FROM Boston" => Piece(ship::load_supplies);
    CARGO, "WISC 9.3", "UNLOAD SUPPLIES n [TO place]", ["UNLOAD SUPPLIES"],
        "The other way: into a city from its harbor; to a depot or headquarters only while the ship lies still.",
        "UNLOAD SUPPLIES 10 TO US1CQ" => Piece(ship::unload_supplies);
    CARGO, "WISC 2.5", "COMBINE INTO id", ["COMBINE INTO", "COMBINE WITH"],
        "Two transport groups become one: this one goes into the other.",
        "COMBINE INTO US3TR" => Piece(ship::combine);
    CARGO, "WISC 2.5", "DIVIDE n [WITH unit ...]", ["DIVIDE"],
        "Part n of the capacity off as a new group, with these units aboard it.",
        "DIVIDE 8000 WITH US16IN" => Piece(ship::divide);
    SERVICE, "WISC 2.6", "INACTIVATE", ["INACTIVATE", "LAY UP"],
        "Lay the ship up in a home port; it serves again four turns after ACTIVATE.",
        "INACTIVATE" => Plain(Order::Serve(false));
    SERVICE, "WISC 2.6", "ACTIVATE", ["ACTIVATE", "FIT OUT"],
        "Fit the ship out again.",
        "ACTIVATE" => Plain(Order::Serve(true));
    SERVICE, "WISC 2.7", "SCUTTLE", ["SCUTTLE"],
        "Sink the ship; crew handed over by CREW in the same letter is saved.",
        "SCUTTLE" => Plain(Order::Scuttle);
    SERVICE, "WISC 6.18", "DEPLOY place", ["DEPLOY", "DEPLOY TO"],
        "Before a campaign: place the ship in a sea area, coastal waters, a port or a river square.",
        "DEPLOY Galveston" => Piece(ship::deploy);
    SECRETARY, "WISC 2.3", "ASSIGN id TO player [DEPUTY player]", ["ASSIGN"],
        "Who commands a ship from now on, and who is the deputy.",
        "ASSIGN US3FR TO farragut DEPUTY porter" => Office(office::assign);
    SECRETARY, "WISC 3.5", "MOVE STORES n FROM port TO port", ["MOVE STORES"],
        "Send naval stores by road, rail, river or sea; 60 out of a port in a turn.",
        "MOVE STORES 20 FROM Boston TO New York" => Office(office::move_stores);
    SECRETARY, "WISC 3.3", "REPAIR id [id ...] AT port", ["REPAIR"],
        "Who is repaired first where the yard cannot repair all.",
        "REPAIR US3FR US5SL AT Boston" => Office(office::repair);
    SECRETARY, "WISC 3.3", "BUILD type AT port [NAME name]", ["BUILD"],
        "Lay down a ship; it takes a place of the yard, transports none.",
        "BUILD SL AT Boston NAME Kearsarge" => Office(office::build);
    SECRETARY, "WISC 2.6", "INACTIVATE id", ["INACTIVATE", "LAY UP"],
        "As the ship's own order; its commander's ACTIVATE goes first.",
        "INACTIVATE US3FR" => Office(office::inactivate);
}

/// What the ships of a game are ordered in.
pub fn lexicon(chart: &Arc<Chart>, names: Names) -> Lexicon {
    let ports = chart.ports.iter().map(|port| port.name.clone());
    let grid = Some(Frame::new(Arc::clone(chart)));
    Lexicon { places: ports.collect(), grid, names, ..Lexicon::of(&SHIPS) }
}

/// What is read behind a ship's order, in canonical words.
fn of_ship<'a>(read: Reader<Order>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let Some(chart) = chart_of(lexicon) else { return something_else(input) };
    let (rest, order) = read(input, Known { chart, lexicon })?;
    Ok((rest, render::order(&order, chart)))
}

/// What is read behind an order of a Naval Secretary's, in canonical words.
fn of_office<'a>(read: Reader<Office>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let Some(chart) = chart_of(lexicon) else { return something_else(input) };
    let (rest, order) = read(input, Known { chart, lexicon })?;
    Ok((rest, render::office(&order, chart)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_grammar::{parse, read_letter, read_office, read_orders};

    /// Each row's example is read without complaint, to words that are read to themselves.
    #[test]
    fn canonical_words_are_read_to_themselves() {
        let lexicon = Lexicon::of(&SHIPS);
        let read = |line: &str| match read_orders(line, &lexicon) {
            (orders, wrong) if wrong.is_empty() => orders[0].words.to_string(),
            _ => read_office(line, &lexicon).unwrap().words.to_string(),
        };
        let rows = FORMS.iter().filter(|form| !matches!(form.reader, parse::Reader::Frame));
        for form in rows {
            let words = read(form.example);
            assert_eq!(read(&words), words, "{}", form.example);
        }
        assert_eq!(read("harbour charleston after 1"), "HARBOR Charleston AFTER 1");
        assert_eq!(read("RIVER Baltimore."), read("RIVER Baltimore"));
        assert_eq!(read("BOMBARD 8-7"), "BOMBARD 8-7 PHASE 1");
    }

    #[test]
    fn what_is_wrong_is_said_with_the_nearest() {
        let lexicon = Lexicon::of(&SHIPS);
        let wrong = |line: &str| read_orders(line, &lexicon).1.remove(0);
        let harbor = wrong("HARBOR Charlestown");
        assert_eq!(harbor.nearest.as_deref(), Some("Charleston"), "{harbor:?}");
        let river = wrong("HARBOR Baltimore");
        assert!(river.why.contains("river port"), "{river:?}");
        let letter = read_letter("SHIP US2XX\nSAIL GAC\nEND\n", &lexicon);
        assert!(letter.complaints[0].why.contains("XX is no type of ships"), "{letter:?}");
    }
}
