//! Types the cells of decision tables and tables: tests of a value.

use super::typer::Typer;
use crate::check::codes;
use crate::check::types::{Birth, binary, bind, coerce, element, equal, has_shape, negate, order, poison, wrap};
use crate::ir::{Binary, Expr, ExprKind, Type};
use tavola_syntax::syntax::ast::{self, Test};

impl Typer<'_> {
    /// Types all cells of a row as one condition, and the names that its shapes bind. No condition means that the row always applies.
    pub(crate) fn row_test(&mut self, subjects: &[Expr], tests: &[Vec<Test>]) -> (Option<Expr>, Vec<Birth>) {
        let mut whole: Option<Expr> = None;
        let mut births: Vec<Birth> = Vec::new();
        for (subject, cell) in subjects.iter().zip(tests) {
            let mark = self.scope.mark();
            bind(&mut self.scope, &births);
            let (test, birth) = self.cell_test(subject, cell);
            self.scope.forget(mark);
            let Some(test) = test else { continue };
            let test = wrap(&births, test);
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
                let message = format!("`{}` would have no value in the other cases of this cell", birth.name.text);
                let help = "leave the name out, or make it a row of its own";
                self.book.error(codes::SHAPE, birth.name.span, message, help);
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
            Test::Shape(shape, span) => has_shape(self.book, &mut self.scope, subject.clone(), shape, *span),
            Test::Compare(op, e) => {
                let right = self.number(e);
                let left = coerce(self.book, subject.clone(), &Type::Number);
                (Expr { span: e.span, ..order(*op, left, right) }, None)
            }
            Test::Is(e) => (self.value_test(subject, e), None),
        }
    }

    fn value_test(&mut self, subject: &Expr, e: &ast::Expr) -> Expr {
        let value = self.value(e, Some(&subject.ty));
        let span = e.span;
        let test = match (&subject.ty, &value.kind) {
            (Type::Error, _) => poison(span),
            (Type::YesNo, ExprKind::YesNo(true)) => subject.clone(),
            (Type::YesNo, ExprKind::YesNo(false)) => negate(subject.clone()),
            (Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Place, _) => {
                equal(self.book, &mut self.scope, subject.clone(), value)
            }
            _ if matches!(value.ty, Type::Set(_)) => {
                let element = element(self.book, &value.ty).unwrap_or(Type::Error);
                let left = coerce(self.book, subject.clone(), &element);
                binary(Binary::In, left, value, Type::YesNo)
            }
            _ => equal(self.book, &mut self.scope, subject.clone(), value),
        };
        Expr { span, ..test }
    }
}
