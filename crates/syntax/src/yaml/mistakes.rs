//! Messages and help for texts that are not YAML.

/// A message of the parser in the words of a reader: what is missing, without what was being parsed.
pub(super) fn in_plain_words(kind: &str) -> &str {
    let said = [
        ("simple key expected ':'", "there is no `: ` after this key"),
        ("block mapping, did not find expected key", "this line is no key of the map above"),
        ("expected ',' or '}'", "a `,` or `}` is missing here"),
        ("expected ',' or ']'", "a `,` or `]` is missing here"),
        ("did not find expected '-' indicator", "this line is no item of the list above"),
        ("mapping values are not allowed", "a `:` cannot stand here"),
        ("illegal placement of ':'", "a `:` cannot stand here"),
        ("':' may not precede", "a `:` cannot stand here"),
        ("trailing content after double-quoted scalar", "the text in quotes ends before this"),
        ("trailing content after single-quoted scalar", "the text in quotes ends before this"),
        ("tabs disallowed", "a tab stands where only spaces may"),
        ("EOF while parsing a flow mapping", "a `}` is missing at the end"),
        ("EOF while parsing a flow sequence", "a `]` is missing at the end"),
    ];
    let known = said.iter().find(|(words, _)| kind.contains(words)).map(|(_, plain)| *plain);
    // `while scanning a quoted scalar, found ..`
    let found = || kind.strip_prefix("while ").and_then(|rest| rest.split_once(", ")).map_or(kind, |(_, found)| found);
    known.unwrap_or_else(found)
}

/// Help for a syntax error of this kind at a byte, guessed from the text around it.
pub(super) fn help(text: &str, at: usize, kind: &str) -> String {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = &before[start..];
    let whole = text[start..].lines().next().unwrap_or_default();
    let above = || before[..start].lines().rfind(|line| !line.trim().is_empty());
    if kind.contains(" tab") || kind.starts_with("tab") {
        "there is a tab before the text: indent with spaces".to_owned()
    } else if kind.contains("after double-quoted") {
        "write `\\\"` for a `\"` inside the text: `text: \"Say \\\"no\\\" aloud.\"`".to_owned()
    } else if kind.contains("after single-quoted") {
        "write `''` for a `'` inside the text: `text: 'The player''s turn.'`".to_owned()
    } else if let Some(key) = key_without_space(whole).or_else(|| above().and_then(key_without_space)) {
        format!("write a space after `{key}:`")
    } else if let Some(help) = item_below_empty(&before[..start], whole) {
        help
    } else if after.starts_with('[') && before.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
        "put a text with brackets in quotes inside `{ }` and `[ ]`: `{ \"hand[anna]\": 2 }`".to_owned()
    } else if after.starts_with(": ") && line.contains(": ") {
        "put a text with `: ` in quotes".to_owned()
    } else {
        "look for a bracket or a quote that is not closed, and for indentation; put texts with `:` or `#` in quotes"
            .to_owned()
    }
}

/// A key whose colon has no space after it: `clauses` in `clauses:[A-1]`.
fn key_without_space(line: &str) -> Option<&str> {
    line.match_indices(':').find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 1..]);
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |end| end + 1);
        let (left, key) = before.split_at_checked(start)?;
        let begins = left.trim().is_empty() || left.trim_end().ends_with(['-', '{', ',']);
        let is_quoted = left.matches('"').count() % 2 == 1;
        let is_joined = after.starts_with(|c: char| c.is_alphanumeric() || "[{\"'".contains(c));
        (!key.is_empty() && begins && !is_quoted && is_joined).then_some(key)
    })
}

/// Help for an item of a list below a list without items: `- ..` below `rulings: []`.
fn item_below_empty(before: &str, line: &str) -> Option<String> {
    let above = before.lines().rfind(|line| !line.trim().is_empty())?.trim_end();
    let empty = above.strip_suffix("[]")?.trim_end().strip_suffix(':')?;
    let indent = line.strip_suffix(line.trim_start())?.len();
    line.trim_start().starts_with("- ").then_some(())?;
    let is_list = |line: &&str| line.trim_end().ends_with(':') && line.len() - line.trim_start().len() <= indent;
    let key = before.lines().rfind(is_list).map(|line| line.trim().trim_end_matches(':'));
    let empty = empty.trim();
    Some(match key {
        Some(key) => {
            format!("if this line belongs under `{key}:`, move it above `{empty}:`; otherwise remove the `[]`")
        }
        None => format!("remove the `[]` after `{empty}:`"),
    })
}
