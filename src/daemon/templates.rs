//! A host's own mail templates: a folder whose files take the place of the built-in ones of the same names.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};

use crate::samples;
use fieldpost_door::Rulebooks;
use fieldpost_print::press::Press;

/// The templates in a folder, by name. Files whose names begin with a dot, such as editors leave, are passed over.
///
/// # Errors
/// If the folder or a file of it cannot be read, with its path.
pub fn read(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            bail!("{}: its name is not UTF-8", path.display());
        };
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            bail!("{} is a folder: templates lie side by side in one folder", path.display());
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read as text", path.display()))?;
        texts.insert(name.to_owned(), text);
    }
    Ok(texts)
}

/// A press with the templates of a folder, after every mail has been printed with them on trial; without a folder, one
/// with the built-in templates, which a test has tried.
///
/// # Errors
/// If a file is the name of no template, or a template cannot be printed, with the folder, the file, line and column.
pub fn press(folder: Option<&Path>, rulebooks: Rulebooks) -> anyhow::Result<Press> {
    let Some(folder) = folder else { return Ok(Press::new()?) };
    let texts = read(folder)?;
    check(&texts, rulebooks).with_context(|| format!("the mail templates in {}", folder.display()))?;
    Ok(Press::with(&texts)?)
}

/// Prints every sample with these templates; how many mails were printed.
///
/// # Errors
/// The first fault, with file, line and column.
pub fn check(texts: &BTreeMap<String, String>, rulebooks: Rulebooks) -> anyhow::Result<usize> {
    Ok(samples::print(&Press::strict(texts)?, rulebooks)?.len())
}
