//! Caps on answers: what has left within the day, what may leave still, and who is told where no more does (hazard 13).

use crate::counts::{DAY_MS, day_of};
use crate::office::Office;
use fieldpost_catalogue::moment;
use fieldpost_desk::address::folded;
use fieldpost_desk::answer::{Answer, To, Weight};
use fieldpost_desk::caps::{Caps, Leave, Sent};
use fieldpost_desk::record::GameName;
use fieldpost_desk::stamp::Stamp;
use fieldpost_engine::locale::Locale;
use fieldpost_store::letter::{Count, Effects};

impl Office {
    /// Asks the caps, and counts what leaves: what this same letter owes beside it counts too.
    pub(super) fn weigh(
        &self,
        weight: Weight,
        address: &str,
        effects: &mut Effects,
    ) -> anyhow::Result<Leave> {
        if address.is_empty() {
            return Ok(Leave::Send); // It does not leave: it is kept.
        }
        let limits = &self.config.limits;
        let caps = Caps {
            receipts: limits.receipts_per_day,
            strangers: limits.stranger_answers_per_day,
            all_errors: limits.error_mails_per_day,
            ..Caps::default()
        };
        let day = day_of(self.clock.now());
        let name = format!("{weight:?}").to_lowercase();
        let one = Count { what: format!("{name}:{}", folded(address)), period: day };
        // What strangers cause is counted apart: it keeps nothing from a player.
        let all = match weight {
            Weight::Stranger | Weight::Applicant => "strangers",
            Weight::Inquiry => "inquiries",
            Weight::Receipt | Weight::Error | Weight::Notice => "errors",
        };
        let all = Count { what: all.into(), period: day };
        let told = Count { what: format!("last:{}", one.what), period: day };
        let count = |what: &Count| -> anyhow::Result<u32> {
            let pending = effects.counts.iter().filter(|other| *other == what).count();
            Ok(self.counted(&what.what, day)? + u32::try_from(pending).unwrap_or(u32::MAX))
        };
        let sent = Sent { to_address: count(&one)?, altogether: count(&all)?, told: count(&told)? > 0 };
        let leave = caps.leave(weight, sent);
        if leave == Leave::SendAsLast {
            effects.counts.push(told);
        }
        if leave != Leave::Withhold && weight != Weight::Notice {
            effects.counts.push(one);
            if weight != Weight::Receipt {
                effects.counts.push(all);
            }
        }
        Ok(leave)
    }

    /// Word to the game administrator of a cap that was reached, once a day: at a registered address, or of what strangers
    /// cause altogether.
    pub(super) fn tell_of_cap(
        &self,
        answer: &Answer,
        address: &str,
        leave: Leave,
        effects: &mut Effects,
    ) -> anyhow::Result<()> {
        let day = day_of(self.clock.now());
        let game = answer.game.as_ref().map(|game| game.0.as_str());
        let until = self.until_words(game, Locale::English);
        let whose = match (&answer.to, leave) {
            (To::Player { name, .. }, Leave::SendAsLast) => format!("{name} at {address}"),
            (To::Sender { .. }, Leave::Withhold) => {
                let told = Count { what: "last:strangers".into(), period: day };
                let all = self.counted("strangers", day)?;
                let is_told = effects.counts.contains(&told) || self.counted(&told.what, day)? > 0;
                if is_told || all < self.config.limits.error_mails_per_day {
                    return Ok(());
                }
                effects.counts.push(told);
                "strangers, all of them together,".to_owned()
            }
            _ => return Ok(()),
        };
        let kind = match answer.weight {
            Weight::Receipt => "receipts",
            _ => "answers to letters that were not obeyed",
        };
        let words = format!(
            "The limit on mails was reached: {whose} had so many {kind} today that no more go out until {until}. Letters are still \
             read and obeyed, and are in the record. If somebody writes who should not, or two programs answer each other, \
             the log says from where."
        );
        effects.answers.extend(self.notices(game, "A limit on answers was reached", &words)?);
        Ok(())
    }

    /// Until when answers are counted together, on the clock of a game; they are counted by days in UTC.
    pub(super) fn until_words(&self, game: Option<&str>, locale: Locale) -> String {
        let next_ms = (day_of(self.clock.now()) + 1) * DAY_MS;
        let hosted = game.and_then(|game| self.games.get(&GameName(game.to_ascii_lowercase())));
        let zone = hosted.map_or(chrono_tz::UTC, |hosted| hosted.record.settings.schedule.zone);
        moment(locale, next_ms, zone).unwrap_or_else(|| Stamp::new(next_ms, zone).local)
    }
}
