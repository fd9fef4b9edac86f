//! Sets and lists that are written out.

use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::ir::{Expr, ExprKind, LocalRole, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `{a, b}`
    pub(super) fn set_literal(&mut self, items: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        if let [ast::Expr { kind: ast::ExprKind::Range(..), .. }] = items {
            return self.value(&items[0], want);
        }
        let Some((elements, ty)) = self.elements(items, want) else {
            return Expr { kind: ExprKind::Nothing, ty: Type::Nothing, span };
        };
        Expr { kind: ExprKind::SetLiteral(elements), ty: Type::Set(Box::new(ty)), span }
    }

    /// `[a, b]`
    pub(super) fn list_literal(&mut self, items: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let Some((elements, ty)) = self.elements(items, want) else {
            return Expr { kind: ExprKind::Nothing, ty: Type::Nothing, span };
        };
        Expr { kind: ExprKind::ListLiteral(elements), ty: Type::List(Box::new(ty)), span }
    }

    /// Elements of one type; `None` if there are none.
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
            let mut found = self.present(found);
            if let Some(wanted) = wanted.as_ref().filter(|wanted| self.surely(&found, wanted)) {
                found = self.coerce(found, wanted);
            }
            if found.ty == Type::Nothing {
                elements.push(self.wrong(codes::MISPLACED, found.span, "`none` cannot be an element", "leave it out"));
                continue;
            }
            ty = Some(match ty {
                None => found.ty.clone(),
                Some(before) => match self.join(&before, &found.ty) {
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
            (Some(ty), Some(wanted)) if self.wider(&ty, &wanted) => wanted,
            (ty, _) => ty?,
        };
        let elements = elements.into_iter().map(|element| self.coerce(element, &ty)).collect();
        Some((elements, ty))
    }

    /// Whether an element is of this type, as can be read.
    fn surely(&self, element: &Expr, want: &Type) -> bool {
        let written = match (&element.ty, want) {
            (Type::Member(have), Type::Member(want)) => self.is_one_of(element, *have, *want),
            _ => false,
        };
        written || self.wider(&element.ty, want)
    }

    /// `{E for Q}`, `{x in S where C}`
    pub(super) fn set_of(
        &mut self,
        value: Option<&ast::Expr>,
        query: &ast::Query,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let (value, query) = self.value_of_query(value, query, want);
        let ty = Type::Set(Box::new(value.ty.clone()));
        Expr { kind: ExprKind::SetOf(Box::new(value), Box::new(query)), ty, span }
    }

    /// `[E for Q]`, `[x in S by most K]`
    pub(super) fn list_of(
        &mut self,
        value: Option<&ast::Expr>,
        query: &ast::Query,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let (value, query) = self.value_of_query(value, query, want);
        let ty = Type::List(Box::new(value.ty.clone()));
        Expr { kind: ExprKind::ListOf(Box::new(value), Box::new(query)), ty, span }
    }

    fn value_of_query(
        &mut self,
        value: Option<&ast::Expr>,
        query: &ast::Query,
        want: Option<&Type>,
    ) -> (Expr, crate::ir::Query) {
        let hint = match want {
            Some(Type::Set(inner) | Type::List(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let mark = self.mark();
        let query = self.query(query, LocalRole::Binder);
        let value = match value {
            Some(value) => self.value(value, hint.as_ref()),
            None => self.first_binder(&query),
        };
        self.forget(mark);
        let value = self.present(value);
        (value, query)
    }
}
