//! Numbers as expectations write them: `"3"`, `"3..5"`, `">= 3"`, and shares such as `"0.28..0.38"`.

use std::fmt;
use std::str::FromStr;

/// A span of numbers, both ends in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range<N> {
    /// The least.
    pub from: N,
    /// The greatest.
    pub to: N,
}

impl<N: PartialOrd + Copy> Range<N> {
    /// Whether a number lies in it.
    pub fn holds(&self, number: N) -> bool {
        self.from <= number && number <= self.to
    }
}

impl<N: fmt::Display> fmt::Display for Range<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

/// A count or measure as an expectation writes it.
///
/// # Errors
/// If the text is none of the three forms.
pub fn whole(text: &str) -> Result<Range<i64>, String> {
    parse(text, i64::MIN, i64::MAX)
}

/// A share of trials, 0 to 1.
///
/// # Errors
/// If the text is none of the forms, or no share.
pub fn share(text: &str) -> Result<Range<f64>, String> {
    let range = parse(text, 0.0, 1.0)?;
    let unit = Range { from: 0.0, to: 1.0 };
    if unit.holds(range.from) && unit.holds(range.to) {
        Ok(range)
    } else {
        Err(format!("{text:?} is no share: expected a range within 0 to 1 such as \"0.28..0.38\""))
    }
}

fn parse<N: FromStr + PartialOrd + Copy>(text: &str, least: N, greatest: N) -> Result<Range<N>, String> {
    let wrong = || format!("{text:?} is no number: expected such as \"3\", \"3..5\" or \">= 3\"");
    let number = |part: &str| part.trim().parse::<N>().map_err(|_| wrong());
    let text = text.trim();
    if let Some(from) = text.strip_prefix(">=") {
        return Ok(Range { from: number(from)?, to: greatest });
    }
    if let Some(to) = text.strip_prefix("<=") {
        return Ok(Range { from: least, to: number(to)? });
    }
    let range = match text.split_once("..") {
        Some((from, to)) => Range { from: number(from)?, to: number(to)? },
        None => {
            let exact = number(text)?;
            Range { from: exact, to: exact }
        }
    };
    if range.from <= range.to { Ok(range) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_forms_and_nothing_else() {
        assert_eq!(whole("3"), Ok(Range { from: 3, to: 3 }));
        assert_eq!(whole("3..5"), Ok(Range { from: 3, to: 5 }));
        assert_eq!(whole(">= 3"), Ok(Range { from: 3, to: i64::MAX }));
        for wrong in ["", "three", "5..3", "3..", "> x", "0.5"] {
            assert!(whole(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_lie_between_none_and_all() {
        assert!(share("0.28..0.38").unwrap().holds(1.0 / 3.0));
        assert!(!share("0.28..0.38").unwrap().holds(0.39));
        assert!(share("28..38").is_err());
        assert!(share("0.5..nan").is_err());
    }
}
