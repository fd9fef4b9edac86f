//! Texts of a game's folder, parsed and not yet checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use tavola_syntax::syntax::{Parsed, parse, parse_on_all_cores};
use tavola_syntax::text::{SourceId, Sources, Span};

use super::Error;
use super::clauses::{RulebookFile, WrittenClauses};
use super::folder::Shelf;
use super::layers::{self, Layers, Trees};
use super::look::WrittenLook;
use super::parsed_texts::ParsedTexts;

/// Texts that are checked together: the rules of a folder, the variants laid over them, and their clauses.
#[derive(Clone)]
pub struct RulesTexts {
    /// Name of the folder, or of the first text.
    pub(super) name: String,
    pub(super) sources: Sources,
    /// Syntax trees of the rules texts.
    pub(super) trees: Trees,
    /// Source ids of the variants, in their order.
    pub(super) overlays: Vec<u16>,
    pub(super) clauses: Option<Arc<WrittenClauses>>,
    /// The clauses with the texts of the variants, if these have some.
    pub(super) worded: Option<Arc<RulebookFile>>,
    pub(super) look: Option<Arc<WrittenLook>>,
    /// Trees of texts beside the rules.
    pub(super) parsed: ParsedTexts,
}

impl RulesTexts {
    /// Reads all `.tavola` files of a folder, `rulebook.yaml` and `look.yaml` if they exist, and the named variants.
    ///
    /// # Errors
    /// If the folder, its rules files or a variant do not exist, or a file cannot be read.
    pub fn read(folder: Shelf<'_>, variant: Option<&str>) -> Result<Self, Error> {
        Self::read_beside(None, folder, variant)
    }

    /// Reads the same folder again, or with other variants. Texts that both have are parsed only once.
    ///
    /// # Errors
    /// See [`RulesTexts::read`].
    pub fn again(&self, folder: Shelf<'_>, variant: Option<&str>) -> Result<Self, Error> {
        Self::read_beside(Some(self), folder, variant)
    }

    fn read_beside(known: Option<&Self>, folder: Shelf<'_>, variant: Option<&str>) -> Result<Self, Error> {
        let mut sources = Sources::new();
        for file in folder.rules()? {
            folder.read(&file, &mut sources).map_err(Error::new)?;
        }
        // Clauses and look come before variants, so that their source ids do not depend on the variants.
        let beside = known.and_then(|texts| Some((&texts.sources, texts.clauses.as_ref()?)));
        let clauses = WrittenClauses::read(folder, &mut sources, beside);
        let look = WrittenLook::read(folder, &mut sources);
        let overlays = match variant {
            Some(names) => layers::read(folder, names, &mut sources)?,
            None => Vec::new(),
        };
        let trees = Trees::of(&sources, known.map(|texts| (&texts.sources, &texts.trees)), parse_on_all_cores);
        let parsed = known.map(|texts| texts.parsed.clone()).unwrap_or_default();
        let worded = worded(clauses.as_deref(), &sources, &overlays);
        Ok(Self { name: folder.name(), sources, trees, overlays, clauses, worded, look, parsed })
    }

    /// Texts instead of files, without clauses.
    pub(super) fn of(name: String, sources: Sources) -> Self {
        let trees = Trees::of(&sources, None, parse);
        let parsed = ParsedTexts::default();
        Self { name, sources, trees, overlays: Vec::new(), clauses: None, worded: None, look: None, parsed }
    }

    /// Other texts with the same clauses.
    pub(super) fn other(&self, sources: Sources, overlays: Vec<u16>) -> Self {
        // Not in parallel: a scenario may hold up others here.
        let trees = Trees::of(&sources, Some((&self.sources, &self.trees)), parse);
        let (clauses, look) = (self.clauses.clone(), self.look.clone());
        let worded = worded(clauses.as_deref(), &sources, &overlays);
        Self { name: self.name.clone(), sources, trees, overlays, clauses, worded, look, parsed: self.parsed.clone() }
    }

    /// These texts with one more variant on top.
    pub(super) fn and_over(&self, name: &str, text: String) -> Self {
        let (mut sources, mut overlays) = (self.sources.clone(), self.overlays.clone());
        overlays.push(sources.add(name, text).0);
        self.other(sources, overlays)
    }

    /// Sources with one text replaced under the same name and id.
    pub(super) fn replaced(&self, changed: SourceId, text: &str) -> Sources {
        let mut sources = Sources::new();
        for (id, source) in self.sources.iter() {
            sources.add(source.name.clone(), if id == changed { text } else { &source.text });
        }
        sources
    }

    /// Syntax trees of the game and of its variants.
    pub(super) fn layers(&self) -> Layers {
        Layers::of(&self.sources, &self.overlays, &self.trees)
    }

    /// The text of a span without its comments.
    pub(super) fn uncommented(&self, span: Span) -> String {
        let (text, mut rest, mut at) = (self.sources.whole(span.source), String::new(), span.start as usize);
        let tree = self.trees.file(span.source);
        let comments = tree.map_or(&[][..], |file| &file.comments).iter().filter(|comment| span.covers(**comment));
        for comment in comments {
            rest.push_str(text.get(at..comment.start as usize).unwrap_or_default());
            at = comment.end as usize;
        }
        rest.push_str(text.get(at..span.end as usize).unwrap_or_default());
        rest
    }

    /// True if there is a rulebook and no text of rules.
    pub(super) fn is_rulebook_alone(&self) -> bool {
        self.trees.iter().next().is_none() && self.clauses.is_some()
    }

    /// True if both are the same texts, with the same pictures.
    pub(super) fn are(&self, other: &Self) -> bool {
        self.sources == other.sources && self.overlays == other.overlays && self.look == other.look
    }

    /// The tree of a source. `None` if the source is no rules text.
    pub fn tree(&self, source: SourceId) -> Option<Arc<Parsed>> {
        self.trees.of_source(source)
    }

    /// Ids of all clauses. `None` if there is no rulebook, or some ids could not be read.
    pub fn clause_ids(&self) -> Option<BTreeSet<String>> {
        self.clauses.as_ref().and_then(|clauses| clauses.file.as_ref()?.known())
    }
}

/// The clauses with the texts of these variants.
fn worded(clauses: Option<&WrittenClauses>, sources: &Sources, overlays: &[u16]) -> Option<Arc<RulebookFile>> {
    let names = overlays.iter().filter_map(|&id| sources.get(SourceId(id))).map(|source| layers::stem(&source.name));
    clauses?.file.as_ref()?.under(names).map(Arc::new)
}
