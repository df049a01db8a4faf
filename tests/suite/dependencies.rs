//! What the crates are that Fieldpost is built of: `deny.toml` held without a network and without cargo-deny, for all features. What is
//! known against a crate (advisories) only `cargo deny check` can ask.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

struct Crate {
    name: String,
    version: String,
    source: Option<String>,
    license: Option<String>,
}

/// All crates that a build for this machine takes, with every feature. Those of features that were never built here are fetched.
fn crates() -> Vec<Crate> {
    let out = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--all-features", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let told: Value = serde_json::from_slice(&out.stdout).unwrap();
    let words = |of: &Value| of.as_str().map(str::to_owned);
    let one = |of: &Value| Crate {
        name: words(&of["name"]).unwrap(),
        version: words(&of["version"]).unwrap(),
        source: words(&of["source"]),
        license: words(&of["license"]),
    };
    told["packages"].as_array().unwrap().iter().map(one).collect()
}

fn rules() -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The texts of a list in the rules.
fn texts<'a>(rules: &'a toml::Table, section: &str, key: &str) -> Vec<&'a str> {
    rules[section][key].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

/// Whether one of the licences that are allowed is enough; one without an exception does for one with.
fn is_allowed(license: &str, allowed: &[&str]) -> bool {
    let mode = ParseMode { allow_slash_as_or_operator: true, ..ParseMode::STRICT };
    let expression = Expression::parse_mode(license, mode).unwrap_or_else(|why| panic!("{license}: {why}"));
    let is_of = |wanted: &LicenseReq| {
        let id = wanted.license.id().map(|id| id.name);
        wanted.addition.is_none() && id.is_some_and(|id| allowed.contains(&id))
    };
    expression.evaluate(is_of)
}

#[test]
fn every_crate_is_under_a_licence_that_we_may_pass_on() {
    let (crates, rules) = (crates(), rules());
    let allowed = texts(&rules, "licenses", "allow");
    let mut wrong = Vec::new();
    for one in crates.iter().filter(|one| one.source.is_some()) {
        match &one.license {
            Some(license) if is_allowed(license, &allowed) => {}
            license => wrong.push(format!("{} {}: {license:?}", one.name, one.version)),
        }
    }
    assert!(crates.len() > 300, "only {} crates were found", crates.len());
    assert!(wrong.is_empty(), "not allowed by deny.toml:\n{}", wrong.join("\n"));
}

#[test]
fn a_licence_is_read_with_its_or_and_its_and() {
    let allowed = ["MIT", "ISC"];
    for fine in [
        "MIT",
        "GPL-3.0-only OR MIT",
        "GPL-3.0-only/MIT",
        "MIT AND ISC",
        "Apache-2.0 WITH LLVM-exception OR MIT",
    ] {
        assert!(is_allowed(fine, &allowed), "{fine}");
    }
    for wrong in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 / BSL-1.0"] {
        assert!(!is_allowed(wrong, &allowed), "{wrong}");
    }
}

#[test]
fn every_crate_comes_from_crates_io() {
    let known = rules()["sources"]["allow-registry"].as_array().unwrap().clone();
    let known: Vec<String> = known.iter().map(|one| format!("registry+{}", one.as_str().unwrap())).collect();
    let others =
        crates().into_iter().filter(|one| one.source.as_ref().is_some_and(|from| !known.contains(from)));
    let others: Vec<String> = others.map(|one| format!("{} from {:?}", one.name, one.source)).collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_crate_that_is_there_twice_is_there_for_a_reason() {
    let mut versions = BTreeMap::<String, BTreeSet<String>>::new();
    for one in crates() {
        versions.entry(one.name).or_default().insert(one.version);
    }
    let rules = rules();
    let skipped = rules["bans"]["skip"].as_array().unwrap();
    let mut wrong = Vec::new();
    for row in skipped {
        let (name, version) = row["crate"].as_str().unwrap().split_once('@').unwrap();
        assert!(row["reason"].as_str().is_some_and(|why| !why.is_empty()), "{name}: why?");
        let is_doubled = versions.get(name).is_some_and(|there| there.len() > 1);
        if !is_doubled || !versions.get_mut(name).is_some_and(|there| there.remove(version)) {
            wrong.push(format!("{name} {version} is not doubled any more: take its row out"));
        }
    }
    let doubled = versions.iter().filter(|(_, there)| there.len() > 1);
    wrong.extend(
        doubled.map(|(name, there)| {
            format!("{name} is there as {there:?}: one of them, or a row with the reason")
        }),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
