//! Declarations and uses of a name: in the rules, their variants and `rulebook.yaml` by the checker, in other files by its text.

use std::collections::BTreeSet;

use tavola_game::{Declaration, DeclarationSort};
use tavola_syntax::syntax::is_name_char;

use crate::findings::FileRange;
use crate::layers::NameLayer;
use crate::workspace::Workspace;

/// All places of one thing.
pub(crate) struct NamePlaces {
    /// A declaration of it.
    pub(crate) declaration: Declaration,
    /// Places of its declarations.
    pub(crate) declared: Vec<FileRange>,
    /// Places of its uses. True where the name is written in lower case.
    pub(crate) used: Vec<(FileRange, bool)>,
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
        let in_scenarios = self.words(&places.declaration);
        places.declared.into_iter().chain(places.used.into_iter().map(|(range, _)| range)).chain(in_scenarios).collect()
    }

    /// The name at a byte of a file with all of its places. A word of a scenario or a budget means a name of the game.
    pub(crate) fn places(&self, file: &str, at: usize) -> Option<NamePlaces> {
        let layers = self.layers();
        let own = layers.iter().rev().find_map(|layer| {
            let named = layer.at(file, at)?;
            let declaration = layer.names().get(named.declaration()).clone();
            Some((declaration, layer.range(named.span())?))
        });
        let (declaration, start) = match own {
            Some(found) => found,
            None => self.by_word(file, at)?,
        };
        if declaration.span.is_none() {
            return Some(NamePlaces { declaration, declared: Vec::new(), used: Vec::new() });
        }
        let (declared, used) = closure(layers, start);
        Some(NamePlaces { declaration, declared, used })
    }

    /// The declaration that a word of a file without rules means, and its place.
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

    /// Words of scenarios and budgets that read like a global name, outside of comments.
    pub(crate) fn words(&self, declaration: &Declaration) -> Vec<FileRange> {
        if !is_global(declaration.sort) {
            return Vec::new();
        }
        let files =
            self.paths().filter(|path| path.starts_with("scenarios/") || ["balance.yaml", "look.yaml"].contains(path));
        files.flat_map(|path| occurrences(path, self.text(path).unwrap_or_default(), &declaration.name)).collect()
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
fn occurrences(file: &str, text: &str, name: &str) -> Vec<FileRange> {
    let mut found = Vec::new();
    for (start, line) in crate::lines::lines(text) {
        let code = line.find(" #").map_or(line, |comment| &line[..comment]);
        let code = if line.trim_start().starts_with('#') { "" } else { code };
        for (at, word) in code.match_indices(name) {
            let before = code[..at].chars().next_back().is_some_and(is_name_char);
            let behind = code[at + word.len()..].chars().next().is_some_and(is_name_char);
            if !before && !behind {
                let bytes = start + at..start + at + word.len();
                found.push(FileRange { file: file.to_owned(), bytes });
            }
        }
    }
    found
}
