//! Rules and their `look.yaml`: what is wrong in it, and whether it changed.

use std::sync::Arc;

use super::Rules;
use super::folder::Shelf;
use super::look::{LookNames, shown_columns};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

impl Rules {
    /// Findings of `look.yaml`. A name may be one of any variant of the folder; with a variant names are not reviewed.
    pub(super) fn mistakes_of_look(&self, folder: Shelf<'_>) -> Vec<Diagnostic> {
        let Some(look) = &self.texts().look else { return Vec::new() };
        let mut findings = look.findings.clone();
        if let Some(book) = self.book.as_ref().filter(|_| !self.is_variant()) {
            let mut books = vec![Arc::clone(book)];
            let mut found = look.file.review(&books);
            if !found.is_empty() {
                let with = |name: String| Self::checked(self.texts().again(folder, Some(&name)).ok()?).book;
                books.extend(folder.variants().into_iter().filter_map(with));
                found = look.file.review(&books);
            }
            findings.extend(found);
        }
        findings
    }

    /// Places of the columns that cards of `look.yaml` show: they are used, also if no rule reads them.
    pub(super) fn columns_of_look(&self) -> Vec<Span> {
        match (&self.texts().look, &self.book) {
            (Some(look), Some(book)) => shown_columns(&look.file.cards, book),
            _ => Vec::new(),
        }
    }

    /// Names that `look.yaml` may contain. None if the rules have errors.
    pub fn look_names(&self) -> LookNames {
        self.book.as_ref().map(|book| LookNames::of(book)).unwrap_or_default()
    }

    /// True if both look alike: the same `look.yaml` with the same pictures.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.texts().look == other.texts().look
    }
}
