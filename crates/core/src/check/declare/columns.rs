//! Columns of kinds: attributes that rules read with a dot, and columns for drawing only.

use std::collections::BTreeMap;

use super::families::{families, family_typer};
use super::pairs;
use super::plain;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, DeclarationSort, Def, TypeSource, nearest, small_letters, word_family};
use crate::check::types::{
    DRAWING, axis_type, coerce, join, nothing, number, option, parts_of, poison, union_columns, union_of,
};
use crate::ir::{Attribute, Axis, Expr, ExprKind, KindBody as Body, KindId, LocalId, MemberFamily, Type};
use tavola_syntax::syntax::ast::{self, CellKind, ItemKind, KindBody, SheetKind};
use tavola_syntax::text::Span;

/// Columns with a fixed meaning.
const FIXED: [&str; 5] = ["name", "copies", "at", "symbol", "colour"];

/// Reads the columns of all kinds, then the heads of cards.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        if let ItemKind::Kind { name, body: KindBody::Rows(table), .. } = &item.kind {
            let Some(id) = book.names.kind(&name.text) else {
                continue;
            };
            let rows = rows_of(&families(book, id), table);
            for (at, column) in table.columns.iter().enumerate().skip(1) {
                if !FIXED.contains(&column.text.as_str()) {
                    book.index.declare(DeclarationSort::Column, &column.text, column.span, TypeSource::Column(id));
                }
                let cells: Vec<_> = rows.iter().map(|row| row.and_then(|row| row.cells.get(at))).collect();
                read_column(book, id, &cells, column);
            }
        }
    }
    for item in items {
        if let ItemKind::Sheet(sheet) = &item.kind
            && sheet.kind == SheetKind::Card
        {
            card_head(book, sheet);
        }
    }
    (0..book.ir.kinds.len()).for_each(|kind| parameters(book, KindId(kind as u32)));
    let unions: Vec<KindId> =
        (0..book.ir.kinds.len() as u32).map(KindId).filter(|kind| is_union(book, *kind)).collect();
    let mut done: Vec<KindId> = Vec::new();
    while let Some(next) = unions.iter().find(|kind| {
        !done.contains(kind) && parts_of(book, **kind).iter().all(|part| !unions.contains(part) || done.contains(part))
    }) {
        union_columns(book, *next);
        done.push(*next);
    }
    let mixed: Vec<Vec<KindId>> = book
        .ir
        .places
        .iter()
        .map(|place| place.holds.iter().filter_map(|id| book.ir.components[id.index()].kind).collect())
        .collect();
    mixed.iter().filter(|kinds| kinds.len() > 1).for_each(|kinds| {
        union_of(book, kinds);
    });
}

fn is_union(book: &Book, kind: KindId) -> bool {
    matches!(book.ir.kinds[kind.index()].body, Body::Union(_))
}

fn read_column(book: &mut Book, kind: KindId, cells: &[Option<&ast::KindCell>], column: &ast::Name) {
    match column.text.as_str() {
        "name" => each_family(book, kind, cells, |typer, family, cell| {
            if let CellKind::Text(text) = &cell.kind {
                family.title = Some(typer.text(text));
            }
        }),
        "copies" => each_family(book, kind, cells, |typer, family, cell| match &cell.kind {
            CellKind::Expr(e) => family.copies = Some(typer.number(e)),
            CellKind::Text(_) => {
                family.copies = Some(poison(cell.span));
                let help = "write the number without quotes";
                typer.book.error(codes::MIXED_COLUMN, cell.span, "a number of copies is no text", help);
            }
            _ => {}
        }),
        "at" => each_family(book, kind, cells, |_, family, cell| {
            if let CellKind::Expr(e) = &cell.kind {
                family.at = pair(e);
            }
        }),
        "symbol" => each_family(book, kind, cells, |_, family, cell| family.symbol = word(cell)),
        "colour" => {
            each_family(book, kind, cells, |_, family, cell| family.colour = word(cell));
            if are_members(book, cells) {
                book.index.declare(DeclarationSort::Column, &column.text, column.span, TypeSource::Column(kind));
                attribute(book, kind, column, cells);
            }
        }
        text if DRAWING.contains(&text) => {}
        _ if pairs::is_one(cells) => pairs::declare(book, kind, column, cells),
        _ => attribute(book, kind, column, cells),
    }
}

/// True if all cells are members of one named kind: then they are colours and also values that rules may read.
fn are_members(book: &Book, cells: &[Option<&ast::KindCell>]) -> bool {
    let words: Option<Vec<String>> = cells
        .iter()
        .flatten()
        .map(|cell| match cell.kind {
            CellKind::Text(_) => None,
            _ => word(cell),
        })
        .collect();
    let named = |kind: KindId| !book.ir.kinds[kind.index()].name.is_empty();
    let has = |kind: KindId, words: &[String]| words.iter().all(|word| book.member_of(kind, word).is_some());
    let mut kinds = (0..book.ir.kinds.len() as u32).map(KindId);
    words.is_some_and(|words| !words.is_empty() && kinds.any(|kind| named(kind) && has(kind, &words)))
}

/// The row of each member, if it has one; the first if several name it.
fn rows_of<'t>(families: &[MemberFamily], table: &'t ast::KindTable) -> Vec<Option<&'t ast::KindRow>> {
    let mut by_name: BTreeMap<&str, &ast::KindRow> = BTreeMap::new();
    for row in &table.rows {
        for cell in &row.cells {
            if let CellKind::Member(name, _) = &cell.kind {
                by_name.entry(&name.text).or_insert(row);
            }
        }
    }
    families.iter().map(|family| by_name.get(family.name.as_str()).copied()).collect()
}

fn each_family(
    book: &mut Book,
    kind: KindId,
    cells: &[Option<&ast::KindCell>],
    mut set: impl FnMut(&mut Typer<'_>, &mut MemberFamily, &ast::KindCell),
) {
    let mut families = families(book, kind);
    for (family, cell) in families.iter_mut().zip(cells) {
        if let Some(cell) = cell {
            let mut typer = family_typer(book, family);
            set(&mut typer, family, cell);
        }
    }
    book.ir.kinds[kind.index()].body = Body::Members(families);
}

/// A cell that is a text or a single word: `"♔"`, `red`.
fn word(cell: &ast::KindCell) -> Option<String> {
    match &cell.kind {
        CellKind::Text(text) => Some(plain(text)),
        CellKind::Expr(ast::Expr { kind: ast::ExprKind::Name(word), .. }) => Some(word.clone()),
        _ => None,
    }
}

fn pair(e: &ast::Expr) -> Option<(i64, i64)> {
    let ast::ExprKind::Tuple(sides) = &e.kind else {
        return None;
    };
    match (&sides.first()?.kind, &sides.get(1)?.kind) {
        (ast::ExprKind::Number(x), ast::ExprKind::Number(y)) => Some((*x, *y)),
        _ => None,
    }
}

fn attribute(book: &mut Book, kind: KindId, column: &ast::Name, cells: &[Option<&ast::KindCell>]) {
    let families = families(book, kind);
    if cells.iter().flatten().any(|cell| matches!(cell.kind, CellKind::Bag(_))) {
        return amounts(book, kind, column, &families, cells);
    }
    if texts_wanted(cells) {
        return texts(book, kind, column, cells);
    }
    for cell in cells.iter().flatten().filter(|cell| matches!(cell.kind, CellKind::Text(_))) {
        let message = format!("in the column `{}` this is a text, but most cells are not", column.text);
        book.error(codes::MIXED_COLUMN, cell.span, message, "write it without quotes, like the other cells");
    }
    let want = words_of(book, &families, cells);
    let mut values = Vec::new();
    let mut ty: Option<Type> = None;
    for (family, cell) in families.iter().zip(cells) {
        let value = cell_value(book, family, *cell, want.as_ref());
        ty = Some(match ty {
            None => value.ty.clone(),
            Some(before) => {
                let joined = join(book, &before, &value.ty);
                joined.unwrap_or_else(|| mixed(book, column, &before, &value))
            }
        });
        values.push(value);
    }
    let ty = match ty {
        Some(Type::Nothing) | None => return,
        Some(ty) => ty,
    };
    let values = values.into_iter().map(|value| coerce(book, value, &ty)).collect();
    add(book, kind, column, ty, values);
}

fn add(book: &mut Book, kind: KindId, column: &ast::Name, ty: Type, values: Vec<Expr>) {
    let attributes = &mut book.ir.kinds[kind.index()].attributes;
    if attributes.iter().any(|other| other.name == column.text) {
        let message = format!("there are two columns `{}`", column.text);
        book.error(codes::NAME_TWICE, column.span, message, "give one of them another name");
        book.nameless = true;
        return;
    }
    attributes.push(Attribute { name: column.text.clone(), ty, values, span: column.span });
}

/// True if most cells with contents are texts.
fn texts_wanted(cells: &[Option<&ast::KindCell>]) -> bool {
    let texts = cells.iter().flatten().filter(|cell| matches!(cell.kind, CellKind::Text(_))).count();
    let others = cells.iter().flatten().filter(|cell| matches!(cell.kind, CellKind::Expr(_))).count();
    texts > 0 && texts >= others
}

/// Adds a column of texts, which rules cannot read. A name close to that of a drawing column is reported as a misspelling.
fn texts(book: &mut Book, kind: KindId, column: &ast::Name, cells: &[Option<&ast::KindCell>]) {
    if let Some(help) = book.near(column, DRAWING.into_iter()) {
        let message = format!("the column `{}` has texts, which rules cannot read", column.text);
        book.error(codes::UNKNOWN_ATTRIBUTE, column.span, message, help);
        return add(book, kind, column, Type::Error, Vec::new());
    }
    let mut ty = Type::Text;
    each_family(book, kind, cells, |typer, family, cell| match &cell.kind {
        CellKind::Text(text) => family.texts.push((column.text.clone(), plain(text))),
        CellKind::None => {}
        _ => {
            ty = Type::Error;
            let message = format!("in the column `{}` this is not a text, but other cells are", column.text);
            typer.book.error(codes::MIXED_COLUMN, cell.span, message, "write it in quotes, or `-`");
        }
    });
    add(book, kind, column, ty, Vec::new());
}

/// Adds a column of amounts: `1 wool, 2 gold`. `-` stands for no amounts, a word alone for one of it.
fn amounts(
    book: &mut Book,
    kind: KindId,
    column: &ast::Name,
    families: &[MemberFamily],
    cells: &[Option<&ast::KindCell>],
) {
    let mut items: Vec<Vec<(i64, ast::Name)>> = Vec::new();
    for cell in cells {
        items.push(match cell.map(|cell| (&cell.kind, cell.span)) {
            Some((CellKind::Bag(items), _)) => items.clone(),
            Some((CellKind::Expr(ast::Expr { kind: ast::ExprKind::Name(word), span }), _)) => {
                vec![(1, ast::Name { text: word.clone(), span: *span })]
            }
            Some((CellKind::Expr(_) | CellKind::Text(_), span)) => {
                let message = format!("in the column `{}` this is not an amount, but other cells are", column.text);
                book.error(codes::MIXED_COLUMN, span, message, "write `1 wool, 2 gold`, or `-` for nothing");
                Vec::new()
            }
            _ => Vec::new(),
        });
    }
    let Some(of) = counted_kind(book, families, &items).or_else(|| mostly_counted(book, &items)) else {
        let first = items.iter().flatten().next();
        let span = first.map_or(column.span, |(_, name)| name.span);
        let message = format!("the words of the column `{}` are not members of one kind", column.text);
        book.error(codes::MIXED_COLUMN, span, message, "use members of one kind only");
        return add(book, kind, column, Type::Error, Vec::new());
    };
    let ty = Type::Amounts(of);
    let mut values = Vec::new();
    for ((family, cell), items) in families.iter().zip(cells).zip(&items) {
        let mut all: Vec<(i64, Expr)> = Vec::new();
        for (n, name) in items {
            let word = ast::Expr { kind: ast::ExprKind::Name(name.text.clone()), span: name.span };
            let member = family_typer(book, family).typed(&word, &Type::Member(of));
            let first = all.iter().find(|(_, other)| other.kind == member.kind && member.ty != Type::Error);
            if let Some(first) = first.map(|(_, other)| other.span) {
                let message = format!("`{}` is listed twice in this cell", name.text);
                book.error(codes::NAME_TWICE, name.span, message, "add the amounts up");
                book.label(first, "the first is here");
            }
            all.push((*n, member));
        }
        let span = cell.map_or(family.span, |cell| cell.span);
        values.push(Expr { kind: ExprKind::Amounts(all), ty: ty.clone(), span });
    }
    add(book, kind, column, ty, values);
}

/// The kind whose members are counted. A kind that is the only index of a component is preferred.
fn counted_kind(book: &Book, families: &[MemberFamily], items: &[Vec<(i64, ast::Name)>]) -> Option<KindId> {
    let fits = |kind: &KindId| {
        families.iter().zip(items).all(|(family, items)| {
            items.iter().all(|(_, name)| match family.param_names.iter().position(|param| *param == name.text) {
                Some(at) => {
                    matches!(family.params.get(at), Some(Axis::Kind(param)) if book.within(*param, *kind))
                }
                None => book.member_of(*kind, &name.text).is_some(),
            })
        })
    };
    let indexes = book.ir.components.iter().filter_map(|component| match component.axes.as_slice() {
        [Axis::Kind(kind)] => Some(*kind),
        _ => None,
    });
    indexes.chain((0..book.ir.kinds.len() as u32).map(KindId)).find(fits)
}

/// The kind that has most of the words, if it has more than half of them.
fn mostly_counted(book: &Book, items: &[Vec<(i64, ast::Name)>]) -> Option<KindId> {
    let words: Vec<&str> = items.iter().flatten().map(|(_, name)| name.text.as_str()).collect();
    let known = |kind: &KindId| words.iter().filter(|word| book.member_of(*kind, word).is_some()).count();
    let kinds = (0..book.ir.kinds.len() as u32).map(KindId);
    let named = kinds.filter(|kind| !book.ir.kinds[kind.index()].name.is_empty());
    let best = named.max_by_key(|kind| (known(kind), std::cmp::Reverse(*kind)))?;
    (known(&best) * 2 > words.len()).then_some(best)
}

/// Reports a cell whose type differs from the cells above.
pub(super) fn mixed(book: &mut Book, column: &ast::Name, before: &Type, value: &Expr) -> Type {
    if value.ty != Type::Error && *before != Type::Error {
        let message = format!(
            "in the column `{}` this is {}, but the cells above are {}",
            column.text,
            book.say(&value.ty),
            book.say(before)
        );
        book.error(codes::MIXED_COLUMN, value.span, message, book.such(before));
    }
    Type::Error
}

fn cell_value(book: &mut Book, family: &MemberFamily, cell: Option<&ast::KindCell>, want: Option<&Type>) -> Expr {
    let none = |span: Span| nothing(Type::Nothing, span);
    let Some(cell) = cell else { return none(family.span) };
    match &cell.kind {
        CellKind::Expr(e) => {
            let found = family_typer(book, family).value(e, want);
            match want {
                Some(want) if matches!(found.ty, Type::Member(_)) => coerce(book, found, want),
                _ => found,
            }
        }
        // Reported as the text that it is.
        CellKind::Text(_) => poison(cell.span),
        CellKind::None | CellKind::Member(..) | CellKind::Bag(_) => none(cell.span),
    }
}

/// The kind of a column whose cells are words. Adds an unnamed kind if no named kind has all of them.
fn words_of(book: &mut Book, families: &[MemberFamily], cells: &[Option<&ast::KindCell>]) -> Option<Type> {
    let mut words: Vec<(&str, Span)> = Vec::new();
    let mut narrow: Vec<KindId> = Vec::new();
    for (family, cell) in families.iter().zip(cells) {
        let Some(ast::KindCell { kind: CellKind::Expr(ast::Expr { kind: ast::ExprKind::Name(word), span }), .. }) =
            cell
        else {
            continue;
        };
        if let Some(param) = family.param_names.iter().position(|name| name == word) {
            if let Some(Axis::Kind(kind)) = family.params.get(param) {
                narrow.push(*kind);
            }
        } else if !matches!(word.as_str(), "yes" | "no" | "none" | "players") && !is_value(book, word) {
            words.push((word, *span));
        }
    }
    // An unreadable row may have declared the word, so it does not decide which kind fits.
    words.retain(|(word, _)| !book.unreadable.contains(*word) || !book.names.members(word).is_empty());
    let is_number =
        |cell: &&ast::KindCell| matches!(&cell.kind, CellKind::Expr(ast::Expr { kind: ast::ExprKind::Number(_), .. }));
    let numbers = cells.iter().flatten().filter(|cell| is_number(cell)).count();
    if words.is_empty() {
        return None;
    }
    // A word among numbers must be one.
    if numbers > words.len() {
        return Some(Type::Number);
    }
    let fits = |kind: &KindId| {
        words.iter().all(|(word, _)| book.member_of(*kind, word).is_some())
            && narrow.iter().all(|part| book.within(*part, *kind))
            && !book.ir.kinds[kind.index()].name.is_empty()
    };
    let kinds = (0..book.ir.kinds.len() as u32).map(KindId);
    if let Some(kind) = kinds.into_iter().find(fits) {
        return Some(Type::Member(kind));
    }
    if let Some(kind) = nearly(book, &words, &narrow) {
        return Some(Type::Member(kind));
    }
    let mut own: Vec<MemberFamily> = Vec::new();
    for (word, span) in &words {
        if !own.iter().any(|family| family.name == *word) {
            own.push(word_family(word, *span));
        }
    }
    let kind = book.add_kind("", Body::Members(own), words[0].1);
    book.declares_members(DeclarationSort::Word, kind);
    Some(Type::Member(kind))
}

/// The named kind that has all words but misspelt ones.
fn nearly(book: &Book, words: &[(&str, Span)], narrow: &[KindId]) -> Option<KindId> {
    let close = |kind: KindId, word: &str| {
        let known = book.member_names(kind);
        word.chars().count() > 2 && nearest(word, known.into_iter()).is_some()
    };
    let fits = |kind: &KindId| {
        let has = |word: &str| book.member_of(*kind, word).is_some();
        let is_known = narrow.iter().any(|part| book.within(*part, *kind)) || words.iter().any(|(word, _)| has(word));
        is_known
            && words.iter().all(|(word, _)| has(word) || close(*kind, word))
            && narrow.iter().all(|part| book.within(*part, *kind))
            && !book.ir.kinds[kind.index()].name.is_empty()
    };
    (0..book.ir.kinds.len() as u32).map(KindId).find(fits)
}

fn is_value(book: &Book, word: &str) -> bool {
    book.names.get(word).iter().any(|def| matches!(def, Def::Setting(_) | Def::Define(_)))
}

/// Reads the number of copies (`x5`) and the title of a card.
fn card_head(book: &mut Book, sheet: &ast::Sheet) {
    let Some(kind) = sheet.of.first().and_then(|kind| book.names.kind(&kind.text)) else {
        return;
    };
    let mut families = families(book, kind);
    let Some(family) = families.iter_mut().find(|family| family.name == sheet.name.text) else {
        return;
    };
    let mut typer = family_typer(book, family);
    family.copies = Some(match &sheet.copies {
        Some(copies) => typer.number(copies),
        None => number(1, sheet.name.span),
    });
    family.title = typer.maybe_text(sheet.title.as_ref()).or_else(|| family.title.take());
    book.ir.kinds[kind.index()].body = Body::Members(families);
}

/// Adds an attribute for each parameter of members. It has the name of the kind in snake case, or the parameter's own name
/// for numbers.
fn parameters(book: &mut Book, kind: KindId) {
    let families = families(book, kind);
    let mut wanted: Vec<(String, Type)> = Vec::new();
    for family in &families {
        for (axis, own) in family.params.iter().zip(&family.param_names) {
            let name = match axis {
                Axis::Kind(param) => small_letters(&book.ir.kinds[param.index()].name),
                Axis::Numbers(..) => own.clone(),
            };
            let column = book.ir.kinds[kind.index()].attributes.iter().any(|other| other.name == name);
            if !name.is_empty() && !column && !wanted.iter().any(|(other, _)| *other == name) {
                wanted.push((name, axis_type(axis)));
            }
        }
    }
    for (name, plain) in wanted {
        let places: Vec<Option<usize>> = families.iter().map(|family| named_param(family, &name, &plain)).collect();
        let everywhere = places.iter().all(Option::is_some);
        let ty = if everywhere { plain.clone() } else { option(plain.clone()) };
        let value = |(family, at): (&MemberFamily, &Option<usize>)| {
            let span = family.span;
            match at {
                Some(at) => {
                    let kind = ExprKind::Local(LocalId(*at as u32));
                    coerce(book, Expr { kind, ty: plain.clone(), span }, &ty)
                }
                None => nothing(ty.clone(), span),
            }
        };
        let values = families.iter().zip(&places).map(value).collect();
        let span = declared_at(book, &families, &places, &plain);
        book.ir.kinds[kind.index()].attributes.push(Attribute { name, ty, values, span });
    }
}

/// The place of the name under which parameters are read: that of their kind, or of the parameters themselves.
fn declared_at(book: &mut Book, families: &[MemberFamily], places: &[Option<usize>], ty: &Type) -> Span {
    if let Type::Member(kind) = ty {
        return book.ir.kinds[kind.index()].span;
    }
    let spans = families.iter().zip(places).filter_map(|(family, at)| family.param_spans.get((*at)?).copied());
    let spans: Vec<Span> = spans.collect();
    let first = spans.first().copied().unwrap_or(Span::NONE);
    spans.iter().for_each(|span| book.index.join(first, *span));
    first
}

/// Position of the parameter of a family that is read under this name.
fn named_param(family: &MemberFamily, name: &str, ty: &Type) -> Option<usize> {
    family
        .params
        .iter()
        .zip(&family.param_names)
        .position(|(axis, own)| axis_type(axis) == *ty && (matches!(axis, Axis::Kind(_)) || own == name))
}
