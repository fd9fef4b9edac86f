//! Changes of single values in a YAML text. Everything else stays as it is written: comments, order, quotes, style.

use std::ops::Range;

use super::{Yaml, YamlValue, quoted, read, remove_entry};
use crate::text::{Sources, Span, with_edits};

/// Indentation of a nested map in block style.
const STEP: usize = 2;

/// A value with what is needed to change it.
struct FoundValue<'y> {
    value: &'y Yaml,
    /// Its key. `None` for the whole document.
    key: Option<&'y Yaml>,
    /// Number of keys that lead to it.
    depth: usize,
    /// True inside of a map in `{ }`.
    in_flow: bool,
}

/// Sets the value at a path of keys. Missing keys are added in the style of their map.
///
/// `value` is YAML on one line: `gold`, `"#8fae6b"`, `[20, 10]`.
///
/// ```
/// use tavola_syntax::yaml::set_value;
///
/// let text = "boards:\n  valley: # in spring\n    positions: { hill: [1, 2] }\n";
/// let text = set_value(text, &["boards", "valley", "positions", "mill"], "[3, 4]")?;
/// let text = set_value(&text, &["colours", "hill"], "gold")?;
/// let wanted = "boards:\n  valley: # in spring\n    positions: { hill: [1, 2], mill: [3, 4] }\ncolours:\n  hill: gold\n";
/// assert_eq!(text, wanted);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the text is not YAML, or a value on the path is not a map or is written elsewhere (`*name`).
pub fn set_value(text: &str, path: &[&str], value: &str) -> Result<String, String> {
    let root = root(text)?;
    let found = find(text, &root, path);
    let (at, new) = match (&found.value.value, path.get(found.depth..).unwrap_or_default()) {
        (YamlValue::Nothing, rest) => in_nothing(text, &found, rest, value),
        (_, []) => (found.value.whole.range(), value.to_owned()),
        (YamlValue::Map(pairs), rest) if starts_flow(text, found.value) => {
            in_flow(text, found.value.whole, pairs, &on_one_line(rest, value))
        }
        (YamlValue::Map(pairs), rest) => below(text, found.value.whole, pairs, (rest, value)),
        (_, _) => {
            let name = found.key.map(Yaml::shown).unwrap_or_default();
            return Err(format!("`{name}` must be a map, found {}: correct it first", found.value.kind()));
        }
    };
    let mut changed = text.to_owned();
    changed.replace_range(at, &new);
    // A style that is not expected here leaves another value than the one that is set.
    let wanted = self::root(value)?.shown();
    let is_set = |root: Yaml| value_at(&root, path).is_some_and(|now| now.shown() == wanted);
    if self::root(&changed).is_ok_and(is_set) {
        Ok(changed)
    } else {
        Err(format!("`{}` cannot be written at its place: write it in the text", path.join(": ")))
    }
}

/// Removes the key at the end of a path with its value. The text stays as it is if there is none.
///
/// # Errors
/// If the text is not YAML.
pub fn remove_value(text: &str, path: &[&str]) -> Result<String, String> {
    let root = root(text)?;
    let found = find(text, &root, path);
    let Some(key) = found.key.filter(|_| found.depth == path.len()) else { return Ok(text.to_owned()) };
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let entry = Span { source, ..key.whole.to(found.value.whole) };
    let edits = remove_entry("", entry, &sources).resolve(&sources).unwrap_or_default();
    Ok(with_edits(text, edits.into_iter().map(|edit| (edit.span.range(), edit.text)).collect()))
}

/// The value at a path of keys.
pub fn value_at<'y>(root: &'y Yaml, path: &[&str]) -> Option<&'y Yaml> {
    path.iter().try_fold(root, |node, name| match &node.value {
        YamlValue::Map(pairs) => pairs.iter().find(|(key, _)| key.shown() == **name).map(|(_, value)| value),
        _ => None,
    })
}

/// The document of a text.
fn root(text: &str) -> Result<Yaml, String> {
    let (root, findings) = read(Sources::new().add("", ""), text);
    root.ok_or_else(|| findings.last().map(|finding| finding.message.clone()).unwrap_or_default())
}

/// The last value on a path that is there.
fn find<'y>(text: &str, root: &'y Yaml, path: &[&str]) -> FoundValue<'y> {
    let mut found = FoundValue { value: root, key: None, depth: 0, in_flow: false };
    for name in path {
        let YamlValue::Map(pairs) = &found.value.value else { break };
        let in_flow = found.in_flow || starts_flow(text, found.value);
        let own = own(found.value.whole, pairs).find(|(key, _)| key.shown() == *name);
        let Some((key, value)) = own else { break };
        found = FoundValue { value, key: Some(key), depth: found.depth + 1, in_flow };
    }
    found
}

/// The pairs that are written in a map, without those of `<<: *name`.
fn own(map: Span, pairs: &[(Yaml, Yaml)]) -> impl Iterator<Item = &(Yaml, Yaml)> {
    pairs.iter().filter(move |(key, _)| map.covers(key.whole))
}

fn starts_flow(text: &str, value: &Yaml) -> bool {
    text.get(value.whole.start as usize..).is_some_and(|rest| rest.starts_with('{'))
}

/// End of the text of a pair.
fn end_of(text: &str, (key, value): &(Yaml, Yaml)) -> usize {
    let end = if value.value == YamlValue::Nothing { colon(text, key) } else { value.whole.end as usize };
    text[..end].trim_end().len()
}

/// The byte after the colon of a key, or after the key if it has none.
fn colon(text: &str, key: &Yaml) -> usize {
    let end = key.whole.end as usize;
    let rest = &text[end..];
    if rest.trim_start().starts_with(':') { end + rest.len() - rest.trim_start().len() + 1 } else { end }
}

/// The end of the line of a byte.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// Number of characters before a key on its line.
fn column(text: &str, key: &Yaml) -> usize {
    let at = key.whole.start as usize;
    text[..at].chars().rev().take_while(|c| *c != '\n').count()
}

/// Edit of an empty place: the value, or the keys that lead to it.
fn in_nothing(text: &str, found: &FoundValue<'_>, rest: &[&str], value: &str) -> (Range<usize>, String) {
    let Some(key) = found.key else {
        let before = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        return (text.len()..text.len(), format!("{before}{}\n", on_lines(rest, value, 0)));
    };
    let at = colon(text, key);
    // `~` is nothing, too.
    let tilde = text[at..].trim_start_matches(' ').strip_prefix('~').map(|after| at..text.len() - after.len());
    let place = tilde.unwrap_or(at..at);
    let sign = if text[..at].ends_with(':') { " " } else { ": " };
    if rest.is_empty() || found.in_flow {
        return (place, format!("{sign}{}", on_one_line(rest, value)));
    }
    let depth = column(text, key) + STEP;
    if !place.is_empty() {
        return (place, format!("\n{}", on_lines(rest, value, depth)));
    }
    let end = line_end(text, at);
    (end..end, format!("\n{}", on_lines(rest, value, depth)))
}

/// Adds an entry to a map in `{ }`.
fn in_flow(text: &str, map: Span, pairs: &[(Yaml, Yaml)], entry: &str) -> (Range<usize>, String) {
    let close = (map.end as usize).saturating_sub(1);
    let Some(last) = own(map, pairs).max_by_key(|(key, _)| key.whole.start) else {
        let start = map.start as usize + 1;
        let is_blank = text[start..close].trim().is_empty();
        return (start..if is_blank { close } else { start }, format!(" {entry} "));
    };
    let end = end_of(text, last);
    let after = &text[end..close];
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        let at = close - rest.len();
        return (at..at, format!(" {entry}"));
    }
    let indent = " ".repeat(column(text, &last.0));
    let has_own_line = text[..last.0.whole.start as usize].ends_with(&format!("\n{indent}"));
    let is_bare = text[end..line_end(text, end)].trim().is_empty();
    let between = if has_own_line && is_bare { format!(",\n{indent}") } else { ", ".to_owned() };
    (end..end, format!("{between}{entry}"))
}

/// Adds an entry below the last one of a map in block style.
fn below(text: &str, map: Span, pairs: &[(Yaml, Yaml)], (rest, value): (&[&str], &str)) -> (Range<usize>, String) {
    let Some(last) = own(map, pairs).max_by_key(|(key, _)| key.whole.start) else {
        return (map.range(), on_one_line(rest, value));
    };
    let end = line_end(text, end_of(text, last));
    (end..end, format!("\n{}", on_lines(rest, value, column(text, &last.0))))
}

/// `a: { b: value }`
fn on_one_line(path: &[&str], value: &str) -> String {
    let Some((last, parents)) = path.split_last() else { return value.to_owned() };
    let inner = format!("{}: {value}", quoted(last));
    parents.iter().rev().fold(inner, |inner, key| format!("{}: {{ {inner} }}", quoted(key)))
}

/// A line for each key, each deeper than the one before, with the value behind the last.
fn on_lines(path: &[&str], value: &str, depth: usize) -> String {
    let line = |(at, key): (usize, &&str)| format!("{}{}:", " ".repeat(depth + at * STEP), quoted(key));
    let lines: Vec<String> = path.iter().enumerate().map(line).collect();
    format!("{} {value}", lines.join("\n"))
}
