//! `[[foretold]]` of rule cases: what the receipt of a player's letters says, and what it must not say (foresight.md, C5).
//!
//! The letters go over the desk, which answers them. All that the receipt tells is then held against a turn that is run without what
//! the player cannot see and with nobody else's orders (C2, *blind*): what it tells as sure or as things stand must come, and what
//! comes to nothing must have been told, or the piece left open.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::desk;
use crate::land::case::file::line_of;
use crate::receipts::Measure;
use crate::receipts::tally::{is_of, word_of};
use fieldpost_desk::answer::{Body, OrderReceipt, UnitReceipt};
use fieldpost_desk::close::close;
use fieldpost_door::foresight::{Ends, Grade, Statement};
use fieldpost_door::{Board, ClosedBook, Hindrance};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

/// One `[[foretold]]` block.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForetoldFile {
    /// Whose receipt.
    pub player: String,
    /// What it says: of each, one line of it.
    #[serde(default)]
    pub says: Vec<String>,
    /// What no line of it says.
    #[serde(default)]
    pub never: Vec<String>,
}

/// The letters of a case, and what it orders beside them.
pub(crate) struct Post {
    /// Whole letters, in the order in which they come.
    pub letters: Vec<String>,
    /// Orders that stand with their pieces: the head of the block, such as `UNIT`, and its lines.
    pub blocks: Vec<(&'static str, Piece, String)>,
    /// What a player's letter says before them, by the player's name.
    pub before: BTreeMap<String, String>,
}

/// How what orders of offices come to is headed.
const OFFICES: &str = "offices";
/// What may stand behind a piece.
const HEADS: [&str; 6] = ["course", "ends", "refusal", "shortfall", "lack", "advice"];
/// How far something is true, behind its kind.
const GRADES: [&str; 3] = ["sure", "as things stand", "open"];

/// Of so many turns, which differ in their dice alone, each must come out as it was foretold.
const TURNS: u64 = 3;

/// Holds all blocks of a case's text, on its board by the number of a turn, which differ in their dice alone; what does not hold, each
/// with its line.
pub(crate) fn missed(
    measure: &Measure,
    board: &dyn Fn(u64) -> Arc<dyn Board>,
    post: &Post,
    blocks: &[Spanned<ForetoldFile>],
    text: &str,
) -> Vec<String> {
    let boards: Vec<Arc<dyn Board>> = (0..TURNS).filter(|_| !blocks.is_empty()).map(board).collect();
    let of_block = |block: &Spanned<ForetoldFile>| {
        let line = line_of(text, block.span().start);
        let missed = missed_of(measure, &boards, post, block.get_ref()).unwrap_or_else(|why| vec![why]);
        missed.into_iter().map(move |why| format!("line {line}: foretold: {why}"))
    };
    blocks.iter().flat_map(of_block).collect()
}

/// Holds a block to the receipt of its player, and the receipt to a blind turn on each board; what does not hold, a sentence each.
///
/// # Errors
/// If the block makes no sense, or there is no receipt.
fn missed_of(
    measure: &Measure,
    boards: &[Arc<dyn Board>],
    post: &Post,
    block: &ForetoldFile,
) -> Result<Vec<String>, String> {
    let board = boards.first().ok_or("there is no board")?;
    let by = number_of(&**board, &block.player)?;
    let (receipt, book) = answered(board, by, post)?;
    let told = told(&receipt);
    let mut missed = Vec::new();
    for (wanted, is_to_be) in
        block.says.iter().map(|says| (says, true)).chain(block.never.iter().map(|never| (never, false)))
    {
        let wanted = Wanted::read(wanted, &**board, &receipt)?;
        if told.iter().any(|line| wanted.is(line)) != is_to_be {
            let how = if is_to_be { "says" } else { "never says" };
            missed.push(format!(
                "expected that the receipt {how} {:?}; it says\n{}",
                wanted.words,
                told.join("\n")
            ));
        }
    }
    for board in boards {
        missed.extend(
            Blind::of(measure, &**board, by, &book).map(|blind| blind.lies(&receipt)).unwrap_or_default(),
        );
    }
    missed.dedup();
    Ok(missed)
}

fn number_of(board: &dyn Board, name: &str) -> Result<PlayerNo, String> {
    let mut players = (0..).map(PlayerNo).zip(board.players());
    let found = players.find(|(_, player)| player.name.eq_ignore_ascii_case(name));
    found.map(|(number, _)| number).ok_or_else(|| format!("player: there is no player {name:?}"))
}

/// The last receipt of a player's, and the book of that player's letters alone.
fn answered(board: &Arc<dyn Board>, by: PlayerNo, post: &Post) -> Result<(OrderReceipt, ClosedBook), String> {
    let (mut memory, lexicon) = (desk::memory(), board.lexicon());
    let mut all = desk::record(Arc::clone(board), &memory)?;
    let mut own = all.clone();
    let name = all.name_of(by).to_owned();
    let mut last = None;
    for (number, text) in (1..).zip(post.letters_of(&**board, by, &name)) {
        let judgement = desk::take(&mut all, &text, number, &lexicon, &mut memory);
        let receipts = judgement.answers.into_iter().filter_map(|answer| match answer.body {
            Body::Receipt(receipt) if receipt.player == name => Some(*receipt),
            _ => None,
        });
        if let Some(receipt) = receipts.last() {
            desk::take(&mut own, &text, number, &lexicon, &mut memory);
            last = Some(receipt);
        }
    }
    let receipt =
        last.ok_or_else(|| format!("{name} has no receipt: no letter and no orders of {name}'s"))?;
    Ok((receipt, close(&own).book))
}

impl Post {
    /// The letters of the case, if one of them is the player's; else one that orders what stands with the player's pieces.
    fn letters_of(&self, board: &dyn Board, by: PlayerNo, name: &str) -> Vec<String> {
        let is_his = |text: &String| text.lines().any(|line| line.trim() == format!("PLAYER {name}"));
        if self.letters.iter().any(is_his) {
            return self.letters.clone();
        }
        let seats: BTreeMap<Piece, _> = board.pieces().into_iter().collect();
        let commands =
            |piece: &Piece| seats.get(piece).copied().flatten().is_some_and(|seat| seat.commander == by);
        let own = self.blocks.iter().filter(|(_, piece, _)| commands(piece));
        let blocks: Vec<String> =
            own.map(|(head, piece, lines)| format!("{head} {piece}\n{}\nEND\n", lines.trim())).collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        let before = self.before.get(name).map(String::as_str).unwrap_or_default();
        let head = format!("PLAYER {name}\nPASSWORD {}\n{before}", desk::password(name));
        vec![head + &blocks.concat()]
    }
}

/// What a receipt tells, a line each: whom it is of, its kind and grade, and its words.
fn told(receipt: &OrderReceipt) -> Vec<String> {
    let mut told = Vec::new();
    for unit in receipt.units.iter().filter(|unit| unit.counts) {
        if !unit.course.is_empty() {
            told.push(format!("{} course: {}", unit.unit, unit.course));
        }
        told.extend(end(&unit.ends).map(|end| format!("{} ends {end}", unit.unit)));
        told.extend(unit.foreseen.iter().map(|said| line(&unit.unit, said)));
    }
    told.extend(receipt.office_foreseen.iter().map(|said| line(&OFFICES, said)));
    told
}

fn end(ends: &Ends) -> Option<String> {
    match ends {
        Ends::Unsaid => None,
        Ends::Open => Some("open: ".into()),
        Ends::Gone => Some("gone: ".into()),
        Ends::In(place) => Some(format!("as things stand: {place}")),
        Ends::Likely(place, tenths) => Some(format!("{tenths} in 10: {place}")),
    }
}

fn line(of: &impl Display, said: &Statement) -> String {
    let grade = match &said.grade {
        Grade::Sure => GRADES[0].to_owned(),
        Grade::AsThingsStand { .. } => GRADES[1].to_owned(),
        Grade::Odds { tenths } => format!("{tenths} in 10"),
        Grade::Open => GRADES[2].to_owned(),
    };
    format!("{of} {} {grade}: {}", word_of(said.kind), said.words())
}

/// What a block wants said or not said: a head, which may leave out what stands at its end, and words of the line.
struct Wanted<'a> {
    words: &'a str,
    head: &'a str,
    tail: &'a str,
}

impl<'a> Wanted<'a> {
    fn read(words: &'a str, board: &dyn Board, receipt: &OrderReceipt) -> Result<Self, String> {
        let (head, tail) = words.split_once(':').unwrap_or((words, ""));
        let (piece, kind) = head.split_once(' ').unwrap_or((head, ""));
        let known = || board.pieces().iter().any(|(other, _)| other.as_str() == piece);
        let in_receipt = || receipt.units.iter().any(|unit| unit.unit.as_str() == piece);
        if piece != OFFICES && !known() && !in_receipt() {
            return Err(format!("{words:?}: there is no piece {piece:?} (and it is not {OFFICES:?})"));
        }
        let (kind, grade) = kind.split_once(' ').unwrap_or((kind, ""));
        let is_odds = || grade.strip_suffix(" in 10").is_some_and(|tenths| tenths.parse::<u8>().is_ok());
        let is_grade =
            grade.is_empty() || GRADES.contains(&grade) || is_odds() || (kind, grade) == ("ends", "gone");
        if !kind.is_empty() && (!HEADS.contains(&kind) || !is_grade) {
            let (heads, grades) = (HEADS.join(", "), GRADES.join(", "));
            return Err(format!(
                "{words:?}: expected a piece, one of {heads}, and one of {grades}, `N in 10` or, of an end, gone"
            ));
        }
        Ok(Wanted { words, head: head.trim(), tail: tail.trim() })
    }

    fn is(&self, line: &str) -> bool {
        let (head, words) = line.split_once(':').unwrap_or((line, ""));
        let rest = head.strip_prefix(self.head);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) && words.contains(self.tail)
    }
}

/// A turn without what a player cannot see, and with that player's orders alone.
struct Blind {
    places: BTreeMap<Piece, Option<String>>,
    hindrances: BTreeMap<Piece, Vec<Hindrance>>,
    of_offices: Vec<Hindrance>,
    blown: Vec<Piece>,
}

impl Blind {
    fn of(measure: &Measure, board: &dyn Board, by: PlayerNo, book: &ClosedBook) -> Option<Self> {
        let blind = (measure.blind)(board, by)?;
        let there: BTreeMap<Piece, _> = blind.pieces().into_iter().collect();
        let seats = book.seats.iter().filter(|(piece, _)| there.contains_key(*piece));
        let seats = seats.map(|(piece, seat)| (piece.clone(), *seat)).collect();
        let ran = blind.run(&ClosedBook { seats, ..book.clone() });
        let (after, hindrances) = (ran.board(), (measure.hindrances)(&*blind, &*ran));
        let of_offices = (measure.of_offices)(&*ran, by);
        let pieces = book.blocks.iter().map(|block| block.piece.clone());
        let blown = pieces.clone().filter(|piece| (measure.blown)(&*ran, piece)).collect();
        let places = pieces.map(|piece| ((measure.place)(&*after, &piece), piece));
        let places = places.map(|(place, piece)| (piece, place)).collect();
        Some(Blind { places, hindrances, of_offices, blown })
    }

    /// What of a receipt is not true here.
    fn lies(&self, receipt: &OrderReceipt) -> Vec<String> {
        let counting = receipt.units.iter().filter(|unit| unit.counts && !self.blown.contains(&unit.unit));
        let mut lies: Vec<String> = counting.flat_map(|unit| self.lies_of(unit)).collect();
        if !receipt.offices.is_empty() {
            lies.extend(held(&OFFICES, (&receipt.office_foreseen, &self.of_offices), false));
        }
        lies
    }

    fn lies_of(&self, unit: &UnitReceipt) -> Vec<String> {
        let UnitReceipt { unit: piece, ends, foreseen, .. } = unit;
        let place = self.places.get(piece).cloned().flatten();
        let is_there = match ends {
            Ends::In(told) => place.as_ref() == Some(told),
            Ends::Gone => place.is_none(),
            Ends::Unsaid | Ends::Open | Ends::Likely(..) => true,
        };
        let mut lies = Vec::new();
        if !is_there {
            lies.push(format!("{piece}: the receipt tells {ends:?}, and run blind it is in {place:?}"));
        }
        let came = self.hindrances.get(piece).map_or(&[][..], Vec::as_slice);
        let is_open = matches!(ends, Ends::Open | Ends::Likely(..) | Ends::Unsaid);
        lies.extend(held(piece, (foreseen, came), is_open));
        lies
    }
}

/// What is told of somebody, and did not come; and what came and was not told, unless somebody is left open.
fn held(of: &impl Display, (told, came): (&[Statement], &[Hindrance]), is_open: bool) -> Vec<String> {
    let is_firm = |said: &&Statement| matches!(said.grade, Grade::Sure | Grade::AsThingsStand { .. });
    let firm = told.iter().filter(|said| !said.kind.is_remark() && !said.key.is_empty()).filter(is_firm);
    let missing = firm.filter(|said| !came.iter().any(|one| is_of(said, one)));
    let missing = missing.map(|said| {
        format!("{of}: the receipt tells {:?}, and run blind there is no such thing", said.words())
    });
    let is_open = is_open || told.iter().any(|said| said.grade == Grade::Open);
    let untold = came.iter().filter(|one| !is_open && !told.iter().any(|said| is_of(said, one)));
    let untold = untold.map(|one| {
        let (kind, Hindrance { order, why, .. }) = (word_of(one.kind), one);
        format!("{of}: run blind there is a {kind} that the receipt does not tell: {order} {why}")
    });
    missing.chain(untold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{europa, land, receipts};
    use fieldpost_door::foresight::Kind;

    /// France has a stack beside an empty province and a Spanish one, and goes where the orders say.
    fn italy(orders: &str, block: &str) -> String {
        format!(
            "initiative = [\"France\", \"Spain\"]\n[map]\nland = [\"alba - bona - cora\"]\nnation = \"France\"\n\
             owner = {{ cora = \"Spain\" }}\n[[stack]]\nid = \"FR-1\"\nowner = \"France\"\nat = \"alba\"\n\
             orders = \"{orders}\"\n[[stack]]\nid = \"SP-1\"\nowner = \"Spain\"\nat = \"cora\"\n[[foretold]]\n\
             player = \"France\"\n{block}\n"
        )
    }

    fn failures(orders: &str, block: &str) -> Vec<String> {
        europa::run(&italy(orders, block)).failures
    }

    #[test]
    fn what_a_receipt_says_is_found_and_what_it_must_not_say_is_missed() {
        let none: [String; 0] = [];
        let says = r#"says = ["FR-1 ends as things stand: bona", "FR-1 course: bona 1 MP", "FR-1 ends"]"#;
        assert_eq!(failures("MOVE bona", says), none);
        assert_eq!(failures("MOVE bona", r#"never = ["FR-1 refusal", "FR-1 ends: alba", "offices"]"#), none);
        for block in [
            r#"says = ["FR-1 ends as things stand: alba"]"#,
            r#"says = ["FR-1 ends open"]"#,
            r#"says = ["FR-1 refusal"]"#,
            r#"never = ["FR-1 ends: bona"]"#,
            r#"never = ["FR-1 course"]"#,
            r#"never = ["FR-1"]"#,
        ] {
            let found = failures("MOVE bona", block).join("\n");
            assert!(found.contains("line 15: foretold: expected that the receipt"), "{block}: {found}");
            assert!(found.contains("FR-1 course: bona 1 MP"), "all that it says is shown: {found}");
        }
    }

    #[test]
    fn a_block_that_makes_no_sense_says_why() {
        for (block, why) in [
            ("sais = []", "unknown field `sais`"),
            (r#"says = ["FR-1 refusel: x"]"#, "expected a piece, one of course, ends, refusal"),
            (r#"never = ["FR-1 refusal maybe"]"#, "expected a piece"),
            (r#"never = ["FR-1 refusal gone"]"#, "expected a piece"),
            (r#"never = ["FR-9 refusal"]"#, "there is no piece \"FR-9\""),
        ] {
            let found = failures("MOVE bona", block).join("\n");
            assert!(found.contains(why), "{block}: {found}");
        }
        let nobody = italy("MOVE bona", "").replace("player = \"France\"", "player = \"Genoa\"");
        assert!(europa::run(&nobody).failures.join("\n").contains("there is no player \"Genoa\""));
        assert!(failures("", "").join("\n").contains("France has no receipt"));
        let minister = "[[unit]]\nid = \"FR1IN\"\nat = \"A1-N1\"\n[[order]]\nfrom = \"War Minister of France\"\n\
                        text = \"REMOVE DEPOT A1-N1\"\n[[foretold]]\nplayer = \"France\"\n";
        let found = land::case::run(minister).failures.join("\n");
        assert!(found.contains("an [[order]] has no receipt: write a [[letter]]"), "{found}");
    }

    /// The cases of foresight hold; the suite runs them with all others, with the whole house built.
    #[test]
    fn every_case_of_foresight_holds() {
        let books = ["rotd-euwol", "rotd-cwol", "wisc-cwol", "europa"];
        let mut count = 0;
        for book in books {
            let folder = format!("{}/../../fixtures/cases/{book}/foresight", env!("CARGO_MANIFEST_DIR"));
            for file in std::fs::read_dir(folder).unwrap() {
                let path = file.unwrap().path();
                let text = std::fs::read_to_string(&path).unwrap();
                let report = match book {
                    "europa" => europa::run(&text),
                    // With a land book of its own it is one of land, with ships.
                    "wisc-cwol" if !text.contains("\nships = ") => land::case::joint::run_of_ships(&text),
                    _ => land::case::run(&text),
                };
                assert!(report.failures.is_empty(), "{}: {:#?}", path.display(), report.failures);
                count += 1;
            }
        }
        assert!(count >= 20, "{count} cases");
    }

    /// What is told is held against a turn that is run blind: a reader that lies does not pass.
    #[test]
    fn a_receipt_that_lies_is_caught_though_it_says_what_the_case_wants() {
        let lying = Measure { place: |_, _| Some("elsewhere".into()), ..receipts::EUROPA };
        let barred = |_: &dyn Board, _: &dyn fieldpost_door::Finished| {
            let one =
                Hindrance { kind: Kind::Refusal, order: String::new(), why: "its way is barred".into() };
            BTreeMap::from([(Piece::from("FR-1"), vec![one])])
        };
        let silent = Measure { hindrances: barred, ..receipts::EUROPA };
        let board = || -> Arc<dyn Board> { (receipts::EUROPA.begin)().with(7) };
        let by = PlayerNo(0);
        let block = "STACK FR-1\nMOVE piedmont\nEND\n";
        let player = board().players()[0].name.clone();
        let text = format!("PLAYER {player}\nPASSWORD {}\n{block}", desk::password(&player));
        let post = Post { letters: vec![text], blocks: Vec::new(), before: BTreeMap::new() };
        let (receipt, book) = answered(&board(), by, &post).unwrap();
        let lies = |measure: &Measure| Blind::of(measure, &*board(), by, &book).unwrap().lies(&receipt);
        assert_eq!(lies(&receipts::EUROPA), Vec::<String>::new());
        assert!(
            lies(&lying).join("\n").contains("run blind it is in Some(\"elsewhere\")"),
            "{:?}",
            lies(&lying)
        );
        assert!(lies(&silent).join("\n").contains("that the receipt does not tell"), "{:?}", lies(&silent));
    }
}
