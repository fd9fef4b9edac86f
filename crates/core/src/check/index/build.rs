//! Builds the index from what the checker has recorded.

use std::collections::BTreeMap;

use super::{Declaration, DeclarationId, DeclarationSort, NameIndex, NameUse};
use crate::check::names::{Book, RecordedDeclaration, Recorder, TypeSource};
use crate::check::overlay::OverlaidName;
use crate::check::scenario::signatures;
use crate::ir::{Rulebook, Type};
use tavola_syntax::syntax::ast::File;
use tavola_syntax::text::Span;

/// Names as the checker has recorded them. [`RecordedNames::index`] makes the index from it, when somebody asks for it: that takes
/// a fifth of the time of a check.
#[derive(Clone, Debug, Default)]
pub struct RecordedNames {
    recorder: Recorder,
    /// The names in variants of what they change.
    changed: Vec<OverlaidName>,
    items: Vec<NamedItem>,
    /// The rulebook as far as it could be made, if it has errors.
    unsound: Option<Box<Rulebook>>,
}

/// An item of the rules: its place, the place of its name, and its rows.
type NamedItem = (Span, Option<Span>, Vec<Span>);

impl RecordedNames {
    pub(in crate::check) fn new(recorder: Recorder, files: &[File], changed: &[OverlaidName]) -> Self {
        let items = files.iter().flat_map(|file| &file.items);
        let items = items.map(|item| (item.span, item.kind.title().1.map(|name| name.span), item.kind.row_spans()));
        Self { recorder, changed: changed.to_vec(), items: items.collect(), unsound: None }
    }

    /// Keeps a rulebook with errors, for the types of its names.
    pub(in crate::check) fn keep_unsound(&mut self, unsound: Rulebook) {
        self.unsound = Some(Box::new(unsound));
    }

    /// The index. `rulebook` is that of the same check, if it has no errors.
    pub fn index(&self, rulebook: Option<&Rulebook>) -> NameIndex {
        let Some(rulebook) = rulebook.or(self.unsound.as_deref()) else { return NameIndex::default() };
        NameIndex::of(&Book::over(signatures(rulebook)), self)
    }
}

impl NameIndex {
    fn of(book: &Book, names: &RecordedNames) -> Self {
        let RecordedNames { recorder: recorded, changed, items, .. } = names;
        let mut types = Types { book, known: Vec::new() };
        let mut all: BTreeMap<Span, Declaration> = BTreeMap::new();
        for declared in &recorded.declared {
            // A body that is checked twice declares its names twice. The last time their types are known.
            let declaration = types.declaration(declared);
            all.insert(declaration.span, declaration);
        }
        for change in changed {
            let known = all.get(&change.of).or_else(|| all.get(&change.name.span));
            let (sort, ty) = known.map_or((change.sort, None), |known| (known.sort, known.ty.clone()));
            for span in [change.of, change.name.span] {
                let name = change.name.text.clone();
                all.entry(span).or_insert_with(|| bare(sort, name, span, ty.clone()));
            }
        }
        let mut outside: Vec<(DeclarationSort, &str)> =
            recorded.outside.iter().map(|(_, sort, name)| (*sort, name.as_str())).collect();
        outside.sort_unstable();
        outside.dedup();
        let spans: Vec<Span> = all.keys().copied().collect();
        let mut declarations: Vec<Declaration> = all.into_values().collect();
        declarations.extend(outside.iter().map(|(sort, name)| bare(*sort, (*name).to_owned(), Span::NONE, None)));
        let at = |span: Span| spans.binary_search(&span).ok();
        let joined = recorded.joined.iter().copied().chain(changed.iter().map(|change| (change.name.span, change.of)));
        join(&mut declarations, joined.filter_map(|(one, other)| Some((at(one)?, at(other)?))));
        let mut index = Self { declarations, uses: Vec::new() };
        index.uses = uses(&index, recorded, &spans, &outside);
        place(&mut index, &spans, items, changed);
        index
    }
}

/// The recorded uses in the order of the texts. `spans` are the places of the first declarations, `outside` the names of the others.
fn uses(index: &NameIndex, recorded: &Recorder, spans: &[Span], outside: &[(DeclarationSort, &str)]) -> Vec<NameUse> {
    let at = |span: Span| spans.binary_search(&span).ok();
    let inside = recorded.uses.iter().filter_map(|used| {
        let id = at(used.to)?;
        let lower_case = used.column && index.declarations[id].sort == DeclarationSort::Kind;
        Some(NameUse { span: used.at, declaration: DeclarationId(id as u32), lower_case })
    });
    let words = recorded.outside.iter().filter_map(|(span, sort, name)| {
        let id = spans.len() + outside.binary_search(&(*sort, name.as_str())).ok()?;
        Some(NameUse { span: *span, declaration: DeclarationId(id as u32), lower_case: false })
    });
    let mut uses: Vec<NameUse> = inside.chain(words).filter(|used| at(used.span).is_none()).collect();
    // The last record of a place counts, so the order is reversed before the others are dropped.
    uses.reverse();
    uses.sort_by_key(|used| used.span);
    uses.dedup_by_key(|used| used.span);
    uses
}

fn bare(sort: DeclarationSort, name: String, span: Span, ty: Option<String>) -> Declaration {
    Declaration { sort, name, span, item: span, parent: None, ty, first: DeclarationId(0) }
}

/// Types as messages call them. Each type is put into words once.
struct Types<'b> {
    book: &'b Book,
    known: Vec<(Type, String)>,
}

impl Types<'_> {
    fn declaration(&mut self, declared: &RecordedDeclaration) -> Declaration {
        let RecordedDeclaration { sort, name, span, ty } = declared;
        let ir = &self.book.ir;
        let sort = if let TypeSource::Def(def) = ty { DeclarationSort::of(ir, *def) } else { *sort };
        let ty = match ty {
            TypeSource::None => None,
            TypeSource::Type(ty) => Some(ty.clone()),
            TypeSource::Def(def) => self.book.type_of(*def),
            TypeSource::Column(kind) => {
                let mut attributes = ir.kinds[kind.index()].attributes.iter();
                attributes.find(|column| column.span == *span).map(|column| column.ty.clone())
            }
            TypeSource::Result(table) => {
                let mut columns = ir.tables[table.index()].columns.iter();
                columns.find(|column| column.span == *span).map(|column| column.ty.clone())
            }
        };
        let ty = ty.filter(|ty| *ty != Type::Error).map(|ty| self.say(ty));
        bare(sort, name.clone(), *span, ty)
    }

    fn say(&mut self, ty: Type) -> String {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == ty) {
            return known.clone();
        }
        let said = self.book.say(&ty);
        self.known.push((ty, said.clone()));
        said
    }
}

/// Gives all declarations of one thing the same first declaration.
fn join(declarations: &mut [Declaration], pairs: impl Iterator<Item = (usize, usize)>) {
    let mut sets = petgraph::unionfind::UnionFind::<usize>::new(declarations.len());
    for (one, other) in pairs {
        sets.union(one, other);
    }
    let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, declaration) in declarations.iter_mut().enumerate() {
        let first = *firsts.entry(sets.find(at)).or_insert(at);
        declaration.first = DeclarationId(first as u32);
    }
}

/// Finds the item or row of each declaration, and the declaration of the item.
fn place(index: &mut NameIndex, spans: &[Span], items: &[NamedItem], changed: &[OverlaidName]) {
    let touched = changed.iter().map(|change| (change.item, change.title, vec![change.row]));
    for (item, title, rows) in items.iter().cloned().chain(touched) {
        let parent = title.and_then(|title| spans.binary_search(&title).ok());
        let from = spans.partition_point(|span| (span.source, span.start) < (item.source, item.start));
        for (at, span) in spans.iter().enumerate().skip(from).take_while(|(_, span)| item.covers(**span)) {
            let row = rows.iter().find(|row| row.covers(*span)).filter(|_| Some(at) != parent);
            index.declarations[at].item = *row.unwrap_or(&item);
            index.declarations[at].parent = parent.filter(|parent| *parent != at).map(|at| DeclarationId(at as u32));
        }
    }
}

/// Sets the places of clauses, adds those that nothing cites, and adds uses by name.
pub(super) fn add_rulebook(index: &mut NameIndex, clauses: &[(&str, Span)], uses: &[(&str, DeclarationSort, Span)]) {
    let mut known: BTreeMap<&str, Span> = clauses.iter().rev().copied().collect();
    for declaration in index.declarations.iter_mut().filter(|it| it.sort == DeclarationSort::Clause) {
        if let Some(span) = known.remove(declaration.name.as_str()) {
            (declaration.span, declaration.item) = (span, span);
        }
    }
    for (name, span) in known {
        let first = DeclarationId(index.declarations.len() as u32);
        index.declarations.push(Declaration { first, ..bare(DeclarationSort::Clause, name.to_owned(), span, None) });
    }
    sort(index);
    let mut by_name: BTreeMap<(DeclarationSort, &str), DeclarationId> = BTreeMap::new();
    for (id, declaration) in index.declarations() {
        // A ruling is named like a setting.
        let sort =
            if declaration.sort == DeclarationSort::Ruling { DeclarationSort::Setting } else { declaration.sort };
        by_name.entry((sort, &declaration.name)).or_insert(id);
    }
    let used = |(name, sort, span): &(&str, DeclarationSort, Span)| {
        let declaration = *by_name.get(&(*sort, *name))?;
        Some(NameUse { span: *span, declaration, lower_case: false })
    };
    let more: Vec<NameUse> = uses.iter().filter_map(used).collect();
    index.uses.extend(more);
    index.uses.sort_by_key(|used| used.span);
}

/// Sorts the declarations by their places, and renumbers what refers to them.
fn sort(index: &mut NameIndex) {
    let mut order: Vec<usize> = (0..index.declarations.len()).collect();
    order.sort_by_key(|at| index.declarations[*at].span);
    let mut numbers = vec![DeclarationId(0); order.len()];
    order.iter().enumerate().for_each(|(new, old)| numbers[*old] = DeclarationId(new as u32));
    let mut old: Vec<Option<Declaration>> = std::mem::take(&mut index.declarations).into_iter().map(Some).collect();
    index.declarations = order.iter().filter_map(|at| old[*at].take()).collect();
    for declaration in &mut index.declarations {
        declaration.first = numbers[declaration.first.index()];
        declaration.parent = declaration.parent.map(|parent| numbers[parent.index()]);
    }
    for used in &mut index.uses {
        used.declaration = numbers[used.declaration.index()];
    }
}
