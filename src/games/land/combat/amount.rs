//! Products, shares and luck in whole numbers (G-03).

use crate::turn::Turn;

/// What a number is multiplied by, in thousandths each; rounded half up at the end and not before.
pub fn times(number: u64, thousandths: &[u32]) -> u64 {
    let mut product = u128::from(number);
    let mut divisor = 1_u128;
    for factor in thousandths {
        product *= u128::from(*factor);
        divisor *= 1000;
        // Ten factors would not fit: what is below a millionth of a man decides nothing.
        if product > 1 << 100 && divisor >= 1_000_000 {
            product /= 1_000_000;
            divisor /= 1_000_000;
        }
    }
    u64::try_from((2 * product + divisor) / (2 * divisor)).unwrap_or(u64::MAX)
}

/// G-03: shares a whole number out in proportion to some weights, by largest remainder, ties to the first.
pub fn share_out(whole: u64, weights: &[u64]) -> Vec<u64> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: &u64| u128::from(whole) * u128::from(*weight);
    let mut shares: Vec<u64> = weights.iter().map(|weight| (exact(weight) / sum) as u64).collect();
    let mut rest = whole - shares.iter().sum::<u64>();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|place| std::cmp::Reverse(exact(&weights[*place]) % sum));
    for place in by_remainder {
        if rest == 0 {
            break;
        }
        shares[place] += 1;
        rest -= 1;
    }
    shares
}

/// R-10.9b: luck in thousandths, even between two bounds.
pub fn luck(turn: &mut Turn, bounds: (u32, u32), rule: &str, roller: &str) -> u32 {
    let phase = turn.phase;
    let wide = u64::from(bounds.1 - bounds.0) + 1;
    bounds.0 + turn.dice.below(wide, phase, rule, roller, 0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_rounded_once_at_the_end() {
        assert_eq!(times(1000, &[1250, 900]), 1125);
        assert_eq!(times(1, &[500]), 1, "half up");
        assert_eq!(times(1, &[499]), 0);
        assert_eq!(times(3, &[333, 1000]), 1);
        assert_eq!(times(4_000_000, &[1350; 12]), 146_576_792, "1.35 to the twelfth");
    }

    #[test]
    fn shares_go_by_the_largest_remainder() {
        assert_eq!(share_out(10, &[1, 1, 1]), [4, 3, 3]);
        assert_eq!(share_out(10, &[5, 3, 1]), [6, 3, 1]);
        assert_eq!(share_out(7, &[0, 0]), [0, 0]);
        assert_eq!(share_out(3000, &[2400, 2400]), [1500, 1500]);
    }
}
