//! The game and its variants as layers of rules, each with its index of names.

use tavola_game::{DeclarationId, GameFolder, NameAt, NameIndex, Rules, variants_in_order};
use tavola_syntax::text::{SourceId, Span};

use crate::check::source_names;
use crate::findings::{FileRange, SourceNames, range};

/// The game, or the game with a variant. It may have errors.
pub(crate) struct NameLayer {
    pub(crate) rules: Rules,
    files: SourceNames,
}

impl NameLayer {
    /// The game, then the game with each of its variants. Empty if the folder has no rules.
    pub(crate) fn all(folder: &GameFolder) -> Vec<Self> {
        let Ok(game) = Rules::read(folder, None) else { return Vec::new() };
        let variants = folder.files.keys().filter_map(|path| path.strip_prefix("variants/")?.strip_suffix(".tavola"));
        let with = |name: &str| game.read_again(folder, Some(&variants_in_order([name]))).ok();
        let variants: Vec<Rules> = variants.filter_map(with).collect();
        let layer = |rules| Self { rules, files: source_names(folder) };
        std::iter::once(game).chain(variants).map(layer).collect()
    }

    /// The index of names.
    pub(crate) fn names(&self) -> &NameIndex {
        self.rules.names()
    }

    /// The range of a span. `None` for a text that is no file of the folder.
    pub(crate) fn range(&self, span: Span) -> Option<FileRange> {
        range(span, self.rules.sources(), &self.files)
    }

    /// The name at a byte of a file.
    pub(crate) fn at(&self, file: &str, offset: usize) -> Option<NameAt<'_>> {
        self.names().at(self.source(file)?, offset)
    }

    pub(crate) fn source(&self, file: &str) -> Option<SourceId> {
        let own = |name: &String| self.files.get(name).is_some_and(|path| path == file);
        self.rules.sources().iter().find(|(_, source)| own(&source.name)).map(|(id, _)| id)
    }

    /// The declaration that a place means: where it is declared, or where it is used.
    pub(crate) fn meant(&self, place: &FileRange) -> Option<DeclarationId> {
        let named = self.at(&place.file, place.bytes.start)?;
        (self.range(named.span()).as_ref() == Some(place)).then(|| named.declaration())
    }
}
