//! By which names a letter's orders are read.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fieldpost_grammar::letter::Lexicon;

use crate::orders::Names;
use crate::scenario;

/// The names of the scenarios that come with the program: by them a line is told from prose where a letter's game is not known
/// yet. Any word would do for a province otherwise, and `Move on` would be an order.
static COMMON: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names::default();
    for (file, text) in scenario::BUILT_IN {
        let file = file.rsplit('/').next().unwrap_or_default().to_owned();
        if let Ok(scenario) = scenario::read(&BTreeMap::from([(file, (*text).to_owned())])) {
            names.add(Names::of(&scenario.world.map, &scenario.position));
        }
    }
    names
});

/// The names of a letter's game, or the common ones where its board is not known.
pub(super) fn names(lexicon: &Lexicon) -> &Names {
    lexicon.grid.as_ref().and_then(|frame| frame.of::<Names>()).unwrap_or_else(|| &COMMON)
}
