//! Tests stand beside a crate, not inside it: a crate is built once, and asked as those ask it who use it.

use super::{lines, none, sources};

/// `[lib] test` is off everywhere, so an inline test would never run.
#[test]
fn no_crate_is_built_twice_for_its_tests() {
    let mut findings = Vec::new();
    let bare = sources();
    assert!(bare.len() > 400, "the sources are found");
    for path in bare {
        let inline = lines(&path).into_iter().filter(|(_, line)| line.contains("cfg(test)"));
        findings.extend(inline.map(|(place, _)| {
            format!("{place}: tests belong in `tests/it`, in the file of their topic; they ask what is public")
        }));
    }
    none(&findings);
}
