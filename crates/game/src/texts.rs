//! The texts of a game's folder, read and not yet checked.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use tavola_syntax::syntax::{parse, parse_on_all_cores};
use tavola_syntax::text::{SourceId, Sources};

use super::Error;
use super::clauses::WrittenClauses;
use super::layers::{self, Layers, Trees};

/// What is checked together: the rules of a folder, their clauses, and what is laid over them.
#[derive(Clone)]
pub struct RulesTexts {
    /// The folder's name, or that of the first text.
    pub(super) name: String,
    pub(super) sources: Sources,
    /// What the rules among them say.
    pub(super) trees: Trees,
    /// The texts that are laid over the game, in this order.
    pub(super) overlays: Vec<u16>,
    pub(super) clauses: Option<Arc<WrittenClauses>>,
}

impl RulesTexts {
    /// All `.tavola` files of a folder, `rulebook.yaml` if it is there, and variants by their names.
    ///
    /// # Errors
    /// No such folder, no rules file in it, no such variant; a file that cannot be read.
    pub fn read(folder: &Path, variant: Option<&str>) -> Result<Self, Error> {
        Self::read_beside(None, folder, variant)
    }

    /// A folder of which these are texts, with other variants; what both say in the same texts is read once.
    ///
    /// # Errors
    /// See [`RulesTexts::read`].
    pub fn with_variants(&self, folder: &Path, names: &str) -> Result<Self, Error> {
        Self::read_beside(Some(self), folder, Some(names))
    }

    fn read_beside(known: Option<&Self>, folder: &Path, variant: Option<&str>) -> Result<Self, Error> {
        if !folder.is_dir() {
            let what = if folder.exists() { "is a file; give the folder of a game" } else { "does not exist" };
            return Err(Error::new(format!("`{}` {what}", folder.display())));
        }
        let mut sources = Sources::new();
        let paths = Sources::list(folder, "tavola").map_err(Error::new)?;
        if paths.is_empty() {
            return Err(Error::new(format!("there is no `.tavola` file in `{}`: it is no game", folder.display())));
        }
        for path in &paths {
            sources.read_file(path).map_err(Error::new)?;
        }
        // Before what is laid over the game, so that they have the same place whatever that is.
        let beside = known.and_then(|texts| Some((&texts.sources, texts.clauses.as_ref()?)));
        let clauses = WrittenClauses::read(folder, &mut sources, beside);
        let overlays = match variant {
            Some(names) => layers::read(folder, names, &mut sources)?,
            None => Vec::new(),
        };
        // `.` and `..` have no last part.
        let full = || folder.canonicalize().ok()?.file_name().map(std::ffi::OsStr::to_os_string);
        let name = folder.file_name().map(std::ffi::OsStr::to_os_string).or_else(full).unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let trees = Trees::of(&sources, known.map(|texts| (&texts.sources, &texts.trees)), parse_on_all_cores);
        Ok(Self { name, sources, trees, overlays, clauses })
    }

    /// Texts instead of files: no clauses are known.
    pub(super) fn of(name: String, sources: Sources) -> Self {
        let trees = Trees::of(&sources, None, parse);
        Self { name, sources, trees, overlays: Vec::new(), clauses: None }
    }

    /// Other texts in the place of these, with the same clauses.
    pub(super) fn other(&self, sources: Sources, overlays: Vec<u16>) -> Self {
        // One after the other: a scenario's game may be made here, for which others wait.
        let trees = Trees::of(&sources, Some((&self.sources, &self.trees)), parse);
        Self { name: self.name.clone(), sources, trees, overlays, clauses: self.clauses.clone() }
    }

    /// These, and one more that is laid over all.
    pub(super) fn and_over(&self, name: &str, text: String) -> Self {
        let (mut sources, mut overlays) = (self.sources.clone(), self.overlays.clone());
        overlays.push(sources.add(name, text).0);
        self.other(sources, overlays)
    }

    /// These with another text in the place of one of them, which keeps its name.
    pub(super) fn replaced(&self, changed: SourceId, text: &str) -> Sources {
        let mut sources = Sources::new();
        for (id, source) in self.sources.iter() {
            sources.add(source.name.clone(), if id == changed { text } else { &source.text });
        }
        sources
    }

    /// The texts of the game, and of what is laid over it, as they are written.
    pub(super) fn layers(&self) -> Layers {
        Layers::of(&self.sources, &self.overlays, &self.trees)
    }

    /// The ids of all clauses that are known; none if some are not, because they could not be read.
    pub fn clause_ids(&self) -> Option<BTreeSet<String>> {
        self.clauses.as_ref().and_then(|written| written.file.as_ref()?.known())
    }
}
