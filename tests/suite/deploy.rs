//! What a host gets from `deploy/`, as far as it can be seen without installing it (`tests/deploy/run` does that), and a
//! daemon that sees none of the files of whoever asks it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fieldpost");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files that the compiler and the build scripts read for the program, by the lists that lie beside what they made. Cargo is not asked:
/// it would build anew what other tests are running.
fn files_of_the_build() -> BTreeSet<PathBuf> {
    let folder = Path::new(PROGRAM).parent().unwrap();
    let is_ours = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().starts_with("fieldpost");
    let scripts =
        entries(&folder.join("build")).into_iter().filter(is_ours).flat_map(|place| entries(&place));
    let lists = entries(&folder.join("deps")).into_iter().filter(is_ours).chain(scripts);
    let named = lists.flat_map(|list| read_for_the_program(&list));
    // A room names files outside itself by the way there. Lists of earlier builds name what is there no longer.
    let root = root().canonicalize().unwrap();
    let there = named.filter_map(|file| root.join(file).canonicalize().ok());
    there
        .filter(|file| !file.starts_with(folder))
        .filter_map(|file| Some(file.strip_prefix(&root).ok()?.to_owned()))
        .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// What a list of the compiler or the output of a build script names. Lists of tests are left out: a test reads more than the program.
fn read_for_the_program(list: &Path) -> Vec<PathBuf> {
    if list.file_name().unwrap() == "output" {
        let words = fs::read_to_string(list).unwrap();
        return words
            .lines()
            .filter_map(|line| line.strip_prefix("cargo:rerun-if-changed="))
            .map(PathBuf::from)
            .collect();
    }
    if list.extension().is_none_or(|ending| ending != "d") {
        return Vec::new();
    }
    // `made: file file ...`, a line for each thing that was made; a blank within a path is escaped.
    let text = fs::read_to_string(list).unwrap().replace("\\ ", "\0");
    let of_the_program = |(made, files): &(&str, &str)| {
        let made = Path::new(made).file_name().unwrap().to_str().unwrap();
        let is_program = files.split(' ').any(|file| file == "src/main.rs") && !made.ends_with(".rmeta");
        is_program || made.ends_with(".rlib") || made.starts_with("build_script")
    };
    let lines = text.lines().filter_map(|line| line.split_once(": ")).filter(of_the_program);
    lines
        .flat_map(|(_, files)| files.split_whitespace())
        // A build script that was linted names the settings of the lint.
        .filter(|file| !Path::new(file).ends_with("clippy.toml"))
        .map(|file| PathBuf::from(file.replace('\0', " ")))
        .collect()
}

#[test]
fn the_service_and_the_container_keep_memory_in_one_arena() {
    for (file, line) in [
        ("fieldpost.service", "Environment=MALLOC_ARENA_MAX=1\n"),
        ("Containerfile", "ENV MALLOC_ARENA_MAX=1\n"),
    ] {
        let text = fs::read_to_string(root().join("deploy").join(file)).unwrap();
        assert!(text.contains(line), "{file}");
    }
}

/// Whoever hosts on several machines builds the container with the feature for it, by a value, and it is one that there is.
#[test]
fn the_container_is_built_with_features_by_a_value() {
    let text = fs::read_to_string(root().join("deploy/Containerfile")).unwrap();
    assert!(text.contains("\nARG FEATURES=\n"), "left out it is the program as ever");
    assert!(text.contains("--features \"$FEATURES\"\n"));
    let page = fs::read_to_string(root().join("docs/hosts/cluster.md")).unwrap();
    let (_, named) = page.split_once("--build-arg FEATURES=").unwrap();
    let feature = named.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = toml::from_str(&manifest).unwrap();
    assert!(manifest["features"].get(feature).is_some(), "{feature}");
}

/// What the manifest names must be there, or cargo does not begin.
fn files_of_the_manifest() -> Vec<PathBuf> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = toml::from_str(&manifest).unwrap();
    let mut files = ["Cargo.toml", "Cargo.lock", "build.rs"].map(PathBuf::from).to_vec();
    for (table, folder) in
        [("test", "tests"), ("bench", "benches"), ("bin", "src/bin"), ("example", "examples")]
    {
        let targets = manifest.get(table).and_then(toml::Value::as_array);
        for target in targets.into_iter().flatten() {
            let named = |key: &str| target.get(key).and_then(toml::Value::as_str);
            let left_out = || format!("{folder}/{}.rs", named("name").unwrap());
            files.push(named("path").map_or_else(left_out, str::to_owned).into());
        }
    }
    files
}

/// What the Containerfile copies from the sources.
fn copied() -> BTreeSet<PathBuf> {
    let text = fs::read_to_string(root().join("deploy/Containerfile")).unwrap();
    let copies = text.lines().filter_map(|line| line.strip_prefix("COPY "));
    let from_sources = copies.filter(|line| !line.starts_with("--from="));
    let mut copied = BTreeSet::new();
    for line in from_sources {
        let mut places = line.split_whitespace().collect::<Vec<_>>();
        let target = places.pop().unwrap();
        assert!(target == "./" || places == [target], "COPY {line}: a path keeps its name");
        copied.extend(places.into_iter().map(PathBuf::from));
    }
    copied
}

#[test]
fn the_container_copies_all_that_a_build_reads_and_nothing_else() {
    let (copied, built) = (copied(), files_of_the_build());
    assert!(built.contains(Path::new("scenarios/demo/scenario.toml")), "no list of a build: {built:?}");
    let needed = built.into_iter().chain(files_of_the_manifest()).collect::<BTreeSet<_>>();
    let has = |file: &PathBuf| copied.iter().any(|place| file.starts_with(place));
    let lacking = needed.iter().filter(|file| !has(file)).collect::<Vec<_>>();
    assert!(lacking.is_empty(), "deploy/Containerfile does not copy {lacking:?}");
    let idle = |place: &&PathBuf| !needed.iter().any(|file| file.starts_with(place));
    let idle = copied.iter().filter(idle).collect::<Vec<_>>();
    assert!(idle.is_empty(), "deploy/Containerfile copies {idle:?}, which no build reads");
    for place in &copied {
        assert!(root().join(place).exists(), "{} is not there", place.display());
    }
}

/// The user `nobody` of every Debian.
const NOBODY: u32 = 65534;

/// A post office of `nobody`, whose daemon runs; it ends when it is dropped.
struct Office {
    folder: tempfile::TempDir,
    daemon: Child,
}

impl Office {
    fn open() -> Self {
        // Beside /tmp, whose folders others may shut: every parent must let nobody through.
        let folder = tempfile::tempdir().unwrap();
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        let config = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\n\
                      address = \"ga@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n\
                      [post]\nkind = \"maildir\"\npath = \"out\"\n";
        let file = folder.path().join("fieldpost.toml");
        let office = folder.path().to_str().unwrap().to_owned();
        let of_nobody = |arguments: &[&str]| {
            let mut command = Command::new(PROGRAM);
            command.args(arguments).uid(NOBODY).gid(NOBODY).current_dir(&office);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let made = of_nobody(&["init", &office, "--ga-name", "GA", "--ga-address", "ga@example.org"]);
        assert!({ made }.status().unwrap().success(), "is {PROGRAM} shut to others than root?");
        fs::write(&file, config).unwrap();
        let daemon = of_nobody(&["run", "--config", "fieldpost.toml"]).spawn().unwrap();
        let begun = Instant::now();
        while !folder.path().join("store/control.sock").exists() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the daemon does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Office { folder, daemon }
    }

    /// Asks as root, in a folder that nobody else can look into.
    fn ask(&self, home: &Path, arguments: &[&str]) -> Output {
        let config = self.folder.path().join("fieldpost.toml");
        let mut command = Command::new(PROGRAM);
        command.args(arguments).arg("--config").arg(config).current_dir(home).stdin(Stdio::null());
        command.output().unwrap()
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

fn said(ended: &Output) -> String {
    String::from_utf8_lossy(&[&ended.stdout[..], &ended.stderr[..]].concat()).into_owned()
}

#[test]
fn a_daemon_that_sees_none_of_the_askers_files_opens_a_game_and_gives_its_record() {
    let office = Office::open();
    // Only its owner, root as everywhere in these tests, gets into it.
    let home = tempfile::tempdir().unwrap();
    let demo = root().join("scenarios/demo");
    fs::create_dir(home.path().join("war")).unwrap();
    for file in fs::read_dir(demo).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), home.path().join("war").join(file.file_name())).unwrap();
    }
    fs::copy(root().join("fixtures/demo/seats-without-pictures.toml"), home.path().join("seats.toml"))
        .unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();

    let lacking =
        office.ask(home.path(), &["new-game", "passes", "--scenario", "war", "--seats", "sets.toml"]);
    assert!(said(&lacking).contains("sets.toml cannot be read"), "{}", said(&lacking));
    let opened =
        office.ask(home.path(), &["new-game", "passes", "--scenario", "war", "--seats", "seats.toml"]);
    assert!(opened.status.success(), "{}", said(&opened));

    let written = office.ask(home.path(), &["export", "record.jsonl"]);
    assert!(written.status.success(), "{}", said(&written));
    let record = home.path().join("record.jsonl");
    let meta = record.metadata().unwrap();
    assert_eq!((meta.mode() & 0o777, meta.uid()), (0o600, 0));
    let lines = fs::read_to_string(&record).unwrap().lines().count();
    assert!(
        said(&written).contains(&format!("record.jsonl: {lines} lines were written")),
        "{}",
        said(&written)
    );
    // An export is never written over, and a failed one leaves nothing behind.
    let again = office.ask(home.path(), &["export", "record.jsonl"]);
    assert!(!again.status.success() && said(&again).contains("is there already"), "{}", said(&again));
    // The scenario, the seats, the export and its key.
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 4);

    // What it gave is whole: a post office is made of it.
    let other = tempfile::tempdir().unwrap();
    let copy = other.path().join("fieldpost.toml");
    fs::copy(office.folder.path().join("fieldpost.toml"), &copy).unwrap();
    let read = Command::new(PROGRAM).arg("import").arg(&record).arg("--config").arg(&copy).output().unwrap();
    assert!(read.status.success(), "{}", said(&read));
}

#[test]
fn root_is_led_to_the_user_of_a_post_office_whose_daemon_does_not_run() {
    let mut office = Office::open();
    let home = tempfile::tempdir().unwrap();
    office.daemon.kill().unwrap();
    office.daemon.wait().unwrap();
    for arguments in
        [&["status"][..], &["doctor"], &["rebuild"], &["export", "record.jsonl"], &["import", "x"]]
    {
        let ended = office.ask(home.path(), arguments);
        let led = said(&ended).contains("sudo -u nobody fieldpost");
        assert!(!ended.status.success() && led, "{arguments:?}: {}", said(&ended));
    }
    let store = office.folder.path().join("store");
    let mut folders = vec![store];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            assert_eq!(entry.metadata().unwrap().uid(), NOBODY, "{} is root's", entry.path().display());
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
}
