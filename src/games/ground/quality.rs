//! What officers and men are worth, on land and at sea (ROTD-EUWOL 3.2, WISC 2.2).

use serde::{Deserialize, Serialize};

/// Quality, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    #[serde(rename = "very poor")]
    VeryPoor,
    Poor,
    Fair,
    Average,
    Good,
    #[serde(rename = "very good")]
    VeryGood,
    Excellent,
}

impl Quality {
    /// Every quality, worst first.
    pub const ALL: [Quality; 7] = [
        Quality::VeryPoor,
        Quality::Poor,
        Quality::Fair,
        Quality::Average,
        Quality::Good,
        Quality::VeryGood,
        Quality::Excellent,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Quality::VeryPoor => "very poor",
            Quality::Poor => "poor",
            Quality::Fair => "fair",
            Quality::Average => "average",
            Quality::Good => "good",
            Quality::VeryGood => "very good",
            Quality::Excellent => "excellent",
        }
    }

    /// The quality of its words, in any case.
    pub fn of_words(words: &str) -> Option<Quality> {
        Self::ALL.into_iter().find(|quality| quality.words().eq_ignore_ascii_case(words))
    }
}
