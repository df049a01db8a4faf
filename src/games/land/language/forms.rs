//! The orders of the land war: each one's words, meaning, rule, example and parser, a row each.

use crate::orders::{OfficeOrder, UnitOrder};
use fieldpost_grammar::parse::{Argument, Means};
use fieldpost_grammar::{Section, language};

use super::{office, office_read, orders, unit_read};

const STRATEGIC: Section = Section("STRATEGIC: marches on the strategic map");
const RAIL: Section = Section("RAIL: railways");
const TACTICAL: Section = Section("TACTICAL: moves on the tactical map");
const REACTION: Section = Section("REACTION: what to do when others move");
const POSTURE: Section = Section("POSTURE: how hard to fight");
const SUPPLY: Section = Section("SUPPLY: supplies to carry");
const STATE: Section = Section("STATE: rest, mergers{bridges|, bridges}{guns|, guns}");
const DEPLOYMENT: Section = Section("DEPLOYMENT: placing units without marching");
const OFFICES: Section = Section("OFFICES: {=ministers, governors} and army commanders");

language! {
    FORMS, MEANS: Means<Argument<UnitOrder>, Argument<OfficeOrder>>, spelled by unit_read, office_read;
    Section::LETTER, "6.2", "UNIT id [, id ...] [password]", ["UNIT", "BRIGADE", "EINHEIT", "UNITE", "UNITÉ"],
        "The orders of this unit, or of each that is named, follow, one on a line, up to the next UNIT or END.",
        "UNIT AU3IN, AU4IN" => Frame;
    Section::LETTER, "6.2", "CORPS id", ["CORPS", "ARMY", "KORPS", "ARMEE", "ARMÉE"],
        "A block for this headquarters, if you may order it, and all units that you command and your report lists under it; a block of its own counts instead for any of them.",
        "CORPS AU1CQ" => Frame;
    Section::LETTER, "6.2", "END", ["END", "ENDE", "FIN"],
        "The unit's orders end here.",
        "END" => Frame;
    Section::LETTER, "6.9", "NONE", ["NONE", "ORDERS NONE", "NO ORDERS", "DEFAULT ORDERS"],
        "Under UNIT: takes back whatever was ordered for it. The unit then does what one without orders does: it stays, skirmishes, and helps friends near by.",
        "NONE" => Frame;
    STRATEGIC, "7.4", "MARCH box box ...", ["MARCH", "MARCH TO", "GO", "GO TO", "PATH", "MARSCHIERE", "MARSCHIERE NACH", "MARSCH", "MARSCH NACH", "MARCHER", "MARCHER VERS"],
        "March along up to six squares of the strategic map, one for each strategic phase; a city may stand for its square. A dot is a blank box: a phase in which the unit waits.",
        "MARCH H4-S1 H5-S1 . H6-S2" => Piece(orders::march);
    STRATEGIC, "7.5", "WITHDRAW", ["WITHDRAW", "WITHDRAWAL", "STRATEGIC WITHDRAWAL", "RUECKZUG", "RÜCKZUG", "RETRAITE"],
        "Take the first box of the march before the battle phases, as a withdrawal.",
        "WITHDRAW" => Plain(UnitOrder::Withdraw);
    STRATEGIC, "7.14", "ENTRY c-r", ["ENTRY", "ENTRY AT", "ENTRY SQUARE", "ENTRY SQUARE AT", "ENTER", "ENTER AT"],
        "Come in as near to this tactical square as can be.",
        "ENTRY 5-5" => Piece(orders::entry);
    STRATEGIC, "7.9", "HALT ON DETECTION", ["HALT ON DETECTION", "STOP ON DETECTION", "HOD", "HALT BEI SICHT", "HALTE A VUE", "HALTE À VUE"],
        "Stop marching on coming into a square that the enemy holds.",
        "HALT ON DETECTION" => Plain(UnitOrder::HaltOnDetection);
    STRATEGIC, "7.10", "HALT ON ENTRY", [
        "HALT ON ENTRY", "HALT ON ENEMY ENTRY", "STOP ON ENTRY", "STOP ON ENEMY ENTRY", "HOE"
    ],
        "Stop marching when an enemy comes into the unit's square.",
        "HALT ON ENTRY" => Plain(UnitOrder::HaltOnEntry);
    STRATEGIC, "7.11", "NO FORCED MARCH", ["NO FORCED MARCH", "NO FORCE MARCH", "DO NOT FORCE MARCH", "DO NOT FORCED MARCH", "NFM", "NO FORCED MARCHES", "KEIN EILMARSCH", "PAS DE MARCHE FORCEE", "PAS DE MARCHE FORCÉE"],
        "Never make the extra step that tires the men.",
        "NO FORCED MARCH" => Plain(UnitOrder::NoForcedMarch);
    STRATEGIC, "7.12", "PURSUE{pursuit| [n]}", ["PURSUE", "PURSUIT", "PURSUE ENEMY", "PURSUE THE ENEMY", "PURSUE ENEMIES", "VERFOLGE", "POURSUIVRE"],
        "Follow an enemy that leaves the strategic square, into the next one{pursuit|; with a number, at most so many times}.",
        "PURSUE" => Piece(orders::pursue);
    STRATEGIC, "7.13", "MARCH TO BATTLE", [
        "MARCH TO BATTLE", "MARCH TO BATTLES", "MARCH TO THE BATTLE", "GO TO BATTLE", "MTB"
    ],
        "After the ordered march, go to the largest battle next to the unit.",
        "MARCH TO BATTLE" => Plain(UnitOrder::MarchToBattle);
    STRATEGIC, "7.13", "MARCH TO ALLIES", ["MARCH TO ALLIES", "GO TO ALLIES", "MTA", "MARCH TO ALLIED UNITS"],
        "After the ordered march, go where most friends stand next to the unit.",
        "MARCH TO ALLIES", needs "march to" => Plain(UnitOrder::MarchToAllies);
    STRATEGIC, "7.13", "MARCH TO ENEMIES", [
        "MARCH TO ENEMIES", "MARCH TO ENEMY", "MARCH TO THE ENEMY", "GO TO ENEMIES", "GO TO ENEMY", "MTE"
    ],
        "After the ordered march, go where most enemies stand next to the unit.",
        "MARCH TO ENEMIES", needs "march to" => Plain(UnitOrder::MarchToEnemies);
    RAIL, "8.3", "RAIL TO X0-Y0 [VIA X0-Y0] [ENTRY c-r]", ["RAIL", "RAIL TO", "BY RAIL", "BY RAIL TO", "TRAIN", "TRAIN TO", "MOVE BY RAIL", "MOVE BY RAIL TO", "GO BY RAIL", "GO BY RAIL TO"],
        "Go by rail, through a square if you name one, and get out at a tactical square.",
        "RAIL TO H6-S2 VIA H5-S1 ENTRY 7-7", needs "rail" => Piece(orders::rail);
    RAIL, "8.5", "DESTROY TRACK", ["DESTROY TRACK", "DESTROY RAIL", "DESTROY RAILROAD", "DESTROY RAILWAY", "DESTROY THE TRACK", "DESTROY THE RAILROAD", "DESTROY THE RAILWAY"],
        "Tear up the railway in the unit's square.",
        "DESTROY TRACK", needs "works" => Plain(UnitOrder::DestroyTrack);
    RAIL, "8.6", "DESTROY BRIDGE", ["DESTROY BRIDGE", "DESTROY THE BRIDGE", "DESTROY RAILROAD BRIDGE", "DESTROY RAILWAY BRIDGE", "DESTROY THE RAILROAD BRIDGE", "DESTROY THE RAILWAY BRIDGE"],
        "Blow up the bridge the unit stands at.",
        "DESTROY BRIDGE", needs "works" => Plain(UnitOrder::DestroyBridge);
    TACTICAL, "9.2", "MOVE c-r [VIA c-r{bridges| or ship}] [PHASE n]", ["MOVE", "MOVE TO", "BEWEGE", "BEWEGE NACH", "MOUVEMENT", "MOUVEMENT VERS"],
        "Move on the tactical map, by way of a ford{bridges|, bridge, pass or ferry| or pass}, starting in tactical phase n (else in the first).{nearest| The goal may also be NEAREST FORD or NEAREST PASS.} A city may stand for its square. Behind a march that may stick, name the strategic square too, as in MOVE H4-S1 7-11 PHASE 5: elsewhere the move is not made. One MOVE a turn: a second takes its place.",
        "MOVE 7-11 VIA 7-9 PHASE 2" => Piece(orders::tactical_move);
    TACTICAL, "9.2", "STAY OUT OF FORT", ["STAY OUT OF FORT", "STAY OUT OF THE FORT", "KEEP OUT OF FORT", "KEEP OUT OF THE FORT", "DO NOT ENTER FORT", "DO NOT ENTER THE FORT", "STAY OUTSIDE FORT", "STAY OUTSIDE THE FORT"],
        "Do not go into the fort of a city.",
        "STAY OUT OF FORT" => Plain(UnitOrder::StayOutOfFort);
    TACTICAL, "9.8", "ENGAGE [PHASES n-m]", [
        "ENGAGE", "ENGAGE ENEMY", "ENGAGE THE ENEMY", "ENGAGE NEAREST ENEMY", "ENGAGE THE NEAREST ENEMY", "GREIFE AN", "ENGAGER"
    ],
        "Go at the nearest enemy whom the unit sees, in tactical phases n to m (else 1 to 4). A MOVE of the unit goes first.",
        "ENGAGE PHASES 2-4" => Piece(orders::engage);
    TACTICAL, "9.9", "LINE FIRST, SECOND or REAR", ["LINE", "FIGHT IN LINE"],
        "The unit's place in a battle; the first line if you say nothing.",
        "LINE SECOND" => Piece(orders::line);
    TACTICAL, "10.15", "BOMBARD c-r", ["BOMBARD", "SHELL", "BESCHIESSE", "BOMBARDE", "BOMBARDER"],
        "Fire the guns into a tactical square near by, with their last two rounds too.",
        "BOMBARD 8-7" => Piece(orders::bombard);
    TACTICAL, "10.15", "NO BOMBARDMENT", [
        "NO BOMBARDMENT", "HOLD FIRE", "HOLD YOUR FIRE", "HOLD THE FIRE", "CEASE FIRE", "BOMBARD NONE",
        "SHELL NONE", "DO NOT BOMBARD", "DON'T BOMBARD", "NO BOMBARD"
    ],
        "The guns do not bombard in this turn; they fire if the unit is attacked.",
        "NO BOMBARDMENT" => Plain(UnitOrder::HoldFire);
    REACTION, "9.10", "SUPPORT c-r RADIUS n [PHASES n-m]", ["SUPPORT", "UNTERSTUETZE", "UNTERSTÜTZE", "SOUTIEN", "SOUTENIR"],
        "Join battles of friends within n squares of this tactical square; with the strategic square before it, as in SUPPORT H4-S1 7-7 RADIUS 7, on that map alone.",
        "SUPPORT 10-5 RADIUS 2 PHASES 1-3" => Piece(orders::support);
    REACTION, "9.10", "NO SUPPORT", ["NO SUPPORT", "DO NOT SUPPORT"],
        "Join no battle.",
        "NO SUPPORT" => Plain(UnitOrder::NoSupport);
    REACTION, "9.11", "INTERCEPT c-r RADIUS n [PHASES n-m]", ["INTERCEPT", "ABFANGEN", "INTERCEPTER"],
        "Go at enemies who move within n squares of this tactical square; with the strategic square before it, on that map alone.",
        "INTERCEPT 7-7 RADIUS 3" => Piece(orders::intercept);
    POSTURE, "6.6", "ATTACK ASSAULT, ATTACK, SKIRMISH or EVADE", ["ATTACK", "ATTACK MODE", "ATTACK POSTURE", "OFFENSIVE POSTURE", "OFFENSIVE MODE", "ANGRIFF", "ATTAQUE", "ATTAQUER"],
        "How hard to fight when attacking; SKIRMISH if you say nothing. The word alone is ATTACK ATTACK.",
        "ATTACK ASSAULT" => Piece(orders::attack);
    POSTURE, "6.6", "DEFEND LAST-DITCH, DEFEND, SKIRMISH or EVADE", ["DEFEND", "DEFENCE", "DEFENSE", "DEFEND MODE", "DEFEND POSTURE", "DEFENSIVE POSTURE", "DEFENSIVE MODE", "VERTEIDIGEN", "VERTEIDIGE", "VERTEIDIGUNG", "DEFENDRE", "DÉFENDRE", "DÉFENSE"],
        "How hard to fight when defending; SKIRMISH if you say nothing. The word alone is DEFEND DEFEND.",
        "DEFEND LAST-DITCH" => Piece(orders::defend);
    SUPPLY, "6.7, 11.9", "CARRY n [FROM unit, city or square]", ["CARRY", "CARRY SUPPLIES", "SUPPLY LEVEL", "TRAGE", "EMPORTER"],
        "Carry n supplies (0 or 1, a corps headquarters up to 12), drawn from a headquarters, a city, or the depot in a square. FROM NONE draws nothing.",
        "CARRY 1 FROM Linz" => Piece(orders::carry);
    STATE, "13.1", "INACTIVATE", ["INACTIVATE", "DEACTIVATE", "GO INACTIVE", "BECOME INACTIVE"],
        "Rest: the unit needs no supply and does nothing.",
        "INACTIVATE" => Plain(UnitOrder::Inactivate);
    STATE, "13.1", "ACTIVATE", ["ACTIVATE", "REACTIVATE", "GO ACTIVE", "BECOME ACTIVE"],
        "Serve again.",
        "ACTIVATE" => Plain(UnitOrder::Activate);
    STATE, "3.5b", "MERGE INTO unit", ["MERGE INTO", "MERGE IN TO", "MERGE WITH"],
        "Become part of another unit of the same type.",
        "MERGE INTO AU4IN" => Piece(orders::merge);
    STATE, "12.4", "DEPLOY BRIDGE c-r [PHASE n]", [
        "DEPLOY BRIDGE", "DEPLOY PONTOON BRIDGE", "LAY BRIDGE", "LAY PONTOON BRIDGE"
    ],
        "Lay the pontoon bridge over a river square.",
        "DEPLOY BRIDGE 7-8 PHASE 2", needs "bridges" => Piece(orders::deploy_bridge);
    STATE, "12.5", "REMOVE BRIDGE [TO c-r] [PHASE n]", ["REMOVE BRIDGE", "REMOVE PONTOON BRIDGE", "UNDEPLOY BRIDGE", "UNDEPLOY PONTOON BRIDGE", "TAKE UP BRIDGE"],
        "Take the pontoon bridge up again.",
        "REMOVE BRIDGE TO 7-9 PHASE 2", needs "bridges" => Piece(orders::remove_bridge);
    STATE, "10.11", "TRANSFER BATTERY TO unit", ["TRANSFER BATTERY TO", "TRANSFER GUNS TO"],
        "Give a captured battery to a unit that has none.",
        "TRANSFER BATTERY TO AU4IN", needs "guns" => Piece(orders::transfer_battery);
    DEPLOYMENT, "6.10, 7.17", "DEPLOY X0-Y0 c-r", ["DEPLOY", "DEPLOY TO", "DEPLOY AT", "DEPLOY IN"],
        "{=Before the campaign, and in peace and truce turns}: place the unit. Either square may be left out.",
        "DEPLOY H4-S1 7-7" => Piece(orders::deploy);
    OFFICES, "3.5", "ASSIGN unit TO player [DEPUTY player]", ["ASSIGN"],
        "Who commands a unit from now on, and who is the deputy; DEPUTY NONE for nobody.",
        "ASSIGN AU3IN TO benedek DEPUTY gablenz" => Office(office::assign);
    OFFICES, "11.7", "MOVE SUPPLIES n FROM place TO place", ["MOVE SUPPLIES"],
        "Send supplies. A place is a city's name, or the square of a depot{caches| or cache}.",
        "MOVE SUPPLIES 20 FROM Ulm TO Linz" => Office(office::move_supplies);
    OFFICES, "11.5", "ADD SUPPLIES n TO place", ["ADD SUPPLIES", "BUY SUPPLIES"],
        "Buy supplies.",
        "ADD SUPPLIES 10 TO Linz", needs "purchases" => Office(office::add_supplies);
    OFFICES, "11.5", "PLACE DEPOT X0-Y0 c-r", ["PLACE DEPOT", "PLACE SUPPLY DEPOT", "PLACE A SUPPLY DEPOT", "PLACE RESERVE DEPOT", "PLACE A RESERVE DEPOT"],
        "Set up a supply depot.",
        "PLACE DEPOT H4-S1 3-3" => Office(office::place_depot);
    OFFICES, "11.5", "PLACE CACHE X0-Y0 c-r", ["PLACE CACHE", "PLACE SUPPLY CACHE", "PLACE A SUPPLY CACHE"],
        "Set up a supply cache.",
        "PLACE CACHE H4-S1 3-3", needs "caches" => Office(office::place_cache);
    OFFICES, "11.5", "REMOVE DEPOT X0-Y0", ["REMOVE DEPOT", "REMOVE SUPPLY DEPOT"],
        "Take a depot away.",
        "REMOVE DEPOT H4-S1" => Office(office::remove_depot);
    OFFICES, "11.5", "REMOVE CACHE X0-Y0", ["REMOVE CACHE", "REMOVE SUPPLY CACHE"],
        "Take a cache away.",
        "REMOVE CACHE H4-S1", needs "caches" => Office(office::remove_cache);
    OFFICES, "8.5", "REBUILD TRACK X0-Y0", ["REBUILD TRACK", "REBUILD RAILROAD", "REBUILD RAILWAY", "REBUILD THE TRACK", "REBUILD THE RAILROAD", "REBUILD THE RAILWAY"],
        "Mend the railway in a square.",
        "REBUILD TRACK H4-S1", needs "works" => Office(office::rebuild_track);
    OFFICES, "8.6", "REBUILD BRIDGE X0-Y0", ["REBUILD BRIDGE", "REBUILD RAILROAD BRIDGE", "REBUILD RAILWAY BRIDGE", "REBUILD THE BRIDGE"],
        "Mend the railway bridge in a square.",
        "REBUILD BRIDGE H4-S1", needs "works" => Office(office::rebuild_bridge);
    OFFICES, "3.4", "UPGRADE unit", ["UPGRADE"],
        "Give a unit better arms.",
        "UPGRADE AU3IN", needs "upgrades" => Office(office::upgrade);
    OFFICES, "13.1", "INACTIVATE unit", ["INACTIVATE", "DEACTIVATE"],
        "The {=War Minister}'s way to let a unit rest.",
        "INACTIVATE AU3IN" => Office(office::inactivate_unit);
}
