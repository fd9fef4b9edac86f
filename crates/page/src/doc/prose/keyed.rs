//! `table` items of the rules: values by keys, in printed words.

use super::changed::PrintedWords;
use crate::doc::markdown::{plain, table, words};
use tavola_game::RulePart;
use tavola_syntax::syntax::rows;
use tavola_syntax::text::capital;

/// The table below a line that says what it is about; none if it has no rows.
pub(super) fn keyed(part: &RulePart, printed: &PrintedWords) -> Option<String> {
    let (head, lines) = part.lines.split_first()?;
    let keys = rows(&format!("{}|", lines.first()?.split_once("||")?.0)).first()?.len();
    let rows = rows(&lines.join("\n"));
    let (heads, rows) = rows.split_first().filter(|(_, rows)| !rows.is_empty())?;
    let about = head.split('"').nth(1).map_or_else(|| words(&part.id.name), capital);
    let heads: Vec<String> = heads.iter().map(|head| words(head)).collect();
    let cell = |(at, cell): (usize, &String)| {
        plain(&if at < keys { tests(cell, printed) } else { printed.printed(without_braces(cell)) })
    };
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    Some(format!("{}:\n\n{}", plain(&about), table(&heads, &rows)))
}

/// The tests of a key in words: `0, 2..3, >= 5` as `0, 2–3, 5 or more`.
fn tests(cell: &str, printed: &PrintedWords) -> String {
    let test = |test: &str| {
        let value = |text: &str| printed.printed(text.trim());
        let after = |sign: &str| test.strip_prefix(sign).map(value);
        if let Some(least) = after(">=").or_else(|| test.strip_suffix("..").map(value)) {
            return format!("{least} or more");
        }
        if let Some(most) = after("<=") {
            return format!("{most} or less");
        }
        match (after(">"), after("<"), test.split_once("..")) {
            (Some(below), ..) => format!("more than {below}"),
            (_, Some(above), _) => format!("less than {above}"),
            (.., Some((first, last))) => format!("{}–{}", value(first), value(last)),
            _ => value(test),
        }
    };
    cell.split(", ").map(test).collect::<Vec<_>>().join(", ")
}

/// The members of a set without its braces.
fn without_braces(cell: &str) -> &str {
    let inside = cell.strip_prefix('{').and_then(|inside| inside.strip_suffix('}'));
    inside
        .filter(|inside| !inside.contains(['{', '}']))
        .map_or(cell, |inside| if inside.is_empty() { "-" } else { inside })
}
