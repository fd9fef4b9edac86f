//! Conversion of an edited copy of a game to a variant of it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::parts::{bare, whole};
use super::{Difference, Differs, differences};
use crate::Rules;
use tavola_core::check::PartName;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax;
use tavola_syntax::syntax::ast::Item;

/// A variant made from an edited copy.
#[derive(Clone)]
pub struct AsVariant {
    /// Text of the variant's file.
    pub text: String,
    /// Rules of the game with the variant.
    pub rules: Rules,
    /// Differences between these rules and the edited copy that a variant cannot express.
    pub left: Vec<Difference>,
}

impl AsVariant {
    /// Errors of the game with the variant.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rules.diagnostics().iter().filter(|finding| finding.is_error())
    }
}

impl Rules {
    /// The differences between these rules and an edited copy as the text of a variant.
    ///
    /// Tables change by their cells if possible, and all else by whole items. `file` is the file name of the variant.
    pub fn as_variant(&self, edited: &Self, file: &str, (name, title): (&str, &str)) -> AsVariant {
        let all = differences(self, edited);
        // Tables are first changed by cells. Those for which this is not enough are replaced as a whole.
        let mut whole = BTreeSet::new();
        loop {
            let mut text = format!("variant {name} \"{title}\" of {}, house rules\n", self.name());
            self.changes_to(edited, &all, &whole, &mut text);
            let rules = self.with_variant(file, &text);
            let left = differences(&rules, edited);
            let more: Vec<PartName> = left.iter().map(key).filter(|key| !whole.contains(key)).collect();
            if more.is_empty() || !rows_alone(&all).any(|key| more.contains(&key)) {
                return AsVariant { text, rules, left };
            }
            whole.extend(more);
        }
    }

    fn changes_to(&self, edited: &Self, all: &[Difference], whole: &BTreeSet<PartName>, text: &mut String) {
        let (old, new) = (self.items(), edited.items());
        let by_rows: BTreeSet<PartName> = rows_alone(all).filter(|key| !whole.contains(key)).collect();
        let differs: BTreeSet<PartName> = all.iter().map(key).collect();
        let mut said: BTreeSet<PartName> = BTreeSet::new();
        for item in new.iter().filter(|item| differs.contains(&key_of(item))) {
            let key = key_of(item);
            let text_of = edited.text_of(item);
            let known = old.iter().filter(|other| key_of(other) == key).count();
            if by_rows.contains(&key) {
                if said.insert(key.clone()) {
                    edited.changed_rows(item, all, text);
                }
            } else if known == 0 {
                let _ = write!(text, "\n{text_of}\n");
            } else if said.insert(key) {
                let _ = write!(text, "\nreplace {text_of}\n");
            }
        }
        for item in old.iter().filter(|item| !new.iter().any(|other| key_of(other) == key_of(item))) {
            let PartName { sort, name, .. } = key_of(item);
            let cites: Vec<&str> = item.cites.iter().map(|clause| clause.text.as_str()).collect();
            let cites = if cites.is_empty() { String::new() } else { format!("  [{}]", cites.join(", ")) };
            let _ = write!(text, "\nremove {sort} {name}{cites}\n");
        }
    }

    /// Writes changed rows and new rows, each as a table of their own.
    fn changed_rows(&self, item: &Item, all: &[Difference], text: &mut String) {
        let key = key_of(item);
        let items: Vec<Item> = self.items().into_iter().filter(|other| key_of(other) == key).collect();
        for table in items.iter().map(|item| syntax::rows(&self.text_of(item))) {
            let Some((heads, rows)) = table.split_first() else { continue };
            let of = |row: &[String]| {
                let id = key.with_row(bare(row.first()?));
                all.iter().find(|one| one.part().id == id)
            };
            let changed: Vec<(&Vec<String>, &Difference)> =
                rows.iter().filter_map(|row| Some((row, of(row)?))).collect();
            let columns: Vec<usize> = (0..heads.len())
                .filter(|&at| at == 0 || changed.iter().any(|(row, one)| is_new(one, &heads[at], &row[at])))
                .collect();
            for (differs, columns) in [(Differs::Changed, columns), (Differs::Added, (0..heads.len()).collect())] {
                let rows: Vec<&Vec<String>> =
                    changed.iter().filter(|(_, one)| one.differs == differs).map(|(row, _)| *row).collect();
                if !rows.is_empty() {
                    let PartName { sort, name, .. } = &key;
                    let _ = write!(text, "\n{}\n", format!("change {sort} {name}").trim_end());
                    std::iter::once(heads).chain(rows).for_each(|row| line(row, &columns, text));
                }
            }
        }
    }

    /// All items, in the order of the files.
    fn items(&self) -> Vec<Item> {
        self.trees().iter().flat_map(|(_, parsed)| &parsed.file.items).cloned().collect()
    }

    fn text_of(&self, item: &Item) -> String {
        whole(self.sources(), item.span).to_owned()
    }
}

/// Writes these columns of a row.
fn line(row: &[String], columns: &[usize], text: &mut String) {
    let cells = columns.iter().map(|&at| row[at].as_str());
    let _ = writeln!(text, "  | {} |", cells.collect::<Vec<_>>().join(" | "));
}

/// True if a cell of a changed row differs.
fn is_new(difference: &Difference, head: &str, cell: &str) -> bool {
    let (Some(before), Some(after), Differs::Changed) = (&difference.before, &difference.after, difference.differs)
    else {
        return false;
    };
    let line = |lines: &[String]| lines.iter().find(|line| line.split(':').next() == Some(head)).cloned();
    match head {
        "clause" => before.cites != after.cites && !cell.is_empty(),
        _ => line(&before.lines) != line(&after.lines),
    }
}

/// Tables that differ only in changed and new rows.
fn rows_alone(all: &[Difference]) -> impl Iterator<Item = PartName> {
    let whole: BTreeSet<PartName> = all.iter().filter(|one| !is_row(one)).map(key).collect();
    all.iter().map(key).filter(move |key| !whole.contains(key)).collect::<BTreeSet<_>>().into_iter()
}

fn is_row(difference: &Difference) -> bool {
    difference.part().id.row.is_some() && matches!(difference.differs, Differs::Changed | Differs::Added)
}

fn key(difference: &Difference) -> PartName {
    difference.part().id.item()
}

fn key_of(item: &Item) -> PartName {
    PartName::of(&item.kind)
}
