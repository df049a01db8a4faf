//! A player's orders rehearsed on what the player sees, for the receipt.

use std::collections::{BTreeMap, BTreeSet};

use crate::foresight::known::FromShips;
use crate::orders;
use crate::table::Table;
use fieldpost_door::ClosedBook;
use fieldpost_door::foresight::{Done, Ends, Foreseen, Grade, Kind, Outlook, Statement};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::spelling::spelt;
use fieldpost_ground::square::Grid;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::command::doubts::{Doubt, Unknown};
use fieldpost_land::command::foresight;
use fieldpost_land::command::hitch::{Declined, Hangs, Hitch, Of};
use fieldpost_land::command::lots::rehearse;
use fieldpost_land::command::rehearsal::{self, Course, Stage};
use fieldpost_land::detection::Sight;
use fieldpost_land::event::Place;
use fieldpost_land::language::unit_of;
use fieldpost_land::movement::foresee::Remark;
use fieldpost_land::unit::UnitId;
use fieldpost_tell::vantage::Vantage;

mod at_sea;
pub(crate) mod foretold;
pub(crate) mod known;

/// What comes of the orders in a book that holds those of one player, on land and at sea.
pub(crate) fn foresee(table: &Table, by: PlayerNo, book: &ClosedBook) -> Foreseen {
    let OnLand { mut foreseen, mut supplied, unseen } = on_land(table, by, book);
    let Some(fleet) = table.fleet() else { return foreseen };
    // What ships take aboard stands here as the ships' rehearsal has it: on land alone it would march. It has drawn and eaten before.
    let at_sea = fleet.foresee(by, book, &unseen);
    for (piece, mut outlook) in at_sea.pieces {
        // Who is held where fights may come stays only if they leave it there.
        if let Some(on_land) =
            foreseen.pieces.get(&piece).filter(|on_land| outlook.stays && on_land.is_open())
        {
            outlook = Outlook { said: outlook.said, ..on_land.clone() };
        }
        outlook.said.extend(unit_of(&piece).and_then(|unit| supplied.remove(&unit)).unwrap_or_default());
        foreseen.pieces.insert(piece, outlook);
    }
    foreseen.offices.extend(at_sea.offices);
    foreseen.done.extend(at_sea.done);
    foreseen
}

/// What comes of the orders for units.
#[derive(Default)]
struct OnLand {
    foreseen: Foreseen,
    /// What is said of units' supply phase alone.
    supplied: BTreeMap<UnitId, Vec<Statement>>,
    /// Rule 11.6: headquarters that feed units of the player's, and that no report of the player's shows.
    unseen: BTreeSet<UnitId>,
}

fn on_land(table: &Table, by: PlayerNo, book: &ClosedBook) -> OnLand {
    let (nothing, Table { atlas, land, .. }) = (Sight::default(), table);
    let sight = table.sight(by).unwrap_or(&nothing);
    let Some(vantage) = Vantage::of(by, land, sight, atlas, table.book) else { return Default::default() };
    let seen = vantage.as_seen();
    let FromShips { seen, afloat, fights, shipped } = match table.fleet() {
        Some(fleet) => fleet.ashore_as_known(by, book, fleet.with_what_ships_see(by, seen)),
        None => FromShips::none(seen),
    };
    let ordered = orders::on_land(table.book, &atlas.map.grid, &seen, book);
    let own: BTreeSet<UnitId> = vantage.own.iter().map(|own| own.unit.id).collect();
    let stage = Stage {
        atlas: &table.atlas,
        book: table.book,
        seen,
        own,
        reported: vantage.reported_enemies(),
        beyond: vantage.fed_from_beyond(),
        afloat,
        fights_afloat: fights,
        shipped,
    };
    let unseen = stage.beyond.values().copied().collect();
    let rehearsal = rehearse(&stage, &ordered);
    let outlook = |(id, course): (UnitId, Course)| {
        let hitches = rehearsal.hitches.get(&id).map(Vec::as_slice).unwrap_or_default();
        let mut said = said_of(table, book, id, hitches);
        said.extend(rehearsal.doubts.get(&id).map(|unsure| doubt(unsure, &atlas.map.grid)));
        said.extend(rehearsal.aimless.get(&id).map(aimless));
        let ends = match course.ends {
            rehearsal::Ends::Open => Ends::Open,
            rehearsal::Ends::Gone => Ends::Gone,
            rehearsal::Ends::In(at) => Ends::In(place_words(atlas, at)),
        };
        (id.into(), Outlook { course: in_own_letters(course.words()), ends, stays: course.stays, said })
    };
    let of_supply = |(id, hitches): (&UnitId, &Vec<Hitch>)| {
        let of_supply: Vec<Hitch> = hitches.iter().filter(|hitch| hitch.in_supply).cloned().collect();
        let said = said_of(table, book, *id, &of_supply).into_iter();
        (*id, said.filter(|said| said.kind != Kind::Advice).collect())
    };
    let supplied = rehearsal.hitches.iter().map(of_supply).collect();
    let pieces = rehearsal.courses.into_iter().map(outlook).collect();
    let done = rehearsal.done.iter().map(|what| Done { piece: None, what: what.clone() }).collect();
    let offices = rehearsal.declined.into_iter().map(declined).collect();
    OnLand { foreseen: Foreseen { pieces, offices, done }, supplied, unseen }
}

/// A place as a receipt's end names it, and as it is named to hold it against the turn.
pub(crate) fn place_words(atlas: &Atlas, at: Place) -> String {
    format!("{} {}", atlas.map.grid.label(at.at), at.tac)
}

/// Words for people, with places as they are written where they lie.
pub(crate) fn in_own_letters(words: String) -> String {
    spelt(&words).into_owned()
}

/// An order of an office that comes to nothing, or to less.
fn declined(Declined { words, whole, hangs }: Declined) -> Statement {
    if let Some(open) = open(hangs, &words, "") {
        return open;
    }
    let kind = if whole { Kind::Refusal } else { Kind::Shortfall };
    Statement::new(kind, Grade::standing(), in_own_letters(words.clone())).known_by(words)
}

/// What is so by some lots and not by others, or hangs on something else that the player does not know.
fn open(hangs: Hangs, words: &str, order: &str) -> Option<Statement> {
    let why = match hangs {
        Hangs::OnNothing => return None,
        Hangs::OnLot => "As the lot falls, and not foreseen",
        Hangs::OnOthers => "By what others bring and draw, and not foreseen",
        Hangs::OnTheUnseen => "As far as your reports show, and not foreseen",
    };
    Some(Statement::open(in_own_letters(format!("{why}: {words}"))).of(order))
}

/// Rule 11.6: of what may feed a unit, or may not.
fn doubt(doubt: &Doubt, grid: &Grid) -> Statement {
    let (feeds, still) = (doubt.feeds.words(grid), if doubt.has_fed { "still " } else { "" });
    let why = match doubt.unknown {
        Unknown::Stands => format!("no report of yours shows where {feeds} stands"),
        Unknown::WillStand => format!("where {feeds} will stand is not"),
        Unknown::Reforms => format!("whether {feeds} is active again by then is not"),
        Unknown::Holder => format!("no report of yours shows who holds {feeds}"),
    };
    Statement::open(format!("Whether {feeds} {still}feeds it there is not foreseen: {why}."))
}

/// Rule 10.15: of guns that are to fire where no enemy is seen.
fn aimless(square: &TacticalSquare) -> Statement {
    Statement::open(format!(
        "Whether enemies come to {square}, for BOMBARD to fire at, is not foreseen: no report of yours shows any there (rule 10.15)."
    ))
}

/// What is to be said of a unit's orders: what the rehearsal found, in better words where there are some; and advice that does not
/// say the same.
fn said_of(table: &Table, book: &ClosedBook, id: UnitId, hitches: &[Hitch]) -> Vec<Statement> {
    let of_it = |piece: &Piece| unit_of(piece) == Some(id);
    let block = book.blocks.iter().find(|block| of_it(&block.piece));
    let lines = block.and_then(|block| block.lines.as_deref()).unwrap_or_default();
    let remarks = foresight::remarks(table.field(), id, &orders::of_unit(table, lines));
    let explains = |remark: &Remark, hitch: &Hitch| remark.explains.contains(&hitch.why.why);
    let mut said: Vec<Statement> = Vec::new();
    // A remark tells of one of two orders that fail for the same reason: of the one whose reason it gives.
    let is_of_another = |remark: &Remark, hitch: &Hitch| {
        let gives = |hitch: &Hitch| remark.gives.as_ref() == Some(&hitch.why);
        !gives(hitch) && hitches.iter().any(|other| explains(remark, other) && gives(other))
    };
    for hitch in hitches {
        let mut explaining = remarks.iter().filter(|remark| explains(remark, hitch));
        let remark = explaining.find(|remark| !is_of_another(remark, hitch));
        let words = remark.map_or_else(|| hitch.words(), |remark| remark.words.clone());
        let grade = if hitch.is_sure() { Grade::Sure } else { Grade::standing() };
        let (kind, word) = match hitch.of {
            Of::Order(word) => (Kind::Refusal, word),
            Of::Part => (Kind::Shortfall, ""),
            Of::OnTheWay => (Kind::OnTheWay, ""),
            Of::Lack => (Kind::Lack, ""),
        };
        let order = lines.iter().find(|line| !word.is_empty() && line.words.starts_with(word));
        let order = order.map(|line| in_own_letters(line.words.to_string())).unwrap_or_default();
        let foreseen = || Statement::new(kind, grade, in_own_letters(words.clone())).of(order.clone());
        let one = open(hitch.hangs, &words, &order).unwrap_or_else(foreseen);
        if said.iter().all(|other| other.why != one.why) {
            said.push(one.known_by(hitch.why.words()));
        }
    }
    let is_news = |remark: &Remark| !hitches.iter().any(|hitch| explains(remark, hitch));
    said.extend(advice(remarks.iter().filter(|remark| is_news(remark)).cloned()));
    said
}

/// Of remarks those that are said though no rehearsal finds them.
pub(crate) fn advice(remarks: impl IntoIterator<Item = Remark>) -> Vec<Statement> {
    let advice = remarks.into_iter().filter(|remark| remark.is_advice);
    advice.map(|remark| Statement::advice(in_own_letters(remark.words))).collect()
}
