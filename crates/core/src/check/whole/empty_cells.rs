//! Empty cells in columns of numbers that are only read as numbers: `| hill | |` where rules add `c.worth`.
//!
//! A column with an empty cell has optional values. Rules that may find none ask for it (`is none`). If nothing does, the cell was
//! forgotten: in play its value would be missing. A comparison of values neither asks nor needs one.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{each_expr, of_stmt, of_texts, statements};
use crate::ir::{Binary, Expr, ExprKind, KindBody, KindId, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// A column: its kind and its index.
type NumberColumn = (KindId, u32);

/// How optional columns are read.
#[derive(Default)]
struct ColumnReads {
    /// Columns whose value must be there, each with its first use.
    needed: BTreeMap<NumberColumn, Span>,
    /// Number of uses that do not ask whether there is a value, and of all uses.
    counts: BTreeMap<NumberColumn, (usize, usize)>,
}

impl ColumnReads {
    fn note(&mut self, e: &Expr) {
        each_expr(e, &mut |part| match &part.kind {
            ExprKind::Only(inner) if part.ty == Type::Number => {
                if let ExprKind::Attribute(_, kind, column) = inner.kind {
                    self.needed.entry((kind, column)).or_insert(part.span);
                    self.counts.entry((kind, column)).or_default().0 += 1;
                }
            }
            ExprKind::Binary(Binary::Is, one, other) => {
                for side in [one, other] {
                    if let ExprKind::Attribute(_, kind, column) = side.kind {
                        self.counts.entry((kind, column)).or_default().0 += 1;
                    }
                }
            }
            ExprKind::Attribute(_, kind, column) => self.counts.entry((*kind, *column)).or_default().1 += 1,
            _ => {}
        });
    }

    /// Columns of which no use asks for a value and some need one, with the first of these.
    fn only_needed(&self) -> impl Iterator<Item = (NumberColumn, Span)> {
        let is_unasked = |column: &NumberColumn| self.counts.get(column).is_some_and(|(unasked, all)| unasked == all);
        self.needed.iter().filter(move |(column, _)| is_unasked(column)).map(|(column, span)| (*column, *span))
    }
}

/// Reports the first empty cell of each such column, if most of its cells are not empty.
pub(super) fn check(book: &mut Book) {
    let mut reads = ColumnReads::default();
    for rule in &book.ir.rules {
        statements(&rule.body, &mut |stmt| of_stmt(stmt).into_iter().chain(of_texts(stmt)).for_each(|e| reads.note(e)));
    }
    book.ir.defines.iter().for_each(|define| reads.note(&define.value));
    let found: Vec<Diagnostic> =
        reads.only_needed().filter_map(|(column, used)| forgotten(book, column, used)).collect();
    book.found.extend(found);
}

/// The finding about the empty cells of a column.
fn forgotten(book: &Book, (kind, column): NumberColumn, used: Span) -> Option<Diagnostic> {
    let own = &book.ir.kinds[kind.index()];
    let KindBody::Members(families) = &own.body else { return None };
    let attribute = own.attributes.get(column as usize).filter(|attribute| !attribute.span.is_none())?;
    let is_empty = |value: &Expr| matches!(value.kind, ExprKind::Nothing);
    let empty: BTreeSet<usize> =
        (0..families.len()).filter(|at| attribute.values.get(*at).is_some_and(is_empty)).collect();
    let first = *empty.first().filter(|_| empty.len() * 2 < families.len())?;
    let (family, cell) = (&families[first], &attribute.values[first]);
    let span = if cell.span.is_none() { family.span } else { cell.span };
    let message = format!("`{}` has no `{}`, which is needed as a number", family.name, attribute.name);
    let help = "write a number into the cell, or ask whether there is one: `is none`";
    Some(Diagnostic::warning(codes::EMPTY_CELL, span, message).label(used, "it is needed here").help(help))
}
