//! Reports as expectations read them: printed once a trial, however many ask for them, and compared by words.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;

/// The reports of one trial that were printed so far.
#[derive(Default)]
pub struct Printed(RefCell<BTreeMap<PlayerNo, Rc<str>>>);

impl Printed {
    /// A player's report as text: the one that was printed before, or what `print` gives.
    ///
    /// # Errors
    /// Those of `print`.
    pub fn of(
        &self,
        player: PlayerNo,
        print: impl FnOnce() -> Result<String, String>,
    ) -> Result<Rc<str>, String> {
        let before = self.0.borrow().get(&player).cloned();
        let report = before.map_or_else(|| print().map(Rc::from), Ok)?;
        self.0.borrow_mut().insert(player, Rc::clone(&report));
        Ok(report)
    }
}

/// The press of all cases: reading the templates takes far longer than printing one report.
///
/// # Errors
/// If a template is wrong.
pub fn press() -> Result<&'static Press, String> {
    static PRESS: OnceLock<Result<Press, String>> = OnceLock::new();
    PRESS.get_or_init(|| Press::new().map_err(|why| why.to_string())).as_ref().map_err(Clone::clone)
}

/// The heading of a case's report: a case has no game, and no deadline.
pub fn heading(player: Option<&str>) -> Heading {
    Heading {
        game: "case".into(),
        title: "case".into(),
        player: player.unwrap_or_default().to_owned(),
        deadline_local: String::new(),
        deadline_utc: String::new(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

/// Whether a report says these words, however it is laid out. Words with a blank at an end are meant as they stand, such as the
/// column of a map.
pub fn says(report: &str, words: &str) -> bool {
    report.contains(words) || words.trim() == words && by_words(report).contains(&by_words(words))
}

/// A blank between words, and no line ends.
fn by_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
