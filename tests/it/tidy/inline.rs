//! Tests are outside the crates: each crate is built once, and tests use its public interface.

use super::{lines, none, sources};

/// `[lib] test` is off in all crates, so an inline test would never run.
#[test]
fn crates_have_no_inline_tests() {
    let mut findings = Vec::new();
    let bare = sources();
    assert!(bare.len() > 400, "the sources are found");
    for path in bare {
        let inline = lines(&path).into_iter().filter(|(_, line)| line.contains("cfg(test)"));
        findings.extend(inline.map(|(place, _)| {
            format!("{place}: tests belong in `tests/it`, in the file of their topic; they use public functions")
        }));
    }
    none(&findings);
}
