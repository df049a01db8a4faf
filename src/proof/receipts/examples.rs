//! Examples of orders, as a help shows them, held like letters: each is carried out as it stands, and its receipt says nothing against it.

use super::*;
use fieldpost_door::example;
use fieldpost_grammar::parse::Reader;
use fieldpost_grammar::{Form, Language};

/// So many kinds of orders are asked for, for each player.
const KINDS: usize = 3;

/// The kinds of orders of a language, and of those beside it.
fn orders(language: &'static Language) -> Vec<&'static Form> {
    let all = std::iter::once(language).chain(language.beside.iter().copied());
    let is_order = |form: &&Form| matches!(form.reader, Reader::Piece(_) | Reader::Office(_));
    all.flat_map(|language| language.forms).filter(is_order).collect()
}

/// What does not hold of some examples of each player at the opening of a war, and how many were held.
fn held(measure: &Measure) -> (usize, Vec<String>) {
    let board: Arc<dyn Board> = (measure.begin)().with(1862);
    let post = Post::of(&board).unwrap();
    let forms = orders(board.rulebook().language);
    let (mut count, mut wrong) = (0, Vec::new());
    for player in (0..).map(PlayerNo).take(board.players().len()) {
        let lots = &mut Lots::new(1862, 0, u32::from(player.0));
        for _ in 0..KINDS {
            let Some(lines) = example::of(&*board, player, lots.pick(&forms).copied()) else { continue };
            let text = post.signed(player, &format!("{}\n", lines.join("\n")));
            let letter = Letter::of(measure, &*board, &post, player, vec![text]).unwrap();
            let mut tally = Tally::default();
            hold(measure, &mut tally, &letter, &letter.runs[1], &letter.answered.book, &lines.join("; "));
            wrong.extend(tally.faults.into_iter().map(|fault| fault.words));
            let said =
                letter.answered.pieces.values().chain(&letter.answered.offices).flat_map(|told| &told.said);
            wrong.extend(
                said.filter(|said| !said.kind.is_remark()).map(|said| format!("{lines:?}: {}", said.words())),
            );
            count += 1;
        }
    }
    (count, wrong)
}

#[test]
fn examples_are_carried_out_as_they_stand() {
    for measure in [&ROTD_CWOL, &GITM_NWOL, &WISC_CWOL, &EUROPA] {
        let (count, wrong) = held(measure);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", measure.name);
        assert!(count >= 5, "{}: {count} examples", measure.name);
    }
}
