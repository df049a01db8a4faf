//! A scenario's constants by name: treasuries, prices, men in the nations' pools (ROTD-EUWOL 3.5b), captives (11.3),
//! and what the seasons count (5.1).

use std::collections::BTreeMap;
use std::fmt;

use crate::book::{Book, Depots, ROTD_EUWOL};
use crate::edits::value::{self, Impossible, MOST_STORED};
use crate::means::{Means, Prices};
use crate::state::LandState;
use fieldpost_engine::nearest;
use fieldpost_ground::nation::NationCode;

/// A constant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Constant {
    /// What a nation's treasury holds of something.
    Treasury(NationCode, Part),
    /// What something costs.
    Price(Goods, Part),
    Men(NationCode, Pool),
    /// Depots that a nation has in reserve (ROTD-CWOL 11.7).
    Reserve(NationCode),
    /// The first turn of this season.
    SeasonBegan,
    /// Whether two nations have been hostile in this campaign.
    Hostilities,
}

/// What a treasury holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Money,
    Materials,
    Men,
}

/// What has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goods {
    Depot,
    Cache,
    Supply,
    Upgrade,
}

/// Where men are counted that are with no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pool {
    /// The manpower pool.
    Pool,
    /// There at the end of this season.
    Due,
    /// Set free in this season: there at the end of the next.
    Returned,
    /// In enemy hands.
    Captives,
}

const PARTS: [(Part, &str); 3] = [(Part::Money, "eg"), (Part::Materials, "mp"), (Part::Men, "men")];
const GOODS: [(Goods, &str); 4] = [
    (Goods::Depot, "depot"),
    (Goods::Cache, "cache"),
    (Goods::Supply, "supply"),
    (Goods::Upgrade, "upgrade"),
];
const POOLS: [(Pool, &str); 4] =
    [(Pool::Pool, "pool"), (Pool::Due, "due"), (Pool::Returned, "returned"), (Pool::Captives, "captives")];

/// The first words of the names, each with an example.
const HEADS: [(&str, &str); 9] = [
    ("treasury", "treasury AU eg"),
    ("price", "price depot mp"),
    ("pool", "pool AU men"),
    ("due", "due AU men"),
    ("returned", "returned AU men"),
    ("captives", "captives AU men"),
    ("reserve", "reserve AU depots"),
    ("season-began", "season-began"),
    ("hostilities", "hostilities"),
];

/// Names of every form, for help and completion.
pub fn examples() -> impl Iterator<Item = &'static str> {
    HEADS.iter().map(|row| row.1)
}

impl fmt::Display for Constant {
    /// Its name, as [`Constant::named`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Treasury(nation, part) => write!(f, "treasury {nation} {}", word(&PARTS, part)),
            Constant::Price(goods, part) => write!(f, "price {} {}", word(&GOODS, goods), word(&PARTS, part)),
            Constant::Men(nation, pool) => write!(f, "{} {nation} men", word(&POOLS, pool)),
            Constant::Reserve(nation) => write!(f, "reserve {nation} depots"),
            Constant::SeasonBegan => f.write_str("season-began"),
            Constant::Hostilities => f.write_str("hostilities"),
        }
    }
}

fn word<T: PartialEq>(rows: &[(T, &'static str)], of: &T) -> &'static str {
    rows.iter().find(|row| row.0 == *of).map_or("?", |row| row.1)
}

fn of_word<T: Copy>(rows: &[(T, &'static str)], found: &str) -> Result<T, Impossible> {
    let found = if value::plain(found) == "manpower" { "men" } else { found };
    let row = rows.iter().find(|row| row.1.eq_ignore_ascii_case(found));
    row.map(|row| row.0).ok_or_else(|| {
        let known: Vec<&str> = rows.iter().map(|row| row.1).collect();
        Impossible {
            why: format!("Expected {}, found {found:?}.", value::any_of(&known)),
            nearest: nearest::nearest(found, known.iter().map(|word| (*word, (*word).to_owned()))),
        }
    })
}

impl Constant {
    /// The constant of a name such as `treasury AU eg`, in any case.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn named(name: &str) -> Result<Self, Impossible> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let (head, rest) = words.split_first().ok_or_else(|| unknown(name))?;
        match (value::plain(head).as_str(), rest) {
            ("treasury", [nation @ .., part]) if !nation.is_empty() => {
                Ok(Constant::Treasury(value::nation(&ROTD_EUWOL, &nation.join(" "))?, of_word(&PARTS, part)?))
            }
            ("price", [goods, part]) => Ok(Constant::Price(of_word(&GOODS, goods)?, of_word(&PARTS, part)?)),
            ("reserve", nation) => {
                let is_depots = |word: &&&str| value::plain(word) == "depots";
                let nation =
                    nation.split_last().filter(|(last, _)| is_depots(last)).map_or(nation, |(_, head)| head);
                Ok(Constant::Reserve(value::nation(&ROTD_EUWOL, &nation.join(" "))?))
            }
            ("seasonbegan", []) => Ok(Constant::SeasonBegan),
            ("hostilities", []) => Ok(Constant::Hostilities),
            (pool, nation) => {
                let pool = POOLS.iter().find(|row| row.1 == pool).ok_or_else(|| unknown(name))?.0;
                let is_men = |word: &&&str| ["men", "manpower"].contains(&value::plain(word).as_str());
                let nation =
                    nation.split_last().filter(|(last, _)| is_men(last)).map_or(nation, |(_, head)| head);
                Ok(Constant::Men(value::nation(&ROTD_EUWOL, &nation.join(" "))?, pool))
            }
        }
    }

    /// The same of the nation that a book has for the one named ([`Book::own`]): names are read by those of.
    pub fn own(self, book: &Book) -> Self {
        match self {
            Constant::Treasury(nation, part) => Constant::Treasury(book.own(nation), part),
            Constant::Men(nation, pool) => Constant::Men(book.own(nation), pool),
            Constant::Reserve(nation) => Constant::Reserve(book.own(nation)),
            other => other,
        }
    }

    /// Whether a book knows such a thing: it has depots in reserve or buys them.
    ///
    /// # Errors
    /// That it does not.
    pub fn check(self, book: &Book) -> Result<(), Impossible> {
        match (self, book.supply.depots) {
            (Constant::Reserve(_), Depots::Bought) => {
                Err(Impossible::new(format!("{} has no depots in reserve: they are bought.", book.name)))
            }
            _ => Ok(()),
        }
    }

    /// Its value, in words that [`Constant::set`] reads.
    pub fn shown(self, state: &LandState) -> String {
        match self {
            Constant::Treasury(nation, part) => {
                part.of(&state.treasuries.get(&nation).copied().unwrap_or_default()).to_string()
            }
            Constant::Price(goods, part) => part.of(goods.price(&state.prices)).to_string(),
            Constant::Men(nation, pool) => {
                pool.of(state).get(&nation).copied().unwrap_or_default().to_string()
            }
            Constant::Reserve(nation) => state.reserve.get(&nation).copied().unwrap_or_default().to_string(),
            Constant::SeasonBegan => state.season_began.to_string(),
            Constant::Hostilities => value::yes_or_no(state.hostilities),
        }
    }

    /// Gives it a value.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn set(self, state: &mut LandState, words: &str) -> Result<(), Impossible> {
        let amount = |now: u32| value::number_from(&self.to_string(), words, now, 0, MOST_STORED);
        match self {
            Constant::Treasury(nation, part) => {
                let mut means = state.treasuries.get(&nation).copied().unwrap_or_default();
                let has = part.of_mut(&mut means);
                *has = amount(*has)?;
                keep(&mut state.treasuries, nation, means);
            }
            Constant::Price(goods, part) => {
                let price = part.of_mut(goods.price_mut(&mut state.prices));
                *price = amount(*price)?;
            }
            Constant::Men(nation, pool) => {
                let men = pool.of_mut(state);
                let now = men.get(&nation).copied().unwrap_or_default();
                keep(men, nation, amount(now)?);
            }
            Constant::Reserve(nation) => {
                let now = state.reserve.get(&nation).copied().unwrap_or_default();
                keep(&mut state.reserve, nation, amount(now)?);
            }
            Constant::SeasonBegan => {
                state.season_began = value::number(&self.to_string(), words, 1, state.turn)?;
            }
            Constant::Hostilities => state.hostilities = value::flag(&self.to_string(), words)?,
        }
        Ok(())
    }

    /// Every constant that is something in a position: what it does not list is nothing.
    pub fn all(state: &LandState) -> Vec<Constant> {
        let parts = || PARTS.iter().map(|row| row.0);
        let treasuries =
            state.treasuries.keys().flat_map(|nation| parts().map(|part| Constant::Treasury(*nation, part)));
        let prices = GOODS.iter().flat_map(|row| parts().map(|part| Constant::Price(row.0, part)));
        let pools = POOLS.iter().map(|row| row.0);
        let men =
            pools.flat_map(|pool| pool.of(state).keys().map(move |nation| Constant::Men(*nation, pool)));
        let seasons = [Constant::SeasonBegan, Constant::Hostilities];
        let reserves = state.reserve.keys().map(|nation| Constant::Reserve(*nation));
        treasuries.chain(prices).chain(men).chain(reserves).chain(seasons).collect()
    }
}

fn unknown(name: &str) -> Impossible {
    let known: Vec<&str> = examples().collect();
    let head = name.split_whitespace().next().unwrap_or_default();
    Impossible {
        why: format!("There is no constant {name:?}: there are {}.", known.join(", ")),
        nearest: nearest::nearest(head, HEADS.iter().map(|row| (row.0, row.1.to_owned()))),
    }
}

/// Who has nothing is not listed.
fn keep<T: Default + PartialEq>(list: &mut BTreeMap<NationCode, T>, nation: NationCode, what: T) {
    if what == T::default() {
        list.remove(&nation);
    } else {
        list.insert(nation, what);
    }
}

impl Part {
    fn of(self, means: &Means) -> u32 {
        match self {
            Part::Money => means.eg,
            Part::Materials => means.mp,
            Part::Men => means.manpower,
        }
    }

    fn of_mut(self, means: &mut Means) -> &mut u32 {
        match self {
            Part::Money => &mut means.eg,
            Part::Materials => &mut means.mp,
            Part::Men => &mut means.manpower,
        }
    }
}

impl Goods {
    fn price(self, prices: &Prices) -> &Means {
        match self {
            Goods::Depot => &prices.depot,
            Goods::Cache => &prices.cache,
            Goods::Supply => &prices.supply,
            Goods::Upgrade => &prices.upgrade,
        }
    }

    fn price_mut(self, prices: &mut Prices) -> &mut Means {
        match self {
            Goods::Depot => &mut prices.depot,
            Goods::Cache => &mut prices.cache,
            Goods::Supply => &mut prices.supply,
            Goods::Upgrade => &mut prices.upgrade,
        }
    }
}

impl Pool {
    fn of(self, state: &LandState) -> &BTreeMap<NationCode, u32> {
        match self {
            Pool::Pool => &state.manpower_pool,
            Pool::Due => &state.manpower_due,
            Pool::Returned => &state.manpower,
            Pool::Captives => &state.captives,
        }
    }

    fn of_mut(self, state: &mut LandState) -> &mut BTreeMap<NationCode, u32> {
        match self {
            Pool::Pool => &mut state.manpower_pool,
            Pool::Due => &mut state.manpower_due,
            Pool::Returned => &mut state.manpower,
            Pool::Captives => &mut state.captives,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::nation;
    use crate::state::Season;

    #[test]
    fn every_name_reads_as_itself_and_every_value_too() {
        let mut state = LandState::opening(Season::Campaign);
        for name in [
            "treasury great britain eg",
            "price upgrade manpower",
            "pool Austria",
            "due AU men",
            "CAPTIVES pr",
            "reserve AU",
        ] {
            let constant = Constant::named(name).unwrap();
            assert_eq!(Constant::named(&constant.to_string()).unwrap(), constant, "{name}");
            constant.set(&mut state, "9999999").unwrap();
            assert_eq!(constant.shown(&state), "9999999", "{name}");
            assert!(constant.set(&mut state, "10000000").is_err(), "{name}");
        }
        assert_eq!(state.treasuries[&nation("GB")].eg, 9_999_999);
        for constant in Constant::all(&state) {
            let shown = constant.shown(&state);
            constant.set(&mut state, &shown).unwrap();
            assert_eq!(Constant::named(&constant.to_string()).unwrap(), constant);
        }
    }

    #[test]
    fn who_has_nothing_is_not_listed() {
        let mut state = LandState::opening(Season::Campaign);
        let before = state.clone();
        for value in ["5", "0"] {
            Constant::named("treasury AU mp").unwrap().set(&mut state, value).unwrap();
            Constant::named("pool AU men").unwrap().set(&mut state, value).unwrap();
        }
        assert_eq!(state, before);
    }

    #[test]
    fn what_is_misspelt_is_answered_with_the_nearest() {
        let nearest = |name: &str| Constant::named(name).unwrap_err().nearest;
        assert_eq!(nearest("treasery AU eg"), Some("treasury AU eg".into()));
        assert_eq!(nearest("price depott mp"), Some("depot".into()));
        assert_eq!(nearest("pool Austriaa"), Some("Austria".into()));
        assert_eq!(nearest(""), None);
        let began = Constant::SeasonBegan;
        let mut state = LandState::opening(Season::Campaign);
        assert!(began.set(&mut state, "0").is_err() && began.set(&mut state, "2").is_err());
        assert!(began.set(&mut state, "1").is_ok());
    }
}
