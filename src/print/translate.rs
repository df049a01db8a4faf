//! What templates ask of the catalogue, in the language of a press.
//!
//! `t(key="...", name=value, ...)` is a message; `capital=true` begins it with a capital. In a page its lines are joined, what it sets
//! in bold is bold, and values are escaped but for those that are markup already. `moment(stamp=...)` is a moment in the game's zone,
//! with UTC beside it where that is another. `lang()` is the language's code. The filter `english` marks words of a page that are
//! English in every language.

use std::fmt::Write as _;

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use fieldpost_catalogue::{BOLD, Value as Told, say};
use fieldpost_engine::locale::Locale;
use fieldpost_engine::words::capital;

/// Signs that no mail has (of Unicode's private use): each stands for a value while a message is made.
const PLACES: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{e0ff}';

/// Gives a template engine the words of a language.
pub(crate) fn speak(tera: &mut Tera, locale: Locale) {
    tera.register_function("t", move |values: Kwargs, state: &State| message(locale, &values, state));
    tera.register_function("lang", move |_: Kwargs, _: &State| locale.code());
    tera.register_function("moment", |values: Kwargs, state: &State| moment(&values, state));
    tera.register_filter("english", move |words: Value, _: Kwargs, state: &State| {
        if locale == Locale::English || !state.autoescaping_enabled() {
            return Ok(words);
        }
        let escaped = state.escape_if_needed(&words)?;
        TeraResult::Ok(Value::safe_string(&format!("<span lang=\"en\">{escaped}</span>")))
    });
}

/// A message's values with their names, and those that are put in at last.
#[derive(Default)]
struct Values {
    told: Vec<(String, Told)>,
    held: Vec<Value>,
}

impl Values {
    /// Takes a value: a number or a word of plain letters as it is, so that a message can choose by it; of others a sign, so that what
    /// players write is never taken for a message's own markup.
    fn take(&mut self, name: &str, value: &Value) -> TeraResult<()> {
        let told = match (value.as_i64(), value.as_str()) {
            (Some(number), _) => Told::Number(number),
            (None, Some(word)) if word.chars().all(|c| c.is_alphanumeric() || c == '-') => word.into(),
            _ => self.hold(value.clone())?,
        };
        self.told.push((name.to_owned(), told));
        Ok(())
    }

    fn hold(&mut self, value: Value) -> TeraResult<Told> {
        let sign = PLACES.clone().nth(self.held.len());
        let sign = sign.ok_or_else(|| Error::message("a message has too many values"))?;
        self.held.push(value);
        Ok(sign.to_string().into())
    }

    /// A message with what was held in its place. Of one with markup, its own or a value's, all else is escaped here; any other is escaped
    /// where it is printed.
    fn fill(&self, words: &str, state: &State) -> TeraResult<Value> {
        let is_marked = BOLD.iter().any(|mark| words.contains(mark)) || self.held.iter().any(Value::is_safe);
        if !state.autoescaping_enabled() || !is_marked {
            let plain = BOLD.iter().fold(words.to_owned(), |words, mark| words.replace(mark, ""));
            return Ok(Value::from(self.filled(&plain, &|held| Ok(held.to_string()))?));
        }
        Ok(Value::safe_string(&self.filled(words, &|held| state.escape_if_needed(held))?))
    }

    fn filled(&self, words: &str, print: &dyn Fn(&Value) -> TeraResult<String>) -> TeraResult<String> {
        let mut filled = String::new();
        for letter in words.chars() {
            let place = PLACES.contains(&letter).then(|| letter as usize - *PLACES.start() as usize);
            match place.and_then(|place| self.held.get(place)) {
                Some(held) => filled.push_str(&print(held)?),
                None => filled.push(letter),
            }
        }
        Ok(filled)
    }
}

fn message(locale: Locale, asked: &Kwargs, state: &State) -> TeraResult<Value> {
    let key = asked.must_get::<&str>("key")?;
    let mut values = Values::default();
    for (name, value) in asked.iter() {
        match name.as_str() {
            Some("key" | "capital") | None => {}
            Some(name) => values.take(name, value)?,
        }
    }
    let told = values.told.iter().map(|(name, told)| (name.as_str(), told.clone())).collect::<Vec<_>>();
    let unknown = || Error::message(format!("no message is called {key:?}"));
    let mut words = say(locale, key, &told).ok_or_else(unknown)?;
    if asked.get::<bool>("capital")?.unwrap_or_default() {
        words = capital(&words);
    }
    if state.autoescaping_enabled() {
        words = words.replace('\n', " ");
    }
    values.fill(&words, state)
}

/// A moment of a view: its words in the game's zone, and in UTC beside them unless they are that.
fn moment(values: &Kwargs, state: &State) -> TeraResult<Value> {
    let stamp = values.must_get::<&Value>("stamp")?;
    let part = |name: &str| stamp.get_from_path(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (local, utc) = (part("local"), part("utc"));
    let is_utc = utc.is_empty() || local.ends_with("UTC");
    let is_page = state.autoescaping_enabled();
    let mut words = match is_page {
        true => format!("<b>{}</b>", state.escape(&local)?),
        false => local,
    };
    if !is_utc && is_page {
        let _ = write!(words, " <span style=\"white-space:nowrap\">({})</span>", state.escape(&utc)?);
    } else if !is_utc {
        let _ = write!(words, " ({utc})");
    }
    Ok(if is_page { Value::safe_string(&words) } else { Value::from(words) })
}
