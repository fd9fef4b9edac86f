//! The text of a variant that keeps changed settings: written, and read to be replaced.

use std::collections::BTreeMap;

use tavola_game::{LoadError, Rules, Setup};
use tavola_syntax::format::format;
use tavola_syntax::text::capital;

use crate::bodies::FileToMake;
use crate::files::{GameFiles, SavedFile};
use crate::settings::{SwitchShown, settings};

/// Contents of a variant that changes settings and rulings alone.
struct KeptVariant {
    title: String,
    over: Option<String>,
    set: BTreeMap<String, String>,
}

/// Replaces a variant by the settings that are asked for. Values that were changed while it was chosen itself are added to its own.
///
/// # Errors
/// If the variant changes more than settings and rulings, its text has no longer this fingerprint, it would be made over itself, or it
/// cannot be written.
pub(crate) fn replace(files: &GameFiles, asked: &FileToMake, path: &str, print: &str) -> Result<(), String> {
    let before = files.read(path)?;
    let Some(own) = KeptVariant::read(&before) else {
        return Err(format!("`{path}` changes more than settings and rulings: change it in the editor"));
    };
    let (over, set) = if asked.over.as_deref() == Some(asked.name.as_str()) {
        let mut set = own.set;
        set.extend(asked.set.clone());
        (own.over, set)
    } else {
        (asked.over.clone(), asked.set.clone())
    };
    let rules = files.rules_with(over.as_deref())?;
    if let Some(base) = over.as_deref().filter(|_| rules.applied_variants().any(|own| own == asked.name)) {
        return Err(format!("`{base}` is made over `{}`: choose another name", asked.name));
    }
    let text = variant(files, &rules, &FileToMake { over, set, ..asked.clone() }, &own.title)?;
    match files.save(path, &text, print)? {
        SavedFile::Saved(_) => Ok(()),
        SavedFile::Changed(_) => {
            Err(format!("another program has changed `{path}` since it was read; it is not changed: try again"))
        }
    }
}

/// The title and the base in the first line of a variant.
fn head(text: &str) -> Option<(String, Option<String>)> {
    let line = text.lines().find(|line| line.starts_with("variant "))?;
    let mut parts = line.split('"');
    let (title, rest) = (parts.nth(1)?, parts.next()?);
    let over = rest.split_once(" over ").map(|(_, over)| over.split([',', ' ']).next().unwrap_or_default().to_owned());
    Some((title.to_owned(), over))
}

impl KeptVariant {
    /// Reads a variant as the program writes one. None if there is anything else in it, a comment included.
    fn read(text: &str) -> Option<Self> {
        let (title, over) = head(text)?;
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.next().filter(|line| line.starts_with("variant ") && line.ends_with(", house rules"))?;
        let mut set = BTreeMap::new();
        let mut is_head = false;
        for line in lines {
            if line == "change settings" || line == "change rulings" {
                is_head = true;
                continue;
            }
            let cells: Vec<&str> =
                line.trim().strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
            let [name, value] = cells[..] else { return None };
            if is_head && (name, ["value", "answer"].contains(&value)) != ("name", true) || value.contains(['"', '#']) {
                return None;
            }
            if !std::mem::take(&mut is_head) {
                set.insert(name.to_owned(), value.to_owned());
            }
        }
        Some(Self { title, over, set })
    }
}

/// The title of a variant that has none yet.
pub(crate) fn titled(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// A variant with the changed settings and rulings. It is made over the variant with which they were changed, so that both give one game.
pub(crate) fn variant(files: &GameFiles, rules: &Rules, asked: &FileToMake, title: &str) -> Result<String, String> {
    if let Some(wrong) = asked.set.values().find(|text| text.contains(['|', '"', '\n', '{', '}', '#'])) {
        return Err(format!("`{wrong}` cannot be written: leave out bars, quotes, braces, `#` and line breaks"));
    }
    let fewest = Setup::of(rules.players().map_or(2, |(fewest, _)| fewest));
    let chosen = Setup { settings: asked.set.clone().into_iter().collect(), ..fewest };
    match rules.game(&chosen) {
        Err(LoadError::Error(error)) => return Err(error.message),
        // Nothing is known of the settings of such rules.
        Err(LoadError::Findings { .. }) if !asked.set.is_empty() => {
            return Err("the rules have errors: see Findings. Fix them before the settings are kept".to_owned());
        }
        Ok(_) | Err(LoadError::Findings { .. }) => {}
    }
    let all = settings(files, rules, None)?;
    let changed = |kind: &str, column: &str| {
        let own = all.iter().filter(|one| one.kind == kind);
        let rows = own.filter_map(|one| Some(format!("  | {} | {} |\n", one.name, asked.set.get(&one.name)?)));
        let rows: String = rows.collect();
        let table = format!("\nchange {kind}s\n  | name | {column} |\n{rows}");
        if rows.is_empty() { String::new() } else { table }
    };
    let (settings, rulings) = (changed("setting", "value"), changed("ruling", "answer"));
    let over = asked.over.as_ref().map_or_else(String::new, |over| format!(" over {over}"));
    let head = format!("variant {} \"{title}\" of {}{over}, house rules\n", asked.name, rules.name());
    let first = all.iter().find(|one| one.kind == "setting").filter(|_| asked.set.is_empty());
    let example = first.map(example).unwrap_or_default();
    Ok(format(&format!("{head}{settings}{rulings}{example}")).text)
}

/// A comment that shows how a variant changes this setting.
fn example(SwitchShown { name, value, .. }: &SwitchShown) -> String {
    let width = name.len().max("name".len());
    let row = |cell: &str, value: &str| format!("#   | {cell:width$} | {value:>5} |\n");
    let table = [row("name", "value"), row(name, value)].concat();
    format!("\n# Remove `# ` from each line below, and write another value than now.\n# change settings\n{table}")
}
