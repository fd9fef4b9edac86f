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

/// The dependencies of the workspace according to cargo, without those of tests.
fn built() -> BTreeMap<String, BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    let output =
        cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).output().expect("cargo runs");
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo says it in JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let of = |package: &serde_json::Value| {
        let own = list(&package["dependencies"]).into_iter().filter(|one| one["kind"].is_null());
        let ours = own.map(|one| text(&one["name"])).filter(|name| name.starts_with("tavola"));
        (text(&package["name"]), ours.collect())
    };
    list(&all["packages"]).iter().map(of).collect()
}

#[test]
fn crates_depend_on_each_other_as_documented() {
    assert_eq!(documented(), built());
}
