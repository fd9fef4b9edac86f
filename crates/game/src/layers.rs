//! Stack of variants over a game: which variants, in which order, from which files.

use std::path::Path;
use std::sync::Arc;

use super::folder::{Shelf, is_variant_name, variant_file};
use super::{Error, SENTENCES};
use tavola_core::check::{AppliedVariant, MOST_OVER};
use tavola_syntax::diagnostic::nearest;
use tavola_syntax::syntax::ast::{File, Item, ItemKind};
use tavola_syntax::syntax::{Parsed, parse};
use tavola_syntax::text::{Source, SourceId, Sources};

/// Splits a comma-separated list of variant names such as `night,short`. Blanks and empty names are dropped.
pub fn variant_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Names of the variants in a game's folder, in alphabetical order.
pub fn variants_in(folder: &Path) -> Vec<String> {
    Shelf::Disk(folder).variants()
}

/// Canonical list of variant names: in the given order, separated by commas without blanks.
pub fn variants_in_order<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().flat_map(variant_names).collect::<Vec<_>>().join(",")
}

/// Parsed texts of a game, and of the variants laid over it.
pub(super) struct Layers {
    pub(super) game: Vec<File>,
    pub(super) applied_variants: Vec<AppliedVariant>,
}

impl Layers {
    /// Separates the texts of the game from those of variants. `overlays` are the source ids of variants.
    pub(super) fn of(sources: &Sources, overlays: &[u16], trees: &Trees) -> Self {
        let mut layers = Self { game: Vec::new(), applied_variants: Vec::new() };
        for (id, parsed) in trees.iter() {
            let name = sources.get(id).map_or("", |source| source.name.as_str());
            match overlays.contains(&id.0) {
                true => {
                    // The change of a scenario wins over the variants that the scenario plays.
                    let over_all = name == SENTENCES;
                    layers.applied_variants.push(AppliedVariant {
                        name: stem(name).to_owned(),
                        file: parsed.file.clone(),
                        over_all,
                    });
                }
                false => layers.game.push(parsed.file.clone()),
            }
        }
        layers
    }
}

/// Syntax trees by source. A tree is shared by all rules that contain the same text.
#[derive(Clone, Default)]
pub(super) struct Trees(Vec<(SourceId, Arc<Parsed>)>);

impl Trees {
    /// Parses all rules texts with `parse`, and reuses the tree of a known source with the same id and text.
    pub(super) fn of(
        sources: &Sources,
        known: Option<(&Sources, &Self)>,
        parse: fn(&Sources, SourceId) -> Parsed,
    ) -> Self {
        let read = |(id, source): (SourceId, &Source)| {
            let same = |(others, _): &(&Sources, &Self)| others.get(id).is_some_and(|other| other.text == source.text);
            let before = known.filter(same).and_then(|(_, trees)| trees.0.iter().find(|(other, _)| *other == id));
            before.map_or_else(|| (id, Arc::new(parse(sources, id))), Clone::clone)
        };
        Self(sources.iter().filter(|(_, source)| source.is_rules()).map(read).collect())
    }

    /// All trees, in the order of the sources.
    pub(super) fn iter(&self) -> impl Iterator<Item = (SourceId, &Parsed)> {
        self.0.iter().map(|(id, parsed)| (*id, &**parsed))
    }

    /// The tree of a source with its findings. `None` if the source is no rules text.
    pub(super) fn of_source(&self, id: SourceId) -> Option<Arc<Parsed>> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, parsed)| Arc::clone(parsed))
    }

    /// The tree of a source. `None` if the source is no rules text.
    pub(super) fn file(&self, id: SourceId) -> Option<&File> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, parsed)| &parsed.file)
    }

    /// The items of a source. Empty if the source is no rules text.
    pub(super) fn items(&self, id: SourceId) -> &[Item] {
        self.file(id).map_or(&[], |file| &file.items)
    }
}

/// Name of the variant in a file: the file name without its extension.
pub(super) fn stem(name: &str) -> &str {
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

/// Reads the named variants of a game's folder. The variants that one is laid over come before it. Each is read once.
pub(super) fn read(folder: Shelf<'_>, names: &str, sources: &mut Sources) -> Result<Vec<u16>, Error> {
    let mut reader = LayerReader { folder, sources, under_way: Vec::new(), read: Vec::new() };
    let names: Vec<&str> = variant_names(names).collect();
    if names.is_empty() {
        return Err(unknown(folder, ""));
    }
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(Error::new(format!("the variant `{name}` is named twice")));
        }
        if !reader.there(name) {
            return Err(unknown(folder, name));
        }
        reader.variant(name)?;
        if !reader.read.iter().any(|(own, _)| own == name) {
            return Err(Error::new(format!("at most {MOST_OVER} variants can be applied at once: name fewer")));
        }
    }
    Ok(reader.read.into_iter().map(|(_, id)| id.0).collect())
}

struct LayerReader<'a> {
    folder: Shelf<'a>,
    sources: &'a mut Sources,
    /// Variants whose lower variants are being read, to detect cycles.
    under_way: Vec<String>,
    read: Vec<(String, SourceId)>,
}

impl LayerReader<'_> {
    fn there(&self, name: &str) -> bool {
        is_variant_name(name) && self.folder.is_file(&variant_file(name))
    }

    /// Reads a variant after those that it is laid over.
    /// Unknown variants, cycles and too many variants are reported later, when all are laid.
    fn variant(&mut self, name: &str) -> Result<(), Error> {
        let known = self.read.iter().any(|(own, _)| own == name) || self.under_way.iter().any(|own| own == name);
        let is_full = self.read.len() + self.under_way.len() >= MOST_OVER;
        if known || is_full || !self.there(name) {
            return Ok(());
        }
        let file = variant_file(name);
        let mut alone = Sources::new();
        let id = self.folder.read(&file, &mut alone).map_err(Error::new)?;
        self.under_way.push(name.to_owned());
        for item in parse(&alone, id).file.items {
            let ItemKind::Variant { over, .. } = item.kind else { continue };
            over.iter().try_for_each(|below| self.variant(&below.text))?;
        }
        self.under_way.pop();
        let id = self.folder.read(&file, self.sources).map_err(Error::new)?;
        self.read.push((name.to_owned(), id));
        Ok(())
    }
}

fn unknown(folder: Shelf<'_>, name: &str) -> Error {
    let help = known_variants(name, &folder.variants());
    Error::new(format!("there is no variant `{name}` in `{}`: {help}", folder.path("").display()))
}

/// Help for the name of a variant that is unknown: the most similar one of the `known` ones, or all of them.
pub fn known_variants(name: &str, known: &[String]) -> String {
    match (nearest(name, known.iter().map(String::as_str)), known) {
        (Some(meant), _) => format!("did you mean `{meant}`?"),
        (None, []) => "the game has no variants".to_owned(),
        (None, _) => format!("the game has {}", known.join(", ")),
    }
}
