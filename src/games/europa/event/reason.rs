//! Reasons of Europa: why a stack does not do what was ordered, each with its rule and its sentence, in one table.
//!
//! The rule stands beside the sentence and not within it. The record has the key of a row and what stands in its gaps; what a row says
//! may change. One that holds always is decided by the map, the rules, and the own stacks and orders alone; of another it may
//! be known on whom it hangs ([`crate::event::Hangs`]).

fieldpost_engine::reasons! {
    // What is made of what.
    NoFreeId "A1" "{} is no free id of its kind" => Always
    HasNotThat "A1" "it has not what {} is to take along" => Always
    NothingLeft "A1" "nothing of it would be left" => Always
    NothingToAbsorb "A1" "there is no {} to absorb" => Always
    UnlikeOwners "A1" "{} is of {} and {} of {}: none takes in the other" => Always
    NotWithIt "A1" "{} does not stand with it" => Always
    OverLimit "G3" "with {} it would be over the stacking limit" => Always
    NoLeaderOfSide "D3" "{} is no leader of its side" => Always
    LeaderElsewhere "D3" "{} is not where it is" => Always

    // What a block says that does not hold by itself.
    AlreadyThere "A1" "it is in {} already: leave that out of the MOVE" => Always
    NoStackOfSide "C1" "there is no stack {} of your side" => Always
    TooLargeToCarry "C1" "{} ({}) needs {} points, {} has {}" => Always
    HoldBesideMove "A1" "HOLD says nothing beside MOVE: the MOVE counts" => Always
    SiegeAndLiftSiege "A1" "SIEGE and LIFT SIEGE stand side by side: write the one that you mean" => Always

    // War and campaigns.
    NoWar "A1" "{} {}: there is no war with {}" => Always
    NotCovered "B1" "a campaign {} does not cover it"

    // The way.
    AboardAndHow "C1" "it is aboard {} and goes ashore by MOVE EMBARK {} LAND and a place, with CARRY {} FROM and TO in the block of {}" => Always
    NoSortie "A1" "no enemy stands before the walls: there is no sortie"
    OnlySortie "A1" "it is besieged in {}: only a SORTIE leads out"
    NoProvince "A1" "{} is no province to land in" => Always
    NotTouching "A1" "{} does not touch {}" => Always
    Neutral "A1" "{} is neutral: entry needs PASSAGE, which the referee gives" => Always
    NoPort "A1" "{} has no port of its side" => Always
    NotOffCoast "A1" "{} does not end in a sea on the coast of {}" => Always
    GalleysNotOcean "A1" "galleys do not sail the ocean" => Always

    // Room, and who was there before.
    NoRoom "G3" "there is no room"
    NoRoomWhereItStops "G3" "there is no room where it stops"
    NoRoomAtWalls "G3" "there is no room before the walls"
    NoRoomBeyond "G3" "there is no room beyond the border"
    NoRoomWhereMet "G3" "there is no room where others meet"
    NoRoomAtSea "G3" "there is no room at sea"
    NoRoomAshore "G3" "there is no room for it ashore: in a province stand {} counters and {} LD at most, allies counted in"
    FirstThere "B6" "another was first in {}"

    // Ports and blockades.
    NoBerth "G3" "there is no berth in {}"
    PortBlockaded "F1" "the port is blockaded"
    TooSmallToShut "F1" "too small to shut {} in: a fortress of level {} takes {}" => Always
    ShutsNobodyIn "F1" "{} has no enemy in it: nobody is shut in"
    ShutsNoFoeIn "F1" "{} is of {}, with whom there is no war, and has no enemy in it: nobody is shut in"

    // Transport.
    DoesNotEmbark "C1" "{} does not embark" => Always
    NoMeeting "C1" "the embarkation of {} and this CARRY do not meet" => Always
    NotComing "C1" "it does not come to {}" => Always
    NoCarry "C1" "no CARRY of {} meets its EMBARK" => Always
    NoRoomAboard "C1" "{} has no room for it" => Always

    // Sieges.
    NoWarToBesiege "A1" "{}: {} is of {}, with whom there is no war"
    NoEnemysFortress "A1" "{}: it stands before no fortress of an enemy in {}"
    NoSupplyNoMarch "B5" "it has no supply and no way to a fortress: it stays"
    NoSupplyNoSiege "A1" "it has no supply, and so besieges nothing"
    TooFewToBesiege "A1" "{} LD besiege no fortress of level {}: that takes {}"

    // Orders that nobody can carry out where it is.
    InNoFortress "A1" "SORTIE: it is in no fortress"
    LiftsNothing "A1" "LIFT SIEGE: it besieges nothing"
    IsAboard "A1" "{}: it is aboard {}"
    WithinWalls "A1" "{}: it is in the fortress of {}"
    LiesInPort "A1" "{}: it lies in port"
    NoNativesThere "A1" "ATTACK NATIVES: there are no natives in {}"
    NoRevoltThere "A1" "SUPPRESS REVOLT: there is no revolt in {}"
}

#[cfg(test)]
mod tests {
    use fieldpost_engine::reason::Holds;

    use super::Why;

    /// A receipt says of what holds always that it fails; others have it in their hands whether there is room, war, or an enemy at a wall.
    #[test]
    fn what_hangs_on_others_does_not_hold_always() {
        use Why::{
            FirstThere, InNoFortress, IsAboard, LiesInPort, LiftsNothing, NoBerth, NoEnemysFortress,
            NoNativesThere, NoRevoltThere, NoRoom, NoRoomAshore, NoRoomAtSea, NoRoomAtWalls, NoRoomBeyond,
            NoRoomWhereItStops, NoRoomWhereMet, NoSortie, NoSupplyNoMarch, NoSupplyNoSiege, NoWarToBesiege,
            NotCovered, OnlySortie, PortBlockaded, ShutsNoFoeIn, ShutsNobodyIn, TooFewToBesiege, WithinWalls,
        };
        let on_others = [
            NotCovered,
            NoSortie,
            OnlySortie,
            NoRoom,
            NoRoomWhereItStops,
            NoRoomAtWalls,
            NoRoomBeyond,
            NoRoomWhereMet,
            NoRoomAtSea,
            NoRoomAshore,
            FirstThere,
            NoBerth,
            PortBlockaded,
            ShutsNobodyIn,
            ShutsNoFoeIn,
            NoWarToBesiege,
            NoEnemysFortress,
            NoSupplyNoMarch,
            NoSupplyNoSiege,
            TooFewToBesiege,
            InNoFortress,
            LiftsNothing,
            IsAboard,
            WithinWalls,
            LiesInPort,
            NoNativesThere,
            NoRevoltThere,
        ];
        for why in Why::ALL {
            let expected = if on_others.contains(why) { Holds::AsThingsStand } else { Holds::Always };
            assert_eq!(why.row().holds, expected, "{why:?}");
        }
    }

    #[test]
    fn each_reason_is_of_one_rule_of_the_book() {
        for why in Why::ALL {
            let [letter, number] = why.rules().as_bytes() else { panic!("{why:?}: {}", why.rules()) };
            assert!((b'A'..=b'H').contains(letter) && number.is_ascii_digit(), "{why:?}");
        }
    }
}
