//! Shapes (`none`, `single`, `several`), and the names that a condition binds when it holds: `lowest[1] is single p`.

use super::fit::element;
use super::held::bag_of;
use super::make::{only, poison, test};
use crate::check::codes;
use crate::check::names::{Book, Meaning, Scope};
use crate::ir::visit;
use crate::ir::{Expr, ExprKind, LocalId, Type};
use tavola_syntax::syntax::ast::{self, Multiplicity};
use tavola_syntax::text::Span;

/// Maximum number of subexpressions of a subject whose only member is bound to a name. Such a subject is evaluated twice.
const MAX_SUBJECT: usize = 80;

/// A name that a condition binds when it holds: `is single p`.
pub(crate) struct Birth {
    pub(crate) name: ast::Name,
    pub(crate) id: LocalId,
    pub(crate) value: Expr,
}

/// Brings the names of a condition into scope.
pub(crate) fn bind(scope: &mut Scope, births: &[Birth]) {
    for birth in births {
        scope.bring_into_scope(&birth.name, Meaning::Local(birth.id));
    }
}

/// Wraps an expression in bindings of the names of a condition.
pub(crate) fn wrap(births: &[Birth], body: Expr) -> Expr {
    births.iter().rev().fold(body, |body, birth| {
        if !visit::has_part(&body, |part| part.kind == ExprKind::Local(birth.id)) {
            return body;
        }
        let (ty, span) = (body.ty.clone(), body.span);
        Expr { kind: ExprKind::LetIn(birth.id, Box::new(birth.value.clone()), Box::new(body)), ty, span }
    })
}

/// Type checks a shape of a typed value. Returns the condition and the name that it binds.
pub(crate) fn has_shape(
    book: &mut Book,
    scope: &mut Scope,
    subject: Expr,
    shape: &Multiplicity,
    span: Span,
) -> (Expr, Option<Birth>) {
    // Several places are tested by their contents, like a single one.
    let places = matches!(&subject.ty, Type::Set(inner) if **inner == Type::Place);
    let subject = if places { bag_of(book, subject) } else { subject };
    match shape {
        Multiplicity::None => (is_none(book, subject, span), None),
        Multiplicity::Several => (is_several(book, subject, span), None),
        Multiplicity::Single(name) => is_single(book, scope, subject, name.as_ref(), span),
    }
}

/// `X is none`
pub(crate) fn is_none(book: &mut Book, subject: Expr, span: Span) -> Expr {
    match subject.ty {
        Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Amounts(_) | Type::Place => {
            test(ExprKind::IsNone(Box::new(subject)), span)
        }
        Type::Error => poison(span),
        _ => no_shape(book, &subject, "none", span),
    }
}

fn is_several(book: &mut Book, subject: Expr, span: Span) -> Expr {
    match subject.ty {
        Type::Set(_) | Type::List(_) | Type::Bag(_) => test(ExprKind::IsSeveral(Box::new(subject)), span),
        Type::Place => test(ExprKind::IsSeveral(Box::new(bag_of(book, subject))), span),
        Type::Error => poison(span),
        _ => no_shape(book, &subject, "several", span),
    }
}

fn is_single(
    book: &mut Book,
    scope: &mut Scope,
    subject: Expr,
    name: Option<&ast::Name>,
    span: Span,
) -> (Expr, Option<Birth>) {
    let subject = if subject.ty == Type::Place { bag_of(book, subject) } else { subject };
    let inner = match &subject.ty {
        Type::Option(inner) => Some((**inner).clone()),
        Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Error | Type::Nothing => element(book, &subject.ty),
        _ => None,
    };
    let Some(inner) = inner else {
        return (always_single(book, &subject, name, span), name.map(|name| lost_birth(book, scope, name)));
    };
    if name.is_some() && size(&subject) > MAX_SUBJECT {
        let help = "name it first: `let x = ..`, then `x is single p`";
        let what = "this is too long to be tested and named at once";
        return (book.wrong(codes::TOO_DEEP, subject.span, what, help), name.map(|name| lost_birth(book, scope, name)));
    }
    let birth = name.map(|name| {
        let id = scope.unseen_birth(book, name, inner.clone());
        Birth { name: name.clone(), id, value: only(subject.clone(), inner) }
    });
    if subject.ty == Type::Error {
        return (poison(span), birth);
    }
    (test(ExprKind::IsSingle(Box::new(subject)), span), birth)
}

/// A name whose value has an error. Its uses are not reported.
pub(crate) fn lost_birth(book: &mut Book, scope: &mut Scope, name: &ast::Name) -> Birth {
    let id = scope.unseen_birth(book, name, Type::Error);
    Birth { name: name.clone(), id, value: poison(name.span) }
}

fn always_single(book: &mut Book, subject: &Expr, name: Option<&ast::Name>, span: Span) -> Expr {
    let what = book.say(&subject.ty);
    let message = match &subject.kind {
        ExprKind::Attribute(..) => format!("no cell of this column is `-`: it always is {what}"),
        _ => format!("this is {what}, which is always `single`"),
    };
    let help = match name {
        Some(name) => format!("name the value without a condition: `let {} = ..`", name.text),
        None => "remove the condition".to_owned(),
    };
    book.wrong(codes::SHAPE, subject.span.to(span), message, help)
}

fn no_shape(book: &mut Book, subject: &Expr, shape: &str, span: Span) -> Expr {
    let what = book.say(&subject.ty);
    let message = format!("this is {what}, which is never `{shape}`");
    let help = "use `none` for optional values and collections, `several` and `single x` for sets, lists and bags";
    book.wrong(codes::SHAPE, subject.span.to(span), message, help)
}

fn size(e: &Expr) -> usize {
    let mut parts = 0;
    visit::each_expr(e, &mut |_| parts += 1);
    parts
}
