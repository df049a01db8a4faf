//! Reasons of the land war, for whom they concern, each with its rules and its sentence, in one table.
//!
//! A record of form 1 has the words; [`reread`](crate::event::reread) makes reasons of them again. Of reasons for
//! refusals: **they name what happened to the unit, never an enemy that caused it.**

use fieldpost_engine::refusal::Refusal;

fieldpost_engine::reasons! {
    // Strategic movement.
    BatteriesStay "7.1" "naval batteries do not march" => Always
    Tired "7.1" "{its} fatigue is in excess of {}"
    Spent "7.1" "{it} has marched all the squares {it} can march in a turn"
    NoForcedMarch "7.11" "the next square would be a forced march, which {its} orders forbid"
    NotAdjacent "7.4" "{} is not adjacent to where {it} stands"
    Impassable "1.2" "{} is {}, which cannot be entered"
    Between "7.4" "the way to {} runs diagonally between two squares of {}"
    LeavesHome "7.1" "{} lies outside the militia's home state"
    Closed "7.16" "{} belongs to a nation whose land may not be entered"
    Laid "12.5" "{it} lies as a bridge, and must first be taken up"
    Besieged "7.7" "{it} is in a besieged city"
    NotClear "7.7" "{its} way to the {} edge of the tactical map is not clear"
    Squeezed "7.7" "{its} way out to the {} runs diagonally between two units"
    WrongBank "7.8" "a river or mountain range bars {its} way out to the {}"
    InMarsh "7.8" "{it} stands too far inside the marsh to leave it to the {}"
    NoRoomIn "1.5" "there is no room for {it} in {}"
    NoWayIn "7.14" "{it} finds no tactical square to enter {} by"
    NotFreeToWithdraw "7.5" "{} is not free to withdraw to"
    WouldBeInterrupted "7.5" "the diagonal way to {} is not safe to withdraw by"
    NoBattle "7.5" "no battle was fought in {its} square last turn"
    EntryShut "7.14" "the entry square {} is not open to {it} in {}: {it} comes in by {}"
    EntryTooDeep "7.14" "{} is too far inside {} to be an entry square: {it} comes in by {}"
    Interrupted "7.15" "{its} diagonal march to {} was interrupted"
    MetAnEnemy "7.9" "{it} met an enemy, and {its} orders are to halt on detection"
    EnemyEntered "7.10" "an enemy entered {its} square, and {its} orders are to halt on that"

    // Railways.
    MilitiaByRail "8.1" "militia do not go by rail" => Always
    BatteriesDoNotMove "7.1" "naval batteries do not move" => Always
    Marched "8.1" "{it} marched this turn, and so does not go by rail"
    NoRailway "8.1" "{} has no railway to go by"
    RailwayNotHeld "8.2" "the railway of {} was not in {its} side's control both when the turn began and when the train left"
    OffTrack "8.1" "{it} did not stand on the track of {its} tactical map, as {it} must here"
    There "8.1" "{it} is in {} already"
    TooFarByRail "8.3" "no way by rail of at most {} squares leads to {}"
    RailwayBarred "8.3" "the railway of {} is not open to {it}"
    NoRoomOnTheWay "8.4" "there is no room to get out on the way"
    JourneyEnded "8.3" "{its} journey to {} ended here: {why}"
    JourneyLimit "8.1" "a unit goes at most {} squares by rail in a turn"
    BarredBeyond "8.3" "the railway beyond is not open to {it}"
    NoRoomFarther "8.4" "there was no room to get out farther on"
    NotDestroyed "8.5" "the {} is not destroyed: {why} {rule 8.5}"
    NotThereAllTurn "8.5" "{it} was not in the square all turn"
    NotOnTheBridge "8.6" "{it} was not in the bridge's tactical square all turn"
    Fought "8.5" "{it} was in combat this turn"
    RailwayLost "8.5" "{its} side did not control the railway all turn"
    NoTrack "8.5" "there is no track in the square that is whole"
    NoRailwayBridge "8.6" "there is no railway bridge where {it} stands"
    TrackOnOtherBank "8.6" "the railway is on the other bank of the river, and no bridge leads there"
    RailwayWhole "8.5" "the railway in {} is whole again"
    WorksLost "8.5" "the railway in {} is not rebuilt: {your} side does not control it {rule 8.5}"
    NotRebuilt "8.5" "the {} in {} is not rebuilt: {why} {rule 8.5}"
    WillBeWhole "8.5" "the {} in {} will be whole at the end of turn {}"
    NoSuchWorks "" "this game's book has no such works"
    NeverARailway "8.5" "no railway was ever there"
    RailwayNotYours "8.5" "{your} side does not control the railway"
    NotGone "8.5" "it has not been destroyed"
    InTheWorks "8.5" "it is being rebuilt already"
    RailwayHeld "8.2" "the railway in {} is now controlled by {}"

    // Tactical movement.
    NeverMoves "9.1" "units of {its} type never move on the tactical map"
    TiredForTactics "9.1" "{it} is too tired to move on the tactical map"
    NoFooting "9.5" "no unit can stand on the square {it} was sent to"
    NoFord "9.2" "there is no ford on {its} tactical map"
    NoPass "9.2" "there is no pass on {its} tactical map"
    OtherBank "9.7" "{it} would cross a river or a range without a ford, pass or bridge as {its} waypoint"
    Ground "9.5" "{its} way leads over a cliff or impassable ground"
    Barred "9.3" "{its} way is barred"
    SquareFull "2.5" "the next square on {its} way is full"
    NoFerry "12.7" "there is no such ferry of {its} side in {its} square"
    FerryFull "12.7" "the ferry has no space left for {it} this turn"
    FerryLanding "12.7" "a ferry brings {it} only to a square that is not in the river"
    InCombat "9.1" "{it} stands among enemies and has to fight first"
    GoesAboard "" "{its} own orders to move are not carried out: {it} goes aboard (WISC 9.2, 9.4)"
    LoadsAllTurn "" "{its} own orders to move are not carried out: a ship loads or unloads there all turn (WISC 9.4)"
    ComesAshore "" "{its} own orders to march are not carried out: {it} comes ashore, and moves in the last tactical phase alone (WISC 9.4)"
    OtherMap "9.2" "the square {it} was sent to is on the map of another strategic square than its own"
    FortFull "2.6" "the fort has no room for the whole unit {rule 2.6}"

    // Fire, guns and shattered units.
    AsOrdered "" "as ordered"
    KeepsItsRound "10.15" "{it} keeps {its} last round; BOMBARD spends it too {rule 10.15}"
    KeepsItsRounds "10.15" "{it} keeps {its} last {}; BOMBARD spends them too {rule 10.15}"
    NeverBombarded "10.15" "{it} never bombarded {}: {why} {rule 10.15}"
    NoGuns "10.15" "no battery of {it} has its men and ammunition"
    OutOfRange "10.15" "{its} guns do not reach so far (one square; rifled guns on foot two)"
    NobodyToFireAt "10.15" "no enemy was there, without friends, while {it} stood still and was in no battle"
    NotHandedOver "10.11" "{its} battery does not go to {}: {why} {rule 10.11}"
    NoneToGive "10.11" "{it} has no second battery to give"
    NoGiver "10.11" "only infantry and cavalry give captured batteries away"
    Foreign "10.11" "that is a unit of another nation"
    UnlikeGuns "10.11" "that unit does not serve such guns"
    GunsFull "10.11" "that unit has as many batteries as it can use"
    OneIsIdle "10.11" "one of the two is not active"
    NoLine "14.2" "{why}; {it} has no line of contact to a city of {its} side"
    TooFewLeft "10.7" "too few were left to be a unit; {why}"
    LostMen "14.1" "{it} lost {} men, half as stragglers and half as prisoners"
    NoMenLeft "14.1" "none of {its} men are left"
    BatteriesDoNotShatter "14.2" "naval batteries do not shatter"
    BatteriesDoNotRout "10.8" "naval batteries do not rout"
    BatteriesDoNotFallBack "10.10" "naval batteries do not fall back"
    DrivenOn "14.4" "an enemy entered the square where {it} was reforming"
    ThreeFailures "14.5" "{it} could not form again for three turns"
    FewMenAnd "14.5" "{it} has fewer than fifty men {rule 14.5}; {why}"
    FewMen "14.5" "{it} has fewer than fifty men {rule 14.5}"
    FortBreached "10.15" "the fort of {} is down to level {}"
    FortRazed "10.15" "the fort of {} is no more"
    OnlyToAttack "9.4" "{it} is in a besieged city, which {it} leaves only by one square, to attack a besieging unit"
    FarFromFriends "14.5" "no corps headquarters of {its} side is within {} squares, and no city of {its} side within {}"
    Bare "14.5" "{it} lacks supply or communications, and no {} is in {its} square"

    // Mergers, activity, placing, bridges.
    NotMerged "3.5b" "{it} is not merged into {}: {why} {rule 3.5b}"
    TooManyMen "3.5b" "with {it} {} has more men than it may have, and those in excess, {}, leave the army"
    Itself "3.5b" "a unit cannot be merged into itself"
    NotOfTheKind "3.5b" "headquarters and bridges cannot be merged"
    NotOfTheType "3.5b" "by the rules of this war units of {its} type cannot be merged"
    UnlikeUnits "3.5b" "only units of one nation and type can be merged"
    NoSuchUnit "3.5b" "there is no such unit"
    Inactive "13.5" "{it} is inactive"
    OneIsShattered "3.5b" "one of the two is shattered"
    Apart "3.5b" "they are not in the same strategic square"
    EnemyThere "3.5b" "enemies are in the square, and they are not in the same tactical square"
    Shattered "14.1" "{it} is shattered"
    Strangers "13.2" "{it} cannot become inactive while neutral or enemy units are in {its} square {rule 13.2}"
    Crowded "13.2" "{it} cannot become inactive: {} units in {its} square already are {rule 13.2}"
    ActiveFull "1.5" "{its} square holds as many active brigades as it can {rule 1.5}"
    Woken "13.3" "an enemy or neutral unit entered {its} square"
    BatteriesNotPlaced "7.17" "naval batteries are not placed anew {rule 7.17}"
    OnTheBridge "12.4" "units stand on the bridge"
    OffTheMap "7.17" "there is no such square on the map" => Always
    NobodyStandsThere "1.2" "{} is {}, where no unit can stand"
    NotHome "7.17" "{} lies outside {its} home state"
    NotHomeCity "7.17" "in peace militia go to their home city, and nowhere else"
    NotOwned "7.17" "{} is not owned by {its} nation: the nearest city of its state decides {rule 7.17}"
    PeaceFull "1.5" "{} holds the {} brigades that it can in peace and truce {rule 1.5}"
    InactiveFull "13.2" "{} holds the {} inactive units that it can {rule 13.2}"
    BrigadesFull "1.5" "{} holds as many active brigades as it can {rule 1.5}"
    NoFootingOn "9.13" "no unit can stand on {} of {}"
    NoRoomOn "2.5" "there is no room for {it} on {} of {}"
    OnlyDeploy "6.10" "of orders to move only DEPLOY is carried out now" => Always
    NoDeploy "7.17" "DEPLOY is for deployment and peace turns, and this is a campaign turn {rule 7.17}" => Always
    NoPontoon "12.4" "only a pontoon bridge is laid or taken up {rule 12.4}" => Always
    NotActive "13.5" "{it} is not active"
    LaidAlready "12.4" "{it} lies as a bridge already"
    NotLaid "12.5" "{it} does not lie as a bridge"
    NoRiver "12.4" "{} is no river square {rule 12.4}"
    Bridged "12.4" "a bridge stands on {} already"
    TooGreat "12.4" "the river cannot be bridged {rule 12.4}"
    RiverNotHeld "12.4" "{its} side does not control the river {rule 12.4}"
    WarshipThere "12.4" "an enemy's warship lies in {its} square {rule 12.4}"
    NotBeside "12.4" "{it} must stand beside {}, for {it} is not alone in {its} square {rule 12.4}"
    InUse "12.5" "units stand on {it}"
    NoDryLand "12.5" "{it} finds no free dry land beside {it} to go to {rule 12.5}"

    // Stores and treasuries.
    CarriesLess "11.9" "{it} was to carry {} and carries {}: {why}"
    NothingToEat "11.6" "{it} has nothing to eat: {it} carries nothing, and nothing is left where {it} draws"
    NoSource "11.13" "{it} has no source of supplies"
    OutOfReach "11.6" "{it} cannot draw from {}, which is too far or not open to {it}: {it} draws where {it} is listed to"
    CorpsHasNoSource "11.9" "{} has no source, and nothing was left in its wagons"
    NothingBeyond "11.9" "{} draws from {}, and nothing was left there"
    NothingLeft "11.9" "nothing was left in {}"
    DepotDestroyed "11.8" "the {} of {} in {} {} is destroyed {rule 11.8}"
    NotMoved "11.7" "{} supplies are not moved from {} to {}: {why} {rule 11.7}"
    MovedByRoadNoMore "11.7" "{} supplies are moved from {} to {} by road, no more, for {why}"
    MovedByRailNoMore "11.7" "{} supplies are moved from {} to {} by rail, no more, for {why}"
    MovedByRiverNoMore "11.7" "{} supplies are moved from {} to {} by river, no more, for {why}"
    MovedByRoad "11.7" "{} supplies are moved from {} to {} by road"
    MovedByRail "11.7" "{} supplies are moved from {} to {} by rail"
    MovedByRiver "11.7" "{} supplies are moved from {} to {} by river"
    MovedBySea "11.7" "{} supplies are moved from {} to {} by sea"
    MovedBySeaNoMore "11.7" "{} supplies are moved from {} to {} by sea, no more, for {why}"
    NotYourSides "11.7" "{} is none of {your} side's"
    NotYours "11.5" "it is none of {your} nation's"
    NotYourNations "11.7" "{} is none of {your} nation's"
    OnePlace "11.7" "both places are the same"
    NoOpenWay "11.7" "there is no open way between them that is short enough"
    BesiegedStore "11.3" "supplies are moved neither into nor out of a besieged city"
    NoMoreThere "11.7" "no more is there that was there when the turn began"
    MostLeave "11.7" "at most {} leave that place in a turn"
    MostCome "11.7" "at most {} come in a turn to a place off railway and river"
    Added "11.5" "{} supplies are added to {}"
    NotAdded "11.5" "no supplies are added to {}: {why} {rule 11.5}"
    CityBesieged "11.3" "it is besieged"
    TooDear "R-8.7" "it costs {}, and the treasury holds {}"
    DepotPlaced "11.5" "a {} is placed in {} {}"
    NotPlaced "11.5" "no {} is placed in {} {}: {why} {rule 11.5}"
    NoneToRemove "11.5" "no {} is removed: {your} nation has none in {} {rule 11.5}"
    DepotRemovedFull "11.5" "the {} in {} {} is removed, and the {} supplies in it with it"
    DepotRemoved "11.5" "the {} in {} {} is removed"
    NoPlaceForAStore "11.5" "nothing can be placed in that strategic square"
    NoGroundForAStore "11.5" "nothing can be placed on the ground of that tactical square"
    StoreThere "11.5" "{your} side has a {} in that strategic square"
    NoCaches "" "this war has no caches"
    DepotOnItsWay "11.5" "a depot is on its way to {} {}; it stands after turn {}"
    DepotGoes "11.5" "the depot in {} {} is being taken away; it is gone after turn {}"
    GoesAlready "11.5" "the depot in {} {} is being taken away already"
    DepotTurnedBack "11.5" "the depot for {} is back in the reserve"
    NoDepotInReserve "11.5" "{your} nation has no depot in reserve"
    OffTheWays "11.5" "the square has no railway, navigable river or city that {your} side controls"
    OffTheNet "11.5" "the square has no railway, navigable river or city that {your} side controls, and is not open or river terrain within {} squares of a friendly city or depot"
    WrongTactical "11.5" "a depot must be in a railway tactical square, beside the river or in the city's tactical square, as the strategic square has them"
    NotRearmed "3.4" "{} is not rearmed: {why} {rule 3.4}"
    NoUnitOfYours "3.4" "{your} nation has no such unit"
    BestArms "3.4" "{it} has the best arms that {it} may carry"

    // Seasons and commanders.
    DeploymentOver "5.1" "Deployment is over: with the next turn the campaign begins"
    CampaignOver "5.1, 6.10" "The campaign is over, for this was turn {} of it: peace or truce begins, and units are placed by DEPLOY {rule 6.10}"
    HostilitiesEnded "5.1, 6.10" "The campaign is over, for all hostilities have ended: peace or truce begins, and units are placed by DEPLOY {rule 6.10}"
    NewCommander "3.5" "{} commands {it} now, and {} is {its} deputy"

    // What no reason says now: the words of an older record.
    Words "" "{}"
}

/// Why something is refused, with the rules of the reason unless its sentence cites them itself.
pub fn refusal(reason: &Reason) -> Refusal {
    let rules = reason.why.rules();
    let word = if rules.contains(',') { "rules" } else { "rule" };
    let is_cited = rules.is_empty() || reason.cites();
    Refusal::by(if is_cited { String::new() } else { format!("{word} {rules}") }, reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::cites::Cites;
    use crate::book::{Book, ROTD_EUWOL};
    use fieldpost_engine::reason::Piece;

    /// What a sentence cites are the reason's own rules, and a book cites them by its numbers.
    #[test]
    fn every_reason_is_cited_by_the_numbers_of_the_book() {
        let mut cited = 0;
        for why in Why::ALL {
            let rules = why.rules();
            assert_eq!(ROTD_EUWOL.numbers(rules), rules, "{why:?}");
            let cites = why.row().pieces().filter_map(|piece| match piece {
                Piece::Rule(key) => Some(key),
                _ => None,
            });
            let says: String = why.row().pieces().map(as_it_stands).collect();
            let says = says.as_str();
            for key in cites {
                assert!(rules.split(", ").any(|rule| rule == key), "{why:?} cites {key}");
                let (later, none): (&'static [_], &'static [_]) = (
                    vec![(key_of(rules, key), Some("99.9"))].leak(),
                    vec![(key_of(rules, key), None)].leak(),
                );
                let told = |cites| Book { cites: Cites(cites), ..ROTD_EUWOL }.cited(says).into_owned();
                assert_eq!(told(later), says.replace(&format!("(rule {key})"), "(rule 99.9)"));
                assert_eq!(told(none), says.replace(&format!(" (rule {key})"), ""));
                cited += 1;
            }
        }
        assert!(cited > 30, "only {cited} citations");
    }

    /// What is filled in left away.
    fn as_it_stands(piece: Piece) -> String {
        match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Rule(key) => format!("(rule {key})"),
            Piece::Value | Piece::Reason | Piece::Spoken(_) => "X".to_owned(),
        }
    }

    fn key_of(rules: &'static str, key: &str) -> &'static str {
        rules.split(", ").find(|rule| *rule == key).unwrap_or(rules)
    }
}
