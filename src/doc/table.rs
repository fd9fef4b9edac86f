//! Tables of the rules, as they are written.

/// The cells of the table in a stretch of the rules: its heading, then its rows. `||` counts as a bar.
pub(super) fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines().map(str::trim).filter(|line| line.starts_with('|')).map(row).collect()
}

fn row(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    let mut last = ' ';
    for c in line.chars() {
        quoted ^= c == '"';
        match c {
            '|' if !quoted && last == '|' => {}
            '|' if !quoted => found.push(String::new()),
            c => found.last_mut().expect("there is a first cell").push(c),
        }
        last = c;
    }
    // Behind the last bar stands nothing, or a comment.
    let cells = found.len().saturating_sub(2);
    found.into_iter().skip(1).take(cells).map(|cell| cell.trim().to_owned()).collect()
}

/// What a text says, without its quotes.
pub(super) fn unquoted(cell: &str) -> Option<&str> {
    cell.strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn bars_in_texts_divide_nothing() {
        let text = "kind X\n  | id | name    |\n  | a  | \"b | c\" |\n  | d  || - |  # a comment\n";
        assert_eq!(cells(text), [vec!["id", "name"], vec!["a", "\"b | c\""], vec!["d", "-"]]);
    }
}
