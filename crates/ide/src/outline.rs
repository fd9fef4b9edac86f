//! Outline and folding of a file.

use std::ops::Range;

use tavola_syntax::text::{SourceId, indent};
use tavola_syntax::yaml::{self, Yaml, YamlValue};

use crate::declared::{Declared, NameSort, Symbol, outline};
use crate::lines::lines;
use crate::workspace::Workspace;

/// Lines that an editor can hide below their first one. Lines count from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldRange {
    /// First and last line.
    pub lines: Range<usize>,
    /// True for comments.
    pub comment: bool,
}

impl Workspace {
    /// Outline of a file: items with their rows, cases of scenarios, entries of `rulebook.yaml`.
    pub fn symbols(&self, path: &str) -> Vec<Symbol> {
        if let Some(tree) = self.tree(path) {
            return outline(&tree.file);
        }
        let Some(text) = self.text(path) else { return Vec::new() };
        let Some(yaml) = yaml::read(SourceId(0), text).0 else { return Vec::new() };
        match &yaml.value {
            YamlValue::List(entries) => {
                entries.iter().filter_map(|entry| leaf(entry, "name", NameSort::Scenario)).collect()
            }
            YamlValue::Map(pairs) => pairs.iter().filter_map(|(key, value)| group(key, value)).collect(),
            _ => Vec::new(),
        }
    }

    /// Parts of a file that an editor can fold: what is indented below a line, and comments of several lines.
    pub fn folding(&self, path: &str) -> Vec<FoldRange> {
        let all: Vec<&str> =
            self.text(path).map(|text| lines(text).map(|(_, line)| line).collect()).unwrap_or_default();
        let mut found = Vec::new();
        for (at, line) in all.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let comment = line.trim_start().starts_with('#');
            let starts = !comment || at == 0 || !is_comment(all[at - 1]);
            let below = all[at + 1..].iter().take_while(|below| belongs(line, comment, below));
            // Blank lines at the end stay visible.
            let last = below.enumerate().filter(|(_, below)| !below.trim().is_empty()).last();
            if let Some((length, _)) = last.filter(|_| starts) {
                found.push(FoldRange { lines: at..at + length + 2, comment });
            }
        }
        found
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// True if a line is folded below another one.
fn belongs(line: &str, comment: bool, below: &str) -> bool {
    match comment {
        true => is_comment(below) && indent(below) == indent(line),
        false => below.trim().is_empty() || indent(below) > indent(line),
    }
}

/// An entry of a list, named by one of its keys.
fn leaf(entry: &Yaml, key: &str, sort: NameSort) -> Option<Symbol> {
    let YamlValue::Map(pairs) = &entry.value else { return None };
    let of = |key: &str| pairs.iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value);
    let name = of(key)?;
    let detail = ["text", "question", "what"].into_iter().find_map(|key| of(key)?.text());
    let whole = entry.whole.range();
    let declared = Declared {
        name: name.text()?.to_owned(),
        sort,
        of: None,
        detail: detail.unwrap_or_default().to_owned(),
        bytes: name.span.range(),
        whole,
        takes: None,
    };
    Some(Symbol { declared, children: Vec::new() })
}

/// A list of entries with ids, such as `clauses:`.
fn group(key: &Yaml, value: &Yaml) -> Option<Symbol> {
    let YamlValue::List(entries) = &value.value else { return None };
    let entries = entries.iter().filter_map(|entry| leaf(entry, "id", NameSort::Clause));
    let bytes = key.span.range();
    let declared = Declared {
        name: key.text()?.to_owned(),
        sort: NameSort::Section,
        of: None,
        detail: String::new(),
        whole: bytes.start..(value.whole.end as usize).max(bytes.end),
        bytes,
        takes: None,
    };
    Some(Symbol { declared, children: entries.map(|entry| entry.declared).collect() })
}
