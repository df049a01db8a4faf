//! A march that is written on several lines: a comma at the end of a line, and squares on the next.

use crate::games::ground::square::StrategicSquare;
use crate::games::land::orders::UnitOrder;
use crate::grammar::line::Line;
use crate::grammar::render;
use crate::grammar::square::{MOST_BOXES, path, small_words, strategic_square};
use crate::grammar::word::end;

use super::{Block, Reader};

impl Reader<'_> {
    /// `more-march = [ bullet ] *( small-word sp ) strategic-square *2( gap box ) end [ comment-behind ]`: a line of
    /// squares. Right below a MARCH that ends with a comma it carries that march on, to six boxes in all;
    /// elsewhere it is complained about.
    pub(super) fn more_march(&mut self, line: &Line<'_>, start: usize, body: &str) -> bool {
        let open = std::mem::take(&mut self.open_march);
        if strategic_square(small_words(body), self.lexicon).is_err() {
            return false;
        }
        let read = path(body, self.lexicon).ok().filter(|(rest, _)| end(rest).is_ok());
        let Some((_, more)) = read else { return false };
        let above = self.march_above();
        let boxes = [above.unwrap_or_default(), more.as_slice()].concat();
        if open && boxes.len() <= MOST_BOXES {
            self.open_march = body.ends_with(',');
            self.replace_march(boxes);
        } else {
            self.complain_of_squares(line, start, body, boxes);
        }
        true
    }

    /// The boxes of the march that stands in the block.
    fn march_above(&self) -> Option<&[Option<StrategicSquare>]> {
        let Block::Of(block) = &self.block else { return None };
        block.orders.iter().find_map(|order| match &order.what {
            UnitOrder::March(boxes) => Some(boxes.as_slice()),
            _ => None,
        })
    }

    fn replace_march(&mut self, boxes: Vec<Option<StrategicSquare>>) {
        let Block::Of(block) = &mut self.block else { return };
        let march = block.orders.iter_mut().find(|order| matches!(order.what, UnitOrder::March(_)));
        let Some(march) = march else { return };
        march.what = UnitOrder::March(boxes);
        march.words = render::unit_order(&march.what, self.lexicon.grid.as_ref());
    }

    fn complain_of_squares(
        &mut self,
        line: &Line<'_>,
        start: usize,
        body: &str,
        boxes: Vec<Option<StrategicSquare>>,
    ) {
        let (why, nearest) = if boxes.len() > MOST_BOXES {
            let why = format!(
                "With those above these are {} boxes, and a march has at most {MOST_BOXES}; this line does not count.",
                boxes.len()
            );
            (why, None)
        } else {
            let why = "These squares continue no line, so they do not count; write all squares of a march in one \
                       line.";
            let words = render::unit_order(&UnitOrder::March(boxes), self.lexicon.grid.as_ref());
            (why.to_string(), Some(words))
        };
        self.complain_at(line, start, start + body.len(), why, nearest);
    }
}
