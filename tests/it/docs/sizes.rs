//! The sizes of crates and objects that `docs/architecture.md` lists are those that `.ci/sizes` counts.

use std::collections::BTreeMap;
use std::process::Command;

use super::read;

/// The first two cells of the rows of a section's tables, the name without its backquotes and what follows it.
fn rows(page: &str, heading: &str) -> BTreeMap<String, f64> {
    let section = page.split_once(heading).expect("the section").1;
    let section = section.split("\n## ").next().unwrap_or(section);
    let cells = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split('|');
        let name = cells.next()?.split('`').next()?.to_owned();
        Some((name, cells.next()?.trim().replace(',', "").parse().ok()?))
    };
    section.lines().filter_map(cells).collect()
}

/// The sizes that `.ci/sizes` prints: lines by crate, and methods by object.
fn counted() -> BTreeMap<String, f64> {
    let output = Command::new("sh").arg(".ci/sizes").output().expect("sh is there");
    assert!(output.status.success(), "{output:?}");
    let mut sizes = BTreeMap::new();
    for line in String::from_utf8(output.stdout).expect("a text").lines() {
        let mut words = line.split_whitespace();
        let (Some(Ok(size)), Some(name)) = (words.next().map(str::parse::<f64>), words.next()) else { continue };
        let name = match name.split('/').collect::<Vec<_>>()[..] {
            ["src"] => "tavola".to_owned(),
            ["crates", name, ..] => format!("tavola-{name}"),
            _ => name.to_owned(),
        };
        *sizes.entry(name).or_default() += size;
    }
    sizes
}

#[cfg(unix)]
#[test]
fn the_tables_of_sizes_are_up_to_date() {
    let (listed, counted) = (rows(&read("docs/architecture.md"), "## How large the crates are\n"), counted());
    assert!(counted.len() > 15, "{counted:?}");
    let near = |size: f64, other: f64| (size - other).abs() <= 0.05 * other;
    let wrong: Vec<String> = counted
        .iter()
        .filter(|(name, size)| !listed.get(*name).is_some_and(|listed| near(*listed, **size)))
        .map(|(name, size)| format!("{name}: {size}, listed {:?}", listed.get(name)))
        .chain(listed.keys().filter(|name| !counted.contains_key(*name)).map(|name| format!("{name} is not counted")))
        .collect();
    assert!(wrong.is_empty(), "docs/architecture.md, \"How large the crates are\":\n{}", wrong.join("\n"));
}
