//! IMAP: one folder of one account, over one connection that is made when it is needed.
//!
//! Any error drops the connection: the next call makes a new one. What a server says of one letter, or fails at, costs that letter
//! and none beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::ear::{End, Measure};
use super::open::{Fault, Open, Opened, connect, failure, uid_set};
use super::settings::ImapSettings;
use super::told::{self, Told};
use super::{Arrival, Cursor, Fetched, Filing, Listing, Mailbox, Shelf, SourceError, Unread, Wake};

/// How many letters are asked for in one command.
const AT_ONCE: usize = 500;
/// How much of a too large letter's header is fetched, in bytes (row 18).
const HEADER_MAX: u64 = 64 << 10;

/// What is asked of a letter before its text.
const ABOUT: &str = "(UID RFC822.SIZE INTERNALDATE)";
/// The longest literal in an answer to that, in bytes.
const ABOUT_MAX: u64 = 4096;
/// How often in a row a server may hang up, and nothing more be had, before it is taken for one that is going down.
const HANG_UPS: u32 = 4;
/// Into how many parts letters are split at which a server fails together: three halvings at once, since each failure may cost a
/// login.
const PARTS: usize = 8;

/// A folder read by IMAP.
pub struct Imap {
    settings: ImapSettings,
    place: String,
    open: Option<Open>,
}

impl Imap {
    /// A folder; nothing is connected yet.
    pub fn new(settings: ImapSettings) -> Self {
        let place = format!("{} ({})", settings.endpoint, settings.folder);
        Imap { settings, place, open: None }
    }

    /// The folders of the account as its server writes them, in its order; those in other letters than ASCII are left out.
    ///
    /// # Errors
    /// If the folder that it was made for cannot be opened, or the server does not tell.
    pub fn folders(&mut self) -> Result<Vec<String>, SourceError> {
        let lines = self.talk(|open| Ok(open.ask("LIST \"\" \"*\"")?.0))?;
        Ok(lines.iter().filter_map(|line| told::folder(line)).collect())
    }

    /// The connection, a new one if there is none.
    fn take_open(&mut self) -> Result<Open, SourceError> {
        match self.open.take() {
            Some(open) => Ok(open),
            None => connect(&self.settings, &self.place),
        }
    }

    /// Holds one conversation. Whatever goes wrong drops the connection.
    fn talk<T>(&mut self, say: impl FnOnce(&mut Open) -> Result<T, Fault>) -> Result<T, SourceError> {
        let mut open = self.take_open()?;
        let said = say(&mut open).map_err(|fault| failure(&self.place, fault))?;
        self.open = Some(open);
        Ok(said)
    }

    /// What the server tells of letters that were listed under a UIDVALIDITY; nothing where that is another by now. A letter at
    /// which the server fails, or that it leaves out, does not hide the others: it is asked for alone in the end.
    fn ask(
        &mut self,
        validity: u64,
        uids: &[u64],
        items: &str,
        measure: Measure,
    ) -> Result<BTreeMap<u64, Told>, SourceError> {
        let is_text = items.contains("BODY");
        let mut told = BTreeMap::<u64, Told>::new();
        let mut groups = vec![uids.to_vec()];
        let mut hung_up = 0;
        while let Some(group) = groups.pop() {
            // That no connection can be had is no letter's fault.
            let open = match self.take_open() {
                Ok(open) if open.uid_validity == validity => open,
                Ok(open) => {
                    self.open = Some(open);
                    break;
                }
                Err(error) if told.is_empty() => return Err(error),
                Err(_) => break,
            };
            let heard = self.hear(open, &group, items, measure, &mut told);
            let is_had = |uid: &u64| told.get(uid).is_some_and(|told| !is_text || told.bytes.is_some());
            let rest = group.iter().copied().filter(|uid| !is_had(uid)).collect::<Vec<_>>();
            hung_up = match (&heard, rest.len() < group.len()) {
                (Ok(()), _) => 0,
                (Err(_), true) => 1,
                (Err(_), false) => hung_up + 1,
            };
            match heard {
                Err(error) if hung_up > HANG_UPS && told.is_empty() => return Err(error),
                _ if hung_up > HANG_UPS => break,
                heard => groups.extend(what_next(group.len(), rest, heard.is_err())),
            }
        }
        Ok(told)
    }

    /// Asks for letters in one command, and adds what is told, also where the server hangs up within.
    fn hear(
        &mut self,
        mut open: Open,
        uids: &[u64],
        items: &str,
        measure: Measure,
        told: &mut BTreeMap<u64, Told>,
    ) -> Result<(), SourceError> {
        let command = format!("UID FETCH {} {items}", uid_set(uids.iter().copied()));
        let heard = open.talk.ask(&command, measure, &mut |answer| {
            let letter = told::letter(answer).filter(|letter| uids.contains(&letter.uid));
            if let Some(letter) = letter {
                told.entry(letter.uid).or_default().add(letter);
            }
        });
        // A refusal says nothing of which letter it is for: what was left out tells that.
        heard.map_err(|error| failure(&self.place, Fault::Broken(error, "FETCH".into())))?;
        self.open = Some(open);
        Ok(())
    }

    fn fetch_items(
        &mut self,
        arrivals: &[&Arrival],
        items: &str,
        measure: Measure,
    ) -> Result<Vec<Fetched>, SourceError> {
        let limit = usize::try_from(self.settings.letter_max).unwrap_or(usize::MAX);
        let mut fetched = Vec::new();
        for group in arrivals.chunks(AT_ONCE) {
            let uids = group.iter().map(|arrival| arrival.uid).collect::<Vec<_>>();
            let Some(validity) = validity_of(group) else { continue };
            let told = self.ask(validity, &uids, items, measure)?;
            let mut bytes = told
                .into_iter()
                .filter_map(|(uid, told)| Some((uid, told.bytes?)))
                .collect::<BTreeMap<_, _>>();
            for arrival in group {
                // An empty text of what has a size is no letter.
                let is_letter = |bytes: &Vec<u8>| !bytes.is_empty() || arrival.size == 0;
                let Some(bytes) = bytes.remove(&arrival.uid).filter(is_letter) else { continue };
                let whole = arrival.size <= self.settings.letter_max && bytes.len() <= limit;
                fetched.push(Fetched { arrival: (*arrival).clone(), bytes, whole });
            }
        }
        Ok(fetched)
    }

    /// Letters that were not had by a window on their text, asked for as plainly as can be. That the server fails at them once more
    /// is no failure of the look; of many that were left out some are asked for, the others when they are owed.
    fn fetch_plainly(&mut self, arrivals: &[&Arrival], most: u64) -> Vec<Fetched> {
        // Some tell a literal shorter than the letter is: by its size it is heard whole.
        let fetched = |arrival: &&Arrival| {
            let measure = Measure::of(most).with_length(arrival.size);
            self.fetch_items(&[*arrival], "(UID BODY.PEEK[])", measure).ok()
        };
        arrivals.iter().take(PARTS).map_while(fetched).flatten().collect()
    }

    /// Sorts what was told of letters that SEARCH named into those that can be fetched and those that are owed.
    fn sort(&self, uid_validity: u64, uids: &[u64], told: &BTreeMap<u64, Told>, listing: &mut Listing) {
        for uid in uids.iter().copied() {
            let Some(told) = told.get(&uid) else {
                let why = "the server names it and says nothing of it".to_string();
                listing.unread.push(Unread { uid, why, undated: None });
                continue;
            };
            let key = format!("{uid_validity}.{uid}");
            // Without a size it has at least one byte, and an empty text is none.
            let size = told.size.unwrap_or(1);
            let arrival = |received_ms| Arrival { key, uid, size, received_ms };
            match told.received_ms {
                Some(received_ms) => listing.arrivals.push(arrival(received_ms)),
                // Without a time of receipt no letter can be judged (row 37).
                None => {
                    let why = "the server does not tell when it was received (INTERNALDATE)".to_string();
                    listing.unread.push(Unread { uid, why, undated: Some(arrival(0)) });
                }
            }
        }
    }

    /// Opens the folder anew, since only then a server tells a new UIDVALIDITY, and asks which UIDs there are of a set that is
    /// made of it.
    fn search(&mut self, set: impl FnOnce(u64) -> String) -> Result<Found, SourceError> {
        let folder = self.settings.folder.clone();
        self.talk(|open| {
            let opened = open.select(&folder)?;
            let (lines, end) = open.ask(&format!("UID SEARCH UID {}", set(open.uid_validity)))?;
            let found: BTreeSet<u64> = match end {
                // Some say so of an empty folder, which is no fault of it (Proton's bridge).
                End::No(_) if opened.letters.unwrap_or(0) == 0 => BTreeSet::new(),
                End::No(why) => return Err(Fault::Refused(format!("NO {why} (to SEARCH)"))),
                End::Bad(why) => return Err(Fault::Refused(format!("BAD {why} (to SEARCH)"))),
                End::Done => lines.iter().flat_map(|line| told::found(line)).collect(),
            };
            let is_answered = lines.iter().any(|line| told::answers_search(line));
            Ok(Found { opened, uids: found.into_iter().collect(), is_answered })
        })
    }

    /// The UIDs above one, for servers whose SEARCH finds nothing where there are letters (mailutils).
    fn uids_by_fetch(&mut self, above: u64) -> Result<Vec<u64>, SourceError> {
        let command = format!("UID FETCH {}:* (UID)", above.saturating_add(1));
        let mut uids = BTreeSet::new();
        self.talk(|open| {
            let mut hear = |answer| uids.extend(told::letter(answer).map(|letter| letter.uid));
            let heard = open.talk.ask(&command, Measure::of(ABOUT_MAX), &mut hear);
            heard.map(drop).map_err(|error| Fault::Broken(error, "FETCH".into()))
        })?;
        Ok(uids.into_iter().collect())
    }
}

/// What SEARCH found in a folder that was opened for it.
struct Found {
    opened: Opened,
    uids: Vec<u64>,
    /// Whether an answer was heard, if only that there is nothing.
    is_answered: bool,
}

/// What is asked for next, the last first, of a group of letters of which these were not had.
fn what_next(group: usize, mut rest: Vec<u64>, is_broken: bool) -> Vec<Vec<u64>> {
    match (rest.len(), rest.len() == group) {
        (0, _) | (1, true) => Vec::new(),
        (_, true) => rest.chunks(rest.len().div_ceil(PARTS)).map(<[u64]>::to_vec).rev().collect(),
        // The first that was not told is the one at which the line broke, as a rule.
        (1.., false) if is_broken && rest.len() > 1 => vec![vec![rest.remove(0)], rest],
        (_, false) => vec![rest],
    }
}

impl Mailbox for Imap {
    fn name(&self) -> &str {
        &self.settings.name
    }

    fn list(&mut self, since: Cursor) -> Result<Listing, SourceError> {
        // Without a UIDVALIDITY numbers may begin again at any time: all is listed, and known by what it is.
        let is_same = |validity: u64| validity != 0 && validity == since.uid_validity;
        let above = |validity: u64| if is_same(validity) { since.uid } else { 0 };
        let Found { opened, mut uids, is_answered } =
            self.search(|validity| format!("{}:*", above(validity).saturating_add(1)))?;
        let uid_validity = opened.uid_validity;
        // `n:*` names the last letter at least, where there is one, and `1:*` all of them.
        let letters = opened.letters.unwrap_or(0);
        let is_whole = above(uid_validity) > 0 || uids.len() as u64 >= letters;
        if !is_whole || uids.is_empty() && letters > 0 {
            uids.extend(self.uids_by_fetch(above(uid_validity))?);
            uids.sort_unstable();
            uids.dedup();
        }
        // `n:*` names the last letter even if none is above n, so those are taken out (row 3).
        uids.retain(|uid| *uid > above(uid_validity));
        let renumbered = since.uid_validity != 0 && since.uid_validity != uid_validity;
        let is_doubtful = !is_answered && letters > 0;
        let mut listing = Listing { uid_validity, renumbered, is_doubtful, ..Listing::default() };
        for group in uids.chunks(AT_ONCE) {
            let told = self.ask(uid_validity, group, ABOUT, Measure::of(ABOUT_MAX))?;
            self.sort(uid_validity, group, &told, &mut listing);
        }
        Ok(listing)
    }

    fn numbers(&mut self, uid_validity: u64) -> Result<(Vec<u64>, bool), SourceError> {
        let Found { opened, mut uids, .. } = self.search(|_| "1:*".into())?;
        // The next look finds out, and shows all letters.
        if opened.uid_validity != uid_validity {
            return Ok((Vec::new(), false));
        }
        let is_whole = |uids: &[u64]| opened.letters.is_some_and(|letters| uids.len() as u64 >= letters);
        if !is_whole(&uids) {
            uids.extend(self.uids_by_fetch(0)?);
            uids.sort_unstable();
            uids.dedup();
        }
        let is_whole = is_whole(&uids);
        Ok((uids, is_whole))
    }

    fn owes(&self) -> bool {
        true
    }

    fn list_again(&mut self, uid_validity: u64, now: &[u64], later: &[u64]) -> Result<Listing, SourceError> {
        let mut owed = [now, later].concat();
        owed.sort_unstable();
        let set = uid_set(owed.iter().copied());
        let Found { opened, mut uids, .. } = self.search(|_| set)?;
        let mut listing = Listing { uid_validity, ..Listing::default() };
        if opened.uid_validity != uid_validity {
            // The next look finds out, and shows all letters.
            return Err(SourceError::Answer { place: self.place.clone(), why: "another UIDVALIDITY".into() });
        }
        // An answer that broke names nothing either: who is not named is gone only if all that lies there is named without it.
        if uids.len() < owed.len() {
            let (named, is_whole) = self.numbers(uid_validity)?;
            uids = owed
                .into_iter()
                .filter(|uid| !is_whole || uids.contains(uid) || named.contains(uid))
                .collect();
        }
        for uid in uids {
            if now.contains(&uid) {
                // At one of them the server may fail; the others are heard all the same.
                let told = self.ask(uid_validity, &[uid], ABOUT, Measure::of(ABOUT_MAX)).unwrap_or_default();
                self.sort(uid_validity, &[uid], &told, &mut listing);
            } else if later.contains(&uid) {
                listing.unread.push(Unread { uid, why: String::new(), undated: None });
            }
        }
        Ok(listing)
    }

    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
        let limit = self.settings.letter_max;
        let (small, large): (Vec<&Arrival>, Vec<&Arrival>) = arrivals.iter().partition(|a| a.size <= limit);
        // A byte more than the limit: a server that told too small a size is found out, and sends no more.
        let most = limit.saturating_add(1);
        let mut fetched =
            self.fetch_items(&small, &format!("(UID BODY.PEEK[]<0.{most}>)"), Measure::of(most))?;
        let is_had = |arrival: &&Arrival| fetched.iter().any(|letter| letter.arrival == **arrival);
        let left = small.iter().copied().filter(|arrival| !is_had(arrival)).collect::<Vec<_>>();
        fetched.extend(self.fetch_plainly(&left, most));
        let header = format!("(UID BODY.PEEK[HEADER]<0.{HEADER_MAX}>)");
        fetched.extend(self.fetch_items(&large, &header, Measure::of(HEADER_MAX))?);
        fetched.sort_by_key(|letter| letter.arrival.uid);
        Ok(fetched)
    }

    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError> {
        let filing = self.settings.filing.clone();
        let all: Vec<&Arrival> = arrivals.iter().collect();
        for group in all.chunks(AT_ONCE) {
            let uids = group.iter().map(|arrival| arrival.uid).collect::<Vec<_>>();
            let expected = validity_of(group);
            let refused = self.talk(|open| {
                // Other letters may bear these UIDs now (row 4); then nothing is touched.
                if expected != Some(open.uid_validity) {
                    return Ok(None);
                }
                match (&filing, shelf) {
                    (Filing::Flag, _) => open.flag(&uids).map(|()| None),
                    (Filing::Move { processed, .. }, Shelf::Processed) => open.move_to(&uids, processed),
                    (Filing::Move { ignored, .. }, Shelf::Ignored) => open.move_to(&uids, ignored),
                }
            })?;
            if let Some(why) = refused {
                return Err(SourceError::Answer { place: self.place.clone(), why });
            }
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<Wake, SourceError> {
        let can_idle = self.settings.idle && self.talk(|open| Ok(open.can.idle))?;
        if !can_idle {
            std::thread::sleep(at_most);
            return Ok(Wake::Quiet);
        }
        self.talk(|open| {
            let is_told = open.talk.take_news()
                || open.talk.idle(at_most).map_err(|error| Fault::Broken(error, "IDLE".into()))?;
            // What it told is looked at now.
            open.talk.take_news();
            Ok(if is_told { Wake::News } else { Wake::Quiet })
        })
    }
}

/// The UIDVALIDITY that these letters were listed under; none if they differ in it.
fn validity_of(arrivals: &[&Arrival]) -> Option<u64> {
    let validity = |arrival: &Arrival| arrival.key.split_once('.')?.0.parse().ok();
    let first: Option<u64> = validity(arrivals.first()?);
    first.filter(|first| arrivals.iter().all(|arrival| validity(arrival) == Some(*first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asked until nothing is left to ask, each letter is asked for alone at last, and the others first.
    #[test]
    fn letters_at_which_a_server_fails_are_singled_out() {
        let uids = (1..=50).collect::<Vec<u64>>();
        for (bad, breaks) in [(1, true), (17, true), (50, true), (17, false)] {
            let (mut groups, mut had, mut asked) = (vec![uids.clone()], BTreeSet::new(), 0);
            while let Some(group) = groups.pop() {
                asked += 1;
                // It tells those before the bad one, and hangs up or says NO; or it says NO at once.
                let is_bad = group.contains(&bad);
                had.extend(group.iter().copied().filter(|uid| !is_bad || breaks && *uid < bad));
                let rest = group.iter().copied().filter(|uid| !had.contains(uid)).collect::<Vec<_>>();
                groups.extend(what_next(group.len(), rest, is_bad && breaks));
            }
            assert_eq!(had.len(), 49, "{bad}");
            assert!(!had.contains(&bad) && asked < 20, "{bad}: {asked} commands");
        }
    }

    #[test]
    fn letters_of_two_numberings_are_not_mixed() {
        let arrival = |key: &str| Arrival { key: key.into(), uid: 1, size: 1, received_ms: 0 };
        let (a, b) = (arrival("7.1"), arrival("8.1"));
        assert_eq!(validity_of(&[&a, &a]), Some(7));
        assert_eq!(validity_of(&[&a, &b]), None);
    }
}
