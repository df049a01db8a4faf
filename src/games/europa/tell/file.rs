//! `report.json`: what a report says for programs, as the schema has it. What happened and where things stand are the sections that text
//! and page are laid out of.

use fieldpost_engine::piece::Piece;
use fieldpost_print::section::{Chapter, Rank, Section};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use super::Eye;
use crate::map::{Owner, Place};
use crate::position::{Posture, Stack};

/// The form of the file: of form 1 were events as the record has them.
const FORMAT: u8 = 2;

/// A report of a round, or of where things stand, for players' own tools.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "ReportFile")]
pub struct ReportFile {
    /// The form of this file: 2.
    pub format: u8,
    /// The round that is open.
    pub round: u32,
    /// Whether it is the time between turns, in which nothing moves.
    pub interphase: bool,
    /// Seats by their initiative, the highest first.
    #[schemars(with = "Vec<String>")]
    pub initiative: Vec<Owner>,
    /// The reader's ducats; none for the referee.
    pub treasury: Option<i64>,
    /// The stacks on the board.
    pub stacks: Vec<StackFile>,
    /// Who controls which province.
    pub control: Vec<ControlFile>,
    /// What each seat would have if the game ended now.
    pub score: Vec<ScoreFile>,
    /// What the report says, part by part: what happened, and where things stand.
    pub sections: Vec<Chapter>,
}

/// A stack as it is seen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StackFile {
    /// Its id, such as `FR-1`.
    #[schemars(with = "String")]
    pub id: Piece,
    /// Whose it is.
    #[schemars(with = "String")]
    pub owner: Owner,
    /// The id of its province or sea.
    #[schemars(with = "String")]
    pub at: Place,
    /// Where in it: `open`, `port` or `fortress`.
    #[schemars(with = "String")]
    pub posture: Posture,
    /// What it is made of, in words; of others' stacks as far as it is seen.
    pub strength: String,
    /// Whether the reader commands it, or an ally by seat.
    pub own: bool,
}

/// A province and who controls it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ControlFile {
    /// Its id.
    #[schemars(with = "String")]
    pub place: Place,
    /// Who controls it, if anybody does.
    #[schemars(with = "Option<String>")]
    pub by: Option<Owner>,
}

/// The points of a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreFile {
    /// The seat.
    #[schemars(with = "String")]
    pub seat: Owner,
    /// Its points.
    pub points: i32,
}

impl ReportFile {
    /// The same with what these sections say. Pictures, how orders are sent and the lines to be filled in are none of it.
    #[must_use]
    pub fn with(mut self, sections: &[Section]) -> Self {
        let is_told = |section: &&Section| !matches!(section.rank, Rank::Map | Rank::Orders | Rank::Form);
        self.sections.extend(sections.iter().filter(is_told).map(Chapter::from));
        self
    }
}

impl Eye<'_> {
    /// The report for programs, without its sections.
    pub fn file(&self) -> ReportFile {
        let position = self.position;
        let stack = |(id, stack): (&Piece, &Stack)| StackFile {
            id: id.clone(),
            owner: stack.owner.clone(),
            at: stack.at.clone(),
            posture: stack.posture,
            strength: self.strength(id, stack),
            own: self.is_own(stack),
        };
        let control = position.grounds.iter();
        let score = self.score().into_iter();
        ReportFile {
            format: FORMAT,
            round: position.round,
            interphase: position.interphase,
            initiative: position.initiative.clone(),
            treasury: self.power.and_then(|power| position.powers.get(power)).map(|power| power.treasury),
            stacks: position.stacks.iter().map(stack).collect(),
            control: control
                .map(|(place, ground)| ControlFile { place: place.clone(), by: ground.control.clone() })
                .collect(),
            score: score.map(|(seat, points)| ScoreFile { seat, points }).collect(),
            sections: Vec::new(),
        }
    }
}

/// The JSON Schema (2020-12) of [`ReportFile`], as text.
///
/// # Errors
/// Never, for it has no maps with keys other than strings; the writer's own error is handed on all the same.
pub fn schema() -> serde_json::Result<String> {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<ReportFile>();
    Ok(serde_json::to_string_pretty(&schema)? + "\n")
}
