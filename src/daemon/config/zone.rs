//! Time zones as a host writes them, in the configuration and in seats files.

use chrono_tz::Tz;
use fieldpost_engine::nearest::nearest;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A time zone by its name; the error names the nearest.
pub fn time_zone<'de, D: Deserializer<'de>>(from: D) -> Result<Tz, D::Error> {
    let words = String::deserialize(from)?;
    words.parse::<Tz>().map_err(|_| {
        let near = nearest(&words, chrono_tz::TZ_VARIANTS.iter().map(|zone| (zone.name(), zone.name())));
        // A town is known by the end of its zone's name.
        let town =
            |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(|town| town.eq_ignore_ascii_case(&words));
        let near = chrono_tz::TZ_VARIANTS.iter().find(town).map(|zone| zone.name()).or(near);
        let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
        Error::custom(format!("{words:?} is no time zone such as \"Europe/Berlin\"{near}"))
    })
}
