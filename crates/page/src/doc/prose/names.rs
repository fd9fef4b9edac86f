//! Printed names instead of the names that the rules use.

use std::collections::BTreeMap;

use crate::doc::markdown::{unquoted, words};
use tavola_game::RulePart;

/// Printed names of a game.
#[derive(Default)]
pub(super) struct PrintedNames {
    /// The name of a member by its id; empty where two kinds name it differently.
    members: BTreeMap<String, String>,
    /// Title by kind or component.
    titles: BTreeMap<String, String>,
    /// Ids of the members by kind.
    kinds: BTreeMap<String, Vec<String>>,
}

impl PrintedNames {
    pub(super) fn new(parts: &[RulePart]) -> Self {
        let mut names = Self::default();
        for part in parts {
            match (part.id.sort, &part.id.row) {
                ("kind", Some(row)) => names.member(part, row),
                ("kind", None) => {
                    let title = part.lines.first().and_then(|line| line.split('"').nth(1));
                    if let Some(title) = title {
                        names.titles.entry(part.id.name.clone()).or_insert_with(|| title.to_owned());
                    }
                }
                ("components", Some(row)) => {
                    if let Some(name) = part.cell("name").and_then(unquoted) {
                        names.titles.insert(row.clone(), name.to_owned());
                    }
                }
                _ => {}
            }
        }
        names
    }

    fn member(&mut self, part: &RulePart, id: &str) {
        let printed = match part.cell("name").and_then(unquoted) {
            Some(name) if name.contains('{') => return,
            Some(name) => name.to_owned(),
            None => words(id),
        };
        self.kinds.entry(part.id.name.clone()).or_default().push(id.to_owned());
        let known = self.members.entry(id.to_owned()).or_insert_with(|| printed.clone());
        if *known != printed {
            known.clear();
        }
    }

    /// The printed name of a member; none where there is no single one.
    pub(super) fn of_member(&self, id: &str) -> Option<&str> {
        self.members.get(id).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The ids of the members of a kind that is a table.
    pub(super) fn members_of(&self, kind: &str) -> Option<&[String]> {
        self.kinds.get(kind).map(Vec::as_slice)
    }

    /// The title of a kind or component: `OldTown` is `Old town`, unless its rules name it.
    pub(super) fn title(&self, name: &str) -> String {
        self.titles.get(name).map_or_else(|| words(&apart(name)), |title| words(title))
    }

    /// A text with printed names for all words in it that are ids of members.
    pub(super) fn replaced(&self, text: &str) -> String {
        let mut out = String::new();
        let mut word = String::new();
        for c in text.chars().map(Some).chain([None]) {
            match c {
                Some(c) if c.is_alphanumeric() || c == '_' => word.push(c),
                _ => {
                    out += self.of_member(&word).unwrap_or(&word.replace('_', " "));
                    word.clear();
                    out.extend(c);
                }
            }
        }
        out
    }
}

/// `OldTown` as `Old town`.
fn apart(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}
