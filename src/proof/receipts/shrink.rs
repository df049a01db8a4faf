//! A fault made small: lines of letters are left out, many at once and then few, as long as the same fault stays.

/// How often at most it is tried whether fewer lines bring it about too.
const TRIES: usize = 200;

/// Letters with as few lines as still bring something about; letters without a line fall away.
pub(super) fn smallest(texts: &[String], mut is_it: impl FnMut(&[String]) -> bool) -> Vec<String> {
    let of_letter = |(letter, text): (usize, &'_ String)| {
        text.lines().map(|line| (letter, line.to_owned())).collect::<Vec<_>>()
    };
    let mut lines: Vec<(usize, String)> = texts.iter().enumerate().flat_map(of_letter).collect();
    let (mut some, mut tries) = (lines.len().div_ceil(2), 0);
    while some > 0 {
        let mut at = 0;
        while at < lines.len() && tries < TRIES {
            let mut fewer = lines.clone();
            fewer.drain(at..(at + some).min(lines.len()));
            tries += 1;
            if is_it(&written(&fewer)) {
                lines = fewer;
            } else {
                at += some;
            }
        }
        some /= 2;
    }
    written(&lines)
}

fn written(lines: &[(usize, String)]) -> Vec<String> {
    let letters = lines.chunk_by(|one, other| one.0 == other.0);
    letters.map(|lines| lines.iter().map(|(_, line)| format!("{line}\n")).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_fault_does_not_need_falls_away() {
        let texts =
            ["PLAYER a\nUNIT x\nMARCH\nEND\nUNIT y\nHALT\nEND\n".to_owned(), "PLAYER a\nCANCEL x\n".into()];
        let needs = |text: &str, line: &str| text.lines().any(|other| other == line);
        let is_it =
            |texts: &[String]| texts.iter().any(|text| needs(text, "PLAYER a") && needs(text, "HALT"));
        assert_eq!(smallest(&texts, is_it), ["PLAYER a\nHALT\n"]);
        let both =
            |texts: &[String]| texts.len() == 2 && needs(&texts[0], "MARCH") && needs(&texts[1], "CANCEL x");
        assert_eq!(smallest(&texts, both), ["MARCH\n", "CANCEL x\n"]);
    }
}
