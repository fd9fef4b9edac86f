//! Decision tables: the first row whose left cells all hold is done.

use super::push;
use crate::check::codes;
use crate::check::exprs::typer::{Birth, Typer, binary, negate};
use crate::ir::{Binary, Block, Expr, ExprKind, LocalRole, Stmt, StmtKind, Type};
use crate::syntax::ast::{self, Binary as Op, Test};
use crate::text::Span;

impl Typer<'_> {
    /// `decide` + table
    pub(super) fn decide(&mut self, heads: &[ast::Expr], rows: &[ast::DecideRow], out: &mut Block) {
        let subjects: Vec<Expr> = heads.iter().map(|head| self.head(head, out)).collect();
        let mut made: Vec<(Option<Expr>, Block, Span)> = Vec::new();
        let mut closed = false;
        for row in rows {
            if row.tests.len() != subjects.len() {
                let message =
                    format!("this row has {} cells on the left, its table {}", row.tests.len(), subjects.len());
                let help = "give each column a cell; one that is always right is `-`";
                self.book.error(codes::ROW_WIDTH, row.span, message, help);
                continue;
            }
            if closed {
                let help = "a row above it always applies: move it up or take it out";
                self.book.warn(codes::DEAD_ROW, row.span, "this row is never reached", help);
            }
            let (test, births) = self.row_test(&subjects, &row.tests);
            let mark = self.mark();
            let mut body = Block::new();
            self.born(&births, row.span, &mut body);
            let mut sentences = Block::new();
            self.sentences(&row.body, &mut sentences);
            body.extend(sentences);
            self.forget(mark);
            closed |= test.is_none();
            made.push((test, body, row.span));
        }
        let chain = made.into_iter().rev().fold(Block::new(), |rest, (test, body, row)| match test {
            None => body,
            Some(test) => vec![Stmt { kind: StmtKind::If(test, body, rest), span: row }],
        });
        out.extend(chain);
    }

    /// A head is worked out once.
    fn head(&mut self, head: &ast::Expr, out: &mut Block) -> Expr {
        let value = self.value(head, None);
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Setting(_) | ExprKind::Cell(..))
            || value.ty == Type::Error
        {
            return value;
        }
        let span = value.span;
        let id = self.hidden("", value.ty.clone(), LocalRole::Let, span);
        push(out, StmtKind::Let(id, value), span);
        self.local(id, span)
    }

    /// All cells of a row (none: it always applies), and the names that its shapes give.
    pub(in crate::check) fn row_test(&mut self, subjects: &[Expr], tests: &[Vec<Test>]) -> (Option<Expr>, Vec<Birth>) {
        let mut whole: Option<Expr> = None;
        let mut births: Vec<Birth> = Vec::new();
        for (subject, cell) in subjects.iter().zip(tests) {
            let mark = self.mark();
            self.bind(&births);
            let (test, birth) = self.cell_test(subject, cell);
            self.forget(mark);
            let Some(test) = test else { continue };
            let test = self.wrap(&births, test);
            births.extend(birth);
            whole = Some(match whole {
                None => test,
                Some(before) => binary(Binary::And, before, test, Type::YesNo),
            });
        }
        (whole, births)
    }

    fn cell_test(&mut self, subject: &Expr, cell: &[Test]) -> (Option<Expr>, Option<Birth>) {
        let mut whole: Option<Expr> = None;
        let mut born = None;
        for test in cell {
            let (test, birth) = self.one_test(subject, test);
            if let Some(birth) = birth.as_ref().filter(|_| cell.len() > 1 && test.ty != Type::Error) {
                self.book.error(
                    codes::SHAPE,
                    birth.name.span,
                    format!("`{}` would have no value in the other cases of this cell", birth.name.text),
                    "leave the name out, or make it a row of its own",
                );
            }
            born = birth.or(born);
            whole = Some(match whole {
                None => test,
                Some(before) => binary(Binary::Or, before, test, Type::YesNo),
            });
        }
        (whole, born)
    }

    fn one_test(&mut self, subject: &Expr, test: &Test) -> (Expr, Option<Birth>) {
        match test {
            Test::Shape(shape, span) => self.has_shape(subject.clone(), shape, *span),
            Test::Compare(op, e) => {
                let right = self.number(e);
                let left = self.coerce(subject.clone(), &Type::Number);
                let test = match op {
                    Op::Less => binary(Binary::Less, left, right, Type::YesNo),
                    Op::AtMost => binary(Binary::AtMost, left, right, Type::YesNo),
                    Op::More => binary(Binary::Less, right, left, Type::YesNo),
                    _ => binary(Binary::AtMost, right, left, Type::YesNo),
                };
                (Expr { span: e.span, ..test }, None)
            }
            Test::Is(e) => (self.value_test(subject, e), None),
        }
    }

    fn value_test(&mut self, subject: &Expr, e: &ast::Expr) -> Expr {
        let value = self.value(e, Some(&subject.ty));
        let span = e.span;
        match (&subject.ty, &value.kind) {
            (Type::Error, _) => self.poison(span),
            (Type::YesNo, ExprKind::YesNo(true)) => Expr { span, ..subject.clone() },
            (Type::YesNo, ExprKind::YesNo(false)) => Expr { span, ..negate(subject.clone()) },
            (Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Place, _) => {
                let test = self.equal(subject.clone(), value);
                Expr { span, ..test }
            }
            _ if matches!(value.ty, Type::Set(_)) => {
                let element = self.book.element(&value.ty).unwrap_or(Type::Error);
                let left = self.coerce(subject.clone(), &element);
                let test = binary(Binary::In, left, value, Type::YesNo);
                Expr { span, ..test }
            }
            _ => {
                let test = self.equal(subject.clone(), value);
                Expr { span, ..test }
            }
        }
    }
}
