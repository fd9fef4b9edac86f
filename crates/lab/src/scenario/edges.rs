//! Links in messages: `hill--mill` and `mill--hill` are one link, so a message writes it in one direction.

/// A text with the links of others in the direction in which those write them.
pub(super) fn edges_as_in(others: &[&str], text: String) -> String {
    let wanted: Vec<(&str, &str)> = others.iter().flat_map(|other| edges(other)).collect();
    let mut turned = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices("--") {
        let (one, other) = ends(&text, at);
        if !wanted.contains(&(other, one)) || wanted.contains(&(one, other)) || at - one.len() < from {
            continue;
        }
        turned += &text[from..at - one.len()];
        turned += &format!("{other}--{one}");
        from = at + 2 + other.len();
    }
    turned + &text[from..]
}

fn edges(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices("--").map(|(at, _)| ends(text, at)).filter(|(one, other)| !one.is_empty() && !other.is_empty())
}

/// The names before and after the dashes at this byte.
fn ends(text: &str, at: usize) -> (&str, &str) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (&text[..at], &text[at + 2..]);
    let begin =
        before.rfind(|c| !is_name(c)).map_or(0, |end| end + before[end..].chars().next().map_or(0, char::len_utf8));
    let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
    (&before[begin..], &after[..end])
}
