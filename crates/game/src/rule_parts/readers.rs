//! Clauses whose rules read a part: they may have to be read again when it changes.

use std::collections::BTreeSet;

use crate::{DeclarationId, DeclarationSort, NameIndex, Rules};
use tavola_core::check::PartName;

impl Rules {
    /// Clauses that are cited where the rules read a setting, a ruling, a table or a define, without duplicates and in the order of the
    /// texts: by the line, or else its item. Other parts have none.
    ///
    /// A define or table that cites nothing passes on what it reads: then the clauses of its readers count.
    pub fn readers(&self, part: &PartName) -> Vec<String> {
        let names = self.names();
        let mut open = declared(names, part);
        let mut known: BTreeSet<DeclarationId> = open.iter().copied().collect();
        let mut spans = BTreeSet::new();
        while let Some(id) = open.pop() {
            for used in names.uses_of(id) {
                let mut holders =
                    names.declared_in(used.span.source).filter(|(_, holder)| holder.item.covers(used.span));
                let passes_on =
                    |holder: DeclarationSort| holder == DeclarationSort::Define || holder == DeclarationSort::Table;
                match holders.find(|(_, holder)| passes_on(holder.sort)) {
                    Some((holder, _)) if self.clauses_at(used.span).is_empty() => {
                        open.extend(known.insert(holder).then_some(holder));
                    }
                    _ => {
                        spans.insert(used.span);
                    }
                }
            }
        }
        let mut clauses: Vec<String> = Vec::new();
        for id in spans.into_iter().flat_map(|span| self.clauses_at(span)) {
            if !clauses.contains(&id) {
                clauses.push(id);
            }
        }
        clauses
    }
}

/// The declarations of a part whose value the rules read by its name.
fn declared(names: &NameIndex, part: &PartName) -> Vec<DeclarationId> {
    let (sort, name) = match part.sort {
        "settings" => (DeclarationSort::Setting, part.row.as_ref()),
        "rulings" => (DeclarationSort::Ruling, part.row.as_ref()),
        "table" => (DeclarationSort::Table, Some(&part.name)),
        "define" => (DeclarationSort::Define, Some(&part.name)),
        _ => return Vec::new(),
    };
    let is_part = |own: &str| name.is_some_and(|name| name == own);
    names.declarations().filter(|(_, one)| one.sort == sort && is_part(&one.name)).map(|(id, _)| id).collect()
}
