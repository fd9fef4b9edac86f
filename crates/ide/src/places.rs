//! Declarations and uses of a name, as the checker has resolved it: in the rules, their variants, `rulebook.yaml`, and the files beside
//! them ([`crate::outside`]). A text that has no meaning yet still leads to the declaration of its word.

use std::collections::BTreeSet;

use tavola_game::{Declaration, DeclarationSort};
use tavola_syntax::syntax::{is_name_char, whole_words};

use crate::findings::FileRange;
use crate::layers::NameLayer;
use crate::outside::FileName;
use crate::workspace::Workspace;

/// All places of one thing.
pub(crate) struct NamePlaces {
    /// A declaration of it.
    pub(crate) declaration: Declaration,
    /// Places of its declarations.
    pub(crate) declared: Vec<FileRange>,
    /// Places of its uses. True where the name is written in lower case.
    pub(crate) used: Vec<(FileRange, bool)>,
    /// Its uses in the files beside the rules.
    pub(crate) outside: Vec<FileName>,
}

impl NamePlaces {
    /// All places of it: declarations, then uses.
    pub(crate) fn all(&self) -> impl Iterator<Item = &FileRange> {
        let used = self.used.iter().map(|(range, _)| range);
        self.declared.iter().chain(used).chain(self.outside.iter().map(|name| &name.at))
    }
}

impl Workspace {
    /// Places where the name at a byte of a file is declared: a clause for a citation, a rule for its call, what a variant changes.
    pub fn definition(&self, file: &str, at: usize) -> Vec<FileRange> {
        let Some(places) = self.places(file, at) else { return Vec::new() };
        let is_here = |range: &FileRange| range.file == file && range.bytes.start <= at && at <= range.bytes.end;
        let others: Vec<FileRange> = places.declared.iter().filter(|range| !is_here(range)).cloned().collect();
        if others.is_empty() { places.declared } else { others }
    }

    /// All places of the name at a byte of a file: declarations, then uses, also those in variants and scenarios.
    pub fn references(&self, file: &str, at: usize) -> Vec<FileRange> {
        let Some(places) = self.places(file, at) else { return Vec::new() };
        places.all().cloned().collect()
    }

    /// The name at a byte of a file with all of its places.
    pub(crate) fn places(&self, file: &str, at: usize) -> Option<NamePlaces> {
        let layers = self.layers();
        let own = layers.iter().rev().find_map(|layer| {
            let named = layer.at(file, at)?;
            let declaration = layer.names().get(named.declaration()).clone();
            Some((declaration, layer.range(named.span())?))
        });
        let found = own.or_else(|| self.outside_at(file, at)).or_else(|| self.by_word(file, at));
        let (declaration, start) = found?;
        if declaration.span.is_none() {
            return Some(NamePlaces { declaration, declared: Vec::new(), used: Vec::new(), outside: Vec::new() });
        }
        let (declared, used) = closure(layers, start);
        let mut outside: Vec<FileName> = Vec::new();
        for name in self.outside().names.iter().filter(|name| declared.contains(&name.to)) {
            match outside.iter_mut().find(|other| other.at == name.at) {
                Some(other) => other.is_sure &= name.is_sure,
                None => outside.push(name.clone()),
            }
        }
        Some(NamePlaces { declaration, declared, used, outside })
    }

    /// The name at a byte of a file beside the rules, with the place of its declaration.
    fn outside_at(&self, file: &str, at: usize) -> Option<(Declaration, FileRange)> {
        let here = |name: &&FileName| name.at.file == file && name.at.bytes.start <= at && at <= name.at.bytes.end;
        let name = self.outside().names.iter().find(here)?;
        let declared = |layer: &NameLayer| Some(layer.names().get(layer.meant(&name.to)?).clone());
        Some((self.layers().iter().find_map(declared)?, name.to.clone()))
    }

    /// The declaration that a word of a file without rules may mean, and its place: for texts that are not understood.
    fn by_word(&self, file: &str, at: usize) -> Option<(Declaration, FileRange)> {
        if crate::workspace::is_rules(file) {
            return None;
        }
        let word = word_around(self.text(file)?, at)?;
        let game = self.layers().first()?;
        let names = game.names().declarations().map(|(_, declaration)| declaration);
        let found =
            names.filter(|declaration| declaration.name == word && is_global(declaration.sort)).min_by_key(|it| {
                // A member may be named like a part of another sort, which is meant less often.
                (it.sort == DeclarationSort::Column, it.span)
            });
        let found = found.filter(|declaration| !declaration.span.is_none())?;
        Some((found.clone(), game.range(found.span)?))
    }
}

/// True for names that stand for the same thing in the whole game, also in its scenarios.
pub(crate) fn is_global(sort: DeclarationSort) -> bool {
    !matches!(
        sort,
        DeclarationSort::Local
            | DeclarationSort::Parameter
            | DeclarationSort::Remembered
            | DeclarationSort::Library
            | DeclarationSort::Variant
    )
}

/// All declarations and uses of the thing at a place, in all layers. A part may be known to some of them only: each place that one
/// layer adds is looked up in the others.
fn closure(layers: &[NameLayer], start: FileRange) -> (Vec<FileRange>, Vec<(FileRange, bool)>) {
    let key = |range: &FileRange| (range.file.clone(), range.bytes.start, range.bytes.end);
    let (mut declared, mut used): (Vec<FileRange>, Vec<(FileRange, bool)>) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::from([key(&start)]);
    let mut done = BTreeSet::new();
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for (nth, layer) in layers.iter().enumerate() {
            let Some(id) = layer.meant(&place) else { continue };
            let names = layer.names();
            if !done.insert((nth, names.get(id).first)) {
                continue;
            }
            let declarations = names.same(id).filter_map(|(_, it)| layer.range(it.span));
            for range in declarations {
                if known.insert(key(&range)) {
                    open.push(range.clone());
                }
                if !declared.contains(&range) {
                    declared.push(range);
                }
            }
            for (range, lower) in names.uses_of(id).filter_map(|it| Some((layer.range(it.span)?, it.lower_case))) {
                if known.insert(key(&range)) {
                    open.push(range.clone());
                }
                if !used.iter().any(|(other, _)| *other == range) {
                    used.push((range, lower));
                }
            }
        }
    }
    // What one layer declares, another may use: a word that a variant's row declares again.
    used.retain(|(range, _)| !declared.contains(range));
    (declared, used)
}

/// The word or clause id around a byte of a text.
fn word_around(text: &str, at: usize) -> Option<&str> {
    let is_part = |c: char| is_name_char(c) || c == '-' || c == '.' || c == '§';
    let at = crate::lines::floor(text, at);
    let around = |is_part: &dyn Fn(char) -> bool| {
        let start = text[..at]
            .rfind(|c| !is_part(c))
            .map_or(0, |end| end + text[end..].chars().next().map_or(1, char::len_utf8));
        let end = text[at..].find(|c| !is_part(c)).map_or(text.len(), |end| at + end);
        &text[start..end]
    };
    let id = around(&is_part).trim_end_matches(['.', '-']);
    let word = if id.contains('-') && tavola_syntax::syntax::is_clause(id) { id } else { around(&is_name_char) };
    (!word.is_empty()).then_some(word)
}

/// Places of a word in a YAML text, outside of comments.
pub(crate) fn occurrences(file: &str, text: &str, name: &str) -> Vec<FileRange> {
    let mut found = Vec::new();
    for (start, line) in crate::lines::lines(text) {
        let code = line.find(" #").map_or(line, |comment| &line[..comment]);
        let code = if line.trim_start().starts_with('#') { "" } else { code };
        found.extend(whole_words(code, name).map(|at| {
            let bytes = start + at..start + at + name.len();
            FileRange { file: file.to_owned(), bytes }
        }));
    }
    found
}
