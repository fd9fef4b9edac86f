//! Dependencies between printed values: reports columns that depend on themselves, or on a chain of too many others.

use super::graph::MAX_DEEP;
use crate::check::circles::NeedGraph;
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::each_expr;
use crate::ir::{DefineId, Expr, ExprKind, KindId, Rulebook, TableId};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// A source of printed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Printed {
    /// A column of a kind.
    Attribute(KindId, u32),
    /// All columns of a table.
    Table(TableId),
    /// A define that a cell uses.
    Define(DefineId),
}

/// Returns true if every cell can be evaluated. Otherwise reports the cycle, or the chain that is too long.
pub(crate) fn check(book: &mut Book) -> bool {
    let found = wrong(&book.ir);
    let fine = found.is_none();
    book.found.extend(found);
    fine
}

fn wrong(ir: &Rulebook) -> Option<Diagnostic> {
    let columns = columns(ir);
    let reading = NeedGraph::new(columns.len(), |at| read_by(ir, &columns, columns[at]));
    let mut below = vec![0usize; columns.len()];
    // Groups come with dependencies first.
    for group in reading.groups() {
        let first = group.first();
        let (name, span) = named(ir, columns[first]);
        if group.is_circle {
            let all: Vec<String> = group.members.iter().map(|at| format!("`{}`", named(ir, columns[*at]).0)).collect();
            let message = match all.as_slice() {
                [_] => format!("`{name}` is computed from itself"),
                _ => format!("these are computed from each other in a circle: {}", all.join(", ")),
            };
            let help = "write the value, or compute it from other columns";
            return Some(Diagnostic::error(codes::RECURSION, span, message).help(help));
        }
        // A define is evaluated by itself, so it adds nothing to the depth.
        let own = usize::from(!matches!(columns[first], Printed::Define(_)));
        let deepest = reading.of(first).map(|at| below[at]).max().unwrap_or_default() + own;
        if deepest > MAX_DEEP {
            let message = format!("`{name}` is computed through more than {MAX_DEEP} other columns");
            return Some(Diagnostic::error(codes::CALLS_TOO_DEEP, span, message).help("write the values of its cells"));
        }
        below[first] = deepest;
    }
    None
}

/// Indexes of the columns that a column reads.
fn read_by(ir: &Rulebook, columns: &[Printed], column: Printed) -> Vec<usize> {
    let mut all = Vec::new();
    for e in values(ir, column) {
        each_expr(e, &mut |part| all.extend(reads(part).and_then(|read| columns.binary_search(&read).ok())));
    }
    all
}

/// All columns, tables and defines, sorted.
fn columns(ir: &Rulebook) -> Vec<Printed> {
    let attributes = ir.kinds.iter().enumerate().flat_map(|(at, kind)| {
        (0..kind.attributes.len()).map(move |column| Printed::Attribute(KindId(at as u32), column as u32))
    });
    let tables = (0..ir.tables.len()).map(|at| Printed::Table(TableId(at as u32)));
    attributes.chain(tables).chain((0..ir.defines.len()).map(|at| Printed::Define(DefineId(at as u32)))).collect()
}

fn values(ir: &Rulebook, column: Printed) -> Vec<&Expr> {
    match column {
        Printed::Attribute(kind, at) => ir.kinds[kind.index()].attributes[at as usize].values.iter().collect(),
        Printed::Table(table) => {
            ir.tables[table.index()].rows.iter().flat_map(|row| row.test.iter().chain(&row.values)).collect()
        }
        Printed::Define(define) => vec![&ir.defines[define.index()].value],
    }
}

fn reads(e: &Expr) -> Option<Printed> {
    match &e.kind {
        ExprKind::Attribute(_, kind, column) => Some(Printed::Attribute(*kind, *column)),
        ExprKind::Row(table, _) | ExprKind::Column(_, table, _) => Some(Printed::Table(*table)),
        ExprKind::Define(define, _) => Some(Printed::Define(*define)),
        _ => None,
    }
}

/// Name and source location of a column.
fn named(ir: &Rulebook, column: Printed) -> (String, Span) {
    match column {
        Printed::Attribute(kind, at) => {
            let kind = &ir.kinds[kind.index()];
            (format!("{}.{}", kind.name, kind.attributes[at as usize].name), kind.span)
        }
        Printed::Table(table) => (ir.tables[table.index()].name.clone(), ir.tables[table.index()].span),
        Printed::Define(define) => (ir.defines[define.index()].name.clone(), ir.defines[define.index()].span),
    }
}
