//! Scenarios as a host keeps them: a folder of texts, or one that comes with the program.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};

use fieldpost_door::Rulebooks;

/// A scenario's texts: a folder's, or those of a scenario that comes with the program.
///
/// # Errors
/// If there is neither a folder nor a scenario of that name, or the folder cannot be read.
pub fn scenario_texts(place: &Path, rulebooks: Rulebooks) -> anyhow::Result<BTreeMap<String, String>> {
    if place.is_dir() {
        return read_folder(place);
    }
    let name = place.to_string_lossy();
    rulebooks.scenario(&name).with_context(|| {
        let known = rulebooks.scenario_names().join(", ");
        format!("{name} is neither a folder nor a scenario that comes with the program ({known})")
    })
}

/// The text files of a scenario folder by name.
///
/// # Errors
/// If the folder or a file of it cannot be read, or it holds none.
fn read_folder(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_file() && name.ends_with(".toml") {
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("{} is not text", path.display()))?;
            texts.insert(name.to_owned(), text);
        }
    }
    if texts.is_empty() {
        bail!("{} holds no scenario: no file ends in .toml", folder.display());
    }
    Ok(texts)
}
