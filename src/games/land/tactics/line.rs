//! Straight lines over a tactical map (rule 9.2, details "tacmove", R-9.2).

use fieldpost_ground::square::TacticalSquare;

/// One step of a straight line: the square it leads to, and where the line runs exactly between two squares
/// the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The nearest square; of two equally near the one farther from the start.
    pub to: TacticalSquare,
    /// The other of two equally near squares.
    pub or: Option<TacticalSquare>,
}

/// ROTD-EUWOL 9.2, R-9.2: step `number`, 1 upward, of the straight line between two squares; `None` beyond its
/// end. Each step goes one square along the longer axis and in proportion along the other, rounded to the
/// nearest; a half goes away from the start.
pub fn step(from: TacticalSquare, to: TacticalSquare, number: u8) -> Option<Step> {
    let steps = from.distance(to);
    if number == 0 || number > steps {
        return None;
    }
    let (dx, dy) = from.offset_to(to);
    let (x, x_half) = part(dx, number, steps);
    let (y, y_half) = part(dy, number, steps);
    let square = |x: i16, y: i16| {
        let place = |start: u8, by: i16| u8::try_from(i16::from(start) + by).ok();
        TacticalSquare::new(place(from.col(), x)?, place(from.row(), y)?)
    };
    let or = match (x_half, y_half) {
        (true, _) => square(x - dx.signum(), y),
        (_, true) => square(x, y - dy.signum()),
        _ => None,
    };
    Some(Step { to: square(x, y)?, or })
}

/// How far one axis has come after `number` of `steps` steps, and whether that was half a square rounded up.
fn part(whole: i16, number: u8, steps: u8) -> (i16, bool) {
    let doubled = 2 * whole.abs() * i16::from(number) + i16::from(steps);
    let rounded = doubled / (2 * i16::from(steps));
    (rounded * whole.signum(), doubled % (2 * i16::from(steps)) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: &str, to: &str) -> Vec<String> {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        let words = |step: Step| match step.or {
            Some(or) => format!("{} or {or}", step.to),
            None => step.to.to_string(),
        };
        (1..).map_while(|number| step(from, to, number)).map(words).collect()
    }

    #[test]
    fn the_lines_of_the_page() {
        assert_eq!(line("3-1", "7-3"), ["4-2 or 4-1", "5-2", "6-3 or 6-2", "7-3"]);
        let nine = ["11-5", "10-6", "10-7", "10-8", "9-9", "9-10", "9-11", "8-12", "8-13"];
        assert_eq!(line("11-4", "8-13"), nine);
    }

    #[test]
    fn rows_columns_and_diagonals_have_no_halves() {
        assert_eq!(line("7-7", "10-7"), ["8-7", "9-7", "10-7"]);
        assert_eq!(line("7-7", "7-5"), ["7-6", "7-5"]);
        assert_eq!(line("7-7", "5-9"), ["6-8", "5-9"]);
        assert!(line("7-7", "7-7").is_empty());
    }

    #[test]
    fn halves_go_away_from_the_start_in_every_quarter() {
        assert_eq!(line("7-7", "5-6"), ["6-6 or 6-7", "5-6"]);
        assert_eq!(line("7-7", "8-9"), ["8-8 or 7-8", "8-9"]);
        assert_eq!(line("7-7", "6-5"), ["6-6 or 7-6", "6-5"]);
    }

    #[test]
    fn every_line_goes_square_by_square_to_its_end() {
        for from in TacticalSquare::all() {
            for to in TacticalSquare::all() {
                let mut here = from;
                for step in (1..).map_while(|number| step(from, to, number)) {
                    assert_eq!(here.distance(step.to), 1, "{from} to {to}");
                    assert!(
                        step.or
                            .is_none_or(|or| here.distance(or) == 1 && or.distance(to) < here.distance(to))
                    );
                    here = step.to;
                }
                assert_eq!(here, to);
            }
        }
    }
}
