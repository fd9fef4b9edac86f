//! One type name stands for one idea.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{lines, none, sources};

/// Stages at which one idea keeps its name: parsed, checked, lowered, drawn. Or shown to players, and drawn.
const STAGES: [&[&str]; 2] = [
    &["crates/syntax/src/syntax/ast", "crates/core/src/ir", "crates/core/src/code", "crates/page/src/scene"],
    &["crates/game/src", "crates/page/src/scene"],
];

/// The name of the type whose definition starts on this line. Associated types in an `impl` (`type Item = i32;`) are indented and skipped.
fn defined(line: &str) -> Option<&str> {
    let public = line.trim_start().strip_prefix("pub").unwrap_or(line.trim_start());
    let bare = match public.strip_prefix('(') {
        Some(inside) => inside.split_once(')')?.1,
        None => public,
    };
    let (sort, rest) = bare.trim_start().split_once(' ')?;
    let defines = ["struct", "enum", "trait"].contains(&sort) || (sort == "type" && !line.starts_with(' '));
    rest.split(|c: char| !c.is_alphanumeric()).next().filter(|_| defines)
}

/// True if each of these files belongs to another stage of the same row.
fn are_stages(files: &[PathBuf]) -> bool {
    STAGES.iter().any(|row| {
        let stage = |file: &PathBuf| row.iter().position(|folder| file.starts_with(folder));
        let stages: Option<BTreeSet<usize>> = files.iter().map(stage).collect();
        stages.is_some_and(|all| all.len() == files.len())
    })
}

#[test]
fn a_type_name_stands_for_one_idea() {
    let mut found: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    for path in sources() {
        for (place, line) in lines(&path) {
            if let Some(name) = defined(&line) {
                found.entry(name.to_owned()).or_default().push((path.clone(), place));
            }
        }
    }
    let homes = |name: &str| found[name].iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>();
    assert_eq!(homes("Referee"), [Path::new("crates/game/src/referee/mod.rs")], "types are found");
    assert_eq!(homes("LocalHomes"), [Path::new("crates/core/src/lower/exprs/scope.rs")], "those of some folders, too");
    let mut findings = Vec::new();
    for (name, all) in &found {
        let files: Vec<PathBuf> = all.iter().map(|(path, _)| path.clone()).collect();
        if all.len() > 1 && !are_stages(&files) {
            let places: Vec<&str> = all.iter().map(|(_, place)| place.as_str()).collect();
            findings.push(format!("`{name}` stands for several things: {}", places.join(", ")));
        }
    }
    none(&findings);
}
