//! Why something ails a unit, as far as its player can know, each with its rules and its sentence, in one table.

fieldpost_engine::reasons! {
    // Enemies.
    Enemies "4.2" "{}"
    Unseen "4.2" "units in the square, but none of yours sees which or where in it they stand"
    Besieged "2.7" "besieged in {}"

    // Supply and communications.
    NoSupply "11.6" "{why}, and no friendly city or depot is open to {it} here"
    NoLink "11.1" "{why}, and no friendly city is open to {it} here"
    NoOpenWay "11.6" "no open way leads to {}"
    TooFar "11.6" "{} is {} away ({} is the most)"
    NoneNear "11.6" "no {} is within {} by an open way"
    CorpsUnlinked "11.1" "{} has none itself"
    SourceEmpty "11.6" "nothing is left at {its} source"
    Hungry "11.10" "{it} had nothing to eat {last turn}"
    HungryFor "11.10" "{it} has had nothing to eat for {} turns"
    NoAmmunition "11.11" "{it} cannot fire. It has all again when {it} draws a supply (CARRY 1) whose source is a depot, or a city with manufacturing of 3 or more {rule 11.11}"

    // Broken and tired.
    FormsNow "14.3" "{it} forms again at the end of {this turn}, if {it} has supply and communications then, or a depot in {its} square"
    FormsNext "14.3" "{it} forms again at the end of {the next turn}, if {it} has supply and communications then, or a depot in {its} square"
    FormsLater "14.3" "{it} forms again at the end of the turn {} from now, if {it} has supply and communications then, or a depot in {its} square"
    NoMarch "7.1" "{it} does not march"
    NoTacticalMove "9.1" "no tactical move while enemies are in {its} square"
    SoonNoMarch "7.1" "above {}, {it} does not march"
    SoonNoTacticalMove "9.1" "above {}, no tactical moves near enemies"
}
