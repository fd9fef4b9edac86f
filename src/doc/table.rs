//! Tables of the rules, as they are written.

/// The cells of the table in a stretch of the rules: its heading, then its rows. `||` counts as a bar.
/// A row that has not come to its closing bar goes on in the next line.
pub(super) fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().map(said) {
        match rows.last_mut().filter(|row| !row.ends_with('|')) {
            _ if line.starts_with('|') => rows.push(line.to_owned()),
            Some(row) if !line.is_empty() => row.extend([" ", line]),
            _ => {}
        }
    }
    rows.iter().map(|line| row(line)).collect()
}

/// A line without its comment.
fn said(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.find(|c| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    line[..comment.unwrap_or(line.len())].trim()
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
    // Behind the last bar stands nothing.
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

    #[test]
    fn a_row_ends_with_its_bar() {
        let text = "always\n  | what | holds |\n  | \"#1\" | a  # first\n    # then\n      or b |\n  | \"c\" | d |\n";
        assert_eq!(cells(text), [vec!["what", "holds"], vec!["\"#1\"", "a or b"], vec!["\"c\"", "d"]]);
    }
}
