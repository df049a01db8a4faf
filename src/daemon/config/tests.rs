use super::*;

fn read(text: &str) -> Result<Config, ConfigError> {
    Config::read(text, Path::new("/etc/fieldpost/fieldpost.toml"))
}

#[test]
fn the_file_that_init_writes_is_right_as_it_stands() {
    let config = read(SAMPLE).unwrap();
    assert_eq!(config.domain(), "example.org");
    assert!(config.office.store.starts_with("/etc/fieldpost"));
}

#[test]
fn each_commented_key_of_the_sample_is_one_we_know() {
    let bare = SAMPLE.lines().map(|line| line.strip_prefix("#: ").unwrap_or(line)).collect::<Vec<_>>();
    read(&bare.join("\n")).unwrap();
}

#[test]
fn errors_name_the_file_the_key_and_an_example() {
    let wrong = SAMPLE.replace("orders@example.org\"  ", "orders\"  ");
    let error = read(&wrong).unwrap_err();
    assert_eq!(error.key, "office.address");
    let text = error.to_string();
    assert!(text.contains("fieldpost.toml") && text.contains("for example"), "{text}");

    let error = read("[office]\nstore = 3\n").unwrap_err();
    assert_eq!((error.key.as_str(), error.line), ("office.store", Some(2)));
    assert!(error.example.starts_with("store = "), "{error}");
}

/// Where a mistake in the sample is found: its line, by what stands on it.
fn at_fault(good: &str, bad: &str) -> (ConfigError, usize) {
    let text = SAMPLE.replacen(good, bad, 1);
    assert_ne!(text, SAMPLE);
    let line = text.lines().position(|line| line.contains(bad)).unwrap() + 1;
    (read(&text).unwrap_err(), line)
}

#[test]
fn a_key_we_do_not_know_is_told_with_its_line_the_nearest_and_an_example() {
    let mistakes = [
        ("#: poll_seconds = 60", "pol_seconds = 60", "source.inbox.pol_seconds", "poll_seconds = 60"),
        ("#: connections = 8", "conections = 8", "post.conections", "connections = 8"),
        ("#: disk_mib = 500", "disk_mb = 500", "limits.disk_mb", "disk_mib = 500"),
        ("#: zone = \"UTC\"", "zon = \"UTC\"", "office.zon", "zone = \"UTC\""),
    ];
    for (good, bad, key, example) in mistakes {
        let (error, line) = at_fault(good, bad);
        assert_eq!((error.key.as_str(), error.line), (key, Some(line)), "{error}");
        assert_eq!(error.example, example, "{error}");
        let near = example.split_once(' ').unwrap().0;
        assert!(error.wrong.contains(&format!("the nearest is {near}")), "{error}");
    }
    let (error, line) = at_fault("[limits]", "[limit]");
    assert_eq!((error.key.as_str(), error.line, error.example.as_str()), ("limit", Some(line), "[limits]"));
}

#[test]
fn a_wrong_value_is_told_with_its_line_and_key_whatever_the_kind_of_its_table() {
    let mistakes = [
        ("#: poll_seconds = 60", "poll_seconds = \"often\"", "source.inbox.poll_seconds"),
        ("#: connections = 8", "connections = -1", "post.connections"),
        ("#: idle = true ", "idle = 1 ", "source.inbox.idle"),
        ("security = \"tls\"", "security = \"tsl\"", "source.inbox.security"),
        ("#: receipts_per_day = 100", "receipts_per_day = 1.5", "limits.receipts_per_day"),
    ];
    for (good, bad, key) in mistakes {
        let (error, line) = at_fault(good, bad);
        assert_eq!((error.key.as_str(), error.line), (key, Some(line)), "{error}");
        assert!(error.example.starts_with(key.rsplit('.').next().unwrap()), "{error}");
    }
    let (error, _) = at_fault("security = \"tls\"", "security = \"tsl\"");
    assert!(error.wrong.contains("the nearest is tls"), "{error}");
    let (error, line) = at_fault("#: poll_seconds = 60", "poll_seconds = 3");
    assert_eq!((error.key.as_str(), error.line), ("source.inbox.poll_seconds", Some(line)));
    let (error, _) = at_fault("kind = \"imap\"", "kind = \"imapp\"");
    assert!(error.wrong.contains("the nearest is imap") && error.line.is_some(), "{error}");
}

#[test]
fn what_is_missing_is_told_with_its_table() {
    let (error, _) = at_fault("host = \"mail.example.org\"", "# no host");
    assert_eq!(error.key, "source.inbox.host");
    assert!(error.line.is_some() && error.example.starts_with("[[source]]\n  host = "), "{error}");
    assert_eq!(error.wrong, "it is missing in the section [[source]]");
    let error = read("[office]\nstore = \"store\"\naddress = \"a@b\"\n").unwrap_err();
    assert_eq!((error.key.as_str(), error.wrong.as_str()), ("ga", "the section [ga] is missing"), "{error}");
    assert_eq!(error.example, "[ga]\n  name = \"Game Administrator\"");
    let (error, line) = at_fault("[office]", "[office");
    assert_eq!(error.line, Some(line), "{error}");
}

#[test]
fn a_key_in_the_wrong_section_is_told_where_it_belongs() {
    let (error, line) = at_fault("#: zone = \"UTC\"", "connections = 8");
    assert_eq!((error.key.as_str(), error.line), ("office.connections", Some(line)), "{error}");
    assert_eq!(error.wrong, "there is no key connections in the section [office]: it belongs into [post]");
    assert_eq!(error.example, "[post]\n  connections = 8");
    let error = read(&format!("disk_mib = 500\n{SAMPLE}")).unwrap_err();
    assert!(error.wrong.contains("above the first section: it belongs into [limits]"), "{error}");
    let (error, _) = at_fault("#: zone = \"UTC\"", "host = \"mail\"");
    assert!(error.wrong.ends_with("it belongs into [[source]] or [post]"), "{error}");
}

#[test]
fn figures_are_shown_to_this_machine_alone() {
    let with = |listen: &str| read(&format!("{SAMPLE}\n[metrics]\nlisten = {listen:?}\n"));
    assert!(read(SAMPLE).unwrap().metrics.is_none(), "off by default");
    assert!(with("127.0.0.1:9464").unwrap().metrics.is_some() && with("[::1]:9464").is_ok());
    for open in ["0.0.0.0:9464", "192.0.2.1:9464", "[::]:9464"] {
        let error = with(open).unwrap_err();
        assert!(error.key == "metrics.listen" && error.wrong.contains("other machines"), "{error}");
    }
    assert_eq!(with("localhost").unwrap_err().key, "metrics.listen");
    let shown = SAMPLE
        .replace("# [metrics]", "[metrics]")
        .replace("# listen = \"127.0.0.1:9464\"", "listen = \"127.0.0.1:9464\"");
    assert!(read(&shown).unwrap().metrics.is_some());
}

#[test]
fn what_a_ga_must_prove_is_one_of_three_words_and_can_be_proven() {
    let with = |line: &str| read(&SAMPLE.replace("address = \"ga@example.org\"", line));
    let require = |word: &str| with(&format!("address = \"ga@example.org\"\nrequire = {word:?}"));
    assert_eq!(require("password").unwrap().ga.requirement(), Requirement::Password);
    let error = require("dmarc").unwrap_err();
    assert_eq!(error.key, "ga.require");
    assert!(
        error.to_string().contains("fieldpost.toml") && error.example.contains("password+dmarc"),
        "{error}"
    );
    assert_eq!(require("password+dmarc").unwrap_err().key, "limits.authserv_id");
    assert_eq!(require("signature").unwrap_err().key, "signatures.keys");
    let signed = SAMPLE
        .replace("address = \"ga@example.org\"", "address = \"ga@example.org\"\nrequire = \"signature\"");
    let config = read(&format!("{signed}\n[signatures]\nkeys = \"keys\"\n")).unwrap();
    assert_eq!(config.ga.requirement(), Requirement::Signature);
    assert!(config.signatures.unwrap().keys.starts_with("/etc/fieldpost"));
    let error = read(&format!("{SAMPLE}\n[signatures]\nkey = \"keys\"\n")).unwrap_err();
    assert!(error.wrong.contains("key"), "{error}");
}

#[test]
fn a_summary_has_a_time_of_day_in_a_zone_we_know() {
    let with = |key: &str| read(&SAMPLE.replace("[ga] ", &format!("{key}\n[ga] ")));
    assert_eq!(with("zone = \"Europe/Berlin\"").unwrap().office.zone, Tz::Europe__Berlin);
    assert!(with("zone = \"Europe/Atlantis\"").unwrap_err().to_string().contains("line"));
    let at = |time: &str| {
        read(&SAMPLE.replace("address = \"ga@", &format!("summary = {time:?}\naddress = \"ga@")))
    };
    assert_eq!(at("07:00").unwrap().ga.summary_at(), NaiveTime::from_hms_opt(7, 0, 0));
    assert_eq!(at("7 o'clock").unwrap_err().key, "ga.summary");
}

#[test]
fn a_password_is_not_sent_in_the_clear_over_the_net() {
    let text = SAMPLE.replace("security = \"tls\"", "security = \"none\"");
    assert_eq!(read(&text).unwrap_err().key, "source.inbox.security");
}

#[test]
fn no_source_bears_a_name_of_what_comes_by_no_mailbox() {
    for name in ["keyboard", "machine", "pipe"] {
        let text = SAMPLE.replacen("name = \"inbox\"", &format!("name = \"{name}\""), 1);
        let error = read(&text).unwrap_err();
        assert!(
            error.key == format!("source.{name}.name") && error.wrong.contains("by no mailbox"),
            "{error}"
        );
    }
}
