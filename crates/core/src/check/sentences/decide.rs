//! Desugaring of decision tables: a chain of `if`s that runs the first row whose tests all hold.

use super::made::push;
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::names::without_spans;
use crate::ir::{Block, Expr, ExprKind, LocalRole, Stmt, StmtKind, Type};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

const REMOVE_ROW: &str = "remove this row";

impl Sentences<'_> {
    /// `decide` + table
    pub(super) fn decide(&mut self, heads: &[ast::Expr], rows: &[ast::DecideRow], out: &mut Block) {
        let subjects: Vec<Expr> = heads.iter().map(|head| self.head(head, out)).collect();
        let mut made: Vec<(Option<Expr>, Block, Span)> = Vec::new();
        let mut closing: Option<usize> = None;
        for (nth, row) in rows.iter().enumerate() {
            if row.tests.len() != subjects.len() {
                let message =
                    format!("this row has {} cells on the left, but its table has {}", row.tests.len(), subjects.len());
                let help = "give each column a cell; `-` matches every value";
                self.typer.book.error(codes::ROW_WIDTH, row.span, message, help);
                continue;
            }
            if let Some(always) = closing {
                let mut help = Remedy::from("a row above always applies: move this row up or remove it");
                if always + 1 == nth {
                    help = help.or(Fix::swap("move this row up", rows[always].span, row.span).safe_if(false));
                }
                let help = help.or(Fix::remove(REMOVE_ROW, row.span).safe_if(false));
                self.typer.book.warn(codes::DEAD_ROW, row.span, "this row is never reached", help);
            }
            if let Some(same) = rows[..nth]
                .iter()
                .find(|above| !row.tests.is_empty() && without_spans(&above.tests) == without_spans(&row.tests))
            {
                let help = Remedy::new(
                    "a row above has the same tests: remove one, or correct its tests",
                    Fix::remove(REMOVE_ROW, row.span).safe_if(without_spans(&same.body) == without_spans(&row.body)),
                );
                let finding = Diagnostic::warning(codes::DEAD_ROW, row.span, "this row is never reached");
                self.typer.book.found.push(finding.label(same.span, "this row applies first").help(help));
            }
            let (test, births) = self.typer.row_test(&subjects, &row.tests);
            let body = self.block_with(&births, &row.body, row.span);
            if test.is_none() {
                closing.get_or_insert(nth);
            }
            made.push((test, body, row.span));
        }
        let chain = made.into_iter().rev().fold(Block::new(), |rest, (test, body, row)| match test {
            None => body,
            Some(test) => vec![Stmt { kind: StmtKind::If(test, body, rest), span: row }],
        });
        out.extend(chain);
    }

    /// Binds a head to a name, so that it is evaluated once.
    fn head(&mut self, head: &ast::Expr, out: &mut Block) -> Expr {
        let value = self.typer.value(head, None);
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Setting(_) | ExprKind::Cell(..))
            || value.ty == Type::Error
        {
            return value;
        }
        let span = value.span;
        let id = self.typer.scope.hidden("", value.ty.clone(), LocalRole::Let, span);
        push(out, StmtKind::Let(id, value), span);
        self.typer.scope.local(id, span)
    }
}
