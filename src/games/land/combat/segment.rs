//! The firing segment and the melee (rules 10.7, 10.9): what a camp is worth in it, and what the other one loses.

use crate::book::Book;
use crate::book::combat::Combat;
use crate::combat::amount::{luck, share_out, times};
use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS, Fighter};
use crate::combat::flanks::Flanks;
use crate::combat::lines::{self, Share};
use crate::combat::strength::{Against, Attitude, Segment, Strength, strength};
use crate::field::Field;
use crate::orders::BattleLine;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};

/// How a camp stands at the beginning of a segment: its present units, each with its share of the lines.
pub struct Formation {
    /// Place in the camp's list of fighters, and share.
    pub shares: Vec<(usize, Share)>,
    pub flanks: Flanks,
}

impl Formation {
    /// The fighters that stand in one of the three lines, by their places.
    pub fn in_line(&self) -> impl Iterator<Item = usize> {
        let stands = |share: &Share| share.first + share.second + share.rear > 0;
        self.shares.iter().filter(move |(_, share)| stands(share)).map(|(place, _)| *place)
    }
}

/// ROTD-EUWOL 9.9, 10.3, 10.4: draws up both camps as they are now; units whose place in front of them has fallen
/// empty move forward.
pub fn draw_up(turn: &mut Turn, battle: &mut Battle) -> [Formation; 2] {
    [ATTACKERS, DEFENDERS].map(|side| {
        let camp = &mut battle.camps[side];
        let mut wishes: Vec<(UnitId, BattleLine)> =
            camp.present().map(|fighter| (fighter.id, fighter.line)).collect();
        lines::fill(turn, &mut wishes);
        for (id, line) in &wishes {
            if let Some(fighter) = camp.fighters.iter_mut().find(|fighter| fighter.id == *id) {
                fighter.line = *line;
            }
        }
        let field = turn.field();
        let numbers = &field.book.combat;
        let space = |fighter: &Fighter| field.unit(fighter.id).map_or(0, |unit| lines::space(numbers, unit));
        let present = || camp.fighters.iter().enumerate().filter(|(_, fighter)| fighter.departure.is_none());
        let units: Vec<(BattleLine, u64)> =
            present().map(|(_, fighter)| (fighter.line, space(fighter))).collect();
        let places = lines::place(&units, battle.length, numbers.front.rear_limited);
        let shares: Vec<(usize, Share)> = present().map(|(place, _)| place).zip(places).collect();
        let is_full = {
            let troops = shares.iter().filter_map(|(place, share)| {
                Some((field.unit(battle.camps[side].fighters[*place].id)?, *share))
            });
            lines::is_full(numbers, troops, battle.length)
        };
        for (place, share) in &shares {
            battle.camps[side].fighters[*place].part = share.part(BattleLine::First);
        }
        let flanks = Flanks::of(field, battle, side, is_full);
        Formation { shares, flanks }
    })
}

/// Effective strength of each present unit of a camp in a segment, in the order of the formation.
pub fn strengths(
    field: Field<'_>,
    battle: &Battle,
    side: usize,
    formation: &Formation,
    segment: Segment,
) -> Vec<u64> {
    let numbers = &field.book.combat;
    let of = |(place, share): &(usize, Share)| {
        let fighter = &battle.camps[side].fighters[*place];
        let unit = field.unit(fighter.id)?;
        let strength = worth(field, (battle, side), formation, fighter, unit, segment);
        Some((unit.id.kind, in_lines(numbers, unit, strength, *share, segment)))
    };
    let found: Vec<Option<(UnitType, u64)>> = formation.shares.iter().map(of).collect();
    let gain = if segment == Segment::Melee { mixed_arms(numbers, battle, &found) } else { 1000 };
    found.into_iter().map(|one| times(one.map_or(0, |(_, strength)| strength), &[gain])).collect()
}

/// ROTD-CWOL 10.9, R-10.9: what mixed arms make of a camp's strength in melee outside of forts: it has some if cavalry is from
/// a third to two thirds of it.
fn mixed_arms(numbers: &Combat, battle: &Battle, strengths: &[Option<(UnitType, u64)>]) -> u32 {
    if numbers.melee.mixed_arms == 0 || battle.is_for_fort() {
        return 1000;
    }
    let sum = |of: &dyn Fn(UnitType) -> bool| -> u64 {
        let counted = strengths.iter().flatten().filter(|(kind, _)| of(*kind));
        counted.map(|(_, strength)| strength).sum()
    };
    let (horse, all) = (sum(&UnitType::is_cavalry), sum(&|_| true));
    let is_mixed = all > 0 && horse * 3 >= all && horse * 3 <= all * 2;
    if is_mixed { 1000 + numbers.melee.mixed_arms } else { 1000 }
}

/// R-10.9b: the strength in melee of all present units of a camp, those too who fit in no line: they count as in the rear.
pub fn standing(field: Field<'_>, battle: &Battle, side: usize, formation: &Formation) -> u64 {
    let engaged: u64 = strengths(field, battle, side, formation, Segment::Melee).iter().sum();
    let beyond = |(place, share): &(usize, Share)| {
        let fighter = &battle.camps[side].fighters[*place];
        let Some(unit) = field.unit(fighter.id) else { return 0 };
        let Strength { men, guns } = worth(field, (battle, side), formation, fighter, unit, Segment::Melee);
        let left = share.whole - share.first - share.second - share.rear;
        times(part(men + guns, left, share.whole), &[field.book.combat.melee.beyond_lines])
    };
    engaged + formation.shares.iter().map(beyond).sum::<u64>()
}

/// What a whole unit is worth in a segment of a battle, wherever it stands.
fn worth(
    field: Field<'_>,
    (battle, side): (&Battle, usize),
    formation: &Formation,
    fighter: &Fighter,
    unit: &Unit,
    segment: Segment,
) -> Strength {
    let mut factors = circumstances(field, battle, side, unit, fighter);
    if segment == Segment::Melee {
        factors.extend(in_melee(&field.book.combat, battle, fighter, formation.flanks));
    }
    let stand = stance(battle, side);
    factors.extend(in_square(field.book, stand, side, unit, segment));
    strength(field, unit, (fighter.moved, stand), segment, &factors)
}

/// What men are up against in a battle, as far as it changes what they are worth.
fn stance(battle: &Battle, side: usize) -> Against {
    match () {
        () if battle.is_for_fort() => Against::Fort,
        () if battle.squares && side == ATTACKERS => Against::Squares,
        () if battle.squares => Against::Cavalry,
        () => Against::Lines,
    }
}

/// GITM-NWOL 9.5, V-07: what standing in a square makes of a unit of foot: it fires less, and stands better against cavalry.
fn in_square(book: &Book, stand: Against, side: usize, unit: &Unit, segment: Segment) -> Option<u32> {
    let squares = book.combat.melee.squares?;
    let stands_in_one =
        side == DEFENDERS && stand == Against::Cavalry && book.kind(unit.id.kind).forms_squares;
    let factor = if segment == Segment::Melee { squares.melee } else { squares.fire };
    stands_in_one.then_some(factor)
}

/// ROTD-EUWOL 10.6, R-10.6c: attitude, the defenders' ground, not having moved, a fort in front.
fn circumstances(field: Field<'_>, battle: &Battle, side: usize, unit: &Unit, fighter: &Fighter) -> Vec<u32> {
    let numbers = &field.book.combat;
    let mut factors = vec![fighter.attitude.strength(field.book, unit.id.kind)];
    if side == DEFENDERS && !battle.meeting {
        let rating = field.atlas.sheet(battle.place.at).rating[battle.place.tac.index()];
        factors.push(numbers.strength.terrain[usize::from(rating.min(4))]);
    }
    if !fighter.moved {
        factors.push(numbers.strength.unmoved);
    }
    if side == ATTACKERS && battle.is_for_fort() {
        factors.push(numbers.strength.against_fort);
    }
    factors
}

/// R-2.6b: exposed flanks, and the fort for those inside.
fn in_melee(numbers: &Combat, battle: &Battle, fighter: &Fighter, flanks: Flanks) -> Vec<u32> {
    let mut factors = Vec::new();
    if let Some(place) = flanks.exposed().checked_sub(1) {
        factors.push(numbers.melee.flank[place]);
    }
    if let Some(level) = battle.fort.filter(|_| fighter.in_fort) {
        factors.push(1000 + numbers.strength.fort_melee * u32::from(level));
    }
    factors
}

/// ROTD-EUWOL 10.7, 10.9: what counts of a unit's strength by its place: in the fire the infantry of the first line and
/// the guns of the first two, in melee all lines, each by its factor.
fn in_lines(numbers: &Combat, unit: &Unit, strength: Strength, share: Share, segment: Segment) -> u64 {
    let part = |amount: u64, of: u64| part(amount, of, share.whole);
    if segment == Segment::Fire {
        let men = if fires(unit.id.kind) { part(strength.men, share.first) } else { 0 };
        return men + part(strength.guns, share.first + share.second);
    }
    let all = strength.men + strength.guns;
    let of = |line: BattleLine| {
        times(part(all, share.of(line)), &[numbers.line_in_melee(line, unit.id.kind.is_artillery())])
    };
    of(BattleLine::First) + of(BattleLine::Second) + of(BattleLine::Rear)
}

/// The part of an amount that stands in so much of a unit's space.
fn part(amount: u64, space: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(amount) * u128::from(space) / u128::from(whole.max(1))).unwrap_or(u64::MAX)
}

/// ROTD-EUWOL 10.7: infantry fires from the first line, and so do men of artillery who serve no gun; horsemen and
/// bridges do not.
fn fires(kind: UnitType) -> bool {
    !kind.is_cavalry() && kind != UnitType::PontoonBridge
}

/// the men that each unit of a camp loses to a strength of the other one, in the order of the
/// formation: in the fire those of the first two lines, in melee all. Nobody loses more than three fifths of
/// his men in a segment.
pub fn losses(
    turn: &mut Turn,
    battle: &Battle,
    side: usize,
    formation: &Formation,
    enemy: u64,
    segment: Segment,
) -> Vec<u32> {
    let numbers = &turn.book.combat;
    let (rate, rule) = if segment == Segment::Melee {
        (numbers.losses.melee, "10.9")
    } else {
        (numbers.losses.fire, "10.7")
    };
    let luck = luck(
        turn,
        numbers.losses.luck,
        rule,
        &format!("{} {}", battle.roller, ["attackers", "defenders"][side]),
    );
    let inflicted = times(enemy, &[rate, luck]);
    let field = turn.field();
    let men =
        |place: usize| field.unit(battle.camps[side].fighters[place].id).map_or(0, |unit| unit.strength);
    let weight = |(place, share): &(usize, Share)| {
        let hit = if segment == Segment::Melee { share.whole } else { share.first + share.second };
        u64::from(men(*place)) * 1000 * hit / share.whole.max(1)
    };
    let weights: Vec<u64> = formation.shares.iter().map(weight).collect();
    let falls = share_out(inflicted, &weights);
    let suffer = |((place, _), falls): (&(usize, Share), u64)| {
        let fighter = &battle.camps[side].fighters[*place];
        let fort = battle.fort.filter(|_| fighter.in_fort);
        suffered(numbers, men(*place), falls, fighter.attitude, fort)
    };
    formation.shares.iter().zip(falls).map(suffer).collect()
}

/// R-10.6c, R-10.7: the men that a unit of so many loses of what falls on it, in thousandths of a man: by its attitude,
/// behind the walls of a manned fort less, and never more than three fifths.
pub fn suffered(numbers: &Combat, men: u32, falls: u64, attitude: Attitude, fort: Option<u8>) -> u32 {
    let cover = fort.map_or(0, |level| numbers.losses.fort_cover * u32::from(level));
    let suffered = times(falls, &[attitude.exposure(numbers), 1000_u32.saturating_sub(cover)]);
    // A one-man unit can still lose its man.
    let most = (men * numbers.losses.most / 1000).max(men.min(1));
    u32::try_from(suffered.saturating_add(500) / 1000).unwrap_or(most).min(most)
}

/// Takes the men from the units, all at once (R-10.7b).
pub fn apply(
    turn: &mut Turn,
    battle: &mut Battle,
    side: usize,
    formation: &Formation,
    losses: &[u32],
    segment: Segment,
) {
    for ((place, _), lost) in formation.shares.iter().zip(losses) {
        let fighter = &mut battle.camps[side].fighters[*place];
        fighter.lost[usize::from(segment == Segment::Melee)] += lost;
        if let Some(unit) = turn.state.units.get_mut(&fighter.id) {
            unit.strength -= lost;
            unit.casualties += lost;
        }
    }
}

/// ROTD-EUWOL 10.7, 10.9: a unit that engages in a segment gets a point of fatigue.
pub fn engage(turn: &mut Turn, fighter: &mut Fighter) {
    fighter.engaged = true;
    if let Some(unit) = turn.state.units.get_mut(&fighter.id) {
        unit.fatigue += 1;
    }
}
