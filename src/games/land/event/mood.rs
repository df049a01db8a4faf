//! What moves morale (rule 3.7).

fieldpost_engine::kept! {
    /// What moves a unit's morale, as its own side is told. No place is named: it may be out of sight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Mood {
        OwnBattleWon,
        OwnBattleLost,
        BattleWonNear,
        BattleLostNear,
        CityTaken,
        CityLost,
        Hunger,
    }
}

impl Mood {
    pub const ALL: [Mood; 7] = [
        Mood::OwnBattleWon,
        Mood::OwnBattleLost,
        Mood::BattleWonNear,
        Mood::BattleLostNear,
        Mood::CityTaken,
        Mood::CityLost,
        Mood::Hunger,
    ];

    /// Whether it raises morale.
    pub fn raises(self) -> bool {
        matches!(self, Mood::OwnBattleWon | Mood::BattleWonNear | Mood::CityTaken)
    }

    pub fn words(self) -> &'static str {
        match self {
            Mood::OwnBattleWon => "winning its battle",
            Mood::OwnBattleLost => "losing its battle",
            Mood::BattleWonNear => "a battle won near",
            Mood::BattleLostNear => "a battle lost near",
            Mood::CityTaken => "a city taken",
            Mood::CityLost => "a city lost",
            Mood::Hunger => "hunger",
        }
    }
}
