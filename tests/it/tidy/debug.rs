//! No debug output of Rust reaches users: only the program itself and its developers read `{:?}`.

use super::{code, none, sources};

/// Debug output that is compared, not shown: file and purpose.
const KEYS: [(&str, &str); 7] = [
    ("crates/syntax/src/syntax/words.rs", "the name of a rule of the grammar"),
    ("crates/syntax/src/syntax/possible.rs", "the name of a rule of the grammar"),
    ("crates/syntax/src/format/mod.rs", "two trees are compared"),
    ("crates/core/src/check/names/without_spans.rs", "two trees are compared"),
    ("crates/core/src/check/whole/empty/form.rs", "forms are compared"),
    ("crates/lab/src/mutate/", "what is added to a fingerprint"),
    ("crates/lab/src/impact.rs", "what is added to a fingerprint"),
];

/// True if a line writes debug output: `{:?}`, `{name:?}`, `{:#?}`.
fn writes_debug(line: &str) -> bool {
    line.split('{').skip(1).any(|hole| {
        let hole = hole.split('}').next().unwrap_or_default();
        hole.split_once(':').is_some_and(|(_, how)| how.ends_with('?'))
    })
}

#[test]
fn no_debug_output_reaches_users() {
    assert!(writes_debug(r#"format!("{fault:?} in {place}")"#) && writes_debug(r#"write!(f, "{:#?}", all)"#));
    assert!(!writes_debug(r#"format!("{place}: is it {what}?")"#));
    let mut findings = Vec::new();
    for path in sources() {
        let name = path.display().to_string();
        let is_key = KEYS.iter().any(|(key, _)| name.starts_with(key));
        for (place, line) in code(&path).into_iter().filter(|_| !is_key) {
            let stops = ["unreachable!(", "panic!(", "assert"].iter().any(|word| line.contains(word));
            if !stops && writes_debug(&line) {
                findings.push(format!("{place} writes words of Rust"));
            }
        }
    }
    none(&findings);
}
