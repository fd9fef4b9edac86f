//! Amounts of the members of a kind: a column `1 wool, 2 gold`. What can be done with them becomes counts, one a member.

use super::things::components_of;
use crate::check::codes;
use crate::check::exprs::typer::{Typer, all, binary};
use crate::check::names::defs::Def;
use crate::check::types::fit::card;
use crate::ir::{Axis, Binary, ComponentId, Expr, ExprKind, KindId, LocalId, LocalRole, Query, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `w.cost[c]`
    pub(super) fn amount(&mut self, amounts: Expr, kind: KindId, of: &ast::Expr, span: Span) -> Expr {
        let of = self.typed(of, &Type::Member(kind));
        Expr { kind: ExprKind::Amount(Box::new(amounts), Box::new(of)), ty: Type::Number, span }
    }

    /// The component of a place whose things are counted by amounts: the only one with this kind as its only index.
    pub(in crate::check) fn counted_by(
        &mut self,
        held: &[ComponentId],
        kind: KindId,
        span: Span,
    ) -> Option<ComponentId> {
        let by: Vec<ComponentId> = held.iter().copied().filter(|id| self.is_by(*id, kind)).collect();
        let other = held.iter().find(|id| !by.contains(id)).copied();
        match (by.as_slice(), other) {
            ([only], None) => Some(*only),
            ([_, ..], Some(other)) => {
                let name = self.book.ir.components[other.index()].name.clone();
                let message = format!("`{name}` may lie there, too, and has no amount");
                self.book.error(
                    codes::AMOUNTS,
                    span,
                    message,
                    "let it lie elsewhere, or name what is meant: `c.cost jar` as a limit, `jar at on[c] is c.cost`",
                );
                None
            }
            (several, _) => {
                let what = self.book.say(&Type::Member(kind));
                let message = match several.len() {
                    0 => format!("nothing that may lie there has {what} as its only index"),
                    n => format!("{n} sorts of things there have {what} as their index"),
                };
                let help = "one component with that kind as its only index can be counted by amounts";
                self.book.error(codes::AMOUNTS, span, message, help);
                None
            }
        }
    }

    fn is_by(&self, id: ComponentId, kind: KindId) -> bool {
        matches!(self.book.ir.components[id.index()].axes.as_slice(), [Axis::Kind(own)] if *own == kind)
    }

    /// `squares[w] is w.cost`, `jar at squares[w] is w.cost`: of each member as many, in a place or in a bag.
    pub(super) fn as_many(&mut self, things: &Expr, amounts: &Expr, span: Span) -> Expr {
        let Type::Amounts(kind) = amounts.ty else { return self.poison(span) };
        let (held, things) = match (&things.kind, &things.ty) {
            (ExprKind::Count(of, place), _) => (components_of(&of.ty), &**place),
            (_, Type::Bag(components)) => (components.clone(), things),
            _ => (self.held_in(things), things),
        };
        let Some(component) = self.counted_by(&held, kind, things.span) else { return self.poison(span) };
        let (query, member) = self.each_of(kind, span);
        let thing = card(component, self.local(member, span));
        let there = match &things.ty {
            Type::Bag(_) => ExprKind::CountInBag(Box::new(thing), Box::new(things.clone())),
            _ => ExprKind::Count(Box::new(thing), Box::new(things.clone())),
        };
        let there = Expr { kind: there, ty: Type::Number, span };
        let same = binary(Binary::Is, there, self.amount_of(amounts, member), Type::YesNo);
        Expr { kind: ExprKind::Every(Box::new(query), Box::new(same)), ty: Type::YesNo, span }
    }

    /// Whether so much of everything lies in a place.
    pub(in crate::check) fn has_amounts(&mut self, component: ComponentId, amounts: &Expr, from: &Expr) -> Expr {
        let span = amounts.span;
        let Type::Amounts(kind) = amounts.ty else { return self.poison(span) };
        let (query, member) = self.each_of(kind, span);
        let thing = card(component, self.local(member, span));
        let there = ExprKind::Count(Box::new(thing), Box::new(from.clone()));
        let there = Expr { kind: there, ty: Type::Number, span: from.span };
        let enough = binary(Binary::AtMost, self.amount_of(amounts, member), there, Type::YesNo);
        Expr { kind: ExprKind::Every(Box::new(query), Box::new(enough)), ty: Type::YesNo, span }
    }

    /// `c in Colour`, for a name that the author does not see.
    pub(in crate::check) fn each_of(&mut self, kind: KindId, span: Span) -> (Query, LocalId) {
        let member = self.hidden("", Type::Member(kind), LocalRole::Binder, span);
        let binders = vec![(member, all(kind, span))];
        (Query { binders, clockwise: None, filter: None, keys: Vec::new(), span }, member)
    }

    /// The amount of a member.
    pub(in crate::check) fn amount_of(&self, amounts: &Expr, member: LocalId) -> Expr {
        let member = self.local(member, amounts.span);
        let kind = ExprKind::Amount(Box::new(amounts.clone()), Box::new(member));
        Expr { kind, ty: Type::Number, span: amounts.span }
    }

    /// The component that amounts are moved of: `jar` in `move w.cost jar from ..`.
    pub(in crate::check) fn moved_by(&mut self, of: &ast::Expr, kind: KindId) -> Option<ComponentId> {
        let found = match &of.kind {
            ast::ExprKind::Name(name) => self.book.names.component(name),
            _ => None,
        };
        let Some(id) = found else {
            if self.things(of).ty != Type::Error {
                self.no_amounts(of.span, kind);
            }
            return None;
        };
        self.uses(Def::Component(id));
        if self.is_by(id, kind) {
            return Some(id);
        }
        self.no_amounts(of.span, kind);
        None
    }

    fn no_amounts(&mut self, span: Span, kind: KindId) {
        let what = self.book.say(&Type::Amounts(kind));
        let message = format!("these things cannot be counted by {what}");
        let help = "name a component that has that kind as its only index";
        self.book.error(codes::AMOUNTS, span, message, help);
    }
}
