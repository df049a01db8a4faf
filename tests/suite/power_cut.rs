//! The power goes: an ext4 file system on a loop image, a writer stopped in its tracks, the image copied (which is
//! what the device holds at that moment), the copy mounted and looked at. Nothing that was acknowledged may be lost,
//! nothing may be half there, and the store must open.
//!
//! Five cuts on an image of 64 MB; twenty on 400 MB with larger letters with `FIELDPOST_LONG` set. Where loop images
//! cannot be mounted (it takes root) the trial is skipped with a word.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fieldpost_store::{SledStore, Store, sled::rebuild};
use rand::{Rng, SeedableRng};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::store::fixture;
use crate::store::writer::{self, Acknowledged};

/// Runs a command; its words if it fails.
pub fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// An image mounted on a folder, until it is dropped.
pub struct Mounted(pub PathBuf);

impl Mounted {
    /// Mounts the image on the folder, which is made.
    pub fn new(image: &Path, folder: PathBuf) -> Result<Self, String> {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run("mount", &["-o", "loop", path(image), path(&folder)])?;
        Ok(Mounted(folder))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if let Err(why) = run("umount", &[path(&self.0)]) {
            println!("{} stays mounted: {why}", self.0.display());
        }
    }
}

/// A fresh ext4 file system of so many megabytes in a file, mounted.
pub fn fresh(image: &Path, megabytes: u32, folder: PathBuf) -> Result<Mounted, String> {
    let _ = std::fs::remove_file(image);
    run("truncate", &["-s", &format!("{megabytes}M"), path(image)])?;
    run("mkfs.ext4", &["-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", path(image)])?;
    Mounted::new(image, folder)
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

struct Trial {
    folder: TempDir,
    image_mb: u32,
    largest_letter: usize,
}

impl Trial {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A fresh file system, mounted.
    fn fresh(&self) -> Result<Mounted, String> {
        fresh(&self.file("image"), self.image_mb, self.file("before"))
    }

    /// Cuts the power `after` a writer began; what it was told, and what its device held. Only the opening of the
    /// store is let come to rest first.
    fn cut(&self, after: Duration) -> Result<Acknowledged, String> {
        let mounted = self.fresh()?;
        let writer = writer::start(&mounted.0.join("store"), self.largest_letter);
        run("sync", &["-f", path(&mounted.0)])?;
        std::thread::sleep(after);
        let process = Pid::from_child(&writer.child);
        kill_process(process, Signal::STOP).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        let acknowledged = writer.so_far();
        run("cp", &["--sparse=always", path(&self.file("image")), path(&self.file("held"))])?;
        writer.kill();
        Ok(acknowledged)
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_goes() {
    let long = std::env::var_os("FIELDPOST_LONG").is_some();
    let (cuts, image_mb, largest_letter) = if long { (20, 400, 300_000) } else { (5, 64, 20_000) };
    let trial = Trial { folder: tempfile::tempdir().unwrap(), image_mb, largest_letter };
    if let Err(why) = trial.fresh() {
        println!("skipped: the power-cut trial needs a loop image to be mounted: {why}");
        return;
    }
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1_866);
    let mut letters = 0;
    for cut in 0..cuts {
        let after = Duration::from_millis(random.next_u64() % 1_500 + 200);
        let acknowledged = trial.cut(after).unwrap();
        let mounted = Mounted::new(&trial.file("held"), trial.file("after")).unwrap();
        letters += held_after(&mounted.0.join("store"), acknowledged);
        println!("cut {cut} after {} ms: {acknowledged:?}, all there", after.as_millis());
    }
    assert!(letters > cuts, "the writer got nowhere: {letters} letters in {cuts} cuts");
}

#[test]
fn a_disk_that_fills_up_stops_the_store_and_loses_nothing() {
    let trial = Trial { folder: tempfile::tempdir().unwrap(), image_mb: 24, largest_letter: 100_000 };
    let mounted = match trial.fresh() {
        Ok(mounted) => mounted,
        Err(why) => return println!("skipped: filling a disk needs a loop image to be mounted: {why}"),
    };
    let ballast = mounted.0.join("ballast");
    std::fs::write(&ballast, vec![0; 3_000_000]).unwrap();
    let writer = writer::start(&mounted.0.join("store"), trial.largest_letter);
    let why = writer.stopped(Duration::from_secs(60));
    let acknowledged = writer.kill();
    println!("stopped after {acknowledged:?}: {why}");
    assert!(why.contains("No space left"), "{why}");
    std::fs::remove_file(ballast).unwrap();
    let store = SledStore::open(&mounted.0.join("store")).unwrap();
    let letters = writer::check(&store, acknowledged);
    let open = store.game(&fixture::bohemia()).unwrap().unwrap().turn;
    store.file(fixture::letter(letters + 1, open, 600)).unwrap();
}

/// Opens what the device held, and makes it again from its files: both must hold what was acknowledged.
fn held_after(folder: &Path, acknowledged: Acknowledged) -> u64 {
    let store = SledStore::open(folder).unwrap();
    let letters = writer::check(&store, acknowledged);
    drop(store);
    let rebuilt = rebuild(folder).unwrap();
    assert_eq!(rebuilt.left_out, []);
    let store = SledStore::open(folder).unwrap();
    // Marks may be behind by what was in the air: a journal line and its rows reach the disk together.
    let all_but_marks = Acknowledged { sent: 0, ..acknowledged };
    assert_eq!(writer::check(&store, all_but_marks), letters);
    assert!(store.last_letter().unwrap().map_or(0, |last| last.0) >= acknowledged.letter);
    letters
}
