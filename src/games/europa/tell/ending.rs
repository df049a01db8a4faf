//! How a game ended: the score, and who won.

use super::Eye;
use crate::map::Owner;

impl Eye<'_> {
    /// The score, the highest first, and who has it: `final score Spain 4, Venice 1; Spain wins`; before the end `score Spain 4, Venice 1;
    /// Spain leads`.
    pub fn outcome(&self) -> String {
        let mut score = self.score();
        score.sort_by_key(|(_, points)| -points);
        let name = |seat: &Owner| self.position.name(seat).to_owned();
        let told = score.iter().map(|(seat, points)| format!("{} {points}", name(seat)));
        let told = told.collect::<Vec<_>>().join(", ");
        let Some((_, most)) = score.first() else { return "nobody played".into() };
        let winners: Vec<String> =
            score.iter().filter(|(_, points)| points == most).map(|(seat, _)| name(seat)).collect();
        let [one, more, none] = match self.position.over {
            true => ["wins", "win together", "nobody wins"],
            false => ["leads", "lead together", "nobody leads"],
        };
        let won = match winners.as_slice() {
            [only] => format!("{only} {one}"),
            [rest @ .., last] => format!("{} and {last} {more}", rest.join(", ")),
            [] => none.to_owned(),
        };
        let what = if self.position.over { "final score" } else { "score" };
        format!("{what} {told}; {won}")
    }
}
