//! The JSON face of the reports, for players' own tools, and its schema, which is made of the views' own comments.

use schemars::generate::SchemaSettings;
use serde::Serialize;

use crate::view::TurnView;

/// The view as JSON, on one line.
///
/// # Errors
/// Never, for a view has no maps with keys other than strings; the writer's own error is handed on all the same.
pub fn report(view: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(view)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The JSON Schema (2020-12) of [`report`], as text.
///
/// # Errors
/// As [`report`].
pub fn schema() -> serde_json::Result<String> {
    let schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<TurnView>();
    Ok(serde_json::to_string_pretty(&schema)? + "\n")
}
