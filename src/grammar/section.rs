//! The sections of the order form (rule 6.1), and those of the desk.

/// What kind of order it is: the sections of the order form (rule 6.1), and those of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Section {
    Letter,
    Strategic,
    Rail,
    Tactical,
    Reaction,
    Posture,
    Supply,
    State,
    Deployment,
    Offices,
    Account,
    Press,
}

impl Section {
    /// All sections in the order of the form, each with what HELP calls it.
    pub const ALL: [(Section, &'static str); 12] = [
        (Section::Letter, "LETTER: what a letter begins with"),
        (Section::Strategic, "STRATEGIC: marches on the strategic map"),
        (Section::Rail, "RAIL: railways"),
        (Section::Tactical, "TACTICAL: moves on the tactical map"),
        (Section::Reaction, "REACTION: what to do when others move"),
        (Section::Posture, "POSTURE: how hard to fight"),
        (Section::Supply, "SUPPLY: supplies to carry"),
        (Section::State, "STATE: rest, mergers, bridges, guns"),
        (Section::Deployment, "DEPLOYMENT: placing units without marching"),
        (Section::Offices, "OFFICES: ministers, governors and army commanders"),
        (Section::Account, "ACCOUNT: asking the post office"),
        (Section::Press, "PRESS: letters to other players"),
    ];
}
