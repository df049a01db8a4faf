//! Reasons of the war at sea: why a ship or an office does not do what was ordered, each with its rules and its sentence, in one table.
//!
//! A sentence cites its own rules at its end, by the numbers of WISC alone; those of another book with that book's name. The record
//! has the key of a row and what stands in its gaps; what it says may change.

fieldpost_engine::reasons! {
    // Whether she serves, and how she lies.
    NotInService "2.6" "she does not serve (2.6)"
    NoMore "" "she is no more"
    GoneShip "" "{} is no more"
    NoCrew "2.6, 2.7" "she has no crew; men come aboard by CREW of a ship beside her (2.6, 2.7)"
    TakesNoOrders "6.17" "she is on the Atlantic, and takes no orders (6.17)"
    OnTheAtlantic "6.17" "she is on the Atlantic (6.17)"
    Homeward "3.4" "she sails home for stores (3.4)"
    NoStoresToLeave "3.4" "without a unit of stores in her hold she does not leave port (3.4)"
    BusyLoading "9.4" "she loads or unloads all turn (9.4)"
    NoGunners "7.5" "she has not the men to serve her guns (7.5)"
    Lame "6.12" "her engines or rigging are gone (6.12)"
    LameInBattle "7.1" "her engines or rigging are gone (7.1)"
    LameCompany "6.13" "she keeps company with {}, who has no engines or rigging left; SAIL ALONE leaves her behind (6.13)"
    WindIntoHarbor "6.12" "the wind blows straight into the harbor (6.12)"
    WindOutOfHarbor "6.12" "the wind blows straight out of it (6.12)"
    WindAgainstSortie "7.1" "the wind blows straight into the harbor (7.1)"
    WindAgainstStandIn "7.1" "the wind blows straight out of it (7.1)"

    // Commands, service, attachment, groups, bases, crews.
    NotAssigned "2.3" "{} cannot be assigned to {} (2.3)"
    NotLaidUp "2.6" "she is not laid up (2.6)"
    NeverLaidUp "2.6" "transport groups are never laid up (2.6)" => Always
    LaidUpInPorts "2.6" "ships are laid up in ports (2.6)"
    HomePortsOnly "2.6" "ships are laid up in ports of their home nation that it holds (2.6)"
    HostilesPresent "2.6" "hostile ships are present (2.6)"
    ToHerself "4.4" "no ship is attached to herself (4.4)" => Always
    NoLeader "4.4" "there is no ship {} (4.4)"
    LeaderElsewhere "4.4" "{} is not with her (4.4)"
    Attached "4.4" "{} is attached to another ship (4.4)"
    NoGroup "2.5" "there is no {} (2.5)"
    UnlikeGroups "2.5" "transport groups of one state and type combine (2.5)" => Always
    NotInContact "2.5" "{} is not in contact with her (2.5)"
    TooLarge "2.5" "together {} is above 20,000 (2.5)"
    PartsTooSmall "2.5" "{} and {}: a transport group has 2,000 to 20,000 (2.5)"
    CargoMisfit "2.5, 9.1" "what is aboard does not fit the two parts (2.5, 9.1)"
    NoFriendlyBase "3.4" "{} is no friendly port (3.4)"
    NoTaker "2.7" "there is no ship {} (2.7)"
    TakerElsewhere "2.7" "{} is not with her (2.7)"
    EnemiesPresent "2.7" "enemy ships are present (2.7)"
    CrewFull "2.7" "{} would have more than her whole crew (2.7)"
    TooFewStay "2.7" "{} would keep too few men (2.7)"

    // Stores, yards.
    NoFriendlyYard "3.3" "{} is no friendly port (3.3)"
    NotInYard "3.3" "she is in {}, and not in {} (3.3)"
    NotDamaged "3.3" "nothing of hers is damaged (3.3)"
    HasOrders "3.3" "she has orders to move (3.3)"
    YardBusy "3.3" "the yard of {} has no room left for her (3.3)"
    NoPrices "3.3" "this war has no prices, and no {} is laid down at {} (3.3)" => Always
    SamePlace "3.5" "they are in {} already (3.5)" => Always
    TooManyLeave "3.5" "{} stores and supplies would leave {}, and 60 may (3.5)"
    NotEnough "3.5" "{} has not {} stores (3.5)"
    NoLine "3.5" "no line of contact of four squares, railway of 40 or river of 30 leads from {} to {} (3.5)"
    NoFriendlyPort "3.5" "{} is no friendly port (3.5)"
    NoMagazine "3.5" "no city, depot or cache of your side is in {} (3.5)"
    HostileIn "3.5" "a hostile ship is in {} (3.5)"
    HostileOff "3.5" "a hostile ship lies off {}, in {} (3.5)"
    NoSeaJoins "3.5" "no sea joins {} and {} (3.5)"
    Raided "3.5" "{} raiders against {} that convoy (3.5)"

    // Ways.
    Barred "6.7" "hostile warships in {} bar the way (6.7)"
    StoppedOnRiver "6.6" "enemies in {} stop her on the river (6.6)"
    HeldByBatteries "6.6, 7.6" "hostile batteries here stop her; she goes back, or runs past them in battle (6.6, 7.6)"
    HostileShips "6.6" "hostile ships (6.6)"
    HostileBatteries "6.6" "hostile batteries (6.6)"
    EnemyDetected "4.5" "an enemy is detected (4.5)"
    PontoonDetected "4.5" "an enemy pontoon bridge is detected (4.5)"
    RiverMoved "6.11" "{} moved {} river squares, and only fewer than ten let her out (6.11)"
    NotAtMouth "6.11" "{} has moved along the river, and not as far as its mouth (6.11)"
    NoWay "6.11" "no way from {} to {} (6.11)" => Always
    NoWayFromHere "6.4, 6.5" "no way from here to {} (6.4, 6.5)"
    NotBeside "6.2" "{} is not adjacent to {} (6.2)" => Always
    NotConnected "6.2" "{} is not connected to {} (6.2)" => Always
    NoSeaOff "6.3" "{} is not connected to {} (6.3)" => Always
    NoMouth "6.2, 6.3" "no mouth here leads to {} (6.2, 6.3)"
    RiverEnteredFrom "6.4" "the river of {} is entered from {}, where COAST {} takes her first (6.4)"
    EnteredFrom "1.4, 6.4" "{} is entered from {}, where COAST {} takes her first (1.4, 6.4)"
    NoHarbor "6.1" "{} has no harbor (6.1)" => Always
    TypeBarred "2.1" "her type cannot enter {} (2.1)" => Always
    TypeBarredThere "2.1" "her type does not come to {} (2.1)"
    TypeBarredInlet "2.1" "her type cannot enter that river (2.1)"
    NeverToSea "2.1" "her type never goes to sea areas (2.1)" => Always
    TooNarrow "2.1" "the river on the way to {} is too narrow for her type (2.1)"
    NoEnemyNear "4.5" "no enemy ship is in coastal waters in reach (4.5)"
    TurnedAway "6.15" "she turned away before enemies (6.15)"
    CompanyStays "6.13" "{} cannot: {why}; her company stays with her, and SAIL ALONE leaves her (6.13)"

    // Battle, and fire on land.
    NotInPort "7.1" "she is in no harbor or river mouth (7.1)"
    HarborHeld "7.1" "{} hostile warships in the harbor hold {} (7.1)"
    NotOnCoast "7.1" "she is in no coastal waters (7.1)"
    NoSuchInlet "7.1" "these waters have no such harbor or mouth (7.1)"
    NoWayIn "1.4" "no way in from here (1.4)"
    CouldNotEvade "7.1" "she could not evade the enemies outside (7.1)"
    OffTheMap "7.7" "{} is off the land map (7.7)"
    OutOfRange "7.7" "from {} her guns do not reach the land: she must lie in a harbor or on a river when the phase begins, and fires into that square alone (7.7)"
    SupportCounts "7.7" "SUPPORT is ordered too, and counts (7.7)" => Always
    EnemyShipHere "7.7" "an enemy ship is in the square (7.7)"
    EnemyBatteryHere "7.7" "an enemy battery is in the square (7.7)"
    LeftStation "7.7" "she has left {}, and her fire was not ordered for where she is now (7.7)"
    NotOnWater "7.7" "{} does not lie on the water (7.7)"
    NoBattle "7.7" "no battle of her side was fought on the water within {} of {} in these phases (7.7)"

    // What goes aboard and ashore.
    NotYet "EU 7.18" "nobody boards or lands before the campaign (EU 7.18)" => Always
    NoUnit "9.2" "there is no {} to load (9.2)"
    NotHers "9.2" "{} is not of her side (9.2)"
    Militia "CWOL 7.17" "{} is militia, and boards no transport (CWOL 7.17)" => Always
    Shattered "EU 14.3" "{} is shattered, and goes aboard of nothing before it has reformed (EU 14.3)"
    Laid "EU 12.5" "{} lies as a bridge, and goes nowhere before it is taken up (EU 12.5)"
    NoRoom "9.1" "{} takes {} of capacity, and {} are free (9.1)" => Always
    NotAboard "9.2" "{} is not aboard (9.2)"
    NotWithinReach "9.2" "{} is not where she can take it (9.2)"
    OutOfReach "9.2" "{} at {} {} is out of her reach (9.2)"
    DepotOutOfReach "9.2" "the depot in {} at {} {} is out of her reach (9.2)"
    HighGround "9.2" "{} is hills or mountains (9.2)"
    FullAshore "9.2" "{} has no room for another unit of her side: {} stays aboard (9.2)"
    BattleEnded "9.4" "the battle ended her loading and unloading (9.4)"
    BattleEndedLoading "9.4" "the battle ended the loading of {} (9.4)"
    LoadedElsewhere "9.4" "{} was loaded in one harbor and is not unloaded in another on the same turn (9.4)"
    Astray "9.4" "her voyage ended in {}, where she was not ordered to: {} stays aboard (9.4)"
    SuppliesAstray "9.4" "her voyage did not end where she was ordered to (9.4)"
    NoPortOfHers "9.4" "she ended the turn in {}, which is no friendly port (9.4)"
    SameOrderNext "9.4" "she came to {} on this turn, and whoever lands there takes all of a turn: the same order on the next (9.4)"
    OnNoWaters "9.4" "she ended the turn in {}, and {} lies on no coastal waters (9.4)"
    LandedFrom "9.4" "she ended the turn in {}, and {} is landed on from {} (9.4)"
    NotFromThere "9.2" "she lies in {}, and {} is not landed on from there (9.2)"
    NoLanding "9.2" "units are landed in harbors, on rivers and from coastal waters (9.2)"
    EnemiesIn "9.2, N-38" "enemies are in {} (9.2, N-38)"
    Foreign "1.7, 10.1" "{} is foreign (1.7, 10.1)"
    SayWhichSquare "9.2" "say at which square of the shore: AT X0-Y0 (9.2)"
    NotOnShore "9.2" "{} does not lie on the shore of {} (9.2)"
    NoGround "9.2" "no ground to land on in {} (9.2)"
    NotOnBank "9.2" "{} {} is not on the bank (9.2)"
    NoBank "9.2" "no bank to land on in {} (9.2)"
    PeaceFull "EU 1.5" "{} holds as many brigades as it may in peace: {} stays aboard (EU 1.5)"
    ClosedLand "EU 7.16" "{} belongs to a nation whose land may not be entered (EU 7.16)"
    EnemyAshore "EU 7.14" "an enemy stands at {} {}, and nobody lands on one (EU 7.14)"
    EnemiesAllAlong "EU 7.14" "enemies stand wherever one could land in {} (EU 7.14)"
    InPart "" "{} of {}: {why}"
    MostInATurn "9.3" "no more are unloaded there in a turn: one for 500 of her capacity (9.3)"
    CorpsFull "9.3" "a corps headquarters carries 12 at most (9.3)"
    NoMoreThere "9.3" "no more are there (9.3)"
    NoMoreFit "9.1" "no more fit aboard (9.1)"
    NoMoreAboard "9.1" "no more are aboard (9.1)"
    SayWhichStore "9.3" "say which city, depot or headquarters (9.3)"
    NotInHarborOf "9.3" "she is not in the harbor of {} (9.3)"
    StoreNotFriendly "9.3" "{} is not friendly (9.3)"
    Besieged "N-39" "{} is besieged (N-39)"
    LiesStillOnly "9.3" "a depot or headquarters takes and gives supplies only while she lies still, and she has orders to move (9.3)"
    NoDepot "9.3" "no depot of her side is in {} (9.3)"
    NoCorps "9.3" "{} is no corps headquarters in reach (9.3)"
    HasMarch "9.3" "{} has orders to march (9.3)"

    // Placing before a campaign, bridges.
    NotByRiver "6.18" "{} is not to be reached by her side's rivers (6.18)"
    HeldByEnemy "6.18" "{} is held by the enemy (6.18)"
    NobodyOnAtlantic "6.18" "nobody is placed on the Atlantic (6.18)" => Always
    GroupsNotPlaced "6.18" "transport groups are not placed (6.18)" => Always
    NoBridgesInPeace "7.7" "nobody destroys bridges in peace (7.7)" => Always
    NoRailBridge "7.7" "{} has no railway bridge (7.7)"
    MovedOrFought "7.7" "she moved or fought, and a bridge takes a turn of neither (7.7)"
    NoPontoon "7.7" "{} has no pontoon bridge of an enemy's (7.7)"
    TransportsNot "7.7" "transports destroy no bridges (7.7)" => Always
    EnemyBy "7.7" "an enemy ship or battery is in {} (7.7)"

    // Lines that could not be read: what the language says of them.
    Unread "" "{}: {}"
    UnreadOfOffice "" "{}"
}

/// A reason in a clause without the rules behind it, and these; what cites another book than WISC does so in its clause.
pub fn cited(reason: &Reason) -> (String, &'static str) {
    let words = reason.words().into_owned();
    let rules = match reason.inner() {
        Some(inner) if reason.why.rules().is_empty() => inner.why.rules(),
        _ => reason.why.rules(),
    };
    let is_of_wisc = rules.starts_with(|first: char| first.is_ascii_digit());
    match words.strip_suffix(&format!(" ({rules})")).filter(|_| is_of_wisc) {
        Some(clause) => (clause.to_owned(), rules),
        None => (words, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_engine::reason::Holds;

    /// The rules that a sentence cites stand once in the row and once at its end, as the record has it.
    #[test]
    fn every_sentence_cites_the_rules_of_its_row() {
        let mut cited = 0;
        for why in Why::ALL.iter().filter(|why| !why.rules().is_empty()) {
            assert!(why.says().ends_with(&format!(" ({})", why.rules())), "{why:?}");
            cited += 1;
        }
        assert!(cited > 120, "only {cited} citations");
        for why in Why::ALL.iter().filter(|why| why.rules().is_empty()) {
            assert!(!why.says().contains('('), "{why:?}");
        }
    }

    #[test]
    fn a_clause_stands_without_its_rules_and_one_within_another_with_them() {
        let room = Why::NoRoom.of("US1IN").and(4000).and(2000);
        assert_eq!(cited(&room), ("US1IN takes 4000 of capacity, and 2000 are free".into(), "9.1"));
        let part = Why::InPart.of(12).and(15).because(Why::NoMoreThere);
        assert_eq!(cited(&part), ("12 of 15: no more are there".into(), "9.3"));
        let other = Reason::from(Why::NotYet);
        assert_eq!(cited(&other), ("nobody boards or lands before the campaign (EU 7.18)".into(), ""));
        let company = Why::CompanyStays.of("US1IC").because(Why::TypeBarred.of("K4-U0"));
        let words = "US1IC cannot: her type cannot enter K4-U0 (2.1); her company stays with her, and SAIL ALONE leaves her";
        assert_eq!(cited(&company), (words.into(), "6.13"));
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
