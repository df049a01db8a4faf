//! Orders written into the template of a report that a mail program left below the answer without any mark (row 25): so
//! answers whoever scrolls down in Outlook and fills in what stands there.

use std::collections::{BTreeMap, BTreeSet};

use crate::office::Office;
use fieldpost_grammar::Head;
use fieldpost_mail::read::fold::{fold, plain};
use fieldpost_mail::read::{Incoming, LeftOut, Line, Text, Why};

impl Office {
    /// A letter's text with the orders that were written into our own template below the header of the mail that it
    /// answers. `None` if orders stand above, no password does, the mail is none of ours, or nothing was filled in.
    pub(super) fn filled_in(&self, incoming: &Incoming, text: &Text, head: &Head) -> Option<Text> {
        if !head.has_password || head.is_ga || text.seal.is_some() || self.has_order(text) {
            return None;
        }
        let is_below =
            |out: &&LeftOut| out.why == Why::OlderLetter && !out.line.trim_start().starts_with('>');
        let below = text.left_out.iter().filter(is_below).collect::<Vec<_>>();
        let lines = below.iter().map(|out| out.line.as_str()).collect::<Vec<_>>();
        let (from, to) = template(&lines)?;
        let mailed = self.mailed_lines(incoming)?;
        let mailed = mailed.iter().map(String::as_str).collect::<Vec<_>>();
        let (first, last) = template(&mailed)?;
        let filled = is_filled_in(lines.get(from..to)?, mailed.get(first..last)?);
        filled.then(|| with_lines(text, below.get(from..to).unwrap_or_default()))
    }

    /// Whether whatever looks like an order in what a letter quotes is of the mail of ours that it answers: an example in it, or its
    /// form.
    pub(super) fn quotes_ours_alone(&self, incoming: &Incoming) -> bool {
        let Some(mail) = self.mailed(incoming) else { return false };
        // Each line as often as it stood in the mail: one that was filled in may be like another.
        let mut known = BTreeMap::<String, usize>::new();
        for text in &mail.texts {
            let live = text.live.iter().map(|line| line.written.as_str());
            let lines = live.chain(text.left_out.iter().map(|out| out.line.as_str()));
            for (line, times) in counted(lines) {
                let most = known.entry(line).or_default();
                *most = times.max(*most);
            }
        }
        let is_ours = |text: &Text| {
            let out = text.left_out.iter().filter(|out| out.why != Why::Unsigned);
            let mut quoted = counted(out.map(|out| out.line.as_str())).into_iter();
            quoted.all(|(line, times)| {
                !self.tongues.looks_like_order(&line) || known.get(&line).is_some_and(|known| times <= *known)
            })
        };
        incoming.texts.iter().all(is_ours)
    }

    /// The mail of ours that a letter answers.
    fn mailed(&self, incoming: &Incoming) -> Option<Incoming> {
        let ours = incoming.headers.answers().find(|id| self.postmark.know_message_id(id).is_some())?;
        let row = self.store.mail_by_message_id(ours).ok().flatten()?;
        Some(self.reader.read(&self.store.mail_bytes(row.id).ok()?))
    }

    /// The lines of the mail of ours that a letter answers.
    fn mailed_lines(&self, incoming: &Incoming) -> Option<Vec<String>> {
        let text = self.mailed(incoming)?.texts.into_iter().next()?;
        let live = text.live.into_iter().map(|line| (line.number, line.written));
        let mut lines =
            live.chain(text.left_out.into_iter().map(|out| (out.number, out.line))).collect::<Vec<_>>();
        lines.sort();
        Some(lines.into_iter().map(|(_, line)| line).collect())
    }
}

/// How often each line stands, without the marks of quoting.
fn counted<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(squeezed(line.trim_start_matches(['>', '|', ' ']))).or_default() += 1;
    }
    counts
}

/// Where a template stands among lines: from its GAME to its END.
fn template(lines: &[&str]) -> Option<(usize, usize)> {
    let from = lines.iter().position(|line| squeezed(line).starts_with("GAME "))?;
    let length = lines.get(from..)?.iter().position(|line| squeezed(line) == "END")?;
    Some((from, from + length + 1))
}

/// Whether lines are those of the template that was mailed, with others among them: its head says the same, and something
/// else does not.
fn is_filled_in(lines: &[&str], mailed: &[&str]) -> bool {
    let known = mailed.iter().map(|line| squeezed(line)).collect::<BTreeSet<_>>();
    let words = lines.iter().map(|line| squeezed(line)).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let head = |line: &&String| ["GAME ", "TURN ", "PLAYER "].iter().any(|word| line.starts_with(word));
    let heads = words.iter().filter(head).collect::<Vec<_>>();
    let is_ours = heads.len() == 3 && heads.iter().all(|line| known.contains(*line));
    let is_new =
        |line: &&String| !known.contains(*line) && !line.starts_with('#') && !line.starts_with("PASSWORD");
    is_ours && words.iter().any(|line| is_new(&line))
}

fn squeezed(line: &str) -> String {
    plain(line).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with these of its lines live. The template's empty PASSWORD is left out: it stands above.
fn with_lines(text: &Text, lines: &[&LeftOut]) -> Text {
    let mut text = text.clone();
    let live =
        |out: &LeftOut| Line { number: out.number, folded: fold(&out.line), written: out.line.clone() };
    let numbers = lines.iter().map(|out| out.number).collect::<BTreeSet<_>>();
    text.live.extend(lines.iter().filter(|out| squeezed(&out.line) != "PASSWORD").map(|out| live(out)));
    text.left_out.retain(|out| !numbers.contains(&out.number));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAILED: &str = "hello\nGAME demo\nTURN 2\nPLAYER Moltke\n# Write your password after the word PASSWORD.\n\
        PASSWORD\n\nUNIT PR1IN\n# at 7-7: rests\n\nUNIT PR2IN\nEND\n";

    fn is_filled(written: &str) -> bool {
        let (lines, mailed) = (written.lines().collect::<Vec<_>>(), MAILED.lines().collect::<Vec<_>>());
        let Some((from, to)) = template(&lines) else { return false };
        let (first, last) = template(&mailed).unwrap();
        is_filled_in(&lines[from..to], &mailed[first..last])
    }

    #[test]
    fn a_template_is_filled_in_where_lines_were_added_and_its_head_was_not_changed() {
        assert!(is_filled(&MAILED.replace("PR2IN\n", "PR2IN\nMARCH A9-N7\n")));
        assert!(is_filled(
            &MAILED.replace("PR2IN\n", "PR2IN\n\n  MARCH\u{a0}A9-N7  \n").replace("\n\n", "\n")
        ));
        assert!(!is_filled(MAILED), "nothing was added");
        assert!(!is_filled(&MAILED.replace("PASSWORD\n", "PASSWORD a b c\n")), "but the password");
        assert!(!is_filled(&MAILED.replace("END\n", "MARCH A9-N7\n")), "its end is missing");
        let other = MAILED.replace("PR2IN\n", "PR2IN\nMARCH A9-N7\n");
        assert!(
            !is_filled(&other.replace("TURN 2", "TURN 1"))
                && !is_filled(&other.replace("GAME demo", "GAME b"))
        );
    }
}
