//! A sentence that is told later, in the reader's language.

use serde::{Deserialize, Serialize};

use crate::{Value, say};
use fieldpost_engine::locale::Locale;

/// A message with its values: typed until it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    key: String,
    values: Vec<(String, String)>,
}

impl Said {
    /// A message of the catalogue.
    pub fn new(key: &str) -> Self {
        Said { key: key.to_owned(), values: Vec::new() }
    }

    /// The same with one value more.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.values.push((name.to_owned(), value.to_string()));
        self
    }

    /// Its words in a language, in one line; a record of an older program may have a key that is none any more, which says nothing.
    pub fn words(&self, locale: Locale) -> String {
        let values = self.values.iter().map(|(name, value)| (name.as_str(), Value::from(value.as_str())));
        let values = values.collect::<Vec<_>>();
        say(locale, &self.key, &values).unwrap_or_default().replace('\n', " ")
    }
}
