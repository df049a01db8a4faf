//! The flags of troops (rule 1.5): blue, red and grey, and of three cuts, so that none is told by colour alone.
//!
//! Allied flags are whole rectangles, hostile ones have a swallow's tail and a white bar, neutral ones are pointed
//! and pale. Inactive troops are tents, shattered ones a boxed S, each in the manner of its side.

use crate::tints::Livery;
use crate::{Side, State, tints};
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

/// The flag of all troops of one side in one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    pub side: Side,
    /// What they are: active if any is, shattered only if all are.
    pub state: State,
    /// How many of that state there are; a flag of more than one has a number.
    pub count: u32,
    /// Whether that is only about right (rule 4.1): then the number has a `~` before it.
    pub is_about: bool,
    /// Whether it stands for all three sides: a black one (GITM-NWOL 1.4).
    pub is_black: bool,
}

/// The troops of one kind that are seen somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troops {
    pub side: Side,
    pub state: State,
    /// How many, as far as it is known.
    pub count: u32,
    /// Whether that is only about right (rule 4.1).
    pub is_about: bool,
}

/// ROTD-EUWOL 1.5: what flags the troops of a square have: one for each side, a tent if none of it is active,
/// a boxed S if all are shattered.
pub fn stacks(troops: &[Troops], livery: Livery) -> Vec<Stack> {
    let of_sides = by_side(troops);
    match of_sides.iter().map(|stack| stack.state).min() {
        Some(state) if livery.black_for_three && of_sides.len() == Side::ALL.len() => {
            let count = of_sides.iter().map(|stack| stack.count).sum();
            let is_about = of_sides.iter().any(|stack| stack.is_about);
            vec![Stack { side: Side::Allied, state, count, is_about, is_black: true }]
        }
        _ => of_sides,
    }
}

fn by_side(troops: &[Troops]) -> Vec<Stack> {
    let of_side = |side: Side| {
        let own = troops.iter().filter(move |troops| troops.side == side);
        let state = own.clone().map(|troops| troops.state).min()?;
        let counted = own.filter(|troops| troops.state == state);
        let is_about = counted.clone().any(|troops| troops.is_about);
        let count = counted.map(|troops| troops.count).sum();
        Some(Stack { side, state, count, is_about, is_black: false })
    };
    Side::ALL.into_iter().filter_map(of_side).collect()
}

/// How wide a flag is for its height: half as wide again.
const ASPECT: f64 = 1.4;

/// The room that some flags take, `high` pixels each: two stand side by side, a third below them.
pub fn room(count: usize, high: f64) -> (f64, f64) {
    let rows = if count > 2 { 2.05 } else { 1.0 };
    (count.min(2) as f64 * high * ASPECT, rows * high)
}

/// Draws flags in a room whose left upper corner is `corner`.
pub fn draw(svg: &mut Svg, stacks: &[Stack], corner: Point, high: f64) {
    for (place, stack) in stacks.iter().enumerate() {
        let (right, down) = [(0.0, 0.0), (1.0, 0.0), (0.5, 1.05)][place.min(2)];
        draw_one(svg, stack, corner.moved(right * high * ASPECT, down * high), high);
    }
}

/// The rectangle that flags keep.
pub fn rect(stacks: &[Stack], corner: Point, high: f64) -> Rect {
    let (wide, high) = room(stacks.len(), high);
    Rect { left: corner.x, top: corner.y, right: corner.x + wide, bottom: corner.y + high }
}

pub fn draw_one(svg: &mut Svg, stack: &Stack, corner: Point, high: f64) {
    let whose = if stack.is_black { "all" } else { stack.side.words() };
    svg.open(&format!("flag {whose} {}", stack.state.words()));
    let (text_at, ink) = match stack.state {
        State::Active => cloth(svg, stack, corner, high),
        State::Inactive => tent(svg, stack, corner, high),
        State::Shattered => boxed(svg, stack, corner, high),
    };
    if stack.count > 1 && high >= 9.0 {
        number(svg, stack, text_at, high, ink);
    }
    svg.close();
}

fn colour_of(stack: &Stack) -> Colour {
    if stack.is_black { ink::BLACK } else { tints::of_side(stack.side) }
}

/// The number of a flag, in its middle.
fn number(svg: &mut Svg, stack: &Stack, at: Point, high: f64, colour: Colour) {
    let words = format!("{}{}", if stack.is_about { "~" } else { "" }, stack.count);
    let size = (high * 0.62).clamp(7.5, 18.0);
    // Three digits are set narrower than they are: the flag is as wide as two.
    let size = size * (high * 0.98 / width(&words, size, Face::Bold)).min(1.0);
    let halo = (stack.state != State::Active).then_some(ink::PAPER);
    let hand = Hand { size, face: Face::Bold, colour, anchor: "middle", halo };
    svg.words("count", at.moved(0.0, size * CAPITALS / 2.0), &words, hand);
}

/// A flag on its pole; the answer is the middle of its cloth and the ink for it.
fn cloth(svg: &mut Svg, stack: &Stack, corner: Point, high: f64) -> (Point, Colour) {
    let pole = corner.moved(high * 0.1, 0.0);
    let edge = (high * 0.05).clamp(0.6, 1.2);
    if stack.count > 1 {
        let behind = outline(stack.side, pole.moved(high * 0.12, high * 0.13), high);
        svg.shape("behind", &behind, colour_of(stack), ink::PAPER, edge);
    }
    let mut staff = Path::new();
    staff.segment(pole, pole.moved(0.0, high));
    svg.stroke("staff", &staff, Pen::round(ink::PAPER, edge * 3.4));
    let rim = if stack.side == Side::Neutral { ink::BLACK } else { ink::PAPER };
    svg.shape("cloth", &outline(stack.side, pole, high), colour_of(stack), rim, edge);
    // A number needs the whole cloth.
    if stack.side == Side::Hostile && stack.count == 1 {
        let mut bar = Path::new();
        bar.segment(pole.moved(high * 0.06, high * 0.35), pole.moved(high * 0.97, high * 0.35));
        svg.stroke("bar", &bar, Pen::flat(ink::PAPER, (high * 0.16).max(1.0)));
    }
    svg.stroke("staff", &staff, Pen::round(ink::BLACK, (edge * 1.6).max(1.1)));
    let ink = if stack.side == Side::Neutral { ink::BLACK } else { ink::PAPER };
    let across = if stack.side == Side::Neutral { 0.40 } else { 0.54 };
    (pole.moved(high * across, high * 0.35), ink)
}

/// The cut of a side's cloth; `pole` is the top of the pole.
fn outline(side: Side, pole: Point, high: f64) -> Path {
    let (wide, deep) = (high * 1.08, high * 0.70);
    let at = |x: f64, y: f64| pole.moved(wide * x, deep * y);
    match side {
        Side::Allied => Path::polygon(&[at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]),
        Side::Hostile => {
            Path::polygon(&[at(0.0, 0.0), at(1.12, 0.0), at(0.90, 0.5), at(1.12, 1.0), at(0.0, 1.0)])
        }
        Side::Neutral => Path::polygon(&[at(0.0, -0.06), at(1.15, 0.5), at(0.0, 1.06)]),
    }
}

/// A tent: whole, striped or empty.
fn tent(svg: &mut Svg, stack: &Stack, corner: Point, high: f64) -> (Point, Colour) {
    let at = |x: f64, y: f64| corner.moved(high * x, high * y);
    let edge = (high * 0.06).clamp(0.7, 1.4);
    let canvas = Path::polygon(&[at(0.64, 0.10), at(1.24, 0.96), at(0.04, 0.96)]);
    let (side, colour) = (stack.side, colour_of(stack));
    let rim = if side == Side::Neutral { ink::BLACK } else { colour };
    svg.shape("tent", &canvas, colour, rim, edge);
    if side == Side::Hostile {
        let mut stripes = Path::new();
        stripes.segment(at(0.52, 0.42), at(0.26, 0.94));
        stripes.segment(at(0.76, 0.42), at(1.02, 0.94));
        svg.stroke("stripes", &stripes, Pen::flat(ink::PAPER, (high * 0.08).max(0.8)));
    }
    let door = Path::polygon(&[at(0.64, 0.40), at(0.80, 0.96), at(0.48, 0.96)]);
    svg.fill("door", &door, if side == Side::Neutral { ink::BLACK } else { ink::PAPER });
    (at(1.12, 0.36), ink::BLACK)
}

/// A boxed S: the box whole for friends, double for enemies, round for neutrals.
fn boxed(svg: &mut Svg, stack: &Stack, corner: Point, high: f64) -> (Point, Colour) {
    let at = |x: f64, y: f64| corner.moved(high * x, high * y);
    let (side, colour) = (stack.side, colour_of(stack));
    let square = |near: f64| {
        Path::polygon(&[
            at(near, near),
            at(1.0 - near, near),
            at(1.0 - near, 1.0 - near),
            at(near, 1.0 - near),
        ])
    };
    let line = (high * 0.09).clamp(1.0, 2.4);
    let letter = match side {
        Side::Allied => {
            svg.shape("box", &square(0.08), ink::PAPER, colour, line);
            colour
        }
        Side::Hostile => {
            svg.shape("box", &square(0.04), ink::PAPER, colour, line * 0.7);
            svg.shape("box", &square(0.16), colour, colour, line * 0.5);
            ink::PAPER
        }
        Side::Neutral => {
            svg.shape("box", &Path::circle(at(0.5, 0.5), high * 0.45), colour, ink::BLACK, line * 0.6);
            ink::BLACK
        }
    };
    let hand = Hand { size: high * 0.74, face: Face::Bold, colour: letter, anchor: "middle", halo: None };
    svg.words("s", at(0.5, 0.5 + 0.74 * CAPITALS / 2.0), "S", hand);
    (at(1.16, 0.32), ink::BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troops(side: Side, state: State, count: u32) -> Troops {
        Troops { side, state, count, is_about: side == Side::Hostile }
    }

    #[test]
    fn a_square_has_one_flag_for_each_side() {
        let seen = [
            troops(Side::Hostile, State::Active, 3),
            troops(Side::Allied, State::Inactive, 2),
            troops(Side::Allied, State::Active, 1),
            troops(Side::Hostile, State::Active, 4),
        ];
        let expected = [
            Stack { side: Side::Allied, state: State::Active, count: 1, is_about: false, is_black: false },
            Stack { side: Side::Hostile, state: State::Active, count: 7, is_about: true, is_black: false },
        ];
        assert_eq!(stacks(&seen, Livery::default()), expected);
        let black = Livery { black_for_three: true, ..Livery::default() };
        assert_eq!(stacks(&seen, black), expected, "of two sides");
        let all = [&seen[..], &[troops(Side::Neutral, State::Active, 2)]].concat();
        let one =
            Stack { side: Side::Allied, state: State::Active, count: 10, is_about: true, is_black: true };
        assert_eq!(stacks(&all, black), [one]);
        assert_eq!(stacks(&all, Livery::default()).len(), 3);
    }

    #[test]
    fn a_tent_only_where_none_is_active_and_a_boxed_s_where_all_are_shattered() {
        let state = |seen: &[Troops]| {
            stacks(seen, Livery::default()).iter().map(|stack| stack.state).collect::<Vec<_>>()
        };
        let (tired, gone) =
            (troops(Side::Neutral, State::Inactive, 1), troops(Side::Neutral, State::Shattered, 1));
        assert_eq!(state(&[tired, gone]), [State::Inactive]);
        assert_eq!(state(&[gone, gone]), [State::Shattered]);
        assert_eq!(state(&[]), []);
    }
}
