//! Reasons of the war at sea: why a ship or an office does not do what was ordered, each with its rules and its sentence, in one table.
//!
//! The rules stand beside the sentence and not within it, by the numbers of WISC alone; those of another book with that book's name.
//! Whoever tells a reason has them behind it in the book's voice ([`TOLD`]). The record has the key of a row and what stands in its
//! gaps; what it says may change.

use crate::kind::BOOK;
use fieldpost_engine::voice::Voice;

/// How reasons of ships are told to players.
pub const TOLD: Voice = Voice { of_each: false, takes_no_side: false, open: None, cites: Some(BOOK) };

/// How records of form 1 and cases of the book have them: with the numbers alone.
pub const IN_FORM1: Voice = Voice { cites: Some(""), ..TOLD };

fieldpost_engine::reasons! {
    // Whether she serves, and how she lies.
    NotInService "2.6" "she does not serve"
    NoMore "" "she is no more"
    GoneShip "" "{} is no more"
    NoCrew "2.6, 2.7" "she has no crew; men come aboard by CREW of a ship beside her"
    TakesNoOrders "6.17" "she is on the Atlantic, and takes no orders"
    OnTheAtlantic "6.17" "she is on the Atlantic"
    Homeward "3.4" "she sails home for stores"
    NoStoresToLeave "3.4" "without a unit of stores in her hold she does not leave port"
    BusyLoading "9.4" "she loads or unloads all turn"
    NoGunners "7.5" "she has not the men to serve her guns"
    Lame "6.12" "her engines or rigging are gone"
    LameInBattle "7.1" "her engines or rigging are gone"
    LameCompany "6.13" "she keeps company with {}, who has no engines or rigging left; SAIL ALONE leaves her behind"
    WindIntoHarbor "6.12" "the wind blows straight into the harbor"
    WindOutOfHarbor "6.12" "the wind blows straight out of it"
    WindAgainstSortie "7.1" "the wind blows straight into the harbor"
    WindAgainstStandIn "7.1" "the wind blows straight out of it"

    // Commands, service, attachment, groups, bases, crews.
    NotAssigned "2.3" "{} cannot be assigned to {}"
    NotLaidUp "2.6" "she is not laid up"
    NeverLaidUp "2.6" "transport groups are never laid up" => Always
    LaidUpInPorts "2.6" "ships are laid up in ports"
    HomePortsOnly "2.6" "ships are laid up in ports of their home nation that it holds"
    HostilesPresent "2.6" "hostile ships are present"
    ToHerself "4.4" "no ship is attached to herself" => Always
    NoLeader "4.4" "there is no ship {}"
    LeaderElsewhere "4.4" "{} is not with her"
    Attached "4.4" "{} is attached to another ship"
    NoGroup "2.5" "there is no {}"
    UnlikeGroups "2.5" "transport groups of one state and type combine" => Always
    NotInContact "2.5" "{} is not in contact with her"
    TooLarge "2.5" "together {} is above 20,000"
    PartsTooSmall "2.5" "{} and {}: a transport group has 2,000 to 20,000"
    CargoMisfit "2.5, 9.1" "what is aboard does not fit the two parts"
    NoFriendlyBase "3.4" "{} is no friendly port"
    NoTaker "2.7" "there is no ship {}"
    TakerElsewhere "2.7" "{} is not with her"
    EnemiesPresent "2.7" "enemy ships are present"
    CrewFull "2.7" "{} would have more than her whole crew"
    TooFewStay "2.7" "{} would keep too few men"

    // Stores, yards.
    NoFriendlyYard "3.3" "{} is no friendly port"
    NotInYard "3.3" "she is in {}, and not in {}"
    NotDamaged "3.3" "nothing of hers is damaged"
    HasOrders "3.3" "she has orders to move"
    YardBusy "3.3" "the yard of {} has no room left for her"
    NoPrices "3.3" "this war has no prices, and no {} is laid down at {}" => Always
    SamePlace "3.5" "they are in {} already" => Always
    TooManyLeave "3.5" "{} stores and supplies would leave {}, and 60 may"
    NotEnough "3.5" "{} has not {} stores"
    NoLine "3.5" "no line of contact of four squares, railway of 40 or river of 30 leads from {} to {}"
    NoFriendlyPort "3.5" "{} is no friendly port"
    NoMagazine "3.5" "no city, depot or cache of your side is in {}"
    HostileIn "3.5" "a hostile ship is in {}"
    HostileOff "3.5" "a hostile ship lies off {}, in {}"
    NoSeaJoins "3.5" "no sea joins {} and {}"
    Raided "3.5" "{} raiders against {} that convoy"

    // Ways.
    Barred "6.7" "hostile warships in {} bar the way"
    StoppedOnRiver "6.6" "enemies in {} stop her on the river"
    HeldByBatteries "6.6, 7.6" "hostile batteries here stop her; she goes back, or runs past them in battle"
    HostileShips "6.6" "hostile ships"
    HostileBatteries "6.6" "hostile batteries"
    EnemyDetected "4.5" "an enemy is detected"
    PontoonDetected "4.5" "an enemy pontoon bridge is detected"
    RiverMoved "6.11" "{} moved {} river squares, and only fewer than ten let her out"
    NotAtMouth "6.11" "{} has moved along the river, and not as far as its mouth"
    NoWay "6.11" "no way from {} to {}" => Always
    NoWayFromHere "6.4, 6.5" "no way from here to {}"
    NotBeside "6.2" "{} is not adjacent to {}" => Always
    NotConnected "6.2" "{} is not connected to {}" => Always
    NoSeaOff "6.3" "{} is not connected to {}" => Always
    NoMouth "6.2, 6.3" "no mouth here leads to {}"
    RiverEnteredFrom "6.4" "the river of {} is entered from {}, where COAST {} takes her first"
    EnteredFrom "1.4, 6.4" "{} is entered from {}, where COAST {} takes her first"
    NoHarbor "6.1" "{} has no harbor" => Always
    TypeBarred "2.1" "her type cannot enter {}" => Always
    TypeBarredThere "2.1" "her type does not come to {}"
    TypeBarredInlet "2.1" "her type cannot enter that river"
    NeverToSea "2.1" "her type never goes to sea areas" => Always
    TooNarrow "2.1" "the river on the way to {} is too narrow for her type"
    NoEnemyNear "4.5" "no enemy ship is in coastal waters in reach"
    TurnedAway "6.15" "she turned away before enemies"
    CompanyStays "6.13" "{} cannot: {why}; her company stays with her, and SAIL ALONE leaves her"

    // Battle, and fire on land.
    NotInPort "7.1" "she is in no harbor or river mouth"
    HarborHeld "7.1" "{} hostile warships in the harbor hold {}"
    NotOnCoast "7.1" "she is in no coastal waters"
    NoSuchInlet "7.1" "these waters have no such harbor or mouth"
    NoWayIn "1.4" "no way in from here"
    CouldNotEvade "7.1" "she could not evade the enemies outside"
    OffTheMap "7.7" "{} is off the land map"
    OutOfRange "7.7" "from {} her guns do not reach the land: she must lie in a harbor or on a river when the phase begins, and fires into that square alone"
    SupportCounts "7.7" "SUPPORT is ordered too, and counts" => Always
    EnemyShipHere "7.7" "an enemy ship is in the square"
    EnemyBatteryHere "7.7" "an enemy battery is in the square"
    LeftStation "7.7" "she has left {}, and her fire was not ordered for where she is now"
    NotOnWater "7.7" "{} does not lie on the water"
    NoBattle "7.7" "no battle of her side was fought on the water within {} of {} in these phases"

    // What goes aboard and ashore.
    NotYet "EU 7.18" "nobody boards or lands before the campaign" => Always
    NoUnit "9.2" "there is no {} to load"
    NotHers "9.2" "{} is not of her side"
    Militia "CWOL 7.17" "{} is militia, and boards no transport" => Always
    Shattered "EU 14.3" "{} is shattered, and goes aboard of nothing before it has reformed"
    Laid "EU 12.5" "{} lies as a bridge, and goes nowhere before it is taken up"
    NoRoom "9.1" "{} takes {} of capacity, and {} are free" => Always
    NotAboard "9.2" "{} is not aboard"
    NotWithinReach "9.2" "{} is not where she can take it"
    OutOfReach "9.2" "{} at {} {} is out of her reach"
    DepotOutOfReach "9.2" "the depot in {} at {} {} is out of her reach"
    HighGround "9.2" "{} is hills or mountains"
    FullAshore "9.2" "{} has no room for another unit of her side: {} stays aboard"
    BattleEnded "9.4" "the battle ended her loading and unloading"
    BattleEndedLoading "9.4" "the battle ended the loading of {}"
    LoadedElsewhere "9.4" "{} was loaded in one harbor and is not unloaded in another on the same turn"
    Astray "9.4" "her voyage ended in {}, where she was not ordered to: {} stays aboard"
    SuppliesAstray "9.4" "her voyage did not end where she was ordered to"
    NoPortOfHers "9.4" "she ended the turn in {}, which is no friendly port"
    SameOrderNext "9.4" "she came to {} on this turn, and whoever lands there takes all of a turn: the same order on the next"
    OnNoWaters "9.4" "she ended the turn in {}, and {} lies on no coastal waters"
    LandedFrom "9.4" "she ended the turn in {}, and {} is landed on from {}"
    NotFromThere "9.2" "she lies in {}, and {} is not landed on from there"
    NoLanding "9.2" "units are landed in harbors, on rivers and from coastal waters"
    EnemiesIn "9.2, N-38" "enemies are in {}"
    Foreign "1.7, 10.1" "{} is foreign"
    SayWhichSquare "9.2" "say at which square of the shore: AT X0-Y0"
    NotOnShore "9.2" "{} does not lie on the shore of {}"
    NoGround "9.2" "no ground to land on in {}"
    NotOnBank "9.2" "{} {} is not on the bank"
    NoBank "9.2" "no bank to land on in {}"
    PeaceFull "EU 1.5" "{} holds as many brigades as it may in peace: {} stays aboard"
    ClosedLand "EU 7.16" "{} belongs to a nation whose land may not be entered"
    EnemyAshore "EU 7.14" "an enemy stands at {} {}, and nobody lands on one"
    EnemiesAllAlong "EU 7.14" "enemies stand wherever one could land in {}"
    InPart "" "{} of {}: {why}"
    MostInATurn "9.3" "no more are unloaded there in a turn: one for 500 of her capacity"
    CorpsFull "9.3" "a corps headquarters carries 12 at most"
    NoMoreThere "9.3" "no more are there"
    NoMoreFit "9.1" "no more fit aboard"
    NoMoreAboard "9.1" "no more are aboard"
    SayWhichStore "9.3" "say which city, depot or headquarters"
    NotInHarborOf "9.3" "she is not in the harbor of {}"
    StoreNotFriendly "9.3" "{} is not friendly"
    Besieged "N-39" "{} is besieged"
    LiesStillOnly "9.3" "a depot or headquarters takes and gives supplies only while she lies still, and she has orders to move"
    NoDepot "9.3" "no depot of her side is in {}"
    NoCorps "9.3" "{} is no corps headquarters in reach"
    HasMarch "9.3" "{} has orders to march"

    // Placing before a campaign, bridges.
    NotByRiver "6.18" "{} is not to be reached by her side's rivers"
    HeldByEnemy "6.18" "{} is held by the enemy"
    NobodyOnAtlantic "6.18" "nobody is placed on the Atlantic" => Always
    GroupsNotPlaced "6.18" "transport groups are not placed" => Always
    NoBridgesInPeace "7.7" "nobody destroys bridges in peace" => Always
    NoRailBridge "7.7" "{} has no railway bridge"
    MovedOrFought "7.7" "she moved or fought, and a bridge takes a turn of neither"
    NoPontoon "7.7" "{} has no pontoon bridge of an enemy's"
    TransportsNot "7.7" "transports destroy no bridges" => Always
    EnemyBy "7.7" "an enemy ship or battery is in {}"

    // Lines that could not be read: what the language says of them.
    Unread "" "{}: {}"
    UnreadOfOffice "" "{}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_engine::reason::Holds;

    /// No rule decides that a ship is no more, what part of an order is spoken of, or how a line is read.
    const OF_NO_RULE: [Why; 5] = [Why::NoMore, Why::GoneShip, Why::InPart, Why::Unread, Why::UnreadOfOffice];

    #[test]
    fn every_reason_rests_on_a_rule_and_none_is_written_into_its_sentence() {
        for why in Why::ALL {
            assert_eq!(why.rules().is_empty(), OF_NO_RULE.contains(why), "{why:?}");
            assert!(!why.says().contains('('), "{why:?}");
        }
    }

    #[test]
    fn a_reason_is_told_with_its_rules_as_those_of_its_book() {
        let told = |reason: &Reason| (reason.told(TOLD), reason.told(IN_FORM1));
        for (reason, words, cited, in_form1) in [
            (
                Why::NoRoom.of("US1IN").and(4000).and(2000),
                "US1IN takes 4000 of capacity, and 2000 are free",
                "WISC 9.1",
                "9.1",
            ),
            (
                Why::InPart.of(12).and(15).because(Why::NoMoreThere),
                "12 of 15: no more are there",
                "WISC 9.3",
                "9.3",
            ),
            (Why::NotYet.into(), "nobody boards or lands before the campaign", "EU 7.18", "EU 7.18"),
            (Why::Besieged.of("Norfolk"), "Norfolk is besieged", "N-39", "N-39"),
        ] {
            assert_eq!(told(&reason), (format!("{words} ({cited})"), format!("{words} ({in_form1})")));
            assert_eq!(reason.parted(TOLD), (words.to_owned(), cited.into()));
        }
        let company = Why::CompanyStays.of("US1IC").because(Why::TypeBarred.of("K4-U0"));
        let words = "US1IC cannot: her type cannot enter K4-U0 (WISC 2.1); her company stays with her, and SAIL ALONE leaves her";
        assert_eq!(company.parted(TOLD), (words.into(), "WISC 6.13".into()));
    }

    #[test]
    fn the_map_and_her_own_orders_decide_for_certain_and_enemies_as_things_stand() {
        for why in [Why::NoWay, Why::NotBeside, Why::NoRoom, Why::NeverToSea, Why::GroupsNotPlaced] {
            assert_eq!(why.row().holds, Holds::Always, "{why:?}");
        }
        for why in [Why::Barred, Why::StoppedOnRiver, Why::HostileIn, Why::EnemyBy, Why::NotInContact] {
            assert_eq!(why.row().holds, Holds::AsThingsStand, "{why:?}");
        }
    }
}
