//! The hand edits of the land war, and what is shown of its position: each one's words, meaning, rule, example and parser, a row
//! each.

use crate::edits::Edit;
use fieldpost_grammar::command::{CommandForm, Part, Show};
use fieldpost_grammar::edits;
use fieldpost_grammar::parse::Argument;

use super::{edit_read, edits, people};

edits! {
    GAME, GAME_MEANS: Argument<Edit>, in Part::Game, spelled by edit_read;
    "5.2", "CAMPAIGN", ["CAMPAIGN", "CAMPAIGN TURN", "SEASON CAMPAIGN", "SET SEASON CAMPAIGN"],
        "The open turn is one of the campaign.",
        "CAMPAIGN" => edits::campaign;
    "5.1, 7.17", "PEACE or TRUCE", [
        "PEACE", "TRUCE", "PEACE TURN", "TRUCE TURN", "SEASON PEACE", "SEASON TRUCE", "SET SEASON PEACE"
    ],
        "The open turn is one of peace or truce: units are placed without marching.",
        "PEACE" => edits::peace;
    "6.10, 7.17", "DEPLOYMENT", ["DEPLOYMENT", "DEPLOYMENT TURN", "SEASON DEPLOYMENT", "SET SEASON DEPLOYMENT"],
        "The open turn is one before the campaign: units are placed without marching.",
        "DEPLOYMENT" => edits::deployment;
}

edits! {
    PLAYERS, PLAYERS_MEAN: Argument<Edit>, in Part::Players, spelled by edit_read;
    "3.5", "RANK name rank", ["RANK", "SET RANK", "RANK OF", "SET RANK OF"],
        "The player's rank: colonel, brigadier general, major general, lieutenant general or general.",
        "RANK gablenz major general" => people::set_rank;
    "3.5", "GIVE OFFICE office TO name", ["GIVE OFFICE", "GIVE OFFICE OF", "GIVE THE OFFICE OF"],
        "An office: {=offices}.",
        "GIVE OFFICE {=War Minister} TO benedek" => people::give_office;
    "3.5", "TAKE OFFICE office FROM name", ["TAKE OFFICE", "TAKE OFFICE OF", "TAKE THE OFFICE OF"],
        "Takes an office from a player.",
        "TAKE OFFICE Governor of Saxony FROM benedek" => people::take_office;
    "3.5", "ASSIGN unit TO player [DEPUTY player]", ["ASSIGN"],
        "Who commands a unit, and who is the deputy; DEPUTY NONE for nobody. Several units by commas; CORPS AU1CQ is all that belongs to it.",
        "ASSIGN AU3IN TO benedek DEPUTY gablenz" => people::assign;
}

edits! {
    EDITS, EDITS_MEAN: Argument<Edit>, in Part::Edits, spelled by edit_read;
    "11.5", "PLACE DEPOT X0-Y0 [c-r] [FOR nation] [SUPPLIES n]", ["PLACE DEPOT"],
        "A depot appears: of the nation that owns the land, and empty, unless you say otherwise.",
        "PLACE DEPOT H4-S1 3-3 FOR AU SUPPLIES 20" => edits::place_depot;
    "11.5", "PLACE CACHE X0-Y0 [c-r] [FOR nation] [SUPPLIES n]", ["PLACE CACHE"],
        "The same of a cache.",
        "PLACE CACHE H4-S1 3-3 FOR AU", needs "caches" => edits::place_cache;
    "11.5", "REMOVE DEPOT X0-Y0 [OF nation]", ["REMOVE DEPOT"],
        "A depot disappears with what it holds.",
        "REMOVE DEPOT H4-S1" => edits::remove_depot;
    "11.5", "REMOVE CACHE X0-Y0 [OF nation]", ["REMOVE CACHE"],
        "A cache disappears with what it holds.",
        "REMOVE CACHE H4-S1 OF PR", needs "caches" => edits::remove_cache;
    "chapter 3", "SET UNIT unit field value", ["SET UNIT", "SET BRIGADE"],
        "A field of a unit's status gets a value, or so much more (+200). Several units and fields by commas; CORPS AU1CQ is all that belongs to it. SHOW UNIT has the fields.",
        "SET UNIT AU3IN morale 60", short "SET" => edits::set_unit;
    "", "MOVE UNIT unit X0-Y0 [c-r]", ["MOVE UNIT", "MOVE BRIGADE"],
        "A unit stands elsewhere.",
        "MOVE UNIT AU3IN H4-S1 7-7", short "MOVE" => edits::move_unit;
    "", "CREATE UNIT unit X0-Y0 [c-r] [COMMANDER name] [WITH field value, field value ...]", [
        "CREATE UNIT", "CREATE BRIGADE"
    ],
        "A unit appears, of the usual strength of its type where you say nothing else.",
        "CREATE UNIT AU9IN H4-S1 7-7 COMMANDER benedek WITH morale 60, experience 5", short "CREATE" => edits::create_unit;
    "", "REMOVE UNIT unit", ["REMOVE UNIT", "REMOVE BRIGADE"],
        "A unit is struck from the lists.",
        "REMOVE UNIT AU3IN", short "REMOVE" => edits::remove_unit;
    "10.11", "TRANSFER [n] BATTERIES FROM unit TO unit", ["TRANSFER"],
        "Batteries go from one unit to another; one, if you give no number.",
        "TRANSFER 2 BATTERIES FROM AU3IN TO AU4IN" => edits::transfer;
    "3.5b", "MERGE unit INTO unit", ["MERGE", "MERGE UNIT"],
        "A unit ceases to be, and the other has what both had.",
        "MERGE AU3IN INTO AU4IN" => edits::merge;
    "1.4, 2.6, 11.3, 11.5, 11.11", "SET CITY name field value", ["SET CITY"],
        "A city's control, home, supplies, manufacturing, fort or besieged gets a value.",
        "SET CITY Linz control PR" => edits::set_city;
    "2.6", "SET FORT city value", ["SET FORT", "SET FORT OF", "SET FORT AT"],
        "The same as SET CITY city fort value.",
        "SET FORT Linz strength 4 capacity 6000" => edits::set_fort;
    "11.5; WISC 9.3", "SET SUPPLIES n AT city, X0-Y0 or unit", ["SET SUPPLIES"],
        "What a city, a depot{caches| or cache} (by its square) or a unit holds.",
        "SET SUPPLIES 40 AT Linz" => edits::set_supplies;
    "8.5", "DESTROY RAIL X0-Y0", ["DESTROY RAIL", "DESTROY TRACK", "DESTROY RAILWAY", "DESTROY RAILROAD"],
        "The railway in a square is torn up.",
        "DESTROY RAIL H4-S1", needs "rail" => edits::destroy_rail;
    "8.5", "MEND RAIL X0-Y0", ["MEND RAIL", "MEND TRACK", "MEND RAILWAY", "REBUILD RAIL", "REBUILD TRACK"],
        "The railway in a square is whole again.",
        "MEND RAIL H4-S1", needs "rail" => edits::mend_rail;
    "8.5", "SET RAIL X0-Y0 DESTROYED or WHOLE", ["SET RAIL", "SET TRACK"],
        "The same as DESTROY RAIL and MEND RAIL.",
        "SET RAIL H4-S1 DESTROYED", needs "rail" => edits::set_rail;
    "8.6, 12.3", "DESTROY BRIDGE X0-Y0", ["DESTROY BRIDGE", "DESTROY BRIDGES", "DESTROY THE BRIDGE"],
        "The railway bridges in a square are blown up.",
        "DESTROY BRIDGE H4-S1", needs "rail" => edits::destroy_bridge;
    "8.6, 12.3", "MEND BRIDGE X0-Y0", ["MEND BRIDGE", "MEND BRIDGES", "MEND THE BRIDGE", "REBUILD BRIDGE"],
        "The railway bridges in a square are whole again.",
        "MEND BRIDGE H4-S1", needs "rail" => edits::mend_bridge;
    "8.6, 12.3", "SET BRIDGE X0-Y0 DESTROYED or WHOLE", ["SET BRIDGE", "SET BRIDGES"],
        "The same as DESTROY BRIDGE and MEND BRIDGE.",
        "SET BRIDGE H4-S1 WHOLE", needs "rail" => edits::set_bridge;
    "12.6", "REMOVE PONTOON unit", ["REMOVE PONTOON", "REMOVE PONTOON BRIDGE"],
        "A pontoon bridge that lies over a river is taken up.",
        "REMOVE PONTOON AU1PB", needs "bridges" => edits::remove_pontoon;
    "1.3, 8.2", "SET CONTROL OF {rail|RAIL or }RIVER AT X0-Y0 TO nation", ["SET CONTROL OF", "SET CONTROL"],
        "Who controls a square's {rail|railway or }river; NOBODY for none.",
        "SET CONTROL OF {rail|RAIL|RIVER} AT H4-S1 TO PR" => edits::set_control;
    "1.3", "SET RIVER X0-Y0 nation", ["SET RIVER"],
        "The same as SET CONTROL OF RIVER.",
        "SET RIVER H4-S1 NOBODY" => edits::set_river;
    "", "SET OWNER OF state TO nation [WITH CITIES]", ["SET OWNER OF", "SET OWNER"],
        "Who owns the land of a state of the map, with its cities if you say so.",
        "SET OWNER OF Saxony TO PR WITH CITIES" => edits::set_owner;
    "5.1, R-1.0", "SET RELATION nation nation ally, neutral or hostile", [
        "SET RELATION", "SET RELATION OF", "SET RELATION BETWEEN"
    ],
        "How two nations stand to one another.",
        "SET RELATION AU PR hostile" => edits::set_relation;
    "7.16; GITM 7.16", "CLOSE LAND OF nation", ["CLOSE LAND OF", "CLOSE THE LAND OF"],
        "Nobody else may enter the nation's land.",
        "CLOSE LAND OF CH" => edits::close_land;
    "7.16; GITM 7.16", "OPEN LAND OF nation", ["OPEN LAND OF", "OPEN THE LAND OF"],
        "The nation's land may be entered.",
        "OPEN LAND OF CH" => edits::open_land;
    "R-8.7", "SET TREASURY nation EG, MP or MEN n", ["SET TREASURY"],
        "What a nation's treasury holds.",
        "SET TREASURY AU EG 500", needs "purchases" => edits::set_treasury;
    "R-8.7", "SET PRICE thing EG, MP or MEN n", ["SET PRICE", "SET PRICE OF"],
        "What a depot,{caches| a cache,} a supply or an upgrade costs.",
        "SET PRICE DEPOT MP 5", needs "purchases" => edits::set_price;
    "", "SET CONSTANT name value", ["SET CONSTANT"],
        "A constant of the scenario, by its name.",
        "SET CONSTANT price {caches|cache|depot} eg 3" => edits::set_constant;
}

/// What is shown of a unit.
pub(super) static UNITS: &[CommandForm] = &[CommandForm::show(
    "SHOW UNIT unit",
    &["SHOW UNIT", "SHOW BRIGADE"],
    "Every field of a unit, with the names by which SET UNIT knows them.",
    "SHOW UNIT AU3IN",
    edits::show_unit,
)
.short("SHOW")];

/// What is shown of a city.
pub(super) static CITIES: &[CommandForm] = &[
    CommandForm::show(
        "SHOW CITY name",
        &["SHOW CITY"],
        "A city: control, supplies, manufacturing, fort, who besieges it.",
        "SHOW CITY Linz",
        edits::show_city,
    ),
    CommandForm::show(
        "SHOW MAP",
        &["SHOW MAP", "SHOW THE MAP", "SHOW BOARD"],
        "The whole map in letters, with every unit's flag, whoever sees it; another mail has it drawn.",
        "SHOW MAP",
        |rest, _| Ok((rest, Show::Whole("MAP".into()))),
    ),
    CommandForm::show(
        "SHOW UNITS [OF name]",
        &["SHOW UNITS", "SHOW ALL UNITS"],
        "Every unit in a line, or those that a player commands: where it stands, its men, morale, fatigue, supplies, commander and deputy.",
        "SHOW UNITS OF gablenz",
        edits::show_units,
    ),
    CommandForm::show(
        "SHOW CITIES",
        &["SHOW CITIES", "SHOW ALL CITIES"],
        "Every city in a line: who holds it, supplies, fort, siege.",
        "SHOW CITIES",
        |rest, _| Ok((rest, Show::Whole("CITIES".into()))),
    ),
    CommandForm::show(
        "SHOW DEPOTS",
        &["SHOW DEPOTS", "SHOW ALL DEPOTS"],
        "Every depot{caches| and cache}, with whose it is and what it holds.",
        "SHOW DEPOTS",
        |rest, _| Ok((rest, Show::Whole("DEPOTS".into()))),
    ),
];
