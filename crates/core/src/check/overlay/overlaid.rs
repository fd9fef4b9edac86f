//! Files of a game with its variants, and the names in the variants of what they change.

use crate::check::codes;
use crate::check::names::{DeclarationSort, UnknownNames};
use tavola_syntax::diagnostic::{Diagnostic, Label};
use tavola_syntax::syntax::ast::{File, Item, Name};
use tavola_syntax::text::Span;

/// Files of a game to which its variants are applied.
#[derive(Clone, Debug, Default)]
pub struct OverlaidFiles {
    /// The files. Their items are those of the game as the variants change them.
    pub files: Vec<File>,
    /// Findings about the variants.
    pub diagnostics: Vec<Diagnostic>,
    /// Names in the variants of parts that they change. They are not in the files any more.
    pub changed: Vec<OverlaidName>,
    /// Citations of changed and removed items. They are not in the files any more, either.
    pub cites: Vec<Name>,
}

impl From<Vec<File>> for OverlaidFiles {
    /// A game without variants.
    fn from(files: Vec<File>) -> Self {
        Self { files, ..Self::default() }
    }
}

impl OverlaidFiles {
    /// Adds the place of the variant to findings at parts of the game that it changes, unless they show the variant already.
    /// `unknown`: the unknown names.
    pub(in crate::check) fn show_changes(&self, found: &mut [Diagnostic], unknown: &UnknownNames) {
        for finding in found {
            let is_missing = |one: &&OverlaidName| {
                let places = unknown.get(&one.name.text);
                places.is_some_and(|places| places.iter().any(|(span, _)| *span == finding.span))
            };
            let removed = self.changed.iter().find(is_missing).filter(|_| finding.code == codes::UNKNOWN_NAME);
            if let Some(removed) = removed {
                let text = "the variant removes or changes it here".to_owned();
                finding.labels.push(Label { span: removed.name.span, text });
                continue;
            }
            let around = self.changed.iter().filter(|one| one.part.covers(finding.span));
            let Some(change) = around.min_by_key(|one| one.part.end - one.part.start) else { continue };
            if finding.labels.iter().all(|label| label.span.source != change.name.span.source) {
                finding.labels.push(Label { span: change.name.span, text: "the variant changes it here".to_owned() });
            }
        }
    }
}

/// A name in a variant of a part that it changes, replaces or removes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverlaidName {
    /// Sort of part.
    pub sort: DeclarationSort,
    /// The name in the variant.
    pub name: Name,
    /// Place of the name in the game, or in the variant below.
    pub of: Span,
    /// The part there that the name stands for: a row, a line or an item.
    pub part: Span,
    /// The item of the variant.
    pub item: Span,
    /// The name of that item, if it has one.
    pub title: Option<Span>,
    /// The row or line with the name.
    pub row: Span,
}

/// Results so far of applying one variant.
#[derive(Default)]
pub(super) struct OverlayPass {
    pub(super) found: Vec<Diagnostic>,
    pub(super) changed: Vec<OverlaidName>,
    pub(super) cites: Vec<Name>,
    /// The current item and its name.
    item: Option<(Span, Option<Span>)>,
}

impl OverlayPass {
    /// Begins an item of the variant.
    pub(super) fn enter(&mut self, item: &Item) {
        self.item = Some((item.span, item.kind.title().1.map(|name| name.span)));
        if item.overlay.is_some() {
            self.cites.extend(item.cites.iter().cloned());
        }
    }

    /// Records that a name of the variant, in this row, means a part of the game: its name there, and all of it.
    pub(super) fn changes(&mut self, sort: DeclarationSort, (name, row): (&Name, Span), (of, part): (Span, Span)) {
        let Some((item, title)) = self.item else { return };
        self.changed.push(OverlaidName { sort, name: name.clone(), of, part, item, title, row });
    }
}
