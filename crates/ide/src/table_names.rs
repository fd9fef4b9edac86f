//! Names between the rules and a table: which of them a line of the rules touches, and where a name at the table is declared.

use std::ops::Range;

use tavola_game::{Declaration, DeclarationId, DeclarationSort};
use tavola_syntax::syntax::is_name_char;
use tavola_syntax::text::Span;

use crate::findings::FileRange;
use crate::hover::first_line;
use crate::layers::NameLayer;
use crate::lines::line_at;
use crate::places::is_global;
use crate::workspace::Workspace;

/// Name of the line that says who wins.
const WINNER: &str = "winner";

/// A name that a thing, a place, a board or a value has at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableName {
    /// Sort of thing: `place`, `track`, `member`.
    pub sort: &'static str,
    /// The name as the rules write it, without indexes.
    pub name: String,
}

/// Declaration of a name, and the rules that name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameOrigin {
    /// The name as the rules write it, without indexes.
    pub name: String,
    /// Sort of thing: `place`, `track`, `member`.
    pub sort: &'static str,
    /// The name in its declaration.
    pub at: FileRange,
    /// First line of its declaration, or its row.
    pub declaration: String,
    /// Clauses that its declaration cites.
    pub clauses: Vec<String>,
    /// Places at which rules name it.
    pub used: Vec<FileRange>,
}

impl Workspace {
    /// Names at a table that the line at a byte of a file touches. If the line has none, those of its whole rule.
    pub fn touched(&self, file: &str, at: usize) -> Vec<TableName> {
        let layer = self.layers().iter().find(|layer| layer.source(file).is_some());
        let (Some(layer), Some(text), Some(tree)) = (layer, self.text(file), self.tree(file)) else {
            return Vec::new();
        };
        let on_line = names_in(layer, file, &line_at(text, at));
        if !on_line.is_empty() {
            return on_line;
        }
        let spans = tree.file.items.iter().map(|item| item.span.range());
        let item = spans.into_iter().find(|span| span.contains(&at));
        item.map_or_else(Vec::new, |item| names_in(layer, file, &item))
    }

    /// Declarations of names at a table: things and places in notation (`hand[anna]`), or names as players read them.
    /// `winner` is the line that says who wins.
    pub fn origins(&self, names: &[String]) -> Vec<NameOrigin> {
        let mut found: Vec<NameOrigin> = Vec::new();
        for name in names {
            // A variant declares only what the game does not have.
            let own = self.layers().iter().map(|layer| self.origins_in(layer, name)).find(|own| !own.is_empty());
            for origin in own.into_iter().flatten() {
                if !found.contains(&origin) {
                    found.push(origin);
                }
            }
        }
        found
    }

    /// Text of a clause. `None` if the rulebook has no such clause.
    pub fn clause(&self, id: &str) -> Option<String> {
        self.layers().first()?.rules.clause_texts(&[]).remove(id)
    }

    fn origins_in(&self, layer: &NameLayer, name: &str) -> Vec<NameOrigin> {
        if name == WINNER {
            return winner(layer).into_iter().collect();
        }
        declared(layer, name).into_iter().filter_map(|declaration| self.origin(layer, declaration)).collect()
    }

    fn origin(&self, layer: &NameLayer, declaration: &Declaration) -> Option<NameOrigin> {
        let at = layer.range(declaration.span)?;
        let mut clauses = cited_in(layer, declaration.item);
        // A row without a citation is part of what its kind cites.
        if clauses.is_empty() {
            clauses = layer.rules.clauses_at(declaration.span);
        }
        let places = self.places(&at.file, at.bytes.start);
        let used = places.into_iter().flat_map(|places| places.used).map(|(range, _)| range).collect();
        Some(NameOrigin {
            name: declaration.name.clone(),
            sort: declaration.sort.word(),
            at,
            declaration: first_line(layer.rules.sources().text(declaration.item)),
            clauses,
            used,
        })
    }
}

/// The line that says who wins.
fn winner(layer: &NameLayer) -> Option<NameOrigin> {
    let sources = layer.rules.sources();
    let trees = sources.iter().filter_map(|(id, _)| layer.rules.texts().tree(id));
    let items = trees.flat_map(|tree| tree.file.items.clone());
    let item = items.into_iter().find(|item| item.kind.title().0 == WINNER)?;
    Some(NameOrigin {
        name: WINNER.to_owned(),
        sort: "rule",
        at: layer.range(item.span)?,
        declaration: first_line(sources.text(item.span)),
        clauses: layer.rules.clauses_at(item.span),
        used: Vec::new(),
    })
}

/// Clauses that a span cites, each once.
fn cited_in(layer: &NameLayer, item: Span) -> Vec<String> {
    let citations = layer.rules.citations();
    let inside = citations.into_iter().filter(|(span, _)| item.covers(*span));
    let mut clauses: Vec<String> = Vec::new();
    for clause in inside.flat_map(|(_, clauses)| clauses) {
        if !clauses.contains(clause) {
            clauses.push(clause.clone());
        }
    }
    clauses
}

/// True for names that can be seen at a table.
fn is_at_table(sort: DeclarationSort) -> bool {
    use DeclarationSort::{Board, Card, Column, Component, Kind, Member, Memory, Place, Track};
    matches!(sort, Board | Card | Column | Component | Kind | Member | Memory | Place | Track)
}

/// Names at a table that are written in a range of a file. A kind stands for its members, too.
fn names_in(layer: &NameLayer, file: &str, range: &Range<usize>) -> Vec<TableName> {
    let (names, source) = (layer.names(), layer.source(file));
    let is_inside = |span: Span| {
        Some(span.source) == source && range.start <= span.start as usize && span.end as usize <= range.end
    };
    let used = names.uses().iter().filter(|used| is_inside(used.span)).map(|used| used.declaration);
    let declared = names.declarations().filter(|(_, it)| is_inside(it.span)).map(|(id, _)| id);
    let mut all: Vec<DeclarationId> = declared.chain(used).collect();
    let is_kind = |id: &DeclarationId| names.get(*id).sort == DeclarationSort::Kind;
    let kinds: Vec<DeclarationId> = all.iter().copied().filter(is_kind).map(|id| names.get(id).first).collect();
    let is_member = |it: &Declaration| {
        it.sort == DeclarationSort::Member && it.parent.is_some_and(|kind| kinds.contains(&names.get(kind).first))
    };
    all.extend(names.declarations().filter(|(_, it)| is_member(it)).map(|(id, _)| id));
    let mut found: Vec<TableName> = Vec::new();
    for declaration in all.into_iter().map(|id| names.get(id)).filter(|it| is_at_table(it.sort)) {
        let name = TableName { sort: declaration.sort.word(), name: declaration.name.clone() };
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Declarations that a name at a table can mean. Of a link, those of both ends.
fn declared<'l>(layer: &'l NameLayer, name: &str) -> Vec<&'l Declaration> {
    let words: Vec<&str> =
        name.split("--").map(|part| part.split(|c| !is_name_char(c)).next().unwrap_or(part)).collect();
    let is_named = |it: &&Declaration| {
        !it.span.is_none()
            && is_global(it.sort)
            && is_at_table(it.sort)
            && (words.contains(&it.name.as_str()) || it.name.replace('_', " ") == name)
    };
    let mut found: Vec<&Declaration> =
        layer.names().declarations().map(|(_, declaration)| declaration).filter(is_named).collect();
    // A column may be named like a part of another sort, which is meant then.
    if found.iter().any(|it| it.sort != DeclarationSort::Column) {
        found.retain(|it| it.sort != DeclarationSort::Column);
    }
    found
}
