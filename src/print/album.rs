//! Finished pictures and the grounds under them, each drawn once, however many players are shown it.
//!
//! Two players who see the same are given the same bytes, and so is one player whose report is printed twice: whether a
//! picture was drawn before changes nothing of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::picture::Layer;
use crate::picture::raster::{Plate, PressedPlate, RasterError};
use crate::picture::room::Layout;

/// Pixels of a picture to each that it is shown in: screens are sharper than mails are wide.
pub const SHARP: u32 = 2;

/// Finished pictures, by what is drawn: the ground's name, and what lies over it.
type Finished = BTreeMap<(String, String), Arc<[u8]>>;

/// The pictures of a turn. Any number of threads may ask it for pictures at once.
#[derive(Default)]
pub struct Album {
    grounds: Arc<Grounds>,
    finished: Mutex<Finished>,
    /// How pictures are laid out, where none is drawn.
    drafts: Option<Mutex<BTreeMap<(String, String), Layout>>>,
}

impl Album {
    /// An album without pictures.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same on grounds that were kept from another turn on the same maps.
    pub fn on(grounds: Arc<Grounds>) -> Self {
        Album { grounds, ..Album::default() }
    }

    /// An album that draws nothing and keeps how each picture is laid out: whoever wants to know where things stand asks it and no pixels.
    pub fn of_drafts() -> Self {
        Album { drafts: Some(Mutex::default()), ..Album::default() }
    }

    /// How the pictures are laid out that an album of drafts was asked for, each with its ground's name.
    pub fn drafts(&self) -> Vec<(String, Layout)> {
        let Some(drafts) = &self.drafts else { return Vec::new() };
        locked(drafts).iter().map(|((ground, _), layout)| (ground.clone(), layout.clone())).collect()
    }

    /// The PNG of a ground and what lies over it, made at the first call and kept for the others. A ground
    /// has one name on its maps, which says all that it is drawn from; `scale` is [`SHARP`] or 1.
    ///
    /// # Errors
    /// If it is too large to draw.
    pub fn png(
        &self,
        ground_name: String,
        scale: u32,
        ground: impl FnOnce() -> Layer,
        top: &Layer,
    ) -> Result<Arc<[u8]>, RasterError> {
        let key = (format!("{ground_name} x{scale}"), top.svg());
        if let Some(drafts) = &self.drafts {
            locked(drafts).insert(key, top.layout.clone());
            return Ok(Arc::default());
        }
        if let Some(png) = locked(&self.finished).get(&key) {
            return Ok(png.clone());
        }
        // Drawn without the lock: two threads may draw the same at once, and come to the same bytes.
        let ground = self.grounds.at(&key.0, scale, ground)?;
        let png: Arc<[u8]> = ground.with(&key.1)?.png()?.into();
        Ok(locked(&self.finished).entry(key).or_insert(png).clone())
    }
}

/// The grounds of one game's maps that were drawn last, as far as there is room. They do not change in a war: whoever keeps
/// them beside the maps draws them once for many turns.
#[derive(Debug, Default)]
pub struct Grounds {
    kept: Mutex<Kept>,
}

/// Grounds, each with when it was asked for last, counted in calls.
#[derive(Debug, Default)]
struct Kept {
    calls: u64,
    grounds: BTreeMap<String, (u64, Arc<PressedPlate>)>,
    bytes: usize,
}

impl Grounds {
    /// How many bytes of grounds are kept, each pressed to some 60 kB: those of a great war, of which a turn's reports show hundreds.
    const MOST: usize = 48 << 20;

    /// A ground: one that is kept, or a new one.
    fn at(&self, name: &String, scale: u32, draw: impl FnOnce() -> Layer) -> Result<Plate, RasterError> {
        if let Some(ground) = self.kept_at(name).and_then(|kept| kept.plate()) {
            return Ok(ground);
        }
        let ground = Plate::ground(&draw().svg(), scale)?;
        self.keep(name.clone(), ground.pressed());
        Ok(ground)
    }

    fn keep(&self, name: String, ground: PressedPlate) {
        let mut kept = locked(&self.kept);
        let Kept { calls, grounds, bytes } = &mut *kept;
        *bytes += ground.bytes();
        let before = grounds.insert(name, (*calls, Arc::new(ground)));
        *bytes -= before.map_or(0, |(_, ground)| ground.bytes());
        while grounds.len() > 1 && *bytes > Self::MOST {
            let oldest = grounds.iter().min_by_key(|(_, (asked, _))| *asked).map(|(name, _)| name.clone());
            let gone = oldest.and_then(|name| grounds.remove(&name));
            *bytes -= gone.map_or(0, |(_, ground)| ground.bytes());
        }
    }

    fn kept_at(&self, name: &String) -> Option<Arc<PressedPlate>> {
        let mut kept = locked(&self.kept);
        let Kept { calls, grounds, .. } = &mut *kept;
        *calls += 1;
        let (asked, ground) = grounds.get_mut(name)?;
        *asked = *calls;
        Some(ground.clone())
    }
}

/// What a lock guards. A thread that panicked while it held one has left whole pictures behind.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
