//! The scenarios and the rulebook of a game in which a variant becomes the game itself.

use std::ops::Range;

use crate::scenario::{Scenario, Suite};
use tavola_game::{Unwritable, VariantText, variant_names};
use tavola_syntax::text::{Sources, Span, lines_around, with_edits};
use tavola_syntax::yaml::{self, Yaml, YamlValue, quoted, remove_entry};

/// Keys of a case that check something. A case without them only gives others its position.
const CHECKS: [&str; 9] = ["clauses", "then", "offered", "refused", "asked", "seen", "hidden", "told", "untold"];

/// Changed files of scenarios: name and new text. None for a file that has no case any more.
pub type CaseFiles = Vec<(String, Option<String>)>;

/// The scenarios of a game when this variant becomes the game. Cases that stand `instead` of others take their place. `texts` are those
/// of the rulebook's clauses under variants: no case names a clause any more that the variant removes.
///
/// # Errors
/// The first case that cannot be changed.
pub fn cases_as_game(suite: &Suite, variant: &str, texts: &[VariantText]) -> Result<CaseFiles, Unwritable> {
    let cases = MergedCases::new(suite, variant, texts);
    let mut files = Vec::new();
    for (id, source) in suite.sources.iter() {
        let (Some(root), _) = yaml::read(id, &source.text) else { continue };
        let (mut edits, mut left) = (Vec::new(), 0);
        for item in root.items() {
            let of = |case: &&&Scenario| case.span.source == id && item.whole.covers(case.span);
            let Some(case) = cases.all.iter().find(of) else {
                left += 1;
                continue;
            };
            if cases.gone.contains(case) {
                let lines = block(&source.text, item.whole);
                if source.text[lines.clone()].contains(": &") {
                    let why = format!(
                        "`{}` would be deleted, but other lines use its `&NAME`: copy what stands behind `&NAME` to each `*NAME` first",
                        case.name
                    );
                    return Err(Unwritable { place: case.place.clone(), why });
                }
                edits.push((lines, String::new()));
            } else {
                left += 1;
                edits.extend(cases.edits(case, item));
            }
        }
        if !edits.is_empty() {
            files.push((source.name.clone(), (left > 0).then(|| with_edits(&source.text, edits))));
        }
    }
    Ok(files)
}

/// The cases of a game whose variant becomes the game.
struct MergedCases<'s> {
    suite: &'s Suite,
    variant: &'s str,
    all: Vec<&'s Scenario>,
    /// Cases that a case of the variant replaces.
    replaced: Vec<&'s Scenario>,
    /// Those of them that no other case continues, and positions that only they continue.
    gone: Vec<&'s Scenario>,
    /// Clauses that the variant removes.
    removed: Vec<&'s str>,
}

impl<'s> MergedCases<'s> {
    fn new(suite: &'s Suite, variant: &'s str, texts: &'s [VariantText]) -> Self {
        let all: Vec<&Scenario> = suite.scenarios.iter().chain(&suite.positions).collect();
        let removed = texts.iter().filter(|own| own.variant == variant && own.text.is_none());
        let removed = removed.map(|own| own.clause.as_str()).collect();
        let mut cases = Self { suite, variant, all, replaced: Vec::new(), gone: Vec::new(), removed };
        let is_replaced = |case: &&&Scenario| cases.instead_of(case).next().is_some();
        cases.replaced = cases.all.iter().filter(is_replaced).copied().collect();
        // A replaced case that another case continues keeps its position.
        loop {
            let is_unused = |case: &&&Scenario| {
                let is_known = cases.replaced.contains(case) || cases.suite.positions.contains(case);
                is_known && !cases.gone.contains(case) && !cases.is_continued(case)
            };
            let more: Vec<&Scenario> = cases.all.iter().filter(is_unused).copied().collect();
            if more.is_empty() {
                return cases;
            }
            cases.gone.extend(more);
        }
    }

    /// True if the variant alone is played.
    fn plays(&self, case: &Scenario) -> bool {
        case.setup.variant.as_deref() == Some(self.variant)
    }

    /// Cases of the variant that stand instead of a case.
    fn instead_of(&self, old: &Scenario) -> impl Iterator<Item = &'s Scenario> {
        let of_variant = self.all.iter().filter(|case| self.plays(case));
        let by: Vec<&Scenario> =
            of_variant.filter(|by| by.instead.iter().any(|(name, _)| is(old, by, name))).copied().collect();
        by.into_iter()
    }

    /// True if a case that stays continues this one.
    fn is_continued(&self, old: &Scenario) -> bool {
        let stays = self.all.iter().filter(|case| !self.gone.contains(case));
        stays.into_iter().any(|case| case.like.as_ref().is_some_and(|(name, _)| is(old, case, name)))
    }

    /// Changes of a case that stays.
    fn edits(&self, case: &Scenario, item: &Yaml) -> Vec<(Range<usize>, String)> {
        let sources = &self.suite.sources;
        if self.replaced.contains(&case) {
            return without_keys(sources, item, &CHECKS);
        }
        let mut edits = self.without_removed(case, item);
        if self.plays(case) {
            edits.extend(without_keys(sources, item, &["variant", "instead"]));
            return edits;
        }
        let names: Vec<&str> = case.setup.variant.iter().flat_map(|names| variant_names(names)).collect();
        if names.contains(&self.variant) {
            let others = names.into_iter().filter(|name| *name != self.variant);
            edits.extend(value_of(item, "variant").map(|at| (at, listed(others))));
        }
        let mut instead: Vec<String> = Vec::new();
        for (name, _) in &case.instead {
            let old = self.replaced.iter().find(|old| is(old, case, name));
            // The cases that took its place, if it is replaced.
            let by = old.into_iter().flat_map(|old| self.instead_of(old)).map(|by| format!("{}/{}", by.topic, by.name));
            let new: Vec<String> = by.chain(old.is_none().then(|| name.clone())).collect();
            instead.extend(new.into_iter().filter(|name| !instead.contains(name)).collect::<Vec<_>>());
        }
        if !instead.iter().eq(case.instead.iter().map(|(name, _)| name)) {
            let names = listed(instead.iter().map(String::as_str));
            edits.extend(value_of(item, "instead").map(|at| (at, names)));
        }
        edits
    }

    /// Takes the removed clauses from those that a case proves.
    fn without_removed(&self, case: &Scenario, item: &Yaml) -> Vec<(Range<usize>, String)> {
        let stays = |id: &&str| !self.removed.contains(id);
        let left: Vec<String> = case.clauses.iter().map(|(id, _)| id.as_str()).filter(stays).map(quoted).collect();
        match left.len() {
            all if all == case.clauses.len() => Vec::new(),
            0 => without_keys(&self.suite.sources, item, &["clauses"]),
            _ => value_of(item, "clauses").map(|at| (at, format!("[{}]", left.join(", ")))).into_iter().collect(),
        }
    }
}

/// True if a case names another one like this: `FILE/NAME`, or the name alone in the same file.
fn is(case: &Scenario, by: &Scenario, name: &str) -> bool {
    format!("{}/{}", case.topic, case.name) == name || (case.topic == by.topic && case.name == name)
}

/// The text of `rulebook.yaml` when this variant becomes the game: its texts of clauses are those of the game.
///
/// # Errors
/// If the text is not YAML.
pub fn rulebook_as_game(text: &str, variant: &str, texts: &[VariantText]) -> Result<String, String> {
    let mut sources = Sources::new();
    let id = sources.add("rulebook.yaml", text);
    let (Some(root), _) = yaml::read(id, text) else { return Err("it is not YAML".to_owned()) };
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let field = |item: &Yaml, key: &str| yaml::value_at(item, &[key]).map(Yaml::shown).unwrap_or_default();
    for own in texts.iter().filter(|own| own.variant == variant) {
        let clauses = yaml::value_at(&root, &["clauses"]).map(Yaml::items).unwrap_or_default();
        let Some(clause) = clauses.iter().find(|item| field(item, "id") == own.clause) else { continue };
        match (&own.text, yaml::value_at(clause, &["text"])) {
            (Some(new), Some(old)) => edits.push((old.whole.range(), quoted(new))),
            (None, _) => edits.push((block(text, clause.whole), String::new())),
            (Some(_), None) => {}
        }
    }
    let entries = yaml::value_at(&root, &["variants"]).map(Yaml::items).unwrap_or_default();
    let (gone, stay): (Vec<&Yaml>, Vec<&Yaml>) = entries.iter().partition(|item| field(item, "variant") == variant);
    if stay.is_empty() && !gone.is_empty() {
        edits.extend(without_keys(&sources, &root, &["variants"]));
    } else {
        edits.extend(gone.iter().map(|item| (block(text, item.whole), String::new())));
    }
    Ok(with_edits(text, edits))
}

/// Range of the value of a key.
fn value_of(map: &Yaml, key: &str) -> Option<Range<usize>> {
    yaml::value_at(map, &[key]).map(|value| value.whole.range())
}

/// Texts as a list in brackets; one of them as itself.
fn listed<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    if let [one] = texts.as_slice() { one.clone() } else { format!("[{}]", texts.join(", ")) }
}

/// The lines of an item of a list, and an empty line below it.
fn block(text: &str, item: Span) -> Range<usize> {
    let Range { start, end } = item.range();
    let mut lines = lines_around(text, start, start + text[start..end].trim_end().len());
    if text[lines.end..].starts_with('\n') {
        lines.end += 1;
    }
    lines
}

/// Edits that remove keys of a map.
fn without_keys(sources: &Sources, map: &Yaml, keys: &[&str]) -> Vec<(Range<usize>, String)> {
    let YamlValue::Map(pairs) = &map.value else { return Vec::new() };
    let entries = pairs.iter().filter(|(key, _)| key.text().is_some_and(|key| keys.contains(&key)));
    let removed = |(key, value): &(Yaml, Yaml)| remove_entry("", key.whole.to(value.whole), sources).resolve(sources);
    let edits = entries.filter_map(removed).flatten();
    edits.map(|edit| (edit.span.range(), edit.text)).collect()
}
