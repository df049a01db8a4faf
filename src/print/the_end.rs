//! The report of a game that has ended, whatever the game: who has won, who played what, and what the game itself has to tell.

use fieldpost_engine::words::counted;

use crate::section::{Block, Rank, Row, Section, Sheet};

/// A game that has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Who has won, in a sentence; none where the game counts nothing.
    pub verdict: Option<String>,
    /// Turns that were run.
    pub turns: u32,
    /// From when to when it was played, in words.
    pub played: String,
    pub players: Vec<Played>,
    /// What the game has to tell.
    pub told: Vec<Section>,
    /// The file that shows the whole board, turn by turn, if one goes along.
    pub board: Option<String>,
}

/// Somebody who took part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub name: String,
    /// The nation or power.
    pub party: String,
    /// As what: rank and offices.
    pub post: String,
    /// What became of the seat, such as `the machine's`; empty where nothing did.
    pub fate: String,
}

impl Played {
    fn row(&self) -> Row {
        let cells = [&self.party, &self.post, &self.fate].into_iter().filter(|cell| !cell.is_empty());
        Row {
            head: self.name.clone(),
            cells: vec![cells.cloned().collect::<Vec<_>>().join(", ")],
            ..Row::default()
        }
    }
}

impl Ending {
    /// The report, as sections.
    pub fn sheet(&self) -> Sheet {
        let none = "No aims are counted in this game: who has won is for those who played it to say.";
        let verdict = self.verdict.clone().unwrap_or_else(|| none.to_owned());
        let course =
            format!("{} {} run, from {}.", counted(self.turns, "turn"), was(self.turns), self.played);
        let board = self.board.as_ref().map(|file| {
            Block::Words(format!(
                "The file {file} shows the whole board, turn by turn: open it in a browser."
            ))
        });
        let head = Section::new("verdict", "").with(Block::Words(verdict)).with(Block::Words(course));
        let head = board.into_iter().fold(head, Section::with).at(Rank::Deadline);
        let players = self.players.iter().map(Played::row).collect();
        let players = Section::of_rows("players", "Who played what", players);
        let sections = std::iter::once(head).chain(self.told.iter().cloned()).chain([players]);
        let sections = sections.filter(|section| !section.blocks.is_empty()).collect();
        Sheet { what: "The end".into(), sections, ..Sheet::default() }
    }
}

fn was(count: u32) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::lines;

    #[test]
    fn the_verdict_stands_first_and_who_played_last() {
        let player = |name: &str, post: &str, fate: &str| Played {
            name: name.into(),
            party: "Austria".into(),
            post: post.into(),
            fate: fate.into(),
        };
        let ending = Ending {
            verdict: Some("Victory of Austria: Austria 4 points, Prussia 1 point.".into()),
            turns: 1,
            played: "1 June to 7 June 2026".into(),
            players: vec![
                player("Benedek", "general, War Minister", ""),
                player("Clam", "", "the machine's"),
            ],
            told: vec![Section::of_rows("empty", "Nothing", Vec::new())],
            board: Some("board.html".into()),
        };
        let told = lines(&ending.sheet().sections).join("\n");
        assert_eq!(
            told,
            "Victory of Austria: Austria 4 points, Prussia 1 point.\n1 turn was run, from 1 June to 7 June 2026.\nThe file board.html shows \
             the whole board, turn by turn: open it in a\nbrowser.\n\nWHO PLAYED WHAT\n  Benedek  Austria, general, War Minister\n  Clam     \
             Austria, the machine's"
        );
        let bare = lines(&Ending::default().sheet().sections).join("\n");
        assert!(bare.starts_with("No aims are counted in this game"), "{bare}");
    }
}
