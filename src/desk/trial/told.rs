//! What a judgement says, for tests that look at one thing of it.

use crate::answer::{Answer, Body, OrderReceipt, To, UnitReceipt};
use crate::record::Verdict;
use crate::verdict::Judgement;
use fieldpost_door::foresight::Statement;

/// The receipt among answers.
pub fn receipt(judgement: &Judgement) -> &OrderReceipt {
    let receipts = judgement.answers.iter().filter_map(|answer| match &answer.body {
        Body::Receipt(receipt) => Some(&**receipt),
        _ => None,
    });
    let all: Vec<_> = receipts.collect();
    assert_eq!(all.len(), 1, "{:?}", judgement.answers);
    all[0]
}

pub fn only_unit(judgement: &Judgement) -> &UnitReceipt {
    let receipt = receipt(judgement);
    assert_eq!(receipt.units.len(), 1, "{receipt:?}");
    &receipt.units[0]
}

/// The address an answer goes to.
pub fn address(answer: &Answer) -> &str {
    match &answer.to {
        To::Player { address, .. } | To::Sender { address } => address,
        To::Ga => "the GA",
        To::AsStored => "as stored",
    }
}

/// What stands: whose, and its first line.
pub fn some(player: &str, words: &str) -> Option<(String, String)> {
    Some((player.into(), words.into()))
}

/// Why a letter was refused.
pub fn refused(judgement: &Judgement) -> &str {
    match &judgement.verdict {
        Verdict::Refused(why) => why,
        other => panic!("{other:?}"),
    }
}

/// What players were told beside the letter's answer: whom, and what.
pub fn news(judgement: &Judgement) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for answer in &judgement.answers {
        if let Body::News(notice) = &answer.body {
            all.extend(notice.units.iter().map(|unit| (notice.player.clone(), unit.words.clone())));
        }
    }
    all
}

/// What is foretold of a unit beside where it goes, a line each with its mark.
pub fn foretold(unit: &UnitReceipt) -> Vec<String> {
    lines(&unit.foreseen)
}

/// Statements, a line each with its mark.
pub fn lines(said: &[Statement]) -> Vec<String> {
    said.iter().map(|one| format!("{} {}", one.mark(), one.words())).collect()
}
