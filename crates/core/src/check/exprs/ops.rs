//! Types arithmetic, comparisons and membership.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Meaning, in_words};
use crate::check::types::{
    bag_of, binary, coerce, element, equal, join, join_places, list, member_of_set, negate, numeric, order, poison,
    present, range, same_unit, set, test, unlike,
};
use crate::ir::{Binary, Expr, ExprKind, Rounding, Type};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::{self, Binary as Op};
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types all binary operators.
    pub(super) fn operator(&mut self, op: Op, a: &ast::Expr, b: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let mut made = match op {
            Op::Add => self.add_or_subtract(a, b, Binary::Add, Binary::Join, want),
            Op::Sub => self.add_or_subtract(a, b, Binary::Sub, Binary::Without, want),
            Op::Mul => {
                let (a, b) = (self.number(a), self.number(b));
                binary(Binary::Mul, a, b, Type::Number)
            }
            Op::Div => {
                let end = Span { start: span.end, ..span };
                let mut help = Remedy::from("write `rounded up`, `rounded down` or `rounded half up` after it");
                for way in ["rounded down", "rounded up", "rounded half up"] {
                    help = help.or(Fix::new(format!("add `{way}`"), end, format!(" {way}")).safe_if(false));
                }
                self.book.wrong(codes::ROUNDING, span, "a division must say how it is rounded", help)
            }
            Op::Less | Op::AtMost | Op::More | Op::AtLeast => self.ordered(op, a, b),
            Op::Is => self.same(a, b, "is"),
            Op::IsNot => negate(self.same(a, b, "is not")),
            Op::In => self.member_in(a, b),
            Op::NotIn => negate(self.member_in(a, b)),
            Op::And => {
                let (a, b) = (self.condition(a), self.condition(b));
                binary(Binary::And, a, b, Type::YesNo)
            }
            Op::Or => {
                let (left, known) = (self.condition(a), self.book.found.len());
                let right = self.condition(b);
                self.report_one_of_several(a, b, known);
                binary(Binary::Or, left, right, Type::YesNo)
            }
        };
        made.span = span;
        made
    }

    /// Explains `x is 3 or 4`, whose second operand is no condition. `known`: number of findings before that operand.
    fn report_one_of_several(&mut self, a: &ast::Expr, b: &ast::Expr, known: usize) {
        let (before, found) = self.book.found.split_at_mut(known);
        let is_about = |finding: &Diagnostic, e: &ast::Expr| (finding.code, finding.span) == (codes::MISMATCH, e.span);
        let ([finding], Some(help)) = (found, one_of_several(a, b)) else { return };
        if !is_about(finding, b) {
            return;
        }
        // Of `x is 3 or 4 or 5`, the first value without a comparison is reported.
        match (before.last_mut(), &a.kind) {
            (Some(first), ast::ExprKind::Binary(Op::Or, _, value)) if is_about(first, value) => {
                first.set_help(Some(help.into()));
                self.book.found.truncate(known);
            }
            _ => finding.set_help(Some(help.into())),
        }
    }

    fn ordered(&mut self, op: Op, a: &ast::Expr, b: &ast::Expr) -> Expr {
        let (a, b) = (self.number(a), self.number(b));
        same_unit(self.book, &self.scope, &a, &b, "compared", a.span.to(b.span));
        order(op, a, b)
    }

    /// Types `+` and `-` of numbers, sets, lists, bags and places.
    fn add_or_subtract(
        &mut self,
        a: &ast::Expr,
        b: &ast::Expr,
        number_op: Binary,
        set_op: Binary,
        want: Option<&Type>,
    ) -> Expr {
        let left = present(self.value(a, want));
        if left.ty == Type::Error {
            self.value(b, want);
            return left;
        }
        if left.ty == Type::Number {
            let right = self.number(b);
            let done = if number_op == Binary::Add { "added" } else { "subtracted" };
            same_unit(self.book, &self.scope, &left, &right, done, left.span.to(right.span));
            return binary(number_op, left, right, Type::Number);
        }
        let right = present(self.value(b, Some(&left.ty.clone())));
        if left.ty.is_of_places() && right.ty.is_of_places() {
            return join_places(self.book, left, right, set_op, want);
        }
        // Next to a bag, a place stands for its contents, so that any number of places can be joined.
        let lying = |e: Expr, beside: &Type| {
            if e.ty.is_of_places() && matches!(beside, Type::Bag(_)) { bag_of(self.book, e) } else { e }
        };
        let right = lying(right, &left.ty);
        let left = lying(left, &right.ty);
        // A set can be subtracted from a list.
        if let (Type::List(one), Type::Set(other), Binary::Without) = (&left.ty, &right.ty, set_op)
            && let Some(element) = join(self.book, one, other)
        {
            let ty = list(element.clone());
            let (left, right) = (coerce(self.book, left, &ty), coerce(self.book, right, &set(element)));
            return binary(set_op, left, right, ty);
        }
        let Some(ty) = join(self.book, &left.ty, &right.ty) else {
            return unlike(self.book, left, right, if number_op == Binary::Add { "added" } else { "subtracted" });
        };
        match &ty {
            Type::Set(_) | Type::List(_) | Type::Bag(_) => {
                let (left, right) = (coerce(self.book, left, &ty), coerce(self.book, right, &ty));
                binary(set_op, left, right, ty)
            }
            Type::Error => poison(left.span),
            _ => unlike(self.book, left, right, if number_op == Binary::Add { "added" } else { "subtracted" }),
        }
    }

    /// Types `a is b`; `verb` is `is` or `is not`. Either side can be the type hint for the other.
    fn same(&mut self, a: &ast::Expr, b: &ast::Expr, verb: &str) -> Expr {
        let left = if self.stands_alone(a) { self.typed_without_hint(a) } else { None };
        let is_word = matches!(b.kind, ast::ExprKind::Name(_)) && !self.stands_alone(b);
        if let Some(left) = left.as_ref().filter(|_| is_word) {
            // A word beside something with an error may be a member of any kind.
            if left.ty == Type::Error {
                return poison(left.span);
            }
            if let Some(empty) = empty(b).filter(|empty| self.book.names.members(empty).is_empty()) {
                return self.unknown_empty((a, verb), left, (empty, b.span));
            }
        }
        let right = self.value(b, left.as_ref().map(|left| &left.ty));
        let left = left.unwrap_or_else(|| self.value(a, Some(&right.ty)));
        equal(self.book, &mut self.scope, left, right)
    }

    /// Reports `deck is empty`.
    fn unknown_empty(&mut self, (of, verb): (&ast::Expr, &str), left: &Expr, (word, span): (&str, Span)) -> Expr {
        let of = in_words(of).unwrap_or_else(|| "..".to_owned());
        let (help, new) = match left.ty {
            Type::Number => (format!("write `{of} {verb} 0`"), "0"),
            Type::Place if verb == "is not" => (format!("write `{of} is not none`, or `count of {of} > 0`"), "none"),
            Type::Place => (format!("write `{of} is none`, or `count of {of} is 0`"), "none"),
            _ => (format!("write `{of} {verb} none`"), "none"),
        };
        let help = Remedy::new(help, Fix::replace(span, word, new));
        let finding = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no `{word}`"));
        self.book.missing(word, finding.help(help));
        poison(span)
    }

    /// Types an expression without a hint. None for a `site(..)` that fails without one: the other side then gives the hint.
    fn typed_without_hint(&mut self, e: &ast::Expr) -> Option<Expr> {
        let before = self.book.found.len();
        let found = self.value(e, None);
        if found.ty != Type::Error || !is_site(e) {
            return Some(found);
        }
        self.book.found.truncate(before);
        None
    }

    /// Types `x in S`.
    fn member_in(&mut self, a: &ast::Expr, b: &ast::Expr) -> Expr {
        let probe = if self.stands_alone(a) { self.typed_without_hint(a) } else { None };
        let hint = probe.as_ref().map(|probe| set(probe.ty.clone()));
        let of = self.container(b, hint.as_ref());
        let Some(element) = element(self.book, &of.ty) else { return poison(of.span) };
        let left = probe.unwrap_or_else(|| self.value(a, Some(&element)));
        if let (Type::Option(_), ExprKind::Local(_) | ExprKind::Memory(..) | ExprKind::Site(..)) =
            (&left.ty, &left.kind)
        {
            let here = negate(test(ExprKind::IsNone(Box::new(left.clone())), left.span));
            let inside = member_of_set(self.book, present(left), of, &element);
            return binary(Binary::And, here, inside, Type::YesNo);
        }
        member_of_set(self.book, left, of, &element)
    }

    /// Types `x / 2 rounded up to 5`.
    pub(super) fn rounded(&mut self, inner: &ast::Expr, how: ast::Rounding, to: Option<i64>, span: Span) -> Expr {
        let to = to.unwrap_or(1);
        let how = match how {
            ast::Rounding::Up => Rounding::Up,
            ast::Rounding::Down => Rounding::Down,
            ast::Rounding::HalfUp => Rounding::HalfUp,
        };
        if !(1..=i64::from(u16::MAX)).contains(&to) {
            let help = "write `rounded up`, or `rounded up to 5`";
            return self.book.wrong(codes::ROUNDING, span, "rounding goes to multiples of 1 to 65535", help);
        }
        if let ast::ExprKind::Binary(Op::Div, a, b) = &inner.kind {
            let (a, b) = (self.number(a), self.number(b));
            if b.kind == ExprKind::Number(0) {
                let help = "divide by another number";
                return self.book.wrong(codes::ROUNDING, span, "nothing can be divided by 0", help);
            }
            return numeric(ExprKind::Divide(Box::new(a), Box::new(b), how, to), span);
        }
        let inner = self.number(inner);
        numeric(ExprKind::Round(Box::new(inner), how, to), span)
    }

    /// Types `1..6`.
    pub(super) fn range(&mut self, low: &ast::Expr, high: Option<&ast::Expr>, span: Span) -> Expr {
        if let Some(high) = high
            && let Some(wrong) = self.two_dots(low, high, span)
        {
            return wrong;
        }
        let low = self.number(low);
        let Some(high) = high else {
            return self.book.wrong(codes::MISPLACED, span, "this range has no end", "write its end: `1..6`");
        };
        let high = self.number(high);
        range(low, high, span)
    }

    /// Reports `town..tax`, where a column is meant.
    fn two_dots(&mut self, low: &ast::Expr, high: &ast::Expr, span: Span) -> Option<Expr> {
        let ast::ExprKind::Name(column) = &high.kind else { return None };
        let ast::ExprKind::Name(thing) = &low.kind else { return None };
        if self.stands_alone(high) || !matches!(self.scope.lookup(thing), Some(Meaning::Local(_))) {
            return None;
        }
        let of = self.value(low, None);
        if !matches!(of.ty, Type::Member(_) | Type::Thing(_) | Type::Option(_)) {
            return None;
        }
        let dots = Span { start: low.span.end, end: high.span.start, ..span };
        let help = Remedy::new(format!("a column has one dot: `{thing}.{column}`"), Fix::replace(dots, "..", "."));
        let message = format!("a range goes from one number to another, `{thing}` is {}", self.book.say(&of.ty));
        Some(self.book.wrong(codes::MISMATCH, span, message, help))
    }
}

/// The word for nothing in an expression that authors bring along: `empty`.
fn empty(e: &ast::Expr) -> Option<&'static str> {
    let ast::ExprKind::Name(name) = &e.kind else { return None };
    ["empty", "nothing", "null", "nil"].into_iter().find(|empty| empty == name)
}

/// True for a call `site(..)`.
pub(crate) fn is_site(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Call(base, _) if base.kind == ast::ExprKind::Name("site".into()))
}

/// The help for `x is 3 or 4`: `x in {3, 4}`. `None` if these are other expressions.
fn one_of_several(a: &ast::Expr, b: &ast::Expr) -> Option<String> {
    let mut values = vec![in_words(b)?];
    let mut compared = a;
    while let ast::ExprKind::Binary(Op::Or, left, right) = &compared.kind {
        values.insert(0, in_words(right)?);
        compared = left;
    }
    let (word, of, value) = match &compared.kind {
        ast::ExprKind::Binary(Op::Is, of, value) => ("in", of, value),
        ast::ExprKind::Binary(Op::IsNot, of, value) => ("not in", of, value),
        _ => return None,
    };
    values.insert(0, in_words(value)?);
    Some(format!("one of several values is `{} {word} {{{}}}`", in_words(of)?, values.join(", ")))
}
