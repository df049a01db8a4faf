//! The sheets of a turn's greatest battles: the tactical map of the square with both sides where they fought, arrows of attack, what each lost.
//!
//! All of it is of battles that the reader was told of (promise 6): [`BattleView`]s and nothing else.

use std::collections::BTreeMap;

use crate::battles::{BattleView, CampView};
use crate::illustrations::{WIDTH, livery};
use crate::news::EventReport;
use crate::towns::side;
use crate::vantage::Vantage;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::unit::UnitId;
use fieldpost_picture::flags::Troops;
use fieldpost_picture::tactical::{Assault, Piece, TacticalPicture};
use fieldpost_picture::{Side, State};
use fieldpost_print::album::{Album, SHARP};
use fieldpost_print::report::Illustration;
use fieldpost_print::section::Block;

/// So many men must have fought in a square for a sheet.
const FROM_MEN: u32 = 5_000;
/// Most sheets of a report, the greatest battles.
const MOST: usize = 4;
/// Most battles of a square of which a sheet says who they were.
const MOST_TOLD: usize = 3;

/// All that was fought in a square.
struct Battlefield<'a> {
    square: StrategicSquare,
    /// Men of all units that fought, each once.
    men: u32,
    /// The sentence of the greatest of its battles.
    sentence: &'a str,
    battles: Vec<&'a BattleView>,
}

/// The sheets of a report, the greatest battle first, each behind the sentence of it.
pub(crate) fn sheets(album: &Album, vantage: &Vantage<'_>, report: &EventReport) -> Vec<Block> {
    let events = report.phases.iter().flat_map(|phase| &phase.places).flat_map(|place| &place.events);
    let mut fields =
        fields(events.filter_map(|event| Some((event.sentence.as_str(), event.battle.as_ref()?))));
    fields.retain(|field| field.men > FROM_MEN);
    fields.sort_by_key(|field| (std::cmp::Reverse(field.men), field.square));
    let drawn = fields.iter().take(MOST).filter_map(|field| {
        let loud = field.sentence.to_owned();
        let headline = Block::Headline { loud, words: String::new() };
        Some([headline, Block::Figure(sheet(album, vantage, field)?)])
    });
    drawn.flatten().collect()
}

/// What was fought, by squares; of a battle that the reader only heard of nothing.
fn fields<'a>(fought: impl Iterator<Item = (&'a str, &'a BattleView)>) -> Vec<Battlefield<'a>> {
    let mut fields: BTreeMap<StrategicSquare, Vec<(&str, &BattleView)>> = BTreeMap::new();
    for (sentence, battle) in fought {
        if let Some((at, _)) = &battle.field {
            fields.entry(at.at).or_default().push((sentence, battle));
        }
    }
    fields.into_iter().map(|(square, fought)| field(square, &fought)).collect()
}

fn field<'a>(square: StrategicSquare, fought: &[(&'a str, &'a BattleView)]) -> Battlefield<'a> {
    let mut units: BTreeMap<&str, u32> = BTreeMap::new();
    for row in fought.iter().flat_map(|(_, battle)| &battle.camps).flat_map(|camp| &camp.rows) {
        let men = units.entry(&row.unit).or_default();
        *men = row.men.max(*men);
    }
    let men = |battle: &BattleView| battle.camps.iter().map(|camp| camp.men).sum::<u32>();
    let greatest = fought.iter().max_by_key(|(_, battle)| men(battle));
    Battlefield {
        square,
        men: units.values().sum(),
        sentence: greatest.map_or("", |(sentence, _)| sentence),
        battles: fought.iter().map(|(_, battle)| *battle).collect(),
    }
}

fn sheet(album: &Album, vantage: &Vantage<'_>, field: &Battlefield<'_>) -> Option<Illustration> {
    let pieces = pieces(vantage, field);
    let assaults = assaults(vantage, field);
    let told = told(field);
    let city = vantage.cities.iter().find(|(_, city)| city.at == field.square);
    let picture = TacticalPicture {
        atlas: vantage.atlas,
        square: field.square,
        pieces: &pieces,
        assaults: &assaults,
        told: &told,
        pontoons: &[],
        has_fort: city.is_some_and(|(_, city)| city.fort.is_some()),
        note: "",
        width: WIDTH,
        is_grey: false,
        livery: livery(vantage),
    };
    let label = vantage.atlas.map.grid.label(field.square);
    let png = album.png(label.clone(), SHARP, || picture.ground(), &picture.top()).ok()?;
    let alt = format!("Sheet of the battle, {}. {}", picture.heading(), told.join(". "));
    Some(Illustration { id: format!("battle-{label}"), alt, png })
}

/// The units of both sides where they fought: who held the square in it, who came to it in the square from which they came.
fn pieces(vantage: &Vantage<'_>, field: &Battlefield<'_>) -> Vec<Piece> {
    let mut stood: BTreeMap<&str, (TacticalSquare, Side)> = BTreeMap::new();
    for battle in &field.battles {
        let Some((at, from)) = &battle.field else { continue };
        let before = from.first().and_then(|way| at.tac.step(*way)).unwrap_or(at.tac);
        for (camp, tac) in battle.camps.iter().zip([before, at.tac]) {
            for row in &camp.rows {
                // Where it fought first: later it stands where that led.
                stood.entry(&row.unit).or_insert((tac, side_of(vantage, camp)));
            }
        }
    }
    let piece = |(name, (tac, side)): (&str, (TacticalSquare, Side))| Piece {
        tac,
        troops: Troops { side, state: State::Active, count: 1, is_about: false },
        name: name.to_owned(),
    };
    stood.into_iter().map(piece).collect()
}

/// Whose a camp is on the reader's maps.
fn side_of(vantage: &Vantage<'_>, camp: &CampView) -> Side {
    let first = camp.rows.first().and_then(|row| row.unit.parse::<UnitId>().ok());
    first.map_or(Side::Neutral, |unit| side(vantage.relation(unit.nation)))
}

/// The attacks on each square, with what all of them cost there.
fn assaults(vantage: &Vantage<'_>, field: &Battlefield<'_>) -> Vec<Assault> {
    let mut squares: BTreeMap<TacticalSquare, (Assault, [(u32, bool); 2])> = BTreeMap::new();
    for battle in &field.battles {
        let (Some((at, from)), Some(attackers)) = (&battle.field, battle.camps.first()) else { continue };
        let side = side_of(vantage, attackers);
        let new = || {
            (Assault { at: at.tac, from: Vec::new(), side, losses: Default::default() }, Default::default())
        };
        let (assault, lost) = squares.entry(at.tac).or_insert_with(new);
        assault
            .from
            .extend(from.iter().filter(|way| !assault.from.contains(way)).copied().collect::<Vec<_>>());
        for camp in &battle.camps {
            let of = &mut lost[usize::from(side_of(vantage, camp) != Side::Allied)];
            *of = (of.0 + camp.lost, of.1 || camp.about);
        }
    }
    let told = |(assault, lost): (Assault, [(u32, bool); 2])| {
        let words = |(men, about): (u32, bool)| format!("{}{men}", if about && men > 0 { "~" } else { "" });
        Assault { losses: lost.map(words), ..assault }
    };
    squares.into_values().map(told).collect()
}

/// Who fought, with their men and losses: both sides of the greatest battles.
fn told(field: &Battlefield<'_>) -> Vec<String> {
    let mut battles = field.battles.clone();
    battles.sort_by_key(|battle| std::cmp::Reverse(battle.camps.iter().map(|camp| camp.men).sum::<u32>()));
    let at =
        |battle: &BattleView| battle.field.as_ref().map(|(at, _)| at.tac.to_string()).unwrap_or_default();
    let camps = battles
        .iter()
        .take(MOST_TOLD)
        .flat_map(|battle| battle.camps.iter().map(|camp| format!("{}: {}", at(battle), camp.title)));
    camps.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::battles::Checks;
    use crate::whose::Whose;
    use fieldpost_engine::event::Saw;
    use fieldpost_ground::by_unit::ByUnit;
    use fieldpost_ground::square::Direction;
    use fieldpost_land::combat::report::{BattleReport, CampReport, UnitReport};
    use fieldpost_land::event::Place;
    use fieldpost_land::event::battle::Attitude;
    use fieldpost_land::orders::BattleLine;

    fn camp(units: &[(&str, u32)]) -> CampReport {
        let unit = |(id, men): &(&str, u32)| UnitReport {
            id: id.parse().unwrap(),
            line: BattleLine::First,
            part: 0,
            attitude: Attitude::Firm,
            armed: true,
            men: *men,
            fire: 100,
            melee: 0,
            departure: None,
        };
        CampReport {
            nations: BTreeSet::new(),
            units: units.iter().map(unit).collect(),
            worth: Default::default(),
        }
    }

    fn view(saw: Saw, col: u8, men: u32) -> BattleView {
        let report = BattleReport {
            attackers: camp(&[("PR1IN", men), ("PR2IN", men)]),
            defenders: camp(&[("AU1IN", men)]),
            meeting: false,
            front: 5_000,
            from: vec![Direction::North],
            rating: 2,
            fort: None,
            melee: true,
            attackers_won: true,
        };
        let at = Place { at: StrategicSquare { col, row: 3 }, tac: TacticalSquare::MIDDLE };
        let whose = |unit: UnitId| if unit.nation.as_str() == "PR" { Whose::Own } else { Whose::Others };
        BattleView::of(&report, saw, (at, "A9-N7"), whose, (&Checks::new(), &ByUnit::default()))
    }

    /// Promise 6: of a battle that one only heard of there is nothing to draw.
    #[test]
    fn a_sheet_is_of_battles_that_the_reader_was_told_all_of() {
        let views = [view(Saw::All, 1, 2_000), view(Saw::All, 1, 1_500), view(Saw::End, 2, 9_000)];
        let fields = fields(views.iter().map(|view| ("Battle", view)));
        let [field] = &fields[..] else { panic!("{} fields", fields.len()) };
        // Each unit counts once, with the most men that it had; of enemies as many as could be counted.
        assert_eq!((field.men, field.battles.len()), (6_000, 2));
        let told = told(field);
        assert_eq!(told.len(), 4);
        assert!(told[0].starts_with("7-7: Attackers") && told[0].contains("4000 men, 200 lost"), "{told:?}");
        assert!(told[1].contains("about 2000 men"), "of enemies about: {told:?}");
    }
}
