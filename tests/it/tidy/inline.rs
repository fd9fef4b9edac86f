//! Tests stand beside a crate, not inside it: a crate is built once, and asked as those ask it who use it.

use super::{lines, none, sources};

/// Crates without inline tests; in these `[lib] test` is off, so such tests would never run.
const BARE: [&str; 4] = ["crates/core/src", "crates/game/src", "crates/page/src", "crates/syntax/src"];

/// A file that still has some, which do not run.
const LEFT: [&str; 1] = ["crates/core/src/lower/boxes/fields.rs"];

#[test]
fn no_crate_is_built_twice_for_its_tests() {
    let mut findings = Vec::new();
    let is_bare = |path: &std::path::PathBuf| {
        BARE.iter().any(|folder| path.starts_with(folder)) && !LEFT.iter().any(|file| path.ends_with(file))
    };
    let bare: Vec<_> = sources().into_iter().filter(is_bare).collect();
    assert!(bare.len() > 200, "the sources are found");
    for path in bare {
        let inline = lines(&path).into_iter().filter(|(_, line)| line.contains("cfg(test)"));
        findings.extend(inline.map(|(place, _)| {
            format!("{place}: tests belong in `tests/it`, in the file of their topic; they ask what is public")
        }));
    }
    none(&findings);
}
