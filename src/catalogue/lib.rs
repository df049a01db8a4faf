//! What the house's mails say in each language: keys and their words, in Fluent's files (`locales/en.ftl`, `de.ftl`, `fr.ftl`).
//!
//! English is the whole of it; what another language lacks is said in English, and a test allows no such gap. docs/translating.md says
//! how a language is added. Games know none of this: they tell facts and reasons.

mod moment;
mod said;

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use fieldpost_engine::locale::Locale;
use fieldpost_engine::words::grouped_by;

pub use moment::{moment, moment_utc, rhythm, span};
pub use said::Said;

type Bundle = FluentBundle<FluentResource>;

/// The files, each in the program.
const FILES: [(Locale, &str); 3] = [
    (Locale::English, include_str!("locales/en.ftl")),
    (Locale::German, include_str!("locales/de.ftl")),
    (Locale::French, include_str!("locales/fr.ftl")),
];

static BUNDLES: LazyLock<[Bundle; 3]> = LazyLock::new(|| FILES.map(|(locale, text)| bundle(locale, text)));

/// A blank at which no line is broken.
const FIRM: char = '\u{a0}';

/// Whether a message and its arguments may set words in bold: between these, within a message alone.
pub const BOLD: [&str; 2] = ["<b>", "</b>"];

/// What stands in a message for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Printed as the language groups digits; chooses the plural.
    Number(i64),
    Words(String),
}

impl From<&str> for Value {
    fn from(words: &str) -> Self {
        Value::Words(words.to_owned())
    }
}

impl From<String> for Value {
    fn from(words: String) -> Self {
        Value::Words(words)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

/// What a message says in a language, or in English where that lacks it; `None` where there is no such message. A line that is
/// broken in the file is broken in it.
pub fn say(locale: Locale, key: &str, values: &[(&str, Value)]) -> Option<String> {
    let mut args = FluentArgs::new();
    for (name, value) in values {
        let value = match value {
            Value::Number(number) => FluentValue::Number(FluentNumber::from(*number)),
            Value::Words(words) => FluentValue::String(words.as_str().into()),
        };
        args.set(*name, value);
    }
    let tried = [locale, Locale::English].into_iter();
    tried.filter_map(|locale| said_in(locale, key, &args)).next()
}

/// The same of a message without values, which is there: a test reads every key of the program. What is not is its own name.
pub fn words(locale: Locale, key: &str) -> String {
    say(locale, key, &[]).unwrap_or_else(|| key.to_owned())
}

fn said_in(locale: Locale, key: &str, args: &FluentArgs<'_>) -> Option<String> {
    let bundle = &BUNDLES[locale as usize];
    let pattern = bundle.get_message(key)?.value()?;
    // What lacks a value stands in braces: that is a fault of a template, and a test finds those of ours.
    let mut faults = Vec::new();
    Some(bundle.format_pattern(pattern, Some(args), &mut faults).into_owned())
}

fn bundle(locale: Locale, text: &str) -> Bundle {
    let language: LanguageIdentifier = locale.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Marks of direction would stand in mails as signs; the languages of these are all written from the left.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match locale {
        Locale::English => |value, _| in_digits(value, None),
        Locale::German => |value, _| in_digits(value, Some('.')),
        Locale::French => |value, _| in_digits(value, Some(FIRM)),
    }));
    // A file that is at fault says what it can of itself; a test allows no fault.
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

/// A whole number with its thousands set apart; English has them as they come, which is how its callers group them.
fn in_digits(value: &FluentValue<'_>, sign: Option<char>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    // Whole numbers alone come here, far below 2^53.
    let number = number.value as i64;
    Some(sign.map_or_else(|| number.to_string(), |sign| grouped_by(number, sign)))
}

#[cfg(test)]
mod tests;
