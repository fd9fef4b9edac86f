//! Conditions, and the names that are born when they hold: `lowest[1] is single p and score_of(p) < 10`.

use crate::check::codes;
use crate::check::exprs::typer::{Birth, Typer, binary, negate, only};
use crate::ir::visit;
use crate::ir::{Binary, Expr, ExprKind, LocalId, LocalRole, Type};
use crate::syntax::ast::{self, Shape};
use crate::text::Span;

/// A subject whose only member gets a name is worked out twice: so many parts at most.
const MAX_SUBJECT: usize = 80;

impl Typer<'_> {
    /// A condition and the names that it gives when it holds. The names are not in sight yet: see [`Typer::bind`].
    pub(in crate::check) fn holds(&mut self, e: &ast::Expr) -> (Expr, Vec<Birth>) {
        match self.deeper(e.span, |typer| typer.holds_inner(e)) {
            Some(done) => done,
            None => (self.poison(e.span), Vec::new()),
        }
    }

    fn holds_inner(&mut self, e: &ast::Expr) -> (Expr, Vec<Birth>) {
        match &e.kind {
            ast::ExprKind::Binary(ast::Binary::And, a, b) => {
                let (left, mut births) = self.holds(a);
                let mark = self.mark();
                self.bind(&births);
                let (right, more) = self.holds(b);
                self.forget(mark);
                let right = self.wrap(&births, right);
                births.extend(more);
                (binary(Binary::And, left, right, Type::YesNo), births)
            }
            ast::ExprKind::Not(inner) => (negate(self.condition(inner)), Vec::new()),
            ast::ExprKind::Is(subject, negated, shape) => self.shape(subject, *negated, shape, e.span),
            _ => (self.condition(e), Vec::new()),
        }
    }

    /// A condition inside an expression: its names end with it.
    pub(super) fn scoped_condition(&mut self, e: &ast::Expr) -> Expr {
        self.holds_inner(e).0
    }

    /// Puts the names of a condition in sight.
    pub(in crate::check) fn bind(&mut self, births: &[Birth]) {
        for birth in births {
            self.see(&birth.name, crate::check::exprs::typer::Meaning::Local(birth.id));
        }
    }

    /// An expression in which the names of a condition have their values.
    pub(in crate::check) fn wrap(&self, births: &[Birth], body: Expr) -> Expr {
        births.iter().rev().fold(body, |body, birth| {
            if !mentions(&body, birth.id) {
                return body;
            }
            let (ty, span) = (body.ty.clone(), body.span);
            Expr { kind: ExprKind::LetIn(birth.id, Box::new(birth.value.clone()), Box::new(body)), ty, span }
        })
    }

    fn shape(&mut self, subject: &ast::Expr, negated: bool, shape: &Shape, span: Span) -> (Expr, Vec<Birth>) {
        let subject = self.value(subject, Some(&Type::Bag(Vec::new())));
        let (condition, birth) = self.has_shape(subject, shape, span);
        if !negated {
            return (condition, birth.into_iter().collect());
        }
        let Some(birth) = birth else { return (negate(condition), Vec::new()) };
        if condition.ty != Type::Error {
            self.book.error(
                codes::SHAPE,
                birth.name.span,
                format!("`{}` would have no value", birth.name.text),
                "a name can be given only where the shape is there: write `is single p`",
            );
        }
        // The name is known all the same: that it has no value has been told.
        (negate(condition), vec![self.lost_birth(&birth.name)])
    }

    /// Whether something that has been typed has this shape, and the name that is born if so.
    pub(in crate::check) fn has_shape(&mut self, subject: Expr, shape: &Shape, span: Span) -> (Expr, Option<Birth>) {
        // Of several places it is asked what lies there, like of one.
        let places = matches!(&subject.ty, Type::Set(inner) if **inner == Type::Place);
        let subject = if places { self.bag_of(subject) } else { subject };
        match shape {
            Shape::None => (self.is_none(subject, span), None),
            Shape::Several => (self.is_several(subject, span), None),
            Shape::Single(name) => self.is_single(subject, name.as_ref(), span),
        }
    }

    /// `X is none`
    pub(super) fn is_none(&mut self, subject: Expr, span: Span) -> Expr {
        match subject.ty {
            Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Amounts(_) | Type::Place => {
                test(ExprKind::IsNone(Box::new(subject)), span)
            }
            Type::Error => self.poison(span),
            _ => self.no_shape(&subject, "none", span),
        }
    }

    fn is_several(&mut self, subject: Expr, span: Span) -> Expr {
        match subject.ty {
            Type::Set(_) | Type::List(_) | Type::Bag(_) => test(ExprKind::IsSeveral(Box::new(subject)), span),
            Type::Place => test(ExprKind::IsSeveral(Box::new(self.bag_of(subject))), span),
            Type::Error => self.poison(span),
            _ => self.no_shape(&subject, "several", span),
        }
    }

    fn is_single(&mut self, subject: Expr, name: Option<&ast::Name>, span: Span) -> (Expr, Option<Birth>) {
        let subject = if subject.ty == Type::Place { self.bag_of(subject) } else { subject };
        let inner = match &subject.ty {
            Type::Option(inner) => Some((**inner).clone()),
            Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Error | Type::Nothing => self.book.element(&subject.ty),
            _ => None,
        };
        let Some(inner) = inner else {
            return (self.no_shape(&subject, "single", span), name.map(|name| self.lost_birth(name)));
        };
        if name.is_some() && size(&subject) > MAX_SUBJECT {
            let help = "name it first: `let x = ..`, then `x is single p`";
            let what = "this is too long to be looked at and named at once";
            return (self.wrong(codes::TOO_DEEP, subject.span, what, help), name.map(|name| self.lost_birth(name)));
        }
        let birth = name.map(|name| {
            let id = self.unseen_birth(name, inner.clone());
            Birth { name: name.clone(), id, value: only(subject.clone(), inner) }
        });
        if subject.ty == Type::Error {
            return (self.poison(span), birth);
        }
        (test(ExprKind::IsSingle(Box::new(subject)), span), birth)
    }

    /// A name whose value was wrong: nothing more is said of it.
    fn lost_birth(&mut self, name: &ast::Name) -> Birth {
        let id = self.unseen_birth(name, Type::Error);
        Birth { name: name.clone(), id, value: self.poison(name.span) }
    }

    /// A name that is not in sight yet.
    fn unseen_birth(&mut self, name: &ast::Name, ty: Type) -> crate::ir::LocalId {
        let mark = self.mark();
        let id = self.birth(name, ty, LocalRole::Let);
        self.forget(mark);
        id
    }

    fn no_shape(&mut self, subject: &Expr, shape: &str, span: Span) -> Expr {
        let message = format!("this is {}, it is never `{shape}`", self.book.say(&subject.ty));
        let help =
            "`none` asks what may be missing and what has elements; `several` and `single x` ask sets, lists and bags";
        self.wrong(codes::SHAPE, subject.span.to(span), message, help)
    }
}

fn size(e: &Expr) -> usize {
    let mut parts = 0;
    visit::each_expr(e, &mut |_| parts += 1);
    parts
}

fn mentions(e: &Expr, id: LocalId) -> bool {
    let mut found = false;
    visit::each_expr(e, &mut |part| found |= part.kind == ExprKind::Local(id));
    found
}

fn test(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::YesNo, span }
}
