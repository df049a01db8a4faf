//! A host's own templates.

use super::*;

#[test]
fn a_hosts_own_templates_are_checked_before_the_office_opens() {
    let trial = Trial::new();
    let own = trial.folder.path().join("templates");
    fs::create_dir(&own).unwrap();
    let Trial { folder, clock, office, .. } = trial;
    let mut config = office.config.clone();
    config.office.templates = Some(own.clone());
    drop(office);
    let open = |config: &Config| {
        let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
        wiring::office(config.clone(), clock.clone(), store)
    };
    fs::write(own.join("notice.txt"), "Subject: Hear\n\n{{ words }} (says the host)\n").unwrap();
    let office = open(&config).unwrap();
    office.tell_ga(MONDAY, None, "a", "Something").unwrap();
    let row = office.store.mails(MailId(0), 1_000).unwrap().pop().unwrap();
    assert!(String::from_utf8_lossy(&office.store.mail_bytes(row.id).unwrap()).contains("says the host"));
    drop(office);
    fs::write(own.join("receipt.txt"), "Subject: R\n\n{{ titel }}\n").unwrap();
    let error = format!("{:#}", open(&config).err().unwrap());
    assert!(error.contains("office.templates") && error.contains("receipt.txt, line 3, column 4"), "{error}");
    drop(folder);
}

#[test]
fn templates_are_listed_written_out_and_checked() {
    let folder = TempDir::new().unwrap();
    let own = folder.path().join("own");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        let ended = command.current_dir(folder.path()).arg("templates").args(arguments).output().unwrap();
        (
            ended.status.success(),
            String::from_utf8(ended.stdout).unwrap() + &String::from_utf8_lossy(&ended.stderr),
        )
    };
    let path = own.to_str().unwrap();
    assert!(run(&["export", path]).0);
    assert!(!run(&["export", path]).0, "a folder with files in it is not written to");
    let (well, words) = run(&["check", path, "--samples", folder.path().join("samples").to_str().unwrap()]);
    assert!(well, "{words}");
    assert!(folder.path().join("samples/welcome-1.html").exists(), "{words}");
    assert!(run(&["list", path]).1.contains("your own"));
    let left = folder.path().join("samples");
    assert!(fs::read_dir(left).unwrap().count() > 50);
    fs::write(own.join("news.html"), "{% extends \"page.html\" %}\n{% block body %}{{ unts }}{% endblock %}")
        .unwrap();
    let (well, words) = run(&["check", path]);
    assert!(!well && words.contains("news.html, line 2, column 20") && words.contains("unts"), "{words}");
    fs::write(own.join("news.html"), "<p>").unwrap();
    fs::write(own.join("welcom.txt"), "Subject: x\n\n").unwrap();
    let (well, words) = run(&["check", path]);
    assert!(!well && words.contains("welcome.txt"), "{words}");
}
