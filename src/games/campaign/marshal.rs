//! How a marshal writes: beside his usual letter he thinks of others, bolder and warier ones, has each tried by the turn itself on the
//! war as his report shows it, and sends the best.
//!
//! What the others do he guesses twice: that the enemy stays where he is, and that all do what the machine would with what they are
//! seen to have. Of enemies who are reported and not seen he takes as many brigades to be there as are reported. Ships have no part in a trial.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::machine::Skill;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::muster;
use fieldpost_land::orders::{TurnOrders, UnitOrders};
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Seat as Command};
use fieldpost_land::unit::{UnitId, UnitType};
use fieldpost_machine::picture::Picture;
use fieldpost_machine::temper::Temper;
use fieldpost_machine::{Intent, Seat, Written, intend};
use fieldpost_tell::vantage::Vantage;
use fieldpost_tell::{Eyes, Theatre};

/// The tempers of the letters that are tried beside the usual one: bold, wary, and one that goes at nobody.
const TEMPERS: [Temper; 3] = [
    Temper { attacks_from: 115, yields_to: 220 },
    Temper { attacks_from: 200, yields_to: 140 },
    Temper { attacks_from: u32::MAX, yields_to: 170 },
];
/// The dice of the trials: the same for all letters.
const SEEDS: [u64; 4] = [1, 2, 3, 4];
/// What another letter must be better by than the usual one, in men a trial.
const GAIN: i64 = 50;
/// What a city counts in men, and each level of its manufacturing besides.
const CITY: i64 = 2_500;
/// Of a unit that goes hungry so many in a hundred count as lost.
const HUNGRY: i64 = 10;

/// The letter of a seat: of a marshal's the best of several, of any other the usual one. `None` where nothing is ordered.
pub fn write(
    atlas: &Arc<Atlas>,
    (vantage, by): (&Vantage<'_>, PlayerNo),
    game: &str,
    seat: Seat<'_>,
) -> Option<Written> {
    let usual = intend(vantage, seat, Temper::default())?;
    let best = if seat.skill == Skill::Marshal { best(atlas, (vantage, by), seat, usual) } else { usual };
    best.written(vantage, game)
}

/// The best by trial of what a marshal may mean to do.
fn best(
    atlas: &Arc<Atlas>,
    (vantage, by): (&Vantage<'_>, PlayerNo),
    seat: Seat<'_>,
    usual: Intent,
) -> Intent {
    let mut others: Vec<Intent> = Vec::new();
    for other in TEMPERS.into_iter().filter_map(|temper| intend(vantage, seat, temper)) {
        if other.parts != usual.parts && others.iter().all(|one| one.parts != other.parts) {
            others.push(other);
        }
    }
    if others.is_empty() {
        return usual;
    }
    let trial = Trial::of(atlas, vantage, by);
    let (mut gain, mut best) = (trial.gain(&usual), usual);
    for other in others {
        let of_other = trial.gain(&other);
        if of_other >= gain + GAIN {
            (gain, best) = (of_other, other);
        }
    }
    best
}

/// A turn as a player may foresee it.
struct Trial<'t> {
    atlas: &'t Arc<Atlas>,
    vantage: &'t Vantage<'t>,
    by: PlayerNo,
    seen: LandState,
    /// What the others may do.
    replies: Vec<TurnOrders>,
}

impl<'t> Trial<'t> {
    fn of(atlas: &'t Arc<Atlas>, vantage: &'t Vantage<'t>, by: PlayerNo) -> Self {
        let mut seen = vantage.as_seen();
        add_unseen(&mut seen, vantage);
        give_to_players(&mut seen, by);
        let replies = replies(atlas, (vantage, by), &seen);
        Trial { atlas, vantage, by, seen, replies }
    }

    /// What the player's side is better off by at the turn's end, in men a trial.
    fn gain(&self, intent: &Intent) -> i64 {
        let before = self.worth(&self.seen);
        let one = |orders: &TurnOrders, seed: u64| {
            let book = self.vantage.book;
            let end = sequence::run(self.atlas, book, self.seen.clone(), orders.clone(), seed, None);
            self.worth(&end.state) - before
        };
        let sum: i64 = self
            .replies
            .iter()
            .map(|reply| self.with(reply, intent))
            .map(|orders| SEEDS.into_iter().map(|seed| one(&orders, seed)).sum::<i64>())
            .sum();
        let trials = i64::try_from(self.replies.len() * SEEDS.len()).unwrap_or(i64::MAX);
        sum.checked_div(trials).unwrap_or(0)
    }

    fn with(&self, reply: &TurnOrders, intent: &Intent) -> TurnOrders {
        let mut orders = reply.clone();
        let blocks = intent.parts.iter().flat_map(|part| &part.blocks);
        orders.units.extend(blocks.map(|(id, lines)| (*id, UnitOrders::from_lines(lines.iter().cloned()))));
        orders.offices.extend(intent.offices.iter().map(|order| (self.by, order.clone())));
        orders
    }

    /// Men and cities of the player's side, less those of its enemies.
    fn worth(&self, state: &LandState) -> i64 {
        let men = state.units.values().map(|unit| {
            let men = i64::from(unit.strength) * self.side(unit.id.nation);
            if unit.hungry > 0 { men - men * HUNGRY / 100 } else { men }
        });
        let city = |levels: u8| CITY * (1 + i64::from(levels));
        let cities = state.cities.values().map(|town| city(town.manufacturing) * self.side(town.control));
        men.sum::<i64>() + cities.sum::<i64>()
    }

    fn side(&self, nation: NationCode) -> i64 {
        match self.vantage.relation(nation) {
            Relation::Hostile => -1,
            Relation::Neutral => 0,
            Relation::Same | Relation::Allied => 1,
        }
    }
}

/// Puts brigades of foot into the squares where more enemies are reported than are seen.
fn add_unseen(seen: &mut LandState, vantage: &Vantage<'_>) {
    let picture = Picture::of(vantage);
    let brigade = picture.brigade_of(UnitType::Infantry).max(1);
    for ((at, nation), men) in picture.unseen() {
        for _ in 0..(men + brigade / 2) / brigade {
            let of = |number| UnitId { nation, number, kind: UnitType::Infantry };
            let Some(id) = (1..=999).map(of).find(|id| !seen.units.contains_key(id)) else { return };
            seen.units.insert(id, muster::unit(vantage.book, id, at, TacticalSquare::MIDDLE));
        }
    }
}

/// Gives the units whose commander is not known to somebody of their nation, so that he may order them.
fn give_to_players(seen: &mut LandState, by: PlayerNo) {
    let mut of_nation = BTreeMap::new();
    for (number, player) in seen.numbered_players().filter(|(number, _)| *number != by) {
        of_nation.entry(player.nation).or_insert(number);
    }
    let nobodys: BTreeSet<UnitId> =
        seen.units.keys().copied().filter(|id| !seen.seats.contains_key(id)).collect();
    for id in nobodys {
        if let Some(number) = of_nation.get(&id.nation) {
            seen.seats.insert(id, Command { commander: *number, deputy: None });
        }
    }
}

/// What the others may do: friends what the machine would and enemies nothing, or both what it would.
fn replies(atlas: &Atlas, (vantage, by): (&Vantage<'_>, PlayerNo), seen: &LandState) -> Vec<TurnOrders> {
    let eyes = Eyes::of(Theatre { atlas, book: vantage.book }, seen, 0);
    let (mut friends, mut all) = (TurnOrders::default(), TurnOrders::default());
    for (number, player) in seen.numbered_players().filter(|(number, _)| *number != by) {
        let usual = |theirs: &Vantage<'_>| intend(theirs, Seat::default(), Temper::default());
        let Some(intent) = eyes.vantage(number).as_ref().and_then(usual) else { continue };
        let blocks = intent.parts.into_iter().flat_map(|part| part.blocks);
        let orders: Vec<_> = blocks.map(|(id, lines)| (id, UnitOrders::from_lines(lines))).collect();
        if vantage.relation(player.nation).is_friendly() {
            friends.units.extend(orders.iter().cloned());
        }
        all.units.extend(orders);
    }
    if all.units == friends.units { vec![all] } else { vec![friends, all] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_land::book::ROTD_EUWOL;
    use fieldpost_land::communications;
    use fieldpost_land::sandbox::Sandbox;
    use fieldpost_machine::letter;

    /// French brigades beside Austrian ones, whom they see, all alike and in the open.
    fn war(own: u8, others: u8) -> Sandbox {
        let mut sandbox = Sandbox::new("9x9", |_| {});
        for number in 1..=own {
            sandbox.unit(&format!("FR{number}IN"), "A4-N4", &format!("{}-7", number + 3));
        }
        sandbox.unit("FR1LC", "A5-N4", "7-13");
        for number in 1..=others {
            sandbox.unit(&format!("AU{number}IN"), "A5-N4", &format!("{}-6", number + 5));
        }
        sandbox.relation("FR", "AU", Relation::Hostile);
        communications::settle(&sandbox.atlas, &ROTD_EUWOL, &mut sandbox.state);
        sandbox
    }

    /// What a marshal's letter gains by trial over the usual one, and whether it is another.
    fn gains(Sandbox { atlas, state, .. }: Sandbox) -> (i64, bool) {
        let atlas = Arc::new(atlas);
        let eyes = Eyes::of(Theatre { atlas: &atlas, book: &ROTD_EUWOL }, &state, 1866);
        let by = state.player_named("fr").unwrap();
        let vantage = eyes.vantage(by).unwrap();
        let seat = Seat { skill: Skill::Marshal, ..Seat::default() };
        let usual = intend(&vantage, seat, Temper::default()).unwrap();
        let chosen = best(&atlas, (&vantage, by), seat, usual.clone());
        let trial = Trial::of(&atlas, &vantage, by);
        let written = write(&atlas, (&vantage, by), "war", seat).unwrap().draft.text();
        assert_eq!(written, chosen.written(&vantage, "war").unwrap().draft.text());
        let of_colonel = write(&atlas, (&vantage, by), "war", Seat::default()).unwrap().draft.text();
        assert_eq!(Some(of_colonel), letter(&vantage, "war", Seat::default()));
        (trial.gain(&chosen) - trial.gain(&usual), chosen != usual)
    }

    /// Another letter is sent only for a gain by trial, and there are positions with one.
    #[test]
    fn a_marshal_sends_the_letter_that_does_best() {
        let mut others = 0;
        for (own, theirs) in [(5, 2), (5, 4), (6, 5), (4, 4), (4, 7)] {
            let (gain, is_other) = gains(war(own, theirs));
            assert!(if is_other { gain >= GAIN } else { gain == 0 }, "{own} against {theirs}: {gain}");
            others += u32::from(is_other);
        }
        assert!(others > 0);
    }
}
