//! Doc comments begin as a reference does.

use super::{files, lines, none};

/// First words that a reference does not use: "Action of the lens", not "What a lens does".
const FIRST: [&str; 3] = ["What", "Whether", "So"];

/// The text of a line of a doc comment.
fn text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

#[test]
fn doc_comments_begin_as_a_reference_does() {
    let mut findings = Vec::new();
    for path in ["crates", "src", "tests", "benches", "fuzz/fuzz_targets"].iter().flat_map(|at| files(at, ".rs")) {
        let mut is_inside = false;
        for (place, line) in lines(&path) {
            let found = text(&line);
            let first = found.and_then(|text| text.split_whitespace().next());
            if let Some(word) = first.filter(|word| !is_inside && FIRST.contains(word)) {
                findings.push(format!("{place}: a doc comment begins with `{word}`"));
            }
            is_inside = found.is_some();
        }
    }
    none(&findings);
}
