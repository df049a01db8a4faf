//! In which language a mail is written, and what of its view is written anew for it: moments, and words that the desk says in English.
//!
//! Templates ask the catalogue for their own words. Words to an administrator are English, and so is what has no key yet
//! (docs/translating.md).

use chrono_tz::Tz;
use serde_json::Value;

use crate::office::Office;
use fieldpost_catalogue::{Value as Told, moment, moment_utc, say};
use fieldpost_desk::answer::{Answer, Body, Refusal, RefusalReason, To};
use fieldpost_desk::arrived::Ignored;
use fieldpost_desk::record::GameName;
use fieldpost_engine::locale::Locale;

/// What every moment of a view has, and nothing else ([`fieldpost_desk::stamp::Stamp`]).
const STAMP: [&str; 3] = ["at_ms", "local", "utc"];

impl Office {
    /// The language of mails to a player: the player's own wish, else the game's.
    pub fn locale_of(&self, game: Option<&str>, player: Option<&str>) -> Locale {
        let wish = self.wishes(game, player).language;
        wish.unwrap_or_else(|| self.settings_of(game).map_or(Locale::English, |(locale, _)| locale))
    }

    /// The language of an answer, as far as its kind is translated.
    pub(super) fn locale_of_answer(&self, answer: &Answer) -> Locale {
        if !is_translated(&answer.body) {
            return Locale::English;
        }
        let among = match &answer.body {
            Body::Refusal(refusal) => refusal.among.first(),
            _ => None,
        };
        let game = answer.game.as_ref().or(among).map(|game| game.0.as_str());
        match &answer.to {
            To::Player { name, .. } => self.locale_of(game, Some(name)),
            To::Sender { .. } => self.locale_of(game, None),
            To::Ga | To::AsStored => Locale::English,
        }
    }

    /// Writes a view anew for a language: its moments in the game's zone.
    pub(super) fn told_in(&self, locale: Locale, game: Option<&str>, view: &mut Value) {
        if locale != Locale::English {
            let zone = self.settings_of(game).map_or(Tz::UTC, |(_, zone)| zone);
            moments(view, locale, zone);
        }
    }

    /// Words of a view that the desk has in English, as far as the catalogue has them.
    pub(super) fn reworded(&self, locale: Locale, answer: &Answer, view: &mut Value) {
        let Some(fields) = view.as_object_mut().filter(|_| locale != Locale::English) else { return };
        let words = match &answer.body {
            Body::Refusal(refusal) => vec![("words", refused(locale, refusal))],
            Body::Receipt(receipt) => vec![
                ("ignored_words", left_unread(locale, &receipt.ignored)),
                ("refused", receipt.refused_said.as_ref().map(|said| said.words(locale))),
            ],
            _ => return,
        };
        for (name, words) in words.into_iter().filter_map(|(name, words)| Some((name, words?))) {
            fields.insert(name.into(), words.into());
        }
    }

    fn settings_of(&self, game: Option<&str>) -> Option<(Locale, Tz)> {
        let hosted = self.games.get(&GameName(game?.to_ascii_lowercase()))?;
        let settings = &hosted.record.settings;
        Some((settings.locale, settings.schedule.zone))
    }
}

/// Whether the templates of an answer ask the catalogue for all of their words.
fn is_translated(body: &Body) -> bool {
    matches!(body, Body::Receipt(_) | Body::Refusal(_) | Body::Held(_) | Body::News(_) | Body::Password(_))
}

/// Writes each moment of a view as a language has it.
pub(super) fn moments(view: &mut Value, locale: Locale, zone: Tz) {
    match view {
        Value::Array(all) => all.iter_mut().for_each(|one| moments(one, locale, zone)),
        Value::Object(fields) => {
            let at_ms = fields.get("at_ms").and_then(Value::as_i64);
            let is_stamp = fields.len() == STAMP.len() && STAMP.iter().all(|name| fields.contains_key(*name));
            let (Some(at_ms), true) = (at_ms, is_stamp) else {
                return fields.values_mut().for_each(|one| moments(one, locale, zone));
            };
            if let (Some(local), Some(utc)) = (moment(locale, at_ms, zone), moment_utc(locale, at_ms)) {
                fields.insert("local".into(), local.into());
                fields.insert("utc".into(), utc.into());
            }
        }
        _ => {}
    }
}

/// Why a letter was refused, in another language than English: in fewer words than the desk has for it.
pub(super) fn refused(locale: Locale, refusal: &Refusal) -> Option<String> {
    if refusal.orders_in_quote && refusal.reason == RefusalReason::NoPassword {
        return say(locale, "refused-orders-in-quote", &[]);
    }
    let key = match refusal.reason {
        RefusalReason::WrongPassword => "refused-wrong-password",
        RefusalReason::TooManyTries => "refused-too-many-tries",
        RefusalReason::NoPassword => "refused-no-password",
        RefusalReason::WhichGame => "refused-which-game",
        RefusalReason::UnknownGame => "refused-unknown-game",
        RefusalReason::GamesConflict => "refused-games-conflict",
        RefusalReason::WrongToken => "refused-wrong-token",
        RefusalReason::BadSignature => "refused-bad-signature",
        RefusalReason::WrongSigner => "refused-wrong-signer",
        RefusalReason::Stranger => "refused-stranger",
        RefusalReason::None => return None,
    };
    say(locale, key, &[])
}

/// What of a letter was left unread, counted in words; `None` where that is nothing.
pub(super) fn left_unread(locale: Locale, ignored: &Ignored) -> Option<String> {
    let kinds = [
        (ignored.quoted, "unread-quoted"),
        (ignored.signature, "unread-signature"),
        (ignored.forwarded, "unread-forwarded"),
        (ignored.unsigned, "unread-unsigned"),
        (ignored.struck, "unread-struck"),
    ];
    let told = kinds.iter().filter(|(lines, _)| *lines > 0);
    let told = told.filter_map(|(lines, key)| say(locale, key, &[("count", Told::from(*lines))]));
    let told = told.collect::<Vec<_>>().join(", ");
    (!told.is_empty()).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_left_unread_is_counted_in_words() {
        let ignored = Ignored { quoted: 12, signature: 1, ..Ignored::default() };
        let told = |locale| left_unread(locale, &ignored);
        assert_eq!(told(Locale::English).as_deref(), Some("12 quoted lines, 1 signature line"));
        assert!(told(Locale::German).unwrap().starts_with("12 "));
        assert_eq!(left_unread(Locale::English, &Ignored::default()), None);
    }

    #[test]
    fn moments_are_written_wherever_they_stand_and_nothing_else_is() {
        let stamp =
            json!({ "at_ms": 1_783_879_200_000_i64, "local": "Sun 12 Jul 2026 20:00:00 CEST", "utc": "x" });
        let mut view =
            json!({ "deadline": stamp.clone(), "all": [{ "received": stamp.clone() }], "at_ms": 3 });
        let as_it_was = view.clone();
        moments(&mut view, Locale::English, chrono_tz::Europe::Berlin);
        assert_eq!(view, as_it_was);
        moments(&mut view, Locale::German, chrono_tz::Europe::Berlin);
        assert_eq!(view["deadline"]["local"], "Sonntag, 12. Juli 2026, 20:00 Uhr MESZ");
        assert_eq!(view["all"][0]["received"]["utc"], "12. Juli 2026, 18:00 Uhr UTC");
        assert_eq!(view["at_ms"], 3);
    }
}
