//! Formatting of a file of rules.

use tavola_syntax::format::format;

use crate::findings::FileRange;
use crate::workspace::{Workspace, is_rules};

impl Workspace {
    /// Edits that give a file of rules its layout: what stays at both ends is left out. Empty for other files, and for a text
    /// that cannot be formatted.
    pub fn format(&self, path: &str) -> Vec<(FileRange, String)> {
        let Some(text) = self.text(path).filter(|_| is_rules(path)) else { return Vec::new() };
        edits_to(path, text, &format(text).text)
    }
}

/// The edit that makes one text of another, in whole lines.
pub(crate) fn edits_to(path: &str, text: &str, new: &str) -> Vec<(FileRange, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (text.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    // What is the same at both ends stays, so that cursors and folds there do.
    let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - last, new.len() - last);
    if first == old_end && first == new_end {
        return Vec::new();
    }
    let start: usize = old[..first].iter().map(|line| line.len()).sum();
    let end = start + old[first..old_end].iter().map(|line| line.len()).sum::<usize>();
    vec![(FileRange { file: path.to_owned(), bytes: start..end }, new[first..new_end].concat())]
}
