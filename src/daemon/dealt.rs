//! Letters of one mailbox, judged by several daemons. Whoever reads the mailbox deals them out by game ([`crate::dealing`]) and waits until
//! they are filed; what nothing comes of in time is judged there.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::delivered::{Delivered, in_order};
use crate::handing::{few_at_a_time, hand_over_few};
use crate::road::Taken;
use crate::wake::{LOOK_BY_TIME, Shared};
use fieldpost_store::{Dealt, Envelope, LetterRecord, Store, TransportKey};

/// How long nothing may come of letters that were dealt out before they are judged here.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long between two questions whether letters are filed, or dealt to this daemon: news comes with every write of anybody's.
const PACE: Duration = Duration::from_millis(30);

fn dealt((toward, letter): &(u64, Delivered)) -> Dealt {
    let Delivered { place, received_ms, whole, size, quiet, .. } = letter.clone();
    let envelope = Envelope { place, received_ms, whole, size, quiet };
    Dealt { toward: *toward, envelope, bytes: letter.bytes.clone() }
}

fn delivered(Dealt { envelope, bytes, .. }: Dealt) -> Delivered {
    let Envelope { place, received_ms, whole, size, quiet } = envelope;
    Delivered { place, received_ms, bytes, whole, size, quiet }
}

/// Has letters judged and filed, here and by others, in order of receipt and few at a time.
///
/// # Errors
/// If they cannot be filed here; what others have filed by then is filed.
pub(super) fn hand_over(
    mut letters: Vec<Delivered>,
    record: &dyn Store,
    shared: &Shared,
) -> Result<Vec<Taken>, String> {
    letters.sort_by_cached_key(in_order);
    let (mut own, mut others) = shared.dealing.parted(letters);
    if !others.is_empty()
        && let Err(error) = record.deal(&others.iter().map(dealt).collect::<Vec<_>>())
    {
        tracing::warn!(%error, "letters could not be dealt out: they are judged here");
        own.extend(others.drain(..).map(|(_, letter)| letter));
        own.sort_by_cached_key(in_order);
    }
    let mut taken = judged_here(own, shared)?;
    let (filed, left) = await_filed(others, record, shared);
    taken.extend(filed);
    taken.extend(judged_here(left, shared)?);
    Ok(taken)
}

fn judged_here(letters: Vec<Delivered>, shared: &Shared) -> Result<Vec<Taken>, String> {
    let mut taken = Vec::new();
    for few in few_at_a_time(letters) {
        taken.extend(hand_over_few(few, shared)?);
    }
    Ok(taken)
}

/// Waits until letters are filed that were dealt out; what became of them, and those of which nothing came.
fn await_filed(
    mut waits: Vec<(u64, Delivered)>,
    record: &dyn Store,
    shared: &Shared,
) -> (Vec<Taken>, Vec<Delivered>) {
    let (mut taken, mut moved) = (Vec::new(), Instant::now());
    while !waits.is_empty() && moved.elapsed() < PATIENCE && !shared.stop.load(Ordering::SeqCst) {
        let count = waits.len();
        match filed(&mut waits, record) {
            Ok(filed) => taken.extend(filed),
            Err(error) => {
                tracing::warn!(%error, "it is not known what became of letters that were dealt out")
            }
        }
        if waits.len() < count {
            moved = Instant::now();
        } else {
            shared.sleep(PACE);
        }
    }
    if !waits.is_empty() {
        tracing::warn!(
            letters = waits.len(),
            "nothing came of letters that were dealt out: they are judged here"
        );
        shared.dealing.pass_over(waits.iter().map(|(life, _)| *life));
        let places = waits.iter().map(|(_, letter)| letter.place.clone()).collect::<Vec<_>>();
        end_deal(&places, record);
    }
    (taken, waits.into_iter().map(|(_, letter)| letter).collect())
}

/// Takes those out that are filed.
fn filed(waits: &mut Vec<(u64, Delivered)>, record: &dyn Store) -> fieldpost_store::Result<Vec<Taken>> {
    let places = waits.iter().map(|(_, letter)| letter.place.clone()).collect::<Vec<_>>();
    let filed = record.filed_from(&places)?;
    let taken =
        |record: LetterRecord| Taken { place: record.place, letter: record.number, verdict: record.verdict };
    let taken = filed.into_iter().map(taken).collect::<Vec<_>>();
    waits.retain(|(_, waiting)| taken.iter().all(|taken| taken.place != waiting.place));
    Ok(taken)
}

fn end_deal(places: &[TransportKey], record: &dyn Store) {
    if let Err(error) = record.end_deal(places) {
        tracing::warn!(%error, "letters that were dealt out stay dealt: they are known when they are filed");
    }
}

/// The thread that takes up what other daemons deal to this one.
pub(super) fn take_up_again_and_again(record: &dyn Store, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        let news = shared.news.count();
        match record.dealt() {
            Ok(dealt) if dealt.is_empty() => {
                shared.news.wait(news, LOOK_BY_TIME);
                shared.sleep(PACE);
            }
            Ok(dealt) => {
                let places = dealt.iter().map(|one| one.envelope.place.clone()).collect::<Vec<_>>();
                let letters = dealt.into_iter().map(delivered).collect();
                if let Err(why) = judged_here(letters, shared) {
                    tracing::warn!(
                        why,
                        "letters of another daemon's mailbox could not be filed: it judges them"
                    );
                }
                end_deal(&places, record);
            }
            Err(error) => {
                tracing::warn!(%error, "it is not known what other daemons deal to this one");
                shared.sleep(Duration::from_secs(1));
            }
        }
    }
}
