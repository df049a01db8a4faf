//! The JSON Schema of `report.json`: the land war's, with what ships add to it.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use fieldpost_sea_tell::SeaFace;
use fieldpost_tell::json;

/// The name of what ships add, and of its part of the schema.
pub(crate) const FIELD: &str = "at_sea";

/// The schema of reports of campaigns with ships and without, as text.
///
/// # Errors
/// Never, for views have no maps with keys other than strings; the writer's own error is handed on all the same.
pub fn schema() -> serde_json::Result<String> {
    let mut whole: Value = serde_json::from_str(&json::schema()?)?;
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut sea = serde_json::to_value(settings.into_generator().into_root_schema_for::<SeaFace>())?;
    let parts = taken(&mut sea, "$defs");
    if let Some(part) = sea.as_object_mut() {
        part.remove("$schema");
    }
    if let Some(defined) = whole["$defs"].as_object_mut() {
        defined.extend(parts);
        defined.insert("SeaFace".into(), sea);
    }
    let says = "Ships, where the game has any: what the player commands, sees and was told of them.";
    whole["properties"][FIELD] = json!({ "description": says, "$ref": "#/$defs/SeaFace" });
    Ok(serde_json::to_string_pretty(&whole)? + "\n")
}

/// An object taken out of another.
fn taken(of: &mut Value, key: &str) -> Map<String, Value> {
    match of.as_object_mut().and_then(|object| object.remove(key)) {
        Some(Value::Object(object)) => object,
        _ => Map::new(),
    }
}
