//! Types set and list literals and comprehensions.

use super::queries::{best, first_binder};
use super::typer::Typer;
use crate::check::codes;
use crate::check::names::Book;
use crate::check::types::{coerce, is_one_of, join, list, nothing, present, set, wider};
use crate::ir::{Expr, ExprKind, LocalRole, Query, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types `{a, b}`.
    pub(super) fn set_literal(&mut self, items: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        if let [ast::Expr { kind: ast::ExprKind::Range(..), .. }] = items {
            return self.value(&items[0], want);
        }
        let Some((elements, ty)) = self.elements(items, want) else {
            return nothing(Type::Nothing, span);
        };
        Expr { kind: ExprKind::SetLiteral(elements), ty: set(ty), span }
    }

    /// Types `[a, b]`.
    pub(super) fn list_literal(&mut self, items: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let Some((elements, ty)) = self.elements(items, want) else {
            return nothing(Type::Nothing, span);
        };
        Expr { kind: ExprKind::ListLiteral(elements), ty: list(ty), span }
    }

    /// Types elements and finds their common type. `None` if there are no elements.
    fn elements(&mut self, items: &[ast::Expr], want: Option<&Type>) -> Option<(Vec<Expr>, Type)> {
        let wanted = match want {
            Some(Type::Set(inner) | Type::List(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let mut elements = Vec::new();
        let mut ty: Option<Type> = None;
        for item in items {
            let hint = wanted.clone().or_else(|| ty.clone());
            let found = self.value(item, hint.as_ref());
            let mut found = present(found);
            if let Some(wanted) = wanted.as_ref().filter(|wanted| surely(self.book, &found, wanted)) {
                found = coerce(self.book, found, wanted);
            }
            if found.ty == Type::Nothing {
                elements.push(self.book.wrong(
                    codes::MISPLACED,
                    found.span,
                    "`none` cannot be an element",
                    "leave it out",
                ));
                continue;
            }
            ty = Some(match ty {
                None => found.ty.clone(),
                Some(before) => match join(self.book, &before, &found.ty) {
                    Some(joined) => joined,
                    None => {
                        let message = format!(
                            "this is {}, but those before are {}",
                            self.book.say(&found.ty),
                            self.book.say(&before)
                        );
                        let help = self.book.such(&before);
                        self.book.error(codes::MISMATCH, found.span, message, help);
                        Type::Error
                    }
                },
            });
            elements.push(found);
        }
        let ty = match (ty, wanted) {
            (Some(ty), Some(wanted)) if wider(self.book, &ty, &wanted) => wanted,
            (ty, _) => ty?,
        };
        let elements = elements.into_iter().map(|element| coerce(self.book, element, &ty)).collect();
        Some((elements, ty))
    }

    /// Types `{E for Q}`, `{x in S where C}`.
    pub(super) fn set_of(
        &mut self,
        value: Option<&ast::Expr>,
        query: &ast::Query,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let whole = value.is_none();
        let (value, query) = self.value_of_query(value, query, want);
        if query.keys.is_empty() {
            let ty = set(value.ty.clone());
            return Expr { kind: ExprKind::SetOf(Box::new(value), Box::new(query)), ty, span };
        }
        if whole {
            return best(&self.scope, query, span);
        }
        self.of_the_best(value, query, span)
    }

    /// Types `{E for x in S by most K}`: the values of the best group.
    fn of_the_best(&mut self, value: Expr, query: Query, span: Span) -> Expr {
        let [(name, _)] = query.binders.as_slice() else {
            let help = "name the best first: `{E for x in {x in S, y in T by most K}}`";
            let message = "with several names it is unclear which are the best";
            return self.book.wrong(codes::NO_ORDER, query.span, message, help);
        };
        let (name, ty) = (*name, set(value.ty.clone()));
        let at = query.span;
        let binders = vec![(name, best(&self.scope, query, at))];
        let query = Query { binders, clockwise: None, filter: None, keys: Vec::new(), span: at };
        Expr { kind: ExprKind::SetOf(Box::new(value), Box::new(query)), ty, span }
    }

    /// Types `[E for Q]`, `[x in S by most K]`.
    pub(super) fn list_of(
        &mut self,
        value: Option<&ast::Expr>,
        query: &ast::Query,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let (value, query) = self.value_of_query(value, query, want);
        let ty = list(value.ty.clone());
        Expr { kind: ExprKind::ListOf(Box::new(value), Box::new(query)), ty, span }
    }

    fn value_of_query(&mut self, value: Option<&ast::Expr>, query: &ast::Query, want: Option<&Type>) -> (Expr, Query) {
        let hint = match want {
            Some(Type::Set(inner) | Type::List(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let mark = self.scope.mark();
        let query = self.query(query, LocalRole::Binder);
        let value = match value {
            Some(value) => self.value(value, hint.as_ref()),
            None => first_binder(&self.scope, &query),
        };
        self.scope.forget(mark);
        let value = present(value);
        (value, query)
    }
}

/// True if an element certainly has this type: it is a named member of it, or its type is narrower.
fn surely(book: &Book, element: &Expr, want: &Type) -> bool {
    let is_member = match (&element.ty, want) {
        (Type::Member(have), Type::Member(want)) => is_one_of(book, element, *have, *want),
        _ => false,
    };
    is_member || wider(book, &element.ty, want)
}
