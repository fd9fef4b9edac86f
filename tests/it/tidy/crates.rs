//! The crates and their dependencies, as `docs/architecture.md` lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use super::read;

/// Each crate with the crates that it uses, from the table of the page: `tavola-core`: `core`, `syntax`.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = read(Path::new("docs/architecture.md"));
    let section = page.split("## The crates").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |row: &str| {
        let mut cells = row.split('|');
        let name = cells.next()?.trim().trim_end_matches('`').to_owned();
        let below = cells.next()?.split(',').map(str::trim).filter(|name| !name.is_empty());
        Some((name, below.map(|name| format!("tavola-{name}")).collect()))
    };
    rows.filter_map(row).collect()
}

/// The packages of the workspace with their dependencies according to cargo, without those of tests. `which` selects dependencies.
fn built(which: impl Fn(&serde_json::Value) -> bool) -> BTreeMap<String, BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    let output =
        cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).output().expect("cargo runs");
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo says it in JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let of = |package: &serde_json::Value| {
        let own = list(&package["dependencies"]).into_iter().filter(|one| one["kind"].is_null() && which(one));
        (text(&package["name"]), own.map(|one| text(&one["name"])).collect())
    };
    list(&all["packages"]).iter().map(of).collect()
}

#[test]
fn crates_depend_on_each_other_as_documented() {
    assert_eq!(documented(), built(|one| one["name"].as_str().is_some_and(|name| name.starts_with("tavola"))));
}

/// Python's package and the fuzz targets have lock files of their own, and are built with `--locked` by jobs that not every change runs.
#[test]
fn all_lock_files_know_the_dependencies() {
    let needed = built(|one| one["optional"] == false && one["target"].is_null());
    for file in ["python/Cargo.lock", "fuzz/Cargo.lock"] {
        let lock = read(Path::new(file));
        for entry in lock.split("[[package]]").skip(1) {
            let name = entry.split('"').nth(1).expect("a package has a name");
            let listed: BTreeSet<&str> =
                entry.lines().filter_map(|line| line.trim().split('"').nth(1)?.split(' ').next()).collect();
            let missing: Vec<&String> =
                needed.get(name).into_iter().flatten().filter(|one| !listed.contains(one.as_str())).collect();
            assert!(
                missing.is_empty(),
                "{file} lacks {missing:?} of {name}: run `cargo metadata --manifest-path {}`",
                file.replace("lock", "toml")
            );
        }
    }
}
