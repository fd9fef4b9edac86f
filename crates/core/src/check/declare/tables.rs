//! Declares tables like `table form(n: number)`: results by rows.

use std::collections::BTreeSet;

use super::columns::mixed;
use super::defines::param_type;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, DeclarationSort, Def, TypeSource, fold};
use crate::check::types::{coerce, join, nothing};
use crate::ir::{Binary, Expr, ExprKind, KindId, LocalRole, Table, TableColumn, TableId, TableRow, Type};
use tavola_syntax::syntax::ast::{self, ItemKind};

/// Maximum number of key combinations for which completeness is checked.
const MAX_COMBINATIONS: usize = 4096;

struct TableItem<'a> {
    params: &'a [ast::Param],
    /// Headings of the keys.
    keys: &'a [ast::Name],
    columns: &'a [ast::Name],
    rows: &'a [ast::TableRow],
    name: &'a ast::Name,
}

fn table_items<'a>(items: &[&'a ast::Item]) -> Vec<TableItem<'a>> {
    items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Table { name, params, keys, columns, rows } => {
                Some(TableItem { params, keys, columns, rows, name })
            }
            _ => None,
        })
        .collect()
}

/// Declares names, keys and rows of tables.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for table in table_items(items) {
        let keys = table.params.iter().map(|param| key_type(book, param)).collect();
        let column = |column: &ast::Name| TableColumn { name: column.text.clone(), ty: Type::Error, span: column.span };
        let columns = table.columns.iter().map(column).collect();
        let name = table.name.text.clone();
        book.claim(table.name, Def::Table(TableId(book.ir.tables.len() as u32)));
        for column in table.columns {
            let id = TableId(book.ir.tables.len() as u32);
            book.index.declare(DeclarationSort::Column, &column.text, column.span, TypeSource::Result(id));
        }
        for (param, key) in table.params.iter().zip(table.keys) {
            if param.name.text == key.text {
                book.index.refer(key.span, param.name.span);
            }
        }
        book.ir.tables.push(Table { name, keys, columns, rows: Vec::new(), span: table.name.span });
    }
    for (at, table) in table_items(items).into_iter().enumerate() {
        fill(book, at, &table);
    }
}

fn key_type(book: &mut Book, param: &ast::Param) -> Type {
    let ty = param_type(&mut Typer::new(book), param);
    if matches!(ty, Type::Number | Type::YesNo | Type::Member(_) | Type::Error) {
        return ty;
    }
    let message = format!("a table cannot be looked up by {}", book.say(&ty));
    book.error(codes::MISMATCH, param.name.span, message, "its keys are numbers, members, or yes and no");
    Type::Error
}

fn fill(book: &mut Book, at: usize, table: &TableItem<'_>) {
    let keys = book.ir.tables[at].keys.clone();
    let mut rows: Vec<(Option<Expr>, Vec<Expr>, tavola_syntax::text::Span)> = Vec::new();
    if table.keys.len() != keys.len() {
        return other_keys(book, table);
    }
    for row in table.rows {
        if row.tests.len() != keys.len() || row.values.len() != table.columns.len() {
            let message = format!(
                "this row has {} left of `||` and {} right of it, its table has {} and {}",
                row.tests.len(),
                row.values.len(),
                keys.len(),
                table.columns.len()
            );
            book.error(codes::ROW_WIDTH, row.span, message, "give each column a cell; `any` fits every value");
            continue;
        }
        let mut typer = Typer::new(book);
        let subjects: Vec<Expr> = table
            .params
            .iter()
            .zip(&keys)
            .map(|(param, ty)| {
                let id = typer.scope.declare_local(typer.book, &param.name, ty.clone(), LocalRole::Param);
                typer.scope.local(id, param.name.span)
            })
            .collect();
        let test = typer.row_test(&subjects, &row.tests).0;
        // Results do not depend on the keys, so the keys leave the scope.
        typer.scope.forget(0);
        let values = row.values.iter().map(|value| match value {
            Some(e) => typer.value(e, None),
            None => nothing(Type::Nothing, row.span),
        });
        let values = values.collect();
        rows.push((test, values, row.span));
    }
    let types = (0..table.columns.len()).map(|column| column_type(book, table, column, &rows)).collect::<Vec<_>>();
    for (column, ty) in types.iter().enumerate() {
        book.ir.tables[at].columns[column].ty = ty.clone();
    }
    for (test, values, span) in rows {
        let values = values.into_iter().zip(&types).map(|(value, ty)| coerce(book, value, ty)).collect();
        book.ir.tables[at].rows.push(TableRow { test, values, span });
    }
}

/// Reports a heading with more or fewer keys than the table has parameters. The types of its results stay unknown.
fn other_keys(book: &mut Book, table: &TableItem<'_>) {
    let (heads, params) = (table.keys.len(), table.params.len());
    let span = match table.keys {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => table.name.span,
    };
    let columns = if heads == 1 { "1 column" } else { &format!("{heads} columns") };
    let parameters = if params == 1 { "1 parameter" } else { &format!("{params} parameters") };
    let message = format!("the heading has {columns} left of `||`, and `{}` has {parameters}", table.name.text);
    let help = match heads > params {
        true => "add a parameter for each of them: `table prize(b in Bed, seat: number)`, or remove a column",
        false => "add a column for each parameter; `any` in its cells fits every value",
    };
    book.error(codes::ROW_WIDTH, span, message, help);
}

fn column_type(
    book: &mut Book,
    table: &TableItem<'_>,
    column: usize,
    rows: &[(Option<Expr>, Vec<Expr>, tavola_syntax::text::Span)],
) -> Type {
    let mut ty = Type::Nothing;
    for (nth, (_, values, _)) in rows.iter().enumerate() {
        let value = &values[column];
        let joined = if nth == 0 { Some(value.ty.clone()) } else { join(book, &ty, &value.ty) };
        match joined {
            Some(joined) => ty = joined,
            None => {
                return mixed(book, &table.columns[column], &ty, value);
            }
        }
    }
    ty
}

/// Reports rows with the same keys, and keys without a row. Runs after all settings have values.
pub(super) fn rows(book: &mut Book, items: &[&ast::Item]) {
    for (at, table) in table_items(items).into_iter().enumerate() {
        let keys = book.ir.tables[at].keys.clone();
        if table.rows.len() != book.ir.tables[at].rows.len() || keys.contains(&Type::Error) {
            continue;
        }
        let covers: Vec<Vec<Cover>> =
            book.ir.tables[at].rows.iter().map(|row| covers(book, row.test.as_ref(), keys.len())).collect();
        for (nth, cover) in covers.iter().enumerate() {
            let known = cover.iter().all(|key| *key != Cover::Unknown);
            if let Some(first) = covers[..nth].iter().position(|other| known && other == cover) {
                let labels = (book.ir.tables[at].rows[first].span, book.ir.tables[at].rows[nth].span);
                book.found.push(
                    tavola_syntax::diagnostic::Diagnostic::error(
                        codes::ROW_TWICE,
                        labels.1,
                        "this row has the same keys as another",
                    )
                    .label(labels.0, "this row is used")
                    .help("change a key, or remove the row"),
                );
            }
        }
        missing(book, &table, &keys, &covers);
    }
}

/// Values of one key that a row applies to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cover {
    All,
    These(BTreeSet<i64>),
    Unknown,
}

fn covers(book: &Book, test: Option<&Expr>, keys: usize) -> Vec<Cover> {
    let mut covers = vec![Cover::All; keys];
    if let Some(test) = test {
        cover_all(book, test, &mut covers);
    }
    covers
}

fn cover_all(book: &Book, test: &Expr, covers: &mut Vec<Cover>) {
    if let ExprKind::Binary(Binary::And, a, b) = &test.kind {
        cover_all(book, a, covers);
        cover_all(book, b, covers);
        return;
    }
    match cover_one(book, test) {
        Some((key, values)) if key < covers.len() => covers[key] = Cover::These(values),
        _ => covers.iter_mut().for_each(|cover| *cover = Cover::Unknown),
    }
}

fn cover_one(book: &Book, test: &Expr) -> Option<(usize, BTreeSet<i64>)> {
    match &test.kind {
        ExprKind::Local(id) => Some((id.index(), BTreeSet::from([1]))),
        ExprKind::Not(inner) => match inner.kind {
            ExprKind::Local(id) => Some((id.index(), BTreeSet::from([0]))),
            _ => None,
        },
        ExprKind::Binary(Binary::Or, a, b) => {
            let ((key, mut values), (other, more)) = (cover_one(book, a)?, cover_one(book, b)?);
            values.extend(more);
            (key == other).then_some((key, values))
        }
        ExprKind::Binary(op @ (Binary::Is | Binary::In), a, b) => {
            let ExprKind::Local(id) = a.kind else { return None };
            let values = match &b.kind {
                ExprKind::Range(low, high) if *op == Binary::In => {
                    let (low, high) = (fold(book, low, None)?, fold(book, high, None)?);
                    if high.saturating_sub(low) > 10_000 {
                        return None;
                    }
                    (low..=high).collect()
                }
                ExprKind::Setting(_) => return None,
                _ => BTreeSet::from([member_number(book, b)?]),
            };
            Some((id.index(), values))
        }
        _ => None,
    }
}

/// A constant as a number; a member of a union as its position among all members.
fn member_number(book: &Book, e: &Expr) -> Option<i64> {
    let mut plain = e;
    while let ExprKind::Widen(inner) = &plain.kind {
        plain = inner;
    }
    match (&plain.kind, &e.ty) {
        (ExprKind::Member(part, family, args), Type::Member(wide)) if part != wide => {
            let families = book.families(*wide);
            let at = families.iter().position(|own| own == &(*part, *family));
            at.filter(|_| args.is_empty() && size(book, *wide).is_some()).map(|at| at as i64)
        }
        _ => fold(book, e, None),
    }
}

/// Number of members of a kind; none if it depends on the set-up.
fn size(book: &Book, kind: KindId) -> Option<i64> {
    let families = book.families(kind);
    let plain = |own: &(KindId, u32)| book.family(*own).is_some_and(|family| family.params.is_empty());
    families.iter().all(plain).then_some(families.len() as i64)
}

fn missing(book: &mut Book, table: &TableItem<'_>, keys: &[Type], covers: &[Vec<Cover>]) {
    let mut sizes = Vec::new();
    for key in keys {
        let size = match key {
            Type::YesNo => Some(2),
            Type::Member(kind) => size(book, *kind),
            _ => None,
        };
        let Some(size) = size else { return };
        sizes.push(size);
    }
    let product = sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size));
    let combinations = product.unwrap_or(i64::MAX);
    if combinations > MAX_COMBINATIONS as i64 || covers.iter().flatten().any(|cover| *cover == Cover::Unknown) {
        return;
    }
    for combination in 0..combinations {
        let mut rest = combination;
        let values: Vec<i64> = sizes
            .iter()
            .map(|size| {
                let value = rest % size;
                rest /= size;
                value
            })
            .collect();
        let fits = |cover: &Vec<Cover>| {
            cover.iter().zip(&values).all(|(cover, value)| match cover {
                Cover::All => true,
                Cover::These(these) => these.contains(value),
                Cover::Unknown => true,
            })
        };
        if !covers.iter().any(fits) {
            let words: Vec<String> = keys.iter().zip(&values).map(|(key, value)| word(book, key, *value)).collect();
            let message = format!("`{}` has no row for {}", table.name.text, words.join(", "));
            book.error(codes::MISSING_ROW, table.name.span, message, "add the row, or a last one with `any`");
            return;
        }
    }
}

fn word(book: &Book, key: &Type, value: i64) -> String {
    match key {
        Type::Member(kind) => {
            let names = book.member_names(*kind);
            names.get(value as usize).map_or_else(|| value.to_string(), |name| format!("`{name}`"))
        }
        _ => if value == 1 { "`yes`" } else { "`no`" }.to_owned(),
    }
}
