//! Commands that a page shows, and their expected output.

/// The commands of a block, each with its expected output.
pub(super) fn entered(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command, Vec::new())),
            (None, Some((_, shown))) => shown.push(line.trim_end()),
            (None, None) => panic!("a block begins with a command, not with `{line}`"),
        }
    }
    found
}

/// True if lines match: the line `..` matches any lines, ` .. ` in a line matches any text.
pub(super) fn fits(printed: &[&str], shown: &[&str]) -> bool {
    match (printed, shown) {
        ([], []) => true,
        (_, ["..", rest @ ..]) => (0..=printed.len()).any(|skipped| fits(&printed[skipped..], rest)),
        ([line, printed @ ..], [wanted, shown @ ..]) => is_shown(line, wanted) && fits(printed, shown),
        _ => false,
    }
}

/// True if a line matches, its line and column numbers (`file:12:3`) included.
fn is_shown(line: &str, shown: &str) -> bool {
    let parts: Vec<&str> = shown.split("..").map(str::trim).collect();
    let [first, between @ .., last] = parts.as_slice() else { return line == shown };
    let Some(mut rest) = line.trim().strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    between.iter().all(|part| rest.find(part).map(|at| rest = &rest[at + part.len()..]).is_some())
}
